/* Lost Luggage: what it is, its tables, and its functions. */
#include "games/template/template.h"

static const struct vl_column columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"name", VL_CELL_TEXT, 1, 30, NULL},
    {"weight", VL_CELL_INT, 1, 40, NULL},
};

static const struct vl_table_spec tables[] = {
    {"tags", columns, 3, TP_TAGS, TP_TAGS},
};

static const struct vl_option options[] = {{0}};
static const char *const categories[] = {"luggage", NULL};
static const struct vl_style styles[] = {{"standard", "the heaviest tags first"}, {0}};

static bool load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct tp_deck *d = deck->data;
    (void)err;
    for (uint32_t tag = 0; tag < TP_TAGS; tag++)
        d->weight[tag] = (uint8_t)vl_deck_value(deck, 0, tag, 2);
    return true;
}

const struct vl_game tp_game = {
    .id = "template",
    .name = "Lost Luggage",
    .clause = "TP",
    .summary = "Hand in the heaviest luggage.",
    .minutes = "2",
    .rules_version = 1,
    .playable = true,
    .least_seats = 2,
    .most_seats = 4,
    .options = options,
    .categories = categories,
    .styles = styles,
    .ladder = vl_default_ladder,
    .state_size = sizeof(struct tp_state),
    .deck_size = sizeof(struct tp_deck),
    .longest = VL_MAX_SEATS * (TP_HAND + TP_TURNS * (2 * TP_MOST_GIVEN + 1)),
    .tables = tables,
    .table_count = 1,
    .load_deck = load_deck,
    .check_deck = vl_default_check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .start = tp_start,
    .to_act = tp_to_act,
    .legal_moves = tp_legal_moves,
    .apply = tp_apply,
    .sample_chance = tp_sample_chance,
    .pick = tp_pick,
    .playout = tp_playout,
    .choice = tp_choice,
    .score = tp_score,
    .redact = tp_redact,
    .redact_move = tp_redact_move,
    .determinize = tp_determinize,
    .check = tp_check,
    .format_move = tp_format_move,
    .parse_move = tp_parse_move,
    .refuse = tp_refuse,
    .refuse_target = tp_refuse_target,
    .label = vl_default_label,
    .targets = tp_targets,
    .write_view = tp_write_view,
    .read_state = tp_read_state,
    .annotate = tp_annotate,
    .prompt = tp_prompt,
    .show = tp_show,
    .narrate = tp_narrate,
    .evaluate = tp_evaluate,
    .prefer = tp_prefer,
    .explain = tp_explain,
};
