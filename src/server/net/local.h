/*
 * The local socket of a server: a Unix socket beside the database, over which its operator sends
 * commands (admin.h).
 *
 * Only the user whom the server runs as can use it. The socket has mode 0600, in a folder that
 * belongs to that user or to root and in which strangers can replace nothing; and the server asks
 * the system who is at the other end. It never blocks the loop: a client that does not read, or
 * says nothing, is dropped after a while.
 *
 * The server holds the lock of the database before it opens the socket. So a socket of this name
 * that is there already was left behind by a server that was killed, and is removed.
 */
#ifndef VALISE_SERVER_NET_LOCAL_H
#define VALISE_SERVER_NET_LOCAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/un.h>

#include "valise/error.h"

struct sv_net;
struct sv_local;

/* The address of the socket for a database, which must exist, with a descriptor of its folder that
 * the caller closes when the address is no longer needed; -1: err says why not. Server and client
 * use the same function. */
int sv_local_address(const char *database, struct sockaddr_un *address, char name[256],
                     struct vl_error *err);

/* Listens beside the server's database. If that cannot be, the log says why, and the server runs
 * without; NULL then, and for a database in memory. */
struct sv_local *sv_local_open(struct sv_net *net);
void sv_local_close(struct sv_local *local);
/* The batch has ended: its answers are written. */
void sv_local_finish(struct sv_local *local, bool stored);
/* Whether a list has a next page that can be made at once. */
bool sv_local_busy(const struct sv_local *local);
/* Drops clients whose time is over. */
void sv_local_sweep(struct sv_local *local, uint64_t now);

#endif
