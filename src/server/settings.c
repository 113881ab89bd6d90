/* Settings: defaults, and the checks of what an operator gives. */
#include "server/settings.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libgen.h>
#include <net/if.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/banned.h"
#include "server/access.h"
#include "server/net/tls.h"

/* ---- Defaults and limits ---- */

void sv_settings_init(struct sv_settings *settings)
{
    *settings = (struct sv_settings){
        .bind = "127.0.0.1",
        .port = 8080,
        .database = "valise.db",
        .base = "/",
        .keep_finished = SV_KEEP_FINISHED,
        .keep_abandoned = SV_KEEP_ABANDONED,
        .workers = 2,
        .bot_share = 80,
        .bot_pause = 600,
        .bot_budget = 1000,
        .limits =
            {
                .connections = 2000,
                .connections_per_address = 64,
                .sockets_per_address = 256,
                .requests_per_second = 60,
                .loop_share = 25,
                .messages_per_second = 30,
                .matches_per_minute = 30,
                .open_matches = 20000,
                .open_matches_per_player = 200,
                .open_matches_per_address = 500,
                .frame = 16 << 10,
                .body = 16 << 10,
                .bodies_per_address = 4 << 20,
                .queue = 1 << 20,
                .stall = 30,
                .ping = 20,
                .silence = 60,
                .live_rooms = 1000,
                .watches = 64,
                .watch_memory = 256 << 10,
                .watch_memory_per_address = 16 << 10,
                .clock = 10,
                .chat_length = 300,
                .chat_per_minute = 20,
                .chat_kept = 200,
                .reviews = 16,
                .reviews_per_address = 2,
                .review_seconds = 30,
                .review_overrun = 200,
                .import = 1 << 20,
                .move = 600,
                .reissue = 600,
                .objection = 3 * 86400,
                .ask = 120,
                .reveal = 30,
            },
    };
}

/* Every member of struct sv_limits, in the order in which --check lists them. */
#define LIMITS(LIMIT)                                                                              \
    LIMIT(connections)                                                                             \
    LIMIT(connections_per_address)                                                                 \
    LIMIT(sockets_per_address)                                                                     \
    LIMIT(requests_per_second)                                                                     \
    LIMIT(loop_share)                                                                              \
    LIMIT(messages_per_second)                                                                     \
    LIMIT(matches_per_minute)                                                                      \
    LIMIT(open_matches)                                                                            \
    LIMIT(open_matches_per_player)                                                                 \
    LIMIT(open_matches_per_address)                                                                \
    LIMIT(frame)                                                                                   \
    LIMIT(body)                                                                                    \
    LIMIT(bodies_per_address)                                                                      \
    LIMIT(queue)                                                                                   \
    LIMIT(stall)                                                                                   \
    LIMIT(ping)                                                                                    \
    LIMIT(silence)                                                                                 \
    LIMIT(import)                                                                                  \
    LIMIT(move)                                                                                    \
    LIMIT(reissue)                                                                                 \
    LIMIT(objection)                                                                               \
    LIMIT(ask)                                                                                     \
    LIMIT(reveal)                                                                                  \
    LIMIT(live_rooms)                                                                              \
    LIMIT(watches)                                                                                 \
    LIMIT(watch_memory)                                                                            \
    LIMIT(watch_memory_per_address)                                                                \
    LIMIT(clock)                                                                                   \
    LIMIT(chat_length)                                                                             \
    LIMIT(chat_per_minute)                                                                         \
    LIMIT(chat_kept)                                                                               \
    LIMIT(reviews)                                                                                 \
    LIMIT(reviews_per_address)                                                                     \
    LIMIT(review_seconds)                                                                          \
    LIMIT(review_overrun)

static const struct {
    const char *name;
    size_t offset; /* of a uint32_t */
} names[] = {
#define ENTRY(name) {#name, offsetof(struct sv_limits, name)},
    LIMITS(ENTRY)
#undef ENTRY
};

enum { NAMES = sizeof names / sizeof *names };

_Static_assert(NAMES * sizeof(uint32_t) == sizeof(struct sv_limits), "every limit has its name");

bool sv_settings_limit(struct sv_settings *settings, const char *assignment, struct vl_error *err)
{
    size_t length = strcspn(assignment, "=");
    for (size_t i = 0; i < NAMES; i++) {
        if (strlen(names[i].name) != length || memcmp(names[i].name, assignment, length) != 0)
            continue;
        char *end = NULL;
        errno = 0;
        const char *digits = assignment[length] ? assignment + length + 1 : "";
        unsigned long value = strtoul(digits, &end, 10);
        if (errno || end == digits || *end || *digits < '0' || *digits > '9' || value == 0 ||
            value > 1000000000)
            return vl_fail(err, VL_BAD_INPUT, assignment,
                           "a limit is a whole number from 1 to 1000000000");
        uint32_t number = (uint32_t)value;
        memcpy((char *)&settings->limits + names[i].offset, &number, sizeof number);
        return true;
    }
    return vl_fail(err, VL_BAD_INPUT, assignment,
                   "there is no such limit; \"valise serve --check\" lists them all");
}

void sv_settings_limits(const struct sv_settings *settings, const char *prefix, struct vl_text *out)
{
    for (size_t i = 0; i < NAMES; i++) {
        uint32_t value;
        memcpy(&value, (const char *)&settings->limits + names[i].offset, sizeof value);
        vl_text_addf(out, "%s%s = %u\n", prefix, names[i].name, value);
    }
}

/* ---- Addresses and paths ---- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

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

bool sv_network_read(const char *text, struct sv_network *network, struct vl_error *err)
{
    char address[SV_ADDRESS_SIZE], *end = NULL;
    bool four = false;
    *network = (struct sv_network){.bits = 128};
    size_t length = strcspn(text, "/");
    snprintf(address, sizeof address, "%.*s", length < sizeof address ? (int)length : 0, text);
    bool good = sv_address_read(address, network->bytes, &four);
    if (good && text[length]) {
        const char *digits = text + length + 1;
        unsigned long bits = strtoul(digits, &end, 10);
        good = *digits >= '0' && *digits <= '9' && !*end && bits <= (four ? 32 : 128);
        network->bits = (uint32_t)bits + (four ? 96 : 0);
    }
    return good || vl_fail(err, VL_BAD_INPUT, text,
                           "expected an address, as in 127.0.0.1 or ::1, or a network, as in "
                           "172.16.0.0/12");
}

bool sv_network_has(const struct sv_network *network, const uint8_t address[16])
{
    uint32_t whole = network->bits / 8, more = network->bits % 8;
    if (memcmp(address, network->bytes, whole) != 0)
        return false;
    return !more || (address[whole] ^ network->bytes[whole]) >> (8 - more) == 0;
}

bool sv_settings_proxy(struct sv_settings *settings, const char *text, struct vl_error *err)
{
    struct sv_network network;
    if (!sv_network_read(text, &network, err))
        return false;
    if (settings->proxy_count == SV_MOST_HOSTS)
        return vl_fail(err, VL_BAD_INPUT, text, "at most %d can be given", SV_MOST_HOSTS);
    settings->proxies[settings->proxy_count++] = network;
    return true;
}

bool sv_settings_log(struct sv_settings *settings, const char *text, struct vl_error *err)
{
    bool json = strcmp(text, "json") == 0;
    if (!json && strcmp(text, "text") != 0)
        return vl_fail(err, VL_BAD_INPUT, text, "the log is text or json");
    settings->log_json = json;
    return true;
}

/* ---- All together ---- */

/* What is used once, when the server starts. Everything else can change while it runs. */
#define FIXED(TEXT, NUMBER)                                                                        \
    TEXT(bind, "bind")                                                                             \
    NUMBER(port, "port")                                                                           \
    TEXT(database, "db")                                                                           \
    TEXT(assets, "assets")                                                                         \
    NUMBER(workers, "workers")                                                                     \
    NUMBER(bot_share, "bot-share")

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

void sv_settings_renew(struct sv_settings *settings, const struct sv_settings *next,
                       void (*each)(const char *name))
{
    struct sv_settings before = *settings;
    *settings = *next;
#define KEEP_TEXT(member, name)                                                                    \
    if (!same_text(before.member, next->member))                                                   \
        each(name);                                                                                \
    settings->member = before.member;
#define KEEP_NUMBER(member, name)                                                                  \
    if (before.member != next->member)                                                             \
        each(name);                                                                                \
    settings->member = before.member;
    FIXED(KEEP_TEXT, KEEP_NUMBER)
#undef KEEP_TEXT
#undef KEEP_NUMBER
    /* Cookies and pages that are open were made for the old path. */
    if (strcmp(before.base, next->base) != 0)
        each("base");
    memcpy(settings->base, before.base, sizeof before.base);
    /* A port speaks TLS or it does not; only the files can be others. */
    if (!before.tls_cert != !next->tls_cert) {
        each("tls-cert");
        settings->tls_cert = before.tls_cert;
        settings->tls_key = before.tls_key;
    }
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

/* sv_listen takes an address in digits or the name of a network interface. */
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
