/*
 * Seats that change hands, over real sockets: a link that serves once, a vote of the others, and
 * what the browsers that had the seat are told.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/people.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    "--limit",     "reissue=2",
                                    "--limit",     "move=2",
                                    NULL};

/* Keys and tokens that nobody was given: 32 bytes in base64url. */
static const char key_a[] = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA";
static const char key_b[] = "BBIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA";
static const char key_c[] = "CBIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA";

/* A POST about a match; the answer, with the status checked. */
static json_t *post(struct person *p, const struct table *t, const char *what, json_t *body,
                    int wanted)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "/api/matches/%s/%s", t->match, what);
    json_t *answer = web_json(server.port, "POST", path, p->cookie, body, &status);
    json_decref(body);
    if (status != wanted) {
        char *text = json_dumps(answer, 0);
        fail_msg("%s: %d, not %d: %.300s", what, status, wanted, text);
    }
    return answer;
}

static void refused(struct person *p, const struct table *t, const char *what, json_t *body,
                    int status, const char *part)
{
    json_t *answer = post(p, t, what, body, status);
    const char *message = web_text(json_object_get(answer, "error"), "message");
    if (!strstr(message, part))
        fail_msg("%s: \"%s\" has no \"%s\"", what, message, part);
    json_decref(answer);
}

static json_t *seat_is(int seat)
{
    return json_pack("{s:i}", "seat", seat);
}

static json_t *vote_is(int seat, bool agree)
{
    return json_pack("{s:i,s:b}", "seat", seat, "agree", agree);
}

static json_t *claim_is(int seat, const char *secret, const char *key)
{
    json_t *body = json_pack("{s:i,s:s}", "seat", seat, "secret", secret);
    if (key)
        json_object_set_new(body, "key", json_string(key));
    return body;
}

static json_t *token_is(int seat, const char *token)
{
    return json_pack("{s:i,s:s}", "seat", seat, "token", token);
}

/* The seat as a fresh GET shows it to somebody. */
static json_t *look_at(struct person *p, const struct table *t, int seat)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "/api/matches/%s", t->match);
    json_t *match = web_json(server.port, "GET", path, p->cookie, NULL, &status);
    assert_int_equal(status, 200);
    json_t *found = json_incref(json_array_get(json_object_get(match, "seats"), (size_t)seat));
    json_decref(match);
    return found;
}

static json_t *left(struct person *p)
{
    int status;
    json_t *answer = web_json(server.port, "GET", "/api/my/left", p->cookie, NULL, &status);
    assert_int_equal(status, 200);
    json_t *list = json_incref(json_object_get(answer, "left"));
    json_decref(answer);
    return list;
}

/* The table when it is this seat's turn: a bot may have been first. */
static json_t *await_turn(struct person *p, const struct table *t, int seat)
{
    for (int tries = 0; tries < 400; tries++) {
        json_t *table = ask(p, "watch", t, seat, NULL);
        if (web_int(table, "to_act") == seat)
            return table;
        json_decref(table);
        nanosleep(&(struct timespec){.tv_nsec = 25000000}, NULL);
    }
    fail_msg("it is never the turn of seat %d", seat);
    return NULL;
}

static void a_seat_moves_by_a_link_once(void **state)
{
    (void)state;
    struct person ada = {0}, phone = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "greedy")));
    enter(&ada);
    expect_type(ask(&ada, "start", &t, 0, NULL), "ok");
    json_t *table = await_turn(&ada, &t, 0);
    int position = web_int(table, "position");
    json_decref(table);
    refused(&eve, &t, "move", seat_is(0), 403, "belongs to somebody else");
    refused(&ada, &t, "move", seat_is(1), 409, "a bot sits there");
    refused(&ada, &t, "move", seat_is(7), 400, "7");
    json_decref(post(&ada, &t, "move", seat_is(0), 200)); /* the second takes its place */
    json_t *link = post(&ada, &t, "move", seat_is(0), 200);
    char token[64], expected[160];
    snprintf(token, sizeof token, "%s", web_text(link, "token"));
    snprintf(expected, sizeof expected, "/#/m/%s/t/0/%s", t.match, token);
    assert_string_equal(web_text(link, "link"), expected);
    json_decref(link);
    refused(&eve, &t, "take", token_is(0, key_a), 403, "used or has run out");
    refused(&eve, &t, "take", token_is(0, "short"), 403, "used or has run out");
    assert_string_equal(eve.cookie, "");
    refused(&ada, &t, "take", token_is(0, token), 409, "already");

    json_t *match = post(&phone, &t, "take", token_is(0, token), 200);
    assert_true(strncmp(phone.cookie, "valise=", 7) == 0);
    assert_int_equal(json_array_size(json_object_get(match, "mine")), 1);
    json_decref(match);
    refused(&eve, &t, "take", token_is(0, token), 403, "used or has run out");

    /* The old browser is told, sees no more of the seat, and cannot come back by its old link. */
    json_t *told = web_await(&ada.socket, "left", -1);
    assert_string_equal(web_text(told, "match"), t.match);
    assert_int_equal(web_int(told, "seat"), 0);
    assert_string_equal(web_text(told, "how"), "moved");
    json_decref(told);
    expect_error(ask(&ada, "watch", &t, 0, NULL), "not_yours");
    refused(&ada, &t, "claim", claim_is(0, key_a, NULL), 403, "secret");
    json_t *gone = left(&ada);
    assert_int_equal(json_array_size(gone), 1);
    assert_string_equal(web_text(json_array_get(gone, 0), "match"), t.match);
    assert_string_equal(web_text(json_array_get(gone, 0), "how"), "moved");
    json_decref(gone);

    /* The new one plays on, and the old one hears nothing of it. */
    enter(&phone);
    table = ask(&phone, "watch", &t, 0, NULL);
    assert_int_equal(web_int(table, "position"), position);
    json_decref(commit(&phone, &t, 0, position, first_move(table), "k"));
    json_decref(table);
    json_t *heard;
    while ((heard = web_hear(&ada.socket, 200))) {
        assert_string_not_equal(web_text(heard, "type"), "table");
        json_decref(heard);
    }
    int status;
    json_t *body = json_pack("{s:s}", "match", t.match);
    json_decref(web_json(server.port, "POST", "/api/my/left", ada.cookie, body, &status));
    assert_int_equal(status, 200);
    json_decref(body);
    gone = left(&ada);
    assert_int_equal(json_array_size(gone), 0);
    json_decref(gone);
    leave(&ada);
    leave(&phone);
    json_decref(t.made);
}

static void a_link_runs_out_and_lasts_over_a_restart(void **state)
{
    (void)state;
    struct person ada = {0}, phone = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "greedy")));
    json_t *link = post(&ada, &t, "move", seat_is(0), 200);
    sleep(3);
    refused(&phone, &t, "take", token_is(0, web_text(link, "token")), 403, "has run out");
    json_decref(link);
    link = post(&ada, &t, "move", seat_is(0), 200);
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    json_decref(post(&phone, &t, "take", token_is(0, web_text(link, "token")), 200));
    json_decref(link);
    json_decref(t.made);
}

static int devices(struct person *p, const struct table *t, int seat)
{
    json_t *found = look_at(p, t, seat);
    int count = web_int(found, "devices");
    json_decref(found);
    return count;
}

/* The maker of a match has its links; once a friend sits down, they open nothing, neither for the
 * maker nor for a fresh browser. Pass and play has no links at all. */
static void a_link_works_once(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o,o]", seat_of("me", NULL), seat_of("friend", NULL),
                                          seat_of("local", NULL)));
    for (int i = 0; i < 3; i += 2) {
        const json_t *seat = json_array_get(json_object_get(t.made, "seats"), (size_t)i);
        assert_null(json_object_get(seat, "secret"));
        assert_null(json_object_get(seat, "link"));
    }
    assert_int_equal(devices(&ada, &t, 0), 1);
    assert_int_equal(devices(&ada, &t, 1), 0);
    refused(&bob, &t, "claim", claim_is(1, secret_of(&t, 1), "short"), 400, "43 characters");
    refused(&bob, &t, "claim", claim_is(0, secret_of(&t, 1), NULL), 403, "secret");
    refused(&bob, &t, "ask", claim_is(1, secret_of(&t, 1), key_a), 409, "works still");
    claim(&bob, &t, 1);
    refused(&eve, &t, "claim", claim_is(1, secret_of(&t, 1), NULL), 409, "already");
    refused(&eve, &t, "claim", claim_is(1, secret_of(&t, 1), key_a), 409, "already");
    refused(&ada, &t, "claim", claim_is(1, secret_of(&t, 1), key_a), 409, "already");
    assert_string_equal(eve.cookie, "");
    json_decref(post(&bob, &t, "claim", claim_is(1, secret_of(&t, 1), NULL), 200)); /* his own */
    assert_int_equal(devices(&ada, &t, 1), 1);
    enter(&ada);
    expect_error(ask(&ada, "watch", &t, 1, NULL), "not_yours");
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    refused(&eve, &t, "claim", claim_is(1, secret_of(&t, 1), NULL), 409, "already");
    leave(&ada);
    json_decref(t.made);
}

/* The answer to a claim was lost, and with it the cookie: the same key gives the seat again. */
static void a_lost_claim_is_repeated(void **state)
{
    (void)state;
    struct person ada = {0}, lost = {0}, bob = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    json_decref(post(&lost, &t, "claim", claim_is(1, secret_of(&t, 1), key_a), 200));
    refused(&eve, &t, "claim", claim_is(1, secret_of(&t, 1), key_b), 409, "already");
    json_decref(post(&bob, &t, "claim", claim_is(1, secret_of(&t, 1), key_a), 200));
    assert_string_not_equal(bob.cookie, lost.cookie);
    assert_int_equal(devices(&ada, &t, 1), 1);
    enter(&bob);
    enter(&lost);
    expect_type(ask(&bob, "watch", &t, 1, NULL), "table");
    expect_error(ask(&lost, "watch", &t, 1, NULL), "not_yours");
    json_decref(post(&bob, &t, "claim", claim_is(1, secret_of(&t, 1), key_a), 200));
    /* For a while only (the limit "move" is 2 s here): a key is no second link. */
    sleep(3);
    refused(&lost, &t, "claim", claim_is(1, secret_of(&t, 1), key_a), 409, "already");
    leave(&bob);
    leave(&lost);
    json_decref(t.made);
}

/* Waits for the question that a holder sees at a seat; its number. */
static int await_ask(struct person *p, const struct table *t, int seat)
{
    for (int tries = 0; tries < 400; tries++) {
        json_t *found = look_at(p, t, seat);
        const json_t *asks = json_object_get(found, "asks");
        int number = json_is_object(asks) ? web_int(asks, "number") : 0;
        json_decref(found);
        if (number)
            return number;
        nanosleep(&(struct timespec){.tv_nsec = 25000000}, NULL);
    }
    fail_msg("nobody asks for seat %d", seat);
    return 0;
}

static void a_used_link_asks_the_holder(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0}, phone = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    claim(&bob, &t, 1);
    /* Nobody is there to be asked. */
    refused(&phone, &t, "ask", claim_is(1, secret_of(&t, 1), key_a), 409, "not at the table");
    enter(&ada);
    enter(&bob);
    expect_type(ask(&bob, "watch", &t, 1, NULL), "table");
    refused(&phone, &t, "ask", claim_is(1, key_b, key_a), 403, "secret");
    refused(&phone, &t, "ask", claim_is(1, secret_of(&t, 1), NULL), 400, "needs a key");

    /* Bob refuses: nothing was shown, and there is peace for a while. */
    json_decref(post(&eve, &t, "ask", claim_is(1, secret_of(&t, 1), key_a), 202));
    enter(&eve);
    expect_error(ask(&eve, "watch", &t, 1, NULL), "not_yours");
    int number = await_ask(&bob, &t, 1);
    expect_error(ask(&ada, "allow", &t, 1, json_pack("{s:i,s:b}", "ask", number, "allow", 1)),
                 "not_yours"); /* the maker does not answer for him */
    expect_error(ask(&bob, "allow", &t, 1, json_pack("{s:i,s:b}", "ask", number + 1, "allow", 1)),
                 "refused");
    refused(&phone, &t, "ask", claim_is(1, secret_of(&t, 1), key_b), 429, "asks for this seat");
    expect_type(ask(&bob, "allow", &t, 1, json_pack("{s:i,s:b}", "ask", number, "allow", 0)), "ok");
    refused(&eve, &t, "ask", claim_is(1, secret_of(&t, 1), key_a), 409, "has said no");
    refused(&eve, &t, "ask", claim_is(1, secret_of(&t, 1), key_b), 429, "a moment ago");
    expect_error(ask(&eve, "watch", &t, 1, NULL), "not_yours");
    assert_int_equal(devices(&ada, &t, 1), 1);

    /* Later (the limit "move" is 2 s here) his own phone asks; he allows it; everybody sees two. */
    sleep(3);
    json_decref(post(&phone, &t, "ask", claim_is(1, secret_of(&t, 1), key_c), 202));
    json_decref(post(&phone, &t, "ask", claim_is(1, secret_of(&t, 1), key_c), 202));
    number = await_ask(&ada, &t, 1); /* it is no secret that somebody asks */
    expect_type(ask(&bob, "allow", &t, 1, json_pack("{s:i,s:b}", "ask", number, "allow", 1)), "ok");
    json_t *match = post(&phone, &t, "ask", claim_is(1, secret_of(&t, 1), key_c), 200);
    assert_int_equal(json_array_size(json_object_get(match, "mine")), 1);
    json_decref(match);
    assert_int_equal(devices(&ada, &t, 1), 2);
    enter(&phone);
    expect_type(ask(&phone, "watch", &t, 1, NULL), "table");
    expect_type(ask(&bob, "watch", &t, 1, NULL), "table");
    expect_error(ask(&bob, "allow", &t, 1, json_pack("{s:i,s:b}", "ask", number, "allow", 1)),
                 "refused");
    leave(&ada);
    leave(&bob);
    leave(&eve);
    leave(&phone);
    json_decref(t.made);
}

/* A holder adds a device and keeps the seat. */
static void a_link_may_add_a_device(void **state)
{
    (void)state;
    struct person ada = {0}, phone = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "greedy")));
    refused(&ada, &t, "move", json_pack("{s:i,s:i}", "seat", 0, "stay", 1), 400, "true or false");
    json_t *link = post(&ada, &t, "move", json_pack("{s:i,s:b}", "seat", 0, "stay", 1), 200);
    assert_true(json_is_true(json_object_get(link, "stay")));
    json_decref(post(&phone, &t, "take", token_is(0, web_text(link, "token")), 200));
    refused(&eve, &t, "take", token_is(0, web_text(link, "token")), 403, "used");
    json_decref(link);
    assert_int_equal(devices(&eve, &t, 0), 2);
    enter(&ada);
    enter(&phone);
    expect_type(ask(&ada, "watch", &t, 0, NULL), "table");
    expect_type(ask(&phone, "watch", &t, 0, NULL), "table");
    json_t *gone = left(&ada);
    assert_int_equal(json_array_size(gone), 0);
    json_decref(gone);
    leave(&ada);
    leave(&phone);
    json_decref(t.made);
}

/* One opponent, days a move: the whole vote is hers. The owner has three days to object, and any
 * sign of life ends the vote. */
static void a_lone_opponent_takes_no_correspondence_seat(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0};
    struct table t =
        make_with(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)),
                  json_pack("{s:{s:s,s:i}}", "clock", "kind", "days", "days", 2));
    claim(&bob, &t, 1);
    enter(&bob);
    expect_type(ask(&bob, "watch", &t, 1, NULL), "table");
    leave(&bob);
    refused(&ada, &t, "reissue", vote_is(1, true), 409, "here");
    web_stop(&server, SIGKILL); /* a room that is loaded again knows when he was there */
    web_start(&server, usual);
    refused(&ada, &t, "reissue", vote_is(1, true), 409, "a moment ago");
    sleep(3); /* the limit "reissue" is 2 s here: now the vote opens, and it does not pass */
    json_decref(post(&ada, &t, "reissue", vote_is(1, true), 200));
    json_t *seat = look_at(&ada, &t, 1);
    const json_t *vote = json_object_get(seat, "reissue");
    assert_in_range(web_int(vote, "ready") - web_int(vote, "opened"), 3 * 86400 - 5,
                    3 * 86400 + 60);
    json_decref(seat);
    sleep(3);
    refused(&ada, &t, "reissue/link", seat_is(1), 409, "seconds left to be here");
    /* Bob asks for nothing more than the link to his phone. */
    json_decref(post(&bob, &t, "move", seat_is(1), 200));
    refused(&ada, &t, "reissue/link", seat_is(1), 409, "here");
    seat = look_at(&ada, &t, 1);
    assert_true(json_is_null(json_object_get(seat, "reissue")));
    json_decref(seat);
    json_decref(t.made);
}

/* The time to object is counted while the server runs, over a restart, and comes to its end. */
static void the_time_to_object_ends(void **state)
{
    (void)state;
    static const char *const soon[] = {"--limit", "reissue=1", "--limit", "objection=4", NULL};
    struct person ada = {0}, bob = {0};
    struct table t =
        make_with(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)),
                  json_pack("{s:{s:s,s:i}}", "clock", "kind", "days", "days", 2));
    claim(&bob, &t, 1);
    web_stop(&server, SIGTERM);
    web_start(&server, soon);
    json_decref(post(&ada, &t, "reissue", vote_is(1, true), 200));
    refused(&ada, &t, "reissue/link", seat_is(1), 409, "seconds left to be here");
    web_stop(&server, SIGTERM);
    web_start(&server, soon);
    refused(&ada, &t, "reissue/link", seat_is(1), 409, "seconds left to be here");
    sleep(5);
    json_decref(post(&ada, &t, "reissue/link", seat_is(1), 200));
    refused(&bob, &t, "ask", claim_is(1, secret_of(&t, 1), key_a), 403, "secret");
    web_stop(&server, SIGTERM);
    web_start(&server, usual);
    json_decref(t.made);
}

/* Three people and a bot. Chidi has lost his seat. */
static void the_others_vote_for_a_new_link(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0}, chidi = {0}, again = {0}, eve = {0};
    struct table t = make(&ada, json_pack("[o,o,o]", seat_of("me", NULL), seat_of("friend", NULL),
                                          seat_of("friend", NULL)));
    claim(&bob, &t, 1);
    claim(&chidi, &t, 2);
    enter(&ada);
    enter(&chidi);
    expect_type(ask(&ada, "start", &t, 0, NULL), "ok");
    expect_type(ask(&ada, "watch", &t, 0, NULL), "table");
    expect_type(ask(&chidi, "watch", &t, 2, NULL), "table");

    /* Who is there has not lost anything; strangers have no vote; nor has the owner. */
    refused(&ada, &t, "reissue", vote_is(2, true), 409, "is here");
    leave(&chidi);
    sleep(3); /* the limit "reissue" is 2 s here: who was there so lately has lost nothing */
    refused(&eve, &t, "reissue", vote_is(2, true), 403, "only the others");
    refused(&chidi, &t, "reissue", vote_is(2, true), 409, "nothing is lost");
    sleep(3); /* that was an action of his */
    refused(&ada, &t, "reissue/link", seat_is(2), 409, "no vote");
    refused(&ada, &t, "reissue", json_pack("{s:i}", "seat", 2), 400, "true or false");

    json_decref(post(&ada, &t, "reissue", vote_is(2, true), 200));
    json_t *seat = look_at(&bob, &t, 2);
    const json_t *vote = json_object_get(seat, "reissue");
    assert_int_equal(json_array_size(json_object_get(vote, "agreed")), 1);
    assert_int_equal(json_array_size(json_object_get(vote, "wanted")), 2);
    assert_true(json_is_false(json_object_get(vote, "passed")));
    json_decref(seat);
    refused(&ada, &t, "reissue/link", seat_is(2), 409, "has not agreed yet");
    /* One who refuses ends it. */
    json_decref(post(&bob, &t, "reissue", vote_is(2, false), 200));
    refused(&ada, &t, "reissue/link", seat_is(2), 409, "no vote");

    /* All agree; but the owner, who was only away, is there in time. */
    json_decref(post(&ada, &t, "reissue", vote_is(2, true), 200));
    json_decref(post(&bob, &t, "reissue", vote_is(2, true), 200));
    refused(&ada, &t, "reissue/link", seat_is(2), 409, "seconds left to be here");
    enter(&chidi);
    expect_type(ask(&chidi, "watch", &t, 2, NULL), "table");
    seat = look_at(&ada, &t, 2);
    assert_true(json_is_null(json_object_get(seat, "reissue")));
    json_decref(seat);
    leave(&chidi);
    refused(&ada, &t, "reissue", vote_is(2, true), 409, "here");
    sleep(3);
    refused(&ada, &t, "reissue/link", seat_is(2), 409, "no vote");

    /* Nobody comes: the link is given out, and what opened the seat before opens it no longer. */
    json_decref(post(&bob, &t, "reissue", vote_is(2, true), 200));
    json_decref(post(&ada, &t, "reissue", vote_is(2, true), 200));
    web_stop(&server, SIGKILL);
    web_start(&server, usual);
    refused(&ada, &t, "reissue/link", seat_is(2), 409,
            "seconds left"); /* the time is served time */
    sleep(3);
    json_t *first = post(&ada, &t, "reissue/link", seat_is(2), 200);
    refused(&chidi, &t, "claim", claim_is(2, secret_of(&t, 2), NULL), 403, "secret");
    enter(&chidi);
    expect_error(ask(&chidi, "watch", &t, 2, NULL), "not_yours");
    leave(&chidi);
    json_t *gone = left(&chidi);
    assert_string_equal(web_text(json_array_get(gone, 0), "how"), "voted");
    json_decref(gone);
    json_t *second = post(&bob, &t, "reissue/link", seat_is(2), 200);
    refused(&again, &t, "take", token_is(2, web_text(first, "token")), 403, "used");
    json_decref(post(&again, &t, "take", token_is(2, web_text(second, "token")), 200));
    json_decref(first);
    json_decref(second);
    seat = look_at(&again, &t, 2);
    assert_true(json_is_null(json_object_get(seat, "reissue")));
    assert_true(json_is_true(json_object_get(seat, "mine")));
    json_decref(seat);
    refused(&ada, &t, "reissue/link", seat_is(2), 409, "no vote");
    enter(&again);
    expect_type(ask(&again, "watch", &t, 2, NULL), "table");
    leave(&again);
    leave(&ada);
    json_decref(t.made);
}

/* Chidi's page is still open on a device that is out of his reach: it keeps nobody from a vote, and
 * does not end one when it connects again by itself; what a person does ends it. */
static void an_open_page_alone_does_not_hold_a_seat(void **state)
{
    (void)state;
    struct person ada = {0}, chidi = {0};
    struct table t = make(&ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    claim(&chidi, &t, 1);
    enter(&ada);
    enter(&chidi);
    expect_type(ask(&ada, "start", &t, 0, NULL), "ok");
    expect_type(ask(&ada, "watch", &t, 0, NULL), "table");
    expect_type(ask(&chidi, "watch", &t, 1, NULL), "table");
    json_t *seat = look_at(&ada, &t, 1);
    assert_in_range(web_int(seat, "silent"), 1, 2000);
    json_decref(seat);
    refused(&ada, &t, "reissue", vote_is(1, true), 409, "is here");

    /* Silent for long enough, though connected. */
    sleep(3);
    seat = look_at(&ada, &t, 1);
    assert_true(json_is_true(json_object_get(seat, "connected")));
    assert_int_equal(web_int(seat, "silent"), 0);
    json_decref(seat);
    json_decref(post(&ada, &t, "reissue", vote_is(1, true), 200));
    /* Anything that he does ends it. */
    expect_type(ask(&chidi, "back", &t, 1, NULL), "ok");
    seat = look_at(&ada, &t, 1);
    assert_true(json_is_null(json_object_get(seat, "reissue")));
    json_decref(seat);
    refused(&ada, &t, "reissue", vote_is(1, true), 409, "is here");

    /* A page that connects again with nobody at it does not. */
    sleep(3);
    json_decref(post(&ada, &t, "reissue", vote_is(1, true), 200));
    leave(&chidi);
    enter(&chidi);
    expect_type(ask(&chidi, "watch", &t, 1, json_pack("{s:b}", "idle", true)), "table");
    refused(&ada, &t, "reissue/link", seat_is(1), 409, "seconds left to be here");
    sleep(3);
    json_decref(post(&ada, &t, "reissue/link", seat_is(1), 200));
    json_t *told = web_await(&chidi.socket, "left", -1);
    assert_string_equal(web_text(told, "how"), "voted");
    json_decref(told);
    leave(&ada);
    leave(&chidi);
    json_decref(t.made);
}

/* With bots alone there is nobody to ask, and one vote does not speak for two seats of others. */
static void bots_do_not_vote(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0};
    struct table t = make(&ada, json_pack("[o,o,o]", seat_of("me", NULL), seat_of("friend", NULL),
                                          seat_of("bot", "greedy")));
    claim(&bob, &t, 1);
    json_decref(post(&bob, &t, "reissue", vote_is(0, true), 200));
    json_t *seat = look_at(&bob, &t, 0);
    const json_t *wanted = json_object_get(json_object_get(seat, "reissue"), "wanted");
    assert_int_equal(json_array_size(wanted), 1);
    assert_int_equal(json_integer_value(json_array_get(wanted, 0)), 1);
    json_decref(seat);
    refused(&bob, &t, "reissue", vote_is(2, true), 409, "a bot sits there");
    json_decref(t.made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_moves_by_a_link_once),
        cmocka_unit_test(a_link_runs_out_and_lasts_over_a_restart),
        cmocka_unit_test(a_link_works_once),
        cmocka_unit_test(a_lost_claim_is_repeated),
        cmocka_unit_test(a_used_link_asks_the_holder),
        cmocka_unit_test(a_link_may_add_a_device),
        cmocka_unit_test(a_lone_opponent_takes_no_correspondence_seat),
        cmocka_unit_test(the_time_to_object_ends),
        cmocka_unit_test(the_others_vote_for_a_new_link),
        cmocka_unit_test(an_open_page_alone_does_not_hold_a_seat),
        cmocka_unit_test(bots_do_not_vote),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
