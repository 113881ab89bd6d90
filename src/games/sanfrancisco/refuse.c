/* San Francisco: why a move is refused, by the clause that refuses it. */
#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/text.h"

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

static void refuse_keep(const struct sf_state *s, struct vl_error *err)
{
    if (s->phase != SF_KEEP)
        vl_refuse(err, "SF-6.1", "no tickets are to be chosen now");
    else
        vl_refuse(err, "SF-6.1", "you have not been offered that");
}

static void refuse_place(const struct vl_deck *deck, const struct sf_state *s, uint32_t place,
                         struct vl_error *err)
{
    if (s->phase != SF_PLACE)
        vl_refuse(err, "SF-1.6", "no stack is to be placed now");
    else
        vl_refuse(err, "SF-1.6", "a stack lies at %s already", sf_place_name(deck, place));
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
    if (s->phase == SF_OVER)
        vl_refuse(err, "SF-7.1", "the game is over");
    else if (kind == SF_CARD || kind == SF_GET_TICKET || kind == SF_STARTS)
        vl_refuse(err,
                  kind == SF_CARD         ? "SF-3.1"
                  : kind == SF_GET_TICKET ? "SF-6.1"
                                          : "SF-1.8",
                  "that is drawn by chance");
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
        refuse_keep(s, err);
    else if (kind == SF_PUT)
        refuse_place(deck, s, arg, err);
    else
        refuse_token(deck, s, arg, err);
}
