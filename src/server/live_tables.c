/* See live_tables.h. */
#include "server/live_tables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/secrets.h"
#include "server/room_storage.h"
#include "server/log.h"
#include "server/snapshot.h"

static const uint64_t LOST = UINT64_MAX; /* as a ticket: never done */

/* ---- tables in memory ---- */

/* Ids are random: any of their characters will do. */
static struct live_table **slot_of(struct hall *hall, const char *id)
{
    uint32_t hash = 0;

    for (int i = 0; i < ID_LENGTH; i++)
        hash = hash * 31 + (uint8_t)id[i];
    return &hall->slots[hash % LIVE_SLOTS];
}

struct live_table *live_in_memory(struct hall *hall, const char *id)
{
    struct live_table *it = *slot_of(hall, id);

    while (it && strcmp(it->room->id, id) != 0)
        it = it->next;
    return it;
}

void live_notice(struct hall *hall, struct noticed *noticed, const char *event, const char *table, const char *why)
{
    for (int i = 0; i < NOTICED_MAX; i++)
        if (strcmp(noticed->tables[i], table) == 0)
            return;
    memcpy(noticed->tables[noticed->count++ % NOTICED_MAX], table, ID_LENGTH + 1);
    log_line(event, "table=%s why=%s", table, log_quoted(why, hall->buffer, MESSAGE_SIZE));
}

/* A room as it is on disk; NULL with an error, which names no file: it is for clients. */
static struct room *load(struct hall *hall, const char *id, enum error_code *code, struct problem *why)
{
    struct problem own;
    enum load_result result;
    struct room *room = room_storage_load(hall->store, id, &result, &own);

    switch (result) {
    case LOAD_READ: game_clock_reach(hall->clock, room->clock); return room;
    case LOAD_NOTHING:
        *code = ERROR_NO_SUCH_TABLE;
        server_refuse(why, REFUSE_NO_SUCH_TABLE);
        break;
    case LOAD_DAMAGED:
        *code = ERROR_DAMAGED;
        server_refuse(why, REFUSE_DAMAGED);
        live_notice(hall, &hall->damaged, "table_damaged", id, own.text);
        break;
    case LOAD_UNREADABLE:
        *code = ERROR_NOT_SAVED;
        server_refuse(why, REFUSE_TABLE_UNREADABLE);
        log_line("table_unreadable", "table=%s why=%s", id, log_quoted(own.text, hall->buffer, MESSAGE_SIZE));
        break;
    }
    return NULL;
}

void live_charge(struct hall *hall, double begun)
{
    enum { MOST = 50 }; /* milliseconds: what takes longer waits for a database that is away, which is nobody's fault */
    double spent = (steady_seconds() - begun) * 1000;

    if (hall->asker)
        meter_spend(hall->load_meter, hall->asker, spent < MOST ? spent : MOST, steady_ms());
}

/* The time it takes is that address's: who has long tables read one after the other is asked to wait. */
struct room *live_load(struct hall *hall, const char *id, enum error_code *code, struct problem *why)
{
    if (hall->asker && !meter_has(hall->load_meter, hall->asker, steady_ms())) {
        *code = ERROR_TOO_MANY;
        server_refuse(why, REFUSE_TABLES_READ);
        return NULL;
    }
    double begun = steady_seconds();
    struct room *room = load(hall, id, code, why);
    live_charge(hall, begun);
    return room;
}

static struct live_table *add_table(struct hall *hall, struct room *room)
{
    struct live_table *it = must_zero(1, sizeof *it);
    struct live_table **chain = slot_of(hall, room->id);

    int64_t now = steady_ms();
    *it = (struct live_table){.room = room, .touched = now, .next = *chain};
    for (int seat = 0; seat < MAX_SEATS; seat++)
        it->away[seat] = now;
    *chain = it;
    hall->table_count++;
    return it;
}

static bool has_space(struct hall *hall, enum error_code *code, struct problem *why)
{
    if (hall->table_count < hall->limits.tables_max)
        return true;
    *code = ERROR_FULL;
    return server_refuse(why, REFUSE_TABLES_FULL);
}

struct live_table *live_find(struct hall *hall, const char *id, enum error_code *code, struct problem *why)
{
    struct live_table *it = live_in_memory(hall, id);

    if (!live_claim(hall, id, it, code, why))
        return NULL;
    if (it)
        return it->guests || !live_is_expired(hall, it->room, code, why) ? it : NULL;
    if (!has_space(hall, code, why))
        return NULL;
    struct room *room = live_load(hall, id, code, why);
    if (room && live_is_expired(hall, room, code, why)) {
        room_free(room);
        return NULL;
    }
    return room ? add_table(hall, room) : NULL;
}

/* ---- snapshots ---- */

static_assert((int)SNAPSHOT_SIZE <= (int)MESSAGE_SIZE, "a snapshot is written where messages are");

/* Keeps a snapshot of a table if the last one is as many events behind. */
static void keep_snapshot(struct hall *hall, struct room *room, int behind)
{
    struct store_snapshot it = {.point = {room->events, room->chain}, .bytes = hall->buffer};

    if (room->events - room->in_snapshot < behind)
        return;
    it.length = snapshot_write(room, hall->buffer);
    if (it.length > 0 && store_put_snapshot(hall->store, room->id, &it))
        room->in_snapshot = room->events;
}

/* Keeps one of a table that goes from memory, if what is there is on disk. */
static void keep_last_snapshot(struct hall *hall, const struct live_table *it)
{
    if (!hall->failing && live_settled(hall, it))
        keep_snapshot(hall, it->room, SNAPSHOT_WORTH);
}

void hall_keep_snapshots(struct hall *hall)
{
    for (int i = 0; i < LIVE_SLOTS; i++)
        for (const struct live_table *it = hall->slots[i]; it; it = it->next)
            keep_last_snapshot(hall, it);
}

void live_prove(struct hall *hall, struct live_table *it, int *most)
{
    int before = it->proved.events;
    struct problem why;

    if (it->proved.events == it->room->restored.events || *most <= 0)
        return;
    switch (store_prove(hall->store, it->room->id, &it->proved, &it->room->restored, *most, &why)) {
    case LOAD_READ: *most -= it->proved.events - before; break;
    case LOAD_UNREADABLE: *most = 0; break; /* again at another time */
    default:
        live_notice(hall, &hall->damaged, "table_damaged", it->room->id, why.text);
        it->proved = it->room->restored; /* it is known */
        break;
    }
}

static void remove_table(struct hall *hall, struct live_table *it)
{
    struct live_table **at = slot_of(hall, it->room->id);

    while (*at != it)
        at = &(*at)->next;
    *at = it->next;
    hall->table_count--;
    room_free(it->room);
    free(it);
}

bool live_settled(const struct hall *hall, const struct live_table *it)
{
    return it->ticket <= hall->tickets_done;
}

/* Nobody is connected, nothing waits for the disk, no clock runs out soon. */
static bool can_go(const struct hall *hall, const struct live_table *it, int64_t now)
{
    int64_t flag = room_next_flag(it->room), idle = (int64_t)hall->limits.idle_s * 1000;
    bool busy = (it->room->status == ROOM_STARTING && !room_is_slow(it->room)) || room_goes_on_alone(it->room);

    return !it->guests && !it->unsettled && live_settled(hall, it) && now - it->touched > idle && !busy &&
           (!flag || flag > game_clock_now(hall->clock) + idle);
}

void live_sweep(struct hall *hall, int64_t now)
{
    for (int i = 0; i < LIVE_SLOTS; i++)
        for (struct live_table *it = hall->slots[i], *next; it; it = next) {
            next = it->next;
            if (!can_go(hall, it, now))
                continue;
            keep_last_snapshot(hall, it);
            remove_table(hall, it);
        }
}

void live_close(struct hall *hall)
{
    for (int i = 0; i < LIVE_SLOTS; i++)
        while (hall->slots[i])
            remove_table(hall, hall->slots[i]);
    live_free_copies(hall);
    while (hall->promises) {
        struct promise *promise = hall->promises;
        hall->promises = promise->next;
        free(promise->text);
        free(promise);
    }
}

/* ---- who is there ---- */

static void mark_unsettled(struct hall *hall, struct live_table *it)
{
    if (it->unsettled)
        return;
    it->unsettled = true;
    it->next_unsettled = hall->unsettled;
    hall->unsettled = it;
}

struct presence live_presence(const struct hall *hall, const struct live_table *it)
{
    struct presence presence = {.clock = game_clock_now(hall->clock)};

    for (const struct guest *guest = it->guests; guest; guest = guest->next_there)
        if (guest->seat == ONLOOKER)
            presence.watchers++;
        else
            presence.here |= 1u << guest->seat;
    return presence;
}

void live_join(struct hall *hall, struct live_table *it, struct guest *guest, int seat)
{
    guest->at = it;
    guest->seat = seat;
    guest->log_told = 0;
    guest->chats_told = 0;
    guest->told = false;
    guest->before_there = NULL;
    it->attended = it->guests ? it->attended : steady_ms();
    guest->next_there = it->guests;
    if (it->guests)
        it->guests->before_there = guest;
    it->guests = guest;
    it->touched = steady_ms();
    if (seat != ONLOOKER)
        it->away[seat] = 0;
    guest->due = true;
    mark_unsettled(hall, it);
    it->stirred = it->stirred_others = true;
    live_tell_presence(hall, it, it->touched);
}

void live_part(struct hall *hall, struct guest *guest)
{
    struct live_table *it = guest->at;

    if (!it)
        return;
    if (guest->next_there)
        guest->next_there->before_there = guest->before_there;
    if (guest->before_there)
        guest->before_there->next_there = guest->next_there;
    else
        it->guests = guest->next_there;
    it->touched = steady_ms();
    if (guest->seat != ONLOOKER && !(live_presence(hall, it).here >> guest->seat & 1))
        it->away[guest->seat] = it->touched;
    if (guest->hint_asked)
        think_drop_hint(hall->think, guest->number);
    guest->hint_asked = false;
    guest->at = NULL;
    it->stirred = it->stirred_others = true;
    live_tell_presence(hall, it, it->touched);
}

void live_tell_presence(struct hall *hall, struct live_table *it, int64_t now)
{
    enum { OFTEN = 300 }; /* milliseconds */

    if (!it->stirred || now - it->told < OFTEN)
        return;
    it->stirred = false;
    it->told = now;
    if (it->guests)
        live_tell(hall, it);
}

/* Gives every guest of a table the seat that the room says is theirs. */
static void reseat(const struct hall *hall, struct live_table *it)
{
    int64_t now = steady_ms();

    for (struct guest *guest = it->guests; guest; guest = guest->next_there) {
        int seat = guest->sitting ? room_seat_of(it->room, guest->new_key) : -1;
        seat = seat >= 0 ? seat : room_seat_of(it->room, guest->key);
        if (guest->seat == seat)
            continue;
        guest->seat = seat;
        guest->log_told = 0; /* it is another viewer's */
        it->stirred_others = true;
    }
    unsigned here = live_presence(hall, it).here;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        it->away[seat] = here >> seat & 1 ? 0 : it->away[seat] ? it->away[seat] : now;
}

/* Notes who is put off the table when a seat is freed or given to a bot. */
static void note_put_off(struct live_table *it, int seat)
{
    for (struct guest *guest = it->guests; guest; guest = guest->next_there)
        guest->put_off_seat |= guest->seat == seat;
}

/* What a table's guests have sat down on is on disk now, or lost. */
static void settle_keys(struct live_table *it)
{
    for (struct guest *guest = it->guests; guest; guest = guest->next_there) {
        if (guest->sitting && room_seat_of(it->room, guest->new_key) >= 0)
            memcpy(guest->key, guest->new_key, sizeof guest->key);
        guest->sitting = false;
    }
}

/* ---- what happens ---- */

void live_tell(struct hall *hall, struct live_table *it)
{
    for (struct guest *guest = it->guests; guest; guest = guest->next_there)
        guest->due = true;
    mark_unsettled(hall, it);
}

bool live_happen(struct hall *hall, struct live_table *it, struct event *event, enum error_code *code,
                 struct problem *why)
{
    char text[EVENT_SIZE];
    struct writer w = write_into(text, sizeof text);
    int number = it->room->events;
    struct problem own; /* names files: not for clients */

    *code = ERROR_NOT_SAVED;
    event->at = now_ms();
    event->clock = game_clock_now(hall->clock);
    if (hall->failing)
        return server_refuse(why, REFUSE_NOT_SAVED);
    if (!room_can_hold(it->room, event->kind, event->seat, why)) {
        *code = ERROR_TOO_MANY;
        return false;
    }
    event_write(event, &w);
    if (!store_has_space(hall->store, &own))
        return server_refuse(why, REFUSE_DISK_SLOW);
    if (!room_take(it->room, event, why))
        return false;
    chain_add(store_key(hall->store), it->room->id, number, event->at, text, w.length, &it->room->chain);
    struct store_row row = room_storage_row(it->room);
    uint64_t ticket = store_append(hall->store, &row, event->at, text, w.length, &own);
    if (!ticket) { /* it has failed just now; recover() will read the table again */
        it->ticket = LOST;
        mark_unsettled(hall, it);
        return server_refuse(why, REFUSE_NOT_SAVED);
    }
    it->ticket = ticket;
    it->touched = it->happened = steady_ms();
    keep_snapshot(hall, it->room, it->room->status == ROOM_OVER ? SNAPSHOT_WORTH : SNAPSHOT_EVERY);
    if (event->kind == EVENT_SEAT)
        note_put_off(it, event->seat);
    if (event->kind == EVENT_SIT || event->kind == EVENT_STAND || event->kind == EVENT_ABANDON ||
        event->kind == EVENT_SEAT)
        reseat(hall, it);
    int lines = log_lines(it->room);
    for (struct guest *guest = it->guests; guest; guest = guest->next_there)
        guest->log_told = guest->log_told < lines ? guest->log_told : lines;
    live_tell(hall, it);
    return true;
}

bool live_begin(struct hall *hall, int events, enum error_code *code, struct problem *why)
{
    struct problem own; /* names files: not for clients */

    *code = ERROR_NOT_SAVED;
    return store_begin(hall->store, events, &own) || server_refuse(why, REFUSE_DISK_SLOW);
}

void live_end(struct hall *hall)
{
    store_end(hall->store);
}

struct live_table *live_open(struct hall *hall, struct open_plan *plan, enum error_code *code, struct problem *why)
{
    struct event event = {.kind = EVENT_OPEN, .seat = -1, .of.open = plan};
    char id[ID_LENGTH + 1];

    random_id(id);
    if (!has_space(hall, code, why))
        return NULL;
    struct live_table *it = add_table(hall, room_new(id));
    if (!live_happen(hall, it, &event, code, why)) {
        if (!it->unsettled)
            remove_table(hall, it);
        return NULL;
    }
    return it;
}

void live_promise(struct hall *hall, const struct live_table *it, struct guest *guest, struct http_call *call,
                  int64_t re, int status, const struct writer *text)
{
    struct promise *promise = must_alloc(sizeof *promise);
    char *copy = must_alloc(text->length + 1);

    memcpy(copy, text->buffer, text->length + 1);
    *promise =
        (struct promise){.ticket = it->ticket, .guest = guest, .call = call, .re = re, .status = status, .text = copy};
    if (!hall->promises)
        hall->last_promise = &hall->promises;
    *hall->last_promise = promise;
    hall->last_promise = &promise->next;
}

void live_say(struct hall *hall, const struct live_table *it, struct guest *guest, int64_t re,
              const struct writer *text)
{
    if (it && !live_settled(hall, it))
        live_promise(hall, it, guest, NULL, re, 0, text);
    else
        peer_send(guest->peer, text->buffer, text->length);
}

void live_forget_guest(struct hall *hall, struct guest *guest)
{
    for (struct promise *promise = hall->promises; promise; promise = promise->next)
        promise->guest = promise->guest == guest ? NULL : promise->guest;
}

void live_forget_call(struct hall *hall, struct http_call *call)
{
    for (struct promise *promise = hall->promises; promise; promise = promise->next)
        promise->call = promise->call == call ? NULL : promise->call;
}

/* ---- the disk has news ---- */

static void answer_call(struct http_call *call, int status, const char *text, size_t length)
{
    http_answer(call,
                &(struct http_answer){.status = status, .type = "application/json", .body = text, .length = length});
}

static void keep(struct hall *hall, const struct promise *promise, bool saved)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    if (!promise->guest && !promise->call)
        return; /* gone meanwhile */
    if (saved)
        write_text(&w, promise->text);
    else {
        struct problem lost = refusal_problem(REFUSE_NOT_SAVED);
        if (promise->guest)
            message_error(&w, promise->re, ERROR_NOT_SAVED, promise->guest->language, &lost);
        else
            body_error(&w, ERROR_NOT_SAVED, NULL, &lost);
    }
    if (promise->guest)
        peer_send(promise->guest->peer, hall->buffer, w.length);
    else
        answer_call(promise->call, saved ? promise->status : error_status(ERROR_NOT_SAVED), hall->buffer, w.length);
}

static void keep_promises(struct hall *hall, bool all)
{
    while (hall->promises && (all || hall->promises->ticket <= hall->tickets_done)) {
        struct promise *promise = hall->promises;
        hall->promises = promise->next;
        keep(hall, promise, promise->ticket <= hall->tickets_done);
        free(promise->text);
        free(promise);
    }
}

void live_break_promises(struct hall *hall)
{
    keep_promises(hall, true);
}

static void tell_chat(struct hall *hall, const struct room *room, struct guest *guest)
{
    int kept = room->chats > CHAT_KEPT ? room->chats - CHAT_KEPT : 0;

    guest->chats_told = guest->chats_told < kept ? kept : guest->chats_told;
    for (; guest->chats_told < room->chats; guest->chats_told++) {
        struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
        message_chat(&w, &room->chat[guest->chats_told % CHAT_KEPT]);
        peer_send(guest->peer, hall->buffer, w.length);
    }
}

/* Somebody who has been put off the table is told so. */
static void tell_put_off(struct hall *hall, struct guest *guest)
{
    if (guest->put_off_seat && guest->seat == ONLOOKER) {
        struct problem why = refusal_problem(REFUSE_PUT_OFF);
        struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
        message_error(&w, NO_NUMBER, ERROR_REFUSED, guest->language, &why);
        peer_send(guest->peer, hall->buffer, w.length);
    }
    guest->put_off_seat = false;
}

/* What is the same for all guests is written once and stays in the buffer while the rest is written behind it. */
static void tell_guests(struct hall *hall, struct live_table *it)
{
    struct presence presence = live_presence(hall, it);
    struct writer common = write_into(hall->buffer, MESSAGE_SIZE);
    char mark[MARK_DIGITS + 1];

    if (!it->guests)
        return;
    mark_make(store_key(hall->store), it->room->id, it->room->events, &it->room->chain, mark);
    presence.mark = mark;
    retold_clear(&hall->retold);
    message_common(&common, it->room, &presence, now_ms());
    for (struct guest *guest = it->guests; guest; guest = guest->next_there) {
        if (!guest->due)
            continue;
        struct writer w = common;
        message_rest(
            &w, &hall->retold, it->room,
            (struct audience){listener_for(guest->language, guest->seat), guest->log_told, guest->wants_state});
        peer_send(guest->peer, hall->buffer, w.length);
        guest->log_told = log_lines(it->room);
        guest->due = false;
        guest->told = true;
    }
    for (struct guest *guest = it->guests; guest; guest = guest->next_there) {
        tell_put_off(hall, guest);
        tell_chat(hall, it->room, guest);
    }
}

/* Tells the guests of all tables that are settled by now, and has their bots asked. */
static void tell_settled(struct hall *hall)
{
    struct live_table *list = hall->unsettled;
    int64_t now = steady_ms();

    hall->unsettled = NULL;
    while (list) {
        struct live_table *it = list;
        list = it->next_unsettled;
        it->unsettled = false;
        if (!live_settled(hall, it)) {
            mark_unsettled(hall, it);
            continue;
        }
        settle_keys(it);
        tell_guests(hall, it);
        timers_table(hall, it, now);
    }
}

/* A hint that is being thought about is of a table that was never so. */
static void drop_hint(struct hall *hall, struct guest *guest)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    if (!guest->hint_asked)
        return;
    guest->hint_asked = false;
    think_drop_hint(hall->think, guest->number);
    guest->number = ++hall->guest_numbers; /* an answer that is there already finds nobody */
    struct problem why = refusal_problem(REFUSE_NOT_SAVED);
    message_error(&w, guest->hint_re, ERROR_NOT_SAVED, guest->language, &why);
    peer_send(guest->peer, hall->buffer, w.length);
}

/* Memory is thrown away for what is on disk, and so is what guests made of it: their
 * seats, and hints. False if it cannot be read. */
static bool read_again(struct hall *hall, struct live_table *it)
{
    enum error_code code;
    struct problem why;
    struct room *room = load(hall, it->room->id, &code, &why);

    if (!room)
        return false;
    room_free(it->room);
    it->room = room;
    it->proved = (struct chain_point){.events = 0};
    it->ticket = hall->tickets_done;
    memset(it->asked, 0, sizeof it->asked);
    for (struct guest *guest = it->guests; guest; guest = guest->next_there) {
        guest->log_told = 0;
        guest->put_off_seat = false;
        drop_hint(hall, guest);
    }
    reseat(hall, it);
    return true;
}

/* Nothing true can be said of the table: everybody there is sent away. */
static void clear_away(struct hall *hall, struct live_table *it)
{
    struct writer w;

    for (struct guest *guest = it->guests; guest; guest = guest->next_there) {
        w = write_into(hall->buffer, MESSAGE_SIZE);
        message_bye(&w, guest->language, REFUSE_TABLE_UNREADABLE, true);
        guest->at = NULL;
        peer_send(guest->peer, hall->buffer, w.length);
        peer_close(guest->peer, 1013, "the table cannot be read");
    }
    remote_presence_tell_nobody(hall, it->room->id);
    remove_table(hall, it);
}

/* What was on its way to the disk is lost: every table that it belonged to is
 * read again, and everybody there is told how it really stands. Where it may have become another node's, everybody
 * comes again instead. */
static void recover(struct hall *hall)
{
    struct live_table *list = hall->unsettled;

    keep_promises(hall, true);
    hall->unsettled = NULL;
    while (list) {
        struct live_table *it = list;
        list = it->next_unsettled;
        it->unsettled = false;
        if (it->ticket <= hall->tickets_done || (!store_is_shared(hall->store) && read_again(hall, it)))
            live_tell(hall, it);
        else
            clear_away(hall, it);
    }
}

void live_watch_life(struct hall *hall)
{
    struct store_standing standing;

    store_standing(hall->store, &standing);
    if (standing.number == hall->life)
        return;
    log_line("tables_lost", "tables=%d node=%lld now=%lld", hall->table_count, (long long)hall->life,
             (long long)standing.number);
    hall->life = standing.number;
    hall->unsettled = NULL;
    for (int i = 0; i < LIVE_SLOTS; i++)
        while (hall->slots[i])
            clear_away(hall, hall->slots[i]);
}

void live_progress(struct hall *hall)
{
    struct problem why;
    bool fine = store_progress(hall->store, &hall->tickets_done, &why);

    keep_promises(hall, false);
    if (!fine)
        recover(hall);
    if (!fine && !hall->failing)
        log_line("disk_refuses", "why=%s", log_quoted(why.text, hall->buffer, MESSAGE_SIZE));
    else if (fine && hall->failing) {
        log_line("disk_takes", "failures=%llu", (unsigned long long)store_figures(hall->store).failures);
        timers_disk_takes(hall);
    }
    hall->failing = !fine;
    tell_settled(hall);
}
