/* The name of a person who has given none, and is "you" in what is told. */
#ifndef PARLOR_TERM_ADDRESS_H
#define PARLOR_TERM_ADDRESS_H

#include <stdbool.h>
#include <string.h>

#define ADDRESS "You"

static inline bool is_addressed(const char *name)
{
    return strcmp(name, ADDRESS) == 0;
}

#endif
