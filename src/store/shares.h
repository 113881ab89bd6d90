/*
 * Fair shares in the store: which address made which open matches, and when retention begins.
 *
 * An address is known by a keyed hash only, its share: the store keeps the key, and drops the hash
 * when the match ends. 0 stands for an unknown address: of a match made before there were shares.
 */
#ifndef VALISE_STORE_SHARES_H
#define VALISE_STORE_SHARES_H

#include "store/store.h"

enum { VL_SHARE_KEY_SIZE = 16 };

struct vl_stored_shares {
    uint8_t key[VL_SHARE_KEY_SIZE]; /* of the hash that turns addresses into shares */
    int64_t retention_from;         /* Unix seconds: the default retention deletes nothing before */
};

struct vl_share_functions {
    bool (*read)(struct vl_store *store, struct vl_stored_shares *shares, struct vl_error *err);
    /* Counts the open matches that a share has made. */
    bool (*count)(struct vl_store *store, uint64_t share, uint32_t *count, struct vl_error *err);
    /* The known share with the most open matches, and how many; share 0: there is none. */
    bool (*most)(struct vl_store *store, uint64_t *share, uint32_t *count, struct vl_error *err);
    /* Ids of at most `limit` open matches whose clock does not run and that have not changed since
     * `before`: of one share, or of all (0). Those that have not started come first, then the
     * least recently changed. */
    bool (*list_yielding)(struct vl_store *store, uint64_t share, int64_t before, uint32_t limit,
                          bool (*each)(void *context, const char *id), void *context,
                          struct vl_error *err);
    /* The match is over: the store forgets who made it. */
    bool (*forget)(struct vl_store *store, const char *id, struct vl_error *err);
};

extern const struct vl_share_functions vl_shares_sqlite;

#endif
