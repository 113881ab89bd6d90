/* Travelogue: the tables of its deck, and turning them into the hot struct. */
#include "games/travelogue/travelogue.h"

const char *const tl_activity_keys[] = {"dining",  "shopping",    "lodging", "culture",
                                        "leisure", "sightseeing", NULL};
const char *const tl_activity_names[] = {"Dining",  "Shopping", "Lodging",
                                         "Culture", "Leisure",  "Sightseeing"};
static const char *const marks[] = {"none", "bonus", "cloud", NULL};

static const struct vl_column card_columns[] = {
    VL_KEY_COLUMN("key"), VL_WORD_COLUMN("activity", tl_activity_keys),
    VL_INT_COLUMN("number", 1, TL_NUMBERS), VL_WORD_COLUMN("mark", marks),
    VL_TEXT_COLUMN("name", 1, 30)};

static const struct vl_column destination_columns[] = {
    VL_KEY_COLUMN("key"),
    VL_TEXT_COLUMN("name", 1, 24),
    VL_INT_COLUMN("dining", 1, TL_MOST_LIMIT),
    VL_INT_COLUMN("shopping", 1, TL_MOST_LIMIT),
    VL_INT_COLUMN("lodging", 1, TL_MOST_LIMIT),
    VL_INT_COLUMN("culture", 1, TL_MOST_LIMIT),
    VL_INT_COLUMN("leisure", 1, TL_MOST_LIMIT),
    VL_INT_COLUMN("sightseeing", 1, TL_MOST_LIMIT),
    VL_INT_COLUMN("one", 1, 20),
    VL_INT_COLUMN("two", 0, 20),
    VL_INT_COLUMN("three", 0, 20),
    VL_INT_COLUMN("four", 0, 20),
    VL_INT_COLUMN("five", 0, 20),
    VL_TEXT_COLUMN("lore", 1, 120)};

const struct vl_table_spec tl_tables[] = {
    VL_TABLE("cards", card_columns, TL_CARDS, TL_CARDS),
    VL_TABLE("destinations", destination_columns, TL_DESTINATIONS, TL_DESTINATIONS),
};

/* One destination: its values grow with every card up to its largest limit, and end there. */
static bool load_destination(struct vl_deck *deck, uint32_t row, struct vl_error *err)
{
    struct tl_deck *d = deck->data;
    uint32_t most = 0;
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        d->limit[row][a] = (uint8_t)vl_deck_value(deck, TL_TABLE_DESTINATIONS, row, TL_D_LIMIT + a);
        most = d->limit[row][a] > most ? d->limit[row][a] : most;
    }
    for (uint32_t n = 1; n <= TL_MOST_LIMIT; n++) {
        uint32_t value =
            (uint32_t)vl_deck_value(deck, TL_TABLE_DESTINATIONS, row, TL_D_VALUE + n - 1);
        if (n > most ? value != 0 : value <= d->value[row][n - 1])
            return vl_deck_fail(deck, TL_TABLE_DESTINATIONS, row, err,
                                "the value of %u cards: values grow up to the largest limit, %u, "
                                "and are 0 beyond it",
                                n, most);
        d->value[row][n] = (uint8_t)value;
    }
    return true;
}

bool tl_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct tl_deck *d = deck->data;
    for (uint32_t card = 0; card < TL_CARDS; card++) {
        int64_t mark = vl_deck_value(deck, TL_TABLE_CARDS, card, TL_C_MARK);
        if (vl_deck_value(deck, TL_TABLE_CARDS, card, TL_C_ACTIVITY) != tl_activity(card) ||
            vl_deck_value(deck, TL_TABLE_CARDS, card, TL_C_NUMBER) != tl_number(card))
            return vl_deck_fail(deck, TL_TABLE_CARDS, card, err, "expected %s %u here",
                                tl_activity_keys[tl_activity(card)], tl_number(card));
        if (mark)
            tl_add(mark == 1 ? &d->bonus : &d->cloud, card);
    }
    for (uint32_t row = 0; row < TL_DESTINATIONS; row++)
        if (!load_destination(deck, row, err))
            return false;
    return true;
}
