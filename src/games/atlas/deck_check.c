/*
 * `valise deck check atlas`: what the rules rely on and deck.c cannot see in one row.
 *
 * deck.c refuses cells that mean nothing, lists that are too long and a map in pieces. The checks
 * here look at whole tables: without them the game could stop, run for ever or break its
 * invariants. What is a matter of truth, balance or style of our own deck is held by
 * tests/atlas/deck_lint.h.
 */
#include <stdio.h>

#include "games/atlas/rules.h"
#include "games/atlas/tables.h"

struct check {
    const struct vl_deck *deck;
    const struct at_deck *d;
    struct vl_text *report;
    struct vl_error *err;
};

static void report_counts(const struct check *check, const char *title, const char *const *words,
                          const uint32_t *counts, uint32_t count)
{
    vl_text_add(check->report, title);
    for (uint32_t k = 0; k < count; k++)
        vl_text_addf(check->report, "%s %s %u", k ? "," : "", words[k], counts[k]);
    vl_text_char(check->report, '\n');
}

/* The map is in one piece, or it would not have been loaded; how large it is. */
static bool check_map(const struct check *check)
{
    const struct at_deck *d = check->d;
    uint32_t continents[AT_CONTINENTS] = {0}, farthest = 0, isolated = 0, steps = 0;
    for (uint32_t a = 0; a < AT_COUNTRIES; a++) {
        continents[d->country[a].continent]++;
        isolated += d->country[a].isolated;
        steps += d->country[a].step_count;
        for (uint32_t b = 0; b < a; b++)
            farthest = d->distance[a][b] > farthest ? d->distance[a][b] : farthest;
    }
    vl_text_addf(check->report,
                 "map: %d countries, %u pairs of neighbours, every country reachable from every "
                 "other in %u steps or fewer; %u isolated, %u airports; %u languages\n",
                 AT_COUNTRIES, steps / 2, farthest, isolated,
                 vl_count_in(d->airports, AT_COUNTRY_WORDS), d->language_count);
    report_counts(check, "continents:", at_continent_words, continents, AT_CONTINENTS);
    return true;
}

/* How costs, icons and experiences are spread. */
static void report_places(const struct check *check, const char *title,
                          const struct at_place *const *places, uint32_t count)
{
    uint32_t cost[7] = {0}, icons[AT_ICONS + 1] = {0}, with[AT_EXPERIENCES] = {0};
    for (uint32_t i = 0; i < count; i++) {
        cost[places[i]->cost]++;
        icons[places[i]->icon_count]++;
        for (uint64_t rest = at_icon_set(places[i]); rest;)
            with[vl_take_lowest(&rest)]++;
    }
    vl_text_addf(check->report,
                 "%s: %u; costs 3: %u, 4: %u, 5: %u, 6: %u; icons 2: %u, 3: %u, 4: %u\n", title,
                 count, cost[3], cost[4], cost[5], cost[6], icons[2], icons[3], icons[4]);
    report_counts(check, " ", at_experience_words, with, AT_EXPERIENCES);
}

static bool check_places(const struct check *check)
{
    const struct at_place *places[AT_COUNTRIES * AT_PLACES], *cards[AT_CARDS];
    for (uint32_t i = 0; i < AT_COUNTRIES * AT_PLACES; i++)
        places[i] = &check->d->place[i / AT_PLACES][i % AT_PLACES];
    for (uint32_t i = 0; i < AT_CARDS; i++)
        cards[i] = &check->d->card[i].place;
    report_places(check, "places", places, AT_COUNTRIES * AT_PLACES);
    report_places(check, "destination cards", cards, AT_CARDS);
    return true;
}

/* Goals for which the countries of a seat count one by one: there are enough of them. */
static bool check_goals(const struct check *check, uint32_t table, const struct at_goal *goals,
                        uint32_t count)
{
    for (uint32_t row = 0; row < count; row++) {
        uint32_t kind = goals[row].kind, found = 0;
        bool countries = kind > AT_GOAL_DIFFERENT && kind < AT_GOAL_LANGUAGES;
        for (uint32_t i = 0; i < AT_COUNTRIES; i++)
            found += at_country_counts(&check->d->country[i], &goals[row], false);
        if (countries && at_one_by_one(kind) && found < goals[row].count)
            return vl_deck_fail(check->deck, table, row, check->err,
                                "\"%s\" asks for %u countries, and %u count for it",
                                vl_deck_text(check->deck, table, row, AT_ID), goals[row].count,
                                found);
    }
    vl_text_addf(check->report, "%s: %u, with enough countries for each\n",
                 check->deck->game->tables[table].name, count);
    return true;
}

static bool check_all_goals(const struct check *check)
{
    const struct at_deck *d = check->d;
    return check_goals(check, AT_T_GEOGRAPHY, d->geography, AT_GEOGRAPHY) &&
           check_goals(check, AT_T_VEXILLOLOGY, d->vexillology, AT_VEXILLOLOGY) &&
           check_goals(check, AT_T_PUBLIC, d->public_goal, AT_PUBLIC);
}

/* Any two tiles give four different experiences on some sides, or a seat could be dealt two that
 * it cannot lay (AT-1.11). */
static bool check_tiles(const struct check *check)
{
    for (uint32_t i = 0; i < AT_TILES; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!at_tiles_go_together(check->d, i, k))
                return vl_deck_fail(check->deck, AT_T_PERSONALITY, i, check->err,
                                    "with the tile %s it never makes four experiences",
                                    vl_deck_text(check->deck, AT_T_PERSONALITY, k, AT_ID));
    vl_text_addf(check->report, "personality: %d tiles, any two of them fit\n", AT_TILES);
    return true;
}

/* The tokens of a seat lie on its board, one on each slot that has room for it (AT-1.6). */
static bool check_board(const struct check *check)
{
    uint32_t tokens = 0;
    for (uint32_t i = 0; i < AT_BOARD_SLOTS; i++)
        tokens += check->d->slot[i].token;
    if (tokens != AT_TOKENS)
        return vl_fail(check->err, VL_BAD_INPUT, "board.tsv",
                       "expected %d explore tokens, found %u", AT_TOKENS, tokens);
    vl_text_addf(check->report, "board: %d slots, %d of them under an explore token\n",
                 AT_BOARD_SLOTS, AT_TOKENS);
    return true;
}

static bool check_blog(const struct check *check)
{
    const struct at_blog_slot *blog = check->d->blog;
    uint32_t lines[3] = {0}, goals = 2; /* Dante begins with two (AT-13.3) */
    for (uint32_t i = 0; i < AT_BLOG_SLOTS; i++) {
        lines[blog[i].line_after]++;
        goals += blog[i].reward.kind == AT_GOALS;
        if ((blog[i].reward.kind == AT_SHIFT) != (i == AT_BLOG_SLOTS - 1)) /* AT-7.9 */
            return vl_deck_fail(check->deck, AT_T_BLOG, i, check->err,
                                "the last slot, and no other, shifts popularity");
    }
    if (goals > AT_DANTE_GOALS)
        return vl_fail(check->err, VL_BAD_INPUT, "blog.tsv",
                       "Dante could draw %u goals, and has room for %d", goals, AT_DANTE_GOALS);
    vl_text_addf(check->report, "blog: %d slots, %u to %u points, %u event and %u refresh lines\n",
                 AT_BLOG_SLOTS, blog[0].points, blog[AT_BLOG_SLOTS - 1].points,
                 lines[AT_EVENT_LINE], lines[AT_REFRESH_LINE]);
    return true;
}

/* He flips on until a card can be done. A pause is the only one that always can: without it he
 * would flip for ever. */
static bool check_dante(const struct check *check)
{
    static const char *const words[] = {"explore", "blog", "souvenir", "pause"};
    uint32_t actions[4] = {0};
    for (uint32_t i = 0; i < AT_DANTE_KINDS; i++) {
        const struct at_dante *c = &check->d->dante[i];
        actions[c->action] += c->copies;
        if (c->quick == (c->action == AT_DANTE_BLOG))
            return vl_deck_fail(check->deck, AT_T_DANTE, i, check->err,
                                "the quick game leaves out the blog cards and no others");
    }
    for (uint32_t i = 0; i < 4; i++)
        if (!actions[i])
            return vl_fail(check->err, VL_BAD_INPUT, "dante.tsv",
                           "his deck needs a card with the action %s", words[i]);
    vl_text_addf(check->report, "dante: %d cards:", AT_DANTE_CARDS);
    report_counts(check, "", words, actions, 4);
    return true;
}

bool at_check_deck(const struct vl_deck *deck, struct vl_text *report, struct vl_error *err)
{
    struct check check = {deck, deck->data, report, err};
    return check_map(&check) && check_places(&check) && check_all_goals(&check) &&
           check_tiles(&check) && check_board(&check) && check_blog(&check) && check_dante(&check);
}
