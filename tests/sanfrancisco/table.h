/*
 * San Francisco, for its tests: set a position, play a move, look at the table. Included by each
 * test program once.
 */
#ifndef VALISE_TESTS_SANFRANCISCO_TABLE_H
#define VALISE_TESTS_SANFRANCISCO_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/sanfrancisco.h"
#include "valise/match.h"

enum { BLUE, GREEN, BLACK, PURPLE, RED, ORANGE };

static struct vl_deck *deck;
static const struct sf_deck *d;
static struct vl_match *match;
static struct sf_state s; /* the position being set, then the one reached */
static struct vl_error err;

static int open_deck(void **unused)
{
    (void)unused;
    deck = vl_deck_open(&sf_game, NULL, &err);
    d = deck ? deck->data : NULL;
    return deck ? 0 : -1;
}

static int close_deck(void **unused)
{
    (void)unused;
    vl_match_free(match);
    vl_deck_free(deck);
    return 0;
}

static uint32_t row_of(uint32_t table, const char *key)
{
    int row = vl_deck_find(deck, table, 0, key);
    if (row < 0)
        fail_msg("there is no %s", key);
    return (uint32_t)row;
}

static inline uint32_t place(const char *key)
{
    return row_of(SF_T_PLACES, key);
}

static inline uint32_t ticket(const char *key)
{
    return row_of(SF_T_TICKETS, key);
}

/* A move that claims a route: its number from the notation. */
static inline uint32_t route(const char *key)
{
    for (uint32_t r = 0; r < d->route_count; r++) {
        static const char *const lanes[] = {"", ".a", ".b"};
        char name[80];
        snprintf(name, sizeof name, "%s%s", vl_deck_text(deck, SF_T_LINKS, d->link[r], SF_L_KEY),
                 lanes[vl_deck_value(deck, SF_T_ROUTES, r, SF_R_LANE)]);
        if (strcmp(name, key) == 0)
            return r;
    }
    fail_msg("there is no route %s", key);
    return 0;
}

/* ---- Setting a position ---- */

/* Set-up is over, the hands are empty, a card of each of five colours lies in the row. */
static void position(uint8_t seats)
{
    struct vl_setup setup;
    assert_true(vl_setup_init(&sf_game, seats, &setup, &err));
    sf_start(d, &setup, &s);
    s.dealt = (uint8_t)(2 * SF_DEALT * seats);
    s.placing = 0;
    s.symbol[place("castro")] = SF_FIXED;
    s.symbol[place("union")] = SF_FIXED + 1;
    s.row = SF_ONES >> 24;
    s.deck -= s.row;
    s.stock -= s.row;
    s.phase = SF_TURN;
}

/* Cards by words, "black ferry". */
static uint64_t cards(const char *words)
{
    char copy[200], *rest = copy;
    uint64_t sum = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word; (word = strsep(&rest, " "));)
        sum += word[0] ? sf_cards(row_of(SF_T_CARDS, word), 1) : 0;
    return sum;
}

static inline void row(const char *words)
{
    uint64_t wanted = cards(words);
    s.deck += s.row - wanted;
    s.stock += s.row - wanted;
    s.row = wanted;
}

/* Cards that the seat has drawn unseen. */
static inline void hand(int seat, const char *words)
{
    s.hand[seat] += cards(words);
    s.drawn[seat] += cards(words);
    s.deck -= cards(words);
}

/* Cards that the seat has taken from the row. */
static inline void shown_hand(int seat, const char *words)
{
    s.hand[seat] += cards(words);
    s.known[seat] += cards(words);
    s.deck -= cards(words);
    s.stock -= cards(words);
}

/* Everything but these cards goes from the deck to the discards. */
static inline void deck_is(const char *words)
{
    s.discard += s.deck - cards(words);
    s.stock -= s.deck - cards(words);
    s.deck = cards(words);
}

static inline void owns(int seat, const char *key)
{
    uint32_t r = route(key);
    s.claimed[seat] |= vl_bit(r);
    s.cars[seat] = (uint8_t)(s.cars[seat] - d->spaces[r]);
}

static inline void holds(int seat, const char *key)
{
    s.tickets[seat] |= 1U << ticket(key);
    s.ticket_deck &= ~(1U << ticket(key));
}

/* ---- Playing ---- */

static inline void look(void)
{
    memcpy(&s, vl_match_state(match), sizeof s);
}

static inline void new_table(uint8_t seats)
{
    struct vl_setup setup = {.rules = 1, .seats = seats};
    struct vl_chance manual = {.source = VL_CHANCE_MANUAL};
    vl_match_free(match);
    match = vl_match_new(&sf_game, deck, &setup, &manual, false, &err);
    assert_non_null(match);
}

/* Lays the position on a table where chance is set by hand. */
static inline void begin(void)
{
    new_table(s.seats);
    if (!vl_match_load(match, &s, &err))
        fail_msg("%s", err.message);
}

static inline void play(const char *move)
{
    if (!vl_match_play_text(match, move, &err))
        fail_msg("%s: %s (%s)", move, err.message, err.clause);
    look();
}

static inline void chance(const char *text)
{
    struct vl_view view;
    vl_move move;
    vl_look(&sf_game, d, vl_match_state(match), VL_OPEN, &view);
    if (!sf_parse_move(deck, &view, text, &move, &err) ||
        !vl_match_play_chance(match, move, NULL, &err))
        fail_msg("%s: %s", text, err.message);
    look();
}

static inline void refused(const char *move, const char *clause)
{
    if (vl_match_play_text(match, move, &err))
        fail_msg("%s was played", move);
    assert_string_equal(err.clause, clause);
    assert_true(err.message[0]);
}

static inline bool offered(const char *text)
{
    struct vl_view view;
    vl_move move;
    vl_look(&sf_game, d, vl_match_state(match), VL_OPEN, &view);
    assert_true(sf_parse_move(deck, &view, text, &move, &err));
    return vl_is_legal(&sf_game, d, vl_match_state(match), move);
}

/* How many ways there are to claim a route here. */
static inline uint32_t ways(uint32_t wanted)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = sf_legal_moves(d, vl_match_state(match), moves), found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += VL_MOVE_KIND(moves[i]) == SF_CLAIM && SF_ROUTE_OF(moves[i]) == wanted;
    return found;
}

static inline int acting(void)
{
    return vl_match_to_act(match);
}

#endif
