/* See chain.h. */
#include "server/chain.h"

#include <sodium.h>
#include <string.h>

static void begin(crypto_generichash_state *hash, const struct chain_key *key, const char *label)
{
    crypto_generichash_init(hash, key->bytes, CHAIN_KEY_BYTES, CHAIN_BYTES);
    crypto_generichash_update(hash, (const uint8_t *)label, strlen(label) + 1);
}

void chain_number(uint8_t out[8], uint64_t number)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(number >> 8 * i);
}

void chain_add(const struct chain_key *key, const char *table, int number, int64_t at, const char *event, size_t length,
               struct chain *chain)
{
    uint8_t fields[CHAIN_BYTES + ID_LENGTH + 1 + 3 * 8] = {0};
    crypto_generichash_state hash;

    memcpy(fields, chain->bytes, CHAIN_BYTES);
    memcpy(fields + CHAIN_BYTES, table, strnlen(table, ID_LENGTH));
    chain_number(fields + CHAIN_BYTES + ID_LENGTH + 1, (uint64_t)number);
    chain_number(fields + CHAIN_BYTES + ID_LENGTH + 9, (uint64_t)at);
    chain_number(fields + CHAIN_BYTES + ID_LENGTH + 17, length);
    begin(&hash, key, "parlor event");
    crypto_generichash_update(&hash, fields, sizeof fields);
    crypto_generichash_update(&hash, (const uint8_t *)event, length);
    crypto_generichash_final(&hash, chain->bytes, CHAIN_BYTES);
}

void chain_seal(const struct chain_key *key, const char *label, const void *bytes, size_t length, struct chain *out)
{
    crypto_generichash_state hash;

    begin(&hash, key, label);
    crypto_generichash_update(&hash, bytes, length);
    crypto_generichash_final(&hash, out->bytes, CHAIN_BYTES);
}

bool chain_equal(const struct chain *a, const struct chain *b)
{
    return sodium_memcmp(a->bytes, b->bytes, CHAIN_BYTES) == 0;
}

/* ---- marks ---- */

/* The half that proves that a server has made the other half. */
static void prove(const struct chain_key *key, const char *table, int events, const uint8_t half[MARK_HALF],
                  uint8_t proof[MARK_HALF])
{
    uint8_t fields[ID_LENGTH + 1 + 8 + MARK_HALF] = {0};
    struct chain whole;

    memcpy(fields, table, strnlen(table, ID_LENGTH));
    chain_number(fields + ID_LENGTH + 1, (uint64_t)events);
    memcpy(fields + ID_LENGTH + 9, half, MARK_HALF);
    chain_seal(key, "parlor mark", fields, sizeof fields, &whole);
    memcpy(proof, whole.bytes, MARK_HALF);
}

void mark_make(const struct chain_key *key, const char *table, int events, const struct chain *chain,
               char out[MARK_DIGITS + 1])
{
    uint8_t mark[2 * MARK_HALF];

    memcpy(mark, chain->bytes, MARK_HALF);
    prove(key, table, events, mark, mark + MARK_HALF);
    sodium_bin2hex(out, MARK_DIGITS + 1, mark, sizeof mark);
}

bool mark_is_genuine(const struct chain_key *key, const char *table, int events, const char *mark)
{
    uint8_t bytes[2 * MARK_HALF], proof[MARK_HALF];
    size_t length = 0;

    if (sodium_hex2bin(bytes, sizeof bytes, mark, strlen(mark), NULL, &length, NULL) != 0 || length != sizeof bytes)
        return false;
    prove(key, table, events, bytes, proof);
    return sodium_memcmp(proof, bytes + MARK_HALF, MARK_HALF) == 0;
}
