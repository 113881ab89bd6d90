/* The bots of a room: when they think, and how their answers become moves. */
#include "server/bots/play.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/bots/ponder.h"
#include "server/room/clock.h"
#include "server/shares.h"
#include "server/state.h"
#include "server/time.h"

/* The bot that plays a seat: its own, or the stand-in. */
static const char *player_of(const struct sv_room *room, int seat)
{
    const struct vl_stored_seat *p = &room->stored.seat[seat];
    return p->bot ? p->player : sv_stand_in_bot()->name;
}

static bool anybody_looks(const struct sv_room *room)
{
    return room->watches != NULL;
}

/* ---- Asking ---- */

/* Has the workers find the next move of a bot's turn. The job owns `memory`, which may be NULL;
 * `attempt` counts the bots that hung in this position. */
static void ask_bot(struct sv_room *room, int seat, const struct vl_view *view,
                    struct vl_memory *memory, uint32_t attempt)
{
    struct sv_server *server = room->server;
    /* The stand-in does not search, so it does not hang where a search did. */
    const char *player = attempt ? sv_stand_in_bot()->name : player_of(room, seat);
    struct sv_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->game = vl_match_game(room->match);
    job->deck = vl_match_deck(room->match);
    if (!vl_player_find(job->game, player, &job->player, NULL) &&
        !vl_player_find(job->game, vl_bot_at(0)->name, &job->player, NULL))
        abort(); /* the first bot is always there */
    memcpy(job->room, room->stored.id, sizeof job->room);
    job->share = sv_share_of_room(room);
    job->watched = room->bot_watched = anybody_looks(room);
    job->ticket = room->bot_ticket = ++server->last_ticket;
    job->seat = seat;
    job->memory = memory;
    job->step = room->plan_count;
    job->warm = memory && job->step == 0;
    job->attempt = attempt;
    job->position = vl_match_position(room->match);
    job->budget = server->settings.bot_budget;
    job->view = *view;
    randombytes_buf(job->seed, sizeof job->seed);
    sv_workers_add(server->workers, job);
}

/* The seat to act if a bot plays it, or -1. */
static int bot_to_act(const struct sv_room *room)
{
    if (!room->match || room->stored.status != VL_MATCH_RUNNING)
        return -1;
    int seat = vl_match_to_act(room->match);
    bool bot = seat >= 0 && (room->stored.seat[seat].bot || sv_has_stand_in(room, (uint32_t)seat));
    return bot ? seat : -1;
}

bool sv_room_waits(const struct sv_room *room)
{
    return room->match && room->stored.status == VL_MATCH_RUNNING &&
           vl_match_to_act(room->match) >= 0 && bot_to_act(room) < 0;
}

/* Notes whether a bot ran out of time: then it may ponder. Only the first decision of a turn
 * counts, because later ones get what is left of the budget. The search gives it two thirds of the
 * iterations (search.c); having made fewer, it was cut short by the clock. */
static void note_time(struct sv_room *room, const struct sv_job *job)
{
    const struct vl_player *player = &job->player;
    uint32_t budget = player->iterations ? player->iterations : player->bot->iterations;
    if (!player->bot->searches || job->step || job->answer.candidate_count < 2)
        return;
    bool cut = job->answer.iterations + job->answer.known < budget - budget / 3;
    room->slow_bots &= ~(1U << job->seat);
    room->slow_bots |= (uint32_t)cut << job->seat;
    room->server->figures.ahead_turns += job->warm && job->answer.known;
    room->server->figures.ahead_iterations += job->warm ? job->answer.known : 0;
}

/* ---- Timing ---- */

static void think_now(struct sv_room *room)
{
    int seat = bot_to_act(room);
    struct vl_view view;
    if (seat < 0 || room->bot_ticket)
        return;
    room->plan_count = 0;
    vl_look(vl_match_game(room->match), vl_match_deck(room->match)->data,
            vl_match_state(room->match), seat, &view);
    ask_bot(room, seat, &view, sv_ponder_take(room, seat), room->hung_bots >> seat & 1);
}

void sv_room_think(struct sv_room *room)
{
    struct sv_server *server = room->server;
    uint64_t now = sv_now();
    if (room->bot_ticket && !room->bot_watched && anybody_looks(room)) {
        room->bot_watched = true;
        sv_workers_watched(server->workers, room->stored.id);
    }
    if (bot_to_act(room) < 0 || room->bot_ticket || room->sleeping)
        return;
    /* People need a moment to see what the last move was. While the store is in trouble, a move
     * could not be stored, so bots wait as well. */
    uint64_t wake = anybody_looks(room) ? now + server->settings.bot_pause : now;
    if (wake < server->health.retry_at)
        wake = server->health.retry_at;
    if (wake <= now) {
        think_now(room);
        return;
    }
    room->sleeping = true;
    room->wake = wake;
    room->next_sleeping = server->sleeping_rooms;
    server->sleeping_rooms = room;
}

void sv_room_wake(struct sv_server *server, uint64_t now)
{
    for (struct sv_room **at = &server->sleeping_rooms; *at;) {
        struct sv_room *room = *at;
        if (room->wake > now) {
            at = &room->next_sleeping;
            continue;
        }
        *at = room->next_sleeping;
        room->sleeping = false;
        think_now(room);
    }
}

/* ---- Answers ---- */

/* A match must go on even if no bot finds a legal move: plans a random one. */
static void plan_any_move(struct sv_room *room)
{
    struct vl_rng rng;
    randombytes_buf(rng.s, sizeof rng.s);
    room->plan_count = 1;
    room->plan[0] = vl_pick_from_list(vl_match_game(room->match), vl_match_deck(room->match)->data,
                                      vl_match_state(room->match), &rng);
}

/* The bot took far too long and did not stop when told to. The stand-in bot plays for it from
 * now on; if that one hangs as well, a random move is played. */
static void bot_hangs(struct sv_room *room, struct sv_job *job)
{
    room->hung_bots |= 1U << job->seat;
    room->server->figures.bot_substitutes++;
    sv_log("bot_hangs", "match=%.8s bot=%s", room->stored.id, job->player.bot->name);
    if (job->attempt == 0) {
        ask_bot(room, job->seat, &job->view, NULL, 1);
        return;
    }
    plan_any_move(room);
    sv_room_commit_plan(room, job->seat);
    room->plan_count = 0;
}

/* Adds a bot's answer to the plan. If the turn goes on and nothing random or hidden comes next, the
 * bot is asked for the next move, with the same search memory; otherwise the plan is committed. */
static void bot_answered(struct sv_room *room, struct sv_job *job)
{
    const struct vl_game *game = vl_match_game(room->match);
    struct vl_try result;
    struct vl_error err = {0};
    room->server->figures.bot_moves++;
    room->plan[room->plan_count++] = job->answer.move;
    if (!vl_match_try(room->match, job->seat, room->plan, room->plan_count, &result, &err)) {
        room->server->figures.bot_failures++;
        sv_log("bot_failed", "match=%.8s bot=%s why=\"%s\"", room->stored.id,
               player_of(room, job->seat), err.message);
        plan_any_move(room);
    } else if (!result.stopped && game->to_act(result.state) == job->seat &&
               room->plan_count < sizeof room->plan / sizeof *room->plan) {
        struct vl_view view;
        vl_look(game, vl_match_deck(room->match)->data, result.state, job->seat, &view);
        ask_bot(room, job->seat, &view, job->memory, job->attempt);
        job->memory = NULL;
        return;
    }
    sv_room_commit_plan(room, job->seat);
    room->plan_count = 0;
}

void sv_room_answered(struct sv_server *server, struct sv_job *job)
{
    struct sv_room *room = sv_room_loaded(server, job->room);
    server->figures.bot_microseconds += job->microseconds;
    if (!room || !room->match || room->bot_ticket != job->ticket)
        return;
    room->bot_ticket = 0;
    if (job->answered)
        note_time(room, job);
    /* The ticket says that this answer is waited for. Position and seat are checked besides,
     * because a move in the wrong position would be worse than asking again. */
    if (job->position == vl_match_position(room->match) && bot_to_act(room) == job->seat)
        (job->answered ? bot_answered : bot_hangs)(room, job);
}

void sv_room_stop_bot(struct sv_room *room)
{
    sv_workers_cancel(room->server->workers, SV_JOB_BOT, room->stored.id, 0);
    room->bot_ticket = 0;
    room->plan_count = 0;
}
