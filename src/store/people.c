/*
 * People in the SQLite store: origins of matches, links that move seats, votes, departures,
 * results. All of this is rare beside moves, so statements are made when they are wanted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "store/sqlite.h"

#define NUMBER "(SELECT number FROM matches WHERE id = ?1)"

/* ---- Asking ---- */

/* A statement with its values: "t" text, "i" integer, "h" a 32-byte hash; NULL stays NULL. */
static sqlite3_stmt *prepare(struct vl_store *store, struct vl_error *err, const char *sql,
                             const char *kinds, va_list values)
{
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(vl_sqlite_db(store), sql, -1, &q, NULL) != SQLITE_OK) {
        vl_sqlite_trouble(store, "the store cannot be asked", err);
        return NULL;
    }
    for (int i = 0; kinds[i]; i++) {
        if (kinds[i] == 'i') {
            sqlite3_bind_int64(q, i + 1, va_arg(values, int64_t));
            continue;
        }
        const void *value = va_arg(values, const void *);
        if (!value)
            sqlite3_bind_null(q, i + 1);
        else if (kinds[i] == 't')
            sqlite3_bind_text(q, i + 1, value, -1, SQLITE_STATIC);
        else
            sqlite3_bind_blob(q, i + 1, value, VL_HASH_SIZE, SQLITE_STATIC);
    }
    return q;
}

/* A reading statement, or NULL. */
static sqlite3_stmt *query(struct vl_store *store, struct vl_error *err, const char *sql,
                           const char *kinds, ...)
{
    va_list values;
    va_start(values, kinds);
    sqlite3_stmt *q = prepare(store, err, sql, kinds, values);
    va_end(values);
    return q;
}

/* Runs a writing statement. */
static bool change(struct vl_store *store, struct vl_error *err, const char *sql, const char *kinds,
                   ...)
{
    if (!vl_sqlite_start_writing(store, err))
        return false;
    va_list values;
    va_start(values, kinds);
    sqlite3_stmt *q = prepare(store, err, sql, kinds, values);
    va_end(values);
    bool good = q && (sqlite3_step(q) == SQLITE_DONE ||
                      vl_sqlite_trouble(store, "the store could not write", err));
    sqlite3_finalize(q);
    return good;
}

/* Ends a reading statement; `code` is what its last step said. */
static bool done(struct vl_store *store, sqlite3_stmt *q, int code, struct vl_error *err)
{
    bool good = code == SQLITE_DONE || code == SQLITE_ROW ||
                vl_sqlite_trouble(store, "the store cannot be read", err);
    sqlite3_finalize(q);
    return good;
}

static void copy_text(sqlite3_stmt *q, int column, char *to, size_t size)
{
    const unsigned char *text = sqlite3_column_text(q, column);
    snprintf(to, size, "%s", text ? (const char *)text : "");
}

static bool each_id(struct vl_store *store, sqlite3_stmt *q,
                    bool (*each)(void *context, const char *id), void *context,
                    struct vl_error *err)
{
    int code = SQLITE_DONE;
    char id[VL_MATCH_ID_SIZE];
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        copy_text(q, 0, id, sizeof id);
        if (!each(context, id))
            break;
    }
    return q && done(store, q, code, err);
}

/* ---- Origins ---- */

static bool add_origin(struct vl_store *store, const char *id,
                       const struct vl_stored_origin *origin, struct vl_error *err)
{
    return change(store, err,
                  "INSERT INTO origins (match, kind, source, position, head)"
                  " VALUES (" NUMBER ", ?2, ?3, ?4, ?5)",
                  "titit", id, (int64_t)origin->kind, origin->source, (int64_t)origin->position,
                  origin->head);
}

static bool find_origin(struct vl_store *store, const char *id, struct vl_stored_origin *origin,
                        struct vl_error *err)
{
    *origin = (struct vl_stored_origin){.kind = VL_ORIGIN_NONE};
    sqlite3_stmt *q =
        query(store, err, "SELECT kind, source, position, head FROM origins WHERE match = " NUMBER,
              "t", id);
    if (!q)
        return false;
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        origin->kind = (enum vl_origin)sqlite3_column_int(q, 0);
        copy_text(q, 1, origin->source, sizeof origin->source);
        origin->position = (uint32_t)sqlite3_column_int64(q, 2);
        origin->head = strdup((const char *)sqlite3_column_text(q, 3));
        if (!origin->head)
            abort();
    }
    return done(store, q, code, err);
}

/* ---- Moving seats ---- */

static bool set_transfer(struct vl_store *store, const char *id, uint32_t seat, const uint8_t *hash,
                         int64_t expires, struct vl_error *err)
{
    return change(store, err,
                  "INSERT OR REPLACE INTO transfers (match, seat, hash, expires)"
                  " VALUES (" NUMBER ", ?2, ?3, ?4)",
                  "tihi", id, (int64_t)seat, hash, expires);
}

static bool take_transfer(struct vl_store *store, const char *id, uint32_t seat,
                          const uint8_t *hash, int64_t now, struct vl_error *err)
{
    if (!change(store, err,
                "DELETE FROM transfers WHERE match = " NUMBER
                " AND seat = ?2 AND hash = ?3 AND expires > ?4",
                "tihi", id, (int64_t)seat, hash, now))
        return false;
    return sqlite3_changes(vl_sqlite_db(store)) == 1 ||
           vl_fail(err, VL_NOT_FOUND, NULL, "this link was used or has run out");
}

static bool set_vote(struct vl_store *store, const char *id, uint32_t seat,
                     const struct vl_stored_vote *vote, struct vl_error *err)
{
    if (!vote->opened)
        return change(store, err, "DELETE FROM votes WHERE match = " NUMBER " AND seat = ?2", "ti",
                      id, (int64_t)seat);
    return change(store, err,
                  "INSERT OR REPLACE INTO votes (match, seat, opened, agreed, passed)"
                  " VALUES (" NUMBER ", ?2, ?3, ?4, ?5)",
                  "tiiii", id, (int64_t)seat, vote->opened, (int64_t)vote->agreed,
                  (int64_t)vote->passed);
}

static bool find_votes(struct vl_store *store, const char *id, struct vl_stored_vote *votes,
                       struct vl_error *err)
{
    memset(votes, 0, VL_MAX_SEATS * sizeof *votes);
    sqlite3_stmt *q =
        query(store, err, "SELECT seat, opened, agreed, passed FROM votes WHERE match = " NUMBER,
              "t", id);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        int64_t seat = sqlite3_column_int64(q, 0);
        if (seat < 0 || seat >= VL_MAX_SEATS)
            continue;
        votes[seat].opened = sqlite3_column_int64(q, 1);
        votes[seat].agreed = (uint32_t)sqlite3_column_int64(q, 2);
        votes[seat].passed = sqlite3_column_int(q, 3) != 0;
    }
    return q && done(store, q, code, err);
}

static bool hand_over(struct vl_store *store, const char *id, uint32_t seat, const uint8_t *player,
                      enum vl_departure how, int64_t time, struct vl_error *err)
{
    bool good = change(store, err,
                       "INSERT OR REPLACE INTO departures (player, match, seat, time, how)"
                       " SELECT player, match, seat, ?4, ?5 FROM holders"
                       " WHERE match = " NUMBER " AND seat = ?2 AND player IS NOT ?3",
                       "tihii", id, (int64_t)seat, player, time, (int64_t)how) &&
                change(store, err, "DELETE FROM holders WHERE match = " NUMBER " AND seat = ?2",
                       "ti", id, (int64_t)seat);
    if (!good || !player)
        return good;
    return change(store, err,
                  "INSERT INTO holders (match, seat, player) VALUES (" NUMBER ", ?2, ?3)", "tih",
                  id, (int64_t)seat, player) &&
           change(store, err,
                  "DELETE FROM departures WHERE match = " NUMBER " AND seat = ?2 AND player = ?3",
                  "tih", id, (int64_t)seat, player);
}

static bool list_departures(struct vl_store *store, const uint8_t *player, const char *id,
                            bool (*each)(void *context, const char *id, uint32_t seat, int64_t time,
                                         enum vl_departure how),
                            void *context, struct vl_error *err)
{
    sqlite3_stmt *q =
        query(store, err,
              "SELECT id, seat, time, how FROM departures JOIN matches ON match = number"
              " WHERE (?1 IS NULL OR id = ?1) AND player = ?2 ORDER BY time DESC",
              "th", id, player);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        char match[VL_MATCH_ID_SIZE];
        copy_text(q, 0, match, sizeof match);
        if (!each(context, match, (uint32_t)sqlite3_column_int64(q, 1), sqlite3_column_int64(q, 2),
                  (enum vl_departure)sqlite3_column_int(q, 3)))
            break;
    }
    return q && done(store, q, code, err);
}

static bool drop_departures(struct vl_store *store, const uint8_t *player, const char *id,
                            struct vl_error *err)
{
    return change(store, err,
                  "DELETE FROM departures WHERE player = ?2 AND (?1 IS NULL OR match = " NUMBER ")",
                  "th", id, player);
}

/* ---- Results ---- */

static bool add_result(struct vl_store *store, const struct vl_stored_result *r,
                       struct vl_error *err)
{
    return change(
        store, err,
        "INSERT OR IGNORE INTO results (player, match, seat, game, seats, people, level,"
        " points, rank, shared, time)"
        " SELECT player, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM holders"
        " WHERE match = " NUMBER " GROUP BY player HAVING count(*) = 1 AND max(seat) = ?2",
        "titiiiiiii", r->match, (int64_t)r->seat, r->game, (int64_t)r->seats, (int64_t)r->people,
        (int64_t)r->level, (int64_t)r->points, (int64_t)r->rank, (int64_t)r->shared, r->time);
}

static bool list_results(struct vl_store *store, const uint8_t *player,
                         bool (*each)(void *context, const struct vl_stored_result *result),
                         void *context, struct vl_error *err)
{
    sqlite3_stmt *q = query(store, err,
                            "SELECT match, seat, game, seats, people, level, points, rank, shared,"
                            " time FROM results WHERE player = ?1 ORDER BY time, match",
                            "h", player);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        struct vl_stored_result r = {
            .seat = (uint32_t)sqlite3_column_int64(q, 1),
            .seats = (uint32_t)sqlite3_column_int64(q, 3),
            .people = (uint32_t)sqlite3_column_int64(q, 4),
            .level = sqlite3_column_int(q, 5),
            .points = sqlite3_column_int(q, 6),
            .rank = (uint32_t)sqlite3_column_int64(q, 7),
            .shared = sqlite3_column_int(q, 8) != 0,
            .time = sqlite3_column_int64(q, 9),
        };
        copy_text(q, 0, r.match, sizeof r.match);
        copy_text(q, 2, r.game, sizeof r.game);
        if (!each(context, &r))
            break;
    }
    return q && done(store, q, code, err);
}

static bool drop_results(struct vl_store *store, const uint8_t *player, const char *game,
                         struct vl_error *err)
{
    return change(store, err, "DELETE FROM results WHERE player = ?2 AND (?1 IS NULL OR game = ?1)",
                  "th", game, player);
}

static bool list_unnoted(struct vl_store *store, uint32_t limit,
                         bool (*each)(void *context, const char *id), void *context,
                         struct vl_error *err)
{
    return each_id(
        store,
        query(store, err,
              "SELECT id FROM unnoted JOIN matches ON match = number ORDER BY match LIMIT ?1", "i",
              (int64_t)limit),
        each, context, err);
}

static bool noted(struct vl_store *store, const char *id, struct vl_error *err)
{
    return change(store, err, "DELETE FROM unnoted WHERE match = " NUMBER, "t", id);
}

/* ---- All of mine ---- */

static bool list_finished(struct vl_store *store, const uint8_t *player, uint32_t skip,
                          uint32_t limit, bool (*each)(void *context, const char *id),
                          void *context, struct vl_error *err)
{
    return each_id(store,
                   query(store, err,
                         "SELECT DISTINCT id, number FROM holders JOIN matches ON match = number"
                         " WHERE player = ?1 AND status = 2 ORDER BY number LIMIT ?2 OFFSET ?3",
                         "hii", player, (int64_t)limit, (int64_t)skip),
                   each, context, err);
}

static bool others(struct vl_store *store, const uint8_t *player, const char *id, bool *any,
                   uint32_t *seats, struct vl_error *err)
{
    *any = false;
    *seats = 0;
    sqlite3_stmt *q = query(store, err,
                            "SELECT seat, max(player IS ?2), max(player IS NOT ?2) FROM holders"
                            " WHERE match = " NUMBER " GROUP BY seat",
                            "th", id, player);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        if (sqlite3_column_int(q, 2))
            *any = true;
        else if (sqlite3_column_int(q, 1))
            *seats |= 1U << (sqlite3_column_int(q, 0) & 31);
    }
    return q && done(store, q, code, err);
}

static bool drop_chat(struct vl_store *store, const char *id, uint32_t seats, struct vl_error *err)
{
    return change(store, err, "DELETE FROM chat WHERE match = " NUMBER " AND (?2 >> seat & 1) = 1",
                  "ti", id, (int64_t)seats);
}

static bool drop_match(struct vl_store *store, const char *id, struct vl_error *err)
{
    static const char *const statements[] = {
        "DELETE FROM commits WHERE match = " NUMBER, "DELETE FROM holders WHERE match = " NUMBER,
        "DELETE FROM seats WHERE match = " NUMBER,
        "DELETE FROM matches WHERE id = ?1", /* the rest follows it */
    };
    vl_sqlite_forget(store, id);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (!change(store, err, statements[i], "t", id))
            return false;
    return true;
}

const struct vl_people_functions vl_people_sqlite = {
    .add_origin = add_origin,
    .find_origin = find_origin,
    .set_transfer = set_transfer,
    .take_transfer = take_transfer,
    .set_vote = set_vote,
    .find_votes = find_votes,
    .hand_over = hand_over,
    .list_departures = list_departures,
    .drop_departures = drop_departures,
    .add_result = add_result,
    .list_results = list_results,
    .drop_results = drop_results,
    .list_unnoted = list_unnoted,
    .noted = noted,
    .list_finished = list_finished,
    .others = others,
    .drop_chat = drop_chat,
    .drop_match = drop_match,
};
