/* Rooms: matches in memory, and how they change. */
#include "server/room/room.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/bots/play.h"
#include "server/room/clock.h"
#include "server/room/load.h"
#include "server/room/results.h"
#include "server/secret.h"
#include "server/time.h"
#include "server/ws/connection.h"
#include "store/operators.h"

enum { IDLE_AFTER = 60 * 1000 }; /* milliseconds until an unused room is unloaded */

/* The place of a room in its hash bucket (FNV-1a); *slot is NULL if it is not loaded. */
static struct sv_room **slot(struct sv_server *server, const char *id)
{
    uint32_t hash = 2166136261U;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    struct sv_room **at = &server->rooms[hash % SV_BUCKETS];
    while (*at && strcmp((*at)->stored.id, id) != 0)
        at = &(*at)->next;
    return at;
}

/* Adds a room without its match. */
static struct sv_room *enter(struct sv_server *server, const struct vl_stored_match *stored)
{
    struct sv_room *room = calloc(1, sizeof *room);
    if (!room)
        abort();
    room->server = server;
    room->stored = *stored;
    room->last_used = sv_now();
    room->holders_version = 1;
    *slot(server, stored->id) = room;
    server->room_count++;
    return room;
}

/* Frees a room. The seal holds the secret of the deal, so it is wiped. */
static void forget(struct sv_server *server, struct sv_room *room)
{
    struct sv_room **at = slot(server, room->stored.id);
    VL_ASSERT(*at == room && !room->watches && !room->in_changed_list);
    if (room->sleeping) {
        struct sv_room **s = &server->sleeping_rooms;
        while (*s != room)
            s = &(*s)->next_sleeping;
        *s = room->next_sleeping;
    }
    *at = room->next;
    server->room_count--;
    sv_room_drop_match(room);
    sodium_memzero(&room->stored.seal, sizeof room->stored.seal);
    free(room);
}

/* ---- Finding and adding ---- */

struct sv_room *sv_room_loaded(struct sv_server *server, const char *id)
{
    return *slot(server, id);
}

struct sv_room *sv_room_find(struct sv_server *server, const char *id, struct vl_error *err)
{
    struct vl_stored_match stored;
    if (!sv_match_id_valid(id)) {
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
        return NULL;
    }
    struct sv_room *room = *slot(server, id);
    if (room && room->removed) { /* deleted in this batch; freed at its end */
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
        return NULL;
    }
    if (room) {
        room->last_used = sv_now();
        return room;
    }
    if (!sv_calls(server)->find_match(server->store, id, &stored, err))
        return NULL;
    room = enter(server, &stored);
    if (!sv_room_replay(room, err) || !sv_room_read_holders(room, err)) {
        forget(server, room);
        return NULL;
    }
    if (room->stored.status != stored.status) { /* the replay has closed or reopened it */
        server->open_matches -= stored.status <= VL_MATCH_RUNNING;
        server->open_matches += room->stored.status <= VL_MATCH_RUNNING;
        sv_room_save(room, false, NULL);
    }
    return room;
}

/* ---- Changing ---- */

void sv_room_touch(struct sv_room *room)
{
    if (room->in_changed_list)
        return;
    room->in_changed_list = true;
    room->next_changed = room->server->changed_rooms;
    room->server->changed_rooms = room;
}

/* A write did not succeed, so memory and store differ: the end of the batch rolls both back. */
static bool write_failed(struct sv_room *room, const struct vl_error *err)
{
    room->server->batch_failed = true;
    sv_log("store_failed", "match=%.8s why=\"%s\"", room->stored.id, err->message);
    return false;
}

bool sv_room_save(struct sv_room *room, bool with_seats, struct vl_error *err)
{
    struct vl_error local = {0};
    if (!err)
        err = &local;
    sv_room_touch(room);
    if (sv_calls(room->server)->update_match(room->server->store, &room->stored, with_seats, err))
        return true;
    return write_failed(room, err);
}

/* Writes a match with its origin and the moves that it has already. */
static bool add_match(struct sv_server *server, const struct vl_stored_match *m,
                      const struct vl_stored_origin *origin, const char *moves,
                      struct vl_error *err)
{
    struct vl_stored_commit commit = {
        .position = m->position, .seat = VL_CHANCE, .time = m->changed, .moves = moves};
    return sv_calls(server)->add_match(server->store, m, err) &&
           (!server->asker ||
            sv_operators(server)->set_maker(server->store, m->id, server->asker, err)) &&
           (!origin || sv_people(server)->add_origin(server->store, m->id, origin, err)) &&
           (!moves || !*moves || sv_calls(server)->add_commit(server->store, m->id, &commit, err));
}

bool sv_room_store(struct sv_server *server, const struct vl_stored_match *stored,
                   const struct vl_stored_origin *origin, const char *moves, struct vl_error *err)
{
    VL_ASSERT(stored->status == VL_MATCH_OVER);
    const struct vl_deck *deck =
        sv_deck_find(server, vl_game_find(stored->game), stored->deck_hash, err);
    if (!deck || !sv_deck_store(server, deck, err) ||
        !add_match(server, stored, origin, moves, err)) {
        server->batch_failed = true;
        return false;
    }
    server->figures.matches_made++;
    return true;
}

struct sv_room *sv_room_add(struct sv_server *server, const struct vl_stored_match *stored,
                            const struct vl_stored_origin *origin, const char *moves,
                            struct vl_error *err)
{
    const struct vl_game *game = vl_game_find(stored->game);
    struct vl_deck *deck = sv_deck_find(server, game, stored->deck_hash, err);
    if (!deck)
        return NULL;
    struct sv_room *room = enter(server, stored);
    if (!sv_deck_store(server, deck, err) || !add_match(server, stored, origin, moves, err)) {
        write_failed(room, err);
    } else if (sv_room_replay(room, err)) { /* a new match is loaded as every other */
        sv_room_touch(room);
        server->figures.matches_made++;
        server->open_matches += room->stored.status <= VL_MATCH_RUNNING;
        return room;
    }
    forget(server, room);
    return NULL;
}

/* Writes the moves since `from` in the store's format: a line for each, with the actor, "~" if a
 * stand-in bot played it, and the text of the move as an open view reads it. */
static void commit_text(const struct vl_match *match, uint32_t from, struct vl_text *out)
{
    const struct vl_game *game = vl_match_game(match);
    const struct vl_deck *deck = vl_match_deck(match);
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    vl_match_state_at(match, from, state);
    for (uint32_t p = from; p < vl_match_position(match); p++) {
        int actor;
        vl_move move = vl_match_move_at(match, p, &actor);
        vl_look(game, deck->data, state, VL_OPEN, &view);
        vl_text_addf(out, "%d%s ", actor, vl_match_minded_at(match, p) ? "~" : "");
        game->format_move(deck, &view, move, out);
        vl_text_char(out, '\n');
        game->apply(deck->data, state, move);
    }
}

/* An imported match has no seal, so nothing can show that its draws are fair; but they are random,
 * and nobody knows them beforehand. */
static void draw_by_hand(struct vl_match *match)
{
    struct vl_rng rng;
    if (vl_match_chance(match)->source != VL_CHANCE_MANUAL)
        return;
    while (vl_match_to_act(match) == VL_CHANCE) {
        randombytes_buf(rng.s, sizeof rng.s);
        vl_match_play_chance(match, VL_NO_MOVE, &rng, NULL);
    }
    sodium_memzero(&rng, sizeof rng);
}

/* Stores the moves played since `from`, and everything that follows from them: chance moves, the
 * clock of the next seat, the result. */
static bool store_moves(struct sv_room *room, uint32_t from, int seat, const char *key,
                        struct vl_error *err)
{
    struct sv_server *server = room->server;
    struct vl_stored_match *m = &room->stored;
    struct vl_text text = {0};
    draw_by_hand(room->match);
    commit_text(room->match, from, &text);
    m->position = vl_match_position(room->match);
    m->changed = sv_time();
    m->status = vl_match_to_act(room->match) == VL_OVER ? VL_MATCH_OVER : VL_MATCH_RUNNING;
    sv_clock_turn(room);
    struct vl_stored_commit commit = {
        .from = from,
        .position = m->position,
        .seat = seat,
        .key = key,
        .time = m->changed,
        .moves = vl_text_string(&text),
    };
    room->table_changed = true;
    sv_room_touch(room);
    if (room->hints) /* they are about a position that is gone */
        sv_workers_cancel(server->workers, SV_JOB_HINT, m->id, 0);
    struct vl_error local = {0};
    if (!err)
        err = &local;
    bool good =
        (m->position == from || sv_calls(server)->add_commit(server->store, m->id, &commit, err)) &&
        sv_calls(server)->update_match(server->store, m, false, err);
    vl_text_free(&text);
    if (!good)
        return write_failed(room, err);
    if (m->status == VL_MATCH_OVER) {
        m->maker = 0;
        if (!sv_results_note(room, err) || !sv_shares(server)->forget(server->store, m->id, err))
            return write_failed(room, err);
        server->open_matches--;
        server->figures.matches_ended++;
        sv_log("match_over", "match=%.8s game=%s moves=%u", m->id, m->game, m->position);
    }
    return true;
}

bool sv_room_commit(struct sv_room *room, int seat, const vl_move *moves, uint32_t count,
                    const char *key, struct vl_error *err)
{
    uint32_t from = vl_match_position(room->match);
    if (!vl_match_commit(room->match, seat, moves, count, err))
        return false;
    if (room->bot_ticket) /* the owner was faster than the stand-in: see sv_clock_owner_back */
        sv_room_stop_bot(room);
    return store_moves(room, from, seat, key, err);
}

void sv_room_commit_plan(struct sv_room *room, int seat)
{
    uint32_t from = vl_match_position(room->match);
    sv_room_touch(room); /* if nothing is stored now, the end of the batch starts the bot again */
    if (!sv_may_write(room->server, NULL) ||
        !vl_match_commit(room->match, seat, room->plan, room->plan_count, NULL))
        return;
    if (sv_has_stand_in(room, (uint32_t)seat)) {
        vl_match_mark_minded(room->match, from);
        room->server->figures.minded_moves++;
    }
    store_moves(room, from, seat, NULL, NULL);
}

bool sv_room_start(struct sv_room *room, struct vl_error *err)
{
    if (room->stored.status != VL_MATCH_GATHERING)
        return vl_fail(err, VL_REFUSED, NULL, "the match has begun already");
    vl_match_run_chance(room->match);
    return store_moves(room, 0, VL_CHANCE, NULL, err);
}

bool sv_room_continue(struct sv_room *room, struct vl_error *err)
{
    if (room->stored.status != VL_MATCH_RUNNING || vl_match_to_act(room->match) != VL_CHANCE)
        return true;
    return store_moves(room, vl_match_position(room->match), VL_CHANCE, NULL, err);
}

bool sv_room_rename(struct sv_room *room, uint32_t seat, const char *name, struct vl_error *err)
{
    if (room->stored.status > VL_MATCH_RUNNING)
        return vl_fail(err, VL_REFUSED, NULL, "the match is over");
    if (!sv_name_good(name, err))
        return false;
    snprintf(room->stored.seat[seat].name, VL_NAME_SIZE, "%s", name);
    vl_match_name(room->match, (int)seat, name);
    room->presence_changed = true;
    return sv_room_save(room, true, err);
}

bool sv_room_read_holders(struct sv_room *room, struct vl_error *err)
{
    struct sv_server *server = room->server;
    room->holders_version++;
    if (!sv_people(server)->count_holders(server->store, room->stored.id, room->devices, err))
        return false;
    room->claimed = 0;
    for (uint32_t i = 0; i < VL_MAX_SEATS; i++)
        room->claimed |= (uint32_t)(room->devices[i] > 0) << i;
    return true;
}

void sv_room_claimed(struct sv_room *room, uint32_t seat)
{
    room->claimed |= 1U << seat;
    room->devices[seat] = 1;
    room->holders_version++;
    room->presence_changed = true;
    sv_room_touch(room);
}

bool sv_room_connected(const struct sv_room *room, uint32_t seat)
{
    for (const struct sv_watch *w = room->watches; w; w = w->next_in_room)
        if (w->viewer == (int)seat)
            return true;
    return false;
}

/* ---- Removing and unloading ---- */

/* Nobody needs the room in memory: it has no viewer, no job of a worker and no pause. */
static bool is_idle(const struct sv_room *room)
{
    return !room->watches && !room->in_changed_list && !room->bot_ticket && !room->sleeping &&
           !room->hints && !room->reviewing;
}

static void say_gone(struct sv_connection *c, const struct sv_room *room)
{
    struct vl_text out = {0};
    struct vl_json json;
    vl_json_start(&json, &out);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "gone");
    vl_json_put_string(&json, "match", room->stored.id);
    vl_json_end_object(&json);
    sv_send(c, &out);
}

bool sv_room_remove(struct sv_room *room, struct vl_error *err)
{
    struct sv_server *server = room->server;
    sv_room_touch(room);
    if (!sv_people(server)->drop_match(server->store, room->stored.id, err))
        return write_failed(room, err);
    while (room->watches) {
        struct sv_watch *watch = room->watches;
        say_gone(watch->connection, room);
        sv_unwatch(watch->connection, room, watch->viewer);
    }
    if (room->stored.status <= VL_MATCH_RUNNING)
        server->open_matches--;
    room->removed = true;
    return true;
}

void sv_room_finish_removal(struct sv_room *room)
{
    forget(room->server, room);
}

void sv_room_unload_idle(struct sv_server *server)
{
    uint64_t now = sv_now();
    bool many = server->room_count > server->settings.limits.live_rooms;
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        struct sv_room *next;
        for (struct sv_room *room = server->rooms[i]; room; room = next) {
            next = room->next;
            if (is_idle(room) && (many || now - room->last_used > IDLE_AFTER))
                forget(server, room);
        }
    }
}

bool sv_room_unload(struct sv_server *server, const char *id)
{
    struct sv_room *room = *slot(server, id);
    if (!room)
        return true;
    if (!is_idle(room))
        return false;
    forget(server, room);
    return true;
}

void sv_room_free_all(struct sv_server *server)
{
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        while (server->rooms[i]) {
            server->rooms[i]->in_changed_list = false;
            forget(server, server->rooms[i]);
        }
    }
}
