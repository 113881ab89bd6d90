/*
 * Versions of the rules at the web table: one database, opened by a program with the first version
 * of a game, then by one with both, then by one that has dropped the first.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/file.h"
#include "server/people.h"
#include "valise/match.h"
#include "versions/luggage.h"

static struct person ada;

/* What the first edition leaves in the database. */
static struct table over, running, with_bot, untouched, waiting;
/* A what-if of `untouched`, made while that match is going on. */
static struct table own_fork;

static void open_with(const char *program)
{
    server.program = program;
    server.port = 0;
    web_start(&server, web_free_of_limits);
    enter(&ada);
}

static void shut(void)
{
    leave(&ada);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
}

static int prepare(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    web_prepare(&server);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    web_clean(&server);
    return 0;
}

static json_t *both_mine(void)
{
    return json_pack("[o,o]", seat_of("me", NULL), seat_of("local", NULL));
}

static json_t *send(const char *method, const char *path, json_t *body, int wanted)
{
    int status;
    json_t *answer = web_json(server.port, method, path, ada.cookie, body, &status);
    json_decref(body);
    if (status != wanted) {
        char *text = json_dumps(answer, 0);
        fail_msg("%s: %d, not %d: %.300s", path, status, wanted, text);
    }
    return answer;
}

static json_t *about(const struct table *t, const char *method, const char *what, json_t *body,
                     int wanted)
{
    char path[128];
    snprintf(path, sizeof path, "/api/matches/%s%s", t->match, what);
    return send(method, path, body, wanted);
}

static void expect_message(json_t *answer, const char *part)
{
    const char *message = web_text(json_object_get(answer, "error"), "message");
    if (!strstr(message, part))
        fail_msg("\"%s\" is not in \"%s\"", part, message);
    json_decref(answer);
}

static void is_at(const struct table *t, const char *status, int rules)
{
    json_t *match = about(t, "GET", "", NULL, 200);
    assert_string_equal(web_text(match, "status"), status);
    assert_int_equal(web_int(match, "rules_version"), rules);
    json_decref(match);
}

/* The what-if shows a hand of a match that may still go on: strangers do not see it. */
static void fork_is_private(void)
{
    char path[128], nobody[128] = "";
    int status;
    snprintf(path, sizeof path, "/api/matches/%s", own_fork.match);
    json_decref(web_json(server.port, "GET", path, nobody, NULL, &status));
    assert_int_equal(status, 403);
}

static char *record_of(const struct table *t)
{
    char path[128], cookie[160];
    struct web_reply reply;
    snprintf(path, sizeof path, "/api/matches/%s/record", t->match);
    snprintf(cookie, sizeof cookie, "Cookie: %s\r\n", ada.cookie);
    web_request(server.port, "GET", path, cookie, NULL, &reply);
    assert_int_equal(reply.status, 200);
    char *text = strdup(vl_text_string(&reply.body));
    web_reply_free(&reply);
    return text;
}

/* A finished match has a record of this version that holds, by the word of the game given. */
static void record_holds(const struct table *t, const struct vl_game *game, uint32_t rules)
{
    struct vl_error err = {0};
    struct vl_verdict verdict;
    is_at(t, "over", (int)rules);
    json_t *verified = about(t, "GET", "/verify", NULL, 200);
    assert_true(json_is_true(json_object_get(verified, "ok")));
    json_decref(verified);
    char *text = record_of(t);
    struct vl_record *record = vl_record_parse(text, strlen(text), &err);
    assert_non_null(record);
    assert_int_equal(record->rules_version, rules);
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    if (!vl_record_verify(game, deck, record, &verdict, &err))
        fail_msg("%s: %s", err.where, err.message);
    assert_true(verdict.over && verdict.fair);
    vl_deck_free(deck);
    vl_record_free(record);
    free(text);
}

/* Hands in a first tag, then looks whether a second one is offered; the turn stays open. */
static bool two_a_turn(const struct table *t)
{
    json_t *now = ask(&ada, "watch", t, 0, NULL);
    int seat = web_int(now, "to_act"), position = web_int(now, "position");
    json_decref(now);
    now = ask(&ada, "watch", t, seat, NULL);
    expect_type(commit(&ada, t, seat, position, first_move(now), "two-a-turn"), "ack");
    json_decref(now);
    now = ask(&ada, "watch", t, seat, NULL);
    const json_t *legal = json_object_get(now, "legal");
    bool offered = false;
    for (size_t i = 0; i < json_array_size(legal); i++)
        offered |= strncmp(web_text(json_array_get(legal, i), "move"), "give ", 5) == 0;
    json_decref(now);
    return offered;
}

static void start_match(const struct table *t)
{
    expect_type(ask(&ada, "start", t, 0, NULL), "ok");
}

static struct table made_by(json_t *made)
{
    struct table t = table_of(web_text(made, "match"));
    t.made = made;
    return t;
}

static json_t *import_text(const char *text, int wanted)
{
    return send("POST", "/api/import", json_pack("{s:s}", "records", text), wanted);
}

static struct table imported(const char *text)
{
    json_t *answer = import_text(text, 201);
    const json_t *first = json_array_get(json_object_get(answer, "matches"), 0);
    struct table t = table_of(web_text(first, "match"));
    json_decref(answer);
    return t;
}

/* ---- The first edition ---- */

static void test_matches_are_begun(void **state)
{
    (void)state;
    server.program = VALISE_FIRST;
    web_start(&server, web_free_of_limits);
    struct table *local[] = {&over, &running, &untouched, &waiting};
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        *local[i] = make(&ada, both_mine());
    with_bot = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "commuter")));
    enter(&ada);
    start_match(&over);
    start_match(&running);
    start_match(&untouched);
    start_match(&with_bot);
    play_out(&ada, &over);
    play_some(&ada, &running, 2);
    record_holds(&over, &tp_game, 1);
    is_at(&running, "running", 1);
    is_at(&waiting, "gathering", 1);
    shut();
}

/* ---- With both versions ---- */

static void test_matches_go_on_under_their_rules(void **state)
{
    (void)state;
    open_with(VALISE_BOTH);
    record_holds(&over, &tp_game, 1);
    is_at(&running, "running", 1);
    play_out(&ada, &running);
    record_holds(&running, &tp_game, 1);
    /* Not one card was dealt, and still its seats agreed on the rules of that day. */
    is_at(&waiting, "gathering", 1);
    start_match(&waiting);
    assert_true(two_a_turn(&waiting));
    play_out(&ada, &waiting);
    record_holds(&waiting, &tp_game, 1);
    record_holds(&over, &luggage_game, 1);
}

static void test_bots_play_the_old_rules(void **state)
{
    int status;
    char path[64];
    (void)state;
    snprintf(path, sizeof path, "/api/matches/%s", with_bot.match);
    for (int n = 0; n < 200; n++) {
        json_t *now = ask(&ada, "watch", &with_bot, 0, NULL);
        int seat = web_int(now, "to_act"), position = web_int(now, "position");
        char key[16];
        snprintf(key, sizeof key, "b%d", position);
        if (seat == 0)
            expect_type(commit(&ada, &with_bot, 0, position, first_move(now), key), "ack");
        else
            web_rest(20);
        json_decref(now);
        json_t *match = web_json(server.port, "GET", path, ada.cookie, NULL, &status);
        bool ended = strcmp(web_text(match, "status"), "over") == 0;
        json_decref(match);
        if (ended)
            break;
    }
    record_holds(&with_bot, &tp_game, 1);
    assert_int_equal(figure("bot_failures_total"), 0);
}

static void test_new_matches_get_the_newest(void **state)
{
    (void)state;
    get("/api/games", 200, "\"rules_version\":2,\"rules_versions\":[1,2]");
    struct table t = make(&ada, both_mine());
    start_match(&t);
    is_at(&t, "running", 2);
    assert_false(two_a_turn(&t));
    play_out(&ada, &t);
    record_holds(&t, &luggage_game, 2);
    record_holds(&t, &luggage_game_2, 2);
    json_decref(t.made);
    struct table rematch = made_by(about(&over, "POST", "/rematch", json_object(), 201));
    is_at(&rematch, "gathering", 2);
    json_decref(rematch.made);
}

static void test_forks_keep_the_version(void **state)
{
    (void)state;
    json_t *body = json_pack("{s:i,s:i,s:o}", "position", 6, "view", 0, "seats", both_mine());
    struct table fork = made_by(about(&over, "POST", "/fork", body, 201));
    is_at(&fork, "running", 1);
    assert_true(two_a_turn(&fork));
    play_out(&ada, &fork);
    record_holds(&fork, &tp_game, 1);
    json_decref(fork.made);
    /* While the old match is going on, too. */
    body = json_pack("{s:i,s:i,s:o}", "position", 6, "view", 0, "seats", both_mine());
    own_fork = made_by(about(&untouched, "POST", "/fork", body, 201));
    is_at(&own_fork, "running", 1);
    play_out(&ada, &own_fork);
    record_holds(&own_fork, &tp_game, 1);
}

static char *changed(const char *text, const char *what, const char *with)
{
    struct vl_text out = {0};
    const char *at = strstr(text, what);
    assert_non_null(at);
    vl_text_add_bytes(&out, text, (size_t)(at - text));
    vl_text_add(&out, with);
    vl_text_add(&out, at + strlen(what));
    return out.data;
}

static void test_old_records_are_imported(void **state)
{
    struct vl_text text = {0};
    struct vl_error err = {0};
    (void)state;
    assert_true(vl_file_read(VALISE_SOURCE_DIR "/tests/golden/template/v1-2-greedy.record", 100000,
                             &text, &err));
    struct table t = imported(vl_text_string(&text));
    is_at(&t, "over", 1);
    char *back = record_of(&t);
    assert_non_null(strstr(back, "\nrules 1\n"));
    assert_non_null(strstr(back, "\npoints 30 71\nranks 2 1\nhash 58d0ab7ed5c01591\n"));
    free(back);
    /* One that is not over goes on under version 1. */
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, &err);
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 3};
    assert_true(vl_setup_init(&tp_game, 2, &setup, &err));
    struct vl_match *match = vl_match_new(&tp_game, deck, &setup, &chance, false, &err);
    struct vl_record *record = vl_match_record(match, true);
    struct vl_text half = {0};
    vl_record_write(record, &half);
    t = imported(vl_text_string(&half));
    is_at(&t, "running", 1);
    assert_true(two_a_turn(&t));
    play_out(&ada, &t);
    is_at(&t, "over", 1);
    char *whole = record_of(&t);
    vl_record_free(record);
    record = vl_record_parse(whole, strlen(whole), &err);
    struct vl_verdict verdict;
    assert_true(vl_record_verify(&tp_game, deck, record, &verdict, &err) && verdict.over);
    free(whole);
    vl_text_free(&half);
    vl_record_free(record);
    vl_match_free(match);
    vl_deck_free(deck);
    /* Versions that this program does not have. */
    char *other = changed(vl_text_string(&text), "\nrules 1\n", "\nrules 3\n");
    json_t *answer = import_text(other, 400);
    assert_string_equal(web_text(json_object_get(answer, "error"), "where"), "line 3");
    expect_message(answer, "rules version 3 of Lost Luggage; this program supports versions 1 "
                           "and 2");
    free(other);
    other = changed(vl_text_string(&text), "\nrules 1\n", "\nrules 2\n");
    expect_message(import_text(other, 400), "one tag is the most");
    free(other);
    vl_text_free(&text);
    shut();
}

/* ---- After version 1 was dropped ---- */

static void test_a_dropped_version_closes_matches(void **state)
{
    static const char why[] = "rules version 1 of Lost Luggage; this program supports version 2";
    (void)state;
    open_with(VALISE_SECOND);
    is_at(&untouched, "closed", 1);
    assert_true(logged("match_closed"));
    fork_is_private();
    json_t *body = json_pack("{s:i,s:i,s:o}", "position", 6, "view", 0, "seats", both_mine());
    expect_message(about(&untouched, "POST", "/fork", body, 409), why);
    json_t *answer =
        ask(&ada, "replay", &untouched, 0, json_pack("{s:i,s:i}", "from", 0, "count", 1));
    assert_non_null(strstr(web_text(answer, "message"), why));
    expect_error(answer, "refused");
    is_at(&over, "over", 1);
    expect_message(about(&over, "GET", "/record", NULL, 409), why);
    expect_message(about(&over, "POST", "/review", json_object(), 409), why);
    struct table t = make(&ada, both_mine());
    start_match(&t);
    play_out(&ada, &t);
    record_holds(&t, &luggage_game_2, 2);
    json_decref(t.made);
    shut();
}

/* ---- With both again ---- */

static void test_closed_matches_go_on(void **state)
{
    (void)state;
    open_with(VALISE_BOTH);
    record_holds(&over, &tp_game, 1);
    long closed = figure("matches{status=\"closed\"}");
    assert_true(closed > 0);
    is_at(&untouched, "running", 1);
    assert_true(logged("match_reopened"));
    assert_int_equal(figure("matches{status=\"closed\"}"), closed - 1);
    fork_is_private();
    assert_true(two_a_turn(&untouched));
    play_out(&ada, &untouched);
    record_holds(&untouched, &tp_game, 1);
    shut();
    struct table *all[] = {&over, &running, &with_bot, &untouched, &waiting, &own_fork};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        json_decref(all[i]->made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matches_are_begun),
        cmocka_unit_test(test_matches_go_on_under_their_rules),
        cmocka_unit_test(test_bots_play_the_old_rules),
        cmocka_unit_test(test_new_matches_get_the_newest),
        cmocka_unit_test(test_forks_keep_the_version),
        cmocka_unit_test(test_old_records_are_imported),
        cmocka_unit_test(test_a_dropped_version_closes_matches),
        cmocka_unit_test(test_closed_matches_go_on),
    };
    return cmocka_run_group_tests(tests, prepare, clean);
}
