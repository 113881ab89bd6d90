/*
 * WebSocket messages: reading one, finding what it is about, answering it. docs/protocol.md
 * describes each. Nothing here touches the network.
 */
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/server.h"

enum { BAD_PER_SECOND = 1, BAD_AT_ONCE = 20, MAX_MOVE_TEXT = 200 };

/* A move that was tried less often is without an opinion. */
enum { LEAST_TRIES = 10 };

/* A message being answered. */
struct ask {
    struct sv_connection *connection;
    const json_t *json;
    bool has_id;
    json_int_t id;
    struct sv_room *room;
    int viewer;    /* a seat or VL_SPECTATOR */
    uint32_t mine; /* seats the connection holds */
    uint32_t count;
    const char *texts[VL_MAX_MOVES];
    vl_move moves[VL_MAX_MOVES];
};

/* ---- Answers ---- */

static void begin(struct vl_json *json, struct vl_text *out, const struct ask *ask,
                  const char *type)
{
    vl_json_start(json, out);
    vl_json_object(json);
    vl_json_put_string(json, "type", type);
    vl_json_key(json, "re");
    if (ask->has_id)
        vl_json_int(json, ask->id);
    else
        vl_json_null(json);
}

static void put_place(struct vl_json *json, const struct ask *ask)
{
    vl_json_put_string(json, "match", ask->room->stored.id);
    vl_json_key(json, "seat");
    if (ask->viewer >= 0)
        vl_json_int(json, ask->viewer);
    else
        vl_json_null(json);
}

static void end(struct vl_json *json, struct vl_text *out, const struct ask *ask)
{
    vl_json_end_object(json);
    sv_send(ask->connection, out);
}

static void say_ok(const struct ask *ask)
{
    struct vl_text out = {0};
    struct vl_json json;
    begin(&json, &out, ask, "ok");
    end(&json, &out, ask);
}

static void say_error(const struct ask *ask, const char *code, const struct vl_error *err)
{
    struct vl_text out = {0};
    struct vl_json json;
    begin(&json, &out, ask, "error");
    sv_put_error(&json, code, err);
    end(&json, &out, ask);
}

static void say_failed(const struct ask *ask, const struct vl_error *err)
{
    say_error(ask, sv_error_word(err), err);
}

__attribute__((format(printf, 3, 4))) static void complain(const struct ask *ask, const char *code,
                                                           const char *format, ...)
{
    struct vl_error err = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    say_error(ask, code, &err);
}

static void lose_patience(struct sv_connection *c)
{
    if (!sv_bucket_take(&c->patience, BAD_PER_SECOND, BAD_AT_ONCE, sv_now()))
        sv_close(c, 1008);
}

/* A message that no honest client sends; many of them end the connection. */
static void strike(const struct ask *ask, const struct vl_error *err)
{
    ask->connection->server->figures.bad_messages++;
    say_error(ask, "bad_input", err);
    lose_patience(ask->connection);
}

/* ---- Watching ---- */

static void on_watch(struct ask *ask)
{
    struct vl_error err = {0};
    int64_t seen = 0, heard = 0;
    const json_t *idle = json_object_get(ask->json, "idle");
    const json_t *words = json_object_get(ask->json, "words");
    const json_t *changes = json_object_get(ask->json, "changes");
    const struct sv_room *room = ask->room;
    if (json_object_get(ask->json, "seen") &&
        !vl_json_get_int(ask->json, "seen", 0, UINT32_MAX, &seen, &err)) {
        strike(ask, &err);
        return;
    }
    if ((json_object_get(ask->json, "heard") &&
         !vl_json_get_int(ask->json, "heard", 0, UINT32_MAX, &heard, &err)) ||
        (idle && !json_is_boolean(idle) &&
         !vl_fail(&err, VL_BAD_INPUT, "idle", "expected true or false")) ||
        (words && !json_is_boolean(words) &&
         !vl_fail(&err, VL_BAD_INPUT, "words", "expected true or false")) ||
        (changes && !json_is_boolean(changes) &&
         !vl_fail(&err, VL_BAD_INPUT, "changes", "expected true or false"))) {
        strike(ask, &err);
        return;
    }
    uint32_t from = seen > room->stored.position ? 0 : (uint32_t)seen;
    struct sv_watch *watch =
        sv_watch(ask->connection, ask->room, ask->viewer, room->stored.position, (uint32_t)heard);
    if (!watch) {
        ask->connection->server->figures.refused_limit++;
        complain(ask, "too_many", "a connection watches at most %u tables",
                 ask->connection->server->settings.limits.watches);
        return;
    }
    watch->words = json_is_true(words);
    watch->changes = json_is_true(changes);
    /* Where the store is locked, looking is possible all the same; the seat stays minded so long.
     */
    if (ask->viewer >= 0 && !json_is_true(idle) && sv_minded(room, (uint32_t)ask->viewer) &&
        sv_may_write(room->server, NULL) &&
        !sv_clock_back(ask->room, (uint32_t)ask->viewer, &err)) {
        say_failed(ask, &err);
        return;
    }
    if (!json_is_true(idle))
        sv_recover_seen(ask->room, ask->viewer);
    struct sv_table_text *table = &room->server->scratch;
    sv_write_table(table, room, ask->viewer, from, ask->mine,
                   SV_WHOLE | (json_is_true(words) ? SV_WORDS : 0), ask->has_id ? &ask->id : NULL);
    sv_say(ask->connection, &table->text);
    sv_shown(watch, table);
}

static void on_unwatch(struct ask *ask)
{
    sv_unwatch(ask->connection, ask->room, ask->viewer);
    say_ok(ask);
}

/* ---- At the table ---- */

/* Whatever an owner does at the seat hands it back: find_place has seen to it. */
static void on_back(struct ask *ask)
{
    say_ok(ask);
}

static void on_chat(struct ask *ask)
{
    struct sv_server *server = ask->connection->server;
    struct vl_error err = {0};
    uint32_t rate = server->settings.limits.chat_per_minute;
    const char *text = json_string_value(json_object_get(ask->json, "text"));
    if (!text) {
        vl_fail(&err, VL_BAD_INPUT, "text", "expected a text");
        strike(ask, &err);
    } else if (!sv_bucket_take_minute(&ask->room->chat_rate[ask->viewer], rate, rate, sv_now())) {
        server->figures.refused_rate++;
        complain(ask, "too_many", "at most %u messages a minute; wait a little", rate);
    } else if (sv_chat_say(ask->room, (uint32_t)ask->viewer, text, &err)) {
        say_ok(ask);
    } else {
        say_failed(ask, &err);
    }
}

static void on_mute(struct ask *ask)
{
    struct vl_error err = {0};
    int64_t whom = 0;
    const json_t *mute = json_object_get(ask->json, "mute");
    if (!vl_json_get_int(ask->json, "whom", 0, VL_MAX_SEATS - 1, &whom, &err) ||
        (!json_is_boolean(mute) && !vl_fail(&err, VL_BAD_INPUT, "mute", "expected true or false")))
        strike(ask, &err);
    else if (sv_chat_mute(ask->room, (uint32_t)ask->viewer, (uint32_t)whom, json_is_true(mute),
                          &err))
        say_ok(ask);
    else
        say_failed(ask, &err);
}

/* ---- Before the first card ---- */

static void on_start(struct ask *ask)
{
    struct vl_error err = {0};
    if (!ask->room->match)
        complain(ask, "refused", "the match is closed: %s", sv_room_closed_why(ask->room));
    else if (sv_room_start(ask->room, &err))
        say_ok(ask);
    else
        say_failed(ask, &err);
}

static void on_nonce(struct ask *ask)
{
    struct vl_error err = {0};
    uint8_t nonce[VL_SECRET_SIZE];
    const char *text = json_string_value(json_object_get(ask->json, "nonce"));
    if (!text || !sv_token_bytes(text, nonce)) {
        vl_fail(&err, VL_BAD_INPUT, "nonce", "a nonce is 32 bytes in base64url, 43 characters");
        strike(ask, &err);
    } else if (!ask->room->match) {
        complain(ask, "refused", "the match is closed: %s", sv_room_closed_why(ask->room));
    } else if (sv_room_nonce(ask->room, (uint32_t)ask->viewer, nonce, &err)) {
        say_ok(ask);
    } else {
        say_failed(ask, &err);
    }
}

static void on_name(struct ask *ask)
{
    struct vl_error err = {0};
    const char *name = json_string_value(json_object_get(ask->json, "name"));
    if (!name) {
        vl_fail(&err, VL_BAD_INPUT, "name", "expected a text");
        strike(ask, &err);
    } else if (sv_room_rename(ask->room, (uint32_t)ask->viewer, name, &err)) {
        say_ok(ask);
    } else {
        say_failed(ask, &err);
    }
}

/* ---- Moves ---- */

/* The viewer has an old picture: it gets the present one. */
static void say_stale(const struct ask *ask)
{
    complain(ask, "stale", "the table has moved on to position %u", ask->room->stored.position);
    struct sv_table_text *table = &ask->room->server->scratch;
    sv_write_table(table, ask->room, ask->viewer, 0, ask->mine, SV_WHOLE | SV_WORDS, NULL);
    sv_say(ask->connection, &table->text);
    struct sv_watch *watch = sv_watch_of(ask->connection, ask->room, ask->viewer);
    if (watch)
        sv_shown(watch, table);
}

/* The position and the moves of a message; false: answered already. */
static bool read_moves(struct ask *ask, bool need_turn)
{
    struct vl_error err = {0};
    int64_t position = 0;
    const json_t *list = json_object_get(ask->json, "moves");
    if (!vl_json_get_int(ask->json, "position", 0, UINT32_MAX, &position, &err)) {
        strike(ask, &err);
        return false;
    }
    if (list && (!json_is_array(list) || json_array_size(list) > VL_MAX_MOVES)) {
        vl_fail(&err, VL_BAD_INPUT, "moves", "expected an array of at most %d moves", VL_MAX_MOVES);
        strike(ask, &err);
        return false;
    }
    ask->count = (uint32_t)json_array_size(list);
    for (uint32_t i = 0; i < ask->count; i++) {
        ask->texts[i] = json_string_value(json_array_get(list, i));
        if (!ask->texts[i] || strlen(ask->texts[i]) > MAX_MOVE_TEXT) {
            vl_fail(&err, VL_BAD_INPUT, "moves", "a move is a text of at most %d bytes",
                    MAX_MOVE_TEXT);
            strike(ask, &err);
            return false;
        }
    }
    if (!ask->room->match || ask->room->stored.status != VL_MATCH_RUNNING) {
        complain(ask, "refused", "the match is not going on");
        return false;
    }
    if (position != ask->room->stored.position) {
        say_stale(ask);
        return false;
    }
    if (need_turn && vl_match_to_act(ask->room->match) != ask->viewer) {
        complain(ask, "refused", "it is not this seat's turn");
        return false;
    }
    if (!vl_match_parse(ask->room->match, ask->viewer, ask->texts, ask->count, ask->moves, &err)) {
        say_failed(ask, &err);
        return false;
    }
    return true;
}

/* The texts of the moves tried, each as it reads in the position it is played from. */
static void put_tried_moves(struct vl_json *json, const struct ask *ask,
                            const struct vl_preview *preview)
{
    static const char *const lists[2] = {"moves", "pending"};
    const struct vl_deck *deck = vl_match_deck(ask->room->match);
    const struct vl_game *game = deck->game;
    struct vl_text move = {0};
    for (int n = 0; n < 2; n++) {
        uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
        struct vl_view view;
        memcpy(state, vl_match_state(ask->room->match), game->state_size);
        vl_json_key(json, lists[n]);
        vl_json_array(json);
        for (uint32_t i = 0; i < preview->count; i++) {
            vl_look(game, deck->data, state, ask->viewer, &view);
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

static void say_tried(const struct ask *ask, const struct vl_preview *preview)
{
    struct vl_text out = {0};
    struct vl_json json;
    begin(&json, &out, ask, "tried");
    put_place(&json, ask);
    vl_json_put_int(&json, "position", ask->room->stored.position);
    put_tried_moves(&json, ask, preview);
    vl_json_put_int(&json, "played", preview->played);
    vl_json_put_bool(&json, "complete", preview->count > 0 && preview->pending == 0);
    vl_json_put_bool(&json, "stopped", preview->stopped);
    vl_json_put_bool(&json, "turn_over", preview->turn_over);
    vl_json_put_int(&json, "to_act", preview->to_act);
    sv_write_position(&json, ask->room, &preview->view, preview->to_act, SV_MOVES | SV_WORDS,
                      preview);
    sv_write_tried(&json, ask->room, ask->viewer, preview);
    end(&json, &out, ask);
}

static void on_try(struct ask *ask)
{
    struct vl_preview preview;
    struct vl_error err = {0};
    if (!read_moves(ask, true))
        return;
    if (vl_match_preview(ask->room->match, ask->viewer, ask->moves, ask->count, &preview, &err))
        say_tried(ask, &preview);
    else
        say_failed(ask, &err);
}

static void say_ack(const struct ask *ask, const char *key, uint32_t from, uint32_t position,
                    bool repeated)
{
    struct vl_text out = {0};
    struct vl_json json;
    begin(&json, &out, ask, "ack");
    put_place(&json, ask);
    vl_json_put_string(&json, "key", key);
    vl_json_put_int(&json, "from", from);
    vl_json_put_int(&json, "position", position);
    vl_json_put_bool(&json, "repeated", repeated);
    end(&json, &out, ask);
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

static void on_commit(struct ask *ask)
{
    struct sv_server *server = ask->connection->server;
    struct vl_error err = {0};
    uint32_t from, position;
    const char *key = json_string_value(json_object_get(ask->json, "key"));
    if (!key_is_good(key)) {
        vl_fail(&err, VL_BAD_INPUT, "key", "a key is 1 to 64 printable ASCII characters");
        strike(ask, &err);
        return;
    }
    if (server->store->functions->find_key(server->store, ask->room->stored.id, ask->viewer, key,
                                           &from, &position, &err)) {
        server->figures.commits_repeated++;
        say_ack(ask, key, from, position, true);
        return;
    }
    if (err.code != VL_NOT_FOUND) {
        say_failed(ask, &err);
        return;
    }
    from = ask->room->stored.position;
    if (!read_moves(ask, true)) {
        server->figures.commits_stale++;
        return;
    }
    if (!sv_room_commit(ask->room, ask->viewer, ask->moves, ask->count, key, &err)) {
        server->figures.commits_refused++;
        say_failed(ask, &err);
        return;
    }
    server->figures.commits++;
    say_ack(ask, key, from, ask->room->stored.position, false);
}

/* ---- Help ---- */

/* Hints come from the strongest bot. */
static void hint_player(const struct vl_game *game, struct sv_job *job)
{
    const struct vl_bot *bot = vl_bot_strongest();
    snprintf(job->bot, sizeof job->bot, "%s", bot->name);
    if (!vl_player_find(game, bot->name, &job->player, NULL))
        abort(); /* it is in the list */
}

static void on_hint(struct ask *ask)
{
    struct vl_preview preview;
    struct sv_server *server = ask->connection->server;
    struct vl_error err = {0};
    if (!read_moves(ask, true))
        return;
    if (ask->room->hints >> ask->viewer & 1) {
        complain(ask, "too_many", "a hint is on its way");
        return;
    }
    if (!vl_match_preview(ask->room->match, ask->viewer, ask->moves, ask->count, &preview, &err)) {
        say_failed(ask, &err);
        return;
    }
    if (preview.to_act != ask->viewer || preview.played < preview.count) {
        complain(ask, "refused", "commit these moves first");
        return;
    }
    struct sv_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->kind = SV_JOB_HINT;
    job->connection = ask->connection->number;
    job->has_id = ask->has_id;
    job->id = ask->id;
    job->seat = ask->viewer;
    job->position = ask->room->stored.position;
    job->game = vl_match_game(ask->room->match);
    job->deck = vl_match_deck(ask->room->match);
    job->budget = server->settings.bot_budget;
    job->view = preview.view;
    memcpy(job->room, ask->room->stored.id, sizeof job->room);
    hint_player(job->game, job);
    randombytes_buf(job->seed, sizeof job->seed);
    ask->room->hints |= 1U << ask->viewer;
    sv_work(server->workers, job);
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
    while (c && c->number != job->connection)
        c = c->next;
    if (!c || !room)
        return;
    struct ask ask = {
        .connection = c, .has_id = job->has_id, .id = job->id, .room = room, .viewer = job->seat};
    if (job->cancelled || !job->answered) {
        if (job->cancelled)
            complain(&ask, "stale", "the table has moved on");
        else
            complain(&ask, "busy", "the bot takes too long; try again");
        return;
    }
    server->figures.hints++;
    struct vl_text out = {0};
    struct vl_json json;
    begin(&json, &out, &ask, "hint");
    put_place(&json, &ask);
    vl_json_put_int(&json, "position", job->position);
    vl_json_put_string(&json, "bot", job->bot);
    sv_put_move(&json, job->deck, &job->view, job->answer.move);
    put_because(&json, job, job->answer.move);
    vl_json_key(&json, "candidates");
    vl_json_array(&json);
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
    end(&json, &out, &ask);
}

/* The view in which the moves of a message would leave the seat; false: answered already. */
static bool look_ahead(struct ask *ask, struct vl_preview *preview)
{
    struct vl_error err = {0};
    if (!read_moves(ask, true))
        return false;
    if (vl_match_preview(ask->room->match, ask->viewer, ask->moves, ask->count, preview, &err))
        return true;
    say_failed(ask, &err);
    return false;
}

static void on_explain(struct ask *ask)
{
    struct vl_preview preview;
    struct vl_error err = {0};
    vl_move move;
    const char *text = json_string_value(json_object_get(ask->json, "move"));
    if (!text || strlen(text) > MAX_MOVE_TEXT) {
        vl_fail(&err, VL_BAD_INPUT, "move", "expected a move");
        strike(ask, &err);
        return;
    }
    if (!look_ahead(ask, &preview))
        return;
    const struct vl_deck *deck = vl_match_deck(ask->room->match);
    if (!deck->game->parse_move(deck, &preview.view, text, &move, &err)) {
        say_failed(ask, &err);
        return;
    }
    if (preview.to_act != ask->viewer ||
        !vl_is_legal(deck->game, deck->data, preview.view.state.bytes, move)) {
        complain(ask, "refused", "only moves that can be played are explained");
        return;
    }
    struct vl_text out = {0}, because = {0};
    struct vl_json json;
    deck->game->explain(deck, &preview.view, move, &because);
    begin(&json, &out, ask, "explain");
    put_place(&json, ask);
    sv_put_move(&json, deck, &preview.view, move);
    vl_json_put_string(&json, "because", vl_text_string(&because));
    vl_text_free(&because);
    end(&json, &out, ask);
}

static void say_refusal(const struct ask *ask, bool legal, const char *move, const char *message,
                        const char *clause)
{
    struct vl_text out = {0};
    struct vl_json json;
    begin(&json, &out, ask, "refusal");
    put_place(&json, ask);
    vl_json_put_bool(&json, "legal", legal);
    sv_put_quoted(&json, "move", move);
    sv_put_quoted(&json, "message", message);
    sv_put_quoted(&json, "clause", clause);
    end(&json, &out, ask);
}

/* The element is none of the game's: what may be done instead. Only the derived facts name the
 * clause of the prompt, so they are written and read back; no board asks for such an element. */
static void say_prompt(const struct ask *ask, const struct vl_view *view)
{
    const struct vl_deck *deck = vl_match_deck(ask->room->match);
    struct vl_text prompt = {0}, facts = {0};
    struct vl_json json;
    deck->game->prompt(deck, view, &prompt);
    vl_json_start(&json, &facts);
    deck->game->annotate(deck, view, &json);
    json_t *read = json_loads(vl_text_string(&facts), 0, NULL);
    const char *clause = json_string_value(json_object_get(read, "clause"));
    say_refusal(ask, false, "", vl_text_string(&prompt), clause ? clause : "");
    json_decref(read);
    vl_text_free(&facts);
    vl_text_free(&prompt);
}

static void refuse_move(const struct ask *ask, const struct vl_view *view, const char *text)
{
    const struct vl_deck *deck = vl_match_deck(ask->room->match);
    struct vl_error err = {0};
    vl_move move;
    if (!deck->game->parse_move(deck, view, text, &move, &err)) {
        say_refusal(ask, false, text, err.message, err.clause);
    } else if (vl_is_legal(deck->game, deck->data, view->state.bytes, move)) {
        say_refusal(ask, true, text, "this can be done", "");
    } else {
        deck->game->refuse(deck, view, move, &err);
        say_refusal(ask, false, text, err.message, err.clause);
    }
}

static void refuse_target(const struct ask *ask, const struct vl_view *view, const char *target)
{
    const struct vl_deck *deck = vl_match_deck(ask->room->match);
    struct vl_error err = {0};
    struct vl_text text = {0}; /* the move that the touch means, if there is one */
    vl_move move;
    bool legal = vl_refuse_target(deck, view, target, &move, &err);
    if (move != VL_NO_MOVE)
        deck->game->format_move(deck, view, move, &text);
    if (legal)
        say_refusal(ask, true, vl_text_string(&text), "this can be done", "");
    else if (err.code == VL_NOT_FOUND)
        say_prompt(ask, view);
    else
        say_refusal(ask, false, vl_text_string(&text), err.message, err.clause);
    vl_text_free(&text);
}

static void on_refusal(struct ask *ask)
{
    struct vl_preview preview;
    struct vl_error err = {0};
    const char *move = json_string_value(json_object_get(ask->json, "move"));
    const char *target = json_string_value(json_object_get(ask->json, "target"));
    if (!move == !target || strlen(move ? move : target) > MAX_MOVE_TEXT) {
        vl_fail(&err, VL_BAD_INPUT, "target", "expected a target or a move");
        strike(ask, &err);
        return;
    }
    if (ask->room->match && ask->room->stored.status == VL_MATCH_RUNNING) {
        int actor = vl_match_to_act(ask->room->match);
        if (actor != ask->viewer) {
            char message[64];
            snprintf(message, sizeof message, "It is the turn of {%d}", actor);
            say_refusal(ask, false, "", message, "");
            return;
        }
    }
    if (!look_ahead(ask, &preview))
        return;
    if (preview.to_act != ask->viewer || preview.played < preview.count - preview.pending)
        say_refusal(ask, false, "", "Commit your moves, or take them back", "");
    else if (move)
        refuse_move(ask, &preview.view, move);
    else
        refuse_target(ask, &preview.view, target);
}

/* ---- Replay ---- */

static void write_positions(struct vl_json *json, const struct ask *ask, uint32_t from,
                            uint32_t count, bool open)
{
    const struct vl_match *match = ask->room->match;
    const struct vl_game *game = vl_match_game(match);
    const struct vl_deck *deck = vl_match_deck(match);
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    vl_match_state_at(match, from, state);
    for (uint32_t p = from; p < from + count && p <= vl_match_position(match); p++) {
        int to_act = game->to_act(state), actor;
        vl_look(game, deck->data, state, open ? VL_OPEN : ask->viewer, &view);
        vl_json_object(json);
        vl_json_put_int(json, "position", p);
        vl_json_put_int(json, "to_act", to_act);
        sv_write_position(json, ask->room, &view, to_act, SV_WORDS, NULL);
        if (open) {
            vl_json_key(json, "line");
            if (p < vl_match_position(match))
                sv_write_line(json, ask->room, p, VL_OPEN, state);
            else
                vl_json_null(json);
        } else if (p < vl_match_position(match)) {
            game->apply(deck->data, state, vl_match_move_at(match, p, &actor));
        }
        vl_json_end_object(json);
    }
}

static void on_replay(struct ask *ask)
{
    struct vl_error err = {0};
    int64_t from = 0, count = 0;
    const json_t *open = json_object_get(ask->json, "open");
    if (!vl_json_get_int(ask->json, "from", 0, UINT32_MAX, &from, &err) ||
        !vl_json_get_int(ask->json, "count", 1, SV_MOST_REPLAYED, &count, &err)) {
        strike(ask, &err);
        return;
    }
    if (open && !json_is_boolean(open)) {
        vl_fail(&err, VL_BAD_INPUT, "open", "expected true or false");
        strike(ask, &err);
        return;
    }
    if (!ask->room->match) {
        complain(ask, "refused", "the match is closed: %s", sv_room_closed_why(ask->room));
        return;
    }
    if (json_is_true(open) && ask->room->stored.status != VL_MATCH_OVER) {
        complain(ask, "refused", "hands are open after the end only");
        return;
    }
    uint32_t last = vl_match_position(ask->room->match);
    if (from > last) {
        complain(ask, "bad_input", "the match has %u positions", last);
        return;
    }
    struct vl_text out = {0};
    struct vl_json json;
    begin(&json, &out, ask, "replay");
    put_place(&json, ask);
    vl_json_put_bool(&json, "open", json_is_true(open));
    vl_json_put_int(&json, "last", last);
    vl_json_key(&json, "positions");
    vl_json_array(&json);
    write_positions(&json, ask, (uint32_t)from, (uint32_t)count, json_is_true(open));
    vl_json_end_array(&json);
    end(&json, &out, ask);
}

static void on_ping(struct ask *ask)
{
    say_ok(ask);
}

/* ---- Finding the handler ---- */

enum needs {
    NEEDS_NOTHING,
    NEEDS_VIEWER, /* a match, and a seat that is mine, or null */
    NEEDS_SEAT,   /* a match, and a seat that is mine */
    NEEDS_STORE,  /* that, and a store that can be written to */
};

static const struct kind {
    const char *type;
    enum needs needs;
    void (*answer)(struct ask *ask);
    const char *const members[12];
} kinds[] = {
    {"watch",
     NEEDS_VIEWER,
     on_watch,
     {"type", "id", "match", "seat", "seen", "heard", "idle", "words", "changes"}},
    {"unwatch", NEEDS_VIEWER, on_unwatch, {"type", "id", "match", "seat"}},
    {"try", NEEDS_SEAT, on_try, {"type", "id", "match", "seat", "position", "moves"}},
    {"commit", NEEDS_STORE, on_commit, {"type", "id", "match", "seat", "position", "moves", "key"}},
    {"hint", NEEDS_SEAT, on_hint, {"type", "id", "match", "seat", "position", "moves"}},
    {"explain",
     NEEDS_SEAT,
     on_explain,
     {"type", "id", "match", "seat", "position", "moves", "move"}},
    {"refusal",
     NEEDS_SEAT,
     on_refusal,
     {"type", "id", "match", "seat", "position", "moves", "move", "target"}},
    {"replay", NEEDS_VIEWER, on_replay, {"type", "id", "match", "seat", "from", "count", "open"}},
    {"back", NEEDS_STORE, on_back, {"type", "id", "match", "seat"}},
    {"chat", NEEDS_STORE, on_chat, {"type", "id", "match", "seat", "text"}},
    {"mute", NEEDS_STORE, on_mute, {"type", "id", "match", "seat", "whom", "mute"}},
    {"start", NEEDS_STORE, on_start, {"type", "id", "match", "seat"}},
    {"nonce", NEEDS_STORE, on_nonce, {"type", "id", "match", "seat", "nonce"}},
    {"name", NEEDS_STORE, on_name, {"type", "id", "match", "seat", "name"}},
    {"ping", NEEDS_NOTHING, on_ping, {"type", "id"}},
};

static const struct kind *find_kind(const char *type)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (type && kinds[i].type[0] == type[0] && strcmp(kinds[i].type, type) == 0)
            return &kinds[i];
    return NULL;
}

/* The room and the viewer; false: answered already. */
static bool find_place(struct ask *ask, enum needs needs)
{
    struct sv_server *server = ask->connection->server;
    struct vl_error err = {0};
    const char *id = json_string_value(json_object_get(ask->json, "match"));
    const json_t *seat = json_object_get(ask->json, "seat");
    int64_t number = VL_SPECTATOR;
    if (!id) {
        vl_fail(&err, VL_BAD_INPUT, "match", "expected the id of a match");
        strike(ask, &err);
        return false;
    }
    if ((needs >= NEEDS_SEAT || !json_is_null(seat)) &&
        !vl_json_get_int(ask->json, "seat", 0, VL_MAX_SEATS - 1, &number, &err)) {
        strike(ask, &err);
        return false;
    }
    ask->room = sv_room_find(server, id, &err);
    if (!ask->room) {
        say_failed(ask, &err);
        return false;
    }
    ask->viewer = (int)number;
    ask->mine = sv_seats_of(ask->connection, ask->room);
    if (!ask->mine && sv_fork_closed(ask->room)) {
        complain(ask, "not_yours", "%s", sv_closed_message);
        return false;
    }
    if (number >= 0 && !(ask->mine >> number & 1)) {
        complain(ask, "not_yours", "this seat belongs to somebody else");
        return false;
    }
    if (number >= 0 &&
        !sv_bucket_take(&ask->room->rate[number], server->settings.limits.messages_per_second,
                        server->settings.limits.messages_per_second * 5, sv_now())) {
        server->figures.refused_rate++;
        complain(ask, "too_many", "too many messages for this seat");
        return false;
    }
    if ((needs == NEEDS_STORE && !sv_may_write(server, &err)) ||
        (needs >= NEEDS_SEAT && !sv_clock_back(ask->room, (uint32_t)number, &err))) {
        say_failed(ask, &err);
        return false;
    }
    if (needs >= NEEDS_SEAT)
        sv_recover_seen(ask->room, (int)number);
    return true;
}

static void answer(struct ask *ask)
{
    struct vl_error err = {0};
    const json_t *id = json_object_get(ask->json, "id");
    const char *type = json_string_value(json_object_get(ask->json, "type"));
    if (json_is_integer(id)) {
        ask->has_id = true;
        ask->id = json_integer_value(id);
    }
    const struct kind *kind = find_kind(type);
    if (!kind) {
        vl_fail(&err, VL_BAD_INPUT, "type", "there is no such type of message");
        strike(ask, &err);
    } else if (id && !json_is_integer(id)) {
        vl_fail(&err, VL_BAD_INPUT, "id", "expected a whole number");
        strike(ask, &err);
    } else if (!vl_json_only(ask->json, kind->members, &err)) {
        strike(ask, &err);
    } else if (kind->needs == NEEDS_NOTHING || find_place(ask, kind->needs)) {
        kind->answer(ask);
    }
}

/*
 * A message is read into many small pieces and forgotten as a whole. While that goes on, the
 * library's memory comes from one place, in which nothing needs to be given back.
 */
enum { MESSAGE_ROOM = 32 << 10 };

static _Alignas(max_align_t) char message_room[MESSAGE_ROOM];
static size_t message_used;
static _Thread_local bool in_message;

static void *take_memory(size_t size)
{
    size_t whole = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!in_message || whole < size || whole > MESSAGE_ROOM - message_used)
        return malloc(size);
    message_used += whole;
    return message_room + message_used - whole;
}

static void give_memory(void *memory)
{
    uintptr_t at = (uintptr_t)memory, first = (uintptr_t)message_room;
    if (at < first || at >= first + MESSAGE_ROOM)
        free(memory);
}

void sv_prepare_messages(void)
{
    json_set_alloc_funcs(take_memory, give_memory);
}

void sv_receive(struct sv_connection *c, const char *bytes, size_t size)
{
    static struct ask ask; /* large; one thread */
    struct sv_server *server = c->server;
    uint32_t rate = server->settings.limits.messages_per_second;
    server->figures.messages++;
    memset(&ask, 0, offsetof(struct ask, texts));
    ask.connection = c;
    if (c->closing)
        return;
    if (!sv_bucket_take(&c->rate, rate, rate * 5, sv_now())) {
        server->figures.refused_rate++;
        complain(&ask, "too_many", "too many messages");
        lose_patience(c);
        return;
    }
    json_error_t where;
    in_message = true;
    message_used = 0;
    json_t *json = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &where);
    in_message = false; /* what is made from now on may be kept */
    if (!json_is_object(json)) {
        struct vl_error err = {0};
        vl_fail(&err, VL_BAD_INPUT, NULL, "expected one JSON object%s%.100s", json ? "" : ": ",
                json ? "" : where.text);
        strike(&ask, &err);
    } else {
        ask.json = json;
        answer(&ask);
    }
    json_decref(json);
}
