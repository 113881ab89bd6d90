/*
 * A client that has become a WebSocket: its frames, and the connection that the server knows.
 *
 * A client that asks faster than it reads is not read from, until it has read most of what waits
 * for it.
 */
#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "server/access.h"
#include "server/loop.h"
#include "server/net/client.h"
#include "server/secret.h"
#include "server/state.h"
#include "server/time.h"
#include "server/ws/message.h"

enum {
    MESSAGE_TIME = 20 * 1000, /* milliseconds from the first byte of a message to its last */
    CLOSE_TIME = 5 * 1000,    /* ... for a client to take what is written before it is closed */
    CONTROL_RATE = 10,        /* pings and pongs a second */
    CONTROL_BURST = 100,
    HIGH_QUEUE = 4 * SV_LOW_QUEUE,
};

static int check_handshake(struct sv_net *net, const struct sv_http_request *q,
                           struct sv_address *from)
{
    const struct sv_settings *settings = &net->server->settings;
    const struct sv_limits *limits = &settings->limits;
    struct sv_figures *figures = &net->server->figures;
    const char *below = sv_path_below(settings, q->path), *version;
    if (!below || strcmp(below, "/ws") != 0)
        return 404;
    if (!sv_host_known(settings, q->fields[SV_HOST])) {
        figures->refused_host++;
        return 421;
    }
    if (!sv_same_origin(q->fields[SV_ORIGIN], q->fields[SV_HOST])) {
        figures->refused_origin++;
        return 403;
    }
    version = q->fields[SV_WEBSOCKET_VERSION];
    if (!version || strcmp(version, "13") != 0)
        return 426;
    if (!sv_http_lists(q->fields[SV_WEBSOCKET_PROTOCOL], "valise.1"))
        return 400;
    if (!sv_bucket_take(&from->requests, limits->requests_per_second,
                        limits->requests_per_second * 5, sv_now())) {
        figures->refused_rate++;
        return 429;
    }
    return 0;
}

int sv_websocket_open(struct sv_client *c, const struct sv_http_request *q)
{
    struct sv_server *server = c->net->server;
    char address[SV_ADDRESS_SIZE], token[SV_TOKEN_SIZE];
    struct vl_text head = {0};
    sv_client_address(&server->settings, c->peer, q->fields[SV_FORWARDED_FOR], address);
    int status = check_handshake(c->net, q, sv_address_of(server, address));
    if (!status && !sv_http_write_handshake(&head, q->fields[SV_WEBSOCKET_KEY]))
        status = 400;
    if (!status) {
        bool known = sv_cookie_token(q->fields[SV_COOKIE], token);
        c->connection = sv_connect(server, address, known ? token : NULL);
        status = c->connection ? 0 : 503;
    }
    if (!status) {
        c->connection->network = c;
        c->out = &c->connection->out;
        sv_outbox_add(c->out, &server->pool, head.data, head.length, NULL, 0);
        c->state = SV_SOCKET;
        c->deadline = 0;
    }
    vl_text_free(&head);
    return status;
}

/* ---- Writing ---- */

static void add_frame(struct sv_client *c, enum sv_opcode opcode, const void *bytes, size_t size)
{
    unsigned char head[SV_FRAME_HEAD];
    size_t head_size = sv_frame_head(head, opcode, size);
    sv_outbox_add(c->out, &c->net->server->pool, head, head_size, bytes, size);
}

static void add_close(struct sv_client *c, int code)
{
    unsigned char bytes[2] = {(unsigned char)(code >> 8), (unsigned char)code};
    add_frame(c, SV_CLOSE, bytes, code == 1005 ? 0 : sizeof bytes);
    c->close_sent = true;
    c->deadline = sv_now() + CLOSE_TIME;
}

void sv_websocket_end(struct sv_client *c, int code)
{
    if (c->state != SV_SOCKET || c->close_sent)
        return;
    if (sv_outbox_ready(c->out)) {
        sv_client_kill(c); /* it does not even read what it was sent before */
        return;
    }
    c->out = &c->own; /* what is still held for the connection is not sent any more */
    add_close(c, code);
    sv_client_write(c);
    sv_client_update(c);
}

void sv_websocket_written(struct sv_client *c)
{
    if (c->close_sent) {
        sv_client_linger(c);
        return;
    }
    if (c->paused && c->connection->out.queued < SV_LOW_QUEUE) {
        c->paused = false;
        sv_client_postpone(c);
    }
}

void sv_websocket_wants(struct sv_connection *connection)
{
    struct sv_client *c = connection->network;
    if (!c || c->state != SV_SOCKET || c->out != &connection->out)
        return;
    if (connection->closing == 1013) {
        sv_client_kill(c); /* it does not read: it would not read a close frame either */
        return;
    }
    if (connection->ping && !c->close_sent)
        add_frame(c, SV_PING, NULL, 0);
    connection->ping = false;
    if (connection->closing && !c->close_sent)
        add_close(c, connection->closing);
    sv_client_write(c);
    sv_client_update(c);
}

/* ---- Reading ---- */

/* Whether one more ping or pong is within its rate. */
static bool control_allowed(struct sv_client *c)
{
    if (sv_bucket_take(&c->control_rate, CONTROL_RATE, CONTROL_BURST, sv_now()))
        return true;
    c->net->server->figures.refused_rate++;
    sv_websocket_end(c, 1008);
    return false;
}

static void on_message(struct sv_client *c, const struct sv_frame *frame)
{
    struct sv_loop_time from = sv_loop_now(c->net->server);
    sv_receive(c->connection, frame->bytes, frame->size);
    sv_loop_charge(c->net->server, c->connection->address, from);
    c->paused |= c->connection->out.queued > HIGH_QUEUE;
}

/* Acts on an event; false: the rest of the bytes is not read. */
static bool handle(struct sv_client *c, enum sv_frame_event event, const struct sv_frame *frame)
{
    c->connection->last_received = sv_now();
    switch (event) {
    case SV_FRAME_MESSAGE:
        c->deadline = 0; /* each message has its own time, though the next may have begun */
        on_message(c, frame);
        return !c->paused && !c->connection->closing;
    case SV_FRAME_PING:
        if (!control_allowed(c))
            return false;
        add_frame(c, SV_PONG, frame->bytes, frame->size);
        sv_client_write(c);
        return c->state == SV_SOCKET;
    case SV_FRAME_PONG:
        return control_allowed(c);
    case SV_FRAME_CLOSE:
    case SV_FRAME_BROKEN:
        sv_websocket_end(c, frame->code);
        return false;
    case SV_FRAME_MORE:
        break;
    }
    return false;
}

size_t sv_websocket_read(struct sv_client *c, unsigned char *bytes, size_t size)
{
    uint32_t limit = c->net->server->settings.limits.frame;
    size_t all = 0, used;
    bool going_on = !c->connection->closing;
    while (going_on) {
        struct sv_frame frame;
        if (!sv_frame_begun(&c->frames) && all < size &&
            !sv_loop_may(c->net->server, c->connection->address)) {
            sv_client_throttle(c);
            break;
        }
        enum sv_frame_event event =
            sv_frame_read(&c->frames, bytes + all, size - all, limit, &used, &frame);
        all += used;
        going_on = handle(c, event, &frame);
    }
    if (c->state != SV_SOCKET || c->connection->closing || c->close_sent)
        return size; /* it is being closed: nothing more counts */
    if (!sv_frame_begun(&c->frames))
        c->deadline = 0;
    else if (!c->deadline)
        c->deadline = sv_now() + MESSAGE_TIME;
    return all;
}
