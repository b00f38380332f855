/* See libc.c. */
#ifndef PARLOR_WASM_STDIO_H
#define PARLOR_WASM_STDIO_H

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

#endif
