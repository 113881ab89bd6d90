/*
 * The bots of a room: when they think, and how their answers become moves.
 *
 * A bot's turn may be several moves. Each is one job of the workers; the moves are collected in the
 * room's plan and committed together, as a person's turn is.
 */
#ifndef VALISE_SERVER_BOTS_PLAY_H
#define VALISE_SERVER_BOTS_PLAY_H

#include "server/bots/workers.h"
#include "server/room/room.h"

/* Starts the bot to act, if there is one: at once, or after a pause while somebody watches. */
void sv_room_think(struct sv_room *room);
/* Starts the bots whose pause is over; `now` is sv_now(). */
void sv_room_wake(struct sv_server *server, uint64_t now);
/* A finished job of the kind SV_JOB_BOT. The next job of the turn takes over job->memory. */
void sv_room_answered(struct sv_server *server, struct sv_job *job);
/* Cancels the bot that thinks, and forgets its plan. */
void sv_room_stop_bot(struct sv_room *room);
/* Whether a person is to act. */
bool sv_room_waits(const struct sv_room *room);

#endif
