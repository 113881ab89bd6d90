/*
 * San Francisco: planning tickets as one network.
 *
 * A plan adds ticket after ticket by its cheapest way, what is planned already being free like an
 * own route. The order matters, so every ticket gets its turn to be the first, and the best result
 * is kept. A ticket that cars or time do not allow is left out.
 */
#include "games/sanfrancisco/judge.h"

/* What a way costs. A turn is about 40 units; found by playing, as the weights of judge.c. */
enum {
    SPACE_PRICE = 20, /* half a turn for its card */
    CLAIM_PRICE = 14, /* less than the turn that it takes, because a route also scores */
    HELD_PRICE = 6,   /* off for a card that the hand has */
    FERRY_PRICE = 8,  /* ferries are scarcer than colours */
    TOKEN_PRICE = 14, /* off for a token that it brings */
    CENTS = 4,        /* what a unit of price costs */
    A_TURN = 100,
};

uint64_t sf_token_routes(const struct sf_deck *d, const struct sf_state *s, uint32_t seat)
{
    uint64_t routes = 0;
    for (uint32_t place = 0; place < d->place_count; place++) {
        uint32_t symbol = s->symbol[place];
        if (symbol != SF_NONE && s->left[symbol] && !vl_has(s->tokens[seat], symbol))
            routes |= d->at[place];
    }
    return routes;
}

/* By what is still to be done for a route: draw the cards, claim it. The cards of the hand make
 * every route cheaper that they could pay for, although they can be paid only once. */
static void set_prices(const struct sf_planner *p, uint64_t open, uint16_t *price)
{
    const struct sf_deck *d = p->d;
    struct sf_purse purse = sf_open_purse(d, p->s->hand[p->seat]);
    uint64_t tokens = sf_token_routes(d, p->s, p->seat);
    for (uint64_t rest = open; rest;) {
        uint32_t route = vl_take_lowest(&rest), spaces = d->spaces[route];
        uint32_t sum = spaces * SPACE_PRICE + CLAIM_PRICE;
        sum -= sf_held(d, &purse, route) * HELD_PRICE;
        sum += (uint32_t)vl_has(d->ferry, route) * FERRY_PRICE;
        sum -= (uint32_t)vl_has(tokens, route) * TOKEN_PRICE;
        price[route] = (uint16_t)sum;
    }
}

/* The seat that will be down to two cars first ends the game (SF-7.1). A turn places 2.4 cars on
 * average, and a card that is missing costs half a turn more. */
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

/* Hundredths of a turn that it takes to claim these routes, with `spaces` spaces in all: a turn for
 * each claim and a little more than half of one for each card to draw. A third of the hand is taken
 * to be of the wrong colours. */
static int32_t time_for(uint64_t hand, uint64_t routes, uint32_t spaces)
{
    uint32_t held = sf_total(hand) * 2 / 3, lacking = spaces > held ? spaces - held : 0;
    return (int32_t)(vl_count(routes) * A_TURN + lacking * A_TURN * 11 / 20);
}

void sf_start_plans(struct sf_planner *p, const struct sf_deck *d, const struct sf_state *s,
                    uint32_t seat)
{
    p->d = d;
    p->s = s;
    p->seat = seat;
    p->turns = sf_turns_left(s, seat);
    p->woven = false;
    p->kept = 0;
}

/* The web is made when the first way is asked for: without open tickets no plan needs it. */
static void weave(struct sf_planner *p)
{
    uint64_t open = sf_open(p->d, p->s, p->seat);
    if (p->woven)
        return;
    p->woven = true;
    set_prices(p, open, p->web.price);
    sf_weave(&p->web, p->d, p->s->claimed[p->seat], open);
}

/* Plans come to the same routes in several ways. */
static struct sf_way way_of(struct sf_planner *p, uint64_t planned, uint32_t ticket)
{
    const uint8_t *end = p->d->ticket_end[ticket];
    uint32_t at = (uint32_t)((planned + ticket) * UINT64_C(0x9e3779b97f4a7c15) >> 59);
    if (!vl_has(p->kept, at) || p->ways[at].planned != planned || p->ways[at].ticket != ticket) {
        p->kept |= 1U << at;
        p->ways[at].planned = planned;
        p->ways[at].ticket = ticket;
        p->ways[at].way = sf_way_over(&p->web, planned, end[0], end[1]);
    }
    return p->ways[at].way;
}

static uint32_t spaces_of(const struct sf_deck *d, uint64_t routes)
{
    uint32_t spaces = 0;
    while (routes)
        spaces += d->spaces[vl_take_lowest(&routes)];
    return spaces;
}

/* Adds a ticket's cheapest way to the plan, if cars and time allow. */
static void add_ticket(struct sf_planner *p, uint32_t ticket, struct sf_plan *plan)
{
    const struct sf_deck *d = p->d;
    const struct sf_state *s = p->s;
    struct sf_way way = way_of(p, plan->routes, ticket);
    int32_t worth = 100 * d->worth[ticket];
    if (way.cost == SF_NO_WAY) {
        plan->value -= worth;
        return;
    }
    uint32_t spaces = plan->spaces + spaces_of(d, way.routes);
    uint64_t routes = plan->routes | way.routes;
    if (spaces > s->cars[p->seat] ||
        time_for(s->hand[p->seat], routes, spaces) > p->turns + A_TURN) {
        plan->value -= worth;
        return;
    }
    plan->value += worth - CENTS * (int32_t)way.cost;
    for (uint64_t rest = way.routes; rest;)
        plan->value += 100 * d->points[vl_take_lowest(&rest)];
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
static struct sf_plan nearest_ticket(struct sf_planner *p, const uint8_t *order, uint32_t count)
{
    struct sf_plan best = {0, 0, 0, INT32_MIN};
    for (uint32_t i = 0; i < count; i++) {
        struct sf_plan plan = {0, 0, 0, 0};
        add_ticket(p, order[i], &plan);
        if (plan.tickets && (best.value == INT32_MIN || plan.spaces < best.spaces))
            best = plan;
    }
    if (best.value == INT32_MIN)
        best.value = 0;
    return best;
}

/* Route-focused: each ticket by its own shortest way, without regard to the others. */
static struct sf_plan apart(struct sf_planner *p, const uint8_t *order, uint32_t count)
{
    struct sf_plan all = {0, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        struct sf_plan plan = {0, 0, 0, 0};
        add_ticket(p, order[i], &plan);
        all.routes |= plan.routes;
        all.tickets |= plan.tickets;
        all.value += plan.value;
    }
    all.routes &= ~sf_twins(p->d, all.routes & p->d->lane_a);
    all.spaces = spaces_of(p->d, all.routes);
    return all;
}

/* Every ticket goes first once, and the others follow by their worth: with five tickets these are
 * five orders and not all 120 of them. */
struct sf_plan sf_make_plan(struct sf_planner *p, uint32_t tickets, uint32_t style)
{
    struct sf_plan best = {0, 0, 0, INT32_MIN};
    uint8_t order[SF_MOST_TICKETS];
    uint32_t pending = tickets & ~sf_net_of(p->d, p->s->claimed[p->seat])->completed;
    uint32_t count = sort_tickets(p->d, pending, order);
    if (!count)
        return (struct sf_plan){0, 0, 0, 0};
    weave(p);
    if (style == SF_ONE_STEP)
        return nearest_ticket(p, order, count);
    if (style == SF_ROUTE_FOCUSED)
        return apart(p, order, count);
    for (uint32_t first = 0; first < count; first++) {
        struct sf_plan plan = {0, 0, 0, 0};
        add_ticket(p, order[first], &plan);
        for (uint32_t i = 0; i < count; i++)
            if (i != first)
                add_ticket(p, order[i], &plan);
        if (plan.value > best.value)
            best = plan;
    }
    return best;
}

/* How likely a ticket is to be completed, in percent, when it needs this number of spaces; up to
 * the first number of spaces that is too much, which is returned. */
static uint32_t list_chances(const struct sf_mind *mind, uint8_t percent[SF_CARS + 2])
{
    const struct sf_state *s = mind->s;
    uint32_t spaces = 1, cars = s->cars[mind->seat], planned = mind->plan.spaces;
    percent[0] = 100;
    for (; planned + spaces <= cars; spaces++) {
        int32_t slack = mind->turns - A_TURN -
                        time_for(s->hand[mind->seat], mind->plan.routes, planned + spaces) -
                        (int32_t)spaces * A_TURN * 10 / 22;
        if (slack < -A_TURN)
            break;
        percent[spaces] = slack > 4 * A_TURN ? 90 : slack > 2 * A_TURN ? 78 : slack > 0 ? 62 : 40;
    }
    percent[spaces] = 10;
    return spaces;
}

/*
 * The sum of what is expected of every two tickets: the better one is kept, the other as well if it
 * promises anything. A good ticket is therefore kept in each of its pairs, and of two that promise
 * nothing the better. The loops have a fixed length: places beyond the last ticket lie below all.
 */
static int32_t sum_of_pairs(const int32_t *value, uint32_t count)
{
    int32_t bad[SF_MOST_TICKETS], good_sum = 0, bad_sum = 0, higher = 0;
    uint32_t bad_count = 0;
    for (uint32_t i = 0; i < SF_MOST_TICKETS; i++)
        bad[i] = INT32_MIN;
    for (uint32_t i = 0; i < count; i++) {
        bool good = value[i] > 0;
        good_sum += good ? value[i] : 0;
        bad_sum += good ? 0 : value[i];
        bad[bad_count] = good ? INT32_MIN : value[i];
        bad_count += !good;
    }
    for (uint32_t a = 0; a < bad_count; a++)
        for (uint32_t b = 0; b < SF_MOST_TICKETS; b++)
            higher += bad[a] > bad[b] ? bad[a] : bad[b];
    /* Each pair twice, each ticket with itself, and with every place that has none. */
    higher -= bad_sum * (int32_t)(1 + SF_MOST_TICKETS - bad_count);
    return good_sum * (int32_t)(count - 1) + higher / 2;
}

/* The average over all pairs that could be drawn: worth times chance, less worth times the chance
 * to fail (SF-6.4). Tickets in other hands count as if they could be drawn, since nobody knows
 * them. */
int32_t sf_ticket_hope(const struct sf_mind *mind)
{
    const struct sf_deck *d = mind->d;
    const struct sf_state *s = mind->s;
    int32_t value[SF_MOST_TICKETS + 1];
    uint32_t count = 0;
    uint8_t spaces[SF_MOST_TICKETS], percent[SF_CARS + 2];
    uint32_t too_many = list_chances(mind, percent);
    sf_ticket_spaces(d, mind->net, mind->plan.routes, sf_open(d, s, mind->seat), spaces);
    for (uint64_t rest = s->ticket_deck; rest;) {
        uint32_t ticket = vl_take_lowest(&rest), needed = spaces[ticket];
        int32_t likely = percent[needed < too_many ? needed : too_many];
        likely = needed < SF_FAR ? likely : 0;
        value[count++] = d->worth[ticket] * (2 * likely - 100);
    }
    if (count < 2)
        return count ? value[0] : 0;
    return sum_of_pairs(value, count) / (int32_t)(count * (count - 1) / 2);
}
