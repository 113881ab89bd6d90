/*
 * Random numbers: xoshiro256++, with unbiased bounded draws.
 *
 * Chance, bots and looks draw from streams of their own, so that a bot that thinks longer does
 * not change the deal. Sealed deals do not use a long-lived generator at all: for each chance move,
 * record.h seeds a new one from libsodium's keyed stream.
 */
#ifndef VALISE_RNG_H
#define VALISE_RNG_H

#include "valise/portable.h"

/* The state of a generator; seed it with vl_rng_seed. */
struct vl_rng {
    uint64_t s[4];
};

/* Independent streams of one seed. */
enum vl_stream {
    VL_STREAM_CHANCE = 0,
    VL_STREAM_LOOKS = 1,
    VL_STREAM_BOTS = 16, /* plus the seat */
};

/* Splitmix64, the seeding recommended for xoshiro. */
VL_RULE static inline uint64_t vl_splitmix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The generator of one stream of one seed; `index` tells games of one simulation apart. */
VL_RULE static inline void vl_rng_seed(struct vl_rng *rng, uint64_t seed, uint64_t index,
                                       uint32_t stream)
{
    uint64_t state = seed;
    state = vl_splitmix(&state) ^ index;
    state = vl_splitmix(&state) ^ stream;
    for (int i = 0; i < 4; i++)
        rng->s[i] = vl_splitmix(&state);
}

/* Rotates left by k, 1 .. 63. */
VL_RULE static inline uint64_t vl_rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* 64 random bits. */
VL_RULE static inline uint64_t vl_rng_next(struct vl_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = vl_rotl(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = vl_rotl(s[3], 45);
    return result;
}

/* Uniform in 0 .. bound-1, without bias (Lemire's multiplication with rejection); bound >= 1. */
VL_RULE static inline uint32_t vl_rng_below(struct vl_rng *rng, uint32_t bound)
{
    uint64_t m = (vl_rng_next(rng) >> 32) * bound;
    if (VL_UNLIKELY((uint32_t)m < bound)) {
        uint32_t threshold = (0U - bound) % bound;
        while ((uint32_t)m < threshold)
            m = (vl_rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(m >> 32);
}

/*
 * Two different numbers below bound, every ordered pair as likely, from one step of the generator
 * (batched multiplication with rejection, after Lemire and Brackett-Rozinsky); 2 <= bound < 65536.
 */
VL_RULE static inline void vl_rng_pair(struct vl_rng *rng, uint32_t bound, uint32_t *first,
                                       uint32_t *second)
{
    uint32_t pairs = bound * (bound - 1);
    uint64_t a = (vl_rng_next(rng) >> 32) * bound;
    uint64_t b = (uint64_t)(uint32_t)a * (bound - 1);
    if (VL_UNLIKELY((uint32_t)b < pairs)) {
        uint32_t threshold = (0U - pairs) % pairs;
        while ((uint32_t)b < threshold) {
            a = (vl_rng_next(rng) >> 32) * bound;
            b = (uint64_t)(uint32_t)a * (bound - 1);
        }
    }
    *first = (uint32_t)(a >> 32);
    *second = (uint32_t)(b >> 32);
    *second += *second >= *first;
}

#endif
