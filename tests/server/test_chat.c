/* Chat, with real clients: who writes, who reads, what is refused, what is kept. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"
#include "server/people.h"

static const char *const usual[] = {"--bot-pause", "0",
                                    "--limit",     "chat_length=40",
                                    "--limit",     "chat_kept=5",
                                    "--limit",     "chat_per_minute=8",
                                    "--limit",     "messages_per_second=1000000",
                                    "--limit",     "matches_per_minute=1000000",
                                    NULL};

/* Ada makes the table, Bob sits at it, Eve watches. */
struct cast {
    struct person ada, bob, eve;
    struct table table;
};

static void begin(struct cast *c, const char *rule)
{
    *c = (struct cast){0};
    c->table = make_with(&c->ada, json_pack("[o,o]", seat_of("me", NULL), seat_of("friend", NULL)),
                         rule ? json_pack("{s:s}", "chat", rule) : NULL);
    claim(&c->bob, &c->table, 1);
    enter(&c->ada);
    enter(&c->bob);
    enter(&c->eve);
    expect_type(ask(&c->ada, "watch", &c->table, 0, NULL), "table");
    expect_type(ask(&c->bob, "watch", &c->table, 1, NULL), "table");
    expect_type(ask(&c->eve, "watch", &c->table, -1, NULL), "table");
}

static void finish(struct cast *c)
{
    leave(&c->ada);
    leave(&c->bob);
    leave(&c->eve);
    json_decref(c->table.made);
}

static json_t *say(struct cast *c, struct person *p, int seat, const char *text)
{
    return ask(p, "chat", &c->table, seat, json_pack("{s:s}", "text", text));
}

/* The next chat message of a viewer, as "seat:text|". */
static void expect_chat(struct person *p, const char *wanted)
{
    json_t *chat = web_await(&p->socket, "chat", -1), *line;
    struct vl_text all = {0};
    size_t i;
    json_array_foreach(json_object_get(chat, "lines"), i, line)
    {
        assert_true(json_integer_value(json_object_get(line, "time")) > 1700000000);
        vl_text_addf(&all, "%d:%s|", web_int(line, "seat"), web_text(line, "text"));
    }
    assert_string_equal(vl_text_string(&all), wanted);
    vl_text_free(&all);
    json_decref(chat);
}

/* Nothing of chat comes before the answer to a ping. */
static void expect_silence(struct person *p)
{
    web_say(&p->socket, json_pack("{s:s,s:i}", "type", "ping", "id", ++p->last_id));
    for (;;) {
        json_t *frame = web_hear(&p->socket, 5000);
        assert_non_null(frame);
        assert_string_not_equal(web_text(frame, "type"), "chat");
        bool done = strcmp(web_text(frame, "type"), "ok") == 0;
        json_decref(frame);
        if (done)
            return;
    }
}

static void seats_talk_and_others_read(void **state)
{
    (void)state;
    struct cast c;
    begin(&c, NULL);
    expect_type(say(&c, &c.ada, 0, "  Hello <b>Bob</b> & all  "), "ok");
    expect_chat(&c.ada, "0:Hello <b>Bob</b> & all|"); /* plain text, as it was written */
    expect_chat(&c.bob, "0:Hello <b>Bob</b> & all|");
    expect_chat(&c.eve, "0:Hello <b>Bob</b> & all|");
    expect_type(say(&c, &c.bob, 1, "Grüße 🧳"), "ok");
    expect_chat(&c.ada, "1:Grüße 🧳|");
    expect_error(say(&c, &c.bob, 0, "I am Ada"), "not_yours");
    expect_error(say(&c, &c.eve, 0, "let me in"), "not_yours");
    expect_error(say(&c, &c.eve, -1, "let me in"), "bad_input"); /* a spectator has no voice */
    finish(&c);
}

static void what_may_not_be_said(void **state)
{
    (void)state;
    struct cast c;
    begin(&c, NULL);
    static const char *const bad[] = {
        "",
        "   ",
        "two\nlines",
        "bell\a",
        "\x1b[31mred",
        "rtl \xe2\x80\xae override",
        "hidden \xe2\x80\x8b space",
        "12345678901234567890123456789012345678901",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct cast other;
        begin(&other, NULL); /* each with patience and rate of its own */
        expect_error(say(&other, &other.ada, 0, bad[i]), "bad_input");
        expect_silence(&other.bob);
        finish(&other);
    }
    expect_error(ask(&c.ada, "chat", &c.table, 0, json_pack("{s:i}", "text", 5)), "bad_input");
    expect_error(ask(&c.ada, "chat", &c.table, 0, NULL), "bad_input");
    expect_type(say(&c, &c.ada, 0, "1234567890123456789012345678901234567890"), "ok");
    finish(&c);
}

static void who_says_too_much_waits(void **state)
{
    (void)state;
    struct cast c;
    begin(&c, NULL);
    for (int i = 0; i < 8; i++)
        expect_type(say(&c, &c.ada, 0, "and another thing"), "ok");
    expect_error(say(&c, &c.ada, 0, "and another thing"), "too_many");
    expect_type(say(&c, &c.bob, 1, "my turn to talk"), "ok"); /* each seat by itself */
    get("/metrics", 200, "valise_chats_total");
    finish(&c);
}

static void the_host_says_who_reads(void **state)
{
    (void)state;
    struct cast c;
    char cookie[128] = "";
    int status;
    begin(&c, "seats");
    json_t *table = ask(&c.eve, "watch", &c.table, -1, NULL);
    assert_string_equal(web_text(table, "chat"), "seats");
    json_decref(table);
    expect_type(say(&c, &c.ada, 0, "between us"), "ok");
    expect_chat(&c.bob, "0:between us|");
    expect_silence(&c.eve);
    expect_type(ask(&c.eve, "watch", &c.table, -1, NULL), "table"); /* nor by looking again */
    expect_silence(&c.eve);
    finish(&c);

    begin(&c, "off");
    expect_error(say(&c, &c.ada, 0, "hello?"), "refused");
    finish(&c);

    json_t *body = json_pack("{s:s,s:[o,o],s:s}", "game", game_id(), "seats", seat_of("me", NULL),
                             seat_of("bot", "greedy"), "chat", "loud");
    json_decref(web_json(server.port, "POST", "/api/matches", cookie, body, &status));
    assert_int_equal(status, 400);
    json_decref(body);
}

static void a_seat_may_mute_another(void **state)
{
    (void)state;
    struct cast c;
    begin(&c, NULL);
    expect_type(say(&c, &c.ada, 0, "one"), "ok");
    expect_type(say(&c, &c.bob, 1, "two"), "ok");
    expect_chat(&c.ada, "0:one|");
    expect_chat(&c.ada, "1:two|");
    expect_error(ask(&c.ada, "mute", &c.table, 0, json_pack("{s:i,s:b}", "whom", 0, "mute", 1)),
                 "bad_input");
    expect_error(ask(&c.ada, "mute", &c.table, 0, json_pack("{s:i,s:b}", "whom", 3, "mute", 1)),
                 "bad_input");
    expect_error(ask(&c.ada, "mute", &c.table, 0, json_pack("{s:i}", "whom", 1)), "bad_input");
    expect_type(ask(&c.ada, "mute", &c.table, 0, json_pack("{s:i,s:b}", "whom", 1, "mute", 1)),
                "ok");
    json_t *chat = web_await(&c.ada.socket, "chat", -1);
    assert_true(json_is_true(json_object_get(chat, "whole")));
    assert_int_equal(json_array_size(json_object_get(chat, "lines")), 1);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(chat, "muted"), 0)), 1);
    json_decref(chat);
    expect_type(say(&c, &c.bob, 1, "three"), "ok");
    expect_silence(&c.ada);
    expect_chat(&c.bob, "1:three|"); /* who is muted is not told */
    leave(&c.ada);
    enter(&c.ada);
    expect_type(ask(&c.ada, "watch", &c.table, 0, NULL), "table");
    expect_chat(&c.ada, "0:one|");
    expect_type(ask(&c.ada, "mute", &c.table, 0, json_pack("{s:i,s:b}", "whom", 1, "mute", 0)),
                "ok");
    expect_chat(&c.ada, "0:one|1:two|1:three|");
    finish(&c);
}

static void the_last_messages_are_kept(void **state)
{
    (void)state;
    struct cast c;
    begin(&c, NULL);
    for (int i = 0; i < 7; i++) {
        char text[16];
        snprintf(text, sizeof text, "m%d", i);
        expect_type(say(&c, &c.ada, 0, text), "ok");
    }
    leave(&c.ada);
    leave(&c.bob);
    leave(&c.eve);
    assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
    web_start(&server, usual);
    enter(&c.ada);
    enter(&c.bob);
    enter(&c.eve);
    expect_type(ask(&c.eve, "watch", &c.table, -1, NULL), "table");
    expect_chat(&c.eve, "0:m2|0:m3|0:m4|0:m5|0:m6|");
    /* Who has heard some of it gets the rest. */
    expect_type(ask(&c.bob, "watch", &c.table, 1, json_pack("{s:i}", "heard", 6)), "table");
    expect_chat(&c.bob, "0:m6|");
    expect_type(ask(&c.ada, "watch", &c.table, 0, json_pack("{s:i}", "heard", 7)), "table");
    expect_silence(&c.ada);
    finish(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_talk_and_others_read), cmocka_unit_test(what_may_not_be_said),
        cmocka_unit_test(who_says_too_much_waits),    cmocka_unit_test(the_host_says_who_reads),
        cmocka_unit_test(a_seat_may_mute_another),    cmocka_unit_test(the_last_messages_are_kept),
    };
    serve_with = usual;
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
