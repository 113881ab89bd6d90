/*
 * What a store keeps about seats that change browsers (store/people.h): claims, links, votes and
 * departures, and the origins of matches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/banned.h"
#include "store/people.h"

struct place {
    const struct vl_store_functions *functions;
    struct vl_store *store;
};

static const char match_a[] = "AAAAAAAAAAAAAAAAAAAAAA", match_b[] = "BBBBBBBBBBBBBBBBBBBBBB";
static const uint8_t ada[VL_HASH_SIZE] = {1, 2, 3}, bob[VL_HASH_SIZE] = {9};

static int open_memory(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    p->functions = &vl_store_sqlite;
    p->store = p->functions->open(":memory:", NULL);
    *state = p;
    return p->store ? 0 : -1;
}

static int shut(void **state)
{
    struct place *p = *state;
    p->functions->close(p->store);
    free(p);
    return 0;
}

static void add(struct place *p, const char *id)
{
    struct vl_stored_match m = {.rules_version = 1, .seats = 2, .created = 1, .changed = 1};
    struct vl_error err = {0};
    snprintf(m.id, sizeof m.id, "%s", id);
    snprintf(m.game, sizeof m.game, "template");
    vl_seal_new(&m.seal);
    if (!p->functions->add_match(p->store, &m, &err))
        fail_msg("%s", err.message);
}

/* What belongs to a seat comes back with its match: its link, and how far the deal has come. */
static void links_and_deals_are_kept(void **state)
{
    struct place *p = *state;
    struct vl_error err = {0};
    struct vl_stored_match m;
    add(p, match_a);
    assert_true(p->functions->find_match(p->store, match_a, &m, &err));
    assert_false(m.seat[1].link_used || m.seal.has_pledge[1]);
    m.seat[1].link_used = true;
    m.seal.has_pledge[1] = true;
    m.seal.pledge[1][31] = 7;
    m.seal.restarts = 3;
    m.deal = VL_DEAL_NONCES;
    assert_true(p->functions->update_match(p->store, &m, true, &err));
    assert_true(p->functions->people->set_active(p->store, match_a, 1, 1790000000, &err));
    assert_true(p->functions->find_match(p->store, match_a, &m, &err));
    assert_true(m.seat[1].link_used && !m.seat[0].link_used);
    assert_true(m.seal.has_pledge[1] && !m.seal.has_pledge[0]);
    assert_int_equal(m.seal.pledge[1][31], 7);
    assert_int_equal(m.seal.restarts, 3);
    assert_int_equal(m.deal, VL_DEAL_NONCES);
    assert_int_equal(m.seat[1].active, 1790000000);
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
    bool stay = true;
    add(p, match_a);
    assert_true(p->functions->hold(p->store, ada, match_a, 0, &err));
    assert_true(p->functions->hold(p->store, ada, match_a, 1, &err));
    assert_true(f->set_transfer(p->store, match_a, 0, other, 200, true, &err));
    assert_true(f->set_transfer(p->store, match_a, 0, token, 200, false, &err));
    assert_false(f->take_transfer(p->store, match_a, 0, other, 100, &stay, &err)); /* replaced */
    assert_int_equal(err.code, VL_NOT_FOUND);
    assert_false(f->take_transfer(p->store, match_a, 1, token, 100, &stay, &err));
    assert_false(f->take_transfer(p->store, match_a, 0, token, 200, &stay, &err)); /* run out */
    assert_true(f->take_transfer(p->store, match_a, 0, token, 199, &stay, &err));
    assert_false(stay);
    assert_false(f->take_transfer(p->store, match_a, 0, token, 199, &stay, &err)); /* used */
    assert_true(f->set_transfer(p->store, match_a, 0, token, 200, true, &err));
    assert_true(f->take_transfer(p->store, match_a, 0, token, 199, &stay, &err));
    assert_true(stay);
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

/* The same claim again moves the seat to the browser that repeats it; every other holder stays. */
static void claims_are_kept_and_repeated(void **state)
{
    struct place *p = *state;
    const struct vl_people_functions *f = p->functions->people;
    struct vl_error err = {0};
    struct vl_stored_claim first = {.key = {7}, .time = 11}, again, found;
    uint32_t counts[VL_MAX_SEATS], seats;
    add(p, match_a);
    assert_false(f->find_claim(p->store, match_a, 1, &found, &err));
    assert_int_equal(err.code, VL_NOT_FOUND);
    memcpy(first.player, ada, sizeof first.player);
    assert_true(f->claim(p->store, match_a, 1, &first, &err));
    assert_true(f->find_claim(p->store, match_a, 1, &found, &err));
    assert_memory_equal(&found, &first, sizeof found);
    static const uint8_t phone[VL_HASH_SIZE] = {77};
    assert_true(f->join(p->store, match_a, 1, phone, &err));
    assert_true(f->count_holders(p->store, match_a, counts, &err));
    assert_true(counts[0] == 0 && counts[1] == 2);
    again = first;
    memcpy(again.player, bob, sizeof again.player);
    assert_true(f->claim(p->store, match_a, 1, &again, &err));
    assert_true(f->count_holders(p->store, match_a, counts, &err));
    assert_int_equal(counts[1], 2);
    assert_true(p->functions->held(p->store, ada, match_a, &seats, &err));
    assert_int_equal(seats, 0);
    assert_true(p->functions->held(p->store, bob, match_a, &seats, &err));
    assert_int_equal(seats, 2);
    /* Nothing is kept of a browser that gives its seats up, nor of a seat that moves on. */
    assert_true(p->functions->let_go(p->store, bob, match_a, &err));
    assert_false(f->find_claim(p->store, match_a, 1, &found, &err));
    assert_true(f->claim(p->store, match_a, 1, &again, &err));
    assert_true(f->hand_over(p->store, match_a, 1, ada, VL_DEPARTED_MOVED, 12, &err));
    assert_false(f->find_claim(p->store, match_a, 1, &found, &err));
}

static void votes_and_origins_are_kept(void **state)
{
    struct place *p = *state;
    const struct vl_people_functions *f = p->functions->people;
    struct vl_error err = {0};
    struct vl_stored_vote votes[VL_MAX_SEATS];
    struct vl_stored_vote vote = {.opened = 7, .served = 1234567, .agreed = 5, .passed = true};
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
    assert_true(votes[1].served == 1234567);
    assert_true(!votes[0].opened);
    vote.opened = 0;
    assert_true(f->set_vote(p->store, match_a, 1, &vote, &err));
    assert_true(f->find_votes(p->store, match_a, votes, &err));
    assert_true(!votes[1].opened);
}

#define IN_MEMORY(test) cmocka_unit_test_setup_teardown(test, open_memory, shut)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_MEMORY(links_and_deals_are_kept),
        IN_MEMORY(seats_change_hands),
        IN_MEMORY(claims_are_kept_and_repeated),
        IN_MEMORY(votes_and_origins_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
