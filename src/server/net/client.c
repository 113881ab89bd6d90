/* Clients: see the header. */
#include "server/net/client.h"

#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "core/banned.h"
#include "server/access.h"
#include "server/loop.h"
#include "server/state.h"
#include "server/stats.h"
#include "server/time.h"

enum {
    CHUNK = 16 << 10,       /* bytes read at a time; what cannot be used yet is kept */
    PIECES = 16,            /* messages written by one system call */
    HEAD_TIME = 10 * 1000,  /* milliseconds for the TLS handshake, and for the first head */
    LINGER_TIME = 2 * 1000, /* ... for the client to close */
    MOST_DROPPED = 4 << 20, /* bytes, in that time */
    MOST_READS = 4,         /* chunks of one client that a batch reads */
};

static bool may_read(const struct sv_client *c)
{
    switch (c->state) {
    case SV_REQUEST:
        return c->rest.length == 0 && !c->throttled;
    case SV_SOCKET:
        return c->rest.length == 0 && !c->paused && !c->throttled && !c->close_sent;
    case SV_HANDSHAKE:
        return !c->throttled;
    case SV_LINGER:
        return true;
    case SV_ANSWER:
    case SV_GONE:
        break;
    }
    return false;
}

void sv_client_update(struct sv_client *c)
{
    int events = (may_read(c) ? EV_READ : 0) | (c->stream.write_wait ? EV_WRITE : 0);
    if (c->state == SV_GONE || (ev_is_active(&c->watcher) && c->watcher.events == events))
        return;
    ev_io_stop(c->net->loop, &c->watcher);
    ev_io_set(&c->watcher, c->stream.fd, events);
    if (events)
        ev_io_start(c->net->loop, &c->watcher);
}

/* ---- Leaving ---- */

static void leave(struct sv_client *c)
{
    if (c->is_leaving)
        return;
    c->is_leaving = true;
    c->next_leaving = c->net->leaving;
    c->net->leaving = c;
}

void sv_client_kill(struct sv_client *c)
{
    if (c->state == SV_GONE)
        return;
    c->state = SV_GONE;
    ev_io_stop(c->net->loop, &c->watcher);
    leave(c);
}

void sv_client_linger(struct sv_client *c)
{
    if (c->state == SV_GONE)
        return;
    c->state = SV_LINGER;
    c->deadline = sv_now() + LINGER_TIME;
    vl_text_free(&c->rest);
    sv_stream_finish(&c->stream);
    if (c->connection)
        leave(c);
    sv_client_update(c);
}

/* No longer a WebSocket for the server. Done apart from everything that walks its connections. */
static void disconnect(struct sv_client *c)
{
    if (!c->connection)
        return;
    c->out = &c->own;
    sv_disconnect(c->connection);
    c->connection = NULL;
    sv_frame_reader_free(&c->frames);
}

static void take_off(struct sv_client **at, const struct sv_client *c)
{
    while (*at && *at != c)
        at = &(*at)->next_answered;
    if (*at)
        *at = c->next_answered;
}

static void take_off_backlog(struct sv_client *c)
{
    struct sv_client **at = &c->net->backlog;
    while (*at && *at != c)
        at = &(*at)->next_backlog;
    if (*at)
        *at = c->next_backlog;
}

static void take_off_throttled(struct sv_client *c);

static void client_free(struct sv_client *c)
{
    struct sv_net *net = c->net;
    disconnect(c);
    take_off(&net->answered, c);
    take_off(&net->pending, c);
    if (c->in_backlog)
        take_off_backlog(c);
    if (c->throttled)
        take_off_throttled(c);
    if (c->previous)
        c->previous->next = c->next;
    else
        net->clients = c->next;
    if (c->next)
        c->next->previous = c->previous;
    if (c->counted)
        sv_address_close(net->server, c->counted, false);
    ev_io_stop(net->loop, &c->watcher);
    sv_outbox_clear(&c->own, &net->server->pool);
    sv_exchange_free(c);
    sv_stream_close(&c->stream);
    vl_text_free(&c->rest);
    free(c);
}

void sv_clients_bury(struct sv_net *net)
{
    while (net->leaving) {
        struct sv_client *c = net->leaving;
        net->leaving = c->next_leaving;
        c->is_leaving = false;
        if (c->state == SV_GONE)
            client_free(c);
        else
            disconnect(c);
    }
}

void sv_clients_free(struct sv_net *net)
{
    while (net->clients)
        client_free(net->clients);
    net->leaving = NULL;
}

/* ---- Reading ---- */

void sv_client_postpone(struct sv_client *c)
{
    if (c->in_backlog || c->state == SV_GONE)
        return;
    c->in_backlog = true;
    c->next_backlog = c->net->backlog;
    c->net->backlog = c;
}

void sv_client_throttle(struct sv_client *c)
{
    if (c->throttled || c->state == SV_GONE)
        return;
    c->throttled = true;
    c->next_throttled = NULL;
    if (c->net->throttled)
        c->net->last_throttled->next_throttled = c;
    else
        c->net->throttled = c;
    c->net->last_throttled = c;
    c->net->server->figures.throttled++;
}

/* Whose time on the loop a client uses, apart from requests that a proxy passes on. */
static struct sv_address *payer(const struct sv_client *c)
{
    return c->connection ? c->connection->address : c->counted;
}

static void take_off_throttled(struct sv_client *c)
{
    struct sv_client *before = NULL;
    for (struct sv_client *t = c->net->throttled; t && t != c; t = t->next_throttled)
        before = t;
    *(before ? &before->next_throttled : &c->net->throttled) = c->next_throttled;
    if (c->net->last_throttled == c)
        c->net->last_throttled = before;
    c->throttled = false;
}

/* Lets those go on whose address has paid back, the longest waiting first. Each of them looks again
 * before each message, so all clients of an address together stay within its share. */
static void resume_throttled(struct sv_net *net)
{
    for (struct sv_client *c = net->throttled, *next; c; c = next) {
        next = c->next_throttled;
        bool parked = c->parked && c->state == SV_ANSWER;
        if (!sv_loop_may(net->server, parked ? sv_exchange_sender(c) : payer(c)))
            continue;
        take_off_throttled(c);
        c->parked = false;
        if (parked)
            sv_exchange_go_on(c);
        else if (c->state != SV_ANSWER && c->state != SV_LINGER)
            sv_client_postpone(c);
    }
}

/* Hands bytes on as far as the state allows; what is left waits. */
static void take(struct sv_client *c, unsigned char *bytes, size_t size)
{
    size_t used = 0;
    if (c->state == SV_REQUEST)
        used = sv_exchange_read(c, (const char *)bytes, size);
    else if (c->state == SV_SOCKET && !c->paused && !c->throttled)
        used = sv_websocket_read(c, bytes, size);
    if (c->state == SV_LINGER) {
        c->dropped += size - used;
        if (c->dropped > MOST_DROPPED)
            sv_client_kill(c);
    } else if (used < size && c->state != SV_GONE) {
        vl_text_add_bytes(&c->rest, (const char *)bytes + used, size - used);
        if (c->state == SV_SOCKET && !c->paused && !c->throttled)
            sv_client_postpone(c); /* it has just become one */
    }
}

/* The client has closed its side; it may still want the answer to what it sent. */
static void take_end(struct sv_client *c)
{
    if (c->state == SV_REQUEST && c->exchange && c->exchange->reader.begun)
        sv_exchange_refuse(c, 400, "the request ends before it is complete");
    else
        sv_client_kill(c);
}

static void read_some(struct sv_client *c)
{
    static unsigned char buffer[CHUNK];
    for (int reads = 0; may_read(c); reads++) {
        if (reads == MOST_READS) {
            sv_client_postpone(c); /* the others come first */
            return;
        }
        ssize_t got = sv_stream_read(&c->stream, buffer, sizeof buffer);
        if (got == SV_STREAM_WAIT)
            return;
        if (got == SV_STREAM_LOST)
            sv_client_kill(c);
        else if (got == SV_STREAM_END)
            take_end(c);
        else
            take(c, buffer, (size_t)got);
        /* A plain socket tells again if there is more; TLS may have read it already. */
        if (c->state == SV_GONE || !sv_stream_pending(&c->stream))
            return;
    }
}

/* Reads, unless the client's address has used up its share. */
static void read_fairly(struct sv_client *c)
{
    struct sv_server *server = c->net->server;
    if ((c->state == SV_REQUEST || c->state == SV_SOCKET) && !sv_loop_may(server, payer(c))) {
        sv_client_throttle(c);
        return;
    }
    struct sv_address *who = payer(c);
    struct sv_loop_time from = sv_loop_now(server);
    read_some(c);
    sv_loop_charge(server, who, from);
}

void sv_clients_resume(struct sv_net *net)
{
    resume_throttled(net);
    struct sv_client *list = net->backlog;
    net->backlog = NULL;
    for (struct sv_client *c = list, *next; c; c = next) {
        next = c->next_backlog;
        c->in_backlog = false;
        if (c->state == SV_GONE)
            continue;
        struct vl_text rest = c->rest;
        c->rest = (struct vl_text){0};
        struct sv_address *who = payer(c);
        struct sv_loop_time from = sv_loop_now(net->server);
        if (rest.length)
            take(c, (unsigned char *)rest.data, rest.length);
        sv_loop_charge(net->server, who, from);
        vl_text_free(&rest);
        if (may_read(c) && sv_stream_pending(&c->stream))
            read_fairly(c);
        if (c->state != SV_ANSWER)
            sv_client_update(c);
    }
}

/* ---- Writing ---- */

/* `size` bytes were written: the server counts a WebSocket's. */
static void wrote(struct sv_client *c, size_t size)
{
    if (c->connection && c->out == &c->connection->out)
        sv_wrote(c->connection, size);
    else
        sv_outbox_wrote(c->out, &c->net->server->pool, size);
    if (c->state == SV_ANSWER) /* as long as it reads, it may take its time */
        c->deadline = sv_now() + (uint64_t)c->net->server->settings.limits.stall * 1000;
}

void sv_client_write(struct sv_client *c)
{
    struct iovec pieces[PIECES];
    struct sv_address *who = payer(c);
    struct sv_loop_time from = sv_loop_now(c->net->server);
    while (c->state != SV_GONE && sv_outbox_ready(c->out)) {
        uint32_t count = sv_outbox_pieces(c->out, pieces, PIECES);
        ssize_t sent = sv_stream_write(&c->stream, pieces, count);
        if (sent == SV_STREAM_LOST)
            sv_client_kill(c);
        if (sent < 0)
            break;
        wrote(c, (size_t)sent);
    }
    sv_loop_charge(c->net->server, who, from);
    if (c->state == SV_GONE || sv_outbox_ready(c->out))
        return;
    if (c->state == SV_ANSWER && c->exchange->queued)
        sv_exchange_written(c);
    else if (c->state == SV_SOCKET)
        sv_websocket_written(c);
}

/* ---- Events ---- */

static void greet(struct sv_client *c)
{
    if (sv_stream_not_tls(&c->stream)) {
        sv_stream_make_plain(&c->stream);
        c->state = SV_REQUEST;
        sv_exchange_refuse(c, 400, "this address speaks https, not http");
        return;
    }
    int result = sv_stream_handshake(&c->stream);
    if (result == SV_STREAM_LOST)
        sv_client_kill(c);
    else if (result == 1)
        c->state = SV_REQUEST;
}

/* A handshake costs a millisecond: the same share counts. */
static void greet_fairly(struct sv_client *c)
{
    struct sv_server *server = c->net->server;
    if (!sv_loop_may(server, c->counted)) {
        sv_client_throttle(c);
        return;
    }
    struct sv_loop_time from = sv_loop_now(server);
    greet(c);
    sv_loop_charge(server, c->counted, from);
}

static void on_event(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct sv_client *c = watcher->data;
    (void)loop;
    if (events & EV_WRITE)
        c->stream.write_wait = false; /* before the handshake, which may wait for room again */
    if (c->state == SV_HANDSHAKE)
        greet_fairly(c);
    else if (events & EV_WRITE)
        sv_client_write(c);
    /* TLS may have waited for room to write in order to read. */
    if ((events & EV_READ || c->stream.tls) && c->state != SV_HANDSHAKE)
        read_fairly(c);
    if (c->state != SV_ANSWER || c->stream.write_wait) /* an answer is written in this batch */
        sv_client_update(c);
}

/* False: the address is banned, or there are too many sockets from it. */
static bool count_socket(struct sv_client *c)
{
    struct sv_server *server = c->net->server;
    char address[SV_ADDRESS_SIZE];
    if (sv_proxy_trusted(&server->settings, c->peer))
        return true; /* all sockets are its own; the requests on them count for their senders */
    sv_client_address(&server->settings, c->peer, NULL, address);
    if (sv_banned(server, address)) {
        server->figures.refused_ban++;
        sv_log("refused_ban", "address=%s", address);
        return false;
    }
    struct sv_address *from = sv_address_of(server, address);
    if (from->sockets >= server->settings.limits.sockets_per_address) {
        server->figures.refused_limit++;
        return false;
    }
    sv_address_open(server, from, false);
    c->counted = from;
    return true;
}

void sv_client_open(struct sv_net *net, int fd, const struct sockaddr_storage *peer)
{
    struct sv_client *c = calloc(1, sizeof *c);
    int on = 1;
    if (!c)
        abort();
    c->net = net;
    c->out = &c->own;
    c->state = net->tls ? SV_HANDSHAKE : SV_REQUEST;
    c->deadline = sv_now() + HEAD_TIME;
    getnameinfo((const struct sockaddr *)peer, sizeof *peer, c->peer, sizeof c->peer, NULL, 0,
                NI_NUMERICHOST);
    ev_io_init(&c->watcher, on_event, fd, EV_READ);
    c->watcher.data = c;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    bool open = sv_stream_open(&c->stream, fd, net->tls);
    c->next = net->clients;
    if (c->next)
        c->next->previous = c;
    net->clients = c;
    if (open && count_socket(c))
        ev_io_start(net->loop, &c->watcher);
    else
        sv_client_kill(c);
}

/* A browser that a proxy speaks for is known by its last request. */
void sv_clients_ban(struct sv_net *net)
{
    const struct sv_settings *settings = &net->server->settings;
    for (struct sv_client *c = net->clients; c; c = c->next) {
        bool proxy = sv_proxy_trusted(settings, c->peer);
        const char *address = c->from[0] ? c->from : c->peer;
        if (c->state == SV_GONE || (proxy && !c->from[0]) || !sv_banned(net->server, address))
            continue;
        net->server->figures.refused_ban++;
        if (c->state == SV_SOCKET)
            sv_websocket_end(c, 1008);
        else if (!proxy)
            sv_client_kill(c); /* a proxy's connection may be used for somebody else next */
    }
}

/* ---- Deadlines ---- */

static void expire(struct sv_client *c)
{
    if (c->state == SV_REQUEST && c->exchange && c->exchange->reader.begun)
        sv_exchange_refuse(c, 408, "the request did not come in time");
    else if (c->state == SV_SOCKET && !c->close_sent)
        sv_websocket_end(c, 1008); /* a message was begun and not ended */
    else
        sv_client_kill(c);
}

bool sv_clients_busy(const struct sv_net *net)
{
    const struct sv_client *c = net->clients;
    while (c && c->state != SV_ANSWER && c->state != SV_LINGER)
        c = c->next;
    return c != NULL;
}

void sv_clients_sweep(struct sv_net *net, uint64_t now)
{
    for (struct sv_client *c = net->clients; c; c = c->next)
        if (c->deadline && now >= c->deadline && c->state != SV_GONE)
            expire(c);
}
