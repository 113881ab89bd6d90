/*
 * valise sim: many games between bots.
 *
 * Every game has its own streams of random numbers, by its number, and everything that is added
 * up is an integer: so the result depends neither on the number of threads nor on which thread
 * plays which game. A shared win counts as its share; twelve parts make a win, because two, three
 * and four divide twelve.
 */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/contest.h"
#include "core/alloc.h"
#include "core/banned.h"
#include "core/json_write.h"

enum { PARTS = 12, BATCH = 16 };

/* What is measured of a game as a whole. */
enum figure { MARGIN, MOVES, DECISIONS, TURNS, FIGURES };

/* In JSON and in words; the margin is that of the first over the second. */
static const char *const figure_names[FIGURES][2] = {
    [MARGIN] = {"margin", "margin"},
    [MOVES] = {"moves", "moves, chance included"},
    [DECISIONS] = {"decisions", "decisions"},
    [TURNS] = {"turns", "turns"},
};

/* A sum that knows mean and spread. */
struct tally {
    int64_t sum, squares, least, most;
};

struct totals {
    uint64_t games, ties;
    int64_t parts[VL_MAX_SEATS];       /* of wins */
    int64_t order_parts[VL_MAX_SEATS]; /* of wins, by the order in which seats come to act */
    struct tally points[VL_MAX_SEATS];
    int64_t detail[VL_MAX_SEATS][VL_MAX_CATEGORIES];
    struct tally figures[FIGURES];
};

struct sim {
    struct contest contest;
    const char *names[VL_MAX_SEATS];
    uint64_t games, seed;
    atomic_uint_fast64_t next; /* the first game that nobody plays yet */
    atomic_uint_fast64_t done;
};

struct worker {
    struct sim *sim;
    pthread_t thread;
    struct totals totals;
};

/* Integers only, so that the order in which threads are added up does not change a digit. */
static void merge(struct tally *to, const struct tally *from, bool first)
{
    to->sum += from->sum;
    to->squares += from->squares;
    if (first || from->least < to->least)
        to->least = from->least;
    if (first || from->most > to->most)
        to->most = from->most;
}

static void count(struct tally *tally, int64_t value, bool first)
{
    merge(tally, &(struct tally){value, value * value, value, value}, first);
}

static double mean(const struct tally *tally, uint64_t games)
{
    return (double)tally->sum / (double)games;
}

/* Of a sample, hence games - 1; one game has no spread. */
static double spread(const struct tally *tally, uint64_t games)
{
    if (games < 2)
        return 0;
    double m = mean(tally, games);
    double variance = ((double)tally->squares - m * (double)tally->sum) / (double)(games - 1);
    return variance > 0 ? sqrt(variance) : 0;
}

/* ---- Playing ---- */

/* Wins are also counted by the order in which seats came to act: who starts may be drawn, so the
 * number of a seat says nothing about the advantage of starting. */
static void count_result(const struct sim *sim, const struct contest_result *result,
                         struct totals *t)
{
    const struct vl_score *score = &result->score;
    uint32_t winners = 0, seats = sim->contest.setup.seats;
    int32_t best = INT32_MIN, second = INT32_MIN;
    bool first = t->games == 0;
    for (uint32_t seat = 0; seat < seats; seat++) {
        winners += score->rank[seat] == 1;
        int32_t points = score->points[seat];
        count(&t->points[seat], points, first);
        second = points > best ? best : points > second ? points : second;
        best = points > best ? points : best;
        for (uint32_t c = 0; sim->contest.game->categories[c]; c++)
            t->detail[seat][c] += score->detail[seat][c];
    }
    for (uint32_t seat = 0; seat < seats; seat++) {
        if (score->rank[seat] != 1)
            continue;
        t->parts[seat] += PARTS / winners;
        t->order_parts[(seat + seats - result->starter) % seats] += PARTS / winners;
    }
    t->ties += winners > 1;
    count(&t->figures[MARGIN], seats > 1 ? best - second : 0, first);
    count(&t->figures[MOVES], result->moves, first);
    count(&t->figures[DECISIONS], result->decisions, first);
    count(&t->figures[TURNS], result->turns, first);
    t->games++;
}

/* Games are taken in batches, because a shared counter that every game touches would slow quick
 * games down. */
static void *work(void *argument)
{
    struct worker *worker = argument;
    struct sim *sim = worker->sim;
    struct vl_memory *memory[VL_MAX_SEATS];
    struct contest_result result;
    contest_memory(&sim->contest, memory);
    for (;;) {
        uint64_t first = atomic_fetch_add(&sim->next, BATCH);
        if (first >= sim->games)
            break;
        uint64_t end = first + BATCH < sim->games ? first + BATCH : sim->games;
        for (uint64_t game = first; game < end; game++) {
            contest_play(&sim->contest, sim->seed, game, game, memory, &result);
            count_result(sim, &result, &worker->totals);
            atomic_fetch_add_explicit(&sim->done, 1, memory_order_relaxed);
        }
    }
    contest_forget(memory);
    return NULL;
}

static void add_totals(const struct sim *sim, struct totals *to, const struct totals *from)
{
    bool first = to->games == 0;
    if (from->games == 0)
        return;
    for (uint32_t seat = 0; seat < sim->contest.setup.seats; seat++) {
        to->parts[seat] += from->parts[seat];
        to->order_parts[seat] += from->order_parts[seat];
        merge(&to->points[seat], &from->points[seat], first);
        for (uint32_t c = 0; c < VL_MAX_CATEGORIES; c++)
            to->detail[seat][c] += from->detail[seat][c];
    }
    for (int f = 0; f < FIGURES; f++)
        merge(&to->figures[f], &from->figures[f], first);
    to->ties += from->ties;
    to->games += from->games;
}

/* Polled by the main thread and not printed by the workers: printing from a worker would cost time
 * that belongs to the games. */
static void show_progress(struct sim *sim)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    uint64_t done;
    while ((done = atomic_load(&sim->done)) < sim->games) {
        fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games", done, sim->games);
        fflush(stderr);
        nanosleep(&pause, NULL);
    }
    fprintf(stderr, "\r\033[K");
}

/* Fewer threads than asked for are fine: the result does not depend on their number. */
static bool run(struct sim *sim, uint32_t threads, struct totals *totals)
{
    struct worker *workers = vl_alloc(threads, sizeof *workers);
    uint32_t started = 0;
    for (; started < threads; started++) {
        workers[started].sim = sim;
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0)
            break;
    }
    if (started && isatty(STDERR_FILENO))
        show_progress(sim);
    *totals = (struct totals){0};
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        add_totals(sim, totals, &workers[i].totals);
    }
    free(workers);
    return started > 0;
}

/* ---- Reporting ---- */

/* Wilson's interval for a share of all games, at 95%. */
static double win_share(const struct totals *t, int64_t parts, double *low, double *high)
{
    const double z = 1.959963984540054;
    double n = (double)t->games, share = (double)parts / PARTS / n;
    double centre = share + z * z / (2 * n);
    double reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    *low = fmax(0, (centre - reach) / (1 + z * z / n));
    *high = fmin(1, (centre + reach) / (1 + z * z / n));
    return share;
}

static void put_tally(struct vl_json *json, const char *key, const struct tally *tally,
                      uint64_t games)
{
    vl_json_open_object(json, key);
    vl_json_put_real(json, "mean", mean(tally, games));
    vl_json_put_real(json, "spread", spread(tally, games));
    vl_json_put_int(json, "least", tally->least);
    vl_json_put_int(json, "most", tally->most);
    vl_json_end_object(json);
}

static void put_seat(const struct sim *sim, const struct totals *t, uint32_t seat,
                     struct vl_json *json)
{
    double low, high, share = win_share(t, t->parts[seat], &low, &high);
    vl_json_object(json);
    vl_json_put_int(json, "seat", seat);
    vl_json_put_string(json, "bot", sim->names[seat]);
    vl_json_put_real(json, "wins", share);
    vl_json_put_real(json, "wins_low", low);
    vl_json_put_real(json, "wins_high", high);
    put_tally(json, "points", &t->points[seat], t->games);
    vl_json_open_object(json, "detail");
    for (uint32_t c = 0; sim->contest.game->categories[c]; c++)
        vl_json_put_real(json, sim->contest.game->categories[c],
                         (double)t->detail[seat][c] / (double)t->games);
    vl_json_end_object(json);
    vl_json_end_object(json);
}

static void write_json(const struct sim *sim, const struct totals *t, struct vl_text *out)
{
    char seed[24];
    struct vl_json json;
    snprintf(seed, sizeof seed, "%" PRIu64, sim->seed);
    vl_json_start(&json, out);
    vl_json_object(&json);
    vl_json_put_string(&json, "game", sim->contest.game->id);
    vl_json_put_int(&json, "rules_version", sim->contest.game->rules_version);
    vl_json_put_string(&json, "deck", sim->contest.deck->hash);
    vl_json_key(&json, "seed");
    vl_json_raw(&json, seed);
    vl_json_put_int(&json, "games", (int64_t)t->games);
    vl_json_open_array(&json, "seats");
    for (uint32_t seat = 0; seat < sim->contest.setup.seats; seat++)
        put_seat(sim, t, seat, &json);
    vl_json_end_array(&json);
    vl_json_open_array(&json, "wins_by_order");
    for (uint32_t order = 0; order < sim->contest.setup.seats; order++) {
        double low, high;
        vl_json_real(&json, win_share(t, t->order_parts[order], &low, &high));
    }
    vl_json_end_array(&json);
    vl_json_put_real(&json, "ties", (double)t->ties / (double)t->games);
    for (int f = 0; f < FIGURES; f++)
        put_tally(&json, figure_names[f][0], &t->figures[f], t->games);
    vl_json_end_object(&json);
    vl_text_char(out, '\n');
}

static void add_tally(struct vl_text *out, const char *name, const struct tally *tally,
                      uint64_t games)
{
    vl_text_addf(out, "%s: mean %.2f, spread %.2f, %" PRId64 " to %" PRId64 "\n", name,
                 mean(tally, games), spread(tally, games), tally->least, tally->most);
}

static void write_words(const struct sim *sim, const struct totals *t, struct vl_text *out)
{
    vl_text_addf(out,
                 "%s, rules version %u, deck %s: %" PRIu64 " games, %u seats, seed %" PRIu64 "\n",
                 sim->contest.game->name, sim->contest.game->rules_version, sim->contest.deck->hash,
                 t->games, sim->contest.setup.seats, sim->seed);
    for (uint32_t seat = 0; seat < sim->contest.setup.seats; seat++) {
        double low, high, share = win_share(t, t->parts[seat], &low, &high);
        vl_text_addf(out, "seat %u, %s: wins %.2f%% (95%%: %.2f to %.2f)\n", seat + 1,
                     sim->names[seat], 100 * share, 100 * low, 100 * high);
        add_tally(out, "  points", &t->points[seat], t->games);
        for (uint32_t c = 0; sim->contest.game->categories[c]; c++)
            vl_text_addf(out, "%s%s %.2f",
                         c ? ", " : "  of these: ", sim->contest.game->categories[c],
                         (double)t->detail[seat][c] / (double)t->games);
        vl_text_add(out, sim->contest.game->categories[0] ? "\n" : "");
    }
    vl_text_add(out, "wins by the order in which seats come to act:");
    for (uint32_t order = 0; order < sim->contest.setup.seats; order++) {
        double low, high, share = win_share(t, t->order_parts[order], &low, &high);
        vl_text_addf(out, " %.2f%% (%.2f to %.2f)%s", 100 * share, 100 * low, 100 * high,
                     order + 1 < sim->contest.setup.seats ? "," : "\n");
    }
    vl_text_addf(out, "shared wins: %.2f%% of the games\n",
                 100 * (double)t->ties / (double)t->games);
    for (int f = 0; f < FIGURES; f++)
        add_tally(out, figure_names[f][1], &t->figures[f], t->games);
}

/* ---- Arguments ---- */

/* "a,b,c": one bot a seat, or one for all. The names stay in the list, which is cut up. */
static int read_bots(const struct cli_command *self, struct sim *sim, char *list)
{
    struct vl_error err = {0};
    uint32_t count = 0, seats = sim->contest.setup.seats;
    for (char *name; (name = strsep(&list, ","));) {
        if (count == seats)
            return cli_misuse(self, "there are more bots than the %u seats", seats);
        if (!vl_player_find(sim->contest.game, name, &sim->contest.players[count], &err))
            return cli_misuse(self, "%s", err.message);
        sim->names[count++] = name;
    }
    if (count != 1 && count != seats)
        return cli_misuse(self, "give one bot, or one for each of the %u seats", seats);
    for (; count < seats; count++) {
        sim->contest.players[count] = sim->contest.players[0];
        sim->names[count] = sim->names[0];
    }
    for (uint32_t seat = 0; seat < seats; seat++) {
        const char *own = vl_own_seat(sim->contest.game, &sim->contest.setup, seat);
        sim->names[seat] = own ? own : sim->names[seat];
    }
    return CLI_GO_ON;
}

static int simulate(struct sim *sim, uint32_t threads, bool json)
{
    struct totals totals;
    struct vl_text out = {0};
    if (!run(sim, threads, &totals))
        return cli_error(CLI_FAILED, "cannot start a thread");
    if (json)
        write_json(sim, &totals, &out);
    else
        write_words(sim, &totals, &out);
    cli_print(&out);
    return cli_finish(CLI_DONE);
}

int cli_sim(const struct cli_command *self, int argc, char **argv)
{
    uint32_t seats = 0, threads = contest_processors();
    bool json = false;
    const char *bots = "greedy", *folder = NULL;
    struct cli_texts game_options = {0};
    struct sim sim = {.games = 1000, .seed = 1};
    struct cli_words words;
    const struct cli_option options[] = {
        {"--games", CLI_NUMBER, &sim.games, 1, 1000000000, "N", "how many games; 1000"},
        {"--seats", CLI_COUNT, &seats, 1, VL_MAX_SEATS, "N", "the least if left out"},
        {"--bots", CLI_TEXT, &bots, 0, 0, "A,B,..", "one for all or one a seat; greedy"},
        {"--seed", CLI_NUMBER, &sim.seed, 0, UINT64_MAX, "N", "same seed, same result; 1"},
        {"--threads", CLI_COUNT, &threads, 1, CONTEST_MAX_THREADS, "N",
         "all processors if left out"},
        {"--iterations", CLI_COUNT, &sim.contest.iterations, 1, 1000000000, "N",
         "how long a searching bot thinks"},
        {"--option", CLI_TEXTS, &game_options, 0, 0, "NAME=VALUE", "an option of the game"},
        {"--deck", CLI_TEXT, &folder, 0, 0, "DIR", "another deck"},
        {"--json", CLI_FLAG, &json, 0, 0, NULL, "for programs"},
        {0},
    };
    struct vl_deck *deck = NULL;
    int status = cli_read(self, argc, argv, options, 1, 1, &words);
    if (status == CLI_GO_ON)
        status = cli_open_game(self, words.word[0], folder, &sim.contest.game, &deck);
    if (status == CLI_GO_ON)
        status = cli_setup(self, sim.contest.game, seats, &game_options, &sim.contest.setup);
    char *names = vl_copy_string(bots);
    sim.contest.deck = deck;
    if (status == CLI_GO_ON)
        status = read_bots(self, &sim, names);
    if (status == CLI_GO_ON)
        status = simulate(&sim, threads, json);
    free(names);
    vl_deck_free(deck);
    return status;
}
