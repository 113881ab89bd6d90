/* Settings and rates: how much of anything one address, connection or seat may use. */
#include <errno.h>
#include <stddef.h>
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
        .base = "/",
        .workers = 2,
        .bot_share = 80,
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
                .ping = 20,
                .silence = 60,
                .live_rooms = 1000,
                .watches = 64,
                .clock = 10,
                .chat_length = 300,
                .chat_per_minute = 20,
                .chat_kept = 200,
                .reviews = 16,
                .reviews_per_address = 2,
                .review_seconds = 30,
                .review_overrun = 200,
                .import = 1 << 20,
                .move = 600,
                .reissue = 600,
            },
    };
}

#define LIMITS(LIMIT)                                                                              \
    LIMIT(connections)                                                                             \
    LIMIT(connections_per_address)                                                                 \
    LIMIT(sockets_per_address)                                                                     \
    LIMIT(requests_per_second)                                                                     \
    LIMIT(messages_per_second)                                                                     \
    LIMIT(matches_per_minute)                                                                      \
    LIMIT(open_matches)                                                                            \
    LIMIT(open_matches_per_player)                                                                 \
    LIMIT(frame)                                                                                   \
    LIMIT(body)                                                                                    \
    LIMIT(queue)                                                                                   \
    LIMIT(stall)                                                                                   \
    LIMIT(ping)                                                                                    \
    LIMIT(silence)                                                                                 \
    LIMIT(import)                                                                                  \
    LIMIT(move)                                                                                    \
    LIMIT(reissue)                                                                                 \
    LIMIT(live_rooms)                                                                              \
    LIMIT(watches)                                                                                 \
    LIMIT(clock)                                                                                   \
    LIMIT(chat_length)                                                                             \
    LIMIT(chat_per_minute)                                                                         \
    LIMIT(chat_kept)                                                                               \
    LIMIT(reviews)                                                                                 \
    LIMIT(reviews_per_address)                                                                     \
    LIMIT(review_seconds)                                                                          \
    LIMIT(review_overrun)

static const struct {
    const char *name;
    size_t offset; /* of a uint32_t */
} names[] = {
#define ENTRY(name) {#name, offsetof(struct sv_limits, name)},
    LIMITS(ENTRY)
#undef ENTRY
};

enum { NAMES = sizeof names / sizeof *names };

_Static_assert(NAMES * sizeof(uint32_t) == sizeof(struct sv_limits), "every limit has its name");

bool sv_settings_limit(struct sv_settings *settings, const char *assignment, struct vl_error *err)
{
    size_t length = strcspn(assignment, "=");
    for (size_t i = 0; i < NAMES; i++) {
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
        uint32_t number = (uint32_t)value;
        memcpy((char *)&settings->limits + names[i].offset, &number, sizeof number);
        return true;
    }
    return vl_fail(err, VL_BAD_INPUT, assignment,
                   "there is no such limit; \"valise serve --check\" lists them all");
}

void sv_settings_limits(const struct sv_settings *settings, const char *prefix, struct vl_text *out)
{
    for (size_t i = 0; i < NAMES; i++) {
        uint32_t value;
        memcpy(&value, (const char *)&settings->limits + names[i].offset, sizeof value);
        vl_text_addf(out, "%s%s = %u\n", prefix, names[i].name, value);
    }
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

/* A bucket counts by the second: sixty tokens for each makes it the minute. */
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
