/* Answers that all addresses share, and the player behind a request. */
#include "server/http/request.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "server/secret.h"
#include "server/ws/write.h"

void api_fail(const struct http_request *req, const struct vl_error *err)
{
    int status = err->code == VL_NOT_FOUND   ? 404
                 : err->code == VL_REFUSED   ? 409
                 : err->code == VL_IO        ? 503
                 : err->code == VL_NO_MEMORY ? 503
                                             : 400;
    sv_respond_error(req->response, status, sv_error_word(err), err);
}

void api_complain(const struct http_request *req, int status, const char *code, const char *format,
                  ...)
{
    struct vl_error err = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    sv_respond_error(req->response, status, code, &err);
}

void api_fail_batch(const struct http_request *req, const struct vl_error *err)
{
    req->server->batch_failed = true;
    api_fail(req, err);
}

void api_start(const struct http_request *req, struct vl_json *json)
{
    req->response->status = 200;
    req->response->type = "application/json";
    vl_json_start(json, &req->response->body);
}

void api_respond_empty(const struct http_request *req)
{
    struct vl_json json;
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_end_object(&json);
}

/* ---- Players ---- */

/* Max-Age is 400 days, the most that browsers accept. */
static const char cookie_format[] =
    "valise=%s; Path=%s; HttpOnly; SameSite=Strict; Max-Age=34560000%s";

void api_need_player(struct http_request *req)
{
    char token[SV_TOKEN_SIZE];
    if (req->has_player)
        return;
    sv_token_new(token);
    sv_token_hash(token, req->player);
    req->has_player = true;
    /* If the page came over TLS, ours or a proxy's, the cookie is never sent without it. */
    const struct sv_settings *settings = &req->server->settings;
    const char *origin = req->http->origin;
    bool secure = settings->tls_cert || (origin && strncmp(origin, "https://", 8) == 0);
    snprintf(req->response->cookie, sizeof req->response->cookie, cookie_format, token,
             settings->base, secure ? "; Secure" : "");
    sodium_memzero(token, sizeof token);
}

void api_forget_player(struct http_request *req)
{
    req->has_player = false;
    snprintf(req->response->cookie, sizeof req->response->cookie,
             "valise=; Path=%s; HttpOnly; SameSite=Strict; Max-Age=0", req->server->settings.base);
}

uint32_t api_seats_held(const struct http_request *req, const struct sv_room *room)
{
    uint32_t seats = 0;
    if (req->has_player)
        api_calls(req)->held(req->server->store, req->player, room->stored.id, &seats, NULL);
    return seats;
}
