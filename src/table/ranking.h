/* The steps of a review with the largest values: of a swing, a cost or a gain. */
#ifndef VALISE_TABLE_RANKING_H
#define VALISE_TABLE_RANKING_H

#include <stdint.h>

struct ranking {
    uint32_t *steps; /* the caller's */
    float values[32];
    uint32_t count, most;
};

/* Keeps the largest, the largest first; equal ones in the order they came. */
static inline void rank(struct ranking *r, uint32_t step, float value)
{
    uint32_t at = r->count < r->most ? r->count++ : r->most;
    while (at > 0 && r->values[at - 1] < value) {
        if (at < r->most) {
            r->values[at] = r->values[at - 1];
            r->steps[at] = r->steps[at - 1];
        }
        at--;
    }
    if (at < r->most) {
        r->values[at] = value;
        r->steps[at] = step;
    }
}

/* An empty ranking that keeps up to `most` steps, which are written to `steps`. */
static inline struct ranking ranking(uint32_t *steps, uint32_t most)
{
    uint32_t room = sizeof((struct ranking *)0)->values / sizeof(float);
    return (struct ranking){.steps = steps, .most = most < room ? most : room};
}

#endif
