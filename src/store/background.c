/* A background thread with room for one task. */
#include "store/background.h"

#include <pthread.h>
#include <stdbool.h>

#include "core/alloc.h"
#include "core/banned.h"

struct vl_background {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t added, done;
    void (*work)(void *context); /* NULL: there is no task */
    void *context;
    bool stop;
};

static void *run_tasks(void *argument)
{
    struct vl_background *b = argument;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        while (!b->work && !b->stop)
            pthread_cond_wait(&b->added, &b->lock);
        if (!b->work)
            break;
        /* Nobody changes `work` while it is set, so it may be called without the lock. */
        pthread_mutex_unlock(&b->lock);
        b->work(b->context);
        pthread_mutex_lock(&b->lock);
        b->work = NULL;
        pthread_cond_signal(&b->done);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

struct vl_background *vl_background_new(void)
{
    struct vl_background *b = vl_alloc(1, sizeof *b);
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->added, NULL);
    pthread_cond_init(&b->done, NULL);
    if (pthread_create(&b->thread, NULL, run_tasks, b) == 0)
        return b;
    free(b);
    return NULL;
}

void vl_background_free(struct vl_background *b)
{
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    b->stop = true;
    pthread_cond_signal(&b->added);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
    pthread_cond_destroy(&b->done);
    pthread_cond_destroy(&b->added);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

void vl_background_start(struct vl_background *b, void (*work)(void *context), void *context)
{
    pthread_mutex_lock(&b->lock);
    b->work = work;
    b->context = context;
    pthread_cond_signal(&b->added);
    pthread_mutex_unlock(&b->lock);
}

void vl_background_wait(struct vl_background *b)
{
    pthread_mutex_lock(&b->lock);
    while (b->work)
        pthread_cond_wait(&b->done, &b->lock);
    pthread_mutex_unlock(&b->lock);
}
