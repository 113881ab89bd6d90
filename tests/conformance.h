/*
 * The conformance suite: what every game must hold, with any rules.
 *
 * conformance_run plays many games of one set-up and checks them against the game contract
 * (valise/game.h). It knows no game. A failure names the game, seats, options, seed and move, says
 * how to run it again, and prints the record up to there.
 *
 * One thing is read out of the contract that its words leave open: what a seat cannot know is
 * shown to it only by a move that names it, or by the end of the game. Until then the view after a
 * move is a function of the view before and the move as that seat may know it.
 */
#ifndef VALISE_TESTS_CONFORMANCE_H
#define VALISE_TESTS_CONFORMANCE_H

#include "valise/game.h"

struct conformance_plan {
    const struct vl_game *game;
    const struct vl_deck *deck;
    struct vl_setup setup;
    uint64_t first_seed; /* game n is played from first_seed + n */
    uint32_t games;
    uint32_t deep;   /* positions of a game that get the expensive checks, on average */
    bool statistics; /* also compare distributions, once for the set-up */
};

/* False at the first failure, which is then in the report. */
bool conformance_run(const struct conformance_plan *plan, struct vl_text *report);

/* Where the suite is, for a handler of crashes; terminated, ends with a newline. */
extern char conformance_where[512];

#endif
