/* Postcards: the tables of its deck, and turning them into the hot struct. */
#include <string.h>

#include "core/hash.h"
#include "games/postcards/postcards.h"

static const char *const luggage_colours[] = {"orange", "black", "white", "brown", NULL};

static const struct vl_column postcard_columns[] = {
    VL_KEY_COLUMN("key"),
    VL_TEXT_COLUMN("name", 2, 24),
    VL_TEXT_COLUMN("country", 2, 24),
    VL_WORD_COLUMN("continent", pc_continent_words),
    VL_INT_COLUMN("cost", 1, 3),
    {"asks", VL_CELL_LIST, 0, PC_MOST_ASKS, pc_ask_words},
    {"icons", VL_CELL_SET, 1, 3, pc_icon_words},
    VL_INT_COLUMN("north", 1, PC_COINS),
    VL_INT_COLUMN("west", 1, PC_COINS),
    VL_INT_COLUMN("east", 1, PC_COINS),
    VL_INT_COLUMN("south", 1, PC_COINS),
    VL_TEXT_COLUMN("lore", 20, 120)};

static const struct vl_column tour_columns[] = {
    VL_KEY_COLUMN("key"),
    VL_TEXT_COLUMN("name", 2, 24),
    VL_INT_COLUMN("value", 1, 20),
    {"asks", VL_CELL_LIST, 1, PC_MOST_ASKS, pc_ask_words},
    VL_TEXT_COLUMN("line", 2, 100)};

static const struct vl_column traveller_columns[] = {
    VL_KEY_COLUMN("key"), VL_TEXT_COLUMN("name", 2, 24), VL_WORD_COLUMN("colour", luggage_colours),
    VL_WORD_COLUMN("icon", pc_icon_words)};

const struct vl_table_spec pc_tables[] = {
    [PC_TABLE_POSTCARDS] = VL_TABLE("postcards", postcard_columns, PC_CARDS, PC_CARDS),
    [PC_TABLE_TOURS] = VL_TABLE("tours", tour_columns, PC_TOURS, PC_TOURS),
    [PC_TABLE_TRAVELLERS] = VL_TABLE("travellers", traveller_columns, PC_SUITCASES, PC_SUITCASES),
};

enum { CARD_CONTINENT = 3, CARD_COST, CARD_ASKS, CARD_ICONS, CARD_NORTH, CARD_LORE = 11 };
enum { TOUR_VALUE = 2, TOUR_ASKS };
enum { TRAVELLER_COLOUR = 2, TRAVELLER_ICON };

/* A set of icons as counts, a byte each (see pc_asks): sums of cards are then single additions. */
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

/* Twelve cards a continent in the order of the columns: card / 12 is the continent everywhere in
 * the rules. A key of two characters could be read as coordinates (a1 to e4) in a move. */
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

/* The tour deck is drawn by the lowest number that is left (pc_outcomes), so the rows must come by
 * value; `tours_like` are those that chance may draw among (PC-1.3). */
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

/* PC-1.4: suitcases of one colour are a pair, and one colour has a single suitcase. */
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
