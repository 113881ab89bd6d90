/* Travelogue: the tables of its deck, and turning them into the hot struct. */
#include "games/travelogue/travelogue.h"

const char *const tl_activity_keys[] = {"dining",  "shopping",    "lodging", "culture",
                                        "leisure", "sightseeing", NULL};
const char *const tl_activity_names[] = {"Dining",  "Shopping", "Lodging",
                                         "Culture", "Leisure",  "Sightseeing"};
static const char *const marks[] = {"none", "bonus", "cloud", NULL};

static const struct vl_column card_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"activity", VL_CELL_WORD, 0, 0, tl_activity_keys},
    {"number", VL_CELL_INT, 1, TL_NUMBERS, NULL},
    {"mark", VL_CELL_WORD, 0, 0, marks},
    {"name", VL_CELL_TEXT, 1, 30, NULL},
};

static const struct vl_column destination_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"name", VL_CELL_TEXT, 1, 24, NULL},
    {"dining", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"shopping", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"lodging", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"culture", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"leisure", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"sightseeing", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"one", VL_CELL_INT, 1, 20, NULL},
    {"two", VL_CELL_INT, 0, 20, NULL},
    {"three", VL_CELL_INT, 0, 20, NULL},
    {"four", VL_CELL_INT, 0, 20, NULL},
    {"five", VL_CELL_INT, 0, 20, NULL},
    {"lore", VL_CELL_TEXT, 1, 120, NULL},
};

const struct vl_table_spec tl_tables[] = {
    {"cards", card_columns, 5, TL_CARDS, TL_CARDS},
    {"destinations", destination_columns, 14, TL_DESTINATIONS, TL_DESTINATIONS},
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
