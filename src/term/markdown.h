/* Markdown for a terminal: the text as it stands, with its marks turned into
 * bold and colour. It knows what docs/rules uses, which is little: headings,
 * strong and emphasised words, code in a line, fenced and indented code. Lines
 * are not wrapped again; the texts are written for 80 columns. */
#ifndef PARLOR_TERM_MARKDOWN_H
#define PARLOR_TERM_MARKDOWN_H

#include "term/draw.h"

/* The size that the drawn text takes at most, for a text of this length. */
static inline size_t markdown_size(size_t length)
{
    return 16 * length + 64;
}

void draw_markdown(struct canvas *, const char *text, size_t length);

#endif
