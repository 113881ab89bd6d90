/* Atlas: keys and names from the tables, for everything that prints. */
#ifndef VALISE_GAMES_ATLAS_NAMES_H
#define VALISE_GAMES_ATLAS_NAMES_H

#include "games/atlas/rules.h"
#include "games/atlas/tables.h"

/* The task on top; one of kind AT_NO_TASK when the game is over. */
static inline struct at_task at_current(const struct at_state *s)
{
    struct at_task none = {AT_NO_TASK, 0, 0, 0};
    return s->tasks && !s->over ? s->task[s->tasks - 1] : none;
}

/* What the texts of one position are made from. */
struct at_scene {
    const struct vl_deck *deck;
    const struct at_deck *d; /* deck->data */
    const struct vl_view *view;
    const struct at_state *s; /* as the view shows it */
    const struct at_seat *p;  /* the seat that a text is about: that of the task */
    const char *clause;       /* of the task */
    uint32_t seat;            /* of p */
    struct at_task task;      /* the one on top */
    bool quick;
    const struct at_state *then; /* in the log: the table after the move */
};

/* Writes about the answer `arg` to a task. */
typedef void at_writer(const struct at_scene *t, uint32_t arg, struct vl_text *out);

struct at_scene at_scene_of(const struct vl_deck *deck, const struct vl_view *view);
/* The same for texts about another seat than that of the task. */
struct at_scene at_scene_for(const struct at_scene *t, uint32_t seat);

/* A row's key or name; "?" for what is not there. */
const char *at_key(const struct vl_deck *deck, uint32_t table, uint32_t row);
const char *at_name(const struct vl_deck *deck, uint32_t table, uint32_t row);
/* Names for people; "?" where the number means nothing, as in redacted moves. */
const char *at_country_name(const struct vl_deck *deck, uint32_t country);
const char *at_card_name(const struct vl_deck *deck, uint32_t card);
const char *at_goal_key(const struct vl_deck *deck, uint32_t goal);
const char *at_goal_name(const struct vl_deck *deck, uint32_t goal);
const char *at_goal_text(const struct vl_deck *deck, uint32_t goal);
const char *at_public_name(const struct vl_deck *deck, uint32_t goal);
/* The name of a tableau entry: a card or a place. */
const char *at_visit_name(const struct vl_deck *deck, uint32_t country, uint32_t card);
const char *at_experience_name(const struct vl_deck *deck, uint32_t experience);
/* "Beach, Party" of a place or card. */
void at_add_icons(const struct vl_deck *deck, const struct at_place *place, struct vl_text *out);
/* "Pig Beach in Bahamas (Beach, Wildlife)" */
void at_add_visited(const struct vl_deck *deck, uint32_t country, uint32_t card,
                    struct vl_text *out);
/* What the next token of a row covers: "2 money and 1 card". */
void at_add_opened(const struct vl_deck *deck, const struct at_seat *p, uint32_t row,
                   struct vl_text *out);
/* "English and Swahili" of a character. */
void at_add_languages(const struct vl_deck *deck, uint32_t character, struct vl_text *out);
/* "Promenade (Beach and City) / Deep Breath (Diving and Religion)" */
void at_add_tile(const struct vl_deck *deck, uint32_t tile, struct vl_text *out);
void at_add_face(const struct vl_deck *deck, uint32_t face, struct vl_text *out);
/* "Pig Beach (Bahamas)" */
void at_add_card(const struct vl_deck *deck, uint32_t card, struct vl_text *out);
/* What stands before one more thing of a list: `first`, or a comma if there was any before. */
const char *at_comma(bool *any, const char *first);
/* What stands before the i-th of several things: nothing, ", " or " and ". */
const char *at_separator(uint32_t i, uint32_t count);
/* "3 energy", or "2 steps" in the quick game. */
void at_add_cost(const struct at_scene *t, uint32_t cost, struct vl_text *out);
/* "2 money and 1 like", "nothing" */
void at_add_effects(const struct at_effect *effects, uint32_t count, struct vl_text *out);

/* ---- words.c: what is said of each kind of task ---- */

/* What follows the word of a move. */
enum at_argument {
    AT_ARG_NONE,
    AT_ARG_NUMBER, /* written from 1 */
    AT_ARG_SLOT,   /* of the blog track: its own number */
    AT_ARG_CARD,
    AT_ARG_COUNTRY,
    AT_ARG_GOAL,
    AT_ARG_KEY,  /* of a table */
    AT_ARG_WORD, /* of a list */
    AT_ARG_SHIFT,
    AT_ARG_FACES,
    AT_ARG_LIKE,
    AT_ARG_DRAW,
    AT_ARG_DANTE,
    AT_ARG_DROP,
};

/* The words of actions and legs, in the order of at_act; ends with NULL. */
extern const char *const at_act_words[];

/* The words of one kind; NULL where there are none, or where they depend on the position. */
struct at_words {
    const char *word; /* of a move, in notation */
    enum at_argument argument;
    uint32_t table;           /* of a card, country or key; of a number, the largest */
    const char *const *words; /* of a word */
    const char *none;         /* in notation: none of them */
    /* The clause; and where set-up or the quick game have clauses of their own, those. */
    const char *clause, *setup_clause, *quick_clause;
    const char *prompt;
    /* Patterns for at_say: a label, a line of the log, a reason. */
    const char *label, *line, *why;
    const char *none_label, *none_why; /* for none of them */
    const char *hidden_line;           /* for an answer that the reader may not know */
};

const struct at_words *at_words_of(uint32_t kind);

/*
 * Writes a pattern for the answer `arg` to a task of this kind:
 *   %s  the seat              %n  the answer by its name
 *   %k  a card with its countries, a tile with both sides
 *   %t  the sentence on it    %l  the languages of a character
 *   %o  what a token of that row opens
 *   %p  the pile of the task  %v  the latest card of the seat
 */
void at_say(const struct at_scene *t, uint32_t kind, uint32_t arg, const char *pattern,
            struct vl_text *out);

/* The clause that a task follows, in this form and at this stage of the game. */
const char *at_clause_of(const struct at_state *s, const struct at_task *task);

/* Lines of the log (narrate.c, dante.c). */
at_writer at_tell_shift;
/* The line of one of his moves, with the priorities that decided it. */
at_writer at_tell_dante;
/* Why he does it, after "because". */
at_writer at_explain_dante;

#endif
