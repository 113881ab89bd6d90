/* Messages with moves: reading them, trying them, committing them. */
#include "server/ws/moves.h"

#include <string.h>

#include "core/banned.h"
#include "core/json_write.h"
#include "server/state.h"
#include "server/ws/write.h"

/* The client composed its moves in an earlier position: it gets the present table with the error.
 */
static void say_stale(const struct ws_request *req)
{
    ws_complain(req, "stale", "the table has moved on to position %u", req->room->stored.position);
    struct sv_table_text *table = &req->room->server->table_scratch;
    sv_write_table(table, req->room, req->viewer, 0, req->own_seats, SV_WHOLE | SV_WORDS, NULL);
    sv_say(req->connection, &table->text);
    struct sv_watch *watch = sv_watch_of(req->connection, req->room, req->viewer);
    if (watch)
        sv_watch_sent(watch, table);
}

bool ws_read_moves(struct ws_request *req)
{
    struct vl_error err = {0};
    int64_t position = 0;
    const json_t *list = json_object_get(req->json, "moves");
    if (!vl_json_get_int(req->json, "position", 0, UINT32_MAX, &position, &err)) {
        ws_strike(req, &err);
        return false;
    }
    if (list && (!json_is_array(list) || json_array_size(list) > VL_MAX_MOVES)) {
        vl_fail(&err, VL_BAD_INPUT, "moves", "expected an array of at most %d moves", VL_MAX_MOVES);
        ws_strike(req, &err);
        return false;
    }
    req->count = (uint32_t)json_array_size(list);
    for (uint32_t i = 0; i < req->count; i++) {
        req->texts[i] = json_string_value(json_array_get(list, i));
        if (!req->texts[i] || strlen(req->texts[i]) > WS_MAX_MOVE_TEXT) {
            vl_fail(&err, VL_BAD_INPUT, "moves", "a move is a text of at most %d bytes",
                    WS_MAX_MOVE_TEXT);
            ws_strike(req, &err);
            return false;
        }
    }
    if (!req->room->match || req->room->stored.status != VL_MATCH_RUNNING) {
        ws_complain(req, "refused", "the match is not going on");
        return false;
    }
    if (position != req->room->stored.position) {
        say_stale(req);
        return false;
    }
    if (vl_match_to_act(req->room->match) != req->viewer) {
        ws_complain(req, "refused", "it is not this seat's turn");
        return false;
    }
    if (!vl_match_parse(req->room->match, req->viewer, req->texts, req->count, req->moves, &err)) {
        ws_fail(req, &err);
        return false;
    }
    return true;
}

/* Writes all moves, then those of them that are pending. The text of a move depends on the view it
 * is played from, so the moves are played again on a copy; pending ones are read in the last view.
 */
static void put_tried_moves(struct vl_json *json, const struct ws_request *req,
                            const struct vl_preview *preview)
{
    static const char *const lists[2] = {"moves", "pending"};
    const struct vl_deck *deck = vl_match_deck(req->room->match);
    const struct vl_game *game = deck->game;
    struct vl_text move = {0};
    for (int n = 0; n < 2; n++) {
        uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
        struct vl_view view;
        memcpy(state, vl_match_state(req->room->match), game->state_size);
        vl_json_open_array(json, lists[n]);
        for (uint32_t i = 0; i < preview->count; i++) {
            vl_look(game, deck->data, state, req->viewer, &view);
            if (n == 0 || i >= preview->count - preview->pending) {
                vl_text_clear(&move);
                game->format_move(deck, i < preview->played ? &view : &preview->view,
                                  preview->moves[i], &move);
                vl_json_string(json, vl_text_string(&move));
            }
            if (i < preview->played)
                game->apply(deck->data, state, preview->moves[i]);
        }
        vl_json_end_array(json);
    }
    vl_text_free(&move);
}

static void say_tried(const struct ws_request *req, const struct vl_preview *preview)
{
    struct vl_text out = {0};
    struct vl_json json;
    ws_begin(&json, &out, req, "tried");
    ws_put_place(&json, req);
    vl_json_put_int(&json, "position", req->room->stored.position);
    put_tried_moves(&json, req, preview);
    vl_json_put_int(&json, "played", preview->played);
    vl_json_put_bool(&json, "complete", preview->count > 0 && preview->pending == 0);
    vl_json_put_bool(&json, "stopped", preview->stopped);
    vl_json_put_bool(&json, "turn_over", preview->turn_over);
    vl_json_put_int(&json, "to_act", preview->to_act);
    sv_write_position(&json, req->room, &preview->view, preview->to_act, SV_MOVES | SV_WORDS,
                      preview);
    sv_write_tried(&json, req->room, req->viewer, preview);
    ws_end(&json, &out, req);
}

bool ws_read_preview(struct ws_request *req, struct vl_preview *preview)
{
    struct vl_error err = {0};
    if (!ws_read_moves(req))
        return false;
    if (vl_match_preview(req->room->match, req->viewer, req->moves, req->count, preview, &err))
        return true;
    ws_fail(req, &err);
    return false;
}

void ws_on_try(struct ws_request *req)
{
    struct vl_preview preview;
    if (ws_read_preview(req, &preview))
        say_tried(req, &preview);
}

static void say_ack(const struct ws_request *req, const char *key, uint32_t from, uint32_t position,
                    bool repeated)
{
    struct vl_text out = {0};
    struct vl_json json;
    ws_begin(&json, &out, req, "ack");
    ws_put_place(&json, req);
    vl_json_put_string(&json, "key", key);
    vl_json_put_int(&json, "from", from);
    vl_json_put_int(&json, "position", position);
    vl_json_put_bool(&json, "repeated", repeated);
    ws_end(&json, &out, req);
}

static bool key_is_good(const char *key)
{
    size_t length = key ? strlen(key) : 0;
    if (length == 0 || length >= VL_COMMIT_KEY_SIZE)
        return false;
    for (; *key; key++)
        if (*key < 0x21 || *key > 0x7e)
            return false;
    return true;
}

/* The key makes a commit safe to repeat: a client that did not see the answer (a lost connection, a
 * batch rolled back) sends the same message again, and a commit that is stored already is
 * acknowledged and not played a second time. */
void ws_on_commit(struct ws_request *req)
{
    struct sv_server *server = req->connection->server;
    struct vl_error err = {0};
    uint32_t from, position;
    const char *key = json_string_value(json_object_get(req->json, "key"));
    if (!key_is_good(key)) {
        vl_fail(&err, VL_BAD_INPUT, "key", "a key is 1 to 64 printable ASCII characters");
        ws_strike(req, &err);
        return;
    }
    if (sv_calls(server)->find_key(server->store, req->room->stored.id, req->viewer, key, &from,
                                   &position, &err)) {
        server->figures.commits_repeated++;
        say_ack(req, key, from, position, true);
        return;
    }
    if (err.code != VL_NOT_FOUND) {
        ws_fail(req, &err);
        return;
    }
    from = req->room->stored.position;
    if (!ws_read_moves(req)) {
        server->figures.commits_stale++;
        return;
    }
    if (!sv_room_commit(req->room, req->viewer, req->moves, req->count, key, &err)) {
        server->figures.commits_refused++;
        ws_fail(req, &err);
        return;
    }
    server->figures.commits++;
    say_ack(req, key, from, req->room->stored.position, false);
}
