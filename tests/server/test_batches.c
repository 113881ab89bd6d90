/*
 * The server without the network: batches that are rolled back, rooms that are unloaded and loaded
 * again, old rules, old decks, connections that lag behind.
 */
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
#include "server/batch.h"
#include "server/http/api.h"
#include "server/room/clock.h"
#include "server/secret.h"
#include "server/time.h"
#include "server/ws/connection.h"
#include "server/ws/message.h"

struct stage {
    struct sv_server *server;
    const struct vl_game *game;
    char token[SV_TOKEN_SIZE];
    char match[VL_MATCH_ID_SIZE];
    struct sv_connection *connection;
};

static bool disk_full;

static bool sync_or_not(struct vl_store *store, struct vl_error *err)
{
    if (!disk_full)
        return vl_store_sqlite.sync(store, err);
    return vl_fail(err, VL_IO, NULL, "the disk is full");
}

static void begin_sync_or_not(struct vl_store *store)
{
    if (!disk_full)
        vl_store_sqlite.begin_sync(store);
}

static struct vl_store_functions failing;

static void make_match(struct stage *s)
{
    char cookie[64];
    struct sv_response response;
    struct vl_text body = {0};
    snprintf(cookie, sizeof cookie, "valise=%s", s->token);
    vl_text_addf(&body, "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"local\"}]}",
                 s->game->id);
    struct sv_request request = {
        .method = "POST",
        .path = "/api/matches",
        .cookie = s->token[0] ? cookie : NULL,
        .host = "localhost",
        .content_type = "application/json",
        .address = "10.0.0.1",
        .body = body.data,
        .body_size = body.length,
    };
    sv_answer(s->server, &request, &response);
    assert_int_equal(response.status, 201);
    if (response.cookie[0])
        assert_true(sv_cookie_token(response.cookie, s->token));
    json_t *made = json_loadb(response.body.data, response.body.length, 0, NULL);
    snprintf(s->match, sizeof s->match, "%s", json_string_value(json_object_get(made, "match")));
    json_decref(made);
    sv_response_free(&response);
    vl_text_free(&body);
    struct sv_room *room = sv_room_find(s->server, s->match, NULL);
    assert_non_null(room);
    assert_true(sv_room_start(room, NULL));
    assert_true(sv_flush(s->server));
}

static int raise_stage(void **state)
{
    struct stage *s = calloc(1, sizeof *s);
    struct sv_settings settings;
    struct vl_error err = {0};
    sv_settings_init(&settings);
    settings.database = ":memory:";
    settings.workers = 1;
    settings.limits.messages_per_second = 1000000;
    settings.limits.live_rooms = 2;
    sv_log_quiet = true;
    s->server = sv_server_new(&settings, &err);
    assert_non_null(s->server);
    assert_true(sv_start(s->server, NULL, NULL, &err));
    failing = vl_store_sqlite;
    failing.begin_sync = begin_sync_or_not;
    failing.sync = sync_or_not;
    s->server->store->functions = &failing;
    s->game = vl_game_at(0);
    make_match(s);
    s->connection = sv_connect(s->server, "10.0.0.1", s->token);
    *state = s;
    return 0;
}

static int strike_stage(void **state)
{
    struct stage *s = *state;
    sv_server_free(s->server);
    free(s);
    return 0;
}

__attribute__((format(printf, 2, 3))) static void say(struct stage *s, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sv_receive(s->connection, text, strlen(text));
}

/* The next message that may leave, or NULL. */
static json_t *hear(struct stage *s)
{
    const struct sv_message *message = s->connection->out.first;
    if (!sv_outbox_ready(&s->connection->out))
        return NULL;
    json_t *json = json_loadb((const char *)message->data + message->head,
                              message->size - message->head, 0, NULL);
    assert_non_null(json);
    sv_wrote(s->connection, message->size);
    return json;
}

static json_t *hear_type(struct stage *s, const char *type)
{
    for (json_t *json; (json = hear(s));) {
        if (strcmp(json_string_value(json_object_get(json, "type")), type) == 0)
            return json;
        json_decref(json);
    }
    fail_msg("no %s came", type);
    return NULL;
}

static void hear_all(struct stage *s)
{
    for (json_t *json; (json = hear(s));)
        json_decref(json);
}

static struct sv_room *room_of(const struct stage *s)
{
    struct sv_room *room = sv_room_find(s->server, s->match, NULL);
    assert_non_null(room);
    return room;
}

/* Says a commit of the first legal move. */
static void commit(struct stage *s, const char *key)
{
    struct sv_room *room = room_of(s);
    const struct vl_deck *deck = vl_match_deck(room->match);
    vl_move moves[VL_MAX_MOVES];
    struct vl_view view;
    struct vl_text text = {0};
    int seat = vl_match_to_act(room->match);
    vl_look(deck->game, deck->data, vl_match_state(room->match), seat, &view);
    deck->game->legal_moves(deck->data, view.state.bytes, moves);
    deck->game->format_move(deck, &view, moves[0], &text);
    say(s,
        "{\"type\":\"commit\",\"id\":1,\"match\":\"%s\",\"seat\":%d,\"position\":%u,"
        "\"moves\":[\"%s\"],\"key\":\"%s\"}",
        s->match, seat, room->stored.position, text.data, key);
    vl_text_free(&text);
}

static void nothing_leaves_before_it_is_stored(void **state)
{
    struct stage *s = *state;
    sv_flush(s->server);
    hear_all(s);
    commit(s, "a");
    assert_null(hear(s)); /* played, but not synced */
    assert_true(sv_flush(s->server));
    json_decref(hear_type(s, "ack"));
}

static void a_batch_that_is_not_stored_is_rolled_back(void **state)
{
    struct stage *s = *state;
    say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0}", s->match);
    sv_flush(s->server);
    hear_all(s);
    uint32_t position = room_of(s)->stored.position;
    uint64_t before = vl_hash_state(s->game, vl_match_state(room_of(s)->match));
    disk_full = true;
    commit(s, "a");
    assert_true(room_of(s)->stored.position > position);
    assert_false(sv_flush(s->server));
    assert_null(hear(s));
    assert_int_equal(s->connection->closing, 1011);
    assert_int_equal(room_of(s)->stored.position, position);
    assert_int_equal(vl_hash_state(s->game, vl_match_state(room_of(s)->match)), before);
    assert_int_equal(s->server->figures.sync_failures, 1);
    /* The browser reconnects and commits with the same key. While syncs fail, changes are refused
     * at once, so that no other batch is rolled back; watching works. */
    sv_disconnect(s->connection);
    s->connection = sv_connect(s->server, "10.0.0.1", s->token);
    for (int i = 0; i < 3; i++) {
        commit(s, "a");
        say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0}", s->match);
        assert_true(sv_flush(s->server));
        json_t *error = hear_type(s, "error");
        assert_string_equal(json_string_value(json_object_get(error, "code")), "busy");
        json_decref(error);
        json_decref(hear_type(s, "table"));
        sv_sweep(s->server);
    }
    assert_int_equal(s->connection->closing, 0);
    assert_int_equal(s->server->figures.sync_failures, 1);
    assert_int_equal(s->server->figures.put_off, 3);
    assert_false(sv_health_good(&s->server->health, true));
    /* The server finds out by itself that it can write again, and the browser is served. */
    disk_full = false;
    sv_sweep(s->server);
    assert_true(sv_health_good(&s->server->health, true));
    commit(s, "a");
    assert_true(sv_flush(s->server));
    json_t *ack = hear_type(s, "ack");
    assert_true(json_is_false(json_object_get(ack, "repeated")));
    json_decref(ack);
    assert_true(room_of(s)->stored.position > position);
}

enum { MATCHES = 12 }; /* more than the server calls many */

static void commit_in_all(struct stage *s, char matches[MATCHES][VL_MATCH_ID_SIZE], const char *key)
{
    for (int i = 0; i < MATCHES; i++) {
        memcpy(s->match, matches[i], sizeof matches[i]);
        commit(s, key);
    }
}

/* What a connection hears of all matches; each is at the position that the store has. */
static void hear_tables(struct stage *s, struct sv_connection *c, bool changes)
{
    s->connection = c;
    for (int i = 0; i < MATCHES; i++) {
        json_t *table = hear_type(s, "table");
        struct sv_room *room =
            sv_room_find(s->server, json_string_value(json_object_get(table, "match")), NULL);
        assert_int_equal(json_integer_value(json_object_get(table, "position")),
                         room->stored.position);
        assert_int_equal(json_is_true(json_object_get(table, "changes")), changes);
        json_decref(table);
    }
    for (json_t *more; (more = hear(s)); json_decref(more)) /* the chat, if it is sent again */
        assert_string_equal(json_string_value(json_object_get(more, "type")), "chat");
}

/* If many matches change at once, their tables are written while the store syncs. They are sent
 * only if the sync succeeds; connections that only watch stay open in any case. */
static void large_batches_are_stored_or_rolled_back(void **state)
{
    struct stage *s = *state;
    char matches[MATCHES][VL_MATCH_ID_SIZE];
    uint32_t positions[MATCHES];
    struct sv_connection *viewer = sv_connect(s->server, "10.0.0.1", s->token);
    for (int i = 0; i < MATCHES; i++) {
        make_match(s);
        memcpy(matches[i], s->match, sizeof matches[i]);
        s->connection = viewer;
        say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0,\"changes\":true}", s->match);
        positions[i] = room_of(s)->stored.position;
    }
    assert_true(sv_flush(s->server));
    hear_all(s);
    struct sv_connection *player = sv_connect(s->server, "10.0.0.1", s->token);
    s->connection = player;
    disk_full = true;
    commit_in_all(s, matches, "a");
    assert_false(sv_flush(s->server));
    disk_full = false;
    sv_sweep(s->server);
    assert_null(hear(s));
    assert_int_equal(player->closing, 1011);
    assert_int_equal(viewer->closing, 0);
    hear_tables(s, viewer, false);
    for (int i = 0; i < MATCHES; i++) {
        memcpy(s->match, matches[i], sizeof matches[i]);
        assert_int_equal(room_of(s)->stored.position, positions[i]);
    }
    sv_disconnect(player);
    s->connection = player = sv_connect(s->server, "10.0.0.1", s->token);
    commit_in_all(s, matches, "a");
    assert_null(hear(s));
    assert_true(sv_flush(s->server));
    for (int i = 0; i < MATCHES; i++)
        json_decref(hear_type(s, "ack"));
    hear_tables(s, viewer, true);
    sv_disconnect(viewer);
    s->connection = player;
}

/* A bot that cannot be stored does not try again at once, and again. */
static void bots_wait_for_the_store(void **state)
{
    struct stage *s = *state;
    struct sv_room *room = room_of(s);
    for (uint32_t seat = 0; seat < room->stored.seats; seat++) {
        room->stored.seat[seat].bot = true;
        snprintf(room->stored.seat[seat].player, sizeof room->stored.seat[seat].player, "greedy");
    }
    assert_true(sv_room_save(room, true, NULL));
    disk_full = false;
    assert_true(sv_flush(s->server));
    disk_full = true;
    uint64_t until = sv_now() + 300;
    while (sv_now() < until)
        sv_flush(s->server);
    disk_full = false;
    assert_int_equal(s->server->figures.sync_failures, 1);
    assert_true(room_of(s)->sleeping);
}

/* Gives the seat to act a clock that ends at once. */
static void end_clock(struct stage *s)
{
    struct sv_room *room = room_of(s);
    room->stored.clock = VL_CLOCK_MOVE;
    room->stored.clock_time = 60000;
    sv_clock_turn(room);
    room->stored.clock_end = s->server->next_clock_end = sv_served(s->server);
    assert_true(sv_room_save(room, false, NULL));
}

/* A clock that cannot be written down has not run out; it does so when the store is back. */
static void clocks_wait_for_the_store(void **state)
{
    struct stage *s = *state;
    struct sv_room *room = room_of(s);
    uint32_t seat = (uint32_t)vl_match_to_act(room->match);
    end_clock(s);
    disk_full = true;
    assert_false(sv_flush(s->server));
    assert_false(sv_has_stand_in(room, seat));
    assert_int_equal(room->stored.clock, VL_CLOCK_NONE); /* as the store has it */
    disk_full = false;
    s->server->health.retry_at = 0;
    end_clock(s);
    assert_true(s->server->store->functions->sync(s->server->store, NULL));
    disk_full = true;
    assert_false(sv_flush(s->server));
    assert_false(sv_has_stand_in(room, seat));
    uint64_t failures = s->server->figures.sync_failures, until = sv_now() + 200;
    while (sv_now() < until)
        sv_flush(s->server);
    assert_int_equal(s->server->figures.sync_failures, failures); /* not again and again */
    disk_full = false;
    s->server->health.retry_at = 0;
    assert_true(sv_flush(s->server));
    assert_true(sv_has_stand_in(room, seat));
    /* The owner is back before the bot has answered: its answer is not wanted any more. */
    uint32_t position = room->stored.position;
    assert_true(sv_clock_owner_back(room, seat, NULL));
    assert_true(sv_flush(s->server));
    assert_int_equal(room->bot_ticket, 0);
    for (int i = 0; i < 20; i++) {
        struct timespec tenth = {.tv_nsec = 10000000};
        nanosleep(&tenth, NULL);
        assert_true(sv_flush(s->server));
    }
    assert_int_equal(room->stored.position, position);
    assert_false(sv_has_stand_in(room, seat));
}

/* Nobody reads a chat message of a batch that was rolled back. */
static void talk_waits_for_the_store(void **state)
{
    struct stage *s = *state;
    say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0}", s->match);
    sv_flush(s->server);
    hear_all(s);
    disk_full = true;
    say(s, "{\"type\":\"chat\",\"match\":\"%s\",\"seat\":0,\"text\":\"lost\"}", s->match);
    assert_false(sv_flush(s->server));
    disk_full = false;
    sv_sweep(s->server);
    assert_null(hear(s));
    sv_disconnect(s->connection);
    s->connection = sv_connect(s->server, "10.0.0.1", s->token);
    say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":1}", s->match);
    say(s, "{\"type\":\"chat\",\"match\":\"%s\",\"seat\":0,\"text\":\"kept\"}", s->match);
    assert_true(sv_flush(s->server));
    json_t *chat = hear_type(s, "chat");
    const json_t *lines = json_object_get(chat, "lines");
    assert_int_equal(json_array_size(lines), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(lines, 0), "text")),
                        "kept");
    json_decref(chat);
}

static void idle_rooms_are_forgotten_and_read_again(void **state)
{
    struct stage *s = *state;
    char first[VL_MATCH_ID_SIZE];
    uint64_t hash = vl_hash_state(s->game, vl_match_state(room_of(s)->match));
    memcpy(first, s->match, sizeof first);
    for (int i = 0; i < 5; i++)
        make_match(s);
    assert_int_equal(s->server->room_count, 6);
    sv_sweep(s->server);
    assert_int_equal(s->server->room_count, 0);
    memcpy(s->match, first, sizeof first);
    assert_int_equal(vl_hash_state(s->game, vl_match_state(room_of(s)->match)), hash);
    assert_int_equal(s->server->room_count, 1);
}

static void old_rules_close_a_match(void **state)
{
    struct stage *s = *state;
    struct vl_stored_match m = room_of(s)->stored;
    struct vl_error err = {0};
    uint64_t open = s->server->open_matches;
    memcpy(m.id, "OLDOLDOLDOLDOLDOLDOLDO", sizeof m.id);
    m.rules_version += 1000;
    m.position = 0;
    assert_true(failing.add_match(s->server->store, &m, &err));
    assert_true(sv_flush(s->server));
    s->server->open_matches++;
    memcpy(s->match, m.id, sizeof m.id);
    say(s, "{\"type\":\"watch\",\"id\":1,\"match\":\"%s\",\"seat\":null}", m.id);
    say(s, "{\"type\":\"replay\",\"match\":\"%s\",\"seat\":null,\"from\":0,\"count\":1}", m.id);
    assert_true(sv_flush(s->server));
    json_t *table = hear_type(s, "table");
    assert_string_equal(json_string_value(json_object_get(table, "status")), "closed");
    assert_true(json_is_null(json_object_get(table, "view")));
    json_decref(table);
    json_decref(hear_type(s, "error"));
    assert_int_equal(s->server->open_matches, open);
    struct vl_stored_match back;
    assert_true(failing.find_match(s->server->store, m.id, &back, &err));
    assert_int_equal(back.status, VL_MATCH_CLOSED);
}

/* A match goes on with the deck it was begun with. */
static void a_match_keeps_its_deck(void **state)
{
    struct stage *s = *state;
    const struct vl_deck *deck = vl_match_deck(room_of(s)->match);
    struct vl_stored_match m = room_of(s)->stored;
    struct vl_deck_file files[VL_MAX_TABLES];
    struct vl_text changed = {0};
    const char *bytes[VL_MAX_TABLES];
    size_t sizes[VL_MAX_TABLES];
    struct vl_error err = {0};
    vl_text_add(&changed, "# an earlier printing\n");
    vl_text_add_bytes(&changed, deck->originals[0], deck->sizes[0]);
    for (uint32_t t = 0; t < s->game->table_count; t++) {
        bytes[t] = t ? deck->originals[t] : changed.data;
        sizes[t] = t ? deck->sizes[t] : changed.length;
        files[t] = (struct vl_deck_file){s->game->tables[t].name, bytes[t], sizes[t]};
    }
    struct vl_deck *old = vl_deck_parse(s->game, bytes, sizes, "a test", &err);
    assert_non_null(old);
    assert_string_not_equal(old->hash, deck->hash);
    assert_true(failing.add_deck(s->server->store, s->game->id, old->hash, files,
                                 s->game->table_count, &err));
    memcpy(m.id, "DECKDECKDECKDECKDECKDE", sizeof m.id);
    snprintf(m.deck_hash, sizeof m.deck_hash, "%s", old->hash);
    m.status = VL_MATCH_GATHERING;
    m.position = 0;
    assert_true(failing.add_match(s->server->store, &m, &err));
    assert_true(sv_flush(s->server));
    struct sv_room *room = sv_room_find(s->server, m.id, &err);
    assert_non_null(room);
    assert_non_null(room->match);
    assert_string_equal(vl_match_deck(room->match)->hash, old->hash);
    char path[96];
    struct sv_response response;
    snprintf(path, sizeof path, "/api/decks/%s/%s", s->game->id, old->hash);
    struct sv_request request = {.method = "GET", .path = path, .address = "10.0.0.1"};
    sv_answer(s->server, &request, &response);
    assert_int_equal(response.status, 200);
    assert_true(response.immutable);
    sv_response_free(&response);
    /* New matches are dealt from the built-in deck. */
    make_match(s);
    assert_string_equal(room_of(s)->stored.deck_hash, deck->hash);
    vl_text_free(&changed);
    vl_deck_free(old);
}

/* One that does not read for a while gets one table with all it has missed. */
static void who_lags_behind_gets_the_whole(void **state)
{
    struct stage *s = *state;
    say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0}", s->match);
    sv_flush(s->server);
    hear_all(s);
    uint32_t from = room_of(s)->stored.position;
    while (s->connection->out.queued < SV_LOW_QUEUE) {
        say(s, "{\"type\":\"replay\",\"match\":\"%s\",\"seat\":0,\"from\":0,\"count\":32}",
            s->match);
        sv_flush(s->server);
    }
    struct sv_connection *slow = s->connection,
                         *quick = sv_connect(s->server, "10.0.0.1", s->token);
    s->connection = quick;
    for (int i = 0; i < 5; i++) {
        char key[8];
        snprintf(key, sizeof key, "k%d", i);
        commit(s, key);
        assert_true(sv_flush(s->server));
        json_decref(hear_type(s, "ack"));
    }
    s->connection = slow;
    size_t queued = slow->out.queued;
    assert_true(queued < SV_LOW_QUEUE * 2);
    hear_all(s);
    assert_true(sv_flush(s->server));
    json_t *table = hear_type(s, "table");
    assert_int_equal(json_integer_value(json_object_get(table, "from")), from);
    assert_int_equal(json_array_size(json_object_get(table, "log")),
                     room_of(s)->stored.position - from);
    json_decref(table);
    assert_null(hear(s));
}

/* Merges a message that says only what is new into the table before it, as clients do. */
static void merge(json_t *table, const json_t *message)
{
    static const char *const parted[][2] = {{"view", "view_changes"}, {"facts", "facts_changes"}};
    if (!json_is_true(json_object_get(message, "changes")))
        json_object_clear(table);
    json_object_update(table, (json_t *)(uintptr_t)message);
    for (int i = 0; i < 2; i++) {
        json_t *parts = json_object_get(table, parted[i][1]);
        if (!parts)
            continue;
        json_t *merged = json_copy(json_object_get(table, parted[i][0]));
        json_object_update(merged, parts);
        json_object_set_new(table, parted[i][0], merged);
        json_object_del(table, parted[i][1]);
    }
    json_object_del(table, "changes");
}

/* What the answer to a watch has and a push has not. */
static void drop_fixed(json_t *table)
{
    static const char *const fixed[] = {"re",      "game",       "deck", "rules_version",
                                        "options", "commitment", "deal", "text"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        json_object_del(table, fixed[i]);
}

static json_t *next_table(struct stage *s, struct sv_connection *connection)
{
    s->connection = connection;
    return hear_type(s, "table");
}

/* Plays a match of the stage's game before one who is told changes and one who is told all. */
static void compare_tables(struct stage *s)
{
    struct sv_connection *brief = sv_connect(s->server, "10.0.0.1", s->token);
    struct sv_connection *full = sv_connect(s->server, "10.0.0.1", s->token);
    json_t *table = json_object();
    size_t short_bytes = 0, whole_bytes = 0;
    s->connection = full;
    say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0}", s->match);
    s->connection = brief;
    say(s, "{\"type\":\"watch\",\"match\":\"%s\",\"seat\":0,\"changes\":true}", s->match);
    for (int i = 0; i < 80 && room_of(s)->stored.status == VL_MATCH_RUNNING; i++) {
        assert_true(sv_flush(s->server));
        short_bytes += brief->out.last->size;
        whole_bytes += full->out.last->size;
        json_t *message = next_table(s, brief), *whole = next_table(s, full);
        merge(table, message);
        drop_fixed(table);
        drop_fixed(whole);
        assert_true(json_equal(table, whole));
        json_decref(message);
        json_decref(whole);
        char key[8];
        snprintf(key, sizeof key, "c%d", i);
        s->connection = brief;
        hear_all(s);
        /* Some moves come from an old position: the answer is a whole table, which counts as well.
         */
        if (i % 7 == 3)
            say(s, "{\"type\":\"try\",\"match\":\"%s\",\"seat\":0,\"position\":9999,\"moves\":[]}",
                s->match);
        s->connection = full;
        commit(s, key);
        if (i % 7 == 3) {
            assert_true(sv_flush(s->server));
            message = next_table(s, brief);
            merge(table, message);
            json_decref(message);
        }
    }
    assert_true(short_bytes < whole_bytes);
    json_decref(table);
    sv_disconnect(brief);
    sv_disconnect(full);
}

static void changes_add_up_to_the_whole(void **state)
{
    struct stage *s = *state;
    struct sv_connection *first = s->connection;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        s->game = vl_game_at(i);
        make_match(s);
        compare_tables(s);
    }
    s->connection = first;
}

#define ON_STAGE(test) cmocka_unit_test_setup_teardown(test, raise_stage, strike_stage)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_STAGE(nothing_leaves_before_it_is_stored),
        ON_STAGE(a_batch_that_is_not_stored_is_rolled_back),
        ON_STAGE(large_batches_are_stored_or_rolled_back),
        ON_STAGE(bots_wait_for_the_store),
        ON_STAGE(clocks_wait_for_the_store),
        ON_STAGE(talk_waits_for_the_store),
        ON_STAGE(idle_rooms_are_forgotten_and_read_again),
        ON_STAGE(old_rules_close_a_match),
        ON_STAGE(a_match_keeps_its_deck),
        ON_STAGE(who_lags_behind_gets_the_whole),
        ON_STAGE(changes_add_up_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
