/* Easy Breezy: words that notation, labels, refusals, table and log share. */
#ifndef VALISE_GAMES_EASYBREEZY_TEXT_H
#define VALISE_GAMES_EASYBREEZY_TEXT_H

#include "games/easybreezy/easybreezy.h"

/* The word before a card, by phase; NULL where a move of the phase names no card. */
extern const char *const eb_card_words[EB_OVER + 1];

const char *eb_name_of(const struct vl_deck *deck, uint32_t card);
/* The city a passenger travels to, or EB_NONE for a free rider. */
uint32_t eb_city_of(const struct eb_deck *d, uint32_t card);
/* "June to Chicago", and with `raise` what it did to a fare: "(raised Miami)". */
void eb_add_card(const struct vl_deck *deck, uint32_t card, bool raise, struct vl_text *out);

#endif
