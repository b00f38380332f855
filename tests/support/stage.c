/* See stage.h. */
#include "support/stage.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOLDS(law) ((law) ? (void)0 : broken(__LINE__, #law))

static void broken(int line, const char *law)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, line, law);
    abort();
}

/* ---- chance that is always the same ---- */

static struct rng dice;

static uint32_t roll(void)
{
    return rng_below(&dice, UINT32_MAX);
}

static void roll_bytes(void *const out, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)roll();
}

static const char *dice_name(void)
{
    return "dice";
}

void stage_seed(uint64_t seed)
{
    static struct randombytes_implementation ours = {
        .implementation_name = dice_name, .random = roll, .buf = roll_bytes};

    dice = rng_fast(seed);
    randombytes_set_implementation(&ours);
    HOLDS(sodium_init() >= 0);
}

/* ---- the disk ---- */

void stage_clear(struct store *store, struct think *think)
{
    while (store->count > 0)
        free(store->events[--store->count].text);
    while (store->snapshot_count > 0)
        free(store->snapshots[--store->snapshot_count].bytes);
    store->kept = 0;
    store->tickets = store->done = 0;
    store->holds = store->failed = store->together = false;
    think->count = 0;
}

void stage_keep_all(struct store *store)
{
    store->kept = store->count;
    store->done = store->tickets;
    for (int i = 0; i < store->snapshot_count; i++)
        store->snapshots[i].kept = true;
}

void stage_lose_all(struct store *store)
{
    while (store->count > store->kept)
        free(store->events[--store->count].text);
    for (int i = 0; i < store->snapshot_count; i++)
        if (!store->snapshots[i].kept) {
            free(store->snapshots[i].bytes);
            store->snapshots[i--] = store->snapshots[--store->snapshot_count];
        }
    store->failed = true;
}

int stage_kept_of(const struct store *store, const char *id)
{
    int count = 0;

    for (int i = 0; i < store->kept; i++)
        count += strcmp(store->events[i].row.id, id) == 0;
    return count;
}

static bool refuses(struct problem *why)
{
    return problem_set(why, "the disk is full");
}

const struct chain_key *store_key(const struct store *store)
{
    static const struct chain_key key = {"a key that is the same in every"};

    (void)store;
    return &key;
}

uint64_t store_append(struct store *store, const struct store_row *row, int64_t at, const char *event, size_t length,
                      struct problem *why)
{
    if (store->failed || store->count == STAGE_EVENTS_MAX)
        return refuses(why);
    struct kept *it = &store->events[store->count++];
    *it = (struct kept){.row = *row, .at = at, .text = malloc(length + 1), .length = length};
    HOLDS(it->text);
    memcpy(it->text, event, length);
    it->text[length] = '\0';
    store->groups += !store->together;
    it->group = store->groups;
    for (const struct kept *other = store->events; other < it; other++) {
        bool same = strcmp(other->row.id, it->row.id) == 0;
        HOLDS(!same || other->row.events != it->row.events);
        /* Nothing is added to a table before it is there for good, but what was opened with it. */
        HOLDS(!same || other->row.events > 1 || other < store->events + store->kept || other->group == it->group);
    }
    return ++store->tickets;
}

bool store_begin(struct store *store, int events, struct problem *why)
{
    HOLDS(!store->together);
    if (store->count + events > STAGE_EVENTS_MAX)
        return refuses(why);
    store->groups++;
    store->together = true;
    return true;
}

void store_end(struct store *store)
{
    HOLDS(store->together);
    store->together = false;
}

bool store_has_space(struct store *store, struct problem *why)
{
    return (!store->failed && store->count < STAGE_EVENTS_MAX) || refuses(why);
}

bool store_progress(struct store *store, uint64_t *done, struct problem *why)
{
    if (!store->holds && !store->failed)
        stage_keep_all(store);
    *done = store->done;
    return !store->failed || refuses(why);
}

void store_probe(struct store *store)
{
    store->failed = false;
}

enum load_result store_load(struct store *store, const char *id, const struct chain_point *from, store_take *take,
                            void *context, struct problem *why)
{
    struct stored stored = {.number = from->events, .chain = from->chain};

    for (int i = 0; i < store->kept; i++) {
        const struct kept *it = &store->events[i];
        if (strcmp(it->row.id, id) != 0 || it->row.events <= from->events)
            continue;
        HOLDS(it->row.events == stored.number + 1);
        stored.at = it->at;
        stored.text = it->text;
        stored.length = it->length;
        chain_add(store_key(store), id, stored.number, it->at, it->text, it->length, &stored.chain);
        HOLDS(chain_equal(&stored.chain, &it->row.chain));
        HOLDS(take(context, &stored, why)); /* what was kept can be read */
        stored.number++;
    }
    return stored.number > 0 ? LOAD_READ : LOAD_NOTHING;
}

/* One snapshot of a table may be on its way while another is kept. */
bool store_put_snapshot(struct store *store, const char *id, const struct store_snapshot *it)
{
    int at = 0;

    if (store->failed)
        return false;
    while (at < store->snapshot_count && (strcmp(store->snapshots[at].id, id) != 0 || store->snapshots[at].kept))
        at++;
    if (at == STAGE_SNAPSHOTS_MAX)
        return false;
    struct kept_snapshot *kept = &store->snapshots[at];
    if (at < store->snapshot_count)
        free(kept->bytes);
    store->snapshot_count += at == store->snapshot_count;
    *kept = (struct kept_snapshot){.point = it->point, .bytes = malloc(it->length), .length = it->length};
    HOLDS(kept->bytes);
    memcpy(kept->id, id, sizeof kept->id);
    memcpy(kept->bytes, it->bytes, it->length);
    return true;
}

void store_snapshot(struct store *store, const char *id, store_take_snapshot *take, void *context)
{
    const struct kept_snapshot *latest = NULL;

    for (int i = 0; i < store->snapshot_count; i++) {
        const struct kept_snapshot *it = &store->snapshots[i];
        if (it->kept && strcmp(it->id, id) == 0 && (!latest || it->point.events > latest->point.events))
            latest = it;
    }
    store->restored += latest != NULL;
    if (latest)
        take(context, &(struct store_snapshot){latest->point, latest->bytes, latest->length});
}

enum load_result store_prove(struct store *store, const char *id, struct chain_point *from,
                             const struct chain_point *end, int most, struct problem *why)
{
    (void)most, (void)why;
    HOLDS(stage_kept_of(store, id) >= end->events);
    *from = *end;
    HOLDS(store_chain(store, id, end->events, &from->chain) && chain_equal(&from->chain, &end->chain));
    return LOAD_READ;
}

bool store_chain(struct store *store, const char *id, int events, struct chain *out)
{
    for (int i = 0; i < store->kept; i++)
        if (strcmp(store->events[i].row.id, id) == 0 && store->events[i].row.events == events) {
            *out = store->events[i].row.chain;
            return true;
        }
    return false;
}

static int rows_of_open(struct store *store, int most, struct store_row *out)
{
    int count = 0;

    for (int i = 0; i < store->kept && count < most; i++)
        if (store->events[i].row.events == 1)
            out[count++] = store->events[i].row;
    return count;
}

int store_public(struct store *store, int status_max, int offset, int most, struct store_row *out, struct problem *why)
{
    (void)status_max, (void)offset, (void)why;
    return rows_of_open(store, most, out);
}

int store_due(struct store *store, int64_t until, int offset, int most, struct store_row *out, struct problem *why)
{
    int count = rows_of_open(store, most, out), due = 0;

    (void)offset, (void)why;
    for (int i = 0; i < count; i++) {
        for (int event = 0; event < store->kept; event++) /* the last of a table says how it stands */
            if (strcmp(store->events[event].row.id, out[i].id) == 0)
                out[i] = store->events[event].row;
        if (out[i].wake > 0 && out[i].wake <= until)
            out[due++] = out[i];
    }
    return due;
}

struct store_figures store_figures(struct store *store)
{
    return (struct store_figures){.waiting = store->count - store->kept};
}

/* ---- bots ---- */

bool think_ask(struct think *think, struct think_job *job)
{
    job_forget(job); /* these bots look at nothing */
    if (think->count == STAGE_JOBS_MAX)
        return false;
    think->jobs[think->count++] = *job;
    return true;
}

bool think_take(struct think *think, struct think_answer *out)
{
    uint16_t ids[LEGAL_SIZE];

    if (think->count == 0)
        return false;
    *out = (struct think_answer){.job = think->jobs[--think->count], .count = 1};
    HOLDS(out->job.game->legal(state_in(&out->job.view), out->job.seat, ids) > 0);
    out->lines[0].id = ids[0];
    return true;
}

void think_drop_hint(struct think *think, uint64_t asker)
{
    int kept = 0;

    for (int i = 0; i < think->count; i++)
        if (think->jobs[i].bot || think->jobs[i].asker != asker)
            think->jobs[kept++] = think->jobs[i];
    think->count = kept;
}

void think_drop_choices(struct think *think, const char *table)
{
    int kept = 0;

    for (int i = 0; i < think->count; i++)
        if (!think->jobs[i].bot || strcmp(think->jobs[i].table, table) != 0)
            think->jobs[kept++] = think->jobs[i];
    think->count = kept;
}

struct think_figures think_figures(struct think *think)
{
    return (struct think_figures){.waiting = think->count};
}

/* ---- analyses ---- */

bool study_fits(const struct table *table, struct problem *why)
{
    return table_steps(table) % 2 == 0 || problem_set(why, "the game is too long");
}

bool study_ask(struct study *study, const char *id, const char *address, const struct table *table, struct problem *why)
{
    (void)study, (void)id, (void)address;
    return table_steps(table) % 4 == 0 || problem_set(why, "too many");
}

void study_look(struct study *study, const char *id, struct study_news *out)
{
    (void)study;
    *out = (struct study_news){.status = (enum study_status)(id[0] % (STUDY_FAILED + 1)),
                               .why = {.text = "out of memory"}};
    if (out->status == STUDY_DONE) {
        out->text = strdup("{}");
        HOLDS(out->text);
        out->length = 2;
    }
}

void study_sweep(struct study *study)
{
    (void)study;
}

struct study_figures study_figures(struct study *study)
{
    (void)study;
    return (struct study_figures){0};
}

/* ---- other nodes, of which there are none ---- */

bool peer_is_of_node(const struct peer *peer)
{
    (void)peer;
    return false;
}

bool peer_is_reached(const struct peer *peer)
{
    (void)peer;
    return false;
}

bool peer_pass_on(struct peer *peer, const char *address)
{
    (void)peer, (void)address;
    return false;
}

void peer_pass(struct peer *peer, const char *text, size_t length)
{
    (void)peer, (void)text, (void)length;
}

void peer_take_back(struct peer *peer)
{
    (void)peer;
}

bool store_is_shared(const struct store *store)
{
    (void)store;
    return false;
}

enum claim store_claim(struct store *store, const char *id, struct store_node *node, struct problem *why)
{
    (void)store, (void)id, (void)node, (void)why;
    return CLAIM_MINE;
}

void store_standing(struct store *store, struct store_standing *out)
{
    (void)store;
    *out = (struct store_standing){.sure = true};
}

bool store_tell(struct store *store, const struct attendance *attendance)
{
    (void)store, (void)attendance;
    return true;
}

void store_hear(struct store *store, store_hears *hears, void *context)
{
    (void)store, (void)hears, (void)context;
}
