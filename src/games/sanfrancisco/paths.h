/* San Francisco: shortest ways over the map, for facts and for judgement. */
#ifndef VALISE_GAMES_SANFRANCISCO_PATHS_H
#define VALISE_GAMES_SANFRANCISCO_PATHS_H

#include "games/sanfrancisco/sanfrancisco.h"

enum { SF_NO_WAY = 60000 };

struct sf_way {
    uint32_t cost;   /* SF_NO_WAY if there is none */
    uint64_t routes; /* those that cost something: still to be claimed */
};

/* The cheapest way between two places over `own` routes, which are free, and `open` ones at their
 * price (one for each route). */
struct sf_way sf_shortest(const struct sf_deck *d, uint64_t own, uint64_t open,
                          const uint16_t *price, uint32_t from, uint32_t to);
/* Spaces between every two places over `own` routes, which are free, and `open` ones; SF_FAR where
 * there is no way. */
enum { SF_FAR = 100, SF_ROOM = 32 /* for the places, as one row */ };
void sf_distances(const struct sf_deck *d, uint64_t own, uint64_t open,
                  uint8_t spaces[SF_MOST_PLACES][SF_ROOM]);
/* The cheapest way of a seat's ticket, priced by spaces, over what the seat could still claim. */
struct sf_way sf_ticket_way(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                            uint32_t ticket);

#endif
