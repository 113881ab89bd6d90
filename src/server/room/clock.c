/* Clocks and stand-in bots. */
#include "server/room/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/json_write.h"
#include "server/batch.h"
#include "server/bots/play.h"
#include "server/bots/workers.h"
#include "server/time.h"
#include "server/ws/connection.h"

enum {
    LEAST_GIVEN = 1000, /* milliseconds: a clock is not halved below this */
    /* Milliseconds: the loop wakes up every second, so after a pause longer than this the process
     * was stopped (SIGSTOP, a debugger, a frozen container) or the disk did not answer. Nobody
     * could move meanwhile, so the clocks of players count WAKES of it only. */
    LONG_PAUSE = 3000,
    WAKES = 1000,
    KEEP_EVERY =
        60 * 1000,     /* milliseconds between two writes of the time served, if a clock runs */
    KEEP_ALONG = 1000, /* ... in a batch that writes anyway */
    MOST_AT_ONCE = 64, /* clocks that end in one batch; the next batch takes the others */
    DAY = 24 * 60 * 60 * 1000,
    MOST_SECONDS = 3600, /* of a clock per move */
    MOST_DAYS = 30,      /* of a clock by correspondence */
    TOLD_JUMP = 10,      /* seconds: a smaller jump of the system clock is not logged */
};

static const char *const kinds[] = {"none", "move", "days"};

/* ---- Time served ---- */

int64_t sv_served(const struct sv_server *server)
{
    return server->served_before + (int64_t)(sv_now() - server->started);
}

void sv_clock_tick(struct sv_server *server)
{
    uint64_t now = sv_now(), paused = server->ticked ? now - server->ticked : 0;
    server->ticked = now;
    if (paused <= LONG_PAUSE)
        return;
    uint64_t lost = paused - WAKES;
    server->served_before -= (int64_t)lost;
    /* Nor did clients have a chance to answer, or to read. */
    for (struct sv_connection *c = server->connections; c; c = c->next) {
        c->last_received += lost;
        c->last_written += lost;
    }
    server->figures.long_pauses++;
    sv_log("long_pause", "ms=%llu", (unsigned long long)paused);
}

bool sv_clock_open(struct sv_server *server, struct vl_error *err)
{
    return sv_calls(server)->served(server->store, &server->served_before, err) &&
           sv_calls(server)->next_clock(server->store, &server->next_clock_end, err);
}

/* Stores the time served, unless that was done less than `every` milliseconds ago. If the server is
 * killed, clocks lose at most this much. */
static void keep_served(struct sv_server *server, int64_t every)
{
    int64_t now = sv_served(server);
    if (now - server->served_stored < every || !sv_may_write(server, NULL))
        return;
    if (sv_calls(server)->set_served(server->store, now, NULL))
        server->served_stored = now;
    else
        server->batch_failed = true;
}

void sv_clock_sync(struct sv_server *server)
{
    if (sv_calls(server)->dirty(server->store))
        keep_served(server, KEEP_ALONG);
}

void sv_clock_sweep(struct sv_server *server)
{
    if (server->next_clock_end != INT64_MAX)
        keep_served(server, KEEP_EVERY);
}

void sv_clock_close(struct sv_server *server)
{
    if (server->next_clock_end == INT64_MAX)
        return;
    keep_served(server, 1);
    sv_calls(server)->sync(server->store, NULL);
}

/* ---- Reading and writing ---- */

bool sv_clock_read(const json_t *json, uint32_t least, struct vl_stored_match *m,
                   struct vl_error *err)
{
    static const char *const members[][3] = {
        [VL_CLOCK_NONE] = {"kind"},
        [VL_CLOCK_MOVE] = {"kind", "seconds"},
        [VL_CLOCK_DAYS] = {"kind", "days"},
    };
    const char *kind = json_string_value(json_object_get(json, "kind"));
    int64_t time = 0;
    if (!json)
        return true;
    for (uint32_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kind, kinds[i]) != 0)
            continue;
        m->clock = (enum vl_clock)i;
        if (!vl_json_only(json, members[i], err))
            return false;
        if (m->clock == VL_CLOCK_MOVE &&
            !vl_json_get_int(json, "seconds", least, MOST_SECONDS, &time, err))
            return false;
        if (m->clock == VL_CLOCK_DAYS && !vl_json_get_int(json, "days", 1, MOST_DAYS, &time, err))
            return false;
        m->clock_time = time * (m->clock == VL_CLOCK_DAYS ? DAY : 1000);
        return true;
    }
    return vl_fail(err, VL_BAD_INPUT, "clock", "a clock has the kind none, move or days");
}

void sv_clock_write(struct vl_json *json, const struct sv_room *room)
{
    const struct vl_stored_match *m = &room->stored;
    vl_json_open_object(json, "clock");
    vl_json_put_string(json, "kind", kinds[m->clock]);
    if (m->clock == VL_CLOCK_MOVE)
        vl_json_put_int(json, "seconds", m->clock_time / 1000);
    if (m->clock == VL_CLOCK_DAYS)
        vl_json_put_int(json, "days", m->clock_time / DAY);
    vl_json_key(json, "left");
    if (m->clock_end && m->status == VL_MATCH_RUNNING) {
        int64_t left = m->clock_end - sv_served(room->server);
        vl_json_int(json, left > 0 ? left : 0);
    } else {
        vl_json_null(json);
    }
    vl_json_end_object(json);
}

/* ---- Starting and stopping ---- */

/* Starts the clock of the present seat with `given` milliseconds; 0: it has none. */
static void run(struct sv_room *room, int64_t given)
{
    struct sv_server *server = room->server;
    room->stored.clock_given = given;
    room->stored.clock_end = given ? sv_served(server) + given : 0;
    if (given && room->stored.clock_end < server->next_clock_end)
        server->next_clock_end = room->stored.clock_end;
}

/* The seat to act if a person holds it (a stand-in may play it), or -1. */
static int person_to_act(const struct sv_room *room)
{
    int seat =
        room->match && room->stored.status == VL_MATCH_RUNNING ? vl_match_to_act(room->match) : -1;
    return seat >= 0 && !room->stored.seat[seat].bot ? seat : -1;
}

void sv_clock_turn(struct sv_room *room)
{
    int seat = person_to_act(room);
    room->stored.stand_ins &= ~room->returning; /* the stand-in has played the move that it owed */
    room->returning = 0;
    bool runs = seat >= 0 && !(room->stored.stand_ins >> seat & 1);
    run(room, runs ? room->stored.clock_time : 0);
}

bool sv_has_stand_in(const struct sv_room *room, uint32_t seat)
{
    return room->stored.stand_ins >> seat & 1;
}

const struct vl_bot *sv_stand_in_bot(void)
{
    const struct vl_bot *best = vl_bot_at(0);
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        if (!vl_bot_at(i)->searches && vl_bot_at(i)->level > best->level)
            best = vl_bot_at(i);
    return best;
}

bool sv_clock_owner_back(struct sv_room *room, uint32_t seat, struct vl_error *err)
{
    struct vl_stored_match *m = &room->stored;
    if (!sv_has_stand_in(room, seat))
        return true;
    bool acts = person_to_act(room) == (int)seat;
    /* The owner who comes back gets the time of the move again, but each time half of it. With the
     * last second that ends: the stand-in plays this move, unless the owner is faster, and the seat
     * is the owner's from the next move on. So nobody can delay the others by running out of time
     * and coming back: a move takes at most about twice its time. */
    if (acts && m->clock_given && m->clock_given <= LEAST_GIVEN) {
        room->returning |= 1U << seat;
        return true;
    }
    if (!sv_may_write(room->server, err))
        return false;
    m->stand_ins &= ~(1U << seat);
    room->presence_changed = true;
    if (acts) {
        sv_room_stop_bot(room);
        int64_t given = m->clock_given ? m->clock_given / 2 : m->clock_time;
        run(room, given < LEAST_GIVEN ? LEAST_GIVEN : given);
    }
    room->server->figures.seats_back++;
    sv_log("seat_back", "match=%.8s seat=%u", m->id, seat);
    return sv_room_save(room, false, err);
}

/* ---- Running out ---- */

/* The time of a seat is up: a stand-in plays for it. */
static void run_out(struct sv_room *room)
{
    struct vl_stored_match *m = &room->stored;
    int seat = person_to_act(room);
    m->clock_end = 0;
    room->presence_changed = true;
    if (seat >= 0 && !sv_has_stand_in(room, (uint32_t)seat)) {
        m->stand_ins |= 1U << seat;
        room->server->figures.seats_minded++;
        sv_log("seat_minded", "match=%.8s seat=%d bot=%s", m->id, seat, sv_stand_in_bot()->name);
    }
    sv_room_save(room, false, NULL);
}

/* Matches whose clock has ended. */
struct due {
    char ids[MOST_AT_ONCE][VL_MATCH_ID_SIZE];
    uint32_t count;
};

static bool collect(void *context, const char *id)
{
    struct due *due = context;
    snprintf(due->ids[due->count++], VL_MATCH_ID_SIZE, "%s", id);
    return due->count < MOST_AT_ONCE;
}

void sv_clock_run(struct sv_server *server)
{
    int64_t now = sv_served(server);
    struct due due = {.count = 0};
    struct vl_error err = {0};
    if (now < server->next_clock_end || sv_now() < server->health.retry_at ||
        !sv_may_write(server, NULL))
        return;
    bool good = sv_calls(server)->list_clocks(server->store, now, collect, &due, &err);
    for (uint32_t i = 0; good && i < due.count; i++) {
        struct sv_room *room = sv_room_find(server, due.ids[i], &err);
        if (room)
            run_out(room);
        else
            good = err.code == VL_NOT_FOUND;
    }
    if (!good || !sv_calls(server)->next_clock(server->store, &server->next_clock_end, &err)) {
        /* The store could not be read: look again soon. */
        sv_log("clocks_unread", "why=\"%s\"", err.message);
        sv_health_wait(&server->health, sv_now());
        server->next_clock_end = now;
    }
}

uint64_t sv_clock_next(const struct sv_server *server, uint64_t most)
{
    int64_t left = server->next_clock_end == INT64_MAX ? INT64_MAX
                                                       : server->next_clock_end - sv_served(server);
    if (left < 0)
        left = 0;
    return left < (int64_t)most ? (uint64_t)left : most;
}

/* ---- Jumps of the system clock ---- */

void sv_clock_watch_jumps(struct sv_server *server, uint64_t now)
{
    int64_t clock = sv_time() - (int64_t)(now / 1000), moved = clock - server->clock_offset;
    bool first = server->clock_offset == 0;
    if (!first && moved <= TOLD_JUMP && moved >= -TOLD_JUMP)
        return; /* clock_offset stays as it is, so that small steps add up */
    server->clock_offset = clock;
    if (first)
        return;
    server->figures.clock_jumps++;
    sv_log("clock_jumped", "seconds=%lld", (long long)moved);
}
