/*
 * Several people who share a database that was made earlier: who they are, what each of them sees
 * of a match, and how a match goes on. The program that makes fixtures and the test that opens them
 * both use this, so that they look at a match in the same way.
 */
#ifndef VALISE_TESTS_CAST_H
#define VALISE_TESTS_CAST_H

#include "server/people.h"

enum { MOST_CAST = 8 };

/* People by name, with the cookie that holds their seats. The last one holds nothing: a spectator,
 * whom no file names. */
struct cast {
    int count;
    struct person person[MOST_CAST + 1];
    char name[MOST_CAST + 1][32];
};

/* The cookies as a file, "NAME<tab>COOKIE" a line, and back. */
void cast_write(const struct cast *cast, struct vl_text *out);
void cast_read(struct cast *cast, const char *text);
/* Opens and closes everybody's WebSocket, the spectator's too. */
void cast_enter(struct cast *cast);
void cast_leave(struct cast *cast);
/* Who holds each seat of a match, by index in the cast; -1: a bot, or nobody here. */
void cast_holders(struct cast *cast, const char *match, int holders[VL_MAX_SEATS]);

/* Plays random moves for the people of a match, one move a commit, until it is over or `most`
 * commits were made and the next move is again a person's. Bots play their own moves meanwhile.
 * The same seed picks the same moves. Returns the number of commits. */
int cast_play(struct cast *cast, const char *match, int most, uint32_t seed);

/* What must never change of a stored match, as lines of text: its settings, its moves as each
 * viewer may know them, the legal moves, chat, result and record. It leaves out what depends on the
 * time or the connection, the wording of the log, and the JSON of views, which may grow. Looking
 * does not take a seat back from its stand-in bot. */
void cast_summarize_match(struct cast *cast, const char *match, struct vl_text *out);
/* The same of a person: the number of matches, results by game, and seats that moved elsewhere. */
void cast_summarize_person(struct cast *cast, int who, struct vl_text *out);

#endif
