/*
 * The tables of data/atlas/ by number, and their columns by number, as tables.c declares them.
 */
#ifndef VALISE_GAMES_ATLAS_TABLES_H
#define VALISE_GAMES_ATLAS_TABLES_H

#include "games/atlas/deck.h"
#include "valise/game.h"

enum at_table {
    AT_T_CONTINENTS,
    AT_T_EXPERIENCES,
    AT_T_SOUVENIRS,
    AT_T_COLOURS,
    AT_T_ELEMENTS,
    AT_T_LANGUAGES,
    AT_T_COUNTRIES,
    AT_T_REGIONS,
    AT_T_ROUTES,
    AT_T_PLACES,
    AT_T_DESTINATIONS,
    AT_T_CHARACTERS,
    AT_T_PERSONALITY,
    AT_T_PARTY,
    AT_T_EVENTS,
    AT_T_GEOGRAPHY,
    AT_T_VEXILLOLOGY,
    AT_T_PUBLIC,
    AT_T_SETUP,
    AT_T_BOARD,
    AT_T_BONUS,
    AT_T_BLOG,
    AT_T_SCORE,
    AT_T_DANTE,
    AT_T_PRIORITY,
    AT_TABLES,
};

/* Every table but routes and blog opens with its key; most have the name next. */
enum { AT_ID, AT_NAME };

enum {
    AT_COUNTRY_CONTINENT = 2,
    AT_COUNTRY_AREA,
    AT_COUNTRY_LANGUAGE,
    AT_COUNTRY_MAIN,
    AT_COUNTRY_SECOND,
    AT_COUNTRY_ELEMENTS,
    AT_COUNTRY_LAYOUT,
    AT_COUNTRY_STATUS,
    AT_COUNTRY_COAST,
    AT_COUNTRY_ISOLATED,
    AT_COUNTRY_AIRPORT,
    AT_COUNTRY_LON,
    AT_COUNTRY_LAT,
    AT_COUNTRY_FLAG,
};

enum { AT_REGION_COUNTRIES = 2 };
enum { AT_ROUTE_A, AT_ROUTE_B, AT_ROUTE_KIND };
enum { AT_ROUTE_LAND, AT_ROUTE_SEA };

enum {
    AT_PLACE_COUNTRY = 1,
    AT_PLACE_SLOT,
    AT_PLACE_NAME,
    AT_PLACE_COST,
    AT_PLACE_ICONS,
    AT_PLACE_LORE,
};

enum {
    AT_CARD_COUNTRY = 2,
    AT_CARD_COUNTRY2,
    AT_CARD_COST,
    AT_CARD_ICONS,
    AT_CARD_NEED_COUNT,
    AT_CARD_NEED,
    AT_CARD_BONUS_KIND,
    AT_CARD_BONUS,
    AT_CARD_BONUS_POINTS,
    AT_CARD_LORE,
};

enum { AT_CHARACTER_HOME = 2, AT_CHARACTER_LANGUAGES, AT_CHARACTER_TEXT };
enum { AT_TILE_FRONT = 1, AT_TILE_FRONT_NAME, AT_TILE_BACK, AT_TILE_BACK_NAME };
enum { AT_PARTY_HOME = 2, AT_PARTY_EFFECTS, AT_PARTY_TEXT };

enum {
    AT_EVENT_KIND = 2,
    AT_EVENT_CUBES,
    AT_EVENT_WHO,
    AT_EVENT_EFFECTS,
    AT_EVENT_COUNTRIES,
    AT_EVENT_AREAS,
    AT_EVENT_DELAYS,
    AT_EVENT_TEXT,
};

/* Personal goals; the public ones have their pile before the name and no `dante`. */
enum { AT_GOAL_KIND = 2, AT_GOAL_COUNT, AT_GOAL_WHAT, AT_GOAL_POINTS, AT_GOAL_DANTE, AT_GOAL_TEXT };
enum { AT_PUBLIC_PILE = 1, AT_PUBLIC_NAME, AT_PUBLIC_KIND, AT_PUBLIC_TEXT = 7 };
enum { AT_SETUP_CARD = 1, AT_SETUP_SOUVENIR, AT_SETUP_COUNTRY, AT_SETUP_NAME, AT_SETUP_TEXT };
enum { AT_BOARD_ROW = 1, AT_BOARD_PAID, AT_BOARD_TOKEN, AT_BOARD_EFFECTS };
enum { AT_BONUS_LIKES = 2, AT_BONUS_CIRCLES, AT_BONUS_TEXT };
enum { AT_BLOG_SLOT, AT_BLOG_POINTS, AT_BLOG_REWARD, AT_BLOG_LINE, AT_BLOG_TEXT };
enum { AT_SCORE_KIND = 1, AT_SCORE_NUMBER, AT_SCORE_POINTS };

enum { AT_DANTE_COPIES = 2, AT_DANTE_ACTION, AT_DANTE_FIRST, AT_DANTE_QUICK, AT_DANTE_TEXT };

extern const struct vl_table_spec at_tables[AT_TABLES];
/* Words of closed lists, in the order of the enums of deck.h; each ends with NULL. */
extern const char *const at_effect_words[];
extern const char *const at_goal_words[];
extern const char *const at_experience_words[];
extern const char *const at_continent_words[];
extern const char *const at_colour_words[];
extern const char *const at_flag_words[];
extern const char *const at_row_words[];    /* blog work rest */
extern const char *const at_action_words[]; /* by at_action */
extern const char *const at_way_words[];    /* directions of a shift */
extern const char *const at_pile_words[];   /* geography vexillology */

/* deck.c: reading cells. The number of an area such as "C2", or -1. */
int at_area(const char *text);
/* Writes "C2" (at most 4 bytes). */
void at_area_name(uint32_t area, char name[4]);
/* The place of a word in a list that ends with NULL, or -1. */
int at_word(const char *const *words, const char *text);
/* The word at a place of such a list, "?" beyond its end. */
const char *at_word_at(const char *const *words, uint32_t index);
/* deck_describe.c: lower-case letters, digits and blanks, accents and punctuation dropped. Names
 * are compared like this. */
void at_fold(const char *text, char *out, size_t size);

#endif
