/*
 * Travelogue in tests: set a position, play moves, look at the table.
 *
 * Sets of cards are written short: "d7 s2 l3 c4 e5 g6" are Dining 7, Shopping 2, Lodging 3,
 * Culture 4, Leisure 5 and Sightseeing 6.
 */
#ifndef VALISE_TESTS_TRAVELOGUE_POSITION_H
#define VALISE_TESTS_TRAVELOGUE_POSITION_H

#include <stdlib.h>

#include "games/travelogue/travelogue.h"
#include "rulebook.h"

RULEBOOK(tl_game, struct tl_state);

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
    return (uint8_t)row_of(TL_TABLE_DESTINATIONS, key);
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
    start_position(seats, "");
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

/* Lays the position on the table, with a card below every agent. */
static inline void begin_trading(void)
{
    lay_agents();
    begin();
}

/* The cards of a trade are shown to the traders, in some order. */
static inline void show_trade(void)
{
    while (s.phase == TL_SHOW) {
        vl_move moves[VL_MAX_MOVES];
        uint32_t count = tl_legal_moves(deck->data, &s, moves);
        assert_in_range(count, 1, TL_AGENTS);
        play_move(moves[count - 1]);
    }
}

static inline struct tl_state view_of(int seat)
{
    struct tl_state view;
    tl_redact(deck->data, &s, seat, &view);
    return view;
}

#endif
