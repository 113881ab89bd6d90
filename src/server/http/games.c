/* Requests about games. */
#include "server/http/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/clause.h"
#include "server/decks.h"
#include "server/room/clock.h"
#include "server/secret.h"
#include "server/ws/chat.h"

static void write_options(struct vl_json *json, const struct vl_game *game)
{
    vl_json_key(json, "options");
    vl_json_array(json);
    for (const struct vl_option *o = game->options; o->name; o++) {
        vl_json_object(json);
        vl_json_put_string(json, "name", o->name);
        vl_json_key(json, "words");
        vl_json_array(json);
        for (uint32_t i = 0; o->words[i]; i++)
            vl_json_string(json, o->words[i]);
        vl_json_end_array(json);
        vl_json_put_string(json, "standard", o->words[o->standard]);
        vl_json_put_string(json, "help", o->help);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* Writes the own seats of one setup. */
static void put_own_seats(struct vl_json *json, const struct vl_game *game, const char *option,
                          const char *word, const struct vl_setup *setup)
{
    for (uint32_t seat = 0; seat < setup->seats; seat++) {
        char name[VL_NAME_SIZE];
        if (!vl_own_seat(game, setup, seat))
            continue;
        vl_own_seat_name(game, setup, seat, name, sizeof name);
        vl_json_object(json);
        vl_json_put_string(json, "option", option);
        vl_json_put_string(json, "word", word);
        vl_json_put_int(json, "seats", setup->seats);
        vl_json_put_int(json, "seat", seat);
        vl_json_put_string(json, "name", name);
        vl_json_end_object(json);
    }
}

/* Lists the seats that the game plays itself: for each word of each option and each number of seats
 * at which there are some. */
static void write_own_seats(struct vl_json *json, const struct vl_game *game)
{
    vl_json_key(json, "own_seats");
    vl_json_array(json);
    for (uint32_t i = 0; game->options[i].name; i++)
        for (uint8_t word = 0; game->options[i].words[word]; word++)
            for (uint32_t seats = game->least_seats; seats <= game->most_seats; seats++) {
                struct vl_setup setup;
                if (word == game->options[i].standard || !vl_setup_init(game, seats, &setup, NULL))
                    continue;
                setup.option[i] = word;
                put_own_seats(json, game, game->options[i].name, game->options[i].words[word],
                              &setup);
            }
    vl_json_end_array(json);
}

/* Lists the levels of bots that can be told apart in this game, with the measured share of wins. */
static void write_ladder(struct vl_json *json, const struct vl_game *game)
{
    vl_json_key(json, "levels");
    vl_json_array(json);
    for (const struct vl_rung *rung = game->ladder; rung->bot; rung++) {
        vl_json_object(json);
        vl_json_put_string(json, "bot", rung->bot);
        if (rung->wins > 0) {
            vl_json_put_real(json, "wins", rung->wins);
            vl_json_put_real(json, "low", rung->low);
            vl_json_put_real(json, "high", rung->high);
        }
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

static void write_game(struct vl_json *json, struct sv_server *server, const struct vl_game *game)
{
    const struct vl_deck *deck = sv_deck_find(server, game, NULL, NULL);
    vl_json_object(json);
    vl_json_put_string(json, "id", game->id);
    vl_json_put_string(json, "name", game->name);
    vl_json_put_string(json, "clause", game->clause);
    vl_json_put_string(json, "summary", game->summary);
    vl_json_put_string(json, "minutes", game->minutes);
    vl_json_put_int(json, "rules_version", game->rules_version);
    vl_json_key(json, "rules_versions");
    vl_json_array(json);
    for (uint32_t i = 0; vl_rules_at(game, i); i++)
        vl_json_int(json, vl_rules_at(game, i));
    vl_json_end_array(json);
    vl_json_put_bool(json, "playable", true); /* earlier clients look for it */
    vl_json_put_int(json, "least_seats", game->least_seats);
    vl_json_put_int(json, "most_seats", game->most_seats);
    vl_json_put_string(json, "deck", deck ? deck->hash : "");
    vl_json_key(json, "categories");
    vl_json_array(json);
    for (uint32_t i = 0; game->categories[i]; i++)
        vl_json_string(json, game->categories[i]);
    vl_json_end_array(json);
    write_options(json, game);
    write_own_seats(json, game);
    vl_json_key(json, "styles");
    vl_json_array(json);
    for (const struct vl_style *s = game->styles; s->name; s++) {
        vl_json_object(json);
        vl_json_put_string(json, "name", s->name);
        vl_json_put_string(json, "help", s->help);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    write_ladder(json, game);
    vl_json_end_object(json);
}

void api_get_games(struct http_request *req)
{
    struct vl_json json;
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_key(&json, "games");
    vl_json_array(&json);
    for (uint32_t i = 0; i < vl_game_count(); i++)
        write_game(&json, req->server, vl_game_at(i));
    vl_json_end_array(&json);
    vl_json_key(&json, "bots");
    vl_json_array(&json);
    for (uint32_t i = 0; i < vl_bot_count(); i++) {
        const struct vl_bot *bot = vl_bot_at(i);
        vl_json_object(&json);
        vl_json_put_string(&json, "name", bot->name);
        vl_json_put_string(&json, "help", bot->help);
        vl_json_put_bool(&json, "styled", bot->styled);
        vl_json_put_bool(&json, "searches", bot->searches);
        vl_json_put_int(&json, "level", bot->level);
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    vl_json_key(&json, "limits");
    vl_json_object(&json);
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
    vl_json_key(&json, "clauses");
    vl_json_array(&json);
    write_clauses(&json, game, page);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}
