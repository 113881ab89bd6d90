/* Atlas: what its judgement is made of. Values are tenths of a point. */
#ifndef VALISE_GAMES_ATLAS_JUDGE_H
#define VALISE_GAMES_ATLAS_JUDGE_H

#include "games/atlas/names.h"

/* What exploring would bring: the best card or place of every country, price included. */
struct at_outlook {
    int32_t value[AT_COUNTRIES]; /* 0 where nothing can be explored */
    uint8_t best[AT_COUNTRIES];  /* the card or place that brings it, AT_NONE */
};

/* Worth of 1 money and of 1 energy to a seat, by how much it has. */
int32_t at_money_worth(const struct at_state *s, uint32_t seat);
int32_t at_energy_worth(const struct at_state *s, uint32_t seat);
/* The worth of a card or place to a seat, price included, whether it can pay now or not. */
int32_t at_card_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                      uint32_t country, uint32_t card);
/* Of every country, or of one; AT_NONE: of every. */
void at_look_out(const struct at_deck *d, const struct at_state *s, uint32_t seat, uint32_t only,
                 struct at_outlook *outlook);
int32_t at_souvenir_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat);
/* What a goal is worth with so much of it done. */
int32_t at_goal_worth(uint32_t points, uint32_t progress, uint32_t target);

#endif
