/* See arrange.h. */
#include "server/arrange.h"

#include <string.h>

#include "server/names.h"
#include "server/refusal.h"
#include "server/shuffle.h"

int room_host(const struct room *room)
{
    int host = -1;

    for (int seat = 0; seat < room->plan.table.players; seat++) {
        const struct room_seat *it = &room->seats[seat];
        bool stays = it->kind == SEAT_PERSON && strcmp(it->why, "left") != 0;
        if (stays && (host < 0 || it->sat < room->seats[host].sat))
            host = seat;
    }
    return host;
}

static bool is_open(const struct room *room, struct problem *why)
{
    return room->status == ROOM_OPEN ||
           server_refuse(why, room->status == ROOM_STARTING ? REFUSE_ABOUT_TO_BEGIN : REFUSE_GAME_BEGUN);
}

static bool is_host(const struct room *room, int seat, struct problem *why)
{
    return is_open(room, why) && (room_host(room) == seat || server_refuse(why, REFUSE_HOST_ONLY));
}

static bool is_person(const struct room *room, int seat)
{
    return seat >= 0 && seat < room->plan.table.players && room->seats[seat].kind == SEAT_PERSON;
}

/* ---- looks ---- */

/* Bit n: somebody has look n. */
static unsigned looks_taken(const struct room *room, int but_seat)
{
    unsigned taken = 0;

    for (int seat = 0; seat < room->plan.table.players; seat++)
        if (seat != but_seat && is_person(room, seat))
            taken |= 1u << room->seats[seat].look;
    return taken;
}

int arrange_free_look(const struct room *room, int wanted)
{
    unsigned taken = looks_taken(room, -1);

    return wanted >= 0 && !(taken >> wanted & 1) ? wanted : __builtin_ctz(~taken);
}

bool arrange_may_look(const struct room *room, int seat, int look, const char *name, struct event *event,
                      struct problem *why)
{
    if (!is_person(room, seat))
        return server_refuse(why, REFUSE_NOT_SEATED);
    if (!is_open(room, why) || (name[0] && !name_is_fit(name, why)))
        return false;
    if (look >= 0 && (looks_taken(room, seat) >> look & 1))
        return server_refuse(why, REFUSE_LOOK_TAKEN);
    const struct room_seat *it = &room->seats[seat];
    *event = (struct event){.kind = EVENT_LOOK, .seat = seat};
    event->of.sit.look = look >= 0 ? look : it->look;
    struct writer w = write_into(event->of.sit.name, sizeof event->of.sit.name);
    write_text(&w, name[0] ? name : it->name);
    return true;
}

bool arrange_take_look(struct room *room, const struct event *event, struct problem *why)
{
    struct room_seat *it = &room->seats[event->seat];

    if (!is_open(room, why))
        return false;
    if (it->kind != SEAT_PERSON || event->of.sit.look < 0)
        return problem_set(why, "nobody sits there who could look different");
    it->look = event->of.sit.look;
    memcpy(it->name, event->of.sit.name, sizeof it->name);
    return true;
}

/* ---- seats ---- */

bool arrange_is_placed(const struct room *room, int seat, const struct bot *bot)
{
    return seat < room->plan.table.players && room->seats[seat].kind != SEAT_PERSON && room->seats[seat].bot == bot;
}

static bool can_place(const struct room *room, int seat, const struct bot *bot, struct problem *why)
{
    if (!is_open(room, why))
        return false;
    if (seat < 0 || seat >= room->plan.table.players)
        return server_refuse(why, REFUSE_NO_SUCH_SEAT);
    return !bot || !is_person(room, seat) || server_refuse(why, REFUSE_SEAT_TAKEN);
}

bool arrange_may_seat(const struct room *room, int host, int seat, const struct bot *bot, struct event *event,
                      struct problem *why)
{
    if (!is_host(room, host, why) || !can_place(room, seat, bot, why))
        return false;
    if (seat == host)
        return server_refuse(why, REFUSE_HOST_STAYS);
    if (bot && !bot_is_offered(bot, room->plan.table.game))
        return server_refuse(why, REFUSE_NO_SUCH_LEVEL);
    *event = (struct event){.kind = EVENT_SEAT, .seat = seat, .of.placed = bot};
    return true;
}

bool arrange_take_seat(struct room *room, const struct event *event, struct problem *why)
{
    if (!can_place(room, event->seat, event->of.placed, why))
        return false;
    room_place(room, event->seat, event->of.placed);
    room->plan.bots[event->seat] = event->of.placed;
    return true;
}

/* ---- the table ---- */

/* A prepared deal is that of a number of players. A start that was given up stays on record with a seal for each seat,
 * and players' programs compare it with what they saw. */
static bool can_resize(const struct room *room, int players, struct problem *why)
{
    if (players == room->plan.table.players)
        return true;
    if (room->plan.prepared || room->deal.abandoned > 0)
        return server_refuse(why, room->plan.prepared ? REFUSE_PREPARED_FIXED : REFUSE_PLAYERS_FIXED);
    for (int seat = players; seat < room->plan.table.players; seat++)
        if (is_person(room, seat))
            return server_refuse(why, REFUSE_LAST_SEAT_TAKEN);
    return true;
}

static bool can_arrange(const struct room *room, const struct open_plan *plan, struct problem *why)
{
    if (!is_open(room, why))
        return false;
    if (plan->table.game != room->plan.table.game)
        return problem_set(why, "a table keeps its game");
    if (plan->listed && room->plan.prepared)
        return server_refuse(why, REFUSE_PREPARED_FIXED);
    if (!can_resize(room, plan->table.players, why))
        return false;
    struct table *trial = table_open(&plan->table, why);
    bool fits = trial;
    table_close(trial);
    return fits;
}

bool arrange_may_plan(const struct room *room, int host, struct open_plan *plan, struct event *event,
                      struct problem *why)
{
    if (!is_host(room, host, why) || !can_arrange(room, plan, why))
        return false;
    *event = (struct event){.kind = EVENT_ARRANGE, .seat = -1, .of.open = plan};
    return true;
}

bool arrange_take_plan(struct room *room, const struct event *event, struct problem *why)
{
    const struct open_plan *plan = event->of.open;

    if (!can_arrange(room, plan, why))
        return false;
    for (int seat = plan->table.players; seat < room->plan.table.players; seat++) {
        room_place(room, seat, NULL);
        room->plan.bots[seat] = NULL;
    }
    room->plan.table = plan->table;
    room->plan.listed = plan->listed;
    room->plan.hints = plan->hints;
    room->plan.watchers_talk = plan->watchers_talk;
    room->plan.clock = plan->clock;
    return true;
}
