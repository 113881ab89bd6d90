/* Retention: which matches are deleted, and what a jump of the system clock does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/retention.h"
#include "server/room/clock.h"
#include "server/room/room.h"
#include "server/time.h"
#include "server/ws/connection.h"
#include "store/people.h"

enum { DAY = 86400 };

static int open_server(void **state)
{
    struct sv_settings settings;
    struct vl_error err = {0};
    sv_log_quiet = true;
    sv_settings_init(&settings);
    settings.database = ":memory:";
    settings.workers = 1;
    settings.keep_finished = 30;
    settings.keep_abandoned = 10;
    struct sv_server *server = sv_server_new(&settings, &err);
    if (!server || !sv_start(server, NULL, NULL, &err))
        fail_msg("%s", err.message);
    *state = server;
    return 0;
}

static int close_server(void **state)
{
    sv_server_free(*state);
    return 0;
}

/* A match that was last changed a number of days ago. */
static void add(struct sv_server *server, uint32_t number, enum vl_match_status status, int days)
{
    const struct vl_game *game = vl_game_at(0);
    struct vl_stored_match m = {.rules_version = game->rules_version,
                                .seats = game->least_seats,
                                .status = status,
                                .changed = sv_time() - (int64_t)days * DAY - 60};
    snprintf(m.id, sizeof m.id, "%022u", number);
    snprintf(m.game, sizeof m.game, "%s", game->id);
    snprintf(m.deck_hash, sizeof m.deck_hash, "%s", sv_deck_find(server, game, NULL, NULL)->hash);
    vl_seal_new(&m.seal);
    assert_true(server->store->functions->add_match(server->store, &m, NULL));
    assert_true(sv_flush(server));
}

static uint64_t count(struct sv_server *server)
{
    struct vl_store_stats stats;
    assert_true(server->store->functions->stats(server->store, &stats, NULL));
    return stats.matches[0] + stats.matches[1] + stats.matches[2] + stats.matches[3];
}

/* Runs the retention some hours later, by both clocks. */
static void look_later(struct sv_server *server, uint64_t hours)
{
    server->retention_offset -= (int64_t)hours * 3600; /* the wall clock stands still here */
    sv_retention_run(server, sv_now() + hours * 3600 * 1000);
    assert_true(sv_flush(server));
}

static void what_is_old_is_deleted(void **state)
{
    struct sv_server *server = *state;
    add(server, 1, VL_MATCH_OVER, 30);
    add(server, 2, VL_MATCH_OVER, 29);
    add(server, 3, VL_MATCH_CLOSED, 30);
    add(server, 4, VL_MATCH_GATHERING, 10);
    add(server, 5, VL_MATCH_GATHERING, 9);
    sv_count_open(server);
    sv_retention_run(server, sv_now());
    assert_true(sv_flush(server));
    assert_int_equal(count(server), 2);
    assert_int_equal(server->open_matches, 1);
    assert_int_equal(server->figures.matches_deleted, 3);
    /* Not again within the hour. */
    add(server, 6, VL_MATCH_OVER, 40);
    sv_retention_run(server, sv_now() + 1000);
    assert_int_equal(count(server), 3);
    look_later(server, 1);
    assert_int_equal(count(server), 2);
}

static void many_are_deleted_some_at_a_time(void **state)
{
    struct sv_server *server = *state;
    uint64_t now = sv_now();
    for (uint32_t i = 0; i < 150; i++)
        add(server, i, VL_MATCH_OVER, 40);
    for (uint64_t left = 150; left > 0;) {
        sv_retention_run(server, now);
        assert_true(sv_flush(server));
        assert_true(count(server) < left);
        assert_true(left - count(server) <= 64);
        left = count(server);
        now += 1000;
    }
}

static void a_match_that_somebody_looks_at_stays(void **state)
{
    struct sv_server *server = *state;
    add(server, 1, VL_MATCH_GATHERING, 40);
    struct sv_connection *c = sv_connect(server, "10.0.0.1", NULL);
    struct sv_room *room = sv_room_find(server, "0000000000000000000001", NULL);
    assert_non_null(room);
    assert_non_null(sv_watch(c, room, VL_SPECTATOR, 0, 0));
    assert_true(sv_flush(server));
    sv_retention_run(server, sv_now());
    assert_int_equal(count(server), 1);
    sv_disconnect(c);
    assert_true(sv_flush(server));
    look_later(server, 1);
    assert_int_equal(count(server), 0);
}

static void after_a_jump_of_the_clock_nothing_is_deleted(void **state)
{
    struct sv_server *server = *state;
    sv_retention_run(server, sv_now());
    add(server, 1, VL_MATCH_OVER, 40);
    server->retention_offset -= 100 * DAY; /* as if it had been that much earlier */
    look_later(server, 1);
    assert_int_equal(count(server), 1);
    server->retention_offset += 3600; /* back to now */
    look_later(server, 24);
    assert_int_equal(count(server), 1);
    server->retention_offset += 24 * 3600;
    look_later(server, 26);
    assert_int_equal(count(server), 0);
}

/* A match whose clock runs stays, however long nobody has moved. */
static void a_match_whose_clock_runs_stays(void **state)
{
    struct sv_server *server = *state;
    struct vl_stored_match m;
    add(server, 1, VL_MATCH_RUNNING, 400);
    add(server, 2, VL_MATCH_RUNNING, 400);
    assert_true(sv_calls(server)->find_match(server->store, "0000000000000000000001", &m, NULL));
    m.clock = VL_CLOCK_DAYS;
    m.clock_end = sv_served(server) + 1000000;
    assert_true(sv_calls(server)->update_match(server->store, &m, false, NULL));
    assert_true(sv_flush(server));
    sv_retention_run(server, sv_now());
    assert_true(sv_flush(server));
    assert_int_equal(count(server), 1);
    assert_true(sv_calls(server)->find_match(server->store, "0000000000000000000001", &m, NULL));
    m.clock_end = 0;
    assert_true(sv_calls(server)->update_match(server->store, &m, false, NULL));
    assert_true(sv_flush(server));
    look_later(server, 1);
    assert_int_equal(count(server), 0);
}

/* The default deletes nothing in a store from before there was one, until it was announced for
 * thirty days; a number that an operator has set holds at once. */
static void the_default_is_announced_before_it_begins(void **state)
{
    struct sv_server *server = *state;
    server->settings.keep_finished = SV_KEEP_FINISHED;
    server->settings.keep_abandoned = 10;
    server->shares.retention_from = sv_time() + 30 * DAY;
    add(server, 1, VL_MATCH_OVER, 400);
    add(server, 2, VL_MATCH_GATHERING, 400);
    assert_int_equal(sv_retention_begins(server), server->shares.retention_from);
    sv_retention_run(server, sv_now());
    assert_true(sv_flush(server));
    assert_int_equal(count(server), 1);
    assert_true(server->retention_announced > sv_now());
    server->shares.retention_from = sv_time();
    assert_int_equal(sv_retention_begins(server), 0);
    look_later(server, 1);
    assert_int_equal(count(server), 0);
}

/* A new store needs no announcement. */
static void a_new_store_has_no_grace(void **state)
{
    struct sv_server *server = *state;
    assert_int_equal(server->shares.retention_from, 0);
    struct sv_settings standard;
    sv_settings_init(&standard);
    assert_int_equal(standard.keep_finished, SV_KEEP_FINISHED);
    assert_int_equal(standard.keep_abandoned, SV_KEEP_ABANDONED);
}

int main(void)
{
#define ON(test) cmocka_unit_test_setup_teardown(test, open_server, close_server)
    const struct CMUnitTest tests[] = {
        ON(what_is_old_is_deleted),
        ON(many_are_deleted_some_at_a_time),
        ON(a_match_that_somebody_looks_at_stays),
        ON(after_a_jump_of_the_clock_nothing_is_deleted),
        ON(a_match_whose_clock_runs_stays),
        ON(the_default_is_announced_before_it_begins),
        ON(a_new_store_has_no_grace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
