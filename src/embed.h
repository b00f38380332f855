/* Files that are part of the program: tools/embed.py writes them into a C
 * source while the program is built, so that it needs none when it runs. */
#ifndef PARLOR_EMBED_H
#define PARLOR_EMBED_H

#include <stddef.h>

struct embedded_file {
    const char *name;           /* its path below the folder that was embedded; NULL ends a list */
    const unsigned char *bytes; /* a NUL follows the last */
    size_t length;
};

/* The file of a list that has this name; NULL if none has. */
const struct embedded_file *embedded_named(const struct embedded_file *files, const char *name);

extern const struct embedded_file gpu_modules[]; /* GAME-survey.ptx for every game; none if built without them */
extern const struct embedded_file lab_pages[];   /* report.html: the page of parlor lab, with {{results}} in it */
extern const struct embedded_file
    rules_texts[]; /* docs/rules: GAME.md for every game, TAG/GAME.md in other languages */

#endif
