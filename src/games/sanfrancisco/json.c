/* San Francisco: views and states as JSON. Cards are seven numbers, for each kind one. */
#include <string.h>

#include "core/fields.h"
#include "games/sanfrancisco/text.h"

enum {
    SEATS = offsetof(struct sf_state, seats),
    QUEUE_LENGTH = offsetof(struct sf_state, queue_length),
};

/*
 * A row for each member of the state, but for the symbols. In the queue null is a ticket that the
 * viewer does not know.
 */
static const struct vl_field fields[] = {
    {"seats", VL_NUMBER_AT(struct sf_state, seats), .least = 2, .most = VL_MAX_SEATS},
    {"phase", VL_NUMBER_AT(struct sf_state, phase), .least = SF_DEAL, .most = SF_OVER},
    {"seat", VL_NUMBER_AT(struct sf_state, seat), .most = VL_MAX_SEATS - 1},
    {"next", VL_NUMBER_AT(struct sf_state, next), .most = SF_OVER},
    {"route", VL_NUMBER_AT(struct sf_state, route), .most = SF_MOST_ROUTES - 1, .none = SF_NONE},
    {"wipes", VL_NUMBER_AT(struct sf_state, wipes), .most = SF_WIPES},
    {"last_turns", VL_NUMBER_AT(struct sf_state, last_turns), .most = VL_MAX_SEATS + 1},
    {"passes", VL_NUMBER_AT(struct sf_state, passes), .most = 2 * VL_MAX_SEATS},
    {"dealt", VL_NUMBER_AT(struct sf_state, dealt), .most = 2 * SF_DEALT * VL_MAX_SEATS},
    {"placing", VL_NUMBER_AT(struct sf_state, placing), .most = SF_SYMBOLS - SF_FIXED},
    {"to_draw", VL_NUMBER_AT(struct sf_state, to_draw), .most = SF_DEALT},
    {"first", VL_NUMBER_AT(struct sf_state, first), .most = VL_MAX_SEATS - 1},
    {"claimed", VL_SETS_AT(struct sf_state, claimed, uint64_t), .most = SF_MOST_ROUTES,
     .used = SEATS},
    {"hands", VL_COUNTS_AT(struct sf_state, hand), .width = SF_KINDS, .most = SF_MOST_CARDS,
     .used = SEATS},
    {"known", VL_COUNTS_AT(struct sf_state, known), .width = SF_KINDS, .most = SF_MOST_CARDS,
     .used = SEATS},
    {"drawn", VL_COUNTS_AT(struct sf_state, drawn), .width = SF_KINDS, .most = SF_MOST_CARDS,
     .used = SEATS},
    {"deck", VL_COUNTS_AT(struct sf_state, deck), .width = SF_KINDS, .most = SF_MOST_CARDS},
    {"row", VL_COUNTS_AT(struct sf_state, row), .width = SF_KINDS, .most = SF_MOST_CARDS},
    {"discard", VL_COUNTS_AT(struct sf_state, discard), .width = SF_KINDS, .most = SF_MOST_CARDS},
    {"stock", VL_COUNTS_AT(struct sf_state, stock), .width = SF_KINDS, .most = SF_MOST_CARDS},
    {"tickets", VL_SETS_AT(struct sf_state, tickets, uint32_t), .most = SF_MOST_TICKETS,
     .used = SEATS},
    {"offers", VL_SETS_AT(struct sf_state, offer, uint32_t), .most = SF_MOST_TICKETS,
     .used = SEATS},
    {"ticket_deck", VL_SET_AT(struct sf_state, ticket_deck), .most = SF_MOST_TICKETS},
    {"queue", VL_BYTES_AT(struct sf_state, queue), .most = SF_MOST_TICKETS - 1, .none = SF_NONE,
     .used = QUEUE_LENGTH, .list = true},
    {"queue_by", VL_BYTES_AT(struct sf_state, queue_by), .most = VL_MAX_SEATS - 1, .none = SF_NONE,
     .used = QUEUE_LENGTH},
    {"left", VL_BYTES_AT(struct sf_state, left), .most = 3},
    {"tokens", VL_SETS_AT(struct sf_state, tokens, uint8_t), .most = SF_SYMBOLS, .used = SEATS},
    {"cars", VL_BYTES_AT(struct sf_state, cars), .most = SF_CARS, .used = SEATS},
    {"unknown", VL_BYTES_AT(struct sf_state, unknown), .most = SF_MOST_CARDS, .used = SEATS},
    {"drawn_unknown", VL_BYTES_AT(struct sf_state, drawn_unknown), .most = SF_MOST_CARDS,
     .used = SEATS},
    {"tickets_unknown", VL_BYTES_AT(struct sf_state, tickets_unknown), .most = SF_MOST_TICKETS,
     .used = SEATS},
    {"offers_unknown", VL_BYTES_AT(struct sf_state, offer_unknown), .most = SF_DEALT,
     .used = SEATS},
    {0},
};

/* The symbols of the places: how many there are says the deck. */
struct places {
    uint8_t symbol[SF_MOST_PLACES];
    uint8_t count;
};

static const struct vl_field place_fields[] = {
    {"symbols", VL_BYTES_AT(struct places, symbol), .most = SF_SYMBOLS - 1, .none = SF_NONE,
     .used = offsetof(struct places, count)},
    {0},
};

void sf_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    struct places places = {.count = ((const struct sf_deck *)deck->data)->place_count};
    memcpy(places.symbol, sf_seen(view)->symbol, sizeof places.symbol);
    vl_json_object(json);
    vl_fields_write(json, fields, view->state.bytes);
    vl_fields_write(json, place_fields, &places);
    vl_json_end_object(json);
}

bool sf_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    static const char *const more[] = {"symbols", NULL};
    struct places places = {.count = ((const struct sf_deck *)deck->data)->place_count};
    struct sf_state *s = state;
    memset(s, 0, sizeof *s);
    if (!vl_fields_only(json, fields, more, err) || !vl_fields_read(json, fields, s, err) ||
        !vl_fields_read(json, place_fields, &places, err))
        return false;
    memcpy(s->symbol, places.symbol, sizeof s->symbol);
    return true;
}
