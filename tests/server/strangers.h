/*
 * Strangers: threads of fuzz_sockets that attack the server, each by the numbers that it draws.
 * What one of them does on one connection is a deed. A stranger knows what the server must answer;
 * where the answer is another one, that is a finding, which ends the program.
 */
#ifndef VALISE_TESTS_STRANGERS_H
#define VALISE_TESTS_STRANGERS_H

#include <pthread.h>
#include <stdatomic.h>

#include "server/web.h"
#include "server/wire.h"

enum {
    PATIENCE = 60 * 1000, /* milliseconds for an answer: sanitizers are slow */
};

#define HOST "Host: 127.0.0.1\r\n"
#define JSON "Content-Type: application/json\r\n"
#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof *(list)))

struct stranger {
    pthread_t thread;
    uint64_t random;
    struct wire wire;
    const char *deed; /* what it is doing, for a finding */
    bool slow;        /* sending took so long that a deadline may have passed */
};

/* What all threads share. */
struct run {
    struct web_server server;
    SSL_CTX *tls; /* NULL: plain */
    uint64_t seed;
    int seconds, threads;
    bool only_plain, only_tls;
    long long until; /* milliseconds: the strangers begin no deed after that */
    size_t length_of_page, length_of_games;
    atomic_long connections, requests, frames;
};

extern struct run run;

/* Milliseconds of a clock that only goes forward. */
long long stranger_clock(void);
/* Says what is wrong, and how to run it again, and ends the program. */
__attribute__((format(printf, 2, 3), noreturn)) void finding(const struct stranger *stranger,
                                                             const char *format, ...);

/* A request and the status of its answer. */
struct exchange {
    const char *request;
    int status;
};

/* A request after which the connection goes on. */
const struct exchange *stranger_request(struct stranger *stranger);
extern const struct exchange get_health, get_page, get_games;

uint32_t stranger_below(struct stranger *stranger, uint32_t bound);
bool stranger_chance(struct stranger *stranger, uint32_t one_in);
/* Opens a connection; how what it sends is cut is drawn. */
void stranger_comes(struct stranger *stranger);
/* Closes, resets or half closes the connection. */
void stranger_leaves(struct stranger *stranger);
bool stranger_sends(struct stranger *stranger, const struct vl_text *text);
/* The next answer must have this status, and what belongs to it. False: the connection was lost
 * before, which a stranger that is too slow has earned. */
bool stranger_expects(struct stranger *stranger, const char *request, int status);
/* The server ends the connection and has nothing more to say. */
void stranger_expects_end(struct stranger *stranger);
/* Adds a masked frame. */
void stranger_frame(struct stranger *stranger, struct vl_text *out, int first, const void *bytes,
                    size_t size);
/* Reads the head of the answer to a handshake, which must be 101. */
void stranger_upgraded(struct stranger *stranger);

/* Deeds, any of them. */
void stranger_asks(struct stranger *stranger);    /* HTTP */
void stranger_talks(struct stranger *stranger);   /* WebSocket */
void stranger_mumbles(struct stranger *stranger); /* TLS */

#endif
