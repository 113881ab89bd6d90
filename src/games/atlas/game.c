/* Atlas: what it is. Its world is here; its rules are not yet, and so it cannot be played. */
#include "games/atlas/card.h"
#include "games/atlas/check.h"

static const struct vl_option options[] = {{0}};
static const char *const categories[] = {"popularity",     "bonuses",   "blog",
                                         "languages",      "souvenirs", "public goals",
                                         "personal goals", NULL};
static const struct vl_style styles[] = {{"standard", "travels where the points are"}, {0}};

extern const struct vl_game at_game;

const struct vl_game at_game = {
    .id = "atlas",
    .name = "Atlas",
    .clause = "AT",
    .summary = "Backpack round the whole world, country by country.",
    .minutes = "80-160",
    .rules_version = 1,
    .playable = false,
    .least_seats = 2,
    .most_seats = 4,
    .options = options,
    .categories = categories,
    .styles = styles,
    .deck_size = sizeof(struct at_deck),
    .tables = at_tables,
    .table_count = AT_TABLES,
    .load_deck = at_load_deck,
    .check_deck = at_check_deck,
    .describe = at_describe,
};
