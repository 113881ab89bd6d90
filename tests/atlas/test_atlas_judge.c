/* Atlas: what its judgement rests on: ways by land and sea, found two ways. */
#include "atlas_table.h"

/* The plain way: take steps until nothing becomes cheaper. */
static void ways_by_steps(const uint64_t *own, uint32_t from, uint32_t budget, uint8_t *cost)
{
    bool changed = true;
    memset(cost, AT_NONE, AT_COUNTRIES);
    cost[from] = 0;
    while (changed) {
        changed = false;
        for (uint32_t at = 0; at < AT_COUNTRIES; at++) {
            const struct at_country *here = &d->country[at];
            for (uint32_t k = 0; cost[at] != AT_NONE && k < here->step_count; k++) {
                uint32_t next = d->step[here->first_step + k];
                uint32_t sum = cost[at] + !vl_has_in(own, next);
                if (sum > budget || sum >= cost[next])
                    continue;
                cost[next] = (uint8_t)sum;
                changed = true;
            }
        }
    }
}

/* AT-4.2 AT-4.3: a step costs 1 energy, into an own country nothing. */
static void ways_in_fair_weather(void **unused)
{
    uint8_t expected[AT_COUNTRIES], found[AT_COUNTRIES];
    (void)unused;
    vl_rng_seed(&rng, 11, 0, 0);
    memset(&s, 0, sizeof s);
    s.seats = 2;
    for (uint32_t trial = 0; trial < 400; trial++) {
        uint32_t from = vl_rng_below(&rng, AT_COUNTRIES), own = vl_rng_below(&rng, 10);
        uint32_t budget = vl_rng_below(&rng, AT_MOST_ENERGY + 1), last = from;
        memset(s.seat[0].explored, 0, sizeof s.seat[0].explored);
        while (own--) { /* half of them beside the last one, as travellers go */
            const struct at_country *here = &d->country[last];
            bool beside = here->step_count && vl_rng_below(&rng, 2);
            last = beside ? d->step[here->first_step + vl_rng_below(&rng, here->step_count)]
                          : vl_rng_below(&rng, AT_COUNTRIES);
            vl_add_to(s.seat[0].explored, last);
        }
        ways_by_steps(s.seat[0].explored, from, budget, expected);
        at_ground(d, &s, 0, from, budget, found);
        assert_memory_equal(expected, found, AT_COUNTRIES);
    }
}

/* From several countries a way is the least of the ways from each, in any weather (AT-9.3). */
static void ways_from_several_countries(void **unused)
{
    uint8_t expected[AT_COUNTRIES], found[AT_COUNTRIES], one[AT_COUNTRIES];
    struct at_source source[6];
    (void)unused;
    vl_rng_seed(&rng, 12, 0, 0);
    memset(&s, 0, sizeof s);
    s.seats = 2;
    for (uint32_t trial = 0; trial < 400; trial++) {
        uint32_t budget = vl_rng_below(&rng, AT_MOST_ENERGY + 1);
        uint32_t count = vl_rng_below(&rng, 7), own = vl_rng_below(&rng, 9);
        s.active = trial % 2 ? 1U << vl_rng_below(&rng, AT_EVENTS) : 0;
        memset(s.seat[0].explored, 0, sizeof s.seat[0].explored);
        while (own--)
            vl_add_to(s.seat[0].explored, vl_rng_below(&rng, AT_COUNTRIES));
        memset(expected, AT_NONE, sizeof expected);
        for (uint32_t i = 0; i < count; i++) {
            source[i].country = (uint8_t)vl_rng_below(&rng, AT_COUNTRIES);
            source[i].paid = (uint8_t)vl_rng_below(&rng, budget + 1);
            at_ground(d, &s, 0, source[i].country, budget - source[i].paid, one);
            for (uint32_t to = 0; to < AT_COUNTRIES; to++)
                if (one[to] != AT_NONE && one[to] + source[i].paid < expected[to])
                    expected[to] = (uint8_t)(one[to] + source[i].paid);
        }
        at_ground_from(d, &s, 0, source, count, budget, found);
        assert_memory_equal(expected, found, AT_COUNTRIES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_in_fair_weather),
        cmocka_unit_test(ways_from_several_countries),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
