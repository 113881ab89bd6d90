/*
 * Why an element of the table cannot be touched.
 *
 * The rules refuse moves, not elements. So a move is looked for that would touch the element: the
 * text of a legal move, or of one that was legal in some other position of the game, with the
 * element's name put in place of a word. What the game can read, and what touches the element, it
 * can also refuse, with its clause.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/server.h"

enum { LEARNED_GAMES = 6, OF_A_KIND = 2, LOOKED_AT = 200, PATTERN_SIZE = 96, MOST_PATTERNS = 96 };

/* The text of a move that was legal once, and the sort of element it touched. */
struct sv_pattern {
    uint32_t kind;
    char sort[32]; /* "hand" of "hand.17" */
    char text[PATTERN_SIZE];
};

static bool touches(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                    const char *target)
{
    struct vl_text out = {0};
    deck->game->targets(deck, view, move, &out);
    bool found = false;
    size_t length = strlen(target);
    for (const char *word = vl_text_string(&out); *word && !found;) {
        size_t size = strcspn(word, " ");
        found = size == length && memcmp(word, target, size) == 0;
        word += size + (word[size] == ' ');
    }
    vl_text_free(&out);
    return found;
}

/* Reads a text; if it is a move that touches the target and is not legal, says why. */
static bool refuses(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                    const char *target, struct vl_error *err)
{
    const struct vl_game *game = deck->game;
    vl_move move;
    if (!game->parse_move(deck, view, text, &move, NULL) || !touches(deck, view, move, target) ||
        vl_is_legal(game, deck->data, view->state.bytes, move))
        return false;
    game->refuse(deck, view, move, err);
    return true;
}

/* Puts `value` in place of each word of a legal move's text in turn. */
static bool refuses_with(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                         const char *value, const char *target, struct vl_text *found,
                         struct vl_error *err)
{
    for (const char *word = strchr(text, ' '); word; word = strchr(word + 1, ' ')) {
        const char *end = word + 1 + strcspn(word + 1, " ");
        vl_text_clear(found);
        vl_text_add_bytes(found, text, (size_t)(word + 1 - text));
        vl_text_add(found, value);
        vl_text_add(found, end);
        if (refuses(deck, view, vl_text_string(found), target, err))
            return true;
    }
    vl_text_clear(found);
    return false;
}

/* The keys that tables of the deck have in the row of this number. */
static bool refuses_by_key(const struct vl_deck *deck, const struct vl_view *view, const char *text,
                           uint32_t row, const char *target, struct vl_text *found,
                           struct vl_error *err)
{
    const struct vl_game *game = deck->game;
    for (uint32_t t = 0; t < game->table_count; t++)
        for (uint32_t c = 0; row < deck->rows[t] && c < game->tables[t].column_count; c++)
            if (game->tables[t].columns[c].kind == VL_CELL_KEY &&
                refuses_with(deck, view, text, vl_deck_text(deck, t, row, c), target, found, err))
                return true;
    return false;
}

/* The sort of an element: its id up to the last dot. */
static void sort_of(const char *target, size_t length, char sort[32])
{
    const char *dot = memrchr(target, '.', length);
    size_t size = dot ? (size_t)(dot - target) : length;
    size = size < 31 ? size : 31;
    memcpy(sort, target, size);
    sort[size] = '\0';
}

static void learn(struct sv_deck *d, uint32_t kind, const char *target, size_t length,
                  const char *text)
{
    struct sv_pattern new = {.kind = kind};
    uint32_t same = 0;
    sort_of(target, length, new.sort);
    for (uint32_t i = 0; i < d->pattern_count; i++)
        same += d->patterns[i].kind == kind && strcmp(d->patterns[i].sort, new.sort) == 0;
    if (same >= OF_A_KIND || d->pattern_count == MOST_PATTERNS || strlen(text) >= PATTERN_SIZE)
        return;
    memcpy(new.text, text, strlen(text) + 1);
    d->patterns[d->pattern_count++] = new;
}

static void learn_position(struct sv_deck *d, const void *state, uint32_t looked[256])
{
    const struct vl_deck *deck = d->deck;
    const struct vl_game *game = deck->game;
    vl_move moves[VL_MAX_MOVES];
    struct vl_view view;
    struct vl_text text = {0}, targets = {0};
    vl_look(game, deck->data, state, game->to_act(state), &view);
    uint32_t count = game->legal_moves(deck->data, view.state.bytes, moves);
    for (uint32_t i = 0; i < count; i++) {
        if (looked[VL_MOVE_KIND(moves[i])]++ >= LOOKED_AT)
            continue; /* this kind is known well enough */
        vl_text_clear(&text);
        vl_text_clear(&targets);
        game->format_move(deck, &view, moves[i], &text);
        game->targets(deck, &view, moves[i], &targets);
        for (const char *word = vl_text_string(&targets); *word;) {
            size_t size = strcspn(word, " ");
            learn(d, VL_MOVE_KIND(moves[i]), word, size, vl_text_string(&text));
            word += size + (word[size] == ' ');
        }
    }
    vl_text_free(&text);
    vl_text_free(&targets);
}

/* Plays some games at random, once for each deck, and keeps what moves look like. */
static void learn_patterns(struct sv_deck *d)
{
    const struct vl_game *game = d->deck->game;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_setup setup;
    struct vl_rng rng;
    uint32_t looked[256] = {0};
    d->patterns = calloc(MOST_PATTERNS, sizeof *d->patterns);
    if (!d->patterns)
        abort();
    for (uint32_t n = 0; n < LEARNED_GAMES; n++) {
        vl_rng_seed(&rng, n, 0, VL_STREAM_LOOKS);
        if (!vl_setup_init(game, n % 2 ? game->most_seats : game->least_seats, &setup, NULL))
            return;
        game->start(d->deck->data, &setup, state);
        while (game->to_act(state) != VL_OVER) {
            if (game->to_act(state) >= 0)
                learn_position(d, state, looked);
            game->apply(d->deck->data, state, game->pick(d->deck->data, state, &rng));
        }
    }
}

/* What is being looked for. */
struct search {
    const struct vl_deck *deck;
    const struct vl_view *view;
    const char *target, *value;
    bool has_row;
    uint32_t row;
    struct vl_text *text; /* the move that was meant */
    struct vl_error *err;
};

static bool refuses_like(const struct search *s, const char *pattern)
{
    return refuses_with(s->deck, s->view, pattern, s->value, s->target, s->text, s->err) ||
           (s->has_row &&
            refuses_by_key(s->deck, s->view, pattern, s->row, s->target, s->text, s->err));
}

static bool refuses_like_legal(const struct search *s, const vl_move *moves, uint32_t count)
{
    struct vl_text legal = {0};
    bool found = false;
    uint32_t same = 0;
    for (uint32_t i = 0; i < count && !found; i++) {
        /* A few moves of each kind serve as patterns. */
        same = i && VL_MOVE_KIND(moves[i]) == VL_MOVE_KIND(moves[i - 1]) ? same + 1 : 0;
        if (same > OF_A_KIND)
            continue;
        vl_text_clear(&legal);
        s->deck->game->format_move(s->deck, s->view, moves[i], &legal);
        found = refuses_like(s, vl_text_string(&legal));
    }
    vl_text_free(&legal);
    return found;
}

static bool refuses_like_learned(const struct search *s, struct sv_deck *d)
{
    char sort[32];
    sort_of(s->target, strlen(s->target), sort);
    if (!d->patterns)
        learn_patterns(d);
    for (uint32_t i = 0; i < d->pattern_count; i++) {
        const char *text = d->patterns[i].text;
        if (strcmp(d->patterns[i].sort, sort) != 0)
            continue;
        if (refuses_like(s, text))
            return true;
        /* A move without a word for the element: "pass". */
        vl_text_clear(s->text);
        vl_text_add(s->text, text);
        if (refuses(s->deck, s->view, text, s->target, s->err))
            return true;
        vl_text_clear(s->text);
    }
    return false;
}

bool sv_refusal(struct sv_server *server, const struct vl_deck *deck, const struct vl_view *view,
                const char *target, struct vl_text *text, struct vl_error *err)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = deck->game->legal_moves(deck->data, view->state.bytes, moves);
    for (uint32_t i = 0; i < count; i++) {
        if (touches(deck, view, moves[i], target)) {
            deck->game->format_move(deck, view, moves[i], text);
            return true;
        }
    }
    struct search search = {.deck = deck, .view = view, .target = target, .text = text, .err = err};
    const char *dot = strrchr(target, '.');
    search.value = dot ? dot + 1 : target;
    char *end = NULL;
    unsigned long row = strtoul(search.value, &end, 10);
    search.has_row = end > search.value && *end == '\0' && row < UINT32_MAX;
    search.row = (uint32_t)row;
    if (refuses_like_legal(&search, moves, count))
        return false;
    for (struct sv_deck *d = server->decks; d; d = d->next)
        if (d->deck == deck && refuses_like_learned(&search, d))
            return false;
    vl_text_clear(text);
    *err = (struct vl_error){0};
    vl_fail(err, VL_NOT_FOUND, NULL, "nothing can be done with it now");
    return false;
}
