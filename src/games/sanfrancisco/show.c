/* San Francisco: the table in words. */
#include "games/sanfrancisco/paths.h"
#include "games/sanfrancisco/text.h"

static void show_cards(const struct vl_deck *deck, const struct sf_state *s, struct vl_text *out)
{
    vl_text_add(out, "Row:    ");
    sf_add_cards(deck, s->row, 0, out);
    vl_text_addf(out, "\nDeck:   %s, discards: ", sf_count(sf_deck_size(s), "card").text);
    sf_add_cards(deck, s->discard, 0, out);
    vl_text_addf(out, "\nTickets in the deck: %u\n", sf_tickets_left(s));
}

static void show_stacks(const struct vl_deck *deck, const struct sf_state *s, struct vl_text *out)
{
    const struct sf_deck *d = deck->data;
    const char *comma = "Tokens: ";
    for (uint32_t place = 0; place < d->place_count; place++) {
        uint32_t symbol = s->symbol[place];
        if (symbol == SF_NONE || !s->left[symbol])
            continue;
        vl_text_addf(out, "%s%s at %s (%u)", comma, sf_token_name(deck, symbol).text,
                     sf_place_name(deck, place), s->left[symbol]);
        comma = ", ";
    }
    vl_text_char(out, '\n');
}

static void show_own_routes(const struct vl_deck *deck, uint64_t routes, struct vl_text *out)
{
    if (!routes)
        return;
    vl_text_add(out, "  routes: ");
    while (routes) {
        sf_add_route_name(deck, vl_take_lowest(&routes), out);
        vl_text_add(out, routes ? ", " : "\n");
    }
}

/* ", 5 spaces missing: presidio-pacific.a, haight-pacific.a" */
static void show_way(const struct vl_deck *deck, const struct sf_way *way, struct vl_text *out)
{
    const char *comma = ": ";
    vl_text_addf(out, ", %s missing", sf_count(way->cost, "space").text);
    for (uint64_t rest = way->routes; rest; comma = ", ") {
        vl_text_add(out, comma);
        sf_add_route_key(deck, vl_take_lowest(&rest), out);
    }
}

static void show_tickets(const struct vl_deck *deck, const struct sf_state *s, uint32_t seat,
                         struct vl_text *out)
{
    const struct sf_deck *d = deck->data;
    for (uint64_t rest = s->tickets[seat] | s->offer[seat]; rest;) {
        uint32_t ticket = vl_take_lowest(&rest);
        struct sf_way way = sf_ticket_way(d, s, seat, ticket);
        vl_text_add(out, s->offer[seat] >> ticket & 1U ? "  offered: " : "  ticket: ");
        sf_add_ticket(deck, ticket, out);
        if (sf_completed(d, s->claimed[seat], 1U << ticket))
            vl_text_add(out, ", completed");
        else if (s->phase == SF_OVER)
            vl_text_add(out, ", not completed");
        else if (way.cost == SF_NO_WAY)
            vl_text_add(out, ", out of reach");
        else
            show_way(deck, &way, out);
        vl_text_char(out, '\n');
    }
}

/* Points without tickets are what everybody can count; who sees the tickets also reads what they
 * make of it. */
static void show_seat(const struct vl_deck *deck, const struct sf_state *s, uint32_t seat,
                      const struct vl_score *score, bool you, struct vl_text *out)
{
    const int32_t *detail = score->detail[seat];
    uint32_t tickets = vl_count(s->tickets[seat]) + s->tickets_unknown[seat];
    int32_t points = s->phase == SF_OVER ? score->points[seat] : detail[0] + detail[2];
    bool starter = sf_starter(s) == (int)seat;
    vl_text_addf(out, "{%u}  %d point%s", seat, points, points == 1 ? "" : "s");
    if (s->phase != SF_OVER && s->tickets[seat])
        vl_text_addf(out, " (%d with the tickets as they stand)", score->points[seat]);
    vl_text_addf(out, ", %s, %s%s\n", sf_count(s->cars[seat], "car").text,
                 sf_count(tickets, "ticket").text,
                 you && starter ? "  (you, starter)"
                 : you          ? "  (you)"
                 : starter      ? "  (starter)"
                                : "");
    vl_text_add(out, "  hand: ");
    sf_add_cards(deck, s->hand[seat], s->unknown[seat], out);
    vl_text_char(out, '\n');
    if (s->tokens[seat]) {
        vl_text_add(out, "  tokens: ");
        for (uint64_t rest = s->tokens[seat]; rest;) {
            vl_text_add(out, sf_token_name(deck, vl_take_lowest(&rest)).text);
            vl_text_add(out, rest ? ", " : "\n");
        }
    }
    show_tickets(deck, s, seat, out);
    show_own_routes(deck, s->claimed[seat], out);
}

static const char *colour_name(const struct vl_deck *deck, uint32_t colour)
{
    return colour == SF_GREY ? "grey" : sf_card_key(deck, colour);
}

/* By place, since that is how a map is read aloud; the two routes of a double link are one entry.
 * Without a seat to look for, all that nobody has claimed. */
static void show_free(const struct vl_deck *deck, const struct sf_state *s, int viewer,
                      struct vl_text *out)
{
    const struct sf_deck *d = deck->data;
    uint64_t open = viewer >= 0 ? sf_open(d, s, (uint32_t)viewer) : d->routes & ~sf_taken(s);
    uint32_t place = SF_NONE;
    vl_text_addf(out, "Free routes (%u)", vl_count(open));
    for (uint64_t rest = open; rest;) {
        uint32_t route = vl_take_lowest(&rest), from = d->end[route][0];
        uint64_t twin = sf_twins(d, vl_bit(route)) & rest; /* lane b, right after it */
        if (from != place)
            vl_text_addf(out, "\n  %s to ", sf_place_name(deck, from));
        else
            vl_text_add(out, "; ");
        place = from;
        vl_text_addf(out, "%s %u %s", sf_place_name(deck, d->end[route][1]), d->spaces[route],
                     colour_name(deck, d->colour[route]));
        if (twin && d->colour[vl_lowest(twin)] == d->colour[route])
            vl_text_add(out, " (two routes)");
        else if (twin)
            vl_text_addf(out, " or %s", colour_name(deck, d->colour[vl_lowest(twin)]));
        if (vl_has(d->ferry, route))
            vl_text_add(out, " with a ferry");
        rest &= ~twin;
    }
    vl_text_char(out, '\n');
}

void sf_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct sf_state *s = sf_seen(view);
    struct vl_score score;
    sf_score(deck->data, s, &score);
    if (s->phase != SF_OVER) {
        show_free(deck, s, view->seat, out);
        show_stacks(deck, s, out);
    }
    show_cards(deck, s, out);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        show_seat(deck, s, seat, &score, (int)seat == view->seat, out);
    if (s->last_turns && s->phase != SF_OVER && s->last_turns <= s->seats)
        vl_text_addf(out, "Last turns: %u to go, this one included.\n", s->last_turns);
}
