/* See shuffle.h. */
#include "server/shuffle.h"
#include "server/refusal.h"

#include <string.h>

static bool is_person(const struct room *room, int seat)
{
    return seat >= 0 && seat < room->plan.table.players && room->seats[seat].kind == SEAT_PERSON;
}

/* Bit s: a person sits at seat s whose text is empty there. */
static unsigned lacking(const struct room *room, const char texts[MAX_SEATS][HEX_SIZE])
{
    unsigned seats = 0;

    for (int seat = 0; seat < room->plan.table.players; seat++)
        if (is_person(room, seat) && !texts[seat][0])
            seats |= 1u << seat;
    return seats;
}

static bool is_sealed(const struct room *room)
{
    return lacking(room, room->deal.seals) == 0;
}

unsigned shuffle_missing(const struct room *room)
{
    if (room->status != ROOM_STARTING)
        return 0;
    return lacking(room, is_sealed(room) ? room->deal.salts : room->deal.seals);
}

void shuffle_forget(struct deal *deal, int seat)
{
    deal->seals[seat][0] = '\0';
    deal->salts[seat][0] = '\0';
}

/* ---- seals ---- */

static bool can_seal(const struct room *room, int seat, struct problem *why)
{
    if (!is_person(room, seat))
        return server_refuse(why, REFUSE_NOT_SEATED);
    if (room->plan.prepared)
        return problem_set(why, "this table has a prepared deal, which takes no salt");
    if (room->status == ROOM_OPEN || (room->status == ROOM_STARTING && !room->deal.seals[seat][0]))
        return true;
    return room->status == ROOM_STARTING ? problem_set(why, "the game is starting; your seal can no longer change")
                                         : server_refuse(why, REFUSE_GAME_BEGUN);
}

bool shuffle_may_seal(const struct room *room, int seat, const char *seal, struct event *event, struct problem *why)
{
    if (!can_seal(room, seat, why))
        return false;
    *event = (struct event){.kind = EVENT_SEAL, .seat = seat};
    memcpy(event->of.seal, seal, HEX_SIZE);
    return true;
}

bool shuffle_take_seal(struct room *room, const struct event *event, struct problem *why)
{
    if (!can_seal(room, event->seat, why))
        return false;
    memcpy(room->deal.seals[event->seat], event->of.seal, HEX_SIZE);
    return true;
}

/* ---- the start ---- */

bool shuffle_take_ready(struct room *room, const struct event *event, struct problem *why)
{
    if (room->status != ROOM_OPEN || room->plan.prepared)
        return problem_set(why, "this table cannot start now");
    if (!room_is_full(room, why))
        return false;
    memset(room->deal.salts, 0, sizeof room->deal.salts); /* those of 0.1 were not sealed */
    room->status = ROOM_STARTING;
    room->readied = room->events;
    room->readied_at = event_clock(event);
    return true;
}

/* ---- salts ---- */

static bool can_show(const struct room *room, int seat, const char *salt, struct problem *why)
{
    char seal[HEX_SIZE];

    if (room->status != ROOM_STARTING || !is_person(room, seat))
        return problem_set(why, "%s",
                           room->status == ROOM_OPEN ? "show your salt when the game is starting, not before"
                                                     : "no salt is needed now");
    if (!is_sealed(room))
        return problem_set(why, "wait until all seals are there, then show your salt");
    if (room->deal.salts[seat][0])
        return problem_set(why, "you have already shown a different salt");
    deal_seal(room->deal.commitment, room->deal.table, seat, salt, seal);
    return strcmp(seal, room->deal.seals[seat]) == 0 || problem_set(why, "this is not the salt that you sealed");
}

bool shuffle_may_show(const struct room *room, int seat, const char *salt, struct event *event, struct problem *why)
{
    if (!can_show(room, seat, salt, why))
        return false;
    *event = (struct event){.kind = EVENT_SHOW, .seat = seat};
    memcpy(event->of.salt, salt, SALT_SIZE);
    return true;
}

bool shuffle_take_show(struct room *room, const struct event *event, struct problem *why)
{
    if (!can_show(room, event->seat, event->of.salt, why))
        return false;
    memcpy(room->deal.salts[event->seat], event->of.salt, SALT_SIZE);
    if (shuffle_missing(room) == 0 && !room_deal(room, event_clock(event), why)) {
        room->deal.salts[event->seat][0] = '\0';
        return false;
    }
    return true;
}

/* ---- a start that is given up ---- */

void shuffle_abandon(struct event *event)
{
    *event = (struct event){.kind = EVENT_ABANDON, .seat = -1};
    deal_random(event->of.abandon.secret);
    event->of.abandon.bot = bot_by_name("club");
}

static void keep_start(struct room *room, unsigned missing)
{
    struct deal *deal = &room->deal;
    struct deal_start *start = &deal->starts[deal->abandoned++];
    int count = 0;

    memcpy(start->commitment, deal->commitment, HEX_SIZE);
    memcpy(start->seals, deal->seals, sizeof start->seals);
    for (int seat = 0; seat < room->plan.table.players; seat++)
        if (missing >> seat & 1)
            memcpy(start->missing[count++], room->seats[seat].name, NAME_SIZE);
}

/* Where nobody has answered, everybody keeps their seat: somebody alone may have been cut off. */
bool shuffle_take_abandon(struct room *room, const struct event *event, struct problem *why)
{
    struct deal *deal = &room->deal;
    unsigned missing = shuffle_missing(room), people = 0;

    if (!missing || deal->abandoned == ABANDONED_MAX)
        return problem_set(why, "the start cannot be abandoned now");
    for (int seat = 0; seat < room->plan.table.players; seat++)
        people |= (unsigned)is_person(room, seat) << seat;
    keep_start(room, missing);
    for (int seat = 0; missing != people && seat < room->plan.table.players; seat++)
        if (missing >> seat & 1)
            room_place(room, seat, event->of.abandon.bot);
    memset(deal->seals, 0, sizeof deal->seals);
    memset(deal->salts, 0, sizeof deal->salts);
    memcpy(deal->secret, event->of.abandon.secret, HEX_SIZE);
    deal_commitment(deal->secret, deal->commitment);
    room->status = ROOM_OPEN;
    return true;
}
