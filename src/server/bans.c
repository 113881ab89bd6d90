/* Bans: see the header. */
#include "server/bans.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/access.h"
#include "server/batch.h"
#include "server/time.h"

enum {
    HOUSEHOLD = 64, /* bits of an IPv6 network that one household has */
    LEAST_IPV4 = 8, /* bits: more addresses than a /8 are no ban but a mistake */
    LEAST_IPV6 = 16,
};

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

bool sv_ban_read(const char *text, struct sv_network *network, char name[VL_NETWORK_SIZE],
                 struct vl_error *err)
{
    char address[INET6_ADDRSTRLEN];
    if (!sv_network_read(text, network, err))
        return false;
    bool four = network->bits >= 96 && memcmp(network->bytes, mapped, sizeof mapped) == 0;
    if (!four && !strchr(text, '/'))
        network->bits = HOUSEHOLD;
    uint32_t shown = four ? network->bits - 96 : network->bits;
    if (shown < (four ? LEAST_IPV4 : LEAST_IPV6))
        return vl_fail(err, VL_BAD_INPUT, text,
                       "this is too large a part of the internet; the least are /%d of IPv4 and "
                       "/%d of IPv6",
                       LEAST_IPV4, LEAST_IPV6);
    for (uint32_t i = network->bits; i < 128; i++) /* 10.1.2.3/8 is 10.0.0.0/8 */
        network->bytes[i / 8] &= (uint8_t) ~(0x80 >> i % 8);
    if (!inet_ntop(four ? AF_INET : AF_INET6, network->bytes + (four ? 12 : 0), address,
                   sizeof address))
        abort();
    if (four && shown == 32)
        snprintf(name, VL_NETWORK_SIZE, "%s", address);
    else
        snprintf(name, VL_NETWORK_SIZE, "%s/%u", address, shown);
    return true;
}

/* ---- The list ---- */

static bool ended(const struct sv_ban *ban, int64_t now)
{
    return ban->stored.until && ban->stored.until <= now;
}

static struct sv_ban *find(struct sv_server *server, const char *name)
{
    for (size_t i = 0; i < server->bans.count; i++)
        if (strcmp(server->bans.list[i].stored.network, name) == 0)
            return &server->bans.list[i];
    return NULL;
}

static void note_end(struct sv_bans *bans, int64_t until)
{
    if (until && (!bans->next_end || until < bans->next_end))
        bans->next_end = until;
}

static bool append(void *context, const struct vl_stored_ban *stored)
{
    struct sv_bans *bans = context;
    struct sv_ban ban = {.stored = *stored};
    char name[VL_NETWORK_SIZE];
    if (!sv_ban_read(stored->network, &ban.network, name, NULL))
        return true; /* no program of ours has written this */
    if (bans->count == bans->capacity) {
        bans->capacity = bans->capacity ? bans->capacity * 2 : 16;
        bans->list = realloc(bans->list, bans->capacity * sizeof *bans->list);
        if (!bans->list)
            abort();
    }
    bans->list[bans->count++] = ban;
    note_end(bans, stored->until);
    return true;
}

bool sv_bans_load(struct sv_server *server, struct vl_error *err)
{
    struct sv_bans bans = {0};
    if (!sv_operators(server)->list_bans(server->store, append, &bans, err)) {
        free(bans.list);
        return false;
    }
    free(server->bans.list);
    server->bans = bans;
    return true;
}

void sv_bans_free(struct sv_server *server)
{
    free(server->bans.list);
    server->bans = (struct sv_bans){0};
}

bool sv_banned(const struct sv_server *server, const char *address)
{
    uint8_t bytes[16];
    bool four;
    if (server->bans.count == 0 || !sv_address_read(address, bytes, &four))
        return false;
    int64_t now = sv_time();
    for (size_t i = 0; i < server->bans.count; i++) {
        const struct sv_ban *ban = &server->bans.list[i];
        if (sv_network_has(&ban->network, bytes) && !ended(ban, now))
            return true;
    }
    return false;
}

/* A trusted proxy speaks for others: who bans it bans everybody. */
static bool spares_proxies(const struct sv_server *server, const struct sv_network *network,
                           struct vl_error *err)
{
    const struct sv_settings *settings = &server->settings;
    for (uint32_t i = 0; i < settings->proxy_count; i++) {
        const struct sv_network *proxy = &settings->proxies[i];
        const struct sv_network *larger = network->bits < proxy->bits ? network : proxy;
        if (sv_network_has(larger, larger == proxy ? network->bytes : proxy->bytes))
            return vl_fail(err, VL_REFUSED, NULL,
                           "a trusted proxy has this address: everybody behind it would be banned");
    }
    return true;
}

bool sv_ban_add(struct sv_server *server, const struct vl_stored_ban *stored, struct vl_error *err)
{
    struct sv_network network;
    char name[VL_NETWORK_SIZE];
    struct sv_ban *known = find(server, stored->network);
    if (!sv_ban_read(stored->network, &network, name, err) ||
        !spares_proxies(server, &network, err))
        return false;
    if (!known && server->bans.count >= SV_MOST_BANS)
        return vl_fail(err, VL_REFUSED, NULL, "there are %d bans already; ban larger networks",
                       SV_MOST_BANS);
    if (!sv_operators(server)->set_ban(server->store, stored, err)) {
        server->batch_failed = true;
        return false;
    }
    if (known)
        known->stored = *stored;
    else
        append(&server->bans, stored);
    note_end(&server->bans, stored->until);
    server->bans.changed = true;
    return true;
}

bool sv_ban_remove(struct sv_server *server, const char *name, struct vl_error *err)
{
    struct sv_ban *known = find(server, name);
    if (!known)
        return vl_fail(err, VL_NOT_FOUND, NULL, "%s is not banned", name);
    if (!sv_operators(server)->drop_ban(server->store, name, err)) {
        server->batch_failed = true;
        return false;
    }
    *known = server->bans.list[--server->bans.count];
    server->bans.changed = true;
    return true;
}

void sv_bans_sweep(struct sv_server *server)
{
    struct sv_bans *bans = &server->bans;
    int64_t now = sv_time();
    if (!bans->next_end || now < bans->next_end || !sv_may_write(server, NULL))
        return;
    bans->next_end = 0;
    for (size_t i = bans->count; i-- > 0;) {
        char name[VL_NETWORK_SIZE];
        memcpy(name, bans->list[i].stored.network, sizeof name);
        if (ended(&bans->list[i], now) && !sv_ban_remove(server, name, NULL))
            return; /* the rollback reads all of them again */
    }
    for (size_t i = 0; i < bans->count; i++)
        note_end(bans, bans->list[i].stored.until);
}
