/* The client for tests of the web table. */
#include "server/web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

enum { PATIENCE = 20000, MOST_ARGUMENTS = 64, MOST_FOLDERS = 64 };

const char *const web_free_of_limits[] = {"--bot-pause", "0",
                                          "--limit",     "messages_per_second=1000000",
                                          "--limit",     "requests_per_second=1000000",
                                          "--limit",     "matches_per_minute=1000000",
                                          "--limit",     "open_matches_per_address=1000000",
                                          "--limit",     "silence=3600",
                                          "--limit",     "stall=3600",
                                          NULL};

void web_rest(int milliseconds)
{
    nanosleep(&(struct timespec){.tv_sec = milliseconds / 1000,
                                 .tv_nsec = (milliseconds % 1000) * 1000000L},
              NULL);
}

static void die(const char *what)
{
    fprintf(stderr, "web test: %s\n", what);
    abort();
}

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- The program ---- */

/* A test that fails does not come to its web_clean: what it left goes when the program ends. */
static char folders[MOST_FOLDERS][sizeof((struct web_server *)0)->folder];
static pid_t owner;

static void remove_folders(void)
{
    char command[128];
    for (int i = 0; owner == getpid() && i < MOST_FOLDERS && folders[i][0]; i++) {
        snprintf(command, sizeof command, "rm -rf '%.63s'", folders[i]);
        if (access(folders[i], F_OK) == 0 && system(command) != 0)
            fprintf(stderr, "web test: %s is left behind\n", folders[i]);
    }
}

void web_prepare(struct web_server *server)
{
    static int count;
    *server = (struct web_server){0};
    snprintf(server->folder, sizeof server->folder, "/tmp/valise-web-XXXXXX");
    if (!mkdtemp(server->folder))
        die("no temporary folder");
    if (count == 0) {
        owner = getpid();
        atexit(remove_folders);
    }
    if (count < MOST_FOLDERS)
        memcpy(folders[count++], server->folder, sizeof server->folder);
    snprintf(server->database, sizeof server->database, "%s/valise.db", server->folder);
}

static void run_program(const struct web_server *server, const char *const *arguments, int out)
{
    char port[16], log[96];
    const char *list[MOST_ARGUMENTS] = {"valise",         "serve",  "--db",
                                        server->database, "--port", port};
    int count = 6;
    snprintf(port, sizeof port, "%d", server->port);
    for (; arguments && *arguments && count < MOST_ARGUMENTS - 1; arguments++)
        list[count++] = *arguments;
    snprintf(log, sizeof log, "%s/log", server->folder);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves no server behind */
    if (dup2(out, 1) < 0 || !freopen(log, "a", stderr))
        _exit(127);
    execv(server->program ? server->program : VALISE_PROGRAM, (char *const *)(uintptr_t)list);
    _exit(127);
}

void web_start(struct web_server *server, const char *const *arguments)
{
    int ends[2];
    if (pipe(ends) != 0)
        die("no pipe");
    server->pid = fork();
    if (server->pid < 0)
        die("no process");
    if (server->pid == 0) {
        close(ends[0]);
        run_program(server, arguments, ends[1]);
    }
    close(ends[1]);
    char line[256] = "";
    FILE *out = fdopen(ends[0], "r");
    if (!out || !fgets(line, sizeof line, out)) {
        fprintf(stderr, "web test: see %s/log\n", server->folder);
        die("the server does not start");
    }
    const char *colon = strrchr(line, ':');
    server->port = colon ? (int)strtol(colon + 1, NULL, 10) : 0;
    fclose(out);
    if (server->port <= 0)
        die("the server does not say where it is");
}

int web_stop(struct web_server *server, int signal)
{
    int status;
    kill(server->pid, signal);
    if (waitpid(server->pid, &status, 0) != server->pid)
        die("the server is not ours");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void web_clean(struct web_server *server)
{
    static const char *const names[] = {"valise.db",      "valise.db-wal",   "valise.db-shm",
                                        "valise.db-lock", "valise.db-admin", "log"};
    char path[160];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", server->folder, names[i]);
        unlink(path);
    }
    rmdir(server->folder);
}

/* ---- HTTP ---- */

int web_connect(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd < 0)
        die("no socket");
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static bool send_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(fd, at, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Some bytes within the time: their number, 0 at the end, -1 when nothing came. */
static ssize_t receive(int fd, void *bytes, size_t size, int milliseconds)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (poll(&wait, 1, milliseconds) <= 0)
        return -1;
    ssize_t got = recv(fd, bytes, size, 0);
    return got < 0 ? 0 : got;
}

void web_reply_free(struct web_reply *reply)
{
    vl_text_free(&reply->head);
    vl_text_free(&reply->body);
}

static size_t expected_body(const char *head)
{
    const char *at = strcasestr(head, "\r\ncontent-length:");
    return at ? strtoul(at + 17, NULL, 10) : SIZE_MAX;
}

static void read_reply(int fd, struct web_reply *reply, int milliseconds)
{
    struct vl_text all = {0};
    char part[4096];
    long long until = now() + milliseconds;
    size_t head = 0, body = SIZE_MAX;
    while (!head || all.length - head < body) {
        long long left = until - now();
        ssize_t got = left > 0 ? receive(fd, part, sizeof part, (int)left) : -1;
        if (got <= 0)
            break;
        vl_text_add_bytes(&all, part, (size_t)got);
        const char *end = head ? NULL : memmem(all.data, all.length, "\r\n\r\n", 4);
        if (end) {
            head = (size_t)(end - all.data) + 4;
            vl_text_add_bytes(&reply->head, all.data, head);
            body = expected_body(reply->head.data);
        }
    }
    if (head && strncmp(all.data, "HTTP/1.1 ", 9) == 0)
        reply->status = (int)strtol(all.data + 9, NULL, 10);
    if (head)
        vl_text_add_bytes(&reply->body, all.data + head, all.length - head);
    vl_text_free(&all);
}

void web_raw(int port, const char *bytes, size_t size, struct web_reply *reply)
{
    *reply = (struct web_reply){0};
    int fd = web_connect(port);
    if (fd < 0)
        return;
    send_all(fd, bytes, size);
    read_reply(fd, reply, 2000);
    close(fd);
}

void web_request(int port, const char *method, const char *path, const char *headers,
                 const char *body, struct web_reply *reply)
{
    struct vl_text request = {0};
    *reply = (struct web_reply){0};
    vl_text_addf(&request, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n", method,
                 path, port);
    vl_text_add(&request, headers ? headers : "");
    if (body)
        vl_text_addf(&request, "Content-Length: %zu\r\n", strlen(body));
    vl_text_addf(&request, "\r\n%s", body ? body : "");
    int fd = web_connect(port);
    if (fd >= 0) {
        send_all(fd, request.data, request.length);
        read_reply(fd, reply, PATIENCE);
        close(fd);
    }
    vl_text_free(&request);
}

json_t *web_json(int port, const char *method, const char *path, char cookie[128],
                 const json_t *body, int *status)
{
    struct web_reply reply;
    struct vl_text headers = {0};
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    if (text)
        vl_text_add(&headers, "Content-Type: application/json\r\n");
    if (cookie && *cookie)
        vl_text_addf(&headers, "Cookie: %s\r\n", cookie);
    web_request(port, method, path, vl_text_string(&headers), text, &reply);
    vl_text_free(&headers);
    free(text);
    const char *set = reply.head.data ? strcasestr(reply.head.data, "\r\nset-cookie: ") : NULL;
    if (set && cookie)
        snprintf(cookie, 128, "%.*s", (int)strcspn(set + 14, ";"), set + 14);
    json_t *json = json_loadb(vl_text_string(&reply.body), reply.body.length, 0, NULL);
    if (status)
        *status = reply.status;
    web_reply_free(&reply);
    return json;
}

/* ---- WebSocket ---- */

void web_open(struct web_socket *s, int port, const char *cookie, const char *headers)
{
    struct vl_text request = {0}, head = {0};
    *s = (struct web_socket){.fd = web_connect(port)};
    if (s->fd < 0) {
        s->closed = -1;
        return;
    }
    vl_text_addf(&request,
                 "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s",
                 port, headers ? headers : "Sec-WebSocket-Protocol: valise.1\r\n");
    if (cookie && *cookie)
        vl_text_addf(&request, "Cookie: %s\r\n", cookie);
    vl_text_add(&request, "\r\n");
    bool sent = send_all(s->fd, request.data, request.length);
    vl_text_free(&request);
    /* Byte by byte, so that no frame is swallowed. */
    char c;
    while (sent && receive(s->fd, &c, 1, PATIENCE) == 1) {
        vl_text_char(&head, c);
        if (head.length >= 4 && strcmp(head.data + head.length - 4, "\r\n\r\n") == 0)
            break;
    }
    if (strncmp(vl_text_string(&head), "HTTP/1.1 ", 9) == 0)
        s->status = (int)strtol(head.data + 9, NULL, 10);
    vl_text_free(&head);
    if (s->status != 101)
        s->closed = -1;
}

void web_close(struct web_socket *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    free(s->bytes);
    s->bytes = NULL;
    s->size = s->capacity = 0;
    if (!s->closed)
        s->closed = -1;
}

bool web_frame(struct web_socket *s, int opcode, bool final, const char *bytes, size_t size)
{
    static const unsigned char mask[4] = {0x5a, 0x13, 0xc7, 0x88};
    struct vl_text frame = {0};
    if (s->closed)
        return false;
    vl_text_char(&frame, (char)((final ? 0x80 : 0) | opcode));
    int more = size < 126 ? 0 : size < 65536 ? 2 : 8;
    vl_text_char(&frame, (char)(0x80 | (more == 0 ? size : more == 2 ? 126U : 127U)));
    for (int i = more - 1; i >= 0; i--)
        vl_text_char(&frame, (char)(size >> (8 * i) & 255));
    vl_text_add_bytes(&frame, (const char *)mask, 4);
    for (size_t i = 0; i < size; i++)
        vl_text_char(&frame, (char)((unsigned char)bytes[i] ^ mask[i % 4]));
    bool sent = send_all(s->fd, frame.data, frame.length);
    vl_text_free(&frame);
    return sent;
}

bool web_say(struct web_socket *s, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (!text)
        die("a message cannot be written");
    bool sent = web_frame(s, 1, true, text, strlen(text));
    free(text);
    json_decref(message);
    return sent;
}

/* Takes one whole frame off what has come, if there is one. */
static bool take_frame(struct web_socket *s, int *opcode, struct vl_text *payload)
{
    if (s->size < 2)
        return false;
    size_t head = 2, size = s->bytes[1] & 127;
    size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (s->size < head + more)
        return false;
    if (more)
        size = 0;
    for (size_t i = 0; i < more; i++)
        size = size << 8 | s->bytes[head + i];
    head += more;
    if (s->size < head + size)
        return false;
    *opcode = s->bytes[0] & 15;
    vl_text_add_bytes(payload, (const char *)s->bytes + head, size);
    s->size -= head + size;
    memmove(s->bytes, s->bytes + head + size, s->size);
    return true;
}

static bool fill(struct web_socket *s, int milliseconds)
{
    if (s->capacity - s->size < 65536) {
        s->capacity = s->capacity * 2 + 131072;
        s->bytes = realloc(s->bytes, s->capacity);
        if (!s->bytes)
            die("out of memory");
    }
    ssize_t got = receive(s->fd, s->bytes + s->size, s->capacity - s->size, milliseconds);
    if (got == 0)
        s->closed = -1;
    if (got > 0)
        s->size += (size_t)got;
    return got > 0;
}

static bool next_text(struct web_socket *s, int milliseconds, struct vl_text *text)
{
    long long until = now() + milliseconds;
    while (!s->closed) {
        int opcode = 0;
        vl_text_clear(text);
        if (take_frame(s, &opcode, text)) {
            if (opcode == 1)
                return true;
            if (opcode == 8)
                s->closed = text->length >= 2
                                ? (unsigned char)text->data[0] << 8 | (unsigned char)text->data[1]
                                : 1005;
            if (opcode == 9)
                web_frame(s, 10, true, vl_text_string(text), text->length);
            continue;
        }
        long long left = until - now();
        if (left < 0 || (!fill(s, (int)left) && !s->closed))
            return false;
    }
    return false;
}

json_t *web_hear(struct web_socket *s, int milliseconds)
{
    struct vl_text text = {0};
    json_t *json = NULL;
    if (next_text(s, milliseconds, &text)) {
        json = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, NULL);
        if (!json)
            die("a message is not JSON");
        if (s->keep) {
            vl_text_add_bytes(s->keep, text.data, text.length);
            vl_text_char(s->keep, '\n');
        }
    }
    vl_text_free(&text);
    return json;
}

json_t *web_await(struct web_socket *s, const char *type, int re)
{
    long long until = now() + PATIENCE;
    for (;;) {
        json_t *json = web_hear(s, (int)(until - now()));
        if (!json) {
            fprintf(stderr, "web test: waiting for %s (re %d), closed %d\n", type ? type : "any",
                    re, s->closed);
            abort();
        }
        const json_t *answers = json_object_get(json, "re");
        if ((!type || strcmp(web_text(json, "type"), type) == 0) &&
            (re < 0 || (json_is_integer(answers) && json_integer_value(answers) == re)))
            return json;
        json_decref(json);
    }
}

bool web_ends(struct web_socket *s, int milliseconds)
{
    long long until = now() + milliseconds;
    while (!s->closed && now() < until)
        json_decref(web_hear(s, (int)(until - now())));
    return s->closed != 0;
}

static void missing(const char *key, const json_t *object)
{
    char *text = json_dumps(object, 0);
    fprintf(stderr, "web test: no \"%s\" in %.2000s\n", key, text ? text : "nothing");
    abort();
}

const char *web_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text)
        missing(key, object);
    return text;
}

int web_int(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value))
        missing(key, object);
    return (int)json_integer_value(value);
}
