/*
 * Retention of matches.
 *
 * The age of a match is wall-clock time. A clock that is wrong must not cost anybody a match, so
 * after a jump of the system clock nothing is deleted for a day: that is time for an operator to
 * notice it.
 */
#include "server/retention.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/room/room.h"
#include "server/time.h"
#include "store/people.h"

enum {
    MOST_AT_ONCE = 64,  /* matches of a kind in one batch */
    SOON = 1000,        /* milliseconds until the next deletion, if there is more to delete */
    HOUR = 3600 * 1000, /* ... and if there is not */
    DAY = 24 * HOUR,
    JUMP = 600, /* seconds that the two clocks may drift apart between two deletions */
};

/* Ids of matches to delete. */
struct stale {
    uint32_t count;
    char ids[MOST_AT_ONCE][VL_MATCH_ID_SIZE];
};

static bool collect(void *context, const char *id)
{
    struct stale *stale = context;
    memcpy(stale->ids[stale->count++], id, VL_MATCH_ID_SIZE);
    return stale->count < MOST_AT_ONCE;
}

int64_t sv_retention_begins(const struct sv_server *server)
{
    const struct sv_settings *settings = &server->settings;
    bool used = settings->keep_finished == SV_KEEP_FINISHED ||
                settings->keep_abandoned == SV_KEEP_ABANDONED;
    return used && sv_time() < server->shares.retention_from ? server->shares.retention_from : 0;
}

/* Days of a setting that count now; 0: nothing is deleted. */
static uint32_t days_now(const struct sv_server *server, uint32_t days, uint32_t standard)
{
    return days == standard && sv_retention_begins(server) ? 0 : days;
}

/* Says once a day what the default retention will delete when it begins. */
static void announce(struct sv_server *server, uint64_t now)
{
    int64_t begins = sv_retention_begins(server);
    if (!begins || now < server->retention_announced)
        return;
    server->retention_announced = now + DAY;
    sv_log(
        "retention_announced",
        "days_left=%lld keep-finished=%u keep-abandoned=%u why=\"older matches are deleted then; "
        "set both to other numbers of days, or to 0 for never\"",
        (long long)(begins - sv_time()) / 86400 + 1, server->settings.keep_finished,
        server->settings.keep_abandoned);
}

/* Deletes up to MOST_AT_ONCE matches, finished or not, that have not changed for `days` days.
 * Returns how many; rooms in use are skipped. */
static uint32_t delete_stale(struct sv_server *server, bool over, uint32_t days)
{
    struct stale stale = {0};
    struct vl_error err = {0};
    const struct vl_store_functions *calls = server->store->functions;
    uint32_t deleted = 0;
    if (days == 0)
        return 0;
    bool good = calls->list_stale(server->store, over, sv_time() - (int64_t)days * 86400,
                                  MOST_AT_ONCE, collect, &stale, &err);
    for (uint32_t i = 0; good && i < stale.count; i++) {
        if (!sv_room_unload(server, stale.ids[i]))
            continue;
        good = calls->people->drop_match(server->store, stale.ids[i], &err);
        deleted += good;
    }
    if (!good) {
        sv_log("deleting_failed", "why=\"%s\"", err.message);
        server->batch_failed = true; /* the rollback brings all of them back */
        return 0;
    }
    return deleted;
}

void sv_retention_run(struct sv_server *server, uint64_t now)
{
    const struct sv_settings *settings = &server->settings;
    announce(server, now);
    uint32_t keep_finished = days_now(server, settings->keep_finished, SV_KEEP_FINISHED);
    uint32_t keep_abandoned = days_now(server, settings->keep_abandoned, SV_KEEP_ABANDONED);
    if (now < server->retention_due || (!keep_finished && !keep_abandoned) ||
        !sv_may_write(server, NULL))
        return;
    int64_t clock = sv_time() - (int64_t)(now / 1000), moved = clock - server->retention_offset;
    bool first = server->retention_due == 0;
    server->retention_offset = clock;
    if (!first && (moved > JUMP || moved < -JUMP)) {
        sv_log("deleting_put_off", "days=1 clock_moved=%lld", (long long)moved);
        server->retention_due = now + DAY;
        return;
    }
    uint32_t finished = delete_stale(server, true, keep_finished);
    uint32_t abandoned = server->batch_failed ? 0 : delete_stale(server, false, keep_abandoned);
    server->retention_due =
        now + (finished == MOST_AT_ONCE || abandoned == MOST_AT_ONCE ? SOON : HOUR);
    if (finished + abandoned == 0)
        return;
    server->figures.matches_deleted += finished + abandoned;
    sv_count_open(server);
    sv_log("deleted", "finished=%u abandoned=%u", finished, abandoned);
}
