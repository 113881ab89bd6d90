/*
 * The queue that is fair between shares, step by step: no thread and no clock, each job costs what
 * the test says. (With real workers: test_workers.c; with a server and clients: test_shares.c.)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/bots/fair.h"
#include "server/bots/workers.h"

static uint64_t order;

static struct sv_job *job_of(uint64_t share)
{
    struct sv_job *job = calloc(1, sizeof *job);
    job->share = share;
    job->order = ++order;
    return job;
}

static void add(struct sv_fair *fair, uint64_t share, int count)
{
    while (count--)
        sv_fair_add(fair, job_of(share), false);
}

/* Runs the next job at a cost; its share. */
static uint64_t run(struct sv_fair *fair, uint64_t cost)
{
    struct sv_job *job = sv_fair_take(fair);
    assert_non_null(job);
    uint64_t share = job->share;
    job->microseconds = cost;
    sv_fair_ended(fair, job);
    sv_job_free(job);
    return share;
}

static bool all(const void *context, const struct sv_job *job)
{
    return !context || job->share == *(const uint64_t *)context;
}

static void clear(struct sv_fair *fair)
{
    for (struct sv_job *job = sv_fair_remove(fair, all, NULL), *next; job; job = next) {
        next = job->next;
        sv_job_free(job);
    }
    assert_int_equal(fair->waiting, 0);
    assert_null(sv_fair_take(fair));
    sv_fair_free(fair);
}

static void one_share_is_first_in_first_out(void **unused)
{
    (void)unused;
    struct sv_fair fair = {0};
    assert_null(sv_fair_take(&fair));
    order = 0;
    add(&fair, 1, 5);
    for (uint64_t i = 1; i <= 5; i++) {
        struct sv_job *job = sv_fair_take(&fair);
        assert_int_equal(job->order, i);
        job->microseconds = 100 * i;
        sv_fair_ended(&fair, job);
        sv_job_free(job);
    }
    clear(&fair);
}

/* H3: one address has 149 tables. A stranger's job, however late, is next. */
static void a_stranger_waits_for_one_job(void **unused)
{
    (void)unused;
    struct sv_fair fair = {0};
    add(&fair, 1, 149);
    for (int i = 0; i < 20; i++)
        assert_int_equal(run(&fair, 1000000), 1);
    for (int i = 0; i < 10; i++) {
        struct sv_job *busy = sv_fair_take(&fair); /* a worker is busy with the other address */
        assert_int_equal(busy->share, 1);
        add(&fair, 2, 1);
        assert_int_equal(run(&fair, 500), 2);
        busy->microseconds = 1000000;
        sv_fair_ended(&fair, busy);
        sv_job_free(busy);
    }
    clear(&fair);
}

/* Time counts and not jobs: who asks for little is asked for little. */
static void shares_get_the_same_time(void **unused)
{
    (void)unused;
    struct sv_fair fair = {0};
    uint64_t used[4] = {0}, jobs[4] = {0};
    static const uint64_t cost[4] = {0, 100, 400, 1600};
    for (uint64_t share = 1; share <= 3; share++)
        add(&fair, share, 2000);
    for (int i = 0; i < 1500; i++) {
        struct sv_job *job = sv_fair_take(&fair);
        used[job->share] += cost[job->share];
        jobs[job->share]++;
        job->microseconds = cost[job->share];
        sv_fair_ended(&fair, job);
        sv_job_free(job);
    }
    for (uint64_t share = 2; share <= 3; share++)
        assert_in_range(used[share], used[1] * 95 / 100 - 3200, used[1] * 105 / 100 + 3200);
    assert_true(jobs[1] > 3 * jobs[2] && jobs[2] > 3 * jobs[3]);
    clear(&fair);
}

/* Who was away has saved nothing up: it does not lock the others out when it comes back. */
static void idle_shares_save_nothing_up(void **unused)
{
    (void)unused;
    struct sv_fair fair = {0};
    uint32_t second = 0;
    add(&fair, 2, 1);
    assert_int_equal(run(&fair, 10), 2);
    add(&fair, 1, 1000);
    for (int i = 0; i < 500; i++)
        assert_int_equal(run(&fair, 1000), 1);
    add(&fair, 2, 1000);
    for (int i = 0; i < 100; i++)
        second += run(&fair, 1000) == 2;
    assert_in_range(second, 48, 52);
    clear(&fair);
}

/* A hundred shares with many jobs each: every one of them gets its turn in each round. */
static void many_shares_take_turns(void **unused)
{
    (void)unused;
    struct sv_fair fair = {0};
    for (uint64_t share = 1; share <= 100; share++)
        add(&fair, share, 10);
    for (int round = 0; round < 10; round++) {
        bool seen[101] = {false};
        for (int i = 0; i < 100; i++) {
            uint64_t share = run(&fair, 1000);
            assert_false(seen[share]);
            seen[share] = true;
        }
    }
    clear(&fair);
}

static void jobs_are_taken_out(void **unused)
{
    (void)unused;
    struct sv_fair fair = {0};
    uint64_t share = 2;
    for (int i = 0; i < 3; i++) {
        add(&fair, 1, 1);
        add(&fair, 2, 1);
    }
    struct sv_job *job = sv_fair_remove(&fair, all, &share);
    for (int i = 0; i < 3; i++) {
        struct sv_job *next = job->next;
        assert_int_equal(job->share, 2);
        assert_true(!next || next->order > job->order);
        if (i < 2)
            sv_job_free(job);
        else
            sv_fair_add(&fair, job, true); /* a preempted one */
        job = next;
    }
    assert_int_equal(fair.waiting, 4);
    add(&fair, 2, 1);
    uint32_t seen[3] = {0};
    while (fair.waiting)
        seen[run(&fair, 10)]++;
    assert_int_equal(seen[1], 3);
    assert_int_equal(seen[2], 2);
    clear(&fair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_share_is_first_in_first_out),
        cmocka_unit_test(a_stranger_waits_for_one_job),
        cmocka_unit_test(shares_get_the_same_time),
        cmocka_unit_test(idle_shares_save_nothing_up),
        cmocka_unit_test(many_shares_take_turns),
        cmocka_unit_test(jobs_are_taken_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
