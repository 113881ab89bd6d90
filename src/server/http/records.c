/* Records: one match, its verification, and export. */
#include "server/http/records.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"
#include "server/decks.h"
#include "server/http/matches.h"
#include "server/room/deal.h"
#include "store/people.h"

enum {
    RECORDS_A_PAGE = 25, /* of an export: the server loads each match for it */
    PAGE_TIME = 5000,    /* microseconds of processor time, after which a page ends early */
};

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
    vl_json_put_bool(&json, "pledged", verdict.pledged);
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
    sv_deal_write_pledges(&json, seal, room->stored.seats);
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

static uint64_t microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* Writes the records of a page and returns how many. A match that this program cannot play (its
 * rules are gone) has no record. Everybody waits for the loop meanwhile, so a page of long matches
 * ends early: page->count is then what was looked at. */
static uint32_t write_records(struct http_request *req, struct page *page, struct vl_text *out)
{
    uint32_t written = 0;
    uint64_t end = microseconds() + PAGE_TIME;
    for (uint32_t i = 0; i < page->count; i++) {
        if (i > 0 && microseconds() > end) {
            page->count = i;
            break;
        }
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
    uint32_t found = page.count;
    uint32_t written = write_records(req, &page, &text);
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_put_string(&json, "records", vl_text_string(&text));
    vl_json_put_int(&json, "count", written);
    vl_json_put_int(&json, "unreadable", page.count - written);
    vl_json_key(&json, "next");
    if (page.count == RECORDS_A_PAGE || page.count < found)
        vl_json_int(&json, (int64_t)skip + page.count);
    else
        vl_json_null(&json);
    vl_json_end_object(&json);
    vl_text_free(&text);
}
