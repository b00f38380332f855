/* The language that a person is spoken to in: what --lang says, else the locale of
 * the environment, else English. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "term/screen.h"
#include "words/words.h"

struct arg arg_lang(const char **lang)
{
    return (struct arg){.name = "lang",
                        .kind = ARG_TEXT,
                        .value = "TAG",
                        .help = "language, as a tag such as zh-Hant (your locale's)",
                        .into.text = lang};
}

struct arg arg_notation(bool *notation)
{
    return (struct arg){.name = "notation",
                        .kind = ARG_FLAG,
                        .help = "list moves as records write them, not in words",
                        .into.flag = notation};
}

/* The locale of messages, as POSIX finds it; NULL if there is none. */
static const char *locale_wanted(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && value[0])
            return value;
    }
    return NULL;
}

static bool is_readable(const struct language *language, bool ascii)
{
    return !ascii || strcmp(language_word(language, NULL, "ascii"), "yes") == 0;
}

static void refuse(const struct command *command, const char *typed)
{
    char known[256];
    struct writer w = write_into(known, sizeof known);

    for (const struct language *it = languages; it->tag; it++) {
        write_text(&w, it == languages ? "" : it[1].tag ? ", " : " or ");
        write_text(&w, it->tag);
    }
    usage_error(command, "--lang %s: must be %s", typed, known);
}

bool language_wanted(const struct command *command, const char *typed, bool ascii, const struct language **out)
{
    const struct language *found = language_find(typed ? typed : locale_wanted());

    if (!found && typed) {
        refuse(command, typed);
        return false;
    }
    if (typed && !is_readable(found, ascii)) {
        usage_error(command, "--lang %s: cannot be read in ASCII; leave --ascii out", typed);
        return false;
    }
    *out = found && (typed || is_readable(found, ascii || screen_wants_ascii())) ? found : &languages[0];
    return true;
}
