/* Easy Breezy: why a move is refused, and why a table element cannot be touched. */
#include <string.h>

#include "core/target.h"
#include "games/easybreezy/text.h"

/* From the plainest reason to the subtlest: no such city, nobody who pays, too few cards. */
static void refuse_departure(const struct vl_deck *deck, const struct eb_state *s, uint32_t city,
                             struct vl_error *err)
{
    const struct eb_deck *d = deck->data;
    if (!s->fare[city]) {
        vl_refuse(err, "EB-4.6", "%s has left the ticker", eb_city_names[city]);
        return;
    }
    uint64_t cards = eb_travellers(d, s, s->seat, city);
    uint32_t seats = eb_seats(d, s, city);
    if (!(cards & d->city[city]))
        vl_refuse(err, "EB-4.4", "nobody among your cards pays for a trip to %s",
                  eb_city_names[city]);
    else
        vl_refuse(err, "EB-4.1", "the %s to %s has %u seats, and you have %u card%s for it",
                  eb_transport_keys[s->transport[city]], eb_city_names[city], seats,
                  vl_count(cards), vl_count(cards) == 1 ? "" : "s");
}

/* The last case is the only one that a player may not expect: cards board in ascending order
 * (EB-4.2), so a high card too early leaves too few above it. */
static void refuse_boarding(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                            struct vl_error *err)
{
    const struct eb_deck *d = deck->data;
    const char *name = eb_name_of(deck, card);
    uint64_t bit = vl_bit(card);
    if (s->chosen & bit)
        vl_refuse(err, "EB-4.2", "%s is aboard already", name);
    else if (!((s->hand[s->seat] | s->waiting[s->seat]) & bit))
        vl_refuse(err, "EB-4.2", "%s is not among your cards", name);
    else if (!((d->city[s->city] | d->riders) & bit))
        vl_refuse(err, "EB-4.2", "%s is not going to %s", name, eb_city_names[s->city]);
    else if (!s->chosen && (d->riders & bit))
        vl_refuse(err, "EB-4.4", "a paying passenger boards first");
    else
        vl_refuse(err, "EB-4.2",
                  "with %s next the seats could not be filled: cards board by ascending number",
                  name);
}

static void refuse_reorganizing(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                                struct vl_error *err)
{
    const char *name = eb_name_of(deck, card);
    uint64_t bit = vl_bit(card), mine = s->hand[s->seat] | s->waiting[s->seat];
    if (s->phase == EB_LAY)
        vl_refuse(err, "EB-5.2", mine & bit ? "%s cannot be laid down now" : "%s is not yours",
                  name);
    else if (s->phase == EB_SWAP && (s->chosen & bit))
        vl_refuse(err, "EB-5.3", "%s has just been swapped and stays put", name);
    else if (s->phase == EB_SWAP)
        vl_refuse(err, "EB-5.3", "%s is not in your waiting area", name);
    else if (s->phase == EB_SWAP_FOR)
        vl_refuse(err, "EB-5.3", "%s does not wait with another seat, or has just been swapped",
                  name);
    else if (vl_count(s->hand[s->seat]) >= EB_HAND)
        vl_refuse(err, "EB-5.4", "the hand is full: %s stays", name);
    else
        vl_refuse(err, "EB-5.4", "%s cannot be taken into the hand now", name);
}

static void refuse_card(const struct vl_deck *deck, const struct eb_state *s, vl_move move,
                        struct vl_error *err)
{
    uint32_t phase = VL_MOVE_KIND(move), card = VL_MOVE_ARG(move);
    if (phase == EB_DEAL || phase == EB_FLIP)
        vl_refuse(err, phase == EB_DEAL ? "EB-1.2" : "EB-2.5", "cards are drawn by chance");
    else if (card >= deck->rows[EB_PASSENGERS])
        vl_refuse(err, "EB-2.1", "that is no card");
    else if (phase != s->phase)
        vl_refuse(err, phase == EB_BOARD ? "EB-4.2" : "EB-5.1", "%s cannot be moved like that now",
                  eb_name_of(deck, card));
    else if (phase == EB_BOARD)
        refuse_boarding(deck, s, card, err);
    else
        refuse_reorganizing(deck, s, card, err);
}

void eb_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct eb_state *s = eb_seen(view);
    uint32_t phase = VL_MOVE_KIND(move), bit = VL_MOVE_ARG(move);
    if (s->phase == EB_OVER)
        vl_refuse(err, "EB-6.1", "the game is over");
    else if (bit == EB_DONE)
        vl_refuse(err, s->phase == EB_BOARD ? "EB-4.2" : "EB-2.1",
                  s->phase == EB_BOARD ? "every seat must be filled before departure"
                                       : "a turn is one action: recruit, depart or reorganize");
    else if (phase <= EB_OVER && eb_card_words[phase])
        refuse_card(deck, s, move, err);
    else if (phase == EB_TICKER || phase == EB_TICKET || phase == EB_START)
        vl_refuse(err, "EB-1.1", "that is drawn by chance, and not now");
    else if (s->phase == EB_SECOND && bit >= EB_DEPART)
        vl_refuse(err, "EB-2.1", "only one action a turn: recruit a second passenger, or be done");
    else if (phase != s->phase)
        vl_refuse(err, "EB-2.1", "finish this action first");
    else if (bit < EB_DEPART)
        vl_refuse(err, "EB-3.1", "place %u of the queue is empty", bit + 1);
    else if (bit < EB_REORGANIZE)
        refuse_departure(deck, s, bit - EB_DEPART, err);
    else
        vl_refuse(err, "EB-2.1", "that is no action");
}

/* ---- Table elements ---- */

/* What has to be finished before anything else. */
static void refuse_busy(const struct vl_deck *deck, const struct eb_state *s, struct vl_error *err)
{
    if (s->phase == EB_SECOND)
        vl_refuse(err, "EB-2.1", "only one action a turn: recruit a second passenger, or be done");
    else if (s->phase == EB_BOARD)
        vl_refuse(err, "EB-4.2", "first fill the seats of the %s to %s",
                  eb_transport_keys[s->transport[s->city] % EB_TRANSPORTS],
                  eb_city_names[s->city % EB_CITIES]);
    else if (s->phase == EB_SWAP_FOR)
        vl_refuse(err, "EB-5.3", "first choose the card you want for %s",
                  eb_name_of(deck, s->swap));
    else if (s->phase == EB_TURN)
        vl_refuse(err, "EB-2.1", "a turn is one action: recruit, depart or reorganize");
    else
        vl_refuse(err, "EB-5.1", "finish reorganizing first");
}

/* The seat in whose waiting area a card lies, or VL_MAX_SEATS. */
static uint32_t waits_with(const struct eb_state *s, uint32_t card)
{
    uint32_t seat = 0;
    while (seat < VL_MAX_SEATS && !vl_has(s->waiting[seat], card))
        seat++;
    return seat;
}

/* A card that waits with another seat. */
static void refuse_others_card(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                               uint32_t owner, struct vl_error *err)
{
    const char *name = eb_name_of(deck, card);
    if (s->phase == EB_TURN)
        vl_refuse(err, "EB-5.3", "%s waits with {%u}: reorganize to swap a card for it", name,
                  owner);
    else if (s->phase == EB_LAY)
        vl_refuse(err, "EB-5.3", "%s waits with {%u}: you swap cards in the next step", name,
                  owner);
    else if (s->phase == EB_SWAP)
        vl_refuse(err, "EB-5.3", "first choose the card that you give for %s", name);
    else if (s->phase == EB_TAKE)
        vl_refuse(err, "EB-5.4", "%s waits with {%u}: you take up your own cards only", name,
                  owner);
    else
        refuse_busy(deck, s, err);
}

/* An own card in a step of a reorganize. */
static void refuse_own_card(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                            struct vl_error *err)
{
    const char *name = eb_name_of(deck, card);
    bool in_hand = vl_has(s->hand[s->seat], card);
    if (s->phase == EB_LAY && !in_hand)
        vl_refuse(err, "EB-5.2", "%s is in your waiting area already", name);
    else if (s->phase == EB_SWAP && in_hand)
        vl_refuse(err, "EB-5.3", "%s is in your hand: you swap cards of your waiting area", name);
    else if (s->phase == EB_SWAP_FOR)
        vl_refuse(err, "EB-5.3",
                  card == s->swap ? "you give %s: choose the card you want for it"
                                  : "%s is yours: choose a card that waits with another seat",
                  name);
    else if (s->phase == EB_TAKE && in_hand)
        vl_refuse(err, "EB-5.4", "%s is in your hand already", name);
    else
        refuse_reorganizing(deck, s, card, err);
}

/* A card that lies where the id says: in the own hand or in some waiting area. */
static void refuse_seen_card(const struct vl_deck *deck, const struct vl_view *view, uint32_t card,
                             struct vl_error *err)
{
    const struct eb_state *s = eb_seen(view);
    uint32_t owner = waits_with(s, card);
    if (s->phase == EB_BOARD)
        eb_refuse(deck, view, VL_MOVE(EB_BOARD, card), err);
    else if (owner < VL_MAX_SEATS && owner != s->seat)
        refuse_others_card(deck, s, card, owner, err);
    else if (s->phase == EB_TURN)
        vl_refuse(err, "EB-2.1", "depart to send %s off, or reorganize to move it",
                  eb_name_of(deck, card));
    else if (s->phase == EB_SECOND)
        refuse_busy(deck, s, err);
    else
        refuse_own_card(deck, s, card, err);
}

/* Cards of the hand are laid down, those of another seat swapped for, own waiting ones taken up;
 * where passengers board or are swapped, that is meant. */
static vl_move meant_by_card(const struct eb_state *s, uint32_t card, bool hand)
{
    bool waits = vl_has(s->waiting[s->seat], card);
    if (hand && waits)
        return VL_NO_MOVE; /* it lies elsewhere, and is touched there */
    if (s->phase == EB_BOARD && (hand || waits))
        return VL_MOVE(EB_BOARD, card);
    if (hand)
        return VL_MOVE(EB_LAY, card);
    if (waits)
        return VL_MOVE(s->phase == EB_SWAP ? EB_SWAP : EB_TAKE, card);
    return VL_MOVE(EB_SWAP_FOR, card);
}

static vl_move touch_card(const struct vl_deck *deck, const struct vl_view *view, uint32_t card,
                          bool hand, struct vl_error *err)
{
    const struct eb_state *s = eb_seen(view);
    if (hand ? vl_has(s->hand[s->seat], card) : waits_with(s, card) < VL_MAX_SEATS)
        refuse_seen_card(deck, view, card, err);
    else
        vl_refuse(err, "EB-2.3", hand ? "%s is not in your hand" : "%s is in no waiting area",
                  eb_name_of(deck, card));
    return meant_by_card(s, card, hand);
}

/* An action of the turn; once another one is under way, that comes first. */
static vl_move touch_action(const struct vl_deck *deck, const struct vl_view *view, uint32_t bit,
                            struct vl_error *err)
{
    const struct eb_state *s = eb_seen(view);
    bool second = s->phase == EB_SECOND && bit < EB_DEPART;
    vl_move move = VL_MOVE(second ? EB_SECOND : EB_TURN, bit);
    if (s->phase == EB_TURN || second)
        return vl_target_refuse(deck, view, move, err);
    if (s->phase == EB_BOARD && bit == EB_DEPART + (uint32_t)s->city)
        vl_refuse(err, "EB-4.2", "you are departing to %s: choose who boards",
                  eb_city_names[s->city % EB_CITIES]);
    else
        refuse_busy(deck, s, err);
    return move;
}

vl_move eb_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                         struct vl_error *err)
{
    const struct eb_state *s = eb_seen(view);
    const char *city = vl_target_rest(target, "ticker");
    uint32_t n, last = deck->rows[EB_PASSENGERS] - 1;
    if (s->phase == EB_OVER) {
        vl_refuse(err, "EB-6.1", "the game is over");
        return VL_NO_MOVE;
    }
    if (vl_target_number(target, "queue", 1, EB_QUEUE, &n))
        return touch_action(deck, view, n - 1, err);
    for (n = 0; city && n < EB_CITIES; n++)
        if (strcmp(city, eb_city_keys[n]) == 0)
            return touch_action(deck, view, EB_DEPART + n, err);
    if (strcmp(target, "reorganize") == 0)
        return touch_action(deck, view, EB_REORGANIZE, err);
    bool hand = vl_target_number(target, "hand", 0, last, &n);
    if (hand || vl_target_number(target, "waiting", 0, last, &n))
        return touch_card(deck, view, n, hand, err);
    if (strcmp(target, "done") == 0) {
        if (s->phase == EB_SWAP_FOR)
            refuse_busy(deck, s, err);
        else
            eb_refuse(deck, view, VL_MOVE(s->phase, EB_DONE), err);
        return VL_MOVE(s->phase, EB_DONE);
    }
    if (strcmp(target, "deck") == 0)
        vl_refuse(err, "EB-2.4", "cards come from the queue, never from the deck");
    else if (vl_target_number(target, "seat", 0, s->seats - 1U, &n))
        refuse_busy(deck, s, err);
    else
        return vl_target_unknown(target, err);
    return VL_NO_MOVE;
}
