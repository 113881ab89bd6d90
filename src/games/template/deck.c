/* Lost Luggage: the table of its deck, and turning it into the hot struct. */
#include "games/template/template.h"

static const struct vl_column columns[] = {VL_KEY_COLUMN("key"), VL_TEXT_COLUMN("name", 1, 30),
                                           VL_INT_COLUMN("weight", 1, 40)};

const struct vl_table_spec tp_tables[] = {
    VL_TABLE("tags", columns, TP_TAGS, TP_TAGS),
};

bool tp_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct tp_deck *d = deck->data;
    for (uint32_t tag = 0; tag < TP_TAGS; tag++)
        d->weight[tag] = (uint8_t)vl_deck_value(deck, 0, tag, 2);
    return true;
}
