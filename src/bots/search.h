/* What bots answer: by looking ahead (search.c), and by the game's judgement alone. */
#ifndef VALISE_BOTS_SEARCH_H
#define VALISE_BOTS_SEARCH_H

#include "valise/bot.h"

void vl_search_answer(const struct vl_question *question, uint32_t style, struct vl_answer *answer);
/* The move that the game's judgement likes best; among equals a random one. */
void vl_greedy_answer(const struct vl_question *question, uint32_t style, struct vl_answer *answer);
/* See vl_think_ahead. */
uint32_t vl_search_ahead(const struct vl_question *question);

#endif
