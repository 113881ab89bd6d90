/* Easy Breezy: what it is, its tables, and its functions. */
#include "core/bits.h"
#include "games/easybreezy/easybreezy.h"

const char *const eb_city_keys[] = {"chicago", "miami", "new-orleans", "new-york", NULL};
const char *const eb_city_names[] = {"Chicago", "Miami", "New Orleans", "New York"};
const char *const eb_transport_keys[] = {"bus", "train", "plane", NULL};

static const char *const goals[] = {"chicago",  "miami",    "new-orleans",
                                    "new-york", "anywhere", NULL};
static const char *const raises[] = {"chicago", "miami", "new-orleans", "new-york", "none", NULL};
enum { ANYWHERE = 4, RAISES_NONE = 4 };

static const struct vl_column passenger_columns[] = {
    {"key", VL_CELL_KEY, 0, 0, NULL},      {"name", VL_CELL_TEXT, 1, 16, NULL},
    {"city", VL_CELL_WORD, 0, 0, goals},   {"raises", VL_CELL_WORD, 0, 0, raises},
    {"reason", VL_CELL_TEXT, 8, 90, NULL},
};

static const struct vl_column destination_columns[] = {
    {"city", VL_CELL_WORD, 0, 0, eb_city_keys},
    {"transport", VL_CELL_WORD, 0, 0, eb_transport_keys},
    {"seats", VL_CELL_INT, 1, 6, NULL},
};

static const struct vl_table_spec tables[] = {
    {"passengers", passenger_columns, 5, EB_LEAST_CARDS, EB_MOST_CARDS},
    {"destinations", destination_columns, 3, EB_CITIES *EB_TRANSPORTS, EB_CITIES *EB_TRANSPORTS},
};

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

static bool load_passengers(struct vl_deck *deck, struct vl_error *err)
{
    struct eb_deck *d = deck->data;
    for (uint32_t row = 0; row < deck->rows[EB_PASSENGERS]; row++) {
        int64_t city = vl_deck_value(deck, EB_PASSENGERS, row, EB_CITY);
        int64_t raised = vl_deck_value(deck, EB_PASSENGERS, row, EB_RAISES);
        d->all |= vl_bit(row);
        d->raises[row] = raised == RAISES_NONE ? EB_NONE : (uint8_t)raised;
        if (city == ANYWHERE)
            d->riders |= vl_bit(row);
        else if (d->riders)
            return vl_deck_fail(deck, EB_PASSENGERS, row, err,
                                "free riders (city \"anywhere\") stand after all passengers");
        else
            d->city[city] |= vl_bit(row);
    }
    for (uint32_t city = 0; city < EB_CITIES; city++)
        if (vl_count(d->city[city]) < 4)
            return vl_fail(err, VL_BAD_INPUT, "passengers.tsv",
                           "expected at least 4 passengers to %s, found %u", eb_city_names[city],
                           vl_count(d->city[city]));
    return true;
}

static bool load_deck(struct vl_deck *deck, struct vl_error *err)
{
    struct eb_deck *d = deck->data;
    if (!load_passengers(deck, err))
        return false;
    for (uint32_t city = 0; city < EB_CITIES; city++)
        d->seats[city][EB_TRANSPORTS] = EB_NONE;
    for (uint32_t row = 0; row < deck->rows[EB_DESTINATIONS]; row++) {
        uint8_t *seats = &d->seats[vl_deck_value(deck, EB_DESTINATIONS, row, EB_D_CITY)]
                                  [vl_deck_value(deck, EB_DESTINATIONS, row, EB_D_TRANSPORT)];
        if (*seats)
            return vl_deck_fail(deck, EB_DESTINATIONS, row, err,
                                "this city has that transport already");
        *seats = (uint8_t)vl_deck_value(deck, EB_DESTINATIONS, row, EB_D_SEATS);
    }
    return true;
}

/* What the published deck has: numbers of each face, and an even spread of fare raises. */
static bool check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    const struct eb_deck *d = deck->data;
    uint32_t raise_count[EB_CITIES][EB_CITIES + 1] = {0};
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        for (uint64_t rest = d->city[city]; rest;) {
            uint32_t raised = d->raises[vl_take_lowest(&rest)];
            raise_count[city][raised == EB_NONE ? EB_CITIES : raised]++;
        }
        if (raise_count[city][city])
            return vl_fail(err, VL_REFUSED, "passengers.tsv", "a passenger to %s raises that fare",
                           eb_city_names[city]);
        vl_text_addf(report, "%s: %u passengers, who raise", eb_city_names[city],
                     vl_count(d->city[city]));
        for (uint32_t raised = 0; raised < EB_CITIES; raised++)
            if (raised != city)
                vl_text_addf(report, " %s %u,", eb_city_names[raised], raise_count[city][raised]);
        vl_text_addf(report, " none %u\n", raise_count[city][EB_CITIES]);
    }
    for (uint64_t rest = d->riders; rest;)
        if (d->raises[vl_take_lowest(&rest)] != EB_NONE)
            return vl_fail(err, VL_REFUSED, "passengers.tsv", "a free rider raises a fare");
    vl_text_addf(report, "%u free riders, %u cards in all\n", vl_count(d->riders),
                 vl_count(d->all));
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        for (uint32_t transport = 0; transport < EB_TRANSPORTS; transport++) {
            uint32_t seats = d->seats[city][transport];
            if (seats > vl_count(d->city[city]) + vl_count(d->riders))
                return vl_fail(err, VL_REFUSED, "destinations.tsv",
                               "the %s to %s has more seats than there are cards for it",
                               eb_transport_keys[transport], eb_city_names[city]);
            vl_text_addf(report, "%s by %s: %u seats\n", eb_city_names[city],
                         eb_transport_keys[transport], seats);
        }
    }
    return true;
}

const struct vl_game eb_game = {
    .id = "easybreezy",
    .name = "Easy Breezy Travel Agency",
    .clause = "EB",
    .summary =
        "Collect passengers, watch the fares climb, and send them off before someone else does.",
    .minutes = "20",
    .rules_version = 1,
    .playable = true,
    .least_seats = 2,
    .most_seats = VL_MAX_SEATS,
    .options = options,
    .categories = categories,
    .styles = styles,
    .state_size = sizeof(struct eb_state),
    .deck_size = sizeof(struct eb_deck),
    /* A turn is at most a reorganize: 1 + 4 laid + done + 2 swaps of 2 + done + 4 taken + done,
     * or a departure: 1 + 6 boarded, a ticket, 4 flips. */
    .longest = 4 + 2 * VL_MAX_SEATS + 5 + EB_ROUNDS * VL_MAX_SEATS * 16,
    .tuning = {.rollout = VL_ROLLOUT_PREFER, .noise = 4, .margin = 8},
    .ladder = ladder,
    .tables = tables,
    .table_count = 2,
    .load_deck = load_deck,
    .check_deck = check_deck,
    .describe = vl_default_describe,
    .check_setup = vl_default_check_setup,
    .start = eb_start,
    .to_act = eb_to_act,
    .legal_moves = eb_legal_moves,
    .apply = eb_apply,
    .sample_chance = eb_sample_chance,
    .pick = eb_pick,
    .playout = eb_playout,
    .choice = eb_choice,
    .score = eb_score,
    .redact = eb_redact,
    .redact_move = eb_redact_move,
    .determinize = eb_determinize,
    .check = eb_check,
    .format_move = eb_format_move,
    .parse_move = eb_parse_move,
    .refuse = eb_refuse,
    .refuse_target = eb_refuse_target,
    .label = eb_label,
    .targets = eb_targets,
    .write_view = eb_write_view,
    .read_state = eb_read_state,
    .annotate = eb_annotate,
    .prompt = eb_prompt,
    .show = eb_show,
    .narrate = eb_narrate,
    .evaluate = eb_evaluate,
    .prefer = eb_prefer,
    .explain = eb_explain,
};
