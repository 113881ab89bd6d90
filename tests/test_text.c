/* Text, the JSON writer, the JSON readers, UTF-8. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/utf8.h"
#include "valise/error.h"
#include "valise/text.h"

/* ---- Text ---- */

static void test_text_grows(void **unused)
{
    struct vl_text text = {0};
    (void)unused;
    assert_string_equal(vl_text_string(&text), "");
    for (int i = 0; i < 1000; i++)
        vl_text_addf(&text, "%03d,", i);
    assert_int_equal(text.length, 4000);
    assert_int_equal(strlen(vl_text_string(&text)), 4000);
    assert_memory_equal(text.data + 3996, "999,", 5);
    vl_text_clear(&text);
    assert_string_equal(vl_text_string(&text), "");
    vl_text_add(&text, "a");
    vl_text_char(&text, 'b');
    vl_text_add_bytes(&text, "cdef", 2);
    assert_string_equal(vl_text_string(&text), "abcd");
    vl_text_free(&text);
    assert_string_equal(vl_text_string(&text), "");
}

static void test_json_writer(void **unused)
{
    struct vl_text text = {0};
    struct vl_json json;
    static const uint8_t bytes[] = {0, 255};
    (void)unused;
    vl_json_start(&json, &text);
    vl_json_object(&json);
    vl_json_put_int(&json, "least", INT64_MIN);
    vl_json_put_string(&json, "a key", "tab\t line\n \\ \x01 \x7f é");
    vl_json_put_bool(&json, "yes", true);
    vl_json_put_real(&json, "third", 1.0 / 3);
    vl_json_put_real(&json, "none", NAN);
    vl_json_put_set(&json, "set", 0x8000000000000001);
    vl_json_put_set(&json, "empty", 0);
    vl_json_put_bytes(&json, "bytes", bytes, 2);
    vl_json_key(&json, "nested");
    vl_json_array(&json);
    vl_json_object(&json);
    vl_json_end_object(&json);
    vl_json_array(&json);
    vl_json_null(&json);
    vl_json_bool(&json, false);
    vl_json_end_array(&json);
    vl_json_raw(&json, "{\"raw\":1}");
    vl_json_end_array(&json);
    vl_json_end_object(&json);
    assert_string_equal(
        vl_text_string(&text),
        "{\"least\":-9223372036854775808,\"a key\":\"tab\\t line\\n \\\\ \\u0001 \\u007f "
        "é\","
        "\"yes\":true,\"third\":0.333333,\"none\":null,\"set\":[0,63],\"empty\":[],"
        "\"bytes\":[0,255],\"nested\":[{},[null,false],{\"raw\":1}]}");
    assert_int_equal(json.depth, 0);
    json_t *root = json_loads(vl_text_string(&text), 0, NULL);
    assert_non_null(root);
    json_decref(root);
    vl_text_free(&text);
}

/* Every byte at every place of a string comes back as it was. */
static void test_json_strings(void **unused)
{
    struct vl_text text = {0};
    (void)unused;
    for (int c = 1; c < 128; c++) {
        for (size_t at = 0; at < 20; at++) {
            char value[21] = "abcdefghij0123456789";
            struct vl_json json;
            value[at] = (char)c;
            vl_text_clear(&text);
            vl_json_start(&json, &text);
            vl_json_array(&json);
            vl_json_string(&json, value);
            vl_json_string(&json, value + at);
            vl_json_end_array(&json);
            json_t *root = json_loads(vl_text_string(&text), 0, NULL);
            assert_non_null(root);
            assert_string_equal(json_string_value(json_array_get(root, 0)), value);
            assert_string_equal(json_string_value(json_array_get(root, 1)), value + at);
            json_decref(root);
        }
    }
    vl_text_free(&text);
}

/* ---- Readers ---- */

static void test_reading_numbers(void **unused)
{
    struct vl_error err = {0};
    int64_t value = 0;
    (void)unused;
    json_t *root = json_loads("{\"n\":5,\"s\":\"5\",\"r\":5.0}", 0, NULL);
    assert_true(vl_json_get_int(root, "n", 5, 5, &value, &err));
    assert_int_equal(value, 5);
    assert_false(vl_json_get_int(root, "n", 6, 9, &value, &err));
    assert_string_equal(err.message, "\"n\": 5 is not in 6 .. 9");
    assert_string_equal(err.where, "n");
    assert_false(vl_json_get_int(root, "s", 0, 9, &value, &err));
    assert_string_equal(err.message, "\"s\": expected an integer");
    assert_false(vl_json_get_int(root, "r", 0, 9, &value, &err));
    assert_false(vl_json_get_int(root, "missing", 0, 9, &value, &err));
    assert_string_equal(err.message, "\"missing\" is missing");
    json_decref(root);
    root = json_loads("[1]", 0, NULL);
    assert_false(vl_json_get_int(root, "n", 0, 9, &value, &err));
    assert_string_equal(err.message, "expected an object around \"n\"");
    assert_false(vl_json_get_int(NULL, "n", 0, 9, &value, &err));
    json_decref(root);
}

static void test_reading_members(void **unused)
{
    static const char *const keys[] = {"b", "o", NULL};
    static const char *const fewer[] = {"b", NULL};
    struct vl_error err = {0};
    const struct json_t *member;
    (void)unused;
    json_t *root = json_loads("{\"b\":[1,255],\"o\":{}}", 0, NULL);
    assert_true(vl_json_get(root, "o", &member, &err));
    assert_true(json_is_object(member));
    assert_true(vl_json_only(root, keys, &err));
    assert_false(vl_json_only(root, fewer, &err));
    assert_string_equal(err.message, "\"o\" is not a member of this");
    json_decref(root);
}

static void test_errors(void **unused)
{
    struct vl_error err = {.clause = "old", .where = "old"};
    (void)unused;
    assert_false(vl_fail(NULL, VL_IO, NULL, "nobody %s", "hears"));
    assert_false(vl_fail(&err, VL_IO, NULL, "%d %s", 3, "things"));
    assert_int_equal(err.code, VL_IO);
    assert_string_equal(err.message, "3 things");
    assert_string_equal(err.where, "");
    assert_string_equal(err.clause, "");
    assert_false(vl_refuse(&err, "AB-1.2", "no"));
    assert_int_equal(err.code, VL_REFUSED);
    assert_string_equal(err.clause, "AB-1.2");
    vl_fail(&err, VL_IO, NULL, "%0300d", 1);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

/* ---- UTF-8 ---- */

static size_t valid(const char *text)
{
    return vl_utf8_check(text, strlen(text));
}

static void test_utf8_validity(void **unused)
{
    (void)unused;
    assert_int_equal(valid("aé€𝄞"), 10);
    assert_int_equal(valid("ab\x80"), 2);
    assert_int_equal(valid("a\xc3"), 1);
    assert_int_equal(valid("\xc0\xaf"), 0);
    assert_int_equal(valid("\xe0\x80\xaf"), 0);
    assert_int_equal(valid("\xed\xa0\x80"), 0);
    assert_int_equal(valid("\xed\x9f\xbf"), 3);
    assert_int_equal(valid("\xf4\x8f\xbf\xbf"), 4);
    assert_int_equal(valid("\xf4\x90\x80\x80"), 0);
    assert_int_equal(valid("\xf8\x88\x80\x80\x80"), 0);
    assert_int_equal(vl_utf8_check("a\0b", 3), 1);
    assert_int_equal(vl_utf8_check("", 0), 0);
    assert_int_equal(vl_utf8_length("aé€𝄞"), 4);
}

static void test_utf8_names(void **unused)
{
    (void)unused;
    assert_true(vl_utf8_is_name("Zoë"));
    assert_true(vl_utf8_is_name("two words"));
    assert_false(vl_utf8_is_name(""));
    assert_false(vl_utf8_is_name("  "));
    assert_false(vl_utf8_is_name("a\nb"));
    assert_false(vl_utf8_is_name("a\x1b[31m"));
    assert_false(vl_utf8_is_name("\xe2\x80\xae"
                                 "evil"));
    assert_false(vl_utf8_is_name("zero\xe2\x80\x8bwidth"));
    assert_false(vl_utf8_is_name("\xef\xbb\xbf"
                                 "bom"));
    assert_false(vl_utf8_is_name("\xc3"));
    assert_false(vl_utf8_is_name("\xc2\x85"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_grows),      cmocka_unit_test(test_json_writer),
        cmocka_unit_test(test_json_strings),    cmocka_unit_test(test_reading_numbers),
        cmocka_unit_test(test_reading_members), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_utf8_validity),   cmocka_unit_test(test_utf8_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
