/* The post: see the header. */
#include "server/post.h"

#include <linux/sockios.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "core/banned.h"

struct list {
    struct sv_letter *first, **end;
};

struct sv_post {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t come, idle;
    struct list posted, back;
    bool busy, stop;
    void (*notify)(void);
};

static void empty(struct list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

static void append(struct list *list, struct sv_letter *letters)
{
    *list->end = letters;
    while (*list->end)
        list->end = &(*list->end)->next;
}

static struct sv_letter *take_all(struct list *list)
{
    struct sv_letter *first = list->first;
    empty(list);
    return first;
}

void sv_letter_write(struct sv_letter *letter)
{
    const struct iovec *first = letter->pieces;
    struct msghdr all = {.msg_iov = letter->pieces, .msg_iovlen = letter->count};
    int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
    ssize_t sent = letter->count == 1 ? send(letter->socket, first->iov_base, first->iov_len, flags)
                                      : sendmsg(letter->socket, &all, flags);
    letter->sent = sent > 0 ? (size_t)sent : 0;
}

/* Whether the socket takes all of a letter: even the smallest buffer has room for two. The system
 * is asked only when letters since it was asked last may have used that up. */
static bool takes_all(struct sv_letter *letter)
{
    int unsent = 0;
    if (letter->room < letter->size && ioctl(letter->socket, SIOCOUTQ, &unsent) == 0 &&
        unsent < 2 * SV_MOST_POSTED)
        letter->room = 2 * SV_MOST_POSTED - (size_t)unsent;
    if (letter->room < letter->size)
        return false;
    letter->room -= letter->size;
    return true;
}

static void *carry(void *argument)
{
    struct sv_post *post = argument;
    pthread_mutex_lock(&post->lock);
    for (;;) {
        while (!post->posted.first && !post->stop)
            pthread_cond_wait(&post->come, &post->lock);
        struct sv_letter *letters = take_all(&post->posted);
        if (!letters)
            break;
        post->busy = true;
        pthread_mutex_unlock(&post->lock);
        for (struct sv_letter *letter = letters; letter; letter = letter->next)
            if (takes_all(letter))
                sv_letter_write(letter);
        pthread_mutex_lock(&post->lock);
        append(&post->back, letters);
        post->busy = false;
        if (post->posted.first)
            continue;
        pthread_cond_signal(&post->idle);
        post->notify();
    }
    pthread_mutex_unlock(&post->lock);
    return NULL;
}

struct sv_post *sv_post_new(void (*notify)(void))
{
    struct sv_post *post = calloc(1, sizeof *post);
    if (!post)
        abort();
    empty(&post->posted);
    empty(&post->back);
    post->notify = notify;
    pthread_mutex_init(&post->lock, NULL);
    pthread_cond_init(&post->come, NULL);
    pthread_cond_init(&post->idle, NULL);
    if (pthread_create(&post->thread, NULL, carry, post) == 0)
        return post;
    free(post);
    return NULL;
}

void sv_post_free(struct sv_post *post)
{
    if (!post)
        return;
    pthread_mutex_lock(&post->lock);
    post->stop = true;
    pthread_cond_signal(&post->come);
    pthread_mutex_unlock(&post->lock);
    pthread_join(post->thread, NULL);
    pthread_cond_destroy(&post->idle);
    pthread_cond_destroy(&post->come);
    pthread_mutex_destroy(&post->lock);
    free(post);
}

void sv_post(struct sv_post *post, struct sv_letter *letters)
{
    pthread_mutex_lock(&post->lock);
    append(&post->posted, letters);
    pthread_cond_signal(&post->come);
    pthread_mutex_unlock(&post->lock);
}

struct sv_letter *sv_post_back(struct sv_post *post)
{
    pthread_mutex_lock(&post->lock);
    struct sv_letter *letters = take_all(&post->back);
    pthread_mutex_unlock(&post->lock);
    return letters;
}

void sv_post_settle(struct sv_post *post)
{
    pthread_mutex_lock(&post->lock);
    while (post->posted.first || post->busy)
        pthread_cond_wait(&post->idle, &post->lock);
    pthread_mutex_unlock(&post->lock);
}
