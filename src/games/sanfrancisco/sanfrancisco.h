/*
 * Ticket to Ride: San Francisco: collect cards, claim routes, connect the places on the tickets.
 *
 * The rules page is docs/rules/sanfrancisco.md; its words are the words of the fields. Places,
 * routes and tickets are numbered by their rows in the deck and kept as masks; the two routes of a
 * double link are neighbours, `a` before `b`. Transport cards are alike within a kind, so a hand or
 * a deck is a number for each kind, one byte each in a word (see games/sanfrancisco/cards.h).
 */
#ifndef VALISE_GAMES_SANFRANCISCO_H
#define VALISE_GAMES_SANFRANCISCO_H

#include "games/sanfrancisco/cards.h"
#include "valise/game.h"

enum {
    SF_COLOURS = 6,
    SF_FERRY = SF_COLOURS, /* the last kind of card */
    SF_KINDS = SF_COLOURS + 1,
    SF_GREY = SF_COLOURS, /* the colour of a route that takes any */
    SF_MOST_SPACES = 5,
    SF_CARS = 20,
    SF_LAST_CARS = 2, /* this many left, or fewer: the last turns begin */
    SF_ROW = 5,
    SF_DEALT = 2, /* cards, and tickets, dealt to each seat; tickets drawn in a turn */
    SF_WIPES = 5,
    SF_SYMBOLS = 7,
    SF_FIXED = 5, /* symbols whose stacks lie at places of their own */
    SF_MOST_PLACES = 24,
    SF_MOST_ROUTES = 64,
    SF_MOST_TICKETS = 24,
    SF_QUEUE = SF_MOST_TICKETS / 2, /* of two drawn at least one is kept */
    SF_MOST_CARDS = 60,
    SF_NONE = 255, /* no symbol at a place, no ticket, not known */
};

enum sf_phase {
    SF_DEAL = 1, /* chance: two hidden cards for each seat (SF-1.2) */
    SF_FLIP,     /* chance: a card for the row (SF-1.3, SF-3.1) */
    SF_TICKET,   /* chance: a ticket for the seat (SF-1.4, SF-6.1) */
    SF_KEEP,     /* which of two tickets to keep */
    SF_FIRST,    /* chance: who starts (SF-1.8) */
    SF_PLACE,    /* a place for a stack left over (SF-1.6) */
    SF_TURN,     /* draw cards, claim a route, draw tickets, or pass (SF-2.1) */
    SF_BLIND,    /* chance: the card drawn unseen */
    SF_SECOND,   /* the second card of a draw (SF-3.1) */
    SF_TOKEN,    /* which of two tokens to take (SF-5.1) */
    SF_OVER,
};

/* The kinds of move: the top byte. */
enum sf_move {
    SF_CARD = 1,   /* chance; argument: kind of card, or SF_UNKNOWN_CARD */
    SF_GET_TICKET, /* chance; argument: ticket, or SF_NONE for unknown */
    SF_TAKE,       /* argument: kind of card in the row, or SF_DECK */
    SF_CLAIM,      /* argument: SF_PAYMENT and route */
    SF_TICKETS,
    SF_PASS,
    SF_KEEP_ONE, /* argument: ticket, or SF_NONE */
    SF_KEEP_TWO, /* argument: lower ticket, then higher << 8; or SF_NONE twice */
    SF_PUT,      /* argument: place */
    SF_PICK,     /* argument: symbol */
    SF_STARTS,   /* chance; argument: seat */
};

enum { SF_UNKNOWN_CARD = 7, SF_DECK = 7 };

/* The argument of a claim. Ferries alone have the colour SF_FERRY. */
#define SF_PAYMENT(colour, ferries) ((uint32_t)(colour) << 12 | (uint32_t)(ferries) << 8)
#define SF_ROUTE_OF(arg) ((arg)&0xffU)
#define SF_FERRIES_OF(arg) ((arg) >> 8 & 0xfU)
#define SF_COLOUR_OF(arg) ((arg) >> 12 & 0xfU)

struct sf_deck {
    uint64_t mark;                      /* a hash of all that follows, never 0 */
    uint64_t cards;                     /* how many of each kind */
    uint64_t routes;                    /* every route */
    uint64_t suit[SF_COLOURS];          /* the routes that take a colour: of that colour, or grey */
    uint64_t up_to[SF_MOST_SPACES + 1]; /* the routes of a number of spaces or fewer */
    uint64_t ferry;                     /* the routes with a ferry symbol */
    uint64_t lane_a, lane_b;            /* the routes of double links; b follows a */
    uint64_t at[SF_MOST_PLACES];        /* the routes that end at a place */
    uint32_t tickets;                   /* every ticket */
    uint32_t places;                    /* every place */
    uint8_t end[SF_MOST_ROUTES][2];     /* the places of a route */
    uint8_t spaces[SF_MOST_ROUTES];     /* its length */
    uint8_t points[SF_MOST_ROUTES];     /* for claiming it */
    uint8_t colour[SF_MOST_ROUTES];     /* its colour, or SF_GREY */
    uint8_t link[SF_MOST_ROUTES];       /* its link */
    uint8_t ticket_end[SF_MOST_TICKETS][2];
    uint8_t worth[SF_MOST_TICKETS]; /* points of a ticket */
    uint8_t stack_at[SF_FIXED];     /* the places of the stacks that are not left over */
    uint8_t place_count, route_count, ticket_count;
};

struct sf_state {
    uint64_t claimed[VL_MAX_SEATS]; /* routes */
    uint64_t hand[VL_MAX_SEATS];    /* cards; in a view: those that are known */
    uint64_t known[VL_MAX_SEATS];   /* of these, what everybody knows (SF-8.2) */
    uint64_t drawn[VL_MAX_SEATS];   /* drawn unseen since the last shuffle; in a view: own only */
    uint64_t deck;                  /* in a view also what other hands hide */
    uint64_t row;
    uint64_t discard;
    uint64_t stock; /* what the last shuffle made the deck of, less what was turned up since */
    uint32_t tickets[VL_MAX_SEATS]; /* kept; in a view: own only */
    uint32_t offer[VL_MAX_SEATS];   /* drawn, to be kept or not */
    uint32_t ticket_deck;           /* in a view also what is hidden elsewhere */
    uint8_t queue[SF_QUEUE];        /* tickets under the deck, the first to be drawn first */
    uint8_t queue_by[SF_QUEUE];     /* who put them there */
    uint8_t symbol[SF_MOST_PLACES]; /* of the stack at a place, or SF_NONE */
    uint8_t left[SF_SYMBOLS];       /* tokens left in the stack of a symbol */
    uint8_t tokens[VL_MAX_SEATS];   /* symbols held */
    uint8_t cars[VL_MAX_SEATS];
    uint8_t unknown[VL_MAX_SEATS]; /* in a view: how many cards of a hand are not known, */
    uint8_t drawn_unknown[VL_MAX_SEATS];
    uint8_t tickets_unknown[VL_MAX_SEATS]; /* how many tickets, */
    uint8_t offer_unknown[VL_MAX_SEATS];   /* and how many offered */
    uint8_t queue_length;
    uint8_t seats;
    uint8_t phase;
    uint8_t seat;       /* whose turn it is, or who is dealt to */
    uint8_t next;       /* the phase that follows a flip or an unseen card; SF_TURN ends the turn */
    uint8_t route;      /* just claimed, while its token is chosen */
    uint8_t wipes;      /* in a row */
    uint8_t last_turns; /* turns left once the end has been triggered; 0: not yet */
    uint8_t passes;     /* in a row */
    uint8_t dealt;      /* cards and tickets dealt in set-up */
    uint8_t placing;    /* stacks left over and not placed yet */
    uint8_t to_draw;    /* tickets still to come in this draw */
    uint8_t first;      /* who started; 0 until it is drawn */
};

VL_STATIC_ASSERT(sizeof(struct sf_state) == 20 * 8 + 9 * 4 + 2 * SF_QUEUE + SF_MOST_PLACES +
                                                SF_SYMBOLS + 6 * VL_MAX_SEATS + 13,
                 "no padding");
VL_STATIC_ASSERT(sizeof(struct sf_state) <= 512, "a small state");
VL_STATIC_ASSERT(sizeof(struct sf_state) % 8 == 0, "whole words");

/* The other routes of double links. */
VL_RULE static inline uint64_t sf_twins(const struct sf_deck *d, uint64_t routes)
{
    return (routes & d->lane_a) << 1 | (routes & d->lane_b) >> 1;
}

VL_RULE static inline uint64_t sf_taken(const struct sf_state *s)
{
    return s->claimed[0] | s->claimed[1] | s->claimed[2] | s->claimed[3];
}

/* SF-4.6: the routes that a seat may still claim, cars and cards aside. */
VL_RULE static inline uint64_t sf_open(const struct sf_deck *d, const struct sf_state *s,
                                       uint32_t seat)
{
    uint64_t taken = sf_taken(s);
    return d->routes & ~taken & ~sf_twins(d, s->seats == 2 ? taken : s->claimed[seat]);
}

/* Points for a route (SF-4.7) and for tokens (SF-7.3). */
int32_t sf_route_points(uint32_t spaces);
int32_t sf_token_points(uint32_t tokens);
/* The places that can be reached from a place over the routes. */
uint32_t sf_reach(const struct sf_deck *d, uint64_t routes, uint32_t place);
/* The tickets that the routes complete. */
uint32_t sf_completed(const struct sf_deck *d, uint64_t routes, uint32_t tickets);
/* The symbols that a seat could take at the ends of a route. */
uint32_t sf_tokens_for(const struct sf_deck *d, const struct sf_state *s, uint32_t seat,
                       uint32_t route);
/* Tickets in the deck, those put under it included. */
uint32_t sf_tickets_left(const struct sf_state *s);
/* Transport cards in the deck: what is in `deck`, less what hands hide. */
uint32_t sf_deck_size(const struct sf_state *s);

/* The tables of the deck and their columns. */
enum { SF_T_CARDS, SF_T_PLACES, SF_T_TOKENS, SF_T_LINKS, SF_T_ROUTES, SF_T_TICKETS, SF_TABLES };
enum { SF_C_KEY, SF_C_NAME, SF_C_LETTER, SF_C_COUNT };
enum { SF_P_KEY, SF_P_NAME, SF_P_LON, SF_P_LAT, SF_P_X, SF_P_Y, SF_P_LABEL };
enum { SF_S_KEY, SF_S_NAME, SF_S_PLACE };
enum { SF_L_KEY, SF_L_FROM, SF_L_TO, SF_L_SPACES, SF_L_FERRIES, SF_L_BEND };
enum { SF_R_LINK, SF_R_LANE, SF_R_COLOUR };
enum { SF_K_KEY, SF_K_FROM, SF_K_TO, SF_K_POINTS };
enum { SF_SINGLE, SF_LANE_A, SF_LANE_B };

VL_GAME_PROTOTYPES(sf);

#endif
