/*
 * Worker threads; the header says which jobs go first.
 *
 * One lock guards everything here: the queues, the slots of the threads and the processor budget.
 * It is held for a few list operations only, never while a job runs. The one thing that a running
 * job shares with other threads is its flag `stop`, which it looks at all the time.
 *
 * Preemption. When a job of a bot or a hint arrives and no worker is idle, preempt() sets the flag
 * of one background job for each job that has no worker. That worker returns within milliseconds;
 * finish() puts the preempted job back at the head of its queue, and await_job() gives the worker
 * the job that waits.
 */
#include "server/bots/workers.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/stats.h"
#include "server/time.h"

enum {
    MOST_WORKERS = 64,
    MOST_THREADS = 2 * MOST_WORKERS, /* with abandoned ones */
    NICENESS = 10,                   /* of the workers, so that the event loop runs first */
    BURST = 2,                       /* seconds of the budget that may be used at once */
    BACKGROUND_TIME = 60000,         /* milliseconds that a background job may take */
    JOIN_TIME = 5,                   /* seconds to wait for the threads at the end */
};

struct slot {
    struct sv_workers *workers;
    pthread_t thread;
    struct sv_job *job; /* in progress */
    uint64_t begun;     /* milliseconds */
    bool used, lost;    /* lost: abandoned with its job */
};

struct queue {
    struct sv_job *first, *last;
    uint32_t count;
};

struct sv_workers {
    pthread_mutex_t lock;
    pthread_cond_t added; /* a job, or `stop` */
    struct queue waiting[SV_JOB_KINDS];
    struct queue done;
    uint32_t idle;
    bool stop;
    void (*notify)(void *context);
    void *context;
    /* The budget: a token bucket of processor time in microseconds. */
    double left, most; /* `left` may be negative: a job is counted when it ends */
    double rate;       /* microseconds per microsecond */
    uint64_t filled;   /* microseconds: when it was last filled */
    struct sv_worker_limits limits;
    struct sv_worker_figures figures;
    uint64_t order; /* of the last job that was added */
    uint32_t count;
    struct slot slots[MOST_THREADS];
};

static uint64_t microseconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void add(struct queue *q, struct sv_job *job)
{
    job->next = NULL;
    if (q->first)
        q->last->next = job;
    else
        q->first = job;
    q->last = job;
    q->count++;
}

static void add_first(struct queue *q, struct sv_job *job)
{
    job->next = q->first;
    if (!q->first)
        q->last = job;
    q->first = job;
    q->count++;
}

static struct sv_job *take(struct queue *q)
{
    struct sv_job *job = q->first;
    if (!job)
        return NULL;
    q->first = job->next;
    job->next = NULL;
    q->count--;
    return job;
}

static bool in_background(const struct sv_job *job)
{
    return job->kind == SV_JOB_REVIEW || job->kind == SV_JOB_PONDER;
}

static void tell_to_stop(struct sv_job *job)
{
    __atomic_store_n(&job->stop, true, __ATOMIC_RELAXED);
}

static bool told_to_stop(const struct sv_job *job)
{
    return __atomic_load_n(&job->stop, __ATOMIC_RELAXED);
}

/* ---- One job ---- */

static void ask_bot(struct sv_job *job)
{
    struct vl_rng rng;
    memcpy(rng.s, job->seed, sizeof rng.s);
    const struct vl_bot *bot = job->player.bot;
    struct vl_question question = {
        .game = job->game,
        .deck = job->deck,
        .view = &job->view,
        .rng = &rng,
        /* The search ends after its iterations, or when its time is up. */
        .iterations = job->player.iterations ? job->player.iterations : bot->iterations,
        .milliseconds = job->budget,
        .step = job->step,
        .stop = &job->stop,
        .warm = job->warm,
    };
    if (bot->searches && !job->memory)
        job->memory = vl_memory_new(question.iterations, 1);
    question.memory = job->memory;
    vl_player_answer(&job->player, &question, &job->answer);
    job->answered = true;
}

static void ponder(struct sv_job *job)
{
    struct vl_rng rng;
    memcpy(rng.s, job->seed, sizeof rng.s);
    struct vl_question question = {
        .game = job->game,
        .deck = job->deck,
        .view = &job->view,
        .rng = &rng,
        .iterations = job->iterations_left,
        .memory = job->memory,
        .stop = &job->stop,
        .warm = job->warm,
    };
    uint32_t made = vl_think_ahead(&job->player, &question);
    /* A preempted job continues from here. */
    memcpy(job->seed, rng.s, sizeof rng.s);
    job->iterations_left -= made < job->iterations_left ? made : job->iterations_left;
    job->warm = true;
    job->answered = job->iterations_left == 0 || made == 0;
}

static void do_job(struct sv_job *job)
{
    uint64_t from = microseconds(CLOCK_THREAD_CPUTIME_ID);
    if (job->kind == SV_JOB_REVIEW) {
        job->piece->stop = &job->stop;
        job->answered = vl_review_look(job->piece);
    } else if (job->kind == SV_JOB_PONDER) {
        ponder(job);
    } else {
        ask_bot(job);
    }
    job->microseconds += microseconds(CLOCK_THREAD_CPUTIME_ID) - from;
}

/* ---- The processor budget ---- */

/* The processors that this process may use: a container may have fewer than the machine. */
static uint32_t processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (uint32_t)CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (uint32_t)online : 1;
}

static void fill(struct sv_workers *w)
{
    uint64_t now = microseconds(CLOCK_MONOTONIC);
    w->left += (double)(now - w->filled) * w->rate;
    w->left = w->left < w->most ? w->left : w->most;
    w->filled = now;
}

/* The job to start now, or NULL. If the budget is exhausted, *pause says for how many microseconds.
 */
static struct sv_job *next_job(struct sv_workers *w, double *pause)
{
    fill(w);
    bool urgent = w->waiting[SV_JOB_BOT].first || w->waiting[SV_JOB_HINT].first;
    bool reviews = w->waiting[SV_JOB_REVIEW].first;
    bool ponders = w->waiting[SV_JOB_PONDER].first;
    /* Jobs that somebody waits for may use up the budget. Reviews leave half of it and pondering
     * three quarters, so that a burst of such jobs finds it filled. */
    double need = urgent ? 0 : reviews ? w->most / 2 : w->most * 3 / 4;
    *pause = 0;
    if (!urgent && !reviews && !ponders)
        return NULL;
    if (w->left <= need && !(w->left > 0 && urgent)) {
        *pause = (need - w->left) / w->rate + 1000;
        return NULL;
    }
    if (urgent) { /* the older of the two */
        struct queue *bots = &w->waiting[SV_JOB_BOT], *hints = &w->waiting[SV_JOB_HINT];
        bool hint = !bots->first || (hints->first && hints->first->order < bots->first->order);
        return take(hint ? hints : bots);
    }
    return take(&w->waiting[reviews ? SV_JOB_REVIEW : SV_JOB_PONDER]);
}

static void pause_for(struct sv_workers *w, double pause)
{
    struct timespec until;
    bool urgent = w->waiting[SV_JOB_BOT].first || w->waiting[SV_JOB_HINT].first;
    uint64_t from = microseconds(CLOCK_MONOTONIC);
    uint64_t end = from + (uint64_t)pause;
    until.tv_sec = (time_t)(end / 1000000);
    until.tv_nsec = (long)(end % 1000000) * 1000;
    pthread_cond_clockwait(&w->added, &w->lock, CLOCK_MONOTONIC, &until);
    if (urgent)
        w->figures.held_up += (microseconds(CLOCK_MONOTONIC) - from) / 1000;
}

/* ---- Threads ---- */

static struct sv_job *await_job(struct sv_workers *w)
{
    struct sv_job *job = NULL;
    double pause;
    w->idle++;
    while (!w->stop && !(job = next_job(w, &pause))) {
        if (pause > 0)
            pause_for(w, pause);
        else
            pthread_cond_wait(&w->added, &w->lock);
    }
    w->idle--;
    return job;
}

static void finish(struct sv_workers *w, struct sv_job *job)
{
    w->left -= (double)job->microseconds;
    w->figures.microseconds[job->kind] += job->microseconds;
    bool dropped = in_background(job) && told_to_stop(job) && !job->answered;
    if (dropped && !job->cancelled && !job->overran) {
        /* It was preempted: it is done again, first of its kind. */
        w->figures.dropped++;
        job->stop = false;
        job->microseconds = 0;
        add_first(&w->waiting[job->kind], job);
        return;
    }
    add(&w->done, job);
    if (w->notify)
        w->notify(w->context);
}

static void *work(void *argument)
{
    struct slot *slot = argument;
    struct sv_workers *w = slot->workers;
    struct sv_job *job;
    /* On Linux this sets the priority of one thread. If it is refused, the budget still holds. */
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
    pthread_mutex_lock(&w->lock);
    while ((job = await_job(w))) {
        slot->job = job;
        slot->begun = sv_now();
        pthread_mutex_unlock(&w->lock);
        do_job(job);
        pthread_mutex_lock(&w->lock);
        slot->job = NULL;
        if (slot->lost) { /* give_up has answered for the job, and another thread works in its place
                           */
            w->left -= (double)job->microseconds;
            sv_job_free(job);
            break;
        }
        finish(w, job);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static bool start_thread(struct sv_workers *w)
{
    struct slot *slot = w->slots;
    while (slot->used && slot < w->slots + MOST_THREADS - 1)
        slot++;
    if (slot->used)
        return false;
    slot->workers = w;
    slot->used = pthread_create(&slot->thread, NULL, work, slot) == 0;
    w->count += slot->used;
    return slot->used;
}

struct sv_workers *sv_workers_new(const struct sv_worker_limits *limits,
                                  void (*notify)(void *context), void *context)
{
    struct sv_workers *w = calloc(1, sizeof *w);
    if (!w)
        abort();
    w->limits = *limits;
    w->notify = notify;
    w->context = context;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->added, NULL);
    w->rate = limits->share / 100.0 * processors();
    w->most = w->left = w->rate * BURST * 1e6;
    w->filled = microseconds(CLOCK_MONOTONIC);
    for (uint32_t i = 0; i < limits->workers && i < MOST_WORKERS; i++)
        start_thread(w);
    if (w->count == 0)
        abort();
    return w;
}

void sv_job_free(struct sv_job *job)
{
    vl_memory_free(job->memory);
    free(job->piece);
    free(job);
}

static void free_jobs(struct queue *q)
{
    for (struct sv_job *job; (job = take(q));)
        sv_job_free(job);
}

/* False: a thread did not end in time. */
static bool join_all(struct sv_workers *w)
{
    struct timespec until;
    bool all = true;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += JOIN_TIME;
    for (uint32_t i = 0; i < MOST_THREADS; i++)
        if (w->slots[i].used && pthread_timedjoin_np(w->slots[i].thread, NULL, &until) != 0)
            all = false;
    return all;
}

bool sv_workers_free(struct sv_workers *w)
{
    if (!w)
        return true;
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    for (uint32_t i = 0; i < MOST_THREADS; i++)
        if (w->slots[i].job)
            tell_to_stop(w->slots[i].job);
    pthread_cond_broadcast(&w->added);
    pthread_mutex_unlock(&w->lock);
    if (!join_all(w)) {
        /* The thread still reads its job, the decks and these lists, so none of them is freed. */
        sv_log("worker_left", "why=\"a bot does not stop\"");
        return false;
    }
    for (uint32_t i = 0; i < SV_JOB_KINDS; i++)
        free_jobs(&w->waiting[i]);
    free_jobs(&w->done);
    pthread_cond_destroy(&w->added);
    pthread_mutex_destroy(&w->lock);
    free(w);
    return true;
}

/* ---- From the server's thread ---- */

/* Preempt one background job for each bot or hint job that has no idle worker. Pondering goes
 * first, because it loses nothing; a review loses the piece that it was working on. */
static void preempt(struct sv_workers *w)
{
    uint32_t wanted = w->waiting[SV_JOB_BOT].count + w->waiting[SV_JOB_HINT].count;
    static const enum sv_job_kind kinds[] = {SV_JOB_PONDER, SV_JOB_REVIEW};
    uint32_t free = w->idle;
    for (uint32_t k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < MOST_THREADS && free < wanted; i++) {
            struct slot *slot = &w->slots[i];
            if (!slot->job || slot->lost || slot->job->kind != kinds[k])
                continue;
            tell_to_stop(slot->job);
            free++;
        }
    }
}

void sv_workers_add(struct sv_workers *w, struct sv_job *job)
{
    pthread_mutex_lock(&w->lock);
    job->order = ++w->order;
    add(&w->waiting[job->kind], job);
    if (!in_background(job))
        preempt(w);
    pthread_cond_signal(&w->added);
    pthread_mutex_unlock(&w->lock);
}

struct sv_job *sv_workers_take_finished(struct sv_workers *w)
{
    pthread_mutex_lock(&w->lock);
    struct sv_job *done = w->done.first;
    w->done = (struct queue){0};
    pthread_mutex_unlock(&w->lock);
    return done;
}

static bool is_meant(const struct sv_job *job, const char *room, uint64_t connection)
{
    return (!room || strcmp(job->room, room) == 0) &&
           (!connection || job->connection == connection);
}

void sv_workers_cancel(struct sv_workers *w, enum sv_job_kind kind, const char *room,
                       uint64_t connection)
{
    struct queue keep = {0};
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    uint32_t before = w->done.count;
    for (struct sv_job *job; (job = take(&w->waiting[kind]));) {
        job->cancelled = is_meant(job, room, connection);
        w->figures.cancelled += job->cancelled;
        add(job->cancelled ? &w->done : &keep, job);
    }
    w->waiting[kind] = keep;
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        struct sv_job *job = w->slots[i].job;
        if (!job || w->slots[i].lost || job->kind != kind || job->cancelled ||
            !is_meant(job, room, connection))
            continue;
        job->cancelled = true;
        w->figures.cancelled++;
        tell_to_stop(job);
    }
    if (w->done.count > before && w->notify)
        w->notify(w->context);
    pthread_mutex_unlock(&w->lock);
}

/* Abandons a thread whose job does not stop. The thread keeps the job, which it may still write to;
 * a copy goes back as failed, and a new thread takes its place. */
static void give_up(struct sv_workers *w, struct slot *slot)
{
    struct sv_job *copy = malloc(sizeof *copy);
    if (!copy)
        abort();
    memcpy(copy, slot->job, sizeof *copy);
    copy->memory = NULL;
    copy->piece = NULL;
    copy->answered = false;
    slot->lost = true;
    w->count--;
    w->figures.lost++;
    sv_log("worker_lost", "match=%.8s bot=%s", copy->room,
           copy->player.bot ? copy->player.bot->name : "");
    add(&w->done, copy);
    if (!start_thread(w))
        sv_log("worker_missing", "why=\"no thread could be started\"");
    if (w->notify)
        w->notify(w->context);
}

void sv_workers_check(struct sv_workers *w)
{
    uint64_t now = sv_now();
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        struct slot *slot = &w->slots[i];
        struct sv_job *job = slot->job;
        if (!job || slot->lost)
            continue;
        uint64_t limit =
            in_background(job) ? BACKGROUND_TIME : 2 * job->budget + w->limits.patience;
        if (now - slot->begun > limit && !job->overran) {
            job->overran = true;
            w->figures.overruns++;
            sv_log("bot_overran", "match=%.8s bot=%s ms=%u", job->room,
                   job->player.bot ? job->player.bot->name : "", (unsigned)(now - slot->begun));
            tell_to_stop(job);
        } else if (now - slot->begun > limit + w->limits.grace) {
            give_up(w, slot);
        }
    }
    pthread_mutex_unlock(&w->lock);
}

bool sv_workers_idle(struct sv_workers *w)
{
    pthread_mutex_lock(&w->lock);
    fill(w);
    bool idle = w->idle > 0 && w->left > w->most * 3 / 4;
    for (uint32_t i = 0; i < SV_JOB_KINDS; i++)
        idle = idle && !w->waiting[i].first;
    pthread_mutex_unlock(&w->lock);
    return idle;
}

void sv_workers_figures(struct sv_workers *w, struct sv_worker_figures *figures)
{
    *figures = (struct sv_worker_figures){0};
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    *figures = w->figures;
    figures->waiting = w->waiting[SV_JOB_BOT].count + w->waiting[SV_JOB_HINT].count;
    figures->background = w->waiting[SV_JOB_REVIEW].count + w->waiting[SV_JOB_PONDER].count;
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        const struct sv_job *job = w->slots[i].job;
        if (job && !w->slots[i].lost)
            *(in_background(job) ? &figures->background : &figures->waiting) += 1;
    }
    pthread_mutex_unlock(&w->lock);
}
