/*
 * Trying moves: what a seat would see, and where it has to stop.
 *
 * A try can be taken back, so it must not show anything that the seat does not know yet. Chance
 * stops it. So does a move after which the seat would see more than it could have worked out: the
 * same moves are played from other states that the seat cannot tell from the true one, and if the
 * seat would see something else there, the move shows something hidden. The same question decides
 * which moves of the log a person at a terminal may take back.
 *
 * The other states are drawn from what the seat sees, so the same try always stops at the same
 * move: asking again and again gives nothing away.
 */
#include "core/banned.h"
#include "core/hash.h"
#include "valise/table.h"

/* Where one world in five shows something else, twelve of them find it out 93 times in 100; a move
 * that turns up a hidden card shows something else in nearly every world. */
enum { OTHER_WORLDS = 12 };

static void look(const struct vl_match *match, const void *state, int seat, struct vl_view *view)
{
    vl_look(vl_match_game(match), vl_match_deck(match)->data, state, seat, view);
}

/* ---- What a move shows ---- */

/* How many of the moves, played from `from`, show the seat the same in another world as in the
 * true one. */
static uint32_t same_in_world(const struct vl_match *match, const void *from,
                              const struct vl_view *before, const vl_move *moves, uint32_t count,
                              struct vl_rng *rng)
{
    const struct vl_game *game = vl_match_game(match);
    const void *deck = vl_match_deck(match)->data;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    uint8_t other[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view here, there;
    memcpy(state, from, game->state_size);
    game->determinize(deck, before, rng, other);
    for (uint32_t i = 0; i < count; i++) {
        if (game->to_act(other) != before->seat || !vl_is_legal(game, deck, other, moves[i]))
            return i;
        game->apply(deck, state, moves[i]);
        game->apply(deck, other, moves[i]);
        look(match, state, before->seat, &here);
        look(match, other, before->seat, &there);
        if (memcmp(here.state.bytes, there.state.bytes, game->state_size) != 0)
            return i;
    }
    return count;
}

/* How many of the moves, all legal one after another from `from`, show the seat nothing new. */
static uint32_t safe_moves(const struct vl_match *match, const void *from, int seat,
                           const vl_move *moves, uint32_t count)
{
    struct vl_view before;
    struct vl_rng rng;
    look(match, from, seat, &before);
    vl_rng_seed(&rng, vl_hash_bytes(before.state.bytes, vl_match_game(match)->state_size, 0),
                (uint32_t)seat, VL_STREAM_LOOKS);
    for (int world = 0; world < OTHER_WORLDS && count; world++)
        count = same_in_world(match, from, &before, moves, count, &rng);
    return count;
}

/* Backwards, and one move at a time: the first that showed something ends it, no matter what came
 * before. */
uint32_t vl_match_revocable(const struct vl_match *match, int seat, uint32_t most)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    uint32_t position = vl_match_position(match), count = 0;
    for (; count < most && count < position; count++) {
        int actor;
        vl_move move = vl_match_move_at(match, position - count - 1, &actor);
        vl_match_state_at(match, position - count - 1, state);
        if (actor < 0 || actor != seat || !safe_moves(match, state, seat, &move, 1))
            break;
    }
    return count;
}

/* ---- Sets, touched in any order ---- */

bool vl_choice_waits(const struct vl_choice *choice, const vl_move *moves, uint32_t count)
{
    if (!choice->set || count + choice->chosen_count > choice->most)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!vl_moves_contain(choice->candidates, choice->candidate_count, moves[i]) ||
            vl_moves_contain(moves, i, moves[i]))
            return false;
    return true;
}

/* Whether the seat can leave these moves pending in `state`. */
static bool can_wait(const struct vl_match *match, const void *state, int seat,
                     const vl_move *moves, uint32_t count)
{
    const struct vl_game *game = vl_match_game(match);
    struct vl_choice choice;
    if (game->to_act(state) != seat)
        return false;
    game->choice(vl_match_deck(match)->data, state, &choice);
    return vl_choice_waits(&choice, moves, count);
}

/* ---- Reading a list of moves ---- */

void vl_plan_start(struct vl_plan *plan, const struct vl_match *match, int seat)
{
    plan->match = match;
    plan->seat = seat;
    plan->count = plan->played = 0;
    plan->stuck = false;
    memcpy(plan->state, vl_match_state(match), vl_match_game(match)->state_size);
    look(match, plan->state, seat, &plan->view);
}

/*
 * A move that is legal after those before it is simply played. One that is not may be an element
 * of the open set that others precede: then the whole list is played again in the right order, or
 * waits for more. Nothing else can make up for a move that cannot be played, so the list is stuck
 * there: only sets are ever played again, and the effort stays in proportion to the list.
 */
bool vl_plan_add(struct vl_plan *plan, vl_move move)
{
    const struct vl_match *match = plan->match;
    const struct vl_game *game = vl_match_game(match);
    const void *deck = vl_match_deck(match)->data;
    struct vl_try whole;
    if (plan->count == VL_MAX_MOVES)
        return false;
    plan->moves[plan->count++] = move;
    if (plan->stuck)
        return true;
    if (plan->played == plan->count - 1 && game->to_act(plan->state) == plan->seat &&
        vl_is_legal(game, deck, plan->state, move)) {
        game->apply(deck, plan->state, move);
    } else if (!can_wait(match, plan->state, plan->seat, plan->moves + plan->played,
                         plan->count - plan->played)) {
        plan->stuck = true;
        return true;
    } else if (vl_match_try(match, plan->seat, plan->moves, plan->count, &whole, NULL)) {
        memcpy(plan->state, whole.state, game->state_size);
    } else {
        return true;
    }
    plan->played = plan->count;
    look(match, plan->state, plan->seat, &plan->view);
    return true;
}

bool vl_match_parse(const struct vl_match *match, int seat, const char *const *texts,
                    uint32_t count, vl_move *moves, struct vl_error *err)
{
    struct vl_plan plan;
    vl_plan_start(&plan, match, seat);
    for (uint32_t i = 0; i < count; i++) {
        if (!vl_match_game(match)->parse_move(vl_match_deck(match), &plan.view, texts[i], &moves[i],
                                              err)) {
            if (err && !err->where[0])
                snprintf(err->where, sizeof err->where, "moves[%u]", i);
            return false;
        }
        if (!vl_plan_add(&plan, moves[i]))
            return vl_fail(err, VL_BAD_INPUT, NULL, "more than %d moves at once", VL_MAX_MOVES);
    }
    return true;
}

/* ---- Previews ---- */

/*
 * The moves as a whole were refused. Plays those before the open set, in the order that the
 * refused try has put them into, and leaves the elements of the set pending, in the order in which
 * they were touched.
 */
static bool try_pending(const struct vl_match *match, int seat, const vl_move *moves,
                        uint32_t count, struct vl_try *tried, uint32_t *pending)
{
    const struct vl_game *game = vl_match_game(match);
    uint32_t legal = tried->played;
    memcpy(tried->state, vl_match_state(match), game->state_size);
    for (uint32_t i = 0; i <= legal; i++) {
        if (can_wait(match, tried->state, seat, moves + i, count - i)) {
            memcpy(tried->order + i, moves + i, (count - i) * sizeof *moves);
            tried->played = i;
            tried->stopped = false;
            *pending = count - i;
            return true;
        }
        if (i < legal)
            game->apply(vl_match_deck(match)->data, tried->state, tried->order[i]);
    }
    return false;
}

/* A preview ends before the first move that would show something new. What lies behind it is cut
 * off, so its elements are not pending either. */
bool vl_match_preview(const struct vl_match *match, int seat, const vl_move *moves, uint32_t count,
                      struct vl_preview *preview, struct vl_error *err)
{
    const struct vl_game *game = vl_match_game(match);
    struct vl_try tried = {0};
    preview->count = count;
    preview->pending = 0;
    if (!vl_match_try(match, seat, moves, count, &tried, err) &&
        (count > VL_MAX_MOVES ||
         !try_pending(match, seat, moves, count, &tried, &preview->pending)))
        return false;
    uint32_t whole = count - preview->pending;
    memcpy(preview->moves, tried.order, count * sizeof *moves);
    preview->stopped = tried.stopped;
    preview->turn_over = game->to_act(tried.state) != seat;
    preview->played = safe_moves(match, vl_match_state(match), seat, preview->moves, whole);
    if (preview->played < whole) {
        preview->stopped = true;
        preview->pending = 0;
        if (!vl_match_try(match, seat, preview->moves, preview->played, &tried, err))
            return false;
    }
    preview->to_act = game->to_act(tried.state);
    look(match, tried.state, seat, &preview->view);
    return true;
}
