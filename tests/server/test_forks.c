/*
 * What-ifs and records that come and go, over real sockets: a new table from a position of another
 * match, with nothing in it that its maker did not know; records brought along, all or none; all
 * of mine as one file.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/people.h"
#include "valise/match.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    "--limit",     "import=200000",
                                    NULL};

static json_t *post_to(struct person *p, const char *path, json_t *body, int wanted)
{
    int status;
    json_t *answer = web_json(server.port, "POST", path, p->cookie, body, &status);
    json_decref(body);
    if (status != wanted) {
        char *text = json_dumps(answer, 0);
        fail_msg("%s: %d, not %d: %.300s", path, status, wanted, text);
    }
    return answer;
}

static json_t *post(struct person *p, const struct table *t, const char *what, json_t *body,
                    int wanted)
{
    char path[128];
    snprintf(path, sizeof path, "/api/matches/%s/%s", t->match, what);
    return post_to(p, path, body, wanted);
}

static void expect_message(json_t *answer, const char *where, const char *part)
{
    const json_t *error = json_object_get(answer, "error");
    if (!strstr(web_text(error, "message"), part) ||
        (where && strcmp(web_text(error, "where"), where) != 0))
        fail_msg("\"%s\" at \"%s\", not \"%s\" at \"%s\"", web_text(error, "message"),
                 web_text(error, "where"), part, where ? where : "");
    json_decref(answer);
}

static json_t *get_json(struct person *p, const char *path, int wanted)
{
    int status;
    json_t *answer = web_json(server.port, "GET", path, p->cookie, NULL, &status);
    if (status != wanted) {
        char *text = json_dumps(answer, 0);
        fail_msg("%s: %d, not %d: %.300s", path, status, wanted, text);
    }
    return answer;
}

static json_t *both_mine(void)
{
    return json_pack("[o,o]", seat_of("me", NULL), seat_of("local", NULL));
}

/* A table of any game for two at one screen. */
static struct table make_of(struct person *p, const char *game)
{
    json_t *made =
        post_to(p, "/api/matches", json_pack("{s:s,s:o}", "game", game, "seats", both_mine()), 201);
    struct table t = table_of(web_text(made, "match"));
    t.made = made;
    return t;
}

static json_t *fork_at(int position, int view, json_t *seats)
{
    return json_pack("{s:i,s:o,s:o}", "position", position, "view",
                     view < 0 ? json_null() : json_integer(view), "seats", seats);
}

static struct table fork_made(struct person *p, const struct table *t, json_t *body)
{
    json_t *made = post(p, t, "fork", body, 201);
    struct table fork = table_of(web_text(made, "match"));
    fork.made = made;
    return fork;
}

/* What a viewer sees at a position, as text. */
static char *seen_at(struct person *p, const struct table *t, int viewer, int position)
{
    json_t *answer =
        ask(p, "replay", t, viewer, json_pack("{s:i,s:i}", "from", position, "count", 1));
    const json_t *at = json_array_get(json_object_get(answer, "positions"), 0);
    char *text = json_dumps(json_object_get(at, "view"), JSON_SORT_KEYS);
    assert_non_null(text);
    json_decref(answer);
    return text;
}

static char *record_of(const struct table *t)
{
    char path[128];
    struct web_reply reply;
    snprintf(path, sizeof path, "/api/matches/%s/record", t->match);
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    char *text = strdup(vl_text_string(&reply.body));
    web_reply_free(&reply);
    return text;
}

enum { STARTS_WITH_A_DEAL, STARTS_WITH_A_POSITION };

/* The record of a finished match holds, by the server's word and by our own. A record that starts
 * with a position is of version 3 if that position says null somewhere, and of version 2 if not;
 * one that people began is of version 4. */
static void record_holds(struct person *p, const struct table *t, int start)
{
    char path[128];
    struct vl_error err = {0};
    struct vl_verdict verdict;
    snprintf(path, sizeof path, "/api/matches/%s/verify", t->match);
    json_t *verified = get_json(p, path, 200);
    assert_true(json_is_true(json_object_get(verified, "ok")));
    json_decref(verified);
    char *text = record_of(t);
    const char *first_line = strstr(text, "\nwithout ")    ? "valise record 4\n"
                             : start == STARTS_WITH_A_DEAL ? "valise record 1\n"
                             : strstr(text, "null")        ? "valise record 3\n"
                                                           : "valise record 2\n";
    assert_true(strncmp(text, first_line, strlen(first_line)) == 0);
    struct vl_record *record = vl_record_parse(text, strlen(text), &err);
    assert_non_null(record);
    const struct vl_game *game = vl_game_find(record->game);
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    assert_true(vl_record_verify(game, deck, record, &verdict, &err));
    assert_true(verdict.legal && verdict.sealed && verdict.fair && verdict.over);
    vl_deck_free(deck);
    vl_record_free(record);
    free(text);
}

/* Every game: my own view stays, what I cannot know is drawn anew, the record holds. */
static void a_seat_may_ask_what_if(void **state)
{
    (void)state;
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        struct person ada = {0};
        if (vl_game_at(i)->least_seats > 2)
            continue;
        struct table t = make_of(&ada, vl_game_at(i)->id);
        enter(&ada);
        expect_type(ask(&ada, "start", &t, 0, NULL), "ok");
        int last = play_some(&ada, &t, 12), at = last - 2, others = 0;
        char *mine = seen_at(&ada, &t, 0, at), *theirs = seen_at(&ada, &t, 1, at);
        for (int n = 0; n < 6; n++) {
            struct table fork = fork_made(&ada, &t, fork_at(at, 0, both_mine()));
            char *here = seen_at(&ada, &fork, 0, 0), *there = seen_at(&ada, &fork, 1, 0);
            assert_string_equal(here, mine);
            others += strcmp(there, theirs) != 0;
            free(here);
            free(there);
            if (n == 0) {
                play_out(&ada, &fork);
                /* The match it came from is going on: the record is the maker's alone. */
                char path[128];
                snprintf(path, sizeof path, "/api/matches/%s/record", fork.match);
                get(path, 403, "its owner's alone");
            }
            json_decref(fork.made);
        }
        hidden += others > 0;
        /* The match itself has not moved. */
        json_t *now = ask(&ada, "watch", &t, 0, NULL);
        assert_int_equal(web_int(now, "position"), last);
        json_decref(now);
        free(mine);
        free(theirs);
        leave(&ada);
        json_decref(t.made);
    }
    assert_true(hidden >= 2); /* most games have hands */
}

static void nothing_leaks_from_a_match_that_is_going_on(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    json_decref(post(&bob, &t, "claim",
                     json_pack("{s:i,s:s}", "seat", 1, "secret", secret_of(&t, 1)), 200));
    expect_message(post(&ada, &t, "fork", fork_at(0, 0, both_mine()), 409), NULL,
                   "no card is dealt");
    enter(&ada);
    enter(&bob);
    enter(&eve);
    expect_type(ask(&ada, "start", &t, 0, NULL), "ok");
    json_t *body = fork_at(1, 0, both_mine());
    json_object_set_new(body, "open", json_true());
    expect_message(post(&ada, &t, "fork", body, 409), "open", "after the end only");
    expect_message(post(&ada, &t, "fork", fork_at(1, 1, both_mine()), 409), "view",
                   "only a seat of yours");
    expect_message(post(&ada, &t, "fork", fork_at(1, -1, both_mine()), 409), "view",
                   "only a seat of yours");
    expect_message(post(&eve, &t, "fork", fork_at(1, 0, both_mine()), 409), "view",
                   "only a seat of yours");
    expect_message(
        post(&ada, &t, "fork",
             fork_at(1, 0, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL))), 409),
        "seats[1]", "for you and bots alone");
    expect_message(post(&ada, &t, "fork", fork_at(100000, 0, both_mine()), 400), "position", "");
    expect_message(post(&ada, &t, "fork", json_pack("{s:i,s:i}", "position", 1, "view", 0), 400),
                   "seats", "2 seats");

    struct table fork = fork_made(
        &ada, &t, fork_at(1, 0, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "greedy"))));
    char path[128];
    snprintf(path, sizeof path, "/api/matches/%s", fork.match);
    json_t *match = get_json(&ada, path, 200);
    const json_t *origin = json_object_get(match, "origin");
    assert_string_equal(web_text(origin, "kind"), "fork");
    assert_string_equal(web_text(origin, "match"), t.match);
    assert_true(json_is_true(json_object_get(origin, "closed")));
    json_decref(match);
    /* Bob, who plays against her, and Eve, who looks on, see nothing of it. */
    json_decref(get_json(&bob, path, 403));
    json_decref(get_json(&eve, path, 403));
    expect_error(ask(&bob, "watch", &fork, -1, NULL), "not_yours");
    expect_error(ask(&bob, "replay", &fork, -1, json_pack("{s:i,s:i}", "from", 0, "count", 1)),
                 "not_yours");
    expect_error(ask(&eve, "watch", &fork, -1, NULL), "not_yours");
    expect_type(ask(&ada, "watch", &fork, 0, NULL), "table");
    /* It stays so over a restart. */
    leave(&ada);
    leave(&bob);
    leave(&eve);
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    json_decref(get_json(&bob, path, 403));
    json_decref(get_json(&ada, path, 200));
    json_decref(t.made);
    json_decref(fork.made);
}

static void after_the_end_anybody_may(void **state)
{
    (void)state;
    struct person ada = {0}, eve = {0};
    struct table t;
    int seat;
    json_decref(begin_local(&ada, &t, &seat));
    struct table before = fork_made(&ada, &t, fork_at(3, 0, both_mine()));
    char path[128];
    snprintf(path, sizeof path, "/api/matches/%s", before.match);
    json_decref(get_json(&eve, path, 403));
    play_out(&ada, &t);
    json_decref(get_json(&eve, path, 200)); /* the match it came from is over: open to all */
    play_out(&ada, &before);
    record_holds(&eve, &before, STARTS_WITH_A_POSITION);

    json_t *end = ask(&ada, "watch", &t, -1, NULL);
    int last = web_int(end, "position");
    json_decref(end);
    expect_message(post(&eve, &t, "fork", fork_at(last, -1, both_mine()), 409), NULL,
                   "the game is over there");
    for (int view = -2; view < 2; view++) {
        json_t *body = fork_at(last / 2, view < 0 ? -1 : view, both_mine());
        if (view == -2)
            json_object_set_new(body, "open", json_true());
        struct table fork = fork_made(&eve, &t, body);
        if (view == -2)
            enter(&eve); /* now she has a cookie */
        if (view >= 0) {
            char *here = seen_at(&eve, &fork, view, 0);
            char *there = seen_at(&ada, &t, view, last / 2);
            assert_string_equal(here, there);
            free(here);
            free(there);
        }
        play_out(&eve, &fork);
        record_holds(&eve, &fork, STARTS_WITH_A_POSITION);
        json_decref(fork.made);
    }
    /* A what-if of a what-if, with a bot to finish it, and after a restart. */
    struct table again = fork_made(
        &eve, &before,
        fork_at(2, 1, json_pack("[o,o]", seat_of("bot", "greedy"), seat_of("bot", "random"))));
    leave(&ada);
    leave(&eve);
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    await_end(&eve, &again);
    record_holds(&eve, &again, STARTS_WITH_A_POSITION);
    json_decref(again.made);
    json_decref(before.made);
    json_decref(t.made);
}

/* ---- Records ---- */

static json_t *import(struct person *p, const char *records, json_t *seats, int status)
{
    json_t *body = json_pack("{s:s}", "records", records);
    if (seats)
        json_object_set_new(body, "seats", seats);
    return post_to(p, "/api/import", body, status);
}

/* One of the matches that an import has made. */
static struct table imported(const json_t *made, size_t index)
{
    return table_of(web_text(json_array_get(json_object_get(made, "matches"), index), "match"));
}

/* A table for two at one screen, played to its end. */
static struct table played(struct person *p)
{
    struct table t;
    int seat;
    json_decref(begin_local(p, &t, &seat));
    play_out(p, &t);
    return t;
}

static void records_go_out_and_come_back(void **state)
{
    (void)state;
    struct person ada = {0}, eve = {0};
    struct table t = played(&ada);
    struct table fork = fork_made(&ada, &t, fork_at(5, 0, both_mine()));
    play_out(&ada, &fork);
    leave(&ada);
    char *first = record_of(&t), *second = record_of(&fork);
    json_t *page = get_json(&ada, "/api/my/records", 200);
    const char *all = web_text(page, "records");
    assert_int_equal(web_int(page, "count"), 2);
    assert_true(json_is_null(json_object_get(page, "next")));
    assert_true(strncmp(all, first, strlen(first)) == 0);
    assert_string_equal(all + strlen(first), second);

    json_t *made = import(&eve, all, NULL, 201);
    assert_int_equal(json_array_size(json_object_get(made, "matches")), 2);
    for (size_t i = 0; i < 2; i++) {
        struct table copy = imported(made, i);
        assert_string_not_equal(copy.match, i ? fork.match : t.match);
        char *back = record_of(&copy);
        assert_string_equal(back, i ? second : first);
        free(back);
        record_holds(&eve, &copy, i ? STARTS_WITH_A_POSITION : STARTS_WITH_A_DEAL);
    }
    /* They are looked back at like any other, and are hers; after a restart too. */
    struct table copy = imported(made, 0);
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    enter(&eve);
    json_t *table = ask(&eve, "watch", &copy, -1, NULL);
    assert_string_equal(web_text(table, "status"), "over");
    assert_string_equal(web_text(json_object_get(table, "origin"), "kind"), "import");
    json_decref(table);
    free(seen_at(&eve, &copy, -1, 3));
    json_t *mine = get_json(&eve, "/api/my/matches", 200);
    assert_int_equal(json_array_size(json_object_get(mine, "matches")), 2);
    json_decref(mine);
    leave(&eve);
    json_decref(made);
    json_decref(page);
    free(first);
    free(second);
    json_decref(fork.made);
    json_decref(t.made);
}

/* The first `keep` moves of a record, as one that is not over. */
static char *cut_short(const char *record, uint32_t keep)
{
    struct vl_error err = {0};
    struct vl_record *r = vl_record_parse(record, strlen(record), &err);
    const struct vl_game *game = vl_game_find(r->game);
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    for (uint32_t i = keep; i < r->move_count; i++)
        free(r->moves[i]);
    r->move_count = keep;
    struct vl_match *match = vl_match_from_record(game, deck, r, &err);
    assert_non_null(match);
    vl_record_free(r);
    r = vl_match_record(match, true);
    struct vl_text text = {0};
    vl_record_write(r, &text);
    vl_record_free(r);
    vl_match_free(match);
    vl_deck_free(deck);
    return text.data;
}

static void a_record_that_is_not_over_goes_on(void **state)
{
    (void)state;
    struct person ada = {0}, eve = {0};
    struct table t = played(&ada);
    leave(&ada);
    char *whole = record_of(&t), *part = cut_short(whole, 9);
    expect_message(import(&eve, part, json_pack("[o]", seat_of("me", NULL)), 400), "seats",
                   "has 2 seats");
    json_t *made = import(&eve, part, both_mine(), 201);
    const json_t *match = json_array_get(json_object_get(made, "matches"), 0);
    assert_true(json_is_false(json_object_get(match, "over")));
    struct table copy = imported(made, 0);
    json_decref(made);
    enter(&eve);
    play_out(&eve, &copy);
    leave(&eve);
    char *played = record_of(&copy);
    /* The draws to come were not known to whoever had the file. */
    assert_non_null(strstr(played, "\nchance unsealed\n"));
    const char *moves = strstr(part, "\nmoves "), *same = strchr(moves + 1, '\n');
    size_t length = (size_t)(strstr(part, "\nsecret ") - same);
    assert_non_null(strstr(played, "\nmoves "));
    assert_true(strncmp(strchr(strstr(played, "\nmoves ") + 1, '\n'), same, length) == 0);
    struct vl_error err = {0};
    struct vl_record *r = vl_record_parse(played, strlen(played), &err);
    struct vl_deck *deck = vl_deck_open(vl_game_find(r->game), NULL, &err);
    struct vl_verdict verdict;
    assert_true(vl_record_verify(vl_game_find(r->game), deck, r, &verdict, &err));
    assert_true(verdict.legal && verdict.over && !verdict.fair);
    vl_deck_free(deck);
    vl_record_free(r);
    /* With a bot beside her. */
    made = import(&eve, part,
                  json_pack("[o,o]", seat_of("bot", "random"), seat_of("bot", "greedy")), 201);
    copy = imported(made, 0);
    await_end(&eve, &copy);
    json_decref(made);
    free(played);
    free(part);
    free(whole);
    json_decref(t.made);
}

/* Puts `with` in place of the first `what`. */
static char *replaced(const char *text, const char *what, const char *with)
{
    struct vl_text out = {0};
    const char *at = strstr(text, what);
    assert_non_null(at);
    vl_text_add_bytes(&out, text, (size_t)(at - text));
    vl_text_add(&out, with);
    vl_text_add(&out, at + strlen(what));
    return out.data;
}

static int line_of(const char *text, const char *what)
{
    int line = 1;
    const char *at = strstr(text, what);
    assert_non_null(at);
    for (const char *p = text; p < at; p++)
        line += *p == '\n';
    return line;
}

static void bad_records_are_refused_with_their_line(void **state)
{
    (void)state;
    struct person ada = {0}, eve = {0};
    struct table t = played(&ada);
    leave(&ada);
    char *good = record_of(&t), where[32], line[64];
    const char *moves = strchr(strstr(good, "\nmoves ") + 1, '\n') + 1;
    snprintf(line, sizeof line, "%.*s", (int)(strcspn(moves, "\n")), moves);
    const struct {
        char *text;
        const char *at, *message;
    } bad[] = {
        {strdup(""), NULL, "ends too early"},
        {strdup("hello\n"), "hello", "expected \"valise record 1\""},
        {replaced(good, "game ", "game no"), "game ", "does not have the game"},
        {replaced(good, "rules 1\n", "rules 77\n"), "rules 77", "rules version 77"},
        {replaced(good, "deck ", "deck 0"), "deck ", "16 hex digits"},
        {replaced(good, line, "* nonsense"), "* nonsense", ""},
        {replaced(good, line, "1 nonsense"), "1 nonsense", "turn"},
        {replaced(good, "secret ", "secret 0000"), "secret ", "64 hex digits"},
        {replaced(good, "points ", "points 1"), "hash ", "points"},
        {replaced(good, "hash ", "hash x"), "hash ", "16 hex digits"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct vl_text two = {0};
        int number = bad[i].at ? line_of(bad[i].text, bad[i].at) : 1;
        snprintf(where, sizeof where, "line %d", number);
        expect_message(import(&eve, bad[i].text, NULL, 400), where, bad[i].message);
        /* After a good one the lines count on, and nothing of the file is taken. */
        if (bad[i].at) {
            vl_text_add(&two, good);
            snprintf(where, sizeof where, "line %d", line_of(good, "hash ") + number);
            vl_text_add(&two, bad[i].text);
            expect_message(import(&eve, two.data, NULL, 400), where, bad[i].message);
        }
        vl_text_free(&two);
        free(bad[i].text);
    }
    expect_message(post_to(&eve, "/api/import", json_object(), 400), "records", "expected");
    assert_string_equal(eve.cookie, "");
    struct vl_text large = {0};
    for (int i = 0; i < 250000; i++)
        vl_text_char(&large, 'x');
    json_t *body = json_pack("{s:s}", "records", large.data);
    int status;
    json_decref(web_json(server.port, "POST", "/api/import", eve.cookie, body, &status));
    assert_int_equal(status, 413);
    json_decref(web_json(server.port, "POST", "/api/matches", eve.cookie, body, &status));
    assert_int_equal(status, 413);
    json_decref(body);
    vl_text_free(&large);
    free(good);
    json_decref(t.made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_may_ask_what_if),
        cmocka_unit_test(nothing_leaks_from_a_match_that_is_going_on),
        cmocka_unit_test(after_the_end_anybody_may),
        cmocka_unit_test(records_go_out_and_come_back),
        cmocka_unit_test(a_record_that_is_not_over_goes_on),
        cmocka_unit_test(bad_records_are_refused_with_their_line),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
