/*
 * Settings of a server, as its operator gives them: addresses, files, limits. Command line and
 * configuration file both end here; docs/operating.md describes each setting.
 */
#ifndef VALISE_SERVER_SETTINGS_H
#define VALISE_SERVER_SETTINGS_H

#include "valise/error.h"
#include "valise/text.h"

enum {
    SV_MOST_HOSTS = 16, /* host names, and trusted proxies */
    /* Days: the default retention; see retention.h. */
    SV_KEEP_FINISHED = 365,
    SV_KEEP_ABANDONED = 90,
};

/* The limits for one address, connection, seat or player, and for all. Every member is a uint32_t
 * and can be set by its name; 0 is not allowed. */
struct sv_limits {
    uint32_t connections; /* WebSockets in all */
    uint32_t connections_per_address;
    uint32_t sockets_per_address; /* TCP, WebSockets included */
    uint32_t requests_per_second; /* HTTP, per address; a burst of five times as many */
    uint32_t loop_share; /* percent of the loop's time, per address while there are others */
    uint32_t messages_per_second; /* per connection and per seat; the same burst */
    uint32_t matches_per_minute;  /* new ones, per address; the same burst */
    uint32_t open_matches;        /* not over, in all */
    uint32_t open_matches_per_player;
    uint32_t open_matches_per_address;
    uint32_t frame;              /* bytes of a message to the server */
    uint32_t body;               /* bytes of a POST */
    uint32_t bodies_per_address; /* bytes of large POSTs under way */
    uint32_t queue;              /* bytes waiting for one connection */
    uint32_t stall;              /* seconds a connection may leave them waiting */
    uint32_t ping;               /* seconds of silence after which a connection is pinged */
    uint32_t silence;            /* seconds of silence after which a connection is closed */
    uint32_t live_rooms;         /* rooms kept in memory while nobody watches */
    uint32_t watches;            /* per connection */
    uint32_t watch_memory;       /* KiB for the watches of all */
    uint32_t watch_memory_per_address;
    uint32_t clock; /* seconds: the shortest clock per move */
    uint32_t chat_length;
    uint32_t chat_per_minute; /* per seat; a burst of as many */
    uint32_t chat_kept;       /* messages stored for a match */
    uint32_t reviews;         /* in progress, in all */
    uint32_t reviews_per_address;
    uint32_t review_seconds; /* processor time for each */
    uint32_t review_overrun; /* percent of review_seconds after which a coarse review starts */
    uint32_t import;         /* bytes of a file of records */
    uint32_t move;           /* seconds until a link that moves a seat expires */
    uint32_t reissue;        /* seconds an owner has to return while the others vote */
    uint32_t objection;      /* the same in a match with days a move */
    uint32_t ask;            /* seconds a holder has to answer who asks for the seat */
    uint32_t reveal;         /* seconds a seat has to reveal the nonce that it pledged */
};

/* Addresses that share their first bits; IPv4 addresses are written as in ::ffff:0:0/96. */
struct sv_network {
    uint8_t bytes[16];
    uint32_t bits;
};

/* Reads "192.0.2.7", "2001:db8::1" or "172.16.0.0/12". An address alone is a network of its own. */
bool sv_network_read(const char *text, struct sv_network *network, struct vl_error *err);
/* Whether the first bits of an address (as in sv_address_read) are those of the network. */
bool sv_network_has(const struct sv_network *network, const uint8_t address[16]);

/* Strings are borrowed: they must outlive the settings and every server made from them. */
struct sv_settings {
    const char *bind;
    int port;
    const char *database;
    const char *assets;   /* a folder in place of the built-in client, or NULL */
    char base[128];       /* the path prefix of every address: "/" or "/valise/" */
    const char *tls_cert; /* files in PEM form; NULL: no TLS */
    const char *tls_key;
    uint32_t host_count; /* names that requests may use in their Host header; 0: see access.h */
    char hosts[SV_MOST_HOSTS][128];
    uint32_t proxy_count; /* proxies whose X-Forwarded-For is believed */
    struct sv_network proxies[SV_MOST_HOSTS];
    uint32_t keep_finished;  /* days; 0: for ever */
    uint32_t keep_abandoned; /* days without a move; 0: for ever */
    uint32_t workers;        /* threads for bots */
    uint32_t bot_share;      /* percent of all processors for bots; see bots/workers.h */
    uint32_t bot_pause;      /* milliseconds before a bot's turn while somebody watches */
    uint32_t bot_budget;     /* milliseconds a bot may think */
    bool log_json;           /* the log is JSON */
    const char *access_log;  /* a file, or "-" for standard error; NULL: none */
    struct sv_limits limits;
};

/* The defaults of every setting. */
void sv_settings_init(struct sv_settings *settings);
/* Sets one limit by "name=value", with a value from 1 to 1000000000. */
bool sv_settings_limit(struct sv_settings *settings, const char *assignment, struct vl_error *err);
/* Writes "name = value" for each limit, one per line, each line behind `prefix`. */
void sv_settings_limits(const struct sv_settings *settings, const char *prefix,
                        struct vl_text *out);

/* Each checks a text and copies it into the settings; a refused text changes nothing. */
bool sv_settings_base(struct sv_settings *settings, const char *text, struct vl_error *err);
bool sv_settings_host(struct sv_settings *settings, const char *text, struct vl_error *err);
bool sv_settings_proxy(struct sv_settings *settings, const char *text, struct vl_error *err);
/* "text" or "json". */
bool sv_settings_log(struct sv_settings *settings, const char *text, struct vl_error *err);
/* Takes over new settings while the server runs, except for those that need a restart: these keep
 * their values, and if they differ, `each` is told their names. */
void sv_settings_renew(struct sv_settings *settings, const struct sv_settings *next,
                       void (*each)(const char *name));
/* Checks the settings as a whole, and the files that they name. */
bool sv_settings_check(const struct sv_settings *settings, struct vl_error *err);

#endif
