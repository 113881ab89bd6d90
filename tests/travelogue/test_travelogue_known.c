/*
 * Travelogue: who knows which card (TL-10), what a view shows of it, and that what is filled in
 * for the unknown respects it.
 */
#include "travelogue/tl_position.h"

/* Where a viewer thinks a card may be: a bit for each seat. */
static uint32_t holders(const struct tl_state *state, uint32_t viewer, const char *text)
{
    uint32_t seats = 0;
    for (uint32_t p = 0; p < state->seats; p++)
        if (p != viewer && tl_has(&state->known[viewer][p], card(text)))
            seats |= 1U << p;
    return seats;
}

static uint32_t table_thinks(const char *text)
{
    uint32_t seats = 0;
    for (uint32_t p = 0; p < s.seats; p++)
        if (tl_has(&s.known[p][p], card(text)))
            seats |= 1U << p;
    return seats;
}

static struct tl_state sample(int viewer, uint64_t index)
{
    struct vl_view view;
    struct vl_rng rng;
    struct tl_state result;
    vl_rng_seed(&rng, 11, index, VL_STREAM_LOOKS);
    vl_look(&tl_game, deck->data, &s, viewer, &view);
    tl_determinize(deck->data, &view, &rng, &result);
    const char *broken = tl_check(deck->data, &result);
    if (broken)
        fail_msg("determinize breaks: %s", broken);
    struct vl_view again;
    vl_look(&tl_game, deck->data, &result, viewer, &again);
    assert_memory_equal(again.state.bytes, view.state.bytes, sizeof s);
    return result;
}

/* In this number of samples the card is always with one of these seats, and with each at times. */
static void found_with(int viewer, const char *text, uint32_t seats)
{
    uint32_t found = 0;
    for (uint64_t i = 0; i < 300; i++) {
        struct tl_state other = sample(viewer, i);
        uint32_t where = 0;
        for (uint32_t p = 0; p < other.seats; p++)
            where |= (uint32_t)tl_has((struct tl_set[]){tl_holding(&other, p)}, card(text)) << p;
        assert_true(where && (where & ~seats) == 0);
        found |= where;
    }
    assert_int_equal(found, seats);
}

/* Four seats with five cards each, nothing known. */
static void four_hands(void)
{
    position(4);
    hand(0, "d1 d2 d3 d4 d5");
    hand(1, "c1 c2 c3 c4 c5");
    hand(2, "l1 l2 l3 l4 l5");
    hand(3, "g1 g2 g3 g4 g5");
    agent(1, "d11");
    agent(2, "d12");
    agent(3, "d13");
    agent(4, "d14");
}

/* TL-10.1: the sizes of hands are seen, the cards are not. */
static void test_hands_are_hidden(void **unused)
{
    (void)unused;
    four_hands();
    begin_trading();
    struct tl_state view = view_of(2);
    assert_cards(view.hand[2], "l1 l2 l3 l4 l5");
    assert_false(tl_any(view.hand[0]) || tl_any(view.hand[1]) || tl_any(view.hand[3]));
    assert_int_equal(tl_hand_count(&view, 1), 5);
    assert_int_equal(tl_deck_count(&view), tl_deck_count(&s));
    /* Two states that differ in hidden cards alone look the same. */
    s.hand[1] = tl_without(s.hand[1], cards("c1"));
    tl_add(&s.hand[1], card("g1"));
    s.hand[3] = tl_without(s.hand[3], cards("g1"));
    tl_add(&s.hand[3], card("c1"));
    struct tl_state same = view_of(2);
    assert_memory_equal(&view, &same, sizeof view);
}

/* TL-10.2: an agent's card is seen by all; so is a bonus card. */
static void test_face_up_cards_are_followed(void **unused)
{
    (void)unused;
    four_hands();
    begin_trading();
    play("agent 1 seat 2, give dining-5, return culture-1");
    show_trade();
    for (uint32_t viewer = 1; viewer < 4; viewer++)
        assert_int_equal(holders(&s, viewer, "d11"), 1U << 0);
    assert_int_equal(table_thinks("d11"), 1U << 0);
    found_with(3, "d11", 1U << 0);
    found_with(VL_SPECTATOR, "d11", 1U << 0);
}

/* TL-10.2 */
static void test_bonus_cards_are_followed(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "c5 e1");
    hand(1, "l6");
    hand(2, "l7");
    s.agent[2] = (uint8_t)tl_lowest(tl_both(hot()->bonus, s.deck));
    tl_drop(&s.deck, s.agent[2]);
    uint32_t bonus = s.agent[2];
    begin_trading();
    play("visit, spend culture-5, done, score leisure-1");
    assert_true(tl_has(&s.known[1][0], bonus) && tl_has(&s.known[2][0], bonus));
    assert_true(tl_has(&s.known[0][0], bonus));
}

/* TL-10.3: both traders know what changed over, the others know nothing of it. */
static void test_traded_cards(void **unused)
{
    (void)unused;
    four_hands();
    begin_trading();
    play("agent 2 seat 2, give dining-1, give dining-2, return culture-1, return culture-2");
    show_trade();
    assert_int_equal(holders(&s, 0, "d1"), 1U << 1);
    assert_int_equal(holders(&s, 1, "c2"), 1U << 0);
    assert_int_equal(holders(&s, 2, "d1"), 0);
    assert_int_equal(table_thinks("d1"), 0);
    found_with(0, "d1", 1U << 1);
    found_with(1, "c2", 1U << 0);
    /* Each knows that the other knows: the giver's knowledge is part of the receiver's view. */
    assert_true(tl_has(&s.gave[0], card("d1")) && tl_has(&s.gave[1], card("c1")));
    assert_true(tl_has((struct tl_set[]){view_of(1).gave[0]}, card("d1")));
    assert_false(tl_any(view_of(2).gave[0]));
    struct tl_state other = sample(1, 5);
    assert_int_equal(holders(&other, 0, "d1"), 1U << 1);
    /* What two others exchanged does not show: swap the traded cards for hidden ones. */
    struct tl_state view = view_of(3);
    s.hand[1] = tl_join(tl_without(s.hand[1], cards("d1")), cards("d3"));
    s.hand[0] = tl_join(tl_without(s.hand[0], cards("d3")), cards("d1"));
    s.known[0][1] = tl_join(tl_without(s.known[0][1], cards("d1")), cards("d3"));
    s.gave[0] = tl_join(tl_without(s.gave[0], cards("d1")), cards("d3"));
    assert_null(tl_check(deck->data, &s));
    struct tl_state same = view_of(3);
    assert_memory_equal(&view, &same, sizeof view);
}

/* TL-10.3: the partner sees the given cards only when it has chosen its own. */
static void test_given_cards_lie_face_down(void **unused)
{
    (void)unused;
    four_hands();
    begin_trading();
    play("agent 2 seat 2, give dining-1");
    assert_int_equal(view_of(1).chosen_unknown, 1);
    assert_int_equal(view_of(0).chosen_unknown, 0);
    play("give dining-2");
    assert_int_equal(view_of(1).given[0], TL_HIDDEN);
    assert_int_equal(view_of(0).given[0], card("d1"));
    play("return culture-1, return culture-2");
    assert_int_equal(view_of(0).chosen_unknown, 2);
    play("show dining-1");
    assert_int_equal(view_of(1).given[0], card("d1"));
    assert_int_equal(view_of(1).given[1], TL_HIDDEN);
    assert_int_equal(view_of(2).given[0], TL_HIDDEN);
    play("show dining-2, show culture-1");
    assert_int_equal(view_of(0).chosen_unknown, 1);
    assert_int_equal(view_of(2).chosen_unknown, 2);
    for (int viewer = VL_SPECTATOR; viewer < 4; viewer++)
        for (uint64_t i = 0; i < 50; i++)
            sample(viewer, i);
}

/* TL-10.4: a known card that may have been traded on is with one of the two, until it shows. */
static void test_traded_on(void **unused)
{
    (void)unused;
    four_hands();
    begin_trading();
    play("agent 2 seat 2, give dining-1, give dining-2, return culture-1, return culture-2");
    show_trade();
    play("replace shopping-9");
    play("agent 1 seat 3, give dining-2, return lodging-3");
    show_trade();
    assert_int_equal(holders(&s, 0, "d1"), 1U << 1 | 1U << 2);
    assert_int_equal(holders(&s, 0, "d2"), 1U << 1 | 1U << 2);
    assert_int_equal(holders(&s, 1, "d2"), 1U << 2);
    assert_int_equal(holders(&s, 1, "d1"), 0);        /* in its own hand */
    assert_int_equal(holders(&s, 0, "d11"), 1U << 1); /* the agent's card was not traded */
    assert_int_equal(holders(&s, 3, "d12"), 1U << 0); /* seat 0 took no part in this one */
    assert_false(tl_has(&s.gave[0], card("d1")));
    found_with(0, "d2", 1U << 1 | 1U << 2);
    found_with(1, "d2", 1U << 2);
    play("replace shopping-5");
    /* It goes on: seat 2 trades with seat 3, and the card may be with any of the three. */
    play("agent 1 seat 4, give lodging-1, return sightseeing-1");
    show_trade();
    assert_int_equal(holders(&s, 0, "d2"), 1U << 1 | 1U << 2 | 1U << 3);
    assert_int_equal(holders(&s, 1, "d2"), 1U << 2 | 1U << 3);
    found_with(0, "d2", 1U << 1 | 1U << 2 | 1U << 3);
}

/* TL-10.4, TL-10.6: when it shows, nobody thinks of it any more. */
static void test_shown_cards_are_forgotten(void **unused)
{
    (void)unused;
    four_hands();
    s.destination[1] = s.destination[0];
    s.destination[0] = country("japan");
    begin_trading();
    play("agent 2 seat 2, give dining-1, give dining-2, return culture-1, return culture-2");
    show_trade();
    play("replace shopping-9");
    play("visit, spend culture-3, done, score dining-1");
    for (uint32_t viewer = 0; viewer < 4; viewer++) {
        assert_int_equal(holders(&s, viewer, "d1"), 0);
        assert_int_equal(holders(&s, viewer, "c3"), 0);
    }
    assert_int_equal(holders(&s, 0, "d2"), 1U << 1);
    assert_true(tl_has((struct tl_set[]){tl_scored_by(&s, 1)}, card("d1")));
    assert_true(tl_has((struct tl_set[]){view_of(3).scored}, card("d1")));
    assert_true(tl_has((struct tl_set[]){tl_discards(&s)}, card("c3")));
}

/* TL-10.5: a whole hand that changes over is followed, by others and by the traders. */
static void test_whole_hand(void **unused)
{
    (void)unused;
    four_hands();
    hand(0, "d1");
    hand(1, "c1 c2");
    begin_trading();
    play("agent 1 seat 2, give dining-1, return culture-1");
    show_trade();
    play("replace shopping-9"); /* seat 0: d11 and c1; seat 1: c2 and d1 */
    play("agent 2 seat 1, give dining-1, give culture-2, return dining-11, return culture-1");
    show_trade();
    /* Both gave all they had: everybody knows d11 to be with seat 1 now. */
    assert_int_equal(holders(&s, 2, "d11"), 1U << 1);
    assert_int_equal(table_thinks("d11"), 1U << 1);
    assert_int_equal(table_thinks("d12"), 1U << 1);
    assert_cards(s.hand[1], "d11 d12 c1");
    /* The traders know each other's hands. */
    assert_true(tl_same(s.known[0][1], s.hand[1]));
    assert_true(tl_same(s.known[1][0], s.hand[0]));
    found_with(3, "d11", 1U << 1);
}

/* TL-10.1: every assignment that fits is as likely as any other, here counted one by one. */
static void test_samples_are_even(void **unused)
{
    (void)unused;
    four_hands();
    hand(0, "d1");
    hand(1, "c1 c2");
    hand(2, "l1 l2");
    hand(3, "g1");
    left_in_deck("");
    s.deck = cards("e13 e14");
    s.last_turns = 0;
    /* Seat 0 knows c1 to be with 1 or 2, l1 with 2 or 3. */
    s.known[0][1] = s.known[1][1] = cards("c1");
    s.known[0][2] = s.known[2][2] = cards("c1 l1");
    s.known[0][3] = s.known[3][3] = cards("l1");
    for (uint32_t v = 1; v < 4; v++)
        for (uint32_t p = 1; p < 4; p++)
            if (p != v)
                s.known[v][p] = tl_without(s.known[p][p], s.hand[v]);
    begin_trading();
    uint32_t seen[2][2] = {{0}};
    enum { SAMPLES = 40000 };
    for (uint64_t i = 0; i < SAMPLES; i++) {
        struct tl_state other = sample(0, i);
        seen[tl_has(&other.hand[2], card("c1"))][tl_has(&other.hand[3], card("l1"))]++;
    }
    /* Of 1's two places, 2's two and 3's one: (1,2): 2*2 places, (1,3): 2*1, (2,2): 2*1, (2,3):
     * 2*1; the loose cards fill what is left in the same number of ways each. */
    const double share[2][2] = {{4 / 10.0, 2 / 10.0}, {2 / 10.0, 2 / 10.0}};
    double chi = 0;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            double expected = SAMPLES * share[a][b], off = seen[a][b] - expected;
            chi += off * off / expected;
        }
    assert_true(chi < 16.3); /* three degrees of freedom, one in a thousand */
}

/* Every phase of random games can be filled in from every side, half-made choices included. */
static void test_samples_can_go_on(void **unused)
{
    (void)unused;
    for (uint64_t g = 0; g < 60; g++) {
        struct vl_setup setup = {.rules = 1, .seats = (uint8_t)(2 + g % 3)};
        struct vl_rng rng;
        vl_rng_seed(&rng, 3, g, VL_STREAM_CHANCE);
        tl_start(deck->data, &setup, &s);
        for (uint64_t moves = 0; s.phase != TL_OVER; moves++) {
            int viewer = (int)(moves % (s.seats + 1U)) - 1;
            struct tl_state other = sample(viewer, moves);
            tl_playout(deck->data, &other, &rng);
            tl_apply(deck->data, &s, tl_pick(deck->data, &s, &rng));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hands_are_hidden),
        cmocka_unit_test(test_face_up_cards_are_followed),
        cmocka_unit_test(test_bonus_cards_are_followed),
        cmocka_unit_test(test_traded_cards),
        cmocka_unit_test(test_given_cards_lie_face_down),
        cmocka_unit_test(test_traded_on),
        cmocka_unit_test(test_shown_cards_are_forgotten),
        cmocka_unit_test(test_whole_hand),
        cmocka_unit_test(test_samples_are_even),
        cmocka_unit_test(test_samples_can_go_on),
    };
    return cmocka_run_group_tests(tests, open_deck, close_deck);
}
