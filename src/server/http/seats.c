/*
 * Seats that change hands: moved to another browser by a link that serves once, or given out anew
 * by a vote of the others when it is lost.
 *
 * Moving takes the seat along: whoever held it holds it no longer and is told so, and its secret
 * ends. A vote needs every other person at the table, and time: the owner, who may only be asleep,
 * ends it by doing anything. A page that is open somewhere and that nobody touches does not count:
 * it may be on the very device that is out of reach. Only then do the others get a link to pass on;
 * until it is used the old browsers have lost the seat already.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "server/http/request.h"
#include "store/people.h"

enum { REISSUED_LINK = 24 * 3600 }; /* seconds: a friend may be far away */

static const char *const departure_words[] = {
    [VL_DEPARTED_MOVED] = "moved",
    [VL_DEPARTED_VOTED] = "voted",
};

static const struct vl_people_functions *people(const struct sv_server *server)
{
    return server->store->functions->people;
}

/* A write did not succeed: the turn is undone and the asker told. */
static void failed(const struct ask *ask, const struct vl_error *err)
{
    ask->server->failed = true;
    api_fail(ask, err);
}

/* ---- Watching ---- */

static void say_left(struct sv_connection *c, const struct sv_room *room, int seat, const char *how)
{
    struct vl_text out = {0};
    struct vl_json json;
    vl_json_start(&json, &out);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "left");
    vl_json_put_string(&json, "match", room->stored.id);
    vl_json_put_int(&json, "seat", seat);
    vl_json_put_string(&json, "how", how);
    vl_json_end_object(&json);
    sv_send(c, &out);
}

void sv_evict(struct sv_room *room, const char *how)
{
    for (struct sv_watch *w = room->watches, *next; w; w = next) {
        next = w->next_in_room;
        if (w->viewer < 0 || (sv_seats_of(w->connection, room) >> w->viewer & 1))
            continue;
        say_left(w->connection, room, w->viewer, how);
        sv_unwatch(w->connection, room, w->viewer);
    }
}

void sv_recover_load(struct sv_room *room)
{
    people(room->server)->find_votes(room->server->store, room->stored.id, room->votes, NULL);
}

/* ---- Handing over ---- */

/* The seat goes to `player`, or to nobody for now; the links of before open it no longer. */
static bool hand_over(struct sv_room *room, uint32_t seat, const uint8_t *player,
                      enum vl_departure how, struct vl_error *err)
{
    struct sv_server *server = room->server;
    uint8_t secret[VL_HASH_SIZE];
    randombytes_buf(secret, sizeof secret);
    crypto_generichash(room->stored.seat[seat].secret_hash, VL_HASH_SIZE, secret, sizeof secret,
                       NULL, 0);
    sodium_memzero(secret, sizeof secret);
    if (!people(server)->hand_over(server->store, room->stored.id, seat, player, how, sv_time(),
                                   err) ||
        !sv_room_save(room, true, err) || !sv_room_read_hands(room, err))
        return false;
    sv_evict(room, departure_words[how]);
    room->seen[seat] = 0;
    room->news = true;
    sv_log(how == VL_DEPARTED_VOTED ? "seat_reissued" : "seat_moved", "match=%.8s seat=%u",
           room->stored.id, seat);
    return true;
}

/* A new link to a seat, as the answer. */
static void respond_link(const struct ask *ask, const struct sv_room *room, uint32_t seat,
                         int64_t expires)
{
    struct vl_error err = {0};
    struct vl_json json;
    uint8_t hash[VL_HASH_SIZE];
    char token[SV_TOKEN_SIZE], link[128];
    sv_token_new(token);
    sv_token_hash(token, hash);
    if (!people(ask->server)
             ->set_transfer(ask->server->store, room->stored.id, seat, hash, expires, &err)) {
        failed(ask, &err);
        return;
    }
    snprintf(link, sizeof link, "/#/m/%s/t/%u/%s", room->stored.id, seat, token);
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_put_int(&json, "seat", seat);
    vl_json_put_string(&json, "token", token);
    vl_json_put_string(&json, "link", link);
    vl_json_put_int(&json, "expires", expires);
    vl_json_end_object(&json);
    sodium_memzero(token, sizeof token);
    sodium_memzero(link, sizeof link);
}

/* The seat of a request: a person's; false: answered. */
static bool read_seat(const struct ask *ask, const struct sv_room *room, const char *const *members,
                      uint32_t *seat)
{
    struct vl_error err = {0};
    int64_t number = 0;
    if (!vl_json_only(ask->body, members, &err) ||
        !vl_json_get_int(ask->body, "seat", 0, room->stored.seats - 1, &number, &err)) {
        api_fail(ask, &err);
        return false;
    }
    *seat = (uint32_t)number;
    if (room->stored.seat[number].bot) {
        api_complain(ask, 409, "refused", "a bot sits there");
        return false;
    }
    return true;
}

void api_post_move(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {"seat", NULL};
    uint32_t seat;
    if (!read_seat(ask, room, members, &seat))
        return;
    if (!(api_seats_held(ask, room) >> seat & 1)) {
        api_complain(ask, 403, "not_yours", "this seat belongs to somebody else");
        return;
    }
    respond_link(ask, room, seat, sv_time() + ask->server->settings.limits.move);
}

void api_post_take(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {"seat", "token", NULL};
    struct vl_error err = {0};
    uint8_t hash[VL_HASH_SIZE];
    const char *token = json_string_value(json_object_get(ask->body, "token"));
    uint32_t seat;
    if (!read_seat(ask, room, members, &seat))
        return;
    if (api_seats_held(ask, room) >> seat & 1) {
        api_complain(ask, 409, "refused",
                     "this browser has the seat already; open the link on the other device");
        return;
    }
    if (!token || !sv_token_hash(token, hash) ||
        !people(ask->server)
             ->take_transfer(ask->server->store, room->stored.id, seat, hash, sv_time(), &err)) {
        if (err.code == VL_IO) {
            failed(ask, &err);
            return;
        }
        ask->server->figures.refused_secret++;
        api_complain(ask, 403, "not_yours",
                     "this link was used or has run out; make a new one on the other device");
        return;
    }
    enum vl_departure how = room->votes[seat].passed ? VL_DEPARTED_VOTED : VL_DEPARTED_MOVED;
    room->votes[seat] = (struct vl_stored_vote){0};
    api_need_player(ask);
    if (!people(ask->server)
             ->set_vote(ask->server->store, room->stored.id, seat, &room->votes[seat], &err) ||
        !hand_over(room, seat, ask->player, how, &err)) {
        failed(ask, &err);
        return;
    }
    ask->server->figures.seats_moved++;
    api_respond_match(ask, 200, room);
}

/* ---- Votes ---- */

/* The people at the table but the one of the seat: they all have to agree. */
static uint32_t voters(const struct sv_room *room, uint32_t seat)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (i != seat && !room->stored.seat[i].bot && (room->claimed >> i & 1))
            set |= 1U << i;
    return set;
}

/* From when on a vote may pass: the owner has this long to be there, while the server is. */
static int64_t ready_at(const struct sv_room *room, uint32_t seat)
{
    const struct sv_server *server = room->server;
    int64_t up = sv_time() - (int64_t)((sv_now() - server->started) / 1000);
    int64_t since = room->votes[seat].opened > up ? room->votes[seat].opened : up;
    return since + server->settings.limits.reissue;
}

static bool set_vote(struct sv_room *room, uint32_t seat, const struct vl_stored_vote *vote,
                     struct vl_error *err)
{
    room->votes[seat] = *vote;
    room->news = true;
    sv_room_touch(room);
    return people(room->server)->set_vote(room->server->store, room->stored.id, seat, vote, err);
}

int64_t sv_recover_silent(const struct sv_room *room, uint32_t seat)
{
    uint64_t patience = (uint64_t)room->server->settings.limits.reissue * 1000;
    uint64_t silent = room->seen[seat] ? sv_now() - room->seen[seat] : patience;
    return silent < patience ? (int64_t)(patience - silent) : 0;
}

void sv_recover_seen(struct sv_room *room, int seat)
{
    struct vl_error err = {0};
    if (seat < 0)
        return;
    room->seen[seat] = sv_now();
    if (!room->votes[seat].opened || room->votes[seat].passed || !sv_may_write(room->server, NULL))
        return;
    sv_log("vote_ended", "match=%.8s seat=%d why=\"the owner is there\"", room->stored.id, seat);
    if (!set_vote(room, (uint32_t)seat, &(struct vl_stored_vote){0}, &err))
        room->server->failed = true;
}

void sv_recover_write(struct vl_json *json, const struct sv_room *room, uint32_t seat)
{
    const struct vl_stored_vote *vote = &room->votes[seat];
    vl_json_key(json, "reissue");
    if (!vote->opened) {
        vl_json_null(json);
        return;
    }
    vl_json_object(json);
    vl_json_put_int(json, "opened", vote->opened);
    vl_json_put_int(json, "ready", ready_at(room, seat));
    vl_json_put_set(json, "agreed", vote->agreed);
    vl_json_put_set(json, "wanted", voters(room, seat));
    vl_json_put_bool(json, "passed", vote->passed);
    vl_json_end_object(json);
}

/* Whether the asker may vote about this seat now; false: answered. */
static bool may_vote(const struct ask *ask, const struct sv_room *room, uint32_t seat,
                     uint32_t *mine)
{
    uint32_t held = api_seats_held(ask, room);
    *mine = held & voters(room, seat);
    if (held >> seat & 1)
        api_complain(ask, 409, "refused", "this browser has the seat: nothing is lost");
    else if (!*mine)
        api_complain(ask, 403, "not_yours", "only the others at the table vote about a seat");
    else if (room->stored.status > VL_MATCH_RUNNING)
        api_complain(ask, 409, "refused", "the match is over");
    else if (!room->votes[seat].passed && sv_room_connected(room, seat) &&
             sv_recover_silent(room, seat) > 0)
        api_complain(ask, 409, "refused", "%.60s is here", room->stored.seat[seat].name);
    else
        return true;
    return false;
}

void api_post_reissue(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {"seat", "agree", NULL};
    struct vl_error err = {0};
    const json_t *agree = json_object_get(ask->body, "agree");
    uint32_t seat, mine;
    if (!read_seat(ask, room, members, &seat))
        return;
    if (!json_is_boolean(agree)) {
        vl_fail(&err, VL_BAD_INPUT, "agree", "expected true or false");
        api_fail(ask, &err);
        return;
    }
    if (!may_vote(ask, room, seat, &mine))
        return;
    struct vl_stored_vote vote = room->votes[seat];
    if (vote.passed) {
        api_complain(ask, 409, "refused", "the vote has passed");
        return;
    }
    if (json_is_true(agree)) {
        vote.opened = vote.opened ? vote.opened : sv_time();
        vote.agreed |= mine;
    } else {
        vote = (struct vl_stored_vote){0};
    }
    if (set_vote(room, seat, &vote, &err))
        api_respond_match(ask, 200, room);
    else
        failed(ask, &err);
}

/* Whether the vote passes now; false: answered. */
static bool vote_passes(const struct ask *ask, const struct sv_room *room, uint32_t seat)
{
    const struct vl_stored_vote *vote = &room->votes[seat];
    uint32_t missing = voters(room, seat) & ~vote->agreed;
    int64_t wait = ready_at(room, seat) - sv_time();
    if (!vote->opened) {
        api_complain(ask, 409, "refused", "there is no vote about this seat");
        return false;
    }
    for (uint32_t i = 0; i < room->stored.seats; i++) {
        if (missing >> i & 1) {
            api_complain(ask, 409, "refused", "%.60s has not agreed yet",
                         room->stored.seat[i].name);
            return false;
        }
    }
    if (wait > 0) {
        api_complain(ask, 409, "refused", "%.60s has %lld seconds left to be here",
                     room->stored.seat[seat].name, (long long)wait);
        return false;
    }
    return true;
}

void api_post_reissue_link(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {"seat", NULL};
    struct vl_error err = {0};
    uint32_t seat, mine;
    if (!read_seat(ask, room, members, &seat) || !may_vote(ask, room, seat, &mine))
        return;
    struct vl_stored_vote vote = room->votes[seat];
    if (!vote.passed) {
        if (!vote_passes(ask, room, seat))
            return;
        vote.passed = true;
        if (!set_vote(room, seat, &vote, &err) ||
            !hand_over(room, seat, NULL, VL_DEPARTED_VOTED, &err)) {
            failed(ask, &err);
            return;
        }
    }
    respond_link(ask, room, seat, sv_time() + REISSUED_LINK);
}

/* ---- Seats that have left me ---- */

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

void api_get_left(struct ask *ask)
{
    struct vl_error err = {0};
    struct vl_json json;
    struct departures d = {ask->server, &json};
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_key(&json, "left");
    vl_json_array(&json);
    bool good = !ask->has_player || people(ask->server)
                                        ->list_departures(ask->server->store, ask->player, NULL,
                                                          write_departure, &d, &err);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
    if (!good)
        api_fail(ask, &err);
}

void api_post_left(struct ask *ask)
{
    static const char *const members[] = {"match", NULL};
    struct vl_error err = {0};
    struct vl_json json;
    const char *id = json_string_value(json_object_get(ask->body, "match"));
    if (!vl_json_only(ask->body, members, &err) ||
        (!id && !vl_fail(&err, VL_BAD_INPUT, "match", "expected the id of a match"))) {
        api_fail(ask, &err);
        return;
    }
    if (ask->has_player &&
        !people(ask->server)->drop_departures(ask->server->store, ask->player, id, &err)) {
        failed(ask, &err);
        return;
    }
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_end_object(&json);
}
