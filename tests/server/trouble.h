/*
 * What the system may do to a server, for tests: a file that both have mapped, and a library that
 * is loaded into the server and heeds it (trouble.c).
 */
#ifndef VALISE_TESTS_TROUBLE_H
#define VALISE_TESTS_TROUBLE_H

#include <stdint.h>

#define TROUBLE_FILE "VALISE_TROUBLE_FILE" /* the variable that names the file */
#define TROUBLE_DATABASE "valise.db"       /* so begin the names of the files with trouble */

struct trouble {
    int64_t jump;  /* seconds by which the system's clock is wrong; the monotonic one is right */
    int32_t write; /* errno of writing to the database and its log; 0: it works */
    int32_t file;  /* errno of writing to the database alone */
    int32_t sync;  /* errno of syncing it */
    int32_t hang;  /* threads that are yet to hang: the next ones that think for a bot */
};

struct web_server;

/* Starts the server with no trouble yet. NULL, and nothing is started, where the build has no room
 * for it: a sanitizer must be loaded first. */
volatile struct trouble *trouble_start(struct web_server *server, const char *const *arguments);
/* When the server has been stopped. */
void trouble_end(const struct web_server *server, volatile struct trouble *trouble);

#endif
