/* See wrap.h. */
#include "term/wrap.h"

#include <string.h>

#include "term/draw.h"

enum { INDENT = 2 };

/* Columns that a word with styles in it takes. */
static int word_width(const char *word, size_t length)
{
    int width = 0;

    for (size_t at = 0; at < length;) {
        size_t size = text_character(word + at, length - at);
        bool style = word[at] == '\033';
        size = style ? strcspn(word + at, "m") + 1 : size + (size == 0);
        width += style ? 0 : character_columns(word + at, size);
        at += size;
    }
    return width;
}

void write_wrapped(struct writer *out, const char *text, int width)
{
    int column = 0;

    while (*text) {
        int blanks = (int)strspn(text, " ");
        const char *word = text + blanks;
        size_t length = strcspn(word, " \n");
        int columns = word_width(word, length);
        if (column > INDENT && columns > 0 && column + blanks + columns > width) {
            write_text(out, "\n  ");
            column = INDENT;
            blanks = 0;
        }
        write_bytes(out, word - blanks, (size_t)blanks + length);
        column += blanks + columns;
        text = word + length;
        if (*text == '\n') {
            write_char(out, *text++);
            column = 0;
        }
    }
}
