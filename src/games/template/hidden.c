/*
 * Lost Luggage: views, and states drawn from them. Portable.
 *
 * A view keeps the tags that its seat knows and moves all others back to the pile: what is unknown
 * then is one set, from which determinize deals each hand its number again. Every tag is equally
 * likely anywhere, so drawing without replacement gives each state its true weight.
 */
#include "games/template/template.h"

VL_RULE void tp_redact(const void *deck, const void *state, int seat, void *view)
{
    struct tp_state *v = (struct tp_state *)view;
    *v = *(const struct tp_state *)state;
    for (int other = 0; other < v->seats; other++) {
        if (other == seat)
            continue;
        v->unknown[other] = (uint8_t)(v->unknown[other] + vl_count(v->hand[other]));
        v->pile |= v->hand[other];
        v->hand[other] = 0;
    }
}

VL_RULE vl_move tp_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    const struct tp_state *s = (const struct tp_state *)state;
    if (VL_MOVE_KIND(move) == TP_DEAL && s->seat != seat)
        return VL_MOVE(TP_DEAL, TP_UNKNOWN);
    return move;
}

VL_RULE void tp_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    struct tp_state *s = (struct tp_state *)state;
    vl_memcpy(s, view->state.bytes, sizeof *s);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        for (; s->unknown[seat]; s->unknown[seat]--) {
            uint64_t tag = vl_bit(vl_choose(s->pile, rng));
            s->pile &= ~tag;
            s->hand[seat] |= tag;
        }
    }
}
