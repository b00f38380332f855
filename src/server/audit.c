/* See audit.h. */
#include "server/audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/database.h"
#include "server/room_storage.h"
#include "server/snapshot.h"

enum { ROWS_AT_ONCE = 256 };

struct auditor {
    struct database *database;
    const struct audit_watch *watch;
    struct audit *found;
};

/* Counts something that is wrong and reports it, as problem_set() words it. */
__attribute__((format(printf, 2, 3))) static void fault(struct auditor *it, const char *format, ...)
{
    struct problem what;
    va_list values;

    va_start(values, format);
    problem_vset(&what, format, values);
    va_end(values);
    it->found->faults++;
    it->watch->fault(it->watch->context, what.text);
}

static void note_fault(void *of_auditor, const char *what)
{
    fault(of_auditor, "%s", what);
}

/* The head that was read before the database cannot be ahead of it. */
static void check_head(struct auditor *it, enum head_found found, const struct head *said)
{
    long long missing = (long long)said->sequence - (long long)it->database->head.sequence;

    if (found == HEAD_NONE) {
        fault(it, "parlor.head is missing: without it parlor cannot notice that the database has lost its last events");
    } else if (found == HEAD_DAMAGED) {
        fault(it, "parlor.head is damaged");
    } else if (memcmp(&said->key, &it->database->head.key, sizeof said->key) != 0) {
        fault(it, "parlor.head belongs to another database");
    } else if (missing > 0) {
        fault(it, "the last %lld of %lld events are missing", missing, (long long)said->sequence);
    } else if (missing == 0 && !head_equal(said, &it->database->head)) {
        fault(it, "the last events differ from what parlor.head says");
    }
}

/* When a clock runs out is counted otherwise since 0.2. */
static bool same_row(const struct store_row *a, const struct store_row *b)
{
    return strcmp(a->game, b->game) == 0 && a->status == b->status && a->listed == b->listed &&
           a->opened == b->opened && a->changed == b->changed;
}

/* A table as its events make it, and what its snapshot says it was at one of them. */
struct replay {
    struct room *room;
    struct store_snapshot snapshot; /* no bytes: there is none, or none of this program's */
    uint8_t kept[SNAPSHOT_SIZE], made[SNAPSHOT_SIZE];
    bool found, differs;
};

static bool take_replayed(void *of_replay, const struct stored *stored, struct problem *why)
{
    struct replay *it = of_replay;
    const struct store_snapshot *snapshot = &it->snapshot;

    if (!room_storage_take(it->room, stored, why))
        return false;
    if (!snapshot->bytes || snapshot->point.events != it->room->events)
        return true;
    size_t length = snapshot_write(it->room, it->made);
    it->differs = length != snapshot->length || memcmp(it->made, snapshot->bytes, length) != 0 ||
                  !chain_equal(&snapshot->point.chain, &it->room->chain);
    return true;
}

/* Takes what the table's snapshot says. */
static void take_snapshot(void *of_replay, const struct store_snapshot *snapshot)
{
    struct replay *it = of_replay;

    it->found = true;
    it->snapshot = (struct store_snapshot){.point = snapshot->point};
    if (!snapshot_is_ours(snapshot->bytes, snapshot->length) || snapshot->length > sizeof it->kept)
        return; /* another version has made it: it is not used either */
    memcpy(it->kept, snapshot->bytes, snapshot->length);
    it->snapshot.bytes = it->kept;
    it->snapshot.length = snapshot->length;
}

static void look_at_snapshot(struct auditor *it, const struct store_row *row, struct replay *replay)
{
    struct database *database = it->database;
    bool whole = database->kind->snapshot(database, row->id, take_snapshot, replay);

    it->found->snapshots += replay->found || !whole;
    if (whole && replay->snapshot.point.events <= row->events)
        return;
    fault(it, "%s: damaged: the snapshot of table %s", database->name, row->id);
    replay->snapshot.bytes = NULL;
}

/* Plays a table again from its events. */
static void check_table(struct auditor *it, const struct store_row *row)
{
    struct database *database = it->database;
    struct replay *replay = must_zero(1, sizeof *replay);
    struct problem why;
    const struct chain_point beginning = {.events = 0};

    replay->room = room_new(row->id);
    look_at_snapshot(it, row, replay);
    if (database->kind->load(database, row->id, &beginning, take_replayed, replay, &why) != LOAD_READ) {
        if (strstr(why.text, row->id))
            fault(it, "%s", why.text);
        else
            fault(it, "%s: %s", row->id, why.text);
    } else {
        struct store_row made = room_storage_row(replay->room);
        it->found->events += row->events;
        if (!same_row(row, &made))
            fault(it, "%s: the list of tables disagrees with the events of %s", database->name, row->id);
        if (replay->differs)
            fault(it, "%s: the snapshot disagrees with the events of %s", database->name, row->id);
    }
    room_free(replay->room);
    free(replay);
}

static void check_row(struct auditor *it, const struct store_row *row, bool whole)
{
    if (whole)
        check_table(it, row);
    else
        fault(it, "%s: damaged: the row of table %s", it->database->name, row->id);
}

static void check_tables(struct auditor *it, int64_t tables)
{
    struct store_row *rows = must_zero(ROWS_AT_ONCE, sizeof *rows);
    bool whole[ROWS_AT_ONCE];
    char after[ID_LENGTH + 1] = "";
    struct problem why;
    int count;

    do {
        count = it->database->kind->rows(it->database, after, ROWS_AT_ONCE, rows, whole, &why);
        if (count < 0)
            fault(it, "%s", why.text);
        for (int i = 0; i < count; i++) {
            check_row(it, &rows[i], whole[i]);
            it->watch->progress(it->watch->context, ++it->found->tables, tables);
            memcpy(after, rows[i].id, sizeof after);
        }
    } while (count == ROWS_AT_ONCE);
    free(rows);
}

/* Whether all tables that there should be are there; after a fault nobody can say. */
static void check_sum(struct auditor *it, const struct holdings *held)
{
    int64_t together = it->found->events + held->removed;
    uint64_t sequence = it->database->head.sequence;

    if (it->found->faults > 0)
        return;
    if (held->snapshots != it->found->snapshots)
        fault(it, "there are snapshots without a table");
    if (held->events != it->found->events)
        fault(it, "there are events without a table");
    if ((uint64_t)together != sequence)
        fault(it, "tables are missing: those left have %lld of %llu events", (long long)together,
              (unsigned long long)sequence);
}

static bool check_all(struct auditor *it, const struct store_place *place, struct problem *why)
{
    const struct database_kind *kind = database_kind(place, why);
    struct head said = {0};
    struct holdings held;
    enum head_found found = place->directory ? head_read(place->directory, &said, why) : HEAD_NONE;

    if (!kind || found == HEAD_UNREADABLE || !(it->database = kind->look(place, why)))
        return false;
    snprintf(it->found->name, sizeof it->found->name, "%s", place->directory ? place->directory : it->database->name);
    if (place->directory)
        check_head(it, found, &said);
    kind->inspect(it->database, note_fault, it);
    if (!kind->count(it->database, &held, why)) {
        fault(it, "%s", why->text);
        held = (struct holdings){0};
    }
    check_tables(it, held.tables);
    check_sum(it, &held);
    return true;
}

bool audit_check(const struct store_place *place, const struct audit_watch *watch, struct audit *found,
                 struct problem *why)
{
    struct auditor it = {.watch = watch, .found = found};

    *found = (struct audit){0};
    bool looked = check_all(&it, place, why);
    if (it.database)
        it.database->kind->close(it.database);
    return looked;
}
