/*
 * The state of a table server without the network: rooms, connections, store, workers.
 *
 * Everything runs on one thread, in batches. In a batch the network hands in requests and messages;
 * they change rooms and the store, and their answers are held back. sv_flush (batch.h) ends the
 * batch: it syncs the store once, releases the answers, pushes the changes to every viewer, and
 * starts the bots. If the sync fails, the whole batch is rolled back and its clients are told so.
 * So nobody ever sees anything that is not on disk.
 *
 * Bots think on worker threads, on views that were copied for them; their answers come back as part
 * of a batch.
 */
#ifndef VALISE_SERVER_STATE_H
#define VALISE_SERVER_STATE_H

#include "server/bans.h"
#include "server/decks.h"
#include "server/health.h"
#include "server/limits.h"
#include "server/net/outbox.h"
#include "server/settings.h"
#include "server/stats.h"
#include "server/ws/delta.h"
#include "store/shares.h"

struct sv_connection;
struct sv_import;
struct sv_ponder;
struct sv_review;
struct sv_room;
struct sv_workers;

enum { SV_BUCKETS = 1024 }; /* of the hash tables */

struct sv_server {
    struct sv_settings settings;
    struct vl_store *store;
    struct sv_deck *decks;
    struct sv_room *rooms[SV_BUCKETS];
    uint32_t room_count;
    struct sv_room *changed_rooms;  /* in this batch */
    struct sv_room *sleeping_rooms; /* their bots pause */
    struct sv_connection *connections;
    struct sv_connection *touched_connections; /* in this batch */
    uint32_t connection_count;
    size_t watch_bytes; /* memory of all watches; see ws/connection.h */
    struct sv_address *addresses[SV_BUCKETS];
    uint32_t address_count;
    uint32_t networks;     /* addresses with a connection or a socket */
    uint64_t loop_charged; /* microseconds, to all addresses; see loop.h */
    struct sv_workers *workers;
    struct sv_review *reviews; /* in progress */
    struct sv_import *imports; /* that workers check */
    struct sv_ponder *ponders; /* bots that ponder or have pondered */
    uint64_t last_ticket, last_connection;
    uint64_t last_unload;         /* milliseconds: of idle rooms */
    uint64_t retention_due;       /* milliseconds: when old matches are looked for again */
    uint64_t retention_announced; /* milliseconds: when its beginning is announced again */
    int64_t retention_offset;     /* Unix time minus monotonic time in seconds, when last done */
    int64_t clock_offset;         /* the same, a moment ago; 0: not measured yet */
    uint64_t open_matches;        /* gathering and running */
    struct vl_stored_shares shares;
    uint64_t yield_search_due; /* milliseconds: when matches that may give way are looked for */
    bool results_noted;        /* no older match lacks its results */
    struct sv_health health;   /* of the store */
    bool batch_failed;         /* a write of this batch failed: it will be rolled back */
    bool worker_leaked;        /* a worker did not stop: the decks that it reads are not freed */
    int64_t served_before;     /* milliseconds served by earlier runs; see room/clock.h */
    uint64_t ticked;           /* milliseconds: when the loop began its last pass */
    int64_t served_stored;     /* the time served that the store has */
    int64_t next_clock_end;    /* in time served: no clock ends before; INT64_MAX: none runs */
    struct sv_pool pool;       /* of messages, for all outboxes */
    char client_hash[17];      /* of the client's files */
    uint64_t started;          /* milliseconds */
    struct sv_figures figures;
    struct sv_latency latency;
    struct sv_bans bans;
    const char *asker; /* the address whose HTTP request is being answered; NULL: nobody's */
    /* Scratch memory that is reused, because large messages are written all the time. Each is
     * overwritten by the next message. */
    struct sv_table_text table_scratch; /* a table message */
    struct vl_text delta_scratch;       /* a delta */
    /* The network: a connection has something to write, wants a ping, or is to be closed. */
    void (*wants)(struct sv_connection *connection);
};

/* The functions of the server's store, those for operators, and those about people. */
static inline const struct vl_store_functions *sv_calls(const struct sv_server *server)
{
    return server->store->functions;
}

static inline const struct vl_operator_functions *sv_operators(const struct sv_server *server)
{
    return server->store->functions->operators;
}

static inline const struct vl_people_functions *sv_people(const struct sv_server *server)
{
    return server->store->functions->people;
}

static inline const struct vl_share_functions *sv_shares(const struct sv_server *server)
{
    return server->store->functions->shares;
}

/* Opens the store and the decks. NULL: err says why. */
struct sv_server *sv_server_new(const struct sv_settings *settings, struct vl_error *err);
/* Starts the workers, which call notify (NULL: nothing) on their threads whenever a job is
 * finished, and the bots of running matches. */
bool sv_start(struct sv_server *server, void (*notify)(void *context), void *context,
              struct vl_error *err);
/* Waits for the workers to end: notify is not called any more. */
void sv_stop(struct sv_server *server);
/* Ends all connections and frees everything. NULL is allowed. */
void sv_server_free(struct sv_server *server);
/* Reads the number of open matches from the store. */
void sv_count_open(struct sv_server *server);

/* Ids of matches, as the store's lists hand them out; {0} at first, the caller frees `ids`. */
struct sv_ids {
    char (*ids)[VL_MATCH_ID_SIZE];
    size_t count, capacity;
};
/* A callback for these lists; `context` is a struct sv_ids. */
bool sv_collect_id(void *context, const char *id);

#endif
