/* The few functions of real numbers that bots use, computed alike on every machine.
 *
 * C leaves the last bits of exp(), log() and their kin to the library, so the same seed could give
 * other choices in a browser than in the program. These are made of +, -, * and / alone,
 * which IEEE 754 defines to the bit, in a fixed order; the build forbids to contract
 * them (-ffp-contract=off). Square roots are exact by the standard already. exp and log are
 * within two units of the last place, exp2 and erfc good to twelve digits;
 * tests/portable_math_test.c compares them with the library's. */
#ifndef PARLOR_BOTS_PORTABLE_MATH_H
#define PARLOR_BOTS_PORTABLE_MATH_H

#include <stdint.h>

#define PORTABLE_INFINITY __builtin_inf()

/* The logarithm of 2, in two parts: the first has so few digits that its multiples by exponents are exact. */
#define PORTABLE_LN2_HIGH 0x1.62e42fefa38p-1
#define PORTABLE_LN2_LOW  0x1.ef35793c7673p-45

static inline double portable_sqrt(double x)
{
    return __builtin_sqrt(x);
}

union portable_bits {
    double number;
    uint64_t bits;
};

/* Returns 2 to the power of a whole number from -1022 to 1023. */
static inline double portable_power_of_two(int power)
{
    union portable_bits it = {.bits = (uint64_t)(power + 1023) << 52};
    return it.number;
}

static inline double portable_exp(double x)
{
    enum { TERMS = 14 };
    static const double over[TERMS] = {
        /* 1/n! */
        1,          1,           1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,
        1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800};
    static const double log2_e = 0x1.71547652b82fep0;

    if (!(x <= 709.782712893384))
        return x != x ? x : PORTABLE_INFINITY;
    if (x < -745.2)
        return 0;
    int power = (int)(x * log2_e + (x < 0 ? -0.5 : 0.5));
    double rest = (x - power * PORTABLE_LN2_HIGH) - power * PORTABLE_LN2_LOW; /* at most half of ln 2 */
    double sum = over[TERMS - 1];
    for (int i = TERMS - 2; i >= 0; i--)
        sum = sum * rest + over[i];
    int half = power / 2; /* in two steps, because no double is as large as 2^1024 */
    return sum * portable_power_of_two(half) * portable_power_of_two(power - half);
}

/* Returns the natural logarithm of a number above 0. */
static inline double portable_log(double x)
{
    enum { TERMS = 12 };
    static const double over[TERMS] = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
                                       1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25};
    static const double subnormal = 0x1p-1022, up = 0x1p54;
    int power = 0;

    if (!(x > 0) || x == PORTABLE_INFINITY)
        return x == 0 ? -PORTABLE_INFINITY : x > 0 ? x : __builtin_nan("");
    if (x < subnormal) {
        x *= up;
        power = -54;
    }
    union portable_bits it = {.number = x};
    power += (int)(it.bits >> 52) - 1023;
    it.bits = (it.bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    if (it.number > 0x1.6a09e667f3bcdp0) { /* the root of 2, so that what is left is close to 1 */
        it.number *= 0.5;
        power++;
    }
    /* log((1 + s) / (1 - s)) = 2 (s + s^3/3 + s^5/5 + …) */
    double over_one = it.number - 1, s = over_one / (2 + over_one), square = s * s, sum = 0;
    for (int i = TERMS - 1; i >= 0; i--)
        sum = (sum + over[i]) * square;
    return power * PORTABLE_LN2_HIGH + (power * PORTABLE_LN2_LOW + 2 * s * sum + 2 * s);
}

static inline double portable_exp2(double x)
{
    return portable_exp(x * 0x1.62e42fefa39efp-1);
}

/* Returns the share of a normal distribution beyond x times the root of 2, doubled, as erfc() does. */
static inline double portable_erfc(double x)
{
    enum { TERMS_MAX = 200, DEPTH = 80 };
    static const double over_root_pi = 0x1.20dd750429b6dp-1; /* 1 / sqrt(pi) */
    double size = x < 0 ? -x : x, square = size * size, beyond;

    if (size > 27)
        return x < 0 ? 2 : 0;
    if (size < 2) { /* 1 - a series without subtractions: 2x/sqrt(pi) exp(-x²) (1 + 2x²/3 + (2x²)²/15 + …) */
        double term = 1, sum = 1;
        for (int i = 1; i < TERMS_MAX && term > sum * 1e-18; i++) {
            term *= 2 * square / (2 * i + 1);
            sum += term;
        }
        beyond = 1 - 2 * over_root_pi * size * portable_exp(-square) * sum;
    } else { /* the continued fraction x + (1/2)/(x + 1/(x + (3/2)/(x + …))) */
        double fraction = size;
        for (int i = DEPTH; i > 0; i--)
            fraction = size + 0.5 * i / fraction;
        beyond = over_root_pi * portable_exp(-square) / fraction;
    }
    return x < 0 ? 2 - beyond : beyond;
}

#endif
