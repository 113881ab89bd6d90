/* The search: reproducible, within its budget, one tree a turn, stronger than what it stands on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/file.h"
#include "valise/bot.h"

static const struct vl_game *game;
static struct vl_deck *deck;
static uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
static struct vl_view view;
static const char *bot = "search"; /* who is asked */

static int open_game(void **unused)
{
    struct vl_error err;
    (void)unused;
    game = vl_game_at(0);
    deck = vl_deck_open(game, NULL, &err);
    return deck ? 0 : -1;
}

static int close_game(void **unused)
{
    (void)unused;
    vl_deck_free(deck);
    return 0;
}

/* The first decision with several moves in the game of this seed. */
static void first_decision(uint64_t seed, uint32_t seats)
{
    struct vl_setup setup;
    struct vl_rng rng;
    vl_move moves[VL_MAX_MOVES];
    assert_true(vl_setup_init(game, seats, &setup, NULL));
    vl_rng_seed(&rng, seed, 0, VL_STREAM_CHANCE);
    game->start(deck->data, &setup, state);
    while (game->to_act(state) == VL_CHANCE || game->legal_moves(deck->data, state, moves) < 2)
        game->apply(deck->data, state, game->pick(deck->data, state, &rng));
    vl_look(game, deck->data, state, game->to_act(state), &view);
}

static struct vl_answer ask(uint64_t seed, uint32_t iterations, uint32_t milliseconds,
                            struct vl_memory *memory, uint32_t step)
{
    struct vl_player player;
    struct vl_answer answer;
    struct vl_rng rng;
    assert_true(vl_player_find(game, bot, &player, NULL));
    vl_rng_seed(&rng, seed, 0, VL_STREAM_BOTS);
    struct vl_question question = {.game = game,
                                   .deck = deck,
                                   .view = &view,
                                   .rng = &rng,
                                   .iterations = iterations,
                                   .milliseconds = milliseconds,
                                   .memory = memory,
                                   .step = step};
    vl_player_answer(&player, &question, &answer);
    return answer;
}

static void same(const struct vl_answer *a, const struct vl_answer *b)
{
    assert_int_equal(a->move, b->move);
    assert_int_equal(a->candidate_count, b->candidate_count);
    for (uint32_t i = 0; i < a->candidate_count; i++) {
        assert_int_equal(a->candidates[i].move, b->candidates[i].move);
        assert_int_equal(a->candidates[i].weight, b->candidates[i].weight);
    }
}

static void test_reproducible(void **unused)
{
    struct vl_memory *memory = vl_memory_new(300, 2);
    (void)unused;
    for (uint32_t seats = 2; seats <= 4; seats++) {
        first_decision(seats, seats);
        struct vl_answer a = ask(7, 300, 0, NULL, 0), b = ask(7, 300, 0, NULL, 0);
        same(&a, &b);
        a = ask(7, 300, 0, memory, 0); /* two threads, two trees */
        b = ask(7, 300, 0, memory, 0);
        same(&a, &b);
    }
    vl_memory_free(memory);
}

static void test_candidates(void **unused)
{
    (void)unused;
    first_decision(3, 2);
    struct vl_answer answer = ask(1, 400, 0, NULL, 0);
    int32_t visits = 0;
    assert_int_equal(answer.move, answer.candidates[0].move);
    for (uint32_t i = 0; i < answer.candidate_count; i++) {
        assert_true(i == 0 || answer.candidates[i].weight <= answer.candidates[i - 1].weight);
        assert_true(vl_is_legal(game, deck->data, state, answer.candidates[i].move));
        visits += answer.candidates[i].weight;
    }
    assert_int_equal(visits, answer.iterations);
    assert_true(answer.candidates[0].win >= 0 && answer.candidates[0].win <= 1);
}

/* Plays a turn to its end; the iterations of all its decisions. */
static uint32_t iterations_of_turn(uint32_t budget, struct vl_memory *memory)
{
    int seat = game->to_act(state);
    uint32_t total = 0;
    struct vl_rng rng;
    vl_rng_seed(&rng, 5, 0, VL_STREAM_CHANCE);
    for (uint32_t step = 0; game->to_act(state) == seat; step++) {
        struct vl_answer answer = ask(step, budget, 0, memory, step);
        total += answer.iterations;
        game->apply(deck->data, state, answer.move);
        while (game->to_act(state) == VL_CHANCE)
            game->apply(deck->data, state, game->sample_chance(deck->data, state, &rng));
        vl_look(game, deck->data, state, seat, &view);
    }
    return total;
}

/* The small moves of a turn share one tree and one budget. */
static void test_one_budget_a_turn(void **unused)
{
    struct vl_memory *memory = vl_memory_new(600, 1);
    (void)unused;
    first_decision(5, 2);
    assert_in_range(iterations_of_turn(600, memory), 300, 620);
    vl_memory_free(memory);
}

/*
 * With rivals that follow their preferences a turn still ends where a rival acts: in every game a
 * sole search spends its budget on the turn, gives the same answer again, and counts every try.
 */
static void test_sole(void **unused)
{
    struct vl_memory *memory = vl_memory_new(90, 1);
    const struct vl_game *own_game = game;
    struct vl_deck *own_deck = deck;
    (void)unused;
    bot = "search:90:sole=1:open=1";
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        game = vl_game_at(i);
        deck = vl_deck_open(game, NULL, NULL);
        assert_non_null(deck);
        for (uint32_t seats = 2; seats <= 3; seats++) {
            first_decision(seats, seats);
            struct vl_answer a = ask(7, 90, 0, NULL, 0), b = ask(7, 90, 0, NULL, 0);
            int32_t tries = 0;
            same(&a, &b);
            for (uint32_t c = 0; c < a.candidate_count; c++)
                tries += a.candidates[c].weight;
            assert_true(a.candidate_count == VL_MAX_CANDIDATES || tries == (int32_t)a.iterations);
            assert_in_range(iterations_of_turn(90, memory), 60, 100);
        }
        vl_deck_free(deck);
    }
    bot = "search";
    game = own_game;
    deck = own_deck;
    vl_memory_free(memory);
}

static double milliseconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* One turn by time, all its decisions together, in milliseconds. */
static double time_of_turn(uint32_t budget, struct vl_memory *memory)
{
    int seat = game->to_act(state);
    double from = milliseconds_now();
    struct vl_rng rng;
    vl_rng_seed(&rng, 9, 0, VL_STREAM_CHANCE);
    vl_look(game, deck->data, state, seat, &view);
    for (uint32_t step = 0; game->to_act(state) == seat; step++) {
        struct vl_answer answer = ask(step, 0, budget, memory, step);
        game->apply(deck->data, state, answer.move);
        while (game->to_act(state) == VL_CHANCE)
            game->apply(deck->data, state, game->sample_chance(deck->data, state, &rng));
        if (game->to_act(state) == seat)
            vl_look(game, deck->data, state, seat, &view);
    }
    return milliseconds_now() - from;
}

/* A turn's budget in time is kept within a twentieth, in every game. What counts is the thread's
 * own time: when others have the processor a turn takes longer, whatever the search does. */
static void test_time_budget(void **unused)
{
    enum { BUDGET = 120, TURNS = 2 };
    struct vl_memory *memory = vl_memory_new(0, 1);
    const struct vl_game *own_game = game;
    struct vl_deck *own_deck = deck;
    (void)unused;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        game = vl_game_at(i);
        deck = vl_deck_open(game, NULL, NULL);
        assert_non_null(deck);
        for (uint32_t n = 0; n < TURNS; n++) {
            first_decision(9 + n, 2);
            double ms = time_of_turn(BUDGET, memory);
            if (ms > 1.05 * BUDGET)
                print_message("%s: %.1f ms of %d\n", game->id, ms, BUDGET);
            assert_true(ms <= 1.05 * BUDGET);
        }
        vl_deck_free(deck);
    }
    game = own_game;
    deck = own_deck;
    vl_memory_free(memory);
}

static void test_names(void **unused)
{
    struct vl_player player;
    struct vl_error err;
    (void)unused;
    assert_true(vl_player_find(game, "search:250", &player, &err));
    assert_int_equal(player.iterations, 250);
    assert_false(player.tuned);
    assert_true(
        vl_player_find(game, "search:250:rollout=random:margin=4.5:open=1:sole=1", &player, &err));
    assert_true(player.tuned && player.tuning.open_loop && player.tuning.own_moves_only);
    assert_int_equal(player.tuning.rollout, VL_ROLLOUT_RANDOM);
    assert_true(player.tuning.margin > 4.4 && player.tuning.margin < 4.6);
    assert_false(vl_player_find(game, "search:250:rollout=up", &player, &err));
    assert_false(vl_player_find(game, "search:250:noise", &player, &err));
    assert_false(vl_player_find(game, "search:250:noise=101", &player, &err));
    assert_false(vl_player_find(game, "search:250:winning=1.5", &player, &err));
    assert_false(vl_player_find(game, "search:250:sole=yes", &player, &err));
    assert_false(vl_player_find(game, "search:250:margin=nan", &player, &err));
    assert_false(vl_player_find(game, "search:250:", &player, &err));
    assert_false(vl_player_find(game, "search:0", &player, &err));
    assert_false(vl_player_find(game, "search:many", &player, &err));
    assert_false(vl_player_find(game, "random:3", &player, &err));
    assert_false(vl_player_find(game, "nobody", &player, &err));
    assert_non_null(strstr(err.message, "search"));
}

/* What games say about their levels: bots that there are, ever stronger, told apart. */
static void test_ladders(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *one = vl_game_at(i);
        uint32_t level = 0;
        assert_true(one->ladder != vl_default_ladder);
        for (const struct vl_rung *rung = one->ladder; rung->bot; rung++) {
            struct vl_player player;
            assert_true(vl_player_find(one, rung->bot, &player, NULL));
            assert_true(player.bot->level > level);
            assert_true((rung->wins > 0) == (rung != one->ladder));
            assert_true(rung == one->ladder || rung->wins >= 60);
            assert_true(rung == one->ladder || (rung->low > 50 && rung->high <= 100));
            assert_true(rung->low <= rung->wins && rung->wins <= rung->high);
            level = player.bot->level;
        }
        assert_true(level >= 3);
    }
}

/* "77.7", and "100" without a digit behind the point. */
static void add_share(struct vl_text *out, double share)
{
    vl_text_addf(out, share < 100 ? "%.1f" : "%.0f", share);
}

/* Finds a rung in a game's line from `at` on; what follows it, or NULL. */
static const char *find_rung(const char *at, const char *end, const struct vl_rung *rung)
{
    struct vl_text words = {0};
    vl_text_add(&words, "| ");
    add_share(&words, rung->wins);
    vl_text_add(&words, "% (");
    add_share(&words, rung->low);
    vl_text_add(&words, " to ");
    add_share(&words, rung->high);
    vl_text_add(&words, ")");
    const char *found = strstr(at, vl_text_string(&words));
    vl_text_free(&words);
    return found && found < end ? found + 1 : NULL;
}

/* The lobby shows what docs/bots.md says: every rung of a game stands in the game's line there, in
 * the order of the levels, and no other interval does. */
static void test_ladders_in_documents(void **unused)
{
    struct vl_text page = {0};
    struct vl_error err;
    (void)unused;
    assert_true(vl_file_read(VALISE_SOURCE_DIR "/docs/bots.md", 1 << 20, &page, &err));
    const char *levels = strstr(vl_text_string(&page), "\n## Levels\n");
    assert_non_null(levels);
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *one = vl_game_at(i);
        char id[64];
        snprintf(id, sizeof id, "\n| %s |", one->id);
        const char *line = strstr(levels, id);
        assert_non_null(line);
        const char *end = strchr(line + 1, '\n'), *at = line;
        int intervals = 0;
        for (const struct vl_rung *rung = one->ladder + 1; rung->bot; rung++, intervals++)
            if (!(at = find_rung(at, end, rung)))
                fail_msg("docs/bots.md does not say the same of %s in %s", rung->bot, one->id);
        for (at = line; (at = strstr(at, " to ")) && at < end; at++)
            intervals--;
        assert_int_equal(0, intervals);
    }
    vl_text_free(&page);
}

/* Twenty games on even terms: more than by luck against the policy it is built on. */
static void test_stronger_than_greedy(void **unused)
{
    struct vl_memory *memory = vl_memory_new(150, 1);
    struct vl_player greedy;
    double wins = 0;
    (void)unused;
    assert_true(vl_player_find(game, "greedy", &greedy, NULL));
    for (uint64_t n = 0; n < 20; n++) {
        struct vl_rng chance, bots;
        struct vl_score score;
        int me = (int)(n % 2), last = -1, seat;
        uint32_t step = 0;
        first_decision(100 + n / 2, 2);
        vl_rng_seed(&chance, n / 2, 1, VL_STREAM_CHANCE);
        vl_rng_seed(&bots, n, 1, VL_STREAM_BOTS);
        while ((seat = game->to_act(state)) != VL_OVER) {
            vl_move move;
            if (seat == VL_CHANCE) {
                move = game->sample_chance(deck->data, state, &chance);
            } else {
                vl_look(game, deck->data, state, seat, &view);
                struct vl_question question = {
                    .game = game, .deck = deck, .view = &view, .rng = &bots};
                step = seat == last ? step + 1 : 0;
                move = seat == me ? ask(n, 150, 0, memory, step).move
                                  : vl_player_move(&greedy, &question);
                last = seat;
            }
            game->apply(deck->data, state, move);
        }
        game->score(deck->data, state, &score);
        wins += score.rank[me] == 1 ? score.rank[1 - me] == 1 ? 0.5 : 1 : 0;
    }
    assert_true(wins >= 14);
    vl_memory_free(memory);
}

/* Plays for whoever acts, as greedy would, until it is another seat's turn with a choice. */
static void go_on(struct vl_rng *rng)
{
    vl_move moves[VL_MAX_MOVES];
    struct vl_player greedy;
    struct vl_view eyes;
    int seat = game->to_act(state), next = seat;
    assert_true(vl_player_find(game, "greedy", &greedy, NULL));
    while (next == seat || next == VL_CHANCE || game->legal_moves(deck->data, state, moves) < 2) {
        struct vl_question question = {.game = game, .deck = deck, .view = &eyes, .rng = rng};
        vl_look(game, deck->data, state, next, &eyes);
        game->apply(deck->data, state,
                    next == seat ? vl_player_move(&greedy, &question)
                                 : game->pick(deck->data, state, rng));
        next = game->to_act(state);
    }
}

/* On how many visits of the position an answer rests. */
static uint32_t visits(const struct vl_answer *answer)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < answer->candidate_count; i++)
        sum += (uint32_t)answer->candidates[i].weight;
    return sum;
}

/* What is thought ahead is found again, counts as thought, and changes nothing for the others. */
static void test_ahead(void **unused)
{
    struct vl_memory *memory = vl_memory_new(4000, 1);
    struct vl_player player;
    uint32_t known = 0;
    (void)unused;
    assert_true(vl_player_find(game, "search", &player, NULL));
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct vl_rng rng, chance;
        first_decision(seed, 2);
        vl_rng_seed(&rng, seed, 0, VL_STREAM_BOTS);
        vl_rng_seed(&chance, seed, 1, VL_STREAM_CHANCE);
        int other = 1 - game->to_act(state);
        vl_look(game, deck->data, state, other, &view);
        struct vl_question question = {.game = game,
                                       .deck = deck,
                                       .view = &view,
                                       .rng = &rng,
                                       .iterations = 1000,
                                       .memory = memory};
        assert_int_equal(vl_think_ahead(&player, &question), 1000);
        go_on(&chance);
        assert_int_equal(game->to_act(state), other);
        vl_look(game, deck->data, state, other, &view);
        struct vl_answer answer;
        question.iterations = 400;
        question.warm = true;
        vl_player_answer(&player, &question, &answer);
        known += answer.known;
        assert_true(vl_is_legal(game, deck->data, state, answer.move));
        assert_true(answer.iterations + (answer.known < 300 ? answer.known : 300) <= 400);
        /* A question that is not warm begins anew. */
        question.warm = false;
        struct vl_answer a = ask(seed, 300, 0, memory, 0), b = ask(seed, 300, 0, NULL, 0);
        assert_int_equal(a.known, 0);
        same(&a, &b);
    }
    assert_true(known > 0);
    vl_memory_free(memory);
    assert_true(vl_player_find(game, "greedy", &player, NULL));
    struct vl_question question = {.game = game, .deck = deck, .view = &view, .iterations = 10};
    assert_int_equal(vl_think_ahead(&player, &question), 0);
}

/* Thinks ahead for the seat that acts next, plays on, and asks it; both answers, with and without.
 */
static void ask_ahead(uint64_t seed, uint32_t milliseconds, struct vl_memory *memory,
                      struct vl_answer *warm, struct vl_answer *cold)
{
    struct vl_player player;
    struct vl_rng rng, chance;
    assert_true(vl_player_find(game, "search", &player, NULL));
    first_decision(seed, 2);
    vl_rng_seed(&rng, seed, 0, VL_STREAM_BOTS);
    vl_rng_seed(&chance, seed, 1, VL_STREAM_CHANCE);
    vl_look(game, deck->data, state, 1 - game->to_act(state), &view);
    struct vl_question question = {.game = game,
                                   .deck = deck,
                                   .view = &view,
                                   .rng = &rng,
                                   .iterations = 600,
                                   .memory = memory};
    vl_think_ahead(&player, &question);
    go_on(&chance);
    vl_look(game, deck->data, state, game->to_act(state), &view);
    question.iterations = milliseconds ? 0 : 200;
    question.milliseconds = milliseconds;
    question.warm = true;
    vl_player_answer(&player, &question, warm);
    *cold = ask(seed, question.iterations, milliseconds, NULL, 0);
}

/* Every game: an answer rests on what was thought ahead and on what is thought now, together.
 * Within the same number of iterations it costs less, within the same time it rests on more. */
static void test_ahead_is_in_the_answer(void **unused)
{
    const struct vl_game *first = game;
    struct vl_deck *kept = deck;
    uint32_t found = 0;
    (void)unused;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        struct vl_error err;
        struct vl_memory *memory = vl_memory_new(20000, 1);
        game = vl_game_at(i);
        deck = vl_deck_open(game, NULL, &err);
        for (uint64_t seed = 1; game->least_seats == 2 && seed <= 6; seed++) {
            struct vl_answer warm, cold;
            ask_ahead(seed, seed % 2 ? 0 : 20, memory, &warm, &cold);
            assert_int_equal(cold.known, 0);
            if (warm.candidate_count == VL_MAX_CANDIDATES)
                continue; /* not all are told */
            if (warm.known + warm.iterations == 0 || cold.iterations == 0)
                continue; /* others had the processor all the time: the preferences have decided */
            assert_int_equal(visits(&warm), warm.known + warm.iterations);
            assert_int_equal(visits(&cold), cold.iterations);
            if (warm.known && seed % 2)
                assert_true(warm.iterations < cold.iterations);
            found += warm.known;
        }
        vl_deck_free(deck);
        vl_memory_free(memory);
    }
    game = first;
    deck = kept;
    assert_true(found > 0);
}

/* The chance of winning is that of winning alone: at the last decision it is certain. */
static void test_chance_of_winning(void **unused)
{
    uint32_t checked = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct vl_rng rng;
        uint8_t last[VL_MAX_STATE] __attribute__((aligned(8)));
        vl_move moves[VL_MAX_MOVES];
        first_decision(seed, 2);
        vl_rng_seed(&rng, seed, 2, VL_STREAM_CHANCE);
        bool any = false;
        for (int seat; (seat = game->to_act(state)) != VL_OVER;) {
            if (seat >= 0 && game->legal_moves(deck->data, state, moves) > 1) {
                memcpy(last, state, game->state_size);
                any = true;
            }
            game->apply(deck->data, state, game->pick(deck->data, state, &rng));
        }
        if (!any)
            continue;
        memcpy(state, last, game->state_size);
        vl_look(game, deck->data, state, game->to_act(state), &view);
        struct vl_answer answer = ask(seed, 200, 0, NULL, 0);
        const struct vl_candidate *best = &answer.candidates[0];
        assert_true(best->win >= 0 && best->win <= 1);
        checked += best->win == 0 || best->win == 1;
    }
    assert_true(checked > 0); /* a mixture with the lead is never that certain */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reproducible),
        cmocka_unit_test(test_candidates),
        cmocka_unit_test(test_ahead),
        cmocka_unit_test(test_ahead_is_in_the_answer),
        cmocka_unit_test(test_chance_of_winning),
        cmocka_unit_test(test_one_budget_a_turn),
        cmocka_unit_test(test_sole),
        cmocka_unit_test(test_time_budget),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_ladders),
        cmocka_unit_test(test_ladders_in_documents),
        cmocka_unit_test(test_stronger_than_greedy),
    };
    return cmocka_run_group_tests_name("search", tests, open_game, close_game);
}
