/* San Francisco: the tables of its deck, and turning them into the hot struct. */
#include <string.h>

#include "core/hash.h"
#include "games/sanfrancisco/sanfrancisco.h"

static const char *const labels[] = {"above",  "below", "left", "right",
                                     "corner", "slant", "pair", NULL};
static const char *const lanes[] = {"single", "a", "b", NULL};

static const struct vl_column card_columns[] = {VL_KEY_COLUMN("key"), VL_TEXT_COLUMN("name", 1, 12),
                                                VL_TEXT_COLUMN("letter", 1, 1),
                                                VL_INT_COLUMN("count", 1, 12)};

static const struct vl_column place_columns[] = {
    VL_KEY_COLUMN("key"),           VL_TEXT_COLUMN("name", 1, 24), VL_TEXT_COLUMN("lon", 1, 12),
    VL_TEXT_COLUMN("lat", 1, 12),   VL_INT_COLUMN("x", 0, 2000),   VL_INT_COLUMN("y", 0, 2000),
    VL_WORD_COLUMN("label", labels)};

static const struct vl_column token_columns[] = {
    VL_KEY_COLUMN("key"), VL_TEXT_COLUMN("name", 1, 20), VL_REF_OR_NONE_COLUMN("place", "places")};

static const struct vl_column link_columns[] = {
    VL_KEY_COLUMN("key"),           VL_REF_COLUMN("from", "places"),
    VL_REF_COLUMN("to", "places"),  VL_INT_COLUMN("spaces", 1, SF_MOST_SPACES),
    VL_INT_COLUMN("ferries", 0, 1), VL_INT_COLUMN("bend", -200, 200)};

static const struct vl_column route_columns[] = {VL_REF_COLUMN("link", "links"),
                                                 VL_WORD_COLUMN("lane", lanes),
                                                 VL_REF_OR_NONE_COLUMN("colour", "cards")};

static const struct vl_column ticket_columns[] = {
    VL_KEY_COLUMN("key"), VL_REF_COLUMN("from", "places"), VL_REF_COLUMN("to", "places"),
    VL_INT_COLUMN("points", 1, 40)};

const struct vl_table_spec sf_tables[SF_TABLES] = {
    VL_TABLE("cards", card_columns, SF_KINDS, SF_KINDS),
    VL_TABLE("places", place_columns, SF_SYMBOLS + 1, SF_MOST_PLACES),
    VL_TABLE("tokens", token_columns, SF_SYMBOLS, SF_SYMBOLS),
    VL_TABLE("links", link_columns, 8, SF_MOST_ROUTES),
    VL_TABLE("routes", route_columns, 8, SF_MOST_ROUTES),
    VL_TABLE("tickets", ticket_columns, 2 * SF_DEALT * VL_MAX_SEATS, SF_MOST_TICKETS),
};

/* Counts are bytes of one word and sums must stay below 128 (cards.h): SF_MOST_CARDS keeps far from
 * it. The least is what four hands and two rows take, so that a game can begin. */
static bool load_cards(struct vl_deck *deck, struct vl_error *err)
{
    struct sf_deck *d = deck->data;
    int64_t all = 0;
    for (uint32_t kind = 0; kind < SF_KINDS; kind++) {
        int64_t count = vl_deck_value(deck, SF_T_CARDS, kind, SF_C_COUNT);
        d->cards += sf_cards(kind, (uint32_t)count);
        all += count;
    }
    if (strcmp(vl_deck_text(deck, SF_T_CARDS, SF_FERRY, SF_C_KEY), "ferry") != 0)
        return vl_deck_fail(deck, SF_T_CARDS, SF_FERRY, err, "the last kind is the ferry");
    if (all < SF_DEALT * VL_MAX_SEATS + 2 * SF_ROW || all > SF_MOST_CARDS)
        return vl_fail(err, VL_BAD_INPUT, "cards.tsv", "expected 18 to %d cards, found %d",
                       SF_MOST_CARDS, (int)all);
    return true;
}

/* SF-1.5: the symbols with a place come first, so that a symbol below SF_FIXED has one. */
static bool load_tokens(struct vl_deck *deck, struct vl_error *err)
{
    struct sf_deck *d = deck->data;
    uint32_t taken = 0;
    for (uint32_t symbol = 0; symbol < SF_SYMBOLS; symbol++) {
        int64_t place = vl_deck_value(deck, SF_T_TOKENS, symbol, SF_S_PLACE);
        if ((place < 0) != (symbol >= SF_FIXED))
            return vl_deck_fail(deck, SF_T_TOKENS, symbol, err,
                                "five symbols with a place come first, then two without");
        if (place < 0)
            continue;
        if (taken >> place & 1U)
            return vl_deck_fail(deck, SF_T_TOKENS, symbol, err, "another stack lies there");
        taken |= 1U << place;
        d->stack_at[symbol] = (uint8_t)place;
    }
    return true;
}

/* Two places have one link at most; its double route is a lane, not a second link (SF-4.6). */
static bool check_links(const struct vl_deck *deck, struct vl_error *err)
{
    for (uint32_t a = 0; a < deck->rows[SF_T_LINKS]; a++) {
        int64_t from = vl_deck_value(deck, SF_T_LINKS, a, SF_L_FROM);
        int64_t to = vl_deck_value(deck, SF_T_LINKS, a, SF_L_TO);
        if (from == to)
            return vl_deck_fail(deck, SF_T_LINKS, a, err, "a link joins two places");
        for (uint32_t b = 0; b < a; b++) {
            int64_t other_from = vl_deck_value(deck, SF_T_LINKS, b, SF_L_FROM);
            int64_t other_to = vl_deck_value(deck, SF_T_LINKS, b, SF_L_TO);
            if ((from == other_from && to == other_to) || (from == other_to && to == other_from))
                return vl_deck_fail(deck, SF_T_LINKS, a, err, "these places are linked already");
        }
    }
    return true;
}

/* One row for a single link; two rows, a then b, for a double one. */
static bool check_lanes(const struct vl_deck *deck, uint32_t row, uint64_t *linked,
                        struct vl_error *err)
{
    uint64_t link = (uint64_t)vl_deck_value(deck, SF_T_ROUTES, row, SF_R_LINK);
    int64_t lane = vl_deck_value(deck, SF_T_ROUTES, row, SF_R_LANE);
    bool after_a = row && vl_deck_value(deck, SF_T_ROUTES, row - 1, SF_R_LANE) == SF_LANE_A;
    bool same = row && vl_deck_value(deck, SF_T_ROUTES, row - 1, SF_R_LINK) == (int64_t)link;
    if (after_a != (lane == SF_LANE_B) || (after_a && !same))
        return vl_deck_fail(deck, SF_T_ROUTES, row, err,
                            "lane b follows lane a of the same link, and nothing else does");
    if (lane == SF_LANE_A && row + 1 == deck->rows[SF_T_ROUTES])
        return vl_deck_fail(deck, SF_T_ROUTES, row, err, "lane b of this link is missing");
    if (lane != SF_LANE_B && vl_has(*linked, (uint32_t)link))
        return vl_deck_fail(deck, SF_T_ROUTES, row, err, "this link has its routes already");
    *linked |= vl_bit((uint32_t)link);
    return true;
}

/* One route into all the masks that the rules ask: by colour, where grey is in every one (SF-4.2),
 * by the number of spaces that cards can pay for, by place, and by lane. */
static void add_route(const struct vl_deck *deck, struct sf_deck *d, uint32_t route)
{
    uint32_t link = (uint32_t)vl_deck_value(deck, SF_T_ROUTES, route, SF_R_LINK);
    int64_t lane = vl_deck_value(deck, SF_T_ROUTES, route, SF_R_LANE);
    int64_t colour = vl_deck_value(deck, SF_T_ROUTES, route, SF_R_COLOUR);
    uint64_t bit = vl_bit(route);
    d->routes |= bit;
    d->link[route] = (uint8_t)link;
    d->spaces[route] = (uint8_t)vl_deck_value(deck, SF_T_LINKS, link, SF_L_SPACES);
    d->points[route] = (uint8_t)sf_route_points(d->spaces[route]);
    d->colour[route] = (uint8_t)(colour < 0 ? SF_GREY : colour);
    d->end[route][0] = (uint8_t)vl_deck_value(deck, SF_T_LINKS, link, SF_L_FROM);
    d->end[route][1] = (uint8_t)vl_deck_value(deck, SF_T_LINKS, link, SF_L_TO);
    d->at[d->end[route][0]] |= bit;
    d->at[d->end[route][1]] |= bit;
    d->lane_a |= lane == SF_LANE_A ? bit : 0;
    d->lane_b |= lane == SF_LANE_B ? bit : 0;
    d->ferry |= vl_deck_value(deck, SF_T_LINKS, link, SF_L_FERRIES) ? bit : 0;
    for (uint32_t spaces = d->spaces[route]; spaces <= SF_MOST_SPACES; spaces++)
        d->up_to[spaces] |= bit;
    for (uint32_t suit = 0; suit < SF_COLOURS; suit++)
        d->suit[suit] |= colour < 0 || colour == (int64_t)suit ? bit : 0;
}

/* Ways to pay for a route with all the cards in the world. */
static uint32_t payments(const struct sf_deck *d, uint32_t route)
{
    uint32_t mixed = d->spaces[route] - (vl_has(d->ferry, route) ? 1U : 0);
    return mixed * (d->colour[route] == SF_GREY ? SF_COLOURS : 1) + 1;
}

static bool load_routes(struct vl_deck *deck, struct vl_error *err)
{
    struct sf_deck *d = deck->data;
    uint64_t linked = 0;
    uint32_t moves = SF_KINDS + 2; /* cards of the row, the deck, tickets */
    if (!check_links(deck, err))
        return false;
    for (uint32_t route = 0; route < deck->rows[SF_T_ROUTES]; route++) {
        if (!check_lanes(deck, route, &linked, err))
            return false;
        if (vl_deck_value(deck, SF_T_ROUTES, route, SF_R_COLOUR) == SF_FERRY)
            return vl_deck_fail(deck, SF_T_ROUTES, route, err,
                                "a route has a colour, or '-' for grey; ferries stand in links");
        add_route(deck, d, route);
        moves += payments(d, route);
    }
    for (uint32_t link = 0; link < deck->rows[SF_T_LINKS]; link++)
        if (!vl_has(linked, link))
            return vl_deck_fail(deck, SF_T_LINKS, link, err, "this link has no route");
    if (moves > VL_MAX_MOVES)
        return vl_fail(err, VL_BAD_INPUT, "routes.tsv",
                       "a full hand could have %u moves here, and at most %d are allowed: fewer "
                       "grey or long routes",
                       moves, VL_MAX_MOVES);
    return true;
}

static bool load_tickets(struct vl_deck *deck, struct vl_error *err)
{
    struct sf_deck *d = deck->data;
    for (uint32_t ticket = 0; ticket < deck->rows[SF_T_TICKETS]; ticket++) {
        int64_t from = vl_deck_value(deck, SF_T_TICKETS, ticket, SF_K_FROM);
        int64_t to = vl_deck_value(deck, SF_T_TICKETS, ticket, SF_K_TO);
        if (from == to)
            return vl_deck_fail(deck, SF_T_TICKETS, ticket, err, "a ticket joins two places");
        d->tickets |= 1U << ticket;
        d->ticket_end[ticket][0] = (uint8_t)from;
        d->ticket_end[ticket][1] = (uint8_t)to;
        d->worth[ticket] = (uint8_t)vl_deck_value(deck, SF_T_TICKETS, ticket, SF_K_POINTS);
    }
    return true;
}

bool sf_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct sf_deck *d = deck->data;
    d->place_count = (uint8_t)deck->rows[SF_T_PLACES];
    d->route_count = (uint8_t)deck->rows[SF_T_ROUTES];
    d->ticket_count = (uint8_t)deck->rows[SF_T_TICKETS];
    d->places = (uint32_t)vl_first(d->place_count);
    if (!load_cards(deck, err) || !load_tokens(deck, err) || !load_routes(deck, err) ||
        !load_tickets(deck, err))
        return false;
    d->mark = vl_hash_bytes(d, sizeof *d, 0) | 1;
    return true;
}
