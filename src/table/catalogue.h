/*
 * What can be played, and against whom, as JSON: limits, options and levels come from here, so that
 * no client has a list of its own to keep up to date.
 */
#ifndef VALISE_TABLE_CATALOGUE_H
#define VALISE_TABLE_CATALOGUE_H

#include "valise/game.h"

/* A game as one object. `words_key` names the list of an option's words: "words" for the web,
 * "values" on the command line, as each has called it from the first edition on. */
void vl_write_game(struct vl_json *json, const struct vl_game *game, const char *deck,
                   const char *words_key);
/* The bots as the member "bots". */
void vl_write_bots(struct vl_json *json);

#endif
