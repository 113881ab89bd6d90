/* Per-player statistics of finished matches, by game; room/results.h says which ones count. */
#ifndef VALISE_SERVER_HTTP_STATISTICS_H
#define VALISE_SERVER_HTTP_STATISTICS_H

#include "server/http/request.h"

void api_get_statistics(struct http_request *req);
void api_post_drop_statistics(struct http_request *req);

#endif
