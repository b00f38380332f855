/* Who is connected to the tables of other nodes, as those say (news.h), and telling them the same of ours. What was
 * heard counts while its node lives and for HEARD_FOR at most. A node repeats what it has told, so a word that is lost
 * is made up for. Nothing is told of how tables stand: lists and copies are read from the database. See
 * live_tables.h. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "server/live_tables.h"

enum {
    TELL_EVERY = 500, /* milliseconds, for one table, however often people come and go */
    REPEAT_EVERY = 30000,
    HEARD_FOR = 3 * REPEAT_EVERY,
    HEARD_SLOTS = 1 << 12,
    HEARD_MAX = 1 << 17, /* tables; what is told of more is not remembered */
};

struct heard {
    struct attendance of;
    int64_t node;
    int64_t at; /* steady_ms() */
    struct heard *next;
};

struct remote_presence {
    struct heard *slots[HEARD_SLOTS]; /* by a hash of the id */
    int count;
    int64_t asked;                  /* steady_ms() when another node wanted to hear everything */
    struct store_standing standing; /* as it was in the last tick */
};

/* ---- what was heard ---- */

/* Returns where the entry of a table is, or would be. */
static struct heard **place_of(struct remote_presence *it, const char *table)
{
    uint32_t hash = 0;

    for (int i = 0; i < ID_LENGTH; i++)
        hash = hash * 31 + (uint8_t)table[i];
    struct heard **at = &it->slots[hash % HEARD_SLOTS];
    while (*at && strcmp((*at)->of.table, table) != 0)
        at = &(*at)->next;
    return at;
}

static void forget(struct remote_presence *it, struct heard **at)
{
    struct heard *heard = *at;

    *at = heard->next;
    it->count--;
    free(heard);
}

static bool counts(const struct remote_presence *it, const struct heard *heard, int64_t now)
{
    return !elsewhere_is_dead(&it->standing, heard->node) && now - heard->at < HEARD_FOR;
}

static void take(struct remote_presence *it, int64_t node, const struct attendance *of, int64_t now)
{
    struct heard **at = place_of(it, of->table);

    if (!of->here && !of->watchers) {
        if (*at && (*at)->node == node)
            forget(it, at);
        return;
    }
    if (!*at && it->count >= HEARD_MAX)
        return;
    if (!*at) {
        *at = must_zero(1, sizeof **at);
        it->count++;
    }
    (*at)->of = *of;
    (*at)->node = node;
    (*at)->at = now;
}

static void hear(void *of_hall, const struct news *told)
{
    struct hall *hall = of_hall;
    struct news news = *told;
    struct attendance of;
    int64_t now = steady_ms();

    if (news.kind == NEWS_ASKED_FOR)
        hall->remote_presence->asked = now;
    else if (!elsewhere_is_dead(&hall->remote_presence->standing, news.node))
        while (news_next(&news, &of))
            take(hall->remote_presence, news.node, &of, now);
}

struct presence remote_presence_of(struct hall *hall, const struct live_table *it)
{
    struct presence presence = live_presence(hall, it);

    if (live_in_memory(hall, it->room->id) == it)
        return presence;
    const struct heard *heard = *place_of(hall->remote_presence, it->room->id);
    if (heard && counts(hall->remote_presence, heard, steady_ms())) {
        presence.here = heard->of.here;
        presence.watchers = heard->of.watchers;
    }
    return presence;
}

/* ---- telling ---- */

void remote_presence_tell(struct hall *hall, struct live_table *it, int64_t now)
{
    bool again =
        it->guests && (it->told_others <= hall->remote_presence->asked || now - it->told_others >= REPEAT_EVERY);

    if ((!it->stirred_others && !again) || !store_is_shared(hall->store) || now - it->told_others < TELL_EVERY)
        return;
    struct presence presence = live_presence(hall, it);
    struct attendance of = {.here = presence.here, .watchers = presence.watchers};
    memcpy(of.table, it->room->id, sizeof of.table);
    if (!store_tell(hall->store, &of))
        return; /* in another tick */
    it->stirred_others = false;
    it->told_others = now;
}

void remote_presence_tell_nobody(struct hall *hall, const char *table)
{
    struct attendance nobody = {.here = 0};

    memcpy(nobody.table, table, sizeof nobody.table);
    store_tell(hall->store, &nobody);
}

/* ---- the hall's ---- */

void remote_presence_sweep(struct hall *hall, int64_t now)
{
    struct remote_presence *it = hall->remote_presence;

    for (int i = 0; i < HEARD_SLOTS; i++)
        for (struct heard **at = &it->slots[i]; *at;)
            if (counts(it, *at, now))
                at = &(*at)->next;
            else
                forget(it, at);
}

void remote_presence_tick(struct hall *hall)
{
    struct remote_presence *it = hall->remote_presence;
    struct store_standing before = it->standing;

    if (!store_is_shared(hall->store))
        return;
    store_standing(hall->store, &it->standing);
    for (int i = 0; i < before.others; i++)
        if (elsewhere_is_dead(&it->standing, before.numbers[i]))
            hall->looked_for_due = 0; /* its clocks are anybody's now */
    store_hear(hall->store, hear, hall);
}

struct remote_presence *remote_presence_new(void)
{
    return must_zero(1, sizeof(struct remote_presence));
}

void remote_presence_free(struct remote_presence *it)
{
    for (int i = 0; i < HEARD_SLOTS; i++)
        while (it->slots[i])
            forget(it, &it->slots[i]);
    free(it);
}
