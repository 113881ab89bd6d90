/*
 * Worker threads: they answer for bots, give hints, look back at matches and think ahead.
 *
 * Questions of people and bots go first. Reviews and thinking ahead take what is left: a worker
 * begins with them only when nobody waits, and drops them at once when somebody does; a review's
 * piece is done again later.
 *
 * All of it together is bound. The workers run at a low priority, and what they use of the
 * processors is counted: where it is more than its share, the next question waits until it is
 * paid back. Reviews and thinking ahead stop well before that.
 *
 * A bot that takes far longer than its time is told to stop; one that does not heed that is left
 * alone, with its thread, and another thread takes its place.
 */
#ifndef VALISE_SERVER_WORK_H
#define VALISE_SERVER_WORK_H

#include <jansson.h>

#include "store/store.h"
#include "valise/bot.h"
#include "valise/review.h"

enum sv_job_kind {
    SV_JOB_BOT,
    SV_JOB_HINT,
    SV_JOB_REVIEW,
    SV_JOB_AHEAD,
    SV_JOB_KINDS,
};

struct sv_job {
    struct sv_job *next;
    enum sv_job_kind kind;
    uint64_t order; /* in which it came */
    uint64_t ticket;
    char room[VL_MATCH_ID_SIZE];
    uint64_t connection; /* of a hint */
    bool has_id;
    json_int_t id;
    int seat;
    uint32_t position;
    const struct vl_game *game;
    const struct vl_deck *deck;
    struct vl_player player;
    struct vl_memory *memory; /* of this turn, or NULL; goes with the job */
    uint32_t step;            /* moves of the turn before this one */
    bool warm;                /* the memory has been thought into ahead */
    uint32_t left;            /* thinking ahead: iterations to make */
    uint32_t attempt;         /* how many bots have failed at this before */
    char bot[64];
    uint32_t budget; /* milliseconds */
    uint64_t seed[4];
    struct vl_view view;
    struct vl_review_piece *piece; /* of a review; goes with the job */
    volatile bool stop;            /* told to end */
    bool cancelled;                /* nobody wants the answer any more */
    bool overran;                  /* took far longer than its time */
    /* filled in by the worker */
    bool answered; /* false: stopped before there was an answer */
    struct vl_answer answer;
    uint64_t microseconds; /* of the processor */
};

struct sv_bound {
    uint32_t workers; /* threads */
    uint32_t share;   /* percent of all processors that they may use together */
    /* Milliseconds: how long a bot may go on beyond twice its time until it is told to stop, and
     * how long it may take to heed that. */
    uint32_t patience, grace;
};

struct sv_work_figures {
    uint32_t waiting;    /* questions of bots and people, waiting or being answered */
    uint32_t background; /* reviews and thinking ahead, the same */
    uint64_t microseconds[SV_JOB_KINDS]; /* of the processor, by kind */
    uint64_t dropped;                    /* pieces dropped for somebody who waited */
    uint64_t cancelled;                  /* jobs that nobody wanted any more */
    uint64_t held_up;                    /* milliseconds that questions waited for the bound */
    uint64_t overruns;                   /* bots told to stop because they took far too long */
    uint64_t lost;                       /* threads left alone with a bot that did not stop */
};

struct sv_workers;

/* `notify` is called on a worker's thread when an answer is there. */
struct sv_workers *sv_workers_new(const struct sv_bound *bound, void (*notify)(void *context),
                                  void *context);
/* Tells everybody to stop, and waits a few seconds for them at most. False: somebody goes on, and
 * still reads the decks and what else he was given. */
bool sv_workers_free(struct sv_workers *workers);
void sv_work(struct sv_workers *workers, struct sv_job *job);
void sv_job_free(struct sv_job *job);
/* All answers that are there, oldest first; the caller frees them. */
struct sv_job *sv_worked(struct sv_workers *workers);
/* Jobs of a kind that nobody wants any more: of a room, of a connection (NULL, 0: of any). They
 * come back soon, marked as cancelled. */
void sv_cancel(struct sv_workers *workers, enum sv_job_kind kind, const char *room,
               uint64_t connection);
/* Looks for bots that take too long; called about once a second. */
void sv_watch_workers(struct sv_workers *workers);
/* Whether there is a worker with nothing to do, and time for it to spend. */
bool sv_workers_idle(struct sv_workers *workers);
void sv_work_figures(struct sv_workers *workers, struct sv_work_figures *figures);

#endif
