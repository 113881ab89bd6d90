/*
 * The HTTP reader and the heads of answers, without a socket. Every request is read whole, byte by
 * byte, and cut in two at every place: the result is the same each time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/http/api.h"
#include "server/net/http.h"

enum { BODY_LIMIT = 40 };

static const char limits[] = "what the limit is asked with";

static size_t body_limit(const void *context, const char *path)
{
    assert_ptr_equal(context, limits);
    return strcmp(path, "/large") == 0 ? 4000 : BODY_LIMIT;
}

static void start(struct sv_http_reader *r)
{
    sv_http_reader_init(r, body_limit, limits);
}

/* Reads pieces of `first`, then of `step` bytes, until something is decided; the bytes used. */
static enum sv_http_progress feed(struct sv_http_reader *r, const char *bytes, size_t size,
                                  size_t first, size_t step, size_t *used)
{
    enum sv_http_progress progress = SV_HTTP_MORE;
    size_t part = first;
    *used = 0;
    while (progress == SV_HTTP_MORE && *used < size) {
        size_t taken, left = size - *used;
        progress = sv_http_read(r, bytes + *used, part < left ? part : left, &taken);
        *used += taken;
        part = step;
    }
    return progress;
}

typedef void check(const struct sv_http_reader *r, enum sv_http_progress progress, size_t used,
                   const void *expected);

static void in_all_ways(const char *bytes, size_t size, check *look, const void *expected)
{
    for (size_t cut = 1; cut <= size; cut++) {
        struct sv_http_reader r;
        size_t used, steps[] = {size, 1};
        for (size_t i = 0; i < 2; i++) {
            start(&r);
            enum sv_http_progress progress = feed(&r, bytes, size, cut, steps[i], &used);
            look(&r, progress, used, expected);
            sv_http_reader_free(&r);
        }
    }
}

/* ---- Requests that are read ---- */

static const char *request_now; /* what is being read, for a failure's message */

struct expected {
    const char *method, *path, *query, *host, *body;
    bool head, websocket, keep_alive;
    size_t used;
};

static void same(const char *got, const char *wanted)
{
    assert_string_equal(got ? got : "(none)", wanted ? wanted : "(none)");
}

static void is_read(const struct sv_http_reader *r, enum sv_http_progress progress, size_t used,
                    const void *expected)
{
    const struct expected *e = expected;
    const struct sv_http_request *q = &r->request;
    assert_int_equal(progress, SV_HTTP_DONE);
    assert_int_equal(used, e->used);
    same(q->method, e->method);
    same(q->path, e->path);
    same(q->query, e->query);
    same(q->fields[SV_HOST], e->host);
    same(vl_text_string(&q->body), e->body);
    assert_int_equal(q->head, e->head);
    assert_int_equal(q->websocket, e->websocket);
    assert_int_equal(q->keep_alive, e->keep_alive);
}

/* `more` follows the request and must not be touched. */
static void reads(const char *request, const char *more, struct expected e)
{
    struct vl_text all = {0};
    vl_text_addf(&all, "%s%s", request, more);
    e.used = strlen(request);
    e.body = e.body ? e.body : "";
    in_all_ways(all.data, all.length, is_read, &e);
    vl_text_free(&all);
}

static void requests_are_read(void **state)
{
    (void)state;
    static const char next[] = "GET /next HTTP/1.1\r\nHost: b\r\n\r\n";
    reads("GET / HTTP/1.1\r\nHost: a\r\n\r\n", next,
          (struct expected){.method = "GET", .path = "/", .host = "a", .keep_alive = true});
    reads("\r\n\r\nHEAD /x?skip=3&a=%41+b HTTP/1.1\r\nhOsT:  a:8080 \r\nConnection: close\r\n\r\n",
          next,
          (struct expected){.method = "GET",
                            .head = true,
                            .path = "/x",
                            .query = "skip=3&a=A b",
                            .host = "a:8080"});
    reads(
        "POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n{\"a\":", next,
        (struct expected){
            .method = "POST", .path = "/api", .host = "a", .body = "{\"a\":", .keep_alive = true});
    reads("POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", next,
          (struct expected){.method = "POST", .path = "/api", .host = "a", .keep_alive = true});
    reads("GET /a%20b%2Fc#part HTTP/1.0\r\n\r\n", next,
          (struct expected){.method = "GET", .path = "/a b/c"});
    reads("GET / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", next,
          (struct expected){.method = "GET", .path = "/", .host = "a"});
    reads("GET / HTTP/1.1\r\nHost:\r\nX-Empty:\r\nX-Long-Name-That-Is-Longer-Than-Any-We-Know: "
          "host\r\n\r\n",
          next, (struct expected){.method = "GET", .path = "/", .host = "", .keep_alive = true});
}

static void only_a_websocket_is_an_upgrade(void **state)
{
    (void)state;
    struct expected plain = {.method = "GET", .path = "/ws", .host = "a", .keep_alive = true};
    struct expected socket = plain;
    socket.websocket = true;
    reads("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\n"
          "Upgrade: WebSocket\r\n\r\n",
          "\x81\x80", socket);
    reads("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
          "PRI * HTTP/2.0\r\n\r\n", plain);
    reads("GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n", "bar",
          plain);
    reads("GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n", "GET / HTTP/1.1\r\n", plain);
    reads("POST /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          "Content-Length: 3\r\n\r\nabc",
          "GET / HTTP/1.1\r\n",
          (struct expected){
              .method = "POST", .path = "/ws", .host = "a", .body = "abc", .keep_alive = true});
    plain.keep_alive = false;
    reads("GET /ws HTTP/1.0\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "",
          plain);
}

static void lists_are_joined(void **state)
{
    (void)state;
    static const char request[] =
        "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.1.1.1\r\n"
        "Accept-Encoding: gzip\r\nx-forwarded-for: 2.2.2.2, 3.3.3.3\r\nAccept-Encoding: br\r\n\r\n";
    struct sv_http_reader r;
    size_t used;
    start(&r);
    assert_int_equal(sv_http_read(&r, request, sizeof request - 1, &used), SV_HTTP_DONE);
    assert_string_equal(r.request.fields[SV_FORWARDED_FOR], "1.1.1.1, 2.2.2.2, 3.3.3.3");
    assert_string_equal(r.request.fields[SV_ACCEPT_ENCODING], "gzip, br");
    assert_null(r.request.fields[SV_COOKIE]);
    sv_http_reader_free(&r);
    assert_true(sv_http_lists("keep-alive, Upgrade", "upgrade"));
    assert_true(sv_http_lists("valise.1", "valise.1"));
    assert_false(sv_http_lists("valise.10, xvalise.1", "valise.1"));
    assert_false(sv_http_lists("", "a"));
    assert_false(sv_http_lists(NULL, "a"));
}

static void a_body_may_be_announced(void **state)
{
    (void)state;
    static const char head[] = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
                               "Expect: 100-Continue\r\n\r\n";
    struct sv_http_reader r;
    size_t used;
    start(&r);
    assert_int_equal(sv_http_read(&r, head, sizeof head - 1, &used), SV_HTTP_MORE);
    assert_true(r.head_done && r.request.expects && !r.done);
    assert_int_equal(r.request.length, 3);
    assert_int_equal(sv_http_read(&r, "abcGET", 6, &used), SV_HTTP_DONE);
    assert_int_equal(used, 3);
    assert_string_equal(vl_text_string(&r.request.body), "abc");
    sv_http_reader_free(&r);
}

/* ---- Requests that are refused ---- */

static void is_refused(const struct sv_http_reader *r, enum sv_http_progress progress, size_t used,
                       const void *expected)
{
    (void)used;
    if (progress != SV_HTTP_BROKEN || r->status != *(const int *)expected)
        fail_msg("%s: %d, status %d, not %d", request_now, progress, r->status,
                 *(const int *)expected);
    assert_true(r->message && strlen(r->message) > 10);
}

static void refuses(int status, const char *request)
{
    request_now = request;
    in_all_ways(request, strlen(request), is_refused, &status);
}

static void bad_requests_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "NONSENSE\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",                       /* no Host */
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", /* two */
        "GET / HTTP/1.1\r\nHost: a\r\nCookie: a\r\nCookie: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nOrigin: a\r\nOrigin: a\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n", /* bare line feeds */
        "GET / HTTP/1.1\r\nHost: a\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", /* bare return */
        "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", /* folded */
        "GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n\tb\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", /* a space in a name */
        "GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", /* not a path */
        "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /?a=%zz HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5x\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nabcde",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(400, bad[i]);
    refuses(405, "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
    refuses(405, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
    refuses(405, "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n");
    refuses(411, "POST / HTTP/1.1\r\nHost: a\r\n\r\n");
    refuses(411, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    refuses(411, "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n");
    refuses(413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 41\r\n\r\n");
    refuses(417, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: tea\r\n\r\n");
    refuses(505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n");
    refuses(505, "GET / HTTP/1.2\r\nHost: a\r\n\r\n");
    refuses(505, "GET /\r\n\r\n"); /* HTTP/0.9 */
}

static void sizes_are_limited(void **state)
{
    (void)state;
    static const char *const names[] = {"Origin", "Cookie", "X-Large"};
    for (int i = 0; i < 3; i++) {
        struct vl_text request = {0};
        struct sv_http_reader r;
        size_t used;
        vl_text_addf(&request, "GET / HTTP/1.1\r\nHost: a\r\n%s: ", names[i]);
        while (request.length < (i < 2 ? SV_MOST_VALUE + 60 : SV_MOST_HEAD))
            vl_text_char(&request, 'x');
        vl_text_add(&request, "\r\n\r\n");
        start(&r);
        assert_int_equal(feed(&r, request.data, request.length, 1, 7, &used), SV_HTTP_BROKEN);
        assert_int_equal(r.status, 431);
        sv_http_reader_free(&r);
        start(&r); /* read in one piece it is refused too */
        assert_int_equal(sv_http_read(&r, request.data, request.length, &used), SV_HTTP_BROKEN);
        assert_int_equal(r.status, 431);
        sv_http_reader_free(&r);
        vl_text_free(&request);
    }
    /* Line ends before a request count as well. */
    struct sv_http_reader r;
    size_t used;
    enum sv_http_progress progress = SV_HTTP_MORE;
    start(&r);
    for (int i = 0; i < SV_MOST_HEAD && progress == SV_HTTP_MORE; i++)
        progress = sv_http_read(&r, "\r\n", 2, &used);
    assert_int_equal(progress, SV_HTTP_BROKEN);
    assert_int_equal(r.status, 431);
    sv_http_reader_free(&r);
}

/* ---- Answers ---- */

static void heads_are_written(void **state)
{
    (void)state;
    struct vl_text head = {0};
    struct sv_response response = {
        .status = 405, .type = "application/json", .allow = "POST", .retry_after = 3};
    sv_http_write_head(&head, &response, 12, SV_HEAD_CLOSE | SV_HEAD_TLS);
    static const char *const parts[] = {"HTTP/1.1 405 Method Not Allowed\r\n",
                                        "\r\ncontent-length: 12\r\n",
                                        "\r\ncontent-type: application/json\r\n",
                                        "\r\ncontent-security-policy: default-src 'none';",
                                        "\r\nstrict-transport-security: max-age=31536000\r\n",
                                        "\r\ncache-control: no-store\r\n",
                                        "\r\nallow: POST\r\n",
                                        "\r\nretry-after: 3\r\n",
                                        "\r\nconnection: close\r\n\r\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(head.data, parts[i]))
            fail_msg("%s is not in %s", parts[i], head.data);
    vl_text_clear(&head);
    response = (struct sv_response){.status = 304, .etag = "\"abc\""};
    sv_http_write_head(&head, &response, 0, 0);
    assert_null(strstr(head.data, "content-length"));
    assert_null(strstr(head.data, "strict-transport-security"));
    assert_null(strstr(head.data, "connection:"));
    assert_non_null(strstr(head.data, "\r\netag: \"abc\"\r\nvary: accept-encoding\r\n"));
    vl_text_free(&head);
}

static void handshakes_are_answered(void **state)
{
    (void)state;
    struct vl_text head = {0};
    /* The example of RFC 6455, 1.3. */
    assert_true(sv_http_write_handshake(&head, "dGhlIHNhbXBsZSBub25jZQ=="));
    assert_non_null(
        strstr(head.data, "\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    assert_false(sv_http_write_handshake(&head, NULL));
    assert_false(sv_http_write_handshake(&head, ""));
    assert_false(sv_http_write_handshake(&head, "dGhlIHNhbXBsZSBub25jZQ="));
    assert_false(sv_http_write_handshake(&head, "dGhlIHNhbXBsZSBub25jZ!=="));
    assert_false(sv_http_write_handshake(&head, "dGhlIHNhbXBsZSBub25jZQ==="));
    vl_text_free(&head);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_read),
        cmocka_unit_test(only_a_websocket_is_an_upgrade),
        cmocka_unit_test(lists_are_joined),
        cmocka_unit_test(a_body_may_be_announced),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(sizes_are_limited),
        cmocka_unit_test(heads_are_written),
        cmocka_unit_test(handshakes_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
