/*
 * Worker threads; the header says which job is next.
 *
 * One lock guards everything here: the queues, the slots of the threads and the processor budget.
 * It is held for a few list operations only, never while a job runs. The one thing that a running
 * job shares with other threads is its flag `stop`, which it looks at all the time.
 *
 * Preemption. When a job arrives and no worker is idle, preempt() sets the flag of one job of a
 * lower class for each job that has no worker. That worker returns within milliseconds; finish()
 * puts the preempted job back at the head of its queue, and await_job() gives the worker the job
 * that waits.
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
#include "server/bots/fair.h"
#include "server/stats.h"
#include "server/time.h"

enum {
    MOST_WORKERS = 64,
    MOST_THREADS = 2 * MOST_WORKERS, /* with abandoned ones */
    NICENESS = 10,                   /* of the workers, so that the event loop runs first */
    BURST = 2,                       /* seconds of the budget that may be used at once */
    BACKGROUND_TIME = 60000,         /* milliseconds that a background job may take */
    JOIN_TIME = 5,                   /* seconds to wait for the threads at the end */
    WATCHED_WEIGHT = 8,              /* of processor time, for each part of unwatched jobs */
};

enum class { WATCHED, UNWATCHED, REVIEWS, PONDERING, CLASSES };

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
    struct sv_fair waiting[CLASSES];
    /* Virtual times of the first two classes and of their common queue, as in fair.h. */
    double used[2], used_last;
    uint32_t in_progress[2];
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
    __atomic_store_n(&q->count, q->count + 1, __ATOMIC_RELAXED); /* sv_workers_take_finished */
}

static struct sv_job *take(struct queue *q)
{
    struct sv_job *job = q->first;
    if (!job)
        return NULL;
    q->first = job->next;
    job->next = NULL;
    __atomic_store_n(&q->count, q->count - 1, __ATOMIC_RELAXED);
    return job;
}

static enum class class_of(const struct sv_job *job) {
    switch (job->kind){
        case SV_JOB_REVIEW : return REVIEWS; case SV_JOB_PONDER : return PONDERING;
        case SV_JOB_HINT : return WATCHED;
        case SV_JOB_BOT : return job->watched ? WATCHED : UNWATCHED;
        case SV_JOB_IMPORT : case SV_JOB_KINDS : break;
    }
return UNWATCHED;
}

static bool in_background(const struct sv_job *job)
{
    return class_of(job) >= REVIEWS;
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
    } else if (job->kind == SV_JOB_IMPORT) {
        job->run(job->context);
        job->answered = true;
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

/* ---- Queues ---- */

static void enqueue(struct sv_workers *w, struct sv_job *job, bool first)
{
    enum class class = class_of(job);
    struct sv_fair *queue = &w->waiting[class];
    if (class <= UNWATCHED && !queue->waiting && !w->in_progress[class] &&
        w->used[class] < w->used_last)
        w->used[class] = w->used_last; /* an idle class saves nothing up */
    sv_fair_add(queue, job, first);
}

static struct sv_job *dequeue(struct sv_workers *w, enum class class)
{
    struct sv_job *job = sv_fair_take(&w->waiting[class]);
    if (class <= UNWATCHED) {
        w->in_progress[class]++;
        if (w->used[class] > w->used_last)
            w->used_last = w->used[class];
    }
    return job;
}

/* The job has ended: its processor time is charged. */
static void charge(struct sv_workers *w, const struct sv_job *job)
{
    enum class class = class_of(job);
    w->left -= (double)job->microseconds;
    w->figures.microseconds[job->kind] += job->microseconds;
    sv_fair_ended(&w->waiting[class], job);
    if (class <= UNWATCHED) {
        w->in_progress[class]--;
        w->used[class] += (double)job->microseconds / (class == WATCHED ? WATCHED_WEIGHT : 1);
    }
}

static bool urgent(const struct sv_workers *w)
{
    return w->waiting[WATCHED].waiting || w->waiting[UNWATCHED].waiting;
}

/* The class of the next job; CLASSES: there is none. */
static enum class next_class(const struct sv_workers *w) {
    bool watched = w->waiting[WATCHED].waiting, unwatched = w->waiting[UNWATCHED].waiting;
    if (watched && unwatched) return w->used[UNWATCHED] < w->used[WATCHED] ? UNWATCHED : WATCHED;
    for (enum class class = 0; class < CLASSES;
         class ++) if (w->waiting[class].waiting) return class;
    return CLASSES;
}

/* What a class leaves of the budget, so that a burst of jobs of higher classes finds it filled. */
static double reserve(const struct sv_workers *w, enum class class)
{
    switch (class) {
    case WATCHED:
    case CLASSES:
        break;
    case UNWATCHED:
        return w->used[UNWATCHED] < w->used[WATCHED] ? 0 : w->most / 4;
    case REVIEWS:
        return w->most / 2;
    case PONDERING:
        return w->most * 3 / 4;
    }
    return 0;
}

/* The job to start now, or NULL. If the budget is exhausted, *pause says for how many microseconds.
 */
static struct sv_job *next_job(struct sv_workers *w, double *pause)
{
    fill(w);
    enum class class = next_class(w);
    double need = reserve(w, class);
    *pause = 0;
    if (class == CLASSES)
        return NULL;
    if (w->left <= need) {
        *pause = (need - w->left) / w->rate + 1000;
        return NULL;
    }
    return dequeue(w, class);
}

static void pause_for(struct sv_workers *w, double pause)
{
    struct timespec until;
    bool waits = urgent(w);
    uint64_t from = microseconds(CLOCK_MONOTONIC);
    uint64_t end = from + (uint64_t)pause;
    until.tv_sec = (time_t)(end / 1000000);
    until.tv_nsec = (long)(end % 1000000) * 1000;
    pthread_cond_clockwait(&w->added, &w->lock, CLOCK_MONOTONIC, &until);
    if (waits)
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

/* A preempted job is done again, first of its share. Background jobs can tell that they did not
 * come to an end; a bot always answers, so its answer and its search memory are dropped. */
static bool do_again(struct sv_workers *w, struct sv_job *job)
{
    bool dropped = in_background(job) ? told_to_stop(job) && !job->answered : job->is_preempted;
    if (!dropped || job->cancelled || job->overran)
        return false;
    if (!in_background(job)) {
        vl_memory_free(job->memory);
        job->memory = NULL;
        job->answered = false;
    }
    w->figures.dropped++;
    job->was_preempted = true;
    job->is_preempted = job->stop = false;
    job->microseconds = 0;
    enqueue(w, job, true);
    return true;
}

static void finish(struct sv_workers *w, struct sv_job *job)
{
    charge(w, job);
    if (do_again(w, job))
        return;
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
    if (job->free_context)
        job->free_context(job->context);
    free(job);
}

static void free_jobs(struct queue *q)
{
    for (struct sv_job *job; (job = take(q));)
        sv_job_free(job);
}

static bool any_job(const void *context, const struct sv_job *job)
{
    (void)context;
    (void)job;
    return true;
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
    for (uint32_t i = 0; i < CLASSES; i++) {
        struct queue rest = {.first = sv_fair_remove(&w->waiting[i], any_job, NULL)};
        free_jobs(&rest);
        sv_fair_free(&w->waiting[i]);
    }
    free_jobs(&w->done);
    pthread_cond_destroy(&w->added);
    pthread_mutex_destroy(&w->lock);
    free(w);
    return true;
}

/* ---- From the server's thread ---- */

/* Whether a job in progress may be preempted for one of `class`. A bot with a search memory from an
 * earlier move of its turn, or from pondering, could not start over with the same result. */
static bool may_preempt(const struct sv_job *job, enum class class)
{
    if (in_background(job))
        return true;
    return class == WATCHED && class_of(job) == UNWATCHED && job->kind == SV_JOB_BOT &&
           job->step == 0 && !job->warm && !job->was_preempted;
}

/* Preempts one job of a lower class for each waiting job of `class` that has no idle worker.
 * Pondering goes first, because it loses nothing; a review loses the piece that it was working on,
 * and a bot what it has thought. */
static void preempt(struct sv_workers *w, enum class class)
{
    static const enum class order[] = {PONDERING, REVIEWS, UNWATCHED};
    uint32_t wanted = w->waiting[WATCHED].waiting;
    if (class == UNWATCHED)
        wanted += w->waiting[UNWATCHED].waiting;
    uint32_t free = w->idle;
    for (uint32_t k = 0; k < sizeof order / sizeof *order; k++) {
        for (uint32_t i = 0; i < MOST_THREADS && free < wanted; i++) {
            struct slot *slot = &w->slots[i];
            if (!slot->job || slot->lost || class_of(slot->job) != order[k] ||
                !may_preempt(slot->job, class))
                continue;
            slot->job->is_preempted = true;
            tell_to_stop(slot->job);
            free++;
        }
    }
}

void sv_workers_add(struct sv_workers *w, struct sv_job *job)
{
    pthread_mutex_lock(&w->lock);
    enum class class = class_of(job);
    job->order = ++w->order;
    enqueue(w, job, false);
    if (class <= UNWATCHED)
        preempt(w, class);
    pthread_cond_signal(&w->added);
    pthread_mutex_unlock(&w->lock);
}

static bool bot_of_room(const void *room, const struct sv_job *job)
{
    return job->kind == SV_JOB_BOT && strcmp(job->room, room) == 0;
}

void sv_workers_watched(struct sv_workers *w, const char *room)
{
    pthread_mutex_lock(&w->lock);
    struct sv_job *jobs = sv_fair_remove(&w->waiting[UNWATCHED], bot_of_room, room);
    bool any = jobs != NULL;
    while (jobs) {
        struct sv_job *job = jobs;
        jobs = job->next;
        job->watched = true;
        enqueue(w, job, false);
    }
    if (any) {
        preempt(w, WATCHED);
        pthread_cond_signal(&w->added);
    }
    pthread_mutex_unlock(&w->lock);
}

/* The loop asks in every batch, and mostly there is nothing. It must not wait then: a worker has
 * low priority, so on a busy machine it may be kept from running while it holds the lock. A job
 * that is added meanwhile wakes the loop up again. */
struct sv_job *sv_workers_take_finished(struct sv_workers *w)
{
    if (__atomic_load_n(&w->done.count, __ATOMIC_RELAXED) == 0)
        return NULL;
    pthread_mutex_lock(&w->lock);
    struct sv_job *done = w->done.first;
    w->done.first = w->done.last = NULL;
    __atomic_store_n(&w->done.count, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&w->lock);
    return done;
}

struct meant {
    enum sv_job_kind kind;
    const char *room;
    uint64_t connection;
};

static bool is_meant(const void *context, const struct sv_job *job)
{
    const struct meant *meant = context;
    return job->kind == meant->kind && (!meant->room || strcmp(job->room, meant->room) == 0) &&
           (!meant->connection || job->connection == meant->connection);
}

void sv_workers_cancel(struct sv_workers *w, enum sv_job_kind kind, const char *room,
                       uint64_t connection)
{
    struct meant meant = {.kind = kind, .room = room, .connection = connection};
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    uint32_t before = w->done.count;
    for (enum class class = 0; class < CLASSES; class ++) {
        struct sv_job *jobs = sv_fair_remove(&w->waiting[class], is_meant, &meant);
        while (jobs) {
            struct sv_job *job = jobs;
            jobs = job->next;
            job->cancelled = true;
            w->figures.cancelled++;
            add(&w->done, job);
        }
    }
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        struct sv_job *job = w->slots[i].job;
        if (!job || w->slots[i].lost || job->cancelled || !is_meant(&meant, job))
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
    copy->context = NULL;
    copy->free_context = NULL;
    copy->answered = false;
    charge(w, copy); /* what it has used is not known: the thread counts it when it ends */
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
    for (uint32_t i = 0; i < CLASSES; i++)
        idle = idle && !w->waiting[i].waiting;
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
    figures->waiting = w->waiting[WATCHED].waiting + w->waiting[UNWATCHED].waiting;
    figures->background = w->waiting[REVIEWS].waiting + w->waiting[PONDERING].waiting;
    for (uint32_t i = 0; i < MOST_THREADS; i++) {
        const struct sv_job *job = w->slots[i].job;
        if (job && !w->slots[i].lost)
            *(in_background(job) ? &figures->background : &figures->waiting) += 1;
    }
    pthread_mutex_unlock(&w->lock);
}
