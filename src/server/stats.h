/*
 * Counters and latency histograms for /metrics. Their names are an interface for operators
 * (docs/operating.md) and do not change.
 */
#ifndef VALISE_SERVER_STATS_H
#define VALISE_SERVER_STATS_H

#include "server/log.h"
#include "valise/text.h"

struct sv_server;

#define SV_COUNTERS(COUNT)                                                                         \
    COUNT(requests, "HTTP requests answered")                                                      \
    COUNT(bad_requests, "HTTP requests refused by the network layer")                              \
    COUNT(messages, "WebSocket messages received")                                                 \
    COUNT(bytes_sent, "bytes given to WebSocket connections")                                      \
    COUNT(opened, "WebSocket connections opened")                                                  \
    COUNT(matches_made, "matches made")                                                            \
    COUNT(matches_ended, "matches played to their end")                                            \
    COUNT(matches_deleted, "matches deleted because of their age")                                 \
    COUNT(matches_yielded, "open matches deleted to make room for others")                         \
    COUNT(clock_jumps, "jumps of the system clock")                                                \
    COUNT(long_pauses, "times that the process was stopped for seconds")                           \
    COUNT(commits, "commits of people stored and acknowledged")                                    \
    COUNT(commits_repeated, "commits answered from their key")                                     \
    COUNT(commits_stale, "commits made in an earlier position or out of turn")                     \
    COUNT(commits_refused, "commits refused by the rules")                                         \
    COUNT(bot_moves, "moves found by bots")                                                        \
    COUNT(bot_failures, "moves of bots that were not legal")                                       \
    COUNT(seats_minded, "seats whose time ran out")                                                \
    COUNT(seats_back, "seats handed back to their owners")                                         \
    COUNT(minded_moves, "commits of stand-in bots")                                                \
    COUNT(chats, "messages of seats to each other")                                                \
    COUNT(bot_microseconds, "processor time of bots")                                              \
    COUNT(bot_substitutes, "moves of a substitute for a bot that took far too long")               \
    COUNT(reviews, "reviews made")                                                                 \
    COUNT(reviews_anew, "reviews started over, coarsely, because they took too long")              \
    COUNT(ahead_turns, "turns of bots that had pondered their position")                           \
    COUNT(ahead_iterations, "iterations that these turns found already made")                      \
    COUNT(hints, "hints given")                                                                    \
    COUNT(syncs, "syncs of the store")                                                             \
    COUNT(sync_failures, "syncs of the store that failed")                                         \
    COUNT(checkpoint_failures, "times that checkpoints of the store began to fail")                \
    COUNT(put_off, "changes refused because the last sync of the store had failed")                \
    COUNT(store_locked, "changes refused because another program had locked the store")            \
    COUNT(sync_microseconds, "time spent in syncs")                                                \
    COUNT(bad_messages, "messages that could not be read")                                         \
    COUNT(throttled, "requests and messages that waited because of their address's share")         \
    COUNT(refused_rate, "requests and messages over their rate")                                   \
    COUNT(refused_limit, "connections and matches over their number")                              \
    COUNT(refused_ban, "connections and requests of banned addresses")                             \
    COUNT(refused_origin, "requests from another origin")                                          \
    COUNT(refused_host, "requests for a host name that is not the server's")                       \
    COUNT(refused_secret, "claims with a wrong secret")                                            \
    COUNT(seats_moved, "seats taken over by another browser")                                      \
    COUNT(forks, "matches forked from a position of another")                                      \
    COUNT(imports, "records imported")                                                             \
    COUNT(stalled, "connections closed because they did not read")                                 \
    COUNT(silent, "connections closed because nothing came from them any more")

struct sv_figures {
#define SV_FIELD(name, help) uint64_t name;
    SV_COUNTERS(SV_FIELD)
#undef SV_FIELD
};

/* A histogram of times, in the buckets of stats.c; the last one has everything that took longer. */
enum { SV_TIME_BUCKETS = 17, SV_MOST_MESSAGE_TYPES = 24 };
struct sv_times {
    uint64_t count[SV_TIME_BUCKETS];
    uint64_t sum; /* microseconds */
};

/* How long things take, as clients notice it. */
struct sv_latency {
    struct sv_times requests; /* HTTP: from the last byte of a request to its answer */
    struct sv_times batches;  /* from the first event of a batch to its end */
    struct sv_times commits;  /* from a commit message to its acknowledgement */
    /* Handling of a WebSocket message, without the sync of its batch; by type, in the order of
     * sv_message_type. */
    struct sv_times messages[SV_MOST_MESSAGE_TYPES + 1]; /* the last: messages of no type */
    uint64_t *waiting; /* when the commits of this batch came, until they are acknowledged */
    size_t waiting_count, waiting_capacity;
};

/* Adds one time to a histogram. */
void sv_times_add(struct sv_times *times, uint64_t microseconds);
/* A commit that came at this time (sv_micros) is part of the batch. */
void sv_latency_commit(struct sv_latency *latency, uint64_t came);
/* The batch has ended; `stored`: its commits were acknowledged. */
void sv_latency_flushed(struct sv_latency *latency, bool stored);
void sv_latency_free(struct sv_latency *latency);

/* Writes all counters, gauges and histograms in the text format of Prometheus. */
void sv_metrics(struct sv_server *server, struct vl_text *out);

#endif
