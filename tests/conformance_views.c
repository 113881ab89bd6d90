/*
 * Conformance: what a seat may know.
 *
 * Everything that a seat receives at a position is written into one text, its portrait. Two
 * positions that differ only in what the seat cannot know must give it the same portrait. Such
 * twins come from two sources: another outcome of a draw that was hidden from the seat, which
 * asks nothing of the game but its rules, and determinize. From there both are played on by moves
 * that look the same to the seat, and must go on looking the same.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance_parts.h"
#include "valise/bot.h"

/* ---- Portraits ---- */

static void portray_moves(const struct cf *cf, const struct vl_view *view, uint64_t dice,
                          struct vl_text *out)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = cf->game->legal_moves(cf->data, view->state.bytes, moves);
    int32_t weights[VL_MAX_MOVES];
    for (uint32_t i = 0; i < count; i++) {
        vl_text_addf(out, "\nmove %08x ", moves[i]);
        cf->game->format_move(cf->deck, view, moves[i], out);
        vl_text_add(out, ": ");
        cf->game->label(cf->deck, view, moves[i], out);
        vl_text_add(out, " at ");
        cf->game->targets(cf->deck, view, moves[i], out);
        vl_text_add(out, " because ");
        cf->game->explain(cf->deck, view, moves[i], out);
    }
    for (uint32_t style = 0; cf->game->styles[style].name; style++) {
        cf->game->prefer(cf->data, view, style, moves, count, weights);
        vl_text_addf(out, "\nstyle %u", style);
        for (uint32_t i = 0; i < count; i++)
            vl_text_addf(out, " %d", weights[i]);
    }
    for (uint32_t b = 0; b < vl_bot_count(); b++) {
        struct vl_player player = {.bot = vl_bot_at(b)};
        struct vl_rng rng;
        struct vl_answer answer = {0};
        vl_rng_seed(&rng, dice, b, VL_STREAM_BOTS);
        struct vl_question question = {
            .game = cf->game, .deck = cf->deck, .view = view, .rng = &rng, .iterations = 4};
        vl_player_answer(&player, &question, &answer);
        vl_text_addf(out, "\nbot %s: %08x", player.bot->name, answer.move);
        for (uint32_t i = 0; i < answer.candidate_count; i++)
            vl_text_addf(out, " %08x=%d", answer.candidates[i].move, answer.candidates[i].weight);
    }
    for (uint32_t n = 0; n < 6 && cf->pool_count; n++) {
        vl_move move = cf->pool[(dice + n * 41) % cf->pool_count];
        struct vl_error err = {0};
        if (cf_contains(moves, count, move))
            continue;
        cf->game->refuse(cf->deck, view, move, &err);
        vl_text_addf(out, "\nrefused %08x: %s %s %s", move, err.message, err.where, err.clause);
    }
    for (uint32_t n = 0; n < 6 && cf->target_count; n++) {
        const char *target = cf->targets[(dice + n * 41) % cf->target_count];
        struct vl_error err = {0};
        vl_move move = VL_NO_MOVE;
        bool touched = vl_refuse_target(cf->deck, view, target, &move, &err);
        vl_text_addf(out, "\ntouched %s: %d %08x %s %s %s", target, touched, move, err.message,
                     err.where, err.clause);
    }
}

static void portray_bytes(const uint8_t *bytes, uint32_t size, struct vl_text *out)
{
    static const char digits[] = "0123456789abcdef";
    for (uint32_t i = 0; i < size; i++) {
        char piece[3] = {digits[bytes[i] >> 4], digits[bytes[i] & 15U], ' '};
        if (i % 64 == 0)
            vl_text_add(out, "\nbytes ");
        vl_text_add_bytes(out, piece, sizeof piece);
    }
}

/* Everything that the viewer receives in this position. */
static void portray(const struct cf *cf, const void *state, int viewer, uint64_t dice,
                    struct vl_text *out)
{
    struct vl_view view;
    struct vl_json json;
    struct vl_score score;
    int32_t points[VL_MAX_SEATS] = {0};
    vl_text_clear(out);
    cf_look(cf, state, viewer, 0, &view);
    vl_text_addf(out, "to act %d\njson ", cf->game->to_act(view.state.bytes));
    vl_json_start(&json, out);
    cf->game->write_view(cf->deck, &view, &json);
    vl_text_add(out, "\nfacts ");
    vl_json_start(&json, out);
    cf->game->annotate(cf->deck, &view, &json);
    vl_text_add(out, "\nprompt ");
    cf->game->prompt(cf->deck, &view, out);
    vl_text_add(out, "\ntable ");
    cf->game->show(cf->deck, &view, out);
    cf->game->evaluate(cf->data, &view, points);
    cf->game->score(cf->data, view.state.bytes, &score);
    portray_bytes(view.state.bytes, cf->game->state_size, out);
    for (uint32_t seat = 0; seat < cf->seats; seat++)
        vl_text_addf(out, "\nseat %u: expects %d, has %d", seat, points[seat], score.points[seat]);
    if (viewer >= 0 && cf->game->to_act(view.state.bytes) == viewer)
        portray_moves(cf, &view, dice, out);
}

/* Where two portraits first differ: the line's first word, and a piece of both. */
static void show_difference(const char *a, const char *b, char *out, size_t size)
{
    size_t same = 0, line = 0;
    for (; a[same] && a[same] == b[same]; same++)
        if (a[same] == '\n')
            line = same + 1;
    size_t from = same > line + 200 ? same - 200 : line;
    int head = (int)strcspn(a + line, " ");
    int a_length = (int)strcspn(a + from, "\n"), b_length = (int)strcspn(b + from, "\n");
    a_length = a_length > 400 ? 400 : a_length;
    b_length = b_length > 400 ? 400 : b_length;
    snprintf(out, size, "%.*s, at %zu\n    here  %.*s\n    there %.*s", head, a + line, same - line,
             a_length, a + from, b_length, b + from);
}

static bool same_portrait(struct cf *cf, const void *a, const void *b, int viewer,
                          const char *source)
{
    char difference[1200];
    uint64_t dice = vl_rng_next(&cf->dice);
    portray(cf, a, viewer, dice, &cf->a);
    portray(cf, b, viewer, dice, &cf->b);
    if (cf->a.length == cf->b.length && memcmp(cf->a.data, cf->b.data, cf->a.length) == 0)
        return true;
    show_difference(vl_text_string(&cf->a), vl_text_string(&cf->b), difference, sizeof difference);
    return cf_fail(cf, "leak: viewer %d can tell from %s: %s", viewer, source, difference);
}

/* ---- One position ---- */

static bool same_choice(const struct vl_choice *a, const struct vl_choice *b)
{
    return a->set == b->set &&
           (!a->set ||
            (a->least == b->least && a->most == b->most && a->done == b->done &&
             a->chosen_count == b->chosen_count && a->candidate_count == b->candidate_count &&
             memcmp(a->chosen, b->chosen, a->chosen_count * sizeof *a->chosen) == 0 &&
             memcmp(a->candidates, b->candidates, a->candidate_count * sizeof *a->candidates) ==
                 0));
}

/* The acting seat finds in its view what the state offers. */
static bool view_plays_alike(struct cf *cf, const struct vl_view *view)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = cf->game->legal_moves(cf->data, view->state.bytes, moves);
    HOLD(cf, count == cf->legal_count && memcmp(moves, cf->legal, count * sizeof *moves) == 0,
         "seat %d sees %u legal moves in its view, the state has %u (or others)", view->seat, count,
         cf->legal_count);
    cf->game->choice(cf->data, cf->state.bytes, &cf->choice);
    cf->game->choice(cf->data, view->state.bytes, &cf->choice2);
    HOLD(cf, same_choice(&cf->choice, &cf->choice2), "seat %d sees another choice in its view",
         view->seat);
    return true;
}

/* A state drawn for a view is a state, gives the same view, and can be played to its end. */
static bool fills_in(struct cf *cf, const struct vl_view *view)
{
    struct cf_state drawn, again;
    struct vl_rng rng = cf->dice, same = cf->dice;
    vl_rng_next(&cf->dice);
    memset(drawn.bytes, 0x33, sizeof drawn.bytes);
    memset(again.bytes, 0xcc, sizeof again.bytes);
    cf->game->determinize(cf->data, view, &rng, drawn.bytes);
    cf->game->determinize(cf->data, view, &same, again.bytes);
    HOLD(cf, cf_same_bytes(cf, drawn.bytes, again.bytes),
         "determinize for %d does not write every byte, or draws from elsewhere", view->seat);
    const char *broken = cf->game->check(cf->data, drawn.bytes);
    HOLD(cf, !broken, "determinize for %d breaks an invariant: %s", view->seat, broken);
    cf_look(cf, drawn.bytes, view->seat, 0x44, &cf->other);
    HOLD(cf, cf_same_bytes(cf, cf->other.state.bytes, view->state.bytes),
         "determinize for %d: its state has another view", view->seat);
    if (!same_portrait(cf, cf->state.bytes, drawn.bytes, view->seat, "what determinize drew"))
        return false;
    uint32_t moves = cf->game->playout(cf->data, drawn.bytes, &rng);
    HOLD(cf, cf->game->to_act(drawn.bytes) == VL_OVER, "playout leaves %d to act",
         cf->game->to_act(drawn.bytes));
    HOLD(cf, moves + cf->count <= cf->game->longest,
         "from what determinize drew for %d the game is longer than its %u moves", view->seat,
         cf->game->longest);
    broken = cf->game->check(cf->data, drawn.bytes);
    HOLD(cf, !broken, "what determinize drew for %d ends with a broken invariant: %s", view->seat,
         broken);
    return true;
}

/* Two moves look the same to the viewer if and only if what follows does. */
static bool hides_evenly(struct cf *cf, int viewer, vl_move m, vl_move n)
{
    struct cf_state after_m = cf->state, after_n = cf->state;
    const struct vl_game *game = cf->game;
    game->apply(cf->data, after_m.bytes, m);
    game->apply(cf->data, after_n.bytes, n);
    if (cf_same_bytes(cf, after_m.bytes, after_n.bytes) || game->to_act(after_m.bytes) == VL_OVER ||
        game->to_act(after_n.bytes) == VL_OVER)
        return true;
    vl_move shown_m = game->redact_move(cf->data, cf->state.bytes, m, viewer);
    vl_move shown_n = game->redact_move(cf->data, cf->state.bytes, n, viewer);
    cf_look(cf, after_m.bytes, viewer, 0, &cf->before);
    cf_look(cf, after_n.bytes, viewer, 0, &cf->after);
    bool same = cf_same_bytes(cf, cf->before.state.bytes, cf->after.state.bytes);
    HOLD(cf, same || shown_m != shown_n,
         "leak: moves %08x and %08x look the same to viewer %d (%08x), and the views after them "
         "differ",
         m, n, viewer, shown_m);
    HOLD(cf, !same || shown_m == shown_n,
         "moves %08x and %08x lead to the same view of %d, and redact_move tells them apart: a "
         "leak, or a view that forgets",
         m, n, viewer);
    return true;
}

bool cf_views(struct cf *cf)
{
    struct vl_view view, again;
    for (int viewer = VL_SPECTATOR; viewer < (int)cf->seats; viewer++) {
        cf_look(cf, cf->state.bytes, viewer, 0x00, &view);
        cf_look(cf, cf->state.bytes, viewer, 0xff, &again);
        HOLD(cf, cf_same_bytes(cf, view.state.bytes, again.state.bytes),
             "redact for %d does not write every byte", viewer);
        HOLD(cf, cf->game->to_act(view.state.bytes) == cf->actor,
             "viewer %d sees another seat to act", viewer);
        HOLD(cf, vl_rules_of(cf->game, view.state.bytes) == cf->plan->setup.rules,
             "viewer %d sees rules version %u", viewer, vl_rules_of(cf->game, view.state.bytes));
        if (viewer >= 0 && viewer == cf->actor && !view_plays_alike(cf, &view))
            return false;
        if (!fills_in(cf, &view))
            return false;
        for (uint32_t n = 0; n < 6 && cf->legal_count > 1; n++) {
            vl_move a = cf->legal[vl_rng_below(&cf->dice, cf->legal_count)];
            vl_move b = cf->legal[vl_rng_below(&cf->dice, cf->legal_count)];
            if (a != b && !hides_evenly(cf, viewer, a, b))
                return false;
        }
    }
    return true;
}

/* ---- Twins played on ---- */

/* A move of the twin that looks to the viewer as `shown` does: the same one, if it can be. */
static vl_move matching_move(struct cf *cf, const void *twin, int viewer, vl_move move,
                             vl_move shown)
{
    vl_move moves[VL_MAX_MOVES], found[VL_MAX_MOVES];
    uint32_t count = cf->game->legal_moves(cf->data, twin, moves), matches = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (cf->game->redact_move(cf->data, twin, moves[i], viewer) != shown)
            continue;
        if (moves[i] == move)
            return move;
        found[matches++] = moves[i];
    }
    return matches ? found[vl_rng_below(&cf->dice, matches)] : VL_NO_MOVE;
}

static bool same_line(struct cf *cf, int viewer, const struct cf_state *here,
                      const struct cf_state *here_after, const struct cf_state *there,
                      const struct cf_state *there_after, vl_move shown)
{
    struct vl_line a = {{0}, {0}}, b = {{0}, {0}};
    cf_look(cf, here->bytes, viewer, 0, &cf->before);
    cf_look(cf, here_after->bytes, viewer, 0, &cf->after);
    cf->game->narrate(cf->deck, &cf->before, shown, &cf->after, &a);
    cf_look(cf, there->bytes, viewer, 0, &cf->before);
    cf_look(cf, there_after->bytes, viewer, 0, &cf->after);
    cf->game->narrate(cf->deck, &cf->before, shown, &cf->after, &b);
    HOLD(cf, strcmp(a.text, b.text) == 0 && strcmp(a.clause, b.clause) == 0,
         "leak: viewer %d reads \"%s\" here and \"%s\" there", viewer, a.text, b.text);
    return true;
}

/* Plays the log on from `at` in both, as long as the twin has a move that looks the same. */
static bool follow(struct cf *cf, int viewer, uint32_t at, struct cf_state *here,
                   struct cf_state *there, const char *source)
{
    const struct vl_game *game = cf->game;
    uint32_t whole = cf->count;
    for (uint32_t i = at;; i++) {
        bool deep = i == at || vl_rng_below(&cf->dice, cf->typical) < 6;
        cf_look(cf, here->bytes, viewer, 0, &cf->before);
        cf_look(cf, there->bytes, viewer, 0, &cf->after);
        cf->count = i;
        if ((deep || !cf_same_bytes(cf, cf->before.state.bytes, cf->after.state.bytes)) &&
            !same_portrait(cf, here->bytes, there->bytes, viewer, source))
            return false;
        cf->count = whole;
        if (i == whole || cf_same_bytes(cf, here->bytes, there->bytes))
            return true;
        vl_move move = cf->moves[i];
        vl_move shown = game->redact_move(cf->data, here->bytes, move, viewer);
        vl_move other = matching_move(cf, there->bytes, viewer, move, shown);
        if (other == VL_NO_MOVE)
            return true;
        struct cf_state here_after = *here, there_after = *there;
        game->apply(cf->data, here_after.bytes, move);
        game->apply(cf->data, there_after.bytes, other);
        const char *broken = game->check(cf->data, there_after.bytes);
        HOLD(cf, !broken, "the twin from %s breaks an invariant: %s", source, broken);
        if (game->to_act(here_after.bytes) == VL_OVER || game->to_act(there_after.bytes) == VL_OVER)
            return true;
        if (!same_line(cf, viewer, here, &here_after, there, &there_after, shown))
            return false;
        *here = here_after;
        *there = there_after;
    }
}

/* A twin from another outcome of the draw at `at`, if the viewer does not see the outcome. */
static bool hidden_draw(struct cf *cf, int viewer, uint32_t at)
{
    struct cf_state here, there;
    vl_move moves[VL_MAX_MOVES], hidden[VL_MAX_MOVES];
    cf_replay(cf, at, &here);
    vl_move shown = cf->game->redact_move(cf->data, here.bytes, cf->moves[at], viewer);
    uint32_t count = cf->game->legal_moves(cf->data, here.bytes, moves), matches = 0;
    for (uint32_t i = 0; i < count; i++)
        if (moves[i] != cf->moves[at] &&
            cf->game->redact_move(cf->data, here.bytes, moves[i], viewer) == shown)
            hidden[matches++] = moves[i];
    if (!matches)
        return true;
    there = here;
    cf->game->apply(cf->data, here.bytes, cf->moves[at]);
    cf->game->apply(cf->data, there.bytes, hidden[vl_rng_below(&cf->dice, matches)]);
    if (cf->game->to_act(here.bytes) == VL_OVER || cf->game->to_act(there.bytes) == VL_OVER)
        return true;
    return follow(cf, viewer, at + 1, &here, &there, "another outcome of a hidden draw");
}

static bool drawn_twin(struct cf *cf, int viewer, uint32_t at)
{
    struct cf_state here, there;
    cf_replay(cf, at, &here);
    cf_look(cf, here.bytes, viewer, 0, &cf->before);
    cf->game->determinize(cf->data, &cf->before, &cf->dice, there.bytes);
    return follow(cf, viewer, at, &here, &there, "what determinize drew");
}

bool cf_twins(struct cf *cf)
{
    for (uint32_t n = 0; n < 3 && cf->count; n++) {
        int viewer = (int)vl_rng_below(&cf->dice, cf->seats + 1) - 1;
        uint32_t at = vl_rng_below(&cf->dice, cf->count);
        if (!drawn_twin(cf, viewer, at))
            return false;
        while (at < cf->count && cf->actors[at] != VL_CHANCE)
            at++;
        if (at < cf->count && !hidden_draw(cf, viewer, at))
            return false;
    }
    return true;
}
