/*
 * Databases and records of earlier editions, opened by this one. For each folder tests/fixtures/v*:
 * everybody sees what they saw then, matches go on, finished ones verify, records verify and can be
 * imported, and a restart loses nothing. The server works on a copy; the fixture is never written
 * to. Nothing here depends on the date: clocks count only while a server runs.
 */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/program.h"
#include "core/banned.h"
#include "server/cast.h"

enum {
    MOST_BYTES = 64 << 20,
    MOST_BLOCKS = 512,
    COMMITS = 24, /* for each match that goes on; most of their turns take one or two */
    TO_THE_END = 5000,
    SHORT_CLOCK = 600 /* seconds: a clock that might run out while a slow build is tested */
};

static const char *const usual[] = {"--bot-pause", "0",
                                    "--bot-time",  "20",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "requests_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    "--limit",     "silence=3600",
                                    "--limit",     "stall=3600",
                                    NULL};

static const char *edition; /* the folder under test */
static struct cast cast;

/* What was seen of a match or a person, as the fixture has it. */
static struct vl_text expected;
static struct block {
    const char *text;
    size_t length;
    char id[32]; /* of a match; empty: a person */
} blocks[MOST_BLOCKS];
static size_t block_count;

static void read_fixture(const char *name, struct vl_text *out)
{
    char path[1024];
    struct vl_error err = {0};
    snprintf(path, sizeof path, "%s/%s", edition, name);
    if (!vl_file_read(path, MOST_BYTES, out, &err))
        fail_msg("%s: %s", path, err.message);
}

/* A block begins with a line that is not indented. */
static void split_expected(void)
{
    block_count = 0;
    for (const char *line = expected.data; *line; line = strchr(line, '\n') + 1) {
        assert_non_null(strchr(line, '\n'));
        if (*line != ' ') {
            assert_true(block_count < MOST_BLOCKS);
            struct block *b = &blocks[block_count++];
            *b = (struct block){.text = line};
            sscanf(line, "match %31s", b->id);
        }
        struct block *b = &blocks[block_count - 1];
        b->length = (size_t)(strchr(line, '\n') + 1 - b->text);
    }
}

static int open_edition(void **state)
{
    (void)state;
    struct vl_text bytes = {0}, people = {0};
    struct vl_error err = {0};
    signal(SIGPIPE, SIG_IGN);
    vl_text_clear(&expected);
    read_fixture("expected.txt", &expected);
    split_expected();
    read_fixture("people.tsv", &people);
    cast_read(&cast, people.data);
    read_fixture("table.sqlite", &bytes);
    web_prepare(&server);
    if (!vl_file_save(server.database, bytes.data, bytes.length, &err))
        fail_msg("%s: %s", server.database, err.message);
    vl_text_free(&bytes);
    vl_text_free(&people);
    web_start(&server, usual);
    cast_enter(&cast);
    return 0;
}

static int close_edition(void **state)
{
    cast_leave(&cast);
    vl_text_free(&expected);
    return stop_server(state);
}

/* ---- What is stored ---- */

static void everybody_sees_what_they_saw(void **state)
{
    (void)state;
    int person = 0, different = 0;
    struct vl_text now = {0};
    for (size_t i = 0; i < block_count; i++) {
        vl_text_clear(&now);
        if (blocks[i].id[0])
            cast_summarize_match(&cast, blocks[i].id, &now);
        else
            cast_summarize_person(&cast, person++, &now);
        if (now.length == blocks[i].length && memcmp(now.data, blocks[i].text, now.length) == 0)
            continue;
        fprintf(stderr, "%s: expected\n%.*s    but now it is\n%s", edition, (int)blocks[i].length,
                blocks[i].text, now.data);
        different++;
    }
    vl_text_free(&now);
    assert_int_equal(person, cast.count);
    assert_int_equal(different, 0);
}

static json_t *get_match(const char *id, const char *what, int wanted)
{
    char path[64];
    int status = 0;
    json_t *got = NULL;
    snprintf(path, sizeof path, "/api/matches/%s%s", id, what);
    /* A what-if of a match that still runs shows itself to its makers alone. */
    for (int i = 0; i < cast.count && status != wanted; i++) {
        json_decref(got);
        got = web_json(server.port, "GET", path, cast.person[i].cookie, NULL, &status);
    }
    if (status != wanted)
        fail_msg("%s: %d, not %d", path, status, wanted);
    return got;
}

static bool has_status(const char *id, const char *status)
{
    json_t *match = get_match(id, "", 200);
    bool has = strcmp(web_text(match, "status"), status) == 0;
    json_decref(match);
    return has;
}

/* Deals the cards of a match that was still gathering people. */
static void start(const char *id)
{
    struct table t = table_of(id);
    int holders[VL_MAX_SEATS], seat = 0;
    cast_holders(&cast, id, holders);
    while (seat < VL_MAX_SEATS - 1 && holders[seat] < 0)
        seat++;
    assert_true(holders[seat] >= 0);
    expect_type(ask(&cast.person[holders[seat]], "start", &t, seat, NULL), "ok");
    assert_true(has_status(id, "running"));
}

/* Those with a short clock are played to the end, so that no stand-in bot moves in them while later
 * tests look. */
static int commits_for(const char *id)
{
    json_t *match = get_match(id, "", 200);
    json_int_t seconds =
        json_integer_value(json_object_get(json_object_get(match, "clock"), "seconds"));
    json_decref(match);
    return seconds && seconds < SHORT_CLOCK ? TO_THE_END : COMMITS;
}

static void matches_go_on(void **state)
{
    (void)state;
    int gathering = 0, running = 0, commits = 0;
    for (size_t i = 0; i < block_count; i++) {
        const char *id = blocks[i].id;
        if (!id[0] || has_status(id, "over"))
            continue;
        bool waits = has_status(id, "gathering");
        if (waits)
            start(id);
        int most = commits_for(id), played = cast_play(&cast, id, most, (uint32_t)i);
        commits += played;
        gathering += waits;
        running += !waits;
        /* Where all seats are taken, only the end stops it. */
        if (!waits && played < most && !has_status(id, "over"))
            fail_msg("%s: %s stops after %d commits", edition, id, played);
    }
    print_message("%d matches went on and %d began: %d commits\n", running, gathering, commits);
    assert_true(gathering > 0 && running > 0 && commits > running);
}

/* ---- Records ---- */

/* The server's record of a finished match. */
static void read_record(const char *id, struct vl_text *out)
{
    struct web_reply reply = {0};
    char path[96], header[160];
    snprintf(path, sizeof path, "/api/matches/%s/record", id);
    for (int i = 0; i < cast.count && reply.status != 200; i++) {
        web_reply_free(&reply);
        snprintf(header, sizeof header, "Cookie: %s\r\n", cast.person[i].cookie);
        web_request(server.port, "GET", path, header, NULL, &reply);
    }
    assert_int_equal(reply.status, 200);
    vl_text_add_bytes(out, reply.body.data, reply.body.length);
    web_reply_free(&reply);
}

/* The program says that all records of a text hold. */
static void expect_good(const char *what, const struct vl_text *records)
{
    static const char *const commands[] = {"record verify -", "record replay -"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct ran ran = run_bytes(commands[i], records->data, records->length);
        if (ran.status != 0)
            fail_msg("%s: %s: exit %d: %s%s", what, commands[i], ran.status,
                     vl_text_string(&ran.out), vl_text_string(&ran.err));
        assert_true(ran.out.length > 0);
        ran_free(&ran);
    }
}

static void finished_matches_verify(void **state)
{
    (void)state;
    int count = 0;
    struct vl_text records = {0};
    for (size_t i = 0; i < block_count; i++) {
        if (!blocks[i].id[0] || !has_status(blocks[i].id, "over"))
            continue;
        size_t from = records.length;
        read_record(blocks[i].id, &records);
        /* Draws after an import of an unfinished record cannot be checked: the rest can. */
        bool sealed = !strstr(records.data + from, "\nchance unsealed\n");
        const char *const good[] = {"legal", "over", "same_result", "fair", "sealed", "ok"};
        json_t *verdict = get_match(blocks[i].id, "/verify", 200);
        for (size_t k = 0; k < (sealed ? 6 : 3); k++)
            if (!json_is_true(json_object_get(verdict, good[k])))
                fail_msg("%s: %s: not %s", edition, blocks[i].id, good[k]);
        json_decref(verdict);
        count++;
    }
    assert_true(count > 0);
    expect_good(edition, &records);
    vl_text_free(&records);
}

static json_t *import(const struct vl_text *record, json_t *seats)
{
    int status;
    json_t *body = json_pack("{s:s,s:o*}", "records", record->data, "seats", seats);
    json_t *made =
        web_json(server.port, "POST", "/api/import", cast.person[0].cookie, body, &status);
    json_decref(body);
    if (status != 201)
        fail_msg("import: %d: %s", status, json_dumps(made, 0));
    return made;
}

/* A record that is not over goes on, with bots that play random moves at all seats, and the whole
 * holds. */
static void import_unfinished(const char *path, const struct vl_text *record)
{
    const char *at = strstr(record->data, "\nseats ");
    assert_non_null(at);
    json_t *seats = json_array();
    for (long i = strtol(at + 7, NULL, 10); i > 0; i--)
        json_array_append_new(seats, seat_of("bot", "random"));
    json_t *made = import(record, seats);
    struct table t =
        table_of(web_text(json_array_get(json_object_get(made, "matches"), 0), "match"));
    struct vl_text whole = {0};
    await_end(&cast.person[0], &t);
    read_record(t.match, &whole);
    assert_true(whole.length > record->length);
    expect_good(path, &whole);
    vl_text_free(&whole);
    json_decref(made);
}

/* A finished one comes back byte by byte. */
static void import_finished(const char *path, const struct vl_text *record)
{
    json_t *made = import(record, NULL);
    struct vl_text back = {0};
    read_record(web_text(json_array_get(json_object_get(made, "matches"), 0), "match"), &back);
    if (back.length != record->length || memcmp(back.data, record->data, back.length) != 0)
        fail_msg("%s comes back as\n%s", path, back.data);
    vl_text_free(&back);
    json_decref(made);
}

static void records_verify_and_come_back(void **state)
{
    (void)state;
    char pattern[1024];
    glob_t files;
    size_t unfinished = 0;
    snprintf(pattern, sizeof pattern, "%s/records/*.record", edition);
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct vl_text record = {0};
        struct vl_error err = {0};
        if (!vl_file_read(files.gl_pathv[i], MOST_BYTES, &record, &err))
            fail_msg("%s: %s", files.gl_pathv[i], err.message);
        expect_good(files.gl_pathv[i], &record);
        if (strstr(record.data, "\nranks ")) {
            import_finished(files.gl_pathv[i], &record);
        } else {
            import_unfinished(files.gl_pathv[i], &record);
            unfinished++;
        }
        vl_text_free(&record);
    }
    print_message("%zu records, %zu of them not over\n", files.gl_pathc, unfinished);
    assert_true(unfinished > 0 && unfinished < files.gl_pathc);
    globfree(&files);
}

/* ---- Afterwards ---- */

static void summarize(struct vl_text *out)
{
    int person = 0;
    for (size_t i = 0; i < block_count; i++)
        if (blocks[i].id[0])
            cast_summarize_match(&cast, blocks[i].id, out);
        else
            cast_summarize_person(&cast, person++, out);
}

static void a_restart_loses_nothing(void **state)
{
    (void)state;
    struct vl_text before = {0}, after = {0};
    summarize(&before);
    cast_leave(&cast);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_start(&server, usual);
    cast_enter(&cast);
    summarize(&after);
    assert_string_equal(after.data, before.data);
    vl_text_free(&before);
    vl_text_free(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_sees_what_they_saw),
        cmocka_unit_test(matches_go_on),
        cmocka_unit_test(finished_matches_verify),
        cmocka_unit_test(records_verify_and_come_back),
        cmocka_unit_test(a_restart_loses_nothing),
    };
    glob_t editions;
    int failed = 0;
    if (glob(VALISE_SOURCE_DIR "/tests/fixtures/v*", GLOB_ONLYDIR, NULL, &editions) != 0) {
        fprintf(stderr, "there are no fixtures\n");
        return 1;
    }
    for (size_t i = 0; i < editions.gl_pathc; i++) {
        edition = editions.gl_pathv[i];
        failed += cmocka_run_group_tests_name(edition, tests, open_edition, close_edition);
    }
    globfree(&editions);
    return failed != 0;
}
