/* See ask.h. */
#include "server/ask.h"

#include <string.h>

#include "server/arrange.h"
#include "server/names.h"
#include "server/secrets.h"
#include "server/shuffle.h"

static bool has_happened(struct event *event)
{
    event->kind = EVENT_KINDS;
    return true;
}

static bool choose(const struct room *room, int seat, const struct request *request, struct event *event,
                   enum error_code *code, struct problem *why)
{
    const struct room_seat *it = &room->seats[seat];

    if (room_has_done(room, seat, request->move, request->text))
        return has_happened(event);
    if (request->move < it->choices)
        return server_refuse(why, REFUSE_CHOICE_TOO_LATE);
    if (request->move > it->choices)
        return server_refuse(why, REFUSE_CHOICE_TOO_EARLY);
    if (it->bot)
        return server_refuse(why, REFUSE_BOT_PLAYS);
    *code = ERROR_NOT_LEGAL;
    return room_may_do(room, seat, request->text, event, why);
}

/* A seal or a salt. */
static bool shuffle(const struct room *room, int seat, const struct request *request, struct event *event,
                    struct problem *why)
{
    bool seals = request->kind == REQUEST_SEAL;
    const char *known = seals ? room->deal.seals[seat] : room->deal.salts[seat];

    if (strcmp(request->text, known) == 0)
        return has_happened(event);
    return seals ? shuffle_may_seal(room, seat, request->text, event, why)
                 : shuffle_may_show(room, seat, request->text, event, why);
}

/* Gives a seat to a bot, or frees it. */
static bool place(const struct room *room, int seat, const struct request *request, struct event *event,
                  struct problem *why)
{
    if (!arrange_may_seat(room, seat, request->seat, request->bot, event, why))
        return false;
    return !arrange_is_placed(room, request->seat, request->bot) || has_happened(event);
}

static bool arrange(const struct room *room, int seat, const struct request *request, struct open_plan *plan,
                    struct event *event, enum error_code *code, struct problem *why)
{
    *code = ERROR_BAD_MESSAGE;
    if (!arrange_read(request->whole, request->length, &room->plan, plan, why))
        return false;
    *code = ERROR_REFUSED;
    return arrange_may_plan(room, seat, plan, event, why);
}

bool ask_event(const struct room *room, int seat, const struct request *request, struct open_plan *plan,
               struct event *event, enum error_code *code, struct problem *why)
{
    *code = ERROR_REFUSED;
    switch (request->kind) {
    case REQUEST_LEAVE: return room_may_leave(room, seat, event, why);
    case REQUEST_LOOK: return arrange_may_look(room, seat, request->look, request->text, event, why);
    case REQUEST_SEAT: return place(room, seat, request, event, why);
    case REQUEST_ARRANGE: return arrange(room, seat, request, plan, event, code, why);
    case REQUEST_SEAL:
    case REQUEST_SALT: return shuffle(room, seat, request, event, why);
    case REQUEST_START: return room_may_start(room, seat, event, why);
    case REQUEST_DO: return choose(room, seat, request, event, code, why);
    case REQUEST_UNDO: return room_may_undo(room, seat, event, why);
    case REQUEST_BACK: return room_may_come_back(room, seat, event, why);
    case REQUEST_CHAT: return room_may_chat(room, seat, request->name, request->text, event, why);
    default: return has_happened(event);
    }
}

bool ask_hint_allowed(const struct room *room, int seat, struct problem *why)
{
    if (!room->plan.hints)
        return server_refuse(why, REFUSE_NO_HINTS);
    return room_waiting(room) >> seat & 1 || server_refuse(why, REFUSE_NOT_YOUR_TURN);
}

bool ask_needs_seat(enum request_kind kind)
{
    return kind != REQUEST_HELLO && kind != REQUEST_SIT && kind != REQUEST_PING && kind != REQUEST_LOG &&
           kind != REQUEST_CHAT;
}

/* ---- rematches ---- */

unsigned rematch_people(const struct room *old, int asker, struct problem *why)
{
    unsigned people = 0;
    struct problem own;

    for (int seat = 0; seat < old->plan.table.players; seat++) {
        const struct room_seat *it = &old->seats[seat];
        if (it->kind != SEAT_PERSON || (strcmp(it->why, "left") == 0 && seat != asker))
            continue;
        people |= 1u << seat;
        if (!name_is_fit(it->name, &own)) { /* 0.1 took names that are refused today */
            server_refuse(why, REFUSE_REMATCH_NAMES);
            return 0;
        }
    }
    return people;
}

int rematch_first(const struct room *room, unsigned people)
{
    int first = -1;

    for (int seat = 0; seat < room->plan.table.players; seat++)
        if ((people >> seat & 1) && (first < 0 || room->seats[seat].sat < room->seats[first].sat))
            first = seat;
    return first;
}

void rematch_plan(const struct room *old, struct open_plan *plan)
{
    *plan = old->plan;
    for (int seat = 0; seat < plan->table.players; seat++)
        plan->bots[seat] = old->seats[seat].kind == SEAT_BOT ? old->seats[seat].bot : NULL;
    random_seed(&plan->secret);
    plan->prepared = 0;
    memcpy(plan->from, old->id, sizeof plan->from);
}
