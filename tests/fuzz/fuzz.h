/* What the fuzz targets share: the games with their decks, and a way to play on. */
#ifndef VALISE_TESTS_FUZZ_H
#define VALISE_TESTS_FUZZ_H

#include "valise/game.h"

/* Stops with a message; the fuzzer keeps the input. */
__attribute__((format(printf, 1, 2), noreturn)) void fuzz_finding(const char *format, ...);

/* The games that can be played, the template last; decks stay open. */
uint32_t fuzz_game_count(void);
const struct vl_game *fuzz_game(uint32_t index);
const struct vl_deck *fuzz_deck(uint32_t index);
/* Index of a game, or -1. */
int fuzz_find(const char *id);

/* Plays from a state that passed `check` to the end, and looks at it from every seat on the way. */
void fuzz_play_on(const struct vl_game *game, const struct vl_deck *deck, void *state,
                  uint64_t seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
