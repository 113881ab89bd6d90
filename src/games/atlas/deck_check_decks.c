/* Checks of goals, characters, tiles, party, events, souvenirs, boards and Dante. */
#include "games/atlas/deck_check.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"

enum { FEWEST_WAYS = 40 };

static uint64_t choose(uint64_t n, uint32_t k)
{
    uint64_t ways = 1;
    for (uint32_t i = 0; i < k; i++)
        ways = n > i ? ways * (n - i) / (i + 1) : 0;
    return ways;
}

static bool country_counts(const struct at_country *c, const struct at_goal *goal)
{
    switch (goal->kind) {
    case AT_GOAL_BORDERLESS:
        return c->borders == 0;
    case AT_GOAL_LANDLOCKED:
        return !c->coast;
    case AT_GOAL_DEPENDENCY:
        return c->status == AT_DEPENDENCY;
    case AT_GOAL_ISOLATED:
        return c->isolated;
    case AT_GOAL_AIRPORT:
        return c->airport;
    case AT_GOAL_IN_ROWS:
        return goal->what >> c->area / AT_COLUMNS & 1;
    case AT_GOAL_IN_COLUMNS:
        return goal->what >> c->area % AT_COLUMNS & 1;
    case AT_GOAL_FLAG:
        return (c->flags & goal->what) != 0;
    case AT_GOAL_COLOUR:
        return (c->colours & goal->what) != 0;
    case AT_GOAL_COLOURS_EXACTLY:
        return __builtin_popcount(c->colours) == goal->number;
    case AT_GOAL_COLOURS_AT_LEAST:
        return __builtin_popcount(c->colours) >= goal->number;
    case AT_GOAL_ALL_COLOURS:
        return (c->colours & goal->what) == goal->what;
    case AT_GOAL_WITHOUT_COLOUR:
        return (c->colours & goal->what) == 0;
    default:
        return false;
    }
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
            count += country_counts(&d->country[i], goal);
        return choose(count, goal->count);
    }
}

static bool check_ways(const struct at_deck_check *check, uint32_t table,
                       const struct at_goal *goals, uint32_t count)
{
    uint64_t fewest = UINT64_MAX;
    uint32_t rarest = 0;
    for (uint32_t row = 0; row < count; row++) {
        uint64_t ways = ways_of(check->d, &goals[row]);
        if (ways < FEWEST_WAYS)
            return vl_deck_fail(check->deck, table, row, check->err,
                                "\"%s\" can be completed in %u ways only, expected %d",
                                vl_deck_text(check->deck, table, row, AT_ID), (uint32_t)ways,
                                FEWEST_WAYS);
        if (ways < fewest) {
            fewest = ways;
            rarest = row;
        }
    }
    vl_text_addf(check->report, "%s: %u, each completed in %d ways or more; fewest: %s with %u\n",
                 check->deck->game->tables[table].name, count, FEWEST_WAYS,
                 vl_deck_text(check->deck, table, rarest, AT_ID), (uint32_t)fewest);
    return true;
}

bool at_check_goals(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
    for (uint32_t row = 0; row < AT_GEOGRAPHY; row++)
        if (d->geography[row].dante != (d->geography[row].kind != AT_GOAL_CHAIN))
            return vl_deck_fail(check->deck, AT_T_GEOGRAPHY, row, check->err,
                                "Dante uses every goal but that of the chain");
    for (uint32_t row = 0; row < AT_VEXILLOLOGY; row++)
        if (d->vexillology[row].dante != (d->vexillology[row].kind != AT_GOAL_SAME_COLOURS))
            return vl_deck_fail(check->deck, AT_T_VEXILLOLOGY, row, check->err,
                                "Dante uses every goal but that of the same colours");
    return check_ways(check, AT_T_GEOGRAPHY, d->geography, AT_GEOGRAPHY) &&
           check_ways(check, AT_T_VEXILLOLOGY, d->vexillology, AT_VEXILLOLOGY) &&
           check_ways(check, AT_T_PUBLIC, d->public_goal, AT_PUBLIC);
}

static uint32_t count_set(const uint64_t set[AT_COUNTRY_WORDS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < AT_COUNTRY_WORDS; i++)
        count += (uint32_t)__builtin_popcountll(set[i]);
    return count;
}

/* Characters understand people in 30 to 85 countries each, and together in most of the world. */
bool at_check_characters(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
    uint64_t all[AT_COUNTRY_WORDS] = {0};
    uint64_t spoken[AT_LANGUAGE_WORDS] = {0};
    uint32_t least = AT_COUNTRIES, most = 0, big = 0;
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
        uint32_t count = count_set(reach);
        if (count < 30 || count > 85)
            return vl_deck_fail(check->deck, AT_T_CHARACTERS, row, check->err,
                                "expected languages of 30 to 85 countries, found %u", count);
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    for (uint32_t i = 0; i < d->language_count; i++) {
        if (count_set(d->of_language[i]) < 4)
            continue;
        big++;
        if (!(spoken[i / 64] >> i % 64 & 1))
            return vl_deck_fail(check->deck, AT_T_LANGUAGES, i, check->err,
                                "no character speaks it, though %u countries do",
                                count_set(d->of_language[i]));
    }
    uint32_t covered = count_set(all);
    if (covered * 4 < AT_COUNTRIES * 3)
        return vl_fail(check->err, VL_BAD_INPUT, "characters.tsv",
                       "the characters are understood in %u countries, expected three quarters",
                       covered);
    vl_text_addf(check->report,
                 "characters: %d, each understood in %u to %u countries, together in %u; all %u "
                 "languages of four or more countries are spoken\n",
                 AT_CHARACTERS, least, most, covered, big);
    return true;
}

/* Two tiles give four different experiences on some sides. */
static bool fit(const struct at_tile *a, const struct at_tile *b)
{
    for (uint32_t i = 0; i < 4; i++)
        if (!(a->face[i & 1] & b->face[i >> 1]))
            return true;
    return false;
}

bool at_check_tiles(const struct at_deck_check *check)
{
    const struct at_tile *tile = check->d->tile;
    uint32_t count[AT_EXPERIENCES] = {0}, least = 99, most = 0;
    for (uint32_t i = 0; i < 2 * AT_TILES; i++) {
        uint32_t face = tile[i / 2].face[i % 2];
        for (uint32_t k = 0; k < i; k++)
            if (tile[k / 2].face[k % 2] == face)
                return vl_deck_fail(check->deck, AT_T_PERSONALITY, i / 2, check->err,
                                    "these two experiences stand on another side already");
        for (uint32_t k = 0; k < AT_EXPERIENCES; k++)
            count[k] += face >> k & 1;
    }
    for (uint32_t i = 0; i < AT_TILES; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!fit(&tile[i], &tile[k]))
                return vl_deck_fail(check->deck, AT_T_PERSONALITY, i, check->err,
                                    "with the tile %s it never makes four experiences",
                                    vl_deck_text(check->deck, AT_T_PERSONALITY, k, AT_ID));
    for (uint32_t k = 0; k < AT_EXPERIENCES; k++) {
        least = count[k] < least ? count[k] : least;
        most = count[k] > most ? count[k] : most;
    }
    if (most - least > 1)
        return vl_fail(check->err, VL_BAD_INPUT, "personality.tsv",
                       "experiences stand on %u to %u sides, expected about the same number", least,
                       most);
    vl_text_addf(check->report,
                 "personality: %d tiles, %d different sides, each experience on %u or %u; any two "
                 "tiles fit\n",
                 AT_TILES, 2 * AT_TILES, least, most);
    return true;
}

bool at_check_party(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
    uint32_t kinds[AT_EFFECT_KINDS] = {0}, continents = 0;
    for (uint32_t row = 0; row < AT_PARTIES; row++) {
        for (uint32_t k = 0; k < row; k++)
            if (d->party[k].home == d->party[row].home)
                return vl_deck_fail(check->deck, AT_T_PARTY, row, check->err,
                                    "another friend lives there already");
        continents |= 1u << d->country[d->party[row].home].continent;
        for (uint32_t i = 0; i < d->party[row].effect_count; i++)
            kinds[d->party[row].effect[i].kind]++;
    }
    for (uint32_t k = AT_MONEY; k <= AT_REFRESH; k++)
        if (kinds[k] < 2)
            return vl_fail(check->err, VL_BAD_INPUT, "party.tsv",
                           "the effect %s stands on %u cards, expected 2 or more",
                           at_effect_words[k], kinds[k]);
    if (__builtin_popcount(continents) < 6)
        return vl_fail(check->err, VL_BAD_INPUT, "party.tsv", "a continent has no friend");
    vl_text_addf(check->report,
                 "party: %d cards, friends in as many countries on six continents; all eight "
                 "effects occur\n",
                 AT_PARTIES);
    return true;
}

bool at_check_events(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
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
            if ((marked >> area % 64 & 1) && count_set(d->of_area[area]) == 0)
                return vl_deck_fail(check->deck, AT_T_EVENTS, row, check->err,
                                    "no country lies in %s", name);
        }
        for (uint32_t i = 0; i < e->country_count; i++)
            if (d->country[e->country[i]].continent == AT_ANTARCTICA)
                return vl_deck_fail(check->deck, AT_T_EVENTS, row, check->err,
                                    "Antarctica is never closed");
    }
    if (persistent < 8 || persistent > 16 || !blocks || !delays || !closed)
        return vl_fail(check->err, VL_BAD_INPUT, "events.tsv",
                       "expected 8 to 16 persistent events, with blocks and delays, found %u",
                       persistent);
    int ash = vl_deck_find(check->deck, AT_T_EVENTS, AT_ID, "eruption");
    uint32_t europe = (uint32_t)at_area("B6");
    if (ash < 0 || !(d->event[ash].blocked_areas[europe / 64] >> europe % 64 & 1))
        return vl_fail(check->err, VL_BAD_INPUT, "events.tsv",
                       "the eruption of the rulebook's example blocks the air over Europe");
    vl_text_addf(check->report,
                 "events: %d, %u persistent (%u block areas, %u delay, %u close countries), %u "
                 "instant; every area they name holds a country\n",
                 AT_EVENTS, persistent, blocks, delays, closed, AT_EVENTS - persistent);
    return true;
}

bool at_check_setups(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
    uint8_t used[AT_COUNTRIES] = {0};
    uint32_t fewest = AT_CONTINENTS, different = 0;
    for (uint32_t card = 0; card < AT_SETUPS; card++) {
        uint32_t continents = 0;
        for (uint32_t i = 0; i < AT_SOUVENIRS; i++) {
            uint32_t country = d->setup[card][i];
            continents |= 1u << d->country[country].continent;
            different += used[country] == 0;
            if (++used[country] > 2 || d->country[country].continent == AT_ANTARCTICA)
                return vl_deck_fail(check->deck, AT_T_SETUP, card * AT_SOUVENIRS + i, check->err,
                                    "at most two souvenirs a country, and none in Antarctica");
        }
        uint32_t count = (uint32_t)__builtin_popcount(continents);
        fewest = count < fewest ? count : fewest;
        if (count < 5)
            return vl_deck_fail(check->deck, AT_T_SETUP, card * AT_SOUVENIRS, check->err,
                                "the souvenirs of card %u lie on %u continents, expected 5 or more",
                                card + 1, count);
    }
    vl_text_addf(check->report,
                 "setup: %d cards with %d souvenirs each, on %u continents or more; %u different "
                 "countries\n",
                 AT_SETUPS, AT_SOUVENIRS, fewest, different);
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

bool at_check_board(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
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
    uint32_t tokens = 0;
    for (uint32_t i = 0; i < AT_BOARD_SLOTS; i++)
        tokens += d->slot[i].token;
    if (tokens != 8)
        return vl_fail(check->err, VL_BAD_INPUT, "board.tsv", "expected 8 explore tokens, found %u",
                       tokens);
    for (uint32_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        int sum = sum_row(d, sums[i].row, sums[i].kind, sums[i].bare, sums[i].paid);
        if (sum != sums[i].sum)
            return vl_fail(check->err, VL_BAD_INPUT, "board.tsv",
                           "the rulebook's example has %s, found %d", sums[i].what, sum);
    }
    for (uint32_t i = AT_ACTION_TRAVEL; i <= AT_ACTION_REPLAN; i++) {
        uint32_t likes = i == AT_ACTION_TRAVEL ? 0 : i == AT_ACTION_REPLAN ? 2 : 3;
        if (d->bonus[i].likes != likes || d->bonus[i].circles != (i != AT_ACTION_TRAVEL))
            return vl_deck_fail(check->deck, AT_T_BONUS, i, check->err,
                                "expected %u likes and a circle", likes);
    }
    vl_text_add(check->report,
                "board: 8 tokens; rest 3 energy, then 1 energy and 1 like for 1 money; work 4 "
                "money and 1 card; at the end 6 energy and 9 money, as in the rulebook\n");
    return true;
}

bool at_check_tracks(const struct at_deck_check *check)
{
    const struct at_deck *d = check->d;
    static const uint8_t sets[AT_SET_SCORES] = {3, 6, 9, 16, 25, 36, 49, 64, 81, 100};
    static const uint8_t tiles[AT_SCORE_TILES] = {25, 15, 5};
    uint32_t languages = 0, lines[3] = {0};
    for (uint32_t i = 0; i < AT_BLOG_SLOTS; i++) {
        const struct at_blog_slot *b = &d->blog[i];
        languages += b->reward.kind == AT_LANGUAGE;
        lines[b->line_after]++;
        if (i > 0 && b->points < b[-1].points)
            return vl_deck_fail(check->deck, AT_T_BLOG, i, check->err,
                                "a later slot has fewer points");
        if ((b->reward.kind == AT_SHIFT) != (i == AT_BLOG_SLOTS - 1))
            return vl_deck_fail(check->deck, AT_T_BLOG, i, check->err,
                                "the last slot, and no other, shifts popularity");
    }
    if (languages != 1 || !lines[AT_EVENT_LINE] || !lines[AT_REFRESH_LINE])
        return vl_fail(check->err, VL_BAD_INPUT, "blog.tsv",
                       "expected exactly one slot with a language, event lines and refresh lines");
    if (memcmp(d->set_score, sets, sizeof sets) != 0 ||
        memcmp(d->score_tile, tiles, sizeof tiles) != 0)
        return vl_fail(check->err, VL_BAD_INPUT, "score.tsv",
                       "the points are not those of the rulebook");
    vl_text_addf(check->report,
                 "blog: %d slots, %u to %u points, one language, %u event and %u refresh lines; "
                 "score tables as in the rulebook\n",
                 AT_BLOG_SLOTS, d->blog[0].points, d->blog[AT_BLOG_SLOTS - 1].points,
                 lines[AT_EVENT_LINE], lines[AT_REFRESH_LINE]);
    return true;
}

bool at_check_dante(const struct at_deck_check *check)
{
    uint32_t actions[4] = {0}, quick = 0;
    for (uint32_t i = 0; i < AT_DANTE_KINDS; i++) {
        const struct at_dante *c = &check->d->dante[i];
        actions[c->action] += c->copies;
        quick += c->quick ? c->copies : 0u;
        if (c->quick == (c->action == AT_DANTE_BLOG))
            return vl_deck_fail(check->deck, AT_T_DANTE, i, check->err,
                                "the quick game leaves out the blog cards and no others");
    }
    if (!actions[0] || !actions[1] || !actions[2])
        return vl_fail(check->err, VL_BAD_INPUT, "dante.tsv",
                       "his deck needs cards to explore, to blog and to take a souvenir");
    vl_text_addf(check->report,
                 "dante: %d cards: %u explore, %u blog, %u souvenir, %u pause; %u in the quick "
                 "game; %u priorities\n",
                 AT_DANTE_CARDS, actions[0], actions[1], actions[2], actions[3], quick,
                 check->deck->rows[AT_T_PRIORITY]);
    return true;
}
