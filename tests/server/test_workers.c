/*
 * The workers: order, preemption and cancelling of jobs, the processor budget, and bots
 * that do not come to an end.
 */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/bots/workers.h"
#include "server/stats.h"

static const struct vl_game *game;
static struct vl_deck *deck;
static struct vl_match *match;
static volatile bool let_go; /* of the bot that ignores the flag */
static bool begun;           /* somebody has looked at a state of the watched game */

static void doze(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Bots that no list has ---- */

static void answer_any(const struct vl_question *q, struct vl_answer *answer)
{
    *answer = (struct vl_answer){0};
    answer->move = vl_pick_from_list(q->game, q->deck->data, q->view->state.bytes, q->rng);
}

static void quick(const struct vl_question *q, uint32_t style, struct vl_answer *answer)
{
    (void)style;
    answer_any(q, answer);
}

/* Thinks for ever, but stops when told to. */
static void endless(const struct vl_question *q, uint32_t style, struct vl_answer *answer)
{
    (void)style;
    while (!__atomic_load_n(q->stop, __ATOMIC_RELAXED))
        doze();
    answer_any(q, answer);
}

static void deaf(const struct vl_question *q, uint32_t style, struct vl_answer *answer)
{
    (void)style;
    while (!__atomic_load_n(&let_go, __ATOMIC_RELAXED))
        doze();
    answer_any(q, answer);
}

/* Uses 20 milliseconds of the processor. */
static void busy(const struct vl_question *q, uint32_t style, struct vl_answer *answer)
{
    double end = seconds(CLOCK_THREAD_CPUTIME_ID) + 0.02;
    (void)style;
    while (seconds(CLOCK_THREAD_CPUTIME_ID) < end)
        ;
    answer_any(q, answer);
}

static const struct vl_bot quick_bot = {.name = "quick", .answer = quick},
                           endless_bot = {.name = "endless", .answer = endless},
                           deaf_bot = {.name = "deaf", .answer = deaf},
                           busy_bot = {.name = "busy", .answer = busy};

/* ---- Jobs ---- */

static struct sv_job *question(const struct vl_bot *bot, enum sv_job_kind kind, const char *room)
{
    struct sv_job *job = calloc(1, sizeof *job);
    job->kind = kind;
    job->watched = true;
    job->game = game;
    job->deck = deck;
    job->player.bot = bot;
    job->budget = 10;
    job->seed[0] = 1;
    memcpy(job->room, room, strlen(room));
    vl_look(game, deck->data, vl_match_state(match), vl_match_to_act(match), &job->view);
    return job;
}

/* A piece of a review with a number of rollouts. */
static struct sv_job *piece(uint32_t rollouts)
{
    struct sv_job *job = question(NULL, SV_JOB_REVIEW, "review");
    struct vl_review_effort effort = {.rollouts = rollouts, .iterations = 1, .seed = 1};
    struct vl_review *review = vl_review_start(match, &effort);
    job->piece = malloc(sizeof *job->piece);
    assert_true(vl_review_next(review, match, job->piece));
    assert_int_equal(job->piece->rollouts, rollouts);
    vl_review_free(review);
    return job;
}

/* A game that tells when a worker begins with a position of it. */
static int to_act_and_tell(const void *state)
{
    __atomic_store_n(&begun, true, __ATOMIC_RELAXED);
    return game->to_act(state);
}

/* The next answer; fails after ten seconds. */
static struct sv_job *await(struct sv_workers *w, bool watch)
{
    for (int i = 0; i < 5000; i++) {
        struct sv_job *job = sv_workers_take_finished(w);
        if (job) {
            assert_null(job->next);
            return job;
        }
        if (watch)
            sv_workers_check(w);
        doze();
    }
    fail_msg("nobody answers");
    return NULL;
}

static struct sv_worker_figures figures_of(struct sv_workers *w)
{
    struct sv_worker_figures f;
    sv_workers_figures(w, &f);
    return f;
}

/* Waits until a worker is busy with a background job. */
static void await_begin(struct sv_workers *w)
{
    while (sv_workers_idle(w))
        doze();
    for (int i = 0; i < 20; i++)
        doze();
}

static const struct sv_worker_limits alone = {
    .workers = 1, .share = 100, .patience = 50, .grace = 200};

static void a_question_displaces_a_review(void **unused)
{
    struct sv_workers *w = sv_workers_new(&alone, NULL, NULL);
    struct vl_game watched = *game;
    struct sv_job *review = piece(1000000);
    (void)unused;
    watched.to_act = to_act_and_tell;
    review->piece->game = &watched;
    begun = false;
    sv_workers_add(w, review);
    while (!__atomic_load_n(&begun, __ATOMIC_RELAXED))
        doze();
    sv_workers_add(w, question(&quick_bot, SV_JOB_BOT, "room"));
    struct sv_job *job = await(w, false);
    assert_int_equal(job->kind, SV_JOB_BOT);
    assert_true(job->answered);
    sv_job_free(job);
    assert_int_equal(figures_of(w).dropped, 1);
    assert_int_equal(figures_of(w).background, 1); /* it goes on */
    sv_workers_cancel(w, SV_JOB_REVIEW, "review", 0);
    job = await(w, false);
    assert_int_equal(job->kind, SV_JOB_REVIEW);
    assert_true(job->cancelled && !job->answered);
    sv_job_free(job);
    assert_int_equal(figures_of(w).cancelled, 1);
    assert_true(sv_workers_free(w));
}

/* Jobs of bots and hints in the order they came, then reviews. */
static void those_who_wait_go_first(void **unused)
{
    struct sv_workers *w = sv_workers_new(&alone, NULL, NULL);
    static const enum sv_job_kind order[] = {SV_JOB_BOT, SV_JOB_HINT, SV_JOB_BOT, SV_JOB_HINT,
                                             SV_JOB_REVIEW};
    (void)unused;
    let_go = false;
    sv_workers_add(w, question(&deaf_bot, SV_JOB_BOT, "first"));
    await_begin(w);
    sv_workers_add(w, piece(3));
    sv_workers_add(w, question(&quick_bot, SV_JOB_HINT, "a"));
    sv_workers_add(w, question(&quick_bot, SV_JOB_BOT, "b"));
    sv_workers_add(w, question(&quick_bot, SV_JOB_HINT, "c"));
    __atomic_store_n(&let_go, true, __ATOMIC_RELAXED);
    for (uint32_t got = 0; got < 5; doze()) {
        for (struct sv_job *job = sv_workers_take_finished(w), *next; job; job = next) {
            next = job->next;
            assert_int_equal(job->kind, order[got++]);
            assert_true(job->answered);
            sv_job_free(job);
        }
    }
    assert_true(sv_workers_free(w));
}

/* A bot at a table that nobody watches. */
static struct sv_job *unwatched(const struct vl_bot *bot, const char *room, uint64_t share)
{
    struct sv_job *job = question(bot, SV_JOB_BOT, room);
    job->watched = false;
    job->share = share;
    return job;
}

/* One address has many tables; a stranger's bot preempts one of its bots, which starts over. */
static void a_watched_table_does_not_wait(void **unused)
{
    struct sv_workers *w = sv_workers_new(&alone, NULL, NULL);
    (void)unused;
    for (int i = 0; i < 149; i++) {
        struct sv_job *job = unwatched(&endless_bot, "many", 1);
        job->budget = 60000;
        sv_workers_add(w, job);
    }
    await_begin(w);
    struct sv_job *stranger = question(&quick_bot, SV_JOB_BOT, "stranger");
    stranger->share = 2;
    sv_workers_add(w, stranger);
    struct sv_job *job = await(w, false);
    assert_true(job == stranger && job->answered);
    sv_job_free(job);
    assert_int_equal(figures_of(w).dropped, 1);
    assert_int_equal(figures_of(w).waiting, 149);
    /* Somebody begins to watch a table whose bot waits: it moves to the watched ones. */
    sv_workers_add(w, unwatched(&quick_bot, "later", 3));
    sv_workers_watched(w, "later");
    sv_workers_cancel(w, SV_JOB_BOT, "many", 0);
    for (uint32_t got = 0; got < 150; doze()) {
        for (struct sv_job *next; (job = sv_workers_take_finished(w));) {
            for (; job; job = next, got++) {
                next = job->next;
                assert_true(strcmp(job->room, "later") == 0 ? job->watched && job->answered
                                                            : job->cancelled);
                sv_job_free(job);
            }
        }
    }
    assert_true(sv_workers_free(w));
}

/* Tables that nobody watches are served in turn, too: a stranger's single table moves on while
 * another address has a hundred. */
static void unwatched_tables_take_turns(void **unused)
{
    struct sv_workers *w = sv_workers_new(&alone, NULL, NULL);
    (void)unused;
    let_go = false;
    sv_workers_add(w, question(&deaf_bot, SV_JOB_BOT, "first")); /* until all have been added */
    await_begin(w);
    for (int i = 0; i < 60; i++)
        sv_workers_add(w, unwatched(&busy_bot, "many", 1));
    for (int i = 0; i < 4; i++)
        sv_workers_add(w, unwatched(&busy_bot, "one", 2));
    __atomic_store_n(&let_go, true, __ATOMIC_RELAXED);
    uint32_t many = 0, one = 0;
    while (one < 4) {
        for (struct sv_job *job = sv_workers_take_finished(w), *next; job; job = next) {
            next = job->next;
            one += job->share == 2;
            many += job->share == 1 && one < 4;
            sv_job_free(job);
        }
        doze();
    }
    /* All cost the same, so they alternate; a few more may end before this thread looks. */
    assert_in_range(many, 3, 20);
    sv_workers_cancel(w, SV_JOB_BOT, NULL, 0);
    assert_true(sv_workers_free(w));
}

static void what_nobody_wants_ends(void **unused)
{
    struct sv_workers *w = sv_workers_new(&alone, NULL, NULL);
    struct sv_job *waiting = question(&quick_bot, SV_JOB_HINT, "one");
    (void)unused;
    sv_workers_add(w, question(&endless_bot, SV_JOB_HINT, "one"));
    await_begin(w);
    waiting->connection = 7;
    sv_workers_add(w, waiting);
    sv_workers_cancel(w, SV_JOB_HINT, "other", 0);
    sv_workers_cancel(w, SV_JOB_BOT, "one", 0);
    assert_null(sv_workers_take_finished(w));
    sv_workers_cancel(w, SV_JOB_HINT, NULL, 7); /* the one in the queue */
    struct sv_job *job = await(w, false);
    assert_true(job == waiting && job->cancelled && !job->answered);
    sv_job_free(job);
    sv_workers_cancel(w, SV_JOB_HINT, "one", 0); /* the one under way */
    job = await(w, false);
    assert_true(job->cancelled);
    sv_job_free(job);
    assert_int_equal(figures_of(w).waiting, 0);
    assert_true(sv_workers_free(w));
}

/* What is used in a time stays below what the share gives, what may be used at once and the job
 * that was under way. */
static void the_budget_holds(void **unused)
{
    struct sv_worker_limits limits = {.workers = 1, .share = 1, .patience = 1000, .grace = 1000};
    struct sv_workers *w = sv_workers_new(&limits, NULL, NULL);
    double begin = seconds(CLOCK_MONOTONIC);
    cpu_set_t set;
    (void)unused;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    double rate = 0.01 * CPU_COUNT(&set);
    for (int i = 0; i < 200; i++)
        sv_workers_add(w, question(&busy_bot, SV_JOB_BOT, "room"));
    sv_workers_add(w, piece(1));
    while (seconds(CLOCK_MONOTONIC) < begin + 1.5)
        doze();
    struct sv_worker_figures f = figures_of(w);
    double used = 1e-6 * (double)f.microseconds[SV_JOB_BOT];
    double time = seconds(CLOCK_MONOTONIC) - begin;
    assert_true(used <= rate * (2 + time) + 0.03);
    assert_true(used >= rate * 0.5); /* and is made use of */
    assert_true(f.held_up > 0);
    assert_int_equal(f.microseconds[SV_JOB_REVIEW], 0);
    assert_int_equal(f.background, 1);
    assert_false(sv_workers_idle(w));
    assert_true(sv_workers_free(w));
}

static void a_slow_bot_is_told_to_stop(void **unused)
{
    struct sv_workers *w = sv_workers_new(&alone, NULL, NULL);
    (void)unused;
    sv_workers_add(w, question(&endless_bot, SV_JOB_BOT, "room"));
    struct sv_job *job = await(w, true);
    assert_true(job->overran && job->answered);
    sv_job_free(job);
    assert_int_equal(figures_of(w).overruns, 1);
    assert_int_equal(figures_of(w).lost, 0);
    assert_true(sv_workers_free(w));
}

static void a_bot_that_does_not_stop_is_left(void **unused)
{
    struct sv_workers *w = sv_workers_new(&alone, NULL, NULL);
    (void)unused;
    let_go = false;
    sv_workers_add(w, question(&deaf_bot, SV_JOB_BOT, "room"));
    struct sv_job *job = await(w, true);
    assert_true(job->overran && !job->answered);
    assert_string_equal(job->room, "room");
    sv_job_free(job);
    assert_int_equal(figures_of(w).lost, 1);
    /* Another thread has taken its place. */
    sv_workers_add(w, question(&quick_bot, SV_JOB_BOT, "room"));
    job = await(w, true);
    assert_true(job->answered && !job->overran);
    sv_job_free(job);
    __atomic_store_n(&let_go, true, __ATOMIC_RELAXED);
    assert_true(sv_workers_free(w));
}

static int open_match(void **unused)
{
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 4};
    (void)unused;
    sv_log_quiet = true;
    game = vl_game_at(0);
    deck = vl_deck_open(game, NULL, NULL);
    if (!deck || !vl_setup_init(game, 2, &setup, NULL))
        return -1;
    match = vl_match_new(game, deck, &setup, &chance, false, NULL);
    return match ? 0 : -1;
}

static int close_match(void **unused)
{
    (void)unused;
    vl_match_free(match);
    vl_deck_free(deck);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_displaces_a_review),
        cmocka_unit_test(those_who_wait_go_first),
        cmocka_unit_test(a_watched_table_does_not_wait),
        cmocka_unit_test(unwatched_tables_take_turns),
        cmocka_unit_test(what_nobody_wants_ends),
        cmocka_unit_test(the_budget_holds),
        cmocka_unit_test(a_slow_bot_is_told_to_stop),
        cmocka_unit_test(a_bot_that_does_not_stop_is_left),
    };
    return cmocka_run_group_tests(tests, open_match, close_match);
}
