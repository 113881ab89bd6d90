/*
 * Bans: networks whose connections an operator refuses. They are kept in the store and so survive a
 * restart; a ban may end by itself.
 *
 * The network layer asks sv_banned for every new socket and, behind a trusted proxy, for every
 * request. A ban is part of the batch in which it was made: if the batch is rolled back, the list
 * is read from the store again.
 */
#ifndef VALISE_SERVER_BANS_H
#define VALISE_SERVER_BANS_H

#include "server/settings.h"
#include "store/operators.h"

struct sv_server;

enum { SV_MOST_BANS = 4096 };

struct sv_ban {
    struct sv_network network;
    struct vl_stored_ban stored;
};

struct sv_bans {
    struct sv_ban *list;
    size_t count, capacity;
    int64_t next_end; /* Unix seconds: no ban ends before; 0: none ends */
    bool changed;     /* in this batch: connections may have to end */
    bool stale;       /* a batch was rolled back and the list could not be read again yet */
};

/* Reads the bans from the store. */
bool sv_bans_load(struct sv_server *server, struct vl_error *err);
void sv_bans_free(struct sv_server *server);
/* Whether an address, as text, is banned. */
bool sv_banned(const struct sv_server *server, const char *address);

/* Reads what an operator wants to ban, "192.0.2.7" or "2001:db8::/32", into the network and its
 * canonical name. An IPv6 address alone stands for its /64, which one household has. Networks so
 * large that they must be a mistake are refused. */
bool sv_ban_read(const char *text, struct sv_network *network, char name[VL_NETWORK_SIZE],
                 struct vl_error *err);
/* Stores a ban; `ban->network` is such a name. */
bool sv_ban_add(struct sv_server *server, const struct vl_stored_ban *ban, struct vl_error *err);
/* VL_NOT_FOUND if there is no such ban. */
bool sv_ban_remove(struct sv_server *server, const char *name, struct vl_error *err);
/* Drops bans that have ended; called about once a second. */
void sv_bans_sweep(struct sv_server *server);

#endif
