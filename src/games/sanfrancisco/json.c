/* San Francisco: views and states as JSON. Cards are seven numbers, for each kind one. */
#include <string.h>

#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/text.h"

static const char *const keys[] = {
    "seats",         "phase",           "seat",           "next",   "route",       "wipes",
    "first",         "last_turns",      "passes",         "dealt",  "placing",     "to_draw",
    "claimed",       "hands",           "known",          "drawn",  "deck",        "row",
    "discard",       "stock",           "tickets",        "offers", "ticket_deck", "queue",
    "queue_by",      "symbols",         "left",           "tokens", "cars",        "unknown",
    "drawn_unknown", "tickets_unknown", "offers_unknown", NULL};

/* Names of single bytes and where they stand. */
#define BYTES(s)                                                                                   \
    {                                                                                              \
        {"seats", &(s)->seats, 2, VL_MAX_SEATS}, {"phase", &(s)->phase, SF_DEAL, SF_OVER},         \
            {"seat", &(s)->seat, 0, VL_MAX_SEATS - 1}, {"next", &(s)->next, 0, SF_OVER},           \
            {"route", &(s)->route, 0, SF_NONE}, {"wipes", &(s)->wipes, 0, SF_WIPES},               \
            {"last_turns", &(s)->last_turns, 0, VL_MAX_SEATS + 1},                                 \
            {"passes", &(s)->passes, 0, 2 * VL_MAX_SEATS},                                         \
            {"dealt", &(s)->dealt, 0, 2 * SF_DEALT * VL_MAX_SEATS},                                \
            {"placing", &(s)->placing, 0, SF_SYMBOLS - SF_FIXED},                                  \
            {"to_draw", &(s)->to_draw, 0, SF_DEALT}, {"first", &(s)->first, 0, VL_MAX_SEATS - 1},  \
    }

static void put_cards(struct vl_json *json, const char *key, const uint64_t *cards, uint32_t count)
{
    vl_json_key(json, key);
    vl_json_array(json);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t kind = 0; kind < SF_KINDS; kind++)
            vl_json_int(json, sf_of(cards[i], kind));
    vl_json_end_array(json);
}

void sf_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct sf_deck *d = deck->data;
    struct sf_state copy = *sf_seen(view), *s = &copy;
    const struct {
        const char *key;
        const uint8_t *field;
        int64_t least, most;
    } bytes[] = BYTES(s);
    uint64_t tickets[VL_MAX_SEATS], offers[VL_MAX_SEATS], tokens[VL_MAX_SEATS];
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        tickets[seat] = s->tickets[seat];
        offers[seat] = s->offer[seat];
        tokens[seat] = s->tokens[seat];
    }
    vl_json_object(json);
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        vl_json_put_int(json, bytes[i].key, *bytes[i].field);
    vl_json_put_sets(json, "claimed", s->claimed, s->seats);
    put_cards(json, "hands", s->hand, s->seats);
    put_cards(json, "known", s->known, s->seats);
    put_cards(json, "drawn", s->drawn, s->seats);
    put_cards(json, "deck", &s->deck, 1);
    put_cards(json, "row", &s->row, 1);
    put_cards(json, "discard", &s->discard, 1);
    put_cards(json, "stock", &s->stock, 1);
    vl_json_put_sets(json, "tickets", tickets, s->seats);
    vl_json_put_sets(json, "offers", offers, s->seats);
    vl_json_put_set(json, "ticket_deck", s->ticket_deck);
    vl_json_put_bytes(json, "queue", s->queue, s->queue_length);
    vl_json_put_bytes(json, "queue_by", s->queue_by, s->queue_length);
    vl_json_put_bytes(json, "symbols", s->symbol, d->place_count);
    vl_json_put_bytes(json, "left", s->left, SF_SYMBOLS);
    vl_json_put_sets(json, "tokens", tokens, s->seats);
    vl_json_put_bytes(json, "cars", s->cars, s->seats);
    vl_json_put_bytes(json, "unknown", s->unknown, s->seats);
    vl_json_put_bytes(json, "drawn_unknown", s->drawn_unknown, s->seats);
    vl_json_put_bytes(json, "tickets_unknown", s->tickets_unknown, s->seats);
    vl_json_put_bytes(json, "offers_unknown", s->offer_unknown, s->seats);
    vl_json_end_object(json);
}

/* ---- Reading ---- */

static bool get_cards(const struct json_t *json, const char *key, uint32_t count, uint64_t *cards,
                      struct vl_error *err)
{
    uint8_t numbers[VL_MAX_SEATS * SF_KINDS];
    if (!vl_json_get_bytes(json, key, (size_t)count * SF_KINDS, 0, SF_MOST_CARDS, numbers, err))
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t kind = 0; kind < SF_KINDS; kind++)
            cards[i] += sf_cards(kind, numbers[i * SF_KINDS + kind]);
    return true;
}

static bool read_cards(const struct json_t *json, struct sf_state *s, struct vl_error *err)
{
    return get_cards(json, "hands", s->seats, s->hand, err) &&
           get_cards(json, "known", s->seats, s->known, err) &&
           get_cards(json, "drawn", s->seats, s->drawn, err) &&
           get_cards(json, "deck", 1, &s->deck, err) && get_cards(json, "row", 1, &s->row, err) &&
           get_cards(json, "discard", 1, &s->discard, err) &&
           get_cards(json, "stock", 1, &s->stock, err);
}

/* The queue is as long as it is; its two arrays must agree. */
static bool read_queue(const struct json_t *json, struct sf_state *s, struct vl_error *err)
{
    const struct json_t *queue;
    struct vl_error ignored;
    if (!vl_json_get(json, "queue", &queue, err))
        return false;
    for (uint8_t length = 0; length <= SF_QUEUE; length++) {
        if (!vl_json_get_bytes(json, "queue", length, 0, SF_NONE, s->queue, &ignored))
            continue;
        s->queue_length = length;
        return vl_json_get_bytes(json, "queue_by", length, 0, SF_NONE, s->queue_by, err);
    }
    return vl_fail(err, VL_BAD_INPUT, "queue", "expected at most %d tickets", SF_QUEUE);
}

static bool read_sets(const struct vl_deck *deck, const struct json_t *json, struct sf_state *s,
                      struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint64_t tickets[VL_MAX_SEATS], offers[VL_MAX_SEATS], tokens[VL_MAX_SEATS], pool;
    if (!vl_json_get_sets(json, "claimed", s->seats, d->route_count, s->claimed, err) ||
        !vl_json_get_sets(json, "tickets", s->seats, d->ticket_count, tickets, err) ||
        !vl_json_get_sets(json, "offers", s->seats, d->ticket_count, offers, err) ||
        !vl_json_get_sets(json, "tokens", s->seats, SF_SYMBOLS, tokens, err) ||
        !vl_json_get_set(json, "ticket_deck", d->ticket_count, &pool, err))
        return false;
    s->ticket_deck = (uint32_t)pool;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        s->tickets[seat] = (uint32_t)tickets[seat];
        s->offer[seat] = (uint32_t)offers[seat];
        s->tokens[seat] = (uint8_t)tokens[seat];
    }
    return true;
}

bool sf_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    struct sf_state *s = state;
    const struct {
        const char *key;
        uint8_t *field;
        int64_t least, most;
    } bytes[] = BYTES(s);
    memset(s, 0, sizeof *s);
    memset(s->queue, SF_NONE, sizeof s->queue);
    memset(s->queue_by, SF_NONE, sizeof s->queue_by);
    memset(s->symbol, SF_NONE, sizeof s->symbol);
    if (!vl_json_only(json, keys, err))
        return false;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        int64_t value;
        if (!vl_json_get_int(json, bytes[i].key, bytes[i].least, bytes[i].most, &value, err))
            return false;
        *bytes[i].field = (uint8_t)value;
    }
    return read_cards(json, s, err) && read_sets(deck, json, s, err) && read_queue(json, s, err) &&
           vl_json_get_bytes(json, "symbols", d->place_count, 0, SF_NONE, s->symbol, err) &&
           vl_json_get_bytes(json, "left", SF_SYMBOLS, 0, 3, s->left, err) &&
           vl_json_get_bytes(json, "cars", s->seats, 0, SF_CARS, s->cars, err) &&
           vl_json_get_bytes(json, "unknown", s->seats, 0, SF_MOST_CARDS, s->unknown, err) &&
           vl_json_get_bytes(json, "drawn_unknown", s->seats, 0, SF_MOST_CARDS, s->drawn_unknown,
                             err) &&
           vl_json_get_bytes(json, "tickets_unknown", s->seats, 0, SF_MOST_TICKETS,
                             s->tickets_unknown, err) &&
           vl_json_get_bytes(json, "offers_unknown", s->seats, 0, SF_DEALT, s->offer_unknown, err);
}
