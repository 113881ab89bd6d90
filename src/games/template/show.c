/* Lost Luggage: the table in words. */
#include "games/template/template.h"

static void show_tags(const struct vl_deck *deck, const char *title, uint64_t tags,
                      uint32_t unknown, struct vl_text *out)
{
    const struct tp_deck *d = deck->data;
    vl_text_addf(out, "  %s:", title);
    if (!tags && !unknown)
        vl_text_add(out, " nothing");
    while (tags) {
        uint32_t tag = vl_take_lowest(&tags);
        vl_text_addf(out, " %s (%u kg)%s", tp_tag_name(deck, tag), d->weight[tag], tags ? "," : "");
    }
    if (unknown)
        vl_text_addf(out, " %u hidden", unknown);
    vl_text_char(out, '\n');
}

void tp_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tp_state *s = tp_seen(view);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_text_addf(out, "{%u}\n", seat);
        show_tags(deck, "holds", s->hand[seat], s->unknown[seat], out);
        show_tags(deck, "handed in", s->given[seat], 0, out);
    }
}
