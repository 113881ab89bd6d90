/* Tables of fields: a struct as JSON and back, null for none, and what is refused. */
#include <jansson.h>

#include "core/fields.h"
#include "unit.h"

struct sample {
    uint64_t wide[2];     /* a set of up to 100 elements */
    uint64_t thirds[2];   /* a set with 42 elements a word */
    uint64_t counts[2];   /* three numbers in each word */
    uint32_t sets[3];     /* of the seats */
    uint32_t pairs[3][3]; /* of the seats, by the seats */
    uint16_t money[3];
    uint16_t round;
    uint8_t at[3][2];
    uint8_t list[4];
    uint8_t tuples[3][2];
    uint8_t length, tuple_count;
    uint8_t seats;
    uint8_t few;
    uint8_t card;
};

enum { SEATS = offsetof(struct sample, seats) };

static const struct vl_field fields[] = {
    {"seats", VL_NUMBER_AT(struct sample, seats), .least = 1, .most = 3},
    {"round", VL_NUMBER_AT(struct sample, round), .most = 1000},
    {"card", VL_NUMBER_AT(struct sample, card), .most = 9, .none = 255, .hidden = 254},
    {"few", VL_SET_AT(struct sample, few), .most = 7},
    {"wide", VL_SET_AT(struct sample, wide), .most = 100},
    {"thirds", VL_SET_AT(struct sample, thirds), .most = 84, .word = 42},
    {"counts", VL_COUNTS_AT(struct sample, counts), .width = 3, .most = 60},
    {"sets", VL_SETS_AT(struct sample, sets, uint32_t), .most = 20, .used = SEATS},
    {"pairs", VL_SETS_AT(struct sample, pairs, uint32_t), .most = 20, .used = SEATS, .unit = 3,
     .unit_used = SEATS, .nested = true},
    {"money", VL_NUMBERS_AT(struct sample, money, uint16_t), .most = 500, .used = SEATS},
    {"at", VL_BYTES_AT(struct sample, at), .most = 9, .none = 31, .used = SEATS, .unit = 2},
    {"list", VL_BYTES_AT(struct sample, list), .most = 9, .none = 99,
     .used = offsetof(struct sample, length), .list = true},
    {"tuples", VL_BYTES_AT(struct sample, tuples), .most = 255,
     .used = offsetof(struct sample, tuple_count), .unit = 2, .nested = true, .list = true},
    {0},
};

static const char whole[] =
    "{\"seats\":2,\"round\":999,\"card\":null,\"few\":[0,6],\"wide\":[63,64,99],"
    "\"thirds\":[41,42],\"counts\":[1,2,3,0,60,0],\"sets\":[[19],[]],"
    "\"pairs\":[[[1],[2]],[[],[3]]],\"money\":[500,0],\"at\":[1,null,null,9],"
    "\"list\":[3,null],\"tuples\":[[1,255]]}";

static bool reads(const char *text, struct sample *sample, struct vl_error *err)
{
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    memset(sample, 0, sizeof *sample);
    bool good =
        vl_fields_only(root, fields, NULL, err) && vl_fields_read(root, fields, sample, err);
    json_decref(root);
    return good;
}

static void writes(const struct sample *sample, const char *expected)
{
    struct vl_text text = {0};
    struct vl_json json;
    vl_json_start(&json, &text);
    vl_json_object(&json);
    vl_fields_write(&json, fields, sample);
    vl_json_end_object(&json);
    assert_string_equal(vl_text_string(&text), expected);
    vl_text_free(&text);
}

static void test_round_trip(void **unused)
{
    struct sample s;
    struct vl_error err = {0};
    (void)unused;
    if (!reads(whole, &s, &err))
        fail_msg("%s", err.message);
    assert_int_equal(s.round, 999);
    assert_int_equal(s.card, 255);
    assert_int_equal(s.few, 0x41);
    assert_true(s.wide[0] == UINT64_C(1) << 63 && s.wide[1] == ((UINT64_C(1) << 35) | 1));
    assert_true(s.thirds[0] == UINT64_C(1) << 41 && s.thirds[1] == 1);
    assert_true(s.counts[0] == 0x030201 && s.counts[1] == 60 << 8);
    assert_true(s.sets[0] == 1U << 19 && s.pairs[0][1] == 4 && s.pairs[1][1] == 8);
    assert_int_equal(s.money[0], 500);
    /* What no seat uses is none, or zero. */
    assert_true(s.at[0][1] == 31 && s.at[1][1] == 9 && s.at[2][0] == 31 && s.at[2][1] == 31);
    assert_true(s.length == 2 && s.list[0] == 3 && s.list[1] == 99 && s.list[3] == 99);
    assert_true(s.tuple_count == 1 && s.tuples[0][1] == 255 && s.tuples[1][0] == 0);
    writes(&s, whole);
    s.card = 254;
    struct vl_text text = {0};
    struct vl_json json;
    vl_json_start(&json, &text);
    vl_json_object(&json);
    vl_fields_write(&json, fields, &s);
    vl_json_end_object(&json);
    assert_non_null(strstr(vl_text_string(&text), "\"card\":\"?\""));
    vl_text_free(&text);
}

/* The text of `whole` with one part replaced. */
static const char *with(const char *part, const char *other)
{
    static char text[1000];
    const char *at = strstr(whole, part);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, other, at + strlen(part));
    return text;
}

/* States stored by earlier versions have the number where null or "?" stands now. */
static void test_numbers_for_none(void **unused)
{
    struct sample s;
    struct vl_error err = {0};
    (void)unused;
    assert_true(reads(with("\"card\":null", "\"card\":255"), &s, &err));
    assert_int_equal(s.card, 255);
    assert_true(reads(with("\"card\":null", "\"card\":254"), &s, &err));
    assert_int_equal(s.card, 254);
    assert_true(reads(with("\"card\":null", "\"card\":\"?\""), &s, &err));
    assert_int_equal(s.card, 254);
    assert_true(reads(with("[1,null,null,9]", "[1,31,31,9]"), &s, &err));
    writes(&s, whole);
    assert_true(vl_fields_has_none(whole));
    assert_true(vl_fields_has_none("{\"a\":\"?\"}"));
    assert_false(vl_fields_has_none("{\"a\":[255,127]}"));
}

static void refuses(const char *part, const char *other, const char *where, const char *message)
{
    struct sample s;
    struct vl_error err = {0};
    assert_false(reads(with(part, other), &s, &err));
    assert_string_equal(err.where, where);
    assert_string_equal(err.message, message);
}

static void test_refused(void **unused)
{
    (void)unused;
    refuses("\"seats\":2", "\"seats\":0", "seats", "\"seats\": 0 is not in 1 .. 3");
    refuses("\"seats\":2,", "", "seats", "\"seats\" is missing");
    refuses("\"seats\":2", "\"seats\":2,\"more\":1", "more", "\"more\" is not a member of this");
    refuses("\"round\":999", "\"round\":null", "round", "\"round\": expected an integer");
    refuses("\"round\":999", "\"round\":\"?\"", "round", "\"round\": expected an integer");
    refuses("\"card\":null", "\"card\":10", "card", "\"card\": 10 is not in 0 .. 9");
    refuses("\"card\":null", "\"card\":\"x\"", "card", "\"card\": expected an integer");
    refuses("[0,6]", "[0,7]", "few", "\"few\": 7 is not in 0 .. 6");
    refuses("[0,6]", "[6,6]", "few", "\"few\": 6 stands twice");
    refuses("[0,6]", "[-1]", "few", "\"few\": -1 is not in 0 .. 6");
    refuses("[0,6]", "{}", "few", "\"few\": expected an array");
    refuses("[63,64,99]", "[64,100]", "wide", "\"wide\": 100 is not in 0 .. 99");
    refuses("[1,2,3,0,60,0]", "[1,2,3,0,61,0]", "counts", "\"counts\": 61 is not in 0 .. 60");
    refuses("[1,2,3,0,60,0]", "[1,2,3]", "counts", "\"counts\": expected an array of 6");
    refuses("[[19],[]]", "[[19]]", "sets", "\"sets\": expected an array of 2");
    refuses("[[19],[]]", "[19,[]]", "sets", "\"sets\": expected an array");
    refuses("[[],[3]]", "[[]]", "pairs", "\"pairs\": expected an array of 2");
    refuses("[1,null,null,9]", "[1,null]", "at", "\"at\": expected an array of 4");
    refuses("[3,null]", "[1,2,3,4,5]", "list", "\"list\": expected an array of at most 4");
    refuses("[3,null]", "7", "list", "\"list\": expected an array of at most 4");
    refuses("[[1,255]]", "[[1]]", "tuples", "\"tuples\": expected an array of 2");
    refuses("[[1,255]]", "[[1,256]]", "tuples", "\"tuples\": 256 is not in 0 .. 255");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_numbers_for_none),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}
