/* See room.h. */
#include "server/room.h"
#include "memory.h"
#include "server/refusal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/arrange.h"
#include "server/names.h"
#include "server/shuffle.h"

enum { GRACE = 15 * 1000 }; /* milliseconds at least in the bank of somebody who comes back */

struct room *room_new(const char id[ID_LENGTH + 1])
{
    struct room *room = must_zero(1, sizeof *room);

    memcpy(room->id, id, ID_LENGTH + 1);
    return room;
}

void room_free(struct room *room)
{
    if (room)
        table_close(room->table);
    free(room);
}

/* ---- who is waited for ---- */

unsigned room_waiting(const struct room *room)
{
    if (room->status != ROOM_PLAYING)
        return 0;
    struct turn turn = table_turn(room->table);
    return turn.kind == TURN_CHOICE ? turn.seats : 0;
}

unsigned room_waiting_for_bots(const struct room *room)
{
    unsigned waiting = room_waiting(room), bots_due = 0;

    for (int seat = 0; seat < room->plan.table.players; seat++)
        if ((waiting >> seat & 1) && room->seats[seat].bot)
            bots_due |= 1u << seat;
    return bots_due;
}

bool room_is_slow(const struct room *room)
{
    return room->plan.clock.move >= SLOW_MOVE;
}

bool room_goes_on_alone(const struct room *room)
{
    bool played = false;

    for (int seat = 0; seat < room->plan.table.players; seat++)
        played |= room->seats[seat].kind == SEAT_PERSON && !room->seats[seat].bot;
    return played && room_is_slow(room) && room_waiting_for_bots(room);
}

static bool has_clock(const struct room *room)
{
    return room->plan.clock.move > 0 || room->plan.clock.bank > 0;
}

static bool is_timed(const struct room *room, int seat)
{
    return has_clock(room) && room->seats[seat].asked && !room->seats[seat].bot;
}

static int64_t flag_of(const struct room *room, int seat)
{
    const struct room_seat *it = &room->seats[seat];
    return it->asked + room->plan.clock.move + it->bank;
}

int64_t room_start_flag(const struct room *room)
{
    return room->status == ROOM_STARTING && room_is_slow(room) ? room->readied_at + room->plan.clock.move : 0;
}

int64_t room_time_left(const struct room *room, int seat, int64_t now)
{
    int64_t start = shuffle_missing(room) >> seat & 1 ? room_start_flag(room) : 0;

    if (!start && !is_timed(room, seat))
        return -1;
    int64_t left = (start ? start : flag_of(room, seat)) - now;
    return left > 0 ? left : 0;
}

int64_t room_next_flag(const struct room *room)
{
    int64_t next = room_start_flag(room);

    for (int seat = 0; seat < room->plan.table.players; seat++)
        if (is_timed(room, seat) && (!next || flag_of(room, seat) < next))
            next = flag_of(room, seat);
    return next;
}

static struct event event_of(enum event_kind kind, int seat)
{
    return (struct event){.kind = kind, .seat = seat};
}

void room_bot_sits_in(int seat, const char *why, struct event *event)
{
    *event = event_of(EVENT_BOT, seat);
    event->of.bot.bot = bot_by_name("club");
    struct writer w = write_into(event->of.bot.why, sizeof event->of.bot.why);
    write_text(&w, why);
}

bool room_flag(const struct room *room, int64_t now, struct event *event)
{
    for (int seat = 0; seat < room->plan.table.players; seat++)
        if (is_timed(room, seat) && flag_of(room, seat) <= now) {
            room_bot_sits_in(seat, "time", event);
            return true;
        }
    return false;
}

int room_seat_of(const struct room *room, const uint8_t key[KEY_BYTES])
{
    int found = -1;

    for (int seat = 0; seat < MAX_SEATS; seat++) {
        bool same = sodium_memcmp(room->seats[seat].key, key, KEY_BYTES) == 0;
        found = same && room->seats[seat].kind == SEAT_PERSON ? seat : found;
    }
    return found;
}

/* ---- taking events ---- */

/* Starts and stops the clocks as it has become seats' turn or not. */
static void ask_seats(struct room *room, int64_t at)
{
    unsigned waiting = room_waiting(room);

    for (int seat = 0; seat < room->plan.table.players; seat++) {
        struct room_seat *it = &room->seats[seat];
        if (!(waiting >> seat & 1))
            it->asked = 0;
        else if (!it->asked)
            it->asked = at;
    }
}

/* What a choice took is paid from the time for a move, then from the bank. */
static void stop_clock(struct room *room, int seat, int64_t at)
{
    struct room_seat *it = &room->seats[seat];

    if (is_timed(room, seat)) {
        int64_t over = at - it->asked - room->plan.clock.move;
        it->bank -= over <= 0 ? 0 : over < it->bank ? over : it->bank;
    }
    it->asked = 0;
}

static bool take_open(struct room *room, const struct event *event, struct problem *why)
{
    if (room->events > 0)
        return problem_set(why, "this table is already open");
    struct table *trial = table_open(&event->of.open->table, why);
    if (!trial)
        return false;
    table_close(trial);
    room->plan = *event->of.open;
    room->opened = event->at;
    memcpy(room->deal.table, room->id, sizeof room->deal.table);
    room->deal.prepared = room->plan.prepared;
    room->deal.sealed = !room->plan.prepared;
    seed_text(&room->plan.secret, room->deal.secret);
    deal_commitment(room->deal.secret, room->deal.commitment);
    for (int seat = 0; seat < room->plan.table.players; seat++)
        room_place(room, seat, room->plan.bots[seat]);
    return true;
}

void room_place(struct room *room, int seat, const struct bot *bot)
{
    struct room_seat *it = &room->seats[seat];

    *it = (struct room_seat){.kind = bot ? SEAT_BOT : SEAT_FREE, .bot = bot};
    shuffle_forget(&room->deal, seat);
    struct writer w = write_into(it->name, sizeof it->name);
    write_text(&w, bot ? "bot:" : "");
    write_text(&w, bot ? bot->name : "");
}

static bool can_sit(const struct room *room, int seat, struct problem *why)
{
    if (room->status != ROOM_OPEN)
        return server_refuse(why, REFUSE_GAME_BEGUN);
    bool there = seat >= 0 && seat < room->plan.table.players;
    return (there && room->seats[seat].kind == SEAT_FREE) || server_refuse(why, REFUSE_SEAT_NOT_FREE);
}

static bool take_sit(struct room *room, const struct event *event, struct problem *why)
{
    struct room_seat *it = &room->seats[event->seat];

    if (!can_sit(room, event->seat, why))
        return false;
    it->look = event->of.sit.look >= 0 ? event->of.sit.look : arrange_free_look(room, -1);
    it->kind = SEAT_PERSON;
    it->sat = room->events;
    memcpy(it->name, event->of.sit.name, sizeof it->name);
    memcpy(it->key, event->of.sit.key, sizeof it->key);
    return true;
}

static bool is_person_before_start(const struct room *room, int seat, struct problem *why)
{
    if (room->status != ROOM_OPEN)
        return server_refuse(why, REFUSE_GAME_BEGUN);
    return room->seats[seat].kind == SEAT_PERSON || problem_set(why, "this seat is empty");
}

bool room_is_full(const struct room *room, struct problem *why)
{
    for (int seat = 0; seat < room->plan.table.players; seat++)
        if (room->seats[seat].kind == SEAT_FREE)
            return server_refuse(why, REFUSE_SEATS_FREE);
    return true;
}

struct table *room_table(const struct room *room, struct problem *why)
{
    int players = room->plan.table.players;
    struct table_plan *plan = must_alloc(sizeof *plan);
    bool fine = room_is_full(room, why);

    *plan = room->plan.table;
    for (int seat = 0; seat < players; seat++) {
        const struct room_seat *it = &room->seats[seat];
        fine = fine && plan_name(plan, seat, it->name, why);
    }
    deal_seed(&room->deal, players, &plan->seed);
    struct writer w = write_into(plan->fair, sizeof plan->fair);
    deal_write(&room->deal, players, true, &w);
    struct table *table = fine ? table_open(plan, why) : NULL;
    free(plan);
    if (table && table_deal(table, why))
        return table;
    table_close(table);
    return NULL;
}

bool room_deal(struct room *room, int64_t at, struct problem *why)
{
    struct table *table = room_table(room, why);

    if (!table)
        return false;
    room->table = table;
    room->status = ROOM_PLAYING;
    for (int seat = 0; seat < room->plan.table.players; seat++)
        room->seats[seat].bank = room->plan.clock.bank;
    ask_seats(room, at);
    return true;
}

/* Deals at once: a prepared deal, or a table of 0.1. */
static bool take_start(struct room *room, const struct event *event, struct problem *why)
{
    if (room->status != ROOM_OPEN)
        return server_refuse(why, REFUSE_GAME_BEGUN);
    bool sealed = room->deal.sealed;
    room->deal.sealed = false;
    if (room_deal(room, event_clock(event), why))
        return true;
    room->deal.sealed = sealed;
    return false;
}

static bool is_playing(const struct room *room, struct problem *why)
{
    return room->status == ROOM_PLAYING ||
           server_refuse(why, room->status == ROOM_OVER ? REFUSE_GAME_OVER : REFUSE_GAME_NOT_BEGUN);
}

/* Makes a choice. One that this table has just been asked about is not asked again; one from disk is. */
static bool choose(struct room *room, const struct event *event, struct problem *why)
{
    const char *text = event->of.choice.text;

    if (event->of.choice.legal_at > 0 && event->of.choice.legal_at == table_steps(room->table))
        return table_do_legal(room->table, event->seat, event->of.choice.id, why);
    return table_do_text(room->table, event->seat, text, strlen(text), why);
}

static bool take_do(struct room *room, const struct event *event, struct problem *why)
{
    if (!is_playing(room, why) || !choose(room, event, why))
        return false;
    struct room_seat *it = &room->seats[event->seat];
    it->spent[it->choices++ % SPENT_KEPT] = it->asked ? event_clock(event) - it->asked : 0;
    stop_clock(room, event->seat, event_clock(event));
    if (table_turn(room->table).kind == TURN_OVER)
        room->status = ROOM_OVER;
    ask_seats(room, event_clock(event));
    return true;
}

/* The time for a move goes on from where the choice had stopped it; what was
 * paid from the bank stays paid. */
static void wind_back(struct room *room, int seat, int64_t at)
{
    struct room_seat *it = &room->seats[seat];
    int64_t spent = it->spent[--it->choices % SPENT_KEPT], most = room->plan.clock.move;

    it->asked = at - (spent < most ? spent : most);
}

static bool take_undo(struct room *room, const struct event *event, struct problem *why)
{
    if (!is_playing(room, why) || !table_take_back(room->table, event->seat, why))
        return false;
    wind_back(room, event->seat, event_clock(event));
    ask_seats(room, event_clock(event));
    return true;
}

static bool take_bot(struct room *room, const struct event *event, struct problem *why)
{
    struct room_seat *it = &room->seats[event->seat];

    if (room->status != ROOM_PLAYING || it->kind != SEAT_PERSON || it->bot)
        return problem_set(why, "no bot can take over this seat now");
    if (it->asked) { /* the bank stays as the bot finds it */
        stop_clock(room, event->seat, event_clock(event));
        it->asked = event_clock(event);
    }
    it->bot = event->of.bot.bot;
    memcpy(it->why, event->of.bot.why, sizeof it->why);
    return true;
}

static bool can_come_back(const struct room *room, int seat, struct problem *why)
{
    bool sat_in_for = room->seats[seat].kind == SEAT_PERSON && room->seats[seat].bot;

    return is_playing(room, why) && (sat_in_for || server_refuse(why, REFUSE_PLAYS_ALREADY));
}

static bool take_back(struct room *room, const struct event *event, struct problem *why)
{
    struct room_seat *it = &room->seats[event->seat];

    if (!can_come_back(room, event->seat, why))
        return false;
    it->bot = NULL;
    it->why[0] = '\0';
    it->bank = has_clock(room) && it->bank < GRACE ? GRACE : it->bank;
    it->asked = it->asked ? event_clock(event) : 0;
    return true;
}

static bool take_chat(struct room *room, const struct event *event)
{
    struct chat_line *line = &room->chat[room->chats % CHAT_KEPT];

    *line = (struct chat_line){.at = event->at, .seat = event->seat, .number = room->chats++};
    memcpy(line->name, event->seat < 0 ? event->of.chat.name : room->seats[event->seat].name, sizeof line->name);
    memcpy(line->text, event->of.chat.text, sizeof line->text);
    return true;
}

static bool take_kind(struct room *room, const struct event *event, struct problem *why)
{
    switch (event->kind) {
    case EVENT_OPEN: return take_open(room, event, why);
    case EVENT_SIT: return take_sit(room, event, why);
    case EVENT_STAND:
        if (!is_person_before_start(room, event->seat, why))
            return false;
        room_place(room, event->seat, NULL);
        return true;
    case EVENT_SALT:
        if (!is_person_before_start(room, event->seat, why))
            return false;
        memcpy(room->deal.salts[event->seat], event->of.salt, SALT_SIZE);
        return true;
    case EVENT_START: return take_start(room, event, why);
    case EVENT_DO: return take_do(room, event, why);
    case EVENT_UNDO: return take_undo(room, event, why);
    case EVENT_BOT: return take_bot(room, event, why);
    case EVENT_BACK: return take_back(room, event, why);
    case EVENT_CHAT: return take_chat(room, event);
    case EVENT_NEXT: memcpy(room->next, event->of.next, sizeof room->next); return true;
    case EVENT_SEAL: return shuffle_take_seal(room, event, why);
    case EVENT_READY: return shuffle_take_ready(room, event, why);
    case EVENT_SHOW: return shuffle_take_show(room, event, why);
    case EVENT_ABANDON: return shuffle_take_abandon(room, event, why);
    case EVENT_LOOK: return arrange_take_look(room, event, why);
    case EVENT_SEAT: return arrange_take_seat(room, event, why);
    case EVENT_ARRANGE: return arrange_take_plan(room, event, why);
    default: return problem_set(why, "there is no such event");
    }
}

bool room_take(struct room *room, const struct event *event, struct problem *why)
{
    if (event->kind != EVENT_OPEN && (room->events == 0 || event->seat >= room->plan.table.players))
        return problem_set(why, "the event names a seat or a table that does not exist");
    if (!take_kind(room, event, why))
        return false;
    room->events++;
    room->counts[event->kind][event->seat < 0 ? MAX_SEATS : event->seat]++;
    room->changed = event->at;
    room->clock = event_clock(event);
    return true;
}

/* ---- what is allowed ---- */

static bool sits(const struct room *room, int seat, struct problem *why)
{
    bool person = seat >= 0 && seat < room->plan.table.players && room->seats[seat].kind == SEAT_PERSON;
    return person || server_refuse(why, REFUSE_NOT_SEATED);
}

bool room_can_hold(const struct room *room, enum event_kind kind, int seat, struct problem *why)
{
    static const struct {
        int most; /* of a seat; 0: the other bounds are enough */
        enum refusal refusal;
    } bounds[EVENT_KINDS] = {
        [EVENT_SIT] = {1000, REFUSE_SAT_TOO_OFTEN},         [EVENT_SEAL] = {100, REFUSE_SEAL_TOO_OFTEN},
        [EVENT_DO] = {2500, REFUSE_GAME_TOO_LONG},          [EVENT_UNDO] = {500, REFUSE_UNDONE_TOO_OFTEN},
        [EVENT_BACK] = {500, REFUSE_BACK_TOO_OFTEN},        [EVENT_CHAT] = {1000, REFUSE_SAID_TOO_MUCH},
        [EVENT_LOOK] = {200, REFUSE_CHANGED_TOO_OFTEN},     [EVENT_SEAT] = {500, REFUSE_CHANGED_TOO_OFTEN},
        [EVENT_ARRANGE] = {1000, REFUSE_CHANGED_TOO_OFTEN},
    };

    return !bounds[kind].most || room->counts[kind][seat < 0 ? MAX_SEATS : seat] < bounds[kind].most ||
           server_refuse(why, bounds[kind].refusal);
}

bool room_may_sit(const struct room *room, int seat, const char *name, int look, const uint8_t key[KEY_BYTES],
                  struct event *event, struct problem *why)
{
    bool any = seat < 0 && room->status == ROOM_OPEN;

    for (int other = 0; seat < 0 && other < room->plan.table.players; other++)
        seat = room->seats[other].kind == SEAT_FREE ? other : seat;
    if (any && seat < 0)
        return server_refuse(why, REFUSE_SEATS_TAKEN);
    if (!can_sit(room, seat, why) || !name_is_fit(name, why))
        return false;
    *event = event_of(EVENT_SIT, seat);
    event->of.sit.look = arrange_free_look(room, look);
    memcpy(event->of.sit.name, name, strlen(name) + 1);
    memcpy(event->of.sit.key, key, KEY_BYTES);
    return true;
}

bool room_may_leave(const struct room *room, int seat, struct event *event, struct problem *why)
{
    if (!sits(room, seat, why))
        return false;
    if (room->status == ROOM_OVER)
        return server_refuse(why, REFUSE_GAME_OVER);
    if (room->status == ROOM_PLAYING && room->seats[seat].bot)
        return server_refuse(why, REFUSE_BOT_PLAYS_ALREADY);
    if (room->status == ROOM_STARTING)
        return server_refuse(why, REFUSE_LEAVE_LATER);
    if (room->status == ROOM_OPEN)
        *event = event_of(EVENT_STAND, seat);
    else
        room_bot_sits_in(seat, "left", event);
    return true;
}

bool room_may_start(const struct room *room, int seat, struct event *event, struct problem *why)
{
    if (!sits(room, seat, why))
        return false;
    if (room->status != ROOM_OPEN)
        return server_refuse(why, room->status == ROOM_STARTING ? REFUSE_ABOUT_TO_BEGIN : REFUSE_GAME_BEGUN);
    if (!room_is_full(room, why))
        return false;
    if (room->deal.abandoned == ABANDONED_MAX)
        return server_refuse(why, REFUSE_STARTS_GIVEN_UP);
    *event = room->plan.prepared ? event_of(EVENT_START, -1) : event_of(EVENT_READY, seat);
    return true;
}

/* Whether a seat may choose this now; the event has no text yet. */
static bool may_choose(const struct room *room, int seat, uint16_t id, struct event *event, struct problem *why)
{
    if (!table_is_legal(room->table, seat, id, why))
        return false;
    *event = event_of(EVENT_DO, seat);
    event->of.choice.id = id;
    event->of.choice.legal_at = table_steps(room->table);
    return true;
}

bool room_may_choose(const struct room *room, int seat, uint16_t id, struct event *event, struct problem *why)
{
    if (!is_playing(room, why) || !may_choose(room, seat, id, event, why))
        return false;
    struct state_buffer now;
    struct writer w = write_into(event->of.choice.text, sizeof event->of.choice.text);
    table_view(room->table, OPEN, event->of.choice.legal_at, &now);
    table_game(room->table)->action_text(state_in(&now), seat, id, &w);
    return true;
}

bool room_may_do(const struct room *room, int seat, const char *action, struct event *event, struct problem *why)
{
    uint16_t id = 0;

    if (!is_playing(room, why))
        return false;
    if (strlen(action) >= ACTION_SIZE)
        return server_refuse(why, REFUSE_ACTION_TOO_LONG);
    if (!table_parse(room->table, seat, action, strlen(action), &id, why) || !may_choose(room, seat, id, event, why))
        return false;
    memcpy(event->of.choice.text, action, strlen(action) + 1);
    return true;
}

bool room_has_done(const struct room *room, int seat, int number, const char *action)
{
    int steps = room->table ? table_steps(room->table) : 0, made = 0;

    if (number >= room->seats[seat].choices) /* it is the next one, as nearly always */
        return false;
    for (int step = 0; step < steps; step++) {
        struct step it = table_step(room->table, step);
        if (it.actor != seat || made++ < number)
            continue;
        struct state_buffer before;
        char text[ACTION_SIZE];
        struct writer w = write_into(text, sizeof text);
        table_view(room->table, OPEN, step, &before);
        table_game(room->table)->action_text(state_in(&before), seat, it.id, &w);
        return strcmp(text, action) == 0;
    }
    return false;
}

bool room_may_undo(const struct room *room, int seat, struct event *event, struct problem *why)
{
    if (!sits(room, seat, why))
        return false;
    if (!is_playing(room, why) || !table_may_take_back(room->table, seat, why))
        return false;
    *event = event_of(EVENT_UNDO, seat);
    return true;
}

/* Whether an onlooker may write here, under this name. */
static bool may_talk(const struct room *room, const char *name, struct problem *why)
{
    if (!room->plan.watchers_talk)
        return server_refuse(why, REFUSE_WATCHERS_SILENT);
    return name[0] ? name_is_fit(name, why) : server_refuse(why, REFUSE_CHAT_NAME);
}

bool room_may_chat(const struct room *room, int seat, const char *name, const char *text, struct event *event,
                   struct problem *why)
{
    if (!(seat == ONLOOKER ? may_talk(room, name, why) : sits(room, seat, why)) || !line_is_fit(text, why))
        return false;
    if (strlen(text) >= CHAT_SIZE)
        return server_refuse(why, REFUSE_LINE_LONG);
    *event = event_of(EVENT_CHAT, seat);
    memcpy(event->of.chat.text, text, strlen(text) + 1);
    struct writer w = write_into(event->of.chat.name, sizeof event->of.chat.name);
    write_text(&w, seat == ONLOOKER ? name : "");
    return true;
}

bool room_may_come_back(const struct room *room, int seat, struct event *event, struct problem *why)
{
    if (!sits(room, seat, why) || !can_come_back(room, seat, why))
        return false;
    *event = event_of(EVENT_BACK, seat);
    return true;
}
