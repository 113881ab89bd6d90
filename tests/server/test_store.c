/*
 * One suite for any kind of store: each test runs on each of them. What a store promises is in
 * store/store.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "core/banned.h"
#include "store/people.h"

struct place {
    const struct vl_store_functions *functions;
    bool lasts; /* can be opened again */
    char folder[64];
    char where[96];
    struct vl_store *store;
};

static const char match_a[] = "AAAAAAAAAAAAAAAAAAAAAA", match_b[] = "BBBBBBBBBBBBBBBBBBBBBB";
static const uint8_t ada[VL_HASH_SIZE] = {1, 2, 3}, bob[VL_HASH_SIZE] = {9};

static int open_file(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    p->functions = &vl_store_sqlite;
    p->lasts = true;
    snprintf(p->folder, sizeof p->folder, "/tmp/valise-store-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    snprintf(p->where, sizeof p->where, "%s/store.db", p->folder);
    p->store = p->functions->open(p->where, NULL);
    *state = p;
    return p->store ? 0 : -1;
}

static int open_memory(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    p->functions = &vl_store_sqlite;
    snprintf(p->where, sizeof p->where, ":memory:");
    p->store = p->functions->open(p->where, NULL);
    *state = p;
    return p->store ? 0 : -1;
}

static int shut(void **state)
{
    struct place *p = *state;
    p->functions->close(p->store);
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    for (int i = 0; p->lasts && i < 4; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", p->where, endings[i]);
        unlink(path);
    }
    if (p->lasts)
        rmdir(p->folder);
    free(p);
    return 0;
}

/* Closes and opens again, as after a crash: what was not synced is gone. */
static void reopen(struct place *p)
{
    if (!p->lasts)
        return;
    p->functions->close(p->store);
    p->store = p->functions->open(p->where, NULL);
    assert_non_null(p->store);
}

static struct vl_stored_match sample(const char *id)
{
    struct vl_stored_match m = {.rules_version = 3,
                                .seats = 2,
                                .status = VL_MATCH_GATHERING,
                                .created = 1790000000,
                                .changed = 1790000001};
    snprintf(m.id, sizeof m.id, "%s", id);
    snprintf(m.game, sizeof m.game, "template");
    snprintf(m.deck_hash, sizeof m.deck_hash, "0123456789abcdef");
    snprintf(m.options, sizeof m.options, "a=b c=d");
    snprintf(m.seat[0].name, sizeof m.seat[0].name, "Ada 🧳");
    m.seat[0].secret_hash[5] = 77;
    m.seat[0].muted = 2;
    m.clock = VL_CLOCK_DAYS;
    m.clock_time = 3 * 86400000LL;
    m.chat = VL_CHAT_SEATS;
    m.seat[1].bot = true;
    snprintf(m.seat[1].name, sizeof m.seat[1].name, "greedy");
    snprintf(m.seat[1].player, sizeof m.seat[1].player, "greedy:standard");
    vl_seal_new(&m.seal);
    return m;
}

static void add(struct place *p, const char *id)
{
    struct vl_stored_match m = sample(id);
    struct vl_error err = {0};
    assert_true(p->functions->add_match(p->store, &m, &err));
    assert_true(p->functions->sync(p->store, &err));
}

static bool commit(struct place *p, const char *id, uint32_t from, uint32_t to, int seat,
                   const char *key, const char *moves)
{
    struct vl_stored_commit c = {
        .from = from, .position = to, .seat = seat, .key = key, .time = 1790000002, .moves = moves};
    struct vl_error err = {0};
    return p->functions->add_commit(p->store, id, &c, &err);
}

static void a_match_comes_back_as_it_was(void **state)
{
    struct place *p = *state;
    struct vl_stored_match m = sample(match_a), back;
    struct vl_error err = {0};
    assert_true(p->functions->add_match(p->store, &m, &err));
    assert_true(p->functions->dirty(p->store));
    assert_true(p->functions->sync(p->store, &err));
    assert_false(p->functions->dirty(p->store));
    reopen(p);
    assert_true(p->functions->find_match(p->store, match_a, &back, &err));
    assert_memory_equal(&m, &back, sizeof m);
    assert_false(p->functions->find_match(p->store, match_b, &back, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    assert_false(p->functions->add_match(p->store, &m, &err)); /* the id is taken */
}

static void what_changes_is_kept(void **state)
{
    struct place *p = *state;
    struct vl_stored_match back;
    struct vl_error err = {0};
    add(p, match_a);
    assert_true(p->functions->find_match(p->store, match_a, &back, &err));
    back.status = VL_MATCH_RUNNING;
    back.position = 12;
    back.changed++;
    memcpy(back.next, match_b, sizeof back.next);
    back.seal.has_nonce[0] = true;
    back.seal.nonce[0][31] = 200;
    back.stand_ins = 1;
    back.clock_given = 43200000;
    back.clock_end = 99999999999;
    back.seat[0].muted = 0;
    memset(back.seat[0].name, 0, sizeof back.seat[0].name);
    memcpy(back.seat[0].name, "Eve", 4);
    struct vl_stored_match wanted = back, got;
    assert_true(p->functions->update_match(p->store, &back, true, &err));
    assert_true(p->functions->sync(p->store, &err));
    reopen(p);
    assert_true(p->functions->find_match(p->store, match_a, &got, &err));
    assert_memory_equal(&wanted, &got, sizeof got);
    memcpy(back.id, match_b, sizeof back.id);
    assert_false(p->functions->update_match(p->store, &back, false, &err));
}

static bool join(void *context, const struct vl_stored_commit *c)
{
    vl_text_addf(context, "%u-%u %d %s %s|", c->from, c->position, c->seat, c->key ? c->key : "-",
                 c->moves);
    return true;
}

static void commits_follow_each_other(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    struct vl_text all = {0};
    uint32_t from = 0, position = 0;
    add(p, match_a);
    add(p, match_b);
    assert_true(commit(p, match_a, 0, 3, VL_CHANCE, NULL, "-1 deal x\n"));
    assert_true(commit(p, match_a, 3, 5, 0, "k1", "0 give x\n"));
    assert_false(commit(p, match_a, 3, 5, 0, "k2", "0 give x\n")); /* twice */
    assert_false(commit(p, match_a, 6, 7, 0, "k3", "0 give x\n")); /* a gap */
    assert_false(commit(p, match_a, 5, 5, 0, "k4", ""));           /* nothing */
    assert_false(commit(p, match_a, 5, 6, 0, "k1", "0 give x\n")); /* the key is used */
    assert_true(commit(p, match_a, 5, 6, 1, "k1", "1 done\n"));    /* by another seat it is not */
    assert_true(commit(p, match_b, 0, 1, 0, "k1", "0 done\n"));
    assert_true(p->functions->sync(p->store, &err));
    reopen(p);
    assert_true(p->functions->list_commits(p->store, match_a, join, &all, &err));
    assert_string_equal(all.data, "0-3 -1 - -1 deal x\n|3-5 0 k1 0 give x\n|5-6 1 k1 1 done\n|");
    assert_true(p->functions->find_key(p->store, match_a, 0, "k1", &from, &position, &err));
    assert_int_equal(from, 3);
    assert_int_equal(position, 5);
    assert_false(p->functions->find_key(p->store, match_a, 0, "k2", &from, &position, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    vl_text_free(&all);
}

static void what_is_not_synced_is_undone(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    struct vl_text all = {0};
    add(p, match_a);
    assert_true(commit(p, match_a, 0, 1, 0, "k", "0 a\n"));
    p->functions->roll_back(p->store);
    assert_false(p->functions->dirty(p->store));
    assert_true(commit(p, match_a, 0, 2, 0, "k", "0 b\n"));
    assert_true(p->functions->sync(p->store, &err));
    assert_true(commit(p, match_a, 2, 3, 0, "l", "0 c\n"));
    reopen(p);
    if (!p->lasts)
        p->functions->roll_back(p->store);
    assert_true(p->functions->list_commits(p->store, match_a, join, &all, &err));
    assert_string_equal(all.data, "0-2 0 k 0 b\n|");
    vl_text_free(&all);
}

static bool join_id(void *context, const char *id)
{
    vl_text_addf(context, "%c", id[0]);
    return true;
}

static void seats_have_holders(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text ids = {0};
    uint32_t seats, count;
    add(p, match_a);
    add(p, match_b);
    assert_true(f->hold(p->store, ada, match_a, 0, &err));
    assert_true(f->hold(p->store, ada, match_a, 1, &err));
    assert_true(f->hold(p->store, ada, match_a, 1, &err)); /* again: the same */
    assert_true(f->hold(p->store, bob, match_a, 1, &err));
    assert_true(f->copy_holders(p->store, match_a, 1, match_b, 0, &err));
    assert_true(f->sync(p->store, &err));
    reopen(p);
    assert_true(f->held(p->store, ada, match_a, &seats, &err));
    assert_int_equal(seats, 3);
    assert_true(f->held(p->store, bob, match_a, &seats, &err));
    assert_int_equal(seats, 2);
    assert_true(f->held(p->store, bob, match_b, &seats, &err));
    assert_int_equal(seats, 1);
    assert_true(f->held(p->store, NULL, match_b, &seats, &err));
    assert_int_equal(seats, 1);
    assert_true(f->count_held(p->store, ada, &count, &err));
    assert_int_equal(count, 2);
    struct vl_stored_match m;
    assert_true(f->find_match(p->store, match_a, &m, &err));
    m.changed += 100;
    m.status = VL_MATCH_OVER;
    assert_true(f->update_match(p->store, &m, false, &err));
    assert_true(f->list_held(p->store, ada, 10, join_id, &ids, &err));
    assert_string_equal(ids.data, "AB"); /* the last changed first */
    vl_text_clear(&ids);
    assert_true(f->list_held(p->store, ada, 1, join_id, &ids, &err));
    assert_string_equal(ids.data, "A");
    assert_true(f->count_held(p->store, ada, &count, &err));
    assert_int_equal(count, 1);
    assert_true(f->let_go(p->store, ada, match_a, &err));
    assert_true(f->held(p->store, ada, match_a, &seats, &err));
    assert_int_equal(seats, 0);
    assert_true(f->held(p->store, bob, match_a, &seats, &err));
    assert_int_equal(seats, 2);
    vl_text_free(&ids);
}

static bool join_chat(void *context, const struct vl_stored_chat *m)
{
    vl_text_addf(context, "%u %d %d %s|", m->number, m->seat, (int)m->time, m->text);
    return true;
}

static void chat_keeps_the_last(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text all = {0};
    static const char *const texts[] = {"Hello", "<b>you</b>", "c", "d"};
    add(p, match_a);
    add(p, match_b);
    for (int i = 0; i < 4; i++) {
        struct vl_stored_chat m = {.seat = i % 2, .time = 10 + i, .text = texts[i]};
        assert_true(f->add_chat(p->store, match_a, &m, 3, &err));
        assert_int_equal(m.number, i + 1);
    }
    assert_true(f->sync(p->store, &err));
    reopen(p);
    assert_true(f->list_chat(p->store, match_a, 0, join_chat, &all, &err));
    assert_string_equal(all.data, "2 1 11 <b>you</b>|3 0 12 c|4 1 13 d|");
    vl_text_clear(&all);
    assert_true(f->list_chat(p->store, match_a, 3, join_chat, &all, &err));
    assert_string_equal(all.data, "4 1 13 d|");
    vl_text_clear(&all);
    assert_true(f->list_chat(p->store, match_b, 0, join_chat, &all, &err));
    assert_int_equal(all.length, 0);
    struct vl_stored_chat m = {.text = "to nobody"};
    assert_false(f->add_chat(p->store, "CCCCCCCCCCCCCCCCCCCCCC", &m, 3, &err));
    vl_text_free(&all);
}

static void time_served_is_kept(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    int64_t served = -1;
    assert_true(p->functions->served(p->store, &served, &err));
    assert_int_equal(served, 0);
    assert_true(p->functions->set_served(p->store, 123456789012, &err));
    assert_true(p->functions->sync(p->store, &err));
    reopen(p);
    assert_true(p->functions->served(p->store, &served, &err));
    assert_true(served == 123456789012);
}

static bool join_file(void *context, const struct vl_deck_file *file)
{
    vl_text_addf(context, "%s:%.*s;", file->table, (int)file->size, file->bytes);
    return true;
}

static void decks_are_kept(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text all = {0};
    const struct vl_deck_file files[] = {{"cards", "a\tb\n", 4}, {"map", "", 0}};
    assert_true(f->add_deck(p->store, "template", "ff", files, 2, &err));
    assert_true(f->add_deck(p->store, "template", "ff", files, 2, &err));
    assert_true(f->sync(p->store, &err));
    reopen(p);
    assert_true(f->find_deck(p->store, "template", "ff", join_file, &all, &err));
    assert_string_equal(all.data, "cards:a\tb\n;map:;");
    assert_false(f->find_deck(p->store, "template", "fe", join_file, &all, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    vl_text_free(&all);
}

static void reviews_are_kept(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text text = {0};
    add(p, match_a);
    add(p, match_b);
    assert_false(f->find_review(p->store, match_a, 1, &text, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    assert_true(f->add_review(p->store, match_a, 1, "{\"old\":1}", &err));
    assert_true(f->add_review(p->store, match_a, 1, "{\"luck\":[0]}", &err));
    assert_true(f->sync(p->store, &err));
    reopen(p);
    assert_true(f->find_review(p->store, match_a, 1, &text, &err));
    assert_string_equal(vl_text_string(&text), "{\"luck\":[0]}");
    assert_false(f->find_review(p->store, match_a, 2, &text, &err));
    assert_false(f->find_review(p->store, match_b, 1, &text, &err));
    assert_false(f->add_review(p->store, "CCCCCCCCCCCCCCCCCCCCCC", 1, "{}", &err));
    vl_text_free(&text);
}

static void matches_are_found_by_status(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text ids = {0};
    struct vl_store_stats stats;
    struct vl_stored_match m;
    add(p, match_b);
    add(p, match_a);
    assert_true(f->list_matches(p->store, VL_MATCH_GATHERING, join_id, &ids, &err));
    assert_string_equal(ids.data, "BA");
    assert_true(f->find_match(p->store, match_b, &m, &err));
    m.status = VL_MATCH_RUNNING;
    assert_true(f->update_match(p->store, &m, false, &err));
    vl_text_clear(&ids);
    assert_true(f->list_matches(p->store, VL_MATCH_RUNNING, join_id, &ids, &err));
    assert_string_equal(ids.data, "B");
    assert_true(f->stats(p->store, &stats, &err));
    assert_int_equal(stats.matches[VL_MATCH_GATHERING], 1);
    assert_int_equal(stats.matches[VL_MATCH_RUNNING], 1);
    assert_int_equal(stats.matches[VL_MATCH_OVER], 0);
    assert_true(stats.bytes > 0);
    vl_text_free(&ids);
}

static bool join_departure(void *context, const char *id, uint32_t seat, int64_t time,
                           enum vl_departure how)
{
    vl_text_addf(context, "%c%u@%d:%d ", id[0], seat, (int)time, (int)how);
    return true;
}

/* A seat goes to one player and leaves the others, who can see it; links serve once. */
static void seats_change_hands(void **state)
{
    struct place *p = *state;
    const struct vl_people_functions *f = p->functions->people;
    struct vl_error err = {0};
    struct vl_text gone = {0};
    static const uint8_t token[VL_HASH_SIZE] = {5}, other[VL_HASH_SIZE] = {6};
    uint32_t seats;
    add(p, match_a);
    assert_true(p->functions->hold(p->store, ada, match_a, 0, &err));
    assert_true(p->functions->hold(p->store, ada, match_a, 1, &err));
    assert_true(f->set_transfer(p->store, match_a, 0, other, 200, &err));
    assert_true(f->set_transfer(p->store, match_a, 0, token, 200, &err));
    assert_false(f->take_transfer(p->store, match_a, 0, other, 100, &err)); /* replaced */
    assert_int_equal(err.code, VL_NOT_FOUND);
    assert_false(f->take_transfer(p->store, match_a, 1, token, 100, &err));
    assert_false(f->take_transfer(p->store, match_a, 0, token, 200, &err)); /* run out */
    assert_true(f->take_transfer(p->store, match_a, 0, token, 199, &err));
    assert_false(f->take_transfer(p->store, match_a, 0, token, 199, &err)); /* used */
    assert_true(f->hand_over(p->store, match_a, 0, bob, VL_DEPARTED_MOVED, 11, &err));
    assert_true(p->functions->held(p->store, ada, match_a, &seats, &err));
    assert_int_equal(seats, 2);
    assert_true(p->functions->held(p->store, bob, match_a, &seats, &err));
    assert_int_equal(seats, 1);
    assert_true(f->hand_over(p->store, match_a, 1, NULL, VL_DEPARTED_VOTED, 12, &err));
    assert_true(f->list_departures(p->store, ada, NULL, join_departure, &gone, &err));
    assert_string_equal(vl_text_string(&gone), "A1@12:1 A0@11:0 ");
    vl_text_clear(&gone);
    /* It comes back, and the note goes. */
    assert_true(f->hand_over(p->store, match_a, 0, ada, VL_DEPARTED_MOVED, 13, &err));
    assert_true(f->list_departures(p->store, ada, match_a, join_departure, &gone, &err));
    assert_string_equal(vl_text_string(&gone), "A1@12:1 ");
    vl_text_clear(&gone);
    assert_true(f->drop_departures(p->store, ada, match_a, &err));
    assert_true(f->list_departures(p->store, ada, NULL, join_departure, &gone, &err));
    assert_string_equal(vl_text_string(&gone), "");
    vl_text_free(&gone);
}

static void votes_and_origins_are_kept(void **state)
{
    struct place *p = *state;
    const struct vl_people_functions *f = p->functions->people;
    struct vl_error err = {0};
    struct vl_stored_vote votes[VL_MAX_SEATS], vote = {.opened = 7, .agreed = 5, .passed = true};
    struct vl_stored_origin origin, fork = {.kind = VL_ORIGIN_OWN_VIEW, .position = 37};
    char head[] = "valise record 2\n";
    add(p, match_a);
    snprintf(fork.source, sizeof fork.source, "%s", match_b);
    fork.head = head;
    assert_true(f->find_origin(p->store, match_a, &origin, &err));
    assert_int_equal(origin.kind, VL_ORIGIN_NONE);
    assert_true(f->add_origin(p->store, match_a, &fork, &err));
    assert_true(f->find_origin(p->store, match_a, &origin, &err));
    assert_int_equal(origin.kind, VL_ORIGIN_OWN_VIEW);
    assert_int_equal(origin.position, 37);
    assert_string_equal(origin.source, match_b);
    assert_string_equal(origin.head, head);
    free(origin.head);
    assert_true(f->set_vote(p->store, match_a, 1, &vote, &err));
    assert_true(f->find_votes(p->store, match_a, votes, &err));
    assert_true(votes[1].opened == 7 && votes[1].agreed == 5 && votes[1].passed);
    assert_true(!votes[0].opened);
    vote.opened = 0;
    assert_true(f->set_vote(p->store, match_a, 1, &vote, &err));
    assert_true(f->find_votes(p->store, match_a, votes, &err));
    assert_true(!votes[1].opened);
}

static bool join_result(void *context, const struct vl_stored_result *r)
{
    vl_text_addf(context, "%s %c%u/%u l%d %d#%u%s ", r->game, r->match[0], r->seat, r->seats,
                 r->level, r->points, r->rank, r->shared ? "=" : "");
    return true;
}

/* Results are of those who hold one seat; they outlast the match, and are dropped on request. */
static void results_are_noted(void **state)
{
    struct place *p = *state;
    const struct vl_people_functions *f = p->functions->people;
    struct vl_error err = {0};
    struct vl_text text = {0};
    struct vl_stored_match m;
    struct vl_stored_result r = {.seats = 2, .people = 2, .level = 3, .points = 41, .rank = 1};
    bool any;
    uint32_t seats;
    add(p, match_a);
    add(p, match_b);
    assert_true(p->functions->hold(p->store, ada, match_a, 0, &err));
    assert_true(p->functions->hold(p->store, bob, match_a, 1, &err));
    assert_true(p->functions->hold(p->store, ada, match_b, 0, &err));
    assert_true(p->functions->hold(p->store, ada, match_b, 1, &err));
    snprintf(r.game, sizeof r.game, "template");
    snprintf(r.match, sizeof r.match, "%s", match_a);
    assert_true(f->add_result(p->store, &r, &err));
    assert_true(f->add_result(p->store, &r, &err)); /* once is enough */
    r.seat = 1;
    r.points = 3;
    r.rank = 2;
    r.shared = true;
    assert_true(f->add_result(p->store, &r, &err));
    snprintf(r.match, sizeof r.match, "%s", match_b);
    assert_true(f->add_result(p->store, &r, &err)); /* both seats are Ada's: for nobody */
    assert_true(f->others(p->store, ada, match_a, &any, &seats, &err));
    assert_true(any && seats == 1);
    assert_true(f->others(p->store, ada, match_b, &any, &seats, &err));
    assert_true(!any && seats == 3);
    assert_true(f->drop_match(p->store, match_a, &err));
    assert_true(p->functions->sync(p->store, &err));
    assert_false(p->functions->find_match(p->store, match_a, &m, &err));
    assert_true(f->list_results(p->store, ada, join_result, &text, &err));
    assert_string_equal(vl_text_string(&text), "template A0/2 l3 41#1 ");
    vl_text_clear(&text);
    assert_true(f->list_results(p->store, bob, join_result, &text, &err));
    assert_string_equal(vl_text_string(&text), "template A1/2 l3 3#2= ");
    vl_text_clear(&text);
    assert_true(f->drop_results(p->store, ada, "another", &err));
    assert_true(f->list_results(p->store, ada, join_result, &text, &err));
    assert_true(text.length > 0);
    vl_text_clear(&text);
    assert_true(f->drop_results(p->store, ada, NULL, &err));
    assert_true(f->list_results(p->store, ada, join_result, &text, &err));
    assert_int_equal(text.length, 0);
    assert_true(f->list_finished(p->store, ada, 0, 10, join_id, &text, &err));
    assert_int_equal(text.length, 0);
    assert_true(p->functions->find_match(p->store, match_b, &m, &err));
    m.status = VL_MATCH_OVER;
    assert_true(p->functions->update_match(p->store, &m, false, &err));
    assert_true(f->list_finished(p->store, ada, 0, 10, join_id, &text, &err));
    assert_string_equal(vl_text_string(&text), "B");
    assert_true(f->list_finished(p->store, ada, 1, 10, join_id, &text, &err));
    assert_string_equal(vl_text_string(&text), "B");
    vl_text_free(&text);
}

/* A row need not be written for where a match is: its commits say so. */
static void a_match_is_where_its_commits_end(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text ids = {0};
    struct vl_stored_match m;
    add(p, match_b);
    add(p, match_a);
    assert_true(f->hold(p->store, ada, match_a, 0, &err));
    assert_true(f->hold(p->store, ada, match_b, 0, &err));
    assert_true(commit(p, match_b, 0, 3, VL_CHANCE, NULL, "-1 deal x\n"));
    assert_true(f->sync(p->store, &err));
    reopen(p);
    assert_true(f->find_match(p->store, match_b, &m, &err));
    assert_int_equal(m.position, 3);
    assert_int_equal(m.changed, 1790000002);
    assert_true(f->list_held(p->store, ada, 9, join_id, &ids, &err));
    assert_string_equal(vl_text_string(&ids), "BA"); /* last changed first */
    vl_text_clear(&ids);
    assert_true(f->list_stale(p->store, false, 1790000002, 9, join_id, &ids, &err));
    assert_string_equal(vl_text_string(&ids), "A");
    /* With the row as well, whether it is written or may lag. */
    for (uint32_t i = 0; i < 3; i++) {
        m.position = 3 + i;
        m.changed = 1790000002 + i * 4000; /* seconds: beyond an hour it is written */
        struct vl_stored_commit c = {
            .from = 2 + i, .position = 3 + i, .seat = 0, .time = m.changed, .moves = "0 done\n"};
        assert_true(i == 0 || f->add_commit(p->store, match_b, &c, &err));
        assert_true(f->update_match(p->store, &m, false, &err));
        struct vl_stored_match back;
        assert_true(f->find_match(p->store, match_b, &back, &err));
        assert_int_equal(back.position, 3 + i);
        assert_int_equal(back.changed, m.changed);
    }
    vl_text_free(&ids);
}

/* A sync that goes on while its owner does something else. */
static void a_sync_may_be_begun_before(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_stored_match m;
    f->begin_sync(p->store); /* nothing to do */
    assert_true(f->sync(p->store, &err));
    for (uint32_t i = 0; i < 50; i++) {
        if (i == 0)
            add(p, match_a);
        assert_true(commit(p, match_a, i, i + 1, 0, NULL, "0 done\n"));
        f->begin_sync(p->store);
        f->begin_sync(p->store); /* once is enough */
        if (i % 3 == 0) {        /* whoever reads meanwhile waits */
            assert_true(f->find_match(p->store, match_a, &m, &err));
            assert_int_equal(m.position, i + 1);
        }
        assert_true(f->dirty(p->store));
        assert_true(f->sync(p->store, &err));
        assert_false(f->dirty(p->store));
    }
    assert_true(commit(p, match_a, 50, 51, 0, NULL, "0 done\n"));
    f->begin_sync(p->store);
    if (strcmp(p->where, ":memory:") != 0) {
        reopen(p); /* closing waits */
        assert_true(f->find_match(p->store, match_a, &m, &err));
        assert_int_equal(m.position, 51);
    }
}

static void old_matches_are_deleted_with_all_they_have(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text ids = {0}, moves = {0};
    struct vl_stored_match m;
    uint32_t seats = 0;
    int64_t then = 1790000002; /* when the last moves came */
    add(p, match_b);
    add(p, match_a);
    assert_true(commit(p, match_b, 0, 3, VL_CHANCE, NULL, "-1 deal x\n"));
    assert_true(commit(p, match_a, 0, 3, VL_CHANCE, NULL, "-1 deal x\n"));
    assert_true(f->hold(p->store, ada, match_b, 0, &err));
    assert_true(f->hold(p->store, ada, match_a, 0, &err));
    assert_true(f->list_stale(p->store, false, then, 9, join_id, &ids, &err));
    assert_string_equal(vl_text_string(&ids), ""); /* not before that moment */
    assert_true(f->list_stale(p->store, false, then + 1, 9, join_id, &ids, &err));
    assert_string_equal(vl_text_string(&ids), "BA");
    assert_true(f->find_match(p->store, match_b, &m, &err));
    m.status = VL_MATCH_CLOSED;
    assert_true(f->update_match(p->store, &m, false, &err));
    vl_text_clear(&ids);
    assert_true(f->list_stale(p->store, true, then + 1, 9, join_id, &ids, &err));
    assert_string_equal(vl_text_string(&ids), "B");
    vl_text_clear(&ids);
    assert_true(f->list_stale(p->store, false, then + 1, 0, join_id, &ids, &err));
    assert_string_equal(vl_text_string(&ids), "");
    assert_true(f->people->drop_match(p->store, match_b, &err));
    assert_true(f->sync(p->store, &err));
    reopen(p);
    assert_false(f->find_match(p->store, match_b, &m, &err));
    assert_true(f->list_commits(p->store, match_b, join, &moves, &err));
    assert_int_equal(moves.length, 0);
    assert_true(f->held(p->store, ada, match_b, &seats, &err));
    assert_int_equal(seats, 0);
    /* The other one has everything. */
    assert_true(f->find_match(p->store, match_a, &m, &err));
    assert_true(f->list_commits(p->store, match_a, join, &moves, &err));
    assert_true(moves.length > 0);
    assert_true(f->held(p->store, ada, match_a, &seats, &err));
    assert_int_equal(seats, 1);
    vl_text_free(&ids);
    vl_text_free(&moves);
}

static void run_sql(struct place *p, const char *sql)
{
    sqlite3 *db = NULL;
    char *message = NULL;
    assert_int_equal(sqlite3_open(p->where, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Commits are written late: what goes wrong then undoes the whole turn, whoever made it show. */
static void a_commit_that_cannot_be_written_undoes_its_turn(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_text moves = {0};
    struct vl_stored_match m;
    add(p, match_a);
    add(p, match_b);
    assert_true(commit(p, match_a, 0, 2, VL_CHANCE, NULL, "-1 deal x\n"));
    assert_true(f->sync(p->store, NULL));
    run_sql(p, "CREATE TRIGGER full BEFORE INSERT ON commits WHEN NEW.moves LIKE '%too much%'"
               " BEGIN SELECT RAISE(ABORT, 'no room'); END");
    for (int how = 0; how < 3; how++) {
        struct vl_error err = {0};
        assert_true(commit(p, match_b, 0, 1, 0, "k", "0 fits\n"));
        assert_true(commit(p, match_a, 2, 3, 0, "k", "0 too much\n"));
        if (how == 1) /* a reader comes first */
            f->list_commits(p->store, match_a, join, &moves, &err);
        if (how == 2)
            f->begin_sync(p->store);
        err = (struct vl_error){0};
        assert_false(f->sync(p->store, &err));
        assert_non_null(strstr(err.message, "no room"));
        assert_false(f->dirty(p->store));
        assert_true(f->find_match(p->store, match_a, &m, &err));
        assert_int_equal(m.position, 2);
        assert_true(f->find_match(p->store, match_b, &m, &err));
        assert_int_equal(m.position, 0);
    }
    /* Where the transaction is undone with it, nothing that comes after is kept by itself. */
    uint32_t seats = 0;
    run_sql(p, "CREATE TRIGGER gone BEFORE INSERT ON commits WHEN NEW.moves LIKE '%gone%'"
               " BEGIN SELECT RAISE(ROLLBACK, 'undone'); END");
    assert_true(commit(p, match_a, 2, 3, 0, "k", "0 gone\n"));
    f->find_match(p->store, match_a, &m, NULL);
    assert_false(f->hold(p->store, ada, match_a, 0, NULL));
    assert_false(f->sync(p->store, NULL));
    assert_true(f->held(p->store, ada, match_a, &seats, NULL));
    assert_int_equal(seats, 0);
    run_sql(p, "DROP TRIGGER full");
    assert_true(commit(p, match_a, 2, 3, 0, "k", "0 too much\n"));
    assert_true(f->sync(p->store, NULL));
    reopen(p);
    assert_true(f->find_match(p->store, match_a, &m, NULL));
    assert_int_equal(m.position, 3);
    vl_text_free(&moves);
}

struct asked_again {
    struct place *place;
    uint32_t answers;
};

static bool ask_again(void *context, const char *id)
{
    struct asked_again *a = context;
    struct vl_error err = {0};
    (void)id;
    assert_false(
        a->place->functions->list_matches(a->place->store, VL_MATCH_GATHERING, ask_again, a, &err));
    assert_int_equal(err.code, VL_REFUSED);
    a->answers++;
    return true;
}

/* Whoever is being answered cannot ask the same: the rest of the answer would be lost. */
static void an_answer_is_given_to_its_end(void **state)
{
    struct place *p = *state;
    struct asked_again again = {.place = p};
    add(p, match_a);
    add(p, match_b);
    assert_true(p->functions->list_matches(p->store, VL_MATCH_GATHERING, ask_again, &again, NULL));
    assert_int_equal(again.answers, 2);
}

static void a_store_without_its_time_says_so(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    int64_t served;
    run_sql(p, "DELETE FROM service");
    assert_false(p->functions->served(p->store, &served, &err));
    assert_int_equal(err.code, VL_IO);
    assert_non_null(strstr(err.message, "how long"));
}

/* Every table and index of a store, for comparison. */
static void describe(struct place *p, struct vl_text *out)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *q = NULL;
    assert_int_equal(sqlite3_open(p->where, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_schema ORDER BY name", -1, &q, NULL),
        SQLITE_OK);
    while (sqlite3_step(q) == SQLITE_ROW)
        vl_text_addf(out, "%s\n", (const char *)sqlite3_column_text(q, 0));
    sqlite3_finalize(q);
    sqlite3_close(db);
}

/* A file as the first format had it, with a match going on: tests/server/format1.sql. */
static void first_format(struct place *p)
{
    struct vl_text sql = {0};
    char part[4096];
    size_t size;
    assert_int_equal(unlink(p->where), 0);
    FILE *file = fopen(VALISE_SOURCE_DIR "/tests/server/format1.sql", "r");
    assert_non_null(file);
    while ((size = fread(part, 1, sizeof part, file)) > 0)
        vl_text_addf(&sql, "%.*s", (int)size, part);
    fclose(file);
    run_sql(p, vl_text_string(&sql));
    vl_text_free(&sql);
}

/* Matches that ended before results were noted wait for it. */
static void what_ended_before_is_to_be_noted(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    struct vl_text text = {0};
    p->functions->close(p->store);
    first_format(p);
    run_sql(p, "UPDATE matches SET status = 2");
    p->store = p->functions->open(p->where, &err);
    assert_non_null(p->store);
    assert_true(p->functions->people->list_unnoted(p->store, 9, join_id, &text, &err));
    assert_string_equal(vl_text_string(&text), "A");
    assert_true(p->functions->people->noted(p->store, match_a, &err));
    vl_text_clear(&text);
    assert_true(p->functions->people->list_unnoted(p->store, 9, join_id, &text, &err));
    assert_int_equal(text.length, 0);
    vl_text_free(&text);
}

static void a_store_of_the_first_format_opens(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text fresh = {0}, sql = {0}, all = {0};
    struct vl_stored_match m;
    uint32_t seats, from, position;
    describe(p, &fresh);
    f->close(p->store);
    first_format(p);
    for (int twice = 0; twice < 2; twice++) {
        p->store = f->open(p->where, &err);
        if (!p->store)
            fail_msg("%s", err.message);
        assert_true(f->find_match(p->store, match_a, &m, &err));
        assert_string_equal(m.game, "template");
        assert_string_equal(m.options, "a=b c=d");
        assert_string_equal(m.seat[0].name, "Ada");
        assert_string_equal(m.seat[1].player, "greedy");
        assert_int_equal(m.status, VL_MATCH_RUNNING);
        assert_int_equal(m.position, 5);
        assert_int_equal(m.seal.secret[0], 0x5e);
        assert_true(m.seal.has_nonce[0]);
        assert_int_equal(m.clock, VL_CLOCK_NONE);
        assert_int_equal(m.chat, VL_CHAT_OPEN);
        assert_int_equal(m.stand_ins, 0);
        vl_text_clear(&all);
        assert_true(f->list_commits(p->store, match_a, join, &all, &err));
        assert_string_equal(all.data, "0-3 -1 - -1 deal x\n|3-5 0 k1 0 give x\n|");
        assert_true(f->find_key(p->store, match_a, 0, "k1", &from, &position, &err));
        assert_true(f->held(p->store, ada, match_a, &seats, &err));
        assert_int_equal(seats, 1);
        vl_text_clear(&all);
        assert_true(f->find_deck(p->store, "template", "0123456789abcdef", join_file, &all, &err));
        assert_string_equal(all.data, "cards:a\n;");
        f->close(p->store);
    }
    vl_text_clear(&all);
    describe(p, &all);
    assert_string_equal(all.data, fresh.data); /* no other than a new one */
    p->store = f->open(p->where, &err);
    assert_true(commit(p, match_a, 5, 6, 1, NULL, "1 done\n")); /* and it goes on */
    assert_true(f->sync(p->store, &err));
    vl_text_free(&all);
    vl_text_free(&fresh);
    vl_text_free(&sql);
}

static void a_later_format_is_refused_untouched(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    p->functions->close(p->store);
    run_sql(p, "PRAGMA user_version = 1000");
    assert_null(p->functions->open(p->where, &err));
    assert_int_equal(err.code, VL_REFUSED);
    assert_non_null(strstr(err.message, "format 1000"));
    run_sql(p, "INSERT INTO decks VALUES ('g', 'h', 0, 'n', x'00')"); /* still there */
    p->store = p->functions->open(":memory:", &err);
}

/* A step that fails halfway leaves the file as it was. */
static void a_step_that_fails_changes_nothing(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    p->functions->close(p->store);
    run_sql(p, "PRAGMA user_version = 1"); /* so the second step finds its columns there already */
    assert_null(p->functions->open(p->where, &err));
    assert_int_equal(err.code, VL_IO);
    assert_non_null(strstr(err.message, "present format"));
    run_sql(p, "PRAGMA user_version = 0; BEGIN; SELECT * FROM chat; COMMIT");
    p->store = p->functions->open(":memory:", &err);
}

/* What hangs on a match goes with it. */
static void chat_goes_with_its_match(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    struct vl_stored_chat m = {.seat = 0, .time = 1, .text = "bye"};
    add(p, match_a);
    assert_true(p->functions->add_chat(p->store, match_a, &m, 10, &err));
    assert_true(p->functions->sync(p->store, &err));
    p->functions->close(p->store);
    run_sql(p, "PRAGMA foreign_keys = ON; DELETE FROM seats; DELETE FROM matches;"
               "CREATE TABLE left AS SELECT count(*) AS n FROM chat;"
               "CREATE TABLE check_left (n INTEGER CHECK (n = 0));"
               "INSERT INTO check_left SELECT n FROM left");
    p->store = p->functions->open(p->where, &err);
    assert_non_null(p->store);
}

static void clocks_are_found_by_their_end(void **state)
{
    struct place *p = *state;
    const struct vl_store_functions *f = p->functions;
    struct vl_error err = {0};
    struct vl_text ids = {0};
    struct vl_stored_match m;
    int64_t end = 0;
    add(p, match_a);
    add(p, match_b);
    assert_true(f->next_clock(p->store, &end, &err));
    assert_true(end == INT64_MAX);
    assert_true(f->find_match(p->store, match_a, &m, &err));
    m.status = VL_MATCH_RUNNING;
    m.clock_end = 5000;
    assert_true(f->update_match(p->store, &m, false, &err));
    assert_true(f->find_match(p->store, match_b, &m, &err));
    m.status = VL_MATCH_RUNNING;
    m.clock_end = 3000;
    assert_true(f->update_match(p->store, &m, false, &err));
    assert_true(f->next_clock(p->store, &end, &err));
    assert_int_equal(end, 3000);
    assert_true(f->list_clocks(p->store, 4999, join_id, &ids, &err));
    assert_string_equal(ids.data, "B");
    vl_text_clear(&ids);
    assert_true(f->list_clocks(p->store, 5000, join_id, &ids, &err));
    assert_string_equal(ids.data, "BA");
    m.status = VL_MATCH_OVER;
    assert_true(f->update_match(p->store, &m, false, &err));
    assert_true(f->next_clock(p->store, &end, &err));
    assert_int_equal(end, 5000);
    vl_text_free(&ids);
}

static void what_is_no_store_is_refused(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    char path[128];
    assert_null(p->functions->open("/nowhere/at/all.db", &err));
    assert_int_equal(err.code, VL_IO);
    err = (struct vl_error){0};
    assert_null(p->functions->open(p->where, &err)); /* in use */
    assert_int_equal(err.code, VL_REFUSED);
    snprintf(path, sizeof path, "%s/other", p->folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("this is a shopping list, not a store of matches, and it is long enough to see", file);
    fclose(file);
    err = (struct vl_error){0};
    assert_null(p->functions->open(path, &err));
    assert_true(err.message[0]);
    unlink(path);
    /* Somebody else's database stays as it is. */
    struct place other = {0};
    snprintf(other.where, sizeof other.where, "%s/other", p->folder);
    run_sql(&other, "PRAGMA user_version = 2; CREATE TABLE seats (cinema)");
    assert_null(p->functions->open(path, &err));
    assert_string_equal(err.message, "this is the database of another program");
    unlink(path);
    snprintf(path, sizeof path, "%s/other-lock", p->folder);
    unlink(path);
}

#define ON_EACH(test)                                                                              \
    cmocka_unit_test_setup_teardown(test, open_file, shut),                                        \
        cmocka_unit_test_setup_teardown(test, open_memory, shut)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_EACH(a_match_comes_back_as_it_was),
        ON_EACH(what_changes_is_kept),
        ON_EACH(commits_follow_each_other),
        ON_EACH(what_is_not_synced_is_undone),
        ON_EACH(seats_have_holders),
        ON_EACH(chat_keeps_the_last),
        ON_EACH(time_served_is_kept),
        ON_EACH(clocks_are_found_by_their_end),
        ON_EACH(decks_are_kept),
        ON_EACH(reviews_are_kept),
        ON_EACH(seats_change_hands),
        ON_EACH(votes_and_origins_are_kept),
        ON_EACH(results_are_noted),
        cmocka_unit_test_setup_teardown(what_ended_before_is_to_be_noted, open_file, shut),
        ON_EACH(matches_are_found_by_status),
        ON_EACH(a_match_is_where_its_commits_end),
        ON_EACH(a_sync_may_be_begun_before),
        ON_EACH(old_matches_are_deleted_with_all_they_have),
        ON_EACH(an_answer_is_given_to_its_end),
        cmocka_unit_test_setup_teardown(a_store_without_its_time_says_so, open_file, shut),
        cmocka_unit_test_setup_teardown(a_commit_that_cannot_be_written_undoes_its_turn, open_file,
                                        shut),
        cmocka_unit_test_setup_teardown(chat_goes_with_its_match, open_file, shut),
        cmocka_unit_test_setup_teardown(a_store_of_the_first_format_opens, open_file, shut),
        cmocka_unit_test_setup_teardown(a_later_format_is_refused_untouched, open_file, shut),
        cmocka_unit_test_setup_teardown(a_step_that_fails_changes_nothing, open_file, shut),
        cmocka_unit_test_setup_teardown(what_is_no_store_is_refused, open_file, shut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
