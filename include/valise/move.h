/*
 * A move: one decision, small enough for a register.
 *
 * Its meaning belongs to the game. By custom the top byte is the kind of decision and the rest its
 * arguments, so that sorting moves sorts them by kind. Choosing five cards is five moves in
 * ascending order, then "done".
 */
#ifndef VALISE_MOVE_H
#define VALISE_MOVE_H

#include "valise/portable.h"

typedef uint32_t vl_move;

#define VL_NO_MOVE UINT32_MAX
#define VL_MOVE(kind, a) ((vl_move)(((uint32_t)(kind) << 24) | (uint32_t)(a)))
#define VL_MOVE_KIND(move) ((uint32_t)(move) >> 24)
#define VL_MOVE_ARG(move) ((uint32_t)(move)&0xffffffU)

enum {
    VL_MAX_SEATS = 4,
    VL_MAX_MOVES = 512, /* legal moves at one position */
    VL_MAX_STATE = 3072,
};

/* Who acts, where it is not a seat. */
enum { VL_CHANCE = -1, VL_OVER = -2 };

/* Who looks, where it is not a seat. */
enum {
    VL_SPECTATOR = -1,
    VL_OPEN = -2, /* sees everything: the state itself, records of finished matches, tests */
};

#endif
