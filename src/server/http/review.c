/*
 * Reviews of finished matches.
 *
 * A review has a time budget, but its effort must be a fixed number of rollouts and iterations:
 * then `valise record review` with the same numbers gives the same review. So a probe, a small
 * piece from the middle of the match, is timed first, and the effort follows from its speed. If the
 * estimate was wrong by far, the review starts over with the least effort.
 */
#include "server/http/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/batch.h"
#include "server/time.h"
#include "valise/review.h"

enum {
    VERSION = 1,              /* of the stored text; an older review is made again */
    FORGET_AFTER = 60 * 1000, /* milliseconds since somebody asked: the page is closed */
    PROBE = 24,               /* rollouts and iterations of the probe */
    TWICE = 24,               /* estimates for which a review looks again, more closely */
    LEAST = 16,               /* rollouts and iterations if nothing more fits the time */
};

struct sv_review {
    struct sv_review *next;
    char match[VL_MATCH_ID_SIZE];
    uint64_t share;           /* of the address that began it */
    struct vl_review *review; /* NULL while the probe runs */
    uint32_t probed;          /* rollouts and iterations of the probe */
    uint64_t asked;           /* milliseconds: when somebody last asked for it */
    uint64_t microseconds;    /* processor time so far */
    bool whole;               /* complete, but not stored yet: the store is in trouble */
};

static struct sv_review **place_of(struct sv_server *server, const char *match)
{
    struct sv_review **at = &server->reviews;
    while (*at && strcmp((*at)->match, match) != 0)
        at = &(*at)->next;
    return at;
}

static void drop(struct sv_server *server, struct sv_review *review)
{
    struct sv_room *room = sv_room_find(server, review->match, NULL);
    *place_of(server, review->match) = review->next;
    if (room)
        room->reviewing = false;
    sv_workers_cancel(server->workers, SV_JOB_REVIEW, review->match, 0);
    vl_review_free(review->review);
    free(review);
}

/* ---- Pieces ---- */

static void send_piece(struct sv_server *server, const struct sv_review *review,
                       struct vl_review_piece *piece)
{
    struct sv_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->kind = SV_JOB_REVIEW;
    job->share = review->share;
    memcpy(job->room, review->match, sizeof job->room);
    job->piece = piece;
    sv_workers_add(server->workers, job);
}

static struct vl_review_piece *new_piece(void)
{
    struct vl_review_piece *piece = malloc(sizeof *piece);
    if (!piece)
        abort();
    return piece;
}

/* Sends the probe: a small piece from the middle of the match. */
static void send_probe(struct sv_server *server, struct sv_review *review,
                       const struct vl_match *match)
{
    struct vl_review_effort effort = {.rollouts = PROBE, .iterations = PROBE, .seed = 1};
    struct vl_review *probe = vl_review_start(match, &effort);
    struct vl_review_piece *piece = new_piece();
    probe->next = probe->count / 2;
    if (!vl_review_next(probe, match, piece))
        VL_UNREACHABLE(); /* every match has a piece there: its end is one */
    review->probed = piece->rollouts + piece->iterations;
    vl_review_free(probe);
    send_piece(server, review, piece);
}

/* Chooses the most effort that fits the time budget. */
static void choose_effort(const struct sv_server *server, const struct vl_match *match,
                          double microseconds_each, struct vl_review_effort *effort)
{
    static const uint32_t levels[][2] = {{1600, 400}, {800, 400}, {400, 400},    {200, 400},
                                         {200, 200},  {100, 200}, {100, 100},    {50, 100},
                                         {50, 50},    {25, 50},   {LEAST, LEAST}};
    double limit = 1e6 * server->settings.limits.review_seconds;
    struct vl_review *plan = vl_review_start(match, effort);
    double estimates = TWICE, decisions = 0;
    for (uint32_t i = 0; i < plan->count; i++) {
        estimates += plan->steps[i].first == i;
        decisions += plan->steps[i].actor >= 0;
    }
    vl_review_free(plan);
    for (uint32_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        effort->rollouts = levels[i][0];
        effort->iterations = levels[i][1];
        double units = estimates * effort->rollouts + decisions * effort->iterations;
        if (units * microseconds_each <= limit)
            break;
    }
}

static void finish(struct sv_server *server, struct sv_review *review, const struct vl_match *match)
{
    struct vl_text text = {0};
    struct vl_error err = {0};
    review->whole = true;
    if (!sv_may_write(server, NULL))
        return;
    vl_review_json(match, review->review, &text);
    if (sv_calls(server)->add_review(server->store, review->match, VERSION, vl_text_string(&text),
                                     &err))
        server->figures.reviews++;
    else
        sv_log("review_not_stored", "match=%.8s why=\"%s\"", review->match, err.message);
    sv_log("reviewed", "match=%.8s rollouts=%u iterations=%u pieces=%u ms=%u", review->match,
           review->review->rollouts, review->review->iterations, review->review->done,
           (unsigned)(review->microseconds / 1000));
    vl_text_free(&text);
    drop(server, review);
}

/* Whether the estimate of the probe was wrong by far. */
static bool took_too_long(const struct sv_server *server, const struct sv_review *review)
{
    const struct sv_limits *limits = &server->settings.limits;
    uint64_t most = 10000ULL * limits->review_seconds * limits->review_overrun;
    return review->microseconds > most && review->review->rollouts > LEAST;
}

/* Starts over with the least effort: a review has one effort from beginning to end. */
static void start_over(struct sv_server *server, struct sv_review *review,
                       const struct vl_match *match)
{
    struct vl_review_effort least = {.rollouts = LEAST, .iterations = LEAST, .seed = 1};
    sv_log("review_anew", "match=%.8s rollouts=%u iterations=%u ms=%u", review->match,
           review->review->rollouts, review->review->iterations,
           (unsigned)(review->microseconds / 1000));
    server->figures.reviews_anew++;
    vl_review_free(review->review);
    review->review = vl_review_start(match, &least);
}

void sv_review_answered(struct sv_server *server, struct sv_job *job)
{
    struct sv_review *review = *place_of(server, job->room);
    struct sv_room *room = review ? sv_room_find(server, job->room, NULL) : NULL;
    if (!review || job->cancelled)
        return;
    review->microseconds += job->microseconds;
    if (!room || !room->match || !job->answered) {
        sv_log("review_failed", "match=%.8s", review->match);
        drop(server, review);
        return;
    }
    if (review->review) {
        vl_review_take(review->review, job->piece);
    } else {
        struct vl_review_effort effort = {.seed = 1};
        choose_effort(server, room->match, (double)job->microseconds / review->probed, &effort);
        review->review = vl_review_start(room->match, &effort);
    }
    if (took_too_long(server, review))
        start_over(server, review, room->match);
    struct vl_review_piece *piece = new_piece();
    if (vl_review_next(review->review, room->match, piece)) {
        send_piece(server, review, piece);
    } else {
        free(piece);
        finish(server, review, room->match);
    }
}

void sv_review_sweep(struct sv_server *server)
{
    uint64_t now = sv_now();
    for (struct sv_review *review = server->reviews, *next; review; review = next) {
        next = review->next;
        struct sv_room *room = review->whole ? sv_room_find(server, review->match, NULL) : NULL;
        if (room && room->match)
            finish(server, review, room->match);
        else if (now - review->asked > FORGET_AFTER)
            drop(server, review);
    }
}

void sv_review_free_all(struct sv_server *server)
{
    while (server->reviews)
        drop(server, server->reviews);
}

/* ---- HTTP ---- */

/* Answers with the progress of a review, or with the review itself. False: there is none. */
static bool respond(const struct http_request *req, const struct sv_room *room)
{
    struct vl_text *body = &req->response->body;
    struct sv_review *review = *place_of(req->server, room->stored.id);
    struct vl_error err = {0};
    req->response->status = 200;
    req->response->type = "application/json";
    if (review) {
        const struct vl_review *r = review->review;
        review->asked = sv_now();
        req->response->status = 202;
        vl_text_addf(body, "{\"status\":\"working\",\"done\":%u,\"of\":%u}", r ? r->done : 0,
                     r ? r->pieces : 0);
        return true;
    }
    vl_text_add(body, "{\"status\":\"done\",\"review\":");
    if (api_calls(req)->find_review(req->server->store, room->stored.id, VERSION, body, &err)) {
        vl_text_add(body, "}");
        return true;
    }
    if (err.code != VL_NOT_FOUND) {
        api_fail(req, &err);
        return true;
    }
    vl_text_clear(body);
    vl_text_add(body, "{\"status\":\"none\"}");
    return false;
}

static bool may_review(const struct http_request *req, const struct sv_room *room)
{
    const struct sv_limits *limits = &req->server->settings.limits;
    uint32_t all = 0, here = 0;
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        api_complain(req, 409, "refused", "%s",
                     room->match ? "a match is looked back at after its end"
                                 : sv_room_closed_why(room));
        return false;
    }
    for (const struct sv_review *r = req->server->reviews; r; r = r->next) {
        all++;
        here += r->share == req->address->share;
    }
    if (all < limits->reviews && here < limits->reviews_per_address)
        return true;
    req->server->figures.refused_limit++;
    api_complain(req, 429, "too_many", "too many matches are being looked back at; try again soon");
    req->response->retry_after = 10;
    return false;
}

void api_get_review(struct http_request *req, struct sv_room *room)
{
    respond(req, room);
}

void api_post_review(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {NULL};
    struct vl_error err = {0};
    if (!vl_json_only(req->body, members, &err)) {
        api_fail(req, &err);
        return;
    }
    if (respond(req, room))
        return;
    vl_text_clear(&req->response->body);
    if (!may_review(req, room))
        return;
    struct sv_review *review = calloc(1, sizeof *review);
    if (!review)
        abort();
    memcpy(review->match, room->stored.id, sizeof review->match);
    review->share = req->address->share;
    review->asked = sv_now();
    review->next = req->server->reviews;
    req->server->reviews = review;
    room->reviewing = true;
    send_probe(req->server, review, room->match);
    respond(req, room);
}
