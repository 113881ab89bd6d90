/*
 * test_conformance [ID [seats=N] [rules=N] [seed=N] [games=N] [deep=N] [option=value]...]
 *
 * The conformance suite on every game of the list and on the template game, for every
 * version of its rules, every number of seats and every value of every option. With an id: that
 * game alone (77 if it is not listed); with seats: that set-up alone; with a seed: from that
 * game on. VALISE_GAMES sets how many games each default set-up gets; the first 100 are looked at
 * closely. VALISE_SECONDS has every game but the template go on with new seeds, all its set-ups in
 * turn, until that time is over. VALISE_STATISTICS=0 leaves out the comparing of
 * distributions, which no compiler changes.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "conformance.h"

extern const struct vl_game tp_game;

enum { SKIPPED = 77, COMBINATIONS = 4, CLOSELY = 100, DEEP = 12, ROUND = 8, ROUND_DEEP = 3 };

struct request {
    const char *id;
    uint32_t seats; /* 0: all */
    uint32_t rules; /* 0: all, or with seats the newest */
    uint64_t seed;
    bool one; /* a seed was given: only that game, unless games are */
    bool statistics;
    uint32_t games, deep;
    uint32_t seconds; /* 0: as many games as were asked for */
    time_t end;       /* of the rounds, once they have begun; 0 before */
    char **options;
    int option_count;
};

static uint32_t games_played; /* of the game that is being tested */

static void on_crash(int number)
{
    ssize_t written = write(STDERR_FILENO, conformance_where, strlen(conformance_where));
    (void)written;
    signal(number, SIG_DFL);
    raise(number);
}

static bool run(const struct request *request, const struct vl_game *game,
                const struct vl_deck *deck, const struct vl_setup *setup, uint32_t games)
{
    struct vl_text report = {0};
    struct vl_error err = {0};
    if (request->end && time(NULL) >= request->end)
        return true;
    if (!game->check_setup(setup, &err)) {
        bool reasoned = err.message[0] != '\0';
        if (!reasoned)
            fprintf(stderr, "%s refuses a set-up without a reason\n", game->id);
        return reasoned;
    }
    struct conformance_plan plan = {
        .game = game,
        .deck = deck,
        .setup = *setup,
        .first_seed = request->seed,
        .games = games > CLOSELY ? CLOSELY : games,
        .deep = request->deep,
        .statistics = request->statistics,
    };
    bool good = conformance_run(&plan, &report);
    if (good && games > CLOSELY) {
        plan.first_seed += CLOSELY;
        plan.games = games - CLOSELY;
        plan.deep = 1;
        plan.statistics = false;
        good = conformance_run(&plan, &report);
    }
    games_played += games;
    if (!good)
        fprintf(stderr, "%s\n", vl_text_string(&report));
    vl_text_free(&report);
    return good;
}

static uint32_t word_count(const struct vl_option *option)
{
    uint32_t count = 0;
    while (option->words[count])
        count++;
    return count;
}

/* The default, every other value of one option at a time, and a few mixtures. */
static bool run_seats(const struct request *request, const struct vl_game *game,
                      const struct vl_deck *deck, uint32_t rules, uint32_t seats)
{
    struct vl_setup standard, setup;
    struct vl_rng rng;
    uint32_t few = request->games / 4 + 1, options = 0, set_ups = 1;
    if (!vl_setup_init(game, seats, &standard, NULL))
        return false;
    standard.rules = rules;
    if (!run(request, game, deck, &standard, request->games))
        return false;
    for (; game->options[options].name; options++) {
        for (uint8_t w = 0; w < word_count(&game->options[options]); w++) {
            if (w == standard.option[options])
                continue;
            setup = standard;
            setup.option[options] = w;
            set_ups++;
            if (!run(request, game, deck, &setup, few))
                return false;
        }
    }
    vl_rng_seed(&rng, request->end ? request->seed : 1, seats, VL_STREAM_LOOKS);
    for (uint32_t n = 0; options > 1 && n < COMBINATIONS; n++) {
        setup = standard;
        for (uint32_t i = 0; i < options; i++)
            setup.option[i] = (uint8_t)vl_rng_below(&rng, word_count(&game->options[i]));
        set_ups++;
        if (!run(request, game, deck, &setup, few))
            return false;
    }
    if (!request->end)
        printf("%s: %u seats: %u games, %u set-ups\n", game->id, seats, request->games, set_ups);
    fflush(stdout);
    return true;
}

static bool run_given(const struct request *request, const struct vl_game *game,
                      const struct vl_deck *deck)
{
    struct vl_setup setup;
    struct vl_error err = {0};
    bool good = vl_setup_init(game, request->seats, &setup, &err);
    for (int i = 0; good && i < request->option_count; i++)
        good = vl_setup_option(game, &setup, request->options[i], &err);
    if (request->rules)
        setup.rules = request->rules;
    good = good && vl_rules_supported(game, setup.rules, &err);
    if (!good)
        fprintf(stderr, "%s\n", err.message);
    return good && run(request, game, deck, &setup, request->games);
}

static bool run_once(const struct request *request, const struct vl_game *game,
                     const struct vl_deck *deck)
{
    bool good = true;
    if (request->seats)
        return run_given(request, game, deck);
    for (uint32_t i = 0, rules; good && (rules = vl_rules_at(game, i)); i++)
        for (uint32_t seats = game->least_seats; good && seats <= game->most_seats; seats++)
            if (!request->rules || request->rules == rules)
                good = run_seats(request, game, deck, rules, seats);
    return good;
}

/* Once as asked; then, while there is time, short rounds from new seeds. */
static bool run_game(const struct request *request, const struct vl_game *game)
{
    struct vl_error err = {0};
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    struct request round = *request;
    time_t start = time(NULL);
    games_played = 0;
    bool good = deck && run_once(request, game, deck);
    if (!deck)
        fprintf(stderr, "%s: %s\n", err.where, err.message);
    round.statistics = false;
    round.deep = ROUND_DEEP;
    round.end = start + (game == &tp_game ? 0 : request->seconds);
    while (good && time(NULL) < round.end) {
        round.seed += round.games;
        round.games = ROUND;
        good = run_once(&round, game, deck);
    }
    if (good)
        printf("%s: %u random games in %ld s\n", game->id, games_played,
               (long)(time(NULL) - start));
    vl_deck_free(deck);
    return good;
}

static bool read_request(int argc, char **argv, struct request *request)
{
    const char *games = getenv("VALISE_GAMES"), *statistics = getenv("VALISE_STATISTICS");
    const char *seconds = getenv("VALISE_SECONDS");
    *request = (struct request){.options = argv, .seed = 1000, .deep = DEEP};
    bool given = false;
    for (int i = 1; i < argc; i++) {
        if (i == 1 && !strchr(argv[i], '='))
            request->id = argv[i];
        else if (strncmp(argv[i], "seats=", 6) == 0)
            request->seats = (uint32_t)strtoul(argv[i] + 6, NULL, 10);
        else if (strncmp(argv[i], "rules=", 6) == 0)
            request->rules = (uint32_t)strtoul(argv[i] + 6, NULL, 10);
        else if (strncmp(argv[i], "seed=", 5) == 0) {
            request->seed = strtoull(argv[i] + 5, NULL, 10);
            request->one = true;
        } else if (strncmp(argv[i], "games=", 6) == 0) {
            request->games = (uint32_t)strtoul(argv[i] + 6, NULL, 10);
            given = true;
        } else if (strncmp(argv[i], "deep=", 5) == 0)
            request->deep = (uint32_t)strtoul(argv[i] + 5, NULL, 10);
        else if (strchr(argv[i], '='))
            request->options[request->option_count++] = argv[i];
        else
            return false;
    }
    request->statistics = !request->one && !(statistics && strcmp(statistics, "0") == 0);
    request->seconds = seconds && !request->one ? (uint32_t)strtoul(seconds, NULL, 10) : 0;
    if (!given)
        request->games = request->one ? 1 : games ? (uint32_t)strtoul(games, NULL, 10) : 200;
    return request->games > 0 && (request->id || !request->seats);
}

int main(int argc, char **argv)
{
    struct request request;
    bool good = true, found = false;
    signal(SIGILL, on_crash);
    signal(SIGTRAP, on_crash);
    signal(SIGSEGV, on_crash);
    signal(SIGABRT, on_crash);
    if (!read_request(argc, argv, &request)) {
        fprintf(stderr, "usage: test_conformance [ID [seats=N] [rules=N] [seed=N] [games=N] "
                        "[deep=N] [option=value]...]\n");
        return 2;
    }
    if (!request.id || strcmp(request.id, tp_game.id) == 0) {
        found = true;
        good = run_game(&request, &tp_game);
    }
    for (uint32_t i = 0; good && i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        if (game == &tp_game || (request.id && strcmp(request.id, game->id)))
            continue;
        found = true;
        good = run_game(&request, game);
    }
    return !good ? 1 : found ? 0 : SKIPPED;
}
