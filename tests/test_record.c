/* Records: written, parsed, and every malformed line refused with its number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "valise/match.h"

extern const struct vl_game tp_game;

#define HEX64 "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define HEAD "valise record 1\ngame template\nrules 1\ndeck 0123456789abcdef\nseats 2\n"
#define TAIL "points 3 -4\nranks 1 2\nhash 00000000000000ff\n"

static struct vl_record *parse(const char *text, struct vl_error *err)
{
    *err = (struct vl_error){0};
    return vl_record_parse(text, strlen(text), err);
}

static void refuses(const char *text, const char *where, const char *message)
{
    struct vl_error err;
    struct vl_record *record = parse(text, &err);
    assert_null(record);
    assert_string_equal(err.where, where);
    assert_string_equal(err.message, message);
    assert_int_equal(err.code, VL_BAD_INPUT);
}

static void same_when_written(const char *text)
{
    struct vl_error err;
    struct vl_text out = {0};
    struct vl_record *record = parse(text, &err);
    if (!record)
        fail_msg("%s: %s", err.where, err.message);
    vl_record_write(record, &out);
    assert_string_equal(vl_text_string(&out), text);
    vl_text_free(&out);
    vl_record_free(record);
}

static void test_every_line(void **unused)
{
    struct vl_error err;
    static const char text[] =
        HEAD "option deck=small\noption x=y\nname 0 Ada Lovelace\nname 1 Zoë\nchance sealed " HEX64
             "\nnonce 1 " HEX64 "\nmoves 2\n* deal amber\n1 give oak\nsecret " HEX64 "\n" TAIL;
    (void)unused;
    same_when_written(text);
    struct vl_record *record = parse(text, &err);
    assert_string_equal(record->game, "template");
    assert_int_equal(record->rules_version, 1);
    assert_int_equal(record->seats, 2);
    assert_string_equal(record->deck_hash, "0123456789abcdef");
    assert_int_equal(record->option_count, 2);
    assert_string_equal(record->options[1], "x=y");
    assert_string_equal(record->names[0], "Ada Lovelace");
    assert_true(record->chance.seal.has_nonce[1] && !record->chance.seal.has_nonce[0]);
    assert_true(record->chance.seal.revealed);
    assert_int_equal(record->chance.seal.secret[31], 31);
    assert_int_equal(record->move_count, 2);
    assert_int_equal(record->actors[0], VL_CHANCE);
    assert_int_equal(record->actors[1], 1);
    assert_string_equal(record->moves[1], "give oak");
    assert_true(record->over);
    assert_int_equal(record->points[1], -4);
    assert_int_equal(record->ranks[1], 2);
    assert_true(record->hash == 0xff);
    vl_record_free(record);
}

/* A mark says which moves a bot made in the place of a seat's owner. */
static void test_minded_moves(void **unused)
{
    struct vl_error err;
    static const char text[] =
        HEAD "chance unsealed\nmoves 3\n* deal amber\n1~ give oak\n1 done\nhash 00000000000000ff\n";
    (void)unused;
    same_when_written(text);
    struct vl_record *record = parse(text, &err);
    assert_int_equal(record->actors[1], 1);
    assert_string_equal(record->moves[1], "give oak");
    assert_true(record->minded[1]);
    assert_false(record->minded[0] || record->minded[2]);
    vl_record_free(record);
    refuses(HEAD "chance unsealed\nmoves 1\n*~ deal amber\nhash 00000000000000ff\n", "line 8",
            "expected \"* MOVE\" or \"SEAT MOVE\", found \"*~ deal amber\"");
    refuses(HEAD "chance unsealed\nmoves 1\n1~deal\nhash 00000000000000ff\n", "line 8",
            "expected \"* MOVE\" or \"SEAT MOVE\", found \"1~deal\"");
}

static void test_other_forms(void **unused)
{
    (void)unused;
    same_when_written(HEAD "chance unsealed\nmoves 0\nhash 00000000000000ff\n");
    same_when_written(HEAD "chance seed 18446744073709551615\nmoves 0\nhash 00000000000000ff\n");
    same_when_written(HEAD "chance sealed " HEX64 "\nmoves 0\n" TAIL);
}

#define HEAD2 "valise record 2\ngame template\nrules 1\ndeck 0123456789abcdef\nseats 2\n"

#define HEAD4 "valise record 4\ngame template\nrules 1\ndeck 0123456789abcdef\nseats 2\n"

#define HEAD3 "valise record 3\ngame template\nrules 1\ndeck 0123456789abcdef\nseats 2\n"

/* A record that goes on from a position of another match. */
static void test_starts(void **unused)
{
    struct vl_error err;
    struct vl_text text = {0}, out = {0};
    (void)unused;
    same_when_written(HEAD2 "chance seed 1\nfrom 1 17\nstate {}\nmoves 0\nhash 00000000000000ff\n");
    same_when_written(HEAD2
                      "chance seed 1\nfrom open 0\nstate {}\nmoves 0\nhash 00000000000000ff\n");
    same_when_written(
        HEAD2 "chance seed 1\nfrom spectator 3\nstate {}\nmoves 0\nhash 00000000000000ff\n");
    /* Version 3 says null or "?" in its state. */
    same_when_written(HEAD3 "chance seed 1\nfrom 1 17\nstate {\"a\":null}\nmoves 0\n"
                            "hash 00000000000000ff\n");
    same_when_written(HEAD3 "chance seed 1\nfrom 1 17\nstate {\"a\":[\"?\"]}\nmoves 0\n"
                            "hash 00000000000000ff\n");
    /* A long state stands in pieces, none of which cuts a character. */
    struct vl_record *record =
        parse(HEAD2 "chance seed 1\nfrom 1 17\nstate {\"a\nstate \":1}\nmoves 0\nhash "
                    "00000000000000ff\n",
              &err);
    assert_non_null(record);
    assert_string_equal(record->start.state, "{\"a\":1}");
    assert_int_equal(record->start.viewer, 1);
    assert_int_equal(record->start.position, 17);
    free(record->start.state);
    vl_text_add(&text, "{\"");
    for (int i = 0; i < 700; i++)
        vl_text_add(&text, "aÈ");
    vl_text_add(&text, "\"}");
    record->start.state = strdup(vl_text_string(&text));
    vl_record_write(record, &out);
    vl_record_free(record);
    record = parse(vl_text_string(&out), &err);
    assert_non_null(record);
    assert_string_equal(record->start.state, vl_text_string(&text));
    vl_record_free(record);
    vl_text_free(&text);
    vl_text_free(&out);

    refuses(HEAD "from 1 17\n", "line 6", "expected option, name, chance, found \"from 1 17\"");
    refuses(HEAD2 "chance seed 1\nmoves 0\n", "line 7",
            "a record of version 2 has \"from\" and \"state\" before its moves");
    refuses(HEAD3 "chance seed 1\nmoves 0\n", "line 7",
            "a record of version 3 has \"from\" and \"state\" before its moves");
    refuses(HEAD2 "chance seed 1\nfrom 1 2\nmoves 0\n", "line 8",
            "a record of version 2 has \"from\" and \"state\" before its moves");
    refuses(HEAD2 "state {}\n", "line 6", "a state without \"from\" before it");
    refuses(HEAD2 "from 1 2\nfrom 1 2\n", "line 7", "a second \"from\"");
    refuses(HEAD2 "from nobody 2\n", "line 6",
            "expected \"from SEAT N\", \"from spectator N\" or \"from open N\"");
    refuses(HEAD2 "from 1 x\n", "line 6", "expected a number from 0 to 1048576, found \"x\"");
    refuses(HEAD2 "from 4 1\n", "line 6", "expected a number from 0 to 3, found \"4 1\"");
    refuses(HEAD2 "from 3 1\nstate {}\nchance seed 1\nmoves 0\n", "line 9",
            "\"from\" names seat 3, and there are 2");
}

/* A start that is no position of the game is refused when it is replayed. */
static void test_starts_are_checked(void **unused)
{
    static const struct {
        const char *state, *where, *message;
    } bad[] = {
        {"{", "state", "not JSON"},
        {"[]", "state", "a state is a JSON object"},
        {"{}", NULL, ""},
    };
    struct vl_error err = {0};
    struct vl_deck *deck = vl_deck_open(&tp_game, NULL, &err);
    (void)unused;
    assert_non_null(deck);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct vl_record *record = parse(
            HEAD2 "chance seed 1\nfrom open 0\nstate {}\nmoves 0\nhash 00000000000000ff\n", &err);
        free(record->start.state);
        record->start.state = strdup(bad[i].state);
        snprintf(record->deck_hash, sizeof record->deck_hash, "%s", deck->hash);
        assert_null(vl_match_from_record(&tp_game, deck, record, &err));
        assert_true(err.message[0]);
        if (bad[i].where)
            assert_string_equal(err.where, bad[i].where);
        assert_non_null(strstr(err.message, bad[i].message));
        vl_record_free(record);
    }
    vl_deck_free(deck);
}

/* Several records in one file: lines count through. */
static void test_files_of_records(void **unused)
{
    static const char one[] = HEAD "chance seed 1\nmoves 1\n0 give oak\nhash 00000000000000ff\n";
    struct vl_text text = {0};
    struct vl_error err = {0};
    (void)unused;
    vl_text_add(&text, one);
    vl_text_add(&text, one);
    struct vl_record_file file = {.bytes = text.data, .size = text.length};
    struct vl_record *record = vl_record_next(&file, &err);
    assert_non_null(record);
    assert_int_equal(record->line, 8);
    assert_int_equal(file.line, 9);
    vl_record_free(record);
    record = vl_record_next(&file, &err);
    assert_non_null(record);
    assert_int_equal(record->line, 17);
    assert_int_equal(file.size, 0);
    vl_record_free(record);
    vl_text_add(&text, "nonsense\n");
    file = (struct vl_record_file){.bytes = text.data, .size = text.length};
    vl_record_free(vl_record_next(&file, &err));
    vl_record_free(vl_record_next(&file, &err));
    assert_null(vl_record_next(&file, &err));
    assert_string_equal(err.where, "line 19");
    vl_text_clear(&text);
    vl_text_add(&text, "valise record 1\n\xff\n");
    file = (struct vl_record_file){.bytes = text.data, .size = text.length};
    assert_null(vl_record_next(&file, &err));
    assert_string_equal(err.where, "line 2");
    vl_text_free(&text);
}

static void test_bad_headers(void **unused)
{
    (void)unused;
    refuses("", "line 1", "the record ends too early");
    refuses("valise record 1", "line 1", "the last line does not end");
    refuses("valise record 1\r\n", "line 1",
            "the line ends in CR and LF; lines of a record end in LF alone");
    refuses("valise record 5\n", "line 1",
            "expected \"valise record 1\", 2, 3 or 4, found \"valise record 5\"");
    refuses("valise record 1\nrules 1\n", "line 2", "expected \"game ...\", found \"rules 1\"");
    refuses("valise record 1\ngame \n", "line 2", "expected \"game ...\", found \"game \"");
    refuses("valise record 1\ngame a-name-that-is-longer-than-it-may-be\n", "line 2",
            "the name of the game is too long");
    refuses("valise record 1\ngame x\nrules 0\n", "line 3",
            "expected a number from 1 to 1000000, found \"0\"");
    refuses("valise record 1\ngame x\nrules 1 2\n", "line 3", "expected one number, found \"1 2\"");
    refuses("valise record 1\ngame x\nrules one\n", "line 3",
            "expected a number from 1 to 1000000, found \"one\"");
    refuses("valise record 1\ngame x\nrules  1\n", "line 3",
            "expected a number from 1 to 1000000, found \" 1\"");
    refuses("valise record 1\ngame x\nrules 1\ndeck 0123\n", "line 4",
            "expected 16 hex digits, found \"0123\"");
    refuses("valise record 1\ngame x\nrules 1\ndeck 0123456789ABCDEF\n", "line 4",
            "expected 16 hex digits, found \"0123456789ABCDEF\"");
    refuses("valise record 1\ngame x\nrules 1\ndeck 0123456789abcdef\nseats 5\n", "line 5",
            "expected a number from 1 to 4, found \"5\"");
}

/* Version 4 says how the seats came to their nonces. */
static void test_pledges(void **unused)
{
    struct vl_error err;
    static const char text[] = HEAD4 "chance sealed " HEX64 "\nrestarts 2\npledge 1 " HEX64
                                     "\nwithout 0\nnonce 1 " HEX64 "\nmoves 0\n" TAIL;
    (void)unused;
    same_when_written(text);
    struct vl_record *record = parse(text, &err);
    const struct vl_seal *seal = &record->chance.seal;
    assert_int_equal(seal->restarts, 2);
    assert_true(seal->without[0] && !seal->without[1]);
    assert_true(seal->has_pledge[1] && !seal->has_pledge[0]);
    assert_int_equal(seal->pledge[1][31], 31);
    vl_record_free(record);
    refuses(HEAD "chance sealed " HEX64 "\npledge 1 " HEX64 "\n", "line 7",
            "expected option, name, nonce or moves, found \"pledge 1 "
            "000102030405060708090a0b0c0d0e0\"");
    refuses(HEAD4 "chance sealed " HEX64 "\nmoves 0\n", "line 7",
            "a record of version 4 has \"pledge\", \"without\" or \"restarts\"");
    refuses(HEAD4 "chance seed 1\nwithout 1\n", "line 7", "\"without\" without a seal");
    refuses(HEAD4 "chance sealed " HEX64 "\nwithout 2\n", "line 7",
            "expected a number from 0 to 1, found \"2\"");
    refuses(HEAD4 "chance sealed " HEX64 "\nwithout 1\nwithout 1\n", "line 8",
            "a second \"without\" of seat 1");
    refuses(HEAD4 "chance sealed " HEX64 "\nrestarts 0\n", "line 7",
            "expected a number from 1 to 1000000, found \"0\"");
    refuses(HEAD4 "chance sealed " HEX64 "\nrestarts 1\nrestarts 1\n", "line 8",
            "a second \"restarts\"");
    refuses(HEAD4 "chance sealed " HEX64 "\npledge 1 12\n", "line 7", "expected 64 hex digits");
    refuses(HEAD4 "chance sealed " HEX64 "\npledge 1 " HEX64 "\npledge 1 " HEX64 "\n", "line 8",
            "a second pledge of seat 1");
    refuses(HEAD4 "chance sealed " HEX64 "\nwithout 1\nfrom 0 3\nmoves 0\n", "line 9",
            "a record of version 4 has \"from\" and \"state\" before its moves");
}

static void test_bad_setup(void **unused)
{
    char text[1200];
    (void)unused;
    refuses(HEAD "moves 0\n", "line 6", "expected option, name, chance, found \"moves 0\"");
    refuses(HEAD "chance seed 1\nchance seed 2\n", "line 7",
            "expected option, name, nonce or moves, found \"chance seed 2\"");
    refuses(HEAD "chance maybe\n", "line 6",
            "chance is \"sealed\", \"seed\" or \"unsealed\", not \"maybe\"");
    refuses(HEAD "chance seed -1\n", "line 6", "expected a seed, found \"-1\"");
    refuses(HEAD "chance seed 18446744073709551616\n", "line 6",
            "expected a seed, found \"18446744073709551616\"");
    refuses(HEAD "chance sealed 00\n", "line 6", "expected 64 hex digits");
    refuses(HEAD "chance sealed g" HEX64 "\n", "line 6", "expected 64 hex digits");
    refuses(HEAD "name 2 Eve\n", "line 6", "expected a number from 0 to 1, found \"2 Eve\"");
    refuses(HEAD "name 0 \xe2\x80\xae"
                 "Eve\n",
            "line 6",
            "the name of seat 0 is empty, too long or has characters that cannot be shown");
    refuses(HEAD "nonce 0 " HEX64 "\n", "line 6", "a nonce without a seal");
    refuses(HEAD "chance sealed " HEX64 "\nnonce 0 12\n", "line 7", "expected 64 hex digits");
    snprintf(text, sizeof text, HEAD "name 0 %0*d\n", VL_NAME_SIZE, 1);
    refuses(text, "line 6",
            "the name of seat 0 is empty, too long or has characters that cannot be shown");
    snprintf(text, sizeof text, HEAD "option x=%0*d\n", 70, 1);
    refuses(text, "line 6", "too many options, or one that is too long");
    snprintf(text, sizeof text, HEAD "option x=%0*d\n", 600, 1);
    refuses(text, "line 6", "the line is longer than 511 bytes");
}

static void test_bad_moves(void **unused)
{
    (void)unused;
    refuses(HEAD "chance seed 1\nmoves -1\n", "line 7",
            "expected a number from 0 to 1048576, found \"-1\"");
    refuses(HEAD "chance seed 1\nmoves 1 more\n", "line 7",
            "expected one number, found \"1 more\"");
    refuses(HEAD "chance seed 1\nmoves 1\n", "line 8", "the record ends too early");
    refuses(HEAD "chance seed 1\nmoves 1\n2 give oak\n", "line 8",
            "expected \"* MOVE\" or \"SEAT MOVE\", found \"2 give oak\"");
    refuses(HEAD "chance seed 1\nmoves 1\n/ give oak\n", "line 8",
            "expected \"* MOVE\" or \"SEAT MOVE\", found \"/ give oak\"");
    refuses(HEAD "chance seed 1\nmoves 1\n0\n", "line 8",
            "expected \"* MOVE\" or \"SEAT MOVE\", found \"0\"");
    refuses(HEAD "chance seed 1\nmoves 1\n0 \n", "line 8",
            "expected \"* MOVE\" or \"SEAT MOVE\", found \"0 \"");
    refuses(HEAD "chance seed 1\nmoves 1\n\n", "line 8",
            "expected \"* MOVE\" or \"SEAT MOVE\", found \"\"");
}

static void test_bad_ends(void **unused)
{
    (void)unused;
    refuses(HEAD "chance seed 1\nmoves 0\nsecret " HEX64 "\n", "line 8", "a secret without a seal");
    refuses(HEAD "chance sealed " HEX64 "\nmoves 0\nsecret 1\n", "line 8",
            "expected 64 hex digits");
    refuses(HEAD "chance seed 1\nmoves 0\npoints 1\n", "line 8",
            "expected a number from -100000 to 100000, found \"\"");
    refuses(HEAD "chance seed 1\nmoves 0\npoints 1 2 3\n", "line 8", "more points than seats");
    refuses(HEAD "chance seed 1\nmoves 0\npoints 1 2\nhash 0\n", "line 9",
            "expected \"ranks ...\", found \"hash 0\"");
    refuses(HEAD "chance seed 1\nmoves 0\npoints 1 2\nranks 1 3\n", "line 9",
            "expected a number from 1 to 2, found \"3\"");
    refuses(HEAD "chance seed 1\nmoves 0\npoints 1 2\nranks 1 2 2\n", "line 9",
            "more ranks than seats");
    refuses(HEAD "chance seed 1\nmoves 0\nend\n", "line 8", "expected \"hash ...\", found \"end\"");
    refuses(HEAD "chance seed 1\nmoves 0\nhash 12\n", "line 8",
            "expected 16 hex digits, found \"12\"");
    refuses(HEAD "chance seed 1\nmoves 0\n" TAIL "more\n", "line 11",
            "something follows the end of the record");
    refuses(HEAD "name 0 \xff\n", "", "byte 75 is not valid UTF-8");
}

/* ---- Records and the table ---- */

struct table {
    struct vl_deck *deck;
    struct vl_record *record;
    struct vl_text text;
};

/* A record of a whole game, sealed. */
static int set_up(void **state)
{
    static struct table table;
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEALED, .seal = {.revealed = true}};
    struct vl_error err = {0};
    vl_move moves[VL_MAX_MOVES];
    for (int i = 0; i < VL_SECRET_SIZE; i++)
        chance.seal.secret[i] = (uint8_t)i;
    vl_seal_commit(&chance.seal);
    table = (struct table){.deck = vl_deck_open(&tp_game, NULL, &err)};
    vl_setup_init(&tp_game, 2, &setup, &err);
    struct vl_match *match = vl_match_new(&tp_game, table.deck, &setup, &chance, false, &err);
    vl_match_name(match, 1, "Zoë");
    while (vl_match_to_act(match) >= 0) {
        tp_game.legal_moves(table.deck->data, vl_match_state(match), moves);
        vl_match_play(match, moves[0], &err);
    }
    table.record = vl_match_record(match, false);
    vl_match_free(match);
    *state = &table;
    return 0;
}

static int tear_down(void **state)
{
    struct table *table = *state;
    vl_record_free(table->record);
    vl_deck_free(table->deck);
    return 0;
}

static void verify_fails(const struct table *table, const char *where, const char *message)
{
    struct vl_verdict verdict;
    struct vl_error err = {0};
    assert_false(vl_record_verify(&tp_game, table->deck, table->record, &verdict, &err));
    assert_string_equal(err.message, message);
    assert_string_equal(err.where, where);
}

static void test_a_sealed_game_holds(void **state)
{
    struct table *table = *state;
    struct vl_verdict verdict;
    struct vl_error err = {0};
    assert_true(table->record->over && table->record->chance.seal.revealed);
    assert_string_equal(table->record->names[1], "Zoë");
    assert_true(vl_record_verify(&tp_game, table->deck, table->record, &verdict, &err));
    assert_true(verdict.legal && verdict.sealed && verdict.fair && verdict.over &&
                verdict.same_result);
}

static void test_another_secret_is_found(void **state)
{
    struct table *table = *state;
    table->record->chance.seal.secret[0] ^= 1;
    verify_fails(table, "", "the secret is not the one that was committed to");
    vl_seal_commit(&table->record->chance.seal);
    struct vl_error err = {0};
    struct vl_verdict verdict;
    assert_false(vl_record_verify(&tp_game, table->deck, table->record, &verdict, &err));
    assert_string_equal(err.message, "this draw is not the one the secret gives");
    assert_true(verdict.legal && !verdict.fair);
}

static void test_a_nonce_changes_the_draws(void **state)
{
    struct table *table = *state;
    struct vl_verdict verdict;
    struct vl_error err = {0};
    table->record->chance.seal.has_nonce[0] = true;
    assert_false(vl_record_verify(&tp_game, table->deck, table->record, &verdict, &err));
    assert_string_equal(err.message, "this draw is not the one the secret gives");
}

static void test_other_results_are_found(void **state)
{
    struct table *table = *state;
    char message[128];
    int points = table->record->points[0];
    table->record->hash ^= 1;
    verify_fails(table, "", "the last position has another hash than recorded");
    table->record->hash ^= 1;
    table->record->points[0]++;
    snprintf(message, sizeof message, "seat 0 has %d points and rank %u, the record says %d and %u",
             points, table->record->ranks[0], points + 1, table->record->ranks[0]);
    verify_fails(table, "", message);
    table->record->points[0]--;
    table->record->over = false;
    verify_fails(table, "", "the record says that the game is going on, and it is over");
}

static void test_wrong_moves_are_found(void **state)
{
    struct table *table = *state;
    struct vl_record *record = table->record;
    uint32_t first = 0;
    while (record->actors[first] != 0)
        first++;
    char where[64], kept[64];
    snprintf(kept, sizeof kept, "%s", record->moves[first]);
    snprintf(record->moves[first], strlen(kept) + 1, "done");
    snprintf(where, sizeof where, "move %u: done", first + 1);
    verify_fails(table, where, "hand in at least one tag");
    snprintf(record->moves[first], strlen(kept) + 1, "wink");
    snprintf(where, sizeof where, "move %u: wink", first + 1);
    verify_fails(table, where, "expected give TAG or done, found \"wink\"");
    snprintf(record->moves[first], strlen(kept) + 1, "%s", kept);
    record->actors[first] = 1;
    snprintf(where, sizeof where, "move %u: %s", first + 1, kept);
    verify_fails(table, where, "seat 1 moves, but it is seat 0's turn (-1: chance)");
    record->actors[first] = 0;
    vl_record_add(record, 0, "done");
    snprintf(where, sizeof where, "move %u: done", record->move_count);
    verify_fails(table, where, "the game is over already");
}

static void test_other_games_rules_and_decks(void **state)
{
    struct table *table = *state;
    struct vl_record *record = table->record;
    char message[200];
    record->rules_version = 2;
    verify_fails(table, "",
                 "this was played under rules version 2 of Lost Luggage; this program supports "
                 "version 1");
    record->rules_version = 1;
    snprintf(record->deck_hash, sizeof record->deck_hash, "0123456789abcdef");
    snprintf(message, sizeof message,
             "the record was played with deck 0123456789abcdef; this one is %s: give its folder "
             "with --deck",
             table->deck->hash);
    verify_fails(table, "", message);
    snprintf(record->deck_hash, sizeof record->deck_hash, "%s", table->deck->hash);
    snprintf(record->options[record->option_count++], 64, "colour=red");
    verify_fails(table, "", "Lost Luggage has no option \"colour\"");
    record->option_count = 0;
    record->seats = 1;
    verify_fails(table, "seats", "Lost Luggage is for 2 to 4 seats, not 1");
    snprintf(record->game, sizeof record->game, "chess");
    verify_fails(table, "", "the record is of chess, not of template");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_line),
        cmocka_unit_test(test_minded_moves),
        cmocka_unit_test(test_other_forms),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_starts_are_checked),
        cmocka_unit_test(test_files_of_records),
        cmocka_unit_test(test_bad_headers),
        cmocka_unit_test(test_pledges),
        cmocka_unit_test(test_bad_setup),
        cmocka_unit_test(test_bad_moves),
        cmocka_unit_test(test_bad_ends),
        cmocka_unit_test_setup_teardown(test_a_sealed_game_holds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_another_secret_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_nonce_changes_the_draws, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_results_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_wrong_moves_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_other_games_rules_and_decks, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
