/* Cards of Atlas as plain lines. */
#ifndef VALISE_GAMES_ATLAS_CARD_H
#define VALISE_GAMES_ATLAS_CARD_H

#include "games/atlas/deck.h"
#include "games/atlas/tables.h"

/* A country by its code or name, a destination card by its key, or any other row of the tables. */
bool at_describe(const struct vl_deck *deck, const char *key, struct vl_text *out,
                 struct vl_error *err);

#endif
