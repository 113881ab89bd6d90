/* Strangers that speak HTTP, and what all strangers share: see the header. */
#include "server/strangers.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "core/banned.h"

enum {
    LATE = 1000,          /* milliseconds: a request that took longer may have met a deadline */
    MOST_BODY = 16 << 10, /* the server's own limit */
};

struct run run = {.seconds = 10, .threads = 6};

long long stranger_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Findings ---- */

static void show_log(void)
{
    char command[200];
    snprintf(command, sizeof command, "tail -n 100 '%.80s/log' >&2", run.server.folder);
    if (system(command) != 0)
        fprintf(stderr, "the server's log cannot be shown\n");
}

/* Several threads may find something at once: the first one ends the program. */
void finding(const struct stranger *s, const char *format, ...)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    va_list args;
    pthread_mutex_lock(&one);
    fprintf(stderr, "fuzz_sockets: %s%s: ", run.tls ? "TLS, " : "", s ? s->deed : "the server");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nAgain: fuzz_sockets --seconds %d --threads %d %s --seed %llu\n", run.seconds,
            run.threads, run.tls ? "--tls" : "--plain", (unsigned long long)run.seed);
    show_log();
    kill(run.server.pid, SIGKILL);
    exit(1);
}

/* ---- Requests that are answered, and the connection goes on ---- */

static const struct exchange good[] = {
    {"GET /healthz HTTP/1.1\r\n" HOST "\r\n", 200},
    {"GET / HTTP/1.1\r\n" HOST "\r\n", 200},
    {"GET /?a=%41+b#c HTTP/1.1\r\n" HOST "\r\n", 200},
    {"GET /api/games HTTP/1.1\r\n" HOST "Accept-Encoding: identity\r\n\r\n", 200},
    {"GET /metrics HTTP/1.1\r\n" HOST "\r\n", 200},
    {"GET /nothing/at/all HTTP/1.1\r\n" HOST "\r\n", 404},
    {"GET /ws HTTP/1.1\r\n" HOST "\r\n", 404},
    {"\r\n\r\nGET /healthz HTTP/1.1\r\n" HOST "\r\n", 200},
    {"GET /healthz HTTP/1.1\r\nHost: other.example\r\n\r\n", 421},
    {"GET /healthz HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n", 200},
    {"GET /healthz HTTP/1.1\r\n" HOST "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n"
     "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n",
     200},
    {"GET /healthz HTTP/1.1\r\n" HOST "Upgrade: foo\r\nConnection: Upgrade\r\n\r\n", 200},
    {"GET /healthz HTTP/1.1\r\n" HOST "Upgrade: websocket\r\n\r\n", 200},
    {"HEAD / HTTP/1.1\r\n" HOST "\r\n", 200},
    {"HEAD /healthz HTTP/1.1\r\n" HOST "\r\n", 200},
    {"HEAD /nothing HTTP/1.1\r\n" HOST "\r\n", 404},
    {"HEAD /api/games HTTP/1.1\r\n" HOST "Accept-Encoding: identity\r\n\r\n", 200},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Content-Length: 2\r\n\r\n{}", 404},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Content-Length: 1\r\n\r\n[", 400},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Content-Length: 0\r\n\r\n", 400},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}", 415},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON
     "Origin: http://other.example\r\nContent-Length: 2\r\n\r\n{}",
     403},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON
     "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
     404},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON
     "Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\n{}",
     404},
    {"POST /ws HTTP/1.1\r\n" HOST JSON "Upgrade: websocket\r\nConnection: Upgrade\r\n"
     "Content-Length: 2\r\n\r\n{}",
     405},
    {"POST /healthz HTTP/1.1\r\n" HOST JSON "Content-Length: 2\r\n\r\n{}", 405},
    {"POST /api/import HTTP/1.1\r\n" HOST JSON "Content-Length: 15\r\n\r\n{\"records\":\"x\"}",
     400},
};

/* ---- Requests that end the connection ---- */

static const struct exchange last[] = {
    {"GET /healthz HTTP/1.0\r\n\r\n", 200},
    {"GET /healthz HTTP/1.0\r\n" HOST "Connection: keep-alive\r\n\r\n", 200},
    {"GET /healthz HTTP/1.1\r\n" HOST "Connection: close\r\n\r\n", 200},
    {"GET /healthz HTTP/1.1\n" HOST "\r\n", 400},
    {"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\n\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n" HOST "\r\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n" HOST "X: a\r\n b\r\n\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n" HOST HOST "\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n" HOST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n" HOST "Origin: a\r\nOrigin: b\r\n\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n" HOST "X: \x01\r\n\r\n", 400},
    {"GET http://127.0.0.1/healthz HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /%zz HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /a%00b HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /healthz HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}", 400},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON
     "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
     400},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Content-Length: -1\r\n\r\n{}", 400},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Content-Length: 2x\r\n\r\n{}", 400},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Content-Length: 99999999999999999999\r\n\r\n{}",
     400},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON
     "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
     400},
    {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
    {"BREW /pot HTTP/1.1\r\n" HOST "\r\n", 400},
    {"\x16\x03\x01\x02\x01\x01\x00\r\n\r\n", 400},
    {"PUT /healthz HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}", 405},
    {"DELETE / HTTP/1.1\r\n" HOST "\r\n", 405},
    {"OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 405},
    {"CONNECT 127.0.0.1:80 HTTP/1.1\r\n" HOST "\r\n", 405},
    {"TRACE / HTTP/1.1\r\n" HOST "\r\n", 405},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "\r\n{}", 411},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
     411},
    {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411},
    {"GET / HTTP/1.1\r\n" HOST "Transfer-Encoding:\r\n\r\n", 411},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Content-Length: 16385\r\n\r\n{}", 413},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON
     "Expect: 100-continue\r\nContent-Length: 999999999\r\n\r\n",
     413},
    {"POST /api/my/forget HTTP/1.1\r\n" HOST JSON "Expect: cake\r\nContent-Length: 2\r\n\r\n{}",
     417},
    {"GET /healthz HTTP/1.2\r\n" HOST "\r\n", 505},
    {"GET /healthz HTTP/2.0\r\n" HOST "\r\n", 505},
    {"GET /healthz\r\n\r\n", 505},
};

const struct exchange get_health = {"GET /healthz HTTP/1.1\r\n" HOST "\r\n", 200};
const struct exchange get_page = {"GET / HTTP/1.1\r\n" HOST "\r\n", 200};
const struct exchange get_games = {
    "GET /api/games HTTP/1.1\r\n" HOST "Accept-Encoding: identity\r\n\r\n", 200};

uint32_t stranger_below(struct stranger *s, uint32_t bound)
{
    return wire_random(&s->random, bound);
}

bool stranger_chance(struct stranger *s, uint32_t one_in)
{
    return stranger_below(s, one_in) == 0;
}

/* A stranger's connection; how it cuts what it sends is drawn. */
void stranger_comes(struct stranger *s)
{
    if (!wire_open(&s->wire, run.server.port, run.tls))
        finding(s, "no connection");
    s->wire.cuts = stranger_chance(s, 4) ? NULL : &s->random;
    s->wire.slow = stranger_chance(s, 8) ? 20 : stranger_below(s, 3);
    s->slow = false;
    atomic_fetch_add(&run.connections, 1);
}

bool stranger_sends(struct stranger *s, const struct vl_text *text)
{
    long long start = stranger_clock();
    bool sent = wire_send(&s->wire, vl_text_string(text), text->length);
    s->slow |= stranger_clock() - start > LATE;
    return sent;
}

static void check_head(struct stranger *s, const struct wire_reply *reply)
{
    const char *head = vl_text_string(&reply->head);
    if (!strstr(head, "\r\ncontent-security-policy: default-src 'none'"))
        finding(s, "an answer without the policy: %s", head);
    if (run.tls && !strstr(head, "\r\nstrict-transport-security: "))
        finding(s, "an answer by TLS without HSTS: %s", head);
    if (strcasestr(head, "\r\nupgrade:"))
        finding(s, "an upgrade: %s", head);
}

static size_t length_in(const struct wire_reply *reply)
{
    const char *at = strstr(vl_text_string(&reply->head), "\r\ncontent-length: ");
    return at ? strtoul(at + 18, NULL, 10) : 0;
}

/* The next answer must have this status, and what belongs to it. False: the connection was lost
 * before, which a stranger that is too slow has earned. */
bool stranger_expects(struct stranger *s, const char *request, int status)
{
    struct wire_reply reply;
    bool head = strncmp(request, "HEAD ", 5) == 0;
    if (!wire_reply(&s->wire, head, PATIENCE, &reply)) {
        if (s->slow && s->wire.ended)
            return false;
        finding(s, "no answer (%s), %d expected, to %.300s; received: %.200s",
                s->wire.lost    ? "reset"
                : s->wire.ended ? "closed"
                                : "open",
                status, request, vl_text_string(&s->wire.in));
    }
    if (reply.status != status && !(reply.status == 408 && s->slow))
        finding(s, "%d instead of %d, to %.300s:\n%s%.300s", reply.status, status, request,
                reply.head.data, vl_text_string(&reply.body));
    check_head(s, &reply);
    if (head && strncmp(request, "HEAD / ", 7) == 0 && length_in(&reply) != run.length_of_page)
        finding(s, "HEAD / has another length than GET /: %s", reply.head.data);
    if (head && strncmp(request, "HEAD /api/games ", 16) == 0 &&
        length_in(&reply) != run.length_of_games)
        finding(s, "HEAD has another length than GET: %s", reply.head.data);
    bool as_expected = reply.status == status;
    wire_reply_free(&reply);
    atomic_fetch_add(&run.requests, 1);
    return as_expected;
}

/* The server ends the connection and has nothing more to say. */
void stranger_expects_end(struct stranger *s)
{
    if (!wire_ends(&s->wire, PATIENCE))
        finding(s, "the connection is still open");
    if (s->wire.in.length)
        finding(s, "more than one answer: %.300s", s->wire.in.data);
}

void stranger_leaves(struct stranger *s)
{
    switch (stranger_below(s, 4)) {
    case 0:
        wire_reset(&s->wire);
        break;
    case 1:
        wire_end(&s->wire);
        stranger_expects_end(s);
        break;
    default:
        break;
    }
    wire_close(&s->wire);
}

const struct exchange *stranger_request(struct stranger *s)
{
    return &good[stranger_below(s, COUNT(good))];
}

/* ---- HTTP ---- */

/* A request with one header, or a body, that is too long. */
static struct exchange oversized(struct stranger *s, struct vl_text *text)
{
    static const char *const names[] = {"Origin", "Cookie", "X-Unknown", "Sec-WebSocket-Key"};
    uint32_t which = stranger_below(s, 6), length = 8193 + stranger_below(s, 20000);
    bool post = stranger_chance(s, 2);
    if (which == 4) {
        vl_text_add(text, "POST /api/my/forget HTTP/1.1\r\n" HOST JSON);
        vl_text_addf(text, "Content-Length: %u\r\n\r\n", MOST_BODY + 1 + length);
        for (uint32_t i = stranger_below(s, MOST_BODY + length); i > 0; i--)
            vl_text_char(text, 'x');
        return (struct exchange){text->data, 413};
    }
    vl_text_addf(text, "%s /%s", post ? "POST" : "GET", which == 5 ? "" : "api/my/forget");
    for (uint32_t i = which == 5 ? 2 * length : 0; i > 0; i--)
        vl_text_char(text, 'x');
    vl_text_add(text, " HTTP/1.1\r\n" HOST JSON);
    if (which < 4) {
        vl_text_addf(text, "%s: ", names[which]);
        for (uint32_t i = which == 2 ? 2 * length : length; i > 0; i--)
            vl_text_char(text, 'x');
        vl_text_add(text, "\r\n");
    }
    vl_text_add(text, post ? "Content-Length: 2\r\n\r\n{}" : "\r\n");
    return (struct exchange){text->data, 431};
}

static struct exchange draw_last(struct stranger *s, struct vl_text *text)
{
    return stranger_chance(s, 6) ? oversized(s, text) : last[stranger_below(s, COUNT(last))];
}

/* Requests one after another or all at once; perhaps one more that ends it. */
static void keep_alive(struct stranger *s)
{
    struct exchange sent[17];
    struct vl_text all = {0}, large = {0};
    uint32_t count = stranger_below(s, 16), total = count;
    bool pipelined = stranger_chance(s, 2), ended = stranger_chance(s, 2), going_on = true;
    s->deed = pipelined ? "pipelined requests" : "requests one by one";
    stranger_comes(s);
    for (uint32_t i = 0; i < count; i++)
        sent[i] = good[stranger_below(s, COUNT(good))];
    if (ended)
        sent[total++] = draw_last(s, &large);
    for (uint32_t i = 0; i < total; i++) {
        vl_text_add(&all, sent[i].request);
        if (pipelined && i + 1 < total)
            continue;
        stranger_sends(s, &all); /* after a refusal it may fail, and the answer is there */
        vl_text_clear(&all);
        if (!pipelined)
            going_on = going_on && stranger_expects(s, sent[i].request, sent[i].status);
    }
    for (uint32_t i = 0; pipelined && going_on && i < total; i++)
        going_on = stranger_expects(s, sent[i].request, sent[i].status);
    if (ended && going_on)
        stranger_expects_end(s);
    if (ended || !going_on)
        wire_close(&s->wire);
    else
        stranger_leaves(s);
    vl_text_free(&all);
    vl_text_free(&large);
}

/* C1 and its kind: a request, then the head of a POST, whose body comes later, in parts, too short
 * or not at all. */
static void late_body(struct stranger *s)
{
    char body[200], head[300];
    uint32_t length = 2 + stranger_below(s, 150),
             missing = stranger_chance(s, 3) ? 1 + stranger_below(s, length) : 0;
    bool expects = stranger_chance(s, 4);
    const struct exchange *first = stranger_request(s);
    struct vl_text text = {0};
    s->deed = "a body that comes late";
    memset(body, ' ', sizeof body);
    memcpy(body, "{}", 2);
    stranger_comes(s);
    snprintf(head, sizeof head,
             "POST /api/my/forget HTTP/1.1\r\n" HOST JSON "%sContent-Length: %u\r\n\r\n",
             expects ? "Expect: 100-continue\r\n" : "", length);
    vl_text_addf(&text, "%s%s", first->request, head);
    stranger_sends(s, &text);
    bool going_on = stranger_expects(s, first->request, first->status);
    if (going_on && expects) {
        while (s->wire.in.length < 25 && wire_receive(&s->wire, PATIENCE))
            ;
        if (strncmp(vl_text_string(&s->wire.in), "HTTP/1.1 100 Continue\r\n\r\n", 25) != 0)
            finding(s, "no 100 Continue: %.100s", vl_text_string(&s->wire.in));
    }
    web_rest((int)stranger_below(s, 20));
    vl_text_clear(&text);
    vl_text_add_bytes(&text, body, length - missing);
    stranger_sends(s, &text);
    if (missing && going_on) {
        wire_end(&s->wire);
        stranger_expects(s, head, 400);
    } else if (going_on && stranger_expects(s, head, 404)) {
        vl_text_clear(&text);
        vl_text_add(&text, get_health.request);
        stranger_sends(s, &text);
        stranger_expects(s, get_health.request, get_health.status);
    }
    vl_text_free(&text);
    wire_close(&s->wire);
}

/* A request that never becomes complete: nothing is known but that it is refused or dropped. */
static void half_a_request(struct stranger *s)
{
    const struct exchange *whole = stranger_chance(s, 2) ? &good[stranger_below(s, COUNT(good))]
                                                         : &last[stranger_below(s, COUNT(last))];
    struct vl_text text = {0};
    s->deed = "half a request";
    stranger_comes(s);
    vl_text_add_bytes(&text, whole->request, stranger_below(s, (uint32_t)strlen(whole->request)));
    stranger_sends(s, &text);
    vl_text_free(&text);
    web_rest((int)stranger_below(s, 30));
    if (stranger_chance(s, 2)) {
        wire_end(&s->wire);
        if (!wire_ends(&s->wire, PATIENCE))
            finding(s, "still open after its client has ended");
        wire_close(&s->wire);
    } else {
        wire_reset(&s->wire);
    }
}

/* Requests with bytes changed, repeated and left out: the server survives, and what it answers is
 * HTTP. */
static void noise(struct stranger *s)
{
    struct vl_text text = {0};
    s->deed = "noise";
    stranger_comes(s);
    for (uint32_t i = stranger_below(s, 4); i < 4; i++)
        vl_text_add(&text, stranger_chance(s, 2) ? good[stranger_below(s, COUNT(good))].request
                                                 : last[stranger_below(s, COUNT(last))].request);
    for (uint32_t i = stranger_below(s, 12); i > 0 && text.length; i--) {
        uint32_t at = stranger_below(s, (uint32_t)text.length);
        switch (stranger_below(s, 3)) {
        case 0:
            text.data[at] = (char)stranger_below(s, 256);
            break;
        case 1:
            text.data[at] = " \r\n\t:,/%\0"[stranger_below(s, 9)];
            break;
        default:
            memmove(text.data + at, text.data + at + 1, text.length - at - 1);
            text.length--;
            break;
        }
    }
    stranger_sends(s, &text);
    wire_end(&s->wire);
    if (!wire_ends(&s->wire, PATIENCE))
        finding(s, "still open after its client has ended");
    if (s->wire.in.length && strncmp(s->wire.in.data, "HTTP/1.1 ", 9) != 0)
        finding(s, "what came is not HTTP: %.100s", s->wire.in.data);
    vl_text_free(&text);
    wire_close(&s->wire);
}

/* Asks for much and reads nothing. */
static void never_read(struct stranger *s)
{
    struct vl_text text = {0};
    int small = 4096;
    s->deed = "a client that never reads";
    stranger_comes(s);
    setsockopt(s->wire.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    s->wire.cuts = NULL;
    for (int i = 0; i < 200; i++)
        vl_text_add(&text, get_page.request);
    stranger_sends(s, &text);
    vl_text_free(&text);
    web_rest((int)stranger_below(s, 300));
    if (stranger_chance(s, 2))
        wire_reset(&s->wire);
    else
        wire_close(&s->wire);
}

void stranger_asks(struct stranger *s)
{
    static void (*const deeds[])(struct stranger *) = {
        keep_alive, keep_alive, keep_alive, late_body, noise, noise, half_a_request, never_read};
    deeds[stranger_below(s, COUNT(deeds))](s);
}
