/* Looking back at a match; see the header for what is measured. */
#include "valise/review.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "valise/bot.h"

enum { ROLLOUTS = 200, ITERATIONS = 400, NOISE = 8, WELL_KNOWN = 8 };

struct reviewer {
    const struct vl_match *match;
    const struct vl_game *game;
    const struct vl_deck *deck;
    struct vl_review_effort effort;
    struct vl_player search;
    struct vl_memory *memory;
    struct vl_rng rng;
    struct vl_view view;
    vl_move moves[VL_MAX_MOVES];
    int32_t weights[VL_MAX_MOVES];
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
};

/* Plays on from `state`, sensibly with a slip now and then, and adds who wins. */
static void play_on(struct reviewer *r, uint8_t *state, float *wins, uint32_t seats)
{
    const struct vl_game *game = r->game;
    const void *deck = r->deck->data;
    struct vl_score score;
    int seat;
    while ((seat = game->to_act(state)) != VL_OVER) {
        if (seat == VL_CHANCE || vl_rng_below(&r->rng, 100) < NOISE) {
            game->apply(deck, state, game->pick(deck, state, &r->rng));
            continue;
        }
        uint32_t count = game->legal_moves(deck, state, r->moves), best = 0;
        vl_look(game, deck, state, seat, &r->view);
        game->prefer(deck, &r->view, 0, r->moves, count, r->weights);
        for (uint32_t i = 1; i < count; i++)
            best = r->weights[i] > r->weights[best] ? i : best;
        game->apply(deck, state, r->moves[best]);
    }
    game->score(deck, state, &score);
    uint32_t winners = 0;
    for (uint32_t s = 0; s < seats; s++)
        winners += score.rank[s] == 1;
    for (uint32_t s = 0; s < seats; s++)
        wins[s] += score.rank[s] == 1 ? 1.0F / (float)winners : 0;
}

static void estimate(struct reviewer *r, uint32_t seats, float *win)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    uint32_t rollouts = r->game->to_act(r->state) == VL_OVER ? 1 : r->effort.rollouts;
    for (uint32_t i = 0; i < rollouts; i++) {
        memcpy(state, r->state, r->game->state_size);
        play_on(r, state, win, seats);
    }
    for (uint32_t seat = 0; seat < seats; seat++)
        win[seat] /= (float)rollouts;
}

/* The seat's chance after a move that the search hardly looked at, by what it could know. */
static float chance_after(struct reviewer *r, const struct vl_view *view, vl_move move)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    float wins[VL_MAX_SEATS] = {0};
    uint32_t seats = vl_match_setup(r->match)->seats, rollouts = r->effort.rollouts / 2 + 1;
    for (uint32_t i = 0; i < rollouts; i++) {
        r->game->determinize(r->deck->data, view, &r->rng, state);
        r->game->apply(r->deck->data, state, move);
        play_on(r, state, wins, seats);
    }
    return wins[view->seat] / (float)rollouts;
}

/* What the search would have played, and what the move played cost by its reckoning. */
static void judge(struct reviewer *r, struct vl_review_step *step)
{
    struct vl_answer answer;
    struct vl_view view;
    vl_look(r->game, r->deck->data, r->state, step->actor, &view);
    struct vl_question question = {.game = r->game,
                                   .deck = r->deck,
                                   .view = &view,
                                   .rng = &r->rng,
                                   .iterations = r->effort.iterations,
                                   .memory = r->memory};
    vl_player_answer(&r->search, &question, &answer);
    if (answer.move == step->move || answer.candidate_count < 2)
        return;
    float played = -1;
    for (uint32_t i = 0; i < answer.candidate_count; i++)
        if (answer.candidates[i].move == step->move && answer.candidates[i].weight >= WELL_KNOWN)
            played = answer.candidates[i].win;
    if (played < 0)
        played = chance_after(r, &view, step->move);
    if (answer.candidates[0].win > played) {
        step->cost = answer.candidates[0].win - played;
        step->better = answer.move;
    }
}

static void add_up(struct vl_review *review)
{
    for (uint32_t i = 0; i < review->count; i++) {
        struct vl_review_step *step = &review->steps[i];
        for (uint32_t seat = 0; seat < review->seats; seat++) {
            step->swing[seat] = review->steps[i + 1].win[seat] - step->win[seat];
            if (step->actor == VL_CHANCE)
                review->luck[seat] += step->swing[seat];
        }
        if (step->actor >= 0)
            review->skill[step->actor] -= step->cost;
    }
}

static bool look_back(struct reviewer *r, struct vl_review *review)
{
    for (uint32_t i = 0; i <= review->count; i++) {
        struct vl_review_step *step = &review->steps[i];
        int actor = VL_CHANCE;
        if (r->effort.stop && *r->effort.stop)
            return false;
        vl_match_state_at(r->match, i, r->state);
        step->move = i < review->count ? vl_match_move_at(r->match, i, &actor) : VL_NO_MOVE;
        step->actor = (int8_t)actor;
        step->better = VL_NO_MOVE;
        estimate(r, review->seats, step->win);
        if (actor >= 0)
            judge(r, step);
        if (r->effort.progress)
            r->effort.progress(r->effort.context, i, review->count);
    }
    add_up(review);
    return true;
}

struct vl_review *vl_review_new(const struct vl_match *match, const struct vl_review_effort *effort)
{
    struct reviewer *r = calloc(1, sizeof *r);
    struct vl_review *review = calloc(1, sizeof *review);
    if (!r || !review)
        abort();
    r->match = match;
    r->game = vl_match_game(match);
    r->deck = vl_match_deck(match);
    r->effort = *effort;
    r->effort.rollouts = effort->rollouts ? effort->rollouts : ROLLOUTS;
    r->effort.iterations = effort->iterations ? effort->iterations : ITERATIONS;
    vl_player_find(r->game, "search", &r->search, NULL);
    r->memory = vl_memory_new(r->effort.iterations, 1);
    vl_rng_seed(&r->rng, effort->seed, 0, VL_STREAM_BOTS);
    review->count = vl_match_position(match);
    review->seats = vl_match_setup(match)->seats;
    review->steps = calloc(review->count + 1U, sizeof *review->steps);
    if (!review->steps)
        abort();
    if (!look_back(r, review)) {
        vl_review_free(review);
        review = NULL;
    }
    vl_memory_free(r->memory);
    free(r);
    return review;
}

void vl_review_free(struct vl_review *review)
{
    if (!review)
        return;
    free(review->steps);
    free(review);
}

uint32_t vl_review_worst(const struct vl_review *review, uint32_t *steps, uint32_t most)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < review->count; i++) {
        float cost = review->steps[i].cost;
        if (review->steps[i].better == VL_NO_MOVE || cost < 0.02F)
            continue;
        uint32_t at = count < most ? count++ : most;
        while (at > 0 && review->steps[steps[at - 1]].cost < cost) {
            if (at < most)
                steps[at] = steps[at - 1];
            at--;
        }
        if (at < most)
            steps[at] = i;
    }
    return count;
}

static void put_floats(struct vl_json *json, const char *key, const float *values, uint32_t count)
{
    vl_json_key(json, key);
    vl_json_array(json);
    for (uint32_t i = 0; i < count; i++)
        vl_json_real(json, (double)values[i]);
    vl_json_end_array(json);
}

static void put_step(const struct vl_match *match, const struct vl_review *review, uint32_t i,
                     struct vl_json *json)
{
    const struct vl_review_step *step = &review->steps[i];
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    struct vl_text text = {0};
    vl_json_object(json);
    vl_json_put_int(json, "position", i);
    vl_json_put_int(json, "actor", step->actor);
    put_floats(json, "win", step->win, review->seats);
    if (step->better != VL_NO_MOVE) {
        vl_match_state_at(match, i, state);
        vl_look(vl_match_game(match), vl_match_deck(match)->data, state, step->actor, &view);
        vl_match_game(match)->label(vl_match_deck(match), &view, step->better, &text);
        vl_json_put_string(json, "better", vl_text_string(&text));
        vl_text_clear(&text);
        vl_match_game(match)->explain(vl_match_deck(match), &view, step->better, &text);
        vl_json_put_string(json, "why", vl_text_string(&text));
        vl_json_put_real(json, "cost", (double)step->cost);
    }
    vl_json_end_object(json);
    vl_text_free(&text);
}

void vl_review_json(const struct vl_match *match, const struct vl_review *review,
                    struct vl_text *out)
{
    struct vl_json json;
    uint32_t worst[8], count = vl_review_worst(review, worst, 8);
    vl_json_start(&json, out);
    vl_json_object(&json);
    put_floats(&json, "luck", review->luck, review->seats);
    put_floats(&json, "skill", review->skill, review->seats);
    vl_json_key(&json, "worst");
    vl_json_array(&json);
    for (uint32_t i = 0; i < count; i++)
        vl_json_int(&json, worst[i]);
    vl_json_end_array(&json);
    vl_json_key(&json, "steps");
    vl_json_array(&json);
    for (uint32_t i = 0; i <= review->count; i++)
        put_step(match, review, i, &json);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}
