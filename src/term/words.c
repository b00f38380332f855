/* See words.h. */
#include "term/words.h"

#include <string.h>

enum { WORD_WIDTH = 14 };

static bool is_called(const char *word, const char *typed, size_t length)
{
    return strlen(word) == length && strncmp(word, typed, length) == 0;
}

int word_typed(const struct language *language, const struct word *words, int count, const char *typed,
               const char **rest)
{
    const char *word = strcmp(typed, "?") == 0 ? "help" : typed;
    size_t length = strcspn(word, " \t");

    *rest = word + length + strspn(word + length, " \t");
    for (int i = 0; i < count; i++)
        if ((is_called(words[i].word, word, length) || is_called(said(language, words[i].called), word, length)) &&
            (said(language, words[i].operand)[0] || !**rest))
            return i;
    return -1;
}

static void draw_key(struct canvas *c, int key)
{
    draw_text(c, CYAN, key ? "F" : " ");
    if (key)
        draw_number(c, CYAN, key);
    draw_spaces(c, key == 0 ? 3 : key < 10 ? 2 : 1);
}

void draw_words(struct canvas *c, const struct word *words, int count, const int *keys)
{
    for (int i = 0; i < count; i++) {
        const struct word *it = &words[i];
        const char *operand = said_in(c, it->operand);
        draw_spaces(c, 2);
        if (keys)
            draw_key(c, keys[i]);
        int start = c->column;
        draw_said(c, BOLD, it->called);
        draw_text(c, PLAIN, operand[0] ? " " : "");
        draw_text(c, PLAIN, operand);
        draw_to(c, start + WORD_WIDTH - 1);
        draw_text(c, PLAIN, " "); /* words of some languages are longer */
        draw_said(c, PLAIN, it->help);
        draw_line_end(c);
    }
}
