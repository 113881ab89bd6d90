/* Lost Luggage: why a move is refused, and why a table element cannot be touched. */
#include <string.h>

#include "core/target.h"
#include "games/template/template.h"

void tp_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct tp_state *s = tp_seen(view);
    uint32_t tag = VL_MOVE_ARG(move);
    if (VL_MOVE_KIND(move) == TP_DONE)
        vl_refuse(err, "TP-2.1", "hand in at least one tag");
    else if (VL_MOVE_KIND(move) == TP_DEAL)
        vl_refuse(err, "TP-2.3", "tags are dealt by chance, to the seat that is owed one");
    else if (tag >= TP_TAGS || !vl_has(s->hand[s->seat], tag))
        vl_refuse(err, "TP-2.1", "%s is not in your hand", tp_tag_key(deck, tag));
    else if (vl_count(s->giving) == TP_MOST_GIVEN)
        vl_refuse(err, "TP-2.1", "two tags are the most");
    else
        vl_refuse(err, "TP-2.2", "tags are handed in by ascending number");
}

/* Each element stands for one move; the pile is for chance alone. */
vl_move tp_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                         struct vl_error *err)
{
    uint32_t tag;
    if (vl_target_number(target, "hand", 0, TP_TAGS - 1, &tag))
        return vl_target_refuse(deck, view, VL_MOVE(TP_GIVE, tag), err);
    if (strcmp(target, "done") == 0)
        return vl_target_refuse(deck, view, VL_MOVE(TP_DONE, 0), err);
    if (strcmp(target, "pile") != 0)
        return vl_target_unknown(target, err);
    vl_refuse(err, "TP-2.3", "you draw from the pile only after you hand in tags");
    return VL_NO_MOVE;
}
