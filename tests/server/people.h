/*
 * People at the web table: making matches, sitting down, asking and being answered. For tests;
 * what goes wrong fails the test.
 */
#ifndef VALISE_TESTS_PEOPLE_H
#define VALISE_TESTS_PEOPLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/web.h"
#include "valise/record.h"

/* The server that everybody talks to. */
extern struct web_server server;

/* Arguments of the server (ends with NULL), and its start and stop for a group of tests. */
extern const char *const *serve_with;
int start_server(void **state);
int stop_server(void **state);

/* Somebody at a browser. */
struct person {
    char cookie[128];
    struct web_socket socket;
    int last_id;
};

struct table {
    char match[32];
    json_t *made; /* the answer of POST */
};

const char *game_id(void);
json_t *seat_of(const char *kind, const char *bot);
struct table make(struct person *p, json_t *seats);
/* The same with more members of the request: clock, chat. */
struct table make_with(struct person *p, json_t *seats, json_t *more);
/* Takes a seat with its secret. */
void claim(struct person *p, const struct table *table, int seat);
const char *secret_of(const struct table *table, int seat);
void enter(struct person *p);
void leave(struct person *p);
/* Sends a message about a seat (-1: spectator) with more members, and waits for its answer. */
json_t *ask(struct person *p, const char *type, const struct table *table, int seat, json_t *more);
/* Some nonce, different for each number; the member of a message that pledges it for a seat, and
 * the one of a message that reveals it. */
void some_nonce(uint32_t number, uint8_t nonce[VL_SECRET_SIZE]);
json_t *pledge_is(const struct table *table, int seat, uint32_t number);
json_t *nonce_is(uint32_t number);
void expect_type(json_t *answer, const char *type);
void expect_error(json_t *answer, const char *code);
/* The first legal move of a table message. */
const char *first_move(const json_t *table);
json_t *commit(struct person *p, const struct table *table, int seat, int position,
               const char *move, const char *key);
/* A table for two at one screen, dealt, with the socket open and both seats watched; the table
 * message of the seat to act. */
json_t *begin_local(struct person *p, struct table *table, int *seat);
/* Plays at most so many random moves for all seats of a local table; where the match stands then.
 */
int play_some(struct person *p, const struct table *table, int count);
/* The same until the end. */
void play_out(struct person *p, const struct table *table);
/* A match that was made elsewhere, by its id. */
struct table table_of(const char *id);
/* Waits until bots have brought a match to its end. */
void await_end(struct person *p, const struct table *table);
/* GET of a path must give this status and have this part in its body. */
void get(const char *path, int status, const char *part);
/* Whether the server has said so in its log. */
bool logged(const char *event);
/* What it counts in /metrics under "valise_NAME"; -1: nothing. */
long figure(const char *name);

#endif
