/* Messages that ask for help: hints, explanations, and why something cannot be done. */
#ifndef VALISE_SERVER_WS_HELP_H
#define VALISE_SERVER_WS_HELP_H

#include "server/bots/workers.h"
#include "server/ws/request.h"

void ws_on_hint(struct ws_request *req);
void ws_on_explain(struct ws_request *req);
void ws_on_refusal(struct ws_request *req);

/* A finished job of the kind SV_JOB_HINT: its connection gets the answer, if it is still there. */
void sv_hint_answered(struct sv_server *server, const struct sv_job *job);

#endif
