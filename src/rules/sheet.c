/* See sheet.h. */
#include "rules/sheet.h"

#include "rules/bytes.h"

int fact_number(const struct game *game, const struct fact *fact, const char *field)
{
    struct fact_field found;

    bool there = fact_find(game, fact, field, &found) && found.value;
    MUST(there);
    return there ? found.value[0] : 0;
}

void tally_seats(int points[MAX_SEATS], int seats, int each)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        points[seat] += seats >> seat & 1 ? each : 0;
}
