/* Requests about matches: making them, rematches, the player's own list. */
#ifndef VALISE_SERVER_HTTP_MATCHES_H
#define VALISE_SERVER_HTTP_MATCHES_H

#include "server/http/request.h"
#include "server/secret.h"

/* The occupant that a request wants for a seat. */
struct api_wish {
    bool mine;                  /* the player who asks */
    const char *kind;           /* a word of the protocol */
    char secret[SV_TOKEN_SIZE]; /* of a friend's seat; empty for every other */
};

/* ---- Parts that forks and imports share ---- */

/* The object of GET /api/matches/ID. */
void api_respond_match(const struct http_request *req, int status, const struct sv_room *room);
/* Whether the player may make one more match. False: it is answered. */
bool api_may_make(const struct http_request *req);
/* Reads the occupant of a seat. */
bool api_read_seat(const json_t *json, const struct vl_game *game, uint32_t seat,
                   struct vl_stored_seat *p, struct api_wish *wish, struct vl_error *err);
/* Names the bots: after their kind, the second of a kind "... 2". Seats that the game plays itself
 * become a bot's, no matter what was wished for, with the name that the game gives them. */
void api_name_bots(struct vl_stored_match *m, const struct vl_game *game,
                   const struct vl_setup *setup, struct api_wish *wishes);
/* The options of a setup in the store's format. */
void api_options_text(const struct vl_game *game, const struct vl_setup *setup,
                      struct vl_stored_match *m);
/* Id, seal and time of a match to be made. */
void api_fill_new(const struct http_request *req, struct vl_stored_match *m);
/* Gives the player the seats wished for. */
bool api_sit(const struct http_request *req, struct sv_room *room, const struct api_wish *wishes,
             struct vl_error *err);
/* The response for a new match: links to its seats. */
void api_respond_made(const struct http_request *req, const struct vl_stored_match *m,
                      const struct api_wish *wishes);

/* ---- Addresses ---- */

void api_post_match(struct http_request *req);
void api_get_match(struct http_request *req, struct sv_room *room);
void api_post_rematch(struct http_request *req, struct sv_room *room);
void api_get_mine(struct http_request *req);
void api_post_forget(struct http_request *req);

#endif
