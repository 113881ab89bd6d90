/* Lost Luggage: notation and targets, and names that the other texts share. */
#include "core/notation.h"
#include "games/template/template.h"

const char *tp_tag_key(const struct vl_deck *deck, uint32_t tag)
{
    return tag < TP_TAGS ? vl_deck_text(deck, TP_TABLE_TAGS, tag, TP_KEY) : "?";
}

const char *tp_tag_name(const struct vl_deck *deck, uint32_t tag)
{
    return vl_deck_text(deck, TP_TABLE_TAGS, tag, TP_NAME);
}

void tp_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out)
{
    uint32_t kind = VL_MOVE_KIND(move);
    if (kind == TP_GIVE || kind == TP_DEAL)
        vl_text_addf(out, "%s %s", kind == TP_GIVE ? "give" : "deal",
                     tp_tag_key(deck, VL_MOVE_ARG(move)));
    else
        vl_text_add(out, "done");
}

bool tp_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    if (strcmp(text, "done") == 0)
        return vl_found_move(move, VL_MOVE(TP_DONE, 0));
    uint32_t kind = strncmp(text, "give ", 5) == 0   ? TP_GIVE
                    : strncmp(text, "deal ", 5) == 0 ? TP_DEAL
                                                     : 0;
    if (!kind)
        return vl_bad_move(err, "expected give TAG or done, found \"%.40s\"", text);
    int tag = strcmp(text + 5, "?") == 0 ? TP_UNKNOWN
                                         : vl_deck_find(deck, TP_TABLE_TAGS, TP_KEY, text + 5);
    if (tag < 0)
        return vl_bad_move(err, "there is no tag \"%.40s\"", text + 5);
    return vl_found_move(move, VL_MOVE(kind, tag));
}

void tp_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    if (VL_MOVE_KIND(move) == TP_GIVE)
        vl_text_addf(out, "hand.%u", VL_MOVE_ARG(move));
    else
        vl_text_add(out, VL_MOVE_KIND(move) == TP_DEAL ? "pile" : "done");
}
