/*
 * Records: the record of one match, its verification, import and export.
 *
 * A file of records is imported as a whole or not at all. A finished record becomes a table to look
 * back at. An unfinished one goes on as a table: the owner of the file may know the draws to come,
 * so the server draws them itself, and the record says from then on that it is unsealed. Imported
 * matches do not count in anybody's statistics.
 */
#ifndef VALISE_SERVER_HTTP_RECORDS_H
#define VALISE_SERVER_HTTP_RECORDS_H

#include "server/http/request.h"

void api_get_record(struct http_request *req, struct sv_room *room);
void api_get_verify(struct http_request *req, struct sv_room *room);
void api_post_import(struct http_request *req);
void api_get_my_records(struct http_request *req);

#endif
