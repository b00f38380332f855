/* See seal.h. */
#include "server/seal.h"

#include <string.h>

/* ---- seals ---- */

enum { GAME_SIZE = sizeof((struct store_row *)0)->game };

void seal_row(const struct chain_key *key, const struct store_row *row, struct chain *out)
{
    struct {
        char id[ID_LENGTH + 1], game[GAME_SIZE];
        uint8_t chain[CHAIN_BYTES];
        uint8_t numbers[6][8];
    } fields = {0};

    memcpy(fields.id, row->id, strnlen(row->id, ID_LENGTH));
    memcpy(fields.game, row->game, strnlen(row->game, GAME_SIZE));
    memcpy(fields.chain, row->chain.bytes, CHAIN_BYTES);
    chain_number(fields.numbers[0], (uint64_t)row->status);
    chain_number(fields.numbers[1], row->listed);
    chain_number(fields.numbers[2], (uint64_t)row->opened);
    chain_number(fields.numbers[3], (uint64_t)row->changed);
    chain_number(fields.numbers[4], (uint64_t)row->wake);
    chain_number(fields.numbers[5], (uint64_t)row->events);
    chain_seal(key, "parlor table", &fields, sizeof fields, out);
}

void seal_snapshot(const struct chain_key *key, const char *id, const struct store_snapshot *it, struct chain *out)
{
    struct {
        char id[ID_LENGTH + 1];
        uint8_t chain[CHAIN_BYTES], body[CHAIN_BYTES];
        uint8_t numbers[2][8];
    } fields = {0};
    struct chain body;

    chain_seal(key, "parlor snapshot body", it->bytes, it->length, &body);
    memcpy(fields.id, id, strnlen(id, ID_LENGTH));
    memcpy(fields.chain, it->point.chain.bytes, CHAIN_BYTES);
    memcpy(fields.body, body.bytes, CHAIN_BYTES);
    chain_number(fields.numbers[0], (uint64_t)it->point.events);
    chain_number(fields.numbers[1], it->length);
    chain_seal(key, "parlor snapshot", &fields, sizeof fields, out);
}

void seal_head(const struct head *head, struct chain *out)
{
    uint8_t fields[8 + CHAIN_BYTES + 8];

    chain_number(fields, head->sequence);
    memcpy(fields + 8, head->running.bytes, CHAIN_BYTES);
    chain_number(fields + 8 + CHAIN_BYTES, (uint64_t)head->node);
    chain_seal(&head->key, "parlor database", fields, head->node > 0 ? sizeof fields : sizeof fields - 8, out);
}

/* ---- events ---- */

bool event_problem(struct problem *why, const char *name, const char *id, int number, const char *what)
{
    return problem_set(why, "%s: table %s, event %d %s", name, id, number, what);
}

struct event_walk event_walk(const char *name, const struct chain_key *key, const char *id,
                             const struct chain_point *from)
{
    return (struct event_walk){name, id, key, {.number = from->events, .chain = from->chain}};
}

bool event_walk_take(struct event_walk *walk, const struct kept_event *kept, store_take *take, void *context,
                     struct problem *why)
{
    struct stored *it = &walk->at;
    struct chain expected = it->chain;

    if (kept->number != it->number)
        return event_problem(why, walk->name, walk->id, it->number, "is missing");
    it->at = kept->at;
    it->text = kept->text;
    it->length = kept->length;
    chain_add(walk->key, walk->id, it->number, it->at, it->text, it->length, &expected);
    if (!kept->has_chain || !chain_equal(&kept->chain, &expected))
        return event_problem(why, walk->name, walk->id, it->number, "is not what was saved");
    it->chain = expected;
    if (!take(context, it, why))
        return false;
    it->number++;
    return true;
}

bool event_walk_ends(const struct event_walk *walk, const struct store_row *row, struct problem *why)
{
    return (walk->at.number == row->events && chain_equal(&walk->at.chain, &row->chain)) ||
           event_problem(why, walk->name, walk->id, walk->at.number, "is missing");
}

bool event_walk_leads_to(const struct event_walk *walk, const struct chain_point *end, struct problem *why)
{
    return walk->at.number != end->events || chain_equal(&walk->at.chain, &end->chain) ||
           event_problem(why, walk->name, walk->id, walk->at.number - 1,
                         "differs from the one that the game continued from");
}

bool take_nothing(void *context, const struct stored *it, struct problem *why)
{
    (void)context, (void)it, (void)why;
    return true;
}
