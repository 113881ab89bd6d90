/* Votes about lost seats. */
#include "server/room/vote.h"

#include "core/banned.h"
#include "server/batch.h"
#include "server/room/clock.h"
#include "server/time.h"

void sv_vote_load(struct sv_room *room)
{
    sv_people(room->server)->find_votes(room->server->store, room->stored.id, room->votes, NULL);
}

uint32_t sv_vote_voters(const struct sv_room *room, uint32_t seat)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (i != seat && !room->stored.seat[i].bot && (room->claimed >> i & 1))
            set |= 1U << i;
    return set;
}

/* Milliseconds that the owner has to object. Somebody who plays by correspondence looks at the
 * table once a day or less. A seat that nobody holds has nobody to wait for. */
static int64_t time_to_object(const struct sv_room *room, uint32_t seat)
{
    const struct sv_limits *limits = &room->server->settings.limits;
    if (!(room->claimed >> seat & 1))
        return 0;
    return (room->stored.clock == VL_CLOCK_DAYS ? (int64_t)limits->objection
                                                : (int64_t)limits->reissue) *
           1000;
}

/* The time is counted in time served: nobody can come back to a server that is down. */
int64_t sv_vote_ready_at(const struct sv_room *room, uint32_t seat)
{
    int64_t left = room->votes[seat].served + time_to_object(room, seat) - sv_served(room->server);
    return sv_time() + (left > 0 ? (left + 999) / 1000 : 0);
}

/* The time served is written with the vote, so that the vote never begins in the future after a
 * crash. */
bool sv_vote_open(struct sv_room *room, uint32_t seat, uint32_t agreed, struct vl_error *err)
{
    struct sv_server *server = room->server;
    struct vl_stored_vote vote = room->votes[seat];
    if (!vote.opened) {
        vote.opened = sv_time();
        vote.served = sv_served(server);
        if (!sv_calls(server)->set_served(server->store, vote.served, err))
            return false;
        server->served_stored = vote.served;
    }
    vote.agreed |= agreed;
    return sv_vote_set(room, seat, &vote, err);
}

bool sv_vote_set(struct sv_room *room, uint32_t seat, const struct vl_stored_vote *vote,
                 struct vl_error *err)
{
    room->votes[seat] = *vote;
    room->presence_changed = true;
    sv_room_touch(room);
    return sv_people(room->server)->set_vote(room->server->store, room->stored.id, seat, vote, err);
}

int64_t sv_vote_away_in(const struct sv_room *room, uint32_t seat)
{
    int64_t patience = (int64_t)room->server->settings.limits.reissue * 1000;
    int64_t silent = patience, noted = room->stored.seat[seat].active;
    if (room->owner_active_at[seat])
        silent = (int64_t)(sv_now() - room->owner_active_at[seat]);
    else if (noted) /* before the room was loaded; a system clock that was set back shows nothing */
        silent = sv_time() >= noted ? (sv_time() - noted) * 1000 : 0;
    return silent < patience && (room->claimed >> seat & 1) ? patience - silent : 0;
}

/* Stores now and then when the owner was last active, so that an unloaded room does not forget it.
 */
static void note_active(struct sv_room *room, uint32_t seat)
{
    struct sv_server *server = room->server;
    struct vl_error err = {0};
    int64_t now = sv_time(), every = server->settings.limits.reissue / 10;
    int64_t since = now - room->stored.seat[seat].active;
    if (room->stored.status > VL_MATCH_RUNNING || (since >= 0 && since <= every) ||
        !sv_may_write(server, NULL))
        return;
    room->stored.seat[seat].active = now;
    sv_room_touch(room);
    if (!sv_people(server)->set_active(server->store, room->stored.id, seat, now, &err))
        server->batch_failed = true;
}

void sv_vote_owner_active(struct sv_room *room, int seat)
{
    struct vl_error err = {0};
    if (seat < 0)
        return;
    room->owner_active_at[seat] = sv_now();
    note_active(room, (uint32_t)seat);
    if (!room->votes[seat].opened || room->votes[seat].passed || !sv_may_write(room->server, NULL))
        return;
    sv_log("vote_ended", "match=%.8s seat=%d why=\"the owner is there\"", room->stored.id, seat);
    if (!sv_vote_set(room, (uint32_t)seat, &(struct vl_stored_vote){0}, &err))
        room->server->batch_failed = true;
}

void sv_vote_write(struct vl_json *json, const struct sv_room *room, uint32_t seat)
{
    const struct vl_stored_vote *vote = &room->votes[seat];
    vl_json_key(json, "reissue");
    if (!vote->opened) {
        vl_json_null(json);
        return;
    }
    vl_json_object(json);
    vl_json_put_int(json, "opened", vote->opened);
    vl_json_put_int(json, "ready", sv_vote_ready_at(room, seat));
    vl_json_put_set(json, "agreed", vote->agreed);
    vl_json_put_set(json, "wanted", sv_vote_voters(room, seat));
    vl_json_put_bool(json, "passed", vote->passed);
    vl_json_end_object(json);
}
