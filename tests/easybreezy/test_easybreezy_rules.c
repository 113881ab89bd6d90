/*
 * Easy Breezy by the rulebook: set a position, play a move, look at the table. Each test names the
 * clauses of docs/rules/easybreezy.md that it shows.
 */
#include "core/bits.h"
#include "games/easybreezy/easybreezy.h"
#include "rulebook.h"

enum { CHICAGO, MIAMI, NEW_ORLEANS, NEW_YORK };
enum { BUS, TRAIN, PLANE };

RULEBOOK(eb_game, struct eb_state);

static uint32_t card(const char *key)
{
    return row_of(EB_PASSENGERS, key);
}

static uint64_t cards(const char *keys)
{
    char copy[200], *rest = copy;
    uint64_t set = 0;
    snprintf(copy, sizeof copy, "%s", keys);
    for (char *key; (key = strsep(&rest, " "));)
        set |= vl_bit(card(key));
    return set;
}

/* ---- Setting a position ---- */

/* Everything in the ticker at $1 by bus, an empty queue, no card dealt: seat 0 to move. */
static void position(uint8_t seats)
{
    start_position(seats, "");
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        s.transport[city] = BUS;
        s.fare[city] = 1;
        s.stock = (uint16_t)(s.stock & ~(1U << (city * EB_TRANSPORTS + BUS)));
    }
    s.dealt = (uint8_t)(EB_DEALT * seats);
    s.phase = EB_TURN;
    s.seat = 0;
}

static void ticker(uint32_t city, uint32_t transport, uint8_t fare)
{
    s.stock = (uint16_t)(s.stock | 1U << (city * EB_TRANSPORTS + s.transport[city]));
    s.stock = (uint16_t)(s.stock & ~(1U << (city * EB_TRANSPORTS + transport)));
    s.transport[city] = (uint8_t)transport;
    s.fare[city] = fare;
}

static void queue(const char *a, const char *b, const char *c, const char *d)
{
    const char *keys[] = {a, b, c, d};
    for (int i = 0; i < 4; i++) {
        s.queue[i] = (uint8_t)card(keys[i]);
        s.deck &= ~vl_bit(s.queue[i]);
        s.seen |= vl_bit(s.queue[i]);
    }
}

static void hand(int seat, const char *keys)
{
    s.hand[seat] |= cards(keys);
    s.seen |= cards(keys);
    s.deck &= ~cards(keys);
}

static void waiting(int seat, const char *keys)
{
    s.waiting[seat] |= cards(keys);
    s.seen |= cards(keys);
    s.deck &= ~cards(keys);
}

/* The destination card belongs to the seat already. */
static void ticket(int seat, uint32_t city, uint32_t transport)
{
    uint32_t bit = 1U << (city * EB_TRANSPORTS + transport);
    assert_true(s.stock & bit);
    s.stock = (uint16_t)(s.stock & ~bit);
    s.tickets[seat] = (uint16_t)(s.tickets[seat] | bit);
}

static void standard_queue(void)
{
    queue("stowaway", "nephew", "drummer", "hitchhiker");
}

/* ---- 1. Set-up ---- */

/* EB-1.1, EB-1.2, EB-1.3, EB-1.4: ticker, deal, queue with raises, starting seat, in this order. */
static void test_set_up(void **unused)
{
    (void)unused;
    start_position(3, "");
    chance("ticket chicago plane");
    chance("ticket miami bus");
    chance("ticket new-orleans train");
    chance("ticket new-york train");
    assert_int_equal(s.fare[CHICAGO], 1);
    assert_int_equal(vl_count(s.stock), 8);
    chance("deal dottie");
    chance("deal gus");
    chance("deal rosa");
    chance("deal finn");
    chance("deal stowaway");
    assert_int_equal(s.phase, EB_DEAL);
    chance("deal maude");
    assert_true(s.hand[0] == cards("dottie gus"));
    assert_true(s.hand[2] == cards("stowaway maude"));
    chance("flip june"); /* raises Miami */
    assert_int_equal(s.fare[MIAMI], 2);
    chance("flip nephew"); /* raises none */
    chance("flip otis");   /* raises New Orleans */
    assert_int_equal(s.fare[NEW_ORLEANS], 2);
    assert_int_equal(s.phase, EB_FLIP);
    chance("flip walter"); /* raises New York */
    assert_int_equal(s.fare[NEW_YORK], 2);
    assert_int_equal(s.fare[CHICAGO], 1);
    assert_int_equal(eb_to_act(&s), VL_CHANCE);
    chance("start 1");
    assert_int_equal(eb_to_act(&s), 1);
}

/* EB-1.2: 38 cards, 6 of them free riders; EB-2.2: eight passengers to each city. */
static void test_deck(void **unused)
{
    const struct eb_deck *d = deck->data;
    struct vl_text report = {0};
    uint32_t raised[EB_CITIES] = {0}, blanks = 0;
    (void)unused;
    assert_int_equal(vl_count(d->all), 38);
    assert_int_equal(vl_count(d->riders), 6);
    for (uint32_t city = 0; city < EB_CITIES; city++) {
        assert_int_equal(vl_count(d->city[city]), 8);
        for (uint64_t rest = d->city[city]; rest;) {
            uint32_t up = d->raises[vl_take_lowest(&rest)];
            assert_int_not_equal(up, city);
            if (up == EB_NONE)
                blanks++;
            else
                raised[up]++;
        }
        for (uint32_t t = 0; t < EB_TRANSPORTS; t++)
            assert_int_equal(d->seats[city][t], 2 + t);
    }
    assert_int_equal(blanks, 8);
    for (uint32_t city = 0; city < EB_CITIES; city++)
        assert_int_equal(raised[city], 6);
    assert_true(eb_game.check_deck(deck, &report, &err));
    assert_non_null(strstr(vl_text_string(&report), "38 cards"));
    vl_text_free(&report);
}

/* ---- 2. The turn ---- */

/* EB-2.1: one action a turn, then the next seat. */
static void test_one_action(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "june otis");
    begin();
    play("recruit 1");
    chance("flip dottie");
    refused("depart chicago", "EB-2.1");
    refused("reorganize", "EB-2.1");
    play("done");
    assert_int_equal(eb_to_act(&s), 1);
    refused("done", "EB-2.1");
}

/* EB-2.4: the only way to a card is the queue: recruit names its four places. */
static void test_only_from_the_queue(void **unused)
{
    vl_move moves[VL_MAX_MOVES];
    (void)unused;
    position(2);
    standard_queue();
    begin();
    uint32_t count = eb_legal_moves(deck->data, &s, moves);
    assert_int_equal(count, 5); /* four places, and reorganize */
    assert_false(vl_match_play_text(match, "recruit 5", &err));
    assert_int_equal(err.code, VL_BAD_INPUT);
}

/* EB-2.5, EB-2.6: a place is filled at once, and the newcomer raises its city up to $4. */
static void test_newcomers_raise_fares(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    ticker(MIAMI, TRAIN, 3);
    begin();
    play("recruit 2");
    chance("flip june"); /* raises Miami */
    assert_int_equal(s.queue[1], card("june"));
    assert_int_equal(s.fare[MIAMI], 4);
    play("recruit 1");
    chance("flip gus"); /* raises Miami */
    assert_int_equal(s.fare[MIAMI], 4);
    play("recruit 3");
    chance("flip dottie"); /* raises none */
    assert_int_equal(s.fare[MIAMI], 4);
    assert_int_equal(s.fare[CHICAGO], 1);
}

/* EB-2.5: the discards are shuffled in when a card must be drawn from the empty deck. */
static void test_reshuffle(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    uint64_t rest = s.deck;
    uint32_t only = vl_take_lowest(&rest);
    s.discard = rest;
    s.seen |= rest;
    s.deck = vl_bit(only);
    begin();
    play("recruit 1");
    assert_false(offered("flip edwin")); /* still among the discards */
    chance("flip june");
    assert_true(s.deck == 0 && s.discard == rest); /* not before a card must be drawn */
    play("recruit 2");
    chance("flip edwin");
    assert_true(s.discard == 0);
    assert_int_equal(vl_count(s.deck), vl_count(rest) - 1);
}

/* EB-2.7: with no card anywhere the queue shrinks; a departure fills it again, lowest first. */
static void test_queue_shrinks_and_fills(void **unused)
{
    (void)unused;
    position(2);
    queue("beatrix", "nephew", "drummer", "hitchhiker");
    hand(0, "june otis walter");
    s.waiting[1] = s.deck;
    s.seen |= s.deck;
    s.deck = 0;
    ticker(CHICAGO, TRAIN, 2);
    begin();
    play("recruit 1");
    assert_int_equal(s.phase, EB_SECOND);
    assert_int_equal(s.queue[0], EB_NONE);
    refused("recruit 1", "EB-3.1");
    play("recruit 2");
    assert_int_equal(eb_to_act(&s), 1);
    play("reorganize");
    while (eb_to_act(&s) == 1)
        play("done");
    play("depart chicago");
    play("board june");
    play("board otis");
    play("board walter");
    chance("ticket chicago bus");
    assert_int_equal(s.fare[CHICAGO], 1);
    assert_int_equal(s.phase, EB_FLIP);
    chance("flip june"); /* raises Miami */
    assert_int_equal(s.queue[0], card("june"));
    assert_int_equal(s.fare[MIAMI], 2);
    chance("flip walter");
    assert_int_equal(s.queue[1], card("walter"));
    assert_int_equal(eb_to_act(&s), 1);
    assert_int_equal(vl_count(s.discard | s.deck), 1);
}

/* ---- 3. Recruit ---- */

/* EB-3.1, EB-3.2: two from the queue; the newcomer may be the second. */
static void test_recruit_the_newcomer(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    begin();
    play("recruit 3");
    chance("flip june");
    play("recruit 3");
    assert_true(s.hand[0] == cards("drummer june"));
    chance("flip otis");
    assert_int_equal(eb_to_act(&s), 1);
}

/* EB-3.3: the second is optional. */
static void test_second_is_optional(void **unused)
{
    (void)unused;
    position(3);
    standard_queue();
    begin();
    play("recruit 1");
    chance("flip june");
    play("done");
    assert_int_equal(vl_count(s.hand[0]), 1);
    assert_int_equal(eb_to_act(&s), 1);
}

/* EB-3.4, EB-2.3: the fifth card waits, face up. */
static void test_hand_limit(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "june otis lucinda");
    begin();
    play("recruit 1");
    chance("flip walter");
    assert_int_equal(vl_count(s.hand[0]), 4);
    play("recruit 2");
    chance("flip gus");
    assert_int_equal(vl_count(s.hand[0]), 4);
    assert_true(s.waiting[0] == cards("nephew"));
}

/* ---- 4. Depart ---- */

/* EB-4.3: three passengers on the New York train at $3 earn $9. */
static void test_new_york_train(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "nell ambrose greta");
    ticker(NEW_YORK, TRAIN, 3);
    begin();
    play("depart new-york");
    play("board nell");
    play("board ambrose");
    play("board greta");
    assert_int_equal(s.money[0], 9);
    assert_true(s.discard == cards("nell ambrose greta"));
    assert_true(s.hand[0] == 0);
    assert_int_equal(s.tickets[0], 1U << (NEW_YORK * EB_TRANSPORTS + TRAIN));
}

/* EB-4.3: two passengers and two free riders on the Miami plane at $3 earn $6. */
static void test_miami_plane_with_free_riders(void **unused)
{
    (void)unused;
    position(2);
    queue("june", "otis", "walter", "dottie");
    hand(0, "lucinda stowaway");
    waiting(0, "harold nephew");
    ticker(MIAMI, PLANE, 3);
    begin();
    play("depart miami");
    play("board lucinda");
    play("board harold");
    play("board stowaway");
    play("board nephew");
    assert_int_equal(s.money[0], 6);
}

/* EB-4.1: exactly as many as there are seats, and only for that city. */
static void test_departure_needs_a_full_card(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "nell ambrose june");
    ticker(NEW_YORK, TRAIN, 3);
    begin();
    refused("depart new-york", "EB-4.1");
    refused("depart miami", "EB-4.4");
}

/* EB-4.2: from hand and waiting area together, in ascending order, until every seat is taken. */
static void test_boarding(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "nell greta june");
    waiting(0, "ambrose silas");
    ticker(NEW_YORK, TRAIN, 2);
    begin();
    play("depart new-york");
    refused("done", "EB-4.2");
    refused("board june", "EB-4.2");    /* goes elsewhere */
    refused("board silas", "EB-4.2");   /* nobody above him to fill the seats */
    refused("board lucinda", "EB-4.2"); /* not among the cards */
    refused("lay june", "EB-5.1");
    play("board ambrose");
    refused("board nell", "EB-4.2");
    refused("board ambrose", "EB-4.2");
    play("board greta");
    play("board silas");
    assert_true(s.hand[0] == cards("nell june"));
    assert_true(s.waiting[0] == 0);
    assert_int_equal(s.money[0], 6);
}

/* EB-4.2: people touch cards in any order; the table puts them into the canonical one. */
static void test_boarding_in_any_order(void **unused)
{
    struct vl_try result;
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "nell greta silas");
    ticker(NEW_YORK, TRAIN, 2);
    begin();
    vl_move moves[] = {
        VL_MOVE(EB_TURN, EB_DEPART + NEW_YORK),
        VL_MOVE(EB_BOARD, card("silas")),
        VL_MOVE(EB_BOARD, card("nell")),
        VL_MOVE(EB_BOARD, card("greta")),
    };
    assert_true(vl_match_try(match, 0, moves, 4, &result, &err));
    assert_true(result.stopped); /* a new destination is drawn next */
    assert_int_equal(((struct eb_state *)result.state)->money[0], 6);
    assert_int_equal(vl_match_position(match), 0); /* nothing was kept */
    assert_true(vl_match_commit(match, 0, moves, 4, &err));
    memcpy(&s, vl_match_state(match), sizeof s);
    assert_int_equal(s.money[0], 6);
}

/* EB-4.4: free riders alone do not leave, and may ride while a paying passenger stays. */
static void test_somebody_pays(void **unused)
{
    (void)unused;
    position(2);
    queue("june", "otis", "walter", "dottie");
    hand(0, "stowaway nephew");
    begin();
    refused("depart miami", "EB-4.4");

    position(2);
    queue("june", "otis", "walter", "dottie");
    hand(0, "lucinda harold stowaway");
    ticker(MIAMI, BUS, 4);
    begin();
    play("depart miami");
    refused("board stowaway", "EB-4.4");
    play("board lucinda");
    play("board stowaway");
    assert_int_equal(s.money[0], 4);
    assert_true(s.hand[0] == cards("harold"));
}

/* EB-4.5: the card is kept, and the next of the city starts at $1. */
static void test_city_starts_again(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "nell ambrose");
    ticker(NEW_YORK, BUS, 4);
    begin();
    play("depart new-york");
    play("board nell");
    play("board ambrose");
    assert_int_equal(eb_to_act(&s), VL_CHANCE);
    assert_false(offered("ticket new-york bus"));
    chance("ticket new-york plane");
    assert_int_equal(s.fare[NEW_YORK], 1);
    assert_int_equal(s.transport[NEW_YORK], PLANE);
    assert_int_equal(eb_to_act(&s), 1);
}

/* EB-4.6: a city without cards is closed; raises for it do nothing. */
static void test_closed_city(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "nell ambrose");
    hand(1, "greta silas");
    ticket(1, NEW_YORK, TRAIN);
    ticket(1, NEW_YORK, PLANE);
    begin();
    play("depart new-york");
    play("board nell");
    play("board ambrose");
    assert_int_equal(s.fare[NEW_YORK], 0);
    assert_int_equal(eb_to_act(&s), 1);
    refused("depart new-york", "EB-4.6");
    play("recruit 1");
    chance("flip walter"); /* would raise New York */
    assert_int_equal(s.fare[NEW_YORK], 0);
}

/* ---- 5. Reorganize ---- */

/* EB-5.1, EB-5.2, EB-5.3, EB-5.4: lay, swap, take, in this order. */
static void test_reorganize(void **unused)
{
    (void)unused;
    position(3);
    standard_queue();
    hand(0, "june otis");
    waiting(1, "nell rosa");
    waiting(2, "greta");
    begin();
    play("reorganize");
    assert_int_equal(s.phase, EB_LAY);
    refused("lay nell", "EB-5.2");
    refused("take june", "EB-5.1");
    play("lay otis");
    play("done");
    refused("swap june", "EB-5.3"); /* still in the hand */
    play("swap otis");
    refused("for june", "EB-5.3");
    play("for nell");
    assert_true(s.waiting[1] == cards("otis rosa"));
    assert_true(s.waiting[0] == cards("nell"));
    assert_int_equal(s.phase, EB_TAKE); /* nell stays put, so no second swap */
    play("take nell");
    play("done");
    assert_true(s.hand[0] == cards("june nell"));
    assert_int_equal(eb_to_act(&s), 1);
}

/* EB-5.3: up to two swaps, with the same seat or with different ones. */
static void test_two_swaps(void **unused)
{
    (void)unused;
    position(3);
    standard_queue();
    waiting(0, "june otis walter");
    waiting(1, "nell rosa");
    waiting(2, "greta");
    begin();
    play("reorganize");
    play("swap june");
    play("for greta");
    refused("swap greta", "EB-5.3");
    play("swap otis");
    refused("for june", "EB-5.3"); /* swapped just now: stays put */
    play("for rosa");
    assert_int_equal(s.phase, EB_TAKE); /* no third */
    assert_true(s.waiting[0] == cards("walter greta rosa"));
    assert_true(s.waiting[1] == cards("nell otis"));
    assert_true(s.waiting[2] == cards("june"));
}

/* EB-5.4: up to a hand of four. */
static void test_take_up_to_four(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(0, "june otis walter");
    waiting(0, "nell rosa");
    begin();
    play("reorganize");
    play("done");
    assert_int_equal(s.phase, EB_TAKE);
    play("take nell");
    assert_int_equal(vl_count(s.hand[0]), 4);
    refused("take rosa", "EB-5.4");
    play("done");
    assert_int_equal(eb_to_act(&s), 1);
}

/* EB-5.1: one that moves nothing is legal. */
static void test_reorganize_nothing(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    begin();
    play("reorganize");
    assert_int_equal(eb_to_act(&s), 1);
    assert_int_equal(s.idle, 1);
}

/* ---- 6. The end ---- */

/* EB-6.1: the last card of a city, then one more turn for every other seat; the queue is filled
 * to the last. */
static void test_last_turns(void **unused)
{
    (void)unused;
    position(3);
    standard_queue();
    s.seat = 1;
    hand(1, "nell ambrose");
    ticket(0, NEW_YORK, TRAIN);
    ticket(0, NEW_YORK, PLANE);
    begin();
    play("depart new-york");
    play("board nell");
    play("board ambrose");
    assert_int_equal(eb_to_act(&s), 2);
    play("recruit 1");
    chance("flip june");
    play("done");
    assert_int_equal(eb_to_act(&s), 0);
    play("recruit 1");
    chance("flip otis");
    play("recruit 2");
    assert_int_equal(eb_to_act(&s), VL_CHANCE);
    chance("flip walter");
    assert_int_equal(eb_to_act(&s), VL_OVER);
    refused("recruit 1", "");
}

/* EB-6.2: two full rounds that change nothing end the game; laying down and taking up again is
 * such a turn, and a recruit starts the count again. */
static void test_stalemate(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    hand(1, "june");
    begin();
    play("reorganize");
    play("reorganize");
    play("lay june");
    play("done");
    play("take june");
    play("done");
    assert_int_equal(s.idle, 2);
    play("recruit 1");
    chance("flip otis");
    play("done");
    assert_int_equal(s.idle, 0);
    for (int turn = 0; turn < 4; turn++) {
        assert_true(eb_to_act(&s) >= 0);
        play("reorganize");
        if (s.phase == EB_LAY)
            play("done");
    }
    assert_int_equal(eb_to_act(&s), VL_OVER);
}

/* EB-6.2: the game is scored after 100 rounds. */
static void test_hundred_rounds(void **unused)
{
    (void)unused;
    position(2);
    standard_queue();
    s.seat = 1;
    s.turns = 199;
    begin();
    play("recruit 1");
    chance("flip otis");
    play("done");
    assert_int_equal(eb_to_act(&s), VL_OVER);
}

/* EB-6.3: 2 New Orleans, 1 Chicago, 1 New York, among them 3 trains: 10 + 15. None: none. */
static void test_bonus(void **unused)
{
    struct vl_score score;
    (void)unused;
    position(2);
    standard_queue();
    ticker(NEW_ORLEANS, BUS, 1);
    ticket(0, NEW_ORLEANS, TRAIN);
    ticket(0, NEW_ORLEANS, PLANE);
    ticket(0, CHICAGO, TRAIN);
    ticket(0, NEW_YORK, TRAIN);
    s.money[0] = 20;
    eb_score(deck->data, &s, &score);
    assert_int_equal(score.detail[0][0], 20);
    assert_int_equal(score.detail[0][1], 10);
    assert_int_equal(score.detail[0][2], 15);
    assert_int_equal(score.points[0], 45);
    assert_int_equal(score.points[1], 0);

    position(2); /* a single card brings five for each */
    ticket(1, MIAMI, PLANE);
    eb_score(deck->data, &s, &score);
    assert_int_equal(score.points[1], 10);
}

/* EB-6.4: most money; then most destination cards; then shared. */
static void test_ties(void **unused)
{
    struct vl_score score;
    (void)unused;
    position(3);
    ticket(0, MIAMI, PLANE);
    ticket(1, CHICAGO, TRAIN);
    ticket(1, NEW_YORK, PLANE);
    s.money[0] = 30;
    s.money[1] = 30; /* two different cards: the same bonus of 10 */
    s.money[2] = 41;
    eb_score(deck->data, &s, &score);
    assert_int_equal(score.points[0], 40);
    assert_int_equal(score.points[1], 40);
    assert_int_equal(score.rank[2], 1);
    assert_int_equal(score.rank[1], 2);
    assert_int_equal(score.rank[0], 3);

    position(2);
    s.money[0] = s.money[1] = 12;
    eb_score(deck->data, &s, &score);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[1], 1);
}

/* ---- 7. What everybody knows ---- */

/* EB-7.1, EB-7.2: the two cards dealt are hidden; what was seen stays known. */
static void test_hidden_hands(void **unused)
{
    struct vl_view view;
    const struct eb_state *v = (const struct eb_state *)view.state.bytes;
    (void)unused;
    position(2);
    standard_queue();
    s.hand[1] = cards("june otis"); /* dealt: not seen */
    s.deck &= ~s.hand[1];
    waiting(1, "nell");
    s.seat = 1;
    begin();
    play("recruit 1");
    chance("flip walter");
    play("done");
    vl_look(&eb_game, deck->data, &s, 0, &view);
    assert_true(v->hand[1] == cards("stowaway"));
    assert_int_equal(v->unknown[1], 2);
    assert_true((v->deck & cards("june otis")) == cards("june otis"));
    assert_true(v->waiting[1] == cards("nell"));
    vl_look(&eb_game, deck->data, &s, 1, &view);
    assert_true(v->hand[1] == cards("june otis stowaway"));
    assert_int_equal(v->unknown[1], 0);
    vl_look(&eb_game, deck->data, &s, VL_SPECTATOR, &view);
    assert_int_equal(v->unknown[1], 2);

    /* Laid down and taken up again, the card is known for good. */
    play("recruit 1");
    chance("flip gus");
    play("done");
    play("reorganize");
    play("lay june");
    play("done");
    play("take june");
    play("done");
    vl_look(&eb_game, deck->data, &s, 0, &view);
    assert_true(v->hand[1] & cards("june"));
    assert_int_equal(v->unknown[1], 1);
}

/* EB-7.2: after the first reshuffle the deck is known, so what is hidden is known too. */
static void test_deck_is_known_after_the_reshuffle(void **unused)
{
    struct vl_view view;
    struct vl_rng rng;
    struct eb_state guess;
    (void)unused;
    position(2);
    standard_queue();
    s.hand[1] = cards("june otis");
    s.deck &= ~s.hand[1];
    s.seen |= s.deck; /* all of them have been in the queue once */
    vl_look(&eb_game, deck->data, &s, 0, &view);
    vl_rng_seed(&rng, 1, 0, 0);
    for (int i = 0; i < 20; i++) {
        eb_determinize(deck->data, &view, &rng, &guess);
        assert_true(guess.hand[1] == cards("june otis"));
    }
}

/* EB-7.1: in the middle of a departure, what is drawn for the hidden hand completes it. */
static void test_half_made_departure(void **unused)
{
    struct vl_view view;
    struct vl_rng rng;
    struct eb_state guess;
    uint64_t drawn = 0;
    (void)unused;
    position(2);
    standard_queue();
    s.hand[1] = cards("ambrose silas"); /* dealt: not seen */
    s.deck &= ~s.hand[1];
    waiting(1, "greta");
    ticker(NEW_YORK, TRAIN, 3);
    s.seat = 1;
    begin();
    play("depart new-york");
    vl_rng_seed(&rng, 1, 0, 0);
    for (int i = 0; i < 200; i++) {
        vl_look(&eb_game, deck->data, &s, 0, &view);
        eb_determinize(deck->data, &view, &rng, &guess);
        assert_null(eb_check(deck->data, &guess));
        drawn |= guess.hand[1];
    }
    /* Every unseen passenger to New York may be there, and the two free riders not in the queue. */
    assert_true(drawn == cards("nell ambrose silas vera milo ruth edwin reporter magician"));
    play("board ambrose");
    play("board greta");
    drawn = 0;
    for (int i = 0; i < 200; i++) {
        vl_look(&eb_game, deck->data, &s, 0, &view);
        eb_determinize(deck->data, &view, &rng, &guess);
        assert_null(eb_check(deck->data, &guess));
        drawn |= guess.hand[1];
    }
    assert_true(drawn == cards("ambrose silas vera milo ruth edwin reporter magician"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_up),
        cmocka_unit_test(test_deck),
        cmocka_unit_test(test_one_action),
        cmocka_unit_test(test_only_from_the_queue),
        cmocka_unit_test(test_newcomers_raise_fares),
        cmocka_unit_test(test_reshuffle),
        cmocka_unit_test(test_queue_shrinks_and_fills),
        cmocka_unit_test(test_recruit_the_newcomer),
        cmocka_unit_test(test_second_is_optional),
        cmocka_unit_test(test_hand_limit),
        cmocka_unit_test(test_new_york_train),
        cmocka_unit_test(test_miami_plane_with_free_riders),
        cmocka_unit_test(test_departure_needs_a_full_card),
        cmocka_unit_test(test_boarding),
        cmocka_unit_test(test_boarding_in_any_order),
        cmocka_unit_test(test_somebody_pays),
        cmocka_unit_test(test_city_starts_again),
        cmocka_unit_test(test_closed_city),
        cmocka_unit_test(test_reorganize),
        cmocka_unit_test(test_two_swaps),
        cmocka_unit_test(test_take_up_to_four),
        cmocka_unit_test(test_reorganize_nothing),
        cmocka_unit_test(test_last_turns),
        cmocka_unit_test(test_stalemate),
        cmocka_unit_test(test_hundred_rounds),
        cmocka_unit_test(test_bonus),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_hidden_hands),
        cmocka_unit_test(test_deck_is_known_after_the_reshuffle),
        cmocka_unit_test(test_half_made_departure),
    };
    return cmocka_run_group_tests_name("easybreezy rules", tests, open_deck, close_deck);
}
