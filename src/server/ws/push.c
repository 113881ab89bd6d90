/* Pushes to viewers at the end of a batch. */
#include "server/ws/push.h"

#include "core/banned.h"
#include "server/room/clock.h"
#include "server/room/deal.h"
#include "server/state.h"
#include "server/ws/chat.h"
#include "server/ws/write.h"

static void send_presence(struct sv_connection *c, const struct sv_room *room)
{
    struct vl_text out = {0};
    struct vl_json json;
    vl_json_start(&json, &out);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "presence");
    vl_json_put_string(&json, "match", room->stored.id);
    sv_write_seats(&json, room, sv_seats_of(c, room));
    sv_clock_write(&json, room);
    if (room->stored.status == VL_MATCH_GATHERING)
        sv_deal_write(&json, room);
    vl_json_end_object(&json);
    sv_send(c, &out);
}

static void send_rematch(struct sv_connection *c, const struct sv_room *room)
{
    struct vl_text out = {0};
    struct vl_json json;
    vl_json_start(&json, &out);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "rematch");
    vl_json_put_string(&json, "match", room->stored.id);
    vl_json_put_string(&json, "next", room->stored.next);
    vl_json_end_object(&json);
    sv_send(c, &out);
}

/* Whether this is the first watch of the room by its connection: one that watches several seats is
 * told about presence once. */
static bool is_first(const struct sv_watch *watch)
{
    for (const struct sv_watch *w = watch->room->watches; w != watch; w = w->next_in_room)
        if (w->connection == watch->connection)
            return false;
    return true;
}

/* Marks what the watches of a room are to be pushed. Presence and rematch are written at once: they
 * are small, and a connection with a long queue goes without. */
static void mark_watches(struct sv_room *room)
{
    for (struct sv_watch *w = room->watches; w; w = w->next_in_room) {
        if (room->table_changed) {
            w->table_due = true;
            sv_connection_touch(w->connection);
        }
        if (room->chat_changed && sv_chat_reads(room, w->viewer)) {
            w->chat_due = true;
            sv_connection_touch(w->connection);
        }
        if (!is_first(w) || w->connection->out.queued > SV_LOW_QUEUE)
            continue;
        if (room->presence_changed && !room->table_changed) /* a table message includes it */
            send_presence(w->connection, room);
        if (room->rematch_made)
            send_rematch(w->connection, room);
    }
}

/* Writes the present table for a viewer: as a delta, if the viewer asked for deltas and the last
 * table that it was sent is still here. */
static void push_table(struct sv_watch *w)
{
    struct sv_connection *c = w->connection;
    struct sv_table_text *table = &c->server->table_scratch;
    sv_write_table(table, w->room, w->viewer, w->log_position, sv_seats_of(c, w->room),
                   w->wants_words ? SV_WORDS : 0, NULL);
    if (w->last_sent) {
        struct vl_text *delta = &c->server->delta_scratch;
        vl_text_clear(delta);
        sv_delta_write(delta, w->last_sent, table);
        sv_say(c, delta);
    } else {
        sv_say(c, &table->text);
    }
    if (w->deltas)
        sv_watch_sent(w, table);
    w->log_position = w->room->stored.position;
    w->table_due = false;
}

void sv_push_due(struct sv_connection *c)
{
    for (struct sv_watch *w = c->watches; w && c->out.queued < SV_LOW_QUEUE;
         w = w->next_in_connection) {
        struct vl_text out = {0};
        if (w->table_due)
            push_table(w);
        if (w->chat_due && sv_chat_write(&out, w))
            sv_send(c, &out);
        w->chat_due = false;
    }
}

void sv_push_room(struct sv_room *room)
{
    if (room->table_changed || room->presence_changed || room->rematch_made || room->chat_changed)
        mark_watches(room);
    room->table_changed = room->presence_changed = room->rematch_made = room->chat_changed = false;
}

void sv_push_resend(struct sv_connection *c)
{
    for (struct sv_watch *w = c->watches; w; w = w->next_in_connection) {
        sv_watch_sent(w, NULL);
        w->log_position = w->chat_number = 0;
        w->table_due = w->chat_reset = true;
        w->chat_due = sv_chat_reads(w->room, w->viewer);
    }
}
