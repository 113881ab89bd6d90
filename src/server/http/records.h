/* Records: the record of one match, its verification, and export; import.h has the import. */
#ifndef VALISE_SERVER_HTTP_RECORDS_H
#define VALISE_SERVER_HTTP_RECORDS_H

#include "server/http/request.h"

void api_get_record(struct http_request *req, struct sv_room *room);
void api_get_verify(struct http_request *req, struct sv_room *room);
void api_get_my_records(struct http_request *req);

#endif
