/* See log.h. */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "rules/text.h"

void log_line(const char *event, const char *format, ...)
{
    char line[1024], when[32];
    time_t now = time(NULL);
    struct tm utc;
    va_list args;

    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fprintf(stderr, "time=%s event=%s%s%s\n", when, event, line[0] ? " " : "", line);
}

const char *log_quoted(const char *text, char *buffer, int size)
{
    struct writer w = write_into(buffer, (size_t)size);

    write_json_string(&w, text, text_length(text));
    return buffer;
}
