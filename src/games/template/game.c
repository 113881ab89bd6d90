/* Lost Luggage: what it is, and its functions. */
#include "games/template/template.h"

static const struct vl_option options[] = {{0}};
static const char *const categories[] = {"luggage", NULL};
static const struct vl_style styles[] = {{"standard", "the heaviest tags first"}, {0}};

const struct vl_game tp_game = {
    .id = "template",
    .name = "Lost Luggage",
    .clause = "TP",
    .summary = "Hand in the heaviest luggage.",
    .minutes = "2",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = 4,
    .options = options,
    .categories = categories,
    .styles = styles,
    .ladder = vl_default_ladder,
    .longest = VL_MAX_SEATS * (TP_HAND + TP_TURNS * (2 * TP_MOST_GIVEN + 1)),
    .table_count = 1,
    .check_deck = vl_default_check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .choice = tp_choice,
    .label = vl_default_label,
    VL_GAME_FUNCTIONS(tp),
};
