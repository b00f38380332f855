/* See words.h. */
#include "term/words.h"

#include <string.h>

enum { WORD_WIDTH = 14 };

int word_typed(const struct word *words, int count, const char *typed, const char **rest)
{
    const char *word = strcmp(typed, "?") == 0 ? "help" : typed;
    size_t length = strcspn(word, " \t");

    *rest = word + length + strspn(word + length, " \t");
    for (int i = 0; i < count; i++)
        if (strlen(words[i].word) == length && strncmp(words[i].word, word, length) == 0 &&
            (words[i].operand[0] || !**rest))
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
        int width = (int)strlen(it->word) + (int)strlen(it->operand) + (it->operand[0] ? 1 : 0);
        draw_spaces(c, 2);
        if (keys)
            draw_key(c, keys[i]);
        draw_text(c, BOLD, it->word);
        draw_text(c, PLAIN, it->operand[0] ? " " : "");
        draw_text(c, PLAIN, it->operand);
        draw_spaces(c, WORD_WIDTH - width);
        draw_text(c, PLAIN, it->help);
        draw_line_end(c);
    }
}
