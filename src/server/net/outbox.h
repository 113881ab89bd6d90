/*
 * The outbox: everything that waits to be written to one connection, in one queue.
 *
 * The life of a message:
 *
 *   held      A handler answers, or a push is written for a viewer. The message is at the end of
 *             the queue. The batch (one pass of the event loop) is not on disk yet, so nobody may
 *             see it.
 *   released  The store has synced the batch: sv_outbox_release. If the sync failed instead,
 *             sv_outbox_discard drops what is held, and the client is told otherwise.
 *   written   The network writes released bytes from the front, as many as the system takes, and
 *             says so: sv_outbox_wrote. What the system does not take stays where it is until the
 *             socket is writable again. A message that is written whole is freed.
 *
 * So a queue is: released messages, of which the first may be partly written, then held ones.
 * Frames of the protocol itself (pong, close) and HTTP answers do not wait for the disk; they go
 * behind the last released message. Nothing is ever inserted before bytes that are partly written:
 * TLS insists on seeing the same bytes again.
 *
 * All of it happens on the event loop's thread.
 */
#ifndef VALISE_SERVER_NET_OUTBOX_H
#define VALISE_SERVER_NET_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

/* Bytes as they go over the wire: a head (of a frame, of an HTTP answer) and a body. */
struct sv_message {
    struct sv_message *next;
    const unsigned char *data; /* `bytes`, or memory of somebody who outlives the message */
    size_t size;
    size_t head;     /* how much of it is the head */
    size_t capacity; /* of `bytes` */
    unsigned char bytes[];
};

/* Messages of the usual size, kept for the next ones; shared by all connections. */
struct sv_pool {
    struct sv_message *spare;
    uint32_t count;
};

struct sv_outbox {
    struct sv_message *first, *last;
    struct sv_message *released; /* the last one that may be written; NULL: none */
    size_t sent;                 /* bytes of the first that are written */
    size_t queued;               /* bytes of all that are not */
};

void sv_pool_clear(struct sv_pool *pool);

/* A message as the last one, held. The bytes are copied. */
void sv_outbox_hold(struct sv_outbox *out, struct sv_pool *pool, const void *head, size_t head_size,
                    const void *body, size_t body_size);
/* The same behind the last released one, released. */
void sv_outbox_add(struct sv_outbox *out, struct sv_pool *pool, const void *head, size_t head_size,
                   const void *body, size_t body_size);
/* The same for bytes that are not copied: they outlive the message. */
void sv_outbox_lend(struct sv_outbox *out, const void *bytes, size_t size);

bool sv_outbox_holds(const struct sv_outbox *out);
void sv_outbox_release(struct sv_outbox *out);
void sv_outbox_discard(struct sv_outbox *out, struct sv_pool *pool);

/* Whether released bytes wait. */
bool sv_outbox_ready(const struct sv_outbox *out);
/* Released bytes from the front, in at most `most` pieces; how many pieces there are. */
uint32_t sv_outbox_pieces(const struct sv_outbox *out, struct iovec *pieces, uint32_t most);
/* Bytes from the front are written. */
void sv_outbox_wrote(struct sv_outbox *out, struct sv_pool *pool, size_t size);
/* Drops everything. */
void sv_outbox_clear(struct sv_outbox *out, struct sv_pool *pool);

#endif
