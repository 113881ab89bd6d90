/*
 * San Francisco: what a seat may know, and filling in what it may not. Portable.
 *
 * A view puts the cards that other hands hide back among the deck's and counts them; tickets alike.
 * Determinize deals them out again. A shuffle tells more: `stock` is what the last one made the
 * deck of, and a seat knows which of these it has drawn itself, so what lies in the deck is among
 * the rest. Up to the first shuffle, and for a hand untouched since a later one, the draw is exact.
 * Where another seat has since played cards that it had drawn unseen, nobody knows whether they
 * came from before the shuffle; the draw then counts them as newer where it can.
 */
#include "games/sanfrancisco/sanfrancisco.h"

/* Of a hand stays what everybody knows (SF-8.2); the rest joins the deck's cards and leaves its
 * number. Tickets join those of the deck likewise. */
VL_RULE static void hide_seat(struct sf_state *v, uint32_t seat)
{
    uint64_t hidden = v->hand[seat] - v->known[seat];
    v->unknown[seat] = (uint8_t)sf_total(hidden);
    v->hand[seat] = v->known[seat];
    v->deck += hidden;
    v->drawn_unknown[seat] = (uint8_t)sf_total(v->drawn[seat]);
    v->drawn[seat] = 0;
    v->tickets_unknown[seat] = (uint8_t)vl_count(v->tickets[seat]);
    v->offer_unknown[seat] = (uint8_t)vl_count(v->offer[seat]);
    v->ticket_deck |= v->tickets[seat] | v->offer[seat];
    v->tickets[seat] = v->offer[seat] = 0;
}

VL_RULE void sf_redact(const void *deck, const void *state, int seat, void *view)
{
    struct sf_state *v = (struct sf_state *)view;
    *v = *(const struct sf_state *)state;
    if (v->phase == SF_OVER) /* SF-7.2: all is shown */
        return;
    for (int other = 0; other < v->seats; other++)
        if (other != seat)
            hide_seat(v, (uint32_t)other);
    for (uint32_t i = 0; i < v->queue_length; i++) {
        if (v->queue_by[i] != seat && v->queue[i] != SF_NONE) { /* SF-8.3 */
            v->ticket_deck |= 1U << v->queue[i];
            v->queue[i] = SF_NONE;
        }
    }
}

/* SF-8.1: cards turned up are seen by all, those dealt and drawn by their seat alone; tickets,
 * drawn and kept, likewise. How many are kept is public. */
VL_RULE vl_move sf_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    const struct sf_state *s = (const struct sf_state *)state;
    if (s->seat == seat || seat == VL_OPEN)
        return move;
    switch (VL_MOVE_KIND(move)) {
    case SF_CARD:
        return s->phase == SF_FLIP ? move : VL_MOVE(SF_CARD, SF_UNKNOWN_CARD);
    case SF_GET_TICKET:
        return VL_MOVE(SF_GET_TICKET, SF_NONE);
    case SF_KEEP_ONE:
        return VL_MOVE(SF_KEEP_ONE, SF_NONE);
    case SF_KEEP_TWO:
        return VL_MOVE(SF_KEEP_TWO, SF_NONE << 8 | SF_NONE);
    default:
        return move;
    }
}

/* Takes `count` cards out of the pool, every card as likely. */
VL_RULE static uint64_t draw_cards(uint64_t *pool, uint32_t count, struct vl_rng *rng)
{
    uint64_t drawn = 0;
    for (uint32_t left = sf_total(*pool); count; count--, left--) {
        uint64_t one = sf_cards(sf_nth(*pool, vl_rng_below(rng, left)), 1);
        drawn += one;
        *pool -= one;
    }
    return drawn;
}

/* Takes `count` tickets out of the pool, every one as likely. */
VL_RULE static uint32_t draw_tickets(uint32_t *pool, uint32_t count, struct vl_rng *rng)
{
    uint32_t drawn = 0;
    for (; count; count--) {
        uint32_t one = 1U << vl_nth(*pool, vl_rng_below(rng, vl_count(*pool)));
        drawn |= one;
        *pool &= ~one;
    }
    return drawn;
}

/*
 * The deck first: out of what the last shuffle made it of and the viewer has not drawn, as far as
 * that can still be there. The rest is in the hands.
 */
VL_RULE static void fill_cards(struct sf_state *s, struct vl_rng *rng)
{
    uint32_t size = sf_deck_size(s);
    uint64_t pool = s->deck, shuffled = s->stock;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        shuffled -= s->drawn[seat];
    uint64_t likely = sf_least(shuffled, pool);
    if (2 * size <= sf_total(likely)) {
        s->deck = draw_cards(&likely, size, rng);
    } else { /* fewer draws: what is not in the deck */
        draw_cards(&likely, sf_total(likely) - size, rng);
        s->deck = likely;
    }
    pool -= s->deck;
    shuffled -= s->deck;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        if (s->unknown[seat])
            s->hand[seat] += draw_cards(&pool, s->unknown[seat], rng);
        if (s->drawn_unknown[seat])
            s->drawn[seat] = draw_cards(&shuffled, s->drawn_unknown[seat], rng);
        s->unknown[seat] = s->drawn_unknown[seat] = 0;
    }
}

/* Tickets kept or offered, then those under the deck that another seat put there: each from what
 * the viewer has not seen, all as likely. */
VL_RULE static void fill_tickets(struct sf_state *s, struct vl_rng *rng)
{
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        s->tickets[seat] |= draw_tickets(&s->ticket_deck, s->tickets_unknown[seat], rng);
        s->offer[seat] |= draw_tickets(&s->ticket_deck, s->offer_unknown[seat], rng);
        s->tickets_unknown[seat] = s->offer_unknown[seat] = 0;
    }
    for (uint32_t i = 0; i < s->queue_length; i++)
        if (s->queue[i] == SF_NONE)
            s->queue[i] = (uint8_t)vl_lowest(draw_tickets(&s->ticket_deck, 1, rng));
}

VL_RULE void sf_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    struct sf_state *s = (struct sf_state *)state;
    vl_memcpy(s, view->state.bytes, sizeof *s);
    if (s->phase == SF_OVER)
        return;
    fill_cards(s, rng);
    fill_tickets(s, rng);
}
