/* See draw.h. */
#include "term/draw.h"

static const struct drawing *const drawings[] = {&scout_drawing,    &bridesmaid_drawing, &belle_drawing,
                                                 &sparrows_drawing, &bannish_drawing,    NULL};

void draw_style(struct canvas *c, enum style style)
{
    static const char *const codes[] = {
        [PLAIN] = "\033[0m",   [BOLD] = "\033[0;1m",     [DIM] = "\033[0;2m",
        [RED] = "\033[0;31m",  [GREEN] = "\033[0;32m",   [YELLOW] = "\033[0;33m",
        [BLUE] = "\033[0;34m", [MAGENTA] = "\033[0;35m", [CYAN] = "\033[0;36m",
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

void draw_clean(struct canvas *c, enum style style, const char *bytes, size_t length)
{
    if (style != PLAIN)
        draw_style(c, style);
    write_clean(c->out, bytes, length);
    if (style != PLAIN)
        draw_style(c, PLAIN);
}

/* Whether this byte of UTF-8 begins a character, or is one of its further bytes. */
static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

int text_columns(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += begins_character(text[i]);
    return columns;
}

/* The byte after the first `width` characters of a name. */
static size_t name_cut(const struct table_name *name, int width)
{
    size_t at = 0;
    for (; at < name->length; at++)
        if (begins_character(name->text[at]) && width-- == 0)
            break;
    return at;
}

void draw_short_name(struct canvas *c, enum style style, int seat, int width)
{
    const struct table_name *name = &c->names[seat];
    bool cut = name_width(c, seat) > width;

    draw_clean(c, style, name->text, name_cut(name, cut ? width - 1 : width));
    if (cut)
        draw_text(c, style, "…");
}

void draw_name(struct canvas *c, enum style style, int seat)
{
    draw_short_name(c, style, seat, NAME_ROOM);
}

void names_shown(const struct table *t, struct table_name shown[MAX_SEATS])
{
    for (int seat = 0; seat < table_plan(t)->players; seat++) {
        struct writer w = write_into(shown[seat].text, sizeof shown[seat].text);
        table_name(t, seat, &w);
        shown[seat].length = w.length;
    }
}

int name_width(const struct canvas *c, int seat)
{
    return text_columns(c->names[seat].text, c->names[seat].length);
}

void draw_spaces(struct canvas *c, int count)
{
    for (; count > 0; count--)
        write_char(c->out, ' ');
}

void draw_line_end(struct canvas *c)
{
    write_char(c->out, '\n');
}

void draw_right(struct canvas *c, enum style style, const char *text, int width)
{
    draw_spaces(c, width - text_columns(text, text_length(text)));
    draw_text(c, style, text);
}

void draw_column(struct canvas *c, enum style style, int number, int width)
{
    char digits[16];
    struct writer w = write_into(digits, sizeof digits);

    write_number(&w, number);
    draw_right(c, style, digits, width);
}

void draw_name_column(struct canvas *c, enum style style, int seat, int width)
{
    draw_short_name(c, style, seat, width);
    draw_spaces(c, width - name_width(c, seat));
}

int names_width(const struct canvas *c, int players, int most)
{
    int width = 0;

    for (int seat = 0; seat < players; seat++)
        if (name_width(c, seat) > width)
            width = name_width(c, seat);
    return width < most ? width : most;
}

void draw_table(struct canvas *c, const struct game *game, const struct state *view, int viewer)
{
    for (int i = 0; drawings[i]; i++)
        if (drawings[i]->game == game)
            drawings[i]->table(c, view, viewer);
}
