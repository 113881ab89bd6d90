/*
 * Health of the store, state by state: which event leads where, when a write may be tried, what is
 * logged, and what /healthz says. (The same with a real store: test_batches.c, test_faults.c.)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/health.h"

enum { START = 1000000 }; /* milliseconds: any time but 0 */

static void logs(struct sv_health_news news, enum sv_health_event event, uint64_t ms)
{
    assert_int_equal(news.event, event);
    assert_int_equal(news.ms, ms);
}

static void says(const struct sv_health *h, const char *text)
{
    assert_string_equal(sv_health_text(h, true), text);
    assert_int_equal(sv_health_good(h, true), strcmp(text, "ok\n") == 0);
    assert_false(sv_health_good(h, false));
    assert_string_equal(sv_health_text(h, false), "the store cannot be read\n");
}

static void starts_healthy(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    assert_int_equal(h.state, SV_HEALTHY);
    assert_true(sv_health_may_try(&h, START));
    says(&h, "ok\n");
    logs(sv_health_begun(&h, true, START), SV_HEALTH_NOTHING, 0);
    logs(sv_health_synced(&h, true, START), SV_HEALTH_NOTHING, 0);
    assert_int_equal(h.state, SV_HEALTHY);
    assert_int_equal(h.retry_at, 0);
}

/* A lock is logged once, however often it is met, and with its length when it is gone. */
static void a_lock_comes_and_goes(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    logs(sv_health_begun(&h, false, START), SV_HEALTH_STORE_LOCKED, 0);
    assert_int_equal(h.state, SV_LOCKED);
    assert_int_equal(h.retry_at, START + SV_LOCK_RETRY);
    says(&h, "the store could not be written to\n");
    /* People may try at once; only bots and clocks wait for retry_at. */
    assert_true(sv_health_may_try(&h, START));
    logs(sv_health_begun(&h, false, START + 300), SV_HEALTH_NOTHING, 0);
    assert_int_equal(h.retry_at, START + 300 + SV_LOCK_RETRY);

    logs(sv_health_begun(&h, true, START + 900), SV_HEALTH_STORE_UNLOCKED, 900);
    assert_int_equal(h.state, SV_UNCONFIRMED);
    assert_int_equal(h.locked_since, 0);
    says(&h, "the store could not be written to\n");
    logs(sv_health_synced(&h, true, START + 901), SV_HEALTH_NOTHING, 0);
    assert_int_equal(h.state, SV_HEALTHY);
    says(&h, "ok\n");
}

static void a_lock_returns_before_a_sync(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    sv_health_begun(&h, false, START);
    sv_health_begun(&h, true, START + 10);
    logs(sv_health_begun(&h, false, START + 20), SV_HEALTH_STORE_LOCKED, 0);
    assert_int_equal(h.state, SV_LOCKED);
    logs(sv_health_begun(&h, true, START + 50), SV_HEALTH_STORE_UNLOCKED, 30);
}

/* A write that did not ask first can be stored while the lock is still noted: the store is healthy
 * at once, and the next begin logs that the lock is gone. */
static void a_sync_outruns_the_unlock(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    sv_health_begun(&h, false, START);
    logs(sv_health_synced(&h, true, START + 100), SV_HEALTH_NOTHING, 0);
    assert_int_equal(h.state, SV_HEALTHY);
    assert_int_not_equal(h.locked_since, 0);
    says(&h, "ok\n");
    logs(sv_health_begun(&h, true, START + 200), SV_HEALTH_STORE_UNLOCKED, 200);
    assert_int_equal(h.state, SV_HEALTHY);
}

/* Every failed sync is logged; the end of the trouble once, with its whole length. */
static void syncs_fail_and_work_again(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    logs(sv_health_synced(&h, false, START), SV_HEALTH_SYNC_FAILED, 0);
    assert_int_equal(h.state, SV_SYNC_FAILING);
    says(&h, "the store could not be written to\n");
    assert_false(sv_health_may_try(&h, START));
    assert_false(sv_health_may_try(&h, START + SV_SYNC_RETRY - 1));
    assert_true(sv_health_may_try(&h, START + SV_SYNC_RETRY));

    logs(sv_health_synced(&h, false, START + 2500), SV_HEALTH_SYNC_FAILED, 0);
    assert_int_equal(h.retry_at, START + 2500 + SV_SYNC_RETRY);
    logs(sv_health_synced(&h, true, START + 5000), SV_HEALTH_SYNC_AGAIN, 5000);
    assert_int_equal(h.state, SV_HEALTHY);
    assert_true(sv_health_may_try(&h, START + 5000));
    /* A batch that was stored does not end the wait of bots early; a probe does (below). */
    assert_int_equal(h.retry_at, START + 2500 + SV_SYNC_RETRY);

    logs(sv_health_synced(&h, false, START + 9000), SV_HEALTH_SYNC_FAILED, 0);
    logs(sv_health_synced(&h, true, START + 9100), SV_HEALTH_SYNC_AGAIN, 100);
}

static void probes_find_out(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    sv_health_synced(&h, false, START);
    logs(sv_health_probed(&h, false, START + 1000), SV_HEALTH_NOTHING, 0);
    assert_int_equal(h.state, SV_SYNC_FAILING);
    assert_false(sv_health_may_try(&h, START + 1000 + SV_SYNC_RETRY - 1));
    logs(sv_health_probed(&h, true, START + 2000), SV_HEALTH_SYNC_AGAIN, 2000);
    assert_int_equal(h.state, SV_HEALTHY);
    assert_int_equal(h.retry_at, 0);
    says(&h, "ok\n");
}

/* While syncs fail, a lock is noted besides: it shortens the wait, but the syncs still fail. */
static void a_lock_while_syncs_fail(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    sv_health_synced(&h, false, START);
    logs(sv_health_begun(&h, false, START + 2000), SV_HEALTH_STORE_LOCKED, 0);
    assert_int_equal(h.state, SV_SYNC_FAILING);
    assert_false(sv_health_may_try(&h, START + 2000 + SV_LOCK_RETRY - 1));
    assert_true(sv_health_may_try(&h, START + 2000 + SV_LOCK_RETRY));
    logs(sv_health_begun(&h, true, START + 3000), SV_HEALTH_STORE_UNLOCKED, 1000);
    assert_int_equal(h.state, SV_SYNC_FAILING);
    says(&h, "the store could not be written to\n");
    logs(sv_health_synced(&h, true, START + 3100), SV_HEALTH_SYNC_AGAIN, 3100);
    assert_int_equal(h.state, SV_HEALTHY);
}

static void a_sync_fails_after_a_lock(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    sv_health_begun(&h, false, START);
    sv_health_begun(&h, true, START + 100);
    logs(sv_health_synced(&h, false, START + 200), SV_HEALTH_SYNC_FAILED, 0);
    assert_int_equal(h.state, SV_SYNC_FAILING);
    logs(sv_health_probed(&h, true, START + 700), SV_HEALTH_SYNC_AGAIN, 500);
}

/* Batches are stored while checkpoints fail: nobody waits, and /healthz stays "ok". */
static void checkpoints_are_apart(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    logs(sv_health_checkpoint(&h, false), SV_HEALTH_NOTHING, 0);
    logs(sv_health_checkpoint(&h, true), SV_HEALTH_CHECKPOINT_FAILED, 0);
    logs(sv_health_checkpoint(&h, true), SV_HEALTH_NOTHING, 0);
    assert_int_equal(h.state, SV_HEALTHY);
    assert_true(sv_health_may_try(&h, START));
    says(&h, "ok\n");
    logs(sv_health_synced(&h, false, START), SV_HEALTH_SYNC_FAILED, 0);
    logs(sv_health_synced(&h, true, START + 1), SV_HEALTH_SYNC_AGAIN, 1);
    assert_true(h.checkpoint_failing);
    logs(sv_health_checkpoint(&h, false), SV_HEALTH_CHECKPOINT_AGAIN, 0);
    assert_false(h.checkpoint_failing);
}

/* Clocks that cannot be read make bots and clocks wait, and nobody else. */
static void waiting_is_no_illness(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    sv_health_wait(&h, START);
    assert_int_equal(h.retry_at, START + SV_SYNC_RETRY);
    assert_true(sv_health_may_try(&h, START));
    says(&h, "ok\n");
}

/* While the files are lost, nothing is tried, also if the last sync was good. */
static void lost_files_stop_everything(void **unused)
{
    (void)unused;
    struct sv_health h = {0};
    logs(sv_health_files(&h, true), SV_HEALTH_NOTHING, 0);
    logs(sv_health_files(&h, false), SV_HEALTH_FILES_LOST, 0);
    logs(sv_health_files(&h, false), SV_HEALTH_NOTHING, 0);
    assert_false(sv_health_may_try(&h, START));
    assert_false(sv_health_good(&h, true));
    assert_non_null(strstr(sv_health_text(&h, true), "broken"));
    assert_non_null(strstr(sv_health_text(&h, false), "broken"));
    logs(sv_health_files(&h, true), SV_HEALTH_FILES_BACK, 0);
    assert_true(sv_health_may_try(&h, START));
    says(&h, "ok\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_healthy),
        cmocka_unit_test(lost_files_stop_everything),
        cmocka_unit_test(a_lock_comes_and_goes),
        cmocka_unit_test(a_lock_returns_before_a_sync),
        cmocka_unit_test(a_sync_outruns_the_unlock),
        cmocka_unit_test(syncs_fail_and_work_again),
        cmocka_unit_test(probes_find_out),
        cmocka_unit_test(a_lock_while_syncs_fail),
        cmocka_unit_test(a_sync_fails_after_a_lock),
        cmocka_unit_test(checkpoints_are_apart),
        cmocka_unit_test(waiting_is_no_illness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
