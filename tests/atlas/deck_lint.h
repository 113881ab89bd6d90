/*
 * What we hold our own deck of Atlas to, beyond what the rules need.
 *
 * The program refuses a deck that the rules could not play with (src/games/atlas/deck.c and
 * deck_check.c). Here is the rest: the map is that of the world, the examples of the rulebook can
 * be played, cards and goals are balanced, texts are spelled well. Each function proves one thing
 * and returns false with the place of the first mistake otherwise.
 */
#ifndef VALISE_TESTS_ATLAS_DECK_LINT_H
#define VALISE_TESTS_ATLAS_DECK_LINT_H

#include <stdio.h>
#include <string.h>

#include "games/atlas/rules.h"
#include "games/atlas/tables.h"

struct lint {
    const struct vl_deck *deck;
    const struct at_deck *d;
    struct vl_error *err;
};

static inline uint32_t lint_count(const uint64_t countries[AT_COUNTRY_WORDS])
{
    return vl_count_in(countries, AT_COUNTRY_WORDS);
}

/* A country by its key; lint_keys has seen that it is there. */
static inline uint32_t lint_country(const struct lint *lint, const char *key)
{
    return (uint32_t)vl_deck_find(lint->deck, AT_T_COUNTRIES, AT_ID, key);
}

#endif
