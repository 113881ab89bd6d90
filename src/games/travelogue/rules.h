/* Travelogue: what the files of the rules share among themselves. */
#ifndef VALISE_GAMES_TRAVELOGUE_RULES_H
#define VALISE_GAMES_TRAVELOGUE_RULES_H

#include "games/travelogue/travelogue.h"

/* Everybody sees a card go to a seat's hand (TL-10.2). */
VL_RULE void tl_learn(struct tl_state *s, uint32_t card, uint32_t seat);
/* A card has left the hands for good, before all eyes (TL-10.6). */
VL_RULE void tl_forget(struct tl_state *s, uint32_t card);
/* What a trade tells the traders and the others (TL-10.3 to TL-10.5); called with both sets laid
 * down, before they are taken up. */
VL_RULE void tl_exchange(struct tl_state *s, struct tl_set given, struct tl_set returned);

#endif
