/* What both ends of docs/protocol.md agree on: sizes, and the form of ids and tokens. */
#ifndef PARLOR_WIRE_PROTOCOL_H
#define PARLOR_WIRE_PROTOCOL_H

#include <stdbool.h>

enum {
    ID_LENGTH = 22,       /* characters of a table's id and of a seat's token: 128 bits, URL-safe base64 */
    MARK_DIGITS = 32,     /* hex digits of a mark: what a table's events were like when somebody last saw it */
    CHAT_ROOM = 281,      /* 280 bytes of UTF-8 */
    SALT_ROOM = 65,       /* 64 bytes */
    HEX_ROOM = 65,        /* 256 bits as hex digits */
    ACTION_ROOM = 256,    /* an action's notation */
    LOG_SHOWN = 200,      /* lines of the log at most: some games go on for long */
    FACTS_SHOWN = 40,     /* of the last of them, what happened as facts as well */
    LOG_LINE_ROOM = 4096, /* a line of the log */

    NUMBER_MOST = 1 << 30,             /* of choices, of lines, of answers */
    CLOCK_MOST = 7 * 24 * 3600 * 1000, /* milliseconds: a week for a move */

    CLOSED_ELSEWHERE = 4000, /* the close code for the same seat at another place */
};

/* Whether a text can be the id of a table or the token of a seat. What comes from
 * outside is held against this before it becomes part of a path or an address. */
bool id_is_well_formed(const char *text);
bool mark_is_well_formed(const char *text);

/* What somebody has last seen of a table. */
struct seen {
    int event; /* how many there were; 0: nothing has been seen */
    char mark[MARK_DIGITS + 1];
};

/* Whether a text is 64 hex digits in lower case, as seals, salts and commitments are. */
bool hex_is_well_formed(const char *text);

#endif
