/* Asking the holder of a seat. */
#include "server/room/ask.h"

#include <sodium.h>
#include <string.h>

#include "core/banned.h"
#include "server/state.h"
#include "server/time.h"

enum { NEW_A_MINUTE = 3 }; /* questions about one seat */

const struct sv_ask *sv_ask_waiting(const struct sv_room *room, uint32_t seat)
{
    const struct sv_ask *ask = &room->asks[seat];
    return ask->state == SV_ASK_WAITING && sv_now() < ask->ends ? ask : NULL;
}

int64_t sv_ask_left(const struct sv_ask *ask)
{
    uint64_t now = sv_now();
    return ask->ends > now ? (int64_t)(ask->ends - now) : 0;
}

/* A question that has been asked before, with the same key: where it stands. */
static bool repeat(struct sv_room *room, uint32_t seat, const uint8_t *player, struct vl_error *err)
{
    struct sv_ask *ask = &room->asks[seat];
    const char *name = room->stored.seat[seat].name;
    if (ask->state == SV_ASK_REFUSED)
        return vl_fail(err, VL_REFUSED, NULL, "%.60s has said no", name);
    if (!sv_ask_waiting(room, seat))
        return vl_fail(err, VL_REFUSED, NULL, "%.60s has not answered", name);
    /* The answer that had the cookie may have been lost: the latest browser with the key counts. */
    memcpy(ask->player, player, sizeof ask->player);
    return true;
}

bool sv_ask(struct sv_room *room, uint32_t seat, const uint8_t key[VL_HASH_SIZE],
            const uint8_t player[VL_HASH_SIZE], bool *too_many, struct vl_error *err)
{
    struct sv_ask *ask = &room->asks[seat];
    uint64_t now = sv_now();
    const char *name = room->stored.seat[seat].name;
    *too_many = false;
    if (ask->state != SV_ASK_NONE && sodium_memcmp(ask->key, key, sizeof ask->key) == 0)
        return repeat(room, seat, player, err);
    if (!sv_room_connected(room, seat))
        return vl_fail(err, VL_REFUSED, NULL,
                       "%.60s is not at the table now; open the match on the device that has the "
                       "seat",
                       name);
    *too_many = true;
    if (sv_ask_waiting(room, seat))
        return vl_fail(err, VL_REFUSED, NULL, "another device asks for this seat already");
    if (ask->state == SV_ASK_REFUSED && now < ask->ends)
        return vl_fail(err, VL_REFUSED, NULL, "%.60s has said no a moment ago", name);
    if (!sv_bucket_take_minute(&ask->rate, NEW_A_MINUTE, NEW_A_MINUTE, now))
        return vl_fail(err, VL_REFUSED, NULL, "too many questions about this seat; wait a little");
    *too_many = false;
    ask->state = SV_ASK_WAITING;
    ask->number = ++room->last_ask;
    ask->ends = now + (uint64_t)room->server->settings.limits.ask * 1000;
    memcpy(ask->key, key, sizeof ask->key);
    memcpy(ask->player, player, sizeof ask->player);
    room->presence_changed = true;
    sv_room_touch(room);
    return true;
}

bool sv_ask_answer(struct sv_room *room, uint32_t seat, uint32_t number, bool allow,
                   struct vl_error *err)
{
    struct sv_server *server = room->server;
    struct sv_ask *ask = &room->asks[seat];
    if (!sv_ask_waiting(room, seat) || ask->number != number)
        return vl_fail(err, VL_REFUSED, NULL, "nobody asks for this seat any more");
    room->presence_changed = true;
    sv_room_touch(room);
    if (!allow) {
        ask->state = SV_ASK_REFUSED;
        ask->ends = sv_now() + (uint64_t)server->settings.limits.move * 1000;
        return true;
    }
    ask->state = SV_ASK_NONE;
    sv_log("seat_joined", "match=%.8s seat=%u", room->stored.id, seat);
    if (sv_people(server)->join(server->store, room->stored.id, seat, ask->player, err) &&
        sv_room_read_holders(room, err))
        return true;
    server->batch_failed = true;
    return false;
}

void sv_ask_write(struct vl_json *json, const struct sv_room *room, uint32_t seat)
{
    const struct sv_ask *ask = sv_ask_waiting(room, seat);
    vl_json_key(json, "asks");
    if (!ask) {
        vl_json_null(json);
        return;
    }
    vl_json_object(json);
    vl_json_put_int(json, "number", ask->number);
    vl_json_put_int(json, "left", (sv_ask_left(ask) + 999) / 1000 * 1000);
    vl_json_end_object(json);
}
