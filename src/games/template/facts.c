/* Lost Luggage: the facts that boards draw, and the prompt. */
#include "games/template/template.h"

void tp_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tp_state *s = tp_seen(view);
    (void)deck;
    vl_text_add(out, s->phase == TP_PHASE_OVER   ? "The game is over"
                     : s->phase == TP_PHASE_DEAL ? "A tag is drawn"
                     : s->giving                 ? "Hand in one more tag, or be done"
                                                 : "Hand in one or two tags");
}

void tp_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct tp_state *s = tp_seen(view);
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
