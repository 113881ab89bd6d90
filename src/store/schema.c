/*
 * The tables of the store in SQLite.
 *
 * Migrations: one step leads from each format to the next. A new file takes every step, an older
 * one those that it lacks, so both end with the same tables. A step that was released is never
 * changed.
 */
#include "store/schema.h"

#include <sqlite3.h>

#include "core/banned.h"
#include "valise/error.h"

/* Matches, their moves, who sits where, the decks they are played with. */
static const char first_step[] =
    "CREATE TABLE matches ("
    " number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " rules_version INTEGER NOT NULL, deck TEXT NOT NULL, options TEXT NOT NULL,"
    " seats INTEGER NOT NULL, status INTEGER NOT NULL, position INTEGER NOT NULL,"
    " created INTEGER NOT NULL, changed INTEGER NOT NULL, next TEXT NOT NULL,"
    " secret BLOB NOT NULL) STRICT;"
    "CREATE INDEX matches_by_status ON matches (status, number);"
    "CREATE TABLE seats ("
    " match INTEGER NOT NULL REFERENCES matches, seat INTEGER NOT NULL, bot INTEGER NOT NULL,"
    " player TEXT NOT NULL, name TEXT NOT NULL, secret_hash BLOB NOT NULL, nonce BLOB,"
    " PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE commits ("
    " match INTEGER NOT NULL REFERENCES matches, start INTEGER NOT NULL,"
    " position INTEGER NOT NULL, seat INTEGER NOT NULL, key TEXT, time INTEGER NOT NULL,"
    " moves TEXT NOT NULL, PRIMARY KEY (match, start)) STRICT, WITHOUT ROWID;"
    "CREATE UNIQUE INDEX commits_by_key ON commits (match, seat, key) WHERE key IS NOT NULL;"
    "CREATE TABLE holders ("
    " player BLOB NOT NULL, match INTEGER NOT NULL REFERENCES matches, seat INTEGER NOT NULL,"
    " PRIMARY KEY (player, match, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX holders_by_match ON holders (match, seat);"
    "CREATE TABLE decks ("
    " game TEXT NOT NULL, hash TEXT NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL,"
    " bytes BLOB NOT NULL, PRIMARY KEY (game, hash, place)) STRICT, WITHOUT ROWID;";

/* Clocks and stand-in bots (the column "minded"), chat, and the time served, by which clocks count.
 */
static const char table_step[] =
    "ALTER TABLE matches ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN clock_time INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN clock_given INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN clock_end INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN minded INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN chat INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX matches_by_clock ON matches (clock_end) WHERE clock_end > 0 AND status = 1;"
    "ALTER TABLE seats ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE chat ("
    " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, number INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, time INTEGER NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (match, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE service (one INTEGER PRIMARY KEY CHECK (one = 1), served INTEGER NOT NULL)"
    " STRICT;"
    "INSERT INTO service (one, served) VALUES (1, 0);";

/* Reviews of finished matches, as they were made. */
static const char review_step[] =
    "CREATE TABLE reviews ("
    " match INTEGER NOT NULL PRIMARY KEY REFERENCES matches ON DELETE CASCADE,"
    " version INTEGER NOT NULL, text TEXT NOT NULL) STRICT, WITHOUT ROWID;";

/* Origins of matches, seats that change browsers, and results of people. The table "unnoted" lists
 * the finished matches whose results the server has yet to note. */
static const char people_step[] =
    "CREATE TABLE origins ("
    " match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE, kind INTEGER NOT NULL,"
    " source TEXT NOT NULL, position INTEGER NOT NULL, head TEXT NOT NULL) STRICT;"
    "CREATE TABLE transfers ("
    " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL,"
    " hash BLOB NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (match, seat))"
    " STRICT, WITHOUT ROWID;"
    "CREATE TABLE votes ("
    " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL,"
    " opened INTEGER NOT NULL, agreed INTEGER NOT NULL, passed INTEGER NOT NULL,"
    " PRIMARY KEY (match, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE departures ("
    " player BLOB NOT NULL, match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
    " seat INTEGER NOT NULL, time INTEGER NOT NULL, how INTEGER NOT NULL,"
    " PRIMARY KEY (player, match, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX departures_by_match ON departures (match);"
    "CREATE TABLE results ("
    " player BLOB NOT NULL, match TEXT NOT NULL, seat INTEGER NOT NULL, game TEXT NOT NULL,"
    " seats INTEGER NOT NULL, people INTEGER NOT NULL, level INTEGER NOT NULL,"
    " points INTEGER NOT NULL, rank INTEGER NOT NULL, shared INTEGER NOT NULL,"
    " time INTEGER NOT NULL, PRIMARY KEY (player, match, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE unnoted (match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE) STRICT;"
    "INSERT INTO unnoted (match) SELECT number FROM matches WHERE status = 2;";

/* Keys are found by reading the commits of their match: an index of them cost every commit as much
 * time as the commit itself. */
static const char key_step[] = "DROP INDEX commits_by_key;";

/* The tables stay. But from this format on the row of a match may be older than its commits, and an
 * earlier program would believe the row: the new number keeps it out. */
static const char lag_step[] = "";

/*
 * Links that work once, devices, votes that count time served, and nonces that are pledged before
 * they are revealed (room/deal.h). A seat of an earlier program that somebody holds has used its
 * link; so the links that a match's maker still has no longer open the seats of others. An open
 * vote starts its time again: an earlier program did not note when it began in time served.
 */
static const char seat_step[] =
    "ALTER TABLE seats ADD COLUMN link_used INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN active INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE seats ADD COLUMN pledge BLOB;"
    "ALTER TABLE matches ADD COLUMN deal INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE matches ADD COLUMN restarts INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE transfers ADD COLUMN stay INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE votes ADD COLUMN served INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE claims ("
    " match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL,"
    " key BLOB NOT NULL, player BLOB NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (match, seat))"
    " STRICT, WITHOUT ROWID;"
    "UPDATE seats SET link_used = 1 WHERE EXISTS (SELECT 1 FROM holders"
    " WHERE holders.match = seats.match AND holders.seat = seats.seat);"
    "UPDATE votes SET served = (SELECT served FROM service);";

/* Fair shares: who made an open match, as a keyed hash of the address. The index holds open matches
 * only, because `maker` is 0 otherwise, and no move writes the column. A store that has matches
 * already is an upgrade: the default retention, which is new, deletes nothing for thirty days, so
 * that an operator can read about it in the log and set another one. */
static const char share_step[] =
    "ALTER TABLE matches ADD COLUMN maker INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX matches_by_maker ON matches (maker) WHERE maker <> 0;"
    "ALTER TABLE service ADD COLUMN address_key BLOB NOT NULL DEFAULT x'';"
    "ALTER TABLE service ADD COLUMN retention_from INTEGER NOT NULL DEFAULT 0;"
    "UPDATE service SET address_key = randomblob(16), retention_from ="
    " CASE WHEN EXISTS (SELECT 1 FROM matches) THEN strftime('%s', 'now') + 30 * 86400 ELSE 0 END;";

/* For operators: who made a match, what they have closed, whom they have banned. An address is
 * forgotten when its match is over. */
static const char operator_step[] =
    "CREATE TABLE makers ("
    " match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE, address TEXT NOT NULL)"
    " STRICT;"
    "CREATE TABLE closures ("
    " match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE, time INTEGER NOT NULL,"
    " why TEXT NOT NULL) STRICT;"
    "CREATE TRIGGER makers_of_open_matches AFTER UPDATE OF status ON matches WHEN NEW.status = 2"
    " BEGIN DELETE FROM makers WHERE match = NEW.number; END;"
    "CREATE TABLE bans ("
    " network TEXT PRIMARY KEY, made INTEGER NOT NULL, until INTEGER NOT NULL, why TEXT NOT NULL)"
    " STRICT, WITHOUT ROWID;";

/* The step at i leads to format i + 1. */
static const char *const steps[] = {first_step, table_step, review_step, people_step,  key_step,
                                    lag_step,   seat_step,  share_step,  operator_step};

enum { FORMAT = sizeof steps / sizeof *steps };

static bool fail(sqlite3 *db, const char *what, struct vl_error *err)
{
    return vl_fail(err, VL_IO, sqlite3_db_filename(db, "main"), "%s: %s (SQLite %d)", what,
                   sqlite3_errmsg(db), sqlite3_extended_errcode(db));
}

/* The number that a query finds; `trouble` says what cannot be done without it. */
static bool ask(sqlite3 *db, const char *sql, const char *trouble, int *number,
                struct vl_error *err)
{
    sqlite3_stmt *q = NULL;
    bool good =
        sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW;
    if (good)
        *number = sqlite3_column_int(q, 0);
    else
        fail(db, trouble, err);
    sqlite3_finalize(q);
    return good;
}

bool vl_sqlite_is_ours(sqlite3 *db, struct vl_error *err)
{
    static const char sql[] = "SELECT count(*) = 0 OR sum(type = 'table' AND name IN ('matches', "
                              "'seats', 'commits')) = 3 FROM sqlite_schema";
    int ours = 0;
    return ask(db, sql, "the store cannot be used", &ours, err) &&
           (ours || vl_fail(err, VL_REFUSED, sqlite3_db_filename(db, "main"),
                            "this is the database of another program"));
}

bool vl_sqlite_schema(sqlite3 *db, struct vl_error *err)
{
    int format = 0;
    char set[48];
    if (!ask(db, "PRAGMA user_version", "the store cannot be read", &format, err))
        return false;
    if (format == FORMAT)
        return true;
    if (format < 0 || format > FORMAT)
        return vl_fail(err, VL_REFUSED, sqlite3_db_filename(db, "main"),
                       "the store has format %d, this program knows up to %d", format, FORMAT);
    snprintf(set, sizeof set, "PRAGMA user_version = %d", FORMAT);
    bool good = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    for (int i = format; good && i < FORMAT; i++)
        good = sqlite3_exec(db, steps[i], NULL, NULL, NULL) == SQLITE_OK;
    good = good && sqlite3_exec(db, set, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (good)
        return true;
    fail(db,
         format ? "the store cannot be brought to the present format" : "the store cannot be made",
         err);
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
