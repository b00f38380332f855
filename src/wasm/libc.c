/* The part of a C library that table.c and record.c need, so that they run as
 * WebAssembly without imports. Memory is allocated after the module's data and
 * freed all at once, when the next record is checked: a table grows by doubling,
 * so at most as much memory is idle as is in use. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/text.h"

enum { PAGE = 1 << 16, MEMORY_MAX = 1 << 28 };

extern char __heap_base; /* where the linker's data end */
static size_t used;      /* bytes from there on */

/* ---- memory ---- */

/* Every piece has its size before it. */
struct piece {
    _Alignas(16) size_t size;
    _Alignas(16) char bytes[];
};

void *malloc(size_t size)
{
    uintptr_t begin = ((uintptr_t)&__heap_base + used + 15) & ~(uintptr_t)15;

    if (size > MEMORY_MAX || begin + sizeof(struct piece) + size > MEMORY_MAX)
        return NULL;
    size_t end = begin + sizeof(struct piece) + size, there = __builtin_wasm_memory_size(0) * PAGE;
    if (end > there && __builtin_wasm_memory_grow(0, (end - there + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
    used = end - (uintptr_t)&__heap_base;
    struct piece *piece = (struct piece *)begin;
    piece->size = size;
    return piece->bytes;
}

void *calloc(size_t count, size_t size)
{
    void *new = size &&count > MEMORY_MAX / size ? NULL : malloc(count * size);

    return new ? memset(new, 0, count * size) : NULL;
}

void *realloc(void *old, size_t size)
{
    char *new = malloc(size);

    if (new &&old) {
        size_t had = ((const struct piece *)((const char *)old - offsetof(struct piece, bytes)))->size;
        memcpy(new, old, had < size ? had : size);
    }
    return new;
}

void free(void *unused)
{
    (void)unused;
}

void free_everything(void)
{
    used = 0;
}

/* ---- bytes and strings ---- */

void *memcpy(void *to, const void *from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;

    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static int is_in(char c, const char *of)
{
    while (*of && *of != c)
        of++;
    return *of;
}

size_t strspn(const char *text, const char *of)
{
    size_t length = 0;

    while (text[length] && is_in(text[length], of))
        length++;
    return length;
}

/* ---- order: by insertion, for the few hundred legal actions of a record ---- */

static void swap(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *list = items;

    for (size_t i = 1; i < count; i++)
        for (size_t at = i; at > 0 && compare(list + (at - 1) * size, list + at * size) > 0; at--)
            swap(list + (at - 1) * size, list + at * size, size);
}

/* ---- messages ---- */

/* Moves past a conversion if it is next. */
static bool skip(const char **at, const char *conversion)
{
    size_t length = strlen(conversion);

    for (size_t i = 0; i < length; i++)
        if ((*at)[i] != conversion[i])
            return false;
    *at += length;
    return true;
}

static void write_up_to(struct writer *w, int most, const char *text)
{
    for (int i = 0; i < most && text[i]; i++)
        write_char(w, text[i]);
}

/* Writes the value of the conversion that is next, and moves past it. */
static void write_value(struct writer *w, const char **at, va_list *values)
{
    if (skip(at, "%s")) {
        write_text(w, va_arg(*values, const char *));
    } else if (skip(at, "%.*s")) {
        int most = va_arg(*values, int);
        write_up_to(w, most, va_arg(*values, const char *));
    } else if (skip(at, "%d")) {
        write_number(w, va_arg(*values, int));
    } else if (skip(at, "%ld")) {
        write_number(w, va_arg(*values, long));
    } else if (skip(at, "%zu")) {
        write_number(w, (int64_t)va_arg(*values, size_t));
    } else {
        __builtin_trap();
    }
}

int vsnprintf(char *out, size_t size, const char *format, va_list values)
{
    struct writer w = write_into(out, size);
    va_list left;

    va_copy(left, values);
    while (*format)
        if (*format == '%')
            write_value(&w, &format, &left);
        else
            write_char(&w, *format++);
    va_end(left);
    return (int)w.length;
}

/* ---- files ---- */

int getc(FILE *in)
{
    return in->at < in->end ? (unsigned char)*in->at++ : EOF;
}

int ferror(FILE *in)
{
    (void)in;
    return 0;
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *out)
{
    (void)bytes, (void)size, (void)count, (void)out;
    return 0;
}

int fflush(FILE *out)
{
    (void)out;
    return EOF;
}
