/*
 * The store in one SQLite file.
 *
 * One connection does everything, checkpoints included; write-ahead log, synchronous FULL, no
 * memory map. A lock beside the file keeps a second program out: SQLite's write-ahead log is safe
 * with one writer only. A match has a number of its own inside, so that its commits lie together.
 * The primary key of a commit is the position it starts from: no move can be stored twice. Where a
 * match is and when it last changed, its last commit says; its own row may lag behind that. Commits
 * are written at the end of their transaction, or when somebody asks for them.
 */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/banned.h"
#include "store/aside.h"
#include "store/checkpoint.h"
#include "store/known.h"
#include "store/schema.h"
#include "store/sqlite.h"
#include "store/statements.h"
#include "store/unwritten.h"
#include "valise/store.h"

enum {
    OPEN_PATIENCE = 2000, /* milliseconds for somebody else's lock */
    MOST_LAG = 3600,      /* seconds that the row of a match may lag behind its commits */
    LOG_PAGES = 4000,     /* in the log before they are brought over */
};

struct sqlite_store {
    struct vl_store base;
    sqlite3 *db;
    int lock; /* -1 for a store in memory */
    bool writing;
    struct vl_checkpoint checkpoint;
    sqlite3_stmt *prepared[STATEMENT_COUNT];
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

static void settle(struct sqlite_store *s)
{
    if (s->syncing)
        vl_aside_wait(s->aside);
    s->syncing = false;
}

/* The store, for whatever may be done with it. */
static struct sqlite_store *of(struct vl_store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    if (s)
        settle(s);
    return s;
}

static bool trouble(struct sqlite_store *s, const char *what, struct vl_error *err)
{
    int code = sqlite3_extended_errcode(s->db), number = 0;
    const char *file = sqlite3_db_filename(s->db, "main");
    /* Why: read-only, no permission, a broken disk. */
    if ((code & 255) == SQLITE_IOERR || (code & 255) == SQLITE_CANTOPEN)
        number = sqlite3_system_errno(s->db);
    if ((code & 255) == SQLITE_IOERR && !number)
        number = vl_log_errno(s->db);
    return vl_fail(err, VL_IO, file, "%s: %s (SQLite %d%s%s)", what, sqlite3_errmsg(s->db), code,
                   number ? ", " : "", number ? strerror(number) : "");
}

static bool run(struct sqlite_store *s, const char *sql, struct vl_error *err)
{
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return trouble(s, "the store cannot be used", err);
}

static sqlite3_stmt *statement(struct sqlite_store *s, enum statement which, struct vl_error *err)
{
    sqlite3_stmt **slot = &s->prepared[which];
    if (!*slot && sqlite3_prepare_v3(s->db, statements[which], -1, SQLITE_PREPARE_PERSISTENT, slot,
                                     NULL) != SQLITE_OK) {
        trouble(s, "the store cannot be asked", err);
        return NULL;
    }
    return *slot;
}

static void finish(sqlite3_stmt *q)
{
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
}

/* Binds "t" text, "i" integer, "h" a 32-byte hash; a NULL text or hash is NULL. */
static void bind(sqlite3_stmt *q, const char *kinds, ...)
{
    va_list arguments;
    va_start(arguments, kinds);
    for (int i = 0; kinds[i]; i++) {
        if (kinds[i] == 'i') {
            sqlite3_bind_int64(q, i + 1, va_arg(arguments, int64_t));
        } else {
            const void *value = va_arg(arguments, const void *);
            if (!value)
                sqlite3_bind_null(q, i + 1);
            else if (kinds[i] == 't')
                sqlite3_bind_text(q, i + 1, value, -1, SQLITE_STATIC);
            else
                sqlite3_bind_blob(q, i + 1, value, VL_HASH_SIZE, SQLITE_STATIC);
        }
    }
    va_end(arguments);
}

static bool start_writing(struct sqlite_store *s, struct vl_error *err)
{
    if (!s->writing)
        return s->writing = run(s, "BEGIN IMMEDIATE", err);
    if (!sqlite3_get_autocommit(s->db))
        return true;
    /* A full disk makes SQLite undo the transaction: what came after would be kept by itself. */
    return vl_fail(err, VL_IO, sqlite3_db_filename(s->db, "main"), "the transaction was undone");
}

/* Runs a writing statement to its end. */
static bool write_row(struct sqlite_store *s, sqlite3_stmt *q, struct vl_error *err)
{
    int code = sqlite3_step(q);
    bool good = code == SQLITE_DONE;
    if (!good)
        trouble(s, "the store could not write", err);
    finish(q);
    return good;
}

/* Writes the commits that were taken; where that fails, the transaction is spoiled. */
static bool write_commits(struct sqlite_store *s, struct vl_error *err)
{
    struct vl_error local = {0};
    sqlite3_stmt *q = s->unwritten.count ? statement(s, ADD_COMMIT, &local) : NULL;
    bool good = q || !s->unwritten.count;
    for (uint32_t i = 0; good && i < s->unwritten.count; i++) {
        int64_t match;
        struct vl_stored_commit c = vl_unwritten_at(&s->unwritten, i, &match);
        bind(q, "iiiitit", match, (int64_t)c.from, (int64_t)c.position, (int64_t)c.seat, c.key,
             c.time, c.moves);
        good = write_row(s, q, &local);
    }
    vl_unwritten_clear(&s->unwritten);
    if (!good && !s->spoiled) {
        s->spoiled = true;
        s->why_not = local;
    }
    if (s->spoiled && err)
        *err = s->why_not;
    return !s->spoiled;
}

/* The store, for those who read commits. */
static struct sqlite_store *with_commits(struct vl_store *store)
{
    struct sqlite_store *s = of(store);
    write_commits(s, NULL);
    return s;
}

sqlite3 *vl_sqlite_db(struct vl_store *store)
{
    return with_commits(store)->db;
}

bool vl_sqlite_start_writing(struct vl_store *store, struct vl_error *err)
{
    return start_writing(of(store), err);
}

bool vl_sqlite_trouble(struct vl_store *store, const char *what, struct vl_error *err)
{
    return trouble(of(store), what, err);
}

void vl_sqlite_forget(struct vl_store *store, const char *id)
{
    vl_known_forget(&of(store)->known, id);
}

static void copy_text(sqlite3_stmt *q, int column, char *to, size_t size)
{
    const unsigned char *text = sqlite3_column_text(q, column);
    snprintf(to, size, "%s", text ? (const char *)text : "");
}

static bool copy_hash(sqlite3_stmt *q, int column, uint8_t *to)
{
    const void *bytes = sqlite3_column_blob(q, column);
    bool good = bytes && sqlite3_column_bytes(q, column) == VL_HASH_SIZE;
    if (good)
        memcpy(to, bytes, VL_HASH_SIZE);
    return good;
}

/* ---- Opening ---- */

static void sqlite_close(struct vl_store *store)
{
    struct sqlite_store *s = of(store);
    if (!s)
        return;
    vl_aside_free(s->aside);
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(s->prepared[i]);
    vl_known_forget_all(&s->known);
    vl_unwritten_free(&s->unwritten);
    sqlite3_close(s->db);
    if (s->lock >= 0)
        close(s->lock);
    free(s);
}

static bool take_lock(struct sqlite_store *s, const char *where, struct vl_error *err)
{
    char path[4096];
    if (strcmp(where, ":memory:") == 0)
        return true;
    int length = snprintf(path, sizeof path, "%s-lock", where);
    if (length < 0 || (size_t)length >= sizeof path)
        return vl_fail(err, VL_BAD_INPUT, NULL, "the name of the store is too long");
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0)
        return vl_fail(err, VL_IO, path, "the store cannot be opened: %s", strerror(errno));
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0)
        return vl_fail(err, VL_REFUSED, where, "another program is using this store");
    return true;
}

static struct vl_store *sqlite_open(const char *where, struct vl_error *err)
{
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->base.functions = &vl_store_sqlite;
    s->lock = -1;
    if (!take_lock(s, where, err))
        goto fail;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(where, &s->db, flags, NULL) != SQLITE_OK) {
        vl_fail(err, VL_IO, where, "the store cannot be opened: %s",
                s->db ? sqlite3_errmsg(s->db) : "out of memory");
        goto fail;
    }
    if (sqlite3_db_readonly(s->db, "main") == 1) {
        vl_fail(err, VL_IO, where, "the store can be read, but not written to");
        goto fail;
    }
    sqlite3_busy_timeout(s->db, OPEN_PATIENCE);
    if (!run(s,
             "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA mmap_size = 0;"
             "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
             "PRAGMA cell_size_check = ON; PRAGMA cache_size = -8192",
             err) ||
        !vl_sqlite_schema(s->db, err))
        goto fail;
    vl_checkpoint_every(&s->checkpoint, s->db, LOG_PAGES);
    sqlite3_busy_timeout(s->db, 0); /* from now on nobody waits: see begin in store.h */
    return &s->base;
fail:
    sqlite_close(&s->base);
    return NULL;
}

static void undo(struct sqlite_store *s)
{
    vl_known_forget_all(&s->known);
    vl_unwritten_clear(&s->unwritten);
    s->spoiled = false;
    if (!sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

static bool commit(struct sqlite_store *s, struct vl_error *err)
{
    if (write_commits(s, err) && run(s, "COMMIT", err))
        return true;
    undo(s);
    return false;
}

static void commit_aside(void *context)
{
    struct sqlite_store *s = context;
    s->synced = commit(s, &s->why_not);
}

static void sqlite_begin_sync(struct vl_store *store)
{
    struct sqlite_store *s = of(store);
    if (!s->writing || s->begun)
        return;
    if (!s->aside && !(s->aside = vl_aside_new()))
        return; /* sync will do it */
    s->begun = s->syncing = true;
    vl_aside_start(s->aside, commit_aside, s);
}

static bool sqlite_sync(struct vl_store *store, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    if (!s->writing)
        return true;
    bool begun = s->begun;
    s->writing = s->begun = false;
    if (!begun)
        return commit(s, err);
    if (!s->synced && err)
        *err = s->why_not;
    return s->synced;
}

static void sqlite_undo(struct vl_store *store)
{
    struct sqlite_store *s = of(store);
    s->writing = s->begun = false;
    undo(s);
}

static bool sqlite_begin(struct vl_store *store, struct vl_error *err)
{
    return start_writing(of(store), err);
}

static bool sqlite_ails(struct vl_store *store, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    return s->checkpoint.failed && !vl_fail(err, VL_IO, NULL, "%s", s->checkpoint.why);
}

static bool sqlite_dirty(const struct vl_store *store)
{
    return ((const struct sqlite_store *)store)->writing;
}

/* ---- Matches ---- */

/* Reads where the commits of a match end, and which keys they have. */
static bool read_keys(struct sqlite_store *s, struct vl_known *known, struct vl_error *err)
{
    sqlite3_stmt *q = statement(s, COMMIT_KEYS, err);
    if (!q)
        return false;
    int code;
    bind(q, "i", known->number);
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        const char *key = (const char *)sqlite3_column_text(q, 2);
        known->end = (uint32_t)sqlite3_column_int64(q, 0);
        known->time = sqlite3_column_int64(q, 3);
        if (key)
            vl_known_add_key(known, sqlite3_column_int(q, 1), key);
    }
    bool good = code == SQLITE_DONE || trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

/* What is known of a match, read if it must be; NULL: err says why. */
static struct vl_known *know(struct sqlite_store *s, const char *id, struct vl_error *err)
{
    struct vl_known *known = vl_known_find(&s->known, id);
    if (known)
        return known;
    sqlite3_stmt *q = write_commits(s, err) ? statement(s, MATCH_NUMBER, err) : NULL;
    if (!q)
        return NULL;
    bind(q, "t", id);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        known = vl_known_add(&s->known, id);
        known->number = sqlite3_column_int64(q, 0);
    } else if (code == SQLITE_DONE) {
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
    } else {
        trouble(s, "the store cannot be read", err);
    }
    finish(q);
    if (!known || read_keys(s, known, err))
        return known;
    vl_known_forget(&s->known, id);
    return NULL;
}

static bool write_seat(struct sqlite_store *s, enum statement which,
                       const struct vl_stored_match *m, uint32_t seat, struct vl_error *err)
{
    const struct vl_stored_seat *p = &m->seat[seat];
    sqlite3_stmt *q = statement(s, which, err);
    if (!q)
        return false;
    bind(q, "tiitthhi", m->id, (int64_t)seat, (int64_t)p->bot, p->player, p->name, p->secret_hash,
         m->seal.has_nonce[seat] ? m->seal.nonce[seat] : NULL, (int64_t)p->muted);
    return write_row(s, q, err);
}

static bool sqlite_add_match(struct vl_store *store, const struct vl_stored_match *m,
                             struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, ADD_MATCH, err);
    if (!q || !start_writing(s, err))
        return false;
    bind(q, "ttittiiiiithiiiiii", m->id, m->game, (int64_t)m->rules_version, m->deck_hash,
         m->options, (int64_t)m->seats, (int64_t)m->status, (int64_t)m->position, m->created,
         m->changed, m->next, m->seal.secret, (int64_t)m->clock, m->clock_time, m->clock_given,
         m->clock_end, (int64_t)m->minded, (int64_t)m->chat);
    bool good = write_row(s, q, err);
    for (uint32_t seat = 0; good && seat < m->seats; seat++)
        good = write_seat(s, ADD_SEAT, m, seat, err);
    return good;
}

/* Writes the row of a match. Where nothing but position and time is new, these are written alone,
 * and only if the commits do not say as much. */
static bool write_match(struct sqlite_store *s, const struct vl_stored_match *m,
                        struct vl_known *known, struct vl_error *err)
{
    bool same = vl_known_same_row(known, m);
    if (same && m->position == known->end && m->changed == known->time &&
        m->changed >= known->changed && m->changed - known->changed < MOST_LAG)
        return true;
    sqlite3_stmt *q = statement(s, same ? UPDATE_POSITION : UPDATE_MATCH, err);
    if (!q)
        return false;
    if (same)
        bind(q, "iii", known->number, (int64_t)m->position, m->changed);
    else
        bind(q, "iiiitiii", known->number, (int64_t)m->status, (int64_t)m->position, m->changed,
             m->next, m->clock_given, m->clock_end, (int64_t)m->minded);
    if (!write_row(s, q, err))
        return false;
    vl_known_note_row(known, m);
    return sqlite3_changes(s->db) == 1 ||
           vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
}

static bool sqlite_update_match(struct vl_store *store, const struct vl_stored_match *m,
                                bool with_seats, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    struct vl_known *known = start_writing(s, err) ? know(s, m->id, err) : NULL;
    bool good = known && write_match(s, m, known, err);
    for (uint32_t seat = 0; good && with_seats && seat < m->seats; seat++)
        good = write_seat(s, UPDATE_SEAT, m, seat, err);
    return good;
}

static bool read_seats(struct sqlite_store *s, struct vl_stored_match *m, struct vl_error *err)
{
    sqlite3_stmt *q = statement(s, FIND_SEATS, err);
    if (!q)
        return false;
    uint32_t count = 0;
    int code;
    bind(q, "t", m->id);
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        int64_t seat = sqlite3_column_int64(q, 0);
        if (seat != count || seat >= VL_MAX_SEATS)
            break;
        struct vl_stored_seat *p = &m->seat[seat];
        p->bot = sqlite3_column_int(q, 1) != 0;
        copy_text(q, 2, p->player, sizeof p->player);
        copy_text(q, 3, p->name, sizeof p->name);
        copy_hash(q, 4, p->secret_hash);
        m->seal.has_nonce[seat] = copy_hash(q, 5, m->seal.nonce[seat]);
        p->muted = (uint32_t)sqlite3_column_int64(q, 6);
        count++;
    }
    finish(q);
    if (code == SQLITE_DONE && count == m->seats)
        return true;
    return vl_fail(err, VL_IO, m->id, "the seats of the match cannot be read");
}

static bool sqlite_find_match(struct vl_store *store, const char *id, struct vl_stored_match *m,
                              struct vl_error *err)
{
    struct sqlite_store *s = with_commits(store);
    sqlite3_stmt *q = statement(s, FIND_MATCH, err);
    if (!q)
        return false;
    *m = (struct vl_stored_match){0};
    snprintf(m->id, sizeof m->id, "%s", id);
    bind(q, "t", id);
    int code = sqlite3_step(q);
    if (code != SQLITE_ROW) {
        finish(q);
        return code == SQLITE_DONE ? vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match")
                                   : trouble(s, "the store cannot be read", err);
    }
    copy_text(q, 0, m->game, sizeof m->game);
    m->rules_version = (uint32_t)sqlite3_column_int64(q, 1);
    copy_text(q, 2, m->deck_hash, sizeof m->deck_hash);
    copy_text(q, 3, m->options, sizeof m->options);
    m->seats = (uint32_t)sqlite3_column_int64(q, 4);
    m->status = (enum vl_match_status)sqlite3_column_int(q, 5);
    m->position = (uint32_t)sqlite3_column_int64(q, 6);
    m->created = sqlite3_column_int64(q, 7);
    m->changed = sqlite3_column_int64(q, 8);
    copy_text(q, 9, m->next, sizeof m->next);
    m->clock = (enum vl_clock)sqlite3_column_int(q, 11);
    m->clock_time = sqlite3_column_int64(q, 12);
    m->clock_given = sqlite3_column_int64(q, 13);
    m->clock_end = sqlite3_column_int64(q, 14);
    m->minded = (uint32_t)sqlite3_column_int64(q, 15);
    m->chat = (enum vl_chat)sqlite3_column_int(q, 16);
    bool good = copy_hash(q, 10, m->seal.secret) && m->seats <= VL_MAX_SEATS &&
                m->status <= VL_MATCH_CLOSED && m->clock <= VL_CLOCK_DAYS && m->chat <= VL_CHAT_OFF;
    finish(q);
    if (!good)
        return vl_fail(err, VL_IO, id, "the match cannot be read");
    m->seal.revealed = true;
    vl_seal_commit(&m->seal);
    return read_seats(s, m, err);
}

/* Gives each id of a prepared query to the caller. */
static bool each_id(struct sqlite_store *s, sqlite3_stmt *q,
                    bool (*each)(void *context, const char *id), void *context,
                    struct vl_error *err)
{
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        char id[VL_MATCH_ID_SIZE];
        copy_text(q, 0, id, sizeof id);
        if (!each(context, id)) {
            code = SQLITE_DONE;
            break;
        }
    }
    bool good = code == SQLITE_DONE || trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

static bool sqlite_list_matches(struct vl_store *store, enum vl_match_status status,
                                bool (*each)(void *context, const char *id), void *context,
                                struct vl_error *err)
{
    sqlite3_stmt *q = statement(of(store), LIST_MATCHES, err);
    if (!q)
        return false;
    bind(q, "i", (int64_t)status);
    return each_id(of(store), q, each, context, err);
}

static bool sqlite_list_stale(struct vl_store *store, bool over, int64_t before, uint32_t limit,
                              bool (*each)(void *context, const char *id), void *context,
                              struct vl_error *err)
{
    sqlite3_stmt *q = statement(with_commits(store), LIST_STALE, err);
    if (!q)
        return false;
    bind(q, "iii", (int64_t)over, before, (int64_t)limit);
    return each_id(of(store), q, each, context, err);
}

/* ---- Commits ---- */

static bool find_key(struct sqlite_store *s, const struct vl_known *known, int seat,
                     const char *key, uint32_t *from, uint32_t *position, struct vl_error *err)
{
    if (!vl_known_may_have_key(known, seat, key))
        return vl_fail(err, VL_NOT_FOUND, NULL, "no commit has this key");
    sqlite3_stmt *q = write_commits(s, err) ? statement(s, FIND_KEY, err) : NULL;
    if (!q)
        return false;
    bind(q, "iit", known->number, (int64_t)seat, key);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        *from = (uint32_t)sqlite3_column_int64(q, 0);
        *position = (uint32_t)sqlite3_column_int64(q, 1);
    } else if (code == SQLITE_DONE) {
        vl_fail(err, VL_NOT_FOUND, NULL, "no commit has this key");
    } else {
        trouble(s, "the store cannot be read", err);
    }
    finish(q);
    return code == SQLITE_ROW;
}

static bool sqlite_find_key(struct vl_store *store, const char *id, int seat, const char *key,
                            uint32_t *from, uint32_t *position, struct vl_error *err)
{
    const struct vl_known *known = know(of(store), id, err);
    return known && find_key(of(store), known, seat, key, from, position, err);
}

/* Whether a commit follows what is stored. */
static bool follows(struct sqlite_store *s, const struct vl_known *known,
                    const struct vl_stored_commit *c, struct vl_error *err)
{
    struct vl_error none = {0};
    uint32_t from, position;
    if (known->end != c->from || c->position <= c->from)
        return vl_fail(err, VL_REFUSED, NULL, "the store is at position %u, not at %u", known->end,
                       c->from);
    if (!c->key)
        return true;
    if (find_key(s, known, c->seat, c->key, &from, &position, &none))
        return vl_fail(err, VL_REFUSED, NULL, "the commit from position %u has this key", from);
    if (none.code != VL_NOT_FOUND && err)
        *err = none;
    return none.code == VL_NOT_FOUND;
}

static bool sqlite_add_commit(struct vl_store *store, const char *id,
                              const struct vl_stored_commit *c, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    struct vl_known *known = start_writing(s, err) ? know(s, id, err) : NULL;
    if (!known || !follows(s, known, c, err))
        return false;
    vl_unwritten_add(&s->unwritten, known->number, c);
    known->end = c->position;
    known->time = c->time;
    if (c->key)
        vl_known_add_key(known, c->seat, c->key);
    return true;
}

static bool sqlite_list_commits(struct vl_store *store, const char *id,
                                bool (*each)(void *context, const struct vl_stored_commit *commit),
                                void *context, struct vl_error *err)
{
    struct sqlite_store *s = with_commits(store);
    sqlite3_stmt *q = statement(s, LIST_COMMITS, err);
    if (!q)
        return false;
    int code;
    bind(q, "t", id);
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        struct vl_stored_commit c = {
            .from = (uint32_t)sqlite3_column_int64(q, 0),
            .position = (uint32_t)sqlite3_column_int64(q, 1),
            .seat = sqlite3_column_int(q, 2),
            .key = (const char *)sqlite3_column_text(q, 3),
            .time = sqlite3_column_int64(q, 4),
            .moves = (const char *)sqlite3_column_text(q, 5),
        };
        if (!each(context, &c)) {
            code = SQLITE_DONE;
            break;
        }
    }
    bool good = code == SQLITE_DONE || trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

/* ---- Holders ---- */

static bool sqlite_hold(struct vl_store *store, const uint8_t *player, const char *id,
                        uint32_t seat, struct vl_error *err)
{
    sqlite3_stmt *q = statement(of(store), HOLD, err);
    if (!q || !start_writing(of(store), err))
        return false;
    bind(q, "thi", id, player, (int64_t)seat);
    return write_row(of(store), q, err);
}

static bool sqlite_let_go(struct vl_store *store, const uint8_t *player, const char *id,
                          struct vl_error *err)
{
    sqlite3_stmt *q = statement(of(store), LET_GO, err);
    if (!q || !start_writing(of(store), err))
        return false;
    bind(q, "th", id, player);
    return write_row(of(store), q, err);
}

static bool sqlite_held(struct vl_store *store, const uint8_t *player, const char *id,
                        uint32_t *seats, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, player ? HELD : HELD_BY_ANY, err);
    *seats = 0;
    if (!q)
        return false;
    int code;
    if (player)
        bind(q, "th", id, player);
    else
        bind(q, "t", id);
    while ((code = sqlite3_step(q)) == SQLITE_ROW)
        *seats |= 1U << (sqlite3_column_int(q, 0) & 31);
    bool good = code == SQLITE_DONE || trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

static bool sqlite_copy_holders(struct vl_store *store, const char *from, uint32_t from_seat,
                                const char *to, uint32_t to_seat, struct vl_error *err)
{
    sqlite3_stmt *q = statement(of(store), COPY_HOLDERS, err);
    if (!q || !start_writing(of(store), err))
        return false;
    bind(q, "titi", from, (int64_t)from_seat, to, (int64_t)to_seat);
    return write_row(of(store), q, err);
}

static bool sqlite_list_held(struct vl_store *store, const uint8_t *player, uint32_t limit,
                             bool (*each)(void *context, const char *id), void *context,
                             struct vl_error *err)
{
    sqlite3_stmt *q = statement(with_commits(store), LIST_HELD, err);
    if (!q)
        return false;
    bind(q, "hi", player, (int64_t)limit);
    return each_id(of(store), q, each, context, err);
}

static bool sqlite_count_held(struct vl_store *store, const uint8_t *player, uint32_t *count,
                              struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, COUNT_HELD, err);
    if (!q)
        return false;
    bind(q, "h", player);
    bool good = sqlite3_step(q) == SQLITE_ROW;
    if (good)
        *count = (uint32_t)sqlite3_column_int64(q, 0);
    else
        trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

/* ---- Chat ---- */

static bool sqlite_add_chat(struct vl_store *store, const char *id, struct vl_stored_chat *message,
                            uint32_t keep, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *last = statement(s, LAST_CHAT, err);
    sqlite3_stmt *q = statement(s, ADD_CHAT, err);
    sqlite3_stmt *drop = statement(s, DROP_CHAT, err);
    if (!last || !q || !drop || !start_writing(s, err))
        return false;
    bind(last, "t", id);
    int64_t number = sqlite3_step(last) == SQLITE_ROW ? sqlite3_column_int64(last, 0) + 1 : 0;
    finish(last);
    if (number < 1)
        return trouble(s, "the store cannot be read", err);
    message->number = (uint32_t)number;
    bind(q, "tiiit", id, number, (int64_t)message->seat, message->time, message->text);
    if (!write_row(s, q, err))
        return false;
    bind(drop, "ti", id, number - keep);
    return write_row(s, drop, err);
}

static bool sqlite_list_chat(struct vl_store *store, const char *id, uint32_t after,
                             bool (*each)(void *context, const struct vl_stored_chat *message),
                             void *context, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, LIST_CHAT, err);
    if (!q)
        return false;
    int code;
    bind(q, "ti", id, (int64_t)after);
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        struct vl_stored_chat message = {
            .number = (uint32_t)sqlite3_column_int64(q, 0),
            .seat = sqlite3_column_int(q, 1),
            .time = sqlite3_column_int64(q, 2),
            .text = (const char *)sqlite3_column_text(q, 3),
        };
        if (!each(context, &message)) {
            code = SQLITE_DONE;
            break;
        }
    }
    bool good = code == SQLITE_DONE || trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

/* ---- Time served ---- */

/* The one number that a statement finds; `none` where that is NULL. */
static bool read_number(struct sqlite_store *s, enum statement which, int64_t none, int64_t *number,
                        struct vl_error *err)
{
    sqlite3_stmt *q = statement(s, which, err);
    if (!q)
        return false;
    bool good = sqlite3_step(q) == SQLITE_ROW;
    if (good)
        *number = sqlite3_column_type(q, 0) == SQLITE_NULL ? none : sqlite3_column_int64(q, 0);
    else
        trouble(s, "the store cannot be read", err);
    finish(q);
    return good;
}

static bool sqlite_served(struct vl_store *store, int64_t *milliseconds, struct vl_error *err)
{
    return read_number(of(store), SERVED, 0, milliseconds, err);
}

static bool sqlite_set_served(struct vl_store *store, int64_t milliseconds, struct vl_error *err)
{
    sqlite3_stmt *q = statement(of(store), SET_SERVED, err);
    if (!q || !start_writing(of(store), err))
        return false;
    bind(q, "i", milliseconds);
    return write_row(of(store), q, err);
}

static bool sqlite_list_clocks(struct vl_store *store, int64_t until,
                               bool (*each)(void *context, const char *id), void *context,
                               struct vl_error *err)
{
    sqlite3_stmt *q = statement(of(store), LIST_CLOCKS, err);
    if (!q)
        return false;
    bind(q, "i", until);
    return each_id(of(store), q, each, context, err);
}

static bool sqlite_next_clock(struct vl_store *store, int64_t *end, struct vl_error *err)
{
    return read_number(of(store), NEXT_CLOCK, INT64_MAX, end, err);
}

/* ---- Decks ---- */

static bool sqlite_add_deck(struct vl_store *store, const char *game, const char *hash,
                            const struct vl_deck_file *files, uint32_t count, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, ADD_DECK, err);
    if (!q || !start_writing(s, err))
        return false;
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++) {
        bind(q, "ttit", game, hash, (int64_t)i, files[i].table);
        sqlite3_bind_blob64(q, 5, files[i].bytes, files[i].size, SQLITE_STATIC);
        good = write_row(s, q, err);
    }
    return good;
}

static bool sqlite_find_deck(struct vl_store *store, const char *game, const char *hash,
                             bool (*each)(void *context, const struct vl_deck_file *file),
                             void *context, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, FIND_DECK, err);
    if (!q)
        return false;
    int code;
    bool any = false;
    bind(q, "tt", game, hash);
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(q, 1);
        struct vl_deck_file file = {
            .table = (const char *)sqlite3_column_text(q, 0),
            .bytes = bytes ? bytes : "",
            .size = (size_t)sqlite3_column_bytes(q, 1),
        };
        any = true;
        if (!each(context, &file)) {
            code = SQLITE_DONE;
            break;
        }
    }
    bool good = code == SQLITE_DONE || trouble(s, "the store cannot be read", err);
    finish(q);
    return good && (any || vl_fail(err, VL_NOT_FOUND, NULL, "there is no such deck"));
}

/* ---- Reviews ---- */

static bool sqlite_add_review(struct vl_store *store, const char *id, uint32_t version,
                              const char *text, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, ADD_REVIEW, err);
    if (!q || !start_writing(s, err))
        return false;
    bind(q, "tit", id, (int64_t)version, text);
    return write_row(s, q, err);
}

static bool sqlite_find_review(struct vl_store *store, const char *id, uint32_t version,
                               struct vl_text *out, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, FIND_REVIEW, err);
    if (!q)
        return false;
    bind(q, "ti", id, (int64_t)version);
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW)
        vl_text_add(out, (const char *)sqlite3_column_text(q, 0));
    else if (code == SQLITE_DONE)
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no review of this match");
    else
        trouble(s, "the store cannot be read", err);
    finish(q);
    return code == SQLITE_ROW;
}

static bool sqlite_stats(struct vl_store *store, struct vl_store_stats *stats, struct vl_error *err)
{
    struct sqlite_store *s = of(store);
    sqlite3_stmt *q = statement(s, COUNT_STATUS, err);
    if (!q)
        return false;
    int code;
    *stats = (struct vl_store_stats){0};
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        int status = sqlite3_column_int(q, 0);
        if (status >= 0 && status < 4)
            stats->matches[status] = (uint64_t)sqlite3_column_int64(q, 1);
    }
    bool good = code == SQLITE_DONE || trouble(s, "the store cannot be read", err);
    finish(q);
    sqlite3_stmt *size = NULL;
    if (sqlite3_prepare_v2(s->db,
                           "SELECT page_count * page_size FROM pragma_page_count,"
                           " pragma_page_size",
                           -1, &size, NULL) == SQLITE_OK &&
        sqlite3_step(size) == SQLITE_ROW)
        stats->bytes = (uint64_t)sqlite3_column_int64(size, 0);
    sqlite3_finalize(size);
    stats->log_bytes = vl_log_bytes(s->db);
    return good;
}

const struct vl_store_functions vl_store_sqlite = {
    .name = "sqlite",
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .begin_sync = sqlite_begin_sync,
    .sync = sqlite_sync,
    .undo = sqlite_undo,
    .dirty = sqlite_dirty,
    .ails = sqlite_ails,
    .add_match = sqlite_add_match,
    .update_match = sqlite_update_match,
    .find_match = sqlite_find_match,
    .list_matches = sqlite_list_matches,
    .list_stale = sqlite_list_stale,
    .add_commit = sqlite_add_commit,
    .list_commits = sqlite_list_commits,
    .find_key = sqlite_find_key,
    .hold = sqlite_hold,
    .let_go = sqlite_let_go,
    .held = sqlite_held,
    .copy_holders = sqlite_copy_holders,
    .list_held = sqlite_list_held,
    .count_held = sqlite_count_held,
    .add_chat = sqlite_add_chat,
    .list_chat = sqlite_list_chat,
    .served = sqlite_served,
    .set_served = sqlite_set_served,
    .list_clocks = sqlite_list_clocks,
    .next_clock = sqlite_next_clock,
    .add_deck = sqlite_add_deck,
    .find_deck = sqlite_find_deck,
    .add_review = sqlite_add_review,
    .find_review = sqlite_find_review,
    .stats = sqlite_stats,
    .people = &vl_people_sqlite,
};
