/* Ids of table elements, and clauses of a rules page: how they are taken apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/bits.h"
#include "core/clause.h"
#include "core/target.h"
#include "games/template/template.h"

static bool number(const char *target, uint32_t *value)
{
    return vl_target_number(target, "hand", 2, 20, value);
}

static void numbers_are_read(void **unused)
{
    uint32_t value;
    (void)unused;
    assert_true(number("hand.2", &value) && value == 2);
    assert_true(number("hand.20", &value) && value == 20);
    static const char *const none[] = {
        "",        "hand",    "hand.",    "hand.1",  "hand.21", "hand.02",
        "hand.-2", "hand.2 ", "hand.2.2", "hands.2", "Hand.2",  "hand.18446744073709551618"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(number(none[i], &value));
}

static void keys_are_read(void **unused)
{
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    char id[64];
    uint32_t row = 0;
    (void)unused;
    snprintf(id, sizeof id, "tag.%s", vl_deck_text(deck, 0, 3, 0));
    assert_true(vl_target_key(deck, id, "tag", 0, 0, &row));
    assert_int_equal(row, 3);
    assert_false(vl_target_key(deck, id, "ta", 0, 0, &row));
    assert_false(vl_target_key(deck, "tag.", "tag", 0, 0, &row));
    assert_false(vl_target_key(deck, "tag.nothing", "tag", 0, 0, &row));
    vl_deck_free(deck);
}

/* What comes from outside may be no text at all, and is repeated only where it looks like an id. */
static void unknown_ids_are_answered(void **unused)
{
    struct vl_error err = {0};
    char longer[200];
    (void)unused;
    assert_int_equal(vl_target_unknown("moon.7", &err), VL_NO_MOVE);
    assert_int_equal(err.code, VL_NOT_FOUND);
    assert_string_equal(err.message, "there is no \"moon.7\" on this table");
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    const char *odd[] = {"", "\xff\xfe", "<b>", longer};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        vl_target_unknown(odd[i], &err);
        assert_string_equal(err.message, "there is no such element on this table");
    }
}

/* The template game, two seats, seat 0 to hand in tags: what each element answers. */
static void elements_of_a_game_are_answered(void **unused)
{
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, NULL);
    struct vl_setup setup;
    struct vl_rng rng;
    struct vl_view view;
    struct tp_state s;
    struct vl_error err = {0};
    vl_move move;
    char id[16];
    (void)unused;
    vl_setup_init(&tp_game, 2, &setup, NULL);
    tp_start(deck->data, &setup, &s);
    vl_rng_seed(&rng, 3, 0, VL_STREAM_CHANCE);
    while (tp_to_act(&s) == VL_CHANCE)
        tp_apply(deck->data, &s, tp_sample_chance(deck->data, &s, &rng));
    vl_look(&tp_game, deck->data, &s, 0, &view);
    snprintf(id, sizeof id, "hand.%u", vl_lowest(s.hand[0]));
    assert_true(vl_refuse_target(deck, &view, id, &move, &err));
    assert_int_equal(move, VL_MOVE(TP_GIVE, vl_lowest(s.hand[0])));
    snprintf(id, sizeof id, "hand.%u", vl_lowest(s.pile));
    assert_false(vl_refuse_target(deck, &view, id, &move, &err));
    assert_int_equal(move, VL_MOVE(TP_GIVE, vl_lowest(s.pile)));
    assert_non_null(strstr(err.message, "is not in your hand"));
    assert_string_equal(err.clause, "TP-2.1");
    assert_false(vl_refuse_target(deck, &view, "done", &move, &err));
    assert_int_equal(move, VL_MOVE(TP_DONE, 0));
    assert_string_equal(err.message, "hand in at least one tag");
    assert_false(vl_refuse_target(deck, &view, "pile", &move, &err));
    assert_int_equal(move, VL_NO_MOVE);
    assert_string_equal(err.clause, "TP-2.3");
    assert_false(vl_refuse_target(deck, &view, "piles", &move, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    vl_deck_free(deck);
}

static const char page[] = "# The game\n"
                           "\n"
                           "**TP-1.1** A clause of\n"
                           "two lines.\n"
                           "**TP-1.2** The next one.\n"
                           "- no part of it\n"
                           "\n"
                           "TP-1 is mentioned, and XY-1.1 too.\n"
                           "\n"
                           "Here TP-1.3 is mentioned.\n"
                           "## TP-2 A heading\n"
                           "| TP-2.1b | in a table |\n"
                           "**TP-** none\n"
                           "**TP-2.2.** the last";

static void clauses_are_found(void **unused)
{
    static const char *const clauses[][2] = {
        {"TP-1.1", "A clause of\ntwo lines."},
        {"TP-1.2", "The next one."},
        {"TP-1", "is mentioned, and XY-1.1 too."},
        {"TP-2", "A heading"},
        {"TP-2.1b", "in a table |"},
        {"TP-2.2", "the last"},
    };
    struct vl_clause clause;
    const char *from = page;
    (void)unused;
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
        char text[64];
        assert_true(vl_find_clause(&tp_game, from, &clause));
        assert_string_equal(clause.number, clauses[i][0]);
        snprintf(text, sizeof text, "%.*s", (int)(clause.end - clause.text), clause.text);
        assert_string_equal(text, clauses[i][1]);
        assert_true(clause.begin >= from && (clause.begin == page || clause.begin[-1] == '\n'));
        from = clause.end;
    }
    assert_false(vl_find_clause(&tp_game, from, &clause));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(keys_are_read),
        cmocka_unit_test(unknown_ids_are_answered),
        cmocka_unit_test(elements_of_a_game_are_answered),
        cmocka_unit_test(clauses_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
