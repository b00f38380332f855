/* See draw.h. */
#include "term/draw.h"

static const struct drawing *const drawings[] = {&belle_drawing, NULL};

void draw_style(struct canvas *c, enum style style)
{
    static const char *const codes[] = {
        [PLAIN] = "\033[0m", [BOLD] = "\033[0;1m",   [DIM] = "\033[0;2m",      [RED] = "\033[0;31m",  [GREEN] = "\033[0;32m",
        [YELLOW] = "\033[0;33m", [BLUE] = "\033[0;34m", [MAGENTA] = "\033[0;35m", [CYAN] = "\033[0;36m",
    };
    if (c->colour)
        write_text(c->out, codes[style]);
}

void draw_text(struct canvas *c, enum style style, const char *text)
{
    if (style != PLAIN)
        draw_style(c, style);
    write_text(c->out, text);
    if (style != PLAIN)
        draw_style(c, PLAIN);
}

void draw_number(struct canvas *c, enum style style, int number)
{
    char digits[16];
    struct writer w = write_into(digits, sizeof digits);
    write_number(&w, number);
    draw_text(c, style, digits);
}

void draw_name(struct canvas *c, enum style style, int seat)
{
    char shown[NAME_ROOM];
    struct writer w = write_into(shown, sizeof shown);

    write_name(&w, &c->names[seat]);
    draw_text(c, style, shown);
}

int name_width(const struct canvas *c, int seat)
{
    int width = 0;
    for (size_t i = 0; i < c->names[seat].length; i++)
        width += ((unsigned char)c->names[seat].text[i] & 0xc0) != 0x80; /* a character, not its further bytes */
    return width;
}

void draw_spaces(struct canvas *c, int count)
{
    for (; count > 0; count--)
        write_char(c->out, ' ');
}

void draw_table(struct canvas *c, const struct game *game, const struct state *view, int viewer)
{
    for (int i = 0; drawings[i]; i++)
        if (drawings[i]->game == game)
            drawings[i]->table(c, view, viewer);
}
