/* Easy Breezy: the table in words. */
#include "games/easybreezy/text.h"

static void add_cards(const struct vl_deck *deck, uint64_t cards, uint32_t hidden,
                      struct vl_text *out)
{
    if (!cards && !hidden)
        vl_text_add(out, "nobody");
    while (cards) {
        eb_add_card(deck, vl_take_lowest(&cards), false, out);
        if (cards || hidden)
            vl_text_add(out, "; ");
    }
    if (hidden)
        vl_text_addf(out, "%u hidden", hidden);
}

static void show_ticker(const struct vl_deck *deck, const struct eb_state *s, struct vl_text *out)
{
    vl_text_add(out, "Ticker\n");
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        if (!s->fare[city])
            vl_text_addf(out, "  %-11s  closed\n", eb_city_names[city]);
        else
            vl_text_addf(out, "  %-11s  $%u  %-5s  %u seats  (%u more to come)\n",
                         eb_city_names[city], s->fare[city], eb_transport_keys[s->transport[city]],
                         eb_seats(deck->data, s, city),
                         vl_count((uint32_t)s->stock >> (city * EB_TRANSPORTS) & 7U));
    }
}

/* In a view the deck's mask also holds the cards that other hands hide; they are counted off, so
 * that everybody reads the true size. */
static void show_queue(const struct vl_deck *deck, const struct eb_state *s, struct vl_text *out)
{
    uint32_t hidden = 0;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        hidden += s->unknown[seat];
    vl_text_addf(out, "Queue (%u in the deck, %u discarded)\n", vl_count(s->deck) - hidden,
                 vl_count(s->discard));
    for (uint32_t i = 0; i < EB_QUEUE; i++) {
        vl_text_addf(out, "  %u  ", i + 1);
        if (s->queue[i] == EB_NONE)
            vl_text_add(out, "empty");
        else
            eb_add_card(deck, s->queue[i], true, out);
        vl_text_char(out, '\n');
    }
}

static void show_tickets(const struct eb_state *s, uint32_t seat, struct vl_text *out)
{
    uint32_t tickets = s->tickets[seat];
    if (!tickets)
        return;
    vl_text_add(out, "  departures:   ");
    for (uint64_t rest = tickets; rest;) {
        uint32_t card = vl_take_lowest(&rest);
        vl_text_addf(out, "%s %s%s", eb_city_names[card / EB_TRANSPORTS],
                     eb_transport_keys[card % EB_TRANSPORTS], rest ? ", " : "\n");
    }
}

void eb_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct eb_state *s = eb_seen(view);
    struct vl_score score;
    eb_score(deck->data, s, &score);
    show_ticker(deck, s, out);
    show_queue(deck, s, out);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_text_addf(out, "{%u}  $%u, with bonuses $%d%s\n", seat, s->money[seat],
                     score.points[seat], (int)seat == view->seat ? "  (you)" : "");
        vl_text_add(out, "  hand:         ");
        add_cards(deck, s->hand[seat], s->unknown[seat], out);
        vl_text_char(out, '\n');
        if (s->waiting[seat]) {
            vl_text_add(out, "  waiting area: ");
            add_cards(deck, s->waiting[seat], 0, out);
            vl_text_char(out, '\n');
        }
        show_tickets(s, seat, out);
    }
    if (s->last_turns && s->phase != EB_OVER)
        vl_text_addf(out, "Last turns: %u to go, this one included.\n", s->last_turns);
}
