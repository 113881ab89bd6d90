/* Atlas: what it is, its options, and its functions. */
#include "games/atlas/atlas.h"
#include "games/atlas/tables.h"

static const char *const variants[] = {"standard", "quick", NULL};
static const char *const dantes[] = {"0", "1", "2", "3", NULL};
static const char *const starts[] = {"random", "chosen", NULL};
static const char *const off_on[] = {"0", "1", NULL};

/* In the order of AT_OPTION_VARIANT and those after it. */
static const struct vl_option options[] = {
    {"variant", variants, 0, "the whole game, or the quick one without boards, money and energy"},
    {"dante", dantes, 0, "how many of the last seats Dante plays by his deck"},
    {"dante_start", starts, 0, "Dante's first card: random, or chosen from the row (harder)"},
    {"draft", off_on, 0, "draft the starting cards, 4 of 6"},
    {"second_colours", off_on, 0, "the small colours of a flag count for public goals too"},
    {"guidebook", off_on, 0, "own country cards in hand make their places 1 money cheaper"},
    {0},
};

static const char *const categories[] = {"popularity",     "bonuses",   "blog",
                                         "languages",      "souvenirs", "public goals",
                                         "personal goals", NULL};
static const struct vl_style styles[] = {{"standard", "travels where the points are"}, {0}};

/* Measured with `valise arena atlas --ladder`; docs/bots.md has the deals. */
static const struct vl_rung ladder[] = {
    {.bot = "tourist"},
    {"commuter", 93.5, 91.5, 95.5},
    {"traveller", 83.7, 80.7, 86.6},
    {"explorer", 87.5, 77.8, 97.2},
    {"globetrotter", 66.2, 54.7, 77.7},
    {0},
};

bool at_check_setup(const struct vl_setup *setup, struct vl_error *err)
{
    if (setup->option[AT_OPTION_DANTE] >= setup->seats)
        return vl_refuse(err, "AT-13.1", "Dante cannot play every seat: dante=%u with %u seats",
                         setup->option[AT_OPTION_DANTE], setup->seats);
    return true;
}

/* AT-13.1: he plays the last seats. */
const char *at_own_seat(const struct vl_setup *setup, uint32_t seat)
{
    return seat + setup->option[AT_OPTION_DANTE] >= setup->seats ? "Dante" : NULL;
}

vl_move at_pick(const void *deck, const void *state, struct vl_rng *rng)
{
    return vl_pick_from_list(&at_game, deck, state, rng);
}

uint32_t at_playout(const void *deck, void *state, struct vl_rng *rng)
{
    return vl_playout_by_pick(&at_game, deck, state, rng);
}

const struct vl_game at_game = {
    .id = "atlas",
    .name = "Atlas",
    .clause = "AT",
    .summary = "Backpack round the whole world, country by country.",
    .minutes = "80-160",
    .rules_version = 1,
    .least_seats = 2,
    .most_seats = VL_MAX_SEATS,
    .options = options,
    .categories = categories,
    .styles = styles,
    /* Set-up, and in each of 60 rounds for each seat at most two actions; the longest is to replan
     * every card: 165 discarded, 165 drawn from the row, 165 put there. */
    .longest = 300 + AT_LAST_ROUND * VL_MAX_SEATS * (3 * AT_CARDS + 200),
    .tuning = {.rollout = VL_ROLLOUT_EVALUATE,
               .turns = 16,
               .margin = 30,
               .trust = 6,
               .exploration = 0.4,
               .open_loop = true,
               .own_moves_only = true},
    .ladder = ladder,
    .table_count = AT_TABLES,
    VL_GAME_FUNCTIONS(at),
    .check_deck = at_check_deck,
    .describe = at_describe,
    .check_setup = at_check_setup,
    .own_seat = at_own_seat,
    .choice = at_choice,
    .label = at_label,
};
