/* Deletion of everything that is stored about a player. */
#ifndef VALISE_SERVER_HTTP_ERASE_H
#define VALISE_SERVER_HTTP_ERASE_H

#include "server/http/request.h"

void api_post_erase(struct http_request *req);

#endif
