/*
 * Fuzz target: HTTP requests and WebSocket messages, as the network hands them to the server.
 *
 * A line of the input is a message, or, with a slash in front or "POST /", a request. "@M" stands
 * for the match that is there, "@S" for the secret of its second seat, "@P" for the present
 * position, "@L" for the first legal move. Two browsers take turns, one line each. Every answer
 * must be one JSON object with a type, or a response with a status below 500, and every turn must
 * end well.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "fuzz.h"
#include "server/server.h"

enum { MOST_LINES = 40, RUNS_A_SERVER = 500, BROWSERS = 2 };

static struct sv_server *server;
static uint32_t runs;

struct stage {
    char match[VL_MATCH_ID_SIZE];
    char token[BROWSERS][SV_TOKEN_SIZE];
    char secret[SV_TOKEN_SIZE];
    struct sv_connection *connection[BROWSERS];
};

static void open_server(void)
{
    struct sv_settings settings;
    struct vl_error err = {0};
    sv_server_free(server);
    sv_settings_init(&settings);
    settings.database = ":memory:";
    settings.workers = 1;
    settings.bot_pause = 0;
    settings.bot_budget = 1;
    settings.limits.messages_per_second = settings.limits.requests_per_second = 1000000;
    settings.limits.matches_per_minute = 1000000;
    server = sv_server_new(&settings, &err);
    if (!server || !sv_start(server, NULL, NULL, &err))
        fuzz_finding("the server does not start: %s", err.message);
}

static void close_server(void)
{
    sv_server_free(server);
}

static void check_message(const struct sv_message *message)
{
    json_error_t where;
    const char *words = (const char *)message->data + message->head;
    int size = (int)(message->size - message->head);
    json_t *json = json_loadb(words, (size_t)size, JSON_REJECT_DUPLICATES, &where);
    const char *type = json_string_value(json_object_get(json, "type"));
    if (!type)
        fuzz_finding("not a message: %s: %.*s", where.text, size, words);
    const char *text = json_string_value(json_object_get(json, "message"));
    if (strcmp(type, "error") == 0 && (!text || !*text))
        fuzz_finding("an error without words: %.*s", size, words);
    json_decref(json);
}

/* Ends the turn and reads what came. */
static void end_turn(struct stage *stage)
{
    if (!sv_flush(server))
        fuzz_finding("the turn could not be synced");
    for (int i = 0; i < BROWSERS; i++) {
        struct sv_connection *c = stage->connection[i];
        while (sv_outbox_ready(&c->out)) {
            check_message(c->out.first);
            sv_wrote(c, c->out.first->size);
        }
        if (c->closing) {
            sv_disconnect(c);
            stage->connection[i] = sv_connect(server, "10.0.0.1", stage->token[i]);
        }
    }
}

/* ---- Requests ---- */

static void check_response(const struct sv_response *r, const char *path)
{
    if (r->status < 200 || r->status > 599 || !r->type)
        fuzz_finding("%s: no status", path);
    if (r->status >= 500)
        fuzz_finding("%s: status %d", path, r->status);
    if (strcmp(r->type, "application/json") != 0)
        return;
    json_error_t where;
    json_t *json =
        json_loadb(vl_text_string(&r->body), r->body.length, JSON_REJECT_DUPLICATES, &where);
    if (!json_is_object(json))
        fuzz_finding("%s: not JSON: %s", path, where.text);
    json_decref(json);
}

static void request(const char *method, const char *path, const char *body, int who,
                    const struct stage *stage, struct sv_response *response)
{
    char cookie[64];
    snprintf(cookie, sizeof cookie, "valise=%s", stage->token[who]);
    struct sv_request r = {
        .method = method,
        .path = path,
        .cookie = stage->token[who][0] ? cookie : NULL,
        .host = "localhost",
        .origin = "http://localhost",
        .content_type = "application/json",
        .accept = "text/html, */*;q=0.8",
        .accept_encoding = "gzip, br",
        .address = "10.0.0.1",
        .body = body,
        .body_size = strlen(body),
    };
    sv_answer(server, &r, response);
    check_response(response, path);
}

static void keep_token(const struct sv_response *response, char token[SV_TOKEN_SIZE])
{
    if (response->cookie[0] && !sv_cookie_token(response->cookie, token))
        fuzz_finding("a cookie that is not one: %s", response->cookie);
}

/* A match of two people, dealt. */
static void set_stage(struct stage *stage)
{
    struct sv_response response;
    struct vl_text body = {0};
    *stage = (struct stage){0};
    vl_text_addf(&body, "{\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}]}",
                 fuzz_game(runs % (fuzz_game_count() - 1))->id);
    request("POST", "/api/matches", body.data, 0, stage, &response);
    json_t *made = json_loadb(response.body.data, response.body.length, 0, NULL);
    const json_t *friend = json_array_get(json_object_get(made, "seats"), 1);
    const char *match = json_string_value(json_object_get(made, "match"));
    const char *secret = json_string_value(json_object_get(friend, "secret"));
    if (!match || !secret)
        fuzz_finding("no match was made: %s", response.body.data);
    snprintf(stage->match, sizeof stage->match, "%s", match);
    snprintf(stage->secret, sizeof stage->secret, "%s", secret);
    keep_token(&response, stage->token[0]);
    sv_response_free(&response);
    json_decref(made);
    vl_text_clear(&body);
    vl_text_addf(&body, "{\"seat\":1,\"secret\":\"%s\"}", stage->secret);
    char path[64];
    snprintf(path, sizeof path, "/api/matches/%s/claim", stage->match);
    request("POST", path, body.data, 1, stage, &response);
    keep_token(&response, stage->token[1]);
    sv_response_free(&response);
    vl_text_free(&body);
    for (int i = 0; i < BROWSERS; i++)
        stage->connection[i] = sv_connect(server, "10.0.0.1", stage->token[i]);
    struct sv_room *room = sv_room_find(server, stage->match, NULL);
    if (!room || !sv_room_start(room, NULL))
        fuzz_finding("the match does not start");
    end_turn(stage);
}

/* ---- The input ---- */

static void first_legal(const struct stage *stage, struct vl_text *out)
{
    const struct sv_room *room = sv_room_find(server, stage->match, NULL);
    if (!room)
        return; /* its owner has deleted it */
    const struct vl_deck *deck = vl_match_deck(room->match);
    vl_move moves[VL_MAX_MOVES];
    struct vl_view view;
    int seat = vl_match_to_act(room->match);
    if (seat < 0)
        return;
    vl_look(deck->game, deck->data, vl_match_state(room->match), seat, &view);
    deck->game->legal_moves(deck->data, view.state.bytes, moves);
    deck->game->format_move(deck, &view, moves[0], out);
}

/* The line with the marks replaced; bytes of zero end it. */
static void fill_in(const struct stage *stage, const char *line, size_t length, struct vl_text *out)
{
    const struct sv_room *room = sv_room_find(server, stage->match, NULL);
    for (size_t i = 0; i < length && line[i]; i++) {
        char mark = line[i] == '@' && i + 1 < length ? line[i + 1] : 0;
        if (mark == 'M')
            vl_text_add(out, stage->match);
        else if (mark == 'S')
            vl_text_add(out, stage->secret);
        else if (mark == 'P')
            vl_text_addf(out, "%u", room ? room->stored.position : 0);
        else if (mark == 'L')
            first_legal(stage, out);
        else {
            vl_text_char(out, line[i]);
            continue;
        }
        i++;
    }
}

static void do_line(struct stage *stage, const char *text, int who)
{
    struct sv_response response;
    bool post = strncmp(text, "POST /", 6) == 0;
    if (text[0] != '/' && !post) {
        sv_receive(stage->connection[who], text, strlen(text));
        return;
    }
    char path[256];
    const char *start = post ? text + 5 : text;
    size_t length = strcspn(start, " ");
    snprintf(path, sizeof path, "%.*s", (int)(length < 255 ? length : 255), start);
    request(post ? "POST" : "GET", path, start[length] ? start + length + 1 : "", who, stage,
            &response);
    sv_response_free(&response);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct stage stage;
    struct vl_text text = {0};
    const char *p = (const char *)data, *end = p + size;
    if (runs == 0) {
        sv_log_quiet = true;
        atexit(close_server);
    }
    fuzz_game_count();
    if (runs % RUNS_A_SERVER == 0)
        open_server();
    runs++;
    set_stage(&stage);
    for (uint32_t n = 0; p < end && n < MOST_LINES; n++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        size_t length = (size_t)((newline ? newline : end) - p);
        vl_text_clear(&text);
        fill_in(&stage, p, length, &text);
        do_line(&stage, vl_text_string(&text), n % BROWSERS);
        if (n % 3 == 2)
            end_turn(&stage);
        p += length + (newline != NULL);
    }
    end_turn(&stage);
    for (int i = 0; i < BROWSERS; i++)
        sv_disconnect(stage.connection[i]);
    sv_flush(server);
    vl_text_free(&text);
    return 0;
}
