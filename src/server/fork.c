/*
 * What if: a new table that goes on from a position of another match.
 *
 * From a finished match anybody may go on who may look at it, from any seat's view or with all
 * hands open. From a match that is going on only one of its seats may, from what it knows: what
 * it does not know is drawn anew from its view alone (vl_match_fork), so the new table holds
 * nothing that the seat could not have written down itself. As its own hand is the true one, such
 * a table is for the seat's owner alone until that match is over: no seat goes to a friend, nobody
 * else may watch.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/api.h"
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
        return true; /* a closed match may be opened again by a program that has its rules */
    room->origin = VL_ORIGIN_FORK; /* it stays over */
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

struct wanted {
    uint32_t position;
    int viewer;
    bool own; /* from the seat's view of a match that is going on */
};

static bool read_view(const struct ask *ask, const struct sv_room *room, struct wanted *w,
                      struct vl_error *err)
{
    const json_t *view = json_object_get(ask->body, "view");
    const json_t *open = json_object_get(ask->body, "open");
    int64_t seat = VL_SPECTATOR;
    if (open && !json_is_boolean(open))
        return vl_fail(err, VL_BAD_INPUT, "open", "expected true or false");
    if (view && !json_is_null(view) &&
        !vl_json_get_int(ask->body, "view", 0, room->stored.seats - 1, &seat, err))
        return false;
    w->own = room->stored.status == VL_MATCH_RUNNING;
    w->viewer = json_is_true(open) ? VL_OPEN : (int)seat;
    if (w->own && json_is_true(open))
        return vl_fail(err, VL_REFUSED, "open", "hands are open after the end only");
    if (w->own && (seat < 0 || !(api_seats_held(ask, room) >> seat & 1)))
        return vl_fail(err, VL_REFUSED, "view",
                       "while the match is going on, only a seat of yours can ask what if");
    return true;
}

/* Who sits at the new table. */
static bool read_seats(const struct ask *ask, const struct sv_room *room, const struct wanted *w,
                       struct vl_stored_match *m, struct api_wish *wishes, struct vl_error *err)
{
    const json_t *seats = json_object_get(ask->body, "seats");
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

static bool read_fork(const struct ask *ask, const struct sv_room *room, struct wanted *w,
                      struct vl_stored_match *m, struct api_wish *wishes, struct vl_error *err)
{
    static const char *const members[] = {"position", "view", "open", "seats", NULL};
    int64_t position = 0;
    if (!vl_json_only(ask->body, members, err))
        return false;
    if (!room->match)
        return vl_fail(err, VL_REFUSED, NULL, "%s", sv_room_closed_why(room));
    if (room->stored.status == VL_MATCH_GATHERING)
        return vl_fail(err, VL_REFUSED, NULL, "no card is dealt yet");
    if (!vl_json_get_int(ask->body, "position", 0, vl_match_position(room->match), &position, err))
        return false;
    w->position = (uint32_t)position;
    *m = (struct vl_stored_match){.rules_version = room->stored.rules_version,
                                  .seats = room->stored.seats};
    snprintf(m->game, sizeof m->game, "%s", room->stored.game);
    snprintf(m->deck_hash, sizeof m->deck_hash, "%s", room->stored.deck_hash);
    snprintf(m->options, sizeof m->options, "%s", room->stored.options);
    return read_view(ask, room, w, err) && read_seats(ask, room, w, m, wishes, err);
}

/* The new match: its start is drawn by its own seal, which nobody knows yet. */
static struct sv_room *make_fork(const struct ask *ask, const struct sv_room *room,
                                 const struct wanted *w, struct vl_stored_match *m,
                                 struct vl_error *err)
{
    api_fill_new(m);
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
    struct sv_room *made = sv_room_add(ask->server, m, &origin, NULL, err);
    vl_text_free(&head);
    vl_record_free(record);
    vl_match_free(match);
    return made;
}

void api_post_fork(struct ask *ask, struct sv_room *room)
{
    struct vl_stored_match m;
    struct api_wish wishes[VL_MAX_SEATS] = {0};
    struct wanted w = {0};
    struct vl_error err = {0};
    if (!read_fork(ask, room, &w, &m, wishes, &err)) {
        api_fail(ask, &err);
        return;
    }
    if (!api_may_make(ask))
        return;
    api_need_player(ask);
    struct sv_room *made = make_fork(ask, room, &w, &m, &err);
    if (made && (!api_sit(ask, made, wishes, &err) || !sv_room_start(made, &err))) {
        ask->server->failed = true;
        made = NULL;
    }
    if (made) {
        ask->server->figures.forks++;
        sv_log("fork_made", "match=%.8s from=%.8s position=%u address=%s", m.id, room->stored.id,
               w.position, ask->request->address);
        api_respond_made(ask, &m, wishes);
    } else {
        api_fail(ask, &err);
    }
    sodium_memzero(wishes, sizeof wishes);
    sodium_memzero(&m.seal, sizeof m.seal);
}
