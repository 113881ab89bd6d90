/* Looking back at matches through the web table: reviews, and bots that hang. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/banned.h"
#include "core/file.h"
#include "server/batch.h"
#include "server/bots/play.h"
#include "server/http/api.h"
#include "server/people.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "requests_per_second=1000",
                                    "--limit",     "messages_per_second=1000",
                                    "--limit",     "review_seconds=1",
                                    "--limit",     "review_overrun=10000",
                                    "--limit",     "reviews_per_address=1",
                                    NULL};

static json_t *review(struct person *p, const struct table *t, const char *method, int *status)
{
    char path[96];
    snprintf(path, sizeof path, "/api/matches/%s/review", t->match);
    json_t *body = json_object();
    json_t *answer = web_json(server.port, method, path, p->cookie,
                              strcmp(method, "POST") == 0 ? body : NULL, status);
    json_decref(body);
    assert_non_null(answer);
    return answer;
}

/* What POST and GET answer: the status of the request, and of the review. */
static void expect(struct person *p, const struct table *t, const char *method, int status,
                   const char *word)
{
    int got;
    json_t *answer = review(p, t, method, &got);
    assert_int_equal(got, status);
    if (word)
        assert_string_equal(web_text(answer, "status"), word);
    json_decref(answer);
}

static json_t *await_review(struct person *p, const struct table *t)
{
    int last = 0;
    for (int i = 0; i < 1200; i++) {
        int status;
        json_t *answer = review(p, t, "GET", &status);
        if (strcmp(web_text(answer, "status"), "done") == 0) {
            assert_int_equal(status, 200);
            return answer;
        }
        assert_int_equal(status, 202);
        assert_string_equal(web_text(answer, "status"), "working");
        assert_true(web_int(answer, "done") >= last); /* it gets on */
        last = web_int(answer, "done");
        json_decref(answer);
        usleep(50000);
    }
    fail_msg("the review does not end");
    return NULL;
}

static struct table played(struct person *p)
{
    struct table t;
    int seat;
    json_decref(begin_local(p, &t, &seat));
    expect(p, &t, "GET", 200, "none");
    expect(p, &t, "POST", 409, NULL); /* hands are hidden still */
    play_out(p, &t);
    leave(p);
    return t;
}

/* The same from the program, with the effort that the server names. */
static json_t *by_the_program(const struct table *t, const json_t *made)
{
    char path[160], command[512];
    struct web_reply reply;
    struct vl_error err = {0};
    snprintf(path, sizeof path, "/api/matches/%s/record", t->match);
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    snprintf(path, sizeof path, "%s/match.record", server.folder);
    assert_true(vl_file_save(path, vl_text_string(&reply.body), reply.body.length, &err));
    web_reply_free(&reply);
    snprintf(command, sizeof command,
             VALISE_PROGRAM " record review %s --json --rollouts %d --iterations %d", path,
             web_int(made, "rollouts"), web_int(made, "iterations"));
    FILE *out = popen(command, "r");
    assert_non_null(out);
    json_t *json = json_loadf(out, 0, NULL);
    assert_int_equal(pclose(out), 0);
    unlink(path);
    return json;
}

static void a_match_is_looked_back_at(void **state)
{
    struct person p = {0}, other = {0};
    struct table t = played(&p);
    (void)state;
    expect(&p, &t, "GET", 200, "none");
    expect(&p, &t, "POST", 202, "working");
    expect(&other, &t, "POST", 202, "working"); /* one a match, for all who look */
    json_t *answer = await_review(&other, &t);
    const json_t *made = json_object_get(answer, "review");
    assert_int_equal(web_int(made, "seats"), 2);
    json_t *same = by_the_program(&t, made);
    assert_true(json_equal(made, same));
    json_decref(same);
    /* It is kept. */
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, usual);
    int status;
    json_t *again = review(&p, &t, "POST", &status);
    assert_int_equal(status, 200);
    assert_true(json_equal(answer, again));
    json_decref(again);
    json_decref(answer);
    get("/metrics", 200, "valise_work_microseconds_total{kind=\"review\"}");
    json_decref(t.made);
}

/* A what-if is looked back at after its end, by its maker alone while the match it came from goes
 * on. */
static void a_what_if_is_looked_back_at(void **state)
{
    (void)state;
    struct person p = {0}, other = {0};
    struct table t;
    int seat, status;
    char path[64];
    json_decref(begin_local(&p, &t, &seat));
    snprintf(path, sizeof path, "/api/matches/%s/fork", t.match);
    json_t *body = json_pack("{s:i,s:i,s:[o,o]}", "position", 3, "view", 0, "seats",
                             seat_of("me", NULL), seat_of("local", NULL));
    json_t *made = web_json(server.port, "POST", path, p.cookie, body, &status);
    assert_int_equal(status, 201);
    struct table fork = table_of(web_text(made, "match"));
    expect(&p, &fork, "GET", 200, "none");
    expect(&p, &fork, "POST", 409, NULL); /* it has hands that are hidden still */
    expect(&other, &fork, "GET", 403, NULL);
    play_out(&p, &fork);
    expect(&other, &fork, "POST", 403, NULL);
    expect(&p, &fork, "POST", 202, "working");
    expect(&other, &fork, "GET", 403, NULL);
    json_t *answer = await_review(&p, &fork);
    const json_t *review_made = json_object_get(answer, "review");
    assert_int_equal(web_int(review_made, "seats"), 2);
    expect(&other, &fork, "GET", 403, NULL);
    expect(&p, &t, "POST", 409, NULL); /* the match itself is not over by that */
    play_out(&p, &t);
    expect(&other, &fork, "GET", 200, "done");
    /* Its record begins in the middle, and the program says the same of it. */
    json_t *same = by_the_program(&fork, review_made);
    assert_true(json_equal(review_made, same));
    json_decref(same);
    json_decref(answer);
    json_decref(made);
    json_decref(body);
    leave(&p);
    json_decref(t.made);
}

/* A review that takes far longer than was measured begins anew, with one effort for the whole. */
static void what_takes_far_too_long_is_made_anew(void **state)
{
    /* All the effort there is, for the measure allows it; then a second ends it. */
    static const char *const hasty[] = {"--bot-pause", "0",
                                        "--bot-time",  "20",
                                        "--limit",     "requests_per_second=1000",
                                        "--limit",     "messages_per_second=1000",
                                        "--limit",     "review_seconds=100",
                                        "--limit",     "review_overrun=1",
                                        NULL};
    struct person p = {0};
    (void)state;
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, hasty);
    struct table t = played(&p);
    int status;
    json_t *answer = review(&p, &t, "POST", &status);
    assert_int_equal(status, 202);
    for (int i = 0; i < 1200 && status == 202; i++) {
        json_decref(answer);
        usleep(50000);
        answer = review(&p, &t, "GET", &status);
    }
    assert_int_equal(status, 200);
    assert_string_equal(web_text(answer, "status"), "done");
    const json_t *made = json_object_get(answer, "review");
    assert_int_equal(web_int(made, "rollouts"), 16);
    assert_int_equal(web_int(made, "iterations"), 16);
    /* Nothing of what was done with more effort is left in it. */
    json_t *same = by_the_program(&t, made);
    assert_true(json_equal(made, same));
    json_decref(same);
    json_decref(answer);
    json_decref(t.made);
    get("/metrics", 200, "valise_reviews_anew_total 1\n");
    get("/metrics", 200, "valise_reviews_total 1\n");
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, usual);
}

static void so_many_at_a_time(void **state)
{
    struct person p = {0};
    struct table a = played(&p), b = played(&p);
    int status;
    (void)state;
    expect(&p, &a, "POST", 202, "working");
    json_t *answer = review(&p, &b, "POST", &status);
    if (status == 429)
        assert_string_equal(web_text(json_object_get(answer, "error"), "code"), "too_many");
    else /* the first one is done already */
        expect(&p, &a, "GET", 200, "done");
    json_decref(answer);
    json_decref(await_review(&p, &a));
    expect(&p, &b, "POST", status == 429 ? 202 : status, NULL);
    json_decref(await_review(&p, &b));
    json_decref(a.made);
    json_decref(b.made);
}

static void what_is_wrong_is_said(void **state)
{
    struct person p = {0};
    struct table t = {"AAAAAAAAAAAAAAAAAAAAAA", NULL};
    int status;
    (void)state;
    expect(&p, &t, "POST", 404, NULL);
    struct table real = played(&p);
    char path[96];
    snprintf(path, sizeof path, "/api/matches/%s/review", real.match);
    json_t *body = json_pack("{s:i}", "effort", 1000000);
    json_decref(web_json(server.port, "POST", path, p.cookie, body, &status));
    assert_int_equal(status, 400);
    json_decref(body);
    struct web_reply reply;
    web_request(server.port, "POST", path,
                "Origin: http://elsewhere\r\nContent-Type: application/json\r\n", "{}", &reply);
    assert_int_equal(reply.status, 403);
    web_reply_free(&reply);
    json_decref(real.made);
}

/* ---- Without the network: a bot that hangs ---- */

static struct sv_room *room_with_bot(struct sv_server *sv)
{
    struct vl_text body = {0};
    struct sv_response response;
    vl_text_addf(&body, "{\"game\":\"%s\",\"seats\":[", game_id());
    vl_text_add(
        &body, "{\"kind\":\"bot\",\"bot\":\"explorer\"},{\"kind\":\"bot\",\"bot\":\"explorer\"}]}");
    struct sv_request request = {.method = "POST",
                                 .path = "/api/matches",
                                 .host = "localhost",
                                 .content_type = "application/json",
                                 .address = "10.0.0.1",
                                 .body = body.data,
                                 .body_size = body.length};
    sv_answer(sv, &request, &response);
    assert_int_equal(response.status, 201);
    json_t *made = json_loadb(response.body.data, response.body.length, 0, NULL);
    struct sv_room *room = sv_room_find(sv, web_text(made, "match"), NULL);
    json_decref(made);
    sv_response_free(&response);
    vl_text_free(&body);
    return room;
}

/* What a worker that was given up sends back. */
static void hang(struct sv_server *sv, struct sv_room *room, uint32_t attempt)
{
    struct sv_job *job = calloc(1, sizeof *job);
    assert_true(room->bot_ticket != 0);
    memcpy(job->room, room->stored.id, sizeof job->room);
    job->ticket = room->bot_ticket;
    job->seat = vl_match_to_act(room->match);
    job->position = vl_match_position(room->match);
    job->attempt = attempt;
    job->game = vl_match_game(room->match);
    job->deck = vl_match_deck(room->match);
    assert_true(vl_player_find(job->game, "explorer", &job->player, NULL));
    vl_look(job->game, job->deck->data, vl_match_state(room->match), job->seat, &job->view);
    sv_room_answered(sv, job);
    sv_job_free(job);
}

static void another_plays_for_a_bot_that_hangs(void **state)
{
    struct sv_settings settings;
    struct vl_error err = {0};
    (void)state;
    sv_settings_init(&settings);
    settings.database = ":memory:";
    settings.workers = 1;
    settings.bot_budget = 5;
    sv_log_quiet = true;
    struct sv_server *sv = sv_server_new(&settings, &err);
    assert_non_null(sv);
    assert_true(sv_start(sv, NULL, NULL, &err));
    struct sv_room *room = room_with_bot(sv);
    sv_flush(sv);
    uint32_t position = vl_match_position(room->match);
    int seat = vl_match_to_act(room->match);
    hang(sv, room, 0);
    assert_int_equal(room->hung_bots, 1U << seat);
    assert_int_equal(sv->figures.bot_substitutes, 1);
    assert_int_equal(vl_match_position(room->match), position); /* the other one is asked */
    for (int i = 0; i < 2000 && vl_match_position(room->match) == position; i++) {
        usleep(2000);
        sv_flush(sv);
    }
    assert_true(vl_match_position(room->match) > position);
    /* Where that one hangs as well, any move is played at once. */
    for (int i = 0; i < 2000 && !room->bot_ticket; i++)
        sv_flush(sv);
    position = vl_match_position(room->match);
    hang(sv, room, 1);
    assert_true(vl_match_position(room->match) > position);
    assert_int_equal(sv->figures.bot_substitutes, 2);
    sv_server_free(sv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_looked_back_at),
        cmocka_unit_test(a_what_if_is_looked_back_at),
        cmocka_unit_test(what_takes_far_too_long_is_made_anew),
        cmocka_unit_test(so_many_at_a_time),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(another_plays_for_a_bot_that_hangs),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
