/* See rulebooks.h. */
#include "rulebooks.h"

#include <stdio.h>

/* The build embeds an English text for each game (src/meson.build), and tests/cli/rules_test.py looks at all of them.
 * Only the template, which tests play, has none. */
static const struct embedded_file *english_text(const struct game *game)
{
    static const char nothing[] = "Nobody has written these rules down for people yet.\n";
    static const struct embedded_file none = {"", (const unsigned char *)nothing, sizeof nothing - 1};
    char name[64];

    snprintf(name, sizeof name, "%s.md", game->id);
    const struct embedded_file *text = embedded_named(rules_texts, name);
    return text ? text : &none;
}

struct rulebook rulebook_in(const struct game *game, const struct language *language)
{
    char name[64];

    if (language == &languages[0])
        return (struct rulebook){.text = english_text(game), .language = language};
    snprintf(name, sizeof name, "%s/%s.md", language->tag, game->id);
    const struct embedded_file *text = embedded_named(rules_texts, name);
    if (text)
        return (struct rulebook){.text = text, .language = language};
    return (struct rulebook){
        .text = english_text(game), .language = &languages[0], .note = language_word(language, NULL, "rules.english")};
}

void rulebook_write(const struct rulebook *book, struct writer *w)
{
    if (book->note) {
        write_char(w, '*');
        write_text(w, book->note);
        write_text(w, "*\n\n");
    }
    write_bytes(w, (const char *)book->text->bytes, book->text->length);
}
