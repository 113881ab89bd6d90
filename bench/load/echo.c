/* The echoes, on the network parts that the web table uses: streams, HTTP, frames, outboxes. */
#include "load/echo.h"

#include <ev.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/banned.h"
#include "load/wire.h"
#include "server/net/frames.h"
#include "server/net/http.h"
#include "server/net/listen.h"
#include "server/net/outbox.h"
#include "server/net/stream.h"

enum { MOST = 1024, MOST_TABLE = 65536, MOST_CONNECTIONS = 20000, CHUNK = 65536 };

struct session {
    ev_io watcher;
    struct sv_stream stream;
    struct sv_http_reader http;
    struct sv_frame_reader frames;
    struct sv_outbox out;
    uint32_t number;
    bool open; /* the handshake is over */
};

static uint32_t table_size, connections;
static struct session *all[MOST_CONNECTIONS];
static struct sv_pool pool;

static size_t no_body(const void *context, const char *path)
{
    (void)context;
    (void)path;
    return 0;
}

static void write_out(struct ev_loop *loop, struct session *s)
{
    struct iovec pieces[8];
    while (sv_outbox_ready(&s->out)) {
        uint32_t count = sv_outbox_pieces(&s->out, pieces, 8);
        ssize_t sent = sv_stream_write(&s->stream, pieces, count);
        if (sent < 0)
            break;
        sv_outbox_wrote(&s->out, &pool, (size_t)sent);
    }
    int events = EV_READ | (s->stream.write_wait ? EV_WRITE : 0);
    if (s->watcher.events != events) {
        ev_io_stop(loop, &s->watcher);
        ev_io_set(&s->watcher, s->stream.fd, events);
        ev_io_start(loop, &s->watcher);
    }
}

static void say(struct session *s, const void *bytes, size_t size)
{
    unsigned char head[SV_FRAME_HEAD];
    size_t head_size = sv_frame_head(head, SV_TEXT, size);
    sv_outbox_add(&s->out, &pool, head, head_size, bytes, size);
}

static void send_table(struct ev_loop *loop, uint32_t number)
{
    static unsigned char table[MOST_TABLE];
    if (number >= connections || !all[number]->open)
        return;
    memset(table, ' ', table_size);
    say(all[number], table, table_size);
    write_out(loop, all[number]);
}

static void on_message(struct ev_loop *loop, struct session *s, const struct sv_frame *frame)
{
    say(s, frame->bytes, frame->size);
    write_out(loop, s);
    if (table_size) {
        send_table(loop, s->number);
        send_table(loop, s->number ^ 1);
    }
}

static void shake_hands(struct ev_loop *loop, struct session *s, const char *bytes, size_t size)
{
    struct vl_text head = {0};
    size_t used;
    if (sv_http_read(&s->http, bytes, size, &used) != SV_HTTP_DONE)
        return;
    s->open = sv_http_write_handshake(&head, s->http.request.fields[SV_WEBSOCKET_KEY]);
    sv_outbox_add(&s->out, &pool, head.data, head.length, NULL, 0);
    vl_text_free(&head);
    sv_http_reader_free(&s->http);
    write_out(loop, s);
}

static void on_event(struct ev_loop *loop, ev_io *watcher, int events)
{
    static unsigned char buffer[CHUNK];
    struct session *s = watcher->data;
    if (events & EV_WRITE)
        write_out(loop, s);
    ssize_t got = sv_stream_read(&s->stream, buffer, sizeof buffer);
    if (got == SV_STREAM_WAIT)
        return;
    if (got <= 0) {
        ev_io_stop(loop, watcher);
        s->open = false;
    } else if (!s->open) {
        shake_hands(loop, s, (char *)buffer, (size_t)got);
    } else {
        struct sv_frame frame;
        size_t used;
        for (size_t at = 0;; at += used) {
            enum sv_frame_event event =
                sv_frame_read(&s->frames, buffer + at, (size_t)got - at, MOST, &used, &frame);
            if (event != SV_FRAME_MESSAGE)
                break;
            on_message(loop, s, &frame);
        }
    }
}

static void on_accept(struct ev_loop *loop, ev_io *watcher, int events)
{
    (void)events;
    int fd = accept4(watcher->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0 || connections == MOST_CONNECTIONS)
        return;
    struct session *s = all[connections] = calloc(1, sizeof *s);
    int on = 1;
    if (!s)
        abort();
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    s->number = connections++;
    sv_stream_open(&s->stream, fd, NULL);
    sv_http_reader_init(&s->http, no_body, NULL);
    ev_io_init(&s->watcher, on_event, fd, EV_READ);
    s->watcher.data = s;
    ev_io_start(loop, &s->watcher);
}

static void serve(int out)
{
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct vl_error err = {0};
    ev_io listener;
    int port = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int fd = sv_listen("127.0.0.1", 0, &port, &err);
    if (write(out, &port, sizeof port) != sizeof port || fd < 0)
        _exit(1);
    ev_io_init(&listener, on_accept, fd, EV_READ);
    ev_io_start(loop, &listener);
    ev_run(loop, 0);
    _exit(1);
}

pid_t echo_start(uint32_t table, int *port)
{
    int ends[2];
    table_size = table < MOST_TABLE ? table : MOST_TABLE;
    if (pipe(ends) != 0)
        die("no pipe");
    pid_t pid = fork();
    if (pid < 0)
        die("no process");
    if (pid == 0)
        serve(ends[1]);
    close(ends[1]);
    if (read(ends[0], port, sizeof *port) != sizeof *port || !*port)
        die("the echo does not start");
    close(ends[0]);
    return pid;
}
