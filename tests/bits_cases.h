/*
 * Bit masks against a plain loop. Included by the two programs that test them: with the k-th bit
 * by the processor's own instruction where there is one, and without it.
 */
#ifndef VALISE_TESTS_BITS_CASES_H
#define VALISE_TESTS_BITS_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/bits.h"
#include "valise/rng.h"

static uint32_t plain_nth(const uint64_t *set, uint32_t k)
{
    for (uint32_t i = 0;; i++)
        if (set[i / 64] >> (i % 64) & 1U && k-- == 0)
            return i;
}

static void every_element(uint64_t set)
{
    for (uint32_t k = 0; k < vl_count(set); k++)
        assert_int_equal(vl_nth(set, k), plain_nth(&set, k));
}

static void test_nth(void **unused)
{
    struct vl_rng rng;
    (void)unused;
    for (uint32_t i = 0; i < 64; i++) {
        every_element(vl_bit(i));
        every_element(vl_first(i + 1));
        every_element(vl_above((int)i - 1));
        every_element(~vl_bit(i));
    }
    vl_rng_seed(&rng, 3, 0, 0);
    for (int n = 0; n < 20000; n++) {
        uint64_t set = vl_rng_next(&rng);
        every_element(n % 3 ? set : set & vl_rng_next(&rng) & vl_rng_next(&rng));
    }
}

static void test_nth_in_several_words(void **unused)
{
    struct vl_rng rng;
    (void)unused;
    vl_rng_seed(&rng, 4, 0, 0);
    for (int n = 0; n < 2000; n++) {
        uint64_t set[3] = {0, 0, 0};
        for (int i = 0; i < 3; i++)
            set[i] = vl_rng_below(&rng, 3) ? vl_rng_next(&rng) & vl_rng_next(&rng) : 0;
        uint32_t count = vl_count_in(set, 3);
        assert_int_equal(count, vl_count(set[0]) + vl_count(set[1]) + vl_count(set[2]));
        for (uint32_t k = 0; k < count; k++)
            assert_int_equal(vl_nth_in(set, 3, k), plain_nth(set, k));
    }
}

static void test_single_words(void **unused)
{
    uint64_t set = vl_bit(0) | vl_bit(5) | vl_bit(63);
    (void)unused;
    assert_true(vl_has(set, 63) && vl_has(set, 0) && !vl_has(set, 62));
    assert_int_equal(vl_count(set), 3);
    assert_int_equal(vl_lowest(set), 0);
    assert_int_equal(vl_take_lowest(&set), 0);
    assert_int_equal(vl_take_lowest(&set), 5);
    assert_int_equal(vl_take_lowest(&set), 63);
    assert_true(set == 0);
    assert_true(vl_first(0) == 0 && vl_first(64) == UINT64_MAX && vl_first(3) == 7);
    assert_true(vl_above(-1) == UINT64_MAX && vl_above(63) == 0 && vl_above(62) == vl_bit(63));
}

static void test_sets_of_words(void **unused)
{
    uint64_t set[2] = {0, 0};
    (void)unused;
    vl_add_to(set, 63);
    vl_add_to(set, 64);
    vl_add_to(set, 127);
    assert_true(vl_has_in(set, 63) && vl_has_in(set, 64) && vl_has_in(set, 127));
    assert_false(vl_has_in(set, 0) || vl_has_in(set, 65));
    vl_drop_from(set, 64);
    vl_drop_from(set, 65);
    assert_int_equal(vl_count_in(set, 2), 2);
}

static int run_bits_cases(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nth),
        cmocka_unit_test(test_nth_in_several_words),
        cmocka_unit_test(test_single_words),
        cmocka_unit_test(test_sets_of_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
