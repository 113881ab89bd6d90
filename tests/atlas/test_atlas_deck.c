/*
 * The world of Atlas: the built-in deck loads and proves itself, every kind of mistake is found and
 * named with its place, and a country can be read as a card.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/asset.h"
#include "games/atlas/tables.h"

static const struct vl_game *atlas(void)
{
    const struct vl_game *game = vl_game_find("atlas");
    assert_non_null(game);
    return game;
}

static struct vl_deck *open_deck(void)
{
    struct vl_error err = {0};
    struct vl_deck *deck = vl_deck_open(atlas(), NULL, &err);
    if (!deck)
        fail_msg("%s: %s", err.where, err.message);
    return deck;
}

static uint32_t country(const struct vl_deck *deck, const char *key)
{
    int row = vl_deck_find(deck, AT_T_COUNTRIES, AT_ID, key);
    assert_true(row >= 0);
    return (uint32_t)row;
}

static uint32_t ground(const struct vl_deck *deck, const char *from, const char *to)
{
    const struct at_deck *d = deck->data;
    return d->distance[country(deck, from)][country(deck, to)];
}

static uint32_t air(const struct vl_deck *deck, const char *from, const char *to)
{
    const struct at_deck *d = deck->data;
    return at_air_steps(d->country[country(deck, from)].area, d->country[country(deck, to)].area);
}

static void the_deck_proves_itself(void **state)
{
    (void)state;
    struct vl_deck *deck = open_deck();
    struct vl_text report = {0};
    struct vl_error err = {0};
    if (!atlas()->check_deck(deck, &report, &err))
        fail_msg("%s: %s", err.where, err.message);
    assert_non_null(strstr(vl_text_string(&report), "English in exactly 80"));
    assert_non_null(strstr(vl_text_string(&report), "places: 702, three for each country"));
    vl_text_free(&report);
    vl_deck_free(deck);
}

/* Pages 9 and 10: Uruguay to Chad, French Guiana to Chad, the United States to Samoa. */
static void the_examples_of_the_rulebook_hold(void **state)
{
    (void)state;
    struct vl_deck *deck = open_deck();
    const struct at_deck *d = deck->data;
    assert_int_equal(ground(deck, "uy", "br"), 1);
    assert_true(d->country[country(deck, "br")].airport);
    assert_true(d->country[country(deck, "ng")].airport);
    assert_int_equal(air(deck, "br", "ng"), 2);
    assert_int_equal(ground(deck, "ng", "td"), 2);
    assert_int_equal(air(deck, "uy", "td"), 3);
    assert_int_equal(air(deck, "gf", "td"), 3);
    assert_int_equal(air(deck, "us", "ws"), 2);
    assert_int_equal(d->country[country(deck, "us")].area, at_area("C2"));
    assert_int_equal(d->country[country(deck, "ws")].area, at_area("E13"));
    vl_deck_free(deck);
}

static void distances_are_the_same_both_ways(void **state)
{
    (void)state;
    struct vl_deck *deck = open_deck();
    const struct at_deck *d = deck->data;
    for (uint32_t a = 0; a < AT_COUNTRIES; a++)
        for (uint32_t b = 0; b < AT_COUNTRIES; b++) {
            assert_int_equal(d->distance[a][b], d->distance[b][a]);
            assert_true((d->distance[a][b] == 0) == (a == b));
        }
    /* A region counts as neighbours: no route is drawn between Cuba and Jamaica. */
    assert_int_equal(ground(deck, "cu", "jm"), 1);
    assert_int_equal(ground(deck, "ws", "ck"), 1);
    vl_deck_free(deck);
}

static void areas_read_and_write(void **state)
{
    (void)state;
    for (uint32_t area = 0; area < AT_AREAS; area++) {
        char name[4];
        at_area_name(area, name);
        assert_int_equal(at_area(name), area);
    }
    static const char *const wrong[] = {"",   "A",   "A0",   "A14", "J1",
                                        "a1", "A1x", "A123", "1A",  "A01"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(at_area(wrong[i]), -1);
    assert_int_equal(at_air_steps((uint32_t)at_area("D1"), (uint32_t)at_area("E13")), 1);
    assert_int_equal(at_air_steps((uint32_t)at_area("A1"), (uint32_t)at_area("I7")), 8);
}

/* The built-in files with one text in one table replaced, loaded and checked. */
static void break_deck(uint32_t table, const char *from, const char *to, struct vl_error *err)
{
    const struct vl_game *game = atlas();
    const char *files[VL_MAX_TABLES];
    size_t sizes[VL_MAX_TABLES];
    struct vl_text changed = {0}, report = {0};
    for (uint32_t t = 0; t < game->table_count; t++) {
        char path[80];
        snprintf(path, sizeof path, "data/atlas/%s.tsv", game->tables[t].name);
        const struct vl_asset *asset = vl_asset_find(path);
        assert_non_null(asset);
        files[t] = (const char *)asset->bytes;
        sizes[t] = asset->size;
    }
    const char *at = memmem(files[table], sizes[table], from, strlen(from));
    if (!at)
        fail_msg("%s.tsv has no \"%s\"", game->tables[table].name, from);
    size_t before = (size_t)(at - files[table]);
    vl_text_add_bytes(&changed, files[table], before);
    vl_text_add(&changed, to);
    vl_text_add_bytes(&changed, at + strlen(from), sizes[table] - before - strlen(from));
    files[table] = vl_text_string(&changed);
    sizes[table] = changed.length;
    struct vl_deck *deck = vl_deck_parse(game, files, sizes, "test", err);
    assert_false(deck && game->check_deck(deck, &report, err));
    vl_deck_free(deck);
    vl_text_free(&report);
    vl_text_free(&changed);
}

static void mistakes_are_found_and_named(void **state)
{
    (void)state;
    static const struct {
        uint32_t table;
        const char *from, *to, *where, *message;
    } mistakes[] = {
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4", "br\tBrazil\tlatin-america\tE4",
         "countries.tsv:30, column continent",
         "expected africa, asia, europe, north-america, south-america, oceania or antarctica, "
         "found \"latin-america\""},
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4", "br\tBrazil\tsouth-america\tE14",
         "countries.tsv:30", "\"E14\" is no grid area from A1 to I13"},
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4", "br\tBrazil\tsouth-america\tG9",
         "countries.tsv", "br to ng by air: expected 2 steps, found 3"},
        {AT_T_COUNTRIES, "\tE4\tportuguese\t", "\tE4\tportugese\t", "countries.tsv:30",
         "column languages: \"portugese\" is no key in languages.tsv"},
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4\tportuguese",
         "br\tBrazil\tsouth-america\tE4\tportuguese english", "countries.tsv",
         "expected 80 countries with English, found 81"},
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america", "uy\tBrazil\tsouth-america",
         "countries.tsv:224, column id", "the key \"uy\" stands in line 30 already"},
        {AT_T_COUNTRIES, "gf\tFrench Guiana\tsouth-america\tE4",
         "gf\tFrench Guiana\tsouth-america\tE3", "countries.tsv",
         "gf to td by air: expected 3 steps, found 4"},
        {AT_T_COUNTRIES, "ws\tSamoa\toceania\tE13", "ws\tSamoa\toceania\tE12", "countries.tsv:181",
         "Samoa: the rulebook's example has it in another area"},
        {AT_T_COUNTRIES, "red yellow green\twhite blue brown", "red yellow green white\tblue brown",
         "countries.tsv:27", "Bolivia: the flag in words does not name white"},
        {AT_T_COUNTRIES, "Saint Barthélemy", "Saint Barthelemy", "countries.tsv",
         "bl: expected the name \"Saint Barthélemy\""},
        {AT_T_COUNTRIES, "A yellow diamond on green", "A diamond on green", "countries.tsv:30",
         "Brazil: the flag in words does not name yellow"},
        {AT_T_ROUTES, "br\tuy\tland", "br\tzw\tland", "routes.tsv",
         "uy to br: expected a distance of 1, found 2"},
        {AT_T_ROUTES, "br\tuy\tland", "br\tuy\tland\nng\ttd\tland", "routes.tsv",
         "ng to td: expected a distance of 2, found 1"},
        {AT_T_ROUTES, "br\tuy\tland", "br\txx\tland", "routes.tsv:77, column b",
         "\"xx\" is no key in countries.tsv"},
        {AT_T_ROUTES, "pm\tsea\n", "pm\tsea\n#", "countries.tsv:74",
         "no land or sea route leads from Afghanistan to French Polynesia"},
        {AT_T_ROUTES, "bm\tus\tsea", "bm\tch\tsea", "routes.tsv:334",
         "a sea route to a country without a coast"},
        {AT_T_REGIONS, "aw cw", "aw", "regions.tsv:6", "a region has at least 2 countries"},
        {AT_T_PLACES, "ad-2\tad\t2\t", "ad-2\tad\t1\t", "places.tsv:3",
         "Andorra has a place 1 already"},
        {AT_T_PLACES, "\tCaldea\t5", "\tCaldea\t7", "places.tsv:3, column cost",
         "expected a whole number from 3 to 6, found \"7\""},
        {AT_T_PLACES, "relaxing architecture", "relaxing shopping", "places.tsv:3, column icons",
         "\"shopping\" is none of architecture, beach, city, culinary, culture, diving, hiking, "
         "history, nature, party, relaxing, religion, scenery, world-heritage or wildlife"},
        {AT_T_PLACES, "\tCaldea\t", "\tMadriu-Perafita-Clarör\t", "places.tsv:3",
         "\"Madriu-Perafita-Clarör\" stands in places.tsv, line 2 already"},
        {AT_T_PLACES, "in the middle of town.", "in the middle of town", "places.tsv:3",
         "column lore: a sentence ends with a full stop"},
        {AT_T_PLACES, "in the middle of town.",
         "in the middle of the town, and of the whole valley, for all who come in winter.",
         "places.tsv:3, column lore", "expected 1 to 140 characters, found 167"},
        {AT_T_PLACES, "in the middle of town.", "in the middle of the town's heart.",
         "places.tsv:3", "column lore: a typewriter's quotation mark; the apostrophe is U+2019"},
        {AT_T_DESTINATIONS, "colour\tblack\t3", "colour\tstar\t3", "destinations.tsv:2",
         "column bonus: \"star\" does not fit the kind of the bonus"},
        {AT_T_DESTINATIONS, "colour\tblack\t3", "colour\tblack\t1", "destinations.tsv:2",
         "a main colour: 3 points for black and orange, else 1 or 2"},
        {AT_T_DESTINATIONS, "af\t-\t4", "af\tbr\t4", "destinations.tsv:2",
         "its two countries are no neighbours"},
        {AT_T_CHARACTERS, "dutch french german", "dutch", "characters.tsv:11",
         "expected languages of 30 to 85 countries, found 6"},
        {AT_T_PERSONALITY, "architecture beach", "beach city", "personality.tsv:3",
         "these two experiences stand on another side already"},
        {AT_T_PARTY, "money:4 dislike:1", "money:4 shift:1", "party.tsv:2",
         "\"shift:1\" is no effect that may stand here"},
        {AT_T_PARTY, "money:4 dislike:1", "money:9", "party.tsv:2",
         "\"money:9\" is no effect that may stand here"},
        {AT_T_EVENTS, "A5 A6 B5 B6 B7", "A5 A6 B5 B7", "events.tsv",
         "the eruption of the rulebook's example blocks the air over Europe"},
        {AT_T_EVENTS, "A5 A6 B5 B6 B7", "A5 A6 B5 B6 I9", "events.tsv:2", "no country lies in I9"},
        {AT_T_EVENTS, "persistent\t3", "instant\t3", "events.tsv:2",
         "an instant event has an effect on someone, no cubes and no places"},
        {AT_T_GEOGRAPHY, "in-rows\t3\te", "in-rows\t3\th", "goals_geography.tsv:21",
         "\"equator\" can be completed in 0 ways only, expected 40"},
        {AT_T_VEXILLOLOGY, "flag\t5\tstar", "flag\t5\tstars", "goals_vexillology.tsv:3",
         "column what: \"stars\" does not fit here"},
        {AT_T_PUBLIC, "\ta\tThree Red", "\tb\tThree Red", "goals_public.tsv:3",
         "expected the printed goal, then 8 of A, 10 of B and 9 of C"},
        {AT_T_SETUP, "s01-coffee\t1\tcoffee\tcu", "s01-coffee\t1\tcoffee\tpe", "setup.tsv:3",
         "this card has a souvenir in Peru already"},
        {AT_T_BOARD, "money:3", "money:2", "board.tsv",
         "the rulebook's example has work: 9 money at the end, found 8"},
        {AT_T_BLOG, "language:1", "money:1", "blog.tsv",
         "expected exactly one slot with a language, event lines and refresh lines"},
        {AT_T_SCORE, "set\t4\t16", "set\t4\t12", "score.tsv",
         "the points are not those of the rulebook"},
        {AT_T_DANTE, "\t3\tpause", "\t2\tpause", "dante.tsv:7",
         "expected 15 cards in all, found 14"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct vl_error err = {0};
        break_deck(mistakes[i].table, mistakes[i].from, mistakes[i].to, &err);
        assert_string_equal(err.message, mistakes[i].message);
        assert_string_equal(err.where, mistakes[i].where);
    }
}

static void a_country_is_shown_as_a_card(void **state)
{
    (void)state;
    static const char *const asked[] = {"br", "BR", "Brazil", "brazil"};
    struct vl_deck *deck = open_deck();
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct vl_text out = {0};
        struct vl_error err = {0};
        assert_true(deck->game->describe(deck, asked[i], &out, &err));
        const char *card = vl_text_string(&out);
        assert_non_null(strstr(card, "Brazil (br): South America, area E4, major airport\n"));
        assert_non_null(strstr(card, "Flag: A yellow diamond on green"));
        assert_non_null(strstr(card, "Language: Portuguese\n"));
        assert_non_null(strstr(card, "\nPlaces:\n"));
        vl_text_free(&out);
    }
    vl_deck_free(deck);
}

static void every_country_has_a_card(void **state)
{
    (void)state;
    struct vl_deck *deck = open_deck();
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const char *name = vl_deck_text(deck, AT_T_COUNTRIES, i, AT_NAME);
        struct vl_text out = {0};
        struct vl_error err = {0};
        assert_true(deck->game->describe(deck, name, &out, &err));
        assert_ptr_equal(strstr(vl_text_string(&out), name), vl_text_string(&out));
        vl_text_free(&out);
    }
    struct vl_text out = {0};
    struct vl_error err = {0};
    assert_true(deck->game->describe(deck, "sao tome and principe", &out, &err));
    assert_true(deck->game->describe(deck, "pig-beach", &out, &err));
    assert_true(deck->game->describe(deck, "eruption", &out, &err));
    assert_non_null(strstr(vl_text_string(&out), "events: eruption\n"));
    assert_false(deck->game->describe(deck, "atlantis", &out, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    assert_string_equal(err.message, "Atlas has no card \"atlantis\"");
    vl_text_free(&out);
    vl_deck_free(deck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deck_proves_itself),
        cmocka_unit_test(the_examples_of_the_rulebook_hold),
        cmocka_unit_test(distances_are_the_same_both_ways),
        cmocka_unit_test(areas_read_and_write),
        cmocka_unit_test(mistakes_are_found_and_named),
        cmocka_unit_test(a_country_is_shown_as_a_card),
        cmocka_unit_test(every_country_has_a_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
