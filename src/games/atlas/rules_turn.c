/*
 * Atlas: turns: what a seat may do, how it is paid for, when the turn and the game end. Portable.
 *
 * A travel counts as the main action or as the bonus action; the other action of the turn decides
 * which (AT-2.3). Until then it stands in `travelled`.
 */
#include "games/atlas/rules.h"

/* A turn has two actions; a travel not yet booked is one of them. */
VL_RULE uint32_t at_spent(const struct at_state *s)
{
    return (uint32_t)s->main_done + s->bonus_done + s->travelled;
}

VL_RULE void at_begin_turn(struct at_state *s)
{
    struct at_seat *p = &s->seat[s->active_seat];
    s->main_done = s->bonus_done = s->travelled = 0;
    if (at_quick(s) && !p->dante)
        p->used = 0;                         /* AT-12.6 */
    for (uint64_t rest = s->active; rest;) { /* AT-9.3 */
        uint32_t event = vl_take_lowest(&rest);
        if (s->event_owner[event] != s->active_seat || --s->event_cubes[event])
            continue;
        s->active &= ~(1U << event);
        s->event_discards |= 1U << event;
        s->event_owner[event] = AT_NONE;
    }
    at_push(s, p->dante ? AT_DO_DANTE : AT_ASK_TURN, s->active_seat, 0, 0);
}

/* AT-10.1 to AT-10.4. */
VL_RULE void at_end_turn(struct at_state *s)
{
    if (s->ending && --s->last_turns == 0) {
        s->over = 1;
        return;
    }
    if (!s->ending && !s->seat[s->active_seat].tokens) {
        s->ending = s->locked = 1;
        s->last_turns = (uint8_t)(s->seats - 1);
    }
    s->active_seat = (uint8_t)((s->active_seat + 1) % s->seats);
    s->round = (uint8_t)(s->round + !s->active_seat);
    s->over = s->round == AT_LAST_ROUND;
    if (!s->over)
        at_begin_turn(s);
}

/* Slots of a row that lie open, left or right of the cost line (AT-2.5). */
VL_RULE uint32_t at_open_slots(const struct at_deck *d, const struct at_seat *p, uint32_t row,
                               bool paid)
{
    return d->row_slots[row][paid] & ~((uint32_t)p->covered | p->disliked);
}

/* Whether likes or a souvenir pay for a bonus action (AT-2.4). */
VL_RULE bool at_can_pay_bonus(const struct at_deck *d, const struct at_seat *p, uint32_t action,
                              uint32_t how)
{
    const struct at_bonus *bonus = &d->bonus[action];
    if (how == AT_BY_LIKES)
        return bonus->likes && p->likes[action] >= bonus->likes;
    return bonus->circles && !vl_has(p->circles, action) && (p->souvenirs & ~p->used);
}

/* Explore where the backpacker stands: the country's cards in hand or row, and its places. */
VL_RULE static void list_explore(const struct at_deck *d, const struct at_state *s, uint32_t how,
                                 struct at_list *list)
{
    uint32_t seat = s->active_seat, at = s->seat[seat].at;
    const struct at_country *country = &d->country[at];
    uint64_t cards[AT_CARD_WORDS];
    if (at_barred(s, seat, at))
        return;
    at_usable_cards(s, seat, cards);
    for (uint32_t i = 0; i < country->card_count; i++)
        if (vl_has_in(cards, country->card[i]) && at_can_explore(d, s, seat, at, country->card[i]))
            at_offer_act(list, how, AT_ACT_CARD, country->card[i]);
    for (uint32_t slot = 0; slot < AT_PLACES; slot++)
        if (at_can_explore(d, s, seat, at, AT_PLACE0 + slot))
            at_offer_act(list, how, AT_ACT_PLACE, slot);
}

/* Whether an action can be done `how`: the main action costs nothing. */
VL_RULE static bool can_do(const struct at_deck *d, const struct at_seat *p, uint32_t action,
                           uint32_t how)
{
    return how == AT_MAIN || at_can_pay_bonus(d, p, action, how);
}

/* Every action but travel, done `how`. */
VL_RULE static void list_actions(const struct at_deck *d, const struct at_state *s, uint32_t how,
                                 struct at_list *list)
{
    uint32_t seat = s->active_seat;
    const struct at_seat *p = &s->seat[seat];
    if (can_do(d, p, AT_ACTION_EXPLORE, how))
        list_explore(d, s, how, list);
    if (can_do(d, p, AT_ACTION_BLOG, how) && at_can_blog(d, s, seat))
        at_offer_act(list, how, AT_ACT_BLOG, 0);
    for (uint32_t rest = 0; rest < 2; rest++)
        for (uint32_t paid = 0; can_do(d, p, AT_ACTION_WORK + rest, how) && paid < 2; paid++)
            if (at_can_work(d, s, seat, AT_ROW_WORK + rest, paid))
                at_offer_act(list, how, AT_ACT_WORK + rest, paid);
    if (how != AT_MAIN && can_do(d, p, AT_ACTION_REPLAN, how) &&
        vl_count_in(p->hand, AT_CARD_WORDS))
        at_offer_act(list, how, AT_ACT_REPLAN, 0);
}

/* The travel that would begin now. Only as the first action can it become a direct flight
 * (AT-4.8). */
VL_RULE static struct at_task new_travel(const struct at_state *s)
{
    struct at_task travel;
    travel.kind = AT_ASK_TRAVEL;
    travel.seat = s->active_seat;
    travel.a = at_spent(s) ? 0 : AT_DIRECT;
    travel.b = at_quick(s) ? AT_QUICK_STEPS : 0;
    return travel;
}

/* AT-12.3: two actions of travel, draw or explore; souvenirs refresh in between. A turn without any
 * action left has to be ended. */
VL_RULE static void list_quick(const struct at_deck *d, const struct at_state *s,
                               struct at_list *list)
{
    struct at_task travel = new_travel(s);
    if (s->main_done < 2) {
        struct at_task draw = {AT_ASK_DRAW, s->active_seat, 3, 1};
        vl_move moves[32];
        struct at_list draws = {moves, 0, AT_ASK_DRAW};
        at_list_legs(d, s, &travel, list);
        list_explore(d, s, AT_MAIN, list);
        at_list_draw(d, s, &draw, &draws);
        if (draws.count)
            at_offer_act(list, AT_MAIN, AT_ACT_DRAW, 0);
    }
    uint32_t actions = list->count;
    for (uint64_t rest = at_refreshing(s, s->active_seat); rest;)
        at_offer_act(list, AT_MAIN, AT_ACT_REFRESH, vl_take_lowest(&rest));
    if (!actions)
        at_offer_act(list, AT_MAIN, AT_ACT_END, 0);
}

VL_RULE void at_list_turn(const struct at_deck *d, const struct at_state *s, struct at_list *list)
{
    struct at_task travel = new_travel(s);
    if (at_quick(s)) {
        list_quick(d, s, list);
        return;
    }
    if (at_spent(s) < 2)
        at_list_legs(d, s, &travel, list);
    if (!s->main_done)
        list_actions(d, s, AT_MAIN, list);
    if (s->main_done || s->travelled || !list->count) /* AT-2.2 */
        at_offer_act(list, AT_MAIN, AT_ACT_END, 0);
    for (uint32_t how = AT_BY_LIKES; !s->bonus_done && how <= AT_BY_SOUVENIR; how++)
        list_actions(d, s, how, list);
}

/* In the quick game a souvenir may still refresh the row after both actions (AT-12.6). */
VL_RULE bool at_turn_goes_on(const struct at_state *s)
{
    if (!at_quick(s))
        return at_spent(s) < 2;
    return s->main_done < 2 || at_refreshing(s, s->active_seat);
}

/* Books a travel: with another action spent it takes what is left (AT-2.3). */
VL_RULE static void spend_travel(struct at_state *s)
{
    if (at_quick(s))
        s->main_done++;
    else if (s->main_done)
        s->bonus_done = 1;
    else if (s->bonus_done)
        s->main_done = 1;
    else if (s->travelled)
        s->main_done = s->bonus_done = 1, s->travelled = 0;
    else
        s->travelled = 1;
}

/* Books an action that is not a travel, and takes away what pays for a bonus action (AT-2.4). */
VL_RULE static void spend(const struct at_deck *d, struct at_state *s, uint32_t how,
                          uint32_t action)
{
    struct at_seat *p = &s->seat[s->active_seat];
    if (at_quick(s)) {
        s->main_done++;
        return;
    }
    if (how == AT_MAIN || s->travelled)
        s->main_done = 1;
    if (how != AT_MAIN || s->travelled)
        s->bonus_done = 1;
    s->travelled = 0;
    if (how == AT_BY_LIKES) {
        p->likes[action] = (uint8_t)(p->likes[action] - d->bonus[action].likes);
    } else if (how == AT_BY_SOUVENIR) {
        uint32_t souvenir = vl_lowest(p->souvenirs & ~(uint32_t)p->used);
        p->used = (uint8_t)(p->used | 1U << souvenir);
        p->circles = (uint8_t)(p->circles | 1U << action);
    }
}

/* The turn itself stays on the stack, below what the action pushes, until it has no action left. */
VL_RULE void at_apply_turn(const struct at_deck *d, struct at_state *s, vl_move move)
{
    uint32_t act = AT_MOVE_ACT(move), what = AT_MOVE_WHAT(move), how = AT_MOVE_HOW(move);
    uint32_t seat = s->active_seat;
    struct at_seat *p = &s->seat[seat];
    if (act == AT_ACT_CARD || act == AT_ACT_PLACE) {
        spend(d, s, how, AT_ACTION_EXPLORE);
        at_explore(d, s, seat, p->at, act == AT_ACT_CARD ? what : AT_PLACE0 + what);
    } else if (act == AT_ACT_BLOG) {
        spend(d, s, how, AT_ACTION_BLOG);
        if (p->blog >= AT_BLOG_SLOTS)
            p->blogged = 1;
        at_push(s, p->blog < AT_BLOG_SLOTS ? AT_ASK_BLOG : AT_ASK_SHIFT, seat,
                p->blog >= AT_BLOG_SLOTS, 0);
    } else if (act == AT_ACT_WORK || act == AT_ACT_REST) { /* actions and rows: the same order */
        spend(d, s, how, AT_ACTION_WORK + (act - AT_ACT_WORK));
        at_work(d, s, seat, AT_ROW_WORK + (act - AT_ACT_WORK), what != 0);
    } else if (act == AT_ACT_REPLAN) {
        spend(d, s, how, AT_ACTION_REPLAN);
        at_push(s, AT_ASK_REPLAN, seat, 0, 0);
    } else if (act == AT_ACT_DRAW) {
        s->main_done++;
        at_push(s, AT_ASK_DRAW, seat, 3, 1);
    } else if (act == AT_ACT_REFRESH) {
        at_refresh_by(s, seat, what);
    } else if (act == AT_ACT_END) {
        at_pop(s);
    } else { /* the first step of a travel */
        struct at_task travel = new_travel(s);
        spend_travel(s);
        at_push(s, AT_ASK_TRAVEL, seat, travel.a, travel.b);
        at_apply_leg(d, s, act, what);
    }
}
