/*
 * Seats that change browsers: moved by a single-use link, or reissued after a vote of the others
 * (room/vote.h). The browsers that held the seat lose it, its old secret becomes invalid, and they
 * are told so, now or at their next visit (the list "left").
 */
#ifndef VALISE_SERVER_HTTP_SEATS_H
#define VALISE_SERVER_HTTP_SEATS_H

#include "server/http/request.h"

void api_post_move(struct http_request *req, struct sv_room *room);
void api_post_take(struct http_request *req, struct sv_room *room);
void api_post_reissue(struct http_request *req, struct sv_room *room);
void api_post_reissue_link(struct http_request *req, struct sv_room *room);
void api_get_left(struct http_request *req);
void api_post_left(struct http_request *req);

#endif
