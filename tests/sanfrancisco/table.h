/*
 * San Francisco, for its tests: set a position, play a move, look at the table. Included by each
 * test program once.
 */
#ifndef VALISE_TESTS_SANFRANCISCO_TABLE_H
#define VALISE_TESTS_SANFRANCISCO_TABLE_H

#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/sanfrancisco.h"
#include "rulebook.h"

enum { BLUE, GREEN, BLACK, PURPLE, RED, ORANGE };

RULEBOOK(sf_game, struct sf_state);
static const struct sf_deck *d; /* the data of the deck */

static int open_table(void **unused)
{
    if (open_deck(unused) != 0)
        return -1;
    d = deck->data;
    return 0;
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
    start_position(seats, "");
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

/* How many ways there are to claim a route here. */
static inline uint32_t ways(uint32_t wanted)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = sf_legal_moves(d, &s, moves), found = 0;
    for (uint32_t i = 0; i < count; i++)
        found += VL_MOVE_KIND(moves[i]) == SF_CLAIM && SF_ROUTE_OF(moves[i]) == wanted;
    return found;
}

#endif
