/*
 * Commits of moves that the store has accepted in the open transaction and not written yet. Writing
 * them together at its end is faster than one by one between other statements. Their texts are
 * copied into one growing text, so a commit costs no allocation of its own.
 */
#ifndef VALISE_STORE_COMMIT_BUFFER_H
#define VALISE_STORE_COMMIT_BUFFER_H

#include "store/store.h"

struct vl_buffered_commit {
    int64_t match; /* the number of its row */
    int64_t time;
    uint32_t from, position;
    int seat;
    bool has_key;
    size_t key, moves; /* offsets into the texts, which may move when they grow */
};

/* {0} is empty. */
struct vl_commit_buffer {
    struct vl_buffered_commit *commits;
    uint32_t count, capacity;
    struct vl_text texts;
};

/* Copies a commit. */
void vl_commit_buffer_add(struct vl_commit_buffer *buffer, int64_t match,
                          const struct vl_stored_commit *commit);
/* The commit at i, and its match; its texts are valid until the next one is added. */
struct vl_stored_commit vl_commit_buffer_at(const struct vl_commit_buffer *buffer, uint32_t i,
                                            int64_t *match);
/* Empties the buffer; its memory stays. */
void vl_commit_buffer_clear(struct vl_commit_buffer *buffer);
void vl_commit_buffer_free(struct vl_commit_buffer *buffer);

#endif
