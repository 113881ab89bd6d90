/*
 * Copies of the matches: made while they are played, by programs that are killed, of databases that
 * are not whole, and put back into the place of the database.
 */
#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/program.h"
#include "core/banned.h"
#include "server/people.h"
#include "store/store.h"

enum { PLAYERS = 3 };

static void finish_server(void)
{
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
}

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *why = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    sqlite3_close(db);
}

/* Runs "valise backup WORDS FROM TO". */
static void back_up(const char *words, const char *from, const char *to, int status,
                    const char *part)
{
    char arguments[400];
    snprintf(arguments, sizeof arguments, "backup %s %s %s", words, from, to);
    expect(arguments, NULL, status, part);
}

static bool exists(const char *path, const char *end)
{
    char name[200];
    snprintf(name, sizeof name, "%s%s", path, end);
    return access(name, F_OK) == 0;
}

/* ---- Under load ---- */

/* What a player was last told, shared with the test. */
struct told {
    char match[32];
    int position;
    int over; /* matches played to their end */
};

/* Plays match after match until it is ended. */
static void play_on(volatile struct told *told)
{
    struct person p = {0};
    for (uint32_t seed = 7;;) {
        struct table t;
        int seat;
        json_t *now = begin_local(&p, &t, &seat);
        for (int n = 0;; n++) {
            json_decref(now);
            now = ask(&p, "watch", &t, 0, NULL);
            seat = web_int(now, "to_act");
            if (seat == 1) {
                json_decref(now);
                now = ask(&p, "watch", &t, 1, NULL);
            }
            if (seat < 0)
                break;
            const json_t *legal = json_object_get(now, "legal");
            seed = seed * 1664525 + 1013904223;
            char name[16];
            snprintf(name, sizeof name, "m%d", n);
            size_t pick = (seed >> 16) % json_array_size(legal);
            json_t *ack = commit(&p, &t, seat, web_int(now, "position"),
                                 web_text(json_array_get(legal, pick), "move"), name);
            told->position = 0; /* in this order: a position belongs to its match */
            for (size_t i = 0; i < sizeof told->match; i++)
                told->match[i] = t.match[i];
            told->position = web_int(ack, "position");
            json_decref(ack);
        }
        json_decref(now);
        json_decref(t.made);
        leave(&p);
        told->over++;
    }
}

static int64_t number(sqlite3 *db, const char *sql, const char *match)
{
    sqlite3_stmt *q = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
    if (match)
        sqlite3_bind_text(q, 1, match, -1, SQLITE_TRANSIENT);
    int64_t value = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
    sqlite3_finalize(q);
    return value;
}

/* Everything that was acknowledged before the copy was begun is in it. */
static void check_copy(const char *copy, const struct told *before)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open_v2(copy, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (int i = 0; i < PLAYERS; i++)
        if (before[i].position)
            assert_true(number(db,
                               "SELECT max(position) FROM commits WHERE match ="
                               " (SELECT number FROM matches WHERE id = ?1)",
                               before[i].match) >= before[i].position);
    assert_true(number(db, "SELECT count(*) FROM matches", NULL) >= PLAYERS);
    sqlite3_close(db);
}

/* A server on the copy: every match is read, and those that are over verify. */
static int serve_copy(const char *copy)
{
    struct web_server kept = server;
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    char command[400], path[120];
    int over = 0;
    web_prepare(&server);
    snprintf(command, sizeof command, "cp %s %s", copy, server.database);
    assert_int_equal(system(command), 0);
    web_start(&server, web_free_of_limits);
    assert_int_equal(sqlite3_open_v2(copy, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT id, status FROM matches", -1, &q, NULL),
                     SQLITE_OK);
    while (sqlite3_step(q) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(q, 0);
        snprintf(path, sizeof path, "/api/matches/%s", id);
        get(path, 200, id);
        if (sqlite3_column_int(q, 1) == VL_MATCH_OVER) {
            snprintf(path, sizeof path, "/api/matches/%s/verify", id);
            get(path, 200, "\"ok\":true");
            over++;
        }
    }
    sqlite3_finalize(q);
    sqlite3_close(db);
    finish_server();
    server = kept;
    return over;
}

static void a_running_table_can_be_copied(void **state)
{
    (void)state;
    int copies = getenv("VALISE_LONG") ? 40 : 6, over = 0;
    pid_t players[PLAYERS];
    struct told before[PLAYERS];
    char arguments[300], copy[120];
    web_prepare(&server);
    web_start(&server, web_free_of_limits);
    volatile struct told *told =
        mmap(NULL, sizeof before, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    for (int i = 0; i < PLAYERS; i++) {
        players[i] = fork();
        assert_true(players[i] >= 0);
        if (players[i] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            play_on(&told[i]);
            _exit(0);
        }
    }
    snprintf(copy, sizeof copy, "%s/copy.db", server.folder);
    for (int n = 0; n < copies; n++) {
        web_rest(150);
        /* The last copy has matches that were played to their end meanwhile. */
        while (n == copies - 1 && told[0].over + told[1].over + told[2].over == 0)
            web_rest(20);
        for (int i = 0; i < PLAYERS; i++)
            while (told[i].position == 0)
                web_rest(1);
        for (int i = 0; i < PLAYERS; i++)
            before[i] = *(const struct told *)&told[i];
        snprintf(arguments, sizeof arguments, "backup --replace %s %s", server.database, copy);
        expect(arguments, NULL, 0, "bytes, checked");
        check_copy(copy, before);
        if (n == copies - 1)
            over = serve_copy(copy);
    }
    for (int i = 0; i < PLAYERS; i++) {
        kill(players[i], SIGKILL);
        waitpid(players[i], NULL, 0);
    }
    assert_true(over > 0);
    /* The database that is in use is never replaced, whoever's copy it would be. */
    struct stat is, was;
    char link_to[160];
    assert_int_equal(stat(server.database, &was), 0);
    snprintf(arguments, sizeof arguments, "backup --replace %s %s", server.database,
             server.database);
    expect(arguments, NULL, 1, "this is the database itself");
    snprintf(link_to, sizeof link_to, "%s/also.db", server.folder);
    assert_int_equal(symlink(server.database, link_to), 0);
    snprintf(arguments, sizeof arguments, "backup --replace %s %s", server.database, link_to);
    expect(arguments, NULL, 1, "this is the database itself");
    unlink(link_to);
    snprintf(arguments, sizeof arguments, "backup --replace %s %s", copy, server.database);
    expect(arguments, NULL, 1, "a running table uses this database; it stays");
    assert_int_equal(stat(server.database, &is), 0);
    assert_true(is.st_ino == was.st_ino);
    /* A file of that name is not lost by accident; a server at rest is copied as well. */
    snprintf(arguments, sizeof arguments, "backup %s %s", server.database, copy);
    expect(arguments, NULL, 1, "there is such a file already");
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    unlink(copy);
    expect(arguments, NULL, 0, "bytes, checked");
    unlink(copy);
    munmap((void *)(uintptr_t)told, sizeof before);
    web_clean(&server);
}

/* ---- Killed ---- */

/* Enough that a copy takes a while. */
static void make_large(const char *path)
{
    run_sql(path, "CREATE TABLE ballast (bytes BLOB);"
                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24000)"
                  " INSERT INTO ballast SELECT randomblob(1000) FROM n");
}

/* Whether something was copied: before that, the backup may not have taken its lock yet. */
static bool has_begun(const char *copy)
{
    char part[200];
    struct stat is;
    snprintf(part, sizeof part, "%s.part", copy);
    return stat(part, &is) == 0 && is.st_size > 0;
}

/* A backup that is stopped in the midst of it. */
static pid_t begin_backup(const char *from, const char *to)
{
    for (int i = 0; i < 20; i++) {
        int status;
        pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            execl(VALISE_PROGRAM, "valise", "backup", "--replace", from, to, (char *)NULL);
            _exit(127);
        }
        while (!has_begun(to) && waitpid(pid, &status, WNOHANG) == 0)
            ;
        kill(pid, SIGSTOP);
        if (waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status)) {
            if (has_begun(to))
                return pid;
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
        }
    }
    fail_msg("every backup is done at once");
    return -1;
}

static void write_file(const char *path, const char *end, const char *text, mode_t mode)
{
    char name[200];
    snprintf(name, sizeof name, "%s%s", path, end);
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(name, mode), 0);
}

/* What a backup that was killed has left is in nobody's way; one that lives is left alone. */
static void a_killed_backup_is_cleared_away(void **state)
{
    (void)state;
    char copy[120], part[130];
    int status;
    struct stat is;
    web_prepare(&server);
    web_start(&server, web_free_of_limits);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    make_large(server.database);
    snprintf(copy, sizeof copy, "%s/copy.db", server.folder);
    snprintf(part, sizeof part, "%s.part", copy);
    pid_t pid = begin_backup(server.database, copy);
    back_up("", server.database, copy, 1, "copy.db.part: another backup is making this copy");
    assert_true(exists(part, ""));
    /* It goes on as if nothing had been. */
    kill(pid, SIGCONT);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(exists(copy, "") && !exists(part, ""));
    pid = begin_backup(server.database, copy);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(exists(part, ""));
    /* A log that was left as well would be taken for the new copy's own. */
    write_file(part, "-wal", "left behind", 0600);
    write_file(part, "-journal", "left behind", 0600);
    back_up("--replace", server.database, copy, 0, "bytes, checked");
    assert_true(exists(copy, "") && !exists(part, ""));
    assert_false(exists(part, "-wal") || exists(part, "-journal") || exists(part, "-shm"));
    assert_int_equal(stat(copy, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0600);
    /* Somebody else's file of that name stays, and so does what a link leads to. */
    write_file(part, "", "mine", 0644);
    back_up("--replace", server.database, copy, 1, "in the way, and was not left by a backup");
    assert_true(exists(part, ""));
    unlink(part);
    assert_int_equal(symlink(server.database, part), 0);
    back_up("--replace", server.database, copy, 1, "copy.db.part: the copy cannot be made");
    assert_true(exists(server.database, ""));
    unlink(part);
    unlink(copy);
    web_clean(&server);
}

/* ---- Not whole ---- */

/* A copy of a database that was tampered with is not made, and nothing is left of it. */
static void a_copy_is_checked(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *wrong;
    } cases[] = {
        {"DELETE FROM commits WHERE start = 0", "moves of a match are missing"},
        {"DELETE FROM commits WHERE start = (SELECT start FROM commits ORDER BY start LIMIT 1"
         " OFFSET 2)",
         "moves of a match are missing"},
        {"DELETE FROM commits", "a match is beyond the end of its moves"},
        {"UPDATE matches SET position = position + 1000", "a match is beyond the end of its moves"},
        {"UPDATE commits SET moves = substr(moves, 1, 3) WHERE start = 0",
         "a commit has other moves than it says"},
        {"UPDATE commits SET position = start WHERE start = (SELECT max(start) FROM commits)",
         "a commit has other moves than it says"},
        {"DELETE FROM seats WHERE seat = 1", "a match has other seats than it says"},
        {"DELETE FROM decks", "the deck of a match is missing"},
        {"PRAGMA foreign_keys = OFF; DELETE FROM matches", "something refers to a match"},
    };
    struct person p = {0};
    struct table t;
    int seat;
    char copy[120], bad[120], command[400];
    web_prepare(&server);
    web_start(&server, web_free_of_limits);
    json_decref(begin_local(&p, &t, &seat));
    play_some(&p, &t, 8);
    leave(&p);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    snprintf(copy, sizeof copy, "%s/copy.db", server.folder);
    snprintf(bad, sizeof bad, "%s/bad.db", server.folder);
    snprintf(command, sizeof command, "cp %s %s", server.database, bad);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(system(command), 0);
        run_sql(bad, cases[i].sql);
        back_up("", bad, copy, 1, cases[i].wrong);
        assert_false(exists(copy, "") || exists(copy, ".part"));
    }
    /* The row of a match may lag behind its commits: what counts is there. */
    assert_int_equal(system(command), 0);
    run_sql(bad, "UPDATE matches SET position = 1");
    back_up("", bad, copy, 0, "1 matches, 0 of them over");
    unlink(copy);
    snprintf(command, sizeof command, "rm -f %s*", bad);
    assert_int_equal(system(command), 0);
    json_decref(t.made);
    web_clean(&server);
}

/* ---- Put back ---- */

/* Whoever sits at the table goes on where the copy stands. */
static void go_on_from(struct person *p, const struct table *t, int position)
{
    server.port = 0;
    web_start(&server, web_free_of_limits);
    enter(p);
    json_t *now = ask(p, "watch", t, 0, NULL);
    assert_int_equal(web_int(now, "position"), position);
    json_decref(now);
    assert_true(play_some(p, t, 3) > position);
    leave(p);
}

static void a_copy_takes_the_place_of_the_database(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    char copy[120], command[500], path[120];
    web_prepare(&server);
    web_start(&server, web_free_of_limits);
    json_decref(begin_local(&p, &t, &seat));
    int position = play_some(&p, &t, 5);
    snprintf(copy, sizeof copy, "%s/copy.db", server.folder);
    back_up("", server.database, copy, 0, "bytes, checked");
    assert_true(play_some(&p, &t, 5) > position);
    leave(&p);
    /* By the program: never under a table that runs, nor while there are moves in a log. */
    back_up("--replace", copy, server.database, 1, "a running table uses this database; it stays");
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    back_up("--replace", copy, server.database, 0, "bytes, checked");
    go_on_from(&p, &t, position);
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    back_up("--replace", copy, server.database, 1, "this log belongs to the database");
    /* By hand. */
    snprintf(command, sizeof command, "cp %s %s && rm -f %s-wal %s-shm", copy, server.database,
             server.database, server.database);
    assert_int_equal(system(command), 0);
    go_on_from(&p, &t, position);
    /* And the match can be played to its end. */
    enter(&p);
    play_out(&p, &t);
    leave(&p);
    snprintf(path, sizeof path, "/api/matches/%s/verify", t.match);
    get(path, 200, "\"ok\":true");
    unlink(copy);
    json_decref(t.made);
    finish_server();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_running_table_can_be_copied),
        cmocka_unit_test(a_killed_backup_is_cleared_away),
        cmocka_unit_test(a_copy_is_checked),
        cmocka_unit_test(a_copy_takes_the_place_of_the_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
