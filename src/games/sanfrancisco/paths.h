/*
 * San Francisco: networks and ways over the map, for facts and for judgement.
 */
#ifndef VALISE_GAMES_SANFRANCISCO_PATHS_H
#define VALISE_GAMES_SANFRANCISCO_PATHS_H

#include "games/sanfrancisco/sanfrancisco.h"

enum { SF_NO_WAY = 60000 };

struct sf_way {
    uint32_t cost;   /* SF_NO_WAY if there is none */
    uint64_t routes; /* those that cost something: still to be claimed */
};

/* The map for one who wants ways over it: own routes are free, open ones have their price. */
struct sf_web {
    const struct sf_deck *d;
    uint64_t planned; /* routes that are free for now */
    /* From place to place: the price << 10 and the second place << 5; see sf_way_over. */
    _Alignas(32) int32_t step[SF_MOST_PLACES][SF_MOST_PLACES];
    uint8_t route[SF_MOST_PLACES][SF_MOST_PLACES]; /* the cheapest open one; own ones are not set */
    uint16_t price[SF_MOST_ROUTES];                /* of open routes */
};

/* Makes a web of own routes and of open ones, whose prices (not 0) it holds already. */
void sf_weave(struct sf_web *web, const struct sf_deck *d, uint64_t own, uint64_t open);
/* The cheapest way between two places, if the planned routes, which are open, were own ones. */
struct sf_way sf_way_over(struct sf_web *web, uint64_t planned, uint32_t from, uint32_t to);
/* The cheapest way of a seat's ticket, priced by spaces, over what the seat could still claim. */
struct sf_way sf_ticket_way(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                            uint32_t ticket);

enum { SF_FAR = 100, SF_ROOM = 32 /* for the places, as one row */ };

/* What follows from the routes of a seat. */
struct sf_net {
    uint64_t mark; /* of the deck */
    uint64_t routes;
    uint64_t near;         /* routes that touch the net */
    uint64_t joins;        /* routes that would join two of its parts */
    uint32_t completed;    /* tickets */
    uint8_t part[SF_ROOM]; /* of each place: one of the places that it is connected with */
};

/* What follows from these routes. It is the thread's, until it asks for other routes. */
const struct sf_net *sf_net_of(const struct sf_deck *d, uint64_t routes);
/* Spaces that each ticket takes over open routes if a seat with this net had the planned ones too;
 * SF_FAR where there is no way. */
void sf_ticket_spaces(const struct sf_deck *d, const struct sf_net *net, uint64_t planned,
                      uint64_t open, uint8_t spaces[SF_MOST_TICKETS]);

#endif
