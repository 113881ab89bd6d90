/*
 * The web table as its operator runs it: by TLS, under a sub-path behind a proxy, and with matches
 * that are too old. (Copies: test_copies.c.)
 */
#include <openssl/ssl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/program.h"
#include "core/banned.h"
#include "server/people.h"

/* What the server has written to its log. */
static void read_log(struct vl_text *log)
{
    char path[96];
    snprintf(path, sizeof path, "%s/log", server.folder);
    vl_text_clear(log);
    assert_true(vl_file_read(path, 1 << 20, log, NULL));
}

static void wait_for_log(const char *part)
{
    struct vl_text log = {0};
    for (int i = 0; i < 500; i++) {
        read_log(&log);
        if (strstr(vl_text_string(&log), part)) {
            vl_text_free(&log);
            return;
        }
        web_rest(20);
    }
    fail_msg("the log has no \"%s\": %s", part, vl_text_string(&log));
}

static void finish_server(void)
{
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
}

/* ---- TLS ---- */

static char tls_folder[64], cert[96], key[96];

static const char ec[] = "ec -pkeyopt ec_paramgen_curve:prime256v1", rsa[] = "rsa:2048";

/* A certificate for localhost and its key, made by the openssl program. */
static void make_certificate(const char *kind, const char *name, int days)
{
    char command[600];
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey %s -nodes -days %d -subj /CN=%s -keyout %s -out %s "
             "2>/dev/null",
             kind, days, name, key, cert);
    assert_int_equal(system(command), 0);
}

static int open_tls(void **state)
{
    (void)state;
    make_folder(tls_folder, sizeof tls_folder);
    snprintf(cert, sizeof cert, "%s/cert.pem", tls_folder);
    snprintf(key, sizeof key, "%s/key.pem", tls_folder);
    make_certificate(ec, "first", 30);
    return 0;
}

static int close_tls(void **state)
{
    (void)state;
    remove_folder(tls_folder);
    return 0;
}

/* A request by TLS: the name on the certificate, and the answer. */
static bool ask_tls(const char *request, char name[64], struct vl_text *answer)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL *ssl = SSL_new(context);
    char part[4096];
    int fd = web_connect(server.port), got;
    assert_true(fd >= 0);
    SSL_set_fd(ssl, fd);
    bool good = SSL_connect(ssl) == 1;
    if (good) {
        X509 *peer = SSL_get1_peer_certificate(ssl);
        X509_NAME_get_text_by_NID(X509_get_subject_name(peer), NID_commonName, name, 64);
        X509_free(peer);
        assert_true(SSL_write(ssl, request, (int)strlen(request)) > 0);
        vl_text_clear(answer);
        while ((got = SSL_read(ssl, part, sizeof part)) > 0)
            vl_text_add_bytes(answer, part, (size_t)got);
    }
    SSL_free(ssl);
    SSL_CTX_free(context);
    close(fd);
    return good;
}

static void tls_is_spoken_and_its_certificate_renewed(void **state)
{
    (void)state;
    static const char health[] =
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const char *arguments[] = {"--tls-cert", cert, "--tls-key", key, NULL};
    struct vl_text answer = {0};
    char name[64], body[200], post[500];
    web_prepare(&server);
    web_start(&server, arguments);
    assert_true(ask_tls(health, name, &answer));
    assert_string_equal(name, "first");
    assert_has(&answer, "HTTP/1.1 200");
    assert_has(&answer, "ok\n");
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"local\"}]}", game_id());
    snprintf(post, sizeof post,
             "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
             "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             strlen(body), body);
    assert_true(ask_tls(post, name, &answer));
    assert_has(&answer, "HTTP/1.1 201");
    assert_has(&answer, "; Secure\r\n");
    /* Without TLS nothing is answered, and nobody is hurt. */
    struct web_reply reply;
    web_request(server.port, "GET", "/healthz", NULL, NULL, &reply);
    assert_int_not_equal(reply.status, 200);
    web_reply_free(&reply);
    /* A large answer comes whole. */
    assert_true(
        ask_tls("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", name, &answer));
    assert_has(&answer, "</html>");
    /* Renewed while it runs, with a key of another kind; a bad file changes nothing. */
    make_certificate(rsa, "second", 90);
    assert_int_equal(kill(server.pid, SIGHUP), 0);
    wait_for_log("event=certificate_read");
    assert_true(ask_tls(health, name, &answer));
    assert_string_equal(name, "second");
    struct vl_error err;
    assert_true(vl_file_save(cert, "nonsense", 8, &err));
    assert_int_equal(kill(server.pid, SIGHUP), 0);
    wait_for_log("event=certificate_refused");
    assert_true(ask_tls(health, name, &answer));
    assert_string_equal(name, "second");
    finish_server();
    make_certificate(ec, "first", 30);
    vl_text_free(&answer);
}

static void bad_files_of_tls_are_named(void **state)
{
    (void)state;
    char arguments[400], command[500], other[96];
    snprintf(arguments, sizeof arguments, "serve --check --tls-cert %s --tls-key %s", cert, key);
    expect(arguments, NULL, 0, "tls-cert = ");
    snprintf(arguments, sizeof arguments, "serve --check --tls-cert %s --tls-key %s", key, key);
    expect(arguments, NULL, 2, "key.pem: there is no certificate in PEM form in this file");
    snprintf(arguments, sizeof arguments, "serve --check --tls-cert %s --tls-key %s", cert, cert);
    expect(arguments, NULL, 2, "cert.pem: there is no private key in PEM form in this file");
    snprintf(other, sizeof other, "%s/other.pem", tls_folder);
    snprintf(arguments, sizeof arguments, "serve --check --tls-cert %s --tls-key %s", cert, other);
    snprintf(command, sizeof command,
             "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out %s "
             "2>/dev/null",
             other);
    assert_int_equal(system(command), 0);
    expect(arguments, NULL, 2, "other.pem: the key does not belong to the certificate");
    snprintf(command, sizeof command,
             "openssl pkey -in %s -aes128 -passout pass:abcd -out %s 2>/dev/null", key, other);
    assert_int_equal(system(command), 0);
    expect(arguments, NULL, 2, "other.pem: the key is locked by a passphrase");
    struct vl_error err;
    assert_true(vl_file_save(other, "", 0, &err));
    expect(arguments, NULL, 2, "other.pem: the key is an empty file");
}

/* ---- The service manager ---- */

static void hear(int fd, const char *wanted)
{
    char state[64];
    for (int i = 0; i < 10; i++) {
        ssize_t got = recv(fd, state, sizeof state - 1, 0);
        assert_true(got > 0);
        state[got] = '\0';
        if (strcmp(state, wanted) == 0)
            return;
    }
    fail_msg("the manager heard \"%s\", not \"%s\"", state, wanted);
}

static void a_service_manager_is_told(void **state)
{
    (void)state;
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct timeval patience = {.tv_sec = 10};
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    web_prepare(&server);
    snprintf(at.sun_path, sizeof at.sun_path, "%s/notify", server.folder);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setenv("NOTIFY_SOCKET", at.sun_path, 1);
    web_start(&server, web_free_of_limits);
    unsetenv("NOTIFY_SOCKET");
    hear(fd, "READY=1");
    hear(fd, "WATCHDOG=1");
    /* A request to reload does not end it, though there is nothing to reload. */
    assert_int_equal(kill(server.pid, SIGHUP), 0);
    wait_for_log("event=reload certificate=none");
    get("/healthz", 200, "ok");
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    hear(fd, "STOPPING=1");
    close(fd);
    unlink(at.sun_path);
    web_clean(&server);
}

/* ---- A sub-path, a proxy, names ---- */

/* At an address where nothing is; its links lead to the base from any depth. */
static void a_browser_gets_a_page(const char *path)
{
    static const char headers[] = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n";
    struct web_reply reply;
    web_request(server.port, "GET", path, headers, NULL, &reply);
    assert_int_equal(reply.status, 404);
    assert_has(&reply.head, "content-type: text/html");
    assert_has(&reply.body, "href=\"/games/valise/\"");
    assert_has_not(&reply.body, "@base@");
    web_reply_free(&reply);
    /* A program, and whoever asks the interface, is told in its own language. */
    web_request(server.port, "GET", path, "Accept: application/json\r\n", NULL, &reply);
    assert_int_equal(reply.status, 404);
    assert_has(&reply.head, "content-type: application/json");
    web_reply_free(&reply);
    web_request(server.port, "GET", "/games/valise/api/nothing", headers, NULL, &reply);
    assert_int_equal(reply.status, 404);
    assert_has(&reply.head, "content-type: application/json");
    web_reply_free(&reply);
}

static void a_table_lies_under_its_base(void **state)
{
    (void)state;
    static const char *const arguments[] = {"--base", "/games/valise/", NULL};
    struct web_reply reply;
    struct web_socket s;
    web_prepare(&server);
    web_start(&server, arguments);
    get("/games/valise/", 200, "<title>Valise</title>");
    get("/games/valise/healthz", 200, "ok");
    get("/games/valise/api/games", 200, game_id());
    get("/", 404, "there is no such address");
    get("/healthz", 404, NULL);
    get("/games/valisex/", 404, NULL);
    a_browser_gets_a_page("/");
    a_browser_gets_a_page("/games/valise/nowhere/at/all");
    a_browser_gets_a_page("/games/valise/nowhere.html");
    web_request(server.port, "GET", "/games/valise", NULL, NULL, &reply);
    assert_int_equal(reply.status, 308);
    assert_has(&reply.head, "location: /games/valise/\r\n");
    web_reply_free(&reply);
    /* The cookie belongs to the base; it is secure where the page came by https. */
    char body[200];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"local\"}]}", game_id());
    web_request(server.port, "POST", "/games/valise/api/matches",
                "Content-Type: application/json\r\n", body, &reply);
    assert_int_equal(reply.status, 201);
    assert_has(&reply.head, "; Path=/games/valise/; ");
    assert_has_not(&reply.head, "Secure");
    web_reply_free(&reply);
    char headers[200];
    snprintf(headers, sizeof headers,
             "Content-Type: application/json\r\nOrigin: https://127.0.0.1:%d\r\n", server.port);
    web_request(server.port, "POST", "/games/valise/api/matches", headers, body, &reply);
    assert_int_equal(reply.status, 201);
    assert_has(&reply.head, "; Secure\r\n");
    web_reply_free(&reply);
    web_open(&s, server.port, NULL, NULL); /* at /ws */
    assert_int_not_equal(s.status, 101);
    web_close(&s);
    finish_server();
}

static int status_of(const char *headers)
{
    struct web_reply reply;
    web_request(server.port, "GET", "/healthz", headers, NULL, &reply);
    int status = reply.status;
    web_reply_free(&reply);
    return status;
}

/* How many of these requests are answered. */
static int answered(const char *headers, int count)
{
    int good = 0;
    for (int i = 0; i < count; i++)
        good += status_of(headers) == 200;
    return good;
}

static void limits_count_whom_a_trusted_proxy_names(void **state)
{
    (void)state;
    static const char *const trusting[] = {"--trust-proxy",
                                           "127.0.0.0/8",
                                           "--limit",
                                           "requests_per_second=1",
                                           "--limit",
                                           "sockets_per_address=1",
                                           "--limit",
                                           "connections_per_address=1",
                                           NULL};
    static const char *const strict[] = {"--limit", "requests_per_second=1", NULL};
    struct web_socket s[3];
    web_prepare(&server);
    web_start(&server, trusting);
    /* Five at once for each address that the proxy names. */
    int first = answered("X-Forwarded-For: 203.0.113.1\r\n", 12);
    assert_true(first >= 5 && first < 12);
    assert_int_equal(answered("X-Forwarded-For: 203.0.113.2\r\n", 5), 5);
    /* What the client itself claims to be does not help it. */
    int claimed = answered("X-Forwarded-For: 203.0.113.9, 203.0.113.2\r\n", 12);
    assert_true(claimed < 12);
    static const char *const from[3] = {
        "Sec-WebSocket-Protocol: valise.1\r\nX-Forwarded-For: 203.0.113.3\r\n",
        "Sec-WebSocket-Protocol: valise.1\r\nX-Forwarded-For: 203.0.113.3\r\n",
        "Sec-WebSocket-Protocol: valise.1\r\nX-Forwarded-For: 203.0.113.4\r\n"};
    for (int i = 0; i < 3; i++)
        web_open(&s[i], server.port, NULL, from[i]);
    assert_int_equal(s[0].status, 101);
    assert_int_not_equal(s[1].status, 101); /* one too many for this address */
    assert_int_equal(s[2].status, 101);
    for (int i = 0; i < 3; i++)
        web_close(&s[i]);
    finish_server();
    web_prepare(&server);
    web_start(&server, strict);
    int all = 0;
    for (int i = 0; i < 12; i++) {
        char headers[64];
        snprintf(headers, sizeof headers, "X-Forwarded-For: 203.0.113.%d\r\n", i);
        all += status_of(headers) == 200;
    }
    assert_true(all < 12); /* nobody is trusted: all of them are one */
    finish_server();
}

static void ask_as(const char *host, int status)
{
    char request[200];
    struct web_reply reply;
    snprintf(request, sizeof request, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", host);
    web_raw(server.port, request, strlen(request), &reply);
    if (reply.status != status)
        fail_msg("Host: %s: %d, not %d", host, reply.status, status);
    if (status == 421)
        assert_has(&reply.body, "--host NAME");
    web_reply_free(&reply);
}

static void other_names_are_refused(void **state)
{
    (void)state;
    static const char *const named[] = {"--host", "play.example.org", NULL};
    web_prepare(&server);
    web_start(&server, named);
    ask_as("play.example.org", 200);
    ask_as("Play.Example.Org:8443", 200);
    ask_as("127.0.0.1", 200);
    ask_as("rebound.example", 421);
    char request[300];
    struct web_reply reply;
    snprintf(request, sizeof request,
             "GET /ws HTTP/1.1\r\nHost: rebound.example\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
             "Sec-WebSocket-Protocol: valise.1\r\nOrigin: http://rebound.example\r\n\r\n");
    web_raw(server.port, request, strlen(request), &reply);
    assert_int_not_equal(reply.status, 101);
    web_reply_free(&reply);
    get("/metrics", 200, "valise_refused_host_total 2\n");
    finish_server();
}

/* ---- Age ---- */

static void run_sql(const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(server.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static int status_of_match(const struct table *t)
{
    char path[200];
    struct web_reply reply;
    snprintf(path, sizeof path, "/api/matches/%s", t->match);
    web_request(server.port, "GET", path, NULL, NULL, &reply);
    int status = reply.status;
    web_reply_free(&reply);
    return status;
}

static void old_matches_are_deleted(void **state)
{
    (void)state;
    static const char *const keeping[] = {
        "--keep-finished", "30", "--keep-abandoned", "10", "--bot-pause", "0", NULL};
    struct person p = {0};
    struct table t[4];
    char sql[512];
    int seat;
    web_prepare(&server);
    web_start(&server, web_free_of_limits);
    for (int i = 0; i < 4; i++) {
        json_decref(begin_local(&p, &t[i], &seat));
        if (i < 2)
            play_out(&p, &t[i]);
        leave(&p);
    }
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    server.port = 0;
    /* One of each kind is a day too old, one a day too young for it. */
    static const int days[4] = {31, 29, 11, 9};
    for (int i = 0; i < 4; i++) {
        snprintf(sql, sizeof sql,
                 "UPDATE matches SET changed = unixepoch() - %d * 86400 WHERE id = '%s';"
                 "UPDATE commits SET time = unixepoch() - %d * 86400"
                 " WHERE match = (SELECT number FROM matches WHERE id = '%s')",
                 days[i], t[i].match, days[i], t[i].match);
        run_sql(sql);
    }
    web_start(&server, keeping);
    wait_for_log("event=deleted finished=1 abandoned=1");
    for (int i = 0; i < 4; i++)
        assert_int_equal(status_of_match(&t[i]), i % 2 ? 200 : 404);
    get("/metrics", 200, "valise_matches_deleted_total 2\n");
    get("/metrics", 200, "valise_matches{status=\"over\"} 1\n");
    get("/healthz", 200, "ok");
    finish_server();
    for (int i = 0; i < 4; i++)
        json_decref(t[i].made);
}

/* The secrets of deals are nobody else's, whatever the mask of files says. */
static void a_new_database_is_its_owners(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    char path[128];
    struct stat is;
    mode_t was = umask(0);
    web_prepare(&server);
    web_start(&server, web_free_of_limits);
    umask(was);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", server.database, endings[i]);
        assert_int_equal(stat(path, &is), 0);
        assert_int_equal(is.st_mode & 0777, 0600);
    }
    finish_server();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_database_is_its_owners),
        cmocka_unit_test_setup_teardown(tls_is_spoken_and_its_certificate_renewed, open_tls,
                                        close_tls),
        cmocka_unit_test_setup_teardown(bad_files_of_tls_are_named, open_tls, close_tls),
        cmocka_unit_test(a_service_manager_is_told),
        cmocka_unit_test(a_table_lies_under_its_base),
        cmocka_unit_test(limits_count_whom_a_trusted_proxy_names),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(old_matches_are_deleted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
