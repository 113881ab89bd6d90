/*
 * The world map of the browser: every country of the deck has a disc to touch that lies on the
 * map and overlaps no other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "games/atlas/tables.h"

static json_t *map;
static struct vl_deck *deck;

static int open_both(void **state)
{
    (void)state;
    json_error_t where;
    struct vl_error err = {0};
    map = json_load_file(VALISE_SOURCE_DIR "/web/games/atlas/map.json", 0, &where);
    deck = vl_deck_open(vl_game_find("atlas"), NULL, &err);
    return map && deck ? 0 : -1;
}

static int close_both(void **state)
{
    (void)state;
    json_decref(map);
    vl_deck_free(deck);
    return 0;
}

static double number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static const json_t *country(size_t index)
{
    const json_t *entry = json_array_get(json_object_get(map, "countries"), index);
    assert_non_null(entry);
    return entry;
}

static void the_map_says_where_it_comes_from(void **state)
{
    (void)state;
    const char *licence = json_string_value(json_object_get(map, "licence"));
    assert_non_null(licence);
    assert_non_null(strstr(licence, "public domain"));
}

static void the_countries_are_those_of_the_deck(void **state)
{
    (void)state;
    assert_int_equal(json_array_size(json_object_get(map, "countries")), AT_COUNTRIES);
    for (uint32_t i = 0; i < AT_COUNTRIES; i++)
        assert_string_equal(json_string_value(json_object_get(country(i), "id")),
                            vl_deck_text(deck, AT_T_COUNTRIES, i, AT_ID));
}

static void every_country_can_be_touched(void **state)
{
    (void)state;
    double width = number(map, "width"), height = number(map, "height");
    double touch = number(map, "touch");
    for (size_t i = 0; i < AT_COUNTRIES; i++) {
        double x = number(country(i), "x"), y = number(country(i), "y");
        assert_true(x >= touch && x <= width - touch && y >= touch && y <= height - touch);
        for (size_t k = 0; k < i; k++) {
            double dx = x - number(country(k), "x"), dy = y - number(country(k), "y");
            assert_true(dx * dx + dy * dy >= 4 * touch * touch);
        }
    }
}

/* A country is a shape to touch, or a dot with its true place, or both. */
static void every_country_is_drawn(void **state)
{
    (void)state;
    uint32_t dots = 0;
    for (size_t i = 0; i < AT_COUNTRIES; i++) {
        const char *path = json_string_value(json_object_get(country(i), "path"));
        const json_t *dot = json_object_get(country(i), "dot");
        assert_true(path || dot);
        if (path)
            assert_int_equal(strspn(path, "Mlz,-0123456789"), strlen(path));
        if (dot)
            assert_int_equal(json_array_size(dot), 2);
        dots += dot != NULL;
    }
    assert_true(dots > 60 && dots < 150);
}

static void the_grid_has_nine_rows_and_thirteen_columns(void **state)
{
    (void)state;
    const json_t *grid = json_object_get(map, "grid");
    const json_t *columns = json_object_get(grid, "columns"), *rows = json_object_get(grid, "rows");
    assert_int_equal(json_array_size(columns), AT_COLUMNS + 1);
    assert_int_equal(json_array_size(rows), AT_ROWS + 1);
    for (size_t i = 0; i < AT_COLUMNS; i++)
        assert_true(json_number_value(json_array_get(columns, i)) <
                    json_number_value(json_array_get(columns, i + 1)));
    for (size_t i = 0; i < AT_ROWS; i++)
        assert_true(json_number_value(json_array_get(rows, i)) <
                    json_number_value(json_array_get(rows, i + 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_says_where_it_comes_from),
        cmocka_unit_test(the_countries_are_those_of_the_deck),
        cmocka_unit_test(every_country_can_be_touched),
        cmocka_unit_test(every_country_is_drawn),
        cmocka_unit_test(the_grid_has_nine_rows_and_thirteen_columns),
    };
    return cmocka_run_group_tests(tests, open_both, close_both);
}
