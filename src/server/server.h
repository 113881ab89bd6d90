/*
 * The table server without the network: rooms, connections, messages, HTTP requests.
 *
 * Everything here runs on one thread, in turns. In a turn the network hands in requests and
 * messages; they change rooms and the store, and what they answer is held back. sv_flush ends the
 * turn: it syncs the store once, lets the answers go, tells every viewer what is new, and sets the
 * bots thinking. If the sync fails, everything of the turn is undone and its askers are told so.
 * Nothing that is not on disk is ever seen outside.
 *
 * Bots think on worker threads, on views that were copied for them; their answers come back as
 * part of a turn.
 */
#ifndef VALISE_SERVER_SERVER_H
#define VALISE_SERVER_SERVER_H

#include <jansson.h>

#include "server/changes.h"
#include "server/net/outbox.h"
#include "server/work.h"
#include "store/people.h"
#include "store/store.h"
#include "valise/bot.h"
#include "valise/match.h"

enum {
    SV_TOKEN_SIZE = 44,      /* 32 bytes in base64url and the end */
    SV_MAX_NAME = 24,        /* characters of a seat's name */
    SV_MOST_REPLAYED = 32,   /* positions in one answer */
    SV_LOW_QUEUE = 64 << 10, /* below this a connection is told what is new */
    SV_ADDRESS_SIZE = 48,    /* an address of the network as text */
    SV_MOST_HOSTS = 16,      /* names we are called by, and proxies that are trusted */
    SV_MOST_SECONDS = 3600,  /* of a clock a move */
    SV_MOST_DAYS = 30,       /* of a clock by correspondence */
    SV_MOST_CHAT = 1000,     /* characters of a message, whatever the limit says */
};

/* ---- Settings ---- */

struct sv_limits {
    uint32_t connections; /* WebSockets in all */
    uint32_t connections_per_address;
    uint32_t sockets_per_address; /* TCP, WebSockets included */
    uint32_t requests_per_second; /* HTTP, per address; a burst of five times as many */
    uint32_t messages_per_second; /* per connection and per seat; the same */
    uint32_t matches_per_minute;  /* new ones, per address; the same */
    uint32_t open_matches;        /* not over, in all */
    uint32_t open_matches_per_player;
    uint32_t frame;      /* bytes of a message to the server */
    uint32_t body;       /* bytes of a POST */
    uint32_t queue;      /* bytes waiting for one connection */
    uint32_t stall;      /* seconds a connection may leave them waiting */
    uint32_t ping;       /* seconds of silence after which a connection is pinged */
    uint32_t silence;    /* seconds of it after which it is given up */
    uint32_t live_rooms; /* rooms kept in memory though nobody looks */
    uint32_t watches;    /* per connection */
    uint32_t clock;      /* seconds: the shortest clock a move */
    uint32_t chat_length;
    uint32_t chat_per_minute; /* per seat; as many at once */
    uint32_t chat_kept;       /* messages of a match */
    uint32_t reviews;         /* under way, in all */
    uint32_t reviews_per_address;
    uint32_t review_seconds; /* of the processor, for each */
    uint32_t review_overrun; /* percent of them after which it is made anew, coarsely */
    uint32_t import;         /* bytes of a file of records */
    uint32_t move;           /* seconds that a link to move a seat serves */
    uint32_t reissue;        /* seconds that an owner has to be there while the others vote */
};

/* Addresses that begin with the same bits; those of IPv4 are written as in ::ffff:0:0/96. */
struct sv_network {
    uint8_t bytes[16];
    uint32_t bits;
};

struct sv_settings {
    const char *bind;
    int port;
    const char *database;
    const char *assets;   /* a folder in place of the built-in client, or NULL */
    char base[128];       /* the path under which everything lies: "/" or "/valise/" */
    const char *tls_cert; /* files in PEM form; NULL: no TLS */
    const char *tls_key;
    uint32_t host_count; /* names that requests may call us by; 0: see sv_host_known */
    char hosts[SV_MOST_HOSTS][128];
    uint32_t proxy_count; /* who may say in X-Forwarded-For whom it speaks for */
    struct sv_network proxies[SV_MOST_HOSTS];
    uint32_t keep_finished;  /* days; 0: for ever */
    uint32_t keep_abandoned; /* the same for matches that are not over and not played on */
    uint32_t workers;        /* threads for bots */
    uint32_t bot_share;      /* percent of all processors for them; see work.h */
    uint32_t bot_pause;      /* milliseconds before a bot's turn when somebody looks */
    uint32_t bot_budget;     /* milliseconds a bot may think */
    struct sv_limits limits;
};

void sv_settings_init(struct sv_settings *settings);
/* Sets one limit by "name=value". */
bool sv_settings_limit(struct sv_settings *settings, const char *assignment, struct vl_error *err);
/* "name=value" of each limit, a line each, with this before it. */
void sv_settings_limits(const struct sv_settings *settings, const char *prefix,
                        struct vl_text *out);

/* ---- Who may come in, and where (admit.c) ---- */

/* Each judges a text and takes it into the settings. */
bool sv_settings_base(struct sv_settings *settings, const char *text, struct vl_error *err);
bool sv_settings_host(struct sv_settings *settings, const char *text, struct vl_error *err);
bool sv_settings_proxy(struct sv_settings *settings, const char *text, struct vl_error *err);
/* What can be wrong with settings as a whole, and with the files they name. */
bool sv_settings_check(const struct sv_settings *settings, struct vl_error *err);
/* Whether a request may call us by the name in its header Host (with or without a port). Numbers
 * and "localhost" always may: only names can be made to point here by somebody else. Without a
 * list any name may, unless we listen to this machine alone. */
bool sv_host_known(const struct sv_settings *settings, const char *host);
bool sv_proxy_trusted(const struct sv_settings *settings, const char *address);
/* Whose request it is: the peer, or whom a trusted proxy names as the one it speaks for. */
void sv_client_address(const struct sv_settings *settings, const char *peer,
                       const char *forwarded_for, char address[SV_ADDRESS_SIZE]);
/* The part of a path below the base, beginning with "/"; NULL: it lies elsewhere. */
const char *sv_path_below(const struct sv_settings *settings, const char *path);

/* ---- Figures and log (stats.c) ---- */

#define SV_COUNTERS(COUNT)                                                                         \
    COUNT(requests, "HTTP requests answered")                                                      \
    COUNT(bad_requests, "HTTP requests refused before they reached the table")                     \
    COUNT(messages, "WebSocket messages received")                                                 \
    COUNT(bytes_sent, "bytes given to WebSocket connections")                                      \
    COUNT(opened, "WebSocket connections opened")                                                  \
    COUNT(matches_made, "matches made")                                                            \
    COUNT(matches_ended, "matches played to their end")                                            \
    COUNT(matches_deleted, "matches deleted because of their age")                                 \
    COUNT(clock_jumps, "times that the system's clock was found at another time")                  \
    COUNT(commits, "commits of people stored and acknowledged")                                    \
    COUNT(commits_repeated, "commits answered from their key")                                     \
    COUNT(commits_stale, "commits made in an earlier position or out of turn")                     \
    COUNT(commits_refused, "commits refused by the rules")                                         \
    COUNT(bot_moves, "moves thought out by bots")                                                  \
    COUNT(bot_failures, "moves of bots that were not legal")                                       \
    COUNT(seats_minded, "seats whose time ran out")                                                \
    COUNT(seats_back, "seats handed back to their owners")                                         \
    COUNT(minded_moves, "commits of bots for seats they mind")                                     \
    COUNT(chats, "messages of seats to each other")                                                \
    COUNT(bot_microseconds, "processor time bots have thought")                                    \
    COUNT(bot_substitutes, "moves made for a bot that took far too long")                          \
    COUNT(reviews, "matches looked back at")                                                       \
    COUNT(reviews_anew, "reviews made anew, coarsely, because they took far too long")             \
    COUNT(ahead_turns, "turns of bots that had thought ahead about their position")                \
    COUNT(ahead_iterations, "iterations that these turns found made")                              \
    COUNT(hints, "hints given")                                                                    \
    COUNT(syncs, "syncs of the store")                                                             \
    COUNT(sync_failures, "syncs of the store that failed")                                         \
    COUNT(checkpoint_failures, "times that the log of the store could no longer be brought over")  \
    COUNT(put_off, "changes put off because the last sync of the store had failed")                \
    COUNT(store_locked, "changes put off because another program had locked the store")            \
    COUNT(sync_microseconds, "time spent in syncs")                                                \
    COUNT(bad_messages, "messages that could not be read")                                         \
    COUNT(refused_rate, "requests and messages over their rate")                                   \
    COUNT(refused_limit, "connections and matches over their number")                              \
    COUNT(refused_origin, "requests from another origin")                                          \
    COUNT(refused_host, "requests for a name that is not ours")                                    \
    COUNT(refused_secret, "claims with a wrong secret")                                            \
    COUNT(seats_moved, "seats taken over by another browser")                                      \
    COUNT(forks, "matches that go on from a position of another")                                  \
    COUNT(imports, "records that were brought along")                                              \
    COUNT(stalled, "connections closed because they did not read")                                 \
    COUNT(silent, "connections given up because nothing came from them any more")

struct sv_figures {
#define SV_FIELD(name, help) uint64_t name;
    SV_COUNTERS(SV_FIELD)
#undef SV_FIELD
};

extern bool sv_log_quiet; /* for fuzzing: no log at all */
/* One line to standard error: time, event and what follows as key=value. */
__attribute__((format(printf, 2, 3))) void sv_log(const char *event, const char *format, ...);

/* ---- Rates (limits.c) ---- */

struct sv_bucket {
    int64_t filled; /* thousandths of a token */
    uint64_t last;  /* milliseconds */
    bool used;
};

bool sv_bucket_take(struct sv_bucket *bucket, uint32_t per_second, uint32_t burst, uint64_t now);
/* The same by the minute. */
bool sv_bucket_take_minute(struct sv_bucket *bucket, uint32_t per_minute, uint32_t burst,
                           uint64_t now);

struct sv_address {
    struct sv_address *next;
    char name[SV_ADDRESS_SIZE];
    uint32_t connections; /* WebSockets */
    uint32_t sockets;
    uint64_t seen;
    struct sv_bucket requests, matches;
};

/* ---- Rooms: matches in memory (room.c) ---- */

struct sv_server;
struct sv_connection;

/* One connection looking at one room as one viewer. */
struct sv_watch {
    struct sv_watch *next_in_room, *next_in_connection;
    struct sv_room *room;
    struct sv_connection *connection;
    int viewer;                  /* a seat or VL_SPECTATOR */
    uint32_t known;              /* position up to which the log was sent */
    bool behind;                 /* a table message is due */
    uint32_t heard;              /* number of the chat message up to which chat was sent */
    bool whole;                  /* the next chat message replaces all before it */
    bool unheard;                /* a chat message may be due */
    bool words;                  /* table messages describe the table in words as well */
    bool changes;                /* ... and say only what is new since the last one, `shown` */
    struct sv_table_text *shown; /* NULL: none, or one that was not kept */
    uint32_t hands;              /* the room's, when `mine` was read */
    uint32_t mine;               /* seats of the match that the connection holds */
};

struct sv_room {
    struct sv_room *next;          /* in its bucket */
    struct sv_room *next_changed;  /* in this turn */
    struct sv_room *next_sleeping; /* waiting for a time */
    struct sv_server *server;
    struct vl_stored_match stored;
    struct vl_match *match; /* NULL for a closed match */
    char *closed_why;       /* why it is closed, for people; NULL while `match` is there */
    struct sv_watch *watches;
    uint32_t claimed; /* seats that somebody holds */
    uint32_t hands;   /* grows when seats change hands; never 0 */
    bool changed;     /* in this turn: moves */
    bool news;        /* in this turn: presence, names */
    bool announce;    /* in this turn: the rematch was made */
    bool talk;        /* in this turn: chat */
    bool listed;      /* stands in the list of changed rooms */
    enum vl_origin origin;
    char source[VL_MATCH_ID_SIZE]; /* where it comes from, or empty */
    uint32_t source_position;
    struct vl_stored_vote votes[VL_MAX_SEATS]; /* about seats that are lost */
    uint64_t seen[VL_MAX_SEATS];               /* milliseconds: when the owner did something last */
    bool removed;                              /* in this turn: from the store */
    bool sleeping;
    uint64_t wake;    /* milliseconds; when sleeping */
    uint64_t used;    /* milliseconds */
    uint64_t ticket;  /* of the bot's job under way; 0: none */
    uint32_t hints;   /* seats with a hint under way */
    uint32_t hanging; /* seats whose bot did not come to an end */
    uint32_t by_time; /* seats whose bot's iterations did not fit into its time */
    bool reviewing;   /* a review is under way */
    uint32_t planned; /* moves of a bot's turn so far */
    vl_move plan[64];
    struct sv_bucket rate[VL_MAX_SEATS];
    struct sv_bucket chat_rate[VL_MAX_SEATS];
};

/* Why a match without `match` cannot be played or looked back at: one sentence. */
const char *sv_room_closed_why(const struct sv_room *room);
/* NULL: err says why (VL_NOT_FOUND, VL_IO). The room is owned by the server. */
struct sv_room *sv_room_find(struct sv_server *server, const char *id, struct vl_error *err);
/* A new match; `stored` has everything but the deal. The caller has checked it. */
struct sv_room *sv_room_new(struct sv_server *server, const struct vl_stored_match *stored,
                            struct vl_error *err);
/* The same for one that was made from another match or a record (NULL: from neither), with the
 * moves it has already, as the store keeps them, or NULL. */
struct sv_room *sv_room_add(struct sv_server *server, const struct vl_stored_match *stored,
                            const struct vl_stored_origin *origin, const char *moves,
                            struct vl_error *err);
/* Draws what is due in a match that was brought along. */
bool sv_room_go_on(struct sv_room *room, struct vl_error *err);
/* Takes a match out of the store; at the end of the turn it is gone. */
bool sv_room_remove(struct sv_room *room, struct vl_error *err);
/* Forgets a room that was removed, once that is on disk. */
void sv_room_bury(struct sv_room *room);
/* Deals the first cards. */
bool sv_room_start(struct sv_room *room, struct vl_error *err);
bool sv_room_nonce(struct sv_room *room, uint32_t seat, const uint8_t *nonce, struct vl_error *err);
bool sv_room_rename(struct sv_room *room, uint32_t seat, const char *name, struct vl_error *err);
/* Plays and stores; `key` may be NULL. The seat's own moves, not those of a bot that minds it. */
bool sv_room_commit(struct sv_room *room, int seat, const vl_move *moves, uint32_t count,
                    const char *key, struct vl_error *err);
/* Stores changes of the match's own row. */
bool sv_room_save(struct sv_room *room, bool with_seats, struct vl_error *err);
/* Somebody holds this seat now. */
void sv_room_claimed(struct sv_room *room, uint32_t seat);
/* Seats may have changed hands: who holds them is read again. */
bool sv_room_read_hands(struct sv_room *room, struct vl_error *err);
/* Marks a room for the end of the turn. */
void sv_room_touch(struct sv_room *room);
bool sv_room_connected(const struct sv_room *room, uint32_t seat);
void sv_room_forget_idle(struct sv_server *server);
void sv_room_free_all(struct sv_server *server);
/* Whether a person is to act. */
bool sv_room_waits(const struct sv_room *room);
/* Sets a bot thinking if it is its turn. */
void sv_room_think(struct sv_room *room);
void sv_room_wake(struct sv_server *server, uint64_t now);
/* A worker has answered for a bot. The next job of the turn may take the memory. */
void sv_room_answered(struct sv_server *server, struct sv_job *job);
/* Forgets a match that is to be deleted; false: somebody looks at it, or a bot thinks. */
bool sv_room_drop(struct sv_server *server, const char *id);
/* Throws away what memory says and reads the match from the store again. */
void sv_room_reload(struct sv_room *room);

/* ---- Clocks and minded seats (clock.c) ---- */

/* Milliseconds served, all runs together. */
int64_t sv_served(const struct sv_server *server);
/* Reads from the store what is served already and when the next clock ends. */
bool sv_clock_open(struct sv_server *server, struct vl_error *err);
/* Time served is kept: with what is written anyway, now and then, at the end. */
void sv_clock_sync(struct sv_server *server);
void sv_clock_sweep(struct sv_server *server);
void sv_clock_close(struct sv_server *server);
/* The clock of a new match, from its JSON, which may be NULL; `least` seconds a move. */
bool sv_clock_read(const json_t *json, uint32_t least, struct vl_stored_match *match,
                   struct vl_error *err);
/* The member "clock". */
void sv_clock_write(struct vl_json *json, const struct sv_room *room);
/* Somebody else acts, or the same seat once more: its clock begins. The caller stores it. */
void sv_clock_turn(struct sv_room *room);
/* Whether a bot plays for the seat. */
bool sv_minded(const struct sv_room *room, uint32_t seat);
/* The bot that minds seats: the strongest level that does not search. */
const struct vl_bot *sv_minder(void);
/* The owner is back; nothing happens unless the seat is minded. */
bool sv_clock_back(struct sv_room *room, uint32_t seat, struct vl_error *err);
/* Lets the clocks run out whose time it is. */
void sv_clock_run(struct sv_server *server);
/* Milliseconds until the next clock ends, at most so many. */
uint64_t sv_clock_next(const struct sv_server *server, uint64_t most);

/* ---- Chat (chat.c) ---- */

/* Characters of a message. */
uint32_t sv_chat_most(const struct sv_server *server);
/* Who reads the chat of a new match; NULL: the standard. */
bool sv_chat_read(const json_t *json, struct vl_stored_match *match, struct vl_error *err);
const char *sv_chat_word(const struct sv_room *room);
bool sv_chat_reads(const struct sv_room *room, int viewer);
bool sv_chat_say(struct sv_room *room, uint32_t seat, const char *text, struct vl_error *err);
bool sv_chat_mute(struct sv_room *room, uint32_t seat, uint32_t whom, bool mute,
                  struct vl_error *err);
/* What a viewer has not heard yet; false: nothing. */
bool sv_chat_write(struct vl_text *out, struct sv_watch *watch);
/* ---- People (recover.c, fork.c, mine.c) ---- */

/* Reads the votes about lost seats. */
void sv_recover_load(struct sv_room *room);
/* The owner of a seat has come to the table or done something there: a vote about it ends. */
void sv_recover_seen(struct sv_room *room, int seat);
/* Milliseconds until nothing was heard of the owner for as long as a vote takes; 0: so it is. */
int64_t sv_recover_silent(const struct sv_room *room, uint32_t seat);
/* The member "reissue" of a seat. */
void sv_recover_write(struct vl_json *json, const struct sv_room *room, uint32_t seat);
/* Whoever looks through a seat's eyes and holds it no longer is told how, and looks away. */
void sv_evict(struct sv_room *room, const char *how);

/* Whether only those who hold a seat may see anything of this match. */
bool sv_fork_closed(struct sv_room *room);
extern const char sv_closed_message[];
/* The member "origin" of a match. */
void sv_fork_write(struct vl_json *json, const struct sv_room *room);

/* Notes the results of a match that is over. */
bool sv_note_results(struct sv_room *room, struct vl_error *err);
/* Notes some of those that were over before results were noted. */
void sv_note_old(struct sv_server *server);

/* ---- Writing (write.c): everything made from views ---- */

void sv_write_seats(struct vl_json *json, const struct sv_room *room, uint32_t mine);
/* The object of GET /api/matches/ID. */
void sv_write_match(struct vl_json *json, const struct sv_room *room, uint32_t mine);

/* What belongs to a message besides view and facts. */
enum {
    SV_WHOLE = 1, /* what never changes in a match */
    SV_WORDS = 2, /* the table in words */
    SV_MOVES = 4, /* legal and choice */
};

/* A table message for a viewer, with the log from `from` on. re NULL: a push. It takes the place
 * of what was in `out`. */
void sv_write_table(struct sv_table_text *out, const struct sv_room *room, int viewer,
                    uint32_t from, uint32_t mine, uint32_t what, const json_int_t *re);
/* view, facts, text, legal, choice as members of the open object. */
void sv_write_position(struct vl_json *json, const struct sv_room *room, const struct vl_view *view,
                       int to_act, uint32_t what, const struct vl_preview *preview);
void sv_write_move(struct vl_json *json, const struct vl_deck *deck, const struct vl_view *view,
                   vl_move move);
/* The log of the moves that a try has played. */
void sv_write_tried(struct vl_json *json, const struct sv_room *room, int seat,
                    const struct vl_preview *preview);
/* The members move, targets and label alone. */
void sv_put_move(struct vl_json *json, const struct vl_deck *deck, const struct vl_view *view,
                 vl_move move);
/* One entry of the log: the move played at `position` from `state`, which it advances. */
void sv_write_line(struct vl_json *json, const struct sv_room *room, uint32_t position, int viewer,
                   void *state);
void sv_put_error(struct vl_json *json, const char *code, const struct vl_error *err);
/* Text that may be cut in the middle of a character. */
void sv_put_quoted(struct vl_json *json, const char *key, const char *text);
const char *sv_error_word(const struct vl_error *err);

/* ---- Connections (server.c) ---- */

struct sv_connection {
    struct sv_connection *next, *previous;
    struct sv_connection *next_touched;
    struct sv_server *server;
    uint64_t number;
    void *network; /* the network's own */
    struct sv_address *address;
    bool has_player;
    uint8_t player[VL_HASH_SIZE];
    struct sv_outbox out; /* everything that waits to be written to it */
    uint64_t progress;    /* when something was last written */
    uint64_t heard;       /* when something last came */
    bool ping;            /* is to be asked whether it is still there */
    struct sv_watch *watches;
    uint32_t watch_count;
    struct sv_bucket patience; /* for bad messages */
    struct sv_bucket rate;
    bool touched;
    bool asked;  /* something in this turn, so that it must come again if the turn is undone */
    int closing; /* WebSocket status to close with, or 0 */
};

/* A connection from an address, with the cookie's token or NULL. NULL: one too many. */
struct sv_connection *sv_connect(struct sv_server *server, const char *address, const char *token);
void sv_disconnect(struct sv_connection *connection);
/* To be called once, before anything is read: how memory for reading messages is had. */
void sv_prepare_messages(void);
/* One message from the client; answers are queued. */
void sv_receive(struct sv_connection *connection, const char *bytes, size_t size);
/* A worker has answered for a hint, or will not. */
void sv_hint_answered(struct sv_server *server, const struct sv_job *job);
/* Queues a message; takes over the text's bytes and leaves it empty. */
void sv_send(struct sv_connection *connection, struct vl_text *text);
/* Queues a copy. */
void sv_say(struct sv_connection *connection, const struct vl_text *text);
/* The network has written `size` bytes from the front of the outbox. */
void sv_wrote(struct sv_connection *connection, size_t size);
void sv_close(struct sv_connection *connection, int code);
/* `known` and `heard`: up to where the log and the chat were sent. */
struct sv_watch *sv_watch(struct sv_connection *connection, struct sv_room *room, int viewer,
                          uint32_t known, uint32_t heard);
/* NULL: it does not look through these eyes. */
struct sv_watch *sv_watch_of(struct sv_connection *connection, const struct sv_room *room,
                             int viewer);
bool sv_unwatch(struct sv_connection *connection, const struct sv_room *room, int viewer);
/* A whole table message was sent, other than by a push: the next push says what is new since that,
 * if it is given, or is whole again. The table may be written anew, but not read any more. */
void sv_shown(struct sv_watch *watch, const struct sv_table_text *table);
uint32_t sv_seats_of(struct sv_connection *connection, const struct sv_room *room);

/* ---- HTTP (api.c, files.c) ---- */

struct sv_request {
    const char *method, *path, *query;
    const char *cookie; /* the header, or NULL */
    const char *origin, *host, *content_type, *if_none_match, *accept, *accept_encoding;
    const char *address;
    const char *body;
    size_t body_size;
};

struct sv_response {
    int status;
    const char *type;
    struct vl_text body;
    const unsigned char *bytes; /* in place of body: lives as long as the server */
    size_t size;
    const char *encoding; /* of bytes, or NULL */
    char etag[40];
    bool immutable;
    char cookie[256];   /* Set-Cookie, or empty */
    char download[64];  /* file name, or empty */
    char location[130]; /* where to go instead, or empty */
    const char *allow;  /* methods, with a status of 405; or NULL */
    uint32_t retry_after;
};

/* How large a POST to this path may be. */
size_t sv_body_limit(const struct sv_server *server, const char *path);
void sv_answer(struct sv_server *server, const struct sv_request *request,
               struct sv_response *response);
/* Turns an answer into the error of a failed sync. */
void sv_answer_failed(struct sv_response *response);
void sv_response_free(struct sv_response *response);
void sv_respond_error(struct sv_response *response, int status, const char *code,
                      const struct vl_error *err);
bool sv_serve_file(struct sv_server *server, const struct sv_request *request,
                   struct sv_response *response);
/* The page for an address where nothing is; false if the one who asks does not read pages. */
bool sv_serve_nowhere(struct sv_server *server, const struct sv_request *request,
                      struct sv_response *response);
void sv_metrics(struct sv_server *server, struct vl_text *out);
/* Computes server->client_hash. */
void sv_client_hash(struct sv_server *server);
/* Whether the header Origin, if there is one, is this host's. */
bool sv_same_origin(const char *origin, const char *host);

/* ---- Reviews (review.c) ---- */

struct sv_review;

/* A worker has done a piece of a review, or will not. */
void sv_review_answered(struct sv_server *server, struct sv_job *job);
/* Forgets reviews that nobody asks for; called about once a second. */
void sv_review_sweep(struct sv_server *server);
void sv_review_free_all(struct sv_server *server);

/* ---- Thinking ahead (ahead.c) ---- */

struct sv_ahead;

/* A room has changed: its bots think ahead, or end that. */
void sv_ahead_begin(struct sv_room *room);
/* What a bot has thought ahead, now that it is its turn; NULL: nothing. */
struct vl_memory *sv_ahead_take(struct sv_room *room, int seat);
void sv_ahead_answered(struct sv_server *server, struct sv_job *job);
void sv_ahead_free_all(struct sv_server *server);

/* ---- The server (server.c) ---- */

struct sv_deck {
    struct sv_deck *next;
    struct vl_deck *deck;
};

enum { SV_BUCKETS = 1024 };

struct sv_server {
    struct sv_settings settings;
    struct vl_store *store;
    struct sv_deck *decks;
    struct sv_room *rooms[SV_BUCKETS];
    uint32_t room_count;
    struct sv_room *changed;
    struct sv_room *sleeping;
    struct sv_connection *connections;
    struct sv_connection *touched; /* with something held, in this turn */
    uint32_t connection_count;
    struct sv_address *addresses[SV_BUCKETS];
    uint32_t address_count;
    struct sv_workers *workers;
    struct sv_review *reviews; /* under way */
    struct sv_ahead *ahead;    /* what bots have thought ahead */
    uint64_t last_ticket, last_connection;
    uint64_t last_forgotten;
    uint64_t keep_due;            /* milliseconds: when old matches are looked for again */
    int64_t clock;                /* Unix time less the monotonic one, in seconds, at that moment */
    int64_t clock_seen;           /* the same, a moment ago; 0: not looked at yet */
    uint64_t open_matches;        /* gathering and running */
    bool all_noted;               /* no result of an earlier match is still to be noted */
    bool failed;                  /* a write of this turn failed */
    bool unwell;                  /* the last turn could not be stored */
    bool ailing;                  /* turns are stored, but stay in the log */
    uint64_t failing;             /* milliseconds: since when syncs fail; 0: they do not */
    uint64_t locked;              /* milliseconds: since when the store is locked; 0: it is not */
    bool left;                    /* a worker did not end: what it reads is not freed */
    uint64_t bots_wait;           /* milliseconds: after a failed turn bots try again then */
    int64_t served_before;        /* milliseconds served by earlier runs */
    struct sv_table_text scratch; /* where table messages are written: one at a time */
    struct vl_text changes;       /* ... and what is new in them */
    struct sv_pool pool;          /* of messages, for all outboxes */
    int64_t served_kept;          /* what the store knows of it */
    int64_t clock_due;            /* in time served: no clock ends before */
    char client_hash[17];         /* of the client's files */
    uint64_t started;
    struct sv_figures figures;
    /* The network: a connection has something to write, or is to be closed. */
    void (*wants)(struct sv_connection *connection);
};

/* Ids of matches, as the store's lists hand them out; the caller frees `ids`. */
struct sv_ids {
    char (*ids)[VL_MATCH_ID_SIZE];
    size_t count, capacity;
};
bool sv_collect_id(void *context, const char *id);

/* Opens the store and the decks. NULL on failure. */
struct sv_server *sv_server_new(const struct sv_settings *settings, struct vl_error *err);
/* Starts the workers, which call notify (NULL: nobody) from their threads whenever a bot has
 * answered, and goes on with the matches that were going on. */
bool sv_start(struct sv_server *server, void (*notify)(void *context), void *context,
              struct vl_error *err);
/* Waits for the workers to end: nothing is notified any more. */
void sv_stop(struct sv_server *server);
void sv_server_free(struct sv_server *server);
/* Ends the turn; false if it had to be undone. */
bool sv_flush(struct sv_server *server);
/* Whether the store can be written to now. If another program has locked it, or a sync has just
 * failed, this says so at once, and whoever asked tries again later; nothing may have been changed
 * for it by then. A write without asking is right too, but where it fails the whole turn is undone.
 */
bool sv_may_write(struct sv_server *server, struct vl_error *err);
/* Milliseconds until something is due, at most 1000. */
uint32_t sv_next_due(struct sv_server *server);
/* Closes what stalls; called about once a second. */
void sv_sweep(struct sv_server *server);
/* Deletes matches that are older than the settings keep them; called as often (keep.c). */
void sv_keep(struct sv_server *server, uint64_t now);
/* Tells of a system clock that was set while we run; nobody's time depends on it. Called about once
 * a second. */
void sv_watch_clock(struct sv_server *server, uint64_t now);
/* Reads the number of open matches from the store. */
void sv_count_open(struct sv_server *server);

uint64_t sv_now(void); /* milliseconds, monotonic */
int64_t sv_time(void); /* Unix seconds */
struct sv_address *sv_address_of(struct sv_server *server, const char *name);
/* A deck by hash (NULL: the built-in one) from memory or store. */
struct vl_deck *sv_deck_find(struct sv_server *server, const struct vl_game *game, const char *hash,
                             struct vl_error *err);
bool sv_deck_keep(struct sv_server *server, const struct vl_deck *deck, struct vl_error *err);

/* ---- Secrets (secret.c) ---- */

void sv_token_new(char token[SV_TOKEN_SIZE]);
bool sv_token_bytes(const char *token, uint8_t bytes[VL_HASH_SIZE]);
bool sv_token_hash(const char *token, uint8_t hash[VL_HASH_SIZE]);
void sv_match_id_new(char id[VL_MATCH_ID_SIZE]);
bool sv_match_id_valid(const char *id);
/* The token of our cookie in a Cookie header. */
bool sv_cookie_token(const char *cookie, char token[SV_TOKEN_SIZE]);
void sv_hex(const uint8_t *bytes, size_t size, char *out);
/* A name that may be shown to others, of at most SV_MAX_NAME characters. */
bool sv_name_good(const char *name, struct vl_error *err);

#endif
