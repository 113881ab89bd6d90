/*
 * The connection to a SQLite file: opening it, asking it, and making turns durable.
 *
 * One connection does everything, checkpoints included; write-ahead log, synchronous FULL, no
 * memory map. A lock beside the file keeps a second program out: SQLite's write-ahead log is safe
 * with one writer only. Commits are written at the end of their transaction, or when somebody asks
 * for them.
 */
#ifndef VALISE_STORE_CONNECTION_H
#define VALISE_STORE_CONNECTION_H

#include <sqlite3.h>

#include "store/background.h"
#include "store/checkpoint.h"
#include "store/commit_buffer.h"
#include "store/match_cache.h"
#include "store/people.h"
#include "store/statements.h"

struct vl_sqlite {
    struct vl_store base;
    sqlite3 *db;
    int lock; /* -1 for a store in memory */
    bool writing;
    struct vl_checkpoint checkpoint;
    sqlite3_stmt *prepared[VL_STATEMENTS];
    struct vl_known_matches known; /* as the open transaction has left them */
    struct vl_unwritten unwritten; /* of it as well */
    bool spoiled;                  /* some of that could not be written; why_not says why */
    /* A sync that was begun; see begin_sync. Until it is done, nothing else here may be used. */
    struct vl_aside *aside;
    bool begun;   /* and its end has not been asked for */
    bool syncing; /* and it may not be done */
    bool synced;  /* with success */
    struct vl_error why_not;
};

/* The store, for whatever may be done with it; for those who read commits, with all of them. */
struct vl_sqlite *vl_sqlite_of(struct vl_store *store);
struct vl_sqlite *vl_sqlite_with_commits(struct vl_store *store);

/* Opens the transaction of this turn, if it is not open yet. */
bool vl_sqlite_start_writing(struct vl_sqlite *s, struct vl_error *err);
/* Writes the commits that were taken; where that fails, the transaction is spoiled. */
bool vl_sqlite_write_commits(struct vl_sqlite *s, struct vl_error *err);

/* A statement with its values: "t" text, "i" int64_t, "h" a 32-byte hash, "b" bytes and how many
 * (int64_t); a NULL text or hash is NULL. Step it, then end it with vl_sqlite_done. NULL: err says
 * why. */
sqlite3_stmt *vl_sqlite_ask(struct vl_sqlite *s, enum vl_statement which, struct vl_error *err,
                            const char *kinds, ...);
/* Ends a statement whose last step said `code`: whether all went well. */
bool vl_sqlite_done(struct vl_sqlite *s, sqlite3_stmt *q, int code, struct vl_error *err);
/* Gives each id that a statement finds to the caller, until `each` says false, and ends it. */
bool vl_sqlite_each_id(struct vl_sqlite *s, sqlite3_stmt *q,
                       bool (*each)(void *context, const char *id), void *context,
                       struct vl_error *err);
/* The number that a statement finds, or `none`. Ends it. */
bool vl_sqlite_number(struct vl_sqlite *s, sqlite3_stmt *q, int64_t none, int64_t *number,
                      struct vl_error *err);
/* Runs a statement that writes. */
bool vl_sqlite_change(struct vl_sqlite *s, enum vl_statement which, struct vl_error *err,
                      const char *kinds, ...);

/* From a column; a NULL text is empty. False: it holds no hash. */
void vl_sqlite_text(sqlite3_stmt *q, int column, char *to, size_t size);
bool vl_sqlite_hash(sqlite3_stmt *q, int column, uint8_t *to);

/* The part of the store that keeps people. */
extern const struct vl_people_functions vl_people_sqlite;

/* As store/store.h says of the functions of these names. */
struct vl_store *vl_sqlite_open(const char *where, struct vl_error *err);
void vl_sqlite_close(struct vl_store *store);
bool vl_sqlite_begin(struct vl_store *store, struct vl_error *err);
void vl_sqlite_begin_sync(struct vl_store *store);
bool vl_sqlite_sync(struct vl_store *store, struct vl_error *err);
void vl_sqlite_undo(struct vl_store *store);
bool vl_sqlite_dirty(const struct vl_store *store);
bool vl_sqlite_ails(struct vl_store *store, struct vl_error *err);

#endif
