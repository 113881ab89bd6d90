/*
 * Fuzz target: states. The first byte chooses the game and the way in; then JSON for read_state,
 * or the bytes of a state, of which `check` must be able to judge any. What passes `check` is
 * played to its end.
 */
#include <jansson.h>
#include <string.h>

#include "core/banned.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8))) = {0};
    struct vl_error err = {0};
    if (size < 2)
        return 0;
    uint32_t index = (data[0] & 0x7fU) % fuzz_game_count();
    const struct vl_game *game = fuzz_game(index);
    const struct vl_deck *deck = fuzz_deck(index);
    if (data[0] & 0x80U) {
        memcpy(state, data + 1, size - 1 < game->state_size ? size - 1 : game->state_size);
    } else {
        json_t *root = json_loadb((const char *)data + 1, size - 1, JSON_REJECT_DUPLICATES, NULL);
        if (!root)
            return 0;
        bool good = game->read_state(deck, root, state, &err);
        json_decref(root);
        if (!good && !err.message[0])
            fuzz_finding("%s: a state is refused without a reason", game->id);
        if (!good)
            return 0;
    }
    if (!game->check(deck->data, state))
        fuzz_play_on(game, deck, state, size);
    return 0;
}
