/* An HTTP request while it is answered, and the answers that all addresses share. A function that
 * answers fills in the response; if it fails, it says so with api_fail or api_complain. */
#ifndef VALISE_SERVER_HTTP_REQUEST_H
#define VALISE_SERVER_HTTP_REQUEST_H

#include <jansson.h>

#include "server/http/api.h"
#include "server/room/room.h"
#include "server/state.h"

struct http_request {
    struct sv_server *server;
    const struct sv_request *http; /* as it came */
    struct sv_response *response;
    struct sv_address *address;
    json_t *body; /* of a POST: an object */
    bool has_player;
    uint8_t player[VL_HASH_SIZE]; /* hash of the cookie's token */
};

static inline const struct vl_store_functions *api_calls(const struct http_request *req)
{
    return sv_calls(req->server);
}

static inline const struct vl_people_functions *api_people(const struct http_request *req)
{
    return sv_people(req->server);
}

/* The response for an error, with the status that fits its code. */
void api_fail(const struct http_request *req, const struct vl_error *err);
/* The same for a write that failed: the batch is rolled back. */
void api_fail_batch(const struct http_request *req, const struct vl_error *err);
__attribute__((format(printf, 4, 5))) void api_complain(const struct http_request *req, int status,
                                                        const char *code, const char *format, ...);
/* Starts a response of status 200 in JSON. */
void api_start(const struct http_request *req, struct vl_json *json);
/* The response {}. */
void api_respond_empty(const struct http_request *req);

/* Makes sure that the browser of this request is known as a player: if it has no cookie, it gets
 * one. */
void api_need_player(struct http_request *req);
/* Deletes the cookie. */
void api_forget_player(struct http_request *req);
/* The seats of a match that the player holds, as a bit mask. */
uint32_t api_seats_held(const struct http_request *req, const struct sv_room *room);

#endif
