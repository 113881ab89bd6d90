/* Easy Breezy: views and states as JSON. */
#include <string.h>

#include "core/fields.h"
#include "games/easybreezy/easybreezy.h"

enum {
    SEATS = offsetof(struct eb_state, seats),
    MOST_MONEY = 500, /* far above what 100 rounds can earn */
};

/* A row for each member of the state. */
static const struct vl_field fields[] = {
    {"seats", VL_NUMBER_AT(struct eb_state, seats), .least = 2, .most = VL_MAX_SEATS},
    {"phase", VL_NUMBER_AT(struct eb_state, phase), .least = EB_TICKER, .most = EB_OVER},
    {"seat", VL_NUMBER_AT(struct eb_state, seat), .most = VL_MAX_SEATS - 1},
    {"city", VL_NUMBER_AT(struct eb_state, city), .most = EB_CITIES - 1},
    {"after_flip", VL_NUMBER_AT(struct eb_state, after_flip), .most = EB_OVER},
    {"swap", VL_NUMBER_AT(struct eb_state, swap), .most = EB_MOST_CARDS - 1, .none = EB_NONE},
    {"swaps", VL_NUMBER_AT(struct eb_state, swaps), .most = 2},
    {"last_turns", VL_NUMBER_AT(struct eb_state, last_turns), .most = VL_MAX_SEATS},
    {"idle", VL_NUMBER_AT(struct eb_state, idle), .most = 2 * VL_MAX_SEATS},
    {"dealt", VL_NUMBER_AT(struct eb_state, dealt), .most = EB_DEALT * VL_MAX_SEATS},
    {"turns", VL_NUMBER_AT(struct eb_state, turns), .most = EB_ROUNDS * VL_MAX_SEATS},
    {"stock", VL_SET_AT(struct eb_state, stock), .most = EB_CITIES * EB_TRANSPORTS},
    {"deck", VL_SET_AT(struct eb_state, deck), .most = EB_MOST_CARDS},
    {"discard", VL_SET_AT(struct eb_state, discard), .most = EB_MOST_CARDS},
    {"seen", VL_SET_AT(struct eb_state, seen), .most = EB_MOST_CARDS},
    {"chosen", VL_SET_AT(struct eb_state, chosen), .most = EB_MOST_CARDS},
    {"hand_before", VL_SET_AT(struct eb_state, hand_before), .most = EB_MOST_CARDS},
    {"waiting_before", VL_SET_AT(struct eb_state, waiting_before), .most = EB_MOST_CARDS},
    {"queue", VL_BYTES_AT(struct eb_state, queue), .most = EB_MOST_CARDS - 1, .none = EB_NONE},
    {"fares", VL_BYTES_AT(struct eb_state, fare), .most = EB_TOP_FARE},
    {"transports", VL_BYTES_AT(struct eb_state, transport), .most = EB_TRANSPORTS - 1,
     .none = EB_NONE},
    {"unknown", VL_BYTES_AT(struct eb_state, unknown), .most = EB_DEALT, .used = SEATS},
    {"money", VL_NUMBERS_AT(struct eb_state, money, uint16_t), .most = MOST_MONEY, .used = SEATS},
    {"tickets", VL_SETS_AT(struct eb_state, tickets, uint16_t), .most = EB_CITIES * EB_TRANSPORTS,
     .used = SEATS},
    {"hands", VL_SETS_AT(struct eb_state, hand, uint64_t), .most = EB_MOST_CARDS, .used = SEATS},
    {"waiting", VL_SETS_AT(struct eb_state, waiting, uint64_t), .most = EB_MOST_CARDS,
     .used = SEATS},
    {0},
};

void eb_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    vl_json_object(json);
    vl_fields_write(json, fields, view->state.bytes);
    vl_json_end_object(json);
}

bool eb_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    memset(state, 0, sizeof(struct eb_state));
    return vl_fields_only(json, fields, NULL, err) && vl_fields_read(json, fields, state, err);
}
