/*
 * The part of the SQLite store about people (people.h): origins of matches, links that move seats,
 * votes, departures, results.
 */
#include "core/alloc.h"
#include "core/banned.h"
#include "store/connection.h"

/* ---- Origins ---- */

static bool add_origin(struct vl_store *store, const char *id,
                       const struct vl_stored_origin *origin, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), ADD_ORIGIN, err, "titit", id,
                            (int64_t)origin->kind, origin->source, (int64_t)origin->position,
                            origin->head);
}

static bool find_origin(struct vl_store *store, const char *id, struct vl_stored_origin *origin,
                        struct vl_error *err)
{
    *origin = (struct vl_stored_origin){.kind = VL_ORIGIN_NONE};
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_ORIGIN, err, "t", id);
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    if (code == SQLITE_ROW) {
        origin->kind = (enum vl_origin)sqlite3_column_int(q, 0);
        vl_sqlite_text(q, 1, origin->source, sizeof origin->source);
        origin->position = (uint32_t)sqlite3_column_int64(q, 2);
        origin->head = vl_copy_string((const char *)sqlite3_column_text(q, 3));
    }
    return q && vl_sqlite_done(s, q, code, err);
}

/* ---- Holders of seats ---- */

static bool count_holders(struct vl_store *store, const char *id, uint32_t *counts,
                          struct vl_error *err)
{
    memset(counts, 0, VL_MAX_SEATS * sizeof *counts);
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, COUNT_HOLDERS, err, "t", id);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        int64_t seat = sqlite3_column_int64(q, 0);
        if (seat >= 0 && seat < VL_MAX_SEATS)
            counts[seat] = (uint32_t)sqlite3_column_int64(q, 1);
    }
    return q && vl_sqlite_done(s, q, code, err);
}

static bool join(struct vl_store *store, const char *id, uint32_t seat, const uint8_t *player,
                 struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    return vl_sqlite_change(s, HOLD, err, "thi", id, player, (int64_t)seat) &&
           vl_sqlite_change(s, DROP_DEPARTURE, err, "tih", id, (int64_t)seat, player);
}

static bool claim(struct vl_store *store, const char *id, uint32_t seat,
                  const struct vl_stored_claim *c, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    return vl_sqlite_change(s, DROP_CLAIMANT, err, "ti", id, (int64_t)seat) &&
           vl_sqlite_change(s, SET_CLAIM, err, "tihhi", id, (int64_t)seat, c->key, c->player,
                            c->time) &&
           join(store, id, seat, c->player, err);
}

static bool find_claim(struct vl_store *store, const char *id, uint32_t seat,
                       struct vl_stored_claim *c, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_CLAIM, err, "ti", id, (int64_t)seat);
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    bool found =
        code == SQLITE_ROW && vl_sqlite_hash(q, 0, c->key) && vl_sqlite_hash(q, 1, c->player);
    if (found)
        c->time = sqlite3_column_int64(q, 2);
    return q && vl_sqlite_done(s, q, code, err) &&
           (found || vl_fail(err, VL_NOT_FOUND, NULL, "nobody has claimed the seat"));
}

static bool set_active(struct vl_store *store, const char *id, uint32_t seat, int64_t time,
                       struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), SET_ACTIVE, err, "tii", id, (int64_t)seat, time);
}

/* ---- Moving seats ---- */

static bool set_transfer(struct vl_store *store, const char *id, uint32_t seat, const uint8_t *hash,
                         int64_t expires, bool stay, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), SET_TRANSFER, err, "tihii", id, (int64_t)seat,
                            hash, expires, (int64_t)stay);
}

static bool take_transfer(struct vl_store *store, const char *id, uint32_t seat,
                          const uint8_t *hash, int64_t now, bool *stay, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_TRANSFER, err, "tihi", id, (int64_t)seat, hash, now);
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    bool found = code == SQLITE_ROW;
    if (found)
        *stay = sqlite3_column_int(q, 0) != 0;
    return q && vl_sqlite_done(s, q, code, err) &&
           (found || vl_fail(err, VL_NOT_FOUND, NULL, "this link was used or has run out")) &&
           vl_sqlite_change(s, DROP_TRANSFER, err, "ti", id, (int64_t)seat);
}

static bool set_vote(struct vl_store *store, const char *id, uint32_t seat,
                     const struct vl_stored_vote *vote, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    if (!vote->opened)
        return vl_sqlite_change(s, DROP_VOTE, err, "ti", id, (int64_t)seat);
    return vl_sqlite_change(s, SET_VOTE, err, "tiiiii", id, (int64_t)seat, vote->opened,
                            (int64_t)vote->agreed, (int64_t)vote->passed, vote->served);
}

static bool find_votes(struct vl_store *store, const char *id, struct vl_stored_vote *votes,
                       struct vl_error *err)
{
    memset(votes, 0, VL_MAX_SEATS * sizeof *votes);
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_VOTES, err, "t", id);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        int64_t seat = sqlite3_column_int64(q, 0);
        if (seat < 0 || seat >= VL_MAX_SEATS)
            continue;
        votes[seat].opened = sqlite3_column_int64(q, 1);
        votes[seat].agreed = (uint32_t)sqlite3_column_int64(q, 2);
        votes[seat].passed = sqlite3_column_int(q, 3) != 0;
        votes[seat].served = sqlite3_column_int64(q, 4);
    }
    return q && vl_sqlite_done(s, q, code, err);
}

static bool hand_over(struct vl_store *store, const char *id, uint32_t seat, const uint8_t *player,
                      enum vl_departure how, int64_t time, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    bool good = vl_sqlite_change(s, ADD_DEPARTURES, err, "tihii", id, (int64_t)seat, player, time,
                                 (int64_t)how) &&
                vl_sqlite_change(s, DROP_SEAT_HOLDERS, err, "ti", id, (int64_t)seat) &&
                vl_sqlite_change(s, DROP_CLAIM, err, "ti", id, (int64_t)seat) &&
                vl_sqlite_change(s, DROP_TRANSFER, err, "ti", id, (int64_t)seat);
    return good && (!player || join(store, id, seat, player, err));
}

static bool list_departures(struct vl_store *store, const uint8_t *player, const char *id,
                            vl_each_departure *each, void *context, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, LIST_DEPARTURES, err, "th", id, player);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        char match[VL_MATCH_ID_SIZE];
        vl_sqlite_text(q, 0, match, sizeof match);
        if (!each(context, match, (uint32_t)sqlite3_column_int64(q, 1), sqlite3_column_int64(q, 2),
                  (enum vl_departure)sqlite3_column_int(q, 3)))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err);
}

static bool drop_departures(struct vl_store *store, const uint8_t *player, const char *id,
                            struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), DROP_DEPARTURES, err, "th", id, player);
}

/* ---- Results ---- */

static bool add_result(struct vl_store *store, const struct vl_stored_result *r,
                       struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), ADD_RESULT, err, "titiiiiiii", r->match,
                            (int64_t)r->seat, r->game, (int64_t)r->seats, (int64_t)r->people,
                            (int64_t)r->level, (int64_t)r->points, (int64_t)r->rank,
                            (int64_t)r->shared, r->time);
}

static bool list_results(struct vl_store *store, const uint8_t *player, vl_each_result *each,
                         void *context, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, LIST_RESULTS, err, "h", player);
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
        vl_sqlite_text(q, 0, r.match, sizeof r.match);
        vl_sqlite_text(q, 2, r.game, sizeof r.game);
        if (!each(context, &r))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err);
}

static bool drop_results(struct vl_store *store, const uint8_t *player, const char *game,
                         struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), DROP_RESULTS, err, "th", game, player);
}

static bool list_unnoted(struct vl_store *store, uint32_t limit, vl_each_id *each, void *context,
                         struct vl_error *err)
{
    return vl_sqlite_each_id(vl_sqlite_of(store), LIST_UNNOTED, each, context, err, "i",
                             (int64_t)limit);
}

static bool noted(struct vl_store *store, const char *id, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), NOTED, err, "t", id);
}

/* ---- Everything of one player ---- */

static bool list_finished(struct vl_store *store, const uint8_t *player, uint32_t skip,
                          uint32_t limit, vl_each_id *each, void *context, struct vl_error *err)
{
    return vl_sqlite_each_id(vl_sqlite_of(store), LIST_FINISHED, each, context, err, "hii", player,
                             (int64_t)limit, (int64_t)skip);
}

static bool others(struct vl_store *store, const uint8_t *player, const char *id, bool *any,
                   uint32_t *seats, struct vl_error *err)
{
    *any = false;
    *seats = 0;
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, OTHERS, err, "th", id, player);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        if (sqlite3_column_int(q, 2))
            *any = true;
        else if (sqlite3_column_int(q, 1))
            *seats |= 1U << (sqlite3_column_int(q, 0) & 31);
    }
    return q && vl_sqlite_done(s, q, code, err);
}

static bool drop_chat(struct vl_store *store, const char *id, uint32_t seats, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), DROP_SEATS_CHAT, err, "ti", id, (int64_t)seats);
}

/* Deletes in the order that foreign keys demand; the other tables cascade. */
static bool drop_match(struct vl_store *store, const char *id, struct vl_error *err)
{
    static const enum vl_statement parts[] = {DROP_COMMITS, DROP_HOLDERS, DROP_SEATS, DROP_MATCH};
    struct vl_sqlite *s = vl_sqlite_with_commits(store);
    vl_match_cache_forget(&s->cache, id);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!vl_sqlite_change(s, parts[i], err, "t", id))
            return false;
    return true;
}

const struct vl_people_functions vl_people_sqlite = {
    .add_origin = add_origin,
    .find_origin = find_origin,
    .count_holders = count_holders,
    .join = join,
    .claim = claim,
    .find_claim = find_claim,
    .set_active = set_active,
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
