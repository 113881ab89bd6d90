/* Postcards: views and states as JSON. */
#include <string.h>

#include "core/bits.h"
#include "games/postcards/postcards.h"

static const char *const keys[] = {
    "seats",   "phase", "first", "seat",     "coins", "waiting", "tourist", "toured",
    "ending",  "did",   "idle",  "dull",     "round", "pool",    "deck",    "tour_deck",
    "tableau", "line",  "open",  "suitcase", "at",    "held",    "tours",   NULL};

void pc_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct pc_state *s = pc_seen(view);
    uint64_t tours[VL_MAX_SEATS];
    (void)deck;
    vl_json_object(json);
    vl_json_put_int(json, "seats", s->seats);
    vl_json_put_int(json, "phase", s->phase);
    vl_json_put_int(json, "first", s->first);
    vl_json_put_int(json, "seat", s->seat);
    vl_json_put_int(json, "coins", s->coins);
    vl_json_put_int(json, "waiting", s->waiting);
    vl_json_put_int(json, "tourist", s->tourist);
    vl_json_put_int(json, "toured", s->toured);
    vl_json_put_int(json, "ending", s->ending);
    vl_json_put_int(json, "did", s->did);
    vl_json_put_int(json, "idle", s->idle);
    vl_json_put_int(json, "dull", s->dull);
    vl_json_put_int(json, "round", s->round);
    vl_json_put_set(json, "pool", s->pool);
    vl_json_put_set(json, "deck", s->deck);
    vl_json_put_set(json, "tour_deck", s->tour_deck);
    vl_json_put_bytes(json, "tableau", s->tableau, PC_CELLS);
    vl_json_put_bytes(json, "line", s->line, PC_LINE);
    vl_json_put_bytes(json, "open", s->open, s->seats);
    vl_json_put_bytes(json, "suitcase", s->suitcase[0], (size_t)s->seats * PC_TEAM);
    vl_json_put_bytes(json, "at", s->at[0], (size_t)s->seats * PC_TEAM);
    vl_json_put_sets(json, "held", s->held, s->seats);
    for (uint32_t seat = 0; seat < s->seats; seat++)
        tours[seat] = s->tours[seat];
    vl_json_put_sets(json, "tours", tours, s->seats);
    vl_json_end_object(json);
}

static bool read_numbers(const struct json_t *json, struct pc_state *s, struct vl_error *err)
{
    const struct {
        const char *key;
        uint8_t *field;
        int64_t least, most;
    } bytes[] = {
        {"seats", &s->seats, 2, VL_MAX_SEATS},
        {"phase", &s->phase, 0, PC_PHASE_OVER},
        {"first", &s->first, 0, VL_MAX_SEATS - 1},
        {"seat", &s->seat, 0, VL_MAX_SEATS - 1},
        {"coins", &s->coins, 0, PC_COINS},
        {"waiting", &s->waiting, 0, PC_CELLS - 1},
        {"tourist", &s->tourist, 0, PC_NOWHERE},
        {"toured", &s->toured, 0, 1},
        {"ending", &s->ending, 0, 1},
        {"did", &s->did, 0, PC_DID_ANYTHING | PC_DID_MATTER},
        {"idle", &s->idle, 0, PC_IDLE_ROUNDS},
        {"dull", &s->dull, 0, PC_DULL_ROUNDS},
    };
    int64_t value;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        if (!vl_json_get_int(json, bytes[i].key, bytes[i].least, bytes[i].most, &value, err))
            return false;
        *bytes[i].field = (uint8_t)value;
    }
    if (!vl_json_get_int(json, "round", 0, UINT16_MAX, &value, err))
        return false;
    s->round = (uint16_t)value;
    return true;
}

bool pc_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    struct pc_state *s = state;
    uint64_t pool, tour_deck, tours[VL_MAX_SEATS];
    memset(s, 0, sizeof *s);
    memset(s->suitcase, PC_NONE, sizeof s->suitcase);
    memset(s->at, PC_NOWHERE, sizeof s->at);
    if (!vl_json_only(json, keys, err) || !read_numbers(json, s, err) ||
        !vl_json_get_set(json, "pool", PC_SUITCASES, &pool, err) ||
        !vl_json_get_set(json, "deck", PC_CARDS, &s->deck, err) ||
        !vl_json_get_set(json, "tour_deck", PC_TOURS, &tour_deck, err) ||
        !vl_json_get_bytes(json, "tableau", PC_CELLS, 0, PC_NONE, s->tableau, err) ||
        !vl_json_get_bytes(json, "line", PC_LINE, 0, PC_NONE, s->line, err) ||
        !vl_json_get_bytes(json, "open", s->seats, 0, 3, s->open, err) ||
        !vl_json_get_bytes(json, "suitcase", (size_t)s->seats * PC_TEAM, 0, PC_NONE, s->suitcase[0],
                           err) ||
        !vl_json_get_bytes(json, "at", (size_t)s->seats * PC_TEAM, 0, PC_NOWHERE, s->at[0], err) ||
        !vl_json_get_sets(json, "held", s->seats, PC_CARDS, s->held, err) ||
        !vl_json_get_sets(json, "tours", s->seats, PC_TOURS, tours, err))
        return false;
    s->pool = (uint8_t)pool;
    s->tour_deck = (uint32_t)tour_deck;
    for (uint32_t seat = 0; seat < s->seats; seat++)
        s->tours[seat] = (uint32_t)tours[seat];
    /* What follows from the rest is recomputed where the rest makes sense; check says the rest. */
    for (uint32_t cell = 0; cell < PC_CELLS; cell++)
        if (s->tableau[cell] != PC_NONE && s->tableau[cell] >= PC_CARDS)
            return vl_fail(err, VL_BAD_INPUT, "tableau", "there is no postcard %u",
                           s->tableau[cell]);
    for (uint32_t place = 0; place < PC_LINE; place++)
        if (s->line[place] != PC_NONE && s->line[place] >= PC_TOURS)
            return vl_fail(err, VL_BAD_INPUT, "line", "there is no tour %u", s->line[place]);
    for (uint32_t n = 0; n < VL_MAX_SEATS * PC_TEAM; n++)
        if (s->suitcase[n / PC_TEAM][n % PC_TEAM] != PC_NONE &&
            s->suitcase[n / PC_TEAM][n % PC_TEAM] >= PC_SUITCASES)
            return vl_fail(err, VL_BAD_INPUT, "suitcase", "there is no such suitcase");
    if (s->seat >= s->seats)
        return vl_fail(err, VL_BAD_INPUT, "seat", "there are %u seats", s->seats);
    pc_derive(deck->data, s);
    return true;
}
