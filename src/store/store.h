/*
 * The store of matches: a struct of functions, so that one test suite serves every kind of store.
 *
 * A match is stored as its setup and its commits, as text: it can be shown even if a program no
 * longer has its rules. The store also keeps every deck that a match was played with.
 *
 * Writing. The first write after a sync opens a transaction; `sync` makes everything since then
 * durable at once, or fails and undoes all of it. Reads see what was written before. One thread
 * calls all functions of a store; after begin_sync the store itself commits on a second thread, and
 * the next call of sync, or of any read, waits for that thread.
 */
#ifndef VALISE_STORE_H
#define VALISE_STORE_H

#include "valise/record.h"
#include "valise/text.h"

enum {
    VL_MATCH_ID_SIZE = 23, /* 22 characters of base64url and the end */
    VL_HASH_SIZE = 32,
    VL_COMMIT_KEY_SIZE = 65,
};

enum vl_match_status {
    VL_MATCH_GATHERING, /* no card is dealt yet */
    VL_MATCH_RUNNING,
    VL_MATCH_OVER,
    VL_MATCH_CLOSED, /* its version of the rules or its deck is gone: readable, not played on */
};

/* The kind of clock, chosen when a match is made. */
enum vl_clock {
    VL_CLOCK_NONE,
    VL_CLOCK_MOVE, /* seconds per move */
    VL_CLOCK_DAYS, /* days per move: played by correspondence */
};

/* The readers of the chat, chosen when a match is made; only seats write. */
enum vl_chat {
    VL_CHAT_OPEN,  /* everybody who watches */
    VL_CHAT_SEATS, /* the seats */
    VL_CHAT_OFF,   /* nobody writes either */
};

/* How far the deal has come; see server/room/deal.h. */
enum vl_deal {
    VL_DEAL_PLEDGES, /* seats pledge their nonces; also every match dealt without pledges */
    VL_DEAL_NONCES,  /* seats reveal them */
    VL_DEAL_DONE,    /* dealt; a person's seat without a nonce was dealt without it */
};

struct vl_stored_seat {
    bool bot;
    char player[64]; /* the bot's name with its style; empty for a person */
    char name[VL_NAME_SIZE];
    uint8_t secret_hash[VL_HASH_SIZE]; /* of the seat's link; zero bytes: it never had one */
    bool link_used;                    /* the link no longer gives the seat to anybody */
    int64_t active;                    /* Unix seconds: about when its owner last did something */
    uint32_t muted;                    /* seats whose chat messages it does not see */
};

struct vl_stored_match {
    char id[VL_MATCH_ID_SIZE];
    char game[32];
    uint32_t rules_version;
    char deck_hash[17];
    char options[512]; /* "name=value", separated by spaces */
    uint32_t seats;
    enum vl_match_status status;
    uint32_t position;
    int64_t created, changed;    /* Unix seconds */
    char next[VL_MATCH_ID_SIZE]; /* the rematch, or empty */
    struct vl_seal seal;
    enum vl_deal deal;
    struct vl_stored_seat seat[VL_MAX_SEATS];
    enum vl_clock clock;
    enum vl_chat chat;
    uint32_t stand_ins;  /* seats that a stand-in bot plays; the column is called "minded" */
    int64_t clock_time;  /* milliseconds a move */
    int64_t clock_given; /* milliseconds of them given for this move */
    int64_t clock_end;   /* in time served; 0: no clock runs */
    uint64_t maker;      /* the share of the address that made it (shares.h); 0: unknown, or over */
};

/* A message of a seat to the others. */
struct vl_stored_chat {
    uint32_t number; /* from 1; given by the store */
    int seat;
    int64_t time;
    const char *text;
};

/* The moves of one commit, with the chance moves that followed. */
struct vl_stored_commit {
    uint32_t from, position; /* before and after */
    int seat;                /* VL_CHANCE for the first deal */
    const char *key;         /* the client's, or NULL */
    int64_t time;
    const char *moves; /* lines of: actor, "~" if a stand-in bot played, a space, the move */
};

struct vl_deck_file {
    const char *table;
    const char *bytes;
    size_t size;
};

struct vl_store_stats {
    uint64_t matches[4]; /* by status */
    uint64_t bytes;
    uint64_t log_bytes; /* of the write-ahead log, until a checkpoint copies it */
};

struct vl_operator_functions;
struct vl_store;
struct vl_people_functions;
struct vl_share_functions;

/* What a list calls for each thing that it finds; false ends the list. */
typedef bool vl_each_id(void *context, const char *id);
typedef bool vl_each_commit(void *context, const struct vl_stored_commit *commit);
typedef bool vl_each_chat(void *context, const struct vl_stored_chat *message);
typedef bool vl_each_deck_file(void *context, const struct vl_deck_file *file);

struct vl_store_functions {
    const char *name;
    /* NULL on failure. `where` is a file name here, an address there. */
    struct vl_store *(*open)(const char *where, struct vl_error *err);
    /* Rolls back what was not synced. */
    void (*close)(struct vl_store *store);

    /* Opens the transaction of a batch, and so tells whether the store can be written now. If
     * another program has locked it, this fails at once (VL_IO). Functions that write begin a
     * transaction themselves if there is none. */
    bool (*begin)(struct vl_store *store, struct vl_error *err);
    /* Starts the sync on a background thread; `sync` waits for it. In between nothing may be
     * written, and functions that read wait as well. */
    void (*begin_sync)(struct vl_store *store);
    /* Makes the batch durable; if that fails, everything since the last sync is rolled back. */
    bool (*sync)(struct vl_store *store, struct vl_error *err);
    /* Forgets what was written since the last sync. */
    void (*roll_back)(struct vl_store *store);
    /* Whether a transaction is open. */
    bool (*dirty)(const struct vl_store *store);
    /* Whether the files of the store are still those that were opened. If not, they were deleted,
     * moved or replaced: every sync fails until they are back. */
    bool (*intact)(struct vl_store *store, struct vl_error *err);
    /* True if the last checkpoint of the write-ahead log failed; `err` says why. Commits are still
     * durable in the log. */
    bool (*checkpoint_failed)(struct vl_store *store, struct vl_error *err);

    bool (*add_match)(struct vl_store *store, const struct vl_stored_match *match,
                      struct vl_error *err);
    /* Writes what may change: status, position, changed, next, the clock, the stand-ins and, if
     * asked, the seats with their nonces and how far the deal has come. */
    bool (*update_match)(struct vl_store *store, const struct vl_stored_match *match,
                         bool with_seats, struct vl_error *err);
    /* VL_NOT_FOUND if there is none. */
    bool (*find_match)(struct vl_store *store, const char *id, struct vl_stored_match *match,
                       struct vl_error *err);
    /* Ids of matches with a status, in order of creation. Stops when `each` says false. */
    bool (*list_matches)(struct vl_store *store, enum vl_match_status status, vl_each_id *each,
                         void *context, struct vl_error *err);

    /* Ids of at most `limit` matches that are over, or that are not, and have not changed since
     * `before`; the oldest first. A match whose clock runs is not among them. */
    bool (*list_stale)(struct vl_store *store, bool over, int64_t before, uint32_t limit,
                       vl_each_id *each, void *context, struct vl_error *err);

    /* Refused if `from` is not the last position stored, or the key was used. */
    bool (*add_commit)(struct vl_store *store, const char *id,
                       const struct vl_stored_commit *commit, struct vl_error *err);
    bool (*list_commits)(struct vl_store *store, const char *id, vl_each_commit *each,
                         void *context, struct vl_error *err);
    /* The commit of a seat with this key: `from` and `position`. VL_NOT_FOUND if there is none. */
    bool (*find_key)(struct vl_store *store, const char *id, int seat, const char *key,
                     uint32_t *from, uint32_t *position, struct vl_error *err);

    /* Holders of seats: a player is a browser, known by the hash of its cookie. */
    bool (*hold)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE], const char *id,
                 uint32_t seat, struct vl_error *err);
    bool (*let_go)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE], const char *id,
                   struct vl_error *err);
    /* Bit mask of the seats held; player NULL: of those that anybody holds. */
    bool (*held)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE], const char *id,
                 uint32_t *seats, struct vl_error *err);
    /* Gives `to` the holders that `from` seat of another match has. */
    bool (*copy_holders)(struct vl_store *store, const char *from, uint32_t from_seat,
                         const char *to, uint32_t to_seat, struct vl_error *err);
    /* Matches of a player, last changed first, at most `limit`. */
    bool (*list_held)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE], uint32_t limit,
                      vl_each_id *each, void *context, struct vl_error *err);
    /* Counts the open matches in which a player holds a seat. */
    bool (*count_held)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE], uint32_t *count,
                       struct vl_error *err);

    /* Adds a message, gives it its number, and drops all but the last `keep`. */
    bool (*add_chat)(struct vl_store *store, const char *id, struct vl_stored_chat *message,
                     uint32_t keep, struct vl_error *err);
    /* Those numbered above `after`, oldest first. */
    bool (*list_chat)(struct vl_store *store, const char *id, uint32_t after, vl_each_chat *each,
                      void *context, struct vl_error *err);

    /* Time served: milliseconds that servers have been running on this store. Clocks count by it,
     * so that they pause while no server runs. */
    bool (*served)(struct vl_store *store, int64_t *milliseconds, struct vl_error *err);
    bool (*set_served)(struct vl_store *store, int64_t milliseconds, struct vl_error *err);
    /* Running matches whose clock ends at this time or before, the first to end first. */
    bool (*list_clocks)(struct vl_store *store, int64_t until, vl_each_id *each, void *context,
                        struct vl_error *err);
    /* When the next clock ends; INT64_MAX if none runs. */
    bool (*next_clock)(struct vl_store *store, int64_t *end, struct vl_error *err);

    /* A deck that is stored already stays as it is. */
    bool (*add_deck)(struct vl_store *store, const char *game, const char *hash,
                     const struct vl_deck_file *files, uint32_t count, struct vl_error *err);
    /* `each` gets every file. VL_NOT_FOUND if there is no such deck. */
    bool (*find_deck)(struct vl_store *store, const char *game, const char *hash,
                      vl_each_deck_file *each, void *context, struct vl_error *err);

    const struct vl_operator_functions *operators; /* operators.h */

    /* The review of a match, with the version of its format; a new one replaces the old one.
     * VL_NOT_FOUND if there is none of this version. */
    bool (*add_review)(struct vl_store *store, const char *id, uint32_t version, const char *text,
                       struct vl_error *err);
    bool (*find_review)(struct vl_store *store, const char *id, uint32_t version,
                        struct vl_text *out, struct vl_error *err);

    bool (*stats)(struct vl_store *store, struct vl_store_stats *stats, struct vl_error *err);

    const struct vl_people_functions *people; /* people.h */
    const struct vl_share_functions *shares;  /* shares.h */
};

extern const struct vl_store_functions vl_store_sqlite;

/* Copies the store in a file, which a server may be using, into another file: a snapshot between
 * two batches. The copy is checked, and appears whole or not at all. An existing file is refused
 * unless `replace` is set. */
bool vl_store_backup(const char *from, const char *to, bool replace, struct vl_store_stats *stats,
                     struct vl_error *err);

/* Every kind of store begins with this. */
struct vl_store {
    const struct vl_store_functions *functions;
};

#endif
