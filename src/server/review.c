/*
 * Reviews of finished matches: made by the workers piece by piece, when nobody else needs them,
 * and kept in the store.
 *
 * First a small piece from the middle of the match is timed; from that follows how much effort a
 * review can have within its time. The answer names the effort, so that `valise record review`
 * with the same numbers gives the same. A review that nobody asks for any more is dropped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/api.h"
#include "valise/review.h"

enum {
    VERSION = 1,              /* grows when what is stored changes */
    FORGET_AFTER = 60 * 1000, /* milliseconds since somebody asked */
    PROBE = 24,               /* rollouts and iterations that are timed */
    TWICE = 24,               /* estimates' worth of looking again */
    LEAST = 16,               /* effort where the time is over */
};

struct sv_review {
    struct sv_review *next;
    char match[VL_MATCH_ID_SIZE];
    char address[sizeof((struct sv_address *)0)->name];
    struct vl_review *review; /* NULL while the speed is measured */
    uint32_t probed;          /* rollouts and iterations of the piece that is timed */
    uint64_t asked;           /* milliseconds */
    uint64_t microseconds;    /* of the processor, so far */
    bool whole;               /* made, and still to be stored */
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
    sv_cancel(server->workers, SV_JOB_REVIEW, review->match, 0);
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
    memcpy(job->room, review->match, sizeof job->room);
    job->piece = piece;
    sv_work(server->workers, job);
}

static struct vl_review_piece *new_piece(void)
{
    struct vl_review_piece *piece = malloc(sizeof *piece);
    if (!piece)
        abort();
    return piece;
}

/* A small piece from the middle of the match, to be timed. */
static void send_probe(struct sv_server *server, struct sv_review *review,
                       const struct vl_match *match)
{
    struct vl_review_effort effort = {.rollouts = PROBE, .iterations = PROBE, .seed = 1};
    struct vl_review *probe = vl_review_start(match, &effort);
    struct vl_review_piece *piece = new_piece();
    probe->next = probe->count / 2;
    if (!vl_review_next(probe, match, piece))
        VL_UNREACHABLE(); /* the end is a piece */
    review->probed = piece->rollouts + piece->iterations;
    vl_review_free(probe);
    send_piece(server, review, piece);
}

/* The most effort that fits into the time. */
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
    if (server->store->functions->add_review(server->store, review->match, VERSION,
                                             vl_text_string(&text), &err))
        server->figures.reviews++;
    else
        sv_log("review_not_stored", "match=%.8s why=\"%s\"", review->match, err.message);
    sv_log("reviewed", "match=%.8s rollouts=%u iterations=%u pieces=%u ms=%u", review->match,
           review->review->rollouts, review->review->iterations, review->review->done,
           (unsigned)(review->microseconds / 1000));
    vl_text_free(&text);
    drop(server, review);
}

/* Whether the measure was wrong by far. */
static bool took_too_long(const struct sv_server *server, const struct sv_review *review)
{
    const struct sv_limits *limits = &server->settings.limits;
    uint64_t most = 10000ULL * limits->review_seconds * limits->review_overrun;
    return review->microseconds > most && review->review->rollouts > LEAST;
}

/* Coarsely, from the beginning: one effort makes the whole. */
static void begin_anew(struct sv_server *server, struct sv_review *review,
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
        begin_anew(server, review, room->match);
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

/* How far it is, or the review itself; false: there is none. */
static bool respond(const struct ask *ask, const struct sv_room *room)
{
    struct vl_text *body = &ask->response->body;
    struct sv_review *review = *place_of(ask->server, room->stored.id);
    struct vl_error err = {0};
    ask->response->status = 200;
    ask->response->type = "application/json";
    if (review) {
        const struct vl_review *r = review->review;
        review->asked = sv_now();
        ask->response->status = 202;
        vl_text_addf(body, "{\"status\":\"working\",\"done\":%u,\"of\":%u}", r ? r->done : 0,
                     r ? r->pieces : 0);
        return true;
    }
    vl_text_add(body, "{\"status\":\"done\",\"review\":");
    if (api_calls(ask)->find_review(ask->server->store, room->stored.id, VERSION, body, &err)) {
        vl_text_add(body, "}");
        return true;
    }
    if (err.code != VL_NOT_FOUND) {
        api_fail(ask, &err);
        return true;
    }
    vl_text_clear(body);
    vl_text_add(body, "{\"status\":\"none\"}");
    return false;
}

static bool may_review(const struct ask *ask, const struct sv_room *room)
{
    const struct sv_limits *limits = &ask->server->settings.limits;
    uint32_t all = 0, here = 0;
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        api_complain(ask, 409, "refused", "%s",
                     room->match ? "a match is looked back at after its end"
                                 : sv_room_closed_why(room));
        return false;
    }
    for (const struct sv_review *r = ask->server->reviews; r; r = r->next) {
        all++;
        here += strcmp(r->address, ask->address->name) == 0;
    }
    if (all < limits->reviews && here < limits->reviews_per_address)
        return true;
    ask->server->figures.refused_limit++;
    api_complain(ask, 429, "too_many", "too many matches are being looked back at; try again soon");
    ask->response->retry_after = 10;
    return false;
}

void api_get_review(struct ask *ask, struct sv_room *room)
{
    respond(ask, room);
}

void api_post_review(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {NULL};
    struct vl_error err = {0};
    if (!vl_json_only(ask->body, members, &err)) {
        api_fail(ask, &err);
        return;
    }
    if (respond(ask, room))
        return;
    vl_text_clear(&ask->response->body);
    if (!may_review(ask, room))
        return;
    struct sv_review *review = calloc(1, sizeof *review);
    if (!review)
        abort();
    memcpy(review->match, room->stored.id, sizeof review->match);
    memcpy(review->address, ask->address->name, sizeof review->address);
    review->asked = sv_now();
    review->next = ask->server->reviews;
    ask->server->reviews = review;
    room->reviewing = true;
    send_probe(ask->server, review, room->match);
    respond(ask, room);
}
