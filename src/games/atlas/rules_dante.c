/*
 * Atlas: Dante, who plays the last seats by a deck of his own (AT-13). Portable.
 *
 * His draws are chance. What follows from them is forced: one move each, so that the log tells it
 * line by line; these moves need nobody and count as chance. Nothing here looks at money, energy,
 * blocks or delays.
 *
 * His choice of a card is a script of priorities (AT-13.8): each one keeps the best of the cards
 * that are still in question, until one is left. The same code chooses and explains: with a
 * struct at_weighed given it writes down what every priority counted, and dante.c turns that into
 * words. So the log cannot tell anything else than what was done.
 */
#include "games/atlas/rules.h"

/* A card of the row that is open to him, and the country that he would explore it in. */
struct candidate {
    uint8_t slot;
    uint8_t country;
};

/* AT-13.3: cards marked as not his are passed over. */
VL_RULE static bool usable(const struct at_deck *d, uint32_t goal)
{
    return at_personal_goal(d, goal)->dante != 0;
}

VL_RULE uint32_t at_dante_deck(const struct at_seat *p)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < AT_DANTE_KINDS; i++)
        left += p->deck[i];
    return left;
}

/* A used up deck is shuffled (AT-13.6). */
VL_RULE uint32_t at_dante_left(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                               uint32_t kind)
{
    if (at_dante_deck(&s->seat[seat]))
        return s->seat[seat].deck[kind];
    return at_quick(s) && !d->dante[kind].quick ? 0U : d->dante[kind].copies;
}

VL_RULE bool at_dante_closer(const uint8_t *far, uint32_t country, uint32_t best)
{
    return best == AT_NONE || far[country] < far[best] ||
           (far[country] == far[best] && country < best);
}

/* The country of a start card: the first that he may begin in, or AT_NONE (AT-13.4). */
VL_RULE uint32_t at_start_country(const struct at_deck *d, const struct at_state *s, uint32_t card)
{
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t country = d->card[card].country[i];
        if (country != AT_NONE && at_may_be_home(d, s, country))
            return country;
    }
    return AT_NONE;
}

/* The closest country of a card that he may explore it in (AT-13.7), or AT_NONE. */
VL_RULE static uint32_t explore_country(const struct at_deck *d, const struct at_state *s,
                                        uint32_t seat, bool explored_only, uint32_t card)
{
    const struct at_seat *p = &s->seat[seat];
    uint32_t best = AT_NONE;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t country = d->card[card].country[i];
        if (country != AT_NONE && !at_barred(s, seat, country) &&
            (!explored_only || vl_has_in(p->explored, country)) &&
            at_dante_closer(d->distance[p->at], country, best))
            best = country;
    }
    return best;
}

/* What the row offers him: for each slot the country that he would explore. */
VL_RULE static uint32_t candidates(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                   uint32_t flipped, struct candidate found[AT_ROW])
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < AT_ROW; slot++) {
        uint32_t country = AT_NONE;
        if (s->row[slot] == AT_NONE || s->seat[seat].visits >= AT_TABLEAU)
            continue;
        if (flipped == AT_FIRST_CARD)
            country = at_start_country(d, s, s->row[slot]);
        else
            country = explore_country(d, s, seat, flipped == AT_NO_FLIP, s->row[slot]);
        if (country != AT_NONE) {
            found[count].slot = (uint8_t)slot;
            found[count++].country = (uint8_t)country;
        }
    }
    return count;
}

/* The seat as it would be after the whole explore. */
VL_RULE static void imagine(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                            struct candidate c, struct at_seat *after)
{
    uint32_t souvenir = at_souvenir_in(s, c.country);
    *after = s->seat[seat];
    at_add_visit(d, after, c.country, s->row[c.slot]);
    if (souvenir != AT_NONE)
        after->souvenirs = (uint8_t)(after->souvenirs | 1U << souvenir);
    if (!at_quick(s))
        at_learn_from_visits(d, after);
}

/* Whether the explore brings a goal on, by at least one step. */
VL_RULE static bool matches(const struct at_deck *d, const struct at_seat *before,
                            const struct at_seat *after, const struct at_goal *goal, bool second)
{
    return at_progress(d, after, goal, second) > at_progress(d, before, goal, second);
}

/* How good a card is by one priority of the script; the larger the better (AT-13.8). */
VL_RULE static int32_t worth(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                             struct candidate c, uint32_t priority)
{
    const struct at_seat *p = &s->seat[seat];
    const struct at_place *place = &d->card[s->row[c.slot]].place;
    bool second = s->options[AT_OPTION_SECOND];
    struct at_seat after;
    int32_t sum = 0;
    imagine(d, s, seat, c, &after);
    switch (priority) {
    case 2:
        for (uint64_t rest = s->public_goals; rest;)
            sum += matches(d, p, &after, &d->public_goal[vl_take_lowest(&rest)], second);
        if (!p->printed && s->score_tiles < AT_SCORE_TILES)
            sum += matches(d, p, &after, &d->public_goal[0], second);
        return sum;
    case 3: /* how many, then which from the left */
        for (uint32_t i = 0; i < AT_DANTE_GOALS; i++) {
            if (p->order[i] != AT_NONE &&
                matches(d, p, &after, at_personal_goal(d, p->order[i]), false))
                sum += (1 << 16) + (1 << (AT_DANTE_GOALS - i));
        }
        return sum;
    case 4:
        for (uint32_t i = 0; i < place->icon_count; i++)
            sum += (int32_t)at_value(s, place->icon[i]);
        return sum;
    case 5:
        return at_bonus_points(d, &after) - at_bonus_points(d, p);
    default:
        return -(int32_t)c.slot;
    }
}

/* What the flipped card asks for before the script begins. */
VL_RULE static bool meets_first(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                uint32_t country, uint32_t first)
{
    const struct at_seat *p = &s->seat[seat];
    uint32_t continent = d->country[country].continent;
    switch (first) {
    case AT_FIRST_SOUVENIR:
        return at_souvenir_in(s, country) != AT_NONE;
    case AT_FIRST_NEW_CONTINENT:
        for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
            if (d->of_continent[continent][w] & p->explored[w])
                return false;
        return true;
    case AT_FIRST_EXPLORED:
        return vl_has_in(p->explored, country);
    default:
        return false;
    }
}

/* The slots of the candidates, a bit each. */
VL_RULE static uint8_t slots_of(const struct candidate *found, uint32_t count)
{
    uint32_t slots = 0;
    for (uint32_t i = 0; i < count; i++)
        slots |= 1U << found[i].slot;
    return (uint8_t)slots;
}

/* Keeps those that meet the card's first priority, if any do; then the best, priority by
 * priority; what is left is one. `weighed`, if given, tells how it came about. */
VL_RULE static struct candidate script(const struct at_deck *d, const struct at_state *s,
                                       uint32_t seat, struct candidate *found, uint32_t count,
                                       uint32_t first, struct at_weighed *weighed)
{
    struct at_weighed unread;
    uint32_t kept = 0;
    weighed = weighed ? weighed : &unread;
    weighed->open = slots_of(found, count);
    weighed->first = (uint8_t)first;
    weighed->steps = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (meets_first(d, s, seat, found[i].country, first)) {
            struct candidate swap = found[kept];
            found[kept++] = found[i];
            found[i] = swap;
        }
    }
    weighed->fit = slots_of(found, kept);
    count = kept ? kept : count;
    for (uint32_t priority = 2; priority <= 6 && count > 1; priority++) {
        int32_t best = INT32_MIN, value[AT_ROW];
        weighed->among[weighed->steps] = slots_of(found, count);
        for (uint32_t i = 0; i < count; i++) {
            value[i] = worth(d, s, seat, found[i], priority);
            best = value[i] > best ? value[i] : best;
            weighed->value[weighed->steps][found[i].slot] = value[i];
        }
        weighed->steps++;
        kept = 0;
        for (uint32_t i = 0; i < count; i++)
            if (value[i] == best)
                found[kept++] = found[i];
        count = kept;
    }
    return found[0];
}

/* A card of the row by the script, after the first priority of the card flipped. */
VL_RULE static bool choose(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                           uint32_t flipped, struct candidate *best, struct at_weighed *weighed)
{
    struct candidate found[AT_ROW];
    uint32_t count = candidates(d, s, seat, flipped, found), first = AT_FIRST_NOTHING;
    if (flipped != AT_NO_FLIP && flipped != AT_FIRST_CARD)
        first = d->dante[flipped - 1].first;
    if (count)
        *best = script(d, s, seat, found, count, first, weighed);
    return count != 0;
}

VL_RULE bool at_dante_weigh(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                            uint32_t flipped, struct at_weighed *weighed)
{
    struct candidate best;
    return choose(d, s, seat, flipped, &best, weighed);
}

/* Those that he holds most come first; among equals the uppermost on the card, as it is found
 * first. */
VL_RULE uint32_t at_dante_order(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                uint32_t order[AT_ICONS])
{
    const struct at_seat *p = &s->seat[seat];
    const struct at_place *place = at_latest_place(d, p);
    uint32_t count = 0, seen = 0;
    for (uint32_t i = 0; i < place->icon_count; i++) {
        uint32_t e = place->icon[i], at = count;
        if (vl_has(seen, e) || e == s->lock)
            continue;
        seen |= 1U << e;
        for (; at > 0 && p->icons[order[at - 1]] < p->icons[e]; at--)
            order[at] = order[at - 1];
        order[at] = e;
        count++;
    }
    return count;
}

/* The experience he moves and where to, as the argument of a move; AT_NO_SHIFT: nothing happens
 * (AT-13.11). */
enum { AT_NO_SHIFT = AT_EXPERIENCES << 4 };
VL_RULE static uint32_t plan_shift(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    uint32_t order[AT_ICONS], count = at_dante_order(d, s, seat, order);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = at_slot_of(s, order[i]), best = AT_NONE;
        for (uint32_t way = 0; way < 2; way++) {
            uint32_t other = at_neighbour(slot, way);
            if (other == AT_NONE || s->token_at[other] == s->lock)
                continue;
            if (best == AT_NONE ||
                p->icons[s->token_at[other]] < p->icons[s->token_at[at_neighbour(slot, best)]])
                best = way;
        }
        if (best != AT_NONE)
            return order[i] << 4 | best;
    }
    return count ? order[0] << 4 | AT_LOCK_ONLY : (uint32_t)AT_NO_SHIFT;
}

/* He goes as far as all icons of the card carry him (AT-13.12). */
VL_RULE uint32_t at_dante_slot(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    uint32_t value = at_blog_value(d, s, seat, AT_ICONS), last = 0;
    for (uint64_t rest = at_blog_targets(s, seat, value); rest;)
        last = vl_take_lowest(&rest);
    return last;
}

/* The closest souvenir; the order of the countries breaks ties (AT-13.13). */
VL_RULE uint32_t at_dante_souvenir(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    const uint8_t *far = d->distance[s->seat[seat].at];
    uint32_t best = AT_NONE;
    for (uint32_t i = 0; i < AT_SOUVENIRS; i++) {
        uint32_t country = s->souvenir_at[i];
        uint32_t closest = best == AT_NONE ? best : s->souvenir_at[best];
        if (country != AT_NONE && at_dante_closer(far, country, closest))
            best = i;
    }
    return best;
}

/* The loose part of the pile, and if none of it is his, what lies under it. */
VL_RULE void at_list_dante_goals(const struct at_deck *d, const struct at_state *s, uint32_t pile,
                                 struct at_list *list)
{
    for (uint64_t rest = s->goals & at_goal_mask(pile); rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        if (usable(d, goal))
            at_offer(list, goal);
    }
    for (uint32_t i = 0; !list->count && i < s->bottoms[pile]; i++)
        if (s->bottom[pile][i] != AT_NONE && usable(d, s->bottom[pile][i]))
            at_offer(list, s->bottom[pile][i]);
}

/* By the script one card of the row; otherwise any card of the pile that he can begin with. */
VL_RULE void at_list_dante_starts(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                  struct at_list *list)
{
    struct candidate best;
    if (s->options[AT_OPTION_START] && choose(d, s, seat, AT_FIRST_CARD, &best, 0)) {
        at_offer(list, s->row[best.slot]);
        return;
    }
    for (uint32_t card = 0; card < AT_CARDS; card++)
        if (vl_has_in(s->pile, card) && at_start_country(d, s, card) != AT_NONE)
            at_offer(list, card);
}

VL_RULE void at_list_dante_cards(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                 struct at_list *list)
{
    for (uint32_t kind = 0; kind < AT_DANTE_KINDS; kind++)
        if (at_dante_left(d, s, seat, kind))
            at_offer(list, kind);
}

VL_RULE void at_list_dante_shift(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                 struct at_list *list)
{
    uint32_t shift = plan_shift(d, s, seat);
    if (shift != AT_NO_SHIFT)
        at_offer(list, shift);
}

/* The lowest unused one: which of them it is makes no difference. */
VL_RULE static void use_souvenir(struct at_seat *p)
{
    p->used = (uint8_t)(p->used | 1U << vl_lowest(p->souvenirs & ~(uint32_t)p->used));
}

/* Steps of his turn (AT-13.6): a souvenir for a card of an explored country; a card; one more
 * card if a souvenir is left. */
VL_RULE void at_dante_step(const struct at_deck *d, struct at_state *s, struct at_task task)
{
    struct at_seat *p = &s->seat[task.seat];
    bool souvenir = p->souvenirs & ~(uint32_t)p->used;
    struct candidate best;
    if (task.a == 0) {
        souvenir = souvenir && choose(d, s, task.seat, AT_NO_FLIP, &best, 0);
        at_push(s, AT_DO_DANTE, task.seat, 1, souvenir);
        if (souvenir) {
            use_souvenir(p);
            at_push(s, AT_DANTE_TAKE, task.seat, best.slot, best.country);
        }
    } else if (task.a == 1) {
        at_push(s, AT_DO_DANTE, task.seat, 2, task.b);
        at_push(s, AT_ROLL_DANTE_CARD, task.seat, 0, 0);
    } else if (!task.b && souvenir) {
        at_push(s, AT_ROLL_DANTE_CARD, task.seat, 1, 0);
    }
}

/* A pause can always be done, so flipping comes to an end. */
VL_RULE bool at_dante_can(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                          uint32_t kind)
{
    const struct at_seat *p = &s->seat[seat];
    struct candidate found[AT_ROW];
    switch (d->dante[kind].action) {
    case AT_DANTE_EXPLORE:
        return candidates(d, s, seat, kind + 1, found) != 0;
    case AT_DANTE_BLOG:
        return !at_quick(s) && p->visits && !p->blogged && p->blog < AT_BLOG_SLOTS;
    case AT_DANTE_SOUVENIR:
        return at_dante_souvenir(d, s, seat) != AT_NONE;
    default:
        return true;
    }
}

/* A card has been flipped: it is done, or the next one is flipped; a bonus costs a souvenir. */
VL_RULE void at_dante_flip(const struct at_deck *d, struct at_state *s, struct at_task task,
                           uint32_t kind)
{
    struct at_seat *p = &s->seat[task.seat];
    struct candidate best;
    uint8_t deck[AT_DANTE_KINDS];
    bool done = at_dante_can(d, s, task.seat, kind);
    for (uint32_t i = 0; i < AT_DANTE_KINDS; i++)
        deck[i] = (uint8_t)at_dante_left(d, s, task.seat, i);
    vl_memcpy(p->deck, deck, sizeof deck);
    p->deck[kind]--;
    uint32_t action = d->dante[kind].action;
    if (action == AT_DANTE_PAUSE)
        at_push(s, AT_DANTE_PAUSES, task.seat, task.a, 0);
    else if (!done)
        at_push(s, AT_ROLL_DANTE_CARD, task.seat, task.a, 0);
    else if (action != AT_DANTE_EXPLORE)
        at_push(s, action == AT_DANTE_BLOG ? AT_DANTE_BLOGS : AT_DANTE_SHOPS, task.seat, 0, 0);
    else if (choose(d, s, task.seat, kind + 1, &best, 0))
        at_push(s, AT_DANTE_TAKE, task.seat, (kind + 1) << 3 | best.slot, best.country);
    if (done && task.a && action != AT_DANTE_PAUSE)
        use_souvenir(p);
}

/* AT-13.9: what his explore brings, in its order; the last pushed comes first. */
VL_RULE void at_dante_take(const struct at_deck *d, struct at_state *s, struct at_task task)
{
    struct at_seat *p = &s->seat[task.seat];
    uint32_t slot = task.a & 7U, card = s->row[slot];
    uint32_t country = task.b, souvenir = at_souvenir_in(s, country);
    const struct at_place *place = &d->card[card].place;
    s->row[slot] = AT_NONE;
    p->at = (uint8_t)country;
    if (at_add_visit(d, p, country, card))
        p->tokens--;
    at_push(s, AT_DO_PERSONAL, task.seat, 0, 0);
    at_push(s, AT_DO_PUBLIC, task.seat, 0, 0);
    if (!at_quick(s)) {
        at_push(s, AT_DO_LANGUAGES, task.seat, 0, 0);
        for (uint32_t i = 0; i < place->icon_count; i++)
            if (place->icon[i] == AT_PARTY)
                at_push(s, AT_ROLL_PARTY, task.seat, 0, 0);
    }
    at_push(s, AT_DANTE_SHIFTS, task.seat, 0, 0);
    at_push(s, AT_DO_REFILL, task.seat, 0, 0);
    if (souvenir != AT_NONE)
        at_take_souvenir(s, task.seat, souvenir);
}

/* A new goal goes to the right of those not completed (AT-13.10). */
VL_RULE void at_dante_goal(struct at_state *s, struct at_seat *p, uint32_t goal)
{
    at_leave_goals(s, goal);
    p->goals |= vl_bit(goal);
    uint32_t place = 0;
    while (place < AT_DANTE_GOALS && p->order[place] != AT_NONE)
        place++;
    if (place < AT_DANTE_GOALS)
        p->order[place] = (uint8_t)goal;
}

/* AT-13.4: his home is explored without a token; the card leaves the row or the pile. */
VL_RULE void at_dante_settle(const struct at_deck *d, struct at_state *s, uint32_t seat,
                             uint32_t card)
{
    struct at_seat *p = &s->seat[seat];
    uint32_t country = at_start_country(d, s, card);
    if (!at_take_out(s, seat, card))
        at_leave_pile(s, card);
    at_show_card(s, card);
    at_add_visit(d, p, country, card);
    p->home = p->at = (uint8_t)country;
}

VL_RULE void at_dante_shop(struct at_state *s, uint32_t seat, uint32_t souvenir)
{
    s->seat[seat].at = s->souvenir_at[souvenir];
    at_take_souvenir(s, seat, souvenir);
}

/* Completed goals leave the order; in the quick game a new one comes for each (AT-13.10). */
VL_RULE void at_dante_personal(const struct at_deck *d, struct at_state *s, uint32_t seat)
{
    struct at_seat *p = &s->seat[seat];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < AT_DANTE_GOALS; i++) {
        uint32_t goal = p->order[i];
        if (goal == AT_NONE)
            continue;
        p->order[i] = AT_NONE;
        if (at_completed(d, s, seat, goal)) {
            p->goals_done |= vl_bit(goal);
            if (at_quick(s))
                at_push(s, AT_ROLL_DANTE_GOAL, seat, 0, 0);
        } else {
            p->order[kept++] = (uint8_t)goal;
        }
    }
}
