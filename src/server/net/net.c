/* The network: see the header. Signals arrive through a descriptor, like everything else. */
#include "server/net/net.h"

#include <errno.h>
#include <malloc.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/net/client.h"
#include "server/net/listen.h"
#include "server/net/local.h"
#include "server/net/service.h"
#include "server/net/tls.h"
#include "server/room/clock.h"
#include "server/time.h"

enum {
    GRACE = 2000,           /* milliseconds for answers and close frames to be written */
    LAST_GRACE = 300,       /* ... and for clients to close their side then */
    SWEEP = 1000,           /* milliseconds between two looks at deadlines */
    THROTTLED = 1,          /* milliseconds until throttled clients are looked at again */
    ACCEPTS = 64,           /* new sockets in one batch */
    KEPT_MEMORY = 32 << 20, /* bytes; see keep_memory */
    MOST_FILES = 65536,
};

static struct {
    struct sv_net shared;
    int listener, signals, port; /* descriptors; -1: none */
    ev_io on_listener, on_signals;
    ev_timer timer;
    ev_async wake;
    ev_check check;
    uint64_t swept;
    uint64_t leave_by; /* milliseconds: no batch waits longer; 0: the server stays */
    bool stop, reload;
    bool full; /* no new sockets until the next sweep: the system has no descriptor left */
    const struct sv_source *source; /* of the settings; NULL: they are not read again */
    struct sv_local *local;         /* NULL: the operator has no socket */
    ev_check awake;
    uint64_t woke; /* microseconds: when the events of this batch came */
} net = {.listener = -1, .signals = -1};

static void wake_up(void *context)
{
    (void)context;
    ev_async_send(net.shared.loop, &net.wake);
}

/* ---- Events ---- */

/* The pass of the loop is all that is wanted. */
static void on_timer(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)timer;
    (void)events;
}

static void on_wake(struct ev_loop *loop, ev_async *async, int events)
{
    (void)loop;
    (void)async;
    (void)events;
}

/* Runs first after the loop has waited, so that messages of this pass count the right time. */
static void on_check(struct ev_loop *loop, ev_check *check, int events)
{
    (void)loop;
    (void)check;
    (void)events;
    sv_clock_tick(net.shared.server);
}

static void on_signal(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct signalfd_siginfo info;
    (void)loop;
    (void)events;
    while (read(watcher->fd, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo == SIGHUP)
            net.reload = true;
        else
            net.stop = true;
    }
}

/* Called after the wait and before the events are handled: the batch begins. */
static void on_awake(struct ev_loop *loop, ev_check *check, int events)
{
    (void)loop;
    (void)check;
    (void)events;
    net.woke = sv_micros();
}

/* Without a descriptor left, a listening socket stays readable: it is looked at again a second
 * later, when some connection may have ended. */
static void stop_accepting(struct ev_loop *loop, ev_io *watcher)
{
    if (!net.full)
        sv_log("accept_failed", "why=\"%s\"", strerror(errno));
    net.full = true;
    ev_io_stop(loop, watcher);
}

static void on_accept(struct ev_loop *loop, ev_io *watcher, int events)
{
    (void)events;
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage peer = {0};
        socklen_t size = sizeof peer;
        int fd =
            accept4(watcher->fd, (struct sockaddr *)&peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            sv_client_open(&net.shared, fd, &peer);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            stop_accepting(loop, watcher);
            return;
        } else if (errno != ECONNABORTED && errno != EINTR) {
            return;
        }
    }
}

/* Certificate and key are read again. If they are not sound, those in use stay. */
static void reload_certificate(void)
{
    const struct sv_settings *settings = &net.shared.server->settings;
    struct vl_error err = {0};
    int64_t ends = 0;
    if (!net.shared.tls)
        return;
    SSL_CTX *renewed = sv_tls_open(settings->tls_cert, settings->tls_key, &ends, &err);
    if (!renewed) {
        sv_log("certificate_refused", "file=%s why=\"%s\"", err.where, err.message);
        return;
    }
    SSL_CTX_free(net.shared.tls); /* connections that began with it keep it */
    net.shared.tls = renewed;
    sv_log("certificate_read", "file=%s days_left=%lld", settings->tls_cert,
           (long long)(ends - sv_time()) / 86400);
}

static void say_restart(const char *name)
{
    sv_log("setting_needs_restart", "setting=%s", name);
}

/* Opens the log of requests again under its name: an old file may have been renamed. If it cannot
 * be opened, the one in use stays. */
static void reload_logs(const struct sv_settings *settings)
{
    struct vl_error err = {0};
    sv_log_json(settings->log_json);
    if (!sv_access_open(settings->access_log, &err))
        sv_log("access_log_refused", "file=\"%s\" why=\"%s\"", err.where, err.message);
}

/* SIGHUP: the settings are read again. If anything is wrong with them, all of them stay as they
 * are, and the log says where the error is. */
static void reload(void)
{
    struct sv_server *server = net.shared.server;
    struct sv_settings next;
    struct vl_error err = {0};
    if (net.source && !net.source->read(net.source->context, &next, &err)) {
        sv_log("settings_refused", "where=\"%s\" why=\"%s\"", err.where, err.message);
        return;
    }
    if (net.source) {
        sv_log_json(next.log_json); /* the lines that follow are the new settings' own */
        sv_settings_renew(&server->settings, &next, say_restart);
    }
    reload_logs(&server->settings);
    sv_log("reload", "certificate=%s settings=%s", net.shared.tls ? "read" : "none",
           net.source ? "read" : "none");
    reload_certificate();
}

/* ---- Batches ---- */

static void sweep(uint64_t now)
{
    net.swept = now;
    sv_notify("WATCHDOG=1");
    sv_sweep(net.shared.server);
    sv_log_sweep(false);
    sv_clients_sweep(&net.shared, now);
    sv_local_sweep(net.local, now);
    sv_bans_sweep(net.shared.server);
    if (net.full && net.listener >= 0) {
        net.full = false;
        ev_io_start(net.shared.loop, &net.on_listener);
    }
}

static void wait_for_events(void)
{
    struct sv_net *shared = &net.shared;
    bool now = shared->backlog || shared->leaving || shared->server->changed_rooms ||
               shared->server->touched_connections || sv_local_busy(net.local);
    uint64_t due = sv_next_due(shared->server), at = sv_now();
    if (shared->throttled && due > THROTTLED)
        due = THROTTLED;
    if (net.leave_by)
        due = at + due < net.leave_by ? due : net.leave_by > at ? net.leave_by - at : 0;
    ev_now_update(shared->loop);
    ev_timer_stop(shared->loop, &net.timer);
    ev_timer_set(&net.timer, (double)due / 1000.0 + 0.001, 0);
    ev_timer_start(shared->loop, &net.timer);
    ev_run(shared->loop, now ? EVRUN_NOWAIT : EVRUN_ONCE);
}

/* Bans of this batch end the connections that they are about. If the batch was rolled back, the
 * list may be wrong. */
static void enforce_bans(bool stored)
{
    struct sv_server *server = net.shared.server;
    if (!server->bans.changed)
        return;
    server->bans.stale |= !stored;
    if (server->bans.stale && !sv_bans_load(server, NULL))
        return; /* it is read after the next batch */
    sv_clients_ban(&net.shared);
    server->bans.changed = false;
}

/* One pass of the loop: read, store, answer. */
static void batch(void)
{
    wait_for_events();
    sv_clients_resume(&net.shared);
    uint64_t now = sv_now();
    if (net.reload) {
        net.reload = false;
        reload();
    }
    if (now - net.swept >= SWEEP)
        sweep(now);
    sv_clients_bury(&net.shared);
    bool stored = sv_flush(net.shared.server);
    sv_exchanges_finish(&net.shared, stored);
    enforce_bans(stored);
    sv_local_finish(net.local, stored);
    sv_latency_flushed(&net.shared.server->latency, stored);
    sv_clients_bury(&net.shared);
    sv_times_add(&net.shared.server->latency.batches, sv_micros() - net.woke);
}

static void stop_listening(void)
{
    if (net.listener < 0)
        return;
    ev_io_stop(net.shared.loop, &net.on_listener);
    close(net.listener);
    net.listener = -1;
}

/* New connections are refused, those that are there are told; requests under way are answered. */
static void say_goodbye(void)
{
    struct sv_server *server = net.shared.server;
    net.leave_by = sv_now() + GRACE;
    stop_listening();
    for (struct sv_connection *c = server->connections; c; c = c->next)
        sv_close(c, 1001);
    while (server->connections && sv_now() < net.leave_by)
        batch();
    if (net.leave_by > sv_now() + LAST_GRACE)
        net.leave_by = sv_now() + LAST_GRACE;
    while (sv_clients_busy(&net.shared) && sv_now() < net.leave_by)
        batch();
    sv_flush(server);
}

/* ---- Starting and stopping ---- */

static bool open_signals(const sigset_t *signals, struct vl_error *err)
{
    net.signals = signalfd(-1, signals, SFD_NONBLOCK | SFD_CLOEXEC);
    if (net.signals < 0)
        return vl_fail(err, VL_IO, NULL, "the system gives no descriptor for signals: %s",
                       strerror(errno));
    ev_io_init(&net.on_signals, on_signal, net.signals, EV_READ);
    ev_io_start(net.shared.loop, &net.on_signals);
    return true;
}

static bool open_network(const struct sv_settings *settings, const sigset_t *signals,
                         struct vl_error *err)
{
    net.shared.loop = ev_loop_new(EVFLAG_AUTO);
    if (!net.shared.loop)
        return vl_fail(err, VL_IO, NULL, "the system gives no event loop");
    ev_timer_init(&net.timer, on_timer, 0, 0);
    ev_async_init(&net.wake, on_wake);
    ev_async_start(net.shared.loop, &net.wake);
    ev_check_init(&net.check, on_check);
    ev_set_priority(&net.check, EV_MAXPRI);
    ev_check_start(net.shared.loop, &net.check);
    if (settings->tls_cert) {
        net.shared.tls = sv_tls_open(settings->tls_cert, settings->tls_key, NULL, err);
        if (!net.shared.tls)
            return false;
    }
    net.listener = sv_listen(settings->bind, settings->port, &net.port, err);
    if (net.listener < 0 || !open_signals(signals, err))
        return false;
    ev_io_init(&net.on_listener, on_accept, net.listener, EV_READ);
    ev_io_start(net.shared.loop, &net.on_listener);
    ev_check_init(&net.awake, on_awake);
    ev_set_priority(&net.awake, EV_MAXPRI);
    ev_check_start(net.shared.loop, &net.awake);
    net.local = sv_local_open(&net.shared);
    return true;
}

static void close_network(void)
{
    if (!net.shared.loop)
        return;
    sv_clients_free(&net.shared);
    stop_listening();
    sv_local_close(net.local);
    net.local = NULL;
    if (net.signals >= 0)
        close(net.signals);
    SSL_CTX_free(net.shared.tls);
    ev_loop_destroy(net.shared.loop);
}

static void say_where(const struct sv_settings *settings)
{
    bool six = strchr(settings->bind, ':') != NULL;
    printf("Valise is at http%s://%s%s%s:%d%s\n", settings->tls_cert ? "s" : "", six ? "[" : "",
           settings->bind, six ? "]" : "", net.port, settings->base);
    fflush(stdout);
}

/* Every batch takes memory and gives it back. malloc keeps this much of it, instead of returning
 * it to the system and asking for it again. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, KEPT_MEMORY);
    mallopt(M_TOP_PAD, KEPT_MEMORY / 32);
#endif
}

/* As many files as the system lets us have: each connection is one. */
static void raise_file_limit(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max < MOST_FILES ? files.rlim_max : MOST_FILES;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

static void choose_signals(const struct sv_settings *settings, sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGINT);
    if (settings->tls_cert || settings->access_log || net.source || sv_managed())
        sigaddset(signals, SIGHUP); /* otherwise it ends us, as when a terminal is closed */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is an error like a full disk */
}

bool sv_run(const struct sv_settings *settings, const struct sv_source *source,
            struct vl_error *err)
{
    sigset_t signals, before;
    bool good = false;
    net.source = source;
    sv_log_json(settings->log_json);
    if (!sv_access_open(settings->access_log, err))
        return false;
    choose_signals(settings, &signals);
    raise_file_limit();
    keep_memory();
    /* Before any thread is there, so that all of them leave these signals to the loop. */
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    net.shared.server = sv_server_new(settings, err);
    if (!net.shared.server)
        goto out;
    net.shared.server->wants = sv_websocket_wants;
    /* The workers wake the loop when a bot has answered: it must be there before them. */
    if (!open_network(settings, &signals, err) || !sv_start(net.shared.server, wake_up, NULL, err))
        goto out;
    say_where(settings);
    sv_log("started", "bind=%s database=%s version=%s", settings->bind, settings->database,
           VALISE_VERSION);
    sv_notify("READY=1");
    while (!net.stop)
        batch();
    sv_notify("STOPPING=1");
    say_goodbye();
    sv_log("stopped", "matches_open=%llu", (unsigned long long)net.shared.server->open_matches);
    good = true;
out:
    if (net.shared.server)
        sv_stop(net.shared.server);
    close_network();
    sv_server_free(net.shared.server);
    sv_log_sweep(true);
    sv_access_open(NULL, NULL);
    net.source = NULL;
    net.shared = (struct sv_net){0};
    net.signals = -1;
    net.leave_by = 0;
    net.stop = net.reload = net.full = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}
