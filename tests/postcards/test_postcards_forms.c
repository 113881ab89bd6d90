/*
 * Postcards: tours and matchings, the tourist of three seats, the teams of two, text, deck checks,
 * and the judgement. Each test names the clauses of docs/rules/postcards.md that it shows.
 */
#include <stdlib.h>

#include "core/file.h"
#include "postcards/table.h"
#include "valise/bot.h"

/* ---- Tours ---- */

static void asks_of(const char *text, struct pc_asks *asks)
{
    memset(asks, 0, sizeof *asks);
    while (*text) {
        struct pc_ask ask;
        size_t length = strcspn(text, " ");
        assert_true(pc_read_ask(text, length, &ask));
        pc_add_ask(asks, ask);
        text += length + strspn(text + length, " ");
    }
}

/* Icons as "blue-sun red-sun", suitcase icons as "sun". */
static void supply_from(const char *text, struct pc_supply *supply)
{
    memset(supply, 0, sizeof *supply);
    while (*text) {
        struct pc_ask icon;
        size_t length = strcspn(text, " ");
        assert_true(pc_read_ask(text, length, &icon));
        uint64_t one = UINT64_C(1) << (8 * icon.icon);
        if (icon.colour == PC_NONE)
            supply->suitcases += one;
        else
            supply->row[icon.colour] += one;
        text += length + strspn(text + length, " ");
    }
}

static uint32_t lacking(const char *asks, const char *supply)
{
    struct pc_asks wanted;
    struct pc_supply had;
    asks_of(asks, &wanted);
    supply_from(supply, &had);
    return pc_lacking(&wanted, &had);
}

/* PC-5.2: a sun on a blue card is a blue sun, or a sun, or a blue; one of them. */
static void test_one_icon_one_ask(void **unused)
{
    (void)unused;
    assert_int_equal(lacking("blue-sun", "blue-sun"), 0);
    assert_int_equal(lacking("sun", "blue-sun"), 0);
    assert_int_equal(lacking("blue", "blue-sun"), 0);
    assert_int_equal(lacking("blue sun", "blue-sun"), 1);
    assert_int_equal(lacking("blue-sun sun", "blue-sun"), 1);
    assert_int_equal(lacking("blue-sun blue", "blue-sun"), 1);
    assert_int_equal(lacking("blue-sun blue sun", "blue-sun blue-sun blue-sun"), 0);
    assert_int_equal(lacking("blue-sun", "blue-food red-sun"), 1);
    assert_int_equal(lacking("blue", "red-sun"), 1);
    assert_int_equal(lacking("sun", "blue-food"), 1);
}

/* PC-5.6: an assignment is found if there is one: a sun and a blue from a blue sun and a red sun.
 */
static void test_matching(void **unused)
{
    (void)unused;
    assert_int_equal(lacking("sun blue", "blue-sun red-sun"), 0);
    assert_int_equal(lacking("blue sun", "red-sun blue-sun"), 0);
    assert_int_equal(lacking("sun blue", "blue-sun red-food"), 1);
    assert_int_equal(lacking("blue sun food", "blue-sun blue-food red-sun"), 0);
    assert_int_equal(lacking("blue blue sun food", "blue-sun blue-food red-sun"), 1);
    assert_int_equal(lacking("red blue green", "red-sun blue-sun green-sun"), 0);
    assert_int_equal(lacking("sun red blue green", "red-sun blue-sun green-sun"), 1);
}

/* Every assignment tried, one ask after the other: slow, and surely right. */
static uint32_t most_met(const struct pc_ask *asks, uint32_t count, const struct pc_ask *icons,
                         uint32_t icon_count, uint32_t used)
{
    if (count == 0)
        return 0;
    uint32_t best = most_met(asks + 1, count - 1, icons, icon_count, used);
    for (uint32_t n = 0; n < icon_count; n++) {
        bool fits = (asks->colour == PC_NONE || asks->colour == icons[n].colour) &&
                    (asks->icon == PC_NONE || asks->icon == icons[n].icon);
        if (!fits || (used >> n & 1U))
            continue;
        uint32_t met = 1 + most_met(asks + 1, count - 1, icons, icon_count, used | 1U << n);
        if (met > best)
            best = met;
    }
    return best;
}

/* PC-5.6 against trying everything, on thousands of small cases; and the ticks agree with it. */
static void test_matching_exactly(void **unused)
{
    (void)unused;
    struct vl_rng rng;
    vl_rng_seed(&rng, 7, 0, 0);
    for (uint32_t n = 0; n < 20000; n++) {
        struct pc_ask asks[5], icons[6];
        struct pc_asks wanted = {0};
        struct pc_supply supply = {0};
        uint32_t count = 1 + vl_rng_below(&rng, 5), icon_count = vl_rng_below(&rng, 7);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t kind = vl_rng_below(&rng, 3);
            asks[i].colour = (uint8_t)(kind == 0 ? PC_NONE : vl_rng_below(&rng, 3));
            asks[i].icon = (uint8_t)(kind == 1 ? PC_NONE : vl_rng_below(&rng, 3));
            pc_add_ask(&wanted, asks[i]);
        }
        for (uint32_t i = 0; i < icon_count; i++) {
            icons[i].colour = (uint8_t)vl_rng_below(&rng, 4);
            icons[i].icon = (uint8_t)vl_rng_below(&rng, 3);
            if (icons[i].colour == 3) {
                icons[i].colour = PC_NONE - 1; /* a suitcase: no colour matches */
                supply.suitcases += UINT64_C(1) << (8 * icons[i].icon);
            } else {
                supply.row[icons[i].colour] += UINT64_C(1) << (8 * icons[i].icon);
            }
        }
        uint32_t met = most_met(asks, count, icons, icon_count, 0);
        assert_int_equal(pc_lacking(&wanted, &supply), count - met);
        assert_int_equal(vl_count(pc_met_asks(asks, count, &supply)), met);
    }
}

/* PC-5.1: one tour a turn, at any moment of it, also with coins still to spend. PC-5.5: nothing is
 * spent, so the same cards serve again. */
static void test_taking_tours(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "b1", "c1", "d1"};
    plain();
    under_way(4, at);
    refused("tour weekend-away", "PC-5.2");
    give(0, "paris");
    give(0, "penang");
    give(0, "aitutaki");
    give(0, "broome");
    give(0, "ningaloo");
    uint64_t cards = s.held[0];
    play("tour weekend-away");
    play("reveal night-markets");
    assert_int_equal(s.coins, 4);
    refused("tour first-swim", "PC-5.1");
    play("travel a2");
    play("end");
    play("end");
    play("end");
    play("end");
    play("travel a3");
    play("tour first-swim");
    assert_int_equal(s.held[0], cards);
    assert_int_equal(vl_count(s.tours[0]), 2);
}

/* PC-5.3: several icons of one card serve in the same tour. */
static void test_icons_of_one_card(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "b1", "c1", "d1"};
    plain();
    under_way(4, at);
    give(0, "rome"); /* city, food, art: all of Weekend Away */
    play("tour weekend-away");
}

/* PC-5.4: a suitcase has an icon and no colour; both of a team count, placed or not. */
static void test_suitcase_icons(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "b1"};
    plain();
    under_way(2, at);
    assert_int_equal(lacking("sun", "sun"), 0);
    assert_int_equal(lacking("blue", "sun"), 1);
    assert_int_equal(lacking("blue-sun", "sun"), 1);
    /* The rucksack's mountain and the kit bag's wildlife, with a green and a mountain on cards. */
    give(0, "seoul");
    give(0, "hong-kong");
    assert_int_equal(s.at[0][1], PC_NOWHERE);
    play("tour high-ground");
    struct pc_supply supply;
    pc_supply_of(d, &s, 0, &supply);
    assert_int_equal(supply.suitcases >> (8 * MOUNTAIN) & 0xff, 1);
    assert_int_equal(supply.suitcases >> (8 * WILDLIFE) & 0xff, 1);
}

/* ---- Three seats ---- */

/* PC-7.1: the cost-3 card with the smallest row + column, then the smaller row. PC-7.2: with none,
 * the highest cost in sight. */
static void test_tourist_start(void **unused)
{
    (void)unused;
    struct vl_setup setup;
    static const struct {
        const char *three, *also, *two, *start;
    } cases[] = {
        {"c2", "b3", NULL, "c2"}, /* 3 and 3: the smaller row */
        {"e4", "d1", NULL, "d1"}, {"b2", "a4", NULL, "b2"},
        {NULL, NULL, "c3", "c3"}, {NULL, NULL, NULL, "a1"},
    };
    for (uint32_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        plain();
        vl_setup_init(&pc_game, 3, &setup, &err);
        pc_start(d, &setup, &s);
        for (uint32_t seat = 0; seat < 3; seat++)
            pc_apply(d, &s, VL_MOVE(PC_SUITCASE, seat));
        pc_apply(d, &s, VL_MOVE(PC_FIRST, 0));
        for (uint32_t at = 0; at < PC_CELLS; at++) {
            uint32_t dealt = pc_column(at) * 12 + at / PC_CONTINENTS;
            if ((cases[n].three && at == cell(cases[n].three)) ||
                (cases[n].also && at == cell(cases[n].also)))
                d->cost[dealt] = 3;
            if (cases[n].two && at == cell(cases[n].two))
                d->cost[dealt] = 2;
            pc_apply(d, &s, VL_MOVE(PC_DEAL, dealt));
        }
        assert_int_equal(s.tourist, cell(cases[n].start));
    }
}

/* PC-7.3: one step at the end of each turn, to a free neighbour, over gaps. */
static void test_tourist_moves(void **unused)
{
    (void)unused;
    static const char *const at[] = {"c1", "e1", "e2"};
    plain();
    under_way(3, at);
    s.tourist = (uint8_t)cell("c2");
    refused("tourist c3", "PC-7.3");
    play("end");
    assert_int_equal(s.phase, PC_PHASE_TOURIST);
    assert_int_equal(pc_to_act(&s), 0);
    refused("tourist c1", "PC-7.3"); /* occupied */
    refused("tourist c4", "PC-7.3"); /* two steps */
    refused("end", "PC-7.4");
    play("tourist c3");
    assert_int_equal(s.seat, 1);
    assert_int_equal(s.coins, 4);
    empty_deck(YELLOW);
    s.held[2] |= vl_bit(s.tableau[cell("c2")]);
    s.tableau[cell("c2")] = PC_NONE;
    stand(0, 0, "c4", false);
    play("end");
    play("tourist c1");
}

/* PC-7.4: it must move if it can; with no free neighbour it stays. */
static void test_tourist_hemmed_in(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a2", "b1", "e2"};
    plain();
    under_way(3, at);
    s.tourist = (uint8_t)cell("a1");
    play("end");
    assert_int_equal(s.phase, PC_PHASE_TURN);
    assert_int_equal(s.seat, 1);
    assert_int_equal(s.tourist, cell("a1"));
    play("travel c1");
    play("end");
    assert_int_equal(s.phase, PC_PHASE_TOURIST);
    vl_move moves[VL_MAX_MOVES];
    assert_int_equal(pc_legal_moves(d, &s, moves), 1);
}

/* PC-7.5: the tourist bars the holiday and the end of a turn, not the way through. */
static void test_tourist_blocks(void **unused)
{
    (void)unused;
    static const char *const at[] = {"c1", "e1", "e2"};
    plain();
    under_way(3, at);
    s.tourist = (uint8_t)cell("c2");
    play("travel c2");
    refused("holiday", "PC-7.5");
    refused("end", "PC-4.4");
    play("travel c3");
    play("end");
    /* And not where the coins would not last. */
    under_way(3, at);
    s.tourist = (uint8_t)cell("c2");
    memset(d->arrow[s.tableau[cell("c2")]], 4, PC_DIRECTIONS);
    refused("travel c2", "PC-4.5");
}

/* ---- Two seats ---- */

/* PC-8.1: one of the three pairs each. */
static void test_pairs(void **unused)
{
    (void)unused;
    struct vl_setup setup;
    vl_move moves[VL_MAX_MOVES];
    *d = printed;
    vl_setup_init(&pc_game, 2, &setup, &err);
    pc_start(d, &setup, &s);
    assert_int_equal(pc_legal_moves(d, &s, moves), 3);
    pc_apply(d, &s, moves[1]);
    assert_int_equal(pc_legal_moves(d, &s, moves), 2);
    assert_int_equal(s.suitcase[0][1], d->mate[s.suitcase[0][0]]);
    pc_apply(d, &s, moves[1]);
    assert_int_equal(vl_count(s.pool), 3);
}

/* PC-8.2: the first turn is the first traveller's alone. PC-8.3: from the second turn on the
 * second may be placed, for nothing, at any moment, or not. */
static void test_second_traveller(void **unused)
{
    (void)unused;
    plain();
    position(2);
    play("place 1 a1");
    refused("place 2 b1", "PC-8.2");
    play("travel 1 a2");
    refused("travel 2 b1", "PC-2.1");
    play("end");
    play("place 1 e1");
    play("end");
    play("travel 1 a1");
    refused("place 2 a1", "PC-2.1"); /* a teammate stands there */
    refused("place 2 e1", "PC-2.1");
    play("place 2 b1");
    assert_int_equal(s.coins, 3);
    play("holiday 2");
    play("end");
    play("end"); /* the other seat places none */
    assert_int_equal(s.at[1][1], PC_NOWHERE);
    assert_int_equal(s.phase, PC_PHASE_TURN);
    play("travel 1 a2");
    play("end");
    assert_true(offered("place 2 c1"));
}

/* PC-8.4: two coins for one traveller and two for the other, in any order. */
static void test_split_coins(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e4"};
    plain();
    under_way(2, at);
    play("place 2 c2");
    play("travel 1 b1");
    play("travel 2 c3");
    play("travel 1 b2");
    play("travel 2 c4");
    assert_int_equal(s.coins, 0);
    refused("travel 1 b3", "PC-4.1");
    play("end");
    assert_int_equal(s.at[0][0], cell("b2"));
    assert_int_equal(s.at[0][1], cell("c4"));
}

/* PC-4.5 for a team: a teammate may make way; a placing and a holiday must leave a way too. */
static void test_team_settles(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e4"};
    plain();
    under_way(2, at);
    stand(0, 1, "a2", false);
    /* The first steps onto its teammate with the last coin but one; the teammate moves on. */
    memset(d->arrow[s.tableau[cell("a1")]], 3, PC_DIRECTIONS);
    play("travel 1 a2");
    refused("end", "PC-4.4");
    assert_int_equal(s.coins, 1);
    play("travel 2 a3");
    play("end");
    /* With nothing left for either the step is refused. */
    under_way(2, at);
    stand(0, 1, "a2", false);
    memset(d->arrow[s.tableau[cell("a1")]], 4, PC_DIRECTIONS);
    refused("travel 1 a2", "PC-4.5");
    /* One is on its way over a stranger: the other may not spend its fare. */
    plain();
    under_way(2, at);
    stand(0, 1, "c1", false);
    stand(1, 0, "a2", false);
    memset(d->arrow[s.tableau[cell("a2")]], 3, PC_DIRECTIONS);
    play("travel 1 a2");
    refused("holiday 2", "PC-4.5");
    refused("travel 2 c2", "PC-4.5");
    play("travel 1 a3");
    /* The only card the fare reaches must not be taken by the one placed. */
    plain();
    under_way(2, at);
    stand(1, 0, "a2", false);
    memset(d->arrow[s.tableau[cell("a2")]], 4, PC_DIRECTIONS);
    d->arrow[s.tableau[cell("a2")]][PC_SOUTH] = 3;
    play("travel 1 a2");
    refused("place 2 a3", "PC-4.5");
    play("place 2 a1");
}

/* PC-4.5: the card that comes into a place is not counted on, but one may stop there. */
static void test_fresh_cards_are_not_counted_on(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e4"};
    plain();
    under_way(2, at);
    /* The second, on holiday in a3, can make way for the first, who stands on a stranger. */
    stand(0, 1, "a3", true);
    stand(1, 0, "a2", false);
    memset(d->arrow[s.tableau[cell("a2")]], 4, PC_DIRECTIONS);
    d->arrow[s.tableau[cell("a2")]][PC_SOUTH] = 1;
    d->arrow[s.tableau[cell("a1")]][PC_SOUTH] = 2;
    d->arrow[s.tableau[cell("a3")]][PC_EAST] = 1;
    play("travel 1 a2");
    assert_int_equal(s.coins, 2);
    play("travel 2 b3");
    play("deal cusco");
    play("travel 1 a3");
    play("end");
}

/* PC-4.6: an open suitcase does not leave while a teammate shares its card. */
static void test_sharing_with_an_open_suitcase(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e4"};
    plain();
    under_way(2, at);
    stand(0, 1, "a2", true);
    play("travel 1 a2");
    refused("travel 2 a3", "PC-4.6");
    play("travel 1 b2");
    play("travel 2 a3");
    assert_int_equal(pc_to_act(&s), VL_CHANCE);
}

/* ---- Text ---- */

static void parses_not(const char *text)
{
    struct vl_view view;
    vl_move move;
    look(&view);
    memset(&err, 0, sizeof err);
    assert_false(pc_parse_move(deck, &view, text, &move, &err));
    assert_true(err.message[0]);
}

static void test_notation(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e4"};
    struct vl_view view;
    struct vl_text text = {0};
    vl_move move;
    *d = printed;
    under_way(2, at);
    look(&view);
    assert_true(pc_parse_move(deck, &view, "travel 1 oaxaca", &move, &err));
    assert_int_equal(move, VL_MOVE(PC_TRAVEL, cell("a2")));
    assert_true(pc_parse_move(deck, &view, "travel a2", &move, &err));
    pc_format_move(deck, &view, move, &text);
    assert_string_equal(vl_text_string(&text), "travel 1 oaxaca");
    vl_text_free(&text);
    parses_not("");
    parses_not("fly home");
    parses_not("travel");
    parses_not("travel atlantis");
    parses_not("travel 3 oaxaca");
    parses_not("travel f9");
    parses_not("holiday 3");
    parses_not("holiday oaxaca");
    parses_not("tour 9");
    parses_not("tour silk-road"); /* not in the line yet */
    parses_not("tour nowhere");
    parses_not("end of the line");
    parses_not("travel rome"); /* not on the tableau */
    parses_not("tourist");
    parses_not("deal atlantis");
    parses_not("start 7");
}

/* The ways of the derived facts can be walked as they stand, for the cost they give. */
static void test_ways(void **unused)
{
    (void)unused;
    struct vl_rng rng;
    uint32_t walked = 0;
    *d = printed;
    vl_rng_seed(&rng, 11, 0, 0);
    for (uint32_t game = 0; game < 40; game++) {
        struct vl_setup setup;
        vl_setup_init(&pc_game, 2 + game % 3, &setup, &err);
        pc_start(d, &setup, &s);
        for (uint32_t n = 0; n < 150 && pc_to_act(&s) != VL_OVER; n++) {
            if (pc_to_act(&s) >= 0 && s.phase == PC_PHASE_TURN && n % 3 == 0) {
                struct vl_view view;
                struct vl_text text = {0};
                struct vl_json json;
                look(&view);
                vl_json_start(&json, &text);
                pc_annotate(deck, &view, &json);
                const char *at = vl_text_string(&text);
                struct pc_state before = s;
                while ((at = strstr(at, "{\"cost\":"))) {
                    unsigned cost = (unsigned)strtoul(at + 8, NULL, 10);
                    const char *list = strstr(at, "\"moves\":[");
                    const char *end = strchr(list, ']');
                    s = before;
                    for (list = strchr(list, '['); list < end; list += strcspn(list, "]\"") + 1) {
                        char move[64];
                        list += 2; /* [" or ," */
                        snprintf(move, sizeof move, "%.*s", (int)strcspn(list, "\""), list);
                        play(move);
                        while (pc_to_act(&s) == VL_CHANCE)
                            pc_apply(d, &s, pc_sample_chance(d, &s, &rng));
                    }
                    assert_int_equal(before.coins - s.coins, cost);
                    assert_true(offered("end") || before.seats == 2);
                    walked++;
                    at = end;
                }
                s = before;
                vl_text_free(&text);
            }
            pc_apply(d, &s, pc_pick(d, &s, &rng));
        }
    }
    assert_true(walked > 500);
}

/* A turn can always be ended (PC-4.5): from any position, with steps of the seat alone. */
static void test_turns_can_end(void **unused)
{
    (void)unused;
    struct vl_rng rng;
    *d = printed;
    vl_rng_seed(&rng, 5, 0, 0);
    for (uint32_t game = 0; game < 200; game++) {
        struct vl_setup setup;
        uint32_t steps = 0;
        vl_setup_init(&pc_game, 2 + game % 3, &setup, &err);
        pc_start(d, &setup, &s);
        while (pc_to_act(&s) != VL_OVER) {
            vl_move move = pc_pick(d, &s, &rng);
            steps = VL_MOVE_KIND(move) == PC_END ? 0 : steps + (pc_to_act(&s) >= 0);
            assert_true(steps <= 4 + 2 + 1 + 2);
            pc_apply(d, &s, move);
        }
    }
}

/* ---- Judgement ---- */

static double win_share(uint32_t seats, uint32_t games)
{
    struct vl_player greedy, random;
    double wins = 0;
    *d = printed;
    assert_true(vl_player_find(&pc_game, "greedy", &greedy, &err));
    assert_true(vl_player_find(&pc_game, "random", &random, &err));
    for (uint32_t game = 0; game < games; game++) {
        struct vl_setup setup;
        struct vl_rng chance, thought;
        struct vl_score score;
        int clever = (int)(game % seats);
        vl_rng_seed(&chance, 3, game, VL_STREAM_CHANCE);
        vl_rng_seed(&thought, 3, game, VL_STREAM_BOTS);
        vl_setup_init(&pc_game, seats, &setup, &err);
        for (pc_start(d, &setup, &s); pc_to_act(&s) != VL_OVER;) {
            struct vl_view view;
            if (pc_to_act(&s) == VL_CHANCE) {
                pc_apply(d, &s, pc_sample_chance(d, &s, &chance));
                continue;
            }
            vl_look(&pc_game, d, &s, s.seat, &view);
            struct vl_question question = {
                .game = &pc_game, .deck = deck, .view = &view, .rng = &thought};
            pc_apply(d, &s, vl_player_move(s.seat == clever ? &greedy : &random, &question));
        }
        pc_score(d, &s, &score);
        uint32_t winners = 0;
        for (uint32_t seat = 0; seat < seats; seat++)
            winners += score.rank[seat] == 1;
        wins += score.rank[clever] == 1 ? 1.0 / winners : 0;
    }
    return wins / games;
}

static void test_greedy_beats_random(void **unused)
{
    (void)unused;
    assert_true(win_share(2, 60) >= 0.9);
    assert_true(win_share(4, 60) >= 0.75);
}

/* The plan is for the whole turn: it walks past a card of cost 1 to the one that completes. */
static void test_planning(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e1", "e2", "e4"};
    struct vl_player greedy;
    struct vl_rng rng;
    plain();
    under_way(4, at);
    give(0, "prague");
    give(0, "penang");
    lay("b2", "florence");
    stand(0, 0, "b2", true);
    assert_true(vl_player_find(&pc_game, "greedy", &greedy, &err));
    vl_rng_seed(&rng, 1, 0, 0);
    for (uint32_t n = 0; n < 20 && s.seat == 0; n++) {
        struct vl_view view;
        if (pc_to_act(&s) == VL_CHANCE) {
            pc_apply(d, &s, pc_sample_chance(d, &s, &rng));
            continue;
        }
        look(&view);
        struct vl_question question = {.game = &pc_game, .deck = deck, .view = &view, .rng = &rng};
        pc_apply(d, &s, vl_player_move(&greedy, &question));
    }
    assert_true(vl_has(s.held[0], card("florence")));
    assert_int_equal(s.tours[0], 1U << 0);
}

/* ---- The deck ---- */

/* What the judgement keeps is kept for this deck alone. */
static void test_what_is_kept(void **unused)
{
    struct vl_setup setup = {.seats = 3};
    struct vl_rng rng;
    struct vl_view view;
    vl_move moves[VL_MAX_MOVES];
    int32_t first[VL_MAX_MOVES], other[VL_MAX_MOVES], again[VL_MAX_MOVES];
    uint32_t different = 0, asked = 0;
    (void)unused;
    *d = printed;
    vl_rng_seed(&rng, 7, 0, 0);
    for (pc_start(d, &setup, &s); asked < 60; pc_apply(d, &s, pc_pick(d, &s, &rng))) {
        int seat = pc_to_act(&s);
        assert_true(seat != VL_OVER);
        if (seat == VL_CHANCE)
            continue;
        uint32_t count = pc_legal_moves(d, &s, moves);
        vl_look(&pc_game, d, &s, seat, &view);
        pc_prefer(d, &view, 0, moves, count, first);
        memset(d->arrow, 1, sizeof d->arrow);
        pc_index_arrows(d);
        pc_prefer(d, &view, 0, moves, count, other);
        different += memcmp(first, other, count * sizeof *first) != 0;
        *d = printed;
        pc_prefer(d, &view, 0, moves, count, again);
        assert_memory_equal(first, again, count * sizeof *first);
        asked++;
    }
    assert_true(different > 0); /* other arrows, other weights */
}

static const char *const files[] = {"postcards.tsv", "tours.tsv", "travellers.tsv"};

/* The built-in tables with one piece of one of them replaced. */
static struct vl_deck *changed_deck(uint32_t table, const char *from, const char *to)
{
    const char *bytes[3];
    size_t sizes[3];
    char *text = malloc(deck->sizes[table] + strlen(to) + 1);
    const char *found = strstr(deck->originals[table], from);
    assert_non_null(text);
    assert_non_null(found);
    for (uint32_t n = 0; n < 3; n++) {
        bytes[n] = deck->originals[n];
        sizes[n] = deck->sizes[n];
    }
    size_t before = (size_t)(found - deck->originals[table]);
    size_t after = deck->sizes[table] - before - strlen(from);
    memcpy(text, deck->originals[table], before);
    memcpy(text + before, to, strlen(to));
    memcpy(text + before + strlen(to), found + strlen(from), after);
    bytes[table] = text;
    sizes[table] = before + strlen(to) + after;
    memset(&err, 0, sizeof err);
    struct vl_deck *changed = vl_deck_parse(&pc_game, bytes, sizes, "a test", &err);
    free(text);
    return changed;
}

/* What we hold our own deck to: every continent has every icon and leans its own way, and in all
 * each icon is a sixth, give or take a tenth. The rules do not need it. */
static bool icons_are_even(const struct vl_deck *lint)
{
    const struct pc_deck *own = lint->data;
    uint32_t total[PC_ICONS] = {0}, sum = 0, slant = 0;
    uint32_t each[PC_CONTINENTS][PC_ICONS] = {{0}};
    for (uint32_t card = 0; card < PC_CARDS; card++)
        for (uint32_t icon = 0; icon < PC_ICONS; icon++)
            each[pc_continent(card)][icon] += (uint32_t)(own->icons[card] >> (8 * icon)) & 0xff;
    for (uint32_t c = 0; c < PC_CONTINENTS; c++) {
        uint32_t most = 0, row = 0;
        for (uint32_t icon = 0; icon < PC_ICONS; icon++) {
            if (!each[c][icon])
                return vl_deck_fail(lint, PC_TABLE_POSTCARDS, c * PC_CARDS_EACH, &err,
                                    "%s has no %s", pc_continent_words[c], pc_icon_words[icon]);
            total[icon] += each[c][icon];
            row += each[c][icon];
            if (each[c][icon] > most)
                most = each[c][icon];
        }
        sum += row;
        slant += most * PC_ICONS > row + PC_ICONS;
    }
    for (uint32_t icon = 0; icon < PC_ICONS; icon++) {
        if (total[icon] * PC_ICONS * 10 < sum * 9 || total[icon] * PC_ICONS * 10 > sum * 11)
            return vl_deck_fail(lint, PC_TABLE_POSTCARDS, 0, &err,
                                "%u icons are %s: expected a sixth of %u, give or take a tenth",
                                total[icon], pc_icon_words[icon], sum);
    }
    if (slant < PC_CONTINENTS)
        return vl_deck_fail(lint, PC_TABLE_POSTCARDS, 0, &err,
                            "a continent has all icons about equally often: expected a slant");
    return true;
}

static void bad_deck(uint32_t table, const char *from, const char *to, const char *says)
{
    struct vl_deck *changed = changed_deck(table, from, to);
    bool good = changed != NULL;
    if (changed) {
        struct vl_text report = {0};
        good = pc_check_deck(changed, &report, &err) && icons_are_even(changed);
        vl_text_free(&report);
        vl_deck_free(changed);
    }
    assert_false(good);
    if (!strstr(err.message, says))
        fail_msg("%s: expected a word about \"%s\", found \"%s\"", to, says, err.message);
    assert_non_null(strstr(err.where, files[table]));
}

static void test_deck_checks(void **unused)
{
    (void)unused;
    struct vl_text report = {0};
    *d = printed;
    assert_true(pc_check_deck(deck, &report, &err));
    assert_true(icons_are_even(deck));
    assert_non_null(strstr(vl_text_string(&report), "each can be met, whichever card is missing"));
    vl_text_free(&report);
    bad_deck(0, "\tamericas\t1\t-", "\teurope\t1\t-", "americas");
    bad_deck(0, "\tamericas\t1\t-", "\tamericas\t1\tsun", "cost 1");
    bad_deck(0, "\tamericas\t1\t-", "\tamericas\t2\tsun", "cost 1");
    bad_deck(0, "\tmountain\t2\t3\t1\t1", "\tmountain\t2\t3\t4\t4", "coins");
    bad_deck(0, "\tmountain\t2\t3\t1\t1", "\tmountain\t2\t3\t1\t5", "4");
    bad_deck(0, "\tmountain\t2\t3\t1\t1", "\tsun mountain city\t2\t3\t1\t1", "icons");
    bad_deck(0, "\t2\tfood\tcity art", "\t2\t-\tcity art", "asks for something");
    bad_deck(1, "\t2\tcity food art", "\t3\tcity food art", "order");
    bad_deck(1, "\t2\tcity food art", "\t2\tred-art red-art red-art red-art", "cannot be met");
    bad_deck(2, "\torange\tmountain", "\tblack\tmountain", "suitcases");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_icon_one_ask),
        cmocka_unit_test(test_matching),
        cmocka_unit_test(test_matching_exactly),
        cmocka_unit_test(test_taking_tours),
        cmocka_unit_test(test_icons_of_one_card),
        cmocka_unit_test(test_suitcase_icons),
        cmocka_unit_test(test_tourist_start),
        cmocka_unit_test(test_tourist_moves),
        cmocka_unit_test(test_tourist_hemmed_in),
        cmocka_unit_test(test_tourist_blocks),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_second_traveller),
        cmocka_unit_test(test_split_coins),
        cmocka_unit_test(test_team_settles),
        cmocka_unit_test(test_fresh_cards_are_not_counted_on),
        cmocka_unit_test(test_sharing_with_an_open_suitcase),
        cmocka_unit_test(test_notation),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_turns_can_end),
        cmocka_unit_test(test_greedy_beats_random),
        cmocka_unit_test(test_planning),
        cmocka_unit_test(test_what_is_kept),
        cmocka_unit_test(test_deck_checks),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
