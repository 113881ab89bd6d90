/* Importing a file of records; the header says which thread does what. */
#include "server/http/import.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/decks.h"
#include "server/http/matches.h"
#include "server/time.h"
#include "store/people.h"

enum { MOST_RECORDS = 100 }; /* of a file */

/* One record of the file, checked, and the match that it becomes. */
struct imported {
    struct vl_record *record;
    uint32_t line; /* where it begins */
    struct vl_stored_match match;
    struct api_wish wishes[VL_MAX_SEATS];
};

/* What a worker reads. It shares nothing with the loop: it has a copy of the body, and of the list
 * of decks, which grows while the server runs. */
struct work {
    char *body;
    size_t size;
    const struct vl_deck **decks;
    uint32_t deck_count;
    json_t *json; /* of the body, from the first attempt on */
    /* The result. */
    bool good;
    struct vl_error err;
    const struct vl_game *no_deck; /* this game's deck `deck_hash` is not in the list */
    char deck_hash[17];
    uint32_t count;
    struct imported *imported;
};

struct sv_import {
    struct sv_import *next;
    struct sv_server *server;
    uint64_t ticket;
    struct sv_response *response; /* NULL: nobody waits for it */
    /* The request, which is gone when the worker has finished. */
    char address[SV_ADDRESS_SIZE], origin[160];
    bool has_player;
    uint8_t player[VL_HASH_SIZE];
};

/* ---- Checking, on a worker ---- */

/* Refuses the file, naming a line of it. */
static bool refuse_at(struct vl_error *err, uint32_t line, const char *message)
{
    char text[sizeof err->message], where[32];
    snprintf(text, sizeof text, "%s", message);
    snprintf(where, sizeof where, "line %u", line);
    return vl_fail(err, VL_BAD_INPUT, where, "%s", text);
}

/* The same for an error of a replay; `first` and `last` are the lines of the record. */
static bool refuse_replay(struct vl_error *err, const struct vl_record *record, uint32_t first,
                          uint32_t last)
{
    unsigned int move = 0;
    if (sscanf(err->where, "move %u", &move) == 1 && move > 0)
        return refuse_at(err, record->line + move - 1, err->message);
    return refuse_at(err, strcmp(err->where, "state") == 0 ? first : last, err->message);
}

static const struct vl_deck *deck_of(const struct work *work, const struct vl_game *game,
                                     const char *hash)
{
    for (uint32_t i = 0; i < work->deck_count; i++)
        if (work->decks[i]->game == game && strcmp(work->decks[i]->hash, hash) == 0)
            return work->decks[i];
    return NULL;
}

static bool check_record(struct work *work, const struct vl_record *record, uint32_t first,
                         uint32_t last, struct vl_error *err)
{
    struct vl_verdict verdict;
    char text[160];
    const struct vl_game *game = vl_game_find(record->game);
    if (!game) {
        snprintf(text, sizeof text, "this program does not have the game \"%.40s\"", record->game);
        return refuse_at(err, first + 1, text);
    }
    if (!vl_rules_supported(game, record->rules_version, err))
        return refuse_at(err, first + 2, err->message);
    const struct vl_deck *deck = deck_of(work, game, record->deck_hash);
    if (!deck) { /* the loop asks the store for it, and the file is checked again if it is there */
        work->no_deck = game;
        snprintf(work->deck_hash, sizeof work->deck_hash, "%s", record->deck_hash);
        snprintf(text, sizeof text, "this server does not have the deck %s", record->deck_hash);
        return refuse_at(err, first + 3, text);
    }
    return vl_record_verify(game, deck, record, &verdict, err) ||
           refuse_replay(err, record, first, last);
}

static bool read_file(struct work *work, const char *text, size_t size, struct vl_error *err)
{
    struct vl_record_file file = {.bytes = text, .size = size};
    while (file.size > 0 || work->count == 0) {
        uint32_t first = file.line + 1;
        if (work->count == MOST_RECORDS)
            return refuse_at(err, first, "a file has at most 100 records");
        struct imported *b = &work->imported[work->count];
        b->record = vl_record_next(&file, err);
        if (!b->record)
            return false;
        b->line = first;
        work->count++;
        if (!check_record(work, b->record, first, file.line, err))
            return false;
    }
    return true;
}

static bool read_body(struct work *work, struct vl_error *err)
{
    static const char *const members[] = {"records", "seats", NULL};
    json_error_t where;
    if (!work->json)
        work->json = json_loadb(work->body, work->size, JSON_REJECT_DUPLICATES, &where);
    if (!json_is_object(work->json))
        return vl_fail(err, VL_BAD_INPUT, NULL, "expected one JSON object%s%.100s",
                       work->json ? "" : ": ", work->json ? "" : where.text);
    const json_t *text = json_object_get(work->json, "records");
    if (!vl_json_only(work->json, members, err))
        return false;
    if (!json_is_string(text))
        return vl_fail(err, VL_BAD_INPUT, "records", "expected the text of a file of records");
    return read_file(work, json_string_value(text), json_string_length(text), err);
}

static void forget_records(struct work *work)
{
    for (uint32_t i = 0; i < work->count; i++)
        vl_record_free(work->imported[i].record);
    sodium_memzero(work->imported, MOST_RECORDS * sizeof *work->imported);
    work->count = 0;
}

static void run(void *context)
{
    struct work *work = context;
    forget_records(work);
    work->no_deck = NULL;
    work->err = (struct vl_error){0};
    work->good = read_body(work, &work->err);
    if (!work->good) /* here, because a large file takes milliseconds to free */
        forget_records(work);
}

static void work_free(void *context)
{
    struct work *work = context;
    forget_records(work);
    free(work->imported);
    free(work->decks);
    free(work->body);
    json_decref(work->json);
    free(work);
}

/* ---- From a record to a match ---- */

/* Fills the seats: in a match that goes on as the request wishes, otherwise all belong to the
 * player who imports it. */
static bool seats_of(const struct vl_record *record, const struct vl_game *game,
                     const struct vl_setup *setup, const json_t *seats, struct imported *b,
                     struct vl_error *err)
{
    for (uint32_t i = 0; i < record->seats; i++) {
        struct vl_stored_seat *p = &b->match.seat[i];
        if (seats && !record->over) {
            if (!api_read_seat(json_array_get(seats, i), game, i, p, &b->wishes[i], err))
                return false;
        } else {
            b->wishes[i].mine = true;
        }
        if (record->names[i][0])
            snprintf(p->name, sizeof p->name, "%s", record->names[i]);
        else if (!p->name[0] && !p->bot)
            snprintf(p->name, sizeof p->name, "Player %u", i + 1);
    }
    api_name_bots(&b->match, game, setup, b->wishes);
    return true;
}

static bool plan_table(const struct http_request *req, struct imported *b, struct vl_error *err)
{
    struct vl_record *record = b->record;
    struct vl_stored_match *m = &b->match;
    const struct vl_game *game = vl_game_find(record->game);
    const json_t *seats = json_object_get(req->body, "seats");
    struct vl_setup setup;
    api_fill_new(req, m);
    snprintf(m->game, sizeof m->game, "%s", record->game);
    snprintf(m->deck_hash, sizeof m->deck_hash, "%s", record->deck_hash);
    m->rules_version = record->rules_version;
    m->seats = record->seats;
    m->position = record->move_count;
    m->status = record->over ? VL_MATCH_OVER : VL_MATCH_RUNNING;
    if (record->over)
        m->maker = 0;
    if (seats && !record->over &&
        (!json_is_array(seats) || json_array_size(seats) != record->seats))
        return vl_fail(err, VL_BAD_INPUT, "seats", "the record at line %u has %u seats", b->line,
                       record->seats);
    if (!vl_record_setup(game, record, &setup, err))
        return false;
    api_options_text(game, &setup, m);
    return seats_of(record, game, &setup, seats, b, err);
}

/* The moves in the store's format. */
static void moves_text(const struct vl_record *record, struct vl_text *out)
{
    for (uint32_t i = 0; i < record->move_count; i++)
        vl_text_addf(out, "%d%s %s\n", record->actors[i], record->minded[i] ? "~" : "",
                     record->moves[i]);
}

/* The record without its moves, which the store keeps as the origin of the match. If the match goes
 * on, its chance becomes manual: the server draws. */
static void head_text(struct vl_record *record, struct vl_text *out)
{
    uint32_t count = record->move_count;
    bool over = record->over;
    struct vl_chance chance = record->chance;
    if (!over)
        record->chance = (struct vl_chance){.source = VL_CHANCE_MANUAL};
    record->move_count = 0;
    record->over = false;
    vl_record_write(record, out);
    record->move_count = count;
    record->over = over;
    record->chance = chance;
}

/* A match that is over needs no room in memory: it is loaded when somebody looks at it. */
static bool make_table(const struct http_request *req, struct imported *b, struct vl_error *err)
{
    struct vl_text head = {0}, moves = {0};
    struct sv_room *room = NULL;
    head_text(b->record, &head);
    moves_text(b->record, &moves);
    struct vl_stored_origin origin = {.kind = VL_ORIGIN_IMPORT, .head = head.data};
    bool good = true;
    if (b->record->over) {
        good = sv_room_store(req->server, &b->match, &origin, vl_text_string(&moves), err);
        for (uint32_t i = 0; good && i < b->match.seats; i++)
            good = !b->wishes[i].mine ||
                   api_calls(req)->hold(req->server->store, req->player, b->match.id, i, err);
    } else {
        room = sv_room_add(req->server, &b->match, &origin, vl_text_string(&moves), err);
        good = room && api_sit(req, room, b->wishes, err) && sv_room_continue(room, err);
    }
    vl_text_free(&head);
    vl_text_free(&moves);
    return good;
}

/* ---- The answer ---- */

static void respond_imported(const struct http_request *req, const struct imported *imported,
                             uint32_t count)
{
    struct vl_json json;
    api_start(req, &json);
    req->response->status = 201;
    vl_json_object(&json);
    vl_json_key(&json, "matches");
    vl_json_array(&json);
    for (uint32_t i = 0; i < count; i++) {
        vl_json_object(&json);
        vl_json_put_string(&json, "match", imported[i].match.id);
        vl_json_put_string(&json, "game", imported[i].match.game);
        vl_json_put_bool(&json, "over", imported[i].record->over);
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}

/* Makes all matches, or none: a failure rolls the batch back. The request itself was charged as one
 * match before the file was read. */
static void import_all(struct http_request *req, struct work *work)
{
    struct vl_error err = {0};
    for (uint32_t i = 0; i < work->count; i++) {
        if (!plan_table(req, &work->imported[i], &err)) {
            api_fail(req, &err);
            return;
        }
    }
    for (uint32_t i = 1; i < work->count; i++)
        if (!api_may_make(req))
            return;
    if (!sv_may_write(req->server, NULL)) {
        sv_answer_failed(req->response);
        return;
    }
    api_need_player(req);
    for (uint32_t i = 0; i < work->count; i++) {
        if (make_table(req, &work->imported[i], &err))
            continue;
        api_fail_batch(req, &err);
        return;
    }
    req->server->figures.imports += work->count;
    sv_log("imported", "records=%u address=%s", work->count, req->http->address);
    respond_imported(req, work->imported, work->count);
}

static void answer(struct http_request *req, struct work *work)
{
    req->body = work->json;
    if (work->good)
        import_all(req, work);
    else
        api_fail(req, &work->err);
    req->body = NULL;
}

/* ---- From the loop to a worker and back ---- */

/* Gives the worker the decks of this moment. */
static void list_decks(const struct sv_server *server, struct work *work)
{
    uint32_t count = 0;
    for (const struct sv_deck *d = server->decks; d; d = d->next)
        count++;
    work->decks = realloc(work->decks, count * sizeof(const struct vl_deck *));
    if (!work->decks)
        abort();
    work->deck_count = 0;
    for (const struct sv_deck *d = server->decks; d; d = d->next)
        work->decks[work->deck_count++] = d->deck;
}

static struct work *new_work(const struct http_request *req)
{
    struct work *work = calloc(1, sizeof *work);
    if (!work)
        abort();
    work->size = req->http->body_size;
    work->body = malloc(work->size + 1);
    work->imported = calloc(MOST_RECORDS, sizeof *work->imported);
    if (!work->body || !work->imported)
        abort();
    memcpy(work->body, req->http->body ? req->http->body : "", work->size);
    list_decks(req->server, work);
    return work;
}

/* Whether the file is to be checked again, now that the store has given a deck. */
static bool deck_found(struct sv_server *server, struct work *work)
{
    if (!work->no_deck || !sv_deck_find(server, work->no_deck, work->deck_hash, NULL))
        return false;
    list_decks(server, work);
    return true;
}

static void send_job(struct sv_server *server, struct sv_import *import, uint64_t share,
                     struct work *work)
{
    struct sv_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->kind = SV_JOB_IMPORT;
    job->share = share;
    job->ticket = import->ticket = ++server->last_ticket;
    job->run = run;
    job->context = work;
    job->free_context = work_free;
    sv_workers_add(server->workers, job);
}

static void begin(const struct http_request *req, struct work *work)
{
    struct sv_import *import = calloc(1, sizeof *import);
    if (!import)
        abort();
    import->server = req->server;
    import->response = req->response;
    snprintf(import->address, sizeof import->address, "%s", req->http->address);
    snprintf(import->origin, sizeof import->origin, "%s",
             req->http->origin ? req->http->origin : "");
    import->has_player = req->has_player;
    memcpy(import->player, req->player, sizeof import->player);
    import->next = req->server->imports;
    req->server->imports = import;
    req->response->pending = import;
    send_job(req->server, import, req->address->share, work);
}

static void drop(struct sv_import *import)
{
    struct sv_import **at = &import->server->imports;
    while (*at != import)
        at = &(*at)->next;
    *at = import->next;
    if (import->response)
        import->response->pending = NULL;
    free(import);
}

void sv_import_abandon(struct sv_import *import)
{
    import->response = NULL;
}

void sv_import_free_all(struct sv_server *server)
{
    while (server->imports)
        drop(server->imports);
}

void sv_import_answered(struct sv_server *server, struct sv_job *job)
{
    struct sv_import *import = server->imports;
    while (import && import->ticket != job->ticket)
        import = import->next;
    if (!import)
        return;
    struct work *work = job->context;
    if (import->response && work && deck_found(server, work)) {
        job->context = NULL;
        job->free_context = NULL;
        send_job(server, import, job->share, work);
        return;
    }
    struct sv_response *response = import->response;
    struct sv_request http = {
        .method = "POST",
        .address = import->address,
        .origin = import->origin[0] ? import->origin : NULL,
    };
    struct http_request req = {
        .server = server,
        .http = &http,
        .response = response,
        .address = sv_address_of(server, import->address),
        .has_player = import->has_player,
    };
    memcpy(req.player, import->player, sizeof req.player);
    if (response) {
        response->pending = NULL;
        import->response = NULL;
        if (work)
            answer(&req, work);
        else
            sv_answer_failed(response); /* the worker was lost */
    }
    drop(import);
}

void api_post_import(struct http_request *req)
{
    if (!api_may_make(req))
        return;
    struct work *work = new_work(req);
    if (req->http->may_wait && req->server->workers) {
        begin(req, work);
        return;
    }
    do
        run(work);
    while (deck_found(req->server, work));
    answer(req, work);
    work_free(work);
}
