/*
 * Counters for /metrics, and the log: one line per event on standard error. Names of counters and
 * events are an interface for operators (docs/operating.md) and do not change.
 */
#ifndef VALISE_SERVER_STATS_H
#define VALISE_SERVER_STATS_H

#include "valise/text.h"

struct sv_server;

#define SV_COUNTERS(COUNT)                                                                         \
    COUNT(requests, "HTTP requests answered")                                                      \
    COUNT(bad_requests, "HTTP requests refused before they reached the table")                     \
    COUNT(messages, "WebSocket messages received")                                                 \
    COUNT(bytes_sent, "bytes given to WebSocket connections")                                      \
    COUNT(opened, "WebSocket connections opened")                                                  \
    COUNT(matches_made, "matches made")                                                            \
    COUNT(matches_ended, "matches played to their end")                                            \
    COUNT(matches_deleted, "matches deleted because of their age")                                 \
    COUNT(clock_jumps, "times that the system's clock was found at another time")                  \
    COUNT(commits, "commits of people stored and acknowledged")                                    \
    COUNT(commits_repeated, "commits answered from their key")                                     \
    COUNT(commits_stale, "commits made in an earlier position or out of turn")                     \
    COUNT(commits_refused, "commits refused by the rules")                                         \
    COUNT(bot_moves, "moves thought out by bots")                                                  \
    COUNT(bot_failures, "moves of bots that were not legal")                                       \
    COUNT(seats_minded, "seats whose time ran out")                                                \
    COUNT(seats_back, "seats handed back to their owners")                                         \
    COUNT(minded_moves, "commits of bots for seats they mind")                                     \
    COUNT(chats, "messages of seats to each other")                                                \
    COUNT(bot_microseconds, "processor time bots have thought")                                    \
    COUNT(bot_substitutes, "moves made for a bot that took far too long")                          \
    COUNT(reviews, "matches looked back at")                                                       \
    COUNT(reviews_anew, "reviews made anew, coarsely, because they took far too long")             \
    COUNT(ahead_turns, "turns of bots that had thought ahead about their position")                \
    COUNT(ahead_iterations, "iterations that these turns found made")                              \
    COUNT(hints, "hints given")                                                                    \
    COUNT(syncs, "syncs of the store")                                                             \
    COUNT(sync_failures, "syncs of the store that failed")                                         \
    COUNT(checkpoint_failures, "times that the log of the store could no longer be brought over")  \
    COUNT(put_off, "changes put off because the last sync of the store had failed")                \
    COUNT(store_locked, "changes put off because another program had locked the store")            \
    COUNT(sync_microseconds, "time spent in syncs")                                                \
    COUNT(bad_messages, "messages that could not be read")                                         \
    COUNT(refused_rate, "requests and messages over their rate")                                   \
    COUNT(refused_limit, "connections and matches over their number")                              \
    COUNT(refused_origin, "requests from another origin")                                          \
    COUNT(refused_host, "requests for a name that is not ours")                                    \
    COUNT(refused_secret, "claims with a wrong secret")                                            \
    COUNT(seats_moved, "seats taken over by another browser")                                      \
    COUNT(forks, "matches that go on from a position of another")                                  \
    COUNT(imports, "records that were brought along")                                              \
    COUNT(stalled, "connections closed because they did not read")                                 \
    COUNT(silent, "connections given up because nothing came from them any more")

struct sv_figures {
#define SV_FIELD(name, help) uint64_t name;
    SV_COUNTERS(SV_FIELD)
#undef SV_FIELD
};

extern bool sv_log_quiet; /* for fuzzing: no log at all */
/* Writes one line to standard error: time, event and what follows as key=value. Safe on every
 * thread. */
__attribute__((format(printf, 2, 3))) void sv_log(const char *event, const char *format, ...);

/* Writes all counters and gauges in the text format of Prometheus. */
void sv_metrics(struct sv_server *server, struct vl_text *out);

#endif
