/* Text that is broken at blanks to fit a number of columns. */
#ifndef PARLOR_TERM_WRAP_H
#define PARLOR_TERM_WRAP_H

#include "rules/text.h"

/* The size that it takes at most, for a text of this length. */
static inline size_t wrapped_size(size_t length)
{
    return 3 * length + 1; /* a blank may become a line feed and an indent */
}

/* Bytes up to where a line may be broken: at a blank, or beside a character of two columns, which is a word by
 * itself in the scripts that have them. */
size_t wrap_word(const char *word);

/* Writes the lines of a text; one that is too long goes on below, indented. Styles
 * in it take no columns. */
void write_wrapped(struct writer *, const char *text, int width);

#endif
