/*
 * Postcards: from tables to the hot deck, and what can be proved about a deck.
 */
#include <string.h>

#include "core/bits.h"
#include "core/hash.h"
#include "games/postcards/postcards.h"

enum { CARD_CONTINENT = 3, CARD_COST, CARD_ASKS, CARD_ICONS, CARD_NORTH, CARD_LORE = 11 };
enum { TOUR_VALUE = 2, TOUR_ASKS };
enum { TRAVELLER_COLOUR = 2, TRAVELLER_ICON };

/* What the proofs below hold a deck to. */
enum { LEAST_CHEAP = 5, DEAREST_WAY_OUT = 3, LEAST_VALUES = 4 };

static uint64_t bytes_of(uint64_t icons)
{
    uint64_t bytes = 0;
    while (icons)
        bytes += UINT64_C(1) << (8 * vl_take_lowest(&icons));
    return bytes;
}

static void load_asks(const struct vl_deck *deck, uint32_t table, uint32_t row,
                      struct pc_asks *asks)
{
    struct pc_ask list[PC_MOST_ASKS];
    uint32_t count = pc_list_asks(deck, table, row, list);
    for (uint32_t n = 0; n < count; n++)
        pc_add_ask(asks, list[n]);
}

static bool load_cards(struct vl_deck *deck, struct pc_deck *d, struct vl_error *err)
{
    for (uint32_t card = 0; card < PC_CARDS; card++) {
        const char *key = pc_card_key(deck, card);
        if (vl_deck_value(deck, PC_TABLE_POSTCARDS, card, CARD_CONTINENT) != pc_continent(card))
            return vl_deck_fail(deck, PC_TABLE_POSTCARDS, card, err,
                                "expected a postcard of %s: twelve a continent, in order",
                                pc_continent_words[pc_continent(card)]);
        if (strlen(key) < 3)
            return vl_deck_fail(deck, PC_TABLE_POSTCARDS, card, err,
                                "expected a key of at least 3 letters, found \"%s\"", key);
        d->cost[card] = (uint8_t)vl_deck_value(deck, PC_TABLE_POSTCARDS, card, CARD_COST);
        d->icons[card] =
            bytes_of((uint64_t)vl_deck_value(deck, PC_TABLE_POSTCARDS, card, CARD_ICONS));
        load_asks(deck, PC_TABLE_POSTCARDS, card, &d->asks[card]);
        if (d->cost[card] == 1 && d->asks[card].total)
            return vl_deck_fail(deck, PC_TABLE_POSTCARDS, card, err,
                                "a postcard of cost 1 asks for nothing");
        for (uint32_t n = 0; n < PC_DIRECTIONS; n++)
            d->arrow[card][n] =
                (uint8_t)vl_deck_value(deck, PC_TABLE_POSTCARDS, card, CARD_NORTH + n);
    }
    return true;
}

static bool load_tours(struct vl_deck *deck, struct pc_deck *d, struct vl_error *err)
{
    for (uint32_t tour = 0; tour < PC_TOURS; tour++) {
        d->value[tour] = (uint8_t)vl_deck_value(deck, PC_TABLE_TOURS, tour, TOUR_VALUE);
        if (tour && d->value[tour] < d->value[tour - 1])
            return vl_deck_fail(deck, PC_TABLE_TOURS, tour, err,
                                "expected tours in the order of their values");
        load_asks(deck, PC_TABLE_TOURS, tour, &d->tour[tour]);
    }
    for (uint32_t tour = 0; tour < PC_TOURS; tour++)
        for (uint32_t other = 0; other < PC_TOURS; other++)
            if (d->value[other] == d->value[tour])
                d->tours_like[tour] |= 1U << other;
    return true;
}

static bool load_travellers(struct vl_deck *deck, struct pc_deck *d, struct vl_error *err)
{
    uint32_t pairs = 0;
    for (uint32_t n = 0; n < PC_SUITCASES; n++) {
        const char *colour = vl_deck_text(deck, PC_TABLE_TRAVELLERS, n, TRAVELLER_COLOUR);
        d->suitcase[n] = UINT64_C(1)
                         << (8 * vl_deck_value(deck, PC_TABLE_TRAVELLERS, n, TRAVELLER_ICON));
        d->mate[n] = PC_NONE;
        for (uint32_t other = 0; other < PC_SUITCASES; other++) {
            const char *same = vl_deck_text(deck, PC_TABLE_TRAVELLERS, other, TRAVELLER_COLOUR);
            if (other == n || strcmp(same, colour) != 0)
                continue;
            if (d->mate[n] != PC_NONE)
                return vl_deck_fail(deck, PC_TABLE_TRAVELLERS, n, err,
                                    "three suitcases are %s: expected pairs and a single one",
                                    colour);
            d->mate[n] = (uint8_t)other;
        }
        pairs += d->mate[n] != PC_NONE;
    }
    if (pairs != PC_SUITCASES - 1)
        return vl_deck_fail(deck, PC_TABLE_TRAVELLERS, 0, err,
                            "expected three pairs of suitcases and a single one by colour");
    return true;
}

void pc_index_arrows(struct pc_deck *d)
{
    memset(d->within, 0, sizeof d->within);
    for (uint32_t card = 0; card < PC_CARDS; card++)
        for (uint32_t coins = 0; coins <= PC_COINS; coins++)
            for (uint32_t n = 0; n < PC_DIRECTIONS; n++)
                if (d->arrow[card][n] <= coins)
                    d->within[card][coins] |= (uint8_t)(1U << n);
    d->mark = 0;
    d->mark = vl_hash_bytes(d, sizeof *d, 0) | 1;
}

/* Whether an icon of this card can meet an ask. */
static bool can_help(const struct pc_deck *d, uint32_t card, const struct pc_asks *asks)
{
    uint32_t colour = pc_continent(card);
    for (uint32_t icon = 0; icon < PC_ICONS; icon++) {
        if (!(d->icons[card] >> (8 * icon) & 0xff))
            continue;
        if ((asks->icon >> (8 * icon) & 0xff) || (asks->colours >> colour & 1U))
            return true;
        for (uint32_t n = 0; n < asks->coloured_count; n++)
            if (asks->coloured[n] == colour * PC_ICONS + icon)
                return true;
    }
    return false;
}

static void index_help(struct pc_deck *d)
{
    for (uint32_t card = 0; card < PC_CARDS; card++)
        for (uint32_t tour = 0; tour < PC_TOURS; tour++)
            if (can_help(d, card, &d->tour[tour]))
                d->helps[card] |= 1U << tour;
}

bool pc_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct pc_deck *d = deck->data;
    if (!load_cards(deck, d, err) || !load_tours(deck, d, err) || !load_travellers(deck, d, err))
        return false;
    index_help(d);
    pc_index_arrows(d);
    return true;
}

/* ---- Proofs ---- */

static uint32_t icon_count(uint64_t bytes, uint32_t icon)
{
    return (uint32_t)(bytes >> (8 * icon)) & 0xff;
}

static bool check_costs(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t all[4] = {0};
    for (uint32_t first = 0; first < PC_CARDS; first += PC_CARDS_EACH) {
        uint32_t cheap = 0;
        for (uint32_t card = first; card < first + PC_CARDS_EACH; card++) {
            all[d->cost[card]]++;
            cheap += d->cost[card] == 1;
            if (d->cost[card] > 1 && !d->asks[card].total)
                return vl_deck_fail(deck, PC_TABLE_POSTCARDS, card, err,
                                    "a postcard of cost 2 or 3 asks for something");
        }
        if (cheap < LEAST_CHEAP)
            return vl_deck_fail(deck, PC_TABLE_POSTCARDS, first, err,
                                "%s has %u postcards of cost 1, expected at least %u",
                                pc_continent_words[pc_continent(first)], cheap, LEAST_CHEAP);
    }
    vl_text_addf(report,
                 "60 postcards, 12 a continent: %u of cost 1 (at least %u a continent), %u of "
                 "cost 2, %u of cost 3\n",
                 all[1], LEAST_CHEAP, all[2], all[3]);
    return true;
}

static bool check_icons(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t total[PC_ICONS] = {0}, sum = 0, slant = 0;
    uint32_t each[PC_CONTINENTS][PC_ICONS] = {{0}};
    for (uint32_t card = 0; card < PC_CARDS; card++)
        for (uint32_t icon = 0; icon < PC_ICONS; icon++)
            each[pc_continent(card)][icon] += icon_count(d->icons[card], icon);
    for (uint32_t c = 0; c < PC_CONTINENTS; c++) {
        uint32_t most = 0, row = 0;
        vl_text_addf(report, "icons of %s:", pc_continent_words[c]);
        for (uint32_t icon = 0; icon < PC_ICONS; icon++) {
            vl_text_addf(report, " %s %u", pc_icon_words[icon], each[c][icon]);
            if (!each[c][icon])
                return vl_deck_fail(deck, PC_TABLE_POSTCARDS, c * PC_CARDS_EACH, err,
                                    "%s has no %s", pc_continent_words[c], pc_icon_words[icon]);
            total[icon] += each[c][icon];
            row += each[c][icon];
            if (each[c][icon] > most)
                most = each[c][icon];
        }
        vl_text_char(report, '\n');
        sum += row;
        slant += most * PC_ICONS > row + PC_ICONS;
    }
    vl_text_add(report, "icons in all:");
    for (uint32_t icon = 0; icon < PC_ICONS; icon++) {
        vl_text_addf(report, " %s %u", pc_icon_words[icon], total[icon]);
        if (total[icon] * PC_ICONS * 10 < sum * 9 || total[icon] * PC_ICONS * 10 > sum * 11)
            return vl_deck_fail(deck, PC_TABLE_POSTCARDS, 0, err,
                                "%u icons are %s: expected a sixth of %u, give or take a tenth",
                                total[icon], pc_icon_words[icon], sum);
    }
    vl_text_add(report, " (each a sixth, give or take a tenth; every continent with a slant)\n");
    if (slant < PC_CONTINENTS)
        return vl_deck_fail(deck, PC_TABLE_POSTCARDS, 0, err,
                            "a continent has all icons about equally often: expected a slant");
    return true;
}

/* The cheapest arrow of a card that stays on the tableau, for the worst cell of its column. */
static uint32_t worst_way_out(const struct pc_deck *d, uint32_t card)
{
    uint32_t worst = 0;
    for (uint32_t row = 0; row < PC_ROWS; row++) {
        uint32_t cell = row * PC_CONTINENTS + pc_continent(card), best = 255;
        for (uint32_t direction = 0; direction < PC_DIRECTIONS; direction++)
            if (pc_next(0, cell, direction) != PC_NOWHERE && d->arrow[card][direction] < best)
                best = d->arrow[card][direction];
        if (best > worst)
            worst = best;
    }
    return worst;
}

/* Every neighbour can be reached for four coins at most, so every cell can be reached from every
 * other, a turn a step at worst. What a card asks for must be there to be had before it. */
static bool check_reach(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    uint32_t count[PC_COINS + 1] = {0}, worst = 0;
    for (uint32_t card = 0; card < PC_CARDS; card++) {
        for (uint32_t n = 0; n < PC_DIRECTIONS; n++)
            count[d->arrow[card][n]]++;
        uint32_t out = worst_way_out(d, card);
        if (out > DEAREST_WAY_OUT)
            return vl_deck_fail(deck, PC_TABLE_POSTCARDS, card, err,
                                "from one of its cells %s is left for no less than %u coins, "
                                "expected at most %u",
                                pc_card_name(deck, card), out, DEAREST_WAY_OUT);
        if (out > worst)
            worst = out;
    }
    vl_text_addf(report, "240 arrows: %u of 1, %u of 2, %u of 3, %u of 4 coins\n", count[1],
                 count[2], count[3], count[4]);
    vl_text_addf(report,
                 "no place is cut off: any card is left from any cell for %u coins or less\n",
                 worst);
    struct pc_supply supply = {0};
    uint64_t have = 0;
    uint32_t waves = 0;
    for (uint64_t before = 1; before != have; waves++) {
        struct pc_supply now = supply;
        before = have;
        for (uint32_t card = 0; card < PC_CARDS; card++) {
            if (vl_has(have, card) || pc_lacking(&d->asks[card], &now))
                continue;
            have |= vl_bit(card);
            supply.row[pc_continent(card)] += d->icons[card];
        }
    }
    if (have != vl_first(PC_CARDS))
        return vl_deck_fail(deck, PC_TABLE_POSTCARDS, vl_lowest(~have), err,
                            "no collection can ever meet what %s asks for",
                            pc_card_name(deck, vl_lowest(~have)));
    vl_text_addf(report, "every postcard can be collected, without any suitcase, in %u waves\n",
                 waves - 1);
    return true;
}

/* Every tour with what the two lower costs give, and without any one of the sixty cards. */
static bool check_tours(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct pc_deck *d = deck->data;
    struct pc_supply all = {0};
    uint32_t values = 1, least = 255, most = 0, least_before = 0;
    for (uint32_t card = 0; card < PC_CARDS; card++)
        all.row[pc_continent(card)] += d->icons[card];
    for (uint32_t tour = 0; tour < PC_TOURS; tour++) {
        for (uint32_t card = 0; card < PC_CARDS; card++) {
            struct pc_supply without = all;
            without.row[pc_continent(card)] -= d->icons[card];
            if (pc_lacking(&d->tour[tour], &without))
                return vl_deck_fail(deck, PC_TABLE_TOURS, tour, err, "%s cannot be met without %s",
                                    pc_tour_name(deck, tour), pc_card_name(deck, card));
        }
        if (tour && d->value[tour] != d->value[tour - 1]) {
            vl_text_addf(report, "tours of value %u ask for %u to %u things\n", d->value[tour - 1],
                         least, most);
            if (least < least_before)
                return vl_deck_fail(deck, PC_TABLE_TOURS, tour - 1, err,
                                    "tours of a higher value ask for no less");
            least_before = least;
            least = 255;
            most = 0;
            values++;
        }
        if (d->tour[tour].total < least)
            least = d->tour[tour].total;
        if (d->tour[tour].total > most)
            most = d->tour[tour].total;
    }
    vl_text_addf(report, "tours of value %u ask for %u to %u things\n", d->value[PC_TOURS - 1],
                 least, most);
    if (least < least_before || values < LEAST_VALUES)
        return vl_deck_fail(deck, PC_TABLE_TOURS, PC_TOURS - 1, err,
                            "expected at least %u values, and more asks for more points",
                            LEAST_VALUES);
    vl_text_addf(report, "20 tours of %u values: each can be met, whichever card is missing\n",
                 values);
    return true;
}

bool pc_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    if (!check_costs(deck, report, err) || !check_icons(deck, report, err) ||
        !check_reach(deck, report, err) || !check_tours(deck, report, err))
        return false;
    vl_text_add(report, "7 suitcases: three pairs and a single one\n");
    return true;
}
