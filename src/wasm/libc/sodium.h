/* The part of libsodium that a room needs: see ../sodium.c. */
#ifndef PARLOR_WASM_SODIUM_H
#define PARLOR_WASM_SODIUM_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t h[8];
    uint64_t length; /* of all blocks that have been mixed in */
    uint8_t block[128];
    size_t used; /* of block */
} crypto_generichash_state;

/* BLAKE2b, with a key of 64 bytes at most or without. */
int crypto_generichash_init(crypto_generichash_state *, const uint8_t *key, size_t key_length, size_t out_length);
int crypto_generichash_update(crypto_generichash_state *, const uint8_t *bytes, unsigned long long length);
int crypto_generichash_final(crypto_generichash_state *, uint8_t *out, size_t out_length);
int crypto_generichash(uint8_t *out, size_t out_length, const uint8_t *bytes, unsigned long long length,
                       const uint8_t *key, size_t key_length);

int sodium_memcmp(const void *, const void *, size_t);

enum { sodium_base64_VARIANT_ORIGINAL = 1, sodium_base64_VARIANT_URLSAFE_NO_PADDING = 7 };
#define sodium_base64_ENCODED_LEN(length, variant) (((length) + 2) / 3 * 4 + 1)
char *sodium_bin2base64(char *out, size_t size, const uint8_t *bytes, size_t length, int variant);

char *sodium_bin2hex(char *out, size_t size, const uint8_t *bytes, size_t length);
int sodium_hex2bin(uint8_t *out, size_t size, const char *hex, size_t hex_length, const char *ignored, size_t *length,
                   const char **end);

/* Draws from what randombytes_seed(), which is ours alone, was given; traps before that. */
void randombytes_buf(void *out, size_t size);
void randombytes_seed(const uint8_t seed[32]);

#endif
