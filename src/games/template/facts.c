/* Lost Luggage: the facts that boards draw, and the prompt. */
#include "core/facts.h"
#include "games/template/template.h"

void tp_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tp_state *s = tp_seen(view);
    vl_text_add(out, s->phase == TP_PHASE_OVER   ? "The game is over"
                     : s->phase == TP_PHASE_DEAL ? "A tag is drawn"
                     : s->giving                 ? "Hand in one more tag, or be done"
                                                 : "Hand in one or two tags");
}

void tp_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct tp_state *s = tp_seen(view);
    struct vl_score score;
    tp_score(deck->data, s, &score);
    vl_facts_begin(deck, view, "TP-2.1", json);
    vl_facts_numbers(json, "points", score.points, 1, s->seats);
    vl_json_put_string(json, "ending", "The game ends after two turns each");
    vl_json_end_object(json);
}
