/* Answers that all kinds of WebSocket messages share. */
#include "server/ws/request.h"

#include <stdio.h>

#include "core/banned.h"
#include "server/state.h"
#include "server/time.h"
#include "server/ws/write.h"

/* A client with a bug sends a bad message now and then; only a stream of them ends the connection.
 */
enum { BAD_PER_SECOND = 1, BAD_AT_ONCE = 20 };

void ws_begin(struct vl_json *json, struct vl_text *out, const struct ws_request *req,
              const char *type)
{
    vl_json_start(json, out);
    vl_json_object(json);
    vl_json_put_string(json, "type", type);
    vl_json_key(json, "re");
    if (req->has_id)
        vl_json_int(json, req->id);
    else
        vl_json_null(json);
}

void ws_put_place(struct vl_json *json, const struct ws_request *req)
{
    vl_json_put_string(json, "match", req->room->stored.id);
    vl_json_key(json, "seat");
    if (req->viewer >= 0)
        vl_json_int(json, req->viewer);
    else
        vl_json_null(json);
}

void ws_end(struct vl_json *json, struct vl_text *out, const struct ws_request *req)
{
    vl_json_end_object(json);
    sv_send(req->connection, out);
}

void ws_ok(const struct ws_request *req)
{
    struct vl_text out = {0};
    struct vl_json json;
    ws_begin(&json, &out, req, "ok");
    ws_end(&json, &out, req);
}

static void fail_as(const struct ws_request *req, const char *code, const struct vl_error *err)
{
    struct vl_text out = {0};
    struct vl_json json;
    ws_begin(&json, &out, req, "error");
    sv_put_error(&json, code, err);
    ws_end(&json, &out, req);
}

void ws_fail(const struct ws_request *req, const struct vl_error *err)
{
    fail_as(req, sv_error_word(err), err);
}

void ws_complain(const struct ws_request *req, const char *code, const char *format, ...)
{
    struct vl_error err = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    fail_as(req, code, &err);
}

void ws_count_bad(struct sv_connection *c)
{
    if (!sv_bucket_take(&c->bad_rate, BAD_PER_SECOND, BAD_AT_ONCE, sv_now()))
        sv_close(c, 1008);
}

void ws_strike(const struct ws_request *req, const struct vl_error *err)
{
    req->connection->server->figures.bad_messages++;
    fail_as(req, "bad_input", err);
    ws_count_bad(req->connection);
}
