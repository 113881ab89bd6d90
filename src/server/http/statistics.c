/*
 * What is mine: my results of finished matches, by game; and all of it deleted when I say so.
 *
 * A result is noted when a match ends, for every browser that holds exactly one seat of it: at a
 * screen that is passed around there is no telling who "I" is. What-ifs and records that were
 * brought along do not count.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/http/request.h"
#include "store/people.h"

enum { NOTED_AT_ONCE = 10, ERASED_AT_ONCE = 100, LEVELS = 16, NO_BOTS = -1 };

static const struct vl_people_functions *people(const struct sv_server *server)
{
    return server->store->functions->people;
}

/* ---- Noting ---- */

static int level_of(const char *player)
{
    size_t length = strcspn(player, ":");
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        if (strlen(vl_bot_at(i)->name) == length &&
            strncmp(vl_bot_at(i)->name, player, length) == 0 && player[length] == '\0')
            return (int)vl_bot_at(i)->level;
    return 0; /* one for experiments, or with a style or a number of tries */
}

bool sv_note_results(struct sv_room *room, struct vl_error *err)
{
    const struct vl_stored_match *m = &room->stored;
    struct vl_score score;
    if (room->origin != VL_ORIGIN_NONE || !room->match)
        return true;
    const struct vl_deck *deck = vl_match_deck(room->match);
    deck->game->score(deck->data, vl_match_state(room->match), &score);
    struct vl_stored_result r = {.seats = m->seats, .level = NO_BOTS, .time = m->changed};
    snprintf(r.match, sizeof r.match, "%s", m->id);
    snprintf(r.game, sizeof r.game, "%s", m->game);
    for (uint32_t i = 0; i < m->seats; i++) {
        int level = m->seat[i].bot ? level_of(m->seat[i].player) : NO_BOTS;
        r.people += !m->seat[i].bot;
        r.level = level > r.level ? level : r.level;
    }
    for (uint32_t i = 0; i < m->seats; i++) {
        if (m->seat[i].bot)
            continue;
        uint32_t same = 0;
        for (uint32_t j = 0; j < m->seats; j++)
            same += score.rank[j] == score.rank[i];
        r.seat = i;
        r.points = score.points[i];
        r.rank = score.rank[i];
        r.shared = same > 1;
        if (!people(room->server)->add_result(room->server->store, &r, err))
            return false;
    }
    return true;
}

/* Some of the matches that were over before results were noted; once a second. */
void sv_note_old(struct sv_server *server)
{
    struct sv_ids list = {0};
    struct vl_error err = {0};
    if (server->all_noted || !sv_may_write(server, NULL))
        return;
    bool good =
        people(server)->list_unnoted(server->store, NOTED_AT_ONCE, sv_collect_id, &list, &err);
    server->all_noted = good && list.count == 0;
    for (size_t i = 0; good && i < list.count; i++) {
        struct sv_room *room = sv_room_find(server, list.ids[i], &err);
        good = (!room || sv_note_results(room, &err)) &&
               people(server)->noted(server->store, list.ids[i], &err);
    }
    if (!good) {
        sv_log("store_failed", "why=\"%s\"", err.message);
        server->failed = true;
    }
    free(list.ids);
}

/* ---- Statistics ---- */

struct tally {
    uint32_t played, won, shared;
    int64_t points; /* all together */
    int32_t best;
    int64_t last;
    char match[VL_MATCH_ID_SIZE]; /* of the best */
};

struct sums {
    struct tally all[LEVELS];                /* by game, in the list's order */
    struct tally levels[LEVELS][LEVELS + 1]; /* by the strongest bot; the first: no bots */
    struct tally seats[LEVELS][VL_MAX_SEATS + 1];
};

static void count_in(struct tally *t, const struct vl_stored_result *r)
{
    if (t->played == 0 || r->points > t->best) {
        t->best = r->points;
        snprintf(t->match, sizeof t->match, "%s", r->match);
    }
    t->played++;
    t->won += r->rank == 1;
    t->shared += r->rank == 1 && r->shared;
    t->points += r->points;
    if (r->time > t->last)
        t->last = r->time;
}

static bool sum_up(void *context, const struct vl_stored_result *r)
{
    struct sums *sums = context;
    int level = r->level < LEVELS ? r->level : LEVELS - 1;
    for (uint32_t i = 0; i < vl_game_count() && i < LEVELS; i++) {
        if (strcmp(vl_game_at(i)->id, r->game) != 0)
            continue;
        count_in(&sums->all[i], r);
        count_in(&sums->levels[i][level < 0 ? 0 : level + 1], r);
        if (r->seats <= VL_MAX_SEATS)
            count_in(&sums->seats[i][r->seats], r);
    }
    return true;
}

static void put_tally(struct vl_json *json, const struct ask *ask, const struct tally *t)
{
    struct vl_stored_match kept;
    vl_json_put_int(json, "played", t->played);
    vl_json_put_int(json, "won", t->won);
    vl_json_put_int(json, "shared", t->shared);
    vl_json_put_real(json, "average", (double)t->points / t->played);
    vl_json_put_int(json, "best", t->best);
    vl_json_key(json, "match");
    if (api_calls(ask)->find_match(ask->server->store, t->match, &kept, NULL))
        vl_json_string(json, t->match);
    else
        vl_json_null(json);
    vl_json_put_int(json, "last", t->last);
}

static void write_game(struct vl_json *json, const struct ask *ask, const struct sums *sums,
                       uint32_t game)
{
    vl_json_object(json);
    vl_json_put_string(json, "game", vl_game_at(game)->id);
    put_tally(json, ask, &sums->all[game]);
    vl_json_key(json, "against");
    vl_json_array(json);
    for (int level = 0; level <= LEVELS; level++) {
        if (!sums->levels[game][level].played)
            continue;
        vl_json_object(json);
        vl_json_key(json, "level");
        if (level == 0)
            vl_json_null(json);
        else
            vl_json_int(json, level - 1);
        put_tally(json, ask, &sums->levels[game][level]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_key(json, "tables");
    vl_json_array(json);
    for (uint32_t seats = 1; seats <= VL_MAX_SEATS; seats++) {
        if (!sums->seats[game][seats].played)
            continue;
        vl_json_object(json);
        vl_json_put_int(json, "seats", seats);
        put_tally(json, ask, &sums->seats[game][seats]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

void api_get_statistics(struct ask *ask)
{
    struct vl_error err = {0};
    struct vl_json json;
    struct sums *sums = calloc(1, sizeof *sums);
    if (!sums)
        abort();
    if (ask->has_player &&
        !people(ask->server)->list_results(ask->server->store, ask->player, sum_up, sums, &err)) {
        api_fail(ask, &err);
        free(sums);
        return;
    }
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_key(&json, "games");
    vl_json_array(&json);
    for (uint32_t i = 0; i < vl_game_count() && i < LEVELS; i++)
        if (sums->all[i].played)
            write_game(&json, ask, sums, i);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
    free(sums);
}

static void respond_empty(const struct ask *ask)
{
    struct vl_json json;
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_end_object(&json);
}

void api_post_drop_statistics(struct ask *ask)
{
    static const char *const members[] = {"game", NULL};
    struct vl_error err = {0};
    const json_t *game = json_object_get(ask->body, "game");
    if (!vl_json_only(ask->body, members, &err) ||
        (game && !(json_is_string(game) && vl_game_find(json_string_value(game))) &&
         !vl_fail(&err, VL_BAD_INPUT, "game", "expected the id of a game"))) {
        api_fail(ask, &err);
        return;
    }
    if (ask->has_player && !people(ask->server)
                                ->drop_results(ask->server->store, ask->player,
                                               game ? json_string_value(game) : NULL, &err)) {
        ask->server->failed = true;
        api_fail(ask, &err);
        return;
    }
    respond_empty(ask);
}

/* ---- Everything ---- */

/* A match that others hold seats of stays theirs: my seats are free, and my name is gone. */
static bool leave_match(struct ask *ask, struct sv_room *room, uint32_t only_mine,
                        struct vl_error *err)
{
    const struct vl_store_functions *calls = api_calls(ask);
    for (uint32_t i = 0; i < room->stored.seats; i++) {
        char name[VL_NAME_SIZE];
        if (!(only_mine >> i & 1))
            continue;
        snprintf(name, sizeof name, "Player %u", i + 1);
        snprintf(room->stored.seat[i].name, VL_NAME_SIZE, "%s", name);
        if (room->match)
            vl_match_name(room->match, (int)i, name);
    }
    if (!calls->let_go(ask->server->store, ask->player, room->stored.id, err) ||
        !people(ask->server)->drop_chat(ask->server->store, room->stored.id, only_mine, err) ||
        !sv_room_read_hands(room, err) || !sv_room_save(room, true, err))
        return false;
    room->news = true;
    sv_evict(room, "forgotten");
    return true;
}

static bool erase_match(struct ask *ask, const char *id, struct vl_error *err)
{
    bool any;
    uint32_t only_mine;
    struct sv_room *room = sv_room_find(ask->server, id, err);
    if (!room ||
        !people(ask->server)->others(ask->server->store, ask->player, id, &any, &only_mine, err))
        return false;
    if (any)
        return leave_match(ask, room, only_mine, err);
    return sv_room_remove(room, err);
}

void api_post_erase(struct ask *ask)
{
    static const char *const members[] = {"everything", NULL};
    struct vl_error err = {0};
    struct sv_ids list = {0};
    if (!vl_json_only(ask->body, members, &err)) {
        api_fail(ask, &err);
        return;
    }
    if (!json_is_true(json_object_get(ask->body, "everything"))) {
        api_complain(ask, 400, "bad_input", "say \"everything\": true to delete all of yours");
        return;
    }
    if (ask->has_player) {
        struct sv_server *server = ask->server;
        bool good = api_calls(ask)->list_held(server->store, ask->player, ERASED_AT_ONCE,
                                              sv_collect_id, &list, &err);
        for (size_t i = 0; good && i < list.count; i++)
            good = erase_match(ask, list.ids[i], &err);
        good = good && people(server)->drop_results(server->store, ask->player, NULL, &err) &&
               people(server)->drop_departures(server->store, ask->player, NULL, &err);
        if (!good) {
            server->failed = true;
            api_fail(ask, &err);
            free(list.ids);
            return;
        }
        sv_log("erased", "matches=%zu address=%s", list.count, ask->request->address);
    }
    struct vl_json json;
    bool more = list.count == ERASED_AT_ONCE;
    if (!more)
        api_forget_player(ask);
    free(list.ids);
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_put_bool(&json, "more", more);
    vl_json_end_object(&json);
}
