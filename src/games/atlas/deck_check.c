/* The order in which the world is checked. */
#include "games/atlas/deck_check.h"

#include <string.h>

#include "core/banned.h"

uint32_t at_country_of(const struct at_deck_check *check, const char *key)
{
    int row = vl_deck_find(check->deck, AT_T_COUNTRIES, AT_ID, key);
    VL_ASSERT(row >= 0);
    return (uint32_t)row;
}

/* The checks name countries by their key, so these must be there before anything else. */
static bool check_keys(const struct at_deck_check *check)
{
    static const char *const keys[] = {"uy", "br", "td", "ng", "us", "ws", "gf", "bo", "cl",
                                       "bs", "gb", "fr", "mx", "cr", "aq", "bl", NULL};
    for (uint32_t i = 0; keys[i]; i++)
        if (vl_deck_find(check->deck, AT_T_COUNTRIES, AT_ID, keys[i]) < 0)
            return vl_fail(check->err, VL_BAD_INPUT, "countries.tsv", "there is no country \"%s\"",
                           keys[i]);
    return true;
}

bool at_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    static bool (*const checks[])(const struct at_deck_check *) = {
        check_keys,          at_check_countries, at_check_languages, at_check_flags,
        at_check_flag_words, at_check_grid,      at_check_routes,    at_check_airports,
        at_check_places,     at_check_cards,     at_check_bonuses,   at_check_examples,
        at_check_names,      at_check_texts,     at_check_goals,     at_check_characters,
        at_check_tiles,      at_check_party,     at_check_events,    at_check_setups,
        at_check_board,      at_check_tracks,    at_check_dante,
    };
    struct at_deck_check check = {deck, deck->data, report, err};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (!checks[i](&check))
            return false;
    return true;
}
