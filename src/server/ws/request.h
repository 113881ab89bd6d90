/* A WebSocket message while it is answered, and the answers that all kinds of messages share. */
#ifndef VALISE_SERVER_WS_REQUEST_H
#define VALISE_SERVER_WS_REQUEST_H

#include <jansson.h>

#include "server/room/room.h"
#include "server/ws/connection.h"

enum { WS_MAX_MOVE_TEXT = 200 }; /* bytes of a move, a target */

struct ws_request {
    struct sv_connection *connection;
    const json_t *json; /* borrowed, as are all texts in it */
    bool has_id;
    json_int_t id;
    struct sv_room *room;
    int viewer;         /* a seat or VL_SPECTATOR */
    uint32_t own_seats; /* seats the connection holds */
    uint32_t count;     /* of the next two */
    const char *texts[VL_MAX_MOVES];
    vl_move moves[VL_MAX_MOVES];
};

/* Starts an answer: an open object with its type and the message's id. */
void ws_begin(struct vl_json *json, struct vl_text *out, const struct ws_request *req,
              const char *type);
/* The members match and seat. */
void ws_put_place(struct vl_json *json, const struct ws_request *req);
/* Ends an answer and queues it; `out` is empty afterwards. */
void ws_end(struct vl_json *json, struct vl_text *out, const struct ws_request *req);

void ws_ok(const struct ws_request *req);
/* An error with the code word that fits err. */
void ws_fail(const struct ws_request *req, const struct vl_error *err);
__attribute__((format(printf, 3, 4))) void ws_complain(const struct ws_request *req,
                                                       const char *code, const char *format, ...);
/* An error for a message that no honest client sends; many of them end the connection. */
void ws_strike(const struct ws_request *req, const struct vl_error *err);
/* Counts towards that limit without an answer. */
void ws_count_bad(struct sv_connection *connection);

#endif
