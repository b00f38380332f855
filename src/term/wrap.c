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

static bool is_one_of(const char *const *marks, const char *character, size_t size)
{
    for (; *marks; marks++)
        if (strlen(*marks) == size && memcmp(*marks, character, size) == 0)
            return true;
    return false;
}

/* No line begins with these, or ends with those. */
static const char *const closing[] = {"，", "。", "、", "：", "；", "！", "？", "）", "」", "』", "…", NULL};
static const char *const opening[] = {"（", "「", "『", NULL};

size_t wrap_word(const char *word)
{
    size_t most = strcspn(word, " \n"), at = 0;
    bool may_break = false, glued = true; /* behind the last character; to the next wide one */

    while (at < most) {
        size_t size = word[at] == '\033' ? strcspn(word + at, "m") + 1 : text_character(word + at, most - at);
        size += size == 0;
        bool now = word[at] != '\033' && character_columns(word + at, size) == 2;
        if (at > 0 && may_break && word[at] != '\033' && !is_one_of(closing, word + at, size))
            break;
        if (at > 0 && now && !glued && !is_one_of(closing, word + at, size))
            break;
        glued = word[at] == '\033' ? glued : is_one_of(opening, word + at, size);
        may_break = word[at] == '\033' ? may_break : now && !glued;
        at += size;
    }
    return at;
}

void write_wrapped(struct writer *out, const char *text, int width)
{
    int column = 0;

    while (*text) {
        int blanks = (int)strspn(text, " ");
        const char *word = text + blanks;
        size_t length = wrap_word(word);
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
