/*
 * Tests that read as a rulebook does: set a position, play a move, look at the table.
 *
 * A test program names its game and its state once, with RULEBOOK(eb_game, struct eb_state). The
 * state `s` then is the position: a test changes its fields by hand, and every function below first
 * lays `s` on a table (where the game's own check must accept it) and afterwards copies the
 * position reached back to `s`. Chance is set by hand: its moves are played like any other.
 */
#ifndef VALISE_TESTS_RULEBOOK_H
#define VALISE_TESTS_RULEBOOK_H

#include "unit.h"
#include "valise/table.h"

/* The game under test and the state that its tests set; defined by RULEBOOK. */
extern const struct vl_game *const rulebook_game;
extern void *const rulebook_state;

#define RULEBOOK(game, state_type)                                                                 \
    static state_type s;                                                                           \
    const struct vl_game *const rulebook_game = &(game);                                           \
    void *const rulebook_state = &s

extern struct vl_deck *deck;
extern struct vl_match *match; /* the table; NULL until a position was laid on it */
extern struct vl_error err;    /* of the last call that failed */

/* Called before a position is laid on the table, where a test has set it: to recompute what
 * follows from fields or a deck that the test has changed. */
extern void (*rulebook_prepare)(void);

/* Group set-up and tear-down for cmocka_run_group_tests. */
int open_deck(void **unused);
int close_deck(void **unused);

/* The number of a row of a table of the deck; the key is in the first column. */
uint32_t row_of(uint32_t table, const char *key);

/* Options are "name=word", parted by spaces; "" for the standard ones. */
struct vl_setup setup_of(uint8_t seats, const char *options);
/* `s` becomes the position before the first card is dealt. */
void start_position(uint8_t seats, const char *options);
/* Lays `s` on the table, as every function below does by itself. */
void begin(void);

/* Plays moves parted by commas, chance included; each must be legal. */
void play(const char *moves);
/* Plays a move of chance. */
void chance(const char *move);
/* The same for a move that is not given as text: of a seat, or of chance. */
void play_move(vl_move move);
/* The move that a text stands for here, legal or not. */
vl_move move_of(const char *text);
/* Whether the move is legal here. */
bool offered(const char *move);
/* The move is refused, and by this clause; the position stays as it is. */
void refused(const char *move, const char *clause);
/* Who is to act: a seat, VL_CHANCE or VL_OVER. */
int acting(void);

#endif
