/* What the server counts for each network address, and what it lets one address have. */
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
#include "server/loop.h"
#include "server/room/room.h"
#include "server/shares.h"
#include "server/time.h"
#include "server/ws/connection.h"

static void expect_key(const char *address, const char *expected)
{
    char key[SV_ADDRESS_SIZE];
    sv_address_key(address, key);
    assert_string_equal(key, expected);
}

static void addresses_count_by_network(void **state)
{
    (void)state;
    expect_key("192.0.2.1", "192.0.2.1");
    expect_key("::ffff:192.0.2.1", "192.0.2.1");
    expect_key("::FFFF:C000:0201", "192.0.2.1");
    expect_key("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64");
    expect_key("2001:0DB8:0001:0002::1", "2001:db8:1:2::/64");
    expect_key("2001:db8:1:3::1", "2001:db8:1:3::/64");
    expect_key("fe80::1%eth0", "fe80::/64");
    expect_key("::1", "::/64");
    expect_key("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff::/64");
    expect_key("a name", "a name");
    expect_key("", "");
    expect_key("a text that is much longer than any network address could ever be written",
               "a text that is much longer than any network add");
}

static int open_server(void **state)
{
    struct sv_settings settings;
    struct vl_error err = {0};
    sv_log_quiet = true;
    sv_settings_init(&settings);
    settings.database = ":memory:";
    settings.workers = 1;
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

static void one_network_has_one_limit(void **state)
{
    struct sv_server *server = *state;
    server->settings.limits.connections_per_address = 3;
    assert_non_null(sv_connect(server, "2001:db8::1", NULL));
    assert_non_null(sv_connect(server, "2001:db8::ffff:1", NULL));
    assert_non_null(sv_connect(server, "2001:db8:0:0:1::", NULL));
    assert_null(sv_connect(server, "2001:db8::2", NULL));
    assert_non_null(sv_connect(server, "2001:db8:0:1::2", NULL));
    for (int i = 0; i < 3; i++)
        assert_non_null(sv_connect(server, i % 2 ? "::ffff:192.0.2.7" : "192.0.2.7", NULL));
    assert_null(sv_connect(server, "192.0.2.7", NULL));
    assert_non_null(sv_connect(server, "192.0.2.8", NULL));
}

/* ---- Watches ---- */

static struct sv_room *add_room(struct sv_server *server, uint32_t number)
{
    const struct vl_game *game = vl_game_at(0);
    struct vl_stored_match m = {.rules_version = game->rules_version,
                                .seats = game->least_seats,
                                .created = sv_time(),
                                .changed = sv_time()};
    struct vl_error err = {0};
    snprintf(m.id, sizeof m.id, "%022u", number);
    snprintf(m.game, sizeof m.game, "%s", game->id);
    snprintf(m.deck_hash, sizeof m.deck_hash, "%s", sv_deck_find(server, game, NULL, NULL)->hash);
    vl_seal_new(&m.seal);
    struct sv_room *room = sv_room_add(server, &m, NULL, NULL, &err);
    if (!room)
        fail_msg("%s", err.message);
    return room;
}

/* Watches rooms over as many connections as that takes; how many watches are allowed. */
static uint32_t watch_many(struct sv_server *server, const char *address, struct sv_room **rooms,
                           uint32_t count)
{
    struct sv_connection *c = NULL;
    uint32_t allowed = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i % 64 == 0)
            c = sv_connect(server, address, NULL);
        assert_non_null(c);
        allowed += sv_watch(c, rooms[i], VL_SPECTATOR, 0, 0) != NULL;
    }
    return allowed;
}

enum { ROOMS = 200 };

static void watches_have_a_memory_budget(void **state)
{
    struct sv_server *server = *state;
    struct sv_room *rooms[ROOMS];
    for (uint32_t i = 0; i < ROOMS; i++)
        rooms[i] = add_room(server, i);
    server->settings.limits.watch_memory_per_address = 1600;
    server->settings.limits.watch_memory = 4000;
    uint32_t first = watch_many(server, "192.0.2.1", rooms, ROOMS);
    assert_in_range(first, 80, 100);
    assert_true(sv_address_of(server, "192.0.2.1")->watch_bytes <= 1600 << 10);
    assert_int_equal(watch_many(server, "192.0.2.1", rooms, 10), 0);
    /* Others have their own budget, until that of all is used up. */
    assert_int_equal(watch_many(server, "192.0.2.2", rooms, ROOMS), first);
    uint32_t third = watch_many(server, "192.0.2.3", rooms, ROOMS);
    assert_in_range(third, 1, first - 1);
    /* But who comes last still gets a few. */
    uint32_t last = watch_many(server, "192.0.2.4", rooms, ROOMS);
    assert_in_range(last, 4, 8);
    assert_true(server->watch_bytes <= (4000 + 100) << 10);
    while (server->connections)
        sv_disconnect(server->connections);
    assert_int_equal(server->watch_bytes, 0);
    assert_int_equal(sv_address_of(server, "192.0.2.1")->watch_bytes, 0);
    assert_int_equal(watch_many(server, "192.0.2.3", rooms, ROOMS), first);
}

/* Near the limit, tables are not kept for deltas: the watch itself is worth more. */
static void tables_are_kept_while_there_is_memory(void **state)
{
    struct sv_server *server = *state;
    struct sv_room *room = add_room(server, 1);
    struct sv_connection *c = sv_connect(server, "192.0.2.1", NULL);
    struct sv_table_text table = {0};
    for (int i = 0; i < 2000; i++)
        vl_text_add(&table.text, "0123456789");
    struct sv_watch *watch = sv_watch(c, room, VL_SPECTATOR, 0, 0);
    assert_non_null(watch);
    size_t alone = server->watch_bytes;
    watch->deltas = true;
    server->settings.limits.watch_memory_per_address = 20;
    sv_watch_sent(watch, &table);
    assert_null(watch->last_sent);
    assert_int_equal(server->watch_bytes, alone);
    server->settings.limits.watch_memory_per_address = 200;
    sv_watch_sent(watch, &table);
    assert_non_null(watch->last_sent);
    assert_true(server->watch_bytes > alone);
    sv_watch_sent(watch, NULL);
    assert_int_equal(server->watch_bytes, alone);
    vl_text_free(&table.text);
}

/* ---- Open matches ---- */

/* A match of a share that last changed some seconds ago; its id is the number. */
static void add_match(struct sv_server *server, uint32_t number, uint64_t share,
                      enum vl_match_status status, int64_t age, bool clock)
{
    const struct vl_game *game = vl_game_at(0);
    struct vl_stored_match m = {.rules_version = game->rules_version,
                                .seats = game->least_seats,
                                .status = status,
                                .changed = sv_time() - age,
                                .clock = clock ? VL_CLOCK_DAYS : VL_CLOCK_NONE,
                                .clock_end = clock ? INT64_MAX / 2 : 0,
                                .maker = share};
    snprintf(m.id, sizeof m.id, "%022u", number);
    snprintf(m.game, sizeof m.game, "%s", game->id);
    snprintf(m.deck_hash, sizeof m.deck_hash, "%s", sv_deck_find(server, game, NULL, NULL)->hash);
    vl_seal_new(&m.seal);
    assert_true(sv_calls(server)->add_match(server->store, &m, NULL));
    assert_true(sv_flush(server));
    sv_count_open(server);
}

static bool is_there(struct sv_server *server, uint32_t number)
{
    struct vl_stored_match m;
    char id[VL_MATCH_ID_SIZE];
    snprintf(id, sizeof id, "%022u", number);
    return sv_calls(server)->find_match(server->store, id, &m, NULL);
}

static bool may_make(struct sv_server *server, const char *address)
{
    struct vl_error err = {0};
    bool may = sv_shares_may_make(server, sv_address_of(server, address)->share, &err);
    assert_true(may || err.message[0]);
    assert_true(sv_flush(server));
    return may;
}

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

/* At its own limit an address replaces what it has abandoned, and nothing else. */
static void an_address_has_so_many_open_matches(void **state)
{
    struct sv_server *server = *state;
    uint64_t share = sv_address_of(server, "192.0.2.1")->share;
    server->settings.limits.open_matches_per_address = 4;
    for (uint32_t i = 0; i < 3; i++)
        add_match(server, i, share, VL_MATCH_GATHERING, MINUTE, false);
    assert_true(may_make(server, "192.0.2.1"));
    add_match(server, 3, share, VL_MATCH_RUNNING, DAY, true); /* its clock runs */
    assert_false(may_make(server, "192.0.2.1"));
    assert_true(may_make(server, "192.0.2.2"));
    add_match(server, 4, share, VL_MATCH_RUNNING, 2 * HOUR, false);
    assert_true(may_make(server, "192.0.2.1"));
    assert_false(is_there(server, 4));
    for (uint32_t i = 0; i < 4; i++)
        assert_true(is_there(server, i));
    assert_int_equal(server->figures.matches_yielded, 1);
}

/* At the limit of all, the address with the most makes room for the newcomer. */
static void a_newcomer_can_always_play(void **state)
{
    struct sv_server *server = *state;
    uint64_t many = sv_address_of(server, "192.0.2.1")->share;
    uint64_t few = sv_address_of(server, "192.0.2.2")->share;
    server->settings.limits.open_matches = 20;
    for (uint32_t i = 0; i < 17; i++)
        add_match(server, i, many, i % 2 ? VL_MATCH_GATHERING : VL_MATCH_RUNNING, i, i >= 14);
    for (uint32_t i = 17; i < 20; i++)
        add_match(server, i, few, VL_MATCH_GATHERING, HOUR, false);
    struct sv_connection *c = sv_connect(server, "192.0.2.1", NULL);
    struct sv_room *watched = sv_room_find(server, "0000000000000000000013", NULL);
    assert_non_null(sv_watch(c, watched, VL_SPECTATOR, 0, 0));
    assert_true(sv_flush(server));
    for (uint32_t made = 0; made < 6; made++) {
        assert_true(may_make(server, "192.0.2.3"));
        add_match(server, 100 + made, sv_address_of(server, "192.0.2.3")->share, VL_MATCH_GATHERING,
                  0, false);
        assert_true(server->open_matches <= 20);
    }
    for (uint32_t i = 17; i < 20; i++)
        assert_true(is_there(server, i));
    assert_true(is_there(server, 13)); /* somebody watches it */
    for (uint32_t i = 14; i < 17; i++)
        assert_true(is_there(server, i)); /* their clocks run */
    assert_false(is_there(server, 11));   /* these had not started: they went first */
    assert_false(is_there(server, 1));
}

/* Nobody has more than the others: what is a day old gives way, or nothing does. */
static void old_matches_give_way(void **state)
{
    struct sv_server *server = *state;
    server->settings.limits.open_matches = 4;
    for (uint32_t i = 0; i < 4; i++)
        add_match(server, i, 0, VL_MATCH_RUNNING, HOUR, false);
    assert_false(may_make(server, "192.0.2.3"));
    add_match(server, 4, 0, VL_MATCH_RUNNING, 2 * DAY, false);
    server->yield_search_due = 0;
    assert_true(may_make(server, "192.0.2.3"));
    assert_false(is_there(server, 4));
    for (uint32_t i = 0; i < 4; i++)
        assert_true(is_there(server, i));
}

/* ---- Time of the loop ---- */

/* As if something had taken this many microseconds until now. */
static void spend(struct sv_server *server, struct sv_address *a, uint64_t microseconds)
{
    struct sv_loop_time from = sv_loop_now(server);
    from.at -= microseconds;
    sv_loop_charge(server, a, from);
}

static void time_of_the_loop_is_shared(void **state)
{
    struct sv_server *server = *state;
    struct sv_address *a = sv_address_of(server, "192.0.2.1"), *b;
    server->settings.limits.loop_share = 25;
    assert_non_null(sv_connect(server, a->name, NULL));
    for (int i = 0; i < 100; i++)
        spend(server, a, 100000); /* alone: nobody waits for it */
    assert_true(sv_loop_may(server, a));
    struct sv_connection *c = sv_connect(server, "192.0.2.2", NULL);
    b = sv_address_of(server, "192.0.2.2");
    assert_true(sv_loop_may(server, a));
    spend(server, a, 1000000);
    assert_false(sv_loop_may(server, a));
    assert_true(sv_loop_may(server, b));
    /* A second at a quarter of the time is paid back after four. */
    a->loop_filled -= 3500000;
    assert_false(sv_loop_may(server, a));
    a->loop_filled -= 600000;
    assert_true(sv_loop_may(server, a));
    /* What was charged to one is not charged to the other again. */
    struct sv_loop_time from = sv_loop_now(server);
    from.at -= 500000;
    spend(server, a, 1000000);
    sv_loop_charge(server, b, from);
    assert_false(sv_loop_may(server, a));
    assert_true(sv_loop_may(server, b));
    assert_true(sv_loop_may(server, NULL));
    /* Alone again, nothing is owed. */
    sv_disconnect(c);
    assert_true(sv_loop_may(server, a));
}

int main(void)
{
#define ON(test) cmocka_unit_test_setup_teardown(test, open_server, close_server)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_count_by_network),
        ON(one_network_has_one_limit),
        ON(watches_have_a_memory_budget),
        ON(tables_are_kept_while_there_is_memory),
        ON(an_address_has_so_many_open_matches),
        ON(a_newcomer_can_always_play),
        ON(old_matches_give_way),
        ON(time_of_the_loop_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
