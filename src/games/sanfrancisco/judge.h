/*
 * San Francisco: how its judgement thinks. Values are in cents of a point, times in hundredths of
 * a turn.
 */
#ifndef VALISE_GAMES_SANFRANCISCO_JUDGE_H
#define VALISE_GAMES_SANFRANCISCO_JUDGE_H

#include "games/sanfrancisco/sanfrancisco.h"

/* In the order of the game's list of styles. */
enum sf_style { SF_STANDARD, SF_ONE_STEP, SF_LONG_ROUTE, SF_ROUTE_FOCUSED, SF_TICKET_HUNGRY };

/* A network that completes tickets, as one: what it takes and what it brings. */
struct sf_plan {
    uint64_t routes;  /* still to be claimed */
    uint32_t tickets; /* that these complete */
    uint32_t spaces;
    int32_t value; /* points of tickets and routes, less the time they take */
};

struct sf_mind {
    const struct sf_deck *d;
    const struct sf_state *s;
    uint32_t seat;
    uint32_t style;
    int32_t turns; /* hundredths of a turn until the end, as it looks */
    struct sf_plan plan;
    uint64_t open;     /* routes that the seat may claim and has cars for */
    uint64_t rivals;   /* places, as a mask, that other seats have reached */
    uint64_t targets;  /* routes worth drawing cards for */
    int32_t card[8];   /* what one more card of a kind is worth; the last: of the deck */
    int32_t best_rate; /* of a target, in cents a turn */
};

/* Plans for a seat with these tickets, completed ones aside. */
struct sf_plan sf_make_plan(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                            uint32_t tickets, uint32_t style, int32_t turns);
/* Hundredths of a turn that a seat has left, going by the cars and cards of all. */
int32_t sf_turns_left(const struct sf_state *s, uint32_t seat);
/* What the best of two unseen tickets promises. */
int32_t sf_ticket_hope(const struct sf_mind *mind);
/* Cards that a seat lacks for a route. */
uint32_t sf_missing(const struct sf_deck *d, uint64_t hand, uint32_t route);

#endif
