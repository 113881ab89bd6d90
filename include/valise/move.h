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

/* A move. */
typedef uint32_t vl_move;

/* Stands for no move at all. */
#define VL_NO_MOVE UINT32_MAX
/* A move of a kind (0 .. 255) with arguments (24 bits). */
#define VL_MOVE(kind, a) ((vl_move)(((uint32_t)(kind) << 24) | (uint32_t)(a)))
/* The kind of a move. */
#define VL_MOVE_KIND(move) ((uint32_t)(move) >> 24)
/* The arguments of a move. */
#define VL_MOVE_ARG(move) ((uint32_t)(move)&0xffffffU)

/* Bounds that hold for every game. */
enum {
    VL_MAX_SEATS = 4,
    VL_MAX_MOVES = 512,  /* legal moves at one position */
    VL_MAX_STATE = 3072, /* bytes of a state */
};

/* Who acts, where it is not a seat. */
enum { VL_CHANCE = -1, VL_OVER = -2 };

/* Who looks, where it is not a seat. */
enum {
    VL_SPECTATOR = -1,
    VL_OPEN = -2, /* sees everything: the state itself, records of finished matches, tests */
};

#endif
