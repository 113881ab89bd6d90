/*
 * Looking back at a match: chances of winning over time, the decisions that cost most, and luck.
 *
 * Chances are estimated from the true position, all hands open, by playing on sensibly many times.
 * A decision, though, is judged by what its seat could know then: the search compares the move
 * played with the one it likes best. What the draws did to the chances is luck, and is kept apart
 * from what the decisions did.
 */
#ifndef VALISE_REVIEW_H
#define VALISE_REVIEW_H

#include "valise/table.h"

struct vl_review_effort {
    uint32_t rollouts;   /* for every position; 0: 200 */
    uint32_t iterations; /* for every decision; 0: 400 */
    uint64_t seed;
    const volatile bool *stop; /* set from outside: give up; or NULL */
    /* Called after every position; may be NULL. */
    void (*progress)(void *context, uint32_t position, uint32_t positions);
    void *context;
};

/* One move of the log, with the position before it. */
struct vl_review_step {
    int8_t actor; /* a seat or VL_CHANCE */
    vl_move move;
    vl_move better;            /* what the search likes best, or VL_NO_MOVE: the same, or forced */
    float cost;                /* chance of winning given away, as far as the seat could know */
    float win[VL_MAX_SEATS];   /* chances before the move; the steps end with the final ones */
    float swing[VL_MAX_SEATS]; /* what the move, or the draw, did to them */
};

struct vl_review {
    uint32_t count; /* moves of the match; there is one step more, for the end */
    uint32_t seats;
    struct vl_review_step *steps;
    float luck[VL_MAX_SEATS];  /* sum of the swings of draws */
    float skill[VL_MAX_SEATS]; /* sum of what the seat's own decisions cost, negative */
};

/* NULL when it was stopped. */
struct vl_review *vl_review_new(const struct vl_match *match,
                                const struct vl_review_effort *effort);
void vl_review_free(struct vl_review *review);
/* The steps that cost most, the worst first; returns how many there are, at most `most`. */
uint32_t vl_review_worst(const struct vl_review *review, uint32_t *steps, uint32_t most);
/* For front ends: win chances, costs and better moves by position. */
void vl_review_json(const struct vl_match *match, const struct vl_review *review,
                    struct vl_text *out);

#endif
