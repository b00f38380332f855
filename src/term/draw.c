/* See draw.h. */
#include "term/draw.h"

#include <string.h>

#include "term/address.h"
#include "term/wrap.h"

#define DRAWING(name) &name##_drawing,
#define NO_DRAWING(name)
#define GAME(name, bot, drawing, ...) drawing(name)
static const struct drawing *const drawings[] = {GAMES(GAME) NULL};

enum { TEXT_SIZE = 1024 }; /* of a text with its fields */

/* ---- characters ---- */

char ascii_of(const char *character, size_t size)
{
    static const struct {
        const char *character;
        char ascii;
    } table[] = {
        {"─", '-'}, {"│", '|'}, {"╭", '.'}, {"╮", '.'}, {"╰", '\''}, {"╯", '\''}, {"┄", '.'}, {"ä", 'a'},
        {"ö", 'o'}, {"ü", 'u'}, {"Ä", 'A'}, {"Ö", 'O'}, {"Ü", 'U'},  {"ß", 's'},  {"−", '-'}, {"┆", ':'},
        {"▶", '>'}, {"◀", '<'}, {"▸", '>'}, {"◂", '<'}, {"●", '*'},  {"○", 'o'},  {"◆", '#'}, {"★", '*'},
        {"·", '-'}, {"÷", '/'}, {"✓", '+'}, {"✗", 'x'}, {"…", '~'},
    };
    if (size == 1)
        return *character;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (text_length(table[i].character) == size && memcmp(table[i].character, character, size) == 0)
            return table[i].ascii;
    return '?';
}

/* Makes a spot that is being drawn reach over the columns that follow. */
static void stretch(struct spot *spot, int line, int column, int width)
{
    if (spot->width == 0)
        *spot = (struct spot){.line = line, .column = column};
    int right = spot->column + spot->width, end = column + width;
    spot->column = column < spot->column ? column : spot->column;
    spot->width = (end > right ? end : right) - spot->column;
    spot->height = line + 1 - spot->line;
}

static void put_character(struct canvas *c, const char *character, size_t size)
{
    int columns = character_columns(character, size);

    if (*character == '\n') {
        write_char(c->out, '\n');
        c->line++;
        c->column = 0;
        return;
    }
    for (int i = 0; c->ascii && i < columns; i++)
        write_char(c->out, ascii_of(character, size));
    if (!c->ascii)
        write_bytes(c->out, character, size);
    for (uint64_t open = c->spots ? c->open : 0; open; open &= open - 1)
        stretch(&c->spots[__builtin_ctzll(open)], c->line, c->column, columns);
    c->column += columns;
}

static void put(struct canvas *c, const char *text)
{
    size_t length = text_length(text);

    for (size_t at = 0; at < length;) {
        size_t size = text_character(text + at, length - at);
        put_character(c, text + at, size);
        at += size;
    }
}

/* ---- text with a style ---- */

void draw_style(struct canvas *c, enum style style)
{
    static const char *const codes[] = {
        [PLAIN] = "\033[0",   [BOLD] = "\033[0;1",     [DIM] = "\033[0;2",
        [RED] = "\033[0;31",  [GREEN] = "\033[0;32",   [YELLOW] = "\033[0;33",
        [BLUE] = "\033[0;34", [MAGENTA] = "\033[0;35", [CYAN] = "\033[0;36",
    };
    bool lit = c->open & c->lit;

    if (!c->colour)
        return;
    write_text(c->out, codes[lit && style != BOLD ? PLAIN : style]);
    write_text(c->out, lit ? ";7m" : "m");
}

void draw_text(struct canvas *c, enum style style, const char *text)
{
    if (style != PLAIN)
        draw_style(c, style);
    put(c, text);
    if (style != PLAIN)
        draw_style(c, PLAIN);
}

const char *said_in(const struct canvas *c, enum text text)
{
    return said(c->language, text);
}

const char *word_in(const struct canvas *c, const struct game *game, const char *list, const char *id)
{
    char key[64];
    struct writer w = write_into(key, sizeof key);

    write_text(&w, list);
    write_char(&w, '.');
    write_text(&w, id);
    const char *word = language_word(c->language ? c->language : &languages[0], game, key);
    return word ? word : id;
}

void draw_said(struct canvas *c, enum style style, enum text text)
{
    draw_text(c, style, said_in(c, text));
}

void draw_values(struct canvas *c, enum style style, enum text text, const struct word_value *values, int count)
{
    char words[TEXT_SIZE];
    struct writer w = write_into(words, sizeof words);

    say_values(&w, c->language, text, values, count);
    draw_text(c, style, words);
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
    for (size_t at = 0; at < length;) {
        char clean[8];
        struct writer w = write_into(clean, sizeof clean);
        size_t size = text_character(bytes + at, length - at);
        size += size == 0; /* a byte that begins no character */
        write_clean(&w, bytes + at, size);
        put_character(c, clean, w.length);
        at += size;
    }
    if (style != PLAIN)
        draw_style(c, PLAIN);
}

/* The byte where brackets at the end of a name begin, as a bot's level does; 0 if it has none. */
static size_t name_brackets(const struct table_name *name)
{
    size_t at = name->length;

    if (at == 0 || name->text[at - 1] != ')')
        return 0;
    while (at > 1 && name->text[at - 1] != '(')
        at--;
    return at > 1 && name->text[at - 2] == ' ' ? at - 2 : 0;
}

struct short_name short_name(const struct canvas *c, int seat, int width)
{
    const struct table_name *name = &c->names[seat];
    size_t length = name_width(c, seat) > width ? name_brackets(name) : name->length;
    bool cut = length == 0 || text_columns(name->text, length) > width;
    struct short_name out = {.text = ""};
    struct writer w = write_into(out.text, sizeof out.text);

    write_clean(&w, name->text, cut ? text_fit(name->text, name->length, width - 1) : length);
    write_text(&w, cut ? "…" : "");
    return out;
}

void draw_short_name(struct canvas *c, enum style style, int seat, int width)
{
    struct short_name name = short_name(c, seat, width);
    draw_text(c, style, name.text);
}

void draw_due(struct canvas *c, bool due, bool own)
{
    draw_text(c, own ? GREEN : YELLOW, due ? "▶ " : "  ");
}

void draw_name(struct canvas *c, enum style style, int seat)
{
    draw_short_name(c, style, seat, NAME_SIZE);
}

static const char *level_word(const struct language *language, const char *level, size_t length)
{
    char key[2 * NAME_SIZE];
    struct writer w = write_into(key, sizeof key);

    write_text(&w, "bot.");
    write_bytes(&w, level, length);
    return language_word(language, NULL, key);
}

/* "Ada (novice)", as bots at home are called. */
static bool show_level(struct table_name *name, const struct language *language)
{
    size_t brackets = name_brackets(name);
    const char *level = brackets ? level_word(language, name->text + brackets + 2, name->length - brackets - 3) : NULL;
    struct writer w = {.buffer = name->text, .size = sizeof name->text, .length = brackets + 2};

    if (!level)
        return false;
    write_text(&w, level);
    write_text(&w, ")");
    name->length = w.length;
    return true;
}

/* "bot:novice", as a server and records call them, with a number behind it where there are several. */
static bool show_bot(struct table_name *name, const struct language *language)
{
    static const char bot[] = "bot:";
    struct table_name old = *name;
    const char *level = old.text + sizeof bot - 1;
    size_t length = strncmp(old.text, bot, sizeof bot - 1) == 0 ? strcspn(level, " ") : 0;
    const char *word = length ? level_word(language, level, length) : NULL;
    struct writer w = {.buffer = name->text, .size = sizeof name->text};

    if (!word)
        return false;
    write_text(&w, language_word(language, NULL, "bot"));
    write_text(&w, word);
    write_text(&w, level + length);
    name->length = w.length;
    return true;
}

void name_shown(struct table_name *name, const struct language *language)
{
    struct writer w = {.buffer = name->text, .size = sizeof name->text};

    if (show_level(name, language) || show_bot(name, language) || !is_addressed(name->text))
        return;
    write_text(&w, language_word(language, NULL, "You"));
    name->length = w.length;
}

void names_shown(const struct table *t, const struct language *language, struct table_name shown[MAX_SEATS])
{
    for (int seat = 0; seat < table_plan(t)->players; seat++) {
        struct writer w = write_into(shown[seat].text, sizeof shown[seat].text);
        table_name(t, seat, &w);
        shown[seat].length = w.length;
        name_shown(&shown[seat], language);
    }
}

const char *game_title(const struct language *language, const struct game *game)
{
    const char *title = language ? language_word(language, game, "title") : NULL;
    return title ? title : game->title;
}

int name_width(const struct canvas *c, int seat)
{
    return text_columns(c->names[seat].text, c->names[seat].length);
}

void draw_spaces(struct canvas *c, int count)
{
    for (; count > 0; count--)
        put(c, " ");
}

void draw_line_end(struct canvas *c)
{
    put(c, "\n");
}

void draw_to(struct canvas *c, int column)
{
    draw_spaces(c, column - c->column);
}

void draw_gap(struct canvas *c, enum style style, const char *gap, int width, int indent)
{
    if (c->column > indent && c->column + width_of(gap) + width <= c->width) {
        draw_text(c, style, gap);
        return;
    }
    if (c->column > indent)
        draw_line_end(c);
    draw_to(c, indent);
}

void draw_left(struct canvas *c, enum style style, const char *text, int width)
{
    draw_text(c, style, text);
    draw_spaces(c, width - width_of(text));
}

void draw_fit(struct canvas *c, enum style style, const char *text, int width)
{
    if (width_of(text) <= width) {
        draw_left(c, style, text, width);
        return;
    }
    int start = c->column;
    draw_clean(c, style, text, text_fit(text, text_length(text), width - 1));
    draw_text(c, style, "…");
    draw_to(c, start + width);
}

void draw_right(struct canvas *c, enum style style, const char *text, int width)
{
    draw_spaces(c, width - width_of(text));
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
    int start = c->column;

    draw_short_name(c, style, seat, width);
    draw_to(c, start + width);
}

int names_width(const struct canvas *c, int players, int most)
{
    int width = 0;

    for (int seat = 0; seat < players; seat++)
        if (name_width(c, seat) > width)
            width = name_width(c, seat);
    return width < most ? width : most;
}

void draw_flowing(struct canvas *c, enum style style, const char *text, int indent)
{
    while (*text) {
        bool blank = *text == ' ';
        text += blank;
        size_t length = wrap_word(text);
        draw_gap(c, style, blank ? " " : "", text_columns(text, length), indent);
        draw_clean(c, style, text, length);
        text += length;
    }
}

/* ---- frames ---- */

static void draw_bars(struct canvas *c, enum style style, int count)
{
    char text[64];
    struct writer w = write_into(text, sizeof text);

    for (; count > 0; count--)
        write_text(&w, "─");
    draw_text(c, style, text);
}

void draw_edge(struct canvas *c, enum style style, int width, enum style word_style, const char *word)
{
    int bars = width - width_of(word);

    draw_bars(c, style, bars / 2);
    draw_text(c, word_style, word);
    draw_bars(c, style, bars - bars / 2);
}

void draw_upper_edge(struct canvas *c, enum style style, int width)
{
    draw_text(c, style, "╭");
    draw_bars(c, style, width - 2);
    draw_text(c, style, "╮");
}

void draw_lower_edge(struct canvas *c, enum style style, int width, enum style word_style, const char *word)
{
    draw_text(c, style, "╰");
    draw_edge(c, style, width - 2, word_style, word);
    draw_text(c, style, "╯");
}

/* ---- spots ---- */

/* From or to a spot that is lit, the style is another. */
static void open_spots(struct canvas *c, uint64_t open)
{
    bool was_lit = c->open & c->lit;

    c->open = open;
    if (was_lit != (bool)(c->open & c->lit))
        draw_style(c, PLAIN);
}

void draw_spot_begin(struct canvas *c, int spot)
{
    open_spots(c, c->open | (uint64_t)1 << spot);
}

void draw_spot_end(struct canvas *c, int spot)
{
    open_spots(c, c->open & ~((uint64_t)1 << spot));
}

/* ---- tables ---- */

const struct drawing *drawing_of(const struct game *game)
{
    for (int i = 0; drawings[i]; i++)
        if (drawings[i]->game == game)
            return drawings[i];
    return &outline_drawing;
}

void draw_part(struct canvas *c, enum part part, const struct game *game, const struct state *view, int viewer)
{
    c->line = c->column = 0;
    c->game = game;
    if (c->spots)
        memset(c->spots, 0, SPOTS * sizeof *c->spots);
    drawing_of(game)->part[part](c, view, viewer);
}

void draw_table(struct canvas *c, const struct game *game, const struct state *view, int viewer)
{
    const struct drawing *drawing = drawing_of(game);

    c->form = FORM_FULL;
    for (int i = 0; i < PARTS; i++) {
        enum part part = drawing->order[i];
        struct writer start = *c->out;
        if (drawing->apart >> part & 1)
            draw_line_end(c);
        draw_part(c, part, game, view, viewer);
        if (c->line > 0)
            continue;
        *c->out = start; /* no blank line for an empty part */
        c->out->buffer[start.length] = '\0';
    }
}
