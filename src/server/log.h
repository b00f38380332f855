/* What the server says about itself, on stderr: one line an event, key=value. */
#ifndef PARLOR_SERVER_LOG_H
#define PARLOR_SERVER_LOG_H

/* time=2026-01-31T12:00:00Z event=NAME and the rest as printf: "port=%d". Values
 * from outside are quoted by log_quoted(). */
void log_line(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text in quotes without control characters, in a buffer of the caller's. */
const char *log_quoted(const char *text, char *buffer, int size);

#endif
