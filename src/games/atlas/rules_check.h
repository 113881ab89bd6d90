/* Atlas: the parts of its check. */
#ifndef VALISE_GAMES_ATLAS_RULES_CHECK_H
#define VALISE_GAMES_ATLAS_RULES_CHECK_H

#include "games/atlas/atlas.h"

/* rules_check_tasks.c */
const char *at_check_tasks(const struct at_deck *d, const struct at_state *s);
/* Tokens of a seat that are still to leave the board for countries explored already. */
uint32_t at_tokens_awaited(const struct at_state *s, uint32_t seat);

#endif
