/* The part of the SQLite store for operators: see the header. */
#include "store/operators.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "store/connection.h"

/* ---- Matches ---- */

static bool set_maker(struct vl_store *store, const char *id, const char *address,
                      struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), SET_MAKER, err, "tt", id, address);
}

static bool find_maker(struct vl_store *store, const char *id, char *address, size_t size,
                       struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_MAKER, err, "t", id);
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    address[0] = '\0';
    if (code == SQLITE_ROW)
        vl_sqlite_text(q, 0, address, size);
    return q && vl_sqlite_done(s, q, code, err);
}

static bool set_closure(struct vl_store *store, const char *id, int64_t time, const char *why,
                        struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), SET_CLOSURE, err, "tit", id, time, why);
}

static bool find_closure(struct vl_store *store, const char *id, bool *closed, char *why,
                         struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_CLOSURE, err, "t", id);
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    *closed = code == SQLITE_ROW;
    if (*closed)
        vl_sqlite_text(q, 0, why, VL_WHY_SIZE);
    return q && vl_sqlite_done(s, q, code, err);
}

static bool page(struct vl_store *store, enum vl_match_status status, uint32_t limit,
                 int64_t *number, bool (*each)(void *context, const char *id), void *context,
                 struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q =
        vl_sqlite_ask(s, PAGE_MATCHES, err, "iii", (int64_t)status, *number, (int64_t)limit);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        *number = sqlite3_column_int64(q, 0);
        if (!each(context, (const char *)sqlite3_column_text(q, 1)))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err);
}

static bool find_prefix(struct vl_store *store, const char *prefix,
                        bool (*each)(void *context, const char *id), void *context,
                        struct vl_error *err)
{
    char end[VL_MATCH_ID_SIZE + 1];
    /* The characters of an id all come before "~". */
    snprintf(end, sizeof end, "%.*s~", VL_MATCH_ID_SIZE - 1, prefix);
    return vl_sqlite_each_id(vl_sqlite_of(store), FIND_PREFIX, each, context, err, "tt", prefix,
                             end);
}

/* ---- Bans ---- */

static bool set_ban(struct vl_store *store, const struct vl_stored_ban *ban, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), SET_BAN, err, "tiit", ban->network, ban->made,
                            ban->until, ban->why);
}

static bool drop_ban(struct vl_store *store, const char *network, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), DROP_BAN, err, "t", network);
}

static bool list_bans(struct vl_store *store,
                      bool (*each)(void *context, const struct vl_stored_ban *ban), void *context,
                      struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, LIST_BANS, err, "");
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        struct vl_stored_ban ban = {
            .made = sqlite3_column_int64(q, 1),
            .until = sqlite3_column_int64(q, 2),
        };
        vl_sqlite_text(q, 0, ban.network, sizeof ban.network);
        vl_sqlite_text(q, 3, ban.why, sizeof ban.why);
        if (!each(context, &ban))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err);
}

const struct vl_operator_functions vl_operators_sqlite = {
    .set_maker = set_maker,
    .find_maker = find_maker,
    .set_closure = set_closure,
    .find_closure = find_closure,
    .set_ban = set_ban,
    .drop_ban = drop_ban,
    .list_bans = list_bans,
    .page = page,
    .find_prefix = find_prefix,
};
