/* The server: its parts, its connections, and the end of a turn. */
#include "server/server.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"
#include "server/net/frames.h"

/* Milliseconds: until bots try again what could not be stored, and what a lock has put off; how
 * long a bot may go on beyond twice its time, and how long it may take to stop when it is told to.
 */
enum { RETRY = 2000, LOCK_RETRY = 500, BOT_PATIENCE = 2000, BOT_GRACE = 10000 };

/* Where so many matches have changed, the store syncs while they are written for their viewers. */
enum { MANY = 8 };

/* Asked a dozen times for every message: a few milliseconds do not matter. */
uint64_t sv_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int64_t sv_time(void)
{
    return (int64_t)time(NULL);
}

/* ---- Decks ---- */

struct wanted_deck {
    const struct vl_game *game;
    char *files[VL_MAX_TABLES];
    size_t sizes[VL_MAX_TABLES];
};

static bool take_file(void *context, const struct vl_deck_file *file)
{
    struct wanted_deck *wanted = context;
    for (uint32_t t = 0; t < wanted->game->table_count; t++) {
        if (strcmp(wanted->game->tables[t].name, file->table) == 0 && !wanted->files[t]) {
            wanted->files[t] = malloc(file->size + 1);
            if (!wanted->files[t])
                abort();
            memcpy(wanted->files[t], file->bytes, file->size);
            wanted->files[t][file->size] = '\0';
            wanted->sizes[t] = file->size;
        }
    }
    return true;
}

static struct vl_deck *deck_from_store(struct sv_server *server, const struct vl_game *game,
                                       const char *hash, struct vl_error *err)
{
    struct wanted_deck wanted = {.game = game};
    struct vl_deck *deck = NULL;
    bool whole =
        server->store->functions->find_deck(server->store, game->id, hash, take_file, &wanted, err);
    for (uint32_t t = 0; whole && t < game->table_count; t++)
        whole = wanted.files[t] ||
                vl_fail(err, VL_NOT_FOUND, NULL, "the deck has no table %s", game->tables[t].name);
    if (whole)
        deck =
            vl_deck_parse(game, (const char *const *)wanted.files, wanted.sizes, "the store", err);
    for (uint32_t t = 0; t < game->table_count; t++)
        free(wanted.files[t]);
    if (deck && strcmp(deck->hash, hash) != 0) {
        vl_fail(err, VL_NOT_FOUND, NULL, "the stored deck has another hash");
        vl_deck_free(deck);
        deck = NULL;
    }
    return deck;
}

static struct vl_deck *remember(struct sv_server *server, struct vl_deck *deck)
{
    struct sv_deck *d = calloc(1, sizeof *d);
    if (!d)
        abort();
    d->deck = deck;
    struct sv_deck **at = &server->decks;
    while (*at)
        at = &(*at)->next;
    *at = d;
    return deck;
}

struct vl_deck *sv_deck_find(struct sv_server *server, const struct vl_game *game, const char *hash,
                             struct vl_error *err)
{
    /* The built-in deck of a game stands first. */
    for (struct sv_deck *d = server->decks; d; d = d->next)
        if (d->deck->game == game && (!hash || strcmp(d->deck->hash, hash) == 0))
            return d->deck;
    if (!hash) {
        vl_fail(err, VL_NOT_FOUND, NULL, "%s has no deck", game->name);
        return NULL;
    }
    struct vl_deck *deck = deck_from_store(server, game, hash, err);
    return deck ? remember(server, deck) : NULL;
}

bool sv_deck_keep(struct sv_server *server, const struct vl_deck *deck, struct vl_error *err)
{
    struct vl_deck_file files[VL_MAX_TABLES];
    for (uint32_t t = 0; t < deck->game->table_count; t++)
        files[t] = (struct vl_deck_file){
            .table = deck->game->tables[t].name,
            .bytes = deck->originals[t],
            .size = deck->sizes[t],
        };
    return server->store->functions->add_deck(server->store, deck->game->id, deck->hash, files,
                                              deck->game->table_count, err);
}

static bool open_decks(struct sv_server *server, struct vl_error *err)
{
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        struct vl_deck *deck = vl_deck_open(vl_game_at(i), NULL, err);
        if (!deck)
            return false;
        remember(server, deck);
    }
    return true;
}

/* ---- Start and end ---- */

void sv_count_open(struct sv_server *server)
{
    struct vl_store_stats stats;
    if (server->store->functions->stats(server->store, &stats, NULL))
        server->open_matches = stats.matches[VL_MATCH_GATHERING] + stats.matches[VL_MATCH_RUNNING];
}

bool sv_collect_id(void *context, const char *id)
{
    struct sv_ids *list = context;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? list->capacity * 2 : 64;
        list->ids = realloc(list->ids, list->capacity * sizeof *list->ids);
        if (!list->ids)
            abort();
    }
    snprintf(list->ids[list->count++], VL_MATCH_ID_SIZE, "%s", id);
    return true;
}

/* Bots whose turn it was when the server stopped think again. */
static bool resume(struct sv_server *server, struct vl_error *err)
{
    struct sv_ids list = {0};
    bool good = server->store->functions->list_matches(server->store, VL_MATCH_RUNNING,
                                                       sv_collect_id, &list, err);
    for (size_t i = 0; good && i < list.count; i++) {
        struct sv_room *room = sv_room_find(server, list.ids[i], err);
        good = room != NULL;
        if (room)
            sv_room_think(room);
        if (server->room_count > server->settings.limits.live_rooms)
            sv_room_forget_idle(server);
    }
    if (good && list.count)
        sv_log("resumed", "matches=%zu", list.count);
    free(list.ids);
    return good;
}

struct sv_server *sv_server_new(const struct sv_settings *settings, struct vl_error *err)
{
    if (sodium_init() < 0)
        abort();
    sv_prepare_messages();
    struct sv_server *server = calloc(1, sizeof *server);
    if (!server)
        abort();
    server->settings = *settings;
    server->started = sv_now();
    server->clock_due = INT64_MAX;
    server->store = vl_store_sqlite.open(settings->database, err);
    if (!server->store || !open_decks(server, err) || !sv_clock_open(server, err)) {
        sv_server_free(server);
        return NULL;
    }
    sv_count_open(server);
    sv_client_hash(server);
    return server;
}

bool sv_start(struct sv_server *server, void (*notify)(void *context), void *context,
              struct vl_error *err)
{
    struct sv_bound bound = {
        .workers = server->settings.workers,
        .share = server->settings.bot_share,
        .patience = BOT_PATIENCE,
        .grace = BOT_GRACE,
    };
    server->workers = sv_workers_new(&bound, notify, context);
    return resume(server, err);
}

void sv_stop(struct sv_server *server)
{
    server->left = !sv_workers_free(server->workers) || server->left;
    server->workers = NULL;
}

void sv_server_free(struct sv_server *server)
{
    if (!server)
        return;
    while (server->connections)
        sv_disconnect(server->connections);
    sv_review_free_all(server);
    sv_ahead_free_all(server);
    sv_stop(server);
    sv_room_free_all(server);
    while (server->decks && !server->left) {
        struct sv_deck *d = server->decks;
        server->decks = d->next;
        vl_deck_free(d->deck);
        free(d);
    }
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        while (server->addresses[i]) {
            struct sv_address *a = server->addresses[i];
            server->addresses[i] = a->next;
            free(a);
        }
    }
    if (server->store) {
        sv_clock_close(server);
        server->store->functions->close(server->store);
    }
    sv_pool_clear(&server->pool);
    vl_text_free(&server->scratch.text);
    vl_text_free(&server->changes);
    free(server);
}

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
    c->progress = c->heard = sv_now();
    c->has_player = token && sv_token_hash(token, c->player);
    c->next = server->connections;
    if (c->next)
        c->next->previous = c;
    server->connections = c;
    server->connection_count++;
    server->figures.opened++;
    from->connections++;

    if (server->settings.assets)
        sv_client_hash(server); /* its files may have been built anew */
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

void sv_shown(struct sv_watch *watch, const struct sv_table_text *table)
{
    if (watch->changes && table) {
        if (!watch->shown)
            watch->shown = calloc(1, sizeof *watch->shown);
        if (!watch->shown)
            abort();
        sv_keep_table(watch->shown, table);
    } else if (watch->shown) {
        vl_text_free(&watch->shown->text);
        free(watch->shown);
        watch->shown = NULL;
    }
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
    watch->room->news = true;
    sv_room_touch(watch->room);
    sv_shown(watch, NULL);
    free(watch);
}

void sv_disconnect(struct sv_connection *c)
{
    struct sv_server *server = c->server;
    sv_cancel(server->workers, SV_JOB_HINT, NULL, c->number);
    while (c->watches)
        drop_watch(c->watches);
    for (struct sv_connection **at = &server->touched; *at; at = &(*at)->next_touched) {
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
    c->address->connections--;
    sv_outbox_clear(&c->out, &server->pool);
    free(c);
}

static void touch(struct sv_connection *c)
{
    if (c->touched)
        return;
    c->touched = true;
    c->next_touched = c->server->touched;
    c->server->touched = c;
}

void sv_say(struct sv_connection *c, const struct vl_text *text)
{
    unsigned char head[SV_FRAME_HEAD];
    size_t size = sv_frame_head(head, SV_TEXT, text->length);
    if (!c->out.queued)
        c->progress = sv_now();
    sv_outbox_hold(&c->out, &c->server->pool, head, size, vl_text_string(text), text->length);
    touch(c);
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
    c->progress = sv_now();
    if (full && c->out.queued < SV_LOW_QUEUE)
        touch(c); /* pushes go on below the low-water mark */
}

void sv_close(struct sv_connection *c, int code)
{
    if (!c->closing)
        c->closing = code;
    touch(c);
}

struct sv_watch *sv_watch_of(struct sv_connection *c, const struct sv_room *room, int viewer)
{
    struct sv_watch *watch = c->watches;
    while (watch && (watch->room != room || watch->viewer != viewer))
        watch = watch->next_in_connection;
    return watch;
}

struct sv_watch *sv_watch(struct sv_connection *c, struct sv_room *room, int viewer, uint32_t known,
                          uint32_t heard)
{
    struct sv_watch *watch = sv_watch_of(c, room, viewer);
    if (!watch) {
        if (c->watch_count >= c->server->settings.limits.watches)
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
        room->watches = watch;
        c->watches = watch;
        c->watch_count++;
        room->news = true;
        sv_room_touch(room);
    }
    watch->known = known;
    if (sv_chat_reads(room, viewer)) {
        watch->whole = viewer >= 0 && room->stored.seat[viewer].muted;
        watch->heard = watch->whole ? 0 : heard;
        watch->unheard = true;
        touch(c);
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

/* Asked with every message; the store is asked again only when seats have changed hands. */
uint32_t sv_seats_of(struct sv_connection *c, const struct sv_room *room)
{
    struct sv_watch *watch = c->watches;
    uint32_t seats = 0;
    if (!c->has_player)
        return 0;
    while (watch && watch->room != room)
        watch = watch->next_in_connection;
    if (watch && watch->hands == room->hands)
        return watch->mine;
    bool good = c->server->store->functions->held(c->server->store, c->player, room->stored.id,
                                                  &seats, NULL);
    if (good && watch) {
        watch->hands = room->hands;
        watch->mine = seats;
    }
    return seats;
}

/* ---- The end of a turn ---- */

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

/* Whether an earlier watch of the room belongs to the same connection. */
static bool is_first(const struct sv_watch *watch)
{
    for (const struct sv_watch *w = watch->room->watches; w != watch; w = w->next_in_room)
        if (w->connection == watch->connection)
            return false;
    return true;
}

/* Small pushes go out unless a connection does not read at all. */
static void tell_room(struct sv_room *room)
{
    for (struct sv_watch *w = room->watches; w; w = w->next_in_room) {
        if (room->changed) {
            w->behind = true;
            touch(w->connection);
        }
        if (room->talk && sv_chat_reads(room, w->viewer)) {
            w->unheard = true;
            touch(w->connection);
        }
        if (!is_first(w) || w->connection->out.queued > SV_LOW_QUEUE)
            continue;
        if (room->news && !room->changed)
            send_presence(w->connection, room);
        if (room->announce)
            send_rematch(w->connection, room);
    }
}

/* The table as it is now, to a viewer who has seen an earlier one. */
static void push_table(struct sv_watch *w)
{
    struct sv_connection *c = w->connection;
    struct sv_table_text *table = &c->server->scratch;
    sv_write_table(table, w->room, w->viewer, w->known, sv_seats_of(c, w->room),
                   w->words ? SV_WORDS : 0, NULL);
    if (w->shown) {
        struct vl_text *changes = &c->server->changes;
        vl_text_clear(changes);
        sv_write_changes(changes, w->shown, table);
        sv_say(c, changes);
    } else {
        sv_say(c, &table->text);
    }
    if (w->changes)
        sv_shown(w, table);
    w->known = w->room->stored.position;
    w->behind = false;
}

static void catch_up(struct sv_connection *c)
{
    for (struct sv_watch *w = c->watches; w && c->out.queued < SV_LOW_QUEUE;
         w = w->next_in_connection) {
        struct vl_text out = {0};
        if (w->behind)
            push_table(w);
        if (w->unheard && sv_chat_write(&out, w))
            sv_send(c, &out);
        w->unheard = false;
    }
}

bool sv_may_write(struct sv_server *server, struct vl_error *err)
{
    struct vl_error local = {0};
    if (!err)
        err = &local;
    if (server->failing && sv_now() < server->bots_wait) {
        server->figures.put_off++;
        return vl_fail(err, VL_IO, NULL, "the store could not be written to a moment ago");
    }
    if (server->store->functions->begin(server->store, err)) {
        if (server->locked)
            sv_log("store_unlocked", "ms=%llu", (unsigned long long)(sv_now() - server->locked));
        server->locked = 0;
        return true;
    }
    if (!server->locked) {
        server->locked = sv_now();
        sv_log("store_locked", "why=\"%s\"", err->message);
    }
    server->unwell = true;
    server->figures.store_locked++;
    server->bots_wait = sv_now() + LOCK_RETRY;
    return false;
}

/* What a connection was to hear of this turn, it will not: it is told how things are. */
static void show_anew(struct sv_connection *c)
{
    for (struct sv_watch *w = c->watches; w; w = w->next_in_connection) {
        sv_shown(w, NULL);
        w->known = w->heard = 0;
        w->behind = w->whole = true;
        w->unheard = sv_chat_reads(w->room, w->viewer);
    }
}

/* The store did not take the turn: nobody hears of it, and everybody who asked comes again. */
static void undo_turn(struct sv_server *server)
{
    server->store->functions->undo(server->store);
    server->failed = false;
    server->bots_wait = sv_now() + RETRY;
    server->clock_due = 0; /* a clock that ran out in this turn has not */
    server->served_kept = 0;
    for (struct sv_room *room = server->changed; room; room = room->next_changed)
        sv_room_reload(room);
    for (struct sv_connection *c = server->touched; c; c = c->next_touched) {
        if (!sv_outbox_holds(&c->out))
            continue;
        sv_outbox_discard(&c->out, &server->pool);
        if (c->asked)
            sv_close(c, 1011);
        else
            show_anew(c);
    }
    sv_count_open(server);
}

static void note_well(struct sv_server *server)
{
    if (server->failing)
        sv_log("sync_again", "ms=%llu", (unsigned long long)(sv_now() - server->failing));
    server->failing = 0;
    server->unwell = false;
}

/* After a failed sync: whether the store takes a turn again is tried apart from any turn, so that
 * nobody loses an answer for it. Until it does, whatever would change something is put off. */
static void try_store(struct sv_server *server)
{
    const struct vl_store_functions *calls = server->store->functions;
    int64_t served = sv_served(server);
    if (calls->dirty(server->store) || server->failed)
        return; /* this turn will show */
    if (calls->begin(server->store, NULL) && calls->set_served(server->store, served, NULL) &&
        calls->sync(server->store, NULL)) {
        server->served_kept = served;
        server->bots_wait = 0;
        note_well(server);
        return;
    }
    calls->undo(server->store);
    server->bots_wait = sv_now() + RETRY;
}

/* Notices when the log can no longer be brought over, and when it can again. */
static void look_at_log(struct sv_server *server)
{
    struct vl_error err = {0};
    bool ails = server->store->functions->ails(server->store, &err);
    if (ails == server->ailing)
        return;
    server->ailing = ails;
    server->figures.checkpoint_failures += ails;
    if (ails)
        sv_log("checkpoint_failed", "why=\"%s\"", err.message);
    else
        sv_log("checkpoint_again", "why=\"the log could be brought over\"");
}

static bool sync_store(struct sv_server *server)
{
    struct vl_error err = {0};
    if (!server->store->functions->dirty(server->store) && !server->failed)
        return true;
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    bool good = !server->failed && server->store->functions->sync(server->store, &err);
    clock_gettime(CLOCK_MONOTONIC, &to);
    server->figures.syncs++;
    server->figures.sync_microseconds +=
        (uint64_t)((to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
    if (good) {
        note_well(server);
        return true;
    }
    server->figures.sync_failures++;
    server->unwell = true;
    if (!server->failing)
        server->failing = sv_now();
    sv_log("sync_failed", "why=\"%s\"", err.message);
    undo_turn(server);
    return false;
}

/* Tells viewers of a room what has changed there. */
static void show_room(struct sv_room *room)
{
    if (room->changed || room->news || room->announce || room->talk)
        tell_room(room);
    room->changed = room->news = room->announce = room->talk = false;
}

static bool many_changed(const struct sv_server *server)
{
    uint32_t count = 0;
    for (const struct sv_room *room = server->changed; room && count < MANY;
         room = room->next_changed)
        count++;
    return count == MANY;
}

/* Writes for viewers what has changed while the store syncs; all of it is still held back. */
static void show_meanwhile(struct sv_server *server)
{
    if (server->failed || !many_changed(server))
        return;
    server->store->functions->begin_sync(server->store);
    for (struct sv_room *room = server->changed; room; room = room->next_changed)
        if (!room->removed)
            show_room(room);
    for (struct sv_connection *c = server->touched; c; c = c->next_touched)
        catch_up(c);
}

static void finish_rooms(struct sv_server *server)
{
    while (server->changed) {
        struct sv_room *room = server->changed;
        server->changed = room->next_changed;
        room->listed = false;
        if (room->removed) {
            sv_room_bury(room);
            continue;
        }
        show_room(room);
        sv_room_think(room);
        sv_ahead_begin(room);
    }
}

static void take_answers(struct sv_server *server)
{
    struct sv_job *job = sv_worked(server->workers);
    while (job) {
        struct sv_job *next = job->next;
        if (job->kind == SV_JOB_BOT)
            sv_room_answered(server, job);
        else if (job->kind == SV_JOB_HINT)
            sv_hint_answered(server, job);
        else if (job->kind == SV_JOB_REVIEW)
            sv_review_answered(server, job);
        else
            sv_ahead_answered(server, job);
        sv_job_free(job);
        job = next;
    }
}

bool sv_flush(struct sv_server *server)
{
    sv_room_wake(server, sv_now());
    take_answers(server);
    sv_clock_run(server);
    sv_clock_sync(server);
    for (struct sv_connection *c = server->touched; c; c = c->next_touched)
        c->asked = sv_outbox_holds(&c->out);
    show_meanwhile(server);
    bool good = sync_store(server);
    finish_rooms(server);
    while (server->touched) {
        struct sv_connection *c = server->touched;
        catch_up(c);
        server->touched = c->next_touched;
        c->touched = c->asked = false;
        sv_outbox_release(&c->out);
        if (server->wants && (sv_outbox_ready(&c->out) || c->closing))
            server->wants(c);
    }
    return good;
}

uint32_t sv_next_due(struct sv_server *server)
{
    uint64_t now = sv_now(), due = now + sv_clock_next(server, 1000);
    if (due < server->bots_wait)
        due = server->bots_wait < now + 1000 ? server->bots_wait : now + 1000;
    for (const struct sv_room *room = server->sleeping; room; room = room->next_sleeping)
        if (room->wake < due)
            due = room->wake;
    return due > now ? (uint32_t)(due - now) : 0;
}

/* A peer may be gone without a word: it is asked, and given up if it does not answer. */
static void look_after(struct sv_connection *c, uint64_t now)
{
    const struct sv_limits *limits = &c->server->settings.limits;
    uint64_t silent = now - c->heard;
    if (silent > (uint64_t)limits->silence * 1000) {
        c->server->figures.silent++;
        sv_log("silent", "address=%s seconds=%llu", c->address->name,
               (unsigned long long)silent / 1000);
        sv_close(c, 1013);
    } else if (silent > (uint64_t)limits->ping * 1000 && c->server->wants) {
        c->ping = true;
        c->server->wants(c);
    }
}

void sv_sweep(struct sv_server *server)
{
    uint64_t now = sv_now(), patience = (uint64_t)server->settings.limits.stall * 1000;
    if (server->locked)
        sv_may_write(server, NULL); /* once it can, the server is well again */
    sv_watch_workers(server->workers);
    sv_review_sweep(server);
    for (struct sv_connection *c = server->connections; c; c = c->next) {
        bool stalls = c->out.queued > 0 && now - c->progress > patience;
        if (c->closing)
            continue;
        if (stalls || c->out.queued > server->settings.limits.queue) {
            server->figures.stalled++;
            sv_log("stalled", "address=%s queued=%zu", c->address->name, c->out.queued);
            sv_close(c, 1013);
        } else {
            look_after(c, now);
        }
    }
    if (server->room_count > server->settings.limits.live_rooms ||
        now - server->last_forgotten > 30 * 1000) {
        server->last_forgotten = now;
        sv_room_forget_idle(server);
    }
    sv_watch_clock(server, now);
    look_at_log(server);
    if (server->failing)
        try_store(server);
    if (server->failing)
        return; /* what is written now and then waits as well */
    sv_clock_sweep(server);
    sv_keep(server, now);
    sv_note_old(server);
}
