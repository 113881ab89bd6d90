/*
 * Rooms: matches in memory.
 *
 * A room is read from the store when somebody asks for it and can be forgotten whenever nobody
 * looks and no bot thinks; the store knows everything. What changes here is written in the same
 * turn; if that fails, the room is read anew.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/server.h"

enum { IDLE_AFTER = 60 * 1000 };

static const struct vl_store_functions *calls(const struct sv_server *server)
{
    return server->store->functions;
}

static struct sv_room **slot(struct sv_server *server, const char *id)
{
    uint32_t hash = 2166136261U;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    struct sv_room **at = &server->rooms[hash % SV_BUCKETS];
    while (*at && strcmp((*at)->stored.id, id) != 0)
        at = &(*at)->next;
    return at;
}

static struct sv_room *enter(struct sv_server *server, const struct vl_stored_match *stored)
{
    struct sv_room *room = calloc(1, sizeof *room);
    if (!room)
        abort();
    room->server = server;
    room->stored = *stored;
    room->used = sv_now();
    room->hands = 1;
    *slot(server, stored->id) = room;
    server->room_count++;
    return room;
}

static void drop_match(struct sv_room *room)
{
    vl_match_free(room->match);
    free(room->closed_why);
    room->match = NULL;
    room->closed_why = NULL;
}

static void forget(struct sv_server *server, struct sv_room *room)
{
    struct sv_room **at = slot(server, room->stored.id);
    VL_ASSERT(*at == room && !room->watches && !room->listed);
    if (room->sleeping) {
        struct sv_room **s = &server->sleeping;
        while (*s != room)
            s = &(*s)->next_sleeping;
        *s = room->next_sleeping;
    }
    *at = room->next;
    server->room_count--;
    drop_match(room);
    sodium_memzero(&room->stored.seal, sizeof room->stored.seal);
    free(room);
}

/* ---- Reading ---- */

static bool add_commit_lines(void *context, const struct vl_stored_commit *commit)
{
    struct vl_record *record = context;
    for (const char *line = commit->moves; *line;) {
        size_t length = strcspn(line, "\n");
        char *space = NULL;
        long actor = strtol(line, &space, 10);
        bool minded = *space == '~';
        space += minded;
        if (*space != ' ' || space > line + length)
            return true; /* the replay will refuse what is missing */
        char *move = strndup(space + 1, length - (size_t)(space + 1 - line));
        if (!move)
            abort();
        vl_record_add(record, (int)actor, move);
        if (minded)
            vl_record_mark_minded(record);
        free(move);
        line += length + (line[length] == '\n');
    }
    return true;
}

static void record_header(const struct vl_stored_match *m, struct vl_record *record)
{
    snprintf(record->game, sizeof record->game, "%s", m->game);
    snprintf(record->deck_hash, sizeof record->deck_hash, "%s", m->deck_hash);
    record->rules_version = m->rules_version;
    record->seats = m->seats;
    for (const char *word = m->options; *word && record->option_count < VL_MAX_OPTIONS;) {
        size_t length = strcspn(word, " ");
        snprintf(record->options[record->option_count++], sizeof record->options[0], "%.*s",
                 (int)length, word);
        word += length + (word[length] == ' ');
    }
    for (uint32_t seat = 0; seat < m->seats; seat++)
        snprintf(record->names[seat], VL_NAME_SIZE, "%s", m->seat[seat].name);
    record->chance.source = VL_CHANCE_SEALED;
    record->chance.seal = m->seal;
}

/* Where a match begins and what draws for it, if it was made from another or from a record. */
static bool read_origin(struct sv_room *room, struct vl_record *record, struct vl_error *err)
{
    struct vl_stored_origin origin;
    if (!calls(room->server)
             ->people->find_origin(room->server->store, room->stored.id, &origin, err))
        return false;
    room->origin = origin.kind;
    room->source_position = origin.position;
    memcpy(room->source, origin.source, sizeof room->source);
    if (origin.kind == VL_ORIGIN_NONE)
        return true;
    struct vl_record *head = vl_record_parse(origin.head, strlen(origin.head), err);
    free(origin.head);
    if (!head)
        return false;
    record->start = head->start;
    head->start.state = NULL;
    if (origin.kind == VL_ORIGIN_IMPORT) {
        record->chance = head->chance;
        room->stored.seal = head->chance.seal;
    }
    vl_record_free(head);
    return true;
}

const char *sv_room_closed_why(const struct sv_room *room)
{
    return room->closed_why ? room->closed_why : "the stored match cannot be read";
}

/* A match that this program cannot play stays in the store, closed, with its moves as text. */
static void close_match(struct sv_room *room, const struct vl_error *why)
{
    struct vl_stored_match *m = &room->stored;
    drop_match(room);
    room->closed_why =
        strdup(why->message[0] ? why->message : "its stored moves do not lead to its position");
    if (!room->closed_why)
        abort();
    sv_log("match_closed", "match=%.8s game=%s rules_version=%u why=\"%s\"", m->id, m->game,
           m->rules_version, room->closed_why);
    if (m->status != VL_MATCH_OVER)
        m->status = VL_MATCH_CLOSED;
}

/* A program closes a match that it cannot play, for example after a return to an older program. One
 * that can play it goes on with it; the clock did not run in between. */
static void reopen_match(struct sv_room *room)
{
    struct vl_stored_match *m = &room->stored;
    bool begun = m->position > 0 || room->origin != VL_ORIGIN_NONE;
    m->status = vl_match_to_act(room->match) == VL_OVER ? VL_MATCH_OVER
                : begun                                 ? VL_MATCH_RUNNING
                                                        : VL_MATCH_GATHERING;
    sv_clock_turn(room);
    sv_log("match_reopened", "match=%.8s game=%s rules_version=%u", m->id, m->game,
           m->rules_version);
}

/* Plays the stored moves again, under the version of the rules that the match was made with. The
 * match is closed if this program no longer has that version or the deck. False only if the store
 * cannot be read. */
static bool replay(struct sv_room *room, struct vl_error *err)
{
    struct sv_server *server = room->server;
    struct vl_stored_match *m = &room->stored;
    struct vl_error why = {0};
    const struct vl_game *game = vl_game_find(m->game);
    struct vl_deck *deck = NULL;
    struct vl_record *record = vl_record_new();
    bool good = false;
    sv_recover_load(room);
    if (!game)
        vl_fail(&why, VL_NOT_FOUND, NULL, "this program does not have the game %s", m->game);
    else
        deck = sv_deck_find(server, game, m->deck_hash, &why);
    if (!deck && why.code == VL_IO) {
        *err = why;
        goto out;
    }
    record_header(m, record);
    if (!read_origin(room, record, err) ||
        !calls(server)->list_commits(server->store, m->id, add_commit_lines, record, err))
        goto out;
    good = true;
    if (deck)
        room->match = vl_match_from_record(game, deck, record, &why);
    if (!room->match || vl_match_position(room->match) != m->position)
        close_match(room, &why);
    else if (m->status == VL_MATCH_CLOSED)
        reopen_match(room);
out:
    vl_record_free(record);
    return good;
}

struct sv_room *sv_room_find(struct sv_server *server, const char *id, struct vl_error *err)
{
    struct vl_stored_match stored;
    if (!sv_match_id_valid(id)) {
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
        return NULL;
    }
    struct sv_room *room = *slot(server, id);
    if (room && room->removed) {
        vl_fail(err, VL_NOT_FOUND, NULL, "there is no such match");
        return NULL;
    }
    if (room) {
        room->used = sv_now();
        return room;
    }
    if (!calls(server)->find_match(server->store, id, &stored, err))
        return NULL;
    room = enter(server, &stored);
    if (!replay(room, err) || !sv_room_read_hands(room, err)) {
        forget(server, room);
        return NULL;
    }
    if (room->stored.status != stored.status) { /* closed or opened again by the replay */
        server->open_matches -= stored.status <= VL_MATCH_RUNNING;
        server->open_matches += room->stored.status <= VL_MATCH_RUNNING;
        sv_room_save(room, false, NULL);
    }
    return room;
}

void sv_room_reload(struct sv_room *room)
{
    struct sv_server *server = room->server;
    struct vl_stored_match stored;
    struct vl_error err = {0};
    drop_match(room);
    sv_cancel(server->workers, SV_JOB_BOT, room->stored.id, 0);
    sv_cancel(server->workers, SV_JOB_HINT, room->stored.id, 0);
    room->ticket = 0;
    room->planned = 0;
    room->removed = false;
    room->hands++; /* who held seats was read within what is undone */
    room->changed = room->news = room->announce = room->talk = false;
    bool good = calls(server)->find_match(server->store, room->stored.id, &stored, &err);
    if (good) {
        room->stored = stored;
        good = replay(room, &err) && sv_room_read_hands(room, &err);
    }
    if (!good) {
        room->stored.status = VL_MATCH_CLOSED;
        sv_log("room_lost", "match=%.8s why=\"%s\"", room->stored.id, err.message);
    }
}

/* ---- Changing ---- */

void sv_room_touch(struct sv_room *room)
{
    if (room->listed)
        return;
    room->listed = true;
    room->next_changed = room->server->changed;
    room->server->changed = room;
}

static bool write_failed(struct sv_room *room, const struct vl_error *err)
{
    room->server->failed = true;
    sv_log("store_failed", "match=%.8s why=\"%s\"", room->stored.id, err->message);
    return false;
}

bool sv_room_save(struct sv_room *room, bool with_seats, struct vl_error *err)
{
    struct vl_error local = {0};
    if (!err)
        err = &local;
    sv_room_touch(room);
    if (calls(room->server)->update_match(room->server->store, &room->stored, with_seats, err))
        return true;
    return write_failed(room, err);
}

struct sv_room *sv_room_new(struct sv_server *server, const struct vl_stored_match *stored,
                            struct vl_error *err)
{
    return sv_room_add(server, stored, NULL, NULL, err);
}

/* Writes a match with what it comes from and the moves it has. */
static bool add_match(struct sv_server *server, const struct vl_stored_match *m,
                      const struct vl_stored_origin *origin, const char *moves,
                      struct vl_error *err)
{
    struct vl_stored_commit commit = {
        .position = m->position, .seat = VL_CHANCE, .time = m->changed, .moves = moves};
    return calls(server)->add_match(server->store, m, err) &&
           (!origin || calls(server)->people->add_origin(server->store, m->id, origin, err)) &&
           (!moves || !*moves || calls(server)->add_commit(server->store, m->id, &commit, err));
}

struct sv_room *sv_room_add(struct sv_server *server, const struct vl_stored_match *stored,
                            const struct vl_stored_origin *origin, const char *moves,
                            struct vl_error *err)
{
    const struct vl_game *game = vl_game_find(stored->game);
    struct vl_deck *deck = sv_deck_find(server, game, stored->deck_hash, err);
    if (!deck)
        return NULL;
    struct sv_room *room = enter(server, stored);
    if (!sv_deck_keep(server, deck, err) || !add_match(server, stored, origin, moves, err)) {
        write_failed(room, err);
    } else if (replay(room, err)) {
        sv_room_touch(room);
        server->figures.matches_made++;
        server->open_matches += room->stored.status <= VL_MATCH_RUNNING;
        return room;
    }
    forget(server, room);
    return NULL;
}

static void commit_text(const struct vl_match *match, uint32_t from, struct vl_text *out)
{
    const struct vl_game *game = vl_match_game(match);
    const struct vl_deck *deck = vl_match_deck(match);
    uint8_t state[VL_MAX_STATE] __attribute__((aligned(8)));
    struct vl_view view;
    vl_match_state_at(match, from, state);
    for (uint32_t p = from; p < vl_match_position(match); p++) {
        int actor;
        vl_move move = vl_match_move_at(match, p, &actor);
        vl_look(game, deck->data, state, VL_OPEN, &view);
        vl_text_addf(out, "%d%s ", actor, vl_match_minded_at(match, p) ? "~" : "");
        game->format_move(deck, &view, move, out);
        vl_text_char(out, '\n');
        game->apply(deck->data, state, move);
    }
}

/* Where nothing is sealed, the server draws: nobody can know what comes. */
static void draw_by_hand(struct vl_match *match)
{
    struct vl_rng rng;
    if (vl_match_chance(match)->source != VL_CHANCE_MANUAL)
        return;
    while (vl_match_to_act(match) == VL_CHANCE) {
        randombytes_buf(rng.s, sizeof rng.s);
        vl_match_play_chance(match, VL_NO_MOVE, &rng, NULL);
    }
    sodium_memzero(&rng, sizeof rng);
}

/* Writes what was played since `from`. */
static bool store_moves(struct sv_room *room, uint32_t from, int seat, const char *key,
                        struct vl_error *err)
{
    struct sv_server *server = room->server;
    struct vl_stored_match *m = &room->stored;
    struct vl_text text = {0};
    draw_by_hand(room->match);
    commit_text(room->match, from, &text);
    m->position = vl_match_position(room->match);
    m->changed = sv_time();
    m->status = vl_match_to_act(room->match) == VL_OVER ? VL_MATCH_OVER : VL_MATCH_RUNNING;
    sv_clock_turn(room);
    struct vl_stored_commit commit = {
        .from = from,
        .position = m->position,
        .seat = seat,
        .key = key,
        .time = m->changed,
        .moves = vl_text_string(&text),
    };
    room->changed = true;
    sv_room_touch(room);
    if (room->hints) /* of a position that is gone */
        sv_cancel(server->workers, SV_JOB_HINT, m->id, 0);
    struct vl_error local = {0};
    if (!err)
        err = &local;
    bool good =
        (m->position == from || calls(server)->add_commit(server->store, m->id, &commit, err)) &&
        calls(server)->update_match(server->store, m, false, err);
    vl_text_free(&text);
    if (!good)
        return write_failed(room, err);
    if (m->status == VL_MATCH_OVER) {
        if (!sv_note_results(room, err))
            return write_failed(room, err);
        server->open_matches--;
        server->figures.matches_ended++;
        sv_log("match_over", "match=%.8s game=%s moves=%u", m->id, m->game, m->position);
    }
    return true;
}

bool sv_room_commit(struct sv_room *room, int seat, const vl_move *moves, uint32_t count,
                    const char *key, struct vl_error *err)
{
    uint32_t from = vl_match_position(room->match);
    return vl_match_commit(room->match, seat, moves, count, err) &&
           store_moves(room, from, seat, key, err);
}

/* What a bot plays for a seat that is not its own is marked. */
static void commit_of_bot(struct sv_room *room, int seat)
{
    uint32_t from = vl_match_position(room->match);
    sv_room_touch(room); /* where it cannot be stored now, the bot thinks again */
    if (!sv_may_write(room->server, NULL) ||
        !vl_match_commit(room->match, seat, room->plan, room->planned, NULL))
        return;
    if (sv_minded(room, (uint32_t)seat)) {
        vl_match_mark_minded(room->match, from);
        room->server->figures.minded_moves++;
    }
    store_moves(room, from, seat, NULL, NULL);
}

bool sv_room_start(struct sv_room *room, struct vl_error *err)
{
    if (room->stored.status != VL_MATCH_GATHERING)
        return vl_fail(err, VL_REFUSED, NULL, "the match has begun already");
    vl_match_run_chance(room->match);
    return store_moves(room, 0, VL_CHANCE, NULL, err);
}

bool sv_room_go_on(struct sv_room *room, struct vl_error *err)
{
    if (room->stored.status != VL_MATCH_RUNNING || vl_match_to_act(room->match) != VL_CHANCE)
        return true;
    return store_moves(room, vl_match_position(room->match), VL_CHANCE, NULL, err);
}

bool sv_room_nonce(struct sv_room *room, uint32_t seat, const uint8_t *nonce, struct vl_error *err)
{
    struct vl_seal *seal = &room->stored.seal;
    if (room->stored.status != VL_MATCH_GATHERING)
        return vl_fail(err, VL_REFUSED, NULL, "the first card is dealt already");
    if (seal->has_nonce[seat])
        return vl_fail(err, VL_REFUSED, NULL, "this seat has given its nonce already");
    memcpy(seal->nonce[seat], nonce, VL_SECRET_SIZE);
    seal->has_nonce[seat] = true;
    vl_match_chance(room->match)->seal = *seal;
    room->news = true;
    if (!sv_room_save(room, true, err))
        return false;
    for (uint32_t i = 0; i < room->stored.seats; i++)
        if (!room->stored.seat[i].bot && !seal->has_nonce[i])
            return true;
    return sv_room_start(room, err);
}

bool sv_room_rename(struct sv_room *room, uint32_t seat, const char *name, struct vl_error *err)
{
    if (room->stored.status > VL_MATCH_RUNNING)
        return vl_fail(err, VL_REFUSED, NULL, "the match is over");
    if (!sv_name_good(name, err))
        return false;
    snprintf(room->stored.seat[seat].name, VL_NAME_SIZE, "%s", name);
    vl_match_name(room->match, (int)seat, name);
    room->news = true;
    return sv_room_save(room, true, err);
}

bool sv_room_read_hands(struct sv_room *room, struct vl_error *err)
{
    room->hands++;
    return calls(room->server)
        ->held(room->server->store, NULL, room->stored.id, &room->claimed, err);
}

void sv_room_claimed(struct sv_room *room, uint32_t seat)
{
    room->claimed |= 1U << seat;
    room->hands++;
    room->news = true;
    sv_room_touch(room);
}

bool sv_room_connected(const struct sv_room *room, uint32_t seat)
{
    for (const struct sv_watch *w = room->watches; w; w = w->next_in_room)
        if (w->viewer == (int)seat)
            return true;
    return false;
}

/* ---- Bots ---- */

static const char *player_of(const struct sv_room *room, int seat)
{
    const struct vl_stored_seat *p = &room->stored.seat[seat];
    return p->bot ? p->player : sv_minder()->name;
}

/* Plays for a bot that does not come to an end. */
static const char substitute[] = "greedy";

static void ask(struct sv_room *room, int seat, const struct vl_view *view,
                struct vl_memory *memory, uint32_t attempt)
{
    struct sv_server *server = room->server;
    const char *player = attempt ? substitute : player_of(room, seat);
    struct sv_job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    job->game = vl_match_game(room->match);
    job->deck = vl_match_deck(room->match);
    if (!vl_player_find(job->game, player, &job->player, NULL) &&
        !vl_player_find(job->game, vl_bot_at(0)->name, &job->player, NULL))
        abort(); /* the first bot is always there */
    memcpy(job->room, room->stored.id, sizeof job->room);
    job->ticket = room->ticket = ++server->last_ticket;
    job->seat = seat;
    job->memory = memory;
    job->step = room->planned;
    job->warm = memory && job->step == 0;
    job->attempt = attempt;
    job->position = vl_match_position(room->match);
    job->budget = server->settings.bot_budget;
    job->view = *view;
    randombytes_buf(job->seed, sizeof job->seed);
    sv_work(server->workers, job);
}

static bool anybody_looks(const struct sv_room *room)
{
    return room->watches != NULL;
}

static int bot_to_act(const struct sv_room *room)
{
    if (!room->match || room->stored.status != VL_MATCH_RUNNING)
        return -1;
    int seat = vl_match_to_act(room->match);
    bool bot = seat >= 0 && (room->stored.seat[seat].bot || sv_minded(room, (uint32_t)seat));
    return bot ? seat : -1;
}

bool sv_room_waits(const struct sv_room *room)
{
    return room->match && room->stored.status == VL_MATCH_RUNNING &&
           vl_match_to_act(room->match) >= 0 && bot_to_act(room) < 0;
}

/* Whether the clock ended the search of a turn's first decision before its part of the budget was
 * made; see search.c. */
static void note_time(struct sv_room *room, const struct sv_job *job)
{
    const struct vl_player *player = &job->player;
    uint32_t budget = player->iterations ? player->iterations : player->bot->iterations;
    if (!player->bot->searches || job->step || job->answer.candidate_count < 2)
        return;
    bool cut = job->answer.iterations + job->answer.known < budget - budget / 3;
    room->by_time &= ~(1U << job->seat);
    room->by_time |= (uint32_t)cut << job->seat;
    room->server->figures.ahead_turns += job->warm && job->answer.known;
    room->server->figures.ahead_iterations += job->warm ? job->answer.known : 0;
}

static void think_now(struct sv_room *room)
{
    int seat = bot_to_act(room);
    struct vl_view view;
    if (seat < 0 || room->ticket)
        return;
    room->planned = 0;
    vl_look(vl_match_game(room->match), vl_match_deck(room->match)->data,
            vl_match_state(room->match), seat, &view);
    ask(room, seat, &view, sv_ahead_take(room, seat), room->hanging >> seat & 1);
}

void sv_room_think(struct sv_room *room)
{
    struct sv_server *server = room->server;
    uint64_t now = sv_now();
    if (bot_to_act(room) < 0 || room->ticket || room->sleeping)
        return;
    uint64_t wake = anybody_looks(room) ? now + server->settings.bot_pause : now;
    if (wake < server->bots_wait)
        wake = server->bots_wait;
    if (wake <= now) {
        think_now(room);
        return;
    }
    room->sleeping = true;
    room->wake = wake;
    room->next_sleeping = server->sleeping;
    server->sleeping = room;
}

void sv_room_wake(struct sv_server *server, uint64_t now)
{
    for (struct sv_room **at = &server->sleeping; *at;) {
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

/* Where no bot knows what to do. */
static void plan_any_move(struct sv_room *room)
{
    struct vl_rng rng;
    randombytes_buf(rng.s, sizeof rng.s);
    room->planned = 1;
    room->plan[0] = vl_pick_from_list(vl_match_game(room->match), vl_match_deck(room->match)->data,
                                      vl_match_state(room->match), &rng);
}

/* The bot took far too long and did not stop: another one plays for it from now on, and where that
 * one hangs as well, any move will do. */
static void bot_hangs(struct sv_room *room, struct sv_job *job)
{
    room->hanging |= 1U << job->seat;
    room->server->figures.bot_substitutes++;
    sv_log("bot_hangs", "match=%.8s bot=%s", room->stored.id, job->player.bot->name);
    if (job->attempt == 0) {
        ask(room, job->seat, &job->view, NULL, 1);
        return;
    }
    plan_any_move(room);
    commit_of_bot(room, job->seat);
    room->planned = 0;
}

/* A bot's answer: its turn is put together move by move and committed whole, as a person's is. */
static void bot_answered(struct sv_room *room, struct sv_job *job)
{
    const struct vl_game *game = vl_match_game(room->match);
    struct vl_try result;
    struct vl_error err = {0};
    room->server->figures.bot_moves++;
    room->plan[room->planned++] = job->answer.move;
    if (!vl_match_try(room->match, job->seat, room->plan, room->planned, &result, &err)) {
        room->server->figures.bot_failures++;
        sv_log("bot_failed", "match=%.8s bot=%s why=\"%s\"", room->stored.id,
               player_of(room, job->seat), err.message);
        plan_any_move(room);
    } else if (!result.stopped && game->to_act(result.state) == job->seat &&
               room->planned < sizeof room->plan / sizeof *room->plan) {
        struct vl_view view;
        vl_look(game, vl_match_deck(room->match)->data, result.state, job->seat, &view);
        ask(room, job->seat, &view, job->memory, job->attempt);
        job->memory = NULL;
        return;
    }
    commit_of_bot(room, job->seat);
    room->planned = 0;
}

void sv_room_answered(struct sv_server *server, struct sv_job *job)
{
    struct sv_room *room = *slot(server, job->room);
    server->figures.bot_microseconds += job->microseconds;
    if (!room || !room->match || room->ticket != job->ticket)
        return;
    room->ticket = 0;
    if (job->answered)
        note_time(room, job);
    if (job->position == vl_match_position(room->match) && bot_to_act(room) == job->seat)
        (job->answered ? bot_answered : bot_hangs)(room, job);
}

/* ---- Forgetting ---- */

static bool is_idle(const struct sv_room *room)
{
    return !room->watches && !room->listed && !room->ticket && !room->sleeping && !room->hints &&
           !room->reviewing;
}

static void say_gone(struct sv_connection *c, const struct sv_room *room)
{
    struct vl_text out = {0};
    struct vl_json json;
    vl_json_start(&json, &out);
    vl_json_object(&json);
    vl_json_put_string(&json, "type", "gone");
    vl_json_put_string(&json, "match", room->stored.id);
    vl_json_end_object(&json);
    sv_send(c, &out);
}

bool sv_room_remove(struct sv_room *room, struct vl_error *err)
{
    struct sv_server *server = room->server;
    sv_room_touch(room);
    if (!calls(server)->people->drop_match(server->store, room->stored.id, err))
        return write_failed(room, err);
    while (room->watches) {
        struct sv_watch *watch = room->watches;
        say_gone(watch->connection, room);
        sv_unwatch(watch->connection, room, watch->viewer);
    }
    if (room->stored.status <= VL_MATCH_RUNNING)
        server->open_matches--;
    room->removed = true;
    return true;
}

void sv_room_bury(struct sv_room *room)
{
    forget(room->server, room);
}

void sv_room_forget_idle(struct sv_server *server)
{
    uint64_t now = sv_now();
    bool many = server->room_count > server->settings.limits.live_rooms;
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        struct sv_room *next;
        for (struct sv_room *room = server->rooms[i]; room; room = next) {
            next = room->next;
            if (is_idle(room) && (many || now - room->used > IDLE_AFTER))
                forget(server, room);
        }
    }
}

bool sv_room_drop(struct sv_server *server, const char *id)
{
    struct sv_room *room = *slot(server, id);
    if (!room)
        return true;
    if (!is_idle(room))
        return false;
    forget(server, room);
    return true;
}

void sv_room_free_all(struct sv_server *server)
{
    for (uint32_t i = 0; i < SV_BUCKETS; i++) {
        while (server->rooms[i]) {
            server->rooms[i]->listed = false;
            forget(server, server->rooms[i]);
        }
    }
}
