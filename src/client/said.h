/* What a server says, read by somebody who does not trust it. A message that comes
 * through here has the members of docs/protocol.md, each of its kind and within its
 * bounds, and its texts can be shown: whatever could steer a terminal stands as ?.
 * Members that are not known are left alone: a newer server may have more. */
#ifndef PARLOR_CLIENT_SAID_H
#define PARLOR_CLIENT_SAID_H

#include <jansson.h>

#include "wire/deal.h"

/* Reads a message. NULL with what is wrong with which member; the caller calls json_decref(). */
json_t *said_read(const char *text, size_t length, enum said_kind *, struct problem *);

/* Takes the view out of a table's message: the state of a table of this game, opened with
 * the message's options, as the message's viewer knows it. False with the reason. */
bool said_state(const json_t *table, const struct game *, struct state_buffer *out, struct problem *);

/* Takes out of a table's message what it says of the deal. False with the reason. */
bool said_deal(const json_t *table, struct deal *out, struct problem *);

#endif
