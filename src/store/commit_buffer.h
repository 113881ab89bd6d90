/*
 * Commits that a store has taken and not written yet: one after the other they are written faster
 * than between other work.
 */
#ifndef VALISE_STORE_UNWRITTEN_H
#define VALISE_STORE_UNWRITTEN_H

#include "store/store.h"

struct vl_unwritten_commit {
    int64_t match; /* the number of its row */
    int64_t time;
    uint32_t from, position;
    int seat;
    bool has_key;
    size_t key, moves; /* where in the texts */
};

struct vl_unwritten {
    struct vl_unwritten_commit *commits;
    uint32_t count, capacity;
    struct vl_text texts;
};

void vl_unwritten_add(struct vl_unwritten *all, int64_t match, const struct vl_stored_commit *c);
/* The commit at i; its texts are good until the next one is added. */
struct vl_stored_commit vl_unwritten_at(const struct vl_unwritten *all, uint32_t i, int64_t *match);
void vl_unwritten_clear(struct vl_unwritten *all); /* memory kept */
void vl_unwritten_free(struct vl_unwritten *all);

#endif
