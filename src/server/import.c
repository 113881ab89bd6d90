/*
 * Records that come in and go out: a file of records becomes tables of their own, all of them or
 * none; and all of mine go out as one.
 *
 * A finished record is a table to look back at. One that is not over goes on: its draws were
 * known to whoever had the file, so those to come are drawn afresh, and its record says from then
 * on that it is unsealed. What was brought along is nobody's result.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/api.h"
#include "store/people.h"

enum { MOST_RECORDS = 100, RECORDS_A_PAGE = 25 };

/* One record of the file, checked. */
struct brought {
    struct vl_record *record;
    struct vl_stored_match match;
    struct api_wish wishes[VL_MAX_SEATS];
};

/* ---- Checking ---- */

static bool refuse_at(struct vl_error *err, uint32_t line, const char *message)
{
    char text[sizeof err->message], where[32];
    snprintf(text, sizeof text, "%s", message);
    snprintf(where, sizeof where, "line %u", line);
    return vl_fail(err, VL_BAD_INPUT, where, "%s", text);
}

/* Names the line of what a replay complains about; `first` and `last` are the record's own. */
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
        snprintf(text, sizeof text, "the deck %s is not at hand here", record->deck_hash);
        return refuse_at(err, first + 3, text);
    }
    return vl_record_verify(game, deck, record, &verdict, err) ||
           refuse_replay(err, record, first, last);
}

/* ---- As a table ---- */

/* Who sits there: in a match that goes on whoever is wished for, else all are the asker's. */
static bool seats_of(const struct vl_record *record, const struct vl_game *game,
                     const struct vl_setup *setup, const json_t *seats, struct brought *b,
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

static bool plan_table(const struct ask *ask, struct brought *b, uint32_t first,
                       struct vl_error *err)
{
    struct vl_record *record = b->record;
    struct vl_stored_match *m = &b->match;
    const struct vl_game *game = vl_game_find(record->game);
    const json_t *seats = json_object_get(ask->body, "seats");
    struct vl_setup setup;
    api_fill_new(m);
    snprintf(m->game, sizeof m->game, "%s", record->game);
    snprintf(m->deck_hash, sizeof m->deck_hash, "%s", record->deck_hash);
    m->rules_version = record->rules_version;
    m->seats = record->seats;
    m->position = record->move_count;
    m->status = record->over ? VL_MATCH_OVER : VL_MATCH_RUNNING;
    if (seats && !record->over &&
        (!json_is_array(seats) || json_array_size(seats) != record->seats))
        return vl_fail(err, VL_BAD_INPUT, "seats", "the record at line %u has %u seats", first,
                       record->seats);
    if (!vl_record_setup(game, record, &setup, err))
        return false;
    api_options_text(game, &setup, m);
    return seats_of(record, game, &setup, seats, b, err);
}

/* The moves as the store keeps them. */
static void moves_text(const struct vl_record *record, struct vl_text *out)
{
    for (uint32_t i = 0; i < record->move_count; i++)
        vl_text_addf(out, "%d%s %s\n", record->actors[i], record->minded[i] ? "~" : "",
                     record->moves[i]);
}

/* The record without its moves: what the table needs of it later. */
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

static bool make_table(const struct ask *ask, struct brought *b, struct vl_error *err)
{
    struct vl_text head = {0}, moves = {0};
    head_text(b->record, &head);
    moves_text(b->record, &moves);
    struct vl_stored_origin origin = {.kind = VL_ORIGIN_IMPORT, .head = head.data};
    struct sv_room *room =
        sv_room_add(ask->server, &b->match, &origin, vl_text_string(&moves), err);
    vl_text_free(&head);
    vl_text_free(&moves);
    return room && api_sit(ask, room, b->wishes, err) && sv_room_go_on(room, err);
}

/* ---- Bringing along ---- */

static bool read_file(const struct ask *ask, const char *text, size_t size, struct brought *brought,
                      uint32_t *count, struct vl_error *err)
{
    struct vl_record_file file = {.bytes = text, .size = size};
    while (file.size > 0 || *count == 0) {
        uint32_t first = file.line + 1;
        if (*count == MOST_RECORDS)
            return refuse_at(err, first, "a file brings at most 100 records at once");
        struct brought *b = &brought[*count];
        b->record = vl_record_next(&file, err);
        if (!b->record)
            return false;
        ++*count;
        if (!check_record(ask->server, b->record, first, file.line, err) ||
            !plan_table(ask, b, first, err))
            return false;
    }
    return true;
}

static void respond_brought(const struct ask *ask, const struct brought *brought, uint32_t count)
{
    struct vl_json json;
    api_start(ask, &json);
    ask->response->status = 201;
    vl_json_object(&json);
    vl_json_key(&json, "matches");
    vl_json_array(&json);
    for (uint32_t i = 0; i < count; i++) {
        vl_json_object(&json);
        vl_json_put_string(&json, "match", brought[i].match.id);
        vl_json_put_string(&json, "game", brought[i].match.game);
        vl_json_put_bool(&json, "over", brought[i].record->over);
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}

static void bring(struct ask *ask, struct brought *brought, uint32_t count)
{
    struct vl_error err = {0};
    for (uint32_t i = 0; i < count; i++)
        if (!api_may_make(ask))
            return;
    api_need_player(ask);
    for (uint32_t i = 0; i < count; i++) {
        if (make_table(ask, &brought[i], &err))
            continue;
        ask->server->failed = true;
        api_fail(ask, &err);
        return;
    }
    ask->server->figures.imports += count;
    sv_log("imported", "records=%u address=%s", count, ask->request->address);
    respond_brought(ask, brought, count);
}

void api_post_import(struct ask *ask)
{
    static const char *const members[] = {"records", "seats", NULL};
    struct vl_error err = {0};
    const json_t *text = json_object_get(ask->body, "records");
    uint32_t count = 0;
    if (!vl_json_only(ask->body, members, &err) ||
        (!json_is_string(text) &&
         !vl_fail(&err, VL_BAD_INPUT, "records", "expected the text of a file of records"))) {
        api_fail(ask, &err);
        return;
    }
    struct brought *brought = calloc(MOST_RECORDS, sizeof *brought);
    if (!brought)
        abort();
    if (read_file(ask, json_string_value(text), json_string_length(text), brought, &count, &err))
        bring(ask, brought, count);
    else
        api_fail(ask, &err);
    for (uint32_t i = 0; i < count; i++)
        vl_record_free(brought[i].record);
    sodium_memzero(brought, MOST_RECORDS * sizeof *brought);
    free(brought);
}

/* ---- All of mine ---- */

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

/* Matches whose rules are gone have no record any more, and are counted instead. */
static uint32_t write_records(struct ask *ask, const struct page *page, struct vl_text *out)
{
    uint32_t written = 0;
    for (uint32_t i = 0; i < page->count; i++) {
        struct sv_room *room = sv_room_find(ask->server, page->ids[i], NULL);
        if (!room || !room->match)
            continue;
        struct vl_record *record = vl_match_record(room->match, true);
        vl_record_write(record, out);
        vl_record_free(record);
        written++;
    }
    return written;
}

void api_get_my_records(struct ask *ask)
{
    struct vl_error err = {0};
    struct page page = {.count = 0};
    unsigned long skip = 0;
    char *end = NULL;
    const char *query = ask->request->query;
    if (query && *query) {
        bool known = strncmp(query, "skip=", 5) == 0 && query[5] >= '0' && query[5] <= '9';
        skip = known ? strtoul(query + 5, &end, 10) : 0;
        if (!known || *end || skip > UINT32_MAX / 2) {
            vl_fail(&err, VL_BAD_INPUT, "skip", "expected skip=N");
            api_fail(ask, &err);
            return;
        }
    }
    if (ask->has_player &&
        !api_calls(ask)->people->list_finished(ask->server->store, ask->player, (uint32_t)skip,
                                               RECORDS_A_PAGE, collect, &page, &err)) {
        api_fail(ask, &err);
        return;
    }
    struct vl_text text = {0};
    struct vl_json json;
    uint32_t written = write_records(ask, &page, &text);
    api_start(ask, &json);
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
