/*
 * Atlas by the rulebook, second part: explore, popularity, likes, friends, languages, goals, blog,
 * work and rest. Each test names the clauses of docs/rules/atlas.md that it shows.
 */
#include "atlas_table.h"

static void speak(uint32_t seat, const char *key)
{
    s.seat[seat].character = (uint8_t)row_of(AT_T_CHARACTERS, key);
}

static uint32_t language(const char *key)
{
    return row_of(AT_T_LANGUAGES, key);
}

/* AT-5.1 AT-5.2 AT-5.4 AT-5.5: card or place, one token a country, nobody else's country. */
static void explore_twice(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    live(0, "gb");
    speak(0, "aroha");
    give(0, "chamonix");
    assert_true(offered("explore chamonix"));
    assert_true(offered("explore-place 1"));
    assert_true(offered("explore-place 3"));
    play("explore-place 2"); /* Lyon: culinary, world heritage; 5 money */
    assert_int_equal(s.seat[0].money, 19);
    assert_int_equal(s.seat[0].tokens, 7);
    assert_int_equal(at_current(&s).kind, AT_ASK_TOKEN); /* the token comes first */
    play("uncover work");
    assert_false(vl_has(s.seat[0].covered, 6)); /* from the left */
    assert_true(vl_has(s.seat[0].covered, 7));
    assert_int_equal(at_current(&s).kind, AT_ASK_SHIFT);
    settle();
    play("end");
    go("work");
    settle();
    play("end");
    refused("explore-place 1", "AT-5.1"); /* the country card lies in the tableau */
    go("explore chamonix");
    assert_int_equal(s.seat[0].tokens, 7); /* no second token */
    settle();
    stand(1, "fr");
    play("end");
    assert_int_equal(at_to_act(&s), 1);
    refused("explore-place 1", "AT-5.2");
    /* A country card in another hand may be explored. */
    first_turn(2, "");
    stand(0, "fr");
    vl_add_to(s.seat[1].guides, country("fr"));
    begin();
    go("explore-place 1");
    assert_false(vl_has_in(s.seat[1].guides, country("fr")));
}

/* AT-5.3 AT-5.14 AT-8.5: languages, friends and guidebooks make it cheaper; requirements hold. */
static void price(void **unused)
{
    (void)unused;
    first_turn(2, "");
    speak(0, "aroha");
    uint32_t belgium = country("be");
    assert_int_equal(at_price(d, &s, 0, belgium, AT_PLACE0), 5);
    speak(0, "jan"); /* Dutch, French, German: all three */
    assert_int_equal(at_price(d, &s, 0, belgium, AT_PLACE0), 2);
    speak(0, "aroha");
    s.parties &= ~(1U << row_of(AT_T_PARTY, "sigrun"));
    s.seat[0].friends |= 1U << row_of(AT_T_PARTY, "sigrun");
    assert_int_equal(at_price(d, &s, 0, country("is"), AT_PLACE0), 0);
    assert_int_not_equal(at_price(d, &s, 0, country("fr"), AT_PLACE0), 0);
    stand(0, "us");
    give(0, "grand-canyon"); /* needs 1 hiking */
    refused("explore grand-canyon", "AT-5.14");
    visit(0, "fr", AT_PLACE0 + 2); /* Port-Cros: diving, hiking, nature */
    assert_true(offered("explore grand-canyon"));
    s.seat[0].money = 0;
    refused("explore grand-canyon", "AT-5.3");
    first_turn(2, "guidebook=1");
    speak(0, "aroha");
    vl_add_to(s.seat[0].guides, belgium);
    assert_int_equal(at_price(d, &s, 0, belgium, AT_PLACE0), 4);
    assert_int_equal(at_price(d, &s, 1, belgium, AT_PLACE0) >= 2, 1);
}

/* AT-5.6 AT-5.7: Tulum: neighbours above and below; neither may be locked; Scenery goes up. */
static void shift_moves(void **unused)
{
    (void)unused;
    assert_int_equal(at_neighbour(0, 0), AT_NONE);
    assert_int_equal(at_neighbour(0, 2), 1);
    assert_int_equal(at_neighbour(0, 3), 2);
    assert_int_equal(at_neighbour(4, 0), 1);
    assert_int_equal(at_neighbour(4, 1), 2);
    assert_int_equal(at_neighbour(4, 2), 7);
    assert_int_equal(at_neighbour(4, 3), 8);
    assert_int_equal(at_neighbour(3, 0), AT_NONE);
    assert_int_equal(at_neighbour(14, 2), AT_NONE);
    first_turn(2, "");
    stand(0, "mx");
    give(0, "tulum");
    rank_first(AT_SCENERY, 4);
    rank_first(AT_NATURE, 1);
    rank_first(AT_HISTORY, 2);
    s.lock = AT_HISTORY;
    go("explore tulum");
    play("uncover blog");
    refused("shift scenery up-right", "AT-5.7"); /* the other one is locked */
    play("shift scenery up-left");
    assert_int_equal(s.token_at[1], AT_SCENERY);
    assert_int_equal(s.token_at[4], AT_NATURE);
    assert_int_equal(s.lock, AT_SCENERY);
}

/* AT-5.8 AT-5.9 AT-5.11 AT-5.12 AT-5.15: Tamarindo Beach: 2 likes and 1 dislike leave 1 like; the
 * party's dislike is not taken back by it; Relaxing gives another like; Spanish is learned. */
static void tamarindo_beach(void **unused)
{
    (void)unused;
    first_turn(2, "");
    speak(0, "aroha");
    visit(0, "ni", AT_PLACE0); /* Spanish once */
    stand(0, "cr");
    give(0, "tamarindo-beach");   /* beach party relaxing wildlife */
    personality(0, 18, 0, 14, 0); /* likes beach and party, dislikes architecture and wildlife */
    begin();
    uint32_t money = s.seat[0].money;
    go("explore tamarindo-beach");
    play("uncover work");
    play("shift beach lock");
    assert_int_equal(at_current(&s).kind, AT_ASK_LIKE);
    assert_int_equal(at_current(&s).a, 1); /* netted */
    play("like explore");
    assert_int_equal(at_current(&s).kind, AT_ROLL_PARTY);
    play("meet amara"); /* 4 money and a dislike */
    assert_int_equal(s.seat[0].money, money - 5 + 4);
    play("dislike blog");
    assert_int_equal(s.seat[0].likes[AT_ACTION_EXPLORE], 1); /* never turned into a dislike */
    assert_false(vl_has_in(s.seat[0].learned, language("spanish")));
    assert_int_equal(at_current(&s).kind, AT_ASK_LIKE); /* relaxing */
    play("like rest from blog-2");
    run();
    assert_true(vl_has_in(s.seat[0].learned, language("spanish")));
}

/* AT-5.12: French in a second country teaches French, after paying. */
static void chamonix(void **unused)
{
    (void)unused;
    first_turn(2, "");
    speak(0, "aroha");
    visit(0, "mc", AT_PLACE0);
    stand(0, "fr");
    give(0, "chamonix");
    begin();
    go("explore chamonix");
    assert_int_equal(s.seat[0].money, 24 - 6); /* the full price */
    settle();
    assert_true(vl_has_in(s.seat[0].learned, language("french")));
    assert_int_equal(at_price(d, &s, 0, country("lu"), AT_PLACE0),
                     d->place[country("lu")][0].cost - 1U);
    /* A second card of the same country is not a second country. */
    first_turn(2, "");
    speak(0, "aroha");
    visit(0, "fr", AT_PLACE0);
    stand(0, "fr");
    give(0, "chamonix");
    go("explore chamonix");
    settle();
    assert_false(vl_has_in(s.seat[0].learned, language("french")));
}

/* AT-5.9: a like turns a dislike first; AT-5.10: the rightmost open slot, never the last one. */
static void like_turns_dislike(void **unused)
{
    (void)unused;
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].disliked = 1U << 5; /* work-3 */
    go("rest paid");
    assert_false(offered("like explore")); /* the dislike goes first */
    play("like explore from work-3");
    assert_int_equal(s.seat[0].disliked, 0);
    assert_int_equal(s.seat[0].likes[AT_ACTION_EXPLORE], 1);
    /* No room: the dislike comes off, the like is lost. */
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].disliked = 1U << 5;
    for (uint32_t row = 1; row < AT_BONUSES; row++)
        s.seat[0].likes[row] = d->bonus[row].likes;
    go("rest paid");
    play("like lost from work-3");
    assert_int_equal(s.seat[0].disliked, 0);
    /* A dislike: rest covers its third slot, and blog, with one slot open, cannot be chosen. */
    first_turn(2, "");
    speak(0, "aroha");
    stand(0, "is");
    personality(0, 2, 0, 14, 0); /* dislikes architecture and wildlife */
    uint32_t slot = AT_PLACES;
    for (uint32_t i = 0; i < AT_PLACES; i++)
        if (vl_has(at_icon_set(&d->place[country("ke")][i]), AT_WILDLIFE))
            slot = i;
    assert_true(slot < AT_PLACES);
    stand(0, "ke");
    char text[32];
    snprintf(text, sizeof text, "explore-place %u", slot + 1);
    go(text);
    play("uncover work");
    vl_move moves[VL_MAX_MOVES];
    at_legal_moves(d, &s, moves);
    at_apply(d, &s, moves[0]);
    assert_int_equal(at_current(&s).kind, AT_ASK_DISLIKE);
    assert_false(offered("dislike blog"));
    play("dislike rest");
    assert_int_equal(s.seat[0].disliked, 1U << 11);
    /* It keeps its slot when a token leaves the row. */
    at_take_token(d, &s.seat[0], AT_ROW_REST);
    assert_int_equal(s.seat[0].disliked, 1U << 11);
}

/* AT-5.13 AT-8.7: the language slot of work teaches one language of the latest card. */
static void language_by_work(void **unused)
{
    (void)unused;
    first_turn(2, "");
    speak(0, "aroha");
    visit(0, "be", AT_PLACE0);
    s.seat[0].covered = 0; /* everything lies open */
    s.seat[0].tokens = 0;
    for (uint32_t i = 0; i < 7; i++) {
        static const char *const more[] = {"us", "ca", "mx", "gt", "hn", "sv", "bz"};
        at_add_visit(d, &s.seat[0], country(more[i]), AT_PLACE0);
        vl_add_to(s.toured, country(more[i]));
    }
    s.seat[0].tableau[0].country = country("bz");
    s.seat[0].tableau[7].country = country("be"); /* Belgium is the latest */
    vl_memset(s.seat[0].icons, 0, sizeof s.seat[0].icons);
    for (uint32_t i = 0; i < 8; i++) {
        const struct at_place *place = at_place_of(d, s.seat[0].tableau[i].country, AT_PLACE0);
        for (uint32_t k = 0; k < place->icon_count; k++)
            s.seat[0].icons[place->icon[k]]++;
    }
    begin();
    s.seat[0].money = 0;
    play("work paid"); /* 9 money, 2 cards, a language */
    assert_int_equal(s.seat[0].money, 9);
    play("take row 1");
    run();
    play("take europe"); /* AT-8.4: a country card, named */
    play("guide fr");
    assert_true(vl_has_in(s.seat[0].guides, country("fr")));
    assert_int_equal(at_current(&s).kind, AT_ASK_LANGUAGE);
    assert_true(offered("learn dutch"));
    assert_false(offered("learn spanish"));
    play("learn german");
    assert_true(vl_has_in(s.seat[0].learned, language("german")));
}

/* AT-6.1 AT-6.4 AT-6.5: Pig Beach: 3 blue flags, and Antarctica stands in for Asia. */
static void pig_beach(void **unused)
{
    (void)unused;
    first_turn(2, "");
    s.public_goals = 1U << public_goal("three-blue") | 1U << public_goal("asia-north-america");
    visit(0, "us", AT_PLACE0);
    visit(0, "jp", AT_PLACE0);
    visit(0, "aq", AT_PLACE0);
    visit(0, "fr", AT_PLACE0);
    stand(0, "bs");
    give(0, "pig-beach");
    uint64_t held = s.seat[0].goals;
    s.goals |= held;
    s.goals &= ~(vl_bit(goal("globetrotter")) | vl_bit(goal("bands")));
    for (uint32_t seat = 1; seat < 2; seat++)
        s.seat[seat].goals &= ~(vl_bit(goal("globetrotter")) | vl_bit(goal("bands")));
    s.seat[0].goals = vl_bit(goal("globetrotter")) | vl_bit(goal("bands"));
    s.goals |= ~s.seat[0].goals & ~s.seat[1].goals & vl_first(AT_GOAL_COUNT_ALL);
    begin();
    go("explore pig-beach");
    settle();
    assert_int_equal(s.public_goals, 0); /* both are taken, and not replaced */
    assert_int_equal(vl_count(s.seat[0].public_goals), 2);
    struct vl_view view;
    vl_look(&at_game, d, &s, 1, &view);
    assert_int_equal(at_seen(&view)->seat[0].goals, 0); /* hidden from others */
}

/* AT-6.2 AT-6.6: the Bolivian flag is red, yellow and green; flags count countries. */
static void flags(void **unused)
{
    (void)unused;
    first_turn(2, "");
    visit(0, "bo", AT_PLACE0);
    const struct at_goal *goals = d->public_goal;
    struct at_seat *p = &s.seat[0];
    assert_int_equal(at_progress(d, p, &goals[public_goal("three-red")], false), 1);
    assert_int_equal(at_progress(d, p, &goals[public_goal("three-yellow")], false), 1);
    assert_int_equal(at_progress(d, p, &goals[public_goal("three-green")], false), 1);
    assert_int_equal(at_progress(d, p, &goals[public_goal("three-white")], false), 0);
    assert_int_equal(at_progress(d, p, &goals[public_goal("three-white")], true), 1);
    assert_int_equal(at_progress(d, p, &goals[public_goal("three-blue")], true), 1);
    /* France twice is one vertical tricolour; Saint Barthélemy is another. */
    const struct at_goal *standing = at_personal_goal(d, goal("standing-three"));
    visit(0, "fr", AT_PLACE0);
    visit(0, "fr", card("chamonix"));
    assert_int_equal(at_progress(d, p, standing, false), 1);
    visit(0, "bl", AT_PLACE0);
    assert_int_equal(at_progress(d, p, standing, false), 2);
}

/* AT-6.2: second colours count, by their option, for public goals alone. */
static void second_colours(void **unused)
{
    static const char *const three[] = {"bo", "fr", "us"}; /* Bolivia's white is a second colour */
    struct vl_score score;
    (void)unused;
    for (uint32_t option = 0; option < 2; option++) {
        first_turn(2, option ? "second_colours=1" : "");
        s.public_goals = 1U << public_goal("three-white");
        for (uint32_t i = 0; i < 3; i++)
            visit(0, three[i], AT_PLACE0);
        assert_int_equal(at_public_progress(d, &s, &s.seat[0], public_goal("three-white")),
                         2 + option);
        at_check_public(d, &s, 0);
        assert_int_equal(vl_count(s.seat[0].public_goals), option);
        /* Personal goal: Bolivia has three main colours and three more. */
        uint32_t bolivia = vl_count(d->country[country("bo")].colours);
        assert_int_equal(bolivia, 3);
        assert_int_equal(at_completed(d, &s, 0, goal("paintbox")), 0);
        struct at_goal many = *at_personal_goal(d, goal("paintbox"));
        assert_int_equal(at_progress(d, &s.seat[0], &many, false), 0);
        /* Bonus: a point for each white flag, France, the United States and Antarctica. */
        at_score(d, &s, &score);
        assert_int_equal(score.detail[0][1], 0);
        visit(0, "aq", card("mount-vinson"));
        uint32_t white = 2 + vl_has(d->country[country("aq")].colours, AT_WHITE);
        at_score(d, &s, &score);
        assert_int_equal(score.detail[0][1], white);
    }
    /* Three flags that have five colours only with their small ones complete nothing. */
    first_turn(2, "second_colours=1");
    uint32_t found = 0;
    for (uint32_t c = 0; c < AT_COUNTRIES && found < 3; c++) {
        const struct at_country *flag = &d->country[c];
        if (vl_count(flag->colours) < 5 &&
            vl_count((uint32_t)flag->colours | flag->second_colours) >= 5) {
            visit(0, at_key(deck, AT_T_COUNTRIES, c), AT_PLACE0);
            found++;
        }
    }
    assert_int_equal(found, 3);
    assert_false(at_completed(d, &s, 0, goal("paintbox")));
    assert_int_equal(at_progress(d, &s.seat[0], at_personal_goal(d, goal("paintbox")), true), 3);
    /* The table in words says so too. */
    struct vl_view view;
    struct vl_text text = {0}, line = {0};
    s.seat[0].goals = vl_bit(goal("paintbox"));
    vl_look(&at_game, d, &s, 0, &view);
    at_show(deck, &view, &text);
    vl_text_addf(&line, "%s 0 of 3.\n", at_goal_text(deck, goal("paintbox")));
    assert_non_null(strstr(vl_text_string(&text), vl_text_string(&line)));
    vl_text_free(&text);
    vl_text_free(&line);
}

/* AT-6.3: six continents, the tiles of 25, 15 and 5; Antarctica may stand for one. */
static void six_continents(void **unused)
{
    static const char *const five[] = {"us", "br", "fr", "ng", "jp"};
    (void)unused;
    first_turn(2, "");
    for (uint32_t i = 0; i < 5; i++)
        visit(0, five[i], AT_PLACE0);
    stand(0, "aq");
    go("explore-place 1");
    settle();
    assert_int_equal(s.seat[0].score_tile, 1);
    assert_int_equal(s.score_tiles, 1);
    struct vl_score score;
    at_score(d, &s, &score);
    assert_true(score.detail[0][5] >= 25);
    static const char *const other[] = {"ca", "ar", "de", "gh", "cn"};
    for (uint32_t i = 0; i < 5; i++)
        visit(1, other[i], AT_PLACE0);
    stand(1, "fj");
    play("end");
    go("explore-place 1");
    settle();
    assert_int_equal(s.seat[1].score_tile, 2);
}

/* AT-7.1 AT-7.2 AT-7.3 AT-7.4 AT-7.5 AT-7.6: World Heritage 2 and History 3: a value of 5; with
 * slots 2, 4 and 5 taken the cube may go to 1, 3 or 6; an event, then a refresh. */
static void blog_example(void **unused)
{
    (void)unused;
    first_turn(4, "");
    stand(0, "uy");
    visit(0, "uy", AT_PLACE0); /* Colonia: history, world heritage */
    rank_first(AT_HISTORY, 3);
    rank_first(AT_WORLD_HERITAGE, 6);
    s.seat[0].covered = (uint16_t)(s.seat[0].covered & ~2U); /* two icons */
    s.seat[1].blog = 2;
    s.seat[2].blog = 4;
    s.seat[3].blog = 5;
    begin();
    assert_int_equal(at_blog_power(d, &s.seat[0]), 2);
    assert_int_equal(at_blog_value(d, &s, 0, 2), 5);
    assert_int_equal(at_blog_value(d, &s, 0, 1), 3); /* the best icon */
    play("blog");
    assert_int_equal(count_kind(AT_ASK_BLOG), 3);
    assert_true(offered("post 1") && offered("post 3") && offered("post 6"));
    uint8_t row[AT_ROW];
    memcpy(row, s.row, sizeof row);
    play("post 6");
    assert_int_equal(at_current(&s).kind, AT_ROLL_EVENT); /* the line after 3 comes first */
    play("event lottery");
    assert_int_equal(at_current(&s).kind, AT_ROLL_FLIP); /* then the row, after 5 */
    for (uint32_t i = 0; i < AT_ROW; i++)
        assert_true(vl_has_in(s.discard, row[i]));
    run();
    assert_int_equal(at_current(&s).kind, AT_ASK_TRAVEL); /* then the reward of slot 6 */
    play("arrive");
    s.main_done = 0;
    refused("blog", "AT-7.1"); /* a card is blogged about once */
    /* Without power there is no post. */
    s.seat[0].blogged = 0;
    assert_true(offered("blog"));
    s.seat[0].disliked = 3; /* blog-1 and blog-2 */
    assert_int_equal(at_blog_power(d, &s.seat[0]), 0);
    assert_false(offered("blog"));
    /* One line of each kind passed twice: two events, one refresh. */
    first_turn(2, "");
    visit(0, "uy", AT_PLACE0);
    s.seat[0].blog = 3;
    rank_first(AT_HISTORY, 0);
    rank_first(AT_WORLD_HERITAGE, 1);
    play("blog");
    play("post 12"); /* lines after 3, 5, 8 and 10 */
    play("event lottery");
    uint32_t flips = 0;
    while (at_current(&s).kind == AT_ROLL_FLIP) {
        at_apply(d, &s, at_sample_chance(d, &s, &rng));
        flips++;
    }
    assert_int_equal(flips, AT_ROW);
    assert_int_equal(at_current(&s).kind, AT_ROLL_EVENT);
    play("event refund");
    assert_int_equal(at_current(&s).kind, AT_ASK_DRAW); /* no second refresh: the reward */
}

/* AT-7.7 AT-7.8: rewards; two goals are drawn and one goes under its pile, known to its seat. */
static void blog_rewards(void **unused)
{
    struct vl_view view;
    (void)unused;
    first_turn(2, "");
    visit(0, "uy", AT_PLACE0);
    s.seat[0].blog = 9;
    s.seat[0].energy = 1;
    play("blog");
    play("post 10");
    play("draw-goal geography");
    run();
    play("draw-goal vexillology");
    run();
    assert_int_equal(vl_count(s.seat[0].goals), 4);
    uint32_t dropped = vl_lowest(s.seat[0].goals);
    char text[64];
    snprintf(text, sizeof text, "drop %s", at_goal_key(deck, dropped));
    play(text);
    assert_int_equal(vl_count(s.seat[0].goals), 3);
    assert_int_equal(s.bottom[0][0], dropped);
    vl_look(&at_game, d, &s, 1, &view);
    assert_int_equal(at_seen(&view)->bottom[0][0], AT_NONE);
    vl_look(&at_game, d, &s, 0, &view);
    assert_int_equal(at_seen(&view)->bottom[0][0], dropped);
    first_turn(2, "");
    visit(0, "uy", AT_PLACE0);
    s.seat[0].blog = 1;
    s.seat[0].energy = 1;
    play("blog");
    play("post 2");
    assert_int_equal(s.seat[0].energy, 3);
    /* Slot 13 teaches a language. */
    first_turn(2, "");
    speak(0, "aroha");
    visit(0, "uy", AT_PLACE0);
    s.seat[0].blog = 12;
    play("blog");
    play("post 13");
    play("learn spanish");
    assert_true(vl_has_in(s.seat[0].learned, language("spanish")));
}

/* AT-7.9 AT-7.10: at slot 20 an experience held three times and on the card is shifted. */
static void blog_to_the_end(void **unused)
{
    (void)unused;
    first_turn(2, "");
    visit(0, "uy", AT_PLACE0); /* history, world heritage */
    s.seat[0].blog = 19;
    rank_first(AT_HISTORY, 10);
    play("blog");
    play("post 20"); /* nothing is held three times: nothing happens */
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN);
    assert_int_equal(s.seat[0].blog, 20);
    first_turn(2, "");
    visit(0, "eg", AT_PLACE0);
    visit(0, "gr", AT_PLACE0);
    visit(0, "it", AT_PLACE0);
    visit(0, "pe", AT_PLACE0);
    visit(0, "uy", AT_PLACE0);
    s.seat[0].blog = 20;
    s.lock = AT_NONE;
    rank_first(AT_WORLD_HERITAGE, 12);
    begin();
    assert_true(s.seat[0].icons[AT_WORLD_HERITAGE] >= 3);
    assert_true(offered("blog"));
    play("blog");
    assert_false(offered("shift world-heritage lock")); /* only moving the lock will not do */
    assert_true(offered("shift world-heritage up-left"));
    play("shift world-heritage up-left");
    assert_int_equal(s.lock, AT_WORLD_HERITAGE);
    assert_int_equal(s.seat[0].blog, 20);
    s.main_done = 0;
    assert_false(offered("blog"));
}

/* AT-8.1 AT-8.2 AT-8.3: rest is free at home and with a friend; power is what lay open before. */
static void work_and_rest(void **unused)
{
    (void)unused;
    first_turn(2, "");
    s.seat[0].energy = 0;
    refused("rest", "AT-8.2"); /* at home: only the full rest */
    go("rest paid");
    assert_int_equal(s.seat[0].money, 24);
    assert_int_equal(s.seat[0].energy, 4);
    first_turn(2, "");
    stand(0, "is");
    s.parties &= ~(1U << row_of(AT_T_PARTY, "sigrun"));
    s.seat[0].friends |= 1U << row_of(AT_T_PARTY, "sigrun");
    go("rest paid");
    assert_int_equal(s.seat[0].money, 24);
    first_turn(2, "");
    stand(0, "fr");
    s.seat[0].money = 0;
    refused("rest paid", "AT-8.3");
    assert_true(offered("rest"));
    refused("work paid", "AT-8.3"); /* nothing lies open right of the line */
    s.seat[0].disliked = 1U << 11;  /* the like of the rest row is covered */
    begin();
    s.seat[0].money = 1;
    assert_false(offered("rest paid"));
}

/* AT-8.6: another personality from three tiles; the third goes back. */
static void another_personality(void **unused)
{
    (void)unused;
    first_turn(2, "");
    visit(0, "uy", AT_PLACE0);
    s.seat[0].blog = 7;
    play("blog");
    play("post 8");
    assert_int_equal(at_current(&s).kind, AT_ASK_TILE);
    uint32_t tile = vl_lowest(s.tiles);
    uint8_t liked = s.seat[0].tile[0], disliked = s.seat[0].tile[1];
    char text[32];
    snprintf(text, sizeof text, "change %s", at_key(deck, AT_T_PERSONALITY, tile));
    play(text);
    assert_int_equal(at_current(&s).kind, AT_ASK_FACES);
    vl_move moves[VL_MAX_MOVES];
    uint32_t count = at_legal_moves(d, &s, moves);
    for (uint32_t i = 0; i < count; i++) {
        struct at_state after = s;
        at_apply(d, &after, moves[i]);
        const struct at_seat *p = &after.seat[0];
        assert_int_equal(at_face(d, p, 0) & at_face(d, p, 1), 0);
        assert_int_equal(vl_count(after.tiles), vl_count(s.tiles) + 1);
        uint32_t all = 1U << liked | 1U << disliked | 1U << tile;
        assert_int_equal(all & ~(1U << p->tile[0] | 1U << p->tile[1]), all & after.tiles);
    }
    first_turn(2, "");
    visit(0, "uy", AT_PLACE0);
    s.seat[0].blog = 7;
    play("blog");
    play("post 8");
    play("change nothing");
    assert_int_equal(at_current(&s).kind, AT_ASK_TURN);
}

/* AT-8.4 AT-8.8: replan: discard, then draw as many from row or pile. */
static void replan(void **unused)
{
    (void)unused;
    first_turn(2, "");
    s.seat[0].likes[AT_ACTION_REPLAN] = 2;
    give(0, "tulum");
    give(0, "chamonix");
    give(0, "ennedi");
    play("replan by likes");
    refused("discard done", "AT-8.8");
    play("discard chamonix");
    play("discard tulum");
    play("discard done");
    run();
    assert_true(vl_has_in(s.discard, card("tulum")));
    assert_int_equal(at_current(&s).a, 2);
    assert_false(offered("take europe"));
    play("take pile");
    run();
    play("take row 2");
    run();
    assert_int_equal(vl_count_in(s.seat[0].hand, AT_CARD_WORDS), 3);
    /* A country card in another hand can be taken by work. */
    first_turn(2, "");
    vl_add_to(s.seat[1].guides, country("fr"));
    play("work");
    play("take europe");
    play("guide fr");
    assert_false(vl_has_in(s.seat[1].guides, country("fr")));
    assert_true(vl_has_in(s.seat[0].guides, country("fr")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explore_twice),
        cmocka_unit_test(price),
        cmocka_unit_test(shift_moves),
        cmocka_unit_test(tamarindo_beach),
        cmocka_unit_test(chamonix),
        cmocka_unit_test(like_turns_dislike),
        cmocka_unit_test(language_by_work),
        cmocka_unit_test(pig_beach),
        cmocka_unit_test(flags),
        cmocka_unit_test(second_colours),
        cmocka_unit_test(six_continents),
        cmocka_unit_test(blog_example),
        cmocka_unit_test(blog_rewards),
        cmocka_unit_test(blog_to_the_end),
        cmocka_unit_test(work_and_rest),
        cmocka_unit_test(another_personality),
        cmocka_unit_test(replan),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
