/* The engine protocol: every command, every error, junk, and whole games through it. */
#include <jansson.h>

#include "cli/program.h"
#include "cli/protocol.h"
#include "core/utf8.h"
#include "valise/match.h"

static struct vl_engine *engine;
static bool going;

static int start(void **state)
{
    (void)state;
    engine = vl_engine_new();
    return 0;
}

static int stop(void **state)
{
    (void)state;
    vl_engine_free(engine);
    return 0;
}

/* Sends bytes; the answer must be one line, one object, with a good "ok". */
static json_t *send_bytes(const char *line, size_t size)
{
    struct vl_text answer = {0};
    going = vl_engine_line(engine, line, size, &answer);
    assert_null(strchr(vl_text_string(&answer), '\n'));
    assert_int_equal(vl_utf8_check(vl_text_string(&answer), answer.length), answer.length);
    json_t *root = json_loads(vl_text_string(&answer), JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(root) || !json_is_boolean(json_object_get(root, "ok")))
        fail_msg("not an answer: %s", vl_text_string(&answer));
    if (json_is_false(json_object_get(root, "ok"))) {
        assert_int_equal(json_object_size(root), 3);
        assert_true(json_string_length(json_object_get(root, "error")) > 0);
        assert_true(json_is_string(json_object_get(root, "clause")));
    }
    vl_text_free(&answer);
    return root;
}

__attribute__((format(printf, 1, 2))) static json_t *send(const char *format, ...)
{
    struct vl_text line = {0};
    char *text;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    assert_true(length >= 0);
    vl_text_add_bytes(&line, text, (size_t)length);
    json_t *root = send_bytes(vl_text_string(&line), line.length);
    vl_text_free(&line);
    free(text);
    return root;
}

/* The answer is good and has exactly these members besides "ok". */
static json_t *good(json_t *root, const char *members)
{
    char copy[128], *rest = copy;
    size_t count = 1;
    if (!json_is_true(json_object_get(root, "ok")))
        fail_msg("refused: %s", json_string_value(json_object_get(root, "error")));
    snprintf(copy, sizeof copy, "%s", members);
    for (char *word; (word = strsep(&rest, " "));) {
        if (!*word)
            continue;
        count++;
        if (!json_object_get(root, word))
            fail_msg("\"%s\" is missing", word);
    }
    assert_int_equal(json_object_size(root), count);
    return root;
}

static void bad(json_t *root, const char *part)
{
    const char *error = json_string_value(json_object_get(root, "error"));
    if (!error || !strstr(error, part))
        fail_msg("expected an error with \"%s\", not \"%s\"", part, error ? error : "success");
    json_decref(root);
}

static long long number(const json_t *root, const char *key)
{
    const json_t *value = json_object_get(root, key);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static void copy_hash(char *hash)
{
    json_t *root = good(send("hash"), "hash");
    snprintf(hash, 17, "%s", json_string_value(json_object_get(root, "hash")));
    assert_int_equal(strspn(hash, "0123456789abcdef"), 16);
    json_decref(root);
}

/* ---- Errors ---- */

static void test_before_a_match(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "legal", "play x", "chance", "state",      "view 0", "facts 0", "load {}",
        "score", "record", "hash",   "bot random", "hint",   "undo",    "determinize 0 seed=1"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        bad(send("%s", lines[i]), "no match yet");
    bad(send("%s", ""), "empty");
    bad(send("  \t "), "empty");
    bad(send("dance"), "no command \"dance\"");
    bad(send("NEW"), "no command");
    assert_true(going);
}

static void test_bad_new(void **state)
{
    (void)state;
    const struct vl_game *game = some_game();
    bad(send("new"), "which game?");
    bad(send("new nowhere"), "no game \"nowhere\"");
    bad(send("new %s seats=9", game->id), "seats is a number from 1 to 4");
    bad(send("new %s seats=two", game->id), "seats is a number");
    bad(send("new %s seats=1", game->id), "seats, not 1");
    bad(send("new %s seed=-1", game->id), "seed is a number");
    bad(send("new %s seed=18446744073709551616", game->id), "seed is a number");
    bad(send("new %s seed=", game->id), "seed is a number");
    bad(send("new %s chance=fair", game->id), "chance is manual");
    bad(send("new %s wind=strong", game->id), "no option");
    bad(send("new %s wind", game->id), "name=value");
    bad(send("new %s a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1", game->id), "too many");
    bad(send("new %s deck=/nowhere", game->id), "nowhere");
    bad(send("legal"), "no match yet");
}

static void test_bad_words(void **state)
{
    (void)state;
    char before[17], after[17];
    json_decref(good(send("new %s seats=2 seed=1", some_game()->id), "to_act applied"));
    copy_hash(before);
    bad(send("legal now"), "too many");
    bad(send("state 1"), "too many");
    bad(send("score me"), "too many");
    bad(send("record now"), "too many");
    bad(send("hash now"), "too many");
    bad(send("undo 2"), "too many");
    bad(send("quit now"), "too many");
    bad(send("undo"), "nothing to undo");
    bad(send("play"), "which move?");
    bad(send("chance"), "no chance move is pending");
    bad(send("view"), "a seat is missing");
    bad(send("view 2"), "a seat is 0 to 1");
    bad(send("view -1"), "a seat is 0 to 1");
    bad(send("view me"), "a seat is 0 to 1");
    bad(send("view 0 1"), "too many");
    bad(send("facts"), "a seat is missing");
    bad(send("determinize"), "a seat is missing");
    bad(send("determinize 0"), "seed is missing");
    bad(send("determinize 0 seed=x"), "seed is a number");
    bad(send("determinize 0 seed=1 x"), "too many");
    bad(send("bot"), "which bot?");
    bad(send("bot hal"), "no bot \"hal\"");
    bad(send("bot random:wild"), "takes nothing");
    bad(send("bot greedy:wild"), "no style");
    bad(send("bot greedy depth=3"), "expected iterations");
    bad(send("bot greedy iterations=0"), "iterations is a number");
    bad(send("bot greedy ms=0"), "ms is a number");
    bad(send("bot greedy ms=1 iterations=1"), "not both");
    bad(send("bot greedy seed=x"), "seed is a number");
    bad(send("load"), "which state?");
    bad(send("load {"), "not JSON");
    bad(send("load []"), "a JSON object");
    bad(send("load {}"), "");
    bad(send("load {\"seats\":2,\"seats\":2}"), "not JSON");
    bad(send("load {\"seats\":3}"), "2 seats, the state 3");
    copy_hash(after);
    assert_string_equal(before, after);
    /* A failed new keeps the match. */
    bad(send("new nowhere"), "no game");
    copy_hash(after);
    assert_string_equal(before, after);
}

static void test_junk(void **state)
{
    (void)state;
    struct vl_rng rng;
    vl_rng_seed(&rng, 7, 0, VL_STREAM_LOOKS);
    json_decref(good(send("new %s seats=2 seed=1", some_game()->id), "to_act applied"));
    bad(send_bytes("legal\0legal", 11), "byte 6");
    bad(send_bytes("\xff\xfe\x00", 3), "byte 1");
    bad(send_bytes("play \xc3", 6), "byte 6");
    /* The quotation of a long word may not end in the middle of a character. */
    bad(send("play \xe2\x82\xac%0100d", 1), "");
    for (int i = 35; i < 45; i++) {
        json_decref(send("play %0*d\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", i, 1));
        json_decref(send("%0*d\xe2\x82\xac\xe2\x82\xac", i, 1));
    }
    struct vl_text line = {0};
    vl_text_add(&line, "load ");
    while (line.length <= VL_ENGINE_LONGEST_LINE)
        vl_text_char(&line, '[');
    bad(send_bytes(vl_text_string(&line), line.length), "longer than");
    bad(send_bytes(vl_text_string(&line), line.length - 2), "not JSON");
    for (int i = 0; i < 2000; i++) {
        static const char *const heads[] = {"",        "play ", "load ", "new ",
                                            "chance ", "view ", "bot "};
        vl_text_clear(&line);
        vl_text_add(&line, heads[vl_rng_below(&rng, 7)]);
        for (uint32_t n = vl_rng_below(&rng, 60); n > 0; n--)
            vl_text_char(&line, (char)vl_rng_below(&rng, i % 2 ? 256 : 128));
        json_decref(send_bytes(vl_text_string(&line), line.length));
        assert_true(going || strncmp(vl_text_string(&line), "quit", 4) == 0);
    }
    vl_text_free(&line);
}

/* ---- Games ---- */

/* A random legal move, as text; NULL when the game is over. */
static char *random_move(struct vl_rng *rng, long long *to_act)
{
    json_t *root = good(send("legal"), "to_act moves");
    const json_t *moves = json_object_get(root, "moves");
    size_t count = json_array_size(moves);
    char *text = NULL;
    *to_act = number(root, "to_act");
    assert_int_equal(count == 0, *to_act == VL_OVER);
    if (count) {
        const json_t *move = json_array_get(moves, vl_rng_below(rng, (uint32_t)count));
        assert_int_equal(json_object_size(move), 2);
        assert_true(json_array_size(json_object_get(move, "targets")) > 0);
        text = strdup(json_string_value(json_object_get(move, "text")));
    }
    json_decref(root);
    return text;
}

static void check_score(uint32_t seats, bool over)
{
    json_t *root = good(send("score"), "over scores ranks detail");
    assert_int_equal(json_is_true(json_object_get(root, "over")), over);
    assert_int_equal(json_array_size(json_object_get(root, "scores")), seats);
    assert_int_equal(json_array_size(json_object_get(root, "ranks")), seats);
    assert_int_equal(json_array_size(json_object_get(root, "detail")), seats);
    for (uint32_t seat = 0; over && seat < seats; seat++) {
        long long sum = 0;
        const char *key;
        json_t *value;
        json_object_foreach(json_array_get(json_object_get(root, "detail"), seat), key, value)
            sum += json_integer_value(value);
        assert_int_equal(sum,
                         json_integer_value(json_array_get(json_object_get(root, "scores"), seat)));
    }
    json_decref(root);
}

static void check_record(const struct vl_game *game)
{
    struct vl_error err = {0};
    struct vl_verdict verdict;
    json_t *root = good(send("record"), "record");
    const char *text = json_string_value(json_object_get(root, "record"));
    struct vl_record *record = vl_record_parse(text, strlen(text), &err);
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    assert_true(record && deck);
    assert_true(vl_record_verify(game, deck, record, &verdict, &err));
    assert_true(verdict.fair);
    vl_record_free(record);
    vl_deck_free(deck);
    json_decref(root);
}

/* state, load and hash: the same position comes back; undo after a move too. */
static void check_undo(const char *move)
{
    char before[17], after[17];
    copy_hash(before);
    json_decref(good(send("play %s", move), "to_act applied"));
    json_decref(good(send("undo"), "to_act"));
    copy_hash(after);
    assert_string_equal(before, after);
}

static void check_bot(long long to_act)
{
    static const char *const bots[] = {"random", "greedy"};
    for (int i = 0; i < 2; i++) {
        json_t *root = good(send("bot %s seed=%d", bots[i], i), "move candidates");
        const char *move = json_string_value(json_object_get(root, "move"));
        assert_true(json_array_size(json_object_get(root, "candidates")) > 0);
        json_t *legal = send("legal");
        bool found = false;
        json_t *entry;
        size_t n;
        json_array_foreach(json_object_get(legal, "moves"), n, entry) found |=
            strcmp(json_string_value(json_object_get(entry, "text")), move) == 0;
        assert_true(found);
        assert_int_equal(number(legal, "to_act"), to_act);
        json_decref(legal);
        json_decref(root);
    }
}

/* A hint says of every move what it does, why, and what to expect of it. */
static void test_hint(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        json_decref(good(send("new %s seed=3", game->id), "to_act applied"));
        json_t *root = good(send("hint iterations=40 seed=2"), "bot move candidates"), *entry;
        json_t *again = good(send("hint iterations=40 seed=2"), "bot move candidates");
        size_t n;
        double visits = 0;
        assert_true(json_equal(root, again));
        json_array_foreach(json_object_get(root, "candidates"), n, entry)
        {
            assert_true(json_string_value(json_object_get(entry, "label"))[0]);
            assert_true(json_string_value(json_object_get(entry, "because"))[0]);
            double weight = json_number_value(json_object_get(entry, "weight"));
            double win = json_number_value(json_object_get(entry, "win"));
            if (n > 0 || weight > 1) /* not the only move there is */
                assert_true(weight == 0 || (json_object_get(entry, "points") && win >= 0));
            assert_true(win <= 1);
            visits += weight;
        }
        assert_true(visits > 0);
        json_decref(root);
        json_decref(again);
    }
    bad(send("hint depth=3"), "expected iterations");
    bad(send("hint ms=0"), "ms is a number");
}

static void play_whole(const struct vl_game *game, uint32_t seats, uint64_t seed)
{
    struct vl_rng rng;
    long long to_act = 0;
    char *move;
    uint32_t turn = 0;
    vl_rng_seed(&rng, seed, seats, VL_STREAM_LOOKS);
    json_decref(good(send("new %s seats=%u seed=%llu", game->id, seats, (unsigned long long)seed),
                     "to_act applied"));
    for (; (move = random_move(&rng, &to_act)); turn++) {
        assert_in_range(to_act, 0, seats - 1);
        if (turn % 16 == 0) {
            check_undo(move);
            check_bot(to_act);
            check_score(seats, false);
            json_decref(good(send("view %lld", to_act), "view"));
            json_decref(good(send("view spectator"), "view"));
            json_decref(good(send("facts %lld", to_act), "facts"));
        }
        json_t *root = good(send("play %s", move), "to_act applied");
        const json_t *applied = json_object_get(root, "applied");
        assert_string_equal(json_string_value(json_array_get(applied, 0)), move);
        json_decref(root);
        free(move);
    }
    assert_int_equal(to_act, VL_OVER);
    check_score(seats, true);
    check_record(game);
    bad(send("play pass"), "");
    bad(send("bot greedy"), "over");
}

static void test_whole_games(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        for (uint32_t seats = game->least_seats; seats <= game->most_seats; seats++)
            play_whole(game, seats, 3 + i);
    }
}

/* Chance by hand, every draw left to the seed, is the same game as without. */
static void manual_chance(const struct vl_game *game)
{
    struct vl_rng rng;
    struct vl_text moves = {0};
    char drawn[17], played[17];
    long long to_act;
    char *move;
    vl_rng_seed(&rng, 11, 0, VL_STREAM_LOOKS);
    json_t *root = good(send("new %s seats=2 seed=5 chance=manual", game->id), "to_act applied");
    assert_int_equal(number(root, "to_act"), VL_CHANCE);
    assert_int_equal(json_array_size(json_object_get(root, "applied")), 0);
    json_decref(root);
    bad(send("play done"), "");
    bad(send("bot greedy"), "chance move comes first");
    while ((move = random_move(&rng, &to_act))) {
        if (to_act == VL_CHANCE) {
            root = good(send("chance"), "to_act applied");
            assert_int_equal(json_array_size(json_object_get(root, "applied")), 1);
        } else {
            root = good(send("play %s", move), "to_act applied");
            vl_text_addf(&moves, "play %s\n", move);
        }
        json_decref(root);
        free(move);
    }
    copy_hash(drawn);
    root = send("record");
    assert_non_null(strstr(json_string_value(json_object_get(root, "record")), "chance unsealed"));
    json_decref(root);
    json_decref(good(send("new %s seats=2 seed=5", game->id), "to_act applied"));
    for (char *rest = moves.data, *line; (line = strsep(&rest, "\n")) && *line;)
        json_decref(good(send("%s", line), "to_act applied"));
    copy_hash(played);
    assert_string_equal(drawn, played);
    vl_text_free(&moves);
}

static void given_chance(const struct vl_game *game)
{
    struct vl_rng rng;
    long long to_act;
    char before[17], after[17];
    vl_rng_seed(&rng, 12, 0, VL_STREAM_LOOKS);
    json_decref(send("new %s seats=2 seed=5 chance=manual", game->id));
    copy_hash(before);
    char *move = random_move(&rng, &to_act);
    assert_int_equal(to_act, VL_CHANCE);
    json_t *root = good(send("chance %s", move), "to_act applied");
    const json_t *applied = json_object_get(root, "applied");
    assert_string_equal(json_string_value(json_array_get(applied, 0)), move);
    json_decref(root);
    bad(send("chance nonsense"), "");
    json_decref(good(send("undo"), "to_act"));
    copy_hash(after);
    assert_string_equal(before, after);
    bad(send("undo"), "nothing to undo");
    free(move);
}

static void determinize(const char *seat, uint32_t seed)
{
    json_t *before = send("view %s", seat);
    json_decref(good(send("determinize %s seed=%u", seat, seed), "to_act"));
    json_t *after = send("view %s", seat);
    assert_true(json_equal(before, after));
    json_decref(before);
    json_decref(after);
}

/* What state writes, load sets; what determinize sets, the seat cannot tell from it. */
static void load_and_determinize(const struct vl_game *game)
{
    struct vl_rng rng;
    long long to_act;
    char first[17], later[17], *move;
    vl_rng_seed(&rng, 13, 0, VL_STREAM_LOOKS);
    json_decref(send("new %s seats=2 seed=6", game->id));
    json_t *root = good(send("state"), "state");
    char *json = json_dumps(json_object_get(root, "state"), JSON_COMPACT);
    json_decref(root);
    copy_hash(first);
    for (int i = 0; i < 5 && (move = random_move(&rng, &to_act)); i++) {
        json_decref(send("play %s", move));
        free(move);
    }
    copy_hash(later);
    assert_string_not_equal(first, later);
    json_decref(good(send("load %s", json), "to_act"));
    copy_hash(later);
    assert_string_equal(first, later);
    bad(send("record"), "load or determinize");
    bad(send("undo"), "nothing to undo");
    /* And so at positions throughout a game. */
    json_decref(send("new %s seats=2 seed=7", game->id));
    for (uint32_t turn = 0; (move = random_move(&rng, &to_act)); turn++) {
        if (to_act == VL_CHANCE)
            json_decref(good(send("chance"), "to_act applied"));
        else
            json_decref(good(send("play %s", move), "to_act applied"));
        free(move);
        if (turn % 8 == 0)
            determinize(turn % 16 ? "0" : turn % 24 ? "1" : "spectator", turn);
    }
    free(json);
}

static void test_chance_and_states(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        manual_chance(game);
        given_chance(game);
        load_and_determinize(game);
    }
}

/* A session with a limit searches no more than that, no matter what its lines ask for. */
static void test_limit(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        vl_engine_limit(engine, 64);
        json_decref(send("new %s seats=2 seed=1", vl_game_at(i)->id));
        int tried = 0;
        for (int n = 0; n < 40; n++) {
            json_t *root = send(n % 2 ? "bot search iterations=1000000" : "hint"), *candidate;
            size_t c;
            json_array_foreach(json_object_get(root, "candidates"), c, candidate) tried +=
                (int)json_integer_value(json_object_get(candidate, "weight"));
            assert_true(json_is_true(json_object_get(root, "ok")));
            json_decref(root);
        }
        assert_in_range(tried, 1, 64 + 40);
    }
}

static void test_quit(void **state)
{
    (void)state;
    json_decref(good(send("quit"), ""));
    assert_false(going);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_before_a_match, start, stop),
        cmocka_unit_test_setup_teardown(test_hint, start, stop),
        cmocka_unit_test_setup_teardown(test_bad_new, start, stop),
        cmocka_unit_test_setup_teardown(test_bad_words, start, stop),
        cmocka_unit_test_setup_teardown(test_junk, start, stop),
        cmocka_unit_test_setup_teardown(test_whole_games, start, stop),
        cmocka_unit_test_setup_teardown(test_chance_and_states, start, stop),
        cmocka_unit_test_setup_teardown(test_limit, start, stop),
        cmocka_unit_test_setup_teardown(test_quit, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
