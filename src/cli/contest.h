/*
 * Games between bots: what `sim` and `arena` share.
 *
 * A contest is a game, its deck and set-up, and a player for each seat. Chance and every seat draw
 * from streams of their own, so that the deal does not depend on who thinks how long.
 */
#ifndef VALISE_CLI_CONTEST_H
#define VALISE_CLI_CONTEST_H

#include "valise/bot.h"

enum { CONTEST_MAX_THREADS = 256 };

struct contest {
    const struct vl_game *game;
    const struct vl_deck *deck;
    struct vl_setup setup;
    struct vl_player players[VL_MAX_SEATS];
    uint32_t iterations;   /* for bots that search; 0: their own */
    uint32_t milliseconds; /* for a turn; 0: no limit */
};

struct contest_result {
    struct vl_score score;
    uint32_t starter; /* the first seat that came to act */
    uint32_t moves;   /* chance included */
    uint32_t decisions;
    uint32_t turns; /* runs of decisions of one seat; chance does not break them */
};

/* Memory for the seats whose bots search; one set for each thread. */
void contest_memory(const struct contest *contest, struct vl_memory *memory[VL_MAX_SEATS]);
void contest_forget(struct vl_memory *memory[VL_MAX_SEATS]);

/* Plays one game: the deal of `deal`, the bots' own dice of `dice`. */
void contest_play(const struct contest *contest, uint64_t seed, uint64_t deal, uint64_t dice,
                  struct vl_memory *memory[VL_MAX_SEATS], struct contest_result *result);

/* The processors this process may use. */
uint32_t contest_processors(void);

#endif
