/* Settings and rates: how much of anything one address, connection or seat may use. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/server.h"

enum { FORGET_AFTER = 10 * 60 * 1000, MOST_ADDRESSES = 8192 };

void sv_settings_init(struct sv_settings *settings)
{
    *settings = (struct sv_settings){
        .bind = "127.0.0.1",
        .port = 8080,
        .database = "valise.db",
        .workers = 2,
        .bot_pause = 600,
        .bot_budget = 1000,
        .limits =
            {
                .connections = 2000,
                .connections_per_address = 64,
                .sockets_per_address = 256,
                .requests_per_second = 60,
                .messages_per_second = 30,
                .matches_per_minute = 30,
                .open_matches = 20000,
                .open_matches_per_player = 200,
                .frame = 16 << 10,
                .body = 16 << 10,
                .queue = 1 << 20,
                .stall = 30,
                .live_rooms = 1000,
                .watches = 64,
            },
    };
}

bool sv_settings_limit(struct sv_settings *settings, const char *assignment, struct vl_error *err)
{
    struct sv_limits *l = &settings->limits;
    const struct {
        const char *name;
        uint32_t *value;
    } names[] = {
        {"connections", &l->connections},
        {"connections_per_address", &l->connections_per_address},
        {"sockets_per_address", &l->sockets_per_address},
        {"requests_per_second", &l->requests_per_second},
        {"messages_per_second", &l->messages_per_second},
        {"matches_per_minute", &l->matches_per_minute},
        {"open_matches", &l->open_matches},
        {"open_matches_per_player", &l->open_matches_per_player},
        {"frame", &l->frame},
        {"body", &l->body},
        {"queue", &l->queue},
        {"stall", &l->stall},
        {"live_rooms", &l->live_rooms},
        {"watches", &l->watches},
    };
    size_t length = strcspn(assignment, "=");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != length || memcmp(names[i].name, assignment, length) != 0)
            continue;
        char *end = NULL;
        errno = 0;
        const char *digits = assignment[length] ? assignment + length + 1 : "";
        unsigned long value = strtoul(digits, &end, 10);
        if (errno || end == digits || *end || *digits < '0' || *digits > '9' || value == 0 ||
            value > 1000000000)
            return vl_fail(err, VL_BAD_INPUT, assignment,
                           "a limit is a whole number from 1 to 1000000000");
        *names[i].value = (uint32_t)value;
        return true;
    }
    struct vl_text all = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        vl_text_addf(&all, "%s%s", i ? " " : "", names[i].name);
    vl_fail(err, VL_BAD_INPUT, assignment, "there is no such limit; there are %s",
            vl_text_string(&all));
    vl_text_free(&all);
    return false;
}

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

static uint32_t bucket_of(const char *name)
{
    uint32_t hash = 2166136261U;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619U;
    return hash % SV_BUCKETS;
}

/* Addresses that have not been seen for a while, and all without a connection when there are too
 * many. */
static void forget_addresses(struct sv_server *server, uint64_t now)
{
    bool many = server->address_count >= MOST_ADDRESSES;
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        for (struct sv_address **at = &server->addresses[i]; *at;) {
            struct sv_address *a = *at;
            if (a->sockets == 0 && a->connections == 0 && (many || now - a->seen > FORGET_AFTER)) {
                *at = a->next;
                server->address_count--;
                free(a);
            } else {
                at = &a->next;
            }
        }
    }
}

struct sv_address *sv_address_of(struct sv_server *server, const char *name)
{
    uint64_t now = sv_now();
    uint32_t bucket = bucket_of(name);
    for (struct sv_address *a = server->addresses[bucket]; a; a = a->next) {
        if (strcmp(a->name, name) == 0) {
            a->seen = now;
            return a;
        }
    }
    if (server->address_count >= MOST_ADDRESSES || server->address_count % 256 == 255)
        forget_addresses(server, now);
    struct sv_address *a = calloc(1, sizeof *a);
    if (!a)
        abort();
    size_t length = strnlen(name, sizeof a->name - 1);
    memcpy(a->name, name, length);
    a->seen = now;
    a->next = server->addresses[bucket];
    server->addresses[bucket] = a;
    server->address_count++;
    return a;
}
