/* Postcards: what it is, and its functions. */
#include "games/postcards/postcards.h"

static const struct vl_option options[] = {{0}};
static const char *const categories[] = {"tours", NULL};
static const struct vl_style styles[] = {
    {"standard", "plans the turn for the tours within reach"},
    {0},
};

static const struct vl_rung ladder[] = {
    {.bot = "tourist"},
    {"commuter", 98.5, 97.0, 100.0},
    {"traveller", 87.8, 83.3, 92.2},
    {"explorer", 89.4, 83.1, 95.7},
    {"globetrotter", 81.2, 66.3, 96.2},
    {0},
};

/*
 * Things that matter happen at most this often: 4 placings, 60 collections, a holiday for each of
 * them and one for each of 4 travellers still on theirs, 20 tours. Ten rounds without any end the
 * game (PC-6.5), a round has at most four turns, and a turn at most four steps, an end and a step
 * of the tourist. Chance draws 7 suitcases, a seat, 60 postcards and 20 tours at most.
 */
enum { MATTERS = 4 + 60 + 64 + 20, TURN = PC_COINS + 2, DRAWS = 7 + 1 + 60 + 20 };

const struct vl_game pc_game = {
    .id = "postcards",
    .name = "Postcards",
    .clause = "PC",
    .summary = "Travel a moving map of sixty places, collect them, and complete tours.",
    .minutes = "30",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = 4,
    .options = options,
    .categories = categories,
    .styles = styles,
    .longest = (MATTERS + 1) * PC_DULL_ROUNDS * VL_MAX_SEATS * TURN + MATTERS + DRAWS,
    .tuning = {.rollout = VL_ROLLOUT_PREFER, .noise = 4, .margin = 8},
    .ladder = ladder,
    .table_count = 3,
    .check_deck = pc_check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .choice = vl_default_choice,
    .label = pc_label,
    VL_GAME_FUNCTIONS(pc),
};
