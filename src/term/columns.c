/* See columns.h. The ranges are those that terminals agree on. */
#include "term/columns.h"

#include <stdint.h>

#include "rules/text.h"

static uint32_t code_point(const char *character, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)character;
    uint32_t code = size == 1 ? bytes[0] : bytes[0] & (0x7fu >> size);

    for (size_t i = 1; i < size; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    return code;
}

int character_columns(const char *character, size_t size)
{
    static const struct {
        uint32_t first, last;
        int columns;
    } ranges[] = {
        {0x0300, 0x036f, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05bd, 0},   {0x0610, 0x061a, 0},   {0x064b, 0x065f, 0},
        {0x1100, 0x115f, 2},   {0x1ab0, 0x1aff, 0},   {0x1dc0, 0x1dff, 0},   {0x200b, 0x200f, 0},   {0x20d0, 0x20ff, 0},
        {0x2e80, 0x303e, 2},   {0x3041, 0xa4cf, 2},   {0xa960, 0xa97f, 2},   {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},
        {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},   {0xfe30, 0xfe6f, 2},   {0xff01, 0xff60, 2},   {0xffe0, 0xffe6, 2},
        {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
    };
    uint32_t code = code_point(character, size);

    for (size_t i = 0; code >= ranges[0].first && i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].columns;
    return 1;
}

/* A byte that begins no character stands for itself. */
static size_t size_at(const char *text, size_t left)
{
    size_t size = text_character(text, left);
    return size + (size == 0);
}

int text_columns(const char *text, size_t length)
{
    int columns = 0;

    for (size_t at = 0, size; at < length; at += size) {
        size = size_at(text + at, length - at);
        columns += character_columns(text + at, size);
    }
    return columns;
}

int width_of(const char *text)
{
    return text_columns(text, text_length(text));
}

size_t text_fit(const char *text, size_t length, int columns)
{
    size_t at = 0;

    while (at < length) {
        size_t size = size_at(text + at, length - at);
        columns -= character_columns(text + at, size);
        if (columns < 0)
            break;
        at += size;
    }
    return at;
}
