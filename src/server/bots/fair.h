/*
 * A queue of jobs that is fair between shares (shares.h): start-time fair queueing.
 *
 * Each share has a queue of its own, first in, first out, and an account of the processor time that
 * its jobs have used. The next job comes from the share that has used least. So a share with one
 * job waits for one job of each other share at most, no matter how many jobs the others have added
 * before.
 *
 * The accounts are virtual times. A share that begins to wait starts at the virtual time of the
 * queue, which is the account that was served last: idle shares save nothing up. The cost of a job
 * is known only when it has ended, so it is charged as much as the last ones of its share when it
 * starts, and the difference when it ends.
 *
 * Nothing here locks, knows a clock or runs a job: tests drive it step by step.
 */
#ifndef VALISE_SERVER_BOTS_FAIR_H
#define VALISE_SERVER_BOTS_FAIR_H

#include <stdbool.h>
#include <stdint.h>

struct sv_job;
struct sv_flow; /* the jobs of one share */

/* {0} is empty. */
struct sv_fair {
    struct sv_flow *flows;
    double now;       /* virtual time, in microseconds of processor time */
    uint32_t waiting; /* jobs */
};

/* Adds a job of the share job->share, behind its others or, with `first`, before them. */
void sv_fair_add(struct sv_fair *fair, struct sv_job *job, bool first);
/* Takes the next job, or NULL. Every job taken is given back to sv_fair_ended. */
struct sv_job *sv_fair_take(struct sv_fair *fair);
/* A job that was taken has ended, or was stopped: job->microseconds is its processor time. */
void sv_fair_ended(struct sv_fair *fair, const struct sv_job *job);
/* Takes out the waiting jobs for which `wanted` is true, as a list in the order they were added. */
struct sv_job *sv_fair_remove(struct sv_fair *fair,
                              bool (*wanted)(const void *context, const struct sv_job *job),
                              const void *context);
/* Frees the accounts; no job may wait. */
void sv_fair_free(struct sv_fair *fair);

#endif
