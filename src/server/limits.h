/* Rate limits, and what the server remembers of each network address. */
#ifndef VALISE_SERVER_LIMITS_H
#define VALISE_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sv_server;

enum { SV_ADDRESS_SIZE = 48 }; /* a network address as text */

/* The name under which an address is counted: an IPv6 address by its first 64 bits, because one
 * customer of a provider has all that share them ("2001:db8:0:7::/64"); an IPv4 address as it is,
 * also if it is written as an IPv6 address (::ffff:192.0.2.1). Any other text stays as it is. */
void sv_address_key(const char *address, char key[SV_ADDRESS_SIZE]);

/* A token bucket; {0} is a full one. */
struct sv_bucket {
    int64_t filled; /* thousandths of a token */
    uint64_t last;  /* milliseconds */
    bool used;
};

/* Takes a token; false: the rate is exceeded. `now` is sv_now(). */
bool sv_bucket_take(struct sv_bucket *bucket, uint32_t per_second, uint32_t burst, uint64_t now);
/* The same with a rate per minute; a bucket is used with one of the two only. */
bool sv_bucket_take_minute(struct sv_bucket *bucket, uint32_t per_minute, uint32_t burst,
                           uint64_t now);

struct sv_address {
    struct sv_address *next;
    char name[SV_ADDRESS_SIZE]; /* sv_address_key of the address */
    uint64_t share;             /* of this name; see shares.h */
    uint32_t connections;       /* WebSockets */
    uint32_t sockets;           /* TCP */
    uint64_t last_seen;         /* milliseconds */
    size_t watch_bytes;         /* memory of its watches; see ws/connection.h */
    size_t body_bytes;          /* of large requests that are under way; see net/exchange.c */
    struct sv_bucket requests, matches;
    int64_t loop_left;    /* microseconds of the loop; see loop.h */
    uint64_t loop_filled; /* microseconds: when they were last counted */
};

/* The entry of an address, made if there is none; addresses with the same key share it. The server
 * owns it; it stays as long as `connections`, `sockets` or `body_bytes` is not 0, otherwise the
 * next call may free it. */
struct sv_address *sv_address_of(struct sv_server *server, const char *address);
/* A WebSocket (or else a socket) of this address opens or closes: keeps server->networks, the
 * number of addresses that have any. */
void sv_address_open(struct sv_server *server, struct sv_address *address, bool websocket);
void sv_address_close(struct sv_server *server, struct sv_address *address, bool websocket);
void sv_address_free_all(struct sv_server *server);

#endif
