/* Travelogue: views and states as JSON. */
#include <string.h>

#include "core/fields.h"
#include "games/travelogue/judge.h"

enum { SEATS = offsetof(struct tl_state, seats) };

/* Sets of cards, 42 a word (cards.h): one, and an array of them for the seats. */
#define CARDS(member) VL_SET_AT(struct tl_state, member), .word = TL_WORD, .most = TL_CARDS
#define CARDS_OF_SEATS(type, member)                                                               \
    VL_SETS_AT(type, member, struct tl_set), .word = TL_WORD, .most = TL_CARDS,                    \
                                             .used = offsetof(type, seats)

/* A row for each member of the state, but for the scored cards. */
static const struct vl_field fields[] = {
    {"seats", VL_NUMBER_AT(struct tl_state, seats), .least = 2, .most = VL_MAX_SEATS},
    {"phase", VL_NUMBER_AT(struct tl_state, phase), .least = TL_ALBUM, .most = TL_OVER},
    {"seat", VL_NUMBER_AT(struct tl_state, seat), .most = VL_MAX_SEATS - 1},
    {"actor", VL_NUMBER_AT(struct tl_state, actor), .most = VL_MAX_SEATS - 1},
    {"trader", VL_NUMBER_AT(struct tl_state, trader), .most = TL_AGENTS},
    {"partner", VL_NUMBER_AT(struct tl_state, partner), .most = VL_MAX_SEATS - 1},
    {"taken", VL_NUMBER_AT(struct tl_state, taken), .most = TL_CARDS - 1, .none = TL_NONE},
    {"step", VL_NUMBER_AT(struct tl_state, step), .most = 2 * TL_RETURNED - 1},
    {"last_turns", VL_NUMBER_AT(struct tl_state, last_turns), .most = VL_MAX_SEATS},
    {"chosen_unknown", VL_NUMBER_AT(struct tl_state, chosen_unknown), .most = TL_AGENTS},
    {"deck", CARDS(deck)},
    {"chosen", CARDS(chosen)},
    {"hands", CARDS_OF_SEATS(struct tl_state, hand)},
    {"gave", CARDS_OF_SEATS(struct tl_state, gave)},
    {"known", CARDS_OF_SEATS(struct tl_state, known), .unit = VL_MAX_SEATS, .unit_used = SEATS,
     .nested = true},
    {"given", VL_BYTES_AT(struct tl_state, given), .most = TL_CARDS - 1, .none = TL_NONE,
     .hidden = TL_HIDDEN},
    {"agents", VL_BYTES_AT(struct tl_state, agent), .most = TL_CARDS - 1, .none = TL_NONE},
    {"destinations", VL_BYTES_AT(struct tl_state, destination), .most = TL_DESTINATIONS - 1,
     .none = TL_NONE, .used = SEATS},
    {"albums", VL_BYTES_AT(struct tl_state, album), .most = TL_ALBUMS, .used = SEATS},
    {"unknown", VL_BYTES_AT(struct tl_state, unknown), .most = TL_CARDS, .used = SEATS},
    {"piles", VL_BYTES_AT(struct tl_state, pile), .most = TL_DESTINATIONS - 1, .none = TL_NONE,
     .hidden = TL_HIDDEN, .unit = TL_PILE_SIZE, .nested = true},
    {0},
};

/* The cards under the albums, by seat; the state keeps one set and the seats' bits. */
struct albums {
    struct tl_set scored[VL_MAX_SEATS];
    uint8_t seats;
};

static const struct vl_field album_fields[] = {
    {"scored", CARDS_OF_SEATS(struct albums, scored)},
    {0},
};

void tl_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct tl_state *s = (const struct tl_state *)view->state.bytes;
    struct albums albums = {.seats = s->seats};
    for (uint32_t seat = 0; seat < s->seats; seat++)
        albums.scored[seat] = tl_scored_by(s, seat);
    vl_json_object(json);
    vl_fields_write(json, fields, s);
    vl_fields_write(json, album_fields, &albums);
    vl_json_end_object(json);
}

/* The state has one set of scored cards and the seat's number in two more, bit by bit, which is
 * smaller than a set for each seat; in JSON they are lists by seat. */
static bool read_scored(const struct json_t *json, struct tl_state *s, struct vl_error *err)
{
    struct albums albums = {.seats = s->seats};
    if (!vl_fields_read(json, album_fields, &albums, err))
        return false;
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        if (tl_meet(s->scored, albums.scored[seat]))
            return vl_fail(err, VL_BAD_INPUT, "scored", "a card lies under two albums");
        s->scored = tl_join(s->scored, albums.scored[seat]);
        for (uint32_t i = 0; i < 2; i++)
            if (seat >> i & 1U)
                s->scorer[i] = tl_join(s->scorer[i], albums.scored[seat]);
    }
    return true;
}

bool tl_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    static const char *const more[] = {"scored", NULL};
    memset(state, 0, sizeof(struct tl_state));
    return vl_fields_only(json, fields, more, err) && vl_fields_read(json, fields, state, err) &&
           read_scored(json, state, err);
}
