/* WebSocket messages: reading one and finding the function that answers it. */
#include "server/ws/message.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/http/fork.h"
#include "server/room/clock.h"
#include "server/room/vote.h"
#include "server/time.h"
#include "server/ws/help.h"
#include "server/ws/moves.h"
#include "server/ws/table.h"

static void on_ping(struct ws_request *req)
{
    ws_ok(req);
}

/* ---- Finding the handler ---- */

/* What a message needs before it can be answered; each includes the one before it. */
enum needs {
    NEEDS_NOTHING,
    NEEDS_VIEWER, /* a match, and a seat that the connection holds, or null */
    NEEDS_SEAT,   /* a match, and a seat that the connection holds */
    NEEDS_STORE,  /* the same, and a store that can be written now */
};

static const struct kind {
    const char *type;
    enum needs needs;
    void (*answer)(struct ws_request *req);
    const char *const members[12]; /* any other is an error */
} kinds[] = {
    {"watch",
     NEEDS_VIEWER,
     ws_on_watch,
     {"type", "id", "match", "seat", "seen", "heard", "idle", "words", "changes"}},
    {"unwatch", NEEDS_VIEWER, ws_on_unwatch, {"type", "id", "match", "seat"}},
    {"try", NEEDS_SEAT, ws_on_try, {"type", "id", "match", "seat", "position", "moves"}},
    {"commit",
     NEEDS_STORE,
     ws_on_commit,
     {"type", "id", "match", "seat", "position", "moves", "key"}},
    {"hint", NEEDS_SEAT, ws_on_hint, {"type", "id", "match", "seat", "position", "moves"}},
    {"explain",
     NEEDS_SEAT,
     ws_on_explain,
     {"type", "id", "match", "seat", "position", "moves", "move"}},
    {"refusal",
     NEEDS_SEAT,
     ws_on_refusal,
     {"type", "id", "match", "seat", "position", "moves", "move", "target"}},
    {"replay",
     NEEDS_VIEWER,
     ws_on_replay,
     {"type", "id", "match", "seat", "from", "count", "open"}},
    {"back", NEEDS_STORE, ws_on_back, {"type", "id", "match", "seat"}},
    {"chat", NEEDS_STORE, ws_on_chat, {"type", "id", "match", "seat", "text"}},
    {"mute", NEEDS_STORE, ws_on_mute, {"type", "id", "match", "seat", "whom", "mute"}},
    {"allow", NEEDS_STORE, ws_on_allow, {"type", "id", "match", "seat", "ask", "allow"}},
    {"start", NEEDS_STORE, ws_on_start, {"type", "id", "match", "seat"}},
    {"pledge", NEEDS_STORE, ws_on_pledge, {"type", "id", "match", "seat", "pledge"}},
    {"nonce", NEEDS_STORE, ws_on_nonce, {"type", "id", "match", "seat", "nonce"}},
    {"name", NEEDS_STORE, ws_on_name, {"type", "id", "match", "seat", "name"}},
    {"ping", NEEDS_NOTHING, on_ping, {"type", "id"}},
};

_Static_assert(sizeof kinds / sizeof *kinds <= SV_MOST_MESSAGE_TYPES, "every type is measured");

const char *sv_message_type(size_t number)
{
    return number < sizeof kinds / sizeof *kinds ? kinds[number].type : NULL;
}

static const struct kind *find_kind(const char *type)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (type && kinds[i].type[0] == type[0] && strcmp(kinds[i].type, type) == 0)
            return &kinds[i];
    return NULL;
}

/* Finds the room and the viewer of a message, and whether it may be answered now. False: it is
 * answered. */
static bool find_place(struct ws_request *req, enum needs needs)
{
    struct sv_server *server = req->connection->server;
    struct vl_error err = {0};
    const char *id = json_string_value(json_object_get(req->json, "match"));
    const json_t *seat = json_object_get(req->json, "seat");
    int64_t number = VL_SPECTATOR;
    if (!id) {
        vl_fail(&err, VL_BAD_INPUT, "match", "expected the id of a match");
        ws_strike(req, &err);
        return false;
    }
    if ((needs >= NEEDS_SEAT || !json_is_null(seat)) &&
        !vl_json_get_int(req->json, "seat", 0, VL_MAX_SEATS - 1, &number, &err)) {
        ws_strike(req, &err);
        return false;
    }
    req->room = sv_room_find(server, id, &err);
    if (!req->room) {
        ws_fail(req, &err);
        return false;
    }
    req->viewer = (int)number;
    req->own_seats = sv_seats_of(req->connection, req->room);
    if (!req->own_seats && sv_fork_closed(req->room)) {
        ws_complain(req, "not_yours", "%s", sv_closed_message);
        return false;
    }
    if (number >= 0 && !(req->own_seats >> number & 1)) {
        ws_complain(req, "not_yours", "this seat belongs to somebody else");
        return false;
    }
    if (number >= 0 &&
        !sv_bucket_take(&req->room->rate[number], server->settings.limits.messages_per_second,
                        server->settings.limits.messages_per_second * 5, sv_now())) {
        server->figures.refused_rate++;
        ws_complain(req, "too_many", "too many messages for this seat");
        return false;
    }
    if ((needs == NEEDS_STORE && !sv_may_write(server, &err)) ||
        (needs >= NEEDS_SEAT && !sv_clock_owner_back(req->room, (uint32_t)number, &err))) {
        ws_fail(req, &err);
        return false;
    }
    if (needs >= NEEDS_SEAT) /* the owner acts, so a vote about the seat ends */
        sv_vote_owner_active(req->room, (int)number);
    return true;
}

/* ---- Reading ---- */

/* Returns the number of the message's type. */
static size_t answer(struct ws_request *req)
{
    struct vl_error err = {0};
    const json_t *id = json_object_get(req->json, "id");
    const char *type = json_string_value(json_object_get(req->json, "type"));
    if (json_is_integer(id)) {
        req->has_id = true;
        req->id = json_integer_value(id);
    }
    const struct kind *kind = find_kind(type);
    if (!kind) {
        vl_fail(&err, VL_BAD_INPUT, "type", "there is no such type of message");
        ws_strike(req, &err);
    } else if (id && !json_is_integer(id)) {
        vl_fail(&err, VL_BAD_INPUT, "id", "expected a whole number");
        ws_strike(req, &err);
    } else if (!vl_json_only(req->json, kind->members, &err)) {
        ws_strike(req, &err);
    } else if (kind->needs == NEEDS_NOTHING || find_place(req, kind->needs)) {
        kind->answer(req);
    }
    return kind ? (size_t)(kind - kinds) : SV_MOST_MESSAGE_TYPES;
}

/*
 * The arena for parsing. jansson makes an allocation for every value of a message, and all of them
 * end together. So while a message is parsed, its allocator takes memory from one block, and
 * freeing does nothing; a message that needs more gets the rest from malloc. JSON that is made at
 * other times (in_arena is false) or on other threads comes from malloc as usual. The block is
 * static because jansson's allocator functions have no context argument.
 */
enum { ARENA_SIZE = 32 << 10 };

static _Alignas(max_align_t) char arena[ARENA_SIZE];
static size_t arena_used;
static _Thread_local bool in_arena;

static void *arena_malloc(size_t size)
{
    size_t whole = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!in_arena || whole < size || whole > ARENA_SIZE - arena_used)
        return malloc(size);
    arena_used += whole;
    return arena + arena_used - whole;
}

static void arena_free(void *memory)
{
    uintptr_t at = (uintptr_t)memory, first = (uintptr_t)arena;
    if (at < first || at >= first + ARENA_SIZE)
        free(memory);
}

void sv_messages_init(void)
{
    json_set_alloc_funcs(arena_malloc, arena_free);
}

void sv_receive(struct sv_connection *c, const char *bytes, size_t size)
{
    struct ws_request request;
    struct sv_server *server = c->server;
    uint32_t rate = server->settings.limits.messages_per_second;
    uint64_t came = sv_micros(), commits = server->figures.commits;
    size_t type = SV_MOST_MESSAGE_TYPES;
    server->figures.messages++;
    memset(&request, 0, offsetof(struct ws_request, texts));
    request.connection = c;
    if (c->closing)
        return;
    if (!sv_bucket_take(&c->rate, rate, rate * 5, sv_now())) {
        server->figures.refused_rate++;
        ws_complain(&request, "too_many", "too many messages");
        ws_count_bad(c);
        return;
    }
    json_error_t where;
    in_arena = true;
    arena_used = 0;
    json_t *json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &where);
    in_arena = false; /* values made from now on may outlive the message */
    if (!json_is_object(json)) {
        struct vl_error err = {0};
        vl_fail(&err, VL_BAD_INPUT, NULL, "expected one JSON object%s%.100s", json ? "" : ": ",
                json ? "" : where.text);
        ws_strike(&request, &err);
    } else {
        request.json = json;
        type = answer(&request);
    }
    json_decref(json);
    sv_times_add(&server->latency.messages[type], sv_micros() - came);
    if (server->figures.commits != commits)
        sv_latency_commit(&server->latency, came);
}
