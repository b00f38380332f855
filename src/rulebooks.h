/* The rules of the games, as they are built into the program: docs/rules, in the languages that there are. */
#ifndef PARLOR_RULEBOOKS_H
#define PARLOR_RULEBOOKS_H

#include "embed.h"
#include "words/words.h"

enum { RULEBOOK_SIZE = 1 << 16 };

struct rulebook {
    const struct embedded_file *text; /* Markdown, as written */
    const struct language *language;  /* that it is in */
    const char *note;                 /* in the language asked for: that it is in English. NULL where it is not */
};

/* The rules of a game in a language; in English where nobody has translated them. */
struct rulebook rulebook_in(const struct game *, const struct language *);

/* Writes it, the note first; RULEBOOK_SIZE bytes are enough for any. */
void rulebook_write(const struct rulebook *, struct writer *);

#endif
