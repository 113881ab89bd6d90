/*
 * Links to the seats of friends. The maker of a match gets a link for each friend's seat; it works
 * once: the first browser that claims it gets the seat, and the link then gives nothing to anybody,
 * not to the maker either. The key of a claim, which only the claiming browser knows, repeats the
 * answer, in case it was lost with the cookie in it.
 */
#ifndef VALISE_SERVER_HTTP_CLAIMS_H
#define VALISE_SERVER_HTTP_CLAIMS_H

#include "server/http/request.h"
#include "server/room/room.h"

void api_post_claim(struct http_request *req, struct sv_room *room);
/* A used link: asks the holder of the seat (room/ask.h). */
void api_post_ask(struct http_request *req, struct sv_room *room);

#endif
