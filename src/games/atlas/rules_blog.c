/*
 * Atlas: blogging: the track with its lines and rewards; effects of cards; events. Portable.
 */
#include "games/atlas/rules.h"

/* The best `icons` of the latest card (AT-7.2). */
VL_RULE uint32_t at_blog_value(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                               uint32_t icons)
{
    const struct at_seat *p = &s->seat[seat];
    uint32_t values[AT_ICONS] = {0, 0, 0, 0}, sum = 0;
    if (!p->visits)
        return 0;
    const struct at_place *place = at_latest_place(d, p);
    for (uint32_t i = 0; i < place->icon_count; i++) {
        uint32_t value = at_value(s, place->icon[i]);
        for (uint32_t k = 0; k < AT_ICONS; k++) { /* largest first */
            uint32_t other = values[k];
            values[k] = value > other ? value : other;
            value = at_least(value, other);
        }
    }
    for (uint32_t k = 0; k < AT_ICONS && k < icons; k++)
        sum += values[k];
    return sum;
}

/* The first free slot at least `steps` ahead of a seat's cube; the last one holds any number. */
VL_RULE static uint32_t free_slot(const struct at_state *s, uint32_t seat, uint32_t steps)
{
    uint32_t slot = s->seat[seat].blog + steps;
    for (; slot < AT_BLOG_SLOTS; slot++) {
        bool taken = false;
        for (uint32_t other = 0; other < s->seats; other++)
            taken |= other != seat && s->seat[other].blog == slot;
        if (!taken)
            return slot;
    }
    return AT_BLOG_SLOTS;
}

/* The slots that may be reached, a bit each (AT-7.3). */
VL_RULE uint32_t at_blog_targets(const struct at_state *s, uint32_t seat, uint32_t value)
{
    uint32_t targets = 0;
    for (uint32_t steps = 1; steps <= value; steps++)
        targets |= 1U << free_slot(s, seat, steps);
    return targets;
}

/* AT-7.2: as many icons as lie open in the blog row. */
VL_RULE uint32_t at_blog_power(const struct at_deck *d, const struct at_seat *p)
{
    uint32_t power = 0;
    for (uint64_t rest = at_open_slots(d, p, AT_ROW_BLOG, false); rest;) {
        const struct at_slot *slot = &d->slot[vl_take_lowest(&rest)];
        for (uint32_t i = 0; i < slot->effect_count; i++)
            power += slot->effect[i].kind == AT_ICON ? (uint8_t)slot->effect[i].amount : 0U;
    }
    return power;
}

/* AT-7.3. */
VL_RULE void at_list_blog(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                          struct at_list *list)
{
    uint32_t value = at_blog_value(d, s, seat, at_blog_power(d, &s->seat[seat]));
    at_offer_set(list, at_blog_targets(s, seat, value));
}

/* AT-7.1, AT-7.4, AT-7.10. */
VL_RULE bool at_can_blog(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    if (!p->visits || p->blogged || !at_blog_power(d, p))
        return false;
    return p->blog < AT_BLOG_SLOTS || at_can_shift_by_blog(d, s, seat);
}

/* AT-7.5: lines in order, one refresh at the first of its lines. */
VL_RULE static void push_lines(const struct at_deck *d, struct at_state *s, uint32_t seat,
                               uint32_t from, uint32_t to)
{
    uint32_t refresh = AT_NONE;
    for (uint32_t slot = from ? from : 1; slot < to && refresh == AT_NONE; slot++)
        if (d->blog[slot - 1].line_after == AT_REFRESH_LINE)
            refresh = slot;
    for (uint32_t slot = to - 1; slot >= 1 && slot >= from; slot--) {
        if (slot == refresh)
            at_push(s, AT_DO_REFRESH, seat, 0, 0);
        else if (d->blog[slot - 1].line_after == AT_EVENT_LINE)
            at_push(s, AT_ROLL_EVENT, seat, 0, 0);
    }
}

/* Lines are passed before the reward (AT-7.7), so they are pushed after it. */
VL_RULE void at_apply_blog(const struct at_deck *d, struct at_state *s, uint32_t seat,
                           uint32_t slot)
{
    struct at_seat *p = &s->seat[seat];
    uint32_t from = p->blog;
    p->blog = (uint8_t)slot;
    p->blogged = 1;
    if (!p->dante)
        at_push(s, AT_DO_REWARD, seat, slot, 0);
    else if (d->blog[slot - 1].reward.kind == AT_GOALS) /* the only reward for Dante (AT-13.12) */
        at_push(s, AT_ROLL_DANTE_GOAL, seat, 0, 0);
    push_lines(d, s, seat, from, slot);
}

/* Likes and dislikes of one card are netted; the rest is done in its order (AT-9.7). */
VL_RULE void at_push_effects(struct at_state *s, uint32_t seat, const struct at_effect *effects,
                             uint32_t count)
{
    int32_t mood = 0;
    for (uint32_t i = 0; i < count; i++)
        mood += effects[i].kind == AT_LIKE      ? effects[i].amount
                : effects[i].kind == AT_DISLIKE ? -effects[i].amount
                                                : 0;
    if (mood)
        at_push(s, mood > 0 ? AT_ASK_LIKE : AT_ASK_DISLIKE, seat,
                (uint32_t)(mood > 0 ? mood : -mood), 0);
    for (uint32_t i = count; i-- > 0;)
        if (effects[i].kind != AT_LIKE && effects[i].kind != AT_DISLIKE)
            at_push(s, AT_DO_EFFECT, seat, effects[i].kind, (uint8_t)effects[i].amount);
}

/* Money and energy stay between nothing and what the board can hold. */
VL_RULE static uint8_t within(int32_t value, int32_t most)
{
    return (uint8_t)(value < 0 ? 0 : value > most ? most : value);
}

/* What an effect asks for, in the order of at_effect_kind. Likes and dislikes are netted before,
 * icons count when a post is written, and money and energy are done at once. */
static const uint8_t asks[AT_EFFECT_KINDS] = {
    AT_NO_TASK,  AT_NO_TASK,   AT_NO_TASK,      AT_NO_TASK,    AT_NO_TASK,
    AT_ASK_DRAW, AT_ASK_TILE,  AT_ASK_LANGUAGE, AT_DO_REFRESH, AT_ASK_TRAVEL,
    AT_ASK_PILE, AT_ASK_SHIFT, AT_NO_TASK};

/* Amounts are signed where an effect can cost: the task keeps them in a byte. */
VL_RULE void at_do_effect(struct at_state *s, struct at_task task)
{
    struct at_seat *p = &s->seat[task.seat];
    int32_t amount = (int8_t)task.b;
    uint32_t a = task.a == AT_TRAVEL                       ? (uint32_t)AT_REWARD
                 : task.a == AT_SHIFT                      ? 1U /* AT-7.9 */
                 : task.a == AT_DRAW || task.a == AT_GOALS ? task.b
                                                           : 0U;
    if (task.a == AT_MONEY)
        p->money = within(p->money + amount, AT_MOST_MONEY);
    if (task.a == AT_ENERGY)
        p->energy = within(p->energy + amount, AT_MOST_ENERGY);
    if (task.a == AT_GOALS) /* of old and new ones, one is dropped at the end */
        at_push(s, AT_ASK_DROP, task.seat, 0, 0);
    if (asks[task.a])
        at_push(s, asks[task.a], task.seat, a, 0);
}

/* Pushes the effects of an event for the seats that it touches; Dante takes no part (AT-13.14). */
VL_RULE static void touch_seats(const struct at_deck *d, struct at_state *s, uint32_t seat,
                                uint32_t number)
{
    const struct at_event *event = &d->event[number];
    struct at_effect own[AT_EFFECTS];
    uint32_t count = 0;
    bool refresh = false;
    for (uint32_t i = 0; i < event->effect_count; i++) {
        if (event->effect[i].kind == AT_REFRESH)
            refresh = true;
        else
            own[count++] = event->effect[i];
    }
    for (uint32_t i = event->who == AT_EVERYONE ? s->seats : 1; i-- > 0;) {
        uint32_t other = (seat + i) % s->seats;
        if (!s->seat[other].dante)
            at_push_effects(s, other, own, count);
    }
    if (refresh)
        at_push(s, AT_DO_REFRESH, seat, 0, 0);
}

/* AT-9.1 to AT-9.3. */
VL_RULE void at_reveal_event(const struct at_deck *d, struct at_state *s, uint32_t seat,
                             uint32_t number)
{
    const struct at_event *event = &d->event[number];
    at_draw_card(&s->events, &s->event_discards, number);
    if (event->persistent) {
        s->active |= 1U << number;
        s->event_cubes[number] = event->cubes;
        s->event_owner[number] = (uint8_t)seat;
        if (event->country_count)
            at_push(s, AT_DO_EVICT, seat, number, 0);
    } else {
        s->event_discards |= 1U << number;
    }
    if (event->who != AT_NOBODY)
        touch_seats(d, s, seat, number);
}
