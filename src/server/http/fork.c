/* Forks of matches. */
#include "server/http/fork.h"

#include <sodium.h>

#include "core/banned.h"
#include "server/http/matches.h"
#include "store/people.h"

const char sv_closed_message[] =
    "this what-if is its owner's alone until the match it came from is over";

bool sv_fork_closed(struct sv_room *room)
{
    if (room->origin != VL_ORIGIN_OWN_VIEW)
        return false;
    struct vl_error err = {0};
    const struct sv_room *source = sv_room_find(room->server, room->source, &err);
    if (!source)
        return err.code != VL_NOT_FOUND;
    if (source->stored.status != VL_MATCH_OVER)
        return true;               /* a program that has its rules may reopen a closed match */
    room->origin = VL_ORIGIN_FORK; /* a match that is over stays so: no need to look again */
    return false;
}

void sv_fork_write(struct vl_json *json, const struct sv_room *room)
{
    vl_json_key(json, "origin");
    if (room->origin == VL_ORIGIN_NONE) {
        vl_json_null(json);
        return;
    }
    vl_json_object(json);
    vl_json_put_string(json, "kind", room->origin == VL_ORIGIN_IMPORT ? "import" : "fork");
    vl_json_key(json, "match");
    if (room->source[0])
        vl_json_string(json, room->source);
    else
        vl_json_null(json);
    vl_json_put_int(json, "position", room->source_position);
    vl_json_put_bool(json, "closed", room->origin == VL_ORIGIN_OWN_VIEW);
    vl_json_end_object(json);
}

/* ---- The request ---- */

/* The position and the view that a request forks. */
struct wanted {
    uint32_t position;
    int viewer;
    bool own; /* a private fork: of a running match, from a seat's own view */
};

static bool read_view(const struct http_request *req, const struct sv_room *room, struct wanted *w,
                      struct vl_error *err)
{
    const json_t *view = json_object_get(req->body, "view");
    const json_t *open = json_object_get(req->body, "open");
    int64_t seat = VL_SPECTATOR;
    if (open && !json_is_boolean(open))
        return vl_fail(err, VL_BAD_INPUT, "open", "expected true or false");
    if (view && !json_is_null(view) &&
        !vl_json_get_int(req->body, "view", 0, room->stored.seats - 1, &seat, err))
        return false;
    w->own = room->stored.status == VL_MATCH_RUNNING;
    w->viewer = json_is_true(open) ? VL_OPEN : (int)seat;
    if (w->own && json_is_true(open))
        return vl_fail(err, VL_REFUSED, "open", "hands are open after the end only");
    if (w->own && (seat < 0 || !(api_seats_held(req, room) >> seat & 1)))
        return vl_fail(err, VL_REFUSED, "view",
                       "while the match is going on, only a seat of yours can ask what if");
    return true;
}

/* Reads who plays in the fork. */
static bool read_seats(const struct http_request *req, const struct sv_room *room,
                       const struct wanted *w, struct vl_stored_match *m, struct api_wish *wishes,
                       struct vl_error *err)
{
    const json_t *seats = json_object_get(req->body, "seats");
    const struct vl_game *game = vl_match_game(room->match);
    if (!json_is_array(seats) || json_array_size(seats) != m->seats)
        return vl_fail(err, VL_BAD_INPUT, "seats", "expected an array of %u seats", m->seats);
    for (uint32_t i = 0; i < m->seats; i++) {
        m->seat[i] = (struct vl_stored_seat){0};
        if (!api_read_seat(json_array_get(seats, i), game, i, &m->seat[i], &wishes[i], err))
            return false;
        if (w->own && !m->seat[i].bot && !wishes[i].mine) {
            char where[24];
            snprintf(where, sizeof where, "seats[%u]", i);
            return vl_fail(err, VL_REFUSED, where,
                           "while the match is going on, its what-ifs are for you and bots alone");
        }
    }
    api_name_bots(m, game, vl_match_setup(room->match), wishes);
    return true;
}

static bool read_fork(const struct http_request *req, const struct sv_room *room, struct wanted *w,
                      struct vl_stored_match *m, struct api_wish *wishes, struct vl_error *err)
{
    static const char *const members[] = {"position", "view", "open", "seats", NULL};
    int64_t position = 0;
    if (!vl_json_only(req->body, members, err))
        return false;
    if (!room->match)
        return vl_fail(err, VL_REFUSED, NULL, "%s", sv_room_closed_why(room));
    if (room->stored.status == VL_MATCH_GATHERING)
        return vl_fail(err, VL_REFUSED, NULL, "no card is dealt yet");
    if (!vl_json_get_int(req->body, "position", 0, vl_match_position(room->match), &position, err))
        return false;
    w->position = (uint32_t)position;
    *m = (struct vl_stored_match){.rules_version = room->stored.rules_version,
                                  .seats = room->stored.seats};
    snprintf(m->game, sizeof m->game, "%s", room->stored.game);
    snprintf(m->deck_hash, sizeof m->deck_hash, "%s", room->stored.deck_hash);
    snprintf(m->options, sizeof m->options, "%s", room->stored.options);
    return read_view(req, room, w, err) && read_seats(req, room, w, m, wishes, err);
}

/* Makes the fork. Its own seal, which nobody knows yet, draws everything that the viewer does not
 * know: so the draws can be verified later. */
static struct sv_room *make_fork(const struct http_request *req, const struct sv_room *room,
                                 const struct wanted *w, struct vl_stored_match *m,
                                 struct vl_error *err)
{
    api_fill_new(req, m);
    struct vl_chance chance = {.source = VL_CHANCE_SEALED, .seal = m->seal};
    struct vl_match *match = vl_match_fork(room->match, w->position, w->viewer, &chance, err);
    sodium_memzero(&chance, sizeof chance);
    if (!match)
        return NULL;
    struct vl_record *record = vl_match_record(match, false);
    struct vl_text head = {0};
    vl_record_write(record, &head);
    struct vl_stored_origin origin = {
        .kind = w->own ? VL_ORIGIN_OWN_VIEW : VL_ORIGIN_FORK,
        .position = w->position,
        .head = head.data,
    };
    snprintf(origin.source, sizeof origin.source, "%s", room->stored.id);
    struct sv_room *made = sv_room_add(req->server, m, &origin, NULL, err);
    vl_text_free(&head);
    vl_record_free(record);
    vl_match_free(match);
    return made;
}

void api_post_fork(struct http_request *req, struct sv_room *room)
{
    struct vl_stored_match m;
    struct api_wish wishes[VL_MAX_SEATS] = {0};
    struct wanted w = {0};
    struct vl_error err = {0};
    if (!read_fork(req, room, &w, &m, wishes, &err)) {
        api_fail(req, &err);
        return;
    }
    if (!api_may_make(req))
        return;
    api_need_player(req);
    struct sv_room *made = make_fork(req, room, &w, &m, &err);
    if (made && (!api_sit(req, made, wishes, &err) || !sv_room_start(made, &err))) {
        req->server->batch_failed = true;
        made = NULL;
    }
    if (made) {
        req->server->figures.forks++;
        sv_log("fork_made", "match=%.8s from=%.8s position=%u address=%s", m.id, room->stored.id,
               w.position, req->http->address);
        api_respond_made(req, &m, wishes);
    } else {
        api_fail(req, &err);
    }
    sodium_memzero(wishes, sizeof wishes);
    sodium_memzero(&m.seal, sizeof m.seal);
}
