/* Travelogue: the table in words. */
#include "games/travelogue/text.h"

/* "5 Dining; 3 Shopping, Culture": the activities by their limits, the largest first. */
static void add_limits(const struct tl_deck *d, uint32_t destination, struct vl_text *out)
{
    if (destination >= TL_DESTINATIONS)
        return;
    for (uint32_t limit = TL_MOST_LIMIT; limit; limit--) {
        bool first = true;
        for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
            if (d->limit[destination][a] != limit)
                continue;
            if (first)
                vl_text_addf(out, "%s%u ",
                             limit < TL_MOST_LIMIT && d->value[destination][limit + 1] ? "; " : "",
                             limit);
            vl_text_addf(out, "%s%s", first ? "" : ", ", tl_activity_names[a]);
            first = false;
        }
    }
}

static void show_agents(const struct vl_deck *deck, const struct tl_state *s, struct vl_text *out)
{
    uint32_t limit = tl_cloud_limit(deck->data, s), discards = tl_count(tl_discards(s));
    vl_text_addf(out, "Agents (%u in the deck, %u discarded)\n", tl_deck_count(s), discards);
    for (uint32_t i = 0; i < TL_AGENTS; i++) {
        vl_text_addf(out, "  %u  ", i + 1);
        if (s->agent[i] == TL_NONE)
            vl_text_add(out, "no card");
        else
            tl_add_marked_card(deck, s->agent[i], out);
        vl_text_char(out, '\n');
    }
    if (limit < 255)
        vl_text_addf(out, "  After a visit the others keep %u cards.\n", limit);
}

/* What was laid under a pile has been seen by all and is named (TL-2.6); of the rest only the
 * number is known. */
static void show_piles(const struct vl_deck *deck, const struct tl_state *s, struct vl_text *out)
{
    vl_text_add(out, "Destinations\n");
    for (uint32_t p = 0; p < TL_PILES; p++) {
        uint32_t unseen = 0;
        vl_text_addf(out, "  %u  %s: ", p + 1, tl_destination_name(deck, s->pile[p][0]));
        add_limits(deck->data, s->pile[p][0], out);
        for (uint32_t i = 1; i < TL_PILE_SIZE; i++)
            unseen += s->pile[p][i] == TL_HIDDEN;
        vl_text_add(out, " (below it");
        if (unseen)
            vl_text_addf(out, " %u unseen", unseen);
        for (uint32_t i = 1; i < TL_PILE_SIZE; i++) {
            if (s->pile[p][i] >= TL_DESTINATIONS)
                continue;
            bool first = i == 1; /* nothing unseen lies above what was laid under the pile */
            vl_text_addf(out, "%s %s", first ? "" : ",", tl_destination_name(deck, s->pile[p][i]));
        }
        vl_text_add(out, ")\n");
    }
}

/* A line of cards, if there are any. */
static void show_cards(const char *title, struct tl_set cards, struct vl_text *out)
{
    if (!tl_any(cards))
        return;
    vl_text_add(out, title);
    tl_add_cards(cards, out);
    vl_text_char(out, '\n');
}

static void show_seat(const struct vl_deck *deck, const struct vl_view *view, uint32_t seat,
                      int32_t points, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    const struct tl_state *s = tl_seen(view);
    uint32_t count = tl_hand_count(s, seat), destination = s->destination[seat];
    vl_text_addf(out, "{%u}  %d point%s, %u card%s in hand%s%s\n", seat, points,
                 points == 1 ? "" : "s", count, tl_plural(count),
                 s->phase > TL_PICK && seat == s->seat && s->phase != TL_OVER ? ", on turn" : "",
                 (int)seat == view->seat ? "  (you)" : "");
    if (destination < TL_DESTINATIONS) {
        vl_text_addf(out, "  destination: %s, ", tl_destination_name(deck, destination));
        add_limits(d, destination, out);
        vl_text_add(out, "; sets");
        for (uint32_t n = 1; n <= TL_MOST_LIMIT && d->value[destination][n]; n++)
            vl_text_addf(out, "%s%u", n > 1 ? "/" : " ", d->value[destination][n]);
        vl_text_char(out, '\n');
    }
    if ((int)seat == view->seat || view->seat == VL_OPEN) {
        vl_text_add(out, "  hand:        ");
        tl_add_cards(s->hand[seat], out);
        vl_text_char(out, '\n');
    } else {
        show_cards("  among them:  ", tl_known_there(s, view->seat, seat, true), out);
        show_cards("  perhaps:     ", tl_known_there(s, view->seat, seat, false), out);
    }
    show_cards("  scored:      ", tl_scored_by(s, seat), out);
}

/* In the phase of giving `chosen` is the active seat's, later the partner's. */
static void show_trade(const struct tl_state *s, struct vl_text *out)
{
    uint32_t laid = s->phase == TL_GIVE ? tl_count(s->chosen) + s->chosen_unknown : s->trader;
    if (!s->trader || s->phase == TL_REPLACE)
        return;
    vl_text_addf(out, "Trade at agent %u: {%u} lays down %u of %u for {%u}", s->trader, s->seat,
                 laid, s->trader, s->partner);
    struct tl_set mine = s->phase == TL_GIVE ? s->chosen : tl_given(s);
    if (tl_any(mine)) {
        vl_text_add(out, ": ");
        tl_add_cards(mine, out);
    }
    vl_text_char(out, '\n');
    if (s->phase != TL_GIVE && tl_any(s->chosen)) {
        vl_text_addf(out, "  in return from {%u}: ", s->partner);
        tl_add_cards(s->chosen, out);
        vl_text_char(out, '\n');
    }
}

void tl_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    const struct tl_state *s = tl_seen(view);
    struct vl_score score;
    tl_score(d, s, &score);
    show_agents(deck, s, out);
    show_piles(deck, s, out);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        show_seat(deck, view, seat, score.points[seat], out);
    show_trade(s, out);
    if (s->phase == TL_SPEND || s->phase == TL_SCORE) {
        vl_text_add(out, "Discarded so far: ");
        tl_add_cards(s->chosen, out);
        vl_text_addf(out, ", worth %u\n", tl_value(d, s->destination[s->seat], s->chosen));
    }
    if (s->last_turns && s->phase != TL_OVER)
        vl_text_addf(out, "Last turns: %u to go, this one included.\n", s->last_turns);
}
