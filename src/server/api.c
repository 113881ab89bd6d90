/* HTTP requests: /api, /healthz, /metrics; files.c has the client's own. See docs/protocol.md. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/asset.h"
#include "core/banned.h"
#include "server/server.h"

enum { MOST_LISTED = 100 };

static const char cookie_format[] =
    "valise=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000";

/* A request being answered. */
struct ask {
    struct sv_server *server;
    const struct sv_request *request;
    struct sv_response *response;
    struct sv_address *address;
    json_t *body; /* of a POST */
    bool has_player;
    uint8_t player[VL_HASH_SIZE];
};

static const struct vl_store_functions *calls(const struct ask *ask)
{
    return ask->server->store->functions;
}

void sv_response_free(struct sv_response *response)
{
    vl_text_free(&response->body);
    *response = (struct sv_response){0};
}

void sv_respond_error(struct sv_response *response, int status, const char *code,
                      const struct vl_error *err)
{
    struct vl_json json;
    sv_response_free(response);
    response->status = status;
    response->type = "application/json";
    vl_json_start(&json, &response->body);
    vl_json_object(&json);
    vl_json_key(&json, "error");
    vl_json_object(&json);
    sv_put_error(&json, code, err);
    vl_json_end_object(&json);
    vl_json_end_object(&json);
}

static void fail(const struct ask *ask, const struct vl_error *err)
{
    int status = err->code == VL_NOT_FOUND   ? 404
                 : err->code == VL_REFUSED   ? 409
                 : err->code == VL_IO        ? 503
                 : err->code == VL_NO_MEMORY ? 503
                                             : 400;
    sv_respond_error(ask->response, status, sv_error_word(err), err);
}

__attribute__((format(printf, 4, 5))) static void
complain(const struct ask *ask, int status, const char *code, const char *format, ...)
{
    struct vl_error err = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    sv_respond_error(ask->response, status, code, &err);
}

void sv_answer_failed(struct sv_response *response)
{
    struct vl_error err = {.code = VL_IO};
    sv_respond_error(response, 503, "busy", &err);
    response->retry_after = 2;
}

static void start_json(const struct ask *ask, struct vl_json *json)
{
    ask->response->status = 200;
    ask->response->type = "application/json";
    vl_json_start(json, &ask->response->body);
}

/* ---- Games, decks, rules ---- */

static void write_options(struct vl_json *json, const struct vl_game *game)
{
    vl_json_key(json, "options");
    vl_json_array(json);
    for (const struct vl_option *o = game->options; o->name; o++) {
        vl_json_object(json);
        vl_json_put_string(json, "name", o->name);
        vl_json_key(json, "words");
        vl_json_array(json);
        for (uint32_t i = 0; o->words[i]; i++)
            vl_json_string(json, o->words[i]);
        vl_json_end_array(json);
        vl_json_put_string(json, "standard", o->words[o->standard]);
        vl_json_put_string(json, "help", o->help);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

static void write_game(struct vl_json *json, struct sv_server *server, const struct vl_game *game)
{
    const struct vl_deck *deck = sv_deck_find(server, game, NULL, NULL);
    vl_json_object(json);
    vl_json_put_string(json, "id", game->id);
    vl_json_put_string(json, "name", game->name);
    vl_json_put_string(json, "clause", game->clause);
    vl_json_put_string(json, "summary", game->summary);
    vl_json_put_string(json, "minutes", game->minutes);
    vl_json_put_int(json, "rules_version", game->rules_version);
    vl_json_put_bool(json, "playable", game->playable);
    vl_json_put_int(json, "least_seats", game->least_seats);
    vl_json_put_int(json, "most_seats", game->most_seats);
    vl_json_put_string(json, "deck", deck ? deck->hash : "");
    vl_json_key(json, "categories");
    vl_json_array(json);
    for (uint32_t i = 0; game->categories[i]; i++)
        vl_json_string(json, game->categories[i]);
    vl_json_end_array(json);
    write_options(json, game);
    vl_json_key(json, "styles");
    vl_json_array(json);
    for (const struct vl_style *s = game->styles; s->name; s++) {
        vl_json_object(json);
        vl_json_put_string(json, "name", s->name);
        vl_json_put_string(json, "help", s->help);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

static void get_games(struct ask *ask)
{
    struct vl_json json;
    start_json(ask, &json);
    vl_json_object(&json);
    vl_json_key(&json, "games");
    vl_json_array(&json);
    for (uint32_t i = 0; i < vl_game_count(); i++)
        write_game(&json, ask->server, vl_game_at(i));
    vl_json_end_array(&json);
    vl_json_key(&json, "bots");
    vl_json_array(&json);
    for (uint32_t i = 0; i < vl_bot_count(); i++) {
        const struct vl_bot *bot = vl_bot_at(i);
        vl_json_object(&json);
        vl_json_put_string(&json, "name", bot->name);
        vl_json_put_string(&json, "help", bot->help);
        vl_json_put_bool(&json, "styled", bot->styled);
        vl_json_put_bool(&json, "searches", bot->searches);
        vl_json_put_int(&json, "level", bot->level);
        vl_json_end_object(&json);
    }
    vl_json_end_array(&json);
    vl_json_key(&json, "limits");
    vl_json_object(&json);
    vl_json_put_int(&json, "name", SV_MAX_NAME);
    vl_json_put_int(&json, "moves", VL_MAX_MOVES);
    vl_json_end_object(&json);
    vl_json_end_object(&json);
}

/* /api/decks/ID/HASH */
static void get_deck(struct ask *ask, const char *rest)
{
    char id[32], hash[17];
    int end = 0;
    const struct vl_game *game = NULL;
    struct vl_error err = {0};
    if (sscanf(rest, "%31[a-z0-9]/%16[0-9a-f]%n", id, hash, &end) == 2 && !rest[end])
        game = vl_game_find(id);
    const struct vl_deck *deck = game ? sv_deck_find(ask->server, game, hash, &err) : NULL;
    if (!deck) {
        complain(ask, 404, "not_found", "there is no such deck");
        return;
    }
    ask->response->status = 200;
    ask->response->type = "application/json";
    ask->response->immutable = true;
    vl_deck_json(deck, &ask->response->body);
}

static bool is_clause_letter(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || (c >= 'a' && c <= 'z');
}

/* The paragraphs of a rules page that begin with a clause ("**EB-3.2** ..."), as a list. */
static void write_clauses(struct vl_json *json, const struct vl_game *game, const char *page)
{
    char mark[16];
    size_t prefix = (size_t)snprintf(mark, sizeof mark, "%s-", game->clause);
    for (const char *line = page; *line;) {
        size_t length = strcspn(line, "\n");
        size_t skip = strspn(line, "#*-| ");
        if (skip < length && strncmp(line + skip, mark, prefix) == 0) {
            const char *from = line + skip, *to = from + prefix;
            while (is_clause_letter(*to))
                to++;
            while (to[-1] == '.')
                to--;
            const char *text = to + strspn(to, "*.:| ");
            const char *stop = line + length;
            while (*stop == '\n' && stop[1] && !strchr("\n#*-|", stop[1]))
                stop += 1 + strcspn(stop + 1, "\n");
            struct vl_text copy = {0};
            vl_json_object(json);
            vl_text_add_bytes(&copy, from, (size_t)(to - from));
            vl_json_put_string(json, "clause", vl_text_string(&copy));
            vl_text_clear(&copy);
            if (stop > text)
                vl_text_add_bytes(&copy, text, (size_t)(stop - text));
            vl_json_put_string(json, "text", vl_text_string(&copy));
            vl_text_free(&copy);
            vl_json_end_object(json);
            length = (size_t)(stop - line);
        }
        line += length + (line[length] == '\n');
    }
}

/* /api/rules/ID and /api/rules/ID/clauses */
static void get_rules(struct ask *ask, const char *rest)
{
    char id[32], path[64];
    int end = 0;
    const struct vl_asset *page = NULL;
    const struct vl_game *game = NULL;
    if (sscanf(rest, "%31[a-z0-9]%n", id, &end) == 1)
        game = vl_game_find(id);
    bool clauses = end && strcmp(rest + end, "/clauses") == 0;
    if (game && (clauses || !rest[end])) {
        snprintf(path, sizeof path, "docs/rules/%s.md", game->id);
        page = vl_asset_find(path);
    }
    if (!page) {
        complain(ask, 404, "not_found", "there is no such rules page");
        return;
    }
    if (!clauses) {
        ask->response->status = 200;
        ask->response->type = "text/markdown; charset=utf-8";
        vl_text_add_bytes(&ask->response->body, (const char *)page->bytes, page->size);
        return;
    }
    struct vl_json json;
    start_json(ask, &json);
    vl_json_object(&json);
    vl_json_key(&json, "clauses");
    vl_json_array(&json);
    write_clauses(&json, game, (const char *)page->bytes);
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}

/* ---- Players ---- */

/* The browser of this request; one that has no cookie yet gets one. */
static void need_player(struct ask *ask)
{
    char token[SV_TOKEN_SIZE];
    if (ask->has_player)
        return;
    sv_token_new(token);
    sv_token_hash(token, ask->player);
    ask->has_player = true;
    snprintf(ask->response->cookie, sizeof ask->response->cookie, cookie_format, token);
    sodium_memzero(token, sizeof token);
}

static uint32_t seats_held(const struct ask *ask, const struct sv_room *room)
{
    uint32_t seats = 0;
    if (ask->has_player)
        calls(ask)->held(ask->server->store, ask->player, room->stored.id, &seats, NULL);
    return seats;
}

static void respond_match(const struct ask *ask, int status, const struct sv_room *room)
{
    struct vl_json json;
    start_json(ask, &json);
    ask->response->status = status;
    sv_write_match(&json, room, seats_held(ask, room));
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

static void options_text(const struct vl_game *game, const struct vl_setup *setup,
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

struct wish {
    bool mine;
    const char *kind;
    char secret[SV_TOKEN_SIZE];
};

static bool read_seat(const json_t *json, const struct vl_game *game, uint32_t seat,
                      struct vl_stored_seat *p, struct wish *wish, struct vl_error *err)
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

/* A bot without a name of its own is called what it is; the second of a kind is "... 2". */
static void name_bots(struct vl_stored_match *m)
{
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

static bool read_match(const struct ask *ask, struct vl_stored_match *m, struct wish *wishes,
                       struct vl_error *err)
{
    static const char *const members[] = {"game", "options", "seats", NULL};
    const char *id = json_string_value(json_object_get(ask->body, "game"));
    const json_t *seats = json_object_get(ask->body, "seats");
    struct vl_setup setup;
    if (!vl_json_only(ask->body, members, err))
        return false;
    const struct vl_game *game = id ? vl_game_find(id) : NULL;
    if (!game)
        return vl_fail(err, VL_BAD_INPUT, "game", "expected the id of a game");
    if (!game->playable)
        return vl_fail(err, VL_REFUSED, "game", "%s cannot be played yet", game->name);
    if (!json_is_array(seats))
        return vl_fail(err, VL_BAD_INPUT, "seats", "expected an array of seats");
    if (!vl_setup_init(game, (uint32_t)json_array_size(seats), &setup, err) ||
        !read_options(json_object_get(ask->body, "options"), game, &setup, err))
        return false;
    for (uint32_t i = 0; i < setup.seats; i++)
        if (!read_seat(json_array_get(seats, i), game, i, &m->seat[i], &wishes[i], err))
            return false;
    const struct vl_deck *deck = sv_deck_find(ask->server, game, NULL, err);
    if (!deck)
        return false;
    snprintf(m->game, sizeof m->game, "%s", game->id);
    snprintf(m->deck_hash, sizeof m->deck_hash, "%s", deck->hash);
    m->rules_version = game->rules_version;
    m->seats = setup.seats;
    name_bots(m);
    options_text(game, &setup, m);
    return true;
}

static void fill_new(struct vl_stored_match *m)
{
    sv_match_id_new(m->id);
    m->status = VL_MATCH_GATHERING;
    m->position = 0;
    m->next[0] = '\0';
    m->created = m->changed = sv_time();
    vl_seal_new(&m->seal);
}

/* Whether one more match may be made; if not, answered. */
static bool may_make(const struct ask *ask)
{
    const struct sv_limits *limits = &ask->server->settings.limits;
    uint32_t held = 0;
    uint32_t rate = limits->matches_per_minute;
    /* A bucket counts by the second: sixty times the time makes it the minute. */
    if (!sv_bucket_take(&ask->address->matches, rate, rate * 5 * 60, sv_now())) {
        ask->server->figures.refused_rate++;
        complain(ask, 429, "too_many", "too many new matches from this address; wait a little");
        ask->response->retry_after = 60;
        return false;
    }
    ask->address->matches.filled -= 59 * 1000;
    if (ask->has_player)
        calls(ask)->count_held(ask->server->store, ask->player, &held, NULL);
    if (ask->server->open_matches >= limits->open_matches ||
        held >= limits->open_matches_per_player) {
        ask->server->figures.refused_limit++;
        complain(ask, 429, "too_many", "too many open matches; finish or forget some first");
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

static void respond_made(const struct ask *ask, const struct vl_stored_match *m,
                         const struct wish *wishes)
{
    struct vl_json json;
    char commitment[VL_SECRET_SIZE * 2 + 1], link[128];
    sv_hex(m->seal.commitment, VL_SECRET_SIZE, commitment);
    start_json(ask, &json);
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

static void post_match(struct ask *ask)
{
    struct vl_stored_match m = {0};
    struct wish wishes[VL_MAX_SEATS] = {0};
    struct vl_error err = {0};
    if (!may_make(ask))
        return;
    if (!read_match(ask, &m, wishes, &err)) {
        fail(ask, &err);
        return;
    }
    fill_new(&m);
    need_player(ask);
    struct sv_room *room = sv_room_new(ask->server, &m, &err);
    bool good = room != NULL;
    for (uint32_t i = 0; good && i < m.seats; i++) {
        if (!wishes[i].mine)
            continue;
        good = calls(ask)->hold(ask->server->store, ask->player, m.id, i, &err);
        sv_room_claimed(room, i);
    }
    if (good && bots_alone(&m))
        good = sv_room_start(room, &err);
    if (!good) {
        ask->server->failed = true;
        fail(ask, &err);
        return;
    }
    sv_log("match_made", "match=%.8s game=%s seats=%u address=%s", m.id, m.game, m.seats,
           ask->request->address);
    respond_made(ask, &m, wishes);
    sodium_memzero(wishes, sizeof wishes);
    sodium_memzero(&m.seal, sizeof m.seal);
}

/* ---- One match ---- */

static void get_match(struct ask *ask, struct sv_room *room)
{
    respond_match(ask, 200, room);
}

static void post_claim(struct ask *ask, struct sv_room *room)
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
        fail(ask, &err);
        return;
    }
    const struct vl_stored_seat *p = &room->stored.seat[seat];
    if (!secret || p->bot || !sv_token_hash(secret, hash) ||
        sodium_memcmp(hash, p->secret_hash, sizeof hash) != 0) {
        ask->server->figures.refused_secret++;
        complain(ask, 403, "not_yours", "this is not the secret of the seat");
        return;
    }
    need_player(ask);
    if (!calls(ask)->hold(ask->server->store, ask->player, room->stored.id, (uint32_t)seat, &err)) {
        ask->server->failed = true;
        fail(ask, &err);
        return;
    }
    sv_room_claimed(room, (uint32_t)seat);
    if (name && room->match && room->stored.status <= VL_MATCH_RUNNING &&
        !sv_room_rename(room, (uint32_t)seat, json_string_value(name), &err)) {
        fail(ask, &err);
        return;
    }
    respond_match(ask, 200, room);
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
    fill_new(&m);
    struct sv_room *next = sv_room_new(ask->server, &m, err);
    if (!next)
        return NULL;
    bool good = true;
    for (uint32_t i = 0; good && i < m.seats; i++)
        good = calls(ask)->copy_holders(ask->server->store, room->stored.id, i, m.id,
                                        (i + 1) % m.seats, err);
    good = good && calls(ask)->held(ask->server->store, NULL, m.id, &next->claimed, err);
    memcpy(room->stored.next, m.id, sizeof m.id);
    room->announce = true;
    if (!good)
        ask->server->failed = true;
    return good && sv_room_save(room, false, err) ? next : NULL;
}

static void post_rematch(struct ask *ask, struct sv_room *room)
{
    static const char *const members[] = {NULL};
    struct vl_error err = {0};
    if (!vl_json_only(ask->body, members, &err)) {
        fail(ask, &err);
        return;
    }
    if (!seats_held(ask, room)) {
        complain(ask, 403, "not_yours", "only those who have played can ask for a rematch");
        return;
    }
    if (room->stored.next[0]) {
        struct sv_room *next = sv_room_find(ask->server, room->stored.next, &err);
        if (next)
            respond_match(ask, 200, next);
        else
            fail(ask, &err);
        return;
    }
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        complain(ask, 409, "refused", "a rematch is for after the end");
        return;
    }
    if (!may_make(ask))
        return;
    struct sv_room *next = make_rematch(ask, room, &err);
    if (next)
        respond_match(ask, 201, next);
    else
        fail(ask, &err);
}

/* The record of a finished match, or NULL with the answer given. */
static struct vl_record *finished(const struct ask *ask, const struct sv_room *room)
{
    if (room->stored.status != VL_MATCH_OVER || !room->match) {
        complain(ask, 409, "refused",
                 room->match ? "the record is open after the end"
                             : "the rules of this match are gone");
        return NULL;
    }
    return vl_match_record(room->match, true);
}

static void get_record(struct ask *ask, struct sv_room *room)
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

static void get_verify(struct ask *ask, struct sv_room *room)
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
    start_json(ask, &json);
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

static void get_mine(struct ask *ask)
{
    struct mine mine = {.count = 0};
    struct vl_error err = {0};
    struct vl_json json;
    if (ask->has_player && !calls(ask)->list_held(ask->server->store, ask->player, MOST_LISTED,
                                                  collect, &mine, &err)) {
        fail(ask, &err);
        return;
    }
    start_json(ask, &json);
    vl_json_object(&json);
    vl_json_key(&json, "matches");
    vl_json_array(&json);
    for (uint32_t i = 0; i < mine.count; i++) {
        const struct sv_room *room = sv_room_find(ask->server, mine.ids[i], &err);
        if (room)
            sv_write_match(&json, room, seats_held(ask, room));
    }
    vl_json_end_array(&json);
    vl_json_end_object(&json);
}

static void post_forget(struct ask *ask)
{
    static const char *const members[] = {"match", NULL};
    struct vl_error err = {0};
    const char *id = json_string_value(json_object_get(ask->body, "match"));
    if (!vl_json_only(ask->body, members, &err)) {
        fail(ask, &err);
        return;
    }
    struct sv_room *room = id ? sv_room_find(ask->server, id, &err) : NULL;
    if (!room || !seats_held(ask, room)) {
        complain(ask, 404, "not_found", "you have no such match");
        return;
    }
    if (!calls(ask)->let_go(ask->server->store, ask->player, id, &err) ||
        !calls(ask)->held(ask->server->store, NULL, id, &room->claimed, &err)) {
        ask->server->failed = true;
        fail(ask, &err);
        return;
    }
    room->news = true;
    sv_room_touch(room);
    struct vl_json json;
    start_json(ask, &json);
    vl_json_object(&json);
    vl_json_end_object(&json);
}

/* ---- Finding the handler ---- */

static void get_health(struct ask *ask)
{
    struct vl_store_stats stats;
    struct vl_error err = {0};
    bool good = calls(ask)->stats(ask->server->store, &stats, &err);
    ask->response->status = good ? 200 : 503;
    ask->response->type = "text/plain; charset=utf-8";
    vl_text_add(&ask->response->body, good ? "ok\n" : "the store cannot be read\n");
}

static void get_metrics(struct ask *ask)
{
    ask->response->status = 200;
    ask->response->type = "text/plain; version=0.0.4; charset=utf-8";
    sv_metrics(ask->server, &ask->response->body);
}

static const struct plain {
    const char *method, *path;
    void (*answer)(struct ask *ask);
} plain[] = {
    {"GET", "/healthz", get_health},      {"GET", "/metrics", get_metrics},
    {"GET", "/api/games", get_games},     {"POST", "/api/matches", post_match},
    {"GET", "/api/my/matches", get_mine}, {"POST", "/api/my/forget", post_forget},
};

static const struct of_match {
    const char *method, *part;
    void (*answer)(struct ask *ask, struct sv_room *room);
} of_match[] = {
    {"GET", "", get_match},
    {"POST", "/claim", post_claim},
    {"POST", "/rematch", post_rematch},
    {"GET", "/record", get_record},
    {"GET", "/verify", get_verify},
};

static const char *after(const char *path, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(path, prefix, length) == 0 ? path + length : NULL;
}

static void method_wrong(const struct ask *ask)
{
    complain(ask, 405, "bad_input", "this address does not take %.10s", ask->request->method);
}

/* POST bodies are JSON objects from our own page. */
static bool read_body(struct ask *ask)
{
    const struct sv_request *r = ask->request;
    json_error_t where;
    if (!sv_same_origin(r->origin, r->host)) {
        ask->server->figures.refused_origin++;
        complain(ask, 403, "refused", "this request comes from another page");
        return false;
    }
    if (!r->content_type || strncmp(r->content_type, "application/json", 16) != 0) {
        complain(ask, 415, "bad_input", "expected application/json");
        return false;
    }
    ask->body = json_loadb(r->body ? r->body : "", r->body_size, JSON_REJECT_DUPLICATES, &where);
    if (!json_is_object(ask->body)) {
        complain(ask, 400, "bad_input", "expected one JSON object%s%.100s", ask->body ? "" : ": ",
                 ask->body ? "" : where.text);
        return false;
    }
    return true;
}

static void answer_match(struct ask *ask, const char *rest)
{
    char id[VL_MATCH_ID_SIZE];
    struct vl_error err = {0};
    bool known = false;
    size_t length = strcspn(rest, "/");
    if (length == VL_MATCH_ID_SIZE - 1) {
        memcpy(id, rest, length);
        id[length] = '\0';
        for (size_t i = 0; i < sizeof of_match / sizeof *of_match; i++) {
            if (strcmp(rest + length, of_match[i].part) != 0)
                continue;
            known = true;
            if (strcmp(ask->request->method, of_match[i].method) != 0)
                continue;
            if (ask->request->method[0] == 'P' && !read_body(ask))
                return;
            struct sv_room *room = sv_room_find(ask->server, id, &err);
            if (room)
                of_match[i].answer(ask, room);
            else
                fail(ask, &err);
            return;
        }
    }
    if (known)
        method_wrong(ask);
    else
        complain(ask, 404, "not_found", "there is no such address");
}

static bool answer_plain(struct ask *ask)
{
    bool known = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (strcmp(plain[i].path, ask->request->path) != 0)
            continue;
        known = true;
        if (strcmp(plain[i].method, ask->request->method) != 0)
            continue;
        if (ask->request->method[0] != 'P' || read_body(ask))
            plain[i].answer(ask);
        return true;
    }
    if (known)
        method_wrong(ask);
    return known;
}

static void dispatch(struct ask *ask)
{
    const char *path = ask->request->path, *rest;
    bool get = strcmp(ask->request->method, "GET") == 0;
    if (answer_plain(ask))
        return;
    if ((rest = after(path, "/api/matches/"))) {
        answer_match(ask, rest);
    } else if ((rest = after(path, "/api/decks/")) && get) {
        get_deck(ask, rest);
    } else if ((rest = after(path, "/api/rules/")) && get) {
        get_rules(ask, rest);
    } else if (!get) {
        method_wrong(ask);
    } else if (after(path, "/api/") || !sv_serve_file(ask->server, ask->request, ask->response)) {
        complain(ask, 404, "not_found", "there is no such address");
    }
}

void sv_answer(struct sv_server *server, const struct sv_request *request,
               struct sv_response *response)
{
    char token[SV_TOKEN_SIZE];
    struct ask ask = {
        .server = server,
        .request = request,
        .response = response,
        .address = sv_address_of(server, request->address),
    };
    uint32_t rate = server->settings.limits.requests_per_second;
    *response = (struct sv_response){0};
    server->figures.requests++;
    if (sv_cookie_token(request->cookie, token))
        ask.has_player = sv_token_hash(token, ask.player);
    sodium_memzero(token, sizeof token);
    if (!sv_bucket_take(&ask.address->requests, rate, rate * 5, sv_now())) {
        server->figures.refused_rate++;
        complain(&ask, 429, "too_many", "too many requests from this address");
        response->retry_after = 1;
    } else {
        dispatch(&ask);
    }
    json_decref(ask.body);
}

bool sv_same_origin(const char *origin, const char *host)
{
    if (!origin || !*origin)
        return true;
    const char *rest = after(origin, "http://");
    if (!rest)
        rest = after(origin, "https://");
    return rest && host && *host && strcmp(rest, host) == 0;
}
