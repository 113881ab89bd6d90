/*
 * Atlas by the rulebook, third part: set-up, end, score, the quick game, secrecy. Each test
 * names the clauses of docs/rules/atlas.md that it shows.
 */
#include "atlas_table.h"

/* AT-1.1 AT-1.2 AT-1.3 AT-1.4 AT-1.5 AT-1.6 AT-1.8 AT-1.9: what lies on the table. */
static void set_up(void **unused)
{
    static const uint32_t goals[3][3] = {{1, 2, 1}, {2, 2, 1}, {2, 2, 2}};
    (void)unused;
    for (uint8_t seats = 2; seats <= 4; seats++) {
        start_game(seats, "");
        play("setup 3");
        for (uint32_t i = 0; i < AT_SOUVENIRS; i++)
            assert_int_equal(s.souvenir_at[i], d->setup[2][i]);
        until(AT_ASK_TURN);
        uint32_t piles[4] = {0};
        for (uint64_t rest = s.public_goals; rest;)
            piles[d->public_goal[vl_take_lowest(&rest)].pile]++;
        for (uint32_t pile = 1; pile <= 3; pile++)
            assert_int_equal(piles[pile], goals[seats - 2][pile - 1]);
        uint32_t tokens = 0, sum = 0;
        for (uint32_t e = 0; e < AT_EXPERIENCES; e++) {
            tokens |= 1U << s.token_at[e];
            sum += at_value(&s, e);
        }
        assert_int_equal(tokens, (1U << AT_EXPERIENCES) - 1);
        assert_int_equal(sum, 5 + 2 * 4 + 3 * 3 + 4 * 2 + 5);
        assert_int_equal(s.lock, AT_NONE);
        for (uint32_t seat = 0; seat < seats; seat++) {
            const struct at_seat *p = &s.seat[seat];
            assert_int_equal(p->tokens, 8);
            assert_int_equal(vl_count(p->covered), 8);
            assert_int_equal(p->money, 24);
            assert_int_equal(p->energy, 12);
            assert_int_equal(p->blog, 0);
            assert_int_equal(vl_count_in(p->hand, AT_CARD_WORDS), 4);
            assert_int_equal(vl_count(p->goals & at_goal_mask(0)), 1);
            assert_int_equal(vl_count(p->goals & at_goal_mask(1)), 1);
        }
        assert_int_equal(at_pile_count(&s), AT_CARDS - AT_ROW - 4U * seats);
        for (uint32_t i = 0; i < AT_ROW; i++)
            assert_true(s.row[i] < AT_CARDS);
    }
}

/* AT-1.7 AT-1.11 AT-1.12 AT-1.13: characters, personality, homes in reverse order; seat 0 begins.
 */
static void choices_of_set_up(void **unused)
{
    (void)unused;
    start_game(3, "");
    until(AT_ASK_CHARACTER);
    assert_int_equal(at_to_act(&s), 0);
    uint8_t second = s.seat[0].offered[1];
    play("character 2");
    assert_int_equal(s.seat[0].character, second);
    assert_int_equal(at_to_act(&s), 1);
    until(AT_ASK_FACES);
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = at_legal_moves(d, &s, moves);
    assert_true(count > 0 && count <= 8);
    until(AT_ASK_HOME);
    assert_int_equal(at_to_act(&s), 2);
    refused("home aq", "AT-1.12");
    char text[32];
    snprintf(text, sizeof text, "home %s", at_key(deck, AT_T_COUNTRIES, s.souvenir_at[0]));
    refused(text, "AT-1.12");
    play("home nz");
    assert_int_equal(at_to_act(&s), 1);
    refused("home nz", "AT-1.12");
    play("home nr");
    play("home tv");
    assert_int_equal(at_to_act(&s), 0);
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN);
}

/* AT-1.10 AT-14.1: packs of six go round; each keeps four; what was passed on stays known. */
static void draft(void **unused)
{
    struct vl_view view;
    (void)unused;
    start_game(2, "draft=1");
    until(AT_ASK_PICK);
    assert_int_equal(count_kind(AT_ASK_PICK), AT_PACK);
    vl_look(&at_game, d, &s, 1, &view);
    assert_int_equal(vl_count_in(at_seen(&view)->seat[0].pack, AT_CARD_WORDS), 0);
    assert_int_equal(at_seen(&view)->seat[0].unknown_pack, AT_PACK);
    uint64_t pack[AT_CARD_WORDS];
    memcpy(pack, s.seat[0].pack, sizeof pack);
    vl_move moves[VL_MAX_MOVES];
    at_legal_moves(d, &s, moves);
    at_apply(d, &s, moves[0]);
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
        assert_int_equal(s.seat[0].peeked[w], pack[w] & ~s.seat[0].hand[w]);
    until(AT_ASK_CHARACTER);
    for (uint32_t seat = 0; seat < 2; seat++)
        assert_int_equal(vl_count_in(s.seat[seat].hand, AT_CARD_WORDS), AT_HAND);
    assert_int_equal(vl_count_in(s.discard, AT_CARD_WORDS), 4);
    /* With two seats what I passed on and is not discarded is in the other hand. */
    for (uint32_t w = 0; w < AT_CARD_WORDS; w++)
        assert_int_equal(s.seat[0].peeked[w] & ~s.seat[1].hand[w], 0);
}

/* AT-10.1 AT-10.2 AT-10.3 AT-10.5: the last token, the locked board, one more turn for the others.
 */
static void the_end(void **unused)
{
    static const char *const seven[] = {"us", "ca", "mx", "gt", "hn", "sv", "bz"};
    (void)unused;
    first_turn(3, "");
    for (uint32_t i = 0; i < 7; i++)
        visit(0, seven[i], AT_PLACE0);
    stand(0, "fr");
    begin();
    go("explore-place 1");
    assert_int_equal(s.seat[0].tokens, 0);
    settle();
    assert_int_equal(s.locked, 0); /* that explore still shifts */
    assert_int_equal(s.ending, 0);
    stand(0, "be");
    play("end");
    assert_int_equal(s.locked, 1);
    assert_int_equal(s.last_turns, 2);
    assert_int_equal(at_to_act(&s), 1);
    stand(1, "de");
    go("explore-place 1");
    play("uncover rest"); /* then no shift */
    assert_int_not_equal(at_current(&s).kind, AT_ASK_SHIFT);
    settle();
    if (s.active_seat == 1)
        play("end");
    assert_int_equal(at_to_act(&s), 2);
    go("work");
    settle();
    play("end");
    assert_int_equal(s.over, 1);
    assert_int_equal(at_to_act(&s), VL_OVER);
    /* A seat without tokens explores only where it has been. */
    first_turn(2, "");
    for (uint32_t i = 0; i < 7; i++)
        visit(0, seven[i], AT_PLACE0);
    visit(0, "fr", AT_PLACE0);
    stand(0, "be");
    refused("explore-place 1", "AT-10.5");
    stand(0, "fr");
    give(0, "chamonix");
    assert_true(offered("explore chamonix"));
}

/* AT-10.4: scored after round 60. */
static void last_round(void **unused)
{
    (void)unused;
    first_turn(2, "");
    s.round = AT_LAST_ROUND - 1;
    s.active_seat = 1;
    s.task[0].seat = 1;
    begin();
    go("work");
    settle();
    play("end");
    assert_int_equal(s.over, 1);
}

/* AT-11.4 AT-11.5: points of a set; beyond ten the square. */
static void sets(void **unused)
{
    static const uint32_t points[] = {0, 3, 6, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144};
    (void)unused;
    for (uint32_t count = 0; count < sizeof points / sizeof *points; count++)
        assert_int_equal(at_set_points(d, count), points[count]);
    /* The languages of the character do not count. */
    struct vl_score score;
    first_turn(2, "");
    at_score(d, &s, &score);
    assert_int_equal(score.detail[0][3], 0);
}

/* AT-11.2 AT-11.7: bonuses count own countries that fit; personal goals score when they are met. */
static void bonuses_and_goals(void **unused)
{
    struct vl_score score;
    (void)unused;
    first_turn(2, "");
    visit(0, "fr", card("chamonix")); /* 2 a country in Europe */
    at_score(d, &s, &score);
    assert_int_equal(score.detail[0][1], 2);
    visit(0, "be", AT_PLACE0);
    visit(0, "us", AT_PLACE0);
    at_score(d, &s, &score);
    assert_int_equal(score.detail[0][1], 4); /* France and Belgium */
    s.seat[0].goals = vl_bit(goal("next-door"));
    at_score(d, &s, &score);
    assert_int_equal(score.detail[0][6], 0);
    visit(0, "nl", AT_PLACE0); /* France, Belgium, Netherlands: one area */
    at_score(d, &s, &score);
    assert_int_equal(score.detail[0][6], d->geography[goal("next-door")].points);
}

/* Gives a seat six or seven points in one category and nothing in the others. */
static void score_in(uint32_t seat, uint32_t category, uint32_t points)
{
    struct at_seat *p = &s.seat[seat];
    switch (category) {
    case 0: /* 6 is twice 3, 7 is 3 and 4 */
        p->icons[s.token_at[3]] = points == 6 ? 2 : 1;
        p->icons[s.token_at[1]] = points == 6 ? 0 : 1;
        return;
    case 1: { /* 2 for each country in Europe: three of them */
        static const char *const keys[] = {"fr", "be", "nl"};
        assert_int_equal(points, 6);
        p->tableau[0].card = card("chamonix");
        p->visits = 1;
        for (uint32_t i = 0; i < 3; i++)
            vl_add_to(p->explored, country(keys[i]));
        return;
    }
    case 2:
        p->blog = (uint8_t)(points == 6 ? 9 : 10);
        return;
    case 3:
        assert_int_equal(points, 6);
        p->learned[0] = 3;
        return;
    case 4:
        assert_int_equal(points, 6);
        p->souvenirs = 3;
        return;
    case 5:
        p->public_goals = 1U << public_goal(points == 6 ? "heritage" : "americas");
        return;
    default: /* 7 for three standing tricolours */
        assert_int_equal(points, 7);
        p->goals = vl_bit(goal("standing-three"));
        vl_add_to(p->explored, country("fr"));
        vl_add_to(p->explored, country("be"));
        vl_add_to(p->explored, country("it"));
        return;
    }
}

static void clear_seats(void)
{
    for (uint32_t seat = 0; seat < 2; seat++) {
        struct at_seat *p = &s.seat[seat];
        memset(p->tableau, 0, sizeof p->tableau);
        memset(p->icons, 0, sizeof p->icons);
        memset(p->explored, 0, sizeof p->explored);
        p->learned[0] = p->learned[1] = p->goals = 0;
        p->visits = p->blog = p->souvenirs = 0;
        p->public_goals = 0;
    }
}

/* AT-11.8: equal points: each of the seven categories beats the one before it, from personal goals
 * down to popularity; all seven equal: a shared rank. */
static void ties(void **unused)
{
    struct vl_score score;
    (void)unused;
    first_turn(2, "");
    for (uint32_t later = 1; later < 7; later++) {
        for (uint32_t earlier = 0; earlier < later; earlier++) {
            uint32_t points = later == 6 ? 7 : 6;
            if (points == 7 && (earlier == 1 || earlier == 3 || earlier == 4))
                continue; /* these have no 7; the order is shown by the rest */
            clear_seats();
            score_in(0, earlier, points);
            score_in(1, later, points);
            at_score(d, &s, &score);
            assert_int_equal(score.detail[0][earlier], points);
            assert_int_equal(score.detail[1][later], points);
            assert_int_equal(score.points[0], score.points[1]);
            assert_int_equal(score.rank[1], 1);
            assert_int_equal(score.rank[0], 2);
        }
    }
    clear_seats();
    score_in(0, 3, 6);
    score_in(1, 3, 6);
    at_score(d, &s, &score);
    assert_int_equal(score.rank[0], 1);
    assert_int_equal(score.rank[1], 1);
}

/* A quick game at seat 0's first turn. */
static void first_quick_turn(void)
{
    start_game(2, "variant=quick");
    to_turn();
    souvenirs("");
    s.seat[1].used = 0;
    for (uint32_t seat = 0; seat < 2; seat++)
        empty_hand(seat);
    live(0, "nz");
    stand(0, "nz");
    live(1, "fj");
    stand(1, "fj");
    static const char *const keys[] = {"mount-vinson", "tatev", "bamiyan-valley", "aconcagua"};
    for (uint32_t i = 0; i < 4; i++)
        lay_in_row(i, keys[i]);
    begin();
}

/* AT-12.1 AT-12.2 AT-12.3 AT-12.4: two actions; five steps by land, sea and air together. */
static void quick_actions(void **unused)
{
    (void)unused;
    first_quick_turn();
    assert_int_equal(s.events | s.parties, 0);
    assert_int_equal(s.seat[0].money + s.seat[0].energy, 0);
    assert_int_equal(s.seat[0].tokens, 8);
    for (uint64_t rest = s.public_goals; rest;)
        assert_int_not_equal(d->public_goal[vl_take_lowest(&rest)].kind, AT_GOAL_LANGUAGES);
    stand(0, "uy");
    refused("work by likes", "AT-12.3");
    play("ground");
    play("go br");
    play("airport");
    play("go ng");
    play("ground");
    assert_true(offered("go td")); /* 1 + 2 + 2 */
    refused("go sd", "AT-12.4");
    play("go td");
    assert_int_equal(s.main_done, 1);
    play("explore-place 1");
    assert_int_equal(s.seat[0].tokens, 7);
    settle();
    assert_int_equal(s.active_seat, 1);
    /* A direct flight takes both actions. */
    first_quick_turn();
    stand(0, "gf");
    give(0, "ennedi");
    play("direct ennedi td");
    settle();
    assert_int_equal(s.active_seat, 1);
}

/* AT-12.5 AT-12.6 AT-12.7: free souvenirs, a refresh by each a turn, three cards. */
static void quick_souvenirs(void **unused)
{
    (void)unused;
    first_quick_turn();
    stand(0, "fr");
    s.seat[1].souvenirs = 0xfe;
    s.souvenir_at[0] = country("be");
    begin();
    play("ground");
    play("go be");
    play("buy clothes");
    assert_int_equal(s.seat[0].souvenirs, 1);
    uint8_t row[AT_ROW];
    memcpy(row, s.row, sizeof row);
    play("refresh clothes");
    for (uint32_t i = 0; i < AT_ROW; i++)
        assert_true(vl_has_in(s.discard, row[i]));
    run();
    assert_false(offered("refresh clothes")); /* once a turn */
    go("draw");
    play("take row 1");
    run();
    play("take pile");
    run();
    play("take africa");
    play("guide td");
    assert_int_equal(vl_count_in(s.seat[0].hand, AT_CARD_WORDS), 2);
    assert_int_equal(s.active_seat, 1);
}

/* AT-12.6: a souvenir also refreshes between single draws, and after both actions. */
static void quick_refreshes(void **unused)
{
    uint8_t row[AT_ROW];
    (void)unused;
    first_quick_turn();
    s.seat[1].souvenirs = 0xfc;
    s.seat[0].souvenirs = 3;
    begin();
    go("draw");
    play("take row 1");
    run();
    memcpy(row, s.row, sizeof row);
    play("refresh clothes"); /* between the first and the second card */
    for (uint32_t i = 0; i < AT_ROW; i++)
        assert_true(vl_has_in(s.discard, row[i]));
    run();
    assert_int_equal(at_current(&s).kind, AT_ASK_DRAW);
    assert_int_equal(at_current(&s).a, 2); /* no card was drawn by it */
    assert_false(offered("refresh clothes"));
    assert_true(offered("refresh coffee"));
    play("take row 2");
    run();
    play("take africa");
    refused("refresh coffee", "AT-12.7"); /* not within a single draw */
    play("guide td");
    assert_int_equal(s.main_done, 1);
    play("ground");
    play("go au");
    assert_false(offered("refresh coffee")); /* not within a travel */
    play("arrive");
    assert_int_equal(s.main_done, 2);
    assert_int_equal(s.active_seat, 0); /* a souvenir is left: the turn goes on */
    memcpy(row, s.row, sizeof row);
    play("refresh coffee");
    for (uint32_t i = 0; i < AT_ROW; i++)
        assert_true(vl_has_in(s.discard, row[i]));
    run();
    assert_int_equal(s.active_seat, 1);
    /* The next turn they stand up again; a turn that is done may be ended without. */
    to_turn();
    while (s.active_seat == 1) {
        go("draw");
        settle();
        if (s.active_seat == 1 && s.main_done == 2)
            play("end");
    }
    assert_int_equal(s.seat[0].used, 0);
    assert_true(offered("refresh clothes") && offered("refresh coffee"));
}

/* AT-12.8 AT-12.9: explore costs nothing; completed goals are shown and replaced. */
static void quick_goals(void **unused)
{
    struct vl_score score;
    (void)unused;
    first_quick_turn();
    s.goals |= s.seat[0].goals;
    s.seat[1].goals &= ~(vl_bit(goal("next-door")) | vl_bit(goal("bands")));
    s.seat[0].goals = vl_bit(goal("next-door")) | vl_bit(goal("bands"));
    s.goals = vl_first(AT_GOAL_COUNT_ALL) & ~s.seat[0].goals & ~s.seat[1].goals;
    visit(0, "fr", AT_PLACE0);
    visit(0, "nl", AT_PLACE0);
    stand(0, "be");
    begin();
    play("explore-place 1");
    at_apply(d, &s, move_of("shift city lock"));
    assert_int_equal(at_current(&s).kind, AT_ASK_REVEAL);
    assert_false(offered("reveal nothing"));
    play("reveal next-door");
    play("reveal nothing");
    play("draw-goal vexillology");
    run();
    assert_true(vl_has(s.seat[0].goals_done, goal("next-door")));
    assert_int_equal(vl_count(s.seat[0].goals), 3);
    at_score(d, &s, &score);
    assert_true(score.detail[0][6] >= 4);
    assert_int_equal(score.detail[0][2] + score.detail[0][3], 0);
}

/* AT-14.1 AT-14.2: hands and goals are hidden, row cards stay known, the end opens everything. */
static void secrecy(void **unused)
{
    struct vl_view view;
    (void)unused;
    first_turn(2, "");
    give(0, "chamonix");
    lay_in_row(4, "ennedi");
    play("work");
    play("take row 5");
    run();
    vl_look(&at_game, d, &s, 1, &view);
    assert_false(vl_has_in(at_seen(&view)->seat[0].hand, card("chamonix")));
    assert_true(vl_has_in(at_seen(&view)->seat[0].hand, card("ennedi")));
    assert_int_equal(at_seen(&view)->seat[0].unknown_cards, 1);
    assert_int_equal(at_seen(&view)->seat[0].goals, 0);
    assert_int_equal(at_pile_count(at_seen(&view)), at_pile_count(&s));
    vl_look(&at_game, d, &s, 0, &view);
    assert_true(vl_has_in(at_seen(&view)->seat[0].hand, card("chamonix")));
    s.over = 1;
    vl_look(&at_game, d, &s, 1, &view);
    assert_true(vl_has_in(at_seen(&view)->seat[0].hand, card("chamonix")));
    assert_int_equal(at_seen(&view)->seat[0].goals, s.seat[0].goals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_up),
        cmocka_unit_test(choices_of_set_up),
        cmocka_unit_test(draft),
        cmocka_unit_test(the_end),
        cmocka_unit_test(last_round),
        cmocka_unit_test(sets),
        cmocka_unit_test(bonuses_and_goals),
        cmocka_unit_test(ties),
        cmocka_unit_test(quick_actions),
        cmocka_unit_test(quick_souvenirs),
        cmocka_unit_test(quick_refreshes),
        cmocka_unit_test(quick_goals),
        cmocka_unit_test(secrecy),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
