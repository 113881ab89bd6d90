/*
 * The connection to a SQLite file: opening it, running statements, and making batches durable.
 *
 * One connection does everything, checkpoints included. Settings: a write-ahead log, so that
 * readers (backups) do not block the writer; synchronous FULL, so that COMMIT returns after fsync;
 * no memory map, because an I/O error would then be a signal instead of an error code. Locks keep a
 * second server out (identity.h): the cache here and the rooms of the server would miss what it
 * writes, and the write-ahead log is safe only if one connection writes and checkpoints.
 *
 * The life of a batch:
 *
 *   begin         the first write opens a transaction (BEGIN IMMEDIATE)
 *   writes        go to SQLite at once, except commits of moves: these are collected in a buffer
 *                 and written together, at the end or before somebody reads commits. That is
 *                 faster, because the statement and its pages stay in the processor's cache
 *   sync          writes the buffer and commits; fails if the files are no longer those that were
 *                 opened (identity.h). begin_sync lets a background thread do it; until
 *                 sync has waited for that thread, every other function waits first
 *   roll_back     forgets the transaction, the buffer and the cache
 */
#ifndef VALISE_STORE_CONNECTION_H
#define VALISE_STORE_CONNECTION_H

#include <sqlite3.h>

#include "store/background.h"
#include "store/checkpoint.h"
#include "store/commit_buffer.h"
#include "store/identity.h"
#include "store/match_cache.h"
#include "store/people.h"
#include "store/statements.h"

struct vl_sqlite {
    struct vl_store base;
    sqlite3 *db;
    struct vl_identity identity;
    bool writing;
    struct vl_checkpoint checkpoint;
    sqlite3_stmt *prepared[VL_STATEMENTS];
    struct vl_match_cache cache;    /* as the open transaction has left the matches */
    struct vl_commit_buffer buffer; /* commits of the open transaction */
    bool write_failed;              /* some of them could not be written; `failure` says why */
    /* A sync on the background thread: see begin_sync in store.h. */
    struct vl_background *background; /* NULL until the first one */
    bool sync_started;                /* and sync has not been called yet */
    bool sync_running;                /* the thread may still use the connection */
    bool sync_ok;                     /* the result, once the thread is done */
    struct vl_error failure;
};

/* Every function of the store starts with one of these two: they wait for a sync in the background.
 * The second also writes the buffered commits, for functions that read commits. */
struct vl_sqlite *vl_sqlite_of(struct vl_store *store);
struct vl_sqlite *vl_sqlite_with_commits(struct vl_store *store);

/* Opens the transaction of this batch, if it is not open yet. */
bool vl_sqlite_start_writing(struct vl_sqlite *s, struct vl_error *err);
/* Writes the buffered commits. If that fails, the batch can no longer be synced: sync will fail
 * with the same error. */
bool vl_sqlite_write_commits(struct vl_sqlite *s, struct vl_error *err);

/* Prepares a statement with its values: "t" text, "i" int64_t, "h" a 32-byte hash, "b" bytes and
 * how many (int64_t); a NULL text or hash is NULL. Step it, then end it with vl_sqlite_done. NULL:
 * err says why. Texts and blobs are not copied. */
sqlite3_stmt *vl_sqlite_ask(struct vl_sqlite *s, enum vl_statement which, struct vl_error *err,
                            const char *kinds, ...);
/* Ends a statement whose last step returned `code`; false: that was an error. */
bool vl_sqlite_done(struct vl_sqlite *s, sqlite3_stmt *q, int code, struct vl_error *err);
/* Calls `each` with every id that a statement finds, until it returns false. */
bool vl_sqlite_each_id(struct vl_sqlite *s, enum vl_statement which, vl_each_id *each,
                       void *context, struct vl_error *err, const char *kinds, ...);
/* The number that a statement finds, or `none`; ends the statement. */
bool vl_sqlite_number(struct vl_sqlite *s, sqlite3_stmt *q, int64_t none, int64_t *number,
                      struct vl_error *err);
/* Runs a statement that writes, in the transaction of this batch. */
bool vl_sqlite_change(struct vl_sqlite *s, enum vl_statement which, struct vl_error *err,
                      const char *kinds, ...);

/* Copies a column; a NULL text is empty. False: the column holds no hash. */
void vl_sqlite_text(sqlite3_stmt *q, int column, char *to, size_t size);
bool vl_sqlite_hash(sqlite3_stmt *q, int column, uint8_t *to);

/* The parts of the store about people (people.h) and for operators (operators.h). */
extern const struct vl_people_functions vl_people_sqlite;
extern const struct vl_operator_functions vl_operators_sqlite;

/* The functions of these names in store.h. */
struct vl_store *vl_sqlite_open(const char *where, struct vl_error *err);
void vl_sqlite_close(struct vl_store *store);
bool vl_sqlite_begin(struct vl_store *store, struct vl_error *err);
void vl_sqlite_begin_sync(struct vl_store *store);
bool vl_sqlite_sync(struct vl_store *store, struct vl_error *err);
void vl_sqlite_roll_back(struct vl_store *store);
bool vl_sqlite_dirty(const struct vl_store *store);
bool vl_sqlite_intact(struct vl_store *store, struct vl_error *err);
bool vl_sqlite_checkpoint_failed(struct vl_store *store, struct vl_error *err);

#endif
