/* Tests that read as a rulebook does (rulebook.h): one table, played on by the texts of moves. */
#include "rulebook.h"

struct vl_deck *deck;
struct vl_match *match;
struct vl_error err;
void (*rulebook_prepare)(void);

static struct vl_setup setup; /* of the position that start_position made last */

int open_deck(void **unused)
{
    (void)unused;
    deck = vl_deck_open(rulebook_game, NULL, &err);
    return deck ? 0 : -1;
}

int close_deck(void **unused)
{
    (void)unused;
    vl_match_free(match);
    match = NULL;
    vl_deck_free(deck);
    return 0;
}

uint32_t row_of(uint32_t table, const char *key)
{
    int row = vl_deck_find(deck, table, 0, key);
    if (row < 0)
        fail_msg("there is no \"%s\"", key);
    return (uint32_t)row;
}

static void new_table(void)
{
    struct vl_chance by_hand = {.source = VL_CHANCE_MANUAL};
    vl_match_free(match);
    match = vl_match_new(rulebook_game, deck, &setup, &by_hand, false, &err);
    if (!match)
        fail_msg("%s", err.message);
}

struct vl_setup setup_of(uint8_t seats, const char *options)
{
    struct vl_setup made;
    char copy[200], *rest = copy;
    assert_true(vl_setup_init(rulebook_game, seats, &made, &err));
    snprintf(copy, sizeof copy, "%s", options);
    for (char *option; (option = strsep(&rest, " "));)
        if (*option && !vl_setup_option(rulebook_game, &made, option, &err))
            fail_msg("%s", err.message);
    return made;
}

void start_position(uint8_t seats, const char *options)
{
    setup = setup_of(seats, options);
    new_table();
    memcpy(rulebook_state, vl_match_state(match), rulebook_game->state_size);
}

/* Always checks `s`, even where nothing was changed: a test may have changed the deck. */
void begin(void)
{
    if (rulebook_prepare)
        rulebook_prepare();
    const char *broken = rulebook_game->check(deck->data, rulebook_state);
    if (broken)
        fail_msg("broken: %s", broken);
    if (memcmp(vl_match_state(match), rulebook_state, rulebook_game->state_size) == 0)
        return;
    new_table();
    assert_true(vl_match_load(match, rulebook_state, &err));
}

/* After a move: the position reached must be a sound one as well. */
static void look(void)
{
    memcpy(rulebook_state, vl_match_state(match), rulebook_game->state_size);
    begin();
}

vl_move move_of(const char *text)
{
    struct vl_view view;
    vl_move move = VL_NO_MOVE;
    vl_look(rulebook_game, deck->data, rulebook_state, VL_OPEN, &view);
    if (!rulebook_game->parse_move(deck, &view, text, &move, &err))
        fail_msg("%s: %s", text, err.message);
    return move;
}

void play_move(vl_move move)
{
    begin();
    bool played = vl_match_to_act(match) == VL_CHANCE
                      ? vl_match_play_chance(match, move, NULL, &err)
                      : vl_match_play(match, move, &err);
    if (!played)
        fail_msg("move %#x: %s (%s)", move, err.message, err.clause);
    look();
}

static void play_one(const char *text)
{
    begin();
    bool played = vl_match_to_act(match) == VL_CHANCE
                      ? vl_match_play_chance(match, move_of(text), NULL, &err)
                      : vl_match_play_text(match, text, &err);
    if (!played)
        fail_msg("%s: %s (%s)", text, err.message, err.clause);
    look();
}

void play(const char *moves)
{
    char copy[400], *rest = copy;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *text; (text = strsep(&rest, ","));)
        play_one(text + strspn(text, " "));
}

void chance(const char *move)
{
    assert_int_equal(acting(), VL_CHANCE);
    play_one(move);
}

bool offered(const char *move)
{
    begin();
    return vl_is_legal(rulebook_game, deck->data, rulebook_state, move_of(move));
}

void refused(const char *move, const char *clause)
{
    begin();
    memset(&err, 0, sizeof err);
    if (vl_match_play_text(match, move, &err))
        fail_msg("%s was played", move);
    if (strcmp(err.clause, clause) != 0)
        fail_msg("%s: refused by %s (%s), not by %s", move, err.clause, err.message, clause);
    assert_true(err.message[0]);
    assert_memory_equal(vl_match_state(match), rulebook_state, rulebook_game->state_size);
}

int acting(void)
{
    begin();
    return vl_match_to_act(match);
}
