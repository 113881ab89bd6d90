/*
 * Travelogue by the rulebook. Each test names the clauses of docs/rules/travelogue.md that it
 * shows; what the seats know has a file of its own.
 */
#include "travelogue/tl_position.h"

/* ---- The cards ---- */

/* TL-1.1, TL-1.2, TL-1.3, TL-1.4 */
static void test_cards(void **unused)
{
    (void)unused;
    assert_int_equal(tl_count(tl_all_cards()), 84);
    assert_int_equal(tl_activity(card("g14")), 5);
    assert_int_equal(tl_number(card("g14")), 14);
    assert_false(tl_meet(hot()->bonus, hot()->cloud));
    assert_true(tl_any(hot()->bonus) && tl_any(hot()->cloud));
    const uint8_t limits[] = {1, 2, 3, 5, 2, 1}, values[] = {0, 1, 3, 5, 8, 11};
    assert_memory_equal(hot()->limit[country("italy")], limits, sizeof limits);
    assert_memory_equal(hot()->value[country("italy")], values, sizeof values);
    assert_int_equal(TL_ALBUMS, 4);
    assert_int_equal(TL_AGENTS, 4);
}

/* TL-1.3: six destinations reach a set of five, the others are broader; activities are equal. */
static void test_destinations_are_even(void **unused)
{
    (void)unused;
    uint32_t fives = 0;
    for (uint32_t row = 0; row < TL_DESTINATIONS; row++) {
        uint32_t sum = 0, most = 0;
        for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
            sum += hot()->limit[row][a];
            most = hot()->limit[row][a] > most ? hot()->limit[row][a] : most;
        }
        assert_int_equal(sum, most == 5 ? 14 : 15);
        assert_int_equal(hot()->value[row][5], most == 5 ? 11 : 0);
        fives += most == 5;
    }
    assert_int_equal(fives, 6);
    for (uint32_t a = 0; a < TL_ACTIVITIES; a++) {
        uint32_t sum = 0;
        for (uint32_t row = 0; row < TL_DESTINATIONS; row++)
            sum += hot()->limit[row][a];
        assert_int_equal(sum, 44);
    }
}

/* ---- Set-up ---- */

/* TL-2.1, TL-2.2, TL-2.3, TL-2.4, TL-2.5, TL-2.6 */
static void test_set_up(void **unused)
{
    (void)unused;
    start_position(2, "");
    play("album 2");
    assert_false(offered("album 2"));
    play("album 4");
    play("deal dining-1, deal dining-2, deal dining-3, deal dining-4, deal dining-5");
    assert_cards(s.hand[0], "d1 d2 d3 d4 d5");
    play("deal culture-1, deal culture-2, deal culture-3, deal culture-4, deal culture-5");
    assert_cards(s.hand[1], "c1 c2 c3 c4 c5");
    play("lay lodging-1, lay lodging-2, lay lodging-3, lay lodging-4");
    assert_int_equal(s.agent[0], card("l1"));
    assert_int_equal(s.agent[3], card("l4"));
    assert_int_equal(tl_deck_count(&s), 84 - 10 - 4);
    play("top italy, top japan, top egypt");
    /* The highest album starts. */
    assert_int_equal(acting(), 1);
    assert_int_equal(s.phase, TL_PICK);
    assert_int_equal(vl_count(tl_hidden_destinations(&s)), 15);
    play("pick 2");
    assert_int_equal(s.destination[1], country("japan"));
    /* The next of the pile is seen before the other seat chooses; any unseen card may be it. */
    assert_int_equal(acting(), VL_CHANCE);
    assert_true(offered("top france") && offered("top india") && !offered("top italy"));
    play("top france");
    assert_int_equal(s.pile[1][0], country("france"));
    assert_int_equal(s.pile[1][5], TL_NONE);
    play("pick 2, top brazil");
    assert_int_equal(s.destination[0], country("france"));
    assert_int_equal(acting(), 1);
    assert_int_equal(s.phase, TL_TURN);
}

/* ---- Turn and draw ---- */

/* TL-3.1, TL-3.2: one action, then the next seat. */
static void test_turns_go_round(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "d1 d2 c5");
    hand(1, "c1");
    hand(2, "l1");
    begin_trading();
    assert_true(offered("draw") && offered("visit") && offered("agent 1 seat 2"));
    play("draw, drawn lodging-7, enough");
    assert_int_equal(acting(), 1);
    play("draw, drawn lodging-8, another, drawn lodging-9");
    assert_int_equal(acting(), 2);
    play("draw, drawn lodging-10, enough");
    assert_int_equal(acting(), 0);
    assert_cards(s.hand[1], "c1 l8 l9");
    refused("another", "TL-3.1");
}

/* TL-4.1, TL-4.2: the second card is decided on when the first has been seen. */
static void test_draw_one_or_two(void **unused)
{
    (void)unused;
    position(2);
    begin_trading();
    play("draw");
    assert_int_equal(acting(), VL_CHANCE);
    play("drawn dining-14");
    assert_cards(s.hand[0], "d14");
    assert_int_equal(acting(), 0);
    assert_true(offered("another") && offered("enough"));
    play("another, drawn culture-14");
    assert_cards(s.hand[0], "d14 c14");
    assert_int_equal(acting(), 1);
}

/* TL-4.3 */
static void test_draw_the_last_card(void **unused)
{
    (void)unused;
    position(2);
    left_in_deck("c9");
    begin_trading();
    play("draw, drawn culture-9");
    assert_int_equal(acting(), 1);
    assert_int_equal(s.phase, TL_TURN);
}

/* TL-4.4 */
static void test_pass(void **unused)
{
    (void)unused;
    position(2);
    begin_trading();
    refused("pass", "TL-4.4");
    left_in_deck("");
    begin_trading();
    refused("draw", "TL-4.4");
    play("pass");
    assert_int_equal(acting(), 1);
}

/* ---- Agents ---- */

/* TL-5.1, TL-5.3: with hands of 1 and 6 only the seat with 6 is a partner for agent 3. */
static void test_partners(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "d1 d2 d3");
    hand(1, "c1");
    hand(2, "l1 l2 l3 l4 l5 l6");
    agent(1, "g1");
    agent(2, "g2");
    agent(3, "g3");
    agent(4, "g4");
    begin_trading();
    assert_false(offered("agent 3 seat 2"));
    assert_true(offered("agent 3 seat 3"));
    refused("agent 3 seat 2", "TL-5.3");
    refused("agent 4 seat 3", "TL-5.1");
    refused("agent 1 seat 1", "TL-5.3");
    refused("agent 1 seat 4", "TL-5.3");
}

/* TL-5.2 */
static void test_agent_without_card(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "d1 d2");
    hand(1, "c1 c2");
    left_in_deck("");
    s.agent[1] = TL_NONE;
    begin_trading();
    assert_true(offered("agent 1 seat 2"));
    refused("agent 2 seat 2", "TL-5.2");
}

/* TL-5.4, TL-5.5, TL-5.6, TL-5.7, TL-5.8: the steps of a trade, one after the other. */
static void test_trade(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "d1 d2 d3");
    hand(1, "c1 c2 c3 c4");
    agent(2, "l9");
    begin_trading();
    play("agent 2 seat 2");
    assert_int_equal(acting(), 0);
    refused("give lodging-9", "TL-5.4"); /* the agent's card is taken only after the giving */
    play("give dining-1, give dining-3");
    assert_cards(s.hand[0], "d2 l9");
    assert_int_equal(s.agent[1], TL_NONE);
    assert_cards(tl_given(&s), "d1 d3");
    /* The partner chooses from its own hand, without the given cards, and has not seen them. */
    assert_int_equal(acting(), 1);
    refused("return dining-1", "TL-5.6");
    assert_int_equal(view_of(1).given[0], TL_HIDDEN);
    play("return culture-2, return culture-4");
    assert_int_equal(acting(), VL_CHANCE);
    show_trade();
    assert_cards(s.hand[0], "d2 l9 c2 c4");
    assert_cards(s.hand[1], "c1 c3 d1 d3");
    assert_int_equal(s.phase, TL_REPLACE);
    play("replace shopping-5");
    assert_int_equal(s.agent[1], card("s5"));
    assert_int_equal(acting(), 1);
}

/* TL-5.8: no new card from an empty deck. */
static void test_trade_with_empty_deck(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "d1");
    hand(1, "c1");
    left_in_deck("");
    begin_trading();
    play("agent 1 seat 2, give dining-1, return culture-1");
    show_trade();
    assert_int_equal(s.agent[0], TL_NONE);
    assert_int_equal(acting(), 1);
}

/* TL-11.1: ascending order, and never so that too few cards are left. */
static void test_ascending_order(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "d1 d2 d3");
    hand(1, "c1 c2");
    agent(2, "l9");
    begin_trading();
    play("agent 2 seat 2");
    refused("give dining-3", "TL-11.1");
    play("give dining-2");
    refused("give dining-1", "TL-11.1");
    play("give dining-3");
    assert_cards(tl_given(&s), "d2 d3");
}

/* ---- Scoring ---- */

/* TL-6.1: in Italy a third Leisure cannot be discarded. */
static void test_limits(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c1 c2 c3 c4 e5 e6 e7 g10");
    begin_trading();
    play("visit, spend leisure-5, spend leisure-6");
    refused("spend leisure-7", "TL-6.1");
}

/* TL-6.3, TL-6.4: 4 Culture and 2 Leisure in Italy are worth 11; of a 10 and a 13 only the 10. */
static void test_value_and_score(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c1 c2 c3 c4 e5 e6 g10 s13");
    begin_trading();
    play("visit, spend culture-1, spend culture-2, spend culture-3, spend culture-4");
    play("spend leisure-5, spend leisure-6");
    assert_int_equal(tl_value(hot(), s.destination[0], s.chosen), 11);
    play("done");
    assert_true(offered("score sightseeing-10"));
    refused("score shopping-13", "TL-6.4");
    play("score sightseeing-10");
    assert_cards(tl_scored_by(&s, 0), "g10");
    assert_cards(s.hand[0], "s13");
    struct vl_score score;
    tl_score(deck->data, &s, &score);
    assert_int_equal(score.points[0], 10);
}

/* TL-6.2: a visit needs a discard and a card left to score. */
static void test_no_dead_ends(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c5");
    begin_trading();
    refused("visit", "TL-6.2");
    hand(0, "c5 c6"); /* one card is worth 1: too little for either */
    begin_trading();
    refused("visit", "TL-6.2");
    hand(0, "c5 c6 e1");
    begin_trading();
    play("visit");
    refused("done", "TL-6.2");
    refused("spend leisure-1", "TL-6.2"); /* the only card that could be scored */
    play("spend culture-5");
    assert_true(offered("done"));
    play("done, score leisure-1");
}

/* TL-6.2: cards that only together reach a value are offered in an order that gets there. */
static void test_sets_that_must_be_completed(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "l6 l7 c3");
    begin_trading();
    play("visit");
    assert_true(offered("spend lodging-6"));
    refused("spend lodging-7", "TL-6.2"); /* lodging-6 could not follow it */
    play("spend lodging-6");
    assert_false(offered("done"));
    /* At a table the two may be touched in any order. */
    struct vl_choice choice;
    position(2);
    hand(0, "l6 l7 c3");
    begin_trading();
    play("visit");
    tl_choice(deck->data, &s, &choice);
    assert_true(choice.set);
    assert_int_equal(choice.candidate_count, 2);
    struct vl_try tried;
    vl_move moves[] = {VL_MOVE(TL_SPEND, card("l7")), VL_MOVE(TL_SPEND, card("l6")),
                       VL_MOVE(TL_SPEND, TL_DONE)};
    assert_true(vl_match_try(match, 0, moves, 3, &tried, &err));
    assert_int_equal(tried.played, 3);
}

/* TL-6.5 */
static void test_discards_stay(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c5 e1");
    begin_trading();
    play("visit, spend culture-5, done, score leisure-1");
    assert_true(tl_has((struct tl_set[]){tl_discards(&s)}, card("c5")));
    assert_false(tl_has(&s.deck, card("c5")));
}

/* ---- Bonuses and clouds ---- */

static void marked(uint32_t number, struct tl_set marks, uint32_t k)
{
    struct tl_set in_deck = tl_both(marks, s.deck);
    if (s.agent[number - 1] != TL_NONE)
        tl_add(&s.deck, s.agent[number - 1]);
    s.agent[number - 1] = (uint8_t)tl_nth(in_deck, k);
    tl_drop(&s.deck, s.agent[number - 1]);
}

/* TL-7.2, TL-7.3, TL-7.5, TL-7.6: one bonus, two clouds, a seat with 9 cards. */
static void test_bonus_and_clouds(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c5 e1");
    hand(1, "l6 l7 l8 l9 l10 l11 l12 l13 l14");
    marked(1, hot()->cloud, 0);
    marked(2, hot()->bonus, 0);
    marked(3, hot()->cloud, 1);
    begin_trading();
    uint8_t first = s.agent[0], bonus = s.agent[1], third = s.agent[2], plain = s.agent[3];
    play("visit, spend culture-5, done, score leisure-1");
    assert_true(tl_has(&s.hand[0], bonus));
    assert_int_equal(acting(), 1);
    assert_int_equal(s.phase, TL_CLOUDS);
    refused("discard culture-1", "TL-7.3");
    play("discard lodging-6, discard lodging-14");
    assert_int_equal(tl_hand_count(&s, 1), 7);
    /* The clouds and the card without a mark are still there; the bonus is replaced. */
    assert_int_equal(s.phase, TL_RESTOCK);
    assert_int_equal(s.agent[0], first);
    assert_int_equal(s.agent[2], third);
    assert_int_equal(s.agent[3], plain);
    play("restock shopping-9");
    assert_int_equal(s.agent[1], card("s9"));
    assert_int_equal(s.phase, TL_MOVE_ON);
}

/* TL-7.3: the limit falls with every cloud. */
static void test_cloud_limits(void **unused)
{
    (void)unused;
    for (uint32_t clouds = 0; clouds <= 4; clouds++) {
        position(2);
        lay_agents();
        for (uint32_t i = 0; i < clouds; i++)
            marked(i + 1, hot()->cloud, i);
        assert_int_equal(tl_cloud_limit(hot(), &s), clouds ? 9 - clouds : 255);
    }
}

/* TL-7.4: the others discard in turn order; TL-7.1: a new card's marks do not count. */
static void test_clouds_in_turn_order(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "d1 d2 d3 d4 d5 d6 d7 d8 d9");
    hand(1, "c5 e1");
    hand(2, "l2 l3 l4 l5 l6 l7 l8 l9 l10");
    s.seat = s.actor = 1;
    marked(1, hot()->cloud, 4);
    marked(2, hot()->bonus, 8);
    begin_trading();
    play("visit, spend culture-5, done, score leisure-1");
    assert_int_equal(acting(), 2);
    play("discard lodging-2");
    assert_int_equal(acting(), 0);
    play("discard dining-1");
    assert_int_equal(s.phase, TL_RESTOCK);
    /* A cloud is laid where the bonus was: nobody discards for it. */
    uint32_t cloud = tl_lowest(tl_both(hot()->cloud, s.deck));
    play_move(VL_MOVE(TL_RESTOCK, cloud));
    assert_int_equal(s.phase, TL_MOVE_ON);
    assert_int_equal(acting(), 1);
}

/* TL-7.2, TL-7.6: up to four bonuses; refilled from agent 1 on, as far as the deck goes. */
static void test_four_bonuses(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c5 e1");
    for (uint32_t i = 0; i < 4; i++)
        marked(i + 1, hot()->bonus, i * 3);
    left_in_deck("g13 g14");
    begin_trading();
    play("visit, spend culture-5, done, score leisure-1");
    assert_int_equal(tl_hand_count(&s, 0), 4);
    play("restock sightseeing-14, restock sightseeing-13");
    assert_int_equal(s.agent[0], card("g14"));
    assert_int_equal(s.agent[1], card("g13"));
    assert_int_equal(s.agent[2], TL_NONE);
    assert_int_equal(s.phase, TL_MOVE_ON);
}

/* ---- Moving on, and the end ---- */

/* TL-8.1, TL-8.2 */
static void test_new_destination(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c5 e1");
    begin_trading();
    play("visit, spend culture-5, done, score leisure-1");
    play("onward 3");
    assert_int_equal(s.destination[0], country("iceland"));
    assert_int_equal(acting(), VL_CHANCE);
    play("top morocco");
    assert_int_equal(s.pile[2][0], country("morocco"));
    assert_int_equal(s.pile[2][5], country("italy"));
    assert_int_equal(acting(), 1);
}

/* TL-2.6: what was laid under a pile comes up again in order, and is known. */
static void test_known_under_a_pile(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "c5 e1");
    s.pile[0][0] = country("france");
    s.pile[0][1] = country("brazil");
    s.pile[0][2] = TL_NONE;
    s.pile[0][3] = s.pile[0][4] = s.pile[0][5] = TL_NONE;
    /* The cards missing from pile 1 lie in the second and third. */
    const char *under[] = {"thailand", "united-states", "jamaica", "portugal"};
    s.pile[1][0] = country("south-korea");
    for (int i = 0; i < 4; i++)
        s.pile[1][5 - i] = country(under[i]);
    s.seats = 4;
    s.album[2] = 2;
    s.album[3] = 1;
    s.destination[2] = country("egypt");
    s.destination[3] = country("india");
    for (uint32_t i = 0; i < TL_PILE_SIZE; i++)
        if (s.pile[2][i] == TL_NONE)
            s.pile[2][i] = TL_HIDDEN;
    begin_trading();
    play("visit, spend culture-5, done, score leisure-1");
    play("onward 1");
    assert_int_equal(s.destination[0], country("france"));
    assert_int_equal(s.pile[0][0], country("brazil"));
    assert_int_equal(s.pile[0][1], country("italy"));
    assert_int_equal(acting(), 1); /* nothing had to be drawn */
}

/* TL-9.1, TL-9.2, TL-9.3, TL-8.3: from an empty deck on everybody has one more turn. */
static void test_last_turns(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "d1 d2");
    hand(1, "c5 e1");
    left_in_deck("g14");
    assert_int_equal(tl_deck_count(&s), 1);
    begin_trading();
    play("draw, drawn sightseeing-14");
    assert_int_equal(s.last_turns, 3);
    play("visit, spend culture-5, done, score leisure-1, onward 1, top morocco");
    assert_int_equal(s.destination[1], country("france"));
    play("pass");
    assert_int_equal(s.last_turns, 1);
    assert_int_equal(acting(), 0);
    play("pass");
    assert_int_equal(acting(), VL_OVER);
}

static void scored(uint32_t seat, const char *text)
{
    struct tl_set set = cards(text);
    s.deck = tl_without(s.deck, set);
    s.scored = tl_join(s.scored, set);
    for (uint32_t i = 0; i < 2; i++)
        if (seat >> i & 1U)
            s.scorer[i] = tl_join(s.scorer[i], set);
}

/* TL-9.4: 40 loses to 41; equals by cards in hand; else they share the place. */
static void test_result(void **unused)
{
    (void)unused;
    struct vl_score score;
    position(2);
    scored(0, "d2 d4 d11 s11 s12");
    scored(1, "c1 c3 c6 c9 c10 c12");
    tl_score(deck->data, &s, &score);
    assert_int_equal(score.points[0], 40);
    assert_int_equal(score.points[1], 41);
    assert_int_equal(score.rank[1], 1);
    assert_int_equal(score.rank[0], 2);
    scored(0, "l1");
    hand(0, "e5 e6");
    hand(1, "e7");
    tl_score(deck->data, &s, &score);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[1], 2);
    position(3);
    scored(0, "d5");
    scored(1, "c5");
    tl_score(deck->data, &s, &score);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[1], 1);
    assert_int_equal(score.rank[2], 3);
}

/* TL-9.5 */
static void test_no_game_is_longer(void **unused)
{
    (void)unused;
    const char *games = getenv("VALISE_GAMES");
    unsigned long count = games ? strtoul(games, NULL, 10) : 200;
    for (unsigned long g = 0; g < count; g++) {
        struct vl_setup setup = {.rules = 1, .seats = (uint8_t)(2 + g % 3)};
        struct vl_rng rng;
        uint32_t turns = 0, moves = 0;
        vl_rng_seed(&rng, 7, g, VL_STREAM_CHANCE);
        tl_start(deck->data, &setup, &s);
        for (; s.phase != TL_OVER; moves++) {
            turns += s.phase == TL_TURN;
            tl_apply(deck->data, &s, tl_pick(deck->data, &s, &rng));
        }
        assert_in_range(turns, 1, 114);
        assert_in_range(moves, 1, tl_game.longest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_destinations_are_even),
        cmocka_unit_test(test_set_up),
        cmocka_unit_test(test_turns_go_round),
        cmocka_unit_test(test_draw_one_or_two),
        cmocka_unit_test(test_draw_the_last_card),
        cmocka_unit_test(test_pass),
        cmocka_unit_test(test_partners),
        cmocka_unit_test(test_agent_without_card),
        cmocka_unit_test(test_trade),
        cmocka_unit_test(test_trade_with_empty_deck),
        cmocka_unit_test(test_ascending_order),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_value_and_score),
        cmocka_unit_test(test_no_dead_ends),
        cmocka_unit_test(test_sets_that_must_be_completed),
        cmocka_unit_test(test_discards_stay),
        cmocka_unit_test(test_bonus_and_clouds),
        cmocka_unit_test(test_cloud_limits),
        cmocka_unit_test(test_clouds_in_turn_order),
        cmocka_unit_test(test_four_bonuses),
        cmocka_unit_test(test_new_destination),
        cmocka_unit_test(test_known_under_a_pile),
        cmocka_unit_test(test_last_turns),
        cmocka_unit_test(test_result),
        cmocka_unit_test(test_no_game_is_longer),
    };
    return cmocka_run_group_tests(tests, open_deck, close_deck);
}
