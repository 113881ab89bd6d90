/*
 * Chat of the seats. Only seats write; who else reads is set when the match is made. A message is
 * one line of plain text, limited in length and rate, and the store keeps a limited number of them
 * with the match. New messages are pushed at the end of the batch, to each viewer that may read
 * them.
 */
#ifndef VALISE_SERVER_WS_CHAT_H
#define VALISE_SERVER_WS_CHAT_H

#include <jansson.h>

#include "server/room/room.h"
#include "server/ws/connection.h"

/* The most characters of a message. */
uint32_t sv_chat_most(const struct sv_server *server);
/* Reads from JSON who may read the chat of a new match; NULL: everybody who watches. */
bool sv_chat_read(const json_t *json, struct vl_stored_match *match, struct vl_error *err);
/* The same as a word of the protocol. */
const char *sv_chat_word(const struct sv_room *room);
/* Whether a viewer may read the chat. */
bool sv_chat_reads(const struct sv_room *room, int viewer);
/* Stores a message of a seat. */
bool sv_chat_say(struct sv_room *room, uint32_t seat, const char *text, struct vl_error *err);
/* Whether `seat` sees messages of the seat `whom`. */
bool sv_chat_mute(struct sv_room *room, uint32_t seat, uint32_t whom, bool mute,
                  struct vl_error *err);
/* Writes the messages that a viewer was not sent yet; false: there are none. */
bool sv_chat_write(struct vl_text *out, struct sv_watch *watch);

#endif
