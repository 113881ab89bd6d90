/*
 * Atlas: what its judgement rests on: ways by land and sea found two ways, and answers that do not
 * depend on what was asked before.
 */
#include <pthread.h>
#include <stdlib.h>

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

/* Decisions of a game with the weights of their moves, as one thread found them. */
enum { ASKED = 150 };

struct asked {
    struct vl_view view;
    vl_move moves[VL_MAX_MOVES];
    uint32_t count;
    int32_t weights[VL_MAX_MOVES];
};

/* Asks again from the last to the first, with nothing kept from before. */
static void *ask_backwards(void *argument)
{
    const struct asked *asked = argument;
    uintptr_t different = 0;
    for (uint32_t n = ASKED; n-- > 0;) {
        int32_t weights[VL_MAX_MOVES];
        at_prefer(d, &asked[n].view, 0, asked[n].moves, asked[n].count, weights);
        different += memcmp(weights, asked[n].weights, asked[n].count * sizeof *weights) != 0;
    }
    return (void *)different;
}

static void ask_game(const struct vl_setup *setup, uint32_t seed, struct asked *asked)
{
    vl_rng_seed(&rng, seed, 0, 0);
    at_start(d, setup, &s);
    for (uint32_t n = 0; n < ASKED;) {
        int seat = at_to_act(&s);
        vl_move move;
        assert_true(seat != VL_OVER);
        if (seat == VL_CHANCE) {
            move = at_sample_chance(d, &s, &rng);
        } else {
            struct asked *a = &asked[n++];
            uint32_t best = 0;
            vl_look(&at_game, d, &s, seat, &a->view);
            a->count = at_legal_moves(d, &s, a->moves);
            at_prefer(d, &a->view, 0, a->moves, a->count, a->weights);
            for (uint32_t i = 1; i < a->count; i++)
                best = a->weights[i] > a->weights[best] ? i : best;
            move = a->moves[best];
        }
        at_apply(d, &s, move);
    }
}

static void what_is_kept(void **unused)
{
    struct asked *asked = calloc(ASKED, sizeof *asked);
    pthread_t thread;
    void *different;
    (void)unused;
    assert_non_null(asked);
    for (uint32_t seats = 2; seats <= 4; seats++) {
        struct vl_setup setup = {.seats = (uint8_t)seats};
        ask_game(&setup, seats, asked);
        assert_int_equal(0, pthread_create(&thread, NULL, ask_backwards, asked));
        assert_int_equal(0, pthread_join(thread, &different));
        assert_true(!different);
    }
    free(asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_in_fair_weather),
        cmocka_unit_test(what_is_kept),
    };
    return cmocka_run_group_tests(tests, open_deck, close_deck);
}
