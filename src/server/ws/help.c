/* Messages that ask for help: hints, explanations, refusals. */
#include "server/ws/help.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/json_write.h"
#include "server/state.h"
#include "server/ws/moves.h"
#include "server/ws/write.h"

/* A hint shows no chances of winning for a move that the search has tried less often than this: the
 * estimate would be noise. */
enum { LEAST_TRIES = 10 };

/* ---- Hints ---- */

/* Hints come from the strongest bot. */
static void hint_player(const struct vl_game *game, struct sv_job *job)
{
    const struct vl_bot *bot = vl_bot_strongest();
    snprintf(job->bot, sizeof job->bot, "%s", bot->name);
    if (!vl_player_find(game, bot->name, &job->player, NULL))
        abort(); /* every game plays every bot of the list */
}

/* A hint is a job of the workers, so its answer comes in a later batch (sv_hint_answered). The bot
 * gets the view that the client shows, with the moves that are tried but not committed. */
void ws_on_hint(struct ws_request *req)
{
    struct vl_preview preview;
    struct sv_server *server = req->connection->server;
    struct vl_error err = {0};
    if (!ws_read_moves(req))
        return;
    if (req->room->hints >> req->viewer & 1) {
        ws_complain(req, "too_many", "a hint is on its way");
        return;
    }
    if (!vl_match_preview(req->room->match, req->viewer, req->moves, req->count, &preview, &err)) {
        ws_fail(req, &err);
        return;
    }
    if (preview.to_act != req->viewer || preview.played < preview.count) {
        ws_complain(req, "refused", "commit these moves first");
        return;
    }
    struct sv_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->kind = SV_JOB_HINT;
    job->share = req->connection->address->share;
    job->connection = req->connection->number;
    job->has_id = req->has_id;
    job->id = req->id;
    job->seat = req->viewer;
    job->position = req->room->stored.position;
    job->game = vl_match_game(req->room->match);
    job->deck = vl_match_deck(req->room->match);
    job->budget = server->settings.bot_budget;
    job->view = preview.view;
    memcpy(job->room, req->room->stored.id, sizeof job->room);
    hint_player(job->game, job);
    randombytes_buf(job->seed, sizeof job->seed);
    req->room->hints |= 1U << req->viewer;
    sv_workers_add(server->workers, job);
}

static void put_because(struct vl_json *json, const struct sv_job *job, vl_move move)
{
    struct vl_text text = {0};
    job->game->explain(job->deck, &job->view, move, &text);
    vl_json_put_string(json, "because", vl_text_string(&text));
    vl_text_free(&text);
}

void sv_hint_answered(struct sv_server *server, const struct sv_job *job)
{
    struct sv_connection *c = server->connections;
    struct sv_room *room = sv_room_find(server, job->room, NULL);
    server->figures.bot_microseconds += job->microseconds;
    if (room)
        room->hints &= ~(1U << job->seat);
    /* The connection may have gone, so the job has its number and not a pointer. */
    while (c && c->number != job->connection)
        c = c->next;
    if (!c || !room)
        return;
    struct ws_request request = {
        .connection = c, .has_id = job->has_id, .id = job->id, .room = room, .viewer = job->seat};
    if (job->cancelled || !job->answered) {
        if (job->cancelled)
            ws_complain(&request, "stale", "the table has moved on");
        else
            ws_complain(&request, "busy", "the bot takes too long; try again");
        return;
    }
    server->figures.hints++;
    struct vl_text out = {0};
    struct vl_json json;
    ws_begin(&json, &out, &request, "hint");
    ws_put_place(&json, &request);
    vl_json_put_int(&json, "position", job->position);
    vl_json_put_string(&json, "bot", job->bot);
    sv_put_move(&json, job->deck, &job->view, job->answer.move);
    put_because(&json, job, job->answer.move);
    vl_json_open_array(&json, "candidates");
    for (uint32_t i = 0; i < job->answer.candidate_count; i++) {
        const struct vl_candidate *candidate = &job->answer.candidates[i];
        vl_json_object(&json);
        sv_put_move(&json, job->deck, &job->view, candidate->move);
        vl_json_put_int(&json, "weight", candidate->weight);
        bool known = candidate->win >= 0 && candidate->weight >= LEAST_TRIES;
        vl_json_put_real(&json, "win", known ? (double)candidate->win : NAN);
        vl_json_put_real(&json, "points", known ? (double)candidate->points : NAN);
        put_because(&json, job, candidate->move);
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    ws_end(&json, &out, &request);
}

/* ---- Explanations ---- */

void ws_on_explain(struct ws_request *req)
{
    struct vl_preview preview;
    struct vl_error err = {0};
    vl_move move;
    const char *text = json_string_value(json_object_get(req->json, "move"));
    if (!text || strlen(text) > WS_MAX_MOVE_TEXT) {
        vl_fail(&err, VL_BAD_INPUT, "move", "expected a move");
        ws_strike(req, &err);
        return;
    }
    if (!ws_read_preview(req, &preview))
        return;
    const struct vl_deck *deck = vl_match_deck(req->room->match);
    if (!deck->game->parse_move(deck, &preview.view, text, &move, &err)) {
        ws_fail(req, &err);
        return;
    }
    if (preview.to_act != req->viewer ||
        !vl_is_legal(deck->game, deck->data, preview.view.state.bytes, move)) {
        ws_complain(req, "refused", "only moves that can be played are explained");
        return;
    }
    struct vl_text out = {0}, because = {0};
    struct vl_json json;
    deck->game->explain(deck, &preview.view, move, &because);
    ws_begin(&json, &out, req, "explain");
    ws_put_place(&json, req);
    sv_put_move(&json, deck, &preview.view, move);
    vl_json_put_string(&json, "because", vl_text_string(&because));
    vl_text_free(&because);
    ws_end(&json, &out, req);
}

/* ---- Refusals ---- */

static void say_refusal(const struct ws_request *req, bool legal, const char *move,
                        const char *message, const char *clause)
{
    struct vl_text out = {0};
    struct vl_json json;
    ws_begin(&json, &out, req, "refusal");
    ws_put_place(&json, req);
    vl_json_put_bool(&json, "legal", legal);
    sv_put_quoted(&json, "move", move);
    sv_put_quoted(&json, "message", message);
    sv_put_quoted(&json, "clause", clause);
    ws_end(&json, &out, req);
}

/* The game has no such element: the answer is what may be done instead. Only the derived facts name
 * the clause of the prompt, so they are written and read back; no board asks for such an element.
 */
static void say_prompt(const struct ws_request *req, const struct vl_view *view)
{
    const struct vl_deck *deck = vl_match_deck(req->room->match);
    struct vl_text prompt = {0}, facts = {0};
    struct vl_json json;
    deck->game->prompt(deck, view, &prompt);
    vl_json_start(&json, &facts);
    deck->game->annotate(deck, view, &json);
    json_t *read = json_loads(vl_text_string(&facts), 0, NULL);
    const char *clause = json_string_value(json_object_get(read, "clause"));
    say_refusal(req, false, "", vl_text_string(&prompt), clause ? clause : "");
    json_decref(read);
    vl_text_free(&facts);
    vl_text_free(&prompt);
}

static void refuse_move(const struct ws_request *req, const struct vl_view *view, const char *text)
{
    const struct vl_deck *deck = vl_match_deck(req->room->match);
    struct vl_error err = {0};
    vl_move move;
    if (!deck->game->parse_move(deck, view, text, &move, &err)) {
        say_refusal(req, false, text, err.message, err.clause);
    } else if (vl_is_legal(deck->game, deck->data, view->state.bytes, move)) {
        say_refusal(req, true, text, "this can be done", "");
    } else {
        deck->game->refuse(deck, view, move, &err);
        say_refusal(req, false, text, err.message, err.clause);
    }
}

static void refuse_target(const struct ws_request *req, const struct vl_view *view,
                          const char *target)
{
    const struct vl_deck *deck = vl_match_deck(req->room->match);
    struct vl_error err = {0};
    struct vl_text text = {0}; /* the move that the touch means, if there is one */
    vl_move move;
    bool legal = vl_refuse_target(deck, view, target, &move, &err);
    if (move != VL_NO_MOVE)
        deck->game->format_move(deck, view, move, &text);
    if (legal)
        say_refusal(req, true, vl_text_string(&text), "this can be done", "");
    else if (err.code == VL_NOT_FOUND)
        say_prompt(req, view);
    else
        say_refusal(req, false, vl_text_string(&text), err.message, err.clause);
    vl_text_free(&text);
}

void ws_on_refusal(struct ws_request *req)
{
    struct vl_preview preview;
    struct vl_error err = {0};
    const char *move = json_string_value(json_object_get(req->json, "move"));
    const char *target = json_string_value(json_object_get(req->json, "target"));
    if (!move == !target || strlen(move ? move : target) > WS_MAX_MOVE_TEXT) {
        vl_fail(&err, VL_BAD_INPUT, "target", "expected a target or a move");
        ws_strike(req, &err);
        return;
    }
    if (req->room->match && req->room->stored.status == VL_MATCH_RUNNING) {
        int actor = vl_match_to_act(req->room->match);
        if (actor != req->viewer) {
            char message[64];
            snprintf(message, sizeof message, "It is the turn of {%d}", actor);
            say_refusal(req, false, "", message, "");
            return;
        }
    }
    if (!ws_read_preview(req, &preview))
        return;
    if (preview.to_act != req->viewer || preview.played < preview.count - preview.pending)
        say_refusal(req, false, "", "Commit your moves, or take them back", "");
    else if (move)
        refuse_move(req, &preview.view, move);
    else
        refuse_target(req, &preview.view, target);
}
