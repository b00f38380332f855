/* What can happen at a table of the server. A table is its events, in order, and
 * nothing else: what is in memory is made from them (room.h), what is on disk is
 * them (store.h), and a restart reads them again. Whatever is not an event (who
 * is connected just now) may be lost with the process.
 *
 * An event is one line of JSON:
 *   {"event":"open","game":"scout","players":3,"options":{},"secret":"…64 hex…",
 *    "bots":["","","club"],"public":true,"hints":true,"watchers_talk":true,
 *    "clock":{"move":30000,"bank":120000,"patience":60000},"from":""}   and "prepared":7, where its deals are
 *   {"event":"sit","seat":0,"name":"Ann","look":3,"key":"…64 hex…"}   key: hash of the seat's token
 *   {"event":"look","seat":0,"name":"Anne","look":4}   before the start: another name, another look
 *   {"event":"stand","seat":0}                   before the start: the seat is free again
 *   {"event":"seat","seat":2,"bot":"club"}       before the start: the host gives a seat to a bot, or frees it ("")
 *   {"event":"arrange","game":"scout","players":4,"options":{},"public":true,"hints":true,"watchers_talk":true,
 *    "clock":{…}}                                before the start: the host changes the table to this
 *   {"event":"seal","seat":0,"seal":"…64 hex…"}  before the start: the hash of the player's salt (wire/deal.h)
 *   {"event":"ready","seat":0}                   somebody starts: once all seals are there, they stay
 *   {"event":"show","seat":0,"salt":"…64 hex…"}  with the last the seed is made, and cards are dealt
 *   {"event":"abandon","secret":"…64 hex…","bot":"club"}   somebody's seal or salt did not come: the bot takes the seat
 *   {"event":"start"}                            a prepared deal: cards are dealt at once
 *   {"event":"salt","seat":0,"salt":"…"}         only of tables of 0.1, whose start dealt at once too
 *   {"event":"do","seat":0,"do":"play 3-5"}      by a person, or by the bot that plays for the seat
 *   {"event":"undo","seat":0}                    the seat undoes its last choice
 *   {"event":"bot","seat":0,"bot":"club","why":"away"}   why: away, time or left
 *   {"event":"back","seat":0}                    the person plays again
 *   {"event":"chat","seat":0,"text":"hello"}     of an onlooker {"event":"chat","name":"Eve","text":"hello"}
 *   {"event":"next","table":"…"}                 a rematch was opened there
 * and has the time it happened, in milliseconds since 1970, beside it. "time":N is
 * the time on the clock of games (clock.h), which the players' time is counted by;
 * it is left out where it is the same. */
#ifndef PARLOR_SERVER_EVENT_H
#define PARLOR_SERVER_EVENT_H

#include "bots/bot.h"
#include "rules/text.h"
#include "server/clock.h"
#include "table/table.h"
#include "wire/deal.h"

enum {
    KEY_BYTES = 32,       /* of the hash of a token */
    EVENT_SIZE = 1 << 12, /* an event as JSON; the opening is the longest */

    EVENT_DEPTH = 6, /* lists and objects within each other, as in a client's messages */

    PATIENCE_USUAL = 60 * 1000,
};

#define TIME_LIMIT 999999999999999 /* milliseconds: some 30,000 years */

#define EVENTS(X)                                                                                                      \
    X(OPEN, open)                                                                                                      \
    X(SIT, sit)                                                                                                        \
    X(STAND, stand)                                                                                                    \
    X(SALT, salt)                                                                                                      \
    X(START, start)                                                                                                    \
    X(DO, do)                                                                                                          \
    X(UNDO, undo)                                                                                                      \
    X(BOT, bot)                                                                                                        \
    X(BACK, back)                                                                                                      \
    X(CHAT, chat)                                                                                                      \
    X(NEXT, next)                                                                                                      \
    X(SEAL, seal)                                                                                                      \
    X(READY, ready)                                                                                                    \
    X(SHOW, show)                                                                                                      \
    X(ABANDON, abandon)                                                                                                \
    X(LOOK, look)                                                                                                      \
    X(SEAT, seat)                                                                                                      \
    X(ARRANGE, arrange)

#define EVENT_NAME(upper, lower) EVENT_##upper,
enum event_kind { EVENTS(EVENT_NAME) EVENT_KINDS };
#undef EVENT_NAME

/* Milliseconds; 0 for none. Time for a move comes first, then the bank is used up. */
struct clock_plan {
    int move, bank;
    int patience; /* how long somebody who is away is waited for before a bot sits in */
};

/* What a table is opened with, or what its host has made of it before the start. */
struct open_plan {
    struct table_plan table;           /* game, players, options, deck; seed and names come later */
    struct seed secret;                /* the server's part of the seed */
    const struct bot *bots[MAX_SEATS]; /* NULL: a seat for a person */
    bool listed;                       /* in the lobby */
    bool hints;                        /* allowed */
    bool watchers_talk;                /* onlookers may write */
    struct clock_plan clock;
    char from[ID_LENGTH + 1]; /* the table that this is a rematch of; empty for none */
    int prepared;             /* the deals are those of this number, known to everybody; 0: drawn */
};

struct event {
    enum event_kind kind;
    int64_t at;    /* milliseconds since 1970 */
    int64_t clock; /* on the clock of games; 0: that was the same */
    int seat;      /* -1 where there is none */
    union {
        struct open_plan *open; /* OPEN, ARRANGE; the part that made the event owns it */
        struct {
            char name[NAME_SIZE];
            int look; /* -1: an older version did not know of looks */
            uint8_t key[KEY_BYTES];
        } sit;                    /* SIT; LOOK, without a key */
        const struct bot *placed; /* SEAT; NULL: the seat becomes free */
        char salt[SALT_SIZE];     /* SALT, SHOW */
        char seal[HEX_SIZE];
        struct {
            char secret[HEX_SIZE]; /* of the next start */
            const struct bot *bot;
        } abandon;
        struct {
            char text[ACTION_SIZE];
            uint16_t id;
            int legal_at; /* it was found legal, as this id, when the table had that many steps; 0: it was not asked */
        } choice;         /* DO */
        struct {
            const struct bot *bot;
            char why[8];
        } bot;
        struct {
            char name[NAME_SIZE]; /* of an onlooker, whose event has no seat; else empty */
            char text[CHAT_SIZE];
        } chat;
        char next[ID_LENGTH + 1];
    } of;
};

int64_t event_clock(const struct event *); /* the time on the clock of games */

/* The JSON of an event, without `at`. */
void event_write(const struct event *, struct writer *);

/* Reads what event_write() wrote; anything else is refused with a reason. The
 * plan of an OPEN is read into *plan. */
bool event_read(const char *text, size_t length, int64_t at, struct open_plan *plan, struct event *, struct problem *);

/* Parts of an opening that a client's wish has as well: its members read into a
 * plan, which has been zeroed. */
struct members;
void read_game(struct members *, struct table_plan *); /* game and players */
void read_options(struct members *, struct table_plan *);
const struct bot *read_bot_or_none(struct members *, const char *key); /* NULL: the text is empty, or it failed */
void read_bots(struct members *, int players, const struct bot *bots[MAX_SEATS]);
void read_clock(struct members *, struct clock_plan *);
void write_clock(struct writer *, const struct clock_plan *);

#endif
