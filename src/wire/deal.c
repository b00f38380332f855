/* See deal.h. */
#include "wire/deal.h"

#include <sodium.h>
#include <string.h>

#include "rules/bytes.h"

enum { FAIR_DEPTH = 6 };

/* ---- hashes ---- */

static void begin(crypto_generichash_state *hash, const char *label)
{
    crypto_generichash_init(hash, NULL, 0, SEED_BYTES);
    crypto_generichash_update(hash, (const uint8_t *)label, strlen(label) + 1);
}

static void add_hex(crypto_generichash_state *hash, const char *digits)
{
    struct seed bytes = {{0}};
    struct problem unused;

    seed_parse(digits, &bytes, &unused);
    crypto_generichash_update(hash, bytes.bytes, SEED_BYTES);
}

static void add_text(crypto_generichash_state *hash, const char *text)
{
    crypto_generichash_update(hash, (const uint8_t *)text, strlen(text));
}

static void add_byte(crypto_generichash_state *hash, size_t number)
{
    uint8_t byte = (uint8_t)number;
    crypto_generichash_update(hash, &byte, 1);
}

static void end(crypto_generichash_state *hash, char out[HEX_SIZE])
{
    struct seed digest;

    crypto_generichash_final(hash, digest.bytes, SEED_BYTES);
    seed_text(&digest, out);
}

void deal_random(char out[HEX_SIZE])
{
    struct seed random;

    randombytes_buf(random.bytes, SEED_BYTES);
    seed_text(&random, out);
}

void deal_commitment(const char *secret, char out[HEX_SIZE])
{
    crypto_generichash_state hash;

    begin(&hash, "parlor commitment");
    add_hex(&hash, secret);
    end(&hash, out);
}

void deal_seal(const char *commitment, const char *table, int seat, const char *salt, char out[HEX_SIZE])
{
    crypto_generichash_state hash;

    begin(&hash, "parlor seal");
    add_hex(&hash, commitment);
    add_text(&hash, table);
    add_byte(&hash, (size_t)seat);
    add_text(&hash, salt);
    end(&hash, out);
}

void deal_seed(const struct deal *deal, int players, struct seed *out)
{
    crypto_generichash_state hash;

    begin(&hash, "parlor seed");
    add_hex(&hash, deal->secret);
    for (int seat = 0; seat < players; seat++) {
        add_byte(&hash, strlen(deal->salts[seat]));
        add_text(&hash, deal->salts[seat]);
    }
    crypto_generichash_final(&hash, out->bytes, SEED_BYTES);
}

/* ---- writing ---- */

static void write_texts(struct writer *w, const char *key, const char *first, size_t size, int count)
{
    write_key(w, key);
    write_char(w, '[');
    for (int i = 0; i < count; i++, first += size) {
        write_item(w);
        write_json_string(w, first, strlen(first));
    }
    write_char(w, ']');
}

static void write_abandoned(struct writer *w, const struct deal *deal, int players)
{
    write_key(w, "abandoned");
    write_char(w, '[');
    for (int i = 0; i < deal->abandoned; i++) {
        const struct deal_start *it = &deal->starts[i];
        int missing = 0;
        while (missing < players && it->missing[missing][0])
            missing++;
        write_item(w);
        write_char(w, '{');
        write_key_text(w, "commitment", it->commitment);
        write_texts(w, "seals", it->seals[0], HEX_SIZE, players);
        write_texts(w, "missing", it->missing[0], NAME_SIZE, missing);
        write_char(w, '}');
    }
    write_char(w, ']');
}

void deal_write(const struct deal *deal, int players, bool over, struct writer *w)
{
    write_char(w, '{');
    if (over && deal->prepared)
        write_key_number(w, "prepared", deal->prepared);
    if (over && deal->sealed)
        write_key_text(w, "table", deal->table);
    write_key_text(w, "commitment", deal->commitment);
    if (over)
        write_key_text(w, "secret", deal->secret);
    if (deal->sealed)
        write_texts(w, "seals", deal->seals[0], HEX_SIZE, players);
    if (over)
        write_texts(w, "salts", deal->salts[0], SALT_SIZE, players);
    if (deal->abandoned > 0)
        write_abandoned(w, deal, players);
    write_char(w, '}');
}

/* ---- reading ---- */

static void read_seals(struct members *in, int players, char out[MAX_SEATS][HEX_SIZE])
{
    const json_t *list = members_list(in, "seals", (size_t)players, (size_t)players);

    for (int seat = 0; list && seat < players; seat++) {
        members_item_text(in, list, (size_t)seat, "seals", out[seat], HEX_SIZE);
        if (out[seat][0] && !hex_is_well_formed(out[seat]))
            members_fail(in, "seals", "must be 64 hex digits each, or empty");
    }
}

static void read_start(struct members *in, const json_t *object, int players, struct deal_start *out)
{
    struct members own = members_of(object, in->why);

    if (!json_is_object(object)) {
        members_fail(in, "abandoned", "must be objects");
        return;
    }
    members_hex(&own, "commitment", out->commitment);
    read_seals(&own, players, out->seals);
    const json_t *missing = members_list(&own, "missing", 1, (size_t)players);
    for (size_t i = 0; i < json_array_size(missing); i++)
        members_item_text(&own, missing, i, "missing", out->missing[i], NAME_SIZE);
    in->failed |= !members_done(&own);
}

void deal_read(struct members *in, int players, struct deal *out)
{
    memset(out, 0, sizeof *out);
    out->prepared = (int)members_number_or(in, "prepared", 1, PREPARED_MAX, 0);
    if (members_has(in, "table"))
        members_id(in, "table", out->table);
    members_hex(in, "commitment", out->commitment);
    if (members_has(in, "secret"))
        members_hex(in, "secret", out->secret);
    out->sealed = members_has(in, "seals");
    if (out->sealed)
        read_seals(in, players, out->seals);
    const json_t *salts = members_has(in, "salts") ? members_list(in, "salts", (size_t)players, (size_t)players) : NULL;
    for (int seat = 0; salts && seat < players; seat++)
        members_item_text(in, salts, (size_t)seat, "salts", out->salts[seat], SALT_SIZE);
    const json_t *abandoned = members_has(in, "abandoned") ? members_list(in, "abandoned", 1, ABANDONED_MAX) : NULL;
    out->abandoned = (int)json_array_size(abandoned);
    for (int i = 0; i < out->abandoned && !in->failed; i++)
        read_start(in, json_array_get(abandoned, (size_t)i), players, &out->starts[i]);
}

/* ---- checking ---- */

static bool seat_fails(struct problem *why, int seat, const char *what)
{
    return problem_set(why, "seat %d: %s", seat, what);
}

static bool check_salt(const struct deal *deal, int seat, struct problem *why)
{
    char seal[HEX_SIZE];

    if (!deal->seals[seat][0])
        return !deal->salts[seat][0] || seat_fails(why, seat, "it has a salt without a seal");
    if (!hex_is_well_formed(deal->salts[seat]))
        return seat_fails(why, seat, "the salt is not 64 hex digits");
    deal_seal(deal->commitment, deal->table, seat, deal->salts[seat], seal);
    return strcmp(seal, deal->seals[seat]) == 0 || seat_fails(why, seat, "the salt is not the one that was sealed");
}

bool deal_holds(const struct deal *deal, int players, struct problem *why)
{
    char commitment[HEX_SIZE];

    deal_commitment(deal->secret, commitment);
    if (strcmp(commitment, deal->commitment) != 0)
        return problem_set(why, "the secret is not the one that the server committed to");
    for (int seat = 0; deal->sealed && seat < players; seat++)
        if (!check_salt(deal, seat, why))
            return false;
    return true;
}

/* Players' names never begin like those of bots. */
static bool check_parts(const struct table_plan *plan, const struct deal *deal, struct problem *why)
{
    static const char of_bots[] = "bot:";

    for (int seat = 0; deal->sealed && seat < plan->players; seat++) {
        const struct table_name *name = &plan->names[seat];
        bool bot = name->length > strlen(of_bots) && bytes_equal(name->text, of_bots, strlen(of_bots));
        if (bot == (bool)deal->seals[seat][0])
            return seat_fails(why, seat, bot ? "a bot has a seal" : "a player has no seal");
    }
    return true;
}

static bool read_record(const struct table_plan *plan, struct deal *out, struct problem *why)
{
    if (!plan->fair[0])
        return problem_set(why, "the record has no \"fair\" in its header: it is not from a server");
    json_t *root = members_parse(plan->fair, strlen(plan->fair), FAIR_DEPTH, why);
    if (!root)
        return false;
    struct members in = members_of(root, why);
    deal_read(&in, plan->players, out);
    if (!out->secret[0] || !members_has(&in, "salts"))
        members_fail(&in, "fair", "secret or salts are missing");
    if (out->sealed && (!out->table[0] || out->prepared))
        members_fail(&in, "fair", "%s", out->prepared ? "a prepared deal has no seals" : "the table is missing");
    bool fine = members_done(&in);
    json_decref(root);
    return fine;
}

bool deal_verify(const struct table *table, struct deal *out, struct problem *why)
{
    const struct table_plan *plan = table_plan(table);
    struct seed seed;

    memset(out, 0, sizeof *out);
    if (!read_record(plan, out, why) || !deal_holds(out, plan->players, why) || !check_parts(plan, out, why))
        return false;
    deal_seed(out, plan->players, &seed);
    if (!bytes_equal(&seed, &plan->seed, sizeof seed))
        return problem_set(why, "the seed does not follow from the secret and the salts");
    return table_deals_hold(table, why);
}
