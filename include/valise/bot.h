/*
 * Bots: they see the view of one seat, ask the game for its judgement, and know no game.
 *
 * A player is a bot together with what follows its name: a style ("greedy:STYLE") or a budget and,
 * for experiments, a tuning ("search:500", "search:500:rollout=random"). Bots that search keep a
 * tree in a vl_memory; the small moves of one turn share it. Without a memory, such a bot makes a
 * temporary one for each question.
 */
#ifndef VALISE_BOT_H
#define VALISE_BOT_H

#include "valise/game.h"

/* How many moves an answer lists at most. */
enum { VL_MAX_CANDIDATES = 16 };

struct vl_bot;
struct vl_memory;

/* Allocates the trees of `threads` searches of at most `iterations` iterations a turn each (0: for
 * a search that is limited by time). NULL if the allocation fails. */
struct vl_memory *vl_memory_new(uint32_t iterations, uint32_t threads);
/* Frees a memory; NULL is allowed. */
void vl_memory_free(struct vl_memory *memory);
/* Forgets everything: for a new match. */
void vl_memory_clear(struct vl_memory *memory);

/* How a search spent its time; for `valise bench --bots`. */
struct vl_profile {
    uint64_t iterations;
    uint64_t nodes, edges;             /* in the tree at the end of the last answer */
    uint64_t bytes;                    /* of memory that these take */
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
    bool warm;                      /* step 0: the memory keeps what pondering found */
    const struct vl_tuning *tuning; /* of the search, instead of the game's own; or NULL */
};

/* One move that the bot considered. */
struct vl_candidate {
    vl_move move;
    int32_t weight; /* how much the bot likes it; comparable within one answer */
    float win;      /* chance of winning as the bot sees it, or -1 */
    float points;   /* expected final points of the seat, or NaN */
};

/* What a bot says: its move, and the best ones that it considered. */
struct vl_answer {
    vl_move move;
    uint32_t iterations; /* made for this answer */
    uint32_t known;      /* made for this position earlier */
    uint32_t candidate_count;
    struct vl_candidate candidates[VL_MAX_CANDIDATES]; /* best first */
};

/* A bot. A program may define its own: set `bot` of a vl_player to it (examples/write_a_bot.c). */
struct vl_bot {
    const char *name;
    const char *help;
    bool styled;         /* takes a style of the game: "greedy:NAME" */
    bool searches;       /* takes a number of iterations: "search:500" */
    uint32_t iterations; /* its own budget for a turn */
    uint32_t slips;      /* percent of its decisions that are random */
    uint32_t level;      /* 1 .. for the bots that people choose by name; 0: for experiments */
    /* Fills `answer` for the view in the question; the view's seat is to act. */
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

/* The number of built-in bots. */
uint32_t vl_bot_count(void);
/* A built-in bot; `index` is below vl_bot_count(). */
const struct vl_bot *vl_bot_at(uint32_t index);
/* The built-in bot of the highest level, which also gives hints. */
const struct vl_bot *vl_bot_strongest(void);
/* Finds a bot by name; "greedy:STYLE", "search:ITERATIONS" and "search:ITERATIONS:NAME=VALUE.."
 * where the bot takes one. */
bool vl_player_find(const struct vl_game *game, const char *name, struct vl_player *player,
                    struct vl_error *err);
/*
 * Ponders: searches while another seat is to act. The view is of the seat that will answer later;
 * question->iterations iterations are added to its memory, which keeps its tree if the question is
 * warm. Returns how many were made; 0 for bots that do not search. The answer to a warm question
 * counts the iterations that it finds for its position against its budget, so that pondering makes
 * a bot faster and not stronger than its level.
 */
uint32_t vl_think_ahead(const struct vl_player *player, const struct vl_question *question);
/* The move that a player chooses. */
vl_move vl_player_move(const struct vl_player *player, const struct vl_question *question);
/* The same with the candidates behind it. */
void vl_player_answer(const struct vl_player *player, const struct vl_question *question,
                      struct vl_answer *answer);

#endif
