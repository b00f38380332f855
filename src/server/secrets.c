/* See secrets.h. */
#include "server/secrets.h"

#include <sodium.h>
#include <string.h>

void random_id(char out[ID_LENGTH + 1])
{
    uint8_t bytes[16];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, ID_LENGTH + 1, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void random_seed(struct seed *out)
{
    randombytes_buf(out->bytes, sizeof out->bytes);
}

void prepared_secret(const char *game, int players, int number, struct seed *out)
{
    char text[NAME_SIZE];
    struct writer w = write_into(text, sizeof text);

    write_text(&w, game);
    write_char(&w, ' ');
    write_number(&w, players);
    write_char(&w, ' ');
    write_number(&w, number);
    crypto_generichash(out->bytes, SEED_BYTES, (const uint8_t *)text, w.length, NULL, 0);
}

void token_key(const char *token, uint8_t key[KEY_BYTES])
{
    crypto_generichash(key, KEY_BYTES, (const uint8_t *)token, strlen(token), NULL, 0);
}
