/* The generators: ChaCha8 against the published vector, bounds without bias,
 * streams that do not touch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "rules/rng.h"

static void chacha8_gives_the_published_keystream(void **unused)
{
    static const uint8_t expected[64] = {
        0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1,
        0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a, 0x7f, 0x3b, 0x18, 0x1b, 0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e,
        0x98, 0x4c, 0xe1, 0x72, 0xb9, 0x21, 0x6f, 0x41, 0x9f, 0x44, 0x53, 0x67, 0x45, 0x6d, 0x56, 0x19,
        0x31, 0x4a, 0x42, 0xa3, 0xda, 0x86, 0xb0, 0x01, 0x38, 0x7b, 0xfd, 0xb8, 0x0e, 0x0c, 0xfe, 0x42,
    };
    struct seed zero = {{0}};
    struct rng rng = rng_strong(&zero, RNG_CHANCE, 0);
    uint8_t got[64];

    (void)unused;
    for (int i = 0; i < 16; i++) {
        uint32_t word = rng_word(&rng);
        for (int k = 0; k < 4; k++)
            got[4 * i + k] = (uint8_t)(word >> 8 * k);
    }
    assert_memory_equal(got, expected, sizeof expected);
}

static void draws_stay_below_and_are_even(void **unused)
{
    (void)unused;
    for (uint32_t bound = 1; bound <= 48; bound++) {
        enum { DRAWS = 48000 };
        struct rng rng = rng_fast(bound);
        uint32_t seen[48] = {0};

        for (int i = 0; i < DRAWS; i++) {
            uint32_t drawn = rng_below(&rng, bound);
            assert_true(drawn < bound);
            seen[drawn]++;
        }
        double chi = 0, mean = (double)DRAWS / bound;
        for (uint32_t i = 0; i < bound; i++)
            chi += (seen[i] - mean) * (seen[i] - mean) / mean;
        assert_true(chi < 100); /* 47 degrees of freedom: above 100 once in 100,000 */
    }
}

/* With a bound just above a power of two, a draw that only scales would favour
 * the low half by a third; the fair one does not. */
static void a_huge_bound_has_no_bias(void **unused)
{
    const uint32_t bound = 3u << 30;
    struct rng rng = rng_fast(99);
    int low = 0, draws = 30000;

    (void)unused;
    for (int i = 0; i < draws; i++)
        low += rng_below(&rng, bound) % 3 == 0;
    assert_in_range(low, 9600, 10400);
}

static void streams_differ_by_use_number_and_seed(void **unused)
{
    struct seed a = {{1}}, b = {{2}};
    struct rng streams[] = {rng_strong(&a, RNG_CHANCE, 0), rng_strong(&a, RNG_CHANCE, 1), rng_strong(&a, RNG_BOT, 0),
                            rng_strong(&a, RNG_GAME_SEED, 0), rng_strong(&b, RNG_CHANCE, 0)};
    struct seed drawn[5];

    (void)unused;
    for (int i = 0; i < 5; i++) {
        rng_seed(&streams[i], &drawn[i]);
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(&drawn[i], &drawn[k], sizeof drawn[i]);
    }
    struct rng again = rng_strong(&a, RNG_CHANCE, 0);
    struct seed same;
    rng_seed(&again, &same);
    assert_memory_equal(&same, &drawn[0], sizeof same);
}

static void a_shuffle_reaches_every_order(void **unused)
{
    struct rng rng = rng_fast(5);
    int seen[24] = {0};

    (void)unused;
    for (int i = 0; i < 24000; i++) {
        uint8_t items[4] = {0, 1, 2, 3};
        rng_shuffle(&rng, items, 4);
        int code = 0;
        for (int k = 0; k < 4; k++) {
            int smaller = 0;
            for (int j = k + 1; j < 4; j++)
                smaller += items[j] < items[k];
            code = code * (4 - k) + smaller;
        }
        seen[code]++;
    }
    for (int i = 0; i < 24; i++)
        assert_in_range(seen[i], 850, 1150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha8_gives_the_published_keystream),
        cmocka_unit_test(draws_stay_below_and_are_even),
        cmocka_unit_test(a_huge_bound_has_no_bias),
        cmocka_unit_test(streams_differ_by_use_number_and_seed),
        cmocka_unit_test(a_shuffle_reaches_every_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
