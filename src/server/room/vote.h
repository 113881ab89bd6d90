/*
 * Votes about lost seats.
 *
 * If the owner of a seat cannot come back (a lost phone, deleted cookies), the other people at the
 * table may vote to reissue the seat. No vote opens while the owner is active, that is within
 * `reissue` seconds of the owner's last action. The vote needs all of the others, and time: any
 * action of the owner ends it. The owner has `reissue` seconds to object, or `objection` seconds
 * where a move may take days. An open page that nobody touches is not an action: it may be on the
 * very device that was lost.
 */
#ifndef VALISE_SERVER_ROOM_VOTE_H
#define VALISE_SERVER_ROOM_VOTE_H

#include "server/room/room.h"

/* Reads the votes of a match from the store. */
void sv_vote_load(struct sv_room *room);
/* Changes a vote, in the room and in the store. */
bool sv_vote_set(struct sv_room *room, uint32_t seat, const struct vl_stored_vote *vote,
                 struct vl_error *err);
/* Opens a vote, or adds seats that agree to an open one. */
bool sv_vote_open(struct sv_room *room, uint32_t seat, uint32_t agreed, struct vl_error *err);
/* The owner of the seat (any viewer that is no seat is ignored) does something: an open vote ends.
 */
void sv_vote_owner_active(struct sv_room *room, int seat);
/* Milliseconds until an idle owner counts as away; 0: the owner is away, or the seat has none. */
int64_t sv_vote_away_in(const struct sv_room *room, uint32_t seat);
/* The seats that have to agree: those of all other people at the table. */
uint32_t sv_vote_voters(const struct sv_room *room, uint32_t seat);
/* The Unix time from which on the vote can pass. */
int64_t sv_vote_ready_at(const struct sv_room *room, uint32_t seat);
/* Writes the member "reissue" of a seat. */
void sv_vote_write(struct vl_json *json, const struct sv_room *room, uint32_t seat);

#endif
