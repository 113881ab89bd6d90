/*
 * The review of a finished match: chances of winning over time, costly decisions, and luck.
 *
 * Chances are estimated from the true position, all hands open, by playing on sensibly many times.
 * A decision, though, is judged by what its seat could know then: the search compares the move
 * played with the one it likes best. Changes of the chances by draws are luck, and are counted
 * apart from changes by decisions.
 *
 * Moves of one actor in a row (a turn made of small moves, a deal of several cards) are one
 * stretch: chances are estimated where a stretch begins and at the end of the match, and the
 * stretches that seem to have changed them most are estimated a second time, so that they are not
 * picked by an accident of the first estimate. Every estimate is a sample; the errors say how far
 * it may be off.
 *
 * vl_review_new does all of it at once. A server takes it in pieces, which share nothing and may
 * run on any thread; the result is the same.
 */
#ifndef VALISE_REVIEW_H
#define VALISE_REVIEW_H

#include "valise/match.h"

/* How much work a review may be. */
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

/* A review, complete or in progress. */
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

/* Reviews a match; NULL if effort->stop was set. */
struct vl_review *vl_review_new(const struct vl_match *match,
                                const struct vl_review_effort *effort);
/* Frees a review; NULL is allowed. */
void vl_review_free(struct vl_review *review);

/* ---- In pieces ---- */

/* The work for one position: input and result, without pointers into the match. */
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

/* A review without any work done yet. `stop` and `progress` of the effort are not used. */
struct vl_review *vl_review_start(const struct vl_match *match,
                                  const struct vl_review_effort *effort);
/* The next piece, once the one before has been taken; false: the review is complete. */
bool vl_review_next(struct vl_review *review, const struct vl_match *match,
                    struct vl_review_piece *piece);
/* Does the work of a piece. False: stopped; the piece may be started again. */
bool vl_review_look(struct vl_review_piece *piece);
/* Adds the result of a piece to the review. */
void vl_review_take(struct vl_review *review, const struct vl_review_piece *piece);

/* ---- What it says ---- */

/* The steps that cost most, the worst first; returns how many there are, at most `most`. */
uint32_t vl_review_worst(const struct vl_review *review, uint32_t *steps, uint32_t most);
/* The last steps of the stretches that changed the chances most, by more than the error of the
 * estimates; the largest change first. Returns how many there are, at most `most`. */
uint32_t vl_review_turns(const struct vl_review *review, uint32_t *steps, uint32_t most);
/* The seat whose chances rose most in the stretch that ends with this step; `gain` is by how much,
 * `error` the standard error of that. */
uint32_t vl_review_gain(const struct vl_review *review, uint32_t step, float *gain, float *error);
/* The line of the log for the stretch that ends with this step; {n} stands for seats. */
void vl_review_line(const struct vl_match *match, const struct vl_review *review, uint32_t step,
                    struct vl_line *line);
/* For front ends: chances, turning points, costs and better moves by position. */
void vl_review_json(const struct vl_match *match, const struct vl_review *review,
                    struct vl_text *out);

#endif
