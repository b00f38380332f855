/* What both ends of docs/protocol.md agree on: sizes, words, and the form of ids and tokens.
 * Words and sizes come from docs/schemas, by way of schemas.h. */
#ifndef PARLOR_WIRE_PROTOCOL_H
#define PARLOR_WIRE_PROTOCOL_H

#include <stdbool.h>

#include "rules/game.h"
#include "schemas.h"

#define SUBPROTOCOL CLIENT_PROTOCOL_CONST /* of the WebSocket: who asks for another version is refused */

enum {
    ID_LENGTH = 22,   /* characters of a table's id and of a seat's token: 128 bits, URL-safe base64 */
    MARK_DIGITS = 32, /* hex digits of a mark: what a table's events were like when somebody last saw it */
    SALT_SIZE = 65,   /* 64 bytes */
    HEX_SIZE = 65,    /* 256 bits as hex digits */
    CHAT_SIZE = CLIENT_CHAT_TEXT_MAX_LENGTH + 1,
    ACTION_SIZE = CLIENT_DO_DO_MAX_LENGTH + 1,      /* an action's notation */
    LOG_SHOWN = SERVER_LOG_LINES_MAX_ITEMS,         /* lines of the log at most: some games go on for long */
    FACTS_SHOWN = SERVER_TABLE_LOG_FACTS_MAX_ITEMS, /* of the last of them, what happened as facts as well */
    LOG_LINE_SIZE = 4096,                           /* a line of the log */
    CALLED_SIZE = 512,                              /* what an action is called */
    HINTS_MAX = SERVER_HINT_LINES_MAX_ITEMS,
    STEPS_SHOWN = HTTP_STEPS_STEPS_MAX_ITEMS, /* of a game that is over */

    SEATS_ASKED = HTTP_KEYS_SEATS_MAX_ITEMS, /* about at once */

    NUMBER_MAX = CLIENT_RE_MAXIMUM,        /* of choices, of lines, of answers */
    CLOCK_MAX = SERVER_CLOCK_MOVE_MAXIMUM, /* milliseconds: two weeks for a move */
    LOOK_MAX = CLIENT_LOOK_NUMBER_MAXIMUM, /* looks of a person count from 0 */
    PATIENCE_LEAST = SERVER_CLOCK_PATIENCE_MINIMUM,
    PREPARED_MAX = SERVER_PREPARED_MAXIMUM,

    CLOSED_ELSEWHERE = 4000, /* the close code for the same seat at another place */
};

#define ENUMERATOR(upper, lower) SAID_##upper,
enum said_kind { SERVER_MESSAGES(ENUMERATOR) SAID_OTHER };
#undef ENUMERATOR

#define ENUMERATOR(upper, lower) REACTION_##upper,
enum reaction { SERVER_REACTION_KIND_WORDS(ENUMERATOR) REACTIONS };
#undef ENUMERATOR

extern const char *const reaction_words[REACTIONS];
enum reaction reaction_named(const char *word); /* REACTIONS: there is none of that name */

/* True if a text can be the id of a table or the token of a seat. Check text from
 * outside with this before it becomes part of a path or an address. */
bool id_is_well_formed(const char *text);
bool mark_is_well_formed(const char *text);

/* What somebody has last seen of a table. */
struct seen {
    int event; /* how many there were; 0: nothing has been seen */
    char mark[MARK_DIGITS + 1];
};

/* Whether a text is 64 hex digits in lower case, as seals, salts and commitments are. */
bool hex_is_well_formed(const char *text);

/* Returns a number for what a state of a game looks like in this program: clients that
 * read states must have the same. */
uint64_t state_layout(const struct game *);

#endif
