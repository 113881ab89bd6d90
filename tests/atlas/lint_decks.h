/* Atlas, our deck: goals, characters, tiles, party, events, souvenirs, boards and tracks. */
#ifndef VALISE_TESTS_ATLAS_LINT_DECKS_H
#define VALISE_TESTS_ATLAS_LINT_DECKS_H

#include "atlas/deck_lint.h"

enum { FEWEST_WAYS = 40 };

static uint64_t choose(uint64_t n, uint32_t k)
{
    uint64_t ways = 1;
    for (uint32_t i = 0; i < k; i++)
        ways = n > i ? ways * (n - i) / (i + 1) : 0;
    return ways;
}

/* Destinations that show an experience, country cards and destination cards together. */
static uint32_t places_with(const struct at_deck *d, uint32_t experience)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < AT_COUNTRIES * AT_PLACES + AT_CARDS; i++) {
        const struct at_place *place =
            i < AT_CARDS ? &d->card[i].place
                         : &d->place[(i - AT_CARDS) / AT_PLACES][(i - AT_CARDS) % AT_PLACES];
        bool shown = false;
        for (uint32_t k = 0; k < place->icon_count; k++)
            shown |= place->icon[k] == experience;
        count += shown;
    }
    return count;
}

/* Ways to take `count` countries from one class each: `size` classes of `sizes[i]` countries. */
static uint64_t ways_within(const uint32_t *sizes, uint32_t size, uint32_t count)
{
    uint64_t ways = 0;
    for (uint32_t i = 0; i < size; i++)
        ways += choose(sizes[i], count);
    return ways;
}

/* Ways to take one country each from `count` different classes. */
static uint64_t ways_across(const uint32_t *sizes, uint32_t size, uint32_t count)
{
    uint64_t ways[16] = {1};
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = count; k > 0; k--)
            ways[k] += ways[k - 1] * sizes[i];
    return ways[count];
}

static uint64_t ways_of_chain(const struct at_deck *d)
{
    /* Two neighbours of a country make a chain of three with it. */
    uint64_t ways = 0;
    for (uint32_t i = 0; i < AT_COUNTRIES; i++)
        ways += choose(d->country[i].step_count, 2);
    return ways;
}

static uint64_t ways_of_colours(const struct at_deck *d, uint32_t count)
{
    uint64_t ways = 0;
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < i; k++)
            before += d->country[k].colours == d->country[i].colours;
        ways += choose(before, count - 1); /* those that the i-th completes */
    }
    return ways;
}

static void count_classes(const struct at_deck *d, uint32_t areas[AT_AREAS], uint32_t rows[AT_ROWS],
                          uint32_t continents[AT_CONTINENTS])
{
    memset(areas, 0, AT_AREAS * sizeof *areas);
    memset(rows, 0, AT_ROWS * sizeof *rows);
    memset(continents, 0, AT_CONTINENTS * sizeof *continents);
    for (uint32_t i = 0; i < AT_COUNTRIES; i++) {
        areas[d->country[i].area]++;
        rows[d->country[i].area / AT_COLUMNS]++;
        continents[d->country[i].continent]++;
    }
}

/* In how many ways a goal of experiences can be completed: sets of destinations, at least. */
static uint64_t ways_of_icons(const struct at_deck *d, const struct at_goal *goal)
{
    uint32_t with[AT_EXPERIENCES];
    uint64_t ways = 1;
    for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
        with[k] = places_with(d, k);
    switch (goal->kind) {
    case AT_GOAL_ONE_TYPE:
    case AT_GOAL_TWO_TYPES:
        return ways_within(with, AT_EXPERIENCES, goal->count);
    case AT_GOAL_DIFFERENT:
        return choose(AT_EXPERIENCES, goal->count) * with[0];
    default:
        for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
            if (goal->what >> k & 1)
                ways *= choose(with[k], goal->kind == AT_GOAL_EACH ? 1 : goal->count);
        return ways;
    }
}

/* In how many ways a goal can be completed, counted as sets of countries or destinations. */
static uint64_t ways_of(const struct at_deck *d, const struct at_goal *goal)
{
    uint32_t areas[AT_AREAS], rows[AT_ROWS], continents[AT_CONTINENTS], count = 0;
    uint64_t ways = 1;
    count_classes(d, areas, rows, continents);
    if (goal->kind <= AT_GOAL_DIFFERENT)
        return ways_of_icons(d, goal);
    switch (goal->kind) {
    case AT_GOAL_SAME_AREA:
        return ways_within(areas, AT_AREAS, goal->count);
    case AT_GOAL_DIFFERENT_ROWS:
        return ways_across(rows, AT_ROWS, goal->count);
    case AT_GOAL_CHAIN:
        return ways_of_chain(d);
    case AT_GOAL_CONTINENTS:
        return ways_across(continents, AT_CONTINENTS, goal->count);
    case AT_GOAL_INHABITED_CONTINENTS:
        return ways_across(continents, AT_ANTARCTICA, goal->count);
    case AT_GOAL_CONTINENT_PAIR:
        for (uint32_t k = 0; k < AT_CONTINENTS; k++)
            if (goal->what >> k & 1)
                ways *= choose(continents[k], goal->count);
        return ways;
    case AT_GOAL_SAME_COLOURS:
        return ways_of_colours(d, goal->count);
    case AT_GOAL_LANGUAGES:
        return choose(d->language_count, goal->count);
    case AT_GOAL_SOUVENIRS:
        return choose(AT_SOUVENIRS, goal->count);
    default:
        for (uint32_t i = 0; i < AT_COUNTRIES; i++)
            count += at_country_counts(&d->country[i], goal, false);
        return choose(count, goal->count);
    }
}

static bool check_ways(const struct lint *lint, uint32_t table, const struct at_goal *goals,
                       uint32_t count)
{
    for (uint32_t row = 0; row < count; row++) {
        uint64_t ways = ways_of(lint->d, &goals[row]);
        if (ways < FEWEST_WAYS)
            return vl_deck_fail(lint->deck, table, row, lint->err,
                                "\"%s\" can be completed in %u ways only, expected %d",
                                vl_deck_text(lint->deck, table, row, AT_ID), (uint32_t)ways,
                                FEWEST_WAYS);
    }
    return true;
}

static bool lint_goals(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    for (uint32_t row = 0; row < AT_GEOGRAPHY; row++)
        if (d->geography[row].dante != (d->geography[row].kind != AT_GOAL_CHAIN))
            return vl_deck_fail(lint->deck, AT_T_GEOGRAPHY, row, lint->err,
                                "Dante uses every goal but that of the chain");
    for (uint32_t row = 0; row < AT_VEXILLOLOGY; row++)
        if (d->vexillology[row].dante != (d->vexillology[row].kind != AT_GOAL_SAME_COLOURS))
            return vl_deck_fail(lint->deck, AT_T_VEXILLOLOGY, row, lint->err,
                                "Dante uses every goal but that of the same colours");
    return check_ways(lint, AT_T_GEOGRAPHY, d->geography, AT_GEOGRAPHY) &&
           check_ways(lint, AT_T_VEXILLOLOGY, d->vexillology, AT_VEXILLOLOGY) &&
           check_ways(lint, AT_T_PUBLIC, d->public_goal, AT_PUBLIC);
}

/* Characters understand people in 30 to 85 countries each, and together in most of the world. */
static bool lint_characters(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    uint64_t all[AT_COUNTRY_WORDS] = {0};
    uint64_t spoken[AT_LANGUAGE_WORDS] = {0};
    for (uint32_t row = 0; row < AT_CHARACTERS; row++) {
        uint64_t reach[AT_COUNTRY_WORDS] = {0};
        for (uint32_t i = 0; i < d->character[row].language_count; i++) {
            uint32_t language = d->character[row].language[i];
            spoken[language / 64] |= UINT64_C(1) << language % 64;
            for (uint32_t k = 0; k < AT_COUNTRY_WORDS; k++)
                reach[k] |= d->of_language[language][k];
        }
        for (uint32_t k = 0; k < AT_COUNTRY_WORDS; k++)
            all[k] |= reach[k];
        uint32_t count = lint_count(reach);
        if (count < 30 || count > 85)
            return vl_deck_fail(lint->deck, AT_T_CHARACTERS, row, lint->err,
                                "expected languages of 30 to 85 countries, found %u", count);
    }
    for (uint32_t i = 0; i < d->language_count; i++) {
        if (lint_count(d->of_language[i]) < 4)
            continue;
        if (!(spoken[i / 64] >> i % 64 & 1))
            return vl_deck_fail(lint->deck, AT_T_LANGUAGES, i, lint->err,
                                "no character speaks it, though %u countries do",
                                lint_count(d->of_language[i]));
    }
    uint32_t covered = lint_count(all);
    if (covered * 4 < AT_COUNTRIES * 3)
        return vl_fail(lint->err, VL_BAD_INPUT, "characters.tsv",
                       "the characters are understood in %u countries, expected three quarters",
                       covered);
    return true;
}

static bool lint_tiles(const struct lint *lint)
{
    const struct at_tile *tile = lint->d->tile;
    uint32_t count[AT_EXPERIENCES] = {0}, least = 99, most = 0;
    for (uint32_t i = 0; i < 2 * AT_TILES; i++) {
        uint32_t face = tile[i / 2].face[i % 2];
        for (uint32_t k = 0; k < i; k++)
            if (tile[k / 2].face[k % 2] == face)
                return vl_deck_fail(lint->deck, AT_T_PERSONALITY, i / 2, lint->err,
                                    "these two experiences stand on another side already");
        for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
            count[k] += face >> k & 1;
    }
    for (uint32_t k = 0; k < AT_EXPERIENCES; k++) {
        least = count[k] < least ? count[k] : least;
        most = count[k] > most ? count[k] : most;
    }
    if (most - least > 1)
        return vl_fail(lint->err, VL_BAD_INPUT, "personality.tsv",
                       "experiences stand on %u to %u sides, expected about the same number", least,
                       most);
    return true;
}

static bool lint_party(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    uint32_t kinds[AT_EFFECT_KINDS] = {0}, continents = 0;
    for (uint32_t row = 0; row < AT_PARTIES; row++) {
        for (uint32_t k = 0; k < row; k++)
            if (d->party[k].home == d->party[row].home)
                return vl_deck_fail(lint->deck, AT_T_PARTY, row, lint->err,
                                    "another friend lives there already");
        continents |= 1u << d->country[d->party[row].home].continent;
        for (uint32_t i = 0; i < d->party[row].effect_count; i++)
            kinds[d->party[row].effect[i].kind]++;
    }
    for (uint32_t k = AT_MONEY; k <= AT_REFRESH; k++)
        if (kinds[k] < 2)
            return vl_fail(lint->err, VL_BAD_INPUT, "party.tsv",
                           "the effect %s stands on %u cards, expected 2 or more",
                           at_effect_words[k], kinds[k]);
    if (__builtin_popcount(continents) < 6)
        return vl_fail(lint->err, VL_BAD_INPUT, "party.tsv", "a continent has no friend");
    return true;
}

static bool lint_events(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    uint32_t persistent = 0, blocks = 0, delays = 0, closed = 0;
    for (uint32_t row = 0; row < AT_EVENTS; row++) {
        const struct at_event *e = &d->event[row];
        persistent += e->persistent;
        closed += e->country_count > 0;
        blocks += (e->blocked_areas[0] | e->blocked_areas[1]) != 0;
        delays += (e->delayed_areas[0] | e->delayed_areas[1]) != 0;
        for (uint32_t area = 0; area < AT_AREAS; area++) {
            uint64_t marked = e->blocked_areas[area / 64] | e->delayed_areas[area / 64];
            char name[4];
            at_area_name(area, name);
            if ((marked >> area % 64 & 1) && lint_count(d->of_area[area]) == 0)
                return vl_deck_fail(lint->deck, AT_T_EVENTS, row, lint->err,
                                    "no country lies in %s", name);
        }
        for (uint32_t i = 0; i < e->country_count; i++)
            if (d->country[e->country[i]].continent == AT_ANTARCTICA)
                return vl_deck_fail(lint->deck, AT_T_EVENTS, row, lint->err,
                                    "Antarctica is never closed");
    }
    if (persistent < 8 || persistent > 16 || !blocks || !delays || !closed)
        return vl_fail(lint->err, VL_BAD_INPUT, "events.tsv",
                       "expected 8 to 16 persistent events, with blocks and delays, found %u",
                       persistent);
    int ash = vl_deck_find(lint->deck, AT_T_EVENTS, AT_ID, "eruption");
    uint32_t europe = (uint32_t)at_area("B6");
    if (ash < 0 || !(d->event[ash].blocked_areas[europe / 64] >> europe % 64 & 1))
        return vl_fail(lint->err, VL_BAD_INPUT, "events.tsv",
                       "the eruption of the rulebook's example blocks the air over Europe");
    return true;
}

static bool lint_setups(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    uint8_t used[AT_COUNTRIES] = {0};
    for (uint32_t card = 0; card < AT_SETUPS; card++) {
        uint32_t continents = 0;
        for (uint32_t i = 0; i < AT_SOUVENIRS; i++) {
            uint32_t country = d->setup[card][i];
            continents |= 1u << d->country[country].continent;
            if (++used[country] > 2 || d->country[country].continent == AT_ANTARCTICA)
                return vl_deck_fail(lint->deck, AT_T_SETUP, card * AT_SOUVENIRS + i, lint->err,
                                    "at most two souvenirs a country, and none in Antarctica");
        }
        uint32_t count = (uint32_t)__builtin_popcount(continents);
        if (count < 5)
            return vl_deck_fail(lint->deck, AT_T_SETUP, card * AT_SOUVENIRS, lint->err,
                                "the souvenirs of card %u lie on %u continents, expected 5 or more",
                                card + 1, count);
    }
    return true;
}

/* Sums of a row: before any token leaves it, or with all of them gone; free or paid side. */
static int sum_row(const struct at_deck *d, uint32_t row, uint32_t kind, bool bare, bool paid)
{
    int sum = 0;
    for (uint32_t i = 0; i < AT_BOARD_SLOTS; i++) {
        const struct at_slot *s = &d->slot[i];
        if (s->row != row || (s->token && !bare) || (s->paid && !paid))
            continue;
        for (uint32_t k = 0; k < s->effect_count; k++)
            if (s->effect[k].kind == kind)
                sum += s->effect[k].amount;
    }
    return sum;
}

static bool lint_board(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    static const struct {
        uint8_t row, kind;
        bool bare, paid;
        int sum;
        const char *what;
    } sums[] = {
        {AT_ROW_REST, AT_ENERGY, false, false, 3, "rest: 3 energy at the start"},
        {AT_ROW_REST, AT_ENERGY, false, true, 4, "rest: 1 more energy for 1 money"},
        {AT_ROW_REST, AT_LIKE, false, true, 1, "rest: 1 like for 1 money"},
        {AT_ROW_REST, AT_ENERGY, true, true, 6, "rest: 6 energy at the end"},
        {AT_ROW_WORK, AT_MONEY, false, true, 4, "work: 4 money at the start"},
        {AT_ROW_WORK, AT_DRAW, false, true, 1, "work: 1 card at the start"},
        {AT_ROW_WORK, AT_MONEY, true, true, 9, "work: 9 money at the end"},
        {AT_ROW_BLOG, AT_ICON, false, false, 1, "blog: 1 icon at the start"},
    };
    for (uint32_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        int sum = sum_row(d, sums[i].row, sums[i].kind, sums[i].bare, sums[i].paid);
        if (sum != sums[i].sum)
            return vl_fail(lint->err, VL_BAD_INPUT, "board.tsv",
                           "the rulebook's example has %s, found %d", sums[i].what, sum);
    }
    for (uint32_t i = AT_ACTION_TRAVEL; i <= AT_ACTION_REPLAN; i++) {
        uint32_t likes = i == AT_ACTION_TRAVEL ? 0 : i == AT_ACTION_REPLAN ? 2 : 3;
        if (d->bonus[i].likes != likes || d->bonus[i].circles != (i != AT_ACTION_TRAVEL))
            return vl_deck_fail(lint->deck, AT_T_BONUS, i, lint->err,
                                "expected %u likes and a circle", likes);
    }
    return true;
}

static bool lint_tracks(const struct lint *lint)
{
    const struct at_deck *d = lint->d;
    static const uint8_t sets[AT_SET_SCORES] = {3, 6, 9, 16, 25, 36, 49, 64, 81, 100};
    static const uint8_t tiles[AT_SCORE_TILES] = {25, 15, 5};
    uint32_t languages = 0, lines[3] = {0};
    for (uint32_t i = 0; i < AT_BLOG_SLOTS; i++) {
        const struct at_blog_slot *b = &d->blog[i];
        languages += b->reward.kind == AT_LANGUAGE;
        lines[b->line_after]++;
        if (i > 0 && b->points < b[-1].points)
            return vl_deck_fail(lint->deck, AT_T_BLOG, i, lint->err,
                                "a later slot has fewer points");
    }
    if (languages != 1 || !lines[AT_EVENT_LINE] || !lines[AT_REFRESH_LINE])
        return vl_fail(lint->err, VL_BAD_INPUT, "blog.tsv",
                       "expected exactly one slot with a language, event lines and refresh lines");
    if (memcmp(d->set_score, sets, sizeof sets) != 0 ||
        memcmp(d->score_tile, tiles, sizeof tiles) != 0)
        return vl_fail(lint->err, VL_BAD_INPUT, "score.tsv",
                       "the points are not those of the rulebook");
    return true;
}

#endif
