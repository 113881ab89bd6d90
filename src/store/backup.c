/*
 * A copy of the store while a server uses it.
 *
 * The file is opened a second time, read-only, and copied by SQLite's backup functions in one step:
 * with a write-ahead log that is one snapshot, and the server goes on writing meanwhile. A server
 * commits whole batches, so the snapshot lies between two batches. This connection never runs a
 * checkpoint: only the server does (connection.h).
 *
 * The copy is made under a temporary name (".part"), checked, synced and then renamed. The backup
 * holds a lock on the temporary file. So the next backup can tell a dead one, whose files it
 * deletes, from one that still runs.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/alloc.h"
#include "core/banned.h"
#include "store/store.h"

enum {
    LOCK_TIME = 10000, /* milliseconds to wait for a lock of the database */
    ATTEMPTS = 10,     /* at creating the temporary file while other backups delete theirs */
};

/* Each statement finds rows that must not be there. */
static const struct {
    const char *sql, *wrong;
} checks[] = {
    {"SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'", "the file is damaged"},
    {"SELECT * FROM pragma_foreign_key_check", "something refers to a match that is not there"},
    /* The row of a match may be older than its commits (see sqlite.c), but never newer. */
    {"SELECT id FROM matches WHERE position >"
     " coalesce((SELECT max(position) FROM commits WHERE match = number), 0)",
     "a match is beyond the end of its moves"},
    {"SELECT id FROM commits JOIN matches ON match = number WHERE commits.position <= start"
     " OR length(moves) - length(replace(moves, char(10), '')) <> commits.position - start",
     "a commit has other moves than it says"},
    /* The first commit begins at 0, each other one where the one before it ends. */
    {"SELECT id FROM (SELECT match, start, lag(position, 1, 0)"
     " OVER (PARTITION BY match ORDER BY start) AS before FROM commits)"
     " JOIN matches ON match = number WHERE start <> before",
     "moves of a match are missing"},
    {"SELECT id FROM matches WHERE seats <> (SELECT count(*) FROM seats WHERE match = number)",
     "a match has other seats than it says"},
    {"SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM decks WHERE decks.game = matches.game"
     " AND hash = deck)",
     "the deck of a match is missing"},
};

static bool trouble(sqlite3 *db, const char *where, const char *what, struct vl_error *err)
{
    return vl_fail(err, VL_IO, where, "%s: %s (SQLite %d)", what,
                   db ? sqlite3_errmsg(db) : "out of memory",
                   db ? sqlite3_extended_errcode(db) : 0);
}

static bool open_source(const char *from, sqlite3 **db, struct vl_error *err)
{
    sqlite3_stmt *q = NULL;
    struct stat is;
    if (stat(from, &is) != 0)
        return vl_fail(err, VL_NOT_FOUND, from, "the database cannot be opened: %s",
                       strerror(errno));
    if (sqlite3_open_v2(from, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return trouble(*db, from, "the database cannot be opened", err);
    sqlite3_busy_timeout(*db, LOCK_TIME);
    sqlite3_db_config(*db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    bool good = sqlite3_prepare_v2(*db, "PRAGMA user_version", -1, &q, NULL) == SQLITE_OK &&
                sqlite3_step(q) == SQLITE_ROW;
    int version = good ? sqlite3_column_int(q, 0) : 0;
    if (!good)
        trouble(*db, from, "the database cannot be read", err);
    else if (version == 0)
        good = vl_fail(err, VL_BAD_INPUT, from, "this is not a database of matches");
    sqlite3_finalize(q);
    return good;
}

static bool copy(sqlite3 *from, sqlite3 *to, const char *where, struct vl_error *err)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return trouble(to, where, "the copy cannot be begun", err);
    int code;
    do {
        code = sqlite3_backup_step(backup, -1);
        if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
            sqlite3_sleep(20);
    } while (code == SQLITE_BUSY || code == SQLITE_LOCKED);
    sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE)
        return true;
    return trouble(to, where, "the copy cannot be written", err);
}

static bool check(sqlite3 *db, const char *where, struct vl_error *err)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        sqlite3_stmt *q = NULL;
        int code = sqlite3_prepare_v2(db, checks[i].sql, -1, &q, NULL);
        if (code == SQLITE_OK)
            code = sqlite3_step(q);
        if (code == SQLITE_ROW) {
            const unsigned char *what = sqlite3_column_text(q, 0);
            vl_fail(err, VL_IO, where, "%s: %.100s", checks[i].wrong,
                    what ? (const char *)what : "?");
        } else if (code != SQLITE_DONE) {
            trouble(db, where, "the copy cannot be checked", err);
        }
        sqlite3_finalize(q);
        if (code != SQLITE_DONE)
            return false;
    }
    return true;
}

static void count(sqlite3 *db, struct vl_store_stats *stats)
{
    sqlite3_stmt *q = NULL;
    *stats = (struct vl_store_stats){0};
    if (sqlite3_prepare_v2(db, "SELECT status, count(*) FROM matches GROUP BY status", -1, &q,
                           NULL) == SQLITE_OK)
        while (sqlite3_step(q) == SQLITE_ROW)
            stats->matches[sqlite3_column_int(q, 0) & 3] = (uint64_t)sqlite3_column_int64(q, 1);
    sqlite3_finalize(q);
}

static bool sync_path(const char *path, int flags, struct vl_error *err)
{
    int fd = open(path, flags | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (!good)
        vl_fail(err, VL_IO, path, "the copy cannot be synced: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    return good;
}

/* Gives the copy its final name, and makes that durable. */
static bool settle(const char *part, const char *to, bool replace, struct vl_error *err)
{
    if (!sync_path(part, O_RDONLY, err))
        return false;
    if (renameat2(AT_FDCWD, part, AT_FDCWD, to, replace ? 0 : RENAME_NOREPLACE) != 0)
        return vl_fail(err, VL_IO, to, "the copy cannot be named so: %s", strerror(errno));
    char *name = vl_copy_string(to);
    bool good = sync_path(dirname(name), O_RDONLY | O_DIRECTORY, err);
    free(name);
    return good;
}

/* ---- The file that becomes the copy ---- */

/* Deletes the files that SQLite keeps beside a database: old ones would be applied to the new copy.
 */
static void clear_beside(const char *part)
{
    static const char *const ends[] = {"-journal", "-wal", "-shm"};
    char path[4096 + 16];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", part, ends[i]);
        unlink(path);
    }
}

/* Deletes the files of a dead backup, whose lock the caller has taken. Files of another program are
 * left alone: ours are readable for their owner only. */
static bool clear_dead(const char *part, const struct stat *is, struct vl_error *err)
{
    if (!S_ISREG(is->st_mode) || (is->st_mode & 077) != 0)
        return vl_fail(err, VL_REFUSED, part, "this is in the way, and was not left by a backup");
    clear_beside(part);
    if (unlink(part) == 0 || errno == ENOENT)
        return true;
    return vl_fail(err, VL_IO, part, "what an earlier backup has left cannot be deleted: %s",
                   strerror(errno));
}

static bool has_name(const char *path, int fd, struct stat *is)
{
    struct stat named;
    return stat(path, &named) == 0 && fstat(fd, is) == 0 && named.st_dev == is->st_dev &&
           named.st_ino == is->st_ino;
}

/* Creates the temporary file and locks it for as long as the descriptor is open. -1: err says why.
 */
static int make_part(const char *part, struct vl_error *err)
{
    for (int i = 0; i < ATTEMPTS; i++) {
        struct stat is;
        bool good = true;
        /* It holds the secrets of running deals: only its owner may read it. */
        int fd = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        bool own = fd >= 0;
        if (!own && errno == EEXIST) {
            fd = open(part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
            if (fd < 0 && errno == ENOENT)
                continue; /* its backup has just finished */
        }
        if (fd < 0) {
            vl_fail(err, VL_IO, part, "the copy cannot be made: %s", strerror(errno));
            return -1;
        }
        if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
            good = vl_fail(err, VL_REFUSED, part, "another backup is making this copy");
        } else if (has_name(part, fd, &is)) { /* if not, another backup has renamed or deleted it */
            if (own) {
                clear_beside(part);
                return fd;
            }
            good = clear_dead(part, &is, err);
        }
        close(fd);
        if (!good)
            return -1;
    }
    vl_fail(err, VL_REFUSED, part, "other backups are making this copy");
    return -1;
}

bool vl_store_backup(const char *from, const char *to, bool replace, struct vl_store_stats *stats,
                     struct vl_error *err)
{
    char part[4096];
    sqlite3 *source = NULL, *target = NULL;
    struct stat is;
    bool good = false;
    int made = -1;
    int length = snprintf(part, sizeof part, "%s.part", to);
    if (length < 0 || (size_t)length >= sizeof part)
        return vl_fail(err, VL_BAD_INPUT, NULL, "the name of the copy is too long");
    if (!replace && stat(to, &is) == 0)
        return vl_fail(err, VL_REFUSED, to, "there is such a file already");
    if (!open_source(from, &source, err))
        goto out;
    made = make_part(part, err);
    if (made < 0)
        goto out;
    if (sqlite3_open_v2(part, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK) {
        trouble(target, part, "the copy cannot be made", err);
        goto out;
    }
    /* Without a write-ahead log the copy is a single file. */
    if (!copy(source, target, part, err) ||
        (sqlite3_exec(target, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) != SQLITE_OK &&
         !trouble(target, part, "the copy cannot be written", err)) ||
        !check(target, part, err))
        goto out;
    count(target, stats);
    good = true;
out:
    sqlite3_close(target);
    sqlite3_close(source);
    good = good && stat(part, &is) == 0 && settle(part, to, replace, err);
    if (good)
        stats->bytes = (uint64_t)is.st_size;
    else if (made >= 0)
        unlink(part);
    if (made >= 0)
        close(made);
    return good;
}
