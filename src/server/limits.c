/* Rate limits and addresses. */
#include "server/limits.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/access.h"
#include "server/shares.h"
#include "server/state.h"
#include "server/time.h"

/* An attacker may come from any number of addresses (IPv6), so the table has a limit. Forgetting an
 * address only refills its buckets. */
enum { FORGET_AFTER = 10 * 60 * 1000, MOST_ADDRESSES = 8192 };

bool sv_bucket_take(struct sv_bucket *bucket, uint32_t per_second, uint32_t burst, uint64_t now)
{
    int64_t most = (int64_t)burst * 1000;
    if (!bucket->used) {
        bucket->used = true;
        bucket->filled = most;
    } else {
        bucket->filled += (int64_t)(now - bucket->last) * per_second;
    }
    if (bucket->filled > most)
        bucket->filled = most;
    bucket->last = now;
    if (bucket->filled < 1000)
        return false;
    bucket->filled -= 1000;
    return true;
}

/* The bucket fills by the second; here a request costs sixty tokens. */
bool sv_bucket_take_minute(struct sv_bucket *bucket, uint32_t per_minute, uint32_t burst,
                           uint64_t now)
{
    if (!sv_bucket_take(bucket, per_minute, burst * 60, now))
        return false;
    if (bucket->filled < 59 * 1000) {
        bucket->filled += 1000;
        return false;
    }
    bucket->filled -= 59 * 1000;
    return true;
}

void sv_address_key(const char *address, char key[SV_ADDRESS_SIZE])
{
    enum { HOST_PART = 8 }; /* the last bytes of an IPv6 address */
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    uint8_t bytes[16];
    char text[INET6_ADDRSTRLEN];
    bool four;
    snprintf(key, SV_ADDRESS_SIZE, "%s", address);
    /* A link-local address has the name of its interface behind it: "fe80::1%eth0". */
    key[strcspn(key, "%")] = '\0';
    if (!sv_address_read(key, bytes, &four)) {
        snprintf(key, SV_ADDRESS_SIZE, "%s", address);
    } else if (memcmp(bytes, mapped, sizeof mapped) == 0) {
        inet_ntop(AF_INET, bytes + sizeof mapped, key, SV_ADDRESS_SIZE);
    } else {
        memset(bytes + HOST_PART, 0, HOST_PART);
        inet_ntop(AF_INET6, bytes, text, sizeof text);
        snprintf(key, SV_ADDRESS_SIZE, "%.43s/64", text);
    }
}

static uint32_t bucket_of(const char *name)
{
    uint32_t hash = 2166136261U;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619U;
    return hash % SV_BUCKETS;
}

/* Frees addresses that were not seen for a while; if there are too many, all without a connection.
 */
static void forget_addresses(struct sv_server *server, uint64_t now)
{
    bool many = server->address_count >= MOST_ADDRESSES;
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        for (struct sv_address **at = &server->addresses[i]; *at;) {
            struct sv_address *a = *at;
            if (a->sockets == 0 && a->connections == 0 && a->body_bytes == 0 &&
                (many || now - a->last_seen > FORGET_AFTER)) {
                *at = a->next;
                server->address_count--;
                free(a);
            } else {
                at = &a->next;
            }
        }
    }
}

struct sv_address *sv_address_of(struct sv_server *server, const char *address)
{
    uint64_t now = sv_now();
    char name[SV_ADDRESS_SIZE];
    sv_address_key(address, name);
    uint32_t bucket = bucket_of(name);
    for (struct sv_address *a = server->addresses[bucket]; a; a = a->next) {
        if (strcmp(a->name, name) == 0) {
            a->last_seen = now;
            return a;
        }
    }
    if (server->address_count >= MOST_ADDRESSES || server->address_count % 256 == 255)
        forget_addresses(server, now);
    struct sv_address *a = calloc(1, sizeof *a);
    if (!a)
        abort();
    memcpy(a->name, name, sizeof a->name);
    a->share = sv_share_of(server, name);
    a->last_seen = now;
    a->next = server->addresses[bucket];
    server->addresses[bucket] = a;
    server->address_count++;
    return a;
}

void sv_address_open(struct sv_server *server, struct sv_address *a, bool websocket)
{
    server->networks += a->connections + a->sockets == 0;
    *(websocket ? &a->connections : &a->sockets) += 1;
}

void sv_address_close(struct sv_server *server, struct sv_address *a, bool websocket)
{
    *(websocket ? &a->connections : &a->sockets) -= 1;
    server->networks -= a->connections + a->sockets == 0;
}

void sv_address_free_all(struct sv_server *server)
{
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        while (server->addresses[i]) {
            struct sv_address *a = server->addresses[i];
            server->addresses[i] = a->next;
            free(a);
        }
    }
}
