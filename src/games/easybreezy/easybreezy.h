/*
 * Easy Breezy Travel Agency: collect passengers, watch the fares, send them off.
 *
 * The rules page is docs/rules/easybreezy.md; its words are the words of the fields. Passengers
 * and free riders are numbered by their row in passengers.tsv, destination cards by
 * city * 3 + transport. Every choice of a phase is a mask of bits 0 .. 63, and a move is its phase
 * and one bit: a card, a queue slot, a city, or EB_DONE.
 */
#ifndef VALISE_GAMES_EASYBREEZY_H
#define VALISE_GAMES_EASYBREEZY_H

#include "core/bits.h"
#include "valise/game.h"

enum {
    EB_CITIES = 4,
    EB_TRANSPORTS = 3,
    EB_QUEUE = 4,
    EB_HAND = 4,
    EB_DEALT = 2,
    EB_TOP_FARE = 4,
    EB_BONUS = 5,
    EB_MOST_CARDS = 60,
    EB_LEAST_CARDS = 24,
    EB_ROUNDS = 100,
    EB_NONE = 255, /* an empty queue slot, no city, no transport */
};

/* Bits of a choice that are no card. */
enum {
    EB_UNKNOWN = 62, /* the card of a redacted deal */
    EB_DONE = 63,
};

/* Bits in the choice of a turn: recruit slot 0 .. 3, depart to city 0 .. 3, reorganize. */
enum { EB_RECRUIT = 0, EB_DEPART = 4, EB_REORGANIZE = 8 };

enum eb_phase {
    EB_TICKER = 1, /* chance: the first destination of each city (EB-1.1) */
    EB_DEAL,       /* chance: two hidden cards for each seat (EB-1.2) */
    EB_FLIP,       /* chance: a newcomer for the lowest empty slot of the queue (EB-2.5) */
    EB_START,      /* chance: the starting seat (EB-1.4) */
    EB_TURN,       /* recruit, depart or reorganize (EB-2.1) */
    EB_SECOND,     /* a second passenger, or done (EB-3.3) */
    EB_BOARD,      /* the passengers of a departure, one by one (EB-4.2) */
    EB_TICKET,     /* chance: the next destination of the city just left (EB-4.5) */
    EB_LAY,        /* hand cards into the waiting area, or done (EB-5.2) */
    EB_SWAP,       /* an own waiting card to swap, or done (EB-5.3) */
    EB_SWAP_FOR,   /* the card of another seat to swap it for */
    EB_TAKE,       /* waiting cards into the hand, or done (EB-5.4) */
    EB_OVER,
};

struct eb_deck {
    uint64_t all;             /* every passenger and free rider */
    uint64_t city[EB_CITIES]; /* the passengers to each city */
    uint64_t riders;          /* the free riders; their numbers are the highest */
    uint8_t raises[64];       /* the fare-increase city of each card, or EB_NONE */
    uint8_t seats[EB_CITIES][EB_TRANSPORTS + 1]; /* the last: no card, never full */
};

struct eb_state {
    uint64_t deck; /* what may be drawn; in a view also what hands hide */
    uint64_t discard;
    uint64_t seen;               /* cards that everybody has seen: never a hidden one again */
    uint64_t hand[VL_MAX_SEATS]; /* in a view: the known cards only */
    uint64_t waiting[VL_MAX_SEATS];
    uint64_t chosen;      /* boarded, laid down, swapped or taken so far in this phase */
    uint64_t hand_before; /* at the start of a reorganize, to see whether it changed */
    uint64_t waiting_before;
    uint16_t tickets[VL_MAX_SEATS]; /* destination cards taken */
    uint16_t money[VL_MAX_SEATS];
    uint16_t stock; /* destination cards not turned up yet */
    uint16_t turns; /* turns finished */
    uint8_t queue[EB_QUEUE];
    uint8_t fare[EB_CITIES];       /* 0: the city has left the ticker */
    uint8_t transport[EB_CITIES];  /* of the destination card in the ticker */
    uint8_t unknown[VL_MAX_SEATS]; /* in a view: how many cards of a hand are not known */
    uint8_t seats;
    uint8_t phase;
    uint8_t seat;       /* whose turn it is, or who is dealt to */
    uint8_t city;       /* of the departure or the ticket being drawn */
    uint8_t after_flip; /* the phase that follows when the queue is full */
    uint8_t swap;       /* the own card offered in a swap */
    uint8_t swaps;      /* made in this reorganize */
    uint8_t last_turns; /* turns left once the end has been triggered; 0: not yet */
    uint8_t idle;       /* turns in a row that changed nothing */
    uint8_t dealt;      /* cards dealt in set-up */
    uint8_t zero[2];
};

VL_STATIC_ASSERT(sizeof(struct eb_state) == 14 * 8 + 10 * 2 + 28, "no padding");
VL_STATIC_ASSERT((EB_NONE & EB_TRANSPORTS) == EB_TRANSPORTS, "eb_seats masks the transport");
VL_STATIC_ASSERT(sizeof(struct eb_state) <= 512, "a small state");

/* Seats of the card that a city has in the ticker; EB_NONE finds the last column. */
VL_RULE static inline uint32_t eb_seats(const struct eb_deck *d, const struct eb_state *s,
                                        uint32_t city)
{
    return d->seats[city][s->transport[city] & EB_TRANSPORTS];
}

/* The cards of hand and waiting area that can travel to `city`. */
VL_RULE static inline uint64_t eb_travellers(const struct eb_deck *d, const struct eb_state *s,
                                             uint32_t seat, uint32_t city)
{
    return (s->hand[seat] | s->waiting[seat]) & (d->city[city] | d->riders);
}

/* The tables of the deck and their columns. */
enum { EB_PASSENGERS, EB_DESTINATIONS };
enum { EB_KEY, EB_NAME, EB_CITY, EB_RAISES, EB_REASON };
enum { EB_D_CITY, EB_D_TRANSPORT, EB_D_SEATS };

extern const char *const eb_city_keys[]; /* ends with NULL */
extern const char *const eb_city_names[];
extern const char *const eb_transport_keys[]; /* ends with NULL */

/* EB-6.3: five dollars for each card of the most common city among the tickets taken, and of the
 * most common transport, whose cards are every third bit. */
VL_RULE static inline void eb_bonuses(uint32_t tickets, int32_t *city_bonus,
                                      int32_t *transport_bonus)
{
    uint32_t most_city = 0, most_transport = 0;
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        uint32_t count = vl_count(tickets >> (city * EB_TRANSPORTS) & 7U);
        most_city = count > most_city ? count : most_city;
    }
    for (uint32_t transport = 0; transport < EB_TRANSPORTS; transport++) {
        uint32_t count = vl_count(tickets >> transport & 0x249U);
        most_transport = count > most_transport ? count : most_transport;
    }
    *city_bonus = (int32_t)(EB_BONUS * most_city);
    *transport_bonus = (int32_t)(EB_BONUS * most_transport);
}

VL_GAME_PROTOTYPES(eb);

#endif
