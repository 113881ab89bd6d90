/* HTTP requests about matches: making them, claiming seats, rematches, records, my own. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/api.h"

enum { MOST_LISTED = 100 };

static const char cookie_format[] =
    "valise=%s; Path=%s; HttpOnly; SameSite=Strict; Max-Age=34560000%s";

/* ---- Players ---- */

void api_need_player(struct ask *ask)
{
    char token[SV_TOKEN_SIZE];
    if (ask->has_player)
        return;
    sv_token_new(token);
    sv_token_hash(token, ask->player);
    ask->has_player = true;
    /* Where the page came by TLS, ours or a proxy's, the cookie never travels without it. */
    const struct sv_settings *settings = &ask->server->settings;
    const char *origin = ask->request->origin;
    bool secure = settings->tls_cert || (origin && strncmp(origin, "https://", 8) == 0);
    snprintf(ask->response->cookie, sizeof ask->response->cookie, cookie_format, token,
             settings->base, secure ? "; Secure" : "");
    sodium_memzero(token, sizeof token);
}

void api_forget_player(struct ask *ask)
{
    ask->has_player = false;
    snprintf(ask->response->cookie, sizeof ask->response->cookie,
             "valise=; Path=%s; HttpOnly; SameSite=Strict; Max-Age=0", ask->server->settings.base);
}

uint32_t api_seats_held(const struct ask *ask, const struct sv_room *room)
{
    uint32_t seats = 0;
    if (ask->has_player)
        api_calls(ask)->held(ask->server->store, ask->player, room->stored.id, &seats, NULL);
    return seats;
}

void api_respond_match(const struct ask *ask, int status, const struct sv_room *room)
{
    struct vl_json json;
    api_start(ask, &json);
    ask->response->status = status;
    sv_write_match(&json, room, api_seats_held(ask, room));
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
    if (!p->bot) {
        sv_token_new(wish->secret);
        sv_token_hash(wish->secret, p->secret_hash);
    }
    return true;
}

/* Nobody is asked there. It stands for no level of bots, whichever was wished for: people's results
 * are counted by those. */
static void seat_nobody(struct vl_stored_seat *p, struct api_wish *wish)
{
    snprintf(p->player, sizeof p->player, "random");
    p->bot = true;
    sodium_memzero(wish, sizeof *wish);
    wish->kind = "bot";
    memset(p->secret_hash, 0, sizeof p->secret_hash);
}

void api_name_bots(struct vl_stored_match *m, const struct vl_game *game,
                   const struct vl_setup *setup, struct api_wish *wishes)
{
    for (uint32_t i = 0; i < m->seats; i++) {
        if (!vl_own_seat(game, setup, i))
            continue;
        seat_nobody(&m->seat[i], &wishes[i]);
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

static bool read_match(const struct ask *ask, struct vl_stored_match *m, struct api_wish *wishes,
                       struct vl_error *err)
{
    static const char *const members[] = {"game", "options", "seats", "clock", "chat", NULL};
    const char *id = json_string_value(json_object_get(ask->body, "game"));
    const json_t *seats = json_object_get(ask->body, "seats");
    struct vl_setup setup;
    if (!vl_json_only(ask->body, members, err))
        return false;
    const struct vl_game *game = id ? vl_game_find(id) : NULL;
    if (!game)
        return vl_fail(err, VL_BAD_INPUT, "game", "expected the id of a game");
    if (!json_is_array(seats))
        return vl_fail(err, VL_BAD_INPUT, "seats", "expected an array of seats");
    if (!vl_setup_init(game, (uint32_t)json_array_size(seats), &setup, err) ||
        !read_options(json_object_get(ask->body, "options"), game, &setup, err))
        return false;
    if (!sv_clock_read(json_object_get(ask->body, "clock"), ask->server->settings.limits.clock, m,
                       err) ||
        !sv_chat_read(json_object_get(ask->body, "chat"), m, err))
        return false;
    for (uint32_t i = 0; i < setup.seats; i++)
        if (!api_read_seat(json_array_get(seats, i), game, i, &m->seat[i], &wishes[i], err))
            return false;
    const struct vl_deck *deck = sv_deck_find(ask->server, game, NULL, err);
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

void api_fill_new(struct vl_stored_match *m)
{
    sv_match_id_new(m->id);
    m->status = VL_MATCH_GATHERING;
    m->position = 0;
    memset(m->next, 0, sizeof m->next);
    m->minded = 0;
    m->clock_given = m->clock_end = 0;
    m->created = m->changed = sv_time();
    vl_seal_new(&m->seal);
}

bool api_may_make(const struct ask *ask)
{
    const struct sv_limits *limits = &ask->server->settings.limits;
    uint32_t held = 0;
    uint32_t rate = limits->matches_per_minute;
    if (!sv_bucket_take_minute(&ask->address->matches, rate, rate * 5, sv_now())) {
        ask->server->figures.refused_rate++;
        api_complain(ask, 429, "too_many", "too many new matches from this address; wait a little");
        ask->response->retry_after = 60;
        return false;
    }
    if (ask->has_player)
        api_calls(ask)->count_held(ask->server->store, ask->player, &held, NULL);
    if (ask->server->open_matches >= limits->open_matches ||
        held >= limits->open_matches_per_player) {
        ask->server->figures.refused_limit++;
        api_complain(ask, 429, "too_many", "too many open matches; finish or forget some first");
        ask->response->retry_after = 60;
        return false;
    }
    return true;
}

static bool bots_alone(const struct vl_stored_match *m)
{
    for (uint32_t i = 0; i < m->seats; i++)
        if (!m->seat[i].bot)
            return false;
    return true;
}

void api_respond_made(const struct ask *ask, const struct vl_stored_match *m,
                      const struct api_wish *wishes)
{
    struct vl_json json;
    char commitment[VL_SECRET_SIZE * 2 + 1], link[128];
    sv_hex(m->seal.commitment, VL_SECRET_SIZE, commitment);
    api_start(ask, &json);
    ask->response->status = 201;
    vl_json_object(&json);
    vl_json_put_string(&json, "match", m->id);
    vl_json_put_string(&json, "commitment", commitment);
    vl_json_key(&json, "seats");
    vl_json_array(&json);
    for (uint32_t i = 0; i < m->seats; i++) {
        vl_json_object(&json);
        vl_json_put_int(&json, "seat", i);
        vl_json_put_string(&json, "kind", wishes[i].kind);
        if (!m->seat[i].bot) {
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

bool api_sit(const struct ask *ask, struct sv_room *room, const struct api_wish *wishes,
             struct vl_error *err)
{
    for (uint32_t i = 0; i < room->stored.seats; i++) {
        if (!wishes[i].mine)
            continue;
        if (!api_calls(ask)->hold(ask->server->store, ask->player, room->stored.id, i, err))
            return false;
        sv_room_claimed(room, i);
    }
    return true;
}

void api_post_match(struct ask *ask)
{
    struct vl_stored_match m = {0};
    struct api_wish wishes[VL_MAX_SEATS] = {0};
    struct vl_error err = {0};
    if (!api_may_make(ask))
        return;
    if (!read_match(ask, &m, wishes, &err)) {
        api_fail(ask, &err);
        return;
    }
    api_fill_new(&m);
    api_need_player(ask);
    struct sv_room *room = sv_room_new(ask->server, &m, &err);
    bool good = room && api_sit(ask, room, wishes, &err);
    if (good && bots_alone(&m))
        good = sv_room_start(room, &err);
    if (!good) {
        ask->server->failed = true;
        api_fail(ask, &err);
        return;
    }
    sv_log("match_made", "match=%.8s game=%s seats=%u address=%s", m.id, m.game, m.seats,
           ask->request->address);
    api_respond_made(ask, &m, wishes);
    sodium_memzero(wishes, sizeof wishes);
    sodium_memzero(&m.seal, sizeof m.seal);
}

/* ---- One match ---- */

void api_get_match(struct ask *ask, struct sv_room *room)
{
    api_respond_match(ask, 200, room);
}

void api_post_claim(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {"seat", "secret", "name", NULL};
    struct vl_error err = {0};
    int64_t seat = 0;
    uint8_t hash[VL_HASH_SIZE];
    const char *secret = json_string_value(json_object_get(ask->body, "secret"));
    const json_t *name = json_object_get(ask->body, "name");
    if (!vl_json_only(ask->body, members, &err) ||
        !vl_json_get_int(ask->body, "seat", 0, room->stored.seats - 1, &seat, &err) ||
        (name && !json_is_string(name) &&
         !vl_fail(&err, VL_BAD_INPUT, "name", "a name is a text")) ||
        (name && !sv_name_good(json_string_value(name), &err))) {
        api_fail(ask, &err);
        return;
    }
    const struct vl_stored_seat *p = &room->stored.seat[seat];
    if (!secret || p->bot || !sv_token_hash(secret, hash) ||
        sodium_memcmp(hash, p->secret_hash, sizeof hash) != 0) {
        ask->server->figures.refused_secret++;
        api_complain(ask, 403, "not_yours", "this is not the secret of the seat");
        return;
    }
    api_need_player(ask);
    if (!api_calls(ask)->hold(ask->server->store, ask->player, room->stored.id, (uint32_t)seat,
                              &err)) {
        ask->server->failed = true;
        api_fail(ask, &err);
        return;
    }
    sv_room_claimed(room, (uint32_t)seat);
    if (name && room->match && room->stored.status <= VL_MATCH_RUNNING &&
        !sv_room_rename(room, (uint32_t)seat, json_string_value(name), &err)) {
        api_fail(ask, &err);
        return;
    }
    api_respond_match(ask, 200, room);
}

/* The seating moves on by one, so that another begins. */
static struct sv_room *make_rematch(struct ask *ask, struct sv_room *room, struct vl_error *err)
{
    struct vl_stored_match m = room->stored;
    const struct vl_game *game = vl_match_game(room->match);
    const struct vl_deck *deck = sv_deck_find(ask->server, game, NULL, err);
    if (!deck)
        return NULL;
    snprintf(m.deck_hash, sizeof m.deck_hash, "%s", deck->hash);
    m.rules_version = game->rules_version;
    for (uint32_t i = 0; i < m.seats; i++)
        m.seat[(i + 1) % m.seats] = room->stored.seat[i];
    for (uint32_t i = 0; i < m.seats; i++)
        m.seat[i].muted =
            (m.seat[i].muted << 1 | m.seat[i].muted >> (m.seats - 1)) & ((1U << m.seats) - 1);
    api_fill_new(&m);
    struct sv_room *next = sv_room_new(ask->server, &m, err);
    if (!next)
        return NULL;
    bool good = true;
    for (uint32_t i = 0; good && i < m.seats; i++)
        good = api_calls(ask)->copy_holders(ask->server->store, room->stored.id, i, m.id,
                                            (i + 1) % m.seats, err);
    good = good && sv_room_read_hands(next, err);
    memcpy(room->stored.next, m.id, sizeof m.id);
    room->announce = true;
    if (!good)
        ask->server->failed = true;
    return good && sv_room_save(room, false, err) ? next : NULL;
}

void api_post_rematch(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {NULL};
    struct vl_error err = {0};
    if (!vl_json_only(ask->body, members, &err)) {
        api_fail(ask, &err);
        return;
    }
    if (!api_seats_held(ask, room)) {
        api_complain(ask, 403, "not_yours", "only those who have played can ask for a rematch");
        return;
    }
    if (room->stored.next[0]) {
        struct sv_room *next = sv_room_find(ask->server, room->stored.next, &err);
        if (next)
            api_respond_match(ask, 200, next);
        else if (err.code != VL_NOT_FOUND)
            api_fail(ask, &err);
        if (next || err.code != VL_NOT_FOUND)
            return; /* a rematch that was deleted by its age can be asked for again */
    }
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        api_complain(ask, 409, "refused", "a rematch is for after the end");
        return;
    }
    if (!api_may_make(ask))
        return;
    struct sv_room *next = make_rematch(ask, room, &err);
    if (next)
        api_respond_match(ask, 201, next);
    else
        api_fail(ask, &err);
}

/* The record of a finished match, or NULL with the answer given. */
static struct vl_record *finished(const struct ask *ask, const struct sv_room *room)
{
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        api_complain(ask, 409, "refused", "%s",
                     room->match ? "the record is open after the end" : sv_room_closed_why(room));
        return NULL;
    }
    return vl_match_record(room->match, true);
}

void api_get_record(struct ask *ask, struct sv_room *room)
{
    struct vl_record *record = finished(ask, room);
    if (!record)
        return;
    ask->response->status = 200;
    ask->response->type = "text/plain; charset=utf-8";
    snprintf(ask->response->download, sizeof ask->response->download, "%s-%.8s.txt",
             room->stored.game, room->stored.id);
    vl_record_write(record, &ask->response->body);
    vl_record_free(record);
}

void api_get_verify(struct ask *ask, struct sv_room *room)
{
    struct vl_record *record = finished(ask, room);
    struct vl_verdict verdict;
    struct vl_error err = {0};
    struct vl_json json;
    char hex[VL_SECRET_SIZE * 2 + 1];
    if (!record)
        return;
    bool good = vl_record_verify(vl_match_game(room->match), vl_match_deck(room->match), record,
                                 &verdict, &err);
    const struct vl_seal *seal = &record->chance.seal;
    api_start(ask, &json);
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

/* ---- My matches ---- */

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

void api_get_mine(struct ask *ask)
{
    struct mine mine = {.count = 0};
    struct vl_error err = {0};
    struct vl_json json;
    if (ask->has_player && !api_calls(ask)->list_held(ask->server->store, ask->player, MOST_LISTED,
                                                      collect, &mine, &err)) {
        api_fail(ask, &err);
        return;
    }
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_key(&json, "matches");
    vl_json_array(&json);
    for (uint32_t i = 0; i < mine.count; i++) {
        const struct sv_room *room = sv_room_find(ask->server, mine.ids[i], &err);
        if (room)
            sv_write_match(&json, room, api_seats_held(ask, room));
    }
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}

void api_post_forget(struct ask *ask)
{
    static const char *const members[] = {"match", NULL};
    struct vl_error err = {0};
    const char *id = json_string_value(json_object_get(ask->body, "match"));
    if (!vl_json_only(ask->body, members, &err)) {
        api_fail(ask, &err);
        return;
    }
    struct sv_room *room = id ? sv_room_find(ask->server, id, &err) : NULL;
    if (!room || !api_seats_held(ask, room)) {
        api_complain(ask, 404, "not_found", "you have no such match");
        return;
    }
    if (!api_calls(ask)->let_go(ask->server->store, ask->player, id, &err) ||
        !sv_room_read_hands(room, &err)) {
        ask->server->failed = true;
        api_fail(ask, &err);
        return;
    }
    room->news = true;
    sv_room_touch(room);
    sv_evict(room, "forgotten");
    struct vl_json json;
    api_start(ask, &json);
    vl_json_object(&json);
    vl_json_end_object(&json);
}
