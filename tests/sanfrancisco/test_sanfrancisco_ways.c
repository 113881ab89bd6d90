/*
 * San Francisco: what its judgement rests on, found a second time in a plain way: ways over the
 * map, networks, and what a hand lacks for a route.
 */
#include "games/sanfrancisco/judge.h"
#include "unit.h"

enum { TRIALS = 3000 };

static struct vl_deck *deck;
static const struct sf_deck *d;
static struct vl_rng rng;

static int open_deck(void **unused)
{
    (void)unused;
    deck = vl_deck_open(&sf_game, NULL, NULL);
    d = deck ? deck->data : NULL;
    return deck ? 0 : -1;
}

static int close_deck(void **unused)
{
    (void)unused;
    vl_deck_free(deck);
    return 0;
}

/* Some of the routes, each with a chance in eighths. */
static uint64_t some_routes(uint64_t among, uint32_t eighths)
{
    uint64_t routes = 0;
    for (uint64_t rest = among; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        if (vl_rng_below(&rng, 8) < eighths)
            routes |= vl_bit(route);
    }
    return routes;
}

static uint32_t nearest(const uint32_t *cost, uint32_t places)
{
    uint32_t best = vl_lowest(places);
    for (uint64_t rest = places; rest;) {
        uint32_t place = vl_take_lowest(&rest);
        best = cost[place] < cost[best] ? place : best;
    }
    return best;
}

/* Dijkstra's method as it stands in books. Of equal places the lowest, of equal ways the first. */
static struct sf_way plain_way(uint64_t own, uint64_t open, const uint16_t *price, uint32_t from,
                               uint32_t to)
{
    uint32_t cost[SF_MOST_PLACES], waiting = 1U << from, done = 0;
    uint8_t by[SF_MOST_PLACES] = {0};
    struct sf_way way = {SF_NO_WAY, 0};
    for (uint32_t place = 0; place < SF_MOST_PLACES; place++)
        cost[place] = SF_NO_WAY;
    cost[from] = 0;
    while (waiting) {
        uint32_t here = nearest(cost, waiting);
        waiting &= ~(1U << here);
        done |= 1U << here;
        for (uint64_t rest = d->at[here] & (own | open); rest;) {
            uint32_t route = vl_take_lowest(&rest);
            uint32_t there = (uint32_t)d->end[route][0] + d->end[route][1] - here;
            uint32_t sum = cost[here] + (vl_has(own, route) ? 0U : price[route]);
            if (vl_has(done, there) || sum >= cost[there])
                continue;
            cost[there] = sum;
            by[there] = (uint8_t)route;
            waiting |= 1U << there;
        }
    }
    if (cost[to] == SF_NO_WAY)
        return way;
    way.cost = cost[to];
    for (uint32_t here = to; here != from;) {
        way.routes |= vl_bit(by[here]) & ~own;
        here = (uint32_t)d->end[by[here]][0] + d->end[by[here]][1] - here;
    }
    return way;
}

/* Few prices, so that many ways cost the same. */
static void ways_are_the_cheapest(void **unused)
{
    struct sf_web web;
    uint32_t none = 0;
    (void)unused;
    vl_rng_seed(&rng, 1, 0, 0);
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        uint64_t own = some_routes(d->routes, vl_rng_below(&rng, 3));
        uint64_t open = some_routes(d->routes & ~own & ~sf_twins(d, own), 2 + trial % 7);
        for (uint32_t route = 0; route < d->route_count; route++)
            web.price[route] = (uint16_t)(20 * d->spaces[route] + 6 * vl_rng_below(&rng, 3));
        sf_weave(&web, d, own, open);
        uint64_t planned = 0;
        for (uint32_t n = 0; n < 4; n++) {
            uint32_t ticket = vl_rng_below(&rng, d->ticket_count);
            uint32_t from = d->ticket_end[ticket][0], to = d->ticket_end[ticket][1];
            struct sf_way expected =
                plain_way(own | planned, open & ~sf_twins(d, planned), web.price, from, to);
            struct sf_way found = sf_way_over(&web, planned, from, to);
            assert_int_equal(found.cost, expected.cost);
            assert_true(found.routes == expected.routes);
            none += found.cost == SF_NO_WAY;
            planned = n == 2 ? 0 : planned | found.routes;
        }
    }
    assert_in_range(none, TRIALS / 20, 3 * TRIALS);
}

/* Tickets, places reached, and the routes by which two parts would become one. */
static void networks_are_what_reach_says(void **unused)
{
    (void)unused;
    vl_rng_seed(&rng, 2, 0, 0);
    for (uint32_t trial = 0; trial < TRIALS; trial++) {
        uint64_t own = some_routes(d->routes, trial % 6), near = 0, joins = 0;
        const struct sf_net *net = sf_net_of(d, own);
        for (uint32_t route = 0; route < d->route_count; route++) {
            const uint8_t *end = d->end[route];
            bool a = own & d->at[end[0]], b = own & d->at[end[1]];
            near |= a || b ? vl_bit(route) : 0;
            if (a && b && !vl_has(sf_reach(d, own, end[0]), end[1]))
                joins |= vl_bit(route);
        }
        assert_int_equal(net->completed, sf_completed(d, own, d->tickets));
        assert_true(net->near == near);
        assert_true(net->joins == joins);
    }
}

static void spaces_are_those_of_the_shortest_way(void **unused)
{
    uint16_t price[SF_MOST_ROUTES];
    uint8_t spaces[SF_MOST_TICKETS];
    (void)unused;
    vl_rng_seed(&rng, 3, 0, 0);
    for (uint32_t route = 0; route < d->route_count; route++)
        price[route] = d->spaces[route];
    for (uint32_t trial = 0; trial < TRIALS / 10; trial++) {
        uint64_t own = some_routes(d->routes, vl_rng_below(&rng, 3));
        uint64_t open = some_routes(d->routes & ~own & ~sf_twins(d, own), 2 + trial % 7);
        uint64_t planned = some_routes(open, 1);
        planned &= ~sf_twins(d, planned & d->lane_a);
        sf_ticket_spaces(d, sf_net_of(d, own), planned, open, spaces);
        for (uint32_t ticket = 0; ticket < d->ticket_count; ticket++) {
            struct sf_way way = plain_way(own | planned, open, price, d->ticket_end[ticket][0],
                                          d->ticket_end[ticket][1]);
            assert_int_equal(spaces[ticket], way.cost == SF_NO_WAY ? SF_FAR : way.cost);
        }
    }
}

/* SF-4.1 to SF-4.5: one colour and ferries; a ferry space takes a ferry. */
static bool pays(uint64_t hand, uint32_t colour, uint32_t route)
{
    uint32_t ferries = sf_of(hand, SF_FERRY), wanted = vl_has(d->ferry, route);
    return vl_has(d->suit[colour], route) && ferries >= wanted &&
           sf_of(hand, colour) + ferries >= d->spaces[route];
}

/* The fewest cards, of a colour and ferries, with which the hand pays; a ferry space that is left
 * takes no other card. */
static uint32_t fewest(uint64_t hand, uint32_t route)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t colour = 0; colour < SF_COLOURS; colour++)
        for (uint32_t cards = 0; cards <= SF_MOST_SPACES; cards++)
            for (uint32_t ferries = 0; ferries <= SF_MOST_SPACES; ferries++)
                if (cards + ferries < least &&
                    pays(hand + sf_cards(colour, cards) + sf_cards(SF_FERRY, ferries), colour,
                         route))
                    least = cards + ferries;
    return least;
}

static void what_is_missing_is_the_least(void **unused)
{
    (void)unused;
    vl_rng_seed(&rng, 4, 0, 0);
    for (uint32_t trial = 0; trial < 200; trial++) {
        uint64_t hand = 0;
        for (uint32_t n = vl_rng_below(&rng, 12); n; n--)
            hand += sf_cards(vl_rng_below(&rng, SF_KINDS), 1);
        struct sf_purse purse = sf_open_purse(d, hand);
        for (uint32_t route = 0; route < d->route_count; route++)
            assert_int_equal(sf_missing(d, &purse, route), fewest(hand, route));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_the_cheapest),
        cmocka_unit_test(networks_are_what_reach_says),
        cmocka_unit_test(spaces_are_those_of_the_shortest_way),
        cmocka_unit_test(what_is_missing_is_the_least),
    };
    return cmocka_run_group_tests(tests, open_deck, close_deck);
}
