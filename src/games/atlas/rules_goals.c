/*
 * Atlas: goals, public and personal, and how far a seat is with each; points. Portable.
 *
 * A goal is data: a kind, a number and what it counts. at_progress says for every kind how many of
 * the at_target steps a seat has done, never more than that, so that "completed" is one comparison
 * and a bar on the board needs no rule.
 */
#include "games/atlas/rules.h"

/* The countries of a seat as a list; at most 9, and never more than the tableau. */
VL_RULE static uint32_t list_countries(const struct at_seat *p, uint8_t countries[AT_TABLEAU])
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < AT_COUNTRY_WORDS; w++)
        for (uint64_t rest = p->explored[w]; rest && count < AT_TABLEAU;)
            countries[count++] = (uint8_t)(w * 64 + vl_take_lowest(&rest));
    return count;
}

/* Goals of two things ask for `count` of each. */
VL_RULE uint32_t at_target(const struct at_goal *goal)
{
    bool twice = goal->kind == AT_GOAL_PAIR || goal->kind == AT_GOAL_TWO_TYPES ||
                 goal->kind == AT_GOAL_CONTINENT_PAIR;
    return twice ? 2U * goal->count : goal->count;
}

/* Goals that ask for any experiences, the most frequent ones or different ones. */
VL_RULE static uint32_t any_icon_progress(const struct at_seat *p, const struct at_goal *goal)
{
    uint32_t most = 0, second = 0, different = 0;
    for (uint32_t e = 0; e < AT_EXPERIENCES; e++) {
        uint32_t held = p->icons[e];
        different += held != 0;
        second = held > most ? most : held > second ? held : second;
        most = held > most ? held : most;
    }
    if (goal->kind == AT_GOAL_DIFFERENT)
        return at_least(different, goal->count);
    if (goal->kind == AT_GOAL_ONE_TYPE)
        return at_least(most, goal->count);
    return at_least(most, goal->count) + at_least(second, goal->count);
}

/* Goals that look at the icons of the tableau. */
VL_RULE static uint32_t icon_progress(const struct at_seat *p, const struct at_goal *goal)
{
    uint32_t sum = 0, each = goal->kind == AT_GOAL_EACH ? 1 : goal->count;
    if (goal->kind == AT_GOAL_TWO_TYPES || goal->kind == AT_GOAL_ONE_TYPE ||
        goal->kind == AT_GOAL_DIFFERENT)
        return any_icon_progress(p, goal);
    for (uint64_t rest = goal->what; rest;)
        sum += at_least(p->icons[vl_take_lowest(&rest)], each);
    return at_least(sum, at_target(goal));
}

/* The one place that says which countries count for which goal; judgement and deck check ask
 * here. */
VL_RULE bool at_country_counts(const struct at_country *c, const struct at_goal *goal,
                               bool second_colours)
{
    uint32_t colours = second_colours ? c->colours | c->second_colours : c->colours;
    switch (goal->kind) {
    case AT_GOAL_BORDERLESS:
        return !c->borders;
    case AT_GOAL_LANDLOCKED:
        return !c->coast;
    case AT_GOAL_DEPENDENCY:
        return c->status == AT_DEPENDENCY;
    case AT_GOAL_ISOLATED:
        return c->isolated;
    case AT_GOAL_AIRPORT:
        return c->airport;
    case AT_GOAL_IN_ROWS:
        return vl_has(goal->what, c->area / AT_COLUMNS);
    case AT_GOAL_IN_COLUMNS:
        return vl_has(goal->what, c->area % AT_COLUMNS);
    case AT_GOAL_FLAG:
        return (c->flags & goal->what) != 0;
    case AT_GOAL_COLOUR:
        return (colours & goal->what) != 0;
    case AT_GOAL_COLOURS_EXACTLY:
        return vl_count(colours) == goal->number;
    case AT_GOAL_COLOURS_AT_LEAST:
        return vl_count(colours) >= goal->number;
    case AT_GOAL_ALL_COLOURS:
        return (colours & goal->what) == goal->what;
    case AT_GOAL_WITHOUT_COLOUR:
        return !(colours & goal->what);
    default:
        return false;
    }
}

/* AT-6.4: Antarctica stands for any continent of a pair, and for one of the six. */
VL_RULE static uint32_t continent_progress(const struct at_deck *d, const uint8_t *countries,
                                           uint32_t count, const struct at_goal *goal)
{
    uint32_t number[AT_CONTINENTS] = {0, 0, 0, 0, 0, 0, 0}, sum = 0, visited = 0;
    for (uint32_t i = 0; i < count; i++)
        number[d->country[countries[i]].continent]++;
    for (uint32_t c = 0; c < AT_CONTINENTS; c++) {
        visited += number[c] != 0;
        if (vl_has(goal->what, c))
            sum += at_least(number[c], goal->count);
    }
    if (goal->kind == AT_GOAL_CONTINENT_PAIR)
        return at_least(sum + number[AT_ANTARCTICA], at_target(goal));
    return at_least(visited, goal->count); /* for the six, Antarctica counts as the missing one */
}

/* The most countries that have something in common: an area, or the same colours. */
VL_RULE static uint32_t largest_group(const struct at_deck *d, const uint8_t *countries,
                                      uint32_t count, const struct at_goal *goal, bool second)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct at_country *a = &d->country[countries[i]];
        uint32_t same = 0;
        for (uint32_t k = 0; k < count; k++) {
            const struct at_country *b = &d->country[countries[k]];
            if (goal->kind == AT_GOAL_SAME_AREA)
                same += a->area == b->area;
            else if (second)
                same += (a->colours | a->second_colours) == (b->colours | b->second_colours);
            else
                same += a->colours == b->colours;
        }
        most = same > most ? same : most;
    }
    return at_least(most, goal->count);
}

/* The longest chain of countries joined by routes: the largest connected group. */
VL_RULE static uint32_t longest_chain(const struct at_deck *d, const uint8_t *countries,
                                      uint32_t count, const struct at_goal *goal)
{
    uint64_t left = vl_first(count);
    uint32_t most = 0;
    while (left) {
        uint64_t group = vl_bit(vl_lowest(left)), fresh = group;
        while (fresh) {
            uint32_t i = vl_take_lowest(&fresh);
            for (uint32_t k = 0; k < count; k++)
                if (!vl_has(group, k) && d->distance[countries[i]][countries[k]] == 1) {
                    group |= vl_bit(k);
                    fresh |= vl_bit(k);
                }
        }
        left &= ~group;
        most = vl_count(group) > most ? vl_count(group) : most;
    }
    return at_least(most, goal->count);
}

VL_RULE uint32_t at_progress(const struct at_deck *d, const struct at_seat *p,
                             const struct at_goal *goal, bool second_colours)
{
    uint8_t countries[AT_TABLEAU];
    uint32_t count, sum = 0, rows = 0;
    if (goal->kind <= AT_GOAL_DIFFERENT)
        return icon_progress(p, goal);
    if (goal->kind == AT_GOAL_LANGUAGES)
        return at_least(vl_count_in(p->learned, AT_LANGUAGE_WORDS), goal->count);
    if (goal->kind == AT_GOAL_SOUVENIRS)
        return at_least(vl_count(p->souvenirs), goal->count);
    count = list_countries(p, countries);
    switch (goal->kind) {
    case AT_GOAL_SAME_AREA:
    case AT_GOAL_SAME_COLOURS:
        return largest_group(d, countries, count, goal, second_colours);
    case AT_GOAL_CHAIN:
        return longest_chain(d, countries, count, goal);
    case AT_GOAL_CONTINENTS:
    case AT_GOAL_CONTINENT_PAIR:
    case AT_GOAL_INHABITED_CONTINENTS:
        return continent_progress(d, countries, count, goal);
    case AT_GOAL_DIFFERENT_ROWS:
        for (uint32_t i = 0; i < count; i++)
            rows |= 1U << d->country[countries[i]].area / AT_COLUMNS;
        return at_least(vl_count(rows), goal->count);
    default:
        for (uint32_t i = 0; i < count; i++)
            sum += at_country_counts(&d->country[countries[i]], goal, second_colours);
        return at_least(sum, goal->count);
    }
}

/* Personal goals go by the main colours (AT-6.2). */
VL_RULE bool at_completed(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                          uint32_t goal)
{
    const struct at_goal *g = at_personal_goal(d, goal);
    return at_progress(d, &s->seat[seat], g, false) >= at_target(g);
}

VL_RULE uint32_t at_public_progress(const struct at_deck *d, const struct at_state *s,
                                    const struct at_seat *p, uint32_t goal)
{
    return at_progress(d, p, &d->public_goal[goal], s->options[AT_OPTION_SECOND]);
}

/* AT-6.1: a goal goes to the first who meets it; the printed one has three tiles (AT-6.3). */
VL_RULE void at_check_public(const struct at_deck *d, struct at_state *s, uint32_t seat)
{
    struct at_seat *p = &s->seat[seat];
    for (uint64_t rest = s->public_goals; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        if (at_public_progress(d, s, p, goal) < at_target(&d->public_goal[goal]))
            continue;
        s->public_goals &= ~(1U << goal);
        p->public_goals |= 1U << goal;
    }
    if (!p->printed && at_public_progress(d, s, p, 0) >= at_target(&d->public_goal[0])) {
        p->printed = 1;
        if (s->score_tiles < AT_SCORE_TILES)
            p->score_tile = ++s->score_tiles;
    }
}

/* ---- Points ---- */

VL_RULE int32_t at_bonus_points(const struct at_deck *d, const struct at_seat *p)
{
    uint8_t countries[AT_TABLEAU];
    uint32_t count = list_countries(p, countries);
    int32_t points = 0;
    for (uint32_t i = 0; i < p->visits; i++) {
        if (p->tableau[i].card >= AT_PLACE0)
            continue;
        const struct at_card *card = &d->card[p->tableau[i].card];
        for (uint32_t k = 0; card->bonus_kind && k < count; k++)
            points += at_bonus_of(card, &d->country[countries[k]]);
    }
    return points;
}

/* AT-11.5: languages and souvenirs; beyond the table the square. */
VL_RULE uint32_t at_set_points(const struct at_deck *d, uint32_t count)
{
    if (count == 0)
        return 0;
    return count <= AT_SET_SCORES ? d->set_score[count - 1] : count * count;
}

/* The seven categories of AT-11, in the order of game.c. */
VL_RULE static void score_seat(const struct at_deck *d, const struct at_state *s, uint32_t seat,
                               int32_t *detail)
{
    const struct at_seat *p = &s->seat[seat];
    for (uint32_t slot = 0; slot < AT_EXPERIENCES; slot++)
        if (s->token_at[slot] != AT_NONE)
            detail[0] += (int32_t)(p->icons[s->token_at[slot]] * at_value(s, s->token_at[slot]));
    detail[1] = at_bonus_points(d, p);
    detail[2] = p->blog ? d->blog[p->blog - 1].points : 0;
    detail[3] = (int32_t)at_set_points(d, vl_count_in(p->learned, AT_LANGUAGE_WORDS));
    detail[4] = (int32_t)at_set_points(d, vl_count(p->souvenirs));
    for (uint64_t rest = p->public_goals; rest;)
        detail[5] += d->public_goal[vl_take_lowest(&rest)].points;
    if (p->score_tile)
        detail[5] += d->score_tile[p->score_tile - 1];
    for (uint64_t rest = p->goals; rest;) {
        uint32_t goal = vl_take_lowest(&rest);
        if (at_completed(d, s, seat, goal))
            detail[6] += at_personal_goal(d, goal)->points;
    }
}

/* AT-11.8: ties are broken by the categories from the last to the first. */
VL_RULE static bool better(const struct vl_score *score, uint32_t a, uint32_t b)
{
    if (score->points[a] != score->points[b])
        return score->points[a] > score->points[b];
    for (uint32_t category = 7; category-- > 0;)
        if (score->detail[a][category] != score->detail[b][category])
            return score->detail[a][category] > score->detail[b][category];
    return false;
}

VL_RULE void at_score(const void *deck, const void *state, struct vl_score *score)
{
    const struct at_deck *d = (const struct at_deck *)deck;
    const struct at_state *s = (const struct at_state *)state;
    vl_memset(score, 0, sizeof *score);
    for (uint32_t seat = 0; seat < s->seats; seat++) {
        score_seat(d, s, seat, score->detail[seat]);
        for (uint32_t category = 0; category < 7; category++)
            score->points[seat] += score->detail[seat][category];
    }
    for (uint32_t a = 0; a < s->seats; a++) {
        score->rank[a] = 1;
        for (uint32_t b = 0; b < s->seats; b++)
            score->rank[a] = (uint8_t)(score->rank[a] + better(score, b, a));
    }
}
