/* Checks of the 702 places of the country cards and of the 165 destination cards. */
#include "games/atlas/deck_check.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"

/* How costs, icon counts and experiences are spread over a deck of places. */
struct spread {
    uint32_t cost[7];
    uint32_t icons[AT_ICONS + 1];
    uint32_t with[AT_EXPERIENCES]; /* places that show it */
    uint32_t places;
};

/* Bounds in per cent of the places. */
struct bounds {
    uint8_t cost[7][2];
    uint8_t icons[AT_ICONS + 1][2];
    uint16_t with[2]; /* places that show an experience, in number */
};

static const struct bounds place_bounds = {
    .cost = {[3] = {8, 35}, [4] = {25, 50}, [5] = {20, 45}, [6] = {3, 20}},
    .icons = {[2] = {55, 85}, [3] = {12, 42}, [4] = {0, 8}},
    .with = {60, 220},
};
static const struct bounds card_bounds = {
    .cost = {[3] = {2, 30}, [4] = {20, 50}, [5] = {20, 50}, [6] = {5, 30}},
    .icons = {[2] = {0, 20}, [3] = {40, 80}, [4] = {15, 50}},
    .with = {18, 60},
};

static void add_place(struct spread *spread, const struct at_place *place)
{
    uint32_t shown = 0;
    spread->places++;
    spread->cost[place->cost]++;
    spread->icons[place->icon_count]++;
    for (uint32_t i = 0; i < place->icon_count; i++)
        shown |= 1u << place->icon[i];
    for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
        spread->with[k] += shown >> k & 1;
}

static bool fail_spread(const struct at_deck_check *check, uint32_t table, const char *what,
                        uint32_t n, uint32_t found, uint32_t least, uint32_t most)
{
    char where[80];
    snprintf(where, sizeof where, "%s.tsv", check->deck->game->tables[table].name);
    return vl_fail(check->err, VL_BAD_INPUT, where, "%s %u: expected %u to %u rows, found %u", what,
                   n, least, most, found);
}

static bool check_spread(const struct at_deck_check *check, uint32_t table, const struct spread *s,
                         const struct bounds *b)
{
    for (uint32_t n = 3; n <= 6; n++) {
        uint32_t least = s->places * b->cost[n][0] / 100, most = s->places * b->cost[n][1] / 100;
        if (s->cost[n] < least || s->cost[n] > most)
            return fail_spread(check, table, "cost", n, s->cost[n], least, most);
    }
    for (uint32_t n = 2; n <= AT_ICONS; n++) {
        uint32_t least = s->places * b->icons[n][0] / 100, most = s->places * b->icons[n][1] / 100;
        if (s->icons[n] < least || s->icons[n] > most)
            return fail_spread(check, table, "number of icons", n, s->icons[n], least, most);
    }
    for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
        if (s->with[k] < b->with[0] || s->with[k] > b->with[1])
            return vl_deck_fail(check->deck, AT_T_EXPERIENCES, k, check->err,
                                "expected %u to %u rows of %s.tsv with it, found %u", b->with[0],
                                b->with[1], check->deck->game->tables[table].name, s->with[k]);
    vl_text_addf(check->report, "  costs 3: %u, 4: %u, 5: %u, 6: %u; icons 2: %u, 3: %u, 4: %u\n  ",
                 s->cost[3], s->cost[4], s->cost[5], s->cost[6], s->icons[2], s->icons[3],
                 s->icons[4]);
    for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
        vl_text_addf(check->report, "%s%s %u", k ? ", " : "", at_experience_words[k], s->with[k]);
    vl_text_addf(check->report, " (%u to %u each)\n", b->with[0], b->with[1]);
    return true;
}

/* An icon stands at most twice on a card. */
static bool repeats_too_often(const struct at_place *place, bool *repeats)
{
    uint8_t count[AT_EXPERIENCES] = {0};
    for (uint32_t i = 0; i < place->icon_count; i++) {
        count[place->icon[i]]++;
        if (count[place->icon[i]] == 2)
            *repeats = true;
        if (count[place->icon[i]] > 2)
            return true;
    }
    return false;
}

static bool same_icons(const struct at_place *a, const struct at_place *b)
{
    uint8_t count[AT_EXPERIENCES] = {0};
    if (a->icon_count != b->icon_count)
        return false;
    for (uint32_t i = 0; i < a->icon_count; i++)
        count[a->icon[i]]++;
    for (uint32_t i = 0; i < b->icon_count; i++)
        if (count[b->icon[i]]-- == 0)
            return false;
    return true;
}

bool at_check_places(const struct at_deck_check *check)
{
    struct spread spread = {0};
    for (uint32_t row = 0; row < check->deck->rows[AT_T_PLACES]; row++) {
        uint32_t c = (uint32_t)vl_deck_value(check->deck, AT_T_PLACES, row, AT_PLACE_COUNTRY);
        uint32_t slot = (uint32_t)vl_deck_value(check->deck, AT_T_PLACES, row, AT_PLACE_SLOT) - 1;
        const struct at_place *place = check->d->place[c];
        const char *key = vl_deck_text(check->deck, AT_T_COUNTRIES, c, AT_ID);
        char id[8];
        bool repeats;
        snprintf(id, sizeof id, "%.2s-%u", key, slot + 1);
        if (strcmp(id, vl_deck_text(check->deck, AT_T_PLACES, row, AT_ID)) != 0)
            return vl_deck_fail(check->deck, AT_T_PLACES, row, check->err,
                                "expected the key \"%s\"", id);
        if (repeats_too_often(&place[slot], &repeats))
            return vl_deck_fail(check->deck, AT_T_PLACES, row, check->err,
                                "an icon stands more than twice");
        if (slot == 2 && same_icons(&place[0], &place[1]) && same_icons(&place[0], &place[2]))
            return vl_deck_fail(check->deck, AT_T_PLACES, row, check->err,
                                "all three places of %s have the same icons",
                                vl_deck_text(check->deck, AT_T_COUNTRIES, c, AT_NAME));
        add_place(&spread, &place[slot]);
    }
    vl_text_addf(check->report, "places: %u, three for each country, never with the same icons\n",
                 spread.places);
    return check_spread(check, AT_T_PLACES, &spread, &place_bounds);
}

bool at_check_cards(const struct at_deck_check *check)
{
    static const uint8_t least[AT_CONTINENTS] = {30, 32, 28, 20, 12, 12, 1};
    static const uint8_t most[AT_CONTINENTS] = {42, 44, 40, 32, 20, 20, 3};
    struct spread spread = {0};
    uint32_t continent[AT_CONTINENTS] = {0}, two = 0, repeated = 0, countries = 0, needs = 0;
    for (uint32_t row = 0; row < AT_CARDS; row++) {
        const struct at_card *card = &check->d->card[row];
        bool repeats = false;
        if (repeats_too_often(&card->place, &repeats))
            return vl_deck_fail(check->deck, AT_T_DESTINATIONS, row, check->err,
                                "an icon stands more than twice");
        repeated += repeats;
        needs += card->need_count > 0;
        continent[check->d->country[card->country[0]].continent]++;
        if (card->country[1] != AT_NONE) {
            two++;
            if (check->d->distance[card->country[0]][card->country[1]] != 1)
                return vl_deck_fail(check->deck, AT_T_DESTINATIONS, row, check->err,
                                    "its two countries are no neighbours");
        }
        add_place(&spread, &card->place);
    }
    for (uint32_t i = 0; i < AT_COUNTRIES; i++)
        countries += check->d->country[i].card_count > 0;
    if (countries < 110)
        return fail_spread(check, AT_T_DESTINATIONS, "countries with a card, of", AT_COUNTRIES,
                           countries, 110, AT_COUNTRIES);
    if (needs < 25 || needs > 45)
        return fail_spread(check, AT_T_DESTINATIONS, "cards with a requirement, of", AT_CARDS,
                           needs, 25, 45);
    vl_text_addf(check->report,
                 "destination cards: %d in %u countries, %u of them in two, at most %d a country; "
                 "%u with a requirement, %u with an icon twice\n  ",
                 AT_CARDS, countries, two, AT_CARDS_OF_COUNTRY, needs, repeated);
    for (uint32_t k = 0; k < AT_CONTINENTS; k++) {
        if (continent[k] < least[k] || continent[k] > most[k])
            return vl_deck_fail(check->deck, AT_T_CONTINENTS, k, check->err,
                                "expected %u to %u destination cards here, found %u", least[k],
                                most[k], continent[k]);
        vl_text_addf(check->report, "%s%s %u", k ? ", " : "", at_continent_words[k], continent[k]);
    }
    vl_text_char(check->report, '\n');
    return check_spread(check, AT_T_DESTINATIONS, &spread, &card_bounds);
}

static void report_counts(const struct at_deck_check *check, const char *title,
                          const char *const *words, const uint32_t *counts, uint32_t count)
{
    vl_text_addf(check->report, "  %s:", title);
    for (uint32_t k = 0; k < count; k++)
        vl_text_addf(check->report, "%s %s %u", k ? "," : "", words[k], counts[k]);
    vl_text_char(check->report, '\n');
}

bool at_check_bonuses(const struct at_deck_check *check)
{
    uint32_t kinds[4] = {0}, colours[AT_COLOURS] = {0}, continents[AT_CONTINENTS] = {0};
    uint32_t elements[AT_ELEMENTS] = {0};
    for (uint32_t row = 0; row < AT_CARDS; row++) {
        const struct at_card *card = &check->d->card[row];
        kinds[card->bonus_kind]++;
        if (card->bonus_kind == AT_BONUS_COLOUR) {
            colours[card->bonus_what]++;
            bool rare = card->bonus_what == AT_BLACK || card->bonus_what == AT_ORANGE;
            if (card->bonus_what >= AT_BROWN || (card->bonus_points == 3) != rare)
                return vl_deck_fail(check->deck, AT_T_DESTINATIONS, row, check->err,
                                    "a main colour: 3 points for black and orange, else 1 or 2");
        } else if (card->bonus_kind == AT_BONUS_CONTINENT) {
            continents[card->bonus_what]++;
        } else if (card->bonus_kind == AT_BONUS_ELEMENT) {
            elements[card->bonus_what]++;
        }
    }
    if (kinds[AT_NO_BONUS] > 25)
        return fail_spread(check, AT_T_DESTINATIONS, "cards without a bonus, of", AT_CARDS,
                           kinds[AT_NO_BONUS], 0, 25);
    for (uint32_t k = 0; k <= AT_ORANGE; k++)
        if (colours[k] < 4 || colours[k] > 20)
            return vl_deck_fail(check->deck, AT_T_COLOURS, k, check->err,
                                "expected 4 to 20 bonuses for this colour, found %u", colours[k]);
    for (uint32_t k = 0; k < AT_ANTARCTICA; k++)
        if (continents[k] < 4 || continents[k] > 10)
            return vl_deck_fail(check->deck, AT_T_CONTINENTS, k, check->err,
                                "expected 4 to 10 bonuses for this continent, found %u",
                                continents[k]);
    for (uint32_t k = 0; k < AT_ELEMENTS; k++)
        if (elements[k] < 2 || elements[k] > 7)
            return vl_deck_fail(check->deck, AT_T_ELEMENTS, k, check->err,
                                "expected 2 to 7 bonuses for this element, found %u", elements[k]);
    vl_text_addf(check->report,
                 "bonuses: %u for colours, %u for continents, %u for elements, %u cards without\n",
                 kinds[AT_BONUS_COLOUR], kinds[AT_BONUS_CONTINENT], kinds[AT_BONUS_ELEMENT],
                 kinds[AT_NO_BONUS]);
    report_counts(check, "colours (4 to 20 each)", at_colour_words, colours, AT_BROWN);
    report_counts(check, "continents (4 to 10 each)", at_continent_words, continents,
                  AT_ANTARCTICA);
    report_counts(check, "elements (2 to 7 each)", at_flag_words, elements, AT_ELEMENTS);
    return true;
}

/* Whether `first` stands above `second` on a card. */
static bool stands_above(const struct at_place *place, uint32_t first, uint32_t second)
{
    bool seen = false;
    for (uint32_t i = 0; i < place->icon_count; i++) {
        if (place->icon[i] == first)
            seen = true;
        else if (place->icon[i] == second)
            return seen;
    }
    return false;
}

static bool shows(const struct at_place *place, uint32_t experience)
{
    for (uint32_t i = 0; i < place->icon_count; i++)
        if (place->icon[i] == experience)
            return true;
    return false;
}

/* The cards that the rulebook's examples play with. */
bool at_check_examples(const struct at_deck_check *check)
{
    static const char *const with_card[] = {"td", "uy", "us", "pf", "gn", "br",
                                            "sm", "bs", "vu", "fr", "mx", "cr"};
    const struct at_deck *d = check->d;
    bool chad = false, brazil = false;
    for (uint32_t i = 0; i < sizeof with_card / sizeof *with_card; i++) {
        int row = vl_deck_find(check->deck, AT_T_COUNTRIES, AT_ID, with_card[i]);
        if (row < 0 || d->country[row].card_count == 0)
            return vl_fail(check->err, VL_BAD_INPUT, "destinations.tsv",
                           "the rulebook's examples need a card of \"%s\"", with_card[i]);
    }
    const struct at_country *td = &d->country[at_country_of(check, "td")];
    const struct at_country *br = &d->country[at_country_of(check, "br")];
    for (uint32_t i = 0; i < td->card_count; i++)
        chad |= d->card[td->card[i]].place.cost == 3;
    for (uint32_t i = 0; i < br->card_count; i++)
        brazil |= stands_above(&d->card[br->card[i]].place, AT_BEACH, AT_PARTY);
    if (!chad || !brazil)
        return vl_fail(check->err, VL_BAD_INPUT, "destinations.tsv",
                       "the rulebook's examples need a Chad card for 3 money and a Brazil card "
                       "with Beach above Party");
    static const struct {
        const char *id, *country;
        uint8_t icons[2], cost;
    } cards[] = {
        {"chamonix", "fr", {AT_NONE, AT_NONE}, 0},
        {"tulum", "mx", {AT_HISTORY, AT_SCENERY}, 3},
        {"tamarindo-beach", "cr", {AT_BEACH, AT_PARTY}, 0},
        {"pig-beach", "bs", {AT_BEACH, AT_NONE}, 0},
    };
    for (uint32_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        int row = vl_deck_find(check->deck, AT_T_DESTINATIONS, AT_ID, cards[i].id);
        bool good = row >= 0 && d->card[row].country[0] == at_country_of(check, cards[i].country);
        for (uint32_t k = 0; good && k < 2; k++)
            good = cards[i].icons[k] == AT_NONE || shows(&d->card[row].place, cards[i].icons[k]);
        if (!good || (cards[i].cost && d->card[row].place.cost != cards[i].cost))
            return vl_fail(check->err, VL_BAD_INPUT, "destinations.tsv",
                           "the rulebook's example has another card than this \"%s\"", cards[i].id);
    }
    const struct at_country *bo = &d->country[at_country_of(check, "bo")];
    const struct at_country *bs = &d->country[at_country_of(check, "bs")];
    const struct at_country *bl = &d->country[at_country_of(check, "bl")];
    if (bo->colours != (1u << AT_RED | 1u << AT_YELLOW | 1u << AT_GREEN) ||
        bo->second_colours != (1u << AT_WHITE | 1u << AT_BLUE | 1u << AT_BROWN) ||
        !(bs->colours >> AT_BLUE & 1) || !(bs->flags >> AT_HOIST & 1) ||
        bl->colours != d->country[at_country_of(check, "fr")].colours)
        return vl_fail(check->err, VL_BAD_INPUT, "countries.tsv",
                       "the flags of Bolivia, the Bahamas or Saint Barthélemy are not those of "
                       "the rulebook's examples");
    vl_text_add(check->report,
                "rulebook: Bolivia red, yellow, green (second white, blue, brown); Bahamas blue "
                "with a triangle at the hoist; Saint Barthélemy as France; a Chad card for 3, a "
                "Brazil card with Beach above Party, Chamonix, Tulum, Tamarindo Beach, Pig "
                "Beach\n");
    return true;
}
