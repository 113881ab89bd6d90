/*
 * Clocks, and stand-in bots for players who are away.
 *
 * Clocks count time served: the milliseconds that servers have been running on this store. The
 * store keeps it and the monotonic clock counts it. So clocks pause while no server runs, and a
 * jump of the system clock does not touch them. The store lists the clocks that have run out; a
 * match need not be in memory for that.
 *
 * When a seat's time runs out, a stand-in bot plays this move and all that follow, until the owner
 * does anything at the seat. (The protocol, the store and the metrics call such a seat "minded".)
 */
#ifndef VALISE_SERVER_ROOM_CLOCK_H
#define VALISE_SERVER_ROOM_CLOCK_H

#include <jansson.h>

#include "server/room/room.h"
#include "valise/bot.h"

/* Milliseconds served by all runs together. */
int64_t sv_served(const struct sv_server *server);
/* Called at the beginning of each pass of the loop, before anything else asks for the time served:
 * notices that the process was stopped, and takes that time off. */
void sv_clock_tick(struct sv_server *server);
/* Reads from the store the time served so far, and when the next clock ends. */
bool sv_clock_open(struct sv_server *server, struct vl_error *err);
/* Each stores the time served: sync with a batch that writes anyway, sweep now and then while a
 * clock runs, close at the end. */
void sv_clock_sync(struct sv_server *server);
void sv_clock_sweep(struct sv_server *server);
void sv_clock_close(struct sv_server *server);

/* Reads the clock of a new match from its JSON, which may be NULL; `least` seconds per move. */
bool sv_clock_read(const json_t *json, uint32_t least, struct vl_stored_match *match,
                   struct vl_error *err);
/* Writes the member "clock". */
void sv_clock_write(struct vl_json *json, const struct sv_room *room);

/* A player's turn begins: starts the clock of the seat to act. The caller stores the match. */
void sv_clock_turn(struct sv_room *room);
/* Whether a stand-in bot plays for the seat. */
bool sv_has_stand_in(const struct sv_room *room, uint32_t seat);
/* The bot that stands in: the strongest level that does not search. */
const struct vl_bot *sv_stand_in_bot(void);
/* The owner is active: ends the stand-in, if there is one, and stores the match. If the owner has
 * come back too often in this move, the stand-in still plays it. */
bool sv_clock_owner_back(struct sv_room *room, uint32_t seat, struct vl_error *err);

/* Ends the clocks whose time is up, a limited number in one batch. */
void sv_clock_run(struct sv_server *server);
/* Milliseconds until the next clock ends, at most `most`. */
uint64_t sv_clock_next(const struct sv_server *server, uint64_t most);
/* Logs jumps of the system clock. No clock of a match depends on it, but the age of matches does.
 * Called about once a second; `now` is sv_now(). */
void sv_clock_watch_jumps(struct sv_server *server, uint64_t now);

#endif
