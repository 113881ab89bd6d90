/*
 * What a store knows by heart of matches it has lately written to, so that a commit asks the file
 * nothing. All of it stands in the file as well: whatever is forgotten is read again.
 */
#ifndef VALISE_STORE_KNOWN_H
#define VALISE_STORE_KNOWN_H

#include "store/store.h"

struct vl_known {
    char id[VL_MATCH_ID_SIZE];
    int64_t number; /* of its row */
    uint32_t end;   /* position after its last commit */
    int64_t time;   /* of that commit */
    bool has_row;   /* the next six are what the row says */
    int64_t changed;
    enum vl_match_status status;
    uint32_t minded;
    int64_t clock_given, clock_end;
    char next[VL_MATCH_ID_SIZE];
    uint64_t *keys; /* hashes of its commits' keys, with their seats */
    uint32_t key_count, key_capacity;
};

/* A match has its set by its id; in a full set the one asked for longest ago makes room. */
enum { VL_KNOWN_SETS = 1024, VL_KNOWN_WAYS = 4 };

struct vl_known_matches {
    struct vl_known *sets[VL_KNOWN_SETS][VL_KNOWN_WAYS]; /* the last one asked for first */
};

/* NULL: not known. What is found is good until the next call with another id. */
struct vl_known *vl_known_find(struct vl_known_matches *all, const char *id);
/* A new one, with nothing but the id. */
struct vl_known *vl_known_add(struct vl_known_matches *all, const char *id);
void vl_known_forget(struct vl_known_matches *all, const char *id);
void vl_known_forget_all(struct vl_known_matches *all);

void vl_known_add_key(struct vl_known *known, int seat, const char *key);
/* False: no commit of the seat has this key. True: one may. */
bool vl_known_may_have_key(const struct vl_known *known, int seat, const char *key);

/* Whether the row says all of this but position and time. */
bool vl_known_same_row(const struct vl_known *known, const struct vl_stored_match *match);
void vl_known_note_row(struct vl_known *known, const struct vl_stored_match *match);

#endif
