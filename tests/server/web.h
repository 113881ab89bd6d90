/*
 * A client for tests of the web table: starts the program, speaks HTTP and WebSocket on plain
 * sockets, well or badly. Where the test itself cannot go on, it says why and aborts.
 */
#ifndef VALISE_TESTS_WEB_H
#define VALISE_TESTS_WEB_H

#include <jansson.h>
#include <stdbool.h>
#include <sys/types.h>

#include "valise/text.h"

struct web_server {
    const char *program; /* NULL: the program `valise` */
    pid_t pid;
    int port; /* 0: take a free one */
    char folder[64];
    char database[96];
};

/* Arguments for a server whose bots do not pause and whose guests may ask as often as they like. */
extern const char *const web_free_of_limits[];

void web_rest(int milliseconds);

/* A folder of its own for the database. */
void web_prepare(struct web_server *server);
/* Starts `valise serve` with more arguments (ends with NULL), and waits until it listens. */
void web_start(struct web_server *server, const char *const *arguments);
/* Sends a signal and waits; the exit status, or minus the signal that ended it. */
int web_stop(struct web_server *server, int signal);
/* Removes the folder. */
void web_clean(struct web_server *server);

/* A connected socket, or -1. */
int web_connect(int port);

struct web_reply {
    int status; /* 0: no answer */
    struct vl_text head;
    struct vl_text body;
};

void web_reply_free(struct web_reply *reply);
/* One request on a connection of its own. `headers` are lines with CRLF, or NULL. */
void web_request(int port, const char *method, const char *path, const char *headers,
                 const char *body, struct web_reply *reply);
/* Bytes as they are; whatever comes back until the other side closes or two seconds pass. */
void web_raw(int port, const char *bytes, size_t size, struct web_reply *reply);
/* A request with JSON and the cookie (which may be empty and is filled in from the answer). The
 * answer parsed, or NULL. */
json_t *web_json(int port, const char *method, const char *path, char cookie[128],
                 const json_t *body, int *status);

struct web_socket {
    int fd;
    int status; /* of the handshake: 101 */
    int closed; /* status of the close frame, or -1 for a lost connection; 0: open */
    unsigned char *bytes;
    size_t size, capacity;
    struct vl_text *keep; /* every message received is added here, a line each; or NULL */
};

/* A WebSocket with this cookie; headers other than the usual ones may be given. */
void web_open(struct web_socket *socket, int port, const char *cookie, const char *headers);
void web_close(struct web_socket *socket);
/* A masked frame; false if the connection is lost. */
bool web_frame(struct web_socket *socket, int opcode, bool final, const char *bytes, size_t size);
/* Sends a message and gives it back to jansson. */
bool web_say(struct web_socket *socket, json_t *message);
/* The next message within so many milliseconds, or NULL. */
json_t *web_hear(struct web_socket *socket, int milliseconds);
/* The next message of this type (NULL: any) that answers `re` (-1: any); others are dropped. Ends
 * the test if it does not come. */
json_t *web_await(struct web_socket *socket, const char *type, int re);
/* Whether the connection is closed within so many milliseconds; messages are dropped. */
bool web_ends(struct web_socket *socket, int milliseconds);

/* Members, with the test ended where they are missing. */
const char *web_text(const json_t *object, const char *key);
int web_int(const json_t *object, const char *key);

#endif
