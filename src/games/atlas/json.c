/* Atlas: views and states as JSON. */
#include <jansson.h>
#include <stddef.h>
#include <string.h>

#include "core/fields.h"
#include "core/json_write.h"
#include "games/atlas/names.h"

/* Rows of the tables below; `none` can be a number of any kind, and `check` knows their ranges. */
#define NUMBER(member, highest) VL_NUMBER_AT(STRUCT, member), .most = highest
#define BYTES(member, highest) VL_BYTES_AT(STRUCT, member), .most = highest
#define NUMBER_OR_NONE(member) NUMBER(member, AT_NONE - 1), .none = AT_NONE
#define BYTES_OR_NONE(member) BYTES(member, AT_NONE - 1), .none = AT_NONE
#define SET(member, elements) VL_SET_AT(STRUCT, member), .most = elements

#define STRUCT struct at_seat
static const struct vl_field seat_fields[] = {
    {"hand", SET(hand, AT_CARDS)},
    {"peeked", SET(peeked, AT_CARDS)},
    {"pack", SET(pack, AT_CARDS)},
    {"guides", SET(guides, AT_COUNTRIES)},
    {"explored", SET(explored, AT_COUNTRIES)},
    {"learned", SET(learned, AT_LANGUAGES)},
    {"goals", SET(goals, AT_GOAL_COUNT_ALL)},
    {"goals_done", SET(goals_done, AT_GOAL_COUNT_ALL)},
    {"friends", SET(friends, AT_PARTIES)},
    {"public_goals", SET(public_goals, AT_PUBLIC)},
    {"covered", SET(covered, AT_BOARD_SLOTS)},
    {"disliked", SET(disliked, AT_BOARD_SLOTS)},
    {"icons", BYTES(icons, 255)},
    {"dante", NUMBER(dante, 1)},
    {"money", NUMBER(money, AT_MOST_MONEY)},
    {"energy", NUMBER(energy, AT_MOST_ENERGY)},
    {"tokens", NUMBER(tokens, AT_TOKENS)},
    {"blog", NUMBER(blog, AT_BLOG_SLOTS)},
    {"blogged", NUMBER(blogged, 1)},
    {"character", NUMBER_OR_NONE(character)},
    {"offered", BYTES_OR_NONE(offered)},
    {"tile", BYTES_OR_NONE(tile)},
    {"side", BYTES(side, 1)},
    {"home", NUMBER_OR_NONE(home)},
    {"at", NUMBER_OR_NONE(at)},
    {"likes", BYTES(likes, 9)},
    {"circles", SET(circles, AT_BONUSES)},
    {"souvenirs", SET(souvenirs, AT_SOUVENIRS)},
    {"used", SET(used, AT_SOUVENIRS)},
    {"score_tile", NUMBER(score_tile, AT_SCORE_TILES)},
    {"printed", NUMBER(printed, 1)},
    {"order", BYTES_OR_NONE(order)},
    {"deck", BYTES(deck, 99)},
    {"unknown_cards", NUMBER(unknown_cards, AT_CARDS)},
    {"unknown_pack", NUMBER(unknown_pack, AT_PACK)},
    {"unknown_goals", BYTES(unknown_goals, AT_GEOGRAPHY)},
    {"tableau", BYTES(tableau, AT_NONE), .used = offsetof(STRUCT, visits),
     .unit = sizeof(struct at_visit), .nested = true, .list = true},
    {0},
};
#undef STRUCT

#define STRUCT struct at_state
static const struct vl_field state_fields[] = {
    {"pile", SET(pile, AT_CARDS)},
    {"discard", SET(discard, AT_CARDS)},
    {"shown", SET(shown, AT_CARDS)},
    {"toured", SET(toured, AT_COUNTRIES)},
    {"chosen", SET(chosen, AT_CARDS)},
    {"showing", SET(showing, AT_CARDS)},
    {"goals", SET(goals, AT_GOAL_COUNT_ALL)},
    {"public_goals", SET(public_goals, AT_PUBLIC)},
    {"events", SET(events, AT_EVENTS)},
    {"event_discards", SET(event_discards, AT_EVENTS)},
    {"active", SET(active, AT_EVENTS)},
    {"parties", SET(parties, AT_PARTIES)},
    {"party_discards", SET(party_discards, AT_PARTIES)},
    {"characters", SET(characters, AT_CHARACTERS)},
    {"tiles", SET(tiles, AT_TILES)},
    {"event_cubes", BYTES(event_cubes, 9)},
    {"event_owner", BYTES_OR_NONE(event_owner)},
    {"bottom", BYTES_OR_NONE(bottom)},
    {"bottom_owner", BYTES_OR_NONE(bottom_owner)},
    {"bottoms", BYTES(bottoms, AT_BOTTOMS)},
    {"row", BYTES_OR_NONE(row)},
    {"token_at", BYTES_OR_NONE(token_at)},
    {"souvenir_at", BYTES_OR_NONE(souvenir_at)},
    {"lock", NUMBER_OR_NONE(lock)},
    {"locked", NUMBER(locked, 1)},
    {"setup", NUMBER_OR_NONE(setup)},
    {"score_tiles", NUMBER(score_tiles, AT_SCORE_TILES)},
    {"step", NUMBER(step, AT_SETUP_STEPS)},
    {"seats", NUMBER(seats, VL_MAX_SEATS)},
    {"dantes", NUMBER(dantes, VL_MAX_SEATS)},
    {"options", BYTES(options, 9)},
    {"active_seat", NUMBER(active_seat, VL_MAX_SEATS)},
    {"main_done", NUMBER(main_done, 2)},
    {"bonus_done", NUMBER(bonus_done, 1)},
    {"travelled", NUMBER(travelled, 1)},
    {"round", NUMBER(round, AT_LAST_ROUND)},
    {"ending", NUMBER(ending, 1)},
    {"last_turns", NUMBER(last_turns, VL_MAX_SEATS)},
    {"over", NUMBER(over, 1)},
    {"unknown_bottoms", BYTES(unknown_bottoms, AT_BOTTOMS)},
    {"tasks", BYTES(task, AT_NONE), .used = offsetof(STRUCT, tasks), .unit = sizeof(struct at_task),
     .nested = true, .list = true},
    {0},
};
#undef STRUCT

void at_write_view(const struct vl_deck *deck, const struct vl_view *view, struct vl_json *json)
{
    const struct at_state *s = at_seen(view);
    vl_json_object(json);
    vl_fields_write(json, state_fields, s);
    vl_json_open_array(json, "seat");
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        vl_json_object(json);
        vl_fields_write(json, seat_fields, &s->seat[seat]);
        vl_json_end_object(json);
    }
    vl_json_end_array(json);
    vl_json_end_object(json);
}

static bool read_seat(const struct json_t *json, struct at_seat *p, struct vl_error *err)
{
    if (!json_is_object(json))
        return vl_fail(err, VL_BAD_INPUT, "seat", "expected an object for each seat");
    return vl_fields_only(json, seat_fields, NULL, err) &&
           vl_fields_read(json, seat_fields, p, err);
}

bool at_read_state(const struct vl_deck *deck, const struct json_t *json, void *state,
                   struct vl_error *err)
{
    static const char *const more[] = {"seat", NULL};
    struct at_state *s = state;
    const struct json_t *seats;
    memset(s, 0, sizeof *s);
    for (uint32_t seat = 0; seat < VL_MAX_SEATS; seat++)
        at_clear_seat(&s->seat[seat]); /* absent ones stay like this */
    if (!json_is_object(json))
        return vl_fail(err, VL_BAD_INPUT, NULL, "expected an object");
    if (!vl_fields_only(json, state_fields, more, err) ||
        !vl_fields_read(json, state_fields, s, err) || !vl_json_get(json, "seat", &seats, err))
        return false;
    if (json_array_size(seats) != s->seats || s->seats < 2)
        return vl_fail(err, VL_BAD_INPUT, "seat", "expected one object for each of 2 to 4 seats");
    for (uint32_t seat = 0; seat < s->seats; seat++)
        if (!read_seat(json_array_get(seats, seat), &s->seat[seat], err))
            return false;
    return true;
}
