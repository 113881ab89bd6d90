/*
 * Whether the conformance suite finds what it is there to find: the template game, spoilt in one
 * place at a time. Each spoilt game must fail, and for the right reason.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "conformance.h"
#include "core/bits.h"
#include "games/template/template.h"

/* Runs a few games; whether they hold, and the report. */
static bool holds(const struct vl_game *game, struct vl_text *report)
{
    struct vl_error err = {0};
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    assert_non_null(deck);
    bool good = true;
    for (uint32_t seats = 2; good && seats <= 3; seats++) {
        struct conformance_plan plan = {game, deck, {0}, 1, 60, 20, true};
        good = vl_setup_init(game, seats, &plan.setup, &err) && conformance_run(&plan, report);
    }
    vl_deck_free(deck);
    return good;
}

static void must_fail(const struct vl_game *game, const char *reason)
{
    struct vl_text report = {0};
    bool good = holds(game, &report);
    if (good)
        fail_msg("the suite lets it pass, expected \"%s\"", reason);
    if (!strstr(vl_text_string(&report), reason))
        fail_msg("expected \"%s\" in:\n%s", reason, vl_text_string(&report));
    assert_non_null(strstr(vl_text_string(&report), "again: test_conformance template seats="));
    assert_non_null(strstr(vl_text_string(&report), "\nvalise record 1\n"));
    vl_text_free(&report);
}

static void test_the_game_itself_holds(void **unused)
{
    struct vl_text report = {0};
    (void)unused;
    if (!holds(&tp_game, &report))
        fail_msg("%s", vl_text_string(&report));
    assert_string_equal(vl_text_string(&report), "");
    vl_text_free(&report);
}

/* ---- Leaks ---- */

/* What a leak in a text would need: the state behind the view, kept by whoever redacts it. */
static struct tp_state behind;

static void redact_and_keep(const void *deck, const void *state, int seat, void *view)
{
    behind = *(const struct tp_state *)state;
    tp_redact(deck, state, seat, view);
}

static uint32_t secret_of(const struct vl_view *view)
{
    uint64_t hidden = behind.hand[view->seat == 0 ? 1 : 0];
    return hidden ? vl_lowest(hidden) : 0;
}

static void redact_shows_a_hand(const void *deck, const void *state, int seat, void *view)
{
    struct tp_state *v = view;
    const struct tp_state *s = state;
    tp_redact(deck, state, seat, view);
    v->hand[1] = s->hand[1];
    v->pile &= ~s->hand[1];
    v->unknown[1] = 0;
}

static void test_view_that_shows_a_hand(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_shows_a_hand;
    must_fail(&game, "leak");
}

static void redact_shows_the_pile(const void *deck, const void *state, int seat, void *view)
{
    tp_redact(deck, state, seat, view);
    ((struct tp_state *)view)->pile = ((const struct tp_state *)state)->pile;
}

static void test_view_that_shows_the_pile(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_shows_the_pile;
    must_fail(&game, "leak");
}

static void write_view_leaks(const struct vl_deck *deck, const struct vl_view *view,
                             struct vl_json *json)
{
    if (view->seat == VL_OPEN) {
        tp_write_view(deck, view, json);
        return;
    }
    vl_json_object(json);
    vl_json_put_int(json, "secret", secret_of(view));
    vl_json_end_object(json);
}

static void test_json_that_leaks(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.write_view = write_view_leaks;
    must_fail(&game, ": json");
}

static void annotate_leaks(const struct vl_deck *deck, const struct vl_view *view,
                           struct vl_json *json)
{
    (void)deck;
    vl_json_object(json);
    vl_json_put_string(json, "prompt", "Play");
    vl_json_put_string(json, "ending", "Soon");
    vl_json_put_string(json, "clause", "TP-2.1");
    vl_json_key(json, "points");
    vl_json_array(json);
    for (uint32_t seat = 0; seat < behind.seats; seat++)
        vl_json_int(json, seat + secret_of(view));
    vl_json_end_array(json);
    vl_json_end_object(json);
}

static void test_facts_that_leak(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.annotate = annotate_leaks;
    must_fail(&game, ": facts");
}

static void show_leaks(const struct vl_deck *deck, const struct vl_view *view, struct vl_text *out)
{
    tp_show(deck, view, out);
    vl_text_addf(out, "and %u\n", secret_of(view));
}

static void test_words_that_leak(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.show = show_leaks;
    must_fail(&game, "leak");
}

static vl_move redact_move_leaks(const void *deck, const void *state, vl_move move, int seat)
{
    (void)deck;
    (void)state;
    (void)seat;
    return move;
}

static void test_log_that_leaks_a_deal(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact_move = redact_move_leaks;
    must_fail(&game, "redact_move tells them apart");
}

static void narrate_leaks(const struct vl_deck *deck, const struct vl_view *before, vl_move move,
                          const struct vl_view *after, struct vl_line *line)
{
    tp_narrate(deck, before, move, after, line);
    if (line->text[0] && before->seat != VL_OPEN)
        snprintf(line->text, sizeof line->text, "Somebody holds %u.", secret_of(before));
}

static void test_line_that_leaks(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.narrate = narrate_leaks;
    must_fail(&game, "reads \"Somebody holds");
}

static void refuse_leaks(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                         struct vl_error *err)
{
    (void)deck;
    (void)move;
    vl_refuse(err, "TP-2.1", "no: they hold %u", secret_of(view));
}

static void test_refusal_that_leaks(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.refuse = refuse_leaks;
    must_fail(&game, ": refused");
}

static vl_move refuse_target_leaks(const struct vl_deck *deck, const struct vl_view *view,
                                   const char *target, struct vl_error *err)
{
    vl_move move = tp_refuse_target(deck, view, target, err);
    if (err->code == VL_REFUSED)
        vl_refuse(err, "TP-2.1", "no: they hold %u", secret_of(view));
    return move;
}

static void test_refused_element_that_leaks(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.refuse_target = refuse_target_leaks;
    must_fail(&game, ": touched");
}

/* Whether a move is named tells as much as a text would. */
static vl_move refuse_target_means_a_secret(const struct vl_deck *deck, const struct vl_view *view,
                                            const char *target, struct vl_error *err)
{
    vl_move move = tp_refuse_target(deck, view, target, err);
    return secret_of(view) & 1 ? VL_NO_MOVE : move;
}

static void test_refused_element_that_means_a_secret(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.refuse_target = refuse_target_means_a_secret;
    must_fail(&game, ": touched");
}

static vl_move refuse_target_without_clause(const struct vl_deck *deck, const struct vl_view *view,
                                            const char *target, struct vl_error *err)
{
    vl_move move = tp_refuse_target(deck, view, target, err);
    err->clause[0] = '\0';
    return move;
}

static void test_refused_element_without_a_clause(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.refuse_target = refuse_target_without_clause;
    must_fail(&game, "is refused by clause");
}

static vl_move refuse_target_forgets(const struct vl_deck *deck, const struct vl_view *view,
                                     const char *target, struct vl_error *err)
{
    return tp_refuse_target(deck, view, strcmp(target, "done") == 0 ? "undone" : target, err);
}

static void test_element_that_is_forgotten(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.refuse_target = refuse_target_forgets;
    must_fail(&game, "is not known");
}

static vl_move refuse_target_knows_all(const struct vl_deck *deck, const struct vl_view *view,
                                       const char *target, struct vl_error *err)
{
    vl_move move = tp_refuse_target(deck, view, target, err);
    if (err->code == VL_NOT_FOUND)
        vl_refuse(err, "TP-2.1", "not now");
    return move;
}

static void test_element_that_is_none(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.refuse_target = refuse_target_knows_all;
    must_fail(&game, "an element that is none");
}

static void prefer_peeks(const void *deck, const struct vl_view *view, uint32_t style,
                         const vl_move *moves, uint32_t count, int32_t *weights)
{
    (void)deck;
    (void)style;
    for (uint32_t i = 0; i < count; i++)
        weights[i] = (int32_t)((moves[i] ^ secret_of(view)) & 0xffU);
}

static void test_judgement_that_peeks(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.prefer = prefer_peeks;
    must_fail(&game, ": style");
}

static void evaluate_peeks(const void *deck, const struct vl_view *view,
                           int32_t points[VL_MAX_SEATS])
{
    tp_evaluate(deck, view, points);
    points[0] += (int32_t)secret_of(view);
}

static void test_expectation_that_peeks(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_and_keep;
    game.evaluate = evaluate_peeks;
    must_fail(&game, ": seat");
}

/* ---- Filling in ---- */

/* Shuffles all hands, the viewer's own included. */
static void determinize_ignores(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                                void *state)
{
    struct vl_view blind = *view;
    struct tp_state *v = (struct tp_state *)blind.state.bytes;
    for (uint32_t seat = 0; seat < v->seats; seat++) {
        v->unknown[seat] = (uint8_t)(v->unknown[seat] + vl_count(v->hand[seat]));
        v->pile |= v->hand[seat];
        v->hand[seat] = 0;
    }
    tp_determinize(deck, &blind, rng, state);
}

static void test_determinize_that_ignores_the_view(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.determinize = determinize_ignores;
    must_fail(&game, "its state has another view");
}

/* Always the same cards: consistent with the view, and not what was dealt. */
static void determinize_in_order(const void *deck, const struct vl_view *view, struct vl_rng *rng,
                                 void *state)
{
    struct tp_state *s = state;
    (void)deck;
    (void)rng;
    memcpy(s, view->state.bytes, sizeof *s);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        for (; s->unknown[seat]; s->unknown[seat]--)
            s->hand[seat] |= vl_bit(vl_take_lowest(&s->pile));
}

static void test_determinize_that_does_not_shuffle(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.determinize = determinize_in_order;
    must_fail(&game, "by dealing");
}

static void redact_too_much(const void *deck, const void *state, int seat, void *view)
{
    (void)seat;
    tp_redact(deck, state, VL_SPECTATOR, view);
}

static void test_view_without_the_own_hand(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_too_much;
    must_fail(&game, "a view that forgets");
}

/* ---- Other slips ---- */

static vl_move pick_uneven(const void *deck, const void *state, struct vl_rng *rng)
{
    vl_move a = tp_pick(deck, state, rng), b = tp_pick(deck, state, rng);
    return a < b ? a : b;
}

static void test_uneven_pick(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.pick = pick_uneven;
    must_fail(&game, "pick");
}

static uint32_t playout_without_choice(const void *deck, void *state, struct vl_rng *rng)
{
    uint32_t moves = 0;
    vl_move legal[VL_MAX_MOVES];
    for (; tp_to_act(state) != VL_OVER; moves++) {
        bool chance = tp_to_act(state) == VL_CHANCE;
        tp_legal_moves(deck, state, legal);
        tp_apply(deck, state, chance ? tp_sample_chance(deck, state, rng) : legal[0]);
    }
    return moves;
}

static void test_playout_that_plays_otherwise(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.playout = playout_without_choice;
    must_fail(&game, "by playout");
}

static uint32_t legal_descending(const void *deck, const void *state, vl_move *moves)
{
    vl_move own[VL_MAX_MOVES];
    uint32_t count = tp_legal_moves(deck, state, own);
    for (uint32_t i = 0; i < count; i++)
        moves[i] = own[count - 1 - i];
    return count;
}

static void test_moves_out_of_order(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.legal_moves = legal_descending;
    must_fail(&game, "not ascending");
}

static void apply_loses_a_tag(const void *deck, void *state, vl_move move)
{
    struct tp_state *s = state;
    tp_apply(deck, state, move);
    if (VL_MOVE_KIND(move) == TP_GIVE)
        s->given[s->seat] = s->giving;
}

static void test_rules_that_lose_a_tag(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.apply = apply_loses_a_tag;
    must_fail(&game, "every tag in exactly one place");
}

static void choice_forgets(const void *deck, const void *state, struct vl_choice *choice)
{
    tp_choice(deck, state, choice);
    if (choice->set && choice->candidate_count)
        choice->candidate_count--;
}

static void test_choice_that_lacks_a_candidate(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.choice = choice_forgets;
    must_fail(&game, "neither done nor a candidate");
}

static bool read_state_forgets(const struct vl_deck *deck, const struct json_t *json, void *state,
                               struct vl_error *err)
{
    bool good = tp_read_state(deck, json, state, err);
    ((struct tp_state *)state)->turn = 0;
    return good;
}

static void test_state_that_loads_back_otherwise(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.read_state = read_state_forgets;
    must_fail(&game, "loads back otherwise");
}

static void format_alike(const struct vl_deck *deck, const struct vl_view *view, vl_move move,
                         struct vl_text *out)
{
    tp_format_move(deck, view, VL_MOVE_KIND(move) == TP_GIVE ? move & ~1U : move, out);
}

static void test_notation_that_is_ambiguous(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.format_move = format_alike;
    must_fail(&game, "parses as");
}

static void test_game_longer_than_stated(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.longest = 12;
    must_fail(&game, "longer than its 12 moves");
}

static void redact_leaves_bytes(const void *deck, const void *state, int seat, void *view)
{
    struct tp_state *v = view, whole;
    uint8_t kept = v->zero[0];
    tp_redact(deck, state, seat, &whole);
    *v = whole;
    v->zero[0] = kept;
}

static void test_view_with_bytes_left_unwritten(void **unused)
{
    struct vl_game game = tp_game;
    (void)unused;
    game.redact = redact_leaves_bytes;
    must_fail(&game, "does not write every byte");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_game_itself_holds),
        cmocka_unit_test(test_view_that_shows_a_hand),
        cmocka_unit_test(test_view_that_shows_the_pile),
        cmocka_unit_test(test_json_that_leaks),
        cmocka_unit_test(test_facts_that_leak),
        cmocka_unit_test(test_words_that_leak),
        cmocka_unit_test(test_log_that_leaks_a_deal),
        cmocka_unit_test(test_line_that_leaks),
        cmocka_unit_test(test_refusal_that_leaks),
        cmocka_unit_test(test_refused_element_that_leaks),
        cmocka_unit_test(test_refused_element_that_means_a_secret),
        cmocka_unit_test(test_refused_element_without_a_clause),
        cmocka_unit_test(test_element_that_is_forgotten),
        cmocka_unit_test(test_element_that_is_none),
        cmocka_unit_test(test_judgement_that_peeks),
        cmocka_unit_test(test_expectation_that_peeks),
        cmocka_unit_test(test_determinize_that_ignores_the_view),
        cmocka_unit_test(test_determinize_that_does_not_shuffle),
        cmocka_unit_test(test_view_without_the_own_hand),
        cmocka_unit_test(test_uneven_pick),
        cmocka_unit_test(test_playout_that_plays_otherwise),
        cmocka_unit_test(test_moves_out_of_order),
        cmocka_unit_test(test_rules_that_lose_a_tag),
        cmocka_unit_test(test_choice_that_lacks_a_candidate),
        cmocka_unit_test(test_state_that_loads_back_otherwise),
        cmocka_unit_test(test_notation_that_is_ambiguous),
        cmocka_unit_test(test_game_longer_than_stated),
        cmocka_unit_test(test_view_with_bytes_left_unwritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
