/* See news.h. "there 5 ID:1f:2 ID:0:1", with the seats in hex and the number of onlookers; "gone 5"; "ask 5". */
#include "server/news.h"

#include <stdio.h>
#include <string.h>

enum { NODE_DIGITS = 18, HERE_DIGITS = 2, WATCHERS_DIGITS = 6 };

static const char *const words[] = {[NEWS_OF_TABLES] = "there ", [NEWS_OF_END] = NEWS_GONE, [NEWS_ASKED_FOR] = "ask "};

/* Takes digits, as many as these at most. */
static bool take_number(const char **at, int base, int most, int64_t *out)
{
    static const char digits[] = "0123456789abcdef";
    int count = 0;

    *out = 0;
    for (; count < most && **at; count++, (*at)++) {
        const char *digit = memchr(digits, **at, (size_t)base);
        if (!digit)
            break;
        *out = *out * base + (digit - digits);
    }
    return count > 0;
}

static bool take_char(const char **at, char wanted)
{
    bool there = **at == wanted;

    *at += there;
    return there;
}

static bool take_id(const char **at, char out[ID_LENGTH + 1])
{
    if (strnlen(*at, ID_LENGTH) < ID_LENGTH)
        return false;
    memcpy(out, *at, ID_LENGTH);
    out[ID_LENGTH] = '\0';
    *at += ID_LENGTH;
    return id_is_well_formed(out);
}

static bool take_table(const char **at, struct attendance *out)
{
    int64_t here, watchers;

    if (!take_char(at, ' ') || !take_id(at, out->table) || !take_char(at, ':') ||
        !take_number(at, 16, HERE_DIGITS, &here) || here >= 1 << MAX_SEATS || !take_char(at, ':') ||
        !take_number(at, 10, WATCHERS_DIGITS, &watchers) || (**at && **at != ' '))
        return false;
    out->here = (unsigned)here;
    out->watchers = (int)watchers;
    return true;
}

bool news_next(struct news *it, struct attendance *out)
{
    return it->tables[0] && take_table(&it->tables, out);
}

bool news_read(const char *text, struct news *out, struct problem *why)
{
    int kind = 0, kinds = sizeof words / sizeof *words;
    struct attendance unused;

    while (kind < kinds && strncmp(text, words[kind], strlen(words[kind])) != 0)
        kind++;
    if (kind == kinds)
        return problem_set(why, "this kind of news is not known");
    out->kind = (enum news_kind)kind;
    text += strlen(words[kind]);
    if (!take_number(&text, 10, NODE_DIGITS, &out->node) || out->node == 0)
        return problem_set(why, "the number of a node is missing");
    out->tables = text;
    if (kind != NEWS_OF_TABLES && *text)
        return problem_set(why, "something follows the number of the node");
    while (*text)
        if (!take_table(&text, &unused))
            return problem_set(why, "the tables are not understood");
    return true;
}

size_t news_write_head(enum news_kind kind, int64_t node, char out[NEWS_HEAD_SIZE])
{
    return (size_t)snprintf(out, NEWS_HEAD_SIZE, "%s%lld", words[kind], (long long)node);
}

size_t news_write_table(const struct attendance *it, char out[NEWS_TABLE_SIZE])
{
    int most = 999999;

    return (size_t)snprintf(out, NEWS_TABLE_SIZE, " %s:%x:%d", it->table, it->here,
                            it->watchers < most ? it->watchers : most);
}
