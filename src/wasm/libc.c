/* The part of a C library that the rules, the table and what stands on them need, so that
 * they run as WebAssembly without imports. Memory is allocated after the module's data, in
 * pieces of 32 bytes, 64, 128 and so on; a piece that is freed waits in a list for the next of
 * its size. Everything can be freed at once, which the checking of records does. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/text.h"

enum { PAGE = 1 << 16, MEMORY_MAX = 1 << 28, LEAST = 5 /* pieces have 2^5 bytes at least */, SIZES = 28 };

extern char __heap_base; /* where the linker's data end */
static size_t used;      /* bytes from there on */

/* ---- memory ---- */

/* Every piece has the power of two before it that it takes, this included. */
struct piece {
    _Alignas(16) unsigned power;
    struct piece *next; /* while it is free: another of the same size */
    _Alignas(16) char bytes[];
};

static struct piece *spare[SIZES]; /* free pieces, by power */

static struct piece *piece_of(void *bytes)
{
    return (struct piece *)((char *)bytes - offsetof(struct piece, bytes));
}

static struct piece *new_piece(unsigned power)
{
    uintptr_t begin = ((uintptr_t)&__heap_base + used + 15) & ~(uintptr_t)15;
    size_t end = begin + ((size_t)1 << power), there = __builtin_wasm_memory_size(0) * PAGE;

    if (end > MEMORY_MAX)
        return NULL;
    if (end > there && __builtin_wasm_memory_grow(0, (end - there + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
    used = end - (uintptr_t)&__heap_base;
    struct piece *piece = (struct piece *)begin;
    piece->power = power;
    return piece;
}

void *malloc(size_t size)
{
    unsigned power = LEAST;

    while (power < SIZES && ((size_t)1 << power) - sizeof(struct piece) < size)
        power++;
    if (power == SIZES)
        return NULL;
    struct piece *piece = spare[power];
    if (piece)
        spare[power] = piece->next;
    else
        piece = new_piece(power);
    return piece ? piece->bytes : NULL;
}

void *calloc(size_t count, size_t size)
{
    void *new = size &&count > MEMORY_MAX / size ? NULL : malloc(count * size);

    return new ? memset(new, 0, count * size) : NULL;
}

void *realloc(void *old, size_t size)
{
    size_t had = old ? ((size_t)1 << piece_of(old)->power) - sizeof(struct piece) : 0;

    if (old && size <= had)
        return old;
    char *new = malloc(size);
    if (new &&old) {
        memcpy(new, old, had);
        free(old);
    }
    return new;
}

void free(void *old)
{
    if (!old)
        return;
    struct piece *piece = piece_of(old);
    piece->next = spare[piece->power];
    spare[piece->power] = piece;
}

void free_everything(void)
{
    used = 0;
    memset(spare, 0, sizeof spare);
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

size_t strnlen(const char *text, size_t most)
{
    size_t length = 0;

    while (length < most && text[length])
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

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++)
        if (at[i] == (unsigned char)byte)
            return (void *)(at + i);
    return NULL;
}

char *strchr(const char *text, int c)
{
    while (*text && *text != (char)c)
        text++;
    return *text == (char)c ? (char *)text : NULL;
}

char *strstr(const char *text, const char *part)
{
    for (size_t length = strlen(part), left = strlen(text); left >= length; text++, left--)
        if (memcmp(text, part, length) == 0)
            return (char *)text;
    return NULL;
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    return copy ? memcpy(copy, text, size) : NULL;
}

size_t strspn(const char *text, const char *of)
{
    size_t length = 0;

    while (text[length] && is_in(text[length], of))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *of)
{
    size_t length = 0;

    while (text[length] && !is_in(text[length], of))
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

/* Writes a number with six digits behind the point: exactly as it is, then rounded to the nearest, to even between two,
 * as the C library of the program does. */
static void write_six_digits(struct writer *w, double number)
{
    enum { SHIFT_MAX = 127 };
    static const uint64_t million = 1000000;
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    int power = (int)(bits >> 52 & 0x7ff) - 1075;
    uint64_t fraction = (bits & 0xfffffffffffff) | (uint64_t)1 << 52; /* of 0 too: its power makes it 0 again */
    if (power > -20)
        __builtin_trap(); /* 2^33 and more: there are no such numbers here */
    /* fraction * 10^6 / 2^-power, in two words */
    uint64_t upper = (fraction >> 32) * million, lower = (fraction & 0xffffffff) * million;
    uint64_t low = (upper << 32) + lower, high = (upper >> 32) + (low < lower), whole, half, rest;
    int shift = -power;
    if (shift > SHIFT_MAX) {
        whole = rest = 0;
        half = 1;
    } else if (shift > 64) { /* what is left of the lower word decides only between two */
        whole = high >> (shift - 64);
        half = (uint64_t)1 << (shift - 64);
        rest = (high & (half - 1)) * 2 + (low != 0);
    } else {
        whole = shift == 64 ? high : high << (64 - shift) | low >> shift;
        rest = shift == 64 ? low : low & (((uint64_t)1 << shift) - 1);
        half = (uint64_t)1 << (shift - 1);
    }
    whole += rest > half || (rest == half && (whole & 1));
    if (bits >> 63)
        write_char(w, '-');
    write_number(w, (int64_t)(whole / million));
    write_char(w, '.');
    for (uint64_t unit = million / 10; unit > 0; unit /= 10)
        write_char(w, (char)('0' + whole / unit % 10));
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
    } else if (skip(at, "%lld")) {
        write_number(w, va_arg(*values, long long));
    } else if (skip(at, "%.6f")) {
        write_six_digits(w, va_arg(*values, double));
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

FILE *open_memstream(char **text, size_t *length)
{
    FILE *file = calloc(1, sizeof *file);

    if (!file)
        return NULL;
    *text = NULL;
    *length = 0;
    file->text = text;
    file->length = length;
    fwrite("", 1, 0, file);
    return file;
}

int fclose(FILE *file)
{
    int failed = file->failed;

    free(file);
    return failed ? EOF : 0;
}

/* The text ends in NUL at any time. */
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *out)
{
    size_t more = size * count, length = out->text ? *out->length : 0;

    if (!out->text || out->failed)
        return 0;
    if (length + more >= out->capacity) {
        size_t capacity = 2 * (length + more) + 1024;
        char *grown = realloc(*out->text, capacity);
        if (!grown) {
            out->failed = 1;
            return 0;
        }
        *out->text = grown;
        out->capacity = capacity;
    }
    memcpy(*out->text + length, bytes, more);
    *out->length = length + more;
    (*out->text)[length + more] = '\0';
    return count;
}

int fputc(int c, FILE *out)
{
    char byte = (char)c;

    return fwrite(&byte, 1, 1, out) == 1 ? c : EOF;
}

int fprintf(FILE *out, const char *format, ...)
{
    static char line[1 << 14];
    va_list values;

    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    return fwrite(line, 1, (size_t)length, out) == (size_t)length ? length : EOF;
}

int fflush(FILE *out)
{
    return out->text && !out->failed ? 0 : EOF;
}
