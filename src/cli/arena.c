/*
 * valise arena: bots against each other on the same deals.
 *
 * Every deal is played in several seatings, so that a good seat or a lucky deal serves all alike.
 * With as many bots as seats, or fewer (then the last one fills the rest), the seating moves on by
 * one seat each time. With more bots than seats there is a game for every bot at the first seat,
 * the others at fixed distances behind it in the list: each bot has one game at each seat. The
 * distances change from deal to deal through all there are, so that all meet.
 *
 * The sequential test looks at the first bot's share of wins after every deal and stops as soon as
 * one of the two shares it was given can be ruled out (the generalised sequential probability ratio
 * test, errors of 5% on both sides). Deals are counted in order and what was played beyond the last
 * one is dropped, so the result does not depend on the number of threads.
 */
#include "cli/arena.h"

#include <inttypes.h>
#include <pthread.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/alloc.h"
#include "core/banned.h"

enum { AHEAD = 4 * CONTEST_MAX_THREADS }; /* deals that may be played before one that is not done */

/* The deals under way, shared by all threads. */
struct field {
    struct arena *arena;
    pthread_mutex_t lock;
    pthread_cond_t counted;
    uint64_t next; /* deal to be played */
    bool over, terminal;
    bool done[AHEAD];
    struct arena_block block[AHEAD];
};

/* ---- Playing ---- */

/* The distances, different and not 0, of the other seats behind the first one. */
static void distances(uint32_t bots, uint32_t seats, uint64_t deal, uint32_t *behind)
{
    uint32_t left[ARENA_BOTS], count = 0;
    for (uint32_t n = 1; n < bots; n++)
        left[count++] = n;
    behind[0] = 0;
    for (uint32_t seat = 1; seat < seats; seat++) {
        uint32_t at = (uint32_t)(deal % count);
        deal /= count--;
        behind[seat] = left[at];
        memmove(&left[at], &left[at + 1], (count - at) * sizeof *left);
    }
}

/* Which bot sits at each seat in game `number` of a deal. */
static void seat_bots(const struct arena *a, uint64_t deal, uint32_t number, uint32_t *bot)
{
    uint32_t seats = a->contest.setup.seats, behind[VL_MAX_SEATS];
    if (a->bots > seats)
        distances(a->bots, seats, deal, behind);
    for (uint32_t seat = 0; seat < seats; seat++) {
        uint32_t place = (seat + seats - number % seats) % seats;
        bot[seat] = a->bots > seats   ? (number + behind[seat]) % a->bots
                    : place < a->bots ? place
                                      : a->bots - 1;
    }
}

/* A win that several seats share counts as equal parts, so that the wins of a game always add up to
 * one and copies of a bot cannot win more by tying. */
static double win_of(const struct vl_score *score, uint32_t seats, uint32_t seat)
{
    uint32_t winners = 0;
    for (uint32_t other = 0; other < seats; other++)
        winners += score->rank[other] == 1;
    return score->rank[seat] == 1 ? 1.0 / winners : 0;
}

/* Against the best of the others and not against their mean: in a game of four a seat that beats
 * two weak bots and loses to a strong one has still lost. */
static int32_t margin_of(const struct vl_score *score, uint32_t seats, uint32_t seat)
{
    int32_t best = INT32_MIN;
    for (uint32_t other = 0; other < seats; other++)
        if (other != seat && score->points[other] > best)
            best = score->points[other];
    return score->points[seat] - best;
}

/* Adds one game to the block, as seen by the bot at `seat`; copies of a bot share its row. */
static void count_seat(const struct vl_score *score, const uint32_t *bot, uint32_t seats,
                       uint32_t seat, double weight, struct arena_block *block)
{
    uint32_t me = bot[seat];
    block->share[me] += weight * win_of(score, seats, seat);
    block->rank[me] += weight * score->rank[seat];
    block->margin[me] += weight * margin_of(score, seats, seat);
    for (uint32_t other = 0; other < seats; other++)
        if (bot[other] != me)
            block->above[me][bot[other]] += score->rank[seat] < score->rank[other]    ? 1
                                            : score->rank[seat] == score->rank[other] ? 0.5
                                                                                      : 0;
}

/* The bots change seats from game to game, so each game gets memory of its own: its size is that of
 * the bots which sit there. */
static void play_block(const struct arena *a, uint64_t deal, struct arena_block *block)
{
    uint32_t seats = a->contest.setup.seats, games = arena_games(a);
    memset(block, 0, sizeof *block);
    for (uint32_t number = 0; number < games; number++) {
        struct contest contest = a->contest;
        struct vl_memory *memory[VL_MAX_SEATS];
        struct contest_result result;
        uint32_t bot[VL_MAX_SEATS];
        seat_bots(a, deal, number, bot);
        for (uint32_t seat = 0; seat < seats; seat++)
            contest.players[seat] = a->players[bot[seat]];
        contest_memory(&contest, memory);
        contest_play(&contest, a->seed, deal, deal * ARENA_BOTS + number, memory, &result);
        contest_forget(memory);
        for (uint32_t seat = 0; seat < seats; seat++) {
            uint32_t copies = a->bots < seats && bot[seat] + 1 == a->bots ? seats - a->bots + 1 : 1;
            count_seat(&result.score, bot, seats, seat, 1.0 / seats / copies, block);
        }
        if (number < 2)
            block->lead[number] = margin_of(&result.score, seats, 0);
    }
}

/* Takes what is done into the count, in the order of the deals. */
static void count_done(struct field *f)
{
    struct arena *a = f->arena;
    while (!f->over && f->done[a->played % AHEAD]) {
        f->done[a->played % AHEAD] = false;
        arena_count(a, &f->block[a->played % AHEAD]);
        f->over = arena_decided(a) || a->played == a->blocks;
        if (f->terminal)
            fprintf(stderr, "\r%" PRIu64 " deals, %s wins %.1f%%  ", a->played, a->names[0],
                    100 * arena_wins(a, 0));
    }
}

/* Each thread plays the next deal that nobody has, and files its block under the number of the
 * deal. Blocks may be done in any order; count_done waits for the one whose turn it is. */
static void *work(void *argument)
{
    struct field *f = argument;
    struct arena_block block;
    pthread_mutex_lock(&f->lock);
    while (!f->over && f->next < f->arena->blocks) {
        if (f->next >= f->arena->played + AHEAD) { /* far ahead of a slow one */
            pthread_cond_wait(&f->counted, &f->lock);
            continue;
        }
        uint64_t deal = f->next++;
        pthread_mutex_unlock(&f->lock);
        play_block(f->arena, deal, &block);
        pthread_mutex_lock(&f->lock);
        f->block[deal % AHEAD] = block;
        f->done[deal % AHEAD] = true;
        count_done(f);
        pthread_cond_broadcast(&f->counted);
    }
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

/* The calling thread works too, so that the arena makes progress even where no thread can be
 * started. */
static void run(struct arena *a, uint32_t threads)
{
    pthread_t ids[CONTEST_MAX_THREADS];
    uint32_t started = 0;
    struct field *f = vl_alloc(1, sizeof *f);
    f->arena = a;
    f->terminal = isatty(STDERR_FILENO);
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->counted, NULL);
    while (started + 1 < threads && pthread_create(&ids[started], NULL, work, f) == 0)
        started++;
    work(f);
    for (uint32_t t = 0; t < started; t++)
        pthread_join(ids[t], NULL);
    pthread_cond_destroy(&f->counted);
    pthread_mutex_destroy(&f->lock);
    if (f->terminal)
        fprintf(stderr, "\r%60s\r", "");
    free(f);
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
    struct vl_error err = {0};
    a->bots = words->count - 1;
    for (uint32_t bot = 0; bot < a->bots; bot++) {
        a->names[bot] = words->word[bot + 1];
        if (!vl_player_find(a->contest.game, a->names[bot], &a->players[bot], &err))
            return cli_misuse(self, "%s", err.message);
    }
    return CLI_GO_ON;
}

static void report(const struct arena *a, bool json)
{
    struct vl_text out = {0};
    if (json)
        arena_write_json(a, &out);
    else
        arena_write_words(a, &out);
    cli_print(&out);
    fflush(stdout); /* the games of the next rung of a ladder take a while */
}

/* Every level of the game against the one below it. */
static void climb(const struct arena *from, uint32_t threads, bool json)
{
    for (const struct vl_rung *rung = from->contest.game->ladder; rung[1].bot; rung++) {
        struct arena a = *from;
        a.bots = 2;
        a.names[0] = rung[1].bot;
        a.names[1] = rung[0].bot;
        for (uint32_t bot = 0; bot < 2; bot++)
            if (!vl_player_find(a.contest.game, a.names[bot], &a.players[bot], NULL))
                abort();
        run(&a, threads);
        report(&a, json);
    }
}

struct arguments {
    uint32_t seats, threads;
    const char *folder, *test;
    bool json, ladder;
    struct cli_texts options;
};

/* A game without --seats gets as many as there are bots, within what the game allows. */
static int compete(const struct cli_command *self, const struct cli_words *words,
                   const struct arguments *args, struct arena *a)
{
    const struct vl_game *game = a->contest.game;
    uint32_t places = args->seats ? args->seats : words->count - 1;
    places = places < game->least_seats ? game->least_seats : places;
    places = !args->seats && places > game->most_seats ? game->most_seats : places;
    int status = cli_setup(self, game, places, &args->options, &a->contest.setup);
    /* A bot that is put there gets the results of the seat and has played none of its moves. */
    for (uint32_t seat = 0; status == CLI_GO_ON && seat < a->contest.setup.seats; seat++)
        if (vl_own_seat(game, &a->contest.setup, seat))
            status = cli_misuse(self,
                                "%s plays seat %u, so bots cannot be compared there; valise sim "
                                "shows the results by seat",
                                vl_own_seat(game, &a->contest.setup, seat), seat + 1);
    if (status == CLI_GO_ON && !args->ladder)
        status = read_bots(self, words, a);
    if (status != CLI_GO_ON)
        return status;
    if (args->ladder) {
        climb(a, args->threads, args->json);
    } else {
        run(a, args->threads);
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
        {"--seats", CLI_COUNT, &args.seats, 2, VL_MAX_SEATS, "N",
         "as many as bots if left out; the last bot fills the rest, more take turns"},
        {"--deals", CLI_NUMBER, &a.blocks, 1, 1000000000, "N", "how many deals at most; 200"},
        {"--test", CLI_TEXT, &args.test, 0, 0, "LOW,HIGH",
         "stop when the first bot's wins, in percent, are shown to be the one or the other"},
        {"--ladder", CLI_FLAG, &args.ladder, 0, 0, NULL, "every level against the one below it"},
        {"--seed", CLI_NUMBER, &a.seed, 0, UINT64_MAX, "N", "same seed, same result; 1"},
        {"--iterations", CLI_COUNT, &a.contest.iterations, 1, 10000000, "N", "budget of a turn"},
        {"--ms", CLI_COUNT, &a.contest.milliseconds, 1, 600000, "N", "budget of a turn in time"},
        {"--threads", CLI_COUNT, &args.threads, 1, CONTEST_MAX_THREADS, "N", "all processors"},
        {"--option", CLI_TEXTS, &args.options, 0, 0, "NAME=VALUE", "an option of the game"},
        {"--deck", CLI_TEXT, &args.folder, 0, 0, "DIR", "another deck"},
        {"--json", CLI_FLAG, &args.json, 0, 0, NULL, "for programs"},
        {0},
    };
    struct vl_deck *deck = NULL;
    int status = cli_read(self, argc, argv, options, 1, 1 + ARENA_BOTS, &words);
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
