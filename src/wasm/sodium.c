/* The part of libsodium that a room needs, for the module without imports: BLAKE2b (RFC 7693), base64, and random
 * bytes drawn from a seed that the page brings. */
#include <sodium.h>
#include <string.h>

#include "rules/bytes.h"
#include "rules/rng.h"

enum { BLOCK = 128 };

static const uint64_t start[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                  0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

static uint64_t turn(uint64_t x, int by)
{
    return x >> by | x << (64 - by);
}

static void mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turn(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turn(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 63);
}

static void compress(crypto_generichash_state *state, bool last)
{
    static const uint8_t order[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    };
    uint64_t v[16], words[16];

    for (int i = 0; i < 16; i++)
        words[i] = bytes_load64(state->block + 8 * i);
    for (int i = 0; i < 8; i++) {
        v[i] = state->h[i];
        v[i + 8] = start[i];
    }
    v[12] ^= state->length;
    v[14] ^= last ? ~(uint64_t)0 : 0;
    for (int round = 0; round < 12; round++) {
        const uint8_t *at = order[round % 10];
        for (int i = 0; i < 4; i++)
            mix(v, i, i + 4, i + 8, i + 12, words[at[2 * i]], words[at[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12, words[at[2 * i + 8]], words[at[2 * i + 9]]);
    }
    for (int i = 0; i < 8; i++)
        state->h[i] ^= v[i] ^ v[i + 8];
}

int crypto_generichash_init(crypto_generichash_state *state, const uint8_t *key, size_t key_length, size_t out_length)
{
    memset(state, 0, sizeof *state);
    memcpy(state->h, start, sizeof start);
    state->h[0] ^= 0x01010000 ^ key_length << 8 ^ out_length;
    if (key_length > 0) {
        memcpy(state->block, key, key_length);
        state->used = BLOCK;
    }
    return 0;
}

int crypto_generichash_update(crypto_generichash_state *state, const uint8_t *bytes, unsigned long long length)
{
    for (unsigned long long i = 0; i < length; i++) {
        if (state->used == BLOCK) {
            state->length += BLOCK;
            compress(state, false);
            state->used = 0;
        }
        state->block[state->used++] = bytes[i];
    }
    return 0;
}

int crypto_generichash_final(crypto_generichash_state *state, uint8_t *out, size_t out_length)
{
    state->length += state->used;
    memset(state->block + state->used, 0, BLOCK - state->used);
    compress(state, true);
    for (size_t i = 0; i < out_length; i++)
        out[i] = (uint8_t)(state->h[i / 8] >> 8 * (i % 8));
    return 0;
}

int crypto_generichash(uint8_t *out, size_t out_length, const uint8_t *bytes, unsigned long long length,
                       const uint8_t *key, size_t key_length)
{
    crypto_generichash_state state;

    crypto_generichash_init(&state, key, key_length, out_length);
    crypto_generichash_update(&state, bytes, length);
    return crypto_generichash_final(&state, out, out_length);
}

int sodium_memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *x = a, *y = b;
    uint8_t differs = 0;

    for (size_t i = 0; i < size; i++)
        differs |= x[i] ^ y[i];
    return differs ? -1 : 0;
}

char *sodium_bin2base64(char *out, size_t size, const uint8_t *bytes, size_t length, int variant)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const char *last = variant == sodium_base64_VARIANT_ORIGINAL ? "+/" : "-_";
    size_t at = 0;

    for (size_t i = 0; i < length; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        size_t there = length - i < 3 ? length - i : 3;
        three |= there > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        three |= there > 2 ? bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++) {
            uint32_t six = three >> (18 - 6 * k) & 63;
            char letter = k > there ? '=' : six < 62 ? letters[six] : last[six - 62];
            if (k > there && variant != sodium_base64_VARIANT_ORIGINAL)
                break;
            if (at + 1 >= size)
                __builtin_trap();
            out[at++] = letter;
        }
    }
    out[at] = '\0';
    return out;
}

char *sodium_bin2hex(char *out, size_t size, const uint8_t *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";

    if (size <= 2 * length)
        __builtin_trap();
    for (size_t i = 0; i < length; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * length] = '\0';
    return out;
}

/* Reads digits in lower case alone, of as many bytes as there is space for, and nothing between them. */
int sodium_hex2bin(uint8_t *out, size_t size, const char *hex, size_t hex_length, const char *ignored, size_t *length,
                   const char **end)
{
    static const char digits[] = "0123456789abcdef";

    if (ignored || end)
        __builtin_trap();
    if (hex_length != 2 * size)
        return -1;
    for (size_t i = 0; i < size; i++) {
        const char *high = hex[2 * i] ? strchr(digits, hex[2 * i]) : NULL;
        const char *low = hex[2 * i + 1] ? strchr(digits, hex[2 * i + 1]) : NULL;
        if (!high || !low)
            return -1;
        out[i] = (uint8_t)((high - digits) << 4 | (low - digits));
    }
    *length = size;
    return 0;
}

static struct rng drawn;
static bool seeded;

void randombytes_seed(const uint8_t seed[32])
{
    struct seed key;

    memcpy(key.bytes, seed, sizeof key.bytes);
    drawn = rng_strong(&key, RNG_GAME_SEED, 0);
    seeded = true;
}

void randombytes_buf(void *out, size_t size)
{
    uint8_t *bytes = out;

    if (!seeded)
        __builtin_trap();
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)rng_word(&drawn);
}
