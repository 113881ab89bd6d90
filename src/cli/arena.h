/*
 * The arena: what its games are counted in, and how that is reported.
 *
 * A block is all games of one deal. Its games are not independent of each other, blocks are: every
 * interval is made from blocks.
 */
#ifndef VALISE_CLI_ARENA_H
#define VALISE_CLI_ARENA_H

#include "cli/contest.h"

enum {
    ARENA_BOTS = 16,
    ARENA_GROUPS = 20, /* of blocks, left out in turn for the intervals of Elo */
};

/* Mean and spread of a number that every block gives. */
struct arena_measure {
    double sum, squares;
};

/* What one block says about every bot. */
struct arena_block {
    double share[ARENA_BOTS];             /* of wins, mean over its games */
    double rank[ARENA_BOTS];              /* mean */
    double margin[ARENA_BOTS];            /* points over the best other seat, mean */
    double above[ARENA_BOTS][ARENA_BOTS]; /* how often one ranked above another; ties half each */
    double lead[2]; /* with two bots at two seats: the first seat's margin in both seatings */
};

struct arena {
    struct contest contest;
    struct vl_player players[ARENA_BOTS];
    const char *names[ARENA_BOTS];
    uint32_t bots; /* different ones; with fewer than seats the last fills what is left */
    uint64_t blocks, seed;
    uint64_t played;
    struct arena_measure share[ARENA_BOTS], rank[ARENA_BOTS], margin[ARENA_BOTS];
    double above[ARENA_GROUPS][ARENA_BOTS][ARENA_BOTS];
    struct arena_measure lead[2]; /* see arena_block */
    double lead_product;
    double both[2], parted; /* deals that one bot won from both seats, and the others */
    bool test;
    double low, high; /* the shares that the sequential test tells apart */
    double ratio;     /* logarithm of the likelihood ratio */
};

/* Games of one deal: as many as seats, or as bots where there are more of these. */
uint32_t arena_games(const struct arena *arena);
/* Adds a block, in the order of the deals. */
void arena_count(struct arena *arena, const struct arena_block *block);
/* Whether the sequential test has an answer. */
bool arena_decided(const struct arena *arena);
double arena_wins(const struct arena *arena, uint32_t bot);

void arena_write_json(const struct arena *arena, struct vl_text *out);
void arena_write_words(const struct arena *arena, struct vl_text *out);

#endif
