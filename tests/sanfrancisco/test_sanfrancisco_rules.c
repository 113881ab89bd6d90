/*
 * San Francisco by the rulebook: each test names the clauses of docs/rules/sanfrancisco.md that it
 * shows.
 */
#include "table.h"

/* ---- 1. Set-up ---- */

static void deal_all(uint8_t seats)
{
    start_position(seats, "");
    for (uint8_t seat = 0; seat < seats; seat++) {
        chance("card blue");
        chance("card red");
    }
    chance("card green");
    chance("card black");
    chance("card purple");
    chance("card orange");
    chance("card ferry");
    for (uint32_t t = 0; t < 2U * seats; t++) {
        char text[60];
        snprintf(text, sizeof text, "ticket %s", vl_deck_text(deck, SF_T_TICKETS, t, SF_K_KEY));
        chance(text);
    }
}

static void keep_first(void)
{
    char text[60];
    snprintf(text, sizeof text, "keep %s",
             vl_deck_text(deck, SF_T_TICKETS, vl_lowest(s.offer[s.seat]), SF_K_KEY));
    play(text);
}

/* SF-1.1, SF-1.2, SF-1.3, SF-1.4, SF-1.5, SF-1.6, SF-1.8: four seats, everything in its order. */
static void test_set_up(void **unused)
{
    (void)unused;
    deal_all(4);
    assert_int_equal(sf_total(d->cards), 44);
    assert_int_equal(sf_of(d->cards, SF_FERRY), 8);
    for (uint32_t colour = 0; colour < SF_COLOURS; colour++)
        assert_int_equal(sf_of(d->cards, colour), 6);
    assert_int_equal(d->ticket_count, 24);
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(s.cars[seat], 20);
        assert_true(s.hand[seat] == cards("blue red"));
        assert_int_equal(vl_count(s.offer[seat]), 2);
    }
    assert_true(s.row == cards("green black purple orange ferry"));
    assert_int_equal(s.left[s.symbol[place("alcatraz")]], 3);
    assert_int_equal(s.left[s.symbol[place("goldengate")]], 3);
    assert_int_equal(s.left[s.symbol[place("embarcadero")]], 3);
    assert_int_equal(s.left[s.symbol[place("sunset")]], 3);
    assert_int_equal(s.left[s.symbol[place("potrero")]], 3);
    for (int seat = 0; seat < 4; seat++) { /* all dealt first, chosen in seat order */
        assert_int_equal(acting(), seat);
        keep_first();
    }
    assert_int_equal(s.queue_length, 4);
    assert_int_equal(acting(), VL_CHANCE);
    chance("start 0");
    assert_int_equal(acting(), 3); /* the last seat places, then the last but one */
    refused("put alcatraz", "SF-1.6");
    play("put castro");
    assert_int_equal(acting(), 2);
    refused("put castro", "SF-1.6");
    play("put union");
    uint32_t tokens = 0, stacks = 0;
    for (uint32_t p = 0; p < d->place_count; p++)
        if (s.symbol[p] != SF_NONE) {
            tokens += s.left[s.symbol[p]];
            stacks |= 1U << s.symbol[p];
        }
    assert_int_equal(tokens, 21);
    assert_int_equal(stacks, vl_first(7));
    assert_int_equal(acting(), 0);
    assert_int_equal(s.phase, SF_TURN);
}

/* SF-1.4: both tickets may be kept; one at least must be. */
static void test_keep_tickets(void **unused)
{
    vl_move moves[VL_MAX_MOVES];
    char text[100];
    (void)unused;
    deal_all(2);
    assert_int_equal(sf_legal_moves(d, &s, moves), 3);
    snprintf(text, sizeof text, "keep %s %s", vl_deck_text(deck, SF_T_TICKETS, 0, SF_K_KEY),
             vl_deck_text(deck, SF_T_TICKETS, 1, SF_K_KEY));
    play(text);
    assert_int_equal(s.tickets[0], 3);
    assert_int_equal(s.queue_length, 0);
    refused(text, "SF-6.1"); /* not what the second seat was offered */
}

/* SF-1.5, SF-1.6: with three seats stacks of two, those left over as well. */
static void test_three_seats(void **unused)
{
    (void)unused;
    deal_all(3);
    for (int seat = 0; seat < 3; seat++)
        keep_first();
    chance("start 0");
    assert_int_equal(acting(), 2);
    play("put castro");
    assert_int_equal(acting(), 1);
    play("put union");
    assert_int_equal(s.left[s.symbol[place("castro")]], 2);
    assert_int_equal(s.left[s.symbol[place("alcatraz")]], 2);
}

/* SF-1.7: with two seats the second puts two single tokens on different places. */
static void test_two_seats(void **unused)
{
    (void)unused;
    deal_all(2);
    keep_first();
    keep_first();
    chance("start 0");
    assert_int_equal(acting(), 1);
    play("put castro");
    assert_int_equal(acting(), 1);
    refused("put castro", "SF-1.6");
    play("put union");
    assert_int_equal(s.left[s.symbol[place("castro")]], 1);
    assert_int_equal(s.left[s.symbol[place("union")]], 1);
    assert_int_equal(s.left[s.symbol[place("sunset")]], 2);
    assert_int_equal(acting(), 0);
}

/* A round of draws, so that whose turn it is shows. */
static void draw_two(void)
{
    static const char *const kinds[] = {"card blue", "card green", "card black", "card orange"};
    for (uint32_t n = 0; n < 2; n++) {
        uint32_t kind = 0;
        play("take deck");
        while (!offered(kinds[kind]))
            kind++;
        chance(kinds[kind]);
    }
}

/*
 * SF-1.6, SF-1.7, SF-1.8: who starts is drawn when the tickets are chosen, every seat as likely;
 * the last seats, counted from there, place, and the turns go round from there.
 */
static void test_starter(void **unused)
{
    vl_move moves[VL_MAX_MOVES];
    (void)unused;
    for (uint8_t seats = 2; seats <= 4; seats++) {
        uint32_t drawn[VL_MAX_SEATS] = {0};
        struct vl_rng rng;
        for (int first = 0; first < seats; first++) {
            char text[20];
            int last = (first + seats - 1) % seats;
            deal_all(seats);
            for (uint8_t seat = 0; seat < seats; seat++)
                keep_first();
            assert_int_equal(sf_legal_moves(d, &s, moves), seats);
            snprintf(text, sizeof text, "start %d", first);
            chance(text);
            assert_int_equal(acting(), last);
            refused(text, "SF-1.8");
            play("put castro");
            assert_int_equal(acting(), seats == 2 ? last : (first + seats - 2) % seats);
            play("put union");
            for (int turn = 0; turn < seats; turn++) {
                assert_int_equal(acting(), (first + turn) % seats);
                draw_two();
            }
            assert_int_equal(acting(), first);
        }
        deal_all(seats);
        for (uint8_t seat = 0; seat < seats; seat++)
            keep_first();
        vl_rng_seed(&rng, 1, seats, 0);
        for (uint32_t n = 0; n < 3000; n++)
            drawn[VL_MOVE_ARG(sf_sample_chance(d, &s, &rng))]++;
        for (uint8_t seat = 0; seat < seats; seat++)
            assert_in_range(drawn[seat] * seats, 2700, 3300);
    }
}

/* SF-1.3: three ferries among the first five are wiped. */
static void test_first_row_wiped(void **unused)
{
    (void)unused;
    start_position(2, "");
    for (int i = 0; i < 4; i++)
        chance("card blue");
    chance("card ferry");
    chance("card ferry");
    chance("card red");
    chance("card red");
    chance("card ferry");
    assert_int_equal(sf_total(s.row), 0);
    assert_int_equal(sf_of(s.discard, SF_FERRY), 3);
    assert_int_equal(sf_total(s.discard), 5);
    assert_int_equal(s.phase, SF_FLIP);
}

/* ---- 2. The turn ---- */

/* SF-2.1: one action, then the next seat. */
static void test_one_action(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "red");
    begin();
    play("take blue");
    chance("card orange");
    refused("tickets", "SF-3.4");
    refused("claim lombard-fortmason red 1", "SF-3.4");
    play("take orange");
    chance("card orange");
    assert_int_equal(acting(), 1);
}

/* SF-2.2: a pass only when nothing else can be done. */
static void test_passes(void **unused)
{
    (void)unused;
    position(2);
    begin();
    refused("pass", "SF-2.2");
    /* Every card and ticket is taken, and seat 1 has all the cards but can claim nothing. */
    position(2);
    row("");
    s.hand[1] = s.drawn[1] = s.deck;
    s.deck = 0;
    s.tickets[0] = s.ticket_deck;
    s.ticket_deck = 0;
    begin();
    play("pass");
    assert_int_equal(acting(), 1);
    refused("pass", "SF-2.2");
}

/* SF-2.2: two full rounds of passes end the game. It takes a smaller deck for nobody to have a use
 * for any card: two of each colour and no ferry, one of each with either seat, no ticket left, and
 * every route of one space claimed or closed. */
static void test_stalemate(void **unused)
{
    struct sf_deck small = *d;
    vl_move moves[VL_MAX_MOVES];
    (void)unused;
    position(2);
    small.cards = cards("blue green black purple red orange") * 2;
    s.row = s.deck = s.stock = 0;
    for (int seat = 0; seat < 2; seat++)
        s.hand[seat] = s.drawn[seat] = small.cards / 2;
    s.stock = small.cards;
    s.tickets[0] = s.ticket_deck;
    s.ticket_deck = 0;
    owns(0, "park-sunset");
    owns(0, "haight-ladies.a");
    owns(0, "ladies-castro");
    owns(0, "embarcadero-chinatown");
    owns(1, "chinatown-union");
    owns(1, "lombard-pier39");
    owns(1, "lombard-fortmason");
    for (int pass = 0; pass < 4; pass++) {
        assert_null(sf_check(&small, &s));
        assert_int_equal(sf_to_act(&s), pass % 2);
        assert_int_equal(sf_legal_moves(&small, &s, moves), 1);
        assert_int_equal(VL_MOVE_KIND(moves[0]), SF_PASS);
        sf_apply(&small, &s, moves[0]);
    }
    assert_null(sf_check(&small, &s));
    assert_int_equal(sf_to_act(&s), VL_OVER);
}

/* ---- 3. Cards ---- */

/* SF-3.1: two cards, the first one replaced before the second is taken. */
static void test_draw(void **unused)
{
    (void)unused;
    position(2);
    begin();
    play("take blue");
    assert_int_equal(acting(), VL_CHANCE);
    chance("card orange");
    assert_int_equal(sf_of(s.row, ORANGE), 1);
    refused("take blue", "SF-3.1");
    play("take deck");
    chance("card green");
    assert_true(s.hand[0] == cards("blue green"));
    assert_true(s.known[0] == cards("blue"));
    assert_int_equal(acting(), 1);
}

/* SF-3.2: a ferry from the row is the whole draw, and cannot be the second card. */
static void test_row_ferry(void **unused)
{
    (void)unused;
    position(2);
    row("ferry blue red green black");
    begin();
    play("take ferry");
    chance("card ferry");
    assert_int_equal(acting(), 1);
    play("take blue");
    chance("card blue");
    refused("take ferry", "SF-3.2");
    play("take red");
}

/* SF-3.3: a ferry drawn unseen is a card like any other. */
static void test_blind_ferry(void **unused)
{
    (void)unused;
    position(2);
    begin();
    play("take deck");
    chance("card ferry");
    assert_int_equal(acting(), 0);
    assert_int_equal(s.phase, SF_SECOND);
    play("take deck");
    chance("card ferry");
    assert_int_equal(sf_of(s.hand[0], SF_FERRY), 2);
    assert_int_equal(acting(), 1);
}

/* SF-3.4: the second card must be taken; with nothing to take the draw ends. */
static void test_second_card(void **unused)
{
    (void)unused;
    position(2);
    begin();
    play("take blue");
    chance("card blue");
    refused("pass", "SF-3.4");
    position(2);
    row("ferry ferry blue");
    s.hand[1] = s.drawn[1] = s.deck;
    s.deck = 0;
    begin();
    play("take blue"); /* two ferries are left in the row, and no deck */
    assert_int_equal(acting(), 1);
    assert_true(s.row == cards("ferry ferry"));
}

/* SF-3.5: the discards become the deck the moment it is empty. */
static void test_shuffle(void **unused)
{
    (void)unused;
    position(2);
    deck_is("red");
    begin();
    play("take blue");
    chance("card red");
    assert_int_equal(sf_total(s.discard), 0);
    assert_int_equal(sf_total(s.deck), 38);
    assert_true(s.deck == s.stock);
}

/* SF-3.5: a row that stayed short is filled once a claim has made discards, after its token. */
static void test_short_row(void **unused)
{
    (void)unused;
    position(2);
    row("ferry ferry");
    s.hand[0] = s.drawn[0] = s.deck;
    s.deck = 0;
    s.symbol[place("fortmason")] = SF_FIXED; /* both ends of the ferry offer a token */
    s.symbol[place("castro")] = SF_NONE;
    begin();
    play("claim goldengate-fortmason blue 4+1");
    assert_int_equal(s.phase, SF_TOKEN);
    assert_int_equal(sf_total(s.row), 2);
    play("token bridge");
    assert_int_equal(s.phase, SF_FLIP);
    chance("card blue");
    chance("card blue");
    chance("card blue");
    assert_int_equal(sf_total(s.row), 5);
    assert_int_equal(acting(), 1);
}

/* SF-3.6: three ferries wipe the row, also between the two cards of a draw. */
static void test_wipe(void **unused)
{
    (void)unused;
    position(2);
    row("ferry ferry blue red green");
    begin();
    play("take blue");
    chance("card ferry");
    assert_int_equal(sf_total(s.row), 0);
    assert_true(s.discard == cards("ferry ferry ferry red green"));
    for (int i = 0; i < 5; i++)
        chance(i < 3 ? "card black" : "card blue");
    assert_int_equal(s.phase, SF_SECOND);
    assert_int_equal(acting(), 0);
    assert_int_equal(s.wipes, 0);
}

/* SF-3.7: after five wipes in a row the row stays until it is next refilled. */
static void test_five_wipes(void **unused)
{
    (void)unused;
    static const char *const ferries = "ferry ferry ferry ferry black";
    position(2);
    row("ferry ferry blue red green");
    s.hand[1] = s.drawn[1] = s.deck - cards(ferries);
    s.deck = cards(ferries);
    begin();
    play("take blue");
    chance("card ferry");
    for (int wipes = 1; wipes <= 5; wipes++) { /* the deck is made of what was wiped before */
        assert_int_equal(s.wipes, wipes);
        assert_int_equal(sf_total(s.row), 0);
        for (int i = 0; i < 3; i++)
            chance("card ferry");
        while (s.phase == SF_FLIP && sf_total(s.row)) {
            const char *const others[] = {"card black", "card red", "card green"};
            int i = 0;
            while (!offered(others[i]))
                i++;
            chance(others[i]);
        }
    }
    assert_int_equal(sf_of(s.row, SF_FERRY), 3);
    assert_int_equal(sf_total(s.row), 5);
    assert_int_equal(s.wipes, 0);
    assert_int_equal(s.phase, SF_SECOND);
    play(sf_of(s.row, BLACK) ? "take black" : "take red"); /* the next refill is looked at again */
    chance("card ferry");
    assert_int_equal(sf_total(s.row), 0);
    assert_int_equal(s.wipes, 1);
}

/* SF-3.7: no wipe when fewer than three other cards can be there. */
static void test_no_use_in_wiping(void **unused)
{
    (void)unused;
    position(2);
    row("ferry ferry blue red green");
    s.hand[1] = s.drawn[1] = s.deck - cards("ferry");
    s.deck = cards("ferry");
    begin();
    play("take blue");
    chance("card ferry");
    assert_true(s.row == cards("ferry ferry ferry red green"));
    assert_int_equal(s.phase, SF_SECOND);
}

/* SF-3.8: any number of cards. */
static void test_big_hand(void **unused)
{
    (void)unused;
    position(2);
    s.hand[0] = s.drawn[0] = s.deck - cards("red");
    s.deck = cards("red");
    begin();
    play("take deck");
    chance("card red");
    assert_int_equal(sf_total(s.hand[0]), 39);
}

/* ---- 4. Routes ---- */

static uint32_t black_three(void)
{
    for (uint32_t r = 0; r < d->route_count; r++)
        if (d->colour[r] == BLACK && d->spaces[r] == 3)
            return r;
    fail_msg("no black route has 3 spaces");
    return 0;
}

static void claim(uint32_t r, uint32_t colour, uint32_t ferries)
{
    play_move(VL_MOVE(SF_CLAIM, SF_PAYMENT(colour, ferries) | r));
}

/* SF-4.1: three black; two and a ferry; one and two ferries; three ferries. */
static void test_black_three(void **unused)
{
    static const struct {
        const char *hand;
        uint32_t colour, ferries;
    } payments[] = {
        {"black black black", BLACK, 0},
        {"black black ferry", BLACK, 1},
        {"black ferry ferry", BLACK, 2},
        {"ferry ferry ferry", SF_FERRY, 3},
    };
    uint32_t r = black_three();
    (void)unused;
    for (uint32_t i = 0; i < 4; i++) {
        position(2);
        hand(0, payments[i].hand);
        begin();
        assert_int_equal(ways(r), 1);
        claim(r, payments[i].colour, payments[i].ferries);
        assert_true(s.claimed[0] == vl_bit(r));
        assert_true(s.discard == cards(payments[i].hand));
        assert_int_equal(s.hand[0], 0);
        assert_int_equal(s.cars[0], 17);
    }
    position(2);
    hand(0, "black black red");
    begin();
    assert_int_equal(ways(r), 0);
}

/* SF-4.1: another colour does not do, and the refusal says so. */
static void test_wrong_colour(void **unused)
{
    vl_move move;
    (void)unused;
    position(2);
    hand(0, "red red red black black");
    begin();
    move = VL_MOVE(SF_CLAIM, SF_PAYMENT(RED, 0) | black_three());
    assert_false(vl_match_play(match, move, &err));
    assert_string_equal(err.clause, "SF-4.1");
    move = VL_MOVE(SF_CLAIM, SF_PAYMENT(BLACK, 0) | black_three());
    assert_false(vl_match_play(match, move, &err));
    assert_string_equal(err.clause, "SF-4.1");
}

/* SF-4.2, SF-4.5: a grey route takes any one colour; ferries alone are one way, not six. */
static void test_grey(void **unused)
{
    uint32_t grey = SF_NONE;
    (void)unused;
    for (uint32_t r = 0; r < d->route_count; r++)
        if (d->colour[r] == SF_GREY && d->spaces[r] == 2 && !vl_has(d->ferry, r))
            grey = r;
    assert_int_not_equal(grey, SF_NONE);
    position(2);
    hand(0, "blue blue red green ferry ferry");
    begin();
    /* two blue; blue, red or green with a ferry; two ferries */
    assert_int_equal(ways(grey), 5);
    claim(grey, SF_FERRY, 2);
    assert_true(s.discard == cards("ferry ferry"));
}

/* SF-4.3: the ferry of five spaces. */
static void test_ferry_route(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "blue blue blue blue blue");
    begin();
    refused("claim goldengate-fortmason blue 5", "SF-4.3");
    position(2);
    hand(0, "blue blue blue blue ferry");
    begin();
    play("claim goldengate-fortmason blue 4+1");
    assert_int_equal(s.cars[0], 15);
    position(2);
    hand(0, "blue blue ferry ferry ferry");
    begin();
    assert_int_equal(ways(route("goldengate-fortmason")), 1);
    play("claim goldengate-fortmason blue 2+3");
    position(2);
    hand(0, "blue blue blue green ferry ferry ferry ferry ferry");
    begin();
    assert_true(offered("claim goldengate-fortmason blue 3+2"));
    assert_true(offered("claim goldengate-fortmason green 1+4"));
    assert_true(offered("claim goldengate-fortmason ferry 5"));
    assert_false(offered("claim goldengate-fortmason red 1+4"));
}

/* SF-4.4, SF-4.7: any free route, touching others or not, one in a turn; it scores at once. */
static void test_any_route(void **unused)
{
    struct vl_score score;
    (void)unused;
    position(2);
    owns(0, "park-sunset");
    hand(0, "red purple purple purple");
    begin();
    play("claim lombard-fortmason red 1");
    sf_score(d, &s, &score);
    assert_int_equal(score.points[0], 2);
    assert_int_equal(acting(), 1);
    assert_false(vl_match_play_text(match, "claim mission-union purple 3", &err));
    play("tickets"); /* by the other seat: nothing of the first one's turn was left */
    assert_int_equal(s.seat, 1);
}

/* SF-4.4: cars must suffice; a claimed route is gone. */
static void test_cars(void **unused)
{
    (void)unused;
    position(3);
    owns(0, "goldengate-fortmason");
    hand(1, "blue blue blue blue ferry");
    s.seat = 1;
    begin();
    refused("claim goldengate-fortmason blue 4+1", "SF-4.4");
    position(3);
    hand(0, "blue blue blue blue ferry");
    owns(0, "landsend-goldengate");
    owns(0, "landsend-presidio");
    owns(0, "landsend-park");
    owns(0, "landsend-sunset");
    owns(0, "presidio-park");
    owns(0, "park-sunset");
    assert_int_equal(s.cars[0], 4);
    begin();
    refused("claim goldengate-fortmason blue 4+1", "SF-4.4");
}

/* SF-4.5: a move names route, colour and ferries, and reads back. */
static void test_notation(void **unused)
{
    struct vl_view view;
    struct vl_text text = {0};
    vl_move move;
    (void)unused;
    position(2);
    vl_look(&sf_game, d, &s, VL_OPEN, &view);
    assert_true(sf_parse_move(deck, &view, "claim pier39-alcatraz.b blue 1+1", &move, &err));
    assert_int_equal(SF_ROUTE_OF(VL_MOVE_ARG(move)), route("pier39-alcatraz.b"));
    assert_int_equal(SF_FERRIES_OF(VL_MOVE_ARG(move)), 1);
    sf_format_move(deck, &view, move, &text);
    assert_string_equal(vl_text_string(&text), "claim pier39-alcatraz.b blue 1+1");
    vl_text_clear(&text);
    sf_label(deck, &view, move, &text);
    assert_string_equal(vl_text_string(&text),
                        "Claim Pier 39 - Alcatraz, route b, with 1 blue and 1 ferry");
    assert_false(sf_parse_move(deck, &view, "claim pier39-alcatraz.b blue 3", &move, &err));
    assert_false(sf_parse_move(deck, &view, "claim pier39-alcatraz blue 2", &move, &err));
    assert_false(sf_parse_move(deck, &view, "claim pier39-alcatraz.b ferry 1+1", &move, &err));
    assert_false(sf_parse_move(deck, &view, "claim pier39-alcatraz.b blue 0+2", &move, &err));
    vl_text_free(&text);
}

/* SF-4.6: never both by one seat; with two seats the other closes, with three it stays open. */
static void test_doubles(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "blue blue ferry ferry");
    owns(0, "pier39-alcatraz.a");
    hand(1, "red red ferry");
    begin();
    refused("claim pier39-alcatraz.b blue 1+1", "SF-4.6");
    play("take blue");
    chance("card blue");
    play("take deck");
    chance("card black");
    play("claim pier39-alcatraz.b red 1+1");
    position(2);
    owns(1, "pier39-alcatraz.a");
    hand(0, "blue blue ferry ferry");
    begin();
    refused("claim pier39-alcatraz.b blue 1+1", "SF-4.6");
}

/* SF-4.7: 1, 2, 4, 7, 10. */
static void test_route_points(void **unused)
{
    static const int32_t points[] = {0, 1, 2, 4, 7, 10};
    struct vl_score score;
    (void)unused;
    for (uint32_t spaces = 0; spaces <= 5; spaces++)
        assert_int_equal(sf_route_points(spaces), points[spaces]);
    position(2);
    owns(0, "goldengate-fortmason");
    owns(0, "park-sunset");
    sf_score(d, &s, &score);
    assert_int_equal(score.detail[0][0], 11);
    assert_int_equal(score.points[0], 11);
}

/* ---- 5. Tokens ---- */

/* SF-5.1, SF-5.2: one token an end offers, of a symbol not held; with two, choose. */
static void test_tokens(void **unused)
{
    (void)unused;
    position(2);
    hand(0, "ferry ferry ferry ferry ferry ferry ferry");
    begin();
    play("claim pier39-alcatraz.a ferry 2"); /* taken without asking */
    assert_int_equal(s.tokens[0], 1U << s.symbol[place("alcatraz")]);
    assert_int_equal(s.left[s.symbol[place("alcatraz")]], 1);
    assert_int_equal(acting(), 1);
    position(2);
    hand(0, "ferry ferry ferry ferry ferry");
    s.symbol[place("castro")] = SF_NONE;
    s.symbol[place("fortmason")] = SF_FIXED;
    begin();
    play("claim goldengate-fortmason ferry 5");
    assert_int_equal(acting(), 0);
    refused("token lighthouse", "SF-5.1");
    refused("take blue", "SF-2.1");
    play("token crab");
    assert_int_equal(s.tokens[0], 1U << SF_FIXED);
    assert_int_equal(s.left[SF_FIXED], 0);
    assert_int_equal(acting(), 1);
}

/* SF-5.1: a symbol that is held is not taken again, and an empty stack gives nothing. */
static void test_no_token(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "ferry ferry");
    s.tokens[0] = (uint8_t)(1U << s.symbol[place("alcatraz")]);
    s.left[s.symbol[place("alcatraz")]]--;
    begin();
    play("claim pier39-alcatraz.a ferry 2");
    assert_int_equal(vl_count(s.tokens[0]), 1);
    assert_int_equal(s.left[s.symbol[place("alcatraz")]], 1);
    position(3);
    hand(0, "ferry ferry");
    for (int seat = 1; seat < 3; seat++)
        s.tokens[seat] = (uint8_t)(1U << s.symbol[place("alcatraz")]);
    s.left[s.symbol[place("alcatraz")]] = 0;
    begin();
    play("claim pier39-alcatraz.a ferry 2");
    assert_int_equal(s.tokens[0], 0);
}

/* ---- 6. Tickets ---- */

static const char *key_of(uint32_t t)
{
    return vl_deck_text(deck, SF_T_TICKETS, t, SF_K_KEY);
}

static void say(char *text, size_t size, const char *verb, uint32_t t)
{
    snprintf(text, size, "%s %s", verb, key_of(t));
}

/* SF-6.1: draw two, keep one or both. */
static void test_draw_tickets(void **unused)
{
    char text[100];
    (void)unused;
    position(2);
    begin();
    play("tickets");
    say(text, sizeof text, "ticket", 5);
    chance(text);
    say(text, sizeof text, "ticket", 3);
    chance(text);
    assert_int_equal(acting(), 0);
    refused("tickets", "SF-2.1");
    say(text, sizeof text, "keep", 4);
    refused(text, "SF-6.1");
    say(text, sizeof text, "keep", 5);
    play(text);
    assert_int_equal(s.tickets[0], 1U << 5);
    assert_int_equal(s.queue_length, 1);
    assert_int_equal(s.queue[0], 3);
    assert_int_equal(acting(), 1);
    play("tickets");
    say(text, sizeof text, "ticket", 8);
    chance(text);
    say(text, sizeof text, "ticket", 9);
    chance(text);
    snprintf(text, sizeof text, "keep %s %s", key_of(8), key_of(9));
    play(text);
    assert_int_equal(s.tickets[1], 1U << 8 | 1U << 9);
    say(text, sizeof text, "keep", 5);
    refused(text, "SF-6.1"); /* what was kept is kept for good */
    assert_int_equal(s.tickets[0], 1U << 5);
}

/* SF-6.2: the last single ticket must be kept; then there are none. */
static void test_last_ticket(void **unused)
{
    char text[100];
    (void)unused;
    position(2);
    s.tickets[1] = s.ticket_deck & ~(1U << 7);
    s.ticket_deck = 1U << 7;
    begin();
    play("tickets");
    say(text, sizeof text, "ticket", 7);
    chance(text);
    assert_int_equal(s.tickets[0], 1U << 7);
    assert_int_equal(acting(), 1);
    refused("tickets", "SF-6.1");
}

/* SF-6.3: what lies under the deck comes last, in its order. */
static void test_bottom(void **unused)
{
    char text[100];
    vl_move moves[VL_MAX_MOVES];
    (void)unused;
    position(2);
    s.tickets[1] = s.ticket_deck & ~(1U << 7 | 1U << 2 | 1U << 9);
    s.ticket_deck = 1U << 7;
    s.queue[0] = 9;
    s.queue[1] = 2;
    s.queue_by[0] = s.queue_by[1] = 1;
    s.queue_length = 2;
    begin();
    play("tickets");
    say(text, sizeof text, "ticket", 7);
    chance(text);
    assert_int_equal(sf_legal_moves(d, &s, moves), 1);
    say(text, sizeof text, "ticket", 9);
    chance(text);
    say(text, sizeof text, "keep", 9);
    play(text);
    assert_int_equal(s.queue_length, 2);
    assert_int_equal(s.queue[0], 2);
    assert_int_equal(s.queue[1], 7);
    assert_int_equal(s.queue_by[1], 0);
}

/* SF-6.4: a chain of own routes completes a ticket; those of others do not help. */
static void test_completed(void **unused)
{
    uint32_t t = ticket("goldengate-potrero");
    (void)unused;
    position(3);
    owns(0, "goldengate-presidio.a");
    owns(0, "presidio-pacific.a");
    owns(0, "ladies-pacific");
    owns(0, "ladies-mission");
    owns(1, "mission-potrero.a");
    assert_int_equal(sf_completed(d, s.claimed[0], 1U << t), 0);
    owns(0, "mission-potrero.b");
    assert_int_equal(sf_completed(d, s.claimed[0], 1U << t), 1U << t);
}

/* ---- 7. The end ---- */

/* SF-7.1: two cars or fewer, then one more turn for everybody, that seat included. */
static void test_end(void **unused)
{
    (void)unused;
    position(3);
    s.first = 2; /* who started does not matter: the turns are counted from this one */
    owns(0, "landsend-goldengate");
    owns(0, "landsend-presidio");
    owns(0, "landsend-park");
    owns(0, "landsend-sunset");
    owns(0, "presidio-park");
    hand(0, "ferry ferry ferry");
    s.tokens[0] = 0x7f;
    for (uint32_t symbol = 0; symbol < SF_SYMBOLS; symbol++)
        s.left[symbol]--;
    assert_int_equal(s.cars[0], 5);
    begin();
    play("claim mission-union ferry 3");
    assert_int_equal(s.cars[0], 2);
    assert_int_equal(s.last_turns, 3);
    for (int seat = 1; seat <= 3; seat++) {
        assert_int_equal(acting(), seat % 3);
        play("take deck");
        chance(seat == 1 ? "card green" : "card black");
        play("take deck");
        chance("card orange");
    }
    assert_int_equal(acting(), VL_OVER);
    assert_false(vl_match_play_text(match, "take blue", &err));
}

/* SF-7.1: another seat that comes to two cars in the last turns does not lengthen them. */
static void test_end_once(void **unused)
{
    (void)unused;
    position(2);
    owns(0, "landsend-goldengate");
    owns(0, "landsend-presidio");
    owns(0, "landsend-park");
    owns(0, "landsend-sunset");
    owns(0, "presidio-park");
    owns(0, "park-haight");
    owns(1, "chinatown-pacific");
    owns(1, "mission-union");
    owns(1, "ladies-union.a");
    owns(1, "potrero-union");
    owns(1, "haight-pacific.a");
    owns(1, "southbeach-union");
    hand(0, "red");
    hand(1, "blue");
    assert_int_equal(s.cars[0], 3);
    assert_int_equal(s.cars[1], 3);
    begin();
    play("claim lombard-fortmason red 1");
    assert_int_equal(s.last_turns, 2);
    play("claim ladies-castro blue 1");
    assert_int_equal(s.cars[1], 2);
    assert_int_equal(acting(), 0);
    assert_int_equal(s.last_turns, 1);
    play("take deck");
    chance("card green");
    play("take deck");
    chance("card green");
    assert_int_equal(acting(), VL_OVER);
}

/* SF-7.2: tickets add or take away; totals may be negative. */
static void test_ticket_points(void **unused)
{
    struct vl_score score;
    (void)unused;
    position(2);
    holds(0, "goldengate-potrero");
    sf_score(d, &s, &score);
    assert_int_equal(score.points[0], -d->worth[ticket("goldengate-potrero")]);
    owns(0, "goldengate-presidio.a");
    owns(0, "presidio-pacific.a");
    owns(0, "ladies-pacific");
    owns(0, "ladies-mission");
    owns(0, "mission-potrero.b");
    sf_score(d, &s, &score);
    assert_int_equal(score.detail[0][1], d->worth[ticket("goldengate-potrero")]);
}

/* SF-7.3: the token table. */
static void test_token_points(void **unused)
{
    static const int32_t points[] = {0, 0, 1, 2, 4, 6, 9, 12};
    struct vl_score score;
    (void)unused;
    position(2);
    for (uint32_t held = 0; held <= 7; held++) {
        s.tokens[0] = (uint8_t)vl_first(held);
        sf_score(d, &s, &score);
        assert_int_equal(score.detail[0][2], points[held]);
    }
}

/* SF-7.4: most points win; ties go to more completed tickets, then they are shared. */
static void test_ties(void **unused)
{
    struct vl_score score;
    (void)unused;
    position(4);
    owns(0, "landsend-goldengate"); /* 4, 4 and 1 points for routes */
    owns(0, "landsend-presidio");
    owns(0, "park-sunset");
    owns(1, "chinatown-pacific"); /* 4 and 1, and 4 for the ticket */
    owns(1, "embarcadero-chinatown");
    holds(1, "pacific-embarcadero");
    owns(2, "goldengate-presidio.a"); /* 2, 2 and 1, and 4 for the ticket */
    owns(2, "presidio-pacific.a");
    owns(2, "lombard-fortmason");
    holds(2, "goldengate-pacific");
    owns(3, "goldengate-fortmason"); /* 10, and no ticket */
    assert_null(sf_check(d, &s));
    sf_score(d, &s, &score);
    for (uint32_t seat = 0; seat < 3; seat++)
        assert_int_equal(score.points[seat], 9);
    assert_int_equal(score.points[3], 10);
    assert_int_equal(score.rank[3], 1);
    assert_int_equal(score.rank[1], 2);
    assert_int_equal(score.rank[2], 2);
    assert_int_equal(score.rank[0], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_up),        cmocka_unit_test(test_keep_tickets),
        cmocka_unit_test(test_three_seats),   cmocka_unit_test(test_two_seats),
        cmocka_unit_test(test_starter),       cmocka_unit_test(test_first_row_wiped),
        cmocka_unit_test(test_one_action),    cmocka_unit_test(test_passes),
        cmocka_unit_test(test_stalemate),     cmocka_unit_test(test_draw),
        cmocka_unit_test(test_row_ferry),     cmocka_unit_test(test_blind_ferry),
        cmocka_unit_test(test_second_card),   cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_short_row),     cmocka_unit_test(test_wipe),
        cmocka_unit_test(test_five_wipes),    cmocka_unit_test(test_no_use_in_wiping),
        cmocka_unit_test(test_big_hand),      cmocka_unit_test(test_black_three),
        cmocka_unit_test(test_wrong_colour),  cmocka_unit_test(test_grey),
        cmocka_unit_test(test_ferry_route),   cmocka_unit_test(test_any_route),
        cmocka_unit_test(test_cars),          cmocka_unit_test(test_notation),
        cmocka_unit_test(test_doubles),       cmocka_unit_test(test_route_points),
        cmocka_unit_test(test_tokens),        cmocka_unit_test(test_no_token),
        cmocka_unit_test(test_draw_tickets),  cmocka_unit_test(test_last_ticket),
        cmocka_unit_test(test_bottom),        cmocka_unit_test(test_completed),
        cmocka_unit_test(test_end),           cmocka_unit_test(test_end_once),
        cmocka_unit_test(test_ticket_points), cmocka_unit_test(test_token_points),
        cmocka_unit_test(test_ties),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
