/* Lost Luggage: the lines of the log. */
#include "games/template/template.h"

void tp_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct tp_state *s = tp_seen(before);
    uint32_t tag = VL_MOVE_ARG(move);
    if (VL_MOVE_KIND(move) == TP_GIVE)
        vl_line_say(line, "TP-2.1", "{%u} handed in %s.", s->seat, tp_tag_name(deck, tag));
    else if (VL_MOVE_KIND(move) == TP_DEAL)
        vl_line_say(line, "TP-2.1", "{%u} drew %s.", s->seat,
                    tag == TP_UNKNOWN ? "a tag" : tp_tag_name(deck, tag));
}
