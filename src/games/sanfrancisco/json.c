/* San Francisco: views and states as JSON. Cards are seven numbers, for each kind one. */
#include <string.h>

#include "core/fields.h"
#include "games/sanfrancisco/text.h"

enum {
    SEATS = offsetof(struct sf_state, seats),
    QUEUE_LENGTH = offsetof(struct sf_state, queue_length),
};

/* The first members of a row, as in fields.h, and cards, a number for each kind. */
#define NUMBER(member) VL_NUMBER_AT(struct sf_state, member)
#define BYTES(member) VL_BYTES_AT(struct sf_state, member)
#define SETS(member, set) VL_SETS_AT(struct sf_state, member, set)
#define CARDS(member)                                                                              \
    VL_COUNTS_AT(struct sf_state, member), .width = SF_KINDS, .most = SF_MOST_CARDS

/*
 * A row for each member of the state, but for the symbols. In the queue null is a ticket that the
 * viewer does not know.
 */
static const struct vl_field fields[] = {
    {"seats", NUMBER(seats), .least = 2, .most = VL_MAX_SEATS},
    {"phase", NUMBER(phase), .least = SF_DEAL, .most = SF_OVER},
    {"seat", NUMBER(seat), .most = VL_MAX_SEATS - 1},
    {"next", NUMBER(next), .most = SF_OVER},
    {"route", NUMBER(route), .most = SF_MOST_ROUTES - 1, .none = SF_NONE},
    {"wipes", NUMBER(wipes), .most = SF_WIPES},
    {"last_turns", NUMBER(last_turns), .most = VL_MAX_SEATS + 1},
    {"passes", NUMBER(passes), .most = 2 * VL_MAX_SEATS},
    {"dealt", NUMBER(dealt), .most = 2 * SF_DEALT * VL_MAX_SEATS},
    {"placing", NUMBER(placing), .most = SF_SYMBOLS - SF_FIXED},
    {"to_draw", NUMBER(to_draw), .most = SF_DEALT},
    {"first", NUMBER(first), .most = VL_MAX_SEATS - 1},
    {"claimed", SETS(claimed, uint64_t), .most = SF_MOST_ROUTES, .used = SEATS},
    {"hands", CARDS(hand), .used = SEATS},
    {"known", CARDS(known), .used = SEATS},
    {"drawn", CARDS(drawn), .used = SEATS},
    {"deck", CARDS(deck)},
    {"row", CARDS(row)},
    {"discard", CARDS(discard)},
    {"stock", CARDS(stock)},
    {"tickets", SETS(tickets, uint32_t), .most = SF_MOST_TICKETS, .used = SEATS},
    {"offers", SETS(offer, uint32_t), .most = SF_MOST_TICKETS, .used = SEATS},
    {"ticket_deck", VL_SET_AT(struct sf_state, ticket_deck), .most = SF_MOST_TICKETS},
    {"queue", BYTES(queue), .most = SF_MOST_TICKETS - 1, .none = SF_NONE, .used = QUEUE_LENGTH,
     .list = true},
    {"queue_by", BYTES(queue_by), .most = VL_MAX_SEATS - 1, .none = SF_NONE, .used = QUEUE_LENGTH},
    {"left", BYTES(left), .most = 3},
    {"tokens", SETS(tokens, uint8_t), .most = SF_SYMBOLS, .used = SEATS},
    {"cars", BYTES(cars), .most = SF_CARS, .used = SEATS},
    {"unknown", BYTES(unknown), .most = SF_MOST_CARDS, .used = SEATS},
    {"drawn_unknown", BYTES(drawn_unknown), .most = SF_MOST_CARDS, .used = SEATS},
    {"tickets_unknown", BYTES(tickets_unknown), .most = SF_MOST_TICKETS, .used = SEATS},
    {"offers_unknown", BYTES(offer_unknown), .most = SF_DEALT, .used = SEATS},
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
