/* Games between bots. */
#include "cli/contest.h"

#include <sched.h>

#include "core/banned.h"

/* Sized for the budget of the bot that sits there. Without a bound on iterations the size is the
 * largest there is, since time alone ends such a search. */
void contest_memory(const struct contest *contest, struct vl_memory *memory[VL_MAX_SEATS])
{
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++) {
        const struct vl_player *player = &contest->players[seat];
        memory[seat] = NULL;
        if (seat >= contest->setup.seats || !player->bot->searches)
            continue;
        uint32_t own = player->iterations ? player->iterations : player->bot->iterations;
        uint32_t iterations = contest->iterations ? contest->iterations : own;
        memory[seat] = vl_memory_new(contest->milliseconds ? 0 : iterations, 1);
    }
}

void contest_forget(struct vl_memory *memory[VL_MAX_SEATS])
{
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        vl_memory_free(memory[seat]);
}

/* `step` counts the decisions of one seat in a row: a search divides the budget of its turn by it
 * and keeps its tree from one decision to the next. */
void contest_play(const struct contest *contest, uint64_t seed, uint64_t deal, uint64_t dice,
                  struct vl_memory *memory[VL_MAX_SEATS], struct contest_result *result)
{
    const struct vl_game *game = contest->game;
    const void *deck = contest->deck->data;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_rng chance, rng[VL_MAX_SEATS];
    struct vl_view view;
    int last = VL_CHANCE, seat;
    uint32_t step = 0;
    *result = (struct contest_result){0};
    vl_rng_seed(&chance, seed, deal, VL_STREAM_CHANCE);
    for (uint32_t s = 0; s < contest->setup.seats; s++)
        vl_rng_seed(&rng[s], seed, dice, VL_STREAM_BOTS + s);
    game->start(deck, &contest->setup, state);
    for (; (seat = game->to_act(state)) != VL_OVER; result->moves++) {
        if (seat == VL_CHANCE) {
            game->apply(deck, state, game->sample_chance(deck, state, &chance));
            continue;
        }
        step = seat == last ? step + 1 : 0;
        struct vl_question question = {.game = game,
                                       .deck = contest->deck,
                                       .view = &view,
                                       .rng = &rng[seat],
                                       .iterations = contest->iterations,
                                       .milliseconds = contest->milliseconds,
                                       .memory = memory[seat],
                                       .step = step};
        vl_look(game, deck, state, seat, &view);
        game->apply(deck, state, vl_player_move(&contest->players[seat], &question));
        result->starter = result->decisions == 0 ? (uint32_t)seat : result->starter;
        result->decisions++;
        result->turns += seat != last;
        last = seat;
    }
    game->score(deck, state, &result->score);
}

/* By affinity and not by the number of processors of the machine: in a container the process often
 * owns only some of them. */
uint32_t contest_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int count = CPU_COUNT(&set);
    return count < 1 ? 1 : count > CONTEST_MAX_THREADS ? CONTEST_MAX_THREADS : (uint32_t)count;
}
