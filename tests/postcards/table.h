/*
 * A table of Postcards for tests: set a position, play moves in their notation, look.
 *
 * The tests play on a deck of their own making where costs and arrows matter: plain() gives every
 * card cost 1, no asks, and arrows of 1, and leaves names and icons as they are.
 */
#ifndef TESTS_POSTCARDS_TABLE_H
#define TESTS_POSTCARDS_TABLE_H

#include "core/bits.h"
#include "games/postcards/postcards.h"
#include "rulebook.h"

enum { RED, PURPLE, YELLOW, GREEN, BLUE };
enum { SUN, MOUNTAIN, CITY, FOOD, ART, WILDLIFE };

RULEBOOK(pc_game, struct pc_state);
static struct pc_deck printed; /* the deck as it was loaded */
static struct pc_deck *d;      /* deck->data, which tests may change */

/* Tests change arrows by hand: what is looked up by them follows. */
static void index_arrows(void)
{
    pc_index_arrows(d);
}

static int open_table(void **unused)
{
    if (open_deck(unused) != 0)
        return -1;
    d = deck->data;
    printed = *d;
    rulebook_prepare = index_arrows;
    return 0;
}

static uint32_t card(const char *key)
{
    return row_of(PC_TABLE_POSTCARDS, key);
}

/* a1 .. e4 */
static uint32_t cell(const char *name)
{
    return (uint32_t)(name[1] - '1') * PC_CONTINENTS + (uint32_t)(name[0] - 'a');
}

/* Every card costs 1, asks for nothing and is left for 1 coin. */
static inline void plain(void)
{
    *d = printed;
    memset(d->cost, 1, sizeof d->cost);
    memset(d->asks, 0, sizeof d->asks);
    memset(d->arrow, 1, sizeof d->arrow);
}

/* The printed deck; the first four cards of each continent down the columns, the first four tours,
 * suitcases in order; seat 0 begins its first turn. */
static inline void position(uint8_t seats)
{
    start_position(seats, "");
    for (uint32_t seat = 0; seat < seats; seat++)
        pc_apply(d, &s, VL_MOVE(PC_SUITCASE, seats == 2 ? 2 * seat : seat));
    pc_apply(d, &s, VL_MOVE(PC_FIRST, 0));
    for (uint32_t n = 0; n < PC_CELLS; n++)
        pc_apply(d, &s, VL_MOVE(PC_DEAL, pc_column(n) * PC_CARDS_EACH + n / PC_CONTINENTS));
    for (uint32_t tour = 0; tour < PC_LINE; tour++)
        pc_apply(d, &s, VL_MOVE(PC_REVEAL, tour));
    assert_int_equal(s.phase, PC_PHASE_TURN);
}

/* Everybody placed, in the second round, seat 0 to move with four coins. */
static inline void under_way(uint8_t seats, const char *const *cells)
{
    position(seats);
    for (uint32_t seat = 0; seat < seats; seat++)
        s.at[seat][0] = (uint8_t)cell(cells[seat]);
    s.round = 2;
    pc_derive(d, &s);
}

static inline void stand(uint32_t seat, uint32_t traveller, const char *name, bool open)
{
    s.at[seat][traveller] = (uint8_t)cell(name);
    s.open[seat] = (uint8_t)((s.open[seat] & ~(1U << traveller)) | (uint32_t)open << traveller);
    pc_derive(d, &s);
}

/* Takes a card out of its deck, or off the tableau by exchange, into a collection. */
static inline void give(uint32_t seat, const char *key)
{
    uint64_t bit = vl_bit(card(key));
    for (uint32_t n = 0; n < PC_CELLS; n++)
        if (s.tableau[n] == card(key)) {
            uint32_t other = vl_lowest(s.deck >> (12 * pc_column(n)) << (12 * pc_column(n)));
            s.tableau[n] = (uint8_t)other;
            s.deck = (s.deck | bit) & ~vl_bit(other);
        }
    s.deck &= ~bit;
    s.held[seat] |= bit;
    pc_derive(d, &s);
}

/* Puts a card on a cell; the card there goes back into its deck. */
static inline void lay(const char *name, const char *key)
{
    uint32_t there = s.tableau[cell(name)];
    for (uint32_t n = 0; n < PC_CELLS; n++)
        if (s.tableau[n] == card(key)) {
            s.tableau[n] = (uint8_t)there;
            s.tableau[cell(name)] = (uint8_t)card(key);
            return;
        }
    s.deck = (s.deck | vl_bit(there)) & ~vl_bit(card(key));
    s.tableau[cell(name)] = (uint8_t)card(key);
    pc_derive(d, &s);
}

/* The rest of a deck goes to the last seat, so that a gap can come. */
static inline void empty_deck(uint32_t continent)
{
    uint64_t rest = s.deck & vl_first(PC_CARDS_EACH) << (PC_CARDS_EACH * continent);
    s.deck &= ~rest;
    s.held[s.seats - 1] |= rest;
    pc_derive(d, &s);
}

/* What the acting seat sees, at chance what everybody does. */
static inline void look(struct vl_view *view)
{
    vl_look(&pc_game, d, &s, acting() < 0 ? VL_SPECTATOR : acting(), view);
}

static inline uint32_t place_of_tour(const char *key)
{
    int tour = vl_deck_find(deck, PC_TABLE_TOURS, 0, key);
    for (uint32_t place = 0; place < PC_LINE; place++)
        if (s.line[place] == tour)
            return place;
    return PC_NONE;
}

#endif
