/*
 * The game contract: everything a game is, as one struct of functions.
 *
 * Only own_seat is optional. Where a game has nothing better for another function, it names one of
 * the shared defaults at the end of this header. Functions marked "rules" live in portable files
 * (see portable.h): they do not allocate, do not print, do not recurse, and depend on nothing but
 * their arguments.
 *
 * State. One fixed-size struct without pointers or padding, copied by assignment, hashed by its
 * bytes: two equal positions have equal bytes. The caller owns it; it is aligned to 8.
 *
 * Chance is a player. When `to_act` says VL_CHANCE, the next move is a draw: `sample_chance`
 * chooses it, weighted by physical cards, and it is applied and logged like any other move. A deck
 * has no order until a card is drawn from it.
 *
 * Views. `redact` gives the same struct with what a seat may not know set to unknown, inside a
 * type of its own. Everything that leaves the engine for a seat is made from a view.
 */
#ifndef VALISE_GAME_H
#define VALISE_GAME_H

#include "valise/deck.h"
#include "valise/error.h"
#include "valise/move.h"
#include "valise/rank.h"
#include "valise/rng.h"
#include "valise/text.h"

/* Bounds of what a game may declare. */
enum { VL_MAX_OPTIONS = 8, VL_MAX_CATEGORIES = 16 };

/* An option of a match. Its values are words; what is stored is the index of the word. */
struct vl_option {
    const char *name;
    const char *const *words; /* ends with NULL */
    uint8_t standard;         /* index of the default */
    const char *help;
};

/* What a match is set up with. It stays the same from the first move to the last: a match keeps the
 * version of the rules that it was made with. */
struct vl_setup {
    uint32_t rules; /* version of the rules; vl_setup_init sets the newest */
    uint8_t seats;
    uint8_t option[VL_MAX_OPTIONS]; /* index of the word of each option, in the game's order */
};

/* What one seat (or a spectator) may know: the state with the unknown taken out. */
struct vl_view {
    int32_t seat; /* 0 .. seats-1, VL_SPECTATOR or VL_OPEN */
    uint32_t size;
    union {
        uint64_t align;
        uint8_t bytes[VL_MAX_STATE];
    } state;
};

/* Points, ranks (1 is best, equal ranks are shared) and where the points come from. */
struct vl_score {
    int32_t points[VL_MAX_SEATS];
    uint8_t rank[VL_MAX_SEATS]; /* 0: there is no such seat */
    int32_t detail[VL_MAX_SEATS][VL_MAX_CATEGORIES];
};

/*
 * How the moves on offer hang together. For a set, people may touch the candidates in any order;
 * the moves themselves are played in ascending order, then `done` where there is one. `candidates`
 * lists every element that may still be added, those below the last one played included.
 */
struct vl_choice {
    bool set;
    uint16_t least, most; /* how many elements the whole set has, those played already included */
    uint16_t chosen_count, candidate_count;
    vl_move done; /* VL_NO_MOVE where the set closes by itself */
    vl_move chosen[VL_MAX_MOVES];
    vl_move candidates[VL_MAX_MOVES];
};

/* One line of the log for people. Seats stand as {0} .. {3}: front ends put names there. */
struct vl_line {
    char text[640];
    char clause[16]; /* where the rules page says so */
};

/* Fills a line; what does not fit is left out. */
__attribute__((format(printf, 3, 4))) void vl_line_say(struct vl_line *line, const char *clause,
                                                       const char *format, ...);

/* A named style of play, for bots. */
struct vl_style {
    const char *name;
    const char *help;
};

/* How a search judges a position that is new to its tree. */
enum vl_rollout {
    VL_ROLLOUT_EVALUATE, /* sensible moves for some turns, then `evaluate` */
    VL_ROLLOUT_PREFER,   /* sensible moves to the end */
    VL_ROLLOUT_RANDOM,   /* random moves to the end */
};

/* What measurement says is best for searching this game; see docs/bots.md. */
struct vl_tuning {
    enum vl_rollout rollout;
    uint32_t turns;     /* EVALUATE: turns played before it */
    uint32_t noise;     /* percent of rollout moves that are random */
    double exploration; /* weight of what is unknown; 0 stands for 1 */
    double margin;      /* points that make a lead clear; 0 stands for 10 */
    double trust;       /* how far preferences lead among moves not tried; 0 stands for 2 */
    double winning;     /* weight of winning in a result, the lead has the rest; 0 stands for .75 */
    bool open_loop;     /* nodes after the own turn are keyed by moves only (open-loop MCTS) */
    bool own_moves_only; /* rivals follow their preferences and are not searched */
};

/* A level of bot that can be told from the one before it in this game, and how often it was seen to
 * win two-seat games against it: percent, with the 95% interval. `valise arena ID --ladder`
 * measures it again. The first rung has nothing below it. */
struct vl_rung {
    const char *bot; /* NULL ends the list */
    double wins, low, high;
};

/* A game. */
struct vl_game {
    /* ---- What it is ---- */

    const char *id;         /* lower-case, the name of its folders */
    const char *name;       /* as the box says */
    const char *clause;     /* prefix of its clauses: "EB" */
    const char *summary;    /* one sentence for the lobby */
    const char *minutes;    /* "20" or "60-90" */
    uint32_t rules_version; /* the newest; grows with any change of behaviour */
    /* The earlier versions that this program still plays, ascending, ends with 0; NULL: none. New
     * matches get rules_version; these are for running matches and for records. It is a list and
     * not a range, so that a version with a flaw (an endless game, a leak) can be dropped while
     * the ones before it stay. */
    const uint32_t *older_rules;
    uint8_t least_seats, most_seats;
    const struct vl_option *options; /* at most VL_MAX_OPTIONS; ends with a NULL name */
    const char *const *categories;   /* names of vl_score.detail columns; ends with NULL */
    const struct vl_style *styles;   /* named styles of play for `prefer`; ends with a NULL name.
                                        The first is the standard one. */
    uint32_t state_size;
    uint32_t deck_size;
    uint32_t longest; /* no match has more moves than this, chance included */
    const struct vl_table_spec *tables;
    uint32_t table_count;

    struct vl_tuning tuning;      /* zero throughout is a fair start */
    const struct vl_rung *ladder; /* the levels for people to choose from, weakest first */

    /* ---- Deck ---- */

    /* Fills deck->data (zeroed) from the checked cells; cross-checks what one cell cannot show. */
    bool (*load_deck)(struct vl_deck *deck, struct vl_error *err);
    /* `valise deck check`: proves what can be proved about a loaded deck, one line each into
     * report; false when something is wrong. */
    bool (*check_deck)(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err);
    /* A card or other row for people, by its key, as plain lines; false if there is none. */
    bool (*describe)(const struct vl_deck *deck, const char *key, struct vl_text *out,
                     struct vl_error *err);

    /* ---- Rules (portable). `deck` is vl_deck.data ---- */

    /* Whether these options go together; the words themselves have been checked. */
    bool (*check_setup)(const struct vl_setup *setup, struct vl_error *err);
    /* What the game calls a seat that it plays itself, by chance and forced moves, so that nobody
     * is ever asked there; NULL: somebody plays it. A game without such seats leaves this out:
     * callers use vl_own_seat. */
    const char *(*own_seat)(const struct vl_setup *setup, uint32_t seat);
    /* The position before the first card is dealt. Every byte of the state is written. A game with
     * older_rules keeps setup->rules in the state, because no later call receives the setup, and
     * gives a state of an old version the bytes that it had when that version was the only one:
     * the hashes in old records are over these bytes. */
    void (*start)(const void *deck, const struct vl_setup *setup, void *state);
    /* The version of the rules that a state or view is played by. A game without older_rules
     * leaves this out: callers use vl_rules_of. */
    uint32_t (*rules_of)(const void *state);
    /* The seat to move, VL_CHANCE or VL_OVER. */
    int (*to_act)(const void *state);
    /* Legal moves, ascending, unique, 1 .. VL_MAX_MOVES of them unless the game is over (0). At
     * chance: the possible outcomes. On a view: the same answer, if the acting seat looks. */
    uint32_t (*legal_moves)(const void *deck, const void *state, vl_move *moves);
    /* Plays a legal move. What is not legal is the caller's mistake. */
    void (*apply)(const void *deck, void *state, vl_move move);
    /* The outcome of a draw; only at chance. */
    vl_move (*sample_chance)(const void *deck, const void *state, struct vl_rng *rng);
    /* A uniform legal move of the acting seat, or a sampled chance move; not when over. */
    vl_move (*pick)(const void *deck, const void *state, struct vl_rng *rng);
    /* Plays random moves to the end; returns how many. */
    uint32_t (*playout)(const void *deck, void *state, struct vl_rng *rng);
    /* How the legal moves hang together (see vl_choice). */
    void (*choice)(const void *deck, const void *state, struct vl_choice *choice);
    /* Points so far; at the end the result. On a view: as far as it is known. */
    void (*score)(const void *deck, const void *state, struct vl_score *score);
    /* What `seat` (or VL_SPECTATOR) may know of the state. Use vl_look, which sets the header. */
    void (*redact)(const void *deck, const void *state, int seat, void *view);
    /* The move as `seat` may know it, played from `state` (before the move). Hidden parts become
     * unknown; such a move prints and parses, but is not played. */
    vl_move (*redact_move)(const void *deck, const void *state, vl_move move, int seat);
    /* A state that the viewing seat cannot tell from the true one, drawn with the weight that
     * physical cards give it. Takes a view, so that a bot cannot peek. */
    void (*determinize)(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                        void *state);
    /* NULL, or the name of the first broken invariant. Any bytes may be given. */
    const char *(*check)(const void *deck, const void *state);

    /* ---- Text. Made from views only; for a whole state use vl_look with VL_OPEN ---- */

    /* A short line that parses back: "recruit 2". */
    void (*format_move)(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                        struct vl_text *out);
    /* Reads what format_move writes, whether or not the move is legal here. */
    bool (*parse_move)(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                       vl_move *move, struct vl_error *err);
    /* Why this move is not legal here: fills message and clause. Only for moves that are not. */
    void (*refuse)(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                   struct vl_error *err);
    /* Why nothing can be done now with a table element, by its id in the view's JSON (see
     * `targets`): fills message and clause, and returns the move that the touch most likely means,
     * which touches the element too, or VL_NO_MOVE where no move of a seat can be named. An id that
     * is no element of the game fills VL_NOT_FOUND; any text may be given. The view is the acting
     * seat's. Only for elements that no legal move touches: callers use vl_refuse_target. */
    vl_move (*refuse_target)(const struct vl_deck *deck, const struct vl_view *view,
                             const char *target, struct vl_error *err);
    /* What the move will do, for a button or a list: "Depart: New York train, $9". Short, begins
     * with a capital, no full stop; different moves at one position have different labels. */
    void (*label)(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                  struct vl_text *out);
    /* The table elements a move touches, by their ids in the view's JSON, parted by spaces. */
    void (*targets)(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out);
    /* The view as one JSON object. An open view loads back with read_state. A game with options
     * writes them as "options": for each the number of its word. */
    void (*write_view)(const struct vl_deck *deck, const struct vl_view *view,
                       struct vl_json *json);
    /* Reads a state; the caller runs `check` on it afterwards. */
    bool (*read_state)(const struct vl_deck *deck, const struct json_t *json, void *state,
                       struct vl_error *err);
    /* Derived facts as one JSON object: what a person would work out by looking. Keys that every
     * game has: "prompt" (what the acting seat may do, a sentence), "points" (per seat, as far as
     * public), "ending" (when the end comes, a sentence), "clause" (of the prompt). */
    void (*annotate)(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json);
    /* What the acting seat may do now, a short sentence without a seat's name. */
    void (*prompt)(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out);
    /* The table in plain lines, readable aloud; seats as {0} .. {3}. */
    void (*show)(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out);
    /* What a move did, for the log of one who saw `before` and `after`. An empty text: nothing
     * worth a line. */
    void (*narrate)(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                    const struct vl_view *after, struct vl_line *line);

    /* ---- Judgement, from what the viewing seat knows ---- */

    /* Expected final points of each seat. */
    void (*evaluate)(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS]);
    /* How much a sensible player of the given style likes each move: larger is better, at least
     * 0. The view is the acting seat's. */
    void (*prefer)(const void *deck, const struct vl_view *view, uint32_t style,
                   const vl_move *moves, uint32_t count, int32_t *weights);
    /* Why one would play it, a clause that fits after "because": in the game's words. */
    void (*explain)(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    struct vl_text *out);
};

/* ---- The list of games (src/games/list.c) ---- */

/* The number of games in the list. */
uint32_t vl_game_count(void);
/* A game of the list; `index` is below vl_game_count(). */
const struct vl_game *vl_game_at(uint32_t index);
const struct vl_game *vl_game_find(const char *id); /* NULL if there is none */

/* ---- What every caller needs ---- */

/* Fills a view for a seat, VL_SPECTATOR or VL_OPEN. */
void vl_look(const struct vl_game *game, const void *deck, const void *state, int seat,
             struct vl_view *view);
/* The bytes of the state hashed: 64-bit FNV-1a with a final mix, the same on every machine. */
uint64_t vl_hash_state(const struct vl_game *game, const void *state);
/* Whether `move` is legal here. */
bool vl_is_legal(const struct vl_game *game, const void *deck, const void *state, vl_move move);
/* Whether `move` is among these moves. */
bool vl_moves_contain(const vl_move *moves, uint32_t count, vl_move move);
/* Whether a legal move of the acting seat, whose view this is, touches the element: *move is the
 * first such move. If not, the refusal and the move that was meant: see refuse_target. */
bool vl_refuse_target(const struct vl_deck *deck, const struct vl_view *view, const char *target,
                      vl_move *move, struct vl_error *err);
/* The versions of the rules that this program plays, ascending; 0 after the last, which is the
 * newest. */
uint32_t vl_rules_at(const struct vl_game *game, uint32_t index);
/* Whether this program plays a version. If not, err names the versions that it plays. */
bool vl_rules_supported(const struct vl_game *game, uint32_t version, struct vl_error *err);
/* The version of the rules that a state is played by. */
uint32_t vl_rules_of(const struct vl_game *game, const void *state);
/* A setup with the newest rules and the standard options; seats must be in range. */
bool vl_setup_init(const struct vl_game *game, uint32_t seats, struct vl_setup *setup,
                   struct vl_error *err);
/* Sets one option by words, "name=value". */
bool vl_setup_option(const struct vl_game *game, struct vl_setup *setup, const char *assignment,
                     struct vl_error *err);
/* The name of a seat that the game plays itself; NULL for all others. */
const char *vl_own_seat(const struct vl_game *game, const struct vl_setup *setup, uint32_t seat);
/* The number of seats that the game plays itself. */
uint32_t vl_own_seats(const struct vl_game *game, const struct vl_setup *setup);
/* How that seat is called among others: "NAME", or "NAME N" with N its number where there are
 * several of them. */
void vl_own_seat_name(const struct vl_game *game, const struct vl_setup *setup, uint32_t seat,
                      char *name, size_t size);

/* ---- Shared defaults ---- */

/* All levels, not measured yet. */
extern const struct vl_rung vl_default_ladder[];

/* Accepts every combination of options. */
bool vl_default_check_setup(const struct vl_setup *setup, struct vl_error *err);
/* For a game without sets. */
void vl_default_choice(const void *deck, const void *state, struct vl_choice *choice);
/* The notation itself, with a capital. */
void vl_default_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                      struct vl_text *out);
/* Reports the number of rows of every table. */
bool vl_default_check_deck(const struct vl_deck *deck, struct vl_text *report,
                           struct vl_error *err);
/* The row of every table that has this key, a line for each column. */
bool vl_default_describe(const struct vl_deck *deck, const char *key, struct vl_text *out,
                         struct vl_error *err);
/* Picks from the list of legal moves. A game passes its own functions. */
vl_move vl_pick_from_list(const struct vl_game *game, const void *deck, const void *state,
                          struct vl_rng *rng);
/* Plays moves from game->pick to the end; returns how many. */
uint32_t vl_playout_by_pick(const struct vl_game *game, const void *deck, void *state,
                            struct vl_rng *rng);

/* ---- For the files of a game ---- */

/*
 * The functions of the contract under the names that a game gives them: VL_GAME_PROTOTYPES(eb)
 * declares eb_start, eb_apply and so on, for the header of the game, and VL_GAME_FUNCTIONS(eb) puts
 * them into its struct vl_game, in place of thirty lines ".start = eb_start,". A function that has
 * a shared default (check_deck, describe, check_setup, own_seat, choice, label) is declared too,
 * but the game names it in its struct itself: its own or the default. The first also declares
 * eb_game and eb_tables, and defines eb_seen, the struct eb_state in a view; the second also sets
 * the sizes of struct eb_state and struct eb_deck, and the tables.
 */
#define VL_GAME_PROTOTYPES(prefix)                                                                 \
    extern const struct vl_game prefix##_game;                                                     \
    extern const struct vl_table_spec prefix##_tables[];                                           \
    static inline const struct prefix##_state *prefix##_seen(const struct vl_view *view)           \
    {                                                                                              \
        return (const struct prefix##_state *)view->state.bytes;                                   \
    }                                                                                              \
    bool prefix##_load_deck(struct vl_deck *deck, struct vl_error *err);                           \
    bool prefix##_check_deck(const struct vl_deck *deck, struct vl_text *report,                   \
                             struct vl_error *err);                                                \
    bool prefix##_describe(const struct vl_deck *deck, const char *key, struct vl_text *out,       \
                           struct vl_error *err);                                                  \
    bool prefix##_check_setup(const struct vl_setup *setup, struct vl_error *err);                 \
    const char *prefix##_own_seat(const struct vl_setup *setup, uint32_t seat);                    \
    void prefix##_start(const void *deck, const struct vl_setup *setup, void *state);              \
    int prefix##_to_act(const void *state);                                                        \
    uint32_t prefix##_legal_moves(const void *deck, const void *state, vl_move *moves);            \
    void prefix##_apply(const void *deck, void *state, vl_move move);                              \
    vl_move prefix##_sample_chance(const void *deck, const void *state, struct vl_rng *rng);       \
    vl_move prefix##_pick(const void *deck, const void *state, struct vl_rng *rng);                \
    uint32_t prefix##_playout(const void *deck, void *state, struct vl_rng *rng);                  \
    void prefix##_choice(const void *deck, const void *state, struct vl_choice *choice);           \
    void prefix##_score(const void *deck, const void *state, struct vl_score *score);              \
    void prefix##_redact(const void *deck, const void *state, int seat, void *view);               \
    vl_move prefix##_redact_move(const void *deck, const void *state, vl_move move, int seat);     \
    void prefix##_determinize(const void *deck, const struct vl_view *view, struct vl_rng *rng,    \
                              void *state);                                                        \
    const char *prefix##_check(const void *deck, const void *state);                               \
    void prefix##_format_move(const struct vl_deck *deck, const struct vl_view *view,              \
                              vl_move move, struct vl_text *out);                                  \
    bool prefix##_parse_move(const struct vl_deck *deck, const struct vl_view *view,               \
                             const char *text, vl_move *move, struct vl_error *err);               \
    void prefix##_refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,     \
                         struct vl_error *err);                                                    \
    vl_move prefix##_refuse_target(const struct vl_deck *deck, const struct vl_view *view,         \
                                   const char *target, struct vl_error *err);                      \
    void prefix##_label(const struct vl_deck *deck, const struct vl_view *view, vl_move move,      \
                        struct vl_text *out);                                                      \
    void prefix##_targets(const struct vl_deck *deck, const struct vl_view *view, vl_move move,    \
                          struct vl_text *out);                                                    \
    void prefix##_write_view(const struct vl_deck *deck, const struct vl_view *view,               \
                             struct vl_json *json);                                                \
    bool prefix##_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,   \
                             struct vl_error *err);                                                \
    void prefix##_annotate(const struct vl_deck *deck, const struct vl_view *view,                 \
                           struct vl_json *json);                                                  \
    void prefix##_prompt(const struct vl_deck *deck, const struct vl_view *view,                   \
                         struct vl_text *out);                                                     \
    void prefix##_show(const struct vl_deck *deck, const struct vl_view *view,                     \
                       struct vl_text *out);                                                       \
    void prefix##_narrate(const struct vl_deck *deck, const struct vl_view *before, vl_move move,  \
                          const struct vl_view *after, struct vl_line *line);                      \
    void prefix##_evaluate(const void *deck, const struct vl_view *view,                           \
                           int32_t points[VL_MAX_SEATS]);                                          \
    void prefix##_prefer(const void *deck, const struct vl_view *view, uint32_t style,             \
                         const vl_move *moves, uint32_t count, int32_t *weights);                  \
    void prefix##_explain(const struct vl_deck *deck, const struct vl_view *view, vl_move move,    \
                          struct vl_text *out)

/* The functions that have no shared default, as initialisers: see VL_GAME_PROTOTYPES. */
#define VL_GAME_FUNCTIONS(prefix)                                                                  \
    .state_size = sizeof(struct prefix##_state), .deck_size = sizeof(struct prefix##_deck),        \
    .tables = prefix##_tables, .load_deck = prefix##_load_deck, .start = prefix##_start,           \
    .to_act = prefix##_to_act, .legal_moves = prefix##_legal_moves, .apply = prefix##_apply,       \
    .sample_chance = prefix##_sample_chance, .pick = prefix##_pick, .playout = prefix##_playout,   \
    .score = prefix##_score, .redact = prefix##_redact, .redact_move = prefix##_redact_move,       \
    .determinize = prefix##_determinize, .check = prefix##_check,                                  \
    .format_move = prefix##_format_move, .parse_move = prefix##_parse_move,                        \
    .refuse = prefix##_refuse, .refuse_target = prefix##_refuse_target,                            \
    .targets = prefix##_targets, .write_view = prefix##_write_view,                                \
    .read_state = prefix##_read_state, .annotate = prefix##_annotate, .prompt = prefix##_prompt,   \
    .show = prefix##_show, .narrate = prefix##_narrate, .evaluate = prefix##_evaluate,             \
    .prefer = prefix##_prefer, .explain = prefix##_explain

#endif
