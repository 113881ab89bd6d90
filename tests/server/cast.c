/* Several people who share a database that was made earlier. */
#include "server/cast.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "core/hash.h"

enum {
    REST = 5,       /* milliseconds between two looks at a bot that thinks */
    PATIENCE = 4000 /* looks: a bot that needs longer than 20 s hangs */
};

void cast_write(const struct cast *cast, struct vl_text *out)
{
    for (int i = 0; i < cast->count; i++)
        vl_text_addf(out, "%s\t%s\n", cast->name[i], cast->person[i].cookie);
}

void cast_read(struct cast *cast, const char *text)
{
    *cast = (struct cast){0};
    for (; *text; text += strcspn(text, "\n") + 1) {
        assert_true(cast->count < MOST_CAST);
        int i = cast->count++;
        assert_int_equal(
            sscanf(text, "%31[^\t]\t%127[^\n]\n", cast->name[i], cast->person[i].cookie), 2);
    }
}

void cast_enter(struct cast *cast)
{
    for (int i = 0; i <= cast->count; i++)
        enter(&cast->person[i]);
}

void cast_leave(struct cast *cast)
{
    for (int i = 0; i <= cast->count; i++)
        leave(&cast->person[i]);
}

/* The GET object as one person gets it, NULL where the match is closed to them. */
static json_t *get_match(struct person *p, const char *match)
{
    char path[64];
    int status;
    snprintf(path, sizeof path, "/api/matches/%s", match);
    json_t *got = web_json(server.port, "GET", path, p->cookie, NULL, &status);
    if (status != 200 && status != 403)
        fail_msg("%s: %d", path, status);
    if (status != 200) {
        json_decref(got);
        got = NULL;
    }
    return got;
}

void cast_holders(struct cast *cast, const char *match, int holders[VL_MAX_SEATS])
{
    for (int i = 0; i < VL_MAX_SEATS; i++)
        holders[i] = -1;
    for (int i = 0; i < cast->count; i++) {
        json_t *got = get_match(&cast->person[i], match), *seat;
        size_t at;
        json_array_foreach(json_object_get(got, "mine"), at, seat)
            holders[json_integer_value(seat)] = i;
        json_decref(got);
    }
}

/* ---- Playing on ---- */

static bool plays_itself(const json_t *table, int seat)
{
    const json_t *s = json_array_get(json_object_get(table, "seats"), (size_t)seat);
    return strcmp(web_text(s, "kind"), "bot") == 0 || json_is_true(json_object_get(s, "minded"));
}

/* The table of a seat; the log only from `seen` on, since it is long and not needed here. */
static json_t *look(struct person *p, const struct table *t, int seat, int seen)
{
    json_t *table = ask(p, "watch", t, seat, json_pack("{s:i}", "seen", seen));
    if (strcmp(web_text(table, "type"), "table") != 0) {
        char *text = json_dumps(table, 0);
        fail_msg("%s, seat %d: %.300s", t->match, seat, text);
    }
    return table;
}

/* Commits one random move; false where the position has changed meanwhile. */
static bool play_one(struct person *p, const struct table *t, int seat, const json_t *table,
                     uint32_t *seed)
{
    const json_t *legal = json_object_get(table, "legal");
    char key[32];
    *seed = *seed * 1664525 + 1013904223;
    size_t pick = (*seed >> 16) % json_array_size(legal);
    int position = web_int(table, "position");
    snprintf(key, sizeof key, "%08" PRIx32 "-%d", *seed, position);
    json_t *answer =
        commit(p, t, seat, position, web_text(json_array_get(legal, pick), "move"), key);
    bool played = strcmp(web_text(answer, "type"), "ack") == 0;
    if (!played)
        assert_string_equal(web_text(answer, "code"), "stale");
    json_decref(answer);
    return played;
}

int cast_play(struct cast *cast, const char *match, int most, uint32_t seed)
{
    struct table t = table_of(match);
    int holders[VL_MAX_SEATS], home = -1, played = 0, looks = 0, seen = 0;
    cast_holders(cast, match, holders);
    for (int i = 0; i < VL_MAX_SEATS && home < 0; i++)
        home = holders[i] >= 0 ? i : -1;
    for (bool on = home >= 0; on && looks < PATIENCE;) {
        json_t *table = look(&cast->person[holders[home]], &t, home, seen);
        int seat = web_int(table, "to_act");
        if (seat >= 0 && holders[seat] >= 0 && seat != home) {
            json_decref(table);
            table = look(&cast->person[holders[seat]], &t, seat, seen);
        }
        seen = web_int(table, "position");
        if (seat < 0 || (holders[seat] < 0 && !plays_itself(table, seat))) {
            on = false; /* over, or nobody here can act */
        } else if (web_int(table, "to_act") != seat || holders[seat] < 0) {
            looks++;
            web_rest(REST);
        } else if (played == most) {
            on = false;
        } else if (play_one(&cast->person[holders[seat]], &t, seat, table, &seed)) {
            played++;
            looks = 0;
        }
        json_decref(table);
    }
    if (looks >= PATIENCE)
        fail_msg("the bot of %s does not move", match);
    for (int i = 0; i < VL_MAX_SEATS; i++)
        if (holders[i] >= 0)
            json_decref(ask(&cast->person[holders[i]], "unwatch", &t, i, NULL));
    return played;
}

/* ---- Summaries ---- */

static void add_hash(struct vl_text *out, const struct vl_text *of)
{
    vl_text_addf(out, "%016" PRIx64, vl_hash_bytes(vl_text_string(of), of->length, 0));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The texts of moves in an order that does not depend on the server's. */
static void add_moves(struct vl_text *out, const json_t *moves)
{
    size_t count = json_array_size(moves);
    const char **texts = malloc((count + 1) * sizeof *texts);
    assert_non_null(texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = web_text(json_array_get(moves, i), "move");
    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 0; i < count; i++)
        vl_text_addf(out, "%s\n", texts[i]);
    free(texts);
}

static void add_numbers(struct vl_text *out, const char *word, const json_t *numbers)
{
    size_t i;
    json_t *number;
    vl_text_addf(out, " %s", word);
    json_array_foreach(numbers, i, number)
        vl_text_addf(out, " %lld", (long long)json_integer_value(number));
}

/* Stops watching, and collects the chat that came after the table. */
static void add_chat(struct person *p, const struct table *t, int seat, struct vl_text *out)
{
    struct vl_text lines = {0};
    int id = ++p->last_id, count = 0;
    web_say(&p->socket, json_pack("{s:s,s:i,s:s,s:o}", "type", "unwatch", "id", id, "match",
                                  t->match, "seat", seat < 0 ? json_null() : json_integer(seat)));
    for (bool on = true; on;) {
        json_t *heard = web_await(&p->socket, NULL, -1), *line;
        size_t i;
        on = json_integer_value(json_object_get(heard, "re")) != id;
        if (on && strcmp(web_text(heard, "type"), "chat") == 0)
            json_array_foreach(json_object_get(heard, "lines"), i, line)
            {
                vl_text_addf(&lines, "%d %d %s\n", web_int(line, "number"), web_int(line, "seat"),
                             web_text(line, "text"));
                count++;
            }
        json_decref(heard);
    }
    if (count) {
        vl_text_addf(out, " chat %d ", count);
        add_hash(out, &lines);
    }
    vl_text_free(&lines);
}

static void add_viewer(struct person *p, const struct table *t, int seat, struct vl_text *out)
{
    struct vl_text log = {0}, legal = {0};
    json_t *table = ask(p, "watch", t, seat, json_pack("{s:b}", "idle", 1)), *entry;
    size_t i;
    if (seat < 0)
        vl_text_add(out, "  spectator");
    else
        vl_text_addf(out, "  viewer %d", seat);
    if (strcmp(web_text(table, "type"), "error") == 0) {
        vl_text_addf(out, " refused %s\n", web_text(table, "code"));
        json_decref(table);
        return;
    }
    json_array_foreach(json_object_get(table, "log"), i, entry) vl_text_addf(
        &log, "%d %d %s%s\n", web_int(entry, "position"), web_int(entry, "seat"),
        web_text(entry, "move"), json_is_true(json_object_get(entry, "minded")) ? " ~" : "");
    vl_text_addf(out, " log %zu ", json_array_size(json_object_get(table, "log")));
    add_hash(out, &log);
    add_moves(&legal, json_object_get(table, "legal"));
    if (legal.length) {
        vl_text_addf(out, " legal %zu ", json_array_size(json_object_get(table, "legal")));
        add_hash(out, &legal);
    }
    const json_t *points = json_object_get(json_object_get(table, "facts"), "points");
    if (points)
        add_numbers(out, "points", points);
    add_chat(p, t, seat, out);
    vl_text_add(out, "\n");
    vl_text_free(&log);
    vl_text_free(&legal);
    json_decref(table);
}

static const char *text_or(const json_t *object, const char *key, const char *other)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : other;
}

static void add_settings(const json_t *m, struct vl_text *out)
{
    const json_t *clock = json_object_get(m, "clock"), *origin = json_object_get(m, "origin");
    json_t *value;
    const char *name;
    vl_text_addf(out, "  game %s rules %d deck %s\n  options", web_text(m, "game"),
                 web_int(m, "rules_version"), web_text(m, "deck"));
    json_object_foreach(json_object_get(m, "options"), name, value)
        vl_text_addf(out, " %s=%s", name, json_string_value(value));
    vl_text_addf(out, "\n  status %s position %d to_act %d next %s\n  commitment %s\n",
                 web_text(m, "status"), web_int(m, "position"), web_int(m, "to_act"),
                 text_or(m, "next", "-"), text_or(m, "commitment", "-"));
    vl_text_addf(out, "  clock %s %lld chat %s\n", web_text(clock, "kind"),
                 (long long)(json_integer_value(json_object_get(clock, "seconds")) +
                             json_integer_value(json_object_get(clock, "days"))),
                 web_text(m, "chat"));
    if (!json_is_null(origin))
        vl_text_addf(out, "  origin %s %s %lld%s\n", web_text(origin, "kind"),
                     text_or(origin, "match", "-"),
                     (long long)json_integer_value(json_object_get(origin, "position")),
                     json_is_true(json_object_get(origin, "closed")) ? " closed" : "");
}

static void add_seats(const struct cast *cast, const json_t *m, const int *holders,
                      struct vl_text *out)
{
    static const char *const marks[] = {"claimed", "nonce", "minded"};
    json_t *seat;
    size_t i;
    json_array_foreach(json_object_get(m, "seats"), i, seat)
    {
        vl_text_addf(out, "  seat %zu %s \"%s\" bot %s held by %s", i, web_text(seat, "kind"),
                     web_text(seat, "name"), text_or(seat, "bot", "-"),
                     holders[i] >= 0 ? cast->name[holders[i]] : "-");
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
            if (json_is_true(json_object_get(seat, marks[k])))
                vl_text_addf(out, " %s", marks[k]);
        const json_t *vote = json_object_get(seat, "reissue");
        if (json_is_object(vote))
            add_numbers(out, "vote", json_object_get(vote, "agreed"));
        vl_text_add(out, "\n");
    }
}

/* A finished match: result and record, byte by byte. */
static void add_end(struct person *p, const json_t *m, struct vl_text *out)
{
    const json_t *result = json_object_get(m, "result");
    struct web_reply reply;
    char path[64], header[160];
    vl_text_add(out, "  result");
    add_numbers(out, "points", json_object_get(result, "points"));
    add_numbers(out, "ranks", json_object_get(result, "ranks"));
    snprintf(path, sizeof path, "/api/matches/%s/record", web_text(m, "match"));
    snprintf(header, sizeof header, "Cookie: %s\r\n", p->cookie);
    web_request(server.port, "GET", path, header, NULL, &reply);
    assert_int_equal(reply.status, 200);
    vl_text_add(out, " record ");
    add_hash(out, &reply.body);
    vl_text_add(out, "\n");
    web_reply_free(&reply);
}

void cast_summarize_match(struct cast *cast, const char *match, struct vl_text *out)
{
    struct table t = table_of(match);
    int holders[VL_MAX_SEATS];
    json_t *m = NULL;
    struct person *p = NULL;
    cast_holders(cast, match, holders);
    for (int i = 0; i <= cast->count && !m; i++) {
        p = &cast->person[i];
        m = get_match(p, match);
    }
    assert_non_null(m); /* somebody of the cast may see each match */
    vl_text_addf(out, "match %s\n", match);
    add_settings(m, out);
    add_seats(cast, m, holders, out);
    add_viewer(&cast->person[cast->count], &t, -1, out);
    for (int i = 0; i < VL_MAX_SEATS; i++)
        if (holders[i] >= 0)
            add_viewer(&cast->person[holders[i]], &t, i, out);
    if (strcmp(web_text(m, "status"), "over") == 0)
        add_end(p, m, out);
    json_decref(m);
}

static json_t *get_mine(struct person *p, const char *what)
{
    char path[64];
    int status;
    snprintf(path, sizeof path, "/api/my/%s", what);
    json_t *got = web_json(server.port, "GET", path, p->cookie, NULL, &status);
    assert_int_equal(status, 200);
    return got;
}

void cast_summarize_person(struct cast *cast, int who, struct vl_text *out)
{
    struct person *p = &cast->person[who];
    json_t *matches = get_mine(p, "matches"), *statistics = get_mine(p, "statistics");
    json_t *gone = get_mine(p, "left"), *entry;
    size_t i;
    vl_text_addf(out, "person %s\n  matches %zu\n", cast->name[who],
                 json_array_size(json_object_get(matches, "matches")));
    json_array_foreach(json_object_get(statistics, "games"), i, entry)
        vl_text_addf(out, "  results %s played %d won %d best %d\n", web_text(entry, "game"),
                     web_int(entry, "played"), web_int(entry, "won"), web_int(entry, "best"));
    json_array_foreach(json_object_get(gone, "left"), i, entry)
        vl_text_addf(out, "  left %s seat %d %s\n", web_text(entry, "match"),
                     web_int(entry, "seat"), web_text(entry, "how"));
    json_decref(matches);
    json_decref(statistics);
    json_decref(gone);
}
