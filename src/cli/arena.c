/*
 * valise arena: bots against each other on the same deals.
 *
 * Every deal is played once for each rotation of the seating, so that a good seat or a lucky deal
 * serves all alike. The block of games of one deal is the sample: its games are not independent of
 * each other, blocks are. With two bots at a larger table the first meets copies of the second.
 *
 * The sequential test looks at the first bot's share of wins after every batch of blocks and stops
 * as soon as one of the two shares it was given can be ruled out (the generalised sequential
 * probability ratio test, errors of 5% on both sides). Batches have a fixed size and are counted in
 * order, so the result does not depend on the number of threads.
 */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "core/banned.h"

enum { BATCH = 16 };

static const double z95 = 1.959963984540054;

/* Mean and spread of a number that every block gives. */
struct measure {
    double sum, squares;
};

/* What one block says about one bot. */
struct block {
    double share[VL_MAX_SEATS];  /* of wins, mean over the rotations */
    double rank[VL_MAX_SEATS];   /* mean */
    double margin[VL_MAX_SEATS]; /* points over the best other seat, mean */
    double above[VL_MAX_SEATS];  /* how often it ranked above another bot; ties count half */
};

struct arena {
    struct contest contest;
    const char *names[VL_MAX_SEATS];
    uint32_t bots; /* different ones; the last fills the seats that are left */
    uint64_t blocks, seed;
    uint64_t first, end; /* of the batch under way */
    atomic_uint_fast64_t next;
    struct block results[BATCH];
    uint64_t played;
    struct measure share[VL_MAX_SEATS], rank[VL_MAX_SEATS], margin[VL_MAX_SEATS],
        above[VL_MAX_SEATS];
    bool test;
    double low, high; /* the shares that the sequential test tells apart */
    double ratio;     /* logarithm of the likelihood ratio */
};

static void add(struct measure *m, double value)
{
    m->sum += value;
    m->squares += value * value;
}

static double mean(const struct measure *m, uint64_t n)
{
    return m->sum / (double)n;
}

static double variance(const struct measure *m, uint64_t n)
{
    double average = mean(m, n);
    double v = n > 1 ? (m->squares - average * m->sum) / (double)(n - 1) : 0;
    return v > 0 ? v : 0;
}

/* Half the width of the 95% interval of the mean. */
static double reach(const struct measure *m, uint64_t n)
{
    return z95 * sqrt(variance(m, n) / (double)n);
}

/* ---- Playing ---- */

/* Which bot sits at a seat when the seating has moved on by `rotation`. */
static uint32_t bot_at(const struct arena *a, uint32_t seat, uint32_t rotation)
{
    uint32_t place = (seat + a->contest.setup.seats - rotation) % a->contest.setup.seats;
    return place < a->bots ? place : a->bots - 1;
}

static double win_of(const struct vl_score *score, uint32_t seats, uint32_t seat)
{
    uint32_t winners = 0;
    for (uint32_t other = 0; other < seats; other++)
        winners += score->rank[other] == 1;
    return score->rank[seat] == 1 ? 1.0 / winners : 0;
}

/* Adds one game to the block, as seen by the bot at `seat`; copies of a bot share its row. */
static void count_seat(const struct arena *a, const struct vl_score *score, uint32_t seat,
                       uint32_t rotation, double weight, struct block *block)
{
    uint32_t seats = a->contest.setup.seats, bot = bot_at(a, seat, rotation);
    double above = 0, others = 0;
    int32_t best = INT32_MIN;
    for (uint32_t other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        best = score->points[other] > best ? score->points[other] : best;
        if (bot_at(a, other, rotation) == bot)
            continue;
        others++;
        above += score->rank[seat] < score->rank[other]    ? 1
                 : score->rank[seat] == score->rank[other] ? 0.5
                                                           : 0;
    }
    block->share[bot] += weight * win_of(score, seats, seat);
    block->rank[bot] += weight * score->rank[seat];
    block->margin[bot] += weight * (score->points[seat] - best);
    block->above[bot] += weight * (others > 0 ? above / others : 0.5);
}

static void play_block(const struct arena *a, uint64_t deal, struct block *block)
{
    uint32_t seats = a->contest.setup.seats;
    *block = (struct block){0};
    for (uint32_t rotation = 0; rotation < seats; rotation++) {
        struct contest contest = a->contest;
        struct vl_memory *memory[VL_MAX_SEATS];
        struct contest_result result;
        for (uint32_t seat = 0; seat < seats; seat++)
            contest.players[seat] = a->contest.players[bot_at(a, seat, rotation)];
        contest_memory(&contest, memory);
        contest_play(&contest, a->seed, deal, deal * VL_MAX_SEATS + rotation, memory, &result);
        contest_forget(memory);
        for (uint32_t seat = 0; seat < seats; seat++) {
            uint32_t copies = bot_at(a, seat, rotation) + 1 == a->bots ? seats - a->bots + 1 : 1;
            count_seat(a, &result.score, seat, rotation, 1.0 / seats / copies, block);
        }
    }
}

static void *work(void *argument)
{
    struct arena *a = argument;
    for (;;) {
        uint64_t deal = atomic_fetch_add(&a->next, 1);
        if (deal >= a->end)
            return NULL;
        play_block(a, deal, &a->results[deal - a->first]);
    }
}

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

static bool decided(const struct arena *a)
{
    return a->test && a->played >= 2 && fabs(a->ratio) >= log(0.95 / 0.05);
}

static void count_batch(struct arena *a)
{
    for (uint64_t i = 0; i < a->end - a->first; i++) {
        for (uint32_t bot = 0; bot < a->bots; bot++) {
            add(&a->share[bot], a->results[i].share[bot]);
            add(&a->rank[bot], a->results[i].rank[bot]);
            add(&a->margin[bot], a->results[i].margin[bot]);
            add(&a->above[bot], a->results[i].above[bot]);
        }
        a->played++;
    }
    a->ratio = likelihood(a);
}

static void run(struct arena *a, uint32_t threads)
{
    pthread_t ids[CONTEST_MAX_THREADS];
    bool terminal = isatty(STDERR_FILENO);
    for (a->first = 0; a->first < a->blocks && !decided(a); a->first = a->end) {
        uint32_t started = 0;
        a->end = a->first + BATCH < a->blocks ? a->first + BATCH : a->blocks;
        atomic_store(&a->next, a->first);
        while (started + 1 < threads && pthread_create(&ids[started], NULL, work, a) == 0)
            started++;
        work(a);
        for (uint32_t t = 0; t < started; t++)
            pthread_join(ids[t], NULL);
        count_batch(a);
        if (terminal)
            fprintf(stderr, "\r%" PRIu64 " deals, %s wins %.1f%%  ", a->played, a->names[0],
                    100 * mean(&a->share[0], a->played));
    }
    if (terminal)
        fprintf(stderr, "\r%60s\r", "");
}

/* ---- Reporting ---- */

static double elo(double share)
{
    double p = fmin(fmax(share, 0.001), 0.999);
    return 400 * log10(p / (1 - p));
}

static const char *verdict(const struct arena *a)
{
    if (!a->test)
        return "none";
    return !decided(a) ? "open" : a->ratio > 0 ? "high" : "low";
}

static void put_measure(struct vl_json *json, const char *key, const struct measure *m, uint64_t n)
{
    vl_json_key(json, key);
    vl_json_object(json);
    vl_json_put_real(json, "mean", mean(m, n));
    vl_json_put_real(json, "low", mean(m, n) - reach(m, n));
    vl_json_put_real(json, "high", mean(m, n) + reach(m, n));
    vl_json_end_object(json);
}

static void write_json(const struct arena *a, struct vl_text *out)
{
    struct vl_json json;
    vl_json_start(&json, out);
    vl_json_object(&json);
    vl_json_put_string(&json, "game", a->contest.game->id);
    vl_json_put_int(&json, "rules_version", a->contest.game->rules_version);
    vl_json_put_string(&json, "deck", a->contest.deck->hash);
    vl_json_put_int(&json, "seats", a->contest.setup.seats);
    vl_json_put_int(&json, "deals", (int64_t)a->played);
    vl_json_put_int(&json, "games", (int64_t)(a->played * a->contest.setup.seats));
    vl_json_put_string(&json, "verdict", verdict(a));
    vl_json_key(&json, "bots");
    vl_json_array(&json);
    for (uint32_t bot = 0; bot < a->bots; bot++) {
        double above = mean(&a->above[bot], a->played), width = reach(&a->above[bot], a->played);
        vl_json_object(&json);
        vl_json_put_string(&json, "bot", a->names[bot]);
        put_measure(&json, "wins", &a->share[bot], a->played);
        put_measure(&json, "rank", &a->rank[bot], a->played);
        put_measure(&json, "margin", &a->margin[bot], a->played);
        vl_json_put_real(&json, "elo", elo(above));
        vl_json_put_real(&json, "elo_low", elo(above - width));
        vl_json_put_real(&json, "elo_high", elo(above + width));
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    vl_json_end_object(&json);
    vl_text_char(out, '\n');
}

static void write_words(const struct arena *a, struct vl_text *out)
{
    uint64_t n = a->played;
    vl_text_addf(out,
                 "%s, rules version %u, deck %s: %" PRIu64 " deals, each played %u times with the "
                 "seats rotated\n",
                 a->contest.game->name, a->contest.game->rules_version, a->contest.deck->hash, n,
                 a->contest.setup.seats);
    for (uint32_t bot = 0; bot < a->bots; bot++) {
        double above = mean(&a->above[bot], n), width = reach(&a->above[bot], n);
        vl_text_addf(out,
                     "%s: wins %.2f%% (+-%.2f), mean rank %.2f (+-%.2f), margin %+.2f (+-%.2f), "
                     "Elo against the others %+.0f (%+.0f to %+.0f)\n",
                     a->names[bot], 100 * mean(&a->share[bot], n), 100 * reach(&a->share[bot], n),
                     mean(&a->rank[bot], n), reach(&a->rank[bot], n), mean(&a->margin[bot], n),
                     reach(&a->margin[bot], n), elo(above), elo(above - width), elo(above + width));
    }
    if (!a->test)
        return;
    if (!decided(a))
        vl_text_add(out, "The test is still open after all deals.\n");
    else
        vl_text_addf(out, "Tested: %s wins %.1f%% or %s, not %.1f%% or %s.\n", a->names[0],
                     100 * (a->ratio > 0 ? a->high : a->low), a->ratio > 0 ? "more" : "less",
                     100 * (a->ratio > 0 ? a->low : a->high), a->ratio > 0 ? "less" : "more");
}

/* ---- Arguments ---- */

/* "45,55": the two shares of wins, in percent, that the test tells apart. */
static int read_test(const struct cli_command *self, const char *text, struct arena *a)
{
    char *end;
    a->low = strtod(text, &end) / 100;
    a->high = *end == ',' ? strtod(end + 1, &end) / 100 : -1;
    if (*end || !(a->low >= 0 && a->low < a->high && a->high <= 1))
        return cli_misuse(self, "--test takes two shares in percent, as 45,55, not \"%s\"", text);
    a->test = true;
    return CLI_GO_ON;
}

static int read_bots(const struct cli_command *self, const struct cli_words *words, struct arena *a)
{
    uint32_t seats = a->contest.setup.seats;
    struct vl_error err = {0};
    a->bots = words->count - 1;
    if (a->bots > seats)
        return cli_misuse(self, "%u bots do not fit %u seats", a->bots, seats);
    for (uint32_t bot = 0; bot < a->bots; bot++) {
        a->names[bot] = words->word[bot + 1];
        if (!vl_player_find(a->contest.game, a->names[bot], &a->contest.players[bot], &err))
            return cli_misuse(self, "%s", err.message);
    }
    return CLI_GO_ON;
}

static void report(const struct arena *a, bool json)
{
    struct vl_text out = {0};
    if (json)
        write_json(a, &out);
    else
        write_words(a, &out);
    fputs(vl_text_string(&out), stdout);
    fflush(stdout);
    vl_text_free(&out);
}

static const struct vl_bot *bot_of_level(uint32_t level)
{
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        if (vl_bot_at(i)->level == level)
            return vl_bot_at(i);
    return NULL;
}

/* Every level against the one below it. */
static void climb(const struct arena *from, uint32_t threads, bool json)
{
    const struct vl_bot *below = bot_of_level(1), *bot;
    for (uint32_t level = 2; (bot = bot_of_level(level)); level++, below = bot) {
        struct arena a = *from;
        a.bots = 2;
        a.names[0] = bot->name;
        a.names[1] = below->name;
        a.contest.players[0] = (struct vl_player){.bot = bot};
        a.contest.players[1] = (struct vl_player){.bot = below};
        run(&a, threads);
        report(&a, json);
    }
}

struct arguments {
    uint64_t seats, threads, iterations, milliseconds;
    const char *folder, *test;
    bool json, ladder;
    struct cli_texts options;
};

static int compete(const struct cli_command *self, const struct cli_words *words,
                   const struct arguments *args, struct arena *a)
{
    const struct vl_game *game = a->contest.game;
    uint64_t places = args->seats ? args->seats : words->count - 1;
    places = places < game->least_seats ? game->least_seats : places;
    a->contest.iterations = (uint32_t)args->iterations;
    a->contest.milliseconds = (uint32_t)args->milliseconds;
    int status = cli_setup(self, game, places, &args->options, &a->contest.setup);
    if (status == CLI_GO_ON && !args->ladder)
        status = read_bots(self, words, a);
    if (status != CLI_GO_ON)
        return status;
    if (args->ladder) {
        climb(a, (uint32_t)args->threads, args->json);
    } else {
        run(a, (uint32_t)args->threads);
        report(a, args->json);
    }
    return cli_finish(CLI_DONE);
}

int cli_arena(const struct cli_command *self, int argc, char **argv)
{
    struct arena a = {.blocks = 200, .seed = 1};
    struct arguments args = {.threads = contest_processors()};
    struct cli_words words;
    const struct cli_option options[] = {
        {"--seats", CLI_NUMBER, &args.seats, 2, VL_MAX_SEATS, "N",
         "as many as bots if left out; the last bot fills the rest"},
        {"--deals", CLI_NUMBER, &a.blocks, 1, 1000000000, "N", "how many deals at most; 200"},
        {"--test", CLI_TEXT, &args.test, 0, 0, "LOW,HIGH",
         "stop when the first bot's wins, in percent, are shown to be the one or the other"},
        {"--ladder", CLI_FLAG, &args.ladder, 0, 0, NULL, "every level against the one below it"},
        {"--seed", CLI_NUMBER, &a.seed, 0, UINT64_MAX, "N", "same seed, same result; 1"},
        {"--iterations", CLI_NUMBER, &args.iterations, 1, 10000000, "N", "budget of a turn"},
        {"--ms", CLI_NUMBER, &args.milliseconds, 1, 600000, "N", "budget of a turn in time"},
        {"--threads", CLI_NUMBER, &args.threads, 1, CONTEST_MAX_THREADS, "N", "all processors"},
        {"--option", CLI_TEXTS, &args.options, 0, 0, "NAME=VALUE", "an option of the game"},
        {"--deck", CLI_TEXT, &args.folder, 0, 0, "DIR", "another deck"},
        {"--json", CLI_FLAG, &args.json, 0, 0, NULL, "for programs"},
        {0},
    };
    struct vl_deck *deck = NULL;
    int status = cli_read(self, argc, argv, options, 1, 1 + VL_MAX_SEATS, &words);
    if (status == CLI_GO_ON && args.ladder != (words.count == 1))
        status = cli_misuse(self, args.ladder ? "--ladder chooses the bots itself"
                                              : "name at least one bot, or use --ladder");
    if (status == CLI_GO_ON && args.test)
        status = read_test(self, args.test, &a);
    if (status == CLI_GO_ON)
        status = cli_open_game(self, words.word[0], args.folder, &a.contest.game, &deck);
    if (status != CLI_GO_ON)
        return status;
    a.contest.deck = deck;
    status = compete(self, &words, &args, &a);
    vl_deck_free(deck);
    return status;
}
