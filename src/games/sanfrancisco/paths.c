/* San Francisco: shortest ways, by Dijkstra's method on a score of places. */
#include "games/sanfrancisco/paths.h"

#include <string.h>

#include "core/bits.h"

static uint32_t nearest(const uint32_t *cost, uint32_t places)
{
    uint32_t best = (uint32_t)__builtin_ctz(places);
    for (; places; places &= places - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(places);
        best = cost[place] < cost[best] ? place : best;
    }
    return best;
}

struct sf_way sf_shortest(const struct sf_deck *d, uint64_t own, uint64_t open,
                          const uint16_t *price, uint32_t from, uint32_t to)
{
    uint32_t cost[SF_MOST_PLACES], waiting = 1U << from, done = 0;
    uint8_t by[SF_MOST_PLACES];
    struct sf_way way = {SF_NO_WAY, 0};
    for (uint32_t place = 0; place < SF_MOST_PLACES; place++)
        cost[place] = SF_NO_WAY;
    cost[from] = 0;
    while (waiting) {
        uint32_t here = nearest(cost, waiting);
        waiting &= ~(1U << here);
        done |= 1U << here;
        if (here == to)
            break;
        for (uint64_t rest = d->at[here] & (own | open); rest;) {
            uint32_t route = vl_take_lowest(&rest);
            uint32_t there = (uint32_t)d->end[route][0] + d->end[route][1] - here;
            uint32_t sum = cost[here] + (vl_has(own, route) ? 0U : price[route]);
            if ((done >> there & 1U) || sum >= cost[there])
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

/* The distances to all places, added and compared at once. */
typedef uint8_t row __attribute__((vector_size(SF_ROOM)));

/* Floyd's method, a row at a time. */
void sf_distances(const struct sf_deck *d, uint64_t own, uint64_t open,
                  uint8_t spaces[SF_MOST_PLACES][SF_ROOM])
{
    for (uint32_t from = 0; from < SF_MOST_PLACES; from++) {
        for (uint32_t to = 0; to < SF_ROOM; to++)
            spaces[from][to] = SF_FAR;
        spaces[from][from] = 0;
    }
    for (uint64_t rest = own | open; rest;) {
        uint32_t route = vl_take_lowest(&rest), a = d->end[route][0], b = d->end[route][1];
        uint8_t cost = vl_has(own, route) ? 0 : d->spaces[route];
        if (cost < spaces[a][b])
            spaces[a][b] = spaces[b][a] = cost;
    }
    for (uint32_t by = 0; by < SF_MOST_PLACES; by++) {
        row onward;
        memcpy(&onward, spaces[by], sizeof onward);
        for (uint32_t from = 0; from < SF_MOST_PLACES; from++) {
            if (spaces[from][by] >= SF_FAR)
                continue;
            row sum = onward + spaces[from][by], known;
            memcpy(&known, spaces[from], sizeof known);
            row shorter = (row)(sum < known);
            known = (sum & shorter) | (known & ~shorter);
            memcpy(spaces[from], &known, sizeof known);
        }
    }
}

struct sf_way sf_ticket_way(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                            uint32_t ticket)
{
    uint16_t price[SF_MOST_ROUTES];
    uint32_t cars = s->cars[seat];
    for (uint32_t route = 0; route < d->route_count; route++)
        price[route] = d->spaces[route];
    struct sf_way way = sf_shortest(d, s->claimed[seat], sf_open(d, s, seat), price,
                                    d->ticket_end[ticket][0], d->ticket_end[ticket][1]);
    if (way.cost != SF_NO_WAY && way.cost > cars)
        way = (struct sf_way){SF_NO_WAY, 0};
    return way;
}
