/*
 * Atlas: what countries, cards and goals are worth to a seat; the ground its judgement stands on.
 *
 * A goal that is half done is worth less than half its points: someone else may take it, or it
 * may never be completed. A country is worth what its best card brings: icons at their present
 * popularity, pulled a little towards the mean, bonuses, goals, languages, a token off the board.
 */
#include <string.h>

#include "games/atlas/judge.h"

int32_t at_money_worth(const struct at_state *s, uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    if (at_quick(s) || (s->ending && s->last_turns <= 1))
        return 0;
    return p->money < 6 ? 14 : p->money < 12 ? 9 : 6;
}

int32_t at_energy_worth(const struct at_state *s, uint32_t seat)
{
    const struct at_seat *p = &s->seat[seat];
    if (at_quick(s))
        return 2;
    if (s->ending)
        return 1;
    return p->energy < 4 ? 12 : p->energy < 8 ? 9 : 7;
}

int32_t at_goal_worth(uint32_t points, uint32_t progress, uint32_t target)
{
    if (progress >= target)
        return (int32_t)(10 * points);
    return (int32_t)(7 * points * progress * progress / (target * target));
}

/* All goals of a seat, public ones included, as the seat stands. */
static int32_t goals_worth(const struct at_deck *d, const struct at_state *s,
                           const struct at_seat *p, const struct at_seat *owner, bool icons)
{
    int32_t sum = 0;
    for (uint64_t rest = s->public_goals; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        const struct at_goal *g = &d->public_goal[goal];
        if ((g->kind <= AT_GOAL_DIFFERENT) == icons)
            sum += at_goal_worth(g->points, at_public_progress(d, s, p, goal), at_target(g));
    }
    for (uint64_t rest = owner->goals & ~owner->goals_done; rest;) {
        const struct at_goal *g = at_personal_goal(d, vl_take_lowest(&rest));
        if ((g->kind <= AT_GOAL_DIFFERENT) == icons)
            sum += at_goal_worth(g->points, at_progress(d, p, g, false), at_target(g));
    }
    if (!icons && !owner->printed && s->score_tiles < AT_SCORE_TILES) {
        const struct at_goal *g = &d->public_goal[0];
        sum += at_goal_worth(d->score_tile[s->score_tiles], at_public_progress(d, s, p, 0),
                             at_target(g));
    }
    return sum;
}

/* What a new country brings by itself: goals of map and flags, bonuses, languages. */
static int32_t country_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                             uint32_t country, int32_t before)
{
    const struct at_seat *p = &s->seat[seat];
    const struct at_country *c = &d->country[country];
    struct at_seat after = *p;
    int32_t worth = 0;
    vl_add_to(after.explored, country);
    worth += goals_worth(d, s, &after, p, false) - before;
    worth += 10 * (at_bonus_points(d, &after) - at_bonus_points(d, p));
    for (uint32_t i = 0; !at_quick(s) && i < c->language_count; i++) {
        uint32_t met = 0, known = vl_count_in(p->learned, AT_LANGUAGE_WORDS);
        if (at_speaks(d, p, c->language[i]))
            continue;
        for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
            met += vl_count(d->of_language[c->language[i]][w] & p->explored[w]);
        worth += met ? (int32_t)(10 * (at_set_points(d, known + 1) - at_set_points(d, known))) : 4;
    }
    return worth + (at_quick(s) ? 10 : 12); /* a token off the board */
}

/* Points of the bonus of a card, now and by the countries still to come. */
static int32_t bonus_worth(const struct at_deck *d, const struct at_seat *p, uint32_t country,
                           const struct at_card *card)
{
    static const int32_t chance[] = {0, 40, 28, 18}; /* percent, by kind of bonus */
    struct at_seat only;
    if (!card->bonus_kind)
        return 0;
    memset(&only, 0, sizeof only);
    memcpy(only.explored, p->explored, sizeof only.explored);
    vl_add_to(only.explored, country);
    only.visits = 1;
    only.tableau[0].card = (uint8_t)(card - d->card);
    return 10 * at_bonus_points(d, &only) +
           card->bonus_points * p->tokens * chance[card->bonus_kind] / 10;
}

static int32_t icons_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                           const struct at_place *place, int32_t before)
{
    const struct at_seat *p = &s->seat[seat];
    struct at_seat after = *p;
    int32_t worth = 0;
    for (uint32_t i = 0; i < place->icon_count; i++) {
        uint32_t e = place->icon[i];
        worth += s->locked ? 10 * (int32_t)at_value(s, e) : 5 + 8 * (int32_t)at_value(s, e);
        after.icons[e]++;
        if (at_quick(s))
            continue;
        worth += vl_has(at_face(d, p, 0), e) ? 6 : vl_has(at_face(d, p, 1), e) ? -7 : 0;
        worth += e == AT_PARTY ? 12 : e == AT_RELAXING ? 6 : 0;
        worth += p->icons[e] ? 3 : 0; /* more of one kind makes shifts worth more */
    }
    return worth + goals_worth(d, s, &after, p, true) - before;
}

static int32_t worth_of(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                        uint32_t country, uint32_t card, int32_t icon_goals)
{
    const struct at_seat *p = &s->seat[seat];
    int32_t worth = icons_worth(d, s, seat, at_place_of(d, country, card), icon_goals);
    if (card < AT_PLACE0)
        worth += bonus_worth(d, p, country, &d->card[card]);
    return worth - at_money_worth(s, seat) * (int32_t)at_price(d, s, seat, country, card);
}

int32_t at_card_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                      uint32_t country, uint32_t card)
{
    const struct at_seat *p = &s->seat[seat];
    int32_t worth = worth_of(d, s, seat, country, card, goals_worth(d, s, p, p, true));
    if (!vl_has_in(p->explored, country))
        worth += country_worth(d, s, seat, country, goals_worth(d, s, p, p, false));
    return worth;
}

int32_t at_souvenir_worth(const struct at_deck *d, const struct at_state *s, uint32_t seat)
{
    uint32_t held = vl_count(s->seat[seat].souvenirs);
    int32_t points = (int32_t)(at_set_points(d, held + 1) - at_set_points(d, held));
    if (!at_quick(s) && s->seat[seat].money < AT_SOUVENIR_PRICE)
        return 0;
    return 10 * points + (s->ending ? 0 : 30) - 3 * at_money_worth(s, seat);
}

/* The place or card that pays best in one country; 0: none. */
static void look_at(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                    uint32_t country, const uint64_t *cards, int32_t icon_goals,
                    struct at_outlook *outlook)
{
    const struct at_country *c = &d->country[country];
    for (uint32_t i = 0; i < c->card_count + (uint32_t)AT_PLACES; i++) {
        uint32_t card = i < c->card_count ? c->card[i] : AT_PLACE0 + i - c->card_count;
        if ((card < AT_PLACE0 && !vl_has_in(cards, card)) ||
            !at_can_explore(d, s, seat, country, card))
            continue;
        int32_t worth = worth_of(d, s, seat, country, card, icon_goals);
        if (outlook->best[country] == AT_NONE || worth > outlook->value[country]) {
            outlook->value[country] = worth;
            outlook->best[country] = (uint8_t)card;
        }
    }
}

/* What a country is worth, with what all of them share given. */
static void look_at_country(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                            uint32_t country, const uint64_t *cards, int32_t icon_goals,
                            int32_t map_goals, struct at_outlook *outlook)
{
    if (at_barred(s, seat, country) || (s->active && at_blocked(d, s, country)))
        return;
    look_at(d, s, seat, country, cards, icon_goals, outlook);
    if (outlook->best[country] == AT_NONE)
        return;
    if (!vl_has_in(s->seat[seat].explored, country))
        outlook->value[country] += country_worth(d, s, seat, country, map_goals);
    if (at_souvenir_in(s, country) != AT_NONE)
        outlook->value[country] += at_souvenir_worth(d, s, seat);
    if (outlook->value[country] < 0)
        outlook->value[country] = 0;
}

void at_look_out(const struct at_deck *d, const struct at_state *s, uint32_t seat, uint32_t only,
                 struct at_outlook *outlook)
{
    const struct at_seat *p = &s->seat[seat];
    int32_t icon_goals = goals_worth(d, s, p, p, true), map_goals = goals_worth(d, s, p, p, false);
    uint64_t cards[AT_CARD_WORDS];
    memcpy(cards, p->hand, sizeof cards);
    for (uint32_t i = 0; i < AT_ROW; i++)
        if (s->row[i] != AT_NONE)
            vl_add_to(cards, s->row[i]);
    memset(outlook->value, 0, sizeof outlook->value);
    memset(outlook->best, AT_NONE, sizeof outlook->best);
    for (uint32_t country = 0; country < AT_COUNTRIES; country++)
        if (only == AT_NONE || only == country)
            look_at_country(d, s, seat, country, cards, icon_goals, map_goals, outlook);
}
