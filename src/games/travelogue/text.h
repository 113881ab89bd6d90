/* Travelogue: words that notation, labels, refusals, table and log share. */
#ifndef VALISE_GAMES_TRAVELOGUE_TEXT_H
#define VALISE_GAMES_TRAVELOGUE_TEXT_H

#include "games/travelogue/travelogue.h"

/* "Italy"; "unseen" where it lies face down. */
const char *tl_destination_name(const struct vl_deck *deck, uint32_t destination);
/* "dining-7"; "?" for a card that is not known. */
const char *tl_card_key(const struct vl_deck *deck, uint32_t card);
/* "Dining 7"; "a card" for one that is not known. */
void tl_add_card(uint32_t card, struct vl_text *out);
/* "Dining 7 (bonus)": a card that is known, with its mark. */
void tl_add_marked_card(const struct vl_deck *deck, uint32_t card, struct vl_text *out);
/* "Dining 3, 7; Culture 2"; "nothing" */
void tl_add_cards(struct tl_set cards, struct vl_text *out);
/* The cards that a viewer (or the whole table, if it is negative) knows in a seat's hand: those
 * that are there for certain, or those that are there or in another hand (TL-10). */
struct tl_set tl_known_there(const struct tl_state *s, int viewer, uint32_t seat, bool certain);
/* The lowest agent without a card, from 1; the last one if there is none. */
uint32_t tl_empty_agent(const struct tl_state *s);
/* The lowest pile whose top is not seen, from 1; the last one if there is none. */
uint32_t tl_hidden_pile(const struct tl_state *s);
/* What follows a noun for this number of things: "s", or nothing for one. */
const char *tl_plural(uint32_t count);

#endif
