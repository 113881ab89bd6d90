/*
 * San Francisco: networks, and shortest ways by Dijkstra's and Floyd's methods on a score of
 * places. Loops over places have a fixed length, so that compilers make a few wide instructions of
 * each: judgement asks for a million ways a second.
 */
#include "games/sanfrancisco/paths.h"

#include <string.h>

enum {
    PRICE_SHIFT = 10,
    PLACE_SHIFT = 5,
    LOWER = (1 << PRICE_SHIFT) - 1,
    FIELD = 31,           /* of the five bits of a place, and of a turn */
    UNREACHED = 1 << 30,  /* above every price */
    VISITED = -(1 << 30), /* below every price, and as an unsigned number above */
    NETS = 256,
};

/* ---- Ways ---- */

/* A step holds its price and its goal in one number, so that sums compare by price first. */
static void set_step(struct sf_web *web, uint32_t a, uint32_t b, uint32_t price)
{
    web->step[a][b] = (int32_t)(price << PRICE_SHIFT | b << PLACE_SHIFT);
    web->step[b][a] = (int32_t)(price << PRICE_SHIFT | a << PLACE_SHIFT);
}

void sf_weave(struct sf_web *web, const struct sf_deck *d, uint64_t own, uint64_t open)
{
    web->d = d;
    web->planned = 0;
    for (uint32_t a = 0; a < SF_MOST_PLACES; a++)
        for (uint32_t b = 0; b < SF_MOST_PLACES; b++)
            web->step[a][b] = UNREACHED;
    for (uint32_t a = 0; a < SF_MOST_PLACES; a++)
        web->step[a][a] = VISITED;
    for (uint64_t rest = open; rest;) {
        uint32_t route = vl_take_lowest(&rest), a = d->end[route][0], b = d->end[route][1];
        uint32_t known = (uint32_t)web->step[a][b] >> PRICE_SHIFT;
        bool cheaper = web->price[route] < known; /* of two that cost the same the first */
        set_step(web, a, b, cheaper ? web->price[route] : known);
        web->route[a][b] = web->route[b][a] = cheaper ? (uint8_t)route : web->route[a][b];
    }
    for (uint64_t rest = own; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        set_step(web, d->end[route][0], d->end[route][1], 0);
    }
}

/* Only what differs from the plan before is changed: plans are tried one after the other, and most
 * share their routes. */
static void set_planned(struct sf_web *web, uint64_t planned)
{
    const struct sf_deck *d = web->d;
    for (uint64_t rest = web->planned & ~planned; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        set_step(web, d->end[route][0], d->end[route][1], web->price[route]);
    }
    for (uint64_t rest = planned & ~web->planned; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        set_step(web, d->end[route][0], d->end[route][1], 0);
    }
    web->planned = planned;
}

/* The price alone, where it stands. */
static uint32_t price_in(uint32_t number)
{
    return number >> PRICE_SHIFT << PRICE_SHIFT;
}

static uint32_t least_of(const int32_t *numbers)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < SF_MOST_PLACES; i++)
        least = (uint32_t)numbers[i] < least ? (uint32_t)numbers[i] : least;
    return least;
}

/*
 * Places are visited in the order of what they cost, of equal ones the lowest first. What is known
 * of a place is one number: its cost, itself, and at which turn of the loop the place before it was
 * visited. The least number is the next place, and of two ways that cost the same the earlier one
 * stays. A visited place is below all that may come, and is no longer the least as it is unsigned.
 * The goal need not wait for its turn once the places ahead of it, with the last step, cost more.
 */
struct sf_way sf_way_over(struct sf_web *web, uint64_t planned, uint32_t from, uint32_t to)
{
    _Alignas(32) int32_t known[SF_MOST_PLACES];
    uint8_t place[SF_MOST_PLACES + 1], before[SF_MOST_PLACES + 1];
    struct sf_way way = {SF_NO_WAY, 0};
    uint32_t turn = 0;
    if (planned != web->planned)
        set_planned(web, planned);
    uint32_t last_step = price_in(least_of(web->step[to]));
    if (last_step >= UNREACHED)
        return way;
    memcpy(known, web->step[from], sizeof known);
    place[0] = (uint8_t)from;
    for (;;) {
        uint32_t least = least_of(known);
        if (least >= UNREACHED)
            return way;
        if ((uint32_t)known[to] <= (least | LOWER) + last_step)
            break;
        uint32_t here = least >> PLACE_SHIFT & FIELD;
        turn++;
        place[turn] = (uint8_t)here;
        before[turn] = (uint8_t)(least & FIELD);
        const int32_t *step = web->step[here];
        int32_t base = (int32_t)(price_in(least) | turn);
        for (uint32_t i = 0; i < SF_MOST_PLACES; i++) {
            int32_t sum = base + step[i];
            known[i] = sum < known[i] ? sum : known[i];
        }
    }
    way.cost = (uint32_t)known[to] >> PRICE_SHIFT;
    for (uint32_t here = to, at = (uint32_t)known[to] & FIELD; here != from; at = before[at]) {
        uint32_t there = place[at];
        if (web->step[here][there] >> PRICE_SHIFT)
            way.routes |= vl_bit(web->route[here][there]);
        here = there;
    }
    return way;
}

/* For facts: spaces count and nothing else. A way with more spaces than cars is none (SF-4.4). */
struct sf_way sf_ticket_way(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                            uint32_t ticket)
{
    struct sf_web web;
    uint32_t cars = s->cars[seat];
    for (uint32_t route = 0; route < SF_MOST_ROUTES; route++)
        web.price[route] = d->spaces[route];
    sf_weave(&web, d, s->claimed[seat], sf_open(d, s, seat));
    struct sf_way way = sf_way_over(&web, 0, d->ticket_end[ticket][0], d->ticket_end[ticket][1]);
    if (way.cost != SF_NO_WAY && way.cost > cars)
        way = (struct sf_way){SF_NO_WAY, 0};
    return way;
}

/* ---- Networks ---- */

/* What the routes of a seat make, of which few sets occur in a game; found by the deck's mark and
 * the routes, so that an answer never depends on what was asked before. */
static _Thread_local struct sf_net nets[NETS];

/* The part of one end takes over all places of the other; SF_ROOM bytes are one wide register. */
static void join(uint8_t part[SF_ROOM], const uint8_t *end)
{
    uint8_t a = part[end[0]], b = part[end[1]];
    for (uint32_t i = 0; i < SF_ROOM; i++)
        part[i] = part[i] == b ? a : part[i];
}

/* Parts are named by one of their places. A route touches the net where it ends at a place of some
 * part; it joins where it touches a second part, which shows as a bit met twice. */
static void find_net(const struct sf_deck *d, uint64_t routes, struct sf_net *net)
{
    uint64_t at_part[SF_MOST_PLACES] = {0};
    uint32_t places = 0;
    *net = (struct sf_net){.mark = d->mark, .routes = routes};
    for (uint32_t i = 0; i < SF_ROOM; i++)
        net->part[i] = (uint8_t)i;
    for (uint64_t rest = routes; rest;) {
        const uint8_t *end = d->end[vl_take_lowest(&rest)];
        places |= 1U << end[0] | 1U << end[1];
        join(net->part, end);
    }
    for (uint64_t rest = places; rest;) {
        uint32_t place = vl_take_lowest(&rest);
        at_part[net->part[place]] |= d->at[place];
    }
    for (uint64_t rest = places; rest;) {
        uint64_t at = at_part[vl_take_lowest(&rest)]; /* 0 unless the part is called so */
        net->joins |= net->near & at;
        net->near |= at;
    }
    for (uint32_t ticket = 0; ticket < d->ticket_count; ticket++) {
        const uint8_t *end = d->ticket_end[ticket];
        net->completed |= (uint32_t)(net->part[end[0]] == net->part[end[1]]) << ticket;
    }
}

/* A cache with one place for each hash: a set of routes that needs the same place simply takes it
 * over. */
const struct sf_net *sf_net_of(const struct sf_deck *d, uint64_t routes)
{
    struct sf_net *net = &nets[routes * UINT64_C(0x9e3779b97f4a7c15) >> 56];
    if (net->mark != d->mark || net->routes != routes)
        find_net(d, routes, net);
    return net;
}

/* Places of one part are one: Floyd's method has fewer to go through. */
void sf_ticket_spaces(const struct sf_deck *d, const struct sf_net *net, uint64_t planned,
                      uint64_t open, uint8_t spaces[SF_MOST_TICKETS])
{
    uint8_t far[SF_MOST_PLACES][SF_ROOM], part[SF_ROOM];
    uint32_t parts = 0;
    memcpy(part, net->part, sizeof part);
    for (uint64_t rest = planned; rest;)
        join(part, d->end[vl_take_lowest(&rest)]);
    for (uint32_t place = 0; place < d->place_count; place++)
        parts |= 1U << part[place];
    memset(far, SF_FAR, sizeof far);
    for (uint32_t place = 0; place < SF_MOST_PLACES; place++)
        far[place][place] = 0;
    open &= ~((open & d->lane_a) << 1); /* as long as the other lane */
    for (uint64_t rest = open; rest;) {
        uint32_t route = vl_take_lowest(&rest);
        uint32_t a = part[d->end[route][0]], b = part[d->end[route][1]];
        uint8_t cost = d->spaces[route] < far[a][b] ? d->spaces[route] : far[a][b];
        far[a][b] = far[b][a] = cost;
    }
    for (uint32_t through = parts; through; through &= through - 1) {
        uint32_t by = (uint32_t)__builtin_ctz(through);
        uint8_t onward[SF_ROOM];
        memcpy(onward, far[by], sizeof onward);
        for (uint32_t rest = parts; rest; rest &= rest - 1) {
            uint8_t *row = far[__builtin_ctz(rest)], first = row[by];
            for (uint32_t i = 0; i < SF_ROOM; i++) {
                uint8_t sum = (uint8_t)(onward[i] + first);
                row[i] = sum < row[i] ? sum : row[i];
            }
        }
    }
    for (uint32_t ticket = 0; ticket < d->ticket_count; ticket++) {
        const uint8_t *end = d->ticket_end[ticket];
        spaces[ticket] = far[part[end[0]]][part[end[1]]];
    }
}
