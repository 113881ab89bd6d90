/* The match cache of the store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "store/match_cache.h"

enum { MANY = 3 * VL_CACHE_SETS * VL_CACHE_WAYS };

static void name(char id[VL_MATCH_ID_SIZE], uint32_t number)
{
    snprintf(id, VL_MATCH_ID_SIZE, "match%u", number);
}

/* The matches of a server with a few hundred tables are nearly all in the cache, for random ids. */
static void what_is_asked_for_stays(void **state)
{
    struct vl_match_cache *all = calloc(1, sizeof *all);
    char id[VL_MATCH_ID_SIZE];
    uint32_t kept = 0;
    (void)state;
    for (uint32_t i = 0; i < MANY; i++) {
        name(id, i);
        assert_null(vl_match_cache_find(all, id));
        vl_match_cache_add(all, id)->number = i;
        name(id, 7); /* one is asked for all the time */
        assert_true(i < 7 || vl_match_cache_find(all, id)->number == 7);
    }
    for (uint32_t i = MANY - 500; i < MANY; i++) {
        name(id, i);
        kept += vl_match_cache_find(all, id) != NULL;
    }
    assert_true(kept > 480);
    name(id, MANY - 1);
    vl_match_cache_forget(all, id);
    assert_null(vl_match_cache_find(all, id));
    vl_match_cache_clear(all);
    name(id, MANY - 2);
    assert_null(vl_match_cache_find(all, id));
    free(all);
}

/* Keys of different seats do not collide: each collision would cost a read of the file. */
static void keys_belong_to_their_seats(void **state)
{
    struct vl_cached_match cached = {0};
    char key[8];
    (void)state;
    for (uint32_t i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "%u", i);
        vl_cached_match_add_key(&cached, (int)(i % 5) - 1, key);
    }
    for (uint32_t i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "%u", i);
        for (int seat = -1; seat < 4; seat++)
            assert_int_equal(vl_cached_match_may_have_key(&cached, seat, key),
                             seat == (int)(i % 5) - 1);
    }
    free(cached.keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_for_stays),
        cmocka_unit_test(keys_belong_to_their_seats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
