/*
 * The ids of table elements, as games take them apart: "hand.17" is the kind "hand" and the rest
 * "17". An id may come from anywhere, so every function takes any text.
 */
#ifndef VALISE_CORE_TARGET_H
#define VALISE_CORE_TARGET_H

#include <stdint.h>

#include "valise/game.h"

/* What follows the kind and its dot, or NULL where the id is of another kind. */
const char *vl_target_rest(const char *target, const char *kind);
/* The same where the rest is a number from `least` to `most`, written without leading zeros. */
bool vl_target_number(const char *target, const char *kind, uint32_t least, uint32_t most,
                      uint32_t *number);
/* The same where the rest is a key of a table of the deck: its row. */
bool vl_target_key(const struct vl_deck *deck, const char *target, const char *kind, uint32_t table,
                   uint32_t column, uint32_t *row);
/* The answer of refuse_target to an id that is no element of the game: VL_NO_MOVE, and an error
 * that says so. */
vl_move vl_target_unknown(const char *target, struct vl_error *err);
/* Refuses the move that a touch means, and returns it. */
vl_move vl_target_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                         struct vl_error *err);

#endif
