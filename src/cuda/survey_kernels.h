/* The kernels of cuda/survey.h, in the order in which they are launched, and how many threads each needs. */
#ifndef PARLOR_CUDA_SURVEY_KERNELS_H
#define PARLOR_CUDA_SURVEY_KERNELS_H

#include "cuda/survey.h"

void survey_facts(struct cuda_survey_facts *);     /* one */
void survey_play(const struct cuda_survey *);      /* v->threads */
void survey_ask_kings(const struct cuda_survey *); /* v->threads, if kingmaking is asked about */
void survey_add_up(const struct cuda_survey *);    /* v->blocks * TALLY_CELLS */

#endif
