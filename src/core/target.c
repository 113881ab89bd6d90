/* The ids of table elements, and why an element cannot be touched. */
#include "core/target.h"

#include "core/banned.h"

enum { LONGEST_QUOTED = 60 }; /* of an id that is none, in an error */

const char *vl_target_rest(const char *target, const char *kind)
{
    size_t length = strlen(kind);
    if (strncmp(target, kind, length) != 0 || target[length] != '.')
        return NULL;
    return target + length + 1;
}

/* Leading zeros are refused: "hand.07" and "hand.7" would be two ids of one element. */
bool vl_target_number(const char *target, const char *kind, uint32_t least, uint32_t most,
                      uint32_t *number)
{
    const char *rest = vl_target_rest(target, kind);
    uint32_t value = 0;
    if (!rest || !*rest || (rest[0] == '0' && rest[1]))
        return false;
    for (; *rest; rest++) {
        if (*rest < '0' || *rest > '9' || value > most)
            return false;
        value = value * 10 + (uint32_t)(*rest - '0');
    }
    *number = value;
    return value >= least && value <= most;
}

bool vl_target_key(const struct vl_deck *deck, const char *target, const char *kind, uint32_t table,
                   uint32_t column, uint32_t *row)
{
    const char *rest = vl_target_rest(target, kind);
    int found = rest ? vl_deck_find(deck, table, column, rest) : -1;
    *row = (uint32_t)found;
    return found >= 0;
}

vl_move vl_target_unknown(const char *target, struct vl_error *err)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789._:-";
    size_t length = strlen(target);
    /* Anything else may be no text at all and is not repeated. */
    if (length && length <= LONGEST_QUOTED && strspn(target, letters) == length)
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no \"%s\" on this table", target);
    else
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no such element on this table");
    return VL_NO_MOVE;
}

vl_move vl_target_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                         struct vl_error *err)
{
    deck->game->refuse(deck, view, move, err);
    return move;
}

/* Whether the target is among the words of `targets`. */
static bool names(const char *targets, const char *target)
{
    size_t length = strlen(target);
    while (*targets) {
        size_t size = strcspn(targets, " ");
        if (size == length && memcmp(targets, target, size) == 0)
            return true;
        targets += size + (targets[size] == ' ');
    }
    return false;
}

/* A touch is fine if any legal move names the element. Only otherwise is the game asked for a
 * reason, which takes it more work. */
bool vl_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                      vl_move *move, struct vl_error *err)
{
    const struct vl_game *game = deck->game;
    struct vl_text targets = {0};
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = game->legal_moves(deck->data, view->state.bytes, moves);
    bool touched = false;
    for (uint32_t i = 0; i < count && !touched; i++) {
        vl_text_clear(&targets);
        game->targets(deck, view, moves[i], &targets);
        touched = names(vl_text_string(&targets), target);
        *move = moves[i];
    }
    vl_text_free(&targets);
    if (!touched)
        *move = game->refuse_target(deck, view, target, err);
    return touched;
}
