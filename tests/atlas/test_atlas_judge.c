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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_in_fair_weather),
    };
    return cmocka_run_group_tests(tests, open_deck, close_deck);
}
