/* The terminal's own texts, from the tables words/TAG/terminal.txt. Each key is a
 * constant here: round.of is SAY_ROUND_OF (tools/texts.py). */
#ifndef PARLOR_TERM_SAY_H
#define PARLOR_TERM_SAY_H

#include "texts.h"
#include "words/words.h"

/* A text as the table has it, for those without fields. Without a language it is English. */
const char *said(const struct language *, enum text);

/* The fields of a text: say_with(w, language, SAY_ROUND_OF, NUM("round", 1), NUM("of", 4)). */
#define NUM(field, value) ((struct word_value){.name = (field), .number = (value)})
#define STR(field, words) ((struct word_value){.name = (field), .text = (words)})
#define VALUES(...)                                                                                                    \
    (const struct word_value[]){__VA_ARGS__},                                                                          \
        (int)(sizeof((const struct word_value[]){__VA_ARGS__}) / sizeof(struct word_value))

void say_values(struct writer *, const struct language *, enum text, const struct word_value *, int count);
#define say_with(w, language, text, ...) say_values(w, language, text, VALUES(__VA_ARGS__))
void say(struct writer *, const struct language *, enum text);

/* Sets a problem, as problem_set() does. */
bool problem_say(struct problem *, const struct language *, enum text);

#endif
