/* Deals that can be checked. When a table is opened the server draws a secret of
 * 256 bits and shows its BLAKE2b hash, the commitment. Each player may add a
 * salt before the start. The seed of all deals is the BLAKE2b hash of secret and
 * salts, so the server cannot have chosen the deal once a salt is in, nor a
 * player once the commitment is known. At the end the secret is shown.
 *
 *   commitment = BLAKE2b-256("parlor commitment" NUL secret)
 *   seed       = BLAKE2b-256("parlor seed" NUL secret, then by seat: length of the salt as one byte, salt)
 *
 * A record of such a game has all that in its header:
 *   "fair":{"commitment":"…","secret":"…","salts":["…","",…]} */
#ifndef PARLOR_SERVER_FAIR_H
#define PARLOR_SERVER_FAIR_H

#include "server/event.h"

void fair_commitment(const struct seed *secret, struct seed *out);
void fair_seed(const struct seed *secret, int players, const char salts[][SALT_ROOM], struct seed *out);

/* The header's object. */
void fair_write(const struct seed *secret, int players, const char salts[][SALT_ROOM], struct writer *);

/* Whether a record's header hangs together and all deals of the game come from
 * its seed; false with what is wrong and where. */
bool fair_verify(const struct table *, struct problem *);

/* 128 random bits as text that may stand in an address: a table's id, a token. */
void random_id(char out[ID_LENGTH + 1]);
void random_seed(struct seed *);

/* The secret of a prepared deal, which everybody can know: for tutorials, where the
 * same cards are to come every time. */
void prepared_secret(const char *game, int players, int number, struct seed *out);

/* What is kept of a token. */
void token_key(const char *token, uint8_t key[KEY_BYTES]);

#endif
