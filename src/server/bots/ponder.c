/*
 * Thinking ahead: while a person at the table thinks, bots of that table do as well, if a worker
 * has nothing else to do (work.h).
 *
 * Only bots whose iterations did not fit into their time last turn think ahead: their answers
 * depend on the clock as it is, and they get back what it took from them, up to what their level
 * stands for. The answers of all others follow from a seed and a number of iterations alone, and
 * stay like that. See docs/bots.md.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/server.h"

enum {
    MOST = 32,          /* bots that think ahead at a time */
    TURNS = 2,          /* budgets of a turn that they may use for it */
    MOST_NODES = 12000, /* of a memory: about five megabytes */
};

/* What one bot has thought ahead since its last turn. */
struct sv_ahead {
    struct sv_ahead *next;
    char match[VL_MATCH_ID_SIZE];
    int seat;
    uint64_t ticket;          /* of the job under way; 0: none */
    struct vl_memory *memory; /* NULL while a worker has it */
    uint32_t position;        /* that it has thought about, or does */
    uint32_t spent;           /* iterations, in all positions since its turn */
};

static struct sv_ahead **place_of(struct sv_server *server, const char *match, int seat)
{
    struct sv_ahead **at = &server->ahead;
    while (*at && ((*at)->seat != seat || strcmp((*at)->match, match) != 0))
        at = &(*at)->next;
    return at;
}

static void drop(struct sv_server *server, struct sv_ahead *ahead)
{
    *place_of(server, ahead->match, ahead->seat) = ahead->next;
    vl_memory_free(ahead->memory);
    free(ahead);
}

static uint32_t budget_of(const struct vl_player *player)
{
    return player->iterations ? player->iterations : player->bot->iterations;
}

static struct sv_ahead *new_ahead(struct sv_room *room, int seat, const struct vl_player *player)
{
    uint32_t count = 0;
    for (const struct sv_ahead *a = room->server->ahead; a; a = a->next)
        count++;
    if (count >= MOST)
        return NULL;
    struct sv_ahead *ahead = calloc(1, sizeof *ahead);
    if (!ahead)
        abort();
    /* With room for the turn itself. */
    uint64_t nodes = (TURNS + 1) * (uint64_t)budget_of(player);
    ahead->memory = vl_memory_new(nodes < MOST_NODES ? (uint32_t)nodes : MOST_NODES, 1);
    if (!ahead->memory) {
        free(ahead);
        return NULL;
    }
    memcpy(ahead->match, room->stored.id, sizeof ahead->match);
    ahead->seat = seat;
    ahead->next = room->server->ahead;
    room->server->ahead = ahead;
    return ahead;
}

static void send_job(struct sv_room *room, struct sv_ahead *ahead, const struct vl_player *player)
{
    struct sv_job *job = calloc(1, sizeof *job);
    uint32_t budget = budget_of(player), left = TURNS * budget - ahead->spent;
    if (!job)
        abort();
    job->kind = SV_JOB_AHEAD;
    job->ticket = ahead->ticket = ++room->server->last_ticket;
    memcpy(job->room, room->stored.id, sizeof job->room);
    job->seat = ahead->seat;
    job->game = vl_match_game(room->match);
    job->deck = vl_match_deck(room->match);
    job->player = *player;
    job->memory = ahead->memory;
    job->warm = ahead->spent > 0;
    job->left = left < budget ? left : budget;
    job->position = ahead->position = vl_match_position(room->match);
    vl_look(job->game, job->deck->data, vl_match_state(room->match), ahead->seat, &job->view);
    randombytes_buf(job->seed, sizeof job->seed);
    ahead->memory = NULL;
    ahead->spent += job->left;
    sv_work(room->server->workers, job);
}

static void begin(struct sv_room *room, int seat)
{
    struct sv_server *server = room->server;
    struct vl_player player;
    if (!vl_player_find(vl_match_game(room->match), room->stored.seat[seat].player, &player,
                        NULL) ||
        !player.bot->searches)
        return;
    struct sv_ahead *ahead = *place_of(server, room->stored.id, seat);
    if (!ahead)
        ahead = new_ahead(room, seat, &player);
    if (!ahead)
        return;
    if (ahead->ticket) { /* with another position; it comes back soon */
        if (ahead->position != vl_match_position(room->match))
            sv_cancel(server->workers, SV_JOB_AHEAD, room->stored.id, 0);
        return;
    }
    bool fresh = ahead->spent == 0 || ahead->position != vl_match_position(room->match);
    if (fresh && ahead->spent < TURNS * budget_of(&player))
        send_job(room, ahead, &player);
}

void sv_ahead_begin(struct sv_room *room)
{
    struct sv_server *server = room->server;
    if (!server->ahead && !room->by_time)
        return;
    bool waits = room->watches && sv_room_waits(room);
    for (int seat = 0; seat < (int)room->stored.seats; seat++) {
        struct sv_ahead *ahead = *place_of(server, room->stored.id, seat);
        bool may = room->stored.seat[seat].bot && (room->by_time & ~room->hanging) >> seat & 1;
        if (waits && may)
            begin(room, seat);
        else if (ahead && ahead->ticket)
            sv_cancel(server->workers, SV_JOB_AHEAD, room->stored.id, 0);
        if (ahead && !room->watches)
            drop(server, ahead);
    }
}

struct vl_memory *sv_ahead_take(struct sv_room *room, int seat)
{
    struct sv_ahead *ahead = *place_of(room->server, room->stored.id, seat);
    if (!ahead)
        return NULL;
    struct vl_memory *memory = ahead->memory;
    if (ahead->ticket)
        sv_cancel(room->server->workers, SV_JOB_AHEAD, room->stored.id, 0);
    ahead->memory = NULL;
    drop(room->server, ahead);
    return memory;
}

void sv_ahead_answered(struct sv_server *server, struct sv_job *job)
{
    struct sv_ahead *ahead = *place_of(server, job->room, job->seat);
    if (!ahead || ahead->ticket != job->ticket)
        return;
    ahead->ticket = 0;
    if (!job->memory || job->overran) {
        drop(server, ahead);
        return;
    }
    ahead->memory = job->memory;
    job->memory = NULL;
    ahead->spent -= job->left < ahead->spent ? job->left : ahead->spent;
    struct sv_room *room = sv_room_find(server, job->room, NULL);
    if (room && room->match)
        sv_ahead_begin(room);
    else
        drop(server, ahead);
}

void sv_ahead_free_all(struct sv_server *server)
{
    while (server->ahead)
        drop(server, server->ahead);
}
