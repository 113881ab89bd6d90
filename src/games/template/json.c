/*
 * Lost Luggage: views and states as JSON.
 *
 * A view and a state are the same struct, so one table serves both. The ranges keep a state that is
 * read within the bounds of the arrays; whether it is a position of the game is for tp_check to
 * say.
 */
#include <string.h>

#include "core/fields.h"
#include "games/template/template.h"

enum { SEATS = offsetof(struct tp_state, seats) };

/* A row for each member of the state. */
static const struct vl_field fields[] = {
    {"seats", VL_NUMBER_AT(struct tp_state, seats), .least = 2, .most = VL_MAX_SEATS},
    {"phase", VL_NUMBER_AT(struct tp_state, phase), .most = TP_PHASE_OVER},
    {"seat", VL_NUMBER_AT(struct tp_state, seat), .most = VL_MAX_SEATS - 1},
    {"turn", VL_NUMBER_AT(struct tp_state, turn), .most = TP_TURNS + 1},
    {"owed", VL_NUMBER_AT(struct tp_state, owed), .most = TP_HAND},
    {"pile", VL_SET_AT(struct tp_state, pile), .most = TP_TAGS},
    {"giving", VL_SET_AT(struct tp_state, giving), .most = TP_TAGS},
    {"unknown", VL_BYTES_AT(struct tp_state, unknown), .most = TP_TAGS, .used = SEATS},
    {"hands", VL_SETS_AT(struct tp_state, hand, uint64_t), .most = TP_TAGS, .used = SEATS},
    {"given", VL_SETS_AT(struct tp_state, given, uint64_t), .most = TP_TAGS, .used = SEATS},
    {0},
};

void tp_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    vl_json_object(json);
    vl_fields_write(json, fields, view->state.bytes);
    vl_json_end_object(json);
}

bool tp_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    memset(state, 0, sizeof(struct tp_state));
    return vl_fields_only(json, fields, NULL, err) && vl_fields_read(json, fields, state, err);
}
