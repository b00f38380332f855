/* Deals that nobody can steer. When a table is opened the server draws a secret of 256 bits
 * and shows its hash, the commitment. Each player's program draws a salt of 256 bits, and
 * shows its hash, the seal. Once somebody starts the game and all seals are there, nothing
 * can change any more; then every program sends its salt, and the seed of all deals is the
 * hash of secret and salts. At the end secret and salts are shown to everybody.
 *
 *   commitment = BLAKE2b-256("parlor commitment" NUL secret)
 *   seal       = BLAKE2b-256("parlor seal" NUL commitment, id of the table, seat as one byte, salt as text)
 *   seed       = BLAKE2b-256("parlor seed" NUL secret, then by seat: length of the salt as one byte, salt as text)
 *
 * A seal is bound to table and seat, so that nobody can use another's, and to the
 * commitment, so that it is younger. Seats of bots have none. If a salt does not come in
 * time the start is given up: it stays on record, and a new secret, new seals and salts are
 * needed for the next. docs/fairness.md says who could cheat how.
 *
 * In the header of a record (docs/records.md) and in messages (docs/protocol.md) stands
 *   "fair":{"table":"…","commitment":"…","secret":"…","seals":["…","",…],"salts":["…","",…],
 *    "abandoned":[{"commitment":"…","seals":[…],"missing":["Cleo"]}]}
 * A prepared deal has "prepared":7 and no seals. Version 0.1 wrote commitment, secret and
 * salts alone, and salts were any text. */
#ifndef PARLOR_WIRE_DEAL_H
#define PARLOR_WIRE_DEAL_H

#include "wire/members.h"

enum {
    ABANDONED_MAX =
        SERVER_FAIR_ABANDONED_MAX_ITEMS, /* starts that are given up at a table; after that it cannot be started */
};

/* A start that was given up. */
struct deal_start {
    char commitment[HEX_SIZE];
    char seals[MAX_SEATS][HEX_SIZE];
    char missing[MAX_SEATS][NAME_SIZE]; /* names of those who did not answer in time; then empty ones */
};

/* All texts are empty where there is nothing yet, or nobody. */
struct deal {
    char table[ID_LENGTH + 1];
    int prepared; /* the number of a deal that everybody can know; 0: none */
    bool sealed;  /* with seals; not by 0.1, and not where it is prepared */
    char commitment[HEX_SIZE], secret[HEX_SIZE];
    char seals[MAX_SEATS][HEX_SIZE];
    char salts[MAX_SEATS][SALT_SIZE];
    int abandoned; /* starts */
    struct deal_start starts[ABANDONED_MAX];
};

void deal_random(char out[HEX_SIZE]); /* 256 bits: a salt */
void deal_commitment(const char *secret, char out[HEX_SIZE]);
void deal_seal(const char *commitment, const char *table, int seat, const char *salt, char out[HEX_SIZE]);
void deal_seed(const struct deal *, int players, struct seed *out);

/* Writes the object of a record; of a game that is not over what may be known: neither
 * secret nor salts, nor the table, which such a message names anyway. */
void deal_write(const struct deal *, int players, bool over, struct writer *);

/* Reads either. Members that are not known are for the caller to refuse. */
void deal_read(struct members *, int players, struct deal *out);

/* Returns whether commitment and seals were made of this secret and these salts; if not, with the reason. */
bool deal_holds(const struct deal *, int players, struct problem *);

/* Checks the record of a game: its `fair`, read into *out, is consistent, every seat without a
 * bot has a part in it, and all deals come from its seed. False with what is wrong. */
bool deal_verify(const struct table *, struct deal *out, struct problem *);

#endif
