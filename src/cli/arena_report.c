/*
 * The arena's reckoning.
 *
 * Elo is fitted to all games at once (Bradley and Terry's model: how often a bot ranks above
 * another), its mean over the bots is 0. A drawn game is counted along for every pair that met, so
 * that an unbroken row of wins has a finite difference. The intervals are the jackknife's: blocks
 * in twenty groups, each left out in turn.
 *
 * Luck, with two bots at two seats: a deal is played twice, the bots changing seats. What both
 * games have in common from the first seat's side is the deal's, what changes sign with the bots is
 * skill's, and the rest is how the games went on.
 */
#include <inttypes.h>
#include <math.h>

#include "cli/arena.h"
#include "core/banned.h"
#include "core/json_write.h"

static const double z95 = 1.959963984540054;

static void add(struct arena_measure *m, double value)
{
    m->sum += value;
    m->squares += value * value;
}

static double mean(const struct arena_measure *m, uint64_t n)
{
    return m->sum / (double)n;
}

/* From sums alone, so that a million blocks need no memory. Rounding may leave a tiny negative
 * number where all blocks are equal. */
static double variance(const struct arena_measure *m, uint64_t n)
{
    double average = mean(m, n);
    double v = n > 1 ? (m->squares - average * m->sum) / (double)(n - 1) : 0;
    return v > 0 ? v : 0;
}

/* Half the width of the 95% interval of the mean. */
static double reach(const struct arena_measure *m, uint64_t n)
{
    return z95 * sqrt(variance(m, n) / (double)n);
}

double arena_wins(const struct arena *arena, uint32_t bot)
{
    return mean(&arena->share[bot], arena->played);
}

uint32_t arena_games(const struct arena *a)
{
    return a->bots > a->contest.setup.seats ? a->bots : a->contest.setup.seats;
}

/* ---- Counting ---- */

/*
 * The log of the likelihood ratio of "the share is high" to "the share is low", the blocks' spread
 * estimated from the blocks. One block in which the bot won nothing and one in which it won
 * everything are counted along, so that an unbroken row of wins is no certainty.
 */
static double likelihood(const struct arena *a)
{
    double n = (double)a->played + 2;
    double average = (a->share[0].sum + 1) / n;
    double spread = (a->share[0].squares + 1) / n - average * average;
    if (spread <= 0)
        return 0;
    return n * (a->high - a->low) * (2 * average - a->low - a->high) / (2 * spread);
}

/* Both errors are 5%, so by Wald's bounds the test may stop where the ratio of the likelihoods
 * passes 0.95 / 0.05 one way or the other. A single block has no spread and decides nothing. */
bool arena_decided(const struct arena *a)
{
    return a->test && a->played >= 2 && fabs(a->ratio) >= log(0.95 / 0.05);
}

/* Only then do the two seatings of a deal differ in nothing but who sits where, which is what the
 * split into luck and skill needs. */
static bool is_duel(const struct arena *a)
{
    return a->bots == 2 && a->contest.setup.seats == 2;
}

static void count_luck(struct arena *a, const struct arena_block *block)
{
    add(&a->lead[0], block->lead[0]);
    add(&a->lead[1], block->lead[1]);
    a->lead_product += block->lead[0] * block->lead[1];
    /* The first bot sat first in the first game, second in the second. */
    if (block->share[0] > 0.99)
        a->both[0]++;
    else if (block->share[0] < 0.01)
        a->both[1]++;
    else
        a->parted++;
}

/* Blocks go to the groups in turn, so that the groups are of the same size, and a drift over time
 * spreads over all of them. */
void arena_count(struct arena *a, const struct arena_block *block)
{
    uint32_t group = (uint32_t)(a->played % ARENA_GROUPS);
    for (uint32_t bot = 0; bot < a->bots; bot++) {
        add(&a->share[bot], block->share[bot]);
        add(&a->rank[bot], block->rank[bot]);
        add(&a->margin[bot], block->margin[bot]);
        for (uint32_t other = 0; other < a->bots; other++)
            a->above[group][bot][other] += block->above[bot][other];
    }
    if (is_duel(a))
        count_luck(a, block);
    a->played++;
    a->ratio = likelihood(a);
}

/* ---- Elo ---- */

/* Strengths by Hunter's method: each from all the others until nothing moves any more. */
static void fit(const struct arena *a, uint32_t without, double *elo)
{
    double above[ARENA_BOTS][ARENA_BOTS] = {{0}}, strength[ARENA_BOTS], shift = 1, logs = 0;
    for (uint32_t i = 0; i < a->bots; i++) {
        strength[i] = 1;
        for (uint32_t j = 0; j < a->bots; j++) {
            for (uint32_t group = 0; group < ARENA_GROUPS; group++)
                if (group != without)
                    above[i][j] += a->above[group][i][j];
        }
    }
    for (uint32_t round = 0; round < 10000 && shift > 1e-9; round++) {
        shift = 0;
        for (uint32_t i = 0; i < a->bots; i++) {
            double wins = 0, weight = 0;
            for (uint32_t j = 0; j < a->bots; j++) {
                double met = above[i][j] + above[j][i];
                if (i == j || met <= 0)
                    continue;
                wins += above[i][j] + 0.5;
                weight += (met + 1) / (strength[i] + strength[j]);
            }
            if (weight <= 0)
                continue;
            shift = fmax(shift, fabs(log(wins / weight / strength[i])));
            strength[i] = wins / weight;
        }
    }
    for (uint32_t i = 0; i < a->bots; i++)
        logs += log10(strength[i]) / a->bots;
    for (uint32_t i = 0; i < a->bots; i++)
        elo[i] = 400 * (log10(strength[i]) - logs);
}

/* Elo of every bot, and half the width of its 95% interval. */
static void rate(const struct arena *a, double *elo, double *width)
{
    double part[ARENA_GROUPS][ARENA_BOTS];
    uint32_t groups = a->played < ARENA_GROUPS ? (uint32_t)a->played : ARENA_GROUPS;
    fit(a, ARENA_GROUPS, elo);
    for (uint32_t group = 0; group < groups; group++)
        fit(a, group, part[group]);
    for (uint32_t bot = 0; bot < a->bots; bot++) {
        double average = 0, sum = 0;
        for (uint32_t group = 0; group < groups; group++)
            average += part[group][bot] / groups;
        for (uint32_t group = 0; group < groups; group++)
            sum += (part[group][bot] - average) * (part[group][bot] - average);
        width[bot] = z95 * sqrt(sum * (groups - 1) / groups);
    }
}

/* ---- Luck ---- */

/* Shares of the variance of the first seat's margin. */
struct luck {
    double deal, skill, rest;
};

/* The covariance of both games of a deal is the part that the deal decides. It is an estimate and
 * may leave the range that it is a part of, so it is clamped to that. */
static struct luck luck_of(const struct arena *a)
{
    uint64_t n = a->played;
    double gap = (mean(&a->lead[0], n) - mean(&a->lead[1], n)) / 2;
    double deal = (a->lead_product - mean(&a->lead[0], n) * a->lead[1].sum) / (double)(n - 1);
    double within = (variance(&a->lead[0], n) + variance(&a->lead[1], n)) / 2;
    double all = within + gap * gap;
    deal = fmin(fmax(deal, 0), within);
    if (all <= 0)
        return (struct luck){0, 0, 0};
    return (struct luck){deal / all, gap * gap / all, (within - deal) / all};
}

/* ---- Reporting ---- */

static const char *verdict(const struct arena *a)
{
    if (!a->test)
        return "none";
    return !arena_decided(a) ? "open" : a->ratio > 0 ? "high" : "low";
}

static void put_measure(struct vl_json *json, const char *key, const struct arena_measure *m,
                        uint64_t n)
{
    vl_json_open_object(json, key);
    vl_json_put_real(json, "mean", mean(m, n));
    vl_json_put_real(json, "low", mean(m, n) - reach(m, n));
    vl_json_put_real(json, "high", mean(m, n) + reach(m, n));
    vl_json_end_object(json);
}

static void put_luck(const struct arena *a, struct vl_json *json)
{
    struct luck luck = luck_of(a);
    vl_json_open_object(json, "luck");
    vl_json_put_real(json, "deal", luck.deal);
    vl_json_put_real(json, "skill", luck.skill);
    vl_json_put_real(json, "rest", luck.rest);
    vl_json_put_real(json, "first_from_both", a->both[0] / (double)a->played);
    vl_json_put_real(json, "second_from_both", a->both[1] / (double)a->played);
    vl_json_put_real(json, "parted", a->parted / (double)a->played);
    vl_json_end_object(json);
}

void arena_write_json(const struct arena *a, struct vl_text *out)
{
    struct vl_json json;
    double elo[ARENA_BOTS], width[ARENA_BOTS];
    rate(a, elo, width);
    vl_json_start(&json, out);
    vl_json_object(&json);
    vl_json_put_string(&json, "game", a->contest.game->id);
    vl_json_put_int(&json, "rules_version", a->contest.game->rules_version);
    vl_json_put_string(&json, "deck", a->contest.deck->hash);
    vl_json_put_int(&json, "seats", a->contest.setup.seats);
    vl_json_put_int(&json, "deals", (int64_t)a->played);
    vl_json_put_int(&json, "games", (int64_t)(a->played * arena_games(a)));
    vl_json_put_string(&json, "verdict", verdict(a));
    vl_json_open_array(&json, "bots");
    for (uint32_t bot = 0; bot < a->bots; bot++) {
        vl_json_object(&json);
        vl_json_put_string(&json, "bot", a->names[bot]);
        put_measure(&json, "wins", &a->share[bot], a->played);
        put_measure(&json, "rank", &a->rank[bot], a->played);
        put_measure(&json, "margin", &a->margin[bot], a->played);
        vl_json_put_real(&json, "elo", elo[bot]);
        vl_json_put_real(&json, "elo_low", elo[bot] - width[bot]);
        vl_json_put_real(&json, "elo_high", elo[bot] + width[bot]);
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    if (is_duel(a) && a->played > 1)
        put_luck(a, &json);
    vl_json_end_object(&json);
    vl_text_char(out, '\n');
}

static void write_luck(const struct arena *a, struct vl_text *out)
{
    struct luck luck = luck_of(a);
    double n = (double)a->played;
    vl_text_addf(
        out,
        "Luck: of the margin's variance %.0f%% lies in the deal, %.0f%% in who plays, "
        "%.0f%% in how it goes on; %s won %.0f%% of the deals from both seats, %s %.0f%%\n",
        100 * luck.deal, 100 * luck.skill, 100 * luck.rest, a->names[0], 100 * a->both[0] / n,
        a->names[1], 100 * a->both[1] / n);
}

/* The same figures as the JSON has, rounded for reading: hundredths of a percent are far below the
 * intervals that stand beside them. */
void arena_write_words(const struct arena *a, struct vl_text *out)
{
    uint64_t n = a->played;
    double elo[ARENA_BOTS], width[ARENA_BOTS];
    rate(a, elo, width);
    vl_text_addf(out,
                 "%s, rules version %u, deck %s: %" PRIu64 " deals, each played %u times with the "
                 "seats rotated\n",
                 a->contest.game->name, a->contest.game->rules_version, a->contest.deck->hash, n,
                 arena_games(a));
    for (uint32_t bot = 0; bot < a->bots; bot++)
        vl_text_addf(out,
                     "%s: wins %.2f%% (+-%.2f), mean rank %.2f (+-%.2f), margin %+.2f (+-%.2f), "
                     "Elo %+.0f (+-%.0f)\n",
                     a->names[bot], 100 * mean(&a->share[bot], n), 100 * reach(&a->share[bot], n),
                     mean(&a->rank[bot], n), reach(&a->rank[bot], n), mean(&a->margin[bot], n),
                     reach(&a->margin[bot], n), elo[bot], width[bot]);
    if (is_duel(a) && a->played > 1)
        write_luck(a, out);
    if (!a->test)
        return;
    if (!arena_decided(a))
        vl_text_add(out, "The test is still open after all deals.\n");
    else
        vl_text_addf(out, "Tested: %s wins %.1f%% or %s, not %.1f%% or %s.\n", a->names[0],
                     100 * (a->ratio > 0 ? a->high : a->low), a->ratio > 0 ? "more" : "less",
                     100 * (a->ratio > 0 ? a->low : a->high), a->ratio > 0 ? "less" : "more");
}
