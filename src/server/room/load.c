/* Loading a room: a stored match is replayed from its commits. */
#include "server/room/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/bots/play.h"
#include "server/bots/workers.h"
#include "server/decks.h"
#include "server/room/clock.h"
#include "server/room/deal.h"
#include "server/room/vote.h"
#include "server/state.h"
#include "server/time.h"
#include "server/ws/connection.h"
#include "store/operators.h"
#include "store/shares.h"

void sv_room_drop_match(struct sv_room *room)
{
    vl_match_free(room->match);
    free(room->closed_why);
    room->match = NULL;
    room->closed_why = NULL;
}

/* Adds the moves of a commit to a record; room.c (commit_text) writes the format. */
static bool add_commit_lines(void *context, const struct vl_stored_commit *commit)
{
    struct vl_record *record = context;
    for (const char *line = commit->moves; *line;) {
        size_t length = strcspn(line, "\n");
        char *space = NULL;
        long actor = strtol(line, &space, 10);
        bool stand_in = *space == '~';
        space += stand_in;
        if (*space != ' ' || space > line + length)
            return true; /* a damaged line: the replay finds that moves are missing */
        char *move = strndup(space + 1, length - (size_t)(space + 1 - line));
        if (!move)
            abort();
        vl_record_add(record, (int)actor, move);
        if (stand_in)
            vl_record_mark_minded(record);
        free(move);
        line += length + (line[length] == '\n');
    }
    return true;
}

static void record_header(const struct vl_stored_match *m, struct vl_record *record)
{
    snprintf(record->game, sizeof record->game, "%s", m->game);
    snprintf(record->deck_hash, sizeof record->deck_hash, "%s", m->deck_hash);
    record->rules_version = m->rules_version;
    record->seats = m->seats;
    for (const char *word = m->options; *word && record->option_count < VL_MAX_OPTIONS;) {
        size_t length = strcspn(word, " ");
        snprintf(record->options[record->option_count++], sizeof record->options[0], "%.*s",
                 (int)length, word);
        word += length + (word[length] == ' ');
    }
    for (uint32_t seat = 0; seat < m->seats; seat++)
        snprintf(record->names[seat], VL_NAME_SIZE, "%s", m->seat[seat].name);
    record->chance.source = VL_CHANCE_SEALED;
    record->chance.seal = m->seal;
}

/* Reads where a fork or an import begins, and what draws for it: a fork has its own seal, an import
 * that of its record. */
static bool read_origin(struct sv_room *room, struct vl_record *record, struct vl_error *err)
{
    struct vl_stored_origin origin;
    if (!sv_people(room->server)->find_origin(room->server->store, room->stored.id, &origin, err))
        return false;
    room->origin = origin.kind;
    room->source_position = origin.position;
    memcpy(room->source, origin.source, sizeof room->source);
    if (origin.kind == VL_ORIGIN_NONE)
        return true;
    struct vl_record *head = vl_record_parse(origin.head, strlen(origin.head), err);
    free(origin.head);
    if (!head)
        return false;
    record->start = head->start;
    head->start.state = NULL;
    if (origin.kind == VL_ORIGIN_IMPORT) {
        record->chance = head->chance;
        room->stored.seal = head->chance.seal;
    }
    vl_record_free(head);
    return true;
}

const char *sv_room_closed_why(const struct sv_room *room)
{
    return room->closed_why ? room->closed_why : "the stored match cannot be read";
}

static void drop_with_reason(struct sv_room *room, const char *why)
{
    sv_room_drop_match(room);
    room->closed_why = strdup(why);
    if (!room->closed_why)
        abort();
}

/* Closes a match that this program cannot play. One that is over stays over. */
static void close_match(struct sv_room *room, const struct vl_error *why)
{
    struct vl_stored_match *m = &room->stored;
    drop_with_reason(room, why->message[0] ? why->message
                                           : "its stored moves do not lead to its position");
    sv_log("match_closed", "match=%.8s game=%s rules_version=%u why=\"%s\"", m->id, m->game,
           m->rules_version, room->closed_why);
    if (m->status != VL_MATCH_OVER)
        m->status = VL_MATCH_CLOSED;
}

/* Whether an operator has closed the match. Then it is not played again, and stays closed. */
static bool read_closure(struct sv_room *room, bool *closed, struct vl_error *err)
{
    char why[VL_WHY_SIZE];
    const struct vl_stored_match *m = &room->stored;
    *closed = false;
    if (m->status != VL_MATCH_CLOSED)
        return true;
    if (!sv_operators(room->server)->find_closure(room->server->store, m->id, closed, why, err))
        return false;
    if (*closed)
        drop_with_reason(room, why);
    return true;
}

bool sv_room_close(struct sv_room *room, const char *why, struct vl_error *err)
{
    struct sv_server *server = room->server;
    struct vl_stored_match *m = &room->stored;
    if (m->status > VL_MATCH_RUNNING)
        return vl_fail(err, VL_REFUSED, NULL,
                       m->status == VL_MATCH_OVER ? "the match is over" : "the match is closed");
    sv_room_touch(room);
    m->maker = 0; /* it no longer counts among the open matches of its address */
    if (!sv_operators(server)->set_closure(server->store, m->id, sv_time(), why, err) ||
        !sv_shares(server)->forget(server->store, m->id, err)) {
        server->batch_failed = true;
        return false;
    }
    sv_workers_cancel(server->workers, SV_JOB_HINT, m->id, 0);
    sv_room_stop_bot(room);
    drop_with_reason(room, why);
    m->status = VL_MATCH_CLOSED;
    m->changed = sv_time();
    m->stand_ins = 0;
    sv_clock_turn(room);
    server->open_matches--;
    for (struct sv_watch *w = room->watches; w; w = w->next_in_room)
        sv_watch_sent(w, NULL); /* a table without a view has no delta */
    room->table_changed = true;
    return sv_room_save(room, false, err);
}

/* An earlier program closed this match because it could not play it (it was older, for example).
 * This one can, so the match goes on. Its clock did not run in between: it starts again. */
static void reopen_match(struct sv_room *room)
{
    struct vl_stored_match *m = &room->stored;
    bool begun = m->position > 0 || room->origin != VL_ORIGIN_NONE;
    m->status = vl_match_to_act(room->match) == VL_OVER ? VL_MATCH_OVER
                : begun                                 ? VL_MATCH_RUNNING
                                                        : VL_MATCH_GATHERING;
    sv_clock_turn(room);
    sv_log("match_reopened", "match=%.8s game=%s rules_version=%u", m->id, m->game,
           m->rules_version);
}

bool sv_room_replay(struct sv_room *room, struct vl_error *err)
{
    struct sv_server *server = room->server;
    struct vl_stored_match *m = &room->stored;
    struct vl_error why = {0};
    const struct vl_game *game = vl_game_find(m->game);
    struct vl_deck *deck = NULL;
    struct vl_record *record = vl_record_new();
    bool good = false;
    bool closed;
    sv_vote_load(room);
    if (!read_closure(room, &closed, err))
        goto out;
    if (closed) {
        good = true;
        goto out;
    }
    if (!game)
        vl_fail(&why, VL_NOT_FOUND, NULL, "this program does not have the game %s", m->game);
    else
        deck = sv_deck_find(server, game, m->deck_hash, &why);
    if (!deck && why.code == VL_IO) {
        *err = why;
        goto out;
    }
    sv_deal_mark_without(m);
    record_header(m, record);
    if (!read_origin(room, record, err) ||
        !sv_calls(server)->list_commits(server->store, m->id, add_commit_lines, record, err))
        goto out;
    good = true;
    if (deck)
        room->match = vl_match_from_record(game, deck, record, &why);
    if (!room->match || vl_match_position(room->match) != m->position)
        close_match(room, &why);
    else if (m->status == VL_MATCH_CLOSED)
        reopen_match(room);
out:
    vl_record_free(record);
    return good;
}

void sv_room_reload(struct sv_room *room)
{
    struct sv_server *server = room->server;
    struct vl_stored_match stored;
    struct vl_error err = {0};
    sv_room_drop_match(room);
    sv_workers_cancel(server->workers, SV_JOB_HINT, room->stored.id, 0);
    sv_room_stop_bot(room);
    room->removed = false;
    memset(room->asks, 0, sizeof room->asks); /* an answer may have been rolled back */
    room->start_wanted = false;
    room->holders_version++; /* watches have cached holders of the transaction rolled back */
    room->table_changed = room->presence_changed = room->rematch_made = room->chat_changed = false;
    /* This can fail, because the disk may be broken. Then the room is closed until it is loaded
     * again: the store is still right. */
    bool good = sv_calls(server)->find_match(server->store, room->stored.id, &stored, &err);
    if (good) {
        room->stored = stored;
        good = sv_room_replay(room, &err) && sv_room_read_holders(room, &err);
    }
    if (!good) {
        room->stored.status = VL_MATCH_CLOSED;
        sv_log("room_lost", "match=%.8s why=\"%s\"", room->stored.id, err.message);
    }
}
