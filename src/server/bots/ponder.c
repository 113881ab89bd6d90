/*
 * Pondering.
 *
 * The life of an entry: a person is to act and a slow bot sits at the table, so an entry is made
 * with an empty search memory, and a job takes the memory to a worker. A move of a person makes a
 * new position: the job is cancelled, comes back with the memory, and the next job ponders the new
 * position in the same memory. When it is the bot's turn, sv_ponder_take hands the memory to the
 * bot's own job. The iterations of an entry are limited, so that a bot does not become stronger
 * than its level because its opponent thinks for long.
 */
#include "server/bots/ponder.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/bots/play.h"
#include "server/shares.h"
#include "server/state.h"

enum {
    MOST_PONDERING = 32, /* bots at a time, because of their memory */
    TURNS = 2,           /* a bot may ponder this many times its iterations for a turn */
    MOST_NODES = 12000,  /* of a search memory: about five megabytes */
};

/* The pondering of one bot since its last turn. */
struct sv_ponder {
    struct sv_ponder *next;
    char match[VL_MATCH_ID_SIZE];
    int seat;
    uint64_t ticket;          /* of its job; 0: none */
    struct vl_memory *memory; /* NULL while a worker has it */
    uint32_t position;        /* that it has pondered last, or does */
    uint32_t spent;           /* iterations given to its jobs since its turn */
};

static struct sv_ponder **place_of(struct sv_server *server, const char *match, int seat)
{
    struct sv_ponder **at = &server->ponders;
    while (*at && ((*at)->seat != seat || strcmp((*at)->match, match) != 0))
        at = &(*at)->next;
    return at;
}

static void drop(struct sv_server *server, struct sv_ponder *ponder)
{
    *place_of(server, ponder->match, ponder->seat) = ponder->next;
    vl_memory_free(ponder->memory);
    free(ponder);
}

static uint32_t budget_of(const struct vl_player *player)
{
    return player->iterations ? player->iterations : player->bot->iterations;
}

static struct sv_ponder *new_ponder(struct sv_room *room, int seat, const struct vl_player *player)
{
    uint32_t count = 0;
    for (const struct sv_ponder *a = room->server->ponders; a; a = a->next)
        count++;
    if (count >= MOST_PONDERING)
        return NULL;
    struct sv_ponder *ponder = calloc(1, sizeof *ponder);
    if (!ponder)
        abort();
    /* The turn itself goes on with the same memory, so there is room for it as well. */
    uint64_t nodes = (TURNS + 1) * (uint64_t)budget_of(player);
    ponder->memory = vl_memory_new(nodes < MOST_NODES ? (uint32_t)nodes : MOST_NODES, 1);
    if (!ponder->memory) {
        free(ponder);
        return NULL;
    }
    memcpy(ponder->match, room->stored.id, sizeof ponder->match);
    ponder->seat = seat;
    ponder->next = room->server->ponders;
    room->server->ponders = ponder;
    return ponder;
}

static void send_job(struct sv_room *room, struct sv_ponder *ponder, const struct vl_player *player)
{
    struct sv_job *job = calloc(1, sizeof *job);
    uint32_t budget = budget_of(player), left = TURNS * budget - ponder->spent;
    if (!job)
        abort();
    job->kind = SV_JOB_PONDER;
    job->share = sv_share_of_room(room);
    job->ticket = ponder->ticket = ++room->server->last_ticket;
    memcpy(job->room, room->stored.id, sizeof job->room);
    job->seat = ponder->seat;
    job->game = vl_match_game(room->match);
    job->deck = vl_match_deck(room->match);
    job->player = *player;
    job->memory = ponder->memory;
    job->warm = ponder->spent > 0;
    job->iterations_left = left < budget ? left : budget;
    job->position = ponder->position = vl_match_position(room->match);
    vl_look(job->game, job->deck->data, vl_match_state(room->match), ponder->seat, &job->view);
    randombytes_buf(job->seed, sizeof job->seed);
    ponder->memory = NULL;
    ponder->spent += job->iterations_left;
    sv_workers_add(room->server->workers, job);
}

static void begin(struct sv_room *room, int seat)
{
    struct sv_server *server = room->server;
    struct vl_player player;
    if (!vl_player_find(vl_match_game(room->match), room->stored.seat[seat].player, &player,
                        NULL) ||
        !player.bot->searches)
        return;
    struct sv_ponder *ponder = *place_of(server, room->stored.id, seat);
    if (!ponder)
        ponder = new_ponder(room, seat, &player);
    if (!ponder)
        return;
    if (ponder->ticket) { /* a job has the memory; cancelled, it comes back soon */
        if (ponder->position != vl_match_position(room->match))
            sv_workers_cancel(server->workers, SV_JOB_PONDER, room->stored.id, 0);
        return;
    }
    bool fresh = ponder->spent == 0 || ponder->position != vl_match_position(room->match);
    if (fresh && ponder->spent < TURNS * budget_of(&player))
        send_job(room, ponder, &player);
}

/* Most servers have no slow bot: the first lines make that case cheap. */
void sv_ponder_update(struct sv_room *room)
{
    struct sv_server *server = room->server;
    if (!server->ponders && !room->slow_bots)
        return;
    bool waits = room->watches && sv_room_waits(room);
    for (int seat = 0; seat < (int)room->stored.seats; seat++) {
        struct sv_ponder *ponder = *place_of(server, room->stored.id, seat);
        bool may = room->stored.seat[seat].bot && (room->slow_bots & ~room->hung_bots) >> seat & 1;
        if (waits && may)
            begin(room, seat);
        else if (ponder && ponder->ticket)
            sv_workers_cancel(server->workers, SV_JOB_PONDER, room->stored.id, 0);
        if (ponder && !room->watches)
            drop(server, ponder);
    }
}

struct vl_memory *sv_ponder_take(struct sv_room *room, int seat)
{
    struct sv_ponder *ponder = *place_of(room->server, room->stored.id, seat);
    if (!ponder)
        return NULL;
    struct vl_memory *memory = ponder->memory;
    if (ponder->ticket)
        sv_workers_cancel(room->server->workers, SV_JOB_PONDER, room->stored.id, 0);
    ponder->memory = NULL;
    drop(room->server, ponder);
    return memory;
}

void sv_ponder_answered(struct sv_server *server, struct sv_job *job)
{
    struct sv_ponder *ponder = *place_of(server, job->room, job->seat);
    if (!ponder || ponder->ticket != job->ticket)
        return;
    ponder->ticket = 0;
    if (!job->memory || job->overran) {
        drop(server, ponder);
        return;
    }
    ponder->memory = job->memory;
    job->memory = NULL;
    /* Iterations that the job did not make may be spent in another position. */
    ponder->spent -= job->iterations_left < ponder->spent ? job->iterations_left : ponder->spent;
    struct sv_room *room = sv_room_find(server, job->room, NULL);
    if (room && room->match)
        sv_ponder_update(room);
    else
        drop(server, ponder);
}

void sv_ponder_free_all(struct sv_server *server)
{
    while (server->ponders)
        drop(server, server->ponders);
}
