/* An analysis as a picture. */
#ifndef PARLOR_CLI_CHART_H
#define PARLOR_CLI_CHART_H

#include <stdio.h>

#include "lab/analysis.h"

enum { CHART_MARKS = 9 };

struct chart {
    const struct analysis *analysis;
    const struct language *language;
    const struct table_name *names; /* by seat, as they are shown */
    int marks[CHART_MARKS];         /* steps that are marked, with the first as 1 */
    int mark_count;
};

/* Writes an SVG of everybody's winning chances over the game. It stands for
 * itself, without scripts, and is readable on light and on dark ground. */
void chart_write(const struct chart *, FILE *);

#endif
