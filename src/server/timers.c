/* Lets bots choose, ends turns when clocks run out, has bots replace people who stay away, and
 * says which tables have expired. See live_tables.h. */
#include <string.h>

#include "server/live_tables.h"
#include "server/log.h"
#include "server/shuffle.h"

enum {
    LOOK_AGAIN = 1000, /* milliseconds; how often tables that nobody is connected to are looked for */
    PROOFS = 250,      /* events that were not read because of a snapshot, looked at in a tick: about 0.5 ms */
};

/* ---- tables that nobody wants any more ---- */

bool live_is_stale(const struct hall *hall, int64_t changed)
{
    return now_ms() - changed > (int64_t)hall->limits.expire_days * 24 * 3600 * 1000;
}

bool live_is_expired(const struct hall *hall, const struct room *room, enum error_code *code, struct problem *why)
{
    if (room->status != ROOM_OPEN || !live_is_stale(hall, room->changed))
        return false;
    *code = ERROR_NO_SUCH_TABLE;
    server_refuse(why, REFUSE_EXPIRED);
    return true;
}

/* ---- bots ---- */

/* Returns the address that the bots of a table think for: that of a player who is
 * there, else of an onlooker. All tables where nobody is share one. */
static const char *address_for(const struct live_table *it)
{
    static const char nobody[ADDRESS_SIZE] = "nobody";
    const struct guest *first = it->guests;

    if (!first)
        return nobody;
    for (const struct guest *guest = it->guests; guest; guest = guest->next_there)
        if (guest->seat != ONLOOKER && (first->seat == ONLOOKER || guest->seat < first->seat))
            first = guest;
    return first->address;
}

/* Nobody is there: nobody waits for the bots either. They go on when somebody comes. */
static void rest(struct hall *hall, struct live_table *it)
{
    bool asked = false;

    for (int seat = 0; seat < MAX_SEATS; seat++)
        asked |= it->asked[seat] != 0;
    if (!asked)
        return;
    think_drop_choices(hall->think, it->room->id);
    memset(it->asked, 0, sizeof it->asked);
}

static void ask_bot(struct hall *hall, struct live_table *it, int seat)
{
    struct think_job job = job_for_bot(it->room, seat);

    memcpy(job.address, address_for(it), sizeof job.address);
    if (think_ask(hall->think, &job))
        it->asked[seat] = job.events;
}

static void ask_bots(struct hall *hall, struct live_table *it, int64_t now)
{
    unsigned due = room_waiting_for_bots(it->room);

    if (!due || (!it->guests && !room_goes_on_alone(it->room)) ||
        now - it->happened < hall->limits.bot_pace_ms) /* people want to see what happens */
        return;
    for (int seat = 0; seat < it->room->plan.table.players; seat++)
        if ((due >> seat & 1) && !it->asked[seat])
            ask_bot(hall, it, seat);
}

static void take_choice(struct hall *hall, const struct think_answer *answer)
{
    const struct think_job *job = &answer->job;
    enum error_code code;
    struct problem why;
    struct live_table *it = live_in_memory(hall, job->table);

    it = it ? it : live_find(hall, job->table, &code, &why);
    if (!it)
        return;
    it->asked[job->seat] = 0;
    if (job_is_due(it->room, job)) {
        struct event event;
        if (room_may_choose(it->room, job->seat, answer->lines[0].id, &event, &why))
            live_happen(hall, it, &event, &code, &why);
    }
    live_tell(hall, it);
}

static void give_hint(struct hall *hall, const struct think_answer *answer)
{
    struct guest *guest = hall->guests;
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    while (guest && guest->number != answer->job.asker)
        guest = guest->next;
    if (!guest)
        return;
    guest->hint_asked = false;
    if (guest->at && strcmp(guest->at->room->id, answer->job.table) == 0 && guest->seat == answer->job.seat)
        message_hint(&w, answer->job.re, answer);
    else {
        struct problem why = refusal_problem(REFUSE_LEFT_SEAT);
        message_error(&w, answer->job.re, ERROR_REFUSED, guest->language, &why);
    }
    live_say(hall, guest->at, guest, answer->job.re, &w); /* what it was shown may still be on its way to the disk */
}

void timers_answers(struct hall *hall)
{
    struct think_answer answer;

    while (think_take(hall->think, &answer))
        if (answer.job.bot)
            take_choice(hall, &answer);
        else
            give_hint(hall, &answer);
}

/* ---- clocks and people who are away ---- */

/* True if the others wait for a seat whose player has been away too long, so that a bot sits in; only while anybody is
 * there to see it. */
static bool is_away_too_long(const struct live_table *it, int seat, int64_t now)
{
    const struct room_seat *sitting = &it->room->seats[seat];

    return sitting->kind == SEAT_PERSON && !sitting->bot && (room_waiting(it->room) >> seat & 1) && it->guests &&
           !room_is_slow(it->room) && it->away[seat] && now - it->away[seat] >= it->room->plan.clock.patience;
}

/* True if a person is away from the waiting room for too long while somebody is there. It counts from when somebody
 * came: to open a table and then go and tell friends costs nobody their seat. */
static bool has_stayed_away(const struct live_table *it, int seat, int64_t now)
{
    int64_t since = it->away[seat] > it->attended ? it->away[seat] : it->attended;

    return it->room->seats[seat].kind == SEAT_PERSON && it->guests && it->away[seat] && !room_is_slow(it->room) &&
           now - since >= it->room->plan.clock.patience;
}

/* Frees the seats of people who stay away before the game begins, so that others can sit there or start. */
static void watch_waiting_room(struct hall *hall, struct live_table *it, int64_t now)
{
    struct event event;
    struct problem why;
    enum error_code code;

    for (int seat = 0; seat < it->room->plan.table.players; seat++)
        if (has_stayed_away(it, seat, now) &&
            !(room_may_leave(it->room, seat, &event, &why) && live_happen(hall, it, &event, &code, &why)))
            return;
}

static void watch_people(struct hall *hall, struct live_table *it, int64_t now)
{
    struct event event;
    struct problem why;
    enum error_code code;

    while (room_flag(it->room, game_clock_now(hall->clock), &event))
        if (!live_happen(hall, it, &event, &code, &why))
            return;
    for (int seat = 0; seat < it->room->plan.table.players; seat++)
        if (is_away_too_long(it, seat, now)) {
            room_bot_sits_in(seat, "away", &event);
            if (!live_happen(hall, it, &event, &code, &why))
                return;
        }
}

/* ---- starts ---- */

/* True if somebody's seal or salt has not come in time. The time is counted from when this
 * server first saw the start: a restart gives everybody time to come back. In a slow game it is that for a move. */
static bool is_overdue(const struct hall *hall, struct live_table *it)
{
    int64_t now = steady_ms();

    if (room_is_slow(it->room))
        return room_start_flag(it->room) <= game_clock_now(hall->clock);
    if (it->start != it->room->readied || !it->start_seen) {
        it->start = it->room->readied;
        it->start_seen = now;
    }
    return now - it->start_seen >= (int64_t)hall->limits.reveal_s * 1000;
}

/* Gives up a start for which somebody's seal or salt does not come. */
static void watch_start(struct hall *hall, struct live_table *it)
{
    struct event event;
    enum error_code code;
    struct problem why;

    if (!is_overdue(hall, it))
        return;
    shuffle_abandon(&event);
    if (live_happen(hall, it, &event, &code, &why))
        log_line("start_abandoned", "table=%s", it->room->id);
}

/* Seals and salts that the disk did not take are offered again with the next table, and a start waits for them. */
void timers_disk_takes(struct hall *hall)
{
    for (int i = 0; i < LIVE_SLOTS; i++)
        for (struct live_table *it = hall->slots[i]; it; it = it->next)
            if (it->room->status == ROOM_OPEN || it->room->status == ROOM_STARTING)
                live_tell(hall, it);
}

void timers_table(struct hall *hall, struct live_table *it, int64_t now)
{
    if (!it->guests && !room_goes_on_alone(it->room))
        rest(hall, it);
    if (!hall->failing && live_settled(hall, it) && it->room->status == ROOM_OPEN)
        watch_waiting_room(hall, it, now);
    if (!hall->failing && live_settled(hall, it) && it->room->status == ROOM_STARTING)
        watch_start(hall, it);
    if (hall->failing || !live_settled(hall, it) || it->room->status != ROOM_PLAYING)
        return;
    watch_people(hall, it, now);
    if (live_settled(hall, it))
        ask_bots(hall, it, now);
}

/* Tables on disk where a clock runs out. Those that stay due (they cannot be read, or
 * an older version was to wake them for a bot) are skipped so that they do not
 * hold up others. */
static void wake_tables(struct hall *hall, int64_t now)
{
    enum { AT_ONCE = 64 };
    struct store_row rows[AT_ONCE];
    enum error_code code;
    struct problem why;
    int64_t clock = game_clock_now(hall->clock);
    int count = store_due(hall->store, clock, hall->due_from, AT_ONCE, rows, &why), still_due = 0;

    for (int i = 0; i < count; i++) {
        struct live_table *it = live_find(hall, rows[i].id, &code, &why);
        if (it)
            timers_table(hall, it, now);
        still_due += !it || !it->unsettled;
    }
    hall->due_from = count == AT_ONCE ? hall->due_from + still_due : 0;
}

void timers_tick(struct hall *hall, int64_t now)
{
    int proofs = PROOFS;

    remote_presence_tick(hall);
    ws_tick(hall);
    for (int i = 0; i < LIVE_SLOTS; i++)
        for (struct live_table *it = hall->slots[i]; it; it = it->next) {
            live_tell_presence(hall, it, now);
            remote_presence_tell(hall, it, now);
            timers_table(hall, it, now);
            live_prove(hall, it, &proofs);
        }
    if (now - hall->looked_for_due >= LOOK_AGAIN) {
        hall->looked_for_due = now;
        if (hall->failing)
            store_probe(hall->store);
        wake_tables(hall, now);
        live_sweep(hall, now);
        remote_presence_sweep(hall, now);
        study_sweep(hall->study);
    }
}
