/* See rng.h. ChaCha as published by D. J. Bernstein, with 8 rounds; xoshiro256++
 * as published by D. Blackman and S. Vigna, seeded through splitmix64. */
#include "rules/rng.h"

#include "rules/bytes.h"

/* Four words at once: the rows of ChaCha's square. */
typedef uint32_t row __attribute__((vector_size(16)));

/* Rows are loaded and stored without an array on the stack: nothing to guard there in the hottest loop of deals. */
static inline row load_row(const uint32_t *words)
{
    row loaded;
    bytes_copy(&loaded, words, sizeof loaded);
    return loaded;
}

static inline void store_row(uint32_t *words, row stored)
{
    bytes_copy(words, &stored, sizeof stored);
}

static inline row rotate_bits(row x, int k)
{
    return (x << k) | (x >> (32 - k));
}

/* A quarter round on each of the four columns. */
static inline void mix_columns(row *x)
{
    x[0] += x[1];
    x[3] = rotate_bits(x[3] ^ x[0], 16);
    x[2] += x[3];
    x[1] = rotate_bits(x[1] ^ x[2], 12);
    x[0] += x[1];
    x[3] = rotate_bits(x[3] ^ x[0], 8);
    x[2] += x[3];
    x[1] = rotate_bits(x[1] ^ x[2], 7);
}

void rng_refill(struct rng *rng)
{
    row x[4];

    for (int i = 0; i < 4; i++)
        x[i] = load_row(rng->input + 4 * i);
    for (int round = 0; round < 8; round += 2) {
        mix_columns(x);
        x[1] = __builtin_shufflevector(x[1], x[1], 1, 2, 3, 0); /* diagonals become columns … */
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 3, 0, 1, 2);
        mix_columns(x);
        x[1] = __builtin_shufflevector(x[1], x[1], 3, 0, 1, 2); /* … and diagonals again */
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 1, 2, 3, 0);
    }
    for (int i = 0; i < 4; i++)
        store_row(rng->block + 4 * i, x[i] + load_row(rng->input + 4 * i));
    rng->input[12]++;
    rng->used = 0;
}

static inline uint32_t key_word(const struct seed *seed, int number)
{
    const uint8_t *bytes = seed->bytes + 4 * number;
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Spelled out, so that it is put where the caller wants it and not copied there. */
struct rng rng_strong(const struct seed *seed, enum rng_use use, uint64_t number)
{
    return (struct rng){
        .strong = true,
        .used = 16,
        .input = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, /* "expand 32-byte k", then the key, */
                  key_word(seed, 0), key_word(seed, 1), key_word(seed, 2), key_word(seed, 3), key_word(seed, 4),
                  key_word(seed, 5), key_word(seed, 6), key_word(seed, 7), 0, /* the block counter, */
                  (uint32_t)use, (uint32_t)number, (uint32_t)(number >> 32)}, /* and what the stream is for */
    };
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
