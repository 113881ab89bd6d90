/*
 * What may go wrong around the server: a full disk, a database that cannot be written, one that
 * somebody else has locked, peers that vanish. No acknowledged move is lost, other tables go on,
 * and each can be seen in the figures and the log. (Threads that hang: test_work.c; jumps of the
 * clock: test_clock.c; clients that never read: test_limits.c.)
 */
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/people.h"

static const char *const usual[] = {"--limit", "messages_per_second=1000000", "--limit",
                                    "requests_per_second=1000000", NULL};
static const char *const impatient[] = {"--limit", "ping=1", "--limit", "silence=3", NULL};

static void pause_for(long milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

static void expect_health(int status)
{
    struct web_reply reply;
    web_request(server.port, "GET", "/healthz", NULL, NULL, &reply);
    assert_int_equal(reply.status, status);
    web_reply_free(&reply);
}

/* After a loss a client comes back. */
static void come_back(struct person *p)
{
    if (!p->socket.closed)
        return;
    leave(p);
    enter(p);
}

/* Commits the first legal move of whoever acts; the new position, or -1 if there was no ack. */
static int step(struct person *p, const struct table *t, const char *key)
{
    int position = -1;
    come_back(p);
    json_t *now = ask(p, "watch", t, 0, NULL);
    int seat = web_int(now, "to_act");
    if (seat == 1) {
        json_decref(now);
        now = ask(p, "watch", t, 1, NULL);
    }
    json_t *more = json_pack("{s:s,s:i,s:s,s:i,s:i,s:[s],s:s}", "type", "commit", "id", 77777,
                             "match", t->match, "seat", seat, "position", web_int(now, "position"),
                             "moves", first_move(now), "key", key);
    json_decref(now);
    assert_true(web_say(&p->socket, more));
    while (!p->socket.closed) {
        json_t *answer = web_hear(&p->socket, 20000);
        if (!answer)
            break;
        bool ours = json_integer_value(json_object_get(answer, "re")) == 77777;
        if (ours && strcmp(web_text(answer, "type"), "ack") == 0)
            position = web_int(answer, "position");
        json_decref(answer);
        if (ours)
            break;
    }
    return position;
}

static int position_of(struct person *p, const struct table *t)
{
    come_back(p);
    json_t *now = ask(p, "watch", t, 0, NULL);
    int position = web_int(now, "position");
    json_decref(now);
    return position;
}

static void limit_files(rlim_t bytes)
{
    struct rlimit limit = {bytes, RLIM_INFINITY};
    assert_int_equal(prlimit(server.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

/* No file of the server but its log may grow: for it the disk is full. */
static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    struct person p = {0}, q = {0};
    struct table t, other;
    int seat;
    json_decref(begin_local(&p, &t, &seat));
    json_decref(begin_local(&q, &other, &seat));
    int before = step(&p, &t, "one");
    assert_true(before > 0);
    limit_files(8192);
    int refused = 0;
    for (int i = 0; i < 4; i++)
        refused += step(&p, &t, "two") < 0;
    assert_int_equal(refused, 4);
    /* Nothing of it was kept, everybody can still look, and it shows. */
    assert_int_equal(position_of(&p, &t), before);
    assert_true(position_of(&q, &other) > 0);
    assert_true(figure("sync_failures_total") >= 4);
    assert_true(logged("event=sync_failed"));
    expect_health(503);
    limit_files(RLIM_INFINITY);
    int after = step(&p, &t, "two");
    assert_true(after > before);
    assert_true(step(&q, &other, "two") > 0);
    expect_health(200);
    /* And it is there after a restart. */
    leave(&p);
    leave(&q);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, usual);
    assert_int_equal(position_of(&p, &t), after);
    leave(&p);
    json_decref(t.made);
    json_decref(other.made);
}

/* An operator's shell that has begun a transaction. */
static sqlite3 *lock_store(void)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(server.database, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void unlock_store(sqlite3 *db)
{
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void post_while_locked(struct person *p)
{
    int status;
    json_t *body = json_object();
    json_decref(web_json(server.port, "POST", "/api/matches", p->cookie, body, &status));
    json_decref(body);
    assert_int_equal(status, 503);
}

/* What changes something is put off at once, again and again, and closes no connection; looking and
 * trying go on. */
static void nobody_waits_for_a_lock(struct person *p, const struct table *t, struct person *q,
                                    const struct table *other, int position)
{
    long from = milliseconds();
    for (int i = 0; i < 20; i++) {
        json_t *now = ask(p, "watch", t, 0, NULL);
        assert_int_equal(web_int(now, "position"), position);
        int seat = web_int(now, "to_act");
        if (seat == 1) {
            json_decref(now);
            now = ask(p, "watch", t, 1, NULL);
        }
        expect_error(commit(p, t, seat, position, first_move(now), "two"), "busy");
        json_decref(now);
        json_t *looked = ask(q, "watch", other, 0, NULL);
        int actor = web_int(looked, "to_act");
        if (actor == 1) {
            json_decref(looked);
            looked = ask(q, "watch", other, 1, NULL);
        }
        expect_type(ask(q, "try", other, actor,
                        json_pack("{s:i,s:[s]}", "position", web_int(looked, "position"), "moves",
                                  first_move(looked))),
                    "tried");
        json_decref(looked);
    }
    post_while_locked(p);
    assert_in_range(milliseconds() - from, 0, 1500);
    assert_false(p->socket.closed || q->socket.closed);
}

/* Another program holds the database: nobody waits for it, and turns are stored when it lets go. */
static void a_locked_database_stops_nobody(void **state)
{
    (void)state;
    struct person p = {0}, q = {0};
    struct table t, other;
    int seat;
    json_decref(begin_local(&p, &t, &seat));
    json_decref(begin_local(&q, &other, &seat));
    int before = step(&p, &t, "one");
    long failures = figure("sync_failures_total");
    sqlite3 *db = lock_store();
    nobody_waits_for_a_lock(&p, &t, &q, &other, before);
    assert_true(figure("store_locked_total") >= 20);
    assert_true(logged("event=store_locked"));
    expect_health(503);
    unlock_store(db);
    assert_true(step(&p, &t, "two") > before);
    assert_true(step(&q, &other, "two") > 0);
    expect_health(200);
    assert_true(logged("event=store_unlocked"));
    /* No turn was undone for it. */
    assert_int_equal(figure("sync_failures_total"), failures);
    leave(&p);
    leave(&q);
    json_decref(t.made);
    json_decref(other.made);
}

/* The server finds out by itself that it can write again. */
static void a_lock_that_nobody_minded_is_forgotten(void **state)
{
    (void)state;
    struct web_reply reply;
    sqlite3 *db = lock_store();
    post_while_locked(&(struct person){0});
    expect_health(503);
    unlock_store(db);
    for (int i = 0; i < 50 && figure("store_locked_total") >= 0; i++) {
        web_request(server.port, "GET", "/healthz", NULL, NULL, &reply);
        int status = reply.status;
        web_reply_free(&reply);
        if (status == 200)
            return;
        pause_for(100);
    }
    fail_msg("the server does not know that the lock is gone");
}

/* Bots play on after a lock as if nothing had been. */
static void bots_wait_for_a_lock(void **state)
{
    (void)state;
    struct person p = {0};
    json_t *seats = json_pack("[o,o]", seat_of("bot", "random"), seat_of("bot", "random"));
    struct table t = make(&p, seats);
    char path[64];
    snprintf(path, sizeof path, "/api/matches/%s", t.match);
    enter(&p);
    expect_type(ask(&p, "watch", &t, -1, NULL), "table"); /* with a pause before each move */
    sqlite3 *db = lock_store();
    int status;
    json_t *now = web_json(server.port, "GET", path, p.cookie, NULL, &status);
    int before = web_int(now, "position");
    json_decref(now);
    pause_for(1500);
    now = web_json(server.port, "GET", path, p.cookie, NULL, &status);
    assert_int_equal(web_int(now, "position"), before);
    json_decref(now);
    assert_false(p.socket.closed);
    unlock_store(db);
    leave(&p); /* nobody looks: they play on quickly */
    for (int i = 0; i < 200; i++) {
        now = web_json(server.port, "GET", path, p.cookie, NULL, &status);
        bool over = strcmp(web_text(now, "status"), "over") == 0;
        json_decref(now);
        if (over)
            break;
        pause_for(50);
    }
    snprintf(path, sizeof path, "/api/matches/%s/verify", t.match);
    get(path, 200, "\"ok\":true");
    json_decref(t.made);
}

/* The status of a start with this database, and what it said. */
static int start_with(const char *database, struct vl_text *said)
{
    int ends[2], status;
    char part[512];
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], 2);
        alarm(20); /* one that starts nevertheless */
        execl(VALISE_PROGRAM, "valise", "serve", "--port", "0", "--db", database, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;)
        vl_text_add_bytes(said, part, (size_t)got);
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Not even root writes to an immutable file; false where the file system knows no such thing. */
static bool set_immutable(const char *path, bool on)
{
    int flags = 0, fd = open(path, O_RDONLY | O_CLOEXEC);
    bool done = fd >= 0 && ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0;
    flags = on ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
    done = done && ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
    if (fd >= 0)
        close(fd);
    return done;
}

static void a_database_that_cannot_be_written_is_refused(void **state)
{
    (void)state;
    struct vl_text said = {0};
    assert_int_equal(start_with("/sys/valise.db", &said), 1);
    assert_non_null(strstr(vl_text_string(&said), "/sys/valise.db"));
    vl_text_clear(&said);
    struct web_server own;
    web_prepare(&own);
    web_start(&own, NULL);
    assert_int_equal(web_stop(&own, SIGTERM), 0);
    if (chmod(own.database, 0400) == 0 && (geteuid() != 0 || set_immutable(own.database, true))) {
        struct stat was, is;
        assert_int_equal(stat(own.database, &was), 0);
        assert_int_equal(start_with(own.database, &said), 1);
        assert_non_null(strstr(vl_text_string(&said), own.database));
        assert_int_equal(stat(own.database, &is), 0);
        assert_true(was.st_size == is.st_size);
        set_immutable(own.database, false);
    }
    vl_text_free(&said);
    web_clean(&own);
}

/* A peer that is gone without a word, and one that never says what it wants. */
static void half_open_connections_end(void **state)
{
    (void)state;
    struct web_server kept = server, own;
    web_prepare(&own);
    web_start(&own, impatient);
    server = own;
    struct person gone = {0}, here = {0};
    struct table t;
    int seat;
    json_decref(begin_local(&here, &t, &seat));
    enter(&gone); /* and never answers a ping again */
    int mute = web_connect(server.port);
    for (int i = 0; i < 100 && figure("silent_total") < 1; i++) {
        /* The one who is here answers pings while it waits. */
        json_decref(web_hear(&here.socket, 20));
        pause_for(50);
    }
    assert_int_equal(figure("silent_total"), 1);
    assert_true(logged("event=silent"));
    assert_true(web_ends(&gone.socket, 2000));
    assert_true(step(&here, &t, "still") > 0);
    char byte;
    fcntl(mute, F_SETFL, O_NONBLOCK);
    for (int i = 0; i < 300 && read(mute, &byte, 1) != 0; i++)
        pause_for(50);
    assert_int_equal(read(mute, &byte, 1), 0);
    close(mute);
    leave(&gone);
    leave(&here);
    json_decref(t.made);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
    server = kept;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_locked_database_stops_nobody),
        cmocka_unit_test(a_lock_that_nobody_minded_is_forgotten),
        cmocka_unit_test(bots_wait_for_a_lock),
        cmocka_unit_test(a_database_that_cannot_be_written_is_refused),
        cmocka_unit_test(half_open_connections_end),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
