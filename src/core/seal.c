/*
 * Sealed deals on libsodium.
 *
 * commitment = BLAKE2b-256(secret) under the personal string below
 * key        = BLAKE2b-256(for each seat: 0, or 1 and its nonce), keyed with the secret
 * draw n     = the first 32 bytes of ChaCha20(key, nonce = n as 8 little-endian bytes)
 */
#include <sodium.h>

#include "core/banned.h"
#include "valise/record.h"

static const unsigned char commit_salt[crypto_generichash_blake2b_SALTBYTES] = {0};
static const unsigned char commit_personal[crypto_generichash_blake2b_PERSONALBYTES] =
    "valise commit 1";

/* Safe to call from any thread, any number of times. Without a source of random numbers no deal can
 * be sealed, and nothing useful is left to do. */
static void need_sodium(void)
{
    if (sodium_init() < 0)
        abort();
}

void vl_seal_new(struct vl_seal *seal)
{
    need_sodium();
    *seal = (struct vl_seal){.revealed = true};
    randombytes_buf(seal->secret, sizeof seal->secret);
    vl_seal_commit(seal);
}

static void commitment_of(const uint8_t *secret, uint8_t *commitment)
{
    need_sodium();
    crypto_generichash_blake2b_salt_personal(commitment, VL_SECRET_SIZE, secret, VL_SECRET_SIZE,
                                             NULL, 0, commit_salt, commit_personal);
}

void vl_seal_commit(struct vl_seal *seal)
{
    commitment_of(seal->secret, seal->commitment);
}

/* In constant time, as everything that touches a secret, although a commitment is public. */
bool vl_seal_holds(const struct vl_seal *seal)
{
    uint8_t commitment[VL_SECRET_SIZE];
    commitment_of(seal->secret, commitment);
    return seal->revealed && sodium_memcmp(commitment, seal->commitment, sizeof commitment) == 0;
}

/* The nonces of all seats go into the key, so nobody, not even who made the secret, could choose
 * the deal: one honest nonce makes it random. */
static void seal_key(const struct vl_seal *seal, uint8_t *key)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, seal->secret, VL_SECRET_SIZE, crypto_stream_chacha20_KEYBYTES);
    for (int seat = 0; seat < VL_MAX_SEATS; seat++) {
        uint8_t has = seal->has_nonce[seat];
        crypto_generichash_update(&state, &has, 1);
        if (has)
            crypto_generichash_update(&state, seal->nonce[seat], VL_SECRET_SIZE);
    }
    crypto_generichash_final(&state, key, crypto_stream_chacha20_KEYBYTES);
}

/* Bytes are put together by hand, in little-endian order, so that a record verifies on every
 * machine. */
static void seal_rng(const struct vl_seal *seal, uint32_t position, struct vl_rng *rng)
{
    need_sodium();
    VL_ASSERT(seal->revealed);
    uint8_t key[crypto_stream_chacha20_KEYBYTES], draw[VL_SECRET_SIZE];
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = {0};
    for (int i = 0; i < 4; i++)
        nonce[i] = (uint8_t)(position >> (8 * i));
    seal_key(seal, key);
    crypto_stream_chacha20(draw, sizeof draw, nonce, key);
    for (int i = 0; i < 4; i++) {
        rng->s[i] = 0;
        for (int b = 0; b < 8; b++)
            rng->s[i] |= (uint64_t)draw[i * 8 + b] << (8 * b);
    }
    sodium_memzero(key, sizeof key);
    sodium_memzero(draw, sizeof draw);
}

void vl_chance_rng(const struct vl_chance *chance, uint32_t position, struct vl_rng *rng)
{
    VL_ASSERT(chance->source != VL_CHANCE_MANUAL);
    if (chance->source == VL_CHANCE_SEALED)
        seal_rng(&chance->seal, position, rng);
    else
        vl_rng_seed(rng, chance->seed, position, VL_STREAM_CHANCE);
}
