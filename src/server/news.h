/* What nodes tell each other through the database (NOTIFY), a line of text each: who is connected to tables of a node,
 * that a node is gone, and that a node has begun to listen and wants to hear everything once more. News are hints, and
 * may get lost: what follows from them comes about without them too, only later. Everybody who may use the database can
 * say something there, so they are read as carefully as what comes from clients. */
#ifndef PARLOR_SERVER_NEWS_H
#define PARLOR_SERVER_NEWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/table.h"
#include "wire/protocol.h"

#define NEWS_CHANNEL "parlor"
#define NEWS_GONE    "gone " /* and the node's number: statements make such news themselves */

enum {
    NEWS_SIZE = 7990,    /* with the zero at its end; PostgreSQL takes no more than 7999 bytes */
    NEWS_HEAD_SIZE = 32, /* the word and the node's number */
};

/* How many are connected to a table. */
struct attendance {
    char table[ID_LENGTH + 1];
    unsigned here; /* bit s: somebody is connected as seat s */
    int watchers;
};

enum news_kind { NEWS_OF_TABLES, NEWS_OF_END, NEWS_ASKED_FOR };

struct news {
    enum news_kind kind;
    int64_t node;
    const char *tables; /* those that have not been taken yet */
};

/* Reads news as it was heard, whole; they refer to the text. False with the reason. */
bool news_read(const char *text, struct news *, struct problem *);

/* Takes the next table. False if there is none. */
bool news_next(struct news *, struct attendance *);

/* Each writes a part of news and returns its length: what they begin with, and a table. */
enum { NEWS_TABLE_SIZE = 48 };
size_t news_write_head(enum news_kind, int64_t node, char out[NEWS_HEAD_SIZE]);
size_t news_write_table(const struct attendance *, char out[NEWS_TABLE_SIZE]);

#endif
