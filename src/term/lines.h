/* Reading lines from the person, from a terminal as well as from a pipe. An
 * interrupt is noticed at once, also when it comes just before the wait. */
#ifndef PARLOR_TERM_LINES_H
#define PARLOR_TERM_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_SIZE = 4096 }; /* no line is longer, its line feed included */

enum line_status {
    LINE_READ,
    LINE_LONG, /* it was longer than any answer can be, and has been skipped */
    LINE_END,  /* nothing more will come */
    LINE_STOP, /* interrupted */
};

struct lines {
    int fd;
    bool (*interrupted)(void);
    size_t length; /* bytes in buffer that have not been handed out */
    char buffer[LINE_SIZE];
};

/* The next line without its line feed and the blanks at both ends. The last one
 * need not have a line feed. */
enum line_status lines_next(struct lines *, char out[LINE_SIZE]);

/* Columns to write lines into: those of the terminal on stdout, within reason. */
int lines_width(void);

#endif
