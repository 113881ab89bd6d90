/* Links to the seats of friends. */
#include "server/http/claims.h"

#include <sodium.h>
#include <string.h>

#include "core/banned.h"
#include "server/http/matches.h"
#include "server/room/ask.h"
#include "server/time.h"
#include "server/ws/connection.h"
#include "store/people.h"

/* A link of the protocol: a seat, its secret, and the key that the browser has chosen for this
 * attempt. */
struct link {
    uint32_t seat;
    bool has_key;
    uint8_t key[VL_HASH_SIZE]; /* hash */
};

/* Reads the link of a request. The members of the body are checked already. False: it is
 * answered. */
static bool read_link(const struct http_request *req, const struct sv_room *room, struct link *link)
{
    struct vl_error err = {0};
    int64_t seat = 0;
    uint8_t hash[VL_HASH_SIZE];
    const char *secret = json_string_value(json_object_get(req->body, "secret"));
    const char *key = json_string_value(json_object_get(req->body, "key"));
    link->has_key = json_object_get(req->body, "key") != NULL;
    if (!vl_json_get_int(req->body, "seat", 0, room->stored.seats - 1, &seat, &err) ||
        (link->has_key && (!key || !sv_token_hash(key, link->key)) &&
         !vl_fail(&err, VL_BAD_INPUT, "key",
                  "a key is 32 random bytes in base64url, 43 characters"))) {
        api_fail(req, &err);
        return false;
    }
    const struct vl_stored_seat *p = &room->stored.seat[seat];
    if (!secret || p->bot || !sv_token_hash(secret, hash) ||
        sodium_memcmp(hash, p->secret_hash, sizeof hash) != 0) {
        req->server->figures.refused_secret++;
        api_complain(req, 403, "not_yours", "this is not the secret of the seat");
        return false;
    }
    link->seat = (uint32_t)seat;
    return true;
}

/* Whether a claim repeats the one that used the link up: its answer, with the cookie, was lost. */
static bool repeats_claim(const struct http_request *req, const struct sv_room *room,
                          const struct link *link)
{
    struct vl_stored_claim claim;
    return link->has_key &&
           api_people(req)->find_claim(req->server->store, room->stored.id, link->seat, &claim,
                                       NULL) &&
           sodium_memcmp(claim.key, link->key, sizeof claim.key) == 0 &&
           sv_time() - claim.time <= req->server->settings.limits.move;
}

/* Trades the link for the cookie of this browser, once. */
static bool claim_seat(struct http_request *req, struct sv_room *room, const struct link *link,
                       struct vl_error *err)
{
    struct vl_stored_claim claim = {.time = sv_time()};
    api_need_player(req);
    memcpy(claim.player, req->player, sizeof claim.player);
    if (link->has_key)
        memcpy(claim.key, link->key, sizeof claim.key);
    else
        randombytes_buf(claim.key, sizeof claim.key); /* nobody can repeat it */
    room->stored.seat[link->seat].link_used = true;
    room->presence_changed = true;
    if (!api_people(req)->claim(req->server->store, room->stored.id, link->seat, &claim, err) ||
        !sv_room_save(room, true, err) || !sv_room_read_holders(room, err))
        return false;
    sv_watch_end_lost(room, "moved");
    return true;
}

void api_post_claim(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {"seat", "secret", "key", "name", NULL};
    struct vl_error err = {0};
    struct link link;
    const json_t *name = json_object_get(req->body, "name");
    if (!vl_json_only(req->body, members, &err) ||
        (name && !json_is_string(name) &&
         !vl_fail(&err, VL_BAD_INPUT, "name", "a name is a text")) ||
        (name && !sv_name_good(json_string_value(name), &err))) {
        api_fail(req, &err);
        return;
    }
    if (!read_link(req, room, &link))
        return;
    uint32_t seat = link.seat;
    if (!(api_seats_held(req, room) >> seat & 1)) {
        if (room->stored.seat[seat].link_used && !repeats_claim(req, room, &link)) {
            req->server->figures.refused_secret++;
            api_complain(req, 409, "used", "somebody has sat down with this link already");
            return;
        }
        if (!claim_seat(req, room, &link, &err)) {
            api_fail_batch(req, &err);
            return;
        }
    }
    if (name && room->match && room->stored.status <= VL_MATCH_RUNNING &&
        !sv_room_rename(room, seat, json_string_value(name), &err)) {
        api_fail(req, &err);
        return;
    }
    api_respond_match(req, 200, room);
}

void api_post_ask(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {"seat", "secret", "key", NULL};
    struct vl_error err = {0};
    struct link link;
    struct vl_json json;
    bool too_many;
    if (!vl_json_only(req->body, members, &err) ||
        (!json_object_get(req->body, "key") &&
         !vl_fail(&err, VL_BAD_INPUT, "key", "a question needs a key"))) {
        api_fail(req, &err);
        return;
    }
    if (!read_link(req, room, &link))
        return;
    if (api_seats_held(req, room) >> link.seat & 1) { /* the holder has agreed */
        api_respond_match(req, 200, room);
        return;
    }
    if (!room->stored.seat[link.seat].link_used) {
        api_complain(req, 409, "refused", "this link works still: nobody has to be asked");
        return;
    }
    api_need_player(req);
    if (!sv_ask(room, link.seat, link.key, req->player, &too_many, &err)) {
        if (too_many) {
            api_complain(req, 429, "too_many", "%s", err.message);
            req->response->retry_after = 60;
        } else {
            api_fail(req, &err);
        }
        return;
    }
    api_start(req, &json);
    req->response->status = 202;
    vl_json_object(&json);
    vl_json_put_string(&json, "status", "waiting");
    vl_json_put_int(&json, "left", sv_ask_left(&room->asks[link.seat]));
    vl_json_end_object(&json);
}
