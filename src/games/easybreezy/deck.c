/* Easy Breezy: the tables of its deck, and turning them into the hot struct. */
#include "games/easybreezy/easybreezy.h"

const char *const eb_city_keys[] = {"chicago", "miami", "new-orleans", "new-york", NULL};
const char *const eb_city_names[] = {"Chicago", "Miami", "New Orleans", "New York"};
const char *const eb_transport_keys[] = {"bus", "train", "plane", NULL};

static const char *const goals[] = {"chicago",  "miami",    "new-orleans",
                                    "new-york", "anywhere", NULL};
static const char *const raises[] = {"chicago", "miami", "new-orleans", "new-york", "none", NULL};
enum { ANYWHERE = 4, RAISES_NONE = 4 };

static const struct vl_column passenger_columns[] = {
    VL_KEY_COLUMN("key"), VL_TEXT_COLUMN("name", 1, 16), VL_WORD_COLUMN("city", goals),
    VL_WORD_COLUMN("raises", raises), VL_TEXT_COLUMN("reason", 8, 90)};

static const struct vl_column destination_columns[] = {
    VL_WORD_COLUMN("city", eb_city_keys), VL_WORD_COLUMN("transport", eb_transport_keys),
    VL_INT_COLUMN("seats", 1, 6)};

const struct vl_table_spec eb_tables[] = {
    VL_TABLE("passengers", passenger_columns, EB_LEAST_CARDS, EB_MOST_CARDS),
    VL_TABLE("destinations", destination_columns, EB_CITIES *EB_TRANSPORTS,
             EB_CITIES *EB_TRANSPORTS),
};

/* The rules let passengers board before free riders by their numbers alone (EB-4.4), so the riders
 * must stand last. Four passengers to a city fill its plane (EB-1.1) without a free rider. */
static bool load_passengers(struct vl_deck *deck, struct vl_error *err)
{
    struct eb_deck *d = deck->data;
    for (uint32_t row = 0; row < deck->rows[EB_PASSENGERS]; row++) {
        int64_t city = vl_deck_value(deck, EB_PASSENGERS, row, EB_CITY);
        int64_t raised = vl_deck_value(deck, EB_PASSENGERS, row, EB_RAISES);
        d->all |= vl_bit(row);
        d->raises[row] = raised == RAISES_NONE ? EB_NONE : (uint8_t)raised;
        if (city == ANYWHERE)
            d->riders |= vl_bit(row);
        else if (d->riders)
            return vl_deck_fail(deck, EB_PASSENGERS, row, err,
                                "free riders (city \"anywhere\") stand after all passengers");
        else
            d->city[city] |= vl_bit(row);
    }
    for (uint32_t city = 0; city < EB_CITIES; city++)
        if (vl_count(d->city[city]) < 4)
            return vl_fail(err, VL_BAD_INPUT, "passengers.tsv",
                           "expected at least 4 passengers to %s, found %u", eb_city_names[city],
                           vl_count(d->city[city]));
    return true;
}

bool eb_load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct eb_deck *d = deck->data;
    if (!load_passengers(deck, err))
        return false;
    for (uint32_t city = 0; city < EB_CITIES; city++)
        d->seats[city][EB_TRANSPORTS] = EB_NONE;
    for (uint32_t row = 0; row < deck->rows[EB_DESTINATIONS]; row++) {
        uint8_t *seats = &d->seats[vl_deck_value(deck, EB_DESTINATIONS, row, EB_D_CITY)]
                                  [vl_deck_value(deck, EB_DESTINATIONS, row, EB_D_TRANSPORT)];
        if (*seats)
            return vl_deck_fail(deck, EB_DESTINATIONS, row, err,
                                "this city has that transport already");
        *seats = (uint8_t)vl_deck_value(deck, EB_DESTINATIONS, row, EB_D_SEATS);
    }
    return true;
}
