/*
 * Write-through cache of recently committed matches: row number, last position, commit keys, and
 * the columns of the match's row that a commit may change. With it a commit reads nothing from the
 * file. Everything in it is in the file as well, so an entry may be dropped at any time; a rollback
 * drops all of them, because they describe the open transaction.
 *
 * The cache is set-associative: a match has its set by the hash of its id, and in a full set the
 * least recently used entry is replaced.
 */
#ifndef VALISE_STORE_MATCH_CACHE_H
#define VALISE_STORE_MATCH_CACHE_H

#include "store/store.h"

struct vl_cached_match {
    char id[VL_MATCH_ID_SIZE];
    int64_t number; /* of its row */
    uint32_t end;   /* position after its last commit */
    int64_t time;   /* of that commit */
    bool has_row;   /* the next six are what the row says */
    int64_t changed;
    enum vl_match_status status;
    uint32_t stand_ins;
    int64_t clock_given, clock_end;
    char next[VL_MATCH_ID_SIZE];
    uint64_t *keys; /* hashes of its commits' keys, with their seats */
    uint32_t key_count, key_capacity;
};

enum { VL_CACHE_SETS = 1024, VL_CACHE_WAYS = 4 };

/* {0} is empty. */
struct vl_match_cache {
    struct vl_cached_match *sets[VL_CACHE_SETS][VL_CACHE_WAYS]; /* most recently used first */
};

/* NULL: the match is not in the cache. The entry is valid until the next call with another id. */
struct vl_cached_match *vl_match_cache_find(struct vl_match_cache *cache, const char *id);
/* Adds an entry with nothing but the id; there must be none. */
struct vl_cached_match *vl_match_cache_add(struct vl_match_cache *cache, const char *id);
void vl_match_cache_forget(struct vl_match_cache *cache, const char *id);
/* Drops all entries and frees their memory. */
void vl_match_cache_clear(struct vl_match_cache *cache);

void vl_cached_match_add_key(struct vl_cached_match *cached, int seat, const char *key);
/* False: no commit of the seat has this key. True: one may have it (hashes can collide), and the
 * file has to be asked. */
bool vl_cached_match_may_have_key(const struct vl_cached_match *cached, int seat, const char *key);

/* Whether the row in the file says all of this, apart from position and time. */
bool vl_cached_match_same_row(const struct vl_cached_match *cached,
                              const struct vl_stored_match *match);
/* The row in the file says this now. */
void vl_cached_match_note_row(struct vl_cached_match *cached, const struct vl_stored_match *match);

#endif
