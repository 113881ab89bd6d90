/*
 * Fair shares: what each network address may have of the server, so that no address takes it from
 * the others.
 *
 * A share is a keyed hash of an address (limits.h: IPv6 by /64). The workers divide processor time
 * between shares (bots/workers.h), and so does the loop (loop.h); open matches are limited for each
 * share, and when all of them together are too many, those of the share with the most give way.
 */
#ifndef VALISE_SERVER_SHARES_H
#define VALISE_SERVER_SHARES_H

#include "server/limits.h"
#include "store/store.h"

struct sv_room;

/* Reads the key of the hash from the store, and when the default retention begins. */
bool sv_shares_open(struct sv_server *server, struct vl_error *err);
/* The share of an address by its key (sv_address_key); never 0. */
uint64_t sv_share_of(const struct sv_server *server, const char *key);
/* The share that pays for the bots of a match: its maker's; of a match from before there were
 * shares, its own. */
uint64_t sv_share_of_room(const struct sv_room *room);

/* Whether a share may make one more match. At the limit, matches are deleted that nobody watches
 * and whose clock does not run, to make room for it:
 *
 *   at its own limit    its own, if they have not changed for an hour
 *   at that of all      those of the share with the most, if that has more than the newcomer; else
 *                       any that have not changed for a day
 *
 * Matches that never started go first, then those that have not changed for longest. False: there
 * are none, and err says what to do. */
bool sv_shares_may_make(struct sv_server *server, uint64_t share, struct vl_error *err);

#endif
