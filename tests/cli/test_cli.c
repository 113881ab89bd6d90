/* The program as its users meet it: exit status, messages, files, and whole games by pipe. */
#include <ctype.h>
#include <fcntl.h>
#include <jansson.h>
#include <sys/stat.h>

#include "cli/program.h"
#include "core/asset.h"
#include "valise/bot.h"

static char folder[64];

static int make(void **state)
{
    (void)state;
    make_folder(folder, sizeof folder);
    return 0;
}

static int clean(void **state)
{
    (void)state;
    remove_folder(folder);
    return 0;
}

__attribute__((format(printf, 1, 2))) static const char *text(const char *format, ...)
{
    static char buffers[64][1024];
    static int next;
    char *buffer = buffers[next++ % 64];
    va_list args;
    va_start(args, format);
    vsnprintf(buffer, sizeof buffers[0], format, args);
    va_end(args);
    return buffer;
}

static void test_overview(void **state)
{
    (void)state;
    static const char *const names[] = {"play",  "games",  "rules", "sim",   "arena",
                                        "bench", "record", "deck",  "engine"};
    struct ran ran = run("", NULL);
    assert_int_equal(ran.status, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_has(&ran.out, text("valise %s", names[i]));
        expect(text("%s --help", names[i]), NULL, 0, text("valise %s", names[i]));
    }
    int lines = 0;
    for (const char *c = vl_text_string(&ran.out); *c; c++)
        lines += *c == '\n';
    assert_in_range(lines, 5, 24); /* one screen */
    ran_free(&ran);
    expect("--version", NULL, 0, "valise ");
}

/* Wrong usage: status 2, nothing on standard output, and a message that says what to do. */
static void test_wrong_usage(void **state)
{
    (void)state;
    static const struct {
        const char *arguments, *part; /* ID stands for a game */
    } cases[] = {
        {"dance", "no command \"dance\""},
        {"games now", "one word too many"},
        {"games --xml", "no option --xml"},
        {"games --json=1", "takes no value"},
        {"rules", "something is missing"},
        {"rules nowhere", "there is no game \"nowhere\""},
        {"deck", "something is missing"},
        {"deck check", "something is missing"},
        {"deck burn ID", "a deck can be checked"},
        {"deck check nowhere", "there is no game"},
        {"record show", "something is missing"},
        {"record burn x", "shown, verified, replayed or reviewed"},
        {"record show x --deck", "--deck needs a value"},
        {"engine now", "one word too many"},
        {"sim", "something is missing"},
        {"sim nowhere", "there is no game"},
        {"sim ID --games 0", "--games is a number from 1"},
        {"sim ID --games -5", "--games is a number"},
        {"sim ID --games 1e3", "--games is a number"},
        {"sim ID --games", "--games needs a value"},
        {"sim ID --seats 5", "--seats is a number from 1 to 4"},
        {"sim ID --seats 1", "seats, not 1"},
        {"sim ID --seed x", "--seed is a number"},
        {"sim ID --seed 18446744073709551616", "--seed is a number"},
        {"sim ID --threads 0", "--threads is a number"},
        {"sim ID --bots hal", "no bot \"hal\""},
        {"sim ID --bots greedy,", "no bot \"\""},
        {"sim ID --seats 2 --bots random,random,random", "more bots than"},
        {"sim ID --option wind=strong", "no option \"wind\""},
        {"sim ID --option wind", "name=value"},
        {"arena ID", "name at least one bot"},
        {"arena ID greedy hal", "no bot \"hal\""},
        {"arena ID greedy search:20:rollout=sideways", "expected rollout="},
        {"arena ID greedy search:20:noise=-3", "expected rollout="},
        {"arena ID greedy a b c d e f g h i j k l m n o p", "too many"},
        {"arena ID greedy random --test 60", "two shares"},
        {"arena ID greedy random --test 60,40", "two shares"},
        {"arena ID greedy --ladder", "chooses the bots itself"},
        {"bench nowhere", "there is no game"},
        {"bench --deck x", "needs the game"},
        {"play nowhere", "there is no game"},
        {"play ID --seats 9", "--seats is a number"},
        {"play ID --bot hal", "no bot \"hal\""},
        {"play ID --seats 2 --bot random --bot random", "more people and bots"},
        {"play ID --seats 2 --humans 3", "more people than"},
        {"play ID --seed x", "--seed is a number"},
        {"play ID --name \x01", "a name has"},
        {"play ID --name \xff", "a name has"},
        {"play ID --name "
         "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
         "a name has"},
        {"play ID --resume x", "leave \"ID\" out"},
        {"play --resume x --seats 2", "has its seats"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char arguments[256] = "", part[256] = "";
        const char *ids[] = {cases[i].arguments, cases[i].part};
        char *outs[] = {arguments, part};
        for (int n = 0; n < 2; n++) {
            const char *id = strstr(ids[n], "ID");
            if (id)
                snprintf(outs[n], 256, "%.*s%s%s", (int)(id - ids[n]), ids[n], some_game()->id,
                         id + 2);
            else
                snprintf(outs[n], 256, "%s", ids[n]);
        }
        struct ran ran = run(arguments, "");
        if (ran.status != 2)
            fail_msg("valise %s: exit %d, not 2", arguments, ran.status);
        assert_int_equal(ran.out.length, 0);
        assert_has(&ran.err, part);
        assert_has(&ran.err, "valise");
        ran_free(&ran);
    }
}

static void test_games(void **state)
{
    (void)state;
    struct ran ran = run("games --json", NULL);
    json_t *root = json_loads(vl_text_string(&ran.out), 0, NULL);
    const json_t *games = json_object_get(root, "games");
    assert_int_equal(json_array_size(games), vl_game_count());
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const json_t *game = json_array_get(games, i);
        assert_string_equal(json_string_value(json_object_get(game, "id")), vl_game_at(i)->id);
        assert_int_equal(json_integer_value(json_object_get(game, "rules_version")),
                         vl_game_at(i)->rules_version);
        assert_int_equal(json_string_length(json_object_get(game, "deck")), 16);
        expect("games", NULL, 0, vl_game_at(i)->name);
    }
    json_decref(root);
    ran_free(&ran);
}

/* Every clause of every page can be asked for by its number, in either case. */
static void test_rules(void **state)
{
    (void)state;
    uint32_t clauses = 0;
    for (uint32_t i = 0; i < vl_game_count(); i++) {
        const struct vl_game *game = vl_game_at(i);
        const struct vl_asset *page = vl_asset_find(text("docs/rules/%s.md", game->id));
        if (!page) {
            expect(text("rules %s", game->id), NULL, 1, "no rules page yet");
            continue;
        }
        const char *mark = text("**%s-", game->clause);
        for (const char *at = (const char *)page->bytes; (at = strstr(at, mark)); at += 2) {
            char number[16];
            snprintf(number, sizeof number, "%.*s", (int)strcspn(at + 2, "*"), at + 2);
            if (at[2 + strlen(number)] != '*' || clauses++ % 5)
                continue;
            expect(text("rules %s %s", game->id, number), NULL, 0, number);
            const char *bare = strchr(number, '-') + 1;
            expect(text("rules %s %s", game->id, bare), NULL, 0, number);
        }
        expect(text("rules %s", game->id), NULL, 0, game->name);
        expect(text("rules %s 99.9", game->id), NULL, 1, "no clause \"99.9\"");
    }
    assert_true(clauses > 0);
}

static void copy_deck(const struct vl_game *game)
{
    for (uint32_t t = 0; t < game->table_count; t++) {
        const char *name = game->tables[t].name;
        const struct vl_asset *asset = vl_asset_find(text("data/%s/%s.tsv", game->id, name));
        assert_non_null(asset);
        assert_true(vl_file_save(text("%s/%s.tsv", folder, name), (const char *)asset->bytes,
                                 asset->size, NULL));
    }
}

static void test_deck(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < vl_game_count(); i++)
        expect(text("deck check %s", vl_game_at(i)->id), NULL, 0, "is good");
    const struct vl_game *game = some_game();
    struct vl_deck *built_in = vl_deck_open(game, NULL, NULL);
    copy_deck(game);
    expect(text("deck check %s %s", game->id, folder), NULL, 0, built_in->hash);
    expect(text("sim %s --games 5 --deck %s", game->id, folder), NULL, 0, built_in->hash);
    vl_deck_free(built_in);
    expect(text("deck check %s %s/nowhere", game->id, folder), NULL, 1, "nowhere");
    const char *table = game->tables[0].name;
    assert_true(vl_file_save(text("%s/%s.tsv", folder, table), "a\tb\n1\t2\n", 8, NULL));
    expect(text("deck check %s %s", game->id, folder), NULL, 1, text("%s.tsv:1", table));
    expect(text("play %s --deck %s", game->id, folder), "", 1, text("%s.tsv:1", table));
}

/* Same seed, same bytes, whatever the number of threads; wins add up; no progress in a pipe. */
static void test_sim(void **state)
{
    (void)state;
    const struct vl_game *game = some_game();
    const char *line =
        text("sim %s --games 100 --seats %u --seed 9 --json", game->id, game->most_seats);
    struct ran one = run(text("%s --threads 1", line), NULL);
    struct ran five = run(text("%s --threads 5", line), NULL);
    assert_int_equal(one.status, 0);
    assert_string_equal(vl_text_string(&one.out), vl_text_string(&five.out));
    assert_int_equal(one.err.length, 0);
    json_t *root = json_loads(vl_text_string(&one.out), 0, NULL), *seat;
    double wins = 0;
    size_t i;
    assert_int_equal(json_integer_value(json_object_get(root, "games")), 100);
    json_array_foreach(json_object_get(root, "seats"), i, seat)
    {
        double share = json_number_value(json_object_get(seat, "wins"));
        double low = json_number_value(json_object_get(seat, "wins_low"));
        double high = json_number_value(json_object_get(seat, "wins_high"));
        assert_true(low >= 0 && low <= share && share <= high && high <= 1 && low < high);
        wins += share;
    }
    assert_int_equal(i, game->most_seats);
    assert_true(wins > 0.999 && wins < 1.001);
    json_decref(root);
    ran_free(&one);
    ran_free(&five);
    struct ran other = run(text("sim %s --games 100 --seed 10 --bots random", game->id), NULL);
    assert_has(&other.out, "seed 10");
    ran_free(&other);
}

/* Every bot sits in every seat of every deal; the sequential test stops early; threads do not
 * matter. */
static void test_arena(void **state)
{
    (void)state;
    const struct vl_game *game = some_game();
    const char *line = text("arena %s greedy random --deals 400 --test 50,75 --json", game->id);
    struct ran one = run(text("%s --threads 1", line), NULL);
    struct ran three = run(text("%s --threads 3", line), NULL);
    assert_int_equal(one.status, 0);
    assert_string_equal(vl_text_string(&one.out), vl_text_string(&three.out));
    json_t *root = json_loads(vl_text_string(&one.out), 0, NULL);
    json_t *bots = json_object_get(root, "bots");
    double wins = 0, elo = 0;
    assert_string_equal(json_string_value(json_object_get(root, "verdict")), "high");
    assert_true(json_integer_value(json_object_get(root, "deals")) < 400);
    for (size_t i = 0; i < 2; i++) {
        json_t *bot = json_array_get(bots, i);
        wins += json_number_value(json_object_get(json_object_get(bot, "wins"), "mean"));
        elo += json_number_value(json_object_get(bot, "elo"));
    }
    assert_true(wins > 0.999 && wins < 1.001 && elo > -0.01 && elo < 0.01);
    json_decref(root);
    ran_free(&one);
    ran_free(&three);
    /* Two that are alike share the wins. */
    struct ran even = run(text("arena %s random random --deals 20 --json", game->id), NULL);
    root = json_loads(vl_text_string(&even.out), 0, NULL);
    json_t *first = json_array_get(json_object_get(root, "bots"), 0);
    double share = json_number_value(json_object_get(json_object_get(first, "wins"), "mean"));
    assert_true(share > 0.2 && share < 0.8);
    json_t *luck = json_object_get(root, "luck");
    double parts = json_number_value(json_object_get(luck, "deal")) +
                   json_number_value(json_object_get(luck, "skill")) +
                   json_number_value(json_object_get(luck, "rest"));
    assert_true(parts > 0.999 && parts < 1.001);
    json_decref(root);
    ran_free(&even);
}

/* More bots than seats: each has one game at each seat of every deal, wins add up, Elo has the
 * order of strength, threads do not matter. */
static void test_arena_set(void **state)
{
    (void)state;
    const char *line = text(
        "arena %s random tourist commuter traveller --seats 2 --deals 24 --json", some_game()->id);
    struct ran one = run(text("%s --threads 1", line), NULL);
    struct ran three = run(text("%s --threads 3", line), NULL);
    assert_int_equal(one.status, 0);
    assert_string_equal(vl_text_string(&one.out), vl_text_string(&three.out));
    json_t *root = json_loads(vl_text_string(&one.out), 0, NULL);
    json_t *bots = json_object_get(root, "bots");
    double wins = 0, last = -1e9;
    assert_int_equal(json_integer_value(json_object_get(root, "games")), 24 * 4);
    for (size_t i = 0; i < 4; i++) {
        json_t *bot = json_array_get(bots, i);
        double elo = json_number_value(json_object_get(bot, "elo"));
        wins += json_number_value(json_object_get(json_object_get(bot, "wins"), "mean"));
        assert_true(elo > last);
        assert_true(json_number_value(json_object_get(bot, "elo_low")) < elo);
        last = elo;
    }
    assert_true(wins > 1.999 && wins < 2.001); /* of four bots at two seats */
    json_decref(root);
    ran_free(&one);
    ran_free(&three);
}

static void test_bench_bots(void **state)
{
    (void)state;
    struct ran ran = run(text("bench %s --bots --json", some_game()->id), NULL);
    json_t *root = json_loads(vl_text_string(&ran.out), 0, NULL);
    json_t *first = json_array_get(json_object_get(root, "bench"), 0);
    double shares = json_number_value(json_object_get(first, "share_determinize")) +
                    json_number_value(json_object_get(first, "share_tree")) +
                    json_number_value(json_object_get(first, "share_rollout"));
    assert_int_equal(ran.status, 0);
    assert_true(json_number_value(json_object_get(first, "iterations_per_second")) > 0);
    assert_true(json_number_value(json_object_get(first, "bytes_per_node")) > 0);
    assert_true(shares > 0.999 && shares < 1.001);
    json_decref(root);
    ran_free(&ran);
}

static void test_bench(void **state)
{
    (void)state;
    static const char *const keys[] = {"draws_per_move_list",
                                       "draws_per_move_pick",
                                       "draws_per_move_playout",
                                       "draws_per_determinize",
                                       "draw_ns",
                                       "ns_per_move",
                                       "moves_per_second",
                                       "games_per_second",
                                       "state_bytes"};
    const struct vl_game *game = some_game();
    struct ran ran = run(text("bench %s --json", game->id), NULL);
    json_t *root = json_loads(vl_text_string(&ran.out), 0, NULL);
    const json_t *bench = json_object_get(root, "bench");
    assert_int_equal(json_array_size(bench), game->most_seats - game->least_seats + 1);
    for (size_t i = 0; i < json_array_size(bench); i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            assert_true(json_number_value(json_object_get(json_array_get(bench, i), keys[k])) > 0);
    json_decref(root);
    ran_free(&ran);
}

static void test_engine_pipe(void **state)
{
    (void)state;
    struct vl_text input = {0};
    vl_text_add(&input, "new nowhere\r\n\n");
    for (int i = 0; i < 3000000; i++)
        vl_text_char(&input, 'x');
    vl_text_add_bytes(&input, "\n\x00\x01\xff\n", 5);
    vl_text_addf(&input, "new %s seats=2 seed=1\nhash",
                 some_game()->id); /* no newline at the end */
    struct ran ran = run_bytes("engine", input.data, input.length);
    assert_int_equal(ran.status, 0);
    static const char *const parts[] = {"there is no game", "empty",  "longer than",
                                        "not valid UTF-8",  "to_act", "\"hash\""};
    char *rest = ran.out.data;
    for (int i = 0; i < 6; i++) {
        const char *line = strsep(&rest, "\n");
        assert_non_null(line);
        if (!strstr(line, parts[i]))
            fail_msg("\"%s\" is not in: %s", parts[i], line);
    }
    assert_string_equal(rest, "");
    ran_free(&ran);
    vl_text_free(&input);
    expect("engine", "quit\nhash\n", 0, "{\"ok\":true}\n");
}

/* ---- Playing ---- */

static char *repeat(const char *line, int times)
{
    size_t length = strlen(line);
    char *all = malloc(length * (size_t)times + 1);
    assert_non_null(all);
    for (int i = 0; i < times; i++)
        memcpy(all + length * (size_t)i, line, length);
    all[length * (size_t)times] = '\0';
    return all;
}

/* The last move of the list each time ends a game as surely as any other. */
static void test_play_whole_game(void **state)
{
    (void)state;
    const struct vl_game *game = some_game();
    char *ones = repeat("1\n", 5000);
    const char *path = text("%s/match.txt", folder);
    struct ran ran = run(text("play %s --seed 5 --save %s", game->id, path), ones);
    assert_int_equal(ran.status, 0);
    assert_has(&ran.out, "The game is over.");
    assert_has(&ran.out, "first: ");
    assert_has(&ran.out, text("The record is saved in %s.", path));
    assert_has_not(&ran.out, "\033"); /* no colour in a pipe */
    assert_has_not(&ran.out, "{0}");
    assert_int_equal(ran.err.length, 0);
    expect(text("record verify %s", path), NULL, 0, "result: as recorded");
    expect(text("record replay %s", path), NULL, 0, "The match is over.");
    expect(text("record show %s", path), NULL, 0, "chance: from seed 5");
    expect(text("play --resume %s", path), "", 1, "the game is over");
    ran_free(&ran);
    free(ones);
}

/* Save, leave, go on: the same game as without leaving. */
static void test_resume(void **state)
{
    (void)state;
    const char *id = some_game()->id;
    const char *whole = text("%s/whole.txt", folder), *parted = text("%s/parted.txt", folder);
    struct vl_text a = {0}, b = {0};
    char *ones = repeat("1\n", 5000);
    struct ran ran = run(text("play %s --seed 8 --save %s", id, whole), ones);
    ran_free(&ran);
    expect(text("play %s --seed 8", id), text("1\n1\n1\n1\nsave %s\nquit\n", parted), 0,
           "Saved in");
    expect(text("record verify %s", parted), NULL, 0, "match: not over");
    expect(text("play --resume %s", parted), "1\n1\n1\n", 0, "resumed after");
    ran = run(text("play --resume %s", parted), ones);
    assert_has(&ran.out, "The game is over.");
    ran_free(&ran);
    assert_true(vl_file_read(whole, MAX_OUTPUT, &a, NULL));
    assert_true(vl_file_read(parted, MAX_OUTPUT, &b, NULL));
    assert_string_equal(vl_text_string(&a), vl_text_string(&b));
    vl_text_free(&a);
    vl_text_free(&b);
    free(ones);
}

/* A seat that the game plays itself is called what the game calls it, and nobody else's. */
static void test_own_seat(void **state)
{
    (void)state;
    char option[80];
    const struct vl_game *game = game_with_own_seat(option, sizeof option);
    assert_non_null(game);
    struct vl_setup setup;
    assert_true(vl_setup_init(game, game->least_seats, &setup, NULL));
    assert_true(vl_setup_option(game, &setup, option, NULL));
    uint32_t seat = 0, people = setup.seats - vl_own_seats(game, &setup);
    while (!vl_own_seat(game, &setup, seat))
        seat++;
    const char *name = vl_own_seat(game, &setup, seat);
    const char *path = text("%s/own.txt", folder);
    /* Without a word about bots they are there, and no bot is. */
    struct ran ran = run(text("play %s --humans %u --seed 5 --option %s", game->id, people, option),
                         text("1\nsave %s\nquit\n", path));
    assert_int_equal(ran.status, 0);
    assert_has(&ran.out, text("%s, %u seats.", game->name, setup.seats));
    assert_has(&ran.out, text("\n%s", name));
    for (uint32_t i = 0; i < vl_bot_count(); i++)
        assert_has_not(&ran.out, text("%c%s", toupper((unsigned char)vl_bot_at(i)->name[0]),
                                      vl_bot_at(i)->name + 1));
    ran_free(&ran);
    expect(text("record show %s", path), NULL, 0, name);
    expect(text("play --resume %s", path), "1\nquit\n", 0, "resumed after");
    expect(text("play --resume %s --bot greedy", path), "", 2, "there are more bots than");
    /* A bot that is asked for gets a seat of its own, or the program says that there is none. */
    expect(text("play %s --humans %u --bot greedy --seed 5 --option %s", game->id, people, option),
           "quit\n", 0, text("%u seats.", setup.seats + 1));
    expect(text("play %s --seats %u --humans %u --bot greedy --option %s", game->id, setup.seats,
                people, option),
           "", 2, text("of the %u the game plays %u itself", setup.seats, setup.seats - people));
    expect(text("sim %s --games 2 --bots random --option %s", game->id, option), NULL, 0,
           text("seat %u, %s: wins", seat + 1, name));
    expect(text("arena %s greedy random --deals 2 --option %s", game->id, option), NULL, 2,
           text("%s plays seat %u, so bots cannot be compared there", name, seat + 1));
}

static void test_sealed(void **state)
{
    (void)state;
    const char *path = text("%s/sealed.txt", folder);
    char *ones = repeat("1\n", 5000);
    struct ran ran = run(text("play %s --save %s", some_game()->id, path), ones);
    assert_has(&ran.out, "The deal is sealed");
    ran_free(&ran);
    free(ones);
    expect(text("record verify %s", path), NULL, 0, "secret: revealed, as committed to");
    struct vl_text record = {0};
    assert_true(vl_file_read(path, MAX_OUTPUT, &record, NULL));
    /* Another secret. */
    char *secret = strstr(record.data, "\nsecret ") + 8;
    *secret = *secret == '0' ? '1' : '0';
    assert_true(vl_file_save(path, record.data, record.length, NULL));
    expect(text("record verify %s", path), NULL, 1, "not the one that was committed to");
    vl_text_free(&record);
}

static void test_bad_records(void **state)
{
    (void)state;
    const char *path = text("%s/record.txt", folder);
    expect(text("record show %s", path), NULL, 1, "cannot open");
    assert_true(vl_file_save(path, "valise record 1\ngame x\n", 23, NULL));
    expect(text("record show %s", path), NULL, 1, "line 3: the record ends too early");
    expect(text("play --resume %s", path), "", 1, "line 3: the record ends too early");
    static const char unknown[] = "valise record 1\ngame nowhere\nrules 1\ndeck 0123456789abcdef\n"
                                  "seats 2\nchance unsealed\nmoves 1\n0 walk\nhash "
                                  "0123456789abcdef\n";
    assert_true(vl_file_save(path, unknown, sizeof unknown - 1, NULL));
    expect(text("record show %s", path), NULL, 0, "Seat 1: walk");
    expect(text("record replay %s", path), NULL, 1, "does not have the game \"nowhere\"");
    expect("record show -", unknown, 0, "game: nowhere");
    struct vl_text other = {0}; /* a game that is here, and a deck that is not */
    const char *id = some_game()->id;
    vl_text_addf(&other,
                 "valise record 1\ngame %s\nrules %u\ndeck 0123456789abcdef\nseats 2\n"
                 "chance unsealed\nmoves 0\nhash 0123456789abcdef\n",
                 id, some_game()->rules_version);
    expect("record verify -", vl_text_string(&other), 1, "give its folder with --deck");
    vl_text_free(&other);
    vl_text_addf(&other,
                 "valise record 1\ngame %s\nrules 999999\ndeck 0123456789abcdef\nseats 2\n"
                 "chance unsealed\nmoves 0\nhash 0123456789abcdef\n",
                 id);
    expect("record replay -", vl_text_string(&other), 1, "rules version 999999");
    vl_text_free(&other);
}

static void test_play_words(void **state)
{
    (void)state;
    const char *id = some_game()->id;
    struct ran ran = run(text("play %s --seed 2 --name Ann --seats 3 --bot random", id),
                         "help\nmoves\nmoves zzzz\ntable\nlog\nlog 3\nlog x\nhint\nscore\nundo\n"
                         "rules 1.1\nrules 99.9\nsave\nsave /nowhere/x\n9999\nflibbertigibbet\n"
                         "1,,1\n1,\nquit\n");
    static const char *const parts[] = {"Moves with commas",
                                        "\n  none\n",
                                        "how many lines?",
                                        ", because ",
                                        "% to win, ",
                                        "  Ann: ",
                                        "no move of this turn to take back",
                                        "-1.1",
                                        "no clause \"99.9\"",
                                        "Where to? save FILE",
                                        "Not saved: cannot write /nowhere/x",
                                        "numbered from 1 to",
                                        "Not played: ",
                                        "missing beside a comma",
                                        "Random 3",
                                        "The game was not saved."};
    assert_int_equal(ran.status, 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_has(&ran.out, parts[i]);
    ran_free(&ran);
    expect(text("play %s --humans 0 --seats 2", id), "", 0, "The game is over.");
}

/* An output that cannot be written is a failed job. */
static void test_full_disk(void **state)
{
    (void)state;
    FILE *pipe = popen(VALISE_PROGRAM " games >/dev/full 2>&1", "r");
    assert_non_null(pipe);
    int status = pclose(pipe);
    assert_int_equal(WEXITSTATUS(status), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overview),
        cmocka_unit_test(test_wrong_usage),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_rules),
        cmocka_unit_test_setup_teardown(test_deck, make, clean),
        cmocka_unit_test(test_sim),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_arena_set),
        cmocka_unit_test(test_bench_bots),
        cmocka_unit_test(test_bench),
        cmocka_unit_test(test_engine_pipe),
        cmocka_unit_test_setup_teardown(test_play_whole_game, make, clean),
        cmocka_unit_test_setup_teardown(test_resume, make, clean),
        cmocka_unit_test_setup_teardown(test_own_seat, make, clean),
        cmocka_unit_test_setup_teardown(test_sealed, make, clean),
        cmocka_unit_test_setup_teardown(test_bad_records, make, clean),
        cmocka_unit_test(test_play_words),
        cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
