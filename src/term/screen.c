/* See screen.h. The whole screen is drawn again after every key; curses sends what
 * has changed. Input is never waited for inside of curses but with the other
 * things that may happen (term/wait.h). */
#include "term/screen.h"

#include <curses.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "table/steady.h"
#include "term/layout.h"
#include "term/pager.h"
#include "term/wait.h"
#include "term/wrap.h"

enum {
    ESCAPE = 27,
    ESCAPE_MS = 50, /* how long the rest of a key that begins with Escape may take to arrive */
    CTRL_D = 4,
    CTRL_L = 12,
    CTRL_U = 21,
    CTRL_W = 23,
    BACKSPACE = 8,
    DELETE = 127,
    WHEEL_LINES = 3,
    LIST_SIZE = 1 << 18,
    LOG_MAX = 1 << 18, /* bytes of the log; then the older half goes */
    BAR_SIZE = 4096,
    KEYS_MAX = 20, /* function keys */
};

/* A press and its release may come as one event, if they arrive together; so may two of them. */
#define CLICKS (BUTTON1_PRESSED | BUTTON1_CLICKED)

struct log {
    char *text;
    size_t length, room;
    size_t seen; /* what is before is old news */
    int back;    /* lines that the person has gone back from its end */
};

struct screen {
    struct screen_plan plan;
    SCREEN *terminal;
    struct paint paint;
    bool gone; /* the terminal is */
    struct log log;
    char *note; /* NULL: there is none */
    struct pager pager;
    struct picker picker;
    unsigned decision; /* that the picker is about */
    int choose;        /* a move that is to be pointed at, or -1 */
    struct layout layout;
    int table_top; /* the first line of the table that is seen, where it does not fit */
    size_t length; /* of what is typed: */
    char typed[LINE_SIZE];
    char list[LIST_SIZE]; /* the moves, drawn */
};

static const char *text(const struct screen *s, enum text key)
{
    return said(s->plan.language, key);
}

/* ---- opening and closing ---- */

static volatile sig_atomic_t window_changed;

static void on_window_change(int signal_number)
{
    (void)signal_number;
    window_changed = 1;
}

bool screen_possible(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] && strcmp(term, "dumb") != 0;
}

/* True if the environment names a UTF-8 locale, on this machine or on the one the person comes from. */
static bool utf8_is_named(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && value[0])
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

bool screen_wants_ascii(void)
{
    if (!setlocale(LC_CTYPE, "") && utf8_is_named())
        setlocale(LC_CTYPE, "C.UTF-8");
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

static void begin_curses(struct screen *s)
{
    cbreak();
    noecho();
    nonl();
    set_escdelay(ESCAPE_MS);
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mouseinterval(0);
    mousemask(CLICKS | BUTTON1_DOUBLE_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    paint_open(&s->paint);
}

struct screen *screen_open(const struct screen_plan *plan, struct problem *why)
{
    struct sigaction action = {.sa_handler = on_window_change};
    struct screen *s = calloc(1, sizeof *s);

    if (!s) {
        problem_say(why, plan->language, SAY_OUT_OF_MEMORY);
        return NULL;
    }
    s->plan = *plan;
    s->paint = (struct paint){.colour = plan->colour, .ascii = plan->ascii || screen_wants_ascii()};
    s->choose = -1;
    sigaction(SIGWINCH, &action, NULL);
    s->terminal = newterm(NULL, stdout, stdin);
    if (!s->terminal) {
        struct problem said;
        struct writer w = write_into(said.text, sizeof said.text);
        say_with(&w, plan->language, SAY_SCREEN_NONE, STR("term", getenv("TERM")));
        problem_set(why, said.text, "", "");
        free(s);
        return NULL;
    }
    begin_curses(s);
    return s;
}

void screen_close(struct screen *s)
{
    if (!s)
        return;
    endwin();
    delscreen(s->terminal);
    signal(SIGWINCH, SIG_DFL);
    pager_close(&s->pager);
    free(s->log.text);
    free(s->note);
    free(s);
}

/* ---- what is told ---- */

static bool grow_log(struct log *log, size_t more)
{
    size_t room = log->room ? log->room : 4096;

    while (room < log->length + more + 1)
        room *= 2;
    char *text = realloc(log->text, room);
    if (!text)
        return false;
    log->text = text;
    log->room = room;
    return true;
}

/* Drops the older half of a log that has become long. */
static void shorten_log(struct log *log)
{
    const char *end = memchr(log->text + log->length / 2, '\n', log->length - log->length / 2);
    size_t cut = end ? (size_t)(end - log->text) + 1 : log->length;

    memmove(log->text, log->text + cut, log->length - cut + 1);
    log->length -= cut;
    log->seen = log->seen > cut ? log->seen - cut : 0;
}

void screen_log(struct screen *s, const char *sentences)
{
    size_t length = strlen(sentences);

    if (length == 0 || !grow_log(&s->log, length))
        return; /* without memory there is no log; the game goes on */
    memcpy(s->log.text + s->log.length, sentences, length + 1);
    s->log.length += length;
    s->log.back = 0;
    if (s->log.length > LOG_MAX)
        shorten_log(&s->log);
}

void screen_log_seen(struct screen *s)
{
    s->log.seen = s->log.length;
}

void screen_log_clear(struct screen *s)
{
    s->log.length = s->log.seen = 0;
    s->log.back = 0;
}

void screen_note(struct screen *s, enum style style, const char *text)
{
    size_t room = strlen(text) + 32;
    char *note = malloc(room);

    free(s->note);
    s->note = note;
    if (!note)
        return;
    struct writer w = write_into(note, room);
    struct canvas canvas = {.out = &w, .colour = true};
    draw_text(&canvas, style, text);
}

void screen_note_end(struct screen *s)
{
    free(s->note);
    s->note = NULL;
}

void screen_choose(struct screen *s, int move)
{
    s->choose = move;
}

void screen_page(struct screen *s, const char *title, const char *text)
{
    pager_open(&s->pager, title, text);
}

void screen_page_log(struct screen *s)
{
    pager_open(&s->pager, text(s, SAY_PAGE_LOG), s->log.length ? s->log.text : text(s, SAY_LOG_EMPTY));
    if (s->pager.text)
        s->pager.top = (int)s->log.length; /* its end: there are fewer lines than bytes */
}

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

/* ---- drawing ---- */

static int count_lines(const struct screen *s, const char *text)
{
    return paint_text(&s->paint, (struct area){.height = 0}, text, 0);
}

/* The log with its old news dimmed, to be freed; NULL if there is nothing, or no memory. */
static char *styled_log(const struct log *log)
{
    size_t room = log->length + 32;
    char *text = log->length ? malloc(room) : NULL;

    if (!text)
        return NULL;
    struct writer w = write_into(text, room);
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
    size_t room = wrapped_room(strlen(text));
    char *wrapped = malloc(room);

    if (!wrapped)
        return;
    struct writer w = write_into(wrapped, room);
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

/* The last sentence, for a screen that has no room for the log. */
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

/* The keys, as many as there is room for, at the right end of the bottom line. */
static void draw_keys(struct screen *s, int from)
{
    char keys[512] = "\033[0;2m";
    struct writer w = write_into(keys + 6, sizeof keys - 6);
    int room = s->layout.columns - from - 2;

    for (const struct screen_word *it = s->plan.words; it->word; it++) {
        struct writer before = w;
        if (!it->shown)
            continue;
        write_text(&w, w.length ? "  F" : "F");
        write_number(&w, it->key);
        write_char(&w, ' ');
        write_text(&w, it->called);
        if (w.overflow || text_columns(keys + 6, w.length) > room) {
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
    int room = s->layout.columns - 3;

    while (text_columns(typed, strlen(typed)) > room)
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

/* The window may have become another one, also while the program was stopped. */
static void fit_window(void)
{
    struct winsize size;

    window_changed = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
}

static bool is_large_enough(void)
{
    return LINES >= ROWS_LEAST && COLS >= COLUMNS_LEAST;
}

static void draw(struct screen *s, const struct scene *scene)
{
    fit_window();
    erase();
    curs_set(!s->pager.text && is_large_enough());
    if (!is_large_enough())
        paint_text(&s->paint, (struct area){.height = LINES, .width = COLS}, text(s, SAY_WINDOW_SMALL), 0);
    else if (s->pager.text)
        pager_draw(&s->pager, &s->paint, s->plan.language, LINES, COLS);
    else
        draw_scene(s, scene);
    refresh();
}

/* ---- typing ---- */

static void type_text(struct screen *s, const char *text, size_t length)
{
    if (s->length + length >= sizeof s->typed)
        return;
    memcpy(s->typed + s->length, text, length);
    s->length += length;
    s->typed[s->length] = '\0';
    picker_narrow(&s->picker, s->typed);
}

static void type_over(struct screen *s, const char *text, size_t length)
{
    s->length = 0;
    s->typed[0] = '\0';
    type_text(s, text, length);
}

static void type_character(struct screen *s, wchar_t character)
{
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    size_t size = wcrtomb(bytes, character, &state);

    if (size != (size_t)-1 && character >= L' ' && character != DELETE)
        type_text(s, bytes, size);
}

static void erase_character(struct screen *s)
{
    size_t length = s->length;

    while (length > 0 && ((unsigned char)s->typed[length - 1] & 0xc0) == 0x80)
        length--;
    type_over(s, s->typed, length > 0 ? length - 1 : 0);
}

static void erase_word(struct screen *s)
{
    size_t length = s->length;

    while (length > 0 && s->typed[length - 1] == ' ')
        length--;
    while (length > 0 && s->typed[length - 1] != ' ')
        length--;
    type_over(s, s->typed, length);
}

/* Tab: as far as all moves, or words, go on alike. */
static void complete(struct screen *s)
{
    const struct picker *p = &s->picker;
    const char *found = NULL;

    if (p->count > 0 && p->fits) {
        size_t length;
        const char *common = picker_common(p, s->typed, &length);
        if (common)
            type_over(s, common, length);
        return;
    }
    for (const struct screen_word *it = s->plan.words; it->word; it++) {
        bool called = strncmp(it->called, s->typed, s->length) == 0;
        if (s->length > 0 && (called || strncmp(it->word, s->typed, s->length) == 0)) {
            if (found)
                return;
            found = called ? it->called : it->word;
        }
    }
    if (found)
        type_over(s, found, strlen(found));
}

/* ---- keys ---- */

static enum screen_event give_move(struct screen *s, struct screen_input *in, int move)
{
    in->move = move;
    type_over(s, "", 0);
    return SCREEN_MOVE;
}

static enum screen_event give_word(struct screen_input *in, const char *word)
{
    size_t length = strlen(word);

    memcpy(in->text, word, length + 1);
    return SCREEN_WORD;
}

static bool is_word(const struct screen *s, const char *typed)
{
    size_t length = strcspn(typed, " ");

    for (const struct screen_word *it = s->plan.words; it->word; it++)
        if ((strlen(it->word) == length && strncmp(it->word, typed, length) == 0) ||
            (strlen(it->called) == length && strncmp(it->called, typed, length) == 0))
            return true;
    return false;
}

/* Blanks at the end do not count. */
static void trim(struct screen *s)
{
    while (s->length > 0 && s->typed[s->length - 1] == ' ')
        s->typed[--s->length] = '\0';
}

static enum screen_event press_enter(struct screen *s, struct screen_input *in)
{
    const struct moves *moves = s->picker.moves;
    int exact = moves ? moves_find(moves, s->typed) : -1, chosen = picker_chosen(&s->picker);

    trim(s);
    if (s->length == 0 && !moves)
        return SCREEN_ENTER;
    if (exact >= 0)
        return give_move(s, in, exact);
    if (chosen >= 0 && s->picker.fits && !is_word(s, s->typed))
        return give_move(s, in, chosen);
    if (s->length == 0 || (moves && s->picker.fits && !is_word(s, s->typed))) {
        screen_note(s, RED, text(s, s->length ? SAY_WHICH_OF_THESE : SAY_WHICH_MOVE));
        return SCREEN_NONE;
    }
    give_word(in, s->typed);
    type_over(s, "", 0);
    return SCREEN_WORD;
}

static void press_escape(struct screen *s)
{
    if (s->length == 0)
        s->picker.wanted = 0;
    s->picker.at = -1;
    s->picker.first = 0;
    type_over(s, "", 0);
}

static enum screen_event press_letter(struct screen *s, wchar_t letter, struct screen_input *in)
{
    if (letter == L'?' && s->length == 0)
        return give_word(in, "help");
    switch (letter) {
    case L'\r':
    case L'\n': return press_enter(s, in);
    case L'\t': complete(s); break;
    case ESCAPE: press_escape(s); break;
    case CTRL_D: return s->length == 0 ? SCREEN_LEAVE : SCREEN_NONE;
    case CTRL_L: clearok(curscr, TRUE); break;
    case CTRL_U: type_over(s, "", 0); break;
    case CTRL_W: erase_word(s); break;
    case BACKSPACE:
    case DELETE: erase_character(s); break;
    default: type_character(s, letter);
    }
    return SCREEN_NONE;
}

/* PgUp and PgDn: the log, where it stands or on a page of its own. */
static void page_log(struct screen *s, int pages)
{
    if (s->layout.log.height <= LINES / 6)
        screen_page_log(s);
    else
        s->log.back += pages * (s->layout.log.height - 1);
    if (s->log.back < 0)
        s->log.back = 0;
}

static void wheel(struct screen *s, int row, int column, int lines)
{
    struct area log = s->layout.log;

    if (row >= s->layout.list.row)
        picker_scroll(&s->picker, lines > 0 ? 1 : -1);
    else if (row >= log.row && row < log.row + log.height && column >= log.column)
        s->log.back = s->log.back - lines > 0 ? s->log.back - lines : 0;
    else
        s->table_top += lines;
}

static enum screen_event click(struct screen *s, int row, int column, struct screen_input *in)
{
    int spot = layout_spot_at(&s->layout, s->table_top, row, column);
    int list_row = row - s->layout.list.row;
    bool in_list = list_row >= 0 && list_row < s->layout.list.height;
    int under = in_list && s->picker.moves ? picker_under(&s->picker, list_row, column) : -1;

    if (under >= 0 && under == picker_chosen(&s->picker))
        return give_move(s, in, under);
    if (under >= 0)
        picker_choose(&s->picker, under);
    else if (spot >= 0 && s->picker.moves)
        picker_point(&s->picker, spot, s->typed);
    return SCREEN_NONE;
}

static enum screen_event use_mouse(struct screen *s, struct screen_input *in)
{
    MEVENT event;

    if (getmouse(&event) != OK)
        return SCREEN_NONE;
    int lines = event.bstate & BUTTON4_PRESSED ? -WHEEL_LINES : event.bstate & BUTTON5_PRESSED ? WHEEL_LINES : 0;
    if (lines && s->pager.text)
        pager_scroll(&s->pager, lines);
    else if (lines)
        wheel(s, event.y, event.x, lines);
    else if (s->pager.text)
        return SCREEN_NONE;
    enum screen_event done = SCREEN_NONE;
    for (int clicks = event.bstate & BUTTON1_DOUBLE_CLICKED ? 2
                      : event.bstate & CLICKS               ? 1
                                                            : 0;
         clicks > 0 && done == SCREEN_NONE; clicks--)
        done = click(s, event.y, event.x, in);
    return done;
}

static enum screen_event press_function(struct screen *s, int number, struct screen_input *in)
{
    for (const struct screen_word *it = s->plan.words; it->word; it++)
        if (it->key == number)
            return give_word(in, it->word);
    return SCREEN_NONE;
}

static enum screen_event press_code(struct screen *s, int key, struct screen_input *in)
{
    switch (key) {
    case KEY_UP: picker_step(&s->picker, STEP_UP); break;
    case KEY_DOWN: picker_step(&s->picker, STEP_DOWN); break;
    case KEY_LEFT: picker_step(&s->picker, STEP_LEFT); break;
    case KEY_RIGHT: picker_step(&s->picker, STEP_RIGHT); break;
    case KEY_HOME: picker_step(&s->picker, STEP_FIRST); break;
    case KEY_END: picker_step(&s->picker, STEP_LAST); break;
    case KEY_SR: s->table_top--; break;
    case KEY_SF: s->table_top++; break;
    case KEY_PPAGE: page_log(s, 1); break;
    case KEY_NPAGE: page_log(s, -1); break;
    case KEY_BACKSPACE:
    case KEY_DC: erase_character(s); break;
    case KEY_ENTER: return press_enter(s, in);
    default:
        if (key > KEY_F0 && key <= KEY_F(KEYS_MAX))
            return press_function(s, key - KEY_F0, in);
    }
    return SCREEN_NONE;
}

/* A key, as curses has read it. */
static enum screen_event press(struct screen *s, bool is_code, wint_t key, struct screen_input *in)
{
    screen_note_end(s);
    if (is_code && key == KEY_MOUSE)
        return use_mouse(s, in);
    if (!is_code && key == CTRL_L)
        clearok(curscr, TRUE);
    if (s->pager.text) {
        pager_key(&s->pager, (int)key, is_code);
        return SCREEN_NONE;
    }
    return is_code ? press_code(s, (int)key, in) : press_letter(s, (wchar_t)key, in);
}

/* ---- waiting ---- */

static bool is_due(const void *of_screen)
{
    const struct screen *s = of_screen;
    return window_changed || s->plan.interrupted();
}

/* Waits for a key, a signal, the other descriptor or the end of the time; false with one of the latter two. */
static bool wait_for_key(struct screen *s, long long until)
{
    struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = s->plan.wake, .events = POLLIN}};
    long long left = until < 0 ? -1 : until - steady_ms();

    if (until >= 0 && left < 0)
        left = 0;
    int ready = wait_for(fds, 2, (int)left, is_due, s); /* poll() ignores a descriptor of -1 */
    s->gone = ready > 0 && fds[0].revents & (POLLHUP | POLLERR | POLLNVAL);
    return s->gone || is_due(s) || (ready > 0 && fds[0].revents);
}

static void take_scene(struct screen *s, const struct scene *scene)
{
    if (s->picker.moves != scene->moves || s->decision != scene->decision) {
        picker_begin(&s->picker, scene->moves, scene->game, scene->view, scene->viewer);
        picker_narrow(&s->picker, s->typed);
        s->decision = scene->decision;
        s->table_top = 0;
    }
    if (s->choose >= 0)
        picker_choose(&s->picker, s->choose);
    s->choose = -1;
}

enum screen_event screen_wait(struct screen *s, const struct scene *scene, int milliseconds, struct screen_input *in)
{
    long long until = milliseconds < 0 ? -1 : steady_ms() + milliseconds;
    enum screen_event event = SCREEN_NONE;
    bool more = true;

    take_scene(s, scene);
    while (event == SCREEN_NONE && more) {
        wint_t key;
        int status;
        draw(s, scene);
        more = wait_for_key(s, until);
        if (s->gone || s->plan.interrupted())
            return SCREEN_LEAVE;
        while (event == SCREEN_NONE && (status = get_wch(&key)) != ERR)
            event = press(s, status == KEY_CODE_YES, key, in);
    }
    return event;
}
