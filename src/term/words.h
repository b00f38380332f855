/* Words that a person may type besides moves: finding and listing them. Each has a
 * name in English and one in the person's language; either may be typed. */
#ifndef PARLOR_TERM_WORDS_H
#define PARLOR_TERM_WORDS_H

#include "term/draw.h"

struct word {
    const char *word;                /* in English, as the program calls it */
    enum text called, operand, help; /* the operand is empty where none may follow */
};

/* Returns which of `count` words was typed, and what follows it; -1 if it is none of them. ? means help. */
int word_typed(const struct language *, const struct word *, int count, const char *typed, const char **rest);

/* Lists them, a line each, with their function keys (0: none), if there are any. */
void draw_words(struct canvas *, const struct word *, int count, const int *keys);

#endif
