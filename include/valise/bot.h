/*
 * Bots: they see a view, ask the game for its judgement, and know no game.
 */
#ifndef VALISE_BOT_H
#define VALISE_BOT_H

#include "valise/game.h"

enum { VL_MAX_CANDIDATES = 16 };

struct vl_bot;

/* What a bot is asked: the view of the acting seat, a generator, a budget. */
struct vl_question {
    const struct vl_game *game;
    const struct vl_deck *deck;
    const struct vl_view *view;
    struct vl_rng *rng;
    uint32_t iterations;   /* 0: the bot's own */
    uint32_t milliseconds; /* 0: no limit of time */
};

struct vl_candidate {
    vl_move move;
    int32_t weight; /* how much the bot likes it; comparable within one answer */
};

struct vl_answer {
    vl_move move;
    uint32_t candidate_count;
    struct vl_candidate candidates[VL_MAX_CANDIDATES]; /* best first */
};

struct vl_bot {
    const char *name;
    const char *help;
    bool styled; /* takes a style of the game: "greedy:NAME" */
    void (*answer)(const struct vl_question *question, uint32_t style, struct vl_answer *answer);
};

/* A bot chosen by name, with its style. */
struct vl_player {
    const struct vl_bot *bot;
    uint32_t style;
};

uint32_t vl_bot_count(void);
const struct vl_bot *vl_bot_at(uint32_t index);
/* Finds "random", "greedy" or, for a styled bot, "greedy:STYLE" with a style of the game. */
bool vl_player_find(const struct vl_game *game, const char *name, struct vl_player *player,
                    struct vl_error *err);
/* The move only; nothing is allocated. */
vl_move vl_player_move(const struct vl_player *player, const struct vl_question *question);
void vl_player_answer(const struct vl_player *player, const struct vl_question *question,
                      struct vl_answer *answer);

#endif
