/* Travelogue: the lines of the log. */
#include <stdio.h>
#include <string.h>

#include "games/travelogue/text.h"

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
        tl_add_cards(cards, &text);
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
            s->trader, tl_plural(s->trader));
        return;
    }
    struct vl_text text = {0};
    tl_add_cards(tl_given(s), &text);
    say(line, "TL-5.7", tl_join(s->chosen, tl_card(card)),
        "{%u} gave {%u} %.80s; {%u} gave in return", s->seat, s->partner, vl_text_string(&text),
        s->partner);
    vl_text_free(&text);
}

/* The bonus cards are named here, because they leave the agents in the same move (TL-7.2). */
static void say_score(const struct vl_deck *deck, const struct tl_state *s, uint32_t card,
                      struct vl_line *line)
{
    const struct tl_deck *d = deck->data;
    struct tl_set bonus = tl_both(tl_below_agents(s), d->bonus);
    uint32_t value = tl_value(d, s->destination[s->seat], s->chosen);
    say(line, "TL-6.4", bonus, "{%u} scored %s %u at %s, value %u%s", s->seat,
        tl_activity_names[tl_activity(card)], tl_number(card),
        tl_destination_name(deck, s->destination[s->seat]), value,
        tl_any(bonus) ? ", and took the bonus" : "");
}

/* The lowest agent without a card gets the next one (TL-2.3, TL-7.6); in a trade its own
 * (TL-5.8). */
static void say_agent(const struct tl_state *s, uint32_t phase, uint32_t card,
                      const struct vl_deck *deck, struct vl_line *line)
{
    struct vl_text text = {0};
    tl_add_marked_card(deck, card, &text);
    say(line,
        phase == TL_LAY       ? "TL-2.3"
        : phase == TL_REPLACE ? "TL-5.8"
                              : "TL-7.6",
        tl_no_cards(), "%s lies below agent %u now", vl_text_string(&text),
        phase == TL_REPLACE ? s->trader : tl_empty_agent(s));
    vl_text_free(&text);
}

void tl_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct tl_state *s = tl_seen(before), *then = tl_seen(after);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    const struct tl_set none = tl_no_cards();
    if (phase == TL_ALBUM)
        say(line, "TL-2.1", none, "{%u} has album %u", s->seat, bit + 1);
    else if (phase == TL_DEAL && tl_hand_count(then, s->seat) == TL_HAND) /* the hand is complete */
        say(line, "TL-2.2", then->hand[s->seat], "{%u} was dealt five cards", s->seat);
    else if (phase == TL_LAY || phase == TL_REPLACE || phase == TL_RESTOCK)
        say_agent(s, phase, bit, deck, line);
    else if (phase == TL_TOP)
        say(line, "TL-2.4", none, "%s tops pile %u", tl_destination_name(deck, bit),
            tl_hidden_pile(s));
    else if (phase == TL_PICK)
        say(line, "TL-2.5", none, "{%u} sets out for %s", s->seat,
            tl_destination_name(deck, s->pile[bit][0]));
    else if (phase == TL_TURN && bit == TL_PASS)
        say(line, "TL-4.4", none, "{%u} passed", s->seat);
    else if (phase == TL_DRAW && bit >= TL_CARDS)
        say(line, "TL-4.1", none, "{%u} drew a card", s->seat);
    else if (phase == TL_DRAW)
        say(line, "TL-4.1", none, "{%u} drew %s %u", s->seat, tl_activity_names[tl_activity(bit)],
            tl_number(bit));
    else if (phase == TL_GIVE && then->phase == TL_RETURN)
        say(line, "TL-5.5", none, "{%u} trades with {%u} at agent %u and takes %s %u", s->seat,
            s->partner, s->trader, tl_activity_names[tl_activity(then->taken)],
            tl_number(then->taken));
    else if (phase == TL_SHOW)
        say_trade(s, before->seat, bit, line);
    else if (phase == TL_SPEND && bit == TL_DONE)
        say(line, "TL-6.3", s->chosen, "{%u} discarded", s->seat);
    else if (phase == TL_SCORE)
        say_score(deck, s, bit, line);
    else if (phase == TL_CLOUDS && (then->phase != TL_CLOUDS || then->actor != s->actor))
        say(line, "TL-7.3", tl_join(s->chosen, tl_card(bit)), "{%u} discarded under the clouds",
            s->actor);
    else if (phase == TL_MOVE_ON)
        say(line, "TL-8.1", none, "{%u} left %s for %s", s->seat,
            tl_destination_name(deck, s->destination[s->seat]),
            tl_destination_name(deck, s->pile[bit][0]));
}
