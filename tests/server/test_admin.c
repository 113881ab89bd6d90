/*
 * valise admin on a running server: who may use it, what it shows, what closing, deleting and
 * banning do to players, and what is said where it cannot work.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "cli/program.h"
#include "core/banned.h"
#include "server/bans.h"
#include "server/people.h"
#include "server/trouble.h"
#include "valise/bot.h"

enum { NOBODY = 65534, PATIENCE = 20000 };

/* `valise admin COMMAND` for the running server, with this exit status and these words. */
static struct ran admin(const char *command, int status)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "admin --db %s %s", server.database, command);
    struct ran ran = run(arguments, NULL);
    if (ran.status != status)
        fail_msg("valise %s: %d, not %d: %s%s", arguments, ran.status, status,
                 vl_text_string(&ran.out), vl_text_string(&ran.err));
    return ran;
}

static void said(const char *command, int status, const char *words)
{
    struct ran ran = admin(command, status);
    assert_has(status ? &ran.err : &ran.out, words);
    ran_free(&ran);
}

static json_t *answered(const char *command)
{
    char whole[400];
    snprintf(whole, sizeof whole, "%s --json", command);
    struct ran ran = admin(whole, 0);
    json_t *answer = json_loads(vl_text_string(&ran.out), 0, NULL);
    if (!answer)
        fail_msg("%s", vl_text_string(&ran.out));
    ran_free(&ran);
    return answer;
}

static void start(const char *const *arguments)
{
    web_prepare(&server);
    web_start(&server, arguments);
}

static void restart(const char *const *arguments)
{
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    server.port = 0;
    web_start(&server, arguments);
}

static void finish(void)
{
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
}

static void socket_path(struct sockaddr_un *at)
{
    *at = (struct sockaddr_un){.sun_family = AF_UNIX};
    snprintf(at->sun_path, sizeof at->sun_path, "%s-admin", server.database);
}

static int reach(void)
{
    struct sockaddr_un at;
    socket_path(&at);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* ---- Who may use it ---- */

/* What a command of somebody else's says; false: that user cannot run the program. */
static bool said_by_nobody(const char *words)
{
    char command[600], path[128];
    struct vl_text text = {0};
    struct vl_error err;
    snprintf(path, sizeof path, "%s/said", server.folder);
    snprintf(command, sizeof command,
             "setpriv --reuid %d --regid %d --clear-groups '%s' admin list --db '%s' >'%s' 2>&1",
             NOBODY, NOBODY, VALISE_PROGRAM, server.database, path);
    assert_int_equal(chmod(server.folder, 0755), 0);
    assert_int_not_equal(system(command), 0);
    assert_true(vl_file_read(path, 10000, &text, &err));
    bool ran = strstr(vl_text_string(&text), "valise: ") != NULL;
    if (ran)
        assert_has(&text, words);
    vl_text_free(&text);
    unlink(path);
    return ran;
}

static void only_its_owner_can_use_the_socket(void **state)
{
    (void)state;
    struct sockaddr_un at;
    struct stat is;
    mode_t was = umask(0);
    start(web_free_of_limits);
    umask(was);
    socket_path(&at);
    assert_int_equal(stat(at.sun_path, &is), 0);
    assert_true(S_ISSOCK(is.st_mode));
    assert_int_equal(is.st_mode & 07777, 0600);
    if (geteuid() == 0) /* somebody else cannot even open it */
        said_by_nobody("belongs to root; run this command as that user");
    finish();
    assert_int_equal(stat(at.sun_path, &is), -1); /* it goes with the server */
}

/* Root passes the mode of any file, but the server looks at who it is. */
static void the_server_asks_who_is_there(void **state)
{
    (void)state;
    char script[128], text[400];
    struct vl_error err;
    if (geteuid() != 0)
        skip();
    snprintf(text, sizeof text, "setpriv --reuid %d --regid %d --clear-groups test -x '%s'", NOBODY,
             NOBODY, VALISE_PROGRAM);
    if (system(text) != 0)
        skip();
    web_prepare(&server);
    snprintf(script, sizeof script, "%s/as-nobody", server.folder);
    snprintf(text, sizeof text,
             "#!/bin/sh\nexec setpriv --reuid %d --regid %d --clear-groups --pdeathsig KILL '%s' "
             "\"$@\"\n",
             NOBODY, NOBODY, VALISE_PROGRAM);
    assert_true(vl_file_save(script, text, strlen(text), &err));
    assert_int_equal(chmod(script, 0755), 0);
    assert_int_equal(chown(server.folder, NOBODY, NOBODY), 0);
    server.program = script;
    web_start(&server, web_free_of_limits);
    said("list", 1, "this server runs as user 65534 and takes commands of that user only");
    assert_true(logged("event=admin_refused user=0"));
    unlink(script);
    finish();
}

/* Somebody else listens where the server would. */
static void a_false_server_is_noticed(void **state)
{
    (void)state;
    struct sockaddr_un at;
    struct vl_error err;
    if (geteuid() != 0)
        skip();
    web_prepare(&server);
    socket_path(&at);
    assert_true(vl_file_save(server.database, "", 0, &err));
    assert_int_equal(chmod(server.database, 0644), 0);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(chmod(at.sun_path, 0666), 0);
    assert_int_equal(listen(fd, 4), 0);
    bool ran = said_by_nobody("runs as root; run this command as that user");
    close(fd);
    web_clean(&server);
    if (!ran)
        skip();
}

static void a_folder_of_others_has_no_socket(void **state)
{
    (void)state;
    struct stat is;
    struct sockaddr_un at;
    web_prepare(&server);
    assert_int_equal(chmod(server.folder, 0777), 0);
    web_start(&server, web_free_of_limits);
    assert_true(logged("event=admin_off why=\"everybody can write to the folder"));
    socket_path(&at);
    assert_int_equal(stat(at.sun_path, &is), -1);
    said("list", 1, "or it runs without the socket valise.db-admin: see its log");
    finish();
}

/* ---- Where it cannot work ---- */

static void there_must_be_a_server(void **state)
{
    (void)state;
    struct stat is;
    struct sockaddr_un at;
    char other[160];
    web_prepare(&server);
    said("list", 1, "there is no database");
    web_start(&server, web_free_of_limits);
    /* One that was killed leaves its socket; the next one takes the place. */
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    socket_path(&at);
    assert_int_equal(stat(at.sun_path, &is), 0);
    said("list", 1, "is left from one that was killed");
    server.port = 0;
    web_start(&server, web_free_of_limits);
    said("list", 0, "There are no open matches.");
    /* By another name it is the same database. */
    snprintf(other, sizeof other, "%s/alias.db", server.folder);
    assert_int_equal(symlink(server.database, other), 0);
    char arguments[300];
    snprintf(arguments, sizeof arguments, "admin list --db %s", other);
    expect(arguments, NULL, 0, "There are no open matches.");
    unlink(other);
    /* Settings name the database too. */
    char text[200];
    struct vl_error err;
    snprintf(text, sizeof text, "db = %s\nhost = play.example.org\n", server.database);
    assert_true(vl_file_save(other, text, strlen(text), &err));
    snprintf(arguments, sizeof arguments, "admin list --config %s", other);
    expect(arguments, NULL, 0, "There are no open matches.");
    unlink(other);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    said("list", 1, "no server uses");
    /* Something else of that name is not touched; the server runs without. */
    assert_true(vl_file_save(at.sun_path, "mine", 4, &err));
    server.port = 0;
    web_start(&server, web_free_of_limits);
    assert_true(logged("valise.db-admin is there and is no socket"));
    get("/healthz", 200, "ok");
    finish();
}

static void two_servers_have_a_socket_each(void **state)
{
    (void)state;
    struct person p = {0};
    start(web_free_of_limits);
    struct web_server first = server;
    struct table t = make(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "greedy")));
    start(web_free_of_limits);
    said("list", 0, "There are no open matches.");
    finish();
    server = first;
    said("list", 0, t.match);
    finish();
    json_decref(t.made);
}

static void wrong_usage_is_told(void **state)
{
    (void)state;
    start(web_free_of_limits);
    said("frobnicate", 2, "there is no command \"frobnicate\"; there are list|show|close|");
    said("show", 2, "show needs the id of a match");
    said("ban", 2, "ban needs an address or a network");
    said("list cards", 2, "list can list matches and bans, not \"cards\"");
    said("list --why x", 2, "list does not take --why");
    said("ban 192.0.2.1 --for 5", 2, "--for is a number with s, m, h, d or w, as in 12h");
    said("list --config x", 2, "--db and --config both name a database");
    said("show abc", 1, "or at least its first 4 characters");
    said("show ../../x", 1, "expected the id of a match");
    said("show abcdefgh", 1, "there is no match abcdefgh");
    said("ban example.org", 1, "expected an address, as in 127.0.0.1");
    said("ban 0.0.0.0/0", 1, "this is too large a part of the internet");
    said("unban 192.0.2.1", 1, "192.0.2.1 is not banned");
    finish();
}

/* ---- Matches ---- */

/* Every member of an answer is one that everybody at the table knows, or an address. */
static void check_members(const json_t *object, const char *const *allowed)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        int i = 0;
        while (allowed[i] && strcmp(allowed[i], key) != 0)
            i++;
        if (!allowed[i])
            fail_msg("an operator sees \"%s\"", key);
    }
}

static void matches_are_listed_and_shown(void **state)
{
    (void)state;
    static const char *const members[] = {
        "match", "game",    "state", "people",  "seated",        "bots",          "watching",
        "moves", "created", "maker", "changed", "rules_version", "deck",          "options",
        "clock", "closed",  "seats", "viewers", "rematch",       "clock_seconds", NULL};
    static const char *const seat_members[] = {"name",      "kind",     "bot", "held",
                                               "connected", "stand_in", NULL};
    struct person p = {0};
    struct table t;
    char command[64];
    int seat;
    start(web_free_of_limits);
    json_decref(begin_local(&p, &t, &seat));
    play_some(&p, &t, 4);
    struct table over =
        make(&p, json_pack("[o,o]", seat_of("bot", "greedy"), seat_of("bot", "greedy")));
    await_end(&p, &over);
    json_t *open = answered("list"), *all = answered("list --all");
    assert_int_equal(json_array_size(open), 1);
    assert_int_equal(json_array_size(all), 2);
    assert_string_equal(web_text(json_array_get(all, 1), "maker"), ""); /* it is over */
    const json_t *m = json_array_get(open, 0);
    assert_string_equal(web_text(m, "match"), t.match);
    assert_string_equal(web_text(m, "game"), game_id());
    assert_string_equal(web_text(m, "state"), "running");
    assert_string_equal(web_text(m, "maker"), "127.0.0.1");
    assert_int_equal(web_int(m, "people"), 2);
    assert_int_equal(web_int(m, "seated"), 2);
    assert_int_equal(web_int(m, "watching"), 2);
    assert_true(web_int(m, "moves") >= 4);
    check_members(m, members);
    json_decref(open);
    json_decref(all);
    said("list", 0, "2 of 2 people, 0 bots");
    /* The first characters, as the log has them, are enough. */
    snprintf(command, sizeof command, "show %.8s", t.match);
    if (t.match[0] != '-') {
        said(command, 0, "watched:   by 127.0.0.1 as seat 1\n");
        said(command, 0, t.match);
        json_t *shown = answered(command);
        check_members(shown, members);
        const json_t *one = json_array_get(json_object_get(shown, "seats"), 0);
        check_members(one, seat_members);
        assert_true(json_is_true(json_object_get(one, "connected")));
        json_decref(shown);
    }
    leave(&p);
    json_decref(t.made);
    json_decref(over.made);
    finish();
}

/* The ids of tests may begin with a dash, which would be an option. */
static void on_match(char command[80], const char *what, const struct table *t)
{
    snprintf(command, 80, "%s -- %s", what, t->match);
}

static void a_closed_match_ends_for_its_players(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    char command[80], path[80];
    start(web_free_of_limits);
    json_t *now = begin_local(&p, &t, &seat);
    on_match(command, "close --why rude", &t);
    said(command, 0, "The match is closed.");
    /* Who sits there is told why, and sees no card any more. */
    json_t *table;
    do
        table = web_await(&p.socket, "table", -1);
    while (strcmp(web_text(table, "status"), "closed") != 0);
    assert_string_equal(web_text(table, "closed"),
                        "the operator of this server has ended it: rude");
    assert_true(json_is_null(json_object_get(table, "view")));
    json_decref(table);
    expect_error(commit(&p, &t, seat, web_int(now, "position"), first_move(now), "k"), "refused");
    json_decref(now);
    said(command, 1, "the match is closed");
    assert_int_equal(figure("matches{status=\"closed\"}"), 1);
    leave(&p);
    /* It stays closed. */
    restart(web_free_of_limits);
    snprintf(path, sizeof path, "/api/matches/%s", t.match);
    get(path, 200,
        "\"status\":\"closed\",\"closed\":\"the operator of this server has ended it: rude\"");
    said("list", 0, "There are no open matches.");
    on_match(command, "show", &t);
    said(command, 0, "closed:    the operator of this server has ended it: rude");
    json_decref(t.made);
    finish();
}

/* Bots that think and clocks that run do not bring it back. */
static void a_match_of_bots_can_be_closed(void **state)
{
    (void)state;
    static const char *const slow[] = {"--bot-time", "60000", "--limit", "clock=1", NULL};
    struct person p = {0};
    char command[80], path[80];
    const char *thinker = NULL;
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        thinker = vl_bot_at(i)->searches ? vl_bot_at(i)->name : thinker;
    start(slow);
    struct table t = make_with(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", thinker)),
                               json_pack("{s:{s:s,s:i}}", "clock", "kind", "move", "seconds", 1));
    enter(&p);
    expect_type(ask(&p, "start", &t, 0, NULL), "ok");
    on_match(command, "close", &t);
    said(command, 0, "The match is closed.");
    web_rest(1500); /* longer than the clock */
    snprintf(path, sizeof path, "/api/matches/%s", t.match);
    get(path, 200, "\"status\":\"closed\"");
    get(path, 200, "\"left\":null");
    leave(&p);
    json_decref(t.made);
    finish();
}

static void a_deleted_match_is_gone(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    char command[80], path[80];
    start(web_free_of_limits);
    json_decref(begin_local(&p, &t, &seat));
    on_match(command, "delete", &t);
    said(command, 0, "The match is deleted.");
    json_decref(web_await(&p.socket, "gone", -1));
    snprintf(path, sizeof path, "/api/matches/%s", t.match);
    get(path, 404, NULL);
    on_match(command, "show", &t);
    said(command, 1, "there is no match");
    leave(&p);
    json_decref(t.made);
    finish();
}

/* ---- Bans ---- */

static void expect_ban(const char *text, const char *name)
{
    struct sv_network network;
    struct vl_error err = {0};
    char is[VL_NETWORK_SIZE];
    if (!sv_ban_read(text, &network, is, &err))
        snprintf(is, sizeof is, "refused");
    assert_string_equal(is, name);
}

static void networks_have_one_name(void **state)
{
    (void)state;
    expect_ban("192.0.2.7", "192.0.2.7");
    expect_ban("192.0.2.7/24", "192.0.2.0/24");
    expect_ban("::ffff:192.0.2.7", "192.0.2.7");
    expect_ban("10.1.2.3/8", "10.0.0.0/8");
    expect_ban("2001:DB8::7", "2001:db8::/64"); /* a household */
    expect_ban("2001:db8::7/128", "2001:db8::7/128");
    expect_ban("2001:db8:1:2:3:4:5:6/33", "2001:db8::/33");
    expect_ban("10.0.0.0/7", "refused");
    expect_ban("2001::/15", "refused");
    expect_ban("192.0.2.7/33", "refused");
    expect_ban("192.0.2.7/", "refused");
    expect_ban("", "refused");
    expect_ban("example.org", "refused");
}

/* Whether the server takes a connection and answers on it. */
static bool welcome(void)
{
    struct web_reply reply;
    web_request(server.port, "GET", "/healthz", NULL, NULL, &reply);
    int status = reply.status;
    web_reply_free(&reply);
    return status == 200;
}

static void the_banned_are_refused_at_the_door(void **state)
{
    (void)state;
    struct web_socket s;
    start(web_free_of_limits);
    web_open(&s, server.port, NULL, NULL);
    assert_int_equal(s.status, 101);
    said("ban 127.0.0.0/24 --why rude", 0, "127.0.0.0/24 is banned.");
    assert_true(web_ends(&s, PATIENCE));
    assert_int_equal(s.closed, 1008);
    web_close(&s);
    assert_false(welcome());
    said("list bans", 0, "127.0.0.0/24");
    said("list bans", 0, "rude");
    /* A ban survives a restart, and a kill. */
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    server.port = 0;
    web_start(&server, web_free_of_limits);
    assert_false(welcome());
    assert_true(logged("event=refused_ban address=127.0.0.1"));
    said("unban 127.0.0.9/24", 0, "127.0.0.0/24 is no longer banned.");
    assert_true(welcome());
    assert_true(figure("refused_ban_total") >= 1);
    restart(web_free_of_limits);
    assert_true(welcome());
    finish();
}

static void a_ban_ends_by_itself(void **state)
{
    (void)state;
    start(web_free_of_limits);
    said("ban 127.0.0.1 --for 52w", 0, "is banned");
    said("ban 127.0.0.1 --for 2s", 0, "is banned"); /* the later word counts */
    assert_false(welcome());
    json_t *bans = answered("list bans");
    const json_t *ban = json_array_get(bans, 0);
    assert_int_equal(web_int(ban, "until") - web_int(ban, "made"), 2);
    json_decref(bans);
    for (int i = 0; i < 1000 && !welcome(); i++)
        web_rest(20);
    assert_true(welcome());
    said("list bans", 0, "There are no bans.");
    finish();
}

static int status_from(const char *address)
{
    char headers[100];
    struct web_reply reply;
    snprintf(headers, sizeof headers, "X-Forwarded-For: %s\r\n", address);
    web_request(server.port, "GET", "/healthz", headers, NULL, &reply);
    int status = reply.status;
    web_reply_free(&reply);
    return status;
}

static void bans_reach_behind_a_proxy(void **state)
{
    (void)state;
    static const char *const trusting[] = {"--trust-proxy", "127.0.0.0/8", NULL};
    struct web_socket s, other;
    start(trusting);
    said("ban 127.0.0.1", 1, "a trusted proxy has this address");
    said("ban 127.0.0.0/8", 1, "a trusted proxy has this address");
    web_open(&s, server.port, NULL,
             "Sec-WebSocket-Protocol: valise.1\r\nX-Forwarded-For: 2001:db8:0:7::1\r\n");
    web_open(&other, server.port, NULL,
             "Sec-WebSocket-Protocol: valise.1\r\nX-Forwarded-For: 2001:db8:0:8::1\r\n");
    assert_int_equal(s.status, 101);
    assert_int_equal(other.status, 101);
    said("ban 2001:db8:0:7::5", 0, "2001:db8:0:7::/64 is banned.");
    assert_true(web_ends(&s, PATIENCE));
    assert_int_equal(s.closed, 1008);
    assert_int_equal(status_from("2001:db8:0:7::99"), 403);
    assert_int_equal(status_from("2001:db8:0:8::99"), 200);
    assert_int_equal(status_from("203.0.113.5"), 200);
    said("ban 203.0.113.0/28", 0, "is banned");
    assert_int_equal(status_from("203.0.113.5"), 403);
    assert_int_equal(status_from("203.0.113.16"), 200);
    assert_true(web_say(&other, json_pack("{s:s,s:i}", "type", "ping", "id", 1)));
    json_decref(web_await(&other, "ok", 1));
    web_close(&s);
    web_close(&other);
    finish();
}

/* What could not be stored has not happened. */
static void a_command_that_cannot_be_stored_does_nothing(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    int seat;
    char command[80], path[80];
    web_prepare(&server);
    volatile struct trouble *trouble = trouble_start(&server, web_free_of_limits);
    if (!trouble) {
        web_clean(&server);
        skip();
    }
    json_decref(begin_local(&p, &t, &seat));
    snprintf(path, sizeof path, "/api/matches/%s", t.match);
    trouble->write = ENOSPC;
    said("ban 127.0.0.1", 1, "the store cannot be written; nothing has changed");
    assert_true(logged("event=sync_failed"));
    on_match(command, "close", &t);
    said(command, 1, "the store could not be written to a moment ago");
    said("list", 0, t.match); /* looking is possible */
    trouble->write = 0;
    for (int i = 0; i < 1000 && !logged("event=sync_again"); i++)
        web_rest(20);
    get(path, 200, "\"status\":\"running\""); /* neither banned nor closed */
    said("list bans", 0, "There are no bans.");
    said(command, 0, "The match is closed.");
    leave(&p);
    json_decref(t.made);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    trouble_end(&server, trouble);
    web_clean(&server);
}

/* ---- Others go on ---- */

/* Rows of matches, as many as a large server has. */
static void add_matches(int count)
{
    char sql[1200];
    sqlite3 *db = NULL;
    snprintf(
        sql, sizeof sql,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
        " INSERT INTO matches (id, game, rules_version, deck, options, seats, status, position,"
        " created, changed, next, secret) SELECT printf('%%022d', i), game, rules_version, deck,"
        " options, seats, 2, position, created, changed, next, secret FROM n, matches"
        " WHERE length(options) >= 0 AND number = (SELECT min(number) FROM matches);"
        "INSERT INTO seats (match, seat, bot, player, name, secret_hash)"
        " SELECT m.number, s.seat, s.bot, s.player, s.name, s.secret_hash FROM matches m, seats s"
        " WHERE s.match = (SELECT min(number) FROM matches) AND m.number > s.match;",
        count);
    assert_int_equal(sqlite3_open(server.database, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void a_long_list_does_not_stop_the_table(void **state)
{
    (void)state;
    enum { MANY = 4000 };
    struct person p = {0};
    char line[4096];
    start(web_free_of_limits);
    struct table t = make(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "greedy")));
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    add_matches(MANY);
    server.port = 0;
    web_start(&server, web_free_of_limits);
    /* Somebody asks for all of it and does not read: the list stops, and nothing else does. */
    static const char command[] = "{\"command\":\"list\",\"all\":true}\n";
    int fd = reach(), healthy = 0;
    assert_int_equal(write(fd, command, sizeof command - 1), sizeof command - 1);
    for (; healthy < 20; healthy++)
        get("/healthz", 200, "ok");
    /* Others are answered meanwhile, also with a list. */
    json_t *open = answered("list");
    assert_int_equal(json_array_size(open), 1);
    json_decref(open);
    /* Then all of it comes, each match once, and between the pages others are served. */
    FILE *in = fdopen(fd, "r");
    int lines = 0;
    while (fgets(line, sizeof line, in)) {
        if (++lines % 1000 == 0)
            get("/healthz", 200, "ok");
        if (strncmp(line, "{\"ok\":true", 10) == 0)
            break;
    }
    assert_string_equal(line, "{\"ok\":true,\"matches\":4001}\n");
    assert_int_equal(lines, MANY + 2);
    fclose(in);
    /* Each page was a pass of the loop of its own. */
    struct web_reply reply;
    web_request(server.port, "GET", "/metrics", NULL, NULL, &reply);
    const char *all = strstr(vl_text_string(&reply.body), "valise_batch_seconds_count ");
    assert_non_null(all);
    assert_true(strtol(all + 27, NULL, 10) > MANY / 32);
    web_reply_free(&reply);
    json_decref(t.made);
    finish();
}

static void strange_commands_get_an_answer(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "\n",
        "{}\n",
        "[]\n",
        "nonsense\n",
        "{\"command\":7}\n",
        "{\"command\":\"show\"}\n",
        "{\"command\":\"show\",\"match\":[]}\n",
        "{\"command\":\"ban\",\"network\":\"192.0.2.1\"}\n",
        "{\"command\":\"close\",\"match\":\"abcd\",\"why\":\"a\\nb\"}\n"};
    char answer[512];
    start(web_free_of_limits);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int fd = reach();
        assert_int_equal(write(fd, lines[i], strlen(lines[i])), strlen(lines[i]));
        ssize_t got = recv(fd, answer, sizeof answer - 1, MSG_WAITALL);
        assert_true(got > 0);
        answer[got] = '\0';
        if (strncmp(answer, "{\"ok\":false,\"error\":\"", 21) != 0)
            fail_msg("%s: %s", lines[i], answer);
        close(fd);
    }
    /* A command without an end, and more clients than there may be. */
    int fds[9];
    for (int i = 0; i < 9; i++)
        fds[i] = reach();
    struct pollfd last = {.fd = fds[8], .events = POLLIN};
    assert_int_equal(poll(&last, 1, PATIENCE), 1);
    ssize_t got = recv(fds[8], answer, sizeof answer - 1, MSG_WAITALL);
    answer[got > 0 ? got : 0] = '\0';
    assert_non_null(strstr(answer, "too many commands are under way"));
    char *flood = calloc(1, 20000);
    assert_non_null(flood);
    memset(flood, 'x', 20000);
    assert_true(send(fds[0], flood, 20000, MSG_NOSIGNAL) > 0);
    last.fd = fds[0];
    assert_int_equal(poll(&last, 1, PATIENCE), 1);
    got = recv(fds[0], answer, sizeof answer - 1, 0);
    answer[got > 0 ? got : 0] = '\0';
    assert_non_null(strstr(answer, "the command is too long"));
    free(flood);
    for (int i = 0; i < 9; i++)
        close(fds[i]);
    get("/healthz", 200, "ok");
    finish();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_its_owner_can_use_the_socket),
        cmocka_unit_test(the_server_asks_who_is_there),
        cmocka_unit_test(a_false_server_is_noticed),
        cmocka_unit_test(a_folder_of_others_has_no_socket),
        cmocka_unit_test(there_must_be_a_server),
        cmocka_unit_test(two_servers_have_a_socket_each),
        cmocka_unit_test(wrong_usage_is_told),
        cmocka_unit_test(matches_are_listed_and_shown),
        cmocka_unit_test(a_closed_match_ends_for_its_players),
        cmocka_unit_test(a_match_of_bots_can_be_closed),
        cmocka_unit_test(a_deleted_match_is_gone),
        cmocka_unit_test(networks_have_one_name),
        cmocka_unit_test(the_banned_are_refused_at_the_door),
        cmocka_unit_test(a_ban_ends_by_itself),
        cmocka_unit_test(bans_reach_behind_a_proxy),
        cmocka_unit_test(a_command_that_cannot_be_stored_does_nothing),
        cmocka_unit_test(a_long_list_does_not_stop_the_table),
        cmocka_unit_test(strange_commands_get_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
