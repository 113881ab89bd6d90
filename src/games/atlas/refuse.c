/*
 * Atlas: why a move is refused, with the clause that refuses it.
 *
 * The rules only list what is legal; they do not say why something is not. So this file asks the
 * same questions again, in the order in which a person would: is it the time for it, is the card
 * there, can it be paid, does the map allow it. The first that fails is told.
 */
#include "games/atlas/names.h"

/* False if exploring here is refused; true if that is not the reason. */
static bool refuse_explore(const struct vl_deck *deck, const struct at_state *s, uint32_t country,
                           uint32_t card, struct vl_error *err)
{
    const struct at_deck *d = deck->data;
    uint32_t seat = s->active_seat;
    const struct at_seat *p = &s->seat[seat];
    for (uint32_t other = 0; other < s->seats; other++)
        if (other != seat && vl_has_in(s->seat[other].explored, country))
            return vl_refuse(err, "AT-5.2", "%s has been explored by somebody else",
                             at_country_name(deck, country));
    if (at_barred(s, seat, country))
        return vl_refuse(err, "AT-10.5", "no token is left for a new country");
    if (card >= AT_PLACE0 && vl_has_in(s->toured, country))
        return vl_refuse(err, "AT-5.1", "the card of %s lies in a tableau already",
                         at_country_name(deck, country));
    if (card < AT_CARDS && d->card[card].need_count &&
        p->icons[d->card[card].need] < d->card[card].need_count)
        return vl_refuse(err, "AT-5.14", "%s asks for %u %s in your tableau",
                         at_card_name(deck, card), d->card[card].need_count,
                         at_experience_name(deck, d->card[card].need));
    uint32_t price = at_price(d, s, seat, country, card);
    if (price > p->money)
        return vl_refuse(err, "AT-5.3", "it costs %u money and you have %u", price, p->money);
    return true;
}

/* The bonus row of an action. */
static uint32_t bonus_of(uint32_t act)
{
    return act == AT_ACT_BLOG     ? AT_ACTION_BLOG
           : act == AT_ACT_WORK   ? AT_ACTION_WORK
           : act == AT_ACT_REST   ? AT_ACTION_REST
           : act == AT_ACT_REPLAN ? AT_ACTION_REPLAN
                                  : AT_ACTION_EXPLORE;
}

/* Souvenirs are taken at other times in the quick game. */
static void refuse_souvenir(const struct at_state *s, struct vl_error *err)
{
    if (at_quick(s))
        vl_refuse(err, "AT-12.5", "a souvenir is taken where a travel ends");
    else
        vl_refuse(err, "AT-4.10", "no souvenir can be taken here and now");
}

/* What the quick game refuses by clauses of its own; false: the common ones decide. */
static bool refuse_quick(const struct at_state *s, uint32_t act, uint32_t how, struct vl_error *err)
{
    if (how != AT_MAIN)
        vl_refuse(err, "AT-12.3", "the quick game has no bonus actions");
    else if (act >= AT_ACT_BLOG && act <= AT_ACT_REPLAN)
        vl_refuse(err, "AT-12.1", "the quick game has no such action");
    else if (act == AT_ACT_END)
        vl_refuse(err, "AT-12.3", "a turn is two actions: one is still to come");
    else if (act == AT_ACT_REFRESH)
        vl_refuse(err, "AT-12.6", "each souvenir of yours refreshes the row once a turn");
    else if (s->main_done >= 2)
        vl_refuse(err, "AT-12.3", "both actions are done");
    else if (act == AT_ACT_DRAW)
        vl_refuse(err, "AT-12.7", "nothing is left to draw");
    else
        return false;
    return true;
}

/* A travel under way. */
static void refuse_leg(const struct at_state *s, struct at_task travel, vl_move move,
                       struct vl_error *err)
{
    uint32_t act = AT_MOVE_ACT(move);
    if (act == AT_ACT_BUY)
        refuse_souvenir(s, err);
    else if (act == AT_ACT_END && (travel.a & AT_BOUGHT))
        vl_refuse(err, "AT-4.10", "a souvenir was taken at the start: a leg must follow");
    else if (act == AT_ACT_DIRECT && !(travel.a & AT_DIRECT))
        vl_refuse(err,
                  travel.a & AT_REWARD ? "AT-4.9"
                  : at_quick(s)        ? "AT-12.4"
                                       : "AT-4.8",
                  travel.a & AT_REWARD ? "a travel won by blogging is no direct flight"
                                       : "a direct flight is the whole turn");
    else
        vl_refuse(err, at_quick(s) ? "AT-12.4" : "AT-4.1", "this travel cannot go on like that");
}

/* An action of a turn. The last reason is the one that is left when all others are excluded. */
static void refuse_act(const struct vl_deck *deck, const struct at_state *s, vl_move move,
                       struct vl_error *err)
{
    const struct at_deck *d = deck->data;
    const struct at_seat *p = &s->seat[s->active_seat];
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    uint32_t card = act == AT_ACT_DIRECT ? what >> 1 : what;
    bool leg = act <= AT_ACT_DIRECT;
    bool by_card = act == AT_ACT_FLY || act == AT_ACT_DIRECT || act == AT_ACT_CARD;
    if (by_card && !at_can_use(s, s->active_seat, card))
        vl_refuse(err, "AT-3.1", "that card is neither in your hand nor in the row");
    else if (at_quick(s) && refuse_quick(s, act, how, err))
        return;
    else if (how != AT_MAIN && s->bonus_done)
        vl_refuse(err, "AT-2.1", "the bonus action is done");
    else if (how != AT_MAIN && !at_can_pay_bonus(d, p, bonus_of(act), how))
        vl_refuse(err, "AT-2.4", "a bonus action takes full likes in its row or a souvenir");
    else if (!leg && how == AT_MAIN && act < AT_ACT_REPLAN && s->main_done && !at_quick(s))
        vl_refuse(err, "AT-2.1", "the main action is done");
    else if (act == AT_ACT_END)
        vl_refuse(err, "AT-2.2", "the main action is still to come");
    else if (act == AT_ACT_CARD && !at_card_in(d, card, p->at))
        vl_refuse(err, "AT-5.1", "%s is not where you are", at_card_name(deck, card));
    else if ((act == AT_ACT_CARD || act == AT_ACT_PLACE) && p->at < AT_COUNTRIES &&
             !refuse_explore(deck, s, p->at, act == AT_ACT_CARD ? card : AT_PLACE0 + what % 3, err))
        return;
    else if (act == AT_ACT_DIRECT &&
             !refuse_explore(deck, s, d->card[card].country[what & 1U], card, err))
        return;
    else if (act == AT_ACT_BUY)
        refuse_souvenir(s, err);
    else if (act == AT_ACT_AIRPORT && p->at < AT_COUNTRIES && !d->country[p->at].airport)
        vl_refuse(err, "AT-4.6", "%s has no major airport", at_country_name(deck, p->at));
    else if (act == AT_ACT_DIRECT && at_spent(s))
        vl_refuse(err, at_quick(s) ? "AT-12.4" : "AT-4.8", "a direct flight is the whole turn");
    else if (leg)
        vl_refuse(err, at_quick(s) ? "AT-12.4" : "AT-4.1",
                  "you cannot travel like that from here with what you have");
    else if (act == AT_ACT_BLOG)
        vl_refuse(err, "AT-7.1", "there is no card that you could blog about now");
    else if (act == AT_ACT_REST && at_free_rest(d, p))
        vl_refuse(err, "AT-8.2", "resting is free here: take the full rest");
    else if (act == AT_ACT_WORK || act == AT_ACT_REST)
        vl_refuse(err, "AT-8.3", "nothing lies open there, or you cannot pay for it");
    else if (act == AT_ACT_DRAW || act == AT_ACT_REFRESH)
        vl_refuse(err, "AT-12.3", "only the quick game has that action");
    else
        vl_refuse(err, "AT-2.1", "that action is not open now");
}

/* Another question is open, or the answer is not among those offered. */
void at_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct at_state *s = at_seen(view);
    struct at_task task = at_current(s);
    uint32_t kind = VL_MOVE_KIND(move);
    struct vl_text prompt = {0};
    at_prompt(deck, view, &prompt);
    if (task.kind == AT_NO_TASK) {
        vl_refuse(err, "AT-10.3", "the game is over");
    } else if (kind == AT_ASK_TURN && task.kind == AT_ASK_TURN) {
        refuse_act(deck, s, move, err);
    } else if (kind == AT_ASK_TRAVEL && task.kind == AT_ASK_TRAVEL) {
        refuse_leg(s, task, move, err);
    } else if (kind != task.kind) {
        vl_refuse(err, at_clause_of(s, &task), "something else is asked now: %s",
                  vl_text_string(&prompt));
    } else if (kind == AT_ASK_HOME) {
        vl_refuse(err, "AT-1.12",
                  "that country cannot be a home: Antarctica, a souvenir, or taken");
    } else if (kind == AT_ASK_GO) {
        vl_refuse(err, at_clause_of(s, &task), "that country is out of reach");
    } else if (kind == AT_ASK_SHIFT) {
        vl_refuse(err, task.a ? "AT-7.9" : "AT-5.7",
                  task.a ? "you hold it less than three times, or it is locked or not on the card"
                         : "that token is locked, not on the card, or has no neighbour there");
    } else {
        vl_refuse(err, at_clause_of(s, &task), "that is not among the choices: %s",
                  vl_text_string(&prompt));
    }
    vl_text_free(&prompt);
}
