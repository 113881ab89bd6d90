/* Lost Luggage: notation, JSON, and the table in words. */
#include <stdio.h>
#include <string.h>

#include "core/bits.h"
#include "games/template/template.h"

enum { TABLE_TAGS, COLUMN_KEY = 0, COLUMN_NAME, COLUMN_WEIGHT };

static const struct tp_state *seen(const struct vl_view *view)
{
    return (const struct tp_state *)view->state.bytes;
}

static const char *key_of(const struct vl_deck *deck, uint32_t tag)
{
    return tag == TP_UNKNOWN ? "?" : vl_deck_text(deck, TABLE_TAGS, tag, COLUMN_KEY);
}

static const char *name_of(const struct vl_deck *deck, uint32_t tag)
{
    return vl_deck_text(deck, TABLE_TAGS, tag, COLUMN_NAME);
}

void tp_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out)
{
    (void)view;
    switch (VL_MOVE_KIND(move)) {
    case TP_GIVE:
        vl_text_addf(out, "give %s", key_of(deck, VL_MOVE_ARG(move)));
        return;
    case TP_DEAL:
        vl_text_addf(out, "deal %s", key_of(deck, VL_MOVE_ARG(move)));
        return;
    default:
        vl_text_add(out, "done");
    }
}

bool tp_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err)
{
    (void)view;
    if (strcmp(text, "done") == 0) {
        *move = VL_MOVE(TP_DONE, 0);
        return true;
    }
    uint32_t kind = strncmp(text, "give ", 5) == 0   ? TP_GIVE
                    : strncmp(text, "deal ", 5) == 0 ? TP_DEAL
                                                     : 0;
    if (!kind)
        return vl_fail(err, VL_BAD_INPUT, NULL, "expected give TAG or done, found \"%.40s\"", text);
    int tag = strcmp(text + 5, "?") == 0 ? TP_UNKNOWN
                                         : vl_deck_find(deck, TABLE_TAGS, COLUMN_KEY, text + 5);
    if (tag < 0)
        return vl_fail(err, VL_BAD_INPUT, NULL, "there is no tag \"%.40s\"", text + 5);
    *move = VL_MOVE(kind, tag);
    return true;
}

void tp_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err)
{
    const struct tp_state *s = seen(view);
    uint32_t tag = VL_MOVE_ARG(move);
    if (VL_MOVE_KIND(move) == TP_DONE)
        vl_refuse(err, "TP-2.1", "hand in at least one tag");
    else if (VL_MOVE_KIND(move) == TP_DEAL)
        vl_refuse(err, "TP-2.3", "tags are dealt by chance, to the seat that is owed one");
    else if (tag >= TP_TAGS || !vl_has(s->hand[s->seat], tag))
        vl_refuse(err, "TP-2.1", "%s is not in your hand", key_of(deck, tag));
    else if (vl_count(s->giving) == TP_MOST_GIVEN)
        vl_refuse(err, "TP-2.1", "two tags are the most");
    else
        vl_refuse(err, "TP-2.2", "tags are handed in by ascending number");
}

void tp_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    (void)deck;
    (void)view;
    if (VL_MOVE_KIND(move) == TP_GIVE)
        vl_text_addf(out, "hand.%u", VL_MOVE_ARG(move));
    else
        vl_text_add(out, VL_MOVE_KIND(move) == TP_DEAL ? "pile" : "done");
}

void tp_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tp_state *s = seen(view);
    (void)deck;
    vl_text_add(out, s->phase == TP_PHASE_OVER   ? "The game is over"
                     : s->phase == TP_PHASE_DEAL ? "A tag is drawn"
                     : s->giving                 ? "Hand in one more tag, or be done"
                                                 : "Hand in one or two tags");
}

void tp_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct tp_state *s = seen(view);
    struct vl_score score;
    struct vl_text prompt = {0};
    tp_score(deck->data, s, &score);
    tp_prompt(deck, view, &prompt);
    vl_json_object(json);
    vl_json_put_string(json, "prompt", vl_text_string(&prompt));
    vl_json_put_string(json, "clause", "TP-2.1");
    vl_json_key(json, "points");
    vl_json_array(json);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        vl_json_int(json, score.points[seat]);
    vl_json_end_array(json);
    vl_json_put_string(json, "ending", "The game ends after two turns each");
    vl_json_end_object(json);
    vl_text_free(&prompt);
}

static void show_tags(const struct vl_deck *deck, const char *title, uint64_t tags,
                      uint32_t unknown, struct vl_text *out)
{
    const struct tp_deck *d = deck->data;
    vl_text_addf(out, "  %s:", title);
    if (!tags && !unknown)
        vl_text_add(out, " nothing");
    while (tags) {
        uint32_t tag = vl_take_lowest(&tags);
        vl_text_addf(out, " %s (%u kg)%s", name_of(deck, tag), d->weight[tag], tags ? "," : "");
    }
    if (unknown)
        vl_text_addf(out, " %u hidden", unknown);
    vl_text_char(out, '\n');
}

void tp_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tp_state *s = seen(view);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_text_addf(out, "{%u}\n", seat);
        show_tags(deck, "holds", s->hand[seat], s->unknown[seat], out);
        show_tags(deck, "handed in", s->given[seat], 0, out);
    }
}

void tp_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line)
{
    const struct tp_state *s = seen(before);
    uint32_t tag = VL_MOVE_ARG(move);
    (void)after;
    if (VL_MOVE_KIND(move) == TP_DONE)
        return;
    snprintf(line->clause, sizeof line->clause, "TP-2.1");
    if (VL_MOVE_KIND(move) == TP_GIVE)
        snprintf(line->text, sizeof line->text, "{%u} handed in %s.", s->seat, name_of(deck, tag));
    else if (tag == TP_UNKNOWN)
        snprintf(line->text, sizeof line->text, "{%u} drew a tag.", s->seat);
    else
        snprintf(line->text, sizeof line->text, "{%u} drew %s.", s->seat, name_of(deck, tag));
}
