/*
 * What a store keeps about people besides their seats: seats that change browsers, origins of
 * matches, and results. A player is a browser, known by the hash of its cookie. These functions are
 * part of a store, with the same rules for writing (store.h).
 */
#ifndef VALISE_PEOPLE_H
#define VALISE_PEOPLE_H

#include "store/store.h"

/* The origin of a match that was not made from a setup. */
enum vl_origin {
    VL_ORIGIN_NONE,
    VL_ORIGIN_FORK,     /* from a position of a match, as everybody may see it */
    VL_ORIGIN_OWN_VIEW, /* from a seat's own view, while that match was going on */
    VL_ORIGIN_IMPORT,   /* from an imported record */
};

struct vl_stored_origin {
    enum vl_origin kind;
    char source[VL_MATCH_ID_SIZE]; /* the match it was taken from, or empty */
    uint32_t position;             /* in it */
    char *head; /* a record without moves, for start and chance; owned by the caller */
};

/* A vote of the others at the table to reissue a lost seat. */
struct vl_stored_vote {
    int64_t opened;  /* Unix seconds; 0: there is none */
    int64_t served;  /* milliseconds of time served when it was opened */
    uint32_t agreed; /* seats */
    bool passed;
};

/* The claim that used a seat's link up. */
struct vl_stored_claim {
    uint8_t key[VL_HASH_SIZE];    /* hash of the key that the client chose for it */
    uint8_t player[VL_HASH_SIZE]; /* the browser that got the seat */
    int64_t time;                 /* Unix seconds */
};

/* The way in which a browser lost a seat. */
enum vl_departure { VL_DEPARTED_MOVED, VL_DEPARTED_VOTED };

/* One seat of a finished match. */
struct vl_stored_result {
    char match[VL_MATCH_ID_SIZE];
    char game[32];
    uint32_t seat, seats;
    uint32_t people; /* at the table */
    int level;       /* of the strongest bot; -1: there was none */
    int32_t points;
    uint32_t rank;
    bool shared; /* somebody else has the same rank */
    int64_t time;
};

/* As in store.h: what a list calls for each thing that it finds. */
typedef bool vl_each_departure(void *context, const char *id, uint32_t seat, int64_t time,
                               enum vl_departure how);
typedef bool vl_each_result(void *context, const struct vl_stored_result *result);

struct vl_people_functions {
    bool (*add_origin)(struct vl_store *store, const char *id,
                       const struct vl_stored_origin *origin, struct vl_error *err);
    /* The kind is NONE if the match has none; the caller frees the head. */
    bool (*find_origin)(struct vl_store *store, const char *id, struct vl_stored_origin *origin,
                        struct vl_error *err);

    /* Counts the browsers that hold each seat. */
    bool (*count_holders)(struct vl_store *store, const char *id, uint32_t counts[VL_MAX_SEATS],
                          struct vl_error *err);
    /* One more browser holds a seat; if it had lost it before, that is forgotten. */
    bool (*join)(struct vl_store *store, const char *id, uint32_t seat,
                 const uint8_t player[VL_HASH_SIZE], struct vl_error *err);
    /* Notes the claim that used a seat's link; `claim->player` holds the seat from now on, in place
     * of the player of the claim before, if there was one. */
    bool (*claim)(struct vl_store *store, const char *id, uint32_t seat,
                  const struct vl_stored_claim *claim, struct vl_error *err);
    /* VL_NOT_FOUND if the seat was not claimed, or has changed hands since. */
    bool (*find_claim)(struct vl_store *store, const char *id, uint32_t seat,
                       struct vl_stored_claim *claim, struct vl_error *err);
    /* The owner of a seat has done something. */
    bool (*set_active)(struct vl_store *store, const char *id, uint32_t seat, int64_t time,
                       struct vl_error *err);

    /* A single-use link to a seat, by the hash of its token; a new one replaces the last. With
     * `stay` it adds a browser, otherwise it moves the seat. */
    bool (*set_transfer)(struct vl_store *store, const char *id, uint32_t seat,
                         const uint8_t hash[VL_HASH_SIZE], int64_t expires, bool stay,
                         struct vl_error *err);
    /* Uses a link. VL_NOT_FOUND: there is none, it was used, or it has expired. */
    bool (*take_transfer)(struct vl_store *store, const char *id, uint32_t seat,
                          const uint8_t hash[VL_HASH_SIZE], int64_t now, bool *stay,
                          struct vl_error *err);
    /* vote->opened 0 deletes the vote. */
    bool (*set_vote)(struct vl_store *store, const char *id, uint32_t seat,
                     const struct vl_stored_vote *vote, struct vl_error *err);
    bool (*find_votes)(struct vl_store *store, const char *id,
                       struct vl_stored_vote votes[VL_MAX_SEATS], struct vl_error *err);

    /* Removes all holders of a seat, its claim and its link to move, and notes its departure for
     * each holder; then `player`, if not NULL, holds it alone. */
    bool (*hand_over)(struct vl_store *store, const char *id, uint32_t seat, const uint8_t *player,
                      enum vl_departure how, int64_t time, struct vl_error *err);
    /* The seats that a player has lost; id NULL: in all matches, last first. */
    bool (*list_departures)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE],
                            const char *id, vl_each_departure *each, void *context,
                            struct vl_error *err);
    /* id NULL: all of them. */
    bool (*drop_departures)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE],
                            const char *id, struct vl_error *err);

    /* Stores a seat's result for each player who holds this seat and no other of the match. */
    bool (*add_result)(struct vl_store *store, const struct vl_stored_result *result,
                       struct vl_error *err);
    /* Oldest first. */
    bool (*list_results)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE],
                         vl_each_result *each, void *context, struct vl_error *err);
    /* game NULL: of all. */
    bool (*drop_results)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE],
                         const char *game, struct vl_error *err);
    /* Finished matches of older programs, whose results are not noted yet; at most `limit`. */
    bool (*list_unnoted)(struct vl_store *store, uint32_t limit, vl_each_id *each, void *context,
                         struct vl_error *err);
    /* The results of such a match are noted now. */
    bool (*noted)(struct vl_store *store, const char *id, struct vl_error *err);

    /* Finished matches in which the player holds a seat, oldest first. */
    bool (*list_finished)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE], uint32_t skip,
                          uint32_t limit, vl_each_id *each, void *context, struct vl_error *err);
    /* *any: somebody else holds a seat of the match; *seats: those that only the player holds. */
    bool (*others)(struct vl_store *store, const uint8_t player[VL_HASH_SIZE], const char *id,
                   bool *any, uint32_t *seats, struct vl_error *err);
    /* Deletes the chat messages of these seats. */
    bool (*drop_chat)(struct vl_store *store, const char *id, uint32_t seats, struct vl_error *err);
    /* Deletes a match with everything that belongs to it, except results. */
    bool (*drop_match)(struct vl_store *store, const char *id, struct vl_error *err);
};

#endif
