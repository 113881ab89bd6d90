/*
 * How a search judges a position that is new to its tree: sensible moves for some turns and then
 * the game's own evaluation, sensible moves to the end, or random moves. Which is best is a matter
 * of measurement; see docs/bots.md.
 */
#include "bots/rollout.h"

#include <math.h>

#include "core/banned.h"

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

/*
 * Results from final or expected points: mostly who wins, partly by how much.
 *
 * Winning alone gives the search nothing to go by where a game is decided; the lead over the best
 * rival, through a logistic curve that is `margin` points wide, keeps it playing for points there.
 * Before the end (no ranks yet) the lead stands for both.
 */
static void results_of(struct search *s, const double *points, const uint8_t *rank, double *results)
{
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        double best = -1e9;
        uint32_t winners = 0;
        for (uint32_t other = 0; other < s->seats; other++) {
            if (other != seat && points[other] > best)
                best = points[other];
            winners += rank && rank[other] == 1;
        }
        double lead = logistic((points[seat] - best) / s->tuning.margin);
        double win = rank ? (rank[seat] == 1 ? 1.0 / winners : 0) : lead;
        s->wins[seat] = win;
        results[seat] = s->tuning.winning * win + (1 - s->tuning.winning) * lead;
    }
}

void rollout_finished(struct search *s, double *results, double *points)
{
    struct vl_score score;
    s->q->game->score(s->q->deck->data, s->state, &score);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        points[seat] = score.points[seat];
    results_of(s, points, score.rank, results);
}

/* The game's own estimate. The filled-in state is looked at openly: the seats of a determinized
 * state hide nothing from the search any more. */
static void expected(struct search *s, double *results, double *points)
{
    int32_t judged[VL_MAX_SEATS];
    vl_look(s->q->game, s->q->deck->data, s->state, VL_OPEN, &s->actor_view);
    s->q->game->evaluate(s->q->deck->data, &s->actor_view, judged);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        points[seat] = judged[seat];
    results_of(s, points, NULL, results);
}

vl_move rollout_move(struct search *s, int seat)
{
    const struct vl_game *game = s->q->game;
    const void *deck = s->q->deck->data;
    uint32_t count = game->legal_moves(deck, s->state, s->moves), best = 0;
    if (count == 1)
        return s->moves[0];
    if (vl_rng_below(&s->rng, 100) < s->tuning.noise)
        return s->moves[vl_rng_below(&s->rng, count)];
    vl_look(game, deck, s->state, seat, &s->actor_view);
    game->prefer(deck, &s->actor_view, 0, s->moves, count, s->weights);
    for (uint32_t i = 1; i < count; i++)
        if (s->weights[i] > s->weights[best])
            best = i;
    return s->moves[best];
}

double search_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool search_is_late(const struct search *s)
{
    return s->deadline > 0 && search_clock() >= s->deadline;
}

bool rollout_judge(struct search *s, double *results, double *points)
{
    const struct vl_game *game = s->q->game;
    const void *deck = s->q->deck->data;
    uint32_t turns = s->tuning.turns;
    int last = VL_CHANCE, seat;
    if (s->tuning.rollout == VL_ROLLOUT_RANDOM) {
        game->playout(deck, s->state, &s->rng);
        rollout_finished(s, results, points);
        return true;
    }
    while ((seat = game->to_act(s->state)) != VL_OVER) {
        if (seat == VL_CHANCE) {
            game->apply(deck, s->state, game->sample_chance(deck, s->state, &s->rng));
            continue;
        }
        if (seat != last && s->tuning.rollout == VL_ROLLOUT_EVALUATE) {
            if (turns == 0) {
                expected(s, results, points);
                return true;
            }
            turns--;
        }
        if (search_is_late(s))
            return false;
        last = seat;
        game->apply(deck, s->state, rollout_move(s, seat));
    }
    rollout_finished(s, results, points);
    return true;
}
