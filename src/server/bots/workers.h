/*
 * Worker threads: they think for bots, give hints, check imports, review matches and ponder.
 *
 * Which job is next. There are four classes, and within each the queue is fair between shares
 * (fair.h): the address that has used least processor time comes first.
 *
 *   watched     hints, and bots of tables that somebody watches: a person waits for them
 *   unwatched   bots of tables that nobody watches, and imports. If both classes have jobs, they
 *               share the processor time eight to one
 *   reviews     background: only if neither of the two above waits
 *   pondering   the same, after reviews
 *
 * A watched job that finds no idle worker preempts a background job, or an unwatched bot: so an
 * address with many tables does not keep a stranger's bot from moving. A preempted review piece or
 * bot starts over later, with the same result, and a bot is preempted once only; pondering
 * continues where it was. Unwatched jobs preempt background jobs.
 *
 * All workers together have a processor budget. They run at low priority, and their processor time
 * is counted in a token bucket: when it is empty, the next job waits until it has refilled.
 * Unwatched jobs leave a quarter of it, unless watched jobs have had more than their part, and
 * background jobs stop well before that, so that they never make a person wait.
 *
 * A job that takes far longer than its time is told to stop. If it does not stop, its thread is
 * abandoned with the job, and a new thread takes its place.
 */
#ifndef VALISE_SERVER_BOTS_WORKERS_H
#define VALISE_SERVER_BOTS_WORKERS_H

#include <jansson.h>

#include "store/store.h"
#include "valise/bot.h"
#include "valise/review.h"

enum sv_job_kind {
    SV_JOB_BOT,
    SV_JOB_HINT,
    SV_JOB_REVIEW,
    SV_JOB_PONDER,
    SV_JOB_IMPORT,
    SV_JOB_KINDS,
};

/* A job carries everything it needs; workers share nothing else with the server's thread but the
 * decks, which live as long as the server. */
struct sv_job {
    struct sv_job *next;
    enum sv_job_kind kind;
    uint64_t share;  /* who pays for it; see shares.h */
    bool watched;    /* of a bot: somebody watches the table */
    uint64_t order;  /* of arrival */
    uint64_t ticket; /* tells the answer that is waited for from an outdated one */
    char room[VL_MATCH_ID_SIZE];
    uint64_t connection; /* of a hint */
    bool has_id;         /* of a hint: the message's own */
    json_int_t id;
    int seat;
    uint32_t position;
    const struct vl_game *game;
    const struct vl_deck *deck;
    struct vl_player player;
    struct vl_memory *memory; /* search memory of this turn, or NULL; the job owns it */
    uint32_t step;            /* moves of the turn before this one */
    bool warm;                /* pondering has filled the memory */
    uint32_t iterations_left; /* of pondering */
    uint32_t attempt;         /* bots that have failed at this before */
    char bot[64];
    uint32_t budget; /* milliseconds */
    uint64_t seed[4];
    struct vl_view view;
    struct vl_review_piece *piece; /* of a review; the job owns it */
    void (*run)(void *context);    /* of an import */
    void (*free_context)(void *context);
    void *context;      /* the job owns it */
    volatile bool stop; /* told to end; accessed atomically */
    bool cancelled;     /* nobody wants the answer any more */
    bool overran;       /* took far longer than its time */
    /* Set by the workers. */
    double charged;     /* see fair.h */
    bool is_preempted;  /* it is to make room for another job */
    bool was_preempted; /* it did once */
    bool answered;      /* false: stopped before there was an answer */
    struct vl_answer answer;
    uint64_t microseconds; /* of processor time */
};

struct sv_worker_limits {
    uint32_t workers; /* threads */
    uint32_t share;   /* percent of all processors that they may use together */
    /* Milliseconds that a job may go on beyond twice its time until it is told to stop, and that it
     * may then take to stop. */
    uint32_t patience, grace;
};

struct sv_worker_figures {
    uint32_t waiting;                    /* bots, hints and imports, waiting or in progress */
    uint32_t background;                 /* reviews and pondering, the same */
    uint64_t microseconds[SV_JOB_KINDS]; /* processor time by kind */
    uint64_t dropped;                    /* jobs preempted */
    uint64_t cancelled;                  /* jobs cancelled */
    uint64_t held_up;                    /* milliseconds that jobs waited for processor budget */
    uint64_t overruns;                   /* jobs told to stop because they took far too long */
    uint64_t lost;                       /* threads abandoned */
};

struct sv_workers;

/* Starts the threads. A worker calls `notify` (NULL: nothing) on its own thread when a job is
 * finished. Aborts if no thread can be started. */
struct sv_workers *sv_workers_new(const struct sv_worker_limits *limits,
                                  void (*notify)(void *context), void *context);
/* Tells all workers to stop, and waits a few seconds for them at most. False: a worker goes on, and
 * still reads the decks and its job; then nothing is freed. NULL is allowed. */
bool sv_workers_free(struct sv_workers *workers);
/* Adds a job, which the workers own until it is finished. */
void sv_workers_add(struct sv_workers *workers, struct sv_job *job);
void sv_job_free(struct sv_job *job);
/* All finished jobs, oldest first; the caller frees them. */
struct sv_job *sv_workers_take_finished(struct sv_workers *workers);
/* Cancels jobs of a kind: of a room, of a connection (NULL, 0: of any). They come back soon among
 * the finished ones, marked as cancelled. `workers` may be NULL. */
void sv_workers_cancel(struct sv_workers *workers, enum sv_job_kind kind, const char *room,
                       uint64_t connection);
/* Somebody watches the table now: a bot's job that waits becomes a watched one. */
void sv_workers_watched(struct sv_workers *workers, const char *room);
/* Looks for jobs that take too long; called about once a second. */
void sv_workers_check(struct sv_workers *workers);
/* Whether a worker has nothing to do, and processor budget for background jobs. */
bool sv_workers_idle(struct sv_workers *workers);
void sv_workers_figures(struct sv_workers *workers, struct sv_worker_figures *figures);

#endif
