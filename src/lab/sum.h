/* A sum over bytes, for files of the lab. */
#ifndef PARLOR_LAB_SUM_H
#define PARLOR_LAB_SUM_H

#include "rules/text.h"

enum { SUM_DIGITS = 16 };

/* FNV-1a: it tells runs apart and finds damage, nothing more. */
static inline uint64_t sum_of(const void *of, size_t length)
{
    const uint8_t *bytes = of;
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static inline void write_sum(struct writer *w, uint64_t sum)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        write_char(w, "0123456789abcdef"[sum >> shift & 15]);
}

#endif
