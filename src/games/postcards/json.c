/* Postcards: views and states as JSON. */
#include <string.h>

#include "core/fields.h"
#include "games/postcards/postcards.h"

enum { SEATS = offsetof(struct pc_state, seats) };

/* A row for each member of the state, but for `gaps` and `may_take`, which follow from the rest. */
static const struct vl_field fields[] = {
    {"seats", VL_NUMBER_AT(struct pc_state, seats), .least = 2, .most = VL_MAX_SEATS},
    {"phase", VL_NUMBER_AT(struct pc_state, phase), .most = PC_PHASE_OVER},
    {"first", VL_NUMBER_AT(struct pc_state, first), .most = VL_MAX_SEATS - 1},
    {"seat", VL_NUMBER_AT(struct pc_state, seat), .most = VL_MAX_SEATS - 1},
    {"coins", VL_NUMBER_AT(struct pc_state, coins), .most = PC_COINS},
    {"waiting", VL_NUMBER_AT(struct pc_state, waiting), .most = PC_CELLS - 1},
    {"tourist", VL_NUMBER_AT(struct pc_state, tourist), .most = PC_CELLS - 1, .none = PC_NOWHERE},
    {"toured", VL_NUMBER_AT(struct pc_state, toured), .most = 1},
    {"ending", VL_NUMBER_AT(struct pc_state, ending), .most = 1},
    {"did", VL_NUMBER_AT(struct pc_state, did), .most = PC_DID_ANYTHING | PC_DID_MATTER},
    {"idle", VL_NUMBER_AT(struct pc_state, idle), .most = PC_IDLE_ROUNDS},
    {"dull", VL_NUMBER_AT(struct pc_state, dull), .most = PC_DULL_ROUNDS},
    {"round", VL_NUMBER_AT(struct pc_state, round), .most = UINT16_MAX},
    {"pool", VL_SET_AT(struct pc_state, pool), .most = PC_SUITCASES},
    {"deck", VL_SET_AT(struct pc_state, deck), .most = PC_CARDS},
    {"tour_deck", VL_SET_AT(struct pc_state, tour_deck), .most = PC_TOURS},
    {"tableau", VL_BYTES_AT(struct pc_state, tableau), .most = PC_CARDS - 1, .none = PC_NONE},
    {"line", VL_BYTES_AT(struct pc_state, line), .most = PC_TOURS - 1, .none = PC_NONE},
    {"open", VL_BYTES_AT(struct pc_state, open), .most = 3, .used = SEATS},
    {"suitcase", VL_BYTES_AT(struct pc_state, suitcase), .most = PC_SUITCASES - 1, .none = PC_NONE,
     .used = SEATS, .unit = PC_TEAM},
    {"at", VL_BYTES_AT(struct pc_state, at), .most = PC_CELLS - 1, .none = PC_NOWHERE,
     .used = SEATS, .unit = PC_TEAM},
    {"held", VL_SETS_AT(struct pc_state, held, uint64_t), .most = PC_CARDS, .used = SEATS},
    {"tours", VL_SETS_AT(struct pc_state, tours, uint32_t), .most = PC_TOURS, .used = SEATS},
    {0},
};

void pc_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    vl_json_object(json);
    vl_fields_write(json, fields, view->state.bytes);
    vl_json_end_object(json);
}

bool pc_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    struct pc_state *s = state;
    memset(s, 0, sizeof *s);
    if (!vl_fields_only(json, fields, NULL, err) || !vl_fields_read(json, fields, s, err))
        return false;
    /* pc_derive looks at the acting seat, so this is checked before `check` sees the state. */
    if (s->seat >= s->seats)
        return vl_fail(err, VL_BAD_INPUT, "seat", "there are %u seats", s->seats);
    pc_derive(deck->data, s);
    return true;
}
