/* See libc.c. */
#ifndef PARLOR_WASM_STDIO_H
#define PARLOR_WASM_STDIO_H

#include <stdarg.h>
#include <stddef.h>

enum { EOF = -1 };

/* Bytes in memory that are read; nothing can be written. */
typedef struct {
    const char *at, *end;
} FILE;

int getc(FILE *);
int ferror(FILE *);
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *);
int fflush(FILE *);

/* Knows %s, %.*s, %d, %ld and %zu, which are all that the table's messages use; traps at anything else. */
int vsnprintf(char *out, size_t size, const char *format, va_list values);

#endif
