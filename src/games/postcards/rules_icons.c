/*
 * Postcards: what asks are met (PC-5.2 to PC-5.6). Portable.
 *
 * A coloured icon can be served by its own class alone, and a suitcase can serve its icon alone,
 * so both are assigned first. What is left is a graph: every icon on a card joins its colour and
 * its kind and serves one of the two. Such asks are met exactly if, for every set of colours and
 * kinds, the icons touching the set are at least as many as the set asks for (Hall's condition).
 * For a given set of colours the worst set of kinds is found kind by kind, so the sets of colours
 * asked for, 32 at most and mostly 4, decide; the largest shortfall is what stays open.
 */
#include "games/postcards/postcards.h"

#define HIGH_BITS UINT64_C(0x8080808080808080)
#define LOW_BITS UINT64_C(0x0101010101010101)

/* Byte by byte a - b, or 0 where b is more; all bytes below 128. */
VL_RULE static inline uint64_t bytes_beyond(uint64_t a, uint64_t b)
{
    uint64_t difference = (a | HIGH_BITS) - b, kept = (difference & HIGH_BITS) >> 7;
    return difference & (kept * 0x7f);
}

VL_RULE static inline uint32_t sum_of_bytes(uint64_t bytes)
{
    return (uint32_t)((bytes * LOW_BITS) >> 56);
}

VL_RULE void pc_supply_of(const struct pc_deck *d, const struct pc_state *s, uint32_t seat,
                          struct pc_supply *supply)
{
    vl_memset(supply, 0, sizeof *supply);
    for (uint64_t rest = s->held[seat]; rest;) {
        uint32_t card = vl_take_lowest(&rest);
        supply->row[pc_continent(card)] += d->icons[card];
    }
    for (uint32_t t = 0; t < PC_TEAM; t++)
        if (s->suitcase[seat][t] != PC_NONE)
            supply->suitcases += d->suitcase[s->suitcase[seat][t]];
}

/* Asks that stay open; with `any` it stops at the first and returns at least 1. */
VL_RULE static inline uint32_t open_asks(const struct pc_asks *asks, const struct pc_supply *supply,
                                         bool any)
{
    uint64_t row[PC_CONTINENTS];
    uint64_t all = 0;
    uint32_t open = 0;
    int32_t shortfall = 0;
    for (uint32_t colour = 0; colour < PC_CONTINENTS; colour++) {
        row[colour] = supply->row[colour];
        all += row[colour];
    }
    for (uint32_t n = 0; n < asks->coloured_count; n++) {
        uint32_t colour = asks->coloured[n] / PC_ICONS, icon = asks->coloured[n] % PC_ICONS;
        uint64_t one = UINT64_C(1) << (8 * icon);
        if (row[colour] >> (8 * icon) & 0xff) {
            row[colour] -= one;
            all -= one;
        } else if (any) {
            return 1;
        } else {
            open++;
        }
    }
    uint64_t wanted = bytes_beyond(asks->icon, supply->suitcases);
    /* All sets of the colours asked for, the empty one first. */
    uint32_t set = 0;
    do {
        uint64_t outside = all;
        int32_t short_of = 0;
        for (uint32_t rest = set; rest; rest &= rest - 1) {
            uint32_t colour = (uint32_t)__builtin_ctz(rest);
            outside -= row[colour];
            short_of += asks->colour[colour] - (int32_t)sum_of_bytes(row[colour]);
        }
        short_of += (int32_t)sum_of_bytes(bytes_beyond(wanted, outside));
        if (short_of > shortfall) {
            if (any)
                return 1;
            shortfall = short_of;
        }
        set = (set - asks->colours) & asks->colours;
    } while (set);
    return open + (uint32_t)shortfall;
}

VL_RULE uint32_t pc_lacking(const struct pc_asks *asks, const struct pc_supply *supply)
{
    return open_asks(asks, supply, false);
}

VL_RULE bool pc_meets(const struct pc_asks *asks, const struct pc_supply *supply)
{
    return open_asks(asks, supply, true) == 0;
}

/* A seat with fewer icons in all than a tour asks for cannot meet it: that spares most of the
 * questions. */
VL_RULE uint32_t pc_met_tours(const struct pc_deck *d, const struct pc_state *s, uint32_t seat)
{
    struct pc_supply supply;
    uint32_t met = 0, icons = 0;
    pc_supply_of(d, s, seat, &supply);
    for (uint32_t colour = 0; colour < PC_CONTINENTS; colour++)
        icons += sum_of_bytes(supply.row[colour]);
    icons += sum_of_bytes(supply.suitcases);
    for (uint32_t place = 0; place < PC_LINE; place++) {
        uint32_t tour = s->line[place];
        if (tour != PC_NONE && d->tour[tour].total <= icons && pc_meets(&d->tour[tour], &supply))
            met |= 1U << place;
    }
    return met;
}
