/*
 * WebSocket messages: reading one, finding its room and seat, and the function that answers it.
 * docs/protocol.md describes each message. Nothing here touches the network.
 */
#ifndef VALISE_SERVER_WS_MESSAGE_H
#define VALISE_SERVER_WS_MESSAGE_H

#include "server/ws/connection.h"

/* Sets the allocator that messages are parsed with; called once, before any JSON is read. */
void sv_messages_init(void);
/* Answers one message from the client; the answers are held until the batch is stored. */
void sv_receive(struct sv_connection *connection, const char *bytes, size_t size);
/* The types of messages in their order, for statistics; NULL: there are no more. */
const char *sv_message_type(size_t number);

#endif
