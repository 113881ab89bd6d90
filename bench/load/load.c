/*
 * load [--tables N] [--seconds N] [--pace MS] [--rounds N] [--game ID] [--json]
 *
 * What the web table holds on this machine. Starts `valise serve`, sits two people with a real
 * WebSocket each at every table, and prints, all from one run:
 *
 *   memory a table, and the processor time of tables at which nobody moves;
 *   paced: every table commits a move each `pace` milliseconds, as people would at their fastest;
 *   flat out: every table commits as soon as it may, until some matches end;
 *   acknowledged commits a second, and the time from a commit to its acknowledgement and to the
 *   other seat's table (half and 99 of 100);
 *   as limits: the disk's fdatasync a second; a bare WebSocket echo with as many connections, each
 *   sending again as soon as it has its answer; and the bare traffic: as many messages of the same
 *   length to the same connections, with no game and no store behind them.
 *
 * Flat out and its limits are measured in turns, `rounds` times, with new tables each time, and
 * what is printed is all rounds together: a machine that others share is now faster, now slower.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/banned.h"
#include "load/echo.h"
#include "load/wire.h"
#include "server/web.h"
#include "valise/game.h"

enum { SEATS = 2, MOST_SAMPLES = 4000000, MOST_MOVE = 160, BLOCK = 4096 };

/* Flat out, clients to whom fewer wires speak rest for so many microseconds. */
enum { FEW = 64, REST = 300 };

struct plan {
    uint32_t tables, seconds, pace, rounds;
    const char *game;
    bool json;
};

/* Durations in microseconds. */
struct samples {
    uint32_t *values, count;
};

struct table {
    char match[32];
    struct wire wire[SEATS];
    uint32_t position, actor;
    char move[MOST_MOVE]; /* that the actor will commit, as it stands in JSON; "": none yet */
    uint64_t due, sent;   /* when to commit; when it was */
    bool waiting, over;
};

/* What was done in how much time, and how much of it the server's processor needed. */
struct effort {
    uint64_t count;
    double seconds, used;
};

struct figures {
    struct effort commits;
    uint32_t ack[2], other[2]; /* half, 99 of 100 */
};

/* What nothing can be faster than here. */
struct limits {
    double disk; /* fdatasync a second */
    struct effort echo, traffic;
    uint32_t table; /* bytes of a table message */
};

static struct plan plan = {.tables = 500, .seconds = 10, .pace = 500, .rounds = 5};
static struct web_server server;
static struct table *tables;
static struct samples acks, others;
static const char echo_message[] =
    "{\"type\":\"commit\",\"id\":1,\"match\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"seat\":0,"
    "\"position\":23,\"moves\":[\"recruit 2\"],\"key\":\"23\"}";
static uint64_t table_bytes, table_count; /* of the messages heard */
static uint64_t echoed, committed, random_state = 88172645463325252ULL;
static uint32_t ended;

/* ---- Small help ---- */

static uint32_t below(uint32_t bound)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % bound;
}

static void note(struct samples *samples, uint64_t since)
{
    uint64_t took = now() - since;
    if (samples->count < MOST_SAMPLES)
        samples->values[samples->count++] = took > UINT32_MAX ? UINT32_MAX : (uint32_t)took;
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void summarize(struct samples *samples, uint32_t result[2])
{
    qsort(samples->values, samples->count, sizeof *samples->values, by_value);
    result[0] = samples->count ? samples->values[samples->count / 2] : 0;
    result[1] = samples->count ? samples->values[(uint64_t)samples->count * 99 / 100] : 0;
    samples->count = 0;
}

/* Bytes of memory that the server has. */
static uint64_t memory_of(pid_t pid)
{
    char path[64], line[128];
    unsigned long long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtoull(line + 6, NULL, 10);
    if (file)
        fclose(file);
    return kib * 1024;
}

/* Seconds of processor time that it has used. */
static double time_of(pid_t pid)
{
    char path[64], line[1024] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file && !fgets(line, sizeof line, file))
        line[0] = '\0';
    if (file)
        fclose(file);
    char *at = strrchr(line, ')');
    for (int field = 2; at && field < 14; field++)
        at = strchr(at + 1, ' ');
    if (!at)
        return 0;
    unsigned long user = strtoul(at, &at, 10), system = strtoul(at, NULL, 10);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double rate_of(const struct effort *effort)
{
    return (double)effort->count / effort->seconds;
}

/* Microseconds of the server's processor time each. */
static double cost_of(const struct effort *effort)
{
    return effort->used * 1e6 / (double)effort->count;
}

/*
 * A turn of clients that are flat out, be it at tables or at the echo. Where little has come they
 * rest for a moment, so that what comes next is heard together: a client of its own machine wakes
 * there, and here the server would be charged for waking it with every message.
 */
static void turn_flat_out(void (*hear_it)(struct wire *wire, const char *text, size_t size))
{
    if (wires_turn(10, hear_it) < FEW)
        usleep(REST);
}

/* ---- The limits ---- */

/* How often the disk under the database says in a second that a block is safe. */
static double measure_disk(void)
{
    char path[160], block[BLOCK] = {0};
    snprintf(path, sizeof path, "%s/disk", server.folder);
    int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0)
        die("%s: %s", path, strerror(errno));
    uint64_t count = 0, start = now();
    for (; now() - start < 1000000; count++)
        if (pwrite(fd, block, sizeof block, (off_t)(count % 256 * BLOCK)) != BLOCK ||
            fdatasync(fd) != 0)
            die("%s: %s", path, strerror(errno));
    double rate = (double)count * 1e6 / (double)(now() - start);
    close(fd);
    unlink(path);
    return rate;
}

static void hear_echo(struct wire *wire, const char *text, size_t size)
{
    echoed++;
    wire_send(wire, text, size);
}

/* The same traffic: the first seat of a table sends again when it has its answer and its table. */
static void hear_traffic(struct wire *wire, const char *text, size_t size)
{
    if (text[0] == '{')
        echoed++;
    else if (wire->seat == 0)
        wire_send(wire, echo_message, sizeof echo_message - 1);
    (void)size;
}

/* A server with nothing behind it, flat out; `table`: how long its table messages are, or 0. */
static void measure_echo(uint32_t table, struct effort *effort)
{
    void (*hear_it)(struct wire *, const char *, size_t) = table ? hear_traffic : hear_echo;
    int port;
    pid_t pid = echo_start(table, &port);
    uint32_t count = plan.tables * SEATS;
    struct wire *wires = calloc(count, sizeof *wires);
    if (!wires)
        die("out of memory");
    for (uint32_t i = 0; i < count; i++) {
        wires[i].seat = i % SEATS;
        wire_open(&wires[i], port, NULL, "echo");
    }
    for (uint32_t i = 0; i < count; i += table ? SEATS : 1)
        wire_send(&wires[i], echo_message, sizeof echo_message - 1);
    uint64_t start = now();
    while (now() - start < 500000)
        turn_flat_out(hear_it);
    double used = time_of(pid);
    start = now();
    echoed = 0;
    while (now() - start < 2000000)
        turn_flat_out(hear_it);
    effort->count += echoed;
    effort->seconds += (double)(now() - start) / 1e6;
    effort->used += time_of(pid) - used;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    for (uint32_t i = 0; i < count; i++)
        wire_close(&wires[i]);
    free(wires);
}

/* ---- Tables ---- */

/* What follows a key on the top level of a message, found from a place on. */
static const char *after(const char *text, size_t size, const char *from, const char *key)
{
    const char *at = memmem(from, size - (size_t)(from - text), key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

static bool begins(const char *text, size_t size, const char *with)
{
    return size >= strlen(with) && memcmp(text, with, strlen(with)) == 0;
}

/* Chooses one of the legal moves of a table message: all objects up to the one that follows. */
static void choose(struct table *table, const char *text, size_t size, const char *legal)
{
    static const char move[] = "{\"move\":\"", choice[] = "],\"choice\":{";
    const char *end = text + size, *chosen = NULL;
    size_t chosen_length = 0;
    uint32_t count = 0;
    for (const char *at = legal; (at = memchr(at, '{', (size_t)(end - at))); at++) {
        if (begins(at, (size_t)(end - at), move)) {
            at += sizeof move - 1;
            const char *quote = memchr(at, '"', (size_t)(end - at));
            size_t length = quote ? (size_t)(quote - at) : 0;
            if (length && length < MOST_MOVE && below(++count) == 0) {
                chosen = at;
                chosen_length = length;
            }
        } else if (begins(at - (sizeof choice - 2), sizeof choice - 1, choice)) {
            break;
        }
    }
    if (!chosen)
        die("a seat to act has no move: %.*s", 300, text);
    memcpy(table->move, chosen, chosen_length);
    table->move[chosen_length] = '\0';
}

static void hear_table(struct table *table, struct wire *wire, const char *text, size_t size)
{
    const char *status = after(text, size, text, "\"status\":\"");
    const char *position = status ? after(text, size, status, "\"position\":") : NULL;
    const char *actor = position ? after(text, size, position, "\"to_act\":") : NULL;
    if (!actor)
        die("not a table: %.*s", 300, text);
    uint32_t at = (uint32_t)strtoul(position, NULL, 10);
    int seat = (int)strtol(actor, NULL, 10);
    if (table->waiting && wire->seat != table->actor && at > table->position)
        note(&others, table->sent);
    if (begins(status, size, "over") && !table->over) {
        table->over = true;
        ended++;
    }
    if (seat != (int)wire->seat)
        return;
    const char *legal = after(text, size, actor, "\"legal\":[");
    if (!legal)
        die("a table without moves: %.*s", 300, text);
    choose(table, text, size, legal);
    table->position = at;
    table->actor = wire->seat;
    table->waiting = false;
    table->due = now() + plan.pace * 500ULL + below(plan.pace * 1000 + 1);
}

static void say(struct wire *wire, const char *type, const char *more)
{
    static struct vl_text text;
    vl_text_clear(&text);
    vl_text_addf(&text, "{\"type\":\"%s\",\"id\":1,\"match\":\"%s\",\"seat\":%u%s}", type,
                 tables[wire->table].match, wire->seat, more);
    wire_send(wire, text.data, text.length);
}

static void hear(struct wire *wire, const char *text, size_t size)
{
    struct table *table = &tables[wire->table];
    if (begins(text, size, "{\"type\":\"ack\"")) {
        committed++;
        note(&acks, table->sent);
    } else if (begins(text, size, "{\"type\":\"table\"")) {
        table_bytes += size;
        table_count++;
        hear_table(table, wire, text, size);
    } else if (begins(text, size, "{\"type\":\"ok\"")) { /* the cards are dealt; see seat_people */
        say(&table->wire[1], "watch", ",\"changes\":true");
    } else if (begins(text, size, "{\"type\":\"error\"")) {
        die("refused: %.*s", (int)(size < 300 ? size : 300), text);
    }
}

static void commit(struct table *table)
{
    static struct vl_text more;
    vl_text_clear(&more);
    vl_text_addf(&more, ",\"position\":%u,\"moves\":[\"%s\"],\"key\":\"%u\"", table->position,
                 table->move, table->position);
    table->move[0] = '\0';
    table->waiting = true;
    table->sent = now();
    say(&table->wire[table->actor], "commit", more.data);
}

static json_t *post(const char *path, char cookie[128], json_t *body)
{
    int status;
    json_t *answer = web_json(server.port, "POST", path, cookie, body, &status);
    if (status != 200 && status != 201)
        die("POST %s: status %d", path, status);
    json_decref(body);
    return answer;
}

/* Two people, each with a cookie and a WebSocket of their own. */
static void seat_people(uint32_t number)
{
    struct table *table = &tables[number];
    char cookies[SEATS][128] = {"", ""}, path[64];
    json_t *made = post("/api/matches", cookies[0],
                        json_pack("{s:s,s:[{s:s},{s:s}]}", "game", plan.game, "seats", "kind", "me",
                                  "kind", "friend"));
    snprintf(table->match, sizeof table->match, "%s", web_text(made, "match"));
    snprintf(path, sizeof path, "/api/matches/%s/claim", table->match);
    const json_t *second = json_array_get(json_object_get(made, "seats"), 1);
    json_decref(post(path, cookies[1],
                     json_pack("{s:i,s:s}", "seat", 1, "secret", web_text(second, "secret"))));
    json_decref(made);
    for (uint32_t seat = 0; seat < SEATS; seat++) {
        struct wire *wire = &table->wire[seat];
        wire->table = number;
        wire->seat = seat;
        wire_open(wire, server.port, cookies[seat], "valise.1");
    }
    /* Nobody starts without the nonces of those who are here, so the second comes when the cards
     * are dealt. */
    say(&table->wire[0], "start", "");
    say(&table->wire[0], "watch", ",\"changes\":true");
}

static void begin_tables(void)
{
    uint32_t ready = 0;
    ended = 0;
    tables = calloc(plan.tables, sizeof *tables);
    if (!tables)
        die("out of memory");
    for (uint32_t i = 0; i < plan.tables; i++) {
        seat_people(i);
        wires_turn(0, hear);
    }
    for (uint64_t until = now() + 20000000; ready < plan.tables && now() < until;) {
        wires_turn(10, hear);
        ready = 0;
        for (uint32_t i = 0; i < plan.tables; i++)
            ready += tables[i].move[0] != '\0';
    }
    if (ready < plan.tables)
        die("only %u of %u tables have begun", ready, plan.tables);
}

static void end_tables(void)
{
    for (uint32_t i = 0; i < plan.tables; i++)
        for (uint32_t seat = 0; seat < SEATS; seat++)
            wire_close(&tables[i].wire[seat]);
    free(tables);
}

/* Plays until the time is over, or until one table in ten has ended: then fewer are live. */
static void play(bool paced, struct effort *effort)
{
    committed = 0;
    double used = time_of(server.pid);
    uint64_t start = now(), end = start + plan.seconds * 1000000ULL;
    for (uint32_t i = 0; i < plan.tables; i++)
        tables[i].due = start + (paced ? below(plan.pace * 1000 + 1) : 0);
    while (now() < end && ended < plan.tables / 10 + 1) {
        uint64_t time = now();
        for (uint32_t i = 0; i < plan.tables; i++)
            if (tables[i].move[0] && !tables[i].over && (!paced || tables[i].due <= time))
                commit(&tables[i]);
        if (paced)
            wires_turn(1, hear);
        else
            turn_flat_out(hear);
    }
    effort->count += committed;
    effort->seconds += (double)(now() - start) / 1e6;
    effort->used += time_of(server.pid) - used;
    /* What is under way arrives, so that the next measurement begins at rest. */
    for (uint64_t quiet = now() + 500000; now() < quiet;)
        wires_turn(10, hear);
}

static void summarize_both(struct figures *figures)
{
    summarize(&acks, figures->ack);
    summarize(&others, figures->other);
}

/* ---- The whole ---- */

static void raise_file_limit(void)
{
    struct rlimit files;
    rlim_t need = (rlim_t)plan.tables * SEATS + 64;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        die("%s", strerror(errno));
    if (files.rlim_cur < need)
        files.rlim_cur = need < files.rlim_max ? need : files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur < need)
        die("%u tables need %lu open files", plan.tables, (unsigned long)need);
}

static uint32_t number_of(const char *name, const char *text, uint32_t least, uint32_t most)
{
    char *end = NULL;
    unsigned long value = text ? strtoul(text, &end, 10) : 0;
    if (!text || *text < '0' || *text > '9' || *end || value < least || value > most)
        die("%s: expected a number from %u to %u", name, least, most);
    return (uint32_t)value;
}

static void read_arguments(int argc, char **argv)
{
    plan.game = vl_game_at(0)->id;
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--json") == 0) {
            plan.json = true;
            continue;
        }
        if (strcmp(name, "--tables") == 0)
            plan.tables = number_of(name, value, 1, 10000);
        else if (strcmp(name, "--seconds") == 0)
            plan.seconds = number_of(name, value, 1, 3600);
        else if (strcmp(name, "--pace") == 0)
            plan.pace = number_of(name, value, 1, 600000);
        else if (strcmp(name, "--rounds") == 0)
            plan.rounds = number_of(name, value, 1, 100);
        else if (strcmp(name, "--game") == 0 && value && vl_game_find(value))
            plan.game = value;
        else
            die("usage: load [--tables N] [--seconds N] [--pace MS] [--rounds N] [--game ID] "
                "[--json]");
        i++;
    }
}

static void report(const char *name, const struct figures *f, const struct limits *limits)
{
    double rate = rate_of(&f->commits), cost = cost_of(&f->commits);
    double echo = rate / rate_of(&limits->echo), traffic = rate / rate_of(&limits->traffic);
    if (plan.json)
        printf("\"%s\":{\"commits_per_second\":%.0f,\"share_of_echo\":%.3f,"
               "\"share_of_traffic\":%.3f,\"server_us\":%.1f,"
               "\"ack_us\":[%u,%u],\"other_us\":[%u,%u]},",
               name, rate, echo, traffic, cost, f->ack[0], f->ack[1], f->other[0], f->other[1]);
    else
        printf("%-9s %8.0f commits/s (%.2f of the echo, %.2f of the bare traffic), %.0f us of the "
               "server's processor time each; to the acknowledgement p50 %.1f ms, p99 %.1f ms; to "
               "the other seat p50 %.1f ms, p99 %.1f ms\n",
               name, rate, echo, traffic, cost, f->ack[0] / 1e3, f->ack[1] / 1e3, f->other[0] / 1e3,
               f->other[1] / 1e3);
}

static void report_limits(const struct limits *limits)
{
    double echo = rate_of(&limits->echo), echo_cost = cost_of(&limits->echo);
    double traffic = rate_of(&limits->traffic), traffic_cost = cost_of(&limits->traffic);
    if (plan.json)
        printf("\"fdatasync_per_second\":%.0f,\"echo_per_second\":%.0f,\"echo_us\":%.1f,"
               "\"traffic_per_second\":%.0f,\"traffic_us\":%.1f,\"table_bytes\":%u}\n",
               limits->disk, echo, echo_cost, traffic, traffic_cost, limits->table);
    else
        printf("limits: %.0f fdatasync/s; %.0f bare WebSocket echoes/s of %.1f us each; the bare "
               "traffic of %.0f commits/s with tables of %u bytes, %.1f us each\n",
               limits->disk, echo, echo_cost, traffic, limits->table, traffic_cost);
}

int main(int argc, char **argv)
{
    static const char *const limits[] = {"--limit", "connections=20000",
                                         "--limit", "connections_per_address=20000",
                                         "--limit", "sockets_per_address=40000",
                                         "--limit", "requests_per_second=1000000",
                                         "--limit", "messages_per_second=1000000",
                                         "--limit", "matches_per_minute=1000000",
                                         "--limit", "watch_memory=10000000",
                                         "--limit", "watch_memory_per_address=10000000",
                                         "--limit", "open_matches_per_address=1000000",
                                         NULL};
    read_arguments(argc, argv);
    raise_file_limit();
    acks.values = malloc(MOST_SAMPLES * sizeof *acks.values);
    others.values = malloc(MOST_SAMPLES * sizeof *others.values);
    if (!acks.values || !others.values)
        die("out of memory");
    web_prepare(&server);
    wires_open(plan.tables * SEATS);
    struct limits most = {.disk = measure_disk()};
    struct figures paced = {0}, flat = {0};
    web_start(&server, limits);
    uint64_t before = memory_of(server.pid);
    begin_tables();
    play(true, &paced.commits);
    summarize_both(&paced);
    double each = (double)(memory_of(server.pid) - before) / plan.tables;
    double used = time_of(server.pid);
    for (uint64_t until = now() + 5000000; now() < until;)
        wires_turn(100, hear);
    double idle = (time_of(server.pid) - used) / 5;
    for (uint32_t round = 0; round < plan.rounds; round++) {
        if (round > 0)
            begin_tables();
        play(false, &flat.commits);
        end_tables();
        most.table = (uint32_t)(table_bytes / table_count);
        measure_echo(0, &most.echo);
        measure_echo(most.table, &most.traffic);
    }
    summarize_both(&flat);
    int status = web_stop(&server, SIGTERM);
    web_clean(&server);
    if (plan.json)
        printf("{\"game\":\"%s\",\"tables\":%u,\"bytes_per_table\":%.0f,\"idle_share\":%.4f,",
               plan.game, plan.tables, each, idle);
    else
        printf("%s: %u live tables, %u WebSockets; %.1f KiB of memory a table; idle tables use "
               "%.1f%% of a processor\n",
               plan.game, plan.tables, plan.tables * SEATS, each / 1024, idle * 100);
    report("paced", &paced, &most);
    report(plan.json ? "flat_out" : "flat out", &flat, &most);
    report_limits(&most);
    if (status != 0)
        die("the server ended with status %d", status);
    return 0;
}
