/* Decides how much a test does. The environment's PARLOR_TESTS is `light` where everything is
 * slow (valgrind, sanitizers), `deep` before a release (`make test-deep`), and unset
 * otherwise. tests/scale.py and tests/web/common.mjs ask the same. */
#ifndef PARLOR_TESTS_SUPPORT_SCALE_H
#define PARLOR_TESTS_SUPPORT_SCALE_H

#include <stdlib.h>
#include <string.h>

static inline long scaled(long light, long usual, long deep)
{
    const char *scale = getenv("PARLOR_TESTS");
    if (!scale)
        return usual;
    if (strcmp(scale, "light") == 0)
        return light;
    if (strcmp(scale, "deep") == 0)
        return deep;
    abort(); /* an unknown name would silently test too little */
}

#endif
