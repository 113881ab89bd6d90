/* The local socket: see the header. */
#include "server/net/local.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <libgen.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/admin.h"
#include "server/net/net.h"
#include "server/state.h"
#include "server/time.h"

enum {
    MOST_CLIENTS = 8,
    MOST_COMMAND = 16 << 10, /* bytes */
    MUCH = 64 << 10,      /* bytes that wait for a client: a list makes no more before it reads */
    PATIENCE = 20 * 1000, /* milliseconds without progress */
};

/* One command and its answer. */
struct asker {
    struct asker *next;
    struct sv_local *local;
    ev_io watcher;
    uint32_t user;
    uint64_t deadline; /* milliseconds */
    struct vl_text in, out;
    size_t written; /* bytes of `out` */
    struct sv_listing listing;
    bool answered; /* the command is complete; nothing more is read */
    bool writes;   /* the answer waits for the batch to be stored */
    bool held;     /* until the end of the batch */
};

struct sv_local {
    struct sv_net *net;
    int fd, folder;
    char name[256]; /* in the folder */
    ev_io watcher;
    struct asker *askers;
    uint32_t count;
};

/* ---- The address ---- */

int sv_local_address(const char *database, struct sockaddr_un *address, char name[256],
                     struct vl_error *err)
{
    char *whole = realpath(database, NULL); /* one database, one socket, by any of its names */
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (!whole) {
        vl_fail(err, VL_IO, database, "there is no database %.150s: %s", database, strerror(errno));
        return -1;
    }
    char *slash = strrchr(whole, '/');
    int length = snprintf(name, 256, "%s-admin", slash + 1), folder = -1, size;
    *slash = '\0';
    if (length < 256)
        folder = open(*whole ? whole : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        vl_fail(err, VL_IO, database, "the folder of the database: %s",
                length < 256 ? strerror(errno) : "the name is too long");
    size = snprintf(address->sun_path, sizeof address->sun_path, "%s/%s", whole, name);
    /* A path may be longer than the address of a socket. Then it goes through the descriptor of the
     * folder. */
    if (folder >= 0 && (size < 0 || (size_t)size >= sizeof address->sun_path)) {
        size = snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", folder,
                        name);
        if (size < 0 || (size_t)size >= sizeof address->sun_path) {
            vl_fail(err, VL_IO, database, "the name of the database is too long for a socket");
            close(folder);
            folder = -1;
        }
    }
    free(whole);
    return folder;
}

/* ---- One client ---- */

static void drop(struct asker *a)
{
    struct sv_local *local = a->local;
    struct asker **at = &local->askers;
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    local->count--;
    ev_io_stop(local->net->loop, &a->watcher);
    close(a->watcher.fd);
    vl_text_free(&a->in);
    vl_text_free(&a->out);
    free(a);
}

static void wait_for(struct asker *a, int events)
{
    if (ev_is_active(&a->watcher) && a->watcher.events == events)
        return;
    ev_io_stop(a->local->net->loop, &a->watcher);
    ev_io_set(&a->watcher, a->watcher.fd, events);
    ev_io_start(a->local->net->loop, &a->watcher);
}

/* Writes what the client takes; at the end of the answer the connection is closed. */
static void write_out(struct asker *a)
{
    while (a->written < a->out.length) {
        ssize_t sent = send(a->watcher.fd, a->out.data + a->written, a->out.length - a->written,
                            MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            wait_for(a, EV_WRITE);
            return;
        }
        if (sent <= 0) {
            drop(a);
            return;
        }
        a->written += (size_t)sent;
        a->deadline = sv_now() + PATIENCE;
    }
    a->written = 0;
    vl_text_clear(&a->out);
    if (!a->listing.going_on)
        drop(a);
    else
        ev_io_stop(a->local->net->loop, &a->watcher); /* the next batch makes the next page */
}

static void take_command(struct asker *a)
{
    struct sv_server *server = a->local->net->server;
    const char *end = a->in.length ? memchr(a->in.data, '\n', a->in.length) : NULL;
    struct vl_error err = {0};
    if (end) {
        a->writes = sv_admin_answer(server, a->in.data, (size_t)(end - a->in.data), a->user,
                                    &a->out, &a->listing);
    } else if (a->in.length >= MOST_COMMAND) {
        vl_fail(&err, VL_BAD_INPUT, NULL, "the command is too long");
        sv_admin_fail(&a->out, &err);
    } else {
        return;
    }
    a->answered = a->held = true;
    ev_io_stop(a->local->net->loop, &a->watcher);
}

static void read_in(struct asker *a)
{
    char bytes[4096];
    ssize_t got = recv(a->watcher.fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return;
    if (got <= 0) {
        drop(a);
        return;
    }
    vl_text_add_bytes(&a->in, bytes, (size_t)got);
    take_command(a);
}

static void on_event(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct asker *a = watcher->data;
    (void)loop;
    (void)events;
    if (a->answered)
        write_out(a);
    else
        read_in(a);
}

/* ---- The socket ---- */

/* Says no and closes; the client shows it to its user. */
static void refuse(int fd, const char *message)
{
    struct vl_text out = {0};
    struct vl_error err = {0};
    vl_fail(&err, VL_REFUSED, NULL, "%s", message);
    sv_admin_fail(&out, &err);
    if (send(fd, out.data, out.length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        sv_log("admin_deaf", "why=\"%s\"", strerror(errno));
    vl_text_free(&out);
    close(fd);
}

static void on_accept(struct ev_loop *loop, ev_io *watcher, int events)
{
    struct sv_local *local = watcher->data;
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    char message[128];
    (void)events;
    int fd = accept4(watcher->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0)
        return;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid()) {
        sv_log("admin_refused", "user=%u", peer.uid);
        snprintf(message, sizeof message,
                 "this server runs as user %u and takes commands of that user only", geteuid());
        refuse(fd, message);
        return;
    }
    if (local->count >= MOST_CLIENTS) {
        refuse(fd, "too many commands are under way");
        return;
    }
    struct asker *a = calloc(1, sizeof *a);
    if (!a)
        abort();
    a->local = local;
    a->user = peer.uid;
    a->deadline = sv_now() + PATIENCE;
    a->next = local->askers;
    local->askers = a;
    local->count++;
    ev_io_init(&a->watcher, on_event, fd, EV_READ);
    a->watcher.data = a;
    ev_io_start(loop, &a->watcher);
}

/* Whether nobody but the server's user and root can replace what lies in the folder. A group that
 * may write there could as well delete the database; the check of the peer holds against it. */
static bool folder_is_safe(int folder, struct vl_error *err)
{
    struct stat is;
    if (fstat(folder, &is) != 0)
        return vl_fail(err, VL_IO, NULL, "%s", strerror(errno));
    if (is.st_uid != geteuid() && is.st_uid != 0)
        return vl_fail(err, VL_REFUSED, NULL, "the folder of the database belongs to user %u",
                       is.st_uid);
    if ((is.st_mode & S_IWOTH) && !(is.st_mode & S_ISVTX))
        return vl_fail(err, VL_REFUSED, NULL, "everybody can write to the folder of the database");
    return true;
}

/* Removes the socket of a server that was killed; anything else of this name stays. */
static bool remove_stale(int folder, const char *name, struct vl_error *err)
{
    struct stat is;
    if (fstatat(folder, name, &is, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || vl_fail(err, VL_IO, NULL, "%s", strerror(errno));
    if (!S_ISSOCK(is.st_mode))
        return vl_fail(err, VL_REFUSED, NULL, "%s is there and is no socket", name);
    return unlinkat(folder, name, 0) == 0 || vl_fail(err, VL_IO, NULL, "%s", strerror(errno));
}

static bool listen_at(struct sv_local *local, const struct sockaddr_un *address,
                      struct vl_error *err)
{
    local->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (local->fd < 0)
        return vl_fail(err, VL_IO, NULL, "%s", strerror(errno));
    /* Before bind, so that the socket never has another mode. */
    if (fchmod(local->fd, 0600) != 0 ||
        bind(local->fd, (const struct sockaddr *)address, sizeof *address) != 0)
        return vl_fail(err, VL_IO, NULL, "%s", strerror(errno));
    if (listen(local->fd, MOST_CLIENTS) == 0)
        return true;
    vl_fail(err, VL_IO, NULL, "%s", strerror(errno));
    unlinkat(local->folder, local->name, 0);
    return false;
}

struct sv_local *sv_local_open(struct sv_net *net)
{
    const char *database = net->server->settings.database;
    struct sockaddr_un address;
    struct vl_error err = {0};
    struct sv_local *local = calloc(1, sizeof *local);
    if (!local)
        abort();
    local->net = net;
    local->fd = local->folder = -1;
    if (strcmp(database, ":memory:") == 0)
        goto fail;
    local->folder = sv_local_address(database, &address, local->name, &err);
    if (local->folder < 0 || !folder_is_safe(local->folder, &err) ||
        !remove_stale(local->folder, local->name, &err) || !listen_at(local, &address, &err)) {
        sv_log("admin_off", "why=\"%s\"", err.message);
        goto fail;
    }
    ev_io_init(&local->watcher, on_accept, local->fd, EV_READ);
    local->watcher.data = local;
    ev_io_start(net->loop, &local->watcher);
    return local;
fail:
    if (local->fd >= 0)
        close(local->fd);
    if (local->folder >= 0)
        close(local->folder);
    free(local);
    return NULL;
}

void sv_local_close(struct sv_local *local)
{
    if (!local)
        return;
    while (local->askers)
        drop(local->askers);
    ev_io_stop(local->net->loop, &local->watcher);
    unlinkat(local->folder, local->name, 0);
    close(local->fd);
    close(local->folder);
    free(local);
}

/* ---- Batches ---- */

static void release(struct asker *a, bool stored)
{
    struct vl_error err = {0};
    if (!stored && a->writes) {
        vl_text_clear(&a->out);
        vl_fail(&err, VL_IO, NULL, "the store cannot be written; nothing has changed");
        sv_admin_fail(&a->out, &err);
    }
    a->held = false;
}

void sv_local_finish(struct sv_local *local, bool stored)
{
    for (struct asker *a = local ? local->askers : NULL, *next; a; a = next) {
        next = a->next;
        if (!a->answered)
            continue;
        if (a->held)
            release(a, stored);
        if (a->listing.going_on && a->out.length - a->written < MUCH)
            sv_admin_continue(local->net->server, &a->listing, &a->out);
        write_out(a);
    }
}

bool sv_local_busy(const struct sv_local *local)
{
    for (const struct asker *a = local ? local->askers : NULL; a; a = a->next)
        if (a->listing.going_on && a->out.length - a->written < MUCH)
            return true;
    return false;
}

void sv_local_sweep(struct sv_local *local, uint64_t now)
{
    for (struct asker *a = local ? local->askers : NULL, *next; a; a = next) {
        next = a->next;
        if (now >= a->deadline)
            drop(a);
    }
}
