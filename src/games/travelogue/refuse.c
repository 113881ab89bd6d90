/* Travelogue: why a move is refused, and why a table element cannot be touched. */
#include <string.h>

#include "core/target.h"
#include "games/travelogue/text.h"

/* ---- Moves ---- */

/* The own hand is looked at before the partner's: with too few cards no partner would help
 * (TL-5.1). */
static void refuse_trade(const struct tl_state *s, uint32_t agent, uint32_t partner,
                         struct vl_error *err)
{
    if (agent > TL_AGENTS)
        vl_refuse(err, "TL-3.1", "there is no such agent");
    else if (partner == s->seat)
        vl_refuse(err, "TL-5.3", "the partner of a trade is another seat");
    else if (partner >= s->seats)
        vl_refuse(err, "TL-5.3", "there is no seat %u", partner + 1);
    else if (s->agent[agent - 1] == TL_NONE)
        vl_refuse(err, "TL-5.2", "no card lies below agent %u", agent);
    else if (tl_hand_count(s, s->seat) < agent)
        vl_refuse(err, "TL-5.1", "agent %u asks for %u cards, and you hold %u", agent, agent,
                  tl_hand_count(s, s->seat));
    else
        vl_refuse(err, "TL-5.3",
                  "agent %u asks for a partner with %u cards, and that seat holds %u", agent, agent,
                  tl_hand_count(s, partner));
}

static void refuse_turn(const struct vl_deck *deck, const struct tl_state *s, uint32_t bit,
                        struct vl_error *err)
{
    if (bit == TL_TAKE_CARD)
        vl_refuse(err, "TL-4.4", "the deck is empty");
    else if (bit == TL_PASS)
        vl_refuse(err, "TL-4.4", "nobody passes while there are cards to draw");
    else if (bit == TL_VISIT)
        vl_refuse(err, "TL-6.2", "with every discard at %s, no card is left that you could score",
                  tl_destination_name(deck, s->destination[s->seat]));
    else
        refuse_trade(s, (bit - TL_TRADE) / 4 + 1, (bit - TL_TRADE) % 4, err);
}

/* The last case is the subtle one (TL-6.2): the discard would leave no card that the visit's value
 * could reach, however many more are discarded. */
static void refuse_spending(const struct vl_deck *deck, const struct tl_state *s, uint32_t card,
                            struct vl_error *err)
{
    const struct tl_deck *d = deck->data;
    const char *key = tl_card_key(deck, card);
    uint32_t destination = s->destination[s->seat], a = tl_activity(card);
    if (vl_count(tl_of_activity(s->chosen, a)) >= d->limit[destination][a])
        vl_refuse(err, "TL-6.1", "%s takes no more than %u %s",
                  tl_destination_name(deck, destination), d->limit[destination][a],
                  tl_activity_names[a]);
    else if ((int)card < tl_highest(s->chosen))
        vl_refuse(err, "TL-11.1", "cards are chosen in ascending order: %s comes too late", key);
    else
        vl_refuse(err, "TL-6.2", "with %s discarded next no visit could end with a card to score",
                  key);
}

/* The clause is that of the phase, since the same words serve trades, visits and clouds. */
static void refuse_card(const struct vl_deck *deck, const struct tl_state *s, uint32_t card,
                        struct vl_error *err)
{
    const char *key = tl_card_key(deck, card);
    static const char *const clauses[TL_OVER + 1] = {
        [TL_GIVE] = "TL-5.4",  [TL_RETURN] = "TL-5.6", [TL_SPEND] = "TL-6.1",
        [TL_SCORE] = "TL-6.4", [TL_CLOUDS] = "TL-7.3",
    };
    if (card >= TL_CARDS)
        vl_refuse(err, clauses[s->phase], "that is no card");
    else if (!tl_has(&s->hand[s->actor], card))
        vl_refuse(err, clauses[s->phase], "%s is not in your hand", key);
    else if (s->phase == TL_SPEND)
        refuse_spending(deck, s, card, err);
    else if (s->phase == TL_SCORE)
        vl_refuse(err, "TL-6.4", "the vacation value is %u, too little for %s",
                  tl_value(deck->data, s->destination[s->seat], s->chosen), key);
    else if ((int)card < tl_highest(s->chosen))
        vl_refuse(err, "TL-11.1", "cards are chosen in ascending order: %s comes too late", key);
    else
        vl_refuse(err, "TL-11.1",
                  "cards are chosen in ascending order: too few would be left after %s", key);
}

void tl_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct tl_state *s = tl_seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    bool drawn = phase == TL_ALBUM || phase == TL_DEAL || phase == TL_LAY || phase == TL_TOP ||
                 phase == TL_DRAW || phase == TL_SHOW || phase == TL_REPLACE || phase == TL_RESTOCK;
    if (s->phase == TL_OVER)
        vl_refuse(err, "TL-9.2", "the game is over");
    else if (drawn)
        vl_refuse(err, "TL-2.1", "that is for chance to say, and not now");
    else if (phase == TL_SPEND && bit == TL_DONE && s->phase == TL_SPEND)
        vl_refuse(err, "TL-6.2",
                  tl_any(s->chosen) ? "no card in your hand is low enough for this value yet"
                                    : "discard at least one card");
    else if (phase != s->phase)
        vl_refuse(err, "TL-3.1",
                  s->phase == TL_TURN ? "first choose an action: draw, an agent, or a visit"
                                      : "finish this action first");
    else if (phase == TL_TURN)
        refuse_turn(deck, s, bit, err);
    else if (phase == TL_PICK || phase == TL_MOVE_ON)
        vl_refuse(err, phase == TL_PICK ? "TL-2.5" : "TL-8.1", "there are three piles, 1 to 3");
    else
        refuse_card(deck, s, bit, err);
}

/* ---- Table elements ---- */

/* What is to be chosen now, and so comes before anything else. */
static void refuse_busy(const struct vl_deck *deck, const struct tl_state *s, struct vl_error *err)
{
    if (s->phase == TL_PICK)
        vl_refuse(err, "TL-2.5", "first take your destination from one of the piles");
    else if (s->phase == TL_SECOND)
        vl_refuse(err, "TL-4.2", "first draw a second card, or say that one is enough");
    else if (s->phase == TL_GIVE)
        vl_refuse(err, "TL-5.4", "first choose the cards that you give to {%u}", s->partner);
    else if (s->phase == TL_RETURN)
        vl_refuse(err, "TL-5.6", "first choose the cards that you give back to {%u}", s->seat);
    else if (s->phase == TL_SPEND)
        vl_refuse(err, "TL-6.1", "first choose the cards that you discard at %s",
                  tl_destination_name(deck, s->destination[s->seat]));
    else if (s->phase == TL_SCORE)
        vl_refuse(err, "TL-6.4", "first choose the card that you score");
    else if (s->phase == TL_CLOUDS)
        vl_refuse(err, "TL-7.3", "first discard down to %u cards", tl_cloud_limit(deck->data, s));
    else if (s->phase == TL_MOVE_ON)
        vl_refuse(err, "TL-8.1", "first choose the pile for your next destination");
    else
        vl_refuse(err, "TL-3.1",
                  "a turn is one action: draw, visit an agent, or visit your destination");
}

/* In a choice of cards the touch means that card. Outside of one it can only mean a wish to give
 * it. */
static vl_move touch_card(const struct vl_deck *deck, const struct vl_view *view, uint32_t card,
                          struct vl_error *err)
{
    const struct tl_state *s = tl_seen(view);
    bool chooses = s->phase == TL_GIVE || s->phase == TL_RETURN || s->phase == TL_SPEND ||
                   s->phase == TL_SCORE || s->phase == TL_CLOUDS;
    vl_move move = VL_MOVE(chooses ? s->phase : TL_GIVE, card);
    if (chooses && s->phase != TL_SCORE && tl_has(&s->chosen, card))
        vl_refuse(err, "TL-11.1", "you have chosen %s %u already",
                  tl_activity_names[tl_activity(card)], tl_number(card));
    else if (chooses)
        tl_refuse(deck, view, move, err);
    else if (s->phase == TL_TURN)
        vl_refuse(err, "TL-3.1",
                  "choose an action first: you give cards to a partner at an agent, or discard "
                  "them at your destination");
    else
        refuse_busy(deck, s, err);
    return move;
}

/* The other seat with the most cards: if it cannot be the partner, nobody can. */
static uint32_t likeliest_partner(const struct tl_state *s)
{
    uint32_t best = s->seat ? 0 : 1;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && tl_hand_count(s, seat) > tl_hand_count(s, best))
            best = seat;
    return best;
}

/* The lowest agent with a card asks for least. */
static uint32_t easiest_agent(const struct tl_state *s)
{
    for (uint32_t agent = 0; agent < TL_AGENTS; agent++)
        if (s->agent[agent] < TL_CARDS)
            return agent;
    return 0;
}

static vl_move touch_destination(const struct vl_deck *deck, const struct vl_view *view,
                                 uint32_t owner, struct vl_error *err)
{
    const struct tl_state *s = tl_seen(view);
    vl_move visit = VL_MOVE(TL_TURN, TL_VISIT);
    if (owner == s->seat && s->phase == TL_TURN)
        tl_refuse(deck, view, visit, err);
    else if (s->phase == TL_TURN)
        vl_refuse(err, "TL-3.1", "that is the destination of {%u}: you visit your own", owner);
    else
        refuse_busy(deck, s, err);
    return owner == s->seat ? visit : VL_NO_MOVE;
}

/* A move of the turn; once another choice is open, that comes first. */
static vl_move touch_action(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                            struct vl_error *err)
{
    const struct tl_state *s = tl_seen(view);
    if (s->phase == VL_MOVE_KIND(move))
        tl_refuse(deck, view, move, err);
    else
        refuse_busy(deck, s, err);
    return move;
}

/* Elements without a number. */
static vl_move touch_word(const struct vl_deck *deck, const struct vl_view *view,
                          const char *target, struct vl_error *err)
{
    const struct tl_state *s = tl_seen(view);
    bool turn = s->phase == TL_TURN;
    if (strcmp(target, "deck") == 0)
        return touch_action(deck, view, VL_MOVE(TL_TURN, TL_TAKE_CARD), err);
    if (strcmp(target, "pass") == 0)
        return touch_action(deck, view, VL_MOVE(TL_TURN, TL_PASS), err);
    if (strcmp(target, "done") == 0)
        return touch_action(deck, view, VL_MOVE(TL_SPEND, TL_DONE), err);
    if (strcmp(target, "enough") == 0) {
        if (turn)
            vl_refuse(err, "TL-4.2", "you have not drawn a card");
        else
            refuse_busy(deck, s, err);
        return VL_MOVE(TL_SECOND, TL_ENOUGH);
    }
    if (strcmp(target, "trade") != 0)
        return vl_target_unknown(target, err);
    if (turn)
        vl_refuse(err, "TL-5.1", "to trade, choose an agent and a partner");
    else
        refuse_busy(deck, s, err);
    return VL_NO_MOVE;
}

vl_move tl_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                         struct vl_error *err)
{
    const struct tl_state *s = tl_seen(view);
    uint32_t n;
    if (s->phase == TL_OVER) {
        vl_refuse(err, "TL-9.2", "the game is over");
        return VL_NO_MOVE;
    }
    if (vl_target_number(target, "hand", 0, TL_CARDS - 1, &n))
        return touch_card(deck, view, n, err);
    if (vl_target_number(target, "destination", 0, s->seats - 1U, &n))
        return touch_destination(deck, view, n, err);
    if (vl_target_number(target, "agent", 1, TL_AGENTS, &n))
        return touch_action(deck, view,
                            VL_MOVE(TL_TURN, TL_TRADE + 4 * (n - 1) + likeliest_partner(s)), err);
    if (vl_target_number(target, "seat", 0, s->seats - 1U, &n))
        return touch_action(deck, view, VL_MOVE(TL_TURN, TL_TRADE + 4 * easiest_agent(s) + n), err);
    if (!vl_target_number(target, "pile", 1, TL_PILES, &n))
        return touch_word(deck, view, target, err);
    if (s->phase == TL_TURN)
        vl_refuse(err, "TL-8.1", "you choose a new destination at the end of a visit");
    else
        refuse_busy(deck, s, err);
    return VL_MOVE(TL_MOVE_ON, n - 1);
}
