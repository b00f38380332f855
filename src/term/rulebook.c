/* See rulebook.h. */
#include "term/rulebook.h"

#include <stdio.h>
#include <stdlib.h>

#include "term/markdown.h"

/* The build embeds a text for each game (src/meson.build), and tests/cli/rules_test.py looks at all of them. Only the
 * template, which tests play, has none. */
const struct embedded_file *rulebook_of(const struct game *game)
{
    static const char nothing[] = "Nobody has written these rules down for people yet.\n";
    static const struct embedded_file none = {"", (const unsigned char *)nothing, sizeof nothing - 1};
    char name[64];

    snprintf(name, sizeof name, "%s.md", game->id);
    const struct embedded_file *file = embedded_named(rules_texts, name);
    return file ? file : &none;
}

char *rulebook_drawn(const struct game *game)
{
    const struct embedded_file *file = rulebook_of(game);
    size_t room = markdown_room(file->length);
    char *text = malloc(room);

    if (!text)
        return NULL;
    struct writer out = write_into(text, room);
    struct canvas canvas = {.out = &out, .colour = true, .width = 80};
    draw_markdown(&canvas, (const char *)file->bytes, file->length);
    return text;
}
