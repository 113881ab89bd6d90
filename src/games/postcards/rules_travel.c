/*
 * Postcards: ways over the tableau, and who may go, stay and be placed. Portable.
 *
 * A turn must be able to end with every traveller of the seat on a card of its own (PC-4.5).
 * Nearly always that is so at once after a move; where it is not, can_walk_apart searches the few
 * steps that the coins left allow, for both travellers of a team together.
 */
#include "core/bits.h"
#include "games/postcards/postcards.h"

#define ALL_CELLS ((1U << PC_CELLS) - 1)

/* The cells from which a direction leads off the tableau. */
VL_RULE static inline uint32_t edge(uint32_t direction)
{
    return direction == PC_NORTH  ? 0x0001fU
           : direction == PC_WEST ? 0x08421U
           : direction == PC_EAST ? 0x84210U
                                  : 0xf8000U;
}

VL_RULE static inline int32_t step(uint32_t direction)
{
    return direction == PC_NORTH  ? -PC_CONTINENTS
           : direction == PC_WEST ? -1
           : direction == PC_EAST ? 1
                                  : PC_CONTINENTS;
}

VL_RULE uint32_t pc_next(uint32_t gaps, uint32_t cell, uint32_t direction)
{
    do {
        if ((edge(direction) >> cell) & 1U)
            return PC_NOWHERE;
        cell = (uint32_t)((int32_t)cell + step(direction));
    } while (VL_UNLIKELY((gaps >> cell) & 1U));
    return cell;
}

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

/* A team on its way: what the search for a way apart changes. */
struct walk {
    uint8_t at[PC_TEAM];
    uint8_t open;
    uint8_t coins;
    uint32_t fresh; /* cells whose card is still to be drawn: one may arrive, not leave */
    uint32_t gaps;
};

VL_RULE static inline bool apart(const struct walk *w, uint32_t strangers)
{
    return !((strangers >> w->at[0] | strangers >> w->at[1]) & 1U) &&
           (w->at[0] != w->at[1] || w->at[0] == PC_NOWHERE);
}

VL_RULE static void start_walk(const struct pc_state *s, struct walk *w)
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

/* Lets a traveller of the walk go; false if it may not or cannot. */
VL_RULE static bool walk_on(const struct pc_deck *d, const struct pc_state *s, struct walk *w,
                            uint32_t traveller, uint32_t direction)
{
    uint32_t from = w->at[traveller];
    if (from >= PC_CELLS || (w->fresh >> from & 1U) || s->tableau[from] == PC_NONE)
        return false;
    uint32_t open = w->open >> traveller & 1U;
    if (open && w->at[1 - traveller] == from)
        return false; /* PC-4.6 */
    uint32_t cost = d->arrow[s->tableau[from]][direction];
    uint32_t to = pc_next(w->gaps, from, direction);
    if (cost > w->coins || to == PC_NOWHERE)
        return false;
    if (open) {
        if (refills(s, w, from))
            w->fresh |= 1U << from;
        else
            w->gaps |= 1U << from;
        w->open &= (uint8_t) ~(1U << traveller);
    }
    w->coins = (uint8_t)(w->coins - cost);
    w->at[traveller] = (uint8_t)to;
    return true;
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
        if (here.coins == 0)
            continue;
        for (uint32_t n = 0; n < PC_TEAM * PC_DIRECTIONS; n++) {
            struct walk next = here;
            if (!walk_on(d, s, &next, n / PC_DIRECTIONS, n % PC_DIRECTIONS))
                continue;
            if (apart(&next, strangers))
                return true;
            stack[depth++] = next;
        }
    }
    return false;
}

VL_RULE bool pc_settled(const struct pc_state *s)
{
    struct walk w;
    start_walk(s, &w);
    return apart(&w, pc_strangers(s, s->seat));
}

VL_RULE bool pc_can_settle(const struct pc_deck *d, const struct pc_state *s)
{
    struct walk w;
    uint32_t strangers = pc_strangers(s, s->seat);
    start_walk(s, &w);
    return apart(&w, strangers) || can_walk_apart(d, s, &w, strangers);
}

VL_RULE uint32_t pc_travel_mask(const struct pc_deck *d, const struct pc_state *s,
                                uint32_t traveller)
{
    uint32_t mask = 0, strangers = pc_strangers(s, s->seat);
    struct walk start;
    start_walk(s, &start);
    for (uint32_t direction = 0; direction < PC_DIRECTIONS; direction++) {
        struct walk w = start;
        if (walk_on(d, s, &w, traveller, direction) &&
            (apart(&w, strangers) || can_walk_apart(d, s, &w, strangers)))
            mask |= 1U << direction;
    }
    return mask;
}

VL_RULE bool pc_may_holiday(const struct pc_deck *d, const struct pc_state *s, uint32_t traveller)
{
    uint32_t cell = s->at[s->seat][traveller];
    if (cell == PC_NOWHERE || (s->open[s->seat] >> traveller & 1U))
        return false;
    uint32_t card = s->tableau[cell];
    if (card == PC_NONE || d->cost[card] > s->coins)
        return false;
    uint32_t strangers = pc_strangers(s, s->seat);
    if ((strangers >> cell & 1U) || s->at[s->seat][1 - traveller] == cell)
        return false; /* PC-3.3 */
    if (d->asks[card].total) {
        struct pc_supply supply;
        pc_supply_of(d, s, s->seat, &supply);
        if (pc_lacking(&d->asks[card], &supply))
            return false; /* PC-3.2 */
    }
    struct walk w;
    start_walk(s, &w);
    w.coins = (uint8_t)(w.coins - d->cost[card]);
    w.open |= (uint8_t)(1U << traveller);
    return apart(&w, strangers) || can_walk_apart(d, s, &w, strangers);
}

VL_RULE uint32_t pc_placing(const struct pc_state *s)
{
    if (s->at[s->seat][0] == PC_NOWHERE)
        return 0;
    return s->seats == 2 && s->round > 1 && s->at[s->seat][1] == PC_NOWHERE ? 1 : PC_TEAM;
}

VL_RULE uint32_t pc_place_mask(const struct pc_deck *d, const struct pc_state *s)
{
    uint32_t traveller = pc_placing(s), lowest = 255, mask = 0;
    if (traveller == PC_TEAM)
        return 0;
    for (uint32_t rest = ALL_CELLS & ~pc_occupied(s) & ~s->gaps; rest; rest &= rest - 1) {
        uint32_t cell = (uint32_t)__builtin_ctz(rest);
        uint32_t cost = s->tableau[cell] == PC_NONE ? 255 : d->cost[s->tableau[cell]];
        if (cost < lowest) {
            lowest = cost;
            mask = 0;
        }
        if (cost == lowest && cost != 255)
            mask |= 1U << cell;
    }
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

VL_RULE uint64_t pc_choices(const struct pc_deck *d, const struct pc_state *s)
{
    if (s->phase == PC_PHASE_TOURIST)
        return (uint64_t)pc_tourist_mask(s) << PC_BIT_TOURIST;
    uint64_t mask = (uint64_t)pc_place_mask(d, s) << PC_BIT_PLACE;
    if (s->at[s->seat][0] == PC_NOWHERE)
        return mask; /* PC-2.1 */
    for (uint32_t t = 0; t < PC_TEAM; t++) {
        if (s->at[s->seat][t] == PC_NOWHERE)
            continue;
        if (s->coins)
            mask |= (uint64_t)pc_travel_mask(d, s, t) << (PC_BIT_TRAVEL + t * PC_DIRECTIONS);
        if (s->coins && pc_may_holiday(d, s, t))
            mask |= vl_bit(PC_BIT_HOLIDAY + t);
    }
    mask |= (uint64_t)s->may_take << PC_BIT_TOUR;
    if (pc_settled(s))
        mask |= vl_bit(PC_BIT_END);
    return mask;
}
