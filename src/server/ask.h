/* What a request of somebody who sits at a table comes to: an event, or a refusal. It knows
 * neither connections nor disks, so that the server and the page's own table
 * (src/wasm/engine.h) answer alike. */
#ifndef PARLOR_SERVER_ASK_H
#define PARLOR_SERVER_ASK_H

#include "server/request.h"

/* Makes the event that a request of a seat (or ONLOOKER, who may CHAT) asks for: LEAVE, LOOK, SEAT, ARRANGE, SEAL,
 * SALT, START, DO, UNDO, BACK or CHAT. Returns false with the reason. What has happened before is only acknowledged
 * again: the event's kind is then EVENT_KINDS. The event of an ARRANGE uses the plan, which must last as long. */
bool ask_event(const struct room *, int seat, const struct request *, struct open_plan *, struct event *,
               enum error_code *, struct problem *);

/* Returns whether a seat may have a hint now; if not, with the reason. */
bool ask_hint_allowed(const struct room *, int seat, struct problem *);

/* Returns whether only somebody with a seat may ask this. */
bool ask_needs_seat(enum request_kind);

/* ---- rematches ---- */

/* Returns who comes along to a rematch that a seat asks for, as bits: all people but those who have left, unless they
 * ask for it themselves. 0 with the reason if one of them could not sit down again. */
unsigned rematch_people(const struct room *, int asker, struct problem *);

/* Returns the seat of these that has been taken longest: the host stays host. */
int rematch_first(const struct room *, unsigned people);

/* Makes the plan of a table like this one, with the same bots and a new secret. */
void rematch_plan(const struct room *, struct open_plan *);

#endif
