/* WebSocket connections and their watches. */
#include "server/ws/connection.h"

#include <stdlib.h>

#include "core/banned.h"
#include "server/bots/workers.h"
#include "server/http/files.h"
#include "server/net/frames.h"
#include "server/room/room.h"
#include "server/secret.h"
#include "server/state.h"
#include "server/time.h"
#include "server/ws/chat.h"

enum {
    /* A match with its room: about what the largest game takes. Counting each match exactly
     * would need a function of its own for a few kilobytes more or less. */
    ROOM_BYTES = 16 << 10,
    /* Even if the budget of all is used up, an address may have this part of its own: somebody who
     * comes to play must not depend on what strangers watch. */
    LEAST_PART = 16,
};

static void drop_watch(struct sv_watch *watch);

/* ---- Connections ---- */

struct sv_connection *sv_connect(struct sv_server *server, const char *address, const char *token)
{
    struct sv_address *from = sv_address_of(server, address);
    const struct sv_limits *limits = &server->settings.limits;
    if (server->connection_count >= limits->connections ||
        from->connections >= limits->connections_per_address) {
        server->figures.refused_limit++;
        return NULL;
    }
    struct sv_connection *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    c->server = server;
    c->number = ++server->last_connection;
    c->address = from;
    c->last_written = c->last_received = sv_now();
    c->has_player = token && sv_token_hash(token, c->player);
    c->next = server->connections;
    if (c->next)
        c->next->previous = c;
    server->connections = c;
    server->connection_count++;
    server->figures.opened++;
    sv_address_open(server, from, true);

    if (server->settings.assets)
        sv_client_hash(server); /* a developer may have rebuilt the files */
    struct vl_text hello = {0};
    struct vl_json json;
    vl_json_start(&json, &hello);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "hello");
    vl_json_put_int(&json, "protocol", 1);
    vl_json_put_string(&json, "version", VALISE_VERSION);
    vl_json_put_string(&json, "client", server->client_hash);
    vl_json_end_object(&json);
    sv_send(c, &hello);
    return c;
}

void sv_disconnect(struct sv_connection *c)
{
    struct sv_server *server = c->server;
    sv_workers_cancel(server->workers, SV_JOB_HINT, NULL, c->number); /* nobody would read it */
    while (c->watches)
        drop_watch(c->watches);
    for (struct sv_connection **at = &server->touched_connections; *at; at = &(*at)->next_touched) {
        if (*at == c) {
            *at = c->next_touched;
            break;
        }
    }
    if (c->previous)
        c->previous->next = c->next;
    else
        server->connections = c->next;
    if (c->next)
        c->next->previous = c->previous;
    server->connection_count--;
    sv_address_close(server, c->address, true);
    sv_outbox_clear(&c->out, &server->pool);
    free(c);
}

void sv_connection_touch(struct sv_connection *c)
{
    if (c->touched)
        return;
    c->touched = true;
    c->next_touched = c->server->touched_connections;
    c->server->touched_connections = c;
}

void sv_say(struct sv_connection *c, const struct vl_text *text)
{
    unsigned char head[SV_FRAME_HEAD];
    size_t size = sv_frame_head(head, SV_TEXT, text->length);
    if (!c->out.queued) /* the time that a stall is measured from starts with the first byte */
        c->last_written = sv_now();
    sv_outbox_hold(&c->out, &c->server->pool, head, size, vl_text_string(text), text->length);
    sv_connection_touch(c);
}

void sv_send(struct sv_connection *c, struct vl_text *text)
{
    sv_say(c, text);
    vl_text_free(text);
}

void sv_wrote(struct sv_connection *c, size_t size)
{
    bool full = c->out.queued >= SV_LOW_QUEUE;
    sv_outbox_wrote(&c->out, &c->server->pool, size);
    c->server->figures.bytes_sent += size;
    c->last_written = sv_now();
    if (full && c->out.queued < SV_LOW_QUEUE)
        sv_connection_touch(c); /* pushes resume below the low-water mark */
}

void sv_close(struct sv_connection *c, int code)
{
    if (!c->closing)
        c->closing = code;
    sv_connection_touch(c);
}

/* ---- Watches ---- */

/* Whether an address may use this many bytes more for watches. */
static bool memory_left(const struct sv_connection *c, size_t more)
{
    const struct sv_limits *limits = &c->server->settings.limits;
    size_t here = c->address->watch_bytes + more, all = c->server->watch_bytes + more;
    size_t own = (size_t)limits->watch_memory_per_address << 10;
    return here <= own && (all <= (size_t)limits->watch_memory << 10 || here <= own / LEAST_PART);
}

static void count_bytes(struct sv_watch *watch, size_t bytes)
{
    struct sv_connection *c = watch->connection;
    c->address->watch_bytes += bytes - watch->bytes;
    c->server->watch_bytes += bytes - watch->bytes;
    watch->bytes = bytes;
}

static size_t kept_bytes(const struct sv_watch *watch)
{
    return watch->last_sent ? sizeof *watch->last_sent + watch->last_sent->text.capacity : 0;
}

void sv_watch_sent(struct sv_watch *watch, const struct sv_table_text *table)
{
    /* What is kept already is replaced by about as much. */
    bool room = watch->last_sent ||
                (table && memory_left(watch->connection, sizeof *table + table->text.length));
    if (watch->deltas && table && room) {
        if (!watch->last_sent)
            watch->last_sent = calloc(1, sizeof *watch->last_sent);
        if (!watch->last_sent)
            abort();
        sv_delta_keep(watch->last_sent, table);
    } else if (watch->last_sent) {
        vl_text_free(&watch->last_sent->text);
        free(watch->last_sent);
        watch->last_sent = NULL;
    }
    count_bytes(watch, sizeof *watch + ROOM_BYTES + kept_bytes(watch));
}

static void drop_watch(struct sv_watch *watch)
{
    struct sv_watch **at = &watch->room->watches;
    while (*at != watch)
        at = &(*at)->next_in_room;
    *at = watch->next_in_room;
    at = &watch->connection->watches;
    while (*at != watch)
        at = &(*at)->next_in_connection;
    *at = watch->next_in_connection;
    watch->connection->watch_count--;
    watch->room->presence_changed = true;
    sv_room_touch(watch->room);
    sv_watch_sent(watch, NULL);
    count_bytes(watch, 0);
    free(watch);
}

struct sv_watch *sv_watch_of(struct sv_connection *c, const struct sv_room *room, int viewer)
{
    struct sv_watch *watch = c->watches;
    while (watch && (watch->room != room || watch->viewer != viewer))
        watch = watch->next_in_connection;
    return watch;
}

struct sv_watch *sv_watch(struct sv_connection *c, struct sv_room *room, int viewer,
                          uint32_t log_position, uint32_t chat_number)
{
    struct sv_watch *watch = sv_watch_of(c, room, viewer);
    if (!watch) {
        if (c->watch_count >= c->server->settings.limits.watches ||
            !memory_left(c, sizeof *watch + ROOM_BYTES))
            return NULL;
        watch = calloc(1, sizeof *watch);
        if (!watch)
            abort();
        *watch = (struct sv_watch){
            .next_in_room = room->watches,
            .next_in_connection = c->watches,
            .room = room,
            .connection = c,
            .viewer = viewer,
        };
        count_bytes(watch, sizeof *watch + ROOM_BYTES);
        room->watches = watch;
        c->watches = watch;
        c->watch_count++;
        room->presence_changed = true;
        sv_room_touch(room);
    }
    watch->log_position = log_position;
    if (sv_chat_reads(room, viewer)) {
        /* A client that was away may have shown messages of a seat that is muted by now: it gets
         * the chat from the start. */
        watch->chat_reset = viewer >= 0 && room->stored.seat[viewer].muted;
        watch->chat_number = watch->chat_reset ? 0 : chat_number;
        watch->chat_due = true;
        sv_connection_touch(c);
    }
    return watch;
}

bool sv_unwatch(struct sv_connection *c, const struct sv_room *room, int viewer)
{
    struct sv_watch *watch = sv_watch_of(c, room, viewer);
    if (watch)
        drop_watch(watch);
    return watch != NULL;
}

static void say_left(struct sv_connection *c, const struct sv_room *room, int seat, const char *how)
{
    struct vl_text out = {0};
    struct vl_json json;
    vl_json_start(&json, &out);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "left");
    vl_json_put_string(&json, "match", room->stored.id);
    vl_json_put_int(&json, "seat", seat);
    vl_json_put_string(&json, "how", how);
    vl_json_end_object(&json);
    sv_send(c, &out);
}

void sv_watch_end_lost(struct sv_room *room, const char *how)
{
    for (struct sv_watch *w = room->watches, *next; w; w = next) {
        next = w->next_in_room;
        if (w->viewer < 0 || (sv_seats_of(w->connection, room) >> w->viewer & 1))
            continue;
        say_left(w->connection, room, w->viewer, how);
        sv_unwatch(w->connection, room, w->viewer);
    }
}

/* Every message needs this, so a watch caches the answer until a seat of the room changes holder.
 */
uint32_t sv_seats_of(struct sv_connection *c, const struct sv_room *room)
{
    struct sv_watch *watch = c->watches;
    uint32_t seats = 0;
    if (!c->has_player)
        return 0;
    while (watch && watch->room != room)
        watch = watch->next_in_connection;
    if (watch && watch->holders_version == room->holders_version)
        return watch->own_seats;
    bool good =
        sv_calls(c->server)->held(c->server->store, c->player, room->stored.id, &seats, NULL);
    if (good && watch) {
        watch->holders_version = room->holders_version;
        watch->own_seats = seats;
    }
    return seats;
}
