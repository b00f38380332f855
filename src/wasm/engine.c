/* The table of the engine: what guests say, and what they are told. See engine.h. */
#include "wasm/engine.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/ask.h"
#include "server/secrets.h"

struct room *room;
struct guest guests[GUESTS];
static struct gathered told, kept, next_kept; /* messages, events, and those of a rematch */
static struct gathered chains;                /* struct chain after each event, by its number */

/* ---- marks, by which a client notices that events were lost (server/chain.h) ---- */

/* The server's part of the seed is as secret as what the marks tell of. */
static struct chain_key key_of_room(void)
{
    struct chain_key key;

    memcpy(key.bytes, room->plan.secret.bytes, sizeof key.bytes);
    return key;
}

/* Adds the event that the room has taken last. */
static void add_to_chain(int64_t at, const char *event, size_t length)
{
    struct chain_key key = key_of_room();

    chain_add(&key, room->id, room->events - 1, at, event, length, &room->chain);
    gather(&chains, (const char *)room->chain.bytes, sizeof room->chain.bytes);
}

/* Writes the mark of a table with this number of events. */
static void mark_at(int events, char mark[MARK_DIGITS + 1])
{
    struct chain_key key = key_of_room();
    struct chain chain;

    memcpy(chain.bytes, chains.text + (size_t)(events - 1) * sizeof chain.bytes, sizeof chain.bytes);
    mark_make(&key, room->id, events, &chain, mark);
}

/* Returns whether a client can prove to have seen something that is not there any more. */
static bool has_seen_more(const struct seen *seen)
{
    struct chain_key key = key_of_room();
    char mark[MARK_DIGITS + 1] = "";

    if (seen->event == 0 || !mark_is_genuine(&key, room->id, seen->event, seen->mark))
        return false;
    if (seen->event <= room->events)
        mark_at(seen->event, mark);
    return strcmp(mark, seen->mark) != 0;
}

/* ---- events ---- */

/* Keeps an event on a line, behind its time. Returns where it begins there. */
static size_t keep_line(struct gathered *lines, const struct event *event)
{
    char text[EVENT_SIZE + 32];
    struct writer w = write_into(text, sizeof text);

    write_number(&w, event->at);
    write_char(&w, ' ');
    size_t begin = lines->length + w.length;
    event_write(event, &w);
    write_char(&w, '\n');
    gather(lines, text, w.length);
    return begin;
}

bool happen(struct event *event, double now, enum error_code *code, struct problem *why)
{
    *code = ERROR_TOO_MANY;
    event->at = event->clock = (int64_t)now;
    if (!room_can_hold(room, event->kind, event->seat, why))
        return false;
    *code = ERROR_REFUSED;
    if (!room_take(room, event, why))
        return false;
    size_t begin = keep_line(&kept, event);
    add_to_chain(event->at, kept.text + begin, kept.length - begin - 1);
    int lines = log_lines(room);
    for (int i = 0; i < GUESTS; i++)
        guests[i].log_told = guests[i].log_told < lines ? guests[i].log_told : lines;
    return true;
}

static void begin_room(const char id[ID_LENGTH + 1])
{
    close_record();
    room_free(room);
    room = room_new(id);
    memset(guests, 0, sizeof guests);
    kept.length = told.length = chains.length = 0;
}

static void keep_id(struct gathered *lines, const char id[ID_LENGTH + 1])
{
    gather(lines, id, ID_LENGTH);
    gather(lines, "\n", 1);
}

static bool open_plan(struct open_plan *plan, const struct opener *opener, double now, struct writer *w,
                      enum error_code *code, struct problem *why)
{
    struct event open = {.kind = EVENT_OPEN, .seat = -1, .of.open = plan}, sit = {.seat = -1};
    char id[ID_LENGTH + 1], token[ID_LENGTH + 1];
    uint8_t key[KEY_BYTES];

    random_id(id);
    random_id(token);
    token_key(token, key);
    if (plan->prepared > 0)
        prepared_secret(plan->table.game->id, plan->table.players, plan->prepared, &plan->secret);
    else
        random_seed(&plan->secret);
    begin_room(id);
    keep_id(&kept, id);
    if (!happen(&open, now, code, why) ||
        (opener->name[0] &&
         (!room_may_sit(room, -1, opener->name, opener->look, key, &sit, why) || !happen(&sit, now, code, why))))
        return false;
    body_opened(w, room, sit.seat, token);
    return true;
}

const char *open_table(double now)
{
    struct open_plan *plan = must_alloc(sizeof *plan);
    struct opener opener;
    enum error_code code;
    struct problem why;
    struct writer w = write_into(message, sizeof message);

    if (!open_read(input_text(), input_length(), plan, &opener, &why) ||
        !open_plan(plan, &opener, now, &w, &code, &why)) {
        body_error(&w, ERROR_BAD_MESSAGE, NULL, &why);
        room_free(room);
        room = NULL;
        kept.length = 0;
    }
    free(plan);
    return message;
}

const char *events(void)
{
    return hand_over(&kept);
}

static bool take_line(const char *line, size_t length, struct open_plan *plan, struct problem *why)
{
    struct event event;
    int64_t at = 0;
    size_t digits = 0;

    for (; digits < length && line[digits] >= '0' && line[digits] <= '9' && digits < 16; digits++)
        at = at * 10 + (line[digits] - '0');
    if (digits == 0 || digits == length || line[digits] != ' ')
        return problem_set(why, "a line does not begin with a time");
    line += digits + 1;
    length -= digits + 1;
    if (!event_read(line, length, at, plan, &event, why) || !room_take(room, &event, why))
        return false;
    add_to_chain(at, line, length);
    return true;
}

static bool restore_lines(struct open_plan *plan, struct problem *why)
{
    const char *at = input_text();
    size_t length = strcspn(at, "\n");
    char id[ID_LENGTH + 1] = "";

    if (length == ID_LENGTH)
        memcpy(id, at, ID_LENGTH);
    if (!id_is_well_formed(id))
        return problem_set(why, "the first line must be the id of the table");
    begin_room(id);
    for (at += length + (at[length] == '\n'); *at; at += length + (at[length] == '\n')) {
        length = strcspn(at, "\n");
        if (!take_line(at, length, plan, why))
            return false;
    }
    return room->events > 0 || problem_set(why, "nothing has happened at this table");
}

const char *restore(void)
{
    static struct problem why;
    struct open_plan *plan = must_alloc(sizeof *plan);

    if (restore_lines(plan, &why)) {
        why.text[0] = '\0';
    } else {
        room_free(room);
        room = NULL;
    }
    free(plan);
    return why.text;
}

/* ---- what guests are told ---- */

void tell(int guest, const struct writer *w)
{
    char number[16];
    struct writer head = write_into(number, sizeof number);

    write_number(&head, guest);
    write_char(&head, ' ');
    gather(&told, number, head.length);
    gather(&told, w->buffer, w->length);
    gather(&told, "\n", 1);
}

const char *messages(void)
{
    return hand_over(&told);
}

static void tell_problem(int guest, int64_t re, enum error_code code, const struct problem *why)
{
    struct writer w = write_into(message, sizeof message);

    message_error(&w, re, code, guests[guest].language, why);
    tell(guest, &w);
}

void tell_refusal(int guest, int64_t re, enum error_code code, enum refusal refusal)
{
    struct problem why = refusal_problem(refusal);

    tell_problem(guest, re, code, &why);
}

static void tell_ok(int guest, int64_t re, int seat, const char *token)
{
    struct writer w = write_into(message, sizeof message);

    if (re == NO_NUMBER && !token)
        return;
    message_ok(&w, re, seat, token);
    tell(guest, &w);
}

/* The seat of a guest is what the room says of the key that it has shown. */
static void find_seats(void)
{
    for (int i = 0; i < GUESTS; i++) {
        int seat = guests[i].here ? room_seat_of(room, guests[i].key) : ONLOOKER;
        seat = seat >= 0 ? seat : ONLOOKER;
        if (guests[i].seat != seat)
            guests[i].log_told = 0; /* it is another viewer's */
        guests[i].seat = seat;
    }
}

static struct presence presence_at(double now, char mark[MARK_DIGITS + 1])
{
    struct presence presence = {.clock = (int64_t)now, .mark = mark};

    mark_at(room->events, mark);
    for (int i = 0; i < GUESTS; i++)
        if (guests[i].here && guests[i].seat == ONLOOKER)
            presence.watchers++;
        else if (guests[i].here)
            presence.here |= 1u << guests[i].seat;
    return presence;
}

const char *about_table(double now)
{
    struct listener reader = listener_for(language_find(input_text()), ONLOOKER);
    struct writer w = write_into(message, sizeof message);
    struct problem why = refusal_problem(REFUSE_NO_SUCH_TABLE);
    char mark[MARK_DIGITS + 1];

    if (room) {
        struct presence presence = presence_at(now, mark);
        body_table(&w, room, &presence, &reader);
    } else {
        body_error(&w, ERROR_NO_SUCH_TABLE, NULL, &why);
    }
    return message;
}

const char *about_seat(double now)
{
    struct writer w = write_into(message, sizeof message);
    struct problem why;
    uint8_t key[KEY_BYTES];

    token_key(input_text(), key);
    int seat = room ? room_seat_of(room, key) : -1;
    if (seat >= 0) {
        body_seat(&w, room, seat, (int64_t)now, (int64_t)now);
    } else {
        server_refuse(&why, room ? REFUSE_WRONG_TOKEN : REFUSE_NO_SUCH_TABLE);
        body_seat_problem(&w, room ? room->id : "", room ? ERROR_REFUSED : ERROR_NO_SUCH_TABLE, NULL, &why);
    }
    return message;
}

static void tell_chats(int guest)
{
    int *from = &guests[guest].chats_told, first = room->chats > CHAT_KEPT ? room->chats - CHAT_KEPT : 0;

    for (*from = *from < first ? first : *from; *from < room->chats; ++*from) {
        struct writer w = write_into(message, sizeof message);
        message_chat(&w, &room->chat[*from % CHAT_KEPT]);
        tell(guest, &w);
    }
}

/* Tells everybody how the table stands. */
void tell_all(double now)
{
    find_seats();
    char mark[MARK_DIGITS + 1];
    struct presence presence = presence_at(now, mark);
    for (int i = 0; i < GUESTS; i++) {
        struct guest *it = &guests[i];
        if (!it->here)
            continue;
        struct writer w = write_into(message, sizeof message);
        message_table(&w, room, &presence,
                      (struct audience){listener_for(it->language, it->seat), it->log_told, it->wants_state},
                      (int64_t)now);
        tell(i, &w);
        it->log_told = log_lines(room);
        tell_chats(i);
    }
}

/* ---- what guests say ---- */

static void hello(int guest, const struct request *request, double now)
{
    struct guest it = {.here = true, .seat = ONLOOKER, .language = request->language, .wants_state = request->state};
    struct event event;
    enum error_code code;
    struct problem why;

    if (strcmp(request->table, room->id) != 0) {
        tell_refusal(guest, request->re, ERROR_NO_SUCH_TABLE, REFUSE_NO_SUCH_TABLE);
        return;
    }
    if (request->token[0]) {
        token_key(request->token, it.key);
        it.seat = room_seat_of(room, it.key);
        if (it.seat < 0) {
            tell_refusal(guest, request->re, ERROR_REFUSED, REFUSE_WRONG_TOKEN);
            return;
        }
    }
    bool behind = has_seen_more(&request->seen);
    guests[guest] = it;
    if (it.seat != ONLOOKER && room_may_come_back(room, it.seat, &event, &why))
        happen(&event, now, &code, &why);
    struct writer w = write_into(message, sizeof message);
    message_welcome(&w, request->re, behind);
    if (request->re != NO_NUMBER || behind)
        tell(guest, &w);
    tell_all(now);
}

static void sit(int guest, const struct request *request, double now)
{
    char token[ID_LENGTH + 1];
    uint8_t key[KEY_BYTES];
    struct event event;
    enum error_code code = ERROR_REFUSED;
    struct problem why;

    random_id(token);
    token_key(token, key);
    if (guests[guest].seat != ONLOOKER) {
        tell_refusal(guest, request->re, ERROR_REFUSED, REFUSE_SITS_ALREADY);
    } else if (!room_may_sit(room, request->seat, request->text, request->look, key, &event, &why) ||
               !happen(&event, now, &code, &why)) {
        tell_problem(guest, request->re, code, &why);
    } else {
        memcpy(guests[guest].key, key, sizeof key);
        tell_ok(guest, request->re, event.seat, token);
        tell_all(now);
    }
}

static void change(int guest, const struct request *request, double now)
{
    struct open_plan *plan = request->kind == REQUEST_ARRANGE ? must_alloc(sizeof *plan) : NULL;
    struct event event;
    enum error_code code;
    struct problem why;

    if (!ask_event(room, guests[guest].seat, request, plan, &event, &code, &why)) {
        tell_problem(guest, request->re, code, &why);
    } else if (event.kind == EVENT_KINDS) {
        tell_ok(guest, request->re, -1, NULL);
    } else if (!happen(&event, now, &code, &why)) {
        tell_problem(guest, request->re, code, &why);
    } else {
        tell_ok(guest, request->re, -1, NULL);
        tell_all(now);
    }
    free(plan);
}

static void react(int guest, const struct request *request)
{
    struct writer w = write_into(message, sizeof message);

    message_reaction(&w, guests[guest].seat, request->reaction);
    for (int i = 0; i < GUESTS; i++)
        if (guests[i].here)
            tell(i, &w);
    tell_ok(guest, request->re, -1, NULL);
}

static void ask_hint(int guest, const struct request *request)
{
    struct guest *it = &guests[guest];
    struct problem why;

    if (room->plan.hints && it->hint_asked) {
        tell_refusal(guest, request->re, ERROR_TOO_MANY, REFUSE_HINT_COMES);
    } else if (!ask_hint_allowed(room, it->seat, &why)) {
        tell_problem(guest, request->re, ERROR_REFUSED, &why);
    } else {
        it->hint_asked = true;
        it->hint_re = request->re;
    }
}

static void tell_log(int guest, const struct request *request)
{
    struct writer w = write_into(message, sizeof message);

    message_log(&w, request->re, room, listener_for(guests[guest].language, guests[guest].seat), request->before);
    tell(guest, &w);
}

static void tell_moves(int guest, const struct request *request)
{
    struct writer w = write_into(message, sizeof message);

    if (!(room_waiting(room) >> guests[guest].seat & 1)) {
        tell_refusal(guest, request->re, ERROR_REFUSED, REFUSE_NOT_YOUR_TURN);
        return;
    }
    message_moves(&w, request->re, room, listener_for(guests[guest].language, guests[guest].seat));
    tell(guest, &w);
}

/* ---- a rematch: the next table is another instance's, made of its first events ---- */

static void open_again(const char id[ID_LENGTH + 1], unsigned people, int64_t at)
{
    struct open_plan *plan = must_alloc(sizeof *plan);

    rematch_plan(room, plan);
    next_kept.length = 0;
    keep_id(&next_kept, id);
    keep_line(&next_kept, &(struct event){.kind = EVENT_OPEN, .seat = -1, .at = at, .clock = at, .of.open = plan});
    while (people) {
        int seat = rematch_first(room, people);
        const struct room_seat *it = &room->seats[seat];
        struct event event = {.kind = EVENT_SIT, .seat = seat, .at = at, .clock = at, .of.sit.look = it->look};
        people &= ~(1u << seat);
        memcpy(event.of.sit.name, it->name, sizeof event.of.sit.name);
        memcpy(event.of.sit.key, it->key, sizeof event.of.sit.key);
        keep_line(&next_kept, &event);
    }
    free(plan);
}

static void rematch(int guest, const struct request *request, double now)
{
    struct event event = {.kind = EVENT_NEXT, .seat = -1};
    enum error_code code;
    struct problem why;

    if (room->status != ROOM_OVER) {
        tell_refusal(guest, request->re, ERROR_REFUSED, REFUSE_GAME_NOT_OVER);
        return;
    }
    if (!room->next[0]) {
        unsigned people = rematch_people(room, guests[guest].seat, &why);
        code = ERROR_REFUSED;
        random_id(event.of.next);
        if (people)
            open_again(event.of.next, people, (int64_t)now);
        if (!people || !happen(&event, now, &code, &why)) {
            tell_problem(guest, request->re, code, &why);
            return;
        }
    }
    tell_ok(guest, request->re, -1, NULL);
    tell_all(now);
}

const char *rematch_events(void)
{
    return hand_over(&next_kept);
}

/* ---- all requests ---- */

static void answer(int guest, const struct request *request, double now)
{
    switch (request->kind) {
    case REQUEST_HELLO: hello(guest, request, now); break;
    case REQUEST_SIT: sit(guest, request, now); break;
    case REQUEST_HINT: ask_hint(guest, request); break;
    case REQUEST_REACT: react(guest, request); break;
    case REQUEST_LOG: tell_log(guest, request); break;
    case REQUEST_MOVES: tell_moves(guest, request); break;
    case REQUEST_REMATCH: rematch(guest, request, now); break;
    default: change(guest, request, now); break;
    }
}

void say(int guest, double now)
{
    struct request request;
    struct problem why;

    if (guest < 0 || guest >= GUESTS)
        return;
    if (!request_read(input_text(), input_length(), &request, &why))
        tell_problem(guest, request.re, ERROR_BAD_MESSAGE, &why);
    else if (!room)
        tell_refusal(guest, request.re, ERROR_NO_SUCH_TABLE, REFUSE_NO_SUCH_TABLE);
    else if (!guests[guest].here && request.kind != REQUEST_HELLO)
        tell_refusal(guest, request.re, ERROR_REFUSED, REFUSE_HELLO_FIRST);
    else if (ask_needs_seat(request.kind) && guests[guest].seat == ONLOOKER)
        tell_refusal(guest, request.re, ERROR_REFUSED, REFUSE_NOT_SEATED);
    else
        answer(guest, &request, now);
}

void part(int guest)
{
    if (guest >= 0 && guest < GUESTS)
        guests[guest] = (struct guest){.seat = ONLOOKER};
}

double tick(double now)
{
    struct event event;
    enum error_code code;
    struct problem why;
    bool changed = false;

    if (!room || room->status != ROOM_PLAYING)
        return 0;
    while (room_flag(room, (int64_t)now, &event) && happen(&event, now, &code, &why))
        changed = true;
    if (changed)
        tell_all(now);
    return (double)room_next_flag(room);
}
