/* See say.h. */
#include "term/say.h"

static const struct language *known(const struct language *language)
{
    return language ? language : &languages[0];
}

const char *said(const struct language *language, enum text text)
{
    return texts[known(language) - languages][text];
}

void say_values(struct writer *w, const struct language *language, enum text text, const struct word_value *values,
                int count)
{
    words_text(known(language), said(language, text), values, count, w);
}

void say(struct writer *w, const struct language *language, enum text text)
{
    write_text(w, said(language, text));
}

bool problem_say(struct problem *why, const struct language *language, enum text text)
{
    return problem_set(why, "%s", said(language, text));
}
