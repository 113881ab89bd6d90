/*
 * The rules page of a game, docs/rules/ID.md, clause by clause.
 *
 * A clause is a paragraph that begins with its number, as in "**EB-3.2** A fare ...". It goes on
 * to an empty line, a heading, a list item or a row of a table.
 */
#ifndef VALISE_CORE_CLAUSE_H
#define VALISE_CORE_CLAUSE_H

#include "valise/game.h"

struct vl_clause {
    char number[16];   /* "EB-3.2" */
    const char *begin; /* of its first line */
    const char *text;  /* behind the number and its marks; at most `end` */
    const char *end;   /* of its last line, the newline left out */
};

/* The page, terminated; NULL: the game has none. */
const char *vl_rules_page(const struct vl_game *game);
/* The first clause that begins in a line from `from` on, which is the begin of a line; false: there
 * is none. The next one is looked for from clause->end. */
bool vl_find_clause(const struct vl_game *game, const char *from, struct vl_clause *clause);

#endif
