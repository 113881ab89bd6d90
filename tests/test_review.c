/* Looking back at a match: chances add up, the end is certain, luck and decisions are told apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "valise/bot.h"
#include "valise/review.h"

static struct vl_deck *deck;

/* A whole match: seat 0 plays well, seat 1 at random. */
static struct vl_match *played(void)
{
    const struct vl_game *game = vl_game_at(0);
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 4};
    struct vl_player greedy, random;
    struct vl_rng rng;
    deck = vl_deck_open(game, NULL, NULL);
    assert_true(vl_setup_init(game, 2, &setup, NULL));
    assert_true(vl_player_find(game, "greedy", &greedy, NULL));
    assert_true(vl_player_find(game, "random", &random, NULL));
    vl_rng_seed(&rng, 1, 0, VL_STREAM_BOTS);
    struct vl_match *match = vl_match_new(game, deck, &setup, &chance, false, NULL);
    for (int seat; (seat = vl_match_to_act(match)) != VL_OVER;) {
        struct vl_view view;
        vl_look(game, deck->data, vl_match_state(match), seat, &view);
        struct vl_question question = {.game = game, .deck = deck, .view = &view, .rng = &rng};
        vl_move move = vl_player_move(seat == 0 ? &greedy : &random, &question);
        assert_true(vl_match_play(match, move, NULL));
    }
    return match;
}

static void test_review(void **unused)
{
    struct vl_match *match = played();
    struct vl_review_effort effort = {.rollouts = 30, .iterations = 60, .seed = 3};
    struct vl_review *review = vl_review_new(match, &effort);
    struct vl_score score;
    uint32_t worst[4];
    (void)unused;
    assert_non_null(review);
    assert_int_equal(review->count, vl_match_position(match));
    for (uint32_t i = 0; i <= review->count; i++) {
        const struct vl_review_step *step = &review->steps[i];
        float sum = step->win[0] + step->win[1];
        assert_true(sum > 0.999F && sum < 1.001F);
        if (step->better != VL_NO_MOVE) {
            assert_true(step->actor >= 0 && step->cost > 0 && step->better != step->move);
        }
    }
    vl_match_game(match)->score(deck->data, vl_match_state(match), &score);
    for (uint32_t seat = 0; seat < 2; seat++)
        assert_true((review->steps[review->count].win[seat] > 0.4F) == (score.rank[seat] == 1));
    /* Random play gives more away than sensible play. */
    assert_true(review->skill[1] < review->skill[0]);
    float luck = review->luck[0] + review->luck[1];
    assert_true(luck > -0.01F && luck < 0.01F);
    uint32_t count = vl_review_worst(review, worst, 4);
    assert_int_equal(count, 4);
    for (uint32_t i = 1; i < count; i++)
        assert_true(review->steps[worst[i]].cost <= review->steps[worst[i - 1]].cost);
    struct vl_text out = {0};
    vl_review_json(match, review, &out);
    json_t *json = json_loads(vl_text_string(&out), 0, NULL);
    assert_int_equal(json_array_size(json_object_get(json, "steps")), review->count + 1);
    assert_int_equal(json_array_size(json_object_get(json, "worst")), 8);
    json_decref(json);
    vl_text_free(&out);
    vl_review_free(review);
    vl_match_free(match);
    vl_deck_free(deck);
}

static void test_stopped(void **unused)
{
    struct vl_match *match = played();
    volatile bool stop = true;
    struct vl_review_effort effort = {.stop = &stop};
    (void)unused;
    assert_null(vl_review_new(match, &effort));
    vl_match_free(match);
    vl_deck_free(deck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests_name("review", tests, NULL, NULL);
}
