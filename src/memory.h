/* Memory for the programs: parlor itself, that is cli, term, lab, server, client and wire.
 *
 * A program that gets no more memory cannot do anything useful: it says so in one sentence and ends. Nothing is lost by
 * that. The server commits before it tells anybody, the lab appends whole lines, and other files are replaced only when
 * they are complete. So the calls below never return NULL, and nobody checks.
 *
 * The library (rules, table, words, bots and api) lives in other people's processes. It uses malloc() and reports
 * "out of memory" to its caller; must_have() turns that into the same end. */
#ifndef PARLOR_MEMORY_H
#define PARLOR_MEMORY_H

#include <stddef.h>

enum { MEMORY_EXIT_CODE = 1 }; /* EXIT_FAILED of the commands */

void *must_alloc(size_t size);                 /* what is in it is unknown, as with malloc() */
void *must_zero(size_t count, size_t size);    /* an array of zeros, as calloc() */
void *must_resize(void *old, size_t size);     /* as realloc() */
char *must_copy(const char *text);             /* as strdup() */
void *must_have(void *made);                   /* returns what it is given; NULL is want of memory */
_Noreturn void memory_ran_out(void);           /* says so and ends the program */
void memory_before_end(void (*restore)(void)); /* calls this first, as for a terminal in full screen; NULL: nothing */

#endif
