/* Atlas, our deck: the map is true: countries, languages, flags, grid, routes, airports. */
#ifndef VALISE_TESTS_ATLAS_LINT_WORLD_H
#define VALISE_TESTS_ATLAS_LINT_WORLD_H

#include "atlas/deck_lint.h"

static const char *country_name(const struct lint *lint, uint32_t country)
{
    return vl_deck_text(lint->deck, AT_T_COUNTRIES, country, AT_NAME);
}

static bool fail_country(const struct lint *lint, uint32_t country, const char *what)
{
    return vl_deck_fail(lint->deck, AT_T_COUNTRIES, country, lint->err, "%s: %s",
                        country_name(lint, country), what);
}

static bool fail_table(const struct lint *lint, uint32_t table, const char *message)
{
    char where[80];
    snprintf(where, sizeof where, "%s.tsv", lint->deck->game->tables[table].name);
    return vl_fail(lint->err, VL_BAD_INPUT, where, "%s", message);
}

/* Other checks name countries by their key, so these must be there before anything else. */
static bool lint_keys(const struct lint *lint)
{
    static const char *const keys[] = {"uy", "br", "td", "ng", "us", "ws", "gf", "bo", "cl",
                                       "bs", "gb", "fr", "mx", "cr", "aq", "bl", NULL};
    for (uint32_t i = 0; keys[i]; i++)
        if (vl_deck_find(lint->deck, AT_T_COUNTRIES, AT_ID, keys[i]) < 0)
            return vl_fail(lint->err, VL_BAD_INPUT, "countries.tsv", "there is no country \"%s\"",
                           keys[i]);
    return true;
}

static bool lint_countries(const struct lint *lint)
{
    uint32_t status[4] = {0};
    char last[64] = "", name[64], message[160];
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const struct at_country *c = &lint->d->country[i];
        const char *key = vl_deck_text(lint->deck, AT_T_COUNTRIES, i, AT_ID);
        if (strlen(key) != 2)
            return fail_country(lint, i, "its key is not an ISO code of two letters");
        at_fold(country_name(lint, i), name, sizeof name);
        if (strcmp(last, name) >= 0)
            return fail_country(lint, i, "it does not stand in alphabetical order");
        memcpy(last, name, sizeof last);
        status[c->status]++;
        if ((c->status == AT_A_CONTINENT) != (c->continent == AT_ANTARCTICA))
            return fail_country(lint, i, "only Antarctica is a continent by itself");
    }
    if (status[AT_STATE] != 195 || status[AT_DEPENDENCY] != 36 || status[AT_TERRITORY] != 2 ||
        status[AT_A_CONTINENT] != 1) {
        snprintf(message, sizeof message,
                 "expected 195 states, 36 dependencies, 2 territories and Antarctica, found %u, "
                 "%u, %u and %u",
                 status[0], status[1], status[2], status[3]);
        return fail_table(lint, AT_T_COUNTRIES, message);
    }
    return true;
}

static bool lint_languages(const struct lint *lint)
{
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const struct at_country *c = &lint->d->country[i];
        if ((c->language_count == 0) != (c->continent == AT_ANTARCTICA))
            return fail_country(lint, i, "every country but Antarctica has a language");
    }
    for (uint32_t i = 0; i < lint->d->language_count; i++) {
        if (lint_count(lint->d->of_language[i]) == 0)
            return vl_deck_fail(lint->deck, AT_T_LANGUAGES, i, lint->err,
                                "%s is the language of no country",
                                vl_deck_text(lint->deck, AT_T_LANGUAGES, i, AT_NAME));
    }
    int english = vl_deck_find(lint->deck, AT_T_LANGUAGES, AT_ID, "english");
    if (english < 0)
        return fail_table(lint, AT_T_LANGUAGES, "English is missing");
    uint32_t speakers = lint_count(lint->d->of_language[english]);
    if (speakers != 80) {
        char message[80];
        snprintf(message, sizeof message, "expected 80 countries with English, found %u", speakers);
        return fail_table(lint, AT_T_COUNTRIES, message);
    }
    return true;
}

static bool check_flag(const struct lint *lint, uint32_t i)
{
    const struct at_country *c = &lint->d->country[i];
    const uint32_t h = 1u << AT_HORIZONTAL_STRIPES, v = 1u << AT_VERTICAL_STRIPES;
    const uint32_t h3 = 1u << AT_HORIZONTAL_TRICOLOUR, v3 = 1u << AT_VERTICAL_TRICOLOUR;
    if (c->colours & c->second_colours)
        return fail_country(lint, i, "a colour is main and second at once");
    if (c->colours >> AT_BROWN)
        return fail_country(lint, i, "brown, purple and grey are never main colours");
    if (((c->flags & h3) && !(c->flags & h)) || ((c->flags & v3) && !(c->flags & v)))
        return fail_country(lint, i, "a tricolour has stripes");
    if ((c->flags & h) && (c->flags & v))
        return fail_country(lint, i, "stripes lie or stand, not both");
    if ((c->flags & (h3 | v3)) && __builtin_popcount(c->colours) < 3)
        return fail_country(lint, i, "a tricolour has three colours");
    if (c->flags >> AT_UNION_JACK & 1) {
        const uint32_t jack = 1u << AT_RED | 1u << AT_WHITE | 1u << AT_BLUE;
        bool corner = c->flags >> AT_CANTON & 1;
        if ((c->colours & jack) != jack || corner == (i == lint_country(lint, "gb")))
            return fail_country(lint, i, "a Union Jack is red, white and blue, in a canton");
    }
    return true;
}

static bool lint_flags(const struct lint *lint)
{
    uint32_t flags[AT_FLAGS] = {0}, colours[AT_COLOURS] = {0};
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        if (!check_flag(lint, i))
            return false;
        for (uint32_t k = 0; k < AT_FLAGS; k++)
            flags[k] += lint->d->country[i].flags >> k & 1;
        for (uint32_t k = 0; k < AT_COLOURS; k++)
            colours[k] += lint->d->country[i].colours >> k & 1;
    }
    for (uint32_t k = 0; k <= AT_ORANGE; k++) {
        if (colours[k] < 10 || colours[k] > 190)
            return vl_deck_fail(lint->deck, AT_T_COLOURS, k, lint->err,
                                "expected 10 to 190 flags with this colour, found %u", colours[k]);
    }
    for (uint32_t k = 0; k < AT_FLAGS; k++) {
        if (flags[k] < 10 || flags[k] > 120)
            return vl_deck_fail(lint->deck, AT_T_ELEMENTS, k, lint->err,
                                "expected 10 to 120 flags that show this, found %u", flags[k]);
    }
    return true;
}

/* Whether the flag in words names one of the words, parted by '|'. */
static bool names(const char *text, const char *words)
{
    char folded[256] = "", word[32];
    size_t used = 0;
    for (const char *p = text; *p && used + 1 < sizeof folded; p++)
        folded[used++] = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
    folded[used] = '\0';
    while (*words) {
        size_t length = strcspn(words, "|");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        if (strstr(folded, word))
            return true;
        words += length;
        words += *words == '|';
    }
    return false;
}

/* The flag in words must name every main colour and every element that its marks claim. */
static bool lint_flag_words(const struct lint *lint)
{
    static const char *const colours[] = {
        "red|crimson|maroon|union jack|france",
        "white|union jack|france",
        "blue|turquoise|aquamarine|ultramarine|union jack|france",
        "yellow|gold|amber",
        "green",
        "black",
        "orange|saffron|copper",
    };
    static const char *const elements[AT_ELEMENTS] = {
        [AT_STAR] = "star|southern cross|pentagram",
        [AT_SUN] = "sun",
        [AT_CRESCENT] = "crescent|moon",
        [AT_CROSS] = "cross|saltire",
        [AT_CIRCLE] = "disc|ring|circle|wheel|globe",
        [AT_ANIMAL] = "eagle|dolphin|lion|dragon|parrot|condor|ram|bird|quetzal|lobster|crane|"
                      "pelican",
        [AT_PLANT] = "leaf|leaves|branch|tree|palm|cactus|nutmeg|sugar cane|bauhinia|cedar|lotus|"
                     "flower|sprig",
        [AT_ARMS] = "arms|shield|emblem|crest|oval|panel|eagle|quetzal|badge|sphere|star in a "
                    "wreath|towers|keys|triangle of volcanoes",
        [AT_UNION_JACK] = "union jack",
        [AT_WRITING] = "motto|script|name|letters|emblem|arms|pillars|scroll|oval|panel|crest|"
                       "eagle|towers|shield",
        [AT_WEAPON] = "machete|spear|sword|rifle|dagger|club|cannon|arrow|arms",
    };
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const struct at_country *c = &lint->d->country[i];
        const char *text = vl_deck_text(lint->deck, AT_T_COUNTRIES, i, AT_COUNTRY_FLAG);
        for (uint32_t k = 0; k < AT_BROWN; k++)
            if ((c->colours >> k & 1) && !names(text, colours[k]))
                return vl_deck_fail(lint->deck, AT_T_COUNTRIES, i, lint->err,
                                    "%s: the flag in words does not name %s", country_name(lint, i),
                                    at_colour_words[k]);
        for (uint32_t k = 0; k < AT_ELEMENTS; k++)
            if ((c->flags >> k & 1) && elements[k] && !names(text, elements[k]))
                return vl_deck_fail(lint->deck, AT_T_COUNTRIES, i, lint->err,
                                    "%s: the flag in words shows no %s", country_name(lint, i),
                                    at_flag_words[k]);
    }
    return true;
}

struct air_example {
    const char *from, *to;
    uint32_t steps;
};

static bool lint_grid(const struct lint *lint)
{
    static const struct {
        const char *key, *area;
    } fixed[] = {{"us", "C2"}, {"ws", "E13"}};
    static const struct air_example flights[] = {
        {"us", "ws", 2}, {"uy", "td", 3}, {"gf", "td", 3}, {"br", "ng", 2}};
    char message[160], name[4];
    for (uint32_t i = 0; i < 2; i++)
        if (lint->d->country[lint_country(lint, fixed[i].key)].area != at_area(fixed[i].area))
            return fail_country(lint, lint_country(lint, fixed[i].key),
                                "the rulebook's example has it in another area");
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = lint_country(lint, flights[i].from);
        uint32_t to = lint_country(lint, flights[i].to);
        uint32_t steps = at_air_steps(lint->d->country[from].area, lint->d->country[to].area);
        if (steps != flights[i].steps) {
            snprintf(message, sizeof message, "%s to %s by air: expected %u steps, found %u",
                     flights[i].from, flights[i].to, flights[i].steps, steps);
            return fail_table(lint, AT_T_COUNTRIES, message);
        }
    }
    /* The grid has 13 columns of 27.7 degrees from 150 W and 9 rows of 18 degrees from 75 N; a
     * country may stand one area off, where areas would be crowded. */
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        int64_t lon = vl_deck_value(lint->deck, AT_T_COUNTRIES, i, AT_COUNTRY_LON) + 15000;
        int64_t lat = 7500 - vl_deck_value(lint->deck, AT_T_COUNTRIES, i, AT_COUNTRY_LAT);
        int64_t row = lat < 0 ? 0 : lat / 1800, column = (lon + 36000) % 36000 * 13 / 36000;
        uint32_t area = (uint32_t)((row > 8 ? 8 : row) * AT_COLUMNS + column);
        if (at_air_steps(area, lint->d->country[i].area) > 1) {
            at_area_name(area, name);
            snprintf(message, sizeof message, "its position lies in %s, far from its area", name);
            return fail_country(lint, i, message);
        }
    }
    return true;
}

/* A sea route needs two coasts; an isolated country has no land border. */
static bool check_coasts(const struct lint *lint)
{
    for (uint32_t row = 0; row < lint->deck->rows[AT_T_ROUTES]; row++) {
        uint32_t a = (uint32_t)vl_deck_value(lint->deck, AT_T_ROUTES, row, AT_ROUTE_A);
        uint32_t b = (uint32_t)vl_deck_value(lint->deck, AT_T_ROUTES, row, AT_ROUTE_B);
        bool sea = vl_deck_value(lint->deck, AT_T_ROUTES, row, AT_ROUTE_KIND) == AT_ROUTE_SEA;
        if (sea && (!lint->d->country[a].coast || !lint->d->country[b].coast))
            return vl_deck_fail(lint->deck, AT_T_ROUTES, row, lint->err,
                                "a sea route to a country without a coast");
    }
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const struct at_country *c = &lint->d->country[i];
        if (!c->coast && !c->borders)
            return fail_country(lint, i, "it has neither a coast nor a border");
        if (c->isolated && (c->borders || c->step_count > 3))
            return fail_country(lint, i, "an isolated country has no border and few routes");
    }
    return true;
}

static bool lint_routes(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    static const struct air_example walks[] = {{"uy", "br", 1}, {"ng", "td", 2}};
    if (!check_coasts(lint))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t a = lint_country(lint, walks[i].from), b = lint_country(lint, walks[i].to);
        if (d->distance[a][b] != walks[i].steps) {
            char message[100];
            snprintf(message, sizeof message, "%s to %s: expected a distance of %u, found %u",
                     walks[i].from, walks[i].to, walks[i].steps, d->distance[a][b]);
            return fail_table(lint, AT_T_ROUTES, message);
        }
    }
    return true;
}

static bool lint_airports(const struct lint *lint)
{
    uint32_t count = lint_count(lint->d->airports);
    char message[80];
    if (count < 14 || count > 20) {
        snprintf(message, sizeof message, "expected 14 to 20 airports, found %u", count);
        return fail_table(lint, AT_T_COUNTRIES, message);
    }
    if (!lint->d->country[lint_country(lint, "br")].airport ||
        !lint->d->country[lint_country(lint, "ng")].airport)
        return fail_table(lint, AT_T_COUNTRIES, "Brazil and Nigeria have airports");
    for (uint32_t k = 0; k < AT_ANTARCTICA; k++) {
        uint64_t both[AT_COUNTRY_WORDS];
        for (uint32_t i = 0; i < AT_COUNTRY_WORDS; i++)
            both[i] = lint->d->of_continent[k][i] & lint->d->airports[i];
        if (lint_count(both) < 2) {
            snprintf(message, sizeof message, "%s has fewer than 2 airports",
                     at_continent_words[k]);
            return fail_table(lint, AT_T_COUNTRIES, message);
        }
    }
    return true;
}

#endif
