/*
 * The network: libwebsockets' one event loop, and nothing else.
 *
 * A turn is one pass of the loop. Requests and messages are handed to the server as they come;
 * nothing is written before sv_flush has ended the turn. Workers, the post and the thread that
 * waits for signals only call lws_cancel_service.
 */
#include <ev.h>
#include <libwebsockets.h>
#include <malloc.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/banned.h"
#include "server/post.h"
#include "server/server.h"

enum {
    CHUNK = 32 << 10,
    MOST_HEADER = 4 << 10,
    HEADERS = 4 << 10,
    GRACE = 2000, /* milliseconds for connections to close */
    KEPT_MEMORY = 32 << 20,
    ALONE = 8, /* connections that a turn writes to without the post */
    BAG = 16,  /* letters that are posted together */
    MOST_FILES = 65536,
};

_Static_assert(SV_PRE >= LWS_PRE, "room for the frame's header");

static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* An HTTP request on its way. */
struct exchange {
    struct exchange *next; /* answered in this turn */
    bool waiting;          /* stands in that list */
    struct lws *wsi;
    char address[SV_ADDRESS_SIZE];
    char *path, *query, *cookie, *origin, *host, *content_type, *if_none_match;
    char *accept, *accept_encoding;
    const char *method;
    bool head; /* no body is sent */
    struct vl_text body;
    struct sv_response response;
    size_t sent;
    bool answered, headers_sent, close;
};

/* What libwebsockets keeps for each connection. */
struct session {
    struct sv_letter letter;          /* first: the post hands it back */
    struct sv_message *packed;        /* what is in it */
    bool posted;                      /* it is on its way: nothing else is written */
    bool refused;                     /* the post could not write it: the next goes without */
    struct exchange *exchange;        /* HTTP */
    struct sv_connection *connection; /* WebSocket */
    struct vl_text message;           /* received so far */
    bool paused;                      /* nothing is read from it */
    bool ending;                      /* the library closes it: nothing may follow */
};

static struct {
    struct ev_loop *loop;
    struct lws_context *context;
    struct lws_vhost *host;
    struct sv_server *server;
    struct exchange *answered;
    ev_timer timer;
    uint64_t swept;
    atomic_bool stop, reload;
    void *tls;             /* OpenSSL's SSL_CTX, or NULL */
    struct sv_post *post;  /* or NULL */
    uint32_t written;      /* connections in this turn */
    struct sv_letter *bag; /* letters to be posted, and how many */
    uint32_t in_bag;
} net;

/* ---- HTTP ---- */

static char *header(struct lws *wsi, enum lws_token_indexes token)
{
    int length = lws_hdr_total_length(wsi, token);
    if (length <= 0 || length > MOST_HEADER)
        return NULL;
    char *value = malloc((size_t)length + 1);
    if (!value)
        abort();
    if (lws_hdr_copy(wsi, value, length + 1, token) < 0) {
        free(value);
        return NULL;
    }
    return value;
}

/* Whose connection this is, seen through the proxies that we trust. */
static void client_address(struct lws *wsi, char address[SV_ADDRESS_SIZE])
{
    char peer[SV_ADDRESS_SIZE] = "";
    lws_get_peer_simple(wsi, peer, sizeof peer);
    char *forwarded = header(wsi, WSI_TOKEN_X_FORWARDED_FOR);
    sv_client_address(&net.server->settings, peer, forwarded, address);
    free(forwarded);
}

static struct exchange *exchange_new(struct lws *wsi, const char *path)
{
    struct exchange *e = calloc(1, sizeof *e);
    if (!e)
        abort();
    e->wsi = wsi;
    e->path = strdup(path);
    if (!e->path)
        abort();
    client_address(wsi, e->address);
    e->cookie = header(wsi, WSI_TOKEN_HTTP_COOKIE);
    e->origin = header(wsi, WSI_TOKEN_ORIGIN);
    e->host = header(wsi, WSI_TOKEN_HOST);
    e->content_type = header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE);
    e->if_none_match = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    e->accept = header(wsi, WSI_TOKEN_HTTP_ACCEPT);
    e->accept_encoding = header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    e->query = header(wsi, WSI_TOKEN_HTTP_URI_ARGS);
    return e;
}

static void exchange_free(struct exchange *e)
{
    if (!e)
        return;
    for (struct exchange **at = &net.answered; e->waiting && *at; at = &(*at)->next) {
        if (*at == e) {
            *at = e->next;
            break;
        }
    }
    char *texts[] = {e->path,         e->query,         e->cookie, e->origin,         e->host,
                     e->content_type, e->if_none_match, e->accept, e->accept_encoding};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    vl_text_free(&e->body);
    sv_response_free(&e->response);
    free(e);
}

/* The answer is there; it goes out when the turn has ended. */
static void answered(struct exchange *e)
{
    e->answered = e->waiting = true;
    e->next = net.answered;
    net.answered = e;
}

static void answer(struct exchange *e)
{
    struct sv_request request = {
        .method = e->method,
        .path = sv_path_below(&net.server->settings, e->path),
        .query = e->query,
        .cookie = e->cookie,
        .origin = e->origin,
        .host = e->host,
        .content_type = e->content_type,
        .if_none_match = e->if_none_match,
        .accept = e->accept,
        .accept_encoding = e->accept_encoding,
        .address = e->address,
        .body = vl_text_string(&e->body),
        .body_size = e->body.length,
    };
    sv_answer(net.server, &request, &e->response);
    answered(e);
}

static void answer_error(struct exchange *e, int status, const char *code, const char *message)
{
    struct vl_error err = {0};
    snprintf(err.message, sizeof err.message, "%s", message);
    sv_respond_error(&e->response, status, code, &err);
    e->close = true;
    answered(e);
}

/* The base without its last slash: the page is one further. True if it was asked for. */
static bool answer_redirect(struct exchange *e)
{
    const char *base = net.server->settings.base;
    size_t length = strlen(base) - 1;
    if (length == 0 || strncmp(e->path, base, length) != 0 || e->path[length])
        return false;
    e->response = (struct sv_response){.status = 308, .type = "text/plain; charset=utf-8"};
    snprintf(e->response.location, sizeof e->response.location, "%s", base);
    answered(e);
    return true;
}

static int on_request(struct lws *wsi, struct session *s, const char *path)
{
    static const char *const methods[] = {"GET",   "POST",   "OPTIONS", "PUT",
                                          "PATCH", "DELETE", "CONNECT", "HEAD"};
    char *uri;
    int uri_length;
    int method = lws_http_get_uri_and_method(wsi, &uri, &uri_length);
    exchange_free(s->exchange);
    struct exchange *e = s->exchange = exchange_new(wsi, path);
    if (method < 0 || method > LWSHUMETH_HEAD) {
        answer_error(e, 405, "bad_input", "this method is not known here");
        return 0;
    }
    e->head = method == LWSHUMETH_HEAD;
    e->method = e->head ? "GET" : methods[method];
    if (method == LWSHUMETH_GET || e->head) {
        if (!answer_redirect(e))
            answer(e);
        return 0;
    }
    char *length = header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    char *end = NULL;
    unsigned long size = length ? strtoul(length, &end, 10) : 0;
    if (!length || !*length || *end || *length < '0' || *length > '9')
        answer_error(e, 411, "bad_input", "the length of the body must be given");
    else if (size > sv_body_limit(net.server, e->path))
        answer_error(e, 413, "too_large", "the body is too large");
    else if (size == 0)
        answer(e);
    free(length);
    return 0;
}

static int on_body(struct exchange *e, const char *bytes, size_t size)
{
    if (!e || e->answered)
        return 0;
    if (e->body.length + size > sv_body_limit(net.server, e->path))
        return -1;
    vl_text_add_bytes(&e->body, bytes, size);
    return 0;
}

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                      unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at, end);
}

static int write_headers(struct exchange *e, size_t size)
{
    static unsigned char buffer[LWS_PRE + HEADERS];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    const struct sv_response *r = &e->response;
    struct lws *wsi = e->wsi;
    char text[160];
    int bad = lws_add_http_common_headers(wsi, (unsigned int)r->status, r->type, size, &at, end);
    bad |= add_header(wsi, "content-security-policy:", policy, &at, end);
    bad |= add_header(wsi, "x-content-type-options:", "nosniff", &at, end);
    bad |= add_header(wsi, "referrer-policy:", "no-referrer", &at, end);
    bad |= add_header(wsi, "cross-origin-opener-policy:", "same-origin", &at, end);
    bad |= add_header(wsi, "cross-origin-resource-policy:", "same-origin", &at, end);
    bad |= add_header(wsi, "cache-control:",
                      r->immutable ? "public, max-age=31536000, immutable"
                      : r->etag[0] ? "no-cache"
                                   : "no-store",
                      &at, end);
    if (r->etag[0]) {
        bad |= add_header(wsi, "etag:", r->etag, &at, end);
        bad |= add_header(wsi, "vary:", "accept-encoding", &at, end);
    }
    if (r->encoding)
        bad |= add_header(wsi, "content-encoding:", r->encoding, &at, end);
    if (r->cookie[0])
        bad |= add_header(wsi, "set-cookie:", r->cookie, &at, end);
    if (r->download[0]) {
        snprintf(text, sizeof text, "attachment; filename=\"%s\"", r->download);
        bad |= add_header(wsi, "content-disposition:", text, &at, end);
    }
    if (r->location[0])
        bad |= add_header(wsi, "location:", r->location, &at, end);
    if (r->retry_after) {
        snprintf(text, sizeof text, "%u", r->retry_after);
        bad |= add_header(wsi, "retry-after:", text, &at, end);
    }
    if (e->close)
        bad |= add_header(wsi, "connection:", "close", &at, end);
    if (bad || lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    return 0;
}

static int finish_exchange(struct lws *wsi, struct session *s)
{
    bool close = s->exchange->close;
    exchange_free(s->exchange);
    s->exchange = NULL;
    return close || lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int write_response(struct lws *wsi, struct session *s)
{
    static unsigned char buffer[LWS_PRE + CHUNK];
    struct exchange *e = s->exchange;
    if (!e || !e->answered || e->waiting)
        return 0;
    const struct sv_response *r = &e->response;
    const unsigned char *bytes =
        r->bytes ? r->bytes : (const unsigned char *)vl_text_string(&r->body);
    size_t size = r->bytes ? r->size : r->body.length;
    if (!e->headers_sent) {
        e->headers_sent = true;
        if (write_headers(e, size))
            return -1;
        if (size == 0 || e->head)
            return finish_exchange(wsi, s);
        lws_callback_on_writable(wsi);
        return 0;
    }
    size_t part = size - e->sent < CHUNK ? size - e->sent : CHUNK;
    bool last = e->sent + part == size;
    memcpy(buffer + LWS_PRE, bytes + e->sent, part);
    if (lws_write(wsi, buffer + LWS_PRE, part, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)part)
        return -1;
    e->sent += part;
    if (last)
        return finish_exchange(wsi, s);
    lws_callback_on_writable(wsi);
    return 0;
}

/* A new socket; 1: there are too many from this address. */
static int on_socket_opened(struct lws *wsi)
{
    char peer[SV_ADDRESS_SIZE] = "", address[SV_ADDRESS_SIZE];
    lws_get_peer_simple(wsi, peer, sizeof peer);
    if (sv_proxy_trusted(&net.server->settings, peer))
        return 0; /* all sockets are its own; the requests on them are counted by whose they are */
    sv_client_address(&net.server->settings, peer, NULL, address);
    struct sv_address *from = sv_address_of(net.server, address);
    if (from->sockets >= net.server->settings.limits.sockets_per_address) {
        net.server->figures.refused_limit++;
        return 1;
    }
    from->sockets++;
    lws_set_opaque_user_data(wsi, from);
    return 0;
}

static void on_socket_gone(struct lws *wsi)
{
    struct sv_address *from = lws_get_opaque_user_data(wsi);
    if (from)
        from->sockets--;
    lws_set_opaque_user_data(wsi, NULL);
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length)
{
    struct session *s = user;
    switch ((int)reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        return on_socket_opened(wsi);
    case LWS_CALLBACK_WSI_DESTROY:
        on_socket_gone(wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
        return on_request(wsi, s, in);
    case LWS_CALLBACK_HTTP_BODY:
        return on_body(s->exchange, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (s->exchange && !s->exchange->answered)
            answer(s->exchange);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_response(wsi, s);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (s) {
            exchange_free(s->exchange);
            s->exchange = NULL;
        }
        return 0;
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        net.tls = user;
        SSL_CTX_set_min_proto_version(net.tls, TLS1_2_VERSION);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return 1; /* a WebSocket that does not ask for our protocol */
    default:
        return 0;
    }
}

/* ---- WebSocket ---- */

static int refuse(struct lws *wsi, unsigned int status)
{
    return lws_return_http_status(wsi, status, NULL) ? -1 : -1;
}

/* Whether this handshake may become a connection. */
static int on_handshake(struct lws *wsi)
{
    char address[SV_ADDRESS_SIZE];
    char *path = header(wsi, WSI_TOKEN_GET_URI);
    char *origin = header(wsi, WSI_TOKEN_ORIGIN);
    char *host = header(wsi, WSI_TOKEN_HOST);
    const struct sv_settings *settings = &net.server->settings;
    const struct sv_limits *limits = &settings->limits;
    unsigned int status = 0;
    client_address(wsi, address);
    struct sv_address *from = sv_address_of(net.server, address);
    const char *below = path ? sv_path_below(settings, path) : NULL;
    if (!below || strcmp(below, "/ws") != 0) {
        status = 404;
    } else if (!sv_host_known(settings, host)) {
        net.server->figures.refused_host++;
        status = 421;
    } else if (!sv_same_origin(origin, host)) {
        net.server->figures.refused_origin++;
        status = 403;
    } else if (!sv_bucket_take(&from->requests, limits->requests_per_second,
                               limits->requests_per_second * 5, sv_now())) {
        net.server->figures.refused_rate++;
        status = 429;
    } else if (net.server->connection_count >= limits->connections ||
               from->connections >= limits->connections_per_address) {
        net.server->figures.refused_limit++;
        status = 503;
    }
    free(path);
    free(origin);
    free(host);
    return status ? refuse(wsi, status) : 0;
}

static int on_open(struct lws *wsi, struct session *s)
{
    char address[SV_ADDRESS_SIZE], token[SV_TOKEN_SIZE];
    char *cookie = header(wsi, WSI_TOKEN_HTTP_COOKIE);
    bool known = sv_cookie_token(cookie, token);
    free(cookie);
    client_address(wsi, address);
    s->connection = sv_connect(net.server, address, known ? token : NULL);
    if (!s->connection)
        return -1;
    s->connection->network = wsi;
    return 0;
}

static void close_with(struct lws *wsi, struct session *s, int code)
{
    s->ending = true;
    lws_close_reason(wsi, (enum lws_close_status)code, NULL, 0);
}

static int on_receive(struct lws *wsi, struct session *s, const char *bytes, size_t size)
{
    if (lws_frame_is_binary(wsi)) {
        close_with(wsi, s, 1003);
        return -1;
    }
    if (s->message.length + size > net.server->settings.limits.frame) {
        close_with(wsi, s, 1009);
        return -1;
    }
    s->connection->heard = sv_now();
    vl_text_add_bytes(&s->message, bytes, size);
    if (lws_remaining_packet_payload(wsi) || !lws_is_final_fragment(wsi))
        return 0;
    sv_receive(s->connection, vl_text_string(&s->message), s->message.length);
    vl_text_clear(&s->message);
    /* A client that asks faster than it reads is not read from either. */
    if (s->connection->queued > 4 * SV_LOW_QUEUE && !s->paused) {
        s->paused = true;
        lws_rx_flow_control(wsi, 0);
    }
    return 0;
}

/* A message as a frame (RFC 6455, 5.2): text, whole, not masked. Its head stands before it. */
static struct iovec frame(struct sv_message *message)
{
    unsigned char *at = (unsigned char *)message->bytes + SV_PRE;
    size_t size = message->size, more = size < 126 ? 0 : size <= UINT16_MAX ? 2 : 8;
    for (size_t i = 0; i < more; i++)
        *--at = (unsigned char)(size >> 8 * i);
    *--at = more == 8 ? 127 : more == 2 ? 126 : (unsigned char)size;
    *--at = 0x81;
    return (struct iovec){at, 2 + more + size};
}

/* Takes what is ready out of the queue, up to what a letter holds. */
static void pack(struct session *s)
{
    struct sv_letter *letter = &s->letter;
    struct sv_message **end = &s->packed;
    letter->next = NULL;
    letter->socket = lws_get_socket_fd(s->connection->network);
    letter->count = 0;
    letter->size = letter->sent = 0;
    while (s->connection->ready && letter->count < SV_MOST_PIECES) {
        struct iovec piece = frame(*end = sv_next(s->connection));
        letter->pieces[letter->count++] = piece;
        letter->size += piece.iov_len;
        end = &(*end)->next;
    }
}

/* Hands bytes to the library, which keeps what the system does not take: only while it keeps
 * nothing yet. */
static bool hand_over(struct sv_connection *c, unsigned char *bytes, size_t size)
{
    if (lws_write(c->network, bytes, size, LWS_WRITE_RAW) < (int)size)
        return false; /* the connection is lost, as the library will see */
    if (lws_partial_buffered(c->network))
        sv_lend(c, size);
    return true;
}

/* Hands over, in one piece, what the system has not taken of a letter. */
static void hand_over_rest(struct session *s)
{
    const struct sv_letter *letter = &s->letter;
    unsigned char *rest = malloc(LWS_PRE + letter->size - letter->sent), *end;
    if (!rest)
        abort();
    end = rest + LWS_PRE;
    for (uint32_t i = 0, before = 0; i < letter->count; i++) {
        size_t size = letter->pieces[i].iov_len;
        size_t taken = letter->sent <= before ? 0 : letter->sent - before;
        if (taken < size) {
            memcpy(end, (unsigned char *)letter->pieces[i].iov_base + taken, size - taken);
            end += size - taken;
        }
        before += (uint32_t)size;
    }
    hand_over(s->connection, rest + LWS_PRE, (size_t)(end - rest) - LWS_PRE);
    free(rest);
}

/* The letter is written. What the system has not taken becomes the library's. */
static void unpack(struct session *s)
{
    if (s->letter.sent < s->letter.size && !s->ending)
        hand_over_rest(s);
    while (s->packed) {
        struct sv_message *message = s->packed;
        s->packed = message->next;
        message->next = NULL;
        sv_sent(s->connection, message);
    }
}

/* Nothing of the letter was written: its messages are the next again. */
static void put_back(struct session *s)
{
    sv_put_back(s->connection, s->packed);
    s->packed = NULL;
    s->refused = true;
}

static void post_bag(void)
{
    if (net.bag)
        sv_post(net.post, net.bag);
    net.bag = NULL;
    net.in_bag = 0;
}

static void post(struct session *s)
{
    s->posted = true;
    s->letter.next = net.bag;
    net.bag = &s->letter;
    if (++net.in_bag == BAG)
        post_bag();
}

/*
 * Writes what is ready at the end of the turn, past the library, which would ask the system first
 * whether the socket takes it: most do. While the library has something of ours, we keep out of its
 * way. Where many are written to, the post does it.
 */
static void write_out(struct session *s)
{
    struct sv_connection *c = s->connection;
    net.written += c->ready != NULL;
    while (c->ready && !s->posted && !lws_partial_buffered(c->network)) {
        pack(s);
        if (net.post && net.written > ALONE && !s->refused && s->letter.size <= SV_MOST_POSTED) {
            post(s);
        } else {
            s->refused = false;
            sv_letter_write(&s->letter);
            unpack(s);
        }
    }
}

/* Reads again from one that has read. */
static void go_on_reading(struct lws *wsi, struct session *s)
{
    if (!s->paused || s->connection->queued >= SV_LOW_QUEUE)
        return;
    s->paused = false;
    lws_rx_flow_control(wsi, 1);
}

static void wants(struct sv_connection *c)
{
    if (c->closing == 1013) {
        /* One that does not read never becomes writable. */
        lws_set_timeout(c->network, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        return;
    }
    struct session *s = lws_wsi_user(c->network);
    if (!net.tls && !s->ending) {
        write_out(s);
        go_on_reading(c->network, s);
    }
    if (!s->posted && (c->ready || c->lent || c->closing || c->ping))
        lws_callback_on_writable(c->network);
}

/* Letters are back from the post. */
static void take_back(struct sv_letter *letter)
{
    for (struct sv_letter *next; letter; letter = next) {
        struct session *s = (struct session *)letter;
        bool over = s->ending, torn = letter->sent && letter->sent < letter->size;
        next = letter->next;
        s->posted = false;
        s->ending |= torn; /* the library may have written after the part that was taken */
        if (letter->sent)
            unpack(s);
        else
            put_back(s);
        if (torn)
            sv_close(s->connection, 1013);
        if (!over)
            wants(s->connection);
    }
}

/* Writes until the library has to wait: it asks again when the system takes more. */
static int on_writable(struct lws *wsi, struct session *s)
{
    struct sv_connection *c = s->connection;
    if (s->posted)
        return 0; /* until it is back */
    sv_taken(c);
    if (c->ping) {
        unsigned char ping[LWS_PRE + 1] = {0}; /* the library is silent about an empty pong */
        c->ping = false;
        if (lws_write(wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0)
            return -1;
    }
    while (c->ready && !lws_partial_buffered(wsi)) {
        struct sv_message *message = sv_next(c);
        struct iovec whole = frame(message);
        bool good = hand_over(c, whole.iov_base, whole.iov_len);
        sv_sent(c, message);
        if (!good)
            return -1;
    }
    if (!c->ready && c->closing) {
        close_with(wsi, s, c->closing);
        return -1;
    }
    go_on_reading(wsi, s);
    if (c->ready || c->lent || c->ping)
        lws_callback_on_writable(wsi);
    return 0;
}

/* A connection is gone; its socket is about to be closed. */
static void on_closed(struct session *s)
{
    if (s->posted) {
        s->ending = true;
        post_bag();
        sv_post_settle(net.post);
        take_back(sv_post_back(net.post));
    }
    if (s->connection)
        sv_disconnect(s->connection);
    s->connection = NULL;
    vl_text_free(&s->message);
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length)
{
    struct session *s = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return on_handshake(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return on_open(wsi, s);
    case LWS_CALLBACK_RECEIVE_PONG:
        if (s->connection)
            s->connection->heard = sv_now();
        return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        s->ending = true;
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return s->connection ? on_receive(wsi, s, in, length) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return s->connection ? on_writable(wsi, s) : -1;
    case LWS_CALLBACK_WSI_DESTROY:
        on_socket_gone(wsi);
        return 0;
    case LWS_CALLBACK_CLOSED:
        on_closed(s);
        return 0;
    default:
        return 0;
    }
}

/* ---- The loop ---- */

/* The first serves HTTP; a WebSocket must name the second. */
static const struct lws_protocols protocols[] = {
    {"http", on_http, sizeof(struct session), 0, 0, NULL, 0},
    {"valise.1", on_socket, sizeof(struct session), 4096, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void wake_up(void *context)
{
    (void)context;
    lws_cancel_service(net.context);
}

static void letters_are_back(void)
{
    wake_up(NULL);
}

static void *wait_for_signal(void *argument)
{
    int number = 0;
    while (sigwait(argument, &number) == 0 && number == SIGHUP) {
        atomic_store(&net.reload, true);
        lws_cancel_service(net.context);
    }
    atomic_store(&net.stop, true);
    lws_cancel_service(net.context);
    return NULL;
}

/* Certificate and key are read again. If they are not sound, those in use stay. */
static void reload(void)
{
    const struct sv_settings *settings = &net.server->settings;
    struct vl_error err = {0};
    int64_t ends = 0;
    if (!net.tls) {
        sv_log("reload", "certificate=none");
        return;
    }
    if (sv_tls_renew(net.tls, settings->tls_cert, settings->tls_key, &ends, &err))
        sv_log("certificate_read", "file=%s days_left=%lld", settings->tls_cert,
               (long long)(ends - sv_time()) / 86400);
    else
        sv_log("certificate_refused", "file=%s why=\"%s\"", err.where, err.message);
}

static void on_timer(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop; /* the pass of the loop is all that is wanted */
    (void)timer;
    (void)events;
}

static void lws_says(int level, const char *line)
{
    sv_log("network", "level=%d message=\"%.*s\"", level, (int)strcspn(line, "\n"), line);
}

static void turn(void)
{
    ev_now_update(net.loop);
    ev_timer_stop(net.loop, &net.timer);
    ev_timer_set(&net.timer, sv_next_due(net.server) / 1000.0 + 0.001, 0);
    ev_timer_start(net.loop, &net.timer);
    ev_run(net.loop, EVRUN_ONCE);
    uint64_t now = sv_now();
    if (atomic_exchange(&net.reload, false))
        reload();
    if (now - net.swept >= 1000) {
        net.swept = now;
        sv_notify("WATCHDOG=1");
        sv_sweep(net.server);
        lws_cancel_service(net.context); /* it looks at its timers when something has come in */
    }
    take_back(net.post ? sv_post_back(net.post) : NULL);
    bool good = sv_flush(net.server);
    post_bag();
    net.written = 0;
    while (net.answered) {
        struct exchange *e = net.answered;
        net.answered = e->next;
        e->waiting = false;
        if (!good)
            sv_answer_failed(&e->response);
        lws_callback_on_writable(e->wsi);
    }
}

static void say_goodbye(void)
{
    uint64_t until = sv_now() + GRACE;
    for (struct sv_connection *c = net.server->connections; c; c = c->next)
        sv_close(c, 1001);
    while (net.server->connections && sv_now() < until)
        turn();
    sv_flush(net.server);
}

/* From now on there is no post. */
static void stop_post(void)
{
    struct sv_post *post = net.post;
    if (!post)
        return;
    post_bag();
    sv_post_settle(post);
    net.post = NULL;
    take_back(sv_post_back(post));
    sv_post_free(post);
}

static bool open_port(const struct sv_settings *settings, struct vl_error *err)
{
    void *loops[1];
    bool everywhere = strcmp(settings->bind, "0.0.0.0") == 0 || strcmp(settings->bind, "::") == 0;
    struct lws_context_creation_info info = {
        .iface = everywhere ? NULL : settings->bind,
        .port = settings->port,
        .protocols = protocols,
        .server_string = "valise",
        .gid = -1,
        .uid = -1,
        .max_http_header_data = 8192,
        .timeout_secs = 10,
        .keepalive_timeout = 30,
        .vhost_name = "valise",
        .alpn = "http/1.1", /* the answers are written for it */
        .ssl_cert_filepath = settings->tls_cert,
        .ssl_private_key_filepath = settings->tls_key,
        .foreign_loops = loops,
        .options = LWS_SERVER_OPTION_LIBEV |
                   (settings->tls_cert ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0) |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(settings->bind, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
    };
    lws_set_log_level(LLL_ERR | LLL_WARN, lws_says);
    loops[0] = net.loop = ev_loop_new(EVFLAG_AUTO);
    if (!net.loop)
        return vl_fail(err, VL_IO, NULL, "the system gives no event loop");
    ev_timer_init(&net.timer, on_timer, 0, 0);
    net.context = lws_create_context(&info);
    if (!net.context)
        return vl_fail(err, VL_IO, NULL,
                       "the network cannot be started; is libwebsockets-evlib-ev installed?");
    net.host = lws_create_vhost(net.context, &info);
    return net.host != NULL || sv_listen_failed(settings, err);
}

static void say_where(const struct sv_settings *settings)
{
    bool six = strchr(settings->bind, ':') != NULL;
    printf("Valise is at http%s://%s%s%s:%d%s\n", settings->tls_cert ? "s" : "", six ? "[" : "",
           settings->bind, six ? "]" : "", lws_get_vhost_listen_port(net.host), settings->base);
    fflush(stdout);
}

/* Turns ask for memory and give it back, all the time: what was had once is kept, up to this much,
 * or the system would be asked as often. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
    mallopt(M_TOP_PAD, KEPT_MEMORY / 32);
#endif
}

/* As many files as the system lets us have: each connection is one. */
static void raise_file_limit(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max < MOST_FILES ? files.rlim_max : MOST_FILES;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

bool sv_run(const struct sv_settings *settings, struct vl_error *err)
{
    sigset_t signals, before;
    pthread_t waiter;
    bool good = false;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    if (settings->tls_cert || sv_managed())
        sigaddset(&signals, SIGHUP); /* otherwise it ends us, as when a terminal is closed */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is an error like a full disk */
    raise_file_limit();
    keep_memory();
    /* Before any thread is there, so that all of them leave these signals to the waiter. */
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    net.server = sv_server_new(settings, err);
    if (!net.server)
        goto out;
    net.server->wants = wants;
    /* The workers wake the loop when a bot has answered: it must be there before them. */
    if (!open_port(settings, err) || !sv_start(net.server, wake_up, NULL, err))
        goto out;
    net.post = sv_post_new(letters_are_back);
    say_where(settings);
    if (pthread_create(&waiter, NULL, wait_for_signal, &signals) != 0) {
        vl_fail(err, VL_NO_MEMORY, NULL, "no thread can be started");
        goto out;
    }
    sv_log("started", "bind=%s database=%s version=%s", settings->bind, settings->database,
           VALISE_VERSION);
    sv_notify("READY=1");
    while (!atomic_load(&net.stop))
        turn();
    sv_notify("STOPPING=1");
    say_goodbye();
    pthread_join(waiter, NULL);
    sv_log("stopped", "matches_open=%llu", (unsigned long long)net.server->open_matches);
    good = true;
out:
    if (net.server)
        sv_stop(net.server);
    stop_post();
    if (net.context)
        lws_context_destroy(net.context);
    net.context = NULL;
    if (net.loop)
        ev_loop_destroy(net.loop);
    net.loop = NULL;
    sv_server_free(net.server);
    net.server = NULL;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}
