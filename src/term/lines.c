/* See lines.h. */
#include "term/lines.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "term/wait.h"

enum { WIDTH_PIPE = 80, WIDTH_LEAST = 60, WIDTH_MAX = 120 };

static bool is_interrupted(const void *of_lines)
{
    const struct lines *lines = of_lines;
    return lines->interrupted();
}

/* Adds what there is to the buffer. */
static enum line_status fill(struct lines *lines)
{
    struct pollfd input = {.fd = lines->fd, .events = POLLIN};

    if (wait_for(&input, 1, -1, is_interrupted, lines) == 0)
        return LINE_STOP;
    ssize_t got = read(lines->fd, lines->buffer + lines->length, sizeof lines->buffer - lines->length);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return LINE_READ;
    if (got <= 0)
        return LINE_END;
    lines->length += (size_t)got;
    return LINE_READ;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

/* Hands out the first bytes of the buffer as a line. */
static void take(struct lines *lines, size_t length, char *out)
{
    size_t first = 0, end = length;

    while (first < end && is_blank(lines->buffer[first]))
        first++;
    while (end > first && is_blank(lines->buffer[end - 1]))
        end--;
    memcpy(out, lines->buffer + first, end - first);
    out[end - first] = '\0';
    lines->length -= length;
    memmove(lines->buffer, lines->buffer + length, lines->length);
}

enum line_status lines_next(struct lines *lines, char out[LINE_SIZE])
{
    bool too_long = false;

    for (;;) {
        const char *feed = memchr(lines->buffer, '\n', lines->length);
        if (feed) {
            take(lines, (size_t)(feed - lines->buffer) + 1, out);
            return too_long ? LINE_LONG : LINE_READ;
        }
        if (lines->length == sizeof lines->buffer) {
            too_long = true;
            lines->length = 0;
        }
        enum line_status status = fill(lines);
        if (status == LINE_END && lines->length > 0 && !too_long) {
            take(lines, lines->length, out);
            return LINE_READ;
        }
        if (status != LINE_READ)
            return status;
    }
}

int lines_width(void)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return WIDTH_PIPE;
    return size.ws_col < WIDTH_LEAST ? WIDTH_LEAST : size.ws_col > WIDTH_MAX ? WIDTH_MAX : size.ws_col;
}
