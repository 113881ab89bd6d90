/*
 * The world of Atlas: the built-in deck loads, proves itself and is well made; what the rules could
 * not play with is refused, what is only wrong in our deck is found, each named with its place; and
 * a country can be read as a card.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "atlas/lint_cards.h"
#include "atlas/lint_decks.h"
#include "atlas/lint_texts.h"
#include "atlas/lint_world.h"
#include "core/asset.h"

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
    assert_non_null(strstr(vl_text_string(&report), "every country reachable from every other"));
    assert_non_null(strstr(vl_text_string(&report), "places: 702; costs 3: 188, 4: 309,"));
    assert_non_null(strstr(vl_text_string(&report), "world-heritage 84, wildlife 101\n"));
    assert_non_null(strstr(vl_text_string(&report), "24 tiles, any two of them fit\n"));
    vl_text_free(&report);
    vl_deck_free(deck);
}

/* The order matters for what is named first where a row has several mistakes. */
static bool lint_deck(const struct vl_deck *deck, struct vl_error *err)
{
    static bool (*const lints[])(const struct lint *) = {
        lint_keys,       lint_countries, lint_languages, lint_flags,  lint_flag_words,
        lint_grid,       lint_routes,    lint_airports,  lint_places, lint_cards,
        lint_bonuses,    lint_examples,  lint_names,     lint_texts,  lint_goals,
        lint_characters, lint_tiles,     lint_party,     lint_events, lint_setups,
        lint_board,      lint_tracks,
    };
    struct lint lint = {deck, deck->data, err};
    for (size_t i = 0; i < sizeof lints / sizeof *lints; i++)
        if (!lints[i](&lint))
            return false;
    return true;
}

static void our_deck_is_well_made(void **state)
{
    (void)state;
    struct vl_deck *deck = open_deck();
    struct vl_error err = {0};
    if (!lint_deck(deck, &err))
        fail_msg("%s: %s", err.where, err.message);
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

struct mistake {
    uint32_t table;
    const char *from, *to, *where, *message;
};

/* The built-in files with one text in one table replaced, if the program accepts them. */
static struct vl_deck *accept(const struct mistake *mistake, struct vl_error *err)
{
    const struct vl_game *game = atlas();
    const char *files[VL_MAX_TABLES];
    size_t sizes[VL_MAX_TABLES];
    uint32_t table = mistake->table;
    struct vl_text changed = {0}, report = {0};
    for (uint32_t t = 0; t < game->table_count; t++) {
        char path[80];
        snprintf(path, sizeof path, "data/atlas/%s.tsv", game->tables[t].name);
        const struct vl_asset *asset = vl_asset_find(path);
        assert_non_null(asset);
        files[t] = (const char *)asset->bytes;
        sizes[t] = asset->size;
    }
    const char *at = memmem(files[table], sizes[table], mistake->from, strlen(mistake->from));
    if (!at)
        fail_msg("%s.tsv has no \"%s\"", game->tables[table].name, mistake->from);
    size_t before = (size_t)(at - files[table]), length = strlen(mistake->from);
    vl_text_add_bytes(&changed, files[table], before);
    vl_text_add(&changed, mistake->to);
    vl_text_add_bytes(&changed, at + length, sizes[table] - before - length);
    files[table] = vl_text_string(&changed);
    sizes[table] = changed.length;
    struct vl_deck *deck = vl_deck_parse(game, files, sizes, "test", err);
    if (deck && !game->check_deck(deck, &report, err)) {
        vl_deck_free(deck);
        deck = NULL;
    }
    vl_text_free(&report);
    vl_text_free(&changed);
    return deck;
}

/* A deck that the rules could not play with is refused. */
static void the_program_refuses_a_broken_deck(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4", "br\tBrazil\tlatin-america\tE4",
         "countries.tsv:30, column continent",
         "expected africa, asia, europe, north-america, south-america, oceania or antarctica, "
         "found \"latin-america\""},
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4", "br\tBrazil\tsouth-america\tE14",
         "countries.tsv:30", "\"E14\" is no grid area from A1 to I13"},
        {AT_T_COUNTRIES, "\tE4\tportuguese\t", "\tE4\tportugese\t", "countries.tsv:30",
         "column languages: \"portugese\" is no key in languages.tsv"},
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america", "uy\tBrazil\tsouth-america",
         "countries.tsv:224, column id", "the key \"uy\" stands in line 30 already"},
        {AT_T_ROUTES, "br\tuy\tland", "br\txx\tland", "routes.tsv:77, column b",
         "\"xx\" is no key in countries.tsv"},
        {AT_T_ROUTES, "pm\tsea\n", "pm\tsea\n#", "countries.tsv:74",
         "no land or sea route leads from Afghanistan to French Polynesia"},
        {AT_T_REGIONS, "aw cw", "aw", "regions.tsv:6", "a region has at least 2 countries"},
        {AT_T_PLACES, "ad-2\tad\t2\t", "ad-2\tad\t1\t", "places.tsv:3",
         "Andorra has a place 1 already"},
        {AT_T_PLACES, "\tCaldea\t5", "\tCaldea\t7", "places.tsv:3, column cost",
         "expected a whole number from 3 to 6, found \"7\""},
        {AT_T_PLACES, "relaxing architecture", "relaxing shopping", "places.tsv:3, column icons",
         "\"shopping\" is none of architecture, beach, city, culinary, culture, diving, hiking, "
         "history, nature, party, relaxing, religion, scenery, world-heritage or wildlife"},
        {AT_T_PLACES, "in the middle of town.",
         "in the middle of the town, and of the whole valley, for all who come in winter.",
         "places.tsv:3, column lore", "expected 1 to 140 characters, found 167"},
        {AT_T_DESTINATIONS, "colour\tblack\t3", "colour\tstar\t3", "destinations.tsv:2",
         "column bonus: \"star\" does not fit the kind of the bonus"},
        {AT_T_PARTY, "money:4 dislike:1", "money:4 shift:1", "party.tsv:2",
         "\"shift:1\" is no effect that may stand here"},
        {AT_T_PARTY, "money:4 dislike:1", "money:9", "party.tsv:2",
         "\"money:9\" is no effect that may stand here"},
        {AT_T_EVENTS, "persistent\t3", "instant\t3", "events.tsv:2",
         "an instant event has an effect on someone, no cubes and no places"},
        {AT_T_VEXILLOLOGY, "flag\t5\tstar", "flag\t5\tstars", "goals_vexillology.tsv:3",
         "column what: \"stars\" does not fit here"},
        {AT_T_PUBLIC, "\ta\tThree Red", "\tb\tThree Red", "goals_public.tsv:3",
         "expected the printed goal, then 8 of A, 10 of B and 9 of C"},
        {AT_T_SETUP, "s01-coffee\t1\tcoffee\tcu", "s01-coffee\t1\tcoffee\tpe", "setup.tsv:3",
         "this card has a souvenir in Peru already"},
        {AT_T_DANTE, "\t3\tpause", "\t2\tpause", "dante.tsv:7",
         "expected 15 cards in all, found 14"},
        {AT_T_GEOGRAPHY, "in-rows\t3\te", "in-rows\t3\th", "goals_geography.tsv:21",
         "\"equator\" asks for 3 countries, and 1 count for it"},
        {AT_T_PERSONALITY, "beach city\tPromenade\tdiving religion",
         "beach culture\tPromenade\tarchitecture relaxing", "personality.tsv:3",
         "with the tile p01 it never makes four experiences"},
        {AT_T_BOARD, "blog-2\tblog\tno\tyes", "blog-2\tblog\tno\tno", "board.tsv",
         "expected 8 explore tokens, found 7"},
        {AT_T_BLOG, "money:5", "shift:1", "blog.tsv:20",
         "the last slot, and no other, shifts popularity"},
        {AT_T_BLOG,
         "money:3\t-\t3 money.\n5\t2\tenergy:2\trefresh\t2 energy.\n6\t3\ttravel:1\t-\tA travel "
         "action.\n7\t4\tdraw:2\t-\tDraw 2 destination cards.\n8\t5\tpersonality:1",
         "goals:1\t-\t.\n5\t2\tgoals:1\t-\t.\n6\t3\tgoals:1\t-\t.\n7\t4\tgoals:1\t-\t."
         "\n8\t5\tgoals:1",
         "blog.tsv", "Dante could draw 9 goals, and has room for 8"},
        {AT_T_DANTE, "3\tpause", "3\tsouvenir", "dante.tsv",
         "his deck needs a card with the action pause"},
        {AT_T_DANTE, "4\tblog\t-\tno", "4\tblog\t-\tyes", "dante.tsv:5",
         "the quick game leaves out the blog cards and no others"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct vl_error err = {0};
        assert_null(accept(&mistakes[i], &err));
        assert_string_equal(err.message, mistakes[i].message);
        assert_string_equal(err.where, mistakes[i].where);
    }
}

/* A deck that the rules can play with is accepted, but we would not ship it. */
static void a_slip_in_our_own_deck_is_found(void **state)
{
    (void)state;
    static const struct mistake slips[] = {
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4", "br\tBrazil\tsouth-america\tG9",
         "countries.tsv", "br to ng by air: expected 2 steps, found 3"},
        {AT_T_COUNTRIES, "br\tBrazil\tsouth-america\tE4\tportuguese",
         "br\tBrazil\tsouth-america\tE4\tportuguese english", "countries.tsv",
         "expected 80 countries with English, found 81"},
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
        {AT_T_ROUTES, "bm\tus\tsea", "bm\tch\tsea", "routes.tsv:334",
         "a sea route to a country without a coast"},
        {AT_T_PLACES, "\tCaldea\t", "\tMadriu-Perafita-Clarör\t", "places.tsv:3",
         "\"Madriu-Perafita-Clarör\" stands in places.tsv, line 2 already"},
        {AT_T_PLACES, "in the middle of town.", "in the middle of town", "places.tsv:3",
         "column lore: a sentence ends with a full stop"},
        {AT_T_PLACES, "in the middle of town.", "in the middle of the town's heart.",
         "places.tsv:3", "column lore: a typewriter's quotation mark; the apostrophe is U+2019"},
        {AT_T_DESTINATIONS, "colour\tblack\t3", "colour\tblack\t1", "destinations.tsv:2",
         "a main colour: 3 points for black and orange, else 1 or 2"},
        {AT_T_DESTINATIONS, "af\t-\t4", "af\tbr\t4", "destinations.tsv:2",
         "its two countries are no neighbours"},
        {AT_T_CHARACTERS, "dutch french german", "dutch", "characters.tsv:11",
         "expected languages of 30 to 85 countries, found 6"},
        {AT_T_PERSONALITY, "architecture beach", "beach city", "personality.tsv:3",
         "these two experiences stand on another side already"},
        {AT_T_EVENTS, "A5 A6 B5 B6 B7", "A5 A6 B5 B7", "events.tsv",
         "the eruption of the rulebook's example blocks the air over Europe"},
        {AT_T_EVENTS, "A5 A6 B5 B6 B7", "A5 A6 B5 B6 I9", "events.tsv:2", "no country lies in I9"},
        {AT_T_VEXILLOLOGY, "colour\t3\torange", "colour\t9\torange", "goals_vexillology.tsv:21",
         "\"saffron\" can be completed in 10 ways only, expected 40"},
        {AT_T_BOARD, "money:3", "money:2", "board.tsv",
         "the rulebook's example has work: 9 money at the end, found 8"},
        {AT_T_BLOG, "language:1", "money:1", "blog.tsv",
         "expected exactly one slot with a language, event lines and refresh lines"},
        {AT_T_SCORE, "set\t4\t16", "set\t4\t12", "score.tsv",
         "the points are not those of the rulebook"},
    };
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        struct vl_error err = {0};
        struct vl_deck *deck = accept(&slips[i], &err);
        if (!deck)
            fail_msg("%s: %s", err.where, err.message);
        assert_false(lint_deck(deck, &err));
        assert_string_equal(err.message, slips[i].message);
        assert_string_equal(err.where, slips[i].where);
        vl_deck_free(deck);
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
        cmocka_unit_test(our_deck_is_well_made),
        cmocka_unit_test(the_program_refuses_a_broken_deck),
        cmocka_unit_test(a_slip_in_our_own_deck_is_found),
        cmocka_unit_test(a_country_is_shown_as_a_card),
        cmocka_unit_test(every_country_has_a_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
