/* Requests about games. */
#include "server/http/games.h"

#include "core/banned.h"
#include "core/clause.h"
#include "core/json_write.h"
#include "server/decks.h"
#include "server/room/clock.h"
#include "server/secret.h"
#include "server/ws/chat.h"
#include "table/catalogue.h"

void api_get_games(struct http_request *req)
{
    struct vl_json json;
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_open_array(&json, "games");
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_deck *deck = sv_deck_find(req->server, vl_game_at(i), NULL, NULL);
        vl_write_game(&json, vl_game_at(i), deck ? deck->hash : "", "words");
    }
    vl_json_end_array(&json);
    vl_write_bots(&json);
    vl_json_open_object(&json, "limits");
    vl_json_put_int(&json, "name", SV_MAX_NAME);
    vl_json_put_int(&json, "moves", VL_MAX_MOVES);
    vl_json_put_int(&json, "clock_seconds", req->server->settings.limits.clock);
    vl_json_put_int(&json, "chat", sv_chat_most(req->server));
    vl_json_end_object(&json);
    vl_json_put_string(&json, "minder", sv_stand_in_bot()->name);
    vl_json_end_object(&json);
}

/* /api/decks/ID/HASH */
void api_get_deck(struct http_request *req, const char *rest)
{
    char id[32], hash[17];
    int end = 0;
    const struct vl_game *game = NULL;
    struct vl_error err = {0};
    if (sscanf(rest, "%31[a-z0-9]/%16[0-9a-f]%n", id, hash, &end) == 2 && !rest[end])
        game = vl_game_find(id);
    const struct vl_deck *deck = game ? sv_deck_find(req->server, game, hash, &err) : NULL;
    if (!deck) {
        api_complain(req, 404, "not_found", "there is no such deck");
        return;
    }
    req->response->status = 200;
    req->response->type = "application/json";
    req->response->immutable = true;
    vl_deck_json(deck, &req->response->body);
}

/* Lists the clauses of a rules page. */
static void write_clauses(struct vl_json *json, const struct vl_game *game, const char *page)
{
    struct vl_text text = {0};
    struct vl_clause clause;
    for (; vl_find_clause(game, page, &clause); page = clause.end) {
        vl_text_clear(&text);
        vl_text_add_bytes(&text, clause.text, (size_t)(clause.end - clause.text));
        vl_json_object(json);
        vl_json_put_string(json, "clause", clause.number);
        vl_json_put_string(json, "text", vl_text_string(&text));
        vl_json_end_object(json);
    }
    vl_text_free(&text);
}

/* /api/rules/ID and /api/rules/ID/clauses */
void api_get_rules(struct http_request *req, const char *rest)
{
    char id[32];
    int end = 0;
    const char *page = NULL;
    const struct vl_game *game = NULL;
    if (sscanf(rest, "%31[a-z0-9]%n", id, &end) == 1)
        game = vl_game_find(id);
    bool clauses = end && strcmp(rest + end, "/clauses") == 0;
    if (game && (clauses || !rest[end]))
        page = vl_rules_page(game);
    if (!page) {
        api_complain(req, 404, "not_found", "there is no such rules page");
        return;
    }
    if (!clauses) {
        req->response->status = 200;
        req->response->type = "text/markdown; charset=utf-8";
        vl_text_add(&req->response->body, page);
        return;
    }
    struct vl_json json;
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_open_array(&json, "clauses");
    write_clauses(&json, game, page);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}
