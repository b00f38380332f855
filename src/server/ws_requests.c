/* What guests ask for, message by message. See live_tables.h and docs/protocol.md. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/arrange.h"
#include "server/secrets.h"
#include "server/live_tables.h"
#include "server/names.h"
#include "server/request.h"
#include "server/shuffle.h"

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

/* A hello is answered later. Another one takes its place. */
static void put_off(struct guest *guest, const struct request *request)
{
    if (!guest->put_off)
        guest->put_off = must_alloc(sizeof *request);
    *guest->put_off = *request;
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

static void hello(struct hall *hall, struct guest *guest, const struct request *request)
{
    enum error_code code = ERROR_REFUSED;
    struct problem why;
    struct event event;
    uint8_t key[KEY_BYTES] = {0};
    struct live_table *it = live_find(hall, request->table, &code, &why);
    int seat = ONLOOKER;

    if (!guest->at)
        guest->language = request->language; /* of a refusal, too */
    if (!it && code == ERROR_TOO_MANY) {
        put_off(guest, request);
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

/* A choice that has been made before is only acknowledged again. */
static void choose(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    const struct room_seat *it = &room->seats[guest->seat];
    struct event event;
    struct problem why;

    if (room_has_done(room, guest->seat, request->move, request->text))
        promise_ok(hall, guest, request, -1, NULL);
    else if (request->move < it->choices)
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_CHOICE_TOO_LATE);
    else if (request->move > it->choices)
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_CHOICE_TOO_EARLY);
    else if (it->bot)
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_BOT_PLAYS);
    else if (!room_may_do(room, guest->seat, request->text, &event, &why))
        say_problem(hall, guest, request->re, ERROR_NOT_LEGAL, &why);
    else {
        hall->figures.choices++;
        happen(hall, guest, request, &event);
    }
}

static void ask_hint(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    struct think_job job = {.seat = guest->seat, .asker = guest->number, .re = request->re};

    if (!room->plan.hints) {
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_NO_HINTS);
        return;
    }
    if (guest->hint_asked) {
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_HINT_COMES);
        return;
    }
    if (!(room_waiting(room) >> guest->seat & 1)) {
        say_error(hall, guest, request->re, ERROR_REFUSED, REFUSE_NOT_YOUR_TURN);
        return;
    }
    memcpy(job.table, room->id, sizeof job.table);
    memcpy(job.address, guest->address, sizeof job.address);
    job.events = room->events;
    job.game = table_game(room->table);
    job.mind.rng = bot_rng(&table_plan(room->table)->seed, guest->seat, table_steps(room->table));
    table_view(room->table, guest->seat, table_steps(room->table), &job.view);
    hall->figures.hints++;
    guest->hint_re = request->re;
    guest->hint_asked = think_ask(hall->think, &job);
    if (!guest->hint_asked)
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_THINKING_TOO_MUCH);
}

static void chat(struct hall *hall, struct guest *guest, const struct request *request)
{
    struct event event;
    struct problem why;
    double a_minute = hall->limits.chats_per_minute;

    if (!bucket_take(&guest->chats, a_minute / 60, a_minute / 4 + 1, steady_ms()))
        say_error(hall, guest, request->re, ERROR_TOO_MANY, REFUSE_CHAT_TOO_FAST);
    else if (room_may_chat(guest->at->room, guest->seat, request->name, request->text, &event, &why))
        happen(hall, guest, request, &event);
    else
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
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

/* Bit s: the person at seat s comes along: all but those who have left, unless they ask for it themselves. */
static unsigned who_comes_along(const struct room *old, int asker)
{
    unsigned seats = 0;

    for (int seat = 0; seat < old->plan.table.players; seat++) {
        const struct room_seat *it = &old->seats[seat];
        bool left = strcmp(it->why, "left") == 0 && seat != asker;
        seats |= (unsigned)(it->kind == SEAT_PERSON && !left) << seat;
    }
    return seats;
}

/* Whether these people could sit down at another table now: names that 0.1 took may be refused today. */
static bool all_may_sit(const struct room *old, unsigned people, struct problem *why)
{
    struct problem own;

    for (int seat = 0; seat < old->plan.table.players; seat++)
        if ((people >> seat & 1) && !name_is_fit(old->seats[seat].name, &own))
            return server_refuse(why, REFUSE_REMATCH_NAMES);
    return true;
}

/* Returns the seat of these that has been taken longest: the host stays host. */
static int first_of(const struct room *room, unsigned people)
{
    int first = -1;

    for (int seat = 0; seat < room->plan.table.players; seat++)
        if ((people >> seat & 1) && (first < 0 || room->seats[seat].sat < room->seats[first].sat))
            first = seat;
    return first;
}

/* Opens a table like this one, with the same bots; these people sit there with the same keys, the others' seats are
 * free. */
static bool open_again(struct hall *hall, const struct room *old, unsigned people, char id[ID_LENGTH + 1],
                       enum error_code *code, struct problem *why)
{
    *code = ERROR_REFUSED;
    if (!all_may_sit(old, people, why))
        return false;
    struct open_plan *plan = must_alloc(sizeof *plan);
    struct event event;
    *plan = old->plan;
    for (int seat = 0; seat < plan->table.players; seat++)
        plan->bots[seat] = old->seats[seat].kind == SEAT_BOT ? old->seats[seat].bot : NULL;
    random_seed(&plan->secret);
    plan->prepared = 0;
    memcpy(plan->from, old->id, sizeof plan->from);
    struct live_table *it = live_open(hall, plan, code, why);
    bool fine = it;
    while (fine && people) {
        int seat = first_of(old, people);
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
        if (open_again(hall, room, who_comes_along(room, guest->seat), event.of.next, &code, &why))
            happen(hall, guest, request, &event);
        else
            say_problem(hall, guest, request->re, code, &why);
        live_end(hall);
    }
}

/* ---- the waiting room ---- */

static void look(struct hall *hall, struct guest *guest, const struct request *request)
{
    struct event event;
    struct problem why;

    if (arrange_may_look(guest->at->room, guest->seat, request->look, request->text, &event, &why))
        happen(hall, guest, request, &event);
    else
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
}

/* Gives a seat to a bot, or frees it. What is so already is only acknowledged. */
static void place(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    struct event event;
    struct problem why;

    if (!arrange_may_seat(room, guest->seat, request->seat, request->bot, &event, &why))
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
    else if (arrange_is_placed(room, request->seat, request->bot))
        promise_ok(hall, guest, request, -1, NULL);
    else
        happen(hall, guest, request, &event);
}

static void arrange(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    struct open_plan *plan = must_alloc(sizeof *plan);
    struct event event;
    struct problem why;

    if (!arrange_read(request->whole, request->length, &room->plan, plan, &why))
        say_problem(hall, guest, request->re, ERROR_BAD_MESSAGE, &why);
    else if (arrange_may_plan(room, guest->seat, plan, &event, &why))
        happen(hall, guest, request, &event);
    else
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
    free(plan);
}

/* ---- all of them ---- */

static void leave(struct hall *hall, struct guest *guest, const struct request *request)
{
    struct event event;
    struct problem why;

    if (!room_may_leave(guest->at->room, guest->seat, &event, &why)) {
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
        return;
    }
    happen(hall, guest, request, &event); /* a guest who has stood up is an onlooker */
}

typedef bool allowance(const struct room *, int seat, struct event *, struct problem *);

static void change(struct hall *hall, struct guest *guest, const struct request *request, allowance *may)
{
    struct event event;
    struct problem why;

    if (may(guest->at->room, guest->seat, &event, &why))
        happen(hall, guest, request, &event);
    else
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
}

/* A seal or a salt. What has come before is only acknowledged again. */
static void shuffle(struct hall *hall, struct guest *guest, const struct request *request)
{
    const struct room *room = guest->at->room;
    struct event event;
    struct problem why;
    bool seals = request->kind == REQUEST_SEAL;
    const char *known = seals ? room->deal.seals[guest->seat] : room->deal.salts[guest->seat];

    if (strcmp(request->text, known) == 0)
        promise_ok(hall, guest, request, -1, NULL);
    else if (seals ? shuffle_may_seal(room, guest->seat, request->text, &event, &why)
                   : shuffle_may_show(room, guest->seat, request->text, &event, &why))
        happen(hall, guest, request, &event);
    else
        say_problem(hall, guest, request->re, ERROR_REFUSED, &why);
}

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

static bool needs_seat(enum request_kind kind)
{
    return kind != REQUEST_HELLO && kind != REQUEST_SIT && kind != REQUEST_PING && kind != REQUEST_LOG &&
           kind != REQUEST_CHAT;
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
    case REQUEST_HELLO: hello(hall, guest, request); break;
    case REQUEST_SIT: sit(hall, guest, request); break;
    case REQUEST_LEAVE: leave(hall, guest, request); break;
    case REQUEST_SEAL:
    case REQUEST_SALT: shuffle(hall, guest, request); break;
    case REQUEST_START: change(hall, guest, request, room_may_start); break;
    case REQUEST_DO: choose(hall, guest, request); break;
    case REQUEST_UNDO: change(hall, guest, request, room_may_undo); break;
    case REQUEST_BACK: change(hall, guest, request, room_may_come_back); break;
    case REQUEST_HINT: ask_hint(hall, guest, request); break;
    case REQUEST_CHAT: chat(hall, guest, request); break;
    case REQUEST_REACT: react(hall, guest, request); break;
    case REQUEST_REMATCH: rematch(hall, guest, request); break;
    case REQUEST_LOOK: look(hall, guest, request); break;
    case REQUEST_SEAT: place(hall, guest, request); break;
    case REQUEST_ARRANGE: arrange(hall, guest, request); break;
    case REQUEST_LOG: tell_log(hall, guest, request); break;
    case REQUEST_MOVES: tell_moves(hall, guest, request); break;
    default: promise_ok(hall, guest, request, -1, NULL); break;
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
    else if (!guest->at && request.kind != REQUEST_HELLO)
        say_error(hall, guest, request.re, ERROR_REFUSED, REFUSE_HELLO_FIRST);
    else if (needs_seat(request.kind) && guest->seat == ONLOOKER)
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
        if (!request || !meter_has(hall->load_meter, guest->address, steady_ms()))
            continue;
        guest->put_off = NULL;
        hall->asker = guest->address;
        hello(hall, guest, request);
        hall->asker = NULL;
        free(request);
    }
}
