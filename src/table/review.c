/*
 * Looking back at a match; the header says what is measured.
 *
 * A review is cut into pieces, one for each position, so that workers can share it: a piece carries
 * its own copy of the state and its own generator, and the result does not depend on who does which
 * piece when. Chances of winning are estimated once for each stretch of moves by one actor. After
 * that the stretches with the largest swings are estimated again with more games: of many noisy
 * estimates the largest is mostly luck, and those are the ones that a player reads.
 */
#include "valise/review.h"

#include <math.h>

#include "core/alloc.h"
#include "core/banned.h"
#include "table/ranking.h"
#include "valise/bot.h"

enum {
    ROLLOUTS = 200,   /* games for each estimate: a standard error of 3.5% at even chances */
    ITERATIONS = 400, /* of the search, for each decision */
    NOISE = 8,        /* percent of moves that are slips where a match is played on */
    WELL_KNOWN = 30,  /* visits from which on the search has an opinion of a move */
    AGAIN = 6,        /* stretches that are looked at once more */
    AGAIN_FACTOR = 2,
};

/* ---- One piece ---- */

struct reviewer {
    struct vl_review_piece *piece;
    const struct vl_game *game;
    const void *deck;
    struct vl_rng rng;
    struct vl_view view;
    vl_move moves[VL_MAX_MOVES];
    int32_t weights[VL_MAX_MOVES];
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
};

/* Looked at between two rollouts: a worker that is needed for a waiting player ends within
 * milliseconds. */
static bool stopped(const struct vl_review_piece *piece)
{
    return piece->stop && __atomic_load_n(piece->stop, __ATOMIC_RELAXED);
}

/* Plays on from r->state, sensibly with a slip now and then, and adds who wins. */
static void play_on(struct reviewer *r, float *wins)
{
    const struct vl_game *game = r->game;
    struct vl_score score;
    int seat;
    while ((seat = game->to_act(r->state)) != VL_OVER) {
        if (seat == VL_CHANCE || vl_rng_below(&r->rng, 100) < NOISE) {
            game->apply(r->deck, r->state, game->pick(r->deck, r->state, &r->rng));
            continue;
        }
        uint32_t count = game->legal_moves(r->deck, r->state, r->moves), best = 0;
        if (count > 1) {
            vl_look(game, r->deck, r->state, seat, &r->view);
            game->prefer(r->deck, &r->view, 0, r->moves, count, r->weights);
        }
        for (uint32_t i = 1; i < count; i++)
            best = r->weights[i] > r->weights[best] ? i : best;
        game->apply(r->deck, r->state, r->moves[best]);
    }
    game->score(r->deck, r->state, &score);
    uint32_t winners = 0;
    for (uint32_t s = 0; s < r->piece->seats; s++)
        winners += score.rank[s] == 1;
    for (uint32_t s = 0; s < r->piece->seats; s++)
        wins[s] += score.rank[s] == 1 ? 1.0F / (float)winners : 0;
}

/* Every seat's chances in the true position, hidden cards included; false: stopped. */
static bool estimate(struct reviewer *r)
{
    struct vl_review_piece *piece = r->piece;
    float *win = piece->step.win;
    uint32_t rollouts = r->game->to_act(piece->state) == VL_OVER ? 1 : piece->rollouts;
    memset(win, 0, sizeof piece->step.win);
    for (uint32_t i = 0; i < rollouts; i++) {
        if (stopped(piece))
            return false;
        memcpy(r->state, piece->state, r->game->state_size);
        play_on(r, win);
    }
    for (uint32_t seat = 0; seat < piece->seats; seat++)
        win[seat] /= (float)rollouts;
    piece->step.rollouts = rollouts;
    return true;
}

/* Two moves are measured, so each gets half as many games as the search has iterations. */
static uint32_t after_rollouts(const struct vl_review_piece *piece)
{
    return piece->iterations / 2 + 1;
}

/* The seat's chance after a move, by what the seat could know. The search has no opinion of moves
 * that it hardly tried; these are played out instead. -1: stopped. */
static float chance_after(struct reviewer *r, const struct vl_view *view, vl_move move)
{
    float wins[VL_MAX_SEATS] = {0};
    uint32_t rollouts = after_rollouts(r->piece);
    for (uint32_t i = 0; i < rollouts; i++) {
        if (stopped(r->piece))
            return -1;
        r->game->determinize(r->deck, view, &r->rng, r->state);
        r->game->apply(r->deck, r->state, move);
        play_on(r, wins);
    }
    return wins[view->seat] / (float)rollouts;
}

/* A chance of winning, and how many tries it comes from. */
struct opinion {
    float win, visits;
};

/* The variance of an estimate. The second term keeps it above zero where all games ended alike. */
static float doubt(const struct opinion *o)
{
    return (o->win * (1 - o->win) + 0.25F / o->visits) / o->visits;
}

/* By more than two standard errors. Over the decisions of a match, differences that are noise
 * would add up to a cost that nobody paid. */
static bool clearly_better(const struct opinion *a, const struct opinion *b)
{
    return a->win - b->win > 2 * sqrtf(doubt(a) + doubt(b));
}

/* What the search would have played, and how much the move played cost, by its estimates. */
static bool judge(struct reviewer *r)
{
    struct vl_review_piece *piece = r->piece;
    struct vl_review_step *step = &piece->step;
    struct vl_player search;
    struct vl_answer answer;
    struct vl_view view;
    struct vl_error err;
    if (!vl_player_find(r->game, "search", &search, &err))
        abort(); /* it is in the list */
    vl_look(r->game, r->deck, piece->state, step->actor, &view);
    struct vl_question question = {.game = r->game,
                                   .deck = piece->deck,
                                   .view = &view,
                                   .rng = &r->rng,
                                   .iterations = piece->iterations,
                                   .stop = piece->stop};
    vl_player_answer(&search, &question, &answer);
    if (stopped(piece))
        return false;
    if (answer.move == step->move || answer.candidate_count < 2)
        return true;
    struct opinion best = {answer.candidates[0].win, (float)answer.candidates[0].weight},
                   played = {0};
    for (uint32_t i = 0; i < answer.candidate_count; i++)
        if (answer.candidates[i].move == step->move && answer.candidates[i].weight >= WELL_KNOWN)
            played = (struct opinion){answer.candidates[i].win, (float)answer.candidates[i].weight};
    if (played.visits == 0) { /* then both are measured in the same way */
        played.win = chance_after(r, &view, step->move);
        best.win = chance_after(r, &view, answer.move);
        played.visits = best.visits = (float)after_rollouts(piece);
    }
    if (stopped(piece))
        return false;
    if (clearly_better(&best, &played)) {
        step->cost = best.win - played.win;
        step->better = answer.move;
    }
    return true;
}

bool vl_review_look(struct vl_review_piece *piece)
{
    struct reviewer *r = vl_alloc(1, sizeof *r);
    r->piece = piece;
    r->game = piece->game;
    r->deck = piece->deck->data;
    piece->step.better = VL_NO_MOVE;
    piece->step.cost = 0;
    /* A generator for each piece: the order in which pieces are done does not matter. */
    uint64_t stream = (uint64_t)piece->position * 2 + piece->again;
    vl_rng_seed(&r->rng, piece->seed, stream, VL_STREAM_BOTS);
    bool good = (!piece->rollouts || estimate(r)) && (!piece->iterations || judge(r));
    free(r);
    return good;
}

/* ---- The whole ---- */

/* The number of pieces is an estimate for the progress bar until choose_again knows which stretches
 * are looked at twice. */
struct vl_review *vl_review_start(const struct vl_match *match,
                                  const struct vl_review_effort *effort)
{
    struct vl_review *review = vl_alloc(1, sizeof *review);
    uint32_t count = vl_match_position(match);
    review->steps = vl_alloc(count + 1U, sizeof *review->steps);
    review->count = count;
    review->seats = vl_match_setup(match)->seats;
    review->rollouts = effort->rollouts ? effort->rollouts : ROLLOUTS;
    review->iterations = effort->iterations ? effort->iterations : ITERATIONS;
    review->seed = effort->seed;
    for (uint32_t i = 0; i <= count; i++) {
        struct vl_review_step *step = &review->steps[i];
        int actor = VL_OVER;
        step->move = i < count ? vl_match_move_at(match, i, &actor) : VL_NO_MOVE;
        step->actor = (int8_t)actor;
        step->better = VL_NO_MOVE;
        bool goes_on = i > 0 && step->actor == step[-1].actor;
        step->first = goes_on ? step[-1].first : i;
        review->pieces += !goes_on || actor >= 0;
    }
    review->pieces += 2 * AGAIN;
    return review;
}

/* The largest change of a seat's chances between two positions where they were estimated. */
static float change(const struct vl_review *review, uint32_t from, uint32_t to)
{
    float most = 0;
    for (uint32_t seat = 0; seat < review->seats; seat++) {
        float swing = fabsf(review->steps[to].win[seat] - review->steps[from].win[seat]);
        most = swing > most ? swing : most;
    }
    return most;
}

static void look_again_at(struct vl_review *review, uint32_t position)
{
    for (uint32_t i = 0; i < review->again_count; i++)
        if (review->again[i] == position)
            return;
    if (position < review->count) /* the result at the end needs no estimate */
        review->again[review->again_count++] = position;
}

/* Both ends of the stretches with the largest swings are estimated once more. */
static void choose_again(struct vl_review *review)
{
    uint32_t chosen[AGAIN];
    struct ranking swings = ranking(chosen, AGAIN);
    for (uint32_t from = 0, to; from < review->count; from = to) {
        for (to = from + 1; to < review->count && review->steps[to].first == from;)
            to++;
        rank(&swings, from, change(review, from, to));
    }
    for (uint32_t i = 0; i < swings.count; i++) {
        uint32_t end = chosen[i] + 1;
        while (end < review->count && review->steps[end].first == chosen[i])
            end++;
        look_again_at(review, chosen[i]);
        look_again_at(review, end);
    }
    review->pieces = review->done + review->again_count;
}

/* The square of the standard error of an estimate. */
static float spread(const struct vl_review *review, uint32_t position, uint32_t seat)
{
    const struct vl_review_step *step = &review->steps[position];
    float win = step->win[seat], n = (float)step->rollouts;
    if (position == review->count)
        return 0;
    return (win * (1 - win) + 0.25F / n) / n;
}

/* Luck is the sum of what chance changed, skill what decisions cost. The errors of independent
 * estimates add up by their squares. */
static void add_up(struct vl_review *review)
{
    float squares[VL_MAX_SEATS] = {0};
    for (uint32_t i = 0; i < review->count; i++) {
        struct vl_review_step *step = &review->steps[i];
        const struct vl_review_step *first = &review->steps[step->first];
        if (step->rollouts == 0)
            memcpy(step->win, first->win, sizeof step->win);
        if (step->actor >= 0)
            review->skill[step->actor] -= step->cost;
        if (step[1].first != i + 1)
            continue;
        for (uint32_t seat = 0; seat < review->seats; seat++) {
            step->swing[seat] = step[1].win[seat] - first->win[seat];
            if (step->actor != VL_CHANCE)
                continue;
            review->luck[seat] += step->swing[seat];
            squares[seat] += spread(review, step->first, seat) + spread(review, i + 1, seat);
        }
    }
    for (uint32_t seat = 0; seat < review->seats; seat++)
        review->luck_error[seat] = sqrtf(squares[seat]);
}

/* Fills a piece: chances where a stretch begins, a judgement where there was a choice. */
static void fill(const struct vl_review *review, const struct vl_match *match, uint32_t position,
                 struct vl_review_piece *piece)
{
    vl_move moves[VL_MAX_MOVES];
    const struct vl_review_step *step = &review->steps[position];
    piece->game = vl_match_game(match);
    piece->deck = vl_match_deck(match);
    piece->position = position;
    piece->seats = review->seats;
    piece->seed = review->seed;
    piece->step = *step;
    piece->stop = NULL;
    vl_match_state_at(match, position, piece->state);
    piece->rollouts = step->first == position ? review->rollouts : 0;
    bool decides =
        step->actor >= 0 && piece->game->legal_moves(piece->deck->data, piece->state, moves) > 1;
    piece->iterations = decides ? review->iterations : 0;
}

/* Positions first, then those that are estimated again, then the sums; `next` counts through all
 * three. */
bool vl_review_next(struct vl_review *review, const struct vl_match *match,
                    struct vl_review_piece *piece)
{
    *piece = (struct vl_review_piece){0};
    for (; review->next <= review->count; review->next++) {
        const struct vl_review_step *step = &review->steps[review->next];
        if (step->first != review->next && step->actor < 0)
            continue;
        fill(review, match, review->next, piece);
        if (piece->rollouts || piece->iterations)
            return true;
        review->done++;
    }
    if (review->next == review->count + 1) {
        choose_again(review);
        review->next++;
    }
    if (review->next - review->count - 2 < review->again_count) {
        fill(review, match, review->again[review->next - review->count - 2], piece);
        piece->again = true;
        piece->rollouts = review->rollouts * AGAIN_FACTOR;
        piece->iterations = 0;
        return true;
    }
    if (review->next == review->count + 2 + review->again_count) {
        add_up(review);
        review->next++;
    }
    return false;
}

/* The second estimate is merged with the first by the number of games. Keeping only the second
 * would throw away what was paid for. */
void vl_review_take(struct vl_review *review, const struct vl_review_piece *piece)
{
    struct vl_review_step *step = &review->steps[piece->position];
    const struct vl_review_step *seen = &piece->step;
    if (piece->again) {
        float before = (float)step->rollouts, now = (float)seen->rollouts;
        for (uint32_t seat = 0; seat < review->seats; seat++)
            step->win[seat] = (step->win[seat] * before + seen->win[seat] * now) / (before + now);
        step->rollouts += seen->rollouts;
    } else {
        *step = *seen;
    }
    review->next++;
    review->done++;
}

struct vl_review *vl_review_new(const struct vl_match *match, const struct vl_review_effort *effort)
{
    struct vl_review_piece *piece = vl_alloc(1, sizeof *piece);
    struct vl_review *review = vl_review_start(match, effort);
    bool good = true;
    while (good && vl_review_next(review, match, piece)) {
        piece->stop = effort->stop;
        good = !stopped(piece) && vl_review_look(piece);
        if (good)
            vl_review_take(review, piece);
        if (good && effort->progress)
            effort->progress(effort->context, review->done, review->pieces);
    }
    free(piece);
    if (good)
        return review;
    vl_review_free(review);
    return NULL;
}

void vl_review_free(struct vl_review *review)
{
    if (!review)
        return;
    free(review->steps);
    free(review);
}
