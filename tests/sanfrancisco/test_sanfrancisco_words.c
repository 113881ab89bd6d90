/*
 * San Francisco in words: the prompt names what can be done and nothing else, the log tells what
 * happened as far as its reader may know, and numbers agree with their nouns.
 */
#include "table.h"

static void says(int seat, const char *expected)
{
    struct vl_view view;
    struct vl_text text = {0};
    vl_look(&sf_game, d, &s, seat, &view);
    sf_prompt(deck, &view, &text);
    assert_string_equal(vl_text_string(&text), expected);
    vl_text_free(&text);
}

/* The last line that a move gave one who looks from this seat. */
static void tells(int seat, const char *move, const char *expected)
{
    struct sf_state then = s;
    struct vl_view before, after, open;
    struct vl_line line = {0};
    vl_move played;
    vl_look(&sf_game, d, &s, VL_OPEN, &open);
    if (!sf_parse_move(deck, &open, move, &played, &err))
        fail_msg("%s: %s", move, err.message);
    assert_true(vl_is_legal(&sf_game, d, &s, played));
    sf_apply(d, &then, played);
    vl_look(&sf_game, d, &s, seat, &before);
    vl_look(&sf_game, d, &then, seat, &after);
    sf_narrate(deck, &before, sf_redact_move(d, &s, played, seat), &after, &line);
    assert_string_equal(line.text, expected);
}

static void shows(int seat, const char *expected)
{
    struct vl_view view;
    struct vl_text text = {0};
    vl_look(&sf_game, d, &s, seat, &view);
    sf_show(deck, &view, &text);
    if (!strstr(vl_text_string(&text), expected))
        fail_msg("no \"%s\" in\n%s", expected, vl_text_string(&text));
    vl_text_free(&text);
}

/* Why the seat to move might do this. */
static void explains(const char *move, const char *expected)
{
    struct vl_view view;
    struct vl_text text = {0};
    vl_move played;
    vl_look(&sf_game, d, &s, s.seat, &view);
    if (!sf_parse_move(deck, &view, move, &played, &err))
        fail_msg("%s: %s", move, err.message);
    sf_explain(deck, &view, played, &text);
    assert_string_equal(vl_text_string(&text), expected);
    vl_text_free(&text);
}

/* SF-2.1, SF-2.2: the prompt offers an action only while it is possible. */
static void test_prompt(void **unused)
{
    (void)unused;
    position(2);
    says(0, "Draw cards or tickets");
    says(1, "Draw cards or tickets");
    hand(0, "red");
    says(0, "Draw cards, claim a route, or draw tickets");
    says(1, "Draw cards, claim a route, or draw tickets");
    s.cars[0] = 0; /* the cards are of no use without cars */
    says(0, "Draw cards or tickets");
    says(1, "Draw cards or tickets");
    position(2);
    hand(0, "red");
    s.tickets[1] = s.ticket_deck & ~(1U << 7);
    s.ticket_deck = 1U << 7;
    says(0, "Draw cards, claim a route, or draw the last ticket");
    s.tickets[1] |= s.ticket_deck;
    s.ticket_deck = 0;
    says(0, "Draw cards or claim a route");
    position(2);
    row("");
    s.hand[1] = s.drawn[1] = s.deck;
    s.deck = 0;
    says(0, "Draw tickets");
    s.tickets[1] = s.ticket_deck;
    s.ticket_deck = 0;
    says(0, "Nothing can be done: pass");
}

/* SF-3.2, SF-3.4: where the second card can come from. */
static void test_second_prompt(void **unused)
{
    (void)unused;
    position(2);
    s.phase = SF_SECOND;
    says(0, "Take a second card, from the row or the deck");
    row("ferry ferry");
    says(0, "Take a second card from the deck");
    row("ferry ferry red");
    s.hand[1] = s.drawn[1] = s.deck;
    s.deck = 0;
    says(0, "Take a second card from the row");
}

/* SF-4.1, SF-5.1, SF-6.4, SF-7.1: a claim is told with its token, its tickets and the end. */
static void test_claim_line(void **unused)
{
    (void)unused;
    position(3);
    hand(0, "black");
    tells(0, "claim embarcadero-chinatown black 1",
          "{0} claimed The Embarcadero - Chinatown with 1 black: 1 point. It brought a clock tower "
          "token.");
    owns(0, "chinatown-pacific");
    holds(0, "pacific-embarcadero");
    tells(0, "claim embarcadero-chinatown black 1",
          "{0} claimed The Embarcadero - Chinatown with 1 black: 1 point. It brought a clock tower "
          "token. It completed Pacific Heights - The Embarcadero (4).");
    tells(1, "claim embarcadero-chinatown black 1",
          "{0} claimed The Embarcadero - Chinatown with 1 black: 1 point. It brought a clock tower "
          "token.");
    s.tokens[0] = (uint8_t)(1U << s.symbol[place("embarcadero")]);
    s.cars[0] = 2;
    tells(
        1, "claim embarcadero-chinatown black 1",
        "{0} claimed The Embarcadero - Chinatown with 1 black: 1 point. 1 car left: one more turn "
        "for everybody.");
    s.cars[0] = 1;
    tells(1, "claim embarcadero-chinatown black 1",
          "{0} claimed The Embarcadero - Chinatown with 1 black: 1 point. No car left: one more "
          "turn for everybody.");
}

/* SF-1.8, SF-3.1, SF-3.5, SF-3.6: cards and shuffles; others do not hear what was drawn unseen. */
static void test_card_lines(void **unused)
{
    (void)unused;
    position(2);
    row("orange ferry ferry blue red");
    tells(1, "take orange", "{0} took an orange card from the row.");
    s.phase = SF_BLIND;
    s.next = SF_TURN;
    tells(0, "card ferry", "{0} drew a ferry from the deck.");
    tells(1, "card ferry", "{0} drew a card from the deck.");
    deck_is("red");
    tells(0, "card red",
          "{0} drew a red card from the deck. The discards were shuffled into a new deck.");
    position(2);
    row("ferry ferry blue red");
    s.phase = SF_FLIP;
    s.next = SF_TURN;
    tells(1, "card orange", "An orange card was turned up.");
    tells(1, "card ferry", "A ferry was turned up: three ferries, and the row was wiped.");
    s.phase = SF_FIRST;
    tells(0, "start 1", "{1} starts.");
}

/* SF-1.8, SF-7.2, SF-8.1: the table names the starter, and counts tickets for their owner alone. */
static void test_table(void **unused)
{
    (void)unused;
    position(2);
    s.first = 1;
    owns(0, "park-sunset");
    holds(0, "goldengate-potrero");
    shows(0, "{0}  1 point (-9 with the tickets as they stand), 19 cars, 1 ticket  (you)");
    shows(0, "{1}  0 points, 20 cars, 0 tickets  (starter)");
    shows(1, "{0}  1 point, 19 cars, 1 ticket\n");
    shows(1, "  (you, starter)");
    shows(1, "Tokens: lighthouse at Alcatraz (2), ");
    shows(1, "clock tower at The Embarcadero (2)");
    deck_is("red");
    shows(1, "Deck:   1 card, discards: ");
}

/* SF-6.1: of two tickets only one promises more, and a ticket says what it takes. */
static void test_keep_reasons(void **unused)
{
    (void)unused;
    position(2);
    s.phase = SF_KEEP;
    s.offer[0] = 1U << ticket("goldengate-potrero") | 1U << ticket("goldengate-pacific");
    explains("keep goldengate-potrero",
             "it takes 10 more spaces for 10 points and promises more than the other");
    explains("keep goldengate-pacific",
             "it takes 4 more spaces for 4 points; the other promises more");
    explains("keep goldengate-pacific goldengate-potrero", "one network can serve both");
    owns(0, "goldengate-presidio.a");
    owns(0, "presidio-pacific.a");
    explains("keep goldengate-pacific", "it is completed already; the other promises more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prompt),     cmocka_unit_test(test_second_prompt),
        cmocka_unit_test(test_claim_line), cmocka_unit_test(test_card_lines),
        cmocka_unit_test(test_table),      cmocka_unit_test(test_keep_reasons),
    };
    return cmocka_run_group_tests(tests, open_table, close_deck);
}
