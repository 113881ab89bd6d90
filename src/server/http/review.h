/*
 * Reviews of finished matches. Workers make a review piece by piece, when they have nothing else to
 * do, and the store keeps it.
 */
#ifndef VALISE_SERVER_HTTP_REVIEW_H
#define VALISE_SERVER_HTTP_REVIEW_H

#include "server/bots/workers.h"
#include "server/http/request.h"

void api_get_review(struct http_request *req, struct sv_room *room);
void api_post_review(struct http_request *req, struct sv_room *room);

/* A finished job of the kind SV_JOB_REVIEW. */
void sv_review_answered(struct sv_server *server, struct sv_job *job);
/* Drops reviews that nobody asks for any more; called about once a second. */
void sv_review_sweep(struct sv_server *server);
void sv_review_free_all(struct sv_server *server);

#endif
