/*
 * The network: one event loop (libev) on one thread, and nothing else.
 *
 * The loop works in batches. A batch is one pass: sockets are read, requests and messages are
 * handed to the server as they come, then sv_flush puts all of it on disk, and only then are the
 * answers written. Other threads never touch a socket; they wake the loop.
 */
#ifndef VALISE_SERVER_NET_NET_H
#define VALISE_SERVER_NET_NET_H

#include <ev.h>
#include <openssl/types.h>
#include <stdbool.h>

#include "valise/error.h"

struct sv_client;
struct sv_server;
struct sv_settings;

/* What all clients share. */
struct sv_net {
    struct ev_loop *loop;
    struct sv_server *server;
    SSL_CTX *tls; /* NULL: plain */
    struct sv_client *clients;
    struct sv_client *answered; /* with an HTTP answer in this batch */
    struct sv_client *pending;  /* whose HTTP answer comes in a later batch */
    struct sv_client *backlog;  /* with bytes that were read and not yet looked at */
    struct sv_client *throttled, *last_throttled; /* whose address has used its share of the loop */
    struct sv_client *leaving;                    /* lost, or no longer a WebSocket */
    size_t large_bodies;                          /* bytes of large requests that are under way */
};

/* Where settings come from when they are read again, on SIGHUP: `read` fills in all of them, or
 * says what is wrong and where. Strings of settings that were read must live until sv_run returns.
 */
struct sv_source {
    bool (*read)(void *context, struct sv_settings *settings, struct vl_error *err);
    void *context;
};

/* Runs the table until SIGTERM or SIGINT. `source` may be NULL: then SIGHUP reads only the
 * certificate again. */
bool sv_run(const struct sv_settings *settings, const struct sv_source *source,
            struct vl_error *err);

#endif
