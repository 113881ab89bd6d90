/*
 * Atlas by the rulebook, fourth part: Dante, his set-up, his turn, his priorities, and what the log
 * tells of them. Each test names the clauses of docs/rules/atlas.md that it shows.
 */
#include "atlas_table.h"

/* AT-13.1 AT-13.2 AT-13.3 AT-13.4: the last seats; open goals; a first country without a token. */
static void dante_set_up(void **unused)
{
    struct vl_setup setup = setup_of(2, "dante=2");
    (void)unused;
    assert_false(at_game.check_setup(&setup, &err));
    assert_string_equal(err.clause, "AT-13.1");
    start_game(3, "dante=1");
    until(AT_ASK_CHARACTER);
    const struct at_seat *p = &s.seat[2];
    assert_true(p->dante && !s.seat[0].dante && !s.seat[1].dante);
    assert_int_equal(p->order[0] < AT_GEOGRAPHY, 1);
    assert_int_equal(p->order[1] >= AT_GEOGRAPHY, 1);
    for (uint32_t i = 0; i < 2; i++)
        assert_true(at_personal_goal(d, p->order[i])->dante);
    assert_int_equal(p->visits, 1);
    assert_int_equal(p->tokens, 8);
    assert_int_equal(p->home, p->tableau[0].country);
    assert_int_equal(p->money + p->energy, 0);
    assert_int_equal(p->character, AT_NONE);
    assert_int_equal(at_souvenir_in(&s, p->home), AT_NONE);
    struct vl_view view;
    vl_look(&at_game, d, &s, 0, &view);
    assert_int_equal(at_seen(&view)->seat[2].goals, p->goals); /* open */
}

/* AT-13.5: chosen from the row by the script. */
static void dante_chosen_start(void **unused)
{
    (void)unused;
    start_game(2, "dante=1 dante_start=chosen");
    until(AT_ROLL_DANTE_HOME);
    assert_int_equal(count_kind(AT_ROLL_DANTE_HOME), 1);
    vl_move moves[VL_MAX_MOVES];
    at_legal_moves(d, &s, moves);
    bool in_row = false;
    for (uint32_t i = 0; i < AT_ROW; i++)
        in_row |= s.row[i] == VL_MOVE_ARG(moves[0]);
    assert_true(in_row);
}

/* Dante's turn is next: seat 1 of two, at home in Tanzania with a card of it. */
static void dantes_turn(const char *options)
{
    start_game(2, options);
    to_turn();
    struct at_seat *p = &s.seat[1];
    for (uint32_t i = 0; i < AT_SOUVENIRS; i++) {
        s.souvenir_at[i] = AT_NONE;
        s.seat[0].souvenirs = 0xff;
        s.seat[0].used = 0xff;
    }
    empty_hand(0);
    live(0, "nz");
    stand(0, "nz");
    /* His first card becomes one of Tanzania. */
    uint32_t first = p->tableau[0].card;
    vl_drop_from(s.shown, first);
    vl_add_to(s.pile, first);
    memset(p->tableau, 0, sizeof p->tableau);
    memset(p->icons, 0, sizeof p->icons);
    memset(p->explored, 0, sizeof p->explored);
    p->visits = 0;
    uint32_t start = d->country[country("tz")].card[0];
    take_away(start);
    vl_add_to(s.shown, start);
    at_add_visit(d, p, country("tz"), start);
    p->home = p->at = country("tz");
    begin();
}

static void end_my_turn(void)
{
    if (at_quick(&s)) {
        play("ground");
        play("go au");
        play("arrive");
        play("ground");
        play("go nz");
        play("arrive");
        return;
    }
    play("ground");
    play("go au");
    play("arrive");
    play("end");
}

static void dantes_goals(const char *a, const char *b)
{
    struct at_seat *p = &s.seat[1];
    s.goals |= p->goals;
    s.seat[0].goals &= ~(vl_bit(goal(a)) | vl_bit(goal(b)));
    p->goals = vl_bit(goal(a)) | vl_bit(goal(b));
    s.goals = vl_first(AT_GOAL_COUNT_ALL) & ~p->goals & ~s.seat[0].goals;
    p->order[0] = (uint8_t)goal(a);
    p->order[1] = (uint8_t)goal(b);
}

/* The line of the log that a move would make. */
static const char *told(const char *text)
{
    static struct vl_line line;
    struct vl_view before, after;
    struct at_state then = s;
    vl_move move = move_of(text);
    at_apply(d, &then, move);
    vl_look(&at_game, d, &s, VL_OPEN, &before);
    vl_look(&at_game, d, &then, VL_OPEN, &after);
    line = (struct vl_line){{0}, {0}};
    at_narrate(deck, &before, move, &after, &line);
    return line.text;
}

static void tells(const char *move, const char *words)
{
    if (!strstr(told(move), words))
        fail_msg("\"%s\" does not tell \"%s\"", told(move), words);
}

/* AT-13.6 AT-13.7 AT-13.8 AT-13.9 AT-13.11: the example of page 23: Brazil before the Bahamas by
 * the personal goal; he then holds 2 Beach and 2 Party, Beach stands above Party on the card and
 * goes up, with Nature the only neighbour that is not locked. AT-13.1: the log tells all of it. */
static void dante_takes_brazil(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    visit(1, "th", card("haad-rin")); /* beach, party, relaxing */
    assert_int_equal(s.seat[1].icons[AT_BEACH], 1);
    assert_int_equal(s.seat[1].icons[AT_PARTY], 1);
    s.public_goals = 1U << public_goal("three-yellow") | 1U << public_goal("americas");
    s.seat[0].public_goals = s.seat[1].public_goals = 0;
    dantes_goals("frequent-flyer", "armoury");
    lay_in_row(0, "nuku-hiva");
    lay_in_row(1, "fouta-djallon");
    lay_in_row(2, "copacabana");
    lay_in_row(3, "three-towers-of-san-marino");
    lay_in_row(4, "pig-beach");
    rank_first(AT_NATURE, 1);
    rank_first(AT_BEACH, 4);
    rank_first(AT_HISTORY, 2);
    s.lock = AT_HISTORY;
    begin();
    end_my_turn();
    assert_int_equal(at_current(&s).kind, AT_ROLL_DANTE_CARD);
    tells("dante-flip old-haunt", "flipped Old Haunt: Travel and explore: first a country");
    play("dante-flip old-haunt"); /* none is explored: the first priority is skipped */
    assert_true(offered("dante-take 3 br"));
    assert_int_equal(count_kind(AT_DANTE_TAKE), 1);
    tells("dante-take 3 br", "took Copacabana in Brazil (Beach, Party, City) from slot 3.");
    tells("dante-take 3 br", "A country he has explored: none.");
    tells("dante-take 3 br", "Public goals: 1 in slot 1, 1 in slot 2, 3 in slot 3, 1 in slot 4, 3 "
                             "in slot 5. Personal goals: A in slot 3, none in slot 5.");
    play("dante-take 3 br");
    assert_int_equal(s.seat[1].at, country("br"));
    assert_int_equal(s.seat[1].tokens, 6);
    assert_int_equal(s.seat[1].icons[AT_BEACH], 2);
    assert_int_equal(s.seat[1].icons[AT_PARTY], 2);
    assert_int_equal(at_current(&s).kind, AT_ROLL_FLIP);
    while (at_current(&s).kind == AT_ROLL_FLIP)
        at_apply(d, &s, at_sample_chance(d, &s, &rng));
    tells("dante-shift beach up-left", "He holds Beach 2, Party 2, City 1. Above Beach: Nature 1, "
                                       "History locked.");
    play("dante-shift beach up-left");
    assert_int_equal(s.token_at[1], AT_BEACH);
    assert_int_equal(s.token_at[4], AT_NATURE);
    assert_int_equal(s.lock, AT_BEACH);
    assert_int_equal(at_current(&s).kind, AT_ROLL_PARTY); /* drawn, without effect */
    play("meet amara");
    assert_int_equal(s.seat[1].friends, 0);
    assert_true(vl_has(s.party_discards, row_of(AT_T_PARTY, "amara")));
    assert_int_equal(at_to_act(&s), 0);
}

/* AT-13.6 AT-13.13 AT-13.16: the closest souvenir; a souvenir pays for another card, and still
 * scores. */
static void dante_shops(void **unused)
{
    struct vl_score score;
    (void)unused;
    dantes_turn("dante=1");
    s.souvenir_at[0] = country("ke");
    s.souvenir_at[1] = country("za");
    s.seat[0].souvenirs = s.seat[0].used = 0xfc;
    lay_in_row(0, "nuku-hiva");
    lay_in_row(1, "fouta-djallon");
    lay_in_row(2, "copacabana");
    lay_in_row(3, "three-towers-of-san-marino");
    lay_in_row(4, "pig-beach");
    begin();
    end_my_turn();
    play("dante-flip shopping");
    play("dante-souvenir clothes"); /* Kenya is next to Tanzania */
    assert_int_equal(s.seat[1].at, country("ke"));
    assert_int_equal(s.seat[1].souvenirs, 1);
    assert_int_equal(at_current(&s).kind, AT_ROLL_DANTE_CARD); /* the bonus action */
    play("dante-flip siesta");
    play("dante-pause");
    assert_int_equal(s.seat[1].used, 0); /* nothing was done: nothing is laid down */
    at_score(d, &s, &score);
    assert_int_equal(score.detail[1][4], 3);
    assert_int_equal(at_to_act(&s), 0);
    /* A souvenir and a card of an explored country: that comes first. */
    uint32_t again = d->country[country("tz")].card[0] == s.seat[1].tableau[0].card &&
                             d->country[country("tz")].card_count > 1
                         ? d->country[country("tz")].card[1]
                         : AT_NONE;
    if (again != AT_NONE) {
        lay_in_row(2, at_key(deck, AT_T_DESTINATIONS, again));
        s.seat[0].energy = 12;
        play("ground");
        play("go nz");
        play("arrive");
        play("end");
        assert_int_equal(at_current(&s).kind, AT_DANTE_TAKE);
        assert_true(offered("dante-take 3 tz"));
        assert_int_equal(s.seat[1].used, 1);
    }
}

static void row_of_page_23(void)
{
    static const char *const row[] = {"nuku-hiva", "fouta-djallon", "copacabana",
                                      "three-towers-of-san-marino", "pig-beach"};
    for (uint32_t i = 0; i < AT_ROW; i++)
        lay_in_row(i, row[i]);
}

/* AT-13.6: the bonus flip: a card that is done costs the souvenir, one that cannot be is passed. */
static void dante_flips_twice(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    row_of_page_23();
    s.seat[0].souvenirs = s.seat[0].used = 0xfe;
    s.seat[1].souvenirs = 1;
    s.seat[1].blogged = 1;
    begin();
    end_my_turn();
    tells("dante-flip blog", "It cannot be done, his latest card is blogged about: he flips on.");
    play("dante-flip blog");
    tells("dante-flip shopping", "no souvenir is left on the map");
    play("dante-flip shopping");
    play("dante-flip siesta");
    tells("dante-pause", "paused.");
    play("dante-pause");
    assert_int_equal(at_current(&s).kind, AT_ROLL_DANTE_CARD); /* the bonus */
    tells("dante-flip new-shore", "flipped one more card, for a souvenir, New Shore");
    play("dante-flip new-shore");
    assert_int_equal(s.seat[1].used, 1);
    assert_int_equal(at_current(&s).kind, AT_DANTE_TAKE);
    uint32_t visits = s.seat[1].visits;
    at_apply(d, &s, at_sample_chance(d, &s, &rng));
    assert_int_equal(s.seat[1].visits, visits + 1);
    to_turn();
    assert_int_equal(s.active_seat, 0); /* one bonus action a turn */
    /* With the souvenir used up no second flip follows. */
    s.seat[0].energy = 12;
    play("ground");
    play("go nz");
    play("arrive");
    play("end");
    play("dante-flip siesta");
    play("dante-pause");
    assert_int_equal(at_to_act(&s), 0);
}

/* AT-13.8: the first priority of the card comes before every other: a souvenir in the country, a
 * continent that is new to him, a country that he has explored. */
static void dante_priorities(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    row_of_page_23();
    s.public_goals = 1U << public_goal("three-yellow") | 1U << public_goal("americas");
    s.souvenir_at[0] = country("sm");
    s.seat[0].souvenirs = s.seat[0].used = 0xfe;
    begin();
    end_my_turn();
    play("dante-flip keepsake");
    tells("dante-take 4 sm", "A country with a souvenir: slot 4.");
    tells("dante-take 4 sm", "found the souvenir of San Marino");
    play("dante-take 4 sm"); /* though it brings on the fewest public goals */
    assert_int_equal(s.seat[1].souvenirs, 1);
    /* A new continent: Africa is his, so that Guinea is out; Brazil and the Bahamas are left, and
     * the popularity of their icons decides. */
    dantes_turn("dante=1");
    row_of_page_23();
    s.public_goals = 0;
    visit(1, "ws", AT_PLACE0);
    visit(1, "it", AT_PLACE0);
    dantes_goals("landlubber", "jack");
    s.lock = AT_NONE;
    rank_first(AT_CITY, 0);
    rank_first(AT_PARTY, 1);
    rank_first(AT_BEACH, 2);
    begin();
    end_my_turn();
    play("dante-flip new-shore");
    tells("dante-take 3 br", "A continent new to him: slots 3 and 5.");
    tells("dante-take 3 br",
          "Public goals: 1 each. Personal goals: none. Popularity: 13 in slot 3");
    /* Explored before: Guinea, with no token a second time. */
    dantes_turn("dante=1");
    row_of_page_23();
    visit(1, "gn", AT_PLACE0);
    begin();
    end_my_turn();
    play("dante-flip old-haunt");
    tells("dante-take 2 gn", "A country he has explored: slot 2.");
    tells("dante-take 2 gn", "no token: he knows the country");
    uint32_t tokens = s.seat[1].tokens;
    play("dante-take 2 gn");
    assert_int_equal(s.seat[1].tokens, tokens);
}

/* AT-13.7: cards of countries that others have explored are not open to him, nor, without a token,
 * any that he has not explored; of two countries the closer one. */
static void dante_may_take(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    row_of_page_23();
    visit(0, "pf", AT_PLACE0);
    visit(0, "gn", AT_PLACE0);
    visit(0, "sm", AT_PLACE0);
    visit(0, "bs", AT_PLACE0);
    lay_in_row(2, "iguazu-falls");
    s.seat[1].at = country("cl"); /* beside Argentina */
    begin();
    end_my_turn();
    play("dante-flip keepsake");
    tells("dante-take 3 ar", "Argentina is 1 away, Brazil 2. No other card is open to him.");
    assert_false(offered("dante-take 3 br"));
    /* No token is left, and the row shows nothing that he has explored. */
    dantes_turn("dante=1");
    row_of_page_23();
    static const char *const eight[] = {"us", "ca", "mx", "gt", "hn", "sv", "bz", "cr"};
    for (uint32_t i = 0; i < 8; i++)
        visit(1, eight[i], AT_PLACE0);
    s.ending = s.locked = s.last_turns = 1;
    s.active_seat = 0;
    begin();
    for (uint32_t kind = 0; kind < AT_DANTE_KINDS; kind++)
        if (d->dante[kind].action == AT_DANTE_EXPLORE)
            assert_false(at_dante_can(d, &s, 1, kind));
    lay_in_row(0, "yellowstone"); /* the United States are his */
    assert_true(at_dante_can(d, &s, 1, 0));
}

/* AT-13.10 AT-12.8: in the quick game a completed goal of his is replaced by a geography goal,
 * right of the last that is not completed. */
static void quick_dante_goals(void **unused)
{
    (void)unused;
    dantes_turn("variant=quick dante=1");
    row_of_page_23();
    dantes_goals("frequent-flyer", "armoury");
    visit(1, "us", AT_PLACE0);
    visit(1, "jp", AT_PLACE0);
    s.public_goals = 1U << public_goal("three-yellow") | 1U << public_goal("americas");
    begin();
    end_my_turn();
    play("dante-flip new-shore");
    play("dante-take 3 br"); /* the third country with an airport */
    while (at_current(&s).kind == AT_ROLL_FLIP || at_current(&s).kind == AT_DANTE_SHIFTS)
        at_apply(d, &s, at_sample_chance(d, &s, &rng));
    assert_int_equal(at_current(&s).kind, AT_ROLL_DANTE_GOAL);
    assert_true(vl_has(s.seat[1].goals_done, goal("frequent-flyer")));
    assert_int_equal(s.seat[1].order[0], goal("armoury"));
    assert_false(offered("dante-goal menagerie")); /* geography only */
    assert_false(offered("dante-goal milk-run"));  /* not one of his */
    uint64_t left = s.goals & at_goal_mask(0) & ~vl_bit(goal("milk-run"));
    uint32_t drawn = vl_lowest(left);
    char text[64];
    snprintf(text, sizeof text, "dante-goal %s", at_goal_key(deck, drawn));
    tells(text, "has the open goal B, ");
    play(text);
    assert_int_equal(s.seat[1].order[0], goal("armoury"));
    assert_int_equal(s.seat[1].order[1], drawn);
    struct vl_score score;
    at_score(d, &s, &score);
    assert_true(score.detail[1][6] >= at_personal_goal(d, goal("frequent-flyer"))->points);
}

/* AT-13.10 AT-13.12: he blogs with all icons; of the rewards only goals; completed ones go right.
 */
static void dante_blogs(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    end_my_turn();
    uint32_t value = at_blog_value(d, &s, 1, AT_ICONS);
    char text[32];
    s.seat[1].blog = (uint8_t)(18 - value);
    s.seat[0].blog = 0;
    play("dante-flip blog");
    play("dante-blog 18");
    while (at_current(&s).kind != AT_ROLL_DANTE_GOAL)
        at_apply(d, &s, at_sample_chance(d, &s, &rng));
    vl_move moves[VL_MAX_MOVES];
    at_legal_moves(d, &s, moves);
    uint32_t drawn = VL_MOVE_ARG(moves[0]);
    assert_true(drawn < AT_GEOGRAPHY);
    snprintf(text, sizeof text, "dante-goal %s", at_goal_key(deck, drawn));
    play(text);
    assert_int_equal(s.seat[1].order[2], drawn); /* right of the others */
    assert_int_equal(s.seat[1].blogged, 1);
    /* A completed goal leaves the order. */
    struct at_seat *p = &s.seat[1];
    dantes_goals("globetrotter", "armoury");
    p->order[2] = AT_NONE;
    static const char *const four[] = {"us", "br", "fr", "jp"};
    for (uint32_t i = 0; i < 4; i++)
        visit(1, four[i], AT_PLACE0);
    at_dante_personal(d, &s, 1);
    assert_int_equal(p->order[0], goal("armoury"));
    assert_int_equal(p->order[1], AT_NONE);
    assert_true(vl_has(p->goals_done, goal("globetrotter")));
}

/* AT-13.14: evicted, he moves by souvenir, then by the list; other effects pass him by. */
static void dante_and_events(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    visit(0, "fr", AT_PLACE0);
    s.seat[0].blog = 3;
    s.seat[1].at = country("it");
    s.souvenir_at[0] = country("si");
    s.seat[0].souvenirs = s.seat[0].used = 0xfe;
    begin();
    play("blog");
    play("post 4");
    play("event jubilee");
    assert_int_equal(s.seat[1].at, country("si"));
    assert_int_equal(s.seat[1].souvenirs, 1);
    dantes_turn("dante=1");
    visit(0, "fr", AT_PLACE0);
    s.seat[0].blog = 3;
    play("blog");
    play("post 4");
    play("event refund");
    assert_int_equal(s.seat[1].money, 0);
    assert_int_equal(s.seat[0].money, 24 + 2 + 3);
}

/* AT-13.2 AT-13.14: he may enter a blocked country, and a later event elsewhere leaves him there.
 */
static void dante_in_a_blocked_country(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    visit(0, "fr", AT_PLACE0);
    s.seat[0].blog = 3;
    play("blog");
    play("post 4");
    play("event jubilee"); /* Italy and the Vatican */
    static const char *const others[] = {"nuku-hiva", "fouta-djallon", "copacabana", "pig-beach"};
    lay_in_row(0, "venice");
    for (uint32_t i = 0; i < 4; i++) { /* only Venice is open to him */
        lay_in_row(i + 1, others[i]);
        visit(0, at_key(deck, AT_T_COUNTRIES, d->card[card(others[i])].country[0]), AT_PLACE0);
    }
    begin();
    play("end");
    play("dante-flip new-shore");
    play("dante-take 1 it"); /* though it is blocked */
    to_turn();
    assert_int_equal(s.active_seat, 0);
    s.seat[1].at = country("it"); /* where he is, unless a souvenir drew him away */
    s.seat[0].at = country("ug");
    s.seat[0].blogged = 0;
    s.seat[0].blog = 8;
    begin();
    assert_true(vl_has(s.active, row_of(AT_T_EVENTS, "jubilee")));
    play("blog");
    play("post 9");          /* over the line after 8 */
    play("event elections"); /* Kenya, Tanzania, Uganda */
    assert_int_equal(s.seat[1].at, country("it"));
    assert_int_equal(at_current(&s).kind, AT_ASK_EVICT); /* the other one must leave */
    assert_int_equal(at_to_act(&s), 0);
}

/* AT-13.15: in the quick game no blog cards are in his deck. */
static void quick_dante(void **unused)
{
    (void)unused;
    dantes_turn("variant=quick dante=1");
    end_my_turn();
    assert_int_equal(at_current(&s).kind, AT_ROLL_DANTE_CARD);
    assert_false(offered("dante-flip blog"));
    uint32_t left = 0;
    for (uint32_t kind = 0; kind < AT_DANTE_KINDS; kind++)
        left += at_dante_left(d, &s, 1, kind);
    assert_int_equal(left, AT_DANTE_CARDS - 4);
}

/* AT-13.6: one more card costs a souvenir. A state from outside in which he flips one and has no
 * souvenir left is refused: there would be none to lay down. */
static void a_bonus_card_needs_a_souvenir(void **unused)
{
    (void)unused;
    dantes_turn("dante=1");
    end_my_turn();
    assert_int_equal(s.task[s.tasks - 1].kind, AT_ROLL_DANTE_CARD);
    s.task[s.tasks - 1].a = 1;
    assert_string_equal(at_check(d, &s), "tasks that can follow each other");
    s.seat[0].souvenirs = s.seat[0].used = 0xfe;
    s.seat[1].souvenirs = 1;
    assert_null(at_check(d, &s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dante_set_up),
        cmocka_unit_test(dante_chosen_start),
        cmocka_unit_test(dante_takes_brazil),
        cmocka_unit_test(dante_shops),
        cmocka_unit_test(dante_flips_twice),
        cmocka_unit_test(dante_priorities),
        cmocka_unit_test(dante_may_take),
        cmocka_unit_test(quick_dante_goals),
        cmocka_unit_test(dante_blogs),
        cmocka_unit_test(dante_and_events),
        cmocka_unit_test(dante_in_a_blocked_country),
        cmocka_unit_test(quick_dante),
        cmocka_unit_test(a_bonus_card_needs_a_souvenir),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
