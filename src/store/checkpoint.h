/*
 * Checkpoints: copying the write-ahead log into the database.
 *
 * SQLite would do this by itself after a commit, and ignore errors. Here the same is done by our
 * own hook, so that the server knows when checkpoints fail. A failed checkpoint loses nothing: the
 * commits are durable in the log, which grows until a checkpoint succeeds.
 */
#ifndef VALISE_STORE_CHECKPOINT_H
#define VALISE_STORE_CHECKPOINT_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct vl_checkpoint {
    int every;     /* pages in the log that start a checkpoint */
    int next;      /* the same for the next one; more after a failure */
    bool failed;   /* the last one */
    char why[160]; /* it failed */
};

/* Has every commit of this connection start a checkpoint once the log has `pages` pages. `c` must
 * live as long as the connection. */
void vl_checkpoint_every(struct vl_checkpoint *c, sqlite3 *db, int pages);
/* The size of the log in bytes. */
uint64_t vl_log_bytes(sqlite3 *db);
/* The errno of the last failure in the log's file, where commits fail; 0: there was none. */
int vl_log_errno(sqlite3 *db);

#endif
