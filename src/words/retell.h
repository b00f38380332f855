/* A step of a game, told again as JSON to one viewer: `parlor replay --json` and
 * the server's replays are made of it. */
#ifndef PARLOR_WORDS_RETELL_H
#define PARLOR_WORDS_RETELL_H

#include "words/words.h"

/* Writes what happened at a step, as a viewer may know it: a list of facts (rules/fact.h). */
void retell_facts(const struct table *, int viewer, int step, struct writer *);

/* Writes facts, as a viewer may know them already, as a list. */
void retell_list(const struct game *, const struct facts *, struct writer *);

/* The members "step", "actor", "do", "facts" and "told" of an object. What was done is
 * there for its own seat and when everything is OPEN: for others the notation may
 * give away what is hidden, so they have the sentences told. */
void retell_step(struct listener, const struct table *, int step, struct writer *);

#endif
