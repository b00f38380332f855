/* See embed.h. */
#include "embed.h"

#include <string.h>

const struct embedded_file *embedded_named(const struct embedded_file *files, const char *name)
{
    while (files->name && strcmp(files->name, name) != 0)
        files++;
    return files->name ? files : NULL;
}
