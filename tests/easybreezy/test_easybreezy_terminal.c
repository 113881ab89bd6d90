/* Easy Breezy in the terminal: what undo takes back, and what it does not. */
#include "cli/program.h"

static void test_undo(void **state)
{
    (void)state;
    expect("play easybreezy --seed 5", "reorganize\nundo\nrecruit 1\n", 0,
           "Taken back: reorganize");
    expect("play easybreezy --seed 5", "recruit 1\nundo\n", 0, "something was drawn since");
    expect("play easybreezy --seed 5", "undo\n", 0, "There is no move of this turn to take back");
}

/* All of a line is played or nothing. */
static void test_all_or_nothing(void **state)
{
    (void)state;
    struct ran ran = run("play easybreezy --seed 5", "reorganize, lay nobody\nmoves recruit\n");
    assert_has(&ran.out, "Not played: there is no passenger \"nobody\"");
    assert_has(&ran.out, "moves recruit\n   1  recruit 1: ");
    ran_free(&ran);
    ran = run("play easybreezy --seed 5", "recruit 1, recruit 2\nmoves recruit\n");
    assert_has(&ran.out, "play up to there first");
    assert_has(&ran.out, "moves recruit\n   1  recruit 1: ");
    ran_free(&ran);
}

/* A whole departure in one line, its passengers in any order, the verb said once. */
static void test_departure_in_one_line(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "depart new-york, board edwin, nephew, greta\n",
        "depart new-york\nboard nephew edwin greta\n",
        "depart new-york\nnephew\nedwin\ngreta\n",
        "depart new-york\nboard edwin\nboard nephew\nboard greta\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char input[256];
        snprintf(input, sizeof input, "recruit edwin\nrecruit nephew\n%s", lines[i]);
        expect("play easybreezy --seed 1 --name Ann", input, 0,
               "Ann sent 3 to New York by train at $3: $6, one rode free.");
    }
}

/* The table, the refusal with its clause, the clause itself, a card by its key. */
static void test_words(void **state)
{
    (void)state;
    struct ran ran = run("play easybreezy --seed 5", "depart chicago\nrules 4.4\nrules silas\n");
    static const char *const parts[] = {"Ticker\n",    "Queue (", "hidden\n", "(you)\n",
                                        "(EB-4.4).\n", "EB-4.4 ", "Silas"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_has(&ran.out, parts[i]);
    ran_free(&ran);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_all_or_nothing),
        cmocka_unit_test(test_departure_in_one_line),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
