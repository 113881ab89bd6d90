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
    struct vl_review_effort effort = {.rollouts = 30, .iterations = 240, .seed = 3};
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
    size_t index;
    json_t *at, *steps = json_object_get(json, "steps");
    json_array_foreach(json_object_get(json, "worst"), index, at)
    {
        const json_t *step = json_array_get(steps, (size_t)json_integer_value(at));
        assert_string_not_equal(json_string_value(json_object_get(step, "played")),
                                json_string_value(json_object_get(step, "better")));
        assert_true(json_string_value(json_object_get(step, "why"))[0]);
    }
    json_array_foreach(json_object_get(json, "turns"), index, at)
    {
        assert_true(json_number_value(json_object_get(at, "gain")) >= 0.05);
        assert_true(json_integer_value(json_object_get(at, "from")) <
                    json_integer_value(json_object_get(at, "position")));
    }
    json_decref(json);
    vl_text_free(&out);
    vl_review_free(review);
    vl_match_free(match);
    vl_deck_free(deck);
}

/* A stretch has one estimate, at its beginning; its last move carries what it changed. */
static void test_stretches(void **unused)
{
    struct vl_match *match = played();
    struct vl_review_effort effort = {.rollouts = 20, .iterations = 10, .seed = 3};
    struct vl_review *review = vl_review_new(match, &effort);
    uint32_t inner = 0;
    (void)unused;
    assert_int_equal(review->done, review->pieces);
    for (uint32_t i = 0; i < review->count; i++) {
        const struct vl_review_step *step = &review->steps[i];
        bool last = step[1].first == i + 1;
        assert_true((step->rollouts > 0) == (step->first == i));
        assert_int_equal(review->steps[step->first].actor, step->actor);
        assert_true(last || (step->swing[0] == 0 && step->actor == step[1].actor));
        inner += step->first != i;
    }
    assert_true(inner > 0);
    uint32_t turns[5], count = vl_review_turns(review, turns, 5);
    float before = 2;
    for (uint32_t i = 0; i < count; i++) {
        float gain, error;
        uint32_t seat = vl_review_gain(review, turns[i], &gain, &error);
        assert_true(gain >= 2.5F * error && gain <= before);
        assert_true(review->steps[turns[i]].swing[seat] == gain);
        before = gain;
    }
    vl_review_free(review);
    vl_match_free(match);
    vl_deck_free(deck);
}

/* Taken in pieces, with one of them stopped and done again, it is the same to the last byte. */
static void test_pieces(void **unused)
{
    struct vl_match *match = played();
    struct vl_review_effort effort = {.rollouts = 20, .iterations = 30, .seed = 5};
    struct vl_review *whole = vl_review_new(match, &effort);
    struct vl_review *review = vl_review_start(match, &effort);
    struct vl_text a = {0}, b = {0};
    static struct vl_review_piece piece;
    uint32_t number = 0;
    (void)unused;
    while (vl_review_next(review, match, &piece)) {
        volatile bool stop = true;
        if (number++ % 7 == 0) {
            piece.stop = &stop;
            assert_false(vl_review_look(&piece));
            stop = false;
        }
        assert_true(vl_review_look(&piece));
        vl_review_take(review, &piece);
    }
    assert_false(vl_review_next(review, match, &piece));
    vl_review_json(match, whole, &a);
    vl_review_json(match, review, &b);
    assert_string_equal(vl_text_string(&a), vl_text_string(&b));
    vl_text_free(&a);
    vl_text_free(&b);
    vl_review_free(whole);
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
        cmocka_unit_test(test_stretches),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_stopped),
    };
    return cmocka_run_group_tests_name("review", tests, NULL, NULL);
}
