/* See address.h. Every "You" is the subject of the clause it begins, so the word
 * after it is its verb, and so is one that ends in s after "and" or a comma in
 * the same clause. The sentences of the games are plain ones; a word that does
 * not end as a verb does is left as it is. */
#include "term/address.h"

#include <string.h>

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

struct pair {
    const char *his, *yours;
};

/* Whole words, and then endings, the longest first. */
static const struct pair words[] = {
    {"has", "have"}, {"is", "are"},    {"was", "were"}, {"does", "do"},       {"goes", "go"},
    {"its", "its"},  {"this", "this"}, {"as", "as"},    {"always", "always"},
};
static const struct pair endings[] = {
    {"sses", "ss"}, {"ches", "ch"}, {"shes", "sh"}, {"xes", "x"}, {"ies", "y"}, {"ss", "ss"}, {"s", ""},
};

/* he has -> you have, he passes -> you pass, he plays -> you play */
static void write_verb(struct writer *w, const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].his) == length && strncmp(word, words[i].his, length) == 0) {
            write_text(w, words[i].yours);
            return;
        }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t end = strlen(endings[i].his);
        if (length > end && strncmp(word + length - end, endings[i].his, end) == 0) {
            write_bytes(w, word, length - end);
            write_text(w, endings[i].yours);
            return;
        }
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

/* Length of what joins another verb to the same subject, or 0. */
static size_t joint_length(const char *text)
{
    static const char *const joints[] = {", and ", " and ", ", "};

    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        if (strncmp(text, joints[i], strlen(joints[i])) == 0 && is_letter(text[strlen(joints[i])]))
            return strlen(joints[i]);
    return 0;
}

/* Whether the person's name stands here as a word. */
static bool is_address(const char *told, const char *at)
{
    const size_t length = sizeof ADDRESS - 1;
    bool begins = at == told || at[-1] == ' ' || at[-1] == '\n';
    return begins && strncmp(at, ADDRESS, length) == 0 && strchr(" '.,;:\n", at[length]);
}

/* Writes a verb of the person's and returns where it ends. */
static const char *say_verb(struct writer *w, const char *at)
{
    size_t length = word_length(at);
    write_verb(w, at, length);
    return at + length;
}

void address_person(const char *told, struct writer *w)
{
    bool subject = false; /* the clause is about the person */

    for (const char *at = told; *at;) {
        bool opens = at == told || at[-1] == '\n';
        size_t joint = subject ? joint_length(at) : 0;
        if (is_address(told, at)) {
            at += sizeof ADDRESS - 1;
            bool owns = strncmp(at, "'s", 2) == 0;
            write_text(w, opens ? "You" : "you");
            write_text(w, owns ? "r" : "");
            at += owns ? 2 : 0;
            subject = !owns && *at == ' ';
            if (subject)
                write_char(w, *at++);
            at = subject ? say_verb(w, at) : at;
        } else if (joint > 0) {
            write_bytes(w, at, joint);
            at = say_verb(w, at + joint);
        } else {
            subject = subject && !strchr(".;:\n", *at);
            write_char(w, *at++);
        }
    }
}
