/*
 * Atlas: backpackers round the whole world. State, moves, and the functions of the game.
 *
 * The rules page is docs/rules/atlas.md; its words are the words of the fields. What is still to
 * be done stands on a stack of tasks: the topmost is done first, and what it brings about is laid
 * on top of it. A task is chance (a draw), a forced step of Dante's, a decision of a seat, or done
 * at once by advance (rules.c). A move's kind is the kind of the task that it answers.
 *
 * A stack suits this game because an explore sets off a chain of steps in a fixed order (AT-5.4),
 * and each step can set off more: a party card has effects, an effect draws cards, a draw refills
 * the row. The order of play is then the order in which tasks were pushed, last one first, and
 * there is no phase that has to remember where to return to.
 */
#ifndef VALISE_GAMES_ATLAS_H
#define VALISE_GAMES_ATLAS_H

#include "core/bits.h"
#include "games/atlas/deck.h"
#include "games/atlas/tasks.h"
#include "valise/game.h"

/* Numbers of the box and of the rules. Sizes of the world (countries, cards) stand in deck.h. */
enum {
    AT_ROW = 5, /* the destination row */
    AT_CARD_WORDS = 3,
    AT_TOKENS = 8,
    AT_MOST_MONEY = 30,
    AT_MOST_ENERGY = 12,
    AT_START_MONEY = 24,
    AT_START_ENERGY = 12,
    AT_SOUVENIR_PRICE = 3,
    AT_QUICK_STEPS = 5,
    AT_HAND = 4,
    AT_PACK = 6,
    AT_TABLEAU = 48,
    AT_LAST_ROUND = 60,
    AT_TASKS = 64,
    AT_BOTTOMS = 24,    /* goals put under each pile, the most there can be */
    AT_DANTE_GOALS = 8, /* uncompleted goals of a Dante, the most there can be */
    AT_PLACE0 = 200,    /* tableau: AT_PLACE0 + slot stands for a place of the country card */
    AT_GOAL_COUNT_ALL = AT_GEOGRAPHY + AT_VEXILLOLOGY,
    AT_UNKNOWN = 0xffff, /* the card of a redacted move */
    AT_DEEPEST = 44,     /* tasks in a state from outside: what they bring finds room */
};

/* Options in the order of game.c; at_state.options holds the index of the word chosen. */
enum {
    AT_OPTION_VARIANT,
    AT_OPTION_DANTE,
    AT_OPTION_START,
    AT_OPTION_DRAFT,
    AT_OPTION_SECOND,
    AT_OPTION_GUIDEBOOK,
    AT_OPTIONS
};

/* Kinds of tasks, in the order of tasks.h, which also says what they are. */
#define AT_KIND(kind, answers, leave, effect) kind,
enum at_task_kind {
    AT_NO_TASK,
    AT_ALL_TASKS(AT_KIND) AT_TASK_KINDS,
    AT_LAST_CHANCE = AT_DANTE_PAUSES,
    AT_FIRST_DO = AT_DO_REFILL,
};

/* What a seat can do in a turn; `what` of the move is a card, a slot, or a number. */
enum at_act {
    AT_ACT_BUY,     /* a souvenir, at the start or end of a travel */
    AT_ACT_GROUND,  /* by land and sea */
    AT_ACT_AIRPORT, /* from one major airport to another */
    AT_ACT_FLY,     /* a last-minute flight: discard the card */
    AT_ACT_DIRECT,  /* a direct flight: card << 1 | which of its countries */
    AT_ACT_CARD,    /* explore a destination card */
    AT_ACT_PLACE,   /* explore a place of the country card */
    AT_ACT_BLOG,
    AT_ACT_WORK, /* 1: with what lies right of the line */
    AT_ACT_REST,
    AT_ACT_REPLAN,
    AT_ACT_DRAW,    /* quick game */
    AT_ACT_REFRESH, /* quick game: by a souvenir */
    AT_ACT_END,
    AT_ACTS,
};

/* How an action is paid for. */
enum at_how { AT_MAIN, AT_BY_LIKES, AT_BY_SOUVENIR };

/*
 * The argument of a move is what the list of its task offers (tasks.h): a card, country,
 * goal, row of a table or number. Those that hold two things:
 *
 * AT_ASK_TURN, AT_ASK_TRAVEL: how << 16 | act << 12 | what, by the macros below. AT_ASK_FACES:
 * liked tile | its side << 2 | disliked tile << 3 | its side << 5. AT_ASK_SHIFT, AT_DANTE_SHIFTS:
 * experience << 4 | direction. AT_ASK_LIKE: slot that loses a dislike << 3 | bonus row.
 * AT_ASK_DRAW: a slot of the row, AT_DRAW_PILE, AT_DRAW_CONTINENT + continent or AT_DRAW_REFRESH +
 * souvenir. AT_DANTE_TAKE: slot << 8 | country.
 *
 * Within one kind a smaller argument comes first in the list of legal moves.
 */
#define AT_ACT_MOVE(kind, how, act, what)                                                          \
    VL_MOVE(kind, (uint32_t)(how) << 16 | (uint32_t)(act) << 12 | (uint32_t)(what))
#define AT_MOVE_HOW(move) (VL_MOVE_ARG(move) >> 16)
#define AT_MOVE_ACT(move) (VL_MOVE_ARG(move) >> 12 & 15U)
#define AT_MOVE_WHAT(move) (VL_MOVE_ARG(move) & 0xfffU)

/* Kinds of legs in AT_ASK_GO. */
enum { AT_LEG_GROUND, AT_LEG_AIRPORT, AT_LEG_ANYWHERE, AT_LEG_TO_CARD };

/* Flags of AT_ASK_TRAVEL (task.a): how far this travel has come. */
enum {
    AT_WENT = 1,    /* a leg by land and sea before any flight */
    AT_FLEW = 2,    /* a flight */
    AT_WENT_ON = 4, /* a leg by land and sea after the flight */
    AT_BOUGHT = 8,  /* a souvenir before the first leg: one must follow */
    AT_DIRECT = 16, /* may become a direct flight */
    AT_REWARD = 32, /* won by blogging: may be left out */
    AT_LEGS = AT_WENT | AT_FLEW | AT_WENT_ON,
};

/* Answers that are no card, slot or country. */
enum { AT_NONE_OF_THEM = 0xfff, AT_DRAW_PILE = 5, AT_DRAW_CONTINENT = 8, AT_DRAW_REFRESH = 16 };
enum { AT_LOCK_ONLY = 7 }; /* direction of a shift that only moves the lock */
enum { AT_NO_SLOT = 15, AT_NO_ROW = 7 };
enum { AT_HIDDEN_DROP = 64 }; /* a redacted AT_ASK_DROP: this + the pile */

/* One thing to do. What a and b hold depends on the kind: see tasks.h. */
struct at_task {
    uint8_t kind, seat, a, b;
};

/* An explored card or place; the tableau keeps them in the order of exploring. */
struct at_visit {
    uint8_t country;
    uint8_t card; /* a destination card, or AT_PLACE0 + slot */
};

/* What one seat has. Dante's seats leave the fields of the board at zero; the quick game leaves out
 * money, energy, blog, languages and friends. Unused fields are zero and unused places AT_NONE,
 * because states are compared and hashed by their bytes. */
struct at_seat {
    uint64_t hand[AT_CARD_WORDS];      /* destination cards; in a view: the known ones */
    uint64_t peeked[AT_CARD_WORDS];    /* seen in the draft and passed on */
    uint64_t pack[AT_CARD_WORDS];      /* the pack of the draft that it began */
    uint64_t guides[AT_COUNTRY_WORDS]; /* country cards in hand */
    uint64_t explored[AT_COUNTRY_WORDS];
    uint64_t learned[AT_LANGUAGE_WORDS];
    uint64_t goals;      /* personal: geography 0 .. 23, vexillology 24 .. 47 */
    uint64_t goals_done; /* those shown as completed (quick game, Dante) */
    uint32_t friends;
    uint32_t public_goals;
    uint16_t covered;  /* board slots under an explore token */
    uint16_t disliked; /* board slots under a dislike */
    struct at_visit tableau[AT_TABLEAU];
    uint8_t visits;
    uint8_t icons[AT_EXPERIENCES];
    uint8_t dante;
    uint8_t money, energy;
    uint8_t tokens; /* left to place */
    uint8_t blog;   /* slot of the cube, 0 at the start */
    uint8_t blogged;
    uint8_t character;
    uint8_t offered[2]; /* characters, until one is chosen */
    uint8_t tile[3];    /* liked, disliked, newly taken */
    uint8_t side[2];
    uint8_t home, at;
    uint8_t likes[AT_BONUSES];
    uint8_t circles;               /* bonus actions that a souvenir was laid on */
    uint8_t souvenirs;             /* a bit each */
    uint8_t used;                  /* of them: laid down or in a circle; quick: this turn */
    uint8_t score_tile;            /* which of the printed goal's, from 1; 0: none */
    uint8_t printed;               /* has completed the printed goal */
    uint8_t order[AT_DANTE_GOALS]; /* Dante: uncompleted goals from the left */
    uint8_t deck[AT_DANTE_KINDS];  /* Dante: cards left to flip */
    uint8_t unknown_cards;         /* in a view: hidden cards of the hand */
    uint8_t unknown_pack;          /* in a view: hidden cards of the pack */
    uint8_t unknown_goals[2];
    uint8_t zero[7];
};

/* The whole table. In a view, hidden cards and goals are moved back to `pile` and `goals`, and the
 * unknown_* fields say how many are missing where; see hidden.c. */
struct at_state {
    struct at_seat seat[VL_MAX_SEATS];
    uint64_t pile[AT_CARD_WORDS];            /* in a view also what is hidden elsewhere */
    uint64_t discard[AT_CARD_WORDS];         /* open */
    uint64_t shown[AT_CARD_WORDS];           /* seen by everybody since it was last shuffled */
    uint64_t toured[AT_COUNTRY_WORDS];       /* country cards that lie in a tableau */
    uint64_t chosen[AT_CARD_WORDS];          /* discarded so far in a replan */
    uint64_t showing[AT_CARD_WORDS];         /* cards of the pack in hand that its seat has seen */
    uint64_t goals;                          /* personal goals in the piles, bottoms left out */
    uint32_t public_goals;                   /* face up, not taken */
    uint32_t events, event_discards, active; /* active: with cubes on them */
    uint32_t parties, party_discards;
    uint32_t characters, tiles; /* left in the supply */
    struct at_task task[AT_TASKS];
    uint8_t event_cubes[AT_EVENTS];
    uint8_t event_owner[AT_EVENTS];
    uint8_t bottom[2][AT_BOTTOMS]; /* goals put under each pile, first the next to be drawn */
    uint8_t bottom_owner[2][AT_BOTTOMS];
    uint8_t bottoms[2];
    uint8_t row[AT_ROW];
    uint8_t token_at[AT_EXPERIENCES]; /* experience in each slot of the pyramid */
    uint8_t souvenir_at[AT_SOUVENIRS];
    uint8_t lock;   /* an experience, or AT_NONE */
    uint8_t locked; /* the whole board */
    uint8_t setup;
    uint8_t score_tiles; /* taken */
    uint8_t tasks;
    uint8_t step; /* of set-up; AT_SETUP_STEPS: done */
    uint8_t seats, dantes;
    uint8_t options[AT_OPTIONS];
    uint8_t active_seat;
    uint8_t main_done, bonus_done;
    uint8_t travelled; /* a travel that has not yet been counted as main or bonus action */
    uint8_t round;
    uint8_t ending;     /* the last token has been placed */
    uint8_t last_turns; /* left then */
    uint8_t over;
    uint8_t unknown_bottoms[2]; /* in a view */
    uint8_t zero[10];
};

VL_STATIC_ASSERT(sizeof(struct at_seat) ==
                     offsetof(struct at_seat, zero) + sizeof(((struct at_seat *)0)->zero),
                 "no padding in a seat");
VL_STATIC_ASSERT(sizeof(struct at_state) ==
                     offsetof(struct at_state, zero) + sizeof(((struct at_state *)0)->zero),
                 "no padding");
VL_STATIC_ASSERT(sizeof(struct at_state) % 8 == 0, "whole words");
VL_STATIC_ASSERT(sizeof(struct at_state) <= VL_MAX_STATE, "at most 3 KiB");

/* The set-up in order; each step is done for every seat before the next. */
enum at_setup_step {
    AT_STEP_SETUP,
    AT_STEP_PUBLIC,
    AT_STEP_POPULARITY,
    AT_STEP_ROW,
    AT_STEP_DANTE,
    AT_STEP_CHARACTERS,
    AT_STEP_GOALS,
    AT_STEP_CARDS,
    AT_STEP_TILES,
    AT_STEP_DRAFT,
    AT_STEP_CHOOSE_CHARACTER,
    AT_STEP_CHOOSE_FACES,
    AT_STEP_HOMES,
    AT_SETUP_STEPS,
};

VL_GAME_PROTOTYPES(at);

extern const struct vl_game at_game;

#endif
