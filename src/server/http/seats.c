/* Seats that change browsers. */
#include "server/http/seats.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "server/http/matches.h"
#include "server/room/vote.h"
#include "server/time.h"
#include "server/ws/connection.h"
#include "store/people.h"

enum { REISSUED_LINK = 24 * 3600 }; /* seconds: a friend may get the link by mail */

static const char *const departure_words[] = {
    [VL_DEPARTED_MOVED] = "moved",
    [VL_DEPARTED_VOTED] = "voted",
};

/* ---- Handing over ---- */

/* Gives a seat to `player`, or to nobody for now (NULL). The link that the seat began with is used
 * up. After a vote a new random secret makes it worthless even for asking: the old owner has
 * nothing to ask the new one. */
static bool hand_over(struct sv_room *room, uint32_t seat, const uint8_t *player,
                      enum vl_departure how, struct vl_error *err)
{
    struct sv_server *server = room->server;
    if (how == VL_DEPARTED_VOTED)
        randombytes_buf(room->stored.seat[seat].secret_hash, VL_HASH_SIZE);
    room->stored.seat[seat].link_used = true;
    room->stored.seat[seat].active = 0;
    memset(&room->asks[seat], 0, sizeof room->asks[seat]);
    if (!sv_people(server)->hand_over(server->store, room->stored.id, seat, player, how, sv_time(),
                                      err) ||
        !sv_room_save(room, true, err) || !sv_room_read_holders(room, err))
        return false;
    sv_watch_end_lost(room, departure_words[how]);
    room->owner_active_at[seat] = 0;
    room->presence_changed = true;
    sv_log(how == VL_DEPARTED_VOTED ? "seat_reissued" : "seat_moved", "match=%.8s seat=%u",
           room->stored.id, seat);
    return true;
}

/* Answers with a new single-use link to a seat; it replaces the last one. */
static void respond_link(const struct http_request *req, const struct sv_room *room, uint32_t seat,
                         int64_t expires, bool stay)
{
    struct vl_error err = {0};
    struct vl_json json;
    uint8_t hash[VL_HASH_SIZE];
    char token[SV_TOKEN_SIZE], link[128];
    sv_token_new(token);
    sv_token_hash(token, hash);
    if (!api_people(req)->set_transfer(req->server->store, room->stored.id, seat, hash, expires,
                                       stay, &err)) {
        api_fail_batch(req, &err);
        return;
    }
    snprintf(link, sizeof link, "/#/m/%s/%c/%u/%s", room->stored.id, stay ? 'a' : 't', seat, token);
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_put_int(&json, "seat", seat);
    vl_json_put_string(&json, "token", token);
    vl_json_put_string(&json, "link", link);
    vl_json_put_int(&json, "expires", expires);
    vl_json_put_bool(&json, "stay", stay);
    vl_json_end_object(&json);
    sodium_memzero(token, sizeof token);
    sodium_memzero(link, sizeof link);
}

/* Reads the seat of a request, which must be a person's. False: it is answered. */
static bool read_seat(const struct http_request *req, const struct sv_room *room,
                      const char *const *members, uint32_t *seat)
{
    struct vl_error err = {0};
    int64_t number = 0;
    if (!vl_json_only(req->body, members, &err) ||
        !vl_json_get_int(req->body, "seat", 0, room->stored.seats - 1, &number, &err)) {
        api_fail(req, &err);
        return false;
    }
    *seat = (uint32_t)number;
    if (room->stored.seat[number].bot) {
        api_complain(req, 409, "refused", "a bot sits there");
        return false;
    }
    return true;
}

void api_post_move(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {"seat", "stay", NULL};
    const json_t *stay = json_object_get(req->body, "stay");
    struct vl_error err = {0};
    uint32_t seat;
    if (!read_seat(req, room, members, &seat))
        return;
    if (stay && !json_is_boolean(stay)) {
        vl_fail(&err, VL_BAD_INPUT, "stay", "expected true or false");
        api_fail(req, &err);
        return;
    }
    if (!(api_seats_held(req, room) >> seat & 1)) {
        api_complain(req, 403, "not_yours", "this seat belongs to somebody else");
        return;
    }
    respond_link(req, room, seat, sv_time() + req->server->settings.limits.move,
                 json_is_true(stay));
}

/* One more browser holds the seat. */
static bool join_seat(const struct http_request *req, struct sv_room *room, uint32_t seat,
                      struct vl_error *err)
{
    room->presence_changed = true;
    sv_room_touch(room);
    sv_log("seat_joined", "match=%.8s seat=%u", room->stored.id, seat);
    return api_people(req)->join(req->server->store, room->stored.id, seat, req->player, err) &&
           sv_room_read_holders(room, err);
}

void api_post_take(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {"seat", "token", NULL};
    struct vl_error err = {0};
    uint8_t hash[VL_HASH_SIZE];
    const char *token = json_string_value(json_object_get(req->body, "token"));
    uint32_t seat;
    bool stay = false;
    if (!read_seat(req, room, members, &seat))
        return;
    if (api_seats_held(req, room) >> seat & 1) {
        api_complain(req, 409, "refused",
                     "this browser has the seat already; open the link on the other device");
        return;
    }
    if (!token || !sv_token_hash(token, hash) ||
        !api_people(req)->take_transfer(req->server->store, room->stored.id, seat, hash, sv_time(),
                                        &stay, &err)) {
        if (err.code == VL_IO) {
            api_fail_batch(req, &err);
            return;
        }
        req->server->figures.refused_secret++;
        api_complain(req, 403, "not_yours",
                     "this link was used or has run out; make a new one on the other device");
        return;
    }
    api_need_player(req);
    if (stay) {
        if (join_seat(req, room, seat, &err))
            api_respond_match(req, 200, room);
        else
            api_fail_batch(req, &err);
        return;
    }
    enum vl_departure how = room->votes[seat].passed ? VL_DEPARTED_VOTED : VL_DEPARTED_MOVED;
    room->votes[seat] = (struct vl_stored_vote){0};
    if (!api_people(req)->set_vote(req->server->store, room->stored.id, seat, &room->votes[seat],
                                   &err) ||
        !hand_over(room, seat, req->player, how, &err)) {
        api_fail_batch(req, &err);
        return;
    }
    req->server->figures.seats_moved++;
    api_respond_match(req, 200, room);
}

/* ---- Votes: room/vote.h ---- */

/* Whether the player may vote about this seat now; *mine are the seats that vote. False: it is
 * answered. */
static bool may_vote(const struct http_request *req, const struct sv_room *room, uint32_t seat,
                     uint32_t *mine)
{
    uint32_t held = api_seats_held(req, room);
    *mine = held & sv_vote_voters(room, seat);
    if (held >> seat & 1)
        api_complain(req, 409, "refused", "this browser has the seat: nothing is lost");
    else if (!*mine)
        api_complain(req, 403, "not_yours", "only the others at the table vote about a seat");
    else if (room->stored.status > VL_MATCH_RUNNING)
        api_complain(req, 409, "refused", "the match is over");
    else if (!room->votes[seat].passed && sv_vote_away_in(room, seat) > 0)
        api_complain(req, 409, "refused", "%.60s %s", room->stored.seat[seat].name,
                     sv_room_connected(room, seat) ? "is here" : "was here a moment ago");
    else
        return true;
    return false;
}

void api_post_reissue(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {"seat", "agree", NULL};
    struct vl_error err = {0};
    const json_t *agree = json_object_get(req->body, "agree");
    uint32_t seat, mine;
    if (!read_seat(req, room, members, &seat))
        return;
    if (!json_is_boolean(agree)) {
        vl_fail(&err, VL_BAD_INPUT, "agree", "expected true or false");
        api_fail(req, &err);
        return;
    }
    if (!may_vote(req, room, seat, &mine))
        return;
    if (room->votes[seat].passed) {
        api_complain(req, 409, "refused", "the vote has passed");
        return;
    }
    if (json_is_true(agree) ? sv_vote_open(room, seat, mine, &err)
                            : sv_vote_set(room, seat, &(struct vl_stored_vote){0}, &err))
        api_respond_match(req, 200, room);
    else
        api_fail_batch(req, &err);
}

/* Whether the vote passes now. False: it is answered. */
static bool vote_passes(const struct http_request *req, const struct sv_room *room, uint32_t seat)
{
    const struct vl_stored_vote *vote = &room->votes[seat];
    uint32_t missing = sv_vote_voters(room, seat) & ~vote->agreed;
    int64_t wait = sv_vote_ready_at(room, seat) - sv_time();
    if (!vote->opened) {
        api_complain(req, 409, "refused", "there is no vote about this seat");
        return false;
    }
    for (uint32_t i = 0; i < room->stored.seats; i++) {
        if (missing >> i & 1) {
            api_complain(req, 409, "refused", "%.60s has not agreed yet",
                         room->stored.seat[i].name);
            return false;
        }
    }
    if (wait > 0) {
        api_complain(req, 409, "refused", "%.60s has %lld seconds left to be here",
                     room->stored.seat[seat].name, (long long)wait);
        return false;
    }
    return true;
}

void api_post_reissue_link(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {"seat", NULL};
    struct vl_error err = {0};
    uint32_t seat, mine;
    if (!read_seat(req, room, members, &seat) || !may_vote(req, room, seat, &mine))
        return;
    struct vl_stored_vote vote = room->votes[seat];
    if (!vote.passed) {
        if (!vote_passes(req, room, seat))
            return;
        vote.passed = true;
        if (!sv_vote_set(room, seat, &vote, &err) ||
            !hand_over(room, seat, NULL, VL_DEPARTED_VOTED, &err)) {
            api_fail_batch(req, &err);
            return;
        }
    }
    respond_link(req, room, seat, sv_time() + REISSUED_LINK, false);
}

/* ---- Seats that a player has lost ---- */

struct departures {
    struct sv_server *server;
    struct vl_json *json;
};

static bool write_departure(void *context, const char *id, uint32_t seat, int64_t time,
                            enum vl_departure how)
{
    struct departures *d = context;
    const struct sv_room *room = sv_room_find(d->server, id, NULL);
    if (!room || seat >= room->stored.seats)
        return true;
    vl_json_object(d->json);
    vl_json_put_string(d->json, "match", id);
    vl_json_put_string(d->json, "game", room->stored.game);
    vl_json_put_int(d->json, "seat", seat);
    vl_json_put_string(d->json, "name", room->stored.seat[seat].name);
    vl_json_put_int(d->json, "time", time);
    vl_json_put_string(
        d->json, "how",
        departure_words[how == VL_DEPARTED_VOTED ? VL_DEPARTED_VOTED : VL_DEPARTED_MOVED]);
    vl_json_end_object(d->json);
    return true;
}

void api_get_left(struct http_request *req)
{
    struct vl_error err = {0};
    struct vl_json json;
    struct departures d = {req->server, &json};
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_key(&json, "left");
    vl_json_array(&json);
    bool good =
        !req->has_player || api_people(req)->list_departures(req->server->store, req->player, NULL,
                                                             write_departure, &d, &err);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
    if (!good)
        api_fail(req, &err);
}

void api_post_left(struct http_request *req)
{
    static const char *const members[] = {"match", NULL};
    struct vl_error err = {0};
    const char *id = json_string_value(json_object_get(req->body, "match"));
    if (!vl_json_only(req->body, members, &err) ||
        (!id && !vl_fail(&err, VL_BAD_INPUT, "match", "expected the id of a match"))) {
        api_fail(req, &err);
        return;
    }
    if (req->has_player &&
        !api_people(req)->drop_departures(req->server->store, req->player, id, &err)) {
        api_fail_batch(req, &err);
        return;
    }
    api_respond_empty(req);
}
