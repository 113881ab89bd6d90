/*
 * The files of the web client: built into the program under web/dist/, or from a folder while
 * somebody works on the client. Only names of plain letters are looked up, so no path leads
 * elsewhere.
 */
#ifndef VALISE_SERVER_HTTP_FILES_H
#define VALISE_SERVER_HTTP_FILES_H

#include "server/http/api.h"

/* False: there is no such file, and the response is untouched. */
bool sv_serve_file(struct sv_server *server, const struct sv_request *request,
                   struct sv_response *response);
/* The page for an address that does not exist; false: the client does not accept HTML. */
bool sv_serve_nowhere(struct sv_server *server, const struct sv_request *request,
                      struct sv_response *response);
/* Computes server->client_hash, by which a page knows that it is outdated. */
void sv_client_hash(struct sv_server *server);

#endif
