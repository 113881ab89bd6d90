/* The tables of data/atlas/: what stands in which column. */
#include "games/atlas/tables.h"

#include "games/atlas/deck.h"

#define EXPERIENCES                                                                                \
    "architecture", "beach", "city", "culinary", "culture", "diving", "hiking", "history",         \
        "nature", "party", "relaxing", "religion", "scenery", "world-heritage", "wildlife"
#define ELEMENTS                                                                                   \
    "star", "sun", "crescent", "cross", "circle", "animal", "plant", "arms", "union-jack",         \
        "writing", "weapon", "symbol"
#define LAYOUTS                                                                                    \
    "horizontal-stripes", "horizontal-tricolour", "vertical-stripes", "vertical-tricolour",        \
        "hoist", "canton", "diagonal"

#define GOALS                                                                                      \
    "pair", "experience", "each", "two-types", "one-type", "different", "borderless",              \
        "landlocked", "dependency", "isolated", "airport", "same-area", "rows", "chain",           \
        "in-rows", "in-columns", "continents", "continent-pair", "inhabited-continents", "flag",   \
        "colour", "colours-exactly", "colours-at-least", "same-colours", "all-colours",            \
        "without-colour", "languages", "souvenirs"

const char *const at_experience_words[] = {EXPERIENCES, NULL};
const char *const at_continent_words[] = {"africa",        "asia",    "europe",     "north-america",
                                          "south-america", "oceania", "antarctica", NULL};
const char *const at_colour_words[] = {"red",    "white", "blue",   "yellow", "green", "black",
                                       "orange", "brown", "purple", "grey",   NULL};
const char *const at_flag_words[] = {ELEMENTS, LAYOUTS, NULL};
const char *const at_row_words[] = {"blog", "work", "rest", NULL};
const char *const at_action_words[] = {"travel", "explore", "blog", "work", "rest", "replan", NULL};
const char *const at_way_words[] = {"up-left", "up-right", "down-left", "down-right", NULL};
const char *const at_pile_words[] = {"geography", "vexillology", NULL};
const char *const at_effect_words[] = {"none",  "money",       "energy",   "like",    "dislike",
                                       "draw",  "personality", "language", "refresh", "travel",
                                       "goals", "shift",       "icon",     NULL};
const char *const at_goal_words[] = {GOALS, NULL};

/* Lists that only the reader of the tables needs. */
static const char *const need_words[] = {EXPERIENCES, "-", NULL};
static const char *const element_words[] = {ELEMENTS, NULL};
static const char *const layout_words[] = {LAYOUTS, NULL};
static const char *const flag_kind_words[] = {"element", "layout", NULL};
static const char *const status_words[] = {"state", "dependency", "territory", "continent", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const route_words[] = {"land", "sea", NULL};
static const char *const bonus_kind_words[] = {"-", "colour", "continent", "element", NULL};
static const char *const event_kind_words[] = {"instant", "persistent", NULL};
static const char *const who_words[] = {"-", "active", "all", NULL};
static const char *const pile_words[] = {"printed", "a", "b", "c", NULL};
static const char *const line_words[] = {"-", "event", "refresh", NULL};
static const char *const score_words[] = {"set", "tile", NULL};
static const char *const action_words[] = {"explore", "blog", "souvenir", "pause", NULL};
static const char *const first_words[] = {"-", "souvenir", "new-continent", "explored", NULL};
static const char *const use_words[] = {"choose", "shift", NULL};
static const char *const countries[] = {"countries", NULL};
static const char *const souvenirs[] = {"souvenirs", NULL};

/* Cells of a row of columns: name, kind, least, most, words or table. */
#define KEY "id", VL_CELL_KEY, 0, 0, NULL
#define TEXT(name, most) name, VL_CELL_TEXT, 1, most, NULL
#define INT(name, least, most) name, VL_CELL_INT, least, most, NULL
#define WORD(name, words) name, VL_CELL_WORD, 0, 0, words
#define SET(name, least, most, words) name, VL_CELL_SET, least, most, words
#define LIST(name, least, most, words) name, VL_CELL_LIST, least, most, words
#define REF(name, table) name, VL_CELL_REF, 0, 0, table
#define REF_OR_NONE(name, table) name, VL_CELL_REF, -1, 0, table

static const struct vl_column continent_columns[] = {{KEY}, {TEXT("name", 20)}, {TEXT("short", 2)}};
static const struct vl_column named_columns[] = {{KEY}, {TEXT("name", 30)}, {TEXT("text", 100)}};
static const struct vl_column element_columns[] = {
    {KEY}, {WORD("kind", flag_kind_words)}, {TEXT("name", 30)}, {TEXT("text", 100)}};
static const struct vl_column language_columns[] = {{KEY}, {TEXT("name", 30)}};
static const struct vl_column country_columns[] = {
    {KEY},
    {TEXT("name", 40)},
    {WORD("continent", at_continent_words)},
    {TEXT("area", 3)},
    {TEXT("languages", 60)},
    {SET("main", 1, 6, at_colour_words)},
    {SET("second", 0, 6, at_colour_words)},
    {SET("elements", 0, 6, element_words)},
    {SET("layout", 0, 4, layout_words)},
    {WORD("status", status_words)},
    {WORD("coast", no_yes)},
    {WORD("isolated", no_yes)},
    {WORD("airport", no_yes)},
    {INT("lon", -18000, 18000)},
    {INT("lat", -9000, 9000)},
    {TEXT("flag", 160)},
};
static const struct vl_column region_columns[] = {
    {KEY}, {TEXT("name", 40)}, {TEXT("countries", 40)}};
static const struct vl_column route_columns[] = {
    {REF("a", countries)}, {REF("b", countries)}, {WORD("kind", route_words)}};
static const struct vl_column place_columns[] = {
    {KEY},
    {REF("country", countries)},
    {INT("slot", 1, AT_PLACES)},
    {TEXT("name", 40)},
    {INT("cost", 3, 6)},
    {LIST("icons", 2, AT_ICONS, at_experience_words)},
    {TEXT("lore", 140)},
};
static const struct vl_column destination_columns[] = {
    {KEY},
    {TEXT("name", 40)},
    {REF("country", countries)},
    {REF_OR_NONE("country2", countries)},
    {INT("cost", 3, 6)},
    {LIST("icons", 2, AT_ICONS, at_experience_words)},
    {INT("need_count", 0, 3)},
    {WORD("need", need_words)},
    {WORD("bonus_kind", bonus_kind_words)},
    {TEXT("bonus", 20)},
    {INT("bonus_points", 0, 3)},
    {TEXT("lore", 140)},
};
static const struct vl_column character_columns[] = {{KEY},
                                                     {TEXT("name", 30)},
                                                     {REF("home", countries)},
                                                     {TEXT("languages", 60)},
                                                     {TEXT("text", 140)}};
static const struct vl_column tile_columns[] = {{KEY},
                                                {SET("front", 2, 2, at_experience_words)},
                                                {TEXT("front_name", 30)},
                                                {SET("back", 2, 2, at_experience_words)},
                                                {TEXT("back_name", 30)}};
static const struct vl_column party_columns[] = {{KEY},
                                                 {TEXT("name", 30)},
                                                 {REF("home", countries)},
                                                 {TEXT("effects", 60)},
                                                 {TEXT("text", 140)}};
static const struct vl_column event_columns[] = {
    {KEY},
    {TEXT("name", 30)},
    {WORD("kind", event_kind_words)},
    {INT("cubes", 0, 4)},
    {WORD("who", who_words)},
    {TEXT("effects", 60)},
    {TEXT("countries", 20)},
    {TEXT("areas", 30)},
    {TEXT("delays", 30)},
    {TEXT("text", 140)},
};
static const struct vl_column goal_columns[] = {
    {KEY},
    {TEXT("name", 30)},
    {WORD("kind", at_goal_words)},
    {INT("count", 2, 10)},
    {TEXT("what", 60)},
    {INT("points", 3, 12)},
    {WORD("dante", no_yes)},
    {TEXT("text", 100)},
};
static const struct vl_column public_columns[] = {
    {KEY},
    {WORD("pile", pile_words)},
    {TEXT("name", 30)},
    {WORD("kind", at_goal_words)},
    {INT("count", 2, 10)},
    {TEXT("what", 60)},
    {INT("points", 3, 25)},
    {TEXT("text", 100)},
};
static const struct vl_column setup_columns[] = {{KEY},
                                                 {INT("card", 1, AT_SETUPS)},
                                                 {REF("souvenir", souvenirs)},
                                                 {REF("country", countries)},
                                                 {TEXT("name", 40)},
                                                 {TEXT("text", 140)}};
static const struct vl_column board_columns[] = {
    {KEY},
    {WORD("row", at_row_words)},
    {WORD("paid", no_yes)},
    {WORD("token", no_yes)},
    {TEXT("effects", 60)},
    {TEXT("text", 100)},
};
static const struct vl_column bonus_columns[] = {
    {KEY}, {TEXT("name", 20)}, {INT("likes", 0, 3)}, {INT("circles", 0, 1)}, {TEXT("text", 100)}};
static const struct vl_column blog_columns[] = {{INT("slot", 1, AT_BLOG_SLOTS)},
                                                {INT("points", 0, 40)},
                                                {TEXT("reward", 20)},
                                                {WORD("line_after", line_words)},
                                                {TEXT("text", 100)}};
static const struct vl_column score_columns[] = {
    {KEY}, {WORD("kind", score_words)}, {INT("number", 1, AT_SET_SCORES)}, {INT("points", 1, 100)}};
static const struct vl_column dante_columns[] = {
    {KEY},
    {TEXT("name", 20)},
    {INT("copies", 1, 8)},
    {WORD("action", action_words)},
    {WORD("first", first_words)},
    {WORD("quick", no_yes)},
    {TEXT("text", 100)},
};
static const struct vl_column priority_columns[] = {
    {KEY}, {WORD("use", use_words)}, {INT("place", 1, 6)}, {TEXT("rule", 24)}, {TEXT("text", 100)}};

/* Most tables have a fixed number of rows: state and rules have room for exactly these. */
#define COLUMNS(columns) columns, sizeof columns / sizeof *columns
#define EXACTLY(rows) rows, rows

const struct vl_table_spec at_tables[AT_TABLES] = {
    [AT_T_CONTINENTS] = {"continents", COLUMNS(continent_columns), EXACTLY(AT_CONTINENTS)},
    [AT_T_EXPERIENCES] = {"experiences", COLUMNS(named_columns), EXACTLY(AT_EXPERIENCES)},
    [AT_T_SOUVENIRS] = {"souvenirs", COLUMNS(named_columns), EXACTLY(AT_SOUVENIRS)},
    [AT_T_COLOURS] = {"colours", COLUMNS(named_columns), EXACTLY(AT_COLOURS)},
    [AT_T_ELEMENTS] = {"elements", COLUMNS(element_columns), EXACTLY(AT_FLAGS)},
    [AT_T_LANGUAGES] = {"languages", COLUMNS(language_columns), 1, AT_LANGUAGES},
    [AT_T_COUNTRIES] = {"countries", COLUMNS(country_columns), EXACTLY(AT_COUNTRIES)},
    [AT_T_REGIONS] = {"regions", COLUMNS(region_columns), 1, 20},
    [AT_T_ROUTES] = {"routes", COLUMNS(route_columns), 1, AT_MOST_STEPS / 2},
    [AT_T_PLACES] = {"places", COLUMNS(place_columns), EXACTLY(AT_COUNTRIES *AT_PLACES)},
    [AT_T_DESTINATIONS] = {"destinations", COLUMNS(destination_columns), EXACTLY(AT_CARDS)},
    [AT_T_CHARACTERS] = {"characters", COLUMNS(character_columns), EXACTLY(AT_CHARACTERS)},
    [AT_T_PERSONALITY] = {"personality", COLUMNS(tile_columns), EXACTLY(AT_TILES)},
    [AT_T_PARTY] = {"party", COLUMNS(party_columns), EXACTLY(AT_PARTIES)},
    [AT_T_EVENTS] = {"events", COLUMNS(event_columns), EXACTLY(AT_EVENTS)},
    [AT_T_GEOGRAPHY] = {"goals_geography", COLUMNS(goal_columns), EXACTLY(AT_GEOGRAPHY)},
    [AT_T_VEXILLOLOGY] = {"goals_vexillology", COLUMNS(goal_columns), EXACTLY(AT_VEXILLOLOGY)},
    [AT_T_PUBLIC] = {"goals_public", COLUMNS(public_columns), EXACTLY(AT_PUBLIC)},
    [AT_T_SETUP] = {"setup", COLUMNS(setup_columns), EXACTLY(AT_SETUPS *AT_SOUVENIRS)},
    [AT_T_BOARD] = {"board", COLUMNS(board_columns), EXACTLY(AT_BOARD_SLOTS)},
    [AT_T_BONUS] = {"bonus", COLUMNS(bonus_columns), EXACTLY(AT_BONUSES)},
    [AT_T_BLOG] = {"blog", COLUMNS(blog_columns), EXACTLY(AT_BLOG_SLOTS)},
    [AT_T_SCORE] = {"score", COLUMNS(score_columns), EXACTLY(AT_SET_SCORES + AT_SCORE_TILES)},
    [AT_T_DANTE] = {"dante", COLUMNS(dante_columns), EXACTLY(AT_DANTE_KINDS)},
    [AT_T_PRIORITY] = {"priority", COLUMNS(priority_columns), EXACTLY(10)},
};
