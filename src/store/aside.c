/* A thread that does one thing while its owner does another. */
#include "store/aside.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "core/banned.h"

struct vl_aside {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t come, done;
    void (*work)(void *context); /* NULL: nothing to do */
    void *context;
    bool stop;
};

static void *work_aside(void *argument)
{
    struct vl_aside *aside = argument;
    pthread_mutex_lock(&aside->lock);
    for (;;) {
        while (!aside->work && !aside->stop)
            pthread_cond_wait(&aside->come, &aside->lock);
        if (!aside->work)
            break;
        pthread_mutex_unlock(&aside->lock);
        aside->work(aside->context);
        pthread_mutex_lock(&aside->lock);
        aside->work = NULL;
        pthread_cond_signal(&aside->done);
    }
    pthread_mutex_unlock(&aside->lock);
    return NULL;
}

struct vl_aside *vl_aside_new(void)
{
    struct vl_aside *aside = vl_alloc(1, sizeof *aside);
    pthread_mutex_init(&aside->lock, NULL);
    pthread_cond_init(&aside->come, NULL);
    pthread_cond_init(&aside->done, NULL);
    if (pthread_create(&aside->thread, NULL, work_aside, aside) == 0)
        return aside;
    free(aside);
    return NULL;
}

void vl_aside_free(struct vl_aside *aside)
{
    if (!aside)
        return;
    pthread_mutex_lock(&aside->lock);
    aside->stop = true;
    pthread_cond_signal(&aside->come);
    pthread_mutex_unlock(&aside->lock);
    pthread_join(aside->thread, NULL);
    pthread_cond_destroy(&aside->done);
    pthread_cond_destroy(&aside->come);
    pthread_mutex_destroy(&aside->lock);
    free(aside);
}

void vl_aside_start(struct vl_aside *aside, void (*work)(void *context), void *context)
{
    pthread_mutex_lock(&aside->lock);
    aside->work = work;
    aside->context = context;
    pthread_cond_signal(&aside->come);
    pthread_mutex_unlock(&aside->lock);
}

void vl_aside_wait(struct vl_aside *aside)
{
    pthread_mutex_lock(&aside->lock);
    while (aside->work)
        pthread_cond_wait(&aside->done, &aside->lock);
    pthread_mutex_unlock(&aside->lock);
}
