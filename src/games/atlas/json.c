/* Atlas: views and states as JSON. Which member of the structs is written how stands in tables. */
#include <jansson.h>
#include <stddef.h>
#include <string.h>

#include "games/atlas/names.h"

enum shape { BYTES, SET8, SET16, SET32, SET64, WORDS };

/* A member: `count` bytes, or a set of elements below `most`. */
struct member {
    const char *key;
    size_t offset;
    enum shape shape;
    uint32_t count;
    int64_t most;
};

#define IN_SEAT(name) offsetof(struct at_seat, name)
#define IN_STATE(name) offsetof(struct at_state, name)

static const struct member seat_members[] = {
    {"hand", IN_SEAT(hand), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"peeked", IN_SEAT(peeked), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"pack", IN_SEAT(pack), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"guides", IN_SEAT(guides), WORDS, AT_COUNTRY_WORDS, AT_COUNTRIES},
    {"explored", IN_SEAT(explored), WORDS, AT_COUNTRY_WORDS, AT_COUNTRIES},
    {"learned", IN_SEAT(learned), WORDS, AT_LANGUAGE_WORDS, AT_LANGUAGES},
    {"goals", IN_SEAT(goals), SET64, 1, AT_GOAL_COUNT_ALL},
    {"goals_done", IN_SEAT(goals_done), SET64, 1, AT_GOAL_COUNT_ALL},
    {"friends", IN_SEAT(friends), SET32, 1, AT_PARTIES},
    {"public_goals", IN_SEAT(public_goals), SET32, 1, AT_PUBLIC},
    {"covered", IN_SEAT(covered), SET16, 1, AT_BOARD_SLOTS},
    {"disliked", IN_SEAT(disliked), SET16, 1, AT_BOARD_SLOTS},
    {"icons", IN_SEAT(icons), BYTES, AT_EXPERIENCES, 255},
    {"dante", IN_SEAT(dante), BYTES, 1, 1},
    {"money", IN_SEAT(money), BYTES, 1, AT_MOST_MONEY},
    {"energy", IN_SEAT(energy), BYTES, 1, AT_MOST_ENERGY},
    {"tokens", IN_SEAT(tokens), BYTES, 1, AT_TOKENS},
    {"blog", IN_SEAT(blog), BYTES, 1, AT_BLOG_SLOTS},
    {"blogged", IN_SEAT(blogged), BYTES, 1, 1},
    {"character", IN_SEAT(character), BYTES, 1, AT_NONE},
    {"offered", IN_SEAT(offered), BYTES, 2, AT_NONE},
    {"tile", IN_SEAT(tile), BYTES, 3, AT_NONE},
    {"side", IN_SEAT(side), BYTES, 2, 1},
    {"home", IN_SEAT(home), BYTES, 1, AT_NONE},
    {"at", IN_SEAT(at), BYTES, 1, AT_NONE},
    {"likes", IN_SEAT(likes), BYTES, AT_BONUSES, 9},
    {"circles", IN_SEAT(circles), SET8, 1, AT_BONUSES},
    {"souvenirs", IN_SEAT(souvenirs), SET8, 1, AT_SOUVENIRS},
    {"used", IN_SEAT(used), SET8, 1, AT_SOUVENIRS},
    {"score_tile", IN_SEAT(score_tile), BYTES, 1, AT_SCORE_TILES},
    {"printed", IN_SEAT(printed), BYTES, 1, 1},
    {"order", IN_SEAT(order), BYTES, AT_DANTE_GOALS, AT_NONE},
    {"deck", IN_SEAT(deck), BYTES, AT_DANTE_KINDS, 99},
    {"unknown_cards", IN_SEAT(unknown_cards), BYTES, 1, AT_CARDS},
    {"unknown_pack", IN_SEAT(unknown_pack), BYTES, 1, AT_PACK},
    {"unknown_goals", IN_SEAT(unknown_goals), BYTES, 2, AT_GEOGRAPHY},
};

static const struct member state_members[] = {
    {"pile", IN_STATE(pile), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"discard", IN_STATE(discard), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"shown", IN_STATE(shown), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"toured", IN_STATE(toured), WORDS, AT_COUNTRY_WORDS, AT_COUNTRIES},
    {"chosen", IN_STATE(chosen), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"showing", IN_STATE(showing), WORDS, AT_CARD_WORDS, AT_CARDS},
    {"goals", IN_STATE(goals), SET64, 1, AT_GOAL_COUNT_ALL},
    {"public_goals", IN_STATE(public_goals), SET32, 1, AT_PUBLIC},
    {"events", IN_STATE(events), SET32, 1, AT_EVENTS},
    {"event_discards", IN_STATE(event_discards), SET32, 1, AT_EVENTS},
    {"active", IN_STATE(active), SET32, 1, AT_EVENTS},
    {"parties", IN_STATE(parties), SET32, 1, AT_PARTIES},
    {"party_discards", IN_STATE(party_discards), SET32, 1, AT_PARTIES},
    {"characters", IN_STATE(characters), SET32, 1, AT_CHARACTERS},
    {"tiles", IN_STATE(tiles), SET32, 1, AT_TILES},
    {"event_cubes", IN_STATE(event_cubes), BYTES, AT_EVENTS, 9},
    {"event_owner", IN_STATE(event_owner), BYTES, AT_EVENTS, AT_NONE},
    {"bottom", IN_STATE(bottom), BYTES, 2 * AT_BOTTOMS, AT_NONE},
    {"bottom_owner", IN_STATE(bottom_owner), BYTES, 2 * AT_BOTTOMS, AT_NONE},
    {"bottoms", IN_STATE(bottoms), BYTES, 2, AT_BOTTOMS},
    {"row", IN_STATE(row), BYTES, AT_ROW, AT_NONE},
    {"token_at", IN_STATE(token_at), BYTES, AT_EXPERIENCES, AT_NONE},
    {"souvenir_at", IN_STATE(souvenir_at), BYTES, AT_SOUVENIRS, AT_NONE},
    {"lock", IN_STATE(lock), BYTES, 1, AT_NONE},
    {"locked", IN_STATE(locked), BYTES, 1, 1},
    {"setup", IN_STATE(setup), BYTES, 1, AT_NONE},
    {"score_tiles", IN_STATE(score_tiles), BYTES, 1, AT_SCORE_TILES},
    {"step", IN_STATE(step), BYTES, 1, AT_SETUP_STEPS},
    {"seats", IN_STATE(seats), BYTES, 1, VL_MAX_SEATS},
    {"dantes", IN_STATE(dantes), BYTES, 1, VL_MAX_SEATS},
    {"options", IN_STATE(options), BYTES, AT_OPTIONS, 9},
    {"active_seat", IN_STATE(active_seat), BYTES, 1, VL_MAX_SEATS},
    {"main_done", IN_STATE(main_done), BYTES, 1, 2},
    {"bonus_done", IN_STATE(bonus_done), BYTES, 1, 1},
    {"travelled", IN_STATE(travelled), BYTES, 1, 1},
    {"round", IN_STATE(round), BYTES, 1, AT_LAST_ROUND},
    {"ending", IN_STATE(ending), BYTES, 1, 1},
    {"last_turns", IN_STATE(last_turns), BYTES, 1, VL_MAX_SEATS},
    {"over", IN_STATE(over), BYTES, 1, 1},
    {"unknown_bottoms", IN_STATE(unknown_bottoms), BYTES, 2, AT_BOTTOMS},
};

enum {
    SEAT_MEMBERS = sizeof seat_members / sizeof *seat_members,
    STATE_MEMBERS = sizeof state_members / sizeof *state_members,
};

static void put_member(struct vl_json *json, const struct member *m, const void *base)
{
    const uint8_t *at = (const uint8_t *)base + m->offset;
    uint16_t set16;
    uint32_t set32;
    uint64_t set[AT_COUNTRY_WORDS];
    switch (m->shape) {
    case BYTES:
        if (m->count == 1)
            vl_json_put_int(json, m->key, *at);
        else
            vl_json_put_bytes(json, m->key, at, m->count);
        return;
    case SET8:
        vl_json_put_set(json, m->key, *at);
        return;
    case SET16:
        memcpy(&set16, at, sizeof set16);
        vl_json_put_set(json, m->key, set16);
        return;
    case SET32:
        memcpy(&set32, at, sizeof set32);
        vl_json_put_set(json, m->key, set32);
        return;
    case SET64:
        memcpy(set, at, sizeof *set);
        vl_json_put_set(json, m->key, *set);
        return;
    case WORDS:
        memcpy(set, at, m->count * sizeof *set);
        vl_json_put_words(json, m->key, set, m->count);
        return;
    }
}

static bool get_member(const struct json_t *json, const struct member *m, void *base,
                       struct vl_error *err)
{
    uint8_t *at = (uint8_t *)base + m->offset;
    uint64_t set[AT_COUNTRY_WORDS] = {0};
    int64_t value;
    switch (m->shape) {
    case BYTES:
        if (m->count > 1)
            return vl_json_get_bytes(json, m->key, m->count, 0, m->most, at, err);
        if (!vl_json_get_int(json, m->key, 0, m->most, &value, err))
            return false;
        *at = (uint8_t)value;
        return true;
    case WORDS:
        if (!vl_json_get_words(json, m->key, (uint32_t)m->most, set, err))
            return false;
        memcpy(at, set, m->count * sizeof *set);
        return true;
    case SET8:
    case SET16:
    case SET32:
    case SET64:
        break;
    }
    if (!vl_json_get_set(json, m->key, (uint32_t)m->most, set, err))
        return false;
    uint8_t set8 = (uint8_t)*set;
    uint16_t set16 = (uint16_t)*set;
    uint32_t set32 = (uint32_t)*set;
    if (m->shape == SET8)
        memcpy(at, &set8, sizeof set8);
    else if (m->shape == SET16)
        memcpy(at, &set16, sizeof set16);
    else if (m->shape == SET32)
        memcpy(at, &set32, sizeof set32);
    else
        memcpy(at, set, sizeof *set);
    return true;
}

static void put_seat(struct vl_json *json, const struct at_seat *p)
{
    vl_json_object(json);
    for (uint32_t i = 0; i < SEAT_MEMBERS; i++)
        put_member(json, &seat_members[i], p);
    vl_json_key(json, "tableau");
    vl_json_array(json);
    for (uint32_t i = 0; i < p->visits; i++) {
        vl_json_array(json);
        vl_json_int(json, p->tableau[i].country);
        vl_json_int(json, p->tableau[i].card);
        vl_json_end_array(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

void at_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct at_state *s = at_seen(view);
    (void)deck;
    vl_json_object(json);
    for (uint32_t i = 0; i < STATE_MEMBERS; i++)
        put_member(json, &state_members[i], s);
    vl_json_key(json, "seat");
    vl_json_array(json);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        put_seat(json, &s->seat[seat]);
    vl_json_end_array(json);
    vl_json_key(json, "tasks");
    vl_json_array(json);
    for (uint32_t i = 0; i < s->tasks; i++) {
        const uint8_t task[] = {s->task[i].kind, s->task[i].seat, s->task[i].a, s->task[i].b};
        vl_json_array(json);
        for (uint32_t k = 0; k < 4; k++)
            vl_json_int(json, task[k]);
        vl_json_end_array(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

/* An array of at most `most` arrays of `width` bytes. */
static bool get_tuples(const struct json_t *json, const char *key, size_t most, size_t width,
                       uint8_t *out, size_t *count, struct vl_error *err)
{
    const struct json_t *array;
    if (!vl_json_get(json, key, &array, err))
        return false;
    *count = json_array_size(array);
    if (!json_is_array(array) || *count > most)
        return vl_fail(err, VL_BAD_INPUT, key, "expected an array of at most %zu", most);
    for (size_t i = 0; i < *count; i++) {
        const json_t *tuple = json_array_get(array, i);
        if (json_array_size(tuple) != width)
            return vl_fail(err, VL_BAD_INPUT, key, "expected %zu numbers in each", width);
        for (size_t k = 0; k < width; k++) {
            const json_t *number = json_array_get(tuple, k);
            json_int_t value = json_integer_value(number);
            if (!json_is_integer(number) || value < 0 || value > 255)
                return vl_fail(err, VL_BAD_INPUT, key, "expected numbers from 0 to 255");
            out[i * width + k] = (uint8_t)value;
        }
    }
    return true;
}

static bool only_members(const struct json_t *json, const struct member *members, uint32_t count,
                         const char *const *more, struct vl_error *err)
{
    const char *keys[64];
    uint32_t n = 0;
    for (; n < count; n++)
        keys[n] = members[n].key;
    while (*more)
        keys[n++] = *more++;
    keys[n] = NULL;
    return vl_json_only(json, keys, err);
}

static bool get_seat(const struct json_t *json, struct at_seat *p, struct vl_error *err)
{
    static const char *const more[] = {"tableau", NULL};
    uint8_t visits[AT_TABLEAU * 2];
    size_t count;
    if (!json_is_object(json))
        return vl_fail(err, VL_BAD_INPUT, "seat", "expected an object for each seat");
    if (!only_members(json, seat_members, SEAT_MEMBERS, more, err))
        return false;
    for (uint32_t i = 0; i < SEAT_MEMBERS; i++)
        if (!get_member(json, &seat_members[i], p, err))
            return false;
    if (!get_tuples(json, "tableau", AT_TABLEAU, 2, visits, &count, err))
        return false;
    p->visits = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        p->tableau[i] = (struct at_visit){visits[2 * i], visits[2 * i + 1]};
    return true;
}

bool at_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    static const char *const more[] = {"seat", "tasks", NULL};
    struct vl_setup setup = {.seats = 2};
    struct at_state *s = state;
    const struct json_t *seats;
    uint8_t tasks[AT_TASKS * 4];
    size_t count;
    at_start(deck->data, &setup, s); /* absent seats are as they are at the start */
    struct at_seat absent = s->seat[VL_MAX_SEATS - 1];
    memset(s, 0, sizeof *s);
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        s->seat[seat] = absent;
    if (!json_is_object(json))
        return vl_fail(err, VL_BAD_INPUT, NULL, "expected an object");
    if (!only_members(json, state_members, STATE_MEMBERS, more, err))
        return false;
    for (uint32_t i = 0; i < STATE_MEMBERS; i++)
        if (!get_member(json, &state_members[i], s, err))
            return false;
    if (!vl_json_get(json, "seat", &seats, err))
        return false;
    if (json_array_size(seats) != s->seats || s->seats < 2)
        return vl_fail(err, VL_BAD_INPUT, "seat", "expected one object for each of 2 to 4 seats");
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (!get_seat(json_array_get(seats, seat), &s->seat[seat], err))
            return false;
    if (!get_tuples(json, "tasks", AT_TASKS, 4, tasks, &count, err))
        return false;
    s->tasks = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        s->task[i] =
            (struct at_task){tasks[4 * i], tasks[4 * i + 1], tasks[4 * i + 2], tasks[4 * i + 3]};
    return true;
}
