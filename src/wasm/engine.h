/* A whole table as a WebAssembly module: rules, bots, rooms and messages, for a page without
 * a server (docs/engine.md). An instance is one table. It speaks docs/protocol.md: a
 * guest stands for a connection, says what a client would send, and is told what the server
 * would tell. Bots and hints are jobs (server/job.h), which another instance in another
 * worker can do; what it gets is redacted, as a thread of the server does.
 *
 * Everything that happens is an event (server/event.h). The page keeps the lines that
 * events() returns, and restore() makes the same table of them. There is no clock and no
 * chance in here: the page says what time it is and brings random bytes.
 *
 * Texts come and go through buffers: write to input(length), call, read the text at the
 * address that comes back, up to its NUL. It stays until the next call. */
#ifndef PARLOR_WASM_ENGINE_H
#define PARLOR_WASM_ENGINE_H

#include "server/message.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* ---- what the page calls ---- */

/* Returns a buffer for a text of this length, 0 if that is too long; and one of 32 bytes that the page fills with
 * random ones before it calls randomize(). */
char *EXPORT(input)(uint32_t length);
uint8_t *EXPORT(random_bytes)(void);
void EXPORT(randomize)(void);

/* Returns the games and bots, as GET /api/games does. */
const char *EXPORT(games_list)(void);

/* Opens a table. The input is the body of POST /api/tables, and so is the answer. */
const char *EXPORT(open_table)(double now);

/* Returns the lines that are to be kept since it was last asked: the table's id first, then an event on each line,
 * behind the time it happened at. And makes the table of all of them, put into the input; returns what is wrong. */
const char *EXPORT(events)(void);
const char *EXPORT(restore)(void);

/* Return what GET /api/tables/ID says of the table, in the language in the input; and, of the seat whose token is in
 * the input, the item that POST /api/seats would answer with. */
const char *EXPORT(about_table)(double now);
const char *EXPORT(about_seat)(double now);

/* A guest, 0 to 15, says what is in the input; one goes. */
void EXPORT(say)(int guest, double now);
void EXPORT(part)(int guest);

/* Ends turns whose clocks have run out. Returns when to call it again, 0: not before something else happens. */
double EXPORT(tick)(double now);

/* Returns what guests are told, a message on each line behind the guest's number and a space. */
const char *EXPORT(messages)(void);

/* Returns the lines of the table that a rematch has opened, as events() does, once; empty: there is none. */
const char *EXPORT(rematch_events)(void);

/* Puts the next job on the desk: a hint that a guest waits for, else a choice that a bot owes. Returns the seat, -1 for
 * none. Then do_job() works on it, here or where its bytes have been copied to, and take_answer() sees to the rest.
 * Bytes from another instance need a desk_for() as many of them, which returns 0 without memory. */
int EXPORT(next_job)(void);
uint8_t *EXPORT(desk)(void);
uint32_t EXPORT(desk_size)(void);
uint8_t *EXPORT(desk_for)(uint32_t size);
void EXPORT(do_job)(void);
void EXPORT(take_answer)(double now);

/* Reads the record in the input, to look at it, in place of the table's own game, until another table is opened or
 * restored. Returns what is wrong. */
const char *EXPORT(open_record)(void);

/* Of a game that is over, or of the record: its record, its steps as a viewer saw them (a seat, -1: an onlooker,
 * -2: everything) from one on, in the language in the input, how it ended, in that language too, and its analysis,
 * which takes as long as `decisions` of a master. Where there is none: an error, as the server's. */
const char *EXPORT(record)(void);
const char *EXPORT(steps)(int viewer, int from);
const char *EXPORT(ending)(void);
const char *EXPORT(analysis)(int decisions);

/* Has bots of the level in the input play the record that was opened to its end. Returns what is wrong. */
const char *EXPORT(play_on)(void);

/* The page says whether to stop thinking, and is told how far an analysis has come (0 of 0: it is a search). */
__attribute__((import_module("parlor"), import_name("stop"))) int page_stops(int done, int of);

/* ---- what the parts of the engine share ---- */

enum { GUESTS = 16 };

/* A text that grows. */
struct gathered {
    char *text; /* NULL: nothing yet */
    size_t length, capacity;
};

void gather(struct gathered *, const char *bytes, size_t length);

/* Returns a text that has been gathered, to the page; it begins again. */
const char *hand_over(struct gathered *);

/* Returns what the page has put into the input; it ends in NUL. */
const char *input_text(void);
size_t input_length(void);

/* One after the other uses it. */
extern char message[MESSAGE_SIZE];

struct guest {
    bool here;
    uint8_t key[KEY_BYTES]; /* of its seat; zeros: it has shown no token */
    int seat;               /* or ONLOOKER */
    const struct language *language;
    bool wants_state;
    int log_told, chats_told;
    bool hint_asked;
    int64_t hint_re;
};

extern struct room *room; /* NULL: none is open */
extern struct guest guests[GUESTS];

/* Has an event happen, which is kept. False with the reason. */
bool happen(struct event *, double now, enum error_code *, struct problem *);

/* Looks at the table's own game again. */
void close_record(void);

/* Tell a guest something, or why not; and everybody how the table stands. */
void tell(int guest, const struct writer *);
void tell_refusal(int guest, int64_t re, enum error_code, enum refusal);
void tell_all(double now);

#endif
