/* HTTP requests: finding who answers. files.c has the client's own files. See docs/protocol.md. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/api.h"

void sv_response_free(struct sv_response *response)
{
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

void api_fail(const struct ask *ask, const struct vl_error *err)
{
    int status = err->code == VL_NOT_FOUND   ? 404
                 : err->code == VL_REFUSED   ? 409
                 : err->code == VL_IO        ? 503
                 : err->code == VL_NO_MEMORY ? 503
                                             : 400;
    sv_respond_error(ask->response, status, sv_error_word(err), err);
}

void api_complain(const struct ask *ask, int status, const char *code, const char *format, ...)
{
    struct vl_error err = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    sv_respond_error(ask->response, status, code, &err);
}

void sv_answer_failed(struct sv_response *response)
{
    struct vl_error err = {.code = VL_IO};
    sv_respond_error(response, 503, "busy", &err);
    response->retry_after = 2;
}

void api_start(const struct ask *ask, struct vl_json *json)
{
    ask->response->status = 200;
    ask->response->type = "application/json";
    vl_json_start(json, &ask->response->body);
}

/* ---- Finding the handler ---- */

static void get_health(struct ask *ask)
{
    struct vl_store_stats stats;
    struct vl_error err = {0};
    bool readable = api_calls(ask)->stats(ask->server->store, &stats, &err);
    bool good = readable && !ask->server->unwell;
    ask->response->status = good ? 200 : 503;
    ask->response->type = "text/plain; charset=utf-8";
    vl_text_add(&ask->response->body, good       ? "ok\n"
                                      : readable ? "the store could not be written to\n"
                                                 : "the store cannot be read\n");
}

static void get_metrics(struct ask *ask)
{
    ask->response->status = 200;
    ask->response->type = "text/plain; version=0.0.4; charset=utf-8";
    sv_metrics(ask->server, &ask->response->body);
}

static const struct plain {
    const char *method, *path;
    void (*answer)(struct ask *ask);
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

static const struct of_match {
    const char *method, *part;
    void (*answer)(struct ask *ask, struct sv_room *room);
} of_match[] = {
    {"GET", "", api_get_match},
    {"POST", "/claim", api_post_claim},
    {"POST", "/rematch", api_post_rematch},
    {"GET", "/record", api_get_record},
    {"GET", "/verify", api_get_verify},
    {"GET", "/review", api_get_review},
    {"POST", "/review", api_post_review},
    {"POST", "/move", api_post_move},
    {"POST", "/take", api_post_take},
    {"POST", "/reissue", api_post_reissue},
    {"POST", "/reissue/link", api_post_reissue_link},
    {"POST", "/fork", api_post_fork},
};

static const char *after(const char *path, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(path, prefix, length) == 0 ? path + length : NULL;
}

static void method_wrong(const struct ask *ask)
{
    api_complain(ask, 405, "bad_input", "this address does not take %.10s", ask->request->method);
    ask->response->allow = ask->request->method[0] == 'P' ? "GET, HEAD" : "POST";
}

/* POST bodies are JSON objects from our own page; what is posted changes something. */
static bool read_body(struct ask *ask)
{
    const struct sv_request *r = ask->request;
    json_error_t where;
    if (!sv_same_origin(r->origin, r->host)) {
        ask->server->figures.refused_origin++;
        api_complain(ask, 403, "refused", "this request comes from another page");
        return false;
    }
    if (!r->content_type || strncmp(r->content_type, "application/json", 16) != 0) {
        api_complain(ask, 415, "bad_input", "expected application/json");
        return false;
    }
    ask->body = json_loadb(r->body ? r->body : "", r->body_size, JSON_REJECT_DUPLICATES, &where);
    if (!json_is_object(ask->body)) {
        api_complain(ask, 400, "bad_input", "expected one JSON object%s%.100s",
                     ask->body ? "" : ": ", ask->body ? "" : where.text);
        return false;
    }
    if (!sv_may_write(ask->server, NULL)) {
        sv_answer_failed(ask->response);
        return false;
    }
    return true;
}

/* A what-if of a match that is going on is its owner's alone, or a device's that comes with a
 * secret; if not, answered. */
static bool may_enter(const struct ask *ask, struct sv_room *room, const char *part)
{
    if (!sv_fork_closed(room) || api_seats_held(ask, room) || strcmp(part, "/claim") == 0 ||
        strcmp(part, "/take") == 0)
        return true;
    api_complain(ask, 403, "not_yours", "%s", sv_closed_message);
    return false;
}

static void answer_match(struct ask *ask, const char *rest)
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
            if (strcmp(ask->request->method, of_match[i].method) != 0)
                continue;
            if (ask->request->method[0] == 'P' && !read_body(ask))
                return;
            struct sv_room *room = sv_room_find(ask->server, id, &err);
            if (!room)
                api_fail(ask, &err);
            else if (may_enter(ask, room, of_match[i].part))
                of_match[i].answer(ask, room);
            return;
        }
    }
    if (known)
        method_wrong(ask);
    else
        api_complain(ask, 404, "not_found", "there is no such address");
}

static bool answer_plain(struct ask *ask)
{
    bool known = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(plain[i].path, ask->request->path) != 0)
            continue;
        known = true;
        if (strcmp(plain[i].method, ask->request->method) != 0)
            continue;
        if (ask->request->method[0] != 'P' || read_body(ask))
            plain[i].answer(ask);
        return true;
    }
    if (known)
        method_wrong(ask);
    return known;
}

size_t sv_body_limit(const struct sv_server *server, const char *path)
{
    static const char large[] = "/api/import";
    size_t length = strlen(path), end = sizeof large - 1;
    bool import = length >= end && strcmp(path + length - end, large) == 0;
    return import ? server->settings.limits.import : server->settings.limits.body;
}

/* Outside the API: a page for people, JSON for programs. */
static void nothing_here(struct ask *ask)
{
    if (strcmp(ask->request->method, "GET") != 0 ||
        !sv_serve_nowhere(ask->server, ask->request, ask->response))
        api_complain(ask, 404, "not_found", "there is no such address");
}

static void dispatch(struct ask *ask)
{
    const char *path = ask->request->path, *rest;
    bool get = strcmp(ask->request->method, "GET") == 0;
    if (!path) {
        nothing_here(ask);
        return;
    }
    if (answer_plain(ask))
        return;
    if ((rest = after(path, "/api/matches/"))) {
        answer_match(ask, rest);
    } else if ((rest = after(path, "/api/decks/")) && get) {
        api_get_deck(ask, rest);
    } else if ((rest = after(path, "/api/rules/")) && get) {
        api_get_rules(ask, rest);
    } else if (!get) {
        method_wrong(ask);
    } else if (after(path, "/api/")) {
        api_complain(ask, 404, "not_found", "there is no such address");
    } else if (!sv_serve_file(ask->server, ask->request, ask->response)) {
        nothing_here(ask);
    }
}

void sv_answer(struct sv_server *server, const struct sv_request *request,
               struct sv_response *response)
{
    char token[SV_TOKEN_SIZE];
    struct ask ask = {
        .server = server,
        .request = request,
        .response = response,
        .address = sv_address_of(server, request->address),
    };
    uint32_t rate = server->settings.limits.requests_per_second;
    *response = (struct sv_response){0};
    server->figures.requests++;
    if (sv_cookie_token(request->cookie, token))
        ask.has_player = sv_token_hash(token, ask.player);
    sodium_memzero(token, sizeof token);
    if (!sv_host_known(&server->settings, request->host)) {
        server->figures.refused_host++;
        api_complain(&ask, 421, "refused",
                     "this server does not answer to the name %.100s; its operator can add it: "
                     "valise serve --host NAME",
                     request->host);
    } else if (!sv_bucket_take(&ask.address->requests, rate, rate * 5, sv_now())) {
        server->figures.refused_rate++;
        api_complain(&ask, 429, "too_many", "too many requests from this address");
        response->retry_after = 1;
    } else {
        dispatch(&ask);
    }
    json_decref(ask.body);
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
