/*
 * Lost Luggage, the smallest complete game: copy this folder to start a new one.
 *
 * Every seat holds hidden luggage tags. In turn, hand in one or two tags, face up, and draw as
 * many. After two turns each, the heaviest luggage handed in wins. It is compiled and tested like
 * any other game, and never listed.
 */
#ifndef VALISE_GAMES_TEMPLATE_H
#define VALISE_GAMES_TEMPLATE_H

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
    uint64_t pile;                 /* in a view: and whatever lies in hands unseen */
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

void tp_start(const void *deck, const struct vl_setup *setup, void *state);
int tp_to_act(const void *state);
uint32_t tp_legal_moves(const void *deck, const void *state, vl_move *moves);
void tp_apply(const void *deck, void *state, vl_move move);
vl_move tp_sample_chance(const void *deck, const void *state, struct vl_rng *rng);
vl_move tp_pick(const void *deck, const void *state, struct vl_rng *rng);
uint32_t tp_playout(const void *deck, void *state, struct vl_rng *rng);
void tp_choice(const void *deck, const void *state, struct vl_choice *choice);
void tp_score(const void *deck, const void *state, struct vl_score *score);
void tp_redact(const void *deck, const void *state, int seat, void *view);
vl_move tp_redact_move(const void *deck, const void *state, vl_move move, int seat);
void tp_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng, void *state);
const char *tp_check(const void *deck, const void *state);

void tp_evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS]);
void tp_prefer(const void *deck, const struct vl_view *view, uint32_t style, const vl_move *moves,
               uint32_t count, int32_t *weights);
void tp_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out);

void tp_format_move(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out);
bool tp_parse_move(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                   vl_move *move, struct vl_error *err);
void tp_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
               struct vl_error *err);
vl_move tp_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                         struct vl_error *err);
void tp_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                struct vl_text *out);
void tp_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json);
bool tp_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err);
void tp_annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json);
void tp_prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out);
void tp_show(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out);
void tp_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                const struct vl_view *after, struct vl_line *line);

extern const struct vl_game tp_game;

#endif
