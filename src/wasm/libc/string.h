/* See libc.c. */
#ifndef PARLOR_WASM_STRING_H
#define PARLOR_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
void *memchr(const void *bytes, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
int strcmp(const char *a, const char *b);
size_t strspn(const char *text, const char *of);
size_t strcspn(const char *text, const char *of);
char *strchr(const char *text, int c);
char *strstr(const char *text, const char *part);
char *strdup(const char *text);

#endif
