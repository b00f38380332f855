/* See screen.h. The whole screen is drawn again after every key; curses sends what
 * has changed. Input is never waited for inside of curses but with the other
 * things that may happen (term/wait.h). Here it is opened and closed, told things, and
 * waited at; screen_draw.c and screen_keys.c have the rest. */
#include "term/screen_inside.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "memory.h"
#include "table/steady.h"
#include "term/wait.h"

enum {
    ESCAPE_MS = 50,    /* how long the rest of a key that begins with Escape may take to arrive */
    LOG_MAX = 1 << 18, /* bytes of the log; then the older half goes */
};

const char *screen_text(const struct screen *s, enum text key)
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

/* Puts the terminal in order when the program ends for want of memory. */
static void leave_curses(void)
{
    endwin();
}

struct screen *screen_open(const struct screen_plan *plan, struct problem *why)
{
    struct sigaction action = {.sa_handler = on_window_change};
    struct screen *s = must_zero(1, sizeof *s);

    s->plan = *plan;
    s->paint = (struct paint){.colour = plan->colour, .ascii = plan->ascii || screen_wants_ascii()};
    s->choose = -1;
    sigaction(SIGWINCH, &action, NULL);
    s->terminal = newterm(NULL, stdout, stdin);
    if (!s->terminal) {
        struct problem said;
        struct writer w = write_into(said.text, sizeof said.text);
        say_with(&w, plan->language, SAY_SCREEN_NONE, STR("term", getenv("TERM")));
        problem_set(why, "%s", said.text);
        free(s);
        return NULL;
    }
    begin_curses(s);
    memory_before_end(leave_curses);
    return s;
}

void screen_close(struct screen *s)
{
    if (!s)
        return;
    memory_before_end(NULL);
    endwin();
    delscreen(s->terminal);
    signal(SIGWINCH, SIG_DFL);
    pager_close(&s->pager);
    free(s->log.text);
    free(s->note);
    free(s);
}

/* ---- what is told ---- */

static void grow_log(struct log *log, size_t more)
{
    size_t size = log->size ? log->size : 4096;

    while (size < log->length + more + 1)
        size *= 2;
    log->text = must_resize(log->text, size);
    log->size = size;
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

    if (length == 0)
        return;
    grow_log(&s->log, length);
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
    size_t size = strlen(text) + 32;
    char *note = must_alloc(size); /* before the old one goes: the text may be in it */

    free(s->note);
    s->note = note;
    struct writer w = write_into(note, size);
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
    pager_open(&s->pager, screen_text(s, SAY_PAGE_LOG), s->log.length ? s->log.text : screen_text(s, SAY_LOG_EMPTY));
    s->pager.top = (int)s->log.length; /* its end: there are fewer lines than bytes */
}

/* ---- waiting ---- */

/* The window may have become another one, also while the program was stopped. */
static void fit_window(void)
{
    struct winsize size;

    window_changed = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
}

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
        fit_window();
        screen_draw(s, scene);
        more = wait_for_key(s, until);
        if (s->gone || s->plan.interrupted())
            return SCREEN_LEAVE;
        while (event == SCREEN_NONE && (status = get_wch(&key)) != ERR)
            event = screen_press(s, status == KEY_CODE_YES, key, in);
    }
    return event;
}
