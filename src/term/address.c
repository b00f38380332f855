/* See address.h. Every "You" is the subject of the clause it begins, so the word
 * after it is its verb, and so is a word after "and" in the same clause. The
 * sentences of the games are plain ones; anything else is left as it is. */
#include "term/address.h"

#include <string.h>

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool ends_with(const char *word, size_t length, const char *end)
{
    size_t n = strlen(end);
    return length >= n && strncmp(word + length - n, end, n) == 0;
}

/* he has -> you have, he passes -> you pass, he plays -> you play */
static void write_verb(struct writer *w, const char *word, size_t length)
{
    static const struct {
        const char *his, *yours;
    } endings[] = {
        {"has", "have"}, {"is", "are"},  {"was", "were"}, {"does", "do"},   {"goes", "go"}, {"sses", "ss"},
        {"ches", "ch"},  {"shes", "sh"}, {"xes", "x"},    {"ies", "y"},     {"ss", "ss"},   {"s", ""},
    };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(word, length, endings[i].his)) {
            write_bytes(w, word, length - strlen(endings[i].his));
            write_text(w, endings[i].yours);
            return;
        }
    write_bytes(w, word, length);
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (is_letter(text[length]))
        length++;
    return length;
}

/* Whether a word of the person's name begins here. */
static bool is_address(const char *told, const char *at)
{
    const size_t length = sizeof ADDRESS - 1;
    bool begins = at == told || at[-1] == ' ' || at[-1] == '\n';
    return begins && strncmp(at, ADDRESS, length) == 0 && strchr(" '.,;:\n", at[length]);
}

void address_person(const char *told, struct writer *w)
{
    bool subject = false; /* the clause is about the person */

    for (const char *at = told; *at;) {
        bool opens = at == told || at[-1] == '\n';
        if (is_address(told, at)) {
            at += sizeof ADDRESS - 1;
            bool owns = strncmp(at, "'s", 2) == 0;
            write_text(w, owns ? (opens ? "Your" : "your") : opens ? "You" : "you");
            at += owns ? 2 : 0;
            subject = !owns && *at == ' ';
            if (subject) {
                write_char(w, *at++);
                write_verb(w, at, word_length(at));
                at += word_length(at);
            }
        } else if (subject && strncmp(at, " and ", 5) == 0 && at[5 + word_length(at + 5)] == ' ') {
            write_text(w, " and ");
            write_verb(w, at + 5, word_length(at + 5));
            at += 5 + word_length(at + 5);
        } else {
            subject = subject && !strchr(".;:\n", *at);
            write_char(w, *at++);
        }
    }
}
