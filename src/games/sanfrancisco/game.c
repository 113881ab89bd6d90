/* San Francisco: what it is, and its functions. */
#include "games/sanfrancisco/sanfrancisco.h"

static const struct vl_option options[] = {{0}};
static const char *const categories[] = {"routes", "tickets", "tokens", NULL};
static const struct vl_style styles[] = {
    {"standard", "plans its tickets as one network and weighs tokens, blocking and the end"},
    {"one-step", "finishes one ticket after the other, the nearest first"},
    {"long-route", "claims the longest routes it can pay for, tickets or not"},
    {"route-focused", "claims what scores most at once on the way to its tickets"},
    {"ticket-hungry", "draws tickets first and keeps many, then connects them"},
    {0},
};

static const struct vl_rung ladder[] = {
    {.bot = "tourist"},
    {"commuter", 86.3, 83.6, 88.9},
    {"traveller", 82.5, 79.7, 85.3},
    {"explorer", 69.6, 64.2, 74.9},
    {"globetrotter", 65.0, 54.7, 75.3},
    {0},
};

/*
 * At most 60 cards are drawn until all are in hands, and one more for every card paid: 80 for the
 * cars of four seats. Each may need a refill with five wipes of five cards. 80 claims with a token,
 * 24 tickets (each draw keeps one) of at most four moves, and seven passes before any of these.
 */
enum {
    DRAWS = SF_MOST_CARDS + SF_CARS * VL_MAX_SEATS,
    CLAIMS = SF_CARS * VL_MAX_SEATS,
    LONGEST = DRAWS * (2 + 1 + SF_WIPES * SF_ROW) + 2 * CLAIMS + 4 * SF_MOST_TICKETS +
              7 * (DRAWS + CLAIMS + SF_MOST_TICKETS) + 100
};

const struct vl_game sf_game = {
    .id = "sanfrancisco",
    .name = "Ticket to Ride: San Francisco",
    .clause = "SF",
    .summary = "Claim the streets and ferries of the city with your cable cars, connect the places "
               "on your tickets, and collect tourist tokens on the way.",
    .minutes = "20",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = VL_MAX_SEATS,
    .options = options,
    .categories = categories,
    .styles = styles,
    .longest = LONGEST,
    .tuning = {.rollout = VL_ROLLOUT_PREFER,
               .noise = 4,
               .margin = 15,
               .trust = 5,
               .exploration = 0.5,
               .winning = 0.4,
               .open_loop = true,
               .own_moves_only = true},
    .ladder = ladder,
    .table_count = SF_TABLES,
    .check_deck = sf_check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .choice = vl_default_choice,
    .label = sf_label,
    VL_GAME_FUNCTIONS(sf),
};
