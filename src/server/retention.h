/*
 * Retention: how long matches are kept. Once an hour the server deletes matches that are older than
 * the settings allow, a few in each batch, so that no player waits for it. A match whose clock runs
 * is never deleted.
 *
 * There is a default retention. A store from before there was one keeps everything for thirty days
 * more, and the log says once a day what will be deleted then. A number of days that differs from
 * the default is an operator's own choice, and holds at once.
 */
#ifndef VALISE_SERVER_RETENTION_H
#define VALISE_SERVER_RETENTION_H

#include <stdbool.h>
#include <stdint.h>

struct sv_server;

/* Deletes some old matches, if a deletion is due. Called about once a second; `now` is sv_now(). */
void sv_retention_run(struct sv_server *server, uint64_t now);
/* Unix seconds when the default retention begins; 0: it has begun, or is not in use. */
int64_t sv_retention_begins(const struct sv_server *server);

#endif
