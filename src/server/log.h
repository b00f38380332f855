/* Logs on stderr what the server does: one line for each event, key=value. */
#ifndef PARLOR_SERVER_LOG_H
#define PARLOR_SERVER_LOG_H

/* Writes time=2026-01-31T12:00:00Z event=NAME and the rest as printf: "port=%d". Pass
 * values from outside through log_quoted(). */
void log_line(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a text in quotes, without control characters, into the caller's buffer, and returns that. */
const char *log_quoted(const char *text, char *buffer, int size);

#endif
