/* San Francisco: why a move is refused, and why a table element cannot be touched. */
#include <string.h>

#include "core/target.h"
#include "games/sanfrancisco/text.h"

/* The deck is refilled from the discards at once (SF-3.5), so an empty one means that both are. */
static void refuse_take(const struct vl_deck *deck, const struct sf_state *s, uint32_t kind,
                        struct vl_error *err)
{
    if (s->phase != SF_TURN && s->phase != SF_SECOND)
        vl_refuse(err, "SF-2.1", "cards are not drawn now");
    else if (kind == SF_DECK)
        vl_refuse(err, "SF-3.5", "the deck is empty, and so are the discards");
    else if (!sf_of(s->row, kind))
        vl_refuse(err, "SF-3.1", "no %s%s lies in the row", sf_card_key(deck, kind),
                  kind == SF_FERRY ? "" : " card");
    else
        vl_refuse(err, "SF-3.2", "a ferry from the row cannot be the second card");
}

/* Taken, or closed by its twin (SF-4.6), or too long for the cars (SF-4.4): in the order in which a
 * player would see it on the map. */
static void refuse_route(const struct vl_deck *deck, const struct sf_state *s, uint32_t route,
                         const char *name, struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint64_t bit = vl_bit(route), twin = sf_twins(d, bit);
    if (s->claimed[s->seat] & bit)
        vl_refuse(err, "SF-4.4", "%s is yours already", name);
    else if (sf_taken(s) & bit)
        vl_refuse(err, "SF-4.4", "%s is claimed already", name);
    else if (s->claimed[s->seat] & twin)
        vl_refuse(err, "SF-4.6", "you have the other route of %s", name);
    else if (s->seats == 2 && (sf_taken(s) & twin))
        vl_refuse(err, "SF-4.6",
                  "with two seats a double link is closed once one route is claimed");
    else
        vl_refuse(err, "SF-4.4", "%s takes %s, and you have %u", name,
                  sf_count(d->spaces[route], "car").text, s->cars[s->seat]);
}

/* Where the route itself is open, the payment is wrong: the ferry, the colour, or the cards. */
static void refuse_claim(const struct vl_deck *deck, const struct sf_state *s, uint32_t arg,
                         struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t route = SF_ROUTE_OF(arg), colour = SF_COLOUR_OF(arg), ferries = SF_FERRIES_OF(arg);
    struct vl_text name = {0}, cost = {0};
    sf_add_route_name(deck, route, &name);
    if (!vl_has(sf_open(d, s, s->seat), route) || d->spaces[route] > s->cars[s->seat]) {
        refuse_route(deck, s, route, vl_text_string(&name), err);
    } else if (vl_has(d->ferry, route) && !ferries) {
        vl_refuse(err, "SF-4.3", "%s takes a ferry card for its ferry symbol",
                  vl_text_string(&name));
    } else if (colour < SF_COLOURS && !vl_has(d->suit[colour], route)) {
        vl_refuse(err, "SF-4.1", "%s takes %s cards", vl_text_string(&name),
                  sf_card_key(deck, d->colour[route]));
    } else {
        sf_add_payment(deck, arg, &cost);
        vl_refuse(err, "SF-4.1", "you do not have %s", vl_text_string(&cost));
    }
    vl_text_free(&name);
    vl_text_free(&cost);
}

static void refuse_token(const struct vl_deck *deck, const struct sf_state *s, uint32_t symbol,
                         struct vl_error *err)
{
    struct sf_words name = sf_token_name(deck, symbol);
    if (s->phase != SF_TOKEN)
        vl_refuse(err, "SF-5.1", "a token is chosen after a claim that reaches two");
    else if (s->tokens[s->seat] >> symbol & 1U)
        vl_refuse(err, "SF-5.1", "you have a %s token already", name.text);
    else
        vl_refuse(err, "SF-5.1", "no %s token lies at an end of that route", name.text);
}

void sf_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct sf_state *s = sf_seen(view);
    uint32_t kind = VL_MOVE_KIND(move), arg = VL_MOVE_ARG(move);
    bool turn = kind == SF_CLAIM || kind == SF_TICKETS || kind == SF_PASS;
    static const char *const drawn[] = {
        [SF_CARD] = "SF-3.1", [SF_GET_TICKET] = "SF-6.1", [SF_STARTS] = "SF-1.8"};
    if (s->phase == SF_OVER)
        vl_refuse(err, "SF-7.1", "the game is over");
    else if (kind < sizeof drawn / sizeof *drawn && drawn[kind])
        vl_refuse(err, drawn[kind], "that is drawn by chance");
    else if (s->phase == SF_SECOND && turn)
        vl_refuse(err, "SF-3.4", "only one action a turn: take the second card");
    else if (turn && s->phase != SF_TURN)
        vl_refuse(err, "SF-2.1", "finish what you have begun first");
    else if (kind == SF_TAKE)
        refuse_take(deck, s, arg, err);
    else if (kind == SF_CLAIM)
        refuse_claim(deck, s, arg, err);
    else if (kind == SF_TICKETS)
        vl_refuse(err, "SF-6.1", "no tickets are left");
    else if (kind == SF_PASS)
        vl_refuse(err, "SF-2.2", "you pass only when no action is possible");
    else if (kind == SF_KEEP_ONE || kind == SF_KEEP_TWO)
        vl_refuse(err, "SF-6.1",
                  s->phase == SF_KEEP ? "you have not been offered that"
                                      : "no tickets are to be chosen now");
    else if (kind == SF_PUT && s->phase != SF_PLACE)
        vl_refuse(err, "SF-1.6", "no stack is to be placed now");
    else if (kind == SF_PUT)
        vl_refuse(err, "SF-1.6", "a stack lies at %s already", sf_place_name(deck, arg));
    else
        refuse_token(deck, s, arg, err);
}

/* ---- Table elements ---- */

/* What is to be chosen now, and so comes before anything else. */
static void refuse_busy(const struct vl_deck *deck, const struct sf_state *s, struct vl_error *err)
{
    uint32_t symbol = (SF_SYMBOLS - (uint32_t)s->placing) % SF_SYMBOLS;
    if (s->phase == SF_KEEP)
        vl_refuse(err, "SF-6.1", "first choose the tickets that you keep");
    else if (s->phase == SF_PLACE)
        vl_refuse(err, "SF-1.6", "first put the %s %s on a place", sf_token_name(deck, symbol).text,
                  s->seats == 2 ? "token" : "tokens");
    else if (s->phase == SF_TOKEN)
        vl_refuse(err, "SF-5.1", "first choose the token that you take");
    else if (s->phase == SF_SECOND)
        vl_refuse(err, "SF-3.4", "only one action a turn: take the second card");
    else
        vl_refuse(err, "SF-2.1",
                  "a turn is one action: draw cards, claim a route, or draw tickets");
}

/* The colour for a route: its own, or for a grey one that of which the hand has most. */
static uint32_t best_colour(const struct sf_deck *d, const struct sf_state *s, uint32_t route)
{
    uint32_t best = 0;
    if (d->colour[route] < SF_COLOURS)
        return d->colour[route];
    for (uint32_t colour = 1; colour < SF_COLOURS; colour++)
        if (sf_of(s->hand[s->seat], colour) > sf_of(s->hand[s->seat], best))
            best = colour;
    return best;
}

/* A route that could be claimed, but for the cards: the price, and what the hand has of it. */
static void refuse_price(const struct vl_deck *deck, const struct sf_state *s, uint32_t arg,
                         struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    uint32_t route = SF_ROUTE_OF(arg), colour = best_colour(d, s, route);
    uint64_t hand = s->hand[s->seat];
    uint64_t useful =
        sf_cards(colour, sf_of(hand, colour)) | sf_cards(SF_FERRY, sf_of(hand, SF_FERRY));
    uint32_t ferries = SF_FERRIES_OF(arg), cards = d->spaces[route] - ferries;
    bool grey = d->colour[route] >= SF_COLOURS && cards;
    struct vl_text name = {0}, price = {0}, have = {0};
    sf_add_route_name(deck, route, &name);
    if (grey)
        vl_text_addf(&price, "%s of one colour%s", sf_count(cards, "card").text,
                     ferries ? " and 1 ferry" : "");
    else
        sf_add_payment(deck, arg, &price);
    sf_add_cards(deck, useful, 0, &have);
    vl_refuse(err, vl_has(d->ferry, route) && !sf_of(hand, SF_FERRY) ? "SF-4.3" : "SF-4.1",
              "%s takes %s, and you have %s%s", vl_text_string(&name), vl_text_string(&price),
              grey && useful ? "at most " : "", vl_text_string(&have));
    vl_text_free(&name);
    vl_text_free(&price);
    vl_text_free(&have);
}

/* The claim without ferries in the place of other cards. */
static vl_move touch_route(const struct vl_deck *deck, const struct vl_view *view, uint32_t route,
                           struct vl_error *err)
{
    const struct sf_deck *d = deck->data;
    const struct sf_state *s = sf_seen(view);
    uint32_t ferries = vl_has(d->ferry, route), colour = best_colour(d, s, route);
    uint32_t arg = (d->spaces[route] == ferries ? SF_PAYMENT(SF_FERRY, ferries)
                                                : SF_PAYMENT(colour, ferries)) |
                   route;
    if (s->phase != SF_TURN)
        refuse_busy(deck, s, err);
    else if (!vl_has(sf_open(d, s, s->seat), route) || d->spaces[route] > s->cars[s->seat])
        sf_refuse(deck, view, VL_MOVE(SF_CLAIM, arg), err);
    else
        refuse_price(deck, s, arg, err);
    return VL_MOVE(SF_CLAIM, arg);
}

/* A move in one of the phases, a mask, that it belongs to; in all others something else has to be
 * chosen first. */
static vl_move touch(const struct vl_deck *deck, const struct vl_view *view, uint32_t phases,
                     vl_move move, struct vl_error *err)
{
    if (phases >> sf_seen(view)->phase & 1U)
        sf_refuse(deck, view, move, err);
    else
        refuse_busy(deck, sf_seen(view), err);
    return move;
}

static vl_move touch_ticket(const struct vl_deck *deck, const struct vl_view *view, uint32_t ticket,
                            struct vl_error *err)
{
    const struct sf_state *s = sf_seen(view);
    vl_move move = VL_MOVE(SF_KEEP_ONE, ticket);
    if (!(s->tickets[s->seat] >> ticket & 1U))
        return touch(deck, view, 1U << SF_KEEP | 1U << SF_TURN, move, err);
    vl_refuse(err, "SF-6.1", "you have this ticket, and keep it for good");
    return move;
}

/* Stacks are placed in set-up and tokens taken after a claim: at other times only the rest of the
 * turn is open. */
static vl_move touch_place(const struct vl_deck *deck, const struct vl_view *view, uint32_t place,
                           struct vl_error *err)
{
    vl_move move = VL_MOVE(SF_PUT, place);
    if (sf_seen(view)->phase != SF_TURN)
        return touch(deck, view, 1U << SF_PLACE, move, err);
    vl_refuse(err, "SF-2.1", "claim a route that leads to %s", sf_place_name(deck, place));
    return move;
}

static vl_move touch_token(const struct vl_deck *deck, const struct vl_view *view, uint32_t symbol,
                           struct vl_error *err)
{
    const struct sf_state *s = sf_seen(view);
    vl_move move = VL_MOVE(SF_PICK, symbol);
    if (s->phase != SF_TURN)
        return touch(deck, view, 1U << SF_TOKEN, move, err);
    vl_refuse(err, "SF-5.1",
              s->tokens[s->seat] >> symbol & 1U
                  ? "you have a %s token already"
                  : "you take a %s token when you claim a route to where it lies",
              sf_token_name(deck, symbol).text);
    return move;
}

vl_move sf_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                         struct vl_error *err)
{
    const struct sf_state *s = sf_seen(view);
    const char *key = vl_target_rest(target, "route");
    int route = key ? sf_find_route(deck, key) : -1;
    uint32_t n, drawing = 1U << SF_TURN | 1U << SF_SECOND;
    if (s->phase == SF_OVER) {
        vl_refuse(err, "SF-7.1", "the game is over");
        return VL_NO_MOVE;
    }
    if (route >= 0)
        return touch_route(deck, view, (uint32_t)route, err);
    if (vl_target_key(deck, target, "row", SF_T_CARDS, SF_C_KEY, &n))
        return touch(deck, view, drawing, VL_MOVE(SF_TAKE, n), err);
    if (vl_target_key(deck, target, "ticket", SF_T_TICKETS, SF_K_KEY, &n))
        return touch_ticket(deck, view, n, err);
    if (vl_target_key(deck, target, "place", SF_T_PLACES, SF_P_KEY, &n))
        return touch_place(deck, view, n, err);
    if (vl_target_key(deck, target, "token", SF_T_TOKENS, SF_S_KEY, &n))
        return touch_token(deck, view, n, err);
    if (strcmp(target, "deck") == 0)
        return touch(deck, view, drawing, VL_MOVE(SF_TAKE, SF_DECK), err);
    if (strcmp(target, "tickets") == 0)
        return touch(deck, view, 1U << SF_TURN, VL_MOVE(SF_TICKETS, 0), err);
    if (strcmp(target, "pass") == 0)
        return touch(deck, view, 1U << SF_TURN, VL_MOVE(SF_PASS, 0), err);
    if (!vl_target_number(target, "seat", 0, s->seats - 1U, &n))
        return vl_target_unknown(target, err);
    refuse_busy(deck, s, err);
    return VL_NO_MOVE;
}
