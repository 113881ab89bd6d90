/*
 * Asking the holder of a seat.
 *
 * The link to a seat works once. A browser that opens a used link may ask the holder, who sees the
 * question on screen and allows or refuses it; until then the browser is shown nothing of the
 * seat. A seat has one question at a time, and after a refusal none for `move` seconds. Questions
 * are kept in memory alone: after a restart the browser asks again.
 */
#ifndef VALISE_SERVER_ROOM_ASK_H
#define VALISE_SERVER_ROOM_ASK_H

#include "core/json_write.h"
#include "server/room/room.h"

/* The question of a seat that waits for an answer; NULL: there is none. */
const struct sv_ask *sv_ask_waiting(const struct sv_room *room, uint32_t seat);
/* Asks, or asks again with the same key. False: err says why not (VL_REFUSED). *too_many: it may
 * try again later. */
bool sv_ask(struct sv_room *room, uint32_t seat, const uint8_t key[VL_HASH_SIZE],
            const uint8_t player[VL_HASH_SIZE], bool *too_many, struct vl_error *err);
/* The holder answers question `number`. */
bool sv_ask_answer(struct sv_room *room, uint32_t seat, uint32_t number, bool allow,
                   struct vl_error *err);
/* Milliseconds until a question expires. */
int64_t sv_ask_left(const struct sv_ask *ask);
/* Writes the member "asks" of a seat. */
void sv_ask_write(struct vl_json *json, const struct sv_room *room, uint32_t seat);

#endif
