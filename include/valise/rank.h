/* Ranks from points: for the score function of every game. Portable. */
#ifndef VALISE_RANK_H
#define VALISE_RANK_H

#include "valise/portable.h"

/* Ranks by points, then by the tie-breaker (larger is better in both); equal ones share a rank
 * and the ranks after them are left out: 1, 1, 3. */
VL_RULE static inline void vl_rank(uint32_t seats, const int32_t *points,
                                   const int32_t *tie_breaker, uint8_t *rank)
{
    for (uint32_t a = 0; a < seats; a++) {
        rank[a] = 1;
        for (uint32_t b = 0; b < seats; b++)
            if (points[b] > points[a] ||
                (points[b] == points[a] && tie_breaker[b] > tie_breaker[a]))
                rank[a]++;
    }
}

#endif
