/*
 * Easy Breezy: what a seat may know, and filling in what it may not. Portable.
 *
 * Only the cards dealt at set-up are ever hidden (EB-7.2): `seen` marks every card that has been
 * shown since. A view moves the unseen cards of other hands back among the deck's and counts them;
 * determinize draws them again from the unseen cards there.
 */
#include "games/easybreezy/easybreezy.h"

/* A hidden card of another seat is as unknown as one of the deck, so it goes back there and only
 * the number stays. `hand_before` loses it too: it would tell the card during a reorganize. */
VL_RULE void eb_redact(const void *deck, const void *state, int seat, void *view)
{
    struct eb_state *v = (struct eb_state *)view;
    *v = *(const struct eb_state *)state;
    for (int other = 0; other < v->seats; other++) {
        uint64_t hidden = v->hand[other] & ~v->seen;
        if (other == seat || !hidden)
            continue;
        v->unknown[other] = (uint8_t)(v->unknown[other] + vl_count(hidden));
        v->hand[other] &= v->seen;
        v->deck |= hidden;
        v->hand_before &= ~hidden;
    }
}

/* Only a card dealt at set-up is ever moved unseen (EB-7.2). */
VL_RULE vl_move eb_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    const struct eb_state *s = (const struct eb_state *)state;
    if (s->phase == EB_DEAL && s->seat != seat)
        return VL_MOVE(EB_DEAL, EB_UNKNOWN);
    return move;
}

/* Whether the seat that is boarding could go on with these cards added to its hand. */
VL_RULE static bool can_board(const struct eb_deck *d, const struct eb_state *s, uint64_t added)
{
    uint64_t cards =
        eb_travellers(d, s, s->seat, s->city) | (added & (d->city[s->city] | d->riders));
    uint32_t needed = eb_seats(d, s, s->city);
    if (!s->chosen)
        return (cards & d->city[s->city]) && vl_count(cards) >= needed;
    return vl_count(cards & vl_above(63 - __builtin_clzll(s->chosen))) + vl_count(s->chosen) >=
           needed;
}

/*
 * The hidden cards of a seat that is boarding must be able to fill the seats it has announced.
 * At most two cards are hidden, so every pair can be looked at: count those that fit, draw one of
 * them. Each pair leaves the other seats the same number of possibilities, so the draw is exact.
 */
VL_RULE static uint64_t draw_boarding(const struct eb_deck *d, const struct eb_state *s,
                                      uint64_t pool, struct vl_rng *rng)
{
    uint32_t hidden = s->unknown[s->seat], fitting = 0;
    uint64_t result = 0;
    for (uint64_t first = pool; first;) {
        uint64_t a = vl_bit(vl_take_lowest(&first)), second = hidden == 2 ? first : a;
        while (second) {
            uint64_t pair = a | vl_bit(vl_take_lowest(&second));
            if (can_board(d, s, pair) && vl_rng_below(rng, ++fitting) == 0)
                result = pair;
        }
    }
    VL_ASSERT(result);
    return result;
}

VL_RULE void eb_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    struct eb_state *s = (struct eb_state *)state;
    vl_memcpy(s, view->state.bytes, sizeof *s);
    uint64_t pool = s->deck & ~s->seen;
    if (s->phase == EB_BOARD && s->unknown[s->seat]) {
        uint64_t drawn = draw_boarding((const struct eb_deck *)deck, s, pool, rng);
        s->hand[s->seat] |= drawn;
        s->deck &= ~drawn;
        pool &= ~drawn;
        s->unknown[s->seat] = 0;
    }
    struct vl_rng own = *rng; /* in registers, not behind a pointer */
    uint32_t left = vl_count(pool);
    uint64_t before = pool;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint64_t drawn;
        if (s->unknown[seat] == 2) {
            uint32_t first, second;
            vl_rng_pair(&own, left, &first, &second);
            drawn = vl_bit_of(pool, first) | vl_bit_of(pool, second);
        } else if (s->unknown[seat] == 1) {
            drawn = vl_bit_of(pool, vl_rng_below(&own, left));
        } else {
            continue;
        }
        left -= s->unknown[seat];
        s->unknown[seat] = 0;
        s->hand[seat] |= drawn;
        pool &= ~drawn;
    }
    s->deck &= ~(before ^ pool);
    *rng = own;
    if (s->phase >= EB_LAY && s->phase <= EB_TAKE) /* what is hidden was there when it began */
        s->hand_before |= s->hand[s->seat] & ~s->seen;
}
