/* The socket on which the server listens. */
#ifndef VALISE_SERVER_NET_LISTEN_H
#define VALISE_SERVER_NET_LISTEN_H

#include "valise/error.h"

/* Listens on an address in digits, or on the first IPv4 address of a network interface. Returns a
 * socket that does not block, and its port (of use if `port` is 0, any free one); -1: err says why
 * not, in words. */
int sv_listen(const char *where, int port, int *actual, struct vl_error *err);

#endif
