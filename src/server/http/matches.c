/* Requests about matches. */
#include "server/http/matches.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/decks.h"
#include "server/room/clock.h"
#include "server/shares.h"
#include "server/time.h"
#include "server/ws/chat.h"
#include "server/ws/write.h"

enum { MOST_LISTED = 100 }; /* matches in the list of a player */

void api_respond_match(const struct http_request *req, int status, const struct sv_room *room)
{
    struct vl_json json;
    api_start(req, &json);
    req->response->status = status;
    sv_write_match(&json, room, api_seats_held(req, room));
}

/* ---- Making matches ---- */

static bool read_options(const json_t *options, const struct vl_game *game, struct vl_setup *setup,
                         struct vl_error *err)
{
    const char *key;
    json_t *value;
    if (options && !json_is_object(options))
        return vl_fail(err, VL_BAD_INPUT, "options", "expected an object of words");
    json_object_foreach((json_t *)(uintptr_t)options, key, value)
    {
        char assignment[160];
        const char *word = json_string_value(value);
        int length = word ? snprintf(assignment, sizeof assignment, "%s=%s", key, word) : -1;
        if (length < 0 || (size_t)length >= sizeof assignment)
            return vl_fail(err, VL_BAD_INPUT, "options", "expected a word for each option");
        if (!vl_setup_option(game, setup, assignment, err))
            return false;
    }
    return game->check_setup(setup, err);
}

void api_options_text(const struct vl_game *game, const struct vl_setup *setup,
                      struct vl_stored_match *m)
{
    size_t length = 0;
    for (uint32_t i = 0; game->options[i].name; i++) {
        int written =
            snprintf(m->options + length, sizeof m->options - length, "%s%s=%s", i ? " " : "",
                     game->options[i].name, game->options[i].words[setup->option[i]]);
        VL_ASSERT(written > 0 && (size_t)written < sizeof m->options - length);
        length += (size_t)written;
    }
}

bool api_read_seat(const json_t *json, const struct vl_game *game, uint32_t seat,
                   struct vl_stored_seat *p, struct api_wish *wish, struct vl_error *err)
{
    static const char *const members[] = {"kind", "name", "bot", NULL};
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *bot = json_string_value(json_object_get(json, "bot"));
    char where[16];
    snprintf(where, sizeof where, "seats[%u]", seat);
    if (!json_is_object(json) || !kind)
        return vl_fail(err, VL_BAD_INPUT, where, "expected an object with a kind");
    if (!vl_json_only(json, members, err))
        return false;
    p->bot = strcmp(kind, "bot") == 0;
    wish->mine = strcmp(kind, "me") == 0 || strcmp(kind, "local") == 0;
    wish->kind = kind;
    if (!p->bot && !wish->mine && strcmp(kind, "friend") != 0)
        return vl_fail(err, VL_BAD_INPUT, where, "a seat is me, friend, local or bot");
    if (p->bot != (bot != NULL))
        return vl_fail(err, VL_BAD_INPUT, where, "a bot, and only a bot, has a bot's name");
    struct vl_player player;
    if (bot && (!vl_player_find(game, bot, &player, err) || strlen(bot) >= sizeof p->player))
        return false;
    snprintf(p->player, sizeof p->player, "%s", bot ? bot : "");
    if (name && !sv_name_good(name, err))
        return false;
    if (json_object_get(json, "name") && !name)
        return vl_fail(err, VL_BAD_INPUT, where, "a name is a text");
    if (name)
        snprintf(p->name, sizeof p->name, "%s", name);
    else if (!bot)
        snprintf(p->name, sizeof p->name, "Player %u", seat + 1);
    if (!p->bot && !wish->mine) { /* only a seat that somebody else takes has a link */
        sv_token_new(wish->secret);
        sv_token_hash(wish->secret, p->secret_hash);
    }
    p->link_used = p->bot || wish->mine;
    return true;
}

/* Gives a seat to the game itself. The bot is "random", which has no level: results of people are
 * counted by the level of the strongest bot at the table, and this seat is no opponent. */
static void seat_game(struct vl_stored_seat *p, struct api_wish *wish)
{
    snprintf(p->player, sizeof p->player, "random");
    p->bot = true;
    sodium_memzero(wish, sizeof *wish);
    wish->kind = "bot";
    memset(p->secret_hash, 0, sizeof p->secret_hash);
    p->link_used = true;
}

void api_name_bots(struct vl_stored_match *m, const struct vl_game *game,
                   const struct vl_setup *setup, struct api_wish *wishes)
{
    for (uint32_t i = 0; i < m->seats; i++) {
        if (!vl_own_seat(game, setup, i))
            continue;
        seat_game(&m->seat[i], &wishes[i]);
        vl_own_seat_name(game, setup, i, m->seat[i].name, sizeof m->seat[i].name);
    }
    for (uint32_t i = 0; i < m->seats; i++) {
        struct vl_stored_seat *p = &m->seat[i];
        uint32_t same = 1;
        if (p->name[0])
            continue;
        for (uint32_t j = 0; j < i; j++)
            same += m->seat[j].bot && strcmp(m->seat[j].player, p->player) == 0;
        if (same > 1)
            snprintf(p->name, sizeof p->name, "%.50s %u", p->player, same);
        else
            snprintf(p->name, sizeof p->name, "%.60s", p->player);
        if (p->name[0] >= 'a' && p->name[0] <= 'z')
            p->name[0] = (char)(p->name[0] - 'a' + 'A');
    }
}

/* Reads the setup of a new match from the body of a request. */
static bool read_match(const struct http_request *req, struct vl_stored_match *m,
                       struct api_wish *wishes, struct vl_error *err)
{
    static const char *const members[] = {"game", "options", "seats", "clock", "chat", NULL};
    const char *id = json_string_value(json_object_get(req->body, "game"));
    const json_t *seats = json_object_get(req->body, "seats");
    struct vl_setup setup;
    if (!vl_json_only(req->body, members, err))
        return false;
    const struct vl_game *game = id ? vl_game_find(id) : NULL;
    if (!game)
        return vl_fail(err, VL_BAD_INPUT, "game", "expected the id of a game");
    if (!json_is_array(seats))
        return vl_fail(err, VL_BAD_INPUT, "seats", "expected an array of seats");
    if (!vl_setup_init(game, (uint32_t)json_array_size(seats), &setup, err) ||
        !read_options(json_object_get(req->body, "options"), game, &setup, err))
        return false;
    if (!sv_clock_read(json_object_get(req->body, "clock"), req->server->settings.limits.clock, m,
                       err) ||
        !sv_chat_read(json_object_get(req->body, "chat"), m, err))
        return false;
    for (uint32_t i = 0; i < setup.seats; i++)
        if (!api_read_seat(json_array_get(seats, i), game, i, &m->seat[i], &wishes[i], err))
            return false;
    const struct vl_deck *deck = sv_deck_find(req->server, game, NULL, err);
    if (!deck)
        return false;
    snprintf(m->game, sizeof m->game, "%s", game->id);
    snprintf(m->deck_hash, sizeof m->deck_hash, "%s", deck->hash);
    m->rules_version = game->rules_version;
    m->seats = setup.seats;
    api_name_bots(m, game, &setup, wishes);
    api_options_text(game, &setup, m);
    return true;
}

void api_fill_new(const struct http_request *req, struct vl_stored_match *m)
{
    m->maker = req->address->share;
    sv_match_id_new(m->id);
    m->status = VL_MATCH_GATHERING;
    m->position = 0;
    memset(m->next, 0, sizeof m->next);
    m->stand_ins = 0;
    m->clock_given = m->clock_end = 0;
    m->deal = VL_DEAL_PLEDGES;
    m->created = m->changed = sv_time();
    vl_seal_new(&m->seal);
}

bool api_may_make(const struct http_request *req)
{
    const struct sv_limits *limits = &req->server->settings.limits;
    uint32_t held = 0;
    uint32_t rate = limits->matches_per_minute;
    if (!sv_bucket_take_minute(&req->address->matches, rate, rate * 5, sv_now())) {
        req->server->figures.refused_rate++;
        api_complain(req, 429, "too_many", "too many new matches from this address; wait a little");
        req->response->retry_after = 60;
        return false;
    }
    if (req->has_player)
        api_calls(req)->count_held(req->server->store, req->player, &held, NULL);
    struct vl_error err = {0};
    if (held >= limits->open_matches_per_player)
        vl_fail(&err, VL_REFUSED, NULL, "too many open matches; finish or forget some first");
    else if (sv_shares_may_make(req->server, req->address->share, &err))
        return true;
    req->server->figures.refused_limit++;
    api_complain(req, 429, "too_many", "%s", err.message);
    req->response->retry_after = 60;
    return false;
}

/* A match without people starts at once: nobody is there to say so. */
static bool bots_alone(const struct vl_stored_match *m)
{
    for (uint32_t i = 0; i < m->seats; i++)
        if (!m->seat[i].bot)
            return false;
    return true;
}

void api_respond_made(const struct http_request *req, const struct vl_stored_match *m,
                      const struct api_wish *wishes)
{
    struct vl_json json;
    char commitment[VL_SECRET_SIZE * 2 + 1], link[128];
    sv_hex(m->seal.commitment, VL_SECRET_SIZE, commitment);
    api_start(req, &json);
    req->response->status = 201;
    vl_json_object(&json);
    vl_json_put_string(&json, "match", m->id);
    vl_json_put_string(&json, "commitment", commitment);
    vl_json_key(&json, "seats");
    vl_json_array(&json);
    for (uint32_t i = 0; i < m->seats; i++) {
        vl_json_object(&json);
        vl_json_put_int(&json, "seat", i);
        vl_json_put_string(&json, "kind", wishes[i].kind);
        if (wishes[i].secret[0]) {
            snprintf(link, sizeof link, "/#/m/%s/s/%u/%s", m->id, i, wishes[i].secret);
            vl_json_put_string(&json, "secret", wishes[i].secret);
            vl_json_put_string(&json, "link", link);
        }
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    snprintf(link, sizeof link, "/#/m/%s", m->id);
    vl_json_put_string(&json, "watch", link);
    vl_json_end_object(&json);
}

bool api_sit(const struct http_request *req, struct sv_room *room, const struct api_wish *wishes,
             struct vl_error *err)
{
    for (uint32_t i = 0; i < room->stored.seats; i++) {
        if (!wishes[i].mine)
            continue;
        if (!api_calls(req)->hold(req->server->store, req->player, room->stored.id, i, err))
            return false;
        sv_room_claimed(room, i);
    }
    return true;
}

void api_post_match(struct http_request *req)
{
    struct vl_stored_match m = {0};
    struct api_wish wishes[VL_MAX_SEATS] = {0};
    struct vl_error err = {0};
    if (!api_may_make(req))
        return;
    if (!read_match(req, &m, wishes, &err)) {
        api_fail(req, &err);
        return;
    }
    api_fill_new(req, &m);
    api_need_player(req);
    struct sv_room *room = sv_room_add(req->server, &m, NULL, NULL, &err);
    bool good = room && api_sit(req, room, wishes, &err);
    if (good && bots_alone(&m))
        good = sv_room_start(room, &err);
    if (!good) {
        api_fail_batch(req, &err);
        return;
    }
    sv_log("match_made", "match=%.8s game=%s seats=%u address=%s", m.id, m.game, m.seats,
           req->http->address);
    api_respond_made(req, &m, wishes);
    sodium_memzero(wishes, sizeof wishes);
    sodium_memzero(&m.seal, sizeof m.seal);
}

/* ---- One match ---- */

void api_get_match(struct http_request *req, struct sv_room *room)
{
    api_respond_match(req, 200, room);
}

/* Makes a rematch with the present deck and rules. The seats move on by one, so that another player
 * begins; holders and muted seats move with them. */
static struct sv_room *make_rematch(struct http_request *req, struct sv_room *room,
                                    struct vl_error *err)
{
    struct vl_stored_match m = room->stored;
    const struct vl_game *game = vl_match_game(room->match);
    const struct vl_deck *deck = sv_deck_find(req->server, game, NULL, err);
    if (!deck)
        return NULL;
    snprintf(m.deck_hash, sizeof m.deck_hash, "%s", deck->hash);
    m.rules_version = game->rules_version;
    for (uint32_t i = 0; i < m.seats; i++)
        m.seat[(i + 1) % m.seats] = room->stored.seat[i];
    for (uint32_t i = 0; i < m.seats; i++) {
        struct vl_stored_seat *p = &m.seat[i];
        p->muted = (p->muted << 1 | p->muted >> (m.seats - 1)) & ((1U << m.seats) - 1);
        p->link_used = true; /* the links are those of the first match */
        p->active = 0;
        memset(p->secret_hash, 0, sizeof p->secret_hash);
    }
    api_fill_new(req, &m);
    struct sv_room *next = sv_room_add(req->server, &m, NULL, NULL, err);
    if (!next)
        return NULL;
    bool good = true;
    for (uint32_t i = 0; good && i < m.seats; i++)
        good = api_calls(req)->copy_holders(req->server->store, room->stored.id, i, m.id,
                                            (i + 1) % m.seats, err);
    good = good && sv_room_read_holders(next, err);
    memcpy(room->stored.next, m.id, sizeof m.id);
    room->rematch_made = true;
    if (!good)
        req->server->batch_failed = true;
    return good && sv_room_save(room, false, err) ? next : NULL;
}

void api_post_rematch(struct http_request *req, struct sv_room *room)
{
    static const char *const members[] = {NULL};
    struct vl_error err = {0};
    if (!vl_json_only(req->body, members, &err)) {
        api_fail(req, &err);
        return;
    }
    if (!api_seats_held(req, room)) {
        api_complain(req, 403, "not_yours", "only those who have played can ask for a rematch");
        return;
    }
    if (room->stored.next[0]) {
        struct sv_room *next = sv_room_find(req->server, room->stored.next, &err);
        if (next)
            api_respond_match(req, 200, next);
        else if (err.code != VL_NOT_FOUND)
            api_fail(req, &err);
        if (next || err.code != VL_NOT_FOUND)
            return; /* if the rematch was deleted because of its age, a new one is made */
    }
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        api_complain(req, 409, "refused", "a rematch is for after the end");
        return;
    }
    if (!api_may_make(req))
        return;
    struct sv_room *next = make_rematch(req, room, &err);
    if (next)
        api_respond_match(req, 201, next);
    else
        api_fail(req, &err);
}

/* ---- My matches ---- */

/* Ids of the player's matches. */
struct mine {
    char ids[MOST_LISTED][VL_MATCH_ID_SIZE];
    uint32_t count;
};

static bool collect(void *context, const char *id)
{
    struct mine *mine = context;
    snprintf(mine->ids[mine->count++], VL_MATCH_ID_SIZE, "%s", id);
    return mine->count < MOST_LISTED;
}

void api_get_mine(struct http_request *req)
{
    struct mine mine = {.count = 0};
    struct vl_error err = {0};
    struct vl_json json;
    if (req->has_player && !api_calls(req)->list_held(req->server->store, req->player, MOST_LISTED,
                                                      collect, &mine, &err)) {
        api_fail(req, &err);
        return;
    }
    api_start(req, &json);
    vl_json_object(&json);
    vl_json_key(&json, "matches");
    vl_json_array(&json);
    for (uint32_t i = 0; i < mine.count; i++) {
        const struct sv_room *room = sv_room_find(req->server, mine.ids[i], &err);
        if (room)
            sv_write_match(&json, room, api_seats_held(req, room));
    }
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}

void api_post_forget(struct http_request *req)
{
    static const char *const members[] = {"match", NULL};
    struct vl_error err = {0};
    const char *id = json_string_value(json_object_get(req->body, "match"));
    if (!vl_json_only(req->body, members, &err)) {
        api_fail(req, &err);
        return;
    }
    struct sv_room *room = id ? sv_room_find(req->server, id, &err) : NULL;
    if (!room || !api_seats_held(req, room)) {
        api_complain(req, 404, "not_found", "you have no such match");
        return;
    }
    if (!api_calls(req)->let_go(req->server->store, req->player, id, &err) ||
        !sv_room_read_holders(room, &err)) {
        api_fail_batch(req, &err);
        return;
    }
    room->presence_changed = true;
    sv_room_touch(room);
    sv_watch_end_lost(room, "forgotten");
    api_respond_empty(req);
}
