/*
 * Pondering: while a person at the table thinks, bots of that table think about the same position,
 * if a worker has nothing else to do (bots/workers.h).
 *
 * Only bots that ran out of time in their last turn ponder. The answers of those depend on the
 * clock anyway, and pondering gives them back iterations up to what their level stands for. The
 * answers of all other bots follow from a seed and a number of iterations alone, and must stay so.
 * See docs/bots.md.
 */
#ifndef VALISE_SERVER_BOTS_PONDER_H
#define VALISE_SERVER_BOTS_PONDER_H

#include "server/bots/workers.h"
#include "server/room/room.h"

/* A room has changed: its bots start or stop pondering. */
void sv_ponder_update(struct sv_room *room);
/* The search memory of a bot that has pondered, now that it is its turn; the caller owns it. NULL:
 * it has not pondered, or a worker still has the memory. */
struct vl_memory *sv_ponder_take(struct sv_room *room, int seat);
/* A finished job of the kind SV_JOB_PONDER. */
void sv_ponder_answered(struct sv_server *server, struct sv_job *job);
void sv_ponder_free_all(struct sv_server *server);

#endif
