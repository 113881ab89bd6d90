/*
 * What a service manager hears from us: that we listen, that we are alive, that we are leaving.
 * systemd names a socket in NOTIFY_SOCKET and takes a line a datagram; nobody else names one.
 */
#ifndef VALISE_SERVER_NET_SERVICE_H
#define VALISE_SERVER_NET_SERVICE_H

#include <stdbool.h>

/* Whether there is one. */
bool sv_managed(void);
/* Tells it a state, such as "READY=1"; does nothing where there is none. */
void sv_notify(const char *state);

#endif
