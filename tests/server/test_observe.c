/*
 * What operators see of a server: the log and its limits, the access log, the histograms of
 * /metrics, and settings that are read again.
 */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/banned.h"
#include "core/file.h"
#include "server/log.h"
#include "server/people.h"

enum { MOST_LOG = 16 << 20, PATIENCE = 1000 /* times 20 ms */ };

static void read_text(const char *path, struct vl_text *out)
{
    struct vl_error err;
    vl_text_clear(out);
    assert_true(vl_file_read(path, MOST_LOG, out, &err));
}

static void read_log(struct vl_text *out)
{
    char path[128];
    snprintf(path, sizeof path, "%s/log", server.folder);
    read_text(path, out);
}

static void wait_for_log(const char *part)
{
    for (int i = 0; i < PATIENCE; i++) {
        if (logged(part))
            return;
        web_rest(20);
    }
    fail_msg("the log has no \"%s\"", part);
}

static void start(const char *const *arguments)
{
    web_prepare(&server);
    web_start(&server, arguments);
}

static void stop(void)
{
    assert_int_equal(web_stop(&server, SIGTERM), 0);
}

/* ---- Lines ---- */

/* What sv_log writes, as text and as JSON. */
static void caught(bool json, struct vl_text *out, void (*speak)(void))
{
    char path[] = "/tmp/valise-log-XXXXXX";
    int fd = mkstemp(path), before = dup(2);
    assert_true(fd >= 0 && before >= 0);
    fflush(stderr);
    dup2(fd, 2);
    sv_log_json(json);
    speak();
    sv_log_json(false);
    fflush(stderr);
    dup2(before, 2);
    close(before);
    close(fd);
    read_text(path, out);
    unlink(path);
}

static void say_strange_things(void)
{
    sv_log("strange", "count=%d why=\"%s\" plain=%s size=%llu fixed=none", -3,
           "a \"quoted\" \\ word\nevent=forged \xff", "two words", 12345678901ULL);
}

static void values_stay_in_their_fields(void **state)
{
    (void)state;
    struct vl_text out = {0};
    caught(false, &out, say_strange_things);
    const char *rest = strstr(vl_text_string(&out), " event=");
    assert_non_null(rest);
    assert_string_equal(rest,
                        " event=strange count=-3 why=\"a \\\"quoted\\\" \\\\ word?event=forged "
                        "\xff\" plain=\"two words\" size=12345678901 fixed=none\n");
    caught(true, &out, say_strange_things);
    json_t *line = json_loadb(out.data, out.length, 0, NULL);
    assert_non_null(line);
    assert_int_equal(web_int(line, "count"), -3);
    assert_string_equal(web_text(line, "event"), "strange");
    assert_string_equal(web_text(line, "why"), "a \"quoted\" \\ word?event=forged ?");
    assert_string_equal(web_text(line, "plain"), "two words");
    assert_true(json_integer_value(json_object_get(line, "size")) == 12345678901LL);
    assert_string_equal(web_text(line, "fixed"), "none");
    json_decref(line);
    vl_text_free(&out);
}

/* Many addresses do not fill the disk either. */
static void say_from_everywhere(void)
{
    for (int i = 0; i < 5000; i++)
        sv_log("noise", "address=10.1.%d.%d", i / 250, i % 250);
    for (int i = 0; i < 5000; i++)
        sv_log("noise", "address=10.2.0.1");
    sv_log_sweep(true);
}

static void many_addresses_share_a_limit(void **state)
{
    (void)state;
    struct vl_text out = {0};
    long lines = 0, all = 0;
    caught(false, &out, say_from_everywhere);
    for (const char *at = out.data; *at; at = strchr(at, '\n') + 1) {
        const char *times = strstr(at, " times=");
        lines++;
        if (times && times < strchr(at, '\n'))
            all += strtol(times + 7, NULL, 10);
        else
            all++;
    }
    assert_int_equal(all, 10000); /* every one is counted */
    assert_true(lines < 1000);
    vl_text_free(&out);
}

static void expect_path(const char *path, const char *shown)
{
    struct vl_text out = {0};
    sv_access_path(path, &out);
    assert_string_equal(vl_text_string(&out), shown);
    vl_text_free(&out);
}

static void paths_keep_secrets(void **state)
{
    (void)state;
    expect_path("/", "/");
    expect_path("/api/games", "/api/games");
    expect_path("/assets/index-4f5g6h7j8k9l0q1w2e3r.js", "/assets/index-4f5g6h7j8k9l0q1w2e3r.js");
    expect_path("/api/matches/abcdefghijklmnopqrstuv", "/api/matches/abcdefgh*");
    expect_path("/valise/api/matches/abcdefghijklmnopqrstuv/claim",
                "/valise/api/matches/abcdefgh*/claim");
    expect_path("/m/abcdefghijklmnopqrstuv/s/0/0123456789_-0123456789_-0123456789_-0123456",
                "/m/*/s/0/*");
}

/* ---- The log of a server ---- */

static void lines_of_one_address_are_summed_up(void **state)
{
    (void)state;
    enum { MANY = 400 };
    struct vl_text request = {0}, log = {0};
    int lines = 0, summed = 0;
    start(web_free_of_limits);
    vl_text_add(&request, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ");
    for (int i = 0; i < 20000; i++)
        vl_text_char(&request, 'x');
    for (int i = 0; i < MANY; i++) {
        struct web_reply reply;
        web_raw(server.port, request.data, request.length, &reply);
        assert_int_equal(reply.status, 431);
        web_reply_free(&reply);
    }
    stop();
    read_log(&log);
    for (const char *at = log.data; (at = strstr(at, "event=")); at++) {
        if (strncmp(at, "event=bad_request status=431 ", 29) == 0)
            lines++;
        if (strncmp(at, "event=repeated what=bad_request times=", 38) == 0) {
            summed += (int)strtol(at + 38, NULL, 10);
            assert_non_null(strstr(at, " address=127.0.0.1\n"));
        }
    }
    assert_int_equal(lines + summed, MANY);
    assert_true(lines <= MANY / 4);
    assert_true(summed > 0);
    vl_text_free(&request);
    vl_text_free(&log);
    web_clean(&server);
}

static void the_log_is_json_on_request(void **state)
{
    (void)state;
    static const char *const json[] = {"--log", "json", "--bot-pause", "0", NULL};
    struct person p = {0};
    struct vl_text log = {0};
    int made = 0, lines = 0;
    start(json);
    struct table t = make(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", "greedy")));
    struct web_reply reply;
    web_raw(server.port, "nonsense\r\n\r\n", 12, &reply);
    web_reply_free(&reply);
    stop();
    read_log(&log);
    for (char *at = log.data, *line; (line = strsep(&at, "\n"));) {
        if (!*line)
            continue;
        json_error_t where;
        json_t *entry = json_loads(line, JSON_REJECT_DUPLICATES, &where);
        if (!entry)
            fail_msg("%s: %s", where.text, line);
        const char *event = web_text(entry, "event");
        assert_int_equal(strlen(web_text(entry, "time")), 24);
        if (strcmp(event, "match_made") == 0) {
            assert_string_equal(web_text(entry, "address"), "127.0.0.1");
            assert_int_equal(web_int(entry, "seats"), 2);
            assert_int_equal(strlen(web_text(entry, "match")), 8);
            made++;
        } else if (strcmp(event, "bad_request") == 0) {
            assert_int_equal(web_int(entry, "status"), 400);
            made++;
        }
        json_decref(entry);
        lines++;
    }
    assert_int_equal(made, 2);
    assert_true(lines >= 4);
    json_decref(t.made);
    vl_text_free(&log);
    web_clean(&server);
}

/* ---- The access log ---- */

static void every_request_is_noted_without_its_secrets(void **state)
{
    (void)state;
    char file[128], path[160], renamed[160], id9[16];
    struct vl_text log = {0};
    struct person p = {0}, friend = {0};
    web_prepare(&server);
    snprintf(file, sizeof file, "%s/access", server.folder);
    const char *const arguments[] = {"--access-log", file, "--bot-pause", "0", NULL};
    web_start(&server, arguments);
    struct table t = make(&p, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)));
    claim(&friend, &t, 1);
    snprintf(path, sizeof path, "/api/matches/%s?token=SECRET-QUERY", t.match);
    get(path, 200, NULL);
    enter(&p);
    leave(&p);
    struct web_reply reply;
    web_raw(server.port, "nonsense\r\n\r\n", 12, &reply);
    web_reply_free(&reply);
    /* The file is rotated: it gets another name, and the server opens a new one. */
    snprintf(renamed, sizeof renamed, "%s.1", file);
    assert_int_equal(rename(file, renamed), 0);
    assert_int_equal(kill(server.pid, SIGHUP), 0);
    wait_for_log("event=reload ");
    get("/healthz", 200, "ok");
    stop();
    read_text(renamed, &log);
    snprintf(id9, sizeof id9, "%.9s", t.match);
    assert_null(strstr(log.data, id9));
    assert_null(strstr(log.data, "SECRET"));
    assert_null(strstr(log.data, secret_of(&t, 1)));
    assert_null(strchr(p.cookie, '=') ? strstr(log.data, strchr(p.cookie, '=') + 1) : NULL);
    assert_non_null(
        strstr(log.data, " event=request method=POST path=/api/matches status=201 bytes="));
    assert_non_null(strstr(log.data, " method=GET path=/ws status=101 "));
    assert_non_null(strstr(log.data, "*/claim status=200 "));
    assert_non_null(strstr(log.data, " method=? path=? status=400 "));
    assert_non_null(strstr(log.data, " address=127.0.0.1\n"));
    assert_non_null(strstr(log.data, " us="));
    assert_null(strstr(log.data, "healthz"));
    read_text(file, &log);
    assert_non_null(strstr(log.data, " method=GET path=/healthz status=200 bytes="));
    vl_text_free(&log);
    json_decref(t.made);
    web_clean(&server);
}

static void an_access_log_must_be_writable(void **state)
{
    (void)state;
    char command[300];
    web_prepare(&server);
    snprintf(command, sizeof command,
             "'%s' serve --port 0 --db '%s' --access-log /dev/null/x 2>'%s/log'", VALISE_PROGRAM,
             server.database, server.folder);
    assert_int_not_equal(system(command), 0);
    assert_true(logged("the access log cannot be opened"));
    web_clean(&server);
}

/* ---- Histograms ---- */

/* The value of a line of /metrics that begins with these characters, up to its blank. */
static double metric(const char *text, const char *name)
{
    char start[160];
    snprintf(start, sizeof start, "\n%s ", name);
    const char *at = strstr(text, start);
    if (!at)
        fail_msg("there is no %s", name);
    return strtod(at + strlen(start), NULL);
}

/* One histogram, as Prometheus reads it: buckets rise, the last one is the count. */
static long check_histogram(const char *text, const char *name, const char *label)
{
    char start[160], whole[200];
    double last_bound = -1;
    long last = 0, buckets = 0;
    snprintf(start, sizeof start, "\nvalise_%s_seconds_bucket{%sle=\"", name, label);
    for (const char *at = text; (at = strstr(at, start)); buckets++) {
        char *end;
        at += strlen(start);
        double bound = strncmp(at, "+Inf", 4) == 0 ? INFINITY : strtod(at, NULL);
        long count = strtol(strchr(at, '}') + 1, &end, 10);
        assert_true(*end == '\n');
        assert_true(bound > last_bound);
        assert_true(count >= last);
        last_bound = bound;
        last = count;
    }
    assert_int_equal(buckets, 17);
    assert_true(isinf(last_bound));
    int size = (int)strlen(label) - (*label != '\0');
    snprintf(whole, sizeof whole, "valise_%s_seconds_count%s%.*s%s", name, size ? "{" : "", size,
             label, size ? "}" : "");
    assert_true(metric(text, whole) == (double)last);
    snprintf(whole, sizeof whole, "valise_%s_seconds_sum%s%.*s%s", name, size ? "{" : "", size,
             label, size ? "}" : "");
    double sum = metric(text, whole);
    assert_true(last ? sum > 0 || last < 100 : sum == 0);
    return last;
}

/* Every line is a comment, or a name with labels and a number. */
static void check_lines(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_0123456789";
    for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
        if (strncmp(at, "# HELP valise_", 14) == 0 || strncmp(at, "# TYPE valise_", 14) == 0)
            continue;
        const char *name = at;
        char *end;
        at += strspn(at, letters);
        assert_true(at > name);
        if (*at == '{')
            at = strchr(at, '}') + 1;
        assert_true(*at == ' ');
        strtod(at + 1, &end);
        assert_true(end > at + 1 && *end == '\n');
    }
}

static void latencies_are_histograms(void **state)
{
    (void)state;
    struct person p = {0};
    struct table t;
    struct web_reply reply;
    int seat;
    start(web_free_of_limits);
    json_decref(begin_local(&p, &t, &seat));
    play_some(&p, &t, 12);
    json_t *nonsense = json_pack("{s:s}", "type", "nonsense");
    assert_true(web_say(&p.socket, nonsense));
    json_decref(web_await(&p.socket, "error", -1));
    web_request(server.port, "GET", "/metrics", NULL, NULL, &reply);
    const char *text = vl_text_string(&reply.body);
    check_lines(text);
    assert_int_equal(check_histogram(text, "commit", ""), 12);
    assert_true(metric(text, "valise_commits_total") == 12);
    assert_true(check_histogram(text, "http_request", "") >= 1);
    assert_true(check_histogram(text, "batch", "") >= 14);
    assert_int_equal(check_histogram(text, "message", "type=\"commit\","), 12);
    assert_true(check_histogram(text, "message", "type=\"watch\",") >= 12);
    assert_int_equal(check_histogram(text, "message", "type=\"hint\","), 0);
    assert_int_equal(check_histogram(text, "message", "type=\"other\","), 1);
    web_reply_free(&reply);
    leave(&p);
    json_decref(t.made);
    stop();
    web_clean(&server);
}

/* ---- Settings that are read again ---- */

static char config[128];

static void save_config(const char *text)
{
    struct vl_error err;
    assert_true(vl_file_save(config, text, strlen(text), &err));
}

/* Sends SIGHUP and waits for one more line that says so. */
static void reload(const char *event)
{
    struct vl_text log = {0};
    int before = -1, now = 0;
    for (int i = 0; i < PATIENCE && now <= before + (before < 0); i++) {
        now = 0;
        read_log(&log);
        for (const char *at = vl_text_string(&log); (at = strstr(at, event)); at++)
            now++;
        if (before < 0) {
            before = now;
            assert_int_equal(kill(server.pid, SIGHUP), 0);
        }
        web_rest(10);
        if (now > before)
            break;
    }
    if (now <= before)
        fail_msg("SIGHUP: no \"%s\" in: %s", event, vl_text_string(&log));
    vl_text_free(&log);
}

static int status_for(const char *host)
{
    char request[200];
    struct web_reply reply;
    snprintf(request, sizeof request, "GET /healthz HTTP/1.1\r\nHost: %s\r\n\r\n", host);
    web_raw(server.port, request, strlen(request), &reply);
    int status = reply.status;
    web_reply_free(&reply);
    return status;
}

static void settings_are_read_again(void **state)
{
    (void)state;
    const char *const arguments[] = {"--config", config, "--limit", "frame=5000", NULL};
    struct web_socket s;
    web_prepare(&server);
    snprintf(config, sizeof config, "%s/valise.conf", server.folder);
    save_config("host = one.example\n");
    web_start(&server, arguments);
    assert_int_equal(status_for("one.example"), 200);
    assert_int_equal(status_for("two.example"), 421);
    web_open(&s, server.port, NULL, NULL);
    assert_int_equal(s.status, 101);

    /* Other names and limits hold at once; those who are there stay. */
    save_config("host = two.example\nlimit.connections = 1\nlimit.frame = 1\nlog = json\n");
    reload("reload");
    assert_true(logged("\"event\":\"reload\""));
    assert_int_equal(status_for("one.example"), 421);
    assert_int_equal(status_for("two.example"), 200);
    struct web_socket second;
    web_open(&second, server.port, NULL, NULL);
    assert_int_equal(second.status, 503);
    web_close(&second);
    /* The command line wins as before: a frame of one byte would not let this through. */
    assert_true(web_say(&s, json_pack("{s:s,s:i}", "type", "ping", "id", 1)));
    json_decref(web_await(&s, "ok", 1));

    /* What cannot change is named; the rest of the file holds. */
    save_config("host = three.example\nport = 1\nworkers = 7\nbase = /x/\nlog = text\n");
    reload("event=reload");
    assert_true(logged("event=setting_needs_restart setting=workers"));
    assert_true(logged("event=setting_needs_restart setting=base"));
    assert_int_equal(status_for("three.example"), 200);

    /* A bad file changes nothing and says where. */
    save_config("host = four.example\nlimit.connections = none\n");
    reload("event=settings_refused where=");
    assert_true(logged("valise.conf:2\" why=\"limit.connections: a limit is a whole number"));
    assert_int_equal(status_for("three.example"), 200);
    assert_int_equal(status_for("four.example"), 421);
    /* So does a file that is gone, and one whose settings do not fit together. */
    save_config("host = four.example\ntls-cert = /nowhere\n");
    reload("event=settings_refused where=");
    assert_true(logged("tls-cert is given without tls-key"));
    assert_int_equal(unlink(config), 0);
    reload("event=settings_refused where=");
    assert_int_equal(status_for("three.example"), 200);
    web_close(&s);
    stop();
    web_clean(&server);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay_in_their_fields),
        cmocka_unit_test(many_addresses_share_a_limit),
        cmocka_unit_test(paths_keep_secrets),
        cmocka_unit_test(lines_of_one_address_are_summed_up),
        cmocka_unit_test(the_log_is_json_on_request),
        cmocka_unit_test(every_request_is_noted_without_its_secrets),
        cmocka_unit_test(an_access_log_must_be_writable),
        cmocka_unit_test(latencies_are_histograms),
        cmocka_unit_test(settings_are_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
