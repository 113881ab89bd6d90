/*
 * Worker threads: they answer for bots.
 *
 * A job carries everything it needs: a copy of the view, the deck (which lives as long as the
 * server), a seed of its own. Nothing else is shared but the two lists under the lock.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"
#include "server/server.h"

enum { MOST_WORKERS = 64 };

struct sv_workers {
    pthread_mutex_t lock;
    pthread_cond_t come;
    struct sv_job *first, *last; /* to do */
    struct sv_job *done, *done_last;
    uint32_t waiting; /* to do or being done */
    bool stop;
    void (*notify)(void *context);
    void *context;
    uint32_t count;
    pthread_t threads[MOST_WORKERS];
};

static void add(struct sv_job **first, struct sv_job **last, struct sv_job *job)
{
    job->next = NULL;
    if (*first)
        (*last)->next = job;
    else
        *first = job;
    *last = job;
}

static void answer(struct sv_job *job)
{
    struct timespec from, to;
    struct vl_rng rng;
    memcpy(rng.s, job->seed, sizeof rng.s);
    const struct vl_bot *bot = job->player.bot;
    struct vl_question question = {
        .game = job->game,
        .deck = job->deck,
        .view = &job->view,
        .rng = &rng,
        /* So many tries, and no more than so much time for them. */
        .iterations = job->player.iterations ? job->player.iterations : bot->iterations,
        .milliseconds = job->budget,
        .step = job->step,
    };
    if (bot->searches && !job->memory)
        job->memory = vl_memory_new(question.iterations, 1);
    question.memory = job->memory;
    clock_gettime(CLOCK_MONOTONIC, &from);
    vl_player_answer(&job->player, &question, &job->answer);
    clock_gettime(CLOCK_MONOTONIC, &to);
    job->microseconds =
        (uint64_t)((to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
}

static void *worker(void *argument)
{
    struct sv_workers *w = argument;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->first && !w->stop)
            pthread_cond_wait(&w->come, &w->lock);
        if (w->stop)
            break;
        struct sv_job *job = w->first;
        w->first = job->next;
        pthread_mutex_unlock(&w->lock);
        answer(job);
        pthread_mutex_lock(&w->lock);
        add(&w->done, &w->done_last, job);
        w->waiting--;
        if (w->notify)
            w->notify(w->context);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct sv_workers *sv_workers_new(uint32_t count, void (*notify)(void *context), void *context)
{
    struct sv_workers *w = calloc(1, sizeof *w);
    if (!w)
        abort();
    w->notify = notify;
    w->context = context;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->come, NULL);
    for (uint32_t i = 0; i < count && i < MOST_WORKERS; i++)
        if (pthread_create(&w->threads[w->count], NULL, worker, w) == 0)
            w->count++;
    if (w->count == 0)
        abort();
    return w;
}

void sv_job_free(struct sv_job *job)
{
    vl_memory_free(job->memory);
    free(job);
}

static void free_jobs(struct sv_job *job)
{
    while (job) {
        struct sv_job *next = job->next;
        sv_job_free(job);
        job = next;
    }
}

void sv_workers_free(struct sv_workers *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->come);
    pthread_mutex_unlock(&w->lock);
    for (uint32_t i = 0; i < w->count; i++)
        pthread_join(w->threads[i], NULL);
    free_jobs(w->first);
    free_jobs(w->done);
    pthread_cond_destroy(&w->come);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void sv_work(struct sv_workers *w, struct sv_job *job)
{
    pthread_mutex_lock(&w->lock);
    add(&w->first, &w->last, job);
    w->waiting++;
    pthread_cond_signal(&w->come);
    pthread_mutex_unlock(&w->lock);
}

struct sv_job *sv_worked(struct sv_workers *w)
{
    pthread_mutex_lock(&w->lock);
    struct sv_job *done = w->done;
    w->done = w->done_last = NULL;
    pthread_mutex_unlock(&w->lock);
    return done;
}

uint32_t sv_workers_waiting(struct sv_workers *w)
{
    pthread_mutex_lock(&w->lock);
    uint32_t waiting = w->waiting;
    pthread_mutex_unlock(&w->lock);
    return waiting;
}
