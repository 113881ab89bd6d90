/*
 * Postcards: ways over the tableau, and who may go, stay and be placed. Portable.
 *
 * A turn must be able to end with every traveller of the seat on a card of its own (PC-4.5).
 * Nearly always that is so at once after a move; where it is not, can_walk_apart searches the few
 * steps that the coins left allow, for both travellers of a team together.
 */
#include "games/postcards/postcards.h"

#define ALL_CELLS ((1U << PC_CELLS) - 1)

VL_RULE uint32_t pc_direction(uint32_t from, uint32_t to)
{
    if (from == to || from >= PC_CELLS || to >= PC_CELLS)
        return PC_DIRECTIONS;
    if (pc_column(from) == pc_column(to))
        return to < from ? PC_NORTH : PC_SOUTH;
    if (from / PC_CONTINENTS == to / PC_CONTINENTS)
        return to < from ? PC_WEST : PC_EAST;
    return PC_DIRECTIONS;
}

/* Travellers that are nowhere set bit 31, which the mask of cells takes off again; this needs no
 * branch. */
VL_RULE uint32_t pc_occupied(const struct pc_state *s)
{
    uint32_t cells = 1U << s->tourist;
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        cells |= 1U << s->at[seat][0] | 1U << s->at[seat][1];
    return cells & ALL_CELLS;
}

VL_RULE uint32_t pc_strangers(const struct pc_state *s, uint32_t seat)
{
    uint32_t cells = 1U << s->tourist;
    for (uint32_t other = 0; other < VL_MAX_SEATS; other++)
        if (other != seat)
            cells |= 1U << s->at[other][0] | 1U << s->at[other][1];
    return cells & ALL_CELLS;
}

/* The travellers of the acting seat on their way: what the search for a way apart changes. */
struct walk {
    uint8_t at[PC_TEAM];
    uint8_t open, coins;
    uint32_t fresh; /* cells whose card is still to be drawn: one may arrive, not leave */
    uint32_t gaps;
};

/* PC-4.4 for both travellers of a seat: no stranger on either card, and not both on one. A second
 * traveller that is not placed shares "nowhere" with nobody. */
VL_RULE static inline bool apart(uint32_t at, uint32_t other, uint32_t strangers)
{
    return !((strangers >> at | strangers >> other) & 1U) && (at != other || at == PC_NOWHERE);
}

VL_RULE static inline void start_walk(const struct pc_state *s, struct walk *w)
{
    w->at[0] = s->at[s->seat][0];
    w->at[1] = s->at[s->seat][1];
    w->open = s->open[s->seat];
    w->coins = s->coins;
    w->fresh = s->phase == PC_PHASE_REFILL_CARD ? 1U << s->waiting : 0;
    w->gaps = s->gaps;
}

/* Whether a card can still be drawn for a cell, those to be drawn before it left out. */
VL_RULE static bool refills(const struct pc_state *s, const struct walk *w, uint32_t cell)
{
    uint32_t column = pc_column(cell);
    uint64_t deck = s->deck >> (PC_CARDS_EACH * column) & vl_first(PC_CARDS_EACH);
    return vl_count(deck) > vl_count(w->fresh & (0x08421U << column));
}

/* The arrows of the card that a traveller can leave now, or none. */
VL_RULE static inline const uint8_t *arrows(const struct pc_deck *d, const struct pc_state *s,
                                            const struct walk *w, uint32_t traveller)
{
    uint32_t from = w->at[traveller];
    if (from >= PC_CELLS || (w->fresh >> from & 1U) || s->tableau[from] == PC_NONE)
        return 0;
    if ((w->open >> traveller & 1U) && w->at[1 - traveller] == from)
        return 0; /* PC-4.6 */
    return d->arrow[s->tableau[from]];
}

/* A step of the search: a card collected on the way leaves a cell that is drawn for, whose arrows
 * nobody knows yet (PC-4.5), or a gap. */
VL_RULE static inline void walk_on(const struct pc_state *s, struct walk *w, uint32_t traveller,
                                   uint32_t to, uint32_t cost)
{
    uint32_t from = w->at[traveller];
    if (w->open >> traveller & 1U) {
        if (refills(s, w, from))
            w->fresh |= 1U << from;
        else
            w->gaps |= 1U << from;
        w->open &= (uint8_t) ~(1U << traveller);
    }
    w->coins = (uint8_t)(w->coins - cost);
    w->at[traveller] = (uint8_t)to;
}

/* The cells beside each cell, as a mask. */
VL_RULE static inline uint32_t around(uint32_t cell)
{
    uint32_t here = 1U << cell, row = (here & ~0x08421U) >> 1 | (here & ~0x84210U) << 1;
    return row | here >> PC_CONTINENTS | (here << PC_CONTINENTS & ALL_CELLS);
}

/* The directions that do not lead off the tableau. */
VL_RULE static inline uint32_t exits(uint32_t cell)
{
    static const uint8_t all[PC_CELLS] = {12, 14, 14, 14, 10, 13, 15, 15, 15, 11,
                                          13, 15, 15, 15, 11, 5,  7,  7,  7,  3};
    return all[cell];
}

/* Whether one step of a traveller sets the team apart: nearly always so, where it is not. */
VL_RULE static bool one_step_apart(const struct pc_deck *d, const struct pc_state *s,
                                   const struct walk *w, uint32_t traveller, uint32_t strangers)
{
    if (!arrows(d, s, w, traveller))
        return false;
    uint32_t from = w->at[traveller], other = w->at[1 - traveller];
    uint32_t rest = exits(from) & d->within[s->tableau[from]][w->coins];
    for (; rest; rest &= rest - 1) {
        uint32_t to = pc_next(w->gaps, from, (uint32_t)__builtin_ctz(rest));
        if (to != PC_NOWHERE && apart(to, other, strangers))
            return true;
    }
    return false;
}

/* The search of PC-4.5. Every step costs a coin and there are eight at most, so four coins leave at
 * most 4 * 7 + 1 positions on the stack. */
VL_RULE static bool can_walk_apart(const struct pc_deck *d, const struct pc_state *s,
                                   const struct walk *start, uint32_t strangers)
{
    struct walk stack[40];
    uint32_t depth = 0;
    stack[depth++] = *start;
    while (depth) {
        struct walk here = stack[--depth];
        for (uint32_t t = 0; t < PC_TEAM; t++) {
            const uint8_t *arrow = arrows(d, s, &here, t);
            uint32_t other = here.at[1 - t];
            if (!arrow)
                continue;
            for (uint32_t direction = 0; direction < PC_DIRECTIONS; direction++) {
                if (arrow[direction] > here.coins)
                    continue;
                uint32_t to = pc_next(here.gaps, here.at[t], direction);
                if (to == PC_NOWHERE)
                    continue;
                if (apart(to, other, strangers))
                    return true;
                if (arrow[direction] == here.coins)
                    continue;
                stack[depth] = here;
                walk_on(s, &stack[depth++], t, to, arrow[direction]);
            }
        }
    }
    return false;
}

/* At once, or by some steps more; with no coins left there are none. */
VL_RULE static bool settles(const struct pc_deck *d, const struct pc_state *s, const struct walk *w,
                            uint32_t strangers)
{
    return apart(w->at[0], w->at[1], strangers) || (w->coins && can_walk_apart(d, s, w, strangers));
}

VL_RULE bool pc_apart(const struct pc_state *s, uint32_t strangers)
{
    return apart(s->at[s->seat][0], s->at[s->seat][1], strangers);
}

VL_RULE bool pc_settled(const struct pc_state *s)
{
    return pc_apart(s, pc_strangers(s, s->seat));
}

VL_RULE bool pc_can_settle(const struct pc_deck *d, const struct pc_state *s)
{
    struct walk w;
    start_walk(s, &w);
    return settles(d, s, &w, pc_strangers(s, s->seat));
}

/* The directions with an arrow that the coins pay for, less those after which the seat could not
 * settle (PC-4.5). The quick test before the loop decides nearly all cases in playouts. */
VL_RULE static uint32_t travel_mask(const struct pc_deck *d, const struct pc_state *s,
                                    const struct walk *start, uint32_t strangers,
                                    uint32_t traveller)
{
    const uint8_t *arrow = arrows(d, s, start, traveller);
    uint32_t from = start->at[traveller], other = start->at[1 - traveller];
    if (!arrow)
        return 0;
    uint32_t mask = exits(from) & d->within[s->tableau[from]][start->coins];
    /* Mostly nobody stands around, there is no gap, and the teammate is settled. */
    uint32_t bad = strangers | 1U << other;
    if (!(around(from) & (bad | start->gaps)) && !(strangers >> other & 1U))
        return mask;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint32_t direction = (uint32_t)__builtin_ctz(rest);
        uint32_t to = pc_next(start->gaps, from, direction);
        if (to != PC_NOWHERE && apart(to, other, strangers))
            continue;
        struct walk w = *start;
        if (to == PC_NOWHERE || arrow[direction] == w.coins) {
            mask &= ~(1U << direction);
            continue;
        }
        walk_on(s, &w, traveller, to, arrow[direction]);
        if (!one_step_apart(d, s, &w, traveller, strangers) && !can_walk_apart(d, s, &w, strangers))
            mask &= ~(1U << direction);
    }
    return mask;
}

VL_RULE uint32_t pc_travel_mask(const struct pc_deck *d, const struct pc_state *s,
                                uint32_t traveller)
{
    struct walk start;
    start_walk(s, &start);
    return travel_mask(d, s, &start, pc_strangers(s, s->seat), traveller);
}

/* PC-3.1 to PC-3.4, and the coins left must still settle the seat (PC-4.5). */
VL_RULE static bool may_holiday(const struct pc_deck *d, const struct pc_state *s,
                                const struct walk *start, uint32_t strangers, uint32_t traveller)
{
    uint32_t cell = start->at[traveller], other = start->at[1 - traveller];
    if (cell == PC_NOWHERE || (start->open >> traveller & 1U))
        return false;
    uint32_t card = s->tableau[cell];
    if (card == PC_NONE || d->cost[card] > start->coins)
        return false;
    if ((strangers >> cell & 1U) || other == cell)
        return false; /* PC-3.3 */
    if (d->asks[card].total) {
        struct pc_supply supply;
        pc_supply_of(d, s, s->seat, &supply);
        if (!pc_meets(&d->asks[card], &supply))
            return false; /* PC-3.2 */
    }
    struct walk w = *start;
    w.coins = (uint8_t)(w.coins - d->cost[card]);
    w.open |= (uint8_t)(1U << traveller);
    return settles(d, s, &w, strangers);
}

VL_RULE bool pc_may_holiday(const struct pc_deck *d, const struct pc_state *s, uint32_t traveller)
{
    struct walk start;
    start_walk(s, &start);
    return may_holiday(d, s, &start, pc_strangers(s, s->seat), traveller);
}

/* PC-2.1 for the first traveller, PC-8.3 for the second. */
VL_RULE uint32_t pc_placing(const struct pc_state *s)
{
    if (s->at[s->seat][0] == PC_NOWHERE)
        return 0;
    return s->seats == 2 && s->round > 1 && s->at[s->seat][1] == PC_NOWHERE ? 1 : PC_TEAM;
}

/* The free cards of the lowest cost, and that cost (255: no card is free). */
VL_RULE static uint32_t cheapest(const struct pc_deck *d, const struct pc_state *s,
                                 uint32_t *lowest)
{
    uint32_t mask = 0;
    *lowest = 255;
    for (uint32_t rest = ALL_CELLS & ~pc_occupied(s) & ~s->gaps; rest; rest &= rest - 1) {
        uint32_t cell = (uint32_t)__builtin_ctz(rest);
        uint32_t cost = s->tableau[cell] == PC_NONE ? 255 : d->cost[s->tableau[cell]];
        if (cost < *lowest) {
            *lowest = cost;
            mask = 0;
        }
        if (cost == *lowest && cost != 255)
            mask |= 1U << cell;
    }
    return mask;
}

VL_RULE uint32_t pc_start_cost(const struct pc_deck *d, const struct pc_state *s)
{
    uint32_t cost;
    cheapest(d, s, &cost);
    return cost;
}

VL_RULE uint32_t pc_place_mask(const struct pc_deck *d, const struct pc_state *s)
{
    uint32_t traveller = pc_placing(s), lowest;
    if (traveller == PC_TEAM)
        return 0;
    uint32_t mask = cheapest(d, s, &lowest);
    if (traveller == 0 || pc_settled(s))
        return mask;
    /* The teammate is on its way: leave it somewhere to go (PC-4.5). */
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        struct pc_state placed = *s;
        uint32_t cell = (uint32_t)__builtin_ctz(rest);
        placed.at[s->seat][traveller] = (uint8_t)cell;
        if (!pc_can_settle(d, &placed))
            mask &= ~(1U << cell);
    }
    return mask;
}

/* PC-7.3: the next card in each direction, over gaps, if nobody stands there. */
VL_RULE uint32_t pc_tourist_mask(const struct pc_state *s)
{
    uint32_t mask = 0, occupied = pc_occupied(s);
    if (s->tourist == PC_NOWHERE)
        return 0;
    for (uint32_t direction = 0; direction < PC_DIRECTIONS; direction++) {
        uint32_t cell = pc_next(s->gaps, s->tourist, direction);
        if (cell != PC_NOWHERE && !(occupied >> cell & 1U))
            mask |= 1U << direction;
    }
    return mask;
}

VL_RULE uint32_t pc_ways(const struct pc_deck *d, const struct pc_state *s, uint32_t strangers)
{
    struct walk start;
    uint32_t ways = 0;
    start_walk(s, &start);
    for (uint32_t t = 0; t < PC_TEAM; t++) {
        ways |= travel_mask(d, s, &start, strangers, t) << (t * PC_DIRECTIONS);
        if (may_holiday(d, s, &start, strangers, t))
            ways |= 1U << (PC_BIT_HOLIDAY - PC_BIT_TRAVEL + t);
    }
    return ways;
}

/* Everything that the acting seat may do, as one mask in the order of the moves: listing, counting
 * and picking the k-th move are then the same for all kinds. */
VL_RULE uint64_t pc_choices(const struct pc_deck *d, const struct pc_state *s)
{
    if (s->phase == PC_PHASE_TOURIST)
        return (uint64_t)pc_tourist_mask(s) << PC_BIT_TOURIST;
    uint32_t strangers = pc_strangers(s, s->seat);
    uint64_t mask = (uint64_t)pc_place_mask(d, s) << PC_BIT_PLACE;
    if (s->at[s->seat][0] == PC_NOWHERE)
        return mask; /* PC-2.1 */
    if (s->coins)
        mask |= (uint64_t)pc_ways(d, s, strangers) << PC_BIT_TRAVEL;
    mask |= (uint64_t)s->may_take << PC_BIT_TOUR;
    if (pc_apart(s, strangers))
        mask |= vl_bit(PC_BIT_END);
    return mask;
}
