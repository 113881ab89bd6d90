/*
 * How long matches are kept. Once an hour those that are older than the settings say are deleted,
 * some in each turn, so that nobody waits for it. Age is wall-clock time: after a jump of the clock
 * nothing is deleted for a day, since a clock that is wrong must not cost anybody a match.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/server.h"
#include "store/people.h"

enum {
    BATCH = 64,
    SOON = 1000,        /* milliseconds, when there is more to delete */
    HOUR = 3600 * 1000, /* and when there is not */
    DAY = 24 * HOUR,
    JUMP = 600, /* seconds that clocks may drift apart between two looks */
    TOLD = 10,  /* and more than which is told of */
};

struct batch {
    uint32_t count;
    char ids[BATCH][VL_MATCH_ID_SIZE];
};

static bool collect(void *context, const char *id)
{
    struct batch *batch = context;
    memcpy(batch->ids[batch->count++], id, VL_MATCH_ID_SIZE);
    return batch->count < BATCH;
}

/* Deletes some matches of one kind that have not changed for so many days. */
static uint32_t delete_stale(struct sv_server *server, bool over, uint32_t days)
{
    struct batch batch = {0};
    struct vl_error err = {0};
    const struct vl_store_functions *calls = server->store->functions;
    uint32_t deleted = 0;
    if (days == 0)
        return 0;
    bool good = calls->list_stale(server->store, over, sv_time() - (int64_t)days * 86400, BATCH,
                                  collect, &batch, &err);
    for (uint32_t i = 0; good && i < batch.count; i++) {
        if (!sv_room_drop(server, batch.ids[i]))
            continue;
        good = calls->people->drop_match(server->store, batch.ids[i], &err);
        deleted += good;
    }
    if (!good) {
        sv_log("deleting_failed", "why=\"%s\"", err.message);
        server->failed = true; /* the turn is undone: all of them or none */
        return 0;
    }
    return deleted;
}

void sv_watch_clock(struct sv_server *server, uint64_t now)
{
    int64_t clock = sv_time() - (int64_t)(now / 1000), moved = clock - server->clock_seen;
    bool first = server->clock_seen == 0;
    if (!first && moved <= TOLD && moved >= -TOLD)
        return; /* compared with the same moment, so that small steps add up */
    server->clock_seen = clock;
    if (first)
        return;
    server->figures.clock_jumps++;
    sv_log("clock_jumped", "seconds=%lld", (long long)moved);
}

void sv_keep(struct sv_server *server, uint64_t now)
{
    const struct sv_settings *settings = &server->settings;
    if (now < server->keep_due || (!settings->keep_finished && !settings->keep_abandoned) ||
        !sv_may_write(server, NULL))
        return;
    int64_t clock = sv_time() - (int64_t)(now / 1000), moved = clock - server->clock;
    bool first = server->keep_due == 0;
    server->clock = clock;
    if (!first && (moved > JUMP || moved < -JUMP)) {
        sv_log("deleting_put_off", "days=1 clock_moved=%lld", (long long)moved);
        server->keep_due = now + DAY;
        return;
    }
    uint32_t finished = delete_stale(server, true, settings->keep_finished);
    uint32_t abandoned = server->failed ? 0 : delete_stale(server, false, settings->keep_abandoned);
    server->keep_due = now + (finished == BATCH || abandoned == BATCH ? SOON : HOUR);
    if (finished + abandoned == 0)
        return;
    server->figures.matches_deleted += finished + abandoned;
    sv_count_open(server);
    sv_log("deleted", "finished=%u abandoned=%u", finished, abandoned);
}
