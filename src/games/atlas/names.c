/* Atlas: keys and names from the tables. */
#include "games/atlas/names.h"

struct at_scene at_scene_of(const struct vl_deck *deck, const struct vl_view *view)
{
    const struct at_state *s = at_seen(view);
    struct at_task task = at_current(s);
    return (struct at_scene){.deck = deck,
                             .d = deck->data,
                             .view = view,
                             .s = s,
                             .p = &s->seat[task.seat],
                             .clause = at_clause_of(s, &task),
                             .seat = task.seat,
                             .task = task,
                             .quick = at_quick(s)};
}

struct at_scene at_scene_for(const struct at_scene *t, uint32_t seat)
{
    struct at_scene scene = *t;
    scene.seat = seat;
    scene.p = &t->s->seat[seat];
    return scene;
}

static const char *text_at(const struct vl_deck *deck, uint32_t table, uint32_t row,
                           uint32_t column)
{
    return row < deck->rows[table] ? vl_deck_text(deck, table, row, column) : "?";
}

const char *at_key(const struct vl_deck *deck, uint32_t table, uint32_t row)
{
    return text_at(deck, table, row, AT_ID);
}

const char *at_name(const struct vl_deck *deck, uint32_t table, uint32_t row)
{
    return text_at(deck, table, row, AT_NAME);
}

const char *at_country_name(const struct vl_deck *deck, uint32_t country)
{
    return at_name(deck, AT_T_COUNTRIES, country);
}

const char *at_card_name(const struct vl_deck *deck, uint32_t card)
{
    return at_name(deck, AT_T_DESTINATIONS, card);
}

/* Personal goals have one numbering over two tables. */
static const char *goal_cell(const struct vl_deck *deck, uint32_t goal, uint32_t column)
{
    return goal < AT_GEOGRAPHY ? text_at(deck, AT_T_GEOGRAPHY, goal, column)
                               : text_at(deck, AT_T_VEXILLOLOGY, goal - AT_GEOGRAPHY, column);
}

const char *at_goal_key(const struct vl_deck *deck, uint32_t goal)
{
    return goal_cell(deck, goal, AT_ID);
}

const char *at_goal_name(const struct vl_deck *deck, uint32_t goal)
{
    return goal_cell(deck, goal, AT_NAME);
}

const char *at_goal_text(const struct vl_deck *deck, uint32_t goal)
{
    return goal_cell(deck, goal, AT_GOAL_TEXT);
}

const char *at_public_name(const struct vl_deck *deck, uint32_t goal)
{
    return text_at(deck, AT_T_PUBLIC, goal, AT_PUBLIC_NAME);
}

/* A place of a country card, by its slot from 0. Places are sorted by the key of their country, not
 * by its row, so they are looked up. */
static const char *place_name(const struct vl_deck *deck, uint32_t country, uint32_t slot)
{
    for (uint32_t row = 0; row < deck->rows[AT_T_PLACES]; row++)
        if (vl_deck_value(deck, AT_T_PLACES, row, AT_PLACE_COUNTRY) == (int64_t)country &&
            vl_deck_value(deck, AT_T_PLACES, row, AT_PLACE_SLOT) == (int64_t)slot + 1)
            return vl_deck_text(deck, AT_T_PLACES, row, AT_PLACE_NAME);
    return "?";
}

const char *at_visit_name(const struct vl_deck *deck, uint32_t country, uint32_t card)
{
    return card < AT_PLACE0 ? at_card_name(deck, card)
                            : place_name(deck, country, card - AT_PLACE0);
}

const char *at_experience_name(const struct vl_deck *deck, uint32_t experience)
{
    return at_name(deck, AT_T_EXPERIENCES, experience);
}

const char *at_comma(bool *any, const char *first)
{
    const char *before = *any ? ", " : first;
    *any = true;
    return before;
}

const char *at_separator(uint32_t i, uint32_t count)
{
    return i == 0 ? "" : i + 1 == count ? " and " : ", ";
}

void at_add_cost(const struct at_scene *t, uint32_t cost, struct vl_text *out)
{
    vl_text_addf(out, "%u %s", cost, !t->quick ? "energy" : cost == 1 ? "step" : "steps");
}

void at_add_icons(const struct vl_deck *deck, const struct at_place *place, struct vl_text *out)
{
    for (uint32_t i = 0; i < place->icon_count; i++)
        vl_text_addf(out, "%s%s", i ? ", " : "", at_experience_name(deck, place->icon[i]));
}

void at_add_visited(const struct vl_deck *deck, uint32_t country, uint32_t card,
                    struct vl_text *out)
{
    vl_text_addf(out, "%s in %s (", at_visit_name(deck, country, card),
                 at_country_name(deck, country));
    at_add_icons(deck, at_place_of(deck->data, country, card), out);
    vl_text_char(out, ')');
}

/* "Beach and City" of a face. */
void at_add_face(const struct vl_deck *deck, uint32_t face, struct vl_text *out)
{
    bool first = true;
    for (uint64_t rest = face; rest; first = false)
        vl_text_addf(out, "%s%s", first ? "" : " and ",
                     at_experience_name(deck, vl_take_lowest(&rest)));
}

/* Both sides with their names. */
void at_add_tile(const struct vl_deck *deck, uint32_t tile, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    for (uint32_t side = 0; tile < AT_TILES && side < 2; side++) {
        vl_text_addf(out, "%s%s (", side ? " / " : "",
                     vl_deck_text(deck, AT_T_PERSONALITY, tile,
                                  side ? AT_TILE_BACK_NAME : AT_TILE_FRONT_NAME));
        at_add_face(deck, d->tile[tile].face[side], out);
        vl_text_char(out, ')');
    }
    vl_text_add(out, tile < AT_TILES ? "" : "?");
}

void at_add_languages(const struct vl_deck *deck, uint32_t character, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    if (character >= AT_CHARACTERS)
        return;
    const struct at_character *c = &d->character[character];
    for (uint32_t i = 0; i < c->language_count; i++)
        vl_text_addf(out, "%s%s", at_separator(i, c->language_count),
                     at_name(deck, AT_T_LANGUAGES, c->language[i]));
}

/* With both countries where it has two. */
void at_add_card(const struct vl_deck *deck, uint32_t card, struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    const uint8_t *in = card < AT_CARDS ? d->card[card].country : NULL;
    if (!in)
        vl_text_add(out, "an unknown card");
    else if (in[1] == AT_NONE)
        vl_text_addf(out, "%s (%s)", at_card_name(deck, card), at_country_name(deck, in[0]));
    else
        vl_text_addf(out, "%s (%s or %s)", at_card_name(deck, card), at_country_name(deck, in[0]),
                     at_country_name(deck, in[1]));
}

/* Effects that are counted have a plural; the others are named without a number. */
void at_add_effects(const struct at_effect *effects, uint32_t count, struct vl_text *out)
{
    static const char *const words[AT_EFFECT_KINDS] = {
        "nothing",    "money",     "energy",   "like", "dislike", "card", "a new personality",
        "a language", "a new row", "a travel", "goal", "a shift", "icon"};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = effects[i].kind;
        int amount = effects[i].amount;
        bool plural = kind == AT_LIKE || kind == AT_DISLIKE || kind == AT_DRAW || kind == AT_ICON ||
                      kind == AT_GOALS;
        vl_text_add(out, at_separator(i, count));
        if (plural || kind == AT_MONEY || kind == AT_ENERGY)
            vl_text_addf(out, "%d %s%s%s", amount < 0 ? -amount : amount, words[kind],
                         plural && amount != 1 ? "s" : "", amount < 0 ? " less" : "");
        else
            vl_text_add(out, words[kind]);
    }
    if (!count)
        vl_text_add(out, "nothing");
}

void at_add_opened(const struct vl_deck *deck, const struct at_seat *p, uint32_t row,
                   struct vl_text *out)
{
    const struct at_deck *d = deck->data;
    uint32_t slot = at_next_token(d, p, row);
    if (slot == AT_NONE)
        vl_text_add(out, "nothing");
    else
        at_add_effects(d->slot[slot].effect, d->slot[slot].effect_count, out);
}
