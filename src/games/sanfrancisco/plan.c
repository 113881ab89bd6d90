/*
 * San Francisco: planning tickets as one network.
 *
 * A plan adds ticket after ticket by its cheapest way, what is planned already being free like an
 * own route. The order matters, so every ticket gets its turn to be the first, and the best result
 * is kept. A ticket that cars or time do not allow is left out.
 */
#include "games/sanfrancisco/cards.h"
#include "games/sanfrancisco/judge.h"
#include "games/sanfrancisco/paths.h"

enum {
    SPACE_PRICE = 20, /* half a turn for its card */
    CLAIM_PRICE = 14,
    HELD_PRICE = 6, /* off for a card that is at hand */
    FERRY_PRICE = 8,
    TOKEN_PRICE = 14, /* off for a token that it brings */
    CENTS = 4,        /* what a unit of price costs */
    A_TURN = 100,
};

/* Cards of the one colour that a route would take best, and ferries. */
static uint32_t best_held(const struct sf_deck *d, uint64_t hand, uint32_t route)
{
    uint32_t most = 0;
    for (uint32_t colour = 0; colour < SF_COLOURS; colour++) {
        uint32_t held = vl_has(d->suit[colour], route) ? sf_of(hand, colour) : 0;
        most = held > most ? held : most;
    }
    return most;
}

uint32_t sf_missing(const struct sf_deck *d, uint64_t hand, uint32_t route)
{
    uint32_t spaces = d->spaces[route], ferries = sf_of(hand, SF_FERRY);
    uint32_t held = best_held(d, hand, route);
    if (vl_has(d->ferry, route)) { /* one space takes a ferry and nothing else */
        uint32_t others = held + (ferries ? ferries - 1 : 0);
        return (ferries ? 0U : 1U) + (others < spaces - 1 ? spaces - 1 - others : 0);
    }
    return held + ferries < spaces ? spaces - held - ferries : 0;
}

static void set_prices(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                       uint16_t *price)
{
    uint64_t hand = s->hand[seat];
    for (uint32_t route = 0; route < d->route_count; route++) {
        uint32_t spaces = d->spaces[route], held = spaces - sf_missing(d, hand, route);
        uint32_t sum = spaces * SPACE_PRICE + CLAIM_PRICE - held * HELD_PRICE;
        sum += vl_has(d->ferry, route) ? FERRY_PRICE : 0;
        sum -= sf_tokens_for(d, s, seat, route) ? TOKEN_PRICE : 0;
        price[route] = (uint16_t)sum;
    }
}

int32_t sf_turns_left(const struct sf_state *s, uint32_t seat)
{
    int32_t fewest = INT32_MAX;
    if (s->last_turns) /* one more turn, or this one */
        return s->phase == SF_TURN && s->seat == seat ? 0 : A_TURN;
    for (uint32_t other = 0; other < s->seats; other++) {
        int32_t cars = s->cars[other] - SF_LAST_CARS;
        int32_t cards = (int32_t)sf_total(s->hand[other]) + s->unknown[other];
        int32_t lacking = cars > cards ? cars - cards : 0;
        int32_t turns = cars * A_TURN * 10 / 24 + lacking * A_TURN / 2;
        fewest = turns < fewest ? turns : fewest;
    }
    return fewest + A_TURN;
}

/* Hundredths of a turn that it takes to claim so many routes with so many spaces. */
static int32_t time_for(uint64_t hand, uint64_t routes, uint32_t spaces)
{
    uint32_t held = sf_total(hand) * 2 / 3;
    uint32_t lacking = spaces > held ? spaces - held : 0;
    return (int32_t)(vl_count(routes) * A_TURN + lacking * A_TURN * 11 / 20);
}

struct search {
    const struct sf_deck *d;
    const struct sf_state *s;
    uint32_t seat;
    int32_t turns;
    uint16_t price[SF_MOST_ROUTES];
};

static uint32_t spaces_of(const struct sf_deck *d, uint64_t routes)
{
    uint32_t spaces = 0;
    while (routes)
        spaces += d->spaces[vl_take_lowest(&routes)];
    return spaces;
}

/* Adds a ticket's cheapest way to the plan, if cars and time allow. */
static void add_ticket(const struct search *search, uint32_t ticket, struct sf_plan *plan)
{
    const struct sf_deck *d = search->d;
    const struct sf_state *s = search->s;
    uint64_t own = s->claimed[search->seat] | plan->routes;
    uint64_t open = sf_open(d, s, search->seat) & ~sf_twins(d, plan->routes);
    struct sf_way way = sf_shortest(d, own, open, search->price, d->ticket_end[ticket][0],
                                    d->ticket_end[ticket][1]);
    int32_t worth = 100 * d->worth[ticket];
    if (way.cost == SF_NO_WAY) {
        plan->value -= worth;
        return;
    }
    uint32_t spaces = plan->spaces + spaces_of(d, way.routes);
    uint64_t routes = plan->routes | way.routes;
    if (spaces > s->cars[search->seat] ||
        time_for(s->hand[search->seat], routes, spaces) > search->turns + A_TURN) {
        plan->value -= worth;
        return;
    }
    plan->value += worth - CENTS * (int32_t)way.cost;
    for (uint64_t rest = way.routes; rest;)
        plan->value += 100 * sf_route_points(d->spaces[vl_take_lowest(&rest)]);
    plan->routes = routes;
    plan->spaces = spaces;
    plan->tickets |= 1U << ticket;
}

/* Tickets worth most first. */
static uint32_t sort_tickets(const struct sf_deck *d, uint32_t tickets, uint8_t *order)
{
    uint32_t count = 0;
    for (uint64_t rest = tickets; rest;) {
        uint32_t ticket = vl_take_lowest(&rest), at = count++;
        for (; at && d->worth[order[at - 1]] < d->worth[ticket]; at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)ticket;
    }
    return count;
}

/* One-step: the ticket that is nearest to be completed, and nothing else. */
static struct sf_plan nearest_ticket(const struct search *search, const uint8_t *order,
                                     uint32_t count)
{
    struct sf_plan best = {0, 0, 0, INT32_MIN};
    for (uint32_t i = 0; i < count; i++) {
        struct sf_plan plan = {0, 0, 0, 0};
        add_ticket(search, order[i], &plan);
        if (plan.tickets && (best.value == INT32_MIN || plan.spaces < best.spaces))
            best = plan;
    }
    if (best.value == INT32_MIN)
        best.value = 0;
    return best;
}

/* Route-focused: each ticket by its own shortest way, without regard to the others. */
static struct sf_plan apart(const struct search *search, const uint8_t *order, uint32_t count)
{
    struct sf_plan all = {0, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        struct sf_plan plan = {0, 0, 0, 0};
        add_ticket(search, order[i], &plan);
        all.routes |= plan.routes;
        all.tickets |= plan.tickets;
        all.value += plan.value;
    }
    all.routes &= ~sf_twins(search->d, all.routes & search->d->lane_a);
    all.spaces = spaces_of(search->d, all.routes);
    return all;
}

struct sf_plan sf_make_plan(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                            uint32_t tickets, uint32_t style, int32_t turns)
{
    struct search search = {.d = d, .s = s, .seat = seat, .turns = turns};
    struct sf_plan best = {0, 0, 0, INT32_MIN};
    uint8_t order[SF_MOST_TICKETS];
    uint32_t pending = tickets & ~sf_completed(d, s->claimed[seat], tickets);
    uint32_t count = sort_tickets(d, pending, order);
    if (!count)
        return (struct sf_plan){0, 0, 0, 0};
    set_prices(d, s, seat, search.price);
    if (style == SF_ONE_STEP)
        return nearest_ticket(&search, order, count);
    if (style == SF_ROUTE_FOCUSED)
        return apart(&search, order, count);
    for (uint32_t first = 0; first < count; first++) {
        struct sf_plan plan = {0, 0, 0, 0};
        add_ticket(&search, order[first], &plan);
        for (uint32_t i = 0; i < count; i++)
            if (i != first)
                add_ticket(&search, order[i], &plan);
        if (plan.value > best.value)
            best = plan;
    }
    return best;
}

/* How likely a ticket is to be completed, in percent, when it needs so many spaces more. */
static int32_t likelihood(const struct sf_mind *mind, uint32_t spaces)
{
    const struct sf_state *s = mind->s;
    int32_t cars = s->cars[mind->seat] - (int32_t)mind->plan.spaces - (int32_t)spaces;
    int32_t slack = mind->turns - A_TURN -
                    time_for(s->hand[mind->seat], mind->plan.routes, mind->plan.spaces + spaces) -
                    (int32_t)spaces * A_TURN * 10 / 22;
    if (spaces == 0)
        return 100;
    if (cars < 0 || slack < -A_TURN)
        return 10;
    return slack > 4 * A_TURN ? 90 : slack > 2 * A_TURN ? 78 : slack > 0 ? 62 : 40;
}

int32_t sf_ticket_hope(const struct sf_mind *mind)
{
    const struct sf_deck *d = mind->d;
    const struct sf_state *s = mind->s;
    uint64_t own = s->claimed[mind->seat] | mind->plan.routes;
    int32_t value[SF_MOST_TICKETS], sum = 0;
    uint32_t count = 0, pairs = 0;
    uint8_t distance[SF_MOST_PLACES][SF_ROOM];
    sf_distances(d, own, sf_open(d, s, mind->seat), distance);
    for (uint64_t rest = s->ticket_deck; rest;) {
        uint32_t ticket = vl_take_lowest(&rest);
        uint32_t spaces = distance[d->ticket_end[ticket][0]][d->ticket_end[ticket][1]];
        int32_t likely = spaces >= SF_FAR ? 0 : likelihood(mind, spaces);
        value[count++] = d->worth[ticket] * (2 * likely - 100);
    }
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = 0; b < a; b++) {
            int32_t better = value[a] > value[b] ? value[a] : value[b];
            int32_t other = value[a] > value[b] ? value[b] : value[a];
            sum += better + (other > 0 ? other : 0); /* a second good one is kept as well */
            pairs++;
        }
    }
    return pairs ? sum / (int32_t)pairs : count ? value[0] : 0;
}
