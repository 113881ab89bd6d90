/* From the tables of data/atlas/ to struct at_deck. */
#ifndef VALISE_GAMES_ATLAS_LOAD_H
#define VALISE_GAMES_ATLAS_LOAD_H

#include "games/atlas/deck.h"
#include "games/atlas/tables.h"

/* Fills deck->data. Refuses what the rules could not stand on: words that mean nothing, lists that
 * are too long, a map in pieces. What is a matter of taste or truth is left to at_check_deck. */
bool at_load_deck(struct vl_deck *deck, struct vl_error *err);

/* The number of an area such as "C2", or -1. */
int at_area(const char *text);
/* Writes "C2" (at most 4 bytes). */
void at_area_name(uint32_t area, char name[4]);
/* The place of a word in a list that ends with NULL, or -1. */
int at_word(const char *const *words, const char *text);
/* Cuts the next word from a cell: false at its end, and for '-' at once. */
bool at_next_word(const char **cell, char word[32]);

#endif
