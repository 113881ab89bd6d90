/* What the fuzz targets share. */
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

extern const struct vl_game tp_game;

enum { MOST_GAMES = 32 };

static const struct vl_game *games[MOST_GAMES];
static struct vl_deck *decks[MOST_GAMES];
static uint32_t game_count;

void fuzz_finding(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("finding: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

static void open_game(const struct vl_game *game)
{
    struct vl_error err = {0};
    games[game_count] = game;
    decks[game_count] = vl_deck_open(game, NULL, &err);
    if (!decks[game_count])
        fuzz_finding("%s: the deck does not open: %s", game->id, err.message);
    game_count++;
}

static void close_decks(void)
{
    for (uint32_t i = 0; i < game_count; i++)
        vl_deck_free(decks[i]);
}

uint32_t fuzz_game_count(void)
{
    if (game_count)
        return game_count;
    for (uint32_t i = 0; i < vl_game_count() && game_count < MOST_GAMES - 1; i++)
        if (vl_game_at(i) != &tp_game)
            open_game(vl_game_at(i));
    open_game(&tp_game);
    atexit(close_decks);
    return game_count;
}

const struct vl_game *fuzz_game(uint32_t index)
{
    return games[index];
}

const struct vl_deck *fuzz_deck(uint32_t index)
{
    return decks[index];
}

int fuzz_find(const char *id)
{
    for (uint32_t i = 0; i < fuzz_game_count(); i++)
        if (strcmp(games[i]->id, id) == 0)
            return (int)i;
    return -1;
}

static void look_round(const struct vl_game *game, const struct vl_deck *deck, const void *state)
{
    struct vl_text out = {0};
    struct vl_json json;
    struct vl_view view;
    struct vl_score score;
    int32_t points[VL_MAX_SEATS];
    for (int viewer = VL_OPEN; viewer < (int)game->least_seats; viewer++) {
        vl_look(game, deck->data, state, viewer, &view);
        vl_text_clear(&out);
        vl_json_start(&json, &out);
        game->write_view(deck, &view, &json);
        vl_json_start(&json, &out);
        game->annotate(deck, &view, &json);
        game->prompt(deck, &view, &out);
        game->show(deck, &view, &out);
        game->score(deck->data, view.state.bytes, &score);
        game->evaluate(deck->data, &view, points);
        vl_move moves[VL_MAX_MOVES];
        uint32_t count = game->to_act(state) == viewer
                             ? game->legal_moves(deck->data, view.state.bytes, moves)
                             : 0;
        for (uint32_t i = 0; i < count; i++) {
            game->label(deck, &view, moves[i], &out);
            game->targets(deck, &view, moves[i], &out);
            game->explain(deck, &view, moves[i], &out);
        }
    }
    vl_text_free(&out);
}

void fuzz_play_on(const struct vl_game *game, const struct vl_deck *deck, void *state,
                  uint64_t seed)
{
    struct vl_rng rng;
    uint32_t moves = 0;
    vl_rng_seed(&rng, seed, 0, VL_STREAM_LOOKS);
    look_round(game, deck, state);
    for (; game->to_act(state) != VL_OVER; moves++) {
        vl_move legal[VL_MAX_MOVES];
        uint32_t count = game->legal_moves(deck->data, state, legal);
        if (count == 0)
            fuzz_finding("%s: no legal move after %u moves", game->id, moves);
        if (moves > 2 * game->longest)
            fuzz_finding("%s: no end after %u moves", game->id, moves);
        game->apply(deck->data, state, game->pick(deck->data, state, &rng));
        const char *broken = game->check(deck->data, state);
        if (broken)
            fuzz_finding("%s: broken after %u moves: %s", game->id, moves + 1, broken);
        if (moves % 128 == 127)
            look_round(game, deck, state);
    }
    look_round(game, deck, state);
}
