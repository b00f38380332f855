/* Numbers that nobody can guess, and what is made of them: ids, tokens, secrets. */
#ifndef PARLOR_SERVER_SECRETS_H
#define PARLOR_SERVER_SECRETS_H

#include "server/event.h"

/* Writes 128 random bits as text that is safe in an address: a table's id, a token. */
void random_id(char out[ID_LENGTH + 1]);
void random_seed(struct seed *);

/* Makes the secret of a prepared deal, which everybody can know: for tutorials, which
 * deal the same cards every time. */
void prepared_secret(const char *game, int players, int number, struct seed *out);

/* Hashes a token; the server keeps nothing else of it. */
void token_key(const char *token, uint8_t key[KEY_BYTES]);

#endif
