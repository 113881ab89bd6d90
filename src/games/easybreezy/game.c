/* Easy Breezy: what it is, and its functions. */
#include "games/easybreezy/easybreezy.h"

static const struct vl_option options[] = {{0}};
static const char *const categories[] = {"commissions", "city bonus", "transport bonus", NULL};
static const struct vl_style styles[] = {{"standard", "fills what pays best, soonest"}, {0}};

static const struct vl_rung ladder[] = {
    {.bot = "tourist"},
    {"commuter", 77.7, 74.3, 81.0},
    {"traveller", 71.5, 67.9, 75.1},
    {"explorer", 97.1, 94.2, 100},
    {"globetrotter", 65.0, 54.6, 75.4},
    {0},
};

const struct vl_game eb_game = {
    .id = "easybreezy",
    .name = "Easy Breezy Travel Agency",
    .clause = "EB",
    .summary =
        "Collect passengers, watch the fares climb, and send them off before someone else does.",
    .minutes = "20",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = VL_MAX_SEATS,
    .options = options,
    .categories = categories,
    .styles = styles,
    /* A turn is at most a reorganize: 1 + 4 laid + done + 2 swaps of 2 + done + 4 taken + done,
     * or a departure: 1 + 6 boarded, a ticket, 4 flips. */
    .longest = 4 + 2 * VL_MAX_SEATS + 5 + EB_ROUNDS * VL_MAX_SEATS * 16,
    .tuning = {.rollout = VL_ROLLOUT_PREFER, .noise = 4, .margin = 8},
    .ladder = ladder,
    .table_count = 2,
    .check_deck = eb_check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .choice = eb_choice,
    .label = eb_label,
    VL_GAME_FUNCTIONS(eb),
};
