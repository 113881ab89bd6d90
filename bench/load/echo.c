/* The echoes, on the libraries that the web table uses. */
#include "load/echo.h"

#include <ev.h>
#include <libwebsockets.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/banned.h"
#include "load/wire.h"

enum { MOST = 1024, MOST_TABLE = 65536, MOST_CONNECTIONS = 20000 };

struct session {
    uint32_t number;
    uint32_t tables; /* to be sent */
    size_t size;
    unsigned char bytes[LWS_PRE + MOST];
};

static uint32_t table_size, connections;
static struct {
    struct lws *wsi;
    struct session *session;
} all[MOST_CONNECTIONS];

static void owe_table(uint32_t number)
{
    if (number < connections) {
        all[number].session->tables++;
        lws_callback_on_writable(all[number].wsi);
    }
}

/* One message at a time, as the library wants it. */
static void write_next(struct lws *wsi, struct session *session)
{
    static unsigned char table[LWS_PRE + MOST_TABLE];
    if (session->size) {
        lws_write(wsi, session->bytes + LWS_PRE, session->size, LWS_WRITE_TEXT);
        session->size = 0;
    } else if (session->tables) {
        memset(table + LWS_PRE, ' ', table_size);
        lws_write(wsi, table + LWS_PRE, table_size, LWS_WRITE_TEXT);
        session->tables--;
    }
    if (session->tables)
        lws_callback_on_writable(wsi);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size)
{
    struct session *session = user;
    if (reason == LWS_CALLBACK_ESTABLISHED) {
        if (connections == MOST_CONNECTIONS)
            return -1;
        session->number = connections++;
        all[session->number].wsi = wsi;
        all[session->number].session = session;
    } else if (reason == LWS_CALLBACK_RECEIVE && size <= MOST) {
        memcpy(session->bytes + LWS_PRE, in, size);
        session->size = size;
        lws_callback_on_writable(wsi);
        if (table_size) {
            owe_table(session->number);
            owe_table(session->number ^ 1);
        }
    } else if (reason == LWS_CALLBACK_SERVER_WRITEABLE) {
        write_next(wsi, session);
    }
    return 0;
}

static void serve(int out)
{
    static const struct lws_protocols protocols[] = {
        {"echo", on_event, sizeof(struct session), MOST, 0, NULL, 0},
        {NULL, NULL, 0, 0, 0, NULL, 0},
    };
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    void *loops[] = {loop};
    struct lws_context_creation_info info = {
        .iface = "127.0.0.1",
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .foreign_loops = loops,
        .options = LWS_SERVER_OPTION_LIBEV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_DISABLE_IPV6,
    };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
    int port = host ? lws_get_vhost_listen_port(host) : 0;
    if (write(out, &port, sizeof port) != sizeof port || !port)
        _exit(1);
    for (;;)
        ev_run(loop, EVRUN_ONCE);
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
