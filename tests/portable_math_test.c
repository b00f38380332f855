/* The bots' own exp, log, exp2 and erfc against those of the C library, and a few values to the last bit:
 * these must be the same on every machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "bots/odds.h"
#include "bots/portable_math.h"
#include "rules/rng.h"

enum { DRAWS = 300000 };

static double between(struct rng *rng, double least, double most)
{
    return least + (most - least) * rng_word(rng) / 4294967295.0;
}

/* How many numbers lie between two of the same sign. */
static int64_t apart(double a, double b)
{
    int64_t x, y;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x < y ? y - x : x - y;
}

static void exp_and_log_are_within_two_units(void **unused)
{
    struct rng rng = rng_fast(1);

    (void)unused;
    for (int i = 0; i < DRAWS; i++) {
        double x = between(&rng, -690, 709), near = between(&rng, -3, 3), power = exp(x);
        assert_true(apart(portable_exp(x), exp(x)) <= 2);
        assert_true(apart(portable_exp(near), exp(near)) <= 2);
        assert_true(apart(portable_log(power), log(power)) <= 2);
        assert_true(apart(portable_log(i + 1), log(i + 1)) <= 2);
        assert_true(apart(portable_log(1 + near * near), log(1 + near * near)) <= 2);
    }
}

static void exp2_and_erfc_have_twelve_digits(void **unused)
{
    struct rng rng = rng_fast(2);

    (void)unused;
    for (int i = 0; i < DRAWS; i++) {
        double x = between(&rng, -40, 40), y = between(&rng, -6, 6);
        assert_true(fabs(portable_exp2(x) / exp2(x) - 1) < 1e-12);
        assert_true(fabs(portable_erfc(y) / erfc(y) - 1) < 1e-12);
    }
}

static void the_ends_are_as_the_library_has_them(void **unused)
{
    (void)unused;
    assert_true(portable_exp(0) == 1 && portable_exp2(0) == 1 && portable_log(1) == 0 && portable_erfc(0) == 1);
    assert_true(portable_exp(-1000) == 0 && portable_exp(1000) == INFINITY && portable_exp(-INFINITY) == 0);
    assert_true(portable_log(0) == -INFINITY && portable_log(INFINITY) == INFINITY);
    assert_true(isnan(portable_exp(NAN)) && isnan(portable_log(-1)));
    assert_true(portable_erfc(30) == 0 && portable_erfc(-30) == 2);
    assert_true(apart(portable_log(0x1p-1070), log(0x1p-1070)) <= 2);
    assert_true(fabs(portable_exp(-740) - exp(-740)) <= 0x1p-1073); /* hardly a digit is left there */
}

/* Sums up the bits of many results: one bit that differs on some machine shows. */
static uint64_t all_bits(void)
{
    struct rng rng = rng_fast(3);
    uint64_t sum = 0;

    for (int i = 0; i < DRAWS; i++) {
        double x = between(&rng, -30, 30);
        double results[] = {portable_exp(x), portable_log(x * x + 1e-9), portable_exp2(x), portable_erfc(x / 5)};
        for (size_t k = 0; k < sizeof results / sizeof *results; k++) {
            uint64_t bits;
            memcpy(&bits, &results[k], sizeof bits);
            sum = (sum ^ bits) * 0x9fb21c651e98df25u;
        }
    }
    return sum;
}

static void every_bit_is_the_same_everywhere(void **unused)
{
    (void)unused;
    assert_int_equal(all_bits(), UINT64_C(0xf458c9ff0fa33fd9));
}

/* What players draw by is Gumbel's distribution. */
static void noise_is_what_it_says(void **unused)
{
    (void)unused;
    for (int i = 0; i < NOISES; i++)
        assert_int_equal(noise[i], lrint(-LIKING_ONE * log(-log((i + 0.5) / NOISES))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_and_log_are_within_two_units),
        cmocka_unit_test(exp2_and_erfc_have_twelve_digits),
        cmocka_unit_test(the_ends_are_as_the_library_has_them),
        cmocka_unit_test(every_bit_is_the_same_everywhere),
        cmocka_unit_test(noise_is_what_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
