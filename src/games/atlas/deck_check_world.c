/* Checks of the map: countries, languages, flags, grid, routes, airports. */
#include "games/atlas/deck_check.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"

static const char *country_name(const struct at_deck_check *check, uint32_t country)
{
    return vl_deck_text(check->deck, AT_T_COUNTRIES, country, AT_NAME);
}

static bool fail_country(const struct at_deck_check *check, uint32_t country, const char *what)
{
    return vl_deck_fail(check->deck, AT_T_COUNTRIES, country, check->err, "%s: %s",
                        country_name(check, country), what);
}

static bool fail_table(const struct at_deck_check *check, uint32_t table, const char *message)
{
    char where[80];
    snprintf(where, sizeof where, "%s.tsv", check->deck->game->tables[table].name);
    return vl_fail(check->err, VL_BAD_INPUT, where, "%s", message);
}

bool at_check_countries(const struct at_deck_check *check)
{
    uint32_t status[4] = {0}, continent[AT_CONTINENTS] = {0}, landlocked = 0;
    char last[64] = "", name[64], message[160];
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const struct at_country *c = &check->d->country[i];
        const char *key = vl_deck_text(check->deck, AT_T_COUNTRIES, i, AT_ID);
        if (strlen(key) != 2)
            return fail_country(check, i, "its key is not an ISO code of two letters");
        at_fold(country_name(check, i), name, sizeof name);
        if (strcmp(last, name) >= 0)
            return fail_country(check, i, "it does not stand in alphabetical order");
        memcpy(last, name, sizeof last);
        status[c->status]++;
        continent[c->continent]++;
        landlocked += !c->coast;
        if ((c->status == AT_A_CONTINENT) != (c->continent == AT_ANTARCTICA))
            return fail_country(check, i, "only Antarctica is a continent by itself");
    }
    if (status[AT_STATE] != 195 || status[AT_DEPENDENCY] != 36 || status[AT_TERRITORY] != 2 ||
        status[AT_A_CONTINENT] != 1) {
        snprintf(message, sizeof message,
                 "expected 195 states, 36 dependencies, 2 territories and Antarctica, found %u, "
                 "%u, %u and %u",
                 status[0], status[1], status[2], status[3]);
        return fail_table(check, AT_T_COUNTRIES, message);
    }
    vl_text_addf(check->report,
                 "countries: %d, in alphabetical order: 195 states, 36 dependencies, 2 other "
                 "territories, Antarctica; %u of them landlocked\n",
                 AT_COUNTRIES, landlocked);
    vl_text_add(check->report, "continents:");
    for (uint32_t i = 0; i < AT_CONTINENTS; i++)
        vl_text_addf(check->report, "%s %s %u", i ? "," : "",
                     vl_deck_text(check->deck, AT_T_CONTINENTS, i, AT_NAME), continent[i]);
    vl_text_char(check->report, '\n');
    return true;
}

static uint32_t count_countries(const uint64_t set[AT_COUNTRY_WORDS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < AT_COUNTRY_WORDS; i++)
        count += (uint32_t)__builtin_popcountll(set[i]);
    return count;
}

bool at_check_languages(const struct at_deck_check *check)
{
    uint32_t shared = 0, three = 0;
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const struct at_country *c = &check->d->country[i];
        three += c->language_count == 3;
        if ((c->language_count == 0) != (c->continent == AT_ANTARCTICA))
            return fail_country(check, i, "every country but Antarctica has a language");
    }
    for (uint32_t i = 0; i < check->d->language_count; i++) {
        uint32_t count = count_countries(check->d->of_language[i]);
        if (count == 0)
            return vl_deck_fail(check->deck, AT_T_LANGUAGES, i, check->err,
                                "%s is the language of no country",
                                vl_deck_text(check->deck, AT_T_LANGUAGES, i, AT_NAME));
        shared += count > 1;
    }
    int english = vl_deck_find(check->deck, AT_T_LANGUAGES, AT_ID, "english");
    if (english < 0)
        return fail_table(check, AT_T_LANGUAGES, "English is missing");
    uint32_t speakers = count_countries(check->d->of_language[english]);
    if (speakers != 80) {
        char message[80];
        snprintf(message, sizeof message, "expected 80 countries with English, found %u", speakers);
        return fail_table(check, AT_T_COUNTRIES, message);
    }
    vl_text_addf(check->report,
                 "languages: %u, %u of them in two countries or more; English in exactly 80; %u "
                 "countries have three\n",
                 check->d->language_count, shared, three);
    return true;
}

static bool check_flag(const struct at_deck_check *check, uint32_t i)
{
    const struct at_country *c = &check->d->country[i];
    const uint32_t h = 1u << AT_HORIZONTAL_STRIPES, v = 1u << AT_VERTICAL_STRIPES;
    const uint32_t h3 = 1u << AT_HORIZONTAL_TRICOLOUR, v3 = 1u << AT_VERTICAL_TRICOLOUR;
    if (c->colours & c->second_colours)
        return fail_country(check, i, "a colour is main and second at once");
    if (c->colours >> AT_BROWN)
        return fail_country(check, i, "brown, purple and grey are never main colours");
    if (((c->flags & h3) && !(c->flags & h)) || ((c->flags & v3) && !(c->flags & v)))
        return fail_country(check, i, "a tricolour has stripes");
    if ((c->flags & h) && (c->flags & v))
        return fail_country(check, i, "stripes lie or stand, not both");
    if ((c->flags & (h3 | v3)) && __builtin_popcount(c->colours) < 3)
        return fail_country(check, i, "a tricolour has three colours");
    if (c->flags >> AT_UNION_JACK & 1) {
        const uint32_t jack = 1u << AT_RED | 1u << AT_WHITE | 1u << AT_BLUE;
        bool corner = c->flags >> AT_CANTON & 1;
        if ((c->colours & jack) != jack || corner == (i == at_country_of(check, "gb")))
            return fail_country(check, i, "a Union Jack is red, white and blue, in a canton");
    }
    return true;
}

bool at_check_flags(const struct at_deck_check *check)
{
    uint32_t flags[AT_FLAGS] = {0}, colours[AT_COLOURS] = {0};
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        if (!check_flag(check, i))
            return false;
        for (uint32_t k = 0; k < AT_FLAGS; k++)
            flags[k] += check->d->country[i].flags >> k & 1;
        for (uint32_t k = 0; k < AT_COLOURS; k++)
            colours[k] += check->d->country[i].colours >> k & 1;
    }
    vl_text_add(check->report, "flag colours (10 to 190 each):");
    for (uint32_t k = 0; k <= AT_ORANGE; k++) {
        if (colours[k] < 10 || colours[k] > 190)
            return vl_deck_fail(check->deck, AT_T_COLOURS, k, check->err,
                                "expected 10 to 190 flags with this colour, found %u", colours[k]);
        vl_text_addf(check->report, "%s %s %u", k ? "," : "", at_colour_words[k], colours[k]);
    }
    vl_text_add(check->report, "\nflag elements and layouts (10 to 120 each):");
    for (uint32_t k = 0; k < AT_FLAGS; k++) {
        if (flags[k] < 10 || flags[k] > 120)
            return vl_deck_fail(check->deck, AT_T_ELEMENTS, k, check->err,
                                "expected 10 to 120 flags that show this, found %u", flags[k]);
        vl_text_addf(check->report, "%s %s %u", k ? "," : "", at_flag_words[k], flags[k]);
    }
    vl_text_char(check->report, '\n');
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
bool at_check_flag_words(const struct at_deck_check *check)
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
        const struct at_country *c = &check->d->country[i];
        const char *text = vl_deck_text(check->deck, AT_T_COUNTRIES, i, AT_COUNTRY_FLAG);
        for (uint32_t k = 0; k < AT_BROWN; k++)
            if ((c->colours >> k & 1) && !names(text, colours[k]))
                return vl_deck_fail(check->deck, AT_T_COUNTRIES, i, check->err,
                                    "%s: the flag in words does not name %s",
                                    country_name(check, i), at_colour_words[k]);
        for (uint32_t k = 0; k < AT_ELEMENTS; k++)
            if ((c->flags >> k & 1) && elements[k] && !names(text, elements[k]))
                return vl_deck_fail(check->deck, AT_T_COUNTRIES, i, check->err,
                                    "%s: the flag in words shows no %s", country_name(check, i),
                                    at_flag_words[k]);
    }
    vl_text_addf(check->report, "flags in words: each of %d names its main colours and elements\n",
                 AT_COUNTRIES);
    return true;
}

struct air_example {
    const char *from, *to;
    uint32_t steps;
};

bool at_check_grid(const struct at_deck_check *check)
{
    static const struct {
        const char *key, *area;
    } fixed[] = {{"us", "C2"}, {"ws", "E13"}};
    static const struct air_example flights[] = {
        {"us", "ws", 2}, {"uy", "td", 3}, {"gf", "td", 3}, {"br", "ng", 2}};
    uint32_t used = 0, crowd = 0, crowded = 0;
    char message[160], name[4];
    for (uint32_t i = 0; i < 2; i++)
        if (check->d->country[at_country_of(check, fixed[i].key)].area != at_area(fixed[i].area))
            return fail_country(check, at_country_of(check, fixed[i].key),
                                "the rulebook's example has it in another area");
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = at_country_of(check, flights[i].from);
        uint32_t to = at_country_of(check, flights[i].to);
        uint32_t steps = at_air_steps(check->d->country[from].area, check->d->country[to].area);
        if (steps != flights[i].steps) {
            snprintf(message, sizeof message, "%s to %s by air: expected %u steps, found %u",
                     flights[i].from, flights[i].to, flights[i].steps, steps);
            return fail_table(check, AT_T_COUNTRIES, message);
        }
    }
    /* The grid has 13 columns of 27.7 degrees from 150 W and 9 rows of 18 degrees from 75 N; a
     * country may stand one area off, where areas would be crowded. */
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        int64_t lon = vl_deck_value(check->deck, AT_T_COUNTRIES, i, AT_COUNTRY_LON) + 15000;
        int64_t lat = 7500 - vl_deck_value(check->deck, AT_T_COUNTRIES, i, AT_COUNTRY_LAT);
        int64_t row = lat < 0 ? 0 : lat / 1800, column = (lon + 36000) % 36000 * 13 / 36000;
        uint32_t area = (uint32_t)((row > 8 ? 8 : row) * AT_COLUMNS + column);
        if (at_air_steps(area, check->d->country[i].area) > 1) {
            at_area_name(area, name);
            snprintf(message, sizeof message, "its position lies in %s, far from its area", name);
            return fail_country(check, i, message);
        }
    }
    for (uint32_t area = 0; area < AT_AREAS; area++) {
        uint32_t count = count_countries(check->d->of_area[area]);
        used += count > 0;
        if (count > crowd) {
            crowd = count;
            crowded = area;
        }
    }
    at_area_name(crowded, name);
    vl_text_addf(check->report,
                 "grid: every country within one area of its position; %u areas hold countries, at "
                 "most %u (%s); United States C2, Samoa E13; by air United States - Samoa 2, "
                 "Uruguay - Chad 3, French Guiana - Chad 3, Brazil - Nigeria 2\n",
                 used, crowd, name);
    return true;
}

/* A sea route needs two coasts; an isolated country has no land border. */
static bool check_coasts(const struct at_deck_check *check)
{
    for (uint32_t row = 0; row < check->deck->rows[AT_T_ROUTES]; row++) {
        uint32_t a = (uint32_t)vl_deck_value(check->deck, AT_T_ROUTES, row, AT_ROUTE_A);
        uint32_t b = (uint32_t)vl_deck_value(check->deck, AT_T_ROUTES, row, AT_ROUTE_B);
        bool sea = vl_deck_value(check->deck, AT_T_ROUTES, row, AT_ROUTE_KIND) == AT_ROUTE_SEA;
        if (sea && (!check->d->country[a].coast || !check->d->country[b].coast))
            return vl_deck_fail(check->deck, AT_T_ROUTES, row, check->err,
                                "a sea route to a country without a coast");
    }
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        const struct at_country *c = &check->d->country[i];
        if (!c->coast && !c->borders)
            return fail_country(check, i, "it has neither a coast nor a border");
        if (c->isolated && (c->borders || c->step_count > 3))
            return fail_country(check, i, "an isolated country has no border and few routes");
    }
    return true;
}

bool at_check_routes(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
    static const struct air_example walks[] = {{"uy", "br", 1}, {"ng", "td", 2}};
    uint32_t land = 0, sea = 0, isolated = 0, borderless = 0, farthest = 0, from = 0, to = 0;
    uint32_t pairs = d->country[AT_COUNTRIES - 1].first_step;
    pairs += d->country[AT_COUNTRIES - 1].step_count;
    if (!check_coasts(check))
        return false;
    for (uint32_t row = 0; row < check->deck->rows[AT_T_ROUTES]; row++) {
        bool on_land = vl_deck_value(check->deck, AT_T_ROUTES, row, AT_ROUTE_KIND) == AT_ROUTE_LAND;
        land += on_land;
        sea += !on_land;
    }
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t a = at_country_of(check, walks[i].from), b = at_country_of(check, walks[i].to);
        if (d->distance[a][b] != walks[i].steps) {
            char message[100];
            snprintf(message, sizeof message, "%s to %s: expected a distance of %u, found %u",
                     walks[i].from, walks[i].to, walks[i].steps, d->distance[a][b]);
            return fail_table(check, AT_T_ROUTES, message);
        }
    }
    for (uint32_t a = 0; a < AT_COUNTRIES; a++) {
        isolated += d->country[a].isolated;
        borderless += d->country[a].borders == 0;
        for (uint32_t b = 0; b < AT_COUNTRIES; b++)
            if (d->distance[a][b] > farthest) {
                farthest = d->distance[a][b];
                from = a;
                to = b;
            }
    }
    vl_text_addf(check->report,
                 "routes: %u by land, %u by sea, %u regions, %u pairs of neighbours; every country "
                 "reachable from every other, at most %u steps (%s - %s); Uruguay - Brazil 1, "
                 "Nigeria - Chad 2\n",
                 land, sea, check->deck->rows[AT_T_REGIONS], pairs / 2, farthest,
                 country_name(check, from), country_name(check, to));
    vl_text_addf(check->report, "isolated: %u; without a land border: %u\n", isolated, borderless);
    return true;
}

bool at_check_airports(const struct at_deck_check *check)
{
    uint32_t count = count_countries(check->d->airports);
    char message[80];
    if (count < 14 || count > 20) {
        snprintf(message, sizeof message, "expected 14 to 20 airports, found %u", count);
        return fail_table(check, AT_T_COUNTRIES, message);
    }
    if (!check->d->country[at_country_of(check, "br")].airport ||
        !check->d->country[at_country_of(check, "ng")].airport)
        return fail_table(check, AT_T_COUNTRIES, "Brazil and Nigeria have airports");
    for (uint32_t k = 0; k < AT_ANTARCTICA; k++) {
        uint64_t both[AT_COUNTRY_WORDS];
        for (uint32_t i = 0; i < AT_COUNTRY_WORDS; i++)
            both[i] = check->d->of_continent[k][i] & check->d->airports[i];
        if (count_countries(both) < 2) {
            snprintf(message, sizeof message, "%s has fewer than 2 airports",
                     at_continent_words[k]);
            return fail_table(check, AT_T_COUNTRIES, message);
        }
    }
    vl_text_addf(check->report,
                 "airports: %u, at least 2 on every inhabited continent, Brazil and Nigeria among "
                 "them\n",
                 count);
    return true;
}
