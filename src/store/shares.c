/* Fair shares in SQLite. */
#include "store/shares.h"

#include <string.h>

#include "core/banned.h"
#include "store/connection.h"

static bool read_shares(struct vl_store *store, struct vl_stored_shares *shares,
                        struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, READ_SHARES, err, "");
    if (!q)
        return false;
    int code = sqlite3_step(q);
    const void *key = code == SQLITE_ROW ? sqlite3_column_blob(q, 0) : NULL;
    bool good = key && sqlite3_column_bytes(q, 0) == VL_SHARE_KEY_SIZE;
    if (good) {
        memcpy(shares->key, key, VL_SHARE_KEY_SIZE);
        shares->retention_from = sqlite3_column_int64(q, 1);
    }
    return vl_sqlite_done(s, q, code, err) &&
           (good || vl_fail(err, VL_IO, NULL, "the store has no key for addresses"));
}

static bool count(struct vl_store *store, uint64_t share, uint32_t *count, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    int64_t number = 0;
    bool good = vl_sqlite_number(s, vl_sqlite_ask(s, COUNT_MADE, err, "i", (int64_t)share), 0,
                                 &number, err);
    *count = (uint32_t)number;
    return good;
}

static bool most(struct vl_store *store, uint64_t *share, uint32_t *count, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, MOST_MADE, err, "");
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    *share = code == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(q, 0) : 0;
    *count = code == SQLITE_ROW ? (uint32_t)sqlite3_column_int64(q, 1) : 0;
    return q && vl_sqlite_done(s, q, code, err);
}

static bool list_yielding(struct vl_store *store, uint64_t share, int64_t before, uint32_t limit,
                          bool (*each)(void *context, const char *id), void *context,
                          struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_with_commits(store);
    if (!share)
        return vl_sqlite_each_id(s, LIST_YIELDING, each, context, err, "ii", before,
                                 (int64_t)limit);
    return vl_sqlite_each_id(s, LIST_YIELDING_OF, each, context, err, "iii", (int64_t)share, before,
                             (int64_t)limit);
}

static bool forget(struct vl_store *store, const char *id, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), FORGET_MAKER, err, "t", id);
}

const struct vl_share_functions vl_shares_sqlite = {
    .read = read_shares,
    .count = count,
    .most = most,
    .list_yielding = list_yielding,
    .forget = forget,
};
