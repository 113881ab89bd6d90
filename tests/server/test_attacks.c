/*
 * Attacks on the network layer that once froze or killed the server, or got past a proxy, and
 * their variants: each by a plain connection and by TLS. Every request gets a defined answer, and
 * an attack costs its own connection at most. (Random ones: fuzz_sockets.c.)
 */
#include <openssl/ssl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"
#include "server/people.h"
#include "server/wire.h"

enum { PATIENCE = 20000, FLOOD_TIME = 15000 };

#define HOST "Host: 127.0.0.1\r\n"
#define JSON "Content-Type: application/json\r\n"
#define FORGET "POST /api/my/forget HTTP/1.1\r\n" HOST JSON
#define HEALTH "GET /healthz HTTP/1.1\r\n" HOST

static SSL_CTX *tls; /* NULL: plain */

static const char *const usual[] = {
    "--limit", "requests_per_second=1000000", "--bot-pause", "0",
    "--limit", "messages_per_second=1000000", "--limit",     "bodies_per_address=1000000000",
    NULL};

/* ---- The server ---- */

static int start_plain(void **state)
{
    serve_with = usual;
    return start_server(state);
}

static int start_tls(void **state)
{
    static char cert[128], key[128];
    const char *arguments[16] = {"--tls-cert", cert, "--tls-key", key};
    (void)state;
    for (int i = 0; usual[i]; i++)
        arguments[4 + i] = usual[i];
    signal(SIGPIPE, SIG_IGN);
    web_prepare(&server);
    snprintf(cert, sizeof cert, "%s/cert.pem", server.folder);
    snprintf(key, sizeof key, "%s/key.pem", server.folder);
    assert_true(wire_certificate(server.folder));
    web_start(&server, arguments);
    tls = wire_context();
    return 0;
}

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Connections ---- */

static struct wire come(void)
{
    struct wire w;
    assert_true(wire_open(&w, server.port, tls));
    return w;
}

/* The next answer, which must have this status. The headers that protect a page are on all. */
static void expect_reply(struct wire *w, bool head, int status, struct wire_reply *reply)
{
    if (!wire_reply(w, head, PATIENCE, reply))
        fail_msg("no answer; %d was expected", status);
    if (reply->status != status)
        fail_msg("%d, not %d: %s%s", reply->status, status, reply->head.data,
                 vl_text_string(&reply->body));
    assert_non_null(strstr(reply->head.data, "\r\ncontent-security-policy: default-src 'none'"));
    bool strict = strstr(reply->head.data, "\r\nstrict-transport-security: max-age=") != NULL;
    assert_true(strict == (w->tls != NULL));
}

static void expect_status(struct wire *w, int status)
{
    struct wire_reply reply;
    expect_reply(w, false, status, &reply);
    wire_reply_free(&reply);
}

/* The answer to HEAD. */
static void expect_head(struct wire *w, int status)
{
    struct wire_reply reply;
    expect_reply(w, true, status, &reply);
    wire_reply_free(&reply);
}

static void expect_end(struct wire *w)
{
    assert_true(wire_ends(w, PATIENCE));
    assert_int_equal(w->in.length, 0);
}

static void expect_health(void)
{
    struct wire w = come();
    assert_true(wire_say(&w, HEALTH "\r\n"));
    expect_status(&w, 200);
    wire_close(&w);
}

/* One request on a connection of its own; after a refusal the server ends it. */
static void refused(const char *request, int status)
{
    struct wire w = come();
    wire_say(&w, request);
    expect_status(&w, status);
    expect_end(&w);
    wire_close(&w);
}

/* ---- C1: requests sent ahead, and bodies that come later ---- */

static void pipelined_head_and_post(void **state)
{
    (void)state;
    struct wire w = come();
    wire_say(&w, "HEAD / HTTP/1.1\r\n" HOST "\r\n" FORGET "Content-Length: 2\r\n\r\n{}");
    expect_head(&w, 200);
    expect_status(&w, 404);
    wire_say(&w, HEALTH "\r\n");
    expect_status(&w, 200);
    wire_close(&w);
    expect_health();
}

static void a_body_comes_later(void **state)
{
    (void)state;
    static const char *const first[] = {"GET / HTTP/1.1\r\n" HOST "\r\n", HEALTH "\r\n",
                                        FORGET "Content-Length: 2\r\n\r\n{}"};
    static const int status[] = {200, 200, 404};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        struct wire w = come();
        struct vl_text both = {0};
        vl_text_addf(&both, "%s%s", first[i], FORGET "Content-Length: 2\r\n\r\n");
        wire_say(&w, both.data);
        vl_text_free(&both);
        expect_status(&w, status[i]);
        web_rest(100);
        wire_say(&w, "{");
        web_rest(20);
        wire_say(&w, "}" HEALTH "\r\n"); /* and the next one already */
        expect_status(&w, 404);
        expect_status(&w, 200);
        wire_close(&w);
        expect_health();
    }
}

static void bodies_that_never_come(void **state)
{
    (void)state;
    struct wire w = come();
    wire_say(&w, "HEAD / HTTP/1.1\r\n" HOST "\r\n" FORGET "Content-Length: 2\r\n\r\n{");
    expect_head(&w, 200);
    wire_end(&w);
    expect_status(&w, 400);
    expect_end(&w);
    wire_close(&w);
    w = come();
    wire_say(&w, "HEAD / HTTP/1.1\r\n" HOST "\r\n" FORGET "Content-Length: 2\r\n\r\n{");
    wire_reset(&w);
    expect_health();
}

static void a_hundred_requests_at_once(void **state)
{
    (void)state;
    struct vl_text all = {0};
    struct wire w = come();
    for (int i = 0; i < 50; i++)
        vl_text_add(&all, "HEAD / HTTP/1.1\r\n" HOST "\r\n" FORGET "Content-Length: 2\r\n\r\n{}");
    wire_say(&w, all.data);
    vl_text_free(&all);
    for (int i = 0; i < 50; i++) {
        expect_head(&w, 200);
        expect_status(&w, 404);
    }
    wire_close(&w);
}

/* ---- C2, C3: HTTP/2 in the clear ---- */

/* The upgrade is ignored. What follows, for a server that believed in it, is not a request. */
static const char h2c[] = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                          "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n";

static void add_http2(struct vl_text *out)
{
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    static const char settings[] = "\0\0\0\x04\0\0\0\0\0";
    static const char data[] = "\0\0\x04\0\x01\0\0\0\x01mice";              /* DATA on stream 1 */
    static const char request[] = "\0\0\x03\x01\x05\0\0\0\x03\x82\x84\x87"; /* HEADERS on 3 */
    vl_text_add_bytes(out, preface, sizeof preface - 1);
    vl_text_add_bytes(out, settings, sizeof settings - 1);
    vl_text_add_bytes(out, data, sizeof data - 1);
    vl_text_add_bytes(out, request, sizeof request - 1);
}

static void http2_is_not_spoken(void **state)
{
    (void)state;
    struct vl_text text = {0};
    /* After an upgrade, sent at once and sent later. */
    for (int later = 0; later < 2; later++) {
        struct wire w = come();
        vl_text_clear(&text);
        vl_text_addf(&text, HEALTH "%s", h2c);
        if (later) {
            wire_send(&w, text.data, text.length);
            expect_status(&w, 200);
            vl_text_clear(&text);
        }
        add_http2(&text);
        wire_send(&w, text.data, text.length);
        if (!later)
            expect_status(&w, 200);
        expect_status(&w, 400);
        expect_end(&w);
        wire_close(&w);
    }
    /* Without one. */
    struct wire w = come();
    vl_text_clear(&text);
    add_http2(&text);
    wire_send(&w, text.data, text.length);
    expect_status(&w, 400);
    expect_end(&w);
    wire_close(&w);
    /* The upgrade of a POST, whose body is no frame. */
    w = come();
    vl_text_clear(&text);
    vl_text_addf(&text, FORGET "Content-Length: 2\r\n%s{}", h2c);
    add_http2(&text);
    wire_send(&w, text.data, text.length);
    expect_status(&w, 404);
    expect_status(&w, 400);
    wire_close(&w);
    vl_text_free(&text);
    expect_health();
}

/* ---- C4: upgrades that nobody knows ---- */

static void unknown_upgrades_are_ignored(void **state)
{
    (void)state;
    static const char *const upgrades[] = {"foo", "h2c", "websocket2", "TLS/1.0, foo", ","};
    char request[300];
    for (size_t i = 0; i < sizeof upgrades / sizeof *upgrades; i++) {
        snprintf(request, sizeof request, HEALTH "Connection: Upgrade\r\nUpgrade: %s\r\n\r\n",
                 upgrades[i]);
        struct wire w = come(); /* on a new connection, then on a kept one */
        wire_say(&w, request);
        expect_status(&w, 200);
        wire_say(&w, HEALTH "\r\n");
        expect_status(&w, 200);
        wire_say(&w, request);
        expect_status(&w, 200);
        wire_say(&w, HEALTH "\r\n");
        expect_status(&w, 200);
        wire_close(&w);
    }
}

/* ---- Requests that two programs could read in two ways ---- */

static void ambiguous_requests_are_refused(void **state)
{
    (void)state;
    refused(HEALTH "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411);
    refused(HEALTH "Transfer-Encoding : chunked\r\n\r\n5\r\nabcde\r\n", 400);
    refused(HEALTH "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400);
    refused(FORGET "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411);
    refused(FORGET "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400);
    refused(FORGET "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400);
    refused(FORGET "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400);
    refused(FORGET "Content-Length: +2\r\n\r\n{}", 400);
    refused(FORGET "Content-Length : 2\r\n\r\n{}", 400);
    refused(FORGET "\r\n{}", 411);
    refused(HEALTH "Content-Length: 2\r\n\r\n{}", 400);
    refused(HEALTH HOST "\r\n", 400);
    refused("GET /healthz HTTP/1.1\r\n\r\n", 400);
    refused("GET /healthz HTTP/1.1\nHost: a\n\n", 400);
    refused(HEALTH "\r\r\n", 400);
    refused(HEALTH "X: a\rb\r\n\r\n", 400);
    refused("GET / H\r\n\r\n/1.1\r\n" HOST "\r\n", 400);
    refused("GET / HT\r\n/1.1\r\n" HOST "\r\n", 400);
    refused("GET / HTAP/1.1\r\n" HOST "\r\n", 400);
    refused("GET http://127.0.0.1/ HTTP/1.1\r\n" HOST "\r\n", 400);
    /* Methods and versions of others. */
    refused("PUT / HTTP/1.1\r\n" HOST "\r\n", 405);
    refused("CONNECT 127.0.0.1:1 HTTP/1.1\r\n" HOST "\r\n", 405);
    refused("GET /healthz HTTP/2.0\r\n" HOST "\r\n", 505);
    refused("GET /healthz\r\n\r\n", 505);
    refused(FORGET "Expect: something\r\nContent-Length: 2\r\n\r\n{}", 417);
    refused(FORGET "Content-Length: 16385\r\n\r\n", 413);
}

/* An Origin that cannot be read whole must not count as none: that would let other pages in. */
static void headers_fail_closed(void **state)
{
    (void)state;
    static const char *const names[] = {"Origin", "Cookie", "Host", "X-Forwarded-For"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int size = 8000; size <= 60000; size += 13000) {
            struct vl_text text = {0};
            vl_text_addf(&text, FORGET "Content-Length: 2\r\n%s: http://other.example/", names[i]);
            for (int n = 0; n < size; n++)
                vl_text_char(&text, 'x');
            vl_text_add(&text, "\r\n\r\n{}");
            struct wire w = come();
            wire_send(&w, text.data, text.length);
            /* Just short enough is read: the Origin is another page's, Host is given twice, Cookie
             * and address are nobody's. */
            expect_status(&w, size > 8000 ? 431 : i == 0 ? 403 : i == 2 ? 400 : 404);
            wire_close(&w);
            vl_text_free(&text);
        }
    }
    refused(FORGET "Content-Length: 2\r\nOrigin: http://127.0.0.1\r\nOrigin: http://a\r\n\r\n{}",
            400);
    refused(FORGET "Content-Length: 2\r\nCookie: a=b\r\nCookie: c=d\r\n\r\n{}", 400);
    struct wire w = come(); /* a zero byte would end the Origin before it begins */
    static const char zero[] =
        FORGET "Content-Length: 2\r\nOrigin:\0http://other.example\r\n\r\n{}";
    wire_send(&w, zero, sizeof zero - 1);
    expect_status(&w, 400);
    wire_close(&w);
}

/* Bodies that are announced, sent almost whole and then kept open share 64 MiB. */
static void large_bodies_have_a_common_limit(void **state)
{
    (void)state;
    enum { MANY = 70, FIT = 64 };
    static const char head[] =
        "POST /api/import HTTP/1.1\r\n" HOST JSON "Content-Length: 1048576\r\n\r\n{";
    struct wire many[MANY];
    int refusals = 0;
    for (int i = 0; i < MANY; i++) {
        many[i] = come();
        wire_say(&many[i], head);
    }
    /* Which of them come first is the system's choice. */
    for (long long until = now() + PATIENCE; refusals < MANY - FIT && now() < until; web_rest(10)) {
        refusals = 0;
        for (int i = 0; i < MANY; i++) {
            wire_receive(&many[i], 0);
            refusals += strncmp(vl_text_string(&many[i].in), "HTTP/1.1 503 ", 13) == 0;
        }
    }
    assert_int_equal(refusals, MANY - FIT);
    expect_health();
    for (int i = 0; i < MANY; i++)
        wire_close(&many[i]);
    for (int tries = 0;; tries++) { /* they are free again as soon as the server sees the end */
        struct wire_reply reply;
        struct wire w = come();
        wire_say(&w, head);
        wire_end(&w);
        assert_true(wire_reply(&w, false, PATIENCE, &reply));
        int status = reply.status;
        wire_reply_free(&reply);
        wire_close(&w);
        if (status == 400)
            break;
        assert_int_equal(status, 503);
        assert_true(tries < 200);
        web_rest(20);
    }
}

/* ---- What HTTP allows ---- */

static void heads_and_old_versions(void **state)
{
    (void)state;
    struct wire_reply get, head;
    static const char *const paths[] = {"/", "/healthz", "/api/games", "/nothing"};
    char request[200], length[64];
    struct wire w = come();
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        int status = i == 3 ? 404 : 200;
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n" HOST "\r\n", paths[i]);
        wire_say(&w, request);
        expect_reply(&w, false, status, &get);
        snprintf(request, sizeof request, "HEAD %s HTTP/1.1\r\n" HOST "\r\n", paths[i]);
        wire_say(&w, request);
        expect_reply(&w, true, status, &head);
        snprintf(length, sizeof length, "\r\ncontent-length: %zu\r\n", get.body.length);
        assert_non_null(strstr(get.head.data, length));
        assert_non_null(strstr(head.head.data, length));
        assert_true(get.body.length > 0);
        wire_reply_free(&get);
        wire_reply_free(&head);
    }
    wire_close(&w);
    /* HTTP/1.0 needs no Host, and the connection ends. */
    refused("GET /healthz HTTP/1.0\r\n\r\n", 200);
    refused("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200);
    refused(HEALTH "Connection: close\r\n\r\n" HEALTH "\r\n", 200); /* one answer only */
}

static void the_body_may_wait_to_be_asked_for(void **state)
{
    (void)state;
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct wire w = come();
    wire_say(&w, FORGET "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    while (w.in.length < sizeof go_on - 1)
        assert_true(wire_receive(&w, PATIENCE));
    assert_string_equal(w.in.data, go_on);
    wire_say(&w, "{}");
    expect_status(&w, 404);
    wire_say(&w, HEALTH "\r\n");
    expect_status(&w, 200);
    wire_close(&w);
    /* A body that is too long is refused instead. */
    refused(FORGET "Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n", 413);
}

/* ---- WebSocket ---- */

static struct wire open_socket(void)
{
    struct wire w = come();
    struct wire_reply reply;
    struct vl_text text = {0};
    wire_handshake(&text, "/ws", NULL);
    wire_send(&w, text.data, text.length);
    vl_text_free(&text);
    assert_true(wire_reply(&w, true, PATIENCE, &reply));
    assert_int_equal(reply.status, 101);
    wire_reply_free(&reply);
    return w;
}

static void broken_frames_close_with_a_code(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        int code;
    } cases[] = {
        {"\x81\x02{}", 4, 1002},                          /* not masked */
        {"\x89\0", 2, 1002},                              /* nor is this ping */
        {"\xc1\x80\1\2\3\4", 6, 1002},                    /* a reserved bit */
        {"\x83\x80\1\2\3\4", 6, 1002},                    /* a reserved opcode */
        {"\x09\x80\1\2\3\4", 6, 1002},                    /* half a ping */
        {"\x89\xfe\0\x7e\1\2\3\4", 8, 1002},              /* a long one */
        {"\x80\x80\1\2\3\4", 6, 1002},                    /* goes on with nothing */
        {"\x81\xfe\0\5\1\2\3\4", 8, 1002},                /* a length in too many bytes */
        {"\x81\xff\x80\0\0\0\0\0\0\0\1\2\3\4", 14, 1002}, /* more than there can be */
        {"\x81\xff\0\0\0\0\0\1\0\0\1\2\3\4", 14, 1009},   /* more than we take */
        {"\x82\x80\1\2\3\4", 6, 1003},                    /* binary */
        {"\x81\x81\0\0\0\0\xff", 7, 1007},                /* not UTF-8 */
        {"\x88\x81\0\0\0\0\3", 7, 1002},                  /* half a code */
        {"\x88\x82\0\0\0\0\3\xed", 8, 1002},              /* 1005 may not be sent */
        {"\x88\x82\0\0\0\0\3\xe8", 8, 1000},              /* a close as it should be */
        {"\x88\x80\0\0\0\0", 6, 1005},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct wire w = open_socket();
        wire_send(&w, cases[i].bytes, cases[i].size);
        int code = wire_closed_with(&w, PATIENCE);
        if (code != cases[i].code)
            fail_msg("frame %zu: closed with %d, not %d", i, code, cases[i].code);
        assert_true(wire_ends(&w, PATIENCE));
        wire_close(&w);
    }
    expect_health();
}

static void pings_are_limited(void **state)
{
    (void)state;
    for (int first = 0x89; first <= 0x8a; first++) {
        struct wire w = open_socket();
        struct vl_text frames = {0};
        for (int i = 0; i < 2000; i++)
            wire_frame(&frames, first, "x", 1, 7);
        wire_send(&w, frames.data, frames.length);
        vl_text_free(&frames);
        assert_int_equal(wire_closed_with(&w, PATIENCE), 1008);
        wire_close(&w);
    }
    expect_health();
}

/* ---- Time ---- */

enum { SLOW = 100 };

/*
 * Heads and bodies that come a byte at a time, all at once, end with 408 by their deadlines (10 and
 * 20 seconds), though each goes on. A WebSocket message that is never complete ends with 1008. A
 * client that sends messages without a pause, so that each read ends in the midst of one, goes on.
 * Others do not notice.
 */
static void slow_clients_end_by_their_deadline(void **state)
{
    (void)state;
    struct wire heads[4], bodies[SLOW], message = open_socket(), steady = open_socket();
    long long start = now();
    int ended = 0, answered = 0;
    for (int i = 0; i < 4; i++) {
        heads[i] = come();
        wire_say(&heads[i], "GET /healthz HTTP/1.1\r\nX: ");
    }
    for (int i = 0; i < SLOW; i++) {
        bodies[i] = come();
        wire_say(&bodies[i], FORGET "Content-Length: 1000\r\n\r\n{");
    }
    wire_send(&message, "\x81\x85\0\0\0\0{", 7);
    struct vl_text frame = {0};
    wire_frame(&frame, 0x81, "{\"type\":\"ping\",\"id\":1}", 22, 7);
    wire_send(&steady, frame.data, 5); /* from here on it is always 5 bytes into the next one */
    while (now() - start < 21500) {
        for (int i = 0; i < 4; i++)
            wire_say(&heads[i], "x");
        for (int i = 0; i < SLOW; i++)
            wire_say(&bodies[i], " ");
        long long asked = now();
        expect_health();
        assert_true(now() - asked < 5000);
        answered++;
        assert_true(wire_send(&steady, frame.data + 5, frame.length - 5));
        assert_true(wire_send(&steady, frame.data, 5));
        while (wire_receive(&steady, 0))
            vl_text_clear(&steady.in);
        assert_false(steady.ended);
        for (int i = 0; i < 4 && now() - start > 9000; i++)
            wire_receive(&heads[i], 0);
        web_rest(400);
    }
    assert_true(answered > 10);
    for (int i = 0; i < 4; i++)
        expect_status(&heads[i], 408);
    for (int i = 0; i < SLOW; i++) {
        expect_status(&bodies[i], 408);
        ended += wire_ends(&bodies[i], PATIENCE);
        wire_close(&bodies[i]);
    }
    assert_int_equal(ended, SLOW);
    assert_true(now() - start < 21500 + PATIENCE / 2);
    assert_int_equal(wire_closed_with(&message, PATIENCE), 1008);
    for (int i = 0; i < 4; i++)
        wire_close(&heads[i]);
    wire_close(&message);
    wire_close(&steady);
    vl_text_free(&frame);
}

/* ---- TLS ---- */

static void http_on_the_port_of_https(void **state)
{
    (void)state;
    struct wire w;
    assert_true(wire_open(&w, server.port, NULL));
    wire_say(&w, HEALTH "\r\n");
    expect_status(&w, 400);
    expect_end(&w);
    wire_close(&w);
    expect_health();
}

/* A client that offers protocols must offer ours. */
static void http2_is_not_chosen(void **state)
{
    (void)state;
    static const unsigned char only[] = "\x02h2", both[] = "\x02h2\x08http/1.1";
    const unsigned char *chosen;
    unsigned int size;
    struct wire w;
    assert_true(wire_connect(&w, server.port, tls));
    SSL_set_alpn_protos(w.tls, only, sizeof only - 1);
    assert_false(wire_shake_hands(&w));
    wire_close(&w);
    assert_true(wire_connect(&w, server.port, tls));
    SSL_set_alpn_protos(w.tls, both, sizeof both - 1);
    assert_true(wire_shake_hands(&w));
    SSL_get0_alpn_selected(w.tls, &chosen, &size);
    assert_int_equal(size, 8);
    assert_memory_equal(chosen, "http/1.1", 8);
    wire_say(&w, HEALTH "\r\n");
    expect_status(&w, 200);
    wire_close(&w);
}

/* Renews the keys of one connection without end: 1 is set when the time is over, if it was not
 * told to stop before. */
static void *renew_keys(void *context)
{
    atomic_int *stop = context;
    struct wire flood = come();
    for (long long until = now() + FLOOD_TIME; !atomic_load(stop);) {
        for (int i = 0; i < 200; i++) {
            SSL_key_update(flood.tls, SSL_KEY_UPDATE_NOT_REQUESTED);
            SSL_do_handshake(flood.tls);
        }
        if (!wire_flush(&flood) || now() > until)
            break;
    }
    wire_close(&flood);
    return atomic_exchange(stop, 1) ? NULL : context;
}

/* The server must come to the others meanwhile. */
static void key_updates_do_not_stop_others(void **state)
{
    (void)state;
    pthread_t flood;
    atomic_int stop = 0;
    void *ended_alone;
    assert_int_equal(pthread_create(&flood, NULL, renew_keys, &stop), 0);
    for (int i = 0; i < 5; i++) {
        web_rest(100);
        expect_health();
    }
    atomic_store(&stop, 1);
    pthread_join(flood, &ended_alone);
    assert_null(ended_alone);
}

static void handshakes_that_break_off(void **state)
{
    (void)state;
    char *hello;
    for (int part = 0; part < 40; part++) {
        struct wire w;
        assert_true(wire_connect(&w, server.port, tls));
        SSL_do_handshake(w.tls);
        long size = BIO_get_mem_data(SSL_get_wbio(w.tls), &hello);
        if (part % 2)
            hello[part * size / 40] ^= 0x55; /* the rest is not what it was */
        wire_send_raw(&w, hello, (size_t)(part % 2 ? size : part * size / 40));
        if (part % 4 < 2)
            wire_reset(&w);
        else
            wire_close(&w);
    }
    expect_health();
}

/* ---- The end ---- */

/* On SIGTERM the server ends soon, also while clients are in the middle of something. */
static int stop_among_strangers(void **state)
{
    struct wire half_head = come(), half_body = come(), half_message = open_socket();
    struct wire idle = come(), deaf = come(), silent;
    struct vl_text pages = {0};
    wire_say(&half_head, "GET / HTTP/1.1\r\n");
    wire_say(&half_body, FORGET "Content-Length: 1000\r\n\r\n{");
    wire_send(&half_message, "\x81\x85\0\0\0\0{", 7);
    for (int i = 0; i < 1000; i++)
        vl_text_add(&pages, "GET / HTTP/1.1\r\n" HOST "\r\n");
    wire_send(&deaf, pages.data, pages.length);
    vl_text_free(&pages);
    if (!wire_connect(&silent, server.port, tls)) /* no handshake */
        return 1;
    long long start = now();
    int status = stop_server(state);
    if (now() - start > PATIENCE) {
        fprintf(stderr, "the server needed %lld ms to end\n", now() - start);
        status = 1;
    }
    wire_close(&half_head);
    wire_close(&half_body);
    wire_close(&half_message);
    wire_close(&idle);
    wire_close(&deaf);
    wire_close(&silent);
    return status;
}

static int stop_tls(void **state)
{
    int status = stop_among_strangers(state);
    SSL_CTX_free(tls);
    tls = NULL;
    return status;
}

int main(void)
{
#define BOTH                                                                                       \
    cmocka_unit_test(pipelined_head_and_post), cmocka_unit_test(a_body_comes_later),               \
        cmocka_unit_test(bodies_that_never_come), cmocka_unit_test(a_hundred_requests_at_once),    \
        cmocka_unit_test(http2_is_not_spoken), cmocka_unit_test(unknown_upgrades_are_ignored),     \
        cmocka_unit_test(ambiguous_requests_are_refused), cmocka_unit_test(headers_fail_closed),   \
        cmocka_unit_test(large_bodies_have_a_common_limit),                                        \
        cmocka_unit_test(heads_and_old_versions),                                                  \
        cmocka_unit_test(the_body_may_wait_to_be_asked_for),                                       \
        cmocka_unit_test(broken_frames_close_with_a_code), cmocka_unit_test(pings_are_limited)
    const struct CMUnitTest plain[] = {
        BOTH,
        cmocka_unit_test(slow_clients_end_by_their_deadline),
    };
    const struct CMUnitTest by_tls[] = {
        BOTH,
        cmocka_unit_test(http_on_the_port_of_https),
        cmocka_unit_test(http2_is_not_chosen),
        cmocka_unit_test(key_updates_do_not_stop_others),
        cmocka_unit_test(handshakes_that_break_off),
    };
    int failed = cmocka_run_group_tests_name("plain", plain, start_plain, stop_among_strangers);
    return failed + cmocka_run_group_tests_name("TLS", by_tls, start_tls, stop_tls);
}
