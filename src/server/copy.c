/* See copy.h. Tables are copied in the order of their ids, event by event, as many in a transaction as fit in a batch.
 * The row of a table says how far its copy has come, so a copy that was interrupted goes on there. Each event is
 * checked as it is read, and keeps its hash. */
#include "server/copy.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/database.h"
#include "server/seal.h"

enum {
    ROWS_AT_ONCE = 256,
    PIECE = 256 << 10, /* bytes that are copied in one transaction */
};

struct copy {
    struct database *from, *to;
    const struct copy_watch *watch;
    struct batch batch;
    struct store_row row; /* of the table that is copied */
    struct problem *why;
    bool failed;
};

static bool flush(struct copy *it)
{
    bool written = it->batch.used == 0 || it->to->kind->write(it->to, &it->batch, it->why);

    batch_clear(&it->batch);
    return written;
}

static bool add(struct copy *it, const struct entry *entry, const void *bytes)
{
    if (it->batch.used > PIECE && !flush(it))
        return false;
    batch_add(&it->batch, entry, bytes);
    return true;
}

static bool take_event(void *of_copy, const struct stored *stored, struct problem *why)
{
    struct copy *it = of_copy;
    struct entry entry = {.row = it->row, .at = stored->at, .length = stored->length};

    (void)why; /* is that of the copy too */
    entry.row.events = stored->number + 1;
    entry.row.chain = stored->chain;
    it->failed = !add(it, &entry, stored->text);
    return !it->failed;
}

static void take_snapshot(void *of_copy, const struct store_snapshot *snapshot)
{
    struct copy *it = of_copy;
    struct entry entry = {.is_snapshot = true, .row = it->row, .length = snapshot->length};

    entry.row.events = snapshot->point.events;
    entry.row.chain = snapshot->point.chain;
    it->failed = !add(it, &entry, snapshot->bytes);
}

static bool take_row(void *of_point, const struct stored *stored, struct problem *why)
{
    struct chain_point *point = of_point;

    (void)why;
    *point = (struct chain_point){stored->number + 1, stored->chain};
    return true;
}

/* Finds out how much of a table is there from a copy that was interrupted, and that it is the same table. */
static bool find_start(struct copy *it, struct chain_point *start)
{
    const struct chain_point beginning = {.events = 0};
    struct chain original;

    *start = beginning;
    switch (it->to->kind->load(it->to, it->row.id, &beginning, take_row, start, it->why)) {
    case LOAD_NOTHING: return true;
    case LOAD_READ: break;
    default: return false;
    }
    return (it->from->kind->chain(it->from, it->row.id, start->events, &original) &&
            chain_equal(&original, &start->chain)) ||
           problem_set(it->why, "%s: an unfinished copy in which table %s is another one; remove it first",
                       it->to->name, it->row.id);
}

static bool copy_table(struct copy *it)
{
    struct chain_point start;

    if (!find_start(it, &start))
        return false;
    if (start.events < it->row.events &&
        it->from->kind->load(it->from, it->row.id, &start, take_event, it, it->why) != LOAD_READ)
        return false;
    if (!it->from->kind->snapshot(it->from, it->row.id, take_snapshot, it))
        return problem_set(it->why, "%s: damaged: the snapshot of table %s", it->from->name, it->row.id);
    return !it->failed;
}

static bool copy_tables(struct copy *it, int64_t tables)
{
    struct store_row *rows = must_zero(ROWS_AT_ONCE, sizeof *rows);
    bool whole[ROWS_AT_ONCE], fine = true;
    char after[ID_LENGTH + 1] = "";
    int64_t done = 0;
    int count;

    do {
        count = it->from->kind->rows(it->from, after, ROWS_AT_ONCE, rows, whole, it->why);
        fine = count >= 0;
        for (int i = 0; fine && i < count; i++) {
            it->row = rows[i];
            fine = whole[i] ? copy_table(it)
                            : problem_set(it->why, "%s: damaged: the row of table %s", it->from->name, rows[i].id);
            it->watch->progress(it->watch->context, ++done, tables);
            memcpy(after, rows[i].id, sizeof after);
        }
    } while (fine && count == ROWS_AT_ONCE);
    free(rows);
    return fine && flush(it);
}

static bool same_rows(struct copy *it, const struct store_row *original, const struct store_row *copied)
{
    struct chain seals[2];

    seal_row(&it->from->head.key, original, &seals[0]);
    seal_row(&it->from->head.key, copied, &seals[1]);
    return chain_equal(&seals[0], &seals[1]) ||
           problem_set(it->why, "%s: the row of table %s differs from the original; remove the copy and start again",
                       it->to->name, original->id);
}

/* Whether the rows are the same, which tell the hashes of all events. */
static bool compare_rows(struct copy *it)
{
    struct store_row *original = must_zero(ROWS_AT_ONCE, sizeof *original);
    struct store_row *copied = must_zero(ROWS_AT_ONCE, sizeof *copied);
    bool whole[ROWS_AT_ONCE], fine = true;
    char after[ID_LENGTH + 1] = "";
    int count;

    do {
        count = it->from->kind->rows(it->from, after, ROWS_AT_ONCE, original, whole, it->why);
        fine = count >= 0 && it->to->kind->rows(it->to, after, ROWS_AT_ONCE, copied, whole, it->why) == count;
        for (int i = 0; fine && i < count; i++)
            fine = same_rows(it, &original[i], &copied[i]);
        if (count > 0)
            memcpy(after, original[count - 1].id, sizeof after);
    } while (fine && count == ROWS_AT_ONCE);
    free(original);
    free(copied);
    return fine;
}

/* Whether the copy holds what the original does. */
static bool compare(struct copy *it, const struct holdings *original)
{
    struct holdings copied;

    if (!it->to->kind->count(it->to, &copied, it->why))
        return false;
    if (copied.tables != original->tables || copied.events != original->events ||
        copied.snapshots != original->snapshots)
        return problem_set(it->why,
                           "%s: the copy has %lld tables, %lld events and %lld snapshots, the original %lld, %lld and "
                           "%lld; remove the copy and start again",
                           it->to->name, (long long)copied.tables, (long long)copied.events,
                           (long long)copied.snapshots, (long long)original->tables, (long long)original->events,
                           (long long)original->snapshots);
    return compare_rows(it);
}

static bool copy_between(struct copy *it, const struct store_place *to)
{
    struct holdings original;

    return it->from->kind->count(it->from, &original, it->why) && copy_tables(it, original.tables) &&
           compare(it, &original) && it->to->kind->end_copy(it->to, to, &it->from->head, original.removed, it->why);
}

bool copy_all(const struct store_place *from, const struct store_place *to, const struct copy_watch *watch,
              struct problem *why)
{
    const struct database_kind *source = database_kind(from, why), *destination = database_kind(to, why);
    struct copy it = {.watch = watch, .why = why};
    bool copied = false;

    if (!source || !destination)
        return false;
    it.from = source->look(from, why);
    it.to = it.from ? destination->begin_copy(to, &it.from->head, why) : NULL;
    if (it.to) {
        it.batch.bytes = must_alloc(BATCH_SIZE);
        copied = copy_between(&it, to);
        free(it.batch.bytes);
        destination->close(it.to);
    }
    if (it.from)
        source->close(it.from);
    return copied;
}
