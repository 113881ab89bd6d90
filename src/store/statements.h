/* What the SQLite store says to its file. Included by sqlite.c alone. */
#ifndef VALISE_STORE_STATEMENTS_H
#define VALISE_STORE_STATEMENTS_H

enum statement {
    ADD_MATCH,
    ADD_SEAT,
    UPDATE_MATCH,
    UPDATE_POSITION,
    UPDATE_SEAT,
    FIND_MATCH,
    FIND_SEATS,
    LIST_MATCHES,
    LIST_STALE,
    MATCH_NUMBER,
    COMMIT_KEYS,
    ADD_COMMIT,
    LIST_COMMITS,
    FIND_KEY,
    HOLD,
    LET_GO,
    HELD,
    HELD_BY_ANY,
    COPY_HOLDERS,
    LIST_HELD,
    COUNT_HELD,
    ADD_DECK,
    FIND_DECK,
    ADD_REVIEW,
    FIND_REVIEW,
    LAST_CHAT,
    ADD_CHAT,
    DROP_CHAT,
    LIST_CHAT,
    SERVED,
    SET_SERVED,
    LIST_CLOCKS,
    NEXT_CLOCK,
    COUNT_STATUS,
    STATEMENT_COUNT,
};

#define NUMBER "(SELECT number FROM matches WHERE id = ?1)"
/* Of a match, what its last commit says, or 0. */
#define LAST(column)                                                                               \
    "coalesce((SELECT " column " FROM commits WHERE match = number ORDER BY start DESC LIMIT 1), " \
    "0)"

static const char *const statements[STATEMENT_COUNT] = {
    [ADD_MATCH] = "INSERT INTO matches (id, game, rules_version, deck, options, seats, status,"
                  " position, created, changed, next, secret, clock, clock_time, clock_given,"
                  " clock_end, minded, chat)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"
                  " ?16, ?17, ?18)",
    [ADD_SEAT] = "INSERT INTO seats (match, seat, bot, player, name, secret_hash, nonce, muted)"
                 " VALUES (" NUMBER ", ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [UPDATE_MATCH] = "UPDATE matches SET status = ?2, position = ?3, changed = ?4, next = ?5,"
                     " clock_given = ?6, clock_end = ?7, minded = ?8 WHERE number = ?1",
    /* Apart, because the columns above stand in indices, which would be written as well. */
    [UPDATE_POSITION] = "UPDATE matches SET position = ?2, changed = ?3 WHERE number = ?1",
    [UPDATE_SEAT] = "UPDATE seats SET bot = ?3, player = ?4, name = ?5, secret_hash = ?6,"
                    " nonce = ?7, muted = ?8 WHERE match = " NUMBER " AND seat = ?2",
    [FIND_MATCH] =
        "SELECT game, rules_version, deck, options, seats, status,"
        " max(position, " LAST("position") "), created, max(changed, " LAST(
            "time") "),"
                    " next, secret, clock, clock_time, clock_given, clock_end, minded, chat"
                    " FROM matches WHERE id = ?1",
    [FIND_SEATS] = "SELECT seat, bot, player, name, secret_hash, nonce, muted FROM seats"
                   " WHERE match = " NUMBER " ORDER BY seat",
    [LIST_MATCHES] = "SELECT id FROM matches WHERE status = ?1 ORDER BY number",
    [LIST_STALE] = "SELECT id FROM matches WHERE (status >= 2) = ?1 AND changed < ?2"
                   " AND " LAST("time") " < ?2 ORDER BY changed, number LIMIT ?3",
    [MATCH_NUMBER] = "SELECT number FROM matches WHERE id = ?1",
    [COMMIT_KEYS] = "SELECT position, seat, key, time FROM commits WHERE match = ?1 ORDER BY start",
    [ADD_COMMIT] = "INSERT INTO commits (match, start, position, seat, key, time, moves)"
                   " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [LIST_COMMITS] = "SELECT start, position, seat, key, time, moves FROM commits"
                     " WHERE match = " NUMBER " ORDER BY start",
    [FIND_KEY] = "SELECT start, position FROM commits"
                 " WHERE match = ?1 AND seat = ?2 AND key = ?3",
    [HOLD] = "INSERT OR IGNORE INTO holders (player, match, seat) VALUES (?2, " NUMBER ", ?3)",
    [LET_GO] = "DELETE FROM holders WHERE player = ?2 AND match = " NUMBER,
    [HELD] = "SELECT seat FROM holders WHERE player = ?2 AND match = " NUMBER,
    [HELD_BY_ANY] = "SELECT DISTINCT seat FROM holders WHERE match = " NUMBER,
    [COPY_HOLDERS] = "INSERT OR IGNORE INTO holders (player, match, seat)"
                     " SELECT player, (SELECT number FROM matches WHERE id = ?3), ?4 FROM holders"
                     " WHERE match = " NUMBER " AND seat = ?2",
    [LIST_HELD] = "SELECT DISTINCT id, max(changed, " LAST(
        "time") ") AS at, number FROM holders"
                " JOIN matches ON match = number"
                " WHERE player = ?1 ORDER BY at DESC, number DESC LIMIT ?2",
    [COUNT_HELD] = "SELECT count(DISTINCT match) FROM holders JOIN matches ON match = number"
                   " WHERE player = ?1 AND status < 2",
    [ADD_DECK] = "INSERT OR IGNORE INTO decks (game, hash, place, name, bytes)"
                 " VALUES (?1, ?2, ?3, ?4, ?5)",
    [FIND_DECK] = "SELECT name, bytes FROM decks WHERE game = ?1 AND hash = ?2 ORDER BY place",
    [LAST_CHAT] = "SELECT coalesce(max(number), 0) FROM chat WHERE match = " NUMBER,
    [ADD_CHAT] = "INSERT INTO chat (match, number, seat, time, text)"
                 " VALUES (" NUMBER ", ?2, ?3, ?4, ?5)",
    [DROP_CHAT] = "DELETE FROM chat WHERE match = " NUMBER " AND number <= ?2",
    [LIST_CHAT] = "SELECT number, seat, time, text FROM chat"
                  " WHERE match = " NUMBER " AND number > ?2 ORDER BY number",
    [SERVED] = "SELECT served FROM service",
    [SET_SERVED] = "UPDATE service SET served = ?1",
    [ADD_REVIEW] = "INSERT OR REPLACE INTO reviews (match, version, text)"
                   " VALUES (" NUMBER ", ?2, ?3)",
    [FIND_REVIEW] = "SELECT text FROM reviews WHERE match = " NUMBER " AND version = ?2",
    [LIST_CLOCKS] = "SELECT id FROM matches"
                    " WHERE clock_end > 0 AND status = 1 AND clock_end <= ?1 ORDER BY clock_end",
    [NEXT_CLOCK] = "SELECT min(clock_end) FROM matches WHERE clock_end > 0 AND status = 1",
    [COUNT_STATUS] = "SELECT status, count(*) FROM matches GROUP BY status",
};

#endif
