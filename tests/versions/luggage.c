/*
 * Lost Luggage with two versions: the functions that version 2 changes, around the template's.
 *
 * The version is kept in a byte of the state that is always zero in the template: version less 1.
 * So a state of version 1 has the bytes, and the hash, that it had before there was a second one.
 */
#include "versions/luggage.h"

#include <jansson.h>
#include <string.h>

#include "core/bits.h"

static uint32_t rules_of(const void *state)
{
    return ((const struct tp_state *)state)->zero[0] + 1U;
}

static bool one_a_turn(const struct tp_state *s)
{
    return rules_of(s) >= 2;
}

static const struct tp_state *seen(const struct vl_view *view)
{
    return (const struct tp_state *)view->state.bytes;
}

/* ---- Rules ---- */

static void start(const void *deck, const struct vl_setup *setup, void *state)
{
    tp_start(deck, setup, state);
    ((struct tp_state *)state)->zero[0] = (uint8_t)(setup->rules - 1);
}

static uint32_t legal_moves(const void *deck, const void *state, vl_move *moves)
{
    const struct tp_state *s = state;
    if (s->giving && one_a_turn(s)) {
        moves[0] = VL_MOVE(TP_DONE, 0);
        return 1;
    }
    return tp_legal_moves(deck, state, moves);
}

static void choice(const void *deck, const void *state, struct vl_choice *out)
{
    const struct tp_state *s = state;
    tp_choice(deck, state, out);
    if (!one_a_turn(s))
        return;
    out->most = 1;
    if (out->chosen_count)
        out->candidate_count = 0;
}

static void score(const void *deck, const void *state, struct vl_score *out)
{
    const struct tp_deck *d = deck;
    const struct tp_state *s = state;
    int32_t kept[VL_MAX_SEATS] = {0};
    tp_score(deck, state, out);
    if (!one_a_turn(s))
        return;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        uint8_t heaviest = 0;
        for (uint64_t rest = s->given[seat]; rest;) {
            uint8_t weight = d->weight[vl_take_lowest(&rest)];
            heaviest = weight > heaviest ? weight : heaviest;
        }
        out->points[seat] += heaviest;
        out->detail[seat][0] = out->points[seat];
        for (uint64_t rest = s->hand[seat]; rest;)
            kept[seat] += d->weight[vl_take_lowest(&rest)];
    }
    vl_rank(s->seats, out->points, kept, out->rank);
}

static const char *check(const void *deck, const void *state)
{
    struct tp_state copy = *(const struct tp_state *)state;
    if (rules_of(state) > 2)
        return "a version of the rules that exists";
    if (one_a_turn(state) && vl_count(copy.giving) > 1)
        return "one tag a turn";
    copy.zero[0] = 0;
    return tp_check(deck, &copy);
}

/* ---- Text ---- */

static void refuse(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                   struct vl_error *err)
{
    const struct tp_state *s = seen(view);
    if (one_a_turn(s) && s->giving && VL_MOVE_KIND(move) == TP_GIVE)
        vl_refuse(err, "TP-2.1", "one tag is the most");
    else
        tp_refuse(deck, view, move, err);
}

/* The template's members, and "rules" from version 2 on: states that were written before have no
 * such member. */
static void write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    struct vl_text text = {0};
    struct vl_json plain;
    vl_json_start(&plain, &text);
    tp_write_view(deck, view, &plain);
    if (rules_of(seen(view)) > 1) {
        text.length--; /* the closing brace */
        vl_text_addf(&text, ",\"rules\":%u}", rules_of(seen(view)));
    }
    vl_json_raw(json, vl_text_string(&text));
    vl_text_free(&text);
}

static bool read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                       struct vl_error *err)
{
    int64_t rules = 1;
    if (json_object_get(json, "rules") && !vl_json_get_int(json, "rules", 2, 2, &rules, err))
        return false;
    json_t *plain = json_deep_copy(json);
    VL_ASSERT(plain);
    json_object_del(plain, "rules");
    bool good = tp_read_state(deck, plain, state, err);
    json_decref(plain);
    ((struct tp_state *)state)->zero[0] = (uint8_t)(rules - 1);
    return good;
}

static void prompt(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    const struct tp_state *s = seen(view);
    if (one_a_turn(s) && s->phase == TP_PHASE_GIVE)
        vl_text_add(out, s->giving ? "Be done" : "Hand in one tag");
    else
        tp_prompt(deck, view, out);
}

static void annotate(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct tp_state *s = seen(view);
    struct vl_score points;
    struct vl_text text = {0};
    score(deck->data, s, &points);
    prompt(deck, view, &text);
    vl_json_object(json);
    vl_json_put_string(json, "prompt", vl_text_string(&text));
    vl_json_put_string(json, "clause", "TP-2.1");
    vl_json_key(json, "points");
    vl_json_array(json);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        vl_json_int(json, points.points[seat]);
    vl_json_end_array(json);
    vl_json_put_string(json, "ending", "The game ends after two turns each");
    vl_json_end_object(json);
    vl_text_free(&text);
}

static void evaluate(const void *deck, const struct vl_view *view, int32_t points[VL_MAX_SEATS])
{
    struct vl_score now;
    score(deck, seen(view), &now);
    for (uint32_t seat = 0; seat < seen(view)->seats; seat++)
        points[seat] = now.points[seat];
}

/* ---- The games ---- */

struct vl_game luggage_game, luggage_game_2;

static vl_move pick(const void *deck, const void *state, struct vl_rng *rng)
{
    return vl_pick_from_list(&luggage_game, deck, state, rng);
}

static uint32_t playout(const void *deck, void *state, struct vl_rng *rng)
{
    return vl_playout_by_pick(&luggage_game, deck, state, rng);
}

/* All that stays as it was comes from the template, so the games are made when the program starts
 * and not by an initialiser. */
__attribute__((constructor)) static void make_games(void)
{
    static const uint32_t first[] = {1, 0};
    luggage_game = tp_game;
    luggage_game.rules_version = 2;
    luggage_game.older_rules = first;
    luggage_game.start = start;
    luggage_game.rules_of = rules_of;
    luggage_game.legal_moves = legal_moves;
    luggage_game.pick = pick;
    luggage_game.playout = playout;
    luggage_game.choice = choice;
    luggage_game.score = score;
    luggage_game.check = check;
    luggage_game.refuse = refuse;
    luggage_game.write_view = write_view;
    luggage_game.read_state = read_state;
    luggage_game.annotate = annotate;
    luggage_game.prompt = prompt;
    luggage_game.evaluate = evaluate;
    luggage_game_2 = luggage_game;
    luggage_game_2.older_rules = NULL;
}
