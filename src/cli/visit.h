/* What parlor join and parlor watch share: finding the table, and keeping the seat. */
#ifndef PARLOR_CLI_VISIT_H
#define PARLOR_CLI_VISIT_H

#include "cli/cli.h"

/* How a table is visited, as typed. */
struct visit_wishes {
    const char *words[MAX_WORDS]; /* the address */
    int count;
    const char *name;  /* to sit down with, or to write with */
    bool watches;      /* without sitting down */
    const char *token; /* of a seat; NULL: the one that is remembered, if any */
    const char *lang;  /* NULL: of the locale */
    bool notation;     /* moves as they are recorded */
    bool plain, ascii; /* line by line; without Unicode */
};

/* What the person is called by the system. */
const char *own_name(void);

/* Until the person leaves; the exit code. */
int visit_table(const struct command *, const struct visit_wishes *);

#endif
