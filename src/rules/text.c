/* See text.h. */
#include "rules/text.h"

/* ---- writing ---- */

struct writer write_into(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (struct writer){.buffer = buffer, .size = size};
}

void write_char(struct writer *w, char c)
{
    if (w->length + 1 >= w->size) {
        w->overflow = true;
        return;
    }
    char *to = w->buffer + w->length++;
    to[0] = c;
    to[1] = '\0';
}

/* Copies bytes. Most texts are short: those are copied in two pieces, which may overlap. */
static inline void copy(char *restrict to, const char *restrict from, size_t length)
{
    uint64_t first, last;
    uint32_t head, tail;

    if (length > 16) {
        for (size_t i = 0; i < length; i++)
            to[i] = from[i];
    } else if (length >= 8) {
        __builtin_memcpy(&first, from, 8);
        __builtin_memcpy(&last, from + length - 8, 8);
        __builtin_memcpy(to, &first, 8);
        __builtin_memcpy(to + length - 8, &last, 8);
    } else if (length >= 4) {
        __builtin_memcpy(&head, from, 4);
        __builtin_memcpy(&tail, from + length - 4, 4);
        __builtin_memcpy(to, &head, 4);
        __builtin_memcpy(to + length - 4, &tail, 4);
    } else if (length > 0) {
        to[0] = from[0];
        to[length / 2] = from[length / 2];
        to[length - 1] = from[length - 1];
    }
}

void write_bytes(struct writer *w, const char *restrict bytes, size_t length)
{
    size_t left = w->size > w->length ? w->size - w->length - 1 : 0, fits = length < left ? length : left;

    w->overflow |= fits < length;
    if (fits == 0) /* there may be no buffer at all */
        return;
    char *to = w->buffer + w->length;
    copy(to, bytes, fits);
    to[fits] = '\0';
    w->length += fits;
}

void write_text(struct writer *w, const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    write_bytes(w, text, length);
}

/* What is rare is kept out of the functions that write short texts, which are most of all that is written: it would
 * cost them registers and, for an array, a check of the stack. */
#define RARE __attribute__((noinline, cold))

/* Writes a number of any length. */
static RARE void write_digits(struct writer *w, int64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    uint64_t rest = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;

    do
        digits[--first] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        digits[--first] = '-';
    write_bytes(w, digits + first, sizeof digits - first);
}

void write_number(struct writer *w, int64_t number)
{
    if (number < 0 || number >= 100) {
        write_digits(w, number);
    } else if (number < 10) {
        write_char(w, (char)('0' + number));
    } else {
        write_char(w, (char)('0' + (int)number / 10));
        write_char(w, (char)('0' + (int)number % 10));
    }
}

/* The escapes that have a letter; other control characters are \u00xx. */
static char escape_letter(char c)
{
    switch (c) {
    case '"': return '"';
    case '\\': return '\\';
    case '\b': return 'b';
    case '\t': return 't';
    case '\n': return 'n';
    case '\f': return 'f';
    case '\r': return 'r';
    default: return '\0';
    }
}

/* Returns how many bytes, from the first one on, need no escape. Eight at a time are looked at together: a byte of
 * `found` has its highest bit set if the same one of `eight` is a quote, a backslash or a control character, and the
 * lowest of those that are set is never wrong. */
static size_t plain_bytes(const char *bytes, size_t length)
{
    const uint64_t each = 0x0101010101010101u, high = 0x80 * each;
    size_t at = 0;

    for (; at + 8 <= length; at += 8) {
        uint64_t eight = 0;
        for (size_t i = 0; i < 8; i++)
            eight |= (uint64_t)(unsigned char)bytes[at + i] << 8 * i;
        uint64_t quote = eight ^ '"' * each, backslash = eight ^ '\\' * each;
        uint64_t found =
            ((eight - 0x20 * each) & ~eight) | ((quote - each) & ~quote) | ((backslash - each) & ~backslash);
        if (found & high)
            return at + (size_t)__builtin_ctzll(found & high) / 8;
    }
    while (at < length && (unsigned char)bytes[at] >= 0x20 && bytes[at] != '"' && bytes[at] != '\\')
        at++;
    return at;
}

static void write_escape(struct writer *w, char c)
{
    static const char hex[] = "0123456789abcdef";

    if (escape_letter(c)) {
        write_char(w, '\\');
        write_char(w, escape_letter(c));
    } else {
        write_text(w, "\\u00");
        write_char(w, hex[(unsigned char)c >> 4]);
        write_char(w, hex[(unsigned char)c & 15]);
    }
}

void write_json_string(struct writer *w, const char *bytes, size_t length)
{
    write_char(w, '"');
    for (size_t at = 0; at < length; at++) {
        size_t plain = plain_bytes(bytes + at, length - at);
        write_bytes(w, bytes + at, plain);
        at += plain;
        if (at < length)
            write_escape(w, bytes[at]);
    }
    write_char(w, '"');
}

/* Whether a comma is due after this character. */
static inline bool ends_item(char last)
{
    return last != '{' && last != '[' && last != ':';
}

void write_item(struct writer *w)
{
    if (w->length > 0 && ends_item(w->buffer[w->length - 1]))
        write_char(w, ',');
}

/* Writes as much of a key as fits. */
static RARE void write_cut_off(struct writer *w, const char *key, size_t length)
{
    write_item(w);
    write_char(w, '"');
    write_bytes(w, key, length);
    write_text(w, "\":");
}

void write_member(struct writer *w, const char *restrict key, size_t length)
{
    enum { AROUND = 5 }; /* a comma, two quotes, a colon and the NUL */
    size_t at = w->length;

    if (at + length + AROUND > w->size) {
        write_cut_off(w, key, length);
        return;
    }
    char *to = w->buffer + at;
    if (at > 0 && ends_item(to[-1]))
        *to++ = ',';
    *to++ = '"';
    copy(to, key, length);
    to += length;
    to[0] = '"';
    to[1] = ':';
    to[2] = '\0';
    w->length = (size_t)(to + 2 - w->buffer);
}

/* Characters that no text needs and that do something when they are shown: control
 * characters (those of one byte, DEL, U+0080 to U+009F), those that change the
 * direction of writing, line and paragraph separators, and those without width, except
 * the two that join letters and pictures. */
static bool is_unfit(const char *character, size_t size)
{
    static const struct {
        uint32_t first, last;
    } unfit[] = {{0x80, 0x9f},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200b}, {0x200e, 0x200f},
                 {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
    const unsigned char *bytes = (const unsigned char *)character;
    uint32_t code = size == 1 ? bytes[0] : bytes[0] & (0x7fu >> size);

    if (size == 1)
        return code < 0x20 || code == 0x7f;
    for (size_t i = 1; i < size; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    for (size_t i = 0; i < sizeof unfit / sizeof *unfit; i++)
        if (code >= unfit[i].first && code <= unfit[i].last)
            return true;
    return false;
}

void write_clean(struct writer *w, const char *bytes, size_t length)
{
    for (size_t at = 0, size; at<length; at += size> 0 ? size : 1) {
        size_t plain = at;
        while (plain < length && bytes[plain] >= ' ' && bytes[plain] < 0x7f)
            plain++;
        write_bytes(w, bytes + at, plain - at);
        at = plain;
        if (at == length)
            return;
        size = text_character(bytes + at, length - at);
        if (size == 0 || is_unfit(bytes + at, size))
            write_char(w, '?');
        else
            write_bytes(w, bytes + at, size);
    }
}

void write_object(struct writer *w)
{
    write_item(w);
    write_char(w, '{');
}

void write_key_numbers(struct writer *w, const char *key, const uint8_t *numbers, int count)
{
    write_key_list(w, key);
    for (int i = 0; i < count; i++) {
        write_item(w);
        write_number(w, numbers[i]);
    }
    write_char(w, ']');
}

void write_key_bits(struct writer *w, const char *key, uint64_t set)
{
    write_key_list(w, key);
    for (; set; set &= set - 1) {
        write_item(w);
        write_number(w, __builtin_ctzll(set));
    }
    write_char(w, ']');
}

void write_quoted(struct writer *w, text_writer *write, int what)
{
    write_char(w, '"');
    write(what, w);
    write_char(w, '"');
}

void write_item_of(struct writer *w, text_writer *write, int what)
{
    write_item(w);
    write_quoted(w, write, what);
}

void write_items_of(struct writer *w, text_writer *write, uint64_t set)
{
    write_item(w);
    write_char(w, '[');
    for (; set; set &= set - 1)
        write_item_of(w, write, __builtin_ctzll(set));
    write_char(w, ']');
}

/* ---- reading ---- */

struct reader read_from(const char *text, size_t length)
{
    return (struct reader){.text = text, .length = length};
}

bool read_failed(struct reader *r, const char *error)
{
    if (!r->error)
        r->error = error;
    return false;
}

bool read_failed_at(struct reader *r, size_t at, const char *error)
{
    r->at = at;
    return read_failed(r, error);
}

bool read_next(struct reader *r, int n, const char *few)
{
    return n == 0 ? read_literal(r, "[") : read_if(r, ",") || read_failed(r, few);
}

bool read_last(struct reader *r, const char *many)
{
    return read_if(r, "]") || read_failed(r, many);
}

bool read_at_end(const struct reader *r)
{
    return !r->error && r->at == r->length;
}

bool read_end(struct reader *r)
{
    return read_at_end(r) || read_failed(r, "something follows where the line should end");
}

bool read_if(struct reader *r, const char *literal)
{
    size_t at = r->at;

    if (r->error)
        return false;
    for (; *literal; literal++, at++)
        if (at >= r->length || r->text[at] != *literal)
            return false;
    r->at = at;
    return true;
}

bool read_literal(struct reader *r, const char *literal)
{
    if (read_if(r, literal))
        return true;
    for (; !r->error && r->at < r->length && r->text[r->at] == *literal; literal++)
        r->at++;
    return read_failed(r, "not what is expected here");
}

bool read_number(struct reader *r, int least, int most, int *number)
{
    size_t start = r->at;
    bool negative = read_if(r, "-");
    int64_t value = 0;
    size_t first = r->at;

    if (r->error)
        return false;
    while (r->at < r->length && r->text[r->at] >= '0' && r->text[r->at] <= '9' && r->at - first < 10)
        value = value * 10 + (r->text[r->at++] - '0');
    size_t digits = r->at - first;
    bool more = r->at < r->length && r->text[r->at] >= '0' && r->text[r->at] <= '9';
    if (negative)
        value = -value;
    if (digits == 0 || (digits > 1 && r->text[first] == '0') || (negative && value == 0)) {
        r->at = start;
        return read_failed(r, "a number is expected here");
    }
    if (more || value < least || value > most) {
        r->at = start;
        return read_failed(r, "this number is out of range");
    }
    *number = (int)value;
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* One escape after its backslash. Only the canonical spelling is taken. */
static bool read_escape(struct reader *r, char *out)
{
    static const char letters[] = "\"\\btnfr", meant[] = "\"\\\b\t\n\f\r";

    for (int i = 0; letters[i]; i++)
        if (r->at < r->length && r->text[r->at] == letters[i]) {
            r->at++;
            *out = meant[i];
            return true;
        }
    if (!read_if(r, "u00") || r->length - r->at < 2)
        return read_failed(r, "no such escape in a record");
    int high = hex_digit(r->text[r->at]), low = hex_digit(r->text[r->at + 1]);
    if (high < 0 || high > 1 || low < 0 || escape_letter((char)(high * 16 + low)))
        return read_failed(r, "this character is escaped in another way");
    r->at += 2;
    *out = (char)(high * 16 + low);
    return true;
}

bool read_json_string(struct reader *r, char *out, size_t capacity, size_t *length)
{
    *length = 0;
    if (!read_if(r, "\""))
        return read_failed(r, "a string is expected here");
    for (;;) {
        if (r->at >= r->length)
            return read_failed(r, "a string is not closed");
        unsigned char c = (unsigned char)r->text[r->at];
        if (c == '"') {
            r->at++;
            return true;
        }
        if (c < 0x20)
            return read_failed(r, "a control character in a string");
        if (c == '\\') {
            char meant = 0;
            r->at++;
            if (!read_escape(r, &meant))
                return false;
            if (*length + 1 > capacity)
                return read_failed(r, "a string is too long");
            out[(*length)++] = meant;
            continue;
        }
        size_t size = text_character(r->text + r->at, r->length - r->at);
        if (size == 0)
            return read_failed(r, "not valid UTF-8");
        if (*length + size > capacity)
            return read_failed(r, "a string is too long");
        for (; size > 0; size--)
            out[(*length)++] = r->text[r->at++];
    }
}

/* ---- plain text ---- */

size_t text_character(const char *bytes, size_t left)
{
    const unsigned char *p = (const unsigned char *)bytes;

    if (left == 0)
        return 0;
    size_t size = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
    if (size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) ||
        (p[0] == 0xf4 && p[1] >= 0x90))
        return 0; /* overlong, a surrogate, or past the last code point */
    return size;
}

bool text_is_utf8(const char *bytes, size_t length)
{
    for (size_t at = 0, size; at < length; at += size)
        if ((size = text_character(bytes + at, length - at)) == 0)
            return false;
    return true;
}

bool text_is_clean(const char *bytes, size_t length)
{
    for (size_t at = 0, size; at < length; at += size)
        if ((size = text_character(bytes + at, length - at)) == 0 || is_unfit(bytes + at, size))
            return false;
    return true;
}

bool text_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

size_t text_length(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}
