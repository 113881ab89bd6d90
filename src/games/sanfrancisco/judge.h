/*
 * San Francisco: how its judgement thinks. Values are in cents of a point, times in hundredths of
 * a turn.
 */
#ifndef VALISE_GAMES_SANFRANCISCO_JUDGE_H
#define VALISE_GAMES_SANFRANCISCO_JUDGE_H

#include "games/sanfrancisco/paths.h"

/* In the order of the game's list of styles. */
enum sf_style { SF_STANDARD, SF_ONE_STEP, SF_LONG_ROUTE, SF_ROUTE_FOCUSED, SF_TICKET_HUNGRY };

/* A network that completes tickets, as one: what it takes and what it brings. */
struct sf_plan {
    uint64_t routes;  /* still to be claimed */
    uint32_t tickets; /* that these complete */
    uint32_t spaces;
    int32_t value; /* points of tickets and routes, less the time they take */
};

/* A hand as routes see it. */
struct sf_purse {
    uint64_t cards; /* of each colour with the ferries, and as grey those of the longest colour */
    uint64_t short_of; /* routes whose ferry space nothing in the hand can take */
    uint32_t longest;  /* the colours that have most cards, as a mask */
};

/* The largest byte of the colours is found by folding the word: half against half, then quarters,
 * then bytes, each time keeping the larger numbers (a plus what b has more). A colour that equals
 * it leaves a zero in the difference. Ferries stand for any colour (SF-4.1), so they are added to
 * every byte. */
static inline struct sf_purse sf_open_purse(const struct sf_deck *d, uint64_t hand)
{
    uint64_t colours = hand & vl_first(8 * SF_COLOURS), most = colours;
    uint32_t ferries = sf_of(hand, SF_FERRY);
    most += sf_less(most >> 32, most);
    most += sf_less(most >> 16, most);
    most = sf_of(most + sf_less(most >> 8, most), 0);
    uint32_t fewer = sf_kinds(most * SF_ONES - colours);
    return (struct sf_purse){.cards = (colours | sf_cards(SF_GREY, (uint32_t)most)) +
                                      (ferries * SF_ONES & vl_first(8 * SF_KINDS)),
                             .short_of = ferries ? 0 : d->ferry,
                             .longest = ~fewer & (uint32_t)vl_first(SF_COLOURS)};
}

/* Cards of the hand that can pay for a route. One space of a ferry route takes a ferry and nothing
 * else. */
static inline uint32_t sf_held(const struct sf_deck *d, const struct sf_purse *purse,
                               uint32_t route)
{
    uint32_t cards = sf_of(purse->cards, d->colour[route]);
    uint32_t most = d->spaces[route] - (uint32_t)vl_has(purse->short_of, route);
    return cards < most ? cards : most;
}

static inline uint32_t sf_missing(const struct sf_deck *d, const struct sf_purse *purse,
                                  uint32_t route)
{
    return d->spaces[route] - sf_held(d, purse, route);
}

enum { SF_KEPT_WAYS = 32 };

/* Where plans are made: the map as it stands for a seat, and ways that plans have asked for. */
struct sf_planner {
    const struct sf_deck *d;
    const struct sf_state *s;
    uint32_t seat;
    int32_t turns; /* hundredths of a turn until the end, as it looks */
    bool woven;
    uint32_t kept; /* which ways are kept, as a mask */
    struct {
        uint64_t planned;
        uint32_t ticket;
        struct sf_way way;
    } ways[SF_KEPT_WAYS];
    struct sf_web web;
};

struct sf_mind {
    const struct sf_deck *d;
    const struct sf_state *s;
    const struct sf_net *net; /* the seat's own */
    uint32_t seat;
    uint32_t style;
    int32_t turns; /* hundredths of a turn until the end, as it looks */
    struct sf_plan plan;
    struct sf_purse purse;
    uint64_t open;         /* routes that the seat may claim and has cars for */
    uint64_t tokens;       /* routes that would bring it a token */
    uint64_t near;         /* routes at places that other seats have reached */
    uint64_t joins;        /* routes that would join two parts of another seat's network */
    uint64_t targets;      /* routes worth drawing cards for */
    int32_t ticket_points; /* what the planned tickets bring, in cents */
    int32_t card[8];       /* what one more card of a kind is worth; the last: of the deck */
    int32_t best_rate;     /* of a target, in cents a turn */
    uint64_t weighed;      /* routes whose claim has been weighed */
    int32_t claim[SF_MOST_ROUTES];
    struct sf_planner planner;
};

void sf_start_plans(struct sf_planner *planner, const struct sf_deck *d, const struct sf_state *s,
                    uint32_t seat);
/* Plans for a seat with these tickets, completed ones aside. */
struct sf_plan sf_make_plan(struct sf_planner *planner, uint32_t tickets, uint32_t style);
/* Hundredths of a turn that a seat has left, going by the cars and cards of all. */
int32_t sf_turns_left(const struct sf_state *s, uint32_t seat);
/* What the best of two unseen tickets promises. */
int32_t sf_ticket_hope(const struct sf_mind *mind);
/* The routes that would bring a seat a token. */
uint64_t sf_token_routes(const struct sf_deck *d, const struct sf_state *s, uint32_t seat);

#endif
