/*
 * The web table over real sockets: what docs/protocol.md says, the limits, and what must be
 * refused. One server for all tests, with limits set low where a test wants to reach them.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/web.h"
#include "valise/record.h"
#include "valise/table.h"

static struct web_server server;
static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    "--limit",     "connections_per_address=40",
                                    NULL};

/* Somebody at a browser. */
struct person {
    char cookie[128];
    struct web_socket socket;
    int last_id;
};

struct table {
    char match[32];
    json_t *made; /* the answer of POST */
};

static const char *game_id(void)
{
    for (uint32_t i = 0; i < vl_game_count(); i++)
        if (vl_game_at(i)->playable)
            return vl_game_at(i)->id;
    fail_msg("no game can be played");
    return NULL;
}

static json_t *seat_of(const char *kind, const char *bot)
{
    json_t *seat = json_pack("{s:s}", "kind", kind);
    if (bot)
        json_object_set_new(seat, "bot", json_string(bot));
    return seat;
}

static struct table make(struct person *p, json_t *seats)
{
    struct table table = {{0}, NULL};
    int status;
    json_t *body = json_pack("{s:s,s:o}", "game", game_id(), "seats", seats);
    table.made = web_json(server.port, "POST", "/api/matches", p->cookie, body, &status);
    json_decref(body);
    assert_int_equal(status, 201);
    snprintf(table.match, sizeof table.match, "%s", web_text(table.made, "match"));
    return table;
}

static const char *secret_of(const struct table *table, int seat)
{
    return web_text(json_array_get(json_object_get(table->made, "seats"), (size_t)seat), "secret");
}

static void enter(struct person *p)
{
    web_open(&p->socket, server.port, p->cookie, NULL);
    assert_int_equal(p->socket.status, 101);
    json_decref(web_await(&p->socket, "hello", -1));
}

static void leave(struct person *p)
{
    web_close(&p->socket);
}

/* Sends a message about a seat (-1: spectator) with more members, and waits for its answer. */
static json_t *ask(struct person *p, const char *type, const struct table *table, int seat,
                   json_t *more)
{
    int id = ++p->last_id;
    json_t *message = json_pack("{s:s,s:i,s:s,s:o}", "type", type, "id", id, "match", table->match,
                                "seat", seat < 0 ? json_null() : json_integer(seat));
    if (more) {
        json_object_update(message, more);
        json_decref(more);
    }
    assert_true(web_say(&p->socket, message));
    return web_await(&p->socket, NULL, id);
}

static void expect_type(json_t *answer, const char *type)
{
    if (strcmp(web_text(answer, "type"), type) != 0) {
        char *text = json_dumps(answer, 0);
        fail_msg("expected %s, got %.500s", type, text);
    }
    json_decref(answer);
}

static void expect_error(json_t *answer, const char *code)
{
    if (strcmp(web_text(answer, "type"), "error") != 0 ||
        strcmp(web_text(answer, "code"), code) != 0) {
        char *text = json_dumps(answer, 0);
        fail_msg("expected the error %s, got %.500s", code, text);
    }
    assert_true(web_text(answer, "message")[0]);
    json_decref(answer);
}

/* The first legal move of a table message. */
static const char *first_move(const json_t *table)
{
    return web_text(json_array_get(json_object_get(table, "legal"), 0), "move");
}

static json_t *commit(struct person *p, const struct table *table, int seat, int position,
                      const char *move, const char *key)
{
    return ask(p, "commit", table, seat,
               json_pack("{s:i,s:[s],s:s}", "position", position, "moves", move, "key", key));
}

/* A table for two at one screen, dealt, with the socket open and both seats watched; the table
 * message of the seat to act. */
static json_t *begin_local(struct person *p, struct table *table, int *seat)
{
    *table = make(p, json_pack("[o,o]", seat_of("me", NULL), seat_of("local", NULL)));
    enter(p);
    expect_type(ask(p, "start", table, 0, NULL), "ok");
    json_t *now = ask(p, "watch", table, 0, NULL);
    *seat = web_int(now, "to_act");
    if (*seat == 1) {
        json_decref(now);
        now = ask(p, "watch", table, 1, NULL);
    } else {
        expect_type(ask(p, "watch", table, 1, NULL), "table");
    }
    return now;
}

/* Plays random moves for all seats of a local table until the end. */
static void play_out(struct person *p, const struct table *table)
{
    uint32_t seed = 1;
    for (int n = 0; n < 5000; n++) {
        json_t *now = ask(p, "watch", table, 0, NULL);
        int seat = web_int(now, "to_act");
        if (seat == 1) {
            json_decref(now);
            now = ask(p, "watch", table, 1, NULL);
        }
        if (seat < 0) {
            assert_string_equal(web_text(now, "status"), "over");
            json_decref(now);
            return;
        }
        const json_t *legal = json_object_get(now, "legal");
        seed = seed * 1664525 + 1013904223;
        size_t pick = (seed >> 16) % json_array_size(legal);
        char key[16];
        snprintf(key, sizeof key, "m%d", n);
        expect_type(commit(p, table, seat, web_int(now, "position"),
                           web_text(json_array_get(legal, pick), "move"), key),
                    "ack");
        json_decref(now);
    }
    fail_msg("the match does not end");
}

/* ---- Pages ---- */

static void get(const char *path, int status, const char *part)
{
    struct web_reply reply;
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    if (reply.status != status || (part && !strstr(vl_text_string(&reply.body), part)))
        fail_msg("%s: %d %.300s", path, reply.status, vl_text_string(&reply.body));
    assert_non_null(strstr(reply.head.data, "content-security-policy: default-src 'none'"));
    assert_null(strstr(reply.head.data, "unsafe"));
    assert_non_null(strstr(reply.head.data, "x-content-type-options: nosniff"));
    web_reply_free(&reply);
}

static void pages_and_api_answer(void **state)
{
    (void)state;
    char path[128];
    get("/", 200, "Valise");
    get("/healthz", 200, "ok");
    get("/metrics", 200, "# TYPE valise_commits_total counter");
    get("/api/games", 200, "\"least_seats\"");
    snprintf(path, sizeof path, "/api/rules/%s", game_id());
    get(path, 200, "#");
    snprintf(path, sizeof path, "/api/rules/%s/clauses", game_id());
    get(path, 200, "\"clause\":\"");
    int status;
    json_t *games = web_json(server.port, "GET", "/api/games", NULL, NULL, &status);
    const json_t *game = json_array_get(json_object_get(games, "games"), 0);
    snprintf(path, sizeof path, "/api/decks/%s/%s", web_text(game, "id"), web_text(game, "deck"));
    get(path, 200, "\"");
    json_decref(games);
    get("/api/decks/nothing/0123456789abcdef", 404, "not_found");
    get("/api/rules/nothing", 404, "not_found");
    get("/api/nothing", 404, "not_found");
    get("/nothing.html", 404, "not_found");
    get("/api/matches/short", 404, "not_found");
    get("/api/matches/AAAAAAAAAAAAAAAAAAAAAA", 404, "not_found");
}

static void files_have_tags(void **state)
{
    (void)state;
    struct web_reply reply, again;
    char headers[128];
    web_request(server.port, "GET", "/", NULL, NULL, &reply);
    const char *tag = strstr(reply.head.data, "etag: ");
    assert_non_null(tag);
    snprintf(headers, sizeof headers, "If-None-Match: %.*s\r\n", (int)strcspn(tag + 6, "\r"),
             tag + 6);
    web_request(server.port, "GET", "/", headers, NULL, &again);
    assert_int_equal(again.status, 304);
    assert_int_equal(again.body.length, 0);
    web_reply_free(&reply);
    web_reply_free(&again);
    web_request(server.port, "HEAD", "/", NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    assert_int_equal(reply.body.length, 0);
    web_reply_free(&reply);
}

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
        "\r\n\r\n\r\n",
        "NONSENSE\r\n\r\n",
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
        assert_true(reply.status != 201 && reply.status < 500);
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
        "[{\"kind\":\"me\"},{\"kind\":\"me\"},{\"kind\":\"me\"},{\"kind\":\"me\"},"
        "{\"kind\":\"me\"},{\"kind\":\"me\"},{\"kind\":\"me\"}]",
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

/* ---- Seats ---- */

static void a_seat_is_claimed_by_its_secret(void **state)
{
    (void)state;
    struct person ada = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    char path[128], wrong[64];
    int status;
    assert_int_equal(strlen(secret_of(&t, 1)), 43);
    assert_string_not_equal(secret_of(&t, 0), secret_of(&t, 1));
    snprintf(path, sizeof path, "/api/matches/%s/claim", t.match);
    snprintf(wrong, sizeof wrong, "%s", secret_of(&t, 0));
    json_t *body = json_pack("{s:i,s:s}", "seat", 1, "secret", wrong);
    json_decref(web_json(server.port, "POST", path, eve.cookie, body, &status));
    assert_int_equal(status, 403);
    assert_string_equal(eve.cookie, "");
    json_object_set_new(body, "secret", json_string("short"));
    json_decref(web_json(server.port, "POST", path, eve.cookie, body, &status));
    assert_int_equal(status, 403);
    json_object_set_new(body, "secret", json_string(secret_of(&t, 1)));
    json_object_set_new(body, "name", json_string("Eve\xe2\x80\xae"));
    json_decref(web_json(server.port, "POST", path, eve.cookie, body, &status));
    assert_int_equal(status, 400);
    json_object_set_new(body, "name", json_string("Ève"));
    json_t *match = web_json(server.port, "POST", path, eve.cookie, body, &status);
    assert_int_equal(status, 200);
    assert_true(strncmp(eve.cookie, "valise=", 7) == 0);
    const json_t *seat = json_array_get(json_object_get(match, "seats"), 1);
    assert_string_equal(web_text(seat, "name"), "Ève");
    assert_true(json_is_true(json_object_get(seat, "mine")));
    assert_true(json_is_true(json_object_get(seat, "claimed")));
    json_decref(match);
    json_decref(body);

    /* Each holds her own seat, and nobody else's. */
    enter(&eve);
    expect_error(ask(&eve, "watch", &t, 0, NULL), "not_yours");
    expect_error(ask(&eve, "start", &t, 0, NULL), "not_yours");
    expect_type(ask(&eve, "watch", &t, 1, NULL), "table");
    json_t *mine = web_json(server.port, "GET", "/api/my/matches", eve.cookie, NULL, &status);
    assert_int_equal(json_array_size(json_object_get(mine, "matches")), 1);
    json_decref(mine);
    /* The cookie is for the server alone. */
    struct web_reply reply;
    snprintf(path, sizeof path, "/api/matches/%s", t.match);
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    assert_null(strstr(reply.body.data, secret_of(&t, 1)));
    assert_null(strstr(reply.body.data, eve.cookie + 7));
    web_reply_free(&reply);
    /* Forgetting gives the seat up. */
    body = json_pack("{s:s}", "match", t.match);
    json_decref(web_json(server.port, "POST", "/api/my/forget", eve.cookie, body, &status));
    assert_int_equal(status, 200);
    expect_error(ask(&eve, "start", &t, 1, NULL), "not_yours");
    json_decref(web_json(server.port, "POST", "/api/my/forget", eve.cookie, body, &status));
    assert_int_equal(status, 404);
    json_decref(body);
    leave(&eve);
    json_decref(t.made);
}

static void cookies_are_kept_from_scripts(void **state)
{
    (void)state;
    struct web_reply reply;
    struct vl_text body = {0};
    vl_text_addf(&body, "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}]}",
                 game_id());
    web_request(server.port, "POST", "/api/matches", "Content-Type: application/json\r\n",
                body.data, &reply);
    const char *set = strcasestr(reply.head.data, "set-cookie: valise=");
    assert_non_null(set);
    assert_non_null(strstr(set, "; HttpOnly"));
    assert_non_null(strstr(set, "; SameSite=Strict"));
    web_reply_free(&reply);
    vl_text_free(&body);
}

/* ---- Beginning ---- */

static void the_deal_waits_for_nonces(void **state)
{
    (void)state;
    static const char nonce[] = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA";
    struct person p = {0};
    struct table t = make(&p, json_pack("[o,o,o]", seat_of("me", NULL), seat_of("local", NULL),
                                        seat_of("bot", "greedy")));
    enter(&p);
    json_t *now = ask(&p, "watch", &t, 0, NULL);
    assert_string_equal(web_text(now, "status"), "gathering");
    assert_int_equal(web_int(now, "to_act"), -1);
    assert_int_equal(strlen(web_text(now, "commitment")), 64);
    json_decref(now);
    expect_error(ask(&p, "nonce", &t, 0, json_pack("{s:s}", "nonce", "short")), "bad_input");
    expect_type(ask(&p, "nonce", &t, 0, json_pack("{s:s}", "nonce", nonce)), "ok");
    expect_error(ask(&p, "nonce", &t, 0, json_pack("{s:s}", "nonce", nonce)), "refused");
    expect_error(commit(&p, &t, 0, 0, "anything", "k"), "refused");
    expect_type(ask(&p, "nonce", &t, 1, json_pack("{s:s}", "nonce", nonce)), "ok");
    now = web_await(&p.socket, "table", -1);
    assert_string_equal(web_text(now, "status"), "running");
    assert_true(web_int(now, "position") > 0);
    json_decref(now);
    expect_error(ask(&p, "start", &t, 0, NULL), "refused");
    leave(&p);
    json_decref(t.made);
}

static void bots_alone_play_to_the_end(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t =
        make(&p, json_pack("[o,o]", seat_of("bot", "greedy"), seat_of("bot", "random")));
    char path[128];
    int status;
    snprintf(path, sizeof path, "/api/matches/%s", t.match);
    for (int i = 0; i < 400; i++) {
        json_t *match = web_json(server.port, "GET", path, NULL, NULL, &status);
        bool over = strcmp(web_text(match, "status"), "over") == 0;
        json_decref(match);
        if (over)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    snprintf(path, sizeof path, "/api/matches/%s/verify", t.match);
    json_t *verdict = web_json(server.port, "GET", path, NULL, NULL, &status);
    assert_int_equal(status, 200);
    assert_true(json_is_true(json_object_get(verdict, "ok")));
    json_decref(verdict);
    json_decref(t.made);
}

/* ---- Trying and committing ---- */

static void a_try_keeps_nothing(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    json_t *now = begin_local(&p, &t, &seat);
    int position = web_int(now, "position");
    for (int n = 0; n < 2; n++) {
        json_t *tried =
            ask(&p, "try", &t, seat,
                json_pack("{s:i,s:[s]}", "position", position, "moves", first_move(now)));
        assert_string_equal(web_text(tried, "type"), "tried");
        assert_int_equal(web_int(tried, "position"), position);
        assert_int_equal(web_int(tried, "played"), 1);
        assert_true(json_is_true(json_object_get(tried, "complete")));
        assert_true(json_is_object(json_object_get(tried, "view")));
        assert_false(json_equal(json_object_get(tried, "view"), json_object_get(now, "view")));
        json_decref(tried);
    }
    json_t *again = ask(&p, "watch", &t, seat, NULL);
    assert_true(json_equal(json_object_get(now, "view"), json_object_get(again, "view")));
    assert_int_equal(web_int(again, "position"), position);
    json_decref(again);
    json_t *none = ask(&p, "try", &t, seat, json_pack("{s:i}", "position", position));
    assert_true(json_equal(json_object_get(now, "legal"), json_object_get(none, "legal")));
    assert_true(json_is_false(json_object_get(none, "complete")));
    json_decref(none);
    expect_error(ask(&p, "try", &t, 1 - seat, json_pack("{s:i}", "position", position)), "refused");
    expect_error(ask(&p, "try", &t, seat,
                     json_pack("{s:i,s:[s]}", "position", position, "moves", "fly to the moon")),
                 "bad_input");
    expect_error(ask(&p, "try", &t, seat, json_pack("{s:i}", "position", position + 1)), "stale");
    json_decref(now);
    leave(&p);
    json_decref(t.made);
}

static void stale_and_repeated_commits(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    json_t *now = begin_local(&p, &t, &seat);
    int position = web_int(now, "position");
    const char *move = first_move(now);
    expect_error(commit(&p, &t, seat, position + 1, move, "early"), "stale");
    expect_error(commit(&p, &t, 1 - seat, position, move, "other"), "refused");
    expect_error(ask(&p, "commit", &t, seat,
                     json_pack("{s:i,s:[],s:s}", "position", position, "moves", "key", "none")),
                 "bad_input");
    expect_error(commit(&p, &t, seat, position, move, ""), "bad_input");
    json_t *ack = commit(&p, &t, seat, position, move, "first");
    assert_string_equal(web_text(ack, "type"), "ack");
    assert_int_equal(web_int(ack, "from"), position);
    int after = web_int(ack, "position");
    assert_true(after > position);
    json_decref(ack);
    /* The same key: the first answer, whatever the rest says. */
    json_t *again = commit(&p, &t, seat, position, move, "first");
    assert_string_equal(web_text(again, "type"), "ack");
    assert_int_equal(web_int(again, "position"), after);
    assert_true(json_is_true(json_object_get(again, "repeated")));
    json_decref(again);
    /* Another key in the old position: stale, and the present table. */
    expect_error(commit(&p, &t, seat, position, move, "second"), "stale");
    json_t *table = web_await(&p.socket, "table", -1);
    while (web_int(table, "position") != after) {
        json_decref(table);
        table = web_await(&p.socket, "table", -1);
    }
    json_decref(table);
    json_decref(now);
    leave(&p);
    json_decref(t.made);
}

static void refusals_name_a_clause(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    json_t *now = begin_local(&p, &t, &seat);
    int position = web_int(now, "position");
    const json_t *legal = json_array_get(json_object_get(now, "legal"), 0);
    const char *target = json_string_value(json_array_get(json_object_get(legal, "targets"), 0));
    json_t *yes = ask(&p, "refusal", &t, seat,
                      json_pack("{s:i,s:s}", "position", position, "target", target));
    assert_true(json_is_true(json_object_get(yes, "legal")));
    json_decref(yes);
    json_t *no = ask(&p, "refusal", &t, seat,
                     json_pack("{s:i,s:s}", "position", position, "target", "moon.7"));
    assert_true(json_is_false(json_object_get(no, "legal")));
    assert_true(web_text(no, "message")[0] && web_text(no, "clause")[0]);
    json_decref(no);
    json_t *other = ask(&p, "refusal", &t, 1 - seat,
                        json_pack("{s:i,s:s}", "position", position, "target", target));
    assert_non_null(strstr(web_text(other, "message"), "{"));
    json_decref(other);
    expect_error(ask(&p, "refusal", &t, seat, json_pack("{s:i}", "position", position)),
                 "bad_input");
    json_t *why = ask(&p, "explain", &t, seat,
                      json_pack("{s:i,s:s}", "position", position, "move", first_move(now)));
    assert_true(web_text(why, "because")[0]);
    json_decref(why);
    json_t *hint = ask(&p, "hint", &t, seat, json_pack("{s:i}", "position", position));
    assert_string_equal(web_text(hint, "type"), "hint");
    assert_true(web_text(hint, "move")[0] && web_text(hint, "because")[0]);
    assert_true(json_array_size(json_object_get(hint, "candidates")) > 0);
    json_decref(hint);
    expect_error(ask(&p, "hint", &t, 1 - seat, json_pack("{s:i}", "position", position)),
                 "refused");
    json_decref(now);
    leave(&p);
    json_decref(t.made);
}

/* ---- Following a match ---- */

static void the_rest_comes_after_a_break(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    json_t *now = begin_local(&p, &t, &seat);
    int seen = web_int(now, "position");
    leave(&p);
    enter(&p);
    expect_type(commit(&p, &t, seat, seen, first_move(now), "a"), "ack");
    leave(&p);
    json_decref(now);
    enter(&p);
    now = ask(&p, "watch", &t, seat, json_pack("{s:i}", "seen", seen));
    assert_int_equal(web_int(now, "from"), seen);
    const json_t *log = json_object_get(now, "log");
    assert_int_equal((int)json_array_size(log), web_int(now, "position") - seen);
    assert_int_equal(web_int(json_array_get(log, 0), "position"), seen);
    assert_int_equal(web_int(json_array_get(log, 0), "seat"), seat);
    json_decref(now);
    now = ask(&p, "watch", &t, seat, json_pack("{s:i}", "seen", 100000));
    assert_int_equal(web_int(now, "from"), 0);
    assert_int_equal((int)json_array_size(json_object_get(now, "log")), web_int(now, "position"));
    json_decref(now);
    expect_type(ask(&p, "unwatch", &t, seat, NULL), "ok");
    leave(&p);
    json_decref(t.made);
}

static void everybody_sees_who_is_there(void **state)
{
    (void)state;
    struct person ada = {0}, guest = {0};
    struct table t;
    int seat;
    json_t *now = begin_local(&ada, &t, &seat);
    enter(&guest);
    json_t *seen = ask(&guest, "watch", &t, -1, NULL);
    assert_true(json_is_null(json_object_get(seen, "seat")));
    assert_int_equal(json_array_size(json_object_get(seen, "legal")), 0);
    json_decref(seen);
    /* A commit reaches the spectator. */
    expect_type(commit(&ada, &t, seat, web_int(now, "position"), first_move(now), "x"), "ack");
    seen = web_await(&guest.socket, "table", -1);
    assert_true(web_int(seen, "position") > web_int(now, "position"));
    json_decref(seen);
    expect_type(ask(&ada, "name", &t, 1, json_pack("{s:s}", "name", "Zoë")), "ok");
    json_t *presence;
    for (;;) {
        presence = web_await(&guest.socket, "presence", -1);
        if (strcmp(web_text(json_array_get(json_object_get(presence, "seats"), 1), "name"),
                   "Zoë") == 0)
            break;
        json_decref(presence);
    }
    json_decref(presence);
    leave(&ada);
    for (;;) {
        presence = web_await(&guest.socket, "presence", -1);
        const json_t *first = json_array_get(json_object_get(presence, "seats"), 0);
        bool gone = json_is_false(json_object_get(first, "connected"));
        json_decref(presence);
        if (gone)
            break;
    }
    leave(&guest);
    json_decref(now);
    json_decref(t.made);
}

static void after_the_end_all_is_open(void **state)
{
    (void)state;
    struct person p = {0}, guest = {0};
    struct table t;
    int seat, status;
    char path[128];
    json_decref(begin_local(&p, &t, &seat));
    snprintf(path, sizeof path, "/api/matches/%s/record", t.match);
    json_decref(web_json(server.port, "GET", path, NULL, NULL, &status));
    assert_int_equal(status, 409);
    expect_error(
        ask(&p, "replay", &t, 0, json_pack("{s:i,s:i,s:b}", "from", 0, "count", 2, "open", 1)),
        "refused");
    play_out(&p, &t);
    struct web_reply reply;
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    assert_non_null(strstr(reply.head.data, "attachment"));
    struct vl_error err = {0};
    struct vl_record *record = vl_record_parse(reply.body.data, reply.body.length, &err);
    assert_non_null(record);
    const struct vl_game *game = vl_game_find(record->game);
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    struct vl_verdict verdict;
    assert_true(vl_record_verify(game, deck, record, &verdict, &err));
    assert_true(verdict.sealed && verdict.fair && verdict.over);
    /* The open replay shows every position, and the last has no line. */
    enter(&guest);
    int last = (int)record->move_count;
    json_t *replay = ask(&guest, "replay", &t, -1,
                         json_pack("{s:i,s:i,s:b}", "from", last - 1, "count", 32, "open", 1));
    const json_t *positions = json_object_get(replay, "positions");
    assert_int_equal(web_int(replay, "last"), last);
    assert_int_equal(json_array_size(positions), 2);
    const json_t *line = json_object_get(json_array_get(positions, 0), "line");
    assert_string_equal(web_text(line, "move"), record->moves[last - 1]);
    assert_true(json_is_null(json_object_get(json_array_get(positions, 1), "line")));
    json_decref(replay);
    replay = ask(&guest, "replay", &t, -1, json_pack("{s:i,s:i}", "from", 0, "count", 3));
    assert_int_equal(json_array_size(json_object_get(replay, "positions")), 3);
    json_decref(replay);
    expect_error(ask(&guest, "replay", &t, -1, json_pack("{s:i,s:i}", "from", 0, "count", 33)),
                 "bad_input");
    /* A rematch: once, with the seating moved on, for those who played. */
    snprintf(path, sizeof path, "/api/matches/%s/rematch", t.match);
    json_t *empty = json_object();
    json_decref(web_json(server.port, "POST", path, guest.cookie, empty, &status));
    assert_int_equal(status, 403);
    expect_type(ask(&guest, "watch", &t, -1, NULL), "table");
    json_t *next = web_json(server.port, "POST", path, p.cookie, empty, &status);
    assert_int_equal(status, 201);
    assert_string_equal(web_text(next, "status"), "gathering");
    assert_int_equal(json_array_size(json_object_get(next, "mine")), 2);
    json_t *told = web_await(&guest.socket, "rematch", -1);
    assert_string_equal(web_text(told, "next"), web_text(next, "match"));
    json_t *same = web_json(server.port, "POST", path, p.cookie, empty, &status);
    assert_int_equal(status, 200);
    assert_string_equal(web_text(same, "match"), web_text(next, "match"));
    json_decref(same);
    json_decref(told);
    json_decref(next);
    json_decref(empty);
    web_reply_free(&reply);
    vl_record_free(record);
    vl_deck_free(deck);
    leave(&p);
    leave(&guest);
    json_decref(t.made);
}

static void a_restart_changes_nothing(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    json_t *now = begin_local(&p, &t, &seat);
    json_t *ack = commit(&p, &t, seat, web_int(now, "position"), first_move(now), "before");
    int position = web_int(ack, "position");
    json_decref(ack);
    json_t *before = ask(&p, "watch", &t, 0, NULL);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    assert_true(web_ends(&p.socket, 2000));
    assert_int_equal(p.socket.closed, 1001);
    leave(&p);
    web_start(&server, usual);
    enter(&p);
    expect_type(ask(&p, "watch", &t, 1, NULL), "table");
    json_t *after = ask(&p, "watch", &t, 0, NULL);
    static const char *const same[] = {"view",       "facts",  "legal", "choice",
                                       "position",   "to_act", "log",   "seats",
                                       "commitment", "status", "text"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_true(json_equal(json_object_get(before, same[i]), json_object_get(after, same[i])));
    ack = commit(&p, &t, seat, web_int(now, "position"), first_move(now), "before");
    assert_true(json_is_true(json_object_get(ack, "repeated")));
    assert_int_equal(web_int(ack, "position"), position);
    json_decref(ack);
    play_out(&p, &t);
    json_decref(before);
    json_decref(after);
    json_decref(now);
    leave(&p);
    json_decref(t.made);
}

/* ---- Bad messages and limits ---- */

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
        "{\"type\":\"\xc3\"}",
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
    enter(&p); /* not UTF-8, a reserved opcode */
    web_frame(&p.socket, 3, true, "x", 1);
    assert_true(web_ends(&p.socket, 3000));
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

static int start_server(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    web_prepare(&server);
    web_start(&server, usual);
    return 0;
}

static int stop_server(void **state)
{
    (void)state;
    int status = web_stop(&server, SIGTERM);
    if (status == 0)
        web_clean(&server);
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_and_api_answer),
        cmocka_unit_test(files_have_tags),
        cmocka_unit_test(paths_do_not_climb),
        cmocka_unit_test(malformed_requests_hurt_nobody),
        cmocka_unit_test(bad_bodies_are_refused),
        cmocka_unit_test(a_seat_is_claimed_by_its_secret),
        cmocka_unit_test(cookies_are_kept_from_scripts),
        cmocka_unit_test(the_deal_waits_for_nonces),
        cmocka_unit_test(bots_alone_play_to_the_end),
        cmocka_unit_test(a_try_keeps_nothing),
        cmocka_unit_test(stale_and_repeated_commits),
        cmocka_unit_test(refusals_name_a_clause),
        cmocka_unit_test(the_rest_comes_after_a_break),
        cmocka_unit_test(everybody_sees_who_is_there),
        cmocka_unit_test(after_the_end_all_is_open),
        cmocka_unit_test(a_restart_changes_nothing),
        cmocka_unit_test(bad_messages_are_answered_and_then_ended),
        cmocka_unit_test(frames_are_bounded),
        cmocka_unit_test(handshakes_are_checked),
        cmocka_unit_test(connections_are_counted),
        cmocka_unit_test(rates_are_limited),
        cmocka_unit_test(slow_readers_are_let_go),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
