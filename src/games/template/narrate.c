/* Lost Luggage: the lines of the log. */
#include <stdio.h>

#include "games/template/template.h"

void tp_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct tp_state *s = tp_seen(before);
    uint32_t tag = VL_MOVE_ARG(move);
    (void)after;
    if (VL_MOVE_KIND(move) == TP_DONE)
        return;
    snprintf(line->clause, sizeof line->clause, "TP-2.1");
    if (VL_MOVE_KIND(move) == TP_GIVE)
        snprintf(line->text, sizeof line->text, "{%u} handed in %s.", s->seat,
                 tp_tag_name(deck, tag));
    else if (tag == TP_UNKNOWN)
        snprintf(line->text, sizeof line->text, "{%u} drew a tag.", s->seat);
    else
        snprintf(line->text, sizeof line->text, "{%u} drew %s.", s->seat, tp_tag_name(deck, tag));
}
