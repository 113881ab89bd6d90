/*
 * The world of Atlas as the rules see it: countries, places, cards, goals, boards.
 *
 * Everything here is numbers, filled once from data/atlas/ by deck.c; names and lore stay in the
 * tables (see tables.h). A country is its row in countries.tsv, a language its row in
 * languages.tsv, and so on. Grid areas are numbered row by row: A1 is 0, A13 is 12, I13 is 116.
 */
#ifndef VALISE_GAMES_ATLAS_DECK_H
#define VALISE_GAMES_ATLAS_DECK_H

#include "valise/portable.h"

enum {
    AT_COUNTRIES = 234,
    AT_COUNTRY_WORDS = 4, /* 64-bit words in a set of countries */
    AT_LANGUAGES = 128,   /* the most there may be */
    AT_LANGUAGE_WORDS = 2,
    AT_COUNTRY_LANGUAGES = 3, /* the most a country has */
    AT_EXPERIENCES = 15,
    AT_SOUVENIRS = 8,
    AT_CONTINENTS = 7,
    AT_COLOURS = 10,
    AT_ROWS = 9,
    AT_COLUMNS = 13,
    AT_AREAS = AT_ROWS * AT_COLUMNS,
    AT_AREA_WORDS = 2,
    AT_MOST_STEPS = 1400, /* directed neighbour pairs */
    AT_PLACES = 3,        /* of a country */
    AT_ICONS = 4,         /* the most on a place or card */
    AT_CARDS = 165,
    AT_CARDS_OF_COUNTRY = 4,
    AT_CHARACTERS = 16,
    AT_TILES = 24,
    AT_PARTIES = 30,
    AT_EVENTS = 24,
    AT_GEOGRAPHY = 24,
    AT_VEXILLOLOGY = 24,
    AT_PUBLIC = 28, /* the printed one first, then 8 A, 10 B, 9 C */
    AT_PUBLIC_A = 8,
    AT_PUBLIC_B = 10,
    AT_PUBLIC_C = 9,
    AT_SETUPS = 12,
    AT_EFFECTS = 3, /* the most on a card, slot or event */
    AT_BOARD_SLOTS = 15,
    AT_BONUSES = 6,
    AT_BLOG_SLOTS = 20,
    AT_SET_SCORES = 10,
    AT_SCORE_TILES = 3,
    AT_DANTE_KINDS = 6,
    AT_DANTE_CARDS = 15,
    AT_BLOCKED_COUNTRIES = 4, /* the most one event blocks */
    AT_MIXES = 512,           /* mixes of icons that are numbered; the others are AT_MIXES */
    AT_NONE = 255,
};

enum at_experience {
    AT_ARCHITECTURE,
    AT_BEACH,
    AT_CITY,
    AT_CULINARY,
    AT_CULTURE,
    AT_DIVING,
    AT_HIKING,
    AT_HISTORY,
    AT_NATURE,
    AT_PARTY,
    AT_RELAXING,
    AT_RELIGION,
    AT_SCENERY,
    AT_WORLD_HERITAGE,
    AT_WILDLIFE,
};

enum at_continent {
    AT_AFRICA,
    AT_ASIA,
    AT_EUROPE,
    AT_NORTH_AMERICA,
    AT_SOUTH_AMERICA,
    AT_OCEANIA,
    AT_ANTARCTICA,
};

enum at_colour {
    AT_RED,
    AT_WHITE,
    AT_BLUE,
    AT_YELLOW,
    AT_GREEN,
    AT_BLACK,
    AT_ORANGE,
    AT_BROWN,
    AT_PURPLE,
    AT_GREY,
};

/* What a flag shows; the first twelve are elements (icons), the rest are layouts. */
enum at_flag {
    AT_STAR,
    AT_SUN,
    AT_CRESCENT,
    AT_CROSS,
    AT_CIRCLE,
    AT_ANIMAL,
    AT_PLANT,
    AT_ARMS,
    AT_UNION_JACK,
    AT_WRITING,
    AT_WEAPON,
    AT_SYMBOL,
    AT_HORIZONTAL_STRIPES,
    AT_HORIZONTAL_TRICOLOUR,
    AT_VERTICAL_STRIPES,
    AT_VERTICAL_TRICOLOUR,
    AT_HOIST,
    AT_CANTON,
    AT_DIAGONAL,
    AT_FLAGS,
    AT_ELEMENTS = AT_HORIZONTAL_STRIPES,
};

enum at_status { AT_STATE, AT_DEPENDENCY, AT_TERRITORY, AT_A_CONTINENT };

/* Effects of party cards, events, board slots and blog rewards; where each may stand is checked by
 * deck.c. */
enum at_effect_kind {
    AT_NO_EFFECT,
    AT_MONEY,
    AT_ENERGY,
    AT_LIKE,
    AT_DISLIKE,
    AT_DRAW,
    AT_PERSONALITY,
    AT_LANGUAGE,
    AT_REFRESH,
    AT_TRAVEL,
    AT_GOALS,
    AT_SHIFT,
    AT_ICON,
    AT_EFFECT_KINDS,
};

struct at_effect {
    uint8_t kind;
    int8_t amount;
};

struct at_country {
    uint32_t flags;   /* a bit for each at_flag */
    uint16_t colours; /* main colours, a bit each */
    uint16_t second_colours;
    uint16_t first_step; /* its neighbours stand in at_deck.step from here on */
    uint8_t step_count;
    uint8_t continent;
    uint8_t area;
    uint8_t status;
    uint8_t language_count;
    uint8_t language[AT_COUNTRY_LANGUAGES];
    uint8_t coast, isolated, airport;
    uint8_t borders; /* land routes */
    uint8_t card_count;
    uint8_t card[AT_CARDS_OF_COUNTRY]; /* its destination cards */
    uint8_t zero[3];
};

/* One of the three destinations of a country card. */
struct at_place {
    uint8_t cost;
    uint8_t icon_count;
    uint8_t icon[AT_ICONS]; /* from the top of the card */
    uint16_t mix;           /* the same for places with the same icons in any order */
};

enum at_bonus_kind { AT_NO_BONUS, AT_BONUS_COLOUR, AT_BONUS_CONTINENT, AT_BONUS_ELEMENT };

/* A destination card. */
struct at_card {
    struct at_place place;
    uint8_t country[2];       /* the second: AT_NONE if there is none */
    uint8_t need_count, need; /* icons asked for before; 0: none */
    uint8_t bonus_kind, bonus_what, bonus_points;
};

/* What a goal counts. Kinds up to AT_GOAL_DIFFERENT look at icons, the last two at the seat, all
 * others at the countries explored. */
enum at_goal_kind {
    /* what the tableau shows */
    AT_GOAL_PAIR,       /* count each of two experiences */
    AT_GOAL_EXPERIENCE, /* count of one */
    AT_GOAL_EACH,       /* one of each named */
    AT_GOAL_TWO_TYPES,  /* count each of any two */
    AT_GOAL_ONE_TYPE,   /* count of any one */
    AT_GOAL_DIFFERENT,  /* count different ones */
    /* what the map shows */
    AT_GOAL_BORDERLESS,
    AT_GOAL_LANDLOCKED,
    AT_GOAL_DEPENDENCY,
    AT_GOAL_ISOLATED,
    AT_GOAL_AIRPORT,
    AT_GOAL_SAME_AREA,
    AT_GOAL_DIFFERENT_ROWS,
    AT_GOAL_CHAIN,
    AT_GOAL_IN_ROWS,
    AT_GOAL_IN_COLUMNS,
    AT_GOAL_CONTINENTS,
    AT_GOAL_CONTINENT_PAIR,
    AT_GOAL_INHABITED_CONTINENTS,
    /* what the flags show */
    AT_GOAL_FLAG,
    AT_GOAL_COLOUR,
    AT_GOAL_COLOURS_EXACTLY,
    AT_GOAL_COLOURS_AT_LEAST,
    AT_GOAL_SAME_COLOURS,
    AT_GOAL_ALL_COLOURS,
    AT_GOAL_WITHOUT_COLOUR,
    /* what the seat has */
    AT_GOAL_LANGUAGES,
    AT_GOAL_SOUVENIRS,
    AT_GOAL_KINDS,
};

struct at_goal {
    uint32_t what; /* bits: experiences, flags, colours, continents, rows or columns, by kind */
    uint8_t kind;
    uint8_t count;
    uint8_t number; /* of colours, for the two kinds that count them */
    uint8_t points;
    uint8_t dante; /* whether Dante uses it */
    uint8_t pile;  /* public: 0 printed, 1 A, 2 B, 3 C */
    uint8_t zero[2];
};

struct at_character {
    uint8_t home;
    uint8_t language_count;
    uint8_t language[3];
};

struct at_tile {
    uint16_t face[2]; /* two experiences each, a bit each */
};

struct at_party {
    uint8_t home; /* where this friend lets you explore and rest without money */
    uint8_t effect_count;
    struct at_effect effect[AT_EFFECTS];
};

enum at_who { AT_NOBODY, AT_ACTIVE, AT_EVERYONE };

struct at_event {
    uint64_t blocked_areas[AT_AREA_WORDS];
    uint64_t delayed_areas[AT_AREA_WORDS];
    uint8_t persistent;
    uint8_t cubes;
    uint8_t who;
    uint8_t effect_count;
    struct at_effect effect[AT_EFFECTS];
    uint8_t country_count;
    uint8_t country[AT_BLOCKED_COUNTRIES];
    uint8_t zero;
};

enum at_board_row { AT_ROW_BLOG, AT_ROW_WORK, AT_ROW_REST, AT_BOARD_ROWS };

/* A slot of a player board, in the order of the board, left to right. */
struct at_slot {
    uint8_t row;
    uint8_t paid;  /* right of the cost line */
    uint8_t token; /* an explore token covers it at the start */
    uint8_t effect_count;
    struct at_effect effect[AT_EFFECTS];
};

enum at_action {
    AT_ACTION_TRAVEL,
    AT_ACTION_EXPLORE,
    AT_ACTION_BLOG,
    AT_ACTION_WORK,
    AT_ACTION_REST,
    AT_ACTION_REPLAN,
};

struct at_bonus {
    uint8_t likes;   /* cubes it takes; 0: always open */
    uint8_t circles; /* places for souvenirs */
};

enum at_line { AT_NO_LINE, AT_EVENT_LINE, AT_REFRESH_LINE };

struct at_blog_slot {
    uint8_t points;
    struct at_effect reward;
    uint8_t line_after; /* between this slot and the next */
};

enum at_dante_action { AT_DANTE_EXPLORE, AT_DANTE_BLOG, AT_DANTE_SOUVENIR, AT_DANTE_PAUSE };
enum at_dante_first {
    AT_FIRST_NOTHING,
    AT_FIRST_SOUVENIR,
    AT_FIRST_NEW_CONTINENT,
    AT_FIRST_EXPLORED
};

struct at_dante {
    uint8_t copies;
    uint8_t action;
    uint8_t first;
    uint8_t quick; /* in the quick game's deck too */
};

/* The whole deck in one block without pointers, so that it can be copied and hashed as bytes. Sets
 * of countries and distances follow from the tables; they are stored because rules and judgement
 * ask for them in every move. */
struct at_deck {
    uint64_t mark; /* a hash of all that follows, never 0 */
    struct at_event event[AT_EVENTS];
    /* Sets of countries that are asked for often. */
    uint64_t of_continent[AT_CONTINENTS][AT_COUNTRY_WORDS];
    uint64_t of_language[AT_LANGUAGES][AT_COUNTRY_WORDS];
    uint64_t of_area[AT_AREAS][AT_COUNTRY_WORDS];
    uint64_t airports[AT_COUNTRY_WORDS];
    struct at_goal geography[AT_GEOGRAPHY];
    struct at_goal vexillology[AT_VEXILLOLOGY];
    struct at_goal public_goal[AT_PUBLIC];
    struct at_country country[AT_COUNTRIES];
    struct at_tile tile[AT_TILES];
    uint16_t language_count;
    uint8_t step[AT_MOST_STEPS];                  /* neighbours, country by country, ascending */
    uint8_t distance[AT_COUNTRIES][AT_COUNTRIES]; /* plain steps by land and sea */
    struct at_place place[AT_COUNTRIES][AT_PLACES];
    struct at_card card[AT_CARDS];
    struct at_character character[AT_CHARACTERS];
    struct at_party party[AT_PARTIES];
    uint8_t setup[AT_SETUPS][AT_SOUVENIRS]; /* the country of each souvenir */
    struct at_slot slot[AT_BOARD_SLOTS];
    uint16_t row_slots[AT_BOARD_ROWS][2]; /* the slots of each row, left and right of the line */
    struct at_bonus bonus[AT_BONUSES];    /* by at_action */
    struct at_blog_slot blog[AT_BLOG_SLOTS];
    uint8_t set_score[AT_SET_SCORES]; /* for 1 .. 10 languages or souvenirs */
    uint8_t score_tile[AT_SCORE_TILES];
    struct at_dante dante[AT_DANTE_KINDS];
};

/* Steps by air between two areas: diagonals count one, columns wrap round the globe. */
static inline uint32_t at_air_steps(uint32_t a, uint32_t b)
{
    uint32_t row_a = a / AT_COLUMNS, row_b = b / AT_COLUMNS;
    uint32_t column_a = a % AT_COLUMNS, column_b = b % AT_COLUMNS;
    uint32_t rows = row_a > row_b ? row_a - row_b : row_b - row_a;
    uint32_t columns = column_a > column_b ? column_a - column_b : column_b - column_a;
    if (columns > AT_COLUMNS - columns)
        columns = AT_COLUMNS - columns;
    return rows > columns ? rows : columns;
}

#endif
