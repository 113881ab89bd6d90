/*
 * valise bench: speed, in nanoseconds and in reference draws.
 *
 * The unit is one bounded random draw, measured in the same run: right before and right after each
 * slice of the subject, so that a noisy or throttled processor slows both alike. What is reported
 * is the median over the rounds.
 */
#include "cli/cli.h"
#include "core/alloc.h"
#include "core/banned.h"
#include "core/json_write.h"

enum { ROUNDS = 61, DRAWS = 200000, VIEWS = 64 };

static const double slice_ns = 1e6;

enum subject { LIST, PICK, PLAYOUT, DETERMINIZE, SUBJECTS };

struct course {
    const struct vl_game *game;
    const void *deck;
    struct vl_setup setup;
    struct vl_rng rng;
    struct vl_view *views; /* positions sampled from random games, each as a seat sees it */
    uint64_t moves, games;
    uint64_t calls[SUBJECTS]; /* that make up a slice */
};

struct result {
    double draw_ns;
    double ns[SUBJECTS]; /* a move, or a determinization */
    double draws[SUBJECTS];
    double moves_per_game;
};

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* what others do meanwhile does not count */
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Keeps the compiler from dropping work whose result nobody reads. */
static void keep(uint64_t value)
{
    __asm__ volatile("" : : "r"(value));
}

/* The reference: a draw below a bound is short, and it stands in the hot path of every game. */
static double time_draws(struct vl_rng *rng)
{
    uint32_t bound = 38;
    uint64_t sum = 0;
    __asm__ volatile("" : "+r"(bound)); /* a bound that the compiler does not know */
    double start = now_ns();
    for (uint32_t i = 0; i < DRAWS; i++)
        sum += vl_rng_below(rng, bound);
    double end = now_ns();
    keep(sum);
    return (end - start) / DRAWS;
}

/* ---- The subjects: each does a little work and says how many units it was ---- */

/* The way a program plays that has to see all moves, as a player or a simple bot does. */
static uint64_t game_by_list(struct course *c)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    vl_move moves[VL_MAX_MOVES];
    const struct vl_game *game = c->game;
    uint64_t count = 0;
    int actor;
    game->start(c->deck, &c->setup, state);
    for (; (actor = game->to_act(state)) != VL_OVER; count++) {
        vl_move move;
        if (actor == VL_CHANCE) {
            move = game->sample_chance(c->deck, state, &c->rng);
        } else {
            uint32_t n = game->legal_moves(c->deck, state, moves);
            move = moves[vl_rng_below(&c->rng, n)];
        }
        game->apply(c->deck, state, move);
    }
    return count;
}

/* The way a rollout plays: a game may know how to pick a random move without listing all of
 * them. */
static uint64_t game_by_pick(struct course *c)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    c->game->start(c->deck, &c->setup, state);
    return vl_playout_by_pick(c->game, c->deck, state, &c->rng);
}

/* A game may also play to the end in one call, without going through the table of functions for
 * every move. */
static uint64_t game_by_playout(struct course *c)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    c->game->start(c->deck, &c->setup, state);
    uint64_t count = c->game->playout(c->deck, state, &c->rng);
    c->moves += count;
    c->games++;
    return count;
}

static uint64_t determinize_views(struct course *c)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    for (uint32_t i = 0; i < VIEWS; i++) {
        c->game->determinize(c->deck, &c->views[i], &c->rng, state);
        keep(state[0]);
    }
    return VIEWS;
}

static uint64_t (*const subjects[SUBJECTS])(struct course *) = {
    game_by_list,
    game_by_pick,
    game_by_playout,
    determinize_views,
};

/* Views of the acting seat (at chance: of any seat), one random position a game. */
static void sample_views(struct course *c)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    const struct vl_game *game = c->game;
    for (uint32_t i = 0; i < VIEWS; i++) {
        uint32_t seen = 0;
        game->start(c->deck, &c->setup, state);
        while (game->to_act(state) != VL_OVER) {
            int actor = game->to_act(state);
            int seat = actor >= 0 ? actor : (int)vl_rng_below(&c->rng, c->setup.seats);
            if (vl_rng_below(&c->rng, ++seen) == 0)
                vl_look(game, c->deck, state, seat, &c->views[i]);
            game->apply(c->deck, state, game->pick(c->deck, state, &c->rng));
        }
    }
}

/* ---- Measuring ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Not the mean: an interrupt or a change of the clock rate makes single rounds slow, never fast. */
static double median(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

/* Nanoseconds a unit over `calls` calls; the clock is read twice only, because it is not free. */
static double time_calls(struct course *c, enum subject subject, uint64_t calls, double *total)
{
    uint64_t units = 0;
    double start = now_ns();
    for (uint64_t i = 0; i < calls; i++)
        units += subjects[subject](c);
    *total = now_ns() - start;
    return *total / (double)units;
}

/* Warms up, and finds how many calls fill a slice. */
static void calibrate(struct course *c, enum subject subject)
{
    double total = 0;
    c->calls[subject] = 1;
    for (;;) {
        time_calls(c, subject, c->calls[subject], &total);
        if (total >= slice_ns)
            return;
        c->calls[subject] *= 2;
    }
}

/* Rounds go through all subjects in turn, so that a slow spell of the machine hits all of them
 * instead of one. */
static void measure(struct course *c, struct result *result)
{
    static double draw[ROUNDS * SUBJECTS], ns[SUBJECTS][ROUNDS], ratio[SUBJECTS][ROUNDS];
    sample_views(c);
    double total;
    for (int s = 0; s < SUBJECTS; s++)
        calibrate(c, (enum subject)s);
    for (int r = 0; r < ROUNDS; r++) {
        double before = time_draws(&c->rng);
        for (int s = 0; s < SUBJECTS; s++) {
            ns[s][r] = time_calls(c, (enum subject)s, c->calls[s], &total);
            double after = time_draws(&c->rng);
            draw[r * SUBJECTS + s] = (before + after) / 2;
            ratio[s][r] = ns[s][r] / draw[r * SUBJECTS + s];
            before = after;
        }
    }
    for (int s = 0; s < SUBJECTS; s++) {
        result->ns[s] = median(ns[s], ROUNDS);
        result->draws[s] = median(ratio[s], ROUNDS);
    }
    result->draw_ns = median(draw, ROUNDS * SUBJECTS);
    result->moves_per_game = (double)c->moves / (double)c->games;
}

/* ---- Reporting ---- */

static void put_result(const struct course *c, const struct result *r, struct vl_json *json)
{
    vl_json_object(json);
    vl_json_put_string(json, "game", c->game->id);
    vl_json_put_int(json, "seats", c->setup.seats);
    vl_json_put_int(json, "state_bytes", c->game->state_size);
    vl_json_put_int(json, "deck_bytes", c->game->deck_size);
    vl_json_put_real(json, "draw_ns", r->draw_ns);
    vl_json_put_real(json, "moves_per_game", r->moves_per_game);
    vl_json_put_real(json, "moves_per_second", 1e9 / r->ns[LIST]);
    vl_json_put_real(json, "moves_per_second_pick", 1e9 / r->ns[PICK]);
    vl_json_put_real(json, "moves_per_second_playout", 1e9 / r->ns[PLAYOUT]);
    vl_json_put_real(json, "games_per_second", 1e9 / r->ns[PLAYOUT] / r->moves_per_game);
    vl_json_put_real(json, "ns_per_move", r->ns[LIST]);
    vl_json_put_real(json, "ns_per_move_pick", r->ns[PICK]);
    vl_json_put_real(json, "ns_per_move_playout", r->ns[PLAYOUT]);
    vl_json_put_real(json, "ns_per_determinize", r->ns[DETERMINIZE]);
    vl_json_put_real(json, "draws_per_move_list", r->draws[LIST]);
    vl_json_put_real(json, "draws_per_move_pick", r->draws[PICK]);
    vl_json_put_real(json, "draws_per_move_playout", r->draws[PLAYOUT]);
    vl_json_put_real(json, "draws_per_determinize", r->draws[DETERMINIZE]);
    vl_json_end_object(json);
}

static void add_result(const struct course *c, const struct result *r, struct vl_text *out)
{
    static const char *const names[SUBJECTS] = {"list, choose, apply", "pick, apply", "playout",
                                                "determinize"};
    vl_text_addf(out, "%s, %u seats: %u bytes of state, %.1f moves a game, %.0f games/s\n",
                 c->game->name, c->setup.seats, c->game->state_size, r->moves_per_game,
                 1e9 / r->ns[PLAYOUT] / r->moves_per_game);
    for (int s = 0; s < SUBJECTS; s++)
        vl_text_addf(out, "  %-20s %8.1f ns %8.1f draws %12.0f /s\n", names[s], r->ns[s],
                     r->draws[s], 1e9 / r->ns[s]);
    vl_text_addf(out, "  %-20s %8.2f ns\n", "one bounded draw", r->draw_ns);
}

/* ---- Bots ---- */

enum { BOT_POSITIONS = 6, BOT_ITERATIONS = 400 };

/* A search at some positions of random games: iterations a second, and where the time went. */
static void bench_search(struct course *c, const struct vl_deck *deck, struct vl_json *json,
                         struct vl_text *out)
{
    struct vl_profile profile = {0};
    struct vl_memory *memory = vl_memory_new(BOT_ITERATIONS, 1);
    struct vl_player player;
    uint64_t nodes = 0, bytes = 0, edges = 0;
    vl_player_find(c->game, "search", &player, NULL);
    sample_views(c);
    vl_memory_measure(memory, &profile);
    for (uint32_t i = 0, asked = 0; i < VIEWS && asked < BOT_POSITIONS; i++) {
        struct vl_answer answer;
        if (c->game->to_act(c->views[i].state.bytes) != c->views[i].seat)
            continue;
        struct vl_question question = {.game = c->game,
                                       .deck = deck,
                                       .view = &c->views[i],
                                       .rng = &c->rng,
                                       .iterations = BOT_ITERATIONS,
                                       .memory = memory};
        uint64_t before = profile.iterations;
        vl_player_answer(&player, &question, &answer);
        if (profile.iterations == before)
            continue; /* only one move: no search */
        asked++;
        nodes += profile.nodes;
        edges += profile.edges;
        bytes += profile.bytes;
    }
    vl_memory_free(memory);
    double seconds = profile.determinize + profile.tree + profile.rollout;
    double rate = seconds > 0 ? (double)profile.iterations / seconds : 0;
    double each = nodes ? (double)bytes / (double)nodes : 0;
    if (json) {
        vl_json_object(json);
        vl_json_put_string(json, "game", c->game->id);
        vl_json_put_int(json, "seats", c->setup.seats);
        vl_json_put_real(json, "iterations_per_second", rate);
        vl_json_put_real(json, "bytes_per_node", each);
        vl_json_put_real(json, "edges_per_node", nodes ? (double)edges / (double)nodes : 0);
        vl_json_put_real(json, "share_determinize", profile.determinize / seconds);
        vl_json_put_real(json, "share_tree", profile.tree / seconds);
        vl_json_put_real(json, "share_rollout", profile.rollout / seconds);
        vl_json_end_object(json);
        return;
    }
    vl_text_addf(out,
                 "%s, %u seats: %.0f iterations/s, %.0f bytes a node; time: determinize %.1f%%, "
                 "tree %.1f%%, rollout %.1f%%\n",
                 c->game->name, c->setup.seats, rate, each, 100 * profile.determinize / seconds,
                 100 * profile.tree / seconds, 100 * profile.rollout / seconds);
}

/* A fixed seed for each number of seats: two runs measure the same games, so a change of the
 * figures is a change of the program. */
static bool bench_game(const struct vl_game *game, const char *folder, bool bots,
                       struct vl_json *json, struct vl_text *out, struct vl_error *err)
{
    struct vl_deck *deck = vl_deck_open(game, folder, err);
    if (!deck)
        return false;
    struct course c = {.game = game, .deck = deck->data};
    c.views = vl_alloc(VIEWS, sizeof *c.views);
    for (uint32_t seats = game->least_seats; seats <= game->most_seats; seats++) {
        struct result result;
        c.moves = c.games = 0;
        vl_setup_init(game, seats, &c.setup, NULL);
        vl_rng_seed(&c.rng, 1, seats, VL_STREAM_CHANCE);
        if (bots) {
            bench_search(&c, deck, json, out);
            continue;
        }
        measure(&c, &result);
        if (json)
            put_result(&c, &result, json);
        else
            add_result(&c, &result, out);
    }
    free(c.views);
    vl_deck_free(deck);
    return true;
}

int cli_bench(const struct cli_command *self, int argc, char **argv)
{
    bool json = false, bots = false;
    const char *folder = NULL;
    struct cli_words words;
    const struct cli_option options[] = {
        {"--bots", CLI_FLAG, &bots, 0, 0, NULL, "the search: iterations a second, bytes a node"},
        {"--json", CLI_FLAG, &json, 0, 0, NULL, "for programs"},
        {"--deck", CLI_TEXT, &folder, 0, 0, "DIR", "another deck; with ID only"},
        {0},
    };
    int status = cli_read(self, argc, argv, options, 0, 1, &words);
    if (status != CLI_GO_ON)
        return status;
    const struct vl_game *only = NULL;
    if (words.count && !(only = cli_find_game(self, words.word[0])))
        return CLI_USAGE;
    if (folder && !only)
        return cli_misuse(self, "--deck needs the game it is for");
    struct vl_text out = {0};
    struct vl_error err = {0};
    struct vl_json writer;
    bool good = true;
    vl_json_start(&writer, &out);
    if (json) {
        vl_json_object(&writer);
        vl_json_open_array(&writer, "bench");
    }
    for (uint32_t i = 0; good && i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        if (!only || game == only)
            good = bench_game(game, folder, bots, json ? &writer : NULL, &out, &err);
    }
    if (json) {
        vl_json_end_array(&writer);
        vl_json_end_object(&writer);
        vl_text_char(&out, '\n');
    }
    if (good)
        fputs(vl_text_string(&out), stdout);
    vl_text_free(&out);
    return good ? cli_finish(CLI_DONE) : cli_report(CLI_FAILED, &err);
}
