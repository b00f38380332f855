/* See paint.h. The styles of a drawing are a terminal's own codes ("\033[0;31m");
 * here they are read back and given to curses, which knows what this terminal
 * understands. */
#include "term/paint.h"

#include <curses.h>
#include <string.h>
#include <wchar.h>

#include "term/draw.h"

enum { NO_PAIR = 0, CODE_RED = 31, CODE_CYAN = 36, RESET_CODE = 0, BOLD_CODE = 1, DIM_CODE = 2, REVERSE_CODE = 7 };

void paint_open(struct paint *paint)
{
    /* Of 256 colours those that are readable on light and on dark ground. */
    static const short few[] = {COLOR_RED, COLOR_GREEN, COLOR_YELLOW, COLOR_BLUE, COLOR_MAGENTA, COLOR_CYAN};
    static const short many[] = {167, 71, 178, 68, 134, 37};

    paint->colour = paint->colour && has_colors() && start_color() == OK;
    if (!paint->colour)
        return;
    use_default_colors();
    for (int i = 0; i <= CODE_CYAN - CODE_RED; i++)
        init_pair((short)(i + 1), COLORS >= 256 ? many[i] : few[i], -1);
}

struct pen {
    attr_t attributes;
    short pair;
};

static void take_code(struct pen *pen, int code)
{
    if (code == RESET_CODE)
        *pen = (struct pen){.attributes = A_NORMAL};
    else if (code == BOLD_CODE)
        pen->attributes |= A_BOLD;
    else if (code == DIM_CODE)
        pen->attributes |= A_DIM;
    else if (code == REVERSE_CODE)
        pen->attributes |= A_REVERSE;
    else if (code >= CODE_RED && code <= CODE_CYAN)
        pen->pair = (short)(code - CODE_RED + 1);
}

/* Reads a style at the text, which begins with ESC, and returns how long it is. */
static size_t take_style(struct pen *pen, const char *text)
{
    size_t at = 1 + (text[1] == '[');
    int code = 0;

    for (; (text[at] >= '0' && text[at] <= '9') || text[at] == ';'; at++) {
        if (text[at] == ';') {
            take_code(pen, code);
            code = 0;
        } else {
            code = 10 * code + text[at] - '0';
        }
    }
    take_code(pen, code);
    return at + (text[at] == 'm');
}

/* Columns that a character takes; one that cannot be shown becomes a question mark. */
static int decode(const struct paint *paint, const char *text, size_t size, wchar_t out[2])
{
    mbstate_t state = {0};

    out[1] = L'\0';
    if (paint->ascii || mbrtowc(out, text, size, &state) != size) {
        out[0] = (wchar_t)ascii_of(text, size);
        return character_columns(text, size);
    }
    if (wcwidth(out[0]) < 0)
        out[0] = L'?';
    return wcwidth(out[0]);
}

/* Paints a narrow character in this many columns, or a wide one in its two. */
static void put(const struct paint *paint, struct pen pen, int row, int column, wchar_t character[2], int width)
{
    cchar_t cell;

    setcchar(&cell, character, pen.attributes, paint->colour ? pen.pair : NO_PAIR, NULL);
    for (int i = 0; i < width; i += wcwidth(character[0]))
        mvadd_wch(row, column + i, &cell);
}

int paint_text(const struct paint *paint, struct area area, const char *text, int first)
{
    struct pen pen = {.attributes = A_NORMAL};
    size_t left = strlen(text);
    int line = 0, column = 0;

    while (left > 0) {
        size_t size = text_character(text, left);
        size += size == 0;
        if (*text == '\033') {
            size = take_style(&pen, text);
        } else if (*text == '\n') {
            line++;
            column = 0;
        } else {
            wchar_t character[2];
            int width = decode(paint, text, size, character), row = line - first;
            if (row >= 0 && row < area.height && column + width <= area.width)
                put(paint, pen, area.row + row, area.column + column, character, width);
            column += width;
        }
        text += size;
        left -= size;
    }
    return line + (column > 0);
}
