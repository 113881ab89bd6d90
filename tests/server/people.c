/* People at the web table, for its tests. */
#include "server/people.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/banned.h"

struct web_server server;
const char *const *serve_with;

int start_server(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    web_prepare(&server);
    web_start(&server, serve_with);
    return 0;
}

/* What it left behind is kept if it did not end well. */
int stop_server(void **state)
{
    (void)state;
    int status = web_stop(&server, SIGTERM);
    if (status == 0)
        web_clean(&server);
    return status;
}

const char *game_id(void)
{
    return vl_game_at(0)->id;
}

json_t *seat_of(const char *kind, const char *bot)
{
    json_t *seat = json_pack("{s:s}", "kind", kind);
    if (bot)
        json_object_set_new(seat, "bot", json_string(bot));
    return seat;
}

struct table make(struct person *p, json_t *seats)
{
    return make_with(p, seats, NULL);
}

struct table make_with(struct person *p, json_t *seats, json_t *more)
{
    struct table table = {{0}, NULL};
    int status;
    json_t *body = json_pack("{s:s,s:o}", "game", game_id(), "seats", seats);
    if (more) {
        json_object_update(body, more);
        json_decref(more);
    }
    table.made = web_json(server.port, "POST", "/api/matches", p->cookie, body, &status);
    json_decref(body);
    assert_int_equal(status, 201);
    snprintf(table.match, sizeof table.match, "%s", web_text(table.made, "match"));
    return table;
}

const char *secret_of(const struct table *table, int seat)
{
    return web_text(json_array_get(json_object_get(table->made, "seats"), (size_t)seat), "secret");
}

void claim(struct person *p, const struct table *table, int seat)
{
    int status;
    char path[64];
    snprintf(path, sizeof path, "/api/matches/%s/claim", table->match);
    json_t *body = json_pack("{s:i,s:s}", "seat", seat, "secret", secret_of(table, seat));
    json_decref(web_json(server.port, "POST", path, p->cookie, body, &status));
    json_decref(body);
    assert_int_equal(status, 200);
}

void enter(struct person *p)
{
    web_open(&p->socket, server.port, p->cookie, NULL);
    assert_int_equal(p->socket.status, 101);
    json_decref(web_await(&p->socket, "hello", -1));
}

void leave(struct person *p)
{
    web_close(&p->socket);
}

/* Sends a message about a seat (-1: spectator) with more members, and waits for its answer. */
json_t *ask(struct person *p, const char *type, const struct table *table, int seat, json_t *more)
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

void some_nonce(uint32_t number, uint8_t nonce[VL_SECRET_SIZE])
{
    memset(nonce, 0, VL_SECRET_SIZE);
    for (int i = 0; i < 4; i++)
        nonce[i] = (uint8_t)(number >> (8 * i));
}

json_t *pledge_is(const struct table *t, int seat, uint32_t number)
{
    struct vl_seal seal = {0};
    uint8_t nonce[VL_SECRET_SIZE], pledge[VL_SECRET_SIZE];
    char hex[2 * VL_SECRET_SIZE + 1];
    const char *commitment = web_text(t->made, "commitment");
    assert_int_equal(sodium_hex2bin(seal.commitment, sizeof seal.commitment, commitment,
                                    strlen(commitment), NULL, NULL, NULL),
                     0);
    some_nonce(number, nonce);
    vl_seal_pledge(&seal, (uint32_t)seat, nonce, pledge);
    sodium_bin2hex(hex, sizeof hex, pledge, sizeof pledge);
    return json_pack("{s:s}", "pledge", hex);
}

json_t *nonce_is(uint32_t number)
{
    uint8_t nonce[VL_SECRET_SIZE];
    char text[44];
    some_nonce(number, nonce);
    sodium_bin2base64(text, sizeof text, nonce, sizeof nonce,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return json_pack("{s:s}", "nonce", text);
}

void expect_type(json_t *answer, const char *type)
{
    if (strcmp(web_text(answer, "type"), type) != 0) {
        char *text = json_dumps(answer, 0);
        fail_msg("expected %s, got %.500s", type, text);
    }
    json_decref(answer);
}

void expect_error(json_t *answer, const char *code)
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
const char *first_move(const json_t *table)
{
    return web_text(json_array_get(json_object_get(table, "legal"), 0), "move");
}

json_t *commit(struct person *p, const struct table *table, int seat, int position,
               const char *move, const char *key)
{
    return ask(p, "commit", table, seat,
               json_pack("{s:i,s:[s],s:s}", "position", position, "moves", move, "key", key));
}

/* A table for two at one screen, dealt, with the socket open and both seats watched; the table
 * message of the seat to act. */
json_t *begin_local(struct person *p, struct table *table, int *seat)
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

int play_some(struct person *p, const struct table *table, int count)
{
    uint32_t seed = 1;
    for (int n = 0;; n++) {
        json_t *now = ask(p, "watch", table, 0, NULL);
        int seat = web_int(now, "to_act"), position = web_int(now, "position");
        if (seat == 1) {
            json_decref(now);
            now = ask(p, "watch", table, 1, NULL);
        }
        if (seat < 0 || n == count) {
            json_decref(now);
            return position;
        }
        const json_t *legal = json_object_get(now, "legal");
        seed = seed * 1664525 + 1013904223;
        size_t pick = (seed >> 16) % json_array_size(legal);
        char key[16];
        snprintf(key, sizeof key, "m%d", position);
        expect_type(
            commit(p, table, seat, position, web_text(json_array_get(legal, pick), "move"), key),
            "ack");
        json_decref(now);
    }
}

static bool is_over(struct person *p, const struct table *table)
{
    char path[64];
    int status;
    snprintf(path, sizeof path, "/api/matches/%s", table->match);
    json_t *match = web_json(server.port, "GET", path, p->cookie, NULL, &status);
    assert_int_equal(status, 200);
    bool over = strcmp(web_text(match, "status"), "over") == 0;
    json_decref(match);
    return over;
}

void play_out(struct person *p, const struct table *table)
{
    play_some(p, table, 5000);
    assert_true(is_over(p, table));
}

struct table table_of(const char *id)
{
    struct table table = {{0}, NULL};
    snprintf(table.match, sizeof table.match, "%s", id);
    return table;
}

void await_end(struct person *p, const struct table *table)
{
    for (int i = 0; i < 600; i++) {
        if (is_over(p, table))
            return;
        usleep(50000);
    }
    fail_msg("the match %s does not end", table->match);
}

void get(const char *path, int status, const char *part)
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

bool logged(const char *event)
{
    char path[128], line[1024];
    bool found = false;
    snprintf(path, sizeof path, "%s/log", server.folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (!found && fgets(line, sizeof line, file))
        found = strstr(line, event) != NULL;
    fclose(file);
    return found;
}

long figure(const char *name)
{
    struct web_reply reply;
    char key[96];
    snprintf(key, sizeof key, "\nvalise_%s ", name);
    web_request(server.port, "GET", "/metrics", NULL, NULL, &reply);
    const char *at = strstr(vl_text_string(&reply.body), key);
    long value = at ? strtol(at + strlen(key), NULL, 10) : -1;
    web_reply_free(&reply);
    return value;
}
