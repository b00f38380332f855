/* Text in and out, without a C library and without allocation.
 *
 * A writer fills a buffer of the caller's and never runs over; what does not
 * fit is dropped and remembered. A reader walks over bytes that nobody has to
 * trust: the first thing that is not as expected is kept with its place, and
 * everything read after that fails as well, so that callers check once. The
 * record format has one spelling for everything, and so has the reader: there
 * is no white space to skip and no second way to write a number. */
#ifndef PARLOR_RULES_TEXT_H
#define PARLOR_RULES_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct writer {
    char *buffer;  /* always ends in NUL while size > 0 */
    size_t size;   /* size of buffer, the NUL included */
    size_t length; /* bytes written, less than size */
    bool overflow; /* something did not fit */
};

struct writer write_into(char *buffer, size_t size);
void write_char(struct writer *, char);
void write_text(struct writer *, const char *text);
void write_bytes(struct writer *, const char *bytes, size_t length);
void write_number(struct writer *, int64_t number);
void write_json_string(struct writer *, const char *bytes, size_t length); /* quoted and escaped */
void write_member(struct writer *, const char *key, size_t length);        /* the same as write_key() */
void write_item(struct writer *);   /* the comma before the next item of a list, if one is due */
void write_object(struct writer *); /* { as the next item of a list */
void write_key_numbers(struct writer *, const char *key, const uint8_t *numbers, int count); /* "key":[1,2] */
void write_key_bits(struct writer *, const char *key, uint64_t set); /* "key":[0,3]: the bits that are set */
typedef void text_writer(int what, struct writer *);                 /* such as card_text() of a game */
void write_quoted(struct writer *, text_writer *, int what);         /* "R4" */
void write_item_of(struct writer *, text_writer *, int what);        /* "R4" as the next item of a list */
void write_items_of(struct writer *, text_writer *, uint64_t set);   /* ["R4","G1"], of the bits that are set */

/* Writes text from outside as it is shown to people: what could end a line, steer a
 * terminal or turn a sentence round, and a byte that is not UTF-8, become ?. The
 * result is no longer than the text. */
void write_clean(struct writer *, const char *bytes, size_t length);
bool text_is_clean(const char *bytes, size_t length); /* nothing of the kind is in it */

struct reader {
    const char *text;
    size_t length;
    size_t at;         /* next byte to read; on failure, where it went wrong */
    const char *error; /* what went wrong first, or NULL */
};

struct reader read_from(const char *text, size_t length);
bool read_failed(struct reader *, const char *error); /* sets the error unless there is one; always false */
bool read_failed_at(struct reader *, size_t at, const char *error); /* likewise, and that is where it went wrong */
bool read_next(struct reader *, int n, const char *few); /* what comes before the n-th item of a list, or fails */
bool read_last(struct reader *, const char *many);       /* the end of a list, or fails */
bool read_at_end(const struct reader *);                 /* nothing left, nothing wrong */
bool read_end(struct reader *);                          /* fails unless nothing is left */
bool read_literal(struct reader *, const char *literal); /* exactly these bytes, or fails at the first other one */
bool read_if(struct reader *, const char *literal);      /* takes these bytes if they come next; never fails */
bool read_number(struct reader *, int least, int most, int *number); /* no sign but -, no leading zeros */
bool read_json_string(struct reader *, char *out, size_t capacity, size_t *length); /* canonical escapes, valid UTF-8 */

bool text_equal(const char *a, const char *b);
size_t text_length(const char *);
size_t text_character(const char *bytes, size_t left); /* length of the UTF-8 character there; 0: malformed */
bool text_is_utf8(const char *bytes, size_t length);

/* Writes ,"key": (without the comma after an opening brace). Keys are literals nearly everywhere, and a compiler knows
 * how long those are. */
static inline void write_key(struct writer *w, const char *key)
{
    write_member(w, key, __builtin_constant_p(__builtin_strlen(key)) ? __builtin_strlen(key) : text_length(key));
}

static inline void write_key_number(struct writer *w, const char *key, int64_t number)
{
    write_key(w, key);
    write_number(w, number);
}

static inline void write_key_text(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    write_json_string(w, text, text_length(text));
}

static inline void write_key_flag(struct writer *w, const char *key, bool flag)
{
    write_key(w, key);
    write_text(w, flag ? "true" : "false");
}

/* "key":{ */
static inline void write_key_object(struct writer *w, const char *key)
{
    write_key(w, key);
    write_char(w, '{');
}

/* "key":[ */
static inline void write_key_list(struct writer *w, const char *key)
{
    write_key(w, key);
    write_char(w, '[');
}

/* "key":"R4" */
static inline void write_key_of(struct writer *w, const char *key, text_writer *write, int what)
{
    write_key(w, key);
    write_quoted(w, write, what);
}

/* "key":["R4","G1"] */
static inline void write_key_items_of(struct writer *w, const char *key, text_writer *write, uint64_t set)
{
    write_key(w, key);
    write_items_of(w, write, set);
}

#endif
