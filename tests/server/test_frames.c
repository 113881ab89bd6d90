/*
 * The leak test on the real frames: whatever a viewer was sent while a match went on is written
 * again from other worlds, states that this viewer cannot tell from the true one, and must come
 * out the same. What depends on a hidden card would differ. Members that the protocol does not
 * name, and secrets of the deal and of the others, may not occur at all.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/web.h"
#include "valise/match.h"
#include "valise/record.h"

enum { WORLDS = 3, VIEWERS = 3 }; /* two people and a spectator; the third seat is a bot's */

struct viewer {
    int seat; /* or VL_SPECTATOR */
    char cookie[128];
    struct web_socket socket;
    struct vl_text frames;
    int seen; /* position up to which the log was asked for */
};

struct scene {
    struct web_server server;
    struct viewer viewer[VIEWERS];
    char match[32];
    char secret[64]; /* of the link to seat 1 */
    const struct vl_game *game;
    struct vl_deck *deck;
    struct vl_match *replay;
    struct vl_rng rng;
};

/* ---- Playing, and asking all sorts of things ---- */

static void say(struct viewer *v, const struct scene *s, const char *type, json_t *more)
{
    json_t *message = json_pack("{s:s,s:i,s:s,s:o}", "type", type, "id", 1, "match", s->match,
                                "seat", v->seat < 0 ? json_null() : json_integer(v->seat));
    if (more)
        json_object_update(message, more);
    json_decref(more);
    assert_true(web_say(&v->socket, message));
}

static json_t *ask(struct viewer *v, const struct scene *s, const char *type, json_t *more)
{
    say(v, s, type, more);
    return web_await(&v->socket, NULL, 1);
}

static void sit_down(struct scene *s)
{
    char path[128];
    int status;
    json_t *body = json_pack("{s:s,s:[{s:s},{s:s},{s:s,s:s}]}", "game", s->game->id, "seats",
                             "kind", "me", "kind", "friend", "kind", "bot", "bot", "greedy");
    json_t *made =
        web_json(s->server.port, "POST", "/api/matches", s->viewer[0].cookie, body, &status);
    json_decref(body);
    assert_int_equal(status, 201);
    snprintf(s->match, sizeof s->match, "%s", web_text(made, "match"));
    snprintf(s->secret, sizeof s->secret, "%s",
             web_text(json_array_get(json_object_get(made, "seats"), 1), "secret"));
    json_decref(made);
    snprintf(path, sizeof path, "/api/matches/%s/claim", s->match);
    body = json_pack("{s:i,s:s}", "seat", 1, "secret", s->secret);
    json_decref(web_json(s->server.port, "POST", path, s->viewer[1].cookie, body, &status));
    json_decref(body);
    assert_int_equal(status, 200);
    for (int i = 0; i < VIEWERS; i++) {
        struct viewer *v = &s->viewer[i];
        v->seat = i < 2 ? i : VL_SPECTATOR;
        web_open(&v->socket, s->server.port, v->cookie, NULL);
        v->socket.keep = &v->frames;
        json_decref(ask(v, s, "watch", json_pack("{s:b}", "words", 1)));
        if (i == 0) /* before the other seat is here: nobody starts without those who are */
            json_decref(ask(v, s, "start", NULL));
    }
}

static const char *any_move(struct scene *s, const json_t *list)
{
    size_t count = json_array_size(list);
    return web_text(json_array_get(list, vl_rng_below(&s->rng, (uint32_t)count)), "move");
}

/* Questions of one who is to move, and of one who is not. */
static void pester(struct scene *s, struct viewer *v, const json_t *table)
{
    int position = web_int(table, "position");
    const json_t *legal = json_object_get(table, "legal");
    static const char *const targets[] = {"queue.1",   "queue.4", "hand.0", "hand.5", "hand.17",
                                          "waiting.3", "city.2",  "pile",   "done"};
    json_t *tried = NULL;
    if (json_array_size(legal)) {
        const char *move = any_move(s, legal);
        tried = ask(v, s, "try", json_pack("{s:i,s:[s]}", "position", position, "moves", move));
        const json_t *more = json_object_get(tried, "legal");
        if (json_array_size(more))
            json_decref(ask(v, s, "try",
                            json_pack("{s:i,s:[s,s]}", "position", position, "moves", move,
                                      any_move(s, more))));
        json_decref(tried);
        if (vl_rng_below(&s->rng, 4) == 0)
            json_decref(ask(v, s, "hint", json_pack("{s:i}", "position", position)));
        json_decref(ask(v, s, "explain",
                        json_pack("{s:i,s:s}", "position", position, "move", any_move(s, legal))));
    }
    json_decref(ask(
        v, s, "refusal",
        json_pack("{s:i,s:s}", "position", position, "target", targets[vl_rng_below(&s->rng, 9)])));
    json_decref(ask(
        v, s, "commit",
        json_pack("{s:i,s:[s],s:s}", "position", position, "moves", "no such move", "key", "bad")));
    if (position > 8)
        json_decref(ask(v, s, "replay",
                        json_pack("{s:i,s:i}", "from",
                                  (int)vl_rng_below(&s->rng, (uint32_t)position - 6), "count", 4)));
}

/* Plays to the end; what comes after the end is not kept. */
static void play(struct scene *s)
{
    struct viewer *v = &s->viewer[0];
    for (int n = 0; n < 4000; n++) {
        json_t *now =
            ask(v, s, "watch", json_pack("{s:i,s:b}", "seen", n % 64 ? v->seen : 0, "words", 1));
        int to_act = web_int(now, "to_act");
        v->seen = web_int(now, "position");
        if (to_act == VL_OVER) {
            json_decref(now);
            return;
        }
        if (n % 4 == 0)
            pester(s, v, now);
        if (n % 12 == 0)
            json_decref(
                ask(&s->viewer[2], s, "replay", json_pack("{s:i,s:i}", "from", 0, "count", 32)));
        if (to_act == v->seat) {
            char key[16];
            snprintf(key, sizeof key, "k%d", n);
            json_decref(
                ask(v, s, "commit",
                    json_pack("{s:i,s:[s],s:s}", "position", web_int(now, "position"), "moves",
                              any_move(s, json_object_get(now, "legal")), "key", key)));
        } else {
            v = &s->viewer[to_act == 1];
        }
        json_decref(now);
    }
    fail_msg("the match does not end");
}

static void open_record(struct scene *s)
{
    char path[128];
    struct web_reply reply;
    struct vl_error err = {0};
    snprintf(path, sizeof path, "/api/matches/%s/record", s->match);
    web_request(s->server.port, "GET", path, NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    struct vl_record *record = vl_record_parse(reply.body.data, reply.body.length, &err);
    assert_non_null(record);
    s->replay = vl_match_from_record(s->game, s->deck, record, &err);
    assert_non_null(s->replay);
    vl_record_free(record);
    web_reply_free(&reply);
}

/* ---- Writing it again from another world ---- */

/* A view of `seat` at a position, by way of a state that is not the true one. */
static void other_view(struct scene *s, uint32_t position, int seat, struct vl_view *view,
                       void *world)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view true_view;
    vl_match_state_at(s->replay, position, state);
    vl_look(s->game, s->deck->data, state, seat, &true_view);
    s->game->determinize(s->deck->data, &true_view, &s->rng, world);
    vl_look(s->game, s->deck->data, world, seat, view);
}

static void expect_same(const struct scene *s, const json_t *frame, const char *key,
                        struct vl_text *text, const char *what)
{
    (void)s;
    json_t *wanted = json_loads(vl_text_string(text), JSON_DECODE_ANY, NULL);
    const json_t *got = json_object_get(frame, key);
    assert_non_null(wanted);
    if (!json_equal(wanted, got)) {
        char *a = json_dumps(wanted, JSON_ENCODE_ANY), *b = json_dumps(got, JSON_ENCODE_ANY);
        fail_msg("%s of %s: from another world %.600s, sent %.600s", key, what, a, b);
    }
    json_decref(wanted);
    vl_text_clear(text);
}

static void put_targets(struct scene *s, const struct vl_view *view, vl_move move,
                        struct vl_json *json)
{
    struct vl_text targets = {0};
    s->game->targets(s->deck, view, move, &targets);
    vl_json_array(json);
    for (char *rest = targets.data, *word; rest && (word = strsep(&rest, " "));)
        if (*word)
            vl_json_string(json, word);
    vl_json_end_array(json);
    vl_text_free(&targets);
}

static void put_move(struct scene *s, const struct vl_view *view, vl_move move,
                     struct vl_json *json)
{
    struct vl_text text = {0};
    s->game->format_move(s->deck, view, move, &text);
    vl_json_object(json);
    vl_json_put_string(json, "move", vl_text_string(&text));
    vl_json_key(json, "targets");
    put_targets(s, view, move, json);
    vl_text_clear(&text);
    s->game->label(s->deck, view, move, &text);
    vl_json_put_string(json, "label", vl_text_string(&text));
    vl_json_end_object(json);
    vl_text_free(&text);
}

/* view, facts, text and, where they stand in the frame, the legal moves. */
static void check_position(struct scene *s, const json_t *frame, const struct vl_view *view,
                           const char *what)
{
    struct vl_text text = {0}, shown = {0};
    struct vl_json json;
    vl_json_start(&json, &text);
    s->game->write_view(s->deck, view, &json);
    expect_same(s, frame, "view", &text, what);
    vl_json_start(&json, &text);
    s->game->annotate(s->deck, view, &json);
    expect_same(s, frame, "facts", &text, what);
    s->game->show(s->deck, view, &shown);
    assert_string_equal(web_text(frame, "text"), vl_text_string(&shown));
    const json_t *legal = json_object_get(frame, "legal");
    if (json_array_size(legal)) {
        vl_move moves[VL_MAX_MOVES];
        uint32_t count = s->game->legal_moves(s->deck->data, view->state.bytes, moves);
        vl_json_start(&json, &text);
        vl_json_array(&json);
        for (uint32_t i = 0; i < count; i++)
            put_move(s, view, moves[i], &json);
        vl_json_end_array(&json);
        expect_same(s, frame, "legal", &text, what);
    }
    vl_text_free(&text);
    vl_text_free(&shown);
}

static void check_line(struct scene *s, const json_t *entry, int seat)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    uint8_t world[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view before, after;
    struct vl_line line = {0};
    struct vl_text text = {0};
    struct vl_json json;
    int actor;
    uint32_t position = (uint32_t)web_int(entry, "position");
    vl_match_state_at(s->replay, position, state);
    vl_move move = vl_match_move_at(s->replay, position, &actor);
    vl_move shown = s->game->redact_move(s->deck->data, state, move, seat);
    other_view(s, position, seat, &before, world);
    other_view(s, position + 1, seat, &after, world);
    s->game->narrate(s->deck, &before, shown, &after, &line);
    assert_string_equal(web_text(entry, "text"), line.text);
    assert_string_equal(web_text(entry, "clause"), line.clause);
    assert_int_equal(web_int(entry, "seat"), actor);
    s->game->format_move(s->deck, &before, shown, &text);
    assert_string_equal(web_text(entry, "move"), vl_text_string(&text));
    vl_text_clear(&text);
    vl_json_start(&json, &text);
    put_targets(s, &before, shown, &json);
    expect_same(s, entry, "targets", &text, "a line of the log");
    vl_text_free(&text);
}

/* A try, played in another world. */
static void check_tried(struct scene *s, const json_t *frame, int seat)
{
    uint8_t world[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    const json_t *moves = json_object_get(frame, "moves"), *log = json_object_get(frame, "log");
    assert_int_equal((int)json_array_size(log), web_int(frame, "played"));
    other_view(s, (uint32_t)web_int(frame, "position"), seat, &view, world);
    for (int i = 0; i < web_int(frame, "played"); i++) {
        vl_move move;
        struct vl_error err = {0};
        const char *text = json_string_value(json_array_get(moves, (size_t)i));
        assert_true(s->game->parse_move(s->deck, &view, text, &move, &err));
        assert_true(vl_is_legal(s->game, s->deck->data, world, move));
        struct vl_view before = view;
        struct vl_line line = {0};
        vl_move shown = s->game->redact_move(s->deck->data, world, move, seat);
        s->game->apply(s->deck->data, world, move);
        vl_look(s->game, s->deck->data, world, seat, &view);
        s->game->narrate(s->deck, &before, shown, &view, &line);
        assert_string_equal(web_text(json_array_get(log, (size_t)i), "text"), line.text);
    }
    check_position(s, frame, &view, "a try");
}

static void check_help(struct scene *s, const json_t *frame, int seat, const char *type)
{
    uint8_t world[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    struct vl_error err = {0};
    struct vl_text because = {0};
    vl_move move;
    uint32_t position = (uint32_t)web_int(frame, "position");
    other_view(s, position, seat, &view, world);
    assert_true(s->game->parse_move(s->deck, &view, web_text(frame, "move"), &move, &err));
    assert_true(vl_is_legal(s->game, s->deck->data, world, move));
    s->game->explain(s->deck, &view, move, &because);
    assert_string_equal(web_text(frame, "because"), vl_text_string(&because));
    vl_text_free(&because);
    (void)type;
}

/* ---- Every frame ---- */

static const struct {
    const char *type;
    const char *const members[28];
} known[] = {
    {"hello", {"type", "protocol", "version", "client"}},
    {"ok", {"type", "re"}},
    {"ack", {"type", "re", "match", "seat", "key", "from", "position", "repeated"}},
    {"error", {"type", "re", "code", "message", "where", "clause"}},
    {"presence", {"type", "match", "seats", "clock", "deal"}},
    {"chat", {"type", "match", "seat", "whole", "muted", "lines"}},
    {"explain", {"type", "re", "match", "seat", "move", "targets", "label", "because"}},
    {"refusal", {"type", "re", "match", "seat", "legal", "move", "message", "clause"}},
    {"replay", {"type", "re", "match", "seat", "open", "last", "positions"}},
    {"hint",
     {"type", "re", "match", "seat", "position", "bot", "move", "targets", "label", "because",
      "candidates"}},
    {"tried",
     {"type", "re", "match", "seat", "position", "moves", "pending", "played", "complete",
      "stopped", "turn_over", "to_act", "view", "facts", "text", "legal", "choice", "log"}},
    {"table", {"type",    "re",     "match",    "seat",   "game",  "deck",       "rules_version",
               "options", "status", "position", "to_act", "seats", "commitment", "result",
               "origin",  "next",   "from",     "view",   "facts", "text",       "legal",
               "choice",  "log",    "clock",    "chat",   "deal"}},
};

static void check_members(const json_t *frame)
{
    const char *type = web_text(frame, "type"), *key;
    json_t *value;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].type, type) != 0)
            continue;
        json_object_foreach((json_t *)(uintptr_t)frame, key, value)
        {
            bool named = false;
            for (int n = 0; known[i].members[n] && !named; n++)
                named = strcmp(known[i].members[n], key) == 0;
            if (!named)
                fail_msg("a %s has the member %s", type, key);
        }
        return;
    }
    fail_msg("there is no message %s", type);
}

/* False when the match is over in this frame. */
static bool check_frame(struct scene *s, const json_t *frame, int seat, int counts[3])
{
    uint8_t world[VL_MAX_STATE] __attribute__((aligned(8)));
    const char *type = web_text(frame, "type");
    struct vl_view view;
    size_t i;
    json_t *entry;
    check_members(frame);
    if (strcmp(type, "table") == 0) {
        if (strcmp(web_text(frame, "status"), "over") == 0)
            return false;
        assert_true(json_is_null(json_object_get(frame, "result")));
        other_view(s, (uint32_t)web_int(frame, "position"), seat, &view, world);
        check_position(s, frame, &view, "a table");
        json_array_foreach(json_object_get(frame, "log"), i, entry)
        {
            check_line(s, entry, seat);
            counts[1]++;
        }
        counts[0]++;
    } else if (strcmp(type, "replay") == 0) {
        json_array_foreach(json_object_get(frame, "positions"), i, entry)
        {
            other_view(s, (uint32_t)web_int(entry, "position"), seat, &view, world);
            check_position(s, entry, &view, "a replay");
            assert_null(json_object_get(entry, "line"));
        }
    } else if (strcmp(type, "tried") == 0) {
        check_tried(s, frame, seat);
        counts[2]++;
    } else if (strcmp(type, "hint") == 0) {
        check_help(s, frame, seat, type);
    }
    return true;
}

static void check_viewer(struct scene *s, struct viewer *v)
{
    int counts[3] = {0};
    const struct vl_seal *seal = &vl_match_chance(s->replay)->seal;
    char secret[65] = "";
    for (int i = 0; i < VL_SECRET_SIZE; i++)
        snprintf(secret + 2 * i, 3, "%02x", seal->secret[i]);
    for (char *rest = v->frames.data, *line; rest && (line = strsep(&rest, "\n"));) {
        if (!*line)
            continue;
        json_t *frame = json_loads(line, 0, NULL);
        assert_non_null(frame);
        bool going_on = true;
        for (int world = 0; going_on && world < WORLDS; world++)
            going_on = check_frame(s, frame, v->seat, counts);
        json_decref(frame);
        if (!going_on)
            break;
        assert_null(strstr(line, secret));
        assert_null(strstr(line, s->secret));
        for (int i = 0; i < VIEWERS; i++)
            if (s->viewer[i].cookie[0])
                assert_null(strstr(line, s->viewer[i].cookie + 7));
    }
    printf("viewer %d: %d tables, %d lines, %d tries\n", v->seat, counts[0] / WORLDS,
           counts[1] / WORLDS, counts[2] / WORLDS);
    assert_true(counts[0] > 10 && counts[1] > 10);
    assert_true(v->seat < 0 || counts[2] > 2);
}

static void frames_show_what_a_view_shows(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "--bot-pause", "0", "--bot-time", "5", "--limit", "messages_per_second=1000000", NULL};
    for (uint32_t g = 0; g < vl_game_count(); g++) {
        struct scene *s = calloc(1, sizeof *s);
        struct vl_error err = {0};
        assert_non_null(s);
        s->game = vl_game_at(g);
        if (s->game->most_seats < 3) {
            free(s);
            continue;
        }
        printf("%s\n", s->game->name);
        s->deck = vl_deck_open(s->game, NULL, &err);
        vl_rng_seed(&s->rng, 5, g, 0);
        web_prepare(&s->server);
        web_start(&s->server, settings);
        sit_down(s);
        play(s);
        for (int i = 0; i < VIEWERS; i++) /* what is still on its way */
            for (json_t *last; (last = web_hear(&s->viewer[i].socket, 100));)
                json_decref(last);
        open_record(s);
        for (int i = 0; i < VIEWERS; i++) {
            check_viewer(s, &s->viewer[i]);
            web_close(&s->viewer[i].socket);
            vl_text_free(&s->viewer[i].frames);
        }
        vl_match_free(s->replay);
        vl_deck_free(s->deck);
        assert_int_equal(web_stop(&s->server, SIGTERM), 0);
        web_clean(&s->server);
        free(s);
    }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_show_what_a_view_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
