/* Atlas: what its judgement is made of. Values are tenths of a point. */
#ifndef VALISE_GAMES_ATLAS_JUDGE_H
#define VALISE_GAMES_ATLAS_JUDGE_H

#include "games/atlas/names.h"

enum { AT_PURSUITS = 48 };

/* A goal that a seat may still reach. */
struct at_pursuit {
    const struct at_goal *goal;
    uint32_t points;
    uint32_t progress, target;
    int32_t worth;
    bool icons;  /* it looks at icons, not at countries */
    bool second; /* second colours count */
};

/* What exploring would bring a seat: the best card or place of a country, price included. A country
 * is looked at when it is asked for; few are. */
struct at_outlook {
    const struct at_deck *d;
    const struct at_state *s;
    uint32_t seat;
    uint32_t pursuits;
    struct at_pursuit pursuit[AT_PURSUITS];
    struct at_seat trial;             /* the seat, for trying what would change */
    uint8_t popular[AT_EXPERIENCES];  /* at_value of each */
    uint64_t cards[AT_CARD_WORDS];    /* of the hand and of the row */
    int32_t money;                    /* at_money_worth */
    bool kept;                        /* what is kept of earlier outlooks is this seat's */
    uint64_t known[AT_COUNTRY_WORDS]; /* countries that have been looked at */
    int32_t value[AT_COUNTRIES];      /* 0 where nothing can be explored */
    uint8_t best[AT_COUNTRIES];       /* the card or place that brings it, AT_NONE */
};

/* Worth of 1 money and of 1 energy to a seat, by how much it has. */
int32_t at_money_worth(const struct at_state *s, uint32_t seat);
int32_t at_energy_worth(const struct at_state *s, uint32_t seat);
/* The worth of a card or place to a seat, price included, whether it can pay now or not. */
int32_t at_card_worth(struct at_outlook *outlook, uint32_t country, uint32_t card);
void at_look_out(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                 struct at_outlook *outlook);
/* What a country is worth, and the card or place that makes it so (AT_NONE: none). */
int32_t at_prospect(struct at_outlook *outlook, uint32_t country);
uint32_t at_best_of(struct at_outlook *outlook, uint32_t country);
/* The countries that a seat comes to from another one by land and sea, and what it costs; more
 * than a budget may be among them. */
struct at_reach {
    uint8_t from;   /* AT_NONE: nothing is kept here */
    uint8_t budget; /* up to which all are found */
    uint8_t count;
    uint8_t country[AT_COUNTRIES];
    uint8_t cost[AT_COUNTRIES];
};
const struct at_reach *at_reach_from(const struct at_deck *d, const struct at_state *s,
                                     uint32_t seat, uint32_t from, uint32_t budget);
/* What the seat has that is no point yet: money, energy, cards, goals under way. */
int32_t at_hopes(const struct at_deck *d, const struct at_state *s, uint32_t seat);
int32_t at_souvenir_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat);
/* What a goal is worth with so much of it done. */
int32_t at_goal_worth(uint32_t points, uint32_t progress, uint32_t target);

#endif
