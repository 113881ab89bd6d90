/* Records: one match, its verification, import and export. */
#include "server/http/records.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/decks.h"
#include "server/http/matches.h"
#include "store/people.h"

enum {
    MOST_RECORDS = 100,  /* of an import */
    RECORDS_A_PAGE = 25, /* of an export: the server loads each match for it */
};

/* One record of the file, checked, and the match that it becomes. */
struct imported {
    struct vl_record *record;
    struct vl_stored_match match;
    struct api_wish wishes[VL_MAX_SEATS];
};

/* ---- Checking ---- */

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

static bool check_record(struct sv_server *server, const struct vl_record *record, uint32_t first,
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
    const struct vl_deck *deck = sv_deck_find(server, game, record->deck_hash, err);
    if (!deck) {
        if (err->code == VL_IO)
            return false;
        snprintf(text, sizeof text, "this server does not have the deck %s", record->deck_hash);
        return refuse_at(err, first + 3, text);
    }
    return vl_record_verify(game, deck, record, &verdict, err) ||
           refuse_replay(err, record, first, last);
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

static bool plan_table(const struct http_request *req, struct imported *b, uint32_t first,
                       struct vl_error *err)
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
        return vl_fail(err, VL_BAD_INPUT, "seats", "the record at line %u has %u seats", first,
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

static bool make_table(const struct http_request *req, struct imported *b, struct vl_error *err)
{
    struct vl_text head = {0}, moves = {0};
    head_text(b->record, &head);
    moves_text(b->record, &moves);
    struct vl_stored_origin origin = {.kind = VL_ORIGIN_IMPORT, .head = head.data};
    struct sv_room *room =
        sv_room_add(req->server, &b->match, &origin, vl_text_string(&moves), err);
    vl_text_free(&head);
    vl_text_free(&moves);
    return room && api_sit(req, room, b->wishes, err) && sv_room_continue(room, err);
}

/* ---- Import ---- */

static bool read_file(const struct http_request *req, const char *text, size_t size,
                      struct imported *imported, uint32_t *count, struct vl_error *err)
{
    struct vl_record_file file = {.bytes = text, .size = size};
    while (file.size > 0 || *count == 0) {
        uint32_t first = file.line + 1;
        if (*count == MOST_RECORDS)
            return refuse_at(err, first, "a file has at most 100 records");
        struct imported *b = &imported[*count];
        b->record = vl_record_next(&file, err);
        if (!b->record)
            return false;
        ++*count;
        if (!check_record(req->server, b->record, first, file.line, err) ||
            !plan_table(req, b, first, err))
            return false;
    }
    return true;
}

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

/* Makes all matches, or none: a failure rolls the batch back. */
static void import_all(struct http_request *req, struct imported *imported, uint32_t count)
{
    struct vl_error err = {0};
    for (uint32_t i = 0; i < count; i++)
        if (!api_may_make(req))
            return;
    api_need_player(req);
    for (uint32_t i = 0; i < count; i++) {
        if (make_table(req, &imported[i], &err))
            continue;
        api_fail_batch(req, &err);
        return;
    }
    req->server->figures.imports += count;
    sv_log("imported", "records=%u address=%s", count, req->http->address);
    respond_imported(req, imported, count);
}

void api_post_import(struct http_request *req)
{
    static const char *const members[] = {"records", "seats", NULL};
    struct vl_error err = {0};
    const json_t *text = json_object_get(req->body, "records");
    uint32_t count = 0;
    if (!vl_json_only(req->body, members, &err) ||
        (!json_is_string(text) &&
         !vl_fail(&err, VL_BAD_INPUT, "records", "expected the text of a file of records"))) {
        api_fail(req, &err);
        return;
    }
    struct imported *imported = calloc(MOST_RECORDS, sizeof *imported);
    if (!imported)
        abort();
    if (read_file(req, json_string_value(text), json_string_length(text), imported, &count, &err))
        import_all(req, imported, count);
    else
        api_fail(req, &err);
    for (uint32_t i = 0; i < count; i++)
        vl_record_free(imported[i].record);
    sodium_memzero(imported, MOST_RECORDS * sizeof *imported);
    free(imported);
}

/* ---- One match ---- */

/* The record of a finished match; the caller frees it. NULL: the request is answered. */
static struct vl_record *finished(const struct http_request *req, const struct sv_room *room)
{
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        api_complain(req, 409, "refused", "%s",
                     room->match ? "the record is open after the end" : sv_room_closed_why(room));
        return NULL;
    }
    return vl_match_record(room->match, true);
}

void api_get_record(struct http_request *req, struct sv_room *room)
{
    struct vl_record *record = finished(req, room);
    if (!record)
        return;
    req->response->status = 200;
    req->response->type = "text/plain; charset=utf-8";
    snprintf(req->response->download, sizeof req->response->download, "%s-%.8s.txt",
             room->stored.game, room->stored.id);
    vl_record_write(record, &req->response->body);
    vl_record_free(record);
}

void api_get_verify(struct http_request *req, struct sv_room *room)
{
    struct vl_record *record = finished(req, room);
    struct vl_verdict verdict;
    struct vl_error err = {0};
    struct vl_json json;
    char hex[VL_SECRET_SIZE * 2 + 1];
    if (!record)
        return;
    bool good = vl_record_verify(vl_match_game(room->match), vl_match_deck(room->match), record,
                                 &verdict, &err);
    const struct vl_seal *seal = &record->chance.seal;
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_put_bool(&json, "ok", good && verdict.sealed && verdict.fair);
    vl_json_put_bool(&json, "legal", verdict.legal);
    vl_json_put_bool(&json, "sealed", verdict.sealed);
    vl_json_put_bool(&json, "fair", verdict.fair);
    vl_json_put_bool(&json, "over", verdict.over);
    vl_json_put_bool(&json, "same_result", verdict.same_result);
    sv_hex(seal->commitment, VL_SECRET_SIZE, hex);
    vl_json_put_string(&json, "commitment", hex);
    sv_hex(seal->secret, VL_SECRET_SIZE, hex);
    vl_json_put_string(&json, "secret", hex);
    vl_json_key(&json, "nonces");
    vl_json_array(&json);
    for (uint32_t i = 0; i < room->stored.seats; i++) {
        sv_hex(seal->nonce[i], VL_SECRET_SIZE, hex);
        if (seal->has_nonce[i])
            vl_json_string(&json, hex);
        else
            vl_json_null(&json);
    }
    vl_json_end_array(&json);
    vl_json_key(&json, "error");
    if (good)
        vl_json_null(&json);
    else
        vl_json_string(&json, err.message);
    vl_json_end_object(&json);
    vl_record_free(record);
}

/* ---- Export ---- */

struct page {
    char ids[RECORDS_A_PAGE][VL_MATCH_ID_SIZE];
    uint32_t count;
};

static bool collect(void *context, const char *id)
{
    struct page *page = context;
    snprintf(page->ids[page->count++], VL_MATCH_ID_SIZE, "%s", id);
    return page->count < RECORDS_A_PAGE;
}

/* Writes the records of a page and returns how many. A match that this program cannot play (its
 * rules are gone) has no record. */
static uint32_t write_records(struct http_request *req, const struct page *page,
                              struct vl_text *out)
{
    uint32_t written = 0;
    for (uint32_t i = 0; i < page->count; i++) {
        struct sv_room *room = sv_room_find(req->server, page->ids[i], NULL);
        if (!room || !room->match)
            continue;
        struct vl_record *record = vl_match_record(room->match, true);
        vl_record_write(record, out);
        vl_record_free(record);
        written++;
    }
    return written;
}

void api_get_my_records(struct http_request *req)
{
    struct vl_error err = {0};
    struct page page = {.count = 0};
    unsigned long skip = 0;
    char *end = NULL;
    const char *query = req->http->query;
    if (query && *query) {
        bool known = strncmp(query, "skip=", 5) == 0 && query[5] >= '0' && query[5] <= '9';
        skip = known ? strtoul(query + 5, &end, 10) : 0;
        if (!known || *end || skip > UINT32_MAX / 2) {
            vl_fail(&err, VL_BAD_INPUT, "skip", "expected skip=N");
            api_fail(req, &err);
            return;
        }
    }
    if (req->has_player &&
        !api_people(req)->list_finished(req->server->store, req->player, (uint32_t)skip,
                                        RECORDS_A_PAGE, collect, &page, &err)) {
        api_fail(req, &err);
        return;
    }
    struct vl_text text = {0};
    struct vl_json json;
    uint32_t written = write_records(req, &page, &text);
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_put_string(&json, "records", vl_text_string(&text));
    vl_json_put_int(&json, "count", written);
    vl_json_put_int(&json, "unreadable", page.count - written);
    vl_json_key(&json, "next");
    if (page.count == RECORDS_A_PAGE)
        vl_json_int(&json, (int64_t)skip + page.count);
    else
        vl_json_null(&json);
    vl_json_end_object(&json);
    vl_text_free(&text);
}
