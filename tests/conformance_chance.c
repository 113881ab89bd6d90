/*
 * Conformance: distributions. Draws are counted and compared; the bounds are so wide that a sound
 * game stays within them for any seed, while a slip in a mask or a weight does not.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "conformance_parts.h"

enum { DRAWS_A_MOVE = 40, CLOSELY = 3000, PLAYOUTS = 300, DEALS = 3000 };

/* Far beyond what chance gives a sum of squares with so many degrees of freedom. */
static double bound(uint32_t freedom)
{
    return freedom + 6 * sqrt(2.0 * freedom) + 20;
}

static uint32_t index_of(const struct cf *cf, vl_move move)
{
    uint32_t i = 0;
    while (i < cf->legal_count && cf->legal[i] != move)
        i++;
    return i;
}

/* ---- pick and sample_chance ---- */

static bool picks_evenly(struct cf *cf)
{
    uint32_t counts[VL_MAX_MOVES + 1] = {0}, draws = cf->legal_count * DRAWS_A_MOVE;
    for (uint32_t n = 0; n < draws; n++)
        counts[index_of(cf, cf->game->pick(cf->data, cf->state.bytes, &cf->dice))]++;
    double sum = 0;
    for (uint32_t i = 0; i < cf->legal_count; i++)
        sum +=
            (counts[i] - (double)DRAWS_A_MOVE) * (counts[i] - (double)DRAWS_A_MOVE) / DRAWS_A_MOVE;
    HOLD(cf, counts[cf->legal_count] == 0, "pick gives moves that are not legal");
    HOLD(cf, sum <= bound(cf->legal_count - 1), "pick is uneven: chi-square %.0f over %u moves",
         sum, cf->legal_count);
    return true;
}

/* Outcomes that were not drawn yet must come up sooner or later. */
static bool draws_everything(struct cf *cf, uint32_t *counts)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < cf->legal_count; i++)
        missing += counts[i] == 0;
    for (uint32_t n = 0; missing && n < 400 * VL_MAX_MOVES; n++) {
        vl_move move = cf->game->sample_chance(cf->data, cf->state.bytes, &cf->dice);
        missing -= counts[index_of(cf, move)]++ == 0;
    }
    HOLD(cf, !missing, "%u outcomes are listed, and never drawn", missing);
    return true;
}

static bool draws_alike(struct cf *cf)
{
    uint32_t picked[VL_MAX_MOVES + 1] = {0}, drawn[VL_MAX_MOVES + 1] = {0};
    uint32_t draws = cf->legal_count * DRAWS_A_MOVE, kinds = 0;
    for (uint32_t n = 0; n < draws; n++) {
        picked[index_of(cf, cf->game->pick(cf->data, cf->state.bytes, &cf->dice))]++;
        drawn[index_of(cf, cf->game->sample_chance(cf->data, cf->state.bytes, &cf->dice))]++;
    }
    HOLD(cf, picked[cf->legal_count] + drawn[cf->legal_count] == 0,
         "a draw gives what is not among the outcomes");
    double sum = 0;
    for (uint32_t i = 0; i < cf->legal_count; i++) {
        double a = picked[i], b = drawn[i];
        kinds += a + b > 0;
        sum += a + b > 0 ? (a - b) * (a - b) / (a + b) : 0;
    }
    HOLD(cf, sum <= bound(kinds), "pick and sample_chance differ: chi-square %.0f over %u", sum,
         kinds);
    return draws_everything(cf, drawn);
}

bool cf_draws(struct cf *cf)
{
    if (cf->actor == VL_OVER)
        return true;
    return cf->actor == VL_CHANCE ? draws_alike(cf) : picks_evenly(cf);
}

/* ---- playout against the list of moves ---- */

struct tally {
    double sum, squares;
};

static void add(struct tally *t, double value)
{
    t->sum += value;
    t->squares += value * value;
}

/* How many standard errors the means of two tallies of PLAYOUTS are apart. */
static double apart(const struct tally *a, const struct tally *b)
{
    double n = PLAYOUTS, mean_a = a->sum / n, mean_b = b->sum / n;
    double variance = (a->squares / n - mean_a * mean_a) + (b->squares / n - mean_b * mean_b);
    return fabs(mean_a - mean_b) / sqrt(variance / n + 1e-9);
}

static uint32_t play_by_list(struct cf *cf, struct cf_state *state)
{
    uint32_t moves = 0;
    for (; cf->game->to_act(state->bytes) != VL_OVER; moves++)
        cf->game->apply(cf->data, state->bytes,
                        vl_pick_from_list(cf->game, cf->data, state->bytes, &cf->dice));
    return moves;
}

bool cf_playouts(struct cf *cf)
{
    struct tally lengths[2] = {{0, 0}}, points[2][VL_MAX_SEATS] = {{{0, 0}}};
    for (uint32_t n = 0; n < 2 * PLAYOUTS; n++) {
        struct cf_state state;
        struct vl_score score;
        uint32_t way = n % 2;
        cf_replay(cf, 0, &state);
        uint32_t moves =
            way ? play_by_list(cf, &state) : cf->game->playout(cf->data, state.bytes, &cf->dice);
        HOLD(cf, cf->game->to_act(state.bytes) == VL_OVER, "playout does not reach the end");
        HOLD(cf, moves <= cf->game->longest, "playout took %u moves", moves);
        const char *broken = cf->game->check(cf->data, state.bytes);
        HOLD(cf, !broken, "playout ends with a broken invariant: %s", broken);
        cf->game->score(cf->data, state.bytes, &score);
        add(&lengths[way], moves);
        for (uint32_t seat = 0; seat < cf->seats; seat++)
            add(&points[way][seat], score.points[seat]);
    }
    HOLD(cf, apart(&lengths[0], &lengths[1]) < 6, "games by playout last %.1f moves, by list %.1f",
         lengths[0].sum / PLAYOUTS, lengths[1].sum / PLAYOUTS);
    for (uint32_t seat = 0; seat < cf->seats; seat++)
        HOLD(cf, apart(&points[0][seat], &points[1][seat]) < 6,
             "seat %u has %.2f points by playout, %.2f by list", seat,
             points[0][seat].sum / PLAYOUTS, points[1][seat].sum / PLAYOUTS);
    return true;
}

/* ---- determinize against the deal ---- */

/* Plays chance from the start to the first decision into cf's log. */
static void deal(struct cf *cf)
{
    cf_replay(cf, 0, &cf->state);
    for (cf->count = 0; cf->game->to_act(cf->state.bytes) == VL_CHANCE; cf->count++) {
        cf->moves[cf->count] = cf->game->sample_chance(cf->data, cf->state.bytes, &cf->dice);
        cf->actors[cf->count] = VL_CHANCE;
        cf->game->apply(cf->data, cf->state.bytes, cf->moves[cf->count]);
    }
}

/*
 * Deals again so that the viewer sees the same. Hidden draws are drawn anew; what the viewer sees
 * is given, and where a hidden draw took it already, the deal is not possible. That is exact as
 * long as a seen card was as likely in every such deal, which `even` finds out: all outcomes of
 * the draw are equally likely, and there are as many of them.
 */
static bool deal_again(struct cf *cf, int viewer, struct cf_state *here, struct cf_state *there,
                       bool *even)
{
    vl_move moves[VL_MAX_MOVES];
    const struct vl_game *game = cf->game;
    cf_replay(cf, 0, here);
    *there = *here;
    for (uint32_t i = 0; i < cf->count; i++) {
        vl_move shown = game->redact_move(cf->data, here->bytes, cf->moves[i], viewer), move;
        uint32_t count = game->legal_moves(cf->data, there->bytes, moves);
        if (shown == cf->moves[i]) {
            move = shown;
            if (count != game->legal_moves(cf->data, here->bytes, moves))
                *even = false;
            if (!vl_is_legal(game, cf->data, there->bytes, move))
                return false;
        } else {
            uint32_t tries = 0;
            do {
                move = game->sample_chance(cf->data, there->bytes, &cf->dice);
            } while (game->redact_move(cf->data, there->bytes, move, viewer) != shown &&
                     ++tries < 100);
            if (tries == 100)
                return false;
        }
        game->apply(cf->data, here->bytes, cf->moves[i]);
        game->apply(cf->data, there->bytes, move);
    }
    return true;
}

/*
 * Whether every outcome of the draws that the viewer sees is equally likely. Looked at closely:
 * where cards are alike within a kind, one card more or less makes little difference.
 */
static bool draws_are_even(struct cf *cf, int viewer)
{
    struct cf_state kept = cf->state;
    bool even = true;
    cf_replay(cf, 0, &cf->state);
    for (uint32_t i = 0; even && i < cf->count; i++) {
        uint32_t counts[VL_MAX_MOVES + 1] = {0};
        vl_move move = cf->moves[i];
        cf->legal_count = cf->game->legal_moves(cf->data, cf->state.bytes, cf->legal);
        if (cf->game->redact_move(cf->data, cf->state.bytes, move, viewer) == move &&
            cf->legal_count > 1) {
            double sum = 0;
            for (uint32_t n = 0; n < cf->legal_count * CLOSELY; n++)
                counts[index_of(cf,
                                cf->game->sample_chance(cf->data, cf->state.bytes, &cf->dice))]++;
            for (uint32_t k = 0; k < cf->legal_count; k++)
                sum += (counts[k] - (double)CLOSELY) * (counts[k] - (double)CLOSELY) / CLOSELY;
            even = sum <= bound(cf->legal_count - 1);
        }
        cf->game->apply(cf->data, cf->state.bytes, move);
    }
    cf->state = kept;
    return even;
}

static void count_bits(const struct cf *cf, const struct cf_state *state, uint32_t *counts)
{
    for (uint32_t i = 0; i < cf->game->state_size; i++)
        for (uint32_t rest = state->bytes[i]; rest; rest &= rest - 1)
            counts[i * 8 + (uint32_t)__builtin_ctz(rest)]++;
}

/* Every bit of the state is set as often by determinize as by dealing again. */
static bool deals_alike(struct cf *cf, int viewer)
{
    static uint32_t dealt[VL_MAX_STATE * 8], drawn[VL_MAX_STATE * 8];
    struct cf_state here, there;
    struct vl_view view;
    uint32_t deals = 0;
    bool even = draws_are_even(cf, viewer);
    memset(dealt, 0, sizeof dealt);
    memset(drawn, 0, sizeof drawn);
    for (uint32_t tries = 0; even && deals < DEALS && tries < 20 * DEALS; tries++) {
        if (!deal_again(cf, viewer, &here, &there, &even))
            continue;
        count_bits(cf, &there, dealt);
        deals++;
    }
    if (!even || deals < DEALS / 4)
        return true;
    cf_look(cf, cf->state.bytes, viewer, 0, &view);
    for (uint32_t n = 0; n < deals; n++) {
        cf->game->determinize(cf->data, &view, &cf->dice, there.bytes);
        count_bits(cf, &there, drawn);
    }
    for (uint32_t bit = 0; bit < cf->game->state_size * 8; bit++) {
        double p = (dealt[bit] + (double)drawn[bit]) / (2.0 * deals);
        double error = sqrt(2 * p * (1 - p) * deals) + 1e-9;
        HOLD(cf, fabs((double)dealt[bit] - drawn[bit]) <= 6 * error + 3,
             "determinize for %d: bit %u of byte %u is set %u times in %u; by dealing %u times",
             viewer, bit % 8, bit / 8, drawn[bit], deals, dealt[bit]);
    }
    return true;
}

bool cf_deals(struct cf *cf)
{
    deal(cf);
    return deals_alike(cf, 0) && deals_alike(cf, (int)cf->seats - 1) &&
           deals_alike(cf, VL_SPECTATOR);
}
