/* See memory.h. */
#include "memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*restorer)(void);

static _Atomic restorer restore_first; /* any thread may run out of memory */

void memory_before_end(void (*restore)(void))
{
    atomic_store(&restore_first, restore);
}

void memory_ran_out(void)
{
    static const char sentence[] =
        "parlor: out of memory; what was saved is intact. Free some memory and start again.\n";
    restorer restore = atomic_exchange(&restore_first, NULL);

    if (restore)
        restore();
    if (write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0)
        _exit(MEMORY_EXIT_CODE); /* nobody can be told */
    _exit(MEMORY_EXIT_CODE);     /* not exit(): other threads are still at work */
}

void *must_have(void *made)
{
    if (!made)
        memory_ran_out();
    return made;
}

void *must_alloc(size_t size)
{
    return must_have(malloc(size ? size : 1));
}

void *must_zero(size_t count, size_t size)
{
    return must_have(calloc(count ? count : 1, size ? size : 1));
}

void *must_resize(void *old, size_t size)
{
    return must_have(realloc(old, size ? size : 1));
}

char *must_copy(const char *text)
{
    return must_have(strdup(text));
}
