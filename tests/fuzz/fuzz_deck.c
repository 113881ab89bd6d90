/*
 * Fuzz target: decks. The first byte chooses the game, the second the table that the rest of the
 * input stands for; the other tables are the built-in ones. A deck that is accepted is checked and
 * played with.
 */
#include <string.h>

#include "core/banned.h"
#include "fuzz.h"

static void play_with(const struct vl_game *game, const struct vl_deck *deck, uint64_t seed)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_text report = {0};
    struct vl_error err = {0};
    struct vl_setup setup;
    if (!game->check_deck(deck, &report, &err) && !err.message[0])
        fuzz_finding("%s: a deck fails its check without a reason", game->id);
    vl_text_free(&report);
    uint32_t seats = game->least_seats + seed % (game->most_seats - game->least_seats + 1U);
    vl_setup_init(game, seats, &setup, NULL);
    game->start(deck->data, &setup, state);
    const char *broken = game->check(deck->data, state);
    if (broken)
        fuzz_finding("%s: the deck is accepted and starts with %s", game->id, broken);
    fuzz_play_on(game, deck, state, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *files[VL_MAX_TABLES];
    size_t sizes[VL_MAX_TABLES];
    struct vl_error err = {0};
    if (size < 2)
        return 0;
    uint32_t index = data[0] % fuzz_game_count();
    const struct vl_game *game = fuzz_game(index);
    const struct vl_deck *built_in = fuzz_deck(index);
    for (uint32_t t = 0; t < game->table_count; t++) {
        files[t] = built_in->originals[t];
        sizes[t] = built_in->sizes[t];
    }
    uint32_t table = data[1] % game->table_count;
    files[table] = (const char *)data + 2;
    sizes[table] = size - 2;
    struct vl_deck *deck = vl_deck_parse(game, files, sizes, "fuzz", &err);
    if (!deck && !err.message[0])
        fuzz_finding("%s: a deck is refused without a reason", game->id);
    if (deck)
        play_with(game, deck, size);
    vl_deck_free(deck);
    return 0;
}
