/*
 * San Francisco: what is secret, what determinize draws, the deck check, and that judgement is
 * worth the name.
 */
#include "table.h"
#include "valise/bot.h"

static struct sf_state seen_by(int seat)
{
    struct vl_view view;
    struct sf_state seen;
    vl_look(&sf_game, d, &s, seat, &view);
    memcpy(&seen, view.state.bytes, sizeof seen);
    return seen;
}

/* SF-8.1: hands, unseen draws and tickets are secret; numbers are open. At the end all is shown. */
static void test_secret(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "red red ferry");
    holds(0, "goldengate-potrero");
    struct sf_state own = seen_by(0), other = seen_by(1), nobody = seen_by(VL_SPECTATOR);
    assert_true(own.hand[0] == cards("red red ferry"));
    assert_int_equal(own.tickets[0], s.tickets[0]);
    assert_int_equal(other.hand[0], 0);
    assert_int_equal(other.unknown[0], 3);
    assert_int_equal(other.drawn[0], 0);
    assert_int_equal(other.tickets[0], 0);
    assert_int_equal(other.tickets_unknown[0], 1);
    assert_int_equal(sf_deck_size(&other), sf_total(s.deck));
    assert_int_equal(sf_tickets_left(&other), sf_tickets_left(&s));
    assert_memory_equal(&other, &nobody, sizeof other);
    s.tokens[0] = 1;
    owns(0, "park-sunset");
    deck_is("blue red");
    other = seen_by(1); /* what is open to all */
    assert_int_equal(other.tokens[0], 1);
    assert_int_equal(other.cars[0], 19);
    assert_true(other.claimed[0] == s.claimed[0]);
    assert_true(other.row == s.row);
    assert_true(other.discard == s.discard);
    s.phase = SF_OVER;
    other = seen_by(1);
    assert_int_equal(other.tickets[0], s.tickets[0]);
}

/* SF-8.2: what was taken from the row is known, and shrinks by what is played. */
static void test_known(void **unused)
{
    (void)unused;
    position(3);
    shown_hand(0, "red red red ferry");
    hand(0, "red black");
    assert_true(seen_by(1).hand[0] == cards("red red red ferry"));
    assert_int_equal(seen_by(1).unknown[0], 2);
    begin();
    uint32_t two = SF_NONE, three = SF_NONE;
    for (uint32_t r = 0; r < d->route_count; r++) {
        two = d->colour[r] == RED && d->spaces[r] == 2 ? r : two;
        three = d->colour[r] == RED && d->spaces[r] == 3 ? r : three;
    }
    assert_int_not_equal(two, SF_NONE);
    assert_int_not_equal(three, SF_NONE);
    play_move(VL_MOVE(SF_CLAIM, SF_PAYMENT(RED, 0) | two));
    assert_true(s.known[0] == cards("red ferry"));
    assert_true(s.hand[0] == cards("red red ferry black"));
    position(3);
    shown_hand(0, "red");
    hand(0, "red red black");
    begin();
    play_move(VL_MOVE(SF_CLAIM, SF_PAYMENT(RED, 0) | three));
    assert_int_equal(s.known[0], 0);
    assert_int_equal(seen_by(1).unknown[0], 1);
}

/* SF-8.3: a ticket under the deck is known to the seat that put it there. */
static void test_returned(void **unused)
{
    (void)unused;
    position(3);
    s.tickets[0] = 1;
    s.tickets[1] = 2;
    s.queue[0] = 9;
    s.queue_by[0] = 0;
    s.queue[1] = 2;
    s.queue_by[1] = 1;
    s.queue_length = 2;
    s.ticket_deck &= ~(1U << 9 | 1U << 2 | 3U);
    assert_int_equal(seen_by(0).queue[0], 9);
    assert_int_equal(seen_by(0).queue[1], SF_NONE);
    assert_int_equal(seen_by(1).queue[0], SF_NONE);
    assert_int_equal(seen_by(1).queue[1], 2);
    assert_int_equal(seen_by(2).queue[0], SF_NONE);
    assert_int_equal(sf_tickets_left(&(struct sf_state){0}), 0);
    struct sf_state other = seen_by(2);
    assert_int_equal(sf_tickets_left(&other), 22);
}

/* Draws many states for a seat and sums up their hands and decks. */
static void draw_many(int seat, uint32_t times, double hands[VL_MAX_SEATS][SF_KINDS],
                      double decks[SF_KINDS])
{
    struct vl_view view;
    struct vl_rng rng;
    vl_rng_seed(&rng, 5, 0, 0);
    vl_look(&sf_game, d, &s, seat, &view);
    memset(hands, 0, sizeof(double) * VL_MAX_SEATS * SF_KINDS);
    memset(decks, 0, sizeof(double) * SF_KINDS);
    for (uint32_t n = 0; n < times; n++) {
        struct sf_state drawn;
        sf_determinize(d, &view, &rng, &drawn);
        assert_null(sf_check(d, &drawn));
        for (uint32_t kind = 0; kind < SF_KINDS; kind++) {
            decks[kind] += sf_of(drawn.deck, kind) / (double)times;
            for (uint32_t other = 0; other < s.seats; other++)
                hands[other][kind] += sf_of(drawn.hand[other], kind) / (double)times;
        }
    }
}

static void about(double value, double expected)
{
    if (value < expected - 0.05 || value > expected + 0.05)
        fail_msg("%.3f, expected %.3f", value, expected);
}

/* SF-8.1: before any shuffle a hidden card is any unseen card, as likely as there are of its kind.
 */
static void test_determinize_exact(void **unused)
{
    double hands[VL_MAX_SEATS][SF_KINDS], decks[SF_KINDS];
    (void)unused;
    position(3);
    row("ferry ferry blue blue blue");
    hand(0, "red red red");
    hand(1, "green green blue orange");
    shown_hand(2, "black");
    hand(2, "purple");
    draw_many(0, 20000, hands, decks);
    /* 35 cards are unseen: 3 blue, 6 green, 5 black, 6 purple, 3 red, 6 orange, 6 ferries. */
    about(hands[1][BLUE], 4 * 3 / 35.0);
    about(hands[1][GREEN], 4 * 6 / 35.0);
    about(hands[1][RED], 4 * 3 / 35.0);
    about(hands[1][SF_FERRY], 4 * 6 / 35.0);
    about(hands[2][BLACK], 1 + 5 / 35.0);
    about(decks[RED], 30 * 3 / 35.0);
    about(hands[0][RED], 3);
}

/* SF-8.4: right after a shuffle the deck is the discards, and the other hand is what is left. */
static void test_determinize_shuffled(void **unused)
{
    double hands[VL_MAX_SEATS][SF_KINDS], decks[SF_KINDS];
    (void)unused;
    position(2);
    hand(0, "red red");
    hand(1, "green green ferry");
    deck_is("orange");
    begin();
    play("take blue");
    chance("card orange"); /* the deck is shuffled again */
    assert_true(s.deck == s.stock);
    assert_true(seen_by(0).stock == s.stock); /* known to all, as is who has drawn since */
    assert_int_equal(seen_by(0).drawn_unknown[1], 0);
    draw_many(0, 200, hands, decks);
    for (uint32_t kind = 0; kind < SF_KINDS; kind++) {
        about(decks[kind], sf_of(s.deck, kind));
        about(hands[1][kind], sf_of(s.hand[1], kind));
    }
    play("take deck");
    chance("card black");
    assert_int_equal(seen_by(1).drawn_unknown[0], 1);
    assert_int_equal(seen_by(1).drawn[0], 0);
    assert_true(seen_by(0).drawn[0] == cards("black"));
}

/* The map holds what its check proves, and a spoilt one is refused with its place. */
static void test_deck_check(void **unused)
{
    struct vl_text report = {0};
    (void)unused;
    assert_true(sf_check_deck(deck, &report, &err));
    assert_non_null(strstr(vl_text_string(&report), "every place can be reached"));
    struct sf_deck *spoilt = deck->data;
    spoilt->worth[3]++;
    assert_false(sf_check_deck(deck, &report, &err));
    assert_non_null(strstr(err.message, "shortest way"));
    assert_non_null(strstr(err.where, "tickets.tsv"));
    spoilt->worth[3]--;
    vl_text_free(&report);
}

/* One game of two bots; the points of both. */
static void play_out(const char *const *names, uint64_t seed, int32_t *points)
{
    struct vl_setup setup = {.rules = 1, .seats = 2};
    struct vl_player players[2];
    struct vl_rng dice, mind;
    struct vl_score score;
    struct vl_view view;
    vl_rng_seed(&dice, seed, 0, 0);
    vl_rng_seed(&mind, seed, 1, 0);
    for (uint32_t i = 0; i < 2; i++)
        assert_true(vl_player_find(&sf_game, names[i], &players[i], &err));
    sf_start(d, &setup, &s);
    for (int seat; (seat = sf_to_act(&s)) != VL_OVER;) {
        if (seat == VL_CHANCE) {
            sf_apply(d, &s, sf_sample_chance(d, &s, &dice));
            continue;
        }
        vl_look(&sf_game, d, &s, seat, &view);
        struct vl_question question = {.game = &sf_game, .deck = deck, .view = &view, .rng = &mind};
        sf_apply(d, &s, vl_player_move(&players[seat], &question));
    }
    sf_score(d, &s, &score);
    memcpy(points, score.points, 2 * sizeof *points);
}

/* Judgement beats chance nearly always, in every style. */
static void test_greedy(void **unused)
{
    (void)unused;
    for (uint32_t style = 0; sf_game.styles[style].name; style++) {
        char name[40];
        uint32_t wins = 0;
        snprintf(name, sizeof name, "greedy:%s", sf_game.styles[style].name);
        for (uint64_t seed = 0; seed < 100; seed++) {
            const char *names[2] = {seed % 2 ? "random" : name, seed % 2 ? name : "random"};
            int32_t points[2];
            play_out(names, seed, points);
            wins += points[seed % 2] > points[1 - seed % 2];
        }
        if (wins < (style == 0 ? 95 : 75))
            fail_msg("%s wins %u of 100 games against random", name, wins);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_secret),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_returned),
        cmocka_unit_test(test_determinize_exact),
        cmocka_unit_test(test_determinize_shuffled),
        cmocka_unit_test(test_deck_check),
        cmocka_unit_test(test_greedy),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
