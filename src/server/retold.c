/* See retold.h. */
#include "server/retold.h"

#include <string.h>

#include "wire/protocol.h"
#include "words/retell.h"

void retold_clear(struct retold *it)
{
    for (int i = 0; i < RETOLD_STEPS; i++)
        it->steps[i].is_there = false;
}

/* True if two facts are the same to those who are told them. */
static bool same_fact(const struct fact *a, const struct fact *b)
{
    return a->verb == b->verb && a->count == b->count && memcmp(a->value, b->value, a->count * sizeof a->value[0]) == 0;
}

static bool same_facts(const struct facts *a, const struct facts *b)
{
    bool same = a->count == b->count;

    for (int i = 0; same && i < a->count; i++)
        same = same_fact(&a->list[i], &b->list[i]);
    return same;
}

/* Returns the seat that is "you" in a line of these facts: none, if they do not name the listener's. */
static int you_in(struct listener who, const struct game *game, const struct facts *facts)
{
    return who.addressed && who.viewer >= 0 && words_concern(game, facts, who.viewer) ? who.viewer : ONLOOKER;
}

static bool fits(const struct retold_step *it, struct listener who, const struct game *game, int step,
                 const struct facts *facts)
{
    return it->is_there && it->step == step && it->language == who.language && it->marked == who.marked &&
           same_facts(&it->facts, facts) && it->you == you_in(who, game, facts);
}

static void keep_facts(struct retold_step *it, const struct facts *facts)
{
    it->facts.count = facts->count;
    memcpy(it->facts.list, facts->list, (size_t)facts->count * sizeof facts->list[0]);
}

static void write_line(struct listener who, const struct table *table, const struct facts *facts, struct writer *w)
{
    char told[LOG_LINE_SIZE];
    struct writer own = write_into(told, sizeof told);
    struct cast cast = words_cast(who, table);

    words_facts(who.language, table_game(table), facts, &cast, &own);
    write_json_string(w, told, own.length);
}

/* Writes a step both ways. One that is too long is not kept. */
static void make(struct retold_step *it, struct listener who, const struct table *table, int step,
                 const struct facts *facts)
{
    struct writer w = write_into(it->text, sizeof it->text);

    it->step = step;
    it->language = who.language;
    it->marked = who.marked;
    it->you = you_in(who, table_game(table), facts);
    keep_facts(it, facts);
    write_line(who, table, facts, &w);
    it->line = w.length;
    retell_list(table_game(table), facts, &w);
    it->list = w.length - it->line;
    it->is_there = !w.overflow;
}

static bool same_listener(const struct listener *a, const struct listener *b)
{
    return a->language == b->language && a->viewer == b->viewer && a->addressed == b->addressed &&
           a->marked == b->marked;
}

/* Returns the step as it is to be told to a listener, or NULL if it is not kept. */
static const struct retold_step *find(struct retold *kept, struct listener who, const struct table *table, int step)
{
    struct retold_step *it = kept ? &kept->steps[step % RETOLD_STEPS] : NULL;
    struct facts facts;

    if (!it || (it->is_there && it->step == step && same_listener(&it->last, &who)))
        return it;
    table_facts(table, who.viewer, step, &facts);
    if (!fits(it, who, table_game(table), step, &facts))
        make(it, who, table, step, &facts);
    it->last = who;
    return it->is_there ? it : NULL;
}

void retold_line(struct retold *kept, struct listener who, const struct table *table, int step, struct writer *w)
{
    const struct retold_step *it = find(kept, who, table, step);
    struct facts facts;

    if (it) {
        write_bytes(w, it->text, it->line);
        return;
    }
    table_facts(table, who.viewer, step, &facts);
    write_line(who, table, &facts, w);
}

void retold_facts(struct retold *kept, struct listener who, const struct table *table, int step, struct writer *w)
{
    const struct retold_step *it = find(kept, who, table, step);

    if (it)
        write_bytes(w, it->text + it->line, it->list);
    else
        retell_facts(table, who.viewer, step, w);
}
