/* The messages of docs/protocol.md, as text: what a client is told (request.h: what it
 * may ask). Everything that is told of a game goes through table_view() and
 * words_step() for its viewer. */
#ifndef PARLOR_SERVER_MESSAGE_H
#define PARLOR_SERVER_MESSAGE_H

#include "server/refusal.h"
#include "server/room.h"
#include "server/store.h"
#include "server/think.h"
#include "words/words.h"

enum {
    MESSAGE_SIZE = 1 << 18, /* bytes of the longest message */
    STEPS_SIZE = 1 << 17,   /* no further step once these are full: what one step takes is left beyond them */
};

#define ENUMERATOR(upper, lower) ERROR_##upper,
enum error_code { SERVER_ERROR_CODE_WORDS(ENUMERATOR) ERROR_CODES };
#undef ENUMERATOR

int error_status(enum error_code); /* of HTTP */

enum { NO_NUMBER = -1 }; /* of what a message answers */

/* ---- to a client ---- */

void message_error(struct writer *, int64_t re, enum error_code, const struct language * /* NULL: English */,
                   const struct problem *);
void message_ok(struct writer *, int64_t re, int seat /* -1: none */, const char *token /* NULL: none */);
void message_welcome(struct writer *, int64_t re, bool behind); /* the ok of a HELLO */
void message_bye(struct writer *, const struct language *, enum refusal, bool again);
void message_chat(struct writer *, const struct chat_line *);
void message_reaction(struct writer *, int seat, enum reaction);
void message_hint(struct writer *, int64_t re, const struct think_answer *);

/* Holds what the room itself does not know. */
struct presence {
    unsigned here; /* bit s: somebody is connected as seat s */
    int watchers;
    int64_t clock;    /* the time on the clock of games */
    const char *mark; /* of its events (chain.h); NULL: it is not told */
};

struct retold;

/* Says who is told, and how much. */
struct audience {
    struct listener who; /* a seat, or ONLOOKER */
    int log_from;        /* the log from this line on */
    bool state;          /* the view as a state as well */
};

/* Returns how to word things for a client. One that names its language gets "you" and puts the names in itself; one
 * that does not gets English with names. */
struct listener listener_for(const struct language *, int viewer);

/* Writes everything a viewer may know of a table: what all viewers are told alike, and behind it the rest. What several
 * viewers are told of the log is kept from one to the next, if there is a place for it. */
void message_common(struct writer *, const struct room *, const struct presence *, int64_t now);
void message_rest(struct writer *, struct retold * /* NULL: nothing is kept */, const struct room *, struct audience);

/* Writes both. */
void message_table(struct writer *, const struct room *, const struct presence *, struct audience, int64_t now);

/* Writes the LOG_SHOWN lines of the log before this one: a newcomer has not been told them. */
void message_log(struct writer *, int64_t re, const struct room *, struct listener, int before);

/* Writes the names of the legal choices of a seat that owes one. */
void message_moves(struct writer *, int64_t re, const struct room *, struct listener);

/* Returns how many lines the log has; choices that are still sealed are not in it. */
int log_lines(const struct room *);

/* Writes a finished game as a viewer saw it (OPEN: everything), from a step on: as
 * many steps as fit, and which is the next. */
void message_steps(struct writer *, const struct table *, struct listener, int from);

/* ---- bodies of HTTP answers ---- */

void body_error(struct writer *, enum error_code, const struct language *, const struct problem *);
void body_games(struct writer *);
void body_opened(struct writer *, const struct room *, int seat /* -1: nobody sat down */, const char *token);
/* One table, as an object; for a reader with what a game that is over has come to. */
void body_table(struct writer *, const struct room *, const struct presence *, const struct listener *reader);

/* What a game that is over has come to: its result, sheet and what decided it. */
void body_end(struct writer *, const struct table *, struct listener);

/* How it is with a seat for the person who has it, or why that cannot be said. The times are now, on either clock. */
void body_seat(struct writer *, const struct room *, int seat, int64_t now, int64_t clock);
void body_seat_problem(struct writer *, const char *table, enum error_code, const struct language *,
                       const struct problem *);

#endif
