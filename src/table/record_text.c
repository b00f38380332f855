/* A record in memory instead of a file: see record_text(). */
#include <stdlib.h>

#include "table/record.h"

char *record_text(const struct table *table, bool legal, size_t *length)
{
    char *text = NULL;
    FILE *stream = open_memstream(&text, length);
    bool fine = stream && record_write(table, legal, stream);

    if (stream && fclose(stream) == 0 && fine)
        return text;
    free(text);
    return NULL;
}
