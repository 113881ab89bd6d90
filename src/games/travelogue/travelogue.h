/*
 * Travelogue: trade for sets of activities, spend them at a destination, score one card.
 *
 * The rules page is docs/rules/travelogue.md; its words are the words of the fields. Every choice
 * of a phase is a set of bits, and a move is its phase and one bit: a card, a pile, an action of
 * the turn, or TL_DONE. So list, count, k-th move and chance outcome derive from one set.
 *
 * Knowledge (TL-10). known[v][p], for v != p, holds the cards that seat v knows to be in other
 * hands and that may be in p's; a card in one set only is known to be there, a card in two is with
 * one of the two. A seat needs no such set for its own hand, so known[p][p] holds what the whole
 * table knows of p's hand. gave[v] holds the cards that v handed to their present holders itself,
 * who have traded with nobody else since: there the holder knows that v knows.
 */
#ifndef VALISE_GAMES_TRAVELOGUE_H
#define VALISE_GAMES_TRAVELOGUE_H

#include "games/travelogue/cards.h"
#include "valise/game.h"

enum {
    TL_DESTINATIONS = 18,
    TL_PILES = 3,
    TL_PILE_SIZE = 6,
    TL_AGENTS = 4,
    TL_ALBUMS = 4,
    TL_HAND = 5,
    TL_MOST_LIMIT = 5, /* of one activity at a destination */
};

enum tl_phase {
    TL_ALBUM = 1, /* chance: an album for each seat (TL-2.1) */
    TL_DEAL,      /* chance: five hidden cards for each seat (TL-2.2) */
    TL_LAY,       /* chance: a card below each agent at set-up (TL-2.3) */
    TL_TOP,       /* chance: the top of a pile is seen (TL-2.4, TL-8.2) */
    TL_PICK,      /* set-up: the top of a pile becomes the first destination (TL-2.5) */
    TL_TURN,      /* one of the three actions (TL-3.1) */
    TL_DRAW,      /* chance: a hidden card for the active seat (TL-4.1) */
    TL_SECOND,    /* a second card or not (TL-4.2) */
    TL_GIVE,      /* the cards for the partner, one by one (TL-5.4) */
    TL_RETURN,    /* the partner's cards, one by one (TL-5.6) */
    TL_SHOW,      /* chance, with one outcome: the traders see what they get (TL-5.7) */
    TL_REPLACE,   /* chance: the agent's new card (TL-5.8) */
    TL_SPEND,     /* the discards of a visit, one by one, then done (TL-6.1) */
    TL_SCORE,     /* the card that is scored (TL-6.4) */
    TL_CLOUDS,    /* the others discard, one by one (TL-7.3) */
    TL_RESTOCK,   /* chance: new cards where bonuses were taken (TL-7.6) */
    TL_MOVE_ON,   /* the pile for the old and the new destination (TL-8.1) */
    TL_OVER,
};

/* Bits in the choice of a turn; TL_TRADE + 4 * (agent - 1) + partner. */
enum { TL_TAKE_CARD = 0, TL_PASS = 1, TL_VISIT = 2, TL_TRADE = 4 };

/* Bits in the choice of a second card. */
enum { TL_ANOTHER = 0, TL_ENOUGH = 1 };

/*
 * In a trade `step` counts the given cards that have been shown; with all of them it becomes
 * TL_RETURNED, plus a bit for each returned card that has been shown, by its rank among them. Who
 * does not see the returned cards sees as many of the lowest bits.
 */
enum { TL_RETURNED = 16 };

struct tl_deck {
    struct tl_set bonus;
    struct tl_set cloud;
    uint8_t limit[TL_DESTINATIONS][TL_ACTIVITIES];
    uint8_t value[TL_DESTINATIONS][TL_MOST_LIMIT + 1]; /* of 0 .. 5 cards of one activity */
    uint8_t zero[8];
};

struct tl_state {
    struct tl_set deck;                              /* in a view: and all that is hidden */
    struct tl_set hand[VL_MAX_SEATS];                /* in a view: the own one only */
    struct tl_set scored;                            /* under the albums, known to all */
    struct tl_set scorer[2];                         /* whose: the two bits of the seat */
    struct tl_set chosen;                            /* so far in this choice, out of the hand */
    struct tl_set known[VL_MAX_SEATS][VL_MAX_SEATS]; /* see above */
    struct tl_set gave[VL_MAX_SEATS];
    uint8_t given[TL_AGENTS]; /* laid face down for the partner, or NONE */
    uint8_t agent[TL_AGENTS]; /* the card below each agent, or NONE */
    uint8_t destination[VL_MAX_SEATS];
    uint8_t pile[TL_PILES][TL_PILE_SIZE]; /* from the top; HIDDEN, then NONE */
    uint8_t album[VL_MAX_SEATS];          /* 1 .. 4 */
    uint8_t unknown[VL_MAX_SEATS];        /* in a view: the size of a hidden hand */
    uint8_t chosen_unknown;               /* in a view: how many are chosen unseen */
    uint8_t seats;
    uint8_t phase;
    uint8_t seat;   /* whose turn it is, or who is dealt to */
    uint8_t actor;  /* who chooses now */
    uint8_t trader; /* the number of the agent visited, or 0 */
    uint8_t partner;
    uint8_t taken;      /* the agent's card of this trade, or NONE */
    uint8_t step;       /* cards drawn in this turn; in a trade see TL_RETURNED */
    uint8_t last_turns; /* turns left with an empty deck; 0: not yet */
};

VL_STATIC_ASSERT(sizeof(struct tl_state) == 29 * 16 + 38 + 10, "no padding");
VL_STATIC_ASSERT(sizeof(struct tl_state) <= 512, "a small state");

/* What can be chosen or drawn now; empty only when the game is over. */
VL_RULE struct tl_set tl_options(const struct tl_deck *d, const struct tl_state *s);
/* The vacation value of discards at a destination (TL-6.3). */
VL_RULE uint32_t tl_value(const struct tl_deck *d, uint32_t destination, struct tl_set discards);
/* Whether a seat could begin a visit with this hand (TL-6.2). */
VL_RULE bool tl_can_visit(const struct tl_deck *d, uint32_t destination, struct tl_set hand);
/* The destinations that no one has seen. */
VL_RULE uint32_t tl_hidden_destinations(const struct tl_state *s);

/* What it took to fill in a view: the draws, and whether the one kept came from the exact way. */
struct tl_effort {
    uint32_t draws;
    bool exact;
};

/* Fills in what the view does not show; tl_determinize is this. */
VL_RULE struct tl_effort tl_sample(const struct tl_deck *d, const struct vl_view *view,
                                   struct vl_rng *rng, struct tl_state *s);

VL_RULE static inline uint32_t tl_hand_count(const struct tl_state *s, uint32_t seat)
{
    return tl_count(s->hand[seat]) + s->unknown[seat];
}

/* TL-2.1: the highest album starts; albums have different numbers, so there is one. */
VL_RULE static inline uint32_t tl_starter(const struct tl_state *s)
{
    uint32_t first = 0;
    for (uint32_t seat = 1; seat < s->seats; seat++)
        if (s->album[seat] > s->album[first])
            first = seat;
    return first;
}

/* The cards left to draw (TL-9.3), in a state and in a view. */
VL_RULE static inline uint32_t tl_deck_count(const struct tl_state *s)
{
    uint32_t count = tl_count(s->deck) - s->chosen_unknown;
    for (uint32_t i = 0; i < VL_MAX_SEATS; i++)
        count -= s->unknown[i] + (s->given[i] == TL_HIDDEN ? 1U : 0U);
    return count;
}

/* The cards under a seat's album. */
VL_RULE static inline struct tl_set tl_scored_by(const struct tl_state *s, uint32_t seat)
{
    struct tl_set set = s->scored;
    set = seat & 1U ? tl_both(set, s->scorer[0]) : tl_without(set, s->scorer[0]);
    return seat & 2U ? tl_both(set, s->scorer[1]) : tl_without(set, s->scorer[1]);
}

/* The cards laid face down in a trade, as far as they are known. */
VL_RULE static inline struct tl_set tl_given(const struct tl_state *s)
{
    struct tl_set set = tl_no_cards();
    for (uint32_t i = 0; i < TL_AGENTS; i++)
        if (s->given[i] < TL_CARDS)
            tl_add(&set, s->given[i]);
    return set;
}

VL_RULE static inline struct tl_set tl_below_agents(const struct tl_state *s)
{
    struct tl_set set = tl_no_cards();
    for (uint32_t i = 0; i < TL_AGENTS; i++)
        if (s->agent[i] < TL_CARDS)
            tl_add(&set, s->agent[i]);
    return set;
}

/* The seat that `chosen` comes from face down, or TL_NONE. */
VL_RULE static inline uint32_t tl_giver(const struct tl_state *s)
{
    if (s->phase == TL_GIVE)
        return s->seat;
    return s->phase == TL_RETURN || s->phase == TL_SHOW ? s->partner : (uint32_t)TL_NONE;
}

/* Everything a seat holds: its hand, and what it is giving away just now. */
VL_RULE static inline struct tl_set tl_holding(const struct tl_state *s, uint32_t seat)
{
    struct tl_set set = s->hand[seat];
    if (tl_giver(s) == seat)
        set = tl_join(set, s->chosen);
    if (s->seat == seat)
        set = tl_join(set, tl_given(s));
    return set;
}

/* The discard pile: every card that is nowhere else. */
VL_RULE static inline struct tl_set tl_discards(const struct tl_state *s)
{
    struct tl_set rest = tl_without(tl_all_cards(), s->deck);
    rest = tl_without(rest, tl_join(s->scored, s->chosen));
    rest = tl_without(rest, tl_join(tl_given(s), tl_below_agents(s)));
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        rest = tl_without(rest, s->hand[seat]);
    return rest;
}

/* How many cards the others may keep (TL-7.3); 255 without a cloud. */
VL_RULE static inline uint32_t tl_cloud_limit(const struct tl_deck *d, const struct tl_state *s)
{
    uint32_t clouds = tl_count(tl_both(tl_below_agents(s), d->cloud));
    return clouds ? 9 - clouds : 255;
}

/* The tables of the deck and their columns. */
enum { TL_TABLE_CARDS, TL_TABLE_DESTINATIONS };
enum { TL_C_KEY, TL_C_ACTIVITY, TL_C_NUMBER, TL_C_MARK, TL_C_NAME };
enum { TL_D_KEY, TL_D_NAME, TL_D_LIMIT, TL_D_VALUE = TL_D_LIMIT + 6, TL_D_LORE = TL_D_VALUE + 5 };

extern const char *const tl_activity_keys[]; /* ends with NULL */
extern const char *const tl_activity_names[];

VL_GAME_PROTOTYPES(tl);

#endif
