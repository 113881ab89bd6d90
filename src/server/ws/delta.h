/*
 * Deltas: table messages that contain only what has changed (docs/protocol.md, "table").
 *
 * The server always writes the whole message first. While it does, the JSON writer marks where each
 * member begins, on the top level and inside "view" and "facts". The delta is then found by
 * comparing members as text with those of the last message sent: no JSON is parsed, and games need
 * not say what a move has changed. A viewer costs the memory of one message for that.
 */
#ifndef VALISE_SERVER_WS_DELTA_H
#define VALISE_SERVER_WS_DELTA_H

#include "valise/text.h"

/* A table message and where its members are; {0} is empty. Free `text` when done. */
struct sv_table_text {
    struct vl_text text;
    struct vl_json_marks marks;  /* where members begin */
    uint32_t end[VL_MOST_MARKS]; /* where they end; see sv_delta_mark_ends */
};

/* Fills in `end`, once the message is written. */
void sv_delta_mark_ends(struct sv_table_text *table);
/* Copies what later messages are compared with, in no more memory than it needs. */
void sv_delta_keep(struct sv_table_text *kept, const struct sv_table_text *table);
/* Writes the message `now` for a viewer that has `before`, which was written or kept. */
void sv_delta_write(struct vl_text *out, const struct sv_table_text *before,
                    const struct sv_table_text *now);

#endif
