/* Results of finished matches. */
#include "server/room/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/batch.h"
#include "valise/bot.h"

enum {
    NOTED_AT_ONCE = 10, /* matches of the backfill in one batch */
    NO_BOTS = -1,       /* the level of a table without bots */
};

/* The level of a bot. Players with a style or a number of iterations ("search:20") and bots for
 * experiments have none, and count as level 0. */
static int level_of(const char *player)
{
    size_t length = strcspn(player, ":");
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        if (strlen(vl_bot_at(i)->name) == length &&
            strncmp(vl_bot_at(i)->name, player, length) == 0 && player[length] == '\0')
            return (int)vl_bot_at(i)->level;
    return 0;
}

bool sv_results_note(struct sv_room *room, struct vl_error *err)
{
    const struct vl_stored_match *m = &room->stored;
    struct vl_score score;
    if (room->origin != VL_ORIGIN_NONE || !room->match)
        return true;
    const struct vl_deck *deck = vl_match_deck(room->match);
    deck->game->score(deck->data, vl_match_state(room->match), &score);
    /* The store adds the players: one row for each browser that holds this seat and no other. */
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
        if (!sv_people(room->server)->add_result(room->server->store, &r, err))
            return false;
    }
    return true;
}

void sv_results_backfill(struct sv_server *server)
{
    struct sv_ids list = {0};
    struct vl_error err = {0};
    if (server->results_noted || !sv_may_write(server, NULL))
        return;
    bool good =
        sv_people(server)->list_unnoted(server->store, NOTED_AT_ONCE, sv_collect_id, &list, &err);
    server->results_noted = good && list.count == 0;
    for (size_t i = 0; good && i < list.count; i++) {
        struct sv_room *room = sv_room_find(server, list.ids[i], &err);
        good = (!room || sv_results_note(room, &err)) &&
               sv_people(server)->noted(server->store, list.ids[i], &err);
    }
    if (!good) {
        sv_log("store_failed", "why=\"%s\"", err.message);
        server->batch_failed = true;
    }
    free(list.ids);
}
