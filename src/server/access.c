/* Access: host names, proxies, the base path. */
#include "server/access.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/banned.h"

/* ---- Names ---- */

/* The name in a Host header, without its port. False: the header is malformed. */
static bool host_name(const char *host, char name[128])
{
    bool six = *host == '[';
    const char *from = host + six;
    size_t length = strcspn(from, six ? "]" : ":");
    const char *rest = from + length;
    if (six && *rest != ']')
        return false;
    rest += six;
    if (length == 0 || length >= 128 || (*rest && *rest != ':'))
        return false;
    memcpy(name, from, length);
    name[length] = '\0';
    return true;
}

/* Whether an address of our own is the loopback interface. */
static bool only_here(const char *bind)
{
    return strncmp(bind, "127.", 4) == 0 || strcmp(bind, "::1") == 0 ||
           strcmp(bind, "localhost") == 0;
}

bool sv_host_known(const struct sv_settings *settings, const char *host)
{
    char name[128];
    uint8_t bytes[16];
    bool four;
    if (!host)
        return true; /* HTTP/1.0 programs; every browser sends it */
    if (!host_name(host, name))
        return false;
    if (sv_address_read(name, bytes, &four) || strcasecmp(name, "localhost") == 0)
        return true;
    for (uint32_t i = 0; i < settings->host_count; i++)
        if (strcasecmp(name, settings->hosts[i]) == 0)
            return true;
    return settings->host_count == 0 && !only_here(settings->bind);
}

/* ---- Addresses ---- */

bool sv_address_read(const char *text, uint8_t bytes[16], bool *is_ipv4)
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    *is_ipv4 = inet_pton(AF_INET, text, bytes + 12) == 1;
    if (*is_ipv4) {
        memcpy(bytes, mapped, sizeof mapped);
        return true;
    }
    return inet_pton(AF_INET6, text, bytes) == 1;
}

bool sv_proxy_trusted(const struct sv_settings *settings, const char *address)
{
    uint8_t bytes[16];
    bool four;
    if (!sv_address_read(address, bytes, &four))
        return false;
    for (uint32_t i = 0; i < settings->proxy_count; i++)
        if (sv_network_has(&settings->proxies[i], bytes))
            return true;
    return false;
}

/* An address in its canonical spelling, so that it is counted as one. False: it is none. */
static bool plain_address(const char *text, size_t length, char address[SV_ADDRESS_SIZE])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    char copy[SV_ADDRESS_SIZE];
    uint8_t bytes[16];
    bool four;
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (!sv_address_read(copy, bytes, &four))
        return false;
    if (memcmp(bytes, mapped, sizeof mapped) == 0)
        return inet_ntop(AF_INET, bytes + 12, address, SV_ADDRESS_SIZE) != NULL;
    return inet_ntop(AF_INET6, bytes, address, SV_ADDRESS_SIZE) != NULL;
}

void sv_client_address(const struct sv_settings *settings, const char *peer,
                       const char *forwarded_for, char address[SV_ADDRESS_SIZE])
{
    if (!plain_address(peer, strlen(peer), address))
        snprintf(address, SV_ADDRESS_SIZE, "%.*s", SV_ADDRESS_SIZE - 1, peer);
    if (!forwarded_for)
        return;
    /* Each proxy appends the address it was called from. So the list is read from the right: an
     * entry is believed if the proxy that appended it is trusted. Entries further left may be
     * forged. */
    size_t end = strlen(forwarded_for);
    while (end > 0 && sv_proxy_trusted(settings, address)) {
        size_t start = end, skip;
        char next[SV_ADDRESS_SIZE];
        while (start > 0 && forwarded_for[start - 1] != ',')
            start--;
        skip = strspn(forwarded_for + start, " \t");
        size_t length = end - start > skip ? end - start - skip : 0;
        while (length > 0 && strchr(" \t", forwarded_for[start + skip + length - 1]))
            length--;
        if (!plain_address(forwarded_for + start + skip, length, next))
            return;
        memcpy(address, next, sizeof next);
        end = start > 0 ? start - 1 : 0;
    }
}

/* ---- Paths ---- */

const char *sv_path_below(const struct sv_settings *settings, const char *path)
{
    size_t length = strlen(settings->base) - 1; /* without the last slash */
    if (strncmp(path, settings->base, length) != 0 || path[length] != '/')
        return NULL;
    return path + length;
}
