/* The steps of a game as lines of the log and as facts, for one guest after the other. At a table of four the same
 * thing is told four times, mostly in the same words, and words are most of what a choice costs. So what was written
 * for one guest is kept, and taken for the next one if it would be written of the same.
 *
 * Both texts are made of facts as table_facts() has them for their viewer, and of the listener's language and seat:
 * nothing else goes in. So they are taken only where all of that is equal, value by value. What one viewer may not know
 * is not in its facts, and nobody has to say which facts are public. */
#ifndef PARLOR_SERVER_RETOLD_H
#define PARLOR_SERVER_RETOLD_H

#include "words/words.h"

enum {
    RETOLD_STEPS = 4,   /* a choice and what is dealt after it are rarely more */
    RETOLD_SIZE = 8192, /* a longer one is written again each time */
};

/* A step as it was written last. */
struct retold_step {
    bool is_there;
    int step;
    struct facts facts;              /* as the viewer knows them */
    const struct language *language; /* of the line */
    bool marked;
    int you;              /* the seat that is "you" in the line; ONLOOKER: none is */
    struct listener last; /* to whom it was told last */
    size_t line, list;
    char text[RETOLD_SIZE]; /* the line as a JSON string, and from `line` on the facts as a list, `list` bytes */
};

/* Steps of one table that does not change meanwhile. */
struct retold {
    struct retold_step steps[RETOLD_STEPS]; /* by the step's number */
};

/* Forgets everything: the next table, or the same one after a change. */
void retold_clear(struct retold *);

/* Write a step as one line of the log, a JSON string, and as a list of facts. Without a place to keep it (NULL) it is
 * written again each time. */
void retold_line(struct retold *, struct listener, const struct table *, int step, struct writer *);
void retold_facts(struct retold *, struct listener, const struct table *, int step, struct writer *);

#endif
