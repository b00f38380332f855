/* News between nodes (news.h), by LISTEN and NOTIFY of PostgreSQL. They are sent with beats, not with batches: a
 * transaction that notifies commits under a lock that the whole database server shares. The reader's session listens.
 */
#ifndef PARLOR_SERVER_NEWS_POSTGRES_H
#define PARLOR_SERVER_NEWS_POSTGRES_H

#include "server/store_postgres.h"

/* What a beat tells the others; empty: nothing. */
struct pg_news {
    char tables[NEWS_SIZE], ask[NEWS_HEAD_SIZE];
    size_t length; /* of the part of it that is taken from what waits */
};

/* By the writer: takes what waits to be told; notes that it was; forgets all of it, because another life begins. */
void pg_news_take(struct postgres *, struct pg_news *);
void pg_news_told(struct postgres *, const struct pg_news *);
void pg_news_forget(struct postgres *);

/* By the reader: see database.h. */
bool pg_tell(struct database *, const struct attendance *);
void pg_hear(struct database *, store_hears *, void *context);

#endif
