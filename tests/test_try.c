/*
 * Trying: what a seat is shown of moves that can still be taken back, how lists of moves are read,
 * and which moves of the log may be taken back. The lists are compared with what trying every
 * prefix of them gives, on random positions of every game.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/bits.h"
#include "games/template/template.h"
#include "valise/table.h"

enum { GAMES = 6, LISTED = 6 };

static const vl_move done = VL_MOVE(TP_DONE, 0);

static struct vl_match *open_match(const struct vl_game *game, const struct vl_deck *deck,
                                   uint64_t seed)
{
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = seed};
    struct vl_setup setup;
    assert_true(vl_setup_init(game, game->least_seats, &setup, NULL));
    struct vl_match *match = vl_match_new(game, deck, &setup, &chance, false, NULL);
    assert_non_null(match);
    return match;
}

/* The n-th tag of the hand of seat 0. */
static vl_move give(const struct vl_match *match, uint32_t n)
{
    const struct tp_state *s = vl_match_state(match);
    return VL_MOVE(TP_GIVE, vl_nth(s->hand[0], n));
}

/* ---- What is hidden ---- */

/* The template game with a rule that shows hidden cards without a draw: once a tag is handed in,
 * the acting seat sees all hands. */
static void redact_until_given(const void *deck, const void *state, int seat, void *view)
{
    const struct tp_state *s = state;
    if (seat == s->seat && s->giving)
        *(struct tp_state *)view = *s;
    else
        tp_redact(deck, state, seat, view);
}

static void a_try_stops_before_it_shows_a_hand(void **unused)
{
    struct vl_game game = tp_game;
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    struct vl_preview preview;
    struct vl_view now;
    (void)unused;
    game.redact = redact_until_given;
    struct vl_match *match = open_match(&game, deck, 5);
    vl_move moves[] = {give(match, 0), give(match, 1)};
    vl_look(&game, deck->data, vl_match_state(match), 0, &now);
    assert_true(vl_match_preview(match, 0, moves, 2, &preview, NULL));
    assert_int_equal(preview.count, 2);
    assert_int_equal(preview.played, 0);
    assert_true(preview.stopped);
    assert_int_equal(preview.to_act, 0);
    assert_memory_equal(preview.view.state.bytes, now.state.bytes, game.state_size);
    assert_true(vl_match_commit(match, 0, moves, 1, NULL));
    assert_int_equal(vl_match_revocable(match, 0, 1), 0);
    vl_match_free(match);
    vl_deck_free(deck);
}

static void a_try_shows_what_is_known(void **unused)
{
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    struct vl_match *match = open_match(&tp_game, deck, 5);
    struct vl_preview preview;
    struct vl_error err = {0};
    vl_move moves[] = {give(match, 2), give(match, 0), done};
    (void)unused;
    assert_true(vl_match_preview(match, 0, moves, 3, &preview, &err));
    assert_int_equal(preview.played, 3);
    assert_int_equal(preview.pending, 0);
    assert_int_equal(preview.moves[0], give(match, 0));
    assert_true(preview.stopped); /* the tags to draw */
    assert_true(preview.turn_over);
    assert_int_equal(preview.to_act, VL_CHANCE);
    assert_false(vl_match_preview(match, 0, moves + 2, 1, &preview, &err));
    assert_string_equal(err.clause, "TP-2.1");
    assert_false(vl_match_preview(match, 1, moves, 1, &preview, &err));
    assert_string_equal(err.message, "it is not this seat's turn");
    vl_match_free(match);
    vl_deck_free(deck);
}

/* An element below those played waits, since the set could not have been played in that order. */
static void an_element_waits_for_its_set(void **unused)
{
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    struct vl_match *match = open_match(&tp_game, deck, 5);
    struct vl_preview preview;
    vl_move low = give(match, 0), high = give(match, 2);
    (void)unused;
    assert_true(vl_match_commit(match, 0, &high, 1, NULL));
    assert_true(vl_match_preview(match, 0, &low, 1, &preview, NULL));
    assert_int_equal(preview.pending, 1);
    assert_int_equal(preview.played, 0);
    assert_int_equal(preview.moves[0], low);
    assert_false(preview.stopped);
    vl_match_free(match);
    vl_deck_free(deck);
}

static void own_moves_are_taken_back(void **unused)
{
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    struct vl_match *match = open_match(&tp_game, deck, 5);
    vl_move moves[] = {give(match, 0), give(match, 1), done};
    (void)unused;
    assert_int_equal(vl_match_revocable(match, 0, 3), 0); /* the deal */
    assert_true(vl_match_commit(match, 0, moves, 2, NULL));
    assert_int_equal(vl_match_revocable(match, 0, 1), 1);
    assert_int_equal(vl_match_revocable(match, 0, 3), 2);
    assert_int_equal(vl_match_revocable(match, 1, 3), 0);
    assert_true(vl_match_commit(match, 0, moves + 2, 1, NULL));
    assert_int_equal(vl_match_revocable(match, 0, 3), 0); /* tags were drawn */
    vl_match_free(match);
    vl_deck_free(deck);
}

/* ---- Lists of moves, against trying every prefix ---- */

static uint32_t lists, reordered, waited;

/* The view after the longest prefix that can be played as a whole. */
static void view_by_prefixes(const struct vl_match *match, int seat, const vl_move *moves,
                             uint32_t count, struct vl_view *view)
{
    const struct vl_game *game = vl_match_game(match);
    struct vl_try tried;
    uint32_t longest = count;
    while (longest && !vl_match_try(match, seat, moves, longest, &tried, NULL))
        longest--;
    if (!longest)
        memcpy(tried.state, vl_match_state(match), game->state_size);
    vl_look(game, vl_match_deck(match)->data, tried.state, seat, view);
}

static void reads_as_by_prefixes(const struct vl_match *match, int seat, const vl_move *moves,
                                 uint32_t count)
{
    const struct vl_game *game = vl_match_game(match);
    struct vl_plan plan;
    struct vl_view view;
    vl_plan_start(&plan, match, seat);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(vl_plan_add(&plan, moves[i]));
        view_by_prefixes(match, seat, moves, i + 1, &view);
        assert_memory_equal(plan.view.state.bytes, view.state.bytes, game->state_size);
    }
    lists++;
}

/* The shortest prefix after which all the rest waits in the open set; false: there is none. */
static bool waits_by_prefixes(const struct vl_match *match, int seat, const vl_move *moves,
                              uint32_t count, struct vl_try *tried)
{
    const struct vl_game *game = vl_match_game(match);
    struct vl_choice choice;
    for (uint32_t n = 0; n < count; n++) {
        if (!vl_match_try(match, seat, moves, n, tried, NULL) || game->to_act(tried->state) != seat)
            continue;
        game->choice(vl_match_deck(match)->data, tried->state, &choice);
        if (vl_choice_waits(&choice, moves + n, count - n))
            return true;
    }
    return false;
}

static void previews_as_by_prefixes(const struct vl_match *match, int seat, const vl_move *moves,
                                    uint32_t count)
{
    struct vl_try tried;
    struct vl_preview preview;
    bool whole = vl_match_try(match, seat, moves, count, &tried, NULL);
    bool waits = !whole && waits_by_prefixes(match, seat, moves, count, &tried);
    assert_int_equal(vl_match_preview(match, seat, moves, count, &preview, NULL), whole || waits);
    if (!whole && !waits)
        return;
    assert_int_equal(preview.count, count);
    uint32_t played = whole ? count : tried.played;
    assert_memory_equal(preview.moves, tried.order, played * sizeof *moves);
    assert_memory_equal(preview.moves + played, moves + played, (count - played) * sizeof *moves);
    if (preview.played == played)
        assert_int_equal(preview.pending, count - played);
    reordered += whole && memcmp(tried.order, moves, count * sizeof *moves) != 0;
    waited += waits;
}

/* Moves that one might name now: legal ones, elements of the set, and what follows them. */
static uint32_t some_moves(const struct vl_match *match, struct vl_rng *rng, vl_move *moves)
{
    const struct vl_game *game = vl_match_game(match);
    const void *deck = vl_match_deck(match)->data;
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    vl_move legal[VL_MAX_MOVES];
    struct vl_choice choice;
    uint32_t count = 0, most = 1 + vl_rng_below(rng, LISTED);
    int seat = vl_match_to_act(match);
    memcpy(state, vl_match_state(match), game->state_size);
    while (count < most && game->to_act(state) == seat) {
        uint32_t n = game->legal_moves(deck, state, legal);
        vl_move move = legal[vl_rng_below(rng, n)];
        game->choice(deck, state, &choice);
        if (choice.set && choice.candidate_count && vl_rng_below(rng, 4) == 0)
            moves[count++] = choice.candidates[vl_rng_below(rng, choice.candidate_count)];
        else
            moves[count++] = move;
        game->apply(deck, state, move);
    }
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = vl_rng_below(rng, 3) ? i - 1 : vl_rng_below(rng, i);
        vl_move swap = moves[j];
        moves[j] = moves[i - 1];
        moves[i - 1] = swap;
    }
    return count;
}

static void compare_lists(const struct vl_game *game)
{
    struct vl_deck *deck = vl_deck_open(game, NULL, NULL);
    struct vl_rng rng;
    vl_rng_seed(&rng, 7, 0, VL_STREAM_LOOKS);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct vl_match *match = open_match(game, deck, seed);
        for (uint32_t n = 0; vl_match_to_act(match) >= 0 && n < 400; n++) {
            vl_move moves[LISTED];
            int seat = vl_match_to_act(match);
            for (uint32_t again = 0; again < 3; again++) {
                uint32_t count = some_moves(match, &rng, moves);
                reads_as_by_prefixes(match, seat, moves, count);
                previews_as_by_prefixes(match, seat, moves, count);
            }
            vl_move next = game->pick(deck->data, vl_match_state(match), &rng);
            assert_true(vl_match_play(match, next, NULL));
        }
        vl_match_free(match);
    }
    vl_deck_free(deck);
}

static void lists_are_read_as_by_prefixes(void **unused)
{
    (void)unused;
    compare_lists(&tp_game);
    for (uint32_t i = 0; i < vl_game_count(); i++)
        compare_lists(vl_game_at(i));
    assert_true(lists > 1000 && reordered > 100 && waited > 10);
}

static void texts_are_read_one_after_another(void **unused)
{
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    struct vl_match *match = open_match(&tp_game, deck, 5);
    struct vl_text first = {0}, second = {0};
    struct vl_error err = {0};
    struct vl_view view;
    vl_move moves[3];
    (void)unused;
    vl_look(&tp_game, deck->data, vl_match_state(match), 0, &view);
    tp_format_move(deck, &view, give(match, 1), &first);
    tp_format_move(deck, &view, give(match, 0), &second);
    const char *good[] = {vl_text_string(&first), vl_text_string(&second), "done"};
    const char *bad[] = {vl_text_string(&first), "give everything"};
    assert_true(vl_match_parse(match, 0, good, 3, moves, &err));
    assert_int_equal(moves[0], give(match, 1));
    assert_int_equal(moves[1], give(match, 0));
    assert_int_equal(moves[2], done);
    assert_false(vl_match_parse(match, 0, bad, 2, moves, &err));
    assert_string_equal(err.where, "moves[1]");
    vl_text_free(&first);
    vl_text_free(&second);
    vl_match_free(match);
    vl_deck_free(deck);
}

static void a_list_has_an_end(void **unused)
{
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    struct vl_match *match = open_match(&tp_game, deck, 5);
    struct vl_plan plan;
    (void)unused;
    vl_plan_start(&plan, match, 0);
    for (uint32_t i = 0; i < VL_MAX_MOVES; i++)
        assert_true(vl_plan_add(&plan, done));
    assert_false(vl_plan_add(&plan, done));
    assert_true(plan.stuck);
    assert_int_equal(plan.played, 0);
    vl_match_free(match);
    vl_deck_free(deck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_try_stops_before_it_shows_a_hand),
        cmocka_unit_test(a_try_shows_what_is_known),
        cmocka_unit_test(an_element_waits_for_its_set),
        cmocka_unit_test(own_moves_are_taken_back),
        cmocka_unit_test(lists_are_read_as_by_prefixes),
        cmocka_unit_test(texts_are_read_one_after_another),
        cmocka_unit_test(a_list_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
