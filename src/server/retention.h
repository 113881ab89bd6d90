/*
 * Retention: how long matches are kept. Once an hour the server deletes matches that are older than
 * the settings allow, a few in each batch, so that no player waits for it.
 */
#ifndef VALISE_SERVER_RETENTION_H
#define VALISE_SERVER_RETENTION_H

#include <stdint.h>

struct sv_server;

/* Deletes some old matches, if a deletion is due. Called about once a second; `now` is sv_now(). */
void sv_retention_run(struct sv_server *server, uint64_t now);

#endif
