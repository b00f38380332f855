/* Random numbers. The rules never keep a generator: the caller that asks for a
 * deal or a world brings one.
 *
 * Deals are drawn by ChaCha8 keyed with the table's 256-bit seed; each chance
 * event of a game has a stream of its own, so an event can be drawn again after
 * an undo or a restart, and nothing that has been dealt tells what comes next.
 * Playouts and samples use xoshiro256++, which is several times faster. */
#ifndef PARLOR_RULES_RNG_H
#define PARLOR_RULES_RNG_H

#include <stdbool.h>
#include <stdint.h>

enum { SEED_BYTES = 32, SEED_DIGITS = 64 };

struct seed {
    uint8_t bytes[SEED_BYTES];
};

/* What a stream is for. Streams of different use never coincide. */
enum rng_use { RNG_CHANCE = 0, RNG_GAME_SEED = 1, RNG_BOT = 2, RNG_ANALYSIS = 3, RNG_MANNER = 4 };

struct rng {
    bool strong;        /* ChaCha8, else xoshiro256++ */
    uint8_t used;       /* words of block handed out */
    uint32_t input[16]; /* ChaCha8: constants, key, counter, stream */
    uint32_t block[16];
    uint64_t fast[4];
};

struct rng rng_strong(const struct seed *, enum rng_use, uint64_t number);
struct rng rng_fast(uint64_t seed);
void rng_refill(struct rng *);
void rng_seed(struct rng *, struct seed *out);

static inline uint64_t rng_rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static inline uint32_t rng_word(struct rng *rng)
{
    if (rng->strong) {
        if (rng->used == 16)
            rng_refill(rng);
        return rng->block[rng->used++];
    }
    uint64_t *s = rng->fast;
    uint64_t result = rng_rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return (uint32_t)(result >> 32);
}

/* Returns 0 .. bound-1, each equally likely: the few words that would favour some
 * numbers are thrown away. bound > 0. */
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    uint64_t product = (uint64_t)rng_word(rng) * bound;

    if ((uint32_t)product < bound) {
        uint32_t unfair = (0u - bound) % bound;
        while ((uint32_t)product < unfair)
            product = (uint64_t)rng_word(rng) * bound;
    }
    return (uint32_t)(product >> 32);
}

static inline void rng_shuffle(struct rng *rng, uint8_t *items, int count)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = rng_below(rng, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

#endif
