/* The state of a server: how it starts, what it resumes, how it ends. */
#include "server/state.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/banned.h"
#include "server/bots/play.h"
#include "server/bots/ponder.h"
#include "server/bots/workers.h"
#include "server/http/files.h"
#include "server/http/import.h"
#include "server/http/review.h"
#include "server/room/clock.h"
#include "server/room/room.h"
#include "server/shares.h"
#include "server/time.h"
#include "server/ws/connection.h"
#include "server/ws/message.h"

/* Milliseconds. A bot that has thought twice its time is given BOT_PATIENCE more, because a busy
 * machine may have kept it from running. Then it is told to stop; search looks at that flag all the
 * time, so BOT_GRACE is far more than a bot without a bug needs. */
enum { BOT_PATIENCE = 2000, BOT_GRACE = 10000 };

void sv_count_open(struct sv_server *server)
{
    struct vl_store_stats stats;
    if (sv_calls(server)->stats(server->store, &stats, NULL))
        server->open_matches = stats.matches[VL_MATCH_GATHERING] + stats.matches[VL_MATCH_RUNNING];
}

bool sv_collect_id(void *context, const char *id)
{
    struct sv_ids *list = context;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 64;
        list->ids = realloc(list->ids, list->capacity * sizeof *list->ids);
        if (!list->ids)
            abort();
    }
    snprintf(list->ids[list->count++], VL_MATCH_ID_SIZE, "%s", id);
    return true;
}

/* Loads the running matches, so that bots whose turn it was when the server stopped think again.
 * All matches do not fit into memory at once: idle rooms are unloaded in between. */
static bool resume(struct sv_server *server, struct vl_error *err)
{
    struct sv_ids list = {0};
    bool good =
        sv_calls(server)->list_matches(server->store, VL_MATCH_RUNNING, sv_collect_id, &list, err);
    for (size_t i = 0; good && i < list.count; i++) {
        struct sv_room *room = sv_room_find(server, list.ids[i], err);
        good = room != NULL;
        if (room)
            sv_room_think(room);
        if (server->room_count > server->settings.limits.live_rooms)
            sv_room_unload_idle(server);
    }
    if (good && list.count)
        sv_log("resumed", "matches=%zu", list.count);
    free(list.ids);
    return good;
}

struct sv_server *sv_server_new(const struct sv_settings *settings, struct vl_error *err)
{
    if (sodium_init() < 0)
        abort();
    sv_messages_init();
    struct sv_server *server = calloc(1, sizeof *server);
    if (!server)
        abort();
    server->settings = *settings;
    server->started = sv_now();
    server->next_clock_end = INT64_MAX;
    server->store = vl_store_sqlite.open(settings->database, err);
    if (!server->store || !sv_decks_open(server, err) || !sv_clock_open(server, err) ||
        !sv_shares_open(server, err)) {
        sv_server_free(server);
        return NULL;
    }
    sv_count_open(server);
    sv_client_hash(server);
    if (sv_bans_load(server, err))
        return server;
    sv_server_free(server);
    return NULL;
}

bool sv_start(struct sv_server *server, void (*notify)(void *context), void *context,
              struct vl_error *err)
{
    struct sv_worker_limits limits = {
        .workers = server->settings.workers,
        .share = server->settings.bot_share,
        .patience = BOT_PATIENCE,
        .grace = BOT_GRACE,
    };
    server->workers = sv_workers_new(&limits, notify, context);
    return resume(server, err);
}

void sv_stop(struct sv_server *server)
{
    server->worker_leaked = !sv_workers_free(server->workers) || server->worker_leaked;
    server->workers = NULL;
}

void sv_server_free(struct sv_server *server)
{
    if (!server)
        return;
    while (server->connections)
        sv_disconnect(server->connections);
    sv_review_free_all(server);
    sv_import_free_all(server);
    sv_ponder_free_all(server);
    sv_stop(server);
    sv_room_free_all(server);
    if (!server->worker_leaked)
        sv_decks_free(server);
    sv_address_free_all(server);
    if (server->store) {
        sv_clock_close(server);
        sv_calls(server)->close(server->store);
    }
    sv_pool_clear(&server->pool);
    sv_latency_free(&server->latency);
    sv_bans_free(server);
    vl_text_free(&server->table_scratch.text);
    vl_text_free(&server->delta_scratch);
    free(server);
}
