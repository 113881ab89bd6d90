/* Travelogue: the table in words, the prompt, and the lines of the log. */
#include <stdio.h>
#include <string.h>

#include "games/travelogue/travelogue.h"

static const struct tl_state *seen(const struct vl_view *view)
{
    return (const struct tl_state *)view->state.bytes;
}

static const char *destination_name(const struct vl_deck *deck, uint32_t destination)
{
    return destination < TL_DESTINATIONS
               ? vl_deck_text(deck, TL_TABLE_DESTINATIONS, destination, TL_D_NAME)
           : destination == TL_HIDDEN ? "unseen"
                                      : "none";
}

/* "Dining 7 (bonus)" */
static void add_card(const struct vl_deck *deck, uint32_t card, bool mark, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    vl_text_addf(out, "%s %u", tl_activity_names[tl_activity(card)], tl_number(card));
    if (mark && tl_has(&d->bonus, card))
        vl_text_add(out, " (bonus)");
    if (mark && tl_has(&d->cloud, card))
        vl_text_add(out, " (cloud)");
}

/* "Dining 3, 7; Culture 2" */
static void add_cards(struct tl_set cards, struct vl_text *out)
{
    bool first = true;
    if (!tl_any(cards))
        vl_text_add(out, "nothing");
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint64_t rest = tl_of_activity(cards, a);
        if (!rest)
            continue;
        vl_text_addf(out, "%s%s ", first ? "" : "; ", tl_activity_names[a]);
        first = false;
        while (rest) {
            uint32_t number = vl_take_lowest(&rest) + 1;
            vl_text_addf(out, "%u%s", number, rest ? ", " : "");
        }
    }
}

static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

static void prompt_turn(const struct vl_deck *deck, const struct tl_state *s, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    uint64_t bits = tl_options(d, s).word[0];
    const char *first = bits & vl_bit(TL_PASS) ? "Pass" : "Draw";
    const char *name = destination_name(deck, s->destination[s->seat]);
    bool trade = bits >> TL_TRADE, visit = bits & vl_bit(TL_VISIT);
    if (trade && visit)
        vl_text_addf(out, "%s, trade at an agent, or visit %s", first, name);
    else if (trade)
        vl_text_addf(out, "%s, or trade at an agent", first);
    else if (visit)
        vl_text_addf(out, "%s, or visit %s", first, name);
    else
        vl_text_add(out, first);
}

void tl_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    const struct tl_state *s = seen(view);
    uint32_t chosen = tl_count(s->chosen) + s->chosen_unknown;
    switch (s->phase) {
    case TL_PICK:
        vl_text_add(out, "Choose your first destination from the tops of the piles");
        return;
    case TL_TURN:
        prompt_turn(deck, s, out);
        return;
    case TL_SECOND:
        vl_text_add(out, "Draw another card, or leave it at one");
        return;
    case TL_GIVE:
    case TL_RETURN:
        vl_text_addf(out, "Choose %u %scard%s to give%s", s->trader - chosen, chosen ? "more " : "",
                     plural(s->trader - chosen), s->phase == TL_RETURN ? " in return" : "");
        return;
    case TL_SPEND:
        if (chosen) {
            struct vl_choice choice;
            uint32_t value = tl_value(d, s->destination[s->seat], s->chosen);
            bool enough = tl_meet(s->hand[s->seat], tl_up_to(value));
            tl_choice(d, s, &choice);
            bool more = choice.candidate_count || !enough; /* not all of a hand may be known */
            vl_text_addf(out, "The visit is worth %u: %s%s", value,
                         more ? "discard more cards" : "be done",
                         more && enough ? ", or be done" : "");
        } else {
            vl_text_addf(out, "Discard cards for your visit to %s",
                         destination_name(deck, s->destination[s->seat]));
        }
        return;
    case TL_SCORE:
        vl_text_addf(out, "Score a card with a number up to %u",
                     tl_value(d, s->destination[s->seat], s->chosen));
        return;
    case TL_CLOUDS: {
        uint32_t limit = tl_cloud_limit(d, s), more = tl_hand_count(s, s->actor) - limit;
        vl_text_addf(out, "The clouds leave you %u cards: discard %u", limit, more);
        return;
    }
    case TL_MOVE_ON:
        vl_text_addf(out, "Lay %s under a pile and take its top card",
                     destination_name(deck, s->destination[s->seat]));
        return;
    case TL_OVER:
        vl_text_add(out, "The game is over");
        return;
    case TL_SHOW:
        vl_text_add(out, "The traders look at their new cards");
        return;
    default:
        vl_text_add(out, "A card is drawn");
    }
}

/* ---- The table ---- */

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
    const struct tl_deck *d = deck->data;
    uint32_t limit = tl_cloud_limit(d, s), discards = tl_count(tl_discards(s));
    vl_text_addf(out, "Agents (%u in the deck, %u discarded)\n", tl_deck_count(s), discards);
    for (uint32_t i = 0; i < TL_AGENTS; i++) {
        vl_text_addf(out, "  %u  ", i + 1);
        if (s->agent[i] == TL_NONE)
            vl_text_add(out, "no card");
        else
            add_card(deck, s->agent[i], true, out);
        vl_text_char(out, '\n');
    }
    if (limit < 255)
        vl_text_addf(out, "  After a visit the others keep %u cards.\n", limit);
}

static void show_piles(const struct vl_deck *deck, const struct tl_state *s, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    vl_text_add(out, "Destinations\n");
    for (uint32_t p = 0; p < TL_PILES; p++) {
        uint32_t unseen = 0;
        vl_text_addf(out, "  %u  %s: ", p + 1, destination_name(deck, s->pile[p][0]));
        add_limits(d, s->pile[p][0], out);
        for (uint32_t i = 1; i < TL_PILE_SIZE; i++)
            unseen += s->pile[p][i] == TL_HIDDEN;
        vl_text_add(out, " (below it");
        if (unseen)
            vl_text_addf(out, " %u unseen", unseen);
        for (uint32_t i = 1; i < TL_PILE_SIZE; i++) {
            if (s->pile[p][i] >= TL_DESTINATIONS)
                continue;
            bool first = i == 1; /* nothing unseen lies above what was laid under the pile */
            vl_text_addf(out, "%s %s", first ? "" : ",", destination_name(deck, s->pile[p][i]));
        }
        vl_text_add(out, ")\n");
    }
}

/* What the viewer knows of another hand. */
static void show_known(const struct tl_state *s, int viewer, uint32_t seat, struct vl_text *out)
{
    struct tl_set there = viewer >= 0 ? s->known[viewer][seat] : s->known[seat][seat];
    struct tl_set doubtful = tl_no_cards();
    for (uint32_t p = 0; p < s->seats; p++)
        if (p != seat && (int)p != viewer)
            doubtful = tl_join(doubtful,
                               tl_both(there, viewer >= 0 ? s->known[viewer][p] : s->known[p][p]));
    if (tl_any(tl_without(there, doubtful))) {
        vl_text_add(out, "  among them:  ");
        add_cards(tl_without(there, doubtful), out);
        vl_text_char(out, '\n');
    }
    if (tl_any(doubtful)) {
        vl_text_add(out, "  perhaps:     ");
        add_cards(doubtful, out);
        vl_text_char(out, '\n');
    }
}

static void show_seat(const struct vl_deck *deck, const struct vl_view *view, uint32_t seat,
                      int32_t points, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    const struct tl_state *s = seen(view);
    uint32_t count = tl_hand_count(s, seat), destination = s->destination[seat];
    bool open = (int)seat == view->seat || view->seat == VL_OPEN;
    vl_text_addf(out, "{%u}  %d point%s, %u card%s in hand%s%s\n", seat, points,
                 points == 1 ? "" : "s", count, plural(count),
                 s->phase > TL_PICK && seat == s->seat && s->phase != TL_OVER ? ", on turn" : "",
                 (int)seat == view->seat ? "  (you)" : "");
    if (destination < TL_DESTINATIONS) {
        vl_text_addf(out, "  destination: %s, ", destination_name(deck, destination));
        add_limits(d, destination, out);
        vl_text_add(out, "; sets");
        for (uint32_t n = 1; n <= TL_MOST_LIMIT && d->value[destination][n]; n++)
            vl_text_addf(out, "%s%u", n > 1 ? "/" : " ", d->value[destination][n]);
        vl_text_char(out, '\n');
    }
    if (open) {
        vl_text_add(out, "  hand:        ");
        add_cards(s->hand[seat], out);
        vl_text_char(out, '\n');
    } else {
        show_known(s, view->seat, seat, out);
    }
    struct tl_set scored = tl_scored_by(s, seat);
    if (tl_any(scored)) {
        vl_text_add(out, "  scored:      ");
        add_cards(scored, out);
        vl_text_char(out, '\n');
    }
}

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
        add_cards(mine, out);
    }
    vl_text_char(out, '\n');
    if (s->phase != TL_GIVE && tl_any(s->chosen)) {
        vl_text_addf(out, "  in return from {%u}: ", s->partner);
        add_cards(s->chosen, out);
        vl_text_char(out, '\n');
    }
}

void tl_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tl_deck *d = deck->data;
    const struct tl_state *s = seen(view);
    struct vl_score score;
    tl_score(d, s, &score);
    show_agents(deck, s, out);
    show_piles(deck, s, out);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        show_seat(deck, view, seat, score.points[seat], out);
    show_trade(s, out);
    if (s->phase == TL_SPEND || s->phase == TL_SCORE) {
        vl_text_add(out, "Discarded so far: ");
        add_cards(s->chosen, out);
        vl_text_addf(out, ", worth %u\n", tl_value(d, s->destination[s->seat], s->chosen));
    }
    if (s->last_turns && s->phase != TL_OVER)
        vl_text_addf(out, "Last turns: %u to go, this one included.\n", s->last_turns);
}

/* ---- The log ---- */

/* A line and its clause; `cards` are added at the end, if there are any. */
__attribute__((format(printf, 4, 5))) static void say(struct vl_line *line, const char *clause,
                                                      struct tl_set cards, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(line->text, sizeof line->text, format, args);
    va_end(args);
    snprintf(line->clause, sizeof line->clause, "%s", clause);
    if (tl_any(cards)) {
        struct vl_text text = {0};
        size_t used = strlen(line->text);
        add_cards(cards, &text);
        snprintf(line->text + used, sizeof line->text - used, ": %.150s", vl_text_string(&text));
        vl_text_free(&text);
    }
    size_t used = strlen(line->text);
    if (used + 1 < sizeof line->text)
        snprintf(line->text + used, sizeof line->text - used, ".");
}

/* The trade is told once, when the last card has been shown. */
static void say_trade(const struct tl_state *s, int viewer, uint32_t card, struct vl_line *line)
{
    if (s->step < TL_RETURNED || vl_count(s->step) < s->trader)
        return;
    if (viewer != s->seat && viewer != s->partner && viewer != VL_OPEN) {
        say(line, "TL-5.7", tl_no_cards(), "{%u} and {%u} exchanged %u card%s", s->seat, s->partner,
            s->trader, plural(s->trader));
        return;
    }
    struct vl_text text = {0};
    add_cards(tl_given(s), &text);
    struct tl_set returned = tl_join(s->chosen, tl_card(card));
    say(line, "TL-5.7", returned, "{%u} gave {%u} %.80s; {%u} gave in return", s->seat, s->partner,
        vl_text_string(&text), s->partner);
    vl_text_free(&text);
}

static void say_score(const struct vl_deck *deck, const struct tl_state *s, uint32_t card,
                      struct vl_line *line)
{
    const struct tl_deck *d = deck->data;
    struct tl_set bonus = tl_both(tl_below_agents(s), d->bonus);
    uint32_t value = tl_value(d, s->destination[s->seat], s->chosen);
    say(line, "TL-6.4", bonus, "{%u} scored %s %u at %s, value %u%s", s->seat,
        tl_activity_names[tl_activity(card)], tl_number(card),
        destination_name(deck, s->destination[s->seat]), value,
        tl_any(bonus) ? ", and took the bonus" : "");
}

static void say_card(const struct vl_deck *deck, uint32_t card, const char *clause,
                     const char *what, struct vl_line *line)
{
    struct vl_text text = {0};
    add_card(deck, card, true, &text);
    say(line, clause, tl_no_cards(), "%s lies below %s now", vl_text_string(&text), what);
    vl_text_free(&text);
}

static void say_draw(const struct tl_state *s, uint32_t card, const char *clause, const char *verb,
                     struct vl_line *line)
{
    if (card >= TL_CARDS)
        say(line, clause, tl_no_cards(), "{%u} %s a card", s->seat, verb);
    else
        say(line, clause, tl_no_cards(), "{%u} %s %s %u", s->seat, verb,
            tl_activity_names[tl_activity(card)], tl_number(card));
}

static void say_agent(const struct tl_state *s, uint32_t phase, uint32_t card,
                      const struct vl_deck *deck, struct vl_line *line)
{
    char agent[16];
    uint32_t i = 0;
    while (i + 1 < TL_AGENTS && s->agent[i] != TL_NONE)
        i++;
    snprintf(agent, sizeof agent, "agent %u", phase == TL_REPLACE ? s->trader : i + 1);
    say_card(deck, card,
             phase == TL_LAY       ? "TL-2.3"
             : phase == TL_REPLACE ? "TL-5.8"
                                   : "TL-7.6",
             agent, line);
}

void tl_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct tl_state *s = seen(before), *then = seen(after);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    const struct tl_set none = tl_no_cards();
    switch (phase) {
    case TL_ALBUM:
        say(line, "TL-2.1", none, "{%u} has album %u", s->seat, bit + 1);
        return;
    case TL_DEAL:
        if (tl_hand_count(then, s->seat) == TL_HAND) /* told when the hand is complete */
            say(line, "TL-2.2", then->hand[s->seat], "{%u} was dealt five cards", s->seat);
        return;
    case TL_LAY:
    case TL_REPLACE:
    case TL_RESTOCK:
        say_agent(s, phase, bit, deck, line);
        return;
    case TL_TOP:
        for (uint32_t p = 0; p < TL_PILES; p++) {
            if (s->pile[p][0] == TL_HIDDEN) {
                say(line, "TL-2.4", none, "%s tops pile %u", destination_name(deck, bit), p + 1);
                return;
            }
        }
        return;
    case TL_PICK:
        say(line, "TL-2.5", none, "{%u} sets out for %s", s->seat,
            destination_name(deck, s->pile[bit][0]));
        return;
    case TL_TURN:
        if (bit == TL_PASS)
            say(line, "TL-4.4", none, "{%u} passed", s->seat);
        return;
    case TL_DRAW:
        say_draw(s, bit, "TL-4.1", "drew", line);
        return;
    case TL_GIVE:
        if (then->phase == TL_RETURN)
            say(line, "TL-5.5", none, "{%u} trades with {%u} at agent %u and takes %s %u", s->seat,
                s->partner, s->trader, tl_activity_names[tl_activity(then->taken)],
                tl_number(then->taken));
        return;
    case TL_SHOW:
        say_trade(s, before->seat, bit, line);
        return;
    case TL_SPEND:
        if (bit == TL_DONE)
            say(line, "TL-6.3", s->chosen, "{%u} discarded", s->seat);
        return;
    case TL_SCORE:
        say_score(deck, s, bit, line);
        return;
    case TL_CLOUDS:
        if (then->phase != TL_CLOUDS || then->actor != s->actor)
            say(line, "TL-7.3", tl_join(s->chosen, tl_card(bit)), "{%u} discarded under the clouds",
                s->actor);
        return;
    case TL_MOVE_ON:
        say(line, "TL-8.1", none, "{%u} left %s for %s", s->seat,
            destination_name(deck, s->destination[s->seat]),
            destination_name(deck, s->pile[bit][0]));
        return;
    default:
        return;
    }
}
