/*
 * Atlas by the rulebook, first part: turns, cards, travel, events on the map. Each test names the
 * clauses of docs/rules/atlas.md that it shows.
 */
#include "atlas_table.h"

static void to_chad(uint32_t energy)
{
    first_turn(2, "");
    stand(0, "uy");
    s.seat[0].energy = (uint8_t)energy;
}

/* AT-4.1 AT-4.2 AT-4.6: Uruguay to Chad: a step to Brazil, the airports to Nigeria, two steps. */
static void uruguay_to_chad_by_airports(void **unused)
{
    (void)unused;
    to_chad(5);
    play("ground");
    play("go br");
    assert_int_equal(s.seat[0].energy, 4);
    play("airport");
    play("go ng");
    assert_int_equal(s.seat[0].energy, 2);
    play("ground");
    play("go td");
    assert_int_equal(s.seat[0].energy, 0);
    assert_int_equal(s.seat[0].at, country("td"));
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN); /* nothing can be added: it is over */
    assert_int_equal(s.travelled, 1);
    to_chad(5);
    refused("airport", "AT-4.6");
}

/* AT-4.7 AT-4.5: to Chad by its card, 3 energy; from Uruguay by Uruguay's card, 3 energy. */
static void uruguay_to_chad_by_cards(void **unused)
{
    (void)unused;
    to_chad(3);
    give(0, "ennedi");
    play("fly ennedi");
    assert_int_equal(s.seat[0].at, country("td"));
    assert_int_equal(s.seat[0].energy, 0);
    assert_true(vl_has_in(s.discard, card("ennedi")));
    to_chad(3);
    give(0, "cabo-polonio");
    play("fly cabo-polonio");
    assert_true(offered("go td"));
    play("go td");
    assert_int_equal(s.seat[0].energy, 0);
    to_chad(2);
    give(0, "ennedi");
    refused("fly ennedi", "AT-4.1");
    refused("fly cabo-polonio", "AT-3.1");
}

/* AT-4.5: United States to Samoa round the globe for 2 energy. */
static void round_the_globe(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "us");
    s.seat[0].energy = 2;
    give(0, "yellowstone");
    play("fly yellowstone");
    play("go ws");
    assert_int_equal(s.seat[0].energy, 0);
    /* Within an area a flight is free. */
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].energy = 0;
    give(0, "chamonix");
    play("fly chamonix");
    play("go be");
    assert_int_equal(s.seat[0].at, country("be"));
}

/* AT-4.8 AT-3.1 AT-3.2: French Guiana to Chad by a direct flight from the row: 3 energy, 3 money.
 */
static void direct_flight(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "gf");
    s.seat[0].character = (uint8_t)row_of(AT_T_CHARACTERS, "aroha");
    s.seat[0].energy = 3;
    s.seat[0].money = 3;
    lay_in_row(4, "ennedi");
    play("direct ennedi td");
    assert_int_equal(s.seat[0].energy, 0);
    assert_int_equal(s.seat[0].money, 0);
    assert_int_equal(s.seat[0].tableau[0].card, card("ennedi"));
    assert_int_equal(s.row[4], AT_NONE); /* paid first, then refilled */
    run();
    assert_int_not_equal(s.row[4], AT_NONE);
    play("uncover work");
    settle();
    assert_int_equal(s.active_seat, 1); /* the whole turn */
    /* Not with another action spent, and not without the money. */
    first_turn(2, "");
    stand(0, "gf");
    lay_in_row(4, "ennedi");
    go("work");
    settle();
    refused("direct ennedi td", "AT-4.8");
    first_turn(2, "");
    stand(0, "gf");
    s.seat[0].money = 0;
    lay_in_row(4, "ennedi");
    refused("direct ennedi td", "AT-5.3");
    /* A leg on the ground may come before it. */
    first_turn(2, "");
    stand(0, "gf");
    lay_in_row(4, "ennedi");
    play("ground");
    play("go sr");
    assert_true(offered("direct ennedi td"));
    /* AT-3.3: a card of two countries serves for either. */
    give(0, "iguazu-falls");
    assert_true(offered("direct iguazu-falls ar"));
    assert_true(offered("direct iguazu-falls br"));
}

/* AT-4.3: a step into a country with an own token is free. AT-4.4: a region is one step. */
static void free_steps_and_regions(void **unused)
{
    uint8_t cost[AT_COUNTRIES];
    (void)unused;
    first_turn(2, "");
    stand(0, "uy");
    visit(0, "br", AT_PLACE0);
    begin();
    at_ground(d, &s, 0, country("uy"), 12, cost);
    assert_int_equal(cost[country("br")], 0);
    assert_int_equal(cost[country("pe")], 1);
    at_ground(d, &s, 0, country("cu"), 12, cost);
    assert_int_equal(cost[country("ky")], 1);
    assert_int_equal(cost[country("bs")], 1);
}

/* AT-2.1 AT-2.2 AT-2.3: main and bonus in any order; the travel counts as what is left. */
static void two_actions(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    refused("end", "AT-2.2");
    play("ground");
    play("go be");
    play("arrive");
    assert_true(offered("end"));
    assert_true(offered("work"));
    go("explore-place 1");
    play("uncover blog");
    settle();
    assert_int_equal(s.active_seat, 1); /* both are done */
    /* Two travels; and no main action after the main action. */
    first_turn(2, "");
    stand(0, "fr");
    play("ground");
    play("go be");
    play("arrive");
    play("ground");
    play("go nl");
    play("arrive");
    assert_int_equal(s.active_seat, 1);
    first_turn(2, "");
    go("work");
    settle();
    refused("rest", "AT-2.1");
    assert_true(offered("ground"));
    play("end");
    assert_int_equal(s.active_seat, 1);
    assert_int_equal(at_to_act(&s), 1); /* AT-1.13: clockwise */
}

/* AT-2.4 AT-8.9: likes in a row, or a souvenir, pay for a bonus action. */
static void bonus_actions(void **unused)
{
    (void)unused;
    first_turn(2, "");
    refused("work by likes", "AT-2.4");
    s.seat[0].likes[AT_ACTION_WORK] = 3;
    go("work by likes");
    settle();
    assert_int_equal(s.seat[0].likes[AT_ACTION_WORK], 0);
    assert_int_equal(s.bonus_done, 1);
    assert_true(offered("rest paid"));
    refused("rest paid by likes", "AT-2.1");
    first_turn(2, "");
    s.seat[1].souvenirs = 0xfc;
    s.seat[1].used = 0xfc;
    s.seat[0].souvenirs = 3;
    begin();
    go("rest paid by souvenir");
    settle();
    assert_int_equal(s.seat[0].used, 1);
    assert_true(vl_has(s.seat[0].circles, AT_ACTION_REST));
    s.main_done = s.bonus_done = 0;
    begin();
    assert_false(offered("rest paid by souvenir")); /* its circle is taken */
    assert_true(offered("work by souvenir"));
}

/* AT-2.5 AT-2.6: power is what lies open; 30 money and 12 energy are the most. */
static void power_and_limits(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].money = 10;
    s.seat[0].energy = 5;
    go("rest"); /* the example of the board: 3 energy without paying */
    assert_int_equal(s.seat[0].energy, 8);
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].energy = 5;
    go("rest paid"); /* and for 1 money one more and a like */
    assert_int_equal(s.seat[0].energy, 9);
    assert_int_equal(s.seat[0].money, 23);
    assert_int_equal(at_current(&s).kind, AT_ASK_LIKE);
    first_turn(2, "");
    s.seat[0].disliked = 1U << 4; /* work-2 */
    s.seat[0].money = 10;
    go("work");
    assert_int_equal(s.seat[0].money, 12);
    first_turn(2, "");
    s.seat[0].money = 29;
    go("work"); /* 4 money */
    assert_int_equal(s.seat[0].money, 30);
}

/* AT-4.10 AT-4.11: souvenirs for 3 money at the start or end of a travel. */
static void buying_souvenirs(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    s.seat[1].souvenirs = s.seat[1].used = 0xfe;
    s.souvenir_at[0] = country("fr");
    begin();
    play("buy clothes");
    assert_int_equal(s.seat[0].money, 21);
    assert_int_equal(s.seat[0].souvenirs, 1);
    refused("arrive", "AT-4.10"); /* a leg must follow */
    play("ground");
    play("go be");
    assert_true(offered("arrive"));
    first_turn(2, "");
    stand(0, "fr");
    s.seat[1].souvenirs = s.seat[1].used = 0xfe;
    s.souvenir_at[0] = country("be");
    play("ground");
    play("go be");
    play("buy clothes");
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN); /* bought at the end: no leg after it */
    refused("buy clothes", "AT-4.10");
    /* In a direct flight before the explore, if that stays payable. */
    first_turn(2, "");
    stand(0, "gf");
    s.seat[0].character = (uint8_t)row_of(AT_T_CHARACTERS, "aroha");
    s.seat[1].souvenirs = s.seat[1].used = 0xfe;
    s.souvenir_at[0] = country("td");
    give(0, "ennedi");
    s.seat[0].money = 6;
    play("direct ennedi td");
    assert_int_equal(at_current(&s).kind, AT_ASK_BUY);
    play("buy-here clothes");
    assert_int_equal(s.seat[0].money, 0);
    assert_int_equal(s.seat[0].visits, 1);
    first_turn(2, "");
    stand(0, "gf");
    s.seat[0].character = (uint8_t)row_of(AT_T_CHARACTERS, "aroha");
    s.seat[1].souvenirs = s.seat[1].used = 0xfe;
    s.souvenir_at[0] = country("td");
    give(0, "ennedi");
    s.seat[0].money = 5;
    play("direct ennedi td");
    assert_int_equal(s.seat[0].money, 2);
    assert_int_equal(s.seat[0].souvenirs, 0);
}

/* AT-4.10: at the start too when the only way on is a flight by a card. */
static void buying_before_a_flight(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr"); /* no major airport, and without energy no step */
    s.seat[0].energy = 0;
    s.seat[1].souvenirs = s.seat[1].used = 0xfe;
    s.souvenir_at[0] = country("fr");
    begin();
    refused("buy clothes", "AT-4.10"); /* no leg could follow */
    give(0, "chamonix");
    play("buy clothes");
    assert_int_equal(s.seat[0].money, 21);
    assert_false(offered("arrive"));
    play("fly chamonix");
    play("go be"); /* within its area */
    assert_int_equal(s.seat[0].at, country("be"));
}

/* An event lies open with all its cubes, drawn by a seat. */
static void event(const char *key, uint32_t owner)
{
    uint32_t number = row_of(AT_T_EVENTS, key);
    s.events &= ~(1U << number);
    s.active |= 1U << number;
    s.event_cubes[number] = d->event[number].cubes;
    s.event_owner[number] = (uint8_t)owner;
    begin();
}

/* AT-9.5: flights go round a blocked area and do not start or end there. */
static void blocked_areas(void **unused)
{
    struct at_sky sky;
    (void)unused;
    first_turn(2, "");
    stand(0, "ca");
    event("eruption", 1); /* A5 A6 B5 B6 B7 */
    at_look_up(d, &s, d->country[country("ca")].area, &sky);
    assert_int_equal(at_flight(&sky, d->country[country("fr")].area), AT_NONE);
    uint32_t turkey = d->country[country("tr")].area;
    assert_true(at_flight(&sky, turkey) >= at_air_steps(d->country[country("ca")].area, turkey));
    stand(0, "fr");
    give(0, "chamonix");
    assert_false(offered("fly chamonix"));
    assert_true(offered("ground")); /* land and sea are not touched */
}

/* AT-9.6: a step into a delayed area costs 1 more, own tokens included. */
static void delays(void **unused)
{
    uint8_t cost[AT_COUNTRIES];
    (void)unused;
    first_turn(2, "");
    event("strike", 1); /* B6 B7 */
    at_ground(d, &s, 0, country("fr"), 12, cost);
    assert_int_equal(cost[country("be")], 2);
    visit(0, "be", AT_PLACE0);
    at_ground(d, &s, 0, country("fr"), 12, cost);
    assert_int_equal(cost[country("be")], 1);
}

/* AT-9.1 AT-9.3 AT-9.4: a blocked country is left for the nearest open one; cubes run out. */
static void blocked_countries(void **unused)
{
    uint32_t number;
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    visit(0, "fr", AT_PLACE0);
    stand(1, "it");
    live(1, "pg");
    s.seat[0].blog = 3;
    s.seat[0].energy = 12;
    begin();
    play("blog");
    play("post 4"); /* over the event line between 3 and 4 */
    assert_int_equal(at_current(&s).kind, AT_ROLL_EVENT);
    play("event jubilee"); /* Italy and the Vatican */
    number = row_of(AT_T_EVENTS, "jubilee");
    assert_int_equal(s.event_cubes[number], 2);
    assert_int_equal(at_to_act(&s), 1);
    assert_int_equal(at_current(&s).kind, AT_ASK_EVICT);
    assert_true(offered("flee fr"));
    assert_false(offered("flee va"));
    assert_false(offered("flee de"));
    play("flee si");
    assert_int_equal(s.seat[1].at, country("si"));
    assert_int_equal(s.active_seat, 0);
    uint8_t cost[AT_COUNTRIES];
    at_ground(d, &s, 0, country("fr"), 12, cost);
    assert_int_equal(cost[country("it")], AT_NONE);
    /* One cube at the start of each turn of seat 0. */
    play("end");
    go("work");
    settle();
    play("end");
    assert_int_equal(s.event_cubes[number], 1);
    go("work");
    settle();
    play("end");
    go("work");
    settle();
    play("end");
    assert_int_equal(s.event_cubes[number], 0);
    assert_true(vl_has(s.event_discards, number));
}

/* AT-9.2 AT-9.7: instant events; everyone clockwise from the active seat. */
static void instant_events(void **unused)
{
    (void)unused;
    first_turn(3, "");
    stand(0, "fr");
    visit(0, "fr", AT_PLACE0);
    s.seat[0].blog = 3;
    s.seat[1].money = 1;
    play("blog");
    play("post 4");
    play("event pickpocket"); /* everybody loses 2 money; slot 4 gives 3 */
    assert_int_equal(s.seat[0].money, 25);
    assert_int_equal(s.seat[1].money, 0);
    assert_int_equal(s.seat[2].money, 22);
    assert_true(vl_has(s.event_discards, row_of(AT_T_EVENTS, "pickpocket")));
    first_turn(3, "");
    visit(0, "fr", AT_PLACE0);
    s.seat[0].blog = 3;
    play("blog");
    play("post 4");
    play("event letter"); /* a like for everybody */
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(at_to_act(&s), seat);
        play("like rest");
    }
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(s.seat[seat].likes[AT_ACTION_REST], 1);
}

/* AT-4.9: a travel won by blogging may be left out and is no direct flight. */
static void travel_by_blogging(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    visit(0, "fr", AT_PLACE0);
    s.seat[0].blog = 5;
    give(0, "ennedi");
    play("blog");
    play("post 6");
    run();
    assert_int_equal(at_current(&s).kind, AT_ASK_TRAVEL);
    assert_true(offered("arrive"));
    assert_true(offered("fly ennedi"));
    assert_false(offered("direct ennedi td"));
    play("arrive");
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN);
    assert_int_equal(s.travelled, 0); /* outside the limit */
}

/* AT-3.4: an empty pile takes the discards; with both empty the slot stays empty. */
static void empty_pile(void **unused)
{
    (void)unused;
    first_turn(2, "");
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++) {
        s.seat[1].hand[w] |= s.pile[w];
        s.pile[w] = 0;
    }
    begin();
    go("work");
    assert_false(offered("take pile"));
    play("take row 1");
    assert_int_equal(s.row[0], AT_NONE);
    give(0, "cabo-polonio");
    stand(0, "fr");
    play("fly cabo-polonio"); /* a discard: it is what fills the slot */
    play("flip cabo-polonio");
    assert_int_equal(s.row[0], card("cabo-polonio"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uruguay_to_chad_by_airports),
        cmocka_unit_test(uruguay_to_chad_by_cards),
        cmocka_unit_test(round_the_globe),
        cmocka_unit_test(direct_flight),
        cmocka_unit_test(free_steps_and_regions),
        cmocka_unit_test(two_actions),
        cmocka_unit_test(bonus_actions),
        cmocka_unit_test(power_and_limits),
        cmocka_unit_test(buying_souvenirs),
        cmocka_unit_test(buying_before_a_flight),
        cmocka_unit_test(blocked_areas),
        cmocka_unit_test(delays),
        cmocka_unit_test(blocked_countries),
        cmocka_unit_test(instant_events),
        cmocka_unit_test(travel_by_blogging),
        cmocka_unit_test(empty_pile),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
