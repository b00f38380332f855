/* See news_postgres.h. */
#include "server/news_postgres.h"

#include <string.h>

#include "server/log.h"
#include "table/steady.h"

/* ---- by the writer ---- */

void pg_news_take(struct postgres *it, struct pg_news *out)
{
    size_t head = news_write_head(NEWS_OF_TABLES, it->number, out->tables);

    out->ask[0] = '\0';
    if (it->asks)
        news_write_head(NEWS_ASKED_FOR, it->number, out->ask);
    pthread_mutex_lock(&it->lock);
    out->length = it->news_length;
    memcpy(out->tables + head, it->news, out->length);
    pthread_mutex_unlock(&it->lock);
    out->tables[out->length > 0 ? head + out->length : 0] = '\0';
}

void pg_news_told(struct postgres *it, const struct pg_news *told)
{
    if (told->ask[0])
        it->asks = false;
    pthread_mutex_lock(&it->lock);
    it->news_length -= told->length;
    memmove(it->news, it->news + told->length, it->news_length);
    pthread_mutex_unlock(&it->lock);
}

void pg_news_forget(struct postgres *it)
{
    pthread_mutex_lock(&it->lock);
    it->news_length = 0;
    pthread_mutex_unlock(&it->lock);
}

/* ---- by the reader ---- */

bool pg_tell(struct database *database, const struct attendance *attendance)
{
    struct postgres *it = postgres_of(database);
    char text[NEWS_TABLE_SIZE];
    size_t length = news_write_table(attendance, text);

    pthread_mutex_lock(&it->lock);
    bool fits = it->news_length + length <= sizeof it->news;
    if (fits) {
        memcpy(it->news + it->news_length, text, length);
        it->news_length += length;
    }
    pthread_mutex_unlock(&it->lock);
    return fits;
}

/* Begins to listen in a session that is new; what was said before is asked for. A session listens once the reader has
 * it, and not while it lies ready: one that nobody reads would fill up. */
static bool listens(struct postgres *it)
{
    struct problem why;

    if (it->listens)
        return true;
    it->listens = pg_do(&it->reading, "LISTEN " NEWS_CHANNEL, &why);
    if (it->listens)
        it->asks = true;
    return it->listens;
}

/* Everybody who may use the database can say wrong things there: the log is not to fill up. */
static void complain(struct postgres *it, const char *text, const struct problem *why)
{
    enum { SELDOM = 10000 }; /* milliseconds */
    char quoted[200];
    int64_t now = steady_ms();

    if (it->complained && now - it->complained < SELDOM)
        return;
    it->complained = now;
    log_line("news_not_understood", "why=\"%s\" news=%s", why->text, log_quoted(text, quoted, sizeof quoted));
}

/* Whether a node is gone is for the database to say: the writer looks at once. */
static void hear_end(struct postgres *it)
{
    it->looks_now = true;
    if (it->base.owner.stir)
        it->base.owner.stir(it->base.owner.context);
}

void pg_hear(struct database *database, store_hears *hears, void *context)
{
    struct postgres *it = postgres_of(database);
    PGnotify *said;

    if (pg_is_lost(&it->reading) || !listens(it) || PQconsumeInput(it->reading.connection) != 1)
        return; /* who reads next gets a new session */
    while ((said = PQnotifies(it->reading.connection))) {
        struct news news;
        struct problem why;
        if (!news_read(said->extra, &news, &why))
            complain(it, said->extra, &why);
        else if (news.kind == NEWS_OF_END)
            hear_end(it);
        else if (news.node != it->number)
            hears(context, &news);
        PQfreemem(said);
    }
}
