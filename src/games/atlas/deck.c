/*
 * Loading: every cell has been checked against its column already; here the cells that hold small
 * languages of their own are read (lists of countries and languages, effects, areas, goals), and
 * what one cell cannot show is checked: order of rows, both ends of a route, one map.
 *
 * A deck can come from a folder (`--deck DIR`), so a deck that loads must never make a rule read
 * beyond an array: every index that the rules use is checked here, with the file and line of the
 * first mistake. What needs a look at a whole table is left to deck_check.c.
 */
#include "core/hash.h"
#include "games/atlas/atlas.h"
#include "games/atlas/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

/* Rows are letters, columns numbers from 1; "A01" is not a second name for A1. */
int at_area(const char *text)
{
    if (text[0] < 'A' || text[0] >= 'A' + AT_ROWS || text[1] < '1' || text[1] > '9')
        return -1;
    int column = text[1] - '0';
    if (text[2]) {
        if (text[2] < '0' || text[2] > '9' || text[3])
            return -1;
        column = column * 10 + text[2] - '0';
    }
    return column <= AT_COLUMNS ? (text[0] - 'A') * AT_COLUMNS + column - 1 : -1;
}

void at_area_name(uint32_t area, char name[4])
{
    snprintf(name, 4, "%c%u", (char)('A' + area / AT_COLUMNS % AT_ROWS), area % AT_COLUMNS + 1);
}

int at_word(const char *const *words, const char *text)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

/* Walks along the list, because only its end says how long it is. */
const char *at_word_at(const char *const *words, uint32_t index)
{
    for (uint32_t i = 0; words[i]; i++)
        if (i == index)
            return words[i];
    return "?";
}

/* Cuts the next word from a cell: false at its end, and for '-' at once. */
static bool next_word(const char **cell, char word[32])
{
    if (**cell == '\0' || strcmp(*cell, "-") == 0)
        return false;
    size_t length = strcspn(*cell, " ");
    snprintf(word, 32, "%.*s", (int)(length > 31 ? 31 : length), *cell);
    *cell += length;
    *cell += **cell == ' ';
    return true;
}

/* Keys of another table, each once, at most `most` of them. */
static bool read_refs(const struct vl_deck *deck, uint32_t table, uint32_t row, uint32_t column,
                      uint32_t target, uint32_t most, uint8_t *out, uint8_t *count,
                      struct vl_error *err)
{
    const char *cell = vl_deck_text(deck, table, row, column);
    const char *name = deck->game->tables[table].columns[column].name;
    char word[32];
    *count = 0;
    while (next_word(&cell, word)) {
        int found = vl_deck_find(deck, target, AT_ID, word);
        if (found < 0)
            return vl_deck_fail(deck, table, row, err, "column %s: \"%s\" is no key in %s.tsv",
                                name, word, deck->game->tables[target].name);
        for (uint32_t i = 0; i < *count; i++)
            if (out[i] == found)
                return vl_deck_fail(deck, table, row, err, "column %s: %s stands twice", name,
                                    word);
        if (*count == most)
            return vl_deck_fail(deck, table, row, err, "column %s: more than %u words", name, most);
        out[(*count)++] = (uint8_t)found;
    }
    return true;
}

/* What party cards and events can do. */
static const uint32_t card_effects = 1u << AT_MONEY | 1u << AT_ENERGY | 1u << AT_LIKE |
                                     1u << AT_DISLIKE | 1u << AT_DRAW | 1u << AT_PERSONALITY |
                                     1u << AT_LANGUAGE | 1u << AT_REFRESH;

/* Effects such as "money:4 dislike:1"; `allowed` has a bit for each kind that may stand here. */
static bool read_effects(const struct vl_deck *deck, uint32_t table, uint32_t row, uint32_t column,
                         uint32_t allowed, struct at_effect out[AT_EFFECTS], uint8_t *count,
                         struct vl_error *err)
{
    const char *cell = vl_deck_text(deck, table, row, column);
    char word[32];
    *count = 0;
    while (next_word(&cell, word)) {
        char *colon = strchr(word, ':');
        int kind = -1;
        long amount = 0;
        if (colon) {
            char *end;
            *colon = '\0';
            kind = at_word(at_effect_words, word);
            amount = strtol(colon + 1, &end, 10);
            if (end == colon + 1 || *end)
                kind = -1;
            *colon = ':';
        }
        bool may_cost = kind == AT_MONEY || kind == AT_ENERGY;
        if (kind <= 0 || !(allowed >> kind & 1) || amount == 0 || amount > 6 ||
            amount < (may_cost ? -6 : 0))
            return vl_deck_fail(deck, table, row, err, "\"%s\" is no effect that may stand here",
                                word);
        if (*count == AT_EFFECTS)
            return vl_deck_fail(deck, table, row, err, "more than %d effects", AT_EFFECTS);
        out[*count].kind = (uint8_t)kind;
        out[*count].amount = (int8_t)amount;
        ++*count;
    }
    return true;
}

static bool read_areas(const struct vl_deck *deck, uint32_t row, uint32_t column,
                       uint64_t areas[AT_AREA_WORDS], struct vl_error *err)
{
    const char *cell = vl_deck_text(deck, AT_T_EVENTS, row, column);
    char word[32];
    while (next_word(&cell, word)) {
        int area = at_area(word);
        if (area < 0)
            return vl_deck_fail(deck, AT_T_EVENTS, row, err,
                                "\"%s\" is no grid area from A1 to I13", word);
        areas[area / 64] |= UINT64_C(1) << area % 64;
    }
    return true;
}

/* The closed lists stand in the order that deck.h gives them. */
static bool check_words(const struct vl_deck *deck, uint32_t table, const char *const *words,
                        struct vl_error *err)
{
    for (uint32_t row = 0; row < deck->rows[table]; row++)
        if (strcmp(vl_deck_text(deck, table, row, AT_ID), words[row]) != 0)
            return vl_deck_fail(deck, table, row, err, "expected \"%s\" here, found \"%s\"",
                                words[row], vl_deck_text(deck, table, row, AT_ID));
    return true;
}

/* Enums of deck.h are the rows of these tables: a deck may change names, not keys or their order.
 */
static bool load_words(const struct vl_deck *deck, struct vl_error *err)
{
    return check_words(deck, AT_T_CONTINENTS, at_continent_words, err) &&
           check_words(deck, AT_T_EXPERIENCES, at_experience_words, err) &&
           check_words(deck, AT_T_COLOURS, at_colour_words, err) &&
           check_words(deck, AT_T_ELEMENTS, at_flag_words, err) &&
           check_words(deck, AT_T_BONUS, at_action_words, err);
}

/* One row, and the sets of countries that the rules ask for often. */
static bool load_country(struct vl_deck *deck, uint32_t row, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    struct at_country *c = &d->country[row];
    const uint32_t t = AT_T_COUNTRIES;
    const char *area_text = vl_deck_text(deck, t, row, AT_COUNTRY_AREA);
    int area = at_area(area_text);
    if (area < 0)
        return vl_deck_fail(deck, t, row, err, "\"%s\" is no grid area from A1 to I13", area_text);
    c->area = (uint8_t)area;
    c->continent = (uint8_t)vl_deck_value(deck, t, row, AT_COUNTRY_CONTINENT);
    c->colours = (uint16_t)vl_deck_value(deck, t, row, AT_COUNTRY_MAIN);
    c->second_colours = (uint16_t)vl_deck_value(deck, t, row, AT_COUNTRY_SECOND);
    c->flags = (uint32_t)(vl_deck_value(deck, t, row, AT_COUNTRY_ELEMENTS) |
                          vl_deck_value(deck, t, row, AT_COUNTRY_LAYOUT) << AT_ELEMENTS);
    c->status = (uint8_t)vl_deck_value(deck, t, row, AT_COUNTRY_STATUS);
    c->coast = (uint8_t)vl_deck_value(deck, t, row, AT_COUNTRY_COAST);
    c->isolated = (uint8_t)vl_deck_value(deck, t, row, AT_COUNTRY_ISOLATED);
    c->airport = (uint8_t)vl_deck_value(deck, t, row, AT_COUNTRY_AIRPORT);
    if (!read_refs(deck, t, row, AT_COUNTRY_LANGUAGE, AT_T_LANGUAGES, AT_COUNTRY_LANGUAGES,
                   c->language, &c->language_count, err))
        return false;
    uint64_t bit = UINT64_C(1) << row % 64;
    d->of_continent[c->continent][row / 64] |= bit;
    d->of_area[area][row / 64] |= bit;
    if (c->airport)
        d->airports[row / 64] |= bit;
    for (uint32_t i = 0; i < c->language_count; i++)
        d->of_language[c->language[i]][row / 64] |= bit;
    return true;
}

/* Neighbours as a matrix of bits, while routes and regions are read. */
struct map {
    uint64_t next_to[AT_COUNTRIES][AT_COUNTRY_WORDS];
};

/* False if the two are neighbours already. */
static bool connect(struct map *map, uint32_t a, uint32_t b)
{
    bool fresh = !(map->next_to[a][b / 64] >> b % 64 & 1);
    map->next_to[a][b / 64] |= UINT64_C(1) << b % 64;
    map->next_to[b][a / 64] |= UINT64_C(1) << a % 64;
    return fresh;
}

/* Routes join two countries; a region makes neighbours of all its members, without a route drawn
 * between each two. */
static bool load_routes(struct vl_deck *deck, struct map *map, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    for (uint32_t row = 0; row < deck->rows[AT_T_ROUTES]; row++) {
        uint32_t a = (uint32_t)vl_deck_value(deck, AT_T_ROUTES, row, AT_ROUTE_A);
        uint32_t b = (uint32_t)vl_deck_value(deck, AT_T_ROUTES, row, AT_ROUTE_B);
        if (a == b)
            return vl_deck_fail(deck, AT_T_ROUTES, row, err,
                                "a route leads from a country to itself");
        if (!connect(map, a, b))
            return vl_deck_fail(deck, AT_T_ROUTES, row, err, "this route stands here twice");
        if (vl_deck_value(deck, AT_T_ROUTES, row, AT_ROUTE_KIND) == AT_ROUTE_LAND) {
            d->country[a].borders++;
            d->country[b].borders++;
        }
    }
    for (uint32_t row = 0; row < deck->rows[AT_T_REGIONS]; row++) {
        uint8_t members[12], count;
        if (!read_refs(deck, AT_T_REGIONS, row, AT_REGION_COUNTRIES, AT_T_COUNTRIES, 12, members,
                       &count, err))
            return false;
        if (count < 2)
            return vl_deck_fail(deck, AT_T_REGIONS, row, err, "a region has at least 2 countries");
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < i; k++)
                connect(map, members[i], members[k]);
    }
    return true;
}

/* Neighbours as lists, and the distances from one country to all others. */
static void load_steps(struct at_deck *d, const struct map *map)
{
    uint32_t used = 0;
    for (uint32_t a = 0; a < AT_COUNTRIES; a++) {
        d->country[a].first_step = (uint16_t)used;
        for (uint32_t b = 0; b < AT_COUNTRIES; b++)
            if (map->next_to[a][b / 64] >> b % 64 & 1) {
                VL_ASSERT(used < AT_MOST_STEPS);
                d->step[used++] = (uint8_t)b;
            }
        d->country[a].step_count = (uint8_t)(used - d->country[a].first_step);
    }
    for (uint32_t from = 0; from < AT_COUNTRIES; from++) {
        uint8_t queue[AT_COUNTRIES];
        uint32_t read = 0, written = 0;
        memset(d->distance[from], AT_NONE, AT_COUNTRIES);
        d->distance[from][from] = 0;
        queue[written++] = (uint8_t)from;
        while (read < written) {
            uint32_t at = queue[read++];
            const struct at_country *c = &d->country[at];
            for (uint32_t i = 0; i < c->step_count; i++) {
                uint32_t to = d->step[c->first_step + i];
                if (d->distance[from][to] == AT_NONE) {
                    d->distance[from][to] = (uint8_t)(d->distance[from][at] + 1);
                    queue[written++] = (uint8_t)to;
                }
            }
        }
    }
}

/* Every country must be reachable, so that a distance is always a number of steps. */
static bool load_map(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    d->language_count = (uint16_t)deck->rows[AT_T_LANGUAGES];
    for (uint32_t row = 0; row < AT_COUNTRIES; row++)
        if (!load_country(deck, row, err))
            return false;
    struct map map = {0};
    if (!load_routes(deck, &map, err))
        return false;
    load_steps(d, &map);
    for (uint32_t row = 1; row < AT_COUNTRIES; row++)
        if (d->distance[0][row] == AT_NONE)
            return vl_deck_fail(deck, AT_T_COUNTRIES, row, err,
                                "no land or sea route leads from %s to %s",
                                vl_deck_text(deck, AT_T_COUNTRIES, 0, AT_NAME),
                                vl_deck_text(deck, AT_T_COUNTRIES, row, AT_NAME));
    return true;
}

/* The reader has checked the words and how many there are. */
static void load_icons(const struct vl_deck *deck, uint32_t table, uint32_t row, uint32_t column,
                       struct at_place *place)
{
    const char *cell = vl_deck_text(deck, table, row, column);
    char word[32];
    while (next_word(&cell, word))
        place->icon[place->icon_count++] = (uint8_t)at_word(at_experience_words, word);
}

/* Three places for each country: 702 rows, and none of them twice, leave no gap. */
static bool load_places(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    for (uint32_t row = 0; row < deck->rows[AT_T_PLACES]; row++) {
        uint32_t country = (uint32_t)vl_deck_value(deck, AT_T_PLACES, row, AT_PLACE_COUNTRY);
        uint32_t slot = (uint32_t)vl_deck_value(deck, AT_T_PLACES, row, AT_PLACE_SLOT) - 1;
        struct at_place *place = &d->place[country][slot];
        if (place->cost)
            return vl_deck_fail(deck, AT_T_PLACES, row, err, "%s has a place %u already",
                                vl_deck_text(deck, AT_T_COUNTRIES, country, AT_NAME), slot + 1);
        place->cost = (uint8_t)vl_deck_value(deck, AT_T_PLACES, row, AT_PLACE_COST);
        load_icons(deck, AT_T_PLACES, row, AT_PLACE_ICONS, place);
    }
    return true;
}

/* What the bonus counts is a word of the list that its kind names. */
static bool load_bonus(const struct vl_deck *deck, uint32_t row, struct at_card *card,
                       struct vl_error *err)
{
    const char *what = vl_deck_text(deck, AT_T_DESTINATIONS, row, AT_CARD_BONUS);
    int found = -1;
    card->bonus_kind = (uint8_t)vl_deck_value(deck, AT_T_DESTINATIONS, row, AT_CARD_BONUS_KIND);
    card->bonus_points = (uint8_t)vl_deck_value(deck, AT_T_DESTINATIONS, row, AT_CARD_BONUS_POINTS);
    switch ((enum at_bonus_kind)card->bonus_kind) {
    case AT_NO_BONUS:
        found = strcmp(what, "-") == 0 ? AT_NONE : -1;
        break;
    case AT_BONUS_COLOUR:
        found = at_word(at_colour_words, what);
        break;
    case AT_BONUS_CONTINENT:
        found = at_word(at_continent_words, what);
        break;
    case AT_BONUS_ELEMENT:
        found = at_word(at_flag_words, what);
        if (found >= AT_ELEMENTS)
            found = -1;
        break;
    }
    if (found < 0)
        return vl_deck_fail(deck, AT_T_DESTINATIONS, row, err,
                            "column bonus: \"%s\" does not fit the kind of the bonus", what);
    card->bonus_what = (uint8_t)found;
    if ((card->bonus_kind == AT_NO_BONUS) != (card->bonus_points == 0))
        return vl_deck_fail(deck, AT_T_DESTINATIONS, row, err,
                            "a bonus has points, and no bonus has none");
    if (card->bonus_kind > AT_BONUS_COLOUR && card->bonus_points != 2)
        return vl_deck_fail(deck, AT_T_DESTINATIONS, row, err,
                            "a bonus for a continent or an element is worth 2 points");
    return true;
}

/* A card of two countries counts as a card of both. */
static bool load_card(struct vl_deck *deck, uint32_t row, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    struct at_card *card = &d->card[row];
    int64_t need = vl_deck_value(deck, AT_T_DESTINATIONS, row, AT_CARD_NEED);
    card->place.cost = (uint8_t)vl_deck_value(deck, AT_T_DESTINATIONS, row, AT_CARD_COST);
    load_icons(deck, AT_T_DESTINATIONS, row, AT_CARD_ICONS, &card->place);
    card->need_count = (uint8_t)vl_deck_value(deck, AT_T_DESTINATIONS, row, AT_CARD_NEED_COUNT);
    card->need = need == AT_EXPERIENCES ? AT_NONE : (uint8_t)need;
    if ((card->need == AT_NONE) != (card->need_count == 0))
        return vl_deck_fail(deck, AT_T_DESTINATIONS, row, err,
                            "a requirement has a number and an experience, or 0 and '-'");
    if (!load_bonus(deck, row, card, err))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        int64_t country = vl_deck_value(deck, AT_T_DESTINATIONS, row, AT_CARD_COUNTRY + i);
        card->country[i] = country < 0 ? AT_NONE : (uint8_t)country;
        if (country < 0)
            continue;
        struct at_country *c = &d->country[country];
        if (i == 1 && card->country[0] == country)
            return vl_deck_fail(deck, AT_T_DESTINATIONS, row, err,
                                "the second country is the same as the first");
        if (c->card_count == AT_CARDS_OF_COUNTRY)
            return vl_deck_fail(deck, AT_T_DESTINATIONS, row, err,
                                "%s has %d destination cards already",
                                vl_deck_text(deck, AT_T_COUNTRIES, (uint32_t)country, AT_NAME),
                                AT_CARDS_OF_COUNTRY);
        c->card[c->card_count++] = (uint8_t)row;
    }
    return true;
}

/* Cards, characters, tiles and friends. */
static bool load_people(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    for (uint32_t row = 0; row < AT_CARDS; row++)
        if (!load_card(deck, row, err))
            return false;
    for (uint32_t row = 0; row < AT_CHARACTERS; row++) {
        struct at_character *c = &d->character[row];
        c->home = (uint8_t)vl_deck_value(deck, AT_T_CHARACTERS, row, AT_CHARACTER_HOME);
        if (!read_refs(deck, AT_T_CHARACTERS, row, AT_CHARACTER_LANGUAGES, AT_T_LANGUAGES, 3,
                       c->language, &c->language_count, err))
            return false;
        if (c->language_count == 0)
            return vl_deck_fail(deck, AT_T_CHARACTERS, row, err,
                                "a character speaks at least 1 language");
    }
    for (uint32_t row = 0; row < AT_TILES; row++) {
        d->tile[row].face[0] = (uint16_t)vl_deck_value(deck, AT_T_PERSONALITY, row, AT_TILE_FRONT);
        d->tile[row].face[1] = (uint16_t)vl_deck_value(deck, AT_T_PERSONALITY, row, AT_TILE_BACK);
    }
    for (uint32_t row = 0; row < AT_PARTIES; row++) {
        struct at_party *p = &d->party[row];
        p->home = (uint8_t)vl_deck_value(deck, AT_T_PARTY, row, AT_PARTY_HOME);
        if (!read_effects(deck, AT_T_PARTY, row, AT_PARTY_EFFECTS, card_effects, p->effect,
                          &p->effect_count, err))
            return false;
        if (p->effect_count == 0)
            return vl_deck_fail(deck, AT_T_PARTY, row, err, "a party card has an effect");
    }
    return true;
}

/* An event either lies with cubes and closes something, or is done at once; never both (AT-9.2,
 * AT-9.3). */
static bool load_event(struct vl_deck *deck, uint32_t row, struct vl_error *err)
{
    struct at_event *e = &((struct at_deck *)deck->data)->event[row];
    e->persistent = (uint8_t)vl_deck_value(deck, AT_T_EVENTS, row, AT_EVENT_KIND);
    e->cubes = (uint8_t)vl_deck_value(deck, AT_T_EVENTS, row, AT_EVENT_CUBES);
    e->who = (uint8_t)vl_deck_value(deck, AT_T_EVENTS, row, AT_EVENT_WHO);
    if (!read_effects(deck, AT_T_EVENTS, row, AT_EVENT_EFFECTS, card_effects, e->effect,
                      &e->effect_count, err) ||
        !read_refs(deck, AT_T_EVENTS, row, AT_EVENT_COUNTRIES, AT_T_COUNTRIES, AT_BLOCKED_COUNTRIES,
                   e->country, &e->country_count, err) ||
        !read_areas(deck, row, AT_EVENT_AREAS, e->blocked_areas, err) ||
        !read_areas(deck, row, AT_EVENT_DELAYS, e->delayed_areas, err))
        return false;
    bool places = e->country_count || e->blocked_areas[0] || e->blocked_areas[1] ||
                  e->delayed_areas[0] || e->delayed_areas[1];
    if (e->persistent && (!e->cubes || !places || e->effect_count || e->who))
        return vl_deck_fail(deck, AT_T_EVENTS, row, err,
                            "a persistent event has cubes and places, and no other effect");
    if (!e->persistent && (e->cubes || places || !e->effect_count || !e->who))
        return vl_deck_fail(deck, AT_T_EVENTS, row, err,
                            "an instant event has an effect on someone, no cubes and no places");
    return true;
}

/* What a goal asks for, by its kind: bits of experiences, flags, colours, continents, rows. */
static bool read_goal_what(const struct vl_deck *deck, uint32_t table, uint32_t row,
                           const char *cell, struct at_goal *goal, struct vl_error *err)
{
    static const char *const rows[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", NULL};
    static const char *const columns[] = {"1", "2", "3",  "4",  "5",  "6",  "7",
                                          "8", "9", "10", "11", "12", "13", NULL};
    static const char *const numbers[] = {"0", "1", "2", "3", "4", "5", "6", NULL};
    static const struct {
        const char *const *words;
        uint8_t least, most;
    } wants[AT_GOAL_KINDS] = {
        [AT_GOAL_PAIR] = {at_experience_words, 2, 2},
        [AT_GOAL_EXPERIENCE] = {at_experience_words, 1, 1},
        [AT_GOAL_EACH] = {at_experience_words, 3, 6},
        [AT_GOAL_IN_ROWS] = {rows, 1, 5},
        [AT_GOAL_IN_COLUMNS] = {columns, 1, 5},
        [AT_GOAL_CONTINENT_PAIR] = {at_continent_words, 2, 2},
        [AT_GOAL_FLAG] = {at_flag_words, 1, 1},
        [AT_GOAL_COLOUR] = {at_colour_words, 1, 1},
        [AT_GOAL_COLOURS_EXACTLY] = {numbers, 1, 1},
        [AT_GOAL_COLOURS_AT_LEAST] = {numbers, 1, 1},
        [AT_GOAL_ALL_COLOURS] = {at_colour_words, 2, 4},
        [AT_GOAL_WITHOUT_COLOUR] = {at_colour_words, 1, 1},
    };
    const char *const *words = wants[goal->kind].words;
    const char *rest = cell;
    char word[32];
    uint32_t count = 0;
    while (next_word(&rest, word)) {
        int found = words ? at_word(words, word) : -1;
        if (found < 0 || goal->what >> found & 1)
            return vl_deck_fail(deck, table, row, err, "column what: \"%s\" does not fit here",
                                word);
        goal->what |= 1u << found;
        if (words == numbers)
            goal->number = (uint8_t)found;
        count++;
    }
    if (count < wants[goal->kind].least || count > wants[goal->kind].most)
        return vl_deck_fail(deck, table, row, err, "column what: expected %u to %u words, found %u",
                            wants[goal->kind].least, wants[goal->kind].most, count);
    return true;
}

/* Personal goals of one pile. */
static bool load_personal_goals(struct vl_deck *deck, uint32_t table, struct at_goal *goals,
                                struct vl_error *err)
{
    for (uint32_t row = 0; row < deck->rows[table]; row++) {
        struct at_goal *g = &goals[row];
        g->kind = (uint8_t)vl_deck_value(deck, table, row, AT_GOAL_KIND);
        g->count = (uint8_t)vl_deck_value(deck, table, row, AT_GOAL_COUNT);
        g->points = (uint8_t)vl_deck_value(deck, table, row, AT_GOAL_POINTS);
        g->dante = (uint8_t)vl_deck_value(deck, table, row, AT_GOAL_DANTE);
        if (!read_goal_what(deck, table, row, vl_deck_text(deck, table, row, AT_GOAL_WHAT), g, err))
            return false;
    }
    return true;
}

/* The printed goal is number 0; the piles follow in order, so that a pile is a range. */
static bool load_public_goals(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    static const uint8_t first[] = {0, 1, 1 + AT_PUBLIC_A, 1 + AT_PUBLIC_A + AT_PUBLIC_B};
    for (uint32_t row = 0; row < AT_PUBLIC; row++) {
        struct at_goal *g = &d->public_goal[row];
        g->pile = (uint8_t)vl_deck_value(deck, AT_T_PUBLIC, row, AT_PUBLIC_PILE);
        g->kind = (uint8_t)vl_deck_value(deck, AT_T_PUBLIC, row, AT_PUBLIC_KIND);
        g->count = (uint8_t)vl_deck_value(deck, AT_T_PUBLIC, row, AT_PUBLIC_COUNT);
        g->points = (uint8_t)vl_deck_value(deck, AT_T_PUBLIC, row, AT_PUBLIC_POINTS);
        g->dante = 1;
        if (row < first[g->pile] || (g->pile < 3 && row >= first[g->pile + 1]))
            return vl_deck_fail(deck, AT_T_PUBLIC, row, err,
                                "expected the printed goal, then %d of A, %d of B and %d of C",
                                AT_PUBLIC_A, AT_PUBLIC_B, AT_PUBLIC_C);
        if (!read_goal_what(deck, AT_T_PUBLIC, row,
                            vl_deck_text(deck, AT_T_PUBLIC, row, AT_PUBLIC_WHAT), g, err))
            return false;
    }
    return true;
}

/* Each card has its eight souvenirs in the order of souvenirs.tsv, in eight countries. */
static bool load_setups(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    for (uint32_t row = 0; row < deck->rows[AT_T_SETUP]; row++) {
        uint32_t card = (uint32_t)vl_deck_value(deck, AT_T_SETUP, row, AT_SETUP_CARD) - 1;
        uint32_t souvenir = (uint32_t)vl_deck_value(deck, AT_T_SETUP, row, AT_SETUP_SOUVENIR);
        if (card != row / AT_SOUVENIRS || souvenir != row % AT_SOUVENIRS)
            return vl_deck_fail(deck, AT_T_SETUP, row, err,
                                "expected card %u and its souvenir %s here", row / AT_SOUVENIRS + 1,
                                vl_deck_text(deck, AT_T_SOUVENIRS, row % AT_SOUVENIRS, AT_ID));
        d->setup[card][souvenir] = (uint8_t)vl_deck_value(deck, AT_T_SETUP, row, AT_SETUP_COUNTRY);
        for (uint32_t i = 0; i < souvenir; i++)
            if (d->setup[card][i] == d->setup[card][souvenir])
                return vl_deck_fail(deck, AT_T_SETUP, row, err,
                                    "this card has a souvenir in %s already",
                                    vl_deck_text(deck, AT_T_COUNTRIES, d->setup[card][i], AT_NAME));
    }
    return true;
}

/* Slots stand from left to right: rules take the lowest bit for the leftmost slot. */
static bool load_board(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    static const uint32_t allowed[AT_BOARD_ROWS] = {
        [AT_ROW_BLOG] = 1u << AT_ICON,
        [AT_ROW_WORK] = 1u << AT_MONEY | 1u << AT_DRAW | 1u << AT_LANGUAGE,
        [AT_ROW_REST] = 1u << AT_ENERGY | 1u << AT_LIKE | 1u << AT_PERSONALITY,
    };
    for (uint32_t row = 0; row < AT_BOARD_SLOTS; row++) {
        struct at_slot *s = &d->slot[row];
        s->row = (uint8_t)vl_deck_value(deck, AT_T_BOARD, row, AT_BOARD_ROW);
        s->paid = (uint8_t)vl_deck_value(deck, AT_T_BOARD, row, AT_BOARD_PAID);
        s->token = (uint8_t)vl_deck_value(deck, AT_T_BOARD, row, AT_BOARD_TOKEN);
        d->row_slots[s->row][s->paid] = (uint16_t)(d->row_slots[s->row][s->paid] | 1U << row);
        if (row > 0 && (s->row < s[-1].row ||
                        (s->row == s[-1].row && (s->paid < s[-1].paid || s->token < s[-1].token))))
            return vl_deck_fail(deck, AT_T_BOARD, row, err,
                                "slots stand row by row: open before covered, free before paid");
        if (!read_effects(deck, AT_T_BOARD, row, AT_BOARD_EFFECTS, allowed[s->row], s->effect,
                          &s->effect_count, err))
            return false;
    }
    for (uint32_t row = 0; row < AT_BONUSES; row++) {
        d->bonus[row].likes = (uint8_t)vl_deck_value(deck, AT_T_BONUS, row, AT_BONUS_LIKES);
        d->bonus[row].circles = (uint8_t)vl_deck_value(deck, AT_T_BONUS, row, AT_BONUS_CIRCLES);
    }
    return true;
}

/* The blog track and the score tables, each in order. */
static bool load_tracks(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    const uint32_t rewards = 1u << AT_MONEY | 1u << AT_ENERGY | 1u << AT_DRAW | 1u << AT_TRAVEL |
                             1u << AT_PERSONALITY | 1u << AT_GOALS | 1u << AT_LANGUAGE |
                             1u << AT_SHIFT;
    for (uint32_t row = 0; row < AT_BLOG_SLOTS; row++) {
        struct at_blog_slot *b = &d->blog[row];
        struct at_effect reward[AT_EFFECTS];
        uint8_t count;
        if (vl_deck_value(deck, AT_T_BLOG, row, AT_BLOG_SLOT) != row + 1)
            return vl_deck_fail(deck, AT_T_BLOG, row, err, "expected slot %u here", row + 1);
        b->points = (uint8_t)vl_deck_value(deck, AT_T_BLOG, row, AT_BLOG_POINTS);
        b->line_after = (uint8_t)vl_deck_value(deck, AT_T_BLOG, row, AT_BLOG_LINE);
        if (!read_effects(deck, AT_T_BLOG, row, AT_BLOG_REWARD, rewards, reward, &count, err))
            return false;
        if (count != 1)
            return vl_deck_fail(deck, AT_T_BLOG, row, err, "a slot has one reward");
        b->reward = reward[0];
    }
    for (uint32_t row = 0; row < AT_SET_SCORES + AT_SCORE_TILES; row++) {
        bool tile = row >= AT_SET_SCORES;
        uint32_t number = tile ? row - AT_SET_SCORES : row;
        uint8_t points = (uint8_t)vl_deck_value(deck, AT_T_SCORE, row, AT_SCORE_POINTS);
        if (vl_deck_value(deck, AT_T_SCORE, row, AT_SCORE_KIND) != tile ||
            vl_deck_value(deck, AT_T_SCORE, row, AT_SCORE_NUMBER) != number + 1)
            return vl_deck_fail(deck, AT_T_SCORE, row, err, "expected %s %u here",
                                tile ? "tile" : "set", number + 1);
        if (tile)
            d->score_tile[number] = points;
        else
            d->set_score[number] = points;
    }
    return true;
}

/* His deck has 15 cards of six kinds. */
static bool load_dante(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    uint32_t cards = 0;
    for (uint32_t row = 0; row < AT_DANTE_KINDS; row++) {
        struct at_dante *c = &d->dante[row];
        c->copies = (uint8_t)vl_deck_value(deck, AT_T_DANTE, row, AT_DANTE_COPIES);
        c->action = (uint8_t)vl_deck_value(deck, AT_T_DANTE, row, AT_DANTE_ACTION);
        c->first = (uint8_t)vl_deck_value(deck, AT_T_DANTE, row, AT_DANTE_FIRST);
        c->quick = (uint8_t)vl_deck_value(deck, AT_T_DANTE, row, AT_DANTE_QUICK);
        if (c->first && c->action != AT_DANTE_EXPLORE)
            return vl_deck_fail(deck, AT_T_DANTE, row, err,
                                "only an explore card has a first priority");
        cards += c->copies;
    }
    if (cards != AT_DANTE_CARDS)
        return vl_deck_fail(deck, AT_T_DANTE, AT_DANTE_KINDS - 1, err,
                            "expected %d cards in all, found %u", AT_DANTE_CARDS, cards);
    return true;
}

/* How often each icon stands there, three bits each. */
static uint64_t mix_of(const struct at_place *place)
{
    uint64_t mix = 0;
    for (uint32_t i = 0; i < place->icon_count; i++)
        mix += UINT64_C(1) << (3 * place->icon[i]);
    return mix;
}

/* Mixes of icons get numbers in the order they are met; beyond AT_MIXES they share one, which is
 * not cached. */
static void number_mix(struct at_place *place, uint64_t mixes[AT_MIXES], uint32_t *count)
{
    uint64_t mix = mix_of(place);
    uint32_t i = 0;
    while (i < *count && mixes[i] != mix)
        i++;
    if (i == *count && i < AT_MIXES)
        mixes[(*count)++] = mix;
    place->mix = (uint16_t)i;
}

/* Judgement keeps what goals gain by a mix: many places have the same one. */
static void number_mixes(struct at_deck *d)
{
    uint64_t mixes[AT_MIXES];
    uint32_t count = 0;
    for (uint32_t country = 0; country < AT_COUNTRIES; country++)
        for (uint32_t place = 0; place < AT_PLACES; place++)
            number_mix(&d->place[country][place], mixes, &count);
    for (uint32_t card = 0; card < AT_CARDS; card++)
        number_mix(&d->card[card].place, mixes, &count);
}

/* The mark is a hash of the whole deck: caches are told apart by it (outlook.c). It is never 0,
 * which stands for an empty cache. */
bool at_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    if (!load_words(deck, err) || !load_map(deck, err) || !load_places(deck, err) ||
        !load_people(deck, err))
        return false;
    for (uint32_t row = 0; row < AT_EVENTS; row++)
        if (!load_event(deck, row, err))
            return false;
    if (!load_personal_goals(deck, AT_T_GEOGRAPHY, d->geography, err) ||
        !load_personal_goals(deck, AT_T_VEXILLOLOGY, d->vexillology, err) ||
        !load_public_goals(deck, err) || !load_setups(deck, err) || !load_board(deck, err) ||
        !load_tracks(deck, err) || !load_dante(deck, err))
        return false;
    number_mixes(d);
    d->mark = 0;
    d->mark = vl_hash_bytes(d, sizeof *d, 0) | 1;
    return true;
}
