/*
 * Writes a bot and plays it against another one.
 *
 *     write_a_bot [GAME [GAMES]]
 *
 * The bot tries every legal move in a number of worlds that its seat cannot tell from the true one,
 * plays each of them to the end by random moves, and takes the move with the best average lead
 * ("flat Monte Carlo"). It knows no game: the same bot plays all of them. It cannot peek either,
 * because it only gets a view, and `determinize` makes a full state from a view.
 */
#include <stdio.h>
#include <stdlib.h>

#include <valise/bot.h>

enum { WORLDS = 50 };

/* The final lead of `seat` over the best other seat; rank 0 stands for a seat that is not there. */
static int32_t lead(const struct vl_score *score, int seat)
{
    int32_t best = INT32_MIN;
    for (int other = 0; other < VL_MAX_SEATS; other++)
        if (other != seat && score->rank[other] != 0 && score->points[other] > best)
            best = score->points[other];
    return score->points[seat] - best;
}

static void answer(const struct vl_question *question, uint32_t style, struct vl_answer *answer)
{
    const struct vl_game *game = question->game;
    const void *deck = question->deck->data;
    vl_move moves[VL_MAX_MOVES];
    int64_t sum[VL_MAX_MOVES] = {0};
    uint32_t best = 0;
    uint32_t count = game->legal_moves(deck, question->view->state.bytes, moves);
    (void)style;
    for (int world = 0; world < WORLDS; world++) {
        uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
        uint8_t after[VL_MAX_STATE] __attribute__((aligned(8)));
        game->determinize(deck, question->view, question->rng, state);
        for (uint32_t i = 0; i < count; i++) {
            struct vl_score score;
            vl_memcpy(after, state, game->state_size);
            game->apply(deck, after, moves[i]);
            game->playout(deck, after, question->rng);
            game->score(deck, after, &score);
            sum[i] += lead(&score, question->view->seat);
        }
    }
    for (uint32_t i = 1; i < count; i++)
        best = sum[i] > sum[best] ? i : best;
    answer->move = moves[best];
    answer->candidate_count = 0; /* a bot for hints lists its best moves here */
}

static const struct vl_bot flat = {
    .name = "flat", .help = "the best average of random games to the end", .answer = answer};

/* One game; returns the seat of the winner, or -1 for a tie. */
static int play_game(const struct vl_game *game, const struct vl_deck *deck,
                     const struct vl_player *players, uint64_t deal)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_rng chance, rng;
    struct vl_setup setup;
    struct vl_score score;
    struct vl_view view;
    int seat;
    vl_setup_init(game, 2, &setup, NULL);
    vl_rng_seed(&chance, 1, deal, VL_STREAM_CHANCE);
    vl_rng_seed(&rng, 1, deal, VL_STREAM_BOTS);
    game->start(deck->data, &setup, state);
    while ((seat = game->to_act(state)) != VL_OVER) {
        struct vl_question question = {.game = game, .deck = deck, .view = &view, .rng = &rng};
        vl_move move;
        if (seat == VL_CHANCE) {
            move = game->sample_chance(deck->data, state, &chance);
        } else {
            vl_look(game, deck->data, state, seat, &view);
            move = vl_player_move(&players[seat], &question);
        }
        game->apply(deck->data, state, move);
    }
    game->score(deck->data, state, &score);
    return score.rank[0] == score.rank[1] ? -1 : score.rank[0] == 1 ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct vl_game *game = argc > 1 ? vl_game_find(argv[1]) : vl_game_at(0);
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 20;
    struct vl_player players[2] = {{.bot = &flat}};
    struct vl_error err = {0};
    struct vl_deck *deck = game ? vl_deck_open(game, NULL, &err) : NULL;
    uint32_t wins = 0, ties = 0;
    if (!deck || !vl_player_find(game, "greedy", &players[1], &err)) {
        fprintf(stderr, "%s\n", game ? err.message : "there is no such game");
        vl_deck_free(deck);
        return 2;
    }
    for (uint64_t deal = 0; deal < games; deal++) {
        int winner = play_game(game, deck, players, deal);
        wins += winner == 0;
        ties += winner == -1;
    }
    printf("%s: %s won %u of %llu games against %s, %u ties\n", game->name, flat.name, wins,
           (unsigned long long)games, players[1].bot->name, ties);
    vl_deck_free(deck);
    return 0;
}
