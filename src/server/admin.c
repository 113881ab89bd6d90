/* The commands of an operator: see the header. */
#include "server/admin.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/utf8.h"
#include "server/batch.h"
#include "server/room/load.h"
#include "server/room/room.h"
#include "server/secret.h"
#include "server/time.h"
#include "server/ws/connection.h"

enum {
    PAGE = 32,        /* matches in one pass of the loop: about a millisecond */
    LEAST_PREFIX = 4, /* characters of an id that are enough to name a match */
    MOST_SECONDS = 10 * 366 * 86400,
};

static const char *const states[] = {"gathering", "running", "over", "closed"};

/* ---- Lines ---- */

static void begin_line(struct vl_json *json, struct vl_text *out)
{
    vl_json_start(json, out);
    vl_json_object(json);
}

static void end_line(struct vl_json *json, struct vl_text *out)
{
    vl_json_end_object(json);
    vl_text_char(out, '\n');
}

static void end_answer(struct vl_text *out, const char *key, int64_t value)
{
    struct vl_json json;
    begin_line(&json, out);
    vl_json_put_bool(&json, "ok", true);
    if (key)
        vl_json_put_int(&json, key, value);
    end_line(&json, out);
}

void sv_admin_fail(struct vl_text *out, const struct vl_error *err)
{
    struct vl_json json;
    begin_line(&json, out);
    vl_json_put_bool(&json, "ok", false);
    vl_json_put_string(&json, "error", err->message);
    end_line(&json, out);
}

/* ---- Matches ---- */

static uint32_t watchers(struct sv_server *server, const char *id)
{
    const struct sv_room *room = sv_room_loaded(server, id);
    uint32_t count = 0;
    for (const struct sv_watch *w = room ? room->watches : NULL; w; w = w->next_in_room)
        count++;
    return count;
}

/* What a list says about a match; `show` says more. */
static void put_summary(struct vl_json *json, struct sv_server *server,
                        const struct vl_stored_match *m)
{
    char maker[SV_ADDRESS_SIZE] = "";
    uint32_t held = 0, people = 0, seated = 0;
    sv_operators(server)->find_maker(server->store, m->id, maker, sizeof maker, NULL);
    sv_calls(server)->held(server->store, NULL, m->id, &held, NULL);
    for (uint32_t i = 0; i < m->seats; i++) {
        people += !m->seat[i].bot;
        seated += !m->seat[i].bot && (held >> i & 1);
    }
    vl_json_put_string(json, "match", m->id);
    vl_json_put_string(json, "game", m->game);
    vl_json_put_string(json, "state", states[m->status]);
    vl_json_put_int(json, "people", people);
    vl_json_put_int(json, "seated", seated);
    vl_json_put_int(json, "bots", m->seats - people);
    vl_json_put_int(json, "watching", watchers(server, m->id));
    vl_json_put_int(json, "moves", m->position);
    vl_json_put_int(json, "created", m->created);
    vl_json_put_int(json, "changed", m->changed);
    vl_json_put_string(json, "maker", maker);
}

/* The seals of matches hold the secrets of their deals, so what was read of them is wiped. */
static void forget(struct vl_stored_match *m)
{
    explicit_bzero(m, sizeof *m);
}

void sv_admin_continue(struct sv_server *server, struct sv_listing *l, struct vl_text *out)
{
    struct sv_ids page = {0};
    struct vl_error err = {0};
    struct vl_stored_match m;
    bool good = sv_operators(server)->page(server->store, (enum vl_match_status)l->status, PAGE,
                                           &l->number, sv_collect_id, &page, &err);
    for (size_t i = 0; good && i < page.count; i++) {
        struct vl_json json;
        if (!sv_calls(server)->find_match(server->store, page.ids[i], &m, &err)) {
            good = err.code == VL_NOT_FOUND;
            continue;
        }
        begin_line(&json, out);
        put_summary(&json, server, &m);
        end_line(&json, out);
        l->count++;
    }
    forget(&m);
    if (good && page.count < PAGE) {
        l->status++;
        l->number = 0;
        l->going_on = l->status <= (l->all ? VL_MATCH_CLOSED : VL_MATCH_RUNNING);
        if (!l->going_on)
            end_answer(out, "matches", (int64_t)l->count);
    } else if (!good) {
        l->going_on = false;
        sv_admin_fail(out, &err);
    }
    free(page.ids);
}

/* The whole id of the match that a command names. */
static bool find_id(struct sv_server *server, const json_t *command, char id[VL_MATCH_ID_SIZE],
                    struct vl_error *err)
{
    struct sv_ids found = {0};
    const char *given = json_string_value(json_object_get(command, "match"));
    size_t length = given ? strlen(given) : 0;
    if (length < LEAST_PREFIX || length >= VL_MATCH_ID_SIZE ||
        strspn(given, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") != length)
        return vl_fail(err, VL_BAD_INPUT, NULL,
                       "expected the id of a match, or at least its first %d characters",
                       LEAST_PREFIX);
    bool good = sv_operators(server)->find_prefix(server->store, given, sv_collect_id, &found, err);
    if (good && found.count == 1)
        snprintf(id, VL_MATCH_ID_SIZE, "%s", found.ids[0]);
    else if (good)
        good =
            vl_fail(err, VL_NOT_FOUND, NULL,
                    found.count ? "several matches begin with %s" : "there is no match %s", given);
    free(found.ids);
    return good;
}

static void put_seats(struct vl_json *json, struct sv_server *server,
                      const struct vl_stored_match *m)
{
    uint32_t held = 0;
    const struct sv_room *room = sv_room_loaded(server, m->id);
    sv_calls(server)->held(server->store, NULL, m->id, &held, NULL);
    vl_json_key(json, "seats");
    vl_json_array(json);
    for (uint32_t i = 0; i < m->seats; i++) {
        vl_json_object(json);
        vl_json_put_string(json, "name", m->seat[i].name);
        vl_json_put_string(json, "kind", m->seat[i].bot ? "bot" : "person");
        if (m->seat[i].bot)
            vl_json_put_string(json, "bot", m->seat[i].player);
        vl_json_put_bool(json, "held", m->seat[i].bot || (held >> i & 1));
        vl_json_put_bool(json, "connected", room && sv_room_connected(room, i));
        vl_json_put_bool(json, "stand_in", m->stand_ins >> i & 1);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

/* Who looks at the table, and as which seat: whom an operator may want to ban. */
static void put_viewers(struct vl_json *json, struct sv_server *server, const char *id)
{
    const struct sv_room *room = sv_room_loaded(server, id);
    vl_json_key(json, "viewers");
    vl_json_array(json);
    for (const struct sv_watch *w = room ? room->watches : NULL; w; w = w->next_in_room) {
        vl_json_object(json);
        vl_json_put_string(json, "address", w->connection->address->name);
        vl_json_key(json, "seat");
        if (w->viewer >= 0)
            vl_json_int(json, w->viewer);
        else
            vl_json_null(json);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
}

static bool show(struct sv_server *server, const json_t *command, struct vl_text *out,
                 struct vl_error *err)
{
    static const char *const clocks[] = {"none", "move", "days"};
    char id[VL_MATCH_ID_SIZE], why[VL_WHY_SIZE] = "";
    bool closed = false;
    struct vl_stored_match m;
    struct vl_json json;
    if (!find_id(server, command, id, err) ||
        !sv_calls(server)->find_match(server->store, id, &m, err) ||
        !sv_operators(server)->find_closure(server->store, id, &closed, why, err))
        return false;
    begin_line(&json, out);
    put_summary(&json, server, &m);
    vl_json_put_int(&json, "rules_version", m.rules_version);
    vl_json_put_string(&json, "deck", m.deck_hash);
    vl_json_put_string(&json, "options", m.options);
    vl_json_put_string(&json, "clock", clocks[m.clock]);
    if (m.clock != VL_CLOCK_NONE)
        vl_json_put_int(&json, "clock_seconds", m.clock_time / 1000);
    if (closed)
        vl_json_put_string(&json, "closed", why);
    if (m.next[0])
        vl_json_put_string(&json, "rematch", m.next);
    put_seats(&json, server, &m);
    put_viewers(&json, server, m.id);
    end_line(&json, out);
    forget(&m);
    end_answer(out, NULL, 0);
    return true;
}

/* A reason that players and operators read; empty if none is given. */
static bool read_why(const json_t *command, char why[VL_WHY_SIZE], struct vl_error *err)
{
    const json_t *given = json_object_get(command, "why");
    const char *text = json_string_value(given);
    why[0] = '\0';
    if (!given)
        return true;
    if (!text || strlen(text) >= VL_WHY_SIZE - 48 || !vl_utf8_is_name(text))
        return vl_fail(err, VL_BAD_INPUT, NULL, "a reason is one line of at most %d bytes",
                       VL_WHY_SIZE - 49);
    snprintf(why, VL_WHY_SIZE, "%s", text);
    return true;
}

static bool close_match(struct sv_server *server, const json_t *command, struct vl_text *out,
                        struct vl_error *err)
{
    char id[VL_MATCH_ID_SIZE], why[VL_WHY_SIZE], text[VL_WHY_SIZE];
    if (!find_id(server, command, id, err) || !read_why(command, why, err))
        return false;
    snprintf(text, sizeof text, "the operator of this server has ended it%s%.*s", *why ? ": " : "",
             VL_WHY_SIZE - 48, why);
    struct sv_room *room = sv_room_find(server, id, err);
    if (!room || !sv_room_close(room, text, err))
        return false;
    sv_log("match_closed", "match=%.8s game=%s by=operator why=\"%s\"", id, room->stored.game, why);
    end_answer(out, NULL, 0);
    return true;
}

static bool delete_match(struct sv_server *server, const json_t *command, struct vl_text *out,
                         struct vl_error *err)
{
    char id[VL_MATCH_ID_SIZE];
    if (!find_id(server, command, id, err))
        return false;
    struct sv_room *room = sv_room_find(server, id, err);
    if (!room || !sv_room_remove(room, err))
        return false;
    sv_log("match_deleted", "match=%.8s by=operator", id);
    end_answer(out, NULL, 0);
    return true;
}

/* ---- Bans ---- */

static bool list_bans(struct sv_server *server, struct vl_text *out)
{
    int64_t now = sv_time();
    size_t count = 0;
    for (size_t i = 0; i < server->bans.count; i++) {
        const struct vl_stored_ban *ban = &server->bans.list[i].stored;
        struct vl_json json;
        if (ban->until && ban->until <= now)
            continue;
        begin_line(&json, out);
        vl_json_put_string(&json, "network", ban->network);
        vl_json_put_int(&json, "made", ban->made);
        vl_json_put_int(&json, "until", ban->until);
        vl_json_put_string(&json, "why", ban->why);
        end_line(&json, out);
        count++;
    }
    end_answer(out, "bans", (int64_t)count);
    return true;
}

static bool read_network(const json_t *command, char name[VL_NETWORK_SIZE], struct vl_error *err)
{
    struct sv_network network;
    const char *text = json_string_value(json_object_get(command, "network"));
    return sv_ban_read(text ? text : "", &network, name, err);
}

static void say_network(struct vl_text *out, const char *name)
{
    struct vl_json json;
    begin_line(&json, out);
    vl_json_put_bool(&json, "ok", true);
    vl_json_put_string(&json, "network", name);
    end_line(&json, out);
}

static bool ban(struct sv_server *server, const json_t *command, struct vl_text *out,
                struct vl_error *err)
{
    struct vl_stored_ban new = {.made = sv_time()};
    int64_t seconds = 0;
    if (!read_network(command, new.network, err) || !read_why(command, new.why, err) ||
        !vl_json_get_int(command, "seconds", 0, MOST_SECONDS, &seconds, err))
        return false;
    new.until = seconds ? new.made + seconds : 0;
    if (!sv_ban_add(server, &new, err))
        return false;
    sv_log("banned", "network=%s seconds=%lld", new.network, (long long)seconds);
    say_network(out, new.network);
    return true;
}

static bool unban(struct sv_server *server, const json_t *command, struct vl_text *out,
                  struct vl_error *err)
{
    char name[VL_NETWORK_SIZE];
    if (!read_network(command, name, err) || !sv_ban_remove(server, name, err))
        return false;
    sv_log("unbanned", "network=%s", name);
    say_network(out, name);
    return true;
}

/* ---- Finding the command ---- */

static const struct {
    const char *name;
    bool (*answer)(struct sv_server *server, const json_t *command, struct vl_text *out,
                   struct vl_error *err);
    bool writes;
} commands[] = {
    {"show", show, false}, {"close", close_match, true}, {"delete", delete_match, true},
    {"ban", ban, true},    {"unban", unban, true},
};

static bool answer(struct sv_server *server, const json_t *command, struct vl_text *out,
                   struct sv_listing *listing, struct vl_error *err)
{
    const char *name = json_string_value(json_object_get(command, "command"));
    if (name && strcmp(name, "list") == 0) {
        *listing = (struct sv_listing){
            .going_on = true,
            .all = json_is_true(json_object_get(command, "all")),
        };
        return true;
    }
    if (name && strcmp(name, "bans") == 0)
        return list_bans(server, out);
    for (size_t i = 0; name && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return (!commands[i].writes || sv_may_write(server, err)) &&
                   commands[i].answer(server, command, out, err);
    return vl_fail(err, VL_BAD_INPUT, NULL, "there is no such command");
}

bool sv_admin_answer(struct sv_server *server, const char *bytes, size_t size, uint32_t user,
                     struct vl_text *out, struct sv_listing *listing)
{
    struct vl_error err = {0};
    size_t before = out->length;
    json_t *command = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(command, "command"));
    bool writes = false;
    *listing = (struct sv_listing){0};
    for (size_t i = 0; name && i < sizeof commands / sizeof *commands; i++)
        writes |= commands[i].writes && strcmp(commands[i].name, name) == 0;
    bool good = answer(server, command, out, listing, &err);
    if (!good) {
        out->length = before; /* a part of the answer may have been written */
        sv_admin_fail(out, &err);
    }
    if (writes)
        sv_log("admin", "command=%s user=%u done=%s", name, user, good ? "yes" : "no");
    json_decref(command);
    return writes;
}
