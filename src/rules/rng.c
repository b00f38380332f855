/* See rng.h. ChaCha as published by D. J. Bernstein, with 8 rounds; xoshiro256++
 * as published by D. Blackman and S. Vigna, seeded through splitmix64. */
#include "rules/rng.h"

static uint32_t rotate32(uint32_t x, int k)
{
    return (x << k) | (x >> (32 - k));
}

static void quarter_round(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate32(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate32(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate32(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate32(x[b] ^ x[c], 7);
}

void rng_refill(struct rng *rng)
{
    uint32_t x[16];

    for (int i = 0; i < 16; i++)
        x[i] = rng->input[i];
    for (int round = 0; round < 8; round += 2) {
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 16; i++)
        rng->block[i] = x[i] + rng->input[i];
    rng->input[12]++;
    rng->used = 0;
}

struct rng rng_strong(const struct seed *seed, enum rng_use use, uint64_t number)
{
    /* "expand 32-byte k", then key, block counter and what the stream is for. */
    struct rng rng = {.strong = true, .used = 16, .input = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}};

    for (int i = 0; i < SEED_BYTES / 4; i++) {
        const uint8_t *key = seed->bytes + 4 * i; /* spelled out, this is one load */
        rng.input[4 + i] = (uint32_t)key[0] | (uint32_t)key[1] << 8 | (uint32_t)key[2] << 16 | (uint32_t)key[3] << 24;
    }
    rng.input[13] = (uint32_t)use;
    rng.input[14] = (uint32_t)number;
    rng.input[15] = (uint32_t)(number >> 32);
    return rng;
}

struct rng rng_fast(uint64_t seed)
{
    struct rng rng = {.strong = false};

    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng.fast[i] = z ^ (z >> 31);
    }
    return rng;
}

void rng_seed(struct rng *rng, struct seed *out)
{
    for (int i = 0; i < SEED_BYTES; i += 4) {
        uint32_t word = rng_word(rng);
        for (int k = 0; k < 4; k++)
            out->bytes[i + k] = (uint8_t)(word >> (k * 8));
    }
}
