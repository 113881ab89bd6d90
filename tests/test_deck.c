/* The deck reader: every kind of cell, and every kind of error with its place and words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/file.h"
#include "valise/game.h"

/* ---- A game that is nothing but tables ---- */

static const char *const colours[] = {"red", "green", "blue", NULL};
static const char *const many[] = {
    "w0",  "w1",  "w2",  "w3",  "w4",  "w5",  "w6",  "w7",  "w8",  "w9",  "w10", "w11",
    "w12", "w13", "w14", "w15", "w16", "w17", "w18", "w19", "w20", "w21", "w22", "w23",
    "w24", "w25", "w26", "w27", "w28", "w29", "w30", "w31", "w32", "w33", "w34", "w35",
    "w36", "w37", "w38", "w39", "w40", "w41", "w42", "w43", "w44", "w45", "w46", "w47",
    "w48", "w49", "w50", "w51", "w52", "w53", "w54", "w55", "w56", "w57", "w58", "w59",
    "w60", "w61", "w62", "w63", "w64", "w65", NULL};
static const char *const towns[] = {"towns"};

static const struct vl_column town_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},      {"name", VL_CELL_TEXT, 2, 6, NULL},
    {"size", VL_CELL_INT, -5, 40, NULL},   {"colour", VL_CELL_WORD, 0, 0, colours},
    {"flags", VL_CELL_SET, 1, 2, colours}, {"list", VL_CELL_LIST, 0, 3, many},
};

static const struct vl_column road_columns[] = {
    {"from", VL_CELL_REF, 0, 0, towns},
    {"to", VL_CELL_REF, -1, 0, towns},
};

static const struct vl_table_spec tables[] = {
    {"roads", road_columns, 2, 0, 3},
    {"towns", town_columns, 6, 1, 3},
};

static bool load(struct vl_deck *deck, struct vl_error *err)
{
    if (deck->rows[1] == 3)
        return vl_deck_fail(deck, 1, 2, err, "three towns are %s", "a crowd");
    return true;
}

static const struct vl_game game = {
    .id = "tables",
    .name = "Tables",
    .deck_size = 8,
    .tables = tables,
    .table_count = 2,
    .load_deck = load,
};

#define HEADER "key\tname\tsize\tcolour\tflags\tlist\n"
#define TOWN "ulm\tUlm\t7\tred\tgreen\t-\n"

static struct vl_deck *parse(const char *roads, const char *town, struct vl_error *err)
{
    const char *files[] = {roads, town};
    size_t sizes[] = {strlen(roads), strlen(town)};
    *err = (struct vl_error){0};
    return vl_deck_parse(&game, files, sizes, "here", err);
}

static void refuses(const char *roads, const char *town, const char *where, const char *message)
{
    struct vl_error err;
    struct vl_deck *deck = parse(roads, town, &err);
    assert_null(deck);
    assert_string_equal(err.message, message);
    assert_string_equal(err.where, where);
    assert_int_equal(err.code, VL_BAD_INPUT);
}

#define NO_ROADS "from\tto\n"

/* A town whose cell is as given, the others right; it stands in line 2. */
static void refuses_cells(const char *row, const char *column, const char *message)
{
    char file[512], where[160];
    snprintf(file, sizeof file, HEADER "%s\n", row);
    snprintf(where, sizeof where, "towns.tsv:2, column %s", column);
    refuses(NO_ROADS, file, where, message);
}

/* ---- What is read ---- */

static void test_every_kind_of_cell(void **unused)
{
    struct vl_error err;
    (void)unused;
    struct vl_deck *deck = parse("# roads\nfrom\tto\n\nulm\tbonn-2\nbonn-2\t-\n",
                                 HEADER "ulm\tÜlm\t-5\tblue\tred blue\tw65 w1 w65\n# between\n"
                                        "bonn-2\tBonn\t40\tred\tgreen\t-",
                                 &err);
    assert_non_null(deck);
    assert_int_equal(deck->rows[0], 2);
    assert_int_equal(deck->rows[1], 2);
    assert_string_equal(deck->source, "here");
    assert_string_equal(vl_deck_text(deck, 1, 0, 1), "Ülm");
    assert_int_equal(vl_deck_value(deck, 1, 0, 2), -5);
    assert_int_equal(vl_deck_value(deck, 1, 0, 3), 2);
    assert_int_equal(vl_deck_value(deck, 1, 0, 4), 5);
    assert_int_equal(vl_deck_value(deck, 1, 0, 5), 3);
    assert_int_equal(vl_deck_value(deck, 1, 1, 5), 0);
    assert_int_equal(vl_deck_value(deck, 0, 0, 0), 0);
    assert_int_equal(vl_deck_value(deck, 0, 0, 1), 1);
    assert_int_equal(vl_deck_value(deck, 0, 1, 1), -1);
    assert_int_equal(vl_deck_find(deck, 1, 0, "bonn-2"), 1);
    assert_int_equal(vl_deck_find(deck, 1, 0, "bonn"), -1);
    assert_int_equal(deck->lines[1][1], 4);
    struct vl_text json = {0};
    vl_deck_json(deck, &json);
    assert_string_equal(
        vl_text_string(&json),
        "{\"roads\":[{\"from\":\"ulm\",\"to\":\"bonn-2\"},{\"from\":\"bonn-2\",\"to\":\"-\"}],"
        "\"towns\":[{\"key\":\"ulm\",\"name\":\"Ülm\",\"size\":-5,\"colour\":\"blue\",\"flags\":"
        "\"red blue\",\"list\":\"w65 w1 w65\"},{\"key\":\"bonn-2\",\"name\":\"Bonn\",\"size\":40,"
        "\"colour\":\"red\",\"flags\":\"green\",\"list\":\"-\"}]}");
    vl_text_free(&json);
    vl_deck_free(deck);
}

static void test_hash_is_of_the_bytes(void **unused)
{
    struct vl_error err;
    (void)unused;
    struct vl_deck *a = parse(NO_ROADS, HEADER TOWN, &err);
    struct vl_deck *b = parse(NO_ROADS, HEADER TOWN, &err);
    struct vl_deck *c = parse(NO_ROADS, HEADER "# a comment\n" TOWN, &err);
    assert_int_equal(strlen(a->hash), 16);
    assert_string_equal(a->hash, b->hash);
    assert_string_not_equal(a->hash, c->hash);
    assert_string_equal(a->originals[1], HEADER TOWN);
    vl_deck_free(a);
    vl_deck_free(b);
    vl_deck_free(c);
}

/* ---- What is refused ---- */

static void test_cells(void **unused)
{
    (void)unused;
    refuses_cells("Ulm\tUlm\t7\tred\tred\t-", "key",
                  "expected a key of lower-case letters, digits and hyphens, found \"Ulm\"");
    refuses_cells("-ulm\tUlm\t7\tred\tred\t-", "key",
                  "expected a key of lower-case letters, digits and hyphens, found \"-ulm\"");
    refuses_cells("\tUlm\t7\tred\tred\t-", "key",
                  "expected a key of lower-case letters, digits and hyphens, found \"\"");
    refuses_cells("ulm\t\t7\tred\tred\t-", "name", "expected a text, found nothing");
    refuses_cells("ulm\tÜ\t7\tred\tred\t-", "name", "expected 2 to 6 characters, found 1");
    refuses_cells("ulm\tÜberall\t7\tred\tred\t-", "name", "expected 2 to 6 characters, found 7");
    refuses_cells("ulm\tUlm\t41\tred\tred\t-", "size",
                  "expected a whole number from -5 to 40, found \"41\"");
    refuses_cells("ulm\tUlm\t-6\tred\tred\t-", "size",
                  "expected a whole number from -5 to 40, found \"-6\"");
    refuses_cells("ulm\tUlm\t7x\tred\tred\t-", "size",
                  "expected a whole number from -5 to 40, found \"7x\"");
    refuses_cells("ulm\tUlm\t 7\tred\tred\t-", "size",
                  "expected a whole number from -5 to 40, found \" 7\"");
    refuses_cells("ulm\tUlm\t+7\tred\tred\t-", "size",
                  "expected a whole number from -5 to 40, found \"+7\"");
    refuses_cells("ulm\tUlm\t\tred\tred\t-", "size",
                  "expected a whole number from -5 to 40, found \"\"");
    refuses_cells("ulm\tUlm\t99999999999999999999\tred\tred\t-", "size",
                  "expected a whole number from -5 to 40, found \"99999999999999999999\"");
    refuses_cells("ulm\tUlm\t7\tpink\tred\t-", "colour",
                  "expected red, green or blue, found \"pink\"");
    refuses_cells("ulm\tUlm\t7\tred\tred pink\t-", "flags",
                  "\"pink\" is none of red, green or blue");
    refuses_cells("ulm\tUlm\t7\tred\tred red\t-", "flags", "red stands twice");
    refuses_cells("ulm\tUlm\t7\tred\tred green blue\t-", "flags", "expected 1 to 2 words, found 3");
    refuses_cells("ulm\tUlm\t7\tred\t-\t-", "flags", "expected 1 to 2 words, found 0");
    refuses_cells("ulm\tUlm\t7\tred\tred \t-", "flags", "a space stands at the end");
    refuses_cells("ulm\tUlm\t7\tred\t\t-", "flags",
                  "expected words parted by spaces, or '-' for none");
    refuses_cells("ulm\tUlm\t7\tred\tred\tw0 w1 w2 w3", "list", "expected 0 to 3 words, found 4");
}

static void test_lines(void **unused)
{
    (void)unused;
    refuses(NO_ROADS, "", "towns", "towns.tsv: there is no header");
    refuses(NO_ROADS, "# nothing\n", "towns", "towns.tsv: there is no header");
    refuses(NO_ROADS, HEADER, "towns", "towns.tsv: expected at least 1 rows, found 0");
    refuses(NO_ROADS, "# first\nkey\tnom\n", "towns.tsv:2",
            "column 2 of the header: expected \"name\", found \"nom\"");
    refuses(NO_ROADS, "key\n", "towns.tsv:1",
            "column 2 of the header: expected \"name\", found \"\"");
    refuses("from\tto\tmore\n", HEADER TOWN, "roads.tsv:1",
            "the header has more columns than expected");
    refuses(NO_ROADS, HEADER "ulm\tUlm\n", "towns.tsv:2",
            "expected 6 cells parted by tabs, found 2");
    refuses(NO_ROADS, HEADER "ulm\tUlm\t7\tred\tred\t-\tmore\n", "towns.tsv:2",
            "expected 6 cells parted by tabs, found more than 6");
    refuses(NO_ROADS, HEADER "ulm\tUlm\t7\tred\tred\t-\r\n", "towns.tsv:2",
            "lines end with a newline alone");
    refuses(NO_ROADS, HEADER TOWN TOWN, "towns.tsv:3, column key",
            "the key \"ulm\" stands in line 2 already");
    refuses("from\tto\nulm\tulm\nulm\tulm\nulm\tulm\nulm\tulm\n", HEADER TOWN, "roads.tsv:5",
            "more rows than expected");
    refuses(NO_ROADS, HEADER "ulm\t\xc3(lm\t7\tred\tred\t-\n", "towns",
            "towns.tsv: byte 36 is not valid UTF-8");
}

static void test_references(void **unused)
{
    (void)unused;
    refuses("from\tto\nbonn\tulm\n", HEADER TOWN, "roads.tsv:2, column from",
            "\"bonn\" is no key in towns.tsv");
    refuses("from\tto\nulm\tulm\n# -\n-\tulm\n", HEADER TOWN, "roads.tsv:4, column from",
            "\"-\" is no key in towns.tsv");
}

static void test_checks_of_the_game(void **unused)
{
    (void)unused;
    refuses(NO_ROADS, HEADER TOWN "a\tAa\t1\tred\tred\t-\n\nb\tBb\t1\tred\tred\t-\n", "towns.tsv:5",
            "three towns are a crowd");
}

static void test_zero_bytes(void **unused)
{
    static const char file[] = HEADER "ulm\tU\0m\t7\tred\tred\t-\n";
    const char *files[] = {NO_ROADS, file};
    size_t sizes[] = {strlen(NO_ROADS), sizeof file - 1};
    struct vl_error err = {0};
    (void)unused;
    assert_null(vl_deck_parse(&game, files, sizes, "here", &err));
    assert_string_equal(err.message, "towns.tsv: byte 37 is not valid UTF-8");
}

/* ---- Folders ---- */

static void test_a_folder(void **unused)
{
    char folder[] = "/tmp/valise-deck-XXXXXX", path[64];
    struct vl_error err = {0};
    (void)unused;
    assert_non_null(mkdtemp(folder));
    assert_null(vl_deck_open(&game, folder, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    assert_non_null(strstr(err.message, "roads.tsv: No such file"));
    snprintf(path, sizeof path, "%s/roads.tsv", folder);
    assert_true(vl_file_save(path, NO_ROADS, strlen(NO_ROADS), &err));
    snprintf(path, sizeof path, "%s/towns.tsv", folder);
    assert_true(vl_file_save(path, HEADER TOWN, strlen(HEADER TOWN), &err));
    struct vl_deck *deck = vl_deck_open(&game, folder, &err);
    assert_non_null(deck);
    assert_string_equal(deck->source, folder);
    vl_deck_free(deck);
    unlink(path);
    snprintf(path, sizeof path, "%s/roads.tsv", folder);
    unlink(path);
    rmdir(folder);
    assert_null(vl_deck_open(&game, NULL, &err));
    assert_string_equal(err.message, "data/tables/roads.tsv is not built in");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_of_cell),
        cmocka_unit_test(test_hash_is_of_the_bytes),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_references),
        cmocka_unit_test(test_checks_of_the_game),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
