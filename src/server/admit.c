/*
 * Who may come in, and where: the names we are called by, the proxies we believe, and the path
 * under which everything lies.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <libgen.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "core/banned.h"
#include "server/net/tls.h"
#include "server/server.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

/* ---- Settings ---- */

bool sv_settings_base(struct sv_settings *settings, const char *text, struct vl_error *err)
{
    size_t length = strlen(text);
    bool plain = length > 0 && length < sizeof settings->base && text[0] == '/' &&
                 text[length - 1] == '/' && !strstr(text, "//") && !strstr(text, "/.");
    for (const char *at = text; plain && *at; at++)
        plain = *at == '/' || strchr(letters, *at);
    if (!plain)
        return vl_fail(err, VL_BAD_INPUT, text,
                       "a base begins and ends with /, as in /valise/, and between them has "
                       "letters, digits, - _ and . only");
    memcpy(settings->base, text, length + 1);
    return true;
}

bool sv_settings_host(struct sv_settings *settings, const char *text, struct vl_error *err)
{
    size_t length = strlen(text);
    if (length == 0 || length >= sizeof settings->hosts[0] || text[0] == '.' ||
        strspn(text, letters) != length)
        return vl_fail(err, VL_BAD_INPUT, text,
                       "expected the name of a host alone, as in play.example.org");
    if (settings->host_count == SV_MOST_HOSTS)
        return vl_fail(err, VL_BAD_INPUT, text, "at most %d can be given", SV_MOST_HOSTS);
    memcpy(settings->hosts[settings->host_count++], text, length + 1);
    return true;
}

/* Reads an address of either kind into 16 bytes; false if it is none. */
static bool read_address(const char *text, uint8_t bytes[16], bool *four)
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    *four = inet_pton(AF_INET, text, bytes + 12) == 1;
    if (*four) {
        memcpy(bytes, mapped, sizeof mapped);
        return true;
    }
    return inet_pton(AF_INET6, text, bytes) == 1;
}

bool sv_settings_proxy(struct sv_settings *settings, const char *text, struct vl_error *err)
{
    char address[SV_ADDRESS_SIZE], *end = NULL;
    struct sv_network network = {.bits = 128};
    bool four = false;
    size_t length = strcspn(text, "/");
    snprintf(address, sizeof address, "%.*s", length < sizeof address ? (int)length : 0, text);
    bool good = read_address(address, network.bytes, &four);
    if (good && text[length]) {
        const char *digits = text + length + 1;
        unsigned long bits = strtoul(digits, &end, 10);
        good = *digits >= '0' && *digits <= '9' && !*end && bits <= (four ? 32 : 128);
        network.bits = (uint32_t)bits + (four ? 96 : 0);
    }
    if (!good)
        return vl_fail(err, VL_BAD_INPUT, text,
                       "expected an address, as in 127.0.0.1 or ::1, or a network, as in "
                       "172.16.0.0/12");
    if (settings->proxy_count == SV_MOST_HOSTS)
        return vl_fail(err, VL_BAD_INPUT, text, "at most %d can be given", SV_MOST_HOSTS);
    settings->proxies[settings->proxy_count++] = network;
    return true;
}

static bool check_database(const char *database, struct vl_error *err)
{
    struct stat is;
    char *copy = strdup(database);
    if (!copy)
        abort();
    const char *folder = dirname(copy);
    bool good = true;
    if (strcmp(database, ":memory:") == 0)
        ;
    else if (stat(folder, &is) != 0)
        good = vl_fail(err, VL_IO, database, "the folder %.100s of the database: %s", folder,
                       strerror(errno));
    else if (!S_ISDIR(is.st_mode))
        good = vl_fail(err, VL_IO, database, "%.100s is not a folder", folder);
    else if (stat(database, &is) == 0 && !S_ISREG(is.st_mode))
        good = vl_fail(err, VL_IO, database, "the database is not a file");
    free(copy);
    return good;
}

/* The network takes an address in digits or the name of an interface. */
static bool check_bind(const char *bind, struct vl_error *err)
{
    uint8_t bytes[16];
    if (inet_pton(AF_INET, bind, bytes) == 1 || inet_pton(AF_INET6, bind, bytes) == 1 ||
        if_nametoindex(bind) != 0)
        return true;
    return vl_fail(err, VL_BAD_INPUT, bind,
                   "bind: expected an address in digits, as in 127.0.0.1, ::1 or 0.0.0.0 "
                   "(everywhere), or the name of a network interface of this machine");
}

static bool check_assets(const char *folder, struct vl_error *err)
{
    char path[4096];
    struct stat is;
    int length = snprintf(path, sizeof path, "%s/index.html", folder);
    if (length < 0 || (size_t)length >= sizeof path)
        return vl_fail(err, VL_BAD_INPUT, NULL, "assets: the name of the folder is too long");
    if (stat(path, &is) != 0)
        return vl_fail(err, VL_IO, path, "assets: there is no built client in this folder: %s",
                       strerror(errno));
    return true;
}

bool sv_settings_check(const struct sv_settings *settings, struct vl_error *err)
{
    if (!check_bind(settings->bind, err) ||
        (settings->assets && !check_assets(settings->assets, err)))
        return false;
    if (!settings->tls_cert != !settings->tls_key)
        return vl_fail(err, VL_BAD_INPUT, NULL, "%s is given without %s",
                       settings->tls_cert ? "tls-cert" : "tls-key",
                       settings->tls_cert ? "tls-key" : "tls-cert");
    if (settings->tls_cert && !sv_tls_check(settings->tls_cert, settings->tls_key, err))
        return false;
    return check_database(settings->database, err);
}

/* ---- Names ---- */

/* The name in a header Host, without its port. False: it has no sound form. */
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
        return true; /* no browser leaves it out */
    if (!host_name(host, name))
        return false;
    if (read_address(name, bytes, &four) || strcasecmp(name, "localhost") == 0)
        return true;
    for (uint32_t i = 0; i < settings->host_count; i++)
        if (strcasecmp(name, settings->hosts[i]) == 0)
            return true;
    return settings->host_count == 0 && !only_here(settings->bind);
}

/* ---- Addresses ---- */

static bool lies_in(const uint8_t bytes[16], const struct sv_network *network)
{
    uint32_t whole = network->bits / 8, more = network->bits % 8;
    if (memcmp(bytes, network->bytes, whole) != 0)
        return false;
    return !more || (bytes[whole] ^ network->bytes[whole]) >> (8 - more) == 0;
}

bool sv_proxy_trusted(const struct sv_settings *settings, const char *address)
{
    uint8_t bytes[16];
    bool four;
    if (!read_address(address, bytes, &four))
        return false;
    for (uint32_t i = 0; i < settings->proxy_count; i++)
        if (lies_in(bytes, &settings->proxies[i]))
            return true;
    return false;
}

/* One address in its one spelling; false if the text is none. */
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
    if (!read_address(copy, bytes, &four))
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
    /* From the right, each entry was added by the one before it: believed as long as that one is
     * trusted. What stands further left anybody may have written. */
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
