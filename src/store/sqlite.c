/*
 * The store in one SQLite file: matches with their commits, and what belongs to them.
 *
 * Inside, a match has a row number, by which its commits are stored side by side. The primary key
 * of a commit is the position it starts from: no move can be stored twice. The last commit row is
 * authoritative for a match's position and time; the match's own row is refreshed at most hourly,
 * so that a move writes one row and not two.
 */
#include "core/banned.h"
#include "store/connection.h"
#include "store/shares.h"

enum { MOST_LAG = 3600 }; /* seconds that the row of a match may be older than its last commit */

/* ---- Matches ---- */

/* Reads the last position of a match, and the keys of its commits. */
static bool read_keys(struct vl_sqlite *s, struct vl_cached_match *cached, struct vl_error *err)
{
    sqlite3_stmt *q = vl_sqlite_ask(s, COMMIT_KEYS, err, "i", cached->number);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        const char *key = (const char *)sqlite3_column_text(q, 2);
        cached->end = (uint32_t)sqlite3_column_int64(q, 0);
        cached->time = sqlite3_column_int64(q, 3);
        if (key)
            vl_cached_match_add_key(cached, sqlite3_column_int(q, 1), key);
    }
    return q && vl_sqlite_done(s, q, code, err);
}

/* The cache entry of a match, read from the file if there is none. NULL: err says why. */
static struct vl_cached_match *cache_entry(struct vl_sqlite *s, const char *id,
                                           struct vl_error *err)
{
    struct vl_cached_match *cached = vl_match_cache_find(&s->cache, id);
    if (cached)
        return cached;
    sqlite3_stmt *q =
        vl_sqlite_write_commits(s, err) ? vl_sqlite_ask(s, MATCH_NUMBER, err, "t", id) : NULL;
    int64_t number = 0;
    if (!vl_sqlite_number(s, q, 0, &number, err))
        return NULL;
    if (!number) {
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
        return NULL;
    }
    cached = vl_match_cache_add(&s->cache, id);
    cached->number = number;
    if (read_keys(s, cached, err))
        return cached;
    vl_match_cache_forget(&s->cache, id);
    return NULL;
}

static bool write_seat(struct vl_sqlite *s, enum vl_statement which,
                       const struct vl_stored_match *m, uint32_t seat, struct vl_error *err)
{
    const struct vl_stored_seat *p = &m->seat[seat];
    return vl_sqlite_change(
        s, which, err, "tiitthhiiih", m->id, (int64_t)seat, (int64_t)p->bot, p->player, p->name,
        p->secret_hash, m->seal.has_nonce[seat] ? m->seal.nonce[seat] : NULL, (int64_t)p->muted,
        (int64_t)p->link_used, p->active, m->seal.has_pledge[seat] ? m->seal.pledge[seat] : NULL);
}

static bool add_match(struct vl_store *store, const struct vl_stored_match *m, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    bool good = vl_sqlite_change(
        s, ADD_MATCH, err, "ttittiiiiithiiiiiiiii", m->id, m->game, (int64_t)m->rules_version,
        m->deck_hash, m->options, (int64_t)m->seats, (int64_t)m->status, (int64_t)m->position,
        m->created, m->changed, m->next, m->seal.secret, (int64_t)m->clock, m->clock_time,
        m->clock_given, m->clock_end, (int64_t)m->stand_ins, (int64_t)m->chat, (int64_t)m->deal,
        (int64_t)m->seal.restarts, (int64_t)m->maker);
    for (uint32_t seat = 0; good && seat < m->seats; seat++)
        good = write_seat(s, ADD_SEAT, m, seat, err);
    return good;
}

/* Writes the row of a match. If nothing but position and time is new, these are written alone, and
 * only if the last commit does not say the same or the row is older than MOST_LAG. */
static bool write_match(struct vl_sqlite *s, const struct vl_stored_match *m,
                        struct vl_cached_match *cached, struct vl_error *err)
{
    bool same = vl_cached_match_same_row(cached, m);
    if (same && m->position == cached->end && m->changed == cached->time &&
        m->changed >= cached->changed && m->changed - cached->changed < MOST_LAG)
        return true;
    bool good =
        same ? vl_sqlite_change(s, UPDATE_POSITION, err, "iii", cached->number,
                                (int64_t)m->position, m->changed)
             : vl_sqlite_change(s, UPDATE_MATCH, err, "iiiitiii", cached->number,
                                (int64_t)m->status, (int64_t)m->position, m->changed, m->next,
                                m->clock_given, m->clock_end, (int64_t)m->stand_ins);
    if (!good)
        return false;
    vl_cached_match_note_row(cached, m);
    return sqlite3_changes(s->db) == 1 ||
           vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
}

static bool update_match(struct vl_store *store, const struct vl_stored_match *m, bool with_seats,
                         struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    struct vl_cached_match *cached =
        vl_sqlite_start_writing(s, err) ? cache_entry(s, m->id, err) : NULL;
    bool good = cached && write_match(s, m, cached, err);
    if (good && with_seats)
        good = vl_sqlite_change(s, UPDATE_DEAL, err, "tii", m->id, (int64_t)m->deal,
                                (int64_t)m->seal.restarts);
    for (uint32_t seat = 0; good && with_seats && seat < m->seats; seat++)
        good = write_seat(s, UPDATE_SEAT, m, seat, err);
    return good;
}

static bool read_seats(struct vl_sqlite *s, struct vl_stored_match *m, struct vl_error *err)
{
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_SEATS, err, "t", m->id);
    if (!q)
        return false;
    uint32_t count = 0;
    int code;
    while ((code = sqlite3_step(q)) == SQLITE_ROW) {
        int64_t seat = sqlite3_column_int64(q, 0);
        if (seat != count || seat >= VL_MAX_SEATS)
            break;
        struct vl_stored_seat *p = &m->seat[seat];
        p->bot = sqlite3_column_int(q, 1) != 0;
        vl_sqlite_text(q, 2, p->player, sizeof p->player);
        vl_sqlite_text(q, 3, p->name, sizeof p->name);
        vl_sqlite_hash(q, 4, p->secret_hash);
        m->seal.has_nonce[seat] = vl_sqlite_hash(q, 5, m->seal.nonce[seat]);
        p->muted = (uint32_t)sqlite3_column_int64(q, 6);
        p->link_used = sqlite3_column_int(q, 7) != 0;
        p->active = sqlite3_column_int64(q, 8);
        m->seal.has_pledge[seat] = vl_sqlite_hash(q, 9, m->seal.pledge[seat]);
        count++;
    }
    return vl_sqlite_done(s, q, code, err) &&
           ((code == SQLITE_DONE && count == m->seats) ||
            vl_fail(err, VL_IO, m->id, "the seats of the match cannot be read"));
}

/* Reads the row of a match that `q` has found; false: its values are out of range. */
static bool read_match(sqlite3_stmt *q, struct vl_stored_match *m)
{
    vl_sqlite_text(q, 0, m->game, sizeof m->game);
    m->rules_version = (uint32_t)sqlite3_column_int64(q, 1);
    vl_sqlite_text(q, 2, m->deck_hash, sizeof m->deck_hash);
    vl_sqlite_text(q, 3, m->options, sizeof m->options);
    m->seats = (uint32_t)sqlite3_column_int64(q, 4);
    m->status = (enum vl_match_status)sqlite3_column_int(q, 5);
    m->position = (uint32_t)sqlite3_column_int64(q, 6);
    m->created = sqlite3_column_int64(q, 7);
    m->changed = sqlite3_column_int64(q, 8);
    vl_sqlite_text(q, 9, m->next, sizeof m->next);
    m->clock = (enum vl_clock)sqlite3_column_int(q, 11);
    m->clock_time = sqlite3_column_int64(q, 12);
    m->clock_given = sqlite3_column_int64(q, 13);
    m->clock_end = sqlite3_column_int64(q, 14);
    m->stand_ins = (uint32_t)sqlite3_column_int64(q, 15);
    m->chat = (enum vl_chat)sqlite3_column_int(q, 16);
    m->deal = (enum vl_deal)sqlite3_column_int(q, 17);
    m->seal.restarts = (uint32_t)sqlite3_column_int64(q, 18);
    m->maker = (uint64_t)sqlite3_column_int64(q, 19);
    return vl_sqlite_hash(q, 10, m->seal.secret) && m->seats <= VL_MAX_SEATS &&
           m->status <= VL_MATCH_CLOSED && m->clock <= VL_CLOCK_DAYS && m->chat <= VL_CHAT_OFF &&
           m->deal <= VL_DEAL_DONE;
}

static bool find_match(struct vl_store *store, const char *id, struct vl_stored_match *m,
                       struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_with_commits(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_MATCH, err, "t", id);
    if (!q)
        return false;
    *m = (struct vl_stored_match){0};
    snprintf(m->id, sizeof m->id, "%s", id);
    int code = sqlite3_step(q);
    bool good = code == SQLITE_ROW && read_match(q, m);
    if (!vl_sqlite_done(s, q, code, err))
        return false;
    if (code != SQLITE_ROW)
        return vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
    if (!good)
        return vl_fail(err, VL_IO, id, "the match cannot be read");
    m->seal.revealed = true;
    vl_seal_commit(&m->seal);
    return read_seats(s, m, err);
}

static bool list_matches(struct vl_store *store, enum vl_match_status status, vl_each_id *each,
                         void *context, struct vl_error *err)
{
    return vl_sqlite_each_id(vl_sqlite_of(store), LIST_MATCHES, each, context, err, "i",
                             (int64_t)status);
}

static bool list_stale(struct vl_store *store, bool over, int64_t before, uint32_t limit,
                       vl_each_id *each, void *context, struct vl_error *err)
{
    return vl_sqlite_each_id(vl_sqlite_with_commits(store), LIST_STALE, each, context, err, "iii",
                             (int64_t)over, before, (int64_t)limit);
}

/* ---- Commits ---- */

/* Finds a key among the commits of a match. Most keys are new, and the cache knows that without the
 * file. */
static bool find_cached_key(struct vl_sqlite *s, const struct vl_cached_match *cached, int seat,
                            const char *key, uint32_t *from, uint32_t *position,
                            struct vl_error *err)
{
    if (!vl_cached_match_may_have_key(cached, seat, key))
        return vl_fail(err, VL_NOT_FOUND, NULL, "no commit has this key");
    sqlite3_stmt *q =
        vl_sqlite_write_commits(s, err)
            ? vl_sqlite_ask(s, FIND_KEY, err, "iit", cached->number, (int64_t)seat, key)
            : NULL;
    if (!q)
        return false;
    int code = sqlite3_step(q);
    if (code == SQLITE_ROW) {
        *from = (uint32_t)sqlite3_column_int64(q, 0);
        *position = (uint32_t)sqlite3_column_int64(q, 1);
    }
    return vl_sqlite_done(s, q, code, err) &&
           (code == SQLITE_ROW || vl_fail(err, VL_NOT_FOUND, NULL, "no commit has this key"));
}

static bool find_key(struct vl_store *store, const char *id, int seat, const char *key,
                     uint32_t *from, uint32_t *position, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    const struct vl_cached_match *cached = cache_entry(s, id, err);
    return cached && find_cached_key(s, cached, seat, key, from, position, err);
}

/* Whether a commit continues the match where the store has it, with a key that is new. */
static bool follows(struct vl_sqlite *s, const struct vl_cached_match *cached,
                    const struct vl_stored_commit *c, struct vl_error *err)
{
    struct vl_error none = {0};
    uint32_t from, position;
    if (cached->end != c->from || c->position <= c->from)
        return vl_fail(err, VL_REFUSED, NULL, "the store is at position %u, not at %u", cached->end,
                       c->from);
    if (!c->key)
        return true;
    if (find_cached_key(s, cached, c->seat, c->key, &from, &position, &none))
        return vl_fail(err, VL_REFUSED, NULL, "the commit from position %u has this key", from);
    if (none.code != VL_NOT_FOUND && err)
        *err = none;
    return none.code == VL_NOT_FOUND;
}

static bool add_commit(struct vl_store *store, const char *id, const struct vl_stored_commit *c,
                       struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    struct vl_cached_match *cached =
        vl_sqlite_start_writing(s, err) ? cache_entry(s, id, err) : NULL;
    if (!cached || !follows(s, cached, c, err))
        return false;
    vl_commit_buffer_add(&s->buffer, cached->number, c);
    cached->end = c->position;
    cached->time = c->time;
    if (c->key)
        vl_cached_match_add_key(cached, c->seat, c->key);
    return true;
}

static bool list_commits(struct vl_store *store, const char *id, vl_each_commit *each,
                         void *context, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_with_commits(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, LIST_COMMITS, err, "t", id);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        struct vl_stored_commit c = {
            .from = (uint32_t)sqlite3_column_int64(q, 0),
            .position = (uint32_t)sqlite3_column_int64(q, 1),
            .seat = sqlite3_column_int(q, 2),
            .key = (const char *)sqlite3_column_text(q, 3),
            .time = sqlite3_column_int64(q, 4),
            .moves = (const char *)sqlite3_column_text(q, 5),
        };
        if (!each(context, &c))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err);
}

/* ---- Holders ---- */

static bool hold(struct vl_store *store, const uint8_t *player, const char *id, uint32_t seat,
                 struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), HOLD, err, "thi", id, player, (int64_t)seat);
}

static bool let_go(struct vl_store *store, const uint8_t *player, const char *id,
                   struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    return vl_sqlite_change(s, LET_GO, err, "th", id, player) &&
           vl_sqlite_change(s, DROP_OWN_CLAIMS, err, "th", id, player);
}

static bool held(struct vl_store *store, const uint8_t *player, const char *id, uint32_t *seats,
                 struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = player ? vl_sqlite_ask(s, HELD, err, "th", id, player)
                             : vl_sqlite_ask(s, HELD_BY_ANY, err, "t", id);
    int code = SQLITE_DONE;
    *seats = 0;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW)
        *seats |= 1U << (sqlite3_column_int(q, 0) & 31);
    return q && vl_sqlite_done(s, q, code, err);
}

static bool copy_holders(struct vl_store *store, const char *from, uint32_t from_seat,
                         const char *to, uint32_t to_seat, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), COPY_HOLDERS, err, "titi", from,
                            (int64_t)from_seat, to, (int64_t)to_seat);
}

static bool list_held(struct vl_store *store, const uint8_t *player, uint32_t limit,
                      vl_each_id *each, void *context, struct vl_error *err)
{
    return vl_sqlite_each_id(vl_sqlite_with_commits(store), LIST_HELD, each, context, err, "hi",
                             player, (int64_t)limit);
}

static bool count_held(struct vl_store *store, const uint8_t *player, uint32_t *count,
                       struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    int64_t number = 0;
    bool good =
        vl_sqlite_number(s, vl_sqlite_ask(s, COUNT_HELD, err, "h", player), 0, &number, err);
    *count = (uint32_t)number;
    return good;
}

/* ---- Chat ---- */

static bool add_chat(struct vl_store *store, const char *id, struct vl_stored_chat *message,
                     uint32_t keep, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    int64_t last = 0;
    if (!vl_sqlite_number(s, vl_sqlite_ask(s, LAST_CHAT, err, "t", id), 0, &last, err))
        return false;
    message->number = (uint32_t)(last + 1);
    return vl_sqlite_change(s, ADD_CHAT, err, "tiiit", id, last + 1, (int64_t)message->seat,
                            message->time, message->text) &&
           vl_sqlite_change(s, DROP_CHAT, err, "ti", id, last + 1 - keep);
}

static bool list_chat(struct vl_store *store, const char *id, uint32_t after, vl_each_chat *each,
                      void *context, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, LIST_CHAT, err, "ti", id, (int64_t)after);
    int code = SQLITE_DONE;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        struct vl_stored_chat message = {
            .number = (uint32_t)sqlite3_column_int64(q, 0),
            .seat = sqlite3_column_int(q, 1),
            .time = sqlite3_column_int64(q, 2),
            .text = (const char *)sqlite3_column_text(q, 3),
        };
        if (!each(context, &message))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err);
}

/* ---- Time served ---- */

static bool served(struct vl_store *store, int64_t *milliseconds, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    return vl_sqlite_number(s, vl_sqlite_ask(s, SERVED, err, ""), -1, milliseconds, err) &&
           (*milliseconds >= 0 ||
            vl_fail(err, VL_IO, NULL, "the store does not say how long it was served"));
}

static bool set_served(struct vl_store *store, int64_t milliseconds, struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), SET_SERVED, err, "i", milliseconds);
}

static bool list_clocks(struct vl_store *store, int64_t until, vl_each_id *each, void *context,
                        struct vl_error *err)
{
    return vl_sqlite_each_id(vl_sqlite_of(store), LIST_CLOCKS, each, context, err, "i", until);
}

static bool next_clock(struct vl_store *store, int64_t *end, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    return vl_sqlite_number(s, vl_sqlite_ask(s, NEXT_CLOCK, err, ""), INT64_MAX, end, err);
}

/* ---- Decks ---- */

static bool add_deck(struct vl_store *store, const char *game, const char *hash,
                     const struct vl_deck_file *files, uint32_t count, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    bool good = true;
    for (uint32_t i = 0; good && i < count; i++)
        good = vl_sqlite_change(s, ADD_DECK, err, "ttitb", game, hash, (int64_t)i, files[i].table,
                                files[i].bytes, (int64_t)files[i].size);
    return good;
}

static bool find_deck(struct vl_store *store, const char *game, const char *hash,
                      vl_each_deck_file *each, void *context, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_DECK, err, "tt", game, hash);
    int code = SQLITE_DONE;
    bool any = false;
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(q, 1);
        struct vl_deck_file file = {
            .table = (const char *)sqlite3_column_text(q, 0),
            .bytes = bytes ? bytes : "",
            .size = (size_t)sqlite3_column_bytes(q, 1),
        };
        any = true;
        if (!each(context, &file))
            break;
    }
    return q && vl_sqlite_done(s, q, code, err) &&
           (any || vl_fail(err, VL_NOT_FOUND, NULL, "there is no such deck"));
}

/* ---- Reviews ---- */

static bool add_review(struct vl_store *store, const char *id, uint32_t version, const char *text,
                       struct vl_error *err)
{
    return vl_sqlite_change(vl_sqlite_of(store), ADD_REVIEW, err, "tit", id, (int64_t)version,
                            text);
}

static bool find_review(struct vl_store *store, const char *id, uint32_t version,
                        struct vl_text *out, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, FIND_REVIEW, err, "ti", id, (int64_t)version);
    int code = q ? sqlite3_step(q) : SQLITE_DONE;
    if (code == SQLITE_ROW)
        vl_text_add(out, (const char *)sqlite3_column_text(q, 0));
    return q && vl_sqlite_done(s, q, code, err) &&
           (code == SQLITE_ROW ||
            vl_fail(err, VL_NOT_FOUND, NULL, "there is no review of this match"));
}

static bool stats(struct vl_store *store, struct vl_store_stats *out, struct vl_error *err)
{
    struct vl_sqlite *s = vl_sqlite_of(store);
    sqlite3_stmt *q = vl_sqlite_ask(s, COUNT_STATUS, err, "");
    int code = SQLITE_DONE;
    int64_t bytes = 0;
    *out = (struct vl_store_stats){0};
    while (q && (code = sqlite3_step(q)) == SQLITE_ROW) {
        int status = sqlite3_column_int(q, 0);
        if (status >= 0 && status < 4)
            out->matches[status] = (uint64_t)sqlite3_column_int64(q, 1);
    }
    if (!q || !vl_sqlite_done(s, q, code, err) ||
        !vl_sqlite_number(s, vl_sqlite_ask(s, STORE_BYTES, err, ""), 0, &bytes, err))
        return false;
    out->bytes = (uint64_t)bytes;
    out->log_bytes = vl_log_bytes(s->db);
    return true;
}

const struct vl_store_functions vl_store_sqlite = {
    .name = "sqlite",
    .open = vl_sqlite_open,
    .close = vl_sqlite_close,
    .begin = vl_sqlite_begin,
    .begin_sync = vl_sqlite_begin_sync,
    .sync = vl_sqlite_sync,
    .roll_back = vl_sqlite_roll_back,
    .dirty = vl_sqlite_dirty,
    .intact = vl_sqlite_intact,
    .checkpoint_failed = vl_sqlite_checkpoint_failed,
    .add_match = add_match,
    .update_match = update_match,
    .find_match = find_match,
    .list_matches = list_matches,
    .list_stale = list_stale,
    .add_commit = add_commit,
    .list_commits = list_commits,
    .find_key = find_key,
    .hold = hold,
    .let_go = let_go,
    .held = held,
    .copy_holders = copy_holders,
    .list_held = list_held,
    .count_held = count_held,
    .add_chat = add_chat,
    .list_chat = list_chat,
    .served = served,
    .set_served = set_served,
    .list_clocks = list_clocks,
    .next_clock = next_clock,
    .add_deck = add_deck,
    .find_deck = find_deck,
    .add_review = add_review,
    .operators = &vl_operators_sqlite,
    .find_review = find_review,
    .stats = stats,
    .people = &vl_people_sqlite,
    .shares = &vl_shares_sqlite,
};
