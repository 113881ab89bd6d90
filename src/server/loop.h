/*
 * Time on the loop, shared between addresses.
 *
 * While the loop reads, answers and writes for one client, all others wait. So this time is
 * measured and charged to the address of the client, also if the request is refused. While other
 * addresses are connected, an address may use a part of the time (limit.loop_share, in percent),
 * and a few milliseconds of that at once; when it has used them up, the network does not read its
 * next messages until the time is paid back. They wait in the sender's own socket: nothing is
 * refused, and nobody else waits for them. An address that has the server for itself is not
 * limited.
 */
#ifndef VALISE_SERVER_LOOP_H
#define VALISE_SERVER_LOOP_H

#include "server/limits.h"

/* A moment: microseconds of the monotonic clock, and what all addresses were charged until then. */
struct sv_loop_time {
    uint64_t at, charged;
};

struct sv_loop_time sv_loop_now(const struct sv_server *server);
/* Whether a request or message of this address (NULL: a proxy's) may be handled now. */
bool sv_loop_may(struct sv_server *server, struct sv_address *address);
/* Charges an address for the time since `from` (sv_loop_now), except what was charged to anybody in
 * between: so a part of the work may be charged first, to the address that it was for. `address`
 * may be NULL: a proxy's own. */
void sv_loop_charge(struct sv_server *server, struct sv_address *address, struct sv_loop_time from);

#endif
