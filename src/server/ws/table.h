/* Messages of viewers and seats other than moves: watching, replay, chat, before the start. Each
 * answers its request, for which ws/message.c has found room and viewer. */
#ifndef VALISE_SERVER_WS_TABLE_H
#define VALISE_SERVER_WS_TABLE_H

#include "server/ws/request.h"

void ws_on_watch(struct ws_request *req);
void ws_on_unwatch(struct ws_request *req);
void ws_on_replay(struct ws_request *req);
void ws_on_back(struct ws_request *req);
void ws_on_chat(struct ws_request *req);
void ws_on_mute(struct ws_request *req);
void ws_on_allow(struct ws_request *req);
void ws_on_start(struct ws_request *req);
void ws_on_pledge(struct ws_request *req);
void ws_on_nonce(struct ws_request *req);
void ws_on_name(struct ws_request *req);

#endif
