/* Postcards: what it is, its tables, and its functions. */
#include "games/postcards/postcards.h"

static const char *const luggage_colours[] = {"orange", "black", "white", "brown", NULL};

static const struct vl_column postcard_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"name", VL_CELL_TEXT, 2, 24, NULL},
    {"country", VL_CELL_TEXT, 2, 24, NULL},
    {"continent", VL_CELL_WORD, 0, 0, pc_continent_words},
    {"cost", VL_CELL_INT, 1, 3, NULL},
    {"asks", VL_CELL_LIST, 0, PC_MOST_ASKS, pc_ask_words},
    {"icons", VL_CELL_SET, 1, 3, pc_icon_words},
    {"north", VL_CELL_INT, 1, PC_COINS, NULL},
    {"west", VL_CELL_INT, 1, PC_COINS, NULL},
    {"east", VL_CELL_INT, 1, PC_COINS, NULL},
    {"south", VL_CELL_INT, 1, PC_COINS, NULL},
    {"lore", VL_CELL_TEXT, 20, 120, NULL},
};

static const struct vl_column tour_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},     {"name", VL_CELL_TEXT, 2, 24, NULL},
    {"value", VL_CELL_INT, 1, 20, NULL},  {"asks", VL_CELL_LIST, 1, PC_MOST_ASKS, pc_ask_words},
    {"line", VL_CELL_TEXT, 2, 100, NULL},
};

static const struct vl_column traveller_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"name", VL_CELL_TEXT, 2, 24, NULL},
    {"colour", VL_CELL_WORD, 0, 0, luggage_colours},
    {"icon", VL_CELL_WORD, 0, 0, pc_icon_words},
};

static const struct vl_table_spec tables[] = {
    [PC_TABLE_POSTCARDS] = {"postcards", postcard_columns, 12, PC_CARDS, PC_CARDS},
    [PC_TABLE_TOURS] = {"tours", tour_columns, 5, PC_TOURS, PC_TOURS},
    [PC_TABLE_TRAVELLERS] = {"travellers", traveller_columns, 4, PC_SUITCASES, PC_SUITCASES},
};

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
    .playable = true,
    .least_seats = 2,
    .most_seats = 4,
    .options = options,
    .categories = categories,
    .styles = styles,
    .state_size = sizeof(struct pc_state),
    .deck_size = sizeof(struct pc_deck),
    .longest = (MATTERS + 1) * PC_DULL_ROUNDS * VL_MAX_SEATS * TURN + MATTERS + DRAWS,
    .tuning = {.rollout = VL_ROLLOUT_PREFER, .noise = 4, .margin = 8},
    .ladder = ladder,
    .tables = tables,
    .table_count = sizeof tables / sizeof *tables,
    .load_deck = pc_load_deck,
    .check_deck = pc_check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .start = pc_start,
    .to_act = pc_to_act,
    .legal_moves = pc_legal_moves,
    .apply = pc_apply,
    .sample_chance = pc_sample_chance,
    .pick = pc_pick,
    .playout = pc_playout,
    .choice = vl_default_choice,
    .score = pc_score,
    .redact = pc_redact,
    .redact_move = pc_redact_move,
    .determinize = pc_determinize,
    .check = pc_check,
    .format_move = pc_format_move,
    .parse_move = pc_parse_move,
    .refuse = pc_refuse,
    .refuse_target = pc_refuse_target,
    .label = pc_label,
    .targets = pc_targets,
    .write_view = pc_write_view,
    .read_state = pc_read_state,
    .annotate = pc_annotate,
    .prompt = pc_prompt,
    .show = pc_show,
    .narrate = pc_narrate,
    .evaluate = pc_evaluate,
    .prefer = pc_prefer,
    .explain = pc_explain,
};
