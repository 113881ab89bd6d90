/*
 * Atlas: travel by land and sea and by air, souvenirs, and being put out of a blocked country.
 * Portable.
 *
 * One travel is [ground] [flight] [ground] (AT-4.1). How far it has come stands in the flags of
 * its task; in the quick game the steps left stand in b (AT-12.4).
 */
#include "games/atlas/rules.h"

/* Whether the event closes this country; areas closed to flights are another matter. */
VL_RULE static bool closes(const struct at_event *event, uint32_t country)
{
    for (uint32_t i = 0; i < event->country_count; i++)
        if (event->country[i] == country)
            return true;
    return false;
}

VL_RULE bool at_blocked(const struct at_deck *d, const struct at_state *s, uint32_t country)
{
    for (uint64_t rest = s->active; rest;)
        if (closes(&d->event[vl_take_lowest(&rest)], country))
            return true;
    return false;
}

VL_RULE uint32_t at_delay(const struct at_deck *d, const struct at_state *s, uint32_t area)
{
    uint32_t delay = 0;
    for (uint64_t rest = s->active; rest;)
        delay += vl_has_in(d->event[vl_take_lowest(&rest)].delayed_areas, area);
    return delay;
}

/* What the active events forbid and delay, as sets. */
struct weather {
    uint64_t blocked[AT_COUNTRY_WORDS]; /* countries */
    uint64_t closed[AT_AREA_WORDS];     /* areas to flights */
    uint64_t delayed[AT_AREA_WORDS];    /* areas with one delay or more */
};

/* All active events together, so that a search over many countries asks once. */
VL_RULE static void look_at_weather(const struct at_deck *d, const struct at_state *s,
                                    struct weather *w)
{
    vl_memset(w, 0, sizeof *w);
    for (uint64_t rest = s->active; rest;) {
        const struct at_event *event = &d->event[vl_take_lowest(&rest)];
        for (uint32_t i = 0; i < AT_AREA_WORDS; i++) {
            w->closed[i] |= event->blocked_areas[i];
            w->delayed[i] |= event->delayed_areas[i];
        }
        for (uint32_t i = 0; i < event->country_count; i++)
            vl_add_to(w->blocked, event->country[i]);
    }
}

/* A row of areas and what lies beside it, round the globe. */
VL_RULE static uint32_t spread(uint32_t row)
{
    uint32_t wide = row | row << 1 | row >> 1 | row << (AT_COLUMNS - 1) | row >> (AT_COLUMNS - 1);
    return wide & ((1U << AT_COLUMNS) - 1);
}

/* Flights from an area, steps counted by flooding the grid row by row; blocked areas are flown
 * round (AT-9.5). */
VL_RULE static void flood(const uint64_t closed[AT_AREA_WORDS], struct at_sky *sky)
{
    uint32_t open[AT_ROWS], fresh[AT_ROWS + 2], any = 1;
    vl_memset(sky->cost, AT_NONE, sizeof sky->cost);
    vl_memset(fresh, 0, sizeof fresh);
    for (uint32_t row = 0; row < AT_ROWS; row++) {
        open[row] = 0;
        for (uint32_t column = 0; column < AT_COLUMNS; column++)
            open[row] |= (uint32_t)!vl_has_in(closed, row * AT_COLUMNS + column) << column;
    }
    uint32_t start = sky->from / AT_COLUMNS;
    fresh[start + 1] = open[start] & 1U << sky->from % AT_COLUMNS;
    for (uint32_t steps = 0; any; steps++) {
        uint32_t next[AT_ROWS + 2];
        any = 0;
        vl_memset(next, 0, sizeof next);
        for (uint32_t row = 0; row < AT_ROWS; row++) {
            open[row] &= ~fresh[row + 1];
            for (uint64_t rest = fresh[row + 1]; rest;)
                sky->cost[row * AT_COLUMNS + vl_take_lowest(&rest)] = (uint8_t)steps;
        }
        for (uint32_t row = 0; row < AT_ROWS; row++) {
            next[row + 1] = spread(fresh[row] | fresh[row + 1] | fresh[row + 2]) & open[row];
            any |= next[row + 1];
        }
        vl_memcpy(fresh, next, sizeof fresh);
    }
}

/* Without closed areas the steps follow from the grid (at_air_steps), and no flood is needed. */
VL_RULE void at_look_up(const struct at_deck *d, const struct at_state *s, uint32_t area,
                        struct at_sky *sky)
{
    uint64_t closed[AT_AREA_WORDS] = {0, 0};
    for (uint64_t rest = s->active; rest;) {
        const struct at_event *event = &d->event[vl_take_lowest(&rest)];
        closed[0] |= event->blocked_areas[0];
        closed[1] |= event->blocked_areas[1];
    }
    sky->from = (uint8_t)area;
    sky->clear = !(closed[0] | closed[1]);
    if (!sky->clear)
        flood(closed, sky);
}

VL_RULE uint32_t at_flight(const struct at_sky *sky, uint32_t area)
{
    return sky->clear ? at_air_steps(sky->from, area) : sky->cost[area];
}

/* What a step into a country costs: nothing with an own token there; delays come on top. */
VL_RULE static uint32_t step_cost(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                                  uint32_t country)
{
    uint32_t cost = !vl_has_in(s->seat[seat].explored, country);
    return s->active ? cost + at_delay(d, s, d->country[country].area) : cost;
}

/* Whether no event touches travel by land and sea. */
VL_RULE static bool is_fair(const struct weather *w)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < AT_COUNTRY_WORDS; i++)
        any |= w->blocked[i];
    for (uint32_t i = 0; i < AT_AREA_WORDS; i++)
        any |= w->delayed[i];
    return !any;
}

enum { PART = 32 };

/* The part that begins at a country; the last two parts overlap. */
VL_RULE static uint32_t start_of_part(uint32_t country)
{
    return country + PART > AT_COUNTRIES ? (uint32_t)AT_COUNTRIES - PART : country;
}

/* Lowers each cost to distance + paid where that is less. Parts have a fixed length and are copied,
 * so that compilers make a few wide instructions of each. */
VL_RULE static void lay(const uint8_t *distance, uint32_t paid, uint8_t *cost)
{
    for (uint32_t from = 0; from < AT_COUNTRIES; from += PART) {
        uint8_t more[PART], known[PART], start = (uint8_t)start_of_part(from);
        vl_memcpy(more, distance + start, PART);
        vl_memcpy(known, cost + start, PART);
        for (uint32_t i = 0; i < PART; i++) {
            uint8_t sum = (uint8_t)(more[i] + paid);
            sum = sum < more[i] ? (uint8_t)AT_NONE : sum;
            known[i] = sum < known[i] ? sum : known[i];
        }
        vl_memcpy(cost + start, known, PART);
    }
}

/* Sets costs above a budget to AT_NONE. */
VL_RULE static void cut(uint32_t budget, uint8_t *cost)
{
    const uint8_t most = (uint8_t)budget;
    for (uint32_t from = 0; from < AT_COUNTRIES; from += PART) {
        uint8_t known[PART], start = (uint8_t)start_of_part(from);
        vl_memcpy(known, cost + start, PART);
        for (uint32_t i = 0; i < PART; i++)
            known[i] = known[i] > most ? (uint8_t)AT_NONE : known[i];
        vl_memcpy(cost + start, known, PART);
    }
}

/* What the cheapest way to a country costs if it is own, which makes the last step free. */
VL_RULE static uint8_t cost_of_stop(const struct at_deck *d, const struct at_source *start,
                                    uint32_t starts, uint32_t country)
{
    uint32_t cost = AT_NONE;
    for (uint32_t i = 0; i < starts; i++) {
        uint32_t steps = d->distance[start[i].country][country];
        uint32_t sum = steps == AT_NONE ? steps : start[i].paid + steps - (steps != 0);
        cost = at_least(sum, cost);
    }
    return (uint8_t)cost;
}

/*
 * Ways without any weather: a step costs 1, into an own country nothing. Between the own countries,
 * of which there are few, and from them to all others plain distances hold, so that the cheapest
 * own countries are settled one after the other and lay their distances over those of the rest.
 */
VL_RULE static void fair_ground(const struct at_deck *d, const uint64_t *own,
                                const struct at_source *start, uint32_t starts, uint32_t budget,
                                uint8_t cost[AT_COUNTRIES])
{
    uint8_t stop[AT_TABLEAU + 1], coins[AT_TABLEAU + 1];
    uint32_t open = 0;
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
        for (uint64_t rest = own[w]; rest && open < AT_TABLEAU; open++) {
            stop[open] = (uint8_t)(w * 64 + vl_take_lowest(&rest));
            coins[open] = cost_of_stop(d, start, starts, stop[open]);
        }
    vl_memset(cost, AT_NONE, AT_COUNTRIES);
    for (uint32_t i = 0; i < starts; i++)
        lay(d->distance[start[i].country], start[i].paid, cost);
    while (open) {
        uint32_t next = 0;
        for (uint32_t i = 1; i < open; i++)
            if (coins[i] < coins[next])
                next = i;
        const uint32_t at = stop[next], paid = coins[next];
        if (paid > budget)
            break;
        const uint8_t *distance = d->distance[at];
        stop[next] = stop[--open];
        coins[next] = coins[open];
        for (uint32_t i = 0; i < open; i++) {
            uint32_t sum = paid + distance[stop[i]] - 1;
            if (distance[stop[i]] != AT_NONE && sum < coins[i])
                coins[i] = (uint8_t)sum;
        }
        lay(distance, paid, cost);
    }
    cut(budget, cost);
}

/* With delays or blocks: Dijkstra's algorithm with a bucket for each cost, of which there are at
 * most 13. A country may lie in several buckets; only the entry with its final cost is followed. A
 * step of cost 0 (an own country) goes into the bucket that is being read, which is why its count
 * is looked at each time. */
VL_RULE void at_ground_from(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                            const struct at_source *start, uint32_t starts, uint32_t budget,
                            uint8_t cost[AT_COUNTRIES])
{
    uint8_t bucket[AT_MOST_ENERGY + 1][AT_COUNTRIES];
    uint32_t count[AT_MOST_ENERGY + 1];
    const uint64_t *own = s->seat[seat].explored;
    struct weather weather;
    if (budget > AT_MOST_ENERGY)
        budget = AT_MOST_ENERGY;
    look_at_weather(d, s, &weather);
    if (is_fair(&weather)) {
        fair_ground(d, own, start, starts, budget, cost);
        return;
    }
    vl_memset(cost, AT_NONE, AT_COUNTRIES);
    for (uint32_t c = 0; c <= budget; c++)
        count[c] = 0;
    for (uint32_t i = 0; i < starts; i++) {
        if (start[i].paid > budget || start[i].paid >= cost[start[i].country])
            continue;
        cost[start[i].country] = start[i].paid;
        bucket[start[i].paid][count[start[i].paid]++] = start[i].country;
    }
    for (uint32_t c = 0; c <= budget; c++) {
        for (uint32_t i = 0; i < count[c]; i++) {
            const struct at_country *here = &d->country[bucket[c][i]];
            if (cost[bucket[c][i]] != c)
                continue;
            for (uint32_t k = 0; k < here->step_count; k++) {
                uint32_t next = d->step[here->first_step + k];
                if (cost[next] <= c)
                    continue;
                uint32_t sum = c + !vl_has_in(own, next);
                if (vl_has_in(weather.delayed, d->country[next].area))
                    sum += at_delay(d, s, d->country[next].area);
                if (sum > budget || sum >= cost[next] || vl_has_in(weather.blocked, next))
                    continue;
                cost[next] = (uint8_t)sum;
                bucket[sum][count[sum]++] = (uint8_t)next;
            }
        }
    }
}

VL_RULE void at_ground(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                       uint32_t from, uint32_t budget, uint8_t cost[AT_COUNTRIES])
{
    const struct at_source start = {(uint8_t)from, 0};
    at_ground_from(d, s, seat, &start, 1, budget, cost);
}

/* One affordable neighbour is enough; this is asked much more often than the whole map. */
VL_RULE static bool can_go_by_ground(const struct at_deck *d, const struct at_state *s,
                                     uint32_t seat, uint32_t budget)
{
    const struct at_country *here = &d->country[s->seat[seat].at];
    for (uint32_t k = 0; k < here->step_count; k++) {
        uint32_t next = d->step[here->first_step + k];
        if (step_cost(d, s, seat, next) <= budget && !(s->active && at_blocked(d, s, next)))
            return true;
    }
    return false;
}

/* Energy, or in the quick game the steps left of this travel. */
VL_RULE uint32_t at_budget(const struct at_state *s, uint32_t seat, const struct at_task *travel)
{
    return at_quick(s) ? travel->b : s->seat[seat].energy;
}

VL_RULE void at_take_souvenir(struct at_state *s, uint32_t seat, uint32_t souvenir)
{
    s->souvenir_at[souvenir] = AT_NONE;
    s->seat[seat].souvenirs = (uint8_t)(s->seat[seat].souvenirs | 1U << souvenir);
    at_push(s, AT_DO_PUBLIC, seat, 0, 0);
}

/* Whether a flight from where the seat stands reaches a country. */
VL_RULE static bool can_fly(const struct at_deck *d, const struct at_state *s,
                            const struct at_sky *sky, uint32_t from, uint32_t to, uint32_t budget)
{
    return to != from && at_flight(sky, d->country[to].area) <= budget &&
           !(s->active && at_blocked(d, s, to));
}

/* A flight to any country of the set, or to any at all. */
VL_RULE static bool can_fly_anywhere(const struct at_deck *d, const struct at_state *s,
                                     const struct at_sky *sky, uint32_t from, uint32_t budget,
                                     const uint64_t *among)
{
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
        for (uint64_t rest = among ? among[w] : ~UINT64_C(0); rest;) {
            uint32_t to = w * 64 + vl_take_lowest(&rest);
            if (to < AT_COUNTRIES && can_fly(d, s, sky, from, to, budget))
                return true;
        }
    return false;
}

/* Last-minute and direct flights by the cards of hand and row (AT-4.6, AT-4.8). */
VL_RULE static void list_flights(const struct at_deck *d, const struct at_state *s,
                                 const struct at_task *travel, uint32_t budget,
                                 struct at_list *list)
{
    const struct at_seat *p = &s->seat[travel->seat];
    uint64_t cards[AT_CARD_WORDS], rest;
    struct at_sky sky;
    uint32_t anywhere = 2; /* not known yet */
    at_look_up(d, s, d->country[p->at].area, &sky);
    at_usable_cards(s, travel->seat, cards);
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
        for (rest = cards[w]; rest;) {
            uint32_t number = w * 64 + vl_take_lowest(&rest);
            const uint8_t *to = d->card[number].country;
            bool here = at_card_in(d, number, p->at);
            if (here && anywhere == 2)
                anywhere = can_fly_anywhere(d, s, &sky, p->at, budget, 0);
            bool fits = here ? anywhere != 0
                             : can_fly(d, s, &sky, p->at, to[0], budget) ||
                                   (to[1] != AT_NONE && can_fly(d, s, &sky, p->at, to[1], budget));
            if (fits)
                at_offer_act(list, AT_MAIN, AT_ACT_FLY, number);
        }
    if (!(travel->a & AT_DIRECT))
        return;
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
        for (rest = cards[w]; rest;) {
            uint32_t number = w * 64 + vl_take_lowest(&rest);
            for (uint32_t i = 0; i < 2; i++) {
                uint32_t to = d->card[number].country[i];
                if (to != AT_NONE && can_fly(d, s, &sky, p->at, to, budget) &&
                    !at_barred(s, travel->seat, to) &&
                    at_can_explore(d, s, travel->seat, to, number))
                    at_offer_act(list, AT_MAIN, AT_ACT_DIRECT, number << 1 | i);
            }
        }
}

/* AT-4.6: from a country with a major airport to another one. */
VL_RULE static bool can_use_airport(const struct at_deck *d, const struct at_state *s,
                                    uint32_t seat, uint32_t budget)
{
    uint32_t at = s->seat[seat].at;
    struct at_sky sky;
    if (!d->country[at].airport)
        return false;
    at_look_up(d, s, d->country[at].area, &sky);
    return can_fly_anywhere(d, s, &sky, at, budget, d->airports);
}

/* A direct flight needs what a last-minute flight by the same card needs, and more. */
VL_RULE static bool can_fly_by_card(const struct at_deck *d, const struct at_state *s,
                                    const struct at_task *travel, uint32_t budget)
{
    vl_move moves[VL_MAX_MOVES];
    struct at_list list = {moves, 0, AT_ASK_TRAVEL};
    struct at_task plain = *travel;
    plain.a = (uint8_t)(plain.a & ~AT_DIRECT);
    list_flights(d, s, &plain, budget, &list);
    return list.count != 0;
}

/* AT-4.10: before the first leg and after the last; free in the quick game, and only after. */
VL_RULE static bool can_buy(const struct at_deck *d, const struct at_state *s,
                            const struct at_task *travel, uint32_t budget)
{
    const struct at_seat *p = &s->seat[travel->seat];
    if (at_souvenir_in(s, p->at) == AT_NONE)
        return false;
    if (at_quick(s))
        return (travel->a & AT_LEGS) != 0;
    if (p->money < AT_SOUVENIR_PRICE)
        return false;
    return (travel->a & AT_LEGS) || can_go_by_ground(d, s, travel->seat, budget) ||
           can_use_airport(d, s, travel->seat, budget) || can_fly_by_card(d, s, travel, budget);
}

/* At most one leg by land and sea before a flight and one after it (AT-4.1). */
VL_RULE void at_list_legs(const struct at_deck *d, const struct at_state *s,
                          const struct at_task *travel, struct at_list *list)
{
    uint32_t seat = travel->seat, flags = travel->a, budget = at_budget(s, seat, travel);
    uint32_t at = s->seat[seat].at;
    bool flew = flags & AT_FLEW;
    if (can_buy(d, s, travel, budget))
        at_offer_act(list, AT_MAIN, AT_ACT_BUY, at_souvenir_in(s, at));
    if (!(flags & (flew ? AT_WENT_ON : AT_WENT)) && can_go_by_ground(d, s, seat, budget))
        at_offer_act(list, AT_MAIN, AT_ACT_GROUND, 0);
    if (flew)
        return;
    if (can_use_airport(d, s, seat, budget))
        at_offer_act(list, AT_MAIN, AT_ACT_AIRPORT, 0);
    list_flights(d, s, travel, budget, list);
}

/* A travel ends after a leg; one won by blogging may also be left out; and it ends if nothing else
 * is possible, so that a list is never empty. */
VL_RULE void at_list_travel(const struct at_deck *d, const struct at_state *s,
                            const struct at_task *task, struct at_list *list)
{
    at_list_legs(d, s, task, list);
    if ((task->a & AT_LEGS) || ((task->a & AT_REWARD) && !(task->a & AT_BOUGHT)) || !list->count)
        at_offer_act(list, AT_MAIN, AT_ACT_END, 0);
}

/* A travel is over by itself when nothing could be added to it. */
VL_RULE bool at_travel_goes_on(const struct at_deck *d, const struct at_state *s,
                               const struct at_task *task)
{
    uint32_t flags = task->a, budget = at_budget(s, task->seat, task);
    if (at_souvenir_in(s, s->seat[task->seat].at) != AT_NONE && can_buy(d, s, task, budget))
        return true;
    if (!(flags & AT_FLEW))
        return true;
    return !(flags & AT_WENT_ON) && can_go_by_ground(d, s, task->seat, budget);
}

VL_RULE void at_list_go(const struct at_deck *d, const struct at_state *s,
                        const struct at_task *task, struct at_list *list)
{
    const struct at_task *travel = &s->task[s->tasks - 2];
    uint32_t from = s->seat[task->seat].at, budget = at_budget(s, task->seat, travel);
    uint8_t cost[AT_COUNTRIES];
    struct at_sky sky;
    if (task->a == AT_LEG_GROUND)
        at_ground(d, s, task->seat, from, budget, cost);
    else
        at_look_up(d, s, d->country[from].area, &sky);
    for (uint32_t to = 0; to < AT_COUNTRIES; to++) {
        bool fits;
        if (task->a == AT_LEG_GROUND)
            fits = cost[to] != AT_NONE && to != from;
        else
            fits = (task->a != AT_LEG_AIRPORT || d->country[to].airport) &&
                   (task->a != AT_LEG_TO_CARD || at_card_in(d, task->b, to)) &&
                   can_fly(d, s, &sky, from, to, budget);
        if (fits)
            at_offer(list, to);
    }
}

/* Moves the backpacker along a leg of the travel on top, at its price. */
VL_RULE static void move_along(struct at_state *s, uint32_t country, uint32_t cost, bool by_air)
{
    struct at_task *travel = at_top(s);
    struct at_seat *p = &s->seat[travel->seat];
    if (at_quick(s))
        travel->b = (uint8_t)(travel->b - cost);
    else
        p->energy = (uint8_t)(p->energy - cost);
    p->at = (uint8_t)country;
    uint32_t flag = by_air ? AT_FLEW : travel->a & AT_FLEW ? AT_WENT_ON : AT_WENT;
    travel->a = (uint8_t)(travel->a | flag);
}

/* The flight of the travel on top, at its price. */
VL_RULE static void fly_to(const struct at_deck *d, struct at_state *s, uint32_t country)
{
    struct at_sky sky;
    at_look_up(d, s, d->country[s->seat[at_top(s)->seat].at].area, &sky);
    move_along(s, country, at_flight(&sky, d->country[country].area), true);
}

VL_RULE void at_apply_go(const struct at_deck *d, struct at_state *s, struct at_task task,
                         uint32_t country)
{
    at_pop(s);
    if (task.a == AT_LEG_GROUND) {
        uint8_t cost[AT_COUNTRIES];
        uint32_t from = s->seat[task.seat].at;
        at_ground(d, s, task.seat, from, at_budget(s, task.seat, at_top(s)), cost);
        move_along(s, country, cost[country], false);
    } else {
        fly_to(d, s, country);
    }
}

/* AT-4.7: the card is discarded first; it decides where the flight may lead. */
VL_RULE static void last_minute(const struct at_deck *d, struct at_state *s, uint32_t number)
{
    uint32_t seat = at_top(s)->seat, at = s->seat[seat].at;
    const struct at_card *card = &d->card[number];
    at_take_out(s, seat, number);
    at_discard(s, number);
    if (at_card_in(d, number, at))
        at_push(s, AT_ASK_GO, seat, AT_LEG_ANYWHERE, number);
    else if (card->country[1] != AT_NONE)
        at_push(s, AT_ASK_GO, seat, AT_LEG_TO_CARD, number);
    else
        fly_to(d, s, card->country[0]);
    at_push(s, AT_DO_REFILL, seat, 0, 0);
}

/* AT-4.8: the flight, a souvenir if it stays payable, the explore: the whole turn. */
VL_RULE static void direct(const struct at_deck *d, struct at_state *s, uint32_t number,
                           uint32_t country)
{
    uint32_t seat = at_top(s)->seat;
    struct at_seat *p = &s->seat[seat];
    at_show_card(s, number); /* the flight names it */
    fly_to(d, s, country);
    at_pop(s);
    s->main_done = at_quick(s) ? 2 : 1;
    s->bonus_done = !at_quick(s);
    s->travelled = 0;
    uint32_t price = at_quick(s) ? 0 : at_price(d, s, seat, country, number) + AT_SOUVENIR_PRICE;
    if (at_souvenir_in(s, country) != AT_NONE && p->money >= price)
        at_push(s, AT_ASK_BUY, seat, number, 0);
    else
        at_explore(d, s, seat, country, number);
}

VL_RULE void at_apply_buy(const struct at_deck *d, struct at_state *s, struct at_task task,
                          uint32_t arg)
{
    struct at_seat *p = &s->seat[task.seat];
    at_pop(s);
    if (arg != AT_NONE_OF_THEM && !at_quick(s))
        p->money = (uint8_t)(p->money - AT_SOUVENIR_PRICE);
    at_explore(d, s, task.seat, p->at, task.a);
    if (arg != AT_NONE_OF_THEM)
        at_take_souvenir(s, task.seat, arg);
}

/* Legs push the question where to; a flight by a card may have only one answer and is flown. */
VL_RULE void at_apply_leg(const struct at_deck *d, struct at_state *s, uint32_t act, uint32_t what)
{
    struct at_task *travel = at_top(s);
    struct at_seat *p = &s->seat[travel->seat];
    uint32_t seat = travel->seat;
    if (act == AT_ACT_BUY) {
        if (!at_quick(s))
            p->money = (uint8_t)(p->money - AT_SOUVENIR_PRICE);
        if (travel->a & AT_LEGS)
            at_pop(s); /* bought at the end: no leg after it */
        else
            travel->a = (uint8_t)(travel->a | AT_BOUGHT);
        at_take_souvenir(s, seat, what);
    } else if (act == AT_ACT_GROUND || act == AT_ACT_AIRPORT) {
        at_push(s, AT_ASK_GO, seat, act == AT_ACT_GROUND ? AT_LEG_GROUND : AT_LEG_AIRPORT, AT_NONE);
    } else if (act == AT_ACT_FLY) {
        last_minute(d, s, what);
    } else if (act == AT_ACT_DIRECT) {
        direct(d, s, what >> 1, d->card[what >> 1].country[what & 1U]);
    } else {
        at_pop(s);
    }
}

/* Open countries the fewest plain steps away (AT-9.4). */
VL_RULE void at_list_evict(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                           struct at_list *list)
{
    const uint8_t *distance = d->distance[s->seat[seat].at];
    uint32_t nearest = AT_NONE;
    for (uint32_t country = 0; country < AT_COUNTRIES; country++)
        if (distance[country] < nearest && !at_blocked(d, s, country))
            nearest = distance[country];
    for (uint32_t country = 0; nearest && country < AT_COUNTRIES; country++)
        if (distance[country] == nearest && !at_blocked(d, s, country))
            at_offer(list, country);
}

/* Moves every backpacker out of the countries that this event blocks, the active seat first; not
 * Dante where he has entered a country that was blocked before. He breaks ties by a souvenir, then
 * by the order of the countries (AT-13.14). */
VL_RULE void at_evict(const struct at_deck *d, struct at_state *s, uint32_t event)
{
    for (uint32_t i = s->seats; i-- > 0;) {
        uint32_t seat = (s->active_seat + i) % s->seats;
        struct at_seat *p = &s->seat[seat];
        if (p->at == AT_NONE || !closes(&d->event[event], p->at))
            continue;
        vl_move moves[VL_MAX_MOVES];
        struct at_list list = {moves, 0, AT_ASK_EVICT};
        at_list_evict(d, s, seat, &list);
        if (!list.count)
            continue;
        if (!p->dante && list.count > 1) {
            at_push(s, AT_ASK_EVICT, seat, 0, 0);
            continue;
        }
        uint32_t chosen = VL_MOVE_ARG(moves[0]);
        for (uint32_t k = list.count; p->dante && k-- > 0;)
            if (at_souvenir_in(s, VL_MOVE_ARG(moves[k])) != AT_NONE)
                chosen = VL_MOVE_ARG(moves[k]);
        p->at = (uint8_t)chosen;
        if (p->dante && at_souvenir_in(s, chosen) != AT_NONE)
            at_take_souvenir(s, seat, at_souvenir_in(s, chosen));
    }
}
