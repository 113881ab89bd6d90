/* Messages about a match, as JSON. */
#include "server/ws/write.h"

#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/json_write.h"
#include "core/utf8.h"
#include "server/http/fork.h"
#include "server/room/ask.h"
#include "server/room/clock.h"
#include "server/room/deal.h"
#include "server/room/vote.h"
#include "server/secret.h"
#include "server/ws/chat.h"

static const char *const status_words[] = {"gathering", "running", "over", "closed"};

const char *sv_error_word(const struct vl_error *err)
{
    switch (err->code) {
    case VL_REFUSED:
        return "refused";
    case VL_NOT_FOUND:
        return "not_found";
    case VL_IO:
    case VL_NO_MEMORY:
        return "busy";
    case VL_OK:
    case VL_BAD_INPUT:
    default:
        return "bad_input";
    }
}

void sv_put_quoted(struct vl_json *json, const char *key, const char *text)
{
    char clean[512];
    size_t length = strnlen(text, sizeof clean - 1);
    length = vl_utf8_check(text, length);
    memcpy(clean, text, length);
    clean[length] = '\0';
    vl_json_put_string(json, key, clean);
}

void sv_put_error(struct vl_json *json, const char *code, const struct vl_error *err)
{
    vl_json_put_string(json, "code", code);
    /* Errors of the disk and the file system go to the log, not to players. */
    bool inside = err->code == VL_IO || err->code == VL_NO_MEMORY;
    sv_put_quoted(json, "message",
                  inside ? "the server cannot reach its store; try again" : err->message);
    sv_put_quoted(json, "where", inside ? "" : err->where);
    sv_put_quoted(json, "clause", err->clause);
}

static void put_string_or_null(struct vl_json *json, const char *key, const char *value)
{
    vl_json_key(json, key);
    if (value && *value)
        vl_json_string(json, value);
    else
        vl_json_null(json);
}

/* Rounded up to whole seconds, so that a push is not caused by milliseconds. */
static int64_t whole_seconds(int64_t milliseconds)
{
    return (milliseconds + 999) / 1000 * 1000;
}

void sv_write_seats(struct vl_json *json, const struct sv_room *room, uint32_t own_seats)
{
    const struct vl_stored_match *m = &room->stored;
    int to_act = room->match ? vl_match_to_act(room->match) : VL_OVER;
    vl_json_open_array(json, "seats");
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        const struct vl_stored_seat *p = &m->seat[seat];
        vl_json_object(json);
        vl_json_put_int(json, "seat", seat);
        vl_json_put_string(json, "kind", p->bot ? "bot" : "person");
        vl_json_put_string(json, "name", p->name);
        put_string_or_null(json, "bot", p->bot ? p->player : NULL);
        vl_json_put_bool(json, "claimed", p->bot || (room->claimed >> seat & 1));
        vl_json_put_int(json, "devices", p->bot ? 0 : room->devices[seat]);
        sv_ask_write(json, room, seat);
        vl_json_put_bool(json, "pledged", m->seal.has_pledge[seat]);
        vl_json_put_bool(json, "nonce", m->seal.has_nonce[seat]);
        sv_vote_write(json, room, seat);
        vl_json_put_bool(json, "connected", p->bot || sv_room_connected(room, seat));
        vl_json_put_int(json, "silent", p->bot ? 0 : whole_seconds(sv_vote_away_in(room, seat)));
        vl_json_put_bool(json, "mine", own_seats >> seat & 1);
        vl_json_put_bool(json, "minded", sv_has_stand_in(room, seat));
        vl_json_put_bool(json, "thinking",
                         (p->bot || sv_has_stand_in(room, seat)) && m->status == VL_MATCH_RUNNING &&
                             to_act == (int)seat);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

static void write_options(struct vl_json *json, const char *options)
{
    vl_json_open_object(json, "options");
    for (const char *word = options; *word;) {
        size_t length = strcspn(word, " "), name = strcspn(word, "=");
        char key[64], value[64];
        if (name < length && name < sizeof key && length - name - 1 < sizeof value) {
            memcpy(key, word, name);
            key[name] = '\0';
            memcpy(value, word + name + 1, length - name - 1);
            value[length - name - 1] = '\0';
            vl_json_put_string(json, key, value);
        }
        word += length + (word[length] == ' ');
    }
    vl_json_end_object(json);
}

static void write_result(struct vl_json *json, const struct sv_room *room)
{
    vl_json_key(json, "result");
    if (!room->match || vl_match_to_act(room->match) != VL_OVER) {
        vl_json_null(json);
        return;
    }
    const struct vl_game *game = vl_match_game(room->match);
    struct vl_score score;
    game->score(vl_match_deck(room->match)->data, vl_match_state(room->match), &score);
    vl_json_object(json);
    vl_json_open_array(json, "points");
    for (uint32_t seat = 0; seat < room->stored.seats; seat++)
        vl_json_int(json, score.points[seat]);
    vl_json_end_array(json);
    vl_json_open_array(json, "ranks");
    for (uint32_t seat = 0; seat < room->stored.seats; seat++)
        vl_json_int(json, score.rank[seat]);
    vl_json_end_array(json);
    vl_json_open_array(json, "detail");
    for (uint32_t seat = 0; seat < room->stored.seats; seat++) {
        vl_json_object(json);
        for (uint32_t i = 0; game->categories[i]; i++)
            vl_json_put_int(json, game->categories[i], score.detail[seat][i]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

/* Members that stay the same from the first move to the last. */
static void write_fixed(struct vl_json *json, const struct sv_room *room)
{
    const struct vl_stored_match *m = &room->stored;
    char commitment[VL_SECRET_SIZE * 2 + 1];
    sv_hex(m->seal.commitment, VL_SECRET_SIZE, commitment);
    vl_json_put_string(json, "game", m->game);
    vl_json_put_string(json, "deck", m->deck_hash);
    vl_json_put_int(json, "rules_version", m->rules_version);
    write_options(json, m->options);
    vl_json_put_string(json, "commitment", commitment);
}

/* Members that GET /api/matches/ID and the table message share. */
static void write_common(struct vl_json *json, const struct sv_room *room, uint32_t own_seats)
{
    const struct vl_stored_match *m = &room->stored;
    vl_json_put_string(json, "match", m->id);
    vl_json_put_string(json, "status", status_words[m->status]);
    if (m->status == VL_MATCH_CLOSED)
        vl_json_put_string(json, "closed", sv_room_closed_why(room));
    vl_json_put_int(json, "position", m->position);
    vl_json_put_int(json, "to_act", room->match ? vl_match_to_act(room->match) : VL_OVER);
    sv_write_seats(json, room, own_seats);
    sv_clock_write(json, room);
    vl_json_put_string(json, "chat", sv_chat_word(room));
    write_result(json, room);
    put_string_or_null(json, "next", m->next);
    sv_fork_write(json, room);
}

void sv_write_match(struct vl_json *json, const struct sv_room *room, uint32_t own_seats)
{
    vl_json_object(json);
    write_fixed(json, room);
    sv_deal_write(json, room);
    write_common(json, room, own_seats);
    vl_json_put_int(json, "created", room->stored.created);
    vl_json_put_int(json, "changed", room->stored.changed);
    vl_json_put_set(json, "mine", own_seats);
    vl_json_end_object(json);
}

/* ---- Moves ---- */

/* An empty text for what a game writes before it becomes a JSON string. It is static, so that it is
 * allocated once and not for each of the hundreds of moves in a message: only the thread of the
 * server writes messages, and each text is copied before the next one is written. */
static struct vl_text *empty_scratch(void)
{
    static struct vl_text scratch;
    vl_text_clear(&scratch);
    return &scratch;
}

static void put_targets(struct vl_json *json, const struct vl_deck *deck,
                        const struct vl_view *view, vl_move move)
{
    struct vl_text *out = empty_scratch();
    deck->game->targets(deck, view, move, out);
    vl_json_open_array(json, "targets");
    const char *word = vl_text_string(out);
    while (*word) {
        size_t length = (size_t)(strchrnul(word, ' ') - word);
        vl_json_string_sized(json, word, length);
        word += length + (word[length] != '\0');
    }
    vl_json_end_array(json);
}

static void put_notation(struct vl_json *json, const struct vl_deck *deck,
                         const struct vl_view *view, vl_move move)
{
    struct vl_text *out = empty_scratch();
    deck->game->format_move(deck, view, move, out);
    vl_json_put_string(json, "move", vl_text_string(out));
    put_targets(json, deck, view, move);
}

void sv_put_move(struct vl_json *json, const struct vl_deck *deck, const struct vl_view *view,
                 vl_move move)
{
    put_notation(json, deck, view, move);
    struct vl_text *out = empty_scratch();
    deck->game->label(deck, view, move, out);
    vl_json_put_string(json, "label", vl_text_string(out));
}

void sv_write_move(struct vl_json *json, const struct vl_deck *deck, const struct vl_view *view,
                   vl_move move)
{
    vl_json_object(json);
    sv_put_move(json, deck, view, move);
    vl_json_end_object(json);
}

struct move_list {
    const vl_move *moves;
    uint32_t count;
};

static bool contains(struct move_list list, vl_move move)
{
    return vl_moves_contain(list.moves, list.count, move);
}

/* Writes a move of a choice. Most are legal moves, which the message has already described with
 * targets and label; these are only named, which halves the size of such messages. */
static void write_choosable(struct vl_json *json, const struct vl_deck *deck,
                            const struct vl_view *view, struct move_list legal, vl_move move)
{
    if (!contains(legal, move)) {
        sv_write_move(json, deck, view, move);
        return;
    }
    struct vl_text *out = empty_scratch();
    deck->game->format_move(deck, view, move, out);
    vl_json_object(json);
    vl_json_put_string(json, "move", vl_text_string(out));
    vl_json_end_object(json);
}

/* Writes how the next element of a set is chosen. Elements that the seat has touched but that
 * cannot be played yet are shown as chosen, too. */
static void write_choice(struct vl_json *json, const struct vl_deck *deck,
                         const struct vl_view *view, struct move_list legal,
                         struct move_list pending)
{
    struct vl_choice choice;
    deck->game->choice(deck->data, view->state.bytes, &choice);
    vl_json_open_object(json, "choice");
    vl_json_put_bool(json, "set", choice.set);
    if (choice.set) {
        vl_json_put_int(json, "least", choice.least);
        vl_json_put_int(json, "most", choice.most);
        vl_json_open_array(json, "chosen");
        for (uint32_t i = 0; i < choice.chosen_count; i++)
            sv_write_move(json, deck, view, choice.chosen[i]);
        for (uint32_t i = 0; i < pending.count; i++)
            sv_write_move(json, deck, view, pending.moves[i]);
        vl_json_end_array(json);
        vl_json_open_array(json, "candidates");
        bool full = choice.chosen_count + pending.count >= choice.most;
        for (uint32_t i = 0; !full && i < choice.candidate_count; i++)
            if (!contains(pending, choice.candidates[i]))
                write_choosable(json, deck, view, legal, choice.candidates[i]);
        vl_json_end_array(json);
        vl_json_key(json, "done");
        if (choice.done == VL_NO_MOVE)
            vl_json_null(json);
        else
            write_choosable(json, deck, view, legal, choice.done);
    }
    vl_json_end_object(json);
}

static void write_moves(struct vl_json *json, const struct vl_deck *deck,
                        const struct vl_view *view, bool mine, const struct vl_preview *preview)
{
    vl_move moves[VL_MAX_MOVES];
    uint32_t pending = preview ? preview->pending : 0;
    uint32_t count = 0;
    if (mine && !pending)
        count = deck->game->legal_moves(deck->data, view->state.bytes, moves);
    vl_json_open_array(json, "legal");
    for (uint32_t i = 0; i < count; i++)
        sv_write_move(json, deck, view, moves[i]);
    vl_json_end_array(json);
    if (mine) {
        const vl_move *touched = preview ? preview->moves + preview->count - pending : NULL;
        write_choice(json, deck, view, (struct move_list){moves, count},
                     (struct move_list){touched, pending});
    } else {
        vl_json_open_object(json, "choice");
        vl_json_put_bool(json, "set", false);
        vl_json_end_object(json);
    }
}

void sv_write_position(struct vl_json *json, const struct sv_room *room, const struct vl_view *view,
                       int to_act, uint32_t what, const struct vl_preview *preview)
{
    const struct vl_deck *deck = vl_match_deck(room->match);
    vl_json_key(json, "view");
    deck->game->write_view(deck, view, json);
    vl_json_key(json, "facts");
    deck->game->annotate(deck, view, json);
    if (what & SV_WORDS) {
        struct vl_text *text = empty_scratch();
        deck->game->show(deck, view, text);
        vl_json_put_string(json, "text", vl_text_string(text));
    }
    if (what & SV_MOVES) {
        bool mine = view->seat >= 0 && view->seat == to_act &&
                    !(preview && preview->stopped && preview->played < preview->count);
        write_moves(json, deck, view, mine, preview);
    }
}

/* ---- The log ---- */

/* Writes the entry of a move that is played from `state`, which it advances. The viewer sees the
 * move as redact_move shows it, told from its view before and its view after. */
static void write_entry(struct vl_json *json, const struct sv_room *room, uint32_t position,
                        int actor, vl_move move, int viewer, void *state)
{
    const struct vl_game *game = vl_match_game(room->match);
    const struct vl_deck *deck = vl_match_deck(room->match);
    struct vl_view before, after;
    struct vl_line line = {0};
    vl_look(game, deck->data, state, viewer, &before);
    vl_move shown = viewer == VL_OPEN ? move : game->redact_move(deck->data, state, move, viewer);
    game->apply(deck->data, state, move);
    vl_look(game, deck->data, state, viewer, &after);
    game->narrate(deck, &before, shown, &after, &line);
    vl_json_object(json);
    vl_json_put_int(json, "position", position);
    vl_json_put_int(json, "seat", actor);
    put_notation(json, deck, &before, shown);
    vl_json_put_string(json, "text", line.text);
    vl_json_put_string(json, "clause", line.clause);
    if (position < vl_match_position(room->match) && vl_match_minded_at(room->match, position))
        vl_json_put_bool(json, "minded", true);
    vl_json_end_object(json);
}

void sv_write_line(struct vl_json *json, const struct sv_room *room, uint32_t position, int viewer,
                   void *state)
{
    int actor;
    vl_move move = vl_match_move_at(room->match, position, &actor);
    write_entry(json, room, position, actor, move, viewer, state);
}

void sv_write_tried(struct vl_json *json, const struct sv_room *room, int seat,
                    const struct vl_preview *preview)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    memcpy(state, vl_match_state(room->match), vl_match_game(room->match)->state_size);
    vl_json_open_array(json, "log");
    for (uint32_t i = 0; i < preview->played; i++)
        write_entry(json, room, room->stored.position + i, seat, preview->moves[i], seat, state);
    vl_json_end_array(json);
}

static void write_log(struct vl_json *json, const struct sv_room *room, int viewer, uint32_t from)
{
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    vl_json_open_array(json, "log");
    if (room->match) {
        vl_match_state_at(room->match, from, state);
        for (uint32_t p = from; p < vl_match_position(room->match); p++)
            sv_write_line(json, room, p, viewer, state);
    }
    vl_json_end_array(json);
}

void sv_write_table(struct sv_table_text *out, const struct sv_room *room, int viewer,
                    uint32_t from, uint32_t own_seats, uint32_t what, const json_int_t *re)
{
    struct vl_json json;
    struct vl_view view;
    if (from > room->stored.position || !room->match)
        from = 0;
    vl_text_clear(&out->text);
    out->marks.count = 0;
    vl_json_start(&json, &out->text);
    json.marks = &out->marks;
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "table");
    if (re)
        vl_json_put_int(&json, "re", *re);
    vl_json_key(&json, "seat");
    if (viewer >= 0)
        vl_json_int(&json, viewer);
    else
        vl_json_null(&json);
    if (what & SV_WHOLE)
        write_fixed(&json, room);
    if (what & SV_WHOLE ||
        from == 0) /* the first cards come with the nonces that they follow from */
        sv_deal_write(&json, room);
    write_common(&json, room, own_seats);
    vl_json_put_int(&json, "from", from);
    if (room->match) {
        const struct vl_game *game = vl_match_game(room->match);
        vl_look(game, vl_match_deck(room->match)->data, vl_match_state(room->match), viewer, &view);
        sv_write_position(&json, room, &view, vl_match_to_act(room->match), what | SV_MOVES, NULL);
    } else {
        vl_json_key(&json, "view");
        vl_json_null(&json);
    }
    write_log(&json, room, viewer, from);
    vl_json_end_object(&json);
    sv_delta_mark_ends(out);
}
