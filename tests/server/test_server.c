/*
 * The web table over real sockets: what docs/protocol.md says. One server for all tests.
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

#include "cli/program.h"
#include "core/banned.h"
#include "server/people.h"
#include "valise/match.h"
#include "valise/record.h"

/* Bots have time for all their tries, on any machine. */
static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "60000",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    "--limit",     "connections_per_address=40",
                                    NULL};

/* ---- Pages ---- */

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
    /* The levels of its bots: the first has nothing below it, the others say how often they win. */
    const json_t *levels = json_object_get(game, "levels");
    assert_true(json_array_size(levels) >= 3);
    assert_null(json_object_get(json_array_get(levels, 0), "wins"));
    assert_true(json_number_value(json_object_get(json_array_get(levels, 1), "wins")) >= 60);
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

/* ---- Seats ---- */

static void a_seat_is_claimed_by_its_secret(void **state)
{
    (void)state;
    struct person ada = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    char path[128], wrong[64];
    int status;
    assert_int_equal(strlen(secret_of(&t, 1)), 43);
    assert_null(json_object_get(json_array_get(json_object_get(t.made, "seats"), 0), "secret"));
    assert_null(json_object_get(json_array_get(json_object_get(t.made, "seats"), 0), "link"));
    snprintf(path, sizeof path, "/api/matches/%s/claim", t.match);
    snprintf(wrong, sizeof wrong, "%s", secret_of(&t, 1));
    wrong[0] = wrong[0] == 'A' ? 'B' : 'A';
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

/* A table of a game that plays a seat itself, at which somebody was wished for: nobody is invited,
 * it is no level of bots, and it has the game's own name. */
static void make_with_own_seat(const struct vl_game *game, const struct vl_setup *setup,
                               const char *option, const char *word, json_t *wish)
{
    struct person p = {0};
    int status;
    char path[64];
    json_t *seats = json_pack("[o]", seat_of("me", NULL));
    for (uint32_t i = 1; i < setup->seats; i++)
        json_array_append(seats, wish);
    json_t *body =
        json_pack("{s:s,s:{s:s},s:o}", "game", game->id, "options", option, word, "seats", seats);
    json_t *made = web_json(server.port, "POST", "/api/matches", p.cookie, body, &status);
    assert_int_equal(status, 201);
    snprintf(path, sizeof path, "/api/matches/%s", web_text(made, "match"));
    json_t *match = web_json(server.port, "GET", path, p.cookie, NULL, &status);
    for (uint32_t i = 0; i < setup->seats; i++) {
        const json_t *seat = json_array_get(json_object_get(match, "seats"), i);
        const json_t *link = json_array_get(json_object_get(made, "seats"), i);
        char name[VL_NAME_SIZE];
        if (!vl_own_seat(game, setup, i))
            continue;
        vl_own_seat_name(game, setup, i, name, sizeof name);
        assert_string_equal(web_text(seat, "name"), name);
        assert_string_equal(web_text(seat, "kind"), "bot");
        assert_string_equal(web_text(seat, "bot"), "random");
        assert_false(json_is_string(json_object_get(link, "secret")));
    }
    json_decref(match);
    json_decref(made);
    json_decref(body);
    json_decref(wish);
}

/* The list of games tells beforehand which seats these are. */
static void find_own_seats(const struct vl_game *game, const struct vl_setup *setup,
                           const char *option, const char *word)
{
    int status;
    size_t found = 0;
    json_t *list = web_json(server.port, "GET", "/api/games", NULL, NULL, &status);
    const json_t *games = json_object_get(list, "games"), *one = json_array_get(games, 0);
    for (size_t i = 1; one && strcmp(web_text(one, "id"), game->id) != 0; i++)
        one = json_array_get(games, i);
    const json_t *all = json_object_get(one, "own_seats");
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *own = json_array_get(all, i);
        int64_t seat = json_integer_value(json_object_get(own, "seat"));
        if (strcmp(web_text(own, "option"), option) != 0 ||
            strcmp(web_text(own, "word"), word) != 0 ||
            json_integer_value(json_object_get(own, "seats")) != setup->seats)
            continue;
        char name[VL_NAME_SIZE];
        assert_non_null(vl_own_seat(game, setup, (uint32_t)seat));
        vl_own_seat_name(game, setup, (uint32_t)seat, name, sizeof name);
        assert_string_equal(web_text(own, "name"), name);
        found++;
    }
    assert_int_equal(found, vl_own_seats(game, setup));
    json_decref(list);
}

static void a_seat_of_the_game_is_nobodys(void **state)
{
    (void)state;
    char option[80];
    struct vl_setup setup;
    const struct vl_game *game = game_with_own_seat(option, sizeof option);
    assert_non_null(game);
    assert_true(vl_setup_init(game, game->least_seats, &setup, NULL));
    assert_true(vl_setup_option(game, &setup, option, NULL));
    char *word = strchr(option, '=');
    *word++ = '\0';
    find_own_seats(game, &setup, option, word);
    make_with_own_seat(game, &setup, option, word, seat_of("friend", NULL));
    make_with_own_seat(game, &setup, option, word, seat_of("bot", "globetrotter"));
}

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

/* Whoever reads a choice knows what each of its moves does and touches: it says so itself, or the
 * move stands among the legal ones. */
static void expect_known_moves(const json_t *now)
{
    const json_t *choice = json_object_get(now, "choice"), *legal = json_object_get(now, "legal");
    json_t *moves = json_copy(json_object_get(choice, "candidates")), *move, *other;
    size_t i, j;
    if (json_is_object(json_object_get(choice, "done")))
        json_array_append(moves, json_object_get(choice, "done"));
    json_array_foreach(moves, i, move)
    {
        bool stands = false;
        json_array_foreach(legal, j, other) stands |=
            strcmp(web_text(other, "move"), web_text(move, "move")) == 0;
        assert_int_equal(json_object_size(move), stands ? 1 : 3);
    }
    json_decref(moves);
}

/* Two elements of a set, touched in both orders: the same table. */
static void touch_both_ways(struct person *p, const struct table *t, int seat, const json_t *now,
                            int *same)
{
    const json_t *choice = json_object_get(now, "choice");
    const json_t *candidates = json_object_get(choice, "candidates");
    size_t count = json_array_size(candidates);
    int position = web_int(now, "position");
    expect_known_moves(now);
    if (!json_is_true(json_object_get(choice, "set")) || count < 2 || web_int(choice, "most") < 2)
        return;
    const char *a = web_text(json_array_get(candidates, 0), "move");
    const char *b = web_text(json_array_get(candidates, count - 1), "move");
    json_t *up =
        ask(p, "try", t, seat, json_pack("{s:i,s:[s,s]}", "position", position, "moves", a, b));
    json_t *down =
        ask(p, "try", t, seat, json_pack("{s:i,s:[s,s]}", "position", position, "moves", b, a));
    json_object_del(up, "re");
    json_object_del(down, "re");
    assert_string_equal(web_text(up, "type"), web_text(down, "type"));
    if (strcmp(web_text(up, "type"), "tried") == 0) {
        assert_true(json_equal(json_object_get(up, "view"), json_object_get(down, "view")));
        assert_true(json_equal(json_object_get(up, "complete"), json_object_get(down, "complete")));
        /* What is touched is chosen, whether or not it can be played yet. */
        const json_t *after = json_object_get(up, "choice");
        if (json_is_true(json_object_get(after, "set")) && !json_object_get(up, "stopped"))
            assert_int_equal(json_array_size(json_object_get(after, "chosen")),
                             json_array_size(json_object_get(choice, "chosen")) + 2);
        (*same)++;
    }
    json_decref(up);
    json_decref(down);
    /* Each of them alone can be touched first. */
    const char *const alone[2] = {a, b};
    for (int i = 0; i < 2; i++)
        expect_type(ask(p, "try", t, seat,
                        json_pack("{s:i,s:[s]}", "position", position, "moves", alone[i])),
                    "tried");
}

static void sets_are_touched_in_any_order(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat, same = 0;
    uint32_t seed = 3;
    json_decref(begin_local(&p, &t, &seat));
    for (int n = 0; n < 400; n++) {
        json_t *now = ask(&p, "watch", &t, 0, NULL);
        seat = web_int(now, "to_act");
        if (seat == 1) {
            json_decref(now);
            now = ask(&p, "watch", &t, 1, NULL);
        }
        if (seat < 0) {
            json_decref(now);
            break;
        }
        touch_both_ways(&p, &t, seat, now, &same);
        const json_t *legal = json_object_get(now, "legal");
        seed = seed * 1664525 + 1013904223;
        char key[16];
        snprintf(key, sizeof key, "s%d", n);
        expect_type(
            commit(&p, &t, seat, web_int(now, "position"),
                   web_text(json_array_get(legal, (seed >> 16) % json_array_size(legal)), "move"),
                   key),
            "ack");
        json_decref(now);
    }
    assert_true(same > 0);
    leave(&p);
    json_decref(t.made);
}

static json_t *push_of(struct person *p, int seat, int position)
{
    for (;;) {
        json_t *table = web_await(&p->socket, "table", -1);
        if (web_int(table, "seat") == seat && web_int(table, "position") == position)
            return table;
        json_decref(table);
    }
}

/* Who watches has the whole table; later messages leave out what cannot have changed. */
static void pushes_leave_out_what_is_known(void **state)
{
    static const char *const fixed[] = {"game", "deck", "rules_version", "options", "commitment"};
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    json_decref(begin_local(&p, &t, &seat));
    for (int words = 0; words < 2; words++) {
        json_t *now = ask(&p, "watch", &t, seat, json_pack("{s:b}", "words", words));
        assert_int_equal(json_object_get(now, "text") != NULL, words);
        for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
            assert_non_null(json_object_get(now, fixed[i]));
        json_t *ack = commit(&p, &t, seat, web_int(now, "position"), first_move(now),
                             words ? "second" : "first");
        json_t *push = push_of(&p, seat, web_int(ack, "position"));
        assert_int_equal(json_object_get(push, "text") != NULL, words);
        for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
            assert_null(json_object_get(push, fixed[i]));
        assert_true(json_is_object(json_object_get(push, "view")));
        assert_true(json_array_size(json_object_get(push, "log")) > 0);
        seat = web_int(push, "to_act");
        json_decref(push);
        json_decref(ack);
        json_decref(now);
    }
    expect_error(ask(&p, "watch", &t, seat, json_pack("{s:i}", "words", 1)), "bad_input");
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
    const json_t *candidates = json_object_get(hint, "candidates"), *first;
    assert_true(json_array_size(candidates) > 1);
    for (size_t i = 0; i < json_array_size(candidates); i++)
        assert_true(web_text(json_array_get(candidates, i), "because")[0]);
    first = json_array_get(candidates, 0);
    assert_string_equal(web_text(first, "move"), web_text(hint, "move"));
    double win = json_number_value(json_object_get(first, "win"));
    assert_true(json_is_number(json_object_get(first, "win")) && win >= 0 && win <= 1);
    assert_true(json_is_number(json_object_get(first, "points")));
    json_decref(hint);
    expect_error(ask(&p, "hint", &t, 1 - seat, json_pack("{s:i}", "position", position)),
                 "refused");
    json_decref(now);
    leave(&p);
    json_decref(t.made);
}

enum { MOST_TARGETS = 400 };

static void note_targets(const json_t *legal, char targets[][32], int *count)
{
    size_t i, j;
    json_t *move, *target;
    json_array_foreach(legal, i, move)
    {
        json_array_foreach(json_object_get(move, "targets"), j, target)
        {
            int n = 0;
            while (n < *count && strcmp(targets[n], json_string_value(target)) != 0)
                n++;
            if (n == *count && n < MOST_TARGETS)
                snprintf(targets[(*count)++], 32, "%s", json_string_value(target));
        }
    }
}

static bool is_legal_target(const json_t *legal, const char *target)
{
    size_t i, j;
    json_t *move, *value;
    json_array_foreach(legal, i, move)
    {
        json_array_foreach(json_object_get(move, "targets"), j, value)
        {
            if (strcmp(json_string_value(value), target) == 0)
                return true;
        }
    }
    return false;
}

/* Whatever can be touched at some time is refused with a move and a clause at another. */
static void elements_are_refused_with_a_reason(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat, known = 0, asked = 0, specific = 0;
    static char targets[MOST_TARGETS][32];
    uint32_t seed = 9;
    json_decref(begin_local(&p, &t, &seat));
    for (int n = 0; n < 120; n++) {
        json_t *now = ask(&p, "watch", &t, 0, NULL);
        seat = web_int(now, "to_act");
        if (seat == 1) {
            json_decref(now);
            now = ask(&p, "watch", &t, 1, NULL);
        }
        if (seat < 0) {
            json_decref(now);
            break;
        }
        const json_t *legal = json_object_get(now, "legal");
        int position = web_int(now, "position");
        note_targets(legal, targets, &known);
        seed = seed * 1664525 + 1013904223;
        const char *target = targets[(seed >> 8) % (uint32_t)known];
        json_t *why = ask(&p, "refusal", &t, seat,
                          json_pack("{s:i,s:s}", "position", position, "target", target));
        assert_string_equal(web_text(why, "type"), "refusal");
        if (is_legal_target(legal, target)) {
            assert_true(json_is_true(json_object_get(why, "legal")));
        } else {
            assert_true(json_is_false(json_object_get(why, "legal")));
            assert_true(web_text(why, "message")[0]);
            asked++;
            specific += web_text(why, "move")[0] && web_text(why, "clause")[0];
        }
        json_decref(why);
        char key[16];
        snprintf(key, sizeof key, "w%d", n);
        expect_type(
            commit(&p, &t, seat, position,
                   web_text(json_array_get(legal, (seed >> 16) % json_array_size(legal)), "move"),
                   key),
            "ack");
        json_decref(now);
    }
    printf("%d elements refused, %d of them with the move that was meant\n", asked, specific);
    assert_true(asked > 10);
    /* Not all: some of them have left the table since they were seen. */
    assert_true(specific * 10 >= asked * 7);
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

/* How long the owners have been silent is of the moment. */
static void forget_silence(json_t *table)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(table, "seats"), i, seat)
        assert_int_equal(json_object_del(seat, "silent"), 0);
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
    json_t *before = ask(&p, "watch", &t, 0, json_pack("{s:b}", "words", 1));
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    assert_true(web_ends(&p.socket, 2000));
    assert_int_equal(p.socket.closed, 1001);
    leave(&p);
    web_start(&server, usual);
    enter(&p);
    expect_type(ask(&p, "watch", &t, 1, NULL), "table");
    json_t *after = ask(&p, "watch", &t, 0, json_pack("{s:b}", "words", 1));
    static const char *const same[] = {"view",       "facts",  "legal", "choice",
                                       "position",   "to_act", "log",   "seats",
                                       "commitment", "status", "text"};
    forget_silence(before);
    forget_silence(after);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_and_api_answer),
        cmocka_unit_test(files_have_tags),
        cmocka_unit_test(a_seat_is_claimed_by_its_secret),
        cmocka_unit_test(cookies_are_kept_from_scripts),
        cmocka_unit_test(bots_alone_play_to_the_end),
        cmocka_unit_test(a_seat_of_the_game_is_nobodys),
        cmocka_unit_test(a_try_keeps_nothing),
        cmocka_unit_test(pushes_leave_out_what_is_known),
        cmocka_unit_test(sets_are_touched_in_any_order),
        cmocka_unit_test(stale_and_repeated_commits),
        cmocka_unit_test(refusals_name_a_clause),
        cmocka_unit_test(elements_are_refused_with_a_reason),
        cmocka_unit_test(the_rest_comes_after_a_break),
        cmocka_unit_test(everybody_sees_who_is_there),
        cmocka_unit_test(after_the_end_all_is_open),
        cmocka_unit_test(a_restart_changes_nothing),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
