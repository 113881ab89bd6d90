/* Requests about games: the list, decks, rules pages. `rest` is the part of the path after the one
 * that names the kind of answer. */
#ifndef VALISE_SERVER_HTTP_GAMES_H
#define VALISE_SERVER_HTTP_GAMES_H

#include "server/http/request.h"

void api_get_games(struct http_request *req);
void api_get_deck(struct http_request *req, const char *rest);
void api_get_rules(struct http_request *req, const char *rest);

#endif
