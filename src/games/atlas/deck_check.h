/*
 * `valise deck check atlas`: what can be proved about the world as data.
 *
 * Each function proves one thing, adds a line to the report that says what, and returns false with
 * the place of the first mistake otherwise.
 */
#ifndef VALISE_GAMES_ATLAS_DECK_CHECK_H
#define VALISE_GAMES_ATLAS_DECK_CHECK_H

#include "games/atlas/rules.h"
#include "games/atlas/tables.h"

struct at_deck_check {
    const struct vl_deck *deck;
    const struct at_deck *d;
    struct vl_text *report;
    struct vl_error *err;
};

/* A country by its key, which must be there. */
uint32_t at_country_of(const struct at_deck_check *check, const char *key);

/* check_world.c */
bool at_check_countries(const struct at_deck_check *check);
bool at_check_languages(const struct at_deck_check *check);
bool at_check_flags(const struct at_deck_check *check);
bool at_check_flag_words(const struct at_deck_check *check);
bool at_check_grid(const struct at_deck_check *check);
bool at_check_routes(const struct at_deck_check *check);
bool at_check_airports(const struct at_deck_check *check);
/* check_cards.c */
bool at_check_places(const struct at_deck_check *check);
bool at_check_cards(const struct at_deck_check *check);
bool at_check_bonuses(const struct at_deck_check *check);
bool at_check_examples(const struct at_deck_check *check);
bool at_check_names(const struct at_deck_check *check);
bool at_check_texts(const struct at_deck_check *check);
/* check_decks.c */
bool at_check_goals(const struct at_deck_check *check);
bool at_check_characters(const struct at_deck_check *check);
bool at_check_tiles(const struct at_deck_check *check);
bool at_check_party(const struct at_deck_check *check);
bool at_check_events(const struct at_deck_check *check);
bool at_check_setups(const struct at_deck_check *check);
bool at_check_board(const struct at_deck_check *check);
bool at_check_tracks(const struct at_deck_check *check);
bool at_check_dante(const struct at_deck_check *check);

/* Lower-case letters, digits and blanks, accents and punctuation dropped: how names are compared.
 */
void at_fold(const char *text, char *out, size_t size);

#endif
