/*
 * Results of finished matches, noted for statistics.
 *
 * A result is noted for every browser that holds exactly one seat of the match: on a device that is
 * passed around nobody knows which player holds it. Forks and imported records do not count.
 */
#ifndef VALISE_SERVER_ROOM_RESULTS_H
#define VALISE_SERVER_ROOM_RESULTS_H

#include "server/room/room.h"

/* Stores the results of a match that is over. */
bool sv_results_note(struct sv_room *room, struct vl_error *err);
/* Stores results of some matches that an older version of the program finished, which did not note
 * results. Called about once a second until none is left. */
void sv_results_backfill(struct sv_server *server);

#endif
