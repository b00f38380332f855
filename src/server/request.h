/* What a client may ask, read from the messages of docs/protocol.md. */
#ifndef PARLOR_SERVER_REQUEST_H
#define PARLOR_SERVER_REQUEST_H

#include "server/message.h"

#define ENUMERATOR(upper, lower) REQUEST_##upper,
enum request_kind { CLIENT_MESSAGES(ENUMERATOR) REQUEST_KINDS };
#undef ENUMERATOR

struct request {
    enum request_kind kind;
    int64_t re;                                      /* NO_NUMBER: no answer is wanted */
    int seat;                                        /* SIT: -1 for any; SEAT */
    int look;                                        /* SIT, LOOK: -1 for none in particular */
    const struct bot *bot;                           /* SEAT: NULL to free it */
    int move;                                        /* DO */
    int before;                                      /* LOG: the line up to which the lines are wanted */
    bool state;                                      /* HELLO: the view is wanted as a state as well */
    const struct language *language;                 /* HELLO: NULL: none was asked for */
    char table[ID_LENGTH + 1], token[ID_LENGTH + 1]; /* HELLO; an empty token watches */
    struct seen seen;                                /* HELLO */
    char text[CHAT_SIZE];                            /* the name, seal, salt, action or line */
    char name[NAME_SIZE];                            /* CHAT: of an onlooker; else empty */
    enum reaction reaction;                          /* REACT */
    const char *whole;                               /* ARRANGE: the message, for arrange_read(), */
    size_t length;                                   /* … and how long it is */
};

/* Reads a message. False with the reason; re is then set if it could be read. */
bool request_read(const char *text, size_t length, struct request *, struct problem *);

/* Reads an ARRANGE once it is known which table it is for: the plan becomes what that is now, with the changes. */
bool arrange_read(const char *text, size_t length, const struct open_plan *now, struct open_plan *, struct problem *);

/* Seats whose tokens somebody has. */
struct seat_keys {
    int count;
    struct seat_key {
        char table[ID_LENGTH + 1], token[ID_LENGTH + 1];
    } keys[SEATS_ASKED];
};

/* Reads a request about them. */
bool keys_read(const char *text, size_t length, struct seat_keys *, struct problem *);

/* Who sits down at a table that is opened; the name is empty if nobody does. */
struct opener {
    char name[NAME_SIZE];
    int look; /* -1: none in particular */
};

/* Reads a request to open a table. */
bool open_read(const char *text, size_t length, struct open_plan *, struct opener *, struct problem *);

#endif
