/*
 * The crash test: programs play matches over WebSocket while the server is killed again and again
 * at random moments. No acknowledged commit may be lost, none may be played twice, every match
 * must come to its end, and every record must verify.
 *
 * VALISE_LONG: 50 matches and 20 kills; otherwise 5 matches and 4 kills.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/banned.h"
#include "server/web.h"
#include "valise/match.h"
#include "valise/record.h"

enum { MOST_MATCHES = 50, PEOPLE = 2, MOST_COMMITS = 4000 };

static const char *const settings[] = {"--bot-pause", "0",
                                       "--bot-time",  "5",
                                       "--limit",     "messages_per_second=1000000",
                                       "--limit",     "requests_per_second=1000000",
                                       "--limit",     "matches_per_minute=1000000",
                                       "--limit",     "connections_per_address=1000",
                                       NULL};

static struct web_server server;
static int port;              /* of every server in turn */
static int pause_between = 2; /* milliseconds; long enough that the kills fall into the matches */
static atomic_int matches_over, commits_acknowledged, answers_repeated;

/* What a program was told about one of its commits. */
struct told {
    int seat, from, position;
    char move[64];
};

struct match {
    pthread_t thread;
    int number;
    struct vl_rng rng;
    char id[32];
    char cookie[PEOPLE][128];
    struct web_socket socket[PEOPLE];
    int count;
    struct told told[MOST_COMMITS];
};

static const char *game_id(void)
{
    return vl_game_at(0)->id;
}

/* ---- The programs that play ---- */

/* A request that is made again until the server is there and answers. */
static json_t *insist(struct match *m, const char *method, const char *path, int who, json_t *body)
{
    for (;;) {
        int status = 0;
        json_t *answer = web_json(port, method, path, m->cookie[who], body, &status);
        if (answer && status < 300)
            return answer;
        json_decref(answer);
        web_rest(20);
    }
}

/* A match of two programs and a bot. Making it is not repeatable: an answer that was lost leaves
 * an empty table behind, as it would for people. */
static void make(struct match *m)
{
    json_t *body =
        json_pack("{s:s,s:[{s:s},{s:s},{s:s,s:s}]}", "game", game_id(), "seats", "kind", "me",
                  "kind", "friend", "kind", "bot", "bot", m->number % 2 ? "search:40" : "greedy");
    json_t *made = insist(m, "POST", "/api/matches", 0, body);
    json_decref(body);
    snprintf(m->id, sizeof m->id, "%s", web_text(made, "match"));
    char path[128];
    snprintf(path, sizeof path, "/api/matches/%s/claim", m->id);
    const json_t *seat = json_array_get(json_object_get(made, "seats"), 1);
    /* The key repeats a claim whose answer was lost; without it the link would be used up. */
    body = json_pack("{s:i,s:s,s:s}", "seat", 1, "secret", web_text(seat, "secret"), "key",
                     "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA");
    json_decref(insist(m, "POST", path, 1, body));
    json_decref(body);
    json_decref(made);
}

static bool answers(const json_t *message, int id)
{
    const json_t *re = json_object_get(message, "re");
    return json_is_integer(re) && json_integer_value(re) == id;
}

/* Connects again if need be, and looks at the table. */
static json_t *look(struct match *m, int who)
{
    for (;;) {
        struct web_socket *s = &m->socket[who];
        if (s->closed) {
            web_close(s);
            web_open(s, port, m->cookie[who], NULL);
        }
        if (!s->closed && web_say(s, json_pack("{s:s,s:i,s:s,s:i}", "type", "watch", "id", 1,
                                               "match", m->id, "seat", who))) {
            json_t *answer;
            while ((answer = web_hear(s, 10000))) {
                if (answers(answer, 1))
                    return answer;
                json_decref(answer);
            }
        }
        if (s->closed)
            web_rest(20);
    }
}

static void start(struct match *m)
{
    for (;;) {
        json_t *now = look(m, 0);
        bool begun = strcmp(web_text(now, "status"), "gathering") != 0;
        json_decref(now);
        if (begun)
            return;
        if (!web_say(&m->socket[0],
                     json_pack("{s:s,s:s,s:i}", "type", "start", "match", m->id, "seat", 0)))
            web_rest(20);
    }
}

/* Sends a commit until it is acknowledged, over as many connections as that takes. */
static void commit(struct match *m, int seat, int position, const char *move)
{
    char key[32];
    struct told *told = &m->told[m->count];
    snprintf(key, sizeof key, "%d.%d", m->number, m->count);
    for (;;) {
        json_t *message =
            json_pack("{s:s,s:i,s:s,s:i,s:i,s:[s],s:s}", "type", "commit", "id", 2, "match", m->id,
                      "seat", seat, "position", position, "moves", move, "key", key);
        struct web_socket *s = &m->socket[seat];
        json_t *answer = NULL;
        if (web_say(s, message))
            while ((answer = web_hear(s, 10000)) && !answers(answer, 2)) {
                json_decref(answer);
                answer = NULL;
            }
        if (answer) {
            if (strcmp(web_text(answer, "type"), "ack") != 0) {
                fprintf(stderr, "match %s: %s\n", m->id, json_dumps(answer, 0));
                abort();
            }
            told->seat = seat;
            told->from = web_int(answer, "from");
            told->position = web_int(answer, "position");
            snprintf(told->move, sizeof told->move, "%s", move);
            if (told->from != position)
                abort();
            atomic_fetch_add(&commits_acknowledged, 1);
            if (json_is_true(json_object_get(answer, "repeated")))
                atomic_fetch_add(&answers_repeated, 1);
            json_decref(answer);
            if (++m->count == MOST_COMMITS)
                abort();
            return;
        }
        json_decref(look(m, seat));
    }
}

static void *play(void *argument)
{
    struct match *m = argument;
    for (int who = 0; who < PEOPLE; who++)
        m->socket[who] = (struct web_socket){.fd = -1, .closed = -1};
    make(m);
    start(m);
    for (int who = 0;;) {
        json_t *now = look(m, who);
        int to_act = web_int(now, "to_act");
        if (strcmp(web_text(now, "status"), "over") == 0) {
            json_decref(now);
            break;
        }
        if (to_act == who) {
            const json_t *legal = json_object_get(now, "legal");
            uint32_t pick = vl_rng_below(&m->rng, (uint32_t)json_array_size(legal));
            commit(m, who, web_int(now, "position"), web_text(json_array_get(legal, pick), "move"));
            web_rest(pause_between);
        } else if (to_act >= 0 && to_act < PEOPLE) {
            who = to_act;
        } else {
            web_rest(pause_between); /* the bot thinks */
        }
        json_decref(now);
    }
    for (int who = 0; who < PEOPLE; who++)
        web_close(&m->socket[who]);
    atomic_fetch_add(&matches_over, 1);
    return NULL;
}

/* ---- What must hold ---- */

static void check_told(const struct match *m, const struct vl_record *record)
{
    uint32_t played = 0;
    for (int i = 0; i < m->count; i++) {
        const struct told *t = &m->told[i];
        assert_true(t->from < (int)record->move_count);
        /* Where it was acknowledged, the move stands: not lost. */
        assert_int_equal(record->actors[t->from], t->seat);
        assert_string_equal(record->moves[t->from], t->move);
        for (int p = t->from + 1; p < t->position; p++)
            assert_int_equal(record->actors[p], VL_CHANCE);
    }
    for (uint32_t p = 0; p < record->move_count; p++)
        played += record->actors[p] >= 0 && record->actors[p] < PEOPLE;
    /* Every move of a program was acknowledged once: none was played twice. */
    assert_int_equal(played, m->count);
}

static void check_match(const struct match *m)
{
    char path[128];
    struct web_reply reply;
    struct vl_error err = {0};
    struct vl_verdict verdict;
    snprintf(path, sizeof path, "/api/matches/%s/record", m->id);
    web_request(port, "GET", path, NULL, NULL, &reply);
    assert_int_equal(reply.status, 200);
    struct vl_record *record = vl_record_parse(reply.body.data, reply.body.length, &err);
    assert_non_null(record);
    const struct vl_game *game = vl_game_find(record->game);
    struct vl_deck *deck = vl_deck_open(game, NULL, &err);
    if (!vl_record_verify(game, deck, record, &verdict, &err))
        fail_msg("%s: %s %s", m->id, err.message, err.where);
    assert_true(verdict.legal && verdict.sealed && verdict.fair && verdict.over &&
                verdict.same_result);
    check_told(m, record);
    vl_record_free(record);
    vl_deck_free(deck);
    web_reply_free(&reply);
}

static void no_acknowledged_move_is_lost(void **state)
{
    (void)state;
    bool thorough = getenv("VALISE_LONG") != NULL;
    int matches = thorough ? MOST_MATCHES : 5, kills = thorough ? 20 : 4, killed = 0;
    struct vl_rng rng;
    pause_between = thorough ? 150 : 20; /* so that matches outlast the kills */
    struct match *all = calloc((size_t)matches, sizeof *all);
    assert_non_null(all);
    vl_rng_seed(&rng, (uint64_t)time(NULL), 0, 0);
    web_prepare(&server);
    web_start(&server, settings);
    port = server.port;
    for (int i = 0; i < matches; i++) {
        all[i].number = i;
        vl_rng_seed(&all[i].rng, 77, (uint64_t)i, 0);
        assert_int_equal(pthread_create(&all[i].thread, NULL, play, &all[i]), 0);
    }
    while (killed < kills) {
        web_rest(20 + (int)vl_rng_below(&rng, thorough ? 700 : 150));
        /* The matches must be going on when it happens. */
        if (atomic_load(&matches_over) == matches)
            break;
        assert_int_equal(web_stop(&server, SIGKILL), -SIGKILL);
        web_start(&server, settings);
        killed++;
    }
    for (int i = 0; i < matches; i++)
        pthread_join(all[i].thread, NULL);
    printf("%d matches, %d kills, %d commits acknowledged, %d of them after a second question\n",
           matches, killed, atomic_load(&commits_acknowledged), atomic_load(&answers_repeated));
    assert_int_equal(killed, kills);
    for (int i = 0; i < matches; i++)
        check_match(&all[i]);
    assert_int_equal(web_stop(&server, SIGTERM), 0);
    web_clean(&server);
    free(all);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_acknowledged_move_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
