/*
 * Importing a file of records.
 *
 * A file is imported as a whole or not at all. A finished record becomes a table to look back at.
 * An unfinished one goes on as a table: the owner of the file may know the draws to come, so the
 * server draws them itself, and the record says from then on that it is unsealed. Imported matches
 * do not count in anybody's statistics.
 *
 * A megabyte of records costs a tenth of a second of processor time, also if the last line is
 * wrong. So a worker reads and checks the file (bots/workers.h), which is fair between addresses
 * and charges a failure like a success; the loop only stores the matches. Meanwhile the response is
 * pending: the network sends it in the batch in which it is complete.
 */
#ifndef VALISE_SERVER_HTTP_IMPORT_H
#define VALISE_SERVER_HTTP_IMPORT_H

#include "server/bots/workers.h"
#include "server/http/request.h"

/* A file on its way. */
struct sv_import;

/* POST /api/import; the body is not parsed yet. If the request may wait, the response is pending
 * afterwards; otherwise the file is read at once. */
void api_post_import(struct http_request *req);
/* A finished job of the kind SV_JOB_IMPORT: completes the response. */
void sv_import_answered(struct sv_server *server, struct sv_job *job);
/* Nobody waits for the response any more. */
void sv_import_abandon(struct sv_import *import);
void sv_import_free_all(struct sv_server *server);

#endif
