/*
 * Looking back at a match: chances of winning over time, the decisions that cost most, and luck.
 *
 * Chances are estimated from the true position, all hands open, by playing on sensibly many times.
 * A decision, though, is judged by what its seat could know then: the search compares the move
 * played with the one it likes best. What the draws did to the chances is luck, and is kept apart
 * from what the decisions did.
 *
 * Moves of one actor in a row (a turn made of small moves, a deal of several cards) are one
 * stretch: chances are estimated where a stretch begins and at the end of the match, and the
 * stretches that seem to have changed most are looked at once more, so that what is told of them
 * is not an accident of the estimate. Every estimate is a sample; the errors say how far it may
 * be off.
 *
 * vl_review_new does all of it at once. Those who have other things to do take it in pieces, which
 * share nothing and may be done on any thread: the result is the same.
 */
#ifndef VALISE_REVIEW_H
#define VALISE_REVIEW_H

#include "valise/match.h"

struct vl_review_effort {
    uint32_t rollouts;   /* for every estimate; 0: 200 */
    uint32_t iterations; /* for every decision; 0: 400 */
    uint64_t seed;
    const volatile bool *stop; /* set from outside: give up; or NULL */
    /* Called after every piece; may be NULL. */
    void (*progress)(void *context, uint32_t done, uint32_t pieces);
    void *context;
};

/* One move of the log, with the position before it. */
struct vl_review_step {
    int8_t actor; /* a seat or VL_CHANCE */
    vl_move move;
    vl_move better;            /* what the search likes best, or VL_NO_MOVE: the same, or forced */
    float cost;                /* chance of winning given away, as far as the seat could know */
    uint32_t first;            /* where the stretch of the move begins */
    uint32_t rollouts;         /* behind the chances; 0: those of the stretch's beginning */
    float win[VL_MAX_SEATS];   /* chances before the move; the steps end with the final ones */
    float swing[VL_MAX_SEATS]; /* what the stretch did to them, at its last move; else 0 */
};

struct vl_review {
    uint32_t count; /* moves of the match; there is one step more, for the end */
    uint32_t seats;
    uint32_t rollouts, iterations;
    uint64_t seed;
    uint32_t done, pieces; /* how far it is */
    struct vl_review_step *steps;
    float luck[VL_MAX_SEATS];       /* sum of the swings of draws */
    float luck_error[VL_MAX_SEATS]; /* standard error of that sum */
    float skill[VL_MAX_SEATS];      /* sum of what the seat's own decisions cost, negative */
    /* Of the work: */
    uint32_t next;
    uint32_t again_count;
    uint32_t again[16]; /* positions that are looked at once more */
};

/* NULL when it was stopped. */
struct vl_review *vl_review_new(const struct vl_match *match,
                                const struct vl_review_effort *effort);
void vl_review_free(struct vl_review *review);

/* ---- In pieces ---- */

/* One position to be looked at, with everything that this takes. */
struct vl_review_piece {
    const struct vl_game *game;
    const struct vl_deck *deck;
    uint32_t position;
    uint32_t seats;
    bool again;          /* the second time: chances only */
    uint32_t rollouts;   /* 0: chances are not wanted here */
    uint32_t iterations; /* 0: there is nothing to decide here */
    uint64_t seed;
    const volatile bool *stop;
    struct vl_review_step step; /* actor and move; the rest is the result */
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
};

/* Nothing looked at yet. stop and progress of the effort are not used. */
struct vl_review *vl_review_start(const struct vl_match *match,
                                  const struct vl_review_effort *effort);
/* The next piece, once the one before has been taken; false: the review is complete. */
bool vl_review_next(struct vl_review *review, const struct vl_match *match,
                    struct vl_review_piece *piece);
/* Does the work. False: stopped; it may be done again, from its beginning. */
bool vl_review_look(struct vl_review_piece *piece);
void vl_review_take(struct vl_review *review, const struct vl_review_piece *piece);

/* ---- What it says ---- */

/* The steps that cost most, the worst first; returns how many there are, at most `most`. */
uint32_t vl_review_worst(const struct vl_review *review, uint32_t *steps, uint32_t most);
/* The last steps of the stretches that changed the chances most and by more than chance explains,
 * the largest change first. */
uint32_t vl_review_turns(const struct vl_review *review, uint32_t *steps, uint32_t most);
/* How far the chances of a seat went up with the stretch that ends with this step, and the
 * standard error of that; the seat that gained most is returned. */
uint32_t vl_review_gain(const struct vl_review *review, uint32_t step, float *gain, float *error);
/* What the log says of the stretch that ends with this step; {n} stands for seats. */
void vl_review_line(const struct vl_match *match, const struct vl_review *review, uint32_t step,
                    struct vl_line *line);
/* For front ends: chances, turning points, costs and better moves by position. */
void vl_review_json(const struct vl_match *match, const struct vl_review *review,
                    struct vl_text *out);

#endif
