/* Easy Breezy: why a move is refused, by the clause that refuses it. */
#include "core/bits.h"
#include "games/easybreezy/text.h"

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

static void refuse_boarding(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                            struct vl_error *err)
{
    const struct eb_deck *d = deck->data;
    uint64_t bit = vl_bit(card);
    if (s->chosen & bit)
        vl_refuse(err, "EB-4.2", "%s is aboard already", eb_name_of(deck, card));
    else if (!((s->hand[s->seat] | s->waiting[s->seat]) & bit))
        vl_refuse(err, "EB-4.2", "%s is not among your cards", eb_name_of(deck, card));
    else if (!((d->city[s->city] | d->riders) & bit))
        vl_refuse(err, "EB-4.2", "%s is not going to %s", eb_name_of(deck, card),
                  eb_city_names[s->city]);
    else if (!s->chosen && (d->riders & bit))
        vl_refuse(err, "EB-4.4", "a paying passenger boards first");
    else
        vl_refuse(err, "EB-4.2",
                  "with %s next the seats could not be filled: cards board by "
                  "ascending number",
                  eb_name_of(deck, card));
}

static void refuse_reorganizing(const struct vl_deck *deck, const struct eb_state *s, uint32_t card,
                                struct vl_error *err)
{
    const char *name = eb_name_of(deck, card);
    uint64_t bit = vl_bit(card), mine = s->hand[s->seat] | s->waiting[s->seat];
    switch (s->phase) {
    case EB_LAY:
        vl_refuse(err, "EB-5.2", mine & bit ? "%s cannot be laid down now" : "%s is not yours",
                  name);
        return;
    case EB_SWAP:
        vl_refuse(err, "EB-5.3",
                  s->chosen & bit ? "%s has just been swapped and stays put"
                                  : "%s is not in your waiting area",
                  name);
        return;
    case EB_SWAP_FOR:
        vl_refuse(err, "EB-5.3", "%s does not wait with another seat, or has just been swapped",
                  name);
        return;
    default:
        vl_refuse(err, "EB-5.4",
                  vl_count(s->hand[s->seat]) >= EB_HAND ? "the hand is full: %s stays"
                                                        : "%s cannot be taken into the hand now",
                  name);
    }
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
        vl_refuse(err, phase == EB_BOARD ? "EB-4.2" : "EB-5.1", "\"%s\" does not fit here",
                  eb_card_words[phase]);
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
        vl_refuse(err, "EB-2.1", "finish the action you have begun first");
    else if (bit < EB_DEPART)
        vl_refuse(err, "EB-3.1", "place %u of the queue is empty", bit + 1);
    else if (bit < EB_REORGANIZE)
        refuse_departure(deck, s, bit - EB_DEPART, err);
    else
        vl_refuse(err, "EB-2.1", "that is no action");
}
