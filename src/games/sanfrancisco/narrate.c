/* San Francisco: the lines of the log. */
#include <stdio.h>
#include <string.h>

#include "games/sanfrancisco/text.h"

/* Dealt, drawn unseen, or turned up into the row: the phase tells which. More wipes afterwards mean
 * that this card was the third ferry (SF-3.6). */
static void say_card(const struct vl_deck *deck, const struct sf_state *s,
                     const struct sf_state *after, uint32_t kind, struct vl_line *line)
{
    struct sf_words card = sf_a_card(deck, kind);
    if (s->phase == SF_DEAL)
        vl_line_say(line, "SF-1.2", "{%u} was dealt %s.", s->seat, card.text);
    else if (s->phase == SF_BLIND)
        vl_line_say(line, "SF-3.1", "{%u} drew %s from the deck.", s->seat, card.text);
    else if (after->wipes > s->wipes)
        vl_line_say(line, "SF-3.6", "A%s was turned up: three ferries, and the row was wiped.",
                    card.text + 1);
    else
        vl_line_say(line, "SF-3.1", "A%s was turned up.", card.text + 1);
}

/* One line for all that a claim did: points, a token taken without a choice, tickets completed
 * (which only a view of that seat has), and the last turns (SF-7.1). */
static void say_claim(const struct vl_deck *deck, const struct sf_state *s,
                      const struct sf_state *after, uint32_t arg, struct vl_line *line)
{
    const struct sf_deck *d = deck->data;
    uint32_t route = SF_ROUTE_OF(arg);
    struct vl_text text = {0};
    int32_t points = sf_route_points(d->spaces[route]);
    uint32_t gained = (uint32_t)(after->tokens[s->seat] & ~s->tokens[s->seat]);
    vl_text_addf(&text, "{%u} claimed ", s->seat);
    sf_add_route_name(deck, route, &text);
    vl_text_add(&text, " with ");
    sf_add_payment(deck, arg, &text);
    vl_text_addf(&text, ": %d point%s.", points, points == 1 ? "" : "s");
    if (gained)
        vl_text_addf(&text, " It brought a %s token.", sf_token_name(deck, vl_lowest(gained)).text);
    uint32_t mine = s->tickets[s->seat]; /* none, unless the viewer may see them */
    uint32_t fresh = sf_completed(d, after->claimed[s->seat], mine) &
                     ~sf_completed(d, s->claimed[s->seat], mine);
    if (vl_count(fresh) == 1) {
        vl_text_add(&text, " It completed ");
        sf_add_ticket(deck, vl_lowest(fresh), &text);
        vl_text_char(&text, '.');
    } else if (fresh) {
        vl_text_addf(&text, " It completed %s.", sf_count(vl_count(fresh), "ticket").text);
    }
    if (!s->last_turns && after->last_turns)
        vl_text_addf(&text, " %s left: one more turn for everybody.",
                     after->cars[s->seat] ? sf_count(after->cars[s->seat], "car").text : "No car");
    vl_line_say(line, "SF-4.1", "%s", vl_text_string(&text));
    vl_text_free(&text);
}

/* Others learn how many tickets were kept, not which (SF-8.1). */
static void say_keep(const struct vl_deck *deck, const struct sf_state *s, vl_move move,
                     struct vl_line *line)
{
    uint32_t arg = VL_MOVE_ARG(move), first = arg & 0xffU, second = arg >> 8;
    bool both = VL_MOVE_KIND(move) == SF_KEEP_TWO;
    struct vl_text text = {0};
    if (first == SF_NONE) {
        vl_line_say(line, "SF-6.1", both ? "{%u} kept two tickets." : "{%u} kept one ticket.",
                    s->seat);
        return;
    }
    vl_text_addf(&text, "{%u} kept ", s->seat);
    sf_add_ticket(deck, first, &text);
    if (both) {
        vl_text_add(&text, " and ");
        sf_add_ticket(deck, second, &text);
    }
    vl_line_say(line, "SF-6.1", "%s.", vl_text_string(&text));
    vl_text_free(&text);
}

static void say_ticket(const struct vl_deck *deck, const struct sf_state *s, uint32_t ticket,
                       struct vl_line *line)
{
    struct vl_text text = {0};
    const char *clause = s->placing ? "SF-1.4" : "SF-6.1",
               *verb = s->placing ? "was dealt" : "drew";
    if (ticket == SF_NONE) {
        vl_line_say(line, clause, "{%u} %s a ticket.", s->seat, verb);
        return;
    }
    sf_add_ticket(deck, ticket, &text);
    vl_line_say(line, clause, "{%u} %s %s.", s->seat, verb, vl_text_string(&text));
    vl_text_free(&text);
}

static void say_move(const struct vl_deck *deck, const struct sf_state *s,
                     const struct sf_state *then, vl_move move, struct vl_line *line)
{
    uint32_t arg = VL_MOVE_ARG(move), kind = VL_MOVE_KIND(move);
    if (kind == SF_CARD)
        say_card(deck, s, then, arg, line);
    else if (kind == SF_GET_TICKET)
        say_ticket(deck, s, arg, line);
    else if (kind == SF_TICKETS || (kind == SF_TAKE && arg == SF_DECK))
        return; /* what comes from a deck is told when it is drawn */
    else if (kind == SF_TAKE)
        vl_line_say(line, arg == SF_FERRY ? "SF-3.2" : "SF-3.1", "{%u} took %s from the row.",
                    s->seat, sf_a_card(deck, arg).text);
    else if (kind == SF_CLAIM)
        say_claim(deck, s, then, arg, line);
    else if (kind == SF_KEEP_ONE || kind == SF_KEEP_TWO)
        say_keep(deck, s, move, line);
    else if (kind == SF_PUT)
        vl_line_say(line, s->seats == 2 ? "SF-1.7" : "SF-1.6", "{%u} put the %s %s at %s.", s->seat,
                    sf_token_name(deck, (uint32_t)SF_SYMBOLS - s->placing).text,
                    s->seats == 2 ? "token" : "tokens", sf_place_name(deck, arg));
    else if (kind == SF_STARTS)
        vl_line_say(line, "SF-1.8", "{%u} starts.", arg);
    else if (kind == SF_PICK)
        vl_line_say(line, "SF-5.1", "{%u} took a %s token.", s->seat,
                    sf_token_name(deck, arg).text);
    else
        vl_line_say(line, "SF-2.2", "{%u} passed: nothing could be done.", s->seat);
}

void sf_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct sf_state *s = sf_seen(before), *then = sf_seen(after);
    say_move(deck, s, then, move, line);
    size_t length = strlen(line->text);
    if (length && sf_deck_size(then) > sf_deck_size(s)) /* SF-3.5 */
        snprintf(line->text + length, sizeof line->text - length,
                 " The discards were shuffled into a new deck.");
}
