/*
 * Fair shares, with a server and clients: one address sends at full speed, and a stranger at
 * another address plays on. The addresses are 127.0.0.1 and 127.0.0.66, which the server tells
 * apart as any others.
 *
 * What must always hold is checked in every run. With VALISE_LONG=1 the test measures as well: the
 * 99th percentile of the stranger's acknowledgements under attack is at most five times that of the
 * quiet part of the same run. (The scheduler step by step: test_fair.c; limits without a network:
 * test_addresses.c.)
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/people.h"
#include "server/wire.h"
#include "valise/bot.h"
#include "valise/match.h"

static const char *const generous[] = {"--bot-time",  "200",
                                       "--bot-pause", "10",
                                       "--limit",     "messages_per_second=1000000",
                                       "--limit",     "requests_per_second=1000000",
                                       "--limit",     "matches_per_minute=1000000",
                                       NULL};

static bool strict(void)
{
    const char *value = getenv("VALISE_LONG");
    return value && strcmp(value, "1") == 0;
}

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* ---- Records ---- */

/* A match of the game with the largest states, played at random to its end or for some moves. */
static void play_record(uint32_t moves, struct vl_text *out)
{
    const struct vl_game *game = vl_game_at(0);
    for (uint32_t i = 1; i < vl_game_count(); i++)
        if (vl_game_at(i)->state_size > game->state_size)
            game = vl_game_at(i);
    struct vl_deck *deck = vl_deck_open(game, NULL, NULL);
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 7};
    struct vl_rng rng = {.s = {1, 2, 3, 4}};
    assert_true(vl_setup_init(game, game->most_seats, &setup, NULL));
    struct vl_match *match = vl_match_new(game, deck, &setup, &chance, false, NULL);
    assert_non_null(match);
    while (vl_match_to_act(match) >= 0 && vl_match_position(match) < moves) {
        vl_move move = vl_pick_from_list(game, deck->data, vl_match_state(match), &rng);
        assert_true(vl_match_commit(match, vl_match_to_act(match), &move, 1, NULL));
    }
    struct vl_record *record = vl_match_record(match, true);
    vl_record_write(record, out);
    vl_record_free(record);
    vl_match_free(match);
    vl_deck_free(deck);
}

/* Imports one finished record; the id of its match. */
static void import_one(struct person *p, char match[32])
{
    struct vl_text record = {0};
    int status;
    play_record(UINT32_MAX, &record);
    json_t *body = json_pack("{s:s}", "records", vl_text_string(&record));
    json_t *made = web_json(server.port, "POST", "/api/import", p->cookie, body, &status);
    assert_int_equal(status, 201);
    snprintf(match, 32, "%s",
             web_text(json_array_get(json_object_get(made, "matches"), 0), "match"));
    json_decref(made);
    json_decref(body);
    vl_text_free(&record);
}

/* ---- The attacker: a process of its own, at another address ---- */

static int come_from_elsewhere(void)
{
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    inet_pton(AF_INET, "127.0.0.66", &from.sin_addr);
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    to.sin_port = htons((uint16_t)server.port);
    if (fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof from) != 0 ||
        connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
        return -1;
    return fd;
}

/* One socket that sends the same bytes again and again, and drops what it is answered. */
struct sender {
    int fd;
    size_t sent;     /* of the bytes */
    size_t received; /* bytes in all */
};

enum { MOST_SENDERS = 64 };

/* Writes until the server takes no more, and reads what there is; until it is killed. Each socket
 * waits for an answer before it sends again if `polite`. */
static void send_for_ever(struct sender *senders, int count, const struct vl_text *bytes,
                          bool polite)
{
    struct pollfd polls[MOST_SENDERS];
    static char buffer[1 << 16];
    bool waits[MOST_SENDERS] = {false};
    for (;;) {
        for (int i = 0; i < count; i++)
            polls[i] = (struct pollfd){
                .fd = senders[i].fd,
                .events = (short)(POLLIN | (waits[i] ? 0 : POLLOUT)),
            };
        poll(polls, (nfds_t)count, 1000);
        for (int i = 0; i < count; i++) {
            struct sender *s = &senders[i];
            if (polls[i].revents & (POLLIN | POLLHUP | POLLERR)) {
                ssize_t got = recv(s->fd, buffer, sizeof buffer, MSG_DONTWAIT);
                if (got == 0 || (got < 0 && errno != EAGAIN)) {
                    close(s->fd); /* refused: it comes again */
                    s->fd = come_from_elsewhere();
                    s->sent = 0;
                }
                waits[i] = false;
            }
            if (!waits[i] && polls[i].revents & POLLOUT) {
                ssize_t put = send(s->fd, bytes->data + s->sent, bytes->length - s->sent,
                                   MSG_DONTWAIT | MSG_NOSIGNAL);
                s->sent += put > 0 ? (size_t)put : 0;
                if (s->sent == bytes->length) {
                    s->sent = 0;
                    waits[i] = polite;
                }
            }
        }
    }
}

/* Runs in a child until the parent has measured enough. */
static pid_t attack(void (*with)(const void *), const void *context)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (nice(19) <
        0) /* an attacker is at another machine, and takes no processor from the server */
        _exit(1);
    with(context);
    _exit(0);
}

static void end_attack(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* H4: files of a megabyte whose last line is wrong. */
static void send_imports(const void *unused)
{
    struct sender senders[8];
    struct vl_text record = {0}, all = {0}, request = {0};
    (void)unused;
    play_record(UINT32_MAX, &record);
    while (all.length + record.length < 900000)
        vl_text_add(&all, record.data);
    vl_text_add(&all, "and no record\n");
    json_t *body = json_pack("{s:s}", "records", all.data);
    char *text = json_dumps(body, 0);
    vl_text_addf(&request,
                 "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json"
                 "\r\nContent-Length: %zu\r\n\r\n",
                 strlen(text));
    vl_text_add(&request, text);
    for (int i = 0; i < 8; i++)
        senders[i] = (struct sender){.fd = come_from_elsewhere()};
    send_for_ever(senders, 8, &request, true);
}

/* H4: 64 WebSockets that ask for 32 positions, several times at once. */
static void send_replays(const void *match)
{
    struct sender senders[MOST_SENDERS];
    struct vl_text frames = {0};
    char message[200];
    snprintf(message, sizeof message,
             "{\"type\":\"replay\",\"id\":1,\"match\":\"%s\",\"seat\":null,\"from\":64,"
             "\"count\":32,\"open\":true}",
             (const char *)match);
    for (int i = 0; i < 20; i++)
        wire_frame(&frames, 0x81, message, strlen(message), 0x12345678);
    for (int i = 0; i < MOST_SENDERS; i++) {
        struct vl_text handshake = {0};
        char answer[1024];
        int fd = come_from_elsewhere();
        wire_handshake(&handshake, "/ws", "");
        if (send(fd, handshake.data, handshake.length, MSG_NOSIGNAL) < 0 ||
            recv(fd, answer, sizeof answer, 0) <= 0)
            _exit(1);
        vl_text_free(&handshake);
        senders[i] = (struct sender){.fd = fd};
    }
    send_for_ever(senders, MOST_SENDERS, &frames, false);
}

/* H3: tables of bots that search, as fast as the server makes them. */
static void make_bots(const void *strongest)
{
    struct vl_text request = {0};
    json_t *body =
        json_pack("{s:s,s:[{s:s,s:s},{s:s,s:s}]}", "game", game_id(), "seats", "kind", "bot", "bot",
                  (const char *)strongest, "kind", "bot", "bot", (const char *)strongest);
    char *text = json_dumps(body, 0);
    vl_text_addf(&request,
                 "POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json"
                 "\r\nContent-Length: %zu\r\n\r\n%s",
                 strlen(text), text);
    int fd = come_from_elsewhere();
    for (int i = 0; i < 149; i++) {
        char answer[4096];
        if (send(fd, request.data, request.length, MSG_NOSIGNAL) < 0 ||
            recv(fd, answer, sizeof answer, 0) <= 0)
            _exit(1);
    }
    for (;;)
        pause();
}

/* ---- The stranger ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Commits one move at a table for two at one screen, and says how long the acknowledgement took. A
 * table that is over is replaced by a new one. */
static double commit_one(struct person *p, struct table *t)
{
    char key[24];
    json_t *now = t->made ? ask(p, "watch", t, 0, NULL) : NULL;
    if (!now || web_int(now, "to_act") < 0) {
        int seat;
        json_decref(now);
        if (t->made)
            leave(p);
        json_decref(t->made);
        now = begin_local(p, t, &seat);
    }
    int seat = web_int(now, "to_act"), position = web_int(now, "position");
    if (seat != web_int(now, "seat")) {
        json_decref(now);
        now = ask(p, "watch", t, seat, NULL);
    }
    snprintf(key, sizeof key, "k%d", position);
    double from = milliseconds();
    expect_type(commit(p, t, seat, position, first_move(now), key), "ack");
    double time = milliseconds() - from;
    json_decref(now);
    return time;
}

/* The 99th percentile, in milliseconds, of acknowledgements to somebody who plays on quickly. */
static double measure(struct person *p, struct table *t, int samples)
{
    double *times = calloc((size_t)samples, sizeof *times);
    for (int i = 0; i < samples; i++) {
        times[i] = commit_one(p, t);
        web_rest(1);
    }
    qsort(times, (size_t)samples, sizeof *times, by_size);
    double p99 = times[samples * 99 / 100];
    printf("    p50 %.2f ms, p99 %.2f ms, most %.2f ms\n", times[samples / 2], p99,
           times[samples - 1]);
    free(times);
    return p99;
}

enum { ROUNDS = 5, SAMPLES = 400, TRIES = 4 };

/* One round after the other, quiet and under attack; the medians of both are compared, so that a
 * machine that is busy for a while does not decide. */
static bool is_quick(struct person *p, struct table *t, void (*with)(const void *),
                     const void *context)
{
    double quiet[ROUNDS], attacked[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        quiet[i] = measure(p, t, SAMPLES);
        pid_t attacker = attack(with, context);
        web_rest(500);
        attacked[i] = measure(p, t, SAMPLES);
        end_attack(attacker);
        web_rest(500);
    }
    qsort(quiet, ROUNDS, sizeof *quiet, by_size);
    qsort(attacked, ROUNDS, sizeof *attacked, by_size);
    printf("    medians of p99: %.2f ms quiet, %.2f ms under attack\n", quiet[ROUNDS / 2],
           attacked[ROUNDS / 2]);
    return attacked[ROUNDS / 2] <= 5 * quiet[ROUNDS / 2];
}

/* The stranger is served while an attack goes on: always, and in time if that is measured. `grows`
 * is the figure that shows the attack. */
static void stays_quick(void (*with)(const void *), const void *context, const char *grows)
{
    struct person p = {0};
    struct table t = {{0}, NULL};
    long before = figure(grows);
    pid_t attacker = attack(with, context);
    for (int i = 0; i < 600 && figure(grows) <= before; i++)
        web_rest(50);
    assert_true(figure(grows) > before);
    for (int i = 0; i < 20; i++)
        commit_one(&p, &t);
    end_attack(attacker);
    bool quick = !strict();
    for (int i = 0; i < TRIES && !quick; i++)
        quick = is_quick(&p, &t, with, context);
    assert_true(quick);
    leave(&p);
    json_decref(t.made);
}

static void failing_imports_hold_nobody_up(void **state)
{
    (void)state;
    stays_quick(send_imports, NULL, "work_microseconds_total{kind=\"import\"}");
    get("/healthz", 200, "ok");
}

static void replays_hold_nobody_up(void **state)
{
    (void)state;
    struct person p = {0};
    char match[32];
    import_one(&p, match);
    stays_quick(send_replays, match, "throttled_total");
    get("/healthz", 200, "ok");
}

/* Plays with a bot until it has moved a few times; how long the slowest turn took. */
static double play_with_bot(struct person *p, int turns)
{
    struct table t =
        make(p, json_pack("[o,o]", seat_of("me", NULL), seat_of("bot", vl_bot_at(0)->name)));
    double slowest = 0;
    enter(p);
    expect_type(ask(p, "start", &t, 0, NULL), "ok");
    for (int turn = 0; turn < turns;) {
        double from = milliseconds();
        json_t *table = ask(p, "watch", &t, 0, NULL);
        while (web_int(table, "to_act") != 0 && strcmp(web_text(table, "status"), "over") != 0) {
            json_decref(table);
            assert_true(milliseconds() - from < 60000);
            web_rest(2);
            table = ask(p, "watch", &t, 0, NULL);
        }
        slowest = milliseconds() - from > slowest ? milliseconds() - from : slowest;
        if (strcmp(web_text(table, "status"), "over") == 0)
            turn = turns;
        else
            expect_type(commit(p, &t, 0, web_int(table, "position"), first_move(table),
                               (char[]){(char)('a' + turn % 26), (char)('a' + turn / 26), 0}),
                        "ack");
        turn++;
        json_decref(table);
    }
    leave(p);
    json_decref(t.made);
    return slowest;
}

/* The median of the percentiles of some rounds. */
static double median_of_rounds(struct person *p, struct table *t)
{
    double rounds[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        rounds[i] = measure(p, t, SAMPLES);
    qsort(rounds, ROUNDS, sizeof *rounds, by_size);
    return rounds[ROUNDS / 2];
}

/* The last test: the tables of bots go on after it. */
static void a_strangers_bot_moves(void **state)
{
    (void)state;
    struct person p = {0}, q = {0};
    struct table t = {{0}, NULL};
    double quiet = strict() ? median_of_rounds(&q, &t) : 0;
    play_with_bot(&p, 10);
    pid_t attacker = attack(make_bots, vl_bot_strongest()->name);
    for (int i = 0; i < 1200 && figure("bot_jobs") < 100; i++)
        web_rest(50);
    assert_true(figure("bot_jobs") >= 100);
    double slowest = play_with_bot(&p, 30);
    printf("    the slowest turn took %.1f ms\n", slowest);
    long moves = figure("bot_moves_total");
    for (int i = 0; i < 1200 && figure("bot_moves_total") == moves; i++)
        web_rest(50);
    assert_true(figure("bot_moves_total") > moves); /* the others are served as well */
    end_attack(attacker);
    if (!strict())
        return;
    bool quick = false;
    for (int i = 0; i < TRIES && !quick; i++) {
        assert_true(figure("bot_jobs") > 0);
        double attacked = median_of_rounds(&q, &t);
        printf("    medians of p99: %.2f ms quiet, %.2f ms under attack\n", quiet, attacked);
        quick = attacked <= 5 * quiet;
    }
    assert_true(quick);
    leave(&q);
    json_decref(t.made);
}

/* A client that closes its connection while a worker reads its file leaves nothing behind. */
static void nobody_waits_for_an_import(void **state)
{
    (void)state;
    struct vl_text record = {0}, request = {0};
    long imports = figure("imports_total");
    play_record(UINT32_MAX, &record);
    json_t *body = json_pack("{s:s}", "records", record.data);
    char *text = json_dumps(body, 0);
    vl_text_addf(&request,
                 "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json"
                 "\r\nContent-Length: %zu\r\n\r\n%s",
                 strlen(text), text);
    for (int i = 0; i < 20; i++) {
        int fd = come_from_elsewhere();
        assert_true(fd >= 0);
        assert_int_equal(send(fd, request.data, request.length, MSG_NOSIGNAL), request.length);
        struct linger reset = {.l_onoff = 1, .l_linger = 0};
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        web_rest(i % 5);
        close(fd);
    }
    struct person p = {0};
    char match[32];
    import_one(&p, match);
    assert_true(figure("imports_total") > imports);
    free(text);
    json_decref(body);
    vl_text_free(&record);
    vl_text_free(&request);
}

/* ---- Limits ---- */

/* Large requests of one address: what is too much is refused, others are not concerned. */
static void large_requests_are_limited_by_address(void **state)
{
    (void)state;
    enum { MANY = 6, FIT = 4 };
    static const char head[] = "POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                               "Content-Type: application/json\r\nContent-Length: 1048576\r\n\r\n{";
    int many[MANY], refused = 0;
    for (int i = 0; i < MANY; i++) {
        many[i] = come_from_elsewhere();
        assert_int_equal(send(many[i], head, sizeof head - 1, MSG_NOSIGNAL), sizeof head - 1);
    }
    for (double until = milliseconds() + 10000; refused < MANY - FIT && milliseconds() < until;) {
        refused = 0;
        for (int i = 0; i < MANY; i++) {
            char answer[16] = "";
            if (recv(many[i], answer, 12, MSG_PEEK | MSG_DONTWAIT) == 12)
                refused += strcmp(answer, "HTTP/1.1 429") == 0;
        }
        web_rest(10);
    }
    assert_int_equal(refused, MANY - FIT);
    struct person p = {0};
    char match[32];
    import_one(&p, match); /* from here */
    for (int i = 0; i < MANY; i++)
        close(many[i]);
}

/* Failing imports use up the same allowance as others. */
static void failing_imports_are_charged(void **state)
{
    (void)state;
    static const char *const few[] = {"--limit", "matches_per_minute=1", NULL};
    struct web_server kept = server, other;
    char cookie[128] = "";
    int status, failed = 0;
    web_prepare(&other);
    web_start(&other, few);
    json_t *body = json_pack("{s:s}", "records", "no record");
    for (int i = 0; i < 8; i++) {
        json_decref(web_json(other.port, "POST", "/api/import", cookie, body, &status));
        failed += status == 400;
        assert_true(status == 400 || status == 429);
    }
    assert_int_equal(failed, 5);
    assert_int_equal(status, 429);
    json_decref(body);
    assert_int_equal(web_stop(&other, SIGTERM), 0);
    web_clean(&other);
    server = kept;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failing_imports_are_charged),
        cmocka_unit_test(large_requests_are_limited_by_address),
        cmocka_unit_test(nobody_waits_for_an_import),
        cmocka_unit_test(failing_imports_hold_nobody_up),
        cmocka_unit_test(replays_hold_nobody_up),
        cmocka_unit_test(a_strangers_bot_moves),
    };
    serve_with = generous;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
