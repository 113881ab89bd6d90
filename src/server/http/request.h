/*
 * What the files that answer HTTP requests share. Each answer fills the response; where it fails
 * it says so with api_fail or api_complain.
 */
#ifndef VALISE_SERVER_API_H
#define VALISE_SERVER_API_H

#include "server/server.h"

/* A request being answered. */
struct ask {
    struct sv_server *server;
    const struct sv_request *request;
    struct sv_response *response;
    struct sv_address *address;
    json_t *body; /* of a POST */
    bool has_player;
    uint8_t player[VL_HASH_SIZE];
};

static inline const struct vl_store_functions *api_calls(const struct ask *ask)
{
    return ask->server->store->functions;
}

/* The response for an error, with the status that fits its code. */
void api_fail(const struct ask *ask, const struct vl_error *err);
__attribute__((format(printf, 4, 5))) void api_complain(const struct ask *ask, int status,
                                                        const char *code, const char *format, ...);
/* Begins a response of status 200 in JSON. */
void api_start(const struct ask *ask, struct vl_json *json);

/* api_games.c; `rest` is the path after what names the answer */
void api_get_games(struct ask *ask);
void api_get_deck(struct ask *ask, const char *rest);
void api_get_rules(struct ask *ask, const char *rest);

/* review.c */
void api_get_review(struct ask *ask, struct sv_room *room);
void api_post_review(struct ask *ask, struct sv_room *room);

/* api_matches.c */

/* Who is wanted for a seat. */
struct api_wish {
    bool mine;
    const char *kind;
    char secret[SV_TOKEN_SIZE];
};

/* The browser of this request; one that has no cookie yet gets one. */
void api_need_player(struct ask *ask);
uint32_t api_seats_held(const struct ask *ask, const struct sv_room *room);
/* The object of GET /api/matches/ID. */
void api_respond_match(const struct ask *ask, int status, const struct sv_room *room);
/* Whether one more match may be made; if not, answered. */
bool api_may_make(const struct ask *ask);
bool api_read_seat(const json_t *json, const struct vl_game *game, uint32_t seat,
                   struct vl_stored_seat *p, struct api_wish *wish, struct vl_error *err);
/* A bot without a name of its own is called what it is; the second of a kind is "... 2". Seats that
 * the game plays itself are a bot's, whoever was wished for, and have the name that the game gives
 * them. */
void api_name_bots(struct vl_stored_match *m, const struct vl_game *game,
                   const struct vl_setup *setup, struct api_wish *wishes);
/* An id, a seal and the time for a match to be made. */
void api_fill_new(struct vl_stored_match *m);
/* Gives the asker the seats wished for. */
bool api_sit(const struct ask *ask, struct sv_room *room, const struct api_wish *wishes,
             struct vl_error *err);
/* The answer for a match made: links to its seats. */
void api_respond_made(const struct ask *ask, const struct vl_stored_match *m,
                      const struct api_wish *wishes);

void api_post_match(struct ask *ask);
void api_get_match(struct ask *ask, struct sv_room *room);
void api_post_claim(struct ask *ask, struct sv_room *room);
void api_post_rematch(struct ask *ask, struct sv_room *room);
void api_get_record(struct ask *ask, struct sv_room *room);
void api_get_verify(struct ask *ask, struct sv_room *room);
void api_get_mine(struct ask *ask);
void api_post_forget(struct ask *ask);
/* The options of a set-up as the store keeps them. */
void api_options_text(const struct vl_game *game, const struct vl_setup *setup,
                      struct vl_stored_match *m);
/* Takes the cookie back. */
void api_forget_player(struct ask *ask);

/* recover.c */
void api_post_move(struct ask *ask, struct sv_room *room);
void api_post_take(struct ask *ask, struct sv_room *room);
void api_post_reissue(struct ask *ask, struct sv_room *room);
void api_post_reissue_link(struct ask *ask, struct sv_room *room);
void api_get_left(struct ask *ask);
void api_post_left(struct ask *ask);

/* fork.c, import.c */
void api_post_fork(struct ask *ask, struct sv_room *room);
void api_post_import(struct ask *ask);
void api_get_my_records(struct ask *ask);

/* mine.c */
void api_get_statistics(struct ask *ask);
void api_post_drop_statistics(struct ask *ask);
void api_post_erase(struct ask *ask);

#endif
