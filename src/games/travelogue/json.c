/* Travelogue: views and states as JSON, and the facts that boards draw. */
#include <string.h>

#include <jansson.h>

#include "games/travelogue/judge.h"

static const char *const keys[] = {
    "seats",      "phase",  "seat",         "actor", "trader", "partner",        "taken", "step",
    "last_turns", "deck",   "scored",       "hands", "chosen", "chosen_unknown", "known", "gave",
    "given",      "agents", "destinations", "piles", "albums", "unknown",        NULL};

static const struct tl_state *seen_state(const struct vl_view *view)
{
    return (const struct tl_state *)view->state.bytes;
}

static void put_set(struct vl_json *json, struct tl_set set)
{
    vl_json_array(json);
    while (tl_any(set))
        vl_json_int(json, tl_take_lowest(&set));
    vl_json_end_array(json);
}

static void put_named_set(struct vl_json *json, const char *key, struct tl_set set)
{
    vl_json_key(json, key);
    put_set(json, set);
}

static void put_sets(struct vl_json *json, const char *key, const struct tl_set *sets,
                     uint32_t count)
{
    vl_json_key(json, key);
    vl_json_array(json);
    for (uint32_t i = 0; i < count; i++)
        put_set(json, sets[i]);
    vl_json_end_array(json);
}

void tl_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct tl_state *s = seen_state(view);
    struct tl_set scored[VL_MAX_SEATS];
    (void)deck;
    vl_json_object(json);
    vl_json_put_int(json, "seats", s->seats);
    vl_json_put_int(json, "phase", s->phase);
    vl_json_put_int(json, "seat", s->seat);
    vl_json_put_int(json, "actor", s->actor);
    vl_json_put_int(json, "trader", s->trader);
    vl_json_put_int(json, "partner", s->partner);
    vl_json_put_int(json, "taken", s->taken);
    vl_json_put_int(json, "step", s->step);
    vl_json_put_int(json, "last_turns", s->last_turns);
    vl_json_put_int(json, "chosen_unknown", s->chosen_unknown);
    put_named_set(json, "deck", s->deck);
    put_named_set(json, "chosen", s->chosen);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        scored[seat] = tl_scored_by(s, seat);
    put_sets(json, "scored", scored, s->seats);
    put_sets(json, "hands", s->hand, s->seats);
    put_sets(json, "gave", s->gave, s->seats);
    vl_json_key(json, "known");
    vl_json_array(json);
    for (uint32_t viewer = 0; viewer < s->seats; viewer++) {
        vl_json_array(json);
        for (uint32_t seat = 0; seat < s->seats; seat++)
            put_set(json, s->known[viewer][seat]);
        vl_json_end_array(json);
    }
    vl_json_end_array(json);
    vl_json_put_bytes(json, "given", s->given, TL_AGENTS);
    vl_json_put_bytes(json, "agents", s->agent, TL_AGENTS);
    vl_json_put_bytes(json, "destinations", s->destination, s->seats);
    vl_json_put_bytes(json, "albums", s->album, s->seats);
    vl_json_put_bytes(json, "unknown", s->unknown, s->seats);
    vl_json_key(json, "piles");
    vl_json_array(json);
    for (uint32_t p = 0; p < TL_PILES; p++) {
        vl_json_array(json);
        for (uint32_t i = 0; i < TL_PILE_SIZE; i++)
            vl_json_int(json, s->pile[p][i]);
        vl_json_end_array(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

/* ---- Reading ---- */

/* An array of card numbers, each once. */
static bool read_set(const struct json_t *array, const char *where, struct tl_set *set,
                     struct vl_error *err)
{
    if (!json_is_array(array))
        return vl_fail(err, VL_BAD_INPUT, where, "expected an array of cards");
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *item = json_array_get(array, i);
        json_int_t card = json_is_integer(item) ? json_integer_value(item) : -1;
        if (card < 0 || card >= TL_CARDS || tl_has(set, (uint32_t)card))
            return vl_fail(err, VL_BAD_INPUT, where, "expected different cards, numbered 0 to %d",
                           TL_CARDS - 1);
        tl_add(set, (uint32_t)card);
    }
    return true;
}

static bool read_named_set(const struct json_t *json, const char *key, struct tl_set *set,
                           struct vl_error *err)
{
    const struct json_t *member;
    return vl_json_get(json, key, &member, err) && read_set(member, key, set, err);
}

static bool read_sets(const struct json_t *array, const char *where, uint32_t count,
                      struct tl_set *sets, struct vl_error *err)
{
    if (!json_is_array(array) || json_array_size(array) != count)
        return vl_fail(err, VL_BAD_INPUT, where, "expected %u arrays of cards", count);
    for (uint32_t i = 0; i < count; i++)
        if (!read_set(json_array_get(array, i), where, &sets[i], err))
            return false;
    return true;
}

static bool read_named_sets(const struct json_t *json, const char *key, uint32_t count,
                            struct tl_set *sets, struct vl_error *err)
{
    const struct json_t *member;
    return vl_json_get(json, key, &member, err) && read_sets(member, key, count, sets, err);
}

/* Numbers that fit a byte, with their range. */
static bool read_numbers(const struct json_t *json, struct tl_state *s, struct vl_error *err)
{
    const struct {
        const char *key;
        uint8_t *field;
        int64_t least, most;
    } bytes[] = {
        {"seats", &s->seats, 2, VL_MAX_SEATS},
        {"phase", &s->phase, TL_ALBUM, TL_OVER},
        {"seat", &s->seat, 0, VL_MAX_SEATS - 1},
        {"actor", &s->actor, 0, VL_MAX_SEATS - 1},
        {"trader", &s->trader, 0, TL_AGENTS},
        {"partner", &s->partner, 0, VL_MAX_SEATS - 1},
        {"taken", &s->taken, 0, TL_NONE},
        {"step", &s->step, 0, 2 * TL_RETURNED - 1},
        {"last_turns", &s->last_turns, 0, VL_MAX_SEATS},
        {"chosen_unknown", &s->chosen_unknown, 0, TL_AGENTS},
    };
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        int64_t value;
        if (!vl_json_get_int(json, bytes[i].key, bytes[i].least, bytes[i].most, &value, err))
            return false;
        *bytes[i].field = (uint8_t)value;
    }
    return true;
}

static bool read_knowledge(const struct json_t *json, struct tl_state *s, struct vl_error *err)
{
    const struct json_t *known;
    if (!vl_json_get(json, "known", &known, err))
        return false;
    if (!json_is_array(known) || json_array_size(known) != s->seats)
        return vl_fail(err, VL_BAD_INPUT, "known", "expected an array for each seat");
    for (uint32_t viewer = 0; viewer < s->seats; viewer++)
        if (!read_sets(json_array_get(known, viewer), "known", s->seats, s->known[viewer], err))
            return false;
    return read_named_sets(json, "gave", s->seats, s->gave, err);
}

static bool read_scored(const struct json_t *json, struct tl_state *s, struct vl_error *err)
{
    struct tl_set scored[VL_MAX_SEATS];
    memset(scored, 0, sizeof scored);
    if (!read_named_sets(json, "scored", s->seats, scored, err))
        return false;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        if (tl_meet(s->scored, scored[seat]))
            return vl_fail(err, VL_BAD_INPUT, "scored", "a card lies under two albums");
        s->scored = tl_join(s->scored, scored[seat]);
        for (uint32_t i = 0; i < 2; i++)
            if (seat >> i & 1U)
                s->scorer[i] = tl_join(s->scorer[i], scored[seat]);
    }
    return true;
}

static bool read_piles(const struct json_t *json, struct tl_state *s, struct vl_error *err)
{
    const struct json_t *piles;
    if (!vl_json_get(json, "piles", &piles, err))
        return false;
    if (!json_is_array(piles) || json_array_size(piles) != TL_PILES)
        return vl_fail(err, VL_BAD_INPUT, "piles", "expected three piles");
    for (uint32_t p = 0; p < TL_PILES; p++) {
        const json_t *pile = json_array_get(piles, p);
        if (!json_is_array(pile) || json_array_size(pile) != TL_PILE_SIZE)
            return vl_fail(err, VL_BAD_INPUT, "piles", "expected six places in each pile");
        for (uint32_t i = 0; i < TL_PILE_SIZE; i++) {
            const json_t *item = json_array_get(pile, i);
            json_int_t card = json_is_integer(item) ? json_integer_value(item) : -1;
            if (card < 0 || card > TL_NONE)
                return vl_fail(err, VL_BAD_INPUT, "piles", "expected destinations, 0 to 17");
            s->pile[p][i] = (uint8_t)card;
        }
    }
    return true;
}

bool tl_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    struct tl_state *s = state;
    (void)deck;
    memset(s, 0, sizeof *s);
    memset(s->destination, TL_NONE, sizeof s->destination);
    return vl_json_only(json, keys, err) && read_numbers(json, s, err) &&
           read_named_set(json, "deck", &s->deck, err) &&
           read_named_set(json, "chosen", &s->chosen, err) && read_scored(json, s, err) &&
           read_named_sets(json, "hands", s->seats, s->hand, err) && read_knowledge(json, s, err) &&
           read_piles(json, s, err) &&
           vl_json_get_bytes(json, "given", TL_AGENTS, 0, TL_NONE, s->given, err) &&
           vl_json_get_bytes(json, "agents", TL_AGENTS, 0, TL_NONE, s->agent, err) &&
           vl_json_get_bytes(json, "destinations", s->seats, 0, TL_NONE, s->destination, err) &&
           vl_json_get_bytes(json, "albums", s->seats, 0, TL_ALBUMS, s->album, err) &&
           vl_json_get_bytes(json, "unknown", s->seats, 0, TL_CARDS, s->unknown, err);
}
