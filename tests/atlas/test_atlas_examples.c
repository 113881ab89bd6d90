/*
 * Atlas: the worked examples of the rulebook, each played whole, page by page. The examples of the
 * travel pages stand in test_atlas_travel.c, Tulum (13), Tamarindo Beach (14) and Chamonix (19) in
 * test_atlas_explore.c.
 */
#include "atlas_table.h"

static void speak(uint32_t seat, const char *key)
{
    s.seat[seat].character = (uint8_t)row_of(AT_T_CHARACTERS, key);
}

/* The personal goals of a seat; everybody else's stay as they are. */
static void hold_goals(uint32_t seat, const char *a, const char *b)
{
    uint64_t held = 0;
    for (uint32_t other = 0; other < s.seats; other++) {
        s.seat[other].goals &= ~(vl_bit(goal(a)) | vl_bit(goal(b)));
        held |= other == seat ? 0 : s.seat[other].goals;
    }
    s.seat[seat].goals = vl_bit(goal(a)) | vl_bit(goal(b));
    s.goals = vl_first(AT_GOAL_COUNT_ALL) & ~held & ~s.seat[seat].goals;
}

/* Page 7, AT-2.5 AT-8.1 AT-8.2: at the start rest has 3 energy, and for 1 money 1 energy and a like
 * more; work has 4 money and a card. */
static void page_7_power(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].energy = 5;
    go("rest");
    assert_int_equal(s.seat[0].energy, 8);
    assert_int_equal(s.seat[0].money, 24);
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN); /* and no like */
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].energy = 5;
    go("rest paid");
    assert_int_equal(s.seat[0].energy, 9);
    assert_int_equal(s.seat[0].money, 23);
    assert_int_equal(at_current(&s).kind, AT_ASK_LIKE);
    assert_int_equal(at_current(&s).a, 1);
    first_turn(2, "");
    s.seat[0].money = 10;
    go("work");
    assert_int_equal(s.seat[0].money, 14);
    assert_int_equal(at_current(&s).kind, AT_ASK_DRAW);
    assert_int_equal(at_current(&s).a, 1);
    go("take pile");
    assert_int_equal(vl_count_in(s.seat[0].hand, AT_CARD_WORDS), 1);
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN);
}

/* Six tokens are placed, those of work and rest; Mozambique is the latest country. */
static void purple_board(void)
{
    static const char *const six[] = {"us", "ca", "mx", "gt", "hn", "mz"};
    first_turn(2, "");
    speak(0, "aroha");
    for (uint32_t i = 0; i < 6; i++)
        visit(0, six[i], AT_PLACE0);
    s.seat[0].covered = 1U << 1 | 1U << 2; /* blog-2 and blog-3 */
    stand(0, "mz");
    begin();
}

/* Page 11, AT-8.1 AT-8.2 AT-8.6 AT-5.9: rest for 1 money: 6 energy; the like turns the dislike of
 * the work row, whose slot is not gained by it; a new tile in place of the liked one. */
static void page_11_rest(void **unused)
{
    (void)unused;
    purple_board();
    s.seat[0].disliked = 1U << 8; /* work-6 */
    s.seat[0].energy = 2;
    s.seat[0].money = 10;
    personality(0, 18, 0, 14, 0);
    begin();
    play("rest paid");
    assert_int_equal(s.seat[0].energy, 8);
    assert_int_equal(s.seat[0].money, 9);
    play("like explore from work-6");
    assert_int_equal(s.seat[0].likes[AT_ACTION_EXPLORE], 1);
    assert_int_equal(s.seat[0].disliked, 0);
    assert_int_equal(s.seat[0].money, 9); /* the slot now open is not gained */
    assert_int_equal(at_current(&s).kind, AT_ASK_TILE);
    play("change p03");
    play("faces like 3a dislike 2a"); /* the new one liked, the old dislike kept */
    assert_int_equal(s.seat[0].tile[0], row_of(AT_T_PERSONALITY, "p03"));
    assert_int_equal(s.seat[0].tile[1], 14);
    assert_true(vl_has(s.tiles, 18)); /* the old liked one is back in the supply */
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN);
}

/* Page 11, AT-8.1 AT-8.2 AT-8.4 AT-8.7 AT-5.13: work for 1 energy: 9 money, the country card of
 * Kiribati, a card of Vanuatu from the row, then Portuguese of the latest card. */
static void page_11_work(void **unused)
{
    (void)unused;
    purple_board();
    lay_in_row(2, "mount-yasur");
    s.seat[0].money = 3;
    s.seat[0].energy = 4;
    begin();
    play("work paid");
    assert_int_equal(s.seat[0].money, 12);
    assert_int_equal(s.seat[0].energy, 3);
    play("take oceania");
    play("guide ki");
    assert_true(vl_has_in(s.seat[0].guides, country("ki")));
    assert_false(vl_has_in(s.seat[0].explored, country("ki"))); /* known, not explored */
    play("take row 3");
    assert_true(vl_has_in(s.seat[0].hand, card("mount-yasur")));
    assert_int_equal(at_current(&s).kind, AT_ROLL_FLIP); /* the row is refilled between draws */
    run();
    assert_int_equal(at_current(&s).kind, AT_ASK_LANGUAGE);
    play("learn portuguese");
    assert_true(vl_has_in(s.seat[0].learned, row_of(AT_T_LANGUAGES, "portuguese")));
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN);
}

/* Page 15, AT-6.1 AT-6.4 AT-6.5 AT-5.12: Pig Beach completes 3 blue flags, and Asia and North
 * America with Antarctica for Asia; The Hoist is completed in hand and stays hidden; English is
 * learned. */
static void page_15_pig_beach(void **unused)
{
    struct vl_view view;
    struct vl_score score;
    (void)unused;
    first_turn(2, "");
    speak(0, "jan"); /* no English */
    s.public_goals = 1U << public_goal("three-blue") | 1U << public_goal("asia-north-america");
    hold_goals(0, "the-hoist", "ends-of-earth");
    visit(0, "ph", AT_PLACE0); /* Asia, blue, a triangle, English */
    visit(0, "cu", AT_PLACE0); /* North America, blue, a triangle */
    visit(0, "aq", AT_PLACE0);
    stand(0, "bs");
    give(0, "pig-beach");
    begin();
    assert_false(at_completed(d, &s, 0, goal("the-hoist")));
    go("explore pig-beach");
    settle();
    assert_int_equal(s.seat[0].public_goals,
                     1U << public_goal("three-blue") | 1U << public_goal("asia-north-america"));
    assert_int_equal(s.public_goals, 0);
    assert_true(at_completed(d, &s, 0, goal("the-hoist")));
    assert_true(vl_has(s.seat[0].goals, goal("the-hoist"))); /* in hand */
    assert_int_equal(s.seat[0].goals_done, 0);               /* not shown */
    vl_look(&at_game, d, &s, 1, &view);
    assert_int_equal(at_seen(&view)->seat[0].goals, 0);
    at_score(d, at_seen(&view), &score);
    assert_int_equal(score.detail[0][6], 0);
    at_score(d, &s, &score);
    assert_int_equal(score.detail[0][5], 5 + 7);
    assert_int_equal(score.detail[0][6], at_personal_goal(d, goal("the-hoist"))->points);
    assert_true(vl_has_in(s.seat[0].learned, row_of(AT_T_LANGUAGES, "english")));
}

/* Page 16, AT-7.1 AT-7.2 AT-7.3 AT-7.5 AT-7.6 AT-7.7 AT-9.3 AT-9.5: World Heritage 2 and History 3
 * are 5 steps; past the taken slots 2, 4 and 5 to slot 6; the eruption on Iceland, then a new row,
 * the marker, and the reward. */
static void page_16_blog(void **unused)
{
    uint8_t row[AT_ROW];
    struct at_sky sky;
    (void)unused;
    first_turn(4, "");
    stand(0, "fr");
    visit(0, "uy", AT_PLACE0); /* Colonia: history, world heritage; its token off the blog row */
    rank_first(AT_HISTORY, 3);
    rank_first(AT_WORLD_HERITAGE, 6);
    s.seat[1].blog = 2;
    s.seat[2].blog = 4;
    s.seat[3].blog = 5;
    begin();
    assert_int_equal(at_blog_power(d, &s.seat[0]), 2);
    play("blog");
    assert_int_equal(count_kind(AT_ASK_BLOG), 3);
    assert_true(offered("post 1") && offered("post 3") && offered("post 6"));
    memcpy(row, s.row, sizeof row);
    play("post 6");
    assert_int_equal(at_current(&s).kind, AT_ROLL_EVENT); /* the line after 3 */
    play("event eruption");
    uint32_t number = row_of(AT_T_EVENTS, "eruption");
    assert_int_equal(s.event_owner[number], 0);
    assert_int_equal(s.event_cubes[number], 3);
    at_look_up(d, &s, d->country[country("fr")].area, &sky);
    assert_int_equal(at_flight(&sky, d->country[country("us")].area), AT_NONE); /* grounded */
    for (uint32_t i = 0; i < AT_ROW; i++)
        assert_true(vl_has_in(s.discard, row[i])); /* then the line after 5 */
    run();
    assert_int_equal(s.seat[0].blogged, 1);
    assert_int_equal(at_current(&s).kind, AT_ASK_TRAVEL); /* the reward of slot 6 */
    assert_true(offered("ground"));
    play("arrive");
    s.main_done = 0;
    refused("blog", "AT-7.1");
    /* A new card takes the marker off. */
    at_add_visit(d, &s.seat[0], country("uy"), card("cabo-polonio"));
    assert_int_equal(s.seat[0].blogged, 0);
}

/* Page 19, AT-2.4 AT-8.9: Clothes and Accessories pay for a blog as the bonus action; the souvenir
 * stays in its circle; likes may still pay for the same bonus, in another turn. */
static void page_19_souvenir(void **unused)
{
    (void)unused;
    first_turn(2, "");
    visit(0, "uy", AT_PLACE0);
    s.seat[1].souvenirs = s.seat[1].used = 0xfc;
    s.seat[0].souvenirs = 3; /* clothes and coffee */
    s.seat[0].likes[AT_ACTION_BLOG] = 3;
    begin();
    play("blog by souvenir");
    play("post 1");
    run();
    assert_int_equal(s.bonus_done, 1);
    assert_int_equal(s.main_done, 0);
    assert_int_equal(s.seat[0].souvenirs, 3); /* it still scores */
    assert_int_equal(s.seat[0].used, 1);
    assert_int_equal(s.seat[0].circles, 1U << AT_ACTION_BLOG);
    refused("work by souvenir", "AT-2.1"); /* one bonus action a turn */
    go("work");
    settle();
    while (s.active_seat == 1) {
        go("work");
        settle();
        if (s.active_seat == 1)
            play("end");
    }
    s.seat[0].blogged = 0;
    assert_false(offered("blog by souvenir")); /* the circle is taken, though coffee is unused */
    assert_true(offered("work by souvenir"));
    play("blog by likes");
    assert_int_equal(s.seat[0].likes[AT_ACTION_BLOG], 0);
}

/* Page 20, AT-11.1 AT-11.2 AT-11.3 AT-11.4 AT-11.5 AT-11.6 AT-11.7: the score sheet. Its tableau
 * here: 23 icons worth 67, bonuses of 3, 9 and 6, slot 17, two languages, four souvenirs, round the
 * world first and one more public goal, and a personal goal of 8: 162. */
static void page_20_score_sheet(void **unused)
{
    static const struct {
        const char *country;
        const char *card; /* NULL: a place */
        uint32_t place;
    } tableau[] = {
        {"bt", "tigers-nest", 0},  {"de", "oktoberfest-in-munich", 0},
        {"uy", "cabo-polonio", 0}, {"at", NULL, 0},
        {"ag", NULL, 1},           {"tt", NULL, 0},
        {"rw", NULL, 0},           {"nr", NULL, 0},
    };
    /* From the top: 2 icons worth 5, 7 worth 4, 4 worth 3, 7 worth 2, 3 worth 1. */
    static const uint8_t pyramid[AT_EXPERIENCES] = {
        AT_ARCHITECTURE, AT_BEACH,  AT_CULINARY, AT_CITY,     AT_CULTURE,
        AT_DIVING,       AT_HIKING, AT_PARTY,    AT_RELAXING, AT_RELIGION,
        AT_HISTORY,      AT_NATURE, AT_SCENERY,  AT_WILDLIFE, AT_WORLD_HERITAGE};
    static const int32_t sheet[7] = {67, 18, 15, 6, 16, 32, 8};
    struct vl_score score;
    (void)unused;
    first_turn(2, "");
    struct at_seat *p = &s.seat[0];
    memcpy(s.token_at, pyramid, sizeof pyramid);
    s.public_goals = 1U << public_goal("europe-north-america");
    hold_goals(0, "daylight", "ends-of-earth");
    for (uint32_t i = 0; i < 8; i++)
        visit(0, tableau[i].country,
              tableau[i].card ? card(tableau[i].card) : AT_PLACE0 + tableau[i].place);
    p->blog = 17;
    vl_add_to(p->learned, row_of(AT_T_LANGUAGES, "german"));
    vl_add_to(p->learned, row_of(AT_T_LANGUAGES, "spanish"));
    s.seat[1].souvenirs = s.seat[1].used = 0xf0;
    p->souvenirs = 0x0f;
    at_check_public(d, &s, 0);
    begin();
    assert_int_equal(p->score_tile, 1);
    assert_true(vl_has(p->public_goals, public_goal("europe-north-america")));
    uint32_t held[5] = {0};
    for (uint32_t e = 0; e < AT_EXPERIENCES; e++)
        held[5 - at_value(&s, e)] += p->icons[e];
    assert_true(held[0] == 2 && held[1] == 7 && held[2] == 4 && held[3] == 7 && held[4] == 3);
    at_score(d, &s, &score);
    for (uint32_t category = 0; category < 7; category++)
        assert_int_equal(score.detail[0][category], sheet[category]);
    assert_int_equal(score.points[0], 162);
}

/* Page 21, AT-12.1 AT-12.2: eight tokens, two goals, four cards; a home in Zambia; no board. */
static void page_21_set_up(void **unused)
{
    (void)unused;
    start_game(2, "variant=quick");
    while (at_current(&s).kind != AT_ASK_HOME) {
        assert_int_equal(at_to_act(&s), VL_CHANCE); /* no character and no personality to choose */
        at_apply(d, &s, at_sample_chance(d, &s, &rng));
    }
    play("home nz");
    if (at_souvenir_in(&s, country("zm")) == AT_NONE)
        play("home zm");
    else
        play("home ug");
    const struct at_seat *p = &s.seat[0];
    assert_int_equal(p->at, p->home);
    assert_int_equal(p->tokens, 8);
    assert_int_equal(p->covered, 0);
    assert_int_equal(vl_count(p->goals), 2);
    assert_int_equal(vl_count_in(p->hand, AT_CARD_WORDS), 4);
    assert_int_equal(p->character, AT_NONE);
    assert_int_equal(s.parties | s.events, 0);
}

/* Page 21, AT-12.3 AT-12.4 AT-12.6 AT-12.7: a souvenir refreshes the row; three cards, one a
 * country card and two of the row; then from Brazil to Chile, within five steps. */
static void page_21_turn(void **unused)
{
    uint8_t row[AT_ROW], cost[AT_COUNTRIES];
    (void)unused;
    start_game(2, "variant=quick");
    to_turn();
    souvenirs("");
    s.seat[1].used = 0;
    s.seat[1].souvenirs = 0xfe;
    s.seat[0].souvenirs = 1;
    for (uint32_t seat = 0; seat < 2; seat++)
        empty_hand(seat);
    live(1, "fj");
    stand(1, "fj");
    live(0, "nz");
    stand(0, "br");
    begin();
    memcpy(row, s.row, sizeof row);
    go("refresh clothes");
    for (uint32_t i = 0; i < AT_ROW; i++)
        assert_true(vl_has_in(s.discard, row[i]));
    assert_int_equal(s.main_done, 0); /* it is no action */
    play("draw");
    play("take south-america");
    play("guide cl");
    go("take row 1");
    go("take row 2");
    assert_int_equal(vl_count_in(s.seat[0].hand, AT_CARD_WORDS), 2);
    assert_true(vl_has_in(s.seat[0].guides, country("cl")));
    assert_int_equal(s.main_done, 1);
    at_ground(d, &s, 0, country("br"), AT_QUICK_STEPS, cost);
    assert_true(cost[country("cl")] <= 3);
    play("ground");
    play("go cl");
    assert_int_equal(s.seat[0].at, country("cl"));
    assert_int_equal(s.task[s.tasks - 1].b, AT_QUICK_STEPS - cost[country("cl")]);
    play("arrive");
    assert_int_equal(s.active_seat, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(page_7_power),        cmocka_unit_test(page_11_rest),
        cmocka_unit_test(page_11_work),        cmocka_unit_test(page_15_pig_beach),
        cmocka_unit_test(page_16_blog),        cmocka_unit_test(page_19_souvenir),
        cmocka_unit_test(page_20_score_sheet), cmocka_unit_test(page_21_set_up),
        cmocka_unit_test(page_21_turn),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
