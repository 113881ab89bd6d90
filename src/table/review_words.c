/* What a review says: the worst decisions, the turning points, and all of it as JSON. */
#include <math.h>

#include "core/banned.h"
#include "core/json_write.h"
#include "table/ranking.h"
#include "valise/review.h"

enum { MOST_WORST = 8, MOST_TURNS = 5 };

/* Smaller costs and gains are not told: a player could not act on them, and below 2.5 standard
 * errors a gain may well be noise. */
static const float least_cost = 0.02F, least_gain = 0.05F, least_errors = 2.5F;

uint32_t vl_review_worst(const struct vl_review *review, uint32_t *steps, uint32_t most)
{
    struct ranking r = ranking(steps, most);
    for (uint32_t i = 0; i < review->count; i++)
        if (review->steps[i].better != VL_NO_MOVE && review->steps[i].cost >= least_cost)
            rank(&r, i, review->steps[i].cost);
    return r.count;
}

uint32_t vl_review_gain(const struct vl_review *review, uint32_t step, float *gain, float *error)
{
    const struct vl_review_step *last = &review->steps[step], *end = last + 1;
    const struct vl_review_step *first = &review->steps[last->first];
    uint32_t best = 0;
    for (uint32_t seat = 1; seat < review->seats; seat++)
        best = last->swing[seat] > last->swing[best] ? seat : best;
    *gain = last->swing[best];
    /* A chance of 1/2 has the largest variance: so this is never too small. */
    float before = first->rollouts ? 0.25F / (float)first->rollouts : 0;
    float after = end->rollouts > 1 ? 0.25F / (float)end->rollouts : 0;
    *error = sqrtf(before + after);
    return best;
}

uint32_t vl_review_turns(const struct vl_review *review, uint32_t *steps, uint32_t most)
{
    struct ranking r = ranking(steps, most);
    for (uint32_t i = 0; i < review->count; i++) {
        float gain, error;
        if (review->steps[i + 1].first != i + 1)
            continue;
        vl_review_gain(review, i, &gain, &error);
        if (gain >= least_gain && gain >= least_errors * error)
            rank(&r, i, gain);
    }
    return r.count;
}

/* The last move of a stretch that has words: chance and small steps often have none. */
void vl_review_line(const struct vl_match *match, const struct vl_review *review, uint32_t step,
                    struct vl_line *line)
{
    uint32_t first = review->steps[step].first;
    for (uint32_t i = step + 1; i-- > first;) {
        vl_match_line(match, i, VL_OPEN, line);
        if (line->text[0])
            return;
    }
    *line = (struct vl_line){0};
}

/* ---- JSON ---- */

/* Thousandths: the estimates are not more precise than hundredths. */
static void put_real(struct vl_json *json, float value)
{
    vl_json_real(json, round((double)value * 1000) / 1000);
}

static void put_floats(struct vl_json *json, const char *key, const float *values, uint32_t count)
{
    vl_json_open_array(json, key);
    for (uint32_t i = 0; i < count; i++)
        put_real(json, values[i]);
    vl_json_end_array(json);
}

struct words {
    const struct vl_match *match;
    const struct vl_review *review;
    struct vl_json *json;
};

static void put_label(const struct words *w, const char *key, const struct vl_view *view,
                      vl_move move)
{
    struct vl_text text = {0};
    vl_match_game(w->match)->label(vl_match_deck(w->match), view, move, &text);
    vl_json_put_string(w->json, key, vl_text_string(&text));
    vl_text_free(&text);
}

/* The reason is only worth its computation where the cost is told at all. */
static void put_step(const struct words *w, uint32_t i)
{
    const struct vl_review_step *step = &w->review->steps[i];
    const struct vl_game *game = vl_match_game(w->match);
    vl_json_object(w->json);
    vl_json_put_int(w->json, "position", i);
    vl_json_put_int(w->json, "actor", step->actor);
    put_floats(w->json, "win", step->win, w->review->seats);
    if (step->better != VL_NO_MOVE && step->cost >= least_cost) {
        uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
        struct vl_view view;
        struct vl_text why = {0};
        vl_match_state_at(w->match, i, state);
        vl_look(game, vl_match_deck(w->match)->data, state, step->actor, &view);
        put_label(w, "played", &view, step->move);
        put_label(w, "better", &view, step->better);
        game->explain(vl_match_deck(w->match), &view, step->better, &why);
        vl_json_put_string(w->json, "why", vl_text_string(&why));
        vl_text_free(&why);
        vl_json_key(w->json, "cost");
        put_real(w->json, step->cost);
    }
    vl_json_end_object(w->json);
}

static void put_turn(const struct words *w, uint32_t i)
{
    struct vl_line line;
    float gain, error;
    uint32_t seat = vl_review_gain(w->review, i, &gain, &error);
    vl_review_line(w->match, w->review, i, &line);
    vl_json_object(w->json);
    vl_json_put_int(w->json, "position", i + 1);
    vl_json_put_int(w->json, "from", w->review->steps[i].first);
    vl_json_put_int(w->json, "actor", w->review->steps[i].actor);
    vl_json_put_int(w->json, "seat", seat);
    vl_json_key(w->json, "gain");
    put_real(w->json, gain);
    vl_json_put_string(w->json, "text", line.text);
    vl_json_end_object(w->json);
}

static void put_lists(const struct words *w)
{
    uint32_t worst[MOST_WORST], count = vl_review_worst(w->review, worst, MOST_WORST);
    vl_json_open_array(w->json, "worst");
    for (uint32_t i = 0; i < count; i++)
        vl_json_int(w->json, worst[i]);
    vl_json_end_array(w->json);
    uint32_t turns[MOST_TURNS];
    count = vl_review_turns(w->review, turns, MOST_TURNS);
    vl_json_open_array(w->json, "turns");
    for (uint32_t i = 0; i < count; i++)
        put_turn(w, turns[i]);
    vl_json_end_array(w->json);
    vl_json_open_array(w->json, "steps");
    for (uint32_t i = 0; i <= w->review->count; i++)
        put_step(w, i);
    vl_json_end_array(w->json);
}

void vl_review_json(const struct vl_match *match, const struct vl_review *review,
                    struct vl_text *out)
{
    struct vl_json json;
    struct words w = {.match = match, .review = review, .json = &json};
    vl_json_start(&json, out);
    vl_json_object(&json);
    vl_json_put_int(&json, "seats", review->seats);
    vl_json_put_int(&json, "rollouts", review->rollouts);
    vl_json_put_int(&json, "iterations", review->iterations);
    put_floats(&json, "luck", review->luck, review->seats);
    put_floats(&json, "luck_error", review->luck_error, review->seats);
    put_floats(&json, "skill", review->skill, review->seats);
    put_lists(&w);
    vl_json_end_object(&json);
}
