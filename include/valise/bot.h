/*
 * Bots: they see a view, ask the game for its judgement, and know no game.
 *
 * A player is a bot with what its name says: a style ("greedy:STYLE") or a budget and, for
 * experiments, a tuning ("search:500", "search:500:rollout=random").
 * Bots that search keep a tree in a vl_memory; the small moves of one turn share it. Without one a
 * temporary memory is made for the question.
 */
#ifndef VALISE_BOT_H
#define VALISE_BOT_H

#include "valise/game.h"

enum { VL_MAX_CANDIDATES = 16 };

struct vl_bot;
struct vl_memory;

/* Room for the trees of `threads` searches of so many iterations a turn (0: for a search by time);
 * NULL when there is no memory. */
struct vl_memory *vl_memory_new(uint32_t iterations, uint32_t threads);
void vl_memory_free(struct vl_memory *memory);
/* Forgets everything: for a new match. */
void vl_memory_clear(struct vl_memory *memory);

/* Where the time of a search went; for `valise bench --bots`. */
struct vl_profile {
    uint64_t iterations;
    uint64_t nodes, edges;             /* in the tree at the end of the last answer */
    uint64_t bytes;                    /* that these take */
    double determinize, tree, rollout; /* seconds */
};

/* Adds up the searches of the memory's first thread into `profile` from now on; NULL ends it. */
void vl_memory_measure(struct vl_memory *memory, struct vl_profile *profile);

/* What a bot is asked: the view of the acting seat, a generator, a budget for the turn. */
struct vl_question {
    const struct vl_game *game;
    const struct vl_deck *deck;
    const struct vl_view *view;
    struct vl_rng *rng;
    uint32_t iterations;            /* of search for the whole turn; 0: the bot's own */
    uint32_t milliseconds;          /* for the whole turn; 0: no limit of time */
    struct vl_memory *memory;       /* of this seat, or NULL */
    uint32_t step;                  /* decisions that this seat has made in this turn already */
    const volatile bool *stop;      /* set from outside: answer at once; or NULL */
    bool warm;                      /* step 0: the memory keeps what was thought ahead */
    const struct vl_tuning *tuning; /* of the search, instead of the game's own; or NULL */
};

struct vl_candidate {
    vl_move move;
    int32_t weight; /* how much the bot likes it; comparable within one answer */
    float win;      /* chance of winning as the bot sees it, or -1 */
    float points;   /* expected final points of the seat, or NaN */
};

struct vl_answer {
    vl_move move;
    uint32_t iterations; /* made for this answer */
    uint32_t known;      /* made for this position before */
    uint32_t candidate_count;
    struct vl_candidate candidates[VL_MAX_CANDIDATES]; /* best first */
};

struct vl_bot {
    const char *name;
    const char *help;
    bool styled;         /* takes a style of the game: "greedy:NAME" */
    bool searches;       /* takes a number of iterations: "search:500" */
    uint32_t iterations; /* its own budget for a turn */
    uint32_t slips;      /* percent of its decisions that are random */
    uint32_t level;      /* 1 .. for the bots that people choose by name; 0: for experiments */
    void (*answer)(const struct vl_question *question, uint32_t style, struct vl_answer *answer);
};

/* A bot chosen by name, with its style or budget. */
struct vl_player {
    const struct vl_bot *bot;
    uint32_t style;
    uint32_t iterations; /* 0: the bot's own */
    bool tuned;          /* the search has a tuning of its own */
    struct vl_tuning tuning;
};

uint32_t vl_bot_count(void);
const struct vl_bot *vl_bot_at(uint32_t index);
/* The one of the highest level: hints come from it. */
const struct vl_bot *vl_bot_strongest(void);
/* Finds a bot by name; "greedy:STYLE", "search:ITERATIONS" and "search:ITERATIONS:NAME=VALUE.."
 * where the bot takes one. */
bool vl_player_find(const struct vl_game *game, const char *name, struct vl_player *player,
                    struct vl_error *err);
/*
 * Thinks ahead while another seat is to act: the view is of the seat that will answer later. So
 * many iterations go into its memory, on top of what is there if the question is warm. Returns how
 * many were made; 0 for bots that do not search. The answer to a warm question counts what it finds
 * of its position as thought already, so that a level does not get stronger than its iterations.
 */
uint32_t vl_think_ahead(const struct vl_player *player, const struct vl_question *question);
vl_move vl_player_move(const struct vl_player *player, const struct vl_question *question);
void vl_player_answer(const struct vl_player *player, const struct vl_question *question,
                      struct vl_answer *answer);

#endif
