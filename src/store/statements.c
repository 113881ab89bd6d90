/*
 * The SQL statements of the store. In statements that use NUMBER, ?1 is the id of a match.
 */
#include "store/statements.h"

#include "core/banned.h"

#define NUMBER "(SELECT number FROM matches WHERE id = ?1)"
/* A column of the last commit of a match, or 0 if it has none. */
#define LAST(column)                                                                               \
    "coalesce((SELECT " column " FROM commits WHERE match = number ORDER BY start DESC LIMIT 1),"  \
    " 0)"
#define LAST_POSITION LAST("position")
#define LAST_TIME LAST("time")

const char *const vl_statements[VL_STATEMENTS] = {
    [ADD_MATCH] = "INSERT INTO matches (id, game, rules_version, deck, options, seats, status,"
                  " position, created, changed, next, secret, clock, clock_time, clock_given,"
                  " clock_end, minded, chat, deal, restarts, maker)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"
                  " ?16, ?17, ?18, ?19, ?20, ?21)",
    [ADD_SEAT] = "INSERT INTO seats (match, seat, bot, player, name, secret_hash, nonce, muted,"
                 " link_used, active, pledge)"
                 " VALUES (" NUMBER ", ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [UPDATE_MATCH] = "UPDATE matches SET status = ?2, position = ?3, changed = ?4, next = ?5,"
                     " clock_given = ?6, clock_end = ?7, minded = ?8 WHERE number = ?1",
    /* A statement of its own: columns of the one above are in indices, which SQLite would write as
     * well. */
    [UPDATE_POSITION] = "UPDATE matches SET position = ?2, changed = ?3 WHERE number = ?1",
    [UPDATE_SEAT] = "UPDATE seats SET bot = ?3, player = ?4, name = ?5, secret_hash = ?6,"
                    " nonce = ?7, muted = ?8, link_used = ?9, active = ?10, pledge = ?11"
                    " WHERE match = " NUMBER " AND seat = ?2",
    [UPDATE_DEAL] = "UPDATE matches SET deal = ?2, restarts = ?3 WHERE id = ?1",
    [FIND_MATCH] = "SELECT game, rules_version, deck, options, seats, status,"
                   " max(position, " LAST_POSITION "), created, max(changed, " LAST_TIME "),"
                   " next, secret, clock, clock_time, clock_given, clock_end, minded, chat,"
                   " deal, restarts, maker"
                   " FROM matches WHERE id = ?1",
    [FIND_SEATS] = "SELECT seat, bot, player, name, secret_hash, nonce, muted, link_used, active,"
                   " pledge FROM seats"
                   " WHERE match = " NUMBER " ORDER BY seat",
    [LIST_MATCHES] = "SELECT id FROM matches WHERE status = ?1 ORDER BY number",
    [LIST_STALE] = "SELECT id FROM matches WHERE (status >= 2) = ?1 AND changed < ?2"
                   " AND (clock_end = 0 OR status <> 1) AND " LAST_TIME
                   " < ?2 ORDER BY changed, number LIMIT ?3",
    [COUNT_STATUS] = "SELECT status, count(*) FROM matches GROUP BY status",
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
    [LIST_HELD] = "SELECT DISTINCT id, max(changed, " LAST_TIME ") AS at, number FROM holders"
                  " JOIN matches ON match = number"
                  " WHERE player = ?1 ORDER BY at DESC, number DESC LIMIT ?2",
    [COUNT_HELD] = "SELECT count(DISTINCT match) FROM holders JOIN matches ON match = number"
                   " WHERE player = ?1 AND status < 2",
    [LAST_CHAT] = "SELECT coalesce(max(number), 0) FROM chat WHERE match = " NUMBER,
    [ADD_CHAT] = "INSERT INTO chat (match, number, seat, time, text)"
                 " VALUES (" NUMBER ", ?2, ?3, ?4, ?5)",
    [DROP_CHAT] = "DELETE FROM chat WHERE match = " NUMBER " AND number <= ?2",
    [LIST_CHAT] = "SELECT number, seat, time, text FROM chat"
                  " WHERE match = " NUMBER " AND number > ?2 ORDER BY number",
    [SERVED] = "SELECT served FROM service",
    [SET_SERVED] = "UPDATE service SET served = ?1",
    [LIST_CLOCKS] = "SELECT id FROM matches"
                    " WHERE clock_end > 0 AND status = 1 AND clock_end <= ?1 ORDER BY clock_end",
    [NEXT_CLOCK] = "SELECT min(clock_end) FROM matches WHERE clock_end > 0 AND status = 1",
    [ADD_DECK] = "INSERT OR IGNORE INTO decks (game, hash, place, name, bytes)"
                 " VALUES (?1, ?2, ?3, ?4, ?5)",
    [FIND_DECK] = "SELECT name, bytes FROM decks WHERE game = ?1 AND hash = ?2 ORDER BY place",
    [ADD_REVIEW] = "INSERT OR REPLACE INTO reviews (match, version, text)"
                   " VALUES (" NUMBER ", ?2, ?3)",
    [FIND_REVIEW] = "SELECT text FROM reviews WHERE match = " NUMBER " AND version = ?2",
    [STORE_BYTES] = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",

    [SET_MAKER] = "INSERT OR REPLACE INTO makers (match, address) VALUES (" NUMBER ", ?2)",
    [FIND_MAKER] = "SELECT address FROM makers WHERE match = " NUMBER,
    [SET_CLOSURE] =
        "INSERT OR REPLACE INTO closures (match, time, why) VALUES (" NUMBER ", ?2, ?3)",
    [FIND_CLOSURE] = "SELECT why FROM closures WHERE match = " NUMBER,
    [SET_BAN] = "INSERT OR REPLACE INTO bans (network, made, until, why) VALUES (?1, ?2, ?3, ?4)",
    [DROP_BAN] = "DELETE FROM bans WHERE network = ?1",
    [LIST_BANS] = "SELECT network, made, until, why FROM bans ORDER BY made, network",
    [PAGE_MATCHES] = "SELECT number, id FROM matches WHERE status = ?1 AND number > ?2"
                     " ORDER BY number LIMIT ?3",
    [FIND_PREFIX] = "SELECT id FROM matches WHERE id >= ?1 AND id < ?2 ORDER BY id LIMIT 2",

    [ADD_ORIGIN] = "INSERT INTO origins (match, kind, source, position, head)"
                   " VALUES (" NUMBER ", ?2, ?3, ?4, ?5)",
    [FIND_ORIGIN] = "SELECT kind, source, position, head FROM origins WHERE match = " NUMBER,
    [COUNT_HOLDERS] = "SELECT seat, count(*) FROM holders WHERE match = " NUMBER " GROUP BY seat",
    [SET_CLAIM] = "INSERT OR REPLACE INTO claims (match, seat, key, player, time)"
                  " VALUES (" NUMBER ", ?2, ?3, ?4, ?5)",
    [FIND_CLAIM] = "SELECT key, player, time FROM claims WHERE match = " NUMBER " AND seat = ?2",
    [DROP_CLAIM] = "DELETE FROM claims WHERE match = " NUMBER " AND seat = ?2",
    [DROP_CLAIMANT] = "DELETE FROM holders WHERE match = " NUMBER " AND seat = ?2 AND player ="
                      " (SELECT player FROM claims WHERE match = " NUMBER " AND seat = ?2)",
    [DROP_OWN_CLAIMS] = "DELETE FROM claims WHERE match = " NUMBER " AND player = ?2",
    [SET_ACTIVE] = "UPDATE seats SET active = ?3 WHERE match = " NUMBER " AND seat = ?2",
    [SET_TRANSFER] = "INSERT OR REPLACE INTO transfers (match, seat, hash, expires, stay)"
                     " VALUES (" NUMBER ", ?2, ?3, ?4, ?5)",
    [FIND_TRANSFER] = "SELECT stay FROM transfers WHERE match = " NUMBER
                      " AND seat = ?2 AND hash = ?3 AND expires > ?4",
    [DROP_TRANSFER] = "DELETE FROM transfers WHERE match = " NUMBER " AND seat = ?2",
    [SET_VOTE] = "INSERT OR REPLACE INTO votes (match, seat, opened, agreed, passed, served)"
                 " VALUES (" NUMBER ", ?2, ?3, ?4, ?5, ?6)",
    [DROP_VOTE] = "DELETE FROM votes WHERE match = " NUMBER " AND seat = ?2",
    [FIND_VOTES] = "SELECT seat, opened, agreed, passed, served FROM votes WHERE match = " NUMBER,
    [ADD_DEPARTURES] = "INSERT OR REPLACE INTO departures (player, match, seat, time, how)"
                       " SELECT player, match, seat, ?4, ?5 FROM holders"
                       " WHERE match = " NUMBER " AND seat = ?2 AND player IS NOT ?3",
    [DROP_DEPARTURE] =
        "DELETE FROM departures WHERE match = " NUMBER " AND seat = ?2 AND player = ?3",
    [LIST_DEPARTURES] = "SELECT id, seat, time, how FROM departures JOIN matches ON match = number"
                        " WHERE (?1 IS NULL OR id = ?1) AND player = ?2 ORDER BY time DESC",
    [DROP_DEPARTURES] = "DELETE FROM departures WHERE player = ?2"
                        " AND (?1 IS NULL OR match = " NUMBER ")",
    [DROP_SEAT_HOLDERS] = "DELETE FROM holders WHERE match = " NUMBER " AND seat = ?2",
    [ADD_RESULT] =
        "INSERT OR IGNORE INTO results (player, match, seat, game, seats, people, level,"
        " points, rank, shared, time)"
        " SELECT player, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM holders"
        " WHERE match = " NUMBER " GROUP BY player HAVING count(*) = 1 AND max(seat) = ?2",
    [LIST_RESULTS] = "SELECT match, seat, game, seats, people, level, points, rank, shared, time"
                     " FROM results WHERE player = ?1 ORDER BY time, match",
    [DROP_RESULTS] = "DELETE FROM results WHERE player = ?2 AND (?1 IS NULL OR game = ?1)",
    [LIST_UNNOTED] = "SELECT id FROM unnoted JOIN matches ON match = number"
                     " ORDER BY match LIMIT ?1",
    [NOTED] = "DELETE FROM unnoted WHERE match = " NUMBER,
    [LIST_FINISHED] = "SELECT DISTINCT id, number FROM holders JOIN matches ON match = number"
                      " WHERE player = ?1 AND status = 2 ORDER BY number LIMIT ?2 OFFSET ?3",
    [OTHERS] = "SELECT seat, max(player IS ?2), max(player IS NOT ?2) FROM holders"
               " WHERE match = " NUMBER " GROUP BY seat",
    [DROP_SEATS_CHAT] = "DELETE FROM chat WHERE match = " NUMBER " AND (?2 >> seat & 1) = 1",
    [DROP_COMMITS] = "DELETE FROM commits WHERE match = " NUMBER,
    [DROP_HOLDERS] = "DELETE FROM holders WHERE match = " NUMBER,
    [DROP_SEATS] = "DELETE FROM seats WHERE match = " NUMBER,
    [DROP_MATCH] =
        "DELETE FROM matches WHERE id = ?1", /* the other tables follow by ON DELETE CASCADE */

    [READ_SHARES] = "SELECT address_key, retention_from FROM service",
    [COUNT_MADE] = "SELECT count(*) FROM matches WHERE maker = ?1 AND maker <> 0 AND status < 2",
    [MOST_MADE] = "SELECT maker, count(*) AS made FROM matches WHERE maker <> 0"
                  " GROUP BY maker ORDER BY made DESC LIMIT 1",
    [LIST_YIELDING] = "SELECT id FROM matches WHERE status < 2 AND clock_end = 0"
                      " AND max(changed, " LAST_TIME ") < ?1"
                      " ORDER BY status, max(changed, " LAST_TIME "), number LIMIT ?2",
    [LIST_YIELDING_OF] = "SELECT id FROM matches WHERE maker = ?1 AND maker <> 0 AND status < 2"
                         " AND clock_end = 0 AND max(changed, " LAST_TIME ") < ?2"
                         " ORDER BY status, max(changed, " LAST_TIME "), number LIMIT ?3",
    [FORGET_MAKER] = "UPDATE matches SET maker = 0 WHERE id = ?1",
};
