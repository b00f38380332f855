/* See libc.c. */
#ifndef PARLOR_WASM_STDIO_H
#define PARLOR_WASM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

enum { EOF = -1 };

/* Bytes in memory that are read, or text that grows as it is written (open_memstream()). */
typedef struct {
    const char *at, *end;     /* what is left to be read */
    char **text;              /* of one that is written: where it is put when it is closed; else NULL */
    size_t *length, capacity; /* of that text */
    int failed;
} FILE;

FILE *open_memstream(char **text, size_t *length);
int fclose(FILE *); /* one that was written; others belong to who made them */
int getc(FILE *);
int ferror(FILE *);
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *);
int fputc(int, FILE *);
int fflush(FILE *);

/* These know %s, %.*s, %d, %ld, %lld, %zu and %.6f, which are all that is used here; they trap at anything else. */
int vsnprintf(char *out, size_t size, const char *format, va_list values);
int fprintf(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3))); /* up to 16 kB at once */

#endif
