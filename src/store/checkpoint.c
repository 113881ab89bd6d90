/* Checkpoints of the write-ahead log. */
#include "store/checkpoint.h"

#include <sys/stat.h>

#include "core/banned.h"

static void note_failure(struct vl_checkpoint *c, sqlite3 *db, int pages)
{
    int number = 0;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
    snprintf(c->why, sizeof c->why, "%s (SQLite %d%s%s)", sqlite3_errmsg(db),
             sqlite3_extended_errcode(db), number ? ", " : "", number ? strerror(number) : "");
    c->failed = true;
    c->next = pages + c->every / 4; /* not at every commit: each attempt reads the whole log */
}

/* SQLite calls this after every commit, with the number of pages in the log. A PASSIVE checkpoint
 * never waits: if a reader (a backup) still needs old pages, it copies what it can. */
static int after_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    struct vl_checkpoint *c = context;
    if (pages < c->next)
        return SQLITE_OK;
    int code = sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK) {
        c->failed = false;
        c->next = c->every;
    } else if (code != SQLITE_BUSY && code != SQLITE_LOCKED) {
        note_failure(c, db, pages);
    }
    return SQLITE_OK; /* the commit itself is durable, in the log */
}

void vl_checkpoint_every(struct vl_checkpoint *c, sqlite3 *db, int pages)
{
    *c = (struct vl_checkpoint){.every = pages, .next = pages};
    sqlite3_wal_hook(db, after_commit, c);
}

uint64_t vl_log_bytes(sqlite3 *db)
{
    const char *file = sqlite3_db_filename(db, "main");
    struct stat is;
    if (!file || !*file || stat(sqlite3_filename_wal(file), &is) != 0)
        return 0;
    return (uint64_t)is.st_size;
}

int vl_log_errno(sqlite3 *db)
{
    sqlite3_file *log = NULL;
    int number = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK && log &&
        log->pMethods)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
    return number;
}
