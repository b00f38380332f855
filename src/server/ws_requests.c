/* What guests ask for, message by message. See live_tables.h and docs/protocol.md. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/ask.h"
#include "server/secrets.h"
#include "server/live_tables.h"

/* Refuses what was asked about a table. A refusal tells of the table too, so that it waits for the disk
 * like everything else; one that says that nothing can be saved need not. */
static void refuse_at(struct hall *hall, const struct live_table *it, struct guest *guest, int64_t re,
                      enum error_code code, const struct problem *why)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    hall->figures.refusals++;
    message_error(&w, re, code, guest->language, why);
    live_say(hall, code == ERROR_NOT_SAVED ? NULL : it, guest, re, &w);
}

static void say_problem(struct hall *hall, struct guest *guest, int64_t re, enum error_code code,
                        const struct problem *why)
{
    refuse_at(hall, guest->at, guest, re, code, why);
}

static void say_error(struct hall *hall, struct guest *guest, int64_t re, enum error_code code, enum refusal refusal)
{
    struct problem why = refusal_problem(refusal);

    refuse_at(hall, guest->at, guest, re, code, &why);
}

/* Once everything is on disk. */
static void promise_ok(struct hall *hall, struct guest *guest, const struct request *request, int seat,
                       const char *token)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    if (request->re == NO_NUMBER && !token)
        return;
    message_ok(&w, request->re, seat, token);
    live_promise(hall, guest->at, guest, NULL, request->re, 0, &w);
}

/* An event that has been allowed happens, and its sender hears of it. */
static void happen(struct hall *hall, struct guest *guest, const struct request *request, struct event *event)
{
    enum error_code code;
    struct problem why;

    if (live_happen(hall, guest->at, event, &code, &why))
        promise_ok(hall, guest, request, -1, NULL);
    else
        say_problem(hall, guest, request->re, code, &why);
}

/* ---- the kinds of requests ---- */

/* A seat is played from one place: an older connection gives way. */
static void send_others_away(const struct live_table *it, int seat)
{
    for (struct guest *guest = it->guests; guest; guest = guest->next_there)
        if (guest->seat == seat && seat != ONLOOKER)
            peer_close(guest->peer, CLOSED_ELSEWHERE, "the seat has connected elsewhere");
}

void ws_put_off(struct guest *guest, const struct request *request)
{
    struct request *later = must_alloc(sizeof *later + request->length);

    *later = *request;
    memcpy(later + 1, request->whole, request->length);
    later->whole = (const char *)(later + 1);
    guest->put_off_at = guest->put_off_at ? guest->put_off_at : steady_ms();
    free(guest->put_off);
    guest->put_off = later;
}

/* Whether another onlooker may come from this address. */
static bool may_watch(const struct hall *hall, const struct live_table *it, const struct guest *who,
                      struct problem *why)
{
    int watchers = 0, from_there = 0, most = hall->limits.watchers_max;

    for (const struct guest *guest = it->guests; guest; guest = guest->next_there)
        if (guest->seat == ONLOOKER && guest != who) {
            watchers++;
            from_there += strcmp(guest->address, who->address) == 0;
        }
    if (watchers >= most)
        return server_refuse(why, REFUSE_WATCHERS_FULL);
    return from_there < (most + 9) / 10 || server_refuse(why, REFUSE_WATCHERS_FROM_HERE);
}

/* Says of a hint that is on its way that it will not come. */
static void give_up_hint(struct hall *hall, struct guest *guest)
{
    if (guest->hint_asked)
        say_error(hall, guest, guest->hint_re, ERROR_REFUSED, REFUSE_GONE_ELSEWHERE);
}

/* Whether a client has seen something of a table that is not there any more. What it says counts if
 * it can prove it: else anybody could call the server damaged. */
static bool has_seen_more(struct hall *hall, const struct live_table *it, const struct seen *seen)
{
    const struct room *room = it->room;
    struct chain chain = room->chain;
    char mark[MARK_DIGITS + 1] = "";

    if (seen->event == 0 || !mark_is_genuine(store_key(hall->store), room->id, seen->event, seen->mark))
        return false;
    if (seen->event == room->events ||
        (seen->event < room->events && store_chain(hall->store, room->id, seen->event, &chain)))
        mark_make(store_key(hall->store), room->id, seen->event, &chain, mark);
    else if (seen->event < room->events)
        return false; /* the disk cannot be read just now: nothing can be said */
    if (strcmp(mark, seen->mark) == 0)
        return false;
    live_notice(hall, &hall->behind, "table_behind", room->id, "a client has seen events that are not there");
    return true;
}

/* There is no such table; but the client may be able to prove that there was. */
static void refuse_table(struct hall *hall, struct guest *guest, const struct request *request, enum error_code code,
                         struct problem *why)
{
    if (code == ERROR_NO_SUCH_TABLE && request->seen.event > 0 &&
        mark_is_genuine(store_key(hall->store), request->table, request->seen.event, request->seen.mark)) {
        live_notice(hall, &hall->behind, "table_lost", request->table, "a client has seen it");
        code = ERROR_LOST;
        server_refuse(why, REFUSE_LOST);
    }
    say_problem(hall, guest, request->re, code, why);
}

void ws_hello(struct hall *hall, struct guest *guest, const struct request *request)
{
    enum error_code code = ERROR_REFUSED;
    struct problem why;
    struct event event;
    uint8_t key[KEY_BYTES] = {0};
    struct live_table *it = live_find(hall, request->table, &code, &why);
    int seat = ONLOOKER;

    if (!guest->at)
        guest->language = request->language; /* of a refusal, too */
    if (!it && hall->elsewhere.number) {
        elsewhere_pass_on(hall, guest, request);
        return;
    }
    if (!it && code == ERROR_TOO_MANY) {
        ws_put_off(guest, request);
        return;
    }
    if (!it) {
        refuse_table(hall, guest, request, code, &why);
        return;
    }
    bool behind = has_seen_more(hall, it, &request->seen);
    if (request->token[0]) {
        token_key(request->token, key);
        seat = room_seat_of(it->room, key);
        if (seat < 0) {
            server_refuse(&why, REFUSE_WRONG_TOKEN);
            refuse_at(hall, it, guest, request->re, ERROR_REFUSED, &why);
            return;
        }
    }
    if (seat == ONLOOKER && !may_watch(hall, it, guest, &why)) {
        say_problem(hall, guest, request->re, ERROR_TOO_MANY, &why);
        return;
    }
    free(guest->put_off); /* this one is later */
    guest->put_off = NULL;
    elsewhere_come_home(hall, guest);
    give_up_hint(hall, guest);
    live_part(hall, guest);
    send_others_away(it, seat);
    guest->wants_state = request->state;
    guest->language = request->language;
    guest->sitting = guest->put_off_seat = false;
    memcpy(guest->key, key, sizeof guest->key);
    live_join(hall, it, guest, seat);
    if (seat != ONLOOKER && room_may_come_back(it->room, seat, &event, &why))
        live_happen(hall, it, &event, &code, &why);
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    message_welcome(&w, request->re, behind);
    if (request->re != NO_NUMBER || behind)
        live_promise(hall, it, guest, NULL, request->re, 0, &w);
}

static void sit(struct hall *hall, struct guest *guest, const struct request *request)
{
    char token[ID_LENGTH + 1];
    uint8_t key[KEY_BYTES];
    struct event event;
    enum error_code code;
    struct problem why;

    random_id(token);
    token_key(token, key);
    if (guest->seat != ONLOOKER) {
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_SITS_ALREADY);
    } else if (guest->sitting) { /* and has left again: which seat it has is for the disk to say */
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_SEAT_BEING_SAVED);
    } else if (!room_may_sit(guest->at->room, request->seat, request->text, request->look, key, &event, &why)) {
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
    } else {
        guest->sitting = true;
        memcpy(guest->new_key, key, sizeof guest->new_key);
        if (live_happen(hall, guest->at, &event, &code, &why)) {
            promise_ok(hall, guest, request, event.seat, token);
            return;
        }
        guest->sitting = false;
        say_problem(hall, guest, request->re, code, &why);
    }
}

/* Does what somebody at the table asks for (ask.h). */
static void change(struct hall *hall, struct guest *guest, const struct request *request)
{
    struct open_plan *plan = request->kind == REQUEST_ARRANGE ? must_alloc(sizeof *plan) : NULL;
    struct event event;
    enum error_code code;
    struct problem why;

    if (!ask_event(guest->at->room, guest->seat, request, plan, &event, &code, &why)) {
        say_problem(hall, guest, request->re, code, &why);
    } else if (event.kind == EVENT_KINDS) {
        promise_ok(hall, guest, request, -1, NULL);
    } else {
        hall->figures.choices += event.kind == EVENT_DO;
        happen(hall, guest, request, &event); /* a guest who has stood up is an onlooker */
    }
    free(plan);
}

static void ask_hint(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    struct problem why;

    if (room->plan.hints && guest->hint_asked) {
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_HINT_COMES);
        return;
    }
    if (!ask_hint_allowed(room, guest->seat, &why)) {
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
        return;
    }
    struct think_job job = job_for_hint(room, guest->seat);
    job.asker = guest->number;
    job.re = request->re;
    memcpy(job.address, guest->address, sizeof job.address);
    hall->figures.hints++;
    guest->hint_re = request->re;
    guest->hint_asked = think_ask(hall->think, &job);
    if (!guest->hint_asked)
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_THINKING_TOO_MUCH);
}

static void chat(struct hall *hall, struct guest *guest, const struct request *request)
{
    double a_minute = hall->limits.chats_per_minute;

    if (!bucket_take(&guest->chats, a_minute / 60, a_minute / 4 + 1, steady_ms()))
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_CHAT_TOO_FAST);
    else
        change(hall, guest, request);
}

/* Tells everybody at the table at once. Nothing of it is saved, so there is nothing to wait for, except that the seat
 * is on disk. It counts by seat, so that to connect again helps nobody. */
static void react(struct hall *hall, struct guest *guest, const struct request *request)
{
    struct live_table *it = guest->at;
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);

    if (guest->sitting) {
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_SEAT_BEING_SAVED);
        return;
    }
    if (!bucket_take(&it->reactions[guest->seat], 1, 1, steady_ms())) {
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_REACT_TOO_FAST);
        return;
    }
    message_reaction(&w, guest->seat, request->reaction);
    for (const struct guest *other = it->guests; other; other = other->next_there)
        if (other->told)
            peer_send(other->peer, w.buffer, w.length);
    promise_ok(hall, guest, request, -1, NULL);
}

/* ---- rematches ---- */

/* Opens a table like this one, with the same bots; who comes along sits there with the same key, the others' seats are
 * free. */
static bool open_again(struct hall *hall, const struct room *old, int asker, char id[ID_LENGTH + 1],
                       enum error_code *code, struct problem *why)
{
    unsigned people = rematch_people(old, asker, why);

    *code = ERROR_REFUSED;
    if (!people)
        return false;
    struct open_plan *plan = must_alloc(sizeof *plan);
    struct event event;
    rematch_plan(old, plan);
    struct live_table *it = live_open(hall, plan, code, why);
    bool fine = it;
    while (fine && people) {
        int seat = rematch_first(old, people);
        const struct room_seat *sitting = &old->seats[seat];
        people &= ~(1u << seat);
        fine = room_may_sit(it->room, seat, sitting->name, sitting->look, sitting->key, &event, why) &&
               live_happen(hall, it, &event, code, why);
    }
    if (fine)
        memcpy(id, it->room->id, ID_LENGTH + 1);
    free(plan);
    return fine;
}

static void rematch(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    struct event event = {.kind = EVENT_NEXT, .seat = -1};
    enum error_code code;
    struct problem why;

    if (room->status != ROOM_OVER)
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_GAME_NOT_OVER);
    else if (room->next[0])
        promise_ok(hall, guest, request, -1, NULL); /* somebody was faster */
    else if (!meter_take(hall->open_meter, guest->address, steady_ms()))
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_OPENED_MANY);
    else if (!live_begin(hall, room->plan.table.players + 2, &code, &why))
        say_problem(hall, guest, request->re, code, &why);
    else {
        if (open_again(hall, room, guest->seat, event.of.next, &code, &why))
            happen(hall, guest, request, &event);
        else
            say_problem(hall, guest, request->re, code, &why);
        live_end(hall);
    }
}

/* ---- all of them ---- */

/* Tells older lines of the log. It takes about as long as to read a table, and is counted with that. */
static void tell_log(struct hall *hall, struct guest *guest, const struct request *request)
{
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    double begun = steady_seconds();

    if (!meter_has(hall->load_meter, guest->address, steady_ms())) {
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_READ_MUCH);
        return;
    }
    message_log(&w, request->re, guest->at->room, listener_for(guest->language, guest->seat), request->before);
    live_say(hall, guest->at, guest, request->re, &w);
    meter_spend(hall->load_meter, guest->address, (steady_seconds() - begun) * 1000, steady_ms());
}

/* Tells what the legal choices are called. It is counted as the log is. */
static void tell_moves(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    struct writer w = write_into(hall->buffer, MESSAGE_SIZE);
    double begun = steady_seconds();

    if (!(room_waiting(room) >> guest->seat & 1)) {
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_NOT_YOUR_TURN);
        return;
    }
    if (!meter_has(hall->load_meter, guest->address, steady_ms())) {
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_READ_MUCH);
        return;
    }
    message_moves(&w, request->re, room, listener_for(guest->language, guest->seat));
    live_say(hall, guest->at, guest, request->re, &w);
    meter_spend(hall->load_meter, guest->address, (steady_seconds() - begun) * 1000, steady_ms());
}

/* What can be done again and again without the game going on is done at a measured
 * pace. Returns whether this may be done now; else says that it may not. */
static bool is_within_pace(struct hall *hall, struct guest *guest, const struct request *request)
{
    double rate = hall->limits.messages_per_second;
    bool changes = request->kind == REQUEST_SIT || request->kind == REQUEST_LEAVE || request->kind == REQUEST_SEAL ||
                   request->kind == REQUEST_UNDO || request->kind == REQUEST_BACK || request->kind == REQUEST_LOOK ||
                   request->kind == REQUEST_SEAT || request->kind == REQUEST_ARRANGE ||
                   (request->kind == REQUEST_CHAT && guest->seat == ONLOOKER); /* who has no seat to lose */

    if ((request->kind != REQUEST_HELLO || bucket_take(&guest->hellos, rate / 200, rate / 4 + 1, steady_ms())) &&
        (!changes || meter_take(hall->seat_meter, guest->address, steady_ms())))
        return true;
    say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_ASKED_OFTEN);
    return false;
}

static void answer(struct hall *hall, struct guest *guest, const struct request *request)
{
    if (!is_within_pace(hall, guest, request))
        return;
    switch (request->kind) {
    case REQUEST_HELLO:
        guest->put_off_at = 0;
        ws_hello(hall, guest, request);
        break;
    case REQUEST_SIT: sit(hall, guest, request); break;
    case REQUEST_HINT: ask_hint(hall, guest, request); break;
    case REQUEST_CHAT: chat(hall, guest, request); break;
    case REQUEST_REACT: react(hall, guest, request); break;
    case REQUEST_REMATCH: rematch(hall, guest, request); break;
    case REQUEST_LOG: tell_log(hall, guest, request); break;
    case REQUEST_MOVES: tell_moves(hall, guest, request); break;
    default: change(hall, guest, request); break;
    }
}

void ws_message(struct hall *hall, struct guest *guest, const char *text, size_t length)
{
    struct request request;
    struct problem why;
    double rate = hall->limits.messages_per_second;

    hall->figures.messages++;
    if (!bucket_take(&guest->messages, rate, rate * BURST, steady_ms()))
        peer_close(guest->peer, 1008, "too many messages");
    else if (!request_read(text, length, &request, &why))
        say_problem(hall, guest, request.re, ERROR_BAD_MESSAGE, &why);
    else if (request.kind != REQUEST_HELLO && elsewhere_says(guest, text, length))
        return;
    else if (!guest->at && request.kind != REQUEST_HELLO)
        say_error(hall, guest, request.re, ERROR_REFUSED, REFUSE_HELLO_FIRST);
    else if (ask_needs_seat(request.kind) && guest->seat == ONLOOKER)
        say_error(hall, guest, request.re, ERROR_REFUSED, REFUSE_NOT_SEATED);
    else
        answer(hall, guest, &request);
}

/* A connection that is at no table takes a place from those that are: pings do not keep it. */
static void watch_newcomer(const struct hall *hall, struct guest *guest)
{
    if (guest->at || guest->put_off || guest->sent_away ||
        steady_ms() - guest->came < (int64_t)hall->limits.hello_s * 1000)
        return;
    guest->sent_away = true;
    peer_close(guest->peer, 1008, "no hello to a table in time");
}

void ws_tick(struct hall *hall)
{
    for (struct guest *guest = hall->guests; guest; guest = guest->next) {
        struct request *request = guest->put_off;
        watch_newcomer(hall, guest);
        if (!request || guest->elsewhere.number || !meter_has(hall->load_meter, guest->address, steady_ms()))
            continue;
        guest->put_off = NULL;
        hall->asker = guest->address;
        ws_hello(hall, guest, request);
        hall->asker = NULL;
        free(request);
    }
    elsewhere_tick(hall);
}
