/* Random numbers: golden vectors, bounds, streams. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "valise/rng.h"

/* The first outputs of the published xoshiro256++ for the state 1, 2, 3, 4. */
static void test_golden_vector(void **unused)
{
    static const uint64_t golden[] = {
        UINT64_C(41943041),
        UINT64_C(58720359),
        UINT64_C(3588806011781223),
        UINT64_C(3591011842654386),
        UINT64_C(9228616714210784205),
        UINT64_C(9973669472204895162),
    };
    struct vl_rng rng = {{1, 2, 3, 4}};
    (void)unused;
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++)
        assert_true(vl_rng_next(&rng) == golden[i]);
}

static void test_bounded_draws_are_even(void **unused)
{
    struct vl_rng rng;
    uint32_t counts[7] = {0};
    (void)unused;
    vl_rng_seed(&rng, 7, 0, VL_STREAM_CHANCE);
    for (int i = 0; i < 70000; i++) {
        uint32_t n = vl_rng_below(&rng, 7);
        assert_in_range(n, 0, 6);
        counts[n]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(counts[i], 9600, 10400);
    assert_int_equal(vl_rng_below(&rng, 1), 0);
}

/* A bound just above 2^31 rejects nearly half of the draws: what remains is still in range. */
static void test_large_bounds(void **unused)
{
    struct vl_rng rng;
    uint32_t bound = UINT32_C(0x80000001);
    uint32_t low = 0;
    (void)unused;
    vl_rng_seed(&rng, 1, 2, 3);
    for (int i = 0; i < 10000; i++) {
        uint32_t n = vl_rng_below(&rng, bound);
        assert_true(n < bound);
        low += n < bound / 2;
    }
    assert_in_range(low, 4700, 5300);
}

/* Two different numbers: every ordered pair as likely. */
static void test_pairs_are_even(void **unused)
{
    struct vl_rng rng;
    uint32_t counts[5][5] = {0};
    (void)unused;
    vl_rng_seed(&rng, 11, 0, VL_STREAM_CHANCE);
    for (int i = 0; i < 80000; i++) {
        uint32_t a, b;
        vl_rng_pair(&rng, 5, &a, &b);
        assert_true(a < 5 && b < 5 && a != b);
        counts[a][b]++;
    }
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            assert_in_range(counts[a][b], a == b ? 0 : 3700, a == b ? 0 : 4300);
}

static void test_streams_differ(void **unused)
{
    struct vl_rng a, b, c, again;
    (void)unused;
    vl_rng_seed(&a, 42, 0, VL_STREAM_CHANCE);
    vl_rng_seed(&b, 42, 0, VL_STREAM_BOTS);
    vl_rng_seed(&c, 42, 1, VL_STREAM_CHANCE);
    vl_rng_seed(&again, 42, 0, VL_STREAM_CHANCE);
    uint64_t first = vl_rng_next(&a);
    assert_true(first != vl_rng_next(&b));
    assert_true(first != vl_rng_next(&c));
    assert_true(first == vl_rng_next(&again));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_vector),  cmocka_unit_test(test_bounded_draws_are_even),
        cmocka_unit_test(test_large_bounds),   cmocka_unit_test(test_pairs_are_even),
        cmocka_unit_test(test_streams_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
