/* Seals: vectors computed apart from libsodium, commitments, nonces, one draw a position. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "valise/record.h"

static struct vl_seal known_seal(void)
{
    struct vl_seal seal = {.revealed = true};
    for (int i = 0; i < VL_SECRET_SIZE; i++)
        seal.secret[i] = (uint8_t)i;
    vl_seal_commit(&seal);
    return seal;
}

/* BLAKE2b-256 of 00 01 .. 1f under the personal string, from Python's hashlib. */
static void test_commitment(void **unused)
{
    static const uint8_t golden[VL_SECRET_SIZE] = {
        0x14, 0x5b, 0x5b, 0x7a, 0xb1, 0xc7, 0x30, 0x9f, 0x6a, 0x04, 0xb2,
        0xaf, 0xfb, 0xd4, 0x91, 0x96, 0x03, 0x8a, 0x51, 0x15, 0x08, 0xbd,
        0x9f, 0xd0, 0x03, 0xdb, 0xcc, 0xa1, 0x8d, 0x17, 0xb3, 0x91,
    };
    struct vl_seal seal = known_seal();
    (void)unused;
    assert_memory_equal(seal.commitment, golden, sizeof golden);
    assert_true(vl_seal_holds(&seal));
    seal.secret[31] ^= 0x80;
    assert_false(vl_seal_holds(&seal));
    seal.secret[31] ^= 0x80;
    seal.revealed = false;
    assert_false(vl_seal_holds(&seal));
}

/* From Python's hashlib: the commitment above, the byte 1 and 64 65 .. 83. */
static void test_pledges(void **unused)
{
    static const uint8_t golden[VL_SECRET_SIZE] = {
        0x52, 0x75, 0xdf, 0xe5, 0x3c, 0x21, 0x31, 0x1a, 0x2e, 0x59, 0xe5,
        0x74, 0x9b, 0xde, 0x43, 0xe2, 0x66, 0x64, 0xad, 0xdb, 0x99, 0x52,
        0x4b, 0x97, 0x5a, 0x5c, 0xf1, 0x10, 0xf3, 0x1e, 0x2f, 0x9a,
    };
    struct vl_seal seal = known_seal();
    struct vl_error err = {0};
    (void)unused;
    for (int i = 0; i < VL_SECRET_SIZE; i++)
        seal.nonce[1][i] = (uint8_t)(100 + i);
    vl_seal_pledge(&seal, 1, seal.nonce[1], seal.pledge[1]);
    assert_memory_equal(seal.pledge[1], golden, sizeof golden);
    /* Nonces of earlier programs have no pledges, and nothing is said about them. */
    seal.has_nonce[1] = true;
    assert_false(vl_seal_has_pledges(&seal));
    assert_true(vl_seal_pledges_hold(&seal, &err));
    seal.has_pledge[1] = true;
    assert_true(vl_seal_has_pledges(&seal));
    assert_true(vl_seal_pledges_hold(&seal, &err));
    /* Another nonce, another seat or another commitment has another pledge. */
    seal.nonce[1][0] ^= 1;
    assert_false(vl_seal_pledges_hold(&seal, &err));
    assert_string_equal(err.message, "the nonce of seat 1 is not the one it pledged");
    seal.nonce[1][0] ^= 1;
    seal.commitment[31] ^= 1;
    assert_false(vl_seal_pledges_hold(&seal, &err));
    seal.commitment[31] ^= 1;
    vl_seal_pledge(&seal, 0, seal.nonce[1], seal.pledge[0]);
    assert_memory_not_equal(seal.pledge[0], golden, sizeof golden);
    /* A pledge is kept, and a nonce was pledged. */
    seal.has_pledge[0] = true;
    assert_false(vl_seal_pledges_hold(&seal, &err));
    assert_string_equal(err.message, "seat 0 pledged a nonce and did not reveal it");
    seal.has_pledge[0] = false;
    seal.has_nonce[0] = true;
    assert_false(vl_seal_pledges_hold(&seal, &err));
    assert_string_equal(err.message, "seat 0 has a nonce that it did not pledge");
}

static void draws(const struct vl_seal *seal, uint32_t position, const uint64_t *golden)
{
    struct vl_chance chance = {.source = VL_CHANCE_SEALED, .seal = *seal};
    struct vl_rng rng;
    vl_chance_rng(&chance, position, &rng);
    for (int i = 0; i < 4; i++)
        assert_true(rng.s[i] == golden[i]);
}

/* Keys from Python's hashlib, ChaCha20 written out by hand after its paper. */
static void test_draws(void **unused)
{
    static const uint64_t plain[2][4] = {
        {UINT64_C(0x7acb8a69af4be934), UINT64_C(0xedf34344cbbedcaa), UINT64_C(0x1a3f9c8a1fe39db4),
         UINT64_C(0x9797a1dc5a2a55ed)},
        {UINT64_C(0x384870b4d54e38cb), UINT64_C(0x2fc6efd020415121), UINT64_C(0x18eb970200136a1a),
         UINT64_C(0xc1b73ba44890b46c)},
    };
    static const uint64_t salted[2][4] = {
        {UINT64_C(0x7aef124d5b3843cb), UINT64_C(0xc9eac238480ceb18), UINT64_C(0x38016c256e0381c4),
         UINT64_C(0xc5644581ab894f52)},
        {UINT64_C(0x4ae006ed09ce0d83), UINT64_C(0xd3968c2dfdf3763a), UINT64_C(0xea622123e3b9d584),
         UINT64_C(0x197caa2a2b8913a5)},
    };
    struct vl_seal seal = known_seal();
    (void)unused;
    draws(&seal, 0, plain[0]);
    draws(&seal, 7, plain[1]);
    seal.has_nonce[1] = true;
    for (int i = 0; i < VL_SECRET_SIZE; i++)
        seal.nonce[1][i] = (uint8_t)(100 + i);
    draws(&seal, 0, salted[0]);
    draws(&seal, 7, salted[1]);
}

/* The same nonce from another seat is another deal; so is an empty one against none. */
static void test_nonces_belong_to_seats(void **unused)
{
    struct vl_chance chance = {.source = VL_CHANCE_SEALED, .seal = known_seal()};
    struct vl_rng none, first, second;
    (void)unused;
    vl_chance_rng(&chance, 3, &none);
    chance.seal.has_nonce[0] = true;
    vl_chance_rng(&chance, 3, &first);
    chance.seal.has_nonce[0] = false;
    chance.seal.has_nonce[1] = true;
    vl_chance_rng(&chance, 3, &second);
    assert_memory_not_equal(&none, &first, sizeof none);
    assert_memory_not_equal(&first, &second, sizeof first);
}

static void test_fresh_secrets_differ(void **unused)
{
    struct vl_seal a, b;
    (void)unused;
    vl_seal_new(&a);
    vl_seal_new(&b);
    assert_true(a.revealed && vl_seal_holds(&a) && vl_seal_holds(&b));
    assert_memory_not_equal(a.secret, b.secret, sizeof a.secret);
    assert_memory_not_equal(a.commitment, b.commitment, sizeof a.commitment);
    assert_false(a.has_nonce[0] || a.has_nonce[1] || a.has_nonce[2] || a.has_nonce[3]);
}

static void test_seeded_draws_are_the_stream(void **unused)
{
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 42};
    struct vl_rng rng, stream;
    (void)unused;
    vl_chance_rng(&chance, 9, &rng);
    vl_rng_seed(&stream, 42, 9, VL_STREAM_CHANCE);
    assert_memory_equal(&rng, &stream, sizeof rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commitment),
        cmocka_unit_test(test_pledges),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_nonces_belong_to_seats),
        cmocka_unit_test(test_fresh_secrets_differ),
        cmocka_unit_test(test_seeded_draws_are_the_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
