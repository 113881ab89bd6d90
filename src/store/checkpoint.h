/*
 * Bringing what is in the write-ahead log over into the database, as SQLite does by itself; but
 * what goes wrong with it is known. Nothing is lost by that: the log has it, and grows.
 */
#ifndef VALISE_STORE_CHECKPOINT_H
#define VALISE_STORE_CHECKPOINT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct vl_checkpoint {
    int every; /* pages in the log from which on it is done */
    int next;  /* after a failure, when it is tried again */
    bool failed;
    char why[160];
};

/* With every commit of this connection, from so many pages on. `c` lives as long as it does. */
void vl_checkpoint_every(struct vl_checkpoint *c, sqlite3 *db, int pages);
/* The size of the log. */
uint64_t vl_log_bytes(sqlite3 *db);
/* What the system said to it when something failed there, as commits do; 0: nothing. */
int vl_log_errno(sqlite3 *db);

#endif
