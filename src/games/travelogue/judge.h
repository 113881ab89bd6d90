/* Travelogue: judgement that texts and boards use too. */
#ifndef VALISE_GAMES_TRAVELOGUE_JUDGE_H
#define VALISE_GAMES_TRAVELOGUE_JUDGE_H

#include "games/travelogue/travelogue.h"

/* A visit from here to its end: what to discard yet, and what to score. */
struct tl_plan {
    bool possible;
    uint32_t card; /* to be scored */
    uint32_t value;
    struct tl_set spend;
    int32_t worth; /* points less what the cards are worth kept, in hundredths */
};

/* What a card is worth kept, in hundredths of a point, by its number 1 .. 14. */
struct tl_keep {
    int32_t of[TL_NUMBERS + 1];
};

/* The best visit with these discards made and those of `open` still possible. */
struct tl_plan tl_best_plan(const struct tl_deck *d, uint32_t destination, struct tl_set spent,
                            struct tl_set hand, struct tl_set open, const struct tl_keep *keep);
/* The visit that scores most, and among those the one with the fewest discards. */
struct tl_plan tl_highest_plan(const struct tl_deck *d, const struct tl_state *s, uint32_t seat);

#endif
