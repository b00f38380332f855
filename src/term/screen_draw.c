/* The screen as it is drawn: table, log, bar, moves, the line that is typed into, and the page of help. What
 * goes where is for layout.c to say, and paint.c puts it on the terminal. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "term/screen_inside.h"
#include "term/wrap.h"

enum { BAR_SIZE = 4096 };

static int count_lines(const struct screen *s, const char *text)
{
    return paint_text(&s->paint, (struct area){.height = 0}, text, 0);
}

/* The log with its old news dimmed, for the caller to free; NULL if there is nothing. */
static char *styled_log(const struct log *log)
{
    size_t size = log->length + 32;

    if (log->length == 0)
        return NULL;
    char *text = must_alloc(size);
    struct writer w = write_into(text, size);
    struct canvas canvas = {.out = &w, .colour = true};
    draw_style(&canvas, DIM);
    write_bytes(&w, log->text, log->seen);
    draw_style(&canvas, PLAIN);
    write_bytes(&w, log->text + log->seen, log->length - log->seen);
    return text;
}

static void paint_log(struct screen *s, const char *text)
{
    struct area area = s->layout.log;
    size_t size = wrapped_size(strlen(text));
    char *wrapped = must_alloc(size);
    struct writer w = write_into(wrapped, size);

    write_wrapped(&w, text, area.width);
    int lines = count_lines(s, wrapped);
    int most = lines > area.height ? lines - area.height : 0;
    s->log.back = s->log.back > most ? most : s->log.back;
    paint_text(&s->paint, area, wrapped, most - s->log.back);
    free(wrapped);
}

static void draw_log(struct screen *s)
{
    char *text = s->layout.log.height > 0 ? styled_log(&s->log) : NULL;

    if (text)
        paint_log(s, text);
    free(text);
    for (int row = 0; s->layout.log.column > 0 && row < s->layout.log.height; row++) /* beside the table */
        paint_text(&s->paint, (struct area){.row = row, .column = s->layout.log.column - 2, .height = 1, .width = 1},
                   "\033[0;2m│", 0);
}

/* A note of one line goes in the bar, a longer one in place of the moves. */
static bool note_is_long(const struct screen *s)
{
    return s->note && count_lines(s, s->note) > 1;
}

/* Returns the text below the bar that replaces the moves, or NULL. */
static const char *text_below(const struct screen *s, const struct scene *scene)
{
    return note_is_long(s) ? s->note : scene->moves ? NULL : scene->text;
}

/* The last sentence, for a screen that has no space for the log. */
static void write_last_sentence(const struct log *log, struct writer *w)
{
    size_t end = log->length, begin;

    end -= end > 0; /* its line feed */
    for (begin = end; begin > 0 && log->text[begin - 1] != '\n'; begin--)
        ;
    if (end > begin)
        write_bytes(w, log->text + begin, end - begin);
}

/* Writes the right end of the bar: which moves are visible, or the news. */
static void write_aside(const struct screen *s, const struct scene *scene, struct writer *w)
{
    const struct picker *p = &s->picker;
    bool cut = picker_is_cut(p);

    if (scene->moves && (p->count < scene->moves->count || cut)) {
        say_with(w, s->plan.language, SAY_ASIDE_MOVES, NUM("some", p->count < scene->moves->count),
                 NUM("shown", p->count), NUM("all", scene->moves->count),
                 NUM("how", cut         ? 1
                            : p->wanted ? 2
                                        : 0));
    } else if (s->layout.log.height == 0) {
        write_last_sentence(&s->log, w);
    }
}

static void draw_bar(struct screen *s, const struct scene *scene)
{
    char bar[BAR_SIZE], aside[BAR_SIZE];
    struct writer w = write_into(bar, sizeof bar), a = write_into(aside, sizeof aside);
    struct canvas canvas = {.out = &w, .colour = true, .lit = 1};
    const char *status = scene->status ? scene->status : "";
    bool noted = s->note && !note_is_long(s);

    draw_spot_begin(&canvas, 0);
    draw_spaces(&canvas, s->layout.columns);
    paint_text(&s->paint, s->layout.status, bar, 0);
    w = write_into(bar, sizeof bar);
    write_text(&w, noted ? " " : "\033[0;1;7m ");
    write_text(&w, noted ? s->note : status);
    paint_text(&s->paint, s->layout.status, bar, 0);
    write_aside(s, scene, &a);
    int width = text_columns(aside, a.length), left = text_columns(status, strlen(status)) + 4;
    w = write_into(bar, sizeof bar);
    write_text(&w, "\033[0;7m");
    write_text(&w, aside);
    int column = s->layout.columns - width - 1;
    struct area area = s->layout.status;
    area.column = column > left ? column : left;
    area.width = s->layout.columns - area.column - 1;
    if (!noted && a.length > 0 && area.width > 0)
        paint_text(&s->paint, area, bar, 0);
}

static void draw_below(struct screen *s, const struct scene *scene)
{
    const char *text = text_below(s, scene);
    struct writer w = write_into(s->list, sizeof s->list);
    struct canvas canvas = {.out = &w, .colour = true};

    if (!text && scene->moves) {
        picker_draw(&s->picker, &canvas);
        text = s->list;
    }
    if (text)
        paint_text(&s->paint, s->layout.list, text, 0);
}

/* The keys, as many as there is space for, at the right end of the bottom line. */
static void draw_keys(struct screen *s, int from)
{
    char keys[512] = "\033[0;2m";
    struct writer w = write_into(keys + 6, sizeof keys - 6);
    int space = s->layout.columns - from - 2;

    for (const struct screen_word *it = s->plan.words; it->word; it++) {
        struct writer before = w;
        if (!it->shown)
            continue;
        write_text(&w, w.length ? "  F" : "F");
        write_number(&w, it->key);
        write_char(&w, ' ');
        write_text(&w, it->called);
        if (w.overflow || text_columns(keys + 6, w.length) > space) {
            w = before;
            break;
        }
    }
    keys[6 + w.length] = '\0';
    struct area area = s->layout.input;
    area.width = text_columns(keys + 6, w.length);
    area.column = s->layout.columns - area.width - 1;
    if (area.width > 0)
        paint_text(&s->paint, area, keys, 0);
}

/* The line that is typed into; of a long one, its end. */
static void draw_input(struct screen *s)
{
    char line[LINE_SIZE + 32];
    struct writer w = write_into(line, sizeof line);
    struct canvas canvas = {.out = &w, .colour = true};
    const char *typed = s->typed;
    int space = s->layout.columns - 3;

    while (text_columns(typed, strlen(typed)) > space)
        typed++;
    draw_text(&canvas, BOLD, "> ");
    draw_clean(&canvas, PLAIN, typed, strlen(typed));
    paint_text(&s->paint, s->layout.input, line, 0);
    int end = 2 + text_columns(typed, strlen(typed));
    draw_keys(s, end);
    move(s->layout.input.row, end);
}

static void draw_table_part(struct screen *s)
{
    int last = s->layout.lines - s->layout.table.height;

    s->table_top = s->table_top > last ? last : s->table_top;
    s->table_top = s->table_top < 0 ? 0 : s->table_top;
    paint_text(&s->paint, s->layout.table, s->layout.text, s->table_top);
}

static void draw_scene(struct screen *s, const struct scene *scene)
{
    int chosen = picker_chosen(&s->picker);
    uint64_t lit = s->picker.wanted | (chosen >= 0 ? s->picker.touches[chosen] : 0);
    const char *below = text_below(s, scene);

    int height = below ? count_lines(s, below) : picker_height(&s->picker, COLS);
    layout_make(&s->layout, scene, scene->moves ? lit : 0, LINES, COLS, height);
    picker_lay_out(&s->picker, COLS, s->layout.list.height);
    draw_table_part(s);
    draw_log(s);
    draw_below(s, scene);
    draw_bar(s, scene);
    draw_input(s);
}

static bool is_large_enough(void)
{
    return LINES >= ROWS_LEAST && COLS >= COLUMNS_LEAST;
}

void screen_draw(struct screen *s, const struct scene *scene)
{
    erase();
    curs_set(!s->pager.text && is_large_enough());
    if (!is_large_enough())
        paint_text(&s->paint, (struct area){.height = LINES, .width = COLS}, screen_text(s, SAY_WINDOW_SMALL), 0);
    else if (s->pager.text)
        pager_draw(&s->pager, &s->paint, s->plan.language, LINES, COLS);
    else
        draw_scene(s, scene);
    refresh();
}

/* ---- help ---- */

/* A key and what it does, in lines of their own column. */
static void draw_key_help(struct canvas *c, enum text key, enum text help)
{
    enum { HELP_AT = 18 };
    const char *line = said_in(c, help);

    draw_spaces(c, 2);
    draw_said(c, PLAIN, key);
    for (size_t length; *line; line += length + (line[length] == '\n')) {
        length = strcspn(line, "\n");
        draw_to(c, HELP_AT);
        draw_clean(c, PLAIN, line, length);
        draw_line_end(c);
    }
}

void screen_draw_help(struct canvas *c)
{
    draw_said(c, BOLD, SAY_KEYS_CHOOSING);
    draw_text(c, PLAIN, "\n\n");
    draw_key_help(c, SAY_KEYS_ARROWS, SAY_KEYS_ARROWS_HELP);
    draw_key_help(c, SAY_KEYS_TYPING, SAY_KEYS_TYPING_HELP);
    draw_key_help(c, SAY_KEYS_TAB, SAY_KEYS_TAB_HELP);
    draw_key_help(c, SAY_KEYS_ESC, SAY_KEYS_ESC_HELP);
    draw_key_help(c, SAY_KEYS_MOUSE, SAY_KEYS_MOUSE_HELP);
    draw_line_end(c);
    draw_said(c, BOLD, SAY_KEYS_LOOKING);
    draw_text(c, PLAIN, "\n\n");
    draw_key_help(c, SAY_KEYS_PAGE, SAY_KEYS_PAGE_HELP);
    draw_key_help(c, SAY_KEYS_SHIFT, SAY_KEYS_SHIFT_HELP);
    draw_key_help(c, SAY_KEYS_REDRAW, SAY_KEYS_REDRAW_HELP);
    draw_key_help(c, SAY_KEYS_STOP, SAY_KEYS_STOP_HELP);
    draw_line_end(c);
    draw_said(c, BOLD, SAY_KEYS_WORDS);
    draw_text(c, PLAIN, "\n\n");
}
