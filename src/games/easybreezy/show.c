/* Easy Breezy: the table in words, the prompt, and the lines of the log. */
#include <stdio.h>
#include <string.h>

#include "core/bits.h"
#include "games/easybreezy/easybreezy.h"

static const struct eb_state *seen(const struct vl_view *view)
{
    return (const struct eb_state *)view->state.bytes;
}

static const char *name_of(const struct vl_deck *deck, uint32_t card)
{
    return vl_deck_text(deck, EB_PASSENGERS, card, EB_NAME);
}

static uint32_t city_of(const struct eb_deck *d, uint32_t card)
{
    for (uint32_t city = 0; city < EB_CITIES; city++)
        if (vl_has(d->city[city], card))
            return city;
    return EB_NONE;
}

/* "June to Chicago, raises Miami" */
static void add_card(const struct vl_deck *deck, uint32_t card, bool raise, struct vl_text *out)
{
    const struct eb_deck *d = deck->data;
    uint32_t city = city_of(d, card);
    if (city == EB_NONE)
        vl_text_addf(out, "%s, free rider", name_of(deck, card));
    else
        vl_text_addf(out, "%s to %s", name_of(deck, card), eb_city_names[city]);
    if (raise && d->raises[card] != EB_NONE)
        vl_text_addf(out, " (raised %s)", eb_city_names[d->raises[card]]);
}

static void add_cards(const struct vl_deck *deck, uint64_t cards, uint32_t hidden,
                      struct vl_text *out)
{
    if (!cards && !hidden)
        vl_text_add(out, "nobody");
    while (cards) {
        add_card(deck, vl_take_lowest(&cards), false, out);
        if (cards || hidden)
            vl_text_add(out, "; ");
    }
    if (hidden)
        vl_text_addf(out, "%u hidden", hidden);
}

void eb_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct eb_deck *d = deck->data;
    const struct eb_state *s = seen(view);
    switch (s->phase) {
    case EB_TURN:
        vl_text_add(out, "Recruit, depart or reorganize");
        return;
    case EB_SECOND:
        vl_text_add(out, "Recruit a second passenger, or be done");
        return;
    case EB_BOARD: {
        uint32_t seats = eb_seats(d, s, s->city);
        uint32_t left = seats - vl_count(s->chosen);
        vl_text_addf(out, "Choose who travels to %s: %u more", eb_city_names[s->city], left);
        return;
    }
    case EB_LAY:
        vl_text_add(out, "Lay hand cards into your waiting area, or be done");
        return;
    case EB_SWAP:
        vl_text_add(out, "Choose a waiting card of yours to swap, or be done");
        return;
    case EB_SWAP_FOR:
        vl_text_addf(out, "Choose whom you get for %s", name_of(deck, s->swap));
        return;
    case EB_TAKE:
        vl_text_addf(out, "Take waiting cards into your hand, up to %u, or be done",
                     EB_HAND - vl_count(s->hand[s->seat]));
        return;
    case EB_OVER:
        vl_text_add(out, "The game is over");
        return;
    default:
        vl_text_add(out, "A card is drawn");
    }
}

static void label_action(const struct vl_deck *deck, const struct eb_state *s, uint32_t bit,
                         struct vl_text *out)
{
    const struct eb_deck *d = deck->data;
    if (bit < EB_DEPART) {
        uint32_t card = s->queue[bit] == EB_NONE ? EB_NONE : s->queue[bit];
        vl_text_addf(out, "Recruit %u: ", bit + 1);
        if (card == EB_NONE)
            vl_text_add(out, "nobody");
        else
            add_card(deck, card, false, out);
    } else if (bit < EB_REORGANIZE) {
        uint32_t city = bit - EB_DEPART, seats = eb_seats(d, s, city);
        uint64_t cards = eb_travellers(d, s, s->seat, city);
        uint32_t paying = vl_count(cards & d->city[city]);
        vl_text_addf(out, "Depart: %s", eb_city_names[city]);
        if (s->fare[city])
            vl_text_addf(out, " %s, $%u", eb_transport_keys[s->transport[city]],
                         s->fare[city] * (paying < seats ? paying : seats));
    } else {
        vl_text_add(out, "Reorganize");
    }
}

void eb_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
              struct vl_text *out)
{
    static const char *const verbs[EB_OVER + 1] = {
        [EB_BOARD] = "Board", [EB_LAY] = "Lay down", [EB_SWAP] = "Swap",
        [EB_TAKE] = "Take",   [EB_SWAP_FOR] = "For",
    };
    const struct eb_state *s = seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (bit == EB_DONE) {
        vl_text_add(out, phase == EB_SECOND ? "Done: no second passenger"
                         : phase == EB_LAY  ? "Done laying down"
                         : phase == EB_SWAP ? "Done swapping"
                                            : "Done: end the turn");
    } else if (phase == EB_TURN || phase == EB_SECOND) {
        label_action(deck, s, bit, out);
    } else if (phase <= EB_OVER && verbs[phase] && bit < deck->rows[EB_PASSENGERS]) {
        vl_text_addf(out, "%s ", verbs[phase]);
        add_card(deck, bit, false, out);
    } else {
        vl_default_label(deck, view, move, out);
    }
}

static void show_ticker(const struct vl_deck *deck, const struct eb_state *s, struct vl_text *out)
{
    const struct eb_deck *d = deck->data;
    vl_text_add(out, "Ticker\n");
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        uint32_t left = vl_count((uint32_t)s->stock >> (city * EB_TRANSPORTS) & 7U);
        if (!s->fare[city])
            vl_text_addf(out, "  %-11s  closed\n", eb_city_names[city]);
        else
            vl_text_addf(out, "  %-11s  $%u  %-5s  %u seats  (%u more to come)\n",
                         eb_city_names[city], s->fare[city], eb_transport_keys[s->transport[city]],
                         eb_seats(d, s, city), left);
    }
}

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
            add_card(deck, s->queue[i], true, out);
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
    const struct eb_state *s = seen(view);
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

static void say_flip(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                     const struct eb_state *after, struct vl_line *line)
{
    const struct eb_deck *d = deck->data;
    uint32_t raised = d->raises[card], goal = city_of(d, card);
    const char *to = goal == EB_NONE ? "a free rider" : eb_city_names[goal];
    if (raised == EB_NONE)
        vl_line_say(line, "EB-2.5", "%s (%s) joined the queue.", name_of(deck, card), to);
    else if (!s->fare[raised])
        vl_line_say(line, "EB-4.6", "%s (%s) joined the queue; %s is closed.", name_of(deck, card),
                    to, eb_city_names[raised]);
    else if (after->fare[raised] == s->fare[raised])
        vl_line_say(line, "EB-2.6", "%s (%s) joined the queue; %s stays at $%u.",
                    name_of(deck, card), to, eb_city_names[raised], s->fare[raised]);
    else
        vl_line_say(line, "EB-2.6", "%s (%s) joined the queue: %s rose to $%u.",
                    name_of(deck, card), to, eb_city_names[raised], after->fare[raised]);
}

static void say_recruit(const struct vl_deck *deck, const struct eb_state *s, uint32_t slot,
                        const struct eb_state *after, struct vl_line *line)
{
    const struct eb_deck *d = deck->data;
    uint32_t card = s->queue[slot], goal = city_of(d, card);
    bool waits = vl_has(after->waiting[s->seat], card);
    vl_line_say(line, waits ? "EB-3.4" : "EB-3.1", "{%u} recruited %s (%s)%s.", s->seat,
                name_of(deck, card), goal == EB_NONE ? "a free rider" : eb_city_names[goal],
                waits ? ", who waits" : "");
}

static void say_boarding(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                         const struct eb_state *after, struct vl_line *line)
{
    const struct eb_deck *d = deck->data;
    uint32_t aboard = vl_count(s->chosen) + 1;
    uint32_t paying = vl_count((s->chosen | vl_bit(card)) & d->city[s->city]);
    if (after->phase == EB_BOARD)
        return; /* told when all are aboard */
    vl_line_say(line, "EB-4.3", "{%u} sent %u to %s by %s at $%u: $%u%s.", s->seat, aboard,
                eb_city_names[s->city], eb_transport_keys[s->transport[s->city]], s->fare[s->city],
                paying * s->fare[s->city],
                aboard == paying       ? ""
                : aboard - paying == 1 ? ", one rode free"
                : aboard - paying == 2 ? ", two rode free"
                                       : ", three or more rode free");
    size_t used = strlen(line->text);
    if (after->phase != EB_TICKET)
        snprintf(line->text + used, sizeof line->text - used, " %s is closed: last turns.",
                 eb_city_names[s->city]);
}

static void say_swap(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                     struct vl_line *line)
{
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && vl_has(s->waiting[seat], card))
            vl_line_say(line, "EB-5.3", "{%u} swapped %s for %s of {%u}.", s->seat,
                        name_of(deck, s->swap), name_of(deck, card), seat);
}

void eb_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct eb_deck *d = deck->data;
    const struct eb_state *s = seen(before), *then = seen(after);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (bit == EB_DONE)
        return;
    switch (phase) {
    case EB_TICKER:
        vl_line_say(line, "EB-1.1", "%s starts at $1 with a %s, %u seats.", eb_city_names[s->city],
                    eb_transport_keys[bit], d->seats[s->city][bit]);
        return;
    case EB_TICKET:
        vl_line_say(line, "EB-4.5", "%s starts again at $1 with a %s, %u seats.",
                    eb_city_names[s->city], eb_transport_keys[bit], d->seats[s->city][bit]);
        return;
    case EB_DEAL:
        if (bit == EB_UNKNOWN)
            vl_line_say(line, "EB-1.2", "{%u} was dealt a card.", s->seat);
        else
            vl_line_say(line, "EB-1.2", "{%u} was dealt %s.", s->seat, name_of(deck, bit));
        return;
    case EB_FLIP:
        say_flip(deck, s, bit, then, line);
        return;
    case EB_START:
        vl_line_say(line, "EB-1.4", "{%u} starts.", bit);
        return;
    case EB_TURN:
    case EB_SECOND:
        if (bit < EB_DEPART)
            say_recruit(deck, s, bit, then, line);
        else if (bit == EB_REORGANIZE)
            vl_line_say(line, "EB-5.1", "{%u} reorganized.", s->seat);
        return;
    case EB_BOARD:
        say_boarding(deck, s, bit, then, line);
        return;
    case EB_LAY:
        vl_line_say(line, "EB-5.2", "{%u} laid %s into the waiting area.", s->seat,
                    name_of(deck, bit));
        return;
    case EB_SWAP_FOR:
        say_swap(deck, s, bit, line);
        return;
    case EB_TAKE:
        vl_line_say(line, "EB-5.4", "{%u} took %s into the hand.", s->seat, name_of(deck, bit));
        return;
    default:
        return;
    }
}
