/*
 * Table messages that say only what has changed: docs/protocol.md, "table".
 *
 * The whole message is written first, with marks where its members and those of its view and its
 * facts begin, and compared with the one before it, text with text.
 */
#ifndef VALISE_SERVER_CHANGES_H
#define VALISE_SERVER_CHANGES_H

#include "valise/text.h"

/* A table message as it was written; {0} before the first. */
struct sv_table_text {
    struct vl_text text;
    struct vl_json_marks marks;
    uint32_t end[VL_MOST_MARKS]; /* where the members end; see sv_mark_ends */
};

/* To be called when the message is written. */
void sv_mark_ends(struct sv_table_text *table);

/* Keeps what later messages are compared with, in no more memory than it needs. */
void sv_keep_table(struct sv_table_text *kept, const struct sv_table_text *table);

/* Writes the message `now` for somebody who has `before`, as it was written or kept. */
void sv_write_changes(struct vl_text *out, const struct sv_table_text *before,
                      const struct sv_table_text *now);

#endif
