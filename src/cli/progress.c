/* What long work shows, and how it is asked to stop: see cli.h. */
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "table/steady.h"

/* ---- quiet ---- */

static bool quiet;

struct arg arg_quiet(void)
{
    return (struct arg){.name = "quiet",
                        .kind = ARG_FLAG,
                        .help = "print only results and errors, no progress or remarks",
                        .into.flag = &quiet};
}

bool quiet_wanted(void)
{
    return quiet;
}

void remark(const char *format, ...)
{
    va_list list;

    if (quiet)
        return;
    progress_hide();
    fprintf(stderr, "%s: ", program.name);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

/* ---- a bar ---- */

enum { COLUMNS_MAX = 200, TITLE_MAX = 40, BAR_MAX = 30, BAR_LEAST = 5 };

/* The work whose progress is shown. */
static struct {
    double began;      /* 0: there is none */
    double last;       /* when it was shown last; 0: not yet, or it was hidden */
    double pace_since; /* time left is judged from what was done since: what a file brought is done at once */
    long pace_from;
} bar;

static bool dumb_terminal(void)
{
    const char *term = getenv("TERM");
    return !term || strcmp(term, "dumb") == 0;
}

static int terminal_columns(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
}

static void write_time_left(struct writer *w, double seconds)
{
    long whole = (long)(seconds + 0.5), minutes = (whole + 30) / 60;

    write_text(w, ", ");
    if (minutes >= 100) {
        write_number(w, minutes / 60);
        write_text(w, " h ");
    }
    write_number(w, whole < 100 ? whole : minutes < 100 ? minutes : minutes % 60);
    write_text(w, whole < 100 ? " s left" : " min left");
}

static void write_figures(struct writer *w, long done, long all, double now)
{
    write_number(w, (long)(100.0 * (double)done / (double)all));
    write_text(w, " %, ");
    write_number(w, done);
    write_text(w, " of ");
    write_number(w, all);
    if (done > bar.pace_from)
        write_time_left(w, (now - bar.pace_since) / (double)(done - bar.pace_from) * (double)(all - done));
}

/* Returns how many bytes of the title make at most `most` characters. */
static size_t title_bytes(const char *title, int most)
{
    size_t at = 0;

    for (int characters = 0; title[at]; at++)
        if (((unsigned char)title[at] & 0xc0) != 0x80 && characters++ >= most)
            break;
    return at;
}

/* As much of title, bar and figures as fits into the line, the figures first. */
static void draw_bar(const char *title, long done, long all, double now)
{
    char line[4 * COLUMNS_MAX], figures[128];
    struct writer w = write_into(line, sizeof line), f = write_into(figures, sizeof figures);

    write_figures(&f, done, all, now);
    int space = terminal_columns() - 1 - (int)f.length;
    size_t titled = title_bytes(title, space - 1 < TITLE_MAX ? space - 1 : TITLE_MAX);
    if (titled > 0) {
        write_bytes(&w, title, titled);
        write_char(&w, ' ');
        space -= (int)titled + 1;
    }
    int width = space - 3 < BAR_MAX ? space - 3 : BAR_MAX;
    if (width >= BAR_LEAST) {
        int filled = (int)((double)width * (double)done / (double)all);
        write_char(&w, '[');
        for (int i = 0; i < width; i++)
            write_char(&w, i < filled ? '#' : '.');
        write_text(&w, "] ");
    }
    fprintf(stderr, "\r%s%s\033[K", line, figures);
}

void progress(const char *title, long done, long all)
{
    double now = steady_seconds();

    if (quiet || !isatty(STDERR_FILENO) || dumb_terminal())
        return;
    if (bar.began <= 0)
        bar.began = now;
    if (now - bar.began < 0.1) {
        bar.pace_since = now;
        bar.pace_from = done;
    }
    if (done == 0 || (now - bar.began >= 0.1 && now - bar.last >= 0.1)) {
        draw_bar(title, done, all, now);
        bar.last = now;
    }
}

void progress_hide(void)
{
    if (bar.last > 0)
        fputs("\r\033[K", stderr);
    bar.last = 0;
}

void progress_end(void)
{
    progress_hide();
    bar.began = 0;
}

/* ---- Ctrl-C ---- */

static atomic_int asked_to_stop; /* set by a signal, read by threads that think; lock-free, so a handler may set it */

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    asked_to_stop = 1;
}

void catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND}; /* a second Ctrl-C kills */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void catch_leaving(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool interrupted(void)
{
    return asked_to_stop;
}

bool workers_interrupted(void *unused)
{
    (void)unused;
    return interrupted();
}
