/*
 * Decks in memory. A match keeps the deck it was made with, so a server holds the built-in deck of
 * each game and every older deck that a loaded match refers to. Decks live as long as the server:
 * matches and jobs of workers borrow them.
 */
#ifndef VALISE_SERVER_DECKS_H
#define VALISE_SERVER_DECKS_H

#include "valise/deck.h"
#include "valise/game.h"

struct sv_server;

struct sv_deck {
    struct sv_deck *next;
    struct vl_deck *deck;
};

/* Loads the built-in deck of every game. */
bool sv_decks_open(struct sv_server *server, struct vl_error *err);
/* A deck by hash (NULL: the built-in one), from memory or from the store. NULL: err says why. */
struct vl_deck *sv_deck_find(struct sv_server *server, const struct vl_game *game, const char *hash,
                             struct vl_error *err);
/* Writes a deck to the store, unless the store has it. */
bool sv_deck_store(struct sv_server *server, const struct vl_deck *deck, struct vl_error *err);
void sv_decks_free(struct sv_server *server);

#endif
