/*
 * WebSocket connections and their watches, without the network.
 *
 * A watch is one connection looking at one room as one viewer: a seat that it holds, or a
 * spectator. It remembers what the viewer was sent, so that pushes (ws/push.h) contain only what is
 * new. Messages to a connection are held in its outbox until the batch is stored.
 *
 * A watch costs memory: itself, the last table that was sent, and the match, which stays in memory
 * as long as somebody watches it. The budgets for one address and for all count these. A watch that
 * does not fit is refused; where only the last table does not fit, it is not kept, and the next
 * push is whole.
 */
#ifndef VALISE_SERVER_WS_CONNECTION_H
#define VALISE_SERVER_WS_CONNECTION_H

#include "server/limits.h"
#include "server/net/outbox.h"
#include "server/ws/delta.h"
#include "store/store.h"

struct sv_room;
struct sv_server;

/* Low-water mark in bytes: pushes to a connection stop while more than this is queued, and resume
 * below it. The viewer then gets one push with everything that is new. */
enum { SV_LOW_QUEUE = 64 << 10 };

struct sv_watch {
    struct sv_watch *next_in_room, *next_in_connection;
    struct sv_room *room;
    struct sv_connection *connection;
    int viewer;                      /* a seat or VL_SPECTATOR */
    uint32_t log_position;           /* the log was sent up to this position */
    bool table_due;                  /* a table message is to be pushed */
    uint32_t chat_number;            /* chat was sent up to this message */
    bool chat_reset;                 /* the next chat message replaces all earlier ones */
    bool chat_due;                   /* a chat message may have to be pushed */
    bool wants_words;                /* table messages include the table in words */
    bool deltas;                     /* pushes are deltas against `last_sent` */
    struct sv_table_text *last_sent; /* NULL: none, or it was not kept; owned */
    uint32_t holders_version;        /* the room's, when `own_seats` was read */
    uint32_t own_seats;              /* seats of the match that the connection holds */
    size_t bytes;                    /* what it counts in the budgets */
};

struct sv_connection {
    struct sv_connection *next, *previous;
    struct sv_connection *next_touched; /* in the list of those that this batch touched */
    struct sv_server *server;
    uint64_t number;
    void *network; /* the network's own */
    struct sv_address *address;
    bool has_player;
    uint8_t player[VL_HASH_SIZE]; /* hash of the cookie's token */
    struct sv_outbox out;         /* everything that waits to be written to it */
    uint64_t last_written;        /* milliseconds */
    uint64_t last_received;       /* milliseconds */
    bool ping;                    /* the network is to send a ping */
    struct sv_watch *watches;
    uint32_t watch_count;
    struct sv_bucket bad_rate; /* of messages that no honest client sends */
    struct sv_bucket rate;
    bool touched;
    bool asked;  /* something in this batch: if it is rolled back, the connection is closed */
    int closing; /* WebSocket status to close with, or 0 */
};

/* A connection from an address, with the cookie's token or NULL; "hello" is its first message.
 * NULL: there are too many. */
struct sv_connection *sv_connect(struct sv_server *server, const char *address, const char *token);
/* Ends the watches of a connection and frees it. */
void sv_disconnect(struct sv_connection *connection);
/* Has the end of the batch look at the connection. */
void sv_connection_touch(struct sv_connection *connection);
/* Queues a message; takes over the text's bytes and leaves it empty. */
void sv_send(struct sv_connection *connection, struct vl_text *text);
/* Queues a copy of a message. */
void sv_say(struct sv_connection *connection, const struct vl_text *text);
/* The network has written `size` bytes from the front of the outbox. */
void sv_wrote(struct sv_connection *connection, size_t size);
/* Closes the connection at the end of the batch; the first code given counts. */
void sv_close(struct sv_connection *connection, int code);

/* Starts a watch, or restarts it if there is one. The log was sent up to `log_position`, the chat
 * up to `chat_number`. NULL: the connection has too many, or no memory is left for it. */
struct sv_watch *sv_watch(struct sv_connection *connection, struct sv_room *room, int viewer,
                          uint32_t log_position, uint32_t chat_number);
/* NULL: the connection does not watch the room as this viewer. */
struct sv_watch *sv_watch_of(struct sv_connection *connection, const struct sv_room *room,
                             int viewer);
bool sv_unwatch(struct sv_connection *connection, const struct sv_room *room, int viewer);
/* Ends the watches of seats that their connections no longer hold, and tells these how they lost
 * them ("moved", "voted" or "forgotten"). */
void sv_watch_end_lost(struct sv_room *room, const char *how);
/* A whole table message was sent: the next push is a delta against it. NULL: it was not kept, and
 * the next push is whole. `table` may be overwritten afterwards, but not read. */
void sv_watch_sent(struct sv_watch *watch, const struct sv_table_text *table);
/* The seats of a room that a connection holds, as a bit mask. */
uint32_t sv_seats_of(struct sv_connection *connection, const struct sv_room *room);

#endif
