/* An analysis (lab/analysis.h) in words. */
#ifndef PARLOR_TERM_REPORT_H
#define PARLOR_TERM_REPORT_H

#include <stdio.h>

#include "lab/analysis.h"

struct report {
    const struct analysis *analysis;
    bool cut; /* the record has no result */
};

enum { REPORT_WORST = 3 }; /* choices of a seat that are shown */

void report_write(const struct report *, FILE *);
char *report_text(const struct report *); /* the same, to be freed; NULL without memory */

#endif
