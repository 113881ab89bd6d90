/*
 * What may go wrong around the server: a full disk, a database that turns read-only or cannot be
 * synced, one that somebody else has locked, a clock that jumps, a bot that hangs, peers that
 * vanish. No acknowledged move is lost, other tables go on, and each can be seen in the figures and
 * the log. (Clients that never read: test_limits.c; batches that fail, one by one: test_batches.c.)
 */
#include <errno.h>
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
#include "server/trouble.h"

static const char *const usual[] = {"--bot-time", "20",
                                    "--limit",    "messages_per_second=1000000",
                                    "--limit",    "requests_per_second=1000000",
                                    "--limit",    "matches_per_minute=1000000",
                                    NULL};
static const char *const impatient[] = {"--limit", "ping=1", "--limit", "silence=3", NULL};

static void pause_for(long milliseconds)
{
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

static long milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* How often the server has said so in its log. */
static int times_logged(const char *event)
{
    char path[128], line[1024];
    int times = 0;
    snprintf(path, sizeof path, "%s/log", server.folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        times += strstr(line, event) != NULL;
    fclose(file);
    return times;
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

/* ---- A disk that takes nothing ---- */

static volatile struct trouble *trouble; /* NULL: the server has none at hand */

/* No file of the server but its log may grow. */
static void fill_disk(bool on)
{
    struct rlimit limit = {on ? 8192 : RLIM_INFINITY, RLIM_INFINITY};
    assert_int_equal(prlimit(server.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

static void leave_no_room(bool on)
{
    trouble->write = on ? ENOSPC : 0;
}

static void forbid_writing(bool on)
{
    trouble->write = on ? EROFS : 0;
}

static void break_sync(bool on)
{
    trouble->sync = on ? EIO : 0;
}

/* Two people with a table each, one of whom watches bots as well. */
struct evening {
    struct person p, q;
    struct table at_p, at_q, bots;
};

static void begin_evening(struct evening *e)
{
    int seat;
    *e = (struct evening){0};
    json_decref(begin_local(&e->p, &e->at_p, &seat));
    json_decref(begin_local(&e->q, &e->at_q, &seat));
    e->bots = make(&e->q, json_pack("[o,o]", seat_of("bot", "random"), seat_of("bot", "random")));
    expect_type(ask(&e->q, "watch", &e->bots, -1, NULL), "table"); /* with a pause a move */
}

static void end_evening(struct evening *e)
{
    leave(&e->p);
    leave(&e->q);
    await_end(&e->q, &e->bots);
    json_decref(e->at_p.made);
    json_decref(e->at_q.made);
    json_decref(e->bots.made);
}

static int position_of_bots(struct evening *e)
{
    json_t *now = ask(&e->q, "watch", &e->bots, -1, NULL);
    int position = web_int(now, "position");
    json_decref(now);
    return position;
}

static void look_and_try(struct person *p, const struct table *t)
{
    json_t *now = ask(p, "watch", t, 0, NULL);
    int actor = web_int(now, "to_act");
    if (actor == 1) {
        json_decref(now);
        now = ask(p, "watch", t, 1, NULL);
    }
    expect_type(ask(p, "try", t, actor,
                    json_pack("{s:i,s:[s]}", "position", web_int(now, "position"), "moves",
                              first_move(now))),
                "tried");
    json_decref(now);
}

/* Whoever does not change anything notices nothing. */
static void the_others_go_on(struct evening *e)
{
    int bots = position_of_bots(e);
    for (int i = 0; i < 60; i++) {
        look_and_try(&e->q, &e->at_q);
        pause_for(25);
        assert_false(e->q.socket.closed);
    }
    assert_int_equal(position_of_bots(e), bots);
}

static void await_health(void)
{
    for (int i = 0; i < 100; i++) {
        struct web_reply reply;
        web_request(server.port, "GET", "/healthz", NULL, NULL, &reply);
        int status = reply.status;
        web_reply_free(&reply);
        if (status == 200)
            return;
        pause_for(100);
    }
    fail_msg("the server does not know that it can write again");
}

static void make_nothing(struct person *p)
{
    int status;
    json_t *body = json_object();
    json_decref(web_json(server.port, "POST", "/api/matches", p->cookie, body, &status));
    json_decref(body);
    assert_int_equal(status, 503);
}

/* The store takes nothing for a while, and then again; the log says so with `why`. */
static void a_store_fails(void (*spoil)(bool), const char *why)
{
    struct evening e;
    char path[64];
    begin_evening(&e);
    int before = step(&e.p, &e.at_p, "one"), others = step(&e.q, &e.at_q, "one");
    assert_true(before > 0 && others > 0);
    long failures = figure("sync_failures_total");
    int failed = times_logged(why), again = times_logged("event=sync_again ms=");
    spoil(true);
    for (int i = 0; i < 100 && figure("sync_failures_total") == failures; i++)
        pause_for(50); /* a bot finds out */
    for (int i = 0; i < 4; i++)
        assert_int_equal(step(&e.p, &e.at_p, "two"), -1);
    assert_false(e.p.socket.closed);
    the_others_go_on(&e);
    make_nothing(&e.p);
    assert_int_equal(position_of(&e.p, &e.at_p), before);
    assert_true(figure("sync_failures_total") > failures);
    assert_true(figure("put_off_total") > 0);
    assert_true(times_logged(why) > failed);
    expect_health(503);
    spoil(false);
    await_health();
    assert_int_equal(times_logged("event=sync_again ms="), again + 1);
    assert_true(step(&e.p, &e.at_p, "two") > before);
    assert_true(step(&e.q, &e.at_q, "two") > others);
    leave(&e.q); /* nobody looks: the bots play on quickly */
    await_end(&e.q, &e.bots);
    snprintf(path, sizeof path, "/api/matches/%s/verify", e.bots.match);
    get(path, 200, "\"ok\":true");
    end_evening(&e);
}

/* A person finds out, and the server is killed in the midst of it. */
static void a_store_fails_for_good(void (*spoil)(bool))
{
    struct evening e;
    begin_evening(&e);
    leave(&e.q);
    await_end(&e.q, &e.bots);
    int before = step(&e.p, &e.at_p, "one"), others = step(&e.q, &e.at_q, "one");
    spoil(true);
    assert_int_equal(step(&e.p, &e.at_p, "two"), -1);
    assert_int_equal(e.p.socket.closed, 1011);
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    web_start(&server, usual);
    e.p.socket.closed = e.q.socket.closed = -1;
    /* What was not acknowledged may have been written: then the same key finds it. */
    assert_true(position_of(&e.p, &e.at_p) >= before);
    assert_int_equal(position_of(&e.q, &e.at_q), others);
    assert_true(step(&e.p, &e.at_p, "two") > before);
    end_evening(&e);
}

/* Somebody moves the database away: nothing is acknowledged until it is back, and what was
 * acknowledged before is in it. */
static void a_database_that_is_moved_away_is_noticed(void **state)
{
    (void)state;
    struct evening e;
    char away[128];
    snprintf(away, sizeof away, "%s/away", server.folder);
    begin_evening(&e);
    int before = step(&e.p, &e.at_p, "one"), others = step(&e.q, &e.at_q, "one");
    assert_true(before > 0 && others > 0);
    assert_int_equal(rename(server.database, away), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(step(&e.p, &e.at_p, "two"), -1);
    for (int i = 0; i < 100 && !logged("database_lost"); i++)
        pause_for(50);
    assert_true(logged("database_lost"));
    get("/healthz", 503, "broken: the database file");
    the_others_go_on(&e);
    make_nothing(&e.p);
    assert_int_equal(position_of(&e.p, &e.at_p), before);
    assert_int_equal(rename(away, server.database), 0);
    await_health();
    assert_true(logged("database_back"));
    assert_true(step(&e.p, &e.at_p, "two") > before);
    assert_true(step(&e.q, &e.at_q, "two") > others);
    end_evening(&e);
}

/* It is deleted for good, and so is the log: the server says so, and stops without a fuss. */
static void a_database_that_is_deleted_is_noticed(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    json_decref(begin_local(&p, &t, &seat));
    assert_true(step(&p, &t, "one") > 0);
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", server.database, ends[i]);
        assert_int_equal(unlink(path), 0);
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(step(&p, &t, "two"), -1);
    get("/healthz", 503, "broken: the database file");
    leave(&p);
    json_decref(t.made);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, usual);
    expect_health(200);
}

/* The same in every build. */
static void a_file_that_may_not_grow_loses_nothing(void **state)
{
    (void)state;
    a_store_fails(fill_disk, "event=sync_failed why=\"the store cannot be used: disk I/O error "
                             "(SQLite 778, File too large");
    a_store_fails_for_good(fill_disk);
}

/* With trouble at hand; false: this build has no room for it. */
static bool start_trouble(void)
{
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    trouble = trouble_start(&server, usual);
    if (trouble)
        return true;
    web_start(&server, usual);
    return false;
}

static void end_trouble(void)
{
    trouble_end(&server, trouble);
    trouble = NULL;
}

static void with_trouble(void (*spoil)(bool), const char *why)
{
    if (!start_trouble())
        skip();
    a_store_fails(spoil, why);
    a_store_fails_for_good(spoil); /* and is started again without */
    end_trouble();
}

static void a_disk_without_room_loses_nothing(void **state)
{
    (void)state;
    with_trouble(leave_no_room,
                 "event=sync_failed why=\"the store cannot be used: database or disk is full");
}

/* The file system is found broken and turns read-only under a running server. */
static void a_database_that_turns_read_only_loses_nothing(void **state)
{
    (void)state;
    with_trouble(forbid_writing, "event=sync_failed why=\"the store cannot be used: disk I/O error "
                                 "(SQLite 778, Read-only file");
}

/* What is written does not reach the disk. */
static void a_disk_that_cannot_sync_loses_nothing(void **state)
{
    (void)state;
    with_trouble(break_sync, "event=sync_failed why=\"the store cannot be used: disk I/O error "
                             "(SQLite 1034, Input/output");
}

/* Bots play match after match, until the log of the server has this or a minute is over. */
static void play_until_logged(struct person *p, const char *event)
{
    long from = milliseconds();
    while (!logged(event) && milliseconds() - from < 60000) {
        struct table t[8];
        for (int i = 0; i < 8; i++)
            t[i] = make(p, json_pack("[o,o]", seat_of("bot", "random"), seat_of("bot", "random")));
        for (int i = 0; i < 8; i++) {
            await_end(p, &t[i]);
            json_decref(t[i].made);
        }
    }
    assert_true(logged(event));
}

/* The log can be written, the database itself cannot: moves stay in the log, and it is noticed. */
static void a_log_that_only_grows_is_noticed(void **state)
{
    (void)state;
    struct evening e;
    if (!start_trouble())
        skip();
    begin_evening(&e);
    trouble->file = EIO;
    play_until_logged(&e.p, "event=checkpoint_failed");
    assert_true(logged("event=checkpoint_failed why=\"disk I/O error (SQLite 778, Input/output"));
    assert_int_equal(figure("checkpoint_failures_total"), 1);
    assert_int_equal(figure("sync_failures_total"), 0);
    long grown = figure("store_log_bytes");
    assert_true(grown > 8000000);
    int position = step(&e.p, &e.at_p, "one");
    assert_true(position > 0);
    expect_health(200);
    trouble->file = 0;
    play_until_logged(&e.p, "event=checkpoint_again");
    trouble->file = EIO;
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    end_trouble();
    web_start(&server, usual);
    e.p.socket.closed = e.q.socket.closed = -1;
    assert_int_equal(position_of(&e.p, &e.at_p), position);
    end_evening(&e);
}

/* ---- The clock ---- */

/* The time of day jumps by years, there and back: moves are stored and none is lost. */
static void a_clock_that_jumps_loses_nothing(void **state)
{
    (void)state;
    static const int64_t jumps[] = {400000000, -400000000, 0};
    struct evening e;
    int position = 0, others = 0;
    if (!start_trouble())
        skip();
    begin_evening(&e);
    for (int i = 0; i < 3; i++) {
        char key[8];
        snprintf(key, sizeof key, "j%d", i);
        trouble->jump = jumps[i];
        for (int n = 0; n < 100 && figure("clock_jumps_total") == i; n++)
            pause_for(50); /* it is looked at every second */
        int now = step(&e.p, &e.at_p, key), there = step(&e.q, &e.at_q, key);
        assert_true(now > position && there > others);
        position = now;
        others = there;
    }
    assert_int_equal(figure("clock_jumps_total"), 3);
    assert_true(logged("event=clock_jumped seconds=-") &&
                (logged("event=clock_jumped seconds=400") || logged("seconds=399")));
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    end_trouble();
    web_start(&server, usual);
    e.p.socket.closed = e.q.socket.closed = -1;
    assert_int_equal(position_of(&e.p, &e.at_p), position);
    assert_int_equal(position_of(&e.q, &e.at_q), others);
    end_evening(&e);
}

/* ---- A bot ---- */

/* A table with a bot, where the person is to act. */
static struct table sit_with_bot(struct person *p)
{
    struct table t = make(p, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "random")));
    enter(p);
    expect_type(ask(p, "start", &t, 0, NULL), "ok");
    json_t *now = ask(p, "watch", &t, 0, NULL);
    while (web_int(now, "to_act") != 0) {
        json_decref(now);
        now = web_await(&p->socket, "table", -1);
    }
    json_decref(now);
    return t;
}

/* Moves until it is the bot's turn; the position then. */
static int play_my_turn(struct person *p, const struct table *t)
{
    json_t *now = ask(p, "watch", t, 0, NULL);
    while (web_int(now, "to_act") == 0) {
        char key[16];
        int position = web_int(now, "position");
        snprintf(key, sizeof key, "m%d", position);
        expect_type(commit(p, t, 0, position, first_move(now), key), "ack");
        json_decref(now);
        now = ask(p, "watch", t, 0, NULL);
    }
    int position = web_int(now, "position");
    json_decref(now);
    return position;
}

/* Milliseconds until the bot has moved on from there. */
static long await_bot(struct person *p, int position)
{
    long from = milliseconds();
    for (int at = position; at <= position;) {
        json_t *now = web_await(&p->socket, "table", -1);
        at = web_int(now, "position");
        json_decref(now);
    }
    return milliseconds() - from;
}

/* The thread of a bot does not come back: the others' bots play on, and another plays for it. */
static void a_bot_that_hangs_is_left(void **state)
{
    (void)state;
    struct person p = {0}, q = {0};
    if (!start_trouble())
        skip();
    struct table t = sit_with_bot(&p), other = sit_with_bot(&q);
    trouble->hang = 1;
    int position = play_my_turn(&p, &t);
    for (int i = 0; i < 100 && trouble->hang > 0; i++)
        pause_for(50);
    assert_int_equal(trouble->hang, 0);
    for (int i = 0; i < 3; i++)
        assert_in_range(await_bot(&q, play_my_turn(&q, &other)), 0, 5000);
    assert_int_equal(position_of(&p, &t), position);
    assert_in_range(await_bot(&p, position), 0, 20000);
    assert_int_equal(figure("bot_overruns_total"), 1);
    assert_int_equal(figure("workers_lost_total"), 1);
    assert_int_equal(figure("bot_substitutes_total"), 1);
    assert_true(logged("event=bot_overran") && logged("event=worker_lost"));
    assert_true(logged("event=bot_hangs"));
    /* Both go on, and the server ends though the thread does not. */
    assert_in_range(await_bot(&p, play_my_turn(&p, &t)), 0, 5000);
    position = position_of(&p, &t);
    leave(&q);
    leave(&p);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    end_trouble();
    web_start(&server, usual);
    assert_true(position_of(&p, &t) >= position);
    leave(&p);
    json_decref(t.made);
    json_decref(other.made);
}

/* ---- Somebody else's lock ---- */

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
        look_and_try(q, other);
    }
    make_nothing(p);
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
    sqlite3 *db = lock_store();
    make_nothing(&(struct person){0});
    expect_health(503);
    unlock_store(db);
    await_health();
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

/* ---- A start that fails ---- */

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

/* ---- Peers ---- */

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
        cmocka_unit_test(a_database_that_is_moved_away_is_noticed),
        cmocka_unit_test(a_database_that_is_deleted_is_noticed),
        cmocka_unit_test(a_file_that_may_not_grow_loses_nothing),
        cmocka_unit_test(a_disk_without_room_loses_nothing),
        cmocka_unit_test(a_database_that_turns_read_only_loses_nothing),
        cmocka_unit_test(a_disk_that_cannot_sync_loses_nothing),
        cmocka_unit_test(a_log_that_only_grows_is_noticed),
        cmocka_unit_test(a_clock_that_jumps_loses_nothing),
        cmocka_unit_test(a_bot_that_hangs_is_left),
        cmocka_unit_test(a_locked_database_stops_nobody),
        cmocka_unit_test(a_lock_that_nobody_minded_is_forgotten),
        cmocka_unit_test(bots_wait_for_a_lock),
        cmocka_unit_test(a_database_that_cannot_be_written_is_refused),
        cmocka_unit_test(half_open_connections_end),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
