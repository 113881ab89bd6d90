/* Atlas: what its judgement is made of. Values are tenths of a point. */
#ifndef VALISE_GAMES_ATLAS_JUDGE_H
#define VALISE_GAMES_ATLAS_JUDGE_H

#include "games/atlas/names.h"

/* Public goals, personal goals and the printed one: never more than this. */
enum { AT_PURSUITS = 48 };

/* A goal that a seat may still reach. */
struct at_pursuit {
    const struct at_goal *goal;
    uint32_t points;
    uint32_t progress, target;
    int32_t worth;
    bool second; /* second colours count */
    /* Of one that is not met: */
    int32_t more;           /* what one more step is worth */
    const uint64_t *counts; /* the countries that are such a step; NULL: not that simple */
};

/* Entries of the caches of outlook.c. */
struct at_kept_countries;
struct at_kept_icons;

/* What exploring would bring a seat: the best card or place of a country, price included. A country
 * is looked at when it is asked for; few are. */
struct at_outlook {
    const struct at_deck *d;
    const struct at_state *s;
    uint32_t seat;
    uint64_t cards[AT_CARD_WORDS]; /* of the hand and of the row */
    int32_t money;                 /* at_money_worth */
    bool kept;                     /* the cache entries have been found, and: */
    int32_t icon[AT_EXPERIENCES];  /* what one is worth, goals aside */
    struct at_kept_countries *countries;
    struct at_kept_icons *icons;
    uint64_t known[AT_COUNTRY_WORDS]; /* countries that have been looked at */
    int32_t value[AT_COUNTRIES];      /* 0 where nothing can be explored */
    uint8_t best[AT_COUNTRIES];       /* the card or place that brings it, AT_NONE */
    bool prepared;                    /* the following is known: */
    uint32_t pursuits;
    struct at_pursuit pursuit[AT_PURSUITS];
    uint64_t by_icons, by_map; /* pursuits that are not met, as sets */
    struct at_seat trial;      /* the seat, for trying what icons would change */
    uint32_t owned;
    uint8_t own[AT_TABLEAU];    /* countries explored */
    uint64_t group[AT_TABLEAU]; /* those that are joined with each, as numbers in this list */
    uint32_t rows;              /* of the grid, that they lie in */
    uint8_t on[AT_CONTINENTS];  /* how many lie on each */
    uint64_t heard[AT_LANGUAGE_WORDS];
    int32_t one_language; /* what learning one more is worth */
    uint32_t bonuses;
    const struct at_card *bonus[AT_TABLEAU]; /* cards with a bonus for countries to come */
};

/* Worth of 1 money and of 1 energy to a seat, by how much it has. */
int32_t at_money_worth(const struct at_state *s, uint32_t seat);
int32_t at_energy_worth(const struct at_state *s, uint32_t seat);
/* The worth of a card or place to a seat, price included, whether it can pay now or not. */
int32_t at_card_worth(struct at_outlook *outlook, uint32_t country, uint32_t card);
void at_look_out(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                 struct at_outlook *outlook);
/* What a country is worth, and the card or place that makes it so (AT_NONE: none). */
/* Looks at the country and remembers what it found; at_prospect asks only once. */
int32_t at_find_prospect(struct at_outlook *outlook, uint32_t country);
static inline int32_t at_prospect(struct at_outlook *outlook, uint32_t country)
{
    return vl_has_in(outlook->known, country) ? outlook->value[country]
                                              : at_find_prospect(outlook, country);
}
uint32_t at_best_of(struct at_outlook *outlook, uint32_t country);
/* What it costs a seat to come from one country to all others by land and sea, AT_NONE where it is
 * too much; more than the budget may be among them. */
const uint8_t *at_reach_from(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                             uint32_t from, uint32_t budget);
/* The countries that cost no more than a budget, as a set. */
void at_within(const uint8_t cost[AT_COUNTRIES], uint32_t budget, uint64_t set[AT_COUNTRY_WORDS]);
/* What the seat has that is no point yet: money, energy, cards, goals under way. */
int32_t at_hopes(const struct at_deck *d, const struct at_state *s, uint32_t seat);
int32_t at_souvenir_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat);
/* What a goal is worth at this progress. */
int32_t at_goal_worth(uint32_t points, uint32_t progress, uint32_t target);

#endif
