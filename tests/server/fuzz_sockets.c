/*
 * fuzz_sockets [--seconds N] [--tls | --plain] [--seed S] [--port P] [--threads T]
 *
 * Attacks a server that it starts, over sockets: half of the time plain, half by TLS. Several
 * threads play strangers: keep-alive and pipelined requests cut anywhere, bodies that are late,
 * missing, too long or too short, upgrades, WebSocket frames good and bad, noise, broken TLS,
 * connections that are reset, half closed or never read from. Each knows what the server must
 * answer: one response for each complete request, in order, and the defined refusal for every
 * fault. Beside them an honest player goes on playing, and must not notice.
 *
 * At the end the server must have given back every descriptor and stop when it is told to. A
 * sanitizer that has something to report changes its exit status. What the threads do follows from
 * the seed; when it happens does not.
 */
#include <dirent.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "core/banned.h"
#include "server/strangers.h"
#include "valise/game.h"

enum {
    MOST_THREADS = 16,
    MOST_GROWTH = 256 << 10, /* KiB of memory, under any sanitizer */
};

static void *attack(void *context)
{
    struct stranger *s = context;
    while (stranger_clock() < run.until) {
        if (run.tls && stranger_chance(s, 3))
            stranger_mumbles(s);
        else if (stranger_chance(s, 2))
            stranger_asks(s);
        else
            stranger_talks(s);
    }
    return NULL;
}

/* ---- An honest player ---- */

struct player {
    struct stranger self; /* so that findings name it */
    char cookie[128], match[64];
    uint32_t id;
};

static json_t *hear(struct player *p, uint32_t id)
{
    struct vl_text payload = {0};
    int opcode;
    while ((opcode = wire_next_frame(&p->self.wire, PATIENCE, &payload)) >= 0) {
        json_t *message = opcode == 1 ? json_loadb(payload.data, payload.length, 0, NULL) : NULL;
        if (opcode == 9) { /* the server asks whether it is still there */
            struct vl_text pong = {0};
            stranger_frame(&p->self, &pong, 0x8a, vl_text_string(&payload), payload.length);
            wire_send(&p->self.wire, pong.data, pong.length);
            vl_text_free(&pong);
        }
        if (message && json_integer_value(json_object_get(message, "re")) == (json_int_t)id) {
            vl_text_free(&payload);
            return message;
        }
        json_decref(message);
    }
    finding(&p->self, "no answer to message %u", id);
}

/* Sends a message of the player and waits for its answer. */
static json_t *ask(struct player *p, const char *type, int seat, json_t *more)
{
    json_t *message = json_pack("{s:s,s:i,s:s,s:i}", "type", type, "id", (int)++p->id, "match",
                                p->match, "seat", seat);
    json_object_update(message, more);
    json_decref(more);
    char *text = json_dumps(message, JSON_COMPACT);
    struct vl_text frame = {0};
    stranger_frame(&p->self, &frame, 0x81, text, strlen(text));
    if (!wire_send(&p->self.wire, frame.data, frame.length))
        finding(&p->self, "the honest player has lost its connection");
    free(text);
    json_decref(message);
    vl_text_free(&frame);
    return hear(p, p->id);
}

static const char *some_game(void)
{
    return vl_game_at(0)->id;
}

static void make_match(struct player *p)
{
    struct wire w;
    struct wire_reply reply;
    struct vl_text request = {0}, body = {0};
    vl_text_addf(&body, "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"local\"}]}",
                 some_game());
    vl_text_addf(&request,
                 "POST /api/matches HTTP/1.1\r\n" HOST JSON
                 "Connection: close\r\nContent-Length: %zu\r\n%s%s%s\r\n%s",
                 body.length, p->cookie[0] ? "Cookie: " : "", p->cookie, p->cookie[0] ? "\r\n" : "",
                 body.data);
    if (!wire_open(&w, run.server.port, run.tls) || !wire_say(&w, request.data) ||
        !wire_reply(&w, false, PATIENCE, &reply) || reply.status != 201)
        finding(&p->self, "no match can be made");
    const char *set = strcasestr(reply.head.data, "\r\nset-cookie: ");
    if (set)
        snprintf(p->cookie, sizeof p->cookie, "%.*s", (int)strcspn(set + 14, ";"), set + 14);
    json_t *made = json_loadb(reply.body.data, reply.body.length, 0, NULL);
    snprintf(p->match, sizeof p->match, "%s", web_text(made, "match"));
    json_decref(made);
    wire_reply_free(&reply);
    wire_close(&w);
    vl_text_free(&request);
    vl_text_free(&body);
}

static void begin_match(struct player *p)
{
    struct vl_text handshake = {0};
    char cookie[160];
    make_match(p);
    if (p->self.wire.fd <= 0) {
        snprintf(cookie, sizeof cookie, "Cookie: %s\r\n", p->cookie);
        wire_handshake(&handshake, "/ws", cookie);
        if (!wire_open(&p->self.wire, run.server.port, run.tls) ||
            !wire_say(&p->self.wire, handshake.data))
            finding(&p->self, "no connection");
        stranger_upgraded(&p->self);
        vl_text_free(&handshake);
    }
    json_decref(ask(p, "start", 0, NULL));
}

/* One move of the match; a new match when it is over. */
static void play(struct player *p)
{
    char key[32];
    json_t *table = ask(p, "watch", 0, NULL);
    int seat = web_int(table, "to_act");
    if (seat < 0) {
        json_decref(table);
        begin_match(p);
        return;
    }
    if (seat == 1) {
        json_decref(table);
        table = ask(p, "watch", 1, NULL);
    }
    const json_t *legal = json_object_get(table, "legal");
    size_t pick = stranger_below(&p->self, (uint32_t)json_array_size(legal));
    int position = web_int(table, "position");
    snprintf(key, sizeof key, "m%d", position);
    json_t *done = ask(p, "commit", seat,
                       json_pack("{s:i,s:[s],s:s}", "position", position, "moves",
                                 web_text(json_array_get(legal, pick), "move"), "key", key));
    if (strcmp(web_text(done, "type"), "ack") != 0)
        finding(&p->self, "a move is not accepted: %s", json_dumps(done, 0));
    json_decref(done);
    json_decref(table);
}

static void check_health(struct player *p)
{
    struct wire w;
    struct wire_reply reply = {0};
    int status;
    if (waitpid(run.server.pid, &status, WNOHANG) != 0)
        finding(&p->self, "the server has ended with %d", status);
    if (!wire_open(&w, run.server.port, run.tls) || !wire_say(&w, get_health.request) ||
        !wire_reply(&w, false, PATIENCE, &reply) || reply.status != 200)
        finding(&p->self, "/healthz does not answer");
    wire_reply_free(&reply);
    wire_close(&w);
}

static size_t length_of(const char *request)
{
    struct stranger s = {.deed = "a page"};
    struct wire_reply reply;
    if (!wire_open(&s.wire, run.server.port, run.tls) || !wire_say(&s.wire, request) ||
        !wire_reply(&s.wire, false, PATIENCE, &reply) || reply.status != 200)
        finding(&s, "no page");
    size_t length = reply.body.length;
    wire_reply_free(&reply);
    wire_close(&s.wire);
    return length;
}

/* ---- The server ---- */

static int descriptors(void)
{
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)run.server.pid);
    DIR *folder = opendir(path);
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

static long memory(void)
{
    char path[64], line[200];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)run.server.pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    if (file)
        fclose(file);
    return kib;
}

static void start(void)
{
    const char *arguments[64];
    static char cert[128], key[128];
    size_t count = 0;
    for (const char *const *a = web_free_of_limits; *a; a++)
        arguments[count++] = *a;
    static const char *const more[] = {"--limit", "connections=100000",
                                       "--limit", "connections_per_address=100000",
                                       "--limit", "sockets_per_address=100000",
                                       "--limit", "open_matches_per_player=100000",
                                       "--limit", "open_matches_per_address=100000"};
    for (size_t i = 0; i < COUNT(more); i++)
        arguments[count++] = more[i];
    int port = run.server.port;
    web_prepare(&run.server);
    run.server.port = port;
    if (run.tls) {
        snprintf(cert, sizeof cert, "%s/cert.pem", run.server.folder);
        snprintf(key, sizeof key, "%s/key.pem", run.server.folder);
        if (!wire_certificate(run.server.folder))
            finding(NULL, "no certificate");
        arguments[count++] = "--tls-cert";
        arguments[count++] = cert;
        arguments[count++] = "--tls-key";
        arguments[count++] = key;
    }
    arguments[count] = NULL;
    web_start(&run.server, arguments);
}

/* Told to end, it ends, and no sanitizer has complained. */
static void stop(void)
{
    int status = 0;
    kill(run.server.pid, SIGTERM);
    for (long long until = stranger_clock() + PATIENCE;
         waitpid(run.server.pid, &status, WNOHANG) == 0;) {
        if (stranger_clock() > until)
            finding(NULL, "it does not end when it is told to");
        web_rest(20);
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        finding(NULL, "it ended with the status %d", status);
    char command[200];
    snprintf(command, sizeof command, "grep -qE 'Sanitizer|runtime error' '%.80s/log'",
             run.server.folder);
    if (system(command) == 0)
        finding(NULL, "a sanitizer has complained");
    snprintf(command, sizeof command, "rm -rf '%.80s'", run.server.folder);
    if (system(command) != 0)
        fprintf(stderr, "fuzz_sockets: %s is left behind\n", run.server.folder);
}

static void fight(int seconds)
{
    static struct stranger strangers[MOST_THREADS];
    struct player player = {.self = {.deed = "the honest player", .random = run.seed}};
    start();
    run.length_of_page = length_of(get_page.request);
    run.length_of_games = length_of(get_games.request);
    begin_match(&player);
    check_health(&player);
    web_rest(100);
    int open = descriptors();
    long used = memory();
    run.until = stranger_clock() + seconds * 1000LL;
    for (int i = 0; i < run.threads; i++) {
        strangers[i] = (struct stranger){.random = run.seed * 1000 + (uint64_t)i};
        if (pthread_create(&strangers[i].thread, NULL, attack, &strangers[i]) != 0)
            abort();
    }
    while (stranger_clock() < run.until) {
        check_health(&player);
        play(&player);
        if (run.tls && stranger_chance(&player.self, 10))
            kill(run.server.pid, SIGHUP); /* the certificate is read again */
        web_rest(50);
    }
    for (int i = 0; i < run.threads; i++)
        pthread_join(strangers[i].thread, NULL);
    play(&player);
    for (long long until = stranger_clock() + PATIENCE; descriptors() > open; web_rest(50))
        if (stranger_clock() > until)
            finding(NULL, "%d descriptors are open, %d were", descriptors(), open);
    if (memory() > used + MOST_GROWTH)
        finding(NULL, "it holds %ld KiB of memory, %ld before", memory(), used);
    printf("%s: memory %ld KiB before, %ld KiB after, %u honest messages\n",
           run.tls ? "TLS" : "plain", used, memory(), player.id);
    wire_close(&player.self.wire);
    stop();
}

static bool read_arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (strcmp(argv[i], "--tls") == 0)
            run.only_tls = true;
        else if (strcmp(argv[i], "--plain") == 0)
            run.only_plain = true;
        else if (strcmp(argv[i], "--seconds") == 0 && more)
            run.seconds = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--threads") == 0 && more)
            run.threads = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--port") == 0 && more)
            run.server.port = (int)strtol(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && more)
            run.seed = strtoull(argv[++i], NULL, 10);
        else
            return false;
    }
    return run.seconds > 0 && run.threads > 0 && run.threads <= MOST_THREADS;
}

int main(int argc, char **argv)
{
    run.seed = (uint64_t)time(NULL);
    if (!read_arguments(argc, argv)) {
        fprintf(stderr, "usage: fuzz_sockets [--seconds N] [--tls | --plain] [--seed S] [--port P] "
                        "[--threads T]\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    /* Freed memory that is kept for the address sanitizer would look like growth. */
    setenv("ASAN_OPTIONS", "quarantine_size_mb=16", 0);
    int part = run.only_plain || run.only_tls ? run.seconds : (run.seconds + 1) / 2;
    if (!run.only_tls)
        fight(part);
    SSL_CTX *context = wire_context();
    run.tls = context;
    if (!run.only_plain)
        fight(part);
    SSL_CTX_free(context);
    printf("sockets: %ld connections, %ld requests, %ld frames (seed %llu)\n",
           atomic_load(&run.connections), atomic_load(&run.requests), atomic_load(&run.frames),
           (unsigned long long)run.seed);
    return 0;
}
