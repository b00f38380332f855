/* See markdown.h. One line after another; what a line means depends only on a
 * few facts about those before it. */
#include "term/markdown.h"

#include <string.h>

/* The marks that are open where the next line begins. */
struct place {
    bool fenced;      /* between two lines of ``` */
    bool code_before; /* the last line was blank or indented code, so that an indented one is code */
    enum style style; /* of a mark that is open; paragraphs end it */
    char mark;        /* the one that will close it: '`', '*', '2' for two stars, 0 for none */
};

/* Returns how many bytes the mark at text[i] has, or 0 if it is not a mark. Inside
 * code only the closing mark counts; a star between spaces is a star. */
static size_t mark_at(const struct place *place, const char *text, size_t length, size_t i)
{
    bool twice = i + 1 < length && text[i + 1] == '*';
    bool before = i > 0 && text[i - 1] != ' ', after = i + 1 < length && text[i + 1] != ' ';

    if (text[i] == '`')
        return place->mark == 0 || place->mark == '`';
    if (text[i] != '*' || place->mark == '`')
        return 0;
    if (place->mark)
        return before ? (place->mark == '2' ? (twice ? 2 : 0) : 1) : 0;
    return after ? (twice ? 2 : 1) : 0;
}

static void toggle(struct place *place, struct canvas *c, char first, size_t size, enum style base)
{
    if (place->mark) {
        place->mark = 0;
        place->style = base;
    } else {
        place->mark = size == 2 ? '2' : first;
        place->style = first == '`' ? CYAN : size == 2 ? BOLD : GREEN;
    }
    draw_style(c, place->style);
}

static void draw_words(struct place *place, struct canvas *c, const char *text, size_t length, enum style base)
{
    if (base != PLAIN || place->mark)
        draw_style(c, place->mark ? place->style : base);
    for (size_t i = 0; i < length; i++) {
        size_t size = mark_at(place, text, length, i);
        if (size > 0) {
            toggle(place, c, text[i], size, base);
            i += size - 1;
        } else {
            write_char(c->out, text[i]);
        }
    }
    if (base != PLAIN || place->mark)
        draw_style(c, PLAIN);
}

static void draw_code(struct canvas *c, const char *text, size_t length)
{
    draw_style(c, CYAN);
    write_bytes(c->out, text, length);
    draw_style(c, PLAIN);
}

/* The text of a heading without its marks, or NULL. */
static const char *heading(const char *text, size_t length, size_t *left)
{
    size_t marks = 0;

    while (marks < length && text[marks] == '#')
        marks++;
    if (marks == 0 || marks >= length || text[marks] != ' ')
        return NULL;
    *left = length - marks - 1;
    return text + marks + 1;
}

static bool begins(const char *text, size_t length, const char *beginning)
{
    size_t wanted = strlen(beginning);
    return length >= wanted && memcmp(text, beginning, wanted) == 0;
}

/* Draws a line; false if it leaves no trace. */
static bool draw_line(struct place *place, struct canvas *c, const char *text, size_t length)
{
    size_t left = 0;
    const char *title = heading(text, length, &left);

    if (begins(text, length, "```")) {
        place->fenced = !place->fenced;
        return false;
    }
    if (place->fenced || (place->code_before && begins(text, length, "    "))) {
        draw_code(c, text, length);
        return true;
    }
    place->code_before = length == 0;
    if (length == 0 || title)
        place->mark = 0;
    if (title)
        draw_words(place, c, title, left, BOLD);
    else
        draw_words(place, c, text, length, PLAIN);
    return true;
}

void draw_markdown(struct canvas *c, const char *text, size_t length)
{
    struct place place = {.code_before = true};
    const char *end = text + length;

    while (text < end) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *stop = feed ? feed : end;
        if (draw_line(&place, c, text, (size_t)(stop - text)))
            write_char(c->out, '\n');
        text = feed ? feed + 1 : end;
    }
}
