/* Numbers that nobody can guess, and what is made of them: ids, tokens, secrets. */
#ifndef PARLOR_SERVER_SECRETS_H
#define PARLOR_SERVER_SECRETS_H

#include "server/event.h"

/* 128 random bits as text that may stand in an address: a table's id, a token. */
void random_id(char out[ID_LENGTH + 1]);
void random_seed(struct seed *);

/* The secret of a prepared deal, which everybody can know: for tutorials, where the
 * same cards are to come every time. */
void prepared_secret(const char *game, int players, int number, struct seed *out);

/* What is kept of a token. */
void token_key(const char *token, uint8_t key[KEY_BYTES]);

#endif
