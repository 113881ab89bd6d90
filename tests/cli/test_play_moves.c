/* Sets as people type them: in any order, one by one, with commas, in one go. */
#include "cli/play.h"
#include "cli/program.h"

extern const struct vl_game tp_game;

enum way { ONE_BY_ONE, BY_COMMAS, IN_ONE_GO, WAYS };

static uint32_t tried[WAYS], noted;

static void shuffle(vl_move *moves, uint32_t count, struct vl_rng *rng)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = vl_rng_below(rng, i);
        vl_move swap = moves[j];
        moves[j] = moves[i - 1];
        moves[i - 1] = swap;
    }
}

static bool is_candidate(const struct vl_choice *choice, vl_move move)
{
    for (uint32_t i = 0; i < choice->candidate_count; i++)
        if (choice->candidates[i] == move)
            return true;
    return false;
}

/* A random set that the rules allow, found by playing it in the canonical order. */
static uint32_t some_set(const struct session *s, const struct vl_choice *choice,
                         struct vl_rng *rng, vl_move *set)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    vl_move legal[VL_MAX_MOVES];
    uint32_t count = 0;
    int seat = vl_match_to_act(s->match);
    memcpy(state, vl_match_state(s->match), s->game->state_size);
    while (s->game->to_act(state) == seat && count < choice->most) {
        uint32_t n = s->game->legal_moves(s->deck->data, state, legal);
        vl_move move = legal[vl_rng_below(rng, n)];
        if (!is_candidate(choice, move))
            break;
        set[count++] = move;
        s->game->apply(s->deck->data, state, move);
    }
    return count;
}

static enum play_result type(struct session *s, int seat, const char *line)
{
    struct vl_error err;
    play_offer(s);
    enum play_result result = play_line(s, seat, line, &err);
    if (result == PLAY_REFUSED)
        fail_msg("%s: \"%s\" was refused: %s", s->game->id, line, err.message);
    noted += result == PLAY_NOTED;
    return result;
}

/* The set in one of the ways; false where the notation does not allow it. */
static bool type_set(struct session *s, int seat, enum way way, const vl_move *set, uint32_t count)
{
    struct vl_text line = {0}, part = {0};
    enum play_result result = PLAY_REFUSED;
    bool fits = true;
    char verb[64] = "";
    for (uint32_t i = 0; i < count && fits; i++) {
        vl_text_clear(&part);
        play_format(s, set[i], &part);
        const char *text = vl_text_string(&part);
        size_t length = strcspn(text, " ");
        if (way == ONE_BY_ONE) {
            result = type(s, seat, text);
        } else if (way == BY_COMMAS) {
            vl_text_addf(&line, "%s%s", i ? ", " : "", text);
        } else if (i == 0) {
            snprintf(verb, sizeof verb, "%.*s", (int)length, text);
            fits = count > 1 && text[length] && !strchr(text + length + 1, ' ');
            vl_text_add(&line, text);
        } else {
            fits = strncmp(verb, text, length) == 0 && verb[length] == '\0' && text[length] &&
                   !strchr(text + length + 1, ' ');
            vl_text_add(&line, text + length);
        }
    }
    if (fits && way != ONE_BY_ONE)
        result = type(s, seat, vl_text_string(&line));
    if (fits) {
        assert_int_equal(result, PLAY_PLAYED);
        assert_int_equal(s->noted_count, 0);
        tried[way]++;
    }
    vl_text_free(&line);
    vl_text_free(&part);
    return fits;
}

/* Whatever the order and the way, the position is that of the canonical order. */
static void try_set(struct session *s, int seat, struct vl_rng *rng)
{
    struct vl_choice choice;
    struct vl_error err;
    vl_move set[VL_MAX_MOVES], order[VL_MAX_MOVES];
    uint32_t position = vl_match_position(s->match);
    s->game->choice(s->deck->data, vl_match_state(s->match), &choice);
    if (!choice.set || choice.chosen_count)
        return;
    uint32_t count = some_set(s, &choice, rng, set);
    if (!count)
        return;
    assert_true(vl_match_commit(s->match, seat, set, count, &err));
    uint64_t hash = vl_hash_state(s->game, vl_match_state(s->match));
    for (int way = 0; way < WAYS; way++) {
        vl_match_rewind(s->match, position);
        memcpy(order, set, sizeof order);
        shuffle(order, count, rng);
        if (type_set(s, seat, (enum way)way, order, count))
            assert_int_equal(vl_hash_state(s->game, vl_match_state(s->match)), hash);
    }
    vl_match_rewind(s->match, position);
}

static void play_game(const struct vl_game *game, uint32_t seats, uint64_t seed)
{
    static struct session s;
    struct vl_setup setup;
    struct vl_rng rng;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = seed};
    int seat;
    s = (struct session){.game = game, .deck = vl_deck_open(game, NULL, NULL)};
    assert_true(vl_setup_init(game, seats, &setup, NULL));
    s.match = vl_match_new(game, s.deck, &setup, &chance, false, NULL);
    vl_rng_seed(&rng, seed, seats, VL_STREAM_LOOKS);
    while ((seat = vl_match_to_act(s.match)) != VL_OVER) {
        s.viewer = seat;
        try_set(&s, seat, &rng);
        vl_move move = game->pick(s.deck->data, vl_match_state(s.match), &rng);
        assert_true(vl_match_play(s.match, move, NULL));
    }
    vl_match_free(s.match);
    vl_deck_free(s.deck);
}

static void test_sets_in_any_order(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        play_game(&tp_game, 2 + (uint32_t)seed % 3, seed);
        for (uint32_t i = 0; i < vl_game_count(); i++) {
            const struct vl_game *game = vl_game_at(i);
            play_game(game, game->least_seats, seed);
        }
    }
    for (int way = 0; way < WAYS; way++)
        assert_true(tried[way] > 20);
    assert_true(noted > 0);
}

/* A part of a name is enough where it fits one move; numbers are those of the list. */
static void test_names_and_numbers(void **state)
{
    (void)state;
    static struct session s;
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 1};
    struct vl_error err;
    s = (struct session){.game = &tp_game, .deck = vl_deck_open(&tp_game, NULL, NULL)};
    assert_true(vl_setup_init(&tp_game, 2, &setup, NULL));
    s.match = vl_match_new(&tp_game, s.deck, &setup, &chance, false, NULL);
    uint32_t position = vl_match_position(s.match);
    play_offer(&s);
    assert_int_equal(s.offered_count, 3);
    for (uint32_t i = 0; i < s.offered_count; i++) {
        char line[64];
        struct vl_text text = {0};
        int actor;
        snprintf(line, sizeof line, "%u", i + 1);
        assert_int_equal(play_line(&s, 0, line, &err), PLAY_PLAYED);
        assert_int_equal(vl_match_move_at(s.match, position, &actor), s.offered[i]);
        vl_match_rewind(s.match, position);
        play_format(&s, s.offered[i], &text);
        assert_true(play_is_move(&s, vl_text_string(&text)));
        snprintf(line, sizeof line, "GIV %.6s", strchr(vl_text_string(&text), ' ') + 1);
        assert_int_equal(play_line(&s, 0, line, &err), PLAY_PLAYED);
        assert_int_equal(vl_match_move_at(s.match, position, &actor), s.offered[i]);
        vl_match_rewind(s.match, position);
        vl_text_free(&text);
    }
    assert_int_equal(play_line(&s, 0, "give", &err), PLAY_REFUSED);
    assert_non_null(strstr(err.message, "could be"));
    assert_int_equal(play_line(&s, 0, "done", &err), PLAY_REFUSED);
    assert_string_equal(err.clause, "TP-2.1");
    assert_int_equal(play_line(&s, 0, "0", &err), PLAY_REFUSED);
    assert_int_equal(play_line(&s, 0, "4", &err), PLAY_REFUSED);
    assert_int_equal(play_line(&s, 0, "1, nobody", &err), PLAY_REFUSED);
    assert_int_equal(play_line(&s, 0, "1, 2, 3", &err), PLAY_REFUSED); /* two are the most */
    assert_int_equal(vl_match_position(s.match), position);
    assert_int_equal(s.noted_count, 0);
    vl_match_free(s.match);
    vl_deck_free(s.deck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets_in_any_order),
        cmocka_unit_test(test_names_and_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
