/*
 * What a store keeps for the operator of a server: who made a match, which matches were closed by
 * hand, which networks are banned, and pages of matches to look through. These functions are part
 * of a store, with the same rules for writing (store.h).
 */
#ifndef VALISE_OPERATORS_H
#define VALISE_OPERATORS_H

#include "store/store.h"

enum { VL_NETWORK_SIZE = 60, VL_WHY_SIZE = 200 };

struct vl_stored_ban {
    char network[VL_NETWORK_SIZE]; /* "192.0.2.0/24", "2001:db8::/64" */
    int64_t made, until;           /* Unix seconds; until 0: for ever */
    char why[VL_WHY_SIZE];         /* may be empty */
};

struct vl_operator_functions {
    /* The address that made a match; it is forgotten when the match is over, and with it. */
    bool (*set_maker)(struct vl_store *store, const char *id, const char *address,
                      struct vl_error *err);
    /* Empty if it is not known: matches of earlier programs, and matches that are over. */
    bool (*find_maker)(struct vl_store *store, const char *id, char *address, size_t size,
                       struct vl_error *err);

    /* An operator has closed the match; it stays closed. */
    bool (*set_closure)(struct vl_store *store, const char *id, int64_t time, const char *why,
                        struct vl_error *err);
    /* *closed is false if it was not closed by hand. */
    bool (*find_closure)(struct vl_store *store, const char *id, bool *closed,
                         char why[VL_WHY_SIZE], struct vl_error *err);

    /* A ban of the same network is replaced. */
    bool (*set_ban)(struct vl_store *store, const struct vl_stored_ban *ban, struct vl_error *err);
    bool (*drop_ban)(struct vl_store *store, const char *network, struct vl_error *err);
    /* The oldest first. */
    bool (*list_bans)(struct vl_store *store,
                      bool (*each)(void *context, const struct vl_stored_ban *ban), void *context,
                      struct vl_error *err);

    /* At most `limit` matches with a status, in order of creation, that come after `*number` (0:
     * the first); `*number` becomes the last one's. A page costs the same wherever it begins. */
    bool (*page)(struct vl_store *store, enum vl_match_status status, uint32_t limit,
                 int64_t *number, bool (*each)(void *context, const char *id), void *context,
                 struct vl_error *err);
    /* At most two matches whose ids begin with these characters. */
    bool (*find_prefix)(struct vl_store *store, const char *prefix,
                        bool (*each)(void *context, const char *id), void *context,
                        struct vl_error *err);
};

#endif
