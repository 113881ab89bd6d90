/*
 * Lost Luggage with two versions of its rules, for tests only: what a game looks like after a rule
 * has changed and the matches begun before that go on.
 *
 * Version 1 is the template game, byte for byte: its records hold here and the other way round.
 * Version 2 changes what is legal and what it is worth: a turn hands in one tag instead of one or
 * two, and the heaviest tag of a seat counts twice.
 */
#ifndef VALISE_TESTS_LUGGAGE_H
#define VALISE_TESTS_LUGGAGE_H

#include "games/template/template.h"

/* Plays versions 1 and 2. */
extern struct vl_game luggage_game;
/* The same after version 1 was dropped. */
extern struct vl_game luggage_game_2;

#endif
