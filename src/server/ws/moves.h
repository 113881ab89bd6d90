/* Messages with moves: try and commit. */
#ifndef VALISE_SERVER_WS_MOVES_H
#define VALISE_SERVER_WS_MOVES_H

#include "server/ws/request.h"

/* Reads position and moves of a message whose seat must be to act. False: it is answered. */
bool ws_read_moves(struct ws_request *req);
/* The same, and what the seat would see after these moves. */
bool ws_read_preview(struct ws_request *req, struct vl_preview *preview);

void ws_on_try(struct ws_request *req);
void ws_on_commit(struct ws_request *req);

#endif
