/*
 * HTTP requests of a client, one at a time, and their answers.
 *
 * A request is handed to the server as soon as it is complete. The answer goes out when the batch
 * has ended, because the batch may fail; then all its answers say so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/access.h"
#include "server/loop.h"
#include "server/net/client.h"
#include "server/state.h"
#include "server/time.h"

enum {
    HEAD_TIME = 10 * 1000, /* milliseconds for the head of a request, from its first byte */
    IDLE_TIME = 30 * 1000, /* ... between two requests */
    BODY_TIME = 20 * 1000, /* ... for the body, and one second more for each BODY_RATE bytes */
    BODY_RATE = 16 << 10,
    WORK_TIME = 120 * 1000, /* ... for workers, until a client that waits for them is given up */
    LARGE_BODY = 64 << 10,  /* bytes; smaller ones are bounded by the number of sockets */
    MOST_BODIES = 64 << 20, /* bytes of large bodies under way, of all clients together */
};

static size_t body_limit(const void *server, const char *path)
{
    return sv_body_limit(server, path);
}

/* The address that a request counts for. */
static void address_of(const struct sv_client *c, char address[SV_ADDRESS_SIZE])
{
    const char *forwarded =
        c->exchange ? c->exchange->reader.request.fields[SV_FORWARDED_FOR] : NULL;
    sv_client_address(&c->net->server->settings, c->peer, forwarded, address);
}

static void log_access(const struct sv_client *c, int status, size_t bytes, uint64_t microseconds)
{
    const struct sv_http_request *q = &c->exchange->reader.request;
    char address[SV_ADDRESS_SIZE];
    if (!sv_access_on())
        return;
    address_of(c, address);
    sv_access_log(&(struct sv_access){
        .method = q->head ? "HEAD" : q->method,
        .path = q->path,
        .address = address,
        .status = status,
        .bytes = bytes,
        .microseconds = microseconds,
    });
}

static struct sv_exchange *exchange_of(struct sv_client *c)
{
    if (!c->exchange) {
        c->exchange = calloc(1, sizeof *c->exchange);
        if (!c->exchange)
            abort();
        sv_http_reader_init(&c->exchange->reader, body_limit, c->net->server);
    }
    return c->exchange;
}

struct sv_address *sv_exchange_sender(struct sv_client *c)
{
    struct sv_server *server = c->net->server;
    char address[SV_ADDRESS_SIZE];
    const char *forwarded = c->exchange->reader.request.fields[SV_FORWARDED_FOR];
    sv_client_address(&server->settings, c->peer, forwarded, address);
    return sv_address_of(server, address);
}

void sv_exchange_free(struct sv_client *c)
{
    if (!c->exchange)
        return;
    c->net->large_bodies -= c->exchange->large_body;
    if (c->exchange->sender)
        c->exchange->sender->body_bytes -= c->exchange->large_body;
    sv_http_reader_free(&c->exchange->reader);
    sv_response_free(&c->exchange->response);
    free(c->exchange);
    c->exchange = NULL;
}

/* The answer comes in a later batch. */
static void wait_for_answer(struct sv_client *c)
{
    c->state = SV_ANSWER;
    c->deadline = sv_now() + WORK_TIME;
    c->next_answered = c->net->pending;
    c->net->pending = c;
}

/* The answer is there; it goes out when the batch has ended. */
static void answered(struct sv_client *c)
{
    if (!c->exchange->began)
        c->exchange->began = sv_micros();
    c->state = SV_ANSWER;
    c->deadline = sv_now() + (uint64_t)c->net->server->settings.limits.stall * 1000;
    c->next_answered = c->net->answered;
    c->net->answered = c;
}

void sv_exchange_refuse(struct sv_client *c, int status, const char *message)
{
    struct sv_exchange *x = exchange_of(c);
    struct vl_error err = {0};
    char address[SV_ADDRESS_SIZE];
    const char *code = status == 413                    ? "too_large"
                       : status == 404                  ? "not_found"
                       : status == 429                  ? "too_many"
                       : status == 503                  ? "busy"
                       : status == 403 || status == 421 ? "refused"
                                                        : "bad_input";
    snprintf(err.message, sizeof err.message, "%s", message);
    sv_respond_error(&x->response, status, code, &err);
    if (status == 405)
        x->response.allow = "GET, HEAD, POST";
    if (status == 429)
        x->response.retry_after = 1;
    x->close = x->refused = true;
    c->net->server->figures.bad_requests++;
    address_of(c, address);
    sv_log("bad_request", "status=%d why=\"%s\" address=%s", status, message, address);
    answered(c);
}

/* The base without its last slash: the page is one further. True if it was asked for. */
static bool redirect(struct sv_client *c, const char *path)
{
    const char *base = c->net->server->settings.base;
    struct sv_response *response = &c->exchange->response;
    size_t length = strlen(base) - 1;
    if (length == 0 || strncmp(path, base, length) != 0 || path[length])
        return false;
    *response = (struct sv_response){.status = 308, .type = "text/plain; charset=utf-8"};
    snprintf(response->location, sizeof response->location, "%s", base);
    return true;
}

static void answer(struct sv_client *c)
{
    struct sv_exchange *x = c->exchange;
    const struct sv_settings *settings = &c->net->server->settings;
    const struct sv_http_request *q = &x->reader.request;
    char address[SV_ADDRESS_SIZE];
    sv_client_address(settings, c->peer, q->fields[SV_FORWARDED_FOR], address);
    struct sv_address *sender = sv_address_of(c->net->server, address);
    struct sv_loop_time from = sv_loop_now(c->net->server);
    struct sv_request request = {
        .method = q->method,
        .path = sv_path_below(settings, q->path),
        .query = q->query,
        .cookie = q->fields[SV_COOKIE],
        .origin = q->fields[SV_ORIGIN],
        .host = q->fields[SV_HOST],
        .content_type = q->fields[SV_CONTENT_TYPE],
        .if_none_match = q->fields[SV_IF_NONE_MATCH],
        .accept = q->fields[SV_ACCEPT],
        .accept_encoding = q->fields[SV_ACCEPT_ENCODING],
        .address = address,
        .body = vl_text_string(&q->body),
        .body_size = q->body.length,
        .may_wait = true,
    };
    x->close = !q->keep_alive;
    if (strcmp(q->method, "GET") != 0 || !redirect(c, q->path))
        sv_answer(c->net->server, &request, &x->response);
    sv_loop_charge(c->net->server, sender, from);
    if (x->response.pending)
        wait_for_answer(c);
    else
        answered(c);
}

void sv_exchange_go_on(struct sv_client *c)
{
    answer(c);
}

/* The request is complete: it is answered now, or when the share of its sender allows. */
static void judge(struct sv_client *c)
{
    if (sv_loop_may(c->net->server, sv_exchange_sender(c))) {
        answer(c);
        return;
    }
    c->state = SV_ANSWER;
    c->deadline = sv_now() + WORK_TIME;
    c->parked = true;
    sv_client_throttle(c);
}

static void open_websocket(struct sv_client *c)
{
    static const struct {
        int status;
        const char *message;
    } refusals[] = {
        {400, "this is not a WebSocket handshake of the protocol valise.1"},
        {403, "this request comes from another page"},
        {404, "there is no WebSocket at this address"},
        {421, "this server does not answer to this name"},
        {426, "this server speaks version 13 of WebSocket"},
        {429, "too many requests from this address"},
        {503, "there are too many connections"},
    };
    int status = sv_websocket_open(c, &c->exchange->reader.request);
    if (!status) {
        log_access(c, 101, 0, sv_micros() - c->exchange->began);
        sv_exchange_free(c);
        return;
    }
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (refusals[i].status == status)
            sv_exchange_refuse(c, status, refusals[i].message);
}

/* Counts a large body for its sender and for all. A sender always has room for one, so that the
 * limit for an address never forbids a request that the limit of its size allows. False: it is
 * refused. */
static bool count_body(struct sv_client *c, size_t size)
{
    struct sv_exchange *x = c->exchange;
    struct sv_server *server = c->net->server;
    struct sv_address *sender = sv_exchange_sender(c);
    size_t most = server->settings.limits.bodies_per_address;
    bool crowded = sender->body_bytes > 0 && sender->body_bytes + size > most;
    if (crowded || size > MOST_BODIES - c->net->large_bodies) {
        server->figures.refused_limit++;
        sv_exchange_refuse(c, crowded ? 429 : 503, "too many large requests are under way");
        return false;
    }
    x->large_body = size;
    x->sender = sender;
    sender->body_bytes += size;
    c->net->large_bodies += size;
    return true;
}

/* The head is complete and the body has begun: it has a deadline of its own. Large bodies, of which
 * a client could keep many open until that deadline, share a limit. */
static void begin_body(struct sv_client *c)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct sv_exchange *x = c->exchange;
    size_t size = (size_t)x->reader.request.length;
    x->body_begun = true;
    if (size > LARGE_BODY && !count_body(c, size))
        return;
    c->deadline = sv_now() + BODY_TIME + x->reader.request.length / BODY_RATE * 1000;
    if (x->reader.request.expects) {
        sv_outbox_add(c->out, &c->net->server->pool, go_on, sizeof go_on - 1, NULL, 0);
        sv_client_write(c);
    }
}

/* The request is complete. Behind a proxy a ban shows only now; the connection is the proxy's.
 * False: it is refused. */
static bool may_answer(struct sv_client *c)
{
    c->exchange->began = sv_micros();
    address_of(c, c->from);
    if (!sv_banned(c->net->server, c->from))
        return true;
    c->net->server->figures.refused_ban++;
    sv_exchange_refuse(c, 403, "this address is banned");
    return false;
}

size_t sv_exchange_read(struct sv_client *c, const char *bytes, size_t size)
{
    size_t used;
    if (!c->exchange)
        c->deadline = sv_now() + HEAD_TIME;
    struct sv_exchange *x = exchange_of(c);
    switch (sv_http_read(&x->reader, bytes, size, &used)) {
    case SV_HTTP_MORE:
        if (x->reader.head_done && !x->body_begun)
            begin_body(c);
        break;
    case SV_HTTP_DONE:
        if (!may_answer(c))
            break;
        if (x->reader.request.websocket)
            open_websocket(c);
        else
            judge(c);
        break;
    case SV_HTTP_BROKEN:
        sv_exchange_refuse(c, x->reader.status, x->reader.message);
        return size; /* nobody can tell where the next request would begin */
    }
    return used;
}

/* ---- Answering ---- */

/* Refusals that may be an attack, with the address; what cannot be read at all is a bad_request. */
static void log_refusal(const struct sv_client *c, int status)
{
    char address[SV_ADDRESS_SIZE];
    if ((status != 403 && status != 421 && status != 429) || c->exchange->refused)
        return;
    address_of(c, address);
    sv_log("refused", "status=%d address=%s", status, address);
}

static void send_answer(struct sv_client *c)
{
    struct sv_exchange *x = c->exchange;
    const struct sv_response *r = &x->response;
    struct sv_pool *pool = &c->net->server->pool;
    size_t size = r->bytes ? r->size : r->body.length;
    struct vl_text head = {0};
    sv_http_write_head(&head, r, size,
                       (x->close ? SV_HEAD_CLOSE : 0) | (c->stream.tls ? SV_HEAD_TLS : 0));
    sv_outbox_add(c->out, pool, head.data, head.length, NULL, 0);
    x->queued = true;
    uint64_t took = sv_micros() - x->began;
    sv_times_add(&c->net->server->latency.requests, took);
    log_access(c, r->status, head.length + (x->reader.request.head ? 0 : size), took);
    log_refusal(c, r->status);
    /* The body is not copied: the exchange keeps it until all of it is written. */
    if (size && !x->reader.request.head)
        sv_outbox_lend(c->out, r->bytes ? (const void *)r->bytes : r->body.data, size);
    vl_text_free(&head);
    sv_client_write(c);
    sv_client_update(c);
}

/* Those that waited and are answered now. */
static void collect_answers(struct sv_net *net)
{
    for (struct sv_client **at = &net->pending; *at;) {
        struct sv_client *c = *at;
        if (c->state == SV_ANSWER && c->exchange->response.pending) {
            at = &c->next_answered;
            continue;
        }
        *at = c->next_answered;
        c->next_answered = NULL;
        if (c->state == SV_ANSWER)
            answered(c);
    }
}

void sv_exchanges_finish(struct sv_net *net, bool stored)
{
    collect_answers(net);
    while (net->answered) {
        struct sv_client *c = net->answered;
        net->answered = c->next_answered;
        c->next_answered = NULL;
        if (c->state != SV_ANSWER)
            continue;
        if (!stored)
            sv_answer_failed(&c->exchange->response);
        send_answer(c);
    }
}

void sv_exchange_written(struct sv_client *c)
{
    bool close = c->exchange->close;
    sv_exchange_free(c);
    if (close) {
        sv_client_linger(c);
        return;
    }
    c->state = SV_REQUEST;
    c->deadline = sv_now() + IDLE_TIME;
    if (c->rest.length)
        sv_client_postpone(c);
}
