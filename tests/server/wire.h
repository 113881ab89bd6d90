/*
 * One end of a connection, byte by byte, for tests that attack the server: plain or TLS, written in
 * pieces, closed, half closed or reset at any moment.
 *
 * TLS runs in memory, so a test decides how its records are cut on their way to the socket.
 */
#ifndef VALISE_TESTS_WIRE_H
#define VALISE_TESTS_WIRE_H

#include <openssl/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "valise/text.h"

struct wire {
    int fd;
    SSL *tls;          /* NULL: plain */
    bool ended;        /* the server has closed its side */
    bool lost;         /* ... by a reset, or TLS has failed */
    struct vl_text in; /* what has come and is not taken yet */
    uint64_t *cuts;    /* a generator for the pieces of what is sent; NULL: one piece */
    uint32_t slow;     /* with cuts: a pause of up to this many milliseconds between pieces */
};

struct wire_reply {
    int status;
    struct vl_text head, body;
};

/* The next number of a generator, below a bound. */
uint32_t wire_random(uint64_t *generator, uint32_t below);

/* A context for clients that believe any certificate. */
SSL_CTX *wire_context(void);
/* A certificate for localhost and its key, as cert.pem and key.pem in this folder. */
bool wire_certificate(const char *folder);

/* Connects and, with a context, shakes hands. */
bool wire_open(struct wire *wire, int port, SSL_CTX *context);
/* Connects without a handshake; with a context `tls` is ready for one. */
bool wire_connect(struct wire *wire, int port, SSL_CTX *context);
bool wire_shake_hands(struct wire *wire);
void wire_close(struct wire *wire);
/* Closes with a reset: the server loses what it has not read. */
void wire_reset(struct wire *wire);
/* Nothing more will be sent. */
void wire_end(struct wire *wire);

bool wire_send(struct wire *wire, const void *bytes, size_t size);
bool wire_say(struct wire *wire, const char *text);
/* Past TLS: bytes as they are. */
bool wire_send_raw(struct wire *wire, const void *bytes, size_t size);
/* Sends what TLS has made ready: a part of the handshake, a key update. */
bool wire_flush(struct wire *wire);

/* Receives something into `in` before the time is over. False: nothing came. */
bool wire_receive(struct wire *wire, int milliseconds);
/* The next response; one to HEAD has no body. 100 Continue is left out. False: none came. */
bool wire_reply(struct wire *wire, bool head, int milliseconds, struct wire_reply *reply);
void wire_reply_free(struct wire_reply *reply);
/* Whether the server closes the connection within the time. What comes until then stays in `in`. */
bool wire_ends(struct wire *wire, int milliseconds);

/* ---- WebSocket ---- */

/* A frame with any first byte (FIN, reserved bits, opcode); not masked if `mask` is 0. */
void wire_frame(struct vl_text *out, int first, const void *bytes, size_t size, uint32_t mask);
/* The next frame of the server: its opcode, with its payload; -1: none came. */
int wire_next_frame(struct wire *wire, int milliseconds, struct vl_text *payload);
/* Reads up to the close frame: its code, 1005 if it has none, -1 if the connection ends without. */
int wire_closed_with(struct wire *wire, int milliseconds);
/* The usual handshake, with more headers. */
void wire_handshake(struct vl_text *out, const char *path, const char *headers);

#endif
