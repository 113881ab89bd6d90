/*
 * Trying moves: what a seat would see, and where it has to stop.
 *
 * A try can be taken back, so it must not show anything that the seat does not know yet. Chance
 * stops it; and so does a move after which the seat would see more: that is found out by playing
 * the same moves from other states that the seat cannot tell from the true one, and looking
 * whether it would see the same.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "server/server.h"

enum { OTHER_WORLDS = 12 };

static void look(const struct sv_room *room, const void *state, int seat, struct vl_view *view)
{
    vl_look(vl_match_game(room->match), vl_match_deck(room->match)->data, state, seat, view);
}

bool sv_parse_moves(const struct sv_room *room, int seat, const char *const *texts, uint32_t count,
                    vl_move *moves, struct vl_error *err)
{
    const struct vl_game *game = vl_match_game(room->match);
    const struct vl_deck *deck = vl_match_deck(room->match);
    struct vl_view view;
    struct vl_try result;
    look(room, vl_match_state(room->match), seat, &view);
    for (uint32_t i = 0; i < count; i++) {
        if (!game->parse_move(deck, &view, texts[i], &moves[i], err)) {
            if (err && !err->where[0])
                snprintf(err->where, sizeof err->where, "moves[%u]", i);
            return false;
        }
        /* An element of a set may need others first: then the view stays as it is. */
        if (i + 1 < count && vl_match_try(room->match, seat, moves, i + 1, &result, NULL))
            look(room, result.state, seat, &view);
    }
    return true;
}

/* Whether the seat would see the same after these moves in another world. */
static bool same_elsewhere(const struct sv_room *room, int seat, const vl_move *moves,
                           uint32_t count, const struct vl_view *before,
                           const struct vl_view *after)
{
    const struct vl_game *game = vl_match_game(room->match);
    const void *deck = vl_match_deck(room->match)->data;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    struct vl_rng rng;
    randombytes_buf(rng.s, sizeof rng.s);
    game->determinize(deck, before, &rng, state);
    for (uint32_t i = 0; i < count; i++) {
        if (game->to_act(state) != seat || !vl_is_legal(game, deck, state, moves[i]))
            return false;
        game->apply(deck, state, moves[i]);
    }
    look(room, state, seat, &view);
    return memcmp(view.state.bytes, after->state.bytes, game->state_size) == 0;
}

/* How many of the moves show nothing new. */
static uint32_t safe_moves(const struct sv_room *room, int seat, const vl_move *moves,
                           uint32_t count)
{
    const struct vl_game *game = vl_match_game(room->match);
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view before, after;
    look(room, vl_match_state(room->match), seat, &before);
    memcpy(state, vl_match_state(room->match), game->state_size);
    for (uint32_t i = 0; i < count; i++) {
        game->apply(vl_match_deck(room->match)->data, state, moves[i]);
        look(room, state, seat, &after);
        for (int world = 0; world < OTHER_WORLDS; world++)
            if (!same_elsewhere(room, seat, moves, i + 1, &before, &after))
                return i;
    }
    return count;
}

static bool contains(const vl_move *moves, uint32_t count, vl_move move)
{
    for (uint32_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Whether the moves from `at` on are elements of the set that is open in `state`, so that more of
 * it may make them playable. */
static bool may_be_pending(const struct sv_room *room, const void *state, const vl_move *moves,
                           uint32_t at, uint32_t count)
{
    static struct vl_choice choice; /* large; one thread */
    vl_match_game(room->match)->choice(vl_match_deck(room->match)->data, state, &choice);
    if (!choice.set || count - at + choice.chosen_count > choice.most)
        return false;
    for (uint32_t i = at; i < count; i++)
        if (!contains(choice.candidates, choice.candidate_count, moves[i]) ||
            contains(moves + at, i - at, moves[i]))
            return false;
    return true;
}

/* Plays what comes before the set and leaves what was touched of it pending, in whatever order it
 * was touched. */
static bool try_pending(const struct sv_room *room, int seat, const vl_move *moves, uint32_t count,
                        struct vl_try *result, uint32_t *pending)
{
    for (uint32_t played = 0; played < count; played++) {
        if (!vl_match_try(room->match, seat, moves, played, result, NULL))
            continue;
        if (!result->stopped && vl_match_game(room->match)->to_act(result->state) == seat &&
            may_be_pending(room, result->state, moves, played, count)) {
            memcpy(result->order + played, moves + played, (count - played) * sizeof *moves);
            *pending = count - played;
            return true;
        }
    }
    return false;
}

bool sv_try(const struct sv_room *room, int seat, const vl_move *moves, uint32_t count,
            struct sv_attempt *attempt, struct vl_error *err)
{
    const struct vl_game *game = vl_match_game(room->match);
    struct vl_try result;
    *attempt = (struct sv_attempt){.count = count};
    if (!vl_match_try(room->match, seat, moves, count, &result, err) &&
        !try_pending(room, seat, moves, count, &result, &attempt->pending))
        return false;
    memcpy(attempt->moves, result.order, count * sizeof *moves);
    attempt->played = safe_moves(room, seat, result.order, count - attempt->pending);
    attempt->stopped = result.stopped;
    attempt->turn_over = game->to_act(result.state) != seat;
    if (attempt->played < count - attempt->pending) {
        attempt->stopped = true;
        attempt->pending = 0;
        if (!vl_match_try(room->match, seat, attempt->moves, attempt->played, &result, err))
            return false;
    }
    attempt->to_act = game->to_act(result.state);
    look(room, result.state, seat, &attempt->view);
    return true;
}
