/* JSON from outside, read strictly. A message is an object whose members are
 * asked for one by one; a member that is missing, of the wrong kind, out of
 * bounds or never asked for is a problem that names it. The first problem stays,
 * so callers check once, at the end. */
#ifndef PARLOR_WIRE_MEMBERS_H
#define PARLOR_WIRE_MEMBERS_H

#include <jansson.h>

#include "table/table.h"
#include "wire/protocol.h"

struct members {
    const json_t *object;
    size_t taken; /* members that were there and asked for */
    bool failed;
    struct problem *why;
};

/* Parses a text into an object; NULL with a reason, also where lists and objects are nested
 * deeper than this. The caller calls json_decref(). */
json_t *members_parse(const char *text, size_t length, int depth, struct problem *);

struct members members_of(const json_t *object, struct problem *);

/* Returns whether a member is there. */
bool members_has(const struct members *, const char *key);

/* Read a member that must be there. Text is valid UTF-8 without NUL; size counts its
 * NUL. What fails gives "", 0, false or NULL. */
void members_text(struct members *, const char *key, char *out, size_t size);
int64_t members_number(struct members *, const char *key, int64_t least, int64_t most);
bool members_flag(struct members *, const char *key);
json_t *members_object(struct members *, const char *key);
const json_t *members_list(struct members *, const char *key, size_t least, size_t most);

/* Read a member that may be missing. */
int64_t members_number_or(struct members *, const char *key, int64_t least, int64_t most, int64_t otherwise);
bool members_flag_or(struct members *, const char *key, bool otherwise);

/* Reads a member that must be there and be the id of a table or the token of a seat. */
void members_id(struct members *, const char *key, char out[ID_LENGTH + 1]);

/* Reads what a client has seen of a table: `event` and `hash`, which go together; nothing if neither is there. */
void members_seen(struct members *, struct seen *);

/* Reads a member that must be there and be 64 hex digits. */
void members_hex(struct members *, const char *key, char out[HEX_SIZE]);

/* Reads an item of a list, which must be text. */
void members_item_text(struct members *, const json_t *list, size_t index, const char *of, char *out, size_t size);

/* Remembers the first fault: the member and what is wrong with it, as printf. Returns false. */
bool members_fail(struct members *, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Returns true if nothing failed and every member was asked for. */
bool members_done(struct members *);

#endif
