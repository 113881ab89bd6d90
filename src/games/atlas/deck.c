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

#include <stdarg.h>
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

/* A row that is being read; a mistake in it is told with its file and line. */
struct row {
    const struct vl_deck *deck;
    uint32_t table, number;
    struct vl_error *err;
};

static const char *text_at(const struct row *r, uint32_t column)
{
    return vl_deck_text(r->deck, r->table, r->number, column);
}

static int64_t value_at(const struct row *r, uint32_t column)
{
    return vl_deck_value(r->deck, r->table, r->number, column);
}

/* The columns of most numbers hold no more than a byte. */
static uint8_t byte_at(const struct row *r, uint32_t column)
{
    return (uint8_t)value_at(r, column);
}

static const char *country_name(const struct row *r, uint32_t country)
{
    return vl_deck_text(r->deck, AT_T_COUNTRIES, country, AT_NAME);
}

__attribute__((format(printf, 2, 3))) static bool fail(const struct row *r, const char *format, ...)
{
    char message[sizeof r->err->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return vl_deck_fail(r->deck, r->table, r->number, r->err, "%s", message);
}

/* Keys of another table, each once, at most `most` of them. */
static bool read_refs(const struct row *r, uint32_t column, uint32_t target, uint32_t most,
                      uint8_t *out, uint8_t *count)
{
    const struct vl_table_spec *tables = r->deck->game->tables;
    const char *cell = text_at(r, column), *name = tables[r->table].columns[column].name;
    char word[32];
    *count = 0;
    while (next_word(&cell, word)) {
        int found = vl_deck_find(r->deck, target, AT_ID, word);
        if (found < 0)
            return fail(r, "column %s: \"%s\" is no key in %s.tsv", name, word,
                        tables[target].name);
        for (uint32_t i = 0; i < *count; i++)
            if (out[i] == found)
                return fail(r, "column %s: %s stands twice", name, word);
        if (*count == most)
            return fail(r, "column %s: more than %u words", name, most);
        out[(*count)++] = (uint8_t)found;
    }
    return true;
}

/* What party cards and events can do. */
static const uint32_t card_effects = 1u << AT_MONEY | 1u << AT_ENERGY | 1u << AT_LIKE |
                                     1u << AT_DISLIKE | 1u << AT_DRAW | 1u << AT_PERSONALITY |
                                     1u << AT_LANGUAGE | 1u << AT_REFRESH;

/* Effects such as "money:4 dislike:1"; `allowed` has a bit for each kind that may stand here. */
static bool read_effects(const struct row *r, uint32_t column, uint32_t allowed,
                         struct at_effect out[AT_EFFECTS], uint8_t *count)
{
    const char *cell = text_at(r, column);
    char word[32];
    *count = 0;
    while (next_word(&cell, word)) {
        char *colon = strchr(word, ':'), *end = colon;
        long amount = colon ? strtol(colon + 1, &end, 10) : 0;
        bool whole = colon && end != colon + 1 && !*end;
        if (whole)
            *colon = '\0';
        int kind = whole ? at_word(at_effect_words, word) : -1;
        if (whole)
            *colon = ':';
        bool may_cost = kind == AT_MONEY || kind == AT_ENERGY;
        if (kind <= 0 || !(allowed >> kind & 1) || amount == 0 || amount > 6 ||
            amount < (may_cost ? -6 : 0))
            return fail(r, "\"%s\" is no effect that may stand here", word);
        if (*count == AT_EFFECTS)
            return fail(r, "more than %d effects", AT_EFFECTS);
        out[(*count)++] = (struct at_effect){(uint8_t)kind, (int8_t)amount};
    }
    return true;
}

/* The number of an area that must be on the grid; -1 after a message. */
static int read_area(const struct row *r, const char *word)
{
    int area = at_area(word);
    if (area < 0)
        fail(r, "\"%s\" is no grid area from A1 to I13", word);
    return area;
}

static bool read_areas(const struct row *r, uint32_t column, uint64_t areas[AT_AREA_WORDS])
{
    const char *cell = text_at(r, column);
    char word[32];
    while (next_word(&cell, word)) {
        int area = read_area(r, word);
        if (area < 0)
            return false;
        vl_add_to(areas, (uint32_t)area);
    }
    return true;
}

/* Enums of deck.h are the rows of these tables: a deck may change names, not keys or their order.
 */
static bool load_words(const struct vl_deck *deck, struct vl_error *err)
{
    static const struct {
        uint32_t table;
        const char *const *words;
    } lists[] = {
        {AT_T_CONTINENTS, at_continent_words}, {AT_T_EXPERIENCES, at_experience_words},
        {AT_T_COLOURS, at_colour_words},       {AT_T_ELEMENTS, at_flag_words},
        {AT_T_BONUS, at_action_words},
    };
    for (uint32_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (uint32_t row = 0; row < deck->rows[lists[i].table]; row++) {
            const struct row r = {deck, lists[i].table, row, err};
            if (strcmp(text_at(&r, AT_ID), lists[i].words[row]) != 0)
                return fail(&r, "expected \"%s\" here, found \"%s\"", lists[i].words[row],
                            text_at(&r, AT_ID));
        }
    return true;
}

/* One row, and the sets of countries that the rules ask for often. */
static bool load_country(const struct row *r, struct at_deck *d)
{
    struct at_country *c = &d->country[r->number];
    int area = read_area(r, text_at(r, AT_COUNTRY_AREA));
    if (area < 0)
        return false;
    c->area = (uint8_t)area;
    c->continent = byte_at(r, AT_COUNTRY_CONTINENT);
    c->colours = (uint16_t)value_at(r, AT_COUNTRY_MAIN);
    c->second_colours = (uint16_t)value_at(r, AT_COUNTRY_SECOND);
    c->flags = (uint32_t)(value_at(r, AT_COUNTRY_ELEMENTS) | value_at(r, AT_COUNTRY_LAYOUT)
                                                                 << AT_ELEMENTS);
    c->status = byte_at(r, AT_COUNTRY_STATUS);
    c->coast = byte_at(r, AT_COUNTRY_COAST);
    c->isolated = byte_at(r, AT_COUNTRY_ISOLATED);
    c->airport = byte_at(r, AT_COUNTRY_AIRPORT);
    if (!read_refs(r, AT_COUNTRY_LANGUAGE, AT_T_LANGUAGES, AT_COUNTRY_LANGUAGES, c->language,
                   &c->language_count))
        return false;
    vl_add_to(d->of_continent[c->continent], r->number);
    vl_add_to(d->of_area[area], r->number);
    if (c->airport)
        vl_add_to(d->airports, r->number);
    for (uint32_t i = 0; i < c->language_count; i++)
        vl_add_to(d->of_language[c->language[i]], r->number);
    return true;
}

/* Neighbours as a matrix of bits, while routes and regions are read. */
struct map {
    uint64_t next_to[AT_COUNTRIES][AT_COUNTRY_WORDS];
};

/* False if the two are neighbours already. */
static bool connect(struct map *map, uint32_t a, uint32_t b)
{
    bool fresh = !vl_has_in(map->next_to[a], b);
    vl_add_to(map->next_to[a], b);
    vl_add_to(map->next_to[b], a);
    return fresh;
}

/* Routes join two countries; a region makes neighbours of all its members, without a route drawn
 * between each two. */
static bool load_routes(struct vl_deck *deck, struct map *map, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    for (uint32_t row = 0; row < deck->rows[AT_T_ROUTES]; row++) {
        const struct row r = {deck, AT_T_ROUTES, row, err};
        uint32_t a = byte_at(&r, AT_ROUTE_A), b = byte_at(&r, AT_ROUTE_B);
        if (a == b)
            return fail(&r, "a route leads from a country to itself");
        if (!connect(map, a, b))
            return fail(&r, "this route stands here twice");
        if (value_at(&r, AT_ROUTE_KIND) == AT_ROUTE_LAND) {
            d->country[a].borders++;
            d->country[b].borders++;
        }
    }
    for (uint32_t row = 0; row < deck->rows[AT_T_REGIONS]; row++) {
        const struct row r = {deck, AT_T_REGIONS, row, err};
        uint8_t members[12], count;
        if (!read_refs(&r, AT_REGION_COUNTRIES, AT_T_COUNTRIES, 12, members, &count))
            return false;
        if (count < 2)
            return fail(&r, "a region has at least 2 countries");
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
            if (vl_has_in(map->next_to[a], b)) {
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
    struct map map = {0};
    if (!load_routes(deck, &map, err))
        return false;
    load_steps(d, &map);
    for (uint32_t row = 1; row < AT_COUNTRIES; row++) {
        const struct row r = {deck, AT_T_COUNTRIES, row, err};
        if (d->distance[0][row] == AT_NONE)
            return fail(&r, "no land or sea route leads from %s to %s", country_name(&r, 0),
                        country_name(&r, row));
    }
    return true;
}

/* The reader has checked the words and how many there are. */
static void load_icons(const struct row *r, uint32_t column, struct at_place *place)
{
    const char *cell = text_at(r, column);
    char word[32];
    while (next_word(&cell, word))
        place->icon[place->icon_count++] = (uint8_t)at_word(at_experience_words, word);
}

/* Three places for each country: 702 rows, and none of them twice, leave no gap. */
static bool load_place(const struct row *r, struct at_deck *d)
{
    uint32_t country = byte_at(r, AT_PLACE_COUNTRY), slot = byte_at(r, AT_PLACE_SLOT) - 1U;
    struct at_place *place = &d->place[country][slot];
    if (place->cost)
        return fail(r, "%s has a place %u already", country_name(r, country), slot + 1);
    place->cost = byte_at(r, AT_PLACE_COST);
    load_icons(r, AT_PLACE_ICONS, place);
    return true;
}

/* What the bonus counts is a word of the list that its kind names. */
static bool load_bonus(const struct row *r, struct at_card *card)
{
    static const char *const none[] = {"-", NULL};
    static const char *const *const lists[] = {none, at_colour_words, at_continent_words,
                                               at_flag_words};
    const char *what = text_at(r, AT_CARD_BONUS);
    card->bonus_kind = byte_at(r, AT_CARD_BONUS_KIND);
    card->bonus_points = byte_at(r, AT_CARD_BONUS_POINTS);
    int found = at_word(lists[card->bonus_kind], what);
    if (found < 0 || (card->bonus_kind == AT_BONUS_ELEMENT && found >= AT_ELEMENTS))
        return fail(r, "column bonus: \"%s\" does not fit the kind of the bonus", what);
    card->bonus_what = card->bonus_kind == AT_NO_BONUS ? AT_NONE : (uint8_t)found;
    if ((card->bonus_kind == AT_NO_BONUS) != (card->bonus_points == 0))
        return fail(r, "a bonus has points, and no bonus has none");
    if (card->bonus_kind > AT_BONUS_COLOUR && card->bonus_points != 2)
        return fail(r, "a bonus for a continent or an element is worth 2 points");
    return true;
}

/* A card of two countries counts as a card of both. */
static bool load_card(const struct row *r, struct at_deck *d)
{
    struct at_card *card = &d->card[r->number];
    uint8_t need = byte_at(r, AT_CARD_NEED);
    card->place.cost = byte_at(r, AT_CARD_COST);
    load_icons(r, AT_CARD_ICONS, &card->place);
    card->need_count = byte_at(r, AT_CARD_NEED_COUNT);
    card->need = need == AT_EXPERIENCES ? AT_NONE : need;
    if ((card->need == AT_NONE) != (card->need_count == 0))
        return fail(r, "a requirement has a number and an experience, or 0 and '-'");
    if (!load_bonus(r, card))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        int64_t country = value_at(r, AT_CARD_COUNTRY + i);
        card->country[i] = country < 0 ? AT_NONE : (uint8_t)country;
        if (country < 0)
            continue;
        struct at_country *c = &d->country[country];
        if (i == 1 && card->country[0] == country)
            return fail(r, "the second country is the same as the first");
        if (c->card_count == AT_CARDS_OF_COUNTRY)
            return fail(r, "%s has %d destination cards already",
                        country_name(r, (uint32_t)country), AT_CARDS_OF_COUNTRY);
        c->card[c->card_count++] = (uint8_t)r->number;
    }
    return true;
}

static bool load_character(const struct row *r, struct at_deck *d)
{
    struct at_character *c = &d->character[r->number];
    c->home = byte_at(r, AT_CHARACTER_HOME);
    if (!read_refs(r, AT_CHARACTER_LANGUAGES, AT_T_LANGUAGES, 3, c->language, &c->language_count))
        return false;
    return c->language_count ? true : fail(r, "a character speaks at least 1 language");
}

static bool load_tile(const struct row *r, struct at_deck *d)
{
    d->tile[r->number].face[0] = (uint16_t)value_at(r, AT_TILE_FRONT);
    d->tile[r->number].face[1] = (uint16_t)value_at(r, AT_TILE_BACK);
    return true;
}

static bool load_party(const struct row *r, struct at_deck *d)
{
    struct at_party *p = &d->party[r->number];
    p->home = byte_at(r, AT_PARTY_HOME);
    if (!read_effects(r, AT_PARTY_EFFECTS, card_effects, p->effect, &p->effect_count))
        return false;
    return p->effect_count ? true : fail(r, "a party card has an effect");
}

/* An event either lies with cubes and closes something, or is done at once; never both (AT-9.2,
 * AT-9.3). */
static bool load_event(const struct row *r, struct at_deck *d)
{
    struct at_event *e = &d->event[r->number];
    e->persistent = byte_at(r, AT_EVENT_KIND);
    e->cubes = byte_at(r, AT_EVENT_CUBES);
    e->who = byte_at(r, AT_EVENT_WHO);
    if (!read_effects(r, AT_EVENT_EFFECTS, card_effects, e->effect, &e->effect_count) ||
        !read_refs(r, AT_EVENT_COUNTRIES, AT_T_COUNTRIES, AT_BLOCKED_COUNTRIES, e->country,
                   &e->country_count) ||
        !read_areas(r, AT_EVENT_AREAS, e->blocked_areas) ||
        !read_areas(r, AT_EVENT_DELAYS, e->delayed_areas))
        return false;
    bool places = e->country_count || e->blocked_areas[0] || e->blocked_areas[1] ||
                  e->delayed_areas[0] || e->delayed_areas[1];
    if (e->persistent && (!e->cubes || !places || e->effect_count || e->who))
        return fail(r, "a persistent event has cubes and places, and no other effect");
    if (!e->persistent && (e->cubes || places || !e->effect_count || !e->who))
        return fail(r, "an instant event has an effect on someone, no cubes and no places");
    return true;
}

/* A goal. Kind, count, what and points stand side by side in all three tables. What it asks for is
 * read by its kind: bits of experiences, flags, colours, continents, rows. */
static bool read_goal(const struct row *r, uint32_t kind_column, struct at_goal *goal)
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
    const uint32_t more = kind_column - AT_GOAL_KIND;
    goal->kind = byte_at(r, kind_column);
    goal->count = byte_at(r, AT_GOAL_COUNT + more);
    goal->points = byte_at(r, AT_GOAL_POINTS + more);
    const char *cell = text_at(r, AT_GOAL_WHAT + more);
    const char *const *words = wants[goal->kind].words;
    char word[32];
    uint32_t count = 0;
    while (next_word(&cell, word)) {
        int found = words ? at_word(words, word) : -1;
        if (found < 0 || goal->what >> found & 1)
            return fail(r, "column what: \"%s\" does not fit here", word);
        goal->what |= 1u << found;
        if (words == numbers)
            goal->number = (uint8_t)found;
        count++;
    }
    if (count < wants[goal->kind].least || count > wants[goal->kind].most)
        return fail(r, "column what: expected %u to %u words, found %u", wants[goal->kind].least,
                    wants[goal->kind].most, count);
    return true;
}

/* A personal goal of one of the two piles. */
static bool load_personal_goal(const struct row *r, struct at_deck *d)
{
    struct at_goal *g = &(r->table == AT_T_GEOGRAPHY ? d->geography : d->vexillology)[r->number];
    g->dante = byte_at(r, AT_GOAL_DANTE);
    return read_goal(r, AT_GOAL_KIND, g);
}

/* The printed goal is number 0; the piles follow in order, so that a pile is a range. */
static bool load_public_goal(const struct row *r, struct at_deck *d)
{
    static const uint8_t first[] = {0, 1, 1 + AT_PUBLIC_A, 1 + AT_PUBLIC_A + AT_PUBLIC_B};
    struct at_goal *g = &d->public_goal[r->number];
    g->pile = byte_at(r, AT_PUBLIC_PILE);
    g->dante = 1;
    if (r->number < first[g->pile] || (g->pile < 3 && r->number >= first[g->pile + 1]))
        return fail(r, "expected the printed goal, then %d of A, %d of B and %d of C", AT_PUBLIC_A,
                    AT_PUBLIC_B, AT_PUBLIC_C);
    return read_goal(r, AT_PUBLIC_KIND, g);
}

/* Each card has its eight souvenirs in the order of souvenirs.tsv, in eight countries. */
static bool load_setup(const struct row *r, struct at_deck *d)
{
    uint32_t card = r->number / AT_SOUVENIRS, souvenir = r->number % AT_SOUVENIRS;
    if (byte_at(r, AT_SETUP_CARD) != card + 1 || byte_at(r, AT_SETUP_SOUVENIR) != souvenir)
        return fail(r, "expected card %u and its souvenir %s here", card + 1,
                    vl_deck_text(r->deck, AT_T_SOUVENIRS, souvenir, AT_ID));
    d->setup[card][souvenir] = byte_at(r, AT_SETUP_COUNTRY);
    for (uint32_t i = 0; i < souvenir; i++)
        if (d->setup[card][i] == d->setup[card][souvenir])
            return fail(r, "this card has a souvenir in %s already",
                        country_name(r, d->setup[card][i]));
    return true;
}

/* Slots stand from left to right: rules take the lowest bit for the leftmost slot. */
static bool load_slot(const struct row *r, struct at_deck *d)
{
    static const uint32_t allowed[AT_BOARD_ROWS] = {
        [AT_ROW_BLOG] = 1u << AT_ICON,
        [AT_ROW_WORK] = 1u << AT_MONEY | 1u << AT_DRAW | 1u << AT_LANGUAGE,
        [AT_ROW_REST] = 1u << AT_ENERGY | 1u << AT_LIKE | 1u << AT_PERSONALITY,
    };
    struct at_slot *s = &d->slot[r->number];
    s->row = byte_at(r, AT_BOARD_ROW);
    s->paid = byte_at(r, AT_BOARD_PAID);
    s->token = byte_at(r, AT_BOARD_TOKEN);
    uint16_t *slots = &d->row_slots[s->row][s->paid];
    *slots = (uint16_t)(*slots | 1U << r->number);
    if (r->number > 0 && (s->row < s[-1].row || (s->row == s[-1].row &&
                                                 (s->paid < s[-1].paid || s->token < s[-1].token))))
        return fail(r, "slots stand row by row: open before covered, free before paid");
    return read_effects(r, AT_BOARD_EFFECTS, allowed[s->row], s->effect, &s->effect_count);
}

static bool load_bonus_row(const struct row *r, struct at_deck *d)
{
    d->bonus[r->number].likes = byte_at(r, AT_BONUS_LIKES);
    d->bonus[r->number].circles = byte_at(r, AT_BONUS_CIRCLES);
    return true;
}

/* A slot of the blog track. */
static bool load_blog(const struct row *r, struct at_deck *d)
{
    const uint32_t rewards = 1u << AT_MONEY | 1u << AT_ENERGY | 1u << AT_DRAW | 1u << AT_TRAVEL |
                             1u << AT_PERSONALITY | 1u << AT_GOALS | 1u << AT_LANGUAGE |
                             1u << AT_SHIFT;
    struct at_blog_slot *b = &d->blog[r->number];
    struct at_effect reward[AT_EFFECTS];
    uint8_t count;
    if (value_at(r, AT_BLOG_SLOT) != r->number + 1)
        return fail(r, "expected slot %u here", r->number + 1);
    b->points = byte_at(r, AT_BLOG_POINTS);
    b->line_after = byte_at(r, AT_BLOG_LINE);
    if (!read_effects(r, AT_BLOG_REWARD, rewards, reward, &count))
        return false;
    if (count != 1)
        return fail(r, "a slot has one reward");
    b->reward = reward[0];
    return true;
}

/* The points of sets, then the score tiles, each in order. */
static bool load_score(const struct row *r, struct at_deck *d)
{
    bool tile = r->number >= AT_SET_SCORES;
    uint32_t number = tile ? r->number - AT_SET_SCORES : r->number;
    if (value_at(r, AT_SCORE_KIND) != tile || value_at(r, AT_SCORE_NUMBER) != number + 1)
        return fail(r, "expected %s %u here", tile ? "tile" : "set", number + 1);
    if (tile)
        d->score_tile[number] = byte_at(r, AT_SCORE_POINTS);
    else
        d->set_score[number] = byte_at(r, AT_SCORE_POINTS);
    return true;
}

/* His deck has 15 cards of six kinds. */
static bool load_dante(const struct row *r, struct at_deck *d)
{
    struct at_dante *c = &d->dante[r->number];
    uint32_t cards = 0;
    c->copies = byte_at(r, AT_DANTE_COPIES);
    c->action = byte_at(r, AT_DANTE_ACTION);
    c->first = byte_at(r, AT_DANTE_FIRST);
    c->quick = byte_at(r, AT_DANTE_QUICK);
    if (c->first && c->action != AT_DANTE_EXPLORE)
        return fail(r, "only an explore card has a first priority");
    for (uint32_t i = 0; i < AT_DANTE_KINDS; i++)
        cards += d->dante[i].copies;
    if (r->number == AT_DANTE_KINDS - 1 && cards != AT_DANTE_CARDS)
        return fail(r, "expected %d cards in all, found %u", AT_DANTE_CARDS, cards);
    return true;
}

/* Mixes of icons get numbers in the order they are met; beyond AT_MIXES they share one, which is
 * not cached. */
static void number_mix(struct at_place *place, uint64_t mixes[AT_MIXES], uint32_t *count)
{
    uint64_t mix = 0; /* how often each icon stands there, three bits each */
    uint32_t i = 0;
    for (uint32_t k = 0; k < place->icon_count; k++)
        mix += UINT64_C(1) << (3 * place->icon[k]);
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

/* Tables that are read row by row, in an order in which each finds what it refers to. The map is
 * made after the countries. */
static const struct {
    uint32_t table;
    bool (*load)(const struct row *r, struct at_deck *d);
} loaders[] = {
    {AT_T_COUNTRIES, load_country},
    {AT_T_PLACES, load_place},
    {AT_T_DESTINATIONS, load_card},
    {AT_T_CHARACTERS, load_character},
    {AT_T_PERSONALITY, load_tile},
    {AT_T_PARTY, load_party},
    {AT_T_EVENTS, load_event},
    {AT_T_GEOGRAPHY, load_personal_goal},
    {AT_T_VEXILLOLOGY, load_personal_goal},
    {AT_T_PUBLIC, load_public_goal},
    {AT_T_SETUP, load_setup},
    {AT_T_BOARD, load_slot},
    {AT_T_BONUS, load_bonus_row},
    {AT_T_BLOG, load_blog},
    {AT_T_SCORE, load_score},
    {AT_T_DANTE, load_dante},
};

/* The mark is a hash of the whole deck: caches are told apart by it (outlook.c). It is never 0,
 * which stands for an empty cache. */
bool at_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct at_deck *d = deck->data;
    if (!load_words(deck, err))
        return false;
    d->language_count = (uint16_t)deck->rows[AT_T_LANGUAGES];
    for (uint32_t i = 0; i < sizeof loaders / sizeof *loaders; i++) {
        struct row r = {deck, loaders[i].table, 0, err};
        for (; r.number < deck->rows[r.table]; r.number++)
            if (!loaders[i].load(&r, d))
                return false;
        if (r.table == AT_T_COUNTRIES && !load_map(deck, err))
            return false;
    }
    number_mixes(d);
    d->mark = 0;
    d->mark = vl_hash_bytes(d, sizeof *d, 0) | 1;
    return true;
}
