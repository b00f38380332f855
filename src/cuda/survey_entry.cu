/* The entries of survey_kernels.c, as those of entry.cu. */
#include "cuda/survey.h"

#define ENTRY extern "C" __attribute__((global)) void
#define DEVICE extern "C" __attribute__((device)) void

DEVICE survey_facts(struct cuda_survey_facts *);
DEVICE survey_play(const struct cuda_survey *);
DEVICE survey_ask_kings(const struct cuda_survey *);
DEVICE survey_add_up(const struct cuda_survey *);

ENTRY facts(struct cuda_survey_facts *out)
{
    survey_facts(out);
}

ENTRY play(struct cuda_survey v)
{
    survey_play(&v);
}

ENTRY ask_kings(struct cuda_survey v)
{
    survey_ask_kings(&v);
}

ENTRY add_up(struct cuda_survey v)
{
    survey_add_up(&v);
}
