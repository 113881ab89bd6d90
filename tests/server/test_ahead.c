/* Thinking ahead: who does, when, and that nobody waits for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/server.h"

struct stage {
    struct sv_server *server;
    char token[SV_TOKEN_SIZE];
    char match[VL_MATCH_ID_SIZE];
    struct sv_connection *connection;
};

/* A person and a bot, with the person looking. */
static void raise_stage(struct stage *s, const char *bot, uint32_t milliseconds)
{
    struct sv_settings settings;
    struct vl_error err = {0};
    struct sv_response response;
    struct vl_text body = {0};
    char message[160];
    *s = (struct stage){0};
    sv_settings_init(&settings);
    settings.database = ":memory:";
    settings.workers = 2;
    settings.bot_share = 100;
    settings.bot_pause = 20;
    settings.bot_budget = milliseconds;
    settings.limits.messages_per_second = 1000000;
    sv_log_quiet = true;
    s->server = sv_server_new(&settings, &err);
    assert_non_null(s->server);
    assert_true(sv_start(s->server, NULL, NULL, &err));
    vl_text_addf(
        &body, "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":\"%s\"}]}",
        vl_game_at(0)->id, bot);
    struct sv_request request = {.method = "POST",
                                 .path = "/api/matches",
                                 .host = "localhost",
                                 .content_type = "application/json",
                                 .address = "10.0.0.1",
                                 .body = body.data,
                                 .body_size = body.length};
    sv_answer(s->server, &request, &response);
    assert_int_equal(response.status, 201);
    assert_true(sv_cookie_token(response.cookie, s->token));
    json_t *made = json_loadb(response.body.data, response.body.length, 0, NULL);
    snprintf(s->match, sizeof s->match, "%s", json_string_value(json_object_get(made, "match")));
    json_decref(made);
    sv_response_free(&response);
    vl_text_free(&body);
    s->connection = sv_connect(s->server, "10.0.0.1", s->token);
    snprintf(message, sizeof message, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0}", s->match);
    sv_receive(s->connection, message, strlen(message));
    struct sv_room *room = sv_room_find(s->server, s->match, NULL);
    assert_true(sv_room_start(room, NULL));
}

static void strike_stage(struct stage *s)
{
    sv_server_free(s->server);
}

static struct sv_room *room_of(struct stage *s)
{
    struct sv_room *room = sv_room_find(s->server, s->match, NULL);
    assert_non_null(room);
    return room;
}

static void turns(struct stage *s, uint32_t milliseconds)
{
    uint64_t end = sv_now() + milliseconds;
    do {
        sv_flush(s->server);
        sv_wrote(s->connection, s->connection->out.queued);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    } while (sv_now() < end);
}

/* Waits until the person is to act; false: the match is over. */
static bool my_turn(struct stage *s)
{
    for (int i = 0; i < 20000; i++) {
        turns(s, 0);
        if (room_of(s)->stored.status == VL_MATCH_OVER)
            return false;
        if (sv_room_waits(room_of(s)))
            return true;
    }
    fail_msg("the bot does not come to an end");
    return false;
}

/* The person plays what greedy would. */
static void play(struct stage *s)
{
    struct sv_room *room = room_of(s);
    const struct vl_deck *deck = vl_match_deck(room->match);
    struct vl_player greedy;
    struct vl_rng rng;
    struct vl_view view;
    vl_rng_seed(&rng, vl_match_position(room->match), 0, VL_STREAM_BOTS);
    assert_true(vl_player_find(deck->game, "greedy", &greedy, NULL));
    vl_look(deck->game, deck->data, vl_match_state(room->match), 0, &view);
    struct vl_question question = {.game = deck->game, .deck = deck, .view = &view, .rng = &rng};
    vl_move move = vl_player_move(&greedy, &question);
    assert_true(sv_room_commit(room, 0, &move, 1, NULL, NULL));
}

static uint64_t time_ahead(struct stage *s)
{
    struct sv_work_figures f;
    sv_work_figures(s->server->workers, &f);
    return f.microseconds[SV_JOB_AHEAD];
}

static void who_is_short_of_time_thinks_ahead(void **unused)
{
    struct stage s;
    (void)unused;
    raise_stage(&s, "search:20000", 10);
    for (int i = 0; i < 60 && my_turn(&s) && s.server->figures.ahead_turns < 2; i++) {
        turns(&s, 150); /* the person thinks */
        play(&s);
    }
    assert_true(time_ahead(&s) > 0);
    assert_true(s.server->figures.ahead_turns > 0);
    assert_true(s.server->figures.ahead_iterations >= s.server->figures.ahead_turns);
    assert_int_equal(s.server->figures.bot_failures, 0);
    strike_stage(&s);
}

/* What a bot with time enough answers follows from its seed and iterations alone. */
static void who_has_time_does_not(void **unused)
{
    struct stage s;
    (void)unused;
    raise_stage(&s, "search:20", 60000);
    for (int i = 0; i < 12 && my_turn(&s); i++) {
        turns(&s, 20);
        assert_int_equal(room_of(&s)->by_time, 0);
        assert_null(s.server->ahead);
        play(&s);
    }
    assert_int_equal(time_ahead(&s), 0);
    assert_int_equal(s.server->figures.ahead_turns, 0);
    strike_stage(&s);
}

static void it_ends_when_nobody_looks(void **unused)
{
    struct stage s;
    struct sv_work_figures f = {0};
    (void)unused;
    raise_stage(&s, "search:1000000", 10);
    for (int i = 0; i < 60 && my_turn(&s) && !s.server->ahead; i++) {
        turns(&s, 20);
        if (!s.server->ahead)
            play(&s);
    }
    assert_non_null(s.server->ahead);
    sv_disconnect(s.connection);
    for (int i = 0; i < 2000; i++) {
        sv_flush(s.server);
        sv_work_figures(s.server->workers, &f);
        if (!s.server->ahead && f.background == 0)
            break;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_null(s.server->ahead);
    assert_int_equal(f.background, 0);
    strike_stage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_short_of_time_thinks_ahead),
        cmocka_unit_test(who_has_time_does_not),
        cmocka_unit_test(it_ends_when_nobody_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
