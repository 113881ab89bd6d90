/*
 * Why the server cannot listen where it was told to. The library under it says only that it could
 * not; so the same is tried once more, plainly, and what the system answers is put into words.
 */
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/server.h"

/* The first address of a network interface, of the family that is asked for. */
static bool address_of(const char *interface, int family, struct sockaddr_storage *address,
                       socklen_t *size)
{
    struct ifaddrs *all = NULL, *at;
    if (getifaddrs(&all) != 0)
        return false;
    for (at = all; at; at = at->ifa_next)
        if (at->ifa_addr && at->ifa_addr->sa_family == family &&
            strcmp(at->ifa_name, interface) == 0)
            break;
    if (at) {
        *size = family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
        memcpy(address, at->ifa_addr, *size);
    }
    freeifaddrs(all);
    return at != NULL;
}

static bool find_address(const char *bind_to, int port, struct sockaddr_storage *address,
                         socklen_t *size, struct vl_error *err)
{
    struct addrinfo hints = {
        .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
        .ai_socktype = SOCK_STREAM,
    };
    struct addrinfo *found = NULL;
    char service[16];
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(bind_to, service, &hints, &found) == 0) {
        *size = found->ai_addrlen;
        memcpy(address, found->ai_addr, *size);
        freeaddrinfo(found);
        return true;
    }
    if (if_nametoindex(bind_to) == 0)
        return vl_fail(err, VL_IO, "bind",
                       "\"%s\" is no address in digits, and no network interface of this machine",
                       bind_to);
    if (!address_of(bind_to, AF_INET, address, size))
        return vl_fail(err, VL_IO, "bind", "the network interface %s has no address", bind_to);
    ((struct sockaddr_in *)address)->sin_port = htons((uint16_t)port);
    return true;
}

/* What binding and listening say; 0: nothing is wrong any more. */
static int try_listening(const struct sockaddr_storage *address, socklen_t size)
{
    int fd = socket(address->ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd < 0)
        return errno;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int code =
        bind(fd, (const struct sockaddr *)address, size) != 0 || listen(fd, 1) != 0 ? errno : 0;
    close(fd);
    return code;
}

bool sv_listen_failed(const struct sv_settings *settings, struct vl_error *err)
{
    const char *where = settings->bind;
    int port = settings->port;
    struct sockaddr_storage address = {0};
    socklen_t size = 0;
    if (!find_address(where, port, &address, &size, err))
        return false;
    int code = try_listening(&address, size);
    switch (code) {
    case EADDRINUSE:
        return vl_fail(err, VL_IO, "port", "port %d of %s is taken: another program listens there",
                       port, where);
    case EADDRNOTAVAIL:
        return vl_fail(err, VL_IO, "bind", "this machine has no address %s", where);
    case EACCES:
    case EPERM:
        return vl_fail(err, VL_IO, "port",
                       "port %d of %s is not allowed: a port below 1024 wants root, or the "
                       "capability CAP_NET_BIND_SERVICE",
                       port, where);
    default:
        return vl_fail(err, VL_IO, "bind", "cannot listen on %s, port %d: %s", where, port,
                       code ? strerror(code) : "the network library refuses");
    }
}
