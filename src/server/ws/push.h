/*
 * Pushes: what viewers are sent without asking, at the end of a batch.
 *
 * A room that has changed marks its watches; then each touched connection catches up with one
 * message per watch. A connection whose queue is long stays marked and catches up later, so a slow
 * reader gets fewer and larger pushes, not a longer queue.
 */
#ifndef VALISE_SERVER_WS_PUSH_H
#define VALISE_SERVER_WS_PUSH_H

#include "server/room/room.h"
#include "server/ws/connection.h"

/* Tells the viewers of a room about this batch and clears the room's flags, so that a second call
 * in the same batch does nothing. */
void sv_push_room(struct sv_room *room);
/* Sends a connection the tables and chats that are due. */
void sv_push_due(struct sv_connection *connection);
/* The batch was rolled back and this connection's pushes were discarded: every watch gets a whole
 * table and the whole chat. */
void sv_push_resend(struct sv_connection *connection);

#endif
