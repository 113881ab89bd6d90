/* Lost Luggage: the table of its deck, and turning it into the hot struct. */
#include "games/template/template.h"

static const struct vl_column columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"name", VL_CELL_TEXT, 1, 30, NULL},
    {"weight", VL_CELL_INT, 1, 40, NULL},
};

const struct vl_table_spec tp_tables[] = {
    {"tags", columns, 3, TP_TAGS, TP_TAGS},
};

bool tp_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct tp_deck *d = deck->data;
    for (uint32_t tag = 0; tag < TP_TAGS; tag++)
        d->weight[tag] = (uint8_t)vl_deck_value(deck, 0, tag, 2);
    return true;
}
