/*
 * The deal before the first card: how the seats add nonces to the server's secret.
 *
 * The commitment to the secret is public from the start. Then, in rounds:
 *
 *   pledges   every person's seat sends the hash of its nonce
 *   nonces    once all are there, every seat reveals its nonce, which must fit its pledge
 *   dealt     once all are revealed, the cards are dealt from the secret and all nonces
 *
 * So nobody knows any nonce of another seat while the own one can still be chosen: neither a player
 * nor an operator who plays. A seat that is here and does not reveal its nonce in time makes all
 * seats pledge again, with new nonces; the record counts these restarts, since each one is a second
 * try for a seat that knows the secret. A seat that is not at the table may be left out if another
 * seat asks to start; the record says which seats the deal was made without.
 */
#ifndef VALISE_SERVER_ROOM_DEAL_H
#define VALISE_SERVER_ROOM_DEAL_H

#include "core/json_write.h"
#include "server/room/room.h"

/* A seat pledges its nonce. A seat may pledge again as long as nobody reveals. */
bool sv_deal_pledge(struct sv_room *room, uint32_t seat, const uint8_t pledge[VL_SECRET_SIZE],
                    struct vl_error *err);
/* A seat reveals its nonce; the last one deals the first cards. */
bool sv_deal_nonce(struct sv_room *room, uint32_t seat, const uint8_t nonce[VL_SECRET_SIZE],
                   struct vl_error *err);
/* A browser that holds `own_seats` wants to start without those who are not at the table. */
bool sv_deal_begin(struct sv_room *room, uint32_t own_seats, struct vl_error *err);
/* Restarts the deals that wait for a seat for too long. */
void sv_deal_sweep(struct sv_server *server);
/* Marks the seats that a stored match was dealt without. */
void sv_deal_mark_without(struct vl_stored_match *m);
/* Writes the member "deal". */
void sv_deal_write(struct vl_json *json, const struct sv_room *room);
/* Writes the members "pledges", "without" and "restarts". */
void sv_deal_write_pledges(struct vl_json *json, const struct vl_seal *seal, uint32_t seats);

#endif
