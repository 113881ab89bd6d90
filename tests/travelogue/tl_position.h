/*
 * Travelogue in tests: set a position, play moves, look at the table.
 *
 * Sets of cards are written short: "d7 s2 l3 c4 e5 g6" are Dining 7, Shopping 2, Lodging 3,
 * Culture 4, Leisure 5 and Sightseeing 6.
 */
#ifndef VALISE_TESTS_TRAVELOGUE_POSITION_H
#define VALISE_TESTS_TRAVELOGUE_POSITION_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/travelogue/travelogue.h"
#include "valise/match.h"

static struct vl_deck *deck;
static struct vl_match *match;
static struct tl_state s; /* the position being set, then the one reached */
static struct vl_error err;

static inline int open_deck(void **unused)
{
    (void)unused;
    deck = vl_deck_open(&tl_game, NULL, &err);
    return deck ? 0 : -1;
}

static inline int close_deck(void **unused)
{
    (void)unused;
    vl_match_free(match);
    vl_deck_free(deck);
    return 0;
}

static inline const struct tl_deck *hot(void)
{
    return deck->data;
}

static inline struct tl_set cards(const char *text)
{
    static const char letters[] = "dslceg";
    struct tl_set set = tl_no_cards();
    while (*text) {
        const char *letter = strchr(letters, *text);
        char *end;
        assert_non_null(letter);
        unsigned long number = strtoul(text + 1, &end, 10);
        assert_in_range(number, 1, TL_NUMBERS);
        tl_add(&set, (uint32_t)(letter - letters) * TL_NUMBERS + (uint32_t)number - 1);
        text = *end ? end + 1 : end;
    }
    return set;
}

static inline uint32_t card(const char *text)
{
    return tl_lowest(cards(text));
}

static inline uint8_t country(const char *key)
{
    int row = vl_deck_find(deck, TL_TABLE_DESTINATIONS, TL_D_KEY, key);
    assert_true(row >= 0);
    return (uint8_t)row;
}

#define assert_cards(set, text) assert_true(tl_same(set, cards(text)))

/* ---- Setting a position ---- */

static inline void agent(uint32_t number, const char *text)
{
    if (s.agent[number - 1] != TL_NONE)
        tl_add(&s.deck, s.agent[number - 1]);
    s.agent[number - 1] = (uint8_t)card(text);
    tl_drop(&s.deck, card(text));
}

static inline void hand(uint32_t seat, const char *text)
{
    s.deck = tl_without(tl_join(s.deck, s.hand[seat]), cards(text));
    s.hand[seat] = cards(text);
}

/* Seat 0 is on turn in Italy; hands are empty. */
static inline void position(uint8_t seats)
{
    static const char *const goals[] = {"italy", "japan", "egypt", "india"};
    struct vl_setup setup;
    assert_true(vl_setup_init(&tl_game, seats, &setup, &err));
    tl_start(deck->data, &setup, &s);
    for (uint8_t seat = 0; seat < seats; seat++) {
        s.album[seat] = (uint8_t)(4 - seat);
        s.destination[seat] = country(goals[seat]);
    }
    for (uint32_t p = 0; p < TL_PILES; p++) {
        static const char *const tops[] = {"france", "brazil", "iceland"};
        s.pile[p][0] = country(tops[p]);
    }
    for (uint32_t taken = 0; taken < seats; taken++) /* each seat took a card of a pile */
        s.pile[taken % TL_PILES][TL_PILE_SIZE - 1 - taken / TL_PILES] = TL_NONE;
    s.phase = TL_TURN;
}

/* Lays cards without a mark below the agents that have none, which no test names. */
static inline void lay_agents(void)
{
    struct tl_set plain = tl_without(s.deck, tl_join(hot()->bonus, hot()->cloud));
    plain = tl_without(plain, cards("s5 s9 s13 e1 e5 e6 e7"));
    for (uint32_t c = 0; c < TL_CARDS; c++)
        if (tl_activity(c) != 1 && tl_activity(c) != 4)
            tl_drop(&plain, c);
    for (uint32_t i = 0; i < TL_AGENTS; i++) {
        if (s.agent[i] != TL_NONE || !tl_any(s.deck))
            continue;
        assert_true(tl_any(plain));
        s.agent[i] = (uint8_t)tl_take_lowest(&plain);
        tl_drop(&s.deck, s.agent[i]);
    }
}

/* Leaves only these cards in the deck; the others have been discarded. */
static inline void left_in_deck(const char *text)
{
    lay_agents();
    s.deck = cards(text);
    if (!tl_any(s.deck))
        s.last_turns = s.seats;
}

/* Lays the position on a table where chance is set by hand. */
static inline void begin(void)
{
    struct vl_setup setup = {.rules = 1, .seats = s.seats};
    struct vl_chance chance = {.source = VL_CHANCE_MANUAL};
    lay_agents();
    vl_match_free(match);
    match = vl_match_new(&tl_game, deck, &setup, &chance, false, &err);
    assert_non_null(match);
    if (!vl_match_load(match, &s, &err))
        fail_msg("%s", err.message);
}

static inline void look(void)
{
    memcpy(&s, vl_match_state(match), sizeof s);
    assert_null(tl_check(deck->data, &s));
}

/* Plays moves parted by commas, chance included. */
static inline void play(const char *moves)
{
    char copy[400], *rest = copy;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *text; (text = strsep(&rest, ","));) {
        text += strspn(text, " ");
        struct vl_view view;
        vl_move move;
        vl_look(&tl_game, deck->data, vl_match_state(match), VL_OPEN, &view);
        if (!tl_parse_move(deck, &view, text, &move, &err))
            fail_msg("%s: %s", text, err.message);
        bool done = vl_match_to_act(match) == VL_CHANCE
                        ? vl_match_play_chance(match, move, NULL, &err)
                        : vl_match_play(match, move, &err);
        if (!done)
            fail_msg("%s: %s (%s)", text, err.message, err.clause);
        look();
    }
}

/* The cards of a trade are shown to the traders, in some order. */
static inline void show_trade(void)
{
    while (s.phase == TL_SHOW) {
        vl_move moves[VL_MAX_MOVES];
        uint32_t count = tl_legal_moves(deck->data, &s, moves);
        assert_in_range(count, 1, TL_AGENTS);
        assert_true(vl_match_play_chance(match, moves[count - 1], NULL, &err));
        look();
    }
}

static inline void refused(const char *text, const char *clause)
{
    struct tl_state before = s;
    assert_false(vl_match_play_text(match, text, &err));
    if (strcmp(err.clause, clause) != 0)
        fail_msg("%s: refused by %s (%s), not by %s", text, err.clause, err.message, clause);
    look();
    assert_memory_equal(&before, &s, sizeof s);
}

static inline bool legal(const char *text)
{
    struct vl_view view;
    vl_move move;
    vl_look(&tl_game, deck->data, &s, VL_OPEN, &view);
    assert_true(tl_parse_move(deck, &view, text, &move, &err));
    return vl_is_legal(&tl_game, deck->data, &s, move);
}

static inline struct tl_state view_of(int seat)
{
    struct tl_state view;
    tl_redact(deck->data, &s, seat, &view);
    return view;
}

#endif
