/*
 * Access: which host names the server answers to, which client a request comes from behind proxies,
 * and which paths lie below the base path.
 */
#ifndef VALISE_SERVER_ACCESS_H
#define VALISE_SERVER_ACCESS_H

#include "server/limits.h"
#include "server/settings.h"

/* Whether a request may use this name in its Host header (with or without a port). IP addresses and
 * "localhost" are always allowed: only a domain name can be made to point here by an attacker (DNS
 * rebinding). If the settings list no names, every name is allowed, unless the server listens on
 * the loopback interface only. NULL (no header) is allowed: every browser sends one. */
bool sv_host_known(const struct sv_settings *settings, const char *host);
/* Whether the settings trust the X-Forwarded-For header of a proxy at this address. */
bool sv_proxy_trusted(const struct sv_settings *settings, const char *address);
/* The address of the client: the peer, or the address that a trusted proxy names for it. */
void sv_client_address(const struct sv_settings *settings, const char *peer,
                       const char *forwarded_for, char address[SV_ADDRESS_SIZE]);
/* The part of a path below the base path, beginning with "/"; NULL: the path is not below it. The
 * result points into `path`. */
const char *sv_path_below(const struct sv_settings *settings, const char *path);
/* Reads an IPv4 or IPv6 address into 16 bytes, IPv4 as in ::ffff:0:0/96; false: it is neither. */
bool sv_address_read(const char *text, uint8_t bytes[16], bool *is_ipv4);

#endif
