/*
 * Clocks and minded seats, with real clients: time that runs out, owners that come back, a server
 * that was away, a system clock that jumps.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"
#include "server/people.h"
#include "server/trouble.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "clock=1",
                                    "--limit",     "live_rooms=1",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    NULL};

/* Two people at two browsers, and the table between them. */
struct pair {
    struct person people[2];
    struct table table;
    int to_act; /* who begins */
};

static void pause_for(int milliseconds)
{
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    nanosleep(&time, NULL);
}

static int64_t time_now(void)
{
    return (int64_t)time(NULL);
}

static json_t *seconds(int n)
{
    return json_pack("{s:{s:s,s:i}}", "clock", "kind", "move", "seconds", n);
}

static json_t *watch(struct pair *pair, int seat)
{
    json_t *table = ask(&pair->people[seat], "watch", &pair->table, seat, NULL);
    assert_string_equal(web_text(table, "type"), "table");
    return table;
}

static void begin(struct pair *pair, json_t *clock)
{
    *pair = (struct pair){0};
    pair->table = make_with(
        &pair->people[0], json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)), clock);
    claim(&pair->people[1], &pair->table, 1);
    enter(&pair->people[0]);
    enter(&pair->people[1]);
    expect_type(ask(&pair->people[0], "start", &pair->table, 0, NULL), "ok");
    json_t *now = watch(pair, 0);
    pair->to_act = web_int(now, "to_act");
    json_decref(now);
    json_decref(watch(pair, 1));
}

static void finish(struct pair *pair)
{
    leave(&pair->people[0]);
    leave(&pair->people[1]);
    json_decref(pair->table.made);
}

static bool is_minded(const json_t *frame, int seat)
{
    const json_t *p = json_array_get(json_object_get(frame, "seats"), (size_t)seat);
    assert_non_null(p);
    return json_is_true(json_object_get(p, "minded"));
}

/* Milliseconds left, or -1 where no clock runs. */
static int left(const json_t *frame)
{
    const json_t *value = json_object_get(json_object_get(frame, "clock"), "left");
    assert_non_null(value);
    return json_is_null(value) ? -1 : (int)json_integer_value(value);
}

static json_t *get_match(const struct table *table)
{
    char path[64], cookie[128] = "";
    int status;
    snprintf(path, sizeof path, "/api/matches/%s", table->match);
    json_t *match = web_json(server.port, "GET", path, cookie, NULL, &status);
    assert_int_equal(status, 200);
    return match;
}

/* The next presence in which the seat is minded, or is not. */
static json_t *await_minded(struct person *p, int seat, bool minded)
{
    for (int i = 0; i < 50; i++) {
        json_t *frame = web_hear(&p->socket, 5000);
        if (!frame)
            break;
        const char *type = web_text(frame, "type");
        if ((strcmp(type, "presence") == 0 || strcmp(type, "table") == 0) &&
            is_minded(frame, seat) == minded)
            return frame;
        json_decref(frame);
    }
    fail_msg("seat %d is not %s", seat, minded ? "minded" : "back");
    return NULL;
}

/* The entries of the log that are marked. */
static int marked(const json_t *table, int seat)
{
    size_t i;
    json_t *entry;
    int count = 0;
    json_array_foreach(json_object_get(table, "log"), i, entry)
    {
        bool minded = json_is_true(json_object_get(entry, "minded"));
        if (minded)
            assert_int_equal(web_int(entry, "seat"), seat);
        count += minded;
    }
    return count;
}

static void play_one(struct pair *pair, int seat, const json_t *table, const char *key)
{
    expect_type(commit(&pair->people[seat], &pair->table, seat, web_int(table, "position"),
                       first_move(table), key),
                "ack");
}

/* One who is there plays the first legal move whenever it is its turn, to the end. */
static void play_on(struct pair *pair, int here)
{
    for (int n = 0; n < 20000; n++) {
        char key[16];
        json_t *now = watch(pair, here);
        int seat = web_int(now, "to_act");
        snprintf(key, sizeof key, "on%d", n);
        if (seat == here)
            play_one(pair, here, now, key);
        else
            pause_for(5);
        json_decref(now);
        if (seat < 0)
            return;
    }
    fail_msg("the match does not end");
}

/* ---- Choosing ---- */

static void expect_refused(const char *clock, const char *part)
{
    char cookie[128] = "";
    int status;
    json_t *body =
        json_pack("{s:s,s:[o,o],s:o}", "game", game_id(), "seats", seat_of("me", NULL),
                  seat_of("bot", "greedy"), "clock", json_loads(clock, JSON_DECODE_ANY, NULL));
    assert_non_null(body);
    json_t *answer = web_json(server.port, "POST", "/api/matches", cookie, body, &status);
    if (status != 400)
        fail_msg("%s: %d", clock, status);
    char *text = json_dumps(answer, 0);
    if (!strstr(text, part))
        fail_msg("%s: %s", clock, text);
    free(text);
    json_decref(body);
    json_decref(answer);
}

static void a_clock_is_chosen_when_a_match_is_made(void **state)
{
    (void)state;
    struct pair pair;
    expect_refused("{\"kind\":\"chess\"}", "none, move or days");
    expect_refused("{}", "none, move or days");
    expect_refused("\"fast\"", "none, move or days");
    expect_refused("{\"kind\":\"move\"}", "seconds");
    expect_refused("{\"kind\":\"move\",\"seconds\":0}", "seconds");
    expect_refused("{\"kind\":\"move\",\"seconds\":3601}", "seconds");
    expect_refused("{\"kind\":\"move\",\"days\":1}", "days");
    expect_refused("{\"kind\":\"days\",\"days\":31}", "days");
    expect_refused("{\"kind\":\"days\",\"days\":1.5}", "days");
    expect_refused("{\"kind\":\"none\",\"seconds\":5}", "seconds");

    struct person p = {0};
    struct table t = make_with(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)),
                               json_pack("{s:{s:s,s:i}}", "clock", "kind", "days", "days", 3));
    json_t *match = get_match(&t);
    const json_t *clock = json_object_get(match, "clock");
    assert_string_equal(web_text(clock, "kind"), "days");
    assert_int_equal(web_int(clock, "days"), 3);
    assert_int_equal(left(match), -1); /* nobody's time before the first card */
    json_decref(match);
    enter(&p);
    expect_type(ask(&p, "start", &t, 0, NULL), "ok");
    match = get_match(&t);
    assert_in_range(left(match), 3 * 86400000 - 5000, 3 * 86400000);
    json_decref(match);
    leave(&p);
    json_decref(t.made);

    begin(&pair, NULL);
    match = get_match(&pair.table);
    assert_string_equal(web_text(json_object_get(match, "clock"), "kind"), "none");
    assert_int_equal(left(match), -1);
    json_decref(match);
    finish(&pair);
}

static void the_others_see_the_clock(void **state)
{
    (void)state;
    struct pair pair;
    begin(&pair, seconds(100));
    int mine = pair.to_act, other = 1 - mine;
    json_t *first = watch(&pair, mine);
    pause_for(300);
    json_t *later = watch(&pair, other);
    assert_in_range(left(first), 95000, 100000);
    assert_in_range(left(later), 90000, left(first) - 290);
    play_one(&pair, mine, first, "k");
    json_decref(later);
    later = watch(&pair, other);
    assert_in_range(left(later), 99000, 100000); /* anew for each move */
    json_decref(first);
    json_decref(later);
    finish(&pair);
}

/* ---- Running out ---- */

static void check_record(struct pair *pair, int minded)
{
    char path[64], cookie[128] = "", mark[16];
    struct web_reply reply;
    int status;
    snprintf(path, sizeof path, "/api/matches/%s/record", pair->table.match);
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    snprintf(mark, sizeof mark, "\n%d~ ", minded);
    assert_non_null(strstr(vl_text_string(&reply.body), mark));
    snprintf(mark, sizeof mark, "\n%d~ ", 1 - minded);
    assert_null(strstr(vl_text_string(&reply.body), mark));
    web_reply_free(&reply);
    snprintf(path, sizeof path, "/api/matches/%s/verify", pair->table.match);
    json_t *verdict = web_json(server.port, "GET", path, cookie, NULL, &status);
    assert_true(json_is_true(json_object_get(verdict, "ok")));
    json_decref(verdict);
}

/* The rematch has the same clock, and nobody is minded in it. */
static void check_rematch(struct pair *pair)
{
    char path[64];
    int status;
    snprintf(path, sizeof path, "/api/matches/%s/rematch", pair->table.match);
    json_t *body = json_object();
    json_t *next = web_json(server.port, "POST", path, pair->people[0].cookie, body, &status);
    assert_int_equal(status, 201);
    assert_int_equal(web_int(json_object_get(next, "clock"), "seconds"), 1);
    assert_false(is_minded(next, 0) || is_minded(next, 1));
    json_decref(next);
    json_decref(body);
}

static void a_bot_minds_the_seat_until_its_owner_is_back(void **state)
{
    (void)state;
    struct pair pair;
    begin(&pair, seconds(1));
    int away = pair.to_act, here = 1 - away;
    struct person *owner = &pair.people[away], *other = &pair.people[here];
    leave(owner);
    json_t *news = await_minded(other, away, true);
    json_decref(news);
    /* From now on it plays without waiting for a clock. */
    json_t *now = ask(other, "watch", &pair.table, here, NULL);
    for (int n = 0; n < 200 && web_int(now, "to_act") != here; n++) {
        json_decref(now);
        now = web_await(&other->socket, "table", -1);
    }
    assert_int_equal(web_int(now, "to_act"), here);
    json_decref(now);
    now = ask(other, "watch", &pair.table, here, NULL);
    assert_true(is_minded(now, away));
    assert_false(is_minded(now, here));
    assert_true(marked(now, away) > 0);
    int before = marked(now, away);
    assert_in_range(left(now), 1, 1000); /* the one who is there has a clock */
    play_one(&pair, here, now, "k1");
    json_decref(now);

    /* Coming back hands the seat back at once, and the marks stay. */
    enter(owner);
    now = watch(&pair, away);
    assert_false(is_minded(now, away));
    assert_true(marked(now, away) >= before);
    json_decref(now);
    json_decref(await_minded(other, away, false));

    leave(owner);
    play_on(&pair, here);
    check_record(&pair, away);
    check_rematch(&pair);
    enter(owner);
    finish(&pair);
}

/* Whoever looks without being there (a hidden page) says so; any word or deed is a return. */
static void a_return_is_meant(void **state)
{
    (void)state;
    struct pair pair;
    begin(&pair, seconds(1));
    int away = pair.to_act, here = 1 - away;
    struct person *owner = &pair.people[away];
    json_decref(await_minded(owner, away, true)); /* though connected: it did nothing */
    expect_error(ask(owner, "watch", &pair.table, away, json_pack("{s:i}", "idle", 1)),
                 "bad_input");
    json_t *now = ask(owner, "watch", &pair.table, away, json_pack("{s:b}", "idle", 1));
    assert_true(is_minded(now, away));
    json_decref(now);
    expect_error(ask(&pair.people[here], "back", &pair.table, away, NULL), "not_yours");
    expect_type(ask(owner, "back", &pair.table, away, NULL), "ok");
    json_decref(await_minded(&pair.people[here], away, false));
    expect_type(ask(owner, "back", &pair.table, away, NULL), "ok"); /* again: nothing */
    finish(&pair);
}

/* Running out and coming back within one move gives less every time, and then nothing more: the
 * bot plays the move, however often the owner comes back, and the seat is the owner's again. */
static void nobody_is_held_up_for_ever(void **state)
{
    (void)state;
    static const char *const slow[] = {"--bot-pause", "4000", "--limit", "clock=1", NULL};
    struct pair pair;
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, slow);
    begin(&pair, seconds(4));
    int away = pair.to_act;
    struct person *owner = &pair.people[away];
    static const int given[] = {2000, 1000};
    int position = 0;
    for (int n = 0; n < 2; n++) {
        json_decref(await_minded(owner, away, true));
        if (n == 1) { /* a deed is as good as a word */
            json_t *table = ask(owner, "watch", &pair.table, away, json_pack("{s:b}", "idle", 1));
            expect_type(ask(owner, "try", &pair.table, away,
                            json_pack("{s:i,s:[s]}", "position", web_int(table, "position"),
                                      "moves", first_move(table))),
                        "tried");
            json_decref(table);
        } else {
            expect_type(ask(owner, "back", &pair.table, away, NULL), "ok");
        }
        json_t *now = get_match(&pair.table);
        assert_in_range(left(now), given[n] - 500, given[n]);
        assert_int_equal(web_int(now, "to_act"), away);
        position = web_int(now, "position");
        json_decref(now);
    }
    json_decref(await_minded(owner, away, true));
    bool played = false;
    for (int i = 0; i < 200 && !played; i++) {
        expect_type(ask(owner, "back", &pair.table, away, NULL), "ok");
        json_t *now = get_match(&pair.table);
        played = web_int(now, "position") > position;
        if (played)
            assert_false(is_minded(now, away));
        json_decref(now);
        pause_for(50);
    }
    assert_true(played);
    finish(&pair);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, usual);
}

/* In the same place the owner may still be faster than the bot. */
static void the_last_chance_is_a_move(void **state)
{
    (void)state;
    static const char *const slow[] = {"--bot-pause", "60000", "--limit", "clock=1", NULL};
    struct pair pair;
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, slow);
    begin(&pair, seconds(1));
    int away = pair.to_act;
    struct person *owner = &pair.people[away];
    json_decref(await_minded(owner, away, true));
    expect_type(ask(owner, "back", &pair.table, away, NULL), "ok");
    json_t *table = watch(&pair, away);
    assert_true(is_minded(table, away));
    play_one(&pair, away, table, "in-time");
    json_decref(table);
    table = watch(&pair, away);
    assert_false(is_minded(table, away));
    assert_int_equal(marked(table, away), 0);
    json_decref(table);
    finish(&pair);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, usual);
}

/* Nobody looks, other matches crowd this one out of memory: time runs out all the same. */
static void a_match_out_of_memory_is_in_time(void **state)
{
    (void)state;
    struct pair pair, others[3];
    begin(&pair, seconds(3));
    int away = pair.to_act;
    finish(&pair);
    for (int i = 0; i < 3; i++)
        begin(&others[i], NULL);
    pause_for(4500);
    for (int i = 0; i < 3; i++)
        finish(&others[i]);
    struct person p = {0};
    enter(&p);
    json_t *now = ask(&p, "watch", &pair.table, -1, NULL);
    assert_true(is_minded(now, away));
    assert_true(marked(now, away) > 0);
    json_decref(now);
    leave(&p);
    get("/metrics", 200, "valise_seats_minded_total");
}

/* ---- Times that are nobody's ---- */

static void come_again(struct pair *pair)
{
    for (int i = 0; i < 2; i++) {
        leave(&pair->people[i]);
        enter(&pair->people[i]);
    }
}

/* A process that is stopped cannot be played at. */
static void time_of_a_stopped_process_is_nobodys(void **state)
{
    (void)state;
    struct pair pair;
    begin(&pair, seconds(5));
    int away = pair.to_act, here = 1 - away;
    long pauses = figure("long_pauses_total");
    assert_int_equal(kill(server.pid, SIGSTOP), 0);
    pause_for(6500);
    assert_int_equal(kill(server.pid, SIGCONT), 0);
    json_t *now = watch(&pair, here);
    assert_false(is_minded(now, away));
    assert_true(left(now) > 0);
    json_decref(now);
    assert_int_equal(figure("long_pauses_total"), pauses + 1);
    json_decref(await_minded(&pair.people[here], away, true)); /* the clock runs on */
    finish(&pair);
}

static void time_of_a_server_away_is_nobodys(void **state)
{
    (void)state;
    struct pair pair;
    begin(&pair, seconds(4));
    int away = pair.to_act, here = 1 - away;
    static const int signals[] = {SIGTERM, SIGKILL};
    for (int i = 0; i < 2; i++) {
        pause_for(300);
        json_t *before = watch(&pair, here);
        assert_true(left(before) > 1500);
        int ended = web_stop(&server, signals[i]);
        assert_int_equal(ended, i ? -SIGKILL : 0);
        pause_for(4200);
        web_start(&server, usual);
        come_again(&pair);
        json_t *now = watch(&pair, here);
        assert_false(is_minded(now, away));
        /* A program that was killed has not kept its last second; that is given back. */
        assert_in_range(left(now), left(before) - 1000, left(before) + (i ? 2500 : 100));
        json_decref(now);
        json_decref(before);
    }
    json_decref(await_minded(&pair.people[here], away, true));
    /* What was minded stays so, and the marks too. */
    pause_for(100);
    json_t *before = watch(&pair, here);
    int marks = marked(before, away);
    assert_true(marks > 0);
    json_decref(before);
    leave(&pair.people[away]);
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    web_start(&server, usual);
    leave(&pair.people[here]);
    enter(&pair.people[here]);
    json_t *now = watch(&pair, here);
    assert_true(is_minded(now, away));
    assert_true(marked(now, away) >= marks);
    json_decref(now);
    enter(&pair.people[away]);
    finish(&pair);
}

/* The system's clock jumps by years; who has time left keeps it. */
static void a_jump_of_the_clock_does_not_matter(void **state)
{
    (void)state;
    struct pair pair;
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    volatile struct trouble *trouble = trouble_start(&server, usual);
    if (!trouble) {
        web_start(&server, usual);
        skip();
        return;
    }
    begin(&pair, seconds(5));
    int away = pair.to_act, here = 1 - away;
    static const int64_t jumps[] = {400000000, -400000000};
    for (int i = 0; i < 2; i++) {
        json_t *before = watch(&pair, here);
        trouble->jump = jumps[i];
        pause_for(200);
        json_t *now = watch(&pair, here);
        assert_false(is_minded(now, away));
        assert_in_range(left(now), left(before) - 1500, left(before) - 150);
        expect_type(ask(&pair.people[here], "chat", &pair.table, here,
                        json_pack("{s:s}", "text", "what time is it?")),
                    "ok");
        json_t *chat = web_await(&pair.people[here].socket, "chat", -1);
        int64_t time = json_integer_value(
            json_object_get(json_array_get(json_object_get(chat, "lines"), 0), "time"));
        assert_true(llabs(time - ((int64_t)time_now() + jumps[i])) < 100); /* it did jump */
        json_decref(chat);
        json_decref(now);
        json_decref(before);
    }
    json_decref(await_minded(&pair.people[here], away, true)); /* and still runs out */
    /* Whoever runs the table can see it. */
    assert_in_range(figure("clock_jumps_total"), 1, 2);
    assert_true(logged("event=clock_jumped seconds="));
    finish(&pair);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    trouble_end(&server, trouble);
    web_start(&server, usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_is_chosen_when_a_match_is_made),
        cmocka_unit_test(the_others_see_the_clock),
        cmocka_unit_test(a_bot_minds_the_seat_until_its_owner_is_back),
        cmocka_unit_test(a_return_is_meant),
        cmocka_unit_test(nobody_is_held_up_for_ever),
        cmocka_unit_test(a_match_out_of_memory_is_in_time),
        cmocka_unit_test(the_last_chance_is_a_move),
        cmocka_unit_test(time_of_a_stopped_process_is_nobodys),
        cmocka_unit_test(time_of_a_server_away_is_nobodys),
        cmocka_unit_test(a_jump_of_the_clock_does_not_matter),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
