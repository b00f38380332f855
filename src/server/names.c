/* See names.h. */
#include "server/names.h"

#include <string.h>

enum {
    MARKS_MAX = 2,
    ZERO_WIDTH_FIRST = 0x200c, /* that join or part letters: sentences need them, names do not */
    ZERO_WIDTH_LAST = 0x200d,
};

/* Returns the character at a place, which is UTF-8, and goes on to the next. */
static uint32_t next_character(const char *text, size_t *at)
{
    const unsigned char *bytes = (const unsigned char *)text + *at;
    size_t size = text_character(text + *at, strlen(text + *at));
    uint32_t code = size == 1 ? bytes[0] : bytes[0] & (0x7fu >> size);

    for (size_t i = 1; i < size; i++)
        code = code << 6 | (bytes[i] & 0x3f);
    *at += size;
    return code;
}

/* Marks that stand on, below or around the letter before them. Piled up they run over
 * the lines above and below. */
static bool is_mark(uint32_t code)
{
    return (code >= 0x300 && code <= 0x36f) || (code >= 0x483 && code <= 0x489) || (code >= 0x1ab0 && code <= 0x1aff) ||
           (code >= 0x1dc0 && code <= 0x1dff) || (code >= 0x20d0 && code <= 0x20ff) ||
           (code >= 0xfe20 && code <= 0xfe2f);
}

/* Blank without being a space that everybody knows: a name of them would look empty. */
static bool is_blank(uint32_t code)
{
    return code == ' ' || code == 0xa0 || code == 0xad || code == 0x34f || code == 0x115f || code == 0x1160 ||
           code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x202f || code == 0x205f || code == 0x2800 ||
           code == 0x3000 || code == 0x3164 || code == 0xffa0;
}

/* What may be wrong with a text, as a name or as a line. */
struct faults {
    enum refusal characters, marks, empty;
};

static bool text_is_fit(const struct faults *faults, const char *text, struct problem *why)
{
    bool seen = false;
    int marks = 0;

    if (!text_is_utf8(text, strlen(text)))
        return problem_set(why, "a text must be UTF-8");
    if (!text_is_clean(text, strlen(text)))
        return server_refuse(why, faults->characters);
    for (size_t at = 0; text[at];) {
        uint32_t code = next_character(text, &at);
        marks = is_mark(code) ? marks + 1 : 0;
        if (marks > MARKS_MAX)
            return server_refuse(why, faults->marks);
        seen |= !is_blank(code) && !is_mark(code) && (code < ZERO_WIDTH_FIRST || code > ZERO_WIDTH_LAST);
    }
    return seen || server_refuse(why, faults->empty);
}

bool line_is_fit(const char *text, struct problem *why)
{
    static const struct faults faults = {REFUSE_LINE_CHARACTERS, REFUSE_LINE_MARKS, REFUSE_LINE_EMPTY};

    return text_is_fit(&faults, text, why);
}

/* ---- names that look like a bot's ---- */

/* Returns a letter as it looks: in lower case, narrow, and Latin where it could be. What
 * is neither letter nor digit is 0. */
static uint32_t looks_like(uint32_t code)
{
    static const struct {
        uint32_t code;
        char like;
    } twins[] = {{'0', 'o'},    {'8', 'b'},   {'6', 'b'},    {0x3bf, 'o'}, {0x39f, 'o'},  {0x43e, 'o'},
                 {0x41e, 'o'},  {0x3c4, 't'}, {0x3a4, 't'},  {0x442, 't'}, {0x422, 't'},  {0x392, 'b'},
                 {0x3b2, 'b'},  {0x412, 'b'}, {0x432, 'b'},  {0x42c, 'b'}, {0x44c, 'b'},  {0xf6, 'o'},
                 {0xd6, 'o'},   {0xf8, 'o'},  {0xd8, 'o'},   {0xf2, 'o'},  {0xf3, 'o'},   {0xf4, 'o'},
                 {0xf5, 'o'},   {0x14d, 'o'}, {0x1d0f, 'o'}, {0xdf, 'b'},  {0x253, 'b'},  {0x299, 'b'},
                 {0x1d1b, 't'}, {0x163, 't'}, {0x21b, 't'},  {0x165, 't'}, {0x2295, 'o'}, {0x25cb, 'o'}};

    if (code >= 0xff01 && code <= 0xff5e)
        code -= 0xfee0; /* wide */
    if (code >= 'A' && code <= 'Z')
        return code - 'A' + 'a';
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (twins[i].code == code)
            return (uint32_t)twins[i].like;
    if (code >= 0x1d400 && code <= 0x1d6a3)
        return 'a' + (code - 0x1d400) % 26; /* the letters of mathematics, alphabet after alphabet */
    if (code >= 0x24b6 && code <= 0x24e9)
        return 'a' + (code - 0x24b6) % 26; /* in circles */
    bool sign = code < 0x80 ? !((code >= 'a' && code <= 'z') || (code >= '0' && code <= '9'))
                            : code < 0xc0 || is_blank(code) || is_mark(code) || (code >= 0x2000 && code <= 0x2bff) ||
                                  (code >= 0x3000 && code <= 0x303f) || code == 0xa789 || code == 0x2d0;
    return sign ? 0 : code;
}

static bool is_colon(uint32_t code)
{
    return code == ':' || code == 0xff1a || code == 0x2236 || code == 0xa789 || code == 0x2d0 || code == 0xfe55 ||
           code == 0x5c3 || code == 0x589 || code == 0x1803 || code == 0xfe13;
}

/* A word that is being read. */
struct word {
    char letters[4]; /* the first few, those that are not a to z as ? */
    size_t length;
};

static void add_letter(struct word *word, uint32_t letter)
{
    if (word->length < sizeof word->letters)
        word->letters[word->length] = letter < 0x80 ? (char)letter : '?';
    word->length++;
}

static bool says_bot(const struct word *word)
{
    return word->length == 3 && memcmp(word->letters, "bot", 3) == 0;
}

/* Bots are called "bot:club" by the server and "Club bot" by the page: no word of a name
 * is "bot", and what stands before a colon is not either, however it is spaced. */
static bool looks_like_bot(const char *name)
{
    struct word word = {.length = 0}, before_colon = {.length = 0};

    for (size_t at = 0; name[at];) {
        uint32_t code = next_character(name, &at), letter = looks_like(code);
        if (is_mark(code))
            continue;
        if (letter) {
            add_letter(&word, letter);
            add_letter(&before_colon, letter);
            continue;
        }
        if (says_bot(&word) || (is_colon(code) && says_bot(&before_colon)))
            return true;
        word.length = 0;
    }
    return says_bot(&word) || strstr(name, "電腦");
}

bool name_is_fit(const char *name, struct problem *why)
{
    static const struct faults faults = {REFUSE_NAME_CHARACTERS, REFUSE_NAME_MARKS, REFUSE_NAME_EMPTY};
    int characters = 0;

    if (!text_is_fit(&faults, name, why))
        return false;
    for (size_t at = 0; name[at]; characters++) {
        uint32_t code = next_character(name, &at);
        if (code >= ZERO_WIDTH_FIRST && code <= ZERO_WIDTH_LAST)
            return server_refuse(why, REFUSE_NAME_HIDDEN);
    }
    if (characters > NAME_CHARACTERS || strlen(name) >= NAME_SIZE)
        return server_refuse(why, REFUSE_NAME_LONG);
    return !looks_like_bot(name) || server_refuse(why, REFUSE_NAME_BOT);
}
