/* Messages of viewers and seats other than moves. */
#include "server/ws/table.h"

#include "core/banned.h"
#include "core/json_write.h"
#include "server/batch.h"
#include "server/room/ask.h"
#include "server/room/clock.h"
#include "server/room/deal.h"
#include "server/room/vote.h"
#include "server/secret.h"
#include "server/time.h"
#include "server/ws/chat.h"
#include "server/ws/write.h"

enum { MOST_REPLAYED = 32 }; /* positions in one answer */

/* ---- Watching ---- */

void ws_on_watch(struct ws_request *req)
{
    struct vl_error err = {0};
    int64_t seen = 0, heard = 0;
    const json_t *idle = json_object_get(req->json, "idle");
    const json_t *words = json_object_get(req->json, "words");
    const json_t *changes = json_object_get(req->json, "changes");
    const struct sv_room *room = req->room;
    if (json_object_get(req->json, "seen") &&
        !vl_json_get_int(req->json, "seen", 0, UINT32_MAX, &seen, &err)) {
        ws_strike(req, &err);
        return;
    }
    if ((json_object_get(req->json, "heard") &&
         !vl_json_get_int(req->json, "heard", 0, UINT32_MAX, &heard, &err)) ||
        (idle && !json_is_boolean(idle) &&
         !vl_fail(&err, VL_BAD_INPUT, "idle", "expected true or false")) ||
        (words && !json_is_boolean(words) &&
         !vl_fail(&err, VL_BAD_INPUT, "words", "expected true or false")) ||
        (changes && !json_is_boolean(changes) &&
         !vl_fail(&err, VL_BAD_INPUT, "changes", "expected true or false"))) {
        ws_strike(req, &err);
        return;
    }
    /* A client that claims to have seen more than there is gets the whole log. */
    uint32_t from = seen > room->stored.position ? 0 : (uint32_t)seen;
    struct sv_watch *watch =
        sv_watch(req->connection, req->room, req->viewer, room->stored.position, (uint32_t)heard);
    if (!watch) {
        req->connection->server->figures.refused_limit++;
        ws_complain(req, "too_many",
                    "a connection watches at most %u tables, and all connections of an address "
                    "together as many as fit their memory",
                    req->connection->server->settings.limits.watches);
        return;
    }
    watch->wants_words = json_is_true(words);
    watch->deltas = json_is_true(changes);
    /* Watching ends the stand-in of the seat, unless the page only shows the table ("idle"). A
     * locked store still allows watching: the stand-in then keeps the seat until it can be written.
     */
    if (req->viewer >= 0 && !json_is_true(idle) && sv_has_stand_in(room, (uint32_t)req->viewer) &&
        sv_may_write(room->server, NULL) &&
        !sv_clock_owner_back(req->room, (uint32_t)req->viewer, &err)) {
        ws_fail(req, &err);
        return;
    }
    if (!json_is_true(idle))
        sv_vote_owner_active(req->room, req->viewer);
    struct sv_table_text *table = &room->server->table_scratch;
    sv_write_table(table, room, req->viewer, from, req->own_seats,
                   SV_WHOLE | (json_is_true(words) ? SV_WORDS : 0), req->has_id ? &req->id : NULL);
    sv_say(req->connection, &table->text);
    sv_watch_sent(watch, table);
}

void ws_on_unwatch(struct ws_request *req)
{
    sv_unwatch(req->connection, req->room, req->viewer);
    ws_ok(req);
}

/* ---- Replay ---- */

/* Writes positions as the viewer saw them, or open, with the line of the log that follows each. */
static void write_positions(struct vl_json *json, const struct ws_request *req, uint32_t from,
                            uint32_t count, bool open)
{
    const struct vl_match *match = req->room->match;
    const struct vl_game *game = vl_match_game(match);
    const struct vl_deck *deck = vl_match_deck(match);
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    vl_match_state_at(match, from, state);
    for (uint32_t p = from; p < from + count && p <= vl_match_position(match); p++) {
        int to_act = game->to_act(state), actor;
        vl_look(game, deck->data, state, open ? VL_OPEN : req->viewer, &view);
        vl_json_object(json);
        vl_json_put_int(json, "position", p);
        vl_json_put_int(json, "to_act", to_act);
        sv_write_position(json, req->room, &view, to_act, SV_WORDS, NULL);
        if (open) {
            vl_json_key(json, "line");
            if (p < vl_match_position(match))
                sv_write_line(json, req->room, p, VL_OPEN, state);
            else
                vl_json_null(json);
        } else if (p < vl_match_position(match)) {
            game->apply(deck->data, state, vl_match_move_at(match, p, &actor));
        }
        vl_json_end_object(json);
    }
}

void ws_on_replay(struct ws_request *req)
{
    struct vl_error err = {0};
    int64_t from = 0, count = 0;
    const json_t *open = json_object_get(req->json, "open");
    if (!vl_json_get_int(req->json, "from", 0, UINT32_MAX, &from, &err) ||
        !vl_json_get_int(req->json, "count", 1, MOST_REPLAYED, &count, &err)) {
        ws_strike(req, &err);
        return;
    }
    if (open && !json_is_boolean(open)) {
        vl_fail(&err, VL_BAD_INPUT, "open", "expected true or false");
        ws_strike(req, &err);
        return;
    }
    if (!req->room->match) {
        ws_complain(req, "refused", "the match is closed: %s", sv_room_closed_why(req->room));
        return;
    }
    if (json_is_true(open) && req->room->stored.status != VL_MATCH_OVER) {
        ws_complain(req, "refused", "hands are open after the end only");
        return;
    }
    uint32_t last = vl_match_position(req->room->match);
    if (from > last) {
        ws_complain(req, "bad_input", "the match has %u positions", last);
        return;
    }
    struct vl_text out = {0};
    struct vl_json json;
    ws_begin(&json, &out, req, "replay");
    ws_put_place(&json, req);
    vl_json_put_bool(&json, "open", json_is_true(open));
    vl_json_put_int(&json, "last", last);
    vl_json_open_array(&json, "positions");
    write_positions(&json, req, (uint32_t)from, (uint32_t)count, json_is_true(open));
    vl_json_end_array(&json);
    ws_end(&json, &out, req);
}

/* ---- At the table ---- */

/* Every message at a seat ends its stand-in (find_place in message.c); this one does nothing else.
 */
void ws_on_back(struct ws_request *req)
{
    ws_ok(req);
}

void ws_on_chat(struct ws_request *req)
{
    struct sv_server *server = req->connection->server;
    struct vl_error err = {0};
    uint32_t rate = server->settings.limits.chat_per_minute;
    const char *text = json_string_value(json_object_get(req->json, "text"));
    if (!text) {
        vl_fail(&err, VL_BAD_INPUT, "text", "expected a text");
        ws_strike(req, &err);
    } else if (!sv_bucket_take_minute(&req->room->chat_rate[req->viewer], rate, rate, sv_now())) {
        server->figures.refused_rate++;
        ws_complain(req, "too_many", "at most %u messages a minute; wait a little", rate);
    } else if (sv_chat_say(req->room, (uint32_t)req->viewer, text, &err)) {
        ws_ok(req);
    } else {
        ws_fail(req, &err);
    }
}

void ws_on_mute(struct ws_request *req)
{
    struct vl_error err = {0};
    int64_t whom = 0;
    const json_t *mute = json_object_get(req->json, "mute");
    if (!vl_json_get_int(req->json, "whom", 0, VL_MAX_SEATS - 1, &whom, &err) ||
        (!json_is_boolean(mute) && !vl_fail(&err, VL_BAD_INPUT, "mute", "expected true or false")))
        ws_strike(req, &err);
    else if (sv_chat_mute(req->room, (uint32_t)req->viewer, (uint32_t)whom, json_is_true(mute),
                          &err))
        ws_ok(req);
    else
        ws_fail(req, &err);
}

void ws_on_allow(struct ws_request *req)
{
    struct vl_error err = {0};
    int64_t number = 0;
    const json_t *allow = json_object_get(req->json, "allow");
    if (!vl_json_get_int(req->json, "ask", 1, UINT32_MAX, &number, &err) ||
        (!json_is_boolean(allow) &&
         !vl_fail(&err, VL_BAD_INPUT, "allow", "expected true or false")))
        ws_strike(req, &err);
    else if (sv_ask_answer(req->room, (uint32_t)req->viewer, (uint32_t)number, json_is_true(allow),
                           &err))
        ws_ok(req);
    else
        ws_fail(req, &err);
}

/* ---- Before the first card ---- */

void ws_on_start(struct ws_request *req)
{
    struct vl_error err = {0};
    if (!req->room->match)
        ws_complain(req, "refused", "the match is closed: %s", sv_room_closed_why(req->room));
    else if (sv_deal_begin(req->room, req->own_seats, &err))
        ws_ok(req);
    else
        ws_fail(req, &err);
}

void ws_on_pledge(struct ws_request *req)
{
    struct vl_error err = {0};
    uint8_t pledge[VL_SECRET_SIZE];
    const char *text = json_string_value(json_object_get(req->json, "pledge"));
    if (!text || !sv_hex_bytes(text, pledge)) {
        vl_fail(&err, VL_BAD_INPUT, "pledge", "a pledge is 32 bytes as 64 hex digits");
        ws_strike(req, &err);
    } else if (!req->room->match) {
        ws_complain(req, "refused", "the match is closed: %s", sv_room_closed_why(req->room));
    } else if (sv_deal_pledge(req->room, (uint32_t)req->viewer, pledge, &err)) {
        ws_ok(req);
    } else {
        ws_fail(req, &err);
    }
}

void ws_on_nonce(struct ws_request *req)
{
    struct vl_error err = {0};
    uint8_t nonce[VL_SECRET_SIZE];
    const char *text = json_string_value(json_object_get(req->json, "nonce"));
    if (!text || !sv_token_bytes(text, nonce)) {
        vl_fail(&err, VL_BAD_INPUT, "nonce", "a nonce is 32 bytes in base64url, 43 characters");
        ws_strike(req, &err);
    } else if (!req->room->match) {
        ws_complain(req, "refused", "the match is closed: %s", sv_room_closed_why(req->room));
    } else if (sv_deal_nonce(req->room, (uint32_t)req->viewer, nonce, &err)) {
        ws_ok(req);
    } else {
        ws_fail(req, &err);
    }
}

void ws_on_name(struct ws_request *req)
{
    struct vl_error err = {0};
    const char *name = json_string_value(json_object_get(req->json, "name"));
    if (!name) {
        vl_fail(&err, VL_BAD_INPUT, "name", "expected a text");
        ws_strike(req, &err);
    } else if (sv_room_rename(req->room, (uint32_t)req->viewer, name, &err)) {
        ws_ok(req);
    } else {
        ws_fail(req, &err);
    }
}
