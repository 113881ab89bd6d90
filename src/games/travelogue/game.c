/* Travelogue: what it is, and its functions. */
#include "games/travelogue/travelogue.h"

static const struct vl_option options[] = {{0}};
static const char *const categories[] = {"scored", NULL};
static const struct vl_style styles[] = {
    {"standard", "collects for a good visit and scores the highest card it can"},
    {"hasty", "visits as soon as a visit scores anything worth the cards"},
    {"sociable", "goes to the agents whenever a trade promises something"},
    {0},
};

static const struct vl_rung ladder[] = {
    {.bot = "tourist"},
    {"commuter", 98.3, 97.3, 99.4},
    {"traveller", 98.4, 97.4, 99.4},
    {"explorer", 67.9, 56.3, 79.4},
    {"globetrotter", 78.6, 65.1, 92.0},
    {0},
};

const struct vl_game tl_game = {
    .id = "travelogue",
    .name = "Travelogue",
    .clause = "TL",
    .summary = "Trade for the right activities, spend them at a destination, and keep the best "
               "card for your album.",
    .minutes = "30",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = 4,
    .options = options,
    .categories = categories,
    .styles = styles,
    .longest = 1800,
    .tuning = {.rollout = VL_ROLLOUT_PREFER, .noise = 4, .margin = 8},
    .ladder = ladder,
    .table_count = 2,
    .check_deck = tl_check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .choice = tl_choice,
    .label = tl_label,
    VL_GAME_FUNCTIONS(tl),
};
