/* Statistics and erasing, over real sockets: results are counted, shown, deleted. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "core/banned.h"
#include "server/people.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    NULL};

static json_t *call(struct person *p, const char *method, const char *path, json_t *body,
                    int wanted)
{
    int status;
    json_t *answer = web_json(server.port, method, path, p->cookie, body, &status);
    json_decref(body);
    if (status != wanted) {
        char *text = json_dumps(answer, 0);
        fail_msg("%s: %d, not %d: %.300s", path, status, wanted, text);
    }
    return answer;
}

/* My figures for the game of the tests, or NULL. */
static json_t *figures(struct person *p)
{
    json_t *answer = call(p, "GET", "/api/my/statistics", NULL, 200);
    json_t *game = json_incref(json_array_get(json_object_get(answer, "games"), 0));
    json_decref(answer);
    return game;
}

/* Plays seat 0 against bots to the end, always the first legal move. Returns its points. */
static int play_against(struct person *p, struct table *t, const char *bot)
{
    *t = make(p, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", bot)));
    enter(p);
    expect_type(ask(p, "start", t, 0, NULL), "ok");
    for (int n = 0; n < 5000; n++) {
        json_t *now = ask(p, "watch", t, 0, NULL);
        int seat = web_int(now, "to_act");
        if (strcmp(web_text(now, "status"), "over") == 0) {
            const json_t *points = json_object_get(json_object_get(now, "result"), "points");
            int made = (int)json_integer_value(json_array_get(points, 0));
            json_decref(now);
            leave(p);
            return made;
        }
        char key[16];
        snprintf(key, sizeof key, "m%d", n);
        if (seat == 0)
            expect_type(commit(p, t, 0, web_int(now, "position"), first_move(now), key), "ack");
        else
            usleep(2000);
        json_decref(now);
    }
    fail_msg("the match does not end");
    return 0;
}

static void matches_are_counted(void **state)
{
    (void)state;
    struct person ada = {0};
    struct table t, other;
    json_t *none = figures(&ada);
    assert_null(none);
    int first = play_against(&ada, &t, "random");
    json_t *game = figures(&ada);
    assert_string_equal(web_text(game, "game"), game_id());
    assert_int_equal(web_int(game, "played"), 1);
    assert_int_equal(web_int(game, "best"), first);
    assert_string_equal(web_text(game, "match"), t.match);
    json_decref(game);
    int second = play_against(&ada, &other, "explorer");
    game = figures(&ada);
    assert_int_equal(web_int(game, "played"), 2);
    assert_int_equal(web_int(game, "best"), first > second ? first : second);
    const json_t *against = json_object_get(game, "against");
    assert_int_equal(json_array_size(against), 2); /* by the level of the strongest bot */
    assert_int_equal(web_int(json_array_get(against, 0), "level"), 0);
    assert_true(web_int(json_array_get(against, 1), "level") > 0);
    assert_int_equal(web_int(json_array_get(against, 1), "best"), second);
    const json_t *tables = json_object_get(game, "tables");
    assert_int_equal(json_array_size(tables), 1);
    assert_int_equal(web_int(json_array_get(tables, 0), "seats"), 2);
    json_decref(game);

    /* A fork does not count, nor does a device that is passed around, nor an imported record. */
    char path[128];
    snprintf(path, sizeof path, "/api/matches/%s/fork", t.match);
    json_t *fork = call(&ada, "POST", path,
                        json_pack("{s:i,s:i,s:[o,o]}", "position", 5, "view", 0, "seats",
                                  seat_of("me", NULL), seat_of("local", NULL)),
                        201);
    struct table what_if = {{0}, NULL};
    snprintf(what_if.match, sizeof what_if.match, "%s", web_text(fork, "match"));
    json_decref(fork);
    enter(&ada);
    play_out(&ada, &what_if);
    leave(&ada);
    struct table local;
    int seat;
    json_decref(begin_local(&ada, &local, &seat));
    play_out(&ada, &local);
    leave(&ada);
    json_t *page = call(&ada, "GET", "/api/my/records", NULL, 200);
    json_decref(call(&ada, "POST", "/api/import",
                     json_pack("{s:s}", "records", web_text(page, "records")), 201));
    json_decref(page);
    game = figures(&ada);
    assert_int_equal(web_int(game, "played"), 2);
    json_decref(game);

    /* Deleted for another game: nothing; for all: everything; the matches stay. */
    json_decref(
        call(&ada, "POST", "/api/my/statistics/delete", json_pack("{s:s}", "game", "no"), 400));
    json_decref(call(&ada, "POST", "/api/my/statistics/delete",
                     json_pack("{s:s}", "game", vl_game_at(1)->id), 200));
    game = figures(&ada);
    assert_non_null(game);
    json_decref(game);
    json_decref(call(&ada, "POST", "/api/my/statistics/delete", json_object(), 200));
    assert_null(figures(&ada));
    json_t *mine = call(&ada, "GET", "/api/my/matches", NULL, 200);
    assert_true(json_array_size(json_object_get(mine, "matches")) >= 4);
    json_decref(mine);
    json_decref(t.made);
    json_decref(other.made);
    json_decref(local.made);
}

/* A match that ended before results were noted is noted after the upgrade. */
static void earlier_matches_are_counted_too(void **state)
{
    (void)state;
    struct person ada = {0};
    struct table t;
    play_against(&ada, &t, "random");
    web_stop(&server, SIGTERM);
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(server.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "DELETE FROM results;"
                                  "INSERT INTO unnoted SELECT number FROM matches WHERE status = 2",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    web_start(&server, usual);
    json_t *game = NULL;
    for (int i = 0; i < 100 && !game; i++) {
        usleep(100000);
        game = figures(&ada);
    }
    assert_non_null(game);
    assert_int_equal(web_int(game, "played"), 1);
    json_decref(game);
    json_decref(t.made);
}

/* How many rows a question finds in the server's database while it runs. */
static int rows(const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    assert_int_equal(sqlite3_open(server.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int count = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(db);
    return count;
}

static void everything_of_mine_can_be_deleted(void **state)
{
    (void)state;
    struct person ada = {0}, bob = {0}, eve = {0};
    struct table alone, shared;
    char path[128], sql[256];
    play_against(&ada, &alone, "random");
    shared =
        make(&ada, json_pack("[o,o]", json_pack("{s:s,s:s}", "kind", "me", "name", "Ada Secret"),
                             seat_of("friend", NULL)));
    snprintf(path, sizeof path, "/api/matches/%s/claim", shared.match);
    json_decref(
        call(&bob, "POST", path,
             json_pack("{s:i,s:s,s:s}", "seat", 1, "secret", secret_of(&shared, 1), "name", "Bob"),
             200));
    enter(&ada);
    enter(&bob);
    enter(&eve);
    expect_type(ask(&ada, "watch", &shared, 0, NULL), "table");
    expect_type(ask(&ada, "watch", &alone, 0, NULL), "table");
    expect_type(ask(&eve, "watch", &alone, -1, NULL), "table");
    expect_type(ask(&bob, "watch", &shared, 1, NULL), "table");
    json_decref(call(&ada, "POST", "/api/my/delete", json_object(), 400));
    json_t *done = call(&ada, "POST", "/api/my/delete", json_pack("{s:b}", "everything", 1), 200);
    assert_true(json_is_false(json_object_get(done, "more")));
    json_decref(done);

    /* Matches that were hers alone are gone, for their viewers too. */
    json_t *gone = web_await(&eve.socket, "gone", -1);
    assert_string_equal(web_text(gone, "match"), alone.match);
    json_decref(gone);
    snprintf(path, sizeof path, "/api/matches/%s", alone.match);
    get(path, 404, "not_found");
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM commits WHERE match NOT IN (SELECT number FROM matches)");
    assert_int_equal(rows(sql), 0);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM matches WHERE id = '%s'", alone.match);
    assert_int_equal(rows(sql), 0);
    assert_int_equal(rows("SELECT count(*) FROM seats WHERE name = 'Ada Secret'"), 0);
    /* A match that Bob plays too stays his, without her name; her seat is free. */
    json_t *left = web_await(&ada.socket, "left", -1);
    assert_string_equal(web_text(left, "how"), "forgotten");
    json_decref(left);
    snprintf(path, sizeof path, "/api/matches/%s", shared.match);
    json_t *match = call(&bob, "GET", path, NULL, 200);
    const json_t *seat = json_array_get(json_object_get(match, "seats"), 0);
    assert_string_equal(web_text(seat, "name"), "Player 1");
    assert_true(json_is_false(json_object_get(seat, "claimed")));
    json_decref(match);
    /* The cookie is deleted; nothing is left under the old one. */
    assert_null(figures(&ada));
    leave(&ada);
    leave(&bob);
    leave(&eve);
    json_decref(alone.made);
    json_decref(shared.made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_are_counted),
        cmocka_unit_test(earlier_matches_are_counted_too),
        cmocka_unit_test(everything_of_mine_can_be_deleted),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
