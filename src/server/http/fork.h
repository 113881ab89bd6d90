/*
 * Forks ("what if"): a new match that continues from a position of another.
 *
 * Anybody who may watch a finished match may fork it, from the view of any seat or with all hands
 * open. Of a running match only a seat may make a fork, from its own view: vl_match_fork draws
 * everything that the seat does not know again, so the fork contains nothing that the seat could
 * not have written down itself. But the seat's own hand in it is the true one. So such a fork is
 * private until the match is over: bots and its owner play in it, and nobody else may watch.
 */
#ifndef VALISE_SERVER_HTTP_FORK_H
#define VALISE_SERVER_HTTP_FORK_H

#include "server/http/request.h"

/* Whether the match is a fork that is still private. */
bool sv_fork_closed(struct sv_room *room);
/* The error for others who ask for it. */
extern const char sv_closed_message[];
/* Writes the member "origin" of a match. */
void sv_fork_write(struct vl_json *json, const struct sv_room *room);

void api_post_fork(struct http_request *req, struct sv_room *room);

#endif
