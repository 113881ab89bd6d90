/* A match at the table: trying, committing, refusing, going back, loading, the log. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/bits.h"
#include "games/template/template.h"
#include "valise/match.h"

struct table {
    struct vl_deck *deck;
    struct vl_setup setup;
    struct vl_match *match;
    struct vl_error err;
};

static const struct tp_state *seen(const struct table *t)
{
    return vl_match_state(t->match);
}

static int set_up(void **state)
{
    static struct table table;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 5};
    table = (struct table){.deck = vl_deck_open(&tp_game, NULL, NULL)};
    vl_setup_init(&tp_game, 2, &table.setup, NULL);
    table.match = vl_match_new(&tp_game, table.deck, &table.setup, &chance, false, &table.err);
    *state = &table;
    return table.match ? 0 : 1;
}

static int tear_down(void **state)
{
    struct table *t = *state;
    vl_match_free(t->match);
    vl_deck_free(t->deck);
    return 0;
}

/* The n-th tag of the hand of seat 0. */
static vl_move give(const struct table *t, uint32_t n)
{
    return VL_MOVE(TP_GIVE, vl_nth(seen(t)->hand[0], n));
}

static const vl_move done = VL_MOVE(TP_DONE, 0);

static void test_the_first_cards_are_drawn(void **state)
{
    struct table *t = *state;
    int actor;
    assert_int_equal(vl_match_to_act(t->match), 0);
    assert_int_equal(vl_match_position(t->match), 6);
    vl_move move = vl_match_move_at(t->match, 0, &actor);
    assert_int_equal(actor, VL_CHANCE);
    assert_int_equal(VL_MOVE_KIND(move), TP_DEAL);
    assert_int_equal(vl_count(seen(t)->hand[0]), 3);
    assert_ptr_equal(vl_match_game(t->match), &tp_game);
    assert_ptr_equal(vl_match_deck(t->match), t->deck);
    assert_int_equal(vl_match_setup(t->match)->seats, 2);
}

static void test_waiting_for_nonces(void **state)
{
    struct table *t = *state;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 5};
    struct vl_match *match = vl_match_new(&tp_game, t->deck, &t->setup, &chance, true, &t->err);
    assert_int_equal(vl_match_position(match), 0);
    assert_false(vl_match_play(match, done, &t->err));
    assert_string_equal(t->err.message, "a chance move comes first");
    vl_match_run_chance(match);
    assert_memory_equal(vl_match_state(match), seen(t), sizeof(struct tp_state));
    vl_match_free(match);
}

static void test_trying_keeps_nothing(void **state)
{
    struct table *t = *state;
    struct tp_state before = *seen(t);
    struct vl_try result;
    vl_move moves[] = {give(t, 2), give(t, 0), done};
    assert_true(vl_match_try(t->match, 0, moves, 3, &result, &t->err));
    assert_int_equal(result.played, 3);
    assert_true(result.stopped);
    assert_int_equal(result.order[0], give(t, 0));
    assert_int_equal(result.order[1], give(t, 2));
    assert_int_equal(result.order[2], done);
    assert_memory_equal(seen(t), &before, sizeof before);
    assert_int_equal(vl_match_position(t->match), 6);
    const struct tp_state *after = (const struct tp_state *)result.state;
    assert_int_equal(vl_count(after->given[0]), 2);
    assert_int_equal(after->phase, TP_PHASE_DEAL);
}

static void test_trying_nothing(void **state)
{
    struct table *t = *state;
    struct vl_try result;
    assert_true(vl_match_try(t->match, 0, NULL, 0, &result, &t->err));
    assert_int_equal(result.played, 0);
    assert_false(result.stopped);
    assert_memory_equal(result.state, seen(t), sizeof(struct tp_state));
    assert_false(vl_match_commit(t->match, 0, NULL, 0, &t->err));
    assert_string_equal(t->err.message, "nothing to play");
}

static void refused(struct table *t, int seat, const vl_move *moves, uint32_t count,
                    const char *message)
{
    struct vl_try result;
    struct tp_state before = *seen(t);
    uint32_t position = vl_match_position(t->match);
    assert_false(vl_match_try(t->match, seat, moves, count, &result, &t->err));
    assert_string_equal(t->err.message, message);
    t->err = (struct vl_error){0};
    assert_false(vl_match_commit(t->match, seat, moves, count, &t->err));
    assert_string_equal(t->err.message, message);
    assert_int_equal(vl_match_position(t->match), position);
    assert_memory_equal(seen(t), &before, sizeof before);
}

static void test_all_or_none(void **state)
{
    struct table *t = *state;
    static vl_move many[VL_MAX_MOVES + 1];
    vl_move twice[] = {give(t, 0), give(t, 0)};
    vl_move three[] = {give(t, 0), give(t, 1), give(t, 2)};
    vl_move beyond[] = {give(t, 0), done, give(t, 1)};
    vl_move good[] = {give(t, 0)};
    vl_move early[] = {done};
    char message[64];
    snprintf(message, sizeof message, "%s is not in your hand",
             vl_deck_text(t->deck, 0, VL_MOVE_ARG(twice[0]), 0));
    refused(t, 0, twice, 2, message);
    refused(t, 0, three, 3, "two tags are the most");
    refused(t, 0, beyond, 3, "a card is drawn after move 2: play up to there first");
    refused(t, 1, good, 1, "it is not this seat's turn");
    refused(t, 0, early, 1, "hand in at least one tag");
    assert_string_equal(t->err.clause, "TP-2.1");
    assert_int_equal(t->err.code, VL_REFUSED);
    refused(t, 0, many, VL_MAX_MOVES + 1, "more than 512 moves at once");
}

static void test_committing(void **state)
{
    struct table *t = *state;
    vl_move moves[] = {give(t, 1), give(t, 0), done};
    int actor;
    assert_true(vl_match_commit(t->match, 0, moves, 3, &t->err));
    assert_int_equal(vl_match_to_act(t->match), 1);
    assert_int_equal(vl_match_position(t->match), 6 + 3 + 2);
    assert_int_equal(vl_match_move_at(t->match, 6, &actor), moves[1]);
    assert_int_equal(actor, 0);
    vl_match_move_at(t->match, 9, &actor);
    assert_int_equal(actor, VL_CHANCE);
}

/* A set begun earlier goes on in any order too, above what has been played. */
static void test_the_rest_of_a_set(void **state)
{
    struct table *t = *state;
    vl_move first[] = {give(t, 0)}, rest[] = {give(t, 2), done}, below[] = {give(t, 0)};
    vl_move last[] = {give(t, 2)};
    assert_true(vl_match_commit(t->match, 0, first, 1, &t->err));
    assert_true(vl_match_commit(t->match, 0, rest, 2, &t->err));
    vl_match_rewind(t->match, 6);
    assert_true(vl_match_commit(t->match, 0, last, 1, &t->err));
    refused(t, 0, below, 1, "tags are handed in by ascending number");
    assert_string_equal(t->err.clause, "TP-2.2");
}

static void test_undo_goes_before_the_last_move(void **state)
{
    struct table *t = *state;
    struct tp_state first = *seen(t), second;
    vl_move moves[] = {give(t, 0), done};
    assert_true(vl_match_play(t->match, moves[0], &t->err));
    second = *seen(t);
    assert_true(vl_match_play(t->match, moves[1], &t->err));
    assert_true(vl_match_undo(t->match));
    assert_memory_equal(seen(t), &second, sizeof second);
    assert_true(vl_match_undo(t->match));
    assert_memory_equal(seen(t), &first, sizeof first);
    assert_false(vl_match_undo(t->match));
    assert_memory_equal(seen(t), &first, sizeof first);
}

static void test_text_and_chance(void **state)
{
    struct table *t = *state;
    char text[64];
    assert_false(vl_match_play_chance(t->match, VL_NO_MOVE, NULL, &t->err));
    assert_string_equal(t->err.message, "no chance move is pending");
    assert_false(vl_match_play_text(t->match, "give nothing", &t->err));
    assert_string_equal(t->err.message, "there is no tag \"nothing\"");
    snprintf(text, sizeof text, "give %s", vl_deck_text(t->deck, 0, VL_MOVE_ARG(give(t, 0)), 0));
    assert_true(vl_match_play_text(t->match, text, &t->err));
    assert_int_equal(vl_match_position(t->match), 7);
}

static void test_chance_by_hand(void **state)
{
    struct table *t = *state;
    struct vl_chance chance = {.source = VL_CHANCE_MANUAL};
    struct vl_rng rng;
    struct vl_match *match = vl_match_new(&tp_game, t->deck, &t->setup, &chance, false, &t->err);
    vl_rng_seed(&rng, 1, 1, 1);
    assert_int_equal(vl_match_position(match), 0);
    assert_true(vl_match_play_chance(match, VL_MOVE(TP_DEAL, 4), NULL, &t->err));
    assert_false(vl_match_play_chance(match, VL_MOVE(TP_DEAL, 4), NULL, &t->err));
    assert_string_equal(t->err.clause, "TP-2.3");
    assert_true(vl_match_play_chance(match, VL_NO_MOVE, &rng, &t->err));
    assert_int_equal(vl_match_position(match), 2);
    struct vl_record *record = vl_match_record(match, true);
    struct vl_verdict verdict;
    assert_int_equal(record->chance.source, VL_CHANCE_MANUAL);
    assert_true(vl_record_verify(&tp_game, t->deck, record, &verdict, &t->err));
    assert_true(verdict.legal && !verdict.fair && !verdict.sealed && !verdict.over);
    vl_record_free(record);
    vl_match_free(match);
}

static void test_loading_a_position(void **state)
{
    struct table *t = *state;
    struct tp_state loaded = *seen(t), broken = *seen(t);
    broken.pile = 0;
    assert_false(vl_match_load(t->match, &broken, &t->err));
    assert_string_equal(t->err.message,
                        "the state breaks an invariant: every tag in exactly one place");
    assert_memory_equal(seen(t), &loaded, sizeof loaded);
    assert_true(vl_match_load(t->match, &loaded, &t->err));
    assert_int_equal(vl_match_position(t->match), 0);
    assert_false(vl_match_undo(t->match));
}

/* The secret stays with the table until the end, and the commitment is in every record. */
static void test_the_secret_is_kept(void **state)
{
    struct table *t = *state;
    struct vl_chance chance = {.source = VL_CHANCE_SEALED};
    static const uint8_t zeros[VL_SECRET_SIZE];
    struct vl_text out = {0};
    vl_seal_new(&chance.seal);
    struct vl_match *match = vl_match_new(&tp_game, t->deck, &t->setup, &chance, false, &t->err);
    struct vl_record *record = vl_match_record(match, false);
    assert_false(record->chance.seal.revealed);
    assert_memory_equal(record->chance.seal.secret, zeros, sizeof zeros);
    assert_memory_equal(record->chance.seal.commitment, chance.seal.commitment, VL_SECRET_SIZE);
    vl_record_write(record, &out);
    assert_null(strstr(vl_text_string(&out), "secret"));
    vl_text_free(&out);
    vl_record_free(record);
    vl_match_free(match);
}

static void test_lines_of_the_log(void **state)
{
    struct table *t = *state;
    struct vl_line mine, theirs, open;
    vl_match_line(t->match, 0, 0, &mine);
    vl_match_line(t->match, 0, 1, &theirs);
    vl_match_line(t->match, 0, VL_OPEN, &open);
    assert_string_equal(theirs.text, "{0} drew a tag.");
    assert_string_not_equal(mine.text, theirs.text);
    assert_string_equal(mine.text, open.text);
}

static void test_the_end(void **state)
{
    struct table *t = *state;
    vl_move moves[VL_MAX_MOVES];
    while (vl_match_to_act(t->match) >= 0) {
        tp_game.legal_moves(t->deck->data, vl_match_state(t->match), moves);
        assert_true(vl_match_play(t->match, moves[0], &t->err));
    }
    assert_int_equal(vl_match_to_act(t->match), VL_OVER);
    assert_false(vl_match_play(t->match, done, &t->err));
    assert_string_equal(t->err.message, "the game is over");
    refused(t, 0, moves, 1, "the game is over");
}

static void test_set_ups(void **state)
{
    struct table *t = *state;
    static const char *const words[] = {"short", "long", NULL};
    static const struct vl_option options[] = {{"length", words, 1, "how long"}, {0}};
    struct vl_game game = tp_game;
    struct vl_setup setup;
    game.options = options;
    assert_true(vl_setup_init(&game, 3, &setup, &t->err));
    assert_int_equal(setup.option[0], 1);
    assert_true(vl_setup_option(&game, &setup, "length=short", &t->err));
    assert_int_equal(setup.option[0], 0);
    assert_false(vl_setup_option(&game, &setup, "length=middle", &t->err));
    assert_string_equal(t->err.message, "option length is one of short, long, not \"middle\"");
    assert_false(vl_setup_option(&game, &setup, "len=short", &t->err));
    assert_string_equal(t->err.message, "Lost Luggage has no option \"len\"");
    assert_false(vl_setup_option(&game, &setup, "length", &t->err));
    assert_string_equal(t->err.message, "an option is written name=value, not \"length\"");
    assert_false(vl_setup_option(&game, &setup, "=short", &t->err));
    assert_false(vl_setup_init(&game, 5, &setup, &t->err));
    assert_string_equal(t->err.message, "Lost Luggage is for 2 to 4 seats, not 5");
}

#define AT_TABLE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_TABLE(test_the_first_cards_are_drawn),
        AT_TABLE(test_waiting_for_nonces),
        AT_TABLE(test_trying_keeps_nothing),
        AT_TABLE(test_trying_nothing),
        AT_TABLE(test_all_or_none),
        AT_TABLE(test_committing),
        AT_TABLE(test_the_rest_of_a_set),
        AT_TABLE(test_undo_goes_before_the_last_move),
        AT_TABLE(test_text_and_chance),
        AT_TABLE(test_chance_by_hand),
        AT_TABLE(test_loading_a_position),
        AT_TABLE(test_the_secret_is_kept),
        AT_TABLE(test_lines_of_the_log),
        AT_TABLE(test_the_end),
        AT_TABLE(test_set_ups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
