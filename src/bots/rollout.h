/* One thread's search, and how it judges a position that is new to its tree. */
#ifndef VALISE_BOTS_ROLLOUT_H
#define VALISE_BOTS_ROLLOUT_H

#include <pthread.h>

#include "bots/tree.h"

enum { SEARCH_MAX_PATH = 256 };

struct search {
    pthread_t thread; /* of all but the first, which runs on its caller's */
    const struct vl_question *q;
    struct vl_tuning tuning;
    struct tree *tree;
    struct vl_profile *profile; /* or NULL */
    struct vl_rng rng;
    uint32_t iterations; /* to make; 0: until the time is over */
    uint32_t done;
    double deadline; /* by search_clock; 0: none */
    int me;
    uint32_t seats;
    uint32_t path_length;
    struct {
        uint32_t edge;
        int seat;
    } path[SEARCH_MAX_PATH];
    struct vl_view view; /* scratch */
    struct vl_view actor_view;
    vl_move moves[VL_MAX_MOVES];
    int32_t weights[VL_MAX_MOVES];
    double wins[VL_MAX_SEATS]; /* the games won in the last result: 1, a share, or a chance */
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
};

/* Results (0 .. 1) and points of every seat, s->state being over; s->wins as well. */
void rollout_finished(struct search *s, double *results, double *points);
/* The same from where s->state stands, played on or judged as the tuning says. False: the time was
 * over before there was a result. */
bool rollout_judge(struct search *s, double *results, double *points);
/* A sensible move for the seat that acts in s->state: the one liked best, now and then any. */
vl_move rollout_move(struct search *s, int seat);
/* Whether the time of a search is over. */
bool search_is_late(const struct search *s);
double search_clock(void); /* seconds */

#endif
