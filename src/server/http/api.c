/* HTTP requests: finding the function that answers. */
#include "server/http/api.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/access.h"
#include "server/batch.h"
#include "server/http/claims.h"
#include "server/http/erase.h"
#include "server/http/files.h"
#include "server/http/fork.h"
#include "server/http/games.h"
#include "server/http/import.h"
#include "server/http/matches.h"
#include "server/http/records.h"
#include "server/http/review.h"
#include "server/http/seats.h"
#include "server/http/statistics.h"
#include "server/room/vote.h"
#include "server/time.h"
#include "server/ws/write.h"

void sv_response_free(struct sv_response *response)
{
    if (response->pending)
        sv_import_abandon(response->pending);
    vl_text_free(&response->body);
    *response = (struct sv_response){0};
}

void sv_respond_error(struct sv_response *response, int status, const char *code,
                      const struct vl_error *err)
{
    struct vl_json json;
    sv_response_free(response);
    response->status = status;
    response->type = "application/json";
    vl_json_start(&json, &response->body);
    vl_json_object(&json);
    vl_json_key(&json, "error");
    vl_json_object(&json);
    sv_put_error(&json, code, err);
    vl_json_end_object(&json);
    vl_json_end_object(&json);
}

void sv_answer_failed(struct sv_response *response)
{
    struct vl_error err = {.code = VL_IO};
    sv_respond_error(response, 503, "busy", &err);
    response->retry_after = 2;
}

/* ---- Addresses ---- */

static void get_health(struct http_request *req)
{
    struct vl_store_stats stats;
    struct vl_error err = {0};
    bool readable = api_calls(req)->stats(req->server->store, &stats, &err);
    req->response->status = sv_health_good(&req->server->health, readable) ? 200 : 503;
    req->response->type = "text/plain; charset=utf-8";
    vl_text_add(&req->response->body, sv_health_text(&req->server->health, readable));
}

static void get_metrics(struct http_request *req)
{
    req->response->status = 200;
    req->response->type = "text/plain; version=0.0.4; charset=utf-8";
    sv_metrics(req->server, &req->response->body);
}

/* Addresses without a part that varies. */
static const struct plain {
    const char *method, *path;
    void (*answer)(struct http_request *req);
} plain[] = {
    {"GET", "/healthz", get_health},
    {"GET", "/metrics", get_metrics},
    {"GET", "/api/games", api_get_games},
    {"POST", "/api/matches", api_post_match},
    {"GET", "/api/my/matches", api_get_mine},
    {"POST", "/api/my/forget", api_post_forget},
    {"GET", "/api/my/left", api_get_left},
    {"POST", "/api/my/left", api_post_left},
    {"POST", "/api/import", api_post_import},
    {"GET", "/api/my/records", api_get_my_records},
    {"GET", "/api/my/statistics", api_get_statistics},
    {"POST", "/api/my/statistics/delete", api_post_drop_statistics},
    {"POST", "/api/my/delete", api_post_erase},
};

/* Addresses below /api/matches/ID. */
static const struct of_match {
    const char *method, *part;
    void (*answer)(struct http_request *req, struct sv_room *room);
} of_match[] = {
    {"GET", "", api_get_match},
    {"POST", "/claim", api_post_claim},
    {"POST", "/rematch", api_post_rematch},
    {"GET", "/record", api_get_record},
    {"GET", "/verify", api_get_verify},
    {"GET", "/review", api_get_review},
    {"POST", "/review", api_post_review},
    {"POST", "/ask", api_post_ask},
    {"POST", "/move", api_post_move},
    {"POST", "/take", api_post_take},
    {"POST", "/reissue", api_post_reissue},
    {"POST", "/reissue/link", api_post_reissue_link},
    {"POST", "/fork", api_post_fork},
};

/* The part of a path after a prefix; NULL: it does not begin with it. */
static const char *after(const char *path, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(path, prefix, length) == 0 ? path + length : NULL;
}

static void method_wrong(const struct http_request *req)
{
    api_complain(req, 405, "bad_input", "this address does not take %.10s", req->http->method);
    req->response->allow = req->http->method[0] == 'P' ? "GET, HEAD" : "POST";
}

/* Reads the body of a POST, which must be a JSON object from our own page: the check of the origin
 * keeps other pages from acting with the cookies of a player. Every POST changes something, so the
 * store must be writable. Without `parse` the body stays as it is, for a worker to read. False: it
 * is answered. */
static bool read_body(struct http_request *req, bool parse)
{
    const struct sv_request *r = req->http;
    json_error_t where;
    if (!sv_same_origin(r->origin, r->host)) {
        req->server->figures.refused_origin++;
        api_complain(req, 403, "refused", "this request comes from another page");
        return false;
    }
    if (!r->content_type || strncmp(r->content_type, "application/json", 16) != 0) {
        api_complain(req, 415, "bad_input", "expected application/json");
        return false;
    }
    if (parse)
        req->body =
            json_loadb(r->body ? r->body : "", r->body_size, JSON_REJECT_DUPLICATES, &where);
    if (parse && !json_is_object(req->body)) {
        api_complain(req, 400, "bad_input", "expected one JSON object%s%.100s",
                     req->body ? "" : ": ", req->body ? "" : where.text);
        return false;
    }
    if (!sv_may_write(req->server, NULL)) {
        sv_answer_failed(req->response);
        return false;
    }
    return true;
}

/* Whether the request may see this match: a private fork only if it comes from the owner, or from a
 * device that is about to become the owner's. False: it is answered. */
static bool may_enter(const struct http_request *req, struct sv_room *room, const char *part)
{
    if (!sv_fork_closed(room) || api_seats_held(req, room) || strcmp(part, "/claim") == 0 ||
        strcmp(part, "/take") == 0)
        return true;
    api_complain(req, 403, "not_yours", "%s", sv_closed_message);
    return false;
}

/* A POST of an owner is an action: it ends a vote about the seat. */
static void answer_about(struct http_request *req, struct sv_room *room,
                         const struct of_match *address)
{
    uint32_t held = req->http->method[0] == 'P' ? api_seats_held(req, room) : 0;
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (held >> i & 1)
            sv_vote_owner_active(room, (int)i);
    address->answer(req, room);
}

static void answer_match(struct http_request *req, const char *rest)
{
    char id[VL_MATCH_ID_SIZE];
    struct vl_error err = {0};
    bool known = false;
    size_t length = strcspn(rest, "/");
    if (length == VL_MATCH_ID_SIZE - 1) {
        memcpy(id, rest, length);
        id[length] = '\0';
        for (size_t i = 0; i < sizeof of_match / sizeof *of_match; i++) {
            if (strcmp(rest + length, of_match[i].part) != 0)
                continue;
            known = true;
            if (strcmp(req->http->method, of_match[i].method) != 0)
                continue;
            if (req->http->method[0] == 'P' && !read_body(req, true))
                return;
            struct sv_room *room = sv_room_find(req->server, id, &err);
            if (!room)
                api_fail(req, &err);
            else if (may_enter(req, room, of_match[i].part))
                answer_about(req, room, &of_match[i]);
            return;
        }
    }
    if (known)
        method_wrong(req);
    else
        api_complain(req, 404, "not_found", "there is no such address");
}

static bool answer_plain(struct http_request *req)
{
    bool known = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(plain[i].path, req->http->path) != 0)
            continue;
        known = true;
        if (strcmp(plain[i].method, req->http->method) != 0)
            continue;
        if (req->http->method[0] != 'P' || read_body(req, plain[i].answer != api_post_import))
            plain[i].answer(req);
        return true;
    }
    if (known)
        method_wrong(req);
    return known;
}

size_t sv_body_limit(const struct sv_server *server, const char *path)
{
    static const char large[] = "/api/import";
    size_t length = strlen(path), end = sizeof large - 1;
    bool import = length >= end && strcmp(path + length - end, large) == 0;
    return import ? server->settings.limits.import : server->settings.limits.body;
}

/* Outside the API: an HTML page for people, JSON for programs. */
static void nothing_here(struct http_request *req)
{
    if (strcmp(req->http->method, "GET") != 0 ||
        !sv_serve_nowhere(req->server, req->http, req->response))
        api_complain(req, 404, "not_found", "there is no such address");
}

/* The fixed addresses first, then those with parts, then the files of the client. */
static void dispatch(struct http_request *req)
{
    const char *path = req->http->path, *rest;
    bool get = strcmp(req->http->method, "GET") == 0;
    if (!path) {
        nothing_here(req);
        return;
    }
    if (answer_plain(req))
        return;
    if ((rest = after(path, "/api/matches/"))) {
        answer_match(req, rest);
    } else if ((rest = after(path, "/api/decks/")) && get) {
        api_get_deck(req, rest);
    } else if ((rest = after(path, "/api/rules/")) && get) {
        api_get_rules(req, rest);
    } else if (!get) {
        method_wrong(req);
    } else if (after(path, "/api/")) {
        api_complain(req, 404, "not_found", "there is no such address");
    } else if (!sv_serve_file(req->server, req->http, req->response)) {
        nothing_here(req);
    }
}

/* ---- The whole ---- */

void sv_answer(struct sv_server *server, const struct sv_request *request,
               struct sv_response *response)
{
    char token[SV_TOKEN_SIZE];
    struct http_request req = {
        .server = server,
        .http = request,
        .response = response,
        .address = sv_address_of(server, request->address),
    };
    uint32_t rate = server->settings.limits.requests_per_second;
    *response = (struct sv_response){0};
    server->figures.requests++;
    if (sv_cookie_token(request->cookie, token))
        req.has_player = sv_token_hash(token, req.player);
    sodium_memzero(token, sizeof token);
    if (!sv_host_known(&server->settings, request->host)) {
        server->figures.refused_host++;
        api_complain(&req, 421, "refused",
                     "this server does not answer to the name %.100s; its operator can add it: "
                     "valise serve --host NAME",
                     request->host);
    } else if (!sv_bucket_take(&req.address->requests, rate, rate * 5, sv_now())) {
        server->figures.refused_rate++;
        api_complain(&req, 429, "too_many", "too many requests from this address");
        response->retry_after = 1;
    } else {
        server->asker = request->address;
        dispatch(&req);
        server->asker = NULL;
    }
    json_decref(req.body);
}

bool sv_same_origin(const char *origin, const char *host)
{
    if (!origin || !*origin)
        return true;
    const char *rest = after(origin, "http://");
    if (!rest)
        rest = after(origin, "https://");
    return rest && host && *host && strcmp(rest, host) == 0;
}
