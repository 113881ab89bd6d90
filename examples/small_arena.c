/*
 * A small arena: two bots play the same deals, and each deal twice with the seats exchanged.
 *
 *     small_arena [GAME [A B [DEALS]]]
 *
 * Both games of a deal draw their cards from the same stream, so a lucky hand helps each bot once.
 * `valise arena` does the same for more bots and seats, on all processors.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <valise/bot.h>

struct arena {
    const struct vl_game *game;
    const struct vl_deck *deck;
    struct vl_player players[2];
};

/* One game with player `first` in seat 0; returns what player 0 gets of one point. */
static double play_game(const struct arena *arena, int first, uint64_t deal)
{
    const struct vl_game *game = arena->game;
    const void *deck = arena->deck->data;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_rng chance, rng[2];
    struct vl_memory *memory[2];
    struct vl_setup setup;
    struct vl_score score;
    struct vl_view view;
    int seat, last = VL_CHANCE;
    uint32_t step = 0;

    vl_setup_init(game, 2, &setup, NULL);
    vl_rng_seed(&chance, 1, deal, VL_STREAM_CHANCE);
    for (int s = 0; s < 2; s++) {
        const struct vl_player *player = &arena->players[s ^ first];
        uint32_t own = player->iterations ? player->iterations : player->bot->iterations;
        vl_rng_seed(&rng[s], 1, deal, VL_STREAM_BOTS + (uint32_t)s);
        /* A bot that searches keeps its tree for the whole turn. */
        memory[s] = player->bot->searches ? vl_memory_new(own, 1) : NULL;
    }
    game->start(deck, &setup, state);
    while ((seat = game->to_act(state)) != VL_OVER) {
        if (seat == VL_CHANCE) {
            game->apply(deck, state, game->sample_chance(deck, state, &chance));
            continue;
        }
        step = seat == last ? step + 1 : 0; /* decisions of this turn so far */
        last = seat;
        vl_look(game, deck, state, seat, &view);
        struct vl_question question = {.game = game,
                                       .deck = arena->deck,
                                       .view = &view,
                                       .rng = &rng[seat],
                                       .memory = memory[seat],
                                       .step = step};
        game->apply(deck, state, vl_player_move(&arena->players[seat ^ first], &question));
    }
    game->score(deck, state, &score);
    vl_memory_free(memory[0]);
    vl_memory_free(memory[1]);
    if (score.rank[0] == score.rank[1])
        return 0.5;
    return score.rank[first] == 1 ? 1 : 0;
}

int main(int argc, char **argv)
{
    const char *names[2] = {argc > 3 ? argv[2] : "commuter", argc > 3 ? argv[3] : "tourist"};
    uint64_t deals = argc > 4 ? strtoull(argv[4], NULL, 10) : 100;
    struct arena arena = {.game = argc > 1 ? vl_game_find(argv[1]) : vl_game_at(0)};
    struct vl_error err = {.message = "there is no such game"};
    struct vl_deck *deck = arena.game ? vl_deck_open(arena.game, NULL, &err) : NULL;
    double sum = 0, squares = 0;

    if (!deck || deals < 2 || !vl_player_find(arena.game, names[0], &arena.players[0], &err) ||
        !vl_player_find(arena.game, names[1], &arena.players[1], &err)) {
        fprintf(stderr, "%s\n", deck && deals < 2 ? "at least 2 deals" : err.message);
        vl_deck_free(deck);
        return 2;
    }
    arena.deck = deck;
    for (uint64_t deal = 0; deal < deals; deal++) {
        /* The two games of a deal are one sample: they are not independent of each other. */
        double pair = (play_game(&arena, 0, deal) + play_game(&arena, 1, deal)) / 2;
        sum += pair;
        squares += pair * pair;
    }
    double n = (double)deals, mean = sum / n;
    double error = sqrt((squares - n * mean * mean) / (n - 1) / n);
    printf("%s, %llu deals, each played twice\n", arena.game->name, (unsigned long long)deals);
    printf("%s wins %.1f%% against %s (95%% interval: %.1f%% to %.1f%%)\n", names[0], 100 * mean,
           names[1], 100 * fmax(0, mean - 1.96 * error), 100 * fmin(1, mean + 1.96 * error));
    vl_deck_free(deck);
    return 0;
}
