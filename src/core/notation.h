/* Words and digits in what people write: moves, decks, options, names of bots. */
#ifndef VALISE_CORE_NOTATION_H
#define VALISE_CORE_NOTATION_H

#include <string.h>

#include "valise/error.h"
#include "valise/move.h"

/* The error of parse_move about a text that is no move; returns false. */
#define vl_bad_move(err, ...) vl_fail(err, VL_BAD_INPUT, NULL, __VA_ARGS__)

/* The end of parse_move: the text means this move. */
static inline bool vl_found_move(vl_move *move, vl_move found)
{
    *move = found;
    return true;
}

/* Whether the first `length` bytes of a text are the word. */
static inline bool vl_is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

/* The index of that word in a list that ends with NULL, or -1. */
static inline int vl_find_word(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i]; i++)
        if (vl_is_word(words[i], text, length))
            return i;
    return -1;
}

/* Whether a text begins with a digit from `least` to `most`. */
static inline bool vl_digit(const char *text, uint32_t least, uint32_t most, uint32_t *value)
{
    *value = (uint32_t)((unsigned char)*text - '0');
    return *value <= 9 && *value >= least && *value <= most;
}

#endif
