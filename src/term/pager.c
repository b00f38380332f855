/* See pager.h. */
#include "term/pager.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "term/say.h"
#include "term/wrap.h"

enum { ESCAPE = 27 };

void pager_open(struct pager *pager, const char *title, const char *text)
{
    char *own_title = must_copy(title), *own_text = must_copy(text); /* before the old ones go: they may be the same */

    pager_close(pager);
    *pager = (struct pager){.title = own_title, .text = own_text};
}

void pager_close(struct pager *pager)
{
    free(pager->title);
    free(pager->text);
    *pager = (struct pager){.title = NULL};
}

void pager_scroll(struct pager *pager, int lines)
{
    int last = pager->lines - pager->height;

    pager->top += lines;
    if (pager->top > last)
        pager->top = last;
    if (pager->top < 0)
        pager->top = 0;
}

static void draw_bar(const struct pager *pager, const struct paint *paint, const struct language *language, int row,
                     int columns)
{
    char bar[512];
    struct writer w = write_into(bar, sizeof bar);
    int end = pager->top + pager->height;

    write_text(&w, "\033[0;7m ");
    say_with(&w, language, SAY_PAGER_BAR, STR("title", pager->title), NUM("first", pager->top + 1),
             NUM("last", end < pager->lines ? end : pager->lines), NUM("all", pager->lines));
    write_text(&w, " ");
    paint_text(paint, (struct area){.row = row, .height = 1, .width = columns}, bar, 0);
}

void pager_draw(struct pager *pager, const struct paint *paint, const struct language *language, int rows, int columns)
{
    size_t size = wrapped_size(strlen(pager->text));
    char *wrapped = must_alloc(size);
    struct writer w = write_into(wrapped, size);

    write_wrapped(&w, pager->text, columns - 1);
    pager->height = rows - 1;
    pager->lines = paint_text(paint, (struct area){.height = 0}, wrapped, 0);
    pager_scroll(pager, 0);
    paint_text(paint, (struct area){.height = pager->height, .width = columns}, wrapped, pager->top);
    free(wrapped);
    draw_bar(pager, paint, language, rows - 1, columns);
}

static void press_letter(struct pager *pager, int letter)
{
    switch (letter) {
    case ' ': pager_scroll(pager, pager->height - 1); break;
    case 'b': pager_scroll(pager, 1 - pager->height); break;
    case 'j':
    case '\r': pager_scroll(pager, 1); break;
    case 'k': pager_scroll(pager, -1); break;
    case 'g': pager_scroll(pager, -pager->lines); break;
    case 'G': pager_scroll(pager, pager->lines); break;
    case 'q':
    case ESCAPE: pager_close(pager); break;
    default: break;
    }
}

void pager_key(struct pager *pager, int key, bool is_code)
{
    if (!is_code) {
        press_letter(pager, key);
        return;
    }
    switch (key) {
    case KEY_UP: pager_scroll(pager, -1); break;
    case KEY_DOWN: pager_scroll(pager, 1); break;
    case KEY_PPAGE: pager_scroll(pager, 1 - pager->height); break;
    case KEY_NPAGE: pager_scroll(pager, pager->height - 1); break;
    case KEY_HOME: pager_scroll(pager, -pager->lines); break;
    case KEY_END: pager_scroll(pager, pager->lines); break;
    case KEY_F(1):
    case KEY_F(10): pager_close(pager); break;
    default: break;
    }
}
