/*
 * Postcards: views, and states drawn from them. Portable. Everything is public, so that both are
 * copies.
 */
#include "games/postcards/postcards.h"

/* Nothing on the table is hidden, and a deck has no order: a view is the state. */
VL_RULE void pc_redact(const void *deck, const void *state, int seat, void *view)
{
    vl_memcpy(view, state, sizeof(struct pc_state));
}

VL_RULE vl_move pc_redact_move(const void *deck, const void *state, vl_move move, int seat)
{
    return move;
}

VL_RULE void pc_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                            void *state)
{
    vl_memcpy(state, view->state.bytes, sizeof(struct pc_state));
}
