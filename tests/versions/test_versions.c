/*
 * Versions of the rules: a match and its record keep the version they were made with, also under a
 * program that has a newer one. The table, records, and the program in the terminal.
 */
#include "cli/program.h"

#include "conformance.h"
#include "valise/match.h"
#include "versions/luggage.h"

static struct vl_deck *deck;
static char folder[64];

static int open_deck(void **state)
{
    struct vl_error err = {0};
    (void)state;
    deck = vl_deck_open(&luggage_game, NULL, &err);
    make_folder(folder, sizeof folder);
    return deck ? 0 : -1;
}

static int close_deck(void **state)
{
    (void)state;
    vl_deck_free(deck);
    remove_folder(folder);
    return 0;
}

static struct vl_record *read_golden(const char *name, char *path, size_t size)
{
    struct vl_text text = {0};
    struct vl_error err = {0};
    snprintf(path, size, "%s/golden/template/%s", VALISE_SOURCE_DIR "/tests", name);
    assert_true(vl_file_read(path, MAX_OUTPUT, &text, &err));
    struct vl_record *record = vl_record_parse(vl_text_string(&text), text.length, &err);
    assert_non_null(record);
    vl_text_free(&text);
    return record;
}

static struct vl_match *begin(const struct vl_game *game, uint32_t rules, uint64_t seed)
{
    struct vl_setup setup;
    struct vl_error err = {0};
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = seed};
    assert_true(vl_setup_init(game, 2, &setup, &err));
    if (rules)
        setup.rules = rules;
    struct vl_match *match = vl_match_new(game, deck, &setup, &chance, false, &err);
    assert_non_null(match);
    return match;
}

/* The seats hand in the lowest tags they have: as many as `a_turn`. */
static void play_out(struct vl_match *match, uint32_t a_turn)
{
    struct vl_error err = {0};
    while (vl_match_to_act(match) >= 0) {
        vl_move moves[VL_MAX_MOVES];
        const struct tp_state *s = vl_match_state(match);
        bool done = (uint32_t)__builtin_popcountll(s->giving) == a_turn;
        uint32_t count = luggage_game.legal_moves(deck->data, s, moves);
        assert_true(count > 0);
        assert_true(vl_match_play(match, done ? VL_MOVE(TP_DONE, 0) : moves[0], &err));
    }
}

static bool verify(const struct vl_game *game, const struct vl_record *record, struct vl_error *err)
{
    struct vl_verdict verdict;
    *err = (struct vl_error){0};
    return vl_record_verify(game, deck, record, &verdict, err) && verdict.fair;
}

static void refuses(const struct vl_game *game, const struct vl_record *record, const char *part)
{
    struct vl_error err;
    assert_false(verify(game, record, &err));
    if (!strstr(err.message, part))
        fail_msg("\"%s\" is not in \"%s\"", part, err.message);
}

/* ---- Records ---- */

static void test_first_records_hold(void **state)
{
    static const char *const names[] = {"v1-2-greedy.record", "v1-2-random.record",
                                        "v1-3-greedy.record", "v1-3-random.record",
                                        "v1-4-greedy.record", "v1-4-random.record"};
    char path[512];
    struct vl_error err;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct vl_record *record = read_golden(names[i], path, sizeof path);
        if (!verify(&luggage_game, record, &err))
            fail_msg("%s: %s", names[i], err.message);
        struct vl_match *match = vl_match_from_record(&luggage_game, deck, record, &err);
        assert_non_null(match);
        assert_int_equal(vl_match_setup(match)->rules, 1);
        struct vl_record *again = vl_match_record(match, true);
        assert_int_equal(again->rules_version, 1);
        assert_memory_equal(again->points, record->points, sizeof record->points);
        assert_true(again->hash == record->hash);
        vl_record_free(again);
        vl_match_free(match);
        vl_record_free(record);
    }
}

static void test_the_version_decides(void **state)
{
    struct vl_error err;
    (void)state;
    struct vl_match *second = begin(&luggage_game, 0, 7);
    play_out(second, 1);
    struct vl_record *record = vl_match_record(second, true);
    assert_int_equal(record->rules_version, 2);
    assert_true(verify(&luggage_game, record, &err));
    assert_true(verify(&luggage_game_2, record, &err));
    /* One tag a turn is legal in both versions, but not worth the same. */
    struct vl_match *first = begin(&luggage_game, 1, 7);
    play_out(first, 1);
    struct vl_record *old = vl_match_record(first, true);
    assert_int_equal(old->rules_version, 1);
    assert_true(verify(&tp_game, old, &err));
    assert_int_equal(old->move_count, record->move_count);
    const struct tp_deck *d = deck->data;
    for (uint32_t seat = 0; seat < 2; seat++) {
        int32_t heaviest = 0;
        const struct tp_state *s = vl_match_state(second);
        for (uint32_t tag = 0; tag < TP_TAGS; tag++)
            if (s->given[seat] >> tag & 1 && d->weight[tag] > heaviest)
                heaviest = d->weight[tag];
        assert_int_equal(record->points[seat], old->points[seat] + heaviest);
    }
    old->rules_version = 2;
    refuses(&luggage_game, old, "points");
    vl_record_free(record);
    vl_match_free(second);
    /* Two tags a turn are legal in version 1 only. */
    vl_record_free(old);
    vl_match_free(first);
    first = begin(&luggage_game, 1, 7);
    play_out(first, 2);
    old = vl_match_record(first, true);
    assert_true(verify(&luggage_game, old, &err));
    old->rules_version = 2;
    refuses(&luggage_game, old, "one tag is the most");
    vl_record_free(old);
    vl_match_free(first);
}

static void test_versions_that_are_not_there(void **state)
{
    char path[512];
    static const uint32_t some[] = {1, 3, 0};
    struct vl_game gap = luggage_game;
    struct vl_error err = {0};
    (void)state;
    struct vl_record *record = read_golden("v1-2-greedy.record", path, sizeof path);
    refuses(&luggage_game_2, record,
            "rules version 1 of Lost Luggage; this program supports version 2");
    record->rules_version = 3;
    refuses(&luggage_game, record,
            "rules version 3 of Lost Luggage; this program supports versions 1 and 2");
    gap.rules_version = 4;
    gap.older_rules = some; /* version 2 was dropped, and the one before it stays */
    record->rules_version = 2;
    refuses(&gap, record,
            "rules version 2 of Lost Luggage; this program supports versions 1, 3 "
            "and 4");
    vl_record_free(record);
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED};
    assert_true(vl_setup_init(&luggage_game, 2, &setup, &err));
    assert_int_equal(setup.rules, 2);
    setup.rules = 3;
    assert_null(vl_match_new(&luggage_game, deck, &setup, &chance, false, &err));
    assert_int_equal(err.code, VL_REFUSED);
}

/* ---- Matches that come from others ---- */

static void test_a_fork_keeps_the_version(void **state)
{
    struct vl_error err = {0};
    (void)state;
    struct vl_match *match = begin(&luggage_game, 1, 11);
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 12};
    struct vl_match *fork = vl_match_fork(match, vl_match_position(match), 0, &chance, &err);
    assert_non_null(fork);
    assert_int_equal(vl_match_setup(fork)->rules, 1);
    play_out(fork, 2);
    struct vl_record *record = vl_match_record(fork, true);
    assert_int_equal(record->rules_version, 1);
    assert_true(verify(&luggage_game, record, &err));
    assert_true(verify(&tp_game, record, &err)); /* as the program of that time would say */
    record->rules_version = 2;
    refuses(&luggage_game, record, "the record has rules version 2, its state version 1");
    vl_record_free(record);
    vl_match_free(fork);
    vl_match_free(match);
}

static void test_a_loaded_state_brings_its_version(void **state)
{
    struct vl_error err = {0};
    (void)state;
    struct vl_match *first = begin(&luggage_game, 1, 5), *second = begin(&luggage_game, 0, 6);
    assert_true(vl_match_load(second, vl_match_state(first), &err));
    assert_int_equal(vl_match_setup(second)->rules, 1);
    struct tp_state unknown = *(const struct tp_state *)vl_match_state(first);
    unknown.zero[0] = 2;
    assert_false(vl_match_load(second, &unknown, &err));
    assert_non_null(strstr(err.message, "version"));
    struct vl_game only = luggage_game;
    only.older_rules = NULL;
    struct vl_match *match = begin(&only, 0, 6);
    assert_false(vl_match_load(match, vl_match_state(first), &err));
    assert_non_null(strstr(err.message, "this program supports version 2"));
    vl_match_free(match);
    vl_match_free(first);
    vl_match_free(second);
}

static void test_both_versions_conform(void **state)
{
    (void)state;
    for (uint32_t i = 0; vl_rules_at(&luggage_game, i); i++) {
        for (uint32_t seats = 2; seats <= 4; seats++) {
            struct vl_text report = {0};
            struct conformance_plan plan = {&luggage_game, deck, {0}, 1, 40, 12, true};
            assert_true(vl_setup_init(&luggage_game, seats, &plan.setup, NULL));
            plan.setup.rules = vl_rules_at(&luggage_game, i);
            if (!conformance_run(&plan, &report))
                fail_msg("%s", vl_text_string(&report));
            vl_text_free(&report);
        }
    }
}

/* The suite sees a state that forgets its version, and a list that makes no sense. */
static void forgets(const void *data, const struct vl_setup *setup, void *state)
{
    luggage_game.start(data, setup, state);
    ((struct tp_state *)state)->zero[0] = 0;
}

static void must_fail(const struct vl_game *game, const char *reason)
{
    struct vl_text report = {0};
    struct conformance_plan plan = {game, deck, {0}, 1, 2, 12, false};
    assert_true(vl_setup_init(game, 2, &plan.setup, NULL));
    assert_false(conformance_run(&plan, &report));
    assert_has(&report, reason);
    vl_text_free(&report);
}

static void test_the_suite_sees_versions(void **state)
{
    static const uint32_t same[] = {2, 0};
    struct vl_game game = luggage_game;
    (void)state;
    game.start = forgets;
    must_fail(&game, "the state has rules version 1");
    game = luggage_game;
    game.older_rules = same;
    must_fail(&game, "rules version 2 is listed after 2");
    game = luggage_game;
    game.rules_of = NULL;
    must_fail(&game, "the game has older_rules and no rules_of");
}

/* ---- The program ---- */

static void test_the_program_reads_old_records(void **state)
{
    char path[512], saved[128], again[128], command[700];
    (void)state;
    vl_record_free(read_golden("v1-2-greedy.record", path, sizeof path));
    program_path = VALISE_BOTH;
    snprintf(command, sizeof command, "record verify %s", path);
    expect(command, NULL, 0, "result: as recorded");
    program_path = VALISE_SECOND;
    expect(command, NULL, 1, "rules version 1 of Lost Luggage; this program supports version 2");
    snprintf(command, sizeof command, "record show %s", path);
    expect(command, NULL, 0, "game: template, rules version 1");
    program_path = VALISE_BOTH;
    snprintf(command, sizeof command, "record replay %s", path);
    expect(command, NULL, 0, "Lost Luggage, 2 seats, rules version 1\n");
    /* A game saved by the first edition, resumed by the next, with two tags a turn. */
    snprintf(saved, sizeof saved, "%s/saved", folder);
    snprintf(again, sizeof again, "%s/again", folder);
    program_path = VALISE_FIRST;
    snprintf(command, sizeof command, "save %s\nquit\n", saved);
    expect("play template --seed 3 --humans 2", command, 0, "Lost Luggage");
    program_path = VALISE_BOTH;
    char input[200];
    snprintf(input, sizeof input, "1\n1\ndone\nsave %s\nquit\n", again);
    snprintf(command, sizeof command, "play --resume %s", saved);
    expect(command, input, 0, "It goes on under rules version 1");
    struct vl_text text = {0};
    assert_true(vl_file_read(again, MAX_OUTPUT, &text, NULL));
    assert_has(&text, "\nrules 1\n");
    const char *give = strstr(vl_text_string(&text), "\n0 give ");
    assert_non_null(give);
    assert_non_null(strstr(give + 1, "\n0 give "));
    vl_text_free(&text);
    snprintf(command, sizeof command, "record verify %s", again);
    expect(command, NULL, 0, "result: as recorded");
    program_path = VALISE_FIRST;
    expect(command, NULL, 0, "result: as recorded");
}

static void test_the_program_lists_versions(void **state)
{
    (void)state;
    program_path = VALISE_BOTH;
    expect("games", NULL, 0, ", rules version 2 (old matches: 1), deck ");
    expect("games --json", NULL, 0, "\"rules_version\":2,\"rules_versions\":[1,2]");
    program_path = VALISE_FIRST;
    expect("games", NULL, 0, ", rules version 1, deck ");
    expect("games --json", NULL, 0, "\"rules_version\":1,\"rules_versions\":[1]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_records_hold),
        cmocka_unit_test(test_the_version_decides),
        cmocka_unit_test(test_versions_that_are_not_there),
        cmocka_unit_test(test_a_fork_keeps_the_version),
        cmocka_unit_test(test_a_loaded_state_brings_its_version),
        cmocka_unit_test(test_both_versions_conform),
        cmocka_unit_test(test_the_suite_sees_versions),
        cmocka_unit_test(test_the_program_reads_old_records),
        cmocka_unit_test(test_the_program_lists_versions),
    };
    return cmocka_run_group_tests(tests, open_deck, close_deck);
}
