/* The connection to a SQLite file; the header describes the life of a batch. */
#include "store/connection.h"
#include "core/alloc.h"
#include "core/banned.h"
#include "store/schema.h"

enum {
    OPEN_PATIENCE = 2000, /* milliseconds to wait for another program's lock, when opening */
    LOG_PAGES = 4000,     /* of the log that start a checkpoint: 16 MB */
};

struct vl_sqlite *vl_sqlite_of(struct vl_store *store)
{
    struct vl_sqlite *s = (struct vl_sqlite *)store;
    if (s && s->sync_running) {
        vl_background_wait(s->background);
        s->sync_running = false;
    }
    return s;
}

/* ---- Statements ---- */

static bool trouble(struct vl_sqlite *s, const char *what, struct vl_error *err)
{
    int code = sqlite3_extended_errcode(s->db), number = 0;
    /* The system knows more: read-only, no permission, a broken disk. */
    if ((code & 255) == SQLITE_IOERR || (code & 255) == SQLITE_CANTOPEN)
        number = sqlite3_system_errno(s->db);
    if ((code & 255) == SQLITE_IOERR && !number)
        number = vl_log_errno(s->db);
    return vl_fail(err, VL_IO, sqlite3_db_filename(s->db, "main"), "%s: %s (SQLite %d%s%s)", what,
                   sqlite3_errmsg(s->db), code, number ? ", " : "", number ? strerror(number) : "");
}

static sqlite3_stmt *statement(struct vl_sqlite *s, enum vl_statement which, struct vl_error *err)
{
    sqlite3_stmt **slot = &s->prepared[which];
    if (!*slot && sqlite3_prepare_v3(s->db, vl_statements[which], -1, SQLITE_PREPARE_PERSISTENT,
                                     slot, NULL) != SQLITE_OK) {
        trouble(s, "the store cannot be asked", err);
        return NULL;
    }
    if (sqlite3_stmt_busy(
            *slot)) { /* a reset would cut off the rows that its reader still waits for */
        vl_fail(err, VL_REFUSED, NULL, "the store is still answering this");
        return NULL;
    }
    return *slot;
}

static void bind(sqlite3_stmt *q, const char *kinds, va_list values)
{
    for (int i = 0; kinds[i]; i++) {
        if (kinds[i] == 'i') {
            sqlite3_bind_int64(q, i + 1, va_arg(values, int64_t));
            continue;
        }
        const void *value = va_arg(values, const void *);
        if (kinds[i] == 'b')
            sqlite3_bind_blob64(q, i + 1, value, (uint64_t)va_arg(values, int64_t), SQLITE_STATIC);
        else if (!value)
            sqlite3_bind_null(q, i + 1);
        else if (kinds[i] == 't')
            sqlite3_bind_text(q, i + 1, value, -1, SQLITE_STATIC);
        else
            sqlite3_bind_blob(q, i + 1, value, VL_HASH_SIZE, SQLITE_STATIC);
    }
}

static void finish(sqlite3_stmt *q)
{
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
}

sqlite3_stmt *vl_sqlite_ask(struct vl_sqlite *s, enum vl_statement which, struct vl_error *err,
                            const char *kinds, ...)
{
    sqlite3_stmt *q = statement(s, which, err);
    va_list values;
    va_start(values, kinds);
    if (q)
        bind(q, kinds, values);
    va_end(values);
    return q;
}

bool vl_sqlite_done(struct vl_sqlite *s, sqlite3_stmt *q, int code, struct vl_error *err)
{
    bool good =
        code == SQLITE_DONE || code == SQLITE_ROW || trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

bool vl_sqlite_each_id(struct vl_sqlite *s, enum vl_statement which, vl_each_id *each,
                       void *context, struct vl_error *err, const char *kinds, ...)
{
    sqlite3_stmt *q = statement(s, which, err);
    int code = SQLITE_DONE;
    char id[VL_MATCH_ID_SIZE];
    va_list values;
    va_start(values, kinds);
    if (q)
        bind(q, kinds, values);
    va_end(values);
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        vl_sqlite_text(q, 0, id, sizeof id);
        if (!each(context, id))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err);
}

bool vl_sqlite_number(struct vl_sqlite *s, sqlite3_stmt *q, int64_t none, int64_t *number,
                      struct vl_error *err)
{
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    bool found = code == SQLITE_ROW && sqlite3_column_type(q, 0) != SQLITE_NULL;
    *number = found ? sqlite3_column_int64(q, 0) : none;
    return q && vl_sqlite_done(s, q, code, err);
}

/* Runs a statement that writes, and ends it. */
static bool write_row(struct vl_sqlite *s, sqlite3_stmt *q, struct vl_error *err)
{
    bool good = sqlite3_step(q) == SQLITE_DONE || trouble(s, "the store could not write", err);
    finish(q);
    return good;
}

bool vl_sqlite_change(struct vl_sqlite *s, enum vl_statement which, struct vl_error *err,
                      const char *kinds, ...)
{
    sqlite3_stmt *q = vl_sqlite_start_writing(s, err) ? statement(s, which, err) : NULL;
    va_list values;
    va_start(values, kinds);
    if (q)
        bind(q, kinds, values);
    va_end(values);
    return q && write_row(s, q, err);
}

void vl_sqlite_text(sqlite3_stmt *q, int column, char *to, size_t size)
{
    const unsigned char *text = sqlite3_column_text(q, column);
    snprintf(to, size, "%s", text ? (const char *)text : "");
}

bool vl_sqlite_hash(sqlite3_stmt *q, int column, uint8_t *to)
{
    const void *bytes = sqlite3_column_blob(q, column);
    bool good = bytes && sqlite3_column_bytes(q, column) == VL_HASH_SIZE;
    if (good)
        memcpy(to, bytes, VL_HASH_SIZE);
    return good;
}

/* ---- Opening ---- */

static bool run(struct vl_sqlite *s, const char *sql, struct vl_error *err)
{
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return trouble(s, "the store cannot be used", err);
}

void vl_sqlite_close(struct vl_store *store)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    if (!s)
        return;
    vl_background_free(s->background);
    for (int i = 0; i < VL_STATEMENTS; i++)
        sqlite3_finalize(s->prepared[i]);
    vl_match_cache_clear(&s->cache);
    vl_commit_buffer_free(&s->buffer);
    /* The last connection deletes the log by its name, which may belong to another database by now.
     */
    if (s->db && !vl_identity_intact(&s->identity, NULL))
        sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_close(s->db);
    vl_identity_close(&s->identity);
    free(s);
}

struct vl_store *vl_sqlite_open(const char *where, struct vl_error *err)
{
    struct vl_sqlite *s = vl_alloc(1, sizeof *s);
    s->base.functions = &vl_store_sqlite;
    if (!vl_identity_open(&s->identity, where, err))
        goto fail;
    const char *path = s->identity.path[0] ? s->identity.path : where;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK) {
        vl_fail(err, VL_IO, where, "the store cannot be opened: %s",
                s->db ? sqlite3_errmsg(s->db) : "out of memory");
        goto fail;
    }
    if (sqlite3_db_readonly(s->db, "main") == 1) {
        vl_fail(err, VL_IO, where, "the store can be read, but not written to");
        goto fail;
    }
    sqlite3_busy_timeout(s->db, OPEN_PATIENCE);
    if (!vl_sqlite_is_ours(s->db, err) ||
        !run(s,
             "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA mmap_size = 0;"
             "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
             "PRAGMA cell_size_check = ON; PRAGMA cache_size = -8192",
             err) ||
        !vl_sqlite_schema(s->db, err) || !vl_identity_intact(&s->identity, err))
        goto fail;
    vl_checkpoint_every(&s->checkpoint, s->db, LOG_PAGES);
    sqlite3_busy_timeout(s->db,
                         0); /* from now on a lock is an error at once: see begin in store.h */
    return &s->base;
fail:
    vl_sqlite_close(&s->base);
    return NULL;
}

/* ---- Batches ---- */

bool vl_sqlite_start_writing(struct vl_sqlite *s, struct vl_error *err)
{
    if (!s->writing)
        return s->writing = run(s, "BEGIN IMMEDIATE", err);
    if (!sqlite3_get_autocommit(s->db))
        return true;
    /* On a full disk SQLite rolls the transaction back by itself. Another write would then be a
     * transaction of its own, and be kept although the batch fails. */
    return vl_fail(err, VL_IO, sqlite3_db_filename(s->db, "main"),
                   "the transaction was rolled back");
}

bool vl_sqlite_write_commits(struct vl_sqlite *s, struct vl_error *err)
{
    struct vl_error local = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < s->buffer.count; i++) {
        int64_t match;
        struct vl_stored_commit c = vl_commit_buffer_at(&s->buffer, i, &match);
        sqlite3_stmt *q =
            vl_sqlite_ask(s, ADD_COMMIT, &local, "iiiitit", match, (int64_t)c.from,
                          (int64_t)c.position, (int64_t)c.seat, c.key, c.time, c.moves);
        good = q && write_row(s, q, &local);
    }
    vl_commit_buffer_clear(&s->buffer);
    if (!good && !s->write_failed) {
        s->write_failed = true;
        s->failure = local;
    }
    if (s->write_failed && err)
        *err = s->failure;
    return !s->write_failed;
}

struct vl_sqlite *vl_sqlite_with_commits(struct vl_store *store)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    vl_sqlite_write_commits(s, NULL);
    return s;
}

static void roll_back(struct vl_sqlite *s)
{
    vl_match_cache_clear(&s->cache);
    vl_commit_buffer_clear(&s->buffer);
    s->write_failed = false;
    if (!sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

static bool commit(struct vl_sqlite *s, struct vl_error *err)
{
    /* Looked at twice: before, so that a batch which cannot be kept is rolled back as a whole, and
     * after, because only then may it be acknowledged. */
    if (vl_sqlite_write_commits(s, err) && vl_identity_intact(&s->identity, err) &&
        run(s, "COMMIT", err) && vl_identity_intact(&s->identity, err))
        return true;
    roll_back(s);
    return false;
}

static void commit_in_background(void *context)
{
    struct vl_sqlite *s = context;
    s->sync_ok = commit(s, &s->failure);
}

void vl_sqlite_begin_sync(struct vl_store *store)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    if (!s->writing || s->sync_started)
        return;
    if (!s->background && !(s->background = vl_background_new()))
        return; /* no thread: sync will commit itself */
    s->sync_started = s->sync_running = true;
    vl_background_start(s->background, commit_in_background, s);
}

bool vl_sqlite_sync(struct vl_store *store, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    if (!s->writing)
        return true;
    bool begun = s->sync_started;
    s->writing = s->sync_started = false;
    if (!begun)
        return commit(s, err);
    if (!s->sync_ok && err)
        *err = s->failure;
    return s->sync_ok;
}

void vl_sqlite_roll_back(struct vl_store *store)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    s->writing = s->sync_started = false;
    roll_back(s);
}

bool vl_sqlite_begin(struct vl_store *store, struct vl_error *err)
{
    return vl_sqlite_start_writing(vl_sqlite_of(store), err);
}

bool vl_sqlite_intact(struct vl_store *store, struct vl_error *err)
{
    return vl_identity_intact(&vl_sqlite_of(store)->identity, err);
}

bool vl_sqlite_checkpoint_failed(struct vl_store *store, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    return s->checkpoint.failed && !vl_fail(err, VL_IO, NULL, "%s", s->checkpoint.why);
}

bool vl_sqlite_dirty(const struct vl_store *store)
{
    return ((const struct vl_sqlite *)store)->writing;
}
