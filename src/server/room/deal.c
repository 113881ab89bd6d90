/* The deal before the first card. */
#include "server/room/deal.h"

#include <sodium.h>
#include <string.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/secret.h"
#include "server/time.h"

static bool gathering(const struct sv_room *room, struct vl_error *err)
{
    return room->stored.status == VL_MATCH_GATHERING ||
           vl_fail(err, VL_REFUSED, NULL, "the first card is dealt already");
}

/* The first seat of a person that has not pledged, or -1. */
static int unpledged(const struct sv_room *room)
{
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (!room->stored.seat[i].bot && !room->stored.seal.has_pledge[i])
            return (int)i;
    return -1;
}

/* The first seat that has pledged and not revealed, or -1. */
static int unrevealed(const struct sv_room *room)
{
    const struct vl_seal *seal = &room->stored.seal;
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (seal->has_pledge[i] && !seal->has_nonce[i])
            return (int)i;
    return -1;
}

static void drop_pledge(struct sv_room *room, uint32_t seat)
{
    struct vl_seal *seal = &room->stored.seal;
    seal->has_pledge[seat] = seal->has_nonce[seat] = false;
    sodium_memzero(seal->pledge[seat], VL_SECRET_SIZE);
    sodium_memzero(seal->nonce[seat], VL_SECRET_SIZE);
    room->reveal_since[seat] = 0;
}

static bool save(struct sv_room *room, struct vl_error *err)
{
    vl_match_chance(room->match)->seal = room->stored.seal;
    room->presence_changed = true;
    return sv_room_save(room, true, err);
}

void sv_deal_mark_without(struct vl_stored_match *m)
{
    for (uint32_t i = 0; m->deal == VL_DEAL_DONE && i < m->seats; i++)
        m->seal.without[i] = !m->seat[i].bot && !m->seal.has_nonce[i];
}

/* All that pledged have revealed. */
static bool deal(struct sv_room *room, struct vl_error *err)
{
    room->stored.deal = VL_DEAL_DONE;
    room->start_wanted = false;
    sv_deal_mark_without(&room->stored);
    return save(room, err) && sv_room_start(room, err);
}

/* Everybody pledges again. The nonces that were revealed are known by now, so they are dropped. */
static bool restart(struct sv_room *room, struct vl_error *err)
{
    for (uint32_t i = 0; i < room->stored.seats; i++)
        drop_pledge(room, i);
    room->stored.deal = VL_DEAL_PLEDGES;
    room->stored.seal.restarts++;
    sv_log("deal_restarted", "match=%.8s restarts=%u", room->stored.id, room->stored.seal.restarts);
    return save(room, err);
}

/* From pledges to nonces, or to the cards where nobody has pledged. Seats that are not here are
 * left out: their pledges say nothing yet. The seats `here` are, though nobody may watch them. */
static bool begin(struct sv_room *room, uint32_t here, struct vl_error *err)
{
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (!room->stored.seal.has_pledge[i] || (!(here >> i & 1) && !sv_room_connected(room, i)))
            drop_pledge(room, i); /* with it a nonce of an earlier program, which had no pledge */
    room->start_wanted = false;
    if (unrevealed(room) < 0)
        return deal(room, err);
    room->stored.deal = VL_DEAL_NONCES;
    return save(room, err);
}

/* The first seat of another browser that is here and has not pledged, or -1. */
static int awaited(const struct sv_room *room, uint32_t own_seats)
{
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (!room->stored.seat[i].bot && !room->stored.seal.has_pledge[i] &&
            !(own_seats >> i & 1) && sv_room_connected(room, i))
            return (int)i;
    return -1;
}

bool sv_deal_pledge(struct sv_room *room, uint32_t seat, const uint8_t pledge[VL_SECRET_SIZE],
                    struct vl_error *err)
{
    struct vl_seal *seal = &room->stored.seal;
    if (!gathering(room, err))
        return false;
    if (room->stored.deal != VL_DEAL_PLEDGES)
        return vl_fail(err, VL_REFUSED, NULL, "the nonces are being revealed: it is too late");
    drop_pledge(room, seat);
    memcpy(seal->pledge[seat], pledge, VL_SECRET_SIZE);
    seal->has_pledge[seat] = true;
    if (room->start_wanted && awaited(room, 0) < 0)
        return begin(room, 1U << seat, err);
    if (unpledged(room) < 0)
        room->stored.deal = VL_DEAL_NONCES;
    return save(room, err);
}

bool sv_deal_nonce(struct sv_room *room, uint32_t seat, const uint8_t nonce[VL_SECRET_SIZE],
                   struct vl_error *err)
{
    struct vl_seal *seal = &room->stored.seal;
    uint8_t pledge[VL_SECRET_SIZE];
    if (!gathering(room, err))
        return false;
    if (!seal->has_pledge[seat])
        return vl_fail(err, VL_REFUSED, NULL, "pledge the nonce first");
    if (room->stored.deal != VL_DEAL_NONCES)
        return vl_fail(err, VL_REFUSED, NULL, "not all seats have pledged their nonces yet");
    if (seal->has_nonce[seat])
        return vl_fail(err, VL_REFUSED, NULL, "this seat has revealed its nonce already");
    vl_seal_pledge(seal, seat, nonce, pledge);
    if (sodium_memcmp(pledge, seal->pledge[seat], sizeof pledge) != 0)
        return vl_fail(err, VL_REFUSED, NULL, "this is not the nonce that the seat has pledged");
    memcpy(seal->nonce[seat], nonce, VL_SECRET_SIZE);
    seal->has_nonce[seat] = true;
    room->reveal_since[seat] = 0;
    return unrevealed(room) < 0 ? deal(room, err) : save(room, err);
}

bool sv_deal_begin(struct sv_room *room, uint32_t own_seats, struct vl_error *err)
{
    if (room->stored.status != VL_MATCH_GATHERING)
        return vl_fail(err, VL_REFUSED, NULL, "the match has begun already");
    if (room->stored.deal == VL_DEAL_PLEDGES) {
        int seat = awaited(room, own_seats);
        if (seat >= 0)
            return vl_fail(err, VL_REFUSED, NULL,
                           "%.60s is here, and has not pledged a nonce for the deal yet",
                           room->stored.seat[seat].name);
        return begin(room, own_seats, err);
    }
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (room->stored.seal.has_pledge[i] && !room->stored.seal.has_nonce[i] &&
            sv_room_connected(room, i))
            return vl_fail(err, VL_REFUSED, NULL,
                           "%.60s is here, and about to reveal a nonce for the deal",
                           room->stored.seat[i].name);
    room->start_wanted = true;
    return restart(room, err);
}

/* Whether a seat that is here has kept the others waiting for too long. */
static bool keeps_waiting(struct sv_room *room, uint32_t seat, uint64_t now)
{
    const struct vl_seal *seal = &room->stored.seal;
    uint64_t patience = (uint64_t)room->server->settings.limits.reveal * 1000;
    if (!seal->has_pledge[seat] || seal->has_nonce[seat] || !sv_room_connected(room, seat)) {
        room->reveal_since[seat] = 0;
        return false;
    }
    if (!room->reveal_since[seat])
        room->reveal_since[seat] = now;
    return now - room->reveal_since[seat] > patience;
}

void sv_deal_sweep(struct sv_server *server)
{
    uint64_t now = sv_now();
    for (uint32_t b = 0; b < SV_BUCKETS; b++) {
        for (struct sv_room *room = server->rooms[b]; room; room = room->next) {
            bool late = false;
            if (room->stored.deal != VL_DEAL_NONCES || room->stored.status != VL_MATCH_GATHERING ||
                !room->match)
                continue;
            for (uint32_t i = 0; i < room->stored.seats; i++)
                late = keeps_waiting(room, i, now) || late;
            if (late && sv_may_write(server, NULL))
                restart(room, NULL);
        }
    }
}

/* A list of hashes, null for a seat that has none. */
static void write_hashes(struct vl_json *json, const char *key, uint32_t seats,
                         const uint8_t (*hashes)[VL_SECRET_SIZE], const bool *has)
{
    vl_json_key(json, key);
    vl_json_array(json);
    for (uint32_t i = 0; i < seats; i++) {
        char hex[VL_SECRET_SIZE * 2 + 1];
        sv_hex(hashes[i], VL_SECRET_SIZE, hex);
        if (has && has[i])
            vl_json_string(json, hex);
        else
            vl_json_null(json);
    }
    vl_json_end_array(json);
}

void sv_deal_write_pledges(struct vl_json *json, const struct vl_seal *seal, uint32_t seats)
{
    uint32_t without = 0;
    for (uint32_t i = 0; i < seats; i++)
        without |= (uint32_t)seal->without[i] << i;
    write_hashes(json, "pledges", seats, seal->pledge, seal->has_pledge);
    vl_json_put_set(json, "without", without);
    vl_json_put_int(json, "restarts", seal->restarts);
}

/* Nonces are told when the cards are dealt: then they show that every pledge was kept. */
void sv_deal_write(struct vl_json *json, const struct sv_room *room)
{
    static const char *const phases[] = {"pledges", "nonces", "dealt"};
    const struct vl_seal *seal = &room->stored.seal;
    bool waits = room->stored.status == VL_MATCH_GATHERING;
    vl_json_key(json, "deal");
    vl_json_object(json);
    vl_json_put_string(json, "phase", phases[waits ? room->stored.deal : VL_DEAL_DONE]);
    sv_deal_write_pledges(json, seal, room->stored.seats);
    write_hashes(json, "nonces", room->stored.seats, seal->nonce,
                 room->stored.deal == VL_DEAL_DONE ? seal->has_nonce : NULL);
    vl_json_end_object(json);
}
