/* Votes about lost seats. */
#include "server/room/vote.h"

#include "core/banned.h"
#include "server/batch.h"
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

/* The owner has `reissue` seconds to come back, counted from the start of the vote, and only while
 * the server runs: nobody can come back to a server that is down. */
int64_t sv_vote_ready_at(const struct sv_room *room, uint32_t seat)
{
    const struct sv_server *server = room->server;
    int64_t up = sv_time() - (int64_t)((sv_now() - server->started) / 1000);
    int64_t since = room->votes[seat].opened > up ? room->votes[seat].opened : up;
    return since + server->settings.limits.reissue;
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
    uint64_t patience = (uint64_t)room->server->settings.limits.reissue * 1000;
    /* Nothing is known of actions before the room was loaded: such an owner counts as away. */
    uint64_t silent =
        room->owner_active_at[seat] ? sv_now() - room->owner_active_at[seat] : patience;
    return silent < patience ? (int64_t)(patience - silent) : 0;
}

void sv_vote_owner_active(struct sv_room *room, int seat)
{
    struct vl_error err = {0};
    if (seat < 0)
        return;
    room->owner_active_at[seat] = sv_now();
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
