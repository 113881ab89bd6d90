/*
 * Postcards: what `valise deck check` proves about a deck: no game can stall for want of cards to
 * start on (PC-2.1), of ways to go, or of asks that can be met. That the icons of our own deck are
 * spread evenly is a matter of tests/postcards.
 */
#include "games/postcards/postcards.h"

/* What the proofs below hold a deck to. */
enum { LEAST_CHEAP = 5, DEAREST_WAY_OUT = 3, LEAST_VALUES = 4 };

/* PC-2.1 places travellers on cards of cost 1, so every continent has some. Dearer cards ask for
 * something, which is what holds them back early in a game (PC-3.2). */
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
    uint32_t values = 0, least_before = 0;
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
    }
    /* Tours are sorted by value (see load_tours), so those of one value stand together. */
    for (uint32_t first = 0, last; first < PC_TOURS; first = last + 1, values++) {
        uint32_t least = 255, most = 0;
        last = first + vl_count(d->tours_like[first]) - 1;
        for (uint32_t tour = first; tour <= last; tour++) {
            uint32_t total = d->tour[tour].total;
            least = total < least ? total : least;
            most = total > most ? total : most;
        }
        vl_text_addf(report, "tours of value %u ask for %u to %u things\n", d->value[first], least,
                     most);
        if (least < least_before)
            return vl_deck_fail(deck, PC_TABLE_TOURS, last, err,
                                "tours of a higher value ask for no less");
        least_before = least;
    }
    if (values < LEAST_VALUES)
        return vl_deck_fail(deck, PC_TABLE_TOURS, PC_TOURS - 1, err,
                            "expected at least %u values, found %u", LEAST_VALUES, values);
    vl_text_addf(report, "20 tours of %u values: each can be met, whichever card is missing\n",
                 values);
    return true;
}

bool pc_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    if (!check_costs(deck, report, err) || !check_reach(deck, report, err) ||
        !check_tours(deck, report, err))
        return false;
    vl_text_add(report, "7 suitcases: three pairs and a single one\n");
    return true;
}
