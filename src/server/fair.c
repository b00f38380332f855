/* See fair.h. */
#include "server/fair.h"

#include <sodium.h>
#include <string.h>

#include "rules/bytes.h"
#include "wire/members.h"

static void begin(crypto_generichash_state *hash, const char *label, const struct seed *secret)
{
    crypto_generichash_init(hash, NULL, 0, SEED_BYTES);
    crypto_generichash_update(hash, (const uint8_t *)label, strlen(label) + 1);
    crypto_generichash_update(hash, secret->bytes, SEED_BYTES);
}

void fair_commitment(const struct seed *secret, struct seed *out)
{
    crypto_generichash_state hash;

    begin(&hash, "parlor commitment", secret);
    crypto_generichash_final(&hash, out->bytes, SEED_BYTES);
}

void fair_seed(const struct seed *secret, int players, const char salts[][SALT_ROOM], struct seed *out)
{
    crypto_generichash_state hash;

    begin(&hash, "parlor seed", secret);
    for (int seat = 0; seat < players; seat++) {
        uint8_t length = (uint8_t)strlen(salts[seat]);
        crypto_generichash_update(&hash, &length, 1);
        crypto_generichash_update(&hash, (const uint8_t *)salts[seat], length);
    }
    crypto_generichash_final(&hash, out->bytes, SEED_BYTES);
}

static void write_seed(struct writer *w, const char *key, const struct seed *seed)
{
    char digits[SEED_DIGITS + 1];

    seed_text(seed, digits);
    write_key_text(w, key, digits);
}

void fair_write(const struct seed *secret, int players, const char salts[][SALT_ROOM], struct writer *w)
{
    struct seed commitment;

    fair_commitment(secret, &commitment);
    write_char(w, '{');
    write_seed(w, "commitment", &commitment);
    write_seed(w, "secret", secret);
    write_key(w, "salts");
    write_char(w, '[');
    for (int seat = 0; seat < players; seat++) {
        write_item(w);
        write_json_string(w, salts[seat], strlen(salts[seat]));
    }
    write_text(w, "]}");
}

/* ---- checking ---- */

static bool read_seed(struct members *in, const char *key, struct seed *out)
{
    char digits[SEED_DIGITS + 1];
    struct problem unused;

    members_text(in, key, digits, sizeof digits);
    return (strlen(digits) == SEED_DIGITS && seed_parse(digits, out, &unused)) ||
           members_fail(in, key, "must be 64 hex digits");
}

struct claim {
    struct seed commitment, secret;
    char salts[MAX_SEATS][SALT_ROOM];
};

static bool read_claim(const struct table_plan *plan, struct claim *claim, struct problem *why)
{
    json_t *root = plan->fair[0] ? members_parse(plan->fair, strlen(plan->fair), EVENT_DEPTH, why) : NULL;

    if (!plan->fair[0])
        return problem_set(why, "the record has no \"fair\" in its header: it is not from a server", "", "");
    if (!root)
        return false;
    struct members in = members_of(root, why);
    read_seed(&in, "commitment", &claim->commitment);
    read_seed(&in, "secret", &claim->secret);
    size_t players = (size_t)plan->players;
    const json_t *salts = members_list(&in, "salts", players, players);
    for (size_t seat = 0; salts && seat < players; seat++)
        members_item_text(&in, salts, seat, "salts", claim->salts[seat], SALT_ROOM);
    bool fine = members_done(&in);
    json_decref(root);
    return fine;
}

static bool check_claim(const struct table_plan *plan, const struct claim *claim, struct problem *why)
{
    struct seed commitment, seed;

    fair_commitment(&claim->secret, &commitment);
    if (!bytes_equal(&commitment, &claim->commitment, sizeof commitment))
        return problem_set(why, "the secret is not the one that the server was committed to", "", "");
    fair_seed(&claim->secret, plan->players, claim->salts, &seed);
    if (!bytes_equal(&seed, &plan->seed, sizeof seed))
        return problem_set(why, "the seed does not follow from the secret and the salts", "", "");
    return true;
}

bool fair_verify(const struct table *table, struct problem *why)
{
    struct claim claim;
    const struct table_plan *plan = table_plan(table);

    memset(&claim, 0, sizeof claim);
    return read_claim(plan, &claim, why) && check_claim(plan, &claim, why) && table_deals_hold(table, why);
}

/* ---- tokens ---- */

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
    char text[NAME_ROOM];
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
