/*
 * Lost Luggage, the smallest complete game: copy this folder to start a new one.
 *
 * Every seat holds hidden luggage tags. In turn, hand in one or two tags, face up, and draw as
 * many. After two turns each, the heaviest luggage handed in wins. It is compiled and tested like
 * any other game, and never listed.
 */
#ifndef VALISE_GAMES_TEMPLATE_H
#define VALISE_GAMES_TEMPLATE_H

#include "core/bits.h"
#include "valise/game.h"

enum { TP_TAGS = 16, TP_HAND = 3, TP_MOST_GIVEN = 2, TP_TURNS = 2 };

/* Kinds of moves. */
enum {
    TP_GIVE = 1, /* hand in a tag; ascending within a turn */
    TP_DONE = 2,
    TP_DEAL = 3, /* chance: a tag for the seat that is owed one */
};

enum { TP_UNKNOWN = 255 }; /* the tag of a redacted deal */

enum { TP_PHASE_DEAL, TP_PHASE_GIVE, TP_PHASE_OVER };

struct tp_deck {
    uint8_t weight[TP_TAGS];
};

struct tp_state {
    uint64_t pile;                 /* in a view also the hidden tags of all hands */
    uint64_t hand[VL_MAX_SEATS];   /* in a view: the known tags only */
    uint64_t given[VL_MAX_SEATS];  /* face up */
    uint64_t giving;               /* the tags handed in so far in this turn */
    uint8_t unknown[VL_MAX_SEATS]; /* in a view: how many tags of a hand are not known */
    uint8_t seats;
    uint8_t phase;
    uint8_t seat; /* whose turn it is, or who is dealt to */
    uint8_t turn; /* 0 during set-up, then 1 .. TP_TURNS */
    uint8_t owed; /* tags still to be dealt to `seat` */
    uint8_t zero[7];
};

VL_STATIC_ASSERT(sizeof(struct tp_state) == 96, "no padding");

/* The table of the deck and its columns. */
enum { TP_TABLE_TAGS };
enum { TP_KEY, TP_NAME, TP_WEIGHT };

/* "oak"; "?" for a tag that is not known. */
const char *tp_tag_key(const struct vl_deck *deck, uint32_t tag);
const char *tp_tag_name(const struct vl_deck *deck, uint32_t tag);

VL_GAME_PROTOTYPES(tp);

#endif
