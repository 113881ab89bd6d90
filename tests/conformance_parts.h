/* The conformance suite inside: one run, and the parts that check it. */
#ifndef VALISE_TESTS_CONFORMANCE_PARTS_H
#define VALISE_TESTS_CONFORMANCE_PARTS_H

#include "conformance.h"

#include "valise/match.h"

enum {
    CF_POOL = 256,
    CF_TARGETS = 1024, /* elements that a game names, the most of any */
    CF_TARGET_SIZE = 64,
    CF_GUARD = 8,
    CF_THOROUGH = 12, /* with so many deep positions, every game is also played again as a whole */
};

struct cf_state {
    uint8_t bytes[VL_MAX_STATE] __attribute__((aligned(8)));
};

/* One run: the game being played, its log, and scratch space that outlives a failed check. */
struct cf {
    const struct conformance_plan *plan;
    const struct vl_game *game;
    const struct vl_deck *deck;
    const void *data; /* deck->data */
    struct vl_text *report;
    uint32_t seats;
    uint64_t seed;
    struct vl_chance chance;
    struct vl_rng players; /* what the seats play */
    struct vl_rng dice;    /* what the checks draw; never the game's */
    uint32_t typical;      /* moves of a game, about */

    struct cf_state state;
    int actor;
    uint32_t legal_count;
    vl_move legal[VL_MAX_MOVES + CF_GUARD];

    uint32_t count;
    vl_move *moves; /* game->longest of each */
    int8_t *actors;
    uint64_t *hashes; /* of the position before the move, and of the last */

    uint32_t pool_count; /* moves met anywhere: most are illegal elsewhere */
    vl_move pool[CF_POOL];

    uint32_t target_count; /* elements that any legal move has named so far */
    char targets[CF_TARGETS][CF_TARGET_SIZE];

    struct vl_text a, b, c;
    struct vl_match *match;
    struct vl_record *record;
    struct vl_choice choice, choice2;
    struct vl_try attempt;
    struct vl_view before, after, other;
};

/* Writes the report and returns false. */
__attribute__((format(printf, 2, 3))) bool cf_fail(struct cf *cf, const char *format, ...);

#define HOLD(cf, condition, ...)                                                                   \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return cf_fail(cf, __VA_ARGS__);                                                       \
    } while (0)

/* The state after the first `count` moves of the log. */
void cf_replay(const struct cf *cf, uint32_t count, struct cf_state *state);
/* vl_look into a view filled with `junk`, so that bytes left unwritten show. */
void cf_look(const struct cf *cf, const void *state, int viewer, int junk, struct vl_view *view);
bool cf_same_bytes(const struct cf *cf, const void *a, const void *b);
bool cf_contains(const vl_move *moves, uint32_t count, vl_move move);
/* Whether a text is one line of valid UTF-8 without blanks at its ends, and not empty. */
bool cf_is_line(const char *text);
/* "" or a clause of the game's rules page. */
bool cf_is_clause(const struct cf *cf, const char *clause);
/* The move's text, from an open view of the state. */
const char *cf_move_text(struct cf *cf, const void *state, vl_move move);

/* ---- The parts: each looks at cf->state, or at the whole game played ---- */

bool cf_rules(struct cf *cf);     /* once a game table: members, sizes, the start */
bool cf_position(struct cf *cf);  /* every position: invariants and legal moves */
bool cf_texts(struct cf *cf);     /* notation, targets, refusals, JSON, words */
bool cf_judgement(struct cf *cf); /* evaluate, prefer, explain, bots */
bool cf_views(struct cf *cf);     /* redact, determinize, hidden moves */
bool cf_sets(struct cf *cf);      /* choices of sets, in any order */
bool cf_draws(struct cf *cf);     /* pick and sample_chance, by their frequencies */
bool cf_result(struct cf *cf);    /* the end: points and ranks */
bool cf_twins(struct cf *cf);     /* games that a seat cannot tell apart */
bool cf_matches(struct cf *cf);   /* the table: play, undo, records, seals */
bool cf_playouts(struct cf *cf);  /* once a set-up: playout against the list of moves */
bool cf_deals(struct cf *cf);     /* once a set-up: determinize against the deal itself */

#endif
