/* Travelogue: what it is, its tables, and its functions. */
#include "games/travelogue/travelogue.h"

const char *const tl_activity_keys[] = {"dining",  "shopping",    "lodging", "culture",
                                        "leisure", "sightseeing", NULL};
const char *const tl_activity_names[] = {"Dining",  "Shopping", "Lodging",
                                         "Culture", "Leisure",  "Sightseeing"};
static const char *const marks[] = {"none", "bonus", "cloud", NULL};

static const struct vl_column card_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"activity", VL_CELL_WORD, 0, 0, tl_activity_keys},
    {"number", VL_CELL_INT, 1, TL_NUMBERS, NULL},
    {"mark", VL_CELL_WORD, 0, 0, marks},
    {"name", VL_CELL_TEXT, 1, 30, NULL},
};

static const struct vl_column destination_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},
    {"name", VL_CELL_TEXT, 1, 24, NULL},
    {"dining", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"shopping", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"lodging", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"culture", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"leisure", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"sightseeing", VL_CELL_INT, 1, TL_MOST_LIMIT, NULL},
    {"one", VL_CELL_INT, 1, 20, NULL},
    {"two", VL_CELL_INT, 0, 20, NULL},
    {"three", VL_CELL_INT, 0, 20, NULL},
    {"four", VL_CELL_INT, 0, 20, NULL},
    {"five", VL_CELL_INT, 0, 20, NULL},
    {"lore", VL_CELL_TEXT, 1, 120, NULL},
};

static const struct vl_table_spec tables[] = {
    {"cards", card_columns, 5, TL_CARDS, TL_CARDS},
    {"destinations", destination_columns, 14, TL_DESTINATIONS, TL_DESTINATIONS},
};

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

/* One destination: its values grow with every card up to its largest limit, and end there. */
static bool load_destination(struct vl_deck *deck, uint32_t row, struct vl_error *err)
{
    struct tl_deck *d = deck->data;
    uint32_t most = 0;
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        d->limit[row][a] = (uint8_t)vl_deck_value(deck, TL_TABLE_DESTINATIONS, row, TL_D_LIMIT + a);
        most = d->limit[row][a] > most ? d->limit[row][a] : most;
    }
    for (uint32_t n = 1; n <= TL_MOST_LIMIT; n++) {
        uint32_t value =
            (uint32_t)vl_deck_value(deck, TL_TABLE_DESTINATIONS, row, TL_D_VALUE + n - 1);
        if (n > most ? value != 0 : value <= d->value[row][n - 1])
            return vl_deck_fail(deck, TL_TABLE_DESTINATIONS, row, err,
                                "the value of %u cards: values grow up to the largest limit, %u, "
                                "and are 0 beyond it",
                                n, most);
        d->value[row][n] = (uint8_t)value;
    }
    return true;
}

static bool load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct tl_deck *d = deck->data;
    for (uint32_t card = 0; card < TL_CARDS; card++) {
        int64_t activity = vl_deck_value(deck, TL_TABLE_CARDS, card, TL_C_ACTIVITY);
        int64_t number = vl_deck_value(deck, TL_TABLE_CARDS, card, TL_C_NUMBER);
        int64_t mark = vl_deck_value(deck, TL_TABLE_CARDS, card, TL_C_MARK);
        if (activity != tl_activity(card) || number != tl_number(card))
            return vl_deck_fail(deck, TL_TABLE_CARDS, card, err, "expected %s %u here",
                                tl_activity_keys[tl_activity(card)], tl_number(card));
        if (mark)
            tl_add(mark == 1 ? &d->bonus : &d->cloud, card);
    }
    for (uint32_t row = 0; row < TL_DESTINATIONS; row++)
        if (!load_destination(deck, row, err))
            return false;
    return true;
}

/* Whether the deck treats the six activities alike. */
static bool check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct tl_deck *d = deck->data;
    uint32_t sum[TL_ACTIVITIES] = {0}, top[TL_ACTIVITIES] = {0};
    uint32_t bonus = vl_count(tl_of_activity(d->bonus, 0));
    uint32_t cloud = vl_count(tl_of_activity(d->cloud, 0));
    if (!vl_default_check_deck(deck, report, err))
        return false;
    for (uint32_t row = 0; row < TL_DESTINATIONS; row++)
        for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
            sum[a] += d->limit[row][a];
            top[a] += d->limit[row][a] == TL_MOST_LIMIT;
        }
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint32_t b = vl_count(tl_of_activity(d->bonus, a));
        uint32_t c = vl_count(tl_of_activity(d->cloud, a));
        vl_text_addf(report, "%s: limits sum to %u, goes to five %u times, %u bonuses, %u clouds\n",
                     tl_activity_names[a], sum[a], top[a], b, c);
        if (sum[a] != sum[0] || top[a] != top[0] || b != bonus || c != cloud)
            return vl_fail(err, VL_REFUSED, "destinations", "%s is not treated like %s",
                           tl_activity_names[a], tl_activity_names[0]);
    }
    return true;
}

const struct vl_game tl_game = {
    .id = "travelogue",
    .name = "Travelogue",
    .clause = "TL",
    .summary = "Trade for the right activities, spend them at a destination, and keep the best "
               "card for your album.",
    .minutes = "30",
    .rules_version = 1,
    .playable = true,
    .least_seats = 2,
    .most_seats = 4,
    .options = options,
    .categories = categories,
    .styles = styles,
    .state_size = sizeof(struct tl_state),
    .deck_size = sizeof(struct tl_deck),
    .longest = 1800,
    .tuning = {.rollout = VL_ROLLOUT_PREFER, .noise = 4, .margin = 8},
    .ladder = ladder,
    .tables = tables,
    .table_count = 2,
    .load_deck = load_deck,
    .check_deck = check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .start = tl_start,
    .to_act = tl_to_act,
    .legal_moves = tl_legal_moves,
    .apply = tl_apply,
    .sample_chance = tl_sample_chance,
    .pick = tl_pick,
    .playout = tl_playout,
    .choice = tl_choice,
    .score = tl_score,
    .redact = tl_redact,
    .redact_move = tl_redact_move,
    .determinize = tl_determinize,
    .check = tl_check,
    .format_move = tl_format_move,
    .parse_move = tl_parse_move,
    .refuse = tl_refuse,
    .refuse_target = tl_refuse_target,
    .label = tl_label,
    .targets = tl_targets,
    .write_view = tl_write_view,
    .read_state = tl_read_state,
    .annotate = tl_annotate,
    .prompt = tl_prompt,
    .show = tl_show,
    .narrate = tl_narrate,
    .evaluate = tl_evaluate,
    .prefer = tl_prefer,
    .explain = tl_explain,
};
