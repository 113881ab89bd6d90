/* Lost Luggage: why a move is refused, by the clause that refuses it. */
#include "core/bits.h"
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
