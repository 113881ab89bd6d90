/*
 * Numbers of transport cards, one byte for each kind in a word: byte k counts kind k, byte 7 is
 * zero. There are fewer than 128 cards, so that sums and comparisons stay within their bytes and
 * work on all kinds at once. Portable.
 */
#ifndef VALISE_GAMES_SANFRANCISCO_CARDS_H
#define VALISE_GAMES_SANFRANCISCO_CARDS_H

#include "core/bits.h"

#define SF_ONES UINT64_C(0x0101010101010101)
#define SF_HIGHS UINT64_C(0x8080808080808080)

VL_RULE static inline uint64_t sf_cards(uint32_t kind, uint32_t count)
{
    return (uint64_t)count << (8 * kind);
}

VL_RULE static inline uint32_t sf_of(uint64_t cards, uint32_t kind)
{
    return (uint32_t)(cards >> (8 * kind)) & 0xffU;
}

VL_RULE static inline uint32_t sf_total(uint64_t cards)
{
    return (uint32_t)((cards * SF_ONES) >> 56);
}

/* The kinds that are there at all, as a mask. */
VL_RULE static inline uint32_t sf_kinds(uint64_t cards)
{
    uint64_t some = ((cards + (SF_HIGHS - SF_ONES)) & SF_HIGHS) >> 7;
    return (uint32_t)((some * UINT64_C(0x0102040810204080)) >> 56);
}

/* The kind of the n-th card, n below the total: how many running sums are not above n. */
VL_RULE static inline uint32_t sf_nth(uint64_t cards, uint32_t n)
{
    uint64_t sums = cards * SF_ONES;
    uint64_t reached = ((n * SF_ONES | SF_HIGHS) - sums) & SF_HIGHS;
    return vl_count(reached);
}

/* a less b, kind by kind, not below zero. */
VL_RULE static inline uint64_t sf_less(uint64_t a, uint64_t b)
{
    uint64_t difference = (a | SF_HIGHS) - b;
    uint64_t enough = difference & SF_HIGHS;
    return difference & (enough - (enough >> 7));
}

/* The smaller number, kind by kind. */
VL_RULE static inline uint64_t sf_least(uint64_t a, uint64_t b)
{
    return a - sf_less(a, b);
}

#endif
