/*
 * A byte stream to one client: a socket that never blocks, plain or with TLS on it.
 *
 * TLS sits directly on the socket. Each SSL_write is a record and a system call, so small pieces
 * are joined first; a write that could not be finished is repeated with the same bytes, because the
 * caller takes them from the front of a queue.
 */
#ifndef VALISE_SERVER_NET_STREAM_H
#define VALISE_SERVER_NET_STREAM_H

#include <openssl/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

struct sv_stream {
    int fd;
    SSL *tls;        /* NULL: plain */
    bool write_wait; /* the last write waits until the socket takes more */
    bool failed;     /* TLS is broken: it may not even say goodbye */
};

enum {
    SV_STREAM_WAIT = -1, /* nothing now: wait for the socket */
    SV_STREAM_END = 0,   /* the client has closed its side */
    SV_STREAM_LOST = -2,
};

/* Takes a socket; with a context, TLS begins. */
bool sv_stream_open(struct sv_stream *stream, int fd, SSL_CTX *context);
void sv_stream_close(struct sv_stream *stream);
/* Whether the first byte that has come shows a client that does not speak TLS. */
bool sv_stream_not_tls(const struct sv_stream *stream);
/* Gives up TLS before it has begun, to answer such a client. */
void sv_stream_make_plain(struct sv_stream *stream);
/* One step of the TLS handshake: 1 when it is complete, or SV_STREAM_WAIT or _LOST. */
int sv_stream_handshake(struct sv_stream *stream);
/* How many bytes were read, at least 1, or one of the above. */
ssize_t sv_stream_read(struct sv_stream *stream, void *bytes, size_t size);
/* Whether bytes can be read though the socket itself has none. */
bool sv_stream_pending(const struct sv_stream *stream);
/* How many bytes were written, at least 1, or SV_STREAM_WAIT or _LOST. */
ssize_t sv_stream_write(struct sv_stream *stream, const struct iovec *pieces, uint32_t count);
/* Nothing more is written: the client sees the end. */
void sv_stream_finish(struct sv_stream *stream);

#endif
