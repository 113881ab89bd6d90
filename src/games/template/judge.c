/* Lost Luggage: its judgement. Hand in the heaviest tags; keep what is light. */
#include "games/template/template.h"

void tp_evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS])
{
    struct vl_score score;
    const struct tp_state *s = tp_seen(view);
    tp_score(deck, s, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        points[seat] = score.points[seat];
}

void tp_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights)
{
    const struct tp_deck *d = deck;
    const struct tp_state *s = tp_seen(view);
    /* The two heaviest of the hand, those given already included. */
    uint64_t best = 0, rest = s->hand[s->seat] | s->giving;
    for (int n = 0; n < TP_MOST_GIVEN && rest; n++) {
        uint32_t heaviest = vl_lowest(rest);
        for (uint64_t all = rest; all;) {
            uint32_t tag = vl_take_lowest(&all);
            if (d->weight[tag] > d->weight[heaviest])
                heaviest = tag;
        }
        best |= vl_bit(heaviest);
        rest &= ~vl_bit(heaviest);
    }
    for (uint32_t i = 0; i < count; i++) {
        bool give = VL_MOVE_KIND(moves[i]) == TP_GIVE;
        weights[i] = give ? vl_has(best, VL_MOVE_ARG(moves[i])) ? 10 : 1 : 5;
    }
}

void tp_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out)
{
    const struct tp_deck *d = deck->data;
    if (VL_MOVE_KIND(move) == TP_GIVE)
        vl_text_addf(out, "it is %u kg", d->weight[VL_MOVE_ARG(move)]);
    else
        vl_text_add(out, "what is left is light");
}
