/* Travelogue: why a move is refused, by the clause that refuses it. */
#include "games/travelogue/text.h"

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
        vl_refuse(err, "TL-6.2", "no discards at %s leave you a card that you could score",
                  tl_destination_name(deck, s->destination[s->seat]));
    else
        refuse_trade(s, (bit - TL_TRADE) / 4 + 1, (bit - TL_TRADE) % 4, err);
}

static void refuse_spending(const struct vl_deck *deck, const struct tl_state *s, uint32_t card,
                            struct vl_error *err)
{
    const struct tl_deck *d = deck->data;
    uint32_t destination = s->destination[s->seat], a = tl_activity(card);
    if (vl_count(tl_of_activity(s->chosen, a)) >= d->limit[destination][a])
        vl_refuse(err, "TL-6.1", "%s takes no more than %u %s",
                  tl_destination_name(deck, destination), d->limit[destination][a],
                  tl_activity_names[a]);
    else if ((int)card < tl_highest(s->chosen))
        vl_refuse(err, "TL-11.1", "cards are chosen in ascending order: %s comes too late",
                  tl_card_key(deck, card));
    else
        vl_refuse(err, "TL-6.2", "with %s discarded next no visit could end with a card to score",
                  tl_card_key(deck, card));
}

static void refuse_card(const struct vl_deck *deck, const struct tl_state *s, uint32_t card,
                        struct vl_error *err)
{
    const struct tl_deck *d = deck->data;
    static const char *const clauses[TL_OVER + 1] = {
        [TL_GIVE] = "TL-5.4",  [TL_RETURN] = "TL-5.6", [TL_SPEND] = "TL-6.1",
        [TL_SCORE] = "TL-6.4", [TL_CLOUDS] = "TL-7.3",
    };
    if (card >= TL_CARDS)
        vl_refuse(err, clauses[s->phase], "that is no card");
    else if (!tl_has(&s->hand[s->actor], card))
        vl_refuse(err, clauses[s->phase], "%s is not in your hand", tl_card_key(deck, card));
    else if (s->phase == TL_SPEND)
        refuse_spending(deck, s, card, err);
    else if (s->phase == TL_SCORE)
        vl_refuse(err, "TL-6.4", "the vacation value is %u, too little for %s",
                  tl_value(d, s->destination[s->seat], s->chosen), tl_card_key(deck, card));
    else if ((int)card < tl_highest(s->chosen))
        vl_refuse(err, "TL-11.1", "cards are chosen in ascending order: %s comes too late",
                  tl_card_key(deck, card));
    else
        vl_refuse(err, "TL-11.1",
                  "cards are chosen in ascending order: too few would be left after %s",
                  tl_card_key(deck, card));
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
                                      : "finish the action you have begun first");
    else if (phase == TL_TURN)
        refuse_turn(deck, s, bit, err);
    else if (phase == TL_PICK || phase == TL_MOVE_ON)
        vl_refuse(err, phase == TL_PICK ? "TL-2.5" : "TL-8.1", "there are three piles, 1 to 3");
    else
        refuse_card(deck, s, bit, err);
}
