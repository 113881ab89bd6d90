/*
 * What the facts of all games have in common (see `annotate` in valise/game.h): the first members,
 * sentences with numbers in them, and one number for each seat.
 */
#ifndef VALISE_CORE_FACTS_H
#define VALISE_CORE_FACTS_H

#include "core/json_write.h"
#include "valise/game.h"

/* Begins the object of the facts and writes "prompt" and "clause"; the caller ends it. */
void vl_facts_begin(const struct vl_deck *deck, const struct vl_view *view, const char *clause,
                    struct vl_json *json);
/* Writes a key and what printf would print, as a string. */
__attribute__((format(printf, 3, 4))) void vl_facts_say(struct vl_json *json, const char *key,
                                                        const char *format, ...);
/* Writes a key and an array of numbers: `count` of them, each `stride` after the one before. */
void vl_facts_numbers(struct vl_json *json, const char *key, const int32_t *values, uint32_t stride,
                      uint32_t count);
/* Writes a key and an array of strings, one for each word of a text parted by spaces. */
void vl_facts_words(struct vl_json *json, const char *key, const char *text);

#endif
