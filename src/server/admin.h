/*
 * The commands of an operator to a running server (`valise admin`). Nothing here touches a socket:
 * net/local.h does.
 *
 * A command is one JSON object on one line. The answer is any number of lines, each a JSON object,
 * of which the last one is {"ok":true,...} or {"ok":false,"error":"..."}:
 *
 *   {"command":"list","all":true}            a line for each match, the oldest first by status
 *   {"command":"bans"}                       a line for each ban
 *   {"command":"show","match":"ID"}          what everybody at the table can see, and addresses
 *   {"command":"close","match":"ID","why":"..."}
 *   {"command":"delete","match":"ID"}
 *   {"command":"ban","network":"...","seconds":3600,"why":"..."}    0 seconds: for ever
 *   {"command":"unban","network":"..."}
 *
 * ID may be the beginning of an id, as the log has it. A list is made page by page, one for each
 * pass of the event loop, so that a server with many matches goes on meanwhile. No answer has a
 * card, a secret or a message of a seat: an operator may sit at the table too.
 */
#ifndef VALISE_SERVER_ADMIN_H
#define VALISE_SERVER_ADMIN_H

#include "valise/error.h"
#include "valise/text.h"

struct sv_server;

/* A list that is being written. */
struct sv_listing {
    bool going_on;
    bool all; /* finished and closed matches too */
    int status;
    int64_t number; /* the store's, of the last match of this status */
    uint64_t count;
};

/* Answers one command; `user` is who sent it, for the log. True: it changes something, so the
 * answer may be sent only when the batch is stored. If a list goes on, its lines follow. */
bool sv_admin_answer(struct sv_server *server, const char *command, size_t size, uint32_t user,
                     struct vl_text *out, struct sv_listing *listing);
/* Adds the next page of a list; after the last one it no longer goes on. */
void sv_admin_continue(struct sv_server *server, struct sv_listing *listing, struct vl_text *out);
/* The last line of an answer that failed. */
void sv_admin_fail(struct vl_text *out, const struct vl_error *err);

#endif
