/* Loading a room: a stored match is replayed from its commits. */
#ifndef VALISE_SERVER_ROOM_LOAD_H
#define VALISE_SERVER_ROOM_LOAD_H

#include "server/room/room.h"

/* Plays the stored moves again, under the version of the rules that the match was made with. A
 * match that this program cannot play is closed: it stays in the store, with its moves as text.
 * False only if the store cannot be read. */
bool sv_room_replay(struct sv_room *room, struct vl_error *err);
/* Discards what memory says and loads the match from the store again, after a rollback. */
void sv_room_reload(struct sv_room *room);
/* Ends a match that is not over, for good: an operator wants it so. Its players are told why. */
bool sv_room_close(struct sv_room *room, const char *why, struct vl_error *err);
/* Frees the match of a room, and why it is closed. */
void sv_room_drop_match(struct sv_room *room);

#endif
