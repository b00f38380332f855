/* Moving bytes without a C library: the rules also run as WebAssembly with no
 * imports. Compilers turn these into single instructions where sizes are known. */
#ifndef PARLOR_RULES_BYTES_H
#define PARLOR_RULES_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline void bytes_copy(void *to, const void *from, size_t size)
{
    __builtin_memcpy(to, from, size);
}

static inline void bytes_zero(void *to, size_t size)
{
    __builtin_memset(to, 0, size);
}

static inline bool bytes_equal(const void *a, const void *b, size_t size)
{
    const uint8_t *x = a, *y = b;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

static inline bool bytes_are_zero(const void *from, size_t size)
{
    const uint8_t *x = from;
    for (size_t i = 0; i < size; i++)
        if (x[i])
            return false;
    return true;
}

/* Reads eight bytes as one number, the first byte lowest, on any machine. */
static inline uint64_t bytes_load64(const uint8_t *from)
{
    uint64_t word;
    __builtin_memcpy(&word, from, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Writes eight bytes of one number, the lowest first. */
static inline void bytes_store64(uint8_t *to, uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    __builtin_memcpy(to, &word, sizeof word);
}

/* Folds bytes into a running 64-bit hash (FNV-1a). */
#define HASH_START 0xcbf29ce484222325u
static inline uint64_t bytes_hash(uint64_t hash, const void *from, size_t size)
{
    const uint8_t *x = from;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ x[i]) * 0x100000001b3u;
    return hash;
}

/* A programmer's error stops the program in checked builds; it is never used
 * for what comes from outside. */
#ifdef PARLOR_CHECKED
#define MUST(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define MUST(condition) ((void)0)
#endif

#endif
