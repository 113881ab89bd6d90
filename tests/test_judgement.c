/*
 * Judgement: what a game's preferences are does not depend on what was asked before. A game may
 * keep what it will ask for again, one store a thread; that changes its speed and nothing else.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "valise/bot.h"

enum { ASKED = 150 };

/* Decisions of a game with the weights of their moves, as one thread found them. */
struct asked {
    const struct vl_game *game;
    const void *deck;
    uint32_t count;
    struct {
        struct vl_view view;
        vl_move moves[VL_MAX_MOVES];
        uint32_t move_count;
        int32_t weights[VL_MAX_MOVES];
    } at[ASKED];
};

/* Plays as the preferences say, and keeps every answer. */
static void ask_forwards(struct asked *asked, uint32_t seats)
{
    const struct vl_game *game = asked->game;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_setup setup;
    struct vl_rng rng;
    int seat;
    assert_true(vl_setup_init(game, seats, &setup, NULL));
    vl_rng_seed(&rng, seats, 0, VL_STREAM_CHANCE);
    game->start(asked->deck, &setup, state);
    asked->count = 0;
    while ((seat = game->to_act(state)) != VL_OVER && asked->count < ASKED) {
        if (seat == VL_CHANCE) {
            game->apply(asked->deck, state, game->sample_chance(asked->deck, state, &rng));
            continue;
        }
        uint32_t n = asked->count++, best = 0;
        vl_look(game, asked->deck, state, seat, &asked->at[n].view);
        asked->at[n].move_count = game->legal_moves(asked->deck, state, asked->at[n].moves);
        game->prefer(asked->deck, &asked->at[n].view, 0, asked->at[n].moves,
                     asked->at[n].move_count, asked->at[n].weights);
        for (uint32_t i = 1; i < asked->at[n].move_count; i++)
            best = asked->at[n].weights[i] > asked->at[n].weights[best] ? i : best;
        game->apply(asked->deck, state, asked->at[n].moves[best]);
    }
}

/* Asks again from the last to the first, in a thread that has kept nothing; how many differ. */
static void *ask_backwards(void *argument)
{
    const struct asked *asked = argument;
    uintptr_t different = 0;
    for (uint32_t n = asked->count; n-- > 0;) {
        int32_t weights[VL_MAX_MOVES];
        uint32_t count = asked->at[n].move_count;
        asked->game->prefer(asked->deck, &asked->at[n].view, 0, asked->at[n].moves, count, weights);
        different += memcmp(weights, asked->at[n].weights, count * sizeof *weights) != 0;
    }
    return (void *)different;
}

static void answers_do_not_depend_on_the_order(void **unused)
{
    struct asked *asked = malloc(sizeof *asked);
    (void)unused;
    assert_non_null(asked);
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        asked->game = vl_game_at(i);
        struct vl_deck *deck = vl_deck_open(asked->game, NULL, NULL);
        assert_non_null(deck);
        asked->deck = deck->data;
        for (uint32_t seats = asked->game->least_seats; seats <= asked->game->most_seats; seats++) {
            pthread_t thread;
            void *different;
            ask_forwards(asked, seats);
            assert_true(asked->count > 20);
            assert_int_equal(pthread_create(&thread, NULL, ask_backwards, asked), 0);
            assert_int_equal(pthread_join(thread, &different), 0);
            if (different)
                print_message("%s, %u seats: %zu of %u differ\n", asked->game->id, seats,
                              (size_t)(uintptr_t)different, asked->count);
            assert_null(different);
        }
        vl_deck_free(deck);
    }
    free(asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_do_not_depend_on_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
