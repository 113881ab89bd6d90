/*
 * Sets of cards and places as bit masks, of one word or of several.
 *
 * The choices of a phase are a mask; list, count, k-th move and chance outcome all derive from it.
 */
#ifndef VALISE_CORE_BITS_H
#define VALISE_CORE_BITS_H

#include "valise/move.h"
#include "valise/rng.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

VL_RULE static inline uint64_t vl_bit(uint32_t index)
{
    return UINT64_C(1) << index;
}

VL_RULE static inline bool vl_has(uint64_t set, uint32_t index)
{
    return (set >> index) & 1U;
}

VL_RULE static inline uint32_t vl_count(uint64_t set)
{
    return (uint32_t)__builtin_popcountll(set);
}

/* The lowest element; the set is not empty. */
VL_RULE static inline uint32_t vl_lowest(uint64_t set)
{
    return (uint32_t)__builtin_ctzll(set);
}

/* Takes the lowest element out of the set and returns it. */
VL_RULE static inline uint32_t vl_take_lowest(uint64_t *set)
{
    uint32_t index = vl_lowest(*set);
    *set &= *set - 1;
    return index;
}

/* All elements above index, for choices in ascending order; index -1 gives every element. */
VL_RULE static inline uint64_t vl_above(int index)
{
    return index >= 63 ? 0 : ~UINT64_C(0) << (index + 1);
}

/* The elements 0 .. count-1; count <= 64. */
VL_RULE static inline uint64_t vl_first(uint32_t count)
{
    return count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
}

/* The k-th element in ascending order, k from 0; k < vl_count(set). */
VL_RULE static inline uint32_t vl_nth(uint64_t set, uint32_t k)
{
#ifdef __BMI2__
    return vl_lowest(_pdep_u64(UINT64_C(1) << k, set));
#else
    /* Halve the word until the k-th bit is alone. */
    uint32_t base = 0;
    for (uint32_t width = 32; width; width >>= 1) {
        uint32_t low = vl_count((set >> base) & vl_first(width));
        if (k >= low) {
            k -= low;
            base += width;
        }
    }
    return base;
#endif
}

/* The k-th element as a set; empty if there is none. */
VL_RULE static inline uint64_t vl_bit_of(uint64_t set, uint32_t k)
{
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << k, set);
#else
    return k < vl_count(set) ? vl_bit(vl_nth(set, k)) : 0;
#endif
}

/* The n smallest elements; n <= vl_count(set). */
VL_RULE static inline uint64_t vl_smallest(uint64_t set, uint32_t n)
{
#ifdef __BMI2__
    return _pdep_u64(vl_first(n), set);
#else
    for (uint32_t more = vl_count(set); more > n; more--)
        set &= ~(UINT64_C(1) << (63 - __builtin_clzll(set)));
    return set;
#endif
}

/* One of the elements, each as likely; the set is not empty. */
VL_RULE static inline uint32_t vl_choose(uint64_t set, struct vl_rng *rng)
{
    return vl_nth(set, vl_rng_below(rng, vl_count(set)));
}

/* Lists a move of this kind for each element, ascending; returns how many. */
VL_RULE static inline uint32_t vl_list_moves(uint32_t kind, uint64_t set, vl_move *moves)
{
    uint32_t count = 0;
    while (set)
        moves[count++] = VL_MOVE(kind, vl_take_lowest(&set));
    return count;
}

/* Sets of up to 64 * words elements. */
VL_RULE static inline bool vl_has_in(const uint64_t *set, uint32_t index)
{
    return (set[index >> 6] >> (index & 63U)) & 1U;
}

VL_RULE static inline void vl_add_to(uint64_t *set, uint32_t index)
{
    set[index >> 6] |= vl_bit(index & 63U);
}

VL_RULE static inline void vl_drop_from(uint64_t *set, uint32_t index)
{
    set[index >> 6] &= ~vl_bit(index & 63U);
}

VL_RULE static inline uint32_t vl_count_in(const uint64_t *set, uint32_t words)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < words; w++)
        count += vl_count(set[w]);
    return count;
}

/* The k-th element of a set of several words; k < vl_count_in(set, words). */
VL_RULE static inline uint32_t vl_nth_in(const uint64_t *set, uint32_t words, uint32_t k)
{
    for (uint32_t w = 0; w < words; w++) {
        uint32_t count = vl_count(set[w]);
        if (k < count)
            return w * 64 + vl_nth(set[w], k);
        k -= count;
    }
    VL_UNREACHABLE();
}

#endif
