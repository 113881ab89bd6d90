/* Listening sockets: see the header. */
#include "server/net/listen.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/banned.h"

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

static int try_listening(const struct sockaddr_storage *address, socklen_t size)
{
    int off = 0, on = 1;
    int fd = socket(address->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (address->ss_family == AF_INET6) /* "::" is everywhere, IPv4 included */
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, (const struct sockaddr *)address, size) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int code = errno;
    close(fd);
    errno = code;
    return -1;
}

static int port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                               : ((struct sockaddr_in *)&address)->sin_port);
}

int sv_listen(const char *where, int port, int *actual, struct vl_error *err)
{
    struct sockaddr_storage address = {0};
    socklen_t size = 0;
    if (!find_address(where, port, &address, &size, err))
        return -1;
    int fd = try_listening(&address, size), code = errno;
    if (fd >= 0) {
        *actual = port_of(fd);
        return fd;
    }
    switch (code) {
    case EADDRINUSE:
        vl_fail(err, VL_IO, "port", "port %d of %s is taken: another program listens there", port,
                where);
        break;
    case EADDRNOTAVAIL:
        vl_fail(err, VL_IO, "bind", "this machine has no address %s", where);
        break;
    case EACCES:
    case EPERM:
        vl_fail(err, VL_IO, "port",
                "port %d of %s is not allowed: a port below 1024 wants root, or the "
                "capability CAP_NET_BIND_SERVICE",
                port, where);
        break;
    default:
        vl_fail(err, VL_IO, "bind", "cannot listen on %s, port %d: %s", where, port,
                strerror(code));
    }
    return -1;
}
