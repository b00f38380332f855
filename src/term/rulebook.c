/* See rulebook.h. */
#include "term/rulebook.h"

#include <stdlib.h>

#include "memory.h"
#include "term/markdown.h"

char *rulebook_drawn(const struct game *game, const struct language *language)
{
    struct rulebook book = rulebook_in(game, language);
    char *plain = must_alloc(RULEBOOK_SIZE);
    struct writer w = write_into(plain, RULEBOOK_SIZE);

    rulebook_write(&book, &w);
    char *text = must_alloc(markdown_size(w.length));
    struct writer out = write_into(text, markdown_size(w.length));
    struct canvas canvas = {.out = &out, .colour = true, .width = 80};
    draw_markdown(&canvas, plain, w.length);
    free(plain);
    return text;
}
