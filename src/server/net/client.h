/*
 * One client: a socket, and where it stands.
 *
 *   HANDSHAKE  TLS begins (not on a plain port)
 *   REQUEST    waits for an HTTP request, or is in the middle of one
 *   ANSWER     the request is complete; its answer is made and written. Nothing is read meanwhile,
 *              so requests that were sent ahead wait their turn
 *   SOCKET     the handshake made it a WebSocket
 *   LINGER     nothing more is written; what still comes is dropped until the client closes, so
 *              that it can read the last answer (closing with unread input would reset it)
 *   GONE       the socket is lost; freed at the end of the batch
 *
 * Each state but SOCKET has a deadline. A client that misses it costs its own connection only.
 */
#ifndef VALISE_SERVER_NET_CLIENT_H
#define VALISE_SERVER_NET_CLIENT_H

#include <ev.h>
#include <netinet/in.h>

#include "server/http/api.h"
#include "server/limits.h"
#include "server/net/frames.h"
#include "server/net/http.h"
#include "server/net/net.h"
#include "server/net/outbox.h"
#include "server/net/stream.h"
#include "server/ws/connection.h"

enum sv_client_state { SV_HANDSHAKE, SV_REQUEST, SV_ANSWER, SV_SOCKET, SV_LINGER, SV_GONE };

/* An HTTP request and its answer; only while there is one. */
struct sv_exchange {
    struct sv_http_reader reader;
    struct sv_response response;
    size_t large_body;         /* what it counts in net->large_bodies, and in sender->body_bytes */
    struct sv_address *sender; /* of a large body */
    bool body_begun;
    bool queued; /* the answer is in the outbox */
    bool close;  /* the connection ends after the answer */

    uint64_t began; /* microseconds: when the request was complete */
    bool refused;   /* by the network layer, which has logged it */
};

struct sv_client {
    struct sv_net *net;
    struct sv_client *next, *previous;
    struct sv_client *next_answered, *next_backlog, *next_leaving, *next_throttled;
    bool in_backlog, is_leaving;
    bool throttled; /* it waits until its address has paid back time of the loop */
    bool parked;    /* ... with a complete request, which is answered then */
    enum sv_client_state state;
    ev_io watcher;
    struct sv_stream stream;
    struct sv_address *counted; /* whose socket it is; NULL: a proxy's, which is not counted */
    char peer[SV_ADDRESS_SIZE];
    char from[SV_ADDRESS_SIZE]; /* whom the last request came from; empty: there was none yet */
    uint64_t deadline;          /* milliseconds; 0: none */
    struct vl_text rest;        /* bytes that were read and not yet looked at */
    struct sv_outbox own;       /* for HTTP, and for the last frame of a WebSocket */
    struct sv_outbox *out;      /* own, or the connection's */
    size_t dropped;             /* bytes, while lingering */
    struct sv_exchange *exchange;
    struct sv_connection *connection; /* SOCKET */
    struct sv_frame_reader frames;
    struct sv_bucket control_rate; /* pings, pongs */
    bool paused;                   /* reads nothing until it has read more itself */
    bool close_sent;               /* a close frame is the last thing in the outbox */
};

/* ---- client.c ---- */

/* A new socket, which is closed if it is one too many. */
void sv_client_open(struct sv_net *net, int fd, const struct sockaddr_storage *peer);
/* Writes what is released, as much as the socket takes. */
void sv_client_write(struct sv_client *client);
/* Reads what it may read and waits for what it must wait for. */
void sv_client_update(struct sv_client *client);
/* Nothing more is written: lingers until the client closes. */
void sv_client_linger(struct sv_client *client);
/* The connection is lost. */
void sv_client_kill(struct sv_client *client);
/* Bytes wait to be looked at in the next batch. */
void sv_client_postpone(struct sv_client *client);

/* Its address has used up its share of the loop: it goes on when that is paid back. */
void sv_client_throttle(struct sv_client *client);
/* Looks at bytes that were read in an earlier batch, and at clients that were throttled. */
void sv_clients_resume(struct sv_net *net);
/* Ends those whose deadline has passed; called about once a second. */
void sv_clients_sweep(struct sv_net *net, uint64_t now);
/* Whether an answer, or the last bytes of a connection, are still on their way. */
bool sv_clients_busy(const struct sv_net *net);
/* Ends those whose address is banned. */
void sv_clients_ban(struct sv_net *net);
/* Frees those that are gone. */
void sv_clients_bury(struct sv_net *net);
void sv_clients_free(struct sv_net *net);

/* ---- exchange.c: HTTP ---- */

/* Takes bytes of a request; how many. */
size_t sv_exchange_read(struct sv_client *client, const char *bytes, size_t size);
/* Answers with an error and ends the connection. */
void sv_exchange_refuse(struct sv_client *client, int status, const char *message);
/* A complete request that waited may be answered now. */
void sv_exchange_go_on(struct sv_client *client);
/* The address that a request comes from. */
struct sv_address *sv_exchange_sender(struct sv_client *client);
/* The answer is written. */
void sv_exchange_written(struct sv_client *client);
void sv_exchange_free(struct sv_client *client);
/* The batch is on disk, or could not be stored: the answers go out. */
void sv_exchanges_finish(struct sv_net *net, bool stored);

/* ---- websocket.c ---- */

/* Judges the handshake; on success the client is a WebSocket, if not its status is returned. */
int sv_websocket_open(struct sv_client *client, const struct sv_http_request *request);
/* Takes bytes of frames; how many. */
size_t sv_websocket_read(struct sv_client *client, unsigned char *bytes, size_t size);
/* Everything released is written. */
void sv_websocket_written(struct sv_client *client);
/* Sends a close frame and lingers. */
void sv_websocket_end(struct sv_client *client, int code);
/* What the server calls when a connection has something to write, or is to be closed. */
void sv_websocket_wants(struct sv_connection *connection);

#endif
