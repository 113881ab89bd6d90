/*
 * Atlas: work, rest and replan. Portable.
 */
#include "games/atlas/rules.h"

/* AT-8.2: at home or with a friend the better bed is free. */
VL_RULE bool at_free_rest(const struct at_deck *d, const struct at_seat *p)
{
    return p->at == p->home || at_has_friend(d, p, p->at);
}

/* AT-8.3: without and with the right side are two actions; where rest is free only the full one
 * is. */
VL_RULE bool at_can_work(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                         uint32_t row, bool paid)
{
    const struct at_seat *p = &s->seat[seat];
    bool basic = at_open_slots(d, p, row, false) != 0;
    bool more = at_open_slots(d, p, row, true) != 0;
    if (row == AT_ROW_REST && at_free_rest(d, p))
        return more ? paid : basic && !paid; /* only the full one */
    if (!paid)
        return basic;
    return more && (row == AT_ROW_REST ? p->money : p->energy) != 0;
}

/* Rules, labels and judgement all ask here what a row gives. */
VL_RULE void at_row_power(const struct at_deck *d, const struct at_seat *p, uint32_t row, bool paid,
                          int32_t sum[AT_EFFECT_KINDS])
{
    uint32_t slots = at_open_slots(d, p, row, false);
    vl_memset(sum, 0, AT_EFFECT_KINDS * sizeof *sum);
    if (paid)
        slots |= at_open_slots(d, p, row, true);
    for (uint64_t rest = slots; rest;) {
        const struct at_slot *slot = &d->slot[vl_take_lowest(&rest)];
        for (uint32_t i = 0; i < slot->effect_count; i++)
            sum[slot->effect[i].kind] += slot->effect[i].amount;
    }
}

/* Work or rest with the power that the row has now (AT-8.1). */
VL_RULE void at_work(const struct at_deck *d, struct at_state *s, uint32_t seat, uint32_t row,
                     bool paid)
{
    struct at_seat *p = &s->seat[seat];
    int32_t sum[AT_EFFECT_KINDS];
    at_row_power(d, p, row, paid, sum);
    if (paid && row == AT_ROW_WORK)
        p->energy--;
    else if (paid && !at_free_rest(d, p))
        p->money--;
    for (uint32_t kind = AT_EFFECT_KINDS; kind-- > 0;) {
        uint32_t amount = (uint32_t)sum[kind];
        if (!amount)
            continue;
        if (kind == AT_LIKE)
            at_push(s, AT_ASK_LIKE, seat, amount, 0);
        else if (kind == AT_DRAW)
            at_push(s, AT_ASK_DRAW, seat, amount, 1);
        else
            at_push(s, AT_DO_EFFECT, seat, kind, amount);
    }
}

/* Cards in ascending order, then none of them; a is one more than the last card. */
VL_RULE void at_list_replan(const struct at_state *s, const struct at_task *task,
                            struct at_list *list)
{
    const uint64_t *hand = s->seat[task->seat].hand;
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
        for (uint64_t rest = hand[w]; rest;) {
            uint32_t card = w * 64 + vl_take_lowest(&rest);
            if (card >= task->a)
                at_offer(list, card);
        }
    if (task->b)
        at_offer(list, AT_NONE_OF_THEM);
}

/* Discarded cards are open from now on, but lie apart until all are chosen: the pile must not be
 * filled with them in between. */
VL_RULE void at_apply_replan(struct at_state *s, struct at_task task, uint32_t arg)
{
    if (arg != AT_NONE_OF_THEM) {
        vl_drop_from(s->seat[task.seat].hand, arg);
        vl_add_to(s->chosen, arg);
        at_show_card(s, arg);
        at_top(s)->a = (uint8_t)(arg + 1);
        at_top(s)->b++;
        return;
    }
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
        s->discard[w] |= s->chosen[w];
        s->chosen[w] = 0;
    }
    at_pop(s);
    at_push(s, AT_ASK_DRAW, task.seat, task.b, 0);
    at_push(s, AT_DO_REFILL, task.seat, 0, 0);
}
