/* Atlas, our deck: the 702 places of the country cards and the 165 destination cards are balanced.
 */
#ifndef VALISE_TESTS_ATLAS_LINT_CARDS_H
#define VALISE_TESTS_ATLAS_LINT_CARDS_H

#include "atlas/deck_lint.h"

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

static bool fail_spread(const struct lint *lint, uint32_t table, const char *what, uint32_t n,
                        uint32_t found, uint32_t least, uint32_t most)
{
    char where[80];
    snprintf(where, sizeof where, "%s.tsv", lint->deck->game->tables[table].name);
    return vl_fail(lint->err, VL_BAD_INPUT, where, "%s %u: expected %u to %u rows, found %u", what,
                   n, least, most, found);
}

static bool check_spread(const struct lint *lint, uint32_t table, const struct spread *s,
                         const struct bounds *b)
{
    for (uint32_t n = 3; n <= 6; n++) {
        uint32_t least = s->places * b->cost[n][0] / 100, most = s->places * b->cost[n][1] / 100;
        if (s->cost[n] < least || s->cost[n] > most)
            return fail_spread(lint, table, "cost", n, s->cost[n], least, most);
    }
    for (uint32_t n = 2; n <= AT_ICONS; n++) {
        uint32_t least = s->places * b->icons[n][0] / 100, most = s->places * b->icons[n][1] / 100;
        if (s->icons[n] < least || s->icons[n] > most)
            return fail_spread(lint, table, "number of icons", n, s->icons[n], least, most);
    }
    for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
        if (s->with[k] < b->with[0] || s->with[k] > b->with[1])
            return vl_deck_fail(lint->deck, AT_T_EXPERIENCES, k, lint->err,
                                "expected %u to %u rows of %s.tsv with it, found %u", b->with[0],
                                b->with[1], lint->deck->game->tables[table].name, s->with[k]);
    return true;
}

/* An icon stands at most twice on a card. */
static bool repeats_too_often(const struct at_place *place)
{
    uint8_t count[AT_EXPERIENCES] = {0};
    for (uint32_t i = 0; i < place->icon_count; i++) {
        if (++count[place->icon[i]] > 2)
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

static bool lint_places(const struct lint *lint)
{
    struct spread spread = {0};
    for (uint32_t row = 0; row < lint->deck->rows[AT_T_PLACES]; row++) {
        uint32_t c = (uint32_t)vl_deck_value(lint->deck, AT_T_PLACES, row, AT_PLACE_COUNTRY);
        uint32_t slot = (uint32_t)vl_deck_value(lint->deck, AT_T_PLACES, row, AT_PLACE_SLOT) - 1;
        const struct at_place *place = lint->d->place[c];
        const char *key = vl_deck_text(lint->deck, AT_T_COUNTRIES, c, AT_ID);
        char id[8];
        snprintf(id, sizeof id, "%.2s-%u", key, slot + 1);
        if (strcmp(id, vl_deck_text(lint->deck, AT_T_PLACES, row, AT_ID)) != 0)
            return vl_deck_fail(lint->deck, AT_T_PLACES, row, lint->err, "expected the key \"%s\"",
                                id);
        if (repeats_too_often(&place[slot]))
            return vl_deck_fail(lint->deck, AT_T_PLACES, row, lint->err,
                                "an icon stands more than twice");
        if (slot == 2 && same_icons(&place[0], &place[1]) && same_icons(&place[0], &place[2]))
            return vl_deck_fail(lint->deck, AT_T_PLACES, row, lint->err,
                                "all three places of %s have the same icons",
                                vl_deck_text(lint->deck, AT_T_COUNTRIES, c, AT_NAME));
        add_place(&spread, &place[slot]);
    }
    return check_spread(lint, AT_T_PLACES, &spread, &place_bounds);
}

static bool lint_cards(const struct lint *lint)
{
    static const uint8_t least[AT_CONTINENTS] = {30, 32, 28, 20, 12, 12, 1};
    static const uint8_t most[AT_CONTINENTS] = {42, 44, 40, 32, 20, 20, 3};
    struct spread spread = {0};
    uint32_t continent[AT_CONTINENTS] = {0}, countries = 0, needs = 0;
    for (uint32_t row = 0; row < AT_CARDS; row++) {
        const struct at_card *card = &lint->d->card[row];
        if (repeats_too_often(&card->place))
            return vl_deck_fail(lint->deck, AT_T_DESTINATIONS, row, lint->err,
                                "an icon stands more than twice");
        needs += card->need_count > 0;
        continent[lint->d->country[card->country[0]].continent]++;
        if (card->country[1] != AT_NONE &&
            lint->d->distance[card->country[0]][card->country[1]] != 1)
            return vl_deck_fail(lint->deck, AT_T_DESTINATIONS, row, lint->err,
                                "its two countries are no neighbours");
        add_place(&spread, &card->place);
    }
    for (uint32_t i = 0; i < AT_COUNTRIES; i++)
        countries += lint->d->country[i].card_count > 0;
    if (countries < 110)
        return fail_spread(lint, AT_T_DESTINATIONS, "countries with a card, of", AT_COUNTRIES,
                           countries, 110, AT_COUNTRIES);
    if (needs < 25 || needs > 45)
        return fail_spread(lint, AT_T_DESTINATIONS, "cards with a requirement, of", AT_CARDS, needs,
                           25, 45);
    for (uint32_t k = 0; k < AT_CONTINENTS; k++) {
        if (continent[k] < least[k] || continent[k] > most[k])
            return vl_deck_fail(lint->deck, AT_T_CONTINENTS, k, lint->err,
                                "expected %u to %u destination cards here, found %u", least[k],
                                most[k], continent[k]);
    }
    return check_spread(lint, AT_T_DESTINATIONS, &spread, &card_bounds);
}

static bool lint_bonuses(const struct lint *lint)
{
    uint32_t kinds[4] = {0}, colours[AT_COLOURS] = {0}, continents[AT_CONTINENTS] = {0};
    uint32_t elements[AT_ELEMENTS] = {0};
    for (uint32_t row = 0; row < AT_CARDS; row++) {
        const struct at_card *card = &lint->d->card[row];
        kinds[card->bonus_kind]++;
        if (card->bonus_kind == AT_BONUS_COLOUR) {
            colours[card->bonus_what]++;
            bool rare = card->bonus_what == AT_BLACK || card->bonus_what == AT_ORANGE;
            if (card->bonus_what >= AT_BROWN || (card->bonus_points == 3) != rare)
                return vl_deck_fail(lint->deck, AT_T_DESTINATIONS, row, lint->err,
                                    "a main colour: 3 points for black and orange, else 1 or 2");
        } else if (card->bonus_kind == AT_BONUS_CONTINENT) {
            continents[card->bonus_what]++;
        } else if (card->bonus_kind == AT_BONUS_ELEMENT) {
            elements[card->bonus_what]++;
        }
    }
    if (kinds[AT_NO_BONUS] > 25)
        return fail_spread(lint, AT_T_DESTINATIONS, "cards without a bonus, of", AT_CARDS,
                           kinds[AT_NO_BONUS], 0, 25);
    for (uint32_t k = 0; k <= AT_ORANGE; k++)
        if (colours[k] < 4 || colours[k] > 20)
            return vl_deck_fail(lint->deck, AT_T_COLOURS, k, lint->err,
                                "expected 4 to 20 bonuses for this colour, found %u", colours[k]);
    for (uint32_t k = 0; k < AT_ANTARCTICA; k++)
        if (continents[k] < 4 || continents[k] > 10)
            return vl_deck_fail(lint->deck, AT_T_CONTINENTS, k, lint->err,
                                "expected 4 to 10 bonuses for this continent, found %u",
                                continents[k]);
    for (uint32_t k = 0; k < AT_ELEMENTS; k++)
        if (elements[k] < 2 || elements[k] > 7)
            return vl_deck_fail(lint->deck, AT_T_ELEMENTS, k, lint->err,
                                "expected 2 to 7 bonuses for this element, found %u", elements[k]);
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
static bool lint_examples(const struct lint *lint)
{
    static const char *const with_card[] = {"td", "uy", "us", "pf", "gn", "br",
                                            "sm", "bs", "vu", "fr", "mx", "cr"};
    const struct at_deck *d = lint->d;
    bool chad = false, brazil = false;
    for (uint32_t i = 0; i < sizeof with_card / sizeof *with_card; i++) {
        int row = vl_deck_find(lint->deck, AT_T_COUNTRIES, AT_ID, with_card[i]);
        if (row < 0 || d->country[row].card_count == 0)
            return vl_fail(lint->err, VL_BAD_INPUT, "destinations.tsv",
                           "the rulebook's examples need a card of \"%s\"", with_card[i]);
    }
    const struct at_country *td = &d->country[lint_country(lint, "td")];
    const struct at_country *br = &d->country[lint_country(lint, "br")];
    for (uint32_t i = 0; i < td->card_count; i++)
        chad |= d->card[td->card[i]].place.cost == 3;
    for (uint32_t i = 0; i < br->card_count; i++)
        brazil |= stands_above(&d->card[br->card[i]].place, AT_BEACH, AT_PARTY);
    if (!chad || !brazil)
        return vl_fail(lint->err, VL_BAD_INPUT, "destinations.tsv",
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
        int row = vl_deck_find(lint->deck, AT_T_DESTINATIONS, AT_ID, cards[i].id);
        bool good = row >= 0 && d->card[row].country[0] == lint_country(lint, cards[i].country);
        for (uint32_t k = 0; good && k < 2; k++)
            good = cards[i].icons[k] == AT_NONE || shows(&d->card[row].place, cards[i].icons[k]);
        if (!good || (cards[i].cost && d->card[row].place.cost != cards[i].cost))
            return vl_fail(lint->err, VL_BAD_INPUT, "destinations.tsv",
                           "the rulebook's example has another card than this \"%s\"", cards[i].id);
    }
    const struct at_country *bo = &d->country[lint_country(lint, "bo")];
    const struct at_country *bs = &d->country[lint_country(lint, "bs")];
    const struct at_country *bl = &d->country[lint_country(lint, "bl")];
    if (bo->colours != (1u << AT_RED | 1u << AT_YELLOW | 1u << AT_GREEN) ||
        bo->second_colours != (1u << AT_WHITE | 1u << AT_BLUE | 1u << AT_BROWN) ||
        !(bs->colours >> AT_BLUE & 1) || !(bs->flags >> AT_HOIST & 1) ||
        bl->colours != d->country[lint_country(lint, "fr")].colours)
        return vl_fail(lint->err, VL_BAD_INPUT, "countries.tsv",
                       "the flags of Bolivia, the Bahamas or Saint Barthélemy are not those of "
                       "the rulebook's examples");
    return true;
}

#endif
