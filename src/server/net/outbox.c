/* The outbox: see the header. */
#include "server/net/outbox.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

/* malloc is slow at giving and taking back more than a kilobyte at a time, so messages of the usual
 * size are used again. */
enum { USUAL = 2048, MOST_SPARE = 1024 };

static struct sv_message *new_message(struct sv_pool *pool, size_t size)
{
    struct sv_message *message = pool->spare;
    size_t capacity = size > USUAL ? size : USUAL;
    if (size <= USUAL && message) {
        pool->spare = message->next;
        pool->count--;
    } else {
        message = malloc(sizeof *message + capacity);
        if (!message)
            abort();
        message->capacity = capacity;
    }
    message->next = NULL;
    message->data = message->bytes;
    message->size = size;
    message->head = 0;
    return message;
}

/* A message without room of its own, for bytes that lie elsewhere. */
static struct sv_message *new_loan(const void *bytes, size_t size)
{
    struct sv_message *message = malloc(sizeof *message);
    if (!message)
        abort();
    *message = (struct sv_message){.data = bytes, .size = size};
    return message;
}

static void free_message(struct sv_pool *pool, struct sv_message *message)
{
    if (message->capacity == USUAL && pool->count < MOST_SPARE) {
        message->next = pool->spare;
        pool->spare = message;
        pool->count++;
    } else {
        free(message);
    }
}

void sv_pool_clear(struct sv_pool *pool)
{
    while (pool->spare) {
        struct sv_message *message = pool->spare;
        pool->spare = message->next;
        free(message);
    }
    pool->count = 0;
}

static struct sv_message *copy(struct sv_pool *pool, const void *head, size_t head_size,
                               const void *body, size_t body_size)
{
    struct sv_message *message = new_message(pool, head_size + body_size);
    memcpy(message->bytes, head, head_size);
    if (body_size)
        memcpy(message->bytes + head_size, body, body_size);
    message->head = head_size;
    return message;
}

void sv_outbox_hold(struct sv_outbox *out, struct sv_pool *pool, const void *head, size_t head_size,
                    const void *body, size_t body_size)
{
    struct sv_message *message = copy(pool, head, head_size, body, body_size);
    if (out->last)
        out->last->next = message;
    else
        out->first = message;
    out->last = message;
    out->queued += message->size;
}

static void insert(struct sv_outbox *out, struct sv_message *message)
{
    struct sv_message **place = out->released ? &out->released->next : &out->first;
    message->next = *place;
    *place = message;
    if (!message->next)
        out->last = message;
    out->released = message;
    out->queued += message->size;
}

void sv_outbox_add(struct sv_outbox *out, struct sv_pool *pool, const void *head, size_t head_size,
                   const void *body, size_t body_size)
{
    insert(out, copy(pool, head, head_size, body, body_size));
}

void sv_outbox_lend(struct sv_outbox *out, const void *bytes, size_t size)
{
    insert(out, new_loan(bytes, size));
}

bool sv_outbox_holds(const struct sv_outbox *out)
{
    return out->last != out->released;
}

void sv_outbox_release(struct sv_outbox *out)
{
    out->released = out->last;
}

void sv_outbox_discard(struct sv_outbox *out, struct sv_pool *pool)
{
    struct sv_message **place = out->released ? &out->released->next : &out->first;
    while (*place) {
        struct sv_message *message = *place;
        *place = message->next;
        out->queued -= message->size;
        free_message(pool, message);
    }
    out->last = out->released;
}

bool sv_outbox_ready(const struct sv_outbox *out)
{
    return out->released != NULL;
}

uint32_t sv_outbox_pieces(const struct sv_outbox *out, struct iovec *pieces, uint32_t most)
{
    uint32_t count = 0;
    size_t skip = out->sent;
    const struct sv_message *message = out->released ? out->first : NULL;
    while (message && count < most) {
        /* iovec has no const; writev does not change what it writes. */
        pieces[count++] =
            (struct iovec){(void *)(uintptr_t)(message->data + skip), message->size - skip};
        skip = 0;
        message = message == out->released ? NULL : message->next;
    }
    return count;
}

void sv_outbox_wrote(struct sv_outbox *out, struct sv_pool *pool, size_t size)
{
    out->queued -= size;
    out->sent += size;
    while (out->released && out->sent >= out->first->size) {
        struct sv_message *message = out->first;
        out->sent -= message->size;
        out->first = message->next;
        if (!out->first)
            out->last = NULL;
        if (message == out->released)
            out->released = NULL;
        free_message(pool, message);
    }
}

void sv_outbox_clear(struct sv_outbox *out, struct sv_pool *pool)
{
    while (out->first) {
        struct sv_message *message = out->first;
        out->first = message->next;
        free_message(pool, message);
    }
    *out = (struct sv_outbox){0};
}
