/*
 * Messages about a match, as JSON. Everything that a viewer is told comes from its view; the state
 * itself is used only to make a view, to see who is to act and, after the end, for the result.
 */
#ifndef VALISE_SERVER_WS_WRITE_H
#define VALISE_SERVER_WS_WRITE_H

#include <jansson.h>

#include "server/room/room.h"
#include "server/ws/delta.h"

/* The optional parts of a message; view and facts are in every one. */
enum {
    SV_WHOLE = 1, /* what never changes in a match */
    SV_WORDS = 2, /* the table in words */
    SV_MOVES = 4, /* legal and choice */
};

/* In all of these, `own_seats` is the bit mask of the seats that the reader holds. */

/* The member "seats". */
void sv_write_seats(struct vl_json *json, const struct sv_room *room, uint32_t own_seats);
/* The object of GET /api/matches/ID. */
void sv_write_match(struct vl_json *json, const struct sv_room *room, uint32_t own_seats);
/* A table message for a viewer, with the log from `from` on; it replaces the contents of `out`. re
 * NULL: a push. */
void sv_write_table(struct sv_table_text *out, const struct sv_room *room, int viewer,
                    uint32_t from, uint32_t own_seats, uint32_t what, const json_int_t *re);
/* The members view, facts, text, legal, choice. */
void sv_write_position(struct vl_json *json, const struct sv_room *room, const struct vl_view *view,
                       int to_act, uint32_t what, const struct vl_preview *preview);
/* The member "log" with the moves that a try has played. */
void sv_write_tried(struct vl_json *json, const struct sv_room *room, int seat,
                    const struct vl_preview *preview);
/* One entry of the log: the move played at `position` from `state`, which it advances. */
void sv_write_line(struct vl_json *json, const struct sv_room *room, uint32_t position, int viewer,
                   void *state);

/* A move as an object, and its members move, targets and label alone. */
void sv_write_move(struct vl_json *json, const struct vl_deck *deck, const struct vl_view *view,
                   vl_move move);
void sv_put_move(struct vl_json *json, const struct vl_deck *deck, const struct vl_view *view,
                 vl_move move);

/* The members of an error; internal errors get a text that tells nothing about the machine. */
void sv_put_error(struct vl_json *json, const char *code, const struct vl_error *err);
/* A text that may quote input, and may be cut in the middle of a character. */
void sv_put_quoted(struct vl_json *json, const char *key, const char *text);
/* The code word of an error. */
const char *sv_error_word(const struct vl_error *err);

#endif
