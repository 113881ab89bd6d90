/*
 * Postcards by the rulebook: set a position, play a move, look at the table. Each test names the
 * clauses of docs/rules/postcards.md that it shows.
 */
#include "postcards/table.h"

/* ---- Setting up ---- */

/* PC-1.1: twelve cards a continent, each in a deck of its own. */
static void test_continents(void **unused)
{
    (void)unused;
    *d = printed;
    position(4);
    for (uint32_t c = 0; c < PC_CONTINENTS; c++) {
        uint64_t left = s.deck & vl_first(12) << (12 * c);
        assert_int_equal(vl_count(left), 8);
    }
    assert_int_equal(pc_continent(card("banff")), RED);
    assert_int_equal(pc_continent(card("paris")), PURPLE);
    assert_int_equal(pc_continent(card("zanzibar")), YELLOW);
    assert_int_equal(pc_continent(card("kyoto")), GREEN);
    assert_int_equal(pc_continent(card("sydney")), BLUE);
}

/* PC-1.2: columns from the Americas to Oceania, four rows; only cards of the column are dealt. */
static void test_tableau(void **unused)
{
    (void)unused;
    struct vl_setup setup;
    vl_move moves[VL_MAX_MOVES];
    *d = printed;
    vl_setup_init(&pc_game, 4, &setup, &err);
    pc_start(d, &setup, &s);
    for (uint32_t seat = 0; seat < 4; seat++)
        pc_apply(d, &s, VL_MOVE(PC_SUITCASE, seat));
    pc_apply(d, &s, VL_MOVE(PC_FIRST, 2));
    for (uint32_t n = 0; n < PC_CELLS; n++) {
        uint32_t count = pc_legal_moves(d, &s, moves);
        assert_int_equal(pc_to_act(&s), VL_CHANCE);
        assert_int_equal(count, 12 - n / PC_CONTINENTS);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(pc_continent(VL_MOVE_ARG(moves[i])), pc_column(n));
        pc_apply(d, &s, moves[0]);
    }
    assert_int_equal(s.phase, PC_PHASE_TOURS);
}

/* PC-1.3: tours come out by value, shuffled within it; four face up. */
static void test_tour_deck(void **unused)
{
    (void)unused;
    struct vl_rng rng;
    uint32_t first_seen = 0;
    *d = printed;
    vl_rng_seed(&rng, 1, 0, 0);
    for (uint32_t game = 0; game < 40; game++) {
        uint32_t last = 0;
        position(4);
        s.tour_deck = (uint32_t)vl_first(PC_TOURS);
        memset(s.line, PC_NONE, sizeof s.line);
        s.phase = PC_PHASE_TOURS;
        for (uint32_t n = 0; n < PC_TOURS; n++) {
            vl_move move = pc_sample_chance(d, &s, &rng);
            uint32_t tour = VL_MOVE_ARG(move);
            assert_true(d->value[tour] >= last);
            last = d->value[tour];
            if (n == 0)
                first_seen |= 1U << tour;
            s.tour_deck &= ~(1U << tour);
            if (n < PC_LINE)
                s.line[n] = (uint8_t)tour;
        }
        assert_int_equal(PC_LINE, 4);
    }
    assert_int_equal(first_seen, d->tours_like[0]);
}

/* PC-1.4: seven suitcases; every one of them can be drawn, and nobody draws the same. */
static void test_suitcases(void **unused)
{
    (void)unused;
    struct vl_setup setup;
    vl_move moves[VL_MAX_MOVES];
    uint32_t pairs = 0;
    *d = printed;
    for (uint32_t n = 0; n < PC_SUITCASES; n++)
        pairs += d->mate[n] != PC_NONE;
    assert_int_equal(pairs, 6);
    vl_setup_init(&pc_game, 3, &setup, &err);
    pc_start(d, &setup, &s);
    assert_int_equal(pc_legal_moves(d, &s, moves), 7);
    pc_apply(d, &s, moves[6]);
    assert_int_equal(pc_legal_moves(d, &s, moves), 6);
    assert_int_equal(s.suitcase[0][0], 6);
    assert_int_equal(s.suitcase[0][1], PC_NONE);
}

/* PC-1.5: the starting seat is drawn, and turns go round from it. */
static void test_starting_seat(void **unused)
{
    (void)unused;
    plain();
    position(4);
    s.first = s.seat = 3;
    play("place a1");
    play("end");
    assert_int_equal(s.seat, 0);
    assert_int_equal(s.round, 1);
    play("place a2");
    play("end");
    play("place a3");
    play("end");
    play("place a4");
    play("end");
    assert_int_equal(s.seat, 3);
    assert_int_equal(s.round, 2);
}

/* PC-1.6, PC-4.3, PC-5.7: what is taken is replaced at once, in place, before anybody moves. */
static void test_refills(void **unused)
{
    (void)unused;
    static const char *const at[] = {"c2", "a1", "b1", "d1"};
    plain();
    under_way(4, at);
    play("holiday");
    uint32_t left = s.tableau[cell("c2")];
    play("travel d2");
    assert_int_equal(pc_to_act(&s), VL_CHANCE);
    assert_int_equal(s.waiting, cell("c2"));
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = pc_legal_moves(d, &s, moves);
    assert_int_equal(count, 8);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(pc_continent(VL_MOVE_ARG(moves[i])), YELLOW);
    play("deal zanzibar");
    assert_int_equal(s.tableau[cell("c2")], card("zanzibar"));
    assert_true(vl_has(s.held[0], left));
    give(0, "florence");
    give(0, "prague");
    give(0, "penang");
    uint32_t place = place_of_tour("weekend-away");
    play("tour weekend-away");
    assert_int_equal(pc_to_act(&s), VL_CHANCE);
    assert_int_equal(s.waiting, place);
    play("reveal old-masters");
    assert_int_equal(place_of_tour("old-masters"), place);
}

/* ---- The turn ---- */

/* PC-2.1: the first turn begins on a free card of cost 1, suitcase closed, before anything else. */
static void test_first_placing(void **unused)
{
    (void)unused;
    vl_move moves[VL_MAX_MOVES];
    *d = printed;
    position(4);
    lay("a1", "rio-de-janeiro");
    uint32_t count = pc_legal_moves(d, &s, moves);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(VL_MOVE_KIND(moves[i]), PC_PLACE);
        assert_int_equal(d->cost[s.tableau[VL_MOVE_ARG(moves[i])]], 1);
    }
    assert_int_equal(count, 19);
    refused("end", "PC-2.1");
    refused("holiday", "PC-2.1");
    refused("tour 1", "PC-2.1");
    refused("place a1", "PC-2.1");
    play("place a2");
    assert_int_equal(s.open[0], 0);
    assert_int_equal(s.coins, 4);
    play("end");
    refused("place a2", "PC-2.1");
    assert_true(offered("place a3"));
}

/* PC-2.2: with no free card of cost 1, the lowest cost among the free ones. */
static void test_placing_without_cheap_cards(void **unused)
{
    (void)unused;
    vl_move moves[VL_MAX_MOVES];
    *d = printed;
    memset(d->cost, 3, sizeof d->cost);
    position(4);
    d->cost[s.tableau[cell("b2")]] = 2;
    d->cost[s.tableau[cell("e4")]] = 1;
    s.at[3][0] = PC_NOWHERE;
    play("place e4");
    play("end");
    assert_int_equal(pc_legal_moves(d, &s, moves), 1);
    refused("place a1", "PC-2.2");
    play("place b2");
    play("end");
    assert_int_equal(pc_legal_moves(d, &s, moves), 18);
}

/* PC-2.3: four coins, spent in any order and as often as they last, lost at the end. */
static void test_coins(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e1", "e2", "e3"};
    plain();
    under_way(4, at);
    play("holiday");
    play("travel a2");
    play("deal mexico-city");
    play("holiday");
    play("travel a3");
    play("deal cusco");
    assert_int_equal(s.coins, 0);
    refused("travel a4", "PC-4.1");
    refused("holiday", "PC-3.1");
    assert_int_equal(vl_count(s.held[0]), 2);
    play("end");
    play("travel d1");
    assert_int_equal(s.coins, 3);
    play("end");
    play("end");
    play("end");
    assert_int_equal(s.seat, 0);
    assert_int_equal(s.coins, 4);
}

/* PC-2.4: the turn ends by saying so, coins spent or not. */
static void test_ending_a_turn(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e1", "e2", "e3"};
    plain();
    under_way(4, at);
    play("travel a2");
    play("travel a3");
    play("travel a2");
    play("travel a1");
    assert_int_equal(s.coins, 0);
    assert_int_equal(s.seat, 0);
    play("end");
    assert_int_equal(s.seat, 1);
    play("end");
    assert_int_equal(s.seat, 2);
}

/* ---- Holiday ---- */

/* PC-3.1: the holiday costs what the card says, and the suitcase opens. */
static void test_holiday_cost(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b2", "e1", "e2", "e3"};
    plain();
    under_way(4, at);
    d->cost[s.tableau[cell("b2")]] = 3;
    play("holiday");
    assert_int_equal(s.coins, 1);
    assert_int_equal(s.open[0], 1);
    play("end");
    d->cost[s.tableau[cell("e1")]] = 2;
    play("travel d1");
    play("travel e1");
    play("travel d1");
    play("travel e1");
    refused("holiday", "PC-3.1");
}

/* PC-3.2, PC-5.5: what a card asks for must be held, on cards or on the suitcase; it stays. */
static void test_holiday_asks(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a1", "e1", "e2", "e3"};
    *d = printed;
    under_way(4, at);
    lay("a1", "mexico-city"); /* cost 2, asks for food */
    refused("holiday", "PC-3.2");
    give(0, "penang");
    play("holiday");
    assert_int_equal(s.coins, 2);
    assert_true(vl_has(s.held[0], card("penang")));
    /* The suitcase serves as well: the rucksack carries a mountain. */
    under_way(4, at);
    lay("a1", "oaxaca");
    lay("d1", "seoul");
    stand(0, 0, "d1", false);
    play("holiday");
    assert_int_equal(s.open[0], 1);
    /* Two asks need two icons: Rio asks for a yellow and a city. */
    under_way(4, at);
    lay("a1", "rio-de-janeiro");
    give(0, "dakar");
    refused("holiday", "PC-3.2");
    give(0, "djerba");
    assert_true(offered("holiday"));
}

/* PC-3.3: no holiday where somebody else stands. */
static void test_holiday_alone(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b2", "b3", "e2", "e3"};
    plain();
    under_way(4, at);
    play("travel b3");
    refused("holiday", "PC-3.3");
    play("travel c3");
    play("holiday");
}

/* PC-3.4: once on a visit; a new visit is a new holiday. */
static void test_holiday_once(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b2", "e1", "e2", "e3"};
    vl_move moves[VL_MAX_MOVES];
    plain();
    under_way(4, at);
    play("holiday");
    refused("holiday", "PC-3.4");
    play("end");
    play("end");
    play("end");
    play("end");
    refused("holiday", "PC-3.4");
    play("travel b3");
    pc_legal_moves(d, &s, moves);
    pc_apply(d, &s, moves[0]); /* the card for b2 */
    play("holiday");
}

/* PC-3.5: a holiday does not collect, and the card under the suitcase is not held. */
static void test_holiday_does_not_collect(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b1", "e1", "e2", "e3"};
    plain();
    under_way(4, at);
    lay("b1", "florence");
    give(0, "prague");
    give(0, "penang");
    play("holiday");
    assert_int_equal(s.tableau[cell("b1")], card("florence"));
    assert_false(vl_has(s.held[0], card("florence")));
    refused("tour weekend-away", "PC-5.2"); /* city, food, and the art is not held yet */
    play("travel b2");
    play("deal paris");
    play("tour weekend-away");
}

/* ---- Travel ---- */

/* PC-4.1: to a neighbour, for the coins on the arrow of the card left. */
static void test_arrows(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b2", "e1", "e2", "e3"};
    plain();
    under_way(4, at);
    uint32_t from = s.tableau[cell("b2")];
    d->arrow[from][PC_NORTH] = 1;
    d->arrow[from][PC_WEST] = 2;
    d->arrow[from][PC_EAST] = 3;
    d->arrow[from][PC_SOUTH] = 4;
    static const struct {
        const char *to;
        uint8_t cost;
    } ways[] = {{"travel b1", 1}, {"travel a2", 2}, {"travel c2", 3}, {"travel b3", 4}};
    struct pc_state before = s;
    for (uint32_t i = 0; i < 4; i++) {
        s = before;
        play(ways[i].to);
        assert_int_equal(s.coins, 4 - ways[i].cost);
    }
    s = before;
    refused("travel a1", "PC-4.1");
    refused("travel b2", "PC-4.1");
    refused("travel b4", "PC-4.1");
    play("travel a2");
    d->arrow[s.tableau[cell("a2")]][PC_NORTH] = 3;
    refused("travel a1", "PC-4.1");
}

/* PC-4.2: leaving with an open suitcase collects; with a closed one it does not. The suitcase is
 * closed after any travel. */
static void test_collecting(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b2", "e1", "e2", "e3"};
    plain();
    under_way(4, at);
    uint32_t there = s.tableau[cell("b2")];
    play("travel b1");
    assert_int_equal(s.held[0], 0);
    assert_int_equal(s.tableau[cell("b2")], there);
    play("travel b2");
    play("holiday");
    play("travel b1");
    assert_int_equal(s.held[0], vl_bit(there));
    assert_int_equal(s.open[0], 0);
    assert_int_equal(s.tableau[cell("b2")], PC_NONE);
}

/* PC-4.4: through an occupied card, yes; ending there, no. */
static void test_passing_through(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b2", "b3", "e2", "e3"};
    plain();
    under_way(4, at);
    play("travel b3");
    refused("end", "PC-4.4");
    play("travel b4");
    play("end");
    assert_int_equal(s.at[0][0], cell("b4"));
    assert_int_equal(s.at[1][0], cell("b3"));
}

/* PC-4.5: no travel onto an occupied card that the coins left cannot leave again. */
static void test_settling(void **unused)
{
    (void)unused;
    static const char *const at[] = {"b2", "b3", "e2", "e3"};
    plain();
    under_way(4, at);
    uint32_t there = s.tableau[cell("b3")];
    memset(d->arrow[there], 4, PC_DIRECTIONS);
    refused("travel b3", "PC-4.5");
    d->arrow[there][PC_EAST] = 3;
    play("travel b3");
    assert_true(offered("travel c3"));
    assert_false(offered("travel a3"));
    /* Two strangers in a row: the way behind them must be paid for as well. */
    static const char *const row[] = {"a4", "b4", "c4", "e3"};
    plain();
    under_way(4, row);
    d->arrow[s.tableau[cell("b4")]][PC_NORTH] = 4;
    d->arrow[s.tableau[cell("c4")]][PC_NORTH] = 4;
    d->arrow[s.tableau[cell("c4")]][PC_EAST] = 3;
    d->arrow[s.tableau[cell("b4")]][PC_WEST] = 4;
    refused("travel b4", "PC-4.5");
    d->arrow[s.tableau[cell("c4")]][PC_EAST] = 2;
    play("travel b4");
    play("travel c4");
    play("travel d4");
    play("end");
}

/* PC-4.7: gaps are passed over, several in a row, on both axes. */
static void test_gaps(void **unused)
{
    (void)unused;
    static const char *const at[] = {"a2", "e1", "e3", "e4"};
    plain();
    under_way(4, at);
    empty_deck(PURPLE);
    s.held[1] |= vl_bit(s.tableau[cell("b2")]);
    s.tableau[cell("b2")] = PC_NONE;
    pc_derive(d, &s);
    refused("travel b2", "PC-4.1");
    play("travel c2");
    play("travel a2");
    /* A column with two gaps in the middle. */
    s.held[1] |= vl_bit(s.tableau[cell("b3")]);
    s.tableau[cell("b3")] = PC_NONE;
    stand(0, 0, "b1", false);
    pc_derive(d, &s);
    play("travel b4");
    assert_int_equal(s.coins, 1);
    /* The last card of a row is a gap: nothing lies beyond it. */
    refused("travel b3", "PC-4.1");
}

/* ---- The end ---- */

/* PC-6.1: gaps in two continents bring the end; two gaps in one do not. PC-6.3: the round is
 * finished, counted from the starting seat. */
static void test_end_by_gaps(void **unused)
{
    (void)unused;
    static const char *const at[] = {"e1", "a1", "a2", "b1"};
    plain();
    under_way(4, at);
    empty_deck(RED);
    empty_deck(PURPLE);
    s.seat = 1;
    pc_derive(d, &s);
    play("holiday");
    play("travel a2");
    assert_int_equal(s.ending, 0);
    assert_int_equal(s.phase, PC_PHASE_TURN);
    play("travel a3");
    play("end");
    play("holiday");
    play("travel a3");
    play("travel a4");
    assert_int_equal(vl_count(s.gaps), 2);
    assert_int_equal(s.ending, 0);
    play("end");
    play("holiday");
    play("travel c1");
    assert_int_equal(s.ending, 1);
    play("end");
    assert_int_equal(s.phase, PC_PHASE_OVER);
    assert_int_equal(pc_to_act(&s), VL_OVER);
    assert_int_equal(s.seat, s.first);
}

/* PC-6.2, PC-6.3: the seventeenth tour cannot be replaced; the round is finished. */
static void test_end_by_tours(void **unused)
{
    (void)unused;
    static const char *const at[] = {"e1", "a1", "a2"};
    plain();
    under_way(3, at);
    s.tours[2] = (uint32_t)vl_first(16);
    s.tour_deck = 0;
    for (uint32_t place = 0; place < PC_LINE; place++)
        s.line[place] = (uint8_t)(16 + place);
    for (uint32_t n = 0; n < 12; n++)
        for (uint32_t c = 0; c < PC_CONTINENTS; c++)
            if (vl_has(s.deck, 12 * c + n) && n < 10) {
                s.deck &= ~vl_bit(12 * c + n);
                s.held[1] |= vl_bit(12 * c + n);
            }
    s.seat = 1;
    s.tourist = (uint8_t)cell("c3");
    pc_derive(d, &s);
    assert_int_equal(s.ending, 0);
    play("tour 2");
    assert_int_equal(s.ending, 1);
    assert_int_equal(s.line[1], PC_NONE);
    assert_int_equal(s.phase, PC_PHASE_TURN);
    play("end");
    play("tourist b3");
    assert_int_equal(s.seat, 2);
    play("end");
    /* PC-7.4: the tourist still moves after the last turn. */
    assert_int_equal(s.phase, PC_PHASE_TOURIST);
    play("tourist a3");
    assert_int_equal(s.phase, PC_PHASE_OVER);
}

/* PC-6.4: points on tours, ties shared, nothing else counts. */
static void test_score(void **unused)
{
    (void)unused;
    static const char *const at[] = {"e1", "a1", "a2", "b1"};
    struct vl_score score;
    *d = printed;
    under_way(4, at);
    give(3, "banff");
    s.tour_deck &= ~0xff0U;
    s.tours[0] = 1U << 4 | 1U << 5;
    s.tours[1] = 1U << 6 | 1U << 7;
    s.tours[2] = 1U << 8;
    pc_score(d, &s, &score);
    assert_int_equal(score.points[0], d->value[4] + d->value[5]);
    assert_int_equal(score.points[3], 0);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[1], 1);
    assert_int_equal(score.rank[2], 3);
    assert_int_equal(score.rank[3], 4);
}

/* PC-6.5: two rounds of nothing but ending the turn; the tourist's steps do not count. */
static void test_stalemate(void **unused)
{
    (void)unused;
    static const char *const at[] = {"e4", "d4", "c4"};
    vl_move moves[VL_MAX_MOVES];
    plain();
    under_way(3, at);
    for (uint32_t turn = 0; turn < 6; turn++) {
        assert_int_equal(s.phase, PC_PHASE_TURN);
        play("end");
        assert_int_equal(s.phase, PC_PHASE_TOURIST);
        pc_legal_moves(d, &s, moves);
        pc_apply(d, &s, moves[0]);
    }
    assert_int_equal(s.phase, PC_PHASE_OVER);
    assert_int_equal(s.ending, 0);
    /* Ten rounds of walking about without anything that matters. */
    static const char *const apart[] = {"a1", "c1", "e1", "e4"};
    plain();
    under_way(4, apart);
    for (uint32_t round = 0; round < 10; round++) {
        assert_int_equal(s.phase, PC_PHASE_TURN);
        play(round % 2 ? "travel a1" : "travel a2");
        for (uint32_t seat = 0; seat < 4; seat++)
            play("end");
    }
    assert_int_equal(s.phase, PC_PHASE_OVER);
    /* A holiday matters. */
    under_way(4, apart);
    s.dull = 9;
    play("holiday");
    for (uint32_t seat = 0; seat < 4; seat++)
        play("end");
    assert_int_equal(s.phase, PC_PHASE_TURN);
    assert_int_equal(s.dull, 0);
    /* A position that was loaded may be in any round; the number does not start at 1 again. */
    under_way(4, apart);
    s.round = UINT16_MAX;
    play("holiday");
    for (uint32_t seat = 0; seat < 4; seat++)
        play("end");
    assert_int_equal(s.round, UINT16_MAX);
    assert_null(pc_check(d, &s));
    /* Nothing can matter where nothing was done: the round would count as idle and not as dull. */
    under_way(4, apart);
    assert_null(pc_check(d, &s));
    s.did = PC_DID_MATTER;
    assert_non_null(pc_check(d, &s));
}

/* PC-3.3: an open suitcase is never on a card with somebody else's traveller in its own turn. When
 * it left, the card would be taken from under them. */
static void test_open_suitcase_alone(void **unused)
{
    (void)unused;
    static const char *const apart[] = {"a1", "c1", "e1", "e4"};
    plain();
    under_way(4, apart);
    play("holiday");
    assert_null(pc_check(d, &s));
    s.at[s.seat][0] = s.at[(s.seat + 1) % 4][0];
    assert_string_equal(pc_check(d, &s), "no holiday is taken on a card with somebody else");
    /* Nor is there a gap where no cell is. */
    under_way(4, apart);
    s.gaps |= 1U << PC_NOWHERE;
    assert_string_equal(pc_check(d, &s), "gaps are on cells");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_continents),
        cmocka_unit_test(test_tableau),
        cmocka_unit_test(test_tour_deck),
        cmocka_unit_test(test_suitcases),
        cmocka_unit_test(test_starting_seat),
        cmocka_unit_test(test_refills),
        cmocka_unit_test(test_first_placing),
        cmocka_unit_test(test_placing_without_cheap_cards),
        cmocka_unit_test(test_coins),
        cmocka_unit_test(test_ending_a_turn),
        cmocka_unit_test(test_holiday_cost),
        cmocka_unit_test(test_holiday_asks),
        cmocka_unit_test(test_holiday_alone),
        cmocka_unit_test(test_holiday_once),
        cmocka_unit_test(test_holiday_does_not_collect),
        cmocka_unit_test(test_arrows),
        cmocka_unit_test(test_collecting),
        cmocka_unit_test(test_passing_through),
        cmocka_unit_test(test_settling),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_end_by_gaps),
        cmocka_unit_test(test_end_by_tours),
        cmocka_unit_test(test_score),
        cmocka_unit_test(test_stalemate),
        cmocka_unit_test(test_open_suitcase_alone),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
