/*
 * Rooms: matches in memory.
 *
 * A room is loaded from the store when somebody asks for its match, and can be unloaded whenever
 * nobody watches and no bot thinks, because the store has everything. Changes are written to the
 * store in the same batch; if that fails, the room is loaded again from the store.
 */
#ifndef VALISE_SERVER_ROOM_ROOM_H
#define VALISE_SERVER_ROOM_ROOM_H

#include "server/limits.h"
#include "store/people.h"
#include "valise/match.h"

struct sv_server;
struct sv_watch;

enum { SV_MOST_PLANNED = 64 }; /* moves of a bot's turn */

enum sv_ask_state { SV_ASK_NONE, SV_ASK_WAITING, SV_ASK_REFUSED };

/* A browser with a used link asks the holder of its seat to let it in; see room/ask.h. */
struct sv_ask {
    enum sv_ask_state state;
    uint32_t number;
    uint8_t key[VL_HASH_SIZE];    /* hash of the key that the browser chose for it */
    uint8_t player[VL_HASH_SIZE]; /* the browser */
    uint64_t ends;                /* milliseconds: when it expires, or the refusal does */
    struct sv_bucket rate;        /* of new ones */
};

struct sv_room {
    struct sv_room *next;          /* in its hash bucket */
    struct sv_room *next_changed;  /* in the list of rooms changed in this batch */
    struct sv_room *next_sleeping; /* in the list of rooms whose bot pauses */
    struct sv_server *server;
    struct vl_stored_match stored;
    struct vl_match *match; /* NULL for a closed match */
    char *closed_why;       /* why it is closed, for people; NULL while `match` is there */
    struct sv_watch *watches;
    uint32_t claimed;               /* seats that somebody holds */
    uint32_t devices[VL_MAX_SEATS]; /* browsers that hold each seat */
    uint32_t holders_version;       /* incremented whenever a seat changes holder; never 0 */
    /* What happened in this batch; viewers are told at its end. */
    bool table_changed;    /* moves were made */
    bool presence_changed; /* somebody came or went, or a name, a vote or a stand-in changed */
    bool rematch_made;
    bool chat_changed;
    bool removed; /* the match was deleted from the store */
    bool in_changed_list;
    enum vl_origin origin;
    char source[VL_MATCH_ID_SIZE]; /* the match it was forked from, or empty */
    uint32_t source_position;
    struct vl_stored_vote votes[VL_MAX_SEATS]; /* about lost seats; see room/vote.h */
    uint64_t owner_active_at[VL_MAX_SEATS];    /* milliseconds: last action at the seat */
    struct sv_ask asks[VL_MAX_SEATS];          /* of other browsers to join a seat; room/ask.h */
    uint32_t last_ask;                         /* the number of the last one */
    bool start_wanted;                         /* a seat wants to start without those absent */
    uint64_t reveal_since[VL_MAX_SEATS]; /* milliseconds: a seat that is here should reveal its
                                            nonce since then; 0: it need not */
    bool sleeping;                       /* a bot pauses until `wake` */
    uint64_t wake;                       /* milliseconds */
    uint64_t last_used;                  /* milliseconds */
    uint32_t returning;                  /* seats whose stand-in ends after this move */
    uint64_t bot_ticket;                 /* of the bot's job; 0: none */
    bool bot_watched;                    /* ... was added as a watched one */
    uint32_t hints;                      /* seats with a hint in progress */
    uint32_t hung_bots;                  /* seats whose bot did not stop when told to */
    uint32_t slow_bots;                  /* seats whose bot ran out of time last turn */
    bool reviewing;                      /* a review is in progress */
    uint32_t plan_count;                 /* moves of a bot's turn so far */
    vl_move plan[SV_MOST_PLANNED];
    struct sv_bucket rate[VL_MAX_SEATS];
    struct sv_bucket chat_rate[VL_MAX_SEATS];
};

/* The room of a match, loaded if it is not in memory. NULL: err says why (VL_NOT_FOUND, VL_IO). The
 * server owns it. */
struct sv_room *sv_room_find(struct sv_server *server, const char *id, struct vl_error *err);
/* The same, but only from memory. */
struct sv_room *sv_room_loaded(struct sv_server *server, const char *id);
/* Stores a new match; `stored` has everything but the deal, and the caller has checked it. `origin`
 * is the match or record it was made from, `moves` are the moves that it has already, in the
 * store's format; both may be NULL. NULL: err says why, and the batch is rolled back. */
struct sv_room *sv_room_add(struct sv_server *server, const struct vl_stored_match *stored,
                            const struct vl_stored_origin *origin, const char *moves,
                            struct vl_error *err);

/* The same for a match that is over, without a room: it is loaded when somebody looks at it. */
bool sv_room_store(struct sv_server *server, const struct vl_stored_match *stored,
                   const struct vl_stored_origin *origin, const char *moves, struct vl_error *err);

/* Deals the first cards at once, with the nonces that are there; room/deal.h leads up to it. */
bool sv_room_start(struct sv_room *room, struct vl_error *err);
/* Draws the pending chance moves of an imported match. */
bool sv_room_continue(struct sv_room *room, struct vl_error *err);
bool sv_room_rename(struct sv_room *room, uint32_t seat, const char *name, struct vl_error *err);
/* Plays and stores moves of a seat; `key` may be NULL. */
bool sv_room_commit(struct sv_room *room, int seat, const vl_move *moves, uint32_t count,
                    const char *key, struct vl_error *err);
/* The same for a bot, which plays its plan: its own seat, or one that it stands in for, and then
 * the moves are marked. If the store cannot be written, nothing happens; the bot thinks again. */
void sv_room_commit_plan(struct sv_room *room, int seat);
/* Stores the match's own row, and its seats if asked. A failure rolls the batch back. */
bool sv_room_save(struct sv_room *room, bool with_seats, struct vl_error *err);

/* Somebody holds this seat of a new match. */
void sv_room_claimed(struct sv_room *room, uint32_t seat);
/* Seats may have changed holders: reads `claimed` and `devices` from the store. */
bool sv_room_read_holders(struct sv_room *room, struct vl_error *err);
/* Adds the room to the list of rooms that the end of the batch looks at. */
void sv_room_touch(struct sv_room *room);
/* Whether somebody watches through this seat. */
bool sv_room_connected(const struct sv_room *room, uint32_t seat);
/* Why a match without `match` cannot be played or looked back at: one sentence. */
const char *sv_room_closed_why(const struct sv_room *room);

/* Deletes a match from the store and tells its viewers. The room stays until the batch is stored:
 * then sv_room_finish_removal frees it. */
bool sv_room_remove(struct sv_room *room, struct vl_error *err);
void sv_room_finish_removal(struct sv_room *room);
/* Unloads rooms that nobody has used for a minute, or all idle ones if there are too many. */
void sv_room_unload_idle(struct sv_server *server);
/* Unloads one room; false: it is in use. */
bool sv_room_unload(struct sv_server *server, const char *id);
void sv_room_free_all(struct sv_server *server);

#endif
