/*
 * The deal, over real sockets: seats pledge their nonces, then reveal them, and then the cards
 * come. Nobody can choose a nonce after another was revealed; who holds a nonce back, or is left
 * out, is in the record.
 */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "server/people.h"
#include "valise/match.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    "--limit",     "reveal=1",
                                    NULL};

/* For a test that must not be too slow for the limit "reveal", on any machine. */
static const char *const patient[] = {"--limit", "messages_per_second=1000000", "--limit",
                                      "reveal=600", NULL};

/* The member "deal" of a fresh GET. */
static json_t *deal_of(struct person *p, const struct table *t)
{
    char path[64];
    int status;
    snprintf(path, sizeof path, "/api/matches/%s", t->match);
    json_t *match = web_json(server.port, "GET", path, p->cookie, NULL, &status);
    assert_int_equal(status, 200);
    json_t *deal = json_incref(json_object_get(match, "deal"));
    assert_non_null(deal);
    json_decref(match);
    return deal;
}

static void expect_phase(struct person *p, const struct table *t, const char *phase, int restarts)
{
    json_t *deal = deal_of(p, t);
    assert_string_equal(web_text(deal, "phase"), phase);
    assert_int_equal(web_int(deal, "restarts"), restarts);
    json_decref(deal);
}

static void refused(json_t *answer, const char *part)
{
    if (strcmp(web_text(answer, "type"), "error") != 0 ||
        strcmp(web_text(answer, "code"), "refused") != 0 ||
        !strstr(web_text(answer, "message"), part)) {
        char *text = json_dumps(answer, 0);
        fail_msg("no refusal with \"%s\": %.300s", part, text);
    }
    json_decref(answer);
}

/* Ada and Bob, each at their own browser, both at the table. */
static struct table two_people(struct person *ada, struct person *bob)
{
    struct table t = make(ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    claim(bob, &t, 1);
    enter(ada);
    enter(bob);
    expect_type(ask(ada, "watch", &t, 0, NULL), "table");
    expect_type(ask(bob, "watch", &t, 1, NULL), "table");
    return t;
}

/* ---- In order ---- */

static void pledges_come_before_nonces(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t = make(&p, json_pack("[o,o,o]", seat_of("me", NULL), seat_of("local", NULL),
                                        seat_of("bot", "greedy")));
    enter(&p);
    json_t *now = ask(&p, "watch", &t, 0, NULL);
    assert_string_equal(web_text(now, "status"), "gathering");
    assert_int_equal(web_int(now, "to_act"), -1);
    assert_int_equal(strlen(web_text(now, "commitment")), 64);
    assert_string_equal(web_text(json_object_get(now, "deal"), "phase"), "pledges");
    json_decref(now);
    expect_error(ask(&p, "nonce", &t, 0, json_pack("{s:s}", "nonce", "short")), "bad_input");
    expect_error(ask(&p, "pledge", &t, 0, json_pack("{s:s}", "pledge", "short")), "bad_input");
    refused(ask(&p, "nonce", &t, 0, nonce_is(1)), "pledge the nonce first");
    expect_type(ask(&p, "pledge", &t, 0, pledge_is(&t, 0, 1)), "ok");
    refused(ask(&p, "nonce", &t, 0, nonce_is(1)), "not all seats have pledged");
    expect_error(commit(&p, &t, 0, 0, "anything", "k"), "refused");
    expect_phase(&p, &t, "pledges", 0);
    expect_type(ask(&p, "pledge", &t, 1, pledge_is(&t, 1, 3)), "ok");
    expect_phase(&p, &t, "nonces", 0);

    /* From now on nobody changes a pledge, and no nonce is shown before all are there. */
    refused(ask(&p, "pledge", &t, 1, pledge_is(&t, 1, 4)), "too late");
    refused(ask(&p, "nonce", &t, 0, nonce_is(2)), "not the nonce");
    refused(ask(&p, "nonce", &t, 1, nonce_is(1)), "not the nonce"); /* the other seat's */
    expect_type(ask(&p, "nonce", &t, 0, nonce_is(1)), "ok");
    refused(ask(&p, "nonce", &t, 0, nonce_is(1)), "already");
    json_t *deal = deal_of(&p, &t);
    assert_int_equal(strlen(json_string_value(json_array_get(json_object_get(deal, "pledges"), 1))),
                     64);
    assert_true(json_is_null(json_array_get(json_object_get(deal, "pledges"), 2)));
    for (size_t i = 0; i < 3; i++)
        assert_true(json_is_null(json_array_get(json_object_get(deal, "nonces"), i)));
    json_decref(deal);
    expect_type(ask(&p, "nonce", &t, 1, nonce_is(3)), "ok");
    now = web_await(&p.socket, "table", -1);
    assert_string_equal(web_text(now, "status"), "running");
    assert_true(web_int(now, "position") > 0);
    /* The first cards come with the nonces. */
    const json_t *nonces = json_object_get(json_object_get(now, "deal"), "nonces");
    assert_string_equal(json_string_value(json_array_get(nonces, 0)),
                        "0100000000000000000000000000000000000000000000000000000000000000");
    assert_string_equal(json_string_value(json_array_get(nonces, 1)),
                        "0300000000000000000000000000000000000000000000000000000000000000");
    json_decref(now);
    expect_error(ask(&p, "start", &t, 0, NULL), "refused");
    refused(ask(&p, "pledge", &t, 0, pledge_is(&t, 0, 1)), "dealt already");
    leave(&p);
    json_decref(t.made);
}

/* ---- The attack: a player and an operator together ---- */

/* Bob's accomplice is the operator, who knows the secret and, once Ada has revealed it, her nonce.
 * They try one nonce after the other for a better hand; none is taken but the pledged one. */
static void the_last_nonce_cannot_be_chosen(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0};
    web_stop(&server, SIGTERM);
    web_start(&server, patient);
    struct table t = two_people(&ada, &bob);
    expect_type(ask(&ada, "pledge", &t, 0, pledge_is(&t, 0, 5)), "ok");
    expect_type(ask(&bob, "pledge", &t, 1, pledge_is(&t, 1, 6)), "ok");
    expect_type(ask(&ada, "nonce", &t, 0, nonce_is(5)), "ok");
    for (uint32_t i = 0; i < 1000; i++)
        refused(ask(&bob, "nonce", &t, 1, nonce_is(1000 + i)), "not the nonce");
    expect_type(ask(&bob, "nonce", &t, 1, nonce_is(6)), "ok");
    expect_phase(&ada, &t, "dealt", 0);
    web_stop(&server, SIGTERM);
    web_start(&server, usual);
    leave(&ada);
    leave(&bob);
    json_decref(t.made);
}

/* The record of a match that was dealt with pledges verifies; with any other nonce in it, and the
 * moves of that deal or not, it does not. */
static void a_ground_nonce_is_found_in_the_record(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t = make(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("local", NULL)));
    struct vl_error err = {0};
    struct vl_verdict verdict;
    struct web_reply reply;
    char path[64];
    int status;
    enter(&p);
    for (int seat = 0; seat < 2; seat++) {
        expect_type(ask(&p, "watch", &t, seat, NULL), "table");
        expect_type(ask(&p, "pledge", &t, seat, pledge_is(&t, seat, 7)), "ok");
    }
    for (int seat = 0; seat < 2; seat++)
        expect_type(ask(&p, "nonce", &t, seat, nonce_is(7)), "ok");
    play_out(&p, &t);
    snprintf(path, sizeof path, "/api/matches/%s/verify", t.match);
    json_t *checked = web_json(server.port, "GET", path, p.cookie, NULL, &status);
    assert_true(json_is_true(json_object_get(checked, "ok")));
    assert_true(json_is_true(json_object_get(checked, "pledged")));
    assert_int_equal(json_array_size(json_object_get(checked, "without")), 0);
    assert_int_equal(json_array_size(json_object_get(checked, "pledges")), 2);
    json_decref(checked);
    snprintf(path, sizeof path, "/api/matches/%s/record", t.match);
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    struct vl_record *record = vl_record_parse(reply.body.data, reply.body.length, &err);
    assert_non_null(record);
    assert_int_equal(strncmp(reply.body.data, "valise record 4\n", 16), 0);
    const struct vl_game *game = vl_game_find(record->game);
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    assert_non_null(deck);
    assert_true(vl_record_verify(game, deck, record, &verdict, &err));
    assert_true(verdict.pledged && verdict.fair);
    for (uint32_t i = 0; i < 1000; i++) {
        some_nonce(5000 + i, record->chance.seal.nonce[1]);
        assert_false(vl_record_verify(game, deck, record, &verdict, &err));
        assert_string_equal(err.message, "the nonce of seat 1 is not the one it pledged");
    }
    /* A record that drops the pledge, or the nonce, does not hold either. */
    record->chance.seal.has_pledge[1] = false;
    assert_false(vl_record_verify(game, deck, record, &verdict, &err));
    assert_string_equal(err.message, "seat 1 has a nonce that it did not pledge");
    record->chance.seal.has_pledge[1] = true;
    record->chance.seal.has_nonce[1] = false;
    assert_false(vl_record_verify(game, deck, record, &verdict, &err));
    assert_string_equal(err.message, "seat 1 pledged a nonce and did not reveal it");
    vl_deck_free(deck);
    vl_record_free(record);
    web_reply_free(&reply);
    leave(&p);
    json_decref(t.made);
}

/* ---- Seats that hold back, and seats that are away ---- */

static void await_phase(struct person *p, const struct table *t, const char *phase, int restarts)
{
    for (int tries = 0; tries < 400; tries++) {
        json_t *deal = deal_of(p, t);
        bool there =
            strcmp(web_text(deal, "phase"), phase) == 0 && web_int(deal, "restarts") == restarts;
        json_decref(deal);
        if (there)
            return;
        web_rest(25);
    }
    fail_msg("the deal is never at %s after %d restarts", phase, restarts);
}

/* Bob is here and does not reveal: all pledge again, and the record counts it. */
static void a_nonce_held_back_restarts_the_deal(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0};
    struct table t = two_people(&ada, &bob);
    expect_type(ask(&ada, "pledge", &t, 0, pledge_is(&t, 0, 5)), "ok");
    expect_type(ask(&bob, "pledge", &t, 1, pledge_is(&t, 1, 6)), "ok");
    expect_type(ask(&ada, "nonce", &t, 0, nonce_is(5)), "ok");
    refused(ask(&ada, "start", &t, 0, NULL), "about to reveal");
    await_phase(&ada, &t, "pledges", 1);
    refused(ask(&bob, "nonce", &t, 1, nonce_is(6)), "pledge the nonce first");
    json_t *deal = deal_of(&ada, &t);
    assert_true(json_is_null(json_array_get(json_object_get(deal, "pledges"), 0)));
    json_decref(deal);
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    leave(&ada);
    leave(&bob);
    enter(&ada);
    enter(&bob);
    expect_phase(&ada, &t, "pledges", 1);
    expect_type(ask(&ada, "pledge", &t, 0, pledge_is(&t, 0, 8)), "ok");
    expect_type(ask(&bob, "pledge", &t, 1, pledge_is(&t, 1, 9)), "ok");
    web_stop(&server, SIGKILL); /* pledges are kept as well */
    web_start(&server, usual);
    leave(&ada);
    leave(&bob);
    enter(&ada);
    enter(&bob);
    expect_type(ask(&bob, "nonce", &t, 1, nonce_is(9)), "ok");
    expect_type(ask(&ada, "nonce", &t, 0, nonce_is(8)), "ok");
    expect_phase(&ada, &t, "dealt", 1);
    leave(&ada);
    leave(&bob);
    json_decref(t.made);
}

/* Bob is at the table: Ada cannot start without him. Bob is away: she can, and it is noted. */
static void nobody_starts_without_those_who_are_here(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0};
    struct table t = two_people(&ada, &bob);
    refused(ask(&ada, "start", &t, 0, NULL), "is here, and has not pledged");
    expect_type(ask(&ada, "pledge", &t, 0, pledge_is(&t, 0, 5)), "ok");
    refused(ask(&ada, "start", &t, 0, NULL), "is here, and has not pledged");
    expect_type(ask(&bob, "unwatch", &t, 1, NULL), "ok");
    expect_type(ask(&ada, "start", &t, 0, NULL), "ok");
    expect_phase(&ada, &t, "nonces", 0);
    expect_type(ask(&ada, "nonce", &t, 0, nonce_is(5)), "ok");
    expect_phase(&ada, &t, "dealt", 0);
    /* It is noted over a restart, in the record's words. */
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    json_t *deal = deal_of(&ada, &t);
    assert_true(json_is_string(json_array_get(json_object_get(deal, "nonces"), 0)));
    assert_true(json_is_null(json_array_get(json_object_get(deal, "nonces"), 1)));
    json_decref(deal);
    leave(&ada);
    leave(&bob);
    json_decref(t.made);
}

/* Bob has pledged and left. The table waits for him; or Ada starts without him, which restarts the
 * deal, since she has revealed her nonce already. */
static void a_pledge_may_wait_for_its_owner(void **state)
{
    (void)state;
    for (int comes_back = 0; comes_back < 2; comes_back++) {
        struct person ada = {0}, bob = {0};
        struct table t = two_people(&ada, &bob);
        expect_type(ask(&bob, "pledge", &t, 1, pledge_is(&t, 1, 6)), "ok");
        expect_type(ask(&bob, "unwatch", &t, 1, NULL), "ok");
        expect_type(ask(&ada, "pledge", &t, 0, pledge_is(&t, 0, 5)), "ok");
        expect_type(ask(&ada, "nonce", &t, 0, nonce_is(5)), "ok");
        web_rest(2500); /* longer than the limit "reveal": that is for those who are here */
        expect_phase(&ada, &t, "nonces", 0);
        if (comes_back) {
            expect_type(ask(&bob, "watch", &t, 1, NULL), "table");
            expect_type(ask(&bob, "nonce", &t, 1, nonce_is(6)), "ok");
            expect_phase(&ada, &t, "dealt", 0);
        } else {
            expect_type(ask(&ada, "start", &t, 0, NULL), "ok");
            expect_phase(&ada, &t, "pledges", 1);
            expect_type(ask(&ada, "pledge", &t, 0, pledge_is(&t, 0, 8)), "ok");
            expect_phase(&ada, &t, "nonces", 1); /* without another word from her */
            expect_type(ask(&ada, "nonce", &t, 0, nonce_is(8)), "ok");
            expect_phase(&ada, &t, "dealt", 1);
        }
        leave(&ada);
        leave(&bob);
        json_decref(t.made);
    }
}

/* A match that an earlier program left before its first card has a nonce without a pledge. It is
 * dropped, and the seat pledges like all others. */
static void a_nonce_of_an_earlier_program_is_dropped(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0};
    struct table t = two_people(&ada, &bob);
    char sql[160];
    sqlite3 *db = NULL;
    leave(&ada);
    leave(&bob);
    web_stop(&server, SIGTERM);
    snprintf(sql, sizeof sql,
             "UPDATE seats SET nonce = randomblob(32) WHERE seat = 1 AND match ="
             " (SELECT number FROM matches WHERE id = '%s')",
             t.match);
    assert_int_equal(sqlite3_open(server.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(db), 1);
    sqlite3_close(db);
    web_start(&server, usual);
    enter(&ada);
    enter(&bob);
    json_t *now = ask(&bob, "watch", &t, 1, NULL);
    const json_t *seat = json_array_get(json_object_get(now, "seats"), 1);
    assert_true(json_is_true(json_object_get(seat, "nonce")));
    assert_true(json_is_false(json_object_get(seat, "pledged")));
    json_decref(now);
    expect_type(ask(&ada, "pledge", &t, 0, pledge_is(&t, 0, 5)), "ok");
    expect_phase(&ada, &t, "pledges", 0);
    expect_type(ask(&bob, "pledge", &t, 1, pledge_is(&t, 1, 6)), "ok");
    expect_type(ask(&ada, "nonce", &t, 0, nonce_is(5)), "ok");
    expect_phase(&ada, &t, "nonces", 0);
    expect_type(ask(&bob, "nonce", &t, 1, nonce_is(6)), "ok");
    expect_phase(&ada, &t, "dealt", 0);
    leave(&ada);
    leave(&bob);
    json_decref(t.made);
}

/* A seat left out, a restart: both are in the record of the finished match. */
static void the_record_tells_of_it(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t = make(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("local", NULL)));
    struct web_reply reply;
    char path[64];
    enter(&p);
    expect_type(ask(&p, "watch", &t, 0, NULL), "table");
    expect_type(ask(&p, "pledge", &t, 0, pledge_is(&t, 0, 5)), "ok");
    expect_type(ask(&p, "start", &t, 0, NULL), "ok"); /* without a nonce of her other seat */
    await_phase(&p, &t, "pledges", 1);                /* and she does not reveal */
    expect_type(ask(&p, "pledge", &t, 0, pledge_is(&t, 0, 6)), "ok");
    expect_type(ask(&p, "start", &t, 0, NULL), "ok");
    expect_type(ask(&p, "nonce", &t, 0, nonce_is(6)), "ok");
    expect_type(ask(&p, "watch", &t, 1, NULL), "table");
    play_out(&p, &t);
    snprintf(path, sizeof path, "/api/matches/%s/record", t.match);
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    assert_non_null(strstr(reply.body.data, "\nrestarts 1\npledge 0 "));
    assert_non_null(strstr(reply.body.data, "\nwithout 1\n"));
    assert_null(strstr(reply.body.data, "\npledge 1 "));
    web_reply_free(&reply);
    snprintf(path, sizeof path, "/api/matches/%s/verify", t.match);
    get(path, 200, "\"without\":[1],\"restarts\":1");
    leave(&p);
    json_decref(t.made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pledges_come_before_nonces),
        cmocka_unit_test(the_last_nonce_cannot_be_chosen),
        cmocka_unit_test(a_ground_nonce_is_found_in_the_record),
        cmocka_unit_test(a_nonce_held_back_restarts_the_deal),
        cmocka_unit_test(nobody_starts_without_those_who_are_here),
        cmocka_unit_test(a_pledge_may_wait_for_its_owner),
        cmocka_unit_test(a_nonce_of_an_earlier_program_is_dropped),
        cmocka_unit_test(the_record_tells_of_it),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
