/* See libc.c. */
#ifndef PARLOR_WASM_STDLIB_H
#define PARLOR_WASM_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *);
void free_everything(void); /* ours alone: all that was ever allocated */
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
