/*
 * Atlas: the destination pile, its discards, the row, hands, and the piles of goals. Portable.
 *
 * A pile is the set of what is left in it. In a view it also holds what is hidden in other hands,
 * so its size is always asked of at_pile_count.
 */
#include "games/atlas/rules.h"

VL_RULE uint32_t at_pile_count(const struct at_state *s)
{
    uint32_t count = vl_count_in(s->pile, AT_CARD_WORDS);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        count -= (uint32_t)s->seat[seat].unknown_cards + s->seat[seat].unknown_pack;
    return count;
}

/* Pile or discards have a card: the discards become the pile when it is empty (AT-3.4). */
VL_RULE bool at_can_draw(const struct at_state *s)
{
    return (s->discard[0] | s->discard[1] | s->discard[2]) || at_pile_count(s);
}

VL_RULE uint32_t at_goal_count(const struct at_state *s, uint32_t pile)
{
    uint32_t count = vl_count(s->goals & at_goal_mask(pile)) + s->bottoms[pile];
    for (uint32_t seat = 0; seat < s->seats; seat++)
        count -= s->seat[seat].unknown_goals[pile];
    return count - s->unknown_bottoms[pile];
}

/* AT-3.1. */
VL_RULE void at_usable_cards(const struct at_state *s, uint32_t seat, uint64_t cards[AT_CARD_WORDS])
{
    vl_memcpy(cards, s->seat[seat].hand, sizeof s->seat[seat].hand);
    for (uint32_t i = 0; i < AT_ROW; i++)
        if (s->row[i] != AT_NONE)
            vl_add_to(cards, s->row[i]);
}

VL_RULE bool at_can_use(const struct at_state *s, uint32_t seat, uint32_t card)
{
    uint64_t cards[AT_CARD_WORDS];
    at_usable_cards(s, seat, cards);
    return card < AT_CARDS && vl_has_in(cards, card);
}

VL_RULE void at_list_pile(const struct at_state *s, struct at_list *list)
{
    at_offer_sets(list, at_pile_count(s) ? s->pile : s->discard, AT_CARD_WORDS);
}

/* AT-3.4: the discards become the pile when a draw needs them; what was seen is mixed again. */
VL_RULE void at_leave_pile(struct at_state *s, uint32_t card)
{
    if (!at_pile_count(s)) {
        for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
            s->pile[w] |= s->discard[w];
            s->shown[w] &= ~s->discard[w];
            s->discard[w] = 0;
        }
    }
    vl_drop_from(s->pile, card);
}

VL_RULE void at_show_card(struct at_state *s, uint32_t card)
{
    vl_add_to(s->shown, card);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        vl_drop_from(s->seat[seat].peeked, card);
}

VL_RULE void at_discard(struct at_state *s, uint32_t card)
{
    vl_add_to(s->discard, card);
    at_show_card(s, card);
}

VL_RULE uint32_t at_row_slot(const struct at_state *s, uint32_t card)
{
    uint32_t slot = 0;
    while (slot < AT_ROW && s->row[slot] != card)
        slot++;
    return slot;
}

VL_RULE bool at_take_out(struct at_state *s, uint32_t seat, uint32_t card)
{
    uint32_t slot = at_row_slot(s, card);
    if (slot < AT_ROW)
        s->row[slot] = AT_NONE;
    else
        vl_drop_from(s->seat[seat].hand, card);
    return slot < AT_ROW;
}

/* One card, then the rest: each draw is a chance move of its own. */
VL_RULE void at_refill(struct at_state *s)
{
    if (at_row_slot(s, AT_NONE) == AT_ROW || !at_can_draw(s))
        return;
    at_push(s, AT_DO_REFILL, 0, 0, 0);
    at_push(s, AT_ROLL_FLIP, 0, 0, 0);
}

/* AT-7.6: no refresh while there is nothing to replace the row with. */
VL_RULE void at_refresh(struct at_state *s)
{
    if (!at_can_draw(s))
        return;
    for (uint32_t i = 0; i < AT_ROW; i++) {
        if (s->row[i] != AT_NONE)
            at_discard(s, s->row[i]);
        s->row[i] = AT_NONE;
    }
    at_push(s, AT_DO_REFILL, 0, 0, 0);
}

/* AT-12.6: the souvenirs that can still refresh the row in this turn, a bit each. */
VL_RULE uint32_t at_refreshing(const struct at_state *s, uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    return at_can_draw(s) ? p->souvenirs & ~(uint32_t)p->used : 0U;
}

VL_RULE void at_refresh_by(struct at_state *s, uint32_t seat, uint32_t souvenir)
{
    s->seat[seat].used = (uint8_t)(s->seat[seat].used | 1U << souvenir);
    at_push(s, AT_DO_REFRESH, seat, 0, 0);
}

/* Country cards of a continent that a seat could take: from the pile or another hand (AT-8.4). */
VL_RULE static uint64_t country_cards(const struct at_deck *d, const struct at_state *s,
                                      uint32_t seat, uint32_t continent, uint32_t word)
{
    return d->of_continent[continent][word] & ~s->toured[word] & ~s->seat[seat].guides[word];
}

VL_RULE void at_list_country(const struct at_deck *d, const struct at_state *s,
                             const struct at_task *task, struct at_list *list)
{
    uint64_t cards[AT_COUNTRY_WORDS];
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
        cards[w] = country_cards(d, s, task->seat, task->a, w);
    at_offer_sets(list, cards, AT_COUNTRY_WORDS);
}

VL_RULE void at_list_draw(const struct at_deck *d, const struct at_state *s,
                          const struct at_task *task, struct at_list *list)
{
    for (uint32_t i = 0; i < AT_ROW; i++)
        if (s->row[i] != AT_NONE)
            at_offer(list, i);
    if (at_can_draw(s))
        at_offer(list, AT_DRAW_PILE);
    for (uint32_t continent = 0; task->b && continent < AT_CONTINENTS; continent++) {
        uint64_t any = 0;
        for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
            any |= country_cards(d, s, task->seat, continent, w);
        if (any)
            at_offer(list, AT_DRAW_CONTINENT + continent);
    }
    if (at_quick(s)) /* between single draws too (AT-12.6) */
        for (uint64_t rest = at_refreshing(s, task->seat); rest;)
            at_offer(list, AT_DRAW_REFRESH + vl_take_lowest(&rest));
}

/* A refresh between two draws leaves the draw to be made; everything else is one draw less. */
VL_RULE void at_draw(struct at_state *s, struct at_task task, uint32_t arg)
{
    if (arg >= AT_DRAW_REFRESH) { /* no card is drawn yet */
        at_refresh_by(s, task.seat, arg - AT_DRAW_REFRESH);
        return;
    }
    at_one_less(s);
    if (arg >= AT_DRAW_CONTINENT) {
        at_push(s, AT_ASK_COUNTRY, task.seat, arg - AT_DRAW_CONTINENT, 0);
    } else if (arg == AT_DRAW_PILE) {
        at_push(s, AT_ROLL_DEAL, task.seat, 0, 0);
    } else {
        vl_add_to(s->seat[task.seat].hand, s->row[arg]);
        s->row[arg] = AT_NONE;
        at_push(s, AT_DO_REFILL, task.seat, 0, 0);
    }
}

/* Into the lowest empty slot (AT-3.2). */
VL_RULE void at_flip(struct at_state *s, uint32_t card)
{
    at_leave_pile(s, card);
    s->row[at_row_slot(s, AT_NONE)] = (uint8_t)card;
    at_show_card(s, card);
}

/* From the pile, unseen by the others, into a hand or a pack. */
VL_RULE void at_draw_into(struct at_state *s, uint64_t *cards, uint32_t card)
{
    at_leave_pile(s, card);
    vl_add_to(cards, card);
}

VL_RULE void at_take_country(struct at_state *s, uint32_t seat, uint32_t country)
{
    for (uint32_t other = 0; other < s->seats; other++)
        vl_drop_from(s->seat[other].guides, country);
    vl_add_to(s->seat[seat].guides, country);
}

/* What a draw from a pile of goals can bring: its unordered part, then what was put under it. */
VL_RULE void at_list_goal(const struct at_state *s, uint32_t pile, struct at_list *list)
{
    if (at_goal_count(s, pile) > s->bottoms[pile])
        at_offer_set(list, s->goals & at_goal_mask(pile));
    else if (s->bottoms[pile] && s->bottom[pile][0] != AT_NONE)
        at_offer(list, s->bottom[pile][0]);
}

/* What lay under the pile moves up; the order of those goals is known to their owners. */
VL_RULE void at_leave_goals(struct at_state *s, uint32_t goal)
{
    uint32_t pile = goal >= AT_GEOGRAPHY;
    if (vl_has(s->goals, goal)) {
        s->goals &= ~vl_bit(goal);
        return;
    }
    for (uint32_t i = 0; i < s->bottoms[pile]; i++) {
        if (s->bottom[pile][i] != goal)
            continue;
        for (uint32_t k = i + 1; k < s->bottoms[pile]; k++) {
            s->bottom[pile][k - 1] = s->bottom[pile][k];
            s->bottom_owner[pile][k - 1] = s->bottom_owner[pile][k];
        }
        s->bottoms[pile]--;
        s->bottom[pile][s->bottoms[pile]] = s->bottom_owner[pile][s->bottoms[pile]] = AT_NONE;
        return;
    }
}
