/*
 * The batch: everything between two passes of the event loop, stored as one transaction.
 *
 * The order in sv_flush is what "nobody sees anything that is not on disk" rests on:
 *
 *   1  bots whose pause is over, finished jobs and clocks that ran out make their changes, so that
 *      they are part of this batch
 *   2  the connections that have an answer waiting are noted: they asked something
 *   3  the store syncs. If many rooms have changed, the sync runs on the store's background thread
 *      while this thread writes the pushes; these are held back like all other messages
 *   4  if the sync failed, the batch is rolled back (see roll_back_batch)
 *   5  rooms push their changes to viewers (if that was not done in step 3) and start their bots
 *   6  the outboxes release what they hold, and the network writes it
 */
#include "server/batch.h"

#include <time.h>

#include "core/banned.h"
#include "server/bots/play.h"
#include "server/bots/ponder.h"
#include "server/bots/workers.h"
#include "server/http/import.h"
#include "server/http/review.h"
#include "server/retention.h"
#include "server/room/clock.h"
#include "server/room/deal.h"
#include "server/room/load.h"
#include "server/room/results.h"
#include "server/time.h"
#include "server/ws/help.h"
#include "server/ws/push.h"

enum {
    /* If this many rooms have changed, the store syncs in the background meanwhile. Below that,
     * waking the thread and waiting for it costs more than it saves. */
    MANY_ROOMS = 8,
    UNLOAD_EVERY = 30 * 1000, /* milliseconds between two searches for idle rooms */
};

/* ---- Health ---- */

static void log_news(struct sv_server *server, struct sv_health_news news,
                     const struct vl_error *err)
{
    unsigned long long ms = news.ms;
    switch (news.event) {
    case SV_HEALTH_NOTHING:
        break;
    case SV_HEALTH_STORE_LOCKED:
        sv_log("store_locked", "why=\"%s\"", err->message);
        break;
    case SV_HEALTH_STORE_UNLOCKED:
        sv_log("store_unlocked", "ms=%llu", ms);
        break;
    case SV_HEALTH_SYNC_FAILED:
        sv_log("sync_failed", "why=\"%s\"", err->message);
        break;
    case SV_HEALTH_SYNC_AGAIN:
        sv_log("sync_again", "ms=%llu", ms);
        break;
    case SV_HEALTH_CHECKPOINT_FAILED:
        server->figures.checkpoint_failures++;
        sv_log("checkpoint_failed", "why=\"%s\"", err->message);
        break;
    case SV_HEALTH_CHECKPOINT_AGAIN:
        sv_log("checkpoint_again", "why=\"the checkpoint succeeded\"");
        break;
    case SV_HEALTH_FILES_LOST:
        sv_log("database_lost", "file=%s why=\"%s\"", err->where, err->message);
        break;
    case SV_HEALTH_FILES_BACK:
        sv_log("database_back", "why=\"the files are those that were opened\"");
        break;
    }
}

bool sv_may_write(struct sv_server *server, struct vl_error *err)
{
    struct vl_error local = {0};
    if (!err)
        err = &local;
    if (!sv_health_may_try(&server->health, sv_now())) {
        server->figures.put_off++;
        return vl_fail(err, VL_IO, NULL,
                       server->health.files_lost
                           ? "the database file is gone"
                           : "the store could not be written to a moment ago");
    }
    bool good = sv_calls(server)->begin(server->store, err);
    server->figures.store_locked += !good;
    log_news(server, sv_health_begun(&server->health, good, sv_now()), err);
    return good;
}

/* After a failed sync the server tries whether the store works again, in a transaction that
 * contains nothing but the time served: so no client loses an answer for the try. */
static void probe_store(struct sv_server *server)
{
    const struct vl_store_functions *calls = server->store->functions;
    int64_t served = sv_served(server);
    if (calls->dirty(server->store) || server->batch_failed)
        return; /* the sync of this batch will show */
    bool good = calls->begin(server->store, NULL) &&
                calls->set_served(server->store, served, NULL) && calls->sync(server->store, NULL);
    if (good)
        server->served_stored = served;
    else
        calls->roll_back(server->store);
    log_news(server, sv_health_probed(&server->health, good, sv_now()), NULL);
}

/* Notices lost files also while nobody writes. */
static void check_files(struct sv_server *server)
{
    struct vl_error err = {0};
    bool intact = sv_calls(server)->intact(server->store, &err);
    log_news(server, sv_health_files(&server->health, intact), &err);
}

static void check_checkpoint(struct sv_server *server)
{
    struct vl_error err = {0};
    bool failing = sv_calls(server)->checkpoint_failed(server->store, &err);
    log_news(server, sv_health_checkpoint(&server->health, failing), &err);
}

/* ---- Storing ---- */

/*
 * The store could not take the batch. Memory returns to what is on disk: the store forgets the
 * transaction, and changed rooms are loaded again. Messages that the batch held back are dropped.
 * A connection that asked something is closed with 1011: its client reconnects, sees the table as
 * it is and repeats its commit, whose key keeps it from being played twice. A connection that only
 * would have got a push stays, and gets the present table instead.
 */
static void roll_back_batch(struct sv_server *server)
{
    sv_calls(server)->roll_back(server->store);
    server->batch_failed = false;
    server->next_clock_end = 0; /* a clock that this batch ended still runs: look again */
    server->served_stored = 0;
    for (struct sv_room *room = server->changed_rooms; room; room = room->next_changed)
        sv_room_reload(room);
    for (struct sv_connection *c = server->touched_connections; c; c = c->next_touched) {
        if (!sv_outbox_holds(&c->out))
            continue;
        sv_outbox_discard(&c->out, &server->pool);
        if (c->asked)
            sv_close(c, 1011);
        else
            sv_push_resend(c);
    }
    sv_count_open(server);
}

static bool sync_store(struct sv_server *server)
{
    struct vl_error err = {0};
    struct timespec from, to;
    if (!sv_calls(server)->dirty(server->store) && !server->batch_failed)
        return true;
    clock_gettime(CLOCK_MONOTONIC, &from);
    bool good = !server->batch_failed && sv_calls(server)->sync(server->store, &err);
    clock_gettime(CLOCK_MONOTONIC, &to);
    server->figures.syncs++;
    server->figures.sync_failures += !good;
    server->figures.sync_microseconds +=
        (uint64_t)((to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
    log_news(server, sv_health_synced(&server->health, good, sv_now()), &err);
    if (!good) {
        check_files(server);
        roll_back_batch(server);
    }
    return good;
}

static bool many_changed(const struct sv_server *server)
{
    uint32_t count = 0;
    for (const struct sv_room *room = server->changed_rooms; room && count < MANY_ROOMS;
         room = room->next_changed)
        count++;
    return count == MANY_ROOMS;
}

/* Writes the pushes of a large batch while the store syncs it. They are not seen before the sync
 * has succeeded: outboxes hold them. */
static void push_during_sync(struct sv_server *server)
{
    if (server->batch_failed || !many_changed(server))
        return;
    sv_calls(server)->begin_sync(server->store);
    for (struct sv_room *room = server->changed_rooms; room; room = room->next_changed)
        if (!room->removed)
            sv_push_room(room);
    for (struct sv_connection *c = server->touched_connections; c; c = c->next_touched)
        sv_push_due(c);
}

static void finish_rooms(struct sv_server *server)
{
    while (server->changed_rooms) {
        struct sv_room *room = server->changed_rooms;
        server->changed_rooms = room->next_changed;
        room->in_changed_list = false;
        if (room->removed) {
            sv_room_finish_removal(room);
            continue;
        }
        sv_push_room(room); /* does nothing if push_during_sync has done it */
        sv_room_think(room);
        sv_ponder_update(room);
    }
}

static void release_messages(struct sv_server *server)
{
    while (server->touched_connections) {
        struct sv_connection *c = server->touched_connections;
        sv_push_due(c);
        server->touched_connections = c->next_touched;
        c->touched = c->asked = false;
        sv_outbox_release(&c->out);
        if (server->wants && (sv_outbox_ready(&c->out) || c->closing))
            server->wants(c);
    }
}

static void take_finished_jobs(struct sv_server *server)
{
    struct sv_job *job = sv_workers_take_finished(server->workers);
    while (job) {
        struct sv_job *next = job->next;
        if (job->kind == SV_JOB_BOT)
            sv_room_answered(server, job);
        else if (job->kind == SV_JOB_HINT)
            sv_hint_answered(server, job);
        else if (job->kind == SV_JOB_REVIEW)
            sv_review_answered(server, job);
        else if (job->kind == SV_JOB_IMPORT)
            sv_import_answered(server, job);
        else
            sv_ponder_answered(server, job);
        sv_job_free(job);
        job = next;
    }
}

bool sv_flush(struct sv_server *server)
{
    sv_clock_tick(server);
    sv_room_wake(server, sv_now());
    take_finished_jobs(server);
    sv_clock_run(server);
    sv_clock_sync(server);
    for (struct sv_connection *c = server->touched_connections; c; c = c->next_touched)
        c->asked = sv_outbox_holds(&c->out);
    push_during_sync(server);
    bool good = sync_store(server);
    finish_rooms(server);
    release_messages(server);
    return good;
}

/* ---- Time ---- */

uint32_t sv_next_due(struct sv_server *server)
{
    uint64_t now = sv_now(), due = now + sv_clock_next(server, 1000);
    uint64_t retry_at = server->health.retry_at;
    if (due < retry_at)
        due = retry_at < now + 1000 ? retry_at : now + 1000;
    for (const struct sv_room *room = server->sleeping_rooms; room; room = room->next_sleeping)
        if (room->wake < due)
            due = room->wake;
    return due > now ? (uint32_t)(due - now) : 0;
}

/* A client may be gone without closing its connection: a silent one is sent a ping, and closed if
 * it does not answer. */
static void check_silence(struct sv_connection *c, uint64_t now)
{
    const struct sv_limits *limits = &c->server->settings.limits;
    uint64_t silent = now - c->last_received;
    if (silent > (uint64_t)limits->silence * 1000) {
        c->server->figures.silent++;
        sv_log("silent", "address=%s seconds=%llu", c->address->name,
               (unsigned long long)silent / 1000);
        sv_close(c, 1013);
    } else if (silent > (uint64_t)limits->ping * 1000 && c->server->wants) {
        c->ping = true;
        c->server->wants(c);
    }
}

static void check_connections(struct sv_server *server, uint64_t now)
{
    uint64_t patience = (uint64_t)server->settings.limits.stall * 1000;
    for (struct sv_connection *c = server->connections; c; c = c->next) {
        bool stalls = c->out.queued > 0 && now - c->last_written > patience;
        if (c->closing)
            continue;
        if (stalls || c->out.queued > server->settings.limits.queue) {
            server->figures.stalled++;
            sv_log("stalled", "address=%s queued=%zu", c->address->name, c->out.queued);
            sv_close(c, 1013);
        } else {
            check_silence(c, now);
        }
    }
}

void sv_sweep(struct sv_server *server)
{
    uint64_t now = sv_now();
    check_files(server);
    if (server->health.locked_since)
        sv_may_write(server, NULL); /* if the lock is gone, the sync of this batch confirms it */
    sv_workers_check(server->workers);
    sv_review_sweep(server);
    check_connections(server, now);
    if (server->room_count > server->settings.limits.live_rooms ||
        now - server->last_unload > UNLOAD_EVERY) {
        server->last_unload = now;
        sv_room_unload_idle(server);
    }
    sv_clock_watch_jumps(server, now);
    check_checkpoint(server);
    if (server->health.state == SV_SYNC_FAILING && !server->health.files_lost)
        probe_store(server);
    if (server->health.state == SV_SYNC_FAILING || server->health.files_lost)
        return; /* the writes below wait as well */
    sv_clock_sweep(server);
    sv_deal_sweep(server);
    sv_retention_run(server, now);
    sv_results_backfill(server);
}
