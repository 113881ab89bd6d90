/*
 * The web table over real sockets: what must be refused, and the limits on everything that comes
 * from outside. One server for all tests, with others beside it where limits are set low.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/people.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "connections_per_address=40",
                                    NULL};

static void paths_do_not_climb(void **state)
{
    (void)state;
    static const char *const paths[] = {"/../../../../etc/passwd",
                                        "/assets/../../CMakeLists.txt",
                                        "/%2e%2e/%2e%2e/etc/passwd",
                                        "/assets/%2e%2e%2fvalise.db",
                                        "/..%2f..%2fetc%2fpasswd",
                                        "//etc/passwd",
                                        "/.git/config",
                                        "/assets/",
                                        "/assets",
                                        "/assets/..",
                                        "/%00",
                                        "/a%00b",
                                        "/\\..\\..\\x"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct web_reply reply;
        web_request(server.port, "GET", paths[i], NULL, NULL, &reply);
        /* Some normalise to "/", which is the page; nothing else is found. */
        if (reply.status == 200)
            assert_non_null(strstr(reply.body.data, "Valise"));
        else
            assert_true(reply.status == 404 || reply.status == 403 || reply.status == 400 ||
                        reply.status == 0);
        assert_null(strstr(vl_text_string(&reply.body), "root:"));
        web_reply_free(&reply);
    }
    get("/healthz", 200, "ok");
}

static void malformed_requests_hurt_nobody(void **state)
{
    (void)state;
    struct vl_text large = {0};
    vl_text_add(&large, "GET / HTTP/1.1\r\nHost: x\r\nX-Large: ");
    for (int i = 0; i < 20000; i++)
        vl_text_char(&large, 'a');
    vl_text_add(&large, "\r\n\r\n");
    const char *const requests[] = {
        "\r\n\r\n\r\nNONSENSE\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        "POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 5x\r\n\r\nabcde",
        "POST /api/matches HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n",
        large.data,
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct web_reply reply;
        web_raw(server.port, requests[i], strlen(requests[i]), &reply);
        assert_true(reply.status >= 400 && (reply.status < 500 || reply.status == 505));
        assert_non_null(strstr(reply.head.data, "content-security-policy: default-src 'none'"));
        web_reply_free(&reply);
    }
    vl_text_free(&large);
    get("/healthz", 200, "ok");
}

static void post(const char *headers, const char *body, int status)
{
    struct web_reply reply;
    web_request(server.port, "POST", "/api/matches", headers, body, &reply);
    if (reply.status != status)
        fail_msg("%.100s: %d %.300s, not %d", body, reply.status, vl_text_string(&reply.body),
                 status);
    web_reply_free(&reply);
}

static void bad_bodies_are_refused(void **state)
{
    (void)state;
    static const char json[] = "Content-Type: application/json\r\n";
    struct vl_text large = {0};
    vl_text_add(&large, "{\"game\":\"");
    for (int i = 0; i < 17000; i++)
        vl_text_char(&large, 'x');
    vl_text_add(&large, "\"}");
    post(json, large.data, 413);
    vl_text_free(&large);
    post(NULL, "{}", 415);
    post("Content-Type: text/plain\r\n", "{}", 415);
    post("Content-Type: application/json\r\nOrigin: http://evil.example\r\n", "{}", 403);
    post("Content-Type: application/json\r\nOrigin: null\r\n", "{}", 403);
    post(json, "", 400);
    post(json, "{", 400);
    post(json, "[]", 400);
    post(json, "{\"game\":1}", 400);
    post(json, "{\"game\":\"nothing\",\"seats\":[]}", 400);
    post(json, "{\"game\":\"\xff\",\"seats\":[]}", 400);
    post(json, "{\"game\":\"x\",\"game\":\"y\"}", 400);
    struct vl_text body = {0};
    static const char *const seats[] = {
        "[]",
        "[{\"kind\":\"me\"}]",
        "[{\"kind\":\"me\"},{\"kind\":\"bot\"}]",
        "[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"nobody\"}]",
        "[{\"kind\":\"me\"},{\"kind\":\"king\"}]",
        "[{\"kind\":\"me\",\"crown\":1},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":\"\"},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":\"   \"},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":\"a\\u202eb\"},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":\"a\\u0007b\"},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":\"a\\u0000b\"},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":\"a\\u200bb\"},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":\"1234567890123456789012345\"},{\"kind\":\"friend\"}]",
        "[{\"kind\":\"me\",\"name\":7},{\"kind\":\"friend\"}]",
        ("[{\"kind\":\"me\"},{\"kind\":\"me\"},{\"kind\":\"me\"},{\"kind\":\"me\"},"
         "{\"kind\":\"me\"},{\"kind\":\"me\"},{\"kind\":\"me\"}]"),
        "{\"0\":1}",
    };
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        vl_text_clear(&body);
        vl_text_addf(&body, "{\"game\":\"%s\",\"seats\":%s}", game_id(), seats[i]);
        post(json, body.data, 400);
    }
    vl_text_clear(&body);
    vl_text_addf(&body,
                 "{\"game\":\"%s\",\"options\":{\"nothing\":\"x\"},\"seats\":[{\"kind\":\"me\"},"
                 "{\"kind\":\"friend\"}]}",
                 game_id());
    post(json, body.data, 400);
    vl_text_free(&body);
    struct web_reply reply;
    web_request(server.port, "GET", "/api/my/forget", NULL, NULL, &reply);
    assert_int_equal(reply.status, 405);
    web_reply_free(&reply);
    web_request(server.port, "DELETE", "/api/matches", NULL, "", &reply);
    assert_int_equal(reply.status, 405);
    web_reply_free(&reply);
}

static void say(struct person *p, const char *text)
{
    web_frame(&p->socket, 1, true, text, strlen(text));
}

static void bad_messages_are_answered_and_then_ended(void **state)
{
    (void)state;
    static const char *const messages[] = {
        "",
        "{",
        "[]",
        "7",
        "null",
        "{}",
        "{\"type\":7}",
        "{\"type\":\"dance\"}",
        "{\"type\":\"ping\",\"id\":\"x\"}",
        "{\"type\":\"ping\",\"more\":1}",
        "{\"type\":\"watch\"}",
        "{\"type\":\"watch\",\"match\":7,\"seat\":0}",
        "{\"type\":\"watch\",\"match\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"seat\":9}",
        "{\"type\":\"ping\",\"type\":\"ping\"}",
        "{\"type\":\"\\ud800\"}",
    };
    struct person p = {0};
    enter(&p);
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        say(&p, messages[i]);
        expect_error(web_await(&p.socket, "error", -1), "bad_input");
    }
    say(&p, "{\"type\":\"watch\",\"match\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"seat\":null}");
    expect_error(web_await(&p.socket, "error", -1), "not_found");
    say(&p, "{\"type\":\"ping\",\"id\":5}");
    expect_type(web_await(&p.socket, "ok", 5), "ok");
    for (int i = 0; i < 40; i++)
        say(&p, "{");
    assert_true(web_ends(&p.socket, 3000));
    assert_int_equal(p.socket.closed, 1008);
    leave(&p);
}

static void frames_are_bounded(void **state)
{
    (void)state;
    struct person p = {0};
    char *large = malloc(20000);
    assert_non_null(large);
    memset(large, ' ', 20000);
    memcpy(large, "{\"type\":\"ping\",\"id\":1}", 22);
    /* In pieces it is one message; up to the limit it is fine. */
    enter(&p);
    web_frame(&p.socket, 1, false, large, 10000);
    web_frame(&p.socket, 0, true, large + 10000, 5000);
    expect_type(web_await(&p.socket, "ok", 1), "ok");
    web_frame(&p.socket, 1, false, large, 10000);
    web_frame(&p.socket, 0, true, large + 10000, 10000);
    assert_true(web_ends(&p.socket, 3000));
    assert_int_equal(p.socket.closed, 1009);
    leave(&p);
    enter(&p);
    web_frame(&p.socket, 1, true, large, 20000);
    assert_true(web_ends(&p.socket, 3000));
    leave(&p);
    enter(&p);
    web_frame(&p.socket, 2, true, large, 22);
    assert_true(web_ends(&p.socket, 3000));
    assert_int_equal(p.socket.closed, 1003);
    leave(&p);
    enter(&p); /* not UTF-8 */
    web_frame(&p.socket, 1, true, "{\"type\":\"\xc3\"}", 12);
    assert_true(web_ends(&p.socket, 3000));
    assert_int_equal(p.socket.closed, 1007);
    leave(&p);
    enter(&p); /* a reserved opcode */
    web_frame(&p.socket, 3, true, "x", 1);
    assert_true(web_ends(&p.socket, 3000));
    assert_int_equal(p.socket.closed, 1002);
    leave(&p);
    free(large);
    get("/healthz", 200, "ok");
}

static void handshakes_are_checked(void **state)
{
    (void)state;
    struct web_socket s;
    char headers[256];
    web_open(&s, server.port, NULL, "Sec-WebSocket-Protocol: other\r\n");
    assert_int_not_equal(s.status, 101);
    web_close(&s);
    web_open(&s, server.port, NULL,
             "Sec-WebSocket-Protocol: valise.1\r\nOrigin: http://evil.example\r\n");
    assert_int_not_equal(s.status, 101);
    web_close(&s);
    snprintf(headers, sizeof headers,
             "Sec-WebSocket-Protocol: valise.1\r\nOrigin: http://127.0.0.1:%d\r\n", server.port);
    web_open(&s, server.port, NULL, headers);
    assert_int_equal(s.status, 101);
    web_close(&s);
}

static void connections_are_counted(void **state)
{
    (void)state;
    struct web_socket many[48];
    int open = 0;
    for (int i = 0; i < 48; i++) {
        web_open(&many[i], server.port, NULL, NULL);
        open += many[i].status == 101;
    }
    assert_int_equal(open, 40);
    for (int i = 0; i < 48; i++)
        web_close(&many[i]);
    for (int i = 0; i < 100; i++) {
        struct web_socket s;
        web_open(&s, server.port, NULL, NULL);
        bool free_again = s.status == 101;
        web_close(&s);
        if (free_again)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    fail_msg("connections are not given back");
}

static void sockets_are_counted(void **state)
{
    (void)state;
    struct web_server kept = server, strict;
    static const char *const few[] = {"--limit", "sockets_per_address=20", NULL};
    web_prepare(&strict);
    web_start(&strict, few);
    int fds[30], refused = 0;
    for (int i = 0; i < 30; i++)
        fds[i] = web_connect(strict.port);
    for (int i = 0; i < 30; i++) {
        struct pollfd gone = {.fd = fds[i], .events = POLLIN};
        refused += fds[i] < 0 || poll(&gone, 1, i < 20 ? 0 : 500) == 1;
    }
    assert_int_equal(refused, 10);
    for (int i = 0; i < 30; i++)
        close(fds[i]);
    server = strict;
    for (int i = 0; i < 100; i++) { /* given back */
        struct web_reply reply;
        web_request(server.port, "GET", "/healthz", NULL, NULL, &reply);
        refused = reply.status != 200;
        web_reply_free(&reply);
        if (!refused)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    assert_false(refused);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
    server = kept;
}

/* A server of its own, with low limits. */
static void rates_are_limited(void **state)
{
    (void)state;
    struct web_server kept = server, strict;
    static const char *const low[] = {"--limit", "messages_per_second=4",
                                      "--limit", "requests_per_second=20",
                                      "--limit", "matches_per_minute=1",
                                      "--limit", "open_matches_per_player=3",
                                      "--limit", "watches=2",
                                      NULL};
    web_prepare(&strict);
    web_start(&strict, low);
    server = strict;
    struct person p = {0};
    struct table t[3];
    for (int i = 0; i < 3; i++)
        t[i] = make(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("local", NULL)));
    int status;
    json_t *body = json_pack("{s:s,s:[o,o]}", "game", game_id(), "seats", seat_of("me", NULL),
                             seat_of("friend", NULL));
    json_decref(web_json(server.port, "POST", "/api/matches", p.cookie, body, &status));
    assert_int_equal(status, 429); /* this player has enough */
    char nobody[128] = "";
    json_decref(web_json(server.port, "POST", "/api/matches", nobody, body, &status));
    assert_int_equal(status, 201);
    nobody[0] = '\0';
    json_decref(web_json(server.port, "POST", "/api/matches", nobody, body, &status));
    assert_int_equal(status, 429); /* this address has had its five at once */
    json_decref(body);
    enter(&p);
    expect_type(ask(&p, "watch", &t[0], 0, NULL), "table");
    expect_type(ask(&p, "watch", &t[1], 0, NULL), "table");
    expect_error(ask(&p, "watch", &t[2], 0, NULL), "too_many");
    bool refused = false;
    for (int i = 0; i < 30; i++)
        say(&p, "{\"type\":\"ping\",\"id\":77}");
    for (int i = 0; i < 20 && !refused; i++) {
        json_t *answer = web_await(&p.socket, NULL, -1);
        refused = strcmp(web_text(answer, "type"), "error") == 0 &&
                  strcmp(web_text(answer, "code"), "too_many") == 0;
        json_decref(answer);
    }
    assert_true(refused);
    leave(&p);
    refused = false;
    for (int i = 0; i < 300 && !refused; i++) {
        struct web_reply reply;
        web_request(server.port, "GET", "/healthz", NULL, NULL, &reply);
        refused = reply.status == 429 && strstr(reply.head.data, "retry-after: 1");
        web_reply_free(&reply);
    }
    assert_true(refused);
    for (int i = 0; i < 3; i++)
        json_decref(t[i].made);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
    server = kept;
}

/* One that asks and never reads is let go; the others play on. */
static void slow_readers_are_let_go(void **state)
{
    (void)state;
    struct web_server kept = server, own;
    static const char *const impatient[] = {"--limit", "stall=1", "--limit",
                                            "messages_per_second=1000000", NULL};
    web_prepare(&own);
    web_start(&own, impatient);
    server = own;
    struct person p = {0}, slow = {0};
    struct table t;
    int seat;
    json_t *now = begin_local(&p, &t, &seat);
    enter(&slow);
    struct vl_text message = {0};
    vl_text_addf(&message,
                 "{\"type\":\"replay\",\"match\":\"%s\",\"seat\":null,\"from\":0,\"count\":32}",
                 t.match);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    bool gone = false;
    for (int i = 0; i < 200000 && !gone; i++) {
        /* Never blocked for long: the server stops reading from one that does not read. */
        struct timespec at;
        clock_gettime(CLOCK_MONOTONIC, &at);
        if (at.tv_sec - start.tv_sec > 15)
            break;
        if (i < 400)
            gone = !web_frame(&slow.socket, 1, true, message.data, message.length);
        else
            nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        if (i >= 400) {
            struct web_reply reply;
            web_request(server.port, "GET", "/metrics", NULL, NULL, &reply);
            gone = strstr(reply.body.data, "valise_stalled_total 1") != NULL;
            web_reply_free(&reply);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert_true(gone);
    assert_true(logged("event=stalled address=127.0.0.1 queued="));
    expect_type(commit(&p, &t, seat, web_int(now, "position"), first_move(now), "still"), "ack");
    vl_text_free(&message);
    leave(&slow);
    leave(&p);
    json_decref(now);
    json_decref(t.made);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
    server = kept;
}

/* One that reads late has everything, in order and whole, with the answers to its pings between. */
static void late_readers_miss_nothing(void **state)
{
    (void)state;
    enum { ASKED = 300 }; /* megabytes, far more than the system takes */
    struct web_server kept = server, own;
    static const char *const patient[] = {"--limit", "messages_per_second=1000000", NULL};
    web_prepare(&own);
    web_start(&own, patient);
    server = own;
    struct person p = {0}, late = {0};
    struct table t;
    int seat;
    json_decref(begin_local(&p, &t, &seat));
    enter(&late);
    for (int i = 0; i < ASKED; i++) {
        json_t *message = json_pack("{s:s,s:i,s:s,s:n,s:i,s:i}", "type", "replay", "id", i, "match",
                                    t.match, "seat", "from", 0, "count", 32);
        assert_true(web_say(&late.socket, message));
        if (i % 10 == 0)
            assert_true(web_frame(&late.socket, 9, true, "still there", 11));
    }
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    for (int i = 0; i < ASKED; i++) {
        json_t *answer = web_hear(&late.socket, 5000);
        while (answer && strcmp(web_text(answer, "type"), "hello") == 0) {
            json_decref(answer);
            answer = web_hear(&late.socket, 5000);
        }
        assert_non_null(answer);
        assert_string_equal(web_text(answer, "type"), "replay");
        assert_int_equal(web_int(answer, "re"), i);
        json_decref(answer);
    }
    leave(&late);
    leave(&p);
    json_decref(t.made);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
    server = kept;
}

/* Many that read late: short messages, until nothing more fits. */
static void many_late_readers_miss_nothing(void **state)
{
    (void)state;
    enum { LATE = 16, ASKED = 1500 }; /* megabytes for each */
    struct web_server kept = server, own;
    static const char *const patient[] = {"--limit", "messages_per_second=1000000", NULL};
    web_prepare(&own);
    web_start(&own, patient);
    server = own;
    struct person p = {0}, late[LATE] = {0};
    struct table t;
    int seat;
    json_decref(begin_local(&p, &t, &seat));
    for (int k = 0; k < LATE; k++)
        enter(&late[k]);
    for (int i = 0; i < ASKED; i++) {
        json_t *message = json_pack("{s:s,s:i,s:s,s:n,s:i,s:i}", "type", "replay", "id", i, "match",
                                    t.match, "seat", "from", 0, "count", 1);
        for (int k = 0; k < LATE; k++) {
            json_incref(message);
            assert_true(web_say(&late[k].socket, message));
            if (i % 100 == 0)
                assert_true(web_frame(&late[k].socket, 9, true, "still there", 11));
        }
        json_decref(message);
    }
    for (int k = 0; k < LATE; k++) {
        for (int i = 0; i < ASKED; i++) {
            json_t *answer = web_hear(&late[k].socket, 5000);
            while (answer && strcmp(web_text(answer, "type"), "hello") == 0) {
                json_decref(answer);
                answer = web_hear(&late[k].socket, 5000);
            }
            assert_non_null(answer);
            assert_string_equal(web_text(answer, "type"), "replay");
            assert_int_equal(web_int(answer, "re"), i);
            json_decref(answer);
        }
        leave(&late[k]);
    }
    leave(&p);
    json_decref(t.made);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
    server = kept;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_do_not_climb),
        cmocka_unit_test(malformed_requests_hurt_nobody),
        cmocka_unit_test(bad_bodies_are_refused),
        cmocka_unit_test(bad_messages_are_answered_and_then_ended),
        cmocka_unit_test(frames_are_bounded),
        cmocka_unit_test(handshakes_are_checked),
        cmocka_unit_test(connections_are_counted),
        cmocka_unit_test(sockets_are_counted),
        cmocka_unit_test(rates_are_limited),
        cmocka_unit_test(slow_readers_are_let_go),
        cmocka_unit_test(late_readers_miss_nothing),
        cmocka_unit_test(many_late_readers_miss_nothing),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
