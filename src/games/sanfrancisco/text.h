/* San Francisco: words that notation, table and log share. */
#ifndef VALISE_GAMES_SANFRANCISCO_TEXT_H
#define VALISE_GAMES_SANFRANCISCO_TEXT_H

#include "games/sanfrancisco/sanfrancisco.h"

/* A few words by value, for sentences. */
struct sf_words {
    char text[48];
};

/* "1 car", "3 cars" */
struct sf_words sf_count(uint32_t count, const char *noun);
/* "a blue card", "a ferry"; "a card" for one that is not known. */
struct sf_words sf_a_card(const struct vl_deck *deck, uint32_t kind);
/* "clock tower": the name as it stands within a sentence. */
struct sf_words sf_token_name(const struct vl_deck *deck, uint32_t symbol);
/* The key of a row, which all tables but the routes have first; "?" for what is not known. */
const char *sf_key(const struct vl_deck *deck, uint32_t table, uint32_t row);
/* "blue", "ferry"; "?" for a card that is not known. */
const char *sf_card_key(const struct vl_deck *deck, uint32_t kind);
const char *sf_place_name(const struct vl_deck *deck, uint32_t place);
/* "pier39-alcatraz.b" */
void sf_add_route_key(const struct vl_deck *deck, uint32_t route, struct vl_text *out);
/* The route with this key, which is not in one column of the deck; -1: none. */
int sf_find_route(const struct vl_deck *deck, const char *text);
/* "Pier 39 - Alcatraz" */
void sf_add_route_name(const struct vl_deck *deck, uint32_t route, struct vl_text *out);
/* "Golden Gate Bridge - Potrero Hill (10)" */
void sf_add_ticket(const struct vl_deck *deck, uint32_t ticket, struct vl_text *out);
/* "2 blue and 1 ferry" */
void sf_add_payment(const struct vl_deck *deck, uint32_t arg, struct vl_text *out);
/* "3 blue, 1 ferry"; "none" */
void sf_add_cards(const struct vl_deck *deck, uint64_t cards, uint32_t hidden, struct vl_text *out);

/* Who started, -1 before it is drawn (SF-1.8). */
static inline int sf_starter(const struct sf_state *s)
{
    return s->placing && s->phase != SF_PLACE ? -1 : s->first;
}

#endif
